"""`python -m nexus_env bench`: measure speed, print it and write the requested files."""

import argparse
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from nexus_env.cli.arguments import PROCESSES, SECONDS, add_game, add_seats, within
from nexus_env.cli.game_of_file import follow_up
from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.system.files import check_folder, write_whole
from nexus_env.system.wording import InputError
from nexus_env.tools.bench import bench, peers
from nexus_env.tools.bench.figures import PACKAGES, Figure, as_json, machine, table, versions
from nexus_env.tools.bench.pairs import beside, table_of_two
from nexus_env.tools.bench.scale import check_plot, scale, svg

MOST_BOUTS = 2**24  # far more than any memory can hold
MEANING = "measure decisions per second of random legal play"
EXAMPLES = """
  bench                              decisions per second, with one thread and with two threads
  bench --json bench.json --seats 4  also write the figures as JSON
  bench --compare                    against other libraries' games, on one core
  bench --game aristeia --beside nexus   two games in alternation, with a ratio per line
  bench --scale docs/speed.svg       from 1 to 65,536 bouts, as a table and a plot
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    add_game(parser)
    parser.add_argument("--seconds", type=SECONDS, default=3.0, help="seconds per line (default 3)")
    parser.add_argument(
        "--bouts", type=within(1, MOST_BOUTS), default=1024, help="batch size (default 1024); not with --scale"
    )
    parser.add_argument("--threads", type=PROCESSES, default=2, help="threads of the multi-threaded lines (default 2)")
    add_seats(parser)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures as JSON")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--compare", action="store_true", help="measure installed peer libraries instead")
    instead.add_argument(
        "--beside", metavar="NAME", help="measure in alternation with another game instead, and print ratios"
    )
    instead.add_argument(
        "--scale",
        type=Path,
        metavar="FILE",
        help="measure 1 to 65,536 bouts instead, and plot them as SVG; needs 5 GB of memory",
    )


@dataclass(frozen=True)
class BenchWish:
    """The measurements to make; each field is the command's option of the same name."""

    seconds: float = 3.0
    bouts: int = 1024
    threads: int = 2
    seats: int = 2
    json: Path | None = None
    compare: bool = False
    beside: str | None = None
    scale: Path | None = None

    def command(self, game: Game) -> str:
        """The command line for the same measurement."""
        kind = ["--compare"] if self.compare else ["--scale", self.scale] if self.scale else []
        kind += ["--beside", self.beside] if self.beside else []
        sizes = f"--seconds {self.seconds:g} --bouts {self.bouts} --threads {self.threads} --seats {self.seats}"
        return follow_up(f"bench {sizes}", *kind, game=game)


def run(arguments: argparse.Namespace) -> int:
    """Print the figures of the environment and the batch, or those of peers or sizes beside them."""
    wish = BenchWish(**{field.name: getattr(arguments, field.name) for field in fields(BenchWish)})
    measure(registry.find(arguments.game, "--game"), wish)
    return 0


def measure(game: Game, wish: BenchWish) -> None:
    """Measure and print; write the files.

    Raises:
        ValueError: an option is wrong, memory is too small, or a package is missing.
        OSError: a file cannot be written.
    """
    if wish.json and (wish.json.is_dir() or not wish.json.absolute().parent.is_dir()):
        raise InputError(f"--json: got {wish.json}; expected a file in an existing folder.")
    other = _other(game, wish.beside)
    for each in filter(None, (game, other)):
        each.read_options(seats=wish.seats)
    if wish.scale:
        check_plot(wish.scale)
    for path in filter(None, (wish.scale, wish.json)):
        check_folder(path.absolute().parent)

    # Name the machine and the versions.
    packages = (*PACKAGES, *peers.PACKAGES) if wish.compare else PACKAGES
    facts = [f"{name} {version}" for name, version in versions(packages).items()]
    print(", ".join(map(str, machine().values())), ", ".join(facts), "", sep="\n")

    # Measure.
    try:
        tables = _measured(game, other, wish)
    except MemoryError as error:
        raise InputError(
            f"bench: got too many bouts for the memory of this machine ({error}); expected fewer --bouts."
        ) from error

    # Print the tables, and write the files.
    if other:
        print(table_of_two(tables), end="\n\n")
    else:
        for title, figures in tables.items():
            print((peers.table if wish.compare else table)(title, figures), end="\n\n")
    if wish.scale:
        write_whole(wish.scale, svg(tables))
    if wish.json:
        write_whole(wish.json, as_json(wish.command(game), tables, packages))


def _measured(game: Game, other: Game | None, wish: BenchWish) -> dict[str, list[Figure]]:
    """The figures, by table title."""
    if wish.compare:
        return peers.compare(game, wish.seconds, wish.bouts, seats=wish.seats)
    if other:
        return beside(game, other, wish.seconds, wish.bouts, seats=wish.seats)
    if wish.scale:
        return scale(game, wish.seconds, wish.threads, seats=wish.seats)
    title = f"{game.name}, {wish.seats} seats, random legal play, resets included"
    return {title: bench(game, wish.seconds, wish.bouts, wish.threads, seats=wish.seats)}


def _other(game: Game, name: str | None) -> Game | None:
    """The game of `--beside`, if there is one."""
    if name is None:
        return None
    other = registry.find(name, "--beside")
    if other.name == game.name:
        raise InputError(f"--beside: got {other.name!r}, the same game; expected another one.")
    return other
