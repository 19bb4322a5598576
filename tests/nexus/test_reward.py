"""What a bout is worth, and what is seen and imagined of it."""

from typing import Any

import numpy as np
import pytest
from table import Bout, Table

from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.learning.reward import margin, potential, rewards
from nexus_env.games.nexus.rules.bout import Pile
from nexus_env.machine.compiled import PLAIN, compiled

CORNERS = """
    .  .  .
    .  1v .
    .  0^ .
"""


@compiled
def rewards_at(rows: Any, out: Any) -> None:
    """Rewards of the bout of a row."""
    rewards(rows[0], out)


@compiled
def margin_at(rows: Any, seat: int) -> float:
    """Margin in the bout of a row."""
    return margin(rows[0], seat)


@compiled
def potential_at(rows: Any, seat: int) -> float:
    """Potential in the bout of a row."""
    return potential(rows[0], seat)


def border(table: Bout) -> Any:
    """The row as compiled or plain functions take it."""
    return table.rows.view(np.recarray) if PLAIN else table.rows


def piece(table: Bout, seat: int, name: str) -> list[float]:
    """A named piece of what a seat sees."""
    out = table.seen_by(seat)
    begin = 0
    for part in NEXUS.layout:
        if part.name == name:
            return [float(number) for number in out[begin : begin + part.length]]
        begin += part.length
    raise AssertionError(name)


@pytest.mark.parametrize(
    ("seats", "winners", "expected"),
    [
        (2, 0b01, [1, -1]),
        (2, 0b11, [0, 0]),
        (3, 0b100, [-0.5, -0.5, 1]),
        (4, 0b0001, [1, -1 / 3, -1 / 3, -1 / 3]),
        (4, 0b0011, [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
        (4, 0, [0, 0, 0, 0]),
    ],
)
def test_rewards_add_up_to_nothing(seats: int, winners: int, expected: list[float]):
    """R-121, R-122, R-124: a lone winner, a shared victory, a draw."""
    table = Table(seats=seats)
    table.table.winners = winners
    out = np.zeros(seats, np.float32)
    rewards_at(border(table), out)
    assert out == pytest.approx(expected) and abs(out.sum()) < 1e-6


def test_the_margin_counts_the_crowd_as_a_rival():
    """R-121: 30 Cred against a Crowd Pile of 10 and a rival with 5."""
    table = Table(CORNERS)
    table.lanista(0).cred, table.lanista(1).cred = 30, 5
    assert margin_at(border(table), 0) == pytest.approx(0.20)
    assert margin_at(border(table), 1) == pytest.approx(-0.25)


@pytest.mark.parametrize(("seats", "least"), [(2, -1.0), (3, -0.79), (4, -0.73)])
def test_the_margin_still_tells_beginners_apart_who_lose_to_the_crowd(seats: int, least: float):
    """R-121: the crowd is as far ahead of all seats as after random play (with two seats, a little further)."""
    table = Table(seats=seats)
    table.table.crowd_pile = {2: 100, 3: 158, 4: 219}[seats]
    for seat in range(seats):
        table.lanista(seat).cred = 0
    assert margin_at(border(table), 0) == pytest.approx(least)
    table.lanista(0).cred = 30
    assert margin_at(border(table), 0) == pytest.approx(least + 30 / (100 * (seats - 1)))


def test_the_potential_rises_with_cred_and_health_and_is_nothing_at_the_end():
    """Between -1 and 1."""
    table = Table(CORNERS, cred=20)
    even = potential_at(border(table), 0)
    table.helot(1).health[Pile.HEAD] = 1
    hurt = potential_at(border(table), 0)
    table.lanista(0).cred = 60
    rich = potential_at(border(table), 0)
    assert -1 <= even < hurt < rich <= 1
    table.table.over = 1
    assert potential_at(border(table), 0) == 0


@pytest.mark.parametrize(("seats", "pile"), [(2, 100), (3, 158), (4, 219)])
def test_the_first_coin_counts_although_the_crowd_has_nearly_all(seats: int, pile: int):
    """R-121: as after random play; a beginner would learn nothing if the potential lay at its bound."""
    table = Table(seats=seats)
    table.table.crowd_pile = pile
    for seat in range(seats):
        table.lanista(seat).cred = 0
    none = potential_at(border(table), 0)
    table.lanista(0).cred = 1
    one = potential_at(border(table), 0)
    table.lanista(0).cred = 2
    assert one - none > 0.005 and potential_at(border(table), 0) - one > 0.005


@pytest.mark.parametrize(("facing", "row", "column"), [("^", 1, 1), (">", 6, 1), ("v", 6, 6), ("<", 1, 6)])
def test_the_barge_turns_with_the_helot(facing: str, row: int, column: int):
    """A crate at (2,2): the far rows come first, and left is left, whichever way the helot faces."""
    table = Table(f".  .  .\n.  c  .\n.  0{facing} 1^")
    barge = np.array(piece(table, 0, "barge")).reshape(8, 8)
    assert barge[row, column] == pytest.approx(0.6)
    assert (barge > 0).sum() == 1


def test_an_opponent_is_seen_where_it_is():
    """One step ahead, and it faces me."""
    table = Table(CORNERS)
    helots = np.array(piece(table, 0, "helots")).reshape(4, -1)
    assert helots[:, 0].tolist() == [1, 1, 0, 0]
    assert helots[1, 4] == pytest.approx(1 / 7) and helots[1, 5] == 0
    assert helots[1, 12] == 1 and helots[1, 16] == 1


def test_a_rivals_cards_are_not_seen_and_imagined_anew():
    """R-029: the own hand stays, the rival's changes, its size does not."""
    bout = Bout(influence_cards=24, deal="random")
    while bout.question.name != "RATIO":
        if bout.seat == -2:
            bout.roll(1 + bout.rows["tape"]["length"][0] % int(bout.table.request.sides))
        else:
            bout.step(sorted(bout.legal())[0])
    own, other = int(bout.lanista(0).hand), int(bout.lanista(1).hand)
    seen = piece(bout, 0, "helots") + piece(bout, 0, "hand")
    hands = set()
    for seed in range(5):
        bout.deal_anew(0, seed)
        assert int(bout.lanista(0).hand) == own and int(bout.lanista(1).hand) & own == 0
        assert int(bout.lanista(1).hand).bit_count() == other.bit_count()
        assert piece(bout, 0, "helots") + piece(bout, 0, "hand") == seen
        hands.add(int(bout.lanista(1).hand))
    assert len(hands) > 1


@pytest.mark.parametrize(("pile", "cred"), [(5, 0), (300, 20), (20, 333)])
def test_the_coins_that_decide_are_seen_to_the_last_one(pile: int, cred: int):
    """R-121: the Crowd Pile and the lead, in sixteens and the rest; nothing is cut."""
    table = Table("0^ 1v")
    table.table.crowd_pile, table.lanista(0).cred = pile, cred
    sixteens, rest, lead_sixteens, lead_rest = piece(table, 0, "coins")
    assert round(100 * (sixteens + rest)) == pile
    assert round(60 * (lead_sixteens + lead_rest)) == cred - pile


@pytest.mark.parametrize(
    ("winners", "paid"),
    [
        ([1, 0], [1, -1]),
        ([0, 0], [0, 0]),
        ([1, 1], [0, 0]),
        ([0, 1, 0], [-1 / 2, 1, -1 / 2]),
        ([1, 0, 1], [1 / 4, -1 / 2, 1 / 4]),
        ([0, 0, 0, 1], [-1 / 3, -1 / 3, -1 / 3, 1]),
        ([1, 0, 0, 1], [1 / 3, -1 / 3, -1 / 3, 1 / 3]),
        ([1, 1, 0, 1], [1 / 9, 1 / 9, -1 / 3, 1 / 9]),
        ([1, 1, 1, 1], [0, 0, 0, 0]),
    ],
)
def test_the_winners_share_what_the_losers_lost(winners: list[int], paid: list[float]) -> None:
    bout = np.zeros(1, NEXUS.dtype).view(np.recarray)
    bout.table.seats[0] = len(winners)
    bout.table.winners[0] = sum(won << seat for seat, won in enumerate(winners))
    out = np.full(len(winners), np.nan, np.float32)
    rewards_at(bout if PLAIN else bout.view(np.ndarray), out)
    assert out == pytest.approx(paid)
