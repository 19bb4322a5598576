"""Setup of the bout (manual p.5-9)."""

from nexus_env.games.nexus.cards.cards import deal_influence, keep_card
from nexus_env.games.nexus.cards.effects import carry_out_skill
from nexus_env.games.nexus.cards.verbs import SKILL_PLACE
from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import (
    BARGES,
    COINS,
    DEALING,
    DRAFTING,
    KEEPING,
    LANISTAS,
    MOTIVATIONS,
    NEXT_ROUND,
    NOBODY,
    NOWHERE,
    SIDE,
    STARTING_HEALTH,
    UNARMED,
    WEAPONS,
    Bout,
    Pile,
    Question,
    Square,
    Standing,
    Table,
)
from nexus_env.games.nexus.rules.crowd import move_coins
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.geometry import at, put
from nexus_env.games.nexus.rules.reserves import raise_trait
from nexus_env.kit.bitsets import how_many, nth_member
from nexus_env.kit.tape import ask, follow, roll
from nexus_env.machine.compiled import compiled, compiled_apart

CROWD_COINS = 5  # per player
CUSTOM_BARGE = BARGES
MOST_TRIES = 60  # for one piece placed at random: no board is so full that all of them fail
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
# By side, from the north clockwise: the leftmost square of the closest row as that player sees it, and the FFD.
START_X = (8, 8, 1, 1)
START_Y = (1, 8, 8, 1)
START_FACING = (SOUTH, WEST, NORTH, EAST)


@compiled
def set_up_bout(bout: Bout) -> None:
    """Set up panels and seats; lanistas and motivations, influence cards and the barge follow.

    Rulebook: p.5-9 (R-013, R-021, R-025, R-034, R-444, R-446).
    """
    table = bout.table
    table.seats = bout.options.seats
    table.box = COINS
    table.turn = table.seats
    for kind in range(WEAPONS):
        table.weapons[kind] = bout.options.weapons[kind].copies
    for seat in range(table.seats):
        unpack(bout, seat)
    take_seats(bout)
    follow(bout, DRAFTING)


@compiled_apart
def deal_cards(bout: Bout) -> None:
    """Deal the influence cards; the deal ends before the first question, so its dice are final.

    Rulebook: p.5, p.8 (R-028).
    """
    deal_influence(bout)
    follow(bout, KEEPING)


@compiled
def choose_cards(bout: Bout, seat: int) -> None:
    """The players choose cards to keep, one after the other; each choice is final.

    Then the barge is built, the special skills begin, and the first cycle.

    Rulebook: p.5, p.8, p.9, p.35 (R-021, R-028, R-040, R-345).
    """
    if keep_card(bout, seat):
        follow(bout, KEEPING - seat)
    elif seat + 1 < bout.table.seats:
        follow(bout, KEEPING - seat - 1)
    else:
        build_barge(bout)
        for other in range(bout.table.seats):
            show_skill(bout, other)
        follow(bout, NEXT_ROUND)


@compiled
def show_skill(bout: Bout, seat: int) -> None:
    """Carry out the special skill of the seat's motivation: before the first cycle, or lasting for the bout.

    Rulebook: p.7, p.35 (R-025, R-339, R-345, R-347).
    """
    carry_out_skill(bout, seat, SKILL_PLACE + bout.table.lanistas[seat].motivation)


@compiled
def unpack(bout: Bout, seat: int) -> None:
    """Give a helot's panel its starting health and the crowd 5 coins per player; 0 Cred; all reserves at 0.

    Rulebook: p.2, p.5, p.7, p.12 (R-017, R-026, R-027, R-034).
    """
    helot, lanista = bout.table.helots[seat], bout.table.lanistas[seat]
    helot.present = 1
    helot.standing = Standing.FIT
    helot.holds, helot.held_by = NOBODY, NOBODY
    helot.weapon, helot.shielded = UNARMED, NOWHERE
    lanista.card, lanista.motivation = NOBODY, NOBODY
    for pile in range(Pile.OVERALL_CONDITION + 1):
        move_coins(bout, NOBODY, Pile.BOX, seat, pile, STARTING_HEALTH[pile])
    move_coins(bout, NOBODY, Pile.BOX, NOBODY, Pile.CROWD, CROWD_COINS)


# --- seats ------------------------------------------------------------------------------------------------------------


@compiled
def take_seats(bout: Bout) -> None:
    """Two players sit South and North; a third chooses west or east; a fourth sits opposite the third.

    Rulebook: p.9 (R-036, R-037, R-038).
    """
    table = bout.table
    third = WEST
    if table.seats > 2:
        choice = bout.options.third_side
        if choice == 0:
            choice = 2 if ask(bout, Question.SIDE, 2) == Action.SIT_EAST else 1
        third = EAST if choice == 2 else WEST
    sides = (SOUTH, NORTH, third, (third + 2) % 4)
    for seat in range(table.seats):
        side = sides[seat]
        table.lanistas[seat].side = side
        helot = table.helots[seat]
        helot.x, helot.y, helot.facing = START_X[side], START_Y[side], START_FACING[side]
    for seat in range(table.seats):
        table.lanistas[seat].next_clockwise = seat_clockwise(table, seat)


@compiled
def seat_clockwise(table: Table, seat: int) -> int:
    """The seat at the next occupied side of the table, clockwise. Rulebook: p.9, p.11 (R-011, R-036)."""
    for turn in range(1, 4):
        for other in range(table.seats):
            if other != seat and table.lanistas[other].side == (table.lanistas[seat].side + turn) % 4:
                return other
    return seat


# --- cards ------------------------------------------------------------------------------------------------------------


@compiled
def draft(bout: Bout) -> None:
    """In random order each player takes a different lanista, then a different motivation; or both are dealt.

    Rulebook: p.5-7, p.14 (R-021, R-022, R-024, R-025, R-027).
    """
    table = bout.table
    left = (1 << table.seats) - 1
    for place in range(table.seats):
        seat = draw(bout, left, Purpose.ORDER, NOBODY)
        left &= ~(1 << seat)
        table.order[place] = seat
    for place in range(table.seats):
        take_lanista(bout, table.order[place])
    for place in range(table.seats):
        take_motivation(bout, table.order[place])
    for place in range(table.seats):
        table.order[place] = NOBODY
    follow(bout, DEALING)


@compiled
def is_lanista_free(table: Table, card: int) -> bool:
    """No player has that lanista card. Rulebook: p.5 (R-021)."""
    for seat in range(table.seats):
        if table.lanistas[seat].card == card:
            return False
    return True


@compiled
def is_motivation_free(table: Table, card: int) -> bool:
    """No player has that motivation card; there is one of each. Rulebook: p.7 (R-025)."""
    for seat in range(table.seats):
        if table.lanistas[seat].motivation == card:
            return False
    return True


@compiled
def take_lanista(bout: Bout, seat: int) -> None:
    """Take a card with Influence, Deception and Command. Rulebook: p.5, p.6 (R-016, R-021, R-022, R-024)."""
    free = 0
    for card in range(LANISTAS):
        free |= is_lanista_free(bout.table, card) << card
    card = take(bout, seat, free, Purpose.DEAL_LANISTA, Question.LANISTA, Action.CHOOSE_LANISTA)
    lanista = bout.table.lanistas[seat]
    lanista.card = card
    lanista.influence = bout.options.lanistas[card, 0]
    lanista.deception_tokens = bout.options.lanistas[card, 1]
    lanista.command_tokens = bout.options.lanistas[card, 2]
    log.took_lanista(bout, seat=seat, card=card)


@compiled
def take_motivation(bout: Bout, seat: int) -> None:
    """Take a card with trait bonuses. Rulebook: p.7, p.14 (R-025, R-027)."""
    free = 0
    for card in range(MOTIVATIONS):
        free |= is_motivation_free(bout.table, card) << card
    card = take(bout, seat, free, Purpose.DEAL_MOTIVATION, Question.MOTIVATION, Action.CHOOSE_MOTIVATION)
    bout.table.lanistas[seat].motivation = card
    log.took_motivation(bout, seat=seat, card=card)
    for trait in range(6):
        if bout.options.motivations[card, trait] > 0:
            raise_trait(bout, seat, trait, bout.options.motivations[card, trait])


@compiled
def take(bout: Bout, seat: int, free: int, purpose: int, question: int, first: int) -> int:
    """One of the cards in the set `free`: dealt at random, or chosen by an action, counted from `first`."""
    if bout.options.random_deal:
        return draw(bout, free, purpose, seat)
    return max(0, ask(bout, question, seat) - first)


@compiled
def draw(bout: Bout, left: int, purpose: int, seat: int) -> int:
    """One member of the set `left`, one bit each, by a die of `seat`; the last member needs no die."""
    count = how_many(left)
    return nth_member(left, roll(bout, count, purpose, seat) - 1 if count > 1 else 0)


# --- the barge --------------------------------------------------------------------------------------------------------


@compiled_apart
def build_barge(bout: Bout) -> None:
    """Lay out the agreed barge, or one rolled with a d8; then place the random pieces.

    Rulebook: p.9, p.38, p.40 (R-014, R-030, R-031, R-032, R-039, R-355, R-358, R-445).
    """
    barge = bout.options.barge
    if barge == 0:
        barge = roll(bout, 8, Purpose.BARGE, NOBODY)
        log.rolled(bout, seat=NOBODY, other=NOBODY, purpose=Purpose.BARGE, face=barge, sides=8)
    for y in range(1, SIDE + 1):
        for x in range(1, SIDE + 1):
            if not is_start(bout.table, x, y):
                put(bout.table, x, y, bout.options.barges[barge - 1, y - 1, x - 1])
    for what in range(Square.PILLAR, Square.EMPTY, -1):
        for _ in range(bout.options.scattered[what]):
            scatter(bout, what)


@compiled
def is_start(table: Table, x: int, y: int) -> bool:
    """Start squares stay empty: the four corners, however many play. Rulebook: p.9 (R-037, R-039)."""
    return (x == 1 or x == SIDE) and (y == 1 or y == SIDE)


@compiled_apart
def scatter(bout: Bout, what: int) -> None:
    """Place a piece by an RPO roll, orange d8 for the column, green for the row; reroll while the square is taken.

    Rulebook: p.3, p.9 (R-002, R-031, R-032, R-039).
    """
    for _ in range(MOST_TRIES):
        x = roll(bout, 8, Purpose.COLUMN, NOBODY)
        y = roll(bout, 8, Purpose.ROW, NOBODY)
        if at(bout.table, x, y) == Square.EMPTY and not is_start(bout.table, x, y):
            put(bout.table, x, y, what)
            log.laid(bout, what=what, x=x, y=y)
            return
