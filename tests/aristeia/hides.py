"""What Aristeia! hides, for the tests that run over every game."""

from typing import Any

from nexus_env.games.aristeia.rules.actions import Action

OPTIONS: dict[str, Any] = {}
"""Of a bout in which something is hidden: every one, for hands are."""
SHORT: dict[str, Any] = {
    "round_limit": 1,
    "teams": "named",
    "green": ["hEXx3r", "Maximus", "Major Lunah", "Parvati"],
    "orange": ["Wild Bill", "Gata", "8-Ball", "Miyamoto Mushashi"],
}
"""Of a short bout in which both seats draw cards: the hands of the preset teams are printed."""
EVENTFUL: tuple[dict[str, Any], ...] = ({"round_limit": 4},)
"""Of bouts, taken in turn, in which most events happen."""
LEAKS: dict[str, Any] = {"round_limit": 2}
"""Of bouts that differ in what is hidden."""
SOON: dict[str, Any] = {}
"""Besides, of those in which what is hidden is soon asked for."""
DISCARD = 4  # the Switch for which a Tactic is discarded


def shows(action: int) -> bool:
    """Whether an action shows what its seat hides: a Tactic comes to light."""
    return Action.CARD <= action < Action.DIE or action == Action.SWITCH + DISCARD


def reveals() -> set[int]:
    """The actions that show their own player something hidden: the own deck is the same in all that it may imagine."""
    return set()


def keep(bout: Any, other: Any) -> None:
    """Give the other bout what comes to light by itself: Running Orders."""
    for table in ("table", "start"):
        other[table]["players"]["order"] = bout[table]["players"]["order"]
