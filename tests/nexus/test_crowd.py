"""Coins: damage, Cred and the Crowd Pile; the pieces of the box (manual p.2-4, p.10-12)."""

import pytest
from duels import duel
from table import Table

from nexus_env.games.nexus.rules.bout import Pile, Standing, Trait


def cred(table: Table, seat: int = 0) -> int:
    """The Cred of a player."""
    return int(table.lanista(seat).cred)


def health(table: Table, seat: int, pile: Pile) -> int:
    """Coins on a pile of a panel."""
    return int(table.helot(seat).health[pile])


# --- damage --------------------------------------------------------------------------------------------------------


def test_a_hit_of_4_is_worth_8_cred():
    """R-009, R-094: coins of the location and of the Overall Condition move to the attacker's player."""
    table = duel()
    table.play("standard attack", dice=[6, 5, 4, 3, 6])
    assert (health(table, 1, Pile.RIGHT_LOWER), health(table, 1, Pile.OVERALL_CONDITION)) == (8, 46)
    assert (cred(table), cred(table, 1), table.table.crowd_pile) == (8, 0, 40)


@pytest.mark.parametrize(
    ("coins", "left", "earned"),
    [({Pile.RIGHT_LOWER: 3}, (0, 43), 3 + 7), ({Pile.OVERALL_CONDITION: 2}, (5, 0), 7 + 2 + 5)],
)
def test_overkill_earns_nothing(coins: dict[Pile, int], left: tuple[int, int], earned: int):
    """R-008, R-009, R-010, R-095: a short pile gives what it has, and stays at 0 (5 more for an incapacitation)."""
    table = duel(coins=coins)
    table.play("standard attack", dice=[6, 5, 3, 1, 6])
    assert (health(table, 1, Pile.RIGHT_LOWER), health(table, 1, Pile.OVERALL_CONDITION)) == left
    assert cred(table) == earned


def test_what_no_helot_did_goes_to_the_crowd():
    """R-093, R-103: after the first hit, for which the pusher is paid, a saw's damage is the crowd's."""
    table = duel("s .\n1^ .\n0^ .", crowd=0)
    table.give(0, physicality=4)
    table.play("push", dice=[6, 1, 6, 3])  # right lower; thrown against the wall; right lower; out to the east
    assert table.place(1)[:2] == (2, 1)
    assert (cred(table), table.table.crowd_pile) == (20, 2 + 10)


def test_the_price_of_a_command_in_health_goes_to_the_crowd():
    """R-103: that of a Wild Attack, say."""
    table = duel()
    table.play("wild attack forward", dice=[1, 1, 2, 6, 5])
    assert (health(table, 0, Pile.OVERALL_CONDITION), table.table.crowd_pile) == (49, 40 + 1 - 1)  # 1 for the double


# --- what the crowd pays -------------------------------------------------------------------------------------------


def test_gloating_is_matched_by_the_crowd():
    """R-096: 8 Cred for the damage, 8 from the Crowd Pile."""
    table = duel()
    table.play("standard attack", dice=[6, 5, 4, 3, 6])
    table.play("gloat")
    assert (cred(table), table.table.crowd_pile) == (16, 32)


@pytest.mark.parametrize(
    ("pile", "command", "bonus"), [(Pile.HEAD, "head", 10), (Pile.OVERALL_CONDITION, "left-lower", 5)]
)
def test_a_finishing_blow(pile: Pile, command: str, bonus: int):
    """R-097, R-110: 10 for a kill and 5 for an incapacitation, from the Crowd Pile."""
    table = duel(coins={pile: 2})
    table.play(f"focused attack {command}", dice=[6, 5, 4, 5, 2])
    assert cred(table) == 2 + 2 + bonus
    assert table.table.crowd_pile == 40 - bonus


def test_incapacitated_and_then_killed_in_one_round():
    """R-097, R-098: 5, and a further 5."""
    table = duel(coins={Pile.OVERALL_CONDITION: 1, Pile.HEAD: 2})
    table.play("wild attack forward", dice=[6, 5, 4, 5, 2])
    assert (table.helot(1).standing, cred(table)) == (Standing.INCAPACITATED, 1 + 5)
    table.play("focused attack head", dice=[6, 5, 4])
    assert (table.helot(1).standing, cred(table)) == (Standing.KILLED, 1 + 5 + 2 + 5)


def test_a_crowd_pleaser_is_paid_to_whoever_rolled_it():
    """R-100: 1 for two kept dice of the same value, in attack and defense, success or not."""
    table = duel()
    table.play("standard attack", dice=[2, 2, 5, 5])
    assert (cred(table, 0), cred(table, 1), table.table.crowd_pile) == (1, 1, 38)


@pytest.mark.parametrize(("pile", "bonus"), [(Pile.CHEST, 10), (Pile.OVERALL_CONDITION, 5)])
def test_a_helot_that_defeats_an_opponent_while_flaming(pile: Pile, bonus: int):
    """R-101: 10 more from the Crowd Pile."""
    table = duel(coins={pile: 2})
    table.helot(0).flaming = 1
    table.play("standard attack", dice=[6, 5, 5, 4, 2])
    assert cred(table) == 2 + 2 + bonus + 10


def test_the_flames_are_paid_for_once_a_victim():
    """R-098, R-101: the same victim's death is worth 5."""
    table = duel(coins={Pile.OVERALL_CONDITION: 1, Pile.HEAD: 2})
    table.helot(0).flaming = 1
    table.play("wild attack forward", dice=[6, 5, 4, 5, 2])
    table.play("focused attack head", dice=[6, 5, 4])
    assert cred(table) == 1 + 5 + 10 + 2 + 5


@pytest.mark.parametrize("crowd", [0, 4])
def test_the_crowd_pays_what_it_has(crowd: int):
    """R-010, R-104: 10 are due for the kill."""
    table = duel(crowd=crowd, coins={Pile.HEAD: 2})
    table.play("focused attack head", dice=[6, 5, 4, 5, 2])
    assert (cred(table), table.table.crowd_pile) == (4 + crowd, 0)


# --- what players lose ---------------------------------------------------------------------------------------------


def test_clinch_turns_a_coin_of_cred_into_health():
    """R-102: the coin of the player becomes one of the helot."""
    table = duel(cred=1)
    table.grapple(0, 1)
    table.helot(0).health[Pile.OVERALL_CONDITION] = 40
    table.settle_box()
    table.play("clinch")
    assert (cred(table), health(table, 0, Pile.OVERALL_CONDITION), table.table.crowd_pile) == (0, 41, 40)


@pytest.mark.parametrize(("before", "after"), [(5, 2), (2, 0)])
def test_turn_crowd_takes_3_cred_or_what_is_there(before: int, after: int):
    """R-008, R-010, R-102: to the Crowd Pile."""
    table = duel(cred=before)
    table.give(0, swagger=3)
    table.play("turn crowd first opponent")
    assert (cred(table, 1), table.table.crowd_pile) == (after, 40 + before - after)


# --- dice, states and tiles ----------------------------------------------------------------------------------------


def test_no_roll_has_more_than_five_dice():
    """R-012: five steps down are no worse than three."""
    table = duel(coins={Pile.RIGHT_LOWER: 12})
    table.helot(0).lost = 1 << Pile.MIDSECTION | 1 << Pile.LEFT_UPPER | 1 << Pile.RIGHT_UPPER
    table.helot(0).rattled = 1
    table.play("focused attack head", dice=[6, 6, 6, 6, 6, 6, 6])
    assert table.rolled == [("ATTACK", 0, 6)] * 5 + [("DEFENSE", 1, 6)] * 2


def test_no_state_is_had_twice():
    """R-015: a Bleeding, Prone helot is cut and felled again, and is Bleeding and Prone as before."""
    table = duel("s .\n1^ .\n0^ .", mp=0, ap=0)
    table.helot(1).bleeding = table.helot(1).prone = 1
    table.give(0, physicality=4)
    table.play("push", dice=[6, 3])
    assert (table.helot(1).bleeding, table.helot(1).prone) == (1, 1)
    table.play("end round", until="RATIO")
    assert health(table, 1, Pile.OVERALL_CONDITION) == 50 - 10 - 1


@pytest.mark.parametrize(("tiles", "left"), [(9, "g"), (10, ".")])
def test_a_tile_that_is_not_in_the_box_is_not_placed(tiles: int, left: str):
    """R-014, R-019: of ten Guts tiles; the helot dies all the same, and its slayer is paid."""
    table = duel(coins={Pile.HEAD: 2})
    table.table.squares[5, :8] = table.table.squares[6, : tiles - 8] = 2
    table.play("focused attack head", dice=[6, 5, 4, 5, 2])
    assert (table.helot(1).present, cred(table), table.at(3, 3)) == (0, 14, left)


def test_a_blood_tile_that_is_not_in_the_box_is_not_placed():
    """R-014, R-019: the same with an eleventh Blood tile."""
    table = duel()
    table.table.squares[5, :8] = table.table.squares[6, :2] = 1
    table.helot(0).dripping = 1
    table.play("move left")
    assert (table.at(3, 4), table.place(0)) == (".", (2, 4, "^"))


def test_one_trait_counter_shows_0_to_5():
    """R-018: no reserve has more than five points."""
    table = duel()
    table.give(0, cunning=3, swagger=5)
    assert not table.may("jack of all traits swagger")
    table.play("jack of all traits willpower")
    assert (table.helot(0).traits[Trait.WILLPOWER], table.helot(0).traits[Trait.CUNNING]) == (1, 0)
