"""Arguments and argument types that several commands share."""

import argparse
import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from ipaddress import ip_address, ip_network
from os.path import exists, isdir, isfile
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.contract.registry import DEFAULT
from nexus_env.kit.dice import MOST_SEED
from nexus_env.kit.options import WORDS, Flag, OptionsError, set_all
from nexus_env.players.agents_by_name import LOADER
from nexus_env.system.cluster import LOCAL, on_ray
from nexus_env.system.wording import InputError, shortened

MOST_COUNT = 10**12  # bouts, decisions, turns: more than any run can reach
MOST_PROCESSES = 1024
MOST_PORT = 65_535
MOST_SECONDS = 86_400  # a day
ADDRESS = re.compile(r"(ray://)?[\w.-]+:\d+|ray://[\w.-]+")  # of a Ray cluster
METAVARS = {"number": "N", "folder": "FOLDER", "names": "NAME,…"}


def at_least(least: float, kind: type[int] | type[float] = int) -> Callable[[str], float]:
    """Return an argument type: a number of at least `least`."""
    return within(least, math.inf, kind)


def within(least: float, most: float, kind: type[int] | type[float] = int) -> Callable[[str], float]:
    """Return an argument type: a number from `least` to `most`; infinity is refused."""
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
    """An argument type: a file that can be written. It is checked at the start, since a run may take hours."""
    path = Path(word)
    folder = path.parent
    if isdir(path):
        raise argparse.ArgumentTypeError(f"got the folder {word}; expected the name of a file")
    while not folder.exists():  # the missing folders are created later
        folder = folder.parent
    try:
        with TemporaryFile(dir=folder):  # permissions do not tell: even root cannot write to some file systems
            pass
    except OSError as error:
        found = f"got a file in {folder}, which is not writable ({error.strerror})"
        raise argparse.ArgumentTypeError(f"{found}; expected a writable folder") from error
    if exists(path) and not isfile(path):
        raise argparse.ArgumentTypeError(f"got {word}, which is not a regular file; expected the name of a file")
    return path


def some(word: str) -> str:
    """An argument type: a word that is not empty, as an unset shell variable would be."""
    if not word.strip():
        raise argparse.ArgumentTypeError("got nothing; expected a name")
    return word


def agreed(overrides: Iterable[str], **chosen: Any) -> dict[str, Any]:
    """The options of a bout: those `chosen` by other arguments, with the overrides of `--set RULE=VALUE`.

    Raises:
        OptionsError: an option is wrong, or sets a number of seats other than the number of named players.
    """
    options = set_all(dict(chosen), overrides)
    if options["seats"] != chosen["seats"]:
        found, expected = options["seats"], chosen["seats"]
        raise OptionsError(f"--set seats: got {found!r}; expected {expected}, the number of named players.")
    return options


def network(word: str) -> str:
    """An argument type: an IP address, or a network such as 10.0.0.0/8.

    Raises:
        argparse.ArgumentTypeError: it is neither.
    """
    try:
        return str(ip_network(word)) if "/" in word else str(ip_address(word))
    except ValueError as error:
        expected = "an IP address, or a network without host bits, such as 10.0.0.0/8"
        raise argparse.ArgumentTypeError(f"got {shortened(word)!r}; expected {expected}") from error


def cluster(word: str) -> str:
    """An argument type: the address of a Ray cluster.

    Raises:
        argparse.ArgumentTypeError: it is not the address of a cluster.
    """
    if word in (LOCAL, "auto") or ADDRESS.fullmatch(word):
        return word
    expected = "auto, HOST:PORT or ray://HOST:PORT; put --ray without an address last, or before another option"
    raise argparse.ArgumentTypeError(f"got {shortened(word)!r}; expected {expected}")


# --- arguments that several commands share ----------------------------------------------------------------------------


def add_game(parser: Any, *, of_file: bool = False) -> None:
    """Add `--game`; with `of_file`, its default is the game of the transcript that the command reads."""
    default = f"default: that of the transcript, or {DEFAULT}" if of_file else f"default {DEFAULT}"
    parser.add_argument(
        "--game",
        default=None if of_file else DEFAULT,
        metavar="NAME",
        help=f"a game, by name or as module:NAME ({default})",
    )
    parser.set_defaults(takes_game=True)


def add_plain(parser: Any) -> None:
    """Add `--plain`."""
    parser.add_argument(
        "--plain",
        action="store_true",
        help="plain Python, as with NUMBA_DISABLE_JIT=1: nothing is compiled, so an edit of a game is played at once",
    )


def again_in_plain_python(words: Sequence[str]) -> int:
    """Run a command line in another process, which compiles nothing; returns its exit status."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    sys.stdout.flush()
    if os.name != "nt":  # the same process goes on, with its terminal and signals
        os.execve(sys.executable, [sys.executable, "-m", "nexus_env", *words], environment)
    return subprocess.run([sys.executable, "-m", "nexus_env", *words], env=environment, check=False).returncode


def add_games(parser: Any, which: str) -> None:
    """Add `--game` for several games, by default all; `which` begins its help text."""
    parser.add_argument(
        "--game",
        action="append",
        metavar="GAME",
        help=f"{which}, separated by commas (default: all installed games)",
    )


def games_in(words: Sequence[str] | None, command: str) -> dict[str, Game]:
    """The games that `--game` names, by the names given; without `--game`, all installed games that can be loaded.

    Raises:
        ValueError: there is no such game, or two have the same name.
    """
    if words is None:
        return registry.find_all(command, lambda warning: print(warning, file=sys.stderr))
    games = {}
    for word in words:
        for name in map(str.strip, word.split(",")):
            if not name:
                raise InputError(f"--game: got {word!r}; expected names of games, separated by commas.")
            games[name] = registry.find(name, "--game")
    registry.refuse_namesakes("--game", games)
    return games


def add_seats(parser: Any, *, of_file: bool = False) -> None:
    """Add `--seats`; with `of_file`, its default is the number of seats in the transcript to resume."""
    default = "default: as in the transcript, or 2" if of_file else "default %(default)s"
    parser.add_argument("--seats", type=COUNT, default=None if of_file else 2, help=f"number of seats ({default})")


def add_rules(parser: Any) -> None:
    """Add `--set`."""
    parser.add_argument(
        "--set", action="append", default=[], metavar="RULE=VALUE", help="an option of the game; repeatable"
    )


def fit_to(parser: argparse.ArgumentParser, game: Game) -> None:
    """Adapt a command that takes a game and its options to this game: add the game's flags and set a valid `--seats`.

    A flag is another way to write `--set`: `--rounds 5` is `--set rounds=5`. A command with defaults other
    than the game's has a function `usual` that returns them.
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
            with suppress(argparse.ArgumentError):  # the command's own option has this name: use --set for the game's
                _add_flag(group, row, defaults.get(row.name, row.default))


def _add_flag(group: Any, row: Flag, default: Any) -> None:
    """Add the flag of one option, with this command's default."""
    closed = row.kind in ("choice", "truth")
    values = ("true", "false") if row.kind == "truth" else row.choices
    default = str(default).lower() if row.kind == "truth" else default
    default = ",".join(default) if isinstance(default, tuple) else default
    notes = [f"suggested: {', '.join(values)}"] if values and not closed else []
    notes += [f"default {default}"] if default not in ("", ()) else []
    meaning = f"{row.meaning} ({'; '.join(notes)})" if notes else row.meaning
    group.add_argument(
        f"--{row.name.replace('_', '-')}",
        action=RuleAction,
        row=row,
        metavar=f"{{{','.join(values)}}}" if closed else METAVARS.get(row.kind, "TEXT"),
        help=meaning.replace("%", "%%"),
    )


class RuleAction(argparse.Action):
    """A flag for an option of the game; it adds to the values of `--set`."""

    def __init__(self, option_strings: Sequence[str], dest: str, *, row: Flag, **keywords: Any) -> None:
        """For the option `row`."""
        super().__init__(option_strings, dest, default=argparse.SUPPRESS, **keywords)
        self._row = row

    def __call__(self, parser: Any, namespace: argparse.Namespace, values: Any, option_string: Any = None) -> None:
        """Append the value to those of `--set`."""
        word = str(values)
        if self._row.kind == "drawing":
            word = _drawn(word, str(option_string))
        if self._row.kind == "names":
            word = json.dumps([name.strip() for name in word.split(",")])
        elif self._row.kind not in ("number", "truth"):
            word = json.dumps(word)  # always a TOML string, even if it looks like a number
        namespace.set = [*namespace.set, f"{self._row.name}={word}"]


def _drawn(word: str, flag: str) -> str:
    """A drawing, read from a file if `word` is the name of one."""
    try:
        return Path(word).read_text(encoding="utf-8") if Path(word).is_file() else word
    except UnicodeDecodeError as error:
        raise OptionsError(f"{flag} {word}: got bytes that are not UTF-8; expected drawn rows.") from error
    except (OSError, ValueError):  # too long for a file name, or unreadable
        return word


def add_loader(parser: Any) -> None:
    """Add `--loader`."""
    parser.add_argument("--loader", default=LOADER, help=f"the function that resolves agent names (default {LOADER})")


def add_out(parser: Any, folder: Path | None) -> None:
    """Add `--out` and `--fresh`."""
    parser.add_argument(
        "--out",
        type=Path,
        default=folder,
        metavar="FOLDER",
        help=f"the folder for results and the report (default {folder or 'runs/benchmark/NAME'})",
    )
    parser.add_argument("--fresh", action="store_true", help="discard earlier results in the folder")


def add_chance(parser: Any, usual: int | None = 0) -> None:
    """Add `--processes`, `--ray` and `--seed`."""
    add_processes(parser)
    meaning = f"seeds all randomness ({'default: set by the benchmark' if usual is None else f'default {usual}'})"
    parser.add_argument("--seed", type=SEED, default=usual, metavar="N", help=meaning)


def add_processes(parser: Any) -> None:
    """Add `--processes` and `--ray`; see `working`."""
    parser.add_argument(
        "--processes",
        type=PROCESSES,
        metavar="N",
        help="number of parallel processes (default 1; with --ray, as many as the cluster has CPUs)",
    )
    add_ray(parser, "play on")


def add_ray(parser: Any, doing: str, dest: str = "ray") -> None:
    """Add `--ray`; a command that joins the cluster by itself keeps the address under another name than "ray"."""
    parser.add_argument(
        "--ray",
        dest=dest,
        type=cluster,
        nargs="?",
        const=LOCAL,
        metavar="ADDRESS",
        help=f"{doing} a Ray cluster: auto, HOST:PORT or ray://HOST:PORT; without an address, a local one",
    )


@contextmanager
def working(arguments: argparse.Namespace) -> Iterator[None]:
    """Within this context, the jobs of a command run where its `--ray` says."""
    address = getattr(arguments, "ray", None)
    if address is None:
        _fill_in_processes(arguments, 1)
        yield
        return
    with on_ray(address) as cpus:
        _fill_in_processes(arguments, cpus)
        yield


def _fill_in_processes(arguments: argparse.Namespace, usual: int) -> None:
    """Set the default of `--processes`."""
    if getattr(arguments, "processes", usual) is None:
        arguments.processes = usual


def add_bout(parser: Any, note: str = "") -> None:
    """Add the arguments of a bout that is played or watched; `note` begins the help of those for bouts of agents."""
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
    parser.add_argument("--steps", type=TURNS, metavar="N", help=f"{note}stop after N decisions (default: never)")
    parser.add_argument(
        "--picture",
        type=Path,
        metavar="FILE",
        help=f"{note}draw the final table as FILE.svg, or the whole bout as FILE.gif",
    )
    add_plain(parser)
