"""The speed of the environment and the batch: decisions per second of random legal play, resets included.

All figures of a table are measured in one run, in alternating turns, so their ratios hold on a busy machine too.
"""

import random
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.envs.aec import Arena
from nexus_env.envs.batch import WORTH_A_THREAD, Batch, spread
from nexus_env.machine.compiled import announced
from nexus_env.system.wording import InputError
from nexus_env.tools.bench import loops
from nexus_env.tools.bench.figures import Figure, Line, race

MIXED = 1024  # bouts that are played before the measurement, and repeated to fill larger batches
AGE = 250  # decisions before the measurement, so that bouts are at all stages
AT_A_TIME = 1024  # decisions of a slot, about 15 bouts, before the compiled loop moves to the next slot
A_CALL = 2**20  # the most decisions per call; with more slots, each makes fewer
COPIED = 8192  # observations and masks that are copied between two checks of the clock
FEW = 4  # observations and masks that are written repeatedly and stay in the cache, as in the compiled loop
COMPILE_SECONDS = 60
OBSERVED = "observation and mask"
LARGE = 4096  # bouts in the lines for several threads

__all__ = ["Looped", "Stepped", "bench", "lines_of", "play_bout"]


def bench(game: Game, seconds: float = 3.0, bouts: int = 1024, threads: int = 2, **options: Any) -> list[Figure]:
    """The figures of the environment and the batch.

    Args:
        game: the game.
        seconds: the time for each line, over all its turns.
        bouts: the size of the batch.
        threads: the number of threads in lines that use several, if there are enough bouts.
        **options: the game's own options.

    Raises:
        ValueError: an option is wrong.
    """
    if not seconds > 0:
        raise InputError(f"seconds: got {seconds}; expected more than 0")
    # One thread, then several, if there are enough bouts for them.
    alone = lines_of(game, bouts, options)
    lines, loop, small_loop = alone.lines, alone.loop, alone.small_loop
    many, together = (Stepped(game, LARGE, options, count) for count in (1, threads))
    loops_together = Looped(game, bouts, options, threads)
    at_a_time = f"{bouts:,} bouts, {loop.at_a_time:,} decisions at a time"
    if loops_together.threads > 1:
        lines.append(
            Line(f"compiled loop, {loops_together.threads} threads", loops_together.work, f"{at_a_time}, {OBSERVED}")
        )
    lines.append(Line("Batch.step, one thread", many.work, f"{LARGE:,} bouts, {OBSERVED}"))
    if together.threads > 1:
        lines.append(Line(f"Batch.step, {together.threads} threads", together.work, f"{LARGE:,} bouts, {OBSERVED}"))
    figures = race(lines, seconds)
    figures += race(
        [Line("clone of a bout", loop.clone), Line("Batch.bout from Python", loop.take)], seconds, "a second"
    )
    # The floor: copying observations and masks alone, in the cache and out of it.
    few, all_of_them = Written(loop.batch, FEW), Written(loop.batch, bouts)
    copying = race([Line(f"copying {w.what}", w.work) for w in (few, all_of_them)], seconds, "bytes a second")
    rates = {figure.what: figure.value or 0.0 for figure in (*figures, *copying)}
    return [
        *figures,
        Figure("a bout", game.dtype.itemsize, "bytes"),
        Figure("a bout in a batch", loop.batch.nbytes // bouts, "bytes", "with its arrays"),
        Figure("a bout in a batch, compact", small_loop.batch.nbytes // bouts, "bytes", "with its arrays"),
        Figure("observation and mask", few.bytes_each, "bytes a decision"),
        *_floor(few, rates, "compiled loop"),
        *_floor(all_of_them, rates, "Batch.step from Python"),
    ]


class Alone(NamedTuple):
    """The measurements with one thread."""

    lines: list[Line]
    loop: "Looped"
    small_loop: "Looped"  # in bytes


def lines_of(game: Game, bouts: int, options: dict[str, Any]) -> Alone:
    """The lines of the environment, the batch and the compiled loop, with one thread each."""
    env = Arena(game, **options)
    env.reset(seed=1)  # of later bouts too
    stepped, loop = Stepped(game, bouts, options), Looped(game, bouts, options)
    in_turn = partial(loop.work, at_a_time=1)
    small_step, small_loop = Stepped(game, bouts, options, compact=True), Looped(game, bouts, options, compact=True)
    one_at_a_time = f"{bouts:,} bouts, one decision at a time"
    at_a_time = f"{bouts:,} bouts, {loop.at_a_time:,} decisions at a time"
    lines = [
        Line("raw_env", partial(play_bout, env, random.Random(1).random), f"{OBSERVED} at each step"),
        Line("Batch.step from Python", stepped.work, f"{bouts:,} bouts, {OBSERVED}"),
        Line("Batch.step, compact", small_step.work, f"{bouts:,} bouts, {OBSERVED} in bytes"),
        Line("compiled loop", loop.work, f"{at_a_time}, {OBSERVED}"),
        Line("compiled loop, compact", small_loop.work, f"{at_a_time}, {OBSERVED} in bytes"),
        Line("compiled loop, masks only", partial(loop.work, observing=False), at_a_time),
        Line("compiled loop, in turn", in_turn, f"{one_at_a_time}, {OBSERVED}"),
        Line("compiled loop, in turn, masks only", partial(in_turn, observing=False), one_at_a_time),
    ]
    return Alone(lines, loop, small_loop)


def _floor(written: "Written", rates: Mapping[str, float], what: str) -> list[Figure]:
    """The speed of copying alone, and how much longer a line takes."""
    speed = rates[f"copying {written.what}"]
    floor = speed / written.bytes_each
    return [
        Figure(f"copying {written.what}", speed / 1e9, "GB a second"),
        Figure(f"only copying {written.what}", floor, "decisions a second"),
        Figure(f"{what} takes", floor / rates[what], "times as long"),
    ]


def play_bout(env: Any, draw: Callable[[], float]) -> int:
    """Play a bout in a PettingZoo AEC environment, reset included; returns its number of decisions.

    Steps that remove finished agents are not counted. The observations must contain a mask.
    """
    env.reset()
    decisions = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = observation["action_mask"].nonzero()[0]
        env.step(legal[int(draw() * len(legal))])
        decisions += 1
    return decisions


def mixed(game: Game, bouts: int, options: dict[str, Any], threads: int = 1, *, compact: bool = False) -> Batch:
    """A batch with bouts at all stages."""
    batch, few = Batch(game, bouts, options=options, threads=threads, compact=compact), min(bouts, MIXED)
    shown = batch._floats, batch.masks
    with announced(f"{game.name} in a loop", COMPILE_SECONDS, record=game.record):
        loops.play(
            batch._slots[:few], batch._env_config, loops.chance(0), loops.words_for(game), AGE, *shown, observing=False
        )
    loops.repeat(batch._slots, few)
    slots.show_all(batch._slots, batch._env_config, *shown, batch.seats)
    return batch


class Parts:
    """The bouts of a batch in parts, one per useful thread, each with its own random generator."""

    def __init__(self, game: Game, bouts: int, threads: int) -> None:
        self.count = max(1, min(threads, bouts // WORTH_A_THREAD))
        ends = np.linspace(0, bouts, self.count + 1).astype(int).tolist()
        self._parts = [(slice(begin, end), loops.chance(begin), loops.words_for(game)) for begin, end in pairwise(ends)]

    def each(self, work: Callable[[slice, Any, Any], None]) -> None:
        """Run `work` for all parts in parallel."""
        spread(work, self._parts)


class Stepped:
    """A batch that is stepped from Python; random choices use the same number of threads."""

    def __init__(
        self, game: Game, bouts: int, options: dict[str, Any], threads: int = 1, *, compact: bool = False
    ) -> None:
        self.batch, self._parts = mixed(game, bouts, options, threads, compact=compact), Parts(game, bouts, threads)
        self._actions, self.threads = np.zeros(bouts, np.int64), self._parts.count

    def work(self) -> int:
        """Make a decision in each bout."""
        self._parts.each(self._choose)
        self.batch.step(self._actions)
        return self.batch.bouts

    def _choose(self, rows: slice, generator: Any, words: Any) -> None:
        loops.choose(self.batch.masks[rows], words, generator, self._actions[rows])


class Looped:
    """A batch that is played by the compiled loop."""

    def __init__(
        self, game: Game, bouts: int, options: dict[str, Any], threads: int = 1, *, compact: bool = False
    ) -> None:
        self.batch, self._parts = mixed(game, bouts, options, compact=compact), Parts(game, bouts, threads)
        self.threads, self.at_a_time = self._parts.count, max(1, min(AT_A_TIME, A_CALL // bouts))

    def work(self, *, observing: bool = True, at_a_time: int = 0) -> int:
        """Make `steps` decisions in each slot before the next slot; by default as many as pay off."""
        at_a_time = at_a_time or self.at_a_time
        self._parts.each(partial(self._play, observing, at_a_time))
        return at_a_time * self.batch.bouts

    @cached_property
    def _copies(self) -> Any:
        return slots.rows_of(self.batch.game.dtype, self.batch.bouts)

    def clone(self) -> int:
        """Copy every bout."""
        loops.clone(self.batch._slots, self._copies)
        return self.batch.bouts

    def take(self) -> int:
        """Copy every bout, one by one, from Python."""
        for slot in range(self.batch.bouts):
            self.batch.bout(slot)
        return self.batch.bouts

    def _play(self, observing: bool, at_a_time: int, rows: slice, generator: Any, words: Any) -> None:
        batch = self.batch
        shown = batch._floats[rows], batch.masks[rows]
        loops.play(batch._slots[rows], batch._env_config, generator, words, at_a_time, *shown, observing=observing)


class Written:
    """Observations and masks of some bouts, copied repeatedly with nothing else done."""

    def __init__(self, batch: Batch, bouts: int) -> None:
        self._shown = [np.ascontiguousarray(array[:bouts]) for array in (batch.observations, batch.masks)]
        self._copies = [np.zeros_like(array) for array in self._shown]
        self.what = f"those of {len(batch.masks[:bouts]):,} bouts"
        self.bytes_each = sum(int(array[0].nbytes) for array in self._shown)

    def work(self) -> int:
        """Copy them some thousand times; returns the number of bytes."""
        times = max(COPIED, len(self._copies[0]))
        for array, copy in zip(self._shown, self._copies, strict=True):
            loops.copy(array, copy, times)
        return times * self.bytes_each
