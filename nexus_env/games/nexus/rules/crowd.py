"""Coins: each is one point of health or of fame, and none is ever made or lost (manual p.10-13)."""

from nexus_env.games.nexus.cards.lasting import spend_lasting
from nexus_env.games.nexus.cards.verbs import Verb
from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.bout import (
    LOCATION_PILES,
    NOBODY,
    STARTING_HEALTH,
    Bout,
    Pile,
    Table,
)
from nexus_env.kit.bitsets import has
from nexus_env.machine.compiled import compiled


@compiled
def coins_in(table: Table, seat: int, pile: int) -> int:
    """The number of coins in a pile; `seat` does not matter for the Crowd Pile and the box.

    Rulebook: p.10, p.11 (R-008, R-009, R-105).
    """
    if pile == Pile.FLOOR:
        return int(table.coins[table.helots[seat].y - 1, table.helots[seat].x - 1])
    if pile == Pile.CROWD:
        return table.crowd_pile
    if pile == Pile.BOX:
        return table.box
    if pile == Pile.CRED:
        return table.lanistas[seat].cred
    if pile == Pile.COUNTER:
        return table.lanistas[seat].counter
    return table.helots[seat].health[pile]


@compiled
def add_coins(table: Table, seat: int, pile: int, coins: int) -> None:
    """Put coins on a pile, or take them off when `coins` is negative."""
    if pile == Pile.FLOOR:
        table.coins[table.helots[seat].y - 1, table.helots[seat].x - 1] += coins
    elif pile == Pile.CROWD:
        table.crowd_pile += coins
        if coins > 0:
            table.crowd_gained = 1
    elif pile == Pile.BOX:
        table.box += coins
    elif pile == Pile.CRED:
        table.lanistas[seat].cred += coins
    elif pile == Pile.COUNTER:
        table.lanistas[seat].counter += coins
    else:
        table.helots[seat].health[pile] += coins


@compiled
def move_coins(bout: Bout, giver: int, source: int, taker: int, target: int, wanted: int) -> int:
    """Move up to `wanted` coins and return how many moved: a short pile pays all it has, and the rest is waived.

    Rulebook: p.10, p.11, p.12 (R-008, R-009, R-010, R-095, R-104).
    """
    moved = max(0, min(wanted, coins_in(bout.table, giver, source)))
    if moved > 0:
        add_coins(bout.table, giver, source, -moved)
        add_coins(bout.table, taker, target, moved)
        log.moved_coins(bout, giver=giver, source=source, taker=taker, target=target, coins=moved)
    return moved


@compiled
def take_health(bout: Bout, victim: int, pile: int, damage: int, receiver: int) -> int:
    """Damage to one pile of a helot; its coins go to `receiver`'s Cred, or to the Crowd Pile if that is NOBODY.

    Gloating may double coins that the active helot's command takes from an opponent. An effect may save the last coin.
    A location that is emptied, for the first time or again after healing, drips blood.

    Rulebook: p.11, p.12, p.15, p.25, p.29, p.40 (R-009, R-093, R-094, R-095, R-103, R-229, R-242, R-243, R-377).
    """
    if damage >= bout.table.helots[victim].health[pile] and is_guarded(bout, victim, pile):
        damage = max(0, bout.table.helots[victim].health[pile] - 1)
    if receiver == NOBODY:
        moved = move_coins(bout, victim, pile, NOBODY, Pile.CROWD, damage)
    else:
        moved = move_coins(bout, victim, pile, receiver, Pile.CRED, damage)
    if receiver != NOBODY and receiver == bout.table.command_round.seat and receiver != victim:
        bout.table.command_round.gloat_coins += moved
    if has(LOCATION_PILES, pile) and moved > 0 and bout.table.helots[victim].health[pile] == 0:
        bout.table.helots[victim].dripping = 1
    return moved


@compiled
def is_guarded(bout: Bout, victim: int, pile: int) -> bool:
    """Use up an effect that stops a location, or the Overall Condition, at 1 instead of 0; False if there is none.

    Rulebook: p.35 (R-347).
    """
    if bout.table.helots[victim].health[pile] == 0:
        return False
    guard = Verb.GUARD_OVERALL if pile == Pile.OVERALL_CONDITION else Verb.GUARD_LOCATION
    return spend_lasting(bout, victim, guard)


@compiled
def has_room(table: Table, seat: int, pile: int) -> bool:
    """A pile of the panel is below its starting value. Rulebook: p.22, p.42 (R-184, R-412)."""
    return bool(table.helots[seat].health[pile] < STARTING_HEALTH[pile])


@compiled
def can_spare(table: Table, seat: int, price: int) -> bool:
    """At least 1 Overall Condition remains after the price. Rulebook: p.29 (R-076)."""
    return table.helots[seat].health[Pile.OVERALL_CONDITION] > price


@compiled
def heal(bout: Bout, seat: int, pile: int, giver: int, source: int, coins: int) -> int:
    """Turn coins into health; no pile of a panel rises above its starting value. Rulebook: p.22 (R-184)."""
    room = STARTING_HEALTH[pile] - bout.table.helots[seat].health[pile]
    return move_coins(bout, giver, source, seat, pile, min(coins, room))


@compiled
def paid_by_crowd(bout: Bout, seat: int, coins: int) -> int:
    """Gain Cred from the Crowd Pile, at most as much as it has. Rulebook: p.11, p.12 (R-097, R-104)."""
    return move_coins(bout, NOBODY, Pile.CROWD, seat, Pile.CRED, coins)


@compiled
def pay_crowd(bout: Bout, seat: int, coins: int) -> int:
    """Lose Cred to the Crowd Pile, at most as much as the player has. Rulebook: p.11, p.12 (R-010, R-102, R-103)."""
    return move_coins(bout, seat, Pile.CRED, NOBODY, Pile.CROWD, coins)


@compiled
def mark_counter(bout: Bout, seat: int) -> None:
    """Move one coin from the Crowd Pile to the Turning Point Counter; from the box if the Crowd Pile is empty.

    Rulebook: p.10, p.12 (R-053, R-054, R-104).
    """
    if move_coins(bout, NOBODY, Pile.CROWD, seat, Pile.COUNTER, 1) == 0:
        move_coins(bout, NOBODY, Pile.BOX, seat, Pile.COUNTER, 1)


@compiled
def collect_counter(bout: Bout, seat: int) -> None:
    """The coins of a full counter become Cred, and the counter is empty again. Rulebook: p.11, p.15 (R-087, R-096)."""
    move_coins(bout, seat, Pile.COUNTER, seat, Pile.CRED, bout.table.lanistas[seat].counter)
    bout.table.lanistas[seat].slots = 0
    bout.table.lanistas[seat].turning_point_damage = 0


@compiled
def pick_up_coins(bout: Bout, seat: int) -> None:
    """The coins on the floor of its square become the helot's Cred. A house ruling: see `side_events`."""
    move_coins(bout, seat, Pile.FLOOR, seat, Pile.CRED, coins_in(bout.table, seat, Pile.FLOOR))
