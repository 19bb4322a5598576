"""The opponents in seats that do not learn: found by name, and asked for one bout or many at a time."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nexus_env.contract.game import Game
from nexus_env.contract.roster import RANDOM
from nexus_env.envs.actions import whole
from nexus_env.envs.aec import Arena
from nexus_env.envs.learner_seats import Opponents, Players
from nexus_env.players.agent_protocol import ask, blamed, plays, searches
from nexus_env.players.agents_by_name import find_loader
from nexus_env.players.any_legal import AnyLegal
from nexus_env.system.wording import InputError

Array = np.ndarray[Any, Any]
Opponent = Callable[[Array, Array, np.random.Generator], int]


def find_agent(opponent: Any, game: Game) -> Any:
    """Find the agent that an `opponent` keyword stands for; a name is that of an agent of `game`.

    None takes the game's `Roster.sparring`. `RANDOM` works even if no other agents are installed.

    Raises:
        ValueError: no agent has this name.
    """
    agent = opponent = game.agents.sparring if opponent is None else opponent
    if opponent == RANDOM:
        agent = AnyLegal()
    elif isinstance(opponent, str):
        try:
            agent = find_loader()(opponent, game)
        except ValueError as error:
            raise InputError(f"opponent: {error}") from error
    if not plays(agent):
        raise InputError(f"opponent: got {opponent!r}; expected the name of an agent, an agent, or a callable")
    return agent


# --- in one bout ------------------------------------------------------------------------------------------------------


def ask_in(arena: Arena, agent: Any, rng: np.random.Generator) -> int:
    """The action that `agent` chooses for the seat to act in `arena`.

    Raises:
        ValueError: the agent returned something other than an integer.
    """
    seen = arena.observe(arena.agent_selection)
    observations, masks = seen["observation"][None], seen["action_mask"][None]  # a batch of one

    def imagine(seeds: npt.NDArray[np.int64]) -> Array:
        return arena.imagine(int(seeds[0]))

    try:
        return int(ask(agent, observations, masks, imagine, rng)[0])
    except ValueError as error:
        raise InputError(f"{arena.agent_selection}: {error}") from error


def asking(opponent: Any, game: Game) -> Callable[[Arena, np.random.Generator], int]:
    """A function that asks an opponent for the action of the seat to act in an arena."""
    if callable(opponent):
        return lambda arena, rng: _ask_callable(arena, opponent, rng)
    agent = find_agent(opponent, game)
    return lambda arena, rng: ask_in(arena, agent, rng)


def _ask_callable(arena: Arena, choose: Opponent, rng: np.random.Generator) -> int:
    seen = arena.observe(arena.agent_selection)
    found = blamed(choose, seen["observation"].copy(), seen["action_mask"].copy(), rng)  # it may write into them
    return whole(found, f"opponent {choose!r}")


# --- in many bouts ----------------------------------------------------------------------------------------------------


class Everywhere:
    """One agent in every seat that does not learn, as `learner_seats.Opponents`."""

    def __init__(self, agent: Any) -> None:
        """`agent` chooses for batches."""
        self._agent = agent

    def __repr__(self) -> str:
        return repr(self._agent)

    def draw(self, count: int, rng: np.random.Generator) -> Players:
        """Draw players: there is only one, number 0."""
        return np.zeros(count, np.int32)

    def choose(
        self, players: Players, observations: npt.NDArray[np.float32], masks: npt.NDArray[Any], rng: np.random.Generator
    ) -> npt.NDArray[np.int64]:
        """The actions that the agent chooses, int64 [k]."""
        return np.asarray(blamed(self._agent.choose, observations, masks, rng))


def _held(action: int) -> int:
    """The action, or one as illegal that an int64 holds."""
    return max(-1, min(action, np.iinfo(np.int64).max))


class _OneByOne:
    """A callable that is asked for each decision by itself."""

    def __init__(self, opponent: Any) -> None:
        self._opponent = opponent

    def choose(
        self, observations: npt.NDArray[np.float32], masks: npt.NDArray[Any], rng: np.random.Generator
    ) -> npt.NDArray[np.int64]:
        """The actions that the callable chooses."""
        asked = zip(observations, masks, strict=True)
        place = f"opponent {self._opponent!r}"
        return np.array([_held(whole(self._opponent(*seen, rng), place)) for seen in asked], np.int64)

    def __repr__(self) -> str:
        return repr(self._opponent)


def find_opponents(opponent: Any, game: Game) -> Opponents:
    """The opponents that the `opponent` keyword of `VectorSeats` stands for.

    Raises:
        ValueError: no agent has this name.
    """
    if hasattr(opponent, "draw"):
        return opponent  # type: ignore[no-any-return]
    if callable(opponent):
        return Everywhere(_OneByOne(opponent))
    agent = find_agent(opponent, game)
    if searches(agent):
        raise InputError(f"opponent = {opponent!r}: got an agent that searches; expected one that does not.")
    return Everywhere(agent)
