"""What tests of hazards share."""

from table import Table

WIN = [5, 6, 1, 2]
N, NE, E, SE, S, SW, W, NW = range(1, 9)  # faces of the compass die


def pushed(drawing: str, **more) -> Table:
    """Helot 0 can push the opponent in its Front."""
    table = Table(drawing, **more)
    table.give(0, physicality=5)
    return table


FORCED = """
    .  .  .  .
    .  {}  .  .
    .  1v .  .
    .  0^ .  .
"""
