"""The rules: what a seat may do, and what comes of it.

Each seat holds a hidden number from 1 to 6, one parry, a hand of cards and two units, of which one begins on the board
of seven hexagons and one beside it. The seats take turns for a number of rounds; most points win.
"""

from typing import Any

from nexus_env.kit import decks
from nexus_env.kit.bitsets import all_below
from nexus_env.kit.decks import DISCARDS, HAND, PILE
from nexus_env.kit.dice import draw_below, seed_generator
from nexus_env.kit.mask import allow, allow_some, spread
from nexus_env.kit.secrets import (
    call_for_choices,
    choice_of,
    choose_in_secret,
    forget_choices,
    imagine_choices,
)
from nexus_env.kit.tape import (
    CHANCE,
    NOBODY,
    ask_about,
    ask_privately,
    draw_member,
    follow,
    roll,
)
from nexus_env.kit.units import NO_CELL, NO_UNIT
from nexus_env.machine.compiled import compiled
from toy import log
from toy.actions import AUCTION, BID, DRAW, FIGHT, MOVE, NO, PLAY, REST, STRIKE, SWAP, TARGET, YES, YIELD
from toy.bout import (
    ALL_UNITS,
    BELL,
    BIDS,
    CARDS,
    CELLS,
    COIN,
    COPIES,
    LUCKY_NUMBER,
    MIDDLE,
    MOST_HAND,
    PARRY_BONUS,
    SHIELD,
    UNITS,
    Bout,
    Purpose,
    Question,
    Step,
    Table,
)
from toy.points import lead, score
from toy.units import may_hit, may_move, place, target_of, targets

NUMBERS = 0b111111  # the numbers that a seat may hold, a bit for each less one


@compiled
def swap(bout: Bout, seat: int) -> None:
    """A new hidden number."""
    bout.table.players[seat].number = new_number(bout, Purpose.SWAP, seat)


@compiled
def new_number(bout: Bout, purpose: int, seat: int) -> int:
    """A hidden number, which only its seat may see."""
    return draw_member(bout, NUMBERS, LUCKY_NUMBER, purpose, seat) + 1


# --- the course of a bout ---------------------------------------------------------------------------------------------


@compiled
def deal(bout: Bout) -> None:
    """A hidden number and a parry for each seat, a card, and a unit on the outer ring. Rulebook: T-001."""
    table = bout.table
    for seat in range(table.seats):
        table.players[seat].number = new_number(bout, Purpose.DEAL, seat)
        table.players[seat].parries = 1
    if not bout.options.bare:
        for seat in range(table.seats):
            decks.draw(bout, table.cards, PILE, HAND + seat, Purpose.CARD, seat)
            place(table, UNITS * seat, 1 + 6 * seat // int(table.seats))
    table.request.seat = 0


@compiled
def pass_on(bout: Bout) -> None:
    """The next seat takes its turn, or the bout ends. Rulebook: T-002."""
    table, options = bout.table, bout.options
    table.commands += 1
    table.turn = (table.turn + 1) % table.seats
    table.request.seat = table.turn
    if table.commands == options.rounds * table.seats:
        end(bout)
    elif table.commands == options.limit:
        table.truncated = 1
        end(bout)


@compiled
def end_at_once(bout: Bout) -> None:
    """The seat that is behind has yielded. Rulebook: T-002."""
    bout.table.commands += 1
    end(bout)


@compiled
def end(bout: Bout) -> None:
    """Nobody is asked any more."""
    bout.table.request.seat = NOBODY
    log.ended(bout)


# --- numbers ----------------------------------------------------------------------------------------------------------


@compiled
def rest(bout: Bout, seat: int) -> None:
    """A point, unless the next seat holds the lucky number and shows it, where that was agreed. Rulebook: T-003."""
    if bout.options.lucky:
        other = (seat + 1) % int(bout.table.seats)
        lucky = bout.tape.held != 0 or bout.table.players[other].number == LUCKY_NUMBER
        if ask_privately(bout, Question.LUCKY, other, seat, openly=False, hidden=lucky) == YES:
            log.showed_lucky_number(bout, seat=other, resting=seat)
            return
    score(bout, seat, 1)


@compiled
def strike(bout: Bout, attacker: int) -> None:
    """Die and number against die and number for two points; the defender may parry when it has seen the first die.
    Rulebook: T-004, T-005.
    """
    players, defender = bout.table.players, (attacker + 1) % int(bout.table.seats)
    attack = roll(bout, 6, Purpose.ATTACK, attacker)
    log.rolled(bout, seat=attacker, against=defender, face=attack)
    bonus = 0
    if players[defender].parries > 0 and ask_about(bout, Question.PARRY, defender, attacker) == YES:
        players[defender].parries -= 1
        bonus = PARRY_BONUS
        log.parried(bout, seat=defender, attacker=attacker)
    defense = roll(bout, 6, Purpose.DEFENSE, defender)
    log.rolled(bout, seat=defender, against=attacker, face=defense)
    if attack + players[attacker].number > defense + players[defender].number + bonus:
        score(bout, attacker, 2)


# --- cards ------------------------------------------------------------------------------------------------------------


@compiled
def may_draw(table: Table, seat: int) -> bool:
    """Whose hand is not full, while there is a card outside the hands. Rulebook: T-009."""
    free = decks.count_in(table.cards, PILE) + decks.count_in(table.cards, DISCARDS)
    return free > 0 and decks.count_in(table.cards, HAND + seat) < MOST_HAND


@compiled
def draw(bout: Bout, seat: int) -> None:
    """A card from the pile; where that is empty, the discards become the pile. Rulebook: T-009."""
    table = bout.table
    if decks.count_in(table.cards, PILE) == 0:
        decks.move_all(table.cards, DISCARDS, PILE)
    decks.draw(bout, table.cards, PILE, HAND + seat, Purpose.CARD, seat)
    log.drew(bout, seat=seat)


@compiled
def play_card(bout: Bout, seat: int, card: int) -> None:
    """A coin is a point, a shield gives the parry back, a bell sends the unit in the middle off. Rulebook: T-010."""
    table, kind = bout.table, card // COPIES
    table.cards[card] = DISCARDS
    if kind == COIN:
        score(bout, seat, 1)
    elif kind == SHIELD:
        table.players[seat].parries = 1
    elif kind == BELL:
        for unit in range(ALL_UNITS):
            if table.units[unit] == MIDDLE:
                place(table, unit, NO_CELL)
                log.sent_off(bout, unit=unit, cell=MIDDLE, by_seat=seat, by_unit=NO_UNIT)


# --- the auction ------------------------------------------------------------------------------------------------------


@compiled
def call_auction(bout: Bout, seat: int) -> None:
    """Each seat may call one, in which all bid. Rulebook: T-011."""
    table = bout.table
    table.players[seat].called = 1
    call_for_choices(table.secrets, (1 << int(table.seats)) - 1)


@compiled
def bid(bout: Bout) -> None:
    """The next seat bids; when all have bid, the bids are shown. Rulebook: T-011."""
    choose_in_secret(bout, Question.BID, -Step.BIDDING, -Step.REVEALING)


@compiled
def reveal(bout: Bout) -> None:
    """All bids are shown, and the highest scores itself, if nobody else has bid as much. Rulebook: T-011."""
    table, best, winner = bout.table, 0, NOBODY
    for seat in range(table.seats):
        points = choice_of(table.secrets, seat) - BID
        log.bid(bout, seat=seat, points=points)
        if points > best:
            best, winner = points, seat
        elif points == best:
            winner = NOBODY
    forget_choices(table.secrets)
    if winner != NOBODY:
        score(bout, winner, best)
    follow(bout, -Step.NEXT)


# --- what is legal ----------------------------------------------------------------------------------------------------


@compiled
def write_mask(bout: Bout, mask: Any) -> None:
    """1 for each legal action, 0 for the rest."""
    request, legal = bout.table.request, bout.legal
    if request.seat == CHANCE:
        if request.purpose == Purpose.CARD:
            decks.can_be_drawn(bout.table.cards, PILE, legal)
        else:
            allow_some(legal, 0, all_below(int(request.sides)))
    elif request.seat == NOBODY:
        pass
    elif request.question == Question.COMMAND:
        allow_commands(bout, int(request.seat))
    elif request.question == Question.BID:
        allow_some(legal, BID, all_below(BIDS))
    elif request.question == Question.TARGET:
        for answer in range(TARGET, TARGET + UNITS * (int(bout.table.seats) - 1)):
            allow(legal, answer, may_hit(bout.table, request.unit, target_of(bout.table, request.seat, answer)))
    else:
        number = bout.table.players[request.seat].number
        allow(legal, NO, True)
        allow(legal, YES, request.question == Question.PARRY or number == LUCKY_NUMBER)
    spread(legal, mask)


@compiled
def allow_commands(bout: Bout, seat: int) -> None:
    """What a seat may do in its turn."""
    table, legal = bout.table, bout.legal
    for action in (REST, STRIKE, SWAP):
        allow(legal, action, True)
    allow(legal, YIELD, lead(bout, seat) < 0)
    if bout.options.bare:
        return
    for nth in range(UNITS):
        unit = UNITS * seat + nth
        for cell in range(CELLS):
            allow(legal, MOVE + CELLS * nth + cell, may_move(table, unit, cell))
        allow(legal, FIGHT + nth, targets(table, unit) != 0)
    allow(legal, DRAW, may_draw(table, seat))
    for card in range(CARDS):
        allow(legal, PLAY + card, table.cards[card] == HAND + seat)
    allow(legal, AUCTION, table.players[seat].called == 0)


@compiled
def imagine(bout: Bout, seat: int, seed: int) -> None:
    """Deal anew what a seat, or a spectator, cannot know: on the table and on the one kept by a suspended command."""
    generator = bout.tape.generator
    seed_generator(generator, seed)
    for other in range(bout.table.seats):
        number = 1 + draw_below(generator, LUCKY_NUMBER)
        if other != seat:
            bout.table.players[other].number = number
            bout.start.players[other].number = number
    decks.deal_anew(bout.table.cards, bout.start.cards, seat, generator)
    imagine_choices(bout, seat, BID, BIDS)
