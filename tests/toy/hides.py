"""What the toy game hides, for the tests that run over every game."""

from typing import Any

import toy

OPTIONS: dict[str, Any] = {"lucky": True}
"""Of a bout in which something is hidden."""
SHORT: dict[str, Any] = {}
"""Of a short bout."""
EVENTFUL: tuple[dict[str, Any], ...] = ({"rounds": 10},)
"""Of bouts, taken in turn, in which most events happen."""
LEAKS: dict[str, Any] = {"lucky": True, "rounds": 12}
"""Of bouts that differ in what is hidden."""
SOON: dict[str, Any] = toy.BARE
"""Besides, of those in which what is hidden is soon asked for: there little else is done."""


def shows(action: int) -> bool:
    """Whether an action shows what its seat hides: the numbers decide it, or a card comes to light."""
    return action == toy.STRIKE or toy.PLAY <= action < toy.AUCTION


def reveals() -> set[int]:
    """The actions that show their own player something hidden."""
    return {toy.STRIKE, toy.DRAW}


def keep(bout: Any, other: Any) -> None:
    """Give the other bout what comes to light by itself: nothing does."""
