"""The balance report: a planted unfair card is found, fair ones are not, the numbers add up, the page holds all."""

from dataclasses import replace

import numpy as np
import pytest

from nexus_env.balance.census import Census
from nexus_env.balance.findings import Finding, of_the_seats, of_the_table
from nexus_env.balance.page import points
from nexus_env.intervals import newcombe, wilson
from nexus_env.ledger import Kind

THINGS = Kind("thing", "Things", "It had it.", "By chance.", 1, ("fair", "unfair", "everybody's", "nobody's"))
BOARDS = Kind("board", "Boards", "It was there.", "By chance.", 1, ("first", "second", "third", "fourth"), shared=True)


def counted(bouts: int = 4000, seats: int = 2, edge: float = 0.2) -> Census:
    """Bouts by a formula: who has the thing in column 2 wins more often by `edge`; every tenth bout is drawn."""
    rng = np.random.default_rng(1)
    had = np.zeros((bouts, seats, 5), np.int8)
    had[:, :, 1] = rng.random((bouts, seats)) < 0.5
    had[np.arange(bouts), rng.integers(seats, size=bouts), 2] = 1
    had[:, :, 3] = 1
    chances = np.where(had[:, :, 2] == 1, 1 / seats + edge, (1 - 1 / seats - edge) / (seats - 1))
    winner = (rng.random((bouts, 1)) > chances.cumsum(axis=1)).sum(axis=1)
    wins = np.eye(seats)[np.minimum(winner, seats - 1)]
    wins[::10] = 0
    return Census(had, wins, np.zeros(bouts, np.bool_), 10 * bouts)


def by_name(findings: tuple[Finding, ...]) -> dict[str, Finding]:
    return {one.name: one for one in findings}


# --- intervals --------------------------------------------------------------------------------------------------------


def test_intervals_are_those_of_the_textbook() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.27753), abs=1e-4)
    assert wilson(50, 100) == pytest.approx((0.40383, 0.59617), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.72247, 1.0), abs=1e-4)


def test_the_difference_of_two_shares_is_that_of_the_paper() -> None:
    """Newcombe 1998, method 10: 56/70 and 48/80, 9/10 and 3/10, 10/10 and 0/10."""
    assert newcombe(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=1e-4)
    assert newcombe(9, 10, 3, 10) == pytest.approx((0.1705, 0.8090), abs=1e-4)
    assert newcombe(10, 10, 0, 10) == pytest.approx((0.6075, 1.0), abs=1e-4)


# --- findings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_unfair_stands_out_and_what_is_fair_does_not(seats: int) -> None:
    section = of_the_seats(counted(seats=seats), replace(THINGS, names=("fair", "unfair")))
    found = by_name(section.findings)
    assert section.findings[0].name == "unfair" and found["unfair"].stands_out
    assert found["unfair"].effect == pytest.approx(0.9 * 0.2, abs=0.03)
    assert found["unfair"].low < 0.9 * 0.2 < found["unfair"].high  # a tenth of the bouts is drawn
    assert found["fair"].low < 0 < found["fair"].high and found["fair"].drawn == pytest.approx(0.1, abs=0.02)


def test_what_all_had_or_nobody_had_is_told_but_not_compared() -> None:
    found = by_name(of_the_seats(counted(), THINGS).findings)
    assert (found["everybody's"].seen, found["everybody's"].compared, found["everybody's"].effect) == (8000, 0, None)
    assert (found["nobody's"].seen, found["nobody's"].effect, points(found["nobody's"])) == (0, None, "-")


def test_a_bout_counts_once_however_many_had_it() -> None:
    """Of three seats two had it, one of them won: their mean is a half, the even share a third."""
    had = np.zeros((1, 3, 2), np.int8)
    had[0, :2, 1] = 1
    census = Census(had, np.array([[1.0, 0.0, 0.0]]), np.zeros(1, np.bool_), 1)
    (only,) = of_the_seats(census, replace(THINGS, names=("it",))).findings
    assert (only.seen, only.compared, only.won) == (2, 1, 0.5) and only.effect == pytest.approx(1 / 2 - 1 / 3)


def test_a_shared_victory_is_won_in_part_and_a_draw_is_even() -> None:
    had = np.zeros((2, 3, 2), np.int8)
    had[:, 0, 1] = 1
    census = Census(had, np.array([[0.5, 0.5, 0.0], [0.0, 0.0, 0.0]]), np.zeros(2, np.bool_), 2)
    (only,) = of_the_seats(census, replace(THINGS, names=("it",))).findings
    assert (only.won, only.drawn) == (0.25, 0.5) and only.effect == pytest.approx((1 / 2 + 1 / 3) / 2 - 1 / 3)
    assert np.allclose(census.scores.sum(axis=1), 1)


def test_a_board_that_favors_the_first_seat_and_one_that_brings_no_decision_are_found() -> None:
    rng = np.random.default_rng(2)
    had, wins = np.zeros((3000, 2, 5), np.int8), np.zeros((3000, 2))
    board = np.arange(3000) % 3
    had[np.arange(3000), :, 1 + board] = 1
    first = rng.random(3000) < np.choose(board, [0.5, 0.65, 0.5])
    wins[:, 0], wins[:, 1] = first, ~first
    wins[(board == 2) & (rng.random(3000) < 0.3)] = 0
    favor, decided = of_the_table(Census(had, wins, np.zeros(3000, np.bool_), 1), BOARDS)
    assert [one.name for one in favor.findings if one.stands_out] == ["second"]
    assert by_name(favor.findings)["second"].effect == pytest.approx(0.15, abs=0.05)
    assert by_name(decided.findings)["third"].effect == pytest.approx(-0.3, abs=0.06)
    assert by_name(decided.findings)["third"].stands_out and by_name(decided.findings)["fourth"].effect is None


def test_of_more_than_two_seats_each_is_looked_at() -> None:
    sections = of_the_table(counted(seats=4), BOARDS)
    assert [section.key for section in sections] == [f"board_player_{seat}" for seat in range(4)] + ["board_decided"]
