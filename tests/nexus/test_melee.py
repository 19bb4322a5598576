"""Melee attack commands."""

from table import Table

from nexus_env.games.nexus.bout import Pile

FACE_TO_FACE = """
    .  .  .  .
    .  .  .  .
    .  .  1v .
    .  .  0^ .
"""


def test_a_standard_attack_hurts_overall_condition_and_one_random_location():
    """R-162, R-094, R-234, R-244, R-245: the difference, in coins of both piles, goes to the attacker's Cred."""
    table = Table(FACE_TO_FACE, ap=2)
    table.play("standard attack", dice=[6, 5, 3, 2, 4])
    assert table.rolled == [
        ("ATTACK", 0, 6),
        ("ATTACK", 0, 5),
        ("DEFENSE", 1, 3),
        ("DEFENSE", 1, 2),
        ("LOCATION", 0, 4),
    ]
    assert table.helot(1).health[Pile.OVERALL_CONDITION] == 50 - 6
    assert table.helot(1).health[Pile.LEFT_LOWER] == 12 - 6
    assert table.lanista(0).cred == 12
    assert table.table.command_round.action_points == 0
