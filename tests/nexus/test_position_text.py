"""Positions of NEXUS: names, sets and boards in the line, and the small drawn board."""

import numpy as np
import pytest
from table import Table

from nexus_env import position
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.bout import COINS, Pile, Question, Square
from nexus_env.games.nexus.notation import coins_of
from nexus_env.sitting import Sitting

DUEL = """
    .  b  g  .
    .  c  #  u
    .  f  1v .
    s  x  0^ t
"""


def sitting_at(text: str) -> Sitting:
    """A sitting at which the position of a text lies."""
    return Sitting.at(NEXUS, position.read(NEXUS, text))


def test_a_drawn_board_is_a_bout_in_the_middle_of_a_command_round():
    """R-026, R-063: full panels, 6 MP and 6 AP for seat 0, and all 700 coins."""
    sitting = sitting_at(DUEL)
    table = sitting.bout["table"]
    assert sitting.seat == 0 and table["request"]["question"] == Question.COMMAND
    assert [[int(table["helots"][seat][name]) for name in ("x", "y", "facing")] for seat in (0, 1)] == [
        [3, 4, 0],
        [3, 3, 2],
    ]
    assert table["squares"][3, 0] == Square.SAW and table["squares"][1, 3] == Square.BRAZIER
    assert table["helots"][0]["health"][Pile.OVERALL_CONDITION] == 50 and coins_of(table) == COINS
    assert sitting.read("Standard  ATTACK player_1") == NEXUS.actions.index("standard attack")


def test_groups_below_a_drawing_change_what_it_leaves_open():
    """Options, seats, points, health; the box holds what is left."""
    sitting = sitting_at(
        DUEL
        + """
        options seats=3 cycle_limit=7; command_round action_points=2 seat=1; request seat=1
        helots.1 health=0,12,15,12,12,15,12,20 prone=1; lanistas.1 cred=30; helots.2 facing=west
        """
    )
    bout, table = sitting.bout, sitting.bout["table"]
    assert sitting.seat == 1 and table["seats"] == 3 and bout["options"]["cycle_limit"] == 7
    assert table["helots"][1]["prone"] and table["lanistas"][1]["cred"] == 30 and coins_of(table) == COINS
    assert "stand up" in {sitting.spell(int(action)) for action in np.flatnonzero(sitting.mask)}


def test_a_drawing_is_the_position_that_the_tables_of_tests_draw():
    """The same commands are legal, and its line is read to the same bytes."""
    sitting, table = sitting_at(DUEL), Table(DUEL)
    assert {NEXUS.actions[number] for number in np.flatnonzero(sitting.mask)} == table.legal()
    line = position.write(NEXUS, sitting.rows)
    assert position.read(NEXUS, line).tobytes() == sitting.rows.tobytes()


def test_a_line_speaks_of_names_sets_and_boards():
    """And the middle of a reaction is written with the tape so far."""
    table = Table(DUEL, ap=2)
    table.give(1, instinct=5)
    table.step("standard attack")
    table.helot(0).lost = 0b100
    line = position.write(NEXUS, table.rows)
    assert "squares=1bg5/1c#u4/1f6/sx1t4/8/8/8/8" in line
    assert "helots.1 x=3 y=3 facing=south" in line
    assert "lost={chest}" in line and "command=standard_attack" in line
    assert "request seat=" in line and "start.command_round action_points=2" in line


def test_a_seats_own_line_shows_its_hand_and_counts_the_others():
    """R-028, R-029: what others hold is hidden, how many is not."""
    sitting = Sitting(NEXUS, NEXUS.read_options(influence_cards=24), seed=3)
    while sitting.bout["table"]["cycle"] == 0:
        sitting.act(int(np.argmax(sitting.mask)))
    hands = [int(lanista["hand"]) for lanista in sitting.bout["table"]["lanistas"][:2]]
    groups = {group.split()[0]: group for group in position.seen_by(NEXUS, sitting.rows, 1).split("; ")}
    assert f"hand={{{'+'.join(['?'] * hands[0].bit_count())}}}" in groups["lanistas.0"]
    own = "+".join(str(card + 1) for card in range(24) if hands[1] >> card & 1)
    assert f"hand={{{own}}}" in groups["lanistas.1"]
    assert str(own) not in groups["lanistas.0"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (". . .\n. 9^ .", "row 2, column 2: found '9^', expected one of"),
        (". . .\n. o .", "row 2, column 2: found 'o'"),
        (". . . . . . . . .\n.", "expected at most 8 rows of 8 squares"),
        (DUEL + "helots.0 facing=up", "helots.0: found facing=up, expected one of north, east, south, west"),
        (DUEL + "helots.0 x=9", "helot of player_0 on (9, 4), expected a square of the board"),
        (DUEL + "helots.0 x=3 y=3", "found two helots on (3, 3)"),
        (DUEL + "helots.0 holds=2", "found a seat that does not exist"),
        (DUEL + "helots.0 lost={chest+nose}", "expected a set of head, left-upper, chest"),
        (DUEL + "table squares=8/8", "expected 8 rows of 8 squares"),
        (DUEL + "table seats=3", "found 3 seats, expected 2 to 4, as many as the options say"),
        (DUEL + "request seat=2", "found seat 2 asked"),
        (DUEL + "request question=99", "found question 99 in request, expected -1 for none or 0 to"),
        (DUEL + "helots.1 standing=-7", "found standing -7 in helots, expected -1 for none or 0 to 2"),
        (DUEL + "contest blow=50", "found blow 50 in contest"),
        (DUEL + "helots.1 weapon=8", "found weapon 8 in helots, expected -1 for none or 0 to 7"),
        (DUEL + "helots.0 shielded=8", "found shielded 8 in helots"),
        (DUEL + "lanistas.1 card=8", "found card 8 in lanistas, expected -1 for none or 0 to 7"),
        (DUEL + "lanistas.0 motivation=-2", "found motivation -2 in lanistas"),
        (DUEL + "card_play card=99", "found card 99 in card_play"),
        (DUEL + "lasting.3 verb=120", "found verb 120 in lasting"),
        (DUEL + "lasting.3 verb=2", "found lasting_places 0, expected as many places as those of `lasting`"),
        (DUEL + "table lasting_places=25", "found lasting_places 25"),
        (DUEL + "table turning_point_card=25", "found turning_point_card 25, expected -1 for none or 0 to 24"),
        ("0^ 1v\n. 0>", "row 2, column 2: found the helot of player_0 for the second time"),
        (DUEL + "helots.0 health=-1", "found fewer than 0 coins"),
        (DUEL + "lanistas.0 next_clockwise=5", "found no next player clockwise"),
        (DUEL + "helot.0 x=1", "unknown group 'helot.0'; the nearest is 'helots.0'"),
    ],
)
def test_a_position_that_cannot_be_is_told_with_place_and_reason(text: str, reason: str):
    """Compiled rules trust the table blindly, so nothing else may get there."""
    with pytest.raises(ValueError, match=r"^position") as caught:
        position.read(NEXUS, text)
    assert reason in str(caught.value)
