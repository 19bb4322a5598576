"""Switches: what symbols buy. Rulebook: A-055 to A-061, A-EX-R03 to R05."""

import numpy as np

from aristeia.table import GREEN, ORANGE, Drawn, drawn
from nexus_env.games.aristeia.cards.verbs import Symbol
from nexus_env.games.aristeia.rules import switches
from nexus_env.games.aristeia.rules.bout import Question, Side
from nexus_env.machine.record import zeros_at_line

MUSHASHI, LUNAH = "Miyamoto Mushashi", "Major Lunah"


def duel(**kinds: int):
    """A side of a roll with some symbols."""
    mine = zeros_at_line(1, Side.dtype).view(np.recarray)[0]
    for name, amount in kinds.items():
        mine.left[Symbol[name.upper()]] = amount
    return mine


def blocks(mine) -> tuple[int, int, int]:
    """B, CB and spent halves."""
    return int(mine.left[Symbol.BLOCK]), int(mine.left[Symbol.CRITICAL_BLOCK]), int(mine.halves[1])


def fa_jing(**places) -> Drawn:
    table = drawn({"8-Ball": (0, 0), "Maximus": (2, 0), **places}, active="8-Ball")
    table.act("act 1")
    return table


def test_a_switch_takes_its_cost_and_works_before_the_damage():
    """A-055, A-094: 8-Ball Displaces Maximus, and the attack still hurts; A-EX-07, A-EX-08."""
    table = fa_jing()
    table.roll("S S X", "blank", "blank", "S")
    assert table.asked == (ORANGE, Question.SWITCH)
    table.play("switch own 1", "space (3,-1)")
    assert table.at("Maximus") == (3, -1)
    assert (table.damage("Maximus"), table.damage("8-Ball")) == (1, 1)


def test_one_special_pays_for_one_of_two_switches():
    """A-055, A-EX-R03: X for the target or B X for himself, not both; no S, so no damage."""
    table = fa_jing()
    table.roll("B", "B B X", "blank", "blank")
    assert table.legal == ["pass", "switch general 1", "switch own 1"]
    table.play("switch general 1", "space (0,1)")
    assert table.asked == (ORANGE, Question.COMMAND)
    assert (table.at("8-Ball"), table.damage("Maximus")) == ((0, 1), 0)


def test_switches_may_be_declined():
    """A-055."""
    table = fa_jing()
    table.roll("S S X", "blank", "blank", "blank")
    table.act("pass")
    assert (table.at("Maximus"), table.damage("Maximus")) == ((2, 0), 1)


def test_a_switch_may_be_used_as_often_as_it_can_be_paid():
    """A-057: Mushashi turns two B into two S."""
    table = drawn({MUSHASHI: (1, 1), "Maximus": (1, 0)}, active=MUSHASHI)
    table.act("act 1")
    table.roll("S X", "S B", "S B", "B", "blank")
    table.play("switch general 1", "switch general 1")
    assert table.damage("Maximus") == 3
    assert table.damage(MUSHASHI) == 0


def test_the_active_player_chooses_who_goes_first_lunah():
    """A-059, A-EX-R04: she nullifies his B before he can turn it into an S."""
    table = ken_no_sen_on_lunah()
    table.act("them")
    assert table.asked == (GREEN, Question.SWITCH)
    table.act("switch general 1")
    assert table.damage(LUNAH) == 0  # S S against B B B


def test_the_active_player_chooses_who_goes_first_mushashi():
    """A-059, A-EX-R04: then her Switch finds no B; it may be paid all the same, A-163."""
    table = ken_no_sen_on_lunah()
    table.play("me", "switch general 1")
    assert table.asked == (GREEN, Question.SWITCH)
    table.act("switch general 1")
    assert table.damage(LUNAH) == 0  # S S S against B B B


def ken_no_sen_on_lunah() -> Drawn:
    table = drawn({MUSHASHI: (0, 0), LUNAH: (1, 0)}, active=MUSHASHI)
    table.act("act 1")
    table.roll("S", "S B X", "blank", "B X", "B B X")
    assert table.asked == (ORANGE, Question.FIRST)
    return table


def test_a_requirement_is_judged_as_the_action_was_declared():
    """A-056, A-057, A-060, A-EX-R05: displaced out of reach, Mushashi pays a CB as B B for his Switch twice."""
    table = drawn({"Maximus": (0, 0), MUSHASHI: (1, 0)}, active="Maximus")
    table.act("act 1")
    table.roll("S X", "S B X", "blank", "CB", "blank")
    table.act("pass")  # the CB is kept
    table.play("me", "switch own 1", "space (2,0)")
    assert table.asked == (ORANGE, Question.SWITCH)
    table.play("switch general 1", "switch general 1")
    assert (table.damage(MUSHASHI), table.damage("Maximus")) == (2, 1)


def test_a_requirement_that_was_not_met_at_the_declaration():
    """A-060, A-151: Mushashi is shot from afar."""
    table = drawn({LUNAH: (0, 3), MUSHASHI: (3, 3)}, active=LUNAH)
    table.act("act 1")
    table.roll("S", "blank", "B", "B")
    assert table.asked == (GREEN, Question.COMMAND)


def test_switches_of_an_action_are_for_the_roll_of_that_action_only():
    """A-058: 8-Ball defends with X X, and has his general Switch only with a B."""
    table = drawn({"Parvati": (0, 3), "8-Ball": (3, 3)}, active="Parvati")
    table.act("act 1")
    table.roll("blank", "blank", "blank", "blank", "S B X")
    assert table.asked == (ORANGE, Question.SWITCH)
    assert table.legal == ["pass", "switch general 1"]


def test_general_switches_may_be_used_in_a_disengage_on_either_side():
    """A-058, A-061."""
    table = drawn({"8-Ball": (0, 0), "Parvati": (1, 0)}, active="Parvati", movement=3)
    table.act("disengage")
    table.roll("S S X", "B B X", "blank")
    table.act("me")
    assert table.asked == (GREEN, Question.SWITCH)
    table.act("switch general 1")
    assert table.states("Parvati") == {"initiative_up": (1, 0)}
    assert table.asked == (ORANGE, Question.SWITCH)
    table.play("switch general 1", "space (-1,0)")
    assert table.asked == (GREEN, Question.SPACE)  # S S against one B: she goes on


def test_a_success_stands_even_if_a_switch_has_moved_the_mover():
    """A-082: one step from the new space, no new roll."""
    table = drawn({"Gata": (0, 0), "Maximus": (1, 0)}, active="Gata", movement=2)
    table.act("disengage")
    table.roll("S X", "S B X", "blank", "blank")
    table.play("switch general 1", "space (-1,0)", "space (-2,1)")
    assert (table.at("Gata"), int(table.table.movement)) == ((-2, 1), 1)


# --- how symbols pay --------------------------------------------------------------------------------------------------


def test_a_critical_counts_as_two_and_its_half_pays_another_switch():
    """A-056."""
    mine = duel(critical_block=1)
    assert switches.purse(mine, 1) == 2
    switches.pay_one(mine, 1)
    assert (blocks(mine), switches.purse(mine, 1)) == ((0, 0, 1), 1)
    switches.pay_one(mine, 1)
    assert (blocks(mine), switches.purse(mine, 1)) == ((0, 0, 0), 0)


def test_a_single_block_is_spent_before_a_critical_is_broken():
    """A-056, A-062: a CB that is left over still counts."""
    mine = duel(block=1, critical_block=1)
    switches.pay_one(mine, 1)
    assert blocks(mine) == (0, 1, 0)


def test_two_blocks_are_paid_by_one_critical():
    """A-056: the single B comes back when the CB pays for both."""
    mine = duel(block=1, critical_block=1)
    switches.pay_one(mine, 1)
    switches.pay_one(mine, 1)
    assert blocks(mine) == (1, 0, 0)


def test_three_blocks_take_all():
    """A-056."""
    mine = duel(block=1, critical_block=1)
    for _ in range(3):
        assert switches.purse(mine, 1) > 0
        switches.pay_one(mine, 1)
    assert (blocks(mine), switches.purse(mine, 1)) == ((0, 0, 0), 0)


def test_specials_are_no_part_of_a_critical():
    """A-056."""
    assert switches.purse(duel(critical_success=1, critical_block=1), Symbol.SPECIAL) == 0
