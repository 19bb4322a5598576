"""The agents of a game: their factories, and what rating, training and teaching need to know about the game.

Agents are in a higher layer than games, so a roster only names them: code as `package.module:attribute`, a file or
folder as `package:path/within/it`. Nothing is imported or read before it is needed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.system.wording import InputError

RANDOM, NOVICE, SEARCH = "random", "novice", "search"  # they play any game
LEVELS = {
    "rookie": "the first of five calibrated levels",
    "contender": "the second of five calibrated levels",
    "veteran": "the third of five calibrated levels",
    "champion": "the fourth of five calibrated levels",
    "legend": "the fifth of five calibrated levels",
}
"""The trained opponents of a game from the weakest to the strongest, and what each is in a few words."""
ANY_SEARCH = "nexus_env.agents.search.proposals"  # the module of the search where a game proposes nothing
TABLE = "levels.json"  # beside the networks of the levels: at which temperature each draws its actions
JUDGE, STUDENT = "judge.npz", "student.npz"  # there, too: the small networks of the search, if the game has them


@dataclass(frozen=True)
class Scripted:
    """An agent with a fixed strategy.

    - `maker`: a `package.module:callable` that takes the game and returns the agent.
    - `meaning`: its strategy, in a few words.
    """

    maker: str
    meaning: str


SHARED = {
    RANDOM: Scripted("nexus_env.agents.scripted:random", "any legal command"),
    NOVICE: Scripted("nexus_env.agents.scripted:novice", "the simplest scripted player, with many random commands"),
    SEARCH: Scripted("nexus_env.agents.search.player:search", "looks ahead in imagined bouts"),
}


@dataclass(frozen=True)
class Levels:
    """The location of a game's trained opponents.

    - `folder`: holds a network per number of seats, `<game>-<seats>.onnx`, with a card next to it; `levels.json` with
      the temperatures; and `judge.npz` and `student.npz`, which help the search.
    - `count_seats(observations)`: the number of seats in the bout of each row; float32 [n, size] to int64 [n].
    """

    folder: str
    count_seats: Callable[[NDArray[np.float32]], NDArray[np.int64]]

    @property
    def path(self) -> Path:
        """The folder as a path.

        Raises:
            ValueError: its package is not installed.
        """
        return located(self.folder)

    def network(self, game: str, seats: int) -> Path:
        """The network file of the game of this name for `seats` seats."""
        return self.path / f"{game}-{seats}.onnx"


@dataclass(frozen=True)
class Roster:
    """Everything known about the agents of a game.

    - `scripted`: the agents made for this game, by name. `random`, `novice` and `search` play any
      game and need not be listed.
    - `levels`: its trained opponents, if any.
    - `rivals`: the default players in order: the first that is available for the number of seats plays. The last one
      always is, and also replaces an agent that has failed.
    - `opponents`: the agents that a trained agent is rated against, unless its experiment says otherwise; from weak to
      strong.
    - `care`: the share of its decisions in which the agent called `novice` plays like the last of the `opponents`; in
      the others it plays any legal command.
    - `sparring`: the opponent in environments in which one seat learns, unless another is named.
    - `rules`: the options of the most varied bouts, in which levels are calibrated.
    - `taught`: the options of the bouts in which small networks are taught, equally likely; by default only `rules`.
    - `benchmark`: the file of its benchmark, if it has one: see `nexus_env.agents.rating.benchmark.standard`.
    - `compiled`: scripted agents with machine code; one decision of each compiles all of it.
    - `proposals`: the module whose `PROPOSALS` are what the search knows about this game: see
      `nexus_env.agents.search.proposals.Proposals`.
    - `cast`: the module whose `CAST` are the players from whose bouts a small network learns: see
      `nexus_env.agents.search.cast.Cast`.
    """

    scripted: Mapping[str, Scripted] = field(default_factory=dict, hash=False)
    levels: Levels | None = None
    rivals: tuple[str, ...] = (RANDOM,)
    opponents: tuple[str, ...] = (RANDOM,)
    care: float = 0.5
    sparring: str = NOVICE
    rules: Mapping[str, Any] = field(default_factory=dict, hash=False)
    taught: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)
    benchmark: str = ""
    compiled: tuple[str, ...] = ()
    proposals: str = ANY_SEARCH
    cast: str = "nexus_env.agents.search.cast"

    @property
    def fallback(self) -> str:
        """The name of the agent that plays when another one is missing or has failed."""
        return self.rivals[-1]

    @property
    def has_levels(self) -> bool:
        """Whether the trained opponents are installed."""
        return self.levels is not None and (self.levels.path / TABLE).is_file()

    @property
    def makers(self) -> dict[str, str]:
        """The factory of each agent that has one, as `package.module:callable`, by name."""
        return {name: one.maker for name, one in self._all.items()}

    @property
    def meanings(self) -> dict[str, str]:
        """The strategy of each agent with a plain name, by that name."""
        levels = LEVELS if self.has_levels else {}
        first, second, *others = ((name, one.meaning) for name, one in self._all.items())
        return dict([first, second, *levels.items(), *others])

    @property
    def _all(self) -> dict[str, Scripted]:
        """The agents with a factory, in the listed order."""
        *weak, search = SHARED.items()
        return dict([*weak, *self.scripted.items(), search])

    @property
    def machine_code(self) -> tuple[str, ...]:
        """The modules whose agents are compiled; the machine code of each has its own folder."""
        own = (self.scripted[name].maker.partition(":")[0] for name in self.compiled)
        return (*own, self.proposals)


NO_AGENTS = Roster()  # of a game that names none; `random` and the search can play it


def located(place: str) -> Path:
    """The file or folder of `package:path/within/it`, or next to a module that is not a package. A plain path is
    unchanged.

    Raises:
        ValueError: the package does not exist.
    """
    package, colon, rest = place.partition(":")
    if not colon or Path(place).is_absolute():
        return Path(place)
    try:
        spec = find_spec(package)
    except ModuleNotFoundError:
        spec = None
    if spec is None:
        raise InputError(f"{place}: got no package {package}; expected it to be installed.")
    homes = list(spec.submodule_search_locations or ())
    return Path(homes[0] if homes else Path(str(spec.origin)).parent, rest)
