"""How fast the environment and the batch are, beside PettingZoo's own board games measured in the same run."""

import random
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from nexus_env import slots
from nexus_env.batch import Batch
from nexus_env.contract import Game
from nexus_env.env import Arena
from nexus_env.machine.compiled import compiled
from nexus_env.tabletop.dice import Generator, draw_below

PEERS = (("connect four", "connect_four"), ("tic-tac-toe", "tictactoe"))
Measured = tuple[str, float | None, str]  # what, how many a second, a remark


def bench(game: Game, seconds: float = 3.0, bouts: int = 1024, **options: Any) -> str:
    """A small table of decisions a second on one core: random legal play, resets included.

    Args:
        game: the game.
        seconds: how long each line is measured.
        bouts: the size of the batch.
        **options: the game's own options.
    """
    if not seconds > 0:
        raise ValueError(f"seconds = {seconds}: expected more than 0")
    remark = f"{bouts} bouts, random choice included"
    lines = [
        ("raw_env", steps_a_second(Arena(game, **options), seconds), "observation, mask and info at each step"),
        *(_peer(name, module, seconds) for name, module in PEERS),
        ("batch, step() from Python", _stepped(game, seconds, bouts, options), remark),
        ("batch, compiled loop", _looped(game, seconds, bouts, options), remark),
    ]
    return table(game.name, lines)


def table(title: str, lines: list[Measured]) -> str:
    """The figures as text; the ratio is that of the first line to each."""
    first = lines[0][1] or 0.0
    rows = [f"{title + ': decisions a second':<32}{'':>12}{'raw_env is':>12}"]
    for what, rate, remark in lines:
        figures = f"{'-':>12}{'-':>12}" if rate is None else f"{rate:>12,.0f}{first / rate:>11.2f}x"
        rows.append(f"{what:<32}{figures}  {remark}")
    return "\n".join(rows)


def steps_a_second(env: Any, seconds: float) -> float:
    """Decisions a second of random legal play in a PettingZoo AEC environment whose observations hold a mask."""
    draw: Callable[[], float] = random.Random(1).random
    _play_one(env, draw)  # warm
    decisions, began = 0, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        decisions += _play_one(env, draw)
    return decisions / took


def _play_one(env: Any, draw: Callable[[], float]) -> int:
    """One bout, reset included; returns its decisions. The steps that take finished agents out are not counted."""
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


def _peer(name: str, module: str, seconds: float) -> Measured:
    """One of PettingZoo's own games."""
    try:
        peer = import_module(f"pettingzoo.classic.{module}.{module}")
    except ImportError:
        return f"PettingZoo {name}", None, "needs pygame, which is not installed"
    return f"PettingZoo {name}", steps_a_second(peer.raw_env(), seconds), "its raw_env, in this run"


def _stepped(game: Game, seconds: float, bouts: int, options: dict[str, Any]) -> float:
    """Decisions a second through `Batch.step`."""
    batch, rng = Batch(game, bouts, options=options), np.random.default_rng(1)
    draws = np.empty(batch.masks.shape, np.float32)
    steps, began = 0, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        rng.random(out=draws, dtype=np.float32)
        batch.step((draws * batch.masks).argmax(axis=1))
        steps += 1
    return steps * bouts / took


def _looped(game: Game, seconds: float, bouts: int, options: dict[str, Any]) -> float:
    """Decisions a second without Python between them; observation and mask are written at each."""
    batch, generator = Batch(game, bouts, options=options), slots.rows_of(Generator.dtype, 1)
    generator["b"] = generator["counter"] = 1
    _play_at_random(batch._slots, batch._house, generator, 1, batch.observations, batch.masks)
    steps, began = 0, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        _play_at_random(batch._slots, batch._house, generator, 10, batch.observations, batch.masks)
        steps += 10
    return steps * bouts / took


@compiled
def _play_at_random(rows: Any, house: Any, generator: Any, steps: int, observations: Any, masks: Any) -> None:
    """A number of random legal decisions in every slot, bout by bout so that each stays in the processor's cache."""
    for i in range(rows.shape[0]):
        for _ in range(steps):
            slot = rows[i]
            slots.advance(slot, house[0], _any_action(slot.mask, generator[0]))
            if slot.bout.table.request.seat < 0:
                slots.deal(slot, house[0])
            slots.show(slot, house[0], observations[i], masks[i])


@compiled
def _any_action(mask: Any, generator: Any) -> int:
    """A random legal action."""
    legal = 0
    for action in range(mask.shape[0]):
        legal += mask[action]
    chosen = draw_below(generator, legal)
    for action in range(mask.shape[0]):
        if mask[action]:
            if chosen == 0:
                return action
            chosen -= 1
    return 0
