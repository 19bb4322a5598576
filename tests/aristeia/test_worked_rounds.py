"""Situations between rolls that were worked out by hand from the rules: Activations, Tactics, phases and scenarios."""

import pytest

from aristeia.table import GREEN, ORANGE, Drawn, drawn
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.rules.bout import NOBODY, Question, Where
from nexus_env.games.aristeia.rules.log import Event

MUSHASHI, LUNAH = "Miyamoto Mushashi", "Major Lunah"


def last(spaces: dict[str, tuple[int, int]], active: str = "Maximus", **options: object) -> Drawn:
    """The last Activation of a Round; `end` leads to the Objectives phase."""
    table = drawn(spaces, active, **options)  # type: ignore[arg-type]
    table.table.turn, table.table.activated = 4, 2
    order = table.table.players[table.unit(active) // 4].order
    place = order.tolist().index(table.unit(active) % 4)
    order[place], order[3] = order[3], order[place]
    table.bout.start = table.table
    return table


def points(table: Drawn) -> list[int]:
    """The VP of both."""
    return [int(player.points) for player in table.table.players]


# --- Activations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("red", "blue", "gained"), [(0, 0, 3), (1, 0, 1), (0, 1, 2)])
def test_a_move_of_maximus_brings_what_his_speed_is_now(red: int, blue: int, gained: int):
    """A-076, A-106, A-158: 3, less 2 while red, less 1 while blue."""
    table = drawn({"Maximus": (0, 0)}, "Maximus")
    table.one("Maximus").red[State.SPEED_DOWN], table.one("Maximus").blue[State.SPEED_DOWN] = red, blue
    table.act("move")
    assert (int(table.table.movement), int(table.table.energy)) == (gained, 3)


def test_two_moves_add_up_and_leave_an_action_point_for_a_medikit():
    """A-072, A-076, A-172: Energy 5 is twice 2 AP and 1; MP may be spent before and after an Action."""
    table = drawn({"Parvati": (0, 3), "Maximus": (1, 3)}, "Parvati", damage={"Maximus": 1})
    table.play("move", "space (-1,4)", "move")
    assert (int(table.table.movement), int(table.table.energy)) == (9, 1)
    table.play("act 3", "unit Maximus").roll("S")
    while table.asked[1] != Question.COMMAND:
        table.act("unit Maximus" if table.asked[1] == Question.UNIT else "pass")
    assert table.damage("Maximus") == 0 and int(table.table.movement) == 9
    assert not table.may("move") and table.may("space (0,3)")


def test_go_all_out_of_the_immobilized_pays_for_freerun_and_no_step():
    """A-111, A-133, A-149: 3 MP, no step, no Move, but a Place beside the obstacle at (2,2)."""
    table = drawn({"Gata": (3, 2)}, "Gata", hands=([], ["Go All-Out"]))
    table.one("Gata").red[State.IMMOBILIZED] = 1
    table.bout.start = table.table
    assert not table.may("act 2"), "there is no MP to pay"
    table.act("card Go All-Out")
    assert int(table.table.movement) == 3 and not table.may("move") and not table.may("space (4,2)")
    table.play("act 2", "space (1,2)")
    assert (table.at("Gata"), int(table.table.movement)) == ((1, 2), 2)


def test_nanoids_cloud_reaches_over_blocked_spaces():
    """A-021, A-134: (0,2) is Blocked; Lunah behind it at distance 2 is healed, Maximus at distance 3 is not."""
    table = drawn(
        {"Parvati": (0, 1), LUNAH: (0, 3), "Maximus": (0, 4), "Gata": (1, 1)},
        "Parvati",
        hands=(["Nanoids Cloud"], []),
        damage={"Parvati": 1, LUNAH: 2, "Maximus": 2, "Gata": 1},
    )
    table.act("card Nanoids Cloud")
    assert [table.damage(name) for name in ("Parvati", LUNAH, "Maximus", "Gata")] == [0, 1, 2, 1]


def test_r_gd011_moves_an_enemy_whom_nobody_sees():
    """A-030, A-085, A-139: from behind the Blocked space (0,2), two steps without a roll."""
    table = drawn({"hEXx3r": (0, 1), "Gata": (0, 3), "Maximus": (1, 3)}, "hEXx3r", hands=(["R@gd011"], []))
    table.act("card R@gd011")
    table.play("space (-1,4)", "space (-1,5)")
    assert table.at("Gata") == (-1, 5)
    assert table.asked == (GREEN, Question.COMMAND)


def test_scram_leaves_alone_whom_it_cannot_move():
    """A-085, A-140: 8-Ball in the corner has no adjacent Free space as long as Wild Bill stands there."""
    table = drawn(
        {"Maximus": (8, -8), "8-Ball": (9, -9), "Gata": (7, -8), "Wild Bill": (8, -9), "Parvati": (9, -8)},
        "Maximus",
        hands=(["Scram!"], []),
    )
    table.play("card Scram!", "unit 8-Ball")
    assert table.asked == (GREEN, Question.UNIT) and table.at("8-Ball") == (9, -9)
    table.play("unit Gata", "space (6,-7)", "space (7,-9)")
    assert (table.at("Gata"), table.at("Wild Bill"), table.at("8-Ball")) == ((6, -7), (7, -9), (9, -9))
    assert table.asked == (GREEN, Question.COMMAND)


def test_who_dies_of_poison_in_the_states_step_brings_a_frag():
    """A-068, A-073, A-097, A-098, A-112: at the end of the own Activation, when the token turns."""
    table = drawn({"Gata": (0, 0), "Maximus": (4, -1)}, "Gata", damage={"Gata": 1})
    table.one("Gata").red[State.POISONED] = 1
    table.bout.start = table.table
    table.act("end")
    table.draw_any()
    assert (table.where("Gata"), table.states("Gata"), table.damage("Gata")) == (Where.INFIRMARY, {}, 0)
    assert int(table.table.players[GREEN].frags) == 1 and len(table.hand(GREEN)) == 1


def test_a_heal_comes_too_late_for_no_poison():
    """A-112, A-124: Catch your breath before the States Step leaves Gata one Hit Point to lose."""
    table = drawn({"Gata": (0, 0)}, "Gata", damage={"Gata": 1}, hands=([], ["Catch your breath"]))
    table.one("Gata").red[State.POISONED] = 1
    table.bout.start = table.table
    table.play("card Catch your breath", "end")
    assert (table.where("Gata"), table.damage("Gata")) == (Where.BOARD, 1)
    assert table.states("Gata") == {"poisoned": (0, 1)}


# --- Turns ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("red", "blue", "asked"), [(1, 0, GREEN), (0, 1, ORANGE), (0, 0, ORANGE)])
def test_initiative_as_it_is_now_decides_who_decides(red: int, blue: int, asked: int):
    """A-018, A-065, A-066, A-107: Lunah 5 and 2 more against Gata 7 is a tie for the Underdog; 6 is less than 7."""
    table = drawn({LUNAH: (-5, 5), "Gata": (5, -1), "Maximus": (0, 0)}, "Maximus")
    table.one(LUNAH).red[State.INITIATIVE_UP], table.one(LUNAH).blue[State.INITIATIVE_UP] = red, blue
    table.table.players[GREEN].order[:] = [1, 2, 0, 3]
    table.table.players[ORANGE].order[:] = [0, 1, 2, 3]
    table.table.activated = 2
    table.bout.start = table.table
    table.act("end")
    assert table.asked == (asked, Question.FIRST)


# --- the Objectives phase ---------------------------------------------------------------------------------------------


def test_with_eight_points_each_frags_decide_the_game():
    """A-188, A-200, A-201: both reach 8 in the same Round."""
    for frags, winner in ((1, ORANGE), (0, NOBODY)):
        table = last({"Maximus": (0, 0), "8-Ball": (1, 0)})
        for player in table.table.players:
            player.points = 7
        table.table.players[ORANGE].frags = frags
        table.bout.start = table.table
        table.act("end")
        assert points(table) == [8, 8] and table.asked[0] == NOBODY
        assert table.told(Event.END)[0].seat == winner


def test_seven_points_do_not_end_the_game_and_who_has_fewer_is_the_underdog():
    """A-182, A-200: 7 to 3."""
    table = last({"Maximus": (0, 0)}, underdog=GREEN)
    table.table.players[GREEN].points, table.table.players[ORANGE].points = 4, 3
    table.bout.start = table.table
    table.act("end")
    assert points(table) == [7, 3] and table.table.underdog == ORANGE
    assert table.asked == (ORANGE, Question.ZONE)


def test_as_many_frags_bring_no_point_in_king_of_the_hill():
    """A-195: one each in this Round; two inside against one."""
    spaces = {"Maximus": (0, 0), "Parvati": (0, 1), "8-Ball": (1, 0)}
    table = last(spaces, scenario="king of the hill", redraw=False)
    for player in table.table.players:
        player.frags = player.taken = 1
    table.bout.start = table.table
    table.act("end")
    assert points(table) == [2, 0]


def test_a_frag_scores_in_king_of_the_hill_though_nobody_holds_the_hill():
    """A-101, A-195: 1 VP, and so two Tactics in the Recovery."""
    table = last({"Maximus": (5, -1), "8-Ball": (7, 0)}, scenario="king of the hill", redraw=False)
    table.table.players[ORANGE].frags = table.table.players[ORANGE].taken = 1
    table.bout.start = table.table
    table.act("end")
    assert points(table) == [0, 1]
    table.draw_any()
    assert [len(table.hand(seat)) for seat in (GREEN, ORANGE)] == [1, 2]
    assert [int(player.taken) for player in table.table.players] == [0, 0], "the Frags of the next Round"


def test_who_falls_at_the_end_of_its_activation_conquers_nothing():
    """A-112, A-197: the marker of Orange stays."""
    table = drawn({"Maximus": (0, 7), "8-Ball": (3, 1)}, "Maximus", scenario="conquest", redraw=False)
    table.table.holders[1] = ORANGE
    table.one("Maximus").damage, table.one("Maximus").red[State.POISONED] = 6, 1
    table.bout.start = table.table
    table.act("end")
    table.draw_any()
    assert table.where("Maximus") == Where.INFIRMARY and table.table.holders[1] == ORANGE


def test_an_enemy_inside_keeps_its_marker_and_one_beside_the_zone_does_not():
    """A-028, A-197: (0,7) and (0,8) are inside Zone 1, (0,5) is adjacent to it."""
    for place, holder in (((0, 8), ORANGE), ((0, 5), GREEN), ((-1, 6), GREEN)):
        table = drawn({"Maximus": (0, 7), "8-Ball": place}, "Maximus", scenario="conquest", redraw=False)
        table.table.holders[1] = ORANGE
        table.bout.start = table.table
        table.act("end")
        assert table.table.holders[1] == holder


def test_a_burnt_zone_scores_for_the_last_time():
    """A-181, A-190, A-191, A-192: the counter comes first, and then 2 VP."""
    table = last({"Maximus": (0, 7), "8-Ball": (3, 1)}, scenario="scorched earth", redraw=False, scoring=1)
    table.act("end")
    assert points(table) == [2, 0] and int(table.table.burnt) >> 1 & 1
    assert table.asked == (ORANGE, Question.ZONE) and "zone 1" not in table.legal


def test_an_infirmary_is_emptied_by_the_recovery_with_its_tokens_gone():
    """A-097, A-101, A-105: on the Bench, with the token of the Recovery alone."""
    table = last({"Maximus": (0, 0), "Gata": (5, -1)})
    gata = table.one("Gata")
    gata.where, gata.cell = Where.INFIRMARY.value, -1
    table.table.occupied[:] = drawn({"Maximus": (0, 0)}, "Maximus").table.occupied
    table.bout.start = table.table
    table.act("end")
    while table.asked[1] == Question.ZONE:
        table.act(table.legal[0])
    table.draw_any()
    assert (table.where("Gata"), table.states("Gata")) == (Where.BENCH, {"energy_down": (1, 0)})
    assert table.table.round_number == 2 and table.asked[1] == Question.ORDER
