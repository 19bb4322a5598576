"""What is told of a bout: the kinds of happenings, and what dice are rolled for."""

from enum import IntEnum, unique


@unique
class Event(IntEnum):
    """What a happening tells; `log` writes a row for each. `unit` is the Character, `cell` its space."""

    COMMAND = 0  # what: the action, of `seat` with `unit`
    ROLL = 1  # what: the die, a Color; amount: its face from 0; one die of `unit` in a roll
    ROUND = 2  # what: the Round that begins
    ZONE = 3  # what: the new Scoring Zone, 0 to 6, or -1 for none
    UNDERDOG = 4  # seat: the new Underdog
    DEPLOYED = 5  # unit, cell
    REVEALED = 6  # unit: of `seat`; amount: its Initiative; what: the Turn
    ACTIVATED = 7  # unit; amount: its AP
    IDLE = 8  # unit: no Activation, for it is in the Infirmary, or finds no space
    STEPPED = 9  # unit, cell: by 1 MP
    DISPLACED = 10  # unit, cell; other_unit: who did it
    PLACED = 11  # unit, cell; other_unit: who did it
    DECLARED = 12  # unit; other_unit: the target or NO_UNIT; cell: the target's; what: the Action, see `Row`
    DISENGAGE = 13  # unit; other_unit: the enemy that rolls
    ESCAPED = 14  # unit; what: 1 it succeeds, 0 it fails
    AUTOMATIC = 15  # unit; what: a Symbol that is added to its roll
    SWITCH = 16  # unit; what: the Switch, see `roll.switches_of`
    REMOVED = 17  # unit: whose critical block removes a die of other_unit; what: the die's place
    REROLLED = 18  # unit; what: the die's place
    DAMAGE = 19  # unit; amount; other_unit: who inflicted it
    HEALED = 20  # unit; amount
    INFIRMARY = 21  # unit
    FRAG = 22  # seat: who takes it
    IMPOSED = 23  # unit; what: a State; other_unit: who imposed it
    CLEARED = 24  # unit; what: a State
    TURNED = 25  # unit; what: a State that turns blue
    PLAYED = 26  # seat, unit: the Character or NO_UNIT; what: a Tactic, by its kind
    CANCELED = 27  # seat: whose; what: a Tactic, by its kind; -1: the Action of `unit`
    DREW = 28  # seat; amount: Tactics
    DISCARDED = 29  # seat; what: a Tactic, by its kind
    GAINED = 30  # unit; amount: MP
    POINTS = 31  # seat; amount: VP; what: why, 0 the zone, 1 Frags
    CONQUERED = 32  # seat; what: a Zone
    BURNT = 33  # what: a Zone that gets red counters
    BENCHED = 34  # unit
    ENDED = 35  # unit: its Activation is over
    END = 36  # seat: the winner, or NOBODY
    TEAM = 37  # seat, unit; what: the Character's number in the stock
    RESHUFFLED = 38  # seat
    PASSED = 39  # unit: refuses the step after a won Disengage, or the like
    SUCCESS = 40  # unit; amount: S added to its roll
    NULLIFIED = 41  # unit: whose B are removed; amount
    FIRST = 42  # seat: who goes first; what: a Reason


@unique
class Purpose(IntEnum):
    """What a die is rolled for."""

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
    """What a question is asked for; it stands in `table.reason` while a question of several uses is asked."""

    NONE = 0
    DEPLOY = 1  # UNIT, then SPACE
    FIRST_TO_PLACE = 2  # FIRST
    OWN_ZONE = 3  # ZONE
    SCORING_ZONE = 4  # ZONE
    ACTIVATE = 5  # FIRST: which of the two Characters
    RETURN = 6  # SPACE: from the Bench
    STEP = 7  # SPACE: after a won Disengage, or pass
    TARGET = 8  # UNIT, or SPACE
    CONTEST = 9  # UNIT: which enemy rolls against a Disengage
    DISPLACE = 10  # SPACE
    PLACE = 11  # SPACE
    CHOOSE_ENEMY = 12  # UNIT: of an effect
    SWITCHES = 13  # FIRST: in the Switches step
    BLOCKS = 14  # FIRST: who uses the critical block
    REMOVE = 15  # DIE of the other
    REROLL = 16  # DIE of one's own
    CLEAR_ZONE = 17  # SPACE: a Character leaves the new Scoring Zone
    IMPLACABLE = 18  # SPACE
    PURSUE = 19  # SPACE
    REPEAT = 20  # UNIT: the target of the repeat
    DISCARD = 21  # CARD
    EFFECT = 22  # UNIT: an optional effect happens to it, or pass
