"""`python -m nexus_env table`: host a bout at a real table."""

import argparse
import secrets
import time
from pathlib import Path
from typing import Any

from nexus_env.cli.arguments import SEED, add_game, add_loader, add_rules, add_seats, agreed
from nexus_env.cli.game_of_file import follow_up, game_of_file, named_game
from nexus_env.cli.resuming import refuse_others
from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.frontends.table.dealer import dealt_apart
from nexus_env.frontends.table.host import Host
from nexus_env.kit.options import number_of
from nexus_env.play.autosave import AutosavedBout, check_new
from nexus_env.players.agents_by_name import find_loader, find_rival, refuse_seats
from nexus_env.system.visible import legible
from nexus_env.system.wording import InputError

PERSON = "person"  # a transcript's name for a seat that a person plays
MEANING = "run a bout at a real table: people roll the dice and move the figures; agents announce their moves"
EXAMPLES = """
  table                              a person against the game's default opponent
  table --seats 3 --ai 2=random --record tuesday.txt
  table --resume tuesday.txt         resume it
  table --cards program              the program deals the hidden cards; people view theirs on the screen
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    add_game(parser, of_file=True)
    add_seats(parser, of_file=True)
    parser.add_argument(
        "--ai",
        action="append",
        type=read_ai,
        metavar="SEAT=AGENT",
        help="an agent for a seat, counted from 0; people play the others (default: an agent in the last seat)",
    )
    parser.add_argument(
        "--cards",
        choices=("table", "program"),
        help="who deals hidden cards: people, from the real deck, or the program (default table)",
    )
    add_rules(parser)
    add_loader(parser)
    parser.add_argument("--seed", type=SEED, metavar="N", help="seeds the agents' random choices")
    parser.add_argument("--no-pause", action="store_true", help="do not wait after each command of an agent")
    file = parser.add_mutually_exclusive_group()
    file.add_argument("--record", type=Path, metavar="FILE", help="the transcript (default: table-DATE-TIME.txt)")
    file.add_argument("--resume", type=Path, metavar="FILE", help="resume the bout of this transcript")


def read_ai(word: str) -> tuple[int, str]:
    """An argument type: a seat and the name of its agent, such as `2=random`."""
    seat, equals, name = word.partition("=")
    place = number_of(seat)
    if not (equals and name) or place is None:
        raise argparse.ArgumentTypeError(f"got {word!r}; expected a seat and an agent, such as 2=random")
    return place, name


def run(arguments: argparse.Namespace) -> int:
    """Start a bout at a real table, or resume one."""
    load = find_loader(arguments.loader)
    if arguments.resume:
        game = game_of_file(arguments.resume, arguments.game)
        kept = AutosavedBout.resume(game, arguments.resume)
        if not kept.head.dictated:
            raise InputError(f"{arguments.resume}: got a bout with seeded dice; expected a bout from a real table.")
        refuse_others(kept, arguments, _asked(kept, arguments))
    else:
        game = named_game(arguments.game)
        kept = _begin(game, arguments)
    agents = {seat: load(name, game) for seat, name in enumerate(kept.head.players) if name != PERSON}
    print(legible(f"The bout is saved in {kept.file} after every turn. Type `help` at any time."))
    for seat, name in enumerate(kept.head.players):
        print(legible(f"player_{seat} is {'a person' if seat not in agents else f'the AI {name}'}"))
    Host(kept, agents, pause=not arguments.no_pause).run()
    again, shown = (follow_up(words, kept.file, game=game) for words in ("table --resume", "replay"))
    print(f"To continue the bout: {again}\nTo show it again: {shown}")
    return 0


def _begin(game: Game, arguments: argparse.Namespace) -> AutosavedBout:
    """A new bout, saved to a new file."""
    file = arguments.record or Path(time.strftime("table-%Y%m%d-%H%M%S.txt"))
    check_new(file)
    seats = arguments.seats or max(2, game.seats.start)
    options = agreed(arguments.set, seats=seats)
    row = game.read_options(**options)  # first, or an error would blame an agent
    players = _players(game, seats, arguments)
    comment = "" if arguments.cards == "program" else dealt_apart(game, Session(game, row, dictated=True).bout)
    seed = secrets.randbits(62) if arguments.seed is None else int(arguments.seed)
    return AutosavedBout(game, options, seed=seed, dictated=True, players=players, comment=comment, file=file)


def _asked(kept: AutosavedBout, arguments: argparse.Namespace) -> dict[str, tuple[Any, Any]]:
    """Pairs of the value on the command line and the value of the bout: seats, agents, and who deals."""
    players = dict(enumerate(kept.head.players))
    asked: dict[str, tuple[Any, Any]] = {
        f"--ai {seat}": (name, players.get(seat, "no such seat")) for seat, name in arguments.ai or ()
    }
    apart = dealt_apart(kept.game, kept.begun_anew().bout)
    if apart:
        asked["--cards"] = arguments.cards, "table" if kept.comment == apart else "program"
    return asked | {"--seats": (arguments.seats, int(kept.session.bout["table"]["seats"]))}


def _players(game: Game, seats: int, arguments: argparse.Namespace) -> list[str]:
    """The players by seat.

    Raises:
        ValueError: there is no such seat or agent, or a seat is named twice.
    """
    players, load = [PERSON] * seats, find_loader(arguments.loader)
    for seat, name in arguments.ai or [(seats - 1, find_rival(load, game, seats))]:
        if seat >= seats:
            last = seats - 1
            raise InputError(f"--ai {seat}={name}: got seat {seat}; expected 0 to {last}.")
        if players[seat] != PERSON:
            raise InputError(f"--ai {seat}={name}: got seat {seat} twice; expected each seat once.")
        refuse_seats(name, load(name, game), game, seats)  # before a file is created, in case it cannot play
        players[seat] = name
    return players
