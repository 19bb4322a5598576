"""The Objectives phase and the four scenarios, Recovery and the end of the game."""

import numpy as np

from aristeia.table import GREEN, ORANGE, Drawn, drawn
from nexus_env.games.aristeia.rules.bout import NOBODY, Question, Where
from nexus_env.games.aristeia.rules.log import Event
from nexus_env.games.aristeia.rules.scoring import lead_of

SPACES = {"Maximus": (0, 0), "8-Ball": (1, 0), "Gata": (0, 1), "Parvati": (-9, 4)}


def objectives(spaces: dict[str, tuple[int, int]], **options: object) -> Drawn:
    """The last Activation of a Round, before its end."""
    table = drawn(spaces, "Maximus", **options)  # type: ignore[arg-type]
    table.table.turn, table.table.activated = 4, 2
    table.bout.start = table.table
    return table


def points(table: Drawn) -> list[int]:
    """The VP of both."""
    return [int(player.points) for player in table.table.players]


def test_assault_is_scored_by_who_stands_inside_the_zone():
    """A-028, A-181, A-184, A-188: alone 3, more 2, as many 1 each, nobody nothing."""
    for spaces, scored in (
        ({"Maximus": (0, 0), "8-Ball": (3, 1)}, [3, 0]),
        ({"Maximus": (0, 0), "Parvati": (1, -1), "8-Ball": (1, 0)}, [2, 0]),
        ({"Maximus": (0, 0), "8-Ball": (1, 0)}, [1, 1]),
        ({"Maximus": (3, 1), "8-Ball": (1, 0)}, [0, 3]),
        ({"Maximus": (3, 1), "8-Ball": (5, 1)}, [0, 0]),
        ({"Maximus": (2, -1), "8-Ball": (5, 1)}, [0, 0]),
    ):
        table = objectives(spaces)
        table.act("end")
        assert points(table) == scored


def test_scorched_earth_is_scored_without_a_bonus_for_being_alone():
    """A-192: more 2, as many 1 each."""
    for spaces, scored in (
        ({"Maximus": (0, 0), "8-Ball": (3, 1)}, [2, 0]),
        ({"Maximus": (0, 0), "8-Ball": (1, 0)}, [1, 1]),
    ):
        table = objectives(spaces, scenario="scorched earth", redraw=False)
        table.act("end")
        assert points(table) == scored


def test_in_scorched_earth_a_zone_with_characters_burns():
    """A-181, A-190, A-191: before points are scored; it can never be chosen again."""
    table = objectives({"Maximus": (0, 7), "8-Ball": (3, 1)}, scenario="scorched earth", redraw=False, scoring=1)
    table.table.burnt = 1 << 3 | 1 << 6
    table.bout.start = table.table
    table.act("end")
    assert table.table.burnt == 1 << 1 | 1 << 3 | 1 << 6
    assert table.asked == (ORANGE, Question.ZONE)
    assert table.legal == ["zone 2", "zone 4", "zone 5"]
    table.act("zone 4")
    assert table.table.scoring == 4


def test_in_scorched_earth_an_empty_zone_does_not_burn():
    """A-190: 8-Ball stands beside it."""
    table = objectives({"Maximus": (3, 1), "8-Ball": (-1, 6)}, scenario="scorched earth", redraw=False, scoring=1)
    table.play("end").draw_any()
    assert table.table.burnt == 0 and table.table.scoring == 1


def test_with_all_zones_burnt_the_scoring_zone_stays():
    """A-193: of the house."""
    table = objectives({"Maximus": (0, 7), "8-Ball": (3, 1)}, scenario="scorched earth", redraw=False, scoring=1)
    table.table.burnt = 0b1111110
    table.bout.start = table.table
    table.act("end")
    table.draw_any()
    assert table.table.scoring == 1 and table.asked[1] == Question.ORDER


def test_king_of_the_hill_has_points_for_frags_and_one_zone():
    """A-194, A-195: more 2, as many 1 each, and 1 for more Frags of this Round; the Central Zone stays."""
    table = objectives({"Maximus": (0, 0), "8-Ball": (3, 1)}, scenario="king of the hill", redraw=False)
    table.table.players[ORANGE].taken = table.table.players[ORANGE].frags = 2
    table.table.players[GREEN].taken = table.table.players[GREEN].frags = 1
    table.bout.start = table.table
    table.act("end")
    table.draw_any()
    assert points(table) == [2, 1] and table.table.scoring == 0


def test_frags_of_earlier_rounds_bring_no_points_in_king_of_the_hill():
    """A-195: Orange has more in the game, Green more in this Round."""
    table = objectives({"Maximus": (0, 0), "8-Ball": (3, 1)}, scenario="king of the hill", redraw=False)
    table.table.players[ORANGE].frags = 3
    table.table.players[GREEN].taken = table.table.players[GREEN].frags = 1
    table.bout.start = table.table
    table.act("end")
    assert points(table) == [3, 0]


def test_conquest_is_about_zones_that_are_held():
    """A-196, A-197, A-198: a marker at the end of an Activation inside without an enemy, until it is replaced."""
    table = objectives({"Maximus": (0, 7), "8-Ball": (3, 1)}, scenario="conquest", redraw=False)
    table.table.holders[1], table.table.holders[6] = ORANGE, ORANGE
    table.bout.start = table.table
    table.act("end")
    table.draw_any()
    assert table.table.holders[1] == GREEN and table.table.holders[6] == ORANGE
    assert points(table) == [1, 1]
    contested = objectives({"Maximus": (0, 7), "8-Ball": (0, 8)}, scenario="conquest", redraw=False)
    contested.act("end")
    assert contested.table.holders[1] == NOBODY


def test_the_new_underdog_has_fewer_points():
    """A-181, A-182, A-EX-38: with as many it is the other player."""
    table = objectives({"Maximus": (0, 0), "8-Ball": (3, 1)})
    table.act("end")
    assert table.table.underdog == ORANGE
    even = objectives({"Maximus": (0, 0), "8-Ball": (1, 0)})
    even.act("end")
    assert even.table.underdog == ORANGE
    back = objectives({"Maximus": (3, 1), "8-Ball": (1, 0)})
    back.act("end")
    assert back.table.underdog == GREEN


def test_after_points_the_underdog_chooses_an_empty_deployment_zone():
    """A-183, A-185, A-187: if nobody scored it stays; a Zone with Characters inside may not be chosen."""
    table = objectives({"Maximus": (0, 0), "8-Ball": (7, 0)})
    table.act("end")
    assert table.asked == (ORANGE, Question.ZONE)
    assert table.legal == [f"zone {zone}" for zone in range(1, 6)]
    table.act("zone 2")
    assert table.table.scoring == 2
    stays = objectives({"Maximus": (3, 1), "8-Ball": (7, 0)}, scoring=3)
    stays.act("end")
    stays.draw_any()
    assert stays.table.scoring == 3 and stays.asked[1] == Question.ORDER


def test_where_every_zone_has_characters_those_inside_are_placed_outside():
    """A-186: on a Free space adjacent to the Zone, by the Underdog."""
    spaces = {"Maximus": (0, 0), "8-Ball": (7, 0), "Gata": (0, 7), "Parvati": (-7, 7), "hEXx3r": (-7, 0)}
    spaces |= {"Wild Bill": (0, -7), "Major Lunah": (7, -7)}
    table = objectives(spaces)
    table.act("end")
    assert table.legal == [f"zone {zone}" for zone in range(1, 7)]
    table.act("zone 1")
    assert table.asked == (ORANGE, Question.SPACE) and not table.may("space (0,8)")
    table.act("space (0,5)" if table.may("space (0,5)") else "space (-1,6)")
    assert table.at("Gata") == (-1, 6) and table.table.scoring == 1


def test_a_zone_with_anybody_inside_is_not_empty():
    """A-185: enemies of the Underdog, who is Orange, too; those beside a Zone do not count."""
    table = objectives({"Maximus": (0, 0), "Parvati": (-7, 8), "hEXx3r": (-7, 2), "8-Ball": (8, 0)})
    table.act("end")
    assert table.asked == (ORANGE, Question.ZONE)
    assert table.legal == ["zone 1", "zone 3", "zone 4", "zone 5"]


def test_the_underdog_places_those_inside_the_new_zone_whosever_they_are():
    """A-186: of both teams, in the order that the Underdog says."""
    spaces = {"Maximus": (0, 7), "8-Ball": (1, 7), "Parvati": (-7, 7), "hEXx3r": (-7, 0), "Gata": (7, 0)}
    table = objectives(spaces | {"Wild Bill": (0, -7), "Major Lunah": (7, -7)}, scoring=1, underdog=ORANGE)
    table.table.players[GREEN].points = 1
    table.bout.start = table.table
    table.play("end", "zone 1")
    assert table.asked == (ORANGE, Question.UNIT)
    assert table.legal == ["unit own 3", "unit enemy 2"]
    table.act("unit Maximus")
    assert table.asked == (ORANGE, Question.SPACE)
    table.act("space (-1,6)")
    assert table.asked == (ORANGE, Question.SPACE), "8-Ball is the only one left"
    table.act("space (2,5)")
    assert table.at("Maximus") == (-1, 6) and table.at("8-Ball") == (2, 5)


def test_the_game_ends_with_eight_points_or_after_five_rounds():
    """A-004, A-200, A-201, A-202: after scoring, and not before."""
    table = objectives({"Maximus": (0, 0), "8-Ball": (3, 1)})
    table.table.players[ORANGE].points, table.table.players[GREEN].points = 7, 5
    table.bout.start = table.table
    table.act("end")
    assert table.asked[0] == NOBODY and points(table) == [8, 7]
    assert table.told(Event.END)[0].seat == GREEN
    last = objectives({"Maximus": (3, 1), "8-Ball": (5, 1)})
    last.table.round_number = 5
    last.bout.start = last.table
    last.act("end")
    assert last.asked[0] == NOBODY and last.told(Event.END)[0].seat == NOBODY


def test_with_equal_points_frags_decide():
    """A-201: still equal is a draw, of the house."""
    table = objectives({"Maximus": (0, 0)})
    table.table.players[ORANGE].frags = 1
    assert lead_of(table.bout, ORANGE) == 1 and lead_of(table.bout, GREEN) == -1
    table.table.players[GREEN].frags = 1
    assert lead_of(table.bout, ORANGE) == 0


def test_in_the_recovery_all_draw_and_who_scored_draws_two():
    """A-101, A-EX-39: and Characters go from the Infirmary to the Bench."""
    table = objectives({"Maximus": (0, 0), "8-Ball": (7, 0)})
    table.one("Gata").where = Where.INFIRMARY.value
    table.bout.start = table.table
    table.play("end", "zone 2").draw_any()
    assert [len(table.hand(seat)) for seat in (GREEN, ORANGE)] == [2, 1]
    assert table.where("Gata") == Where.BENCH and table.states("Gata") == {"energy_down": (1, 0)}


def test_points_of_earlier_rounds_bring_no_second_tactic():
    """A-101: both have VP, and only Green has gained some in this Round; in the next one nobody does."""
    table = objectives({"Maximus": (0, 0), "8-Ball": (7, 0)})
    for player in table.table.players:
        player.points = 3
    table.bout.start = table.table
    table.play("end", "zone 2").draw_any()
    assert [len(table.hand(seat)) for seat in (GREEN, ORANGE)] == [2, 1]
    assert [int(player.scored) for player in table.table.players] == [0, 0]


def test_an_empty_draw_pile_is_made_of_the_discards():
    """A-102: there is no hand limit; with no card left nothing is drawn."""
    table = objectives({"Maximus": (3, 1)})
    cards = table.table.players[GREEN].cards
    cards[:] = 3
    cards[4], cards[5] = 1, 1
    table.table.players[ORANGE].cards[:] = 4
    table.bout.start = table.table
    table.act("end")
    table.draw("Focus")
    assert len(table.hand(GREEN)) == 17 and len(table.cards(GREEN, 0)) == 1
    assert len(table.hand(ORANGE)) == 18


def test_the_obstacles_of_a_scenario_are_on_the_board():
    """A-024, A-025, A-026: five each, and 28 Blocked spaces."""
    for scenario, place in (("assault", (2, 2)), ("conquest", (1, 1)), ("king of the hill", (4, -2))):
        options = Drawn(scenario=scenario, redraw=False).bout.options
        assert sum(int(word).bit_count() for word in np.asarray(options.obstacles).view(np.uint64)) == 5
        assert sum(int(word).bit_count() for word in np.asarray(options.blocked).view(np.uint64)) == 28
        assert place


def test_what_is_hidden_is_imagined():
    """A-064, A-117: hands of the other, the draw piles and orders that are not revealed; the own hand stays."""
    table = Drawn(dictated=False).play("order 1234", "order 1234")
    hand, order = table.hand(GREEN), list(table.table.players[GREEN].order)
    seen = set()
    for seed in range(20):
        table.deal_anew(GREEN, seed)
        assert table.hand(GREEN) == hand and list(table.table.players[GREEN].order) == order
        assert len(table.hand(ORANGE)) == 4 and table.table.players[ORANGE].order[0] == 0
        seen.add((tuple(table.hand(ORANGE)), tuple(table.table.players[ORANGE].order)))
    assert len(seen) > 10
