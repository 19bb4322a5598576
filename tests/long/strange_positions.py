"""Positions that nobody could have come to, by the hundred thousand: each is refused with its field or can be played.

    python tests/long/strange_positions.py --mutants 200000
    python tests/long/strange_positions.py --times --kind forged-view --game aristeia --keep views.jsonl

`strange_mutants` makes them. What `position.read` accepts is shown to every seat, told in words, dealt anew and played
by chance to its end, while Numba looks at every index and every law is tried at every decision. A true view, which
nobody changed, must be accepted, and be the same view afterwards. Each part runs in a process of its own, so that a
crash or a hang is told with the mutant that brought it about. With `--keep`, the same command goes on where it stopped.

With `--times` Numba does not look at indices, and what is accepted is not played: so the processor time of a refusal is
that of a user. It is told by numbers of seats.
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
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from strange_mutants import DRAWINGS, by_meaning, by_text, by_view, sources, views

from nexus_env.contract import registry, rules
from nexus_env.contract.command_text import legal
from nexus_env.contract.game import Game
from nexus_env.contract.registry import find
from nexus_env.core import slots
from nexus_env.core.session import Session
from nexus_env.core.slots import Rows
from nexus_env.kit.dice import draw_below, seed_generator
from nexus_env.kit.tape import LENGTH, NOBODY
from nexus_env.machine.compiled import compiled
from nexus_env.text import position
from nexus_env.tools.fuzz import ENDLESS, MACHINERY, NOBODY_CAN, TAPE_FULL, how_many_legal

ROOT = Path(__file__).parent.parent.parent
MEANING, TEXT, FORGED, TRUE = KINDS = ("meaning", "text", "forged-view", "true-view")
LONGEST = 60_000  # decisions to the end of any bout
SEEN_EVERY = 16  # decisions
SHOWN_EVERY = 4  # mutants
EACH = 200  # mutants of the same sources
PATIENCE = 20.0  # seconds for one mutant, before its process is ended
PLACED = re.compile(r"position(?:, .{1,200}?)?: (?:got|found) .*[.]$|position(?:, [^:]{1,200})?: [a-z]", re.S)
SEATS = re.compile(r"; table seats=([2-4])\b")
BOUNDS = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(ROOT / ".bounds")}
SLOW = 0.1  # seconds: a refusal that takes longer is counted
DEALT = [0]  # deals of what a view does not know, since it was begun to be read


# --- playing ----------------------------------------------------------------------------------------------------------


@compiled
def play_to_the_end(rows: Any, seed: int, most: int) -> int:
    """Play the bout of a slot by chance; 0 at its end, else the number of the law that does not hold."""
    slot = rows[0]
    seed_generator(slot.generator, seed)
    for decision in range(most):
        rules.write_mask(slot.bout, slot.mask)
        seat = slot.bout.table.request.seat
        law = rules.unplayable(slot.bout)
        if slot.bout.tape.length >= LENGTH:
            law = TAPE_FULL
        elif seat != NOBODY and how_many_legal(slot.mask) == 0:
            law = NOBODY_CAN
        if law != 0 or seat == NOBODY:
            return law
        if decision % SEEN_EVERY == 0:
            for other in range(slot.bout.table.seats):
                rules.observe(slot.bout, other, slot.seen)
                rules.potential(slot.bout, other)
                rules.margin(slot.bout, other)
        rules.play(slot.bout, nth_legal(slot.mask, draw_below(slot.generator, how_many_legal(slot.mask))))
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
    times: dict[str, list[float]] = field(default_factory=dict)  # processor time of each refusal, in seconds

    def add(self, other: "Seen") -> None:
        """Those of another part."""
        self.refused.update(other.refused)
        self.accepted += other.accepted
        self.strange += other.strange
        for seats, times in other.times.items():
            self.times.setdefault(seats, []).extend(times)

    @property
    def done(self) -> int:
        """How many there were."""
        return self.accepted + self.refused.total()


def meet(game: Game, text: str, seed: int, seen: Seen, *, plays: bool = True) -> Rows | None:
    """Read a mutant, and play what was accepted; what was read, if anything."""
    began, DEALT[0] = time.process_time(), 0
    try:
        bout = position.read(game, text, seed if position.SEEN_BY in text[:200] else None)
    except ValueError as error:
        seats = f"{found[1]} seats" if (found := SEATS.search(text)) else "seats unknown"
        late = "after a deal" if DEALT[0] else "before any deal"
        seen.times.setdefault(f"{seats}, {late}", []).append(round(time.process_time() - began, 5))
        if not PLACED.match(str(error)) or len(str(error)) > 2000:
            seen.strange.append(f"a refusal without a place: {error}\n{text}")
        seen.refused[re.sub(r"[.\d]+", "", str(error).partition(":")[0])] += 1
        return None
    seen.accepted += 1
    if not plays:
        return bout
    if seed % SHOWN_EVERY == 0:
        show(game, bout, seed)
    rows = slots.rows_of(slots.slot_dtype(game), 1)
    rows["bout"] = bout
    law = int(play_to_the_end(rows, seed, LONGEST))
    if law:
        laws = game.invariants.laws if game.invariants else ()
        seen.strange.append(f"broken: {MACHINERY.get(law) or laws[law - 1]}\n{text}")
    return bout


def show(game: Game, bout: Rows, seed: int) -> None:
    """All that front ends ask of a bout; and it can be written down, and thought of by whoever is asked."""
    session = Session.at(game, bout)
    words = game.words
    words.board(session.bout), words.question(session.bout), words.sentences(session.bout)
    if session.seat >= 0:
        legal(game, np.asarray(bout)[0], session.mask)
        session.imagine(session.seat, np.array([seed]))
    words.view(session.known_to(0), 0)
    line = position.write(game, bout)
    assert position.write(game, position.read(game, line)) == line


def meet_true_view(game: Game, line: str, seat: int, seed: int, seen: Seen, *, plays: bool = True) -> None:
    """Read what a seat sees, which must be accepted and look the same to it."""
    bout = meet(game, line, seed, seen, plays=plays)
    if bout is None:
        seen.strange.append(f"refused, though a seat saw it\n{line}")
    elif position.seen_by(game, bout, seat) != line:
        seen.strange.append(f"another view afterwards\n{line}")


# --- many of them -----------------------------------------------------------------------------------------------------


@dataclass
class Material:
    """What mutants are made of: bouts that were played, the same as lines, and what a seat sees of some."""

    bouts: list[Rows]
    texts: list[str]
    views: list[tuple[str, int]]

    @classmethod
    def gather(cls, game: Game, kind: str, rng: np.random.Generator) -> "Material":
        """For some mutants of a kind."""
        bouts = sources(game, rng)
        seen = views(game, bouts if kind in (FORGED, TRUE) else bouts[:3], rng) if game.notation.deal else []
        drawings = DRAWINGS if game.notation.drawn_options else ()
        return cls(bouts, [*(position.write(game, bout) for bout in bouts), *drawings], seen)

    @property
    def lines(self) -> list[str]:
        """The views without their seats."""
        return [line for line, _ in self.views]

    def mutant(self, game: Game, kind: str, rng: np.random.Generator) -> str:
        """Another one each time."""
        if kind == MEANING:
            return by_meaning(game, self.bouts, rng)
        return by_view(self.lines, rng) if kind == FORGED else by_text([*self.texts, *self.lines], rng)


def meet_some(
    game: Game, kind: str, seed: int, first: int, count: int, note: Any = lambda text: None, *, plays: bool = True
) -> Seen:
    """Mutants with the numbers from `first` on; `note` is told each before it is read."""
    seen, number = Seen(), first
    while number < first + count:
        material = Material.gather(game, kind, np.random.default_rng((seed, KINDS.index(kind), number)))
        if not plays:  # the first reading brings machine code out of the cache
            position.read(game, material.lines[0], 0)
        last = min(number + (len(material.views) if kind == TRUE else EACH), first + count)
        for place, each in enumerate(range(number, last)):
            if kind == TRUE:
                line, seat = material.views[place]
                note(line)
                meet_true_view(game, line, seat, each, seen, plays=plays)
                continue
            text = material.mutant(game, kind, np.random.default_rng((seed, KINDS.index(kind), each)))
            note(text)
            meet(game, text, each, seen, plays=plays)
        number = last
    return seen


@cache
def games() -> dict[str, Game]:
    """The games by name."""
    sys.path.insert(0, str(ROOT / "tests"))
    import toy

    found = {name: find(name) for name in registry.own_names()} | {"toy": toy.GAME}
    for game in found.values():
        object.__setattr__(game.notation, "deal", counted(game.notation.deal))
    return found


def counted(deal: Any) -> Any:
    """The same, and what is dealt is counted."""

    def counting(*arguments: Any) -> None:
        DEALT[0] += 1
        deal(*arguments)

    return counting


def run_part(arguments: argparse.Namespace) -> None:
    """In a process of its own: some mutants, the present one always on the disk."""
    path = Path(arguments.note)

    def note(text: str) -> None:
        path.write_text(text, encoding="utf-8", errors="surrogatepass")

    which = arguments.kind, arguments.seed, arguments.first, arguments.mutants
    print(json.dumps(vars(meet_some(games()[arguments.game], *which, note, plays=not arguments.times))))


def part(arguments: argparse.Namespace, kind: str, first: int, count: int) -> Seen:
    """Start such a process and hear what it has seen."""
    with tempfile.TemporaryDirectory() as folder:
        note = Path(folder) / "mutant"
        words = ["--part", "--kind", kind, "--first", str(first), "--mutants", str(count), "--note", str(note)]
        command = [sys.executable, __file__, *words, "--seed", str(arguments.seed), "--game", arguments.game]
        limit = 900 + PATIENCE * (20 if arguments.times else 1) + count
        try:
            done = subprocess.run(
                command + ["--times"] * arguments.times,
                capture_output=True,
                text=True,
                timeout=limit,
                check=False,
                env={**os.environ} if arguments.times else {**BOUNDS, **os.environ},
            )
            if done.returncode == 0:
                heard = json.loads(done.stdout.splitlines()[-1])
                return Seen(**{**heard, "refused": Counter(heard["refused"])})
            reason = f"the process ended with {done.returncode}\n{done.stderr[-3000:]}"
        except subprocess.TimeoutExpired:
            reason = f"nothing was heard for {limit:.0f} s"
        return Seen(strange=[f"{reason}\n{note.read_text() if note.exists() else 'before the first mutant'}"])


def kept_or_made(arguments: argparse.Namespace, kind: str) -> Iterator[tuple[int, Seen]]:
    """All parts of one kind in their order, each with its first number: what the file knows, and what is made now."""
    known = {}
    if arguments.keep and arguments.keep.exists():
        for line in arguments.keep.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            known[tuple(entry["part"])] = entry["seen"]
    for first in range(arguments.first, arguments.first + arguments.mutants, arguments.size):
        count = min(arguments.size, arguments.first + arguments.mutants - first)
        key = arguments.game, kind, arguments.seed, first, count, arguments.times
        if key in known:
            yield first, Seen(**{**known[key], "refused": Counter(known[key]["refused"])})
            continue
        seen = part(arguments, kind, first, count)
        if arguments.keep and seen.done == count:
            with arguments.keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"part": key, "seen": vars(seen)}) + "\n")
        yield first, seen


def run_kind(arguments: argparse.Namespace, kind: str) -> int:
    """All mutants of one kind, with a bar on stderr where somebody may be watching; returns how many were strange."""
    total, console = Seen(), Console(stderr=True)
    columns = (TextColumn(kind), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task(kind, total=arguments.mutants)
        for first, seen in kept_or_made(arguments, kind):
            total.add(seen)
            for text in seen.strange:
                print(f"STRANGE, {kind}, seed {arguments.seed}, from {first}: {text}\n", flush=True)
            progress.update(task, completed=total.done)
            if not console.is_terminal:
                print(f"{kind}: {total.done:,} mutants, {total.accepted:,} accepted", flush=True)
    most = ", ".join(f"{name} {count}" for name, count in total.refused.most_common(12))
    print(f"{kind}: {total.accepted:,} accepted, {len(total.strange)} strange; refused most for {most or 'nothing'}")
    if arguments.times:
        tell_times(kind, total.times)
    return len(total.strange)


def tell_times(kind: str, times: dict[str, list[float]]) -> None:
    """How long refusals took: all of them, and by the number of seats, of which a damaged line may not tell."""
    for which, found in {"all": [*chain(*times.values())], **dict(sorted(times.items()))}.items():
        if found:
            half, most = np.quantile(found, (0.5, 0.99))
            print(
                f"{kind}, {which}: {len(found):,} refusals, median {half:.3f} s, 99 % {most:.3f} s, "
                f"longest {max(found):.3f} s; {np.mean(np.array(found) > SLOW):.1%} over {SLOW} s"
            )


def main() -> None:
    """All parts, one after the other, and what they have seen."""
    parser = argparse.ArgumentParser(description="Strange positions are refused, or played to their end.")
    parser.add_argument("--mutants", type=int, default=200_000, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--game", choices=(*registry.own_names(), "toy"), default="nexus")
    parser.add_argument("--size", type=int, default=4000, help="mutants of one process")
    parser.add_argument("--first", type=int, default=0, help="the number of the first mutant")
    parser.add_argument("--times", action="store_true", help="measure refusals as a user meets them, and play nothing")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep what is done here, and go on from it")
    parser.add_argument("--part", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--note", default="", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.part:
        arguments.kind = arguments.kind[0]
        run_part(arguments)
        return
    strange = sum(run_kind(arguments, kind) for kind in arguments.kind or KINDS)
    sys.exit(1 if strange else 0)


if __name__ == "__main__":
    main()
