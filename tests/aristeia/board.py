"""Boards drawn in a text, without anything else of a game: for the tests of distances, sight, Cover and ways.

    V   T
      #

A line is half a space high and every second letter is a column, as spaces lie on a board of hexagons: here the `#` is
adjacent to both others, which are two spaces apart. `V` and `T` are who looks and who is looked at, `#` and `o` what
may stand in the way; a `.` only keeps the place.
"""

from typing import Any

import numpy as np

from nexus_env.games.aristeia.cards import stock
from nexus_env.games.aristeia.rules.bout import UNITS, Bout, Where
from nexus_env.games.aristeia.rules.geometry import space
from nexus_env.kit import cells
from nexus_env.kit.units import NO_CELL

Place = tuple[int, int]
REAL_BOARD = """
                  .
                .   .
              .   4   .
            .   4   4   .
          .   .   4   .   .
        .   #   4   4   .   .
      .   .   .   4   .   .   .
    .   .   #   .   .   .   .   .
  .   #   .   .   #   .   #   .   .
.   3   .   .   .   .   .   .   5   .
  3   3   .   .   .   o   .   5   5
.   3   .   .   #   .   .   .   5   .
  3   3   .   .   .   .   #   5   5
.   3   #   .   .   .   .   .   5   .
  .   .   .   .   o   .   #   .   .
.   .   .   .   .   #   .   #   .   .
  #   .   .   #   C   .   .   .   .
.   #   .   .   C   C   .   .   .   .
  .   .   .   .   C   .   .   .   .
.   #   .   .   C   C   .   .   #   .
  .   #   o   .   C   .   .   #   .
.   .   .   o   .   .   #   .   .   .
  .   .   .   .   #   .   #   .   .
.   2   .   .   #   .   .   .   6   .
  2   2   #   .   .   o   .   6   6
.   2   .   .   .   .   .   .   6   .
  2   2   .   .   .   .   .   6   6
.   2   .   .   .   .   .   #   6   .
  .   .   .   .   #   .   .   .   .
    .   .   #   .   #   .   #   .
      .   .   .   1   .   .   .
        .   .   1   1   .   .
          .   .   1   .   .
            .   1   1   .
              .   1   .
                .   .
                  .
"""
"""With the obstacles of Assault; C and the numbers are the Zones, `#` the Blocked spaces."""


def marks(drawing: str, origin: str = "V") -> dict[str, list[Place]]:
    """The places of each letter, counted from the one of the letter `origin`, which stands there once."""
    found: dict[str, list[Place]] = {}
    lines = drawing.splitlines()
    line, column = next((n, text.index(origin)) for n, text in enumerate(lines) if origin in text)
    for n, text in enumerate(lines):
        for m, letter in enumerate(text):
            q, rows = (m - column) // 2, n - line
            if letter != " ":
                assert (m - column) % 2 == 0 and (rows - q) % 2 == 0, f"{letter!r} stands beside all spaces"
                found.setdefault(letter, []).append((q, (rows - q) // 2))
    return found


def real_marks() -> dict[str, list[Place]]:
    """The places of each letter of `REAL_BOARD`: its first space is (0,-9)."""
    found: dict[str, list[Place]] = {}
    for n, text in enumerate(REAL_BOARD.strip("\n").splitlines()):
        for m, letter in enumerate(text):
            if letter != " ":
                q = m // 2 - 9
                found.setdefault(letter, []).append((q, (n - 18 - q) // 2))
    return found


def position(blocked: Any = (), obstacles: Any = (), characters: Any = (), at: Place = (0, 0)) -> Any:
    """A bout in which nothing is but what lies on the board, and States forbid what is printed; places are counted from
    `at`.

    Args:
        blocked: Blocked spaces.
        obstacles: spaces with obstacles.
        characters: where the eight Characters stand, in the order of their units, or None for one off the board.
        at: the place that is called (0,0).
    """
    bout = np.zeros(1, Bout.dtype).view(np.recarray)[0]
    bout.options["bearers"] = stock.load().fields["bearers"]
    for out, places in ((bout.options.blocked, blocked), (bout.options.obstacles, obstacles)):
        for place in places:
            cells.add(out, there(place, at))
    for unit in range(UNITS):
        one, place = bout.table.characters[unit], characters[unit] if unit < len(characters) else None
        one.cell, one.where = NO_CELL, Where.BENCH.value
        if place is not None:
            one.cell, one.where = there(place, at), Where.BOARD.value
            cells.add(bout.table.occupied, there(place, at))
    return bout


def real_position(*characters: Place | None) -> Any:
    """The real board with the obstacles of Assault, and Characters in the order of their units."""
    options = np.zeros(1, Bout.dtype["options"])
    stock.load().lay(options)
    stock.load().lay_scenario(options, "assault")
    bout = position(characters=characters)
    bout.options.blocked[:], bout.options.obstacles[:] = options["blocked"][0], options["obstacles"][0]
    return bout


def there(place: Place, at: Place = (0, 0)) -> int:
    """The number of a space."""
    cell = space(place[0] + at[0], place[1] + at[1])
    assert cell >= 0, f"{place} is off the board"
    return cell
