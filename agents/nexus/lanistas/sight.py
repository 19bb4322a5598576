"""The observation by name: where each number is, and the queries that lanistas make.

`seen` is the row of integers that the game's `observe` writes, int8 [871]: see docs/nexus-observation.md. Seats are
counted clockwise from the own one, so ME is 0; directions are relative to the own FFD.
"""

from typing import Any

from nexus_env.games.nexus.learning.layout import (
    COINS_APART,
    HELOT,
    LASTING,
    ClockSeen,
    CoinsSeen,
    ContestSeen,
    HelotSeen,
    LastingSeen,
    RoundSeen,
    Seen,
    Side,
    Way,
)
from nexus_env.games.nexus.rules.bout import SEATS, WEAPONS, Pile, Standing
from nexus_env.kit.observation import read_wide
from nexus_env.machine.compiled import compiled

ME, NOT_SEEN = 0, -1

QUESTION, ABOUT, ATTACKER, DEFENDER = int(Seen.QUESTION), int(Seen.ABOUT), int(Seen.ATTACKER), int(Seen.DEFENDER)
BONUS_TARGET, FEINTED, BARGE = int(Seen.BONUS_TARGET), int(Seen.FEINTED), int(Seen.BARGE)
SEATS_IN_PLAY, FIT_HELOTS = Seen.CLOCK + ClockSeen.SEATS_IN_PLAY, Seen.CLOCK + ClockSeen.FIT_HELOTS
MOVEMENT_POINTS, ACTION_POINTS = Seen.ROUND + RoundSeen.MOVEMENT_POINTS, Seen.ROUND + RoundSeen.ACTION_POINTS
FORFEITED, BONUS_POINTS = Seen.ROUND + RoundSeen.FORFEITED, Seen.ROUND + RoundSeen.BONUS_POINTS
GLOAT_COINS = Seen.ROUND + RoundSeen.GLOAT_COINS
DAMAGE, MARGIN = Seen.CONTEST + ContestSeen.DAMAGE, Seen.CONTEST + ContestSeen.MARGIN
SUCCEEDS = Seen.CONTEST + ContestSeen.SUCCEEDS

# Within the block of a helot.
PRESENT, FIT = int(HelotSeen.PRESENT), HelotSeen.STANDING + Standing.FIT
TO_FAR_SIDE, TO_LEFT_SIDE = HelotSeen.WHERE + Side.FAR, HelotSeen.WHERE + Side.LEFT  # of the own helot
AHEAD, RIGHT, STEPS = HelotSeen.WHERE + Way.AHEAD, HelotSeen.WHERE + Way.RIGHT, HelotSeen.WHERE + Way.STEPS  # of others
FACING = int(HelotSeen.FACING)  # one-hot
IN_FRONT, I_AM_BEHIND = int(HelotSeen.IN_FRONT), int(HelotSeen.I_AM_BEHIND)
AGAINST_OBJECT = int(HelotSeen.AGAINST_OBJECT)
HEALTH, OVERALL = int(HelotSeen.HEALTH), HelotSeen.HEALTH + Pile.OVERALL_CONDITION
PRONE, BLEEDING, FLAMING = int(HelotSeen.PRONE), int(HelotSeen.BLEEDING), int(HelotSeen.FLAMING)
HOLDS, HELD = int(HelotSeen.HOLDS), int(HelotSeen.HELD)
HOLDS_ME, HELD_BY_ME = int(HelotSeen.HOLDS_ME), int(HelotSeen.HELD_BY_ME)
TRAITS, TUNNEL_VISION = int(HelotSeen.TRAITS), int(HelotSeen.TUNNEL_VISION)
CRED, COMMAND_TOKENS, MOTIVATION = int(HelotSeen.CRED), int(HelotSeen.COMMAND_TOKENS), int(HelotSeen.MOTIVATION)
TURNING_POINT_DAMAGE, RATIO = int(HelotSeen.TURNING_POINT_DAMAGE), int(HelotSeen.RATIO)
STILL_TO_COME = int(HelotSeen.STILL_TO_COME)
ATTACK_SLIDE, DEFENSE_SLIDE = int(HelotSeen.ATTACK_SLIDE), int(HelotSeen.DEFENSE_SLIDE)
WEAPON, DRAWN = int(HelotSeen.WEAPON), int(HelotSeen.DRAWN)
I_SEE_IT, DISTANCE_SLIDE = int(HelotSeen.I_SEE_IT), int(HelotSeen.DISTANCE_SLIDE)
# Within a block of the piece lasting.
MORE_DAMAGE, AIM_SLIDE = int(LastingSeen.DAMAGE), int(LastingSeen.AIM_SLIDE)


@compiled
def of(seen: Any, seat: int, number: int) -> int:
    """One number of a helot's block."""
    return int(seen[Seen.HELOTS + HELOT * seat + number])


@compiled
def lasting(seen: Any, seat: int, number: int) -> int:
    """One number of the effects of cards and abilities on a helot."""
    return int(seen[Seen.LASTING + LASTING * seat + number])


@compiled
def is_asked(seen: Any, question: int) -> bool:
    """Whether this is the question."""
    return bool(seen[QUESTION + question])


@compiled
def which_of(seen: Any, first: int, size: int) -> int:
    """The index of the first nonzero number among `size`; NOT_SEEN if there is none."""
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
    """Its FFD relative to the own one: 0 ahead, 1 right, 2 back, 3 left."""
    return 0 if seat == ME else which_of(seen, Seen.HELOTS + HELOT * seat + FACING, 4)


@compiled
def weapon_of(seen: Any, seat: int) -> int:
    """The kind of weapon that it carries, or NOT_SEEN."""
    return which_of(seen, Seen.HELOTS + HELOT * seat + WEAPON, WEAPONS)


@compiled
def crowd_pile(seen: Any) -> int:
    """Coins in the Crowd Pile."""
    return read_wide(seen, Seen.COINS + CoinsSeen.PILE_SIXTEENS, COINS_APART)


@compiled
def lead_over_rivals(seen: Any) -> int:
    """Coins ahead of the best rival, ignoring the crowd; negative if behind."""
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
    """Action points for attacks on this opponent, including the bonus that holds for one Prone opponent only."""
    bonus = int(seen[BONUS_POINTS]) if seen[BONUS_TARGET + seat] else 0
    return int(seen[ACTION_POINTS]) + bonus
