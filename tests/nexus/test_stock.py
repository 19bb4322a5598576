"""The stock: the decks of this package, folders that override them, and what is said of mistakes."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from deck import card
from table import Bout, Table

import nexus_env
from nexus_env.cli.main import main
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.cards.grammar import DURATIONS, FORMS
from nexus_env.games.nexus.cards.random_stock import write_decks
from nexus_env.games.nexus.cards.stock import STOCK, STOCKS, load, names_of, stamp
from nexus_env.games.nexus.cards.targets import is_of_use
from nexus_env.games.nexus.cards.verbs import Condition, Target, Timing, Verb
from nexus_env.games.nexus.checks.invariants import broken
from nexus_env.games.nexus.rules.bout import INFLUENCE_CARDS, Question
from nexus_env.games.nexus.rules.geometry import is_fit
from nexus_env.games.nexus.rules.log import Event
from nexus_env.games.nexus.words import words
from nexus_env.games.nexus.words.manual import pages
from nexus_env.kit.bout import play
from nexus_env.kit.options import OptionsError
from nexus_env.machine.compiled import PLAIN, compiled
from nexus_env.tools.documents import ROOT

DECKS = ("influence.toml", "turning_points.toml")


def mistakes(folder: Path, file: str, text: str) -> list[str]:
    """What is found wrong in a folder with this one file."""
    (folder / file).write_text(text, encoding="utf-8")
    return STOCKS.read(str(folder))[1]


def spelled(member: Any) -> str:
    """An enum's member as stock files write it."""
    return str(member.name).lower().replace("_", " ")


# --- this package's own -----------------------------------------------------------------------------------------------


def test_the_decks_use_every_verb_at_least_once():
    """R-354: 24 and 25 cards, and the abilities and skills of four motivations, built from effect primitives."""
    row = NEXUS.read_options()[0]
    used = {int(verb) for deck in ("influence", "turning_point") for verb in row[deck]["effects"]["verb"].flat}
    abilities = {int(verb) for deck in ("unique_abilities", "skills") for verb in row[deck]["effects"]["verb"].flat}
    assert used | abilities == {int(verb) for verb in Verb}
    assert {Verb(verb).name for verb in set(map(int, Verb)) - used} == {
        "CLEAR_TILE", "FEAST", "FREE_LIBERATE", "GUARD_OVERALL", "ROACGULS"
    }  # fmt: skip
    assert len(STOCKS.own.names.influence) == len(set(STOCKS.own.names.influence)) == 24
    assert len(STOCKS.own.names.turning_point) == len(set(STOCKS.own.names.turning_point)) == 25


def test_the_cards_of_each_timing_are_a_set():
    """R-348: what a hand holds for a moment is found by the bits of its cards."""
    row = NEXUS.read_options()[0]
    for timing in Timing:
        cards = [card for card in range(24) if row["influence"]["timing"][card] == timing]
        assert int(row["timed"][timing]) == sum(1 << card for card in cards)


def test_the_cards_that_are_always_of_use_are_a_set():
    """R-349: what a card is sure to do for its owner, nobody need look for; none of those that aim, wait for the first
    Turning Point only, or ask for something to be there.
    """
    row = NEXUS.read_options()[0]
    titles = STOCKS.own.names.influence
    assert {titles[card] for card in range(24) if (int(row["sure"]) >> card) & 1} == {
        titles[card] for card in (6, 7, 8, 9, 11, 12, 14, 15, 16, 18, 23)
    }
    for number in range(24):
        lines = [line for line in row["influence"][number]["effects"] if line["verb"] != Verb.NOTHING]
        aimed = any(line["target"] == Target.CHOSEN_OPPONENT for line in lines)
        assert not (aimed and (int(row["sure"]) >> number) & 1)


def test_every_timing_is_used_and_every_invented_card_says_so():
    """R-348, R-354: no text of the publisher; each card of the decks is marked as of this project's making."""
    row = NEXUS.read_options()[0]
    assert {int(timing) for timing in row["influence"]["timing"]} == {int(timing) for timing in Timing} - {0}
    for name in DECKS:
        text = (STOCK / name).read_text(encoding="utf-8")
        assert text.count("\n[[card]]") == text.count("\nhouse = true")


def test_the_verbs_of_the_page_are_those_of_the_code():
    """R-354: `make docs` writes them anew."""
    page = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")
    assert pages(lambda name: page) == {"cards.md": page}, "docs/cards.md: run make docs"
    assert set(FORMS) == set(Verb) - {Verb.NOTHING}
    for kind in (Timing, Target, Condition):
        for member in kind:
            assert f"`{spelled(member)}`" in page or member == Timing.NEVER, spelled(member)
    assert all(f"`{word}`" in page for word in DURATIONS)


# --- folders ----------------------------------------------------------------------------------------------------------


def test_a_single_card_is_overridden_by_its_number_or_its_name(tmp_path: Path):
    """R-354: the others stay, and options, environments and sentences know it."""
    second = card(0, 'do = "gain cred", amount = 9', timing="any time", name="Light Fingers")
    text = card(3, 'do = "gain cred", amount = 7', timing="own round", name="Bribe") + second.replace(
        "number = 0\n", ""
    )
    assert mistakes(tmp_path, "influence.toml", text) == []
    row = NEXUS.read_options(stock=tmp_path)  # a text or a path
    names = names_of(row[0]["options"] if "options" in (row.dtype.names or ()) else row[0])
    assert names.influence[:4] == ("Friends in the Stands", "Light Fingers", "Bribe", "Hired Knife")
    assert [int(card["effects"]["amount"][0]) for card in row[0]["influence"][:3]] == [4, 9, 7]
    assert stamp(row) != stamp(NEXUS.read_options()) and len(stamp(row)) == 12
    arena = nexus_env.raw_env(stock=str(tmp_path))
    arena.reset(seed=1)
    assert names_of(arena.bout["options"]).influence[2] == "Bribe"


def test_as_many_cards_as_the_deck_has_replace_it(tmp_path: Path):
    """R-354: in their order, without numbers."""
    cards = "".join(
        card(0, 'do = "gain cred", amount = 1', name=f"New {n}").replace("number = 0\n", "") for n in range(25)
    )
    assert mistakes(tmp_path, "turning_points.toml", cards) == []
    assert load(str(tmp_path)).names.turning_point[24] == "New 24"


def test_weapons_lanistas_motivations_barges_and_contents_are_overridden_too(tmp_path: Path):
    """R-306, R-347, R-357: numbers of one's own."""
    (tmp_path / "weapons.toml").write_text(
        '[[weapon]]\nname = "Shiv"\ncopies = 3\nrange = "melee"\nuses = 1\ncost = 0\n'
        '[[weapon]]\nname = "Trident"\ncopies = 1\nrange = "melee"\ndamage = 5\nuses = 2\ncost = 1\n'
        '[crate_contents]\n7 = "Trident"\n'
    )
    (tmp_path / "lanistas.toml").write_text('[[lanista]]\nname = "Patron"\ninfluence = 1\ndeception = 1\ncommand = 1\n')
    (tmp_path / "motivations.toml").write_text('[[motivation]]\nname = "Zealot"\nbonuses = { cunning = 3 }\n')
    (tmp_path / "barges.toml").write_text(
        f'[[barge]]\nnumber = 2\nsquares = """\n{"........" * 0}' + "........\n" * 8 + '"""\n'
    )
    row = NEXUS.read_options(stock=str(tmp_path))[0]
    assert (row["weapons"]["copies"][2], row["weapons"]["damage"][7], row["crate_contents"][7]) == (3, 5, 7)
    assert list(row["lanistas"][1]) == [1, 1, 1] and row["motivations"][3].sum() == 3
    assert not row["barges"][1].any() and row["skills"][3]["effects"]["verb"][0] == Verb.NOTHING


def test_names_come_from_the_stock_in_use(tmp_path: Path):
    """R-348: a sentence names the card; a stock that this process has not read is named by numbers."""
    (tmp_path / "influence.toml").write_text(
        card(1, 'do = "gain cred", amount = 2', timing="own round", name="Whistle")
    )
    table = Table("1v .\n0^ .", stock=str(tmp_path))
    table.lanista(0).hand = 1
    table.play("play card 1")
    assert "  player_0 plays Whistle." in words.sentences(table.rows[0])
    table.table.card_play.card, table.table.request.question = 0, Question.CANCEL
    assert words.question(table.rows[0]) == "player_0 may cancel or ignore Whistle, played by nobody."
    table.bout.options.lanistas[0, 0] = 6
    assert "  player_0 plays influence card 1." in words.sentences(table.rows[0])


# --- mistakes ---------------------------------------------------------------------------------------------------------

GOOD = 'do = "gain cred", amount = 4'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (card(1, 'do = "gain credd", amount = 4', timing="any time"), 'line 5, card "Card 1", do: got "gain credd"'),
        (card(1, 'do = "gain credd", amount = 4', timing="any time"), 'did you mean "gain cred"'),
        (
            card(1, GOOD, timing="anytime"),
            'line 4, card "Card 1", timing: got "anytime"; expected one of "own round"',
        ),
        (card(1, GOOD), 'line 1, card "Card 1", timing: got nothing'),
        (card(1, 'do = "gain cred"', timing="any time"), "amount: got nothing; expected a whole number from 1 to 30"),
        (
            card(1, 'do = "gain cred", amount = 99', timing="any time"),
            "amount: got 99; expected a whole number from 1",
        ),
        (card(1, 'do = "gain cred", amount = "4"', timing="any time"), 'amount: got "4"; expected a whole number'),
        (card(1, f'{GOOD}, whom = "everybody"', timing="any time"), 'did you mean "everyone"'),
        (card(1, f'{GOOD}, until = "round"', timing="any time"), "until: got an unknown key; expected one of amount"),
        (card(1, f'{GOOD}, if = "prown"', timing="any time"), 'if: got "prown"'),
        (card(1, f'{GOOD}, when = "soon"', timing="any time"), 'when: got "soon"'),
        (card(1, f"{GOOD}, odds = 7", timing="any time"), "odds: got 7; expected a whole number from 2 to 6"),
        (card(1, 'do = "steal cred", amount = 1', timing="any time"), 'whom: got "self"; expected one of "chosen'),
        (
            card(1, 'do = "slide attack", amount = 0, until = "round"', timing="any time"),
            "amount: got 0; expected another",
        ),
        (card(1, 'do = "slide attack", amount = 1', timing="any time"), "until: got nothing; expected one of"),
        (card(1, 'do = "draw weapon", weapon = "Shib"', timing="any time"), 'did you mean "shiv"'),
        (card(1, 'do = "reroll"', timing="any time"), 'do: got "reroll"; expected a verb for the timing'),
        (card(1, GOOD, timing="cancel"), 'do: got "gain cred"; expected a verb for the timing'),
        (card(1, timing="any time"), "effects: got 0 of them; expected 1 to 3 tables [[card.effects]]"),
        (card(1, *[GOOD] * 4, timing="any time"), "effects: got 4 of them"),
        (card(25, GOOD, timing="any time"), "number: got 25; expected a whole number from 1 to 24"),
        (
            '[[card]]\nname = "Lite Fingers"\ntiming = "cancel"',
            'line 2, card "Lite Fingers", name: got "Lite Fingers"',
        ),
        ('[[card]]\nname = "Lite Fingers"\ntiming = "cancel"', 'did you mean "light fingers"'),
        ("[[card]]\nname = 3\nnumber = 1", "line 2, card 1, name: got 3; expected a text"),
        ("[[cart]]\nname = 3", "line 1, cart: got an unknown table; expected one of card; did you mean card"),
        ("[[card]\nname = 3", "got text that is not TOML"),
        ('card = "x"', 'card: got "x"; expected tables that begin with [[card]]'),
        ("[card]\nname = 3", "card: got a table; expected tables that begin with [[card]]"),
        ('[[card]]\nnumber = 1\nname = "A"\ntiming = ["any time"]', "timing: got a list; expected one of"),
        ('[[card]]\nnumber = 1\nname = "A"\neffects = [{}, 5]', "effects: got 5 among them; expected 1 to 3 tables"),
        (
            f"{card(2, GOOD, timing='any time')}\n{card(2, GOOD, timing='any time')}",
            "number: got 2 again; expected each card once in a file",
        ),
        (
            '[[card]]\nname = "Light Fingers"\n[[card]]\nname = "light fingers"',
            'line 4, card "light fingers", name: got "light fingers" again',
        ),
        (card(1, 'do = "Reroll"', GOOD, timing="reroll"), "effects: got 2 of them; expected one alone"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_the_nearest_word(tmp_path: Path, text: str, said: str):
    """R-354: file, line, card, key, what was found and what was expected."""
    found = mistakes(tmp_path, "influence.toml", text)
    assert any(said in sentence and str(tmp_path / "influence.toml") in sentence for sentence in found), found
    with pytest.raises(OptionsError, match=r"influence\.toml"):
        NEXUS.read_options(stock=str(tmp_path))


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "weapons.toml",
            '[[weapon]]\nname = "Shiv"\ncopies = 2\nrange = "mele"\nuses = 1\ncost = 1',
            'did you mean "melee"',
        ),
        (
            "weapons.toml",
            '[[weapon]]\nname = "Shiv"\ncopies = 2\nrange = "melee"\nuses = 1\ncost = 1\nforbids = ["wyld"]',
            "wild",
        ),
        ("weapons.toml", '[crate_contents]\n7 = "Shoe"', '7: got "Shoe"'),
        ("weapons.toml", '[crate_contents]\n13 = "Shiv"', "13: got an unknown key; expected one of 2, 3, 4"),
        ("weapons.toml", 'crate_contents = "Shiv"', 'crate_contents: got "Shiv"; expected a table'),
        (
            "weapons.toml",
            '[[weapon]]\nname = "Shiv"\nforbids = [["wild"], {}]',
            "forbids: got a list; expected some of",
        ),
        ("weapons.toml", "[[weapon]]\ncopies = 2", "line 1, weapon 1, name: got nothing; expected a text"),
        ("weapons.toml", '[[weapon]]\nname = ""', "line 2, weapon 1, name: got an empty text; expected a name"),
        (
            "weapons.toml",
            '[[weapon]]\nname = "Random"',
            'name: got "Random"; expected a name that means nothing else',
        ),
        (
            "lanistas.toml",
            '[[lanista]]\nname = "Patron"\ninfluence = 9\ndeception = 1\ncommand = 1',
            "influence: got 9",
        ),
        ("motivations.toml", '[[motivation]]\nname = "Zealot"\nbonuses = { cuning = 3 }', "did you mean cunning"),
        ("barges.toml", '[[barge]]\nnumber = 2\nsquares = "..."', "squares: got a drawing with a mistake"),
        (
            "turning_points.toml",
            card(1, GOOD, prices="cunning = 9"),
            "cunning: got 9; expected a whole number from 0",
        ),
        ("influense.toml", "", "did you mean influence.toml"),
    ],
)
def test_mistakes_in_the_other_files(tmp_path: Path, file: str, text: str, said: str):
    """R-306, R-347, R-352, R-357."""
    assert any(said in sentence for sentence in mistakes(tmp_path, file, text))


def test_validate_tells_all_mistakes_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """R-354: or what the folder brings, and the stamp of the stock."""
    assert (
        len(mistakes(tmp_path, "influence.toml", card(1, 'do = "peek"') + card(2, 'do = "pek"', timing="cancel"))) >= 4
    )
    assert main(["validate", str(tmp_path)]) == 1
    assert "mistakes in" in capsys.readouterr().out
    with pytest.raises(OptionsError, match="more: python -m nexus_env validate"):
        load(str(tmp_path))
    assert mistakes(tmp_path, "influence.toml", card(1, GOOD, timing="own round", name="Bribe")) == []
    assert main(["validate", str(tmp_path)]) == 0
    assert "new: Bribe" in (said := capsys.readouterr().out) and stamp(NEXUS.read_options(stock=str(tmp_path))) in said
    assert main(["validate", str(tmp_path / "nothing")]) == 1
    assert "no such folder" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("weapons", "a = " + "[" * 5000 + "]" * 5000, "text that is not TOML: brackets nested too deeply"),
        ("influence", "a = " + "{ b = " * 5000 + "1" + "}" * 5000, "text that is not TOML: brackets nested too deeply"),
        ("lanistas", "a = " + "9" * 5000, "text that is not TOML: a number with too many digits"),
        ("weapons", "[[weapon]]\ncopies = 1\n[[weapon]]\ncopies = 2", "weapon 2, name: got nothing; expected"),
        ("weapons", '[[weapon]]\nname = " "\n' * 2, "name: got"),
        ("influence", "[[card]]\n[[card]]", "card 1, name: got nothing; expected a number from 1 to 24"),
        ("influence", f'[[card]]\nname = "{"z" * 5000}"', 'name: got "zzz'),
    ],
)
def test_what_is_nested_too_deep_or_has_no_name_is_a_mistake_in_a_sentence(
    tmp_path: Path, file: str, text: str, said: str
):
    found = mistakes(tmp_path, f"{file}.toml", text)
    assert any(said in mistake for mistake in found), found
    assert all(len(mistake) < 1000 and mistake.endswith((".", "?")) for mistake in found)


def test_an_empty_folder_is_a_mistake(tmp_path: Path):
    """R-354: somebody meant another one."""
    assert STOCKS.read(str(tmp_path))[1] == [
        f"{tmp_path}: got no stock file; expected at least one of lanistas.toml, motivations.toml, weapons.toml, "
        "barges.toml, influence.toml, turning_points.toml."
    ]


# --- any stock --------------------------------------------------------------------------------------------------------


@compiled
def has_useless(rows: Any) -> bool:
    """A card said to be of use to any fit helot is of none to one of them."""
    bout = rows[0]
    for seat in range(bout.table.seats):
        for number in range(INFLUENCE_CARDS):
            sure = is_fit(bout.table, seat) and (bout.options.sure >> number) & 1 != 0
            if sure and not is_of_use(bout, bout.options.influence[number], seat):
                return True
    return False


@pytest.mark.parametrize("seed", range(2 if PLAIN else 40))
def test_any_stock_loads_and_plays(tmp_path: Path, seed: int):
    """R-350, R-351, R-354: no law is broken, whatever the cards say, and every bout ends; a card that is said to be of
    use in any case is.
    """
    write_decks(tmp_path, seed)
    assert STOCKS.read(str(tmp_path))[1] == []
    arena = nexus_env.raw_env(seats=2 + seed % 3, stock=str(tmp_path), cycle_limit=6, deal="random", barge=1 + seed % 8)
    arena.reset(seed=seed)
    rng, events, steps = np.random.default_rng(seed), set(), 0
    while not np.asarray(arena.bout["table"]["over"]):
        mask = np.asarray(arena.last()[0]["action_mask"])
        legal = np.flatnonzero(mask)
        cards = legal[(legal >= 256) & (legal < 309)]
        arena.step(int(rng.choice(cards if len(cards) and rng.random() < 0.6 else legal)))
        bout = np.asarray(arena.bout).reshape(1)
        assert broken(bout.view(np.recarray)[0] if PLAIN else bout[0]) == 0
        assert not has_useless(bout.view(np.recarray) if PLAIN else bout), "a card is sure, and of no use"
        events |= {int(row["event"]) for row in bout[0]["happenings"][bout[0]["heard"] : bout[0]["told"]]}
        words.sentences(bout[0])
        steps += 1
        assert steps < 5000
    assert Event.CYCLE in events
    if seed < 6:  # by chance a bout may see no card
        assert Event.PLAYED in events and Event.EFFECT in events


def picked(rng: np.random.Generator, bout: Any) -> int:
    """A legal action, with a liking for cards."""
    mask = np.zeros(len(NEXUS.actions), np.int8)
    NEXUS.write_mask(bout, mask)
    legal = np.flatnonzero(mask)
    cards = legal[(legal >= 256) & (legal < 309)]
    return int(rng.choice(cards if len(cards) and rng.random() < 0.6 else legal))


@pytest.mark.skipif(not PLAIN, reason="its single steps are plain Python")
@pytest.mark.parametrize("seed", range(4))
def test_a_bout_goes_on_lawfully_where_hidden_cards_were_dealt_anew(tmp_path: Path, seed: int):
    """R-029: at any question, in the middle of cards and of answers to cards; the own view stays as it was."""
    write_decks(tmp_path, 100 + seed)
    seats, rng = 2 + seed % 3, np.random.default_rng(seed)
    rows, options = (
        np.zeros(1, NEXUS.dtype),
        NEXUS.read_options(seats=seats, stock=str(tmp_path), deal="random", cycle_limit=3),
    )
    bout = rows.view(np.recarray)[0]
    NEXUS.setup(bout, options.view(np.recarray)[0], seed, 0)
    views = np.zeros((2, NEXUS.observation_size), np.int8)
    while not bout.table.over:
        for viewer in range(seats if rng.random() < 0.3 else 0):
            other = rows.copy().view(np.recarray)[0]
            NEXUS.imagine(other, viewer, int(rng.integers(2**40)))
            NEXUS.observe(bout, viewer, views[0])
            NEXUS.observe(other, viewer, views[1])
            assert (views[0] == views[1]).all() and broken(other) == 0
            for _ in range(4):
                if not other.table.over:
                    play(other, picked(rng, other))
                    assert broken(other) == 0
        play(bout, picked(rng, bout))


def test_the_default_is_the_stock_of_this_package():
    """R-017: an empty name is no folder."""
    assert stamp(NEXUS.read_options(stock="")) == stamp(NEXUS.read_options()) == stamp(Bout().rows[0]["options"])
