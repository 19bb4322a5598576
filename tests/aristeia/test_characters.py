"""The eight Characters: numbers, Actions, Switches and Skills. Rulebook: A-142 to A-176."""

import pytest

from aristeia.table import GREEN, ORANGE, Drawn, drawn
from nexus_env.games.aristeia.rules.bout import Question, Where
from nexus_env.games.aristeia.rules.dice import card_of
from nexus_env.games.aristeia.rules.log import Event

MUSHASHI, LUNAH = "Miyamoto Mushashi", "Major Lunah"
COLORS = ("red", "green", "orange", "blue", "yellow", "black")
SYMBOLS = ("S", "B", "X", "CS", "CB")


def spelled(pool) -> str:
    """Dice and automatic symbols of a pool."""
    words = [word for word, amount in zip(COLORS, pool.dice, strict=True) for _ in range(int(amount))]
    words += [word for word, amount in zip(SYMBOLS, pool.symbols, strict=True) for _ in range(int(amount))]
    return " ".join(words)


@pytest.mark.parametrize(
    ("name", "numbers", "brawn", "agility", "defense"),
    [
        ("8-Ball", (4, 4, 5, 5), "blue blue", "orange orange", "green blue"),
        ("Gata", (7, 5, 5, 2), "yellow", "red orange", "blue black"),
        (MUSHASHI, (6, 5, 5, 4), "orange blue", "orange yellow", "green blue"),
        ("Wild Bill", (6, 4, 5, 4), "blue", "orange", "green blue"),
        ("Maximus", (4, 3, 5, 7), "green blue", "CS", "green blue B"),
        (LUNAH, (5, 4, 5, 3), "yellow", "orange", "green blue"),
        ("hEXx3r", (5, 4, 5, 3), "blue yellow", "yellow yellow", "blue yellow"),
        ("Parvati", (4, 5, 5, 3), "blue", "orange", "green blue"),
    ],
)
def test_the_numbers_of_a_character(name, numbers, brawn, agility, defense):
    """Initiative, Speed, Energy, Hit Points; Brawn, Agility, Defense."""
    table = drawn({name: (0, 0)}, active=name)
    card = table.bout.options.characters[table.one(name).card]
    assert (card.initiative, card.speed, card.energy, card.hit_points) == numbers
    assert (spelled(card.brawn), spelled(card.agility), spelled(card.defense)) == (brawn, agility, defense)


@pytest.mark.parametrize(
    ("name", "action", "cost", "least", "most", "pool"),
    [
        ("8-Ball", 0, 2, 1, 3, "orange blue"),
        ("8-Ball", 1, 3, 1, 2, "orange blue"),
        ("Gata", 0, 1, 1, 1, "orange yellow"),
        ("Gata", 1, 0, 1, 1, ""),
        (MUSHASHI, 0, 3, 1, 1, "red orange blue"),
        ("Wild Bill", 0, 3, 2, 6, "red orange orange S"),
        ("Maximus", 0, 3, 1, 1, "red blue black"),
        (LUNAH, 0, 3, 3, 8, "red orange S"),
        (LUNAH, 1, 2, 3, 8, "orange yellow"),
        ("hEXx3r", 0, 2, 1, 3, "yellow yellow"),
        ("hEXx3r", 1, 1, 1, 4, "yellow yellow yellow"),
        ("Parvati", 0, 2, 2, 6, "orange orange yellow"),
        ("Parvati", 1, 2, 0, 5, "orange yellow"),
        ("Parvati", 2, 1, 0, 5, "orange"),
    ],
)
def test_the_numbers_of_an_action(name, action, cost, least, most, pool):
    """AP, Range and dice."""
    table = drawn({name: (0, 0)}, active=name)
    card = card_of(table.bout, table.unit(name), action)
    assert (card.energy, card.least, card.most, spelled(card.pool)) == (cost, least, most, pool)


# --- 8-Ball and Gata --------------------------------------------------------------------------------------------------


def test_be_water_dude_places_the_target_beside_8_ball():
    """A-145: by its player's choice, whatever stands between; Maximus is two spaces away."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (2, -1)}, active="8-Ball")
    table.act("act 2")
    table.roll("S", "blank")
    assert table.asked == (ORANGE, Question.SPACE)
    assert "pass" in table.legal and "space (2,-1)" not in table.legal
    table.act("space (-1,0)")
    assert table.at("Maximus") == (-1, 0)


def test_misdirection_dazzles():
    """A-148, A-036, A-EX-35: though she has displaced herself meanwhile."""
    table = drawn({"Gata": (0, -1), "Parvati": (-1, -1)}, active="Gata", energy=1)
    table.act("act 1")
    table.roll("blank", "S X X")
    table.play("switch general 1", "space (1,-1)", "unit Parvati")
    assert (table.at("Gata"), table.states("Parvati")) == ((1, -1), {"dazzled": (1, 0)})


# --- Mushashi ---------------------------------------------------------------------------------------------------------


def struck(*faces: str) -> Drawn:
    """Mushashi strikes Maximus: three own dice, two of the other."""
    table = drawn({MUSHASHI: (1, 1), "Maximus": (1, 0)}, active=MUSHASHI, energy=3)
    table.act("act 1")
    table.roll(*faces)
    return table


def test_kaze_tachinu_is_a_space_for_each_damage():
    """A-153, A-EX-17: three damage, three steps, no Disengage roll."""
    table = struck("S S X", "S", "S", "blank", "blank")
    assert table.damage("Maximus") == 3
    table.play("space (0,1)", "space (-1,1)", "space (-1,0)")
    assert table.at(MUSHASHI) == (-1, 0)
    assert table.asked == (ORANGE, Question.COMMAND)


def test_kaze_tachinu_may_stop_early():
    """A-153: up to N."""
    table = struck("S S X", "S", "S", "blank", "blank")
    table.play("space (0,1)", "pass")
    assert (table.at(MUSHASHI), table.asked) == ((0, 1), (ORANGE, Question.COMMAND))


def test_no_kaze_tachinu_without_damage():
    """A-153."""
    table = struck("S", "blank", "blank", "blank", "blank")
    assert (table.damage("Maximus"), table.asked) == (0, (ORANGE, Question.COMMAND))


def test_kaze_tachinu_counts_beyond_the_hit_points():
    """A-153: Maximus has one Hit Point left."""
    table = drawn({MUSHASHI: (1, 1), "Maximus": (1, 0)}, active=MUSHASHI, damage={"Maximus": 6})
    table.act("act 1")
    table.roll("S S X", "S", "S", "blank", "blank")
    table.draw_any()
    table.play("space (0,1)", "space (-1,1)", "space (-1,0)")
    assert (table.where("Maximus"), table.at(MUSHASHI)) == (Where.INFIRMARY, (-1, 0))


def test_kaze_tachinu_goes_farther_than_the_target_has_hit_points():
    """A-146, A-153: four damage to Gata, who has two Hit Points, are four spaces."""
    teams = {"green": ("Gata", "Parvati", LUNAH, "Maximus"), "orange": (MUSHASHI, "hEXx3r", "8-Ball", "Wild Bill")}
    table = drawn({MUSHASHI: (1, 1), "Gata": (1, 0)}, active=MUSHASHI, teams="named", **teams)
    table.act("act 1")
    table.roll("S S X", "S", "S", "blank", "blank")
    table.draw_any()
    table.play("space (0,1)", "space (-1,1)", "space (-1,0)", "space (-1,-1)")
    assert (table.where("Gata"), table.at(MUSHASHI)) == (Where.INFIRMARY, (-1, -1))
    assert table.asked == (ORANGE, Question.COMMAND)


def test_kaze_tachinu_does_not_count_what_he_suffers():
    """A-153: one damage each way is one space."""
    table = drawn({MUSHASHI: (1, 1), "Parvati": (1, 0)}, active=MUSHASHI)
    table.act("act 1")
    table.roll("S", "blank", "blank", "blank", "S")
    assert (table.damage("Parvati"), table.damage(MUSHASHI)) == (1, 1)
    table.act("space (0,1)")
    assert (table.at(MUSHASHI), table.asked) == ((0, 1), (ORANGE, Question.COMMAND))


def test_no_kaze_tachinu_for_a_defender():
    """A-153."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (1, 0), MUSHASHI: (2, -1)}, active="Maximus")
    table.play("act 1", f"unit {MUSHASHI}")
    table.roll("blank", "blank", "blank", "blank", "S")
    assert table.damage("Maximus") == 1
    assert table.asked == (GREEN, Question.COMMAND)


def test_no_kaze_tachinu_when_he_falls_himself():
    """A-153, A-075."""
    table = drawn({MUSHASHI: (1, 1), "Parvati": (1, 0)}, active=MUSHASHI, damage={MUSHASHI: 3})
    table.act("act 1")
    table.roll("S", "blank", "blank", "blank", "S")
    table.draw_any()
    assert (table.where(MUSHASHI), table.damage("Parvati")) == (Where.INFIRMARY, 1)
    assert not table.told(Event.DISPLACED)


def test_ken_no_sen_again_comes_after_kaze_tachinu_and_costs_nothing():
    """A-152, A-153, A-057: the same target, no AP; once a roll."""
    table = drawn({MUSHASHI: (1, 1), "Maximus": (1, 0)}, active=MUSHASHI, energy=3)
    table.act("act 1")
    table.roll("S S X", "S B X", "B B X", "blank", "blank")
    table.act("switch own 1")
    assert "switch own 1" not in table.legal
    table.act("pass")
    assert table.damage("Maximus") == 2
    table.act("pass")  # Kaze Tachinu
    assert (table.dice(), int(table.table.energy)) == ("red", 0)
    table.roll("S", "blank", "blank", "blank", "S")
    assert table.damage("Maximus") == 2


def test_ken_no_sen_is_repeated_once_a_roll_though_it_could_be_paid_twice():
    """A-057, A-121, A-152: B B B and five X are left; the die of a Tactic is for one roll."""
    table = drawn({MUSHASHI: (1, 1), "Maximus": (1, 0)}, active=MUSHASHI, hands=([], ["Focus"]))
    table.play("act 1", "card Focus").roll("S S X", "S B X", "B B X", "S X X", "blank", "blank")
    assert [int(left) for left in table.table.roll.side[0].left[1:3]] == [3, 5]
    table.act("switch own 1")
    assert table.legal == ["pass", "switch general 1"]
    table.play("pass", "pass")  # Kaze Tachinu
    table.roll("S", "S", "B", "blank", "blank")
    assert not table.dice()


def test_ken_no_sen_again_finds_nobody_when_he_has_gone_away():
    """A-152: Range is checked anew."""
    table = drawn({MUSHASHI: (1, 1), "Maximus": (1, 0)}, active=MUSHASHI, energy=3)
    table.act("act 1")
    table.roll("S S X", "S", "B B X", "blank", "blank")
    table.play("switch own 1", "pass", "space (2,1)", "pass")
    assert table.asked == (ORANGE, Question.COMMAND)


def test_half_a_critical_block_pays_for_nothing_in_the_next_roll():
    """A-056, A-151: one half pays a Switch, and the other is lost with the roll."""
    table = drawn({"Maximus": (0, 0), MUSHASHI: (1, 0)}, active="Maximus", energy=6)
    table.act("act 1")
    table.roll("blank", "blank", "blank", "CB", "blank").play("switch general 1")
    assert table.may("switch general 1")
    table.act("pass")
    assert table.damage("Maximus") == 1
    table.act("act 1")
    table.roll("blank", "blank", "blank", "blank", "blank")
    assert table.asked == (GREEN, Question.COMMAND)


# --- Wild Bill --------------------------------------------------------------------------------------------------------


def test_twin_pistols_again_at_another_target():
    """A-156: without AP, and not at the same target."""
    table = drawn({"Wild Bill": (0, 3), "Parvati": (3, 3), LUNAH: (-3, 6)}, active="Wild Bill", energy=3)
    table.play("act 1", "unit Parvati")
    table.roll("S X", "S S X", "S S X", "blank", "blank")
    table.act("switch own 1")
    table.draw_any()
    assert table.where("Parvati") == Where.INFIRMARY
    assert table.table.roll.target == table.unit(LUNAH)
    table.roll("S", "blank", "blank")
    while table.dice():
        table.roll("blank")
    table.act("pass")  # Dead Man's Hand: he has drawn a Tactic for Parvati
    assert table.damage(LUNAH) == 2


def test_twin_pistols_again_may_be_aimed_at_everybody_but_the_first_target():
    """A-156: Parvati still stands there, and is not among those to choose from."""
    places = {"Wild Bill": (0, 3), "Parvati": (3, 3), LUNAH: (-3, 6), "Maximus": (3, 1)}
    table = drawn(places, active="Wild Bill", energy=3).play("act 1", "unit Parvati", "pass")  # Implacable
    table.roll("S X", "S B X", "S B X", "B B X", "B B X").play("me", "switch own 1", "pass", "pass")
    table.draw_any()
    assert table.where("Parvati") == Where.BOARD
    assert table.asked == (ORANGE, Question.UNIT)
    assert set(table.legal) == {f"unit enemy {1 + table.unit(name)}" for name in (LUNAH, "Maximus")}


def test_twin_pistols_again_needs_another_target():
    """A-156."""
    table = drawn({"Wild Bill": (0, 3), "Parvati": (3, 3)}, active="Wild Bill", energy=3)
    table.act("act 1")
    table.roll("S X", "S B X", "S B X", "blank", "blank")
    assert table.legal == ["pass", "switch general 1"]


def test_wild_bill_draws_a_tactic_for_two_blocks():
    """A-155."""
    table = drawn({"Wild Bill": (0, 3), "Parvati": (3, 3)}, active="Wild Bill", energy=3)
    table.act("act 1")
    table.roll("S X", "S B X", "S B X", "blank", "blank")
    table.act("switch general 1")
    table.draw("Take Aim")
    assert table.hand(ORANGE) == ["Take Aim"]


def test_dead_mans_hand_once_a_roll():
    """A-157, A-EX-22: a Tactic of his choice for one S."""
    table = drawn({"Wild Bill": (0, 3), "Parvati": (3, 3)}, active="Wild Bill", energy=3)
    table.table.players[ORANGE].cards[table.card_number(ORANGE, "Catch your breath")] = 3 + ORANGE
    table.table.players[ORANGE].cards[table.card_number(ORANGE, "Stick to the plan")] = 3 + ORANGE
    table.act("act 1")
    while table.asked[1] == Question.TACTIC:
        table.act("pass")
    table.roll("blank", "blank", "blank", "blank", "blank")
    while table.asked[1] == Question.TACTIC:
        table.act("pass")
    assert table.legal == ["pass", "switch discard"]
    table.play("switch discard", "card Catch your breath")
    assert (table.damage("Parvati"), table.discards(ORANGE)) == (2, ["Catch your breath"])
    assert table.hand(ORANGE) == ["Stick to the plan"]


def test_dead_mans_hand_again_in_the_next_roll():
    """A-157: once a roll is not once an Activation."""
    hands = ([], ["Ace of Hearts", "Ace of Diamonds"])
    table = drawn({"Wild Bill": (0, 3), "Parvati": (3, 3)}, active="Wild Bill", energy=6, hands=hands)
    for kept in (1, 0):
        table.act("act 1")
        table.roll("blank", "blank", "blank", "blank", "blank").act("switch discard")
        if table.asked[1] == Question.CARD:
            table.act("card Ace of Hearts")
        assert (table.damage("Parvati"), len(table.hand(ORANGE))) == (2, kept)
        table.one("Parvati").damage = 0


def test_dead_mans_hand_as_a_defender():
    """A-157: in any roll of his; a single Tactic is not asked for."""
    hands = ([], ["Stick to the plan"])
    table = drawn({"Parvati": (0, 3), "Wild Bill": (3, 3)}, active="Parvati", hands=hands)
    table.act("act 1")
    table.roll("blank", "blank", "blank", "blank", "blank")
    assert table.asked == (ORANGE, Question.SWITCH)
    table.act("switch discard")
    assert (table.damage("Parvati"), table.discards(ORANGE)) == (1, ["Stick to the plan"])


def test_dead_mans_hand_needs_a_tactic():
    """A-157."""
    table = drawn({"Wild Bill": (0, 3), "Parvati": (3, 3)}, active="Wild Bill", energy=3)
    table.act("act 1")
    table.roll("blank", "blank", "blank", "blank", "blank")
    assert table.asked == (ORANGE, Question.COMMAND)


# --- Maximus and Lunah ------------------------------------------------------------------------------------------------


def test_maximus_taunts_who_attacks_him():
    """A-159: B X, as defender too."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (2, 0)}, active="8-Ball")
    table.act("act 1")
    table.roll("blank", "blank", "B X", "blank")
    assert table.asked == (GREEN, Question.SWITCH)
    table.act("switch general 1")
    assert table.states("8-Ball") == {"taunted": (1, 0)}
    assert table.one("8-Ball").taunter == table.unit("Maximus")


def test_jotuns_shield_displaces_its_target():
    """A-160."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (1, 0)}, active="Maximus")
    table.act("act 1")
    table.roll("S X", "S B X", "blank", "blank", "blank")
    table.play("switch own 1", "space (2,0)")
    assert (table.at("8-Ball"), table.damage("8-Ball")) == ((2, 0), 2)


def test_lunah_removes_blocks_but_no_critical_one():
    """A-163: she may pay all the same."""
    table = drawn({LUNAH: (0, 3), MUSHASHI: (3, 3)}, active=LUNAH)
    table.act("act 1")
    table.roll("S X", "S S X", "CB", "blank")
    table.play("pass", "switch general 1")
    assert table.damage(MUSHASHI) == 3  # S S S and the automatic S against the CB


def test_suppressive_fire_slows_and_its_switch_hurts():
    """A-165: the Switch even without a success left."""
    table = drawn({LUNAH: (0, 3), MUSHASHI: (3, 3)}, active=LUNAH)
    table.act("act 2")
    table.roll("S B X", "X")
    table.play("switch own 1", "unit Miyamoto Mushashi")
    assert (table.damage(MUSHASHI), table.states(MUSHASHI)) == (1, {"speed_down": (1, 0)})


def test_suppressive_fire_at_somebody_who_falls_meanwhile():
    """A-097, A-165: nobody is left to be slowed down."""
    table = drawn({LUNAH: (0, 3), MUSHASHI: (3, 3)}, active=LUNAH, damage={MUSHASHI: 3})
    table.act("act 2")
    table.roll("S B X", "blank")
    table.act("switch own 1")
    table.draw_any()
    assert (table.where(MUSHASHI), table.asked) == (Where.INFIRMARY, (GREEN, Question.COMMAND))


# --- hEXx3r and Parvati -----------------------------------------------------------------------------------------------


def test_gotcha_immobilizes_and_its_switch_slows():
    """A-170."""
    table = drawn({"hEXx3r": (0, 0), "8-Ball": (0, -1)}, active="hEXx3r")
    table.act("act 1")
    table.roll("S X X", "B X")
    table.play("switch own 1", "unit 8-Ball")
    assert table.states("8-Ball") == {"speed_down": (1, 0), "immobilized": (1, 0)}


def test_vade_retro_moves_an_ally_one_space():
    """A-171, A-089, A-EX-13: one Displacement only, although there are two S."""
    table = drawn({"hEXx3r": (-2, -2), "Maximus": (0, 0)}, active="hEXx3r", energy=1)
    table.act("act 2")
    table.roll("S B X", "S X X", "blank")
    table.play("pass", "space (1,0)")
    assert (table.at("Maximus"), table.asked) == ((1, 0), (GREEN, Question.COMMAND))


def test_hexx3r_displaces_herself_first():
    """A-055, A-169, A-EX-12."""
    table = drawn({"hEXx3r": (-3, -1), "Maximus": (0, -1)}, active="hEXx3r", energy=2)
    table.act("act 2")
    table.roll("S B X", "X", "X")
    table.play("switch general 1", "space (-2,-2)", "space (0,0)")
    assert (table.at("hEXx3r"), table.at("Maximus")) == ((-2, -2), (0, 0))


def test_reset_takes_all_states_away():
    """A-175."""
    table = drawn({"Parvati": (0, 0), "Maximus": (0, -1)}, active="Parvati")
    for state in (0, 1, 7):
        table.one("Maximus").red[state] = 1
    table.play("act 2", "unit Maximus")
    table.roll("S", "blank")
    table.act("unit Maximus")
    assert table.states("Maximus") == {}


def test_parvati_gains_initiative_for_a_special():
    """A-173, A-104: paid twice it is still one token."""
    table = drawn({"Parvati": (0, 3), "8-Ball": (3, 3)}, active="Parvati")
    table.act("act 1")
    table.roll("S S X", "S S X", "blank", "blank", "blank")
    table.play("switch general 1", "switch general 1")
    assert table.states("Parvati") == {"initiative_up": (1, 0)}
    assert table.damage("8-Ball") == 4


def test_parvati_gains_initiative_in_a_roll_for_an_ally():
    """A-055, A-173, A-176: the Switch even if the effect fails."""
    table = drawn({"Parvati": (0, 0), "Maximus": (0, -1)}, active="Parvati", damage={"Maximus": 2})
    table.play("act 3", "unit Maximus")
    table.roll("S B X")
    table.play("switch general 1", "unit Maximus")
    assert (table.states("Parvati"), table.damage("Maximus")) == ({"initiative_up": (1, 0)}, 1)
