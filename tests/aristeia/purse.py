"""What an Activation spends, for the test of prices."""

from typing import Any


def purse(world: Any, seat: int) -> dict[str, int]:
    """The Action and Movement Points, by the names that prices have for them."""
    return {"AP": int(world["table"]["energy"]), "MP": int(world["table"]["movement"])}


def is_lost(before: Any, after: Any) -> bool:
    """Whether what is left is lost, as it is with the end of the Activation."""
    return bool(before["table"]["active"] != after["table"]["active"])
