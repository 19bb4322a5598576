"""The stock against the rules: numbers, dice, Switches, scenarios; a folder of one's own; mistakes in it."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aristeia.table import drawn
from nexus_env.game.options import OptionsError
from nexus_env.games.aristeia.cards import grammar, stock
from nexus_env.games.aristeia.cards.verbs import Bench, Color, Kind, Skill, State, Symbol, Targets, Timing, Verb, Who
from nexus_env.games.aristeia.rules.bout import DECK, MOST_FREE, STANDARD, TEAM, Options
from nexus_env.games.aristeia.rules.dice import DICE
from nexus_env.games.aristeia.rules.options import read_options
from nexus_env.games.aristeia.words.card_texts import decks

SHORT = {"S": Symbol.SUCCESS, "B": Symbol.BLOCK, "X": Symbol.SPECIAL}
SHORT |= {"CS": Symbol.CRITICAL_SUCCESS, "CB": Symbol.CRITICAL_BLOCK}
SHORT_OF = {symbol: word for word, symbol in SHORT.items()}

# Initiative, Speed, Energy, Hit Points, Brawn, Agility, Defense, and the general Switch: cost and verb
CHARACTERS = {
    "8-Ball": (4, 4, 5, 5, "blue blue", "orange orange", "green blue", "B X", Verb.DISPLACE, Who.SELF),
    "Gata": (7, 5, 5, 2, "yellow", "red orange", "blue black", "X X", Verb.DISPLACE, Who.SELF),
    "Miyamoto Mushashi": (
        *(6, 5, 5, 4, "blue orange", "orange yellow", "green blue", "B"),
        *(Verb.ADD_SUCCESS, Who.SELF),
    ),
    "Wild Bill": (6, 4, 5, 4, "blue", "orange", "green blue", "B B", Verb.DRAW, Who.SELF),
    "Maximus": (4, 3, 5, 7, "green blue", "CS", "green blue B", "B X", Verb.IMPOSE, Who.OPPONENT),
    "Major Lunah": (5, 4, 5, 3, "yellow", "orange", "green blue", "X X", Verb.NULLIFY_BLOCK, Who.OPPONENT),
    "hEXx3r": (5, 4, 5, 3, "blue yellow", "yellow yellow", "blue yellow", "B X", Verb.DISPLACE, Who.SELF),
    "Parvati": (4, 5, 5, 3, "blue", "orange", "green blue", "X", Verb.IMPOSE, Who.SELF),
}
# kind, AP, MP, Range, Line of Sight, dice, own Switch: cost and verb; effect
ACTIONS = {  # which need Line of Sight: A-030
    ("8-Ball", "Eat my Fa Jing"): (Kind.ATTACK, 2, 0, 1, 3, 1, "orange blue", "X", Verb.DISPLACE, Verb.NOTHING),
    ("8-Ball", "Be Water, Dude"): (Kind.SKILL, 3, 0, 1, 2, 0, "orange blue", "", Verb.NOTHING, Verb.PLACE_BESIDE),
    ("Gata", "Misdirection"): (Kind.SKILL, 1, 0, 1, 1, 0, "orange yellow", "", Verb.NOTHING, Verb.IMPOSE),
    ("Gata", "Freerun"): (Kind.SKILL, 0, 1, 1, 1, 0, "", "", Verb.NOTHING, Verb.PLACE_BESIDE),
    ("Miyamoto Mushashi", "Ken no Sen"): (
        *(Kind.ATTACK, 3, 0, 1, 1, 1, "red orange blue", "B X X"),
        *(Verb.REPEAT, Verb.NOTHING),
    ),
    ("Wild Bill", "Twin Pistols"): (
        *(Kind.ATTACK, 3, 0, 2, 6, 1, "red orange orange S", "X X X"),
        *(Verb.REPEAT, Verb.NOTHING),
    ),
    ("Maximus", "Jotum's Shield"): (Kind.ATTACK, 3, 0, 1, 1, 1, "red blue black", "X X", Verb.DISPLACE, Verb.NOTHING),
    ("Major Lunah", "Called Shot"): (Kind.ATTACK, 3, 0, 3, 8, 1, "red orange S", "", Verb.NOTHING, Verb.NOTHING),
    ("Major Lunah", "Suppressive Fire"): (
        *(Kind.SKILL, 2, 0, 3, 8, 1, "orange yellow", "B X"),
        *(Verb.DAMAGE, Verb.IMPOSE),
    ),
    ("hEXx3r", "Gotcha!"): (Kind.SKILL, 2, 0, 1, 3, 0, "yellow yellow", "B X", Verb.IMPOSE, Verb.IMPOSE),
    ("hEXx3r", "Vade Retro"): (Kind.SKILL, 1, 0, 1, 4, 0, "yellow yellow yellow", "", Verb.NOTHING, Verb.DISPLACE),
    ("Parvati", "Submachine Guns"): (
        *(Kind.ATTACK, 2, 0, 2, 6, 1, "orange orange yellow", ""),
        *(Verb.NOTHING, Verb.NOTHING),
    ),
    ("Parvati", "Reset"): (Kind.SKILL, 2, 0, 0, 5, 1, "orange yellow", "", Verb.NOTHING, Verb.CLEAR_STATES),
    ("Parvati", "MediKit"): (Kind.SKILL, 1, 0, 0, 5, 1, "orange", "", Verb.NOTHING, Verb.HEAL),
}
TACTICS = {  # card numbers, timing, dice, verb, whom, amount, range
    "Dodge": ((9, 10), Timing.BEFORE_DEFENSE, "blue", Verb.ADD_DICE, Who.SELF, 0, 0),
    "Take Aim": ((11, 12), Timing.BEFORE_ROLL, "orange", Verb.ADD_DICE, Who.SELF, 0, 0),
    "Focus": ((13, 14), Timing.BEFORE_ROLL, "yellow", Verb.ADD_DICE, Who.SELF, 0, 0),
    "No!": ((15,), Timing.ANSWER, "", Verb.CANCEL, Who.SELF, 0, 0),
    "Fortune favors the Badass": ((16,), Timing.AFTER_DICE, "", Verb.REROLL, Who.SELF, 0, 0),
    "Catch your breath": ((17,), Timing.ACTIVATION, "", Verb.HEAL, Who.SELF, 1, 0),
    "Stick to the plan": ((18,), Timing.REVEALED, "", Verb.GO_FIRST, Who.SELF, 0, 0),
    "Tsuchi-Do": ((19,), Timing.BEFORE_DEFENSE, "black black", Verb.ADD_DICE, Who.SELF, 0, 0),
    "Mizu-Do": ((20,), Timing.AFTER_ROLL, "", Verb.DISPLACE, Who.SELF, 1, 0),
    "Block": ((23, 47), Timing.BEFORE_CONTEST, "B B", Verb.ADD_DICE, Who.SELF, 0, 0),
    "Barrel through": ((24,), Timing.ACTIVATION, "", Verb.SLIP_AWAY, Who.SELF, 0, 0),
    "Holographic Sight": ((28,), Timing.BEFORE_ROLL, "yellow", Verb.ADD_DICE, Who.SELF, 0, 0),
    "Snake Bite": ((30,), Timing.AFTER_DAMAGE, "", Verb.IMPOSE, Who.TARGET, 0, 0),
    "Swerve": ((31,), Timing.ACTIVATION, "", Verb.DISPLACE, Who.SELF, 1, 0),
    "Go All-Out": ((32,), Timing.ACTIVATION, "", Verb.GAIN_MOVEMENT, Who.SELF, 3, 0),
    "Nanoids Cloud": ((36,), Timing.ACTIVATION, "", Verb.HEAL, Who.EACH_ALLY_NEAR, 1, 2),
    "Field Analysis": ((38,), Timing.ACTIVATION, "", Verb.ANALYZE, Who.SELF, 3, 0),
    "Ace of Hearts": ((40,), Timing.ACTIVATION, "", Verb.HEAL, Who.SELF, 2, 0),
    "Ace of Diamonds": ((42,), Timing.ACTIVATION, "", Verb.DRAW, Who.SELF, 2, 0),
    "Access Denied": ((45,), Timing.DECLARED, "", Verb.CANCEL, Who.SELF, 0, 4),
    "R@gd011": ((46,), Timing.ACTIVATION, "", Verb.DISPLACE, Who.ENEMY_NEAR, 2, 4),
    "Scram!": ((48,), Timing.ACTIVATION, "", Verb.DISPLACE, Who.EACH_ENEMY_NEAR, 1, 1),
}
OWNED = {
    "Maximus": {"Block", "Scram!"},
    "Major Lunah": {"Holographic Sight", "Snake Bite"},
    "hEXx3r": {"Access Denied", "R@gd011"},
    "Parvati": {"Nanoids Cloud", "Field Analysis"},
    "Miyamoto Mushashi": {"Tsuchi-Do", "Mizu-Do"},
    "8-Ball": {"Block", "Barrel through"},
    "Gata": {"Swerve", "Go All-Out"},
    "Wild Bill": {"Ace of Diamonds", "Ace of Hearts"},
}
FACES = {
    Color.RED: ("CS", "S X", "S X", "S", "S S X", ""),
    Color.GREEN: ("CB", "B B X", "B X", "B", "", ""),
    Color.ORANGE: ("S S X", "S", "S B", "S B X", "B", ""),
    Color.BLUE: ("B B X", "S B X", "S B", "B", "S", ""),
    Color.YELLOW: ("S B X", "S X X", "B X", "X", "X", ""),
    Color.BLACK: ("B", "B", "B", "", "", ""),
}


@pytest.fixture
def row() -> Any:
    return read_options()


def words(pool: Any) -> str:
    """A pool as the stock writes it."""
    dice = [color.name.lower() for color in Color for _ in range(int(pool["dice"][color]))]
    return " ".join([*dice, *(SHORT_OF[symbol] for symbol in Symbol for _ in range(int(pool["symbols"][symbol])))])


def same(pool: Any, text: str) -> bool:
    return Counter(words(pool).split()) == Counter(text.split())


def cost(switch: Any) -> str:
    return " ".join(word for word, amount in zip("SBX", switch["cost"], strict=True) for _ in range(int(amount)))


def card_of(row: Any, name: str) -> Any:
    return row["characters"][0][stock.load().character_names.index(name)]


def action_of(row: Any, name: str, action: str) -> Any:
    names = stock.load().names
    number = names.characters.index(name)
    return row["characters"][0][number]["actions"][names.actions[number].index(action)]


# --- what is printed --------------------------------------------------------------------------------------------------


def test_the_stock_has_the_eight_characters_of_the_box():
    assert stock.load().character_names == (
        *("hEXx3r", "Maximus", "Major Lunah", "Parvati"),
        *("Wild Bill", "Gata", "8-Ball", "Miyamoto Mushashi"),
    )


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_character_has_the_numbers_of_its_card(row: Any, name: str):
    """A-142, A-143, A-146, A-147, A-150, A-151, A-154, A-155, A-158, A-159, A-162, A-163, A-168, A-169, A-172,
    A-173.
    """
    initiative, speed, energy, hit_points, brawn, agility, defense, price, verb, who = CHARACTERS[name]
    card = card_of(row, name)
    assert [int(card[key]) for key in ("initiative", "speed", "energy", "hit_points")] == [
        *(initiative, speed, energy, hit_points)
    ]
    assert same(card["brawn"], brawn) and same(card["agility"], agility) and same(card["defense"], defense)
    switch = card["switches"][0]
    assert (cost(switch), switch["effect"]["verb"], switch["effect"]["who"]) == (price, verb, who)
    assert switch["effect"]["amount"] == (0 if verb == Verb.IMPOSE else 1)
    assert card["switches"][1]["effect"]["verb"] == Verb.NOTHING
    assert switch["beside"] == (name == "Miyamoto Mushashi") and switch["enemy"] == (name == "Maximus")


def test_every_action_is_in_the_stock_and_no_other():
    names = stock.load().names
    found = {(name, action) for name, own in zip(names.characters, names.actions, strict=True) for action in own}
    assert found == set(ACTIONS)


@pytest.mark.parametrize(("name", "action"), ACTIONS)
def test_an_action_has_the_numbers_of_its_card(row: Any, name: str, action: str):
    """A-030, A-144, A-145, A-148, A-149, A-152, A-156, A-160, A-164, A-165, A-170, A-171, A-174, A-175, A-176."""
    kind, energy, movement, least, most, sight, dice, price, switch_verb, verb = ACTIONS[name, action]
    card = action_of(row, name, action)
    assert [int(card[key]) for key in ("kind", "energy", "movement", "least", "most", "sight")] == [
        *(kind, energy, movement, least, most, sight)
    ]
    assert same(card["pool"], dice)
    switch = card["switches"][0]
    assert (cost(switch), switch["effect"]["verb"]) == (price, switch_verb)
    assert card["effects"][0]["verb"] == verb and card["effects"][1]["verb"] == Verb.NOTHING
    assert card["switches"][1]["effect"]["verb"] == Verb.NOTHING
    assert card["automatic"] == (action == "Freerun")


def test_what_actions_and_switches_do_beyond_their_verbs(row: Any):
    """A-057, A-145, A-148, A-149, A-152, A-156, A-159, A-165, A-170, A-171, A-173, A-176."""
    assert action_of(row, "Gata", "Misdirection")["effects"][0]["detail"] == State.DAZZLED
    freerun = action_of(row, "Gata", "Freerun")
    assert (freerun["targets"], freerun["effects"][0]["who"]) == (Targets.NEIGHBOR, Who.SELF)
    gotcha = action_of(row, "hEXx3r", "Gotcha!")
    assert gotcha["effects"][0]["detail"] == State.IMMOBILIZED
    assert gotcha["switches"][0]["effect"]["detail"] == State.SPEED_DOWN
    assert action_of(row, "hEXx3r", "Vade Retro")["targets"] == Targets.ANY
    fire = action_of(row, "Major Lunah", "Suppressive Fire")
    assert (fire["targets"], fire["effects"][0]["detail"]) == (Targets.ENEMIES, State.SPEED_DOWN)
    assert fire["switches"][0]["effect"]["amount"] == 1
    assert action_of(row, "Parvati", "MediKit")["effects"][0]["amount"] == 1
    assert action_of(row, "8-Ball", "Be Water, Dude")["effects"][0]["who"] == Who.TARGET
    for name, action, another in (("Miyamoto Mushashi", "Ken no Sen", 0), ("Wild Bill", "Twin Pistols", 1)):
        switch = action_of(row, name, action)["switches"][0]
        assert (switch["once"], switch["effect"]["detail"]) == (1, another)
    assert card_of(row, "Maximus")["switches"][0]["effect"]["detail"] == State.TAUNTED
    assert card_of(row, "Parvati")["switches"][0]["effect"]["detail"] == State.INITIATIVE_UP


def test_skills_stand_with_their_characters(row: Any):
    """A-153, A-157, A-161, A-166, A-167."""
    skills = {
        "Miyamoto Mushashi": {Skill.PURSUIT},
        "Wild Bill": {Skill.DISCARD_FOR_SUCCESS},
        "Maximus": {Skill.IMPLACABLE},
        "Major Lunah": {Skill.MARKSMANSHIP, Skill.SNIPER},
    }
    for name in CHARACTERS:
        card = card_of(row, name)
        assert {skill for skill in Skill if (int(card["skills"]) >> skill) & 1} == skills.get(name, set())
        assert card["cover_die"] == (Color.ORANGE if name == "Major Lunah" else Color.BLACK)
    assert stock.load().names.skills[7][Skill.PURSUIT] == "Kaze Tachinu"


def test_contender_waits_in_the_options(row: Any):
    """A-177."""
    card = row["common"][0]
    assert (card["kind"], card["energy"], card["least"], card["most"], card["sight"]) == (Kind.ATTACK, 3, 1, 8, 1)
    assert same(card["pool"], "orange") and row["contender"][0] == 0


@pytest.mark.parametrize("color", Color)
def test_the_dice_have_their_faces(color: Color):
    """A-042, A-043, A-044, A-045, A-046, A-047, A-048."""
    assert DICE.faces[color] == FACES[color]


def test_how_many_dice_of_a_color_may_be_rolled(row: Any):
    """A-040, A-049."""
    most = {Color.RED: 1, Color.GREEN: 1, Color.ORANGE: 3, Color.BLUE: 3, Color.YELLOW: 3, Color.BLACK: 3}
    assert {color: int(row["most_dice"][0][color]) for color in Color} == most
    assert row["cover_die"][0] == Color.BLACK


def test_states_have_two_sides(row: Any):
    """A-104, A-105, A-106, A-107, A-112."""
    changes = {
        State.ENERGY_DOWN: ("energy", [-2, -1]),
        State.SPEED_DOWN: ("speed", [-2, -1]),
        State.INITIATIVE_UP: ("initiative", [2, 1]),
        State.INITIATIVE_DOWN: ("initiative", [-2, -1]),
    }
    for state in State:
        card = row["states"][0][state]
        for key in ("energy", "speed", "initiative"):
            assert list(card[key]) == (changes[state][1] if changes.get(state, ("",))[0] == key else [0, 0])
        assert (card["stacks"], card["damage"]) == ((1, 1) if state == State.POISONED else (0, 0))
    assert stock.load().names.states[State.ENERGY_DOWN] == "-2 Energy"


# --- Tactics ----------------------------------------------------------------------------------------------------------


def test_there_are_twenty_six_tactics():
    """A-011, A-012, A-013, A-141: ten Standard ones, two of each Character, and none of those that nobody knows."""
    numbers = [number for own in stock.load().names.tactic_numbers for number in own]
    assert sorted(numbers) == [
        *(9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 23, 24, 28, 30, 31, 32, 36, 38, 40, 42, 45, 46, 47, 48)
    ]
    assert set(stock.load().tactic_names) == set(TACTICS)


@pytest.mark.parametrize("name", TACTICS)
def test_a_tactic_has_its_moment_and_its_verb(row: Any, name: str):
    """A-119 to A-140."""
    numbers, timing, dice, verb, who, amount, distance = TACTICS[name]
    names = stock.load().names
    kind = names.tactics.index(name)
    card = row["tactics"][0][kind]
    assert names.tactic_numbers[kind] == numbers
    assert (card["timing"], card["effect"]["verb"], card["effect"]["who"]) == (timing, verb, who)
    assert same(card["pool"], dice) and card["effect"]["amount"] == amount
    assert max(int(card["range"]), int(card["effect"]["range"])) == distance
    if name == "Snake Bite":
        assert card["effect"]["detail"] == State.POISONED
    if verb == Verb.DISPLACE:
        assert card["effect"]["detail"] == (name == "R@gd011")  # "up to two": each step is optional


def test_a_deck_has_the_ten_standard_tactics_and_two_of_each_character():
    """A-010, A-011, A-012, A-013, A-205."""
    table = drawn({"Gata": (6, 0), "Parvati": (-6, 0)}, active="Gata")
    standard = Counter(table.card_name(0, card) for card in range(STANDARD))
    assert standard == {
        "Dodge": 2,
        "Take Aim": 2,
        "Focus": 2,
        "No!": 1,
        "Fortune favors the Badass": 1,
        "Catch your breath": 1,
        "Stick to the plan": 1,
    }
    for seat in range(2):
        assert Counter(table.card_name(seat, card) for card in range(STANDARD)) == standard
        for place in range(TEAM):
            own = {table.card_name(seat, STANDARD + 2 * place + nth) for nth in range(2)}
            assert own == OWNED[table.names[TEAM * seat + place]]
    assert DECK == 18


# --- scenarios and the preset game ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "obstacles", "rules"),
    [
        ("assault", [(-4, 3), (-3, 3), (0, -2), (2, -5), (2, 2)], (1, 0, 0, 3, 2, 1, 0, Bench.NOT_SCORING)),
        ("conquest", [(-6, 8), (-5, 7), (-4, 3), (-1, -1), (1, 1)], (0, 0, 1, 2, 2, 1, 0, Bench.OWN_OR_HELD)),
        ("king of the hill", [(-4, 2), (-3, 3), (2, -4), (2, 2), (4, -2)], (0, 0, 0, 2, 2, 1, 1, Bench.ANY_ZONE)),
        ("scorched earth", [(-6, 5), (-3, -2), (-2, 2), (2, 2), (5, 0)], (1, 1, 0, 2, 2, 1, 0, Bench.NOT_SCORING)),
    ],
)
def test_scenarios_have_their_obstacles_and_their_points(
    name: str, obstacles: list[tuple[int, int]], rules: tuple[int, ...]
):
    """A-026, A-185, A-188, A-192, A-194, A-195, A-198, A-199."""
    row = read_options(scenario=name)
    assert tuple(row["rules"][0]) == rules
    assert list(row["obstacles"][0]) == list(stock.space_set(tuple(obstacles)))


def test_the_blocked_spaces_are_those_of_the_printed_board(row: Any):
    """A-024, A-025."""
    both = "-8,3 -7,3 -7,4 -6,-2 -6,4 -5,0 -3,-5 -3,-4 -3,7 -1,-3 -1,3 0,-5 0,2 0,5 1,-2 1,5 3,0 4,-7 4,-5 4,-4 4,0"
    both += " 5,-4 5,2 5,3 6,-2 7,-3"
    spaces = [tuple(map(int, text.split(","))) for text in both.split()]
    assert len(spaces) == 26
    assert list(row["blocked"][0]) == list(stock.space_set((*spaces, (-4, 5), (-2, 0))))  # type: ignore[arg-type]


def test_the_preset_game_has_its_teams_hands_and_places():
    """A-009, A-014, A-180."""
    own, table = stock.load(), drawn({"Gata": (6, 0), "Parvati": (-6, 0)}, active="Gata")
    assert own.preset_teams == (0, 1, 2, 3, 4, 5, 6, 7) and own.preset_zones == (3, 6)
    assert dict(zip(own.character_names, own.preset_places, strict=True)) == {
        "Maximus": (-6, -1),
        "hEXx3r": (-7, -1),
        "Parvati": (-6, 1),
        "Major Lunah": (-8, 2),
        "8-Ball": (5, 0),
        "Miyamoto Mushashi": (6, 1),
        "Wild Bill": (7, -1),
        "Gata": (6, 0),
    }
    hands = [
        sorted(table.card_name(seat, card) for card in range(DECK) if (own.preset_hands[seat] >> card) & 1)
        for seat in range(2)
    ]
    assert hands[0] == sorted(["No!", "Field Analysis", "Take Aim", "Catch your breath"])
    assert hands[1] == sorted(["No!", "Swerve", "Take Aim", "Catch your breath"])


def test_the_initiatives_of_the_preset_teams_are_those_of_the_booklet(row: Any):
    """A-017."""
    values = [int(row["characters"][0][number]["initiative"]) for number in range(8)]
    assert (sum(values[:4]), sum(values[4:])) == (18, 23)


# --- a folder of one's own --------------------------------------------------------------------------------------------

GUNNER = """
[[character]]
name = "Gunner"
initiative = 3
speed = 4
energy = 5
hit_points = 6
brawn = "green"
agility = "orange CS"
defense = "blue black B"
switches = [{ cost = "X X", do = "damage", whom = "opponent", amount = 1, enemy = true }]
skills = [{ name = "Old Hand", skill = "sniper", die = "yellow" }]
tactics = ["Block", "Hold Fast"]

[[character.actions]]
name = "Hook"
kind = "attack"
energy = 2
range = [1, 4]
sight = true
roll = "red orange"
switches = [{ cost = "X", do = "place beside", whom = "target" }]

[[character.actions]]
name = "Rally"
kind = "skill"
energy = 1
range = [0, 3]
sight = false
roll = "yellow"
effects = [
    { do = "clear states", whom = "target" },
    { do = "impose", whom = "target", state = "+2 Initiative" },
]
"""
HOLD_FAST = """
[[tactic]]
name = "Hold Fast"
timing = "before contest"
roll = "green B"
effect = { do = "add dice" }
"""


def folder(path: Path, **files: str) -> str:
    for name, text in files.items():
        (path / f"{name}.toml").write_text(text, encoding="utf-8")
    return str(path)


def test_a_character_is_added_without_code(tmp_path: Path):
    own = folder(tmp_path, characters=GUNNER, tactics=HOLD_FAST)
    lines, status = stock.validate(own)
    assert status == 0 and "9 Characters, new: Gunner" in lines and "23 Tactics, new: Hold Fast" in lines
    row = read_options(stock=own)
    card = row["characters"][0][8]
    assert (card["hit_points"], card["cover_die"]) == (6, Color.YELLOW)
    assert same(card["agility"], "orange CS") and same(card["defense"], "blue black B")
    assert card["actions"][0]["switches"][0]["effect"]["verb"] == Verb.PLACE_BESIDE
    assert [int(effect["verb"]) for effect in card["actions"][1]["effects"]] == [Verb.CLEAR_STATES, Verb.IMPOSE]
    assert stock.names_of(row[0]).actions[8] == ("Hook", "Rally")


def test_an_added_character_plays(tmp_path: Path):
    own = folder(tmp_path, characters=GUNNER, tactics=HOLD_FAST)
    table = drawn(
        {"Gunner": (0, 0), "8-Ball": (1, 1)},
        active="Gunner",
        stock=own,
        teams="named",
        green=("Gunner", "Maximus", "Major Lunah", "Parvati"),
        orange=("Wild Bill", "Gata", "8-Ball", "Miyamoto Mushashi"),
    )
    table.act("act 1")
    table.roll("S X", "S", "blank", "B B X")
    table.play("me", "switch own 1")
    assert table.dice() == "" and "space (0,1)" in table.legal
    table.act("space (0,1)")
    assert table.at("8-Ball") == (0, 1)


PERPETUAL = """
[[character]]
name = "Perpetual"
initiative = 3
speed = 4
energy = 5
hit_points = 6
brawn = "S"
agility = "S S X"
defense = "B"
switches = [
    { cost = "S", do = "add success", amount = 2 },
    { cost = "X", do = "gain movement", amount = 2 },
]
tactics = ["Well", "Well"]

[[character.actions]]
name = "Pace"
kind = "skill"
energy = 0
movement = 1
range = [0, 0]
sight = false
automatic = true
effects = [{ do = "gain movement", amount = 2 }]

[[character.actions]]
name = "Salvo"
kind = "attack"
energy = 2
range = [1, 9]
sight = false
roll = "X X"
switches = [{ cost = "X", do = "repeat" }, { cost = "X", do = "draw", amount = 9 }]

[[character.actions]]
name = "Breath"
kind = "skill"
energy = 0
range = [0, 0]
sight = false
automatic = true
effects = [{ do = "heal", whom = "self", amount = 1 }]
"""
WELL = """
[[tactic]]
name = "Well"
timing = "activation"
effect = { do = "draw", amount = 9 }
"""


def test_cards_that_could_go_round_for_ever_do_not(tmp_path: Path):
    """A-055, A-057, A-102: who never ends by itself has nothing left to do but to end."""
    own = folder(tmp_path, characters=PERPETUAL, tactics=WELL)
    assert stock.validate(own)[1] == 0
    table = drawn(
        {"Perpetual": (0, 0), "8-Ball": (1, 1), "Gata": (0, 1)},
        active="Perpetual",
        hands=(["Well"], []),
        stock=own,
        teams="named",
        green=("Perpetual", "Maximus", "Major Lunah", "Parvati"),
        orange=("Wild Bill", "Gata", "8-Ball", "Miyamoto Mushashi"),
        dictated=False,
    )
    did, rng = Counter[str](), random.Random(1)
    while (legal := table.legal) != ["end"]:
        eager = [one for one in legal if one not in ("end", "pass")] or legal
        chosen = min(eager, key=lambda name: (did[name], rng.random()))
        did[chosen] += 1
        table.act(chosen)
        assert did.total() < 1000
    assert table.table.active == 0, did
    assert table.table.free == MOST_FREE, did
    assert {"act 1", "act 2", "act 3", "switch general 1", "switch own 1"} <= did.keys()


def test_a_card_of_the_same_name_overrides(tmp_path: Path):
    text = '[[tactic]]\nname = "dodge"\ntiming = "before defense"\nroll = "green"\neffect = { do = "add dice" }\n'
    row = read_options(stock=folder(tmp_path, tactics=text, rules='[dice]\ncover = "blue"\n'))
    assert same(row["tactics"][0][0]["pool"], "green") and row["cover_die"][0] == Color.BLUE
    assert row["most_dice"][0][Color.RED] == 1
    assert stock.stamp(row) != stock.stamp(read_options())


def test_the_disputed_spaces_can_be_changed(tmp_path: Path):
    """A-025."""
    row = read_options(stock=folder(tmp_path, board="disputed = [[-4, 6], [-2, 1]]\n"))
    changed = row["blocked"][0] ^ read_options()["blocked"][0]
    assert list(changed) == list(stock.space_set(((-4, 6), (-2, 1), (-4, 5), (-2, 0))))


BAD = [
    (
        "tactics",
        '[[tactic]]\nname = "Dodge"\ntiming = "before defence"\n',
        'tactic "Dodge", timing: got "before defe',
    ),
    ("tactics", HOLD_FAST.replace("green B", "green Q"), 'line 5, tactic "Hold Fast", roll: got "Q" in it; expected'),
    ("tactics", HOLD_FAST.replace("add dice", "reroll"), 'a verb that a Tactic for "before contest" may have'),
    ("tactics", HOLD_FAST.replace("roll =", "rolls ="), "rolls: got an unknown key; expected one of"),
    ("tactics", HOLD_FAST.replace('roll = "green B"\n', ""), "roll: got nothing; expected dice by color"),
    ("tactics", HOLD_FAST.split("effect")[0], "effect: got nothing; expected a table"),
    ("tactics", HOLD_FAST * 2, 'name: got "Hold Fast" again; expected each card once in a file'),
    ("tactics", HOLD_FAST.replace("tactic", "tactics"), "tactics: got an unknown table; expected one of tactic"),
    ("characters", GUNNER, 'tactics: got "Hold Fast"; expected one of'),
    (
        "characters",
        GUNNER.replace("initiative = 3", "initiative = 12"),
        "got 12; expected a whole number from 1 to 9",
    ),
    ("characters", GUNNER.replace("initiative = 3", "initiative = true"), "got true; expected a whole number"),
    (
        "characters",
        GUNNER.replace("range = [1, 4]", "range = [4, 1]"),
        "range: got [4, 1]; expected the least before",
    ),
    ("characters", GUNNER.replace("range = [1, 4]", "range = [1]"), "range: got [1]; expected 2 whole numbers"),
    ("characters", GUNNER.replace('cost = "X"', 'cost = "CS"'), 'cost: got "CS"; expected symbols S, B and X'),
    ("characters", GUNNER.replace('whom = "opponent"', 'whom = "enemy near"'), 'got "enemy near"; expected one of'),
    ("characters", GUNNER.replace('"+2 Initiative"', '"Angry"'), 'state: got "Angry"; expected one of "-2 energy"'),
    ("characters", GUNNER.replace('kind = "attack"', 'kind = "attack"\neffects = []'), "effects: got an unknown key"),
    ("characters", GUNNER.replace('roll = "yellow"', 'roll = "red red red red red red red"'), "at most 6 of one color"),
    ("characters", GUNNER.replace("sight = true\n", ""), "sight: got nothing; expected true or false"),
    ("characters", '[[character]]\nname = ""\n', 'name: got ""; expected a name'),
    (
        "states",
        '[[state]]\nname = "Angry"\n',
        'state "Angry", name: got "Angry"; expected the name of a state of the',
    ),
    (
        "scenarios",
        '[[scenario]]\nname = "Assault"\nobstacles = [[9, 9]]\n',
        "got [9, 9] among them; expected 5 spaces",
    ),
    ("scenarios", '[[scenario]]\nname = "Asault"\n', '; did you mean "assault"'),
    ("board", "blocked = [[0, 0], [0, 0]]\n", "blocked: got one of them twice"),
    ("board", "blokced = []\n", "did you mean blocked"),
    ("rules", '[deck]\nstandard = ["Dodge"]\n', "standard: got 1 of them; expected 10 texts"),
    (
        "rules",
        '[green]\nhand = ["Swerve", "No!", "Dodge", "Dodge"]\n',
        'hand: got "Swerve"; expected a Tactic of the',
    ),
    ("rules", "[dice]\nmost = { red = 9 }\n", "red: got 9; expected a whole number from 0 to 6"),
    ("rules", "[contender\n", "got text that is not TOML"),
    ("dice", "", "got a file of this name; expected one of"),
]


@pytest.mark.parametrize(("file", "text", "expected"), BAD)
def test_a_mistake_is_told_with_its_file_its_place_and_what_was_expected(
    tmp_path: Path, file: str, text: str, expected: str
):
    lines, status = stock.validate(folder(tmp_path, **{file: text}))
    assert status == 1 and f"{file}.toml" in lines[0]
    assert any(expected in line for line in lines), lines


def test_a_folder_with_mistakes_is_not_played(tmp_path: Path):
    own = folder(tmp_path, characters=GUNNER)
    with pytest.raises(OptionsError, match="Hold Fast"):
        read_options(stock=own)


@pytest.mark.parametrize(("name", "expected"), [("no_such_folder", "no such folder"), ("empty", "no stock file")])
def test_a_folder_must_be_there_and_hold_stock(tmp_path: Path, name: str, expected: str):
    (tmp_path / "empty").mkdir()
    lines, status = stock.validate(str(tmp_path / name))
    assert status == 1 and expected in lines[0]


def test_a_stock_that_this_process_has_not_read_is_called_by_numbers():
    row = np.zeros(1, Options.dtype)
    assert stock.names_of(row[0]).characters[0] == "Character 1"


def test_every_verb_is_told():
    table = grammar.verb_table()
    assert all(verb.name.lower().replace("_", " ") in table for verb in Verb if verb != Verb.NOTHING)


def test_the_character_of_the_manual_is_valid_and_plays(tmp_path: Path):
    """A new name is one more Character, made of the same verbs; its words come from its numbers (A-203)."""
    page = (Path(__file__).parents[2] / "docs" / "aristeia-cards.md").read_text(encoding="utf-8")
    (tmp_path / "characters.toml").write_text(page.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    assert stock.validate(str(tmp_path))[1] == 0
    orange = ("Maximus", "Gata", "Parvati", "8-Ball")
    green = ("Vesna", "hEXx3r", "Wild Bill", "Major Lunah")
    row = read_options(stock=str(tmp_path), teams="named", green=green, orange=orange)
    found = {card["name"]: card["text"] for cards in decks(row[0]).values() for card in cards}
    assert "Hit Points 4" in found["Vesna"] and "X: Impose Immobilized on the target" in found["Chain Throw"]
