"""Helot states and health: prone, grappled, bleeding, flaming, depleted, incapacitated, killed (p.13, 26, 30)."""

from nexus_env.games.nexus.cards.cards import can_reroll_with, has_cards, react_with
from nexus_env.games.nexus.cards.lasting import total_of
from nexus_env.games.nexus.cards.verbs import Verb
from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import (
    LOCATIONS,
    MOST_TILES,
    NOBODY,
    NOWHERE,
    Ability,
    Bout,
    Pile,
    Question,
    Square,
    Standing,
    Table,
)
from nexus_env.games.nexus.rules.crowd import heal, take_health
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.geometry import FRONT, at, clockwise, count_of, helot_towards, is_fit, next_seat, put
from nexus_env.games.nexus.rules.reserves import can_use, offer, use
from nexus_env.games.nexus.rules.weapons import is_shielded
from nexus_env.games.nexus.rules.windows import answer_in_window
from nexus_env.kit.tape import ask, roll, windows_closed
from nexus_env.machine.compiled import compiled, compiled_apart

PRONE_BONUS = 2
CHECK_PASSED = 4  # a d6 of 4 or more
FIRE_DAMAGE = 5


# --- single dice -----------------------------------------------------------------------------------------------------


@compiled
def roll_for(bout: Bout, roller: int, purpose: int, sides: int, other: int) -> int:
    """Roll a single die; its player, or the player of `other`, whose helot it affects, may have it rerolled once.

    That takes Perseverance or a card.

    Rulebook: p.3, p.32 (R-131, R-312, R-313, R-348).
    """
    contest = bout.table.contest
    face = roll(bout, sides, purpose, roller)
    contest.check, contest.purpose = face, purpose
    log.rolled(bout, seat=roller, other=other, purpose=purpose, face=face, sides=sides)
    first = other if other == bout.table.command_round.seat else roller  # the active player is asked first
    for turn in range(2):
        seat = first if turn == 0 else roller + other - first
        if seat != NOBODY and is_thrown_anew(bout, seat, roller):
            face = roll(bout, sides, purpose, roller)
            contest.check = face
            log.rolled(bout, seat=roller, other=other, purpose=purpose, face=face, sides=sides)
            break
    return face


@compiled
def is_thrown_anew(bout: Bout, seat: int, roller: int) -> bool:
    """The seat rerolls the die of `roller`, if it wants to. Rulebook: p.3, p.32 (R-312, R-313, R-348)."""
    openly = can_use(bout.table, seat, Ability.PERSEVERANCE)
    if windows_closed(bout) or not (openly or has_cards(bout.table, seat)):
        return False
    hidden = not openly and can_reroll_with(bout, seat, roller)
    answer = answer_in_window(bout, Question.PERSEVERANCE, seat, roller, openly, hidden)
    if answer == Action.PASS:
        return False
    if answer != Action.PERSEVERANCE:
        return react_with(bout, seat, answer - Action.PLAY_CARD, roller)
    use(bout, seat, Ability.PERSEVERANCE, roller)
    return True


@compiled
def roll_location(bout: Bout, roller: int, victim: int) -> int:
    """The Random Body Location table: the faces of a d6 are the locations below the head; a depleted location counts.

    Rulebook: p.26 (R-234, R-235).
    """
    return roll_for(bout, roller, Purpose.LOCATION, 6, victim)


# --- prone -----------------------------------------------------------------------------------------------------------


@compiled
def fall(bout: Bout, seat: int) -> None:
    """The helot is Prone, which ends any grapple that it is in, unless I'm Still Standing cancels it at once.

    Rulebook: p.30, p.22, p.32 (R-204, R-275, R-289, R-309); p.30 (R-276, R-278): an opponent's two bonus points.
    """
    helot = bout.table.helots[seat]
    if helot.prone or not is_fit(bout.table, seat):
        return
    helot.prone = 1
    log.fell_prone(bout, seat=seat)
    if offer(bout, seat, Ability.IM_STILL_STANDING, Question.IM_STILL_STANDING, seat):
        get_up(bout, seat)
        return
    release(bout, seat)
    give_prone_bonus(bout)


@compiled
def get_up(bout: Bout, seat: int) -> None:
    """The helot is no longer Prone; bonus points on it vanish. Rulebook: p.19, p.30, p.32 (R-147, R-279, R-309)."""
    bout.table.helots[seat].prone = 0
    log.got_up(bout, seat=seat)
    drop_prone_bonus(bout, seat)


@compiled
def drop_prone_bonus(bout: Bout, seat: int) -> None:
    """Bonus points are void once their target is up or gone. Rulebook: p.30 (R-279)."""
    if bout.table.command_round.bonus_target == seat:
        bout.table.command_round.bonus_points = 0
        bout.table.command_round.bonus_target = NOBODY


@compiled
def is_bonus_target(table: Table, seat: int) -> bool:
    """A Prone opponent of the active helot, still on the board."""
    return seat != table.command_round.seat and table.helots[seat].present != 0 and table.helots[seat].prone != 0


@compiled
def give_prone_bonus(bout: Bout) -> None:
    """The first time in a command round that an opponent is Prone, its attacker gets 2 AP for attacks on it alone.

    If several helots are Prone, the owner of the points chooses one.

    Rulebook: p.13, p.23, p.30; site (R-111, R-112, R-199, R-276, R-277, R-278).
    """
    table = bout.table
    active = table.command_round.seat
    if active == NOBODY or table.command_round.bonus_given or not is_fit(table, active):
        return
    candidates, target, seat = 0, NOBODY, active
    for _ in range(1, table.seats):
        seat = next_seat(table, seat)
        if is_bonus_target(table, seat):
            candidates += 1
            target = seat if target == NOBODY else target
    if candidates == 0:
        return
    if candidates > 1:
        answer = ask(bout, Question.BONUS_TARGET, active)
        target = clockwise(table, active, max(1, answer - Action.BONUS_TARGET + 1))
    table.command_round.bonus_given = 1
    table.command_round.bonus_points = PRONE_BONUS
    table.command_round.bonus_target = target
    log.got_bonus(bout, seat=active, target=target, points=PRONE_BONUS)


# --- grappled --------------------------------------------------------------------------------------------------------


@compiled_apart
def seize(bout: Bout, captor: int, victim: int) -> None:
    """The victim is Grappled, and no longer Prone. Rulebook: p.20, p.30 (R-166, R-168, R-289)."""
    table = bout.table
    if table.helots[victim].prone:
        get_up(bout, victim)
    table.helots[captor].holds = victim
    table.helots[victim].held_by = captor
    log.grappled(bout, captor=captor, victim=victim)


@compiled
def let_go(bout: Bout, captor: int) -> None:
    """The captor releases its victim. Rulebook: p.22; site (R-181, R-182)."""
    victim = bout.table.helots[captor].holds
    if victim != NOBODY:
        bout.table.helots[captor].holds = NOBODY
        bout.table.helots[victim].held_by = NOBODY
        log.released(bout, captor=captor, victim=victim)


@compiled
def release(bout: Bout, seat: int) -> None:
    """End the grapples that the helot is in, on both sides. Rulebook: p.22 (R-204)."""
    let_go(bout, seat)
    if bout.table.helots[seat].held_by != NOBODY:
        let_go(bout, bout.table.helots[seat].held_by)


@compiled
def check_grips(bout: Bout) -> None:
    """A grapple ends when the victim is no longer in the square in front of its captor. Rulebook: p.22 (R-204)."""
    table = bout.table
    for captor in range(table.seats):
        victim = table.helots[captor].holds
        if victim != NOBODY and helot_towards(table, captor, FRONT) != victim:
            let_go(bout, captor)


# --- bleeding and flaming --------------------------------------------------------------------------------------------


@compiled
def bleed(bout: Bout, seat: int) -> None:
    """The helot is Bleeding, once. Rulebook: p.2, p.30 (R-015, R-284)."""
    if not bout.table.helots[seat].bleeding and is_fit(bout.table, seat):
        bout.table.helots[seat].bleeding = 1
        log.began_bleeding(bout, seat=seat)


@compiled_apart
def catch_fire(bout: Bout, seat: int, receiver: int, by_attack: bool) -> None:
    """A helot that is not Flaming loses 5 OC at once and is Flaming; a Flaming one is immune.

    Rulebook: p.30, p.41 (R-285, R-287, R-288, R-399, R-400).
    """
    if bout.table.helots[seat].flaming or not is_fit(bout.table, seat):
        return
    bout.table.helots[seat].flaming = 1
    log.caught_fire(bout, seat=seat)
    lose_overall_condition(bout, seat, FIRE_DAMAGE, receiver, by_attack)


# --- health ----------------------------------------------------------------------------------------------------------


@compiled
def lose_overall_condition(bout: Bout, seat: int, damage: int, receiver: int, by_attack: bool) -> None:
    """Take damage or a cost from the Overall Condition only.

    Rulebook: p.10, p.12, p.30 (R-050, R-060, R-062, R-103).
    """
    take_health(bout, seat, Pile.OVERALL_CONDITION, damage, receiver)
    settle_health(bout, seat, by_attack)


@compiled
def wound(bout: Bout, seat: int, location: int, damage: int, receiver: int, spare_overall: bool) -> int:
    """The same damage to the Overall Condition and to a location; returns the coins that moved.

    If the location is depleted, neither takes damage. The hit that depletes a location does its full damage to the
    Overall Condition. A location under a drawn Shield loses nothing, but the Overall Condition does. `spare_overall`:
    Merely a Flesh Wound; no coins, no Cred.

    Rulebook: p.11, p.26, p.27, p.29, p.31, p.32 (R-094, R-231, R-232, R-233, R-235, R-242, R-247, R-299, R-310, R-311).
    """
    helot = bout.table.helots[seat]
    if location != NOWHERE and helot.health[location] == 0:
        return 0
    moved = 0
    if location != NOWHERE and not is_shielded(bout.table, seat, location):
        moved += take_health(bout, seat, location, damage, receiver)
    if not spare_overall:
        moved += take_health(bout, seat, Pile.OVERALL_CONDITION, damage, receiver)
    return moved


@compiled_apart
def weaker_leg(bout: Bout, seat: int) -> int:
    """The lower location with the fewest coins, but more than none; the owner chooses between equal ones.

    The Overall Condition means that no lower location is left.

    Rulebook: p.42, p.44 (R-408, R-438, R-439).
    """
    health = bout.table.helots[seat].health
    left, right = health[Pile.LEFT_LOWER], health[Pile.RIGHT_LOWER]
    if left == 0 and right == 0:
        return Pile.OVERALL_CONDITION
    if left == right:
        answer = ask(bout, Question.LOST_LEG, seat) - Action.CHOOSE_LOCATION
        return Pile.RIGHT_LOWER if answer == Pile.RIGHT_LOWER else Pile.LEFT_LOWER
    right_is_weaker = left == 0 or (right != 0 and right < left)
    return Pile.RIGHT_LOWER if right_is_weaker else Pile.LEFT_LOWER


@compiled
def settle_health(bout: Bout, seat: int, by_attack: bool) -> None:
    """Resolve empty piles: a lost location, an incapacitated or a killed helot; a kill counts first.

    Rulebook: p.13, p.26 (R-107, R-108, R-109, R-118, R-236, R-242, R-243).
    """
    helot = bout.table.helots[seat]
    for location in range(LOCATIONS):
        if helot.health[location] == 0 and not (helot.lost >> location) & 1:
            helot.lost |= 1 << location
            log.depleted(bout, seat=seat, location=location)
    if helot.standing == Standing.KILLED:
        return
    if helot.health[Pile.HEAD] == 0 or helot.health[Pile.CHEST] == 0:
        kill(bout, seat)
    elif helot.health[Pile.OVERALL_CONDITION] == 0 and helot.standing == Standing.FIT:
        incapacitate(bout, seat, by_attack)


@compiled_apart
def kill(bout: Bout, seat: int) -> None:
    """Head or chest at 0: the helot leaves the board at once, and a Guts tile replaces it.

    Rulebook: p.13, p.29, p.39 (R-109, R-117, R-236, R-273, R-373).
    """
    bout.table.helots[seat].standing = Standing.KILLED
    log.killed(bout, seat=seat)
    remove(bout, seat)


@compiled_apart
def incapacitate(bout: Bout, seat: int, by_attack: bool) -> None:
    """Overall Condition 0: the helot is Prone and unable to act; it is removed at the end of the round.

    Without an attacker it is removed at once.

    Rulebook: p.13, p.26 (R-107, R-115, R-116).
    """
    helot = bout.table.helots[seat]
    helot.standing = Standing.INCAPACITATED
    helot.prone = 1
    log.incapacitated(bout, seat=seat)
    release(bout, seat)
    if by_attack:
        give_prone_bonus(bout)
    else:
        remove(bout, seat)


@compiled_apart
def remove(bout: Bout, seat: int) -> None:
    """The helot leaves the board, and Guts replace it. Rulebook: p.13, p.29, p.39 (R-115, R-117, R-273, R-373)."""
    helot = bout.table.helots[seat]
    if not helot.present:
        return
    release(bout, seat)
    helot.present = 0
    drop_prone_bonus(bout, seat)
    lay_tile(bout, helot.x, helot.y, Square.GUTS)


@compiled
def remove_incapacitated(bout: Bout) -> None:
    """At the end of the command round Guts replace the incapacitated. Rulebook: p.13 (R-115)."""
    for seat in range(bout.table.seats):
        if bout.table.helots[seat].present and bout.table.helots[seat].standing == Standing.INCAPACITATED:
            remove(bout, seat)


@compiled_apart
def lay_tile(bout: Bout, x: int, y: int, tile: int) -> None:
    """Blood on an empty square, Guts on an empty or bloody one, while there are tiles in the box.

    Rulebook: p.2, p.29, p.39 (R-014, R-019, R-243, R-274).
    """
    here = at(bout.table, x, y)
    fits = here == Square.EMPTY or (here == Square.BLOOD and tile == Square.GUTS)
    if fits and count_of(bout, tile) < MOST_TILES:
        put(bout.table, x, y, tile)
        log.laid(bout, what=tile, x=x, y=y)


# --- abilities that change a state at any time ------------------------------------------------------------------------


@compiled
def may_still_stand(table: Table, seat: int) -> bool:
    """I'm Still Standing cancels Prone at any time. Rulebook: p.32 (R-309)."""
    return table.helots[seat].prone != 0 and can_use(table, seat, Ability.IM_STILL_STANDING)


@compiled_apart
def still_stand(bout: Bout, seat: int) -> None:
    """See `may_still_stand`. Rulebook: p.32 (R-309)."""
    use(bout, seat, Ability.IM_STILL_STANDING, seat)
    get_up(bout, seat)


@compiled
def may_unshackle(table: Table, seat: int) -> bool:
    """Unshackled frees a Grappled helot at any time, in any round. Rulebook: p.33 (R-320)."""
    return table.helots[seat].held_by != NOBODY and can_use(table, seat, Ability.UNSHACKLED)


@compiled_apart
def unshackle(bout: Bout, seat: int) -> None:
    """See `may_unshackle`. Rulebook: p.33 (R-320)."""
    captor = bout.table.helots[seat].held_by
    use(bout, seat, Ability.UNSHACKLED, captor)
    let_go(bout, captor)


# --- finishing blows --------------------------------------------------------------------------------------------------


@compiled
def finishing_coins(table: Table, slayer: int, victim: int, was: int) -> int:
    """Coins that the crowd pays for a blow: 10 for a kill, 5 to incapacitate, 5 more to kill the incapacitated.

    A slayer that is itself Flaming gets 10 more, once per victim.

    Rulebook: p.11, p.13, p.29, p.30 (R-097, R-098, R-101, R-110, R-118, R-270).
    """
    now = table.helots[victim].standing
    if now == was:
        return 0
    coins = 10 if now == Standing.KILLED and was == Standing.FIT else 5
    if was == Standing.FIT and table.helots[slayer].flaming:
        coins += 10
    return coins


@compiled_apart
def feast(bout: Bout, slayer: int) -> None:
    """A helot with such an effect regains Overall Condition from the Crowd Pile after it has killed or incapacitated.

    Rulebook: p.35 (R-347).
    """
    coins = total_of(bout.table, slayer, Verb.FEAST)
    if coins > 0 and is_fit(bout.table, slayer):
        heal(bout, slayer, Pile.OVERALL_CONDITION, NOBODY, Pile.CROWD, coins)
