"""The records and enums of Aristeia!: everything on the table, in the rulebook's own words.

Rulebook: (A-001, A-002, A-003, A-010, A-020, A-022, A-027, A-064).
"""

from enum import IntEnum, unique
from typing import Annotated

import numpy as np

from nexus_env.games.aristeia.cards.records import (
    CHARACTERS as CHARACTERS,
)
from nexus_env.games.aristeia.cards.records import (
    COLORS as COLORS,
)
from nexus_env.games.aristeia.cards.records import (
    FACES as FACES,
)
from nexus_env.games.aristeia.cards.records import (
    NO_CARD as NO_CARD,
)
from nexus_env.games.aristeia.cards.records import (
    PRINTED_ACTIONS as PRINTED_ACTIONS,
)
from nexus_env.games.aristeia.cards.records import (
    STATES as STATES,
)
from nexus_env.games.aristeia.cards.records import (
    SYMBOLS as SYMBOLS,
)
from nexus_env.games.aristeia.cards.records import (
    TACTICS as TACTICS,
)
from nexus_env.games.aristeia.cards.records import (
    ActionCard,
    BearerCard,
    CharacterCard,
    DieCard,
    HouseCard,
    ScenarioCard,
    StateCard,
    TacticCard,
)
from nexus_env.games.aristeia.cards.records import (
    Pool as Pool,
)
from nexus_env.games.aristeia.cards.verbs import Timing
from nexus_env.games.aristeia.rules.events import EVENTS, Purpose, Reason
from nexus_env.kit import cells, happenings, hexes
from nexus_env.kit.bitsets import set_of
from nexus_env.kit.bout import AnyBout
from nexus_env.kit.cells import CellWord
from nexus_env.kit.decks import CardPlace
from nexus_env.kit.mask import LegalWord, words_for
from nexus_env.kit.seats import NOBODY as NOBODY
from nexus_env.kit.seats import SeatNumber
from nexus_env.kit.secrets import Secrets
from nexus_env.kit.tape import OPEN, SECRET, YES_OR_NO, Tape
from nexus_env.kit.units import NO_CELL as NO_CELL
from nexus_env.kit.units import NO_UNIT as NO_UNIT
from nexus_env.kit.units import UnitHappening, UnitRequest
from nexus_env.machine.record import Narrowed, Record, Within, record

SEATS, TEAM = 2, 4
UNITS = SEATS * TEAM  # unit = TEAM * seat + place
SPACES = hexes.cells_within(9)
ZONES = 7  # 0 the Central Zone, 1 to 6 the Deployment Zones
CENTRAL, NO_ZONE = 0, -1
OBSTACLES = 5
DECK, STANDARD = 18, 10  # cards of a deck; the first ten are the Standard Tactics, then two of each Character
MOST_DICE = 20  # dice and automatic symbols of one side of a roll
MOST_ROUNDS, MOST_VP, MOST_FRAGS = 20, 200, 999
MOST_POINTS = 99  # AP or MP
MOST_FREE = 12  # free Actions and the like in an Activation; a house limit, so that it ends
ORDERS = 24  # the running orders of four Characters
ACTIONS = 377  # in the action table: see `actions.py`
SPACE_WORDS = cells.words_for(SPACES)
CONTENDER = PRINTED_ACTIONS  # the Action that is not printed on a card
ANALYZED = 3

Cell = Annotated[int, np.int16, Within(NO_CELL, SPACES - 1)]
Unit = Annotated[int, np.int16, Within(NO_UNIT, UNITS - 1)]
CardSet = Annotated[int, np.int32, Within(0, (1 << DECK) - 1)]
Count = Annotated[int, Within(0, MOST_POINTS)]
YesOrNo = Annotated[int, YES_OR_NO]
Seat = Annotated[int, SeatNumber()]
SeatOrNobody = Annotated[int, SeatNumber(NOBODY)]
Zone = Annotated[int, Within(NO_ZONE, ZONES - 1)]
Spaces = Annotated[list[CellWord], SPACE_WORDS]


@unique
class Question(IntEnum):
    """The questions that a seat may be asked. The first two are the same in every game."""

    COMMAND = 0
    ROLL = 1
    PICK = 2  # a Character for the own team: in secret, or in a draft
    REDRAW = 3  # YES or PASS
    ZONE = 4  # one of `table.offered`, one bit for each Zone
    FIRST = 5  # ME or THEM
    UNIT = 6  # one of `table.offered`, one bit for each unit
    SPACE = 7  # one of `table.spaces`
    ORDER = 8  # the Running Order, in secret
    TACTIC = 9  # a card that may be played now, or PASS: see `cards.tactics`
    CARD = 10  # any card of the own hand
    TAKE = 11  # one of the cards looked at, in secret
    DIE = 12  # one of `table.offered`, one bit for each die of a side
    SWITCH = 13  # one of `table.offered`, one bit for each Switch


@unique
class Where(IntEnum):
    """The place of a Character."""

    ASIDE = 0  # not deployed yet
    BOARD = 1
    INFIRMARY = 2
    BENCH = 3


@unique
class Step(IntEnum):
    """Commands that follow by themselves, without a seat. The command is minus the number."""

    OPENING = 1
    PICKING = 2
    TEAMS = 3
    DRAFTING = 4
    HANDS = 5
    REDRAWING = 6
    UNDERDOG = 7
    ZONES = 8
    DEPLOYING = 9
    ROUND = 10
    PLANNING = 11
    ORDERS = 12
    TURN = 13
    ACTIVATION = 14
    ACTING = 15  # gives the turn to the Active Character's player, or ends the Activation
    STATES = 16
    OBJECTIVES = 17
    NEW_ZONE = 18
    RECOVERY = 19
    DRAWING = 20  # draws one Tactic of `to_draw`, then continues with `table.then`
    ANALYZING = 21
    REACTIONS = 22  # to the declaration of an Action: Implacable, Access Denied
    BEFORE_ROLL = 23
    ROLLING = 24
    REROLLS = 25
    BLOCKS = 26
    SWITCHES = 27
    RESOLUTION = 28
    AFTERWARDS = 29


TEAM_STEPS = set_of((Step.OPENING, Step.PICKING, Step.TEAMS, Step.DRAFTING))
SETUP_STEPS = set_of((Step.HANDS, Step.REDRAWING, Step.UNDERDOG, Step.ZONES, Step.DEPLOYING))
ROLL_STEPS = set_of(
    (
        *(Step.REACTIONS, Step.BEFORE_ROLL, Step.ROLLING, Step.REROLLS),
        *(Step.BLOCKS, Step.SWITCHES, Step.RESOLUTION, Step.AFTERWARDS),
    )
)


@unique
class Contest(IntEnum):
    """The current roll."""

    NONE = 0
    ACTION = 1  # an Action of `roll.unit`: an attack is a roll of two
    DISENGAGE = 2


@record
class Character(Record):
    """One of the eight Characters in the game."""

    card: Annotated[int, Within(NO_CARD, CHARACTERS - 1)]  # its number in the stock
    where: Annotated[int, Within(0, len(Where) - 1)]
    cell: Cell  # NO_CELL off the board
    damage: Annotated[int, Within(0, MOST_POINTS)]
    red: Annotated[list[Count], STATES]  # tokens with the red side up
    blue: Annotated[list[Count], STATES]
    taunter: Unit  # the unit that imposed Taunted


@record
class Player(Record):
    """A player's cards, points and choices."""

    points: Annotated[int, Within(0, MOST_VP)]  # Victory Points (VP)
    frags: Annotated[int, Within(0, MOST_FRAGS)]
    scored: Annotated[int, Within(0, MOST_VP)]  # VP of this Round
    taken: Annotated[int, Within(0, MOST_FRAGS)]  # Frags of this Round
    zone: Zone  # the own Deployment Zone
    to_draw: Count  # Tactics to be drawn
    picks: Annotated[int, Within(0, (1 << CHARACTERS) - 1)]  # Characters chosen in secret; hidden
    order: Annotated[list[Annotated[int, Within(NOBODY, TEAM - 1)]], TEAM]  # places of the team; hidden until revealed
    cards: Annotated[list[Annotated[int, np.int8, CardPlace()]], DECK]
    top: Annotated[list[Annotated[int, np.int8, Within(NO_CARD, DECK - 1)]], ANALYZED]  # known cards on top: hidden
    looked: CardSet  # cards in the hand that are only looked at; hidden


@record
class Side(Record):
    """The dice of one Character in the current roll. A die is a Color, or COLORS + a Symbol for an automatic one."""

    unit: Unit
    count: Annotated[int, Within(0, MOST_DICE)]
    die: Annotated[list[Annotated[int, np.int8, Within(0, COLORS + SYMBOLS - 1)]], MOST_DICE]
    face: Annotated[list[Annotated[int, np.int8, Within(0, FACES - 1)]], MOST_DICE]
    gone: Annotated[int, np.int32, Within(0, (1 << MOST_DICE) - 1)]  # dice that critical blocks have removed
    rerolled: Annotated[int, np.int32, Within(0, (1 << MOST_DICE) - 1)]
    extra: Pool  # added by Tactics to the roll
    left: Annotated[list[Count], SYMBOLS]  # unspent symbols
    halves: Annotated[list[Count], 2]  # S and B: halves of spent criticals, which pay only for Switches
    singles: Annotated[list[Count], 2]  # S and B spent one by one; two of them are returned for a critical
    cover: YesOrNo  # it has Cover
    others: Count  # other enemies adjacent to a Character that disengages
    blocks: Count  # critical blocks used
    used: Annotated[int, Within(0, 31)]  # Switches used, one bit each
    dealt: Count  # damage that this side inflicted
    tactics: Count  # Tactics that its player has played in this roll


@record
class Roll(Record):
    """The current Action or Disengage. Side 0 is the Active Character's."""

    contest: Annotated[int, Within(0, len(Contest) - 1)]
    action: Annotated[int, Within(-1, CONTENDER)]  # index on the card of `unit`
    unit: Unit
    target: Unit  # NO_UNIT: an obstacle, or nobody
    cell: Cell  # space of the target when the Action was declared
    both: YesOrNo  # a Face to Face Roll
    beside: YesOrNo  # the two Characters were adjacent when the Action was declared
    turn: Annotated[int, Within(0, 1)]  # the side to act in the current step
    passes: Annotated[int, Within(0, 2)]  # passes in a row
    again: Annotated[int, Within(0, 2)]  # 1: the Action is repeated; 2: at another target
    steps: Count  # spaces left to go by Kaze Tachinu
    side: Annotated[list[Side], 2]


MINE = Narrowed(
    question=Within(0, len(Question) - 1),
    sides=Within(0, DECK),
    purpose=Within(0, len(Purpose) - 1),
    private=Within(OPEN, SECRET),
    unit=Within(NO_UNIT, UNITS - 1),
    cell=Within(NO_CELL, SPACES - 1),
)
TOLD = Narrowed(event=Within(0, len(EVENTS.kinds) - 1))


@record
class Table(Record):
    """Everything on the table."""

    request: Annotated[UnitRequest, MINE]
    seats: Annotated[int, Within(0, SEATS)]
    truncated: YesOrNo
    round_number: Annotated[int, Within(0, MOST_ROUNDS)]
    turn: Annotated[int, Within(0, TEAM)]  # Turn of the Round; slots below it are revealed; 0 during planning
    activated: Annotated[int, Within(0, 2)]  # Activations of this Turn that have begun
    underdog: Seat
    first: Seat  # the seat that goes first: in this Turn, or when Characters are placed
    scoring: Zone  # the Scoring Zone
    burnt: Annotated[int, Within(0, (1 << ZONES) - 1)]  # Zones with red counters
    holders: Annotated[list[SeatOrNobody], ZONES]  # the seat whose marker is in each Zone: Conquest
    active: Unit  # the Active Character
    energy: Count  # its AP
    movement: Count  # its MP
    free: Annotated[int, Within(0, MOST_FREE)]  # free Actions and the like in this Activation: see `effects.is_granted`
    slippery: YesOrNo  # its next Disengage succeeds
    tries: Annotated[int, Within(0, MOST_FREE)]  # attempts to choose teams
    picked: Annotated[int, Within(0, UNITS)]  # Characters picked in a draft or placed in a deployment
    then: Annotated[int, Within(0, len(Step))]  # the step that follows when all Tactics are drawn
    reason: Annotated[int, Within(0, len(Reason) - 1)]  # the reason for the open question
    offered: Annotated[int, np.int32, Within(0, (1 << 20) - 1)]  # the answers to UNIT, ZONE, DIE or SWITCH, a bit each
    spaces: Spaces  # the answers to a SPACE
    timing: Annotated[int, Within(0, len(Timing) - 1)]  # the timing of cards that answer TACTIC
    may_pass: YesOrNo
    characters: Annotated[list[Character], UNITS]
    players: Annotated[list[Player], SEATS]
    occupied: Spaces  # by Characters
    roll: Roll
    secrets: Secrets


@record
class Options(Record):
    """The settings agreed before the bout, and its stock."""

    seats: Annotated[int, Within(0, SEATS)]
    scenario: Annotated[int, Within(0, 7)]
    teams: Annotated[int, Within(0, 2)]  # see `options.TEAMS`
    named: Annotated[list[Annotated[int, Within(NO_CARD, CHARACTERS - 1)]], UNITS]  # the teams, if they are known
    hands: Annotated[list[CardSet], SEATS]  # preset starting hands, or 0
    places: Annotated[list[Cell], UNITS]  # printed deployment, or NO_CELL
    zones: Annotated[list[Zone], SEATS]  # Deployment Zones of the printed deployment
    redraw: YesOrNo
    round_limit: Annotated[int, Within(0, MOST_ROUNDS)]
    goal: Annotated[int, Within(0, MOST_VP)]  # VP that end the game
    contender: YesOrNo
    common: ActionCard  # Contender
    held: YesOrNo
    limit: Annotated[int, Within(0, 30000)]  # number of commands after which the bout is truncated; 0 for none
    most_dice: Annotated[list[Annotated[int, Within(0, 6)]], COLORS]  # dice of one color in one player's roll
    cover_die: Annotated[int, Within(0, COLORS - 1)]
    dice: Annotated[list[DieCard], COLORS]
    blocked: Spaces
    obstacles: Spaces
    rules: ScenarioCard
    states: Annotated[list[StateCard], STATES]
    bearers: Annotated[list[BearerCard], STATES]
    house: HouseCard
    standard: Annotated[list[Annotated[int, Within(NO_CARD, TACTICS - 1)]], STANDARD]
    characters: Annotated[list[CharacterCard], CHARACTERS]
    tactics: Annotated[list[TacticCard], TACTICS]


@record
class Bout(AnyBout):
    """The record of a bout: a whole game."""

    table: Table
    command: Annotated[int, Within(-len(Step), ACTIONS - 1)]
    legal: Annotated[list[LegalWord], words_for(ACTIONS)]
    start: Table
    options: Options
    happenings: Annotated[list[Annotated[UnitHappening, TOLD]], happenings.MOST]
    tape: Annotated[Tape, Narrowed(entries=Within(0, ACTIONS - 1))]
