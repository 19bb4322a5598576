"""Trait reserves, and when abilities may be used (manual p.14, p.32)."""

import pytest
from table import Table

from nexus_env.games.nexus.rules.bout import Pile, Trait
from nexus_env.games.nexus.rules.log import Event

DUEL = """
    .  .  .  .
    .  .  .  .
    .  .  1v .
    .  .  0^ .
"""


def reserves(table: Table, seat: int) -> dict[str, int]:
    """The reserves that are not empty."""
    return {trait.name: int(table.helot(seat).traits[trait]) for trait in Trait if table.helot(seat).traits[trait]}


@pytest.mark.parametrize("points", range(6))
def test_a_reserve_is_raised_by_an_ability_to_5_at_the_most(points: int):
    """R-126, R-127: a full one is not offered."""
    table = Table(DUEL)
    table.give(0, cunning=3, deftness=points)
    assert table.may("jack of all traits deftness") == (points < 5)
    if points < 5:
        table.play("jack of all traits deftness")
        assert reserves(table, 0) == {"DEFTNESS": points + 1}


@pytest.mark.parametrize(("points", "legal"), [(2, False), (3, True)])
def test_an_ability_is_paid_from_its_reserve(points: int, legal: bool):
    """R-128: 3 Swagger for Turn Crowd, and without them nothing."""
    table = Table(DUEL, cred=5)
    table.give(0, swagger=points, cunning=2)
    assert table.may("turn crowd first opponent") == legal
    if legal:
        table.play("turn crowd first opponent")
        assert reserves(table, 0) == {"CUNNING": 2}


def test_an_ability_costs_no_points_and_acts_at_once():
    """R-129: also without any points left."""
    table = Table(DUEL, mp=0, ap=0)
    table.give(0, swagger=4)
    table.play("win them over")
    assert (table.lanista(0).cred, table.seat) == (5, 0)
    assert (table.table.command_round.movement_points, table.table.command_round.action_points) == (0, 0)


@pytest.mark.parametrize("command", ["move left", "standard attack"])
def test_an_ability_may_be_used_in_the_round_of_another(command: str):
    """R-129: after a command, or when one is attacked, before the dice."""
    table = Table(DUEL, ap=2)
    table.give(1, swagger=4)
    table.step(command)
    assert (table.question.name, table.seat) == ("INTERRUPT", 1)
    table.go_on(dice=[3, 2, 4, 2] if command == "standard attack" else [], answers=["win them over"])
    assert (table.lanista(1).cred, table.seat) == (5, 0)


@pytest.mark.parametrize(("trait", "ability"), [("physicality", "push"), ("deftness", "tunnel vision")])
def test_some_abilities_are_for_the_own_round_only(trait: str, ability: str):
    """R-129: unless the ability says otherwise."""
    table = Table(DUEL)
    table.give(0, **{trait: 5})
    table.give(1, **{trait: 5})
    assert table.may(ability)
    table.play("move left")
    assert ("INTERRUPT", 1) not in table.asked


def test_any_number_of_abilities_while_reserves_last():
    """R-130: several in one window, and the same one again when it can be paid again."""
    table = Table(DUEL, cred=10)
    table.give(1, swagger=3, cunning=3)
    table.play("move left", answers=["turn crowd first opponent", "jack of all traits swagger"])
    assert (table.lanista(0).cred, reserves(table, 1)) == (7, {"SWAGGER": 1})
    table.give(1, swagger=3)
    table.play("move right", answers=["turn crowd first opponent"])
    assert table.lanista(0).cred == 4


@pytest.mark.parametrize(
    ("trait", "ability"),
    [("instinct", "elusive"), ("deftness", "tunnel vision"), ("swagger", "talk shit first opponent")],
)
def test_the_same_ability_does_not_stack_with_itself(trait: str, ability: str):
    """R-130: while it lasts it cannot be bought again."""
    table = Table(DUEL)
    table.give(0, **{trait: 5})
    table.play(ability)
    table.give(0, **{trait: 5})
    assert not table.may(ability)


def test_opponents_react_clockwise():
    """R-011, R-131: from South, West comes before North and East; the first declared is resolved first."""
    table = Table(seats=4, cred=4)
    for seat in (1, 2, 3):
        table.give(seat, swagger=3)
    table.play("rotate right", answers=["turn crowd third opponent", "turn crowd second opponent"])
    assert table.asked == [("INTERRUPT", 2), ("INTERRUPT", 1), ("INTERRUPT", 3)]
    assert [row[3] for row in table.events(Event.COINS)] == [3, 1]
    assert [row[0] for row in table.events(Event.ABILITY)] == [2, 1]


@pytest.mark.parametrize(("active", "order"), [(0, [0, 1]), (1, [1, 0])])
def test_the_active_player_reacts_first(active: int, order: list[int]):
    """R-131: here to an attack roll, which either side may have thrown once more."""
    table = Table("1v\n0^", active=active)
    for seat in (0, 1):
        table.give(seat, willpower=5)
    table.play("standard attack", dice=[6, 5, 6, 5])
    assert table.asked == [("PERSEVERANCE_CONTEST", seat) for seat in order]


def test_the_active_player_reacts_first_to_the_die_of_another():
    """R-131: the defender rolls the location of its Counterattack; the active helot that it hits is asked first."""
    table = Table("1v\n0^")
    for seat in (0, 1):
        table.give(seat, willpower=5, instinct=3)
    table.play("standard attack", dice=[1, 2, 6, 5, 6], answers=["counterattack"])
    assert table.rolled[-1] == ("LOCATION", 1, 6)
    assert [seat for question, seat in table.asked if question == "PERSEVERANCE"] == [0, 1]


def test_the_last_declared_is_resolved_last():
    """R-131: the active player throws its attack anew, then the other one throws its defense anew, and that stands."""
    table = Table("1v\n0^")
    for seat in (0, 1):
        table.give(seat, willpower=5)
    table.play(
        "standard attack", dice=[1, 2, 3, 4, 6, 5, 6, 6], answers=["perseverance attack", "perseverance defense"]
    )
    assert [purpose for purpose, _, _ in table.rolled] == ["ATTACK"] * 2 + ["DEFENSE"] * 2 + ["ATTACK"] * 2 + [
        "DEFENSE"
    ] * 2
    assert table.helot(1).health[Pile.OVERALL_CONDITION] == 50


@pytest.mark.parametrize("state", ["prone", "grappled"])
def test_prone_and_grappled_helots_use_abilities(state: str):
    """R-132: except Push and Hurdle."""
    table = Table(".  .  .\n.  b  .\n.  0^ .\n.  1^ .")
    table.give(0, swagger=4, instinct=5, deftness=5, physicality=5)
    assert table.may("hurdle")
    table.helot(1).y, table.helot(1).x = 2, 2
    assert table.may("push") and not table.may("hurdle")
    table.helot(1).y = 4
    if state == "prone":
        table.helot(0).prone = 1
    else:
        table.grapple(1, 0)
    assert {"win them over", "elusive", "tunnel vision"} <= table.legal()
    assert not table.may("hurdle")
    table.helot(1).y = 2
    assert not table.may("push")


@pytest.mark.parametrize(("state", "asked"), [("upright", True), ("prone", False), ("grappled", False)])
def test_only_an_upright_helot_trips(state: str, asked: bool):
    """R-132: Tripping needs a helot that is neither Prone nor Grappled."""
    table = Table("2v 1v\n.  0^", seats=3)
    table.give(1, deftness=4)
    if state == "prone":
        table.helot(1).prone = 1
    elif state == "grappled":
        table.helot(2).facing = 1
        table.grapple(2, 1)
    table.play("move left")
    assert (("TRIPPING", 1) in table.asked) == asked
