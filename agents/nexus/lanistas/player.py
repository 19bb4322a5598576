"""Scripted lanistas as agents, and their policies as one compiled function."""

from enum import IntEnum, unique
from typing import Any

import numpy as np

from agents.agent import Actions, Agent, AgentError, Masks, Observations
from agents.nexus.lanistas.brawler import brawler
from agents.nexus.lanistas.grappler import grappler
from agents.nexus.lanistas.greedy import greedy
from agents.nexus.lanistas.showman import showman
from agents.nexus.lanistas.survivor import survivor
from nexus_env.core.slots import rows_of
from nexus_env.game.contract import Game
from nexus_env.machine.compiled import announced, compiled
from nexus_env.tabletop.dice import Generator, seed_generator

COMPILE_SECONDS = 40


@unique
class Character(IntEnum):
    """Who plays, as a number for compiled code."""

    GREEDY = 0
    BRAWLER = 1
    GRAPPLER = 2
    SHOWMAN = 3
    SURVIVOR = 4


@compiled
def policy(character: int, seen: Any, mask: Any, generator: Any) -> int:
    """The action that a character takes; for compiled code that learns only as it runs who plays.

    Args:
        character: a `Character`.
        seen: int8 [871], the whole numbers that the game's `observe` writes for the seat that is asked.
        mask: [309], not 0 for each legal action; at least one is legal.
        generator: a `Generator`, by which chance decides between equals.
    """
    if character == Character.BRAWLER:
        return brawler(seen, mask, generator)
    if character == Character.GRAPPLER:
        return grappler(seen, mask, generator)
    if character == Character.SHOWMAN:
        return showman(seen, mask, generator)
    if character == Character.SURVIVOR:
        return survivor(seen, mask, generator)
    return greedy(seen, mask, generator)


@compiled
def choose_all(
    character: int, observations: Any, shrunk: Any, masks: Any, generators: Any, seed: int, actions: Any
) -> None:
    """Write the action for each row; `shrunk` is one over the scale of each number of an observation."""
    seed_generator(generators[0], seed)
    seen = np.empty(observations.shape[1], np.int8)
    for row in range(len(actions)):
        for place in range(len(seen)):
            seen[place] = np.rint(observations[row, place] * shrunk[place])
        actions[row] = policy(character, seen, masks[row], generators[0])


class Lanista:
    """A scripted lanista as an agent."""

    def __init__(self, character: Character, game: Game) -> None:
        """Compile what it needs, unless that has been done.

        Raises:
            AgentError: the game is not NEXUS.
        """
        self.character = character
        if game.name != "nexus":
            name = character.name.lower()
            raise AgentError(f"Agent {name!r}: found the game {game.name}, expected nexus, the only one it can play.")
        self._shrunk = 1 / game.observation_scales
        with announced("the scripted lanistas", COMPILE_SECONDS, __name__):
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
        choose_all(int(self.character), observations, self._shrunk, masks, generators, seed, actions)
        return actions


def play_brawler(game: Game) -> Agent:
    """The agent called `brawler`."""
    return Lanista(Character.BRAWLER, game)


def play_grappler(game: Game) -> Agent:
    """The agent called `grappler`."""
    return Lanista(Character.GRAPPLER, game)


def play_showman(game: Game) -> Agent:
    """The agent called `showman`."""
    return Lanista(Character.SHOWMAN, game)


def play_survivor(game: Game) -> Agent:
    """The agent called `survivor`."""
    return Lanista(Character.SURVIVOR, game)


def play_greedy(game: Game) -> Agent:
    """The agent called `greedy`."""
    return Lanista(Character.GREEDY, game)
