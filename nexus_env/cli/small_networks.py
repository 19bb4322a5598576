"""Shared parts of the commands that train small networks for the search."""

import argparse
from collections.abc import Callable
from typing import Any

from nexus_env.cli.arguments import SEED, add_game, add_processes, at_least, new_file
from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.system.visible import legible

Made = tuple[dict[str, Any], str]
"""The weights of a small network, and a sentence on how well it has learned."""


def add_training(parser: Any) -> None:
    """Add the arguments that these commands have in common."""
    add_game(parser)
    parser.add_argument("--hidden", type=at_least(1), default=128, metavar="N", help="hidden units (default 128)")
    parser.add_argument("--seed", type=SEED, default=1, metavar="N", help="seeds all randomness (default 1)")
    add_processes(parser)
    parser.add_argument("--file", type=new_file, help="where to write the network (default: next to the game's levels)")


def train(arguments: argparse.Namespace, name: str, learned: Callable[[Game, Any], Made]) -> int:
    """Train a small network, write its file, and print how well it has learned.

    Args:
        arguments: see `add_training`.
        name: the name of the file next to the game's levels, if the command line names no file.
        learned: trains it; gathers its data in the given way.
    """
    from nexus_env.agents.level import levels_of
    from nexus_env.agents.search.gathering import Gathering
    from nexus_env.agents.search.small_training import write

    game = registry.find(arguments.game, "--game")
    file = arguments.file or levels_of(game).path / name
    way = Gathering(arguments.processes, file.with_name(f"{file.name}.parts"))
    weights, sentence = learned(game, way)
    write(file, weights, game)
    way.forget()
    print(legible(f"{sentence}; {file}"))
    return 0
