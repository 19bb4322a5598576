"""The optional side events of the publisher's blog: Cred Bath, Bitvourer, Flip Switch.

The blog describes them only in part, so much of this is a house ruling. A turn is a Command Cycle. At its end the
Bitvourer moves, then come Cred Bath, Bitvourer and Flip Switch, as far as they were agreed. No seat owns their dice.
Coins on the floor belong to the first helot that comes to their square, by any kind of movement.
"""

from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.bout import (
    NOBODY,
    SIDE,
    Bout,
    Pile,
    Square,
    Table,
)
from nexus_env.games.nexus.rules.crowd import pick_up_coins
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.fire import bit_of, is_empty, topple
from nexus_env.games.nexus.rules.geometry import at, helot_at, is_fit, is_free, is_obstacle, put
from nexus_env.games.nexus.rules.hazards import destroy
from nexus_env.games.nexus.rules.states import roll_for
from nexus_env.kit.squares import distance, step_x, step_y
from nexus_env.kit.tape import roll
from nexus_env.machine.compiled import compiled, compiled_apart

CRED_BATH, BITVOURER, FLIP_SWITCH = 0, 1, 2  # bits of the option, in the order of agreement.SIDE_EVENTS
FIRST_BATH = 3  # the first cycle that such an event may follow
BATH_COINS = 10
GREEDY_CROWD = 30  # coins in the Crowd Pile that attract the Bitvourer
STACKS, STACK_COINS = 2, 15
MOST_STEPS = 4
IDLE_CYCLES = 3
SHATTERS = 1  # the face on which a crate shatters
# The sides from the north clockwise: the middle of each edge, and the direction in which the edge is counted.
MIDDLE_X, MIDDLE_Y = (4, 8, 4, 1), (1, 4, 8, 4)
ALONG_X, ALONG_Y = (1, 0, 1, 0), (0, 1, 0, 1)


@compiled
def end_cycle(bout: Bout) -> None:
    """Carry out the agreed events at the end of a turn. Site: blog (R-447, R-448, R-449, R-450)."""
    table = bout.table
    table.idle_cycles = 0 if table.crowd_gained else table.idle_cycles + 1
    if is_agreed(bout, BITVOURER):
        hunt(bout)
    if is_agreed(bout, CRED_BATH) and table.cycle >= FIRST_BATH and not table.attacked:
        cred_bath(bout)
    if is_agreed(bout, BITVOURER) and table.crowd_pile >= GREEDY_CROWD and not is_hunting(table):
        let_in(bout)
    if is_agreed(bout, FLIP_SWITCH) and table.idle_cycles >= IDLE_CYCLES:
        table.idle_cycles = 0
        flip_switch(bout)


@compiled
def is_agreed(bout: Bout, event: int) -> bool:
    """Whether the players play with a side event."""
    return (bout.options.side_events >> event) & 1 != 0


@compiled_apart
def roll_edge(bout: Bout) -> int:
    """A d8: 1-2 the north side, 3-4 east, 5-6 south, 7-8 west. Site: blog (R-447, R-448)."""
    return (roll_for(bout, NOBODY, Purpose.EDGE, 8, NOBODY) - 1) // 2


@compiled_apart
def drop_coins(bout: Bout, x: int, y: int, coins: int) -> None:
    """Drop unused coins on a square; a helot there takes them, and they are removed where no helot can be.

    A house ruling. Site: blog (R-447, R-448).
    """
    table = bout.table
    coins = min(coins, table.box)
    if coins == 0 or is_obstacle(table, x, y):
        return
    table.box -= coins
    table.coins[y - 1, x - 1] += coins
    log.littered(bout, x=x, y=y)
    taker = helot_at(table, x, y)
    if taker != NOBODY:
        pick_up_coins(bout, taker)


# --- Cred Bath --------------------------------------------------------------------------------------------------------


@compiled_apart
def cred_bath(bout: Bout) -> None:
    """No attack in a turn, from the third one on: 10 unused coins fall over one edge of the board.

    Every attack roll counts as an attack, including those of Grapple Commands. A house ruling: for each coin a d8
    counts the squares along the edge, and from there it rolls one square by the compass; coins that leave the board are
    removed.

    Site: blog (R-447).
    """
    side = roll_edge(bout)
    for _ in range(BATH_COINS):
        place = roll(bout, 8, Purpose.COLUMN if ALONG_X[side] else Purpose.ROW, NOBODY)
        compass = roll(bout, 8, Purpose.COMPASS, NOBODY) - 1
        x = place if ALONG_X[side] else MIDDLE_X[side]
        y = place if ALONG_Y[side] else MIDDLE_Y[side]
        drop_coins(bout, x + step_x(compass), y + step_y(compass), 1)


# --- Bitvourer --------------------------------------------------------------------------------------------------------


@compiled
def is_hunting(table: Table) -> bool:
    """One of the stacks of the Bitvourer is on the board."""
    return table.bitvourer[0] != 0 or table.bitvourer[1] != 0


@compiled_apart
def let_in(bout: Bout) -> None:
    """At 30 or more coins in the Crowd Pile, 30 unused ones enter as two stacks on the middle squares of one edge.

    House rulings: there is one Bitvourer at a time, and a stack that cannot enter stays away.

    Site: blog (R-448).
    """
    table = bout.table
    side = roll_edge(bout)
    for stack in range(STACKS):
        x, y = MIDDLE_X[side] + stack * ALONG_X[side], MIDDLE_Y[side] + stack * ALONG_Y[side]
        drop_coins(bout, x, y, STACK_COINS)
        if table.coins[y - 1, x - 1] > 0:
            table.bitvourer[stack] = bit_of(x, y) + 1


@compiled_apart
def hunt(bout: Bout) -> None:
    """After all helots, each stack of the Bitvourer moves; a stack whose coins were taken is gone.

    Site: blog (R-448).
    """
    table = bout.table
    for stack in range(STACKS):
        square = table.bitvourer[stack] - 1
        if square >= 0 and table.coins[square // SIDE, square % SIDE] == 0:
            table.bitvourer[stack] = 0
    if is_hunting(table):
        prey = find_prey(bout)
        for stack in range(STACKS):
            if table.bitvourer[stack] != 0 and prey != NOBODY:
                crawl(bout, stack, prey)


@compiled_apart
def find_prey(bout: Bout) -> int:
    """The helot with the most Overall Condition; among equals that of the lanista with the most Cred; then a die.

    Site: blog (R-448).
    """
    table = bout.table
    most, equals = 0, 0
    for seat in range(table.seats):
        if is_fit(table, seat):
            worth = worth_as_prey(table, seat)
            equals = equals + 1 if worth == most else 1 if worth > most else equals
            most = max(most, worth)
    nth = roll_for(bout, NOBODY, Purpose.TIE, equals, NOBODY) if equals > 1 else 1
    for seat in range(table.seats):
        if is_fit(table, seat):
            worth = worth_as_prey(table, seat)
            nth -= worth == most
            if worth == most and nth == 0:
                return seat
    return NOBODY


@compiled
def worth_as_prey(table: Table, seat: int) -> int:
    """A number that is greater for better prey: Overall Condition first, then Cred. Site: blog (R-448)."""
    return 1000 * int(table.helots[seat].health[Pile.OVERALL_CONDITION]) + int(table.lanistas[seat].cred)


@compiled_apart
def crawl(bout: Bout, stack: int, prey: int) -> None:
    """Move up to 4 squares towards the prey, at most to a square beside it.

    House rulings: the stack moves diagonally, then straight, or stops; obstacles, helots and the other stack block it,
    nothing else does; it swallows the coins on its way, and bites nobody.

    Site: blog (R-448).
    """
    table = bout.table
    helot = table.helots[prey]
    square = table.bitvourer[stack] - 1
    x, y = square % SIDE + 1, square // SIDE + 1
    for _ in range(MOST_STEPS):
        east, south = sign(helot.x - x), sign(helot.y - y)
        if distance(x, y, helot.x, helot.y) <= 1:
            break
        if not is_open(table, stack, x + east, y + south):
            if east != 0 and is_open(table, stack, x + east, y):
                south = 0
            elif south != 0 and is_open(table, stack, x, y + south):
                east = 0
            else:
                break
        table.coins[y + south - 1, x + east - 1] += table.coins[y - 1, x - 1]
        table.coins[y - 1, x - 1] = 0
        x, y = x + east, y + south
    table.bitvourer[stack] = bit_of(x, y) + 1
    log.littered(bout, x=x, y=y)


@compiled_apart
def sign(number: int) -> int:
    """-1, 0 or 1."""
    return max(-1, min(1, number))


@compiled
def is_open(table: Table, stack: int, x: int, y: int) -> bool:
    """The stack can go there."""
    return is_free(table, x, y) and table.bitvourer[1 - stack] != bit_of(x, y) + 1


# --- Flip Switch ------------------------------------------------------------------------------------------------------


@compiled_apart
def flip_switch(bout: Bout) -> None:
    """The Crowd Pile gained nothing in three turns in a row: the barge is shaken.

    Pillars, spikes, saws and fires on the floor stay. Tiles move 1 square; crates shatter on a d6 of 1 and give
    nothing, else they move 2; braziers fall, and their fire falls 2 squares away. House rulings: squares are handled in
    the order of moving fires, each object once, and the count starts over.

    Site: blog (R-449).
    """
    moved = 0
    for x in range(1, SIDE + 1):
        for y in range(SIDE, 0, -1):
            what = at(bout.table, x, y)
            if (moved >> bit_of(x, y)) & 1:
                continue
            if what == Square.BLOOD or what == Square.GUTS:
                moved |= 1 << push_about(bout, x, y, 1)
            elif what == Square.CRATE:
                if roll_for(bout, NOBODY, Purpose.SCATTER, 6, NOBODY) == SHATTERS:
                    destroy(bout, x, y)
                else:
                    moved |= 1 << push_about(bout, x, y, 2)
            elif what == Square.BRAZIER:
                topple(bout, NOBODY, x, y, roll_for(bout, NOBODY, Purpose.COMPASS, 8, NOBODY) - 1, 2)


@compiled_apart
def push_about(bout: Bout, x: int, y: int, squares: int) -> int:
    """Move along the compass direction while squares are empty; returns the bit of the last square.

    Site: blog (R-449).
    """
    what = at(bout.table, x, y)
    compass = roll_for(bout, NOBODY, Purpose.COMPASS, 8, NOBODY) - 1
    next_x, next_y = x, y
    for _ in range(squares):
        if not is_empty(bout.table, next_x + step_x(compass), next_y + step_y(compass)):
            break
        next_x, next_y = next_x + step_x(compass), next_y + step_y(compass)
    if next_x != x or next_y != y:
        destroy(bout, x, y)
        put(bout.table, next_x, next_y, what)
        log.laid(bout, what=what, x=next_x, y=next_y)
    return bit_of(next_x, next_y)
