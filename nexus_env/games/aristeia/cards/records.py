"""The printed content of cards, as records; every bout carries its stock."""

from typing import Annotated

import numpy as np

from nexus_env.games.aristeia.cards.verbs import (
    Bench,
    Color,
    Crowded,
    FirstAsked,
    Kind,
    Skill,
    State,
    Symbol,
    Targets,
    Tie,
    Timing,
    Verb,
    Who,
)
from nexus_env.kit.tape import YES_OR_NO
from nexus_env.machine.record import Record, Within, record

COLORS, SYMBOLS, STATES = len(Color), len(Symbol), len(State)
CHARACTERS, TACTICS = 12, 40  # kinds in the stock, at most
PRINTED_ACTIONS, SWITCHES, EFFECTS = 4, 2, 2  # on one card, at most; switches: general ones, and of each Action
FACES, MOST_ON_A_FACE = 6, 3  # of a die; of one symbol
NO_CARD = -1
MOST_STAT, MOST_RANGE = 9, 18
Small = Annotated[int, np.int8]
Few = Annotated[Small, Within(0, MOST_STAT)]
YesOrNo = Annotated[Small, YES_OR_NO]
Range = Annotated[Small, Within(0, MOST_RANGE)]


@record
class Pool(Record):
    """Dice and automatic symbols, a number of each."""

    dice: Annotated[list[Annotated[Small, Within(0, 6)]], COLORS]
    symbols: Annotated[list[Annotated[Small, Within(0, 6)]], SYMBOLS]


@record
class FaceCard(Record):
    """One face of a die. Rulebook: (A-001)."""

    symbols: Annotated[list[Annotated[Small, Within(0, MOST_ON_A_FACE)]], SYMBOLS]


@record
class DieCard(Record):
    """A die: six faces, all equally likely. Rulebook: (A-042 to A-048)."""

    faces: Annotated[list[FaceCard], FACES]


@record
class Effect(Record):
    """One effect of a card: see `Verb`."""

    verb: Annotated[Small, Within(0, len(Verb) - 1)]
    who: Annotated[Small, Within(0, len(Who) - 1)]
    amount: Few
    detail: Few
    range: Range


@record
class SwitchCard(Record):
    """A Switch: an effect for symbols. Rulebook: (A-055 to A-060)."""

    effect: Effect  # a verb of 0: there is no such Switch
    cost: Annotated[list[Few], 3]  # S, B and X
    beside: YesOrNo  # only if the other Character of the roll was adjacent when the Action was declared
    enemy: YesOrNo  # only if the other Character of the roll is an enemy
    once: YesOrNo  # at most once per roll


@record
class ActionCard(Record):
    """An Action, as printed."""

    kind: Annotated[Small, Within(0, len(Kind) - 1)]
    targets: Annotated[Small, Within(0, len(Targets) - 1)]
    energy: Few  # AP
    movement: Few  # MP
    least: Range
    most: Range
    sight: YesOrNo  # it needs Line of Sight
    automatic: YesOrNo  # no roll: the effects happen
    pool: Pool
    effects: Annotated[list[Effect], EFFECTS]
    switches: Annotated[list[SwitchCard], SWITCHES]


@record
class CharacterCard(Record):
    """A Character."""

    initiative: Few  # 0, like all its numbers, for a card that is not in the stock
    speed: Few
    energy: Few
    hit_points: Few
    skills: Annotated[Small, Within(0, (1 << len(Skill)) - 1)]
    cover_die: Annotated[Small, Within(0, COLORS - 1)]
    brawn: Pool
    agility: Pool
    defense: Pool
    switches: Annotated[list[SwitchCard], SWITCHES]  # general ones
    actions: Annotated[list[ActionCard], PRINTED_ACTIONS]
    tactics: Annotated[list[Annotated[Small, Within(NO_CARD, TACTICS - 1)]], 2]


@record
class TacticCard(Record):
    """A Tactic."""

    timing: Annotated[Small, Within(0, len(Timing) - 1)]
    range: Range  # for DECLARED
    pool: Pool  # for ADD_DICE
    effect: Effect


@record
class StateCard(Record):
    """The effects of a State on its red side and on its blue one."""

    energy: Annotated[list[Annotated[Small, Within(-MOST_STAT, MOST_STAT)]], 2]
    speed: Annotated[list[Annotated[Small, Within(-MOST_STAT, MOST_STAT)]], 2]
    initiative: Annotated[list[Annotated[Small, Within(-MOST_STAT, MOST_STAT)]], 2]
    stacks: YesOrNo  # several tokens are kept
    damage: Few  # when a token turns blue


@record
class BearerCard(Record):
    """The prohibitions of a State for its bearer, on either side. Rulebook: (A-109, A-110, A-111, A-113)."""

    only: YesOrNo  # it attacks nobody else, even if the one it must attack is not a legal target
    sees: Range  # the greatest distance in spaces; 0 for no limit
    still: YesOrNo  # it neither spends MP to move nor uses Move


@record
class HouseCard(Record):
    """Rulings where no public source has a rule; a stock can replace them.

    Rulebook: (A-071, A-102, A-115, A-116, A-117, A-118, A-201, A-203).
    """

    crowded: Annotated[Small, Within(0, len(Crowded) - 1)]
    reshuffle: YesOrNo  # an empty draw pile is made from the discards
    most_tactics: Few  # per player and roll; 0 for any number
    absent: YesOrNo  # a Character's Tactics may be played while it is off the board
    closed: YesOrNo  # nobody may look through the discard piles
    first: Annotated[Small, Within(0, len(FirstAsked) - 1)]
    tie: Annotated[Small, Within(0, len(Tie) - 1)]
    shared: YesOrNo  # a Character may be in both teams


@record
class ScenarioCard(Record):
    """The rules and the scores of a scenario."""

    moves: YesOrNo  # the Scoring Zone may move to a Deployment Zone after a Round
    burns: YesOrNo  # red counters: Scorched Earth
    conquest: YesOrNo  # markers hold all seven Zones
    alone: Few  # VP: only one player is inside the Scoring Zone
    more: Few  # more Characters inside, or more Zones held
    same: Few  # the same number, and at least one
    frag: Few  # VP for more Frags in this Round
    bench: Annotated[Small, Within(0, len(Bench) - 1)]
