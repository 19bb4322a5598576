"""A bout as a line: read to the same bytes, going on alike, complete by construction, and without a leak."""

from collections.abc import Callable
from dataclasses import replace

import pytest
import toy
from games import every_game, every_table

from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.testing import USUAL, Extent, positions
from nexus_env.text import position


@every_table
@pytest.mark.parametrize("dictated", [False, True], ids=["rolled", "dictated"])
def test_a_line_is_read_to_the_same_bytes_and_goes_on_alike(game: Game, seats: int, dictated: bool) -> None:
    """At every decision, in the middle of a command too."""
    extent = replace(USUAL, written_seeds=4 if game is toy.GAME else 1)
    assert positions.check_lines(game, seats, extent, dictated=dictated) > 0


@every_table
def test_a_seats_own_line_does_not_depend_on_what_is_hidden_from_it(game: Game, seats: int) -> None:
    positions.check_own_lines(game, seats, USUAL)


@every_game
@pytest.mark.parametrize("case", positions.CASES)
def test_a_seats_own_line_can_be_played_on_with_a_seed(game: Game, case: int) -> None:
    positions.check_own_lines_go_on(game, USUAL, case)


@every_game
@pytest.mark.parametrize("check", [positions.check_fields, positions.check_past, positions.check_versions])
def test_a_line_carries_what_there_is_and_its_version(game: Game, check: Callable[[Game, Extent], None]) -> None:
    check(game, USUAL)


def test_a_seat_sees_its_own_and_not_what_others_hide() -> None:
    """The toy's numbers."""
    session = Session(toy.GAME, toy.read_options(seats=3), seed=4)
    numbers = [int(player["number"]) for player in session.bout["table"]["players"]]
    line = position.seen_by(toy.GAME, session.rows, 1)
    assert "players.0 number=?" in line and "players.2 number=?" in line
    assert f"players.1 number={numbers[1]} " in line
    for seat in (-1, "1", None, 1.0, True, 3):
        with pytest.raises(ValueError, match=r"seat: got .*; expected 0 to 2"):
            position.seen_by(toy.GAME, session.rows, seat)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "got an empty text; expected a line or a drawing."),
        ("toy 2", "got 'toy 2' at the beginning; expected 'toy 1'"),
        ("chess 1; table turn=1", "got 'chess 1' at the beginning"),
        ("toy 1; tabel turn=1", "unknown group 'tabel'; did you mean 'table'"),
        ("toy 1; table trun=1", "unknown name 'trun'; did you mean 'turn'"),
        ("toy 1; table turn", "got 'turn'; expected name=value"),
        ("toy 1; table turn=1 turn=1", "got turn twice"),
        ("toy 1; table turn=one", "got turn=one; expected a number"),
        ("toy 1; table turn=\u0661", "got turn=\u0661; expected the digits 0 to 9"),
        ("toy 1; table turn=1.5", "expected whole numbers from"),
        ("toy 1; table turn=99999999999", "expected whole numbers from"),
        ("toy 1; table turn=1,2", "expected at most 1 of them"),
        ("toy 1; players.0 number=?", "cannot be played on"),
        ("toy 1; table seats=2; tape length=600", "tape length: got 600; expected 0 to 512"),
        ("toy 1; table seats=2; tape length=512", "tape length: got 512; expected fewer than 512"),
        ("toy 1; table seats=2; bout told=900", "got 900; expected 0 to 160"),
        (". . .\n. 0^ .", "toy has no drawings"),
    ],
)
def test_a_damaged_or_foreign_line_is_told_with_place_and_reason(line: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r"^position") as caught:
        position.read(toy.GAME, line)
    assert reason in str(caught.value)


def test_a_line_is_as_short_as_what_there_is_to_say() -> None:
    """What is not said is the default."""
    session = Session(toy.GAME, toy.read_options(), seed=1)
    line = position.write(toy.GAME, session.rows)
    assert position.write(toy.GAME, session.bout) == line
    assert line.startswith("toy 1; table seats=2 units=") and "; players.0 number=" in line and "options" not in line
