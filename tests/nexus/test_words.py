"""Numbers into words and pictures."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from deck import with_cards
from table import NUMBERS, Bout, Table

from nexus_env.games.nexus.rules.bout import Question
from nexus_env.games.nexus.rules.log import Event
from nexus_env.games.nexus.words import sentences as words
from nexus_env.games.nexus.words.picture import svg
from nexus_env.kit.tape import CHANCE

DUEL = """
    .  b  g  .
    .  c  #  u
    .  f  1v .
    s  x  0^ t
"""


def told(table: Table) -> str:
    """All sentences since the last command, those of dice and answers included."""
    return "\n".join(
        words.sentence(dict(zip(("event", "seat", "other", "what", "amount", "detail"), row, strict=True)))
        for row in table.told
    )


def test_an_attack_reads_like_a_report():
    """Dice in their order, the location by its name, coins from pile to pile, 2 more before the pillar."""
    table = Table(DUEL, ap=2)
    table.play("standard attack", dice=[6, 5, 3, 2, 4])
    report = told(table)
    assert "player_0: standard attack." in report
    assert "player_0 rolls 6 5 for attack: 11." in report
    assert "player_1 rolls 3 2 for defense: 5." in report
    assert "player_0 rolls 4 for the location: left lower." in report
    assert "player_1 loses 8 Overall Condition to player_0." in report


def test_a_roll_on_the_scale_names_its_step():
    """-SDS and the third die."""
    table = Table(DUEL)
    table.play("focused attack head", dice=[6, 5, 4, 6, 6])
    assert "player_0 rolls 6 5 4 for attack at -1 SDS: 9." in told(table)
    assert "player_1 defends 12 to 9 against the focused attack." in told(table)


def test_coins_that_heal_are_told(tmp_path: Path):
    """From the crowd by a card, and a helot's own by Helot Aid: none goes from a player to itself."""
    table = with_cards(tmp_path, ("own round", 'do = "heal overall", amount = 4'))
    table.hurt(0, overall_condition=40)
    table.play("play card 1")
    assert "player_0 regains 4 Overall Condition from the Crowd Pile." in told(table)
    table = Table(".  c  .\n .  0^ .\n .  .  1^")
    table.hurt(0, chest=14)
    table.play("destroy crate", dice=[6, 4], answers=["choose location chest"])
    assert "player_0 moves 1 Overall Condition to the chest." in told(table)


def test_a_question_about_an_answer_to_a_card_says_so(tmp_path: Path):
    """R-335, R-349: what may be canceled next is the canceling, not the card that somebody else played."""
    objection = ("cancel", 'do = "cancel card"')
    table = with_cards(
        tmp_path, ("own round", 'do = "gain cred", amount = 4'), objection, objection, hands={0: 5, 1: 2}
    )
    table.step("play card 1")
    assert words.question(table.rows[0]) == "player_1 may cancel or ignore Card 1, played by player_0."
    table.step("play card 2")
    assert words.question(table.rows[0]) == "player_0 may cancel or ignore the answer to Card 1, played by player_1."


def test_the_board_shows_every_piece_and_panel():
    """Each square by its symbol, each helot by seat and arrow, each player by a line."""
    table = Table(DUEL, seats=2, mp=3, ap=4)
    board = words.board(table.rows[0])
    for line in (" 1  .  b  g  .", " 2  .  c  #  u", " 3  .  f 1v  .", " 4  s  x 0^  t"):
        assert line in board
    assert "player_0 has 3 MP, 4 AP." in board
    assert "player_1: Cred 0; OC 50" in board


def test_states_are_named():
    """On the board's line of each player."""
    table = Table(DUEL)
    table.grapple(0, 1)
    table.helot(0).bleeding = 1
    assert "bleeding, holds player_1" in words.board(table.rows[0])
    table.helot(1).standing = 1
    assert "incapacitated" in words.board(table.rows[0])


def test_the_end_is_told():
    """A winner, a shared win, a draw, and a bout that was cut off."""
    table = Table(DUEL)
    table.table.over, table.table.winners = 1, 0b01
    table.lanista(0).cred = 60
    assert words.question(table.rows[0]).endswith("player_0 wins with 60 Cred.")
    table.table.winners, table.table.truncated = 0b11, 1
    assert "cycle limit" in words.question(table.rows[0]) and "share the win" in words.question(table.rows[0])
    table.table.winners = 0
    assert words.question(table.rows[0]).endswith("a draw.")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_bout_can_be_told_and_drawn(seats: int):
    """Every happening has its sentence, every question its words, and every table is a picture."""
    bout = Bout(seats=seats, barge="6", influence_cards=24, turning_point_cards=3, third_side="ask", cycle_limit=6)
    rng, events = np.random.default_rng(seats), set()
    while not bout.over:
        assert words.question(bout.rows[0])
        if bout.seat == CHANCE:
            bout.roll(int(rng.choice(np.flatnonzero(bout.mask()))) + 1)
        else:
            names = sorted(bout.legal() - {"end round"}) if rng.random() < 0.9 else []
            bout.step(str(rng.choice(names or sorted(bout.legal()))))
        events |= {row[0] for row in bout.told}
        sentences = words.sentences(bout.rows[0])
        assert all(isinstance(text, str) and text for text in sentences)
        bout.told.clear()
    assert len(events) > 15
    assert {int(event) for event in Event} >= events
    drawn = ElementTree.fromstring(svg(bout.rows[0]))
    assert drawn.tag.endswith("svg") and len(list(drawn)) > 64


def test_every_event_and_question_has_words():
    """Nothing is left without them."""
    row = {"seat": 0, "other": 1, "what": 0, "amount": 1, "detail": 1}
    for event in Event:
        assert isinstance(words.sentence({**row, "event": event}), str)
    assert set(words.ASKED) == set(Question)
    assert words.action(NUMBERS["gloat"]) == "gloat"


def test_a_picture_shows_pieces_and_fallen_helots():
    """A crate is a square with a cross, a toppled brazier lies, a prone helot is pale."""
    table = Table(DUEL)
    table.helot(1).prone = 1
    drawing = svg(table.rows[0])
    assert drawing.count('font-size="14"') == 4 and drawing.count('opacity="0.5"') == 1
    assert drawing.count("<ellipse") == 2
    assert "player_1" in drawing and "prone" in drawing
    for state in ("bleeding", "flaming", "elusive", "exposed", "rattled"):
        setattr(table.helot(1), state, 1)
    table.helot(1).holds = table.helot(1).held_by = 0
    drawing = svg(table.rows[0])
    assert ">prone, bleeding, flaming, elusive, exposed, rattled, holds player_0, held by player_0</text>" in drawing
    assert drawing.count('font-size="14"') == 3  # the long line is smaller: it fits
