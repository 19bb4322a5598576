"""The bouts over which the invariants are tried: all barges, seat counts and agreements, by number."""

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
    """Keyword options: barges and seat counts by turns, all else by chance, the same for the same number.

    An option that `Agreement` gains is drawn as well: a truth value, a choice, a number between its bounds. A text
    without choices keeps its default, but for the stock: every fourth number is played with decks of random cards.
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
        except OptionsError:  # more pieces than the box holds, for example: draw again
            continue
        return options
    return {"seats": seats, "barge": "open"}


def _drawn(kind: type, rng: random.Random) -> dict[str, Any]:
    """A value for every field of the dataclass that has something to choose from."""
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
    """A few pieces of each kind, placed at random."""
    most = {item.name: min(item.metadata["most"], MOST_SCATTERED) for item in fields(Scattered)}
    return {name: rng.randint(0, count) for name, count in most.items()}


def custom_barge(rng: random.Random) -> str:
    """Eight drawn rows: as many pieces of each kind as the box holds, or fewer, anywhere."""
    places = [(x, y) for x in range(SIDE) for y in range(SIDE)]
    rng.shuffle(places)
    rows = [["."] * SIDE for _ in range(SIDE)]
    symbols = {square: symbol for symbol, square in SYMBOLS.items()}
    for square, most in PIECES.items():
        for _ in range(rng.randint(0, most) if square != Square.EMPTY else 0):
            x, y = places.pop()
            rows[y][x] = symbols[square]
    return "\n".join(" ".join(row) for row in rows)
