"""The 18 trait abilities: in one's own round, as a reaction, and who is asked when."""

import pytest
from fights import FACE_TO_FACE
from reserves import HIT, MISS, THREE, overall, reserve
from table import Table

from nexus_env.games.nexus.rules.bout import Square, Trait
from nexus_env.games.nexus.rules.geometry import clockwise
from nexus_env.games.nexus.rules.log import Event

TRAITS = [trait.name.lower() for trait in Trait]
EVERYTHING = dict.fromkeys(TRAITS, 5)


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


def test_talk_shit_of_a_third_is_over_with_the_round_in_which_it_was_said():
    """R-333: whoever was rattled, and whoever's round it was."""
    table = Table(THREE, seats=3, mp=1, ap=0)
    table.give(1, swagger=5)
    places = 1 + [1, 2].index(next(place for place in (1, 2) if clockwise(table.table, 1, place) == 2))
    table.play("rotate left", answers=[f"talk shit {('first', 'second')[places - 1]} opponent"])
    assert [int(table.helot(seat).rattled) for seat in range(3)] == [0, 0, 1]
    table.play("end round", until="RATIO")
    assert [int(table.helot(seat).rattled) for seat in range(3)] == [0, 0, 0]


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


def test_turn_crowd_reaches_a_player_whose_helot_is_out():
    """R-331, R-048: its Cred still counts, so it can still be lost."""
    table = Table(THREE, seats=3, cred=5)
    table.give(0, swagger=3)
    table.helot(2).standing, table.helot(2).present = 2, 0
    opponent = next(name for place, name in ((1, "first"), (2, "second")) if clockwise(table.table, 0, place) == 2)
    table.play(f"turn crowd {opponent} opponent")
    assert table.lanista(2).cred == 2
