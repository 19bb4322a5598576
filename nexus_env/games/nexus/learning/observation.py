"""What a seat sees: one flat vector of small whole numbers, laid out from the seat's own point of view.

Directions are relative to the own helot's FFD: ahead is ahead, whichever way it faces. Seats are counted clockwise
from oneself: 0 is the own seat. The scales of the pieces bring all counts to about 0 … 1. What is hidden stays out: of
the other seats' influence cards only the number is seen.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.game.contract import Piece
from nexus_env.games.nexus.cards.cards import card_at
from nexus_env.games.nexus.cards.verbs import ABILITY_PLACE, TURNING_POINT_PLACE, Delay, Verb
from nexus_env.games.nexus.rules.actions import CARDS
from nexus_env.games.nexus.rules.aim import distance_slide, sees
from nexus_env.games.nexus.rules.bout import (
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
from nexus_env.games.nexus.rules.combat import own_attack_slide, own_defense_slide
from nexus_env.games.nexus.rules.geometry import (
    LAST,
    clockwise,
    is_against_object,
)
from nexus_env.games.nexus.rules.weapons import weapon_of
from nexus_env.machine.compiled import compiled
from nexus_env.machine.processor import eight_from, filled, look_up_by, put_eight, shuffle_by, spread_by
from nexus_env.tabletop.bitsets import first_member, how_many
from nexus_env.tabletop.squares import step_x, step_y

QUESTIONS, BLOWS, PURPOSES, MOTIVATIONS, SLOTS, TRAITS = len(Question), len(Blow), len(Purpose), 4, 6, 6
MOST = 127
COINS_APART = 16  # the two numbers of a pile that may exceed an int8
WINDOW = 2  # squares seen in each direction in the close view
WIDE = 2 * WINDOW + 1
CLOSE = WIDE**2
PLANES = 7  # of the close view: obstacle, blood, guts, fire, saw, spikes, coins
HELOT = 94  # numbers a seat; the last of them about its weapon
WEAPON = WEAPONS + LOCATIONS + 7
ATTACK_SLIDE, DEFENSE_SLIDE = HELOT - WEAPON - 2, HELOT - WEAPON - 1  # their places among the numbers of a seat

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
    """For each FFD the squares of the barge, counted from 0 row by row, in the order in which that helot sees them."""
    squares = np.arange(SIDE * SIDE, dtype=np.uint8).reshape(SIDE, SIDE)
    return np.array([np.rot90(squares, facing).ravel() for facing in range(4)])


TURNED = _turned()
turn_board = shuffle_by(TURNED)
mark_cards = spread_by(CARDS)
mark_eight = spread_by(8)  # a set of fewer fills up the places behind it with 0
# Of the close view: what is seen in each plane of each Square; a brazier that stands among the fires too.
SEEN_AS = np.array(
    (
        (0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2),
        (0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        (0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0),
        (0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0),
    ),
    np.int8,
)
look_up_planes = look_up_by(SEEN_AS, CLOSE)
COINS_PLANE = (PLANES - 1) * CLOSE
IN_VIEW = (1 << 8 * WIDE) - 1  # of eight squares in a row, a byte each, those in the close view
ALL_WALLS = sum(Square.WALL << 8 * column for column in range(WIDE))
# By the column of the barge where the close view begins, from -WINDOW: a wall for each of its columns beyond the barge.
WALLS = np.array(
    [
        sum(Square.WALL << 8 * column for column in range(WIDE) if not 0 <= left + column < SIDE)
        for left in range(-WINDOW, SIDE)
    ]
)
EDGE = np.array((-1, SIDE, SIDE, -1))  # of the four sides, clockwise from the north: see `away_from_side`


@compiled
def observe(bout: Bout, seat: int, out: Any) -> None:
    """Fill `out`, int8 [sum of LAYOUT], with what `seat` may know. Rulebook: p.8 (R-029)."""
    out[:] = 0
    table = bout.table
    places = places_from(table, seat)
    question = question_for(table, seat)
    place = see_request(table, seat, question, places, out, 0)
    place = see_round(bout, question, places, out, place)
    place = see_contest(table, question, places, out, place)
    place = see_coins(table, seat, out, place)
    helots, other = place, seat
    for turn in range(table.seats):
        block = out[helots + turn * HELOT : helots + (turn + 1) * HELOT]  # a place in it needs no look at the sign
        see_helot(table, seat, other, block)
        see_weapon(bout, seat, other, block)
        other = table.lanistas[other].next_clockwise
    place = see_cards(bout, seat, out, helots + SEATS * HELOT)
    place = see_lasting(table, places, out, place, helots)
    see_barge(table, seat, out, place + PLANES * CLOSE)
    see_close(table, seat, out, place)


@compiled
def places_from(table: Table, seat: int) -> int:
    """How many places clockwise from `seat` each seat sits: a byte for each."""
    places, other = 0, int(seat)
    for turn in range(table.seats):
        places |= turn << (8 * other)
        other = int(table.lanistas[other].next_clockwise)
    return places


@compiled
def relative_seat(places: int, other: int) -> int:
    """Of `places_from` a seat: how many places clockwise from it another one at the table sits; NOBODY for NOBODY and
    chance.
    """
    return (places >> (8 * (int(other) & 3))) & 3 if other >= 0 else NOBODY


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
def question_for(table: Table, seat: int) -> int:
    """What is being asked, as far as the seat may know: NOBODY for a question that only another one knows of.

    Rulebook: p.8 (R-029).
    """
    request = table.request
    return int(request.question) if request.seat == seat or not request.private else NOBODY


@compiled
def see_request(table: Table, seat: int, question: int, places: int, out: Any, place: int) -> int:
    """The pieces question, asked, about."""
    place = mark(out, place, QUESTIONS, question)
    out[place] = table.request.seat == seat
    about = relative_seat(places, table.request.about) if question != NOBODY else NOBODY
    return mark(out, place + 1, SEATS, about)


@compiled
def see_round(bout: Bout, question: int, places: int, out: Any, place: int) -> int:
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
    place = mark(out, place + 5, SEATS, relative_seat(places, r.seat))
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
    out[place + 12] = table.contest.hits if question > Question.COMMAND else 0
    shown = question == Question.PERSEVERANCE or question == Question.KEEP_WEAPON
    out[place + 13] = table.contest.check if shown else 0
    place = mark(out, place + 14, SEATS, relative_seat(places, r.bonus_target))
    feinted = int(r.feinted)
    while feinted != 0:
        mark(out, place, SEATS, relative_seat(places, first_member(feinted)))
        feinted &= feinted - 1
    return place + SEATS


@compiled
def see_contest(table: Table, question: int, places: int, out: Any, place: int) -> int:
    """The pieces contest, blow, attacker, defender, location, purpose; only while a question interrupts a contest."""
    c = table.contest
    size = 5 + BLOWS + 2 * SEATS + LOCATIONS
    if question >= Question.INTERRUPT:
        out[place] = c.attack
        out[place + 1] = c.defense
        out[place + 2] = capped(c.damage)
        out[place + 3] = c.attack - c.defense
        out[place + 4] = c.attack > c.defense
        inner = mark(out, place + 5, BLOWS, c.blow)
        inner = mark(out, inner, SEATS, relative_seat(places, c.attacker))
        inner = mark(out, inner, SEATS, relative_seat(places, c.defender))
        mark(out, inner, LOCATIONS, c.location)
    which = c.purpose if question == Question.PERSEVERANCE else NOBODY
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
def see_helot(table: Table, seat: int, other: int, out: Any) -> None:
    """One block of the piece helots, but for the weapon."""
    helot = table.helots[other]
    out[0] = helot.present
    mark(out, 1, 3, helot.standing)
    place = see_place(table, seat, other, out, 4)
    for pile in range(LOCATIONS + 1):
        out[place + pile] = helot.health[pile]
    mark_eight(helot.lost, out, place + 8)
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
        mark(out, place + 4, 4, (helot.facing - me.facing) & 3)
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
    return int(EDGE[side & 3]) - helot.x * step_x(2 * side) - helot.y * step_y(2 * side)


@compiled
def see_lanista(table: Table, other: int, out: Any, place: int) -> None:
    """What lies openly in front of a player, and what changes its helot's rolls."""
    lanista = table.lanistas[other]
    out[place] = capped(lanista.cred)
    out[place + 1] = how_many(lanista.hand)
    out[place + 2] = lanista.deception_tokens
    out[place + 3] = lanista.command_tokens
    mark(out, place + 4, MOTIVATIONS, lanista.motivation)
    mark_eight(lanista.slots, out, place + 8)
    out[place + 14] = lanista.turning_point_damage
    out[place + 15] = lanista.ratio
    out[place + 16] = capped(lanista.initiative) if lanista.initiative != NOBODY else SEATS  # a key while it is tied
    out[place + 17] = lanista.initiative > table.turn
    out[place + 18] = table.command_round.seat == other
    out[ATTACK_SLIDE] = own_attack_slide(table, other)  # `see_lasting` adds what cards and abilities do
    out[DEFENSE_SLIDE] = own_defense_slide(table, other)


@compiled
def see_weapon(bout: Bout, seat: int, other: int, out: Any) -> None:
    """The end of a block of the piece helots: the weapon, and who could aim at whom."""
    table = bout.table
    helot = table.helots[other]
    place = mark(out, HELOT - WEAPON, WEAPONS, helot.weapon)
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
    known = int(table.lanistas[seat].known)
    mark_cards(table.lanistas[seat].hand, out, place)
    mark_cards(table.used_cards, out, place + CARDS)
    while known != 0:
        card = first_member(known)
        for turn in range(1, table.seats):
            if (table.lanistas[clockwise(table, seat, turn)].hand >> card) & 1:
                out[place + 2 * CARDS + card] = turn
        known &= known - 1
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
def see_lasting(table: Table, places: int, out: Any, place: int, helots: int) -> int:
    """The piece lasting, and what lasts in the piece helots: all in one go through the effects."""
    for effect in range(table.lasting_places):
        lasting = table.lasting[effect]
        turn = relative_seat(places, lasting.seat)
        if lasting.verb == Verb.NOTHING or turn == NOBODY:
            continue
        block, slides = place + LASTING * turn, helots + HELOT * turn
        if lasting.delay == Delay.SPLIT:
            add(out, block + 2, lasting.amount)
        elif lasting.delay == Delay.NOW:
            if lasting.verb == Verb.CHANGE_DAMAGE:
                add(out, block, lasting.amount)
            elif lasting.verb == Verb.SLIDE_ATTACK:
                add(out, slides + ATTACK_SLIDE, lasting.amount)
            elif lasting.verb == Verb.SLIDE_DEFENSE:
                add(out, slides + DEFENSE_SLIDE, lasting.amount)
            elif lasting.verb == Verb.SLIDE_AIM:
                add(out, block + 1, lasting.amount)
            elif lasting.verb == Verb.FREE_GLOAT:
                out[block + 3] = 1
            elif lasting.verb == Verb.GUARD_LOCATION:
                out[block + 4] = 1
            elif lasting.verb == Verb.GUARD_OVERALL:
                out[block + 5] = 1
    return place + SEATS * LASTING


@compiled
def add(out: Any, place: int, amount: int) -> None:
    """To what is seen there already."""
    out[place] = capped(int(out[place]) + int(amount))


@compiled
def see_close(table: Table, seat: int, out: Any, place: int) -> None:
    """The piece close view, out of the piece barge behind it, where the FFD is up already.

    The squares are laid out where the first plane will be, row by row, and then looked up for each plane.
    """
    helot = table.helots[seat]
    far = max(0, away_from_side(helot, helot.facing)) - WINDOW  # before the seats are taken the helot is nowhere
    left = max(0, away_from_side(helot, helot.facing + 3)) - WINDOW
    barge, before, beyond = place + PLANES * CLOSE, 8 * max(0, -int(left)), 8 * max(0, int(left))
    for row in range(far, far + WIDE):
        squares = ((eight_from(out, barge + SIDE * (row & LAST)) >> beyond) << before) & IN_VIEW
        squares |= int(WALLS[left + WINDOW])
        inside = 0 <= row < SIDE
        put_eight(squares if inside else ALL_WALLS, out, place + WIDE * (row - far))
    look_up_planes(out, place)
    put_eight(0, out, place + COINS_PLANE)  # the planes before reach so far
    if has_coins(table):
        see_coins_near(table, helot, far, left, out, place + COINS_PLANE)


@compiled
def see_coins_near(table: Table, helot: Helot, far: int, left: int, out: Any, place: int) -> None:
    """The last plane of the close view, where some coins lie on the floor."""
    for row in range(max(0, far), min(SIDE, far + WIDE)):
        for column in range(max(0, left), min(SIDE, left + WIDE)):
            square = TURNED[helot.facing, SIDE * row + column]
            coins = table.coins[square >> 3, square & LAST]
            out[place + WIDE * (row - far) + column - left] = capped(coins)


@compiled
def has_coins(table: Table) -> bool:
    """Some lie on the floor."""
    return filled(table.coins, 0) != 0


@compiled
def see_barge(table: Table, seat: int, out: Any, place: int) -> None:
    """The piece barge: row by row from the far end, left to right, as the own helot faces."""
    turn_board(table.squares, table.helots[seat].facing, out[place : place + SIDE * SIDE])
