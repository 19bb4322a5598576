"""The invariants of a bout: laws that hold at every decision, whatever is played. A fuzz run looks for violations.

Each law is checked at every decision; those marked "between commands" only while no command is in progress, since a
rule may be about to restore them.
"""

import numpy as np

from nexus_env.games.nexus.cards.grammar import FORMS
from nexus_env.games.nexus.cards.verbs import ANY_KIND, Verb
from nexus_env.games.nexus.checks.laws import Law
from nexus_env.games.nexus.rules.bout import (
    BACK_GUARD,
    COINS,
    DEALING,
    DECLARING,
    DRAFTING,
    KEEPING,
    LASTING_EFFECTS,
    LOCATIONS,
    MOST_TILES,
    MOST_TRAIT,
    NEXT_ROUND,
    NOBODY,
    NOWHERE,
    OPENING,
    SEATS,
    SIDE,
    STARTING_HEALTH,
    UNARMED,
    VERBS,
    WEAPONS,
    Bout,
    Helot,
    Options,
    Pile,
    Question,
    Range,
    Square,
    Standing,
    Table,
)
from nexus_env.games.nexus.rules.geometry import FRONT, helot_towards, is_obstacle, squares_with
from nexus_env.games.nexus.rules.rounds import ALL_SLOTS
from nexus_env.games.nexus.rules.setup import seat_clockwise
from nexus_env.kit.bitsets import how_many
from nexus_env.kit.tape import CHANCE
from nexus_env.machine.compiled import compiled

MOST_LARGE = 4  # of each large piece, in the box: p.2


def _bounds_of(verb: int) -> tuple[int, int, int, int]:
    """The least and greatest amount and detail of a line with some verb, as the stock reader allows them."""
    form = FORMS.get(Verb(verb))
    if form is None:
        return 0, 0, 0, 0
    words = [ANY_KIND, WEAPONS - 1] if form.key == "weapon" else [*form.words.values()] or [0]
    return *(form.amount or (0, 0)), min(words), max(words)


SQUARE_KINDS = len(Square)
BOUNDS = np.array([_bounds_of(verb) for verb in range(VERBS)])  # [verb]: amount from, to, detail from, to


@compiled
def broken(bout: Bout) -> int:
    """0, or the number of the first violated law."""
    return unplayable(bout) or beyond_the_box(bout.table, bout.options)


@compiled
def unplayable(bout: Bout) -> int:
    """0, or the number of the first violated law, except those of the box.

    A drawn table may have more pieces and weapons than the box, and can still be played.
    """
    table = bout.table
    law = broken_coins(table) or broken_request(bout) or broken_things(table, bout.options)
    within = table.request.question != Question.COMMAND
    between = not within and table.over == 0
    seated = not (within and bout.command == OPENING)
    if law == 0 and between:
        law = broken_order(table)
    if law == 0:
        law = broken_seats(table, between, seated)
    if law == 0 and seated:
        law = broken_setup(table, within and bout.command == DRAFTING)
    if law == 0 and between:
        law = Law.ASIDE if not is_quiet(table) or table.cycle == 0 else 0
    if law == 0 and within:
        law = broken_start(bout.start, bout.options, bout.command)
    return law


@compiled
def beyond_the_box(table: Table, options: Options) -> int:
    """A violated law of the box: more pieces or cards than it has."""
    law = broken_pieces(table)
    if law != 0:
        return law
    for kind in range(WEAPONS):
        cards = table.weapons[kind]
        for seat in range(table.seats):
            cards += table.helots[seat].weapon == kind
        if table.weapons[kind] < 0 or cards > options.weapons[kind].copies:
            return Law.WEAPON_CARDS
    return 0


@compiled
def broken_things(table: Table, options: Options) -> int:
    """Laws of cards, weapons, and the points of the round."""
    return broken_cards(table, options) or broken_weapons(table, options) or broken_round(table)


@compiled
def broken_seats(table: Table, between: bool, seated: bool) -> int:
    """Laws of each seat and its helot."""
    for seat in range(table.seats):
        law = broken_panel(table, seat) or broken_place(table, seat, seated) or broken_grapple(table, seat)
        if law == 0 and between:
            law = broken_between_commands(table, seat)
        if law != 0:
            return law
    return 0


@compiled
def broken_coins(table: Table) -> int:
    """Every coin is conserved, and no pile is below 0."""
    coins = table.box + table.crowd_pile
    least = min(table.box, table.crowd_pile)
    for seat in range(table.seats):
        helot, lanista = table.helots[seat], table.lanistas[seat]
        coins += lanista.cred + lanista.counter
        least = min(least, min(lanista.cred, lanista.counter))
        least = min(least, min(lanista.deception_tokens, lanista.command_tokens))
        for pile in range(LOCATIONS + 1):
            coins += helot.health[pile]
    for y in range(SIDE):
        for x in range(SIDE):
            coins += int(table.coins[y, x])
            least = min(least, int(table.coins[y, x]))
    if coins != COINS:
        return Law.COINS
    return Law.PILES if least < 0 else 0


@compiled
def broken_request(bout: Bout) -> int:
    """A seat in the bout is asked, or the bout is over."""
    table = bout.table
    seat = table.request.seat
    if (table.over != 0) != (seat == NOBODY) or (table.winners >> table.seats) != 0:
        return Law.END
    if table.over == 0 and (table.winners != 0 or table.cycle > bout.options.cycle_limit):
        return Law.END
    if seat >= table.seats or seat < CHANCE:
        return Law.ASKED
    if seat >= 0 and table.request.question == Question.COMMAND:
        if table.command_round.seat != seat or table.helots[seat].standing != Standing.FIT:
            return Law.ASKED
    return 0


@compiled
def broken_pieces(table: Table) -> int:
    """The pieces on the squares came from the box."""
    for y in range(SIDE):
        for x in range(SIDE):
            what = int(table.squares[y, x])
            if not 0 <= what < SQUARE_KINDS or what == Square.WALL:
                return Law.PIECES
    for what in range(Square.BLOOD, Square.WALL):
        most = MOST_TILES if what == Square.BLOOD or what == Square.GUTS else MOST_LARGE
        if how_many(squares_with(table, what)) > most:
            return Law.PIECES
    braziers = how_many(squares_with(table, Square.BRAZIER)) + how_many(squares_with(table, Square.TOPPLED))
    return Law.PIECES if braziers > MOST_LARGE else 0


@compiled
def broken_cards(table: Table, options: Options) -> int:
    """Each card is in one place."""
    seen = 0
    for seat in range(table.seats):
        lanista = table.lanistas[seat]
        for other in range(seat):
            same = lanista.card != NOBODY and lanista.card == table.lanistas[other].card
            if same or (lanista.motivation != NOBODY and lanista.motivation == table.lanistas[other].motivation):
                return Law.LANISTAS
        if (lanista.hand & lanista.discarded) != 0 or ((lanista.hand | lanista.discarded) & seen) != 0:
            return Law.HANDS
        seen |= lanista.hand | lanista.discarded
    if (seen & table.used_cards) != 0:
        return Law.HANDS
    seen |= table.used_cards
    if (seen >> options.influence_cards) != 0:
        return Law.HANDS
    dealt = table.request.question != Question.ROLL  # while the cards are dealt, some have no place yet
    if dealt and seen != 0 and how_many(seen) != options.influence_cards // table.seats * table.seats:
        return Law.HANDS
    return Law.DECK if (table.turning_point_discards >> options.turning_point_cards) != 0 else 0


@compiled
def broken_weapons(table: Table, options: Options) -> int:
    """The weapon of a helot is usable."""
    for seat in range(table.seats):
        helot = table.helots[seat]
        if helot.weapon < UNARMED or helot.weapon >= WEAPONS or helot.slowed < 0:
            return Law.WEAPON
        if helot.weapon == UNARMED:
            if helot.armed != 0 or helot.uses != 0 or helot.shielded != NOWHERE:
                return Law.WEAPON
            continue
        card = options.weapons[helot.weapon]
        if helot.uses < 1 or helot.uses > card.uses or (helot.armed & -2) != 0:
            return Law.WEAPON
        if helot.shielded != NOWHERE:
            on_back = helot.shielded == BACK_GUARD
            if card.range != Range.SHIELD or helot.shielded > BACK_GUARD or on_back == (helot.armed != 0):
                return Law.WEAPON
    return broken_lasting(table)


@compiled
def broken_lasting(table: Table) -> int:
    """Effects in force and waiting effects fill the first slots, with numbers that the rules know."""
    for place in range(LASTING_EFFECTS):
        effect = table.lasting[place]
        if effect.verb < 0 or effect.verb >= VERBS or (effect.verb != 0 and place >= table.lasting_places):
            return Law.LASTING
        if effect.verb != 0:
            known = 0 <= effect.seat < table.seats and 0 <= effect.owner < table.seats
            fits = BOUNDS[effect.verb, 0] <= effect.amount <= BOUNDS[effect.verb, 1]
            if not known or not fits or not BOUNDS[effect.verb, 2] <= effect.detail <= BOUNDS[effect.verb, 3]:
                return Law.LASTING
    return 0


@compiled
def broken_round(table: Table) -> int:
    """Points, rotations, and the bonus against a Prone helot."""
    r = table.command_round
    least = min(min(r.movement_points, r.action_points), min(r.bonus_points, r.forfeited))
    if least < 0 or r.rotations < 0 or r.rotations > 2:
        return Law.POINTS
    if r.bonus_points > 0:
        target = r.bonus_target
        if target == NOBODY or target == r.seat or not table.helots[target].prone or not table.helots[target].present:
            return Law.BONUS
    return 0


@compiled
def broken_order(table: Table) -> int:
    """Every fit helot has a place of its own in the order."""
    placed = 0
    for place in range(table.seats):
        seat = table.order[place]
        if seat != NOBODY:
            if (placed >> seat) & 1 or table.lanistas[seat].initiative != place:
                return Law.ORDER
            placed |= 1 << seat
    for seat in range(table.seats):
        if table.helots[seat].standing == Standing.FIT and not (placed >> seat) & 1:
            return Law.ORDER
    return 0


@compiled
def broken_panel(table: Table, seat: int) -> int:
    """Health, reserves, the counter, and values that are 0 or 1."""
    helot, lanista = table.helots[seat], table.lanistas[seat]
    for pile in range(LOCATIONS + 1):
        if helot.health[pile] < 0 or helot.health[pile] > STARTING_HEALTH[pile]:
            return Law.HEALTH
    for trait in range(6):
        if helot.traits[trait] < 0 or helot.traits[trait] > MOST_TRAIT:
            return Law.RESERVES
    if lanista.slots < 0 or lanista.slots > ALL_SLOTS or lanista.counter != how_many(lanista.slots):
        return Law.COUNTER
    return 0 if is_once(helot) else Law.ONCE


@compiled
def is_once(helot: Helot) -> bool:
    """The states of a helot, its bonuses and penalties are 0 or 1: all bits but the lowest are clear."""
    states = helot.prone | helot.bleeding | helot.flaming | helot.present | helot.dripping
    return ((states | helot.elusive | helot.exposed | helot.rattled | helot.tunnel_vision) & -2) == 0


@compiled
def broken_place(table: Table, seat: int, seated: bool) -> int:
    """A helot in play is alone on a square that can be entered; one that is out of play lay on the board."""
    helot = table.helots[seat]
    incapacitated = helot.standing == Standing.INCAPACITATED
    if helot.present != 0 and helot.standing == Standing.KILLED:
        return Law.STANDING
    if helot.present == 0 and helot.standing == Standing.FIT:
        return Law.STANDING
    if incapacitated and (helot.prone == 0 or helot.health[Pile.OVERALL_CONDITION] != 0):
        return Law.STANDING
    if not seated:  # at the very beginning the third player still chooses a side
        return 0
    if helot.x < 1 or helot.x > SIDE or helot.y < 1 or helot.y > SIDE or helot.facing < 0 or helot.facing > 3:
        return Law.BOARD
    if helot.present == 0:
        return 0
    if is_obstacle(table, helot.x, helot.y):
        return Law.ENTERABLE
    for other in range(seat):
        you = table.helots[other]
        if you.present != 0 and you.x == helot.x and you.y == helot.y:
            return Law.ALONE
    return 0


@compiled
def broken_grapple(table: Table, seat: int) -> int:
    """Captor and victim name each other."""
    helot = table.helots[seat]
    if helot.holds != NOBODY:
        if helot.holds == seat or helot.holds >= table.seats or table.helots[helot.holds].held_by != seat:
            return Law.PAIRED
        if helot.present == 0 or table.helots[helot.holds].present == 0:
            return Law.PAIRED
    if helot.held_by != NOBODY:
        if helot.held_by >= table.seats or table.helots[helot.held_by].holds != seat:
            return Law.PAIRED
    return 0


@compiled
def broken_between_commands(table: Table, seat: int) -> int:
    """Laws that every rule has restored when the next command is asked for."""
    helot, lanista = table.helots[seat], table.lanistas[seat]
    fit = helot.standing == Standing.FIT
    if helot.holds != NOBODY and helot_towards(table, seat, FRONT) != helot.holds:
        return Law.FRONT
    if (helot.holds != NOBODY or helot.held_by != NOBODY) and (helot.prone != 0 or not fit):
        return Law.PRONE_OR_GRAPPLED
    if fit and (helot.health[Pile.OVERALL_CONDITION] == 0 or helot.health[Pile.HEAD] == 0):
        return Law.VITAL
    if fit and helot.health[Pile.CHEST] == 0:
        return Law.VITAL
    for location in range(LOCATIONS):
        if helot.health[location] == 0 and not (helot.lost >> location) & 1:
            return Law.LOST
    if (lanista.turning_point_damage != 0) != (lanista.slots == ALL_SLOTS):
        return Law.COUNTER
    return 0


# --- the setup, and the state between commands ------------------------------------------------------------------------


@compiled
def broken_setup(table: Table, drafting: bool) -> int:
    """The seats, and their cards since the draft."""
    for seat in range(table.seats):
        lanista = table.lanistas[seat]
        for other in range(seat):
            if table.lanistas[other].side == lanista.side:
                return Law.SEATED
        if lanista.next_clockwise != seat_clockwise(table, seat):
            return Law.SEATED
        if not drafting and (lanista.card == NOBODY or lanista.motivation == NOBODY):
            return Law.DRAFTED
    for place in range(SEATS):
        seat = table.order[place]
        if seat != NOBODY and (place >= table.seats or seat >= table.seats):
            return Law.ROLLED
        if seat != NOBODY and not drafting and table.lanistas[seat].ratio < 1:
            return Law.ROLLED
    return 0


@compiled
def is_quiet(table: Table) -> bool:
    """Nothing is left of the last command."""
    request, play = table.request, table.card_play
    quiet = request.about == NOBODY and request.sides == 0 and request.members == 0
    quiet = quiet and request.purpose == 0 and request.roller == 0
    quiet = quiet and play.card == NOBODY and play.seat == NOBODY and play.chosen == NOBODY
    quiet = quiet and play.spared == 0 and play.asked == 0 and play.allowed == 0
    return bool(quiet and table.contest.declared == 0)


@compiled
def broken_start(start: Table, options: Options, command: int) -> int:
    """The table before the current command allows that command, since it is replayed from there."""
    if command == OPENING:
        return 0 if start.seats == 0 else Law.STARTED
    law = broken_coins(start) or broken_things(start, options) or broken_seats(start, between=True, seated=True)
    law = law or broken_setup(start, command == DRAFTING)
    if law == 0 and start.cycle > 0:
        law = broken_order(start)
    comes = start.over == 0 and start.request.question == Question.COMMAND and is_quiet(start)
    comes = comes and comes_at(start, command)
    return Law.STARTED if law != 0 or not comes else 0


@compiled
def comes_at(start: Table, command: int) -> bool:
    """A command can come on this table: one that no seat gives, or one of the seat in its round."""
    seat = start.command_round.seat
    if command >= 0 or command == DECLARING:
        able = seat != NOBODY and start.helots[seat].standing == Standing.FIT and start.cycle > 0
        return able and (command == DECLARING or start.request.seat == seat)
    if seat != NOBODY:
        return False
    if command == NEXT_ROUND:
        return True
    if start.cycle != 0:
        return False
    if command == DRAFTING or command == DEALING:
        return has_no_cards(start, command == DRAFTING)
    return 0 <= KEEPING - command < start.seats


@compiled
def has_no_cards(table: Table, nor_lanistas: bool) -> bool:
    """No influence cards are dealt; if `nor_lanistas`, no lanista, motivation or place in the order is taken either."""
    cards, taken = int(table.used_cards), False
    for seat in range(table.seats):
        lanista = table.lanistas[seat]
        cards |= lanista.hand | lanista.discarded
        taken = taken or lanista.card != NOBODY or lanista.motivation != NOBODY or table.order[seat] != NOBODY
    return cards == 0 and not (taken and nor_lanistas)
