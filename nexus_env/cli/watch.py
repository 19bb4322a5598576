"""`python -m nexus_env watch`: show a bout between agents in the terminal."""

import argparse
import sys
import time
from pathlib import Path
from typing import Any, Self

import numpy as np
from gymnasium.error import DependencyNotInstalled

from nexus_env.cli.arguments import add_bout, add_game, agreed
from nexus_env.cli.game_of_file import named_game
from nexus_env.contract.game import Game
from nexus_env.envs.aec import Arena
from nexus_env.envs.opponents import ask_in
from nexus_env.envs.rendering import Film
from nexus_env.players.agents_by_name import find_loader
from nexus_env.system.files import check_folder, write_whole
from nexus_env.system.visible import legible
from nexus_env.system.wording import InputError, mismatch
from nexus_env.text import transcript
from nexus_env.text.telling import PlayedTurn, Printer, spelled

STILL, MOVING = ".svg", ".gif"  # file extensions of pictures
MEANING = "watch agents play a bout, in plain text"
EXAMPLES = """
  watch {agent} random                one step at a time
  watch {agent} {agent}{others} --seed 7 --delay 0
  watch runs/duel/agent.onnx random --steps 20
  watch {agent} random --record bout.txt --picture bout.svg
  watch {agent} random --delay 0 --steps 60 --picture bout.gif
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    add_game(parser)
    parser.add_argument(
        "agents",
        nargs="+",
        metavar="AGENT",
        help="one agent per seat: a name such as random or search:300, a path ending in .onnx, or module:name",
    )
    add_bout(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show one bout between the named agents, seated in the given order."""
    game = named_game(arguments.game)
    names, seed = arguments.agents, arguments.seed
    for name in ("record", "picture"):
        _check_target(f"--{name}", getattr(arguments, name))
    _check_ending(arguments.picture)
    options = agreed(arguments.set, seats=len(names))
    game.read_options(**options)  # here, so that an error names the command-line option

    # Seat the agents.
    arena = Arena(game, **options)
    film = _film_of(game) if arguments.picture and arguments.picture.suffix.lower() == MOVING else None
    load = find_loader(arguments.loader)
    agents = {f"player_{seat}": load(name, arena.game) for seat, name in enumerate(names)}
    for seat, name in enumerate(names):
        print(legible(f"player_{seat} is {name}"))

    # Play.
    rng = np.random.default_rng(seed)
    arena.reset(seed=int(rng.integers(2**31)) if seed is None else seed)
    try:
        _play(arena, agents, rng, arguments, film)
    finally:  # an interrupted bout is worth keeping too
        if arguments.record:
            write_whole(arguments.record, transcript.write(transcript.of_env(arena, names)))

    # Show the end, and write what was asked for.
    tell_state(arena.game, arena.bout)
    if arguments.record:
        print(legible(f"The bout as a transcript: {arguments.record}"))
    if arguments.picture:
        write_whole(arguments.picture, film.as_gif() if film else game.words.picture(arena.bout))
        print(legible(f"{'An animation of the bout' if film else 'A picture of the table'}: {arguments.picture}"))
    return 0


def _film_of(game: Game) -> Film:
    try:
        return Film(game)
    except DependencyNotInstalled as error:
        raise InputError(f"--picture: {error}") from error


def _check_target(option: str, path: Path | None) -> None:
    """Raise a `ValueError` before the bout if no file can be written there."""
    if path is None:
        return
    if not path.parent.is_dir():
        raise InputError(f"{option} {path}: got no folder {path.parent}; expected an existing folder.")
    if path.is_dir():
        raise InputError(f"{option} {path}: got a folder; expected the name of a file.")
    if path.is_file() or not path.exists():
        check_folder(path.parent)


def _check_ending(picture: Path | None) -> None:
    """Raise a `ValueError` if the name does not end as a picture's must."""
    if picture is not None and picture.suffix.lower() not in (STILL, MOVING):
        found = repr(picture.suffix) if picture.suffix else "no extension"
        raise InputError(mismatch(f"--picture {picture}", found, f"a name that ends in {STILL} or {MOVING}"))


def _play(
    arena: Arena,
    agents: dict[str, Any],
    rng: np.random.Generator,
    arguments: argparse.Namespace,
    film: Film | None,
) -> None:
    """Let the agents play, and print each decision."""
    if film:
        film.take(arena.bout)
    with TurnPrinter(arena.game) as told:
        for step, agent in enumerate(arena.agent_iter()):
            _, _, terminated, truncated, _ = arena.last()
            if terminated or truncated or step == arguments.steps:
                break
            chosen = ask_in(arena, agents[agent], rng)
            before = arena.bout
            arena.step(chosen)
            if film:
                film.take(arena.bout)
            told.hear(PlayedTurn(agent, spelled(arena.game.words, before, chosen)), arena.bout)
            if arguments.delay > 0:
                time.sleep(arguments.delay)


class TurnPrinter:
    """Prints turns with their consequences, a walk when it has ended, and the board when a round begins."""

    def __init__(self, game: Game) -> None:
        """For a bout of this game."""
        self.words, self._printer = game.words, Printer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Print what waits, also of an interrupted bout."""
        self._printer.end()
        sys.stdout.flush()

    def hear(self, turn: PlayedTurn, bout: Any) -> None:
        """Tell a turn; `bout` is the record after it."""
        happened = self.words.happened(bout)
        self._printer.hear(turn.after(happened))
        if any(row["text"].startswith("- ") for row in happened):
            print(self.words.board(bout))
        sys.stdout.flush()


def tell_state(game: Game, bout: Any) -> None:
    """Print the board and the current question."""
    print(game.words.board(bout))
    print(game.words.question(bout))
