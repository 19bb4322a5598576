"""The 18 trait abilities: in one's own round, as a reaction, and who is asked when."""

import pytest
from table import Table

from nexus_env.games.nexus.rules.bout import Pile, Square, Trait
from nexus_env.games.nexus.rules.events import Event

FACE_TO_FACE = """
    .  .  .  .
    .  .  .  .
    .  .  1v .
    .  .  0^ .
"""
THREE = """
    .  .  .  .
    .  .  .  .
    .  2> 1v .
    .  .  0^ .
"""
HIT = [6, 5, 4, 3, 4]  # a Standard Attack: 4 damage to the Left Lower location
MISS = [4, 3, 6, 5]  # defended, with 4 to spare
TRAITS = [trait.name.lower() for trait in Trait]
EVERYTHING = dict.fromkeys(TRAITS, 5)


def overall(table: Table, seat: int) -> int:
    """The Overall Condition."""
    return int(table.helot(seat).health[Pile.OVERALL_CONDITION])


def reserve(table: Table, seat: int, trait: str) -> int:
    """A trait reserve."""
    return int(table.helot(seat).traits[Trait[trait.upper()]])


# --- what every ability has in common ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "trait", "price"),
    [
        ("im still standing", "willpower", 3),
        ("elusive", "instinct", 5),
        ("unshackled", "physicality", 3),
        ("push", "physicality", 4),
        ("hurdle", "deftness", 3),
        ("tunnel vision", "deftness", 5),
        ("turn crowd first opponent", "swagger", 3),
        ("win them over", "swagger", 4),
        ("talk shit first opponent", "swagger", 5),
        ("jack of all traits willpower", "cunning", 3),
        ("made you look first opponent", "cunning", 5),
    ],
)
def test_an_ability_costs_its_reserve_and_no_command_points(command: str, trait: str, price: int):
    """R-309, R-318, R-320, R-321, R-325, R-330, R-331, R-332, R-333, R-334, R-337: in one's own round, at its price."""
    table = Table(FACE_TO_FACE, mp=2, ap=1, cred=2)
    if command == "im still standing":
        table.helot(0).prone = 1
    elif command == "unshackled":
        table.grapple(1, 0)
    elif command == "hurdle":
        table.helot(0).facing = 2
        table.table.squares[5 - 1, 3 - 1] = Square.CRATE
    table.give(0, **{trait: price - 1})
    assert not table.may(command)
    table.give(0, **{trait: price})
    table.play(command)
    assert reserve(table, 0, trait) == 0
    assert (table.table.command_round.movement_points, table.table.command_round.action_points) == (2, 1)


@pytest.mark.parametrize(
    ("window", "trait", "price", "command", "dice"),
    [
        ("MERELY_A_FLESH_WOUND", "willpower", 4, "standard attack", HIT),
        ("PERSEVERANCE_CONTEST", "willpower", 5, "standard attack", HIT[:4]),
        ("COUNTERATTACK", "instinct", 3, "standard attack", []),
        ("COMBO_BREAKER", "instinct", 4, "combo left-lower 1", [6, 6, 5, 4, 3]),
        ("TRIPPING", "deftness", 4, "move back", []),
    ],
)
def test_a_reaction_is_offered_only_to_a_full_enough_reserve(
    window: str, trait: str, price: int, command: str, dice: list[int]
):
    """R-310, R-312, R-314, R-317, R-328: a point short and nobody is asked."""
    table = Table(FACE_TO_FACE)
    table.give(1, **{trait: price})
    table.play(command, dice=dice, until=window)
    assert (table.question.name, table.seat) == (window, 1)
    table = Table(FACE_TO_FACE)
    table.give(1, **{trait: price - 1})
    table.step(command)
    while table.seat != 0:
        assert table.question.name != window
        table.roll(4) if table.question.name == "ROLL" else table.step("pass")


@pytest.mark.parametrize(
    "ability",
    [
        "elusive",
        "win them over",
        "turn crowd first opponent",
        "talk shit first opponent",
        "made you look first opponent",
        "jack of all traits deftness",
    ],
)
def test_the_prone_and_the_grappled_use_abilities(ability: str):
    """R-132, R-318, R-331, R-332, R-333, R-334, R-337: none of them is a command."""
    for state in ("prone", "held_by"):
        table = Table(FACE_TO_FACE, cred=2)
        table.helot(0).prone = state == "prone"
        if state == "held_by":
            table = Table(THREE, seats=3, cred=2)
            table.grapple(1, 0)
        table.give(0, instinct=5, swagger=5, cunning=5)
        assert table.may(ability)


@pytest.mark.parametrize("state", ["prone", "held_by"])
def test_push_and_hurdle_need_an_upright_free_user(state: str):
    """R-132, R-321, R-325: not while Prone or Grappled."""
    table = Table(". . .\n. c .\n. 0^ .\n. . 1v")
    table.give(0, **EVERYTHING)
    assert table.may("hurdle")
    setattr(table.helot(0), state, 1)
    assert not table.may("hurdle")
    table = Table(FACE_TO_FACE)
    table.give(0, **EVERYTHING)
    assert table.may("push")
    setattr(table.helot(0), state, 1)
    assert not table.may("push")


# --- who is asked, and when -------------------------------------------------------------------------------------------


def test_the_others_are_asked_clockwise_when_an_attack_is_declared_and_after_it():
    """R-131: from the active player on, seat 0, come seat 2 and seat 1."""
    table = Table(THREE, seats=3)
    table.give(1, swagger=4)
    table.give(2, swagger=4)
    table.play("standard attack", dice=MISS)
    assert table.asked == [("INTERRUPT", 2), ("INTERRUPT", 1), ("INTERRUPT", 2), ("INTERRUPT", 1)]
    assert [seat for purpose, seat, _ in table.rolled] == [0, 0, 1, 1]


def test_the_windows_of_an_attack_stand_in_the_order_of_the_rules():
    """R-131, R-310, R-312, R-314, R-317, R-323: interruptions, Counterattack, dice, Perseverance, Haymaker and on."""
    table = Table(FACE_TO_FACE)
    table.give(0, willpower=5, physicality=5)
    table.give(1, **EVERYTHING)
    table.play("combo left-lower 1", dice=[6, 6, 5, 4, 3], until="COMBO_BREAKER")
    assert table.asked == [
        ("INTERRUPT", 1),
        ("COUNTERATTACK", 1),
        ("PERSEVERANCE_CONTEST", 0),
        ("PERSEVERANCE_CONTEST", 1),
        ("HAYMAKER", 0),
        ("MERELY_A_FLESH_WOUND", 1),
    ]
    assert (table.question.name, table.seat) == ("COMBO_BREAKER", 1)


@pytest.mark.parametrize("auto_pass", [False, True])
def test_auto_pass_skips_the_windows_between_commands_only(auto_pass: bool):
    """R-129, R-131: who passes trivial windows by itself is still asked when it is attacked, and in every reaction."""
    table = Table(FACE_TO_FACE, auto_pass=auto_pass)
    table.give(1, swagger=4, instinct=3, deftness=4)
    table.play("rotate left")
    assert table.asked == ([] if auto_pass else [("INTERRUPT", 1)])
    table.play("move back")
    assert ("TRIPPING", 1) in table.asked
    table = Table(FACE_TO_FACE, auto_pass=auto_pass)
    table.give(1, swagger=4, instinct=3)
    table.play("standard attack", dice=MISS)
    asked = [("INTERRUPT", 1), ("COUNTERATTACK", 1)]
    assert table.asked == (asked if auto_pass else [*asked, ("INTERRUPT", 1)])


@pytest.mark.parametrize("auto_pass", [False, True])
def test_the_others_are_asked_at_the_beginning_of_a_round(auto_pass: bool):
    """R-129, R-131: after the split, before the first command."""
    table = Table(THREE, seats=3, mp=0, ap=0, auto_pass=auto_pass)
    table.table.order[1], table.table.order[2] = 1, 2
    table.give(0, swagger=4)
    table.give(2, swagger=4)
    table.play("end round", answers=["ratio to action"])
    assert table.asked == [("RATIO", 1), ("INTERRUPT", 0), ("INTERRUPT", 2)]


def test_one_seat_may_use_several_abilities_in_one_window():
    """R-130: any number while reserves last; the same one does not stack."""
    table = Table(FACE_TO_FACE, auto_pass=True, cred=5)
    table.give(1, swagger=5, cunning=5, instinct=5)
    table.step("standard attack")
    table.step("elusive")
    assert not table.may("elusive")
    table.step("made you look first opponent")
    assert not table.may("jack of all traits willpower")
    table.step("win them over")
    assert table.question.name == "COMMAND"  # turned away, the attack is lost, and no reserve is left
    assert table.events(Event.LOST)


# --- willpower --------------------------------------------------------------------------------------------------------


def test_still_standing_at_once_or_at_any_time():
    """R-309: right after the failed roll, in somebody else's round, or in the own one."""
    table = Table(FACE_TO_FACE, ap=7, auto_pass=True)
    table.give(1, willpower=3)
    table.play("focused attack head", dice=[6, 6, 5, 4, 3, 1], answers=["im still standing"])
    assert table.asked == [("IM_STILL_STANDING", 1)]
    assert (table.helot(1).prone, table.table.command_round.bonus_points) == (0, 0)
    table.play("focused attack head", dice=[6, 6, 5, 4, 3, 1])
    assert table.helot(1).prone
    table.give(1, willpower=3)
    table.play("wild attack forward", dice=[1, 1, 2, 6, 5], answers=["im still standing"])
    assert table.asked == [("INTERRUPT", 1)]
    assert not table.helot(1).prone
    table.helot(0).prone = 1
    table.give(0, willpower=3)
    table.play("im still standing")
    assert not table.helot(0).prone


def test_still_standing_keeps_the_grip():
    """R-309: who never lies there loses no grapple."""
    table = Table(THREE, seats=3)
    table.grapple(1, 2)
    table.helot(1).facing = 3  # west, where its victim stands
    table.give(1, willpower=3)
    table.play("focused attack head", dice=[6, 6, 5, 4, 3, 1], answers=["im still standing"])
    assert (table.helot(1).holds, table.helot(1).prone) == (2, 0)


def test_a_flesh_wound_spares_overall_condition_and_its_coins():
    """R-310, R-311: the location is hurt, what is not removed is not gained."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, willpower=4)
    table.play("standard attack", dice=HIT, answers=["merely a flesh wound"])
    assert table.asked == [("MERELY_A_FLESH_WOUND", 1)]
    assert (overall(table, 1), table.helot(1).health[Pile.LEFT_LOWER]) == (50, 12 - 4)
    assert table.lanista(0).cred == 4
    table.give(1, willpower=4)
    table.play("wild attack forward", dice=[6, 6, 5, 4, 3], answers=["merely a flesh wound"])
    assert (overall(table, 1), table.lanista(0).cred) == (50, 4)


def test_a_flesh_wound_is_offered_after_a_successful_attack_only():
    """R-310: not when nothing gets through, nor for a location that is gone."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, willpower=4)
    table.play("standard attack", dice=MISS)
    assert table.asked == []
    table.helot(1).health[Pile.LEFT_UPPER], table.helot(1).lost = 0, 1 << Pile.LEFT_UPPER
    table.settle_box()
    table.play("standard attack", dice=[6, 5, 4, 3, 1])
    assert table.asked == []


def test_perseverance_rolls_all_dice_of_a_roll_once_more_and_that_stands():
    """R-312, R-313: both dice of the defense are thrown anew, and a worse result counts."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, willpower=5)
    table.play("standard attack", dice=[6, 5, 4, 3, 2, 1, 4], answers=["perseverance defense"])
    assert table.asked == [("PERSEVERANCE_CONTEST", 1)]
    assert overall(table, 1) == 50 - 8


def test_an_opponent_may_have_the_attack_rolled_again():
    """R-313: it directly affects the defender; the steps of the roll stay as they were."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, willpower=5)
    table.play("feint")
    table.play("standard attack", dice=[6, 5, 1, 4, 3, 2, 2, 3], answers=["perseverance attack"])
    assert [seat for purpose, seat, _ in table.rolled if purpose == "ATTACK"] == [0] * 6
    assert overall(table, 1) == 50


def test_the_active_player_perseveres_first():
    """R-131, R-312, R-313: it has its attack rolled again; then only the defense is left to be rolled once more."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(0, willpower=5)
    table.give(1, willpower=5)
    table.step("standard attack")
    for face in (2, 1, 4, 3):
        table.roll(face)
    assert (table.question.name, table.seat) == ("PERSEVERANCE_CONTEST", 0)
    assert table.legal() == {"pass", "perseverance attack", "perseverance defense"}
    table.step("perseverance attack")
    table.roll(5)
    table.roll(6)
    assert (table.question.name, table.seat) == ("PERSEVERANCE_CONTEST", 1)
    assert table.legal() == {"pass", "perseverance defense"}
    table.step("pass")
    table.go_on(dice=[4])
    assert overall(table, 1) == 50 - 4
    assert (reserve(table, 0, "willpower"), reserve(table, 1, "willpower")) == (0, 5)


def test_perseverance_over_a_fall_belongs_to_the_one_who_falls():
    """R-312, R-313: the attacker's helot is not touched by that die."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(0, willpower=5)
    table.give(1, willpower=5)
    table.play("focused attack head", dice=[6, 6, 5, 4, 3, 1, 4], answers=["perseverance"])
    assert [asked for asked in table.asked if asked[0] == "PERSEVERANCE"] == [("PERSEVERANCE", 1)]
    assert not table.helot(1).prone


def test_perseverance_over_a_location_is_for_both_the_active_player_first():
    """R-131, R-313: it is the attacker's roll and it touches the victim; the new die stands."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(0, willpower=5)
    table.give(1, willpower=5)
    table.step("standard attack")
    for face in HIT[:4]:
        table.roll(face)
    table.step("pass")
    table.step("pass")
    table.roll(4)
    assert (table.question.name, table.seat) == ("PERSEVERANCE", 0)
    table.step("pass")
    assert (table.question.name, table.seat) == ("PERSEVERANCE", 1)
    table.step("perseverance")
    table.roll(3)
    assert table.question.name != "PERSEVERANCE"  # seat 0 had its chance, and the new result stands
    table.go_on()
    assert table.helot(1).health[Pile.RIGHT_UPPER] == 12 - 4
    assert table.helot(1).health[Pile.LEFT_LOWER] == 12


def test_over_the_location_of_a_counterattack_the_active_player_perseveres_first():
    """R-131, R-313: though the other one rolls it."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(0, willpower=5)
    table.give(1, willpower=5, instinct=3)
    table.play("standard attack", dice=[*MISS, 4], answers=["counterattack"])
    assert [seat for question, seat in table.asked if question == "PERSEVERANCE"] == [0, 1]


def test_perseverance_over_ones_own_check():
    """R-312: a failed attempt to stand is rolled again."""
    table = Table(FACE_TO_FACE)
    table.helot(0).prone = 1
    table.give(0, willpower=5)
    table.play("stand up", dice=[3, 4], answers=["perseverance"])
    assert not table.helot(0).prone


# --- instinct ---------------------------------------------------------------------------------------------------------


def test_a_counterattack_turns_the_defense_into_a_standard_attack():
    """R-314, R-316: called before the dice; the difference hurts OC and a random location, for the user's Cred."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, instinct=3)
    table.play("standard attack", dice=[*MISS, 4], answers=["counterattack"])
    assert table.asked == [("COUNTERATTACK", 1)]
    assert [purpose for purpose, _, _ in table.rolled] == ["ATTACK", "ATTACK", "DEFENSE", "DEFENSE", "LOCATION"]
    assert table.rolled[-1][1] == 1
    assert (overall(table, 0), table.helot(0).health[Pile.LEFT_LOWER]) == (50 - 4, 12 - 4)
    assert (table.lanista(0).cred, table.lanista(1).cred) == (0, 8)
    assert not table.may("gloat")


@pytest.mark.parametrize("dice", [[4, 3, 5, 2], [6, 5, 4, 3, 4]])
def test_a_counterattack_does_nothing_on_equal_totals_or_a_failed_defense(dice: list[int]):
    """R-315: the points are spent all the same."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, instinct=3)
    table.play("standard attack", dice=dice, answers=["counterattack"])
    assert overall(table, 0) == 50
    assert reserve(table, 1, "instinct") == 0


@pytest.mark.parametrize(
    ("command", "dice"),
    [
        ("wild attack forward", [4, 6, 3, 6, 5]),
        ("focused attack head", [4, 6, 3, 6, 5]),
        ("grapple", [4, 3, 6, 5]),
        ("combo head 1", [4, 6, 3, 6, 5]),
    ],
)
def test_every_melee_attack_command_may_be_countered_from_anywhere(command: str, dice: list[int]):
    """R-314, R-315: Grapple too; neither facing nor standing is needed."""
    table = Table(FACE_TO_FACE.replace("1v", "1>"), auto_pass=True)
    table.helot(1).prone = 1
    table.give(1, instinct=3)
    table.play(command, dice=[*dice, 4], answers=["counterattack"])
    assert overall(table, 0) == 50 - 4 - command.startswith("wild")  # its own price


def test_grapple_commands_cannot_be_countered():
    """R-314: they are no Melee Attack Commands."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.grapple(0, 1)
    table.give(1, instinct=3)
    table.play("crush", dice=MISS)
    assert table.asked == []


def test_a_counterattack_carries_the_turning_point_damage_and_is_not_countered():
    """R-316: it counts as a successful Standard Attack of the user; the active helot has no Counterattack to it."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(0, instinct=3)
    table.give(1, instinct=3)
    table.lanista(1).turning_point_damage, table.lanista(1).counter, table.lanista(1).slots = 1, 6, 63
    table.settle_box()
    table.play("standard attack", dice=[*MISS, 4], answers=["counterattack"])
    assert overall(table, 0) == 50 - 10
    assert table.lanista(1).cred == 6 + 20
    assert table.asked == [("COUNTERATTACK", 1)]


def test_a_counterattack_has_no_bonus_against_the_wall():
    """R-316, R-255: that bonus is for the Attack Commands; the same attack as a command has it."""
    table = Table(
        """
        .  1v .
        .  0^ .
        .  #  .
        """,
        auto_pass=True,
    )
    table.give(1, instinct=3)
    table.play("standard attack", dice=[*MISS, 4], answers=["counterattack"])
    assert overall(table, 0) == 50 - 4


def test_combo_breaker_stops_what_follows_a_successful_opening():
    """R-317: the opening's damage stays, the Standard Attacks come to nothing."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, instinct=4)
    table.play("combo left-lower 3", dice=[6, 6, 5, 4, 3], answers=["combo breaker"])
    assert table.asked == [("COUNTERATTACK", 1), ("COMBO_BREAKER", 1)]
    assert len(table.rolled) == 5  # of the opening
    assert overall(table, 1) == 50 - 4
    assert table.table.command_round.action_points == 0


def test_combo_breaker_is_for_combos_whose_opening_succeeds():
    """R-317: no window after a failed opening, nor after a Focused Attack alone."""
    for command, dice in (("combo left-lower 1", [4, 4, 5, 6, 5]), ("focused attack left-lower", [6, 6, 5, 4, 3])):
        table = Table(FACE_TO_FACE, auto_pass=True)
        table.give(1, instinct=4)
        table.play(command, dice=dice)
        assert ("COMBO_BREAKER", 1) not in table.asked


def test_elusive_lasts_for_the_whole_cycle():
    """R-318, R-319: in the round of every opponent, until the next Initiative Round."""
    table = Table(THREE, seats=3, mp=0, ap=6, auto_pass=True)
    table.table.order[1], table.table.order[2] = 2, 1
    table.give(1, instinct=5)
    table.step("standard attack")
    table.step("elusive")
    table.go_on(dice=[1, 1, 6, 5, 4])
    table.table.command_round.action_points = 0
    table.play("end round", answers=["ratio to action"])
    assert table.seat == 2
    assert table.slides("standard attack") == (0, 1)
    table.table.command_round.action_points = table.table.command_round.movement_points = 0
    table.play("end round", answers=["ratio to action"])
    assert table.helot(1).elusive
    table.table.command_round.action_points = table.table.command_round.movement_points = 0
    table.play("end round", dice=[1, 6, 1, 5, 1, 4], answers=["ratio to action"])
    assert table.table.cycle == 2
    assert not table.helot(1).elusive


# --- physicality ------------------------------------------------------------------------------------------------------


def test_unshackled_answers_a_grapple_at_once_and_frees_in_any_round():
    """R-320: right after the Grapple, before a Grapple Command's dice, and in the own round."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, physicality=3)
    table.play("grapple", dice=[6, 5, 4, 3], answers=["unshackled"])
    assert table.asked == [("UNSHACKLED", 1)]
    assert (table.helot(0).holds, table.helot(1).held_by) == (-1, -1)
    table.grapple(0, 1)
    table.give(1, physicality=3)
    table.play("takedown", answers=["unshackled"])
    assert table.asked == [("INTERRUPT", 1)]
    assert table.events(Event.LOST)
    assert (table.helot(1).held_by, overall(table, 1)) == (-1, 50)
    table.grapple(1, 0)
    table.give(0, physicality=3)
    table.play("unshackled")
    assert table.helot(0).held_by == -1


@pytest.mark.parametrize("tile", [".", "b", "g"])
def test_push_moves_the_opponent_along_the_ffd_of_the_pusher(tile: str):
    """R-321, R-322: one square, onto a tile too; the pusher stays, no die decides."""
    table = Table(f". . .\n. . {tile}\n. . 1<\n. . 0^")
    table.give(0, physicality=4)
    table.play("push", dice=[5] if tile == "b" else [])
    assert table.place(0) == (3, 4, "^")
    assert table.place(1) == ((3, 2, "<") if tile != "b" else (3, 3, "<"))


@pytest.mark.parametrize("beyond", ["#", "c", "u", "t", "2v"])
def test_push_needs_a_square_that_can_be_occupied(beyond: str):
    """R-321: no obstacle, no helot, no wall."""
    table = Table(f". . .\n. . {beyond}\n. . 1<\n. . 0^", seats=3)
    table.give(0, physicality=4)
    assert not table.may("push")
    table = Table(". 1v .\n. 0^ .")
    table.give(0, physicality=4)
    assert not table.may("push")


@pytest.mark.parametrize(("hazard", "dice", "coins"), [("s", [4, 3], 20), ("x", [4, 3], 20), ("f", [], 5)])
def test_push_into_a_hazard_is_a_forced_move(hazard: str, dice: list[int], coins: int):
    """R-322: a saw, spikes or a fire; the first damage is the pusher's, who is not pulled in."""
    table = Table(f". . . .\n. . {hazard} .\n. . 1v .\n. . 0^ .")
    table.give(0, physicality=4)
    table.play("push", dice=dice)
    scorched = 1 if hazard == "f" else 0  # it left the fire's area on the way in
    assert table.lanista(0).cred == coins
    assert overall(table, 1) == 50 - (10 if coins == 20 else 5) - scorched
    assert table.place(0) == (3, 4, "^")
    assert overall(table, 0) == 50


def test_push_is_for_ones_own_round_and_an_opponent_in_front():
    """R-321: no interruption, and nobody diagonally ahead."""
    table = Table(FACE_TO_FACE)
    table.give(1, physicality=4, swagger=4)
    table.play("standard attack", until="INTERRUPT")
    assert table.seat == 1
    assert table.may("win them over")
    assert not table.may("push")
    table = Table(FACE_TO_FACE.replace(".  .  0^", ".  0^ ."))
    table.give(0, physicality=4)
    assert not table.may("push")


@pytest.mark.parametrize(
    ("command", "dice", "grappling", "damage"),
    [
        ("standard attack", HIT, False, 4 + 4),
        ("focused attack left-lower", [6, 6, 5, 4, 3], False, 4 + 4),
        ("takedown", [6, 5, 1, 4, 3, 4], True, 4 + 4),
        ("crush", [6, 5, 4, 3], True, 4 + 4),
    ],
)
def test_haymaker_adds_four_to_a_successful_attack(command: str, dice: list[int], grappling: bool, damage: int):
    """R-323, R-324: declared after the dice, on any damaging attack but a Wild one."""
    table = Table(FACE_TO_FACE)
    if grappling:
        table.grapple(0, 1)
    table.give(0, physicality=5)
    table.play(command, dice=dice, answers=["haymaker"])
    assert table.asked == [("HAYMAKER", 0)]
    assert overall(table, 1) == 50 - damage


@pytest.mark.parametrize(
    ("command", "dice", "grappling"),
    [
        ("wild attack forward", [6, 6, 5, 4, 3], False),
        ("standard attack", MISS, False),
        ("grapple", [6, 5, 4, 3], False),
        ("drag back", [6, 5, 4, 3], True),
    ],
)
def test_no_haymaker_for_wild_failed_or_harmless_attacks(command: str, dice: list[int], grappling: bool):
    """R-323, R-324: nobody is asked."""
    table = Table(FACE_TO_FACE)
    if grappling:
        table.grapple(0, 1)
    table.give(0, physicality=5)
    table.play(command, dice=dice)
    assert table.asked == []


def test_each_hit_of_a_combo_may_be_a_haymaker():
    """R-323: asked at the opening, and again at the hit when it was saved."""
    table = Table(FACE_TO_FACE)
    table.give(0, physicality=5)
    table.play("combo left-lower 1", dice=[6, 6, 5, 4, 3], until="HAYMAKER")
    table.step("pass")
    table.go_on(dice=[6, 5, 4, 3, 1], answers=["haymaker"])
    assert overall(table, 1) == 50 - 4 - 8


# --- deftness ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["c", "b", "g", "t", "f", "s", "x"])
def test_hurdle_leaps_over_an_obstacle_or_a_hazard(what: str):
    """R-325, R-326, R-327: two squares straight forward, FFD unchanged, no MP; what is leapt over does nothing."""
    table = Table(f". . .\n. . .\n. {what} .\n. 0^ .\n. . 1v", mp=0)
    table.helot(0).flaming = what == "f"
    table.give(0, deftness=3)
    table.play("hurdle")
    assert table.place(0) == (2, 2, "^")
    assert overall(table, 0) == 50


@pytest.mark.parametrize("what", ["#", "u", "1v", "."])
def test_hurdle_crosses_no_pillar_no_upright_brazier_no_helot_and_nothing(what: str):
    """R-326, R-327: and the square between must hold something."""
    table = Table(f". . .\n. . .\n. {what} .\n. 0^ .")
    table.give(0, deftness=3)
    assert not table.may("hurdle")


@pytest.mark.parametrize("landing", ["#", "c", "u", "t", "1v"])
def test_hurdle_needs_a_landing_square(landing: str):
    """R-327: one that may be entered."""
    table = Table(f". . .\n. {landing} .\n. c .\n. 0^ .")
    table.give(0, deftness=3)
    assert not table.may("hurdle")


def test_the_landing_square_of_a_hurdle_takes_effect():
    """R-327: a fire burns, Blood slides."""
    table = Table(". . .\n. f .\n. c .\n. 0^ .\n. . 1v")
    table.give(0, deftness=3)
    table.play("hurdle")
    assert (table.helot(0).flaming, overall(table, 0)) == (1, 50 - 5)
    table = Table(". . .\n. b .\n. c .\n. 0^ .\n. . 1v")
    table.give(0, deftness=3)
    table.play("hurdle", dice=[3])
    assert table.place(0) == (3, 2, "^")


def test_hurdle_is_for_ones_own_round():
    """R-325: no interruption."""
    table = Table(FACE_TO_FACE)
    table.give(1, deftness=3, swagger=4)
    table.helot(1).facing = 0
    table.table.squares[2 - 1, 3 - 1] = Square.GUTS
    table.play("grapple", until="INTERRUPT")
    assert table.seat == 1
    assert not table.may("hurdle")


@pytest.mark.parametrize(
    ("command", "mp"), [("move back", 4), ("move forward-left", 5), ("backflip", 5), ("sidestep left", 5)]
)
def test_tripping_fells_whoever_tries_to_leave_an_adjacent_square(command: str, mp: int):
    """R-328, R-329: it falls where it stood, the MP are spent, and it may try to stand up."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, deftness=4)
    table.play(command, answers=["tripping"])
    assert table.asked == [("TRIPPING", 1)]
    assert (table.place(0), table.helot(0).prone) == ((3, 4, "^"), 1)
    assert table.table.command_round.movement_points == mp
    assert table.may("stand up")


def test_tripping_a_hurdle_and_a_drag():
    """R-328, R-329: both are ways to leave a square; the reserve and the points are spent."""
    table = Table(". . . .\n. . . .\n. . c .\n. . 0^ 1<", auto_pass=True)
    table.give(0, deftness=3)
    table.give(1, deftness=4)
    table.play("hurdle", answers=["tripping"])
    assert (table.place(0), table.helot(0).prone, reserve(table, 0, "deftness")) == ((3, 4, "^"), 1, 0)
    table = Table(THREE, seats=3, auto_pass=True)
    table.grapple(0, 1)
    table.give(2, deftness=4)
    table.play("drag back", answers=["tripping"])
    assert (table.helot(0).prone, table.helot(0).holds, table.place(1)) == (1, -1, (3, 3, "v"))
    assert table.rolled == []
    assert table.table.command_round.movement_points == 6 - 2


@pytest.mark.parametrize(
    ("drawing", "asked"),
    [
        ("1v . .\n. 0^ .\n. . .", True),
        (". 1v .\n. 0^ .\n. . .", True),
        (". . .\n. 0^ .\n. . 1v", True),
        (". 1v .\n. . .\n. 0^ .", False),
        ("1v . . .\n. . 0^ .", False),
    ],
)
def test_adjacent_means_the_eight_squares_around(drawing: str, asked: bool):
    """R-329: where either of them looks does not matter."""
    table = Table(drawing, auto_pass=True)
    table.give(1, deftness=4)
    table.play("move right")
    assert table.asked == ([("TRIPPING", 1)] if asked else [])


@pytest.mark.parametrize("state", ["prone", "held_by"])
def test_who_trips_stands_upright_and_free(state: str):
    """R-132, R-328: a Prone or Grappled helot trips nobody, and a rotation leaves no square."""
    table = Table(THREE, seats=3, auto_pass=True)
    table.give(1, deftness=4)
    table.play("rotate left")
    assert table.asked == []
    if state == "prone":
        table.helot(1).prone = 1
    else:
        table.grapple(2, 1)
    table.play("move back")
    assert table.asked == []


def test_opponents_may_trip_clockwise_until_one_does():
    """R-131, R-328: seat 2 comes first, and seat 1 only if that one passes."""
    table = Table(THREE, seats=3, auto_pass=True)
    table.give(1, deftness=4)
    table.give(2, deftness=4)
    table.play("move right")
    assert table.asked == [("TRIPPING", 2), ("TRIPPING", 1)]
    table = Table(THREE, seats=3, auto_pass=True)
    table.give(1, deftness=4)
    table.give(2, deftness=4)
    table.play("move right", answers=["tripping"])
    assert table.asked == [("TRIPPING", 2)]


def test_tunnel_vision_helps_attacks_for_the_round_but_no_grapple_commands():
    """R-330: Wild, Standard, Focused, Combo and Grapple; gone when the round ends."""
    for command, step in (
        ("standard attack", 1),
        ("wild attack forward", 0),
        ("focused attack head", 0),
        ("combo head 1", 0),
        ("grapple", 1),
    ):
        table = Table(FACE_TO_FACE)
        table.give(0, deftness=5)
        table.play("tunnel vision")
        assert table.slides(command) == (step, 0)
    for command, step in (("crush", 0), ("takedown", 1), ("throw forward 1", -1), ("drag back", 0)):
        table = Table(FACE_TO_FACE)
        table.grapple(0, 1)
        table.give(0, deftness=5)
        table.play("tunnel vision")
        assert table.slides(command) == (step, 0)
    table = Table(FACE_TO_FACE, mp=0, ap=0)
    table.give(0, deftness=5)
    table.play("tunnel vision")
    table.play("end round", answers=["ratio to action"])
    assert not table.helot(0).tunnel_vision


# --- swagger ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cred", "left"), [(5, 2), (3, 0), (2, 0)])
def test_turn_crowd_takes_three_cred_from_one_opponent(cred: int, left: int):
    """R-331: to the Crowd Pile, or all if fewer; here as an interruption by seat 1, whose first opponent is seat 0."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.lanista(0).cred = cred
    table.settle_box()
    table.give(1, swagger=3)
    table.play("standard attack", dice=MISS, answers=["turn crowd first opponent"])
    assert table.lanista(0).cred == left
    assert table.table.crowd_pile == 10 + cred - left


@pytest.mark.parametrize(("pile", "won"), [(9, 5), (5, 5), (2, 2)])
def test_win_them_over_takes_five_from_the_crowd(pile: int, won: int):
    """R-332: or all if fewer, in anybody's round."""
    table = Table(FACE_TO_FACE)
    table.table.crowd_pile = pile
    table.settle_box()
    table.give(1, swagger=4)
    table.play("rotate left", answers=["win them over"])
    assert (table.lanista(1).cred, table.table.crowd_pile) == (won, pile - won)


def test_talk_shit_spoils_the_attacks_of_one_opponent_for_the_round():
    """R-333: -SDS to attack, not to defend; over when the Command Round ends."""
    table = Table(THREE, seats=3, mp=0, auto_pass=True)
    table.give(1, swagger=5)
    table.step("standard attack")
    table.step("talk shit first opponent")
    table.go_on(dice=[6, 5, 1, 6, 5])
    assert [face for purpose, _, face in table.rolled if purpose == "ATTACK"][-3:] == [6, 5, 1]
    assert table.table.contest.attack == 6
    assert table.slides("standard attack") == (-1, 0)
    assert not table.helot(2).rattled
    table.table.command_round.action_points = 0
    table.play("end round", answers=["ratio to action"])
    assert not table.helot(0).rattled


# --- cunning ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trait", TRAITS[:5])
def test_jack_of_all_traits_raises_another_reserve(trait: str):
    """R-334: by 1, up to 5, and never Cunning itself."""
    table = Table(FACE_TO_FACE)
    table.give(0, cunning=4)
    table.play(f"jack of all traits {trait}")
    assert reserve(table, 0, trait) == 1
    assert reserve(table, 0, "cunning") == 1
    table.give(0, **{trait: 5, "cunning": 4})
    assert not table.may(f"jack of all traits {trait}")
    table = Table(FACE_TO_FACE)
    table.give(1, cunning=3)
    table.play("rotate left", answers=[f"jack of all traits {trait}"])
    assert reserve(table, 1, trait) == 1


def test_cant_fool_me_ignores_one_deception():
    """R-335: the owner splits its points itself; the deceiver's token is gone, and it may try again with another."""
    table = Table(FACE_TO_FACE, mp=0, ap=0)
    table.lanista(0).deception_tokens = 2
    table.lanista(1).ratio = 5
    table.give(1, cunning=4)
    table.play("end round", answers=["deceive to movement", "cant fool me", "ratio to action"])
    assert table.asked == [("DECEPTION", 0), ("DECEIVED", 1), ("DECEPTION", 0), ("RATIO", 1)]
    assert (table.table.command_round.movement_points, table.table.command_round.action_points) == (1, 5)
    assert (table.lanista(0).deception_tokens, reserve(table, 1, "cunning")) == (1, 0)


def test_cant_fool_me_needs_four_cunning():
    """R-335: with three the Deception stands."""
    table = Table(FACE_TO_FACE, mp=0, ap=0)
    table.lanista(0).deception_tokens = 1
    table.lanista(1).ratio = 5
    table.give(1, cunning=3)
    table.play("end round", answers=["deceive to movement"])
    assert ("DECEIVED", 1) not in table.asked
    assert (table.table.command_round.movement_points, table.table.command_round.action_points) == (5, 1)


def test_made_you_look_turns_a_helot_round_in_any_round():
    """R-337: by 180 degrees; an attacker that is turned away loses its attack and what it paid."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, cunning=5)
    table.play("standard attack", answers=["made you look first opponent"])
    assert table.place(0) == (3, 4, "v")
    assert table.events(Event.LOST)
    assert table.table.command_round.action_points == 6 - 2
    table = Table(FACE_TO_FACE)
    table.give(0, cunning=5)
    table.play("made you look first opponent")
    assert table.place(1) == (3, 3, "^")
    assert table.slides("standard attack") == (1, 0)  # from behind


def test_made_you_look_does_not_work_on_a_pair_in_a_grapple():
    """R-338: neither on the captor nor on the victim."""
    table = Table(THREE, seats=3)
    table.give(0, cunning=5)
    assert {"made you look first opponent", "made you look second opponent"} <= table.legal()
    table.grapple(2, 1)
    assert not {"made you look first opponent", "made you look second opponent"} & table.legal()


@pytest.mark.parametrize("square", [Square.BLOOD, Square.FIRE])
def test_made_you_look_is_no_rotation(square: Square):
    """R-338: Blood does not slide and fire does not burn the one that is turned; its own rotations are not counted."""
    table = Table(FACE_TO_FACE)
    table.table.squares[3 - 1, 3 - 1] = square
    table.give(0, cunning=5)
    table.play("made you look first opponent")
    assert table.place(1) == (3, 3, "^")
    assert (overall(table, 1), table.rolled) == (50, [])
