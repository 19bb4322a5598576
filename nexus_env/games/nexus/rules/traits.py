"""Trait abilities that are used of one's own accord, and the windows for those of the other seats (manual p.32-34).

The abilities that answer a roll, a blow or a fall stand where that happens: Perseverance in states and combat,
Haymaker, Merely a Flesh Wound in combat, Counterattack, Combo Breaker in melee, Tripping in movement, Can't Fool Me
in rounds.
"""

from nexus_env.games.nexus.cards.cards import can_play, has_cards, playable
from nexus_env.games.nexus.cards.effects import play_card
from nexus_env.games.nexus.rules.actions import CARDS, JACK_TRAITS, OPPONENTS, Action
from nexus_env.games.nexus.rules.bout import NOBODY, Ability, Bout, Question, Square, Table
from nexus_env.games.nexus.rules.crowd import paid_by_crowd, pay_crowd
from nexus_env.games.nexus.rules.geometry import (
    FRONT,
    at,
    clockwise,
    helot_at,
    helot_towards,
    in_grapple,
    is_fit,
    is_free,
    is_upright,
    may_step_on,
    next_seat,
    x_towards,
    y_towards,
)
from nexus_env.games.nexus.rules.hazards import relocate, take_effect
from nexus_env.games.nexus.rules.movement import face, is_tripped
from nexus_env.games.nexus.rules.reserves import can_use, can_use_any, raise_trait, use
from nexus_env.games.nexus.rules.states import may_still_stand, may_unshackle, still_stand, unshackle
from nexus_env.games.nexus.rules.weapons import drop_weapon
from nexus_env.machine.compiled import compiled, seldom
from nexus_env.tabletop.legal import allow, allow_some
from nexus_env.tabletop.squares import step_x, step_y
from nexus_env.tabletop.tape import ask_privately, windows_closed

TURN_CROWD_COINS = 3
WIN_THEM_OVER_COINS = 5
MOST_USES = 10  # of any-time abilities by one seat in one window: its 30 points buy no more


# --- physicality and deftness: own command round only -----------------------------------------------------------------


@compiled
def may_push(table: Table, seat: int) -> bool:
    """An opponent in Front, and the square behind it can be occupied; a tile or a hazard can.

    Rulebook: p.33, p.40 (R-132, R-321, R-322).
    """
    helot = table.helots[seat]
    ahead = helot_towards(table, seat, FRONT) != NOBODY and is_upright(table, seat)
    if not ahead or not can_use(table, seat, Ability.PUSH):
        return False
    return is_free(table, helot.x + 2 * step_x(2 * helot.facing), helot.y + 2 * step_y(2 * helot.facing))


@seldom
def push(bout: Bout, seat: int) -> None:
    """The opponent moves one square along this helot's FFD: a forced move, without a roll; no command to gloat over.

    Rulebook: p.25, p.33 (R-229, R-321, R-322).
    """
    helot = bout.table.helots[seat]
    other = helot_towards(bout.table, seat, FRONT)
    gloat_coins = bout.table.command_round.gloat_coins
    use(bout, seat, Ability.PUSH, other)
    relocate(bout, other, helot.x + 2 * step_x(2 * helot.facing), helot.y + 2 * step_y(2 * helot.facing))
    take_effect(bout, other, seat)
    bout.table.command_round.gloat_coins = gloat_coins


@compiled
def can_be_hurdled(table: Table, x: int, y: int) -> bool:
    """A crate, blood, guts, a toppled brazier, fire, a saw or spikes, and no helot. Rulebook: p.33 (R-326, R-327)."""
    what = at(table, x, y)
    return Square.EMPTY < what < Square.BRAZIER and helot_at(table, x, y) == NOBODY


@compiled
def may_hurdle(table: Table, seat: int) -> bool:
    """Two squares straight forward over something, onto a square that may be entered.

    Rulebook: p.33 (R-132, R-325, R-326, R-327).
    """
    helot = table.helots[seat]
    if not is_upright(table, seat) or not can_use(table, seat, Ability.HURDLE):
        return False
    if not can_be_hurdled(table, x_towards(helot, FRONT), y_towards(helot, FRONT)):
        return False
    return may_step_on(table, helot.x + 2 * step_x(2 * helot.facing), helot.y + 2 * step_y(2 * helot.facing))


@seldom
def hurdle(bout: Bout, seat: int) -> None:
    """FFD unchanged, no MP; the landing square takes effect. Rulebook: p.33 (R-325, R-327, R-328)."""
    helot = bout.table.helots[seat]
    use(bout, seat, Ability.HURDLE, NOBODY)
    bout.table.command_round.straight_moves = 0
    if is_tripped(bout, seat):
        return
    relocate(bout, seat, helot.x + 2 * step_x(2 * helot.facing), helot.y + 2 * step_y(2 * helot.facing))
    take_effect(bout, seat, NOBODY)


@compiled
def may_tunnel_vision(table: Table, seat: int) -> bool:
    """Own command round, once: it does not stack. Rulebook: p.32, p.33 (R-130, R-330)."""
    return table.helots[seat].tunnel_vision == 0 and can_use(table, seat, Ability.TUNNEL_VISION)


@seldom
def tunnel_vision(bout: Bout, seat: int) -> None:
    """+SDS on attack commands for this command round. Rulebook: p.33 (R-330)."""
    use(bout, seat, Ability.TUNNEL_VISION, NOBODY)
    bout.table.helots[seat].tunnel_vision = 1


# --- abilities for any player's command round -------------------------------------------------------------------------


@compiled
def may_elusive(table: Table, seat: int) -> bool:
    """Once a cycle: it does not stack. Rulebook: p.32 (R-130, R-318)."""
    return table.helots[seat].elusive == 0 and can_use(table, seat, Ability.ELUSIVE)


@seldom
def elusive(bout: Bout, seat: int) -> None:
    """+SDS to defend for the whole cycle, in every opponent's command round. Rulebook: p.14, p.32 (R-318, R-319)."""
    use(bout, seat, Ability.ELUSIVE, NOBODY)
    bout.table.helots[seat].elusive = 1


@compiled
def may_turn_crowd(table: Table, seat: int, opponent: int) -> bool:
    """Any opponent with Cred, even one whose helot is out. Rulebook: p.34 (R-331)."""
    return table.lanistas[opponent].cred > 0 and can_use(table, seat, Ability.TURN_CROWD)


@seldom
def turn_crowd(bout: Bout, seat: int, opponent: int) -> None:
    """The opponent loses 3 Cred to the Crowd Pile, or all if fewer. Rulebook: p.11, p.34 (R-102, R-331)."""
    use(bout, seat, Ability.TURN_CROWD, opponent)
    pay_crowd(bout, opponent, TURN_CROWD_COINS)


@compiled
def may_win_them_over(table: Table, seat: int) -> bool:
    """There is something in the Crowd Pile. Rulebook: p.34 (R-332)."""
    return table.crowd_pile > 0 and can_use(table, seat, Ability.WIN_THEM_OVER)


@seldom
def win_them_over(bout: Bout, seat: int) -> None:
    """5 from the Crowd Pile, or all if fewer. Rulebook: p.34 (R-332)."""
    use(bout, seat, Ability.WIN_THEM_OVER, NOBODY)
    paid_by_crowd(bout, seat, WIN_THEM_OVER_COINS)


@compiled
def may_talk_shit(table: Table, seat: int, opponent: int) -> bool:
    """One opposing helot that is fit, and not so rattled already. Rulebook: p.32, p.34 (R-130, R-333)."""
    fresh = is_fit(table, opponent) and table.helots[opponent].rattled == 0
    return fresh and can_use(table, seat, Ability.TALK_SHIT)


@seldom
def talk_shit(bout: Bout, seat: int, opponent: int) -> None:
    """-SDS to attack for this command round. Rulebook: p.34 (R-333)."""
    use(bout, seat, Ability.TALK_SHIT, opponent)
    bout.table.helots[opponent].rattled = 1


@compiled
def may_jack_of_all_traits(table: Table, seat: int, trait: int) -> bool:
    """Any other reserve that is not full. Rulebook: p.34 (R-334)."""
    return table.helots[seat].traits[trait] < 5 and can_use(table, seat, Ability.JACK_OF_ALL_TRAITS)


@seldom
def jack_of_all_traits(bout: Bout, seat: int, trait: int) -> None:
    """That reserve rises by 1. Rulebook: p.34 (R-334)."""
    use(bout, seat, Ability.JACK_OF_ALL_TRAITS, NOBODY)
    raise_trait(bout, seat, trait, 1)


@compiled
def may_made_you_look(table: Table, seat: int, opponent: int) -> bool:
    """An opposing helot that is fit and in no grapple. Rulebook: p.34 (R-337, R-338)."""
    steady = is_fit(table, opponent) and not in_grapple(table, opponent)
    return steady and can_use(table, seat, Ability.MADE_YOU_LOOK)


@seldom
def made_you_look(bout: Bout, seat: int, opponent: int) -> None:
    """It turns by 180 degrees at once; no rotation command, so Blood and fire do nothing. A run is broken.

    Rulebook: p.18, p.34 (R-141, R-337, R-338).
    """
    use(bout, seat, Ability.MADE_YOU_LOOK, opponent)
    face(bout, opponent, bout.table.helots[opponent].facing + 2)
    if opponent == bout.table.command_round.seat:
        bout.table.command_round.straight_moves = 0


# --- which of them are open, and carrying one out ---------------------------------------------------------------------


@compiled
def allow_any_time(bout: Bout, seat: int) -> None:
    """Mark the abilities that `seat` may use in anybody's command round, and the cards that it may play now.

    Rulebook: p.8, p.32 (R-129, R-130, R-132, R-349).
    """
    table, legal = bout.table, bout.legal
    allow_some(legal, Action.PLAY_CARD, playable(bout, seat))
    if not can_use_any(table, seat):
        return
    allow(legal, Action.IM_STILL_STANDING, may_still_stand(table, seat))
    allow(legal, Action.UNSHACKLED, may_unshackle(table, seat))
    allow(legal, Action.ELUSIVE, may_elusive(table, seat))
    allow(legal, Action.WIN_THEM_OVER, may_win_them_over(table, seat))
    opponent = seat
    for places in range(1, table.seats):
        opponent = next_seat(table, opponent)
        allow(legal, Action.TURN_CROWD + places - 1, may_turn_crowd(table, seat, opponent))
        allow(legal, Action.TALK_SHIT + places - 1, may_talk_shit(table, seat, opponent))
        allow(legal, Action.MADE_YOU_LOOK + places - 1, may_made_you_look(table, seat, opponent))
    for trait in range(JACK_TRAITS):
        allow(legal, Action.JACK_OF_ALL_TRAITS + trait, may_jack_of_all_traits(table, seat, trait))


@compiled
def can_interrupt(table: Table, seat: int) -> bool:
    """The seat has at least one ability for anybody's command round."""
    if not can_use_any(table, seat):
        return False
    if may_still_stand(table, seat) or may_unshackle(table, seat):
        return True
    if may_elusive(table, seat) or may_win_them_over(table, seat):
        return True
    opponent = seat
    for _ in range(1, table.seats):
        opponent = next_seat(table, opponent)
        if may_turn_crowd(table, seat, opponent) or may_talk_shit(table, seat, opponent):
            return True
        if may_made_you_look(table, seat, opponent):
            return True
    for trait in range(JACK_TRAITS):
        if may_jack_of_all_traits(table, seat, trait):
            return True
    return False


@compiled
def use_any_time(bout: Bout, seat: int, action: int) -> None:
    """Carry out what `allow_any_time` allows."""
    if action == Action.IM_STILL_STANDING:
        still_stand(bout, seat)
    elif action == Action.UNSHACKLED:
        unshackle(bout, seat)
    elif action == Action.ELUSIVE:
        elusive(bout, seat)
    elif action == Action.WIN_THEM_OVER:
        win_them_over(bout, seat)
    elif Action.TURN_CROWD <= action < Action.TURN_CROWD + len(OPPONENTS):
        turn_crowd(bout, seat, clockwise(bout.table, seat, action - Action.TURN_CROWD + 1))
    elif Action.TALK_SHIT <= action < Action.TALK_SHIT + len(OPPONENTS):
        talk_shit(bout, seat, clockwise(bout.table, seat, action - Action.TALK_SHIT + 1))
    elif Action.MADE_YOU_LOOK <= action < Action.MADE_YOU_LOOK + len(OPPONENTS):
        made_you_look(bout, seat, clockwise(bout.table, seat, action - Action.MADE_YOU_LOOK + 1))
    elif Action.JACK_OF_ALL_TRAITS <= action < Action.JACK_OF_ALL_TRAITS + JACK_TRAITS:
        jack_of_all_traits(bout, seat, action - Action.JACK_OF_ALL_TRAITS)
    elif Action.PLAY_CARD <= action < Action.PLAY_CARD + CARDS:
        play_card(bout, seat, action - Action.PLAY_CARD)
    elif action == Action.DROP_WEAPON:
        drop_weapon(bout, seat)


@compiled
def interrupts(bout: Bout, trivial: bool) -> None:
    """The other seats, clockwise from the active one, may use abilities and cards that are good in anybody's round.

    The windows come at the beginning of a round, after each command, and when an attack has been declared, before the
    dice. Those between commands are the trivial ones, which a seat may pass by itself (`auto_pass`): what it does not
    use there it may still use when it is attacked.
    Rulebook: p.8, p.11, p.32, p.42 (R-011, R-129, R-130, R-131, R-349, R-413).
    """
    seat = bout.table.command_round.seat
    for _ in range(1, bout.table.seats):
        seat = next_seat(bout.table, seat)
        if trivial and (bout.options.auto_pass >> seat) & 1:
            continue
        for _ in range(MOST_USES):
            openly = can_interrupt(bout.table, seat)
            if windows_closed(bout) or not (openly or has_cards(bout.table, seat)):
                break
            hidden = not openly and can_play(bout, seat)
            action = ask_privately(bout, Question.INTERRUPT, seat, NOBODY, openly, hidden)
            if action == Action.PASS:
                break
            use_any_time(bout, seat, action)
    bout.table.contest.declared = 0
