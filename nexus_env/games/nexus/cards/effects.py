"""The effects of cards: every verb of the stock, carried out line by line (manual p.3, p.8, p.11-15, p.28).

Coins that are healed come from the Crowd Pile, at most as many as it has. A card can change only a fit helot; only Cred
can be taken from a player whose helot is out.
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
from nexus_env.games.nexus.cards.helot_effects import (
    act_on_cred,
    act_on_health,
    change_points,
    clear_state,
    push_about,
    set_state,
    turn,
)
from nexus_env.games.nexus.cards.lasting import expire, is_at_work, last
from nexus_env.games.nexus.cards.table_effects import (
    act_on_hazard,
    act_on_weapon,
    change_trait,
    clear_tile,
    look_into_hand,
    loose_roacguls,
    open_crate,
)
from nexus_env.games.nexus.cards.targets import (
    aims,
    can_do,
    harms,
    is_of_use,
    is_too_late,
    may_concern,
    opponents_for,
)
from nexus_env.games.nexus.cards.verbs import (
    ABILITY_PLACE,
    SORT_OF,
    TURNING_POINT_PLACE,
    Delay,
    Sort,
    Target,
    Until,
    Verb,
)
from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import (
    CARD_EFFECTS,
    NOBODY,
    Bout,
    Card,
    CardEffect,
    Question,
    Table,
)
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.geometry import clockwise, how_many_fit, is_fit
from nexus_env.games.nexus.rules.reserves import lower_trait
from nexus_env.games.nexus.rules.states import (
    roll_for,
)
from nexus_env.games.nexus.rules.windows import answer_openly
from nexus_env.kit.bitsets import how_many, nth_member
from nexus_env.kit.tape import ask, roll, windows_closed
from nexus_env.machine.compiled import compiled, compiled_apart

# --- a whole card -----------------------------------------------------------------------------------------------------


@compiled
def play_card(bout: Bout, seat: int, card: int) -> None:
    """Show and aim the card; the others may cancel it; then carry it out and discard it.

    Rulebook: p.3, p.8 (R-348, R-349, R-350, R-354).
    """
    open_play(bout, seat, card, NOBODY)
    reveal(bout, seat, card)
    aim_at(bout, bout.options.influence[card], seat)
    log.played_card(bout, seat=seat, target=bout.table.card_play.chosen, card=card)
    if stands(bout):
        perform(bout, bout.options.influence[card], seat, card)
    close_play(bout)


@compiled
def may_use_ability(bout: Bout, seat: int, nth: int) -> bool:
    """A unique ability of the own motivation, in the own command round, at its price in traits.

    It may not be used again while its effect lasts.

    Rulebook: p.14, p.32, p.35 (R-128, R-130, R-339, R-344).
    """
    place = ability_place(bout.table, seat, nth)
    card = bout.options.unique_abilities[place - ABILITY_PLACE]
    if not can_pay(bout.table, card, seat) or card.effects[0].verb == Verb.NOTHING:
        return False
    return not is_at_work(bout.table, seat, place) and is_of_use(bout, card, seat)


@compiled_apart
def use_ability(bout: Bout, seat: int, nth: int) -> None:
    """Pay, aim and carry out the ability; it is no command, and cannot be gloated over.

    Rulebook: p.14, p.35 (R-128, R-339, R-344).
    """
    place = ability_place(bout.table, seat, nth)
    open_play(bout, seat, place, NOBODY)
    pay_price(bout, card_at(bout, place), seat)
    aim_at(bout, card_at(bout, place), seat)
    target, ability = bout.table.card_play.chosen, place - ABILITY_PLACE
    log.used_unique_ability(bout, seat=seat, target=target, ability=ability)
    perform(bout, card_at(bout, place), seat, place)
    close_play(bout)


@compiled_apart
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
    """For a card with a chosen opponent, choose one whom it concerns; a single candidate needs no question."""
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
    """Carry out all lines of a card, each on all seats that it concerns: the owner first, then clockwise.

    Effects of cards cannot be gloated over.

    Rulebook: p.11, p.15, p.25 (R-011, R-229, R-350, R-351).
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
    """An instruction for the first Turning Point is too late; not if its card was drawn at the first one.

    Rulebook: p.15 (R-080, R-351).
    """
    at_first = place >= TURNING_POINT_PLACE and bout.table.turning_points == 1
    return is_too_late(bout.table, effect) and not at_first


@compiled
def concerned(bout: Bout, effect: CardEffect, owner: int) -> int:
    """The seats that a line of a card concerns, one bit each; a die selects one if the card says so."""
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
    """Apply one line of a card to one seat: odds, price, then the effect, or a wait for a later Turning Point.

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


@compiled_apart
def wait(bout: Bout, effect: CardEffect, seat: int, owner: int, place: int) -> None:
    """Store an instruction for a coming Turning Point. Rulebook: p.15 (R-080, R-351)."""
    left = last(bout, effect.verb, seat, owner, effect.amount, effect.detail, effect.until, place)
    if left >= 0:
        bout.table.lasting[left].delay = effect.delay
        bout.table.lasting[left].to_owner = effect.to_owner
        log.affected(bout, seat=seat, owner=owner, verb=effect.verb, amount=effect.amount, delay=effect.delay)


@compiled
def is_spared(bout: Bout, card: Card, seat: int, harmful: bool) -> bool:
    """The seat avoids this line of the card.

    A player who ignores an influence card avoids all of it. A player who pays the price of a Turning Point card avoids
    all its harm; the question comes with the first harm. The price of a unique ability is for its user alone.

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
    """The helot is fit and has the trait points of the price. Rulebook: p.14 (R-091, R-128)."""
    enough = is_fit(table, seat)
    for trait in range(6):  # no early exit, since the branch would often be mispredicted
        enough &= table.helots[seat].traits[trait] >= card.prices[trait]
    return bool(enough)


@compiled_apart
def pay_price(bout: Bout, card: Card, seat: int) -> None:
    """Pay the trait points of the price. Rulebook: p.14, p.35 (R-091, R-128, R-352)."""
    for trait in range(6):
        if card.prices[trait] > 0:
            lower_trait(bout, seat, trait, card.prices[trait])


# --- turning points ---------------------------------------------------------------------------------------------------


@compiled_apart
def carry_out_waiting(bout: Bout) -> None:
    """Step 1 of a Turning Point: effects that lasted until now end, then waiting instructions are carried out in order.

    That stops when fewer than two helots stand.

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
            waiting.verb = Verb.NOTHING
            if can_do(bout.table, verb, detail, owner, seat):
                act(bout, verb, seat, owner, amount, detail, until, to_owner, card)
    bout.table.command_round.gloat_coins = gloat_coins


# --- one verb ---------------------------------------------------------------------------------------------------------


@compiled
def act(
    bout: Bout, verb: int, seat: int, owner: int, amount: int, detail: int, until: int, to_owner: int, card: int
) -> None:
    """Dispatch a verb to its rule. Rulebook: p.3, p.11, p.15, p.28 (R-350, R-351, R-353, R-354)."""
    log.affected(bout, seat=seat, owner=owner, verb=verb, amount=amount, delay=Delay.NOW)
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
        clear_tile(bout, seat, owner, detail)
    elif sort == Sort.CRATE:
        open_crate(bout, seat)
    elif sort == Sort.ROACGULS:
        loose_roacguls(bout, seat, owner, amount)
    elif sort == Sort.LASTING:
        last(bout, verb, seat, owner, amount, detail, until, card)
