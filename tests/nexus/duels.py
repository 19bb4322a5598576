"""The position that the chapters on coins and on the end begin with."""

from typing import Any

from table import Table

from nexus_env.games.nexus.rules.bout import Pile

DUEL = """
    .  .  .  .
    .  .  .  .
    .  .  1v .
    .  .  0^ .
"""


def duel(drawing: str = DUEL, *, crowd: int = 40, coins: dict[Pile, int] | None = None, **options: Any) -> Table:
    """Seat 0 faces seat 1, whose panel holds fewer `coins` on some piles; so many coins lie in the Crowd Pile."""
    table = Table(drawing, **options)
    for pile, amount in (coins or {}).items():
        table.helot(1).health[pile] = amount
    table.table.crowd_pile = crowd
    table.settle_box()
    return table
