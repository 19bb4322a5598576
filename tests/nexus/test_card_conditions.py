"""Whom an effect of a card concerns, on which condition, and by which odds."""

from pathlib import Path

import pytest
from deck import DUEL, with_cards
from played_cards import FOE, FOUR, OWN, cred

from nexus_env.games.nexus.rules.geometry import clockwise


@pytest.mark.parametrize(
    ("whom", "dice", "losers"),
    [
        ("self", (), {0}),
        ("each opponent", (), {1, 2, 3}),
        ("everyone", (), {0, 1, 2, 3}),
        ("leader", (), {2}),
        ("leading opponent", (), {2}),
        ("last", (), {1}),
        ("weakest helot", (), {3}),
        ("random opponent", (2,), {2}),
        ("random helot", (4,), {3}),
    ],
)
def test_whom_an_effect_concerns(tmp_path: Path, whom: str, dice, losers: set[int]):
    """R-350, R-351: by Cred, by Overall Condition, by dice, or all."""
    table = with_cards(tmp_path, (OWN, f'do = "lose cred", amount = 1, whom = "{whom}"'), seats=4, drawing=FOUR)
    for seat, coins in enumerate((5, 2, 9, 4)):
        table.lanista(seat).cred = coins
    table.hurt(3, overall_condition=30)
    table.play("play card 1", dice=dice)
    assert {seat for seat, coins in enumerate((5, 2, 9, 4)) if cred(table)[seat] < coins} == losers


@pytest.mark.parametrize(("whom", "place"), [("leader", 0), ("last", 0), ("weakest helot", 0), ("leading opponent", 1)])
def test_of_those_who_tie_the_first_clockwise_is_meant(tmp_path: Path, whom: str, place: int):
    """R-011, R-350: from the one who plays the card on, itself first."""
    table = with_cards(tmp_path, (OWN, f'do = "lose cred", amount = 1, whom = "{whom}"'), seats=4, drawing=FOUR, cred=5)
    seats = [clockwise(table.table, 0, places) for places in range(4)]
    table.play("play card 1")
    assert cred(table) == [4 if seat == seats[place] else 5 for seat in range(4)]


def test_the_next_clockwise_is_the_next_whose_helot_is_fit(tmp_path: Path):
    """R-011: seats are counted clockwise round the table, not by number."""
    table = with_cards(
        tmp_path, (OWN, 'do = "damage overall", amount = 1, whom = "next clockwise"'), seats=4, drawing=FOUR
    )
    after = int(table.lanista(0).next_clockwise)
    table.play("play card 1")
    assert [seat for seat in range(4) if table.overall(seat) < 50] == [after]


def test_an_opponent_is_chosen_among_those_whom_the_card_concerns(tmp_path: Path):
    """R-349: with one left there is no question."""
    table = with_cards(tmp_path, (OWN, f'do = "steal cred", amount = 1, {FOE}'), seats=4, drawing=FOUR)
    assert not table.may("play card 1")
    table.lanista(2).cred = 5
    table.settle_box()
    table.play("play card 1")
    assert table.asked == [] and cred(table) == [1, 0, 4, 0]
    table = with_cards(tmp_path, (OWN, f'do = "steal cred", amount = 1, {FOE}'), seats=4, drawing=FOUR)
    table.lanista(2).cred = table.lanista(3).cred = 5
    table.settle_box()
    table.step("play card 1")
    assert (table.question.name, table.seat, len(table.legal())) == ("TARGET", 0, 2)


@pytest.mark.parametrize(
    ("condition", "change"),
    [
        ("prone", {"prone": 1}),
        ("bleeding", {"bleeding": 1}),
        ("flaming", {"flaming": 1}),
        ("armed", {"weapon": 0, "armed": 1, "uses": 1}),
        ("grappled", {"held_by": 0}),
        ("grappling", {"holds": 0}),
    ],
)
def test_a_condition_is_about_the_one_whom_it_concerns(tmp_path: Path, condition: str, change: dict[str, int]):
    """R-350, R-351: without it the card does nothing, so it stays in the hand."""
    table = with_cards(tmp_path, (OWN, f'do = "damage overall", amount = 1, {FOE}, if = "{condition}"'))
    assert not table.may("play card 1")
    for name, value in change.items():
        setattr(table.helot(1), name, value)
    assert table.may("play card 1")


@pytest.mark.parametrize(("piece", "x"), [(".", 6), ("g", 3), ("f", 3), ("#", 2)])
def test_a_helot_that_a_card_moves_stops_where_a_square_takes_effect(tmp_path: Path, piece: str, x: int):
    """R-350, R-383: square by square, to the first one with something on it, or before an obstacle."""
    move = f'do = "move", amount = 4, direction = "back", {FOE}'
    table = with_cards(tmp_path, (OWN, move), drawing=f".  1<  {piece}  .  .\n .  .  .  .  .\n 0^  .  .  .  #")
    table.play("play card 1")
    assert table.place(1) == (x, 1, "<")


@pytest.mark.parametrize(("condition", "mine", "yours"), [("ahead", 4, 5), ("behind", 5, 4)])
def test_a_condition_on_cred(tmp_path: Path, condition: str, mine: int, yours: int):
    """R-350: more, or less, than the one who plays the card."""
    table = with_cards(tmp_path, (OWN, f'do = "damage overall", amount = 1, {FOE}, if = "{condition}"'), cred=5)
    assert not table.may("play card 1")
    table.lanista(0).cred, table.lanista(1).cred = mine, yours
    assert table.may("play card 1")


@pytest.mark.parametrize(
    ("condition", "drawing", "fits"),
    [
        ("adjacent", DUEL, True),
        ("adjacent", "1v . .\n. . .\n. . 0^", False),
        ("upright", DUEL, True),
        ("unarmed", DUEL, True),
        ("wounded", DUEL, False),
        ("beside guts", "g . .\n1v . .\n0^ . .", True),
        ("beside guts", DUEL, False),
    ],
)
def test_a_condition_on_place_and_health(tmp_path: Path, condition: str, drawing: str, fits: bool):
    """R-350: at most half of the Overall Condition is wounded."""
    table = with_cards(
        tmp_path, (OWN, f'do = "damage overall", amount = 1, {FOE}, if = "{condition}"'), drawing=drawing
    )
    assert table.may("play card 1") == fits
    table.hurt(1, overall_condition=25)
    assert table.may("play card 1") == (fits or condition == "wounded")


def test_odds_are_a_d6_for_each_whom_it_concerns(tmp_path: Path):
    """R-350, R-011: rolled by the one who plays it, for itself first, then clockwise; it may be thrown anew."""
    table = with_cards(tmp_path, (OWN, 'do = "damage overall", amount = 1, whom = "everyone", odds = 4'))
    table.give(1, willpower=5)
    table.play("play card 1", dice=[3, 4, 2], answers=["perseverance"])
    assert table.rolled == [("ODDS", 0, 3), ("ODDS", 0, 4), ("ODDS", 0, 2)]
    assert (table.overall(0), table.overall(1)) == (50, 50)
