"""Health and body locations, and the tiles that losses leave behind."""

import pytest
from fights import FACE_TO_FACE
from table import Table

from nexus_env.games.nexus.rules.bout import Pile, Square, Standing

FOCUSED = {"dice": [6, 6, 5, 4, 3]}  # 4 damage, unless it staggers
LIMBS = ["left-upper", "right-upper", "left-lower", "right-lower", "midsection"]


def pile_of(name: str) -> Pile:
    """The location of an action's name."""
    return Pile[name.upper().replace("-", "_")]


def at_the_brink(location: Pile, left: int = 1, **options: int) -> Table:
    """Seat 1 has few coins left on a location."""
    table = Table(FACE_TO_FACE, **options)
    table.helot(1).health[location] = left
    table.settle_box()
    return table


def deplete(table: Table, location: str) -> None:
    """Seat 0 takes the location of seat 1 by a Focused Attack; a Staggering Blow is stood."""
    table.play(f"focused attack {location}", dice=[*FOCUSED["dice"], *([6] if location == "midsection" else [])])
    assert table.helot(1).health[pile_of(location)] == 0


def test_damage_to_a_location_is_done_to_overall_condition_too():
    """R-231: the same amount."""
    table = Table(FACE_TO_FACE)
    table.play("focused attack right-upper", **FOCUSED)
    assert table.helot(1).health[Pile.RIGHT_UPPER] == 12 - 4
    assert table.helot(1).health[Pile.OVERALL_CONDITION] == 50 - 4


def test_a_depleted_location_takes_no_damage_and_spares_overall_condition():
    """R-232: the attack succeeds, and hurts nothing."""
    table = at_the_brink(Pile.LEFT_LOWER, left=0)
    table.helot(1).lost = 1 << Pile.LEFT_LOWER
    table.play("focused attack left-lower", dice=[6, 6, 5, 6, 2, 1])
    assert table.helot(1).health[Pile.OVERALL_CONDITION] == 50
    assert table.lanista(0).cred == 0
    assert table.may("gloat")


def test_the_hit_that_depletes_a_location_does_its_full_damage_to_overall_condition():
    """R-233: the location gives the one coin that it has, the Overall Condition all four."""
    table = at_the_brink(Pile.LEFT_LOWER)
    deplete(table, "left-lower")
    assert table.helot(1).health[Pile.OVERALL_CONDITION] == 50 - 4
    assert table.lanista(0).cred == 4 + 1


@pytest.mark.parametrize(
    ("face", "location"),
    [
        (1, Pile.LEFT_UPPER),
        (2, Pile.CHEST),
        (3, Pile.RIGHT_UPPER),
        (4, Pile.LEFT_LOWER),
        (5, Pile.MIDSECTION),
        (6, Pile.RIGHT_LOWER),
    ],
)
def test_the_table_of_random_body_locations(face: int, location: Pile):
    """R-234: 1 Left Upper, 2 Chest, 3 Right Upper, 4 Left Lower, 5 Midsection, 6 Right Lower."""
    table = Table(FACE_TO_FACE)
    full = int(table.helot(1).health[location])
    table.play("standard attack", dice=[6, 5, 6, 4, face])
    assert table.helot(1).health[location] == full - 1


def test_a_depleted_location_that_is_rolled_stands():
    """R-235: no second die, and no damage at all."""
    table = at_the_brink(Pile.LEFT_UPPER, left=0)
    table.helot(1).lost = 1 << Pile.LEFT_UPPER
    before = list(table.helot(1).health)
    table.play("standard attack", dice=[6, 5, 4, 3, 1])
    assert list(table.helot(1).health) == before


@pytest.mark.parametrize("location", ["head", "chest"])
def test_a_helot_without_head_or_chest_is_killed(location: str):
    """R-236: at 0, and it leaves the board at once."""
    table = at_the_brink(pile_of(location), seats=3)
    deplete(table, location)
    assert table.helot(1).standing == Standing.KILLED
    assert not table.helot(1).present


@pytest.mark.parametrize(
    ("location", "attack", "defense"),
    [
        ("midsection", -1, -1),
        ("left-upper", -1, 0),
        ("right-upper", -1, 0),
        ("left-lower", 0, -1),
        ("right-lower", 0, -1),
    ],
)
def test_what_a_lost_location_costs_stays_for_the_bout(location: str, attack: int, defense: int):
    """R-237, R-238, R-239, R-241: -SDS from then on, even when coins lie there again, which can be hit again."""
    table = at_the_brink(pile_of(location), mp=0, ap=10)
    deplete(table, location)
    assert table.slides("standard attack") == (0, defense)
    table.helot(1).health[pile_of(location)] = 9
    table.settle_box()
    assert table.slides("standard attack") == (0, defense)
    deplete_again = [6, 6, 5, *([4, 3] if defense == 0 else [4, 6, 3])]
    table.play(f"focused attack {location}", dice=[*deplete_again, *([6] if location == "midsection" else [])])
    assert table.helot(1).health[pile_of(location)] < 9
    table.play("end round", answers=["ratio to action"])
    assert table.slides("standard attack") == (attack, 0)


def test_two_lost_arms_or_legs_count_twice():
    """R-240: each gives its own step, and the Midsection a third one."""
    table = Table(FACE_TO_FACE)
    table.helot(0).lost = 1 << Pile.LEFT_UPPER | 1 << Pile.RIGHT_UPPER
    table.helot(1).lost = 1 << Pile.LEFT_LOWER | 1 << Pile.RIGHT_LOWER
    assert table.slides("standard attack") == (-2, -2)
    table.helot(0).lost |= 1 << Pile.MIDSECTION
    table.helot(1).lost |= 1 << Pile.MIDSECTION
    assert table.slides("standard attack") == (-3, -3)


@pytest.mark.parametrize("location", LIMBS)
def test_blood_stays_where_a_location_was_lost_when_the_helot_leaves(location: str):
    """R-242, R-243, R-273: a limb or the Midsection; once, and not before it leaves the square."""
    table = at_the_brink(pile_of(location), mp=0, ap=3)
    deplete(table, location)
    assert table.at(3, 3) == "."
    table.play("end round", answers=["ratio to movement"])
    table.play("move back")
    assert table.at(3, 3) == "b"
    table.play("move forward-left")
    assert table.at(3, 2) == "."


@pytest.mark.parametrize("what", [Square.BLOOD, Square.GUTS, Square.FIRE, Square.SAW, Square.SPIKES])
def test_no_blood_where_a_tile_or_a_hazard_lies(what: Square):
    """R-243: no second tile, and none on fire, saws and spikes."""
    table = at_the_brink(Pile.LEFT_LOWER, mp=0, ap=3)
    table.table.squares[3 - 1, 3 - 1] = what
    table.play("focused attack left-lower", dice=[6, 6, 5, *([4, 3] if what != Square.BLOOD else [4, 3, 6])])
    table.play("end round", answers=["ratio to movement"])
    table.lanista(1).command_tokens = 1
    table.play("token to movement")
    table.play("move back")
    assert table.table.squares[3 - 1, 3 - 1] == what


@pytest.mark.parametrize(
    ("what", "left_behind"),
    [("EMPTY", "GUTS"), ("BLOOD", "GUTS"), ("GUTS", "GUTS"), ("FIRE", "FIRE"), ("SAW", "SAW"), ("SPIKES", "SPIKES")],
)
def test_the_dead_leave_guts(what: str, left_behind: str):
    """R-273, R-274: Guts replace Blood; none are laid on fire, saws and spikes."""
    table = at_the_brink(Pile.CHEST, seats=3)
    table.table.squares[3 - 1, 3 - 1] = Square[what]
    table.play("focused attack chest", dice=[6, 6, 5, *([4, 3] if what != "BLOOD" else [4, 3, 6])])
    assert table.helot(1).standing == Standing.KILLED
    assert table.table.squares[3 - 1, 3 - 1] == Square[left_behind]


def test_the_incapacitated_leave_guts_at_the_end_of_the_round():
    """R-273: an eliminated helot leaves a Guts tile on its square."""
    table = at_the_brink(Pile.OVERALL_CONDITION, seats=3, mp=0, ap=1)
    table.play("wild attack forward", dice=[6, 6, 5, 4, 3])
    assert (table.at(3, 3), table.helot(1).present) == (".", 1)
    table.play("end round", answers=["ratio to movement"])
    assert (table.at(3, 3), table.helot(1).present) == ("g", 0)
