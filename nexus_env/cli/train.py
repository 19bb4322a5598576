"""`python -m nexus_env train`: train an agent by self-play from one config file."""

import argparse
import sys
from pathlib import Path
from typing import Any

from nexus_env.cli.arguments import COUNT, add_ray
from nexus_env.players.agents_by_name import refuse_missing
from nexus_env.system.visible import legible
from nexus_env.system.wording import InputError

MEANING = "train an agent by self-play from one config file"
EXAMPLES = """
  train configs/nexus/duel.toml                    run the experiment, or resume it if it was interrupted
  train nexus/duel --minutes 4 --folder runs/short    a config that comes with the package
  train configs/nexus/duel.toml --set seed=7 --set learner.bouts=512 --folder runs/seven
  train configs/nexus/duel.toml --clone mine:agent --folder runs/clone    imitate another agent
  train configs/nexus/duel.toml --tune 30 --minutes 3 --folder runs/tuning
  train configs/nexus/duel.toml --ray              workers and a learner on a local Ray cluster
  train configs/nexus/duel.toml --check            only validate the file
"""
CONFIGS = Path(__file__).parents[1] / "configs"  # they come with the package
NEEDED = ("filelock", "onnx", "onnxruntime", "rich", "sb3_contrib", "tensorboard", "torch")


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    parser.add_argument("config", type=config_at, help="the experiment, a TOML file")
    parser.add_argument(
        "--folder", type=Path, help="the folder of the run (default: runs/NAME, with the name of the config)"
    )
    parser.add_argument(
        "--minutes", type=float, help="stop learning after this many minutes, 0 for no limit; sets learner.minutes"
    )
    parser.add_argument(
        "--clone",
        metavar="SOURCE",
        help="imitate this agent, or the players of this folder of transcripts; sets clone.source",
    )
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="override a key; repeatable")
    parser.add_argument("--tune", type=COUNT, default=0, metavar="N", help="try N runs with values from [tune]")
    parser.add_argument("--fresh", action="store_true", help="discard the run in the folder and start over")
    parser.add_argument("--check", action="store_true", help="only validate the config")
    add_ray(parser, "run on", "cluster")


def config_at(word: str) -> Path:
    """The config at a path; if there is no such file, the one of the package that is called so."""
    path = Path(word)
    if path.exists():
        return path
    parts = path.parts[1:] if path.parts[:1] == ("configs",) else path.parts
    own = CONFIGS.joinpath(*parts).with_suffix(".toml")
    return own if parts and own.is_file() else path


def run(arguments: argparse.Namespace) -> int:
    """Read the experiment and run it, in a folder that nobody else works in meanwhile."""
    refuse_missing("train", NEEDED)
    try:
        _carry_out(arguments)
    except KeyboardInterrupt:
        print("\nStopped. The same command resumes from the last checkpoint, if there is one.", file=sys.stderr)
        raise
    return 0


def _carry_out(arguments: argparse.Namespace) -> None:
    from nexus_env.agents.learning.experiment import read_experiment
    from nexus_env.agents.learning.run_folder import hold_folder, open_folder
    from nexus_env.agents.learning.running import Run, check_names, new_console, refuse_for_cluster
    from nexus_env.agents.learning.tuning import TuningPlan, tune
    from nexus_env.kit.options import Source
    from nexus_env.system.cluster import on_ray

    # Read and check the config; with --check that is all.
    overrides = _overrides(arguments)
    experiment, game = read_experiment(arguments.config, overrides)
    source = Source(str(arguments.config), overrides)
    check_names(experiment, game, source)
    if arguments.check:
        print(legible(f"{arguments.config} is valid."))
        return

    # Learn, or tune, in a folder that no other process uses.
    folder = arguments.folder or Path("runs", arguments.config.stem)
    run = Run(experiment, game, folder)
    with hold_folder(folder):
        if arguments.tune:
            plan = TuningPlan(arguments.config, overrides, experiment, game)
            tune(plan, folder, arguments.tune, arguments.fresh, new_console())
        elif arguments.cluster is not None:
            refuse_for_cluster(experiment, source)
            with on_ray(arguments.cluster) as cpus:
                open_folder(folder, experiment, arguments.fresh)
                run.learn_on_cluster(cpus)
        else:
            open_folder(folder, experiment, arguments.fresh)
            (run.clone if experiment.clone.source else run.learn)()


def _overrides(arguments: argparse.Namespace) -> tuple[str, ...]:
    """The keys that the command line overrides, as KEY=VALUE.

    Raises:
        ValueError: options that do not go together.
    """
    if arguments.cluster is not None and (arguments.tune or arguments.clone is not None):
        raise InputError("--ray: got --tune or --clone with it; expected a run that learns from bouts of its own.")
    found = list(arguments.set)
    if arguments.minutes is not None:
        found.append(f"learner.minutes={arguments.minutes}")
    if arguments.clone is not None:
        found.append(f"clone.source={arguments.clone}")
    return tuple(found)
