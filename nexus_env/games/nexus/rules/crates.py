"""Crates and their contents (manual p.39, p.42)."""

from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import ACTION, TABLE, Action
from nexus_env.games.nexus.rules.bout import (
    LOCATIONS,
    NOBODY,
    WEAPONS,
    Bout,
    Content,
    Pile,
    Question,
    Square,
    Table,
)
from nexus_env.games.nexus.rules.crowd import has_room, heal
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.geometry import FRONT, at, is_fit, is_upright, put, x_towards, y_towards
from nexus_env.games.nexus.rules.states import is_thrown_anew, roll_location, settle_health, weaker_leg, wound
from nexus_env.games.nexus.rules.weapons import take_weapon
from nexus_env.kit.tape import ask, roll
from nexus_env.machine.compiled import compiled, compiled_apart

CRATE_COST = TABLE.price(Action.DESTROY_CRATE, ACTION)
BOMB_DAMAGE = 5
ROACGUL_DAMAGE = 3
AID_COINS = 5


@compiled
def has_crate_in_front(table: Table, seat: int) -> bool:
    """A crate stands in the helot's Front. Rulebook: p.42 (R-401)."""
    helot = table.helots[seat]
    return at(table, x_towards(helot, FRONT), y_towards(helot, FRONT)) == Square.CRATE


@compiled
def may_destroy_crate(table: Table, seat: int) -> bool:
    """3 AP with the crate in Front. Rulebook: p.39, p.42 (R-361, R-401)."""
    free_hands = is_upright(table, seat) and table.helots[seat].holds == NOBODY
    if not free_hands or table.command_round.action_points < CRATE_COST:
        return False
    return has_crate_in_front(table, seat)


@compiled_apart
def destroy_crate(bout: Bout, seat: int) -> None:
    """Destroy the crate in Front: no attack roll and no defense. It leaves the board and gives its contents.

    Rulebook: p.39, p.42 (R-361, R-401, R-402).
    """
    helot = bout.table.helots[seat]
    x, y = x_towards(helot, FRONT), y_towards(helot, FRONT)
    bout.table.command_round.action_points -= CRATE_COST
    put(bout.table, x, y, Square.EMPTY)
    log.broke_crate(bout, seat=seat, x=x, y=y)
    what = roll_contents(bout, seat)
    if what == Content.FLASHBANG:
        flashbang(bout)
    elif what == Content.HELOT_AID:
        helot_aid(bout, seat)
    else:
        receive(bout, seat, what, next_in_order(bout.table, seat))


@compiled_apart
def roll_contents(bout: Bout, seat: int) -> int:
    """2d6 on the contents table: a kind of weapon or a `Content`; the player may reroll both dice.

    Rulebook: p.32, p.42 (R-312, R-313, R-402, R-403).
    """
    total = roll(bout, 6, Purpose.CONTENTS, seat) + roll(bout, 6, Purpose.CONTENTS, seat)
    bout.table.contest.check, bout.table.contest.purpose = total, Purpose.CONTENTS
    if is_thrown_anew(bout, seat, seat):
        total = roll(bout, 6, Purpose.CONTENTS, seat) + roll(bout, 6, Purpose.CONTENTS, seat)
    what = bout.options.crate_contents[total]
    log.rolled_contents(bout, seat=seat, what=what, total=total)
    return what


@compiled_apart
def receive(bout: Bout, seat: int, what: int, victim: int) -> None:
    """Carry out the contents that also work at setup: weapons, the Bomb, and the Roacguls, which fall on `victim`.

    Rulebook: p.42 (R-404, R-405, R-406, R-407).
    """
    if what < WEAPONS:
        take_weapon(bout, seat, what)
    elif what == Content.BOMB:
        bomb(bout, seat)
    elif what == Content.ROACGULS:
        roacguls(bout, victim)


@compiled_apart
def bomb(bout: Bout, seat: int) -> None:
    """The helot itself takes 5 damage to a random location; its coins go to the crowd. Rulebook: p.42 (R-406)."""
    wound(bout, seat, roll_location(bout, seat, NOBODY), BOMB_DAMAGE, NOBODY, spare_overall=False)
    settle_health(bout, seat, by_attack=False)


@compiled_apart
def roacguls(bout: Bout, victim: int) -> None:
    """The victim takes 3 damage to its weakest lower limb, without a roll; its coins go to the crowd.

    Rulebook: p.42 (R-407, R-408).
    """
    if victim != NOBODY:
        location = weaker_leg(bout, victim)
        if location != Pile.OVERALL_CONDITION:
            wound(bout, victim, location, ROACGUL_DAMAGE, NOBODY, spare_overall=False)
            settle_health(bout, victim, by_attack=False)


@compiled
def next_in_order(table: Table, seat: int) -> int:
    """The next fit helot in initiative order; the first one follows the last. NOBODY if there is none.

    Rulebook: p.42 (R-407, R-408).
    """
    place = table.lanistas[seat].initiative
    for turn in range(1, table.seats):
        other = table.order[(place + turn) % table.seats]
        if other != NOBODY and other != seat and is_fit(table, other):
            return other
    return NOBODY


@compiled_apart
def flashbang(bout: Bout) -> None:
    """The helot loses all its remaining points; they are not unspent points. Rulebook: p.42 (R-409, R-410)."""
    r = bout.table.command_round
    r.movement_points, r.action_points, r.bonus_points = 0, 0, 0


@compiled_apart
def helot_aid(bout: Bout, seat: int) -> None:
    """5 of the helot's OC coins go to its body locations, one by one.

    No location rises above its starting value, and 1 OC remains.

    Rulebook: p.42 (R-411, R-412).
    """
    for _ in range(AID_COINS):
        if not needs_aid(bout.table, seat):
            return
        location = max(0, min(LOCATIONS - 1, ask(bout, Question.HELOT_AID, seat) - Action.CHOOSE_LOCATION))
        heal(bout, seat, location, seat, Pile.OVERALL_CONDITION, 1)


@compiled
def needs_aid(table: Table, seat: int) -> bool:
    """The helot can spare a coin of OC, and a location has room for it. Rulebook: p.42 (R-412)."""
    if table.helots[seat].health[Pile.OVERALL_CONDITION] <= 1:
        return False
    for location in range(LOCATIONS):
        if has_room(table, seat, location):
            return True
    return False
