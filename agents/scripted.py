"""Agents that follow a fixed line in any game: what a trained one is measured against."""

from agents.agent import Agent
from nexus_env.game.contract import Game
from nexus_env.players.any_legal import AnyLegal


def random(game: Game) -> Agent:
    """The agent called `random`: plays any game."""
    return AnyLegal()
