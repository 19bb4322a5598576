"""The definition of a game's benchmark, read from the file that the game names (see `Roster.benchmark`)."""

from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from nexus_env.agents.agent import AgentError
from nexus_env.agents.rating.tournament.counting import Rating
from nexus_env.contract.game import Game
from nexus_env.contract.roster import located
from nexus_env.kit.options import OptionsError, option, read


@dataclass(frozen=True)
class Standard:
    """One version of a benchmark.

    - `title`, `version`: its name; every change raises the version.
    - `seed`: the seed of its bouts; `seats`: the seat counts, in turn.
    - `matches`: the matches against each opponent with each seat count; `quick`: the same with `--quick`.
    - `panel`: the names of the opponents; each fills all seats but one.
    - `ratings`: fixed ratings, as mean and standard deviation, by name.
    - `rules`: options of the game in every bout; `vary`: options with lists of values that are used in turn.
    """

    title: str = option()
    version: int = option(least=1)
    seed: int = option(least=0)
    seats: tuple[int, ...] = option(least=1)
    matches: int = option(least=1)
    quick: int = option(least=1)
    panel: tuple[str, ...] = option()
    ratings: dict[str, Any] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    vary: dict[str, Any] = field(default_factory=dict)

    @property
    def known(self) -> dict[str, Rating]:
        """The fixed ratings of the panel."""
        return {name: Rating(*map(float, rating)) for name, rating in self.ratings.items()}

    @property
    def variants(self) -> tuple[dict[str, Any], ...]:
        """The game's options of each match."""
        return tuple(
            {**self.rules, **dict(zip(self.vary, values, strict=True))} for values in product(*self.vary.values())
        )


def standard_of(game: Game) -> Standard:
    """The benchmark of a game.

    Raises:
        AgentError: the game has none.
        OptionsError: something in it is wrong.
    """
    if not game.agents.benchmark:
        raise AgentError(
            f"benchmark: got {game.name}, which has no panel of opponents; expected a game with a benchmark; "
            "use `tournament` to rate its agents."
        )
    return read_standard(located(game.agents.benchmark))


def read_standard(path: Path) -> Standard:
    """The benchmark in `path`.

    Raises:
        OptionsError: something in it is wrong.
    """
    standard = read(path, Standard)
    for name, rating in standard.ratings.items():
        numbers = isinstance(rating, list) and [type(part) in (int, float) for part in rating] == [True, True]
        if name not in standard.panel or not numbers:
            raise OptionsError(
                f"{path}: ratings.{name}: got {rating!r}; expected the name of an opponent, and its rating and "
                "standard deviation."
            )
    for name, values in standard.vary.items():
        if not isinstance(values, list) or not values:
            raise OptionsError(f"{path}: vary.{name}: got {values!r}; expected a list of values.")
    return standard
