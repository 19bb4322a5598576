"""Compare two games: the same measurements of both, alternating in one run, and their ratio."""

from typing import Any

from nexus_env.contract.game import Game
from nexus_env.tools.bench import lines_of
from nexus_env.tools.bench.figures import Figure, race, spelled


def beside(game: Game, other: Game, seconds: float, bouts: int = 1024, **options: Any) -> dict[str, list[Figure]]:
    """The figures with one thread of both games, by name.

    Args:
        game: the game.
        other: the game to compare with.
        seconds: the time for each line.
        bouts: the size of the batches.
        **options: options that both games have.
    """
    sides = [lines_of(each, bouts, options).lines for each in (game, other)]
    # The two lines of a pair alternate, so that other work on the machine affects both.
    figures = race([line for pair in zip(*sides, strict=True) for line in pair], seconds)
    return {game.name: figures[::2], other.name: figures[1::2]}


def table_of_two(found: dict[str, list[Figure]]) -> str:
    """Both as text, with the ratios of the first to the second, for medians and best turns."""
    (name, ours), (other, theirs) = found.items()
    wide = max(len(figure.what) for figure in ours) + 2
    rows = [f"{'decisions a second':<{wide}}{name:>12}{other:>12}{'ratio':>8}{'of the best':>13}"]
    for one, two in zip(ours, theirs, strict=True):
        ratios = f"{_ratio(one.value, two.value):>8.2f}{_ratio(one.best, two.best):>13.2f}"
        rows.append(f"{one.what:<{wide}}{spelled(one.value):>12}{spelled(two.value):>12}{ratios}  {one.remark}")
    return "\n".join(rows)


def _ratio(one: float | None, two: float | None) -> float:
    return (one or 0.0) / (two or 1.0)
