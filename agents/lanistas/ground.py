"""Where to stand: which ground is good to strike from, which is good to stay on, and the split that pays for the way."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.lanistas.blows import attack_slide, strike_bonus, strike_coins
from agents.lanistas.paths import (
    OUT_OF_REACH,
    PLACES,
    STEP,
    as_the_crow_flies,
    draw_board,
    is_object,
    is_open,
    place_to_strike,
    walk,
    walk_by_mask,
)
from agents.lanistas.sight import (
    ACTION_POINTS,
    COMMAND_TOKENS,
    FIT,
    FORFEITED,
    ME,
    MOVEMENT_POINTS,
    NOT_SEEN,
    PRESENT,
    RATIO,
    SEATS_IN_PLAY,
    STILL_TO_COME,
    facing_of,
    of,
)
from agents.lanistas.temper import CLOSE_IN, COIN, NEVER, Temper
from nexus_env.games.nexus.actions import Action
from nexus_env.games.nexus.bout import SEATS
from nexus_env.games.nexus.melee import STANDARD_COST
from nexus_env.games.nexus.rounds import COMMAND_POINTS
from nexus_env.machine.compiled import compiled

# Action points that are left on the average when so many movement points are needed, in hundredths: of the two splits
# of each ratio die the better one.
POINTS_LEFT = np.array((450, 350, 217, 150, 100, 33, 0))


class Chart(NamedTuple):
    """What a lanista works out before its helot moves."""

    board: NDArray[np.int8]  # [100], see `paths`
    prices: NDArray[np.int8]  # [seats, 400], movement points that each helot needs to each place
    first: NDArray[np.int16]  # [400], the action with which the own way begins
    mine: NDArray[np.int32]  # [seats, 2, 2], what an action point takes from each [from behind, against an object]
    theirs: NDArray[np.int32]  # likewise, what an action point of each takes from me


@compiled
def draw_chart(seen: Any, mask: Any, points: int, by_mask: bool) -> Chart:
    """The chart of a seat with so many movement points, in its command round or before it."""
    board = draw_board(seen)
    prices, first = np.full((SEATS, PLACES), OUT_OF_REACH, np.int8), np.empty(PLACES, np.int16)
    mine, theirs = np.zeros((SEATS, 2, 2), np.int32), np.zeros((SEATS, 2, 2), np.int32)
    for seat in range(1, seen[SEATS_IN_PLAY]):
        if of(seen, seat, PRESENT):
            weigh_strikes(seen, ME, seat, mine[seat])
        if of(seen, seat, FIT):
            weigh_strikes(seen, seat, ME, theirs[seat])
            walk(seen, board, seat, COMMAND_POINTS, prices[seat], first)
    if by_mask:
        walk_by_mask(seen, mask, board, points, prices[ME], first)
    else:
        walk(seen, board, ME, points, prices[ME], first)
    return Chart(board, prices, first, mine, theirs)


@compiled
def weigh_strikes(seen: Any, attacker: int, defender: int, coins: Any) -> None:
    """What an action point takes that goes into Standard Attacks: [from behind, against an object]."""
    for behind in range(2):
        slide = attack_slide(seen, attacker, behind)
        for pressed in range(2):
            bonus = strike_bonus(seen, attacker, behind, pressed)
            coins[behind, pressed] = strike_coins(seen, attacker, defender, slide, bonus) // STANDARD_COST


# --- ground to strike from --------------------------------------------------------------------------------------------


@compiled
def best_strike(seen: Any, chart: Chart, movement: int, action: int, temper: Temper) -> tuple[int, int]:
    """The place in reach from which that many points bring most, or NOT_SEEN; and how much."""
    best, found = 0, NOT_SEEN
    for seat in range(1, seen[SEATS_IN_PLAY]):
        for side in range(4 if of(seen, seat, PRESENT) else 0):
            place = place_to_strike(seen, seat, side)
            price = chart.prices[ME, place]
            if price <= movement:
                pressed = is_object(chart.board, place // 4 + 2 * STEP[side])
                coins = action * chart.mine[seat, int(side == facing_of(seen, seat)), int(pressed)]
                worth = coins + temper.spare_step * (movement - price)
                if worth > best:
                    best, found = worth, place
    return found, best


@compiled
def misses_by_one(seen: Any, chart: Chart, movement: int) -> bool:
    """With one movement point more an opponent could perhaps be struck."""
    for seat in range(1, seen[SEATS_IN_PLAY]):
        for side in range(4 if of(seen, seat, FIT) else 0):
            goal = place_to_strike(seen, seat, side)
            for place in range(PLACES if is_open(chart.board, goal // 4) else 0):
                price = chart.prices[ME, place]
                if price <= movement and price + as_the_crow_flies(place, goal) == movement + 1:
                    return True
    return False


# --- ground to stay on ------------------------------------------------------------------------------------------------


@compiled
def points_left(seen: Any, seat: int, price: int) -> int:
    """Action points, in hundredths, that an opponent has after so many movement points, by the better of its splits.

    Of one that has had its round of this cycle half: I may well be the first in the next.
    """
    if price > COMMAND_POINTS:
        return 0
    if not of(seen, seat, STILL_TO_COME):
        return int(POINTS_LEFT[price]) // 2
    ratio = of(seen, seat, RATIO)
    best = COMMAND_POINTS - ratio if ratio >= price else 0
    return COIN * (max(best, ratio) if COMMAND_POINTS - ratio >= price else best)


@compiled
def threat_at(seen: Any, chart: Chart, place: int) -> int:
    """The coins that the others are expected to take from me in this place."""
    square, facing, threat = place // 4, place % 4, 0
    for seat in range(1, seen[SEATS_IN_PLAY]):
        worst = 0
        for side in range(4):
            price = chart.prices[seat, 4 * (square - STEP[side]) + side]
            if price <= COMMAND_POINTS:
                pressed = is_object(chart.board, square + STEP[side])
                coins = chart.theirs[seat, int(side == facing), int(pressed)]
                worst = max(worst, points_left(seen, seat, price) * coins // COIN)
        threat += worst
    return threat


@compiled
def hope_at(seen: Any, chart: Chart, place: int) -> int:
    """The coins that I may take in my next round from this place, if the others stay where they are."""
    best = 0
    for seat in range(1, seen[SEATS_IN_PLAY]):
        for side in range(4 if of(seen, seat, FIT) else 0):
            goal = place_to_strike(seen, seat, side)
            price = as_the_crow_flies(place, goal)
            if price < COMMAND_POINTS and is_open(chart.board, goal // 4):
                coins = chart.mine[seat, int(side == facing_of(seen, seat)), 0]
                best = max(best, int(POINTS_LEFT[price]) * coins // COIN)
    return best


@compiled
def stay_worth(seen: Any, chart: Chart, place: int, temper: Temper) -> int:
    """What it is worth to end the round in this place."""
    return (hope_at(seen, chart, place) * temper.hope - threat_at(seen, chart, place) * temper.caution) // COIN


# --- the wishes -------------------------------------------------------------------------------------------------------


@compiled
def wish_to_walk(seen: Any, mask: Any, wishes: Any, temper: Temper) -> None:
    """To where the action points bring most; without such a place, or without points, to where it is good to stay.

    What stays unspent costs a coin a point, and the crowd has it.
    """
    movement, action = int(seen[MOVEMENT_POINTS]), int(seen[ACTION_POINTS])
    unspent = COIN * (action + seen[FORFEITED])
    if movement == 0:
        wishes[Action.END_ROUND] = -unspent
        return
    chart = draw_chart(seen, mask, movement, True)
    if action > 0:
        place, worth = best_strike(seen, chart, movement, action, temper)
        if place == NOT_SEEN and of(seen, ME, COMMAND_TOKENS) > 0 and action >= STANDARD_COST:
            if misses_by_one(seen, chart, movement):
                wishes[Action.TOKEN_TO_MOVEMENT] = CLOSE_IN
        elif place != NOT_SEEN and chart.prices[ME, place] > 0:
            wishes[chart.first[place]] = CLOSE_IN + worth
    for place in range(PLACES):
        price = chart.prices[ME, place]
        if price <= movement:
            worth = stay_worth(seen, chart, place, temper) - COIN * (movement - price) - unspent
            wishes[chart.first[place]] = max(wishes[chart.first[place]], worth)


@compiled
def wish_for_split(seen: Any, mask: Any, wishes: Any, temper: Temper) -> None:
    """The split whose points bring most. The Motivation Button costs more than it brings."""
    chart, ratio = draw_chart(seen, mask, COMMAND_POINTS, False), of(seen, ME, RATIO)
    wishes[Action.RATIO_TO_MOVEMENT] = split_worth(seen, chart, ratio, COMMAND_POINTS - ratio, temper)
    wishes[Action.RATIO_TO_ACTION] = split_worth(seen, chart, COMMAND_POINTS - ratio, ratio, temper)
    wishes[Action.BUTTON_TO_MOVEMENT], wishes[Action.BUTTON_TO_ACTION] = NEVER, NEVER


@compiled
def split_worth(seen: Any, chart: Chart, movement: int, action: int, temper: Temper) -> int:
    """The strikes that a split allows; or a better place to stay on, and action points that go unspent."""
    place, worth = best_strike(seen, chart, movement, action, temper)
    if place != NOT_SEEN:
        return worth
    best = NEVER
    for there in range(PLACES):
        if chart.prices[ME, there] <= movement:
            best = max(best, stay_worth(seen, chart, there, temper))
    return best - COIN * action
