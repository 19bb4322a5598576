"""Command cycles and rounds, Deception, Turning Points, the end of the bout (manual p.6, p.10-13, p.15-16, p.29)."""

from nexus_env.games.nexus.cards.cards import can_react_with, has_cards, is_card, react_with
from nexus_env.games.nexus.cards.effects import carry_out_turning_point_card, carry_out_waiting
from nexus_env.games.nexus.cards.helot_effects import collect_points
from nexus_env.games.nexus.cards.lasting import expire, total_of
from nexus_env.games.nexus.cards.verbs import Timing, Until, Verb
from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import DECEPTION_TOKENS, OVERALL, TABLE, Action
from nexus_env.games.nexus.rules.activation import activate_at_turning_point, activate_duplicates
from nexus_env.games.nexus.rules.bout import (
    DECLARING,
    NEXT_ROUND,
    NOBODY,
    SLOTS,
    Ability,
    Bout,
    Question,
    Table,
    Trait,
)
from nexus_env.games.nexus.rules.crowd import can_spare, mark_counter, paid_by_crowd, pay_crowd
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.geometry import how_many_fit, is_fit, next_seat
from nexus_env.games.nexus.rules.interruptions import interrupts
from nexus_env.games.nexus.rules.movement import slow_down
from nexus_env.games.nexus.rules.reserves import can_use, raise_trait, use
from nexus_env.games.nexus.rules.side_events import end_cycle
from nexus_env.games.nexus.rules.states import (
    FIRE_DAMAGE,
    give_prone_bonus,
    lose_overall_condition,
    remove_incapacitated,
)
from nexus_env.games.nexus.rules.windows import answer_in_window, answer_openly
from nexus_env.kit.tape import COMMAND, ask_about, follow, roll
from nexus_env.machine.compiled import compiled, compiled_apart

COMMAND_POINTS = 6
ALL_SLOTS = (1 << SLOTS) - 1
BUTTON_PRICE = TABLE.price(Action.BUTTON_TO_MOVEMENT, OVERALL)
BLOCK_PRICE = TABLE.price(Action.BLOCK_DECEPTION, DECEPTION_TOKENS)
BLEEDING_DAMAGE = 1
LAST_STANDING_COINS = 10
MOST_TIE_ROLLS = 12  # of players whose tie-break comes out equal; then the seat decides


# --- initiative -------------------------------------------------------------------------------------------------------


@compiled
def initiative_class(trait: int) -> int:
    """Instinct first, then Deftness, then Cunning, then all the others alike. Rulebook: p.10 (R-043)."""
    if trait == Trait.INSTINCT:
        return 0
    if trait == Trait.DEFTNESS:
        return 1
    if trait == Trait.CUNNING:
        return 2
    return 3


@compiled
def roll_initiative(bout: Bout) -> None:
    """Every player with a fit helot rolls a trait die and a ratio die; the trait rises by 1, the ratio is kept.

    Rulebook: p.10, p.14 (R-041, R-042, R-043, R-044, R-046, R-047, R-048).
    """
    table = bout.table
    for seat in range(table.seats):
        lanista = table.lanistas[seat]
        lanista.initiative = NOBODY
        if is_fit(table, seat):
            lanista.trait_face = roll(bout, 6, Purpose.TRAIT, seat) - 1
            lanista.ratio = roll(bout, 6, Purpose.RATIO, seat)
            lanista.initiative = 10 * initiative_class(lanista.trait_face) + 6 - lanista.ratio
            face, ratio = lanista.trait_face + 1, lanista.ratio
            log.rolled(bout, seat=seat, other=NOBODY, purpose=Purpose.TRAIT, face=face, sides=6)
            log.rolled(bout, seat=seat, other=NOBODY, purpose=Purpose.RATIO, face=ratio, sides=6)
            raise_trait(bout, seat, lanista.trait_face, 1)
    break_ties(bout)
    rank_initiative(table, by_seat=True)
    for seat in range(table.seats):
        place = table.lanistas[seat].initiative
        if place != NOBODY:
            table.order[place] = seat
            log.took_place(bout, seat=seat, place=place)


@compiled
def rank_initiative(table: Table, by_seat: bool) -> None:
    """Replace the keys of the fit seats by places 0, 1, 2 …; equal keys stay equal, unless ties go `by_seat`."""
    keys = (
        table.lanistas[0].initiative,
        table.lanistas[1].initiative,
        table.lanistas[2].initiative,
        table.lanistas[3].initiative,
    )
    for seat in range(table.seats):
        if keys[seat] == NOBODY:
            continue
        place = 0
        for other in range(table.seats):
            tied = by_seat & (keys[other] == keys[seat]) & (other < seat)
            place += (keys[other] != NOBODY) & ((keys[other] < keys[seat]) | tied)  # branchless: dice mispredict
        table.lanistas[seat].initiative = place


@compiled
def is_tied(table: Table, seat: int) -> bool:
    """Another seat has the same key."""
    key = table.lanistas[seat].initiative
    for other in range(table.seats):
        if other != seat and key != NOBODY and table.lanistas[other].initiative == key:
            return True
    return False


@compiled
def break_ties(bout: Bout) -> None:
    """Tied players roll 2d6, the higher total first, until nobody is tied. Rulebook: p.10 (R-045)."""
    table = bout.table
    for _ in range(MOST_TIE_ROLLS):
        tied = 0
        for seat in range(table.seats):
            if is_tied(table, seat):
                tied |= 1 << seat
        if tied == 0:
            return
        for seat in range(table.seats):
            if table.lanistas[seat].initiative != NOBODY:
                table.lanistas[seat].initiative *= 13
        for seat in range(table.seats):
            if (tied >> seat) & 1:
                total = roll(bout, 6, Purpose.TIE, seat) + roll(bout, 6, Purpose.TIE, seat)
                log.rolled(bout, seat=seat, other=NOBODY, purpose=Purpose.TIE, face=total, sides=12)
                table.lanistas[seat].initiative += 12 - total
        rank_initiative(table, by_seat=False)


# --- the course of the bout -------------------------------------------------------------------------------------------


@compiled
def next_round(bout: Bout) -> None:
    """Go on to the next helot in initiative order that can act; after the last one, begin a new cycle.

    The bout ends when at most one helot is fit, or at the agreed limit of cycles. This can happen as a round begins:
    then there is no attacker, no split and no round to finish.

    Rulebook: p.5, p.10, p.13 (R-040, R-041, R-048, R-052, R-106, R-119).
    """
    table = bout.table
    for _ in range(3 * table.seats + 3):
        if how_many_fit(table) <= 1:
            end_bout(bout)
            return
        table.turn += 1
        if table.turn >= table.seats or table.order[table.turn] == NOBODY:
            if table.cycle >= bout.options.cycle_limit:
                table.truncated = 1
                end_bout(bout)
                return
            if table.cycle > 0:
                end_cycle(bout)
                if how_many_fit(table) <= 1:  # a fire fell on a helot
                    end_bout(bout)
                    return
            begin_cycle(bout)
        seat = table.order[table.turn]
        begun = seat != NOBODY and is_fit(table, seat) and begin_round(bout, seat)
        if begun and how_many_fit(table) > 1:
            follow(bout, DECLARING)
            return
        close_round(bout)


@compiled
def begin_cycle(bout: Bout) -> None:
    """Begin with an Initiative Round; effects that last for a cycle end. Rulebook: p.10, p.32 (R-041, R-318)."""
    table = bout.table
    table.cycle += 1
    table.turn = 0
    table.attacked, table.crowd_gained = 0, 0
    log.began_cycle(bout, number=table.cycle)
    expire(bout, Until.CYCLE)
    for seat in range(table.seats):
        table.helots[seat].elusive = 0
        table.order[seat] = NOBODY
    roll_initiative(bout)


@compiled
def begin_round(bout: Bout, seat: int) -> bool:
    """Resolve state damage and the Turning Point step; True if the helot can still act.

    Rulebook: p.10, p.15 (R-049, R-051, R-052, R-056).
    """
    r = bout.table.command_round
    r.seat = seat
    r.movement_points, r.action_points, r.forfeited, r.liberate_failed = 0, 0, 0, 0
    r.bonus_points, r.bonus_given, r.bonus_target = 0, 0, NOBODY
    r.rotations, r.rotation_direction, r.straight_moves = 0, 0, 0
    r.feinted, r.gloat_open, r.gloat_coins, r.gloated, r.deception, r.declared = 0, 0, 0, 0, 0, 0
    r.handled = 0
    r.free_liberates = total_of(bout.table, seat, Verb.FREE_LIBERATE)
    bout.table.helots[seat].exposed = 0  # p.25: until its next round starts
    log.began_round(bout, seat=seat, ratio=bout.table.lanistas[seat].ratio)
    suffer_states(bout, seat)
    if not is_fit(bout.table, seat):
        return False
    step_turning_point(bout, seat)
    return is_fit(bout.table, seat)


@compiled
def declare_points(bout: Bout) -> None:
    """Declare ratio and points; then ask for the first command. No later answer replays the beginning of the round.

    Rulebook: p.10, p.16, p.30 (R-049, R-058, R-064, R-276, R-278).
    """
    seat = bout.table.command_round.seat
    declare_ratio(bout, seat)
    give_prone_bonus(bout)
    interrupts(bout, trivial=False)
    if is_fit(bout.table, seat):
        bout.table.request.seat = seat
        bout.table.request.question = COMMAND
    else:
        close_round(bout)
        follow(bout, NEXT_ROUND)


@compiled
def suffer_states(bout: Bout, seat: int) -> None:
    """Flaming costs 5 OC, then Bleeding 1, to the Crowd Pile; a helot that falls loses its round.

    Rulebook: p.26, p.30; site (R-050, R-051, R-052, R-116, R-284, R-285, R-286, R-287).
    """
    if bout.table.helots[seat].flaming:
        lose_overall_condition(bout, seat, FIRE_DAMAGE, NOBODY, by_attack=False)
    if bout.table.helots[seat].bleeding and is_fit(bout.table, seat):
        lose_overall_condition(bout, seat, BLEEDING_DAMAGE, NOBODY, by_attack=False)


@compiled
def end_round(bout: Bout, seat: int) -> None:
    """Each unspent point costs 1 Cred, or without Cred 1 OC, to the Crowd Pile; points never carry over.

    Bonus points against a Prone helot are not counted. The penalty may incapacitate.
    Rulebook: p.10, p.16, p.29 (R-010, R-059, R-060, R-061, R-062, R-067, R-102, R-156, R-272, R-279).
    """
    r = bout.table.command_round
    unspent = r.movement_points + r.action_points + r.forfeited
    unpaid = unspent - pay_crowd(bout, seat, unspent)
    if unpaid > 0:
        lose_overall_condition(bout, seat, unpaid, NOBODY, by_attack=False)


@compiled
def close_round(bout: Bout) -> None:
    """Effects that last for a round end, and Guts replace the incapacitated.

    Rulebook: p.13, p.21, p.33, p.34 (R-115, R-177, R-330, R-333).
    """
    remove_incapacitated(bout)
    expire(bout, Until.ROUND)
    for seat in range(bout.table.seats):
        bout.table.helots[seat].rattled = 0
        bout.table.helots[seat].tunnel_vision = 0
    bout.table.command_round.seat = NOBODY


# --- turning points ---------------------------------------------------------------------------------------------------


@compiled
def step_turning_point(bout: Bout, seat: int) -> None:
    """Mark the value of the ratio die on the counter; a marked value, or a full counter, makes it a Duplicate.

    Rulebook: p.10, p.15, p.40; site (R-033, R-053, R-055, R-056, R-077, R-078, R-079, R-085, R-086).
    """
    lanista = bout.table.lanistas[seat]
    slot = 1 << (lanista.ratio - 1)
    if lanista.slots & slot:
        log.rolled_duplicate(bout, seat=seat, ratio=lanista.ratio)
        activate_duplicates(bout, seat)
        return
    lanista.slots |= slot
    mark_counter(bout, seat)
    log.marked_counter(bout, seat=seat, ratio=lanista.ratio, slots=lanista.slots)
    if lanista.slots == ALL_SLOTS:
        turning_point(bout, seat)


@compiled_apart
def turning_point(bout: Bout, seat: int) -> None:
    """The five steps: waiting instructions, hazards, the card, the damage modifier, and on with the round.

    If a step leaves fewer than two helots standing, it is the last one; a card is carried out to its end.

    Rulebook: p.5, p.13, p.15 (R-035, R-079, R-080, R-081, R-082, R-083, R-084, R-119).
    """
    bout.table.turning_points += 1
    carry_out_waiting(bout)
    if how_many_fit(bout.table) > 1:
        activate_at_turning_point(bout, seat)
    if how_many_fit(bout.table) > 1:
        carry_out_turning_point_card(bout, seat)
    bout.table.lanistas[seat].turning_point_damage = 1
    log.reached_turning_point(bout, seat=seat, number=bout.table.turning_points)


# --- the ratio and deception ------------------------------------------------------------------------------------------


@compiled
def declare_ratio(bout: Bout, seat: int) -> None:
    """The value of the ratio die goes to movement or to action, the rest of 6 to the other; or the Motivation Button.

    Rulebook: p.10, p.16, p.29 (R-046, R-057, R-058, R-064, R-074, R-075).
    """
    table = bout.table
    choice = deceptions(bout, seat)
    if choice == Action.PASS:
        choice = ask_about(bout, Question.RATIO, seat, seat)
    value = table.lanistas[seat].ratio
    if choice == Action.BUTTON_TO_MOVEMENT or choice == Action.BUTTON_TO_ACTION:
        value = COMMAND_POINTS
        lose_overall_condition(bout, seat, BUTTON_PRICE, NOBODY, by_attack=False)
    to_movement = (
        choice == Action.RATIO_TO_MOVEMENT
        or choice == Action.BUTTON_TO_MOVEMENT
        or choice == Action.DECEIVE_TO_MOVEMENT
    )
    table.command_round.movement_points = value if to_movement else COMMAND_POINTS - value
    table.command_round.action_points = COMMAND_POINTS - table.command_round.movement_points
    table.command_round.declared = 1
    collect_points(bout, seat)
    slow_down(bout, seat)
    movement, actions = table.command_round.movement_points, table.command_round.action_points
    log.split_points(bout, seat=seat, choice=choice, movement_points=movement, action_points=actions)


@compiled
def may_push_button(table: Table, seat: int) -> bool:
    """At least 1 OC must remain after paying for the button. Rulebook: p.29 (R-074, R-076)."""
    return can_spare(table, seat, BUTTON_PRICE)


@compiled
def may_deceive(table: Table, deceiver: int) -> bool:
    """Needs a Deception token and a fit helot: a lanista whose helot is out keeps its Cred, but decides no more.

    Rulebook: p.6, p.10 (R-048, R-068).
    """
    return table.lanistas[deceiver].deception_tokens > 0 and is_fit(table, deceiver)


@compiled
def deceptions(bout: Bout, seat: int) -> int:
    """Clockwise, each opponent may spend a token to decide the split; returns the decision that stands, or PASS.

    One deception stands in a round. A blocked opponent may not try again, but another one may, and so may one that was
    ignored.

    Rulebook: p.6, p.34 (R-024, R-068, R-069, R-070, R-071, R-072, R-073, R-335).
    """
    deceiver = seat
    for _ in range(1, bout.table.seats):
        deceiver = next_seat(bout.table, deceiver)
        for _ in range(2):  # Can't Fool Me costs 4 of at most 5 points: it answers one deception, not two
            if not may_deceive(bout.table, deceiver):
                break
            choice = answer_openly(bout, Question.DECEPTION, deceiver, seat)
            if choice == Action.PASS:
                break
            bout.table.lanistas[deceiver].deception_tokens -= 1
            log.deceived(bout, seat=deceiver, victim=seat, choice=choice)
            answer = answer_deception(bout, seat, deceiver)
            if answer == Action.PASS:
                bout.table.command_round.deception = 1
                return choice
            if answer == Action.BLOCK_DECEPTION:
                break
    return Action.PASS


@compiled
def may_block(table: Table, seat: int) -> bool:
    """2 Deception tokens. Rulebook: p.6 (R-070)."""
    return table.lanistas[seat].deception_tokens >= BLOCK_PRICE


@compiled
def answer_deception(bout: Bout, seat: int, deceiver: int) -> int:
    """The victim accepts it, blocks it with 2 tokens, or ignores it by Can't Fool Me or a card; tokens are spent.

    If its card is canceled, the deception stands.

    Rulebook: p.3, p.6, p.34 (R-070, R-071, R-073, R-335, R-348).
    """
    openly = may_block(bout.table, seat) or can_use(bout.table, seat, Ability.CANT_FOOL_ME)
    if not openly and not has_cards(bout.table, seat):
        return Action.PASS
    hidden = not openly and can_react_with(bout, seat, Timing.DECEIVED)
    answer = answer_in_window(bout, Question.DECEIVED, seat, deceiver, openly, hidden)
    if is_card(answer):
        ignored = react_with(bout, seat, answer - Action.PLAY_CARD, deceiver)
        return Action.CANT_FOOL_ME if ignored else Action.PASS
    if answer == Action.BLOCK_DECEPTION:
        bout.table.lanistas[seat].deception_tokens -= BLOCK_PRICE
        log.blocked_deception(bout, seat=seat, deceiver=deceiver)
    elif answer == Action.CANT_FOOL_ME:
        use(bout, seat, Ability.CANT_FOOL_ME, deceiver)
    return answer


# --- the end of the bout ----------------------------------------------------------------------------------------------


@compiled_apart
def end_bout(bout: Bout) -> None:
    """The last helot standing earns 10 from the crowd; then the most Cred wins, if it exceeds the Crowd Pile.

    A dead helot's player can win. Cred equal to the Crowd Pile is a draw; players with equal Cred share the victory. A
    bout that the limit of cycles ends is counted in the same way.

    Rulebook: p.5, p.11, p.13, p.29 (R-099, R-106, R-119, R-120, R-121, R-122, R-123, R-124, R-125, R-271).
    """
    table = bout.table
    if how_many_fit(table) == 1:
        for seat in range(table.seats):
            if is_fit(table, seat):
                paid_by_crowd(bout, seat, LAST_STANDING_COINS)
    most = 0
    for seat in range(table.seats):
        most = max(most, table.lanistas[seat].cred)
    table.winners = 0
    if most > table.crowd_pile:
        for seat in range(table.seats):
            if table.lanistas[seat].cred == most:
                table.winners |= 1 << seat
    table.over = 1
    table.command_round.seat = NOBODY
    table.request.seat = NOBODY
    table.request.question = COMMAND
    log.ended(bout, winners=table.winners, most=most, crowd_pile=table.crowd_pile)
