"""The rulebook has every rule and every example once."""

from nexus_env.games.aristeia import ARISTEIA
from nexus_env.games.aristeia.rules.actions import TABLE

RULEBOOK = ARISTEIA.rulebook
assert RULEBOOK is not None
ENTRIES = RULEBOOK.read()
RULES = [f"A-{number:03}" for number in range(1, 207)]
EXAMPLES = [
    *(f"A-EX-G{number:02}" for number in range(1, 11)),
    *(f"A-EX-R{number:02}" for number in range(1, 9)),
    *(f"A-EX-{number:02}" for number in range(1, 41)),
]


def test_every_rule_and_every_example_is_there_in_order():
    assert [entry.id for entry in ENTRIES] == [*RULES, *EXAMPLES]


def test_every_rule_is_carried_out_somewhere():
    """An example may be only a test."""
    assert RULEBOOK.faults() == []
    assert all(entry.code for entry in ENTRIES if "EX" not in entry.id)


def test_examples_are_cited_as_rules_are():
    """Ranges too; the letter of a kind of examples is part of it."""
    found = list(RULEBOOK.rules_in("A-020, A-EX-01 to A-EX-03, A-EX-R05 and A-104 to A-106; not A-12"))
    assert found == ["A-020", "A-EX-01", "A-EX-02", "A-EX-03", "A-EX-R05", "A-104", "A-105", "A-106"]


def test_the_action_table_cites_rules_that_there_are():
    assert {rule for _, row in TABLE.items() for rule in row.rules} <= set(RULES)
