"""What a seat can spend, for the test of prices."""

from typing import Any

from nexus_env.kit.decks import HAND


def purse(world: Any, seat: int) -> dict[str, int]:
    """Cards and parries, by the names that prices have for them."""
    table = world["table"]
    return {"cards": int((table["cards"] == HAND + seat).sum()), "parries": int(table["players"][seat]["parries"])}


def is_lost(before: Any, after: Any) -> bool:
    """Whether something is lost without being paid: never."""
    return False
