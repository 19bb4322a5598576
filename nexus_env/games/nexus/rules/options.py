"""The options of a bout, agreed before it begins (manual p.5-9, p.38)."""

import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from nexus_env.games.nexus.cards import stock
from nexus_env.games.nexus.cards.barges import PIECES, read_barge
from nexus_env.games.nexus.rules.bout import SEATS, SIDE, TURNING_POINT_CARDS, Options, Square
from nexus_env.games.nexus.rules.operands import CARDS
from nexus_env.games.nexus.rules.setup import CUSTOM_BARGE
from nexus_env.kit.options import OptionsError, build, number_of, option, read_asked
from nexus_env.system.wording import shortened

THIRD_SIDES = ("ask", "west", "east")
DEALS = ("draft", "random")
WINDOWS = ("able", "held")
HAZARDS = {"brazier": Square.FIRE, "saw": Square.SAW, "spikes": Square.SPIKES}
SIDE_EVENTS = ("cred bath", "bitvourer", "flip switch")
ASKED = read_asked(__file__)
HOST_OPTIONS = ("stock",)  # options that name files
DECISIONS_A_CYCLE, DECISIONS_BESIDES = 100, 1_000
MOST_AMONG_STRANGERS = {"cycle_limit": 200}


@dataclass(frozen=True)
class Scattered:
    """The number of pieces of each kind that are placed by RPO rolls."""

    pillar: int = option(0, least=0, most=PIECES[Square.PILLAR])
    crate: int = option(0, least=0, most=PIECES[Square.CRATE])
    brazier: int = option(0, least=0, most=PIECES[Square.BRAZIER])
    blood: int = option(0, least=0, most=PIECES[Square.BLOOD])
    guts: int = option(0, least=0, most=PIECES[Square.GUTS])


@dataclass(frozen=True)
class Agreement:
    """The options of a bout of NEXUS.

    Rulebook: p.5-9, p.38 (R-013, R-021, R-030, R-031, R-033, R-038, R-355, R-356, R-357, R-358,
    R-444, R-445).
    """

    scattered: Scattered
    seats: int = option(2, least=2, most=SEATS)
    barge: str = option(
        "1", asked=ASKED["barge"], kind="drawing", meaning="a numbered barge, eight drawn rows, or roll for a d8"
    )
    deal: str = option("draft", choices=DEALS, asked=ASKED["deal"], meaning="how lanistas and motivations are dealt")
    third_side: str = option("west", choices=THIRD_SIDES, meaning="the side where the third of three players sits")
    cycle_limit: int = option(
        100, least=1, most=10_000, asked=ASKED["cycle_limit"], meaning="Command Cycles until the bout is truncated"
    )
    auto_pass: tuple[int, ...] = option(
        (),
        least=0,
        most=SEATS - 1,
        asked=ASKED["auto_pass"],
        kind="people",
        meaning="seats that pass trivial windows automatically",
    )
    windows: str = option(
        "able",
        choices=WINDOWS,
        asked=ASKED["windows"],
        meaning="which seats are asked to react: those that can, or all that hold a hidden card",
    )
    hazards: tuple[str, ...] = option(
        tuple(HAZARDS), choices=tuple(HAZARDS), meaning="hazards in play, in the order of their activation"
    )
    side_events: tuple[str, ...] = option((), choices=SIDE_EVENTS, meaning="side events in play")
    influence_cards: int = option(CARDS, least=0, most=CARDS, meaning="number of influence cards in the deck")
    turning_point_cards: int = option(
        TURNING_POINT_CARDS, least=0, most=TURNING_POINT_CARDS, meaning="number of Turning Point cards in the deck"
    )
    stock: str = option("", kind="folder", meaning="your own cards, which override those in the package")


def read_options(**keywords: Any) -> np.ndarray[Any, Any]:
    """Convert keywords, as `Agreement` names them, into the one row of `Options` that `setup` takes.

    `barge` may also be a number, `stock` a path, and `auto_pass` true or false for all seats.

    Raises:
        OptionsError: a value is wrong; the message has the key, what was found and what was expected.
    """
    place = "the options of nexus"

    # Accept other types for some keywords, then check all of them.
    if isinstance(keywords.get("barge"), int) and not isinstance(keywords["barge"], bool):
        keywords["barge"] = str(keywords["barge"])
    everyone = keywords.get("auto_pass") is True
    if isinstance(keywords.get("stock"), os.PathLike):
        keywords["stock"] = os.fspath(keywords["stock"])
    if isinstance(keywords.get("auto_pass"), bool):
        del keywords["auto_pass"]
    agreement = build(Agreement, keywords, place)
    passing = range(agreement.seats) if everyone else agreement.auto_pass
    for seat in passing:
        if seat >= agreement.seats:
            last = agreement.seats - 1
            raise OptionsError(f"{place}: auto_pass: got {seat}; expected seats from 0 to {last}.")

    # Fill the row, beginning with the numbers.
    row = np.zeros(1, Options.dtype)
    row["seats"] = agreement.seats
    row["cycle_limit"] = agreement.cycle_limit
    row["auto_pass"] = sum(1 << seat for seat in set(passing))
    row["held"] = WINDOWS.index(agreement.windows)
    row["random_deal"] = DEALS.index(agreement.deal)
    row["third_side"] = THIRD_SIDES.index(agreement.third_side)
    row["influence_cards"] = agreement.influence_cards
    row["turning_point_cards"] = agreement.turning_point_cards

    # Add hazards, side events and random pieces.
    for name in agreement.hazards:
        if agreement.hazards.count(name) > 1:
            raise OptionsError(f'{place}: hazards: got "{name}" twice; expected each hazard once.')
    row["hazards"][0, : len(agreement.hazards)] = [HAZARDS[name] for name in agreement.hazards]
    row["side_events"] = sum(1 << SIDE_EVENTS.index(event) for event in set(agreement.side_events))
    for square in PIECES:
        row["scattered"][0, square] = getattr(agreement.scattered, square.name.lower())

    # Add the stock and the barge, which must fit the box together with the random pieces.
    stock.load(agreement.stock).lay(row)
    row["barge"], row["barges"][0, CUSTOM_BARGE - 1] = _barge(agreement.barge, place)
    _check_pieces(row, place)
    return row


def most_decisions(options: np.ndarray[Any, Any]) -> int:
    """The most decisions that a bout with a row of options can take; see `Game`.

    No rule bounds a Command Cycle. Of 600 kinds of bouts with 30,000 decisions each, random and stubborn ones with
    every option, the longest took 232 with one cycle and four players, 1,372 with 30 and 1,677 with 100. This is at
    least six times as many.
    """
    row = np.asarray(options).reshape(-1)[0]
    return DECISIONS_BESIDES + DECISIONS_A_CYCLE * int(row["cycle_limit"]) * int(row["seats"])


def _check_pieces(row: np.ndarray[Any, Any], place: str) -> None:
    """Check that layout and random pieces need no more pieces of a kind than the box has: p.2 (R-014, R-019)."""
    barges = row["barges"][0] if row["barge"][0] == 0 else row["barges"][0, [row["barge"][0] - 1]]
    for square, most in PIECES.items():
        laid = int((barges == square).sum(axis=(1, 2)).max())
        wanted = int(row["scattered"][0, square])
        if wanted and laid + wanted > most:
            key = f"{place}: scattered.{square.name.lower()}"
            raise OptionsError(f"{key}: got {wanted} besides {laid} of the barge; expected at most {most} together.")


def _barge(text: str, place: str) -> tuple[int, np.ndarray[Any, Any]]:
    """The number of the barge, 0 for a rolled one, and the squares of the custom one."""
    empty = np.zeros((SIDE, SIDE), np.int8)
    if text == "roll":
        return 0, empty
    if text == "open":
        return CUSTOM_BARGE, empty
    if 1 <= (number_of(text) or 0) < CUSTOM_BARGE:
        return int(text), empty
    if "\n" not in text.strip():
        expected = 'a number from 1 to 8, "roll", "open", or eight drawn rows'
        raise OptionsError(f'{place}: barge: got "{shortened(text)}"; expected {expected}.')
    return CUSTOM_BARGE, read_barge(text, f"{place}: barge")
