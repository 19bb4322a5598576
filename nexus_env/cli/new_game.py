"""`python -m nexus_env new-game`: the files of a small game to begin with."""

import argparse
from pathlib import Path
from typing import Any

from nexus_env.cli.arguments import some
from nexus_env.cli.game_of_file import PROGRAM
from nexus_env.system.visible import legible
from nexus_env.tools import new_game

MEANING = "write a small game of your own, to begin with"
EXAMPLES = """
  new-game my_game                   write the folder my_game, whose game is my_game:GAME
"""
NEXT = (
    ("check-game {name}:GAME --quick --plain", "check it, without compiling"),
    ("play --plain --game {name}:GAME", "play it; an edit is played at once"),
    ("serve --game {name}:GAME", "play it in the browser"),
)


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    parser.add_argument("name", type=some, metavar="NAME", help="of the game, and of its folder")


def run(arguments: argparse.Namespace) -> int:
    """Write the files, and print what can be done next."""
    package = new_game.write(arguments.name, Path())
    print(f"{legible(str(package))}/: {', '.join(new_game.FILES)}\n")
    lines = [(f"{PROGRAM} {words.format(name=arguments.name)}", meaning) for words, meaning in NEXT]
    width = max(len(line) for line, _ in lines)
    print("\n".join(f"  {line:{width}}   {meaning}" for line, meaning in lines))
    return 0
