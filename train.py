"""Train an agent by self-play, as one file says: `python train.py configs/nexus/duel.toml`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from agents.agent import AgentError, load
from agents.experiment import Experiment, read_experiment
from agents.report import Watch, score_table
from agents.run import RunError, open_folder, write_card
from agents.weights import read_weights
from nexus_env.contract import Game
from nexus_env.options import OptionsError, Source
from nexus_env.transcript import stock_of

LINE = 100  # characters, where there is no terminal
EXAMPLES = """examples:
  python train.py configs/nexus/duel.toml                    the whole run, or what is left of it after an interruption
  python train.py configs/nexus/duel.toml --minutes 4 --folder runs/short
  python train.py configs/nexus/duel.toml --set seed=7 --set learner.bouts=512 --folder runs/seven
  python train.py configs/nexus/duel.toml --check            is the file right?
"""


def main(words: Sequence[str] | None = None) -> int:
    """Read the experiment, run it, and tell mistakes in one sentence."""
    arguments = read_arguments(words)
    sys.path.append(str(Path.cwd()))  # where an agent of one's own may lie
    try:
        experiment, game = read_experiment(arguments.config, arguments.set)
        source = Source(str(arguments.config), tuple(arguments.set))
        check_rivals(experiment, game, source)
        check_start(experiment, game, source)
        if arguments.check:
            print(f"{arguments.config} is right.")
            return 0
        folder = arguments.folder or Path("runs", arguments.config.stem)
        open_folder(folder, experiment, arguments.fresh)
        run(experiment, game, folder)
    except (OptionsError, AgentError, RunError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from the last checkpoint.", file=sys.stderr)
        return 130
    return 0


def check_rivals(experiment: Experiment, game: Game, source: Source) -> None:
    """Raise an `OptionsError` unless every rival of the rating can be had."""
    for place, rival in enumerate(experiment.rating.against):
        try:
            load(rival, game)
        except AgentError as error:
            raise OptionsError(f"{source.where(f'rating.against[{place}]')}: {error}") from error


def check_start(experiment: Experiment, game: Game, source: Source) -> None:
    """Raise an `OptionsError` unless the network that learning starts with can be had."""
    learner = experiment.learner
    try:
        if learner.start:
            read_weights(Path(learner.start), game, learner.hidden)
    except AgentError as error:
        raise OptionsError(f"{source.where('learner.start', 'learner.hidden')}: {error}") from error


def run(experiment: Experiment, game: Game, folder: Path) -> None:
    """Learn, export the agent, rate it, report."""
    from agents.export import export, versions  # torch is imported only now, when the experiment is known to be right
    from agents.learner import Training
    from agents.rating import rate

    console = Console(width=None if sys.stdout.isatty() else LINE)
    training = Training(experiment, game, folder)
    with Watch(console) as watch:
        training.learn(watch)

    path = folder / "agent.onnx"
    difference = export(training.model.policy.cpu(), game, path, training.seats.observations, training.seats.masks)

    agent, rating = load(str(path), game), experiment.rating
    scores = [
        rate(game, agent, load(rival, game), rival, rating.bouts, experiment.seed + 1, experiment.rules)
        for rival in rating.against
    ]
    facts = {
        "name": folder.name,
        "stamps": game.stamps,
        "stock": stock_of(game, experiment.rules),
        "seed": experiment.seed,
        "threads": experiment.threads,
        "versions": versions(),
        "onnx_difference": difference,
        **training.facts(),
    }
    write_card(path, experiment, scores, facts)
    console.print(score_table(f"{path} after {training.model.num_timesteps:,} decisions", scores))


def read_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("config", type=Path, help="the experiment, a TOML file")
    parser.add_argument("--folder", type=Path, help="where the run is kept (default: runs/ and the name of the config)")
    parser.add_argument("--minutes", type=float, help="learn no longer than this, as learner.minutes")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="another value for a key")
    parser.add_argument("--fresh", action="store_true", help="forget the run that the folder holds and begin anew")
    parser.add_argument("--check", action="store_true", help="only say whether the config is right")
    arguments = parser.parse_args(words)
    if arguments.minutes is not None:
        arguments.set.append(f"learner.minutes={arguments.minutes}")
    return arguments


if __name__ == "__main__":
    sys.exit(main())
