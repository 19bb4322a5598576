"""Dice, Simple and Face to Face Rolls, critical blocks and their result. Rulebook: A-042 to A-063, A-EX-R01 to R08."""

import numpy as np
import pytest

from aristeia.table import GREEN, ORANGE, Drawn, drawn, faces_of
from nexus_env.games.aristeia.cards.verbs import Color
from nexus_env.games.aristeia.rules.bout import Question
from nexus_env.games.aristeia.rules.log import Event
from nexus_env.games.aristeia.rules.options import read_options

MUSHASHI, LUNAH = "Miyamoto Mushashi", "Major Lunah"
FACES = {
    Color.RED: ["CS", "S X", "S X", "S", "S S X", ""],
    Color.GREEN: ["CB", "B B X", "B X", "B", "", ""],
    Color.ORANGE: ["S S X", "S", "S B", "S B X", "B", ""],
    Color.BLUE: ["B B X", "S B X", "S B", "B", "S", ""],
    Color.YELLOW: ["S B X", "S X X", "B X", "X", "X", ""],
    Color.BLACK: ["B", "B", "B", "", "", ""],
}


def rolled(table: Drawn) -> list[str]:
    """Roll blanks as long as dice are asked for: their colors in order."""
    colors = []
    while color := table.dice():
        colors.append(color)
        table.roll("blank")
    return colors


# --- dice -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("color", list(Color))
def test_the_faces_of_the_dice(color):
    """A-042, A-043, A-044, A-045, A-046, A-047; each is as likely as the others: A-048."""
    assert faces_of(read_options()[0], color) == FACES[color]


def test_a_simple_roll_is_rolled_by_the_active_player_alone():
    """A-050: MediKit is one Orange die."""
    table = drawn({"Parvati": (0, 0), "Gata": (1, 0)}, active="Parvati")
    table.play("act 3", "unit Parvati")
    assert (table.table.roll.both, rolled(table)) == (0, ["orange"])


def test_both_roll_in_an_attack():
    """A-050, A-051, A-092: the dice of the attack against the Defense."""
    table = drawn({"8-Ball": (0, 0), "Parvati": (1, 0)}, active="8-Ball")
    table.act("act 1")
    assert rolled(table) == ["orange", "blue", "green", "blue"]


def test_automatic_symbols_lie_there_as_dice_of_their_own():
    """A-001, A-053, A-156, A-158."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (1, 0)}, active="8-Ball")
    table.act("act 1")
    table.roll("S", "blank", "blank")
    assert table.dice() == "blue"
    table.roll("blank")
    assert len(table.told(Event.AUTOMATIC)) == 1
    assert table.damage("Maximus") == 0  # the automatic B cancels the S


def test_no_more_than_three_dice_of_a_color():
    """A-049, A-EX-R08: what is above the limit is wasted."""
    table = drawn({"Wild Bill": (0, 3), "Parvati": (3, 3)}, active="Wild Bill")
    table.bout.options.characters[table.one("Wild Bill").card].actions[0].pool.dice[Color.ORANGE] = 4
    table.act("act 1")
    assert rolled(table)[:4] == ["red", "orange", "orange", "orange"]


def test_one_red_and_one_green_die_at_most():
    """A-049."""
    table = drawn({"Wild Bill": (0, 3), "Parvati": (3, 3)}, active="Wild Bill")
    table.bout.options.characters[table.one("Wild Bill").card].actions[0].pool.dice[Color.RED] = 2
    table.bout.options.characters[table.one("Parvati").card].defense.dice[Color.GREEN] = 2
    table.act("act 1")
    assert rolled(table) == ["red", "orange", "orange", "green", "blue"]


# --- Cover ------------------------------------------------------------------------------------------------------------


def test_both_have_cover_and_roll_a_black_die():
    """A-037, A-039, A-040: the attack of the example round, A-EX-19, A-EX-20."""
    table = drawn(
        {"Wild Bill": (3, -1), "8-Ball": (2, 0), "Maximus": (1, 0), MUSHASHI: (-1, 0), "hEXx3r": (-2, -2)},
        active="Wild Bill",
        energy=3,
    )
    table.play("act 1", "unit hEXx3r")
    assert table.asked == (GREEN, Question.SPACE)  # Implacable
    table.act("pass")
    assert rolled(table) == ["red", "orange", "orange", "black", "blue", "yellow", "black"]


@pytest.mark.parametrize(("attacker", "target", "sides"), [((2, 1), (2, 4), (1, 0)), ((2, 4), (2, 1), (0, 1))])
def test_cover_is_for_whoever_stands_beside_what_is_in_the_way(attacker, target, sides):
    """A-038, A-039, A-040: the obstacle on (2,2), in both directions."""
    table = drawn({"8-Ball": attacker, "Parvati": target}, active="8-Ball").play("act 1")
    assert tuple(int(side.cover) for side in table.table.roll.side) == sides
    black = [["black"] * cover for cover in sides]
    assert rolled(table) == ["orange", "blue", *black[0], "green", "blue", *black[1]]


def test_cover_is_judged_after_the_reactions():
    """A-039, A-161: Maximus steps in beside Parvati, and both have Cover by him."""
    for answer, sides in (("pass", (0, 0)), ("space (3,4)", (1, 1))):
        table = drawn({"8-Ball": (2, 4), "Parvati": (4, 3), "Maximus": (4, 4)}, active="8-Ball")
        table.play("act 1", "unit Parvati", answer)
        assert tuple(int(side.cover) for side in table.table.roll.side) == sides


def test_no_cover_beside_each_other():
    """A-037."""
    table = drawn({MUSHASHI: (-3, 4), "Parvati": (-3, 5)}, active=MUSHASHI)
    table.act("act 1")
    assert rolled(table) == ["red", "orange", "blue", "green", "blue"]


AIMING = {LUNAH: (-8, 2), MUSHASHI: (-1, 0), "Maximus": (1, 0), "Parvati": (-1, -1), "8-Ball": (2, 0)}  # A-EX-27


@pytest.mark.parametrize(("answer", "cover"), [(f"unit {LUNAH}", "orange"), ("pass", "black")])
def test_a_marksman_denies_cover_and_a_sniper_may_roll_a_die_of_its_own(answer: str, cover: str):
    """A-007, A-166, A-167, A-EX-27: her player is asked; whoever declines rolls the Black die."""
    table = drawn(AIMING, active=LUNAH)
    table.act("act 1")
    assert (table.table.roll.side[0].cover, table.table.roll.side[1].cover) == (1, 0)
    assert table.asked == (GREEN, Question.UNIT) and set(table.legal) == {"pass", "unit own 3"}
    table.act(answer)
    assert rolled(table) == ["red", *sorted(["orange", cover], reverse=True), "green", "blue"]


@pytest.mark.parametrize(("full", "cover"), [(Color.ORANGE, "black"), (Color.BLACK, "orange")])
def test_a_sniper_is_not_asked_where_one_of_the_two_dice_would_be_wasted(full: Color, cover: str):
    """A-049, A-167."""
    table = drawn(AIMING, active=LUNAH)
    table.bout.options.characters[table.one(LUNAH).card].actions[0].pool.dice[full] = 3
    table.act("act 1")
    dice = rolled(table)
    assert dice.count(full.name.lower()) == 3 and dice.count(cover) == (2 if cover == "orange" else 1)


def test_a_sniper_is_asked_after_the_tactics_before_the_roll():
    """A-049, A-051, A-167: two Take Aim bring her to three Orange dice, and her own one would be wasted."""
    for aimed, asked in ((1, Question.UNIT), (2, Question.ROLL)):
        table = drawn(AIMING, active=LUNAH, hands=(["Take Aim", "Take Aim"], []))
        table.act("act 1")
        table.play(*["card Take Aim"] * aimed, *["pass"] * (2 - aimed))
        assert table.asked[1] == asked


def test_only_a_sniper_with_cover_in_an_attack_of_its_own_is_asked():
    """A-037, A-167: not in the open, nor in a Simple Roll, nor as a defender in Cover."""
    table = drawn({LUNAH: (0, 3), MUSHASHI: (3, 3)}, active=LUNAH)
    assert rolled(table.play("act 1")) == ["red", "orange", "green", "blue"]
    table = drawn(AIMING, active=LUNAH)
    assert rolled(table.play("act 2")) == ["orange", "yellow"]
    places = {LUNAH: (-2, -2), MUSHASHI: (-1, 0), "Maximus": (1, 0), "8-Ball": (2, 0), "Wild Bill": (3, -1)}
    table = drawn(places, active="Wild Bill").play("act 1", f"unit {LUNAH}", "pass")  # Implacable
    assert table.table.roll.side[1].cover == 1
    assert rolled(table) == ["red", "orange", "orange", "black", "green", "blue", "black"]


# --- critical blocks --------------------------------------------------------------------------------------------------


def called_shot() -> Drawn:
    """Lunah aims at Mushashi from three spaces away."""
    table = drawn({LUNAH: (0, 3), MUSHASHI: (3, 3)}, active=LUNAH)
    table.act("act 1")
    return table


def test_a_critical_block_removes_a_whole_die():
    """A-052, A-EX-R02: Lunah is left with S S X, then one S is cancelled; one damage each way."""
    table = called_shot()
    table.roll("S X", "S S X", "CB", "S B X")
    assert table.asked == (ORANGE, Question.DIE)
    assert table.legal == ["pass", "die 1", "die 2", "die 3"]
    table.act("die 2")
    assert (table.damage(MUSHASHI), table.damage(LUNAH)) == (1, 1)


def test_a_critical_block_may_be_kept_and_counts_as_one_block():
    """A-052, A-062."""
    table = called_shot()
    table.roll("S", "blank", "CB", "blank")
    table.act("pass")
    assert (table.damage(MUSHASHI), table.damage(LUNAH)) == (1, 0)  # S and the automatic S against one B


def test_a_critical_block_removes_a_critical_success():
    """A-052."""
    table = called_shot()
    table.roll("CS", "blank", "CB", "blank")
    table.act("die 1")
    assert table.damage(MUSHASHI) == 1  # the automatic S


def test_a_critical_block_removes_an_automatic_symbol():
    """A-053, A-EX-R06: the CS of Maximus' Agility."""
    table = drawn({"Maximus": (0, 0), MUSHASHI: (1, 0)}, active="Maximus", movement=2)
    table.bout.options.characters[table.one(MUSHASHI).card].brawn.dice[:] = [0, 1, 0, 0, 0, 0]
    table.act("disengage")
    table.roll("CB")
    table.play("die 1")
    assert table.table.movement == 0
    assert table.at("Maximus") == (0, 0)


def test_a_blank_die_is_not_worth_a_critical_block():
    """A-052: to remove it would change nothing."""
    table = called_shot()
    table.roll("S", "blank", "CB", "blank")
    assert table.legal == ["pass", "die 1", "die 3"]


def both_hold_one(underdog: int) -> Drawn:
    table = drawn({MUSHASHI: (0, 0), "Parvati": (1, 0)}, active=MUSHASHI, underdog=underdog)
    table.bout.options.characters[table.one(MUSHASHI).card].actions[0].pool.dice[:] = [1, 1, 0, 0, 0, 0]
    table.act("act 1")
    table.roll("S", "CB", "CB", "blank")
    return table


def test_the_underdog_says_who_uses_a_critical_block_first():
    """A-054: one that is removed may not be used any more."""
    table = both_hold_one(underdog=GREEN)
    assert table.asked == (GREEN, Question.FIRST)
    table.act("me")
    assert table.asked == (GREEN, Question.DIE)
    table.act("die 2")  # the Green die of Mushashi
    assert table.damage("Parvati") == 1
    assert table.asked == (ORANGE, Question.SPACE)  # Kaze Tachinu already


def test_the_underdog_may_let_the_other_go_first():
    """A-054."""
    table = both_hold_one(underdog=ORANGE)
    assert table.asked == (ORANGE, Question.FIRST)
    table.act("them")
    assert table.asked == (GREEN, Question.DIE)
    table.act("pass")
    assert table.asked == (ORANGE, Question.DIE)


# --- results ----------------------------------------------------------------------------------------------------------


def test_each_block_cancels_a_success_of_the_other_side_at_once():
    """A-062, A-093: S S S against S B B: one damage to each, at any distance."""
    table = called_shot()
    table.roll("S S X", "blank", "B B X", "S")
    assert (table.damage(MUSHASHI), table.damage(LUNAH)) == (1, 1)


def test_blocks_cancel_no_critical_success():
    """A-062."""
    table = called_shot()
    table.roll("CS", "blank", "B B X", "B")
    assert table.damage(MUSHASHI) == 1


def test_a_medikit_with_two_successes_heals_once():
    """A-089, A-176, A-EX-R01."""
    table = drawn({"Parvati": (0, 0), "Maximus": (0, -3)}, active="Parvati", damage={"Maximus": 3})
    table.play("act 3", "unit Maximus").roll("S S X").play("pass", "unit Maximus")
    assert table.damage("Maximus") == 2


def test_an_effect_of_a_success_may_be_declined():
    """A-007, A-089: its player decides."""
    table = drawn({"Parvati": (0, 0), "Maximus": (0, -3)}, active="Parvati", damage={"Maximus": 3})
    table.play("act 3", "unit Maximus").roll("S").play("pass")
    assert table.damage("Maximus") == 3


def test_without_a_success_there_is_no_effect_and_the_points_are_spent():
    """A-063, A-088, A-089."""
    table = drawn({"Parvati": (0, 0), "Maximus": (0, -3)}, active="Parvati", damage={"Maximus": 3})
    table.play("act 3", "unit Maximus").roll("B")
    assert (table.damage("Maximus"), int(table.table.energy)) == (3, 4)
    assert table.asked == (GREEN, Question.COMMAND)


def test_nothing_is_left_of_a_roll_when_it_is_over():
    """A-063."""
    table = called_shot()
    table.roll("S", "S", "blank", "S")
    fight = table.table.roll
    assert (fight.contest, fight.unit, fight.target, fight.side[0].count, fight.side[1].count) == (0, -1, -1, 0, 0)
    assert not np.any(fight.side[0].left) and not np.any(fight.side[0].die) and not np.any(fight.side[0].face)


# --- Disengage --------------------------------------------------------------------------------------------------------


def test_maximus_always_disengages_from_an_enemy_without_a_critical_block():
    """A-082, A-EX-R06."""
    table = drawn({"Maximus": (0, 0), MUSHASHI: (1, 0)}, active="Maximus", movement=2)
    table.act("disengage")
    table.roll("S B X", "B")
    table.act("pass")
    assert table.asked == (GREEN, Question.SPACE)
    table.act("space (-1,0)")
    assert (table.at("Maximus"), int(table.table.movement)) == ((-1, 0), 1)


def test_a_failed_disengage_loses_the_movement_points_and_hurts_nobody():
    """A-082, A-083: A-EX-24."""
    table = drawn({"Parvati": (-1, -1), MUSHASHI: (-1, 0)}, active="Parvati", energy=1, movement=5)
    table.act("disengage")
    table.roll("S", "B", "blank")
    table.act("pass")  # his Switch
    assert (table.at("Parvati"), int(table.table.movement), int(table.table.energy)) == ((-1, -1), 0, 1)
    assert (table.damage("Parvati"), table.damage(MUSHASHI)) == (0, 0)


@pytest.mark.parametrize(("others", "blacks"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_each_other_adjacent_enemy_adds_a_black_die(others, blacks):
    """A-081, A-EX-R07."""
    places = {"8-Ball": (1, 0), MUSHASHI: (-1, 0), "Gata": (0, 1), "Wild Bill": (0, -1)}
    enemies = dict(list(places.items())[: others + 1])
    table = drawn({"Parvati": (0, 0), **enemies}, active="Parvati", movement=5)
    table.act("disengage")
    if others:
        assert table.asked == (ORANGE, Question.UNIT)
        table.act("unit 8-Ball")
    assert rolled(table) == ["orange", "blue", "blue", *["black"] * blacks]
