"""Measure the installed package, whatever its version, through public functions only.

Started by `nexus_env.tools.bench.commits`. It prints the location of the package. Then it reads a number of seconds
from each line of standard input, measures for that long, and prints a line of JSON: decisions per second by name.
"""

import json
import sys
import time
from typing import Any

import numpy as np

import nexus_env

BOUTS = 1024
MIX = 250  # decisions in each bout before the measurement
SAME: dict[str, Any] = {"reward": "outcome", "shaping": 0.0}  # the defaults have changed, and pay more or less often


def main() -> None:
    """Measure until the input ends."""
    env, batch, rng = nexus_env.raw_env(**SAME), nexus_env.batch(BOUTS, **SAME), np.random.default_rng(1)
    for _ in range(MIX):
        _step(batch, rng)
    _play(env, rng, 0)
    print(nexus_env.__file__, flush=True)
    for line in sys.stdin:
        seconds = float(line) / 2
        rates = {"raw_env": _play(env, rng, seconds), "Batch.step alone": _steps(batch, rng, seconds)}
        print(json.dumps(rates), flush=True)


def _play(env: Any, rng: np.random.Generator, seconds: float) -> float:
    """Play whole bouts of random legal play, resets included."""
    decisions, began = 0, time.perf_counter()
    while True:
        env.reset(seed=int(rng.integers(2**32)))
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[int(rng.random() * len(legal))])
            decisions += 1
        took = time.perf_counter() - began
        if took >= seconds:
            return decisions / took


def _steps(batch: Any, rng: np.random.Generator, seconds: float) -> float:
    """Step all bouts; the random choice is not measured."""
    decisions, took = 0, 0.0
    while took < seconds:
        took += _step(batch, rng)
        decisions += BOUTS
    return decisions / took


def _step(batch: Any, rng: np.random.Generator) -> float:
    """Make one decision in each bout; returns the seconds of the step itself."""
    actions = ((1 - rng.random(batch.masks.shape, np.float32)) * batch.masks).argmax(axis=1)  # never 0 where legal
    began = time.perf_counter()
    batch.step(actions)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
