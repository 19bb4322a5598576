"""An agent that plays at one of the five calibrated levels of a game: `rookie` to `legend`; `rating.levels` makes them.

A level is a trained network and the temperature at which it samples its actions. The folder that the game names (see
`Levels`) holds one network per number of seats and `levels.json` with the temperatures.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.agent import Actions, AgentError, Masks, Observations
from nexus_env.agents.model_files import read_json
from nexus_env.agents.policy import HOTTEST, PolicyAgent
from nexus_env.contract.game import Game
from nexus_env.contract.roster import TABLE, Levels
from nexus_env.core.slots import Rows
from nexus_env.system.wording import either, mismatch

Temperatures = dict[int, dict[str, float]]


class Level:
    """Plays at one level with any number of seats; each network is read when it is first needed."""

    def __init__(self, name: str, game: Game) -> None:
        """The level called `name`.

        Raises:
            AgentError: the game has no levels, or a file is missing.
        """
        self.name, self._game, self._files = name, game, LevelFiles(name, game)
        self.seats, self.files = self._files.seats, (*self._files.paths, self._files.table)
        self._agents: dict[int, PolicyAgent] = {}
        self._agent(self.seats[0])  # what does not fit is refused at once

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """See `Agent`."""
        seats = levels_of(self._game).count_seats(observations)
        actions = np.zeros(len(masks), np.int64)
        for number in np.unique(seats).tolist():
            rows = np.flatnonzero(seats == number)
            actions[rows] = self._agent(number).choose(observations[rows], masks[rows], rng)
        return actions

    def weigh(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> NDArray[np.float64]:
        """See `PolicyAgent.weigh`."""
        seats = levels_of(self._game).count_seats(observations)
        weighed = np.zeros(masks.shape)
        for number in np.unique(seats).tolist():
            rows = np.flatnonzero(seats == number)
            weighed[rows] = self._agent(number).weigh(observations[rows], masks[rows], rng)
        return weighed

    def judge(self, world: Rows) -> NDArray[np.float64]:
        """See `PolicyAgent.judge`."""
        return self._agent(int(world["table"]["seats"][0])).judge(world)

    def _agent(self, seats: int) -> PolicyAgent:
        if seats not in self._agents:
            path, temperature = self._files.path(seats), self._files.temperatures[seats]
            self._agents[seats] = PolicyAgent(path, self._game, temperature=temperature)
        return self._agents[seats]


def levels_of(game: Game) -> Levels:
    """The levels of a game, as its roster names them.

    Raises:
        AgentError: it has none.
    """
    if game.agents.levels is None:
        raise AgentError(f"levels: got {game.name}, which has no folder for them; expected a game that has one.")
    return game.agents.levels


def network_of(game: Game, seats: int) -> Path:
    """The network file of all levels for this number of seats.

    Raises:
        AgentError: the game has no levels.
    """
    return levels_of(game).network(game.name, seats)


def read_table(path: Path) -> Temperatures:
    """The temperature of each level, by the number of seats and its name.

    Raises:
        AgentError: there is no such table, or it is damaged.
    """
    try:
        told = read_json(path)
        found = {int(seats): {str(name): float(one) for name, one in row.items()} for seats, row in told.items()}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        expected = "the temperature of each level by seats and name"
        raise AgentError(mismatch(path, "a file that cannot be read as a table of levels", expected)) from error
    for seats, row in found.items():
        for name, one in row.items():
            if not 0 <= one <= HOTTEST:
                expected = f"a temperature from 0 to {HOTTEST:g}"
                raise AgentError(f"{path}: {seats}: {name}: got {one}; expected {expected}.")
    return found


class LevelFiles:
    """The files of a level.

    `seats` are the seat counts that have a network, `paths` their files, `table` the file of temperatures, and
    `temperatures` those of the level by seat count.
    """

    def __init__(self, name: str, game: Game, agent: str = "") -> None:
        """The files of the level `name`; `agent` is the name of the agent that needs them, if it has another one.

        Raises:
            AgentError: there are none.
        """
        self._game, self._agent = game, agent or name
        self.table = levels_of(game).path / TABLE
        self.temperatures = {seats: row[name] for seats, row in read_table(self.table).items() if name in row}
        if not self.temperatures:
            raise AgentError(f"{self.table}: got no temperature for {name}; expected a number.")
        self.seats = tuple(
            seats for seats in game.seats if seats in self.temperatures and network_of(game, seats).is_file()
        )
        self.paths = tuple(network_of(game, seats) for seats in self.seats)
        if not self.paths:
            missing = network_of(game, min(game.seats))
            raise AgentError(f"{missing}: no such file; expected that of the level {name}.")

    def path(self, seats: int) -> Path:
        """The file for this number of seats.

        Raises:
            AgentError: the file is missing.
        """
        if seats not in self.seats:
            known = either(map(str, self.seats))
            remedy = f"try {self._game.agents.fallback}, or search"
            raise AgentError(f"Agent {self._agent!r}: got a bout of {seats} seats; expected {known}; {remedy}.")
        return network_of(self._game, seats)
