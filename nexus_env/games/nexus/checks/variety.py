"""The bouts that the invariants are tested with, by number: all barges, seat counts and options."""

import random
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, get_origin, get_type_hints

from nexus_env.games.nexus.cards.barges import PIECES, SYMBOLS
from nexus_env.games.nexus.cards.random_stock import decks_of
from nexus_env.games.nexus.rules.bout import SEATS, SIDE, Square
from nexus_env.games.nexus.rules.options import Agreement, Scattered, read_options
from nexus_env.kit.options import OptionsError

BARGES = ("1", "2", "3", "4", "5", "6", "7", "8", "open", "custom", "roll")
CYCLE_LIMITS = (1, 5, 30, 100, 100, 100)
MOST_SCATTERED = 6
TRIES = 100


def variety(number: int) -> dict[str, Any]:
    """Keyword options by number, always the same ones: barges and seat counts in turn, all else random.

    A new option of `Agreement` is drawn as well: a truth value, a choice, a number between its bounds. A text without
    choices keeps its default, except for the stock: every fourth number uses decks of random cards.
    """
    rng = random.Random(number)
    barge = BARGES[number % len(BARGES)]
    seats = 2 + number // len(BARGES) % (SEATS - 1)
    for _ in range(TRIES):
        options = {**_drawn(Agreement, rng), "seats": seats, "barge": barge}
        options["cycle_limit"] = rng.choice(CYCLE_LIMITS)
        options["auto_pass"] = [seat for seat in range(seats) if rng.random() < 0.2]
        options["scattered"] = _scattered(rng) if barge == "open" or rng.random() < 0.2 else {}
        if number % 4 == 3:
            options["stock"] = decks_of(number)
        if barge == "custom":
            options["barge"] = custom_barge(rng)
        try:
            read_options(**options)
        except OptionsError:  # for example, more pieces than the box has: draw again
            continue
        return options
    return {"seats": seats, "barge": "open"}


def _drawn(kind: type, rng: random.Random) -> dict[str, Any]:
    """A random value for every field of the dataclass with a choice of values."""
    hints = get_type_hints(kind)
    values = {item.name: _value(hints[item.name], item, rng) for item in fields(kind)}
    return {name: value for name, value in values.items() if value is not MISSING}


def _value(hint: Any, item: Field[Any], rng: random.Random) -> Any:
    least, most = item.metadata.get("least"), item.metadata.get("most")
    if item.metadata.get("choices") and get_origin(hint) is tuple:  # some of them, in any order
        return rng.sample(item.metadata["choices"], rng.randint(0, len(item.metadata["choices"])))
    if item.metadata.get("choices"):
        return rng.choice(item.metadata["choices"])
    if hint is bool:
        return rng.random() < 0.5
    if hint is int and least is not None and most is not None:
        return rng.choice((least, most, rng.randint(least, most)))
    if is_dataclass(hint) and isinstance(hint, type):
        return _drawn(hint, rng)
    return MISSING


def _scattered(rng: random.Random) -> dict[str, int]:
    """A few pieces of each kind, for random placement."""
    most = {item.name: min(item.metadata["most"], MOST_SCATTERED) for item in fields(Scattered)}
    return {name: rng.randint(0, count) for name, count in most.items()}


def custom_barge(rng: random.Random) -> str:
    """Eight drawn rows with at most as many pieces of each kind as the box has, anywhere."""
    places = [(x, y) for x in range(SIDE) for y in range(SIDE)]
    rng.shuffle(places)
    rows = [["."] * SIDE for _ in range(SIDE)]
    symbols = {square: symbol for symbol, square in SYMBOLS.items()}
    for square, most in PIECES.items():
        for _ in range(rng.randint(0, most) if square != Square.EMPTY else 0):
            x, y = places.pop()
            rows[y][x] = symbols[square]
    return "\n".join(" ".join(row) for row in rows)
