"""What a seat sees: one flat vector of small whole numbers, laid out from the seat's own point of view.

Directions are relative to the own helot's FFD: ahead is ahead, whichever way it faces. Seats are counted clockwise
from oneself: 0 is the own seat. The scales of the pieces bring all counts to about 0 … 1. What is hidden stays out: of
the other seats' influence cards only the number is seen.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract import Piece
from nexus_env.games.nexus.actions import CARDS
from nexus_env.games.nexus.aim import distance_slide, sees
from nexus_env.games.nexus.bout import (
    LOCATIONS,
    NOBODY,
    SEATS,
    SIDE,
    STARTING_HEALTH,
    TURNING_POINT_CARDS,
    UNARMED,
    WEAPONS,
    Blow,
    Bout,
    Helot,
    Purpose,
    Question,
    Range,
    Square,
    Standing,
    Table,
)
from nexus_env.games.nexus.cards import card_at
from nexus_env.games.nexus.combat import defense_slide, lasting_attack_slide
from nexus_env.games.nexus.position import (
    clockwise,
    is_against_object,
)
from nexus_env.games.nexus.verbs import ABILITY_PLACE, TURNING_POINT_PLACE, Delay, Verb
from nexus_env.games.nexus.weapons import weapon_of
from nexus_env.machine.compiled import compiled
from nexus_env.tabletop.sets import how_many, nth_member
from nexus_env.tabletop.squares import STEP_X, STEP_Y, step_x, step_y

QUESTIONS, BLOWS, PURPOSES, MOTIVATIONS, SLOTS, TRAITS = len(Question), len(Blow), len(Purpose), 4, 6, 6
MOST = 127
COINS_APART = 16  # the two numbers of a pile that may exceed an int8
WINDOW = 2  # squares seen in each direction in the close view
CLOSE = (2 * WINDOW + 1) ** 2
PLANES = 7  # of the close view: obstacle, blood, guts, fire, saw, spikes, coins
HELOT = 94  # numbers a seat; the last of them about its weapon
WEAPON = WEAPONS + LOCATIONS + 7

ONES = (1,) * 16  # most numbers are 0 or 1, and need no scale

LASTING = 6
LASTING_MEANING = (
    "for each seat, clockwise from the own, what cards and abilities do to it: damage / 10, slide to aim / 3, points "
    "that wait for its split / 6, a free Gloat, a guarded location, a guarded Overall Condition"
)
LASTING_SCALE = (1 / 10, 1 / 3, 1 / 6, 1, 1, 1)

HELOT_MEANING = (
    "present; fit, incapacitated, killed; own seat only: distance to the four sides / 7; others: steps ahead, steps to "
    "the right, king's moves / 7; FFD relative to one's own (ahead, right, back, left); it stands ahead, ahead to the "
    "left, ahead to the right, behind of me; I stand ahead, behind of it; it is against an object seen from me; health "
    "of the 7 locations and OC / full; the 7 locations lost; prone, bleeding, flaming, holds somebody, is held, holds "
    "me, is held by me; the 6 reserves / 5; elusive, exposed, rattled, tunnel vision; Cred / 100; influence cards / "
    "12, Deception / 4, Command tokens / 4; motivation; the 6 slots; Turning Point damage; ratio / 6; place in the "
    "order / 4; still to come in this cycle; its round; slide to attack / 3, to defend / 3; the weapon carried, "
    "one-hot by kind; drawn; uses / 3; what the Shield covers, 7 locations or the back; movement points to lose / 3; "
    "with a weapon to be aimed: I see it, it sees me, its distance slide / 3 if I aim"
)
HELOT_SCALE = (
    *(1, 1, 1, 1),
    *(1 / 7, 1 / 7, 1 / 7, 1 / 7, *ONES[:11]),
    *(1 / int(coins) for coins in STARTING_HEALTH),
    *ONES[:LOCATIONS],
    *(*ONES[:7], *(1 / 5 for _ in range(TRAITS)), *ONES[:4]),
    *(1 / 100, 1 / 12, 1 / 4, 1 / 4, *ONES[: MOTIVATIONS + SLOTS], 1, 1 / 6, 1 / 4, 1, 1, 1 / 3, 1 / 3),
    *(*ONES[:WEAPONS], 1, 1 / 3, *ONES[: LOCATIONS + 1], 1 / 3, 1, 1, 1 / 3),
)

ROUND_SCALE = (*(1 / 10 for _ in range(4)), 1 / 2, 1 / 2, 1 / 2, 1, 1, 1 / 20, 1, 1, 1 / 9, 1 / 8)
PLANE_SCALE = (1 / 2, 1, 1, 1 / 2, 1, 1, 1 / 15)

LAYOUT = (
    Piece("question", QUESTIONS, "what is being asked, one-hot by Question"),
    Piece("asked", 1, "1 when this seat is the one that is asked"),
    Piece("about", SEATS, "the seat that the question concerns, one-hot, relative"),
    Piece(
        "clock",
        5,
        "cycle / 20, cycle / limit, place in the cycle / 4, seats in play / 4, fit helots / 4",
        (1 / 20, 1 / 100, 1 / 4, 1 / 4, 1 / 4),
    ),
    Piece("active", SEATS, "whose command round it is, one-hot, relative"),
    Piece(
        "round",
        len(ROUND_SCALE),
        "movement, action, forfeited, bonus points / 10; rotations left and right / 2; straight moves / 2; feint "
        "ready; Gloating open, its coins / 20, done; a Deception stands; combo hits to come / 9; last die / 8, or the "
        "place of the new weapon among the kinds, from 1, / 8",
        ROUND_SCALE,
    ),
    Piece("bonus target", SEATS, "against whom the bonus points are good, one-hot, relative"),
    Piece("feinted", SEATS, "who was feinted at, relative"),
    Piece(
        "contest",
        5,
        "attack / 12, defense / 12, damage / 12, attack - defense / 12, attack ahead",
        (1 / 12, 1 / 12, 1 / 12, 1 / 12, 1),
    ),
    Piece("blow", BLOWS, "the kind of contest, one-hot by Blow, while a question interrupts it"),
    Piece("attacker", SEATS, "of that contest, one-hot, relative"),
    Piece("defender", SEATS, "of that contest, one-hot, relative"),
    Piece("location", LOCATIONS, "of that blow, one-hot by Pile"),
    Piece("purpose", PURPOSES, "what the last single die was for, one-hot by Purpose, while it may be rerolled"),
    Piece(
        "coins",
        4,
        "Crowd Pile / 100, own lead over the best rival and the crowd / 60: each the sixteens, then the rest",
        (16 / 100, 1 / 100, 16 / 60, 1 / 60),
    ),
    Piece(
        "quiet",
        3,
        "cycles without a gain of the Crowd Pile / 3; it gained in this one; an attack in this one",
        (1 / 3, 1, 1),
    ),
    Piece(
        "helots", SEATS * HELOT, f"{HELOT} numbers for each seat, clockwise from the own: {HELOT_MEANING}", HELOT_SCALE
    ),
    Piece("hand", CARDS, "the own influence cards"),
    Piece("used cards", CARDS, "the influence cards that all have seen played"),
    Piece("known cards", CARDS, "who holds an influence card that one has seen, places clockwise / 4", 1 / 4),
    Piece("card in play", TURNING_POINT_CARDS, "the card that is being carried out, one-hot by its number"),
    Piece("price", TRAITS, "in traits of that card / 5", 1 / 5),
    Piece("lasting", SEATS * LASTING, LASTING_MEANING, LASTING_SCALE),
    Piece(
        "close view",
        PLANES * CLOSE,
        "5 x 5 squares round the own helot, the FFD up, in seven planes: obstacle (crate 0.5), blood, guts, fire (0.5 "
        "in a brazier that stands), saw, spikes, coins on the floor / 15",
        tuple(scale for scale in PLANE_SCALE for _ in range(CLOSE)),
    ),
    Piece("barge", SIDE * SIDE, "all squares, turned so that the FFD is up; Square / 10", 1 / 10),
)


def _turned() -> NDArray[np.uint8]:
    """For each FFD the squares of the barge, row and column from 0, in the order in which that helot sees them."""
    rows, columns = np.indices((SIDE, SIDE), np.uint8)
    turned = [(np.rot90(rows, facing).ravel(), np.rot90(columns, facing).ravel()) for facing in range(4)]
    return np.array(turned).transpose(0, 2, 1).copy()


def _around() -> NDArray[np.uint8]:
    """For each FFD, row and column the squares of the close view, row and column; row SIDE for those off the board."""
    found = np.full((4, SIDE, SIDE, CLOSE, 2), SIDE, np.uint8)
    for facing, row, column, spot in np.ndindex(found.shape[:4]):
        ahead, right = WINDOW - spot // (2 * WINDOW + 1), spot % (2 * WINDOW + 1) - WINDOW
        east, south = STEP_X[2 * facing], STEP_Y[2 * facing]  # one step ahead; to the right it is (-south, east)
        there = row + ahead * south + right * east, column + ahead * east - right * south
        if min(there) >= 0 and max(there) < SIDE:
            found[facing, row, column, spot] = there
    return found


# Bytes, because machine code takes an index without a sign as it is.
TURNED, AROUND = _turned(), _around()


@compiled
def observe(bout: Bout, seat: int, out: Any) -> None:
    """Fill `out`, int8 [sum of LAYOUT], with what `seat` may know. Rulebook: p.8 (R-029)."""
    out[:] = 0
    table = bout.table
    place = see_request(table, seat, out, 0)
    place = see_round(bout, seat, out, place)
    place = see_contest(table, seat, out, place)
    place = see_coins(table, seat, out, place)
    other = seat
    for turn in range(SEATS):
        if turn < table.seats:
            see_helot(table, seat, other, out, place)
            see_weapon(bout, seat, other, out, place + HELOT - WEAPON)
            other = table.lanistas[other].next_clockwise
        place += HELOT
    place = see_cards(bout, seat, out, place)
    place = see_lasting(table, seat, out, place)
    place = see_close(table, seat, out, place)
    see_barge(table, seat, out, place)


@compiled
def relative_seat(table: Table, seat: int, other: int) -> int:
    """How many places clockwise from `seat` the other one sits; NOBODY for NOBODY and for chance."""
    place = seat
    for turn in range(table.seats if other >= 0 else 0):
        if place == other:
            return turn
        place = table.lanistas[place].next_clockwise
    return NOBODY


@compiled
def mark(out: Any, place: int, size: int, which: int) -> int:
    """One-hot: 1 at `which`, if that is within the piece; returns where the next piece begins."""
    if 0 <= which < size:
        out[place + which] = 1
    return place + size


@compiled
def capped(number: int) -> int:
    """Within the range of an int8: what is larger is seldom, and seen as this much."""
    return max(-MOST, min(MOST, int(number)))


@compiled
def see_request(table: Table, seat: int, out: Any, place: int) -> int:
    """The pieces question, asked, about."""
    place = mark(out, place, QUESTIONS, table.request.question)
    out[place] = table.request.seat == seat
    return mark(out, place + 1, SEATS, relative_seat(table, seat, table.request.about))


@compiled
def see_round(bout: Bout, seat: int, out: Any, place: int) -> int:
    """The pieces clock, active, round, bonus target, feinted."""
    table = bout.table
    r = table.command_round
    fit = 0
    for other in range(table.seats):
        fit += table.helots[other].standing == Standing.FIT
    out[place] = capped(table.cycle)
    out[place + 1] = 100 * int(table.cycle) // bout.options.cycle_limit
    out[place + 2] = table.turn
    out[place + 3] = table.seats
    out[place + 4] = fit
    place = mark(out, place + 5, SEATS, relative_seat(table, seat, r.seat))
    out[place] = capped(r.movement_points)
    out[place + 1] = capped(r.action_points)
    out[place + 2] = capped(r.forfeited)
    out[place + 3] = r.bonus_points
    out[place + 4] = r.rotations if r.rotation_direction < 0 else 0
    out[place + 5] = r.rotations if r.rotation_direction > 0 else 0
    out[place + 6] = min(2, r.straight_moves)
    out[place + 7] = r.feinted != 0
    out[place + 8] = r.gloat_open
    out[place + 9] = capped(r.gloat_coins)
    out[place + 10] = r.gloated
    out[place + 11] = r.deception
    out[place + 12] = table.contest.hits if table.request.question != Question.COMMAND else 0
    shown = table.request.question == Question.PERSEVERANCE or table.request.question == Question.KEEP_WEAPON
    out[place + 13] = table.contest.check if shown else 0
    place = mark(out, place + 14, SEATS, relative_seat(table, seat, r.bonus_target))
    feinted = int(r.feinted)
    for nth in range(how_many(feinted)):
        mark(out, place, SEATS, relative_seat(table, seat, nth_member(feinted, nth)))
    return place + SEATS


@compiled
def see_contest(table: Table, seat: int, out: Any, place: int) -> int:
    """The pieces contest, blow, attacker, defender, location, purpose; only while a question interrupts a contest."""
    c = table.contest
    size = 5 + BLOWS + 2 * SEATS + LOCATIONS
    if table.request.question >= Question.INTERRUPT:
        out[place] = c.attack
        out[place + 1] = c.defense
        out[place + 2] = capped(c.damage)
        out[place + 3] = c.attack - c.defense
        out[place + 4] = c.attack > c.defense
        inner = mark(out, place + 5, BLOWS, c.blow)
        inner = mark(out, inner, SEATS, relative_seat(table, seat, c.attacker))
        inner = mark(out, inner, SEATS, relative_seat(table, seat, c.defender))
        mark(out, inner, LOCATIONS, c.location)
    which = c.purpose if table.request.question == Question.PERSEVERANCE else NOBODY
    return mark(out, place + size, PURPOSES, which)


@compiled
def see_coins(table: Table, seat: int, out: Any, place: int) -> int:
    """The pieces coins, quiet."""
    best = table.crowd_pile
    for other in range(table.seats):
        if other != seat:
            best = max(best, table.lanistas[other].cred)
    lead = table.lanistas[seat].cred - best
    out[place], out[place + 1] = table.crowd_pile // COINS_APART, table.crowd_pile % COINS_APART
    out[place + 2], out[place + 3] = lead // COINS_APART, lead % COINS_APART
    out[place + 4] = capped(table.idle_cycles)
    out[place + 5] = table.crowd_gained
    out[place + 6] = table.attacked
    return place + 7


@compiled
def see_helot(table: Table, seat: int, other: int, out: Any, place: int) -> None:
    """One block of the piece helots."""
    helot = table.helots[other]
    out[place] = helot.present
    mark(out, place + 1, 3, helot.standing)
    place = see_place(table, seat, other, out, place + 4)
    for pile in range(LOCATIONS + 1):
        out[place + pile] = helot.health[pile]
    lost = int(helot.lost)
    for location in range(LOCATIONS):
        out[place + 8 + location] = (lost >> location) & 1
    place += 15
    out[place] = helot.prone
    out[place + 1] = helot.bleeding
    out[place + 2] = helot.flaming
    out[place + 3] = helot.holds != NOBODY
    out[place + 4] = helot.held_by != NOBODY
    out[place + 5] = helot.holds == seat
    out[place + 6] = helot.held_by == seat
    for trait in range(TRAITS):
        out[place + 7 + trait] = helot.traits[trait]
    out[place + 13] = helot.elusive
    out[place + 14] = helot.exposed
    out[place + 15] = helot.rattled
    out[place + 16] = helot.tunnel_vision
    see_lanista(table, other, out, place + 17)


@compiled
def see_place(table: Table, seat: int, other: int, out: Any, place: int) -> int:
    """Where a helot stands and faces, seen from the own one."""
    me, helot = table.helots[seat], table.helots[other]
    if seat == other:
        for turn in range(4):
            out[place + turn] = away_from_side(me, me.facing + turn)
    elif helot.present:
        ahead, right = steps_ahead(me, helot), steps_right(me, helot)
        out[place], out[place + 1] = ahead, right
        out[place + 2] = max(abs(ahead), abs(right))
        mark(out, place + 4, 4, (helot.facing - me.facing) % 4)
        if me.present and out[place + 2] == 1:
            out[place + 8] = ahead == 1 and right == 0
            out[place + 9] = ahead == 1 and right == -1
            out[place + 10] = ahead == 1 and right == 1
            out[place + 11] = ahead == -1 and right == 0
            its_ahead = steps_ahead(helot, me)
            out[place + 12] = its_ahead == 1 and steps_right(helot, me) == 0
            out[place + 13] = its_ahead == -1 and steps_right(helot, me) == 0
            out[place + 14] = out[place + 8] != 0 and is_against_object(table, seat, other)
    return place + 15


@compiled
def steps_ahead(me: Helot, other: Helot) -> int:
    """How far the other helot is ahead of this one; behind it is less than 0. Rulebook: p.18 (R-005)."""
    return (other.x - me.x) * step_x(2 * me.facing) + (other.y - me.y) * step_y(2 * me.facing)


@compiled
def steps_right(me: Helot, other: Helot) -> int:
    """How far the other helot is to the right of this one; to the left it is less than 0. Rulebook: p.18 (R-005)."""
    return (other.x - me.x) * step_x(2 * me.facing + 2) + (other.y - me.y) * step_y(2 * me.facing + 2)


@compiled
def away_from_side(helot: Helot, side: int) -> int:
    """Squares between the helot and one side of the barge, 0 north, clockwise."""
    side = side % 4
    if side == 0:
        return helot.y - 1
    if side == 1:
        return SIDE - helot.x
    return SIDE - helot.y if side == 2 else helot.x - 1


@compiled
def see_lanista(table: Table, other: int, out: Any, place: int) -> None:
    """What lies openly in front of a player, and what changes its helot's rolls."""
    lanista = table.lanistas[other]
    out[place] = capped(lanista.cred)
    out[place + 1] = how_many(lanista.hand)
    out[place + 2] = lanista.deception_tokens
    out[place + 3] = lanista.command_tokens
    mark(out, place + 4, MOTIVATIONS, lanista.motivation)
    slots = int(lanista.slots)
    for slot in range(SLOTS):
        out[place + 8 + slot] = (slots >> slot) & 1
    out[place + 14] = lanista.turning_point_damage
    out[place + 15] = lanista.ratio
    out[place + 16] = lanista.initiative if lanista.initiative != NOBODY else SEATS
    out[place + 17] = lanista.initiative > table.turn
    out[place + 18] = table.command_round.seat == other
    out[place + 19] = lasting_attack_slide(table, other)
    out[place + 20] = defense_slide(table, other)


@compiled
def see_weapon(bout: Bout, seat: int, other: int, out: Any, place: int) -> None:
    """The weapon of a helot, and who could aim at whom."""
    table = bout.table
    helot = table.helots[other]
    place = mark(out, place, WEAPONS, helot.weapon)
    out[place] = helot.armed
    out[place + 1] = helot.uses
    place = mark(out, place + 2, LOCATIONS + 1, helot.shielded)
    out[place] = capped(helot.slowed)
    if seat != other and helot.present and table.helots[seat].present:
        if could_aim(bout, seat):
            out[place + 1] = sees(table, seat, other)
            out[place + 3] = distance_slide(bout, seat, other)
        if could_aim(bout, other):
            out[place + 2] = sees(table, other, seat)


@compiled
def could_aim(bout: Bout, seat: int) -> bool:
    """The helot carries a weapon, drawn or not, that is aimed."""
    kind = weapon_of(bout, seat).range
    return bout.table.helots[seat].weapon != UNARMED and (kind == Range.RANGED or kind == Range.THROWN)


@compiled
def see_cards(bout: Bout, seat: int, out: Any, place: int) -> int:
    """The pieces hand, used cards, known cards, card in play, price. Rulebook: p.8 (R-029, R-348)."""
    table = bout.table
    hand, used, known = int(table.lanistas[seat].hand), int(table.used_cards), int(table.lanistas[seat].known)
    for card in range(CARDS):
        out[place + card] = (hand >> card) & 1
        out[place + CARDS + card] = (used >> card) & 1
    for nth in range(how_many(known)):
        card = nth_member(known, nth)
        for turn in range(1, table.seats):
            if (table.lanistas[clockwise(table, seat, turn)].hand >> card) & 1:
                out[place + 2 * CARDS + card] = turn
    place += 3 * CARDS
    where = table.card_play.card
    if where != NOBODY:
        for trait in range(TRAITS):
            out[place + TURNING_POINT_CARDS + trait] = card_at(bout, where).prices[trait]
        if where >= ABILITY_PLACE:
            where -= ABILITY_PLACE
        elif where >= TURNING_POINT_PLACE:
            where -= TURNING_POINT_PLACE
    return mark(out, place, TURNING_POINT_CARDS, where) + TRAITS


@compiled
def see_lasting(table: Table, seat: int, out: Any, place: int) -> int:
    """The piece lasting."""
    for effect in range(table.lasting_places):
        lasting = table.lasting[effect]
        turn = relative_seat(table, seat, lasting.seat)
        if lasting.verb == Verb.NOTHING or turn == NOBODY:
            continue
        block = place + LASTING * turn
        if lasting.delay == Delay.SPLIT:
            out[block + 2] = capped(int(out[block + 2]) + lasting.amount)
        elif lasting.delay == Delay.NOW:
            if lasting.verb == Verb.CHANGE_DAMAGE:
                out[block] = capped(int(out[block]) + lasting.amount)
            elif lasting.verb == Verb.SLIDE_AIM:
                out[block + 1] = capped(int(out[block + 1]) + lasting.amount)
            elif lasting.verb == Verb.FREE_GLOAT:
                out[block + 3] = 1
            elif lasting.verb == Verb.GUARD_LOCATION:
                out[block + 4] = 1
            elif lasting.verb == Verb.GUARD_OVERALL:
                out[block + 5] = 1
    return place + SEATS * LASTING


@compiled
def see_close(table: Table, seat: int, out: Any, place: int) -> int:
    """The piece close view: first what lies on each square, where its obstacle will stand, then plane by plane."""
    helot = table.helots[seat]
    facing, x, y = int(helot.facing), max(1, int(helot.x)), max(1, int(helot.y))  # before the seats are taken: 0
    for spot in range(CLOSE):
        row, column = AROUND[facing, y - 1, x - 1, spot, 0], AROUND[facing, y - 1, x - 1, spot, 1]
        on_board = row < SIDE
        out[place + spot] = table.squares[row, column] if on_board else Square.WALL.value
        out[place + (PLANES - 1) * CLOSE + spot] = capped(table.coins[row, column]) if on_board else 0
    for plane in range(1, PLANES - 1):  # the squares are numbered as the planes are
        for spot in range(CLOSE):
            out[place + plane * CLOSE + spot] = out[place + spot] == plane
    for spot in range(CLOSE):
        what = out[place + spot]
        out[place + Square.FIRE * CLOSE + spot] = 2 * (what == Square.FIRE) + (what == Square.BRAZIER)
        out[place + spot] = 2 * (what >= Square.CRATE) - (what == Square.CRATE)
    return place + PLANES * CLOSE


@compiled
def see_barge(table: Table, seat: int, out: Any, place: int) -> None:
    """The piece barge: row by row from the far end, left to right, as the own helot faces."""
    facing = table.helots[seat].facing
    for spot in range(SIDE * SIDE):
        out[place + spot] = table.squares[TURNED[facing, spot, 0], TURNED[facing, spot, 1]]
