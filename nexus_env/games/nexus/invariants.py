"""What holds on every table at every question, whatever is played: the laws that a fuzz run looks for breaches of.

Each law is tried at every decision; those marked "between commands" while no command is under way, since a rule may be
in the middle of what restores them.
"""

from enum import IntEnum, unique

from nexus_env.games.nexus.bout import (
    BACK_GUARD,
    COINS,
    LASTING_EFFECTS,
    LOCATIONS,
    MOST_TRAIT,
    NOBODY,
    NOWHERE,
    SIDE,
    STARTING_HEALTH,
    UNARMED,
    WEAPONS,
    Bout,
    Helot,
    Pile,
    Question,
    Range,
    Square,
    Standing,
    Table,
)
from nexus_env.games.nexus.position import FRONT, helot_towards, is_obstacle
from nexus_env.machine.compiled import compiled
from nexus_env.tabletop.sets import how_many
from nexus_env.tabletop.tape import CHANCE

MOST_LARGE, MOST_TILES = 4, 10  # of each large piece, and of each tile, in the box: p.2
ALL_SLOTS = 63


@unique
class Law(IntEnum):
    """The number of each law; `LAWS` says what it says."""

    COINS = 1
    PILES = 2
    HEALTH = 3
    RESERVES = 4
    POINTS = 5
    BOARD = 6
    ENTERABLE = 7
    ALONE = 8
    PAIRED = 9
    FRONT = 10
    PRONE_OR_GRAPPLED = 11
    STANDING = 12
    VITAL = 13
    LOST = 14
    PIECES = 15
    LANISTAS = 16
    HANDS = 17
    DECK = 18
    COUNTER = 19
    ORDER = 20
    ASKED = 21
    END = 22
    BONUS = 23
    ONCE = 24
    WEAPON_CARDS = 25
    WEAPON = 26
    LASTING = 27


LAWS = (
    "All 700 coins are somewhere (R-009).",
    "No pile and no heap of tokens is below 0 (R-008).",
    "Health lies between 0 and what the helot began with (R-184).",
    "A trait reserve lies between 0 and 5 (R-126).",
    "No points are below 0, and no more than two rotations stand in one square (R-136).",
    "A helot in play stands on the board and faces one of four ways (R-004).",
    "A helot in play stands on no obstacle (R-007).",
    "No two helots stand on one square (R-007).",
    "Who holds is held by: captor and victim name each other, and both are in play (R-170).",
    "Between commands a victim is in the square in front of its captor (R-204).",
    "Between commands no helot in a grapple is Prone, and both are fit (R-204, R-289).",
    "A fit helot is in play, a killed one is not, an incapacitated one is Prone with no Overall Condition (R-107).",
    "Between commands a fit helot has Overall Condition, head and chest (R-107, R-109).",
    "Between commands every empty location is known to be lost (R-237).",
    "There are no more pieces of a kind than in the box (R-014).",
    "No two players have the same lanista or motivation card (R-021, R-025).",
    "Every influence card is in one place, and none is beyond the deck (R-028).",
    "Drawn Turning Point cards are of the deck (R-035).",
    "The Turning Point Counter holds a coin for each marked slot, and the modifier waits when all six are (R-083).",
    "Between commands those in the order of initiative have different places, and each fit helot has one (R-041).",
    "Who is asked is in the bout; who commands is fit and has the round (R-049).",
    "A bout is over when nobody is asked, and its winners played in it (R-106).",
    "Bonus points are for a Prone opponent in play (R-279).",
    "What a helot has or lacks it has once (R-015).",
    "No kind of weapon has more cards in the pile and in hands than in the box (R-307).",
    "A carried weapon has uses left, only a carried one is drawn, and only a Shield protects (R-292, R-296, R-299).",
    "Lasting effects are on helots of the bout.",
)


@compiled
def broken(bout: Bout) -> int:
    """0, or the number of the first law that does not hold."""
    table = bout.table
    law = broken_coins(table)
    if law == 0:
        law = broken_request(bout)
    if law == 0:
        law = broken_pieces(table)
    if law == 0:
        law = broken_cards(bout)
    if law == 0:
        law = broken_weapons(bout)
    if law == 0:
        law = broken_round(table)
    between = table.request.question == Question.COMMAND and table.over == 0
    if law == 0 and between:
        law = broken_order(table)
    for seat in range(table.seats):
        if law == 0:
            law = broken_panel(table, seat)
        if law == 0:
            law = broken_place(table, seat)
        if law == 0:
            law = broken_grapple(table, seat)
        if law == 0 and between:
            law = broken_between_commands(table, seat)
    return law


@compiled
def broken_coins(table: Table) -> int:
    """Coins are conserved to the last one, and no pile is below 0."""
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
        return Law.COINS.value
    return Law.PILES.value if least < 0 else 0


@compiled
def broken_request(bout: Bout) -> int:
    """Somebody in the bout is asked, or it is over."""
    table = bout.table
    seat = table.request.seat
    if (table.over != 0) != (seat == NOBODY) or (table.winners >> table.seats) != 0:
        return Law.END.value
    if table.over == 0 and (table.winners != 0 or table.cycle > bout.options.cycle_limit):
        return Law.END.value
    if seat >= table.seats or seat < CHANCE:
        return Law.ASKED.value
    if seat >= 0 and table.request.question == Question.COMMAND:
        if table.command_round.seat != seat or table.helots[seat].standing != Standing.FIT:
            return Law.ASKED.value
    return 0


@compiled
def broken_pieces(table: Table) -> int:
    """What lies on the squares came from the box."""
    counts = 0  # six bits for each kind but the empty squares, so that nothing is allocated
    for y in range(SIDE):
        for x in range(SIDE):
            what = int(table.squares[y, x])
            if what < 0 or what >= Square.WALL:
                return Law.PIECES.value
            if what != Square.EMPTY:
                counts += 1 << (6 * (what - 1))
    for what in range(Square.BLOOD, Square.WALL):
        most = MOST_TILES if what == Square.BLOOD or what == Square.GUTS else MOST_LARGE
        if count_in(counts, what) > most:
            return Law.PIECES.value
    braziers = count_in(counts, Square.BRAZIER) + count_in(counts, Square.TOPPLED)
    return Law.PIECES.value if braziers > MOST_LARGE else 0


@compiled
def count_in(counts: int, what: int) -> int:
    """One of the nine counts of six bits; a board full of one kind overflows into a piece that it has none of."""
    return (counts >> (6 * (what - 1))) & 63


@compiled
def broken_cards(bout: Bout) -> int:
    """Each card is in one place."""
    table = bout.table
    seen = 0
    for seat in range(table.seats):
        lanista = table.lanistas[seat]
        for other in range(seat):
            same = lanista.card != NOBODY and lanista.card == table.lanistas[other].card
            if same or (lanista.motivation != NOBODY and lanista.motivation == table.lanistas[other].motivation):
                return Law.LANISTAS.value
        if (lanista.hand & lanista.discarded) != 0 or ((lanista.hand | lanista.discarded) & seen) != 0:
            return Law.HANDS.value
        seen |= lanista.hand | lanista.discarded
    if (seen & table.used_cards) != 0:
        return Law.HANDS.value
    seen |= table.used_cards
    if (seen >> bout.options.influence_cards) != 0:
        return Law.HANDS.value
    dealt = table.request.question != Question.ROLL  # in the middle of the deal some are still to come
    if dealt and seen != 0 and how_many(seen) != bout.options.influence_cards // table.seats * table.seats:
        return Law.HANDS.value
    return Law.DECK.value if (table.turning_point_discards >> bout.options.turning_point_cards) != 0 else 0


@compiled
def broken_weapons(bout: Bout) -> int:
    """Weapon cards are in the pile, in one helot's hands, or out of the game; what is carried can be used."""
    table = bout.table
    for kind in range(WEAPONS):
        cards = table.weapons[kind]
        for seat in range(table.seats):
            cards += table.helots[seat].weapon == kind
        if table.weapons[kind] < 0 or cards > bout.options.weapons[kind].copies:
            return Law.WEAPON_CARDS.value
    for seat in range(table.seats):
        helot = table.helots[seat]
        if helot.weapon < UNARMED or helot.weapon >= WEAPONS or helot.slowed < 0:
            return Law.WEAPON.value
        if helot.weapon == UNARMED:
            if helot.armed != 0 or helot.uses != 0 or helot.shielded != NOWHERE:
                return Law.WEAPON.value
            continue
        card = bout.options.weapons[helot.weapon]
        if helot.uses < 1 or helot.uses > card.uses or (helot.armed & -2) != 0:
            return Law.WEAPON.value
        if helot.shielded != NOWHERE:
            on_back = helot.shielded == BACK_GUARD
            if card.range != Range.SHIELD or helot.shielded > BACK_GUARD or on_back == (helot.armed != 0):
                return Law.WEAPON.value
    return broken_lasting(table)


@compiled
def broken_lasting(table: Table) -> int:
    """Effects in force, and those that wait, in the first places."""
    for place in range(LASTING_EFFECTS):
        effect = table.lasting[place]
        if effect.verb < 0 or (effect.verb != 0 and place >= table.lasting_places):
            return Law.LASTING.value
        if effect.verb != 0 and (effect.seat < NOBODY or effect.seat >= table.seats):
            return Law.LASTING.value
    return 0


@compiled
def broken_round(table: Table) -> int:
    """Points, rotations, and the bonus against a Prone helot."""
    r = table.command_round
    least = min(min(r.movement_points, r.action_points), min(r.bonus_points, r.forfeited))
    if least < 0 or r.rotations < 0 or r.rotations > 2:
        return Law.POINTS.value
    if r.bonus_points > 0:
        target = r.bonus_target
        if target == NOBODY or target == r.seat or not table.helots[target].prone or not table.helots[target].present:
            return Law.BONUS.value
    return 0


@compiled
def broken_order(table: Table) -> int:
    """Everybody who is fit has a place of its own."""
    placed = 0
    for place in range(table.seats):
        seat = table.order[place]
        if seat != NOBODY:
            if (placed >> seat) & 1 or table.lanistas[seat].initiative != place:
                return Law.ORDER.value
            placed |= 1 << seat
    for seat in range(table.seats):
        if table.helots[seat].standing == Standing.FIT and not (placed >> seat) & 1:
            return Law.ORDER.value
    return 0


@compiled
def broken_panel(table: Table, seat: int) -> int:
    """Health, reserves, the counter, and what is had once or not at all."""
    helot, lanista = table.helots[seat], table.lanistas[seat]
    for pile in range(LOCATIONS + 1):
        if helot.health[pile] < 0 or helot.health[pile] > STARTING_HEALTH[pile]:
            return Law.HEALTH.value
    for trait in range(6):
        if helot.traits[trait] < 0 or helot.traits[trait] > MOST_TRAIT:
            return Law.RESERVES.value
    if lanista.slots < 0 or lanista.slots > ALL_SLOTS or lanista.counter != how_many(lanista.slots):
        return Law.COUNTER.value
    return 0 if is_once(helot) and is_once_more(helot) else Law.ONCE.value


@compiled
def is_once(helot: Helot) -> bool:
    """The states of a helot are 0 or 1: all bits but the lowest are clear."""
    return ((helot.prone | helot.bleeding | helot.flaming | helot.present | helot.dripping) & -2) == 0


@compiled
def is_once_more(helot: Helot) -> bool:
    """So are its bonuses and penalties."""
    return ((helot.elusive | helot.exposed | helot.rattled | helot.tunnel_vision) & -2) == 0


@compiled
def broken_place(table: Table, seat: int) -> int:
    """A helot in play stands alone, on a square that can be entered."""
    helot = table.helots[seat]
    incapacitated = helot.standing == Standing.INCAPACITATED
    if helot.present != 0 and helot.standing == Standing.KILLED:
        return Law.STANDING.value
    if helot.present == 0 and helot.standing == Standing.FIT:
        return Law.STANDING.value
    if incapacitated and (helot.prone == 0 or helot.health[Pile.OVERALL_CONDITION] != 0):
        return Law.STANDING.value
    if helot.present == 0 or table.cycle == 0:  # before the first cycle the third player may not sit yet
        return 0
    if helot.x < 1 or helot.x > SIDE or helot.y < 1 or helot.y > SIDE or helot.facing < 0 or helot.facing > 3:
        return Law.BOARD.value
    if is_obstacle(table, helot.x, helot.y):
        return Law.ENTERABLE.value
    for other in range(seat):
        you = table.helots[other]
        if you.present != 0 and you.x == helot.x and you.y == helot.y:
            return Law.ALONE.value
    return 0


@compiled
def broken_grapple(table: Table, seat: int) -> int:
    """Captor and victim name each other."""
    helot = table.helots[seat]
    if helot.holds != NOBODY:
        if helot.holds == seat or helot.holds >= table.seats or table.helots[helot.holds].held_by != seat:
            return Law.PAIRED.value
        if helot.present == 0 or table.helots[helot.holds].present == 0:
            return Law.PAIRED.value
    if helot.held_by != NOBODY:
        if helot.held_by >= table.seats or table.helots[helot.held_by].holds != seat:
            return Law.PAIRED.value
    return 0


@compiled
def broken_between_commands(table: Table, seat: int) -> int:
    """What every rule has restored when the next command is asked for."""
    helot, lanista = table.helots[seat], table.lanistas[seat]
    fit = helot.standing == Standing.FIT
    if helot.holds != NOBODY and helot_towards(table, seat, FRONT) != helot.holds:
        return Law.FRONT.value
    if (helot.holds != NOBODY or helot.held_by != NOBODY) and (helot.prone != 0 or not fit):
        return Law.PRONE_OR_GRAPPLED.value
    if fit and (helot.health[Pile.OVERALL_CONDITION] == 0 or helot.health[Pile.HEAD] == 0):
        return Law.VITAL.value
    if fit and helot.health[Pile.CHEST] == 0:
        return Law.VITAL.value
    for location in range(LOCATIONS):
        if helot.health[location] == 0 and not (helot.lost >> location) & 1:
            return Law.LOST.value
    if (lanista.turning_point_damage != 0) != (lanista.slots == ALL_SLOTS):
        return Law.COUNTER.value
    return 0
