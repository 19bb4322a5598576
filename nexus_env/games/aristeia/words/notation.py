"""Positions of Aristeia! in text: Characters by side and place, spaces by coordinates, sets by members."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from nexus_env.contract.filling import Possible, among, fill, value_at
from nexus_env.contract.notation import CardPlaces, Hole, Names, Notation, Sets, Way, WideSets, Writing
from nexus_env.games.aristeia.checks.playable import lay_nobody, wrong
from nexus_env.games.aristeia.rules.actions import NAMES, Action
from nexus_env.games.aristeia.rules.bout import (
    CHARACTERS,
    DECK,
    MOST_DICE,
    ORDERS,
    SPACES,
    TEAM,
    ZONES,
    Contest,
    Question,
    Where,
)
from nexus_env.games.aristeia.words.naming import SIDES
from nexus_env.kit import hexes
from nexus_env.kit.decks import HAND, PILE

COORDINATES = tuple(f"{int(hexes.CELL_Q[cell])}:{int(hexes.CELL_R[cell])}" for cell in range(SPACES))
CHARACTER = tuple(f"{side.lower()}{place}" for side in SIDES for place in range(1, TEAM + 1))
HEAPS = ("pile", "discards", "box", *(side.lower() for side in SIDES))  # see `kit.decks`


def _names(members: Any) -> Names:
    return Names(tuple(member.name.lower() for member in members))


def _numbers(count: int, first: int = 1) -> Sets:
    return Sets(tuple(str(number) for number in range(first, first + count)))


UNIT, SPACE = Names(CHARACTER), Names(COORDINATES)
FIELDS: dict[str, Writing] = {
    "question": _names(Question),
    "contest": _names(Contest),
    "where": _names(Where),
    "command": Names(tuple(name.replace(" ", "_").replace(",", ":") for name in NAMES)),
    **dict.fromkeys(("unit", "target", "active", "taunter"), UNIT),
    "cell": SPACE,
    "cards": CardPlaces(HEAPS),
    **dict.fromkeys(("looked", "hands"), _numbers(DECK)),
    "picks": _numbers(CHARACTERS),
    "burnt": _numbers(ZONES, 0),
    **dict.fromkeys(("gone", "rerolled"), _numbers(MOST_DICE)),
    **dict.fromkeys(("spaces", "occupied", "blocked", "obstacles"), WideSets(COORDINATES)),
}


def lay_blank(table: Any, options: Any) -> None:
    """An empty board, undrawn cards and unowned Zones; see `Notation`."""
    table["seats"] = options["seats"]
    lay_nobody(table)
    table["characters"]["card"] = options["named"]


# --- what a seat does not know ----------------------------------------------------------------------------------------


def _cards_in(bout: Any, way: Way, place: int) -> list[int]:
    """The cards of a player's deck in a place, without those known to be on top."""
    player = value_at(bout, way[:-1])
    tops = player["top"].tolist() if place == PILE else []
    return [card for card in np.flatnonzero(player["cards"] == place).tolist() if card not in tops]


def _on_top(bout: Any, way: Way, hole: Hole) -> Sequence[int]:
    return _cards_in(bout, way, PILE)


def _in_hand(bout: Any, way: Way, hole: Hole) -> Sequence[int]:
    return _cards_in(bout, way, HAND + int(way[2]))


def _not_revealed(bout: Any, way: Way, hole: Hole) -> Sequence[int]:
    """The places of the team that are not in the known slots of a Running Order. Rulebook: (A-064)."""
    order = value_at(bout, way).tolist()
    known = {order[slot] for slot in range(hole.told) if slot not in hole.places}
    return [place for place in range(TEAM) if place not in known]


def _choosable(bout: Any, way: Way, hole: Hole) -> Sequence[int]:
    """The possible values of a secret choice: an action plus 1. Rulebook: (A-064, A-203)."""
    if value_at(bout, way[:1])["round_number"] > 0:
        return range(Action.ORDER + 1, Action.ORDER + 1 + ORDERS)
    return range(Action.PICK + 1, Action.PICK + 1 + CHARACTERS)


def _pickable(bout: Any, way: Way, hole: Hole) -> Sequence[int]:
    """The Characters of the stock."""
    return np.flatnonzero(bout["options"]["characters"]["initiative"]).tolist()


POSSIBLE: dict[str, Possible] = {
    "cards": among,
    "top": _on_top,
    "looked": _in_hand,
    "order": _not_revealed,
    "choices": _choosable,
    "picks": _pickable,
}


def deal(bout: Any, seat: int, holes: Mapping[Way, Hole], rng: np.random.Generator) -> None:
    """Deal hands, draw piles, top cards, Running Orders and secret choices; see `Notation`. Rulebook: (A-117)."""
    fill(bout, holes, rng, POSSIBLE)


NOTATION = Notation(fields=FIELDS, lay_blank=lay_blank, wrong=wrong, hidden=frozenset(POSSIBLE), deal=deal)
