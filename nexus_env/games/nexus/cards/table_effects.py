"""Effects of cards on the table: hazards, weapons, reserves, hands, tiles, crates (manual p.14, p.31)."""

from nexus_env.games.nexus.cards.targets import tiles_beside
from nexus_env.games.nexus.cards.verbs import CHOSEN_TRAIT, Verb
from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import MOST_TRAIT, NOBODY, NOWHERE, WEAPONS, Blow, Bout, Question, Square
from nexus_env.games.nexus.rules.combat import conclude, contest, land_blow
from nexus_env.games.nexus.rules.crates import next_in_order, receive, roll_contents
from nexus_env.games.nexus.rules.events import Handling, Purpose
from nexus_env.games.nexus.rules.fire import lay_fire_at_random, move_fires
from nexus_env.games.nexus.rules.geometry import clockwise, put
from nexus_env.games.nexus.rules.reserves import lower_trait, raise_trait
from nexus_env.games.nexus.rules.saws import spawn_saw
from nexus_env.games.nexus.rules.spikes import move_spikes, spawn_spikes
from nexus_env.games.nexus.rules.states import roll_for
from nexus_env.games.nexus.rules.weapons import lose_weapon, refill, take_weapon
from nexus_env.kit.bitsets import first_member, how_many
from nexus_env.kit.squares import step_x, step_y
from nexus_env.kit.tape import ask_about, draw_member, roll
from nexus_env.machine.compiled import compiled_apart


@compiled_apart
def act_on_hazard(bout: Bout, verb: int, owner: int, hazard: int) -> None:
    """One more hazard by an RPO roll, or activate all of a kind as by a Duplicate, spikes as at a Turning Point.

    Rulebook: p.40, p.41, p.43, p.44 (R-376, R-377, R-392, R-415, R-432, R-435).
    """
    if hazard == Square.SAW:
        spawn_saw(bout, owner)
    elif verb == Verb.SPAWN_HAZARD:
        if hazard == Square.FIRE:
            lay_fire_at_random(bout, owner)
        else:
            spawn_spikes(bout, owner)
    elif hazard == Square.FIRE:
        move_fires(bout, owner)
    else:
        move_spikes(bout, owner)


@compiled_apart
def act_on_weapon(bout: Bout, verb: int, seat: int, kind: int) -> None:
    """Give a named weapon or a random card of the common pile; or break or restore the weapon carried.

    Rulebook: p.3, p.31 (R-291, R-293, R-296).
    """
    if verb == Verb.BREAK_WEAPON:
        lose_weapon(bout, seat, Handling.BROKEN)
    elif verb == Verb.REFILL_WEAPON:
        refill(bout, seat)
    elif kind >= 0:
        take_weapon(bout, seat, kind)
    else:
        cards = 0
        for each in range(WEAPONS):
            cards += bout.table.weapons[each]
        if cards > 0:
            nth = roll(bout, cards, Purpose.DRAW_WEAPON, seat)
            for each in range(WEAPONS):
                nth -= bout.table.weapons[each]
                if nth <= 0:
                    take_weapon(bout, seat, each)
                    return


@compiled_apart
def change_trait(bout: Bout, verb: int, seat: int, owner: int, amount: int, trait: int) -> None:
    """Raise or lower a reserve, within 0 to 5: a named one, one that the owner of the card chooses, or a random one.

    Perseverance may reroll the die of a random one.

    Rulebook: p.14, p.32 (R-126, R-127, R-312, R-313).
    """
    if trait < 0:
        trait = roll_for(bout, owner, Purpose.TRAIT, 6, NOBODY if seat == owner else seat) - 1
    elif trait == CHOSEN_TRAIT:
        trait = max(0, min(5, ask_about(bout, Question.TRAIT, owner, seat) - Action.CHOOSE_TRAIT))
    if verb == Verb.RAISE_TRAIT:
        raise_trait(bout, seat, trait, amount)
    else:
        lower_trait(bout, seat, trait, min(amount, MOST_TRAIT))


@compiled_apart
def look_into_hand(bout: Bout, verb: int, seat: int, owner: int, amount: int) -> None:
    """Look at or take random influence cards of another player; only the two of them know which ones.

    Once a card is taken, a third player no longer knows which cards are in that hand.

    Rulebook: p.8 (R-029, R-350).
    """
    mine, other = bout.table.lanistas[owner], bout.table.lanistas[seat]
    fresh = other.hand & ~mine.known if verb == Verb.PEEK else other.hand
    for _ in range(amount):
        if fresh == 0:
            return
        card = draw_member(bout, fresh, len(bout.options.influence), Purpose.STEAL_CARD, owner)
        fresh &= ~(1 << card)
        if verb == Verb.PEEK:
            mine.known |= 1 << card
            continue
        for third in range(bout.table.seats):
            if third != owner and third != seat:
                bout.table.lanistas[third].known &= ~(other.hand | mine.hand)
        other.hand &= ~(1 << card)
        mine.hand |= 1 << card
        mine.known &= ~(1 << card)
        other.known |= 1 << card


@compiled_apart
def clear_tile(bout: Bout, seat: int, owner: int, tile: int) -> None:
    """Return a tile beside the helot to the box; the owner of the card chooses if there are several.

    Rulebook: p.2, p.35 (R-014, R-347).
    """
    beside = tiles_beside(bout.table, seat, tile)
    if beside == 0:
        return
    compass = first_member(beside)
    if how_many(beside) > 1:
        bout.table.card_play.allowed = beside
        compass = max(0, ask_about(bout, Question.DIRECTION, owner, seat) - Action.CHOOSE_DIRECTION)
        bout.table.card_play.allowed = 0
    x, y = bout.table.helots[seat].x + step_x(compass), bout.table.helots[seat].y + step_y(compass)
    put(bout.table, x, y, Square.EMPTY)
    log.cleared(bout, seat=seat, what=tile, x=x, y=y)


@compiled_apart
def open_crate(bout: Bout, seat: int) -> None:
    """Carry out the contents of a crate without a crate: Flashbang and Helot Aid do nothing.

    Roacguls fall on the next player clockwise before the first cycle, later on the next one in order.

    Rulebook: p.35, p.42; site (R-345, R-346).
    """
    victim = clockwise(bout.table, seat, 1)
    if bout.table.cycle > 0:
        victim = next_in_order(bout.table, seat)
    receive(bout, seat, roll_contents(bout, seat), victim)


@compiled_apart
def loose_roacguls(bout: Bout, victim: int, owner: int, damage: int) -> None:
    """2d6 against 2d6, without steps, at any range and without line of sight.

    Success damages a random location and the Overall Condition, for the owner's Cred.

    Rulebook: p.35; site (R-343, R-344).
    """
    if contest(bout, owner, victim, Blow.ROACGULS, 0):
        land_blow(bout, NOWHERE, at_random=True, running=False, damage=damage)
    conclude(bout)
