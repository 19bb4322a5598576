"""The scripted players as agents, and their policies as one compiled function."""

from enum import IntEnum, unique
from typing import Any

import numpy as np

from agents.agent import Actions, Agent, AgentError, Masks, Observations
from agents.aristeia.answers import wish_to_answer
from agents.aristeia.greedy import greedy
from agents.aristeia.plans import wish_to_command
from agents.aristeia.sight import question_of
from agents.aristeia.temper import BRAWLER, RUNNER, SENTRY, Temper
from agents.aristeia.wishes import NEVER, pick
from nexus_env.core.slots import rows_of
from nexus_env.game.contract import Game
from nexus_env.games.aristeia.rules.bout import ACTIONS, Question
from nexus_env.machine.compiled import announced, compiled
from nexus_env.tabletop.dice import Generator, seed_generator

COMPILE_SECONDS = 40


@unique
class Style(IntEnum):
    """Who plays, as a number for compiled code."""

    GREEDY = 0
    RUNNER = 1
    BRAWLER = 2
    SENTRY = 3


@compiled
def policy(style: int, seen: Any, mask: Any, generator: Any) -> int:
    """The action that a player takes; for compiled code that learns only as it runs who plays.

    Args:
        style: a `Style`.
        seen: int8, the whole numbers that the game's `observe` writes for the seat that is asked.
        mask: not 0 for each legal action; at least one is legal.
        generator: a `Generator`, by which chance decides between equals.
    """
    if style == Style.RUNNER:
        return plan(RUNNER, seen, mask, generator)
    if style == Style.BRAWLER:
        return plan(BRAWLER, seen, mask, generator)
    if style == Style.SENTRY:
        return plan(SENTRY, seen, mask, generator)
    return greedy(seen, mask, generator)


@compiled
def plan(temper: Temper, seen: Any, mask: Any, generator: Any) -> int:
    """The action that a player of some temper takes."""
    wishes = np.zeros(ACTIONS)
    if question_of(seen) == Question.COMMAND:
        wishes[:] = NEVER
        wish_to_command(temper, seen, mask, wishes)
    else:
        wish_to_answer(temper, seen, mask, wishes)
    return pick(wishes, mask, generator)


@compiled
def choose_all(
    style: int, observations: Any, shrunk: Any, masks: Any, generators: Any, seed: int, actions: Any
) -> None:
    """Write the action for each row; `shrunk` is one over the scale of each number of an observation."""
    seed_generator(generators[0], seed)
    seen = np.empty(observations.shape[1], np.int8)
    for row in range(len(actions)):
        for place in range(len(seen)):
            seen[place] = np.rint(observations[row, place] * shrunk[place])
        actions[row] = policy(style, seen, masks[row], generators[0])


class Player:
    """A scripted player as an agent."""

    def __init__(self, style: Style, game: Game) -> None:
        """Compile what it needs, unless that has been done.

        Raises:
            AgentError: the game is not Aristeia!.
        """
        self.style = style
        if game.name != "aristeia":
            name = style.name.lower()
            raise AgentError(f"Agent {name!r}: found the game {game.name}, expected aristeia, the only one it knows.")
        self._shrunk = 1 / game.observation_scales
        with announced("the scripted players", COMPILE_SECONDS, __name__):
            self._choose(np.zeros((0, game.observation_size), np.float32), np.zeros((0, len(game.actions)), np.int8), 0)

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """See `Agent`."""
        return self._choose(
            np.ascontiguousarray(observations, np.float32),
            np.ascontiguousarray(masks, np.int8),
            int(rng.integers(2**62)),
        )

    def _choose(self, observations: Observations, masks: Masks, seed: int) -> Actions:
        actions = np.empty(len(masks), np.int64)
        generators = rows_of(Generator.dtype, 1)
        choose_all(int(self.style), observations, self._shrunk, masks, generators, seed, actions)
        return actions


def play_greedy(game: Game) -> Agent:
    """The agent called `greedy`."""
    return Player(Style.GREEDY, game)


def play_runner(game: Game) -> Agent:
    """The agent called `runner`."""
    return Player(Style.RUNNER, game)


def play_brawler(game: Game) -> Agent:
    """The agent called `brawler`."""
    return Player(Style.BRAWLER, game)


def play_sentry(game: Game) -> Agent:
    """The agent called `sentry`."""
    return Player(Style.SENTRY, game)
