"""Situations of rolls that were worked out by hand from the rules: what two or three of them do together."""

import pytest

from aristeia.table import GREEN, ORANGE, Drawn, drawn
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.rules.bout import Question, Where

MUSHASHI, LUNAH = "Miyamoto Mushashi", "Major Lunah"


def passing(table: Drawn, *instead: str) -> None:
    """Decline all that is offered until a command, but take `instead` as soon as each is legal."""
    left = list(instead)
    while table.draw_any().asked[1] != Question.COMMAND:
        if left and table.may(left[0]):
            table.act(left.pop(0))
        else:
            table.act("pass" if table.may("pass") else "me")
    assert not left, f"{left} were never legal"


def dice_of(table: Drawn) -> list[str]:
    """Roll blanks as long as dice are asked for: their colors in order."""
    seen = []
    while color := table.dice():
        seen.append(color)
        table.roll("blank")
    return seen


# --- attacks ----------------------------------------------------------------------------------------------------------


def test_a_defender_hurts_an_attacker_who_is_three_spaces_away():
    """A-062, A-093, A-158: S S against B, B and the automatic B; the S of Maximus meets no B."""
    table = drawn({"8-Ball": (2, 0), "Maximus": (0, -1)}, "8-Ball", energy=2)
    table.act("act 1")
    table.roll("S", "S", "B", "S B")
    passing(table)
    assert (table.damage("Maximus"), table.damage("8-Ball")) == (0, 1)


def test_a_critical_success_gets_through_any_number_of_blocks():
    """A-062, A-153, A-158: CS against B B X, B B X and the automatic B; one damage is one step of Kaze Tachinu."""
    table = drawn({MUSHASHI: (1, 1), "Maximus": (1, 0)}, MUSHASHI, energy=3)
    table.act("act 1")
    table.roll("CS", "blank", "blank", "B B X", "B B X")
    passing(table, "space (0,1)")
    assert (table.damage("Maximus"), table.at(MUSHASHI)) == (1, (0, 1))


@pytest.mark.parametrize(
    ("switches", "damage", "states"), [((), 0, {}), (("switch general 1",), 1, {"taunted": (1, 0)})]
)
def test_a_block_that_pays_does_not_protect(switches: tuple[str, ...], damage: int, states: dict[str, tuple[int, int]]):
    """A-055, A-063, A-158, A-159: B X and the automatic B against S S; B X for Taunted leaves one B."""
    table = drawn({"8-Ball": (2, 0), "Maximus": (0, -1)}, "8-Ball")
    table.act("act 1")
    table.roll("S", "S", "B X", "blank")
    passing(table, *switches)
    assert (table.damage("Maximus"), table.states("8-Ball")) == (damage, states)


def test_a_critical_block_that_pays_for_a_tactic_cancels_nothing():
    """A-055, A-056, A-063, A-155: the CB of Wild Bill is kept and pays B B."""
    table = drawn({"Parvati": (0, 3), "Wild Bill": (3, 3)}, "Parvati", energy=2)
    table.act("act 1")
    table.roll("S", "S", "blank", "CB", "blank")
    table.play("pass", "switch general 1")
    table.draw("Dodge")
    assert table.legal == ["pass", "switch discard"], "Dead Man's Hand could discard the very card"
    table.act("pass")
    assert (table.damage("Wild Bill"), table.hand(ORANGE)) == (2, ["Dodge"])


def test_a_critical_block_on_an_automatic_success_leaves_the_dice():
    """A-053, A-156: Twin Pistols lose the automatic S, so S against nothing is one damage."""
    table = drawn({"Wild Bill": (0, 3), "Parvati": (3, 3)}, "Wild Bill", energy=3)
    table.act("act 1")
    table.roll("S", "blank", "blank", "CB", "blank")
    assert table.asked == (GREEN, Question.DIE) and table.legal == ["pass", "die 1", "die 4"]
    table.act("die 4")
    passing(table)
    assert table.damage("Parvati") == 1


def test_lunah_pays_twice_and_removes_two_blocks():
    """A-057, A-121, A-163: X X and X X with a Yellow die of Focus; S, S S, S and the automatic S meet no B any more."""
    table = drawn({LUNAH: (0, 3), MUSHASHI: (3, 3)}, LUNAH, energy=3, hands=(["Focus"], []))
    table.act("act 1")
    table.act("card Focus")
    table.roll("S X", "S S X", "S X X", "B", "B")
    passing(table, "switch general 1", "switch general 1")
    assert (table.where(MUSHASHI), int(table.table.players[GREEN].frags)) == (Where.INFIRMARY, 1)


def test_two_tactics_that_aim_add_one_die_to_two_orange_ones():
    """A-049, A-115, A-119, A-156: the fourth Orange die is cut, and the card is spent."""
    hands = ([], ["Take Aim", "Take Aim"])
    table = drawn({"Wild Bill": (0, 3), "Parvati": (3, 3)}, "Wild Bill", energy=3, hands=hands)
    table.play("act 1", "card Take Aim", "card Take Aim")
    assert dice_of(table) == ["red", "orange", "orange", "orange", "green", "blue"]
    assert table.discards(ORANGE) == ["Take Aim", "Take Aim"]


def test_a_defender_who_steps_away_in_the_roll_is_hurt_all_the_same():
    """A-058, A-094, A-143, A-152: 8-Ball pays B X, leaves the Range, and takes S S; he has no B left."""
    table = drawn({"8-Ball": (1, 1), "Maximus": (1, 0)}, "Maximus", energy=3)
    table.act("act 1")
    table.roll("S X", "S", "blank", "B X", "blank")
    passing(table, "switch general 1", "space (1,2)")
    assert (table.at("8-Ball"), table.damage("8-Ball")) == ((1, 2), 2)


def test_maximus_pushes_8_ball_and_is_hurt_by_him():
    """A-093, A-160: X X of Jotum's Shield; S against B leaves nothing, and the S of 8-Ball meets no B."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (1, 0)}, "Maximus", energy=3)
    table.act("act 1")
    table.roll("S X", "S B X", "blank", "B B X", "S")
    passing(table, "switch own 1", "space (2,-1)")
    assert (table.at("8-Ball"), table.damage("8-Ball"), table.damage("Maximus")) == ((2, -1), 0, 0)


def test_the_dazzled_have_cover_like_anybody():
    """A-037, A-038, A-039, A-110: where Wild Bill shoots past Maximus in the example round."""
    spaces = {"Wild Bill": (3, -1), "hEXx3r": (-2, -2), "8-Ball": (2, 0), "Maximus": (1, 0), MUSHASHI: (-1, 0)}
    for is_dazzled in (0, 1):
        table = drawn(spaces, "Wild Bill", energy=3)
        table.one("hEXx3r").red[State.DAZZLED] = is_dazzled
        table.bout.start = table.table
        table.play("act 1", "unit hEXx3r")
        assert table.asked == (GREEN, Question.SPACE), "Implacable"
        table.act("pass")
        assert dice_of(table) == ["red", "orange", "orange", "black", "blue", "yellow", "black"]


def test_implacable_is_a_displacement_so_that_the_immobilized_may_use_it():
    """A-085, A-111, A-161."""
    table = drawn({"8-Ball": (0, 0), "Parvati": (2, 0), "Maximus": (3, -1)}, "8-Ball")
    table.one("Maximus").red[State.IMMOBILIZED] = 1
    assert table.states("Maximus") == {"immobilized": (1, 0)}
    table.bout.start = table.table
    table.play("act 1", "unit Parvati")
    assert table.asked == (GREEN, Question.SPACE)
    table.act("space (2,-1)")
    assert table.at("Maximus") == (2, -1)


# --- Disengage --------------------------------------------------------------------------------------------------------


def test_block_does_not_stop_maximus():
    """A-062, A-081, A-128, A-158: no number of B cancels the automatic CS of his Agility."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (1, 0)}, "Maximus", movement=2, hands=([], ["Block"]))
    table.play("disengage", "card Block")
    table.roll("B B X", "B B X")
    passing(table, "space (-1,0)")
    assert (table.at("Maximus"), int(table.table.movement)) == ((-1, 0), 1)


def test_each_step_beside_an_enemy_needs_a_roll_of_its_own():
    """A-079, A-082: from one space beside Mushashi to another, and then no step without a roll."""
    table = drawn({"Parvati": (-1, -1), MUSHASHI: (-1, 0)}, "Parvati", movement=3)
    table.act("disengage")
    table.roll("S", "blank", "blank")
    passing(table, "space (0,-1)")
    assert (table.at("Parvati"), int(table.table.movement)) == ((0, -1), 2)
    assert not table.may("space (1,-2)") and table.may("disengage")
    table.act("disengage")
    table.roll("blank", "B", "blank")
    passing(table)
    assert (table.at("Parvati"), int(table.table.movement)) == ((0, -1), 0)


def test_who_leaves_maximus_may_be_taunted_by_him():
    """A-058, A-061, A-109, A-159: his B X in the Brawn roll; 8-Ball gets away and may not attack Parvati."""
    spaces = {"8-Ball": (1, 0), "Maximus": (0, 0), "Parvati": (3, 0)}
    table = drawn(spaces, "8-Ball", energy=2, movement=1)
    assert table.may("act 1")
    table.act("disengage")
    table.roll("S S X", "blank", "B X", "blank")
    passing(table, "switch general 1", "space (2,-1)")
    assert (table.at("8-Ball"), table.states("8-Ball")) == ((2, -1), {"taunted": (1, 0)})
    table.act("act 1")
    assert table.table.roll.target == table.unit("Maximus"), "Parvati is in Range, and no target"


def test_dead_mans_hand_wins_a_disengage():
    """A-058, A-082, A-157: an S for a Tactic, where the die is blank."""
    table = drawn({"Wild Bill": (0, 0), "Parvati": (1, 0)}, "Wild Bill", movement=1, hands=([], ["Stick to the plan"]))
    table.act("disengage")
    table.roll("blank", "blank")
    passing(table, "switch discard", "space (-1,0)")
    assert (table.at("Wild Bill"), table.discards(ORANGE)) == ((-1, 0), ["Stick to the plan"])


def test_gata_who_fails_has_moved_by_her_switch_and_loses_her_points():
    """A-058, A-083, A-147: X X Displaces her; Agility without S; she stays where she came to, without MP."""
    table = drawn({"Gata": (0, 0), "Maximus": (1, 0)}, "Gata", energy=2, movement=4, hands=([], ["Focus"]))
    table.act("disengage")
    table.act("card Focus")
    table.roll("blank", "blank", "S X X", "B B X", "blank")
    passing(table, "switch general 1", "space (-1,0)")
    assert (table.at("Gata"), int(table.table.movement), int(table.table.energy)) == ((-1, 0), 0, 2)
    assert table.may("move")


def test_barrel_through_passes_three_enemies_and_only_once():
    """A-081, A-129: without a roll, however many are adjacent; the step after it needs a roll again."""
    spaces = {"8-Ball": (0, 0), "Maximus": (1, 0), "Parvati": (0, 1), "hEXx3r": (-1, 1)}
    table = drawn(spaces, "8-Ball", movement=3, hands=([], ["Barrel through"]))
    table.play("card Barrel through", "disengage")
    assert not table.dice()
    table.act("space (1,-1)")
    assert (table.at("8-Ball"), int(table.table.movement)) == ((1, -1), 2)
    assert not table.may("space (2,-2)"), "Maximus is still adjacent"
    table.act("disengage")
    assert table.dice() == "orange"


# --- Actions that are no attacks --------------------------------------------------------------------------------------


def test_a_switch_of_gotcha_slows_without_a_success():
    """A-055, A-063, A-170: B X leaves nothing, so nobody is Immobilized."""
    table = drawn({"hEXx3r": (0, 0), "8-Ball": (0, -1)}, "hEXx3r", energy=2)
    table.act("act 1")
    table.roll("B X", "blank")
    passing(table, "switch own 1")
    assert (table.states("8-Ball"), int(table.table.energy)) == ({"speed_down": (1, 0)}, 0)


def test_a_switch_of_suppressive_fire_hurts_without_a_success():
    """A-055, A-063, A-165: B of the Orange and X of the Yellow die."""
    table = drawn({LUNAH: (0, 3), MUSHASHI: (3, 3)}, LUNAH, energy=2)
    table.act("act 2")
    table.roll("B", "X")
    passing(table, "switch own 1")
    assert (table.damage(MUSHASHI), table.states(MUSHASHI)) == (1, {})


def test_vade_retro_has_no_effect_on_who_is_boxed_in():
    """A-085, A-088, A-171: no adjacent Free space, and the AP is spent."""
    spaces = {"hEXx3r": (9, -5), "Gata": (9, -9), "Maximus": (8, -9), "Parvati": (8, -8), LUNAH: (9, -8)}
    table = drawn(spaces, "hEXx3r", energy=1)
    table.play("act 2", "unit Gata")
    table.roll("S X X", "S X X", "blank")
    passing(table)
    assert (table.at("Gata"), int(table.table.energy)) == ((9, -9), 0)


def test_misdirection_may_dazzle_an_ally_who_then_cannot_shoot():
    """A-091, A-110, A-148: Wild Bill at Gata's side sees no further than the next space."""
    table = drawn({"Gata": (0, 3), "Wild Bill": (1, 3), "Parvati": (4, 3)}, "Gata", energy=1)
    table.act("act 1")
    table.roll("S", "blank")
    table.act("unit Wild Bill")
    assert table.states("Wild Bill") == {"dazzled": (1, 0)}
    dazzled = drawn({"Wild Bill": (1, 3), "Parvati": (4, 3)}, "Wild Bill", energy=3)
    assert dazzled.may("act 1")
    dazzled.one("Wild Bill").red[State.DAZZLED] = 1
    assert not dazzled.may("act 1")


def test_be_water_dude_pulls_an_ally_over_an_enemy():
    """A-086, A-091, A-145: any Character within two spaces, seen or not, to a Free space beside 8-Ball."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (1, 0), "Gata": (2, 0)}, "8-Ball", energy=3)
    table.play("act 2", "unit Gata")
    table.roll("S", "blank")
    passing(table, "space (-1,1)")
    assert (table.at("Gata"), int(table.table.energy)) == ((-1, 1), 0)


def test_reset_takes_good_tokens_from_an_enemy():
    """A-091, A-175: Reset is no attack; the +2 Initiative of Gata goes, as her blue -1 Energy does."""
    table = drawn({"Parvati": (0, 0), "Gata": (1, 0)}, "Parvati", energy=2)
    table.one("Gata").red[State.INITIATIVE_UP], table.one("Gata").blue[State.ENERGY_DOWN] = 1, 1
    assert table.states("Gata") == {"energy_down": (0, 1), "initiative_up": (1, 0)}
    table.play("act 2", "unit Gata")
    table.roll("S B", "blank")
    table.act("unit Gata")
    assert table.states("Gata") == {}


@pytest.mark.parametrize(("face", "left"), [("S B", 1), ("B", 2)])
def test_a_medikit_needs_one_success(face: str, left: int):
    """A-089, A-176, A-EX-R01."""
    table = drawn({"Parvati": (0, 0), "Maximus": (2, -1)}, "Parvati", energy=1, damage={"Maximus": 2})
    table.play("act 3", "unit Maximus")
    table.roll(face)
    while table.asked[1] != Question.COMMAND:
        table.act("unit Maximus" if table.asked[1] == Question.UNIT else "pass")
    assert (table.damage("Maximus"), int(table.table.energy)) == (left, 0)
