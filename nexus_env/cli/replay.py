"""`python -m nexus_env replay`: replay a transcript and check its end."""

import argparse
import sys
from os.path import isfile
from pathlib import Path
from typing import Any

from nexus_env.cli.arguments import COUNT, TURNS, add_game, add_loader
from nexus_env.cli.game_of_file import game_of, named_game
from nexus_env.cli.watch import TurnPrinter, tell_state
from nexus_env.contract.game import Game
from nexus_env.core.session import name_of
from nexus_env.kit.tape import CHANCE
from nexus_env.play import swings
from nexus_env.players.agents_by_name import find_loader, refuse_seats
from nexus_env.players.expectation import expects
from nexus_env.system.wording import InputError, mismatch, no_file
from nexus_env.text import transcript
from nexus_env.text.telling import NUMBERED, PlayedTurn, spelled
from nexus_env.text.transcript import Transcript, TranscriptError

MEANING = "replay a transcript and check that it ends the same way"
EXAMPLES = """
  replay bout.txt --to 20            the bout up to its 20th turn
  replay bout.txt --json             the same transcript as JSON
  replay bout.txt --compare other.txt
  replay bout.txt --swings search:300    the decisions that changed the expected result most
"""
JUDGE = "search:300"  # the default agent for --swings


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    add_game(parser, of_file=True)
    parser.add_argument("file", type=Path, metavar="FILE", help="a transcript, as text or JSON")
    parser.add_argument("--to", type=TURNS, metavar="N", help="stop after N turns (default: all)")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--json", action="store_true", help="print the transcript as JSON instead")
    instead.add_argument(
        "--compare", type=Path, metavar="OTHER", help="print the first difference from another transcript instead"
    )
    instead.add_argument(
        "--swings",
        nargs="?",
        const=JUDGE,
        metavar="AGENT",
        help="instead, print the decisions that changed the expected result most, as evaluated by an agent "
        f"(default {JUDGE})",
    )
    parser.add_argument(
        "--most",
        type=COUNT,
        default=swings.MOST,
        metavar="N",
        help=f"with --swings: maximum number of decisions (default {swings.MOST})",
    )
    add_loader(parser)
    parser.add_argument("--any-version", action="store_true", help="accept a transcript made with other rules or cards")


def run(arguments: argparse.Namespace) -> int:
    """Replay a transcript; if it is damaged, up to the damage, which is reported at the end.

    Raises:
        ValueError: the transcript is damaged, or --swings names no agent that states expectations.
    """
    read, damage = _read(arguments.file)
    if read is None or (arguments.compare and arguments.game is None):
        game = named_game(arguments.game)  # no bout is played
    else:
        game = game_of(read, arguments.file, arguments.game)
    if read is not None and arguments.compare:
        other, damage_of_other = _read(arguments.compare)
        damage = damage or damage_of_other
        if other is not None:
            print(transcript.difference(read, other) or "The two bouts are identical.")
    elif read is not None:
        try:
            (_tell_swings if arguments.swings else _replay)(game, read, arguments)
        except TranscriptError as error:
            damage = damage or f"{arguments.file}: {error}"
    if damage:
        raise InputError(damage)
    return 0


def _read(file: Path) -> tuple[Transcript | None, str]:
    """The readable part of a transcript, and the error in it."""
    if not isfile(file):
        raise InputError(mismatch(file, no_file(file), "a transcript"))
    try:
        return transcript.read(file.read_text(encoding="utf-8", errors="replace")), ""
    except TranscriptError as error:
        return error.transcript, f"{file}: {error}"


def _replay(game: Game, read: Transcript, arguments: argparse.Namespace) -> None:
    """Print the bout as text, or its playable part as JSON."""
    turns, before = 0, None
    numbered = {name: action for action, name in enumerate(game.actions) if NUMBERED.fullmatch(name)}
    try:
        with TurnPrinter(game) as told:
            for turn, session in transcript.steps(game, read, arguments.to, any_version=arguments.any_version):
                turns += turn is not None
                if turn and not arguments.json:
                    action = numbered.get(turn.words) if turn.seat != CHANCE else None
                    said = turn.words if action is None else spelled(game.words, before, action)
                    told.hear(PlayedTurn(name_of(turn.seat), said, comment=turn.comment), session.bout)
                before = session.rows[0]
    finally:
        if arguments.json:
            print(transcript.write_json(read.up_to(turns)), end="")
    if not arguments.json:
        tell_state(game, session.bout)


def _tell_swings(game: Game, read: Transcript, arguments: argparse.Namespace) -> None:
    """Print the decisions that changed the expected result most."""
    agent = find_loader(arguments.loader)(arguments.swings, game)
    if not expects(agent):
        silent = f"{arguments.swings}, which states no expectations"
        raise InputError(mismatch("--swings", silent, f"an agent that does, such as {JUDGE}"))
    _, begun = next(transcript.steps(game, read, 0, any_version=arguments.any_version))
    refuse_seats(arguments.swings, agent, game, len(begun.outcome))
    read = read if arguments.to is None else read.up_to(arguments.to)

    def show(turns: int) -> None:
        if sys.stderr.isatty():
            print(f"\rjudged {turns} of {len(read.turns)} turns", end="", file=sys.stderr, flush=True)

    expected = swings.judge(game, read, agent, tell=show, any_version=arguments.any_version)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    found = swings.find(read, expected, arguments.most)
    for swing in found:
        whose = "" if swing.whose == swing.seat else f" for {name_of(swing.whose)}"
        played = f"step {swing.step:>4}  {name_of(swing.seat)}: {swing.words}"
        print(f"{played:<48}  {swing.before:+.2f} to {swing.after:+.2f}{whose}")
    if not found:
        print(f"No decision changed the expected result by {swings.LEAST} or more.")
