"""Checks of a bout from outside, besides the ranges of its numbers and the laws of `invariants`.

They cover the options, the beginning of a bout, and the meaning of the numbers of cards.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from nexus_env.games.nexus.cards.barges import PIECES
from nexus_env.games.nexus.cards.stock import fill_in_timing
from nexus_env.games.nexus.checks.invariants import BOUNDS
from nexus_env.games.nexus.rules.bout import (
    DEALING,
    DRAFTING,
    KEEPING,
    NOBODY,
    OPENING,
    SEATS,
    Options,
    Question,
    Square,
)
from nexus_env.games.nexus.rules.setup import START_FACING, START_X, START_Y

HAZARDS = (Square.FIRE, Square.SAW, Square.SPIKES)
BEFORE_THE_BARGE = (DRAFTING, DEALING, *(KEEPING - seat for seat in range(SEATS)))
REMEMBERED = 64  # options that have been checked
DECKS = ("influence", "turning_point", "unique_abilities", "skills")


def lay_nobody(table: Any) -> None:
    """Fill a zeroed table with NOBODY where no seat is asked and no card or blow is in progress."""
    table["order"][:] = NOBODY
    table["turning_point_card"] = NOBODY
    table["request"]["about"] = NOBODY
    table["command_round"]["seat"] = table["command_round"]["bonus_target"] = NOBODY
    for name in ("blow", "attacker", "defender", "location"):
        table["contest"][name] = NOBODY
    for name in ("card", "seat", "chosen"):
        table["card_play"][name] = NOBODY


def wrong(bout: Any) -> str:
    """The reason why a bout cannot be played on: field, found value, expected value; empty if there is none.

    Args:
        bout: the record of one bout, whose numbers are all in their ranges.
    """
    table = bout["table"]
    seats = int(table["seats"])
    if bout["options"]["seats"] != seats:
        return f"table seats: got {seats}; expected {bout['options']['seats']} as the options say."
    if table["cycle"] > bout["options"]["cycle_limit"]:
        return f"table cycle: got {table['cycle']}; expected at most {bout['options']['cycle_limit']} as was agreed."
    if table["request"]["question"] != Question.COMMAND:
        if bout["command"] == OPENING and bout["start"].tobytes() != _nothing_yet(bout.dtype["start"]):
            return "start: got a table on which something lies; expected an empty one before the set-up."
        if bout["command"] != OPENING and bout["start"]["seats"] != seats:
            return f"start seats: got {bout['start']['seats']}; expected {seats}."
        if bout["command"] in BEFORE_THE_BARGE and (astray := _off_its_start(bout["start"], seats)):
            return astray
    return wrong_options(np.asarray(bout["options"]).tobytes())


def _off_its_start(table: Any, seats: int) -> str:
    """The reason if a helot is not on the start square of its side, which the barge will keep clear (R-037, R-039)."""
    for seat in range(seats):
        side = table["lanistas"]["side"][seat]
        for name, starts in (("x", START_X), ("y", START_Y), ("facing", START_FACING)):
            if (found := table["helots"][name][seat]) != starts[side]:
                return f"start.helots.{seat} {name}: got {found}; expected {starts[side]} before the barge is built."
    return ""


def _nothing_yet(dtype: np.dtype[Any]) -> bytes:
    """The bytes of the table before setup."""
    table = np.zeros(1, dtype)
    lay_nobody(table[0])
    return table.tobytes()


@lru_cache(REMEMBERED)
def wrong_options(row: bytes) -> str:
    """The reason why options cannot be played with; empty if there is none. Takes the bytes of one row."""
    options = np.frombuffer(row, Options.dtype)
    return _wrong_board(options[0]) or _wrong_cards(options) or _wrong_weapons(options[0])


def _wrong_board(options: Any) -> str:
    """The reason if pieces and hazards are not as the options allow."""
    for square in Square:
        most = PIECES.get(square, 0)
        if square not in (Square.EMPTY, Square.WALL) and (found := options["scattered"][square]) > most:
            return f"options scattered: got {found} of {square.name.lower()}; expected at most {most}."
        laid = (options["barges"] == square).sum(axis=(1, 2))
        if square != Square.EMPTY and laid.max() > most:
            found, barge = laid.max(), laid.argmax()
            return f"options barges.{barge}: got {found} of {square.name.lower()}; expected at most {most}."
    hazards = [int(hazard) for hazard in options["hazards"] if hazard]
    if not set(hazards) <= set(HAZARDS) or len(set(hazards)) < len(hazards):
        return f"options hazards: got {hazards}; expected fire, saw and spikes, each once at most."
    return ""


def _wrong_cards(options: Any) -> str:
    """The reason if a line of a card has numbers that its verb forbids, or `timed` or `sure` do not fit the cards."""
    for deck in DECKS:
        effects = options[deck]["effects"][0]
        bounds = BOUNDS[effects["verb"]]
        for name, first in (("amount", 0), ("detail", 2)):
            outside = (effects[name] < bounds[..., first]) | (effects[name] > bounds[..., first + 1])
            if outside.any():
                card, line = (int(place) for place in np.argwhere(outside)[0])
                found, (least, most) = effects[name][card, line], bounds[card, line, first : first + 2]
                place = f"options.{deck}.{card}.effects.{line} {name}"
                return f"{place}: got {found}; expected {least} to {most} with that verb."
    expected = options.copy()
    fill_in_timing(expected)
    for name in ("timed", "sure"):
        if (options[name] != expected[name]).any():
            return f"options {name}: got {options[name][0]}; expected {expected[name][0]} as the cards say."
    return ""


def _wrong_weapons(options: Any) -> str:
    """The reason if a weapon of the stock has no uses."""
    for kind, card in enumerate(options["weapons"]):
        if card["copies"] > 0 and card["uses"] < 1:
            return f"options.weapons.{kind} uses: got 0; expected at least 1 of a weapon with {card['copies']} cards."
    return ""
