"""The rulebook has every rule once."""

from nexus_env.games.nexus import NEXUS


def test_the_rulebook_has_every_rule_once_in_order():
    assert [entry.id for entry in NEXUS.rulebook.read()] == [f"R-{number:03}" for number in range(1, 451)]


def test_a_range_cites_every_rule_in_it():
    assert list(NEXUS.rulebook.rules_in("p.1 (R-009 to R-011, R-020)")) == ["R-009", "R-010", "R-011", "R-020"]
