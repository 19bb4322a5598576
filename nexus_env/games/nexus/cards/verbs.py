"""The words that cards are built of: the verb, target, condition, time and duration of an effect.

Each word is spelled in stock files as its member's name in lower case: `Verb.LOSE_CRED` is "lose cred".

Rulebook: p.2, p.11, p.14, p.28, p.35 (R-350, R-351, R-352, R-353, R-354).
"""

from enum import IntEnum, unique

import numpy as np

from nexus_env.games.nexus.rules.bout import INFLUENCE_CARDS, MOTIVATIONS, TURNING_POINT_CARDS, UNIQUE_ABILITIES
from nexus_env.kit.texts import by_members, read_texts


@unique
class Verb(IntEnum):
    """The verbs of effects; `verbs.toml` gives the sort of each."""

    NOTHING = 0
    GAIN_CRED = 1
    LOSE_CRED = 2
    STEAL_CRED = 3
    GIVE_CRED = 4
    DAMAGE_OVERALL = 5
    DAMAGE_LOCATION = 6
    HEAL_OVERALL = 7
    HEAL_LOCATION = 8
    SET_STATE = 9
    CLEAR_STATE = 10
    MOVEMENT_POINTS = 11
    ACTION_POINTS = 12
    TURN = 13
    MOVE = 14
    SPAWN_HAZARD = 15
    TRIGGER_HAZARD = 16
    DRAW_WEAPON = 17
    BREAK_WEAPON = 18
    REFILL_WEAPON = 19
    RAISE_TRAIT = 20
    LOWER_TRAIT = 21
    STEAL_CARD = 22
    PEEK = 23
    CLEAR_TILE = 24
    OPEN_CRATE = 25
    ROACGULS = 26
    REROLL = 27
    CANCEL_CARD = 28
    CANCEL_DECEPTION = 29
    SLIDE_ATTACK = 30
    SLIDE_DEFENSE = 31
    SLIDE_AIM = 32
    CHANGE_DAMAGE = 33
    FREE_GLOAT = 34
    FREE_LIBERATE = 35
    FEAST = 36
    GUARD_LOCATION = 37
    GUARD_OVERALL = 38


@unique
class Sort(IntEnum):
    """The sorts of verbs, each carried out by its own function."""

    NONE = 0  # nothing, or a verb that other rules look up
    CRED = 1
    HEALTH = 2
    SET_STATE = 3
    CLEAR_STATE = 4
    POINTS = 5
    TURN = 6
    MOVE = 7
    HAZARD = 8
    WEAPON = 9
    TRAIT = 10
    HAND = 11
    TILE = 12
    CRATE = 13
    ROACGULS = 14
    LASTING = 15


VERBS = by_members(read_texts(__file__, "verbs.toml"), Verb)
SORT_OF = np.array([Sort[VERBS[verb]["sort"].upper()] for verb in Verb], np.int8)  # for compiled rules


@unique
class Timing(IntEnum):
    """The times at which a card may be played. Cards that are not influence cards have times of their own."""

    NEVER = 0
    OWN_ROUND = 1
    ANY_TIME = 2
    WHEN_ATTACKED = 3  # after the attack is declared, before the dice
    REROLL = 4  # when Perseverance may be used
    CANCEL = 5  # after another player's influence card
    DECEIVED = 6  # after another player's Deception


ANSWERING = (Timing.REROLL, Timing.CANCEL, Timing.DECEIVED)  # each has a question of its own
OF_A_MOMENT = (Timing.WHEN_ATTACKED, *ANSWERING)


@unique
class Target(IntEnum):
    """The targets of effects, from the point of view of the player of the card."""

    SELF = 0
    CHOSEN_OPPONENT = 1
    EACH_OPPONENT = 2
    EVERYONE = 3
    NEXT_CLOCKWISE = 4
    RANDOM_OPPONENT = 5
    RANDOM_HELOT = 6
    LEADER = 7  # most Cred; the first clockwise among equals, as below
    LEADING_OPPONENT = 8
    LAST = 9  # least Cred
    WEAKEST_HELOT = 10  # lowest Overall Condition


@unique
class Condition(IntEnum):
    """The conditions that a target must meet."""

    ALWAYS = 0
    PRONE = 1
    UPRIGHT = 2
    BLEEDING = 3
    FLAMING = 4
    GRAPPLED = 5
    GRAPPLING = 6
    ARMED = 7
    UNARMED = 8
    AHEAD = 9  # more Cred than the player of the card
    BEHIND = 10
    WOUNDED = 11  # at most half of the Overall Condition
    ADJACENT = 12  # to the helot of the player of the card
    BESIDE_GUTS = 13


@unique
class Until(IntEnum):
    """The duration of an effect."""

    ONCE = 0  # no duration
    ROLL = 1  # the next roll, hit or use that it changes
    ROUND = 2
    CYCLE = 3
    TURNING_POINT = 4
    BOUT = 5


@unique
class Delay(IntEnum):
    """The time of an effect."""

    NOW = 0
    NEXT_TURNING_POINT = 1
    FIRST_TURNING_POINT = 2  # of the bout: it lapses when that is past
    SPLIT = 3  # points that wait for the helot's next split


@unique
class Where(IntEnum):
    """Locations that are not named; lower numbers are `Pile`s."""

    RANDOM = 8
    WEAKEST = 9
    CHOSEN = 10


@unique
class State(IntEnum):
    """The states that a card may set or clear."""

    PRONE = 0
    BLEEDING = 1
    FLAMING = 2
    GRAPPLED = 3  # clear only


@unique
class Turning(IntEnum):
    """The turns that a card can give a helot, in quarters clockwise."""

    RIGHT = 1
    AROUND = 2
    LEFT = 3


@unique
class Way(IntEnum):
    """The directions in which a card moves a helot."""

    AWAY = 0  # from the helot of the player of the card
    TOWARD = 1
    FORWARD = 2  # along its own FFD
    BACK = 3
    CHOSEN = 4  # a direction of the compass
    RANDOM = 5  # the compass die


ANY_KIND = -1  # a random kind of weapon, or trait
CHOSEN_TRAIT = 6
ANY_BLOW, STRIKES = 0, 1  # the attacks whose damage changes: all damaging ones, or Standard and Focused Attacks

# All cards in one row, for fields that identify a card.
TURNING_POINT_PLACE = INFLUENCE_CARDS
ABILITY_PLACE = TURNING_POINT_PLACE + TURNING_POINT_CARDS
SKILL_PLACE = ABILITY_PLACE + MOTIVATIONS * UNIQUE_ABILITIES
