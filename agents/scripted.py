"""Agents that do not learn: the random player and the compiled policies of a game."""

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.agents.agent import Actions, Agent, AgentError, Masks, Observations, sources_of
from nexus_env.agents.makers import make
from nexus_env.contract.game import Game
from nexus_env.core.slots import rows_of
from nexus_env.kit.dice import Generator
from nexus_env.machine.compiled import announced
from nexus_env.players.any_legal import AnyLegal
from nexus_env.system.wording import mismatch

COMPILE_SECONDS = 15


def random(game: Game) -> Agent:
    """The agent called `random`: plays any game."""
    return AnyLegal()


class Distracted:
    """Plays like another agent in a share of its decisions, and any legal action in the others."""

    def __init__(self, agent: Agent, care: float) -> None:
        """`care` is the share of the decisions that `agent` makes, 0 to 1."""
        self._agent, self._care = agent, care
        self.files = (Path(__file__), *sources_of(agent))

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """See `Agent`."""
        actions = AnyLegal().choose(observations, masks, rng)
        rows = np.flatnonzero(rng.random(len(masks)) < self._care)
        if rows.size:
            actions[rows] = self._agent.choose(observations[rows], masks[rows], rng)
        return actions


def novice(game: Game) -> Agent:
    """The agent called `novice`: between `random` and the last of `Roster.opponents`, for any game."""
    careful: Any = make(game.agents.opponents[-1], game)
    return Distracted(careful, game.agents.care)


class ScriptedAgent:
    """A scripted player of a game as an agent; a subclass next to the policies names the game."""

    game = ""  # the name of the only one that it can play
    many = "the scripted players"

    def __init__(self, style: IntEnum, choose_all: Any, game: Game) -> None:
        """Compile what it needs, unless that has been done.

        Args:
            style: which of them.
            choose_all: `choose_all(style, seen, masks, generators, seed, actions)`, compiled: writes the action of each
                row. `seen` int8 [n, size] are the whole numbers that the game's `observe` writes, `masks` int8
                [n, actions], `generators` one row with a `Generator` to be seeded, and `actions` int64 [n].
            game: what is played.

        Raises:
            AgentError: it is another game.
        """
        self.style, self._choose_all = style, choose_all
        if game.name != self.game:
            expected = f"{self.game}, the only one it can play"
            raise AgentError(mismatch(f"Agent {style.name.lower()!r}", f"the game {game.name}", expected))
        self._shrunk = 1 / game.observation_scales
        with announced(self.many, COMPILE_SECONDS, type(self).__module__):
            self._choose(np.zeros((0, game.observation_size), np.float32), np.zeros((0, len(game.actions)), np.int8), 0)

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """See `Agent`."""
        return self._choose(observations, np.ascontiguousarray(masks, np.int8), int(rng.integers(2**62)))

    def _choose(self, observations: Observations, masks: Any, seed: int) -> Actions:
        actions = np.empty(len(masks), np.int64)
        seen = np.rint(np.asarray(observations, np.float32) * self._shrunk).astype(np.int8)
        self._choose_all(int(self.style), seen, masks, rows_of(Generator.dtype, 1), seed, actions)
        return actions
