"""Rules of the house, replaced by a folder of one's own without any code.

Each test plays a position in which the printed stock does one thing, and the folder's another.
"""

import random
from pathlib import Path

import numpy as np
import pytest

from aristeia.stock_words import folder
from aristeia.table import GREEN, ORANGE, Drawn, crowd_zones, drawn, impose, seen_by
from nexus_env.core.session import Session
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.games.aristeia.cards import stock
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.rules.bout import DECK, UNITS, Question, Where
from nexus_env.games.aristeia.rules.options import read_options
from nexus_env.games.aristeia.rules.scoring import lead_of
from nexus_env.games.aristeia.words import words
from nexus_env.games.aristeia.words.naming import Naming
from nexus_env.kit.decks import DISCARDS, HAND
from nexus_env.kit.options import OptionsError
from nexus_env.kit.tape import CHANCE
from nexus_env.machine.compiled import PLAIN

FIGHT = {"Maximus": (0, -1), "8-Ball": (2, 0)}


def house(path: Path, rule: str, **files: str) -> str:
    """A folder whose only rule of the house is this one."""
    return folder(path, rules=f"[house_rules]\n{rule}\n" if rule else "", **files)


def state(name: str, rule: str) -> str:
    """The file of one State that forbids its bearer something else."""
    return f'[[state]]\nname = "{name}"\n{rule}\n'


def fight(own: str, hands: tuple[list[str], list[str]]) -> Drawn:
    """8-Ball attacks Maximus, and nobody has played a Tactic yet."""
    return drawn(FIGHT, active="8-Ball", hands=hands, stock=own).play("act 1")


@pytest.mark.parametrize("rule", ["", 'crowded = "anywhere"'])
def test_where_no_zone_has_room_a_character_may_come_back_anywhere(tmp_path, rule):
    """A-071."""
    table = drawn({"Maximus": (0, 0)}, "Maximus", stock=house(tmp_path, rule))
    crowd_zones(table)
    table.table.players[ORANGE].order[:] = [2, 0, 1, 3]
    table.bout.start = table.table
    table.act("end")
    if rule:
        assert table.asked == (ORANGE, Question.SPACE) and table.may("space (3,1)") and not table.may("space (0,0)")
        table.act("space (3,1)")
        assert table.at("8-Ball") == (3, 1) and table.table.energy == 5
    else:
        assert table.where("8-Ball") == Where.BENCH


@pytest.mark.parametrize(("rule", "drawn_again"), [("", True), ("reshuffle = false", False)])
def test_an_empty_draw_pile_may_stay_empty(tmp_path, rule, drawn_again):
    """A-102."""
    table = drawn({"Wild Bill": (0, 0)}, "Wild Bill", stock=house(tmp_path, rule), hands=([], ["Ace of Diamonds"]))
    cards = table.table.players[ORANGE].cards
    for card in range(DECK):
        if cards[card] != HAND + ORANGE:
            cards[card] = DISCARDS
    table.bout.start = table.table
    table.act("card Ace of Diamonds")
    assert (table.asked[0] == CHANCE) == drawn_again
    table.draw_any()
    assert len(table.hand(ORANGE)) == (2 if drawn_again else 0)


@pytest.mark.parametrize(("rule", "dice"), [("most_tactics = 0", 2), ("most_tactics = 1", 1), ("most_tactics = 2", 2)])
def test_a_player_may_be_limited_to_some_tactics_in_one_roll(tmp_path, rule, dice):
    """A-115: of each player, and those of the other do not count."""
    table = fight(house(tmp_path, rule), (["Focus"], ["Focus", "Take Aim"]))
    table.play("card Focus", "card Focus")
    if dice == 2:
        assert table.asked == (ORANGE, Question.TACTIC)
        table.act("card Take Aim")
    assert table.asked[0] == CHANCE and len(table.hand(ORANGE)) == 2 - dice


@pytest.mark.parametrize(("rule", "asked"), [("", True), ("most_tactics = 1", False)])
def test_tactics_before_and_after_the_dice_count_together(tmp_path, rule, asked):
    """A-115: who has played one before the roll has played it."""
    hands: tuple[list[str], list[str]] = ([], ["Focus", "Fortune favors the Badass"])
    table = fight(house(tmp_path, rule), hands).play("card Focus")
    while table.asked[0] == CHANCE:
        table.roll("blank")
    assert (table.asked == (ORANGE, Question.TACTIC)) == asked


def test_the_limit_of_tactics_is_that_of_one_roll(tmp_path):
    """A-115: another roll begins with none, and Tactics between rolls do not count."""
    hands = ([], ["Focus", "Focus", "Catch your breath"])
    table = fight(house(tmp_path, "most_tactics = 1"), hands).play("card Focus")
    while table.asked[0] == CHANCE:
        table.roll("blank")
    while table.asked[1] != Question.COMMAND:
        table.act("pass")
    table.play("card Catch your breath", "act 1")
    assert table.asked == (ORANGE, Question.TACTIC) and table.may("card Focus")


@pytest.mark.parametrize("rule", ["", "absent = true"])
def test_a_tactic_may_outlast_its_character(tmp_path, rule):
    """A-116: of a card that answers, since most others need their Character in a roll or an Activation."""
    answer = '[[tactic]]\nname = "Scram!"\ntiming = "answer"\neffect = { do = "cancel" }\n'
    hands: tuple[list[str], list[str]] = (["Scram!"], ["Catch your breath"])
    spaces = {"8-Ball": (0, 0), "hEXx3r": (5, 0)}
    table = drawn(spaces, active="8-Ball", stock=house(tmp_path, rule, tactics=answer), hands=hands)
    assert table.where("Maximus") == Where.BENCH
    table.act("card Catch your breath")
    assert (table.asked == (GREEN, Question.TACTIC)) == bool(rule)


@pytest.mark.parametrize(("rule", "is_open"), [("", True), ("closed = true", False)])
def test_discards_may_be_closed(tmp_path, rule, is_open):
    """A-117: to all; how many there are is seen all the same."""
    own, seen = house(tmp_path, rule), []
    for name in ("Take Aim", "Focus"):
        table = drawn(FIGHT, active="8-Ball", stock=own)
        table.table.players[GREEN].cards[table.card_number(GREEN, name)] = DISCARDS
        table.bout.start = table.table
        for viewer in (None, GREEN, ORANGE):
            piles = {pile["name"]: pile for pile in words.view(np.asarray(table.bout), viewer)["piles"]}
            assert piles["Green discards"]["size"] == 1
            assert [card["name"] for card in piles["Green discards"]["cards"]] == ([name] if is_open else [])
        seen.append([seen_by(table, seat) for seat in (GREEN, ORANGE)])
    assert np.array_equal(*seen) != is_open


@pytest.mark.parametrize(("rule", "asked"), [("", ORANGE), ('first = "other"', GREEN)])
def test_the_other_player_may_be_asked_first_for_tactics(tmp_path, rule, asked):
    """A-118: and who has played adds the die to the own roll."""
    table = fight(house(tmp_path, rule), (["Take Aim"], ["Focus"]))
    assert table.asked == (asked, Question.TACTIC)
    table.act("card Take Aim" if asked == GREEN else "card Focus")
    assert table.asked == (1 - asked, Question.TACTIC)
    table.act("card Focus" if asked == GREEN else "card Take Aim")
    rolled = []
    while table.dice():
        rolled.append(table.dice())
        table.roll("blank")
    assert rolled == ["orange", "blue", "yellow", "green", "orange", "blue"]


@pytest.mark.parametrize(("rule", "asked"), [("", ORANGE), ('first = "other"', GREEN)])
def test_the_other_player_may_be_asked_first_for_rerolls(tmp_path, rule, asked):
    """A-118: and rolls the own dice again."""
    badass = "Fortune favors the Badass"
    table = fight(house(tmp_path, rule), ([badass], [badass]))
    while table.asked[0] == CHANCE:
        table.roll("blank")
    assert table.asked == (asked, Question.TACTIC)
    table.play(f"card {badass}", "die 1", "pass")
    assert table.dice() == ("orange" if asked == ORANGE else "green")  # the first die of 8-Ball, or of Maximus
    side = 0 if asked == ORANGE else 1
    assert [int(one.rerolled) for one in table.table.roll.side] == [1 - side, side]


@pytest.mark.parametrize(("rule", "lead"), [("", 0), ('tie = "underdog"', 1)])
def test_the_underdog_may_win_a_tie(tmp_path, rule, lead):
    """A-201: after VP and Frags."""
    table = drawn(FIGHT, active="8-Ball", stock=house(tmp_path, rule), underdog=ORANGE)
    assert [lead_of(table.bout, seat) for seat in (ORANGE, GREEN)] == [lead, -lead]
    table.table.players[GREEN].frags = 1
    assert [lead_of(table.bout, seat) for seat in (ORANGE, GREEN)] == [-1, 1]


def test_both_teams_may_have_a_character(tmp_path):
    """A-203: in named teams; its name comes with its color, and no team has it twice."""
    own = house(tmp_path, "shared = true")
    green = ["Maximus", "Gata", "8-Ball", "Parvati"]
    orange = ["Maximus", "Wild Bill", "Major Lunah", "hEXx3r"]
    with pytest.raises(OptionsError, match='orange: got "Maximus" twice; expected 8 different'):
        read_options(teams="named", green=green, orange=orange)
    with pytest.raises(OptionsError, match='orange: got "Maximus" twice; expected 4 different'):
        read_options(teams="named", green=green, orange=["Maximus", *orange[:3]], stock=own)
    table = Drawn(teams="named", green=green, orange=orange, stock=own, dictated=False)
    naming = Naming(np.asarray(table.bout))
    names = [naming.unit(unit) for unit in range(UNITS)]
    assert names == ["Maximus (Green)", *green[1:], "Maximus (Orange)", *orange[1:]]
    assert ARISTEIA.invariants and ARISTEIA.invariants.broken(table.bout) == 0


@pytest.mark.parametrize(("rule", "again"), [("", True), ("shared = true", False)])
def test_who_has_chosen_the_same_character_chooses_again_unless_it_is_shared(tmp_path, rule, again):
    """A-203: in secret."""
    table = Drawn(teams="choice", stock=house(tmp_path, rule), dictated=False)
    for place in range(4):
        for _ in (GREEN, ORANGE):
            table.act(table.legal[0])
        assert place == 3 or table.asked == (GREEN, Question.PICK)
    assert (table.asked == (GREEN, Question.PICK)) == again


@pytest.mark.parametrize(("rule", "different"), [("", 8), ("shared = true", 4)])
def test_a_draft_may_share_characters(tmp_path, rule, different):
    """A-203, A-204."""
    table = Drawn(teams="draft", stock=house(tmp_path, rule), dictated=False)
    while table.asked[1] == Question.PICK:
        table.act(table.legal[0])
    assert len(set(table.names)) == different


@pytest.mark.parametrize(("rule", "free"), [("only = true", False), ("only = false", True)])
def test_the_taunted_may_be_let_go_where_the_taunter_is_out_of_reach(tmp_path, rule, free):
    """A-109: and only there."""
    own = house(tmp_path, "", states=state("Taunted", rule))
    table = drawn({"8-Ball": (0, 0), "Maximus": (-6, 1), "Parvati": (-1, 1)}, active="8-Ball", stock=own)
    impose(table, "8-Ball", State.TAUNTED, "Maximus")
    assert table.may("act 1") == free
    if free:
        table.act("act 1")
        assert table.table.roll.target == table.unit("Parvati")
    near = drawn({"8-Ball": (0, 0), "Maximus": (1, 0), "Parvati": (-1, 1)}, active="8-Ball", stock=own)
    impose(near, "8-Ball", State.TAUNTED, "Maximus")
    near.act("act 1")  # nobody is asked at whom: there is one target
    assert near.table.roll.target == near.unit("Maximus")


@pytest.mark.parametrize(("rule", "seen"), [("sees = 1", False), ("sees = 2", True), ("sees = 0", True)])
def test_the_dazzled_see_as_far_as_the_house_has_it(tmp_path, rule, seen):
    """A-110: 8-Ball strikes at Range 2."""
    own = house(tmp_path, "", states=state("Dazzled", rule))
    table = drawn({"8-Ball": (0, 0), "Maximus": (0, -2)}, active="8-Ball", stock=own)
    impose(table, "8-Ball", State.DAZZLED, "Maximus")
    assert table.may("act 1") == seen


@pytest.mark.parametrize(("rule", "moves"), [("still = true", False), ("still = false", True)])
def test_the_immobilized_may_move_if_the_house_lets_them(tmp_path, rule, moves):
    """A-111: Move, and the MP that are there."""
    own = house(tmp_path, "", states=state("Immobilized", rule))
    table = drawn({"Gata": (3, 2)}, active="Gata", movement=1, stock=own)
    impose(table, "Gata", State.IMMOBILIZED, "Gata")
    assert (table.may("move"), table.may("space (3,1)")) == (moves, moves)


def test_a_rule_of_the_house_changes_the_stamp_and_the_printed_one_does_not(tmp_path):
    """A transcript with the rules of another house is refused."""
    printed = stock.stamp(read_options())
    assert stock.stamp(read_options(stock=house(tmp_path, 'tie = "draw"'))) == printed
    assert stock.stamp(read_options(stock=house(tmp_path, 'tie = "underdog"'))) != printed
    assert stock.stamp(read_options(stock=house(tmp_path, "", states=state("Dazzled", "sees = 3")))) != printed


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ('tie = "udnerdog"', 'house_rules, tie: got "udnerdog"; expected one of "draw", "underdog"'),
        ("most_tactics = 10", "house_rules, most_tactics: got 10; expected a whole number from 0 to 9"),
        ('reshuffle = "no"', 'house_rules, reshuffle: got "no"; expected true or false'),
        ("limit = 1", "house_rules, limit: "),
        ("absent = 1", "house_rules, absent: got 1; expected true or false"),
    ],
)
def test_a_mistake_in_a_rule_of_the_house_is_told_with_its_place(tmp_path, rule, sentence):
    """A stranger's folder."""
    lines, status = stock.validate(house(tmp_path, rule))
    assert status == 1 and sentence in lines[0]


def test_only_taunted_has_somebody_to_attack(tmp_path):
    """A-109."""
    lines, status = stock.validate(house(tmp_path, "", states=state("Dazzled", "only = true")))
    assert status == 1 and "only: got true; expected false but for Taunted" in lines[0]


ALL = "\n".join(
    [
        'crowded = "anywhere"',
        "reshuffle = false",
        "most_tactics = 1",
        "absent = true",
        "closed = true",
        'first = "other"',
        'tie = "underdog"',
        "shared = true",
    ]
)


@pytest.mark.skipif(PLAIN, reason="plays whole bouts")
@pytest.mark.parametrize("teams", ["draft", "choice", "preset"])
def test_bouts_of_another_house_are_played_to_their_end_without_a_broken_law(tmp_path, teams):
    """A-071, A-102, A-115 to A-118, A-201, A-203."""
    own = house(tmp_path, ALL, states=state("Immobilized", "still = false") + state("Dazzled", "sees = 4"))
    row = read_options(teams=teams, stock=own)
    for seed in range(3):
        session, rng = Session(ARISTEIA, row, seed=seed), random.Random(seed)
        while not session.is_over:
            assert ARISTEIA.invariants and ARISTEIA.invariants.broken(session.bout) == 0
            text = session.spell(int(rng.choice(np.flatnonzero(session.mask))))
            session.act(session.read(text))
        assert sum(session.outcome) == 0 and set(session.outcome) == {1, -1}
