"""Setting up: teams, decks, hands, the Underdog, zones and deployment."""

import numpy as np
import pytest

from aristeia.table import GREEN, ORANGE, Drawn, cell_at
from nexus_env.cli.arguments import agreed
from nexus_env.cli.main import read_arguments
from nexus_env.games.aristeia.rules.bout import DECK, SEATS, STANDARD, TEAM, Question, Where
from nexus_env.games.aristeia.rules.log import Event
from nexus_env.games.aristeia.rules.options import read_options
from nexus_env.kit.decks import HAND, PILE
from nexus_env.kit.options import OptionsError
from nexus_env.kit.sight import points_of

TEAM_OF_GREEN = ["hEXx3r", "Maximus", "Major Lunah", "Parvati"]
TEAM_OF_ORANGE = ["Wild Bill", "Gata", "8-Ball", "Miyamoto Mushashi"]
STANDARD_NAMES = ["Dodge", "Dodge", "Take Aim", "Take Aim", "Focus", "Focus", "No!", "Fortune favors the Badass"]
STANDARD_NAMES += ["Catch your breath", "Stick to the plan"]


def test_the_first_game_has_its_teams_hands_and_deployment():
    """A-003, A-009, A-014, A-017, A-180, A-184, A-EX-01: and the Underdog is Green with 18 against 23."""
    table = Drawn()
    assert table.names == [*TEAM_OF_GREEN, *TEAM_OF_ORANGE]
    assert table.hand(GREEN) == sorted(["No!", "Field Analysis", "Take Aim", "Catch your breath"])
    assert table.hand(ORANGE) == sorted(["No!", "Swerve", "Take Aim", "Catch your breath"])
    assert all(len(table.cards(seat, PILE)) == 14 for seat in (GREEN, ORANGE))
    assert table.table.underdog == GREEN and table.table.scoring == 0
    assert table.at("Maximus") == (-6, -1) and table.at("hEXx3r") == (-7, -1)
    assert table.at("Parvati") == (-6, 1) and table.at("Major Lunah") == (-8, 2)
    assert table.at("8-Ball") == (5, 0) and table.at("Miyamoto Mushashi") == (6, 1)
    assert table.at("Wild Bill") == (7, -1) and table.at("Gata") == (6, 0)
    assert table.asked == (GREEN, Question.ORDER)


def test_a_deck_has_ten_standard_tactics_and_two_of_each_character():
    """A-010, A-011, A-012, A-013, A-205: eighteen cards."""
    table = Drawn()
    green = [table.card_name(GREEN, card) for card in range(DECK)]
    orange = [table.card_name(ORANGE, card) for card in range(DECK)]
    assert green[:STANDARD] == orange[:STANDARD] == STANDARD_NAMES
    assert green[STANDARD:] == [
        *("Access Denied", "R@gd011", "Block", "Scram!", "Holographic Sight", "Snake Bite"),
        *("Nanoids Cloud", "Field Analysis"),
    ]
    assert orange[STANDARD:] == [
        *("Ace of Diamonds", "Ace of Hearts", "Swerve", "Go All-Out", "Block", "Barrel through"),
        *("Tsuchi-Do", "Mizu-Do"),
    ]


def test_all_start_unhurt_and_without_points():
    """A-019: no damage, no States, no VP, no Frags."""
    table = Drawn()
    assert all(one.damage == 0 and not one.red.any() and not one.blue.any() for one in table.table.characters)
    assert all(player.points == 0 and player.frags == 0 for player in table.table.players)
    assert all(one.where == Where.BOARD for one in table.table.characters)


def test_starting_hands_are_drawn_and_may_be_drawn_anew_once():
    """A-008, A-015, A-016: each player is asked once, after drawing; not in the preset game."""
    table = Drawn(teams="draft", seed=3, dictated=False)
    while table.asked[1] == Question.PICK:
        table.act(table.legal[0])
    assert table.asked == (GREEN, Question.REDRAW)
    assert [len(table.hand(seat)) for seat in (GREEN, ORANGE)] == [4, 4]
    before = table.hand(GREEN)
    table.act("yes")
    assert len(table.hand(GREEN)) == 4 and len(table.cards(GREEN, PILE)) == 14
    assert table.hand(GREEN) != before
    assert table.asked == (ORANGE, Question.REDRAW)
    kept = table.hand(ORANGE)
    table.act("pass")
    assert table.hand(ORANGE) == kept and table.asked[1] == Question.ZONE


@pytest.mark.parametrize("scenario", ["conquest", "king of the hill", "scorched earth"])
def test_the_preset_teams_draw_their_hands_and_deploy_in_every_other_game(scenario: str) -> None:
    """A-009, A-015, A-016, A-206: the preset game is an Assault."""
    tables = [Drawn(scenario=scenario, seed=seed, dictated=False) for seed in (1, 2)]
    assert tables[0].hand(GREEN) != tables[1].hand(GREEN)
    for table in tables:
        assert table.names == [*TEAM_OF_GREEN, *TEAM_OF_ORANGE]
        assert [len(table.hand(seat)) for seat in (GREEN, ORANGE)] == [4, 4]
        assert table.asked == (GREEN, Question.REDRAW)
        table.play("pass", "pass")
        assert table.asked == (GREEN, Question.ZONE)  # the Underdog


def test_a_game_may_go_without_redrawing():
    """A-016: an option."""
    table = Drawn(teams="draft", redraw=False, dictated=False)
    while table.asked[1] == Question.PICK:
        table.act(table.legal[-1])
    assert table.asked[1] == Question.ZONE


def test_a_draft_goes_one_by_one():
    """A-204: a random player begins, then they alternate; nobody is picked twice."""
    table = Drawn(teams="draft")
    assert table.table.request.sides == 2
    table.take(1)
    seats = []
    while table.asked[1] == Question.PICK:
        seats.append(table.asked[0])
        table.act(table.legal[0])
    assert seats == [ORANGE, GREEN] * TEAM
    assert len(set(table.names)) == 8


def test_teams_chosen_in_secret_are_revealed_together():
    """A-203: four different Characters each; who has chosen what is open when both have."""
    table = Drawn(teams="choice", dictated=False)
    for _ in range(TEAM):
        for seat in (GREEN, ORANGE):
            assert table.asked == (seat, Question.PICK) and table.table.request.private
            table.act(table.legal[0 if seat == GREEN else -1])
    assert table.names == [*TEAM_OF_GREEN, *TEAM_OF_ORANGE]
    assert len(table.told(Event.TEAM)) == 8


def test_who_names_the_same_character_chooses_again():
    """A-203: both, from the start."""
    table = Drawn(teams="choice", dictated=False)
    for _ in range(TEAM):
        for _ in (GREEN, ORANGE):
            table.act(table.legal[0])
    assert table.asked == (GREEN, Question.PICK)
    assert len(table.legal) == 8 and table.table.tries == 1


def test_teams_may_be_named():
    """A-009, A-203: by their names, each Character once."""
    table = Drawn(teams="named", green=TEAM_OF_ORANGE, orange=TEAM_OF_GREEN, dictated=False)
    assert table.names == [*TEAM_OF_ORANGE, *TEAM_OF_GREEN]
    with pytest.raises(OptionsError, match="twice"):
        read_options(teams="named", green=TEAM_OF_GREEN, orange=TEAM_OF_GREEN)
    with pytest.raises(OptionsError, match="did you mean Maximus"):
        read_options(teams="named", green=["Maximu", *TEAM_OF_GREEN[:3]], orange=TEAM_OF_ORANGE)
    with pytest.raises(OptionsError, match="got 3 Characters"):
        read_options(teams="named", green=TEAM_OF_GREEN[:3], orange=TEAM_OF_ORANGE)


def test_names_are_given_on_the_command_line():
    """A-009: with commas; every way of writing a team comes to the same."""
    teams = {"green": ", ".join(TEAM_OF_ORANGE), "orange": ",".join(TEAM_OF_GREEN)}
    words = ["watch", "random", "random", "--game", "aristeia", "--teams", "named"]
    words += [word for color, names in teams.items() for word in (f"--{color}", names)]
    options = agreed(read_arguments(words).set, seats=SEATS)
    assert Drawn(**options, dictated=False).names == [*TEAM_OF_ORANGE, *TEAM_OF_GREEN]


def test_names_beside_another_way_to_find_teams_are_refused():
    """A-009: they would be of no use."""
    with pytest.raises(OptionsError, match='green: got Characters, but teams = "draft"; expected teams = "named"'):
        read_options(teams="draft", green=TEAM_OF_GREEN)


def test_the_only_number_of_seats_is_told():
    """A-003."""
    with pytest.raises(OptionsError, match=r"seats: got 3; expected the number 2\.$"):
        read_options(seats=3)


def test_a_limit_of_rounds_by_another_name_is_refused():
    """A-004: the option says that it is a limit."""
    with pytest.raises(OptionsError, match="did you mean round_limit"):
        read_options(rounds=3)


def test_the_lower_total_initiative_is_the_underdog():
    """A-017, A-206: with the teams exchanged it is Orange."""
    table = Drawn(teams="named", green=TEAM_OF_ORANGE, orange=TEAM_OF_GREEN, dictated=False, redraw=False)
    assert table.table.underdog == ORANGE


@pytest.mark.parametrize("scenario", ["assault", "conquest", "king of the hill", "scorched earth"])
def test_the_underdog_chooses_a_zone_and_who_places_first(scenario: str):
    """A-023, A-178, A-179, A-189: the other gets the opposite Zone; then one Character each."""
    table = Drawn(teams="named", green=TEAM_OF_GREEN, orange=TEAM_OF_ORANGE, scenario=scenario, redraw=False, seed=2)
    table.draw_any()
    assert table.asked == (GREEN, Question.ZONE)
    assert table.legal == [f"zone {zone}" for zone in range(1, 7)]
    table.act("zone 2")
    assert [int(player.zone) for player in table.table.players] == [0, 0] or table.asked == (GREEN, Question.FIRST)
    table.act("them")
    assert [int(player.zone) for player in table.table.players] == [2, 5]
    seats = []
    while table.asked[1] in (Question.UNIT, Question.SPACE):
        if table.asked[1] == Question.SPACE:
            seats.append(table.asked[0])
            assert len(table.legal) <= 19
        table.act(table.legal[0])
    assert seats == [ORANGE, GREEN] * TEAM
    assert (table.table.burnt == (1 << 2 | 1 << 5)) == (scenario == "scorched earth")


def test_characters_are_deployed_inside_or_adjacent_to_the_zone():
    """A-027, A-028, A-178: on Free spaces."""
    table = Drawn(teams="named", green=TEAM_OF_GREEN, orange=TEAM_OF_ORANGE, redraw=False).draw_any()
    table.play("zone 1", "me", "unit own 1")
    for place, may in (((0, 7), True), ((0, 8), True), ((-1, 6), True), ((0, 5), False), ((0, 4), False)):
        assert table.may(f"space ({place[0]},{place[1]})") == may
    table.act("space (0,7)")
    assert table.at("hEXx3r") == (0, 7) and table.asked == (ORANGE, Question.UNIT)


def test_preset_places_are_the_printed_spaces_of_the_options():
    """A-020, A-180: spaces have axial coordinates."""
    row = read_options()
    assert row["places"][0, 1] == cell_at((-6, -1))
    assert (read_options(scenario="conquest")["places"] == -1).all()
    assert int(np.count_nonzero(row["hands"])) == 2


def test_hands_hold_cards_of_the_own_deck():
    """A-003, A-010: each player has a deck."""
    table = Drawn()
    for seat in (GREEN, ORANGE):
        assert all(place in (PILE, HAND + seat) for place in table.table.players[seat].cards)


def test_spaces_lie_at_whole_points():
    """A-031: the center of (q,r) at (3q, 2r+q), so that all tests of sight are exact."""
    assert points_of(2, -1) == (6, 0) and points_of(-1, 3) == (-3, 5)
