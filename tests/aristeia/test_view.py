"""What a seat, a spectator and whoever looks back may see of a bout."""

import json

import numpy as np
import pytest

from aristeia.table import GREEN, ORANGE, Drawn, drawn
from nexus_env.envs.aec import Arena
from nexus_env.frontends.terminal import drawing
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.words import words
from nexus_env.games.aristeia.words.view import BLOCKED, OBSTACLE
from nexus_env.games.aristeia.words.view_types import View

MOST_LETTERS = 60_000  # of a view as JSON: most of it are the 271 spaces


def seen(table: Drawn, seat: int | None = GREEN) -> View:
    """The view of a seat that imagines nothing else."""
    return words.view(np.asarray(table.bout), seat)


def test_the_board_has_271_equal_hexagons_and_says_their_outline_once():
    """A-020, A-024, A-026: 28 of them Blocked, five with obstacles."""
    board = seen(Drawn())["board"]
    assert len(board["cells"]) == 271 and len(board["outline"]) == 6
    assert not any("polygon" in cell for cell in board["cells"])
    kinds = [cell["kind"] for cell in board["cells"]]
    assert kinds.count(BLOCKED) == 28 and kinds.count(OBSTACLE) == 5
    assert {"(0,0)": "central zone", "(0,7)": "zone 1", "(7,0)": "zone 6"}.items() <= {
        cell["id"]: cell["kind"] for cell in board["cells"]
    }.items()
    assert len({tuple(cell["at"]) for cell in board["cells"]}) == 271


def test_a_view_stays_small():
    assert len(json.dumps(seen(Drawn()))) < MOST_LETTERS


def test_only_the_scoring_zone_is_marked():
    """A-184: in the first Round it is the Central Zone."""
    marked = {cell["id"] for cell in seen(Drawn())["board"]["cells"] if "scoring" in cell.get("marks", [])}
    assert marked == {"(0,0)", "(1,0)", "(0,1)", "(-1,1)", "(-1,0)", "(0,-1)", "(1,-1)"}


def test_a_hand_and_a_running_order_are_for_their_player():
    """A-064, A-117: others see how many cards there are, and what is revealed."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (2, 0)}, active="Maximus", hands=(["No!", "Dodge"], ["Swerve"]))
    mine, other, nobody = (seen(table, seat) for seat in (GREEN, ORANGE, None))
    assert [card["id"] for card in mine["seats"][GREEN]["hands"][0]["cards"]] == ["Dodge", "No!"]
    assert other["seats"][GREEN]["hands"][0] == {"name": "Tactics", "size": 2, "cards": [], "deck": "tactics"}
    assert nobody["seats"][ORANGE]["hands"][0]["cards"] == []
    assert other["aristeia"]["players"][GREEN]["order"] == ["Maximus", None, None, None]
    assert None not in mine["aristeia"]["players"][GREEN]["order"]
    opened = words.open_view(np.asarray(table.bout))
    assert all(seat["hands"][0]["cards"] for seat in opened["seats"])
    assert None not in opened["aristeia"]["players"][ORANGE]["order"]


def test_a_second_card_of_a_kind_has_a_number():
    """A-011: and the deck says what each of them does."""
    table = drawn({"Maximus": (0, 0)}, active="Maximus", hands=(["Dodge", "Dodge"], []))
    held = [card["id"] for card in seen(table)["seats"][GREEN]["hands"][0]["cards"]]
    assert held == ["Dodge", "Dodge 2"]
    deck = {card["card"]: card for card in words.decks(table.bout.options)["tactics"]}
    assert set(held) <= deck.keys() and deck["Dodge 2"]["text"] == "Add one blue die to the roll."


def test_a_character_shows_hit_points_states_with_their_sides_and_where_it_is():
    """A-097, A-103: a piece is called as commands spell it."""
    table = drawn({"Maximus": (0, 0)}, active="Maximus", damage={"Maximus": 3})
    table.one("Maximus").red[State.DAZZLED] = 1
    table.one("Maximus").blue[State.SPEED_DOWN] = 1
    pieces = {piece["id"]: piece for piece in seen(table)["board"]["pieces"]}
    assert pieces["Maximus"]["meters"] == [{"name": "Hit Points", "value": 4, "most": 7}]
    assert pieces["Maximus"]["marks"] == ["active", "-2 Speed blue", "Dazzled red"]
    assert pieces["Maximus"]["cell"] == "(0,0)" and pieces["Maximus"]["owner"] == "player_0"
    assert pieces["Gata"]["cell"] is None and pieces["Gata"]["marks"] == ["Bench"]
    own = next(one for one in seen(table)["aristeia"]["characters"] if one["id"] == "Maximus")
    assert (own["speed"], own["damage"], own["hit_points"]) == (2, 3, 7)


def test_a_roll_shows_the_dice_of_both_sides_with_their_symbols():
    """A-042 to A-047, A-117: nothing of it is hidden."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (2, 0)}, active="8-Ball", energy=3)
    table.play("act 1").roll("S S X", "blank", "CB", "S B")
    roll = seen(table, None)["aristeia"]["roll"]
    assert roll["action"] == "Eat my Fa Jing" and roll["target"] == "Maximus"
    assert [[(die["die"], die["face"]) for die in side["dice"]] for side in roll["sides"]] == [
        [("orange", "S S X"), ("blue", "blank")],
        [("green", "CB"), ("blue", "S B"), ("automatic", "B")],
    ]
    assert roll["sides"][0]["left"] == "S S X"


@pytest.mark.parametrize("seat", [GREEN, ORANGE, None])
def test_a_secret_choice_is_nobody_elses_business(seat: int | None):
    """A-064: while Green sets the order, others wait."""
    question = seen(Drawn(), seat)["question"]
    assert question["text"] == (
        "player_0: in which order do your Characters activate?" if seat == GREEN else "Waiting."
    )
    assert (question["seat"] == "player_0") == (seat == GREEN)


def test_the_round_tells_turn_and_points():
    """A-065, A-074: whose Activation it is, and what is left of it."""
    table = drawn({"Maximus": (0, 0)}, active="Maximus", energy=3, movement=2)
    shown = seen(table)["round"]
    assert shown["text"] == "Round 1 of 5, Turn 1 of 4: Maximus" and shown["seat"] == "player_0"
    assert shown["counters"] == [{"name": "AP", "value": 3}, {"name": "MP", "value": 2}]


def test_the_board_of_the_terminal_has_a_line_for_each_row_and_states_beside_the_letters():
    """A-020, A-103: 37 lines of 100 letters, however tall the terminal is."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (2, 0)}, active="Maximus")
    table.one("Maximus").red[State.DAZZLED] = 1
    shown = drawing.board(seen(table), words.look(), ("(0,1)",), tall=True).plain
    lines = shown.splitlines()
    assert len(lines) == 37 and {len(line) for line in lines} == {100}
    assert " MA>d " in shown and " 8B " in shown and "[    *   ]" in shown


def test_the_text_of_the_table_fits_a_terminal():
    """A-020: 37 lines for the spaces, 78 letters at most."""
    lines = words.board(np.asarray(Drawn().bout)).splitlines()
    assert len(lines[0]) <= 78 and max(map(len, lines[:38])) <= 80
    assert sum(line.count(".") + line.count("#") for line in lines[1:38]) > 200
    assert "<svg" in words.picture(np.asarray(Drawn().bout))


def test_who_is_not_chosen_yet_has_no_damage_in_the_text_of_the_table():
    """A-204: Characters are not known before they are picked."""
    texts = [words.board(np.asarray(Drawn(teams=teams).bout)) for teams in ("draft", "preset")]
    assert "damage" not in texts[0] and texts[1].count("damage 0/") == 8


def test_who_is_not_chosen_yet_has_no_health() -> None:
    """A piece whose meter has no most, as the Characters of a team that is being drafted."""
    arena = Arena(ARISTEIA, teams="draft")
    arena.reset(seed=1)
    assert "Green 1" in arena.prompt(most=100_000) and "0/0" not in arena.prompt(most=100_000)
