"""Making puzzles: from the swings of a bout those decisions in which one choice is clearly best.

An agent that states expectations looks at every decision of the bout. Where the result that it expects has changed
most, a search tries every legal action equally often, and a second one, with another seed, must come to the same
choice. A short search before them passes over most positions. What a seat cannot know is dealt anew, in the position
that is written down and in every simulation.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nexus_env.agents.search.player import Budget, SearchAgent, settings_of
from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.kit.dice import MOST_SEED
from nexus_env.play import swings
from nexus_env.play.choosing import choose
from nexus_env.players.agents_by_name import find_loader
from nexus_env.players.expectation import balanced
from nexus_env.text import position, transcript
from nexus_env.text.puzzles import SolvedPuzzle
from nexus_env.text.transcript import Transcript

FEWEST_CHOICES = 3  # legal commands in a puzzle
ALIKE = 0.03  # commands that are worse than the best by less are right, too
MOST_RIGHT = 2  # commands that are right in one puzzle
TRIED = 16  # swings of a bout that are judged
LEAST_SWING = 0.05  # the least change of what is expected
QUICK = 4  # the short search has so many times fewer simulations
ALL_IN = 1e9  # standard errors until an action is tried no more: it never is
DIGITS = 3  # of a value


@dataclass(frozen=True)
class PuzzleWish:
    """The settings for making puzzles.

    - `players`: an agent for each seat, by name, who play the bouts; `options`: of the game.
    - `scout`: the agent that looks for swings, by name.
    - `simulations`: of each of the two searches that judge a decision.
    - `margin`: by how much the best choice must be better than any that is not right, on a scale from -1 to 1.
    """

    players: tuple[str, ...]
    options: dict[str, Any]
    loader: str
    seed: int = 0
    scout: str = "search:200"
    simulations: int = 4000
    margin: float = 0.1


def puzzles_of(game: Game, number: int, wish: PuzzleWish, written: str | None = None) -> list[dict[str, Any]]:
    """The puzzles of one bout as tables (`SolvedPuzzle.as_table`): of the transcript `written`, or else of a new bout.

    Raises:
        ValueError: an agent fails, or the transcript cannot be replayed.
    """
    rng = np.random.default_rng((wish.seed, number))
    bout = play(game, wish, rng) if written is None else transcript.read(written)
    scout = find_loader(wish.loader)(wish.scout, game)
    expected = swings.judge(game, bout, scout, int(rng.integers(MOST_SEED)))
    found = swings.find(bout, expected, TRIED, LEAST_SWING)
    steps = {swing.step for swing in found}
    judges = [judge_of(game, simulations) for simulations in (wish.simulations // QUICK, wish.simulations)]
    tables = []
    for turn, (_, session) in enumerate(transcript.steps(game, bout, max(steps, default=1) - 1), 1):
        if turn in steps and session.seat >= 0 and session.mask.sum() >= FEWEST_CHOICES:
            puzzle = pose(game, session, bout.turns[turn - 1].words, judges, wish, rng)
            tables += [puzzle.as_table()] if puzzle else []
    return tables


def play(game: Game, wish: PuzzleWish, rng: np.random.Generator) -> Transcript:
    """A bout between the players of the wish, written down."""
    load = find_loader(wish.loader)
    agents = [load(name, game) for name in wish.players]
    seed, actions = int(rng.integers(MOST_SEED)), list[int]()
    session = Session(game, game.read_options(**wish.options), seed=seed)
    while not session.is_over:
        legal = np.flatnonzero(session.mask)
        actions.append(int(legal[0]) if len(legal) == 1 else choose(agents[session.seat], session, rng))
        session.act(actions[-1])
    return transcript.record(game, wish.options, actions, seed=seed, players=wish.players)


def pose(
    game: Game, session: Session, played: str, judges: Sequence[SearchAgent], wish: PuzzleWish, rng: np.random.Generator
) -> SolvedPuzzle | None:
    """The puzzle of a decision, if one choice is clearly best for a quick judge and twice for the other one."""
    seat, seeds = session.seat, tuple(int(seed) for seed in rng.integers(MOST_SEED, size=2))

    # With what the seat knows, the choice must be the same.
    line = position.write(game, session.imagine(seat, np.array(seeds[:1])))  # it contains only what the seat may know
    one = Session.at(game, position.read(game, line))
    if one.seat != seat or list(one.legal()) != list(session.legal()):
        return None

    # A quick look, and then two thorough ones with different seeds, must agree.
    quick, thorough = judges
    hint = values_of(one, quick, seeds[1])
    if margin_of(hint, _alike(hint)) < wish.margin / 2:
        return None
    told = [values_of(one, thorough, seed) for seed in seeds]
    right = _alike(told[0]) & _alike(told[1])
    margins = [margin_of(values, right) for values in told]
    if not 1 <= len(right) <= MOST_RIGHT or min(margins) < wish.margin:
        return None
    return SolvedPuzzle(
        position=line,
        seats=len(session.outcome),
        seat=seat,
        question=game.words.question(one.bout),
        solution=tuple(command for command in told[0] if command in right),
        values=told[0],
        played=played,
        simulations=wish.simulations,
        seeds=seeds,
        margins=tuple(round(one, DIGITS) for one in margins),
    )


def judge_of(game: Game, simulations: int) -> SearchAgent:
    """A search that tries every legal action to the end, and takes the best one however doubtful it is."""
    return SearchAgent(game, Budget(max(1, simulations)), replace(settings_of(game), entry=0.0, drop=ALL_IN, doubt=0.0))


def values_of(session: Session, judge: SearchAgent, seed: int) -> dict[str, float]:
    """The result that a search expects for the seat that is asked after each command, the best first."""
    thought, found = judge.think(session.imagine(session.seat, np.array([seed])), seed), dict[str, float]()
    for action, worth in zip(thought.actions, thought.values, strict=True):
        if np.isfinite(worth).all():
            found[session.spell(int(action))] = round(balanced(worth.tolist())[session.seat], DIGITS)
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def _alike(values: dict[str, float]) -> set[str]:
    """The commands that are about as good as the best one."""
    best = max(values.values())
    return {command for command, worth in values.items() if worth > best - ALIKE}


def margin_of(values: dict[str, float], right: set[str]) -> float:
    """By how much the best choice is better than the best that is not right; 0 if all are."""
    others = [worth for command, worth in values.items() if command not in right]
    return max(values.values()) - max(others) if others else 0.0


def select(tables: list[dict[str, Any]], count: int) -> list[SolvedPuzzle]:
    """So many puzzles, at most: first those that were played wrongly, then by their margin, and not all of one kind."""
    found = [SolvedPuzzle.from_table(table) for table in tables]
    found.sort(key=lambda puzzle: (puzzle.played in puzzle.solution, -min(puzzle.margins)))
    chosen: list[SolvedPuzzle] = []
    for most in (max(1, count // 4), count):  # of one kind; the second time whatever is left
        for puzzle in found:
            alike = sum(kind_of(other) == kind_of(puzzle) for other in chosen)
            if len(chosen) < count and alike < most and puzzle not in chosen:
                chosen.append(puzzle)
    return chosen


def kind_of(puzzle: SolvedPuzzle) -> str:
    """The first word of what is right."""
    return puzzle.solution[0].split()[0]
