"""The lanista `grappler`: holds, Takedowns, and hazards on the floor.

Style: it grapples opponents, takes them down, and strikes them while they are Prone. It throws held opponents into
saws, spikes and fire, or drags them there, and pushes in whoever stands in front of one. It carries no weapon that
would prevent a Grapple.

Method: one command ahead. A Grapple is worth the Takedowns and blows that the remaining points allow. A saw or a set of
spikes beside the victim is worth up to twenty coins. Places are valued as for the others.

It ignores where hazards will appear, other hands and motivations, and any cards or weapons outside the stock of this
package. It plans no route to a hazard that is farther away than one drag or throw.
"""

from typing import Any

from nexus_env.agents.nexus.lanistas.odds import success
from nexus_env.agents.nexus.lanistas.paths import LEADS_TO, MOVES, SQUARES, STEP, WIDE, draw_board, is_object, square_of
from nexus_env.agents.nexus.lanistas.sight import (
    ATTACK_SLIDE,
    DEFENSE_SLIDE,
    FLAMING,
    HEALTH,
    HELD_BY_ME,
    ME,
    NOT_SEEN,
    OVERALL,
    SEATS_IN_PLAY,
    foe_in_front,
    of,
)
from nexus_env.agents.nexus.lanistas.temper import COIN, FIGHT, FIRST, LanistaTemper
from nexus_env.agents.nexus.lanistas.wishes import pick, the_only_one, wishes_of
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import LOCATIONS, Square
from nexus_env.games.nexus.rules.hazards import HIT_DAMAGE
from nexus_env.games.nexus.rules.operands import MOST_THROWN
from nexus_env.games.nexus.rules.states import FIRE_DAMAGE
from nexus_env.machine.compiled import compiled

TEMPER = LanistaTemper(grapples=100)
THROWS = (0, 1, 2)  # the first three moves lead where a victim may be thrown
TURNS = (3, 1)  # the FFD after a rotation to the left, to the right
FAR_THROW = 300  # what two action points are worth, the price of a square
STEADY = 1000  # a Drag costs no action points, so it precedes a Throw of the same distance


@compiled
def grappler(seen: Any, mask: Any, generator: Any) -> int:
    """The grappler's action."""
    only = the_only_one(mask)
    if only >= 0:
        return only
    wishes = wishes_of(seen, mask, TEMPER)
    victim = held_by_me(seen)
    if victim != NOT_SEEN:
        wish_for_hazards(seen, wishes, victim)
    elif mask[Action.PUSH]:
        wish_to_push(seen, wishes)
    return pick(wishes, mask, generator)


@compiled
def held_by_me(seen: Any) -> int:
    """The opponent that this seat holds, or NOT_SEEN."""
    for seat in range(1, seen[SEATS_IN_PLAY]):
        if of(seen, seat, HELD_BY_ME):
            return seat
    return NOT_SEEN


@compiled
def landing_coins(seen: Any, board: Any, square: int, victim: int) -> int:
    """The coins that a helot loses to this seat when forced onto a square."""
    overall = of(seen, victim, OVERALL)
    if board[square] == Square.FIRE and not of(seen, victim, FLAMING):
        return COIN * min(FIRE_DAMAGE, overall)
    if board[square] != Square.SAW and board[square] != Square.SPIKES:
        return 0
    coins = 0
    for location in range(1, LOCATIONS):
        health = of(seen, victim, HEALTH + location)
        coins += min(HIT_DAMAGE, health) + min(HIT_DAMAGE, overall) if health > 0 else 0
    return COIN * coins // (LOCATIONS - 1)


@compiled
def wish_for_hazards(seen: Any, wishes: Any, victim: int) -> None:
    """Throws onto hazards, and drags toward them."""
    board = draw_board(seen)
    home, there, defense = square_of(seen, ME), square_of(seen, victim), of(seen, victim, DEFENSE_SLIDE)
    board[there] = Square.EMPTY
    seized = success(of(seen, ME, ATTACK_SLIDE), defense)
    thrown = success(of(seen, ME, ATTACK_SLIDE) - 1, defense)
    for way in THROWS:
        square = there
        for far in range(MOST_THROWN):
            if is_object(board, square + LEADS_TO[0, way]):
                break
            square += LEADS_TO[0, way]
            coins = landing_coins(seen, board, square, victim)
            if coins > 0:
                worth = thrown * coins // COIN - FAR_THROW * far
                wishes[Action.THROW + MOST_THROWN * way + far] = FIGHT + worth
    near = to_hazard(board, there)
    for drag in range(len(LEADS_TO[0]) + len(TURNS)):
        goal = there + LEADS_TO[0, drag] if drag < MOVES else home + STEP[TURNS[drag - MOVES]]
        coins = (
            landing_coins(seen, board, goal, victim) - landing_coins(seen, board, goal, ME) // 4
        )  # it may pull me in
        if coins > 0:
            wishes[Action.DRAG + drag] = FIGHT + seized * coins // COIN + STEADY
        elif to_hazard(board, goal) < near:
            wishes[Action.DRAG + drag] = COIN


@compiled
def to_hazard(board: Any, square: int) -> int:
    """Squares to the nearest saw or spikes; WIDE if there are none."""
    nearest = WIDE
    for other in range(SQUARES):
        if board[other] == Square.SAW or board[other] == Square.SPIKES:
            rows, columns = abs(other // WIDE - square // WIDE), abs(other % WIDE - square % WIDE)
            nearest = min(nearest, max(rows, columns))
    return nearest


@compiled
def wish_to_push(seen: Any, wishes: Any) -> None:
    """Push an opponent onto the square behind it if that does damage."""
    foe, board = foe_in_front(seen), draw_board(seen)
    if landing_coins(seen, board, square_of(seen, foe) + STEP[0], foe) > 0:
        wishes[Action.PUSH] = FIRST + 1
