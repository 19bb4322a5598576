"""Effects of cards on a helot and its player: Cred, health, states, points, place (manual p.11-16, p.26, p.30)."""

from nexus_env.games.nexus.cards.lasting import last
from nexus_env.games.nexus.cards.verbs import Delay, State, Until, Verb, Way, Where
from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import LOCATIONS, NOBODY, STARTING_HEALTH, Bout, Pile, Question, Square
from nexus_env.games.nexus.rules.crowd import heal, move_coins, paid_by_crowd, pay_crowd
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.geometry import at, is_free
from nexus_env.games.nexus.rules.hazards import relocate, take_effect
from nexus_env.games.nexus.rules.movement import face, forfeit, slow_down
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
from nexus_env.kit.bitsets import how_many
from nexus_env.kit.squares import step_x, step_y
from nexus_env.kit.tape import ask_about
from nexus_env.machine.compiled import compiled, compiled_apart


@compiled_apart
def act_on_cred(bout: Bout, verb: int, seat: int, owner: int, amount: int) -> None:
    """Move Cred between players and the Crowd Pile, at most as much as there is.

    Rulebook: p.11, p.12 (R-010, R-102, R-104, R-350).
    """
    if verb == Verb.GAIN_CRED:
        paid_by_crowd(bout, seat, amount)
    elif verb == Verb.LOSE_CRED:
        pay_crowd(bout, seat, amount)
    elif verb == Verb.STEAL_CRED:
        move_coins(bout, seat, Pile.CRED, owner, Pile.CRED, amount)
    else:
        move_coins(bout, owner, Pile.CRED, seat, Pile.CRED, amount)


@compiled_apart
def act_on_health(bout: Bout, verb: int, seat: int, owner: int, amount: int, where: int, receiver: int) -> None:
    """Damage the Overall Condition, or a location and with it the Overall Condition; or heal.

    Coins of damage go to the Crowd Pile unless the card says otherwise. Healed coins come from the Crowd Pile.

    Rulebook: p.12, p.15, p.22, p.26 (R-093, R-103, R-184, R-231, R-350).
    """
    if verb == Verb.DAMAGE_OVERALL:
        lose_overall_condition(bout, seat, amount, receiver, by_attack=False)
    elif verb == Verb.HEAL_OVERALL:
        heal(bout, seat, Pile.OVERALL_CONDITION, NOBODY, Pile.CROWD, amount)
    elif verb == Verb.DAMAGE_LOCATION:
        location = which_location(bout, seat, owner, where, to_heal=False)
        wound(bout, seat, location, amount, receiver, spare_overall=False)
        settle_health(bout, seat, by_attack=False)
    else:
        location = which_location(bout, seat, owner, where, to_heal=True)
        heal(bout, seat, location, NOBODY, Pile.CROWD, amount)


@compiled_apart
def which_location(bout: Bout, seat: int, owner: int, where: int, to_heal: bool) -> int:
    """The location: named, random, the weakest, or chosen by the owner of the card.

    A location that is not named is never a damaged Head. The weakest one has the fewest coins of those that can be hurt
    or healed; of equals it is the first in the table of locations.

    Rulebook: p.20, p.26 (R-163, R-165, R-234).
    """
    if where < LOCATIONS:
        return where
    if where == Where.RANDOM:
        return roll_location(bout, owner, seat if seat != owner else NOBODY)
    health = bout.table.helots[seat].health
    weakest, allowed = int(Pile.MIDSECTION), 0
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


@compiled_apart
def set_state(bout: Bout, seat: int, state: int) -> None:
    """Make the helot Prone, Bleeding or Flaming, with all consequences.

    Rulebook: p.30, p.41 (R-275, R-284, R-285, R-287).
    """
    if state == State.PRONE:
        fall(bout, seat)
    elif state == State.BLEEDING:
        bleed(bout, seat)
    else:
        catch_fire(bout, seat, NOBODY, by_attack=False)


@compiled_apart
def clear_state(bout: Bout, seat: int, state: int) -> None:
    """Make the helot stand up, or end Bleeding, Flaming or Grappled. Rulebook: p.30 (R-275, R-281, R-284, R-285)."""
    helot = bout.table.helots[seat]
    if state == State.PRONE:
        get_up(bout, seat)
    elif state == State.GRAPPLED:
        let_go(bout, helot.held_by)
    elif state == State.BLEEDING:
        helot.bleeding = 0
        log.stopped_bleeding(bout, seat=seat)
    else:
        helot.flaming = 0
        log.stopped_flaming(bout, seat=seat)


@compiled_apart
def change_points(bout: Bout, verb: int, seat: int, owner: int, amount: int, card: int) -> None:
    """Change the movement or action points of the current round; outside of it they wait for the helot's next split.

    Points that are taken are not unspent points, and no number of points falls below 0.

    Rulebook: p.16, p.30, p.31 (R-064, R-156, R-306).
    """
    r = bout.table.command_round
    if r.seat != seat or not r.declared:
        left = last(bout, verb, seat, owner, amount, 0, Until.ONCE, card)
        if left >= 0:
            bout.table.lasting[left].delay = Delay.SPLIT
    elif verb == Verb.MOVEMENT_POINTS:
        r.movement_points = max(0, r.movement_points + amount)
        slow_down(bout, seat)
        forfeit(bout, seat)
    else:
        r.action_points = max(0, r.action_points + amount)
        forfeit(bout, seat)


@compiled
def collect_points(bout: Bout, seat: int) -> None:
    """After the split, add the points that cards have given or taken in advance. Rulebook: p.16 (R-064)."""
    r = bout.table.command_round
    for place in range(bout.table.lasting_places):
        waiting = bout.table.lasting[place]
        if waiting.verb != Verb.NOTHING and waiting.delay == Delay.SPLIT and waiting.seat == seat:
            if waiting.verb == Verb.MOVEMENT_POINTS:
                r.movement_points = max(0, r.movement_points + waiting.amount)
            else:
                r.action_points = max(0, r.action_points + waiting.amount)
            waiting.verb = Verb.NOTHING


@compiled_apart
def turn(bout: Bout, seat: int, quarters: int) -> None:
    """Set a new FFD without a rotation command: Blood and fire do nothing, and a run ends. Rulebook: p.18 (R-141)."""
    face(bout, seat, bout.table.helots[seat].facing + quarters)
    if seat == bout.table.command_round.seat:
        bout.table.command_round.straight_moves = 0


@compiled_apart
def push_about(bout: Bout, seat: int, owner: int, squares: int, way: int) -> None:
    """Forced relocation, square by square, until something blocks the way or a square takes effect.

    Coins that it costs the helot go to the Crowd Pile.

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


@compiled_apart
def which_way(bout: Bout, seat: int, owner: int, way: int) -> int:
    """The compass direction of a way. Away from oneself is backward, toward oneself forward."""
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


@compiled_apart
def toward(east: int, south: int) -> int:
    """The compass point nearest to a direction: straight if one component is more than twice the other."""
    straight_south, straight_east = abs(south) > 2 * abs(east), abs(east) > 2 * abs(south)
    step_east = 0 if straight_south else int(east > 0) - int(east < 0)
    step_south = 0 if straight_east else int(south > 0) - int(south < 0)
    for compass in range(8):
        if step_x(compass) == step_east and step_y(compass) == step_south:
            return compass
    return 0
