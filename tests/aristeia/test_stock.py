"""The stock against the rules: numbers, dice, Switches, scenarios."""

from collections import Counter
from typing import Any

import pytest

from aristeia.stock_words import same
from aristeia.table import drawn
from nexus_env.games.aristeia.cards import stock
from nexus_env.games.aristeia.cards.verbs import Bench, Color, Kind, Skill, State, Targets, Timing, Verb, Who
from nexus_env.games.aristeia.rules.bout import DECK, STANDARD, TEAM
from nexus_env.games.aristeia.rules.options import read_options

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


@pytest.fixture
def row() -> Any:
    return read_options()


def cost(switch: Any) -> str:
    return " ".join(word for word, amount in zip("SBX", switch["cost"], strict=True) for _ in range(int(amount)))


def card_of(row: Any, name: str) -> Any:
    return row["characters"][0][stock.load().names.characters.index(name)]


def action_of(row: Any, name: str, action: str) -> Any:
    names = stock.load().names
    number = names.characters.index(name)
    return row["characters"][0][number]["actions"][names.actions[number].index(action)]


# --- what is printed --------------------------------------------------------------------------------------------------


def test_the_stock_has_the_eight_characters_of_the_box():
    assert stock.load().names.characters == (
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
    assert set(stock.load().names.tactics) == set(TACTICS)


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
    assert dict(zip(own.names.characters, own.preset_places, strict=True)) == {
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
