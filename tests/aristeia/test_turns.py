"""Planning, the Turns phase and the steps of an Activation."""

from aristeia.table import GREEN, ORANGE, Drawn, cell_at, crowd_zones, drawn
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.rules.bout import NO_CELL, Question, Where
from nexus_env.games.aristeia.rules.geometry import zone_of
from nexus_env.games.aristeia.rules.log import Event
from nexus_env.kit import cells

ORDER = "order 1234"


def declined(table: Drawn) -> Drawn:
    """The table after all windows are passed, up to a choice or a command."""
    while table.asked[0] >= 0 and table.may("pass"):
        table.act("pass")
    return table


def ended(table: Drawn, activations: int) -> Drawn:
    """The table after so many Activations in which nothing is done."""
    while activations:
        declined(table)
        if table.asked[1] == Question.COMMAND:
            table.act("end")
            activations -= 1
        else:
            table.act(table.legal[0])
    return declined(table)


def test_both_plan_in_secret_before_anything_is_revealed():
    """A-064, A-117, A-EX-02: all four Characters, one slot each."""
    table = Drawn()
    assert table.asked == (GREEN, Question.ORDER) and table.table.request.private
    assert len(table.legal) == 24
    table.act("order 2143")
    assert table.asked == (ORANGE, Question.ORDER)
    assert list(table.table.players[GREEN].order) == [-1] * 4
    table.act("order 4321")
    assert list(table.table.players[GREEN].order) == [1, 0, 3, 2]
    assert list(table.table.players[ORANGE].order) == [3, 2, 1, 0]


def test_the_higher_initiative_says_who_goes_first():
    """A-065, A-066: hEXx3r has 5, Wild Bill 6, so Orange decides."""
    table = declined(Drawn().play(ORDER, ORDER))
    assert table.asked == (ORANGE, Question.FIRST)
    table.act("them")
    assert table.table.active == table.unit("hEXx3r")
    table.act("end")
    assert declined(table).table.active == table.unit("Wild Bill")


def test_between_equals_the_underdog_says_who_goes_first():
    """A-018, A-066, A-EX-03: Maximus and 8-Ball have 4 each."""
    for underdog in (GREEN, ORANGE):
        table = Drawn()
        table.table.underdog = underdog
        table.bout.start = table.table
        declined(table.play("order 2134", "order 3124"))
        assert table.asked == (underdog, Question.FIRST)


def test_states_change_the_initiative_that_is_compared():
    """A-065, A-107: +2 for hEXx3r is 7 against 6."""
    table = Drawn()
    table.one("hEXx3r").red[State.INITIATIVE_UP] = 1
    table.bout.start = table.table
    declined(table.play(ORDER, ORDER))
    assert table.asked == (GREEN, Question.FIRST)


def test_a_turn_has_two_activations_and_a_round_four_turns():
    """A-004, A-065, A-066, A-068: then come the Objectives."""
    table = declined(Drawn().play(ORDER, ORDER))
    seen = []
    while table.table.round_number == 1:
        if table.asked[1] == Question.COMMAND:
            seen.append(int(table.table.turn))
            table.act("end")
        elif table.asked[0] < 0:
            table.draw_any()
        else:
            table.act("pass" if table.may("pass") else table.legal[0])
    assert seen == [1, 1, 2, 2, 3, 3, 4, 4]
    assert table.asked[1] == Question.ORDER


def test_the_preparation_step_gives_the_energy_as_action_points():
    """A-069, A-074, A-105: base 5; with -2 Energy 3, with its blue side 4."""
    for red, blue, energy in ((0, 0, 5), (1, 0, 3), (0, 1, 4)):
        table = Drawn()
        one = table.one("hEXx3r")
        one.red[State.ENERGY_DOWN], one.blue[State.ENERGY_DOWN] = red, blue
        table.bout.start = table.table
        declined(table.play(ORDER, ORDER)).act("them")
        assert (table.table.energy, table.table.movement) == (energy, 0)


def test_a_character_in_the_infirmary_does_not_activate():
    """A-067, A-070: it still counts for the comparison; its Activation is skipped."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (3, 1)}, "Maximus")
    table.one("8-Ball").where, table.one("8-Ball").cell = Where.INFIRMARY.value, NO_CELL
    cells.remove(table.table.occupied, cell_at((3, 1)))
    table.table.players[ORANGE].order[:] = [2, 0, 1, 3]
    table.table.activated, table.table.first = 1, GREEN
    table.bout.start = table.table
    table.act("end")
    assert [row.unit for row in table.told(Event.IDLE)] == [table.unit("8-Ball")]


def test_who_comes_back_from_the_bench_stands_in_a_deployment_zone():
    """A-069, A-071, A-EX-40: on a Free space inside, not in the Scoring Zone; enemies there do not forbid it."""
    table = drawn({"Maximus": (0, 0), "hEXx3r": (7, 1)}, "Maximus", scoring=4)
    table.table.players[ORANGE].order[:] = [2, 0, 1, 3]
    table.bout.start = table.table
    table.act("end")
    assert table.asked == (ORANGE, Question.SPACE)
    zones = {zone_of(cell) for cell in range(271) if table.mask[106 + cell]}
    assert zones == {1, 2, 3, 5, 6} and not table.may("space (7,1)")
    table.act("space (7,0)")
    assert table.at("8-Ball") == (7, 0) and table.table.energy == 5


def test_a_character_without_a_space_to_come_back_to_stays_on_the_bench():
    """A-071: of the house."""
    table = drawn({"Maximus": (0, 0)}, "Maximus")
    crowd_zones(table)
    table.table.players[ORANGE].order[:] = [2, 0, 1, 3]
    table.bout.start = table.table
    table.act("end")
    assert table.where("8-Ball") == Where.BENCH and len(table.told(Event.IDLE)) >= 1


def test_the_bench_leads_to_other_zones_in_other_scenarios():
    """A-189, A-194, A-199: any Deployment Zone in King of the Hill; the own or a held one in Conquest."""
    for scenario, zones in (("king of the hill", {1, 2, 3, 4, 5, 6}), ("conquest", {6, 2}), ("scorched earth", None)):
        table = drawn({"Maximus": (0, 0)}, "Maximus", scenario=scenario, scoring=0, redraw=False)
        table.table.players[ORANGE].zone, table.table.holders[2] = 6, ORANGE
        table.table.players[ORANGE].order[:] = [2, 0, 1, 3]
        table.bout.start = table.table
        table.act("end")
        seen = {zone_of(cell) for cell in range(271) if table.mask[106 + cell]}
        assert seen == (zones or {1, 2, 3, 4, 5, 6})


def test_points_that_are_left_are_lost():
    """A-073, A-074, A-EX-36: nothing is carried over."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (3, 1)}, "Maximus", energy=4, movement=3)
    table.table.players[ORANGE].order[:] = [2, 0, 1, 3]
    table.bout.start = table.table
    table.act("end")
    assert table.table.active == table.unit("8-Ball")
    assert (table.table.energy, table.table.movement) == (5, 0)


def test_the_states_step_turns_tokens():
    """A-073, A-103, A-108: blue ones go first, then red ones turn blue, also those of this Activation."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (3, 1)}, "Maximus")
    one = table.one("Maximus")
    one.red[State.SPEED_DOWN], one.blue[State.DAZZLED] = 1, 1
    table.act("end")
    assert table.states("Maximus") == {"speed_down": (0, 1)}


def test_a_character_may_stop_at_any_time():
    """A-072: the command to end is always there."""
    table = drawn({"Maximus": (0, 0)}, "Maximus")
    assert table.may("end")
    table.act("move")
    assert table.may("end")


def test_stick_to_the_plan_lets_its_player_decide():
    """A-125: whatever the Initiative; both players are asked."""
    table = Drawn()
    player = table.table.players[GREEN]
    player.cards[table.card_number(GREEN, "Stick to the plan")] = 3
    table.bout.start = table.table
    table.play(ORDER, ORDER)
    assert table.asked == (GREEN, Question.TACTIC)
    table.act("card Stick to the plan")
    declined(table)
    assert table.asked == (GREEN, Question.FIRST)


def test_where_both_could_decide_the_underdog_orders_it():
    """A-002, A-006, A-125: with Stick to the plan in both hands the Underdog is asked first, and decides."""
    table = Drawn()
    for seat in (GREEN, ORANGE):
        cards_of_seat = table.table.players[seat].cards
        cards_of_seat[table.card_number(seat, "Stick to the plan")] = 3 + seat
    table.bout.start = table.table
    table.play(ORDER, ORDER)
    assert table.asked == (GREEN, Question.TACTIC) and table.table.underdog == GREEN
