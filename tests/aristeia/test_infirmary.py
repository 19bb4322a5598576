"""Damage, healing, the Infirmary, Frags and Recovery. Rulebook: A-097 to A-102."""

from aristeia.table import Drawn, drawn
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.rules import infirmary, states
from nexus_env.games.aristeia.rules.bout import NO_CELL, Where
from nexus_env.kit import cells

PLACES = {"Gata": (0, 0), "Maximus": (1, 0)}


def hurt(table: Drawn, name: str, amount: int) -> None:
    infirmary.hurt(table.bout, table.unit(name), amount, table.unit("Maximus"))


def test_damage_that_reaches_the_hit_points_sends_to_the_infirmary():
    """A-097: Gata has two."""
    table = drawn(PLACES, active="Maximus")
    hurt(table, "Gata", 1)
    assert (table.where("Gata"), table.damage("Gata")) == (Where.BOARD, 1)
    cell = int(table.one("Gata").cell)
    hurt(table, "Gata", 1)
    assert (table.where("Gata"), table.damage("Gata")) == (Where.INFIRMARY, 0)
    assert table.one("Gata").cell == NO_CELL
    assert not cells.has(table.table.occupied, cell)


def test_damage_beyond_the_hit_points_sends_there_once():
    """A-097, A-098."""
    table = drawn(PLACES, active="Maximus")
    hurt(table, "Gata", 7)
    assert table.where("Gata") == Where.INFIRMARY
    assert (table.table.players[0].frags, table.table.players[0].taken) == (1, 1)


def test_all_states_are_discarded():
    """A-097."""
    table = drawn(PLACES, active="Maximus")
    for state in State:
        states.impose(table.bout, table.unit("Gata"), state.value, table.unit("Maximus"))
    hurt(table, "Gata", 2)
    assert table.states("Gata") == {}


def test_the_other_player_takes_a_frag_and_draws_a_tactic():
    """A-098: whatever the cause."""
    table = drawn(PLACES, active="Maximus")
    hurt(table, "Gata", 2)
    green, orange = table.table.players
    assert (green.frags, green.to_draw, orange.frags, orange.to_draw) == (1, 1, 0, 0)


def test_who_is_off_the_board_takes_no_damage():
    """A-096."""
    table = drawn(PLACES, active="Maximus")
    hurt(table, "Wild Bill", 3)
    assert (table.where("Wild Bill"), table.damage("Wild Bill")) == (Where.BENCH, 0)


def test_healing_goes_no_further_than_no_damage():
    """A-100, A-124."""
    table = drawn(PLACES, active="Maximus", damage={"Maximus": 1})
    infirmary.heal(table.bout, table.unit("Maximus"), 2)
    assert table.damage("Maximus") == 0
    infirmary.heal(table.bout, table.unit("Maximus"), 2)
    assert table.damage("Maximus") == 0


def test_both_go_to_the_infirmary_together():
    """A-093, A-098, A-099: each takes a Frag and draws; the Activation is over without a States Step (A-075)."""
    table = drawn({"8-Ball": (0, 0), "Parvati": (1, 0)}, active="8-Ball", damage={"8-Ball": 4, "Parvati": 2})
    table.act("act 1")
    table.roll("S S X", "blank", "blank", "S")
    table.act("pass")
    assert [int(player.frags) for player in table.table.players] == [1, 1]
    assert (table.where("8-Ball"), table.where("Parvati")) == (Where.INFIRMARY, Where.INFIRMARY)
    table.draw_any()
    assert [len(table.hand(seat)) for seat in range(2)] == [1, 1]
    assert table.table.active != table.unit("8-Ball")


def test_recovery_leads_from_the_infirmary_to_the_bench_with_less_energy():
    """A-101, A-105: three AP in the next Activation, four in the one after, then five."""
    table = drawn(PLACES, active="Maximus")
    hurt(table, "Gata", 2)
    unit = table.unit("Gata")
    infirmary.recover(table.bout)
    assert table.where("Gata") == Where.BENCH
    assert table.states("Gata") == {"energy_down": (1, 0)}
    energies = [states.energy_of(table.bout, unit)]
    for _ in range(2):
        infirmary.turn_tokens(table.bout, unit)
        energies.append(states.energy_of(table.bout, unit))
    assert energies == [3, 4, 5]


def test_recovery_leaves_alone_who_is_on_the_board_or_on_the_bench():
    """A-101."""
    table = drawn(PLACES, active="Maximus")
    infirmary.recover(table.bout)
    assert (table.where("Gata"), table.states("Gata")) == (Where.BOARD, {})
    assert (table.where("Wild Bill"), table.states("Wild Bill")) == (Where.BENCH, {})
