"""What NEXUS hides, for the tests that run over every game."""

from typing import Any

from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.cards.stock import load
from nexus_env.games.nexus.cards.verbs import Verb
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.operands import CARDS

OPTIONS: dict[str, Any] = {"influence_cards": 24}
"""Of a bout in which something is hidden."""
SHORT: dict[str, Any] = {"cycle_limit": 1}
"""Of a short bout."""
EVENTFUL: tuple[dict[str, Any], ...] = tuple({"barge": barge, "cycle_limit": 3} for barge in "12")
"""Of bouts, taken in turn, in which most events happen."""
LEAKS: dict[str, Any] = {"cycle_limit": 30}
"""Of bouts that differ in what is hidden. No Turning Point card in the box shows a card to anybody; for those that do
see `test_turning_point_leaks.py`."""
SOON: dict[str, Any] = {}
"""Besides, of those in which what is hidden is soon asked for."""
REVEALING = {Verb.STEAL_CARD, Verb.PEEK}


def shows(action: int) -> bool:
    """Whether an action shows what its seat hides."""
    return Action.PLAY_CARD <= action < Action.PLAY_CARD + CARDS or Action.KEEP_CARD <= action < Action.AIM_WILD


def reveals() -> set[int]:
    """The cards that show their player something hidden."""
    row = NEXUS.read_options()
    load("").lay(row)
    cards = row["influence"][0]
    return {
        Action.PLAY_CARD + card
        for card in range(CARDS)
        if any(int(effect["verb"]) in REVEALING for effect in cards[card]["effects"])
    }


def keep(bout: Any, other: Any) -> None:
    """Give the other bout what comes to light by itself: nothing does."""
