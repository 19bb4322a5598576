"""Initiative, the course of a command round, command points, Deception (manual p.6, p.10, p.16, p.29)."""

from typing import Any

import pytest
from table import Bout, Table

from nexus_env.games.nexus.rules.bout import Pile, Standing, Trait
from nexus_env.games.nexus.rules.log import Event

WILLPOWER, INSTINCT, PHYSICALITY, DEFTNESS, SWAGGER, CUNNING = range(1, 7)
SPLITS = {"ratio to movement", "ratio to action"}
BUTTON = {"button to movement", "button to action"}


def initiative(*dice: int, seats: int) -> Bout:
    """A bout after its first Initiative Round; the dice are trait and ratio by seat, then those of tie-breaks."""
    bout = Bout(seats=seats, deal="random", barge="open")
    bout.set_up_anyhow()
    bout.rolled = []
    bout.go_on(dice, until="RATIO")
    return bout


def order(bout: Bout) -> list[int]:
    """The seats in initiative order."""
    return [int(seat) for seat in bout.table.order[: bout.table.seats]]


def before_the_round_of(seat: int, ratio: int = 3, seats: int = 2, **options: Any) -> Table:
    """The helot before it has nothing left to spend, so that "end round" begins the round of `seat`."""
    table = Table(seats=seats, active=(seat - 1) % seats, mp=0, ap=0, **options)
    table.lanista(seat).ratio = ratio
    return table


def overall(table: Bout, seat: int) -> int:
    """The Overall Condition of a helot."""
    return int(table.helot(seat).health[Pile.OVERALL_CONDITION])


def points(table: Bout) -> tuple[int, int]:
    """Movement and action points."""
    return int(table.table.command_round.movement_points), int(table.table.command_round.action_points)


def events(table: Bout, *kinds: Event) -> list[tuple[int, ...]]:
    """The happenings of some kinds in the order in which they came."""
    return [row for row in table.told if row[0] in kinds]


# --- initiative ----------------------------------------------------------------------------------------------------


def test_every_player_rolls_a_trait_die_and_a_ratio_die():
    """R-042, R-046: both at once; the ratio die stays with the player's place in the order."""
    bout = initiative(SWAGGER, 6, INSTINCT, 2, seats=2)
    assert bout.rolled == [("TRAIT", 0, 5), ("RATIO", 0, 6), ("TRAIT", 1, 2), ("RATIO", 1, 2)]
    assert [(int(bout.lanista(seat).initiative), int(bout.lanista(seat).ratio)) for seat in (0, 1)] == [(1, 6), (0, 2)]
    bout.play("ratio to movement")
    assert (bout.seat, points(bout)) == (1, (2, 4))


def test_instinct_goes_before_deftness_before_cunning_before_the_rest():
    """R-043: whatever the ratio dice show."""
    assert order(initiative(SWAGGER, 6, CUNNING, 5, DEFTNESS, 2, INSTINCT, 1, seats=4)) == [3, 2, 1, 0]


def test_willpower_physicality_and_swagger_are_equal():
    """R-043, R-044: among them only the ratio dice count, the higher first."""
    assert order(initiative(WILLPOWER, 2, PHYSICALITY, 5, SWAGGER, 3, seats=3)) == [1, 2, 0]


@pytest.mark.parametrize("trait", [INSTINCT, DEFTNESS, CUNNING])
def test_of_equal_traits_the_higher_ratio_goes_first(trait: int):
    """R-044: so the 4 goes before the 3."""
    assert order(initiative(trait, 3, trait, 4, seats=2)) == [1, 0]


def test_those_still_tied_roll_two_dice_and_again_until_nobody_is():
    """R-045: 9 beats 7 and 7, which roll again, 3 against 8; the untied fourth rolls nothing and stays last."""
    bout = initiative(INSTINCT, 4, INSTINCT, 4, INSTINCT, 4, INSTINCT, 3, 6, 1, 5, 2, 4, 5, 1, 2, 2, 6, seats=4)
    assert [seat for purpose, seat, _ in bout.rolled if purpose == "TIE"] == [0, 0, 1, 1, 2, 2, 0, 0, 1, 1]
    assert order(bout) == [2, 1, 0, 3]


def test_two_ties_are_broken_apart():
    """R-045: a high total among the slow does not overtake the fast."""
    bout = initiative(INSTINCT, 4, CUNNING, 4, INSTINCT, 4, CUNNING, 4, 1, 1, 6, 6, 1, 2, 6, 5, seats=4)
    assert order(bout) == [2, 0, 1, 3]


@pytest.mark.parametrize("trait", Trait)
def test_the_trait_that_was_rolled_rises_by_one(trait: Trait):
    """R-047, R-127, R-018: each face of the trait die is one trait; at 5 it stays."""
    table = Table(mp=0, ap=0)
    table.table.turn = 1
    table.helot(1).traits[trait] = 5
    table.play("end round", dice=[trait + 1, 6, trait + 1, 5], until="RATIO")
    assert [int(reserve) for reserve in table.helot(0).traits] == [int(other == trait) for other in Trait]
    assert table.helot(1).traits[trait] == 5


def test_a_cycle_is_one_initiative_round_and_a_round_for_each_helot_in_order():
    """R-041, R-059: then the next one begins; nothing unspent is carried over."""
    bout = initiative(CUNNING, 1, SWAGGER, 6, INSTINCT, 4, seats=3)
    seen = []
    for _ in range(3):
        seen.append((bout.seat, int(bout.table.cycle)))
        bout.play("ratio to movement")
        assert sum(points(bout)) == 6
        bout.play("end round", dice=[DEFTNESS, 1, INSTINCT, 1, CUNNING, 1] if len(seen) == 3 else (), until="RATIO")
    assert seen == [(2, 1), (0, 1), (1, 1)]
    assert (order(bout), int(bout.table.cycle)) == ([1, 0, 2], 2)


@pytest.mark.parametrize("standing", [Standing.KILLED, Standing.INCAPACITATED])
def test_a_fallen_helot_has_no_part_in_initiative_but_keeps_its_cred(standing: Standing):
    """R-048, R-041: no dice, no round."""
    table = Table(seats=3, mp=0, ap=0, cred=4)
    table.table.turn = 2
    table.helot(1).standing, table.helot(1).present = standing, 0
    table.play("end round", dice=[SWAGGER, 2, SWAGGER, 6], until="RATIO")
    assert {seat for _, seat, _ in table.rolled} == {0, 2}
    assert order(table) == [2, 0, -1]
    assert (table.lanista(1).cred, table.lanista(1).initiative) == (4, -1)


# --- the course of a round -----------------------------------------------------------------------------------------


def test_a_round_begins_with_fire_then_blood_then_the_turning_point_then_the_split():
    """R-049, R-050, R-051, R-056: 5 OC and 1 OC to the crowd, a coin of the crowd to the counter, then the question."""
    table = before_the_round_of(1, ratio=4)
    table.helot(1).flaming = table.helot(1).bleeding = 1
    table.play("end round", until="RATIO")
    oc, crowd, counter = int(Pile.OVERALL_CONDITION), int(Pile.CROWD), int(Pile.COUNTER)
    assert events(table, Event.COINS, Event.MARK, Event.RATIO) == [
        (Event.COINS, 1, -1, oc, 5, crowd),
        (Event.COINS, 1, -1, oc, 1, crowd),
        (Event.COINS, -1, 1, crowd, 1, counter),
        (Event.MARK, 1, -1, 0, 4, 8),
    ]
    assert (table.seat, overall(table, 1), table.table.crowd_pile) == (1, 44, 10 + 6 - 1)


@pytest.mark.parametrize(("state", "coins"), [("flaming", 5), ("flaming", 3), ("bleeding", 1)])
def test_a_helot_that_falls_at_the_start_loses_its_round(state: str, coins: int):
    """R-052: no mark, no points, no bonus for anybody; Guts lie where it was, and the next helot's round begins."""
    table = before_the_round_of(1, seats=3)
    table.helot(1).bleeding = 1
    setattr(table.helot(1), state, 1)
    table.helot(1).health[Pile.OVERALL_CONDITION] = coins
    table.settle_box()
    table.play("end round", until="RATIO")
    assert (table.seat, table.helot(1).standing, table.helot(1).present) == (2, Standing.INCAPACITATED, 0)
    assert table.at(8, 1) == "g"
    assert table.lanista(1).slots == 0
    assert [int(table.lanista(seat).cred) for seat in range(3)] == [0, 0, 0]
    assert table.table.crowd_pile == 15 + coins - 1  # the mark is that of seat 2


@pytest.mark.parametrize("ratio", range(1, 7))
@pytest.mark.parametrize("reserve", ["movement", "action"])
def test_the_owner_decides_which_reserve_the_ratio_die_goes_to(ratio: int, reserve: str):
    """R-057, R-064: the rest of 6 goes to the other."""
    table = before_the_round_of(1, ratio)
    table.play("end round", answers=[f"ratio to {reserve}"])
    assert table.asked == [("RATIO", 1)]
    assert points(table) == ((ratio, 6 - ratio) if reserve == "movement" else (6 - ratio, ratio))


def test_points_may_be_spent_in_any_order():
    """R-058: move, attack, move, attack."""
    table = Table(". .\n1v .\n. .\n0^ .", mp=3, ap=2)
    table.play("move forward")
    table.play("wild attack forward", dice=[1, 1, 1, 6, 6])
    table.play("move forward-right")
    table.play("rotate left")
    table.play("wild attack forward", dice=[1, 1, 1, 6, 5])
    assert points(table) == (0, 0)


def test_each_unspent_point_costs_1_cred():
    """R-060, R-061, R-102, R-103: from the first cycle on, movement and action points alike, to the Crowd Pile."""
    table = Table(mp=1, ap=2, cred=5)
    table.play("end round", until="RATIO")
    assert table.table.cycle == 1
    assert (table.lanista(0).cred, overall(table, 0)) == (2, 50)
    assert table.table.crowd_pile == 10 + 3 - 1  # the last coin marks the next player's counter


def test_without_enough_cred_the_rest_of_the_penalty_is_paid_with_health():
    """R-010, R-060, R-061: 2 Cred and 3 OC for five points."""
    table = Table(mp=3, ap=2, cred=2)
    table.play("end round", until="RATIO")
    assert (table.lanista(0).cred, overall(table, 0)) == (0, 47)
    assert table.table.crowd_pile == 10 + 5 - 1


def test_the_penalty_may_incapacitate():
    """R-062: it takes what is there; no bonus for anybody, and Guts at once."""
    table = Table("0^ .\n. 1v\n. 2v", seats=3, mp=2, ap=2)
    table.helot(0).health[Pile.OVERALL_CONDITION] = 3
    table.settle_box()
    table.play("end round", until="RATIO")
    assert (table.helot(0).standing, table.helot(0).present, table.at(1, 1)) == (Standing.INCAPACITATED, 0, "g")
    assert table.table.crowd_pile == 15 + 3 - 1
    assert [int(table.lanista(seat).cred) for seat in range(3)] == [0, 0, 0]


# --- command tokens ------------------------------------------------------------------------------------------------


def test_a_command_token_is_one_point_of_either_kind():
    """R-024, R-065, R-066, R-067: beyond the split, and gone for good; the points are penalized like any other."""
    table = Table(mp=0, ap=0, cred=9)
    table.lanista(0).command_tokens = 2
    table.play("token to action")
    table.play("token to action")
    assert (points(table), table.lanista(0).command_tokens) == ((0, 2), 0)
    assert not table.may("token to action") and not table.may("token to movement")
    table.play("end round", until="RATIO")
    assert table.lanista(0).cred == 7
    table.play("ratio to movement")
    table.play("end round", dice=[INSTINCT, 6, INSTINCT, 1], answers=["ratio to action"])
    assert (table.seat, points(table), table.lanista(0).command_tokens) == (0, (0, 6), 0)


def test_tokens_are_good_at_any_moment_of_the_own_round():
    """R-065: a Prone or Grappled helot uses them too."""
    table = Table(". .\n1v .\n0^ .", mp=0, ap=0)
    table.lanista(0).command_tokens = 2
    table.helot(0).prone = 1
    table.play("token to movement")
    assert points(table) == (1, 0)
    table.helot(0).prone = 0
    table.grapple(1, 0)
    table.play("token to movement")
    assert points(table) == (2, 0)


# --- deception -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("decision", "split"), [("deceive to action", (1, 5)), ("deceive to movement", (5, 1))])
def test_an_opponent_may_decide_the_split_for_a_deception_token(decision: str, split: tuple[int, int]):
    """R-024, R-068, R-069, R-075: after the Turning Point step, instead of the owner, who cannot push the Button."""
    table = before_the_round_of(1, ratio=5)
    table.lanista(0).deception_tokens = 1
    table.play("end round", until="DECEPTION")
    assert (table.seat, table.lanista(1).slots, points(table)) == (0, 1 << 4, (0, 0))
    table.play(decision)
    assert table.asked == [("DECEPTION", 0)]
    assert (table.seat, points(table), table.lanista(0).deception_tokens) == (1, split, 0)


def test_who_has_no_token_or_passes_deceives_nobody():
    """R-068: then the owner decides."""
    table = before_the_round_of(1)
    table.lanista(0).deception_tokens = 1
    table.play("end round", until="RATIO")
    assert table.asked == [("DECEPTION", 0)]
    assert (table.seat, table.legal(), table.lanista(0).deception_tokens) == (1, SPLITS | BUTTON, 1)


def test_two_tokens_block_a_deception():
    """R-070, R-071: the tokens of both are spent, and that deceiver does not try again in this round."""
    table = before_the_round_of(1)
    table.lanista(0).deception_tokens = 3
    table.lanista(1).deception_tokens = 2
    table.play("end round", answers=["deceive to action", "block deception"], until="RATIO")
    assert table.asked == [("DECEPTION", 0), ("DECEIVED", 1)]
    assert (table.lanista(0).deception_tokens, table.lanista(1).deception_tokens) == (2, 0)
    assert (table.seat, table.legal()) == (1, SPLITS | BUTTON)


def test_one_token_does_not_block():
    """R-070: the victim is not even asked."""
    table = before_the_round_of(1, ratio=5)
    table.lanista(0).deception_tokens = table.lanista(1).deception_tokens = 1
    table.play("end round", answers=["deceive to action"])
    assert table.asked == [("DECEPTION", 0)]
    assert (table.lanista(1).deception_tokens, points(table)) == (1, (1, 5))


def test_opponents_are_offered_deception_clockwise_until_one_stands():
    """R-072, R-011: from South, West comes first, then North, then East; a block stops one of them only."""
    table = before_the_round_of(0, seats=4, ratio=5)
    for seat in range(4):
        table.lanista(seat).deception_tokens = 2
    west, north = "deceive to movement", "deceive to action"
    table.play("end round", answers=[west, "block deception", north])
    assert table.asked == [("DECEPTION", 2), ("DECEIVED", 0), ("DECEPTION", 1)]
    assert points(table) == (1, 5)
    assert [int(table.lanista(seat).deception_tokens) for seat in range(4)] == [0, 1, 1, 2]


def test_cant_fool_me_ignores_one_deception():
    """R-071, R-073: for 4 Cunning; the token is spent, and the same opponent may spend another one."""
    table = before_the_round_of(1, ratio=5)
    table.lanista(0).deception_tokens = 2
    table.give(1, cunning=5)
    table.play("end round", answers=["deceive to movement", "cant fool me"], until="RATIO")
    assert table.asked == [("DECEPTION", 0), ("DECEIVED", 1), ("DECEPTION", 0)]
    assert (table.helot(1).traits[Trait.CUNNING], table.lanista(0).deception_tokens) == (1, 1)
    table = before_the_round_of(1, ratio=5)
    table.lanista(0).deception_tokens = 2
    table.give(1, cunning=4)
    table.play("end round", answers=["deceive to movement", "cant fool me", "deceive to action"])
    assert (points(table), table.lanista(0).deception_tokens) == ((1, 5), 0)


# --- the motivation button, and what else costs overall condition --------------------------------------------------


@pytest.mark.parametrize(("reserve", "split"), [("movement", (6, 0)), ("action", (0, 6))])
def test_the_motivation_button_puts_all_six_points_into_one_reserve(reserve: str, split: tuple[int, int]):
    """R-074, R-075: instead of the split, for 5 OC to the Crowd Pile; no Deception comes after it."""
    table = before_the_round_of(1, ratio=4)
    table.lanista(0).deception_tokens = 1
    table.play("end round", answers=[f"button to {reserve}"])
    assert table.asked == [("DECEPTION", 0), ("RATIO", 1)]
    assert (points(table), overall(table, 1), table.table.crowd_pile) == (split, 45, 10 - 1 + 5)


@pytest.mark.parametrize(("coins", "legal"), [(5, SPLITS), (6, SPLITS | BUTTON)])
def test_the_button_leaves_at_least_1_overall_condition(coins: int, legal: set[str]):
    """R-076: so 5 are too few."""
    table = before_the_round_of(1)
    table.helot(1).health[Pile.OVERALL_CONDITION] = coins
    table.settle_box()
    table.play("end round", until="RATIO")
    assert table.legal() == legal


@pytest.mark.parametrize(("coins", "legal"), [(1, False), (2, True)])
def test_a_wild_attack_leaves_at_least_1_overall_condition(coins: int, legal: bool):
    """R-076: the last coin is not for sale."""
    table = Table("1v\n0^")
    table.helot(0).health[Pile.OVERALL_CONDITION] = coins
    assert table.may("wild attack forward") == legal


def test_liberate_may_be_paid_with_the_last_coin():
    """R-076: then the helot is incapacitated, and no die is rolled for it."""
    table = Table("2v .\n1v .\n0^ .", seats=3)
    table.grapple(1, 0)
    table.helot(0).health[Pile.OVERALL_CONDITION] = 1
    table.settle_box()
    table.play("liberate", until="RATIO")
    assert (table.helot(0).standing, table.rolled) == (Standing.INCAPACITATED, [])
    assert table.helot(1).holds == -1


def test_a_turn_is_a_command_round():
    """R-063: whatever it is called, each helot has one in a cycle, and its points and limits are for that one."""
    table = Table(mp=2, ap=0, deal="random")
    table.play("rotate left")
    table.play("rotate left", until="")
    table.lanista(1).ratio = 3
    table.play("end round", answers=["ratio to action"])
    assert (table.seat, table.table.cycle) == (1, 1)
    r = table.table.command_round
    assert (r.movement_points, r.action_points, r.rotations) == (3, 3, 0)
