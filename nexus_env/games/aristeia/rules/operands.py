"""The operands of the action table. `commands.toml` names them."""

from itertools import permutations

import numpy as np

from nexus_env.games.aristeia.cards.records import CHARACTERS, PRINTED_ACTIONS
from nexus_env.games.aristeia.rules.bout import DECK, MOST_DICE, SPACES, TEAM, ZONES
from nexus_env.kit import hexes
from nexus_env.kit.actions import Operand, counted

PERMUTATIONS = tuple(permutations(range(TEAM)))
ORDER_PLACES = np.array(PERMUTATIONS)  # [order, slot] -> the place of the team in that slot
SWITCH_WORDS = ("general 1", "general 2", "own 1", "own 2", "discard")


def space_word(cell: int) -> str:
    """A space by its axial coordinates."""
    return f"({int(hexes.CELL_Q[cell])},{int(hexes.CELL_R[cell])})"


OPERANDS = {
    "action": Operand((*(str(number) for number in range(1, PRINTED_ACTIONS + 1)), "contender")),
    "unit": Operand(
        tuple(f"{side} {place}" for side in ("own", "enemy") for place in range(1, TEAM + 1)), of="characters"
    ),
    "zone": Operand(("central", *(str(number) for number in range(1, ZONES))), of="zones"),
    "character": counted(CHARACTERS),
    "order": Operand(tuple("".join(str(place + 1) for place in order) for order in PERMUTATIONS)),
    "card": counted(DECK, of="tactics"),
    "die": counted(MOST_DICE),
    "switch": Operand(SWITCH_WORDS),
    "space": Operand(tuple(space_word(cell) for cell in range(SPACES)), of="spaces"),
}
