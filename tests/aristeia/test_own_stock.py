"""A folder of one's own over the stock: what it brings, and mistakes in it."""

import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from aristeia.stock_words import folder, same
from aristeia.table import drawn, faces_of
from nexus_env.core.session import Session
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.games.aristeia.cards import grammar, stock
from nexus_env.games.aristeia.cards.verbs import Color, Symbol, Verb
from nexus_env.games.aristeia.rules.bout import MOST_FREE, Options, Question
from nexus_env.games.aristeia.rules.options import read_options
from nexus_env.games.aristeia.words.card_texts import decks
from nexus_env.kit.options import OptionsError
from nexus_env.machine.compiled import PLAIN

PAGE = (Path(__file__).parents[2] / "docs" / "aristeia-cards.md").read_text(encoding="utf-8")
VESNA = PAGE.split("```toml\n")[1].split("```")[0]  # the Character of the manual
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


def test_a_character_is_added_without_code(tmp_path: Path):
    own = folder(tmp_path, characters=GUNNER, tactics=HOLD_FAST)
    lines, status = stock.validate(own)
    assert status == 0 and "9 Characters, new: Gunner" in lines and "23 kinds of Tactics, new: Hold Fast" in lines
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


def test_whatever_a_success_gives_may_be_declined(tmp_path: Path):
    """A-007, A-089: Tactics and MP too, each by itself."""
    effects = '[{ do = "draw", amount = 1 }, { do = "gain movement", amount = 2 }]'
    scout = GUNNER[: GUNNER.index("effects = ")].replace('"yellow"\n', '"orange"\n') + f"effects = {effects}\n"
    table = drawn(
        {"Gunner": (0, 0), "8-Ball": (1, 1)},
        active="Gunner",
        stock=folder(tmp_path, characters=scout, tactics=HOLD_FAST),
        teams="named",
        green=("Gunner", "Maximus", "Major Lunah", "Parvati"),
        orange=("Wild Bill", "Gata", "8-Ball", "Miyamoto Mushashi"),
    )
    table.play("act 2", "unit Gunner")
    table.roll("S").play("pass", "unit Gunner")
    assert (table.hand(0), int(table.table.movement), table.asked[1]) == ([], 2, Question.COMMAND)


def test_of_several_steps_only_the_first_must_be_made(tmp_path: Path):
    """A-085: "up to two" in a row, unless the card says that all are optional."""
    farther = '[[tactic]]\nname = "Swerve"\ntiming = "activation"\n'
    farther += 'effect = { do = "displace", whom = "self", amount = 2 }\n'
    table = drawn({"Gata": (0, 0)}, active="Gata", hands=([], ["Swerve"]), stock=folder(tmp_path, tactics=farther))
    table.act("card Swerve")
    assert table.asked[1] == Question.SPACE and not table.may("pass")
    table.act("space (0,1)")
    assert table.asked[1] == Question.SPACE and table.may("pass")
    table.act("pass")
    assert (table.at("Gata"), table.asked[1]) == ((0, 1), Question.COMMAND)


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
    ("characters", '[[character]]\nname = ""\n', "name: got an empty text; expected a name"),
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
    ("colors", "", "got a file of this name; expected one of"),
]


@pytest.mark.parametrize(("file", "text", "expected"), BAD)
def test_a_mistake_is_told_with_its_file_its_place_and_what_was_expected(
    tmp_path: Path, file: str, text: str, expected: str
):
    lines, status = stock.validate(folder(tmp_path, **{file: text}))
    assert status == 1 and f"{file}.toml" in lines[0]
    assert any(expected in line for line in lines), lines


ASSAULT = """
[[scenario]]
name = "Assault"
obstacles = [{}, [-3, 3], [0, -2], [2, -5], [2, 2]]
moves = true
bench = "not scoring"
"""
AROUND_ZONE_1 = [
    [q, 7 + r] for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2 and max(7 + r, q + 7 + r) <= 9
]
CLASHES = [
    (
        "board",
        f"blocked = {AROUND_ZONE_1[3:]}",
        "blocked: got 3 Free spaces in and beside Zone 1; expected at least 4",
    ),
    ("scenarios", ASSAULT.format("[-8, 3]"), "obstacles: got [-8, 3] among them, which is taken; expected Free spaces"),
    ("board", "blocked = [[2, 2]]", 'scenario "Assault", obstacles: got [2, 2] among them, which is taken'),
    ("board", "blocked = [[-6, 1]]", "green, places: got [-6, 1] among them, which is taken; expected Free spaces"),
    ("scenarios", ASSAULT.format("[6, 0]"), "orange, places: got [6, 0] among them, which is taken"),
    ("rules", "[green]\nplaces = [[7, -1], [-6, -1], [-8, 2], [-6, 1]]", "orange, places: got [7, -1] among them"),
    ("rules", "[green]\nzone = 6", "orange, zone: got 6; expected another Zone than that of the other team"),
    (
        "rules",
        '[green]\ncharacters = ["Gata", "Maximus", "Major Lunah", "Parvati"]\n'
        'hand = ["No!", "Dodge", "Focus", "Focus"]',
        'orange, characters: got "Gata" twice; expected 8 different Characters in both teams',
    ),
    ("characters", VESNA.replace("Vesna", "Ves\\nna"), 'name: got "Ves\\nna"; expected a name of at most 40 printable'),
    ("characters", VESNA.replace("Vesna", "Gata "), 'name: got "Gata "; expected a name of at most 40 printable'),
    ("characters", VESNA.replace("Vesna", 41 * "V"), "expected a name of at most 40 printable characters"),
    ("characters", VESNA.replace("Vesna", "Ves, na"), 'name: got "Ves, na"; expected a name without ","'),
    ("characters", VESNA + VESNA[VESNA.index("[[character.actions]]") :], 'actions: got "Chain Throw" twice; expected'),
]


@pytest.mark.parametrize(("file", "text", "expected"), CLASHES)
def test_files_that_do_not_fit_together_are_refused(tmp_path: Path, file: str, text: str, expected: str):
    """A-009, A-022, A-027, A-178, A-180, A-203: without room nobody could act, and names are what commands say."""
    lines, status = stock.validate(folder(tmp_path, **{file: text + "\n"}))
    assert status == 1 and expected in lines[0], lines


def test_a_board_with_barely_room_is_played_to_its_end(tmp_path: Path):
    """A-071, A-178, A-186: in and beside Zone 1 there are four Free spaces."""
    own = folder(tmp_path, board=f"blocked = {AROUND_ZONE_1[4:]}\n")
    options = read_options(stock=own, teams="draft", round_limit=2)
    for seed in range(1 if PLAIN else 20):
        session, rng = Session(ARISTEIA, options, seed=seed), random.Random(seed)
        while not session.is_over:
            assert not ARISTEIA.invariants or ARISTEIA.invariants.broken(session.bout) == 0
            session.act(rng.choice([int(action) for action in np.flatnonzero(session.mask)]))


@pytest.mark.parametrize("key", ["moves", "burns"])
def test_conquest_cannot_move_or_burn_its_scoring_zone(tmp_path: Path, key: str):
    """A-199: there is none."""
    text = (stock.STOCK / "scenarios.toml").read_text(encoding="utf-8")
    conquest = "[[scenario]]" + next(part for part in text.split("[[scenario]]") if "conquest = true" in part)
    lines, status = stock.validate(folder(tmp_path, scenarios=f"{conquest}\n{key} = true\n"))
    assert status == 1 and f"{key}: got true, and conquest; expected one of them" in lines[0]


def test_the_manual_names_the_files_that_a_folder_may_have():
    assert set(re.findall(r"`(\w+)\.toml`", PAGE.split("2. Write only")[0])) == set(stock.FILES)


SURE = '[[die]]\ncolor = "orange"\nfaces = ["S S S", "S S S", "S S S", "S S S", "S S S", "S S S"]\n'


def test_a_die_of_the_same_color_overrides(tmp_path: Path):
    """A-001, A-044, A-048: the faces of the folder are rolled, spelled and counted; all others are as printed."""
    own = folder(tmp_path, dice=SURE)
    lines, status = stock.validate(own)
    assert status == 0, lines
    row, printed = read_options(stock=own), read_options()
    assert stock.stamp(row) != stock.stamp(printed)
    orange = Color.ORANGE
    assert faces_of(row[0], orange) == ["S S S"] * 6
    others = [color for color in Color if color != orange]
    assert (row["dice"][0][others] == printed["dice"][0][others]).all()
    table = drawn({"Parvati": (0, 0), "Gata": (1, 0)}, active="Parvati")
    table.bout.options.dice[orange] = row["dice"][0][orange]
    table.play("act 3", "unit Parvati").roll("S S S")  # MediKit is one orange die
    assert table.table.roll.side[0].left[Symbol.SUCCESS] == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SURE.replace("orange", "pink"), "color"),
        (SURE + SURE, '"orange" again'),
        (SURE.replace('"S S S", ', "", 1), "expected 6 texts"),
        (SURE.replace("S S S", "S Q", 1), '"S Q" among them'),
        (SURE.replace("S S S", "S S S S", 1), "at most 3 of one symbol"),
        (SURE + "weight = 2\n", "weight"),
    ],
)
def test_dice_that_cannot_be_rolled_are_refused(tmp_path: Path, text: str, expected: str):
    """A-001, A-048."""
    lines, status = stock.validate(folder(tmp_path, dice=text))
    assert status == 1 and any(expected in line for line in lines), lines


def test_a_game_with_dice_of_ones_own_is_played_to_its_end(tmp_path: Path):
    """A-048."""
    options = read_options(stock=folder(tmp_path, dice=SURE), round_limit=1)
    session, rng = Session(ARISTEIA, options, seed=1), random.Random(1)
    while not session.is_over:
        assert not ARISTEIA.invariants or ARISTEIA.invariants.broken(session.bout) == 0
        session.act(rng.choice([int(action) for action in np.flatnonzero(session.mask)]))


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
    folder(tmp_path, characters=VESNA)
    assert stock.validate(str(tmp_path))[1] == 0
    orange = ("Maximus", "Gata", "Parvati", "8-Ball")
    green = ("Vesna", "hEXx3r", "Wild Bill", "Major Lunah")
    row = read_options(stock=str(tmp_path), teams="named", green=green, orange=orange)
    found = {card["name"]: card["text"] for cards in decks(row[0]).values() for card in cards}
    session, rng = Session(ARISTEIA, row, seed=1), random.Random(1)
    for _ in range(40):
        session.act(rng.choice([int(action) for action in np.flatnonzero(session.mask)]))
    assert "Hit Points 4" in found["Vesna"] and "X: Impose Immobilized on the target" in found["Chain Throw"]
