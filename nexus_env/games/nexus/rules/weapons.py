"""Weapons: draw, store, drop and wear them; the Shield (manual p.27, p.30-31)."""

from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import ACTION, TABLE, Action
from nexus_env.games.nexus.rules.bout import (
    BACK_GUARD,
    LOCATIONS,
    NOBODY,
    NOWHERE,
    UNARMED,
    Bout,
    Question,
    Range,
    Table,
    WeaponCard,
)
from nexus_env.games.nexus.rules.events import Handling, Purpose
from nexus_env.games.nexus.rules.geometry import is_behind, is_fit, is_upright
from nexus_env.kit.tape import ask
from nexus_env.machine.compiled import compiled, compiled_apart

MOVE_SHIELD_COST = TABLE.price(Action.MOVE_SHIELD, ACTION)
DRAWN, STORED = 1, 2  # in this command round


# --- the weapon of a helot --------------------------------------------------------------------------------------------


@compiled
def weapon_of(bout: Bout, seat: int) -> WeaponCard:
    """The card of the weapon that the helot carries; an arbitrary card if it carries none."""
    return bout.options.weapons[max(0, bout.table.helots[seat].weapon)]


@compiled
def is_armed_with(bout: Bout, seat: int, how: int) -> bool:
    """A weapon of that `Range` is drawn. Rulebook: p.30, p.31 (R-282, R-290)."""
    return bout.table.helots[seat].armed != 0 and weapon_of(bout, seat).range == how


@compiled
def is_forbidden(bout: Bout, seat: int, bit: int) -> bool:
    """The card of the drawn weapon forbids that attack: a drawn ranged weapon all melee, the Shield Focused Attacks.

    Rulebook: p.30, p.31 (R-219, R-290, R-301, R-306, R-308).
    """
    return bout.table.helots[seat].armed != 0 and weapon_of(bout, seat).forbids & bit != 0


@compiled
def melee_damage(bout: Bout, attacker: int, defender: int) -> int:
    """The bonus of a drawn melee weapon for a successful melee attack; another one from directly behind.

    A Shield that covers the back prevents the latter.

    Rulebook: p.27, p.31 (R-297, R-303, R-306).
    """
    if not is_armed_with(bout, attacker, Range.MELEE):
        return 0
    if is_behind(bout.table, attacker, defender) and not guards_back(bout.table, defender):
        return weapon_of(bout, attacker).damage_from_behind
    return weapon_of(bout, attacker).damage


# --- drawing, storing, dropping ---------------------------------------------------------------------------------------


@compiled
def was_handled_freely(bout: Bout, seat: int, armed: int) -> bool:
    """The weapon costs nothing, and it has already been stored in this round, if it is `armed`, or else drawn.

    Such a weapon is drawn once and stored once per round; otherwise it could be drawn and stored forever. This is a
    ruling of this project.

    Rulebook: p.31 (R-290).
    """
    was_handled = bout.table.command_round.handled & (STORED if armed else DRAWN) != 0
    return was_handled and weapon_of(bout, seat).cost == 0


@compiled
def may_handle(bout: Bout, seat: int, armed: int) -> bool:
    """Needs a weapon, drawn or not as wanted; an upright helot that holds nobody, and the AP of the card.

    Rulebook: p.22, p.31 (R-148, R-203, R-290).
    """
    helot = bout.table.helots[seat]
    if helot.weapon == UNARMED or helot.armed != armed or helot.holds != NOBODY or not is_upright(bout.table, seat):
        return False
    enough = bout.table.command_round.action_points >= weapon_of(bout, seat).cost
    return enough and not was_handled_freely(bout, seat, armed)


@compiled_apart
def handle(bout: Bout, seat: int, armed: int, covered: int) -> None:
    """Draw or store the weapon at the price of its card. Rulebook: p.31 (R-290)."""
    bout.table.command_round.action_points -= weapon_of(bout, seat).cost
    bout.table.helots[seat].armed = armed
    bout.table.command_round.handled |= DRAWN if armed else STORED
    log.handled_weapon(bout, seat=seat, handling=Handling.DRAWN if armed else Handling.STORED)
    cover(bout, seat, covered)


@compiled
def may_draw(bout: Bout, seat: int, is_shield: bool) -> bool:
    """A Shield is drawn with a named location, any other weapon without one. Rulebook: p.31 (R-290, R-298, R-299)."""
    return may_handle(bout, seat, 0) and (weapon_of(bout, seat).range == Range.SHIELD) == is_shield


@compiled_apart
def draw_weapon(bout: Bout, seat: int) -> None:
    """The helot is Armed. Rulebook: p.30, p.31 (R-282, R-290)."""
    handle(bout, seat, 1, NOWHERE)


@compiled_apart
def draw_shield(bout: Bout, seat: int, location: int) -> None:
    """The helot is Armed, and the Shield covers `location`. Rulebook: p.30, p.31 (R-282, R-290, R-299)."""
    handle(bout, seat, 1, location)


@compiled
def may_store(bout: Bout, seat: int, on_back: bool) -> bool:
    """Only a Shield can be stored on the back. Rulebook: p.31 (R-290, R-303, R-304)."""
    return may_handle(bout, seat, 1) and (not on_back or weapon_of(bout, seat).range == Range.SHIELD)


@compiled_apart
def store_weapon(bout: Bout, seat: int) -> None:
    """The helot is no longer Armed; a Shield protects nothing any more. Rulebook: p.31 (R-290)."""
    handle(bout, seat, 0, NOWHERE)


@compiled_apart
def store_on_back(bout: Bout, seat: int) -> None:
    """The helot is no longer Armed; the Shield protects the back. Rulebook: p.31 (R-290, R-304)."""
    handle(bout, seat, 0, BACK_GUARD)


@compiled
def may_move_shield(bout: Bout, seat: int, location: int) -> bool:
    """Another location, in the own command round, for 2 AP. Rulebook: p.31 (R-300)."""
    helot = bout.table.helots[seat]
    able = is_armed_with(bout, seat, Range.SHIELD) and helot.holds == NOBODY and is_upright(bout.table, seat)
    return able and helot.shielded != location and bout.table.command_round.action_points >= MOVE_SHIELD_COST


@compiled_apart
def move_shield(bout: Bout, seat: int, location: int) -> None:
    """See `may_move_shield`. Rulebook: p.31 (R-300)."""
    bout.table.command_round.action_points -= MOVE_SHIELD_COST
    cover(bout, seat, location)


@compiled
def may_drop(table: Table, seat: int) -> bool:
    """0 AP, drawn or not, Prone and Grappled helots too. Rulebook: p.19, p.30, p.42 (R-148, R-283, R-413)."""
    return table.helots[seat].weapon != UNARMED


@compiled_apart
def drop_weapon(bout: Bout, seat: int) -> None:
    """It is out of the game: nobody can pick it up. Rulebook: p.30, p.42 (R-283, R-413)."""
    lose_weapon(bout, seat, Handling.DROPPED)


# --- getting and losing cards ----------------------------------------------------------------------------------------


@compiled_apart
def take_weapon(bout: Bout, seat: int, kind: int) -> bool:
    """Take a card of that kind from the common pile, drawn at once for no AP; False if none is left.

    A helot carries one weapon. If it has one, it must choose, and the other card is out of the game. A Shield covers a
    location that its owner names.

    Rulebook: p.3, p.31, p.42; site (R-291, R-292, R-299, R-307, R-404, R-405).
    """
    table = bout.table
    if table.weapons[kind] == 0 or not is_fit(table, seat):
        return False
    table.weapons[kind] -= 1
    if table.helots[seat].weapon != UNARMED:
        table.contest.check, table.contest.purpose = kind + 1, Purpose.DRAW_WEAPON  # the weapon offered
        if ask(bout, Question.KEEP_WEAPON, seat) == Action.KEEP_OLD_WEAPON:
            return True
        lose_weapon(bout, seat, Handling.DROPPED)
    helot = bout.table.helots[seat]
    helot.weapon, helot.armed, helot.uses = kind, 1, bout.options.weapons[kind].uses
    log.handled_weapon(bout, seat=seat, handling=Handling.TAKEN)
    if bout.options.weapons[kind].range == Range.SHIELD:
        answer = ask(bout, Question.LOCATION, seat) - Action.CHOOSE_LOCATION
        cover(bout, seat, max(0, min(LOCATIONS - 1, answer)))
    return True


@compiled_apart
def lose_weapon(bout: Bout, seat: int, how: int) -> None:
    """The card is out of the game and the helot no longer Armed, unless it has dropped the weapon meanwhile.

    Rulebook: p.31 (R-283, R-292, R-296).
    """
    helot = bout.table.helots[seat]
    if helot.weapon == UNARMED:
        return
    log.handled_weapon(bout, seat=seat, handling=how)
    helot.weapon, helot.armed, helot.uses, helot.shielded = UNARMED, 0, 0, NOWHERE


@compiled_apart
def wear(bout: Bout, seat: int) -> None:
    """One ammo or one point of durability less, unless the weapon has been dropped; at 0 it is out of the game.

    Rulebook: p.24, p.31 (R-212, R-293, R-294, R-296, R-302, R-303).
    """
    helot = bout.table.helots[seat]
    if helot.weapon == UNARMED:
        return
    helot.uses -= 1
    if helot.uses > 0:
        log.handled_weapon(bout, seat=seat, handling=Handling.WORN)
    else:
        lose_weapon(bout, seat, Handling.BROKEN)


@compiled_apart
def refill(bout: Bout, seat: int) -> None:
    """Restore all its ammo or durability. Rulebook: p.31 (R-293, R-294, R-350)."""
    if bout.table.helots[seat].weapon != UNARMED:
        bout.table.helots[seat].uses = weapon_of(bout, seat).uses


# --- the shield -------------------------------------------------------------------------------------------------------


@compiled
def cover(bout: Bout, seat: int, location: int) -> None:
    """Let the Shield protect a location, the back, or nothing. Rulebook: p.31 (R-299, R-303, R-304)."""
    bout.table.helots[seat].shielded = location
    if location != NOWHERE:
        log.covered(bout, seat=seat, location=location)


@compiled
def is_shielded(table: Table, seat: int, location: int) -> bool:
    """A drawn Shield covers the location. Rulebook: p.31 (R-299)."""
    helot = table.helots[seat]
    return location != NOWHERE and helot.armed != 0 and helot.shielded == location


@compiled
def guards_back(table: Table, seat: int) -> bool:
    """A Shield is stored on the back. Rulebook: p.31 (R-303, R-304)."""
    return table.helots[seat].shielded == BACK_GUARD
