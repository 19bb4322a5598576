"""Make puzzles from bouts: what `python -m nexus_env puzzles` does."""

import argparse
import hashlib
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import as_completed
from dataclasses import asdict
from os.path import isfile
from typing import Any

from nexus_env.agents.agent import AgentError
from nexus_env.agents.model_files import write_text
from nexus_env.agents.puzzles.kept import Found, KeptPuzzles
from nexus_env.agents.puzzles.making import PuzzleWish, puzzles_of, select
from nexus_env.agents.report import RunProgress
from nexus_env.contract.game import Game
from nexus_env.contract.roster import LEVELS, SEARCH
from nexus_env.core import slots
from nexus_env.players.agents_by_name import find_loader, find_rival, refuse_seats
from nexus_env.players.expectation import expects
from nexus_env.reports.console import PlainConsole
from nexus_env.system.processes import is_done_here, pool
from nexus_env.system.visible import legible
from nexus_env.system.wording import InputError, mismatch, no_file
from nexus_env.text import puzzles, transcript

SCOUT = f"{SEARCH}:200"  # who looks for swings in a game without levels
Jobs = Mapping[int, str | None]
"""The bouts by their numbers: transcripts, or None for those that are to be played."""


def make_puzzles(game: Game, arguments: argparse.Namespace, options: Mapping[str, Any], command: str) -> int:
    """Play bouts or read transcripts, and write the puzzles that are found in them.

    Args:
        game: the game.
        arguments: those of the command line.
        options: of the bouts that are played, besides those of the roster.
        command: the command that makes the same puzzles, for the file.
    """
    jobs = _jobs(game, arguments)
    wish = _wish(game, arguments, options)
    slots.prepare(game)
    wishes = {**asdict(wish), **game.stamps, "transcripts": _digest(jobs)}
    kept = KeptPuzzles(arguments.out, wishes, fresh=arguments.fresh)
    with RunProgress(PlainConsole(stderr=True), "making puzzles") as watch:
        try:
            found = _made(game, jobs, wish, kept, arguments.processes, watch)
        except KeyboardInterrupt:
            print("\nStopped. The same command resumes after the last bout.", file=sys.stderr)
            raise
    chosen = select([one for number in sorted(found) for one in found[number]], int(arguments.count))
    write_text(arguments.out, puzzles.write(game, chosen, command))
    kept.forget()
    count = sum(map(len, found.values()))
    told = f"{count} positions of {len(found)} bouts have one clear choice; {len(chosen)} puzzles: {arguments.out}"
    print(legible(told))
    return 0


def _made(game: Game, jobs: Jobs, wish: PuzzleWish, kept: KeptPuzzles, processes: int, watch: RunProgress) -> Found:
    """The puzzles of all bouts, those that were kept included."""
    found = {number: kept.found[number] for number in jobs if number in kept.found}
    for number, tables in _carried_out(game, {one: jobs[one] for one in jobs if one not in found}, wish, processes):
        kept.add(number, tables)
        found[number] = tables
        watch.show(len(found) / len(jobs), f"{sum(map(len, found.values()))} puzzles in {len(found)} bouts")
    return found


def _carried_out(
    game: Game, jobs: Jobs, wish: PuzzleWish, processes: int
) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Yield the number of each finished bout and the puzzles made from it, in the order in which the bouts end."""
    if is_done_here(processes):
        for number, written in jobs.items():
            yield number, puzzles_of(game, number, wish, written)
        return
    with pool(processes) as workers:
        waiting = {workers.submit(puzzles_of, game, number, wish, text): number for number, text in jobs.items()}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


def _jobs(game: Game, arguments: argparse.Namespace) -> Jobs:
    """The bouts: as many as are wished, or the transcripts.

    Raises:
        ValueError: a transcript cannot be read.
    """
    if not arguments.transcripts:
        return dict.fromkeys(range(int(arguments.bouts)))
    texts = {}
    for number, path in enumerate(arguments.transcripts):
        if not isfile(path):
            raise InputError(mismatch(path, no_file(path), "a transcript"))
        texts[number] = path.read_text(encoding="utf-8", errors="replace")
        try:
            read = transcript.read(texts[number])
        except ValueError as error:
            raise InputError(f"{path}: {error}") from error
        if read.game != game.name:
            raise InputError(mismatch(path, f"a transcript of {read.game!r}", f"one of {game.name!r}"))
    return texts


def _wish(game: Game, arguments: argparse.Namespace, chosen: Mapping[str, Any]) -> PuzzleWish:
    """The settings for making the puzzles.

    Raises:
        ValueError: an agent cannot be had, or the game has no such options.
    """
    load, seats = find_loader(arguments.loader), int(arguments.seats)
    options = {**game.agents.rules, **chosen}
    game.read_options(**options)
    scout = arguments.scout or (next(reversed(LEVELS)) if game.agents.has_levels else SCOUT)
    if not expects(load(scout, game)):
        raise AgentError(
            mismatch("--scout", f"{scout}, which states no expectations", f"an agent that does, such as {SCOUT}")
        )
    players = () if arguments.transcripts else (arguments.player or find_rival(load, game, seats),) * seats
    for name in {*players, scout} if players else ():
        refuse_seats(name, load(name, game), game, seats)
    return PuzzleWish(
        players=players,
        options=options,
        loader=arguments.loader,
        seed=int(arguments.seed),
        scout=scout,
        simulations=int(arguments.simulations),
        margin=float(arguments.margin),
    )


def _digest(jobs: Jobs) -> str:
    """A hash that identifies a set of transcripts; empty for bouts to be played, since more may be added later."""
    texts = [text for text in jobs.values() if text is not None]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16] if texts else ""
