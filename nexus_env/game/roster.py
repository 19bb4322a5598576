"""The agents of a game: who plays it, how each is made, and what those who rate, train and teach agents need of it.

Agents lie above the games. So a roster only names them: what is made or run as `package.module:attribute`, a file or
folder as `package:path/within/it`. Nothing of it is imported or read before somebody asks for it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

RANDOM, SEARCH = "random", "search"  # they play any game
LEVELS = {
    "rookie": "the first of five calibrated levels",
    "contender": "the second of five calibrated levels",
    "veteran": "the third of five calibrated levels",
    "champion": "the fourth of five calibrated levels",
    "legend": "the fifth of five calibrated levels",
}
"""The trained opponents of a game from the weakest to the strongest, and what each is in a few words."""
ANY_SEARCH = "agents.search.tree"  # the module of the search where a game proposes nothing
TABLE = "levels.json"  # beside the networks of the levels: at which temperature each draws its actions
JUDGE, STUDENT = "judge.npz", "student.npz"  # there, too: the small networks of the search, if the game has them


@dataclass(frozen=True)
class Scripted:
    """An agent that follows a fixed line.

    - `maker`: a `package.module:callable` that takes the game and returns the agent.
    - `meaning`: what it is after, in a few words.
    """

    maker: str
    meaning: str


SHARED = {
    RANDOM: Scripted("agents.scripted:random", "any legal command"),
    SEARCH: Scripted("agents.search.player:search", "looks ahead in imagined bouts"),
}


@dataclass(frozen=True)
class Levels:
    """Where the trained opponents of a game lie.

    - `folder`: of the networks, one for each number of seats: `<game>-<seats>.onnx`, with a card beside it; of
      `levels.json` with the temperatures; and of `judge.npz` and `student.npz`, which help the search.
    - `count_seats(observations)`: how many seats play in the bout that each row shows; float32 [n, size] to int64 [n].
    """

    folder: str
    count_seats: Callable[[NDArray[np.float32]], NDArray[np.int64]]

    @property
    def path(self) -> Path:
        """The folder.

        Raises:
            ValueError: the package that it is said to lie in is not there.
        """
        return located(self.folder)

    def network(self, game: str, seats: int) -> Path:
        """The file of the network for so many seats of the game of this name."""
        return self.path / f"{game}-{seats}.onnx"


@dataclass(frozen=True)
class Roster:
    """All that is known of the agents of a game.

    - `scripted`: those made for this game, by name. `random` and `search` play any game, and need not be named.
    - `levels`: its trained opponents, if it has some.
    - `rivals`: who plays where nobody says who: the first that is there and plays with so many seats. The last one
      always does; it also decides where another agent has failed.
    - `opponents`: whom a trained agent is rated against, unless its experiment says otherwise.
    - `rules`: options of the most various bouts. In these, levels are calibrated.
    - `taught`: options of the bouts in which small networks are taught, each as likely as the others; by default
      `rules` alone.
    - `benchmark`: the file of its benchmark, if it has one: see `agents.rating.benchmark.standard`.
    - `compiled`: the scripted agents that have machine code: asked once, they have brought all of it.
    - `proposals`: the module with what the search knows of this game: see `agents.search.tree`.
    - `cast`: the module with those who play while a small network is taught: see `agents.search.cast`.
    """

    scripted: Mapping[str, Scripted] = field(default_factory=dict, hash=False)
    levels: Levels | None = None
    rivals: tuple[str, ...] = (RANDOM,)
    opponents: tuple[str, ...] = (RANDOM,)
    rules: Mapping[str, Any] = field(default_factory=dict, hash=False)
    taught: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)
    benchmark: str = ""
    compiled: tuple[str, ...] = ()
    proposals: str = ANY_SEARCH
    cast: str = "agents.search.cast"

    @property
    def fallback(self) -> str:
        """Who plays where another agent is missing or has failed."""
        return self.rivals[-1]

    @property
    def has_levels(self) -> bool:
        """The trained opponents have come along."""
        return self.levels is not None and (self.levels.path / TABLE).is_file()

    @property
    def makers(self) -> dict[str, str]:
        """Who is made by a callable: its `package.module:callable`, by name."""
        own = {name: one.maker for name, one in self.scripted.items()}
        return {RANDOM: SHARED[RANDOM].maker, **own, SEARCH: SHARED[SEARCH].maker}

    @property
    def meanings(self) -> dict[str, str]:
        """All who can be called by a plain name, and what each of them is after."""
        levels = LEVELS if self.has_levels else {}
        own = {name: one.meaning for name, one in self.scripted.items()}
        return {RANDOM: SHARED[RANDOM].meaning, **levels, **own, SEARCH: SHARED[SEARCH].meaning}

    @property
    def machine_code(self) -> tuple[str, ...]:
        """The modules by which agents are compiled: the machine code of each has a folder of its own."""
        own = (self.scripted[name].maker.partition(":")[0] for name in self.compiled)
        return (*own, self.proposals)


NO_AGENTS = Roster()  # of a game that names none: chance and the search play it


def located(place: str) -> Path:
    """The file or folder of `package:path/within/it`; of a module that is no package, beside it. A path stays as it is.

    Raises:
        ValueError: there is no such package.
    """
    package, colon, rest = place.partition(":")
    if not colon or Path(place).is_absolute():
        return Path(place)
    try:
        spec = find_spec(package)
    except ModuleNotFoundError:
        spec = None
    if spec is None:
        raise ValueError(f"{place}: got no package {package}; expected it to be installed.")
    homes = list(spec.submodule_search_locations or ())
    return Path(homes[0] if homes else Path(str(spec.origin)).parent, rest)
