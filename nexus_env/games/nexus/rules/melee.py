"""Melee attack commands (manual p.20-21)."""

import numpy as np

from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import ACTION, OVERALL, TABLE, Action
from nexus_env.games.nexus.rules.bout import (
    NOBODY,
    NOWHERE,
    Ability,
    Blow,
    Bout,
    Pile,
    Question,
    Range,
    Table,
)
from nexus_env.games.nexus.rules.combat import conclude, contest, declare, land_blow
from nexus_env.games.nexus.rules.crowd import can_spare, paid_by_crowd
from nexus_env.games.nexus.rules.geometry import (
    FRONT,
    FRONT_LEFT,
    FRONT_RIGHT,
    can_act,
    helot_towards,
    is_fit,
    is_upright,
)
from nexus_env.games.nexus.rules.interruptions import interrupts
from nexus_env.games.nexus.rules.reserves import offer
from nexus_env.games.nexus.rules.states import catch_fire, feast, finishing_coins, let_go, lose_overall_condition, seize
from nexus_env.games.nexus.rules.weapons import is_armed_with, is_forbidden, wear
from nexus_env.machine.compiled import compiled

WILD_COST, WILD_PRICE = TABLE.price(Action.WILD_ATTACK, ACTION), TABLE.price(Action.WILD_ATTACK, OVERALL)
STANDARD_COST = TABLE.price(Action.STANDARD_ATTACK, ACTION)
FOCUSED_COST = TABLE.price(Action.FOCUSED_ATTACK, ACTION)
COMBO_COST, HIT_COST = TABLE.price(Action.COMBO, ACTION), TABLE.prices(Action.COMBO, "hits", ACTION)[0]
GRAPPLE_COST = TABLE.price(Action.GRAPPLE, ACTION)
FEINT_COST = TABLE.price(Action.FEINT, ACTION)
FORWARD_RELATIVE = np.array((FRONT, FRONT_LEFT, FRONT_RIGHT))  # the three adjoining forward squares
AHEAD = 0  # of them, the Front


# --- points -----------------------------------------------------------------------------------------------------------


@compiled
def action_points_against(table: Table, defender: int) -> int:
    """Action points for an attack on `defender`, including bonus points against a Prone target.

    Rulebook: p.13, p.30 (R-111, R-276, R-280).
    """
    bonus = table.command_round.bonus_points if table.command_round.bonus_target == defender else 0
    return table.command_round.action_points + bonus


@compiled
def pay_attack(bout: Bout, defender: int, cost: int) -> None:
    """Spend bonus points first, since nothing else can use them. Rulebook: p.30 (R-279, R-280)."""
    r = bout.table.command_round
    bonus = min(cost, r.bonus_points) if r.bonus_target == defender else 0
    r.bonus_points -= bonus
    r.action_points -= cost - bonus


@compiled
def may_attack(bout: Bout, seat: int, defender: int, cost: int, bit: int) -> bool:
    """Needs an upright helot in no grapple, a helot as target, the points, and no drawn weapon that forbids the attack.

    Rulebook: p.13, p.20, p.22, p.30 (R-113, R-203, R-219, R-275, R-290).
    """
    table = bout.table
    return (
        defender != NOBODY
        and is_upright(table, seat)
        and table.helots[seat].holds == NOBODY
        and action_points_against(table, defender) >= cost
        and not is_forbidden(bout, seat, bit)
    )


# --- the roll of a melee attack ---------------------------------------------------------------------------------------


@compiled
def melee_contest(bout: Bout, attacker: int, defender: int, blow: int) -> bool:
    """The contest of a Melee Attack Command; before the roll, the defender may call Counterattack.

    A Feint against the defender is used up, by a combo in its opening. A defended attack wears the weapon.

    Rulebook: p.21, p.31, p.32 (R-176, R-177, R-294, R-295, R-314, R-316).
    """
    counter = offer(bout, defender, Ability.COUNTERATTACK, Question.COUNTERATTACK, attacker)
    slide = 0
    if (bout.table.command_round.feinted >> defender) & 1:
        bout.table.command_round.feinted -= 1 << defender
        slide = 1
    won = contest(bout, attacker, defender, blow, slide)
    if not won:
        conclude(bout)
        if blow != Blow.GRAPPLE and is_armed_with(bout, attacker, Range.MELEE):
            wear(bout, attacker)
        if counter:
            counterattack(bout, attacker, defender)
    return won


@compiled
def counterattack(bout: Bout, attacker: int, defender: int) -> None:
    """Treat the defense as a Standard Attack of the defender: the difference, to OC and a random location.

    Equal totals do nothing. No points, facing or position are needed.

    Rulebook: p.32 (R-314, R-315, R-316).
    """
    c = bout.table.contest
    damage = c.defense - c.attack
    if damage <= 0:
        return
    c.attacker, c.defender, c.blow, c.location = defender, attacker, Blow.STANDARD, NOWHERE
    land_blow(bout, NOWHERE, at_random=True, running=False, damage=damage)
    conclude(bout)


@compiled
def strike(bout: Bout, attacker: int, defender: int, blow: int, location: int, running: bool) -> bool:
    """Resolve one Wild, Standard or Focused Attack, from the dice to the crowd's part; True if it succeeds.

    Rulebook: p.20, p.27 (R-159, R-244, R-245, R-249).
    """
    if not melee_contest(bout, attacker, defender, blow):
        return False
    bout.table.command_round.gloat_open = 1
    c = bout.table.contest
    land_blow(bout, location, blow == Blow.STANDARD, running, c.attack - c.defense)
    conclude(bout)
    return True


# --- from the command to the dice -------------------------------------------------------------------------------------


@compiled
def comes_to_dice(bout: Bout, seat: int, defender: int, ahead: int, blow: int, location: int, hits: int) -> bool:
    """Declare the attack, which is paid; the others may interrupt. True if it can still be rolled.

    The attack is lost if an interruption took the target out of reach, or if the attacker has fallen.

    Rulebook: p.20, p.21, p.30, p.32 (R-129, R-159, R-171, R-175, R-275).
    """
    declare(bout, seat, defender, blow, location, hits)
    interrupts(bout, trivial=False)
    if helot_towards(bout.table, seat, FORWARD_RELATIVE[ahead]) == defender and can_act(bout.table, seat):
        return True
    log.lost_command(bout, seat=seat, target=defender)
    return False


# --- the commands -----------------------------------------------------------------------------------------------------


@compiled
def may_wild_attack(bout: Bout, seat: int, place: int) -> bool:
    """1 AP and 1 OC, with at least 1 OC remaining; against a helot on any of the three forward squares.

    Rulebook: p.20 (R-076, R-160).
    """
    defender = helot_towards(bout.table, seat, FORWARD_RELATIVE[place])
    return can_spare(bout.table, seat, WILD_PRICE) and may_attack(bout, seat, defender, WILD_COST, 1 << Blow.WILD)


@compiled
def pay_wild_attack(bout: Bout, seat: int, defender: int) -> None:
    """The price in action points and in Overall Condition, to the Crowd Pile. Rulebook: p.12, p.20 (R-103, R-160)."""
    pay_attack(bout, defender, WILD_COST)
    lose_overall_condition(bout, seat, WILD_PRICE, NOBODY, by_attack=False)


@compiled
def wild_attack(bout: Bout, seat: int, ahead: int) -> None:
    """An attack at -SDS that damages the Overall Condition only. Rulebook: p.17, p.20 (R-159, R-160, R-161)."""
    defender = helot_towards(bout.table, seat, FORWARD_RELATIVE[ahead])
    pay_wild_attack(bout, seat, defender)
    if comes_to_dice(bout, seat, defender, ahead, Blow.WILD, NOWHERE, 0):
        strike(bout, seat, defender, Blow.WILD, NOWHERE, running=False)


@compiled
def may_melee(bout: Bout, seat: int, cost: int, bit: int) -> bool:
    """Needs an opponent in Front and the points. Rulebook: p.20, p.21 (R-162, R-164, R-171, R-176)."""
    return may_attack(bout, seat, helot_towards(bout.table, seat, FRONT), cost, bit)


@compiled
def standard_attack(bout: Bout, seat: int, running: bool) -> None:
    """An attack on the helot in Front, at a random location. Rulebook: p.17, p.20 (R-159, R-162, R-163)."""
    defender = helot_towards(bout.table, seat, FRONT)
    pay_attack(bout, defender, STANDARD_COST)
    if comes_to_dice(bout, seat, defender, AHEAD, Blow.STANDARD, NOWHERE, 0):
        strike(bout, seat, defender, Blow.STANDARD, NOWHERE, running)


@compiled
def focused_attack(bout: Bout, seat: int, location: int, running: bool) -> None:
    """An attack at -SDS on the helot in Front, at a named location. Rulebook: p.17, p.20 (R-159, R-164, R-165)."""
    defender = helot_towards(bout.table, seat, FRONT)
    pay_attack(bout, defender, FOCUSED_COST)
    if comes_to_dice(bout, seat, defender, AHEAD, Blow.FOCUSED, location, 0):
        strike(bout, seat, defender, Blow.FOCUSED, location, running)


@compiled
def has_both_arms(table: Table, seat: int) -> bool:
    """Both upper limbs are functional. Rulebook: p.20 (R-167)."""
    health = table.helots[seat].health
    return health[Pile.LEFT_UPPER] > 0 and health[Pile.RIGHT_UPPER] > 0


@compiled
def may_grapple(bout: Bout, seat: int) -> bool:
    """Needs two functional upper limbs, no drawn weapon, and a target that is not incapacitated or held.

    The grappler itself must not hold anybody.

    Rulebook: p.20, p.30 (R-166, R-167, R-168, R-170, R-282).
    """
    table = bout.table
    helot = table.helots[seat]
    defender = helot_towards(table, seat, FRONT)
    if helot.armed or not may_attack(bout, seat, defender, GRAPPLE_COST, 1 << Blow.GRAPPLE):
        return False
    if not is_fit(table, defender):
        return False
    return has_both_arms(table, seat) and table.helots[defender].held_by == NOBODY


@compiled
def grapple(bout: Bout, seat: int) -> None:
    """Try to grapple the helot in Front. Rulebook: p.17, p.20 (R-159, R-166)."""
    defender = helot_towards(bout.table, seat, FRONT)
    pay_attack(bout, defender, GRAPPLE_COST)
    if comes_to_dice(bout, seat, defender, AHEAD, Blow.GRAPPLE, NOWHERE, 0):
        come_to_grips(bout, seat, defender)


@compiled
def come_to_grips(bout: Bout, seat: int, defender: int) -> None:
    """A grapple does no damage; success makes the target Grappled. Fire spreads between the two, either way.

    Rulebook: p.20, p.30, p.40 (R-166, R-168, R-169, R-287, R-379, R-380).
    """
    if not melee_contest(bout, seat, defender, Blow.GRAPPLE):
        return
    bout.table.command_round.gloat_open = 1
    seize(bout, seat, defender)
    conclude(bout)
    me_flaming, other_flaming = bout.table.helots[seat].flaming, bout.table.helots[defender].flaming
    if other_flaming and not me_flaming:
        catch_fire(bout, seat, seat, by_attack=False)
    elif me_flaming and not other_flaming:
        was = bout.table.helots[defender].standing
        catch_fire(bout, defender, seat, by_attack=True)
        coins = finishing_coins(bout.table, seat, defender, was)
        paid_by_crowd(bout, seat, coins)
        if coins > 0:
            feast(bout, seat)
    if bout.table.helots[defender].held_by == seat:
        if offer(bout, defender, Ability.UNSHACKLED, Question.UNSHACKLED, seat):
            let_go(bout, seat)


@compiled
def combo(bout: Bout, seat: int, location: int, hits: int, running: bool) -> None:
    """Declare and pay the whole combo before any die is rolled. Rulebook: p.17, p.21 (R-159, R-171)."""
    defender = helot_towards(bout.table, seat, FRONT)
    pay_attack(bout, defender, COMBO_COST + HIT_COST * hits)
    if comes_to_dice(bout, seat, defender, AHEAD, Blow.FOCUSED, location, hits):
        strike_in_a_row(bout, seat, defender, location, hits, running)


@compiled
def strike_in_a_row(bout: Bout, attacker: int, defender: int, location: int, hits: int, running: bool) -> None:
    """A Focused Attack, then every declared Standard Attack with its own roll; if the Focused Attack fails, none.

    Combo Breaker stops the rest; so does a target that is killed or no longer in Front.

    Rulebook: p.21, p.32 (R-171, R-172, R-173, R-174, R-175, R-317).
    """
    bout.table.contest.hits = hits
    if not strike(bout, attacker, defender, Blow.FOCUSED, location, running):
        return
    if can_go_on(bout.table, attacker, defender):
        if offer(bout, defender, Ability.COMBO_BREAKER, Question.COMBO_BREAKER, attacker):
            return
    for hit in range(hits):
        if not can_go_on(bout.table, attacker, defender):
            return
        bout.table.contest.hits, bout.table.contest.location = hits - hit - 1, NOWHERE
        strike(bout, attacker, defender, Blow.STANDARD, NOWHERE, running=False)


@compiled
def can_go_on(table: Table, attacker: int, defender: int) -> bool:
    """The attacker is fit and upright and the target still in Front. Rulebook: p.21, p.30 (R-175, R-275)."""
    return can_act(table, attacker) and helot_towards(table, attacker, FRONT) == defender


@compiled
def feint(bout: Bout, seat: int) -> None:
    """+SDS to the next attack roll against that opponent in this round; no roll, no defense, no stacking.

    Rulebook: p.21 (R-176, R-177, R-178).
    """
    defender = helot_towards(bout.table, seat, FRONT)
    pay_attack(bout, defender, FEINT_COST)
    bout.table.command_round.feinted |= 1 << defender
