"""State tokens with two sides. Rulebook: A-103 to A-113."""

import pytest

from aristeia.table import Drawn, drawn, impose
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.rules import states
from nexus_env.games.aristeia.rules.bout import NO_UNIT, Where
from nexus_env.games.aristeia.rules.infirmary import turn_tokens

CALM = {"Parvati": (-4, 0), "Gata": (4, 2)}


def values(table: Drawn, name: str) -> tuple[int, int, int]:
    unit = table.unit(name)
    return (
        states.initiative_of(table.bout, unit),
        states.speed_of(table.bout, unit),
        states.energy_of(table.bout, unit),
    )


def test_a_state_comes_with_its_red_side_up_and_works_at_once():
    """A-103."""
    table = drawn(CALM, active="Parvati")
    impose(table, "Gata", State.SPEED_DOWN)
    assert table.states("Gata") == {"speed_down": (1, 0)}
    assert values(table, "Gata")[1] == 3


@pytest.mark.parametrize(
    ("state", "red", "blue"),
    [
        (State.ENERGY_DOWN, (7, 5, 3), (7, 5, 4)),
        (State.SPEED_DOWN, (7, 3, 5), (7, 4, 5)),
        (State.INITIATIVE_UP, (9, 5, 5), (8, 5, 5)),
        (State.INITIATIVE_DOWN, (5, 5, 5), (6, 5, 5)),
    ],
)
def test_a_state_takes_two_while_red_and_one_while_blue(state, red, blue):
    """A-105, A-106, A-107: Initiative, Speed and Energy of Gata."""
    table = drawn(CALM, active="Parvati")
    impose(table, "Gata", state)
    assert values(table, "Gata") == red
    turn_tokens(table.bout, table.unit("Gata"))
    assert values(table, "Gata") == blue
    turn_tokens(table.bout, table.unit("Gata"))
    assert values(table, "Gata") == (7, 5, 5)


def test_both_initiative_states_are_held_together_and_add_up():
    """A-107: +2 red and -2 blue make one more."""
    table = drawn(CALM, active="Parvati")
    impose(table, "Gata", State.INITIATIVE_DOWN)
    turn_tokens(table.bout, table.unit("Gata"))
    impose(table, "Gata", State.INITIATIVE_UP)
    assert values(table, "Gata")[0] == 7 + 2 - 1


def test_speed_is_at_least_nothing():
    """A-106, A-076."""
    table = drawn(CALM, active="Parvati")
    table.bout.options.characters[table.one("Gata").card].speed = 1
    impose(table, "Gata", State.SPEED_DOWN)
    assert values(table, "Gata")[1] == 0


def test_movement_points_already_gained_are_not_lost():
    """A-106."""
    table = drawn(CALM, active="Gata", movement=5)
    impose(table, "Gata", State.SPEED_DOWN)
    assert table.table.movement == 5
    table.act("move")
    assert table.table.movement == 8


def test_a_second_token_of_a_state_replaces_the_first_red_side_up():
    """A-104."""
    table = drawn(CALM, active="Parvati")
    impose(table, "Gata", State.DAZZLED)
    turn_tokens(table.bout, table.unit("Gata"))
    assert table.states("Gata") == {"dazzled": (0, 1)}
    impose(table, "Gata", State.DAZZLED)
    assert table.states("Gata") == {"dazzled": (1, 0)}


def test_poisoned_tokens_are_all_kept():
    """A-104."""
    table = drawn(CALM, active="Parvati")
    impose(table, "Parvati", State.POISONED)
    impose(table, "Parvati", State.POISONED)
    assert table.states("Parvati") == {"poisoned": (2, 0)}


def test_tokens_turn_at_the_end_of_the_own_activation():
    """A-073, A-103, A-108: blue ones go, then red ones turn blue, also one that came in this Activation."""
    table = drawn(CALM, active="Parvati")
    impose(table, "Parvati", State.SPEED_DOWN)
    turn_tokens(table.bout, table.unit("Parvati"))
    impose(table, "Parvati", State.INITIATIVE_UP)
    impose(table, "Gata", State.DAZZLED)
    table.bout.start = table.table
    table.act("end")
    assert table.states("Parvati") == {"initiative_up": (0, 1)}
    assert table.states("Gata") == {"dazzled": (1, 0)}


def test_each_poisoned_token_hurts_once_when_it_turns_blue():
    """A-112."""
    table = drawn({"Maximus": (0, 0)}, active="Maximus")
    impose(table, "Maximus", State.POISONED)
    impose(table, "Maximus", State.POISONED)
    turn_tokens(table.bout, table.unit("Maximus"))
    assert table.damage("Maximus") == 2
    assert table.states("Maximus") == {"poisoned": (0, 2)}
    turn_tokens(table.bout, table.unit("Maximus"))
    assert table.damage("Maximus") == 2
    assert table.states("Maximus") == {}


def test_a_blue_and_a_red_poisoned_token_are_counted_one_by_one():
    """A-112: the blue one goes without damage, the red one turns."""
    table = drawn({"Maximus": (0, 0)}, active="Maximus")
    impose(table, "Maximus", State.POISONED)
    turn_tokens(table.bout, table.unit("Maximus"))
    impose(table, "Maximus", State.POISONED)
    assert table.states("Maximus") == {"poisoned": (1, 1)}
    turn_tokens(table.bout, table.unit("Maximus"))
    assert table.states("Maximus") == {"poisoned": (0, 1)}
    assert table.damage("Maximus") == 2


def test_poison_sends_to_the_infirmary():
    """A-097, A-098, A-112."""
    table = drawn(CALM, active="Gata", damage={"Gata": 1})
    impose(table, "Gata", State.POISONED)
    table.act("end")
    table.draw_any()
    assert table.where("Gata") == Where.INFIRMARY
    assert table.states("Gata") == {}
    assert table.table.players[0].frags == 1


def test_a_blue_token_counts_as_having_the_state():
    """A-113: the Immobilized one still cannot Move."""
    table = drawn(CALM, active="Gata")
    impose(table, "Gata", State.IMMOBILIZED)
    assert not table.may("move")
    turn_tokens(table.bout, table.unit("Gata"))
    assert table.states("Gata") == {"immobilized": (0, 1)}
    assert not table.may("move")


def test_the_immobilized_spend_no_movement_points_but_may_be_displaced_and_placed():
    """A-111, A-149."""
    table = drawn({"Gata": (3, 2)}, active="Gata", energy=0, movement=1)
    impose(table, "Gata", State.IMMOBILIZED)
    assert table.legal == ["end", "act 2"]
    table.play("act 2", "space (1,2)")
    assert table.at("Gata") == (1, 2)


def test_the_taunted_attack_nobody_but_who_imposed_it():
    """A-109."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (1, 0), "Parvati": (-1, 1)}, active="8-Ball")
    assert table.may("act 1")
    impose(table, "8-Ball", State.TAUNTED, by="Maximus")
    table.act("act 1")
    assert table.table.roll.target == table.unit("Maximus")


def test_the_taunted_cannot_attack_when_its_taunter_is_out_of_reach_but_may_act_otherwise():
    """A-109."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (-6, 1), "Parvati": (-1, 1)}, active="8-Ball")
    impose(table, "8-Ball", State.TAUNTED, by="Maximus")
    assert not table.may("act 1")
    table.act("act 2")
    assert table.table.roll.target == table.unit("Parvati")


def test_taunted_ends_when_its_taunter_leaves_the_board():
    """A-109."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (1, 0)}, active="8-Ball", damage={"Maximus": 6})
    impose(table, "8-Ball", State.TAUNTED, by="Maximus")
    table.act("act 1")
    table.roll("S S X", "blank", "blank", "blank")
    table.act("pass")
    table.draw_any()
    assert table.where("Maximus") == Where.INFIRMARY
    assert table.states("8-Ball") == {}
    assert table.one("8-Ball").taunter == NO_UNIT


def test_the_dazzled_see_nothing_beyond_the_adjacent_spaces():
    """A-110: the attack needs Line of Sight; Vade Retro does not."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (0, -2)}, active="8-Ball")
    assert table.may("act 1")
    impose(table, "8-Ball", State.DAZZLED)
    assert not table.may("act 1")
    assert table.may("act 2")


def test_the_dazzled_still_attack_adjacent_enemies():
    """A-110."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (0, -1)}, active="8-Ball")
    impose(table, "8-Ball", State.DAZZLED)
    assert table.may("act 1")


def test_the_dazzled_are_seen_by_others():
    """A-110."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (0, -1)}, active="8-Ball")
    impose(table, "Maximus", State.DAZZLED)
    assert table.may("act 1")
