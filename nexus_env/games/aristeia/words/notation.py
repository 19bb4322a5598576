"""How positions of Aristeia! are written: Characters by side and place, spaces by coordinates, sets by members."""

from typing import Any

from nexus_env.game.notation import Names, Notation, Sets, WideSets, Writing
from nexus_env.games.aristeia.checks.playable import lay_nobody, wrong
from nexus_env.games.aristeia.rules.actions import NAMES
from nexus_env.games.aristeia.rules.bout import (
    CHARACTERS,
    DECK,
    MOST_DICE,
    SPACES,
    TEAM,
    ZONES,
    Contest,
    Question,
    Where,
)
from nexus_env.games.aristeia.words.naming import SIDES
from nexus_env.tabletop import hexes

COORDINATES = tuple(f"{int(hexes.CELL_Q[cell])}:{int(hexes.CELL_R[cell])}" for cell in range(SPACES))
CHARACTER = tuple(f"{side.lower()}{place}" for side in SIDES for place in range(1, TEAM + 1))
HEAPS = ("pile", "discards", "box", *(side.lower() for side in SIDES))  # see `tabletop.decks`
HIDDEN = frozenset(("cards", "order", "picks", "top", "looked", "choices"))


def _names(members: Any) -> Names:
    return Names(tuple(member.name.lower() for member in members))


def _numbers(count: int, first: int = 1) -> Sets:
    return Sets(tuple(str(number) for number in range(first, first + count)))


UNIT, SPACE = Names(CHARACTER), Names(COORDINATES)
SPACE_SET = WideSets(COORDINATES)
FIELDS: dict[str, Writing] = {
    "question": _names(Question),
    "contest": _names(Contest),
    "where": _names(Where),
    "command": Names(tuple(name.replace(" ", "_").replace(",", ":") for name in NAMES)),
    "unit": UNIT,
    "target": UNIT,
    "active": UNIT,
    "taunter": UNIT,
    "cell": SPACE,
    "cards": Names(HEAPS),
    "looked": _numbers(DECK),
    "hands": _numbers(DECK),
    "picks": _numbers(CHARACTERS),
    "burnt": _numbers(ZONES, 0),
    "gone": _numbers(MOST_DICE),
    "rerolled": _numbers(MOST_DICE),
    "spaces": SPACE_SET,
    "occupied": SPACE_SET,
    "blocked": SPACE_SET,
    "obstacles": SPACE_SET,
}


def lay_blank(table: Any, options: Any) -> None:
    """Nobody is on the board, no card is drawn, no Zone is anybody's; see `Notation`."""
    table["seats"] = options["seats"]
    lay_nobody(table)
    table["characters"]["card"] = options["named"]


NOTATION = Notation(fields=FIELDS, lay_blank=lay_blank, wrong=wrong, hidden=HIDDEN)
