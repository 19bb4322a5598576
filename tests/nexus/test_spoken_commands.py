"""What the commands of NEXUS are called in a position: players by name, whoever sits where."""

import pytest
from table import NUMBERS, Table

from nexus_env.games.nexus.words import words

DUEL = """
    .  .  .
    .  1v .
    .  0^ .
"""


def spelled(table: Table, name: str) -> str:
    """The spelling of an action of the action table here."""
    return words.spell(table.rows[0], NUMBERS[name])


@pytest.mark.parametrize(
    ("name", "spelling"),
    [
        ("focused attack chest", "focused attack player_1 chest"),
        ("standard attack", "standard attack player_1"),
        ("combo left-lower 3", "combo player_1 left-lower 3"),
        ("wild attack forward", "wild attack player_1 forward"),
        ("wild attack forward-left", "wild attack forward-left"),
        ("grapple", "grapple player_1"),
        ("talk shit first opponent", "talk shit player_1"),
        ("talk shit second opponent", "talk shit second opponent"),
        ("move forward", "move forward"),
        ("pass", "pass"),
    ],
)
def test_a_command_names_the_player_that_it_is_aimed_at(name: str, spelling: str):
    """R-005, R-011: the helot in Front, the opponents clockwise; what aims at nobody has its plain name."""
    assert spelled(Table(DUEL), name) == spelling


def test_opponents_are_named_by_where_they_sit():
    """R-011, R-036: clockwise round the table is not the order of the seats."""
    for seat in range(4):
        table = Table(seats=4, active=seat)
        named = [
            spelled(table, f"turn crowd {which} opponent").removeprefix("turn crowd ")
            for which in ("first", "second", "third")
        ]
        clockwise = table.lanista(seat).next_clockwise
        assert named[0] == f"player_{clockwise}"
        assert sorted(named) == [f"player_{other}" for other in range(4) if other != seat]


def test_what_a_captor_does_names_its_victim():
    """Whoever stands in Front."""
    table = Table(DUEL)
    table.grapple(0, 1)
    assert spelled(table, "throw forward-left 2") == "throw player_1 forward-left 2"
    assert spelled(table, "drag rotate-left") == "drag player_1 rotate-left"
    assert spelled(table, "let go") == "let go player_1"


def test_a_die_is_its_face_and_what_it_is_for():
    """And whose it is."""
    table = Table(DUEL)
    table.step("standard attack")
    assert words.spell(table.rows[0], 4) == "5 for attack of player_0"


def test_text_is_read_exactly_and_the_nearest_is_named():
    """Case and blanks do not matter; the wrong player does."""
    table = Table(DUEL)
    assert words.read(table.bout, " Focused attack  PLAYER_1 chest") == NUMBERS["focused attack chest"]
    with pytest.raises(
        ValueError, match=r"'focussed attack player_1 chest', which is not a command.*'focused attack pl"
    ):
        words.read(table.bout, "focussed attack player_1 chest")
    with pytest.raises(ValueError, match="'talk shit player_1', which is not legal now"):
        words.read(table.bout, "talk shit player_1")
    with pytest.raises(ValueError, match="which is not a command"):
        words.read(table.bout, "standard attack player_0")
