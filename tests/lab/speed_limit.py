"""Where training time goes, compared with the learner's ceiling: the same learner on bouts that cost nothing.

The ceiling replays one recorded rollout again and again, so the learner's work is the same. The two alternate, rollout
by rollout, so other work on the machine slows both equally.
"""

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from rich import box
from rich.table import Table
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from stable_baselines3.common.vec_env import VecEnv, VecEnvWrapper

from nexus_env.agents.agent import AgentError
from nexus_env.agents.learning.experiment import Experiment, read_experiment
from nexus_env.agents.learning.learner import Training
from nexus_env.agents.learning.run_folder import RunError
from nexus_env.agents.report import RunProgress
from nexus_env.cli.arguments import at_least
from nexus_env.contract.game import Game
from nexus_env.kit.options import OptionsError
from nexus_env.reports.console import PlainConsole
from nexus_env.system.argument_parser import Parser
from nexus_env.system.wording import one_line

WARM = 8  # warm-up rollouts: they compile everything and desynchronize the bouts
PARTS = {
    "environment": "environment: the learner's own moves",
    "opponents": "opponents: their networks and moves",
    "choice": "the learner's choices",
    "rest": "the library's buffer and loops, snapshots",
    "update": "update",
    "whole": "all",
}
EXAMPLES = """examples:
  python tests/lab/speed_limit.py configs/nexus/duel.toml
  python tests/lab/speed_limit.py configs/nexus/duel.toml --rollouts 40 --set learner.hidden=[128,128]
"""
Seconds = defaultdict[str, float]


class Recorded(VecEnvWrapper):
    """An environment that only replays the observations, masks and rewards of one rollout."""

    def __init__(self, env: VecEnv, buffer: MaskableRolloutBuffer) -> None:
        """Replay what `buffer` holds of `env`."""
        super().__init__(env)
        recorded = buffer.observations, buffer.action_masks, buffer.rewards
        self._observations, self._masks, self._rewards = (array.copy() for array in recorded)  # the buffer is reused
        self._at, self._ended = 0, np.zeros(env.num_envs, np.bool_)

    def reset(self) -> Any:
        """The first observations."""
        return self._observations[0]

    def step_async(self, actions: Any) -> None:
        """Advance, whatever the actions."""
        self._at = (self._at + 1) % len(self._rewards)

    def step_wait(self) -> Any:
        """Return the next step; no bout ends."""
        return self._observations[self._at], self._rewards[self._at], self._ended, [{} for _ in self._ended]

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **keywords: Any) -> list[Any]:
        """The masks, the only method that the learner calls."""
        return list(self._masks[self._at])


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print the table; report errors in one sentence."""
    arguments = read_arguments(words)
    try:
        experiment, game = read_experiment(arguments.config, arguments.set)
        with RunProgress(PlainConsole(stderr=True)) as watch:
            ours, ceiling = measure(experiment, game, arguments.rollouts, watch)
    except (OptionsError, AgentError, RunError) as error:
        print(one_line(error), file=sys.stderr)
        return 2
    decisions = arguments.rollouts * experiment.learner.bouts * experiment.learner.n_steps
    PlainConsole().print(table(ours, ceiling, decisions))
    return 0


def unmoved(experiment: Experiment) -> Experiment:
    """The experiment without an end and without changes of weights."""
    learner = replace(experiment.learner, learning_rate=0.0, final_learning_rate=0.0)
    return replace(experiment, learner=replace(learner, steps=sys.maxsize, minutes=0.0))


def measure(experiment: Experiment, game: Game, rollouts: int, watch: RunProgress) -> tuple[Seconds, Seconds]:
    """The seconds of each part of some rollouts and updates: of real training, and of its ceiling.

    The weights stay unchanged: nothing can be learned from bouts that do not react.
    """
    spent, totals = Seconds(float), (Seconds(float), Seconds(float))
    with TemporaryDirectory() as folder:
        training = Training(unmoved(experiment), game, Path(folder))
        model, env = training.model, training.env
        decisions = model.n_steps * model.n_envs
        model.learn(WARM * decisions)
        envs = (env, Recorded(env, model.rollout_buffer))
        _clock(spent, "choice", model.policy, "forward")
        _clock(spent, "environment", env, "step")
        _clock(spent, "environment", env, "env_method")
        _clock(spent, "opponents", training.seats.batch, "play_on")
        _clock(spent, "update", model, "train")
        _clock(spent, "whole", model, "learn")
        for turn in range(rollouts):
            for model.env, total in zip(envs, totals, strict=True):
                spent.clear()
                model.learn(decisions, reset_num_timesteps=False)
                for part, seconds in spent.items():
                    total[part] += seconds
            watch.show((turn + 1) / rollouts, f"{turn + 1} of {rollouts} rollouts")
    for total in totals:
        total["environment"] -= total["opponents"]  # opponents play within its steps
        total["rest"] = 2 * total["whole"] - sum(total.values())
    return totals


def table(ours: Seconds, ceiling: Seconds, decisions: int) -> Table:
    """Each part for `decisions` decisions of the learner."""
    speeds = [decisions / total["whole"] for total in (ours, ceiling)]
    share = f"{speeds[0] / speeds[1]:.0%} of its ceiling of {speeds[1]:,.0f}"
    title = f"{speeds[0]:,.0f} decisions of the learner a second, {share}"
    found = Table(title=title, caption="microseconds a decision", box=box.SIMPLE_HEAD)
    for column in ("", "learning", "%", "ceiling"):
        found.add_column(column, justify="right" if column else "left", no_wrap=True)
    for part, name in PARTS.items():
        each = [f"{1e6 * total[part] / decisions:.1f}" for total in (ours, ceiling)]
        found.add_row(name, each[0], f"{100 * ours[part] / ours['whole']:.1f}", each[1])
    return found


def read_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = new_parser("speed_limit", __doc__, EXAMPLES)
    parser.add_argument(
        "--rollouts", type=at_least(1), default=20, help="rollouts to measure, with their updates (default 20)"
    )
    return parser.parse_args(words)


def new_parser(module: str, meaning: str | None, examples: str) -> argparse.ArgumentParser:
    """A command line with an experiment and overrides."""
    parser = Parser(
        prog=f"python -m {module}",
        description=meaning,
        epilog=examples,
    )
    parser.add_argument("config", type=Path, help="the experiment, a TOML file")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="override a key; repeatable")
    return parser


def _clock(spent: Seconds, part: str, owner: Any, name: str) -> None:
    """From now on, add the seconds of each call of a method of `owner` to a part."""
    method = getattr(owner, name)

    def clocked(*arguments: Any, **keywords: Any) -> Any:
        began = time.perf_counter()
        result = method(*arguments, **keywords)
        spent[part] += time.perf_counter() - began
        return result

    setattr(owner, name, clocked)


if __name__ == "__main__":
    sys.exit(main())
