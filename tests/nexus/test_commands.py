"""A command as the rules get it."""

import pytest
from table import Table

from nexus_env.core import slots
from nexus_env.games.nexus.rules import commands, interruptions
from nexus_env.games.nexus.rules.actions import TABLE, Action
from nexus_env.games.nexus.rules.bout import DRAFTING, KEEPING
from nexus_env.kit import bout as any_bout
from nexus_env.kit.tape import UnknownCommand
from nexus_env.machine.compiled import PLAIN


@pytest.mark.skipif(not PLAIN, reason="machine code has one width for all numbers that are handed on")
def test_a_command_is_as_wide_as_any_number(monkeypatch: pytest.MonkeyPatch):
    """The record keeps it in 16 bits, which are too few to shift a card by."""
    table, kinds = Table(seats=2, mp=2), set()
    carry_out = any_bout.carry_out

    def seen(bout, command):
        kinds.add(type(command))
        carry_out(bout, command)

    monkeypatch.setattr(any_bout, "carry_out", seen)
    table.play("rotate right")
    assert kinds == {int}


def test_a_number_that_no_row_covers_is_an_error():
    """Even where a mask let it through: machine code says that a rule has failed."""
    table = Table(seats=2, mp=2)
    table.mask()
    table._slots["mask"][0, Action.PASS] = 1
    with pytest.raises(UnknownCommand if PLAIN else RuntimeError):
        slots.step(table._slots, table._env_config, int(Action.PASS), table._told[0][0], table._told[1][0])


@pytest.mark.skipif(not PLAIN, reason="each would be another way into the rules, compiled for this test alone")
def test_each_dispatch_refuses_what_it_does_not_carry_out():
    """Answers to questions, in anybody's round also commands; and the commands that nobody gives, of seats that are not
    there.
    """
    bout = Table(seats=2, mp=2)._border[0]
    for action, row in TABLE.items():
        if not row.does:
            with pytest.raises(UnknownCommand):
                commands.obey(bout, 0, int(action), False)
        if row.when != "any time":
            with pytest.raises(UnknownCommand):
                interruptions.use_any_time(bout, 0, int(action))
    for command in (KEEPING - 2, KEEPING - 3, DRAFTING - 1):
        with pytest.raises(UnknownCommand):
            commands.go_on(bout, command)
