"""Move, steps, Disengage, Displace and Place."""

from aristeia.table import ORANGE, drawn
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.rules.bout import MOST_FREE, Question
from nexus_env.games.aristeia.rules.log import Event


def test_a_move_costs_two_action_points_and_gives_the_speed():
    """A-072, A-074, A-076: it may be done again, and the MP add up."""
    table = drawn({"Maximus": (-6, -1)}, "Maximus")
    table.act("move")
    assert (table.table.energy, table.table.movement) == (3, 3)
    table.act("move")
    assert (table.table.energy, table.table.movement) == (1, 6)
    assert not table.may("move")


def test_a_step_costs_a_movement_point_and_goes_to_a_free_space():
    """A-027, A-077, A-078: not through Characters, obstacles or Blocked spaces, and not off the board."""
    table = drawn({"Parvati": (-5, 1), "hEXx3r": (-5, 2)}, "Parvati", movement=2)
    assert not table.may("space (-5,2)") and not table.may("space (-5,0)")
    assert table.may("space (-4,1)") and not table.may("space (-3,1)")
    table.act("space (-4,1)")
    assert table.at("Parvati") == (-4, 1) and table.table.movement == 1
    edge = drawn({"Parvati": (9, 0)}, "Parvati", movement=1)
    assert sum(name.startswith("space") for name in edge.legal) == 3
    beside = drawn({"Gata": (3, 2)}, "Gata", movement=1)
    assert not beside.may("space (2,2)")


def test_without_movement_points_there_is_no_step():
    """A-077: one MP for each space."""
    table = drawn({"Parvati": (-5, 1)}, "Parvati")
    assert not any(name.startswith("space") for name in table.legal)


def test_who_is_immobilized_neither_moves_nor_steps():
    """A-111: no Move, and no MP to move."""
    table = drawn({"Parvati": (-5, 1)}, "Parvati", movement=3)
    table.one("Parvati").red[State.IMMOBILIZED] = 1
    assert not table.may("move") and not any(name.startswith("space") for name in table.legal)
    table.one("Parvati").red[State.IMMOBILIZED], table.one("Parvati").blue[State.IMMOBILIZED] = 0, 1
    assert not table.may("move")


def test_leaving_the_side_of_an_enemy_needs_a_disengage():
    """A-079, A-080: entering is free; the roll comes before the destination is named."""
    table = drawn({"Parvati": (-1, -1), "Miyamoto Mushashi": (-1, 0)}, "Parvati", movement=2)
    assert table.may("disengage") and not any(name.startswith("space") for name in table.legal)
    table.act("disengage")
    assert table.table.movement == 2 and table.dice() == "orange"


def test_a_lost_disengage_takes_all_movement_points():
    """A-081, A-083, A-EX-24: Agility against Brawn; AP stay."""
    table = drawn({"Parvati": (-1, -1), "Miyamoto Mushashi": (-1, 0)}, "Parvati", energy=1, movement=5)
    table.play("disengage").roll("S", "B", "blank")
    while table.asked[1] != Question.COMMAND:
        table.act("pass" if table.may("pass") else "me")
    assert table.at("Parvati") == (-1, -1)
    assert (table.table.energy, table.table.movement) == (1, 0)
    assert table.damage("Parvati") == table.damage("Miyamoto Mushashi") == 0


def test_a_won_disengage_gives_a_step_that_may_be_refused():
    """A-082, A-084: the MP is spent with the step."""
    for answer, place, left in (("space (-2,-1)", (-2, -1), 1), ("pass", (-1, -1), 2)):
        table = drawn({"Parvati": (-1, -1), "Miyamoto Mushashi": (-1, 0)}, "Parvati", movement=2)
        table.play("disengage").roll("S", "blank", "blank")
        while table.asked[1] not in (Question.COMMAND, Question.SPACE):
            table.act("pass" if table.may("pass") else "me")
        table.act(answer)
        assert table.at("Parvati") == place and table.table.movement == left
        assert table.told(Event.ESCAPED)[0].what == 1


def test_a_step_is_not_refused_for_ever():
    """A-084: a limit of the house, for a refused step costs nothing."""
    table = drawn({"Parvati": (-1, -1), "Miyamoto Mushashi": (-1, 0)}, "Parvati", movement=2)
    for _ in range(MOST_FREE):
        table.play("disengage").roll("S", "blank", "blank")
        while table.asked[1] not in (Question.COMMAND, Question.SPACE):
            table.act("pass" if table.may("pass") else "me")
        table.act("pass")
    assert table.table.movement == 2 and not table.may("disengage") and table.may("end")


def test_of_several_enemies_one_rolls_and_the_others_help():
    """A-081, A-EX-R07: its player chooses; a Black die for each other one, three at most."""
    places = {"Wild Bill": (-2, -1), "Gata": (-1, -2)}
    table = drawn({"Parvati": (-1, -1), "Miyamoto Mushashi": (-1, 0), **places}, "Parvati", movement=2)
    table.act("disengage")
    assert table.asked == (ORANGE, Question.UNIT) and len(table.legal) == 3
    table.act("unit Wild Bill")
    table.roll("S")
    seen = []
    while color := table.dice():
        seen.append(color)
        table.roll("blank")
    assert seen == ["blue", "black", "black"]


def test_a_disengage_is_not_offered_without_a_free_space():
    """A-079, A-080: there is nowhere to go."""
    spaces = {"Parvati": (9, -9), "Gata": (8, -8), "hEXx3r": (9, -8), "Major Lunah": (8, -9)}
    table = drawn(spaces, "Parvati", movement=2)
    assert not table.may("disengage")


def test_who_displaces_chooses_the_space():
    """A-085, A-087: an adjacent Free one, without MP or a roll; X of Eat my Fa Jing."""
    table = drawn({"8-Ball": (2, 0), "Maximus": (0, -1)}, "8-Ball", energy=3)
    table.play("act 1").roll("S S X", "blank", "blank", "S")
    while not table.may("switch own 1"):
        table.act("me" if table.may("me") else "pass")
    table.act("switch own 1")
    assert table.asked == (ORANGE, Question.SPACE)
    assert not table.may("space (0,-2)")
    table.act("space (-1,-1)")
    assert table.at("Maximus") == (-1, -1)


def test_a_place_ignores_what_lies_between():
    """A-086, A-149, A-EX-32: Freerun over an obstacle."""
    table = drawn({"Gata": (3, 2)}, "Gata", movement=2)
    table.play("act 2", "space (1,2)")
    assert table.at("Gata") == (1, 2) and table.table.movement == 1
    assert table.table.energy == 5 and table.asked == (ORANGE, Question.COMMAND)
