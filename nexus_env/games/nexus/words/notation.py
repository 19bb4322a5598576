"""Positions of NEXUS in text: names, sets and boards instead of numbers, and the small drawn board of tests."""

from typing import Any

import numpy as np

from nexus_env.contract.notation import DrawnBoard, Names, Notation, Sets, Writing
from nexus_env.games.nexus.checks.playable import lay_nobody, wrong
from nexus_env.games.nexus.rules.actions import NAMES
from nexus_env.games.nexus.rules.bout import (
    COINS,
    LOCATIONS,
    NOBODY,
    SEATS,
    SIDE,
    STARTING_HEALTH,
    TURNING_POINT_CARDS,
    Blow,
    Pile,
    Question,
    Square,
    Standing,
    Trait,
)
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.operands import CARDS
from nexus_env.games.nexus.rules.setup import CROWD_COINS
from nexus_env.games.nexus.words.deal_hidden import HIDDEN, deal_hidden
from nexus_env.games.nexus.words.sentences import ARROWS, FACINGS, SYMBOL
from nexus_env.kit.spelling import plain
from nexus_env.system.wording import InputError, shortened

POINTS = 6  # points of each kind in a drawn round
SQUARES = {symbol: square for square, symbol in SYMBOL.items()}


def _names(members: Any) -> Names:
    return Names(tuple(member.name.lower() for member in members))


def _cards(count: int) -> Sets:
    return Sets(tuple(str(card) for card in range(1, count + 1)))


PLACES = tuple(plain(pile, "-") for pile in Pile)
SEAT_SET = Sets(tuple(str(seat) for seat in range(SEATS)))
BARGE = DrawnBoard({int(square): symbol for square, symbol in SYMBOL.items()})
FIELDS: dict[str, Writing] = {
    "facing": Names(FACINGS),
    "standing": _names(Standing),
    "question": _names(Question),
    "purpose": _names(Purpose),
    "blow": _names(Blow),
    "trait_face": _names(Trait),
    "command": Names(tuple(name.replace(" ", "_") for name in NAMES)),
    "location": Names(PLACES),
    "lost": Sets(PLACES[:7]),
    "slots": _cards(6),
    **dict.fromkeys(("hand", "discarded", "used_cards", "known"), _cards(CARDS)),
    "turning_point_discards": _cards(TURNING_POINT_CARDS),
    **dict.fromkeys(("winners", "feinted", "spared", "asked", "auto_pass"), SEAT_SET),
    "hazards": _names(list(Square)[: Square.WALL]),
    "squares": BARGE,
    "barges": BARGE,
}


def lay_blank(table: Any, options: Any) -> None:
    """Set up empty panels with nobody's turn; all else is 0."""
    seats = min(max(int(options["seats"]), 0), SEATS)
    table["seats"] = seats
    lay_nobody(table)
    for seat in range(seats):
        helot, lanista = table["helots"][seat], table["lanistas"][seat]
        helot["health"][:] = STARTING_HEALTH
        helot["present"] = 1
        helot["holds"] = helot["held_by"] = helot["weapon"] = helot["shielded"] = NOBODY
        lanista["card"] = lanista["motivation"] = NOBODY


# --- drawings ---------------------------------------------------------------------------------------------------------


def coins_of(table: Any) -> int:
    """All coins in the game. Rulebook: p.2 (R-018)."""
    seats = int(table["seats"])
    panels = int(table["helots"]["health"][:seats].sum())
    piles = int(table["lanistas"]["cred"][:seats].sum() + table["lanistas"]["counter"][:seats].sum())
    return panels + piles + int(table["crowd_pile"]) + int(table["box"]) + int(table["coins"].sum())


def _cells(lines: list[str]) -> list[tuple[int, int, str]]:
    """Column, row and symbol of each square; a drawing begins at the north-west corner."""
    if len(lines) > SIDE or any(len(line.split()) > SIDE for line in lines):
        raise InputError(f"position: got a larger drawing; expected at most {SIDE} rows of {SIDE} squares.")
    cells = [(x, y, cell) for y, line in enumerate(lines, 1) for x, cell in enumerate(line.split(), 1)]
    drawn: set[str] = set()
    for x, y, cell in cells:
        helot = len(cell) == 2 and cell[0] in "0123" and cell[1] in ARROWS
        if not helot and cell not in SQUARES:
            expected = f"one of {' '.join(SQUARES)}, or a helot as 0^ 1> 2v 3<"
            raise InputError(f"position, row {y}, column {x}: got {shortened(cell)!r}; expected {expected}.")
        if helot and cell[0] in drawn:
            raise InputError(f"position, row {y}, column {x}: got a second helot of player_{cell[0]}; expected one.")
        drawn |= {cell[0]} if helot else set()
    return cells


def drawn_options(lines: list[str]) -> dict[str, Any]:
    """Options for a drawing: an empty barge, one seat per drawn helot, no cards."""
    drawn = [int(cell[0]) for _, _, cell in _cells(lines) if cell[0].isdigit()]
    return {
        "seats": max(2, max(drawn, default=0) + 1),
        "barge": "open",
        "deal": "random",
        "hazards": [],
        "influence_cards": 0,
        "turning_point_cards": 0,
    }


def lay_drawing(bout: Any, lines: list[str]) -> None:
    """Full panels, empty reserves, seat 0 in its round with 6 MP and 6 AP; undrawn helots stay at their start.

    Rulebook: p.10, p.26 (R-026, R-063).
    """
    table, seats = bout["table"], int(bout["table"]["seats"])
    blank = np.zeros(1, bout.dtype["table"])[0]
    lay_blank(blank, bout["options"])

    # Each seat as at the beginning of a bout, with nothing in reserve.
    for seat in range(seats):
        helot, lanista = table["helots"][seat], table["lanistas"][seat]
        place = helot["x"].item(), helot["y"].item(), helot["facing"].item()
        if helot["weapon"] != NOBODY:  # the coins of motivations go back to the pile
            table["weapons"][helot["weapon"]] += 1
        table["helots"][seat] = blank["helots"][seat]
        helot["x"], helot["y"], helot["facing"] = place
        for name in ("cred", "slots", "counter", "turning_point_damage", "deception_tokens", "command_tokens"):
            lanista[name] = 0
        lanista["ratio"], lanista["initiative"] = 3, seat
        table["order"][seat] = seat

    # Seat 0 is in its round, and nothing is under way.
    for part in ("request", "command_round", "contest", "lasting", "lasting_places", "card_play"):
        table[part] = blank[part]
    turn = table["command_round"]
    turn["seat"], turn["movement_points"], turn["action_points"] = 0, POINTS, POINTS
    table["cycle"], table["turn"], table["crowd_pile"] = 1, 0, CROWD_COINS * seats

    # The pieces in the drawing.
    table["squares"] = 0
    for x, y, cell in _cells(lines):
        if cell in SQUARES:
            table["squares"][y - 1, x - 1] = SQUARES[cell]
        else:
            helot = table["helots"][int(cell[0])]
            helot["x"], helot["y"], helot["facing"] = x, y, ARROWS.index(cell[1])
    bout["command"], bout["told"], bout["settled"] = 0, 0, 0
    bout["tape"]["length"] = bout["tape"]["cursor"] = 0


def settle(bout: Any) -> None:
    """Finish a drawing: empty places of a panel count as lost, and the box gets the remaining coins."""
    table = bout["table"]
    for helot in table["helots"][: int(table["seats"])]:
        helot["lost"] |= sum(1 << location for location in range(LOCATIONS) if helot["health"][location] == 0)
    left, bounds = int(table["box"]) + COINS - coins_of(table), np.iinfo(table["box"].dtype)
    table["box"] = min(max(left, bounds.min), bounds.max)  # too many coins elsewhere are reported later


def from_older(bout: Any) -> None:
    """Version 2 did not count the places of lasting effects."""
    for table in (bout["table"], bout["start"]):
        table["lasting_places"] = 1 + np.flatnonzero(table["lasting"]["verb"]).max(initial=-1)


NOTATION = Notation(
    FIELDS, lay_blank, wrong, frozenset(HIDDEN), deal_hidden, drawn_options, lay_drawing, settle, from_older
)
