"""Helot states: Prone and the bonus against it, Grappled, Bleeding, Flaming."""

import pytest
from fights import FACE_TO_FACE
from table import Table

from nexus_env.games.nexus.rules.bout import Pile, Square
from nexus_env.games.nexus.rules.log import Event

BETWEEN_TWO = """
    .  .  .  .
    .  .  1v .
    .  .  0^ .
    .  .  2^ .
"""
NEXT = ["ratio to action"]


def bonus(table: Table) -> tuple[int, int]:
    """The bonus points of the round, and the Prone helot that they are for."""
    r = table.table.command_round
    return int(r.bonus_points), int(r.bonus_target)


def begin_against_prone(*prone: int, answers: list[str] | None = None, ratio: int = 3) -> Table:
    """Seat 0 ends its round; the round of seat 2 begins, with `ratio` action points, while some helots are Prone."""
    table = Table(BETWEEN_TWO, seats=3, mp=0, ap=0)
    table.table.order[1], table.table.order[2] = 2, 1
    table.lanista(2).ratio = ratio
    for seat in prone:
        table.helot(seat).prone = 1
    table.play("end round", answers=answers or NEXT)
    assert table.seat == 2
    return table


# --- prone ------------------------------------------------------------------------------------------------------------


def test_a_prone_helot_stands_up_before_it_attacks():
    """R-275: nothing else until it is upright."""
    table = Table(FACE_TO_FACE)
    table.helot(0).prone = 1
    assert table.legal() == {"stand up", "end round"}
    table.play("stand up", dice=[3])
    assert not table.may("standard attack")
    table.play("stand up", dice=[4])
    assert table.may("standard attack")


def test_two_points_more_for_attacks_on_a_prone_helot():
    """R-276: in each opponent's round, and for nothing else."""
    table = begin_against_prone(0, ratio=6)
    table.table.command_round.action_points = 0
    assert bonus(table) == (2, 0)
    assert {"standard attack", "grapple", "feint", "wild attack forward"} <= table.legal()
    table.helot(2).bleeding = 1
    assert not table.may("mend")
    table.helot(2).bleeding = 0
    table.play("standard attack", dice=[6, 5, 1, 4, 3, 4])
    assert bonus(table)[0] == 0
    assert not table.may("gloat")


def test_the_bonus_does_not_reach_a_helot_on_its_feet():
    """R-276, R-278: the points are tied to the one that is Prone."""
    table = begin_against_prone(1)
    table.table.command_round.action_points = 0
    assert bonus(table) == (2, 1)
    assert not table.may("standard attack")  # seat 0 stands in Front


def test_the_helot_that_is_prone_gets_none_from_itself():
    """R-276: its own round gives nothing against itself."""
    assert bonus(begin_against_prone(2)) == (0, -1)


def test_the_bonus_comes_once_a_round():
    """R-277: a second fall in the same round brings no more points."""
    table = Table(FACE_TO_FACE, ap=12)
    table.play("focused attack head", dice=[6, 6, 5, 4, 3, 1])
    assert bonus(table) == (2, 1)
    table.play("focused attack left-lower", dice=[6, 6, 5, 4, 3])
    table.helot(1).prone = 0
    table.play("focused attack midsection", dice=[6, 6, 5, 4, 3, 1])
    assert table.helot(1).prone
    assert bonus(table)[0] == 0
    assert table.events(Event.BONUS) == []


def test_the_bonus_is_given_in_the_next_round_again():
    """R-276, R-278: at the beginning of a round, if an opponent is Prone then."""
    table = begin_against_prone(0)
    assert table.events(Event.BONUS) == [(2, 0, 0, 2, 0)]
    table.play("end round", answers=NEXT)
    assert table.seat == 1
    assert bonus(table) == (2, 0)


@pytest.mark.parametrize(
    ("answer", "target"), [("bonus target first opponent", 1), ("bonus target second opponent", 0)]
)
def test_against_two_prone_helots_the_owner_chooses_one(answer: str, target: int):
    """R-278: both lie there at the beginning of the round; clockwise from seat 2 sits seat 1, then seat 0."""
    table = begin_against_prone(0, 1, answers=[*NEXT, answer])
    assert ("BONUS_TARGET", 2) in table.asked
    assert bonus(table) == (2, target)


def test_unspent_bonus_points_are_not_penalized():
    """R-279: they are just lost."""
    table = begin_against_prone(0)
    table.table.command_round.movement_points = table.table.command_round.action_points = 0
    table.play("end round", answers=NEXT)
    assert table.helot(2).health[Pile.OVERALL_CONDITION] == 50


def test_the_bonus_vanishes_when_its_target_stands():
    """R-279: a Grapple lifts it to its feet, and so does I'm Still Standing."""
    table = begin_against_prone(0)
    table.play("wild attack forward", dice=[1, 6, 5, 4])
    assert bonus(table) == (1, 0)
    table.play("grapple", dice=[6, 5, 1, 4, 3])
    assert bonus(table) == (0, -1)
    table = begin_against_prone(0)
    table.give(0, willpower=3)
    table.play("standard attack", dice=[1, 6, 5, 6, 5], answers=["im still standing"])
    assert bonus(table) == (0, -1)


@pytest.mark.parametrize(
    ("points", "command", "left"),
    [
        (0, "standard attack", (0, 0)),
        (0, "grapple", (0, 0)),
        (0, "feint", (0, 0)),
        (0, "wild attack forward", (0, 1)),
        (1, "focused attack chest", (0, 0)),
        (2, "combo chest 1", (0, 0)),
        (3, "standard attack", (3, 0)),
    ],
)
def test_bonus_points_buy_any_melee_attack_alone_or_with_others(points: int, command: str, left: tuple[int, int]):
    """R-280: Grapple, Feint and Combo too; they are spent first."""
    table = begin_against_prone(0)
    r = table.table.command_round
    r.action_points = points
    table.step(command)
    assert (r.action_points, r.bonus_points) == left


def test_bonus_points_do_not_buy_grapple_commands():
    """R-280: Melee Attack Commands only."""
    table = Table(FACE_TO_FACE, ap=0)
    table.grapple(0, 1)
    table.table.command_round.bonus_points, table.table.command_round.bonus_target = 2, 1
    assert not {"crush", "takedown", "throw forward 1"} & table.legal()


# --- grappled ---------------------------------------------------------------------------------------------------------


def test_a_grappled_helot_can_only_try_to_get_free():
    """R-281: it spends MP on Liberate; what else it could do waits until it is free."""
    table = Table(FACE_TO_FACE)
    table.grapple(1, 0)
    assert table.legal() == {"liberate", "end round"}
    table.play("liberate", dice=[3])
    assert table.helot(0).held_by == 1
    table.play("liberate", dice=[4])
    assert (table.helot(0).held_by, table.helot(1).holds) == (-1, -1)
    assert table.table.command_round.movement_points == 6 - 2
    assert table.may("standard attack")


def test_prone_and_grappled_exclude_each_other():
    """R-289: Grapple lifts a Prone helot, Takedown and Throw free the one that they fell."""
    table = Table(FACE_TO_FACE)
    table.helot(1).prone = 1
    table.play("grapple", dice=[6, 5, 4, 3])
    assert (table.helot(1).prone, table.helot(1).held_by) == (0, 0)
    table.play("takedown", dice=[6, 5, 1, 4, 3, 4])
    assert (table.helot(1).prone, table.helot(1).held_by, table.helot(0).holds) == (1, -1, -1)
    table = Table(FACE_TO_FACE)
    table.grapple(0, 1)
    table.play("throw forward 1", dice=[6, 6, 5, 4, 3])
    assert (table.helot(1).prone, table.helot(1).held_by, table.helot(0).holds) == (1, -1, -1)


# --- bleeding and flaming ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("state", "damage"), [("bleeding", 1), ("flaming", 5)])
def test_bleeding_and_flaming_cost_overall_condition_at_the_start_of_the_round(state: str, damage: int):
    """R-284, R-285, R-286: 1 and 5 to the Crowd Pile, before anything else, until the state is ended."""
    table = Table(FACE_TO_FACE, mp=0, ap=0)
    setattr(table.helot(1), state, 1)
    table.play("end round", answers=["ratio to action"])
    assert table.helot(1).health[Pile.OVERALL_CONDITION] == 50 - damage
    assert table.table.crowd_pile == 10 + damage - 1  # one marks the counter
    assert table.events(Event.COINS)[0][:4] == (1, -1, Pile.OVERALL_CONDITION, damage)
    table.table.command_round.action_points = 3
    table.play({"bleeding": "mend", "flaming": "stop drop and roll"}[state])
    assert getattr(table.helot(1), state) == 0


def test_catching_fire_hurts_at_once_and_again_at_the_start_of_the_round():
    """R-287: 5 OC, and 5 more."""
    table = Table("1v .\n. f\n. .\n. 0^", mp=2, ap=0)
    table.play("move forward")
    table.play("move forward")
    assert (table.helot(0).flaming, table.helot(0).health[Pile.OVERALL_CONDITION]) == (1, 50 - 1 - 5)
    table.play("end round", answers=NEXT)
    table.play("end round", dice=[2, 6, 1, 1], answers=NEXT)
    assert table.seat == 0
    assert table.helot(0).health[Pile.OVERALL_CONDITION] == 50 - 1 - 5 - 5


def test_a_flaming_helot_suffers_no_other_fire():
    """R-288: neither a fire's own square nor its area of effect."""
    table = Table(". .\n. f\n. 0^\n. .", mp=4, ap=0)
    table.helot(0).flaming = 1
    table.play("rotate left")
    table.play("rotate left")
    table.play("move back")  # onto the fire, which lies behind it now
    assert table.table.squares[2 - 1, 2 - 1] == Square.FIRE
    assert table.place(0) == (2, 2, "v")
    assert table.helot(0).health[Pile.OVERALL_CONDITION] == 50


def test_the_bonus_vanishes_with_a_target_that_is_killed():
    """R-279: nobody is left against whom it could be used."""
    table = begin_against_prone(0)
    table.hurt(0, chest=1)
    table.play("focused attack chest", dice=[5, 6, 1, 2])
    assert not table.helot(0).present and bonus(table) == (0, -1)
