"""A command as the rules get it."""

import pytest
from table import Table

from nexus_env.games.nexus.rules import commands
from nexus_env.machine.compiled import PLAIN


@pytest.mark.skipif(not PLAIN, reason="machine code has one width for all numbers that are handed on")
def test_a_command_is_as_wide_as_any_number(monkeypatch: pytest.MonkeyPatch):
    """The record keeps it in 16 bits, which are too few to shift a card by."""
    table, kinds = Table(seats=2, mp=2), set()
    carry_out = commands.carry_out

    def seen(bout, command):
        kinds.add(type(command))
        carry_out(bout, command)

    monkeypatch.setattr(commands, "carry_out", seen)
    table.play("rotate right")
    assert kinds == {int}
