"""How fast the environment and the batch are: decisions a second of random legal play, resets included.

All figures of a table are measured in one run, in turns, so their ratios hold on a machine that has other things to do.
"""

import random
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from nexus_env import slots
from nexus_env.batch import WORTH_A_THREAD, Batch, spread
from nexus_env.bench import loops
from nexus_env.bench.figures import Figure, Line, race
from nexus_env.contract import Game
from nexus_env.env import Arena
from nexus_env.machine.compiled import announced

MIXED = 1024  # bouts that are played for a while before anything is measured, and repeated in larger batches
AGE = 250  # decisions after which they stand at all stages, as bouts do that have long been played
AT_A_TIME = 256  # decisions of a bout in the compiled loop before it is the next one's turn
COMPILE_SECONDS = 60
LARGE = 4096  # bouts, in the lines that show what several threads are worth

__all__ = ["Looped", "Stepped", "bench", "play_bout"]


def bench(game: Game, seconds: float = 3.0, bouts: int = 1024, threads: int = 2, **options: Any) -> list[Figure]:
    """The figures of the environment and the batch.

    Args:
        game: the game.
        seconds: how long each line is measured, in all its turns.
        bouts: the size of the batch.
        threads: how many, in the lines that use several.
        **options: the game's own options.

    Raises:
        ValueError: an option is wrong.
    """
    if not seconds > 0:
        raise ValueError(f"seconds = {seconds}: expected more than 0")
    env = Arena(game, **options)
    stepped, loop = Stepped(game, bouts, options), Looped(game, bouts, options)
    small_step, small_loop = Stepped(game, bouts, options, compact=True), Looped(game, bouts, options, compact=True)
    many, together = (Stepped(game, LARGE, options, count) for count in (1, threads))
    loops_together = Looped(game, bouts, options, threads)
    observed = "observation and mask"
    figures = race(
        [
            Line("raw_env", partial(play_bout, env, random.Random(1).random), f"{observed} at each step"),
            Line("Batch.step from Python", stepped.work, f"{bouts:,} bouts, {observed}"),
            Line("Batch.step, compact", small_step.work, f"{bouts:,} bouts, {observed} in bytes"),
            Line("compiled loop", loop.work, f"{bouts:,} bouts, {observed}"),
            Line("compiled loop, compact", small_loop.work, f"{bouts:,} bouts, {observed} in bytes"),
            Line("compiled loop, masks only", partial(loop.work, observing=False), f"{bouts:,} bouts"),
            Line(f"compiled loop, {threads} threads", loops_together.work, f"{bouts:,} bouts, {observed}"),
            Line("Batch.step, 1 thread", many.work, f"{LARGE:,} bouts, {observed}"),
            Line(f"Batch.step, {threads} threads", together.work, f"{LARGE:,} bouts, {observed}"),
        ],
        seconds,
    )
    figures += race(
        [Line("clone of a bout", loop.clone), Line("Batch.bout from Python", loop.take)], seconds, "a second"
    )
    written = (game.observation_size * loop.batch.observations.itemsize) + loop.batch.masks.shape[1]
    bandwidth = race([Line("copying observations and masks", loop.copy)], seconds, "bytes a second")[0]
    whole = next(figure.value for figure in figures if figure.what == "compiled loop")
    assert bandwidth.value and whole
    floor = bandwidth.value / written
    return [
        *figures,
        Figure("a bout", game.dtype.itemsize, "bytes"),
        Figure("observation and mask", written, "bytes a decision"),
        Figure("copying them", bandwidth.value / 1e9, "GB a second", f"between two sets of arrays of {bouts:,} bouts"),
        Figure("the floor: nothing but writing", floor, "decisions a second"),
        Figure("the compiled loop takes", floor / whole, "times as long"),
    ]


def play_bout(env: Any, draw: Callable[[], float]) -> int:
    """One bout in a PettingZoo AEC environment, reset included; returns its decisions.

    The steps that take finished agents out are not counted. The observations hold a mask.
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


def mixed(game: Game, bouts: int, options: dict[str, Any], threads: int = 1, compact: bool = False) -> Batch:
    """A batch whose bouts stand at all stages."""
    batch, few = Batch(game, bouts, options=options, threads=threads, compact=compact), min(bouts, MIXED)
    shown = batch._floats, batch.masks
    with announced(f"{game.name} in a loop", COMPILE_SECONDS):
        loops.play(batch._slots[:few], batch._house, loops.chance(0), loops.words_for(game), AGE, False, *shown)
    loops.repeat(batch._slots, few)
    slots.show_all(batch._slots, batch._house, *shown, batch.seats)
    return batch


class Parts:
    """The bouts of a batch in as many parts as are worth a thread, each with chance of its own."""

    def __init__(self, game: Game, bouts: int, threads: int) -> None:
        threads = max(1, min(threads, bouts // WORTH_A_THREAD))
        ends = np.linspace(0, bouts, threads + 1).astype(int).tolist()
        self._parts = [(slice(begin, end), loops.chance(begin), loops.words_for(game)) for begin, end in pairwise(ends)]

    def each(self, work: Callable[[slice, Any, Any], None]) -> None:
        """Do `work` for all parts at once."""
        spread(work, self._parts)


class Stepped:
    """A batch that is stepped from Python; the random choices are made by as many threads."""

    def __init__(
        self, game: Game, bouts: int, options: dict[str, Any], threads: int = 1, compact: bool = False
    ) -> None:
        self.batch, self._parts = mixed(game, bouts, options, threads, compact), Parts(game, bouts, threads)
        self._actions = np.zeros(bouts, np.int64)

    def work(self) -> int:
        """A decision in each bout."""
        self._parts.each(self._choose)
        self.batch.step(self._actions)
        return self.batch.bouts

    def _choose(self, rows: slice, generator: Any, words: Any) -> None:
        loops.choose(self.batch.masks[rows], words, generator, self._actions[rows])


class Looped:
    """A batch that plays on by itself."""

    def __init__(
        self, game: Game, bouts: int, options: dict[str, Any], threads: int = 1, compact: bool = False
    ) -> None:
        self.batch, self._parts = mixed(game, bouts, options, compact=compact), Parts(game, bouts, threads)
        self._bouts = slots.rows_of(game.dtype, bouts)
        self._copies = np.zeros_like(self.batch.observations), np.zeros_like(self.batch.masks)

    def work(self, observing: bool = True) -> int:
        """Some decisions in each bout."""
        self._parts.each(partial(self._play, observing))
        return AT_A_TIME * self.batch.bouts

    def clone(self) -> int:
        """A copy of every bout."""
        loops.clone(self.batch._slots, self._bouts)
        return len(self._bouts)

    def take(self) -> int:
        """A copy of every bout, one by one."""
        for slot in range(self.batch.bouts):
            self.batch.bout(slot)
        return self.batch.bouts

    def copy(self) -> int:
        """The observations and masks written once; returns their bytes."""
        for copy, array in zip(self._copies, (self.batch.observations, self.batch.masks), strict=True):
            np.copyto(copy, array)
        return sum(copy.nbytes for copy in self._copies)

    def _play(self, observing: bool, rows: slice, generator: Any, words: Any) -> None:
        batch = self.batch
        shown = batch._floats[rows], batch.masks[rows]
        loops.play(batch._slots[rows], batch._house, generator, words, AT_A_TIME, observing, *shown)
