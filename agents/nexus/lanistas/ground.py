"""Choice of squares: squares to strike from, squares to stay on, and the split that pays for the way there."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.nexus.lanistas.blows import attack_slide, strike_bonus, strike_coins
from nexus_env.agents.nexus.lanistas.paths import (
    FARTHEST,
    OUT_OF_REACH,
    PLACES,
    STEP,
    TO_STRIKE,
    TO_STRIKE_FROM,
    draw_board,
    is_object,
    is_open,
    place_to_strike,
    square_of,
    walk,
)
from nexus_env.agents.nexus.lanistas.sight import (
    ACTION_POINTS,
    COMMAND_TOKENS,
    FIT,
    FORFEITED,
    HELD,
    ME,
    MOVEMENT_POINTS,
    NOT_SEEN,
    PRESENT,
    PRONE,
    RATIO,
    SEATS_IN_PLAY,
    STILL_TO_COME,
    facing_of,
    of,
)
from nexus_env.agents.nexus.lanistas.temper import CLOSE_IN, COIN, NEVER, LanistaTemper
from nexus_env.games.nexus.rules.actions import NAMES, Action
from nexus_env.games.nexus.rules.bout import SEATS
from nexus_env.games.nexus.rules.melee import STANDARD_COST
from nexus_env.games.nexus.rules.rounds import COMMAND_POINTS
from nexus_env.machine.compiled import compiled

# Mean action points left after some movement points, in hundredths, by the better one of the two splits of each ratio
# die.
POINTS_LEFT = np.array((450, 350, 217, 150, 100, 33))
TOO_FAR = len(POINTS_LEFT)
UPRIGHT_COST = 2  # the mean number of movement points to stand up or to get free
ANY_STEP = np.ones(len(NAMES), np.int8)


class Chart(NamedTuple):
    """The values that a lanista computes before its helot moves. Prices are in movement points, at most TOO_FAR."""

    board: NDArray[np.int8]  # [160], see `paths`
    prices: NDArray[np.int8]  # [640], of the own way to each place
    first: NDArray[np.int16]  # [640], the first action of the way to each place
    reached: NDArray[np.int16]  # [1280], the places that can be reached
    places: int  # the number of these
    coins: NDArray[np.int32]  # [seats, 2, 2], what an action point takes from each [from behind, against an object]
    promise: NDArray[np.int32]  # [seats, 2, 7], the coins that my next round may bring [from behind, price]
    danger: NDArray[np.int32]  # [seats, 2, 2, 7], the coins that theirs may [from behind, against an object, price]


@compiled
def draw_chart(seen: Any, mask: Any, points: int, temper: LanistaTemper) -> Chart:
    """The chart of a seat with this many movement points; the first step must be legal by the mask."""
    board, coins = draw_board(seen), np.zeros((SEATS, 2, 2), np.int32)
    promise, danger = np.zeros((SEATS, 2, TOO_FAR + 1), np.int32), np.zeros((SEATS, 2, 2, TOO_FAR + 1), np.int32)
    for seat in range(1, seen[SEATS_IN_PLAY]):
        if of(seen, seat, PRESENT):
            for behind in range(2):
                for pressed in range(2):
                    coins[seat, behind, pressed] = point_coins(seen, ME, seat, behind, pressed)
        if of(seen, seat, FIT):
            for behind in range(2):
                for price in range(TOO_FAR):
                    promise[seat, behind, price] = (
                        POINTS_LEFT[price] * coins[seat, behind, 0] // COIN * temper.hope // COIN
                    )
                for pressed in range(2):
                    theirs = point_coins(seen, seat, ME, behind, pressed)
                    for price in range(TOO_FAR):
                        left = points_left(seen, seat, price)
                        danger[seat, behind, pressed, price] = left * theirs // COIN * temper.caution // COIN
    prices, first, reached = np.empty(PLACES, np.int8), np.empty(PLACES, np.int16), np.empty(2 * PLACES, np.int16)
    count = walk(board, mask, 4 * square_of(seen, ME), points, prices, first, reached)
    return Chart(board, prices, first, reached, count, coins, promise, danger)


@compiled
def point_coins(seen: Any, attacker: int, defender: int, behind: int, pressed: int) -> int:
    """The coins that one action point takes in Standard Attacks."""
    slide, bonus = attack_slide(seen, attacker, behind), strike_bonus(seen, attacker, behind, pressed)
    return strike_coins(seen, attacker, defender, slide, bonus) // STANDARD_COST


# --- ground to strike from --------------------------------------------------------------------------------------------


@compiled
def best_strike(seen: Any, chart: Chart, movement: int, action: int, temper: LanistaTemper) -> tuple[int, int]:
    """The place in reach from which this many points bring the most coins, or NOT_SEEN; and these coins."""
    best, found = 0, NOT_SEEN
    for seat in range(1, seen[SEATS_IN_PLAY]):
        for side in range(4 if of(seen, seat, PRESENT) else 0):
            place = place_to_strike(seen, seat, side)
            if chart.prices[place] <= movement:
                pressed = is_object(chart.board, (place >> 2) + 2 * STEP[side])
                worth = action * int(chart.coins[seat, int(side == facing_of(seen, seat)), int(pressed)])
                worth += temper.spare_step * (movement - int(chart.prices[place]))
                if worth > best:
                    best, found = worth, place
    return found, best


@compiled
def misses_by_one(seen: Any, chart: Chart, movement: int) -> bool:
    """Whether one more movement point would bring an opponent into striking range, obstacles aside."""
    for nth in range(chart.places):
        place = chart.reached[nth]
        for seat in range(1, seen[SEATS_IN_PLAY]):
            if of(seen, seat, FIT):
                price = TO_STRIKE[place & 3, FARTHEST + square_of(seen, seat) - (place >> 2)]
                if chart.prices[place] + price == movement + 1:
                    return True
    return False


# --- ground to stay on ------------------------------------------------------------------------------------------------


@compiled
def points_left(seen: Any, seat: int, price: int) -> int:
    """Action points, in hundredths, that an opponent has left after this many movement points, by its better split.

    Half of them if it has had its round of this cycle, since this seat may well be the first in the next one.
    """
    if of(seen, seat, PRONE) or of(seen, seat, HELD):
        price += UPRIGHT_COST
    if price >= TOO_FAR:
        return 0
    if not of(seen, seat, STILL_TO_COME):
        return int(POINTS_LEFT[price]) // 2
    ratio = of(seen, seat, RATIO)
    best = COMMAND_POINTS - ratio if ratio >= price else 0
    return COIN * (max(best, ratio) if COMMAND_POINTS - ratio >= price else best)


@compiled
def stay_worth(seen: Any, chart: Chart, place: int) -> int:
    """The value of ending the round here: expected gains, less what the others may take."""
    square, facing, promise, danger = place >> 2, place & 3, 0, 0
    for seat in range(1, seen[SEATS_IN_PLAY]):
        if of(seen, seat, FIT):
            there, its_facing, worst = square_of(seen, seat), facing_of(seen, seat), 0
            away = FARTHEST + there - square
            for side in range(4):
                if is_open(chart.board, there - STEP[side]):
                    price, behind = TO_STRIKE_FROM[facing, side, away], int(side == its_facing)
                    promise = max(promise, chart.promise[seat, behind, min(TOO_FAR, price)])
                stand = square - STEP[side]
                if stand == there or is_open(chart.board, stand):
                    price, behind = TO_STRIKE_FROM[its_facing, side, 2 * FARTHEST - away], int(side == facing)
                    pressed = int(is_object(chart.board, square + STEP[side]))
                    worst = max(worst, chart.danger[seat, behind, pressed, min(TOO_FAR, price)])
            danger += worst
    return promise - danger


# --- the wishes -------------------------------------------------------------------------------------------------------


@compiled
def wish_to_walk(seen: Any, mask: Any, wishes: Any, temper: LanistaTemper) -> None:
    """Move where the action points bring the most; without such a place, or without points, to a good place to stay.

    Unspent points cost a coin each, which goes to the crowd.
    """
    movement, action = int(seen[MOVEMENT_POINTS]), int(seen[ACTION_POINTS])
    unspent = COIN * (action + int(seen[FORFEITED]))
    if movement == 0:
        wishes[Action.END_ROUND] = -unspent
        return
    chart = draw_chart(seen, mask, movement, temper)
    if action > 0:
        place, worth = best_strike(seen, chart, movement, action, temper)
        if place == NOT_SEEN and of(seen, ME, COMMAND_TOKENS) > 0 and action >= STANDARD_COST:
            if misses_by_one(seen, chart, movement):
                wishes[Action.TOKEN_TO_MOVEMENT] = CLOSE_IN
        elif place != NOT_SEEN and chart.prices[place] > 0:
            wishes[chart.first[place]] = CLOSE_IN + worth
    for nth in range(chart.places):
        place = chart.reached[nth]
        if chart.prices[place] != OUT_OF_REACH:
            worth = stay_worth(seen, chart, place) - COIN * (movement - int(chart.prices[place])) - unspent
            wishes[chart.first[place]] = max(wishes[chart.first[place]], worth)
            chart.prices[place] = OUT_OF_REACH  # the action may be offered again


@compiled
def wish_for_split(seen: Any, wishes: Any, temper: LanistaTemper) -> None:
    """The split whose points bring the most. The Motivation Button costs more than it brings."""
    ratio, down = of(seen, ME, RATIO), of(seen, ME, PRONE) or of(seen, ME, HELD)
    chart, lost = draw_chart(seen, ANY_STEP, COMMAND_POINTS, temper), UPRIGHT_COST if down else 0
    wishes[Action.RATIO_TO_MOVEMENT] = split_worth(seen, chart, ratio - lost, COMMAND_POINTS - ratio, temper)
    wishes[Action.RATIO_TO_ACTION] = split_worth(seen, chart, COMMAND_POINTS - ratio - lost, ratio, temper)
    wishes[Action.BUTTON_TO_MOVEMENT], wishes[Action.BUTTON_TO_ACTION] = NEVER, NEVER


@compiled
def split_worth(seen: Any, chart: Chart, movement: int, action: int, temper: LanistaTemper) -> int:
    """The strikes that a split allows, or a better place to stay on with action points unspent."""
    place, worth = best_strike(seen, chart, movement, action, temper)
    if place != NOT_SEEN:
        return worth
    best = NEVER
    for nth in range(chart.places):
        if chart.prices[chart.reached[nth]] <= movement:
            best = max(best, stay_worth(seen, chart, chart.reached[nth]))
    return best - COIN * action
