"""Rewards: the result, the margin, and a potential for shaping (manual p.13)."""

from typing import Any

from nexus_env.games.nexus.rules.bout import Bout, Pile, Table
from nexus_env.machine.compiled import compiled

MARGIN_COINS = 100.0  # per rival: with more seats, more coins go to the crowd
FEW_COINS = 10.0  # otherwise the first coins of a bout would count as much as all later ones
LEAD_WEIGHT, HEALTH_WEIGHT = 0.7, 0.3


@compiled
def rewards(bout: Bout, out: Any) -> None:
    """float32 [seats]: with two seats +1 for the winner and -1 for the loser; a draw is 0 for all.

    With more seats, or a shared victory, the losers pay -1 in equal parts for each seat that could have won alone. All
    rewards add up to 0, and a draw is worth exactly an even chance: each of the losers among n seats gets -1 / (n - 1),
    and k winners share what the losers pay. Rulebook: p.13 (R-121, R-122, R-123, R-124).
    """
    table = bout.table
    winners = 0
    for seat in range(table.seats):
        winners += (table.winners >> seat) & 1
    for seat in range(table.seats):
        out[seat] = 0.0
        if 0 < winners < table.seats:
            won = (table.winners >> seat) & 1
            losers = table.seats - winners
            out[seat] = losers / winners / (table.seats - 1) if won else -1.0 / (table.seats - 1)


@compiled
def best_other(table: Table, seat: int) -> int:
    """The Cred of the best rival or the Crowd Pile, whichever is greater: a win must exceed it.

    Rulebook: p.13 (R-121).
    """
    best = table.crowd_pile
    for other in range(table.seats):
        if other != seat:
            best = max(best, table.lanistas[other].cred)
    return best


@compiled
def margin(bout: Bout, seat: int) -> float:
    """The lead in coins over 100 per rival, clipped to -1 … 1."""
    table = bout.table
    ahead = table.lanistas[seat].cred - best_other(table, seat)
    return max(-1.0, min(1.0, ahead / (MARGIN_COINS * (table.seats - 1))))


@compiled
def potential(bout: Bout, seat: int) -> float:
    """-1 … 1: the lead in Cred, and how much better off the own helot is than the others; 0 when the bout is over.

    The lead is a share of both piles. Among beginners nearly all coins go to the crowd, so every other coin has to
    count.
    """
    table = bout.table
    if table.over:
        return 0.0
    others = 0.0
    for other in range(table.seats):
        if other != seat:
            others += condition(table, other)
    health = condition(table, seat) - others / (table.seats - 1)
    own, best = table.lanistas[seat].cred, best_other(table, seat)
    return LEAD_WEIGHT * (own - best) / (own + best + FEW_COINS) + HEALTH_WEIGHT * health


@compiled
def condition(table: Table, seat: int) -> float:
    """0 … 1: the Overall Condition, or the weaker of Head and Chest if that is worse."""
    health = table.helots[seat].health
    worst = min(health[Pile.OVERALL_CONDITION] / 50.0, health[Pile.HEAD] / 10.0)
    return min(worst, health[Pile.CHEST] / 15.0)
