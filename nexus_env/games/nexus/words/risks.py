"""The risk of a command to its own helot: whether it can cost the last coin.

This covers what the command itself may cause, with the worst dice: its price, a slide on Blood, fires, saws and spikes
on the way, a Bomb, the lines of a card. It does not cover opponents, or hazards that move by themselves.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from nexus_env.games.nexus.cards.verbs import State, Target, Verb, Where
from nexus_env.games.nexus.rules.actions import OVERALL, ROWS, Action
from nexus_env.games.nexus.rules.bout import NOBODY, OBSTACLES, Pile, Square
from nexus_env.games.nexus.rules.crates import BOMB_DAMAGE
from nexus_env.games.nexus.rules.geometry import FRONT, LEFT, RIGHT
from nexus_env.games.nexus.rules.hazards import AREA_DAMAGE, HIT_DAMAGE, MOST_BOUNCES, MOST_SLIDES
from nexus_env.games.nexus.rules.movement import MOVE_RELATIVE
from nexus_env.games.nexus.rules.operands import MOVES
from nexus_env.games.nexus.rules.states import FIRE_DAMAGE
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.price_preview import (
    OWN,
    SPRINGS,
    area,
    is_near_fire,
    is_sure,
    lines_of,
    own_ability,
    price_of,
)

PERHAPS_OWN = (*OWN, Target.RANDOM_HELOT, Target.LEADER, Target.LAST, Target.WEAKEST_HELOT)
AROUND = [(east, south) for east in (-1, 0, 1) for south in (-1, 0, 1) if east or south]


class Harm(NamedTuple):
    """Damage to the helot, blow by blow."""

    overall: tuple[int, ...] = ()
    chest: int = 0  # the part that the chest loses too, in the worst case; a rolled location is never the head
    head: int = 0

    def and_then(self, other: "Harm") -> "Harm":
        """This harm, followed by another."""
        return Harm(self.overall + other.overall, self.chest + other.chest, self.head + other.head)


NONE = Harm()
SCORCHED, BURNS, BOMB = Harm((AREA_DAMAGE,)), Harm((FIRE_DAMAGE,)), Harm((BOMB_DAMAGE,), BOMB_DAMAGE)
TORN = Harm((HIT_DAMAGE,) * (1 + MOST_BOUNCES), HIT_DAMAGE * (1 + MOST_BOUNCES))  # a saw or spikes, repeatedly
PERHAPS_HEAD = (Pile.HEAD, Where.WEAKEST, Where.CHOSEN)
PERHAPS_CHEST = (Pile.CHEST, Where.WEAKEST, Where.CHOSEN, Where.RANDOM)
DANGERS = (Square.BLOOD, Square.FIRE, Square.SAW, Square.SPIKES)


def may_end_own_helot(eye: Eye, action: int) -> bool:
    """Whether a legal action of `eye.seat` can cost its helot the last coin of Overall Condition, chest or head.

    Rulebook: p.13, p.26 (R-107, R-109, R-236).
    """
    row, health = ROWS[action], eye.helot["health"]
    paid = price_of(eye, action).get(OVERALL, 0)
    left, guards = int(health[Pile.OVERALL_CONDITION]) - paid, eye.in_force(Verb.GUARD_OVERALL)
    if left <= 0:
        return paid > 0
    harm = RISKS[row](eye, action - row) if row in RISKS else NONE
    for damage in harm.overall:
        if damage < left:
            left -= damage
        elif guards:
            left, guards = 1, guards - 1
        else:
            return True
    return bool(0 < health[Pile.CHEST] <= harm.chest or 0 < health[Pile.HEAD] <= harm.head)


# --- the square that a helot comes to ---------------------------------------------------------------------------------


def _comes_to(eye: Eye, x: int, y: int) -> Harm:
    """The worst harm to a helot that moves onto a square; on Blood it may slide on repeatedly.

    Rulebook: p.39-41, p.43-44 (R-363, R-378, R-383, R-384, R-397, R-399).
    """
    burning = bool(eye.helot["flaming"])

    @cache
    def worst(x: int, y: int, slides: int) -> Harm:
        what = eye.lies(x, y)
        if what in (Square.SAW, Square.SPIKES):  # which throw it back onto the Blood
            return TORN
        if what == Square.FIRE and not burning:
            return BURNS
        if what != Square.BLOOD or slides == 0:
            return NONE
        leaving = SCORCHED if is_near_fire(eye, x, y) and not burning else NONE
        ways = [(x + east, y + south) for east, south in AROUND]
        free = [way for way in ways if not OBSTACLES >> eye.lies(*way) & 1 and eye.stands(*way) in (NOBODY, eye.seat)]
        return max((leaving.and_then(worst(*way, slides - 1)) for way in free), key=_weight, default=NONE)

    return worst(x, y, MOST_SLIDES)


def _weight(harm: Harm) -> int:
    return sum(harm.overall)


def _beyond_the_price(eye: Eye, x: int, y: int) -> Harm:
    """Like `_comes_to`, without a fire on the square itself, which is in the price."""
    return NONE if eye.lies(x, y) == Square.FIRE else _comes_to(eye, x, y)


def _move(eye: Eye, place: int) -> Harm:
    return _beyond_the_price(eye, *eye.square(int(MOVE_RELATIVE[place])))


def _spring(relative: int) -> Callable[[Eye, int], Harm]:
    return lambda eye, place: _beyond_the_price(eye, *eye.square(relative))


def _hurdle(eye: Eye, place: int) -> Harm:
    return _beyond_the_price(eye, *eye.square(FRONT, 2))


def _rotate(eye: Eye, place: int) -> Harm:
    """The harm of a rotation, which slides on Blood (R-364)."""
    here = eye.square(FRONT, 0)
    return _comes_to(eye, *here) if eye.lies(*here) == Square.BLOOD else NONE


def _drag(eye: Eye, place: int) -> Harm:
    """The harm of a drag, for the captor.

    It may leave a fire's area or enter a fire, and a hazard under the victim may pull it in.

    Rulebook: p.22, p.41 (R-188, R-190, R-191, R-397, R-399).
    """
    here, ahead = eye.square(FRONT, 0), eye.square(FRONT)
    if place < len(MOVES):
        there = eye.square(int(MOVE_RELATIVE[place]))
        ahead = ahead[0] + there[0] - here[0], ahead[1] + there[1] - here[1]
    else:
        there, ahead = here, eye.square((LEFT, RIGHT)[place - len(MOVES)])
    on_the_way = Harm(tuple(area(eye)))
    if eye.lies(*ahead) in (Square.SAW, Square.SPIKES):  # and the victim may block the way out
        return on_the_way.and_then(TORN)
    if eye.helot["flaming"]:
        return NONE
    if eye.lies(*ahead) == Square.FIRE:
        victim = eye.table["helots"][eye.helot["holds"]]
        is_left = victim["health"][Pile.OVERALL_CONDITION] <= FIRE_DAMAGE and not victim["flaming"]
        return on_the_way.and_then(SCORCHED if is_left else NONE).and_then(BURNS)  # into a square that is left
    return on_the_way.and_then(BURNS) if eye.lies(*there) == Square.FIRE else on_the_way


# --- other commands ---------------------------------------------------------------------------------------------------


def _grapple(eye: Eye, place: int) -> Harm:
    """The harm of a grapple: a helot that grabs a Flaming one catches fire (R-380)."""
    other = eye.front()
    catches = other != NOBODY and eye.table["helots"][other]["flaming"] and not eye.helot["flaming"]
    return BURNS if catches else NONE


def _card(eye: Eye, card: Any) -> Harm:
    """The harm that a card may do to its player's helot beyond its certain effect."""
    harm = NONE
    for line in lines_of(card, PERHAPS_OWN):
        amount = int(line["amount"])
        if line["verb"] == Verb.DAMAGE_OVERALL and not is_sure(line):
            harm = harm.and_then(Harm((amount,)))
        elif line["verb"] == Verb.DAMAGE_LOCATION:
            chest, head = line["detail"] in PERHAPS_CHEST, line["detail"] in PERHAPS_HEAD
            harm = harm.and_then(Harm((amount,), amount * chest, amount * head))
        elif line["verb"] == Verb.SET_STATE and line["detail"] == State.FLAMING and not eye.helot["flaming"]:
            harm = harm.and_then(BURNS)
        elif line["verb"] == Verb.OPEN_CRATE:
            harm = harm.and_then(BOMB)
        elif line["verb"] in (Verb.SPAWN_HAZARD, Verb.TRIGGER_HAZARD) or (
            line["verb"] in (Verb.MOVE, Verb.TURN) and np.isin(eye.table["squares"], DANGERS).any()
        ):
            harm = harm.and_then(TORN)
    return harm


RISKS: dict[Action, Callable[[Eye, int], Harm]] = {
    Action.MOVE: _move,
    Action.ROTATE_LEFT: _rotate,
    Action.ROTATE_RIGHT: _rotate,
    **{row: _spring(relative) for row, relative in SPRINGS.items()},
    Action.HURDLE: _hurdle,
    Action.DRAG: _drag,
    Action.GRAPPLE: _grapple,
    Action.DESTROY_CRATE: lambda eye, place: BOMB,
    Action.UNIQUE_ABILITY: lambda eye, place: _card(eye, own_ability(eye, place)),
    Action.PLAY_CARD: lambda eye, place: _card(eye, eye.world["options"]["influence"][place]),
}
"""The worst outcome of a command for the acting helot, beyond its price."""
