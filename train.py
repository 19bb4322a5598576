"""Train an agent by self-play from one config file: `python train.py configs/nexus/duel.toml`."""

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from os.path import isdir
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from nexus_env.agents.advice import Advisors
from nexus_env.agents.agent import AgentError
from nexus_env.agents.loading import load
from nexus_env.agents.learning.experiment import Experiment, read_experiment
from nexus_env.agents.learning.league import load_guest, read_target
from nexus_env.agents.report import Watch, score_table
from nexus_env.agents.learning.run_folder import RunError, hold_folder, open_folder, write_card
from nexus_env.agents.learning.tuning import Plan, tune
from nexus_env.agents.locking import BusyError
from nexus_env.agents.weights import Snapshot, read_start
from nexus_env.cli.arguments import add_ray
from nexus_env.contract.game import Game
from nexus_env.kit.options import OptionsError, Source
from nexus_env.players.agents_by_name import refuse_seats
from nexus_env.reports.console import PlainConsole
from nexus_env.system.argument_parser import Parser
from nexus_env.system.cluster import ClusterError, on_ray
from nexus_env.system.processes import status_of, terminable
from nexus_env.system.visible import legible
from nexus_env.system.wording import one_line
from nexus_env.text.transcript import stock_of

LINE = 100  # characters, where there is no terminal
EXAMPLES = """examples:
  python train.py configs/nexus/duel.toml                    run the experiment, or resume it if it was interrupted
  python train.py configs/nexus/duel.toml --minutes 4 --folder runs/short
  python train.py configs/nexus/duel.toml --set seed=7 --set learner.bouts=512 --folder runs/seven
  python train.py configs/nexus/duel.toml --clone mine:agent --folder runs/clone    imitate another agent
  python train.py configs/nexus/duel.toml --tune 30 --minutes 3 --folder runs/tuning
  python train.py configs/nexus/duel.toml --ray              workers and a learner on a local Ray cluster
  python train.py configs/nexus/duel.toml --check            only validate the file
"""


def main(words: Sequence[str] | None = None) -> int:
    """Read the experiment, run it, and tell mistakes in one sentence."""
    arguments = read_arguments(words)
    sys.path.append(str(Path.cwd()))  # where an agent of one's own may lie
    try:
        with terminable():
            carry_out(arguments)
    except (OptionsError, AgentError, RunError, BusyError, ClusterError, OSError) as error:
        print(one_line(error), file=sys.stderr)
        return 2
    except KeyboardInterrupt as stop:
        print("\nStopped. The same command resumes from the last checkpoint, if there is one.", file=sys.stderr)
        return status_of(stop)
    return 0


def carry_out(arguments: argparse.Namespace) -> None:
    """What the command line says, in a folder that nobody else works in meanwhile."""
    experiment, game = read_experiment(arguments.config, arguments.set)
    overrides = tuple(arguments.set)
    check_names(experiment, game, Source(str(arguments.config), overrides))
    if arguments.check:
        print(legible(f"{arguments.config} is valid."))
        return
    folder = arguments.folder or Path("runs", arguments.config.stem)
    with hold_folder(folder):
        if arguments.tune:
            plan = Plan(arguments.config, overrides, experiment, game)
            tune(plan, folder, arguments.tune, arguments.fresh, new_console())
            return
        if arguments.ray is not None:
            run_on_ray(experiment, game, folder, arguments)
            return
        open_folder(folder, experiment, arguments.fresh)
        (clone if experiment.clone.source else run)(experiment, game, folder)


def check_names(experiment: Experiment, game: Game, source: Source) -> None:
    """Raise an `OptionsError` unless every agent and network that the experiment names can be had."""
    league, start, clones = experiment.league, experiment.learner.start, experiment.clone
    agents = {f"rating.against[{place}]": name for place, name in enumerate(experiment.rating.against)}
    models = {"clone.source": clones.source, "clone.begin": clones.begin}
    agents |= {key: model for key, model in models.items() if model and not isdir(model)}
    seats = int(game.read_options(**experiment.rules)["seats"][0])
    checks: dict[str, Callable[[], Any]] = {key: partial(load_for, name, game, seats) for key, name in agents.items()}
    for place, name in enumerate(experiment.learner.advisors):
        checks[f"learner.advisors[{place}]"] = partial(Advisors, (name,), game)
    for place, name in enumerate(league.anchors):
        checks[f"league.anchors[{place}]"] = partial(load_for, name, game, seats, trained_against=True)
    if start:
        shape = experiment.learner.hidden, experiment.learner.advisors
        checks["learner.start"] = partial(read_start, Path(start), game, *shape)
    if league.against:
        target = league.against
        checks["league.against"] = (
            partial(read_target, target, game)
            if isdir(target)
            else partial(load_for, target, game, seats, trained_against=True)
        )
    for key, check in checks.items():
        try:
            check()
        except ValueError as error:
            raise OptionsError(f"{source.where(key)}: {error}") from error


def load_for(name: str, game: Game, seats: int, trained_against: bool = False) -> None:
    """Raise a `ValueError` unless there is an agent called `name` that plays with so many seats.

    Args:
        name: as `load` takes it.
        game: what it must play.
        seats: of each bout.
        trained_against: whether it must be as fast as training is.
    """
    refuse_seats(name, load_guest(name, game) if trained_against else load(name, game), game, seats)


def run(experiment: Experiment, game: Game, folder: Path) -> None:
    """Learn, export the agent, rate it, report."""
    from nexus_env.agents.learning.cloning import begun  # torch is imported only now, when the experiment is known to be right
    from nexus_env.agents.learning.learner import Training

    console = new_console()
    with Watch(console) as watch:
        training = Training(begun(experiment, game, folder, watch), game, folder)
        training.learn(watch)
    rows = training.seats.observations, training.seats.masks
    conclude(experiment, game, folder, training.model.policy, rows, training, console)


def run_on_ray(experiment: Experiment, game: Game, folder: Path, arguments: argparse.Namespace) -> None:
    """Learn, export, rate and report, as `run` does, with workers and learners on a cluster.

    Raises:
        OptionsError: the config asks for what a cluster does not do.
        ClusterError: Ray is not installed, or no cluster is there.
    """
    source, learner = Source(str(arguments.config), tuple(arguments.set)), experiment.learner
    if learner.precision != "float32":
        source.fail("learner.precision", f'the text "{learner.precision}"', '"float32" for --ray')
    if learner.advisors:
        source.fail("learner.advisors", f"{len(learner.advisors)} names", "none for --ray")
    with on_ray(arguments.ray) as cpus:
        from nexus_env.agents.learning.cloning import begun
        from nexus_env.agents.learning.cluster.training import ClusterTraining

        open_folder(folder, experiment, arguments.fresh)
        console = new_console()
        with Watch(console) as watch:
            training = ClusterTraining(begun(experiment, game, folder, watch), game, folder, cpus)
            training.learn(watch)
    conclude(experiment, game, folder, training.policy, training.rows(), training, console)


def conclude(
    experiment: Experiment,
    game: Game,
    folder: Path,
    policy: Any,
    rows: tuple[NDArray[np.float32], NDArray[np.bool_]],
    training: Any,
    console: Console,
) -> None:
    """Export the agent that `training` has made, rate it, report; see `finish`."""
    from nexus_env.agents.learning.export import export
    from nexus_env.agents.learning.network import load_weights

    begin = "" if experiment.learner.start else experiment.clone.begin
    facts = {"how": f"trained by self-play{begin and f', beginning as a clone of {begin}'}", **training.facts()}
    finish(experiment, game, folder, policy, rows, facts, console)
    if experiment.league.trial:
        load_weights(policy, training.pool.champion_weights())
        path = folder / "champion.onnx"
        difference = export(policy, game, path, *rows)
        facts["how"] += "; the champion of its league"
        write_card(path, experiment, [], card_of(experiment, game, folder, facts, difference))


def clone(experiment: Experiment, game: Game, folder: Path) -> None:
    """Learn to play as somebody else, export the agent, rate it, report."""
    from nexus_env.agents.learning import cloning

    console, source, start = new_console(), experiment.clone.source, experiment.learner.start
    with Watch(console, f"cloning {source}") as watch:
        cloned = cloning.clone(experiment, game, source, watch)
    console.print(f"{cloned}.")
    finish(
        experiment,
        game,
        folder,
        cloned.policy,
        cloned.rows,
        {"how": f"cloned from {source}{f', starting from {start}' if start else ''}", **cloned.facts()},
        console,
    )


def finish(
    experiment: Experiment,
    game: Game,
    folder: Path,
    policy: Any,
    rows: tuple[NDArray[np.float32], NDArray[np.bool_]],
    facts: dict[str, Any],
    console: Console,
) -> None:
    """Export the agent of a run, rate it, leave a card beside it, and print how it plays.

    Args:
        experiment: that of the run.
        game: its game.
        folder: where the agent is left.
        policy: the network that has learned.
        rows: observations and masks on which the exported agent is compared with it.
        facts: what else the card says.
        console: where the table goes.
    """
    from nexus_env.agents.learning.export import export
    from nexus_env.agents.rate import rate

    path = folder / "agent.onnx"
    difference = export(policy.cpu(), game, path, *rows, experiment.learner.advisors)
    agent, bouts, seed = load(str(path), game), experiment.rating.bouts, experiment.seed + 1
    rivals = {name: load(name, game) for name in experiment.rating.against}
    if target := experiment.league.against:
        _, weights = read_target(target, game)
        rivals[target] = Snapshot(weights, drawing=True) if weights else load(target, game)
    scores = [rate(game, agent, rival, name, bouts, seed, experiment.rules) for name, rival in rivals.items()]
    write_card(path, experiment, scores, card_of(experiment, game, folder, facts, difference))
    console.print(score_table(f"{path} after {facts['steps']:,} decisions", scores))


def card_of(
    experiment: Experiment, game: Game, folder: Path, facts: dict[str, Any], difference: float
) -> dict[str, Any]:
    """What the card of an agent says beside its scores; `difference` is the largest one of the ONNX file from torch."""
    from nexus_env.agents.learning.export import versions

    return {
        "name": folder.name,
        "stamps": game.stamps,
        "stock": stock_of(game, experiment.rules),
        "seed": experiment.seed,
        "threads": experiment.threads,
        "versions": versions(),
        "onnx_difference": difference,
        **facts,
    }


def new_console() -> Console:
    """Where results are told."""
    return PlainConsole(width=None if sys.stdout.isatty() else LINE)


def read_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = Parser(description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("config", type=Path, help="the experiment, a TOML file")
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
    parser.add_argument("--tune", type=int, default=0, metavar="N", help="try N runs with values from [tune]")
    parser.add_argument("--fresh", action="store_true", help="discard the run in the folder and start over")
    parser.add_argument("--check", action="store_true", help="only validate the config")
    add_ray(parser, "run on")
    arguments = parser.parse_args(words)
    if arguments.minutes is not None:
        arguments.set.append(f"learner.minutes={arguments.minutes}")
    if arguments.tune < 0:
        parser.error(f"--tune: got {arguments.tune}; expected at least 1")
    if arguments.ray is not None and (arguments.tune or arguments.clone is not None):
        parser.error("--ray: got --tune or --clone with it; expected a run that learns from bouts of its own")
    if arguments.clone is not None:
        arguments.set.append(f"clone.source={arguments.clone}")
    return arguments


if __name__ == "__main__":
    sys.exit(main())
