"""What is agreed before a bout: the options, and the stock of cards and barges (manual p.5-9, p.38)."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.games.nexus.actions import CARDS
from nexus_env.games.nexus.bout import (
    FEINT_BIT,
    SEATS,
    SIDE,
    TURNING_POINT_CARDS,
    WEAPONS,
    Blow,
    Content,
    Options,
    Range,
    Square,
    Trait,
    WeaponCard,
)
from nexus_env.games.nexus.setup import CUSTOM_BARGE, LANISTAS, MOTIVATIONS
from nexus_env.options import OptionsError, build, option

STOCK = Path(__file__).parent / "stock"
SYMBOLS = {
    ".": Square.EMPTY,
    "#": Square.PILLAR,
    "c": Square.CRATE,
    "u": Square.BRAZIER,
    "b": Square.BLOOD,
    "g": Square.GUTS,
}
PIECES = {Square.PILLAR: 4, Square.CRATE: 4, Square.BRAZIER: 4, Square.BLOOD: 10, Square.GUTS: 10}  # p.2
MOST_TOKENS = {"deception": 10, "command": 20}  # of any four lanistas together: p.2
THIRD_SIDES = ("ask", "west", "east")
DEALS = ("draft", "random")
HAZARDS = {"brazier": Square.FIRE, "saw": Square.SAW, "spikes": Square.SPIKES}
SIDE_EVENTS = ("cred bath", "bitvourer", "flip switch")
FORBIDDEN = {name: 1 << Blow[name.upper()] for name in ("wild", "standard", "focused", "grapple")} | {
    "feint": FEINT_BIT
}


@dataclass(frozen=True)
class Scattered:
    """How many pieces of each kind are placed by RPO rolls."""

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
    barge: str = option("1")  # "1" to "8", "roll" for a d8, "open" for an empty one, or eight drawn rows
    deal: str = option("draft", choices=DEALS)
    third_side: str = option("west", choices=THIRD_SIDES)
    cycle_limit: int = option(100, least=1, most=10_000)
    auto_pass: tuple[int, ...] = option((), least=0, most=SEATS - 1)  # seats that pass trivial windows by themselves
    hazards: tuple[str, ...] = option(tuple(HAZARDS), choices=tuple(HAZARDS))  # in the agreed order of activation
    side_events: tuple[str, ...] = option((), choices=SIDE_EVENTS)
    influence_cards: int = option(0, least=0, most=CARDS)
    turning_point_cards: int = option(0, least=0, most=TURNING_POINT_CARDS)


def read_options(**keywords: Any) -> np.ndarray[Any, Any]:
    """Keywords, as `Agreement` names them, become the one row of `Options` that `setup` wants.

    `barge` may be a number too, `auto_pass` may be true or false for all seats.

    Raises:
        OptionsError: with the key, what was found and what was expected.
    """
    place = "the options of nexus"
    if isinstance(keywords.get("barge"), int) and not isinstance(keywords["barge"], bool):
        keywords["barge"] = str(keywords["barge"])
    everyone = keywords.get("auto_pass") is True
    if isinstance(keywords.get("auto_pass"), bool):
        del keywords["auto_pass"]
    agreement = build(Agreement, keywords, place)
    passing = range(agreement.seats) if everyone else agreement.auto_pass
    for seat in passing:
        if seat >= agreement.seats:
            last = agreement.seats - 1
            raise OptionsError(f"{place}: auto_pass: found the seat {seat}, expected seats from 0 to {last}.")
    row = np.zeros(1, Options.dtype)
    row["seats"] = agreement.seats
    row["cycle_limit"] = agreement.cycle_limit
    row["auto_pass"] = sum(1 << seat for seat in set(passing))
    row["random_deal"] = DEALS.index(agreement.deal)
    row["third_side"] = THIRD_SIDES.index(agreement.third_side)
    row["influence_cards"] = agreement.influence_cards
    row["turning_point_cards"] = agreement.turning_point_cards
    for name in agreement.hazards:
        if agreement.hazards.count(name) > 1:
            raise OptionsError(f'{place}: hazards: found "{name}" twice, expected each hazard once.')
    row["hazards"][0, : len(agreement.hazards)] = [HAZARDS[name] for name in agreement.hazards]
    row["side_events"] = sum(1 << SIDE_EVENTS.index(event) for event in set(agreement.side_events))
    row["weapons"][0], row["crate_contents"][0] = _weapons()
    for square in PIECES:
        row["scattered"][0, square] = getattr(agreement.scattered, square.name.lower())
    row["lanistas"][0], row["motivations"][0], row["barges"][0, : CUSTOM_BARGE - 1] = _stock()
    row["barge"], row["barges"][0, CUSTOM_BARGE - 1] = _barge(agreement.barge, place)
    _check_pieces(row, place)
    return row


def _check_pieces(row: np.ndarray[Any, Any], place: str) -> None:
    """Placed at random and by the layout, a barge holds no more pieces of a kind than the box: p.2 (R-014, R-019)."""
    barges = row["barges"][0] if row["barge"][0] == 0 else row["barges"][0, [row["barge"][0] - 1]]
    for square, most in PIECES.items():
        laid = int((barges == square).sum(axis=(1, 2)).max())
        wanted = int(row["scattered"][0, square])
        if wanted and laid + wanted > most:
            key = f"{place}: scattered.{square.name.lower()}"
            raise OptionsError(f"{key}: found {wanted} besides {laid} of the barge, expected at most {most} together.")


def _barge(text: str, place: str) -> tuple[int, np.ndarray[Any, Any]]:
    """The number of the barge, 0 for a rolled one, and the squares of the custom one."""
    empty = np.zeros((SIDE, SIDE), np.int8)
    if text == "roll":
        return 0, empty
    if text == "open":
        return CUSTOM_BARGE, empty
    if text.isdecimal() and 1 <= int(text) < CUSTOM_BARGE:
        return int(text), empty
    if "\n" not in text.strip():
        raise OptionsError(
            f'{place}: barge: found "{text}", expected a number from 1 to 8, "roll", "open", or eight drawn rows.'
        )
    return CUSTOM_BARGE, read_barge(text, f"{place}: barge")


def read_barge(text: str, place: str) -> np.ndarray[Any, Any]:
    """Eight rows of eight symbols become squares, int8 [8, 8], north first; blanks between symbols do not matter.

    Rulebook: p.2, p.9, p.38 (R-014, R-355, R-445).
    """
    rows = [row.replace(" ", "") for row in text.strip().splitlines()]
    if len(rows) != SIDE:
        raise OptionsError(f"{place}: found {len(rows)} rows, expected {SIDE}.")
    squares = np.zeros((SIDE, SIDE), np.int8)
    for y, row in enumerate(rows):
        if len(row) != SIDE:
            raise OptionsError(f"{place}, row {y + 1}: found {len(row)} squares, expected {SIDE}.")
        for x, symbol in enumerate(row):
            if symbol not in SYMBOLS:
                known = " ".join(SYMBOLS)
                raise OptionsError(f"{place}, row {y + 1}, column {x + 1}: found {symbol!r}, expected one of {known}")
            squares[y, x] = SYMBOLS[symbol]
    for square, most in PIECES.items():
        if (found := int((squares == square).sum())) > most:
            raise OptionsError(f"{place}: found {found} of {square.name.lower()}, expected at most {most}.")
    return squares


@cache
def names() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the lanista and of the motivation cards."""
    lanistas = _table("lanistas.toml", "lanista", LANISTAS)
    motivations = _table("motivations.toml", "motivation", MOTIVATIONS)
    return tuple(card["name"] for card in lanistas), tuple(card["name"] for card in motivations)


@cache
def _stock() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Lanistas int8 [8, 3], motivations int8 [4, 6], barges int8 [8, 8, 8]."""
    lanistas = _table("lanistas.toml", "lanista", LANISTAS)
    stats = np.array([[card[key] for key in ("influence", "deception", "command")] for card in lanistas], np.int8)
    for column, (key, most) in enumerate(MOST_TOKENS.items(), start=1):
        if (found := int(np.sort(stats[:, column])[-SEATS:].sum())) > most:
            raise OptionsError(f"lanistas.toml: found {found} {key} tokens on four cards, expected at most {most}.")
    traits = [trait.name.lower() for trait in Trait]
    cards = _table("motivations.toml", "motivation", MOTIVATIONS)
    bonuses = np.array([[card["bonuses"].get(trait, 0) for trait in traits] for card in cards], np.int8)
    barges = _table("barges.toml", "barge", CUSTOM_BARGE - 1)
    squares = np.stack([read_barge(barge["squares"], f"barges.toml, barge {barge['number']}") for barge in barges])
    return stats, bonuses, squares


@cache
def weapon_names() -> tuple[str, ...]:
    """The kinds of weapons, in the order of the stock."""
    return tuple(card["name"] for card in _read_stock("weapons.toml")["weapon"])


@cache
def _weapons() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The kinds of weapons, `WeaponCard` [8], and what a crate holds by the sum of 2d6, int32 [13]."""
    cards, kinds = np.zeros(WEAPONS, WeaponCard.dtype), weapon_names()
    for row, card in zip(cards, _read_stock("weapons.toml")["weapon"], strict=False):
        row["range"] = Range[card["range"].upper()]
        row["forbids"] = sum(FORBIDDEN[name] for name in card.get("forbids", ()))
        row["damage_from_behind"] = card.get("damage_from_behind", card.get("damage", 0))
        for key in ("copies", "damage", "uses", "cost", "optimal_distance", "fells", "slows"):
            row[key] = card.get(key, 0)
    found = {"nothing": Content.NOTHING, **{content.name.lower().replace("_", " "): content for content in Content}}
    known = {name.lower(): number for number, name in enumerate(kinds)} | {
        name: int(what) for name, what in found.items()
    }
    contents = np.full(13, Content.NOTHING, np.int32)
    for total, name in _read_stock("weapons.toml")["crate_contents"].items():
        contents[int(total)] = known[name.lower()]
    return cards, contents


def _read_stock(file: str) -> dict[str, Any]:
    return tomllib.loads((STOCK / file).read_text(encoding="utf-8"))


def _table(file: str, key: str, count: int) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = _read_stock(file)[key]
    if len(entries) != count:
        raise OptionsError(f"{file}: found {len(entries)} of {key}, expected {count}.")
    return entries
