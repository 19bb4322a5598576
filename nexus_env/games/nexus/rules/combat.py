"""The basic rules of combat: dice on the sliding scale, contests, damage, effects of a blow (manual p.25-30)."""

from nexus_env.games.nexus.cards.cards import (
    has_cards,
    in_hand,
    is_card,
    may_reroll_with,
    react_with,
    reactions,
    throws_anew,
)
from nexus_env.games.nexus.cards.lasting import changed_damage, lasting_slide, use_up, use_up_damage
from nexus_env.games.nexus.cards.verbs import Timing, Verb
from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import (
    NOBODY,
    NOWHERE,
    Ability,
    Blow,
    Bout,
    Pile,
    Question,
    Square,
    Standing,
    Table,
)
from nexus_env.games.nexus.rules.crowd import collect_counter, paid_by_crowd
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.geometry import at, in_grapple, is_against_object, is_behind, is_fit
from nexus_env.games.nexus.rules.reserves import can_use, offer, use
from nexus_env.games.nexus.rules.states import (
    fall,
    feast,
    finishing_coins,
    roll_for,
    roll_location,
    settle_health,
    wound,
)
from nexus_env.games.nexus.rules.weapons import guards_back, is_shielded, melee_damage, wear
from nexus_env.games.nexus.rules.windows import answer_in_window
from nexus_env.kit.bitsets import after_first, first_member, how_many
from nexus_env.kit.tape import roll, windows_closed
from nexus_env.machine.compiled import compiled

MOST_SLIDE = 3
WALL_DAMAGE = 2
HAYMAKER_DAMAGE = 4
TURNING_POINT_DAMAGE = 6
STAGGERING_DAMAGE = 4
FALLS_ON = 3  # a d6 of 1-3
ATTACK_WOUNDS = 1 << Pile.MIDSECTION | 1 << Pile.LEFT_UPPER | 1 << Pile.RIGHT_UPPER  # lost locations that cost a step
DEFENSE_WOUNDS = 1 << Pile.MIDSECTION | 1 << Pile.LEFT_LOWER | 1 << Pile.RIGHT_LOWER
MOST_REROLLS = 6  # two rolls, each rerolled at most once; or cards for that, which others cancel


# --- the sliding dice scale -------------------------------------------------------------------------------------------


@compiled
def limit_slide(slide: int) -> int:
    """Sum all steps first, then limit the sum to -3 … +3. Rulebook: p.28 (R-251, R-253)."""
    return max(-MOST_SLIDE, min(MOST_SLIDE, slide))


@compiled
def roll_sds(bout: Bout, slide: int, purpose: int, seat: int) -> tuple[int, bool]:
    """Roll 2d6 and one die more for each step; the two highest count, or for negative steps the two lowest.

    Returns the total, and whether the two kept dice show the same value.

    Rulebook: p.4, p.28; site (R-012, R-250, R-251, R-252, R-253).
    """
    slide = limit_slide(slide)
    best, second, faces = 0, 0, 0
    for _ in range(2 + abs(slide)):
        face = roll(bout, 6, purpose, seat)
        faces = 7 * faces + face
        if slide < 0:
            face = 7 - face  # the lowest die is the highest one after inversion
        if face > best:
            best, second = face, best
        elif face > second:
            second = face
    total = 14 - best - second if slide < 0 else best + second
    log.rolled_dice(bout, seat=seat, purpose=purpose, slide=slide, total=total, faces=faces)
    return total, best == second


@compiled
def lasting_attack_slide(table: Table, seat: int) -> int:
    """The slide of every attack roll of a helot, Grapple Commands and Drag included. Rulebook: p.28 (R-253)."""
    return own_attack_slide(table, seat) + lasting_slide(table, seat, Verb.SLIDE_ATTACK)


@compiled
def own_attack_slide(table: Table, seat: int) -> int:
    """The slide from the attacker's wounds, its square and being Rattled, without abilities and cards.

    Rulebook: p.26, p.28, p.34, p.39; site (R-193, R-237, R-238, R-240, R-241, R-261, R-262, R-333, R-366, R-367,
    R-369).
    """
    helot = table.helots[seat]
    slide = -how_many(int(helot.lost) & ATTACK_WOUNDS)
    if at(table, helot.x, helot.y) == Square.BLOOD and not in_grapple(table, seat):
        slide -= 1
    if helot.rattled:
        slide -= 1
    return slide


@compiled
def defense_slide(table: Table, seat: int) -> int:
    """The slide of a helot's defense roll. Rulebook: p.28 (R-253)."""
    return own_defense_slide(table, seat) + lasting_slide(table, seat, Verb.SLIDE_DEFENSE)


@compiled
def own_defense_slide(table: Table, seat: int) -> int:
    """The slide from wounds, Blood, Gloating, and Elusive in the rounds of others, without other abilities and cards.

    Rulebook: p.25, p.26, p.28, p.32, p.39 (R-220, R-228, R-237, R-239, R-240, R-261, R-318, R-319, R-366, R-369).
    """
    helot = table.helots[seat]
    slide = -how_many(int(helot.lost) & DEFENSE_WOUNDS)
    if at(table, helot.x, helot.y) == Square.BLOOD and not in_grapple(table, seat):
        slide -= 1
    if helot.exposed:
        slide -= 1
    if helot.elusive and table.command_round.seat != seat:
        slide += 1
    return slide


@compiled
def command_slide(table: Table, attacker: int, defender: int, blow: int) -> int:
    """The slide from the command itself, the position and Tunnel Vision.

    The position counts for melee attacks, unless a Shield covers the back. Tunnel Vision counts for these and for Aim
    commands. Grapple Commands get neither.

    Rulebook: p.20, p.22-24, p.28, p.31, p.33 (R-160, R-162, R-164, R-166, R-179, R-194, R-198, R-200, R-202, R-207,
    R-209, R-210, R-217, R-254, R-261, R-303, R-330).
    """
    slide = 0
    if is_wild(blow) or blow == Blow.FOCUSED or blow == Blow.AIM_FOCUSED or blow == Blow.THROW:
        slide -= 1
    elif blow == Blow.TAKEDOWN:
        slide += 1
    if is_melee(blow) and is_behind(table, attacker, defender) and not guards_back(table, defender):
        slide += 1
    if (is_melee(blow) or is_aimed(blow)) and table.helots[attacker].tunnel_vision:
        slide += 1
    if is_aimed(blow):
        slide += lasting_slide(table, attacker, Verb.SLIDE_AIM)
    return slide


@compiled
def is_melee(blow: int) -> bool:
    """Melee Attack Commands: Wild, Standard and Focused Attacks, alone or in a combo, and Grapple."""
    return blow == Blow.WILD or blow == Blow.STANDARD or blow == Blow.FOCUSED or blow == Blow.GRAPPLE


@compiled
def is_aimed(blow: int) -> bool:
    """Aim commands."""
    return blow == Blow.AIM_WILD or blow == Blow.AIM_STANDARD or blow == Blow.AIM_FOCUSED


@compiled
def is_wild(blow: int) -> bool:
    """Wild Attacks, with the fist or a weapon, or aimed."""
    return blow == Blow.WILD or blow == Blow.AIM_WILD


# --- the contest ------------------------------------------------------------------------------------------------------


@compiled
def clear_contest(bout: Bout) -> None:
    """Clear the contest, so that questions no longer refer to it."""
    c = bout.table.contest
    c.blow, c.attacker, c.defender, c.location = NOBODY, NOBODY, NOBODY, NOWHERE
    c.attack, c.defense, c.damage, c.hits, c.declared = 0, 0, 0, 0, 0


@compiled
def declare(bout: Bout, seat: int, defender: int, blow: int, location: int, hits: int) -> None:
    """Publish the declared contest, so the other seats know what they may interrupt. Rulebook: p.20 (R-159)."""
    c = bout.table.contest
    c.blow, c.attacker, c.defender, c.location, c.hits = blow, seat, defender, location, hits
    c.attack, c.defense, c.damage, c.declared = 0, 0, 0, 1


@compiled
def contest(bout: Bout, attacker: int, defender: int, blow: int, extra_slide: int) -> bool:
    """Roll attack against defense; the higher total wins, and ties go to the defense. True if the attack succeeds.

    Every helot defends at no cost, except an incapacitated one, whose defense is 0.

    Rulebook: p.13, p.20, p.25, p.26, p.27 (R-113, R-158, R-205, R-220, R-221, R-222, R-244, R-248).
    """
    c = bout.table.contest
    c.blow, c.attacker, c.defender = blow, attacker, defender
    c.attack, c.defense, c.damage = 0, 0, 0
    c.attack_double, c.defense_double, c.attack_rerolled, c.defense_rerolled = 0, 0, 0, 0
    c.finisher, c.finish, c.declared = NOBODY, 0, 0
    from_behind = (is_melee(blow) or is_aimed(blow)) and is_behind(bout.table, attacker, defender)
    c.on_back_guard = int(from_behind and guards_back(bout.table, defender))
    roll_attack(bout, extra_slide)
    roll_defense(bout)
    for _ in range(MOST_REROLLS):
        if not persevere(bout, extra_slide):
            break
    if blow != Blow.ROACGULS:  # their rolls have no steps, so no step has been used
        use_up(bout, attacker, Verb.SLIDE_ATTACK)
        use_up(bout, defender, Verb.SLIDE_DEFENSE)
    if is_aimed(blow):
        use_up(bout, attacker, Verb.SLIDE_AIM)
    if c.attack > c.defense:
        return True
    log.defended(bout, seat=defender, attacker=attacker, blow=blow, attack=c.attack, defense=c.defense)
    return False


@compiled
def roll_attack(bout: Bout, extra_slide: int) -> None:
    """Roll the attack dice of the contest; Roacguls have no steps. Rulebook: p.28, p.35 (R-250, R-343, R-344)."""
    table = bout.table
    c = table.contest
    table.attacked = 1
    slide = extra_slide + lasting_attack_slide(table, c.attacker)
    slide += command_slide(table, c.attacker, c.defender, c.blow)
    if c.blow == Blow.ROACGULS:
        slide = 0
    total, double = roll_sds(bout, slide, Purpose.ATTACK, c.attacker)
    c.attack, c.attack_double = total, int(double)


@compiled
def roll_defense(bout: Bout) -> None:
    """Roll the defense dice of the contest. Rulebook: p.25, p.26, p.35 (R-220, R-222, R-344)."""
    c = bout.table.contest
    if not is_fit(bout.table, c.defender):
        c.defense, c.defense_double = 0, 0
        return
    slide = defense_slide(bout.table, c.defender)
    if c.blow == Blow.ROACGULS:
        slide = 0
    total, double = roll_sds(bout, slide, Purpose.DEFENSE, c.defender)
    c.defense, c.defense_double = total, int(double)


@compiled
def can_reroll(table: Table) -> bool:
    """At least one of the two rolls of the contest has not been rerolled yet."""
    c = table.contest
    return c.attack_rerolled == 0 or may_reroll_defense(table)


@compiled
def may_reroll_defense(table: Table) -> bool:
    """There was a defense roll, and it has not been rerolled yet."""
    return table.contest.defense_rerolled == 0 and is_fit(table, table.contest.defender)


@compiled
def may_reroll_contest(bout: Bout, seat: int, card: int) -> bool:
    """The card in hand may reroll one of the two rolls, its owner's or the other one, unless that has been rerolled.

    Rulebook: p.3, p.32 (R-313, R-348).
    """
    return (in_hand(bout, seat, Timing.REROLL) >> card) & 1 != 0 and throws_contest_anew(bout, seat, card)


@compiled
def throws_contest_anew(bout: Bout, seat: int, card: int) -> bool:
    """A card with this timing is for one of the two rolls, which may still be rerolled. Rulebook: p.32 (R-313)."""
    c = bout.table.contest
    if throws_anew(bout, seat, card, c.attacker):
        return c.attack_rerolled == 0
    return throws_anew(bout, seat, card, c.defender) and may_reroll_defense(bout.table)


@compiled
def can_reroll_contest(bout: Bout, seat: int) -> bool:
    """At least one card in question rerolls one of the two rolls."""
    left = reactions(bout, seat, Timing.REROLL)
    while left != 0:
        if throws_contest_anew(bout, seat, first_member(left)):
            return True
        left = after_first(left)
    return False


@compiled
def persevere(bout: Bout, extra_slide: int) -> bool:
    """Both sides may reroll one of the two rolls, by Perseverance or a card, the active player first.

    True if one of them has used something.

    Rulebook: p.3, p.32 (R-131, R-312, R-313, R-348).
    """
    c = bout.table.contest
    first = c.defender if c.defender == bout.table.command_round.seat else c.attacker
    for turn in range(2):
        seat = first if turn == 0 else c.attacker + c.defender - first
        openly = can_use(bout.table, seat, Ability.PERSEVERANCE) and can_reroll(bout.table)
        if windows_closed(bout) or not (openly or has_cards(bout.table, seat)):
            continue
        hidden = not openly and can_reroll_contest(bout, seat)

        # Ask which roll to reroll, by Perseverance or a card.
        answer = answer_in_window(bout, Question.PERSEVERANCE_CONTEST, seat, NOBODY, openly, hidden)
        if answer == Action.PASS:
            continue
        of_attack = answer == Action.PERSEVERANCE_ATTACK
        if is_card(answer):
            card = answer - Action.PLAY_CARD
            of_attack = may_reroll_with(bout, seat, card, c.attacker)
            if not react_with(bout, seat, card, c.attacker if of_attack else c.defender):
                return True
        else:
            use(bout, seat, Ability.PERSEVERANCE, c.attacker if of_attack else c.defender)

        # Reroll it.
        if of_attack:
            c.attack_rerolled = 1
            roll_attack(bout, extra_slide)
        else:
            c.defense_rerolled = 1
            roll_defense(bout)
        return True
    return False


# --- the blow ---------------------------------------------------------------------------------------------------------


@compiled
def is_strike(blow: int) -> bool:
    """Standard and Focused Attacks, alone or in a combo: they carry the position bonuses.

    Rulebook: p.28 (R-179, R-218, R-255, R-258).
    """
    return blow == Blow.STANDARD or blow == Blow.FOCUSED


@compiled
def spend_turning_point(bout: Bout, attacker: int, blow: int) -> int:
    """The Turning Point damage modifier for a qualifying success, Standard or Focused, melee or aimed; 0 for any other.

    A qualifying success collects the coins of the counter and uses the modifier up; others leave it.

    Rulebook: p.15, p.29, p.48 (R-083, R-087, R-088, R-089, R-090, R-265).
    """
    qualifies = is_strike(blow) or blow == Blow.AIM_STANDARD or blow == Blow.AIM_FOCUSED
    if not qualifies or not bout.table.lanistas[attacker].turning_point_damage:
        return 0
    collect_counter(bout, attacker)
    return TURNING_POINT_DAMAGE


@compiled
def land_blow(bout: Bout, location: int, at_random: bool, running: bool, damage: int) -> None:
    """Resolve a successful attack roll in the order of the rulebook.

    The order is: bonuses, location, Shield, Merely a Flesh Wound, coins, depletion, Staggering Blow and Running Strike;
    then `conclude` pays the crowd's part. Wild Attacks get no bonus damage except that of the weapon; an Aim Wild does.
    Cards may reduce the damage. Roacguls deal their own damage. A depleted location takes no damage, although the
    attack succeeded. A hit on a location under a drawn Shield wears the Shield.

    Rulebook: p.15, p.20, p.26-29, p.31, p.33, p.35 (R-161, R-163, R-165, R-211, R-232, R-245, R-246, R-247, R-249,
    R-255, R-297, R-302, R-316, R-323, R-324, R-343, R-353).
    """
    c = bout.table.contest
    attacker, defender, blow = c.attacker, c.defender, c.blow
    c.damage = damage

    # Bonus damage, of which wild attacks and roacguls get only a part.
    wild, fixed = blow == Blow.WILD, blow == Blow.ROACGULS
    if not wild and not fixed and offer(bout, attacker, Ability.HAYMAKER, Question.HAYMAKER, defender):
        c.damage += HAYMAKER_DAMAGE
    if is_strike(blow) and attacker == bout.table.command_round.seat:  # a Counterattack is not a command
        if is_against_object(bout.table, attacker, defender):
            c.damage += WALL_DAMAGE
    if is_strike(blow) or wild:
        c.damage += melee_damage(bout, attacker, defender)
    c.damage += spend_turning_point(bout, attacker, blow)
    if not fixed:
        strike = is_strike(blow) or blow == Blow.AIM_STANDARD or blow == Blow.AIM_FOCUSED
        c.damage += changed_damage(bout.table, attacker, strike, wild)
        use_up_damage(bout, attacker, strike, wild)
    c.damage = max(0, c.damage)

    # The hit itself.
    c.location = roll_location(bout, attacker, defender) if at_random else location
    was = bout.table.helots[defender].standing
    was_whole = c.location != NOWHERE and bout.table.helots[defender].health[c.location] > 0
    was_shielded = strike_home(bout, attacker, defender)

    # Consequences.
    if was_whole and not was_shielded:
        stagger(bout, defender)
    if was_shielded:
        wear(bout, defender)
    if running:
        strike_down(bout, defender)
    c.finisher, c.finish = attacker, finishing_coins(bout.table, attacker, defender, was)
    if c.finish > 0:
        feast(bout, attacker)


@compiled
def strike_home(bout: Bout, attacker: int, defender: int) -> bool:
    """The coins of the blow go to the attacker's Cred; True if it struck a drawn Shield.

    Rulebook: p.11, p.13, p.31, p.32 (R-094, R-114, R-299, R-310, R-311).
    """
    c = bout.table.contest
    hurts = c.location == NOWHERE or bout.table.helots[defender].health[c.location] > 0
    hurts = hurts and c.damage > 0 and bout.table.helots[defender].health[Pile.OVERALL_CONDITION] > 0
    spared = hurts and offer(bout, defender, Ability.MERELY_A_FLESH_WOUND, Question.MERELY_A_FLESH_WOUND, attacker)
    shielded = is_shielded(bout.table, defender, c.location)  # it may just have been dropped
    wound(bout, defender, c.location, c.damage, attacker, spared)
    settle_health(bout, defender, by_attack=True)
    return shielded


@compiled
def stagger(bout: Bout, defender: int) -> None:
    """Staggering Blow: an attack that deals 4 or more damage to the Head or Midsection makes the victim Prone on 1-3.

    A Takedown makes its victim Prone anyway.

    Rulebook: p.29 (R-266, R-267, R-268, R-269).
    """
    c = bout.table.contest
    in_place = c.location == Pile.HEAD or c.location == Pile.MIDSECTION
    if in_place and c.blow != Blow.TAKEDOWN and c.damage >= STAGGERING_DAMAGE and can_fall(bout.table, defender):
        if roll_for(bout, defender, Purpose.STAGGER, 6, NOBODY) <= FALLS_ON:
            fall(bout, defender)


@compiled
def strike_down(bout: Bout, defender: int) -> None:
    """Running Strike: the target falls on 1-3, by a roll of its own. Rulebook: p.28, p.29 (R-258, R-268)."""
    if can_fall(bout.table, defender):
        if roll_for(bout, defender, Purpose.STRIKE_DOWN, 6, NOBODY) <= FALLS_ON:
            fall(bout, defender)


@compiled
def can_fall(table: Table, seat: int) -> bool:
    """The helot is still upright, so a roll for falling is needed."""
    return table.helots[seat].standing == Standing.FIT and table.helots[seat].prone == 0


@compiled
def conclude(bout: Bout) -> None:
    """The crowd pays for the contest: Crowd Pleasers of both sides, then the finishing bonus.

    A Crowd Pleaser is 1 Cred for two kept dice of the same value, in any attack or defense roll, success or not. An
    attack from behind wears the Shield on the back, whatever its result.

    Rulebook: p.11, p.27, p.29, p.31 (R-100, R-104, R-249, R-263, R-264, R-270, R-303).
    """
    c = bout.table.contest
    if c.attack_double:
        paid_by_crowd(bout, c.attacker, 1)
    if c.defense_double:
        paid_by_crowd(bout, c.defender, 1)
    if c.finish > 0:
        paid_by_crowd(bout, c.finisher, c.finish)
    if c.on_back_guard and guards_back(bout.table, c.defender):
        wear(bout, c.defender)
    c.on_back_guard = 0
    c.attack_double, c.defense_double, c.finish = 0, 0, 0
