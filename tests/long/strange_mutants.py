"""Makes positions that nobody could have come to, out of bouts that were played; see `strange_positions`.

A mutant by meaning is a bout of which a few numbers were changed, spelled as a position; one by text is a position in
which words were changed. A forged view is what a seat sees, changed alike, or in numbers that it names.
"""

import re
from typing import Any

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.core.privacy import may_know
from nexus_env.core.session import Session
from nexus_env.core.slots import Rows
from nexus_env.machine.field_ranges import Ranged
from nexus_env.text import position

SOURCES = 40  # bouts that are changed, at a time
DRAWINGS = (
    ". . .\n. 1v .\n. 0^ b\ncommand_round action_points=4; helots.1 traits=0,5; lanistas.0 cred=3",
    ". . .\n. 1v .\n. 0^ b\noptions seats=2 influence_cards=8 scattered=0,0,0 cycle_limit=9; lanistas.0 cred=3",
    "2> . # u\n. 1v f .\n. 0^ c s\nrequest seat=1; command_round seat=1; helots.0 prone=1",
)
NUMBER = re.compile(r"(?<=[=,{+:])-?\d{1,9}(?=[,+}: ]|$)")  # no part of a name


# --- bouts that were played -----------------------------------------------------------------------------------------


def sources(game: Game, rng: np.random.Generator) -> list[Rows]:
    """Bouts at any moment: in the middle of reactions and of the set-up too, and over; some dealt anew on the way."""
    found: list[Rows] = []
    while len(found) < SOURCES:
        case = int(rng.integers(0, 400))
        options = game.invariants.variety(case) if game.invariants else {"seats": int(rng.choice(game.seats))}
        session = Session(game, game.read_options(**options), seed=case, dictated=bool(case % 4 == 0))
        last = int(rng.choice([20, 120, 600]))
        wanted, anew = set(rng.integers(0, last, 3).tolist()), int(rng.integers(0, 4 * last))
        for decision in range(last):
            if decision >= anew and session.seat >= 0:
                session, anew = session.determinize(session.seat, case), last
            if decision in wanted or session.is_over:
                found.append(session.rows)
            if session.is_over:
                break
            session.act(int(rng.choice(np.flatnonzero(session.mask))))
    return found[:SOURCES]


def views(game: Game, bouts: list[Rows], rng: np.random.Generator) -> list[tuple[str, int]]:
    """What one seat sees of each of some bouts, as a line, and the seat; none whose dice it may not know, which no
    reader takes: see `position.seen_by`.
    """
    found = []
    for bout in bouts:
        seat = int(rng.integers(int(bout["table"]["seats"][0])))
        if may_know(bout[0], seat):
            found.append((position.seen_by(game, bout, seat), seat))
    return [(line, seat) for line, seat in found if " entries=?" not in line]


# --- changing by meaning ----------------------------------------------------------------------------------------------


def by_meaning(game: Game, bouts: list[Rows], rng: np.random.Generator) -> str:
    """A bout with one to three numbers that were changed, as a position."""
    bout = slots.copy_of(bouts[rng.integers(len(bouts))])
    seats = int(bout["table"]["seats"][0])
    for _ in range(rng.integers(1, 4)):
        ranged = game.ranges[rng.integers(len(game.ranges))]
        ways = [ranged.way]
        if ranged.way[0] in ("table", "start") and rng.random() < 0.5:  # on both tables alike
            ways = [("table", *ranged.way[1:]), ("start", *ranged.way[1:])]
        place: Any = None
        for way in ways:
            numbers = reached(bout, way)
            place = tuple(rng.integers(0, numbers.shape)) if place is None else place
            if way is ways[0]:
                number = another(game, ranged, numbers[place], bout, bouts, seats, rng)
            numbers[place] = number
    if rng.random() < 0.5 and "box" in (game.dtype["table"].names or ()):
        settle(game, bout)
    return position.write(game, bout)


def reached(bout: Rows, way: tuple[str, ...]) -> Any:
    """All numbers of one name, a view without the axis of bouts."""
    numbers = np.asarray(bout)
    for name in way:
        numbers = numbers[name]
    return numbers.reshape(numbers.shape[1:] or (1,))


def bounded(number: int, bounds: "np.iinfo[Any]") -> int:
    """The nearest number that a field of this width can hold; NumPy's own function refuses some on NumPy 2.0."""
    return min(max(number, int(bounds.min)), int(bounds.max))


def another(
    game: Game, ranged: Ranged, old: Any, bout: Rows, bouts: list[Rows], seats: int, rng: np.random.Generator
) -> int:
    """A number in the place of the old one: any of its width, at the ends of its range, of another field or bout."""
    bounds, within = np.iinfo(old.dtype), ranged.within.at(seats)
    kind = rng.integers(0, 8)
    if kind == 0:
        return int(rng.integers(bounds.min, bounds.max, endpoint=True))
    if kind == 1:
        return bounded((within.least - 1, within.most + 1)[rng.integers(2)], bounds)
    if kind == 2:
        return int(rng.choice([within.least, within.most]))
    if kind == 3:
        return bounded(int(old) + int(rng.choice([-1, 1])), bounds)
    if kind == 4:
        found = reached(bout, game.ranges[rng.integers(len(game.ranges))].way).reshape(-1)
        return bounded(int(rng.choice(found)), bounds)
    if kind == 5:
        return int(rng.choice(reached(bouts[rng.integers(len(bouts))], ranged.way).reshape(-1)))
    return int(rng.integers(within.least, within.most, endpoint=True))


def settle(game: Game, bout: Rows) -> None:
    """The box holds what is left of all coins, as after a drawing: else most mutants would have too many or few."""
    for which in ("table", "start"):
        copy = slots.copy_of(bout)
        copy["table"] = bout[which]
        game.notation.settle(copy[0])
        bout[which]["box"] = copy["table"]["box"]


# --- changing by text -------------------------------------------------------------------------------------------------


def by_text(texts: list[str], rng: np.random.Generator) -> str:
    """A position in which some words were changed."""
    text = texts[rng.integers(len(texts))]
    other = texts[rng.integers(len(texts))]
    for _ in range(rng.integers(1, 4)):
        text = CHANGES[rng.integers(len(CHANGES))](text, other, rng)
    return text


def _parts(text: str) -> list[str]:
    """Words and what stands between them."""
    return re.split(r"([ ;\n=,+/{}.]+)", text)


def without_one(text: str, other: str, rng: np.random.Generator) -> str:
    """A word is left out."""
    parts = _parts(text)
    parts[rng.integers(len(parts))] = ""
    return "".join(parts)


def with_one_twice(text: str, other: str, rng: np.random.Generator) -> str:
    """A word stands twice."""
    parts = _parts(text)
    place = rng.integers(len(parts))
    return "".join([*parts[:place], parts[place], *parts[place:]])


def with_another(text: str, other: str, rng: np.random.Generator) -> str:
    """A word of the same or of another position stands in the place of a word."""
    parts, others = _parts(text), _parts(other)
    parts[2 * rng.integers((len(parts) + 1) // 2)] = others[2 * rng.integers((len(others) + 1) // 2)]
    return "".join(parts)


def with_another_number(text: str, other: str, rng: np.random.Generator) -> str:
    """A number is another one."""
    numbers = list(re.finditer(r"-?\d+", text))
    if not numbers:
        return text
    found = numbers[rng.integers(len(numbers))]
    near = int(found[0]) + int(rng.integers(-2, 3))
    number = rng.choice([near, int(rng.integers(-3, 12)), int(rng.integers(-40_000, 40_000)), 10**30])
    return text[: found.start()] + str(number) + text[found.end() :]


def with_another_letter(text: str, other: str, rng: np.random.Generator) -> str:
    """A letter is another one."""
    place = rng.integers(len(text)) if text else 0
    return text[:place] + chr(rng.choice([rng.integers(32, 127), rng.integers(160, 0x2FFF)])) + text[place + 1 :]


def spliced(text: str, other: str, rng: np.random.Generator) -> str:
    """The first groups of one position and the last of another."""
    one, two = text.split(";"), other.split(";")
    return ";".join(one[: rng.integers(len(one) + 1)] + two[rng.integers(len(two) + 1) :])


def with_a_group_of_another(text: str, other: str, rng: np.random.Generator) -> str:
    """A group is that of another position."""
    groups, others = text.split(";"), other.split(";")
    new = others[rng.integers(len(others))]
    name = (new.split() or [""])[0]
    return ";".join([group for group in groups if (group.split() or [""])[0] != name] + [new])


def with_another_value(text: str, other: str, rng: np.random.Generator) -> str:
    """One more field is said of some group, with a small number."""
    groups = text.split(";")
    place = rng.integers(len(groups))
    names = FIELDS_OF_TABLES
    return ";".join(
        [
            *groups[:place],
            f"{groups[place]} {names[rng.integers(len(names))]}={rng.integers(-2, 9)}",
            *groups[place + 1 :],
        ]
    )


FIELDS_OF_TABLES = ("x", "y", "holds", "held_by", "turn", "cycle", "initiative", "seat", "length", "question", "told")
CHANGES = (
    *(without_one, with_one_twice, with_another, with_another_number, with_another_number),
    *(with_another_letter, spliced, with_a_group_of_another, with_another_value),
)


# --- changing a view --------------------------------------------------------------------------------------------------


def by_view(lines: list[str], rng: np.random.Generator) -> str:
    """A view in which some words were changed, or some numbers of some groups."""
    if rng.random() < 0.25:
        return by_text(lines, rng)
    text = lines[rng.integers(len(lines))]
    for _ in range(rng.integers(1, 4)):
        text = with_another_number_of_a_group(text, rng)
    return text


def with_another_number_of_a_group(text: str, rng: np.random.Generator) -> str:
    """A small number of any group, however long the others are, is another one: of the tape, say."""
    head, *groups = text.split(";")
    numbers = [(place, found) for place, group in enumerate(groups) for found in NUMBER.finditer(group)]
    if not numbers:
        return text
    chosen = rng.choice(sorted({place for place, _ in numbers}))
    place, found = (of_it := [pair for pair in numbers if pair[0] == chosen])[rng.integers(len(of_it))]
    number = (int(found[0]) + int(rng.integers(-2, 3)), int(rng.integers(-1, 12)))[rng.integers(2)]
    groups[place] = groups[place][: found.start()] + str(number) + groups[place][found.end() :]
    return ";".join([head, *groups])
