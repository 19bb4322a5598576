"""The records and enums of NEXUS: everything on the table, in the rulebook's own words.

Rulebook: p.2-4, p.11, p.18 (R-001, R-004, R-008, R-009, R-013, R-015, R-018, R-020, R-105, R-126).
"""

from enum import IntEnum, unique
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from nexus_env.games.nexus.rules.events import EVENTS, Purpose
from nexus_env.kit import happenings, tape
from nexus_env.kit.bitsets import set_of
from nexus_env.kit.bout import AnyBout
from nexus_env.kit.happenings import SeatHappening
from nexus_env.kit.mask import LegalWord, words_for
from nexus_env.kit.seats import SeatNumber, SeatSet
from nexus_env.kit.tape import OPEN, PRIVATE, YES_OR_NO, Request, Tape
from nexus_env.machine.record import Apart, Narrowed, Record, Within, record

SEATS = 4
SIDE = 8
COINS = 700
INFLUENCE_CARDS, TURNING_POINT_CARDS = 24, 25
MOTIVATIONS, UNIQUE_ABILITIES = 4, 2
CARD_EFFECTS = 3  # of one card, at most
TIMINGS = 7  # when an influence card may be played: see `verbs.Timing`
LASTING_EFFECTS = 24  # in force or waiting at one time, at most; further effects are lost
ACTIONS = 309  # of the action table, which imports this module
WEAPONS = 8  # kinds of weapon cards, at most
CONTENTS = 13  # the sum of 2d6 is the index into the crate contents table
# Commands that no seat gives: setup, where KEEPING - seat is that seat's choice of cards; and the rounds that follow,
# each of them followed by the declaration of its points.
OPENING, DEALING, KEEPING, NEXT_ROUND, DECLARING, DRAFTING = -1, -2, -3, -7, -8, -9
NOBODY = tape.NOBODY
NOWHERE = -1  # no body location
UNARMED = -1  # no weapon card
LANISTAS = 8
BARGES = 9  # the eight of the stock, then the custom one
SLOTS = 6  # of the Turning Point Counter
ALL_CARDS = INFLUENCE_CARDS + TURNING_POINT_CARDS + MOTIVATIONS * (UNIQUE_ABILITIES + 1)
# The number of words of each kind that cards are built of: see `verbs.py`.
VERBS, TARGETS, CONDITIONS, DURATIONS, DELAYS = 39, 11, 14, 6, 4
MOST_CYCLES = 10_000  # that may be agreed on
MOST_HEALTH = 50
MOST_USES, MOST_COPIES = 20, 14  # of a weapon card
MOST_OF_LANISTA = 20  # of what is printed on its card: Influence, Deception, Command
MOST_TILES = 10  # of one kind, in the box: p.2
MOST_AMOUNT, MOST_DETAIL = 30, 10  # on a card
MOST_KEY = 13 * 35 + 10  # a placeholder in the order while ties are broken
MOST_ANSWERS = 0xFF  # the seats that a card may ask for, one bit each

# The ranges of numbers in a record; positions from outside are checked against them.
Small = Annotated[int, np.int8]  # a number of a card
Cards = Annotated[int, np.int32]  # one bit for each card
InfluenceSet = Annotated[Cards, Within(0, (1 << INFLUENCE_CARDS) - 1)]
YesOrNo = Annotated[int, YES_OR_NO]
Seat = Annotated[int, SeatNumber()]
SeatOrNobody = Annotated[int, SeatNumber(NOBODY)]
SomeSeats = Annotated[int, SeatSet()]
Coins = Annotated[int, Within(0, COINS)]
Points = Annotated[int, Within(0, 9999)]  # a count without an upper bound of its own
Locations = Annotated[int, Within(0, (1 << 7) - 1)]  # one bit for each body location
DrawnSet = Annotated[Cards, Within(0, (1 << TURNING_POINT_CARDS) - 1)]  # one bit for each Turning Point card


@unique
class Pile(IntEnum):
    """The piles of coins. The first eight lie on a helot's panel, and 1-6 are the faces of the body location die.

    Rulebook: p.11, p.12, p.26 (R-009, R-103, R-105, R-234).
    """

    HEAD = 0
    LEFT_UPPER = 1
    CHEST = 2
    RIGHT_UPPER = 3
    LEFT_LOWER = 4
    MIDSECTION = 5
    RIGHT_LOWER = 6
    OVERALL_CONDITION = 7
    CRED = 8
    COUNTER = 9
    CROWD = 10
    BOX = 11
    FLOOR = 12  # the coins on the square of the seat's helot


LOCATIONS = 7
LOCATION_PILES = set_of(list(Pile)[:LOCATIONS])
STARTING_HEALTH = np.array((10, 12, 15, 12, 12, 15, 12, 50))  # p.7, p.26


@unique
class Trait(IntEnum):
    """The six faces of the trait die, in the order of the reserves (p.14)."""

    WILLPOWER = 0
    INSTINCT = 1
    PHYSICALITY = 2
    DEFTNESS = 3
    SWAGGER = 4
    CUNNING = 5


MOST_TRAIT = 5


@unique
class Ability(IntEnum):
    """The 18 trait abilities: three for each trait, at a price of 3, 4 and 5 (p.32-34)."""

    IM_STILL_STANDING = 0
    MERELY_A_FLESH_WOUND = 1
    PERSEVERANCE = 2
    COUNTERATTACK = 3
    COMBO_BREAKER = 4
    ELUSIVE = 5
    UNSHACKLED = 6
    PUSH = 7
    HAYMAKER = 8
    HURDLE = 9
    TRIPPING = 10
    TUNNEL_VISION = 11
    TURN_CROWD = 12
    WIN_THEM_OVER = 13
    TALK_SHIT = 14
    JACK_OF_ALL_TRAITS = 15
    CANT_FOOL_ME = 16
    MADE_YOU_LOOK = 17


@unique
class Standing(IntEnum):
    """The condition of a helot; only a fit one commands, defends and counts as standing."""

    FIT = 0
    INCAPACITATED = 1
    KILLED = 2


@unique
class Square(IntEnum):
    """The content of a square of the barge; at most one thing."""

    EMPTY = 0
    BLOOD = 1
    GUTS = 2
    FIRE = 3
    SAW = 4
    SPIKES = 5
    CRATE = 6
    TOPPLED = 7
    BRAZIER = 8
    PILLAR = 9
    WALL = 10  # every square off the board


OBSTACLES = set_of((Square.CRATE, Square.TOPPLED, Square.BRAZIER, Square.PILLAR, Square.WALL))  # never to be entered


@unique
class Question(IntEnum):
    """The questions that a seat may be asked. The first two are the same in every game."""

    COMMAND = 0
    ROLL = 1
    LANISTA = 2
    MOTIVATION = 3
    SIDE = 4
    KEEP_CARD = 5
    DECEPTION = 6
    DECEIVED = 7
    RATIO = 8
    BONUS_TARGET = 9
    TARGET = 10  # about a card or an ability
    LOCATION = 11
    TRAIT = 12
    DIRECTION = 13
    LOST_LEG = 14
    KEEP_WEAPON = 15
    HELOT_AID = 16
    INTERRUPT = 17
    IM_STILL_STANDING = 18
    MERELY_A_FLESH_WOUND = 19
    PERSEVERANCE = 20
    PERSEVERANCE_CONTEST = 21
    COUNTERATTACK = 22
    COMBO_BREAKER = 23
    UNSHACKLED = 24
    HAYMAKER = 25
    TRIPPING = 26
    PRICE = 27  # about the price of a Turning Point card, which spares the seat its harm
    CANCEL = 28  # an influence card


@unique
class Blow(IntEnum):
    """The kinds of contested rolls."""

    WILD = 0
    STANDARD = 1
    FOCUSED = 2
    GRAPPLE = 3
    TAKEDOWN = 4
    CRUSH = 5
    THROW = 6
    DRAG = 7
    AIM_WILD = 8
    AIM_STANDARD = 9
    AIM_FOCUSED = 10
    ROACGULS = 11  # thrown by the ability Roacguls


FEINT_BIT = 1 << 12  # one more bit, beside the bits of the blows, in the set that a weapon forbids
BACK_GUARD = 7  # a Shield stored on the back, instead of a location


@unique
class Range(IntEnum):
    """The ranges of weapons (p.31)."""

    MELEE = 0
    RANGED = 1
    THROWN = 2
    SHIELD = 3


@unique
class Content(IntEnum):
    """The contents of a crate besides weapons; lower numbers are kinds of weapons. Rulebook: p.42 (R-403)."""

    BOMB = 8
    ROACGULS = 9
    FLASHBANG = 10
    HELOT_AID = 11
    NOTHING = 12


OF_THIS_GAME = Narrowed(
    question=Within(0, len(Question) - 1), purpose=Within(0, len(Purpose) - 1), private=Within(OPEN, PRIVATE)
)
TOLD_IN_THIS_GAME = Narrowed(event=Within(0, len(EVENTS.kinds) - 1))


@record
class Helot(Record):
    """One fighter and its command panel."""

    x: Annotated[int, Within(0, SIDE)]  # 1-8 from west to east
    y: Annotated[int, Within(0, SIDE)]  # 1-8 from north to south
    facing: Annotated[int, Within(0, 3)]  # the FFD: 0 north, 1 east, 2 south, 3 west
    standing: Annotated[int, Within(0, len(Standing) - 1)]
    present: YesOrNo  # 1 while it occupies its square; an incapacitated helot does so to the end of the round
    # coins on the seven body locations, then the Overall Condition
    health: Annotated[list[int], 8, Within(0, MOST_HEALTH)]
    lost: Locations  # one bit for each location that has been at 0: its penalty stays for the bout
    dripping: YesOrNo  # a location was depleted on this square: a Blood tile is due when the helot leaves it
    prone: YesOrNo
    bleeding: YesOrNo
    flaming: YesOrNo
    holds: SeatOrNobody  # the seat of the victim in its grip, or NOBODY
    held_by: SeatOrNobody  # the seat of its captor, or NOBODY
    traits: Annotated[list[int], 6, Within(0, MOST_TRAIT)]
    elusive: YesOrNo  # +SDS to defend for the rest of the cycle
    exposed: YesOrNo  # -SDS to defend after Gloating, until its next round
    rattled: YesOrNo  # -SDS to attack for this round (Talk Shit)
    tunnel_vision: YesOrNo  # +SDS on attack commands for this round
    weapon: Annotated[int, Within(UNARMED, WEAPONS - 1)]  # the kind of weapon carried, or UNARMED: one at a time
    armed: YesOrNo  # 1 while it is drawn
    uses: Annotated[int, Within(0, MOST_USES)]  # its ammo or durability left
    shielded: Annotated[int, Within(NOWHERE, BACK_GUARD)]  # the location that the Shield covers, BACK_GUARD, or NOWHERE
    slowed: Points  # movement points that it loses as soon as it gets some


@record
class Lanista(Record):
    """One player: its cards, tokens and Cred; the helot's panel is in `Helot`."""

    card: Annotated[int, Within(NOBODY, LANISTAS - 1)]
    motivation: Annotated[int, Within(NOBODY, MOTIVATIONS - 1)]
    influence: Annotated[int, Within(0, MOST_OF_LANISTA)]
    deception_tokens: Annotated[int, Within(0, MOST_OF_LANISTA)]
    command_tokens: Annotated[int, Within(0, MOST_OF_LANISTA)]
    hand: InfluenceSet  # one bit for each influence card held; hidden from the other seats
    # one bit for each influence card looked at and put away, or still to choose from; hidden too
    discarded: InfluenceSet
    known: InfluenceSet  # one bit for each card in another hand that this player has seen; hidden too
    cred: Coins
    slots: Annotated[int, Within(0, (1 << SLOTS) - 1)]  # one bit for each marked value of the Turning Point Counter
    counter: Annotated[int, Within(0, SLOTS)]  # coins lying on the counter
    turning_point_damage: YesOrNo  # 1 while the damage modifier waits for a qualifying hit
    trait_face: Annotated[int, Within(0, len(Trait) - 1)]
    ratio: Annotated[int, Within(0, 6)]
    initiative: Annotated[int, Within(NOBODY, MOST_KEY)]  # this cycle's place in the order, 0 first; NOBODY when out
    side: Annotated[int, Within(0, 3)]  # its side of the table: the compass point / 2, 0 north, clockwise
    next_clockwise: Seat


@record
class Lasting(Record):
    """One effect in force on a helot, or one that waits for its time."""

    verb: Annotated[Small, Within(0, VERBS - 1)]  # 0: this slot is free
    seat: Annotated[Small, SeatNumber()]  # the seat that it concerns
    owner: Annotated[Small, SeatNumber()]  # the seat that caused it
    amount: Annotated[Small, Within(-MOST_AMOUNT, MOST_AMOUNT)]
    detail: Annotated[Small, Within(-1, MOST_DETAIL)]
    until: Annotated[Small, Within(0, DURATIONS - 1)]
    delay: Annotated[Small, Within(0, DELAYS - 1)]  # 0: in force; else it waits
    to_owner: Annotated[Small, YES_OR_NO]
    card: Annotated[Small, Within(0, ALL_CARDS - 1)]  # its index among all cards


@record
class CardPlay(Record):
    """The card that is being played or carried out; public."""

    card: Annotated[int, Within(NOBODY, ALL_CARDS - 1)]  # its index among all cards, or NOBODY
    seat: SeatOrNobody  # the seat that plays it or has drawn it
    chosen: SeatOrNobody  # the opponent that it is aimed at, or NOBODY
    spared: SomeSeats  # one bit for each seat that has avoided its effect
    asked: SomeSeats  # one bit for each seat that was offered to avoid it
    # one bit for each allowed answer to its question, by index in the row of actions
    allowed: Annotated[Cards, Within(0, MOST_ANSWERS)]


@record
class CommandRound(Record):
    """The state of the current command round, also called 'action round' or 'turn'. Rulebook: p.10 (R-063)."""

    seat: SeatOrNobody
    movement_points: Points
    action_points: Points
    liberate_failed: YesOrNo  # an attempt has failed in this round
    forfeited: Points  # action points lost to a failed Liberate: unusable, but still penalized
    bonus_points: Annotated[int, Within(0, 2)]  # action points only for attacks on the prone `bonus_target`
    bonus_target: SeatOrNobody
    bonus_given: YesOrNo
    rotations: Annotated[int, Within(0, 2)]
    rotation_direction: Annotated[int, Within(-1, 1)]
    straight_moves: Points  # Forward moves in a row, for the Running Strike
    feinted: SomeSeats  # one bit a seat: the next attack roll against it gets the Feint's +SDS
    gloat_open: YesOrNo
    gloat_coins: Points
    gloated: YesOrNo
    deception: YesOrNo  # 1 when another lanista decided the split
    handled: Annotated[int, Within(0, 3)]  # 1: a weapon was drawn in this round, 2: one was stored
    declared: YesOrNo  # 1 once the command points have been split
    free_liberates: Points  # attempts that cost nothing


@record
class Contest(Record):
    """The roll or blow that is being resolved; public."""

    blow: Annotated[int, Within(NOBODY, len(Blow) - 1)]
    attacker: SeatOrNobody
    defender: SeatOrNobody
    attack: Annotated[int, Within(0, 12)]
    defense: Annotated[int, Within(0, 12)]
    attack_double: YesOrNo
    defense_double: YesOrNo
    attack_rerolled: YesOrNo
    defense_rerolled: YesOrNo
    damage: Points
    location: Annotated[int, Within(NOWHERE, LOCATIONS - 1)]
    hits: Annotated[int, Within(0, 9)]  # Standard Attacks of a combo still to come
    check: Annotated[int, Within(0, 12)]  # the last single die
    purpose: Annotated[int, Within(0, len(Purpose) - 1)]  # the purpose of that die
    declared: YesOrNo  # 1 between the declaration of an attack and its dice
    on_back_guard: YesOrNo  # the attack comes from behind onto a Shield stored there
    finisher: SeatOrNobody
    finish: Points  # coins due to the finisher from the Crowd Pile


@record
class Table(Record):
    """Everything on the table, open and hidden."""

    request: Annotated[Request, OF_THIS_GAME]
    seats: Annotated[int, Within(0, SEATS)]
    cycle: Annotated[int, Within(0, MOST_CYCLES)]
    turn: Annotated[int, Within(0, SEATS)]
    order: Annotated[list[SeatOrNobody], SEATS]
    command_round: CommandRound
    contest: Contest
    helots: Annotated[list[Helot], SEATS]
    lanistas: Annotated[list[Lanista], SEATS]
    squares: Annotated[NDArray[np.int8], (SIDE, SIDE), Within(0, Square.WALL - 1)]  # [y - 1, x - 1]
    crowd_pile: Coins
    box: Coins
    turning_points: Points  # how many there have been
    turning_point_card: Annotated[int, Within(NOBODY, TURNING_POINT_CARDS - 1)]  # the last one drawn, or NOBODY
    turning_point_discards: DrawnSet  # one bit for each card drawn since the last shuffle
    used_cards: InfluenceSet  # one bit for each influence card that was used, revealed and discarded
    weapons: Annotated[list[int], WEAPONS, Within(0, MOST_COPIES)]  # cards left in the common pile, by kind
    lasting: Annotated[list[Lasting], LASTING_EFFECTS]
    lasting_places: Annotated[int, Within(0, LASTING_EFFECTS)]  # slots of `lasting` from this index on are free
    card_play: CardPlay
    over: YesOrNo
    truncated: YesOrNo
    winners: SomeSeats  # one bit a seat
    # on the floor, [y - 1, x - 1]; only the side events drop any
    coins: Annotated[NDArray[np.int16], (SIDE, SIDE), Within(0, COINS)]
    # the squares of its two stacks, from 1 row by row; 0: none
    bitvourer: Annotated[list[int], 2, Within(0, SIDE * SIDE)]
    attacked: YesOrNo  # 1 once an attack was rolled in this cycle
    crowd_gained: YesOrNo  # 1 once the Crowd Pile has gained something in this cycle
    idle_cycles: Annotated[int, Within(0, MOST_CYCLES)]  # cycles in a row before this one in which it gained nothing


@record
class WeaponCard(Record):
    """One kind of weapon. Rulebook: p.31 (R-290, R-293, R-294, R-306)."""

    copies: Annotated[int, Within(0, MOST_COPIES)]
    range: Annotated[int, Within(0, len(Range) - 1)]
    damage: Annotated[int, Within(0, 20)]
    damage_from_behind: Annotated[int, Within(0, 20)]
    uses: Annotated[int, Within(0, MOST_USES)]  # ammo or durability
    cost: Annotated[int, Within(0, 6)]  # action points to draw or store it
    optimal_distance: Annotated[int, Within(0, SIDE - 1)]
    # one bit for each Blow that is forbidden while armed; FEINT_BIT for the Feint
    forbids: Annotated[int, Within(0, 2 * FEINT_BIT - 1)]
    fells: YesOrNo  # a hit makes the target Prone
    slows: Annotated[int, Within(0, 12)]  # movement points that a hit costs the target


@record
class CardEffect(Record):
    """One line of a card: an effect, its targets and its condition. The words are in `verbs.py`."""

    verb: Annotated[Small, Within(0, VERBS - 1)]
    target: Annotated[Small, Within(0, TARGETS - 1)]
    amount: Annotated[Small, Within(-MOST_AMOUNT, MOST_AMOUNT)]
    detail: Annotated[Small, Within(-1, MOST_DETAIL)]
    condition: Annotated[Small, Within(0, CONDITIONS - 1)]
    odds: Annotated[Small, Within(0, 6)]  # succeeds on a d6 of this or more; 0: always
    until: Annotated[Small, Within(0, DURATIONS - 1)]
    delay: Annotated[Small, Within(0, DELAYS - 1)]
    to_owner: Annotated[Small, YES_OR_NO]  # 1: coins of damage go to the owner of the card, not to the crowd


@record
class Card(Record):
    """An influence or Turning Point card, or a unique ability or special skill of a motivation."""

    timing: Annotated[Small, Within(0, TIMINGS - 1)]
    # trait points: for a Turning Point card, to be spared; for an ability, to use it
    prices: Annotated[list[Annotated[Small, Within(0, MOST_TRAIT)]], 6]
    effects: Annotated[list[CardEffect], CARD_EFFECTS]


@record
class Options(Record):
    """The settings agreed before the bout, and the stock that setup needs."""

    seats: Annotated[int, Within(0, SEATS)]
    cycle_limit: Annotated[int, Within(1, MOST_CYCLES)]
    auto_pass: SomeSeats  # one bit a seat
    held: YesOrNo  # 1: windows open to any seat with hidden cards, not only to those that can use one
    random_deal: YesOrNo
    third_side: Annotated[int, Within(0, 2)]  # 0 asks the third player, else west (1) or east (2)
    barge: Annotated[int, Within(0, BARGES)]  # 0: roll a d8; 1-8: a stock layout; 9: `custom`
    influence_cards: Annotated[int, Within(0, INFLUENCE_CARDS)]
    turning_point_cards: Annotated[int, Within(0, TURNING_POINT_CARDS)]
    scattered: Annotated[list[int], 10, Within(0, MOST_TILES)]  # the number of each Square that is placed at random
    # the Squares FIRE, SAW, SPIKES in the agreed order of activation; 0: none
    hazards: Annotated[list[int], 3, Within(0, Square.SPIKES)]
    side_events: Annotated[int, Within(0, 7)]  # one bit for each of the optional events
    lanistas: Annotated[NDArray[np.int8], (LANISTAS, 3), Within(0, MOST_OF_LANISTA)]
    motivations: Annotated[NDArray[np.int8], (MOTIVATIONS, len(Trait)), Within(0, MOST_TRAIT)]
    # the eight of the stock, then the custom one
    barges: Annotated[NDArray[np.int8], (BARGES, SIDE, SIDE), Within(0, Square.WALL - 1)]
    weapons: Annotated[list[WeaponCard], WEAPONS]
    # by the sum of 2d6: a kind of weapon or a Content
    crate_contents: Annotated[list[int], CONTENTS, Within(0, len(Content) + WEAPONS - 1)]
    influence: Annotated[list[Card], INFLUENCE_CARDS]
    timed: Annotated[list[InfluenceSet], TIMINGS]  # for each Timing one bit for each influence card
    sure: InfluenceSet  # cards that are of use to any fit helot: see `targets.is_sure`
    turning_point: Annotated[list[Card], TURNING_POINT_CARDS]
    unique_abilities: Annotated[list[Card], MOTIVATIONS * UNIQUE_ABILITIES]  # two a motivation, side by side
    skills: Annotated[list[Card], MOTIVATIONS]  # carried out before the first cycle


@record
class Bout(AnyBout):
    """The record of a bout."""

    table: Table
    command: Annotated[int, Within(DRAFTING, ACTIONS - 1)]
    legal: Annotated[list[LegalWord], words_for(ACTIONS)]
    start: Annotated[Table, Apart]
    options: Options
    happenings: Annotated[list[Annotated[SeatHappening, TOLD_IN_THIS_GAME]], happenings.MOST]
    tape: Annotated[Tape, Narrowed(entries=Within(0, ACTIONS - 1))]
