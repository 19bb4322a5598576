"""`python -m nexus_env replay`: a bout from its transcript again."""

import argparse
from pathlib import Path
from typing import Any

from nexus_env.cli.arguments import TURNS, add_game
from nexus_env.cli.game_of_file import game_of, named_game
from nexus_env.cli.watch import tell, tell_state
from nexus_env.game.contract import Game
from nexus_env.system.wording import mismatch, no_file
from nexus_env.text import transcript
from nexus_env.text.transcript import Transcript, TranscriptError

MEANING = "replay a transcript and check that it ends the same way"
EXAMPLES = """
  replay bout.txt --to 20            the bout up to its 20th turn
  replay bout.txt --json             the same transcript as JSON
  replay bout.txt --compare other.txt
"""


def add_arguments(parser: Any) -> None:
    """What the command takes."""
    add_game(parser, of_file=True)
    parser.add_argument("file", type=Path, metavar="FILE", help="a transcript, as text or JSON")
    parser.add_argument("--to", type=TURNS, metavar="N", help="stop after N turns (default: all)")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--json", action="store_true", help="print the transcript as JSON instead")
    instead.add_argument(
        "--compare", type=Path, metavar="OTHER", help="print the first difference from another transcript instead"
    )
    parser.add_argument("--any-version", action="store_true", help="accept a transcript made with other rules or cards")


def run(arguments: argparse.Namespace) -> int:
    """Replay a transcript; of a damaged one all that stands before the damage, which is told at the end."""
    read, damage = _read(arguments.file)
    if read is None or (arguments.compare and arguments.game is None):
        game = named_game(arguments.game)  # nothing of it is played
    else:
        game = game_of(read, arguments.file, arguments.game)
    if read is not None and arguments.compare:
        other, damage_of_other = _read(arguments.compare)
        damage = damage or damage_of_other
        if other is not None:
            print(transcript.difference(read, other) or "The two bouts are alike.")
    elif read is not None:
        try:
            _replay(game, read, arguments)
        except TranscriptError as error:
            damage = damage or f"{arguments.file}: {error}"
    if damage:
        raise ValueError(damage)
    return 0


def _read(file: Path) -> tuple[Transcript | None, str]:
    """What can be read of a transcript, and what is wrong with it."""
    if not file.is_file():
        raise ValueError(mismatch(file, no_file(file), "a transcript"))
    try:
        return transcript.read(file.read_text(encoding="utf-8", errors="replace")), ""
    except TranscriptError as error:
        return error.transcript, f"{file}: {error}"


def _replay(game: Game, read: Transcript, arguments: argparse.Namespace) -> None:
    """Tell the bout, or print as JSON what can be played of it."""
    turns = 0
    try:
        for turn, sitting in transcript.steps(game, read, arguments.to, any_version=arguments.any_version):
            turns += turn is not None
            if turn and not arguments.json:
                tell(game, f"{turn} {{{turn.comment}}}" if turn.comment else str(turn), sitting.bout)
    finally:
        if arguments.json:
            print(transcript.write_json(read.up_to(turns)), end="")
    if not arguments.json:
        tell_state(game, sitting.bout)
