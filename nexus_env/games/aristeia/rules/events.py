"""The purposes of dice and the reasons for questions; `events.toml` has the kinds of events."""

from enum import IntEnum, unique
from pathlib import Path

from nexus_env.kit.log import FILE, OF_UNITS, read_events

EVENTS = read_events(Path(__file__).with_name(FILE), OF_UNITS)


@unique
class Purpose(IntEnum):
    """The purposes of dice."""

    RED = 0  # a die of a roll: its `Color`; `request.unit` rolls it
    GREEN = 1
    ORANGE = 2
    BLUE = 3
    YELLOW = 4
    BLACK = 5
    TACTIC = 6  # a card from the draw pile of the roller
    UNDERDOG = 7  # equal Initiative totals
    DRAFT = 8  # who picks first


@unique
class Reason(IntEnum):
    """The reasons for questions; `table.reason` has that of the open question, if several are possible."""

    NONE = 0
    DEPLOY = 1  # UNIT, then SPACE
    FIRST_TO_PLACE = 2  # FIRST
    OWN_ZONE = 3  # ZONE
    SCORING_ZONE = 4  # ZONE
    ACTIVATE = 5  # FIRST: which of the two Characters
    RETURN = 6  # SPACE: from the Bench
    STEP = 7  # SPACE: after a won Disengage; may be passed
    TARGET = 8  # UNIT, or SPACE
    CONTEST = 9  # UNIT: the enemy that rolls against a Disengage
    DISPLACE = 10  # SPACE
    PLACE = 11  # SPACE
    CHOOSE_ENEMY = 12  # UNIT: of an effect
    SWITCHES = 13  # FIRST: in the Switches step
    BLOCKS = 14  # FIRST: the side that uses its critical block first
    REMOVE = 15  # DIE of the other
    REROLL = 16  # DIE of one's own
    CLEAR_ZONE = 17  # SPACE: a Character leaves the new Scoring Zone
    IMPLACABLE = 18  # SPACE
    PURSUE = 19  # SPACE
    REPEAT = 20  # UNIT: the target of the repeat
    DISCARD = 21  # CARD
    EFFECT = 22  # UNIT: an optional effect on it; may be passed
