"""Positions that nobody could have come to, by the hundred thousand: each is refused with its field or can be played.

    python tests/long/strange_positions.py --mutants 200000

A mutant by meaning is a bout of which a few numbers were changed, spelled as a position; one by text is a position in
which words were changed. What `position.read` accepts is shown to every seat, told in words, dealt anew and played by
chance to its end, while Numba looks at every index and every law is tried at every decision. Each part runs in a
process of its own, so that a crash or a hang is told with the mutant that brought it about.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.core import slots
from nexus_env.core.privacy import may_know
from nexus_env.core.slots import Rows
from nexus_env.game import contract
from nexus_env.game.command_text import legal
from nexus_env.game.contract import Game
from nexus_env.game.registry import find
from nexus_env.machine.compiled import compiled
from nexus_env.machine.field_ranges import Ranged
from nexus_env.play.session import Sitting
from nexus_env.tabletop.dice import draw_below, seed_generator
from nexus_env.tabletop.tape import LENGTH, NOBODY
from nexus_env.text import position
from nexus_env.tools.fuzz import ENDLESS, MACHINERY, NOBODY_CAN, TAPE_FULL, how_many_legal

ROOT = Path(__file__).parent.parent.parent
KINDS = ("meaning", "text")
LONGEST = 60_000  # decisions to the end of any bout
SEEN_EVERY = 16  # decisions
SHOWN_EVERY = 4  # mutants
SOURCES = 40  # bouts that are changed, at a time
EACH = 200  # mutants of the same sources
PATIENCE = 20.0  # seconds for one mutant, before its process is ended
PLACED = re.compile(r"position(?:, .{1,200}?)?: (?:got|found) .*[.]$|position(?:, [^:]{1,200})?: [a-z]", re.S)
DRAWINGS = (
    ". . .\n. 1v .\n. 0^ b\ncommand_round action_points=4; helots.1 traits=0,5; lanistas.0 cred=3",
    ". . .\n. 1v .\n. 0^ b\noptions seats=2 influence_cards=8 scattered=0,0,0 cycle_limit=9; lanistas.0 cred=3",
    "2> . # u\n. 1v f .\n. 0^ c s\nrequest seat=1; command_round seat=1; helots.0 prone=1",
)


# --- playing ----------------------------------------------------------------------------------------------------------


@compiled
def play_to_the_end(rows: Any, seed: int, most: int) -> int:
    """Play the bout of a slot by chance; 0 at its end, else the number of the law that does not hold."""
    slot = rows[0]
    seed_generator(slot.generator, seed)
    for decision in range(most):
        contract.write_mask(slot.bout, slot.mask)
        seat = slot.bout.table.request.seat
        law = contract.unplayable(slot.bout)
        if slot.bout.tape.length >= LENGTH:
            law = TAPE_FULL
        elif seat != NOBODY and how_many_legal(slot.mask) == 0:
            law = NOBODY_CAN
        if law != 0 or seat == NOBODY:
            return law
        if decision % SEEN_EVERY == 0:
            for other in range(slot.bout.table.seats):
                contract.observe(slot.bout, other, slot.seen)
                contract.potential(slot.bout, other)
                contract.margin(slot.bout, other)
        contract.play(slot.bout, nth_legal(slot.mask, draw_below(slot.generator, how_many_legal(slot.mask))))
    return ENDLESS


@compiled
def nth_legal(mask: Any, nth: int) -> int:
    """The nth legal action."""
    for action in range(mask.shape[0]):
        nth -= mask[action]
        if nth < 0:
            return action
    return 0


@dataclass
class Seen:
    """What became of some mutants."""

    refused: Counter[str] = field(default_factory=Counter)  # by the field that was named
    accepted: int = 0
    strange: list[str] = field(default_factory=list)  # what went wrong, with the mutant


def meet(game: Game, text: str, seed: int, seen: Seen) -> None:
    """Read a mutant, and play what was accepted."""
    try:
        bout = position.read(game, text, seed if position.SEEN_BY in text[:200] else None)
    except ValueError as error:
        if not PLACED.match(str(error)) or len(str(error)) > 2000:
            seen.strange.append(f"a refusal without a place: {error}\n{text}")
        seen.refused[re.sub(r"[.\d]+", "", str(error).partition(":")[0])] += 1
        return
    seen.accepted += 1
    if seed % SHOWN_EVERY == 0:
        show(game, bout, seed)
    rows = slots.rows_of(slots.slot_dtype(game), 1)
    rows["bout"] = bout
    law = int(play_to_the_end(rows, seed, LONGEST))
    if law:
        laws = game.invariants.laws if game.invariants else ()
        seen.strange.append(f"broken: {MACHINERY.get(law) or laws[law - 1]}\n{text}")


def show(game: Game, bout: Rows, seed: int) -> None:
    """All that front ends ask of a bout; and it can be written down, and thought of by whoever is asked."""
    sitting = Sitting.at(game, bout)
    words = game.words
    words.board(sitting.bout), words.question(sitting.bout), words.sentences(sitting.bout)
    if sitting.seat >= 0:
        legal(game, np.asarray(bout)[0], sitting.mask)
        sitting.imagine(sitting.seat, np.array([seed]))
    words.view(sitting.known_to(0), 0)
    line = position.write(game, bout)
    assert position.write(game, position.read(game, line)) == line


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


def by_text(game: Game, texts: list[str], rng: np.random.Generator) -> str:
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


# --- many of them -----------------------------------------------------------------------------------------------------


def sources(game: Game, rng: np.random.Generator) -> list[Rows]:
    """Bouts at any moment: in the middle of reactions and of the set-up too, and over."""
    found: list[Rows] = []
    while len(found) < SOURCES:
        case = int(rng.integers(0, 400))
        options = game.invariants.variety(case) if game.invariants else {"seats": int(rng.choice(game.seats))}
        sitting = Sitting(game, game.read_options(**options), seed=case, dictated=bool(case % 4 == 0))
        last = int(rng.choice([20, 120, 600]))
        wanted = set(rng.integers(0, last, 3).tolist())
        for decision in range(last):
            if decision in wanted or sitting.is_over:
                found.append(sitting.rows)
            if sitting.is_over:
                break
            sitting.act(int(rng.choice(np.flatnonzero(sitting.mask))))
    return found[:SOURCES]


def meet_some(game: Game, kind: str, seed: int, first: int, count: int, note: Any = lambda text: None) -> Seen:
    """Mutants with the numbers from `first` on; `note` is told each before it is read."""
    seen, bouts, texts = Seen(), [], []
    for number in range(first, first + count):
        rng = np.random.default_rng((seed, KINDS.index(kind), number))
        if (number - first) % EACH == 0:
            bouts = sources(game, rng)
            texts = [position.write(game, bout) for bout in bouts] + (
                list(DRAWINGS) if game.notation.drawn_options else []
            )
            if game.notation.deal is not None:
                known = [(bout, int(bout["table"]["seats"][0]) - 1) for bout in bouts[:3]]
                texts += [position.seen_by(game, *one) for one in known if may_know(one[0][0], one[1])]
        text = by_meaning(game, bouts, rng) if kind == "meaning" else by_text(game, texts, rng)
        note(text)
        meet(game, text, number, seen)
    return seen


@cache
def games() -> dict[str, Game]:
    """The games by name."""
    sys.path.insert(0, str(ROOT / "tests"))
    import toy

    return {"nexus": find("nexus"), "aristeia": find("aristeia"), "toy": toy.GAME}


def run_part(arguments: argparse.Namespace) -> None:
    """In a process of its own: some mutants, the present one always on the disk."""
    path = Path(arguments.note)

    def note(text: str) -> None:
        path.write_text(text, encoding="utf-8", errors="surrogatepass")

    seen = meet_some(games()[arguments.game], arguments.kind, arguments.seed, arguments.first, arguments.mutants, note)
    print(json.dumps({"refused": seen.refused, "accepted": seen.accepted, "strange": seen.strange}))


def part(arguments: argparse.Namespace, kind: str, first: int, count: int) -> Seen:
    """Start such a process and hear what it has seen."""
    with tempfile.TemporaryDirectory() as folder:
        note = Path(folder) / "mutant"
        words = ["--part", "--kind", kind, "--first", str(first), "--mutants", str(count), "--note", str(note)]
        command = [sys.executable, __file__, *words, "--seed", str(arguments.seed), "--game", arguments.game]
        limit = 900 + PATIENCE + count
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
            if done.returncode == 0:
                heard = json.loads(done.stdout.splitlines()[-1])
                return Seen(Counter(heard["refused"]), heard["accepted"], heard["strange"])
            reason = f"the process ended with {done.returncode}\n{done.stderr[-3000:]}"
        except subprocess.TimeoutExpired:
            reason = f"nothing was heard for {limit:.0f} s"
        return Seen(strange=[f"{reason}\n{note.read_text() if note.exists() else 'before the first mutant'}"])


def main() -> None:
    """All parts, one after the other, and what they have seen."""
    parser = argparse.ArgumentParser(description="Strange positions are refused, or played to their end.")
    parser.add_argument("--mutants", type=int, default=200_000, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--game", choices=("nexus", "aristeia", "toy"), default="nexus")
    parser.add_argument("--size", type=int, default=4000, help="mutants of one process")
    parser.add_argument("--first", type=int, default=0, help="the number of the first mutant")
    parser.add_argument("--part", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--note", default="", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.part:
        arguments.kind = arguments.kind[0]
        run_part(arguments)
        return
    os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
    os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".bounds"))
    strange = 0
    for kind in arguments.kind or KINDS:
        strange += run_kind(arguments, kind)
    sys.exit(1 if strange else 0)


def run_kind(arguments: argparse.Namespace, kind: str) -> int:
    """All mutants of one kind; returns how many were strange."""
    total, began = Seen(), time.monotonic()
    for first in range(arguments.first, arguments.first + arguments.mutants, arguments.size):
        count = min(arguments.size, arguments.first + arguments.mutants - first)
        seen = part(arguments, kind, first, count)
        total.refused += seen.refused
        total.accepted += seen.accepted
        total.strange += seen.strange
        for text in seen.strange:
            print(f"STRANGE, {kind}, seed {arguments.seed}, from {first}: {text}\n", flush=True)
        done = total.accepted + total.refused.total()
        print(f"{kind}: {done:,} mutants, {total.accepted:,} accepted, {time.monotonic() - began:,.0f} s", flush=True)
    most = ", ".join(f"{name} {count}" for name, count in total.refused.most_common(12))
    print(f"{kind}: {len(total.strange)} strange; refused most for {most}")
    return len(total.strange)


if __name__ == "__main__":
    main()
