"""The words that cards are built of: names in `stock/*.toml`, numbers in records."""

from enum import IntEnum, unique

from nexus_env.kit.bitsets import set_of
from nexus_env.kit.texts import by_members, read_texts


@unique
class Symbol(IntEnum):
    """The symbols on the faces of dice. Rulebook: (A-001)."""

    SUCCESS = 0
    BLOCK = 1
    SPECIAL = 2
    CRITICAL_SUCCESS = 3
    CRITICAL_BLOCK = 4


SIGNS = {  # the written form of symbols, in this order
    Symbol.CRITICAL_SUCCESS: "CS",
    Symbol.CRITICAL_BLOCK: "CB",
    Symbol.SUCCESS: "S",
    Symbol.BLOCK: "B",
    Symbol.SPECIAL: "X",
}


@unique
class Color(IntEnum):
    """The dice. Rulebook: (A-042 to A-047)."""

    RED = 0
    GREEN = 1
    ORANGE = 2
    BLUE = 3
    YELLOW = 4
    BLACK = 5


@unique
class State(IntEnum):
    """The State tokens. Rulebook: (A-105 to A-112)."""

    ENERGY_DOWN = 0
    SPEED_DOWN = 1
    INITIATIVE_UP = 2
    INITIATIVE_DOWN = 3
    TAUNTED = 4
    DAZZLED = 5
    IMMOBILIZED = 6
    POISONED = 7


@unique
class Kind(IntEnum):
    """The kinds of Actions. Rulebook: (A-089, A-091, A-092)."""

    NONE = 0  # no Action is printed in this place
    ATTACK = 1  # a Combat Roll against the Defense of an enemy
    SKILL = 2  # a Simple Roll, or none: see `ActionCard.automatic`


@unique
class Targets(IntEnum):
    """The possible targets of an Action. Rulebook: (A-091)."""

    ANY = 0  # allies and enemies, and the Character itself at Range 0
    ENEMIES = 1
    NEIGHBOR = 2  # an obstacle or a Character


@unique
class Verb(IntEnum):
    """The verb of an effect. `who` gives the target, `amount` a number, `detail` more."""

    NOTHING = 0
    DISPLACE = 1  # up to `amount` steps; `detail`: 0 the first step is compulsory, 1 each is optional
    PLACE_BESIDE = 2  # on a Free space adjacent to the acting Character (who TARGET), or to the target (who SELF)
    IMPOSE = 3  # the State `detail`
    DAMAGE = 4
    HEAL = 5
    CLEAR_STATES = 6
    DRAW = 7  # `amount` Tactics, by the player of the Character
    ADD_SUCCESS = 8  # `amount` S to the own roll
    NULLIFY_BLOCK = 9  # `amount` B of the other roll
    REPEAT = 10  # repeat the Action without AP; `detail` 1: at another target
    ADD_DICE = 11  # the dice and symbols of the card, to the coming roll
    CANCEL = 12  # the Tactic or Action that this one answers
    REROLL = 13  # any of the own dice, once
    GO_FIRST = 14  # its player chooses which of the two revealed Characters activates first
    SLIP_AWAY = 15  # the next Disengage of this Activation succeeds without a roll
    GAIN_MOVEMENT = 16  # `amount` MP
    ANALYZE = 17  # look at the top `amount` of the draw pile, take one, put back the others


VERBS = by_members(read_texts(__file__, "verbs.toml"), Verb)


@unique
class Who(IntEnum):
    """The targets of an effect. Rulebook: (A-007, A-061)."""

    SELF = 0  # the acting Character, or the one for which the Tactic is played
    TARGET = 1  # of the Action; in a Disengage the other Character
    OPPONENT = 2  # the other Character of the roll
    ENEMY_NEAR = 3  # one enemy within `range`
    EACH_ENEMY_NEAR = 4  # every enemy within `range`, in an order that its player chooses
    EACH_ALLY_NEAR = 5  # every ally within `range`, including itself


@unique
class Timing(IntEnum):
    """The timing of a Tactic. Rulebook: (A-114 to A-140)."""

    NEVER = 0
    BEFORE_ROLL = 1  # a roll of one of the own Characters
    BEFORE_DEFENSE = 2  # a Combat Roll in which the own Character defends
    BEFORE_CONTEST = 3  # a Disengage roll that the own Character contests with its Brawn
    AFTER_DICE = 4  # directly after the dice of the own Character are rolled
    AFTER_ROLL = 5  # when the roll of the own Character is resolved
    AFTER_DAMAGE = 6  # when an attack of the own Character has inflicted damage
    ACTIVATION = 7  # in the Activation of the own Character, outside a roll
    REVEALED = 8  # when both Characters of a Turn are revealed
    DECLARED = 9  # when an enemy within `range` declares an Action that is neither Move nor an attack
    ANSWER = 10  # when the other player plays a Tactic


OWN_ROLL = set_of((Timing.BEFORE_ROLL, Timing.BEFORE_DEFENSE, Timing.BEFORE_CONTEST))  # before a roll of the own side


@unique
class Skill(IntEnum):
    """Abilities of a Character without AP, one bit each in `CharacterCard.skills`. Rulebook: (A-095)."""

    IMPLACABLE = 0  # Displaces itself one space when an enemy declares an attack on an ally
    PURSUIT = 1  # Displaces itself after its own attack, up to one space for each damage: Kaze Tachinu
    DISCARD_FOR_SUCCESS = 2  # once per roll, discards a Tactic for one S: Dead Man's Hand
    MARKSMANSHIP = 3  # the target of its Actions gets no Cover die
    SNIPER = 4  # in its attacks its own Cover die may have the color `CharacterCard.cover_die`


@unique
class Bench(IntEnum):
    """The places where a Character may return from the Bench. Rulebook: (A-071, A-194, A-199)."""

    NOT_SCORING = 0  # any Deployment Zone but the Scoring Zone
    ANY_ZONE = 1
    OWN_OR_HELD = 2


@unique
class Crowded(IntEnum):
    """The fate of a Character without a space to return to. Rulebook: (A-071)."""

    STAYS = 0  # it stays on the Bench, and loses its Activation
    ANYWHERE = 1  # it takes any Free space of the board


@unique
class FirstAsked(IntEnum):
    """The player who is asked first for Tactics in a roll. Rulebook: (A-118)."""

    ACTIVE = 0  # the Active Character's player
    OTHER = 1


@unique
class Tie(IntEnum):
    """The winner with equal VP and Frags. Rulebook: (A-201)."""

    DRAW = 0  # nobody
    UNDERDOG = 1
