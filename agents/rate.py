"""Rate an agent: seat-balanced bouts against a rival, with 95 % intervals."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.agent import Actions, Player
from nexus_env.contract.game import Game
from nexus_env.envs.batch import Batch
from nexus_env.players.agent_protocol import ask


@dataclass(frozen=True)
class RatedScore:
    """Wins, draws and losses of an agent against a rival; `truncated` counts bouts that reached their limit."""

    rival: str
    wins: int
    draws: int
    losses: int
    truncated: int

    @property
    def bouts(self) -> int:
        """The number of bouts."""
        return self.wins + self.draws + self.losses


def rate(
    game: Game,
    agent: Player,
    rival: Player,
    name: str,
    bouts: int = 1000,
    seed: int = 0,
    rules: Mapping[str, Any] | None = None,
) -> RatedScore:
    """Rate `agent` in one seat against `rival`, called `name`, in all others.

    Every bout is counted, long or short, and the agent plays each seat equally often: `bouts` is rounded up to a
    multiple of the seats.
    """
    seats = Batch(game, 1, seed, rules).num_seats
    batch = Batch(game, -(-bouts // seats) * seats, seed, rules)
    rng = np.random.default_rng(seed)
    own = np.arange(batch.bouts) % seats
    outcomes = np.zeros(batch.bouts, np.float32)
    truncated = 0
    playing = np.arange(batch.bouts)
    while playing.size:
        actions = np.empty(playing.size, np.int64)
        mine = batch.seats[playing] == own[playing]
        for player, rows in ((agent, np.flatnonzero(mine)), (rival, np.flatnonzero(~mine))):
            if rows.size:
                at = playing[rows]
                actions[rows] = ask_at(batch, player, at, rng)
        batch.step(actions, playing)
        over = batch.terminated[playing] | batch.truncated[playing]
        ended = playing[over]
        outcomes[ended] = batch.outcomes[ended, own[ended]]
        truncated += int(batch.truncated[ended].sum())
        playing = playing[~over]
    wins, losses = int((outcomes > 0).sum()), int((outcomes < 0).sum())
    return RatedScore(name, wins, batch.bouts - wins - losses, losses, truncated)


def ask_at(batch: Batch, agent: Player, which: NDArray[np.int64], rng: np.random.Generator) -> Actions:
    """The actions of `agent` in the bouts `which` of `batch`, int64 [n]."""
    return ask(agent, batch.observations[which], batch.masks[which], lambda seeds: batch.imagine(which, seeds), rng)
