"""The hidden information of Aristeia!, for its checks."""

from typing import Any

from nexus_env.contract.trial import Trial
from nexus_env.games.aristeia.rules.actions import TABLE, Action

DISCARD = 4  # the Switch for which a Tactic is discarded
WINDOWS = ("able", "held")
TEAMS = {
    "teams": "named",
    "green": ["hEXx3r", "Maximus", "Major Lunah", "Parvati"],
    "orange": ["Wild Bill", "Gata", "8-Ball", "Miyamoto Mushashi"],
}
"""In a bout of one round both seats draw cards: the hands of the preset teams are printed."""


def shows(action: int) -> bool:
    """Whether an action shows what its seat hides: a Tactic comes to light."""
    return TABLE.row_of[action] == Action.CARD or action == Action.SWITCH + DISCARD


def keep(bout: Any, other: Any) -> None:
    """Running Orders come to light by themselves."""
    for table in ("table", "start"):
        other[table]["players"]["order"] = bout[table]["players"]["order"]


def purse(bout: Any, seat: int) -> dict[str, int]:
    """The Action and Movement Points, by the names that prices have for them."""
    return {"AP": int(bout["table"]["energy"]), "MP": int(bout["table"]["movement"])}


def is_lost(before: Any, after: Any) -> bool:
    """Whether the rest of the purse is lost: the Activation has ended."""
    return bool(before["table"]["active"] != after["table"]["active"])


TRIAL = Trial(
    short={"round_limit": 1, **TEAMS},
    eventful=({"round_limit": 4},),
    leaks=tuple({"round_limit": 2, "windows": windows} for windows in WINDOWS),
    shows=shows,
    keep=keep,
    purse=purse,
    is_lost=is_lost,
)
