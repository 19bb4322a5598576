"""What may end one's own helot is said before it is done: the worst dice do end it, and one coin more would save it."""

import pytest
from deck import with_cards
from table import Table

from nexus_env.games.nexus.rules.actions import NAMES
from nexus_env.games.nexus.rules.bout import Square, Standing
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.risks import may_end_own_helot

N, NE, E, SE, S, SW, W, NW = range(1, 9)  # faces of the compass die
WIN = [5, 6, 1, 2]
CHEST, MIDSECTION = 2, 5  # faces of the location die
INTO = """
    .  .  .  .  .
    .  .  {0}  .  .
    .  .  b  .  .
    .  .  0^ .  .
    .  .  .  .  .
    .  .  .  .  1^
"""


def may_end(table: Table, command: str) -> bool:
    """What is said of a command of seat 0, which is legal."""
    assert table.may(command)
    return may_end_own_helot(Eye(table.rows[0], 0), NAMES.index(command))


@pytest.mark.parametrize(
    ("drawing", "command", "overall", "dice"),
    [
        (INTO.format("f"), "move forward", 6, [N]),  # the area and the fire
        (INTO.format("b"), "move forward", 0, []),
        (". f .\n . b .\n . 0^ .\n . . 1^", "backflip", 0, []),
        (". . .\n . 0v .\n . b .\n . f .\n . . 1^", "move forward", 6, [S]),
        (". . .\n . b .\n . 0v .\n . . .\n . . . 1^ . f", "backflip", 0, []),
        (". f .\n . . .\n . . b\n . 0^ .\n . . . 1^", "move forward-right", 0, []),
        (". f .\n . b .\n . 0> .\n . . . 1^", "sidestep left", 6, [6, N]),
    ],
)
def test_a_slide_may_end_it(drawing: str, command: str, overall: int, dice: list[int]) -> None:
    """R-363, R-364, R-397, R-399: by fires; an overall of 0 stands for no danger at all."""
    table = Table(drawing)
    table.hurt(0, overall_condition=overall + 1)
    assert not may_end(table, command)
    if overall:
        table.hurt(0, overall_condition=overall)
        assert may_end(table, command)
        table.play(command, dice=dice, until="SPLIT")
        assert table.helot(0).standing == Standing.INCAPACITATED


def test_a_turn_on_blood_may_end_it() -> None:
    """R-363, R-396, R-397: the area of a fire once for the turn, once for the slide, and the fire; off blood once."""
    for under, overall, dice in ((Square.BLOOD, 7, [N]), (Square.EMPTY, 1, [])):
        table = Table(". f .\n . 0> .\n . . .\n . . . 1^")
        table.table.squares[1, 1] = under
        table.hurt(0, overall_condition=overall + 1)
        assert not may_end(table, "rotate left")
        table.hurt(0, overall_condition=overall)
        assert may_end(table, "rotate left")
        table.play("rotate left", dice=dice, until="SPLIT")
        assert table.helot(0).standing == Standing.INCAPACITATED


@pytest.mark.parametrize("hazard", ["s", "x"])
def test_a_slide_into_a_saw_or_spikes_may_end_any_helot(hazard: str) -> None:
    """R-363, R-378, R-383, R-384: they throw it back onto the Blood, which may send it to them again."""
    table = Table(INTO.format(hazard))
    assert table.overall(0) == 50 and may_end(table, "move forward")
    dice = [die for location in (1, 3, 4, MIDSECTION, 6) for die in (N, location, S)][:-1]
    table.play("move forward", dice=dice, until="SPLIT")
    assert table.helot(0).standing == Standing.INCAPACITATED
    table = Table(INTO.format(hazard))
    table.play("move forward", dice=[N, CHEST, S, N, CHEST], until="SPLIT")
    assert table.helot(0).standing == Standing.KILLED
    for guarded in ("rotate left", "backflip"):
        assert not may_end(Table(INTO.format(hazard)), guarded)


def dragging(ahead: str, overall: int, victim: int = 50) -> Table:
    """Helot 0 holds helot 1 before a hazard."""
    table = Table(f". . . .\n . . {ahead} .\n . . 1v .\n . . 0^ .\n . . . .")
    table.grapple(0, 1)
    table.hurt(0, overall_condition=overall)
    table.hurt(1, overall_condition=victim)
    return table


@pytest.mark.parametrize(
    ("ahead", "victim", "overall", "dice"),
    [("f", 6, 5, [1]), ("f", 5, 6, [1]), ("x", 50, 10, [1, 1, E, MIDSECTION])],
)
def test_who_drags_may_be_pulled_in(ahead: str, victim: int, overall: int, dice: list[int]) -> None:
    """R-190, R-191, R-397, R-399: where a fire takes the victim, the captor comes to its square and is scorched."""
    assert may_end(dragging(ahead, overall + 1, victim), "drag forward") == (ahead == "x")
    table = dragging(ahead, overall, victim)
    assert may_end(table, "drag forward") and not may_end(dragging(ahead, 1, victim), "drag left")
    table.play("drag forward", dice=[*WIN, *dice], until="SPLIT")
    assert table.helot(0).standing == Standing.INCAPACITATED


def test_a_brazier_falls_on_others_only() -> None:
    """R-387, R-388, R-390: on the far side, or on an empty square."""
    table = Table(". 1v .\n . u .\n . 0^ .")
    table.hurt(0, overall_condition=1)
    assert not may_end(table, "knock over forward")


def test_what_a_card_may_do_to_its_player(tmp_path) -> None:
    """R-107, R-109, R-236: a named location, any state, any chance."""
    own = "own round"
    table = with_cards(
        tmp_path,
        (own, 'do = "damage location", where = "head", amount = 3, whom = "self"'),
        (own, 'do = "damage location", where = "random", amount = 3, whom = "self"'),
        (own, 'do = "damage location", where = "left-upper", amount = 3, whom = "self"'),
        (own, 'do = "damage overall", amount = 3, whom = "self", odds = 4'),
        (own, 'do = "set state", state = "flaming", whom = "everyone"'),
        (own, 'do = "open crate", whom = "self"'),
        (own, 'do = "trigger hazard", hazard = "saw", whom = "self"'),
        (own, 'do = "gain cred", amount = 3'),
    )
    cards = [f"play card {place}" for place in range(1, 9)]

    def perilous(**health: int) -> set[int]:
        table.helot(0).health[:] = 12
        table.hurt(0, **{"overall_condition": 12, **health})
        return {place for place, card in enumerate(cards, start=1) if may_end(table, card)}

    always = {7}  # a saw may come, and come again
    assert perilous() == always
    assert perilous(head=3) == {1} | always
    assert perilous(chest=3) == {2, 6} | always
    assert perilous(chest=4) == {6} | always
    assert perilous(overall_condition=3) == {1, 2, 3, 4, 5, 6} | always
    assert perilous(overall_condition=5) == {5, 6} | always
    table.helot(0).flaming = 1
    assert perilous(overall_condition=5) == {6} | always
