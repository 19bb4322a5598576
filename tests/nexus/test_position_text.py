"""Positions of NEXUS: names, sets and boards in the line, and the small drawn board."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from deck import with_cards
from table import Table

from nexus_env.core.session import Session
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.rules.bout import COINS, DRAFTING, OPENING, Pile, Question, Square, Trait
from nexus_env.games.nexus.words.notation import coins_of
from nexus_env.kit.tape import NOBODY, PASS
from nexus_env.text import position

DUEL = """
    .  b  g  .
    .  c  #  u
    .  f  1v .
    s  x  0^ t
"""


def sitting_at(text: str) -> Session:
    """A session at which the position of a text lies."""
    return Session.at(NEXUS, position.read(NEXUS, text))


def test_a_drawn_board_is_a_bout_in_the_middle_of_a_command_round():
    """R-026, R-063: full panels, 6 MP and 6 AP for seat 0, and all 700 coins."""
    session = sitting_at(DUEL)
    table = session.bout["table"]
    assert session.seat == 0 and table["request"]["question"] == Question.COMMAND
    assert [[int(table["helots"][seat][name]) for name in ("x", "y", "facing")] for seat in (0, 1)] == [
        [3, 4, 0],
        [3, 3, 2],
    ]
    assert table["squares"][3, 0] == Square.SAW and table["squares"][1, 3] == Square.BRAZIER
    assert table["helots"][0]["health"][Pile.OVERALL_CONDITION] == 50 and coins_of(table) == COINS
    assert session.read("Standard  ATTACK player_1") == NEXUS.actions.index("standard attack")


def test_groups_below_a_drawing_change_what_it_leaves_open():
    """Options, seats, points, health; the box holds what is left."""
    session = sitting_at(
        DUEL
        + """
        options seats=3 cycle_limit=7; command_round action_points=2 seat=1; request seat=1
        helots.1 health=10,0,15,12,12,15,12,20 prone=1; lanistas.1 cred=30; helots.2 facing=west
        """
    )
    bout, table = session.bout, session.bout["table"]
    assert session.seat == 1 and table["seats"] == 3 and bout["options"]["cycle_limit"] == 7
    assert table["helots"][1]["lost"] == 1 << Pile.LEFT_UPPER, "what is empty has been lost"
    assert table["helots"][1]["prone"] and table["lanistas"][1]["cred"] == 30 and coins_of(table) == COINS
    assert "stand up" in {session.spell(int(action)) for action in np.flatnonzero(session.mask)}


def test_a_drawing_is_the_position_that_the_tables_of_tests_draw():
    """The same commands are legal, and its line is read to the same bytes."""
    session, table = sitting_at(DUEL), Table(DUEL)
    assert {NEXUS.actions[number] for number in np.flatnonzero(session.mask)} == table.legal()
    line = position.write(NEXUS, session.rows)
    assert position.read(NEXUS, line).tobytes() == session.rows.tobytes()


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
    session = Session(NEXUS, NEXUS.read_options(influence_cards=24), seed=3)
    while session.bout["table"]["cycle"] == 0:
        session.act(int(np.argmax(session.mask)))
    hands = [int(lanista["hand"]) for lanista in session.bout["table"]["lanistas"][:2]]
    groups = {group.split()[0]: group for group in position.seen_by(NEXUS, session.rows, 1).split("; ")}
    assert f"hand={{{'+'.join(['?'] * hands[0].bit_count())}}}" in groups["lanistas.0"]
    own = "+".join(str(card + 1) for card in range(24) if hands[1] >> card & 1)
    assert f"hand={{{own}}}" in groups["lanistas.1"]
    assert str(own) not in groups["lanistas.0"]


def thefts_under_way(tmp_path: Path) -> Iterator[tuple[int, Table]]:
    """A card that player 0 steals from player 1, and what the third player is asked in the same command; then the same
    with the other card.
    """
    steal = ("own round", 'do = "steal card", amount = 1, whom = "chosen opponent"')
    gain = ("own round", 'do = "gain cred", amount = 4')
    for stolen in (2, 3):
        folder = tmp_path / str(stolen)
        folder.mkdir()
        hands, options = {0: 0b0001, 1: 0b0110, 2: 0b1000}, {"seats": 3, "influence_cards": 4}
        drawing = DUEL.replace("0^ t", "0^ 2^")
        table = with_cards(folder, steal, gain, gain, gain, hands=hands, drawing=drawing, **options)
        for seat in range(3):
            table.lanista(seat).discarded = 0
        table.helot(2).traits[Trait.INSTINCT] = 5
        nth = "first" if table.lanista(0).next_clockwise == 1 else "second"
        table.play("play card 1", dice=[stolen], answers=[f"choose opponent {nth} opponent"], until="INTERRUPT")
        yield stolen, table


def test_the_tape_of_a_theft_under_way_is_shown_to_thief_and_victim_alone(tmp_path: Path):
    """R-029: the die that drew the card is the card, and the third player is asked something in the same command."""
    lines: list[list[str]] = []
    for stolen, table in thefts_under_way(tmp_path):
        assert table.seat == 2 and table.lanista(0).hand == 1 << stolen - 1
        lines.append([position.seen_by(NEXUS, table.rows, seat) for seat in range(3)])
    one, other = lines
    assert one[2] == other[2] and "entries=?" in one[2]
    assert one[0] != other[0] and one[1] != other[1] and "entries=?" not in one[0] + one[1]
    with pytest.raises(ValueError, match=r"position, tape: got entries=\?.*; expected dice that the seat may know"):
        position.read(NEXUS, one[2], seed=1)


def test_the_tape_of_a_theft_under_way_leaks_into_no_bout_that_a_third_seat_imagines(tmp_path: Path):
    """R-029: whichever card was drawn, it imagines the same bouts, and the command goes on in each as imagined."""
    seeds, imagined = np.arange(6), []
    for stolen, table in thefts_under_way(tmp_path):
        before = table.rows["table"].tobytes()
        for seat in (2, NOBODY):
            bouts = Session.at(NEXUS, table.rows).imagine(seat, seeds)
            imagined.append((seat, [position.write(NEXUS, bout) for bout in np.split(bouts, len(bouts))[:2]]))
            for bout in np.split(bouts, len(bouts)):
                hand = int(bout["table"]["lanistas"]["hand"][0, 0])
                going_on = Session.at(NEXUS, bout)
                going_on.act(PASS)
                assert int(going_on.bout["table"]["lanistas"]["hand"][0]) == hand
        thought = Session.at(NEXUS, table.rows).imagine(2, seeds)
        assert set(thought["table"]["lanistas"]["hand"][:, 0].tolist()) == {0b0010, 0b0100}
        for seat in (0, 1):  # thief and victim know which one it was
            known = Session.at(NEXUS, table.rows).imagine(seat, seeds)
            assert set(known["table"]["lanistas"]["hand"][:, 0].tolist()) == {1 << stolen - 1}
            length = int(table.rows["tape"]["length"][0])
            assert (known["tape"]["entries"][:, :length] == table.rows["tape"]["entries"][:, :length]).all()
        assert table.rows["table"].tobytes() == before
    assert imagined[:2] == imagined[2:]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (". . .\n. 9^ .", "row 2, column 2: got '9^'; expected one of"),
        (". . .\n. o .", "row 2, column 2: got 'o'"),
        (". . . . . . . . .\n.", "expected at most 8 rows of 8 squares"),
        (DUEL + "helots.0 facing=up", "helots.0: got facing=up; expected one of north, east, south, west"),
        (DUEL + "helots.0 x=9", "helots.0 x: got 9; expected 0 to 8"),
        (DUEL + "helots.0 x=3 y=3", "No two helots stand on one square"),
        (DUEL + "helots.0 holds=2", "helots.0 holds: got 2; expected 0 to 1 or -1 for nobody"),
        (DUEL + "helots.0 lost={chest+nose}", "expected a set of head, left-upper, chest"),
        (DUEL + "table squares=8/8", "expected 8 rows of 8 squares"),
        (DUEL + "table seats=3", "table seats: got 3; expected 2 as the options say"),
        (DUEL + "request seat=2", "request seat: got 2; expected 0 to 1"),
        (DUEL + "request question=99", "request question: got 99; expected 0 to 28"),
        (DUEL + "helots.1 standing=-7", "helots.1 standing: got -7; expected 0 to 2"),
        (DUEL + "contest blow=50", "contest blow: got 50"),
        (DUEL + "helots.1 weapon=8", "helots.1 weapon: got 8; expected -1 to 7"),
        (DUEL + "helots.0 shielded=8", "helots.0 shielded: got 8"),
        (DUEL + "lanistas.1 card=8", "lanistas.1 card: got 8; expected -1 to 7"),
        (DUEL + "lanistas.0 motivation=-2", "lanistas.0 motivation: got -2"),
        (DUEL + "card_play card=99", "card_play card: got 99"),
        (DUEL + "lasting.3 verb=120", "lasting.3 verb: got 120"),
        (DUEL + "lasting.3 verb=2", "lasting: got a table that breaks a rule; expected this to hold"),
        (DUEL + "table lasting_places=25", "table lasting_places: got 25"),
        (DUEL + "table turning_point_card=25", "table turning_point_card: got 25; expected -1 to 24"),
        ("0^ 1v\n. 0>", "row 2, column 2: got a second helot of player_0"),
        (DUEL + "helots.0 health=-1", "helots.0 health.0: got -1; expected 0 to 50"),
        (DUEL + "lanistas.0 next_clockwise=5", "lanistas.0 next_clockwise: got 5; expected 0 to 1"),
        (DUEL + "table cycle=0; helots.0 holds=32000", "helots.0 holds: got 32000"),
        (DUEL + "table cycle=0", "the first cycle has begun"),
        (
            DUEL + "helots.0 holds=1",
            "helots holds held_by: got a table that breaks a rule; expected this to hold: Who",
        ),
        (DUEL + "lanistas.0 motivation=-1", "everybody has a lanista and a motivation card"),
        (DUEL + "lanistas.1 ratio=0", "has rolled the ratio die"),
        (DUEL + "lanistas.0 side=0", "lanistas next_clockwise: got a table"),
        (DUEL + "bout follows=1", "bout follows: got 1; expected 0"),
        (DUEL + "tape.generator a=-4", "tape.generator a: got -4; expected 0 to 4294967295"),
        (DUEL + "tape cursor=1", "tape cursor: got 1; expected at most 0"),
        (DUEL + "bout settled=1", "bout settled: got 1; expected at most 0"),
        (DUEL + "lasting.0 verb=6 detail=7; table lasting_places=1", "lasting: got a table"),
        (DUEL + "table crowd_pile=600", "table box: got -176; expected 0 to 700"),
        (DUEL + "options cycle_limit=0", "options cycle_limit: got 0; expected 1 to 10000"),
        (DUEL + "options.weapons.0 uses=0", "options.weapons.0 uses: got 0; expected at least 1"),
        (DUEL + "options.influence.3.effects.0 verb=14 detail=9", "options.influence.3.effects.0 detail: got 9"),
        (DUEL + "options scattered=0,0,0,1", "options scattered: got 1 of fire; expected at most 0"),
        (DUEL + "options hazards=saw,saw", "options hazards: got [4, 4]"),
        (DUEL + "options sure=1", "options sure: got 1; expected"),
        (DUEL + "request seat=-2", "request seat: got -2 for the dice; expected a seat"),
        (DUEL + "request question=interrupt", "start"),
        (DUEL + "helot.0 x=1", "unknown group 'helot.0'; did you mean 'helots.0'"),
    ],
)
def test_a_position_that_cannot_be_is_told_with_place_and_reason(text: str, reason: str):
    """Compiled rules trust the table blindly, so nothing else may get there."""
    with pytest.raises(ValueError, match=r"^position") as caught:
        position.read(NEXUS, text)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("options seats=32000", "options seats: got 32000; expected"),
        ("options seats=5", "options seats: got 5; expected"),
        ("options seats=1", "table seats: got 1; expected 2 to 4"),
        ("options influence_cards=32000", "options influence_cards: got 32000; expected 0 to"),
        ("options scattered=0,0,0,0,0,0,0,0,0,120", "options scattered.9: got 120"),
        ("options.influence.3.effects.0 verb=14 detail=9", "options.influence.3.effects.0 detail: got 9"),
    ],
)
def test_options_below_a_drawing_are_looked_at_before_anything_is_set_up(options: str, reason: str):
    """The compiled set-up believes them."""
    for row in range(3):
        drawing = [". . .", ". 1v .", ". 0^ b"]
        drawing.insert(row + 1, options)
        with pytest.raises(ValueError, match=r"^position, ") as caught:
            position.read(NEXUS, "\n".join(drawing))
        assert reason in str(caught.value)


@pytest.mark.parametrize("seed", [-1, 2**62 + 1, 2**70, 1.5, "x", True])
def test_a_seed_that_is_none_is_refused(seed: object):
    line = position.seen_by(NEXUS, Table(". 1v .\n . 0^ .").rows, 0)
    with pytest.raises(ValueError, match=r"^seed: got .*; expected a whole number from 0 to 2\*\*62"):
        position.read(NEXUS, line, seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_before_the_barge_is_built_helots_stand_where_they_begin(seats: int):
    """R-037, R-039: a pillar could come to lie where one stands elsewhere."""
    session = Session(NEXUS, NEXUS.read_options(seats=seats, barge="3", third_side="west"), seed=5)
    asked = set()
    while not session.is_over and session.rows["table"]["cycle"][0] == 0:
        line = position.write(NEXUS, session.rows)
        assert position.write(NEXUS, position.read(NEXUS, line)) == line
        command, question = int(session.rows["command"][0]), int(session.rows["table"]["request"]["question"][0])
        if DRAFTING <= command < OPENING and question != Question.COMMAND:
            for moved, field in (("x=2 y=8", "x"), ("x=1 y=5", "y"), ("x=1 y=8 facing=east", "facing")):
                with pytest.raises(ValueError, match=f"start.helots.0 {field}: got .*; expected . before the barge"):
                    position.read(NEXUS, line.replace("helots.0 x=1 y=8", f"helots.0 {moved}"))
            asked.add(command)
        session.act(int(np.flatnonzero(session.mask)[0]))
    assert len(asked) > seats


OLD = (Path(__file__).parent / "positions_of_version_2.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", OLD[1:])
def test_a_line_of_an_older_version_is_read_where_that_is_asked_for(line: str):
    """Written by version 0.2.0: it says the same afterwards, but for what that did not write, and is played on."""
    with pytest.raises(ValueError, match=r"got 'nexus 2 .* expected 'nexus 4 .*; `any_version` reads it"):
        position.read(NEXUS, line)
    for other in ("x", "0", "-1", str(NEXUS.version + 1), "9" * 5000):
        with pytest.raises(ValueError, match="at the beginning; expected"):
            position.read(NEXUS, re.sub(r" [0-9]+ ", f" {other} ", line, count=1), any_version=True)
    bout = position.read(NEXUS, line, any_version=True)
    groups = position.write(NEXUS, bout).split("; ")[1:]
    assert [re.sub(" lasting_places=[0-9]+", "", group) for group in groups] == line.split("; ")[1:]
    session, rng = Session.at(NEXUS, bout), np.random.default_rng(1)
    for _ in range(8):
        session.act(int(rng.choice(np.flatnonzero(session.mask))))


def test_a_command_under_way_that_other_rules_would_not_lead_to_is_refused_all_the_same():
    """Its tape has other dice than these rules ask for."""
    with pytest.raises(ValueError, match=r"^position, tape length: got 16; expected 0.*between two commands\.$"):
        position.read(NEXUS, OLD[0], any_version=True)


def test_another_seed_deals_otherwise() -> None:
    """The hand of the other seat, and the dice to come."""
    session = Session(NEXUS, NEXUS.read_options(deal="random"), seed=3)
    while session.bout["table"]["cycle"] == 0:
        session.act(int(np.flatnonzero(session.mask)[0]))
    line = position.seen_by(NEXUS, session.rows, 0)
    hands = {int(position.read(NEXUS, line, seed=seed)["table"]["lanistas"]["hand"][0, 1]) for seed in range(20)}
    assert len(hands) > 3
    assert len({hand.bit_count() for hand in hands}) == 1
    assert position.read(NEXUS, line, seed=1).tobytes() == position.read(NEXUS, line, seed=1).tobytes()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("hand={?", "hand={?+?+?+?+?+?+?+?+?+?+?+?+?+?"), "unknown cards in lanistas.1"),
        (("hand={?", "hand=?;x y={?"), "expected a set of a known size"),
        (("slots={", "slots={?+"), "got ? in slots"),
        (("seen by player_0", "seen by player_7"), "got the view of seat 7; expected 0 to 1."),
        (("seen by player_0", "seen by player_\u0660"), "got no seat after 'seen by player_'"),
        (("seen by player_0", "seen by player_x"), "got no seat after 'seen by player_'"),
        (("crowd_pile=", "crowd_pile=9"), "All 700 coins are somewhere"),
        (("box=", "box=1"), "table box: got 1414; expected 0 to 700"),
    ],
)
def test_a_view_that_cannot_be_true_is_refused(change: tuple[str, str], reason: str) -> None:
    session = Session(NEXUS, NEXUS.read_options(deal="random"), seed=3)
    while session.bout["table"]["cycle"] == 0:
        session.act(int(np.flatnonzero(session.mask)[0]))
    line = position.seen_by(NEXUS, session.rows, 0)
    assert change[0] in line
    with pytest.raises(ValueError, match=r"^position") as caught:
        position.read(NEXUS, line.replace(*change, 1), seed=1)
    assert reason in str(caught.value)
