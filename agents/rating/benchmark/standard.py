"""What the Lanista Benchmark plays, read from `benchmark.toml`."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agents.rating.tournament.ratings import Rating
from nexus_env.game.options import OptionsError, option, read

FILE = Path(__file__).with_name("benchmark.toml")


@dataclass(frozen=True)
class Standard:
    """One version of the benchmark."""

    version: int = option(least=1)
    seed: int = option(least=0)
    seats: tuple[int, ...] = option(least=2)
    barges: tuple[str, ...] = option()
    matches: int = option(least=1)
    quick: int = option(least=1)
    panel: tuple[str, ...] = option()
    ratings: dict[str, Any] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)

    @property
    def known(self) -> dict[str, Rating]:
        """The ratings of the panel that stay as they are."""
        return {name: Rating(*map(float, rating)) for name, rating in self.ratings.items()}

    @property
    def variants(self) -> tuple[dict[str, Any], ...]:
        """The game's options, barge by barge."""
        return tuple({**self.rules, "barge": barge} for barge in self.barges)


def read_standard(path: Path = FILE) -> Standard:
    """The benchmark in `path`.

    Raises:
        OptionsError: something in it is wrong.
    """
    standard = read(path, Standard)
    for name, rating in standard.ratings.items():
        numbers = isinstance(rating, list) and [type(part) in (int, float) for part in rating] == [True, True]
        if name not in standard.panel or not numbers:
            raise OptionsError(
                f"{path}: ratings.{name}: found {rating!r}, expected the name of an opponent, and its rating and "
                "standard deviation."
            )
    return standard
