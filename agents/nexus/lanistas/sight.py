"""What a seat sees, by name: where each number of the observation lies, and what a lanista asks of it.

`seen` is the row of whole numbers that the game's `observe` writes, int8 [871]: see docs/nexus-observation.md. Seats
are counted clockwise from oneself, so that ME is 0; directions are relative to the own FFD.
"""

from typing import Any

import numpy as np

from nexus_env.games.nexus.learning.observation import COINS_APART, HELOT, LASTING, LAYOUT
from nexus_env.games.nexus.rules.bout import SEATS, WEAPONS, Pile
from nexus_env.machine.compiled import compiled

ME, NOT_SEEN = 0, -1
_ENDS = np.cumsum([piece.length for piece in LAYOUT]).tolist()
_STARTS = {piece.name: end - piece.length for piece, end in zip(LAYOUT, _ENDS, strict=True)}

QUESTION, ABOUT, BONUS_TARGET, FEINTED = (_STARTS[name] for name in ("question", "about", "bonus target", "feinted"))
ATTACKER, DEFENDER, COINS, HELOTS = (_STARTS[name] for name in ("attacker", "defender", "coins", "helots"))
LASTING_EFFECTS, BARGE = _STARTS["lasting"], _STARTS["barge"]
SEATS_IN_PLAY, FIT_HELOTS = _STARTS["clock"] + 3, _STARTS["clock"] + 4
MOVEMENT_POINTS, ACTION_POINTS, FORFEITED, BONUS_POINTS = range(_STARTS["round"], _STARTS["round"] + 4)
GLOAT_COINS = _STARTS["round"] + 9
DAMAGE, MARGIN, SUCCEEDS = range(_STARTS["contest"] + 2, _STARTS["contest"] + 5)

# Within the block of a helot.
PRESENT, FIT = 0, 1
TO_FAR_SIDE, TO_LEFT_SIDE = 4, 7  # of the own helot
AHEAD, RIGHT, STEPS, FACING = 4, 5, 6, 8  # of another one; FACING is one-hot
IN_FRONT, I_AM_BEHIND, AGAINST_OBJECT = 12, 17, 18
HEALTH = 19
OVERALL = HEALTH + int(Pile.OVERALL_CONDITION)
PRONE, BLEEDING, FLAMING, HOLDS, HELD, HOLDS_ME, HELD_BY_ME, TRAITS = range(34, 42)
TUNNEL_VISION, CRED, COMMAND_TOKENS, MOTIVATION, TURNING_POINT_DAMAGE = 50, 51, 54, 55, 65
RATIO, STILL_TO_COME, ATTACK_SLIDE, DEFENSE_SLIDE = 66, 68, 70, 71
WEAPON, DRAWN, I_SEE_IT, DISTANCE_SLIDE = 72, 80, 91, 93
# Within a block of the piece lasting.
MORE_DAMAGE, AIM_SLIDE = 0, 1


@compiled
def of(seen: Any, seat: int, number: int) -> int:
    """One number of a helot's block."""
    return int(seen[HELOTS + HELOT * seat + number])


@compiled
def lasting(seen: Any, seat: int, number: int) -> int:
    """One number of what cards and abilities do to a helot."""
    return int(seen[LASTING_EFFECTS + LASTING * seat + number])


@compiled
def is_asked(seen: Any, question: int) -> bool:
    """This is the question."""
    return bool(seen[QUESTION + question])


@compiled
def which_of(seen: Any, first: int, size: int) -> int:
    """Which of `size` numbers is not 0; NOT_SEEN if none is."""
    for which in range(size):
        if seen[first + which] != 0:
            return which
    return NOT_SEEN


@compiled
def seat_in(seen: Any, piece: int) -> int:
    """The seat that a piece like ATTACKER or ABOUT names, or NOT_SEEN."""
    return which_of(seen, piece, SEATS)


@compiled
def facing_of(seen: Any, seat: int) -> int:
    """Its FFD relative to one's own: 0 ahead, 1 right, 2 back, 3 left."""
    return 0 if seat == ME else which_of(seen, HELOTS + HELOT * seat + FACING, 4)


@compiled
def weapon_of(seen: Any, seat: int) -> int:
    """The kind of weapon that it carries, or NOT_SEEN."""
    return which_of(seen, HELOTS + HELOT * seat + WEAPON, WEAPONS)


@compiled
def crowd_pile(seen: Any) -> int:
    """Coins in the Crowd Pile."""
    return COINS_APART * int(seen[COINS]) + int(seen[COINS + 1])


@compiled
def lead_over_rivals(seen: Any) -> int:
    """Coins ahead of the best rival, whatever the crowd has; behind is below 0."""
    best = 0
    for seat in range(1, seen[SEATS_IN_PLAY]):
        best = max(best, of(seen, seat, CRED))
    return of(seen, ME, CRED) - best


@compiled
def foe_in_front(seen: Any) -> int:
    """The opponent right in front, fit or not, or NOT_SEEN."""
    for seat in range(1, seen[SEATS_IN_PLAY]):
        if of(seen, seat, IN_FRONT):
            return seat
    return NOT_SEEN


@compiled
def points_against(seen: Any, seat: int) -> int:
    """Action points for attacks on this opponent: the bonus for a Prone one is good for one of them only."""
    bonus = int(seen[BONUS_POINTS]) if seen[BONUS_TARGET + seat] else 0
    return int(seen[ACTION_POINTS]) + bonus
