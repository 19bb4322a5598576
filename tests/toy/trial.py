"""What the toy game hides, for its checks."""

from typing import Any

from nexus_env.contract.trial import Trial
from nexus_env.kit.decks import HAND
from toy.actions import AUCTION, DRAW, PLAY, STRIKE


def shows(action: int) -> bool:
    """Whether an action shows what its seat hides: the numbers decide it, or a card comes to light."""
    return action == STRIKE or PLAY <= action < AUCTION


def reveals() -> frozenset[int]:
    """The actions that show their own player something hidden."""
    return frozenset((STRIKE, DRAW))


def purse(bout: Any, seat: int) -> dict[str, int]:
    """Cards and parries, by the names that prices have for them."""
    table = bout["table"]
    return {"cards": int((table["cards"] == HAND + seat).sum()), "parries": int(table["players"][seat]["parries"])}


TRIAL = Trial(
    hidden={"lucky": True},
    eventful=({"rounds": 10},),
    leaks=tuple({"lucky": True, "rounds": 12, "windows": windows} for windows in ("able", "held")),
    soon={"bare": True},
    shows=shows,
    reveals=reveals,
    purse=purse,
)
