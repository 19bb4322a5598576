"""Fallen helots, the end of the bout and the winner (manual p.13)."""

from pathlib import Path

import pytest
from deck import at_turning_point
from duels import DUEL, duel
from table import Table

from nexus_env.games.nexus.rules.bout import Pile, Standing
from nexus_env.games.nexus.rules.log import Event

TRIO = "2v .  .  .\n" + "\n".join(DUEL.strip().splitlines()[1:])


def last_round(cred: tuple[int, ...], crowd: int) -> Table:
    """Only seat 0 stands, and has nothing left to spend."""
    table = Table(seats=len(cred), mp=0, ap=0)
    for seat, coins in enumerate(cred):
        table.lanista(seat).cred = coins
        if seat > 0:
            table.helot(seat).standing, table.helot(seat).present = Standing.KILLED, 0
    table.table.crowd_pile = crowd
    table.settle_box()
    return table


def winners(table: Table) -> list[int]:
    """Who has won."""
    assert table.over and table.seat == -1
    return [seat for seat in range(int(table.table.seats)) if table.table.winners >> seat & 1]


# --- killed and incapacitated --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "name", "standing"),
    [
        (Pile.HEAD, "head", Standing.KILLED),
        (Pile.CHEST, "chest", Standing.KILLED),
        (Pile.LEFT_UPPER, "left-upper", Standing.FIT),
        (Pile.OVERALL_CONDITION, "left-upper", Standing.INCAPACITATED),
    ],
)
@pytest.mark.parametrize(("spare", "falls"), [(0, True), (1, False)])
def test_a_pile_at_0(pile: Pile, name: str, standing: Standing, spare: int, falls: bool):
    """R-107, R-108, R-109: 0 is enough, 1 is not: Head and Chest kill, the Overall Condition incapacitates."""
    table = duel(coins={pile: 2 + spare})
    table.play(f"focused attack {name}", dice=[6, 5, 4, 5, 2])
    assert table.helot(1).health[pile] == spare
    assert table.helot(1).standing == (standing if falls else Standing.FIT)
    assert bool(table.events(Event.DEPLETED)) == (falls and pile != Pile.OVERALL_CONDITION)


def test_the_killed_leave_the_board_at_once():
    """R-117: Guts lie on the square, which may be entered."""
    table = duel(TRIO, seats=3, coins={Pile.HEAD: 2})
    table.play("focused attack head", dice=[6, 5, 4, 5, 2])
    assert (table.helot(1).present, table.at(3, 3)) == (0, "g")
    assert table.may("move forward")


def test_the_incapacitated_lie_prone_to_the_end_of_the_round():
    """R-107, R-115: then Guts replace them."""
    table = duel(TRIO, seats=3, coins={Pile.OVERALL_CONDITION: 2})
    table.play("focused attack left-upper", dice=[6, 5, 4, 5, 2])
    assert (table.helot(1).present, table.helot(1).prone, table.at(3, 3)) == (1, 1, ".")
    assert not table.may("move forward")
    table.play("end round", until="RATIO")
    assert (table.seat, table.helot(1).present, table.at(3, 3)) == (2, 0, "g")


def test_the_incapacitated_do_nothing():
    """R-107, R-113: no defense dice, no Counterattack, no ability of any kind."""
    table = duel(coins={Pile.OVERALL_CONDITION: 1, Pile.CHEST: 15})
    table.play("wild attack forward", dice=[6, 5, 4, 5, 2])
    table.give(1, willpower=5, instinct=5, cunning=5, swagger=5)
    table.play("standard attack", dice=[2, 1, 1])
    assert table.rolled == [("ATTACK", 0, 2), ("ATTACK", 0, 1), ("LOCATION", 0, 1)]
    assert not table.asked


def test_attacks_on_the_incapacitated_succeed_with_the_attack_roll_as_damage():
    """R-113, R-114: against a defense of 0, but with the attacker's steps; only the location has coins to earn."""
    table = duel(coins={Pile.OVERALL_CONDITION: 1})
    table.play("wild attack forward", dice=[6, 5, 4, 5, 2])
    earned = int(table.lanista(0).cred)
    table.play("focused attack midsection", dice=[6, 2, 1])
    assert table.helot(1).health[Pile.MIDSECTION] == 15 - 3
    assert table.lanista(0).cred == earned + 3


def test_bonuses_count_against_the_incapacitated():
    """R-113: from behind three dice are rolled, and a wall adds 2."""
    table = duel("1^\n0^", coins={Pile.OVERALL_CONDITION: 0})
    table.helot(1).standing, table.helot(1).prone = Standing.INCAPACITATED, 1
    table.play("standard attack", dice=[2, 1, 3, 6])
    assert table.helot(1).health[Pile.RIGHT_LOWER] == 12 - 5 - 2


def test_who_incapacitates_gets_2_points_against_its_victim():
    """R-111: to go on attacking it, with what is left besides."""
    table = duel(ap=3, coins={Pile.OVERALL_CONDITION: 1})
    table.play("wild attack forward", dice=[6, 5, 4, 5, 2])
    turn = table.table.command_round
    assert (turn.action_points, turn.bonus_points, turn.bonus_target) == (2, 2, 1)
    table.play("focused attack midsection", dice=[6, 2, 1])
    assert (turn.action_points, turn.bonus_points) == (1, 0)


def test_the_bonus_is_given_once_a_round():
    """R-112: a victim felled before and incapacitated now brings no second one."""
    table = duel(ap=6, coins={Pile.OVERALL_CONDITION: 2})
    table.grapple(0, 1)
    table.play("takedown", dice=[5, 3, 1, 4, 3, 6])
    assert (table.helot(1).prone, table.table.command_round.bonus_points) == (1, 2)
    table.play("wild attack forward", dice=[6, 5, 4, 5, 2])
    assert table.helot(1).standing == Standing.INCAPACITATED
    assert (table.table.command_round.action_points, table.table.command_round.bonus_points) == (5, 1)


def test_without_an_attacker_the_incapacitated_are_replaced_at_once():
    """R-116: by a price that it paid itself; Guts lie there before anybody else acts."""
    table = duel(TRIO, seats=3, active=1, coins={Pile.OVERALL_CONDITION: 1})
    table.grapple(0, 1)
    table.play("liberate", until="RATIO")
    assert (table.helot(1).standing, table.helot(1).present, table.at(3, 3)) == (Standing.INCAPACITATED, 0, "g")


def test_a_hazard_replaces_the_incapacitated_at_once():
    """R-116: a helot pushed into a fire is gone while the pusher's round goes on."""
    table = duel("2v f\n .  1^\n .  0^", seats=3, coins={Pile.OVERALL_CONDITION: 5})
    table.give(0, physicality=4)
    table.play("push")
    assert (table.seat, table.helot(1).standing, table.helot(1).present) == (0, Standing.INCAPACITATED, 0)


def test_one_hit_that_empties_both_is_a_kill():
    """R-118: 10 and not 15."""
    table = duel(coins={Pile.OVERALL_CONDITION: 2, Pile.HEAD: 2})
    table.play("focused attack head", dice=[6, 5, 4, 5, 2])
    assert table.helot(1).standing == Standing.KILLED
    assert not table.events(Event.INCAPACITATED)
    assert table.lanista(0).cred == 2 + 2 + 10


# --- the end -------------------------------------------------------------------------------------------------------


def test_the_bout_goes_on_while_two_helots_stand_and_ends_with_one():
    """R-040, R-106, R-119: who has felled the last opponent may finish its round."""
    table = duel(TRIO, seats=3, ap=7, coins={Pile.HEAD: 2})
    table.helot(2).health[Pile.HEAD] = 2
    table.settle_box()
    table.play("focused attack head", dice=[6, 5, 4, 5, 2])
    table.helot(2).x, table.helot(2).y = 3, 2
    table.play("move forward")
    assert not table.over
    table.play("focused attack head", dice=[6, 5, 4, 5, 2])
    assert (table.over, table.seat) == (False, 0)
    table.play("rotate left")
    table.play("end round")
    assert table.over


def test_two_standing_helots_fight_on():
    """R-040, R-106: one of three has fallen: the next round begins."""
    table = duel(TRIO, seats=3, mp=0, ap=3, coins={Pile.HEAD: 2})
    table.play("focused attack head", dice=[6, 5, 4, 5, 2])
    table.play("end round", until="RATIO")
    assert (table.over, table.seat) == (False, 2)


@pytest.mark.parametrize(
    ("cred", "crowd", "won"),
    [
        pytest.param((20, 0), 15, [0], id="30, 0, crowd 5"),
        pytest.param((0, 40), 30, [1], id="10, 40, crowd 20: the dead one's player"),
        pytest.param((0, 5), 40, [], id="10, 5, crowd 30: a draw"),
        pytest.param((10, 0), 30, [], id="20, 0, crowd 20: a draw"),
        pytest.param((11, 0), 30, [0], id="21, 0, crowd 20"),
        pytest.param((12, 15), 24, [0], id="22, 15, crowd 14"),
        pytest.param((20, 30), 20, [0, 1], id="30, 30, crowd 10: shared"),
        pytest.param((5, 30, 30, 1), 20, [1, 2], id="15, 30, 30, 1, crowd 10: shared"),
        pytest.param((5, 20), 30, [], id="15, 20, crowd 20: a draw"),
    ],
)
def test_the_most_cred_wins_if_it_is_more_than_the_crowd_pile(cred: tuple[int, ...], crowd: int, won: list[int]):
    """R-120, R-121, R-122, R-123, R-124, R-125: counted after the 10 of the last helot standing."""
    table = last_round(cred, crowd)
    table.play("end round")
    assert winners(table) == won


@pytest.mark.parametrize(("crowd", "bonus"), [(25, 10), (10, 10), (3, 3)])
def test_the_last_helot_standing_earns_10_from_the_crowd(crowd: int, bonus: int):
    """R-099, R-104, R-120: before the count; or what is there."""
    table = last_round((12, 15), crowd)
    table.play("end round")
    assert (table.lanista(0).cred, table.lanista(1).cred, table.table.crowd_pile) == (12 + bonus, 15, crowd - bonus)


def test_coins_on_the_panels_do_not_count():
    """R-105, R-120: neither health nor a full counter."""
    table = last_round((11, 21), 20)
    table.lanista(0).counter, table.lanista(0).slots = 6, 63
    table.settle_box()
    table.play("end round")
    assert winners(table) == [0, 1]


def test_all_may_fall():
    """R-106, R-120: the last one by the penalty for its unspent points; nobody earns the 10."""
    table = last_round((0, 15), 10)
    table.table.command_round.movement_points = 2
    table.helot(0).health[Pile.OVERALL_CONDITION] = 2
    table.settle_box()
    table.play("end round")
    assert table.helot(0).standing == Standing.INCAPACITATED
    assert (table.lanista(0).cred, table.table.crowd_pile) == (0, 12)
    assert winners(table) == [1]


def test_a_bout_ended_by_the_limit_of_cycles_is_counted_in_the_same_way():
    """R-120, R-121: with two helots standing there is no bonus."""
    table = Table(mp=0, ap=0, cred=3, cycle_limit=1)
    table.table.turn, table.lanista(1).cred = 1, 11
    table.settle_box()
    table.play("end round")
    assert (table.table.truncated, winners(table)) == (1, [1])
    assert (table.lanista(0).cred, table.table.crowd_pile) == (3, 10)


def test_a_start_of_round_that_leaves_one_helot_ends_the_bout_at_once(tmp_path: Path):
    """R-119, R-106: no split is declared and nothing is unspent; the last one standing gets its coins."""
    table = at_turning_point(tmp_path, 'do = "damage overall", amount = 4, whom = "each opponent"')
    table.helot(0).health[Pile.OVERALL_CONDITION] = 4
    table.lanista(1).cred = 8
    table.settle_box()
    table.play("end round", dice=[1])  # the card
    assert table.over and table.asked == []
    assert not table.events(Event.RATIO)
    assert table.lanista(1).cred == 8 + 10
    assert not table.helot(0).present, "its place is taken by Guts"


@pytest.mark.parametrize("state", ["bleeding", "flaming"])
def test_state_damage_that_leaves_one_helot_ends_the_bout_at_once(state: str):
    """R-119, R-106, R-120: its round has not begun: no split is declared, and the last one standing gets its coins."""
    table = duel(mp=0, ap=0, coins={Pile.OVERALL_CONDITION: 1})
    setattr(table.helot(1), state, 1)
    before = table.lanista(0).cred
    table.play("end round")
    assert table.over and table.asked == [] and not table.events(Event.RATIO)
    assert table.helot(1).standing == Standing.INCAPACITATED
    assert table.lanista(0).cred == before + 10


def test_state_damage_that_leaves_two_helots_ends_a_round_only():
    """R-119, R-106: the next one declares its split."""
    table = duel(TRIO, seats=3, mp=0, ap=0, coins={Pile.OVERALL_CONDITION: 1})
    table.helot(1).bleeding = 1
    table.play("end round", until="RATIO")
    assert (table.over, table.seat) == (False, 2)
    assert table.helot(1).standing == Standing.INCAPACITATED
