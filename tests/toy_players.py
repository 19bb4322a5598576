"""The toy with agents of its own, as a game of somebody else's names them: scripted players, and what helps them."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import toy

from nexus_env.agents.agent import Actions, Masks, Observations
from nexus_env.agents.search.cast import Cast
from nexus_env.agents.search.proposals import Proposals
from nexus_env.agents.search.self_play import any_of
from nexus_env.contract.game import Game
from nexus_env.contract.roster import RANDOM, Levels, Roster, Scripted
from nexus_env.machine.compiled import compiled

# --- scripted players -------------------------------------------------------------------------------------------------


class Fixed:
    """Takes the first legal action, or the last."""

    def __init__(self, is_first: bool) -> None:
        self.is_first = is_first

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        legal = np.asarray(masks, np.int64)
        return legal.argmax(axis=1) if self.is_first else masks.shape[1] - 1 - legal[:, ::-1].argmax(axis=1)


def first(game: Game) -> Fixed:
    return Fixed(is_first=True)


def last(game: Game) -> Fixed:
    return Fixed(is_first=False)


# --- what they propose to the search ----------------------------------------------------------------------------------


@compiled
def play_as(player: int, seen: Any, mask: Any, generator: Any) -> int:
    if player == 0:
        return any_of(mask, generator)
    action = mask.shape[0] - 1
    while mask[action] == 0:
        action -= 1
    return action


PROPOSALS = Proposals(__name__, play_as, {"last": 1}, (Path(__file__),), guide="last", turns=1)

# --- who plays while small networks are taught ------------------------------------------------------------------------

CAST = Cast(__name__, play_as, (0, 1))


# --- the game ---------------------------------------------------------------------------------------------------------


def two_seats(observations: Observations) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The levels of these tests are made for two."""
    return np.full(len(observations), 2)


ROSTER = Roster(
    scripted={
        "first": Scripted("toy_players:first", "the first legal command"),
        "last": Scripted("toy_players:last", "the last legal command"),
    },
    levels=Levels("toy_players:nowhere", two_seats),
    rivals=("contender", "last"),
    opponents=(RANDOM, "first"),
    rules={"rounds": 2},
    taught=({"rounds": 1}, {"rounds": 3}),
    benchmark="toy_players:toy_benchmark.toml",
    proposals="toy_players",
    cast="toy_players",
)
GAME = replace(toy.GAME, agents=ROSTER)


def with_levels_in(folder: Path) -> Game:
    """The same game, whose levels lie in this folder."""
    return replace(GAME, agents=replace(ROSTER, levels=Levels(str(folder), two_seats)))
