"""Bouts told in the terminal: agents that are watched, and transcripts that are shown again."""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.cli.arguments import agreed
from nexus_env.envs.aec import Arena
from nexus_env.envs.single import ask_in
from nexus_env.game.contract import Game
from nexus_env.players.by_name import find_loader
from nexus_env.system.files import check_folder, write_whole
from nexus_env.text import transcript
from nexus_env.text.transcript import Transcript, TranscriptError


def watch(arguments: argparse.Namespace) -> int:
    """Show one bout between the named agents: a seat each, in the order given."""
    from nexus_env.games.nexus import NEXUS
    from nexus_env.games.nexus.words.picture import svg

    names, seed = arguments.agents, arguments.seed
    for name in ("record", "picture"):
        _check_target(f"--{name}", getattr(arguments, name))
    stock = {"stock": arguments.stock} if arguments.stock else {}
    options = agreed(arguments.set, seats=len(names), barge=arguments.barge, **stock)
    arena = Arena(NEXUS, **options)
    load = find_loader(arguments.loader)
    agents = {f"player_{seat}": load(name, arena.game) for seat, name in enumerate(names)}
    for seat, name in enumerate(names):
        print(f"player_{seat} is {name}")
    rng = np.random.default_rng(seed)
    arena.reset(seed=int(rng.integers(2**31)) if seed is None else seed)
    try:
        _play(arena, agents, rng, arguments)
    finally:  # an interrupted bout is worth keeping too
        if arguments.record:
            write_whole(arguments.record, transcript.write(transcript.of_env(arena, names)))
    _tell_state(arena.game, arena.bout)
    if arguments.record:
        print(f"The bout as a transcript: {arguments.record}")
    if arguments.picture:
        write_whole(arguments.picture, svg(arena.bout))
        print(f"The table as a picture: {arguments.picture}")
    return 0


def _check_target(option: str, path: Path | None) -> None:
    """Raise a `ValueError` before anything is played if no file can be written there."""
    if path is None:
        return
    if not path.parent.is_dir():
        raise ValueError(f"{option} {path}: found no folder {path.parent}.")
    if path.is_dir():
        raise ValueError(f"{option} {path}: found a folder, expected the name of a file.")
    if path.is_file() or not path.exists():
        check_folder(path.parent)


def _play(arena: Arena, agents: dict[str, Any], rng: np.random.Generator, arguments: argparse.Namespace) -> None:
    """Let the agents decide, and tell each decision."""
    for step, agent in enumerate(arena.agent_iter()):
        _, _, terminated, truncated, _ = arena.last()
        if terminated or truncated or step == arguments.steps:
            break
        chosen = ask_in(arena, agents[agent], rng)
        before = arena.bout
        arena.step(chosen)
        tell(arena.game, f"{agent}: {arena.game.words.spell(before, chosen)}", arena.bout)
        if arguments.delay > 0:
            time.sleep(arguments.delay)


def tell(game: Game, turn: str, bout: Any) -> None:
    """Print a turn in its own spelling, what came of it, and the board when a round begins."""
    sentences = game.words.sentences(bout)
    print(turn)
    for sentence in sentences:
        if not sentence.startswith(f"{turn.partition(':')[0]}: "):  # the command stands in the turn already
            print(sentence)
    if any(sentence.startswith("- ") for sentence in sentences):
        print(game.words.board(bout))
    sys.stdout.flush()


def _tell_state(game: Game, bout: Any) -> None:
    print(game.words.board(bout))
    print(game.words.question(bout))


def show_again(arguments: argparse.Namespace) -> int:
    """Replay a transcript; of a damaged one all that stands before the damage, which is told at the end."""
    from nexus_env.games.nexus import NEXUS

    read, damage = _read(arguments.file)
    if read is not None and arguments.compare:
        other, damage_of_other = _read(arguments.compare)
        damage = damage or damage_of_other
        if other is not None:
            print(transcript.difference(read, other) or "The two bouts are alike.")
    elif read is not None:
        try:
            _replay(NEXUS, read, arguments)
        except TranscriptError as error:
            damage = damage or f"{arguments.file}: {error}"
    if damage:
        raise ValueError(damage)
    return 0


def _read(file: Path) -> tuple[Transcript | None, str]:
    """What can be read of a transcript, and what is wrong with it."""
    if not file.is_file():
        found = "a folder" if file.is_dir() else "no such file"
        raise ValueError(f"{file}: found {found}, expected a transcript.")
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
        _tell_state(game, sitting.bout)
