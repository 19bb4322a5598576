"""`python -m nexus_env play`: people and agents at one terminal."""

import argparse
import secrets
import sys
import time
from pathlib import Path
from typing import Any

import platformdirs

from nexus_env.cli import watch
from nexus_env.cli.arguments import add_bout, add_game, agreed
from nexus_env.cli.game_of_file import follow_up, game_of_file, named_game
from nexus_env.cli.resuming import refuse_others
from nexus_env.contract.game import Game
from nexus_env.play.autosave import AutosavedBout, check_new
from nexus_env.players.agents_by_name import find_loader, find_rival, refuse_seats
from nexus_env.system.files import check_folder
from nexus_env.system.package import install
from nexus_env.system.wording import InputError

PERSON = "me"  # in place of the name of an agent
NEWEST = Path()  # --resume without a file
MEANING = "play a bout in the terminal, against agents or with several people at one keyboard"
EXAMPLES = """
  play                               you against the game's default opponent
  play random me random              three seats; yours is the second
  play me me --record duel.txt       two people at one keyboard
  play --resume                      resume the last bout
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    add_game(parser, of_file=True)
    parser.add_argument(
        "agents",
        nargs="*",
        metavar="SEAT",
        help="who plays each seat: me, or an agent by name, such as random or search:300, a path ending in .onnx, or "
        "module:name (default: me and the game's default opponent); if all seats are agents, you watch",
    )
    add_bout(parser, "agents only: ")
    parser.add_argument(
        "--resume",
        type=Path,
        nargs="?",
        const=Path(),
        metavar="FILE",
        help="resume the bout of a transcript (default: the last one)",
    )
    parser.add_argument(
        "--every-window", action="store_true", help="ask people even in windows that are usually passed automatically"
    )


def has_people(arguments: argparse.Namespace) -> bool:
    """Whether people play, not only agents."""
    return len(arguments.agents) < 2 or PERSON in arguments.agents or arguments.resume is not None


def run(arguments: argparse.Namespace) -> int:
    """Open the terminal app, or, if all seats are agents, show their bout."""
    if not has_people(arguments):
        return watch.run(arguments)
    if arguments.steps is not None or arguments.picture:
        raise ValueError("play: got --steps or --picture for a bout with people; expected agents only, as for watch.")
    return play(arguments)


def play(arguments: argparse.Namespace) -> int:
    """Play a bout in the terminal."""
    try:
        from nexus_env.frontends.terminal.app import PlayApp
    except ImportError as error:
        raise InputError(f"play: {error}; the terminal needs Textual: {install('serve')}.") from error
    if not has_screen():
        raise ValueError("play: got no terminal; expected a screen and a keyboard; `watch` and `table` need no screen.")
    load = find_loader(arguments.loader)
    if arguments.resume is None:
        game = named_game(arguments.game)
        kept = _begin(game, arguments)
    else:
        file = _newest() if arguments.resume == NEWEST else arguments.resume
        game = game_of_file(file, arguments.game)
        kept = AutosavedBout.resume(game, file)
        if kept.head.dictated:
            raise InputError(f"{kept.file}: got a bout with dictated dice; use `table --resume` to continue it.")
        refuse_others(kept, arguments, _asked(kept, arguments))
    names = _names(kept)
    agents = {seat: load(name, game) for seat, name in enumerate(names) if name != PERSON}
    if len(agents) == len(names):
        raise InputError(f"{kept.file}: got agents in all seats; expected a person in at least one.")
    PlayApp(kept, agents, delay=arguments.delay).run()
    print(f"The bout is saved. To resume it: {follow_up('play --resume', kept.file, game=game)}")
    return 0


def _names(kept: AutosavedBout) -> tuple[str, ...]:
    """The players by seat; people, if the transcript names none."""
    return kept.head.players or (PERSON,) * int(kept.session.bout["table"]["seats"])


def has_screen() -> bool:
    """Whether input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _begin(game: Game, arguments: argparse.Namespace) -> AutosavedBout:
    """A new bout, saved to the file of `--record` or to one in the user's state folder."""
    load = find_loader(arguments.loader)
    players = _players(game, arguments)
    people = [seat for seat, name in enumerate(players) if name == PERSON]
    chosen = {row.name: people for row in game.flags if row.kind == "people" and not arguments.every_window}
    options = agreed(arguments.set, seats=len(players), **chosen)
    game.read_options(**options)  # first, or an error would blame an agent
    for name in players:
        if name != PERSON:  # before a file is created, in case there is no such agent
            refuse_seats(name, load(name, game), game, len(players))
    file = arguments.record or _folder() / time.strftime("%Y%m%d-%H%M%S.txt")
    check_new(file)
    seed = secrets.randbits(62) if arguments.seed is None else int(arguments.seed)
    return AutosavedBout(game, options, seed=seed, players=players, file=file)


def _asked(kept: AutosavedBout, arguments: argparse.Namespace) -> dict[str, tuple[Any, Any]]:
    """Pairs of the value on the command line and the value of the bout: players, file, and who is asked."""
    passing = [row.name for row in kept.game.flags if row.kind == "people"]
    return {
        "SEAT": (_players(kept.game, arguments) if arguments.agents else None, list(_names(kept))),
        "--record": (arguments.record, kept.file),
        "--every-window": (arguments.every_window or None, not any(map(kept.head.options.get, passing))),
    }


def _players(game: Game, arguments: argparse.Namespace) -> list[str]:
    """The players by seat: a single name is for all seats after the person's."""
    words = list(arguments.agents)
    if len(words) > 1:
        return words
    seats = max(2, game.seats.start)
    rival = words[0] if words and words[0] != PERSON else find_rival(find_loader(arguments.loader), game, seats)
    return [PERSON, *[rival] * (seats - 1)]


def _folder() -> Path:
    """The folder for bouts without `--record`."""
    try:
        folder = Path(platformdirs.user_state_dir("nexus_env")) / "bouts"
    except RuntimeError:  # newer platformdirs; older ones return the `~`
        folder = Path("~")
    if not folder.is_absolute():
        raise InputError("play: got no home folder; expected a home folder for saved bouts, or --record FILE.")
    check_folder(folder, make=True)
    return folder


def _newest() -> Path:
    """The most recently played bout."""
    kept = sorted(_folder().glob("*.txt"), key=lambda file: file.stat().st_mtime)
    if not kept:
        raise InputError(f"--resume: got no saved bout in {_folder()}; expected a saved bout there, or --resume FILE.")
    return kept[-1]
