"""Positions, dice and reserves for tests of abilities."""

from table import Table

from nexus_env.games.nexus.rules.bout import Pile, Trait

THREE = """
    .  .  .  .
    .  .  .  .
    .  2> 1v .
    .  .  0^ .
"""
HIT = [6, 5, 4, 3, 4]  # a Standard Attack: 4 damage to the Left Lower location
MISS = [4, 3, 6, 5]  # defended, with 4 to spare


def overall(table: Table, seat: int) -> int:
    """The Overall Condition."""
    return int(table.helot(seat).health[Pile.OVERALL_CONDITION])


def reserve(table: Table, seat: int, trait: str) -> int:
    """A trait reserve."""
    return int(table.helot(seat).traits[Trait[trait.upper()]])
