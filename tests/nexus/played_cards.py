"""Cards written for a test and played at once."""

from table import Table

FOUR = """
    .  .  .  2v
    .  .  .  .
    .  1v .  .
    3> 0^ .  .
"""
OWN = "own round"
FOE = 'whom = "chosen opponent"'


def cred(table: Table) -> list[int]:
    """The Cred of all seats."""
    return [int(table.lanista(seat).cred) for seat in range(int(table.table.seats))]
