"""What cards do: every verb of the stock, carried out one line after the other (manual p.3, p.8, p.11-15, p.28).

Coins that are healed come from the Crowd Pile, as far as it goes. What a card changes on a helot needs a fit one; only
Cred may be taken from a player whose helot is out.
"""

from nexus_env.games.nexus.cards.cards import (
    ability_place,
    card_at,
    close_play,
    draw_turning_point,
    open_play,
    reveal,
    stands,
)
from nexus_env.games.nexus.cards.lasting import expire, is_at_work, last
from nexus_env.games.nexus.cards.targets import (
    aims,
    can_do,
    harms,
    is_of_use,
    is_too_late,
    may_concern,
    opponents_for,
    tile_beside,
)
from nexus_env.games.nexus.cards.verbs import (
    ABILITY_PLACE,
    CHOSEN_TRAIT,
    SORT_OF,
    TURNING_POINT_PLACE,
    Delay,
    Sort,
    State,
    Target,
    Until,
    Verb,
    Way,
    Where,
)
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import (
    CARD_EFFECTS,
    LOCATIONS,
    MOST_TRAIT,
    NOBODY,
    NOWHERE,
    SIDE,
    STARTING_HEALTH,
    WEAPONS,
    Blow,
    Bout,
    Card,
    CardEffect,
    Event,
    Handling,
    Pile,
    Purpose,
    Question,
    Square,
    Table,
)
from nexus_env.games.nexus.rules.combat import conclude, contest, land_blow
from nexus_env.games.nexus.rules.crates import next_in_order, receive, roll_contents
from nexus_env.games.nexus.rules.crowd import heal, move_coins, paid_by_crowd, pay_crowd
from nexus_env.games.nexus.rules.fire import lay_fire_at_random, move_fires
from nexus_env.games.nexus.rules.geometry import at, clockwise, how_many_fit, is_fit, is_free, put
from nexus_env.games.nexus.rules.hazards import relocate, take_effect
from nexus_env.games.nexus.rules.movement import face, forfeit
from nexus_env.games.nexus.rules.reserves import lower_trait, raise_trait
from nexus_env.games.nexus.rules.saws import spawn_saw
from nexus_env.games.nexus.rules.spikes import move_spikes, spawn_spikes
from nexus_env.games.nexus.rules.states import (
    bleed,
    catch_fire,
    fall,
    get_up,
    let_go,
    lose_overall_condition,
    roll_for,
    roll_location,
    settle_health,
    wound,
)
from nexus_env.games.nexus.rules.weapons import lose_weapon, refill, take_weapon
from nexus_env.games.nexus.rules.windows import answer_openly
from nexus_env.machine.compiled import compiled, seldom
from nexus_env.tabletop.bitsets import how_many, nth_member
from nexus_env.tabletop.happenings import tell
from nexus_env.tabletop.squares import step_x, step_y
from nexus_env.tabletop.tape import ask, ask_about, draw_member, roll, windows_closed

# --- a whole card -----------------------------------------------------------------------------------------------------


@compiled
def play_card(bout: Bout, seat: int, card: int) -> None:
    """The card is shown and aimed; the others may cancel it; then it happens and is discarded.

    Rulebook: p.3, p.8 (R-348, R-349, R-350, R-354).
    """
    open_play(bout, seat, card, NOBODY)
    reveal(bout, seat, card)
    aim_at(bout, bout.options.influence[card], seat)
    tell(bout, Event.PLAYED, seat, bout.table.card_play.chosen, card, 0, 0)
    if stands(bout):
        perform(bout, bout.options.influence[card], seat, card)
    close_play(bout)


@compiled
def may_use_ability(bout: Bout, seat: int, nth: int) -> bool:
    """A unique ability of the own motivation, in the own command round, at its price in traits; not again while what it
    did lasts.

    Rulebook: p.14, p.32, p.35 (R-128, R-130, R-339, R-344).
    """
    place = ability_place(bout.table, seat, nth)
    card = bout.options.unique_abilities[place - ABILITY_PLACE]
    if not can_pay(bout.table, card, seat) or card.effects[0].verb == Verb.NOTHING:
        return False
    return not is_at_work(bout.table, seat, place) and is_of_use(bout, card, seat)


@seldom
def use_ability(bout: Bout, seat: int, nth: int) -> None:
    """Paid, aimed, carried out: no command, and nothing to gloat over. Rulebook: p.14, p.35 (R-128, R-339, R-344)."""
    place = ability_place(bout.table, seat, nth)
    open_play(bout, seat, place, NOBODY)
    pay_price(bout, card_at(bout, place), seat)
    aim_at(bout, card_at(bout, place), seat)
    tell(bout, Event.UNIQUE, seat, bout.table.card_play.chosen, place - ABILITY_PLACE, 0, 0)
    perform(bout, card_at(bout, place), seat, place)
    close_play(bout)


@seldom
def carry_out_turning_point_card(bout: Bout, seat: int) -> None:
    """Step 3: the triggering player draws the top card and carries it out. Rulebook: p.15 (R-082, R-093, R-351)."""
    if draw_turning_point(bout, seat):
        place = TURNING_POINT_PLACE + bout.table.turning_point_card
        open_play(bout, seat, place, NOBODY)
        aim_at(bout, card_at(bout, place), seat)
        perform(bout, card_at(bout, place), seat, place)
        close_play(bout)


@compiled
def carry_out_skill(bout: Bout, seat: int, place: int) -> None:
    """A special skill, before the first cycle. Rulebook: p.35 (R-339, R-345)."""
    open_play(bout, seat, place, NOBODY)
    perform(bout, card_at(bout, place), seat, place)
    close_play(bout)


@compiled
def aim_at(bout: Bout, card: Card, seat: int) -> None:
    """A card for a chosen opponent is aimed at one whom it concerns; without a choice it needs no question."""
    play = bout.table.card_play
    if not aims(card):
        return
    allowed = opponents_for(bout, card, seat)
    if how_many(allowed) > 1:
        play.allowed = allowed
        places = max(0, ask(bout, Question.TARGET, seat) - Action.CHOOSE_OPPONENT) + 1
        play.allowed, play.chosen = 0, clockwise(bout.table, seat, places)
    else:
        for places in range(1, bout.table.seats):
            if (allowed >> (places - 1)) & 1:
                play.chosen = clockwise(bout.table, seat, places)


@compiled
def perform(bout: Bout, card: Card, owner: int, place: int) -> None:
    """All lines of a card, and of each line all whom it concerns: the owner first, then clockwise.

    Nothing that a card does is gloated over. Rulebook: p.11, p.15, p.25 (R-011, R-229, R-350, R-351).
    """
    gloat_coins = bout.table.command_round.gloat_coins
    for line in range(CARD_EFFECTS):
        effect = card.effects[line]
        if effect.verb != Verb.NOTHING and not lapses(bout, effect, place):
            seats = concerned(bout, effect, owner)
            for places in range(bout.table.seats):
                seat = clockwise(bout.table, owner, places)
                if (seats >> seat) & 1:
                    strike_one(bout, card, line, owner, seat, place)
    bout.table.command_round.gloat_coins = gloat_coins


@compiled
def lapses(bout: Bout, effect: CardEffect, place: int) -> bool:
    """An instruction for the first Turning Point comes too late, but not from the card that was drawn at the first.

    Rulebook: p.15 (R-080, R-351).
    """
    at_first = place >= TURNING_POINT_PLACE and bout.table.turning_points == 1
    return is_too_late(bout.table, effect) and not at_first


@compiled
def concerned(bout: Bout, effect: CardEffect, owner: int) -> int:
    """The seats, a bit each, that a line of a card is about to concern; dice decide where the card says so."""
    play = bout.table.card_play
    seats = 0
    for seat in range(bout.table.seats):
        aimed = effect.target != Target.CHOSEN_OPPONENT or seat == play.chosen
        if aimed and may_concern(bout.table, effect, owner, seat):
            seats |= 1 << seat
    at_random = effect.target == Target.RANDOM_OPPONENT or effect.target == Target.RANDOM_HELOT
    if not at_random or how_many(seats) < 2:
        return seats
    return 1 << nth_member(seats, roll(bout, how_many(seats), Purpose.ODDS, owner) - 1)


@compiled
def strike_one(bout: Bout, card: Card, line: int, owner: int, seat: int, place: int) -> None:
    """One line of a card comes to one seat: its odds, its price, and then it happens, or waits.

    Rulebook: p.14, p.15 (R-080, R-091, R-351, R-352).
    """
    effect = card.effects[line]
    if effect.odds > 1:
        other = NOBODY if seat == owner else seat
        if roll_for(bout, owner, Purpose.ODDS, 6, other) < effect.odds:
            return
    if is_spared(bout, card, seat, harms(effect.verb, effect.amount)):
        return
    at_once = effect.delay == Delay.NOW or is_too_late(bout.table, effect)
    if at_once:
        amount, detail = int(effect.amount), int(effect.detail)
        act(bout, effect.verb, seat, owner, amount, detail, effect.until, effect.to_owner, place)
    else:
        wait(bout, effect, seat, owner, place)


@seldom
def wait(bout: Bout, effect: CardEffect, seat: int, owner: int, place: int) -> None:
    """An instruction for a coming Turning Point. Rulebook: p.15 (R-080, R-351)."""
    left = last(bout, effect.verb, seat, owner, effect.amount, effect.detail, effect.until, place)
    if left >= 0:
        bout.table.lasting[left].delay = effect.delay
        bout.table.lasting[left].to_owner = effect.to_owner
        tell(bout, Event.EFFECT, seat, owner, effect.verb, effect.amount, effect.delay)


@compiled
def is_spared(bout: Bout, card: Card, seat: int, harmful: bool) -> bool:
    """Whoever ignores an influence card is out of it altogether; whoever pays the price of a Turning Point card, and is
    asked when the first harm comes, is spared all its harm. The price of a unique ability is for its user alone.

    Rulebook: p.14, p.34 (R-091, R-128, R-336, R-352).
    """
    play = bout.table.card_play
    priced = TURNING_POINT_PLACE <= play.card < ABILITY_PLACE and harmful
    if priced and (play.asked >> seat) & 1 == 0 and has_price(card) and can_pay(bout.table, card, seat):
        if not windows_closed(bout):
            play.asked |= 1 << seat
            if answer_openly(bout, Question.PRICE, seat, play.seat) == Action.PAY_PRICE:
                pay_price(bout, card, seat)
                play.spared |= 1 << seat
    return (play.spared >> seat) & 1 != 0 and (harmful or play.card < TURNING_POINT_PLACE)


@compiled
def has_price(card: Card) -> bool:
    """The card names at least one trait point. Rulebook: p.14 (R-091)."""
    for trait in range(6):
        if card.prices[trait] > 0:
            return True
    return False


@compiled
def can_pay(table: Table, card: Card, seat: int) -> bool:
    """A fit helot with the trait points that the card names. Rulebook: p.14 (R-091, R-128)."""
    enough = is_fit(table, seat)
    for trait in range(6):  # all of them: a branch is often guessed wrong
        enough &= table.helots[seat].traits[trait] >= card.prices[trait]
    return bool(enough)


@seldom
def pay_price(bout: Bout, card: Card, seat: int) -> None:
    """The trait points that the card names. Rulebook: p.14, p.35 (R-091, R-128, R-352)."""
    for trait in range(6):
        if card.prices[trait] > 0:
            lower_trait(bout, seat, trait, card.prices[trait])


# --- turning points ---------------------------------------------------------------------------------------------------


@seldom
def carry_out_waiting(bout: Bout) -> None:
    """Step 1 of a Turning Point: what lasted until now ends, then what waited for it happens, one after the other,
    until no two helots stand.

    Rulebook: p.13, p.15 (R-080, R-119, R-351).
    """
    expire(bout, Until.TURNING_POINT)
    gloat_coins = bout.table.command_round.gloat_coins
    for place in range(bout.table.lasting_places):
        waiting = bout.table.lasting[place]
        due = waiting.delay == Delay.NEXT_TURNING_POINT or waiting.delay == Delay.FIRST_TURNING_POINT
        if waiting.verb != Verb.NOTHING and due and how_many_fit(bout.table) > 1:
            verb, seat, owner = int(waiting.verb), int(waiting.seat), int(waiting.owner)
            amount, detail, until = int(waiting.amount), int(waiting.detail), int(waiting.until)
            to_owner, card = int(waiting.to_owner), int(waiting.card)
            waiting.verb = Verb.NOTHING.value
            if can_do(bout.table, verb, detail, owner, seat):
                act(bout, verb, seat, owner, amount, detail, until, to_owner, card)
    bout.table.command_round.gloat_coins = gloat_coins


# --- one verb ---------------------------------------------------------------------------------------------------------


@compiled
def act(
    bout: Bout, verb: int, seat: int, owner: int, amount: int, detail: int, until: int, to_owner: int, card: int
) -> None:
    """Send a verb to what it does. Rulebook: p.3, p.11, p.15, p.28 (R-350, R-351, R-353, R-354)."""
    tell(bout, Event.EFFECT, seat, owner, verb, amount, 0)
    sort = int(SORT_OF[verb])
    if sort == Sort.CRED:
        act_on_cred(bout, verb, seat, owner, amount)
    elif sort == Sort.HEALTH:
        receiver = owner if to_owner else NOBODY
        act_on_health(bout, verb, seat, owner, amount, detail, receiver)
    elif sort == Sort.SET_STATE:
        set_state(bout, seat, detail)
    elif sort == Sort.CLEAR_STATE:
        clear_state(bout, seat, detail)
    elif sort == Sort.POINTS:
        change_points(bout, verb, seat, owner, amount, card)
    elif sort == Sort.TURN:
        turn(bout, seat, detail)
    elif sort == Sort.MOVE:
        push_about(bout, seat, owner, amount, detail)
    elif sort == Sort.HAZARD:
        act_on_hazard(bout, verb, owner, detail)
    elif sort == Sort.WEAPON:
        act_on_weapon(bout, verb, seat, detail)
    elif sort == Sort.TRAIT:
        change_trait(bout, verb, seat, owner, amount, detail)
    elif sort == Sort.HAND:
        look_into_hand(bout, verb, seat, owner, amount)
    elif sort == Sort.TILE:
        clear_tile(bout, seat, detail)
    elif sort == Sort.CRATE:
        open_crate(bout, seat)
    elif sort == Sort.ROACGULS:
        loose_roacguls(bout, seat, owner, amount)
    elif sort == Sort.LASTING:
        last(bout, verb, seat, owner, amount, detail, until, card)


@seldom
def act_on_cred(bout: Bout, verb: int, seat: int, owner: int, amount: int) -> None:
    """Cred between players and the Crowd Pile, as far as it goes. Rulebook: p.11, p.12 (R-010, R-102, R-104, R-350)."""
    if verb == Verb.GAIN_CRED:
        paid_by_crowd(bout, seat, amount)
    elif verb == Verb.LOSE_CRED:
        pay_crowd(bout, seat, amount)
    elif verb == Verb.STEAL_CRED:
        move_coins(bout, seat, Pile.CRED, owner, Pile.CRED, amount)
    else:
        move_coins(bout, owner, Pile.CRED, seat, Pile.CRED, amount)


# --- health and states ------------------------------------------------------------------------------------------------


@seldom
def act_on_health(bout: Bout, verb: int, seat: int, owner: int, amount: int, where: int, receiver: int) -> None:
    """Damage to the Overall Condition, or to a location and with it to the Overall Condition: its coins are the Crowd
    Pile's unless the card says otherwise. Healed coins come from the Crowd Pile.

    Rulebook: p.12, p.15, p.22, p.26 (R-093, R-103, R-184, R-231, R-350).
    """
    if verb == Verb.DAMAGE_OVERALL:
        lose_overall_condition(bout, seat, amount, receiver, False)
    elif verb == Verb.HEAL_OVERALL:
        heal(bout, seat, Pile.OVERALL_CONDITION, NOBODY, Pile.CROWD, amount)
    elif verb == Verb.DAMAGE_LOCATION:
        wound(bout, seat, which_location(bout, seat, owner, where, False), amount, receiver, False)
        settle_health(bout, seat, False)
    else:
        heal(bout, seat, which_location(bout, seat, owner, where, True), NOBODY, Pile.CROWD, amount)


@seldom
def which_location(bout: Bout, seat: int, owner: int, where: int, to_heal: bool) -> int:
    """A named location, a random one, the weakest, or one that the owner of the card chooses.

    What is not named is never a damaged Head. The weakest has the fewest coins, of those that can be hurt or healed; of
    equals it is the first in the order of the table of locations.
    Rulebook: p.20, p.26 (R-163, R-165, R-234).
    """
    if where < LOCATIONS:
        return where
    if where == Where.RANDOM:
        return roll_location(bout, owner, seat if seat != owner else NOBODY)
    health = bout.table.helots[seat].health
    weakest, allowed = Pile.MIDSECTION.value, 0
    for location in range(LOCATIONS):
        if health[location] < STARTING_HEALTH[location] if to_heal else location != Pile.HEAD and health[location] > 0:
            if allowed == 0 or health[location] < health[weakest]:
                weakest = location
            allowed |= 1 << location
    if where == Where.WEAKEST or how_many(allowed) < 2:
        return weakest
    bout.table.card_play.allowed = allowed
    answer = ask_about(bout, Question.LOCATION, owner, seat) - Action.CHOOSE_LOCATION
    bout.table.card_play.allowed = 0
    return max(0, min(LOCATIONS - 1, answer))


@seldom
def set_state(bout: Bout, seat: int, state: int) -> None:
    """Prone, Bleeding or Flaming, with all that comes of it. Rulebook: p.30, p.41 (R-275, R-284, R-285, R-287)."""
    if state == State.PRONE:
        fall(bout, seat)
    elif state == State.BLEEDING:
        bleed(bout, seat)
    else:
        catch_fire(bout, seat, NOBODY, False)


@seldom
def clear_state(bout: Bout, seat: int, state: int) -> None:
    """On its feet, no longer Bleeding, Flaming or Grappled. Rulebook: p.30 (R-275, R-281, R-284, R-285)."""
    helot = bout.table.helots[seat]
    if state == State.PRONE:
        get_up(bout, seat)
    elif state == State.GRAPPLED:
        let_go(bout, helot.held_by)
    elif state == State.BLEEDING:
        helot.bleeding = 0
        tell(bout, Event.BLEEDING, seat, NOBODY, 0, 0, 0)
    else:
        helot.flaming = 0
        tell(bout, Event.FLAMING, seat, NOBODY, 0, 0, 0)


# --- points, place and things -----------------------------------------------------------------------------------------


@seldom
def change_points(bout: Bout, verb: int, seat: int, owner: int, amount: int, card: int) -> None:
    """Movement or action points of the round under way; outside of it they wait for the helot's next split. Points that
    are taken are not unspent points, and none falls below 0.

    Rulebook: p.16, p.30 (R-064, R-156).
    """
    r = bout.table.command_round
    if r.seat != seat or not r.declared:
        left = last(bout, verb, seat, owner, amount, 0, Until.ONCE, card)
        if left >= 0:
            bout.table.lasting[left].delay = Delay.SPLIT.value
    elif verb == Verb.MOVEMENT_POINTS:
        r.movement_points = max(0, r.movement_points + amount)
        forfeit(bout, seat)
    else:
        r.action_points = max(0, r.action_points + amount)
        forfeit(bout, seat)


@compiled
def collect_points(bout: Bout, seat: int) -> None:
    """After the split: what cards have given or taken in advance. Rulebook: p.16 (R-064)."""
    r = bout.table.command_round
    for place in range(bout.table.lasting_places):
        waiting = bout.table.lasting[place]
        if waiting.verb != Verb.NOTHING and waiting.delay == Delay.SPLIT and waiting.seat == seat:
            if waiting.verb == Verb.MOVEMENT_POINTS:
                r.movement_points = max(0, r.movement_points + waiting.amount)
            else:
                r.action_points = max(0, r.action_points + waiting.amount)
            waiting.verb = Verb.NOTHING.value


@seldom
def turn(bout: Bout, seat: int, quarters: int) -> None:
    """A new FFD, without a rotation command: Blood and fire do nothing, a run is broken. Rulebook: p.18 (R-141)."""
    face(bout, seat, bout.table.helots[seat].facing + quarters)
    if seat == bout.table.command_round.seat:
        bout.table.command_round.straight_moves = 0


@seldom
def push_about(bout: Bout, seat: int, owner: int, squares: int, way: int) -> None:
    """Forced relocation, square by square until something stands in the way or a square takes effect; what it costs the
    helot is the Crowd Pile's.

    Rulebook: p.18, p.39, p.40 (R-093, R-142, R-377, R-383).
    """
    compass = which_way(bout, seat, owner, way)
    helot = bout.table.helots[seat]
    if seat == bout.table.command_round.seat:
        bout.table.command_round.straight_moves = 0
    for _ in range(squares):
        x, y = helot.x + step_x(compass), helot.y + step_y(compass)
        if not is_free(bout.table, x, y):
            return
        relocate(bout, seat, x, y)
        take_effect(bout, seat, NOBODY)
        if not helot.present or helot.x != x or helot.y != y or at(bout.table, x, y) != Square.EMPTY:
            return


@seldom
def which_way(bout: Bout, seat: int, owner: int, way: int) -> int:
    """A direction of the compass. Away from oneself is backward, toward oneself forward."""
    me, you = bout.table.helots[owner], bout.table.helots[seat]
    if way == Way.RANDOM:
        return roll_for(bout, owner, Purpose.COMPASS, 8, NOBODY if seat == owner else seat) - 1
    if way == Way.CHOSEN:
        return max(0, ask_about(bout, Question.DIRECTION, owner, seat) - Action.CHOOSE_DIRECTION)
    if way == Way.FORWARD or (seat == owner and way == Way.TOWARD):
        return int(2 * you.facing)
    if way == Way.BACK or seat == owner:
        return int(2 * you.facing + 4)
    return toward(you.x - me.x, you.y - me.y) + (4 if way == Way.TOWARD else 0)


@seldom
def toward(east: int, south: int) -> int:
    """The point of the compass nearest to a direction: straight when one way is more than twice the other."""
    straight_south, straight_east = abs(south) > 2 * abs(east), abs(east) > 2 * abs(south)
    step_east = 0 if straight_south else int(east > 0) - int(east < 0)
    step_south = 0 if straight_east else int(south > 0) - int(south < 0)
    for compass in range(8):
        if step_x(compass) == step_east and step_y(compass) == step_south:
            return compass
    return 0


@seldom
def act_on_hazard(bout: Bout, verb: int, owner: int, hazard: int) -> None:
    """One more hazard by an RPO roll, or all of a kind as by a Duplicate, spikes as by a Turning Point.

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


@seldom
def act_on_weapon(bout: Bout, verb: int, seat: int, kind: int) -> None:
    """A named weapon, or a random card of the common pile; or the weapon carried breaks or is as new.

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


@seldom
def change_trait(bout: Bout, verb: int, seat: int, owner: int, amount: int, trait: int) -> None:
    """A reserve rises or falls, within 0 to 5: a named one, one that the owner of the card chooses, or one by the die.

    Rulebook: p.14 (R-126, R-127).
    """
    if trait < 0:
        trait = roll(bout, 6, Purpose.TRAIT, owner) - 1
    elif trait == CHOSEN_TRAIT:
        trait = max(0, min(5, ask_about(bout, Question.TRAIT, owner, seat) - Action.CHOOSE_TRAIT))
    if verb == Verb.RAISE_TRAIT:
        raise_trait(bout, seat, trait, amount)
    else:
        lower_trait(bout, seat, trait, min(amount, MOST_TRAIT))


@seldom
def look_into_hand(bout: Bout, verb: int, seat: int, owner: int, amount: int) -> None:
    """Random influence cards of another player: looked at, or taken. Only the two of them know which ones.

    What a third player had seen in that hand it cannot be sure of any more once one is taken.
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


@seldom
def clear_tile(bout: Bout, seat: int, tile: int) -> None:
    """A tile beside the helot goes back into the box. Rulebook: p.2, p.35 (R-014, R-347)."""
    place = tile_beside(bout.table, seat, tile)
    if place != NOBODY:
        x, y = place % SIDE + 1, place // SIDE + 1
        put(bout.table, x, y, Square.EMPTY)
        tell(bout, Event.CLEARED, seat, NOBODY, tile, x, y)


@seldom
def open_crate(bout: Bout, seat: int) -> None:
    """What a crate might have held, without one: Flashbang and Helot Aid do nothing, Roacguls fall on the next player
    clockwise before the first cycle, later on the next in order.

    Rulebook: p.35, p.42; site (R-345, R-346).
    """
    victim = clockwise(bout.table, seat, 1)
    if bout.table.cycle > 0:
        victim = next_in_order(bout.table, seat)
    receive(bout, seat, roll_contents(bout, seat), victim)


@seldom
def loose_roacguls(bout: Bout, victim: int, owner: int, damage: int) -> None:
    """2d6 against 2d6, without any steps, at any range and without sight; success does the damage to a random location
    and the Overall Condition, for the owner's Cred.

    Rulebook: p.35; site (R-343, R-344).
    """
    if contest(bout, owner, victim, Blow.ROACGULS, 0):
        land_blow(bout, NOWHERE, True, False, damage)
    conclude(bout)
