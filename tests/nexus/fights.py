"""Positions of fights, and what a hit does."""

from table import Table

from nexus_env.games.nexus.rules.bout import Pile

FACE_TO_FACE = """
    .  .  .  .
    .  .  .  .
    .  .  1v .
    .  .  0^ .
"""
RUN_UP = """
    .  .  .  .
    .  .  1v .
    .  .  .  .
    .  .  .  .
    .  .  0^ .
"""
RUNNING = ["move forward", "move forward"]


def purposes(table: Table) -> list[str]:
    """What dice were rolled for since the last command, in their order."""
    return [purpose for purpose, _, _ in table.rolled]


def lose(table: Table, seat: int, *locations: Pile) -> None:
    """The helot has lost these locations some time before."""
    for location in locations:
        table.helot(seat).health[location] = 0
        table.helot(seat).lost |= 1 << location
    table.settle_box()
