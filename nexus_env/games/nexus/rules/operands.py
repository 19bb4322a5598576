"""The operands of the action table: ways, body locations, opponents, … `commands.toml` names them."""

from nexus_env.games.nexus.rules.bout import INFLUENCE_CARDS, LANISTAS, MOTIVATIONS, UNIQUE_ABILITIES, Pile, Trait
from nexus_env.kit.actions import Operand, counted
from nexus_env.kit.spelling import plain
from nexus_env.kit.squares import Compass

MOVES = ("forward", "forward-left", "forward-right", "back", "left", "right")
TURNS = ("rotate-left", "rotate-right")
THROWS = ("forward", "forward-left", "forward-right")
MOST_HITS = 9  # Standard Attacks of a combo: 12 action points, the most that a standard bout can bring together
MOST_THROWN = 7  # the longest throw on this board
OPPONENTS = ("first opponent", "second opponent", "third opponent")  # clockwise from the acting seat
CARDS = INFLUENCE_CARDS
JACK_TRAITS = 5  # Jack of All Traits raises any reserve but Cunning


TRAITS = tuple(trait.name.lower() for trait in Trait)
OPERANDS = {
    "way": Operand(MOVES),
    "drag": Operand((*MOVES, *TURNS)),
    "ahead": Operand(THROWS),
    "location": Operand(tuple(plain(pile, "-") for pile in Pile)[: Pile.OVERALL_CONDITION]),
    "hits": counted(MOST_HITS, "{place} + 1", unit="Standard Attack"),
    "squares": counted(MOST_THROWN, "{place} + 1", unit="square"),
    "opponent": Operand(OPPONENTS, "geometry.clockwise(bout.table, seat, {place} + 1)", "seats", 1),
    "trait": Operand(TRAITS),
    "other trait": Operand(TRAITS[:JACK_TRAITS]),
    "direction": Operand(tuple(point.name.lower() for point in Compass)),
    "ability": counted(UNIQUE_ABILITIES),
    "card": counted(CARDS, of="influence cards"),
    "lanista": counted(LANISTAS),
    "motivation": counted(MOTIVATIONS),
}
