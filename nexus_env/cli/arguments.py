"""Arguments and argument types that several commands share."""

import argparse
import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from ipaddress import ip_address, ip_network
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from nexus_env.game import registry
from nexus_env.game.contract import Game
from nexus_env.game.options import WORDS, Flag, OptionsError, set_all
from nexus_env.game.registry import DEFAULT
from nexus_env.players.agents_by_name import LOADER
from nexus_env.system.cluster import LOCAL, on_ray
from nexus_env.system.wording import shortened
from nexus_env.tabletop.dice import MOST_SEED

MOST_COUNT = 10**12  # bouts, decisions, turns: more than anybody lives to see
MOST_PROCESSES = 1024
MOST_PORT = 65_535
MOST_SECONDS = 86_400  # a day
ADDRESS = re.compile(r"(ray://)?[\w.-]+:\d+|ray://[\w.-]+")  # of a Ray cluster
METAVARS = {"number": "N", "folder": "FOLDER", "names": "NAME,…"}


def at_least(least: float, kind: type[int] | type[float] = int) -> Callable[[str], float]:
    """What reads a word of the command line as a number from `least` up."""
    return within(least, math.inf, kind)


def within(least: float, most: float, kind: type[int] | type[float] = int) -> Callable[[str], float]:
    """What reads a word of the command line as a number from `least` to `most`; infinity is refused."""
    bounds = f"of at least {least}" if most == math.inf else f"from {least} to {most}"

    def read(word: str) -> float:
        try:
            found = kind(word)
        except ValueError:
            found = math.nan
        if not least <= found <= most or found == math.inf:
            raise argparse.ArgumentTypeError(f"got {shortened(word)!r}; expected {WORDS[kind]} {bounds}")
        return found

    return read


SEED = within(0, MOST_SEED)
PORT = within(0, MOST_PORT)
COUNT = within(1, MOST_COUNT)
TURNS = within(0, MOST_COUNT)
PROCESSES = within(1, MOST_PROCESSES)
SECONDS = within(0.01, MOST_SECONDS, float)


def new_file(word: str) -> Path:
    """What reads a word of the command line as the name of a file that can be written, hours before it is."""
    path = Path(word)
    folder = path.parent
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"got the folder {word}; expected the name of a file")
    while not folder.exists():  # it will be made
        folder = folder.parent
    try:
        with TemporaryFile(dir=folder):  # only trying tells: root may write anywhere, but not on every file system
            pass
    except OSError as error:
        found = f"got a file in {folder}, which is not writable ({error.strerror})"
        raise argparse.ArgumentTypeError(f"{found}; expected a writable folder") from error
    if path.exists() and not path.is_file():
        raise argparse.ArgumentTypeError(f"got {word}, which is not a regular file; expected the name of a file")
    return path


def some(word: str) -> str:
    """A word of the command line that must not be empty, as a variable of the shell that is not set."""
    if not word.strip():
        raise argparse.ArgumentTypeError("got nothing; expected a name")
    return word


def agreed(overrides: Iterable[str], **chosen: Any) -> dict[str, Any]:
    """The options of a bout: those that other words of the command line chose, after `--set RULE=VALUE`.

    Raises:
        OptionsError: an option is wrong, or sets another number of seats than are named.
    """
    options = set_all(dict(chosen), overrides)
    if options["seats"] != chosen["seats"]:
        found, expected = options["seats"], chosen["seats"]
        raise OptionsError(f"--set seats: got {found!r}; expected {expected}, the number of named players.")
    return options


def network(word: str) -> str:
    """An address of the Internet, or a network of them as 10.0.0.0/8.

    Raises:
        argparse.ArgumentTypeError: it is neither.
    """
    try:
        return str(ip_network(word)) if "/" in word else str(ip_address(word))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}; expected an address, or a network such as 10.0.0.0/8") from error


def cluster(word: str) -> str:
    """An address of a Ray cluster.

    Raises:
        argparse.ArgumentTypeError: it is not the address of a cluster.
    """
    if word in (LOCAL, "auto") or ADDRESS.fullmatch(word):
        return word
    expected = "auto, HOST:PORT or ray://HOST:PORT; put --ray without an address last, or before another option"
    raise argparse.ArgumentTypeError(f"got {shortened(word)!r}; expected {expected}")


# --- arguments that several commands take -----------------------------------------------------------------------------


def add_game(parser: Any, *, of_file: bool = False) -> None:
    """Which game; `of_file` leaves it to the transcript that the command may read where nobody says which."""
    default = f"default: that of the transcript, or {DEFAULT}" if of_file else f"default {DEFAULT}"
    parser.add_argument(
        "--game",
        default=None if of_file else DEFAULT,
        metavar="NAME",
        help=f"a game, by name or as module:NAME ({default})",
    )
    parser.set_defaults(takes_game=True)


def add_games(parser: Any, which: str) -> None:
    """Which games, where all is usual; `which` says what they are for."""
    parser.add_argument(
        "--game",
        action="append",
        metavar="GAME",
        help=f"{which}, separated by commas (default: all installed games)",
    )


def games_in(words: Sequence[str] | None, command: str) -> dict[str, Game]:
    """The games that `--game` has told, by what found them; without any, all that are installed and not broken.

    Raises:
        ValueError: there is no such game, or two have one name.
    """
    if words is None:
        return registry.find_all(command, lambda warning: print(warning, file=sys.stderr))
    games = {}
    for word in words:
        for name in map(str.strip, word.split(",")):
            if not name:
                raise ValueError(f"--game: got {word!r}; expected names of games with commas between them.")
            games[name] = registry.find(name, "--game")
    registry.refuse_namesakes("--game", games)
    return games


def add_seats(parser: Any, *, of_file: bool = False) -> None:
    """How many play; `of_file` leaves it to the transcript that the command may go on with."""
    default = "default: as in the transcript, or 2" if of_file else "default %(default)s"
    parser.add_argument("--seats", type=COUNT, default=None if of_file else 2, help=f"number of seats ({default})")


def add_rules(parser: Any) -> None:
    """Options of the game."""
    parser.add_argument(
        "--set", action="append", default=[], metavar="RULE=VALUE", help="an option of the game; repeatable"
    )


def fit_to(parser: argparse.ArgumentParser, game: Game) -> None:
    """Let a command that takes a game and its options offer what this one has: its own flags, and its seats.

    A flag is another way to write `--set`: `--rounds 5` is `--set rounds=5`. A command whose bouts have other defaults
    than the game has a function `usual` that names them.
    """
    if parser.get_default("seats") not in (None, *game.seats):
        parser.set_defaults(seats=game.seats.start)
    if parser.get_default("set") is None:
        return
    group = parser.add_argument_group(f"rules of {game.name}")
    usual = parser.get_default("usual")
    defaults = usual(game) if usual else {}
    for row in game.flags:
        if row.kind != "people":
            with suppress(argparse.ArgumentError):  # the command has an option of this name: --set reaches the game's
                _add_flag(group, row, defaults.get(row.name, row.default))


def _add_flag(group: Any, row: Flag, default: Any) -> None:
    """The flag of one option, with the default of this command."""
    closed = row.kind in ("choice", "truth")
    values = ("true", "false") if row.kind == "truth" else row.choices
    default = str(default).lower() if row.kind == "truth" else default
    default = ",".join(default) if isinstance(default, tuple) else default
    notes = [f"suggested: {', '.join(values)}"] if values and not closed else []
    notes += [f"default {default}"] if default not in ("", ()) else []
    meaning = f"{row.meaning} ({'; '.join(notes)})" if notes else row.meaning
    group.add_argument(
        f"--{row.name.replace('_', '-')}",
        action=Rule,
        row=row,
        metavar=f"{{{','.join(values)}}}" if closed else METAVARS.get(row.kind, "TEXT"),
        help=meaning.replace("%", "%%"),
    )


class Rule(argparse.Action):
    """An option of the game as a flag of its own; it goes where `--set` goes."""

    def __init__(self, option_strings: Sequence[str], dest: str, *, row: Flag, **keywords: Any) -> None:
        """For one of them."""
        super().__init__(option_strings, dest, default=argparse.SUPPRESS, **keywords)
        self._row = row

    def __call__(self, parser: Any, namespace: argparse.Namespace, values: Any, option_string: Any = None) -> None:
        """Put the value where `--set` would."""
        word = str(values)
        if self._row.kind == "drawing":
            word = _drawn(word, str(option_string))
        if self._row.kind == "names":
            word = json.dumps([name.strip() for name in word.split(",")])
        elif self._row.kind not in ("number", "truth"):
            word = json.dumps(word)  # a text in TOML, whatever it looks like
        namespace.set = [*namespace.set, f"{self._row.name}={word}"]


def _drawn(word: str, flag: str) -> str:
    """A drawing, also one that lies in a file."""
    try:
        return Path(word).read_text(encoding="utf-8") if Path(word).is_file() else word
    except UnicodeDecodeError as error:
        raise OptionsError(f"{flag} {word}: got bytes that are not UTF-8; expected drawn rows.") from error
    except (OSError, ValueError):  # longer than the name of any file, or none that can be read
        return word


def add_loader(parser: Any) -> None:
    """Who finds agents."""
    parser.add_argument("--loader", default=LOADER, help=f"the function that resolves agent names (default {LOADER})")


def add_out(parser: Any, folder: Path | None) -> None:
    """Where results go."""
    parser.add_argument(
        "--out",
        type=Path,
        default=folder,
        metavar="FOLDER",
        help=f"the folder for results and the report (default {folder or 'runs/benchmark/NAME'})",
    )
    parser.add_argument("--fresh", action="store_true", help="discard earlier results in the folder")


def add_chance(parser: Any, usual: int | None = 0) -> None:
    """Processes, and where chance comes from."""
    add_processes(parser)
    meaning = f"seeds all randomness ({'default: that of the benchmark' if usual is None else f'default {usual}'})"
    parser.add_argument("--seed", type=SEED, default=usual, metavar="N", help=meaning)


def add_processes(parser: Any) -> None:
    """How much is done side by side, and where; see `working`."""
    parser.add_argument(
        "--processes",
        type=PROCESSES,
        metavar="N",
        help="number of parallel processes (default 1; with --ray, as many as the cluster has CPUs)",
    )
    add_ray(parser, "play on")


def add_ray(parser: Any, doing: str) -> None:
    """Which cluster."""
    parser.add_argument(
        "--ray",
        type=cluster,
        nargs="?",
        const=LOCAL,
        metavar="ADDRESS",
        help=f"{doing} a Ray cluster: auto, HOST:PORT or ray://HOST:PORT; without an address, a local one",
    )


@contextmanager
def working(arguments: argparse.Namespace) -> Iterator[None]:
    """As long as this lasts, the jobs of a command are carried out where its `--ray` says."""
    address = getattr(arguments, "ray", None)
    if address is None:
        _fill_in_processes(arguments, 1)
        yield
        return
    with on_ray(address) as cpus:
        _fill_in_processes(arguments, cpus)
        yield


def _fill_in_processes(arguments: argparse.Namespace, usual: int) -> None:
    """How many play side by side where nobody says it."""
    if getattr(arguments, "processes", usual) is None:
        arguments.processes = usual


def add_bout(parser: Any) -> None:
    """What is agreed for a bout that is played or watched."""
    parser.add_argument("--seed", type=SEED, metavar="N", help="the same seed gives the same dice (default: random)")
    parser.add_argument(
        "--delay",
        type=within(0, MOST_SECONDS, float),
        default=0.5,
        metavar="SECONDS",
        help="seconds between steps of agents (default 0.5; 0 for full speed)",
    )
    add_rules(parser)
    add_loader(parser)
    parser.add_argument("--record", type=Path, metavar="FILE", help="write a transcript that `replay` can read")
    parser.add_argument("--steps", type=TURNS, metavar="N", help="agents only: stop after N decisions (default: never)")
    parser.add_argument(
        "--picture",
        type=Path,
        metavar="FILE",
        help="agents only: draw the final table as FILE.svg, or the whole bout as FILE.gif",
    )
