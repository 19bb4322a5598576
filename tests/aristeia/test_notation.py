"""Positions as text, and the laws that a position from elsewhere must keep."""

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aristeia.table import GREEN, ORANGE, Drawn, drawn
from nexus_env.core.session import Session
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.games.aristeia.cards.verbs import Kind, Targets
from nexus_env.games.aristeia.checks.invariants import broken
from nexus_env.games.aristeia.checks.laws import Law
from nexus_env.games.aristeia.checks.playable import wrong
from nexus_env.games.aristeia.checks.variety import variety
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.bout import NOBODY, Question, Where
from nexus_env.kit.decks import BOX, DISCARDS, HAND, PILE
from nexus_env.text import position


def record(table: Drawn) -> Any:
    """The record as the notation takes it."""
    return np.asarray(table.bout)


@pytest.mark.parametrize("number", [0, 3, 5, 14])
def test_a_position_is_read_as_it_was_written(number: int):
    """Whatever the scenario and the teams: the same line comes of it, and no law is broken on the way."""
    table, rng = Drawn(seed=number, **{**variety(number), "round_limit": 1}), random.Random(number)
    for step in range(60):
        if table.table.request.seat == NOBODY:
            break
        assert broken(table.bout) == 0 and wrong(record(table)) == ""
        if step % 12 == 0:
            line = position.write(ARISTEIA, record(table))
            assert position.write(ARISTEIA, position.parse(ARISTEIA, line)) == line
        table.take(rng.choice(np.flatnonzero(table.mask).tolist()))


def test_a_position_names_characters_spaces_and_cards():
    """A-010, A-020, A-027: as a player would look for them."""
    table = drawn({"Maximus": (0, -1), "8-Ball": (2, 0)}, active="Maximus", hands=(["No!"], []))
    line = position.write(ARISTEIA, record(table))
    assert "occupied={2:0+0:-1}" in line or "occupied={0:-1+2:0}" in line
    assert "where=board cell=0:-1" in line and "active=green2" in line
    assert "hands" not in line.partition("table")[0]  # the preset hands are as usual
    assert "green" in line.partition("players.0 ")[2].partition("cards=")[2].partition(" ")[0]


def test_what_a_seat_may_know_has_question_marks():
    """A-064, A-117: the other hand and what lies on the draw piles."""
    table = drawn({"Maximus": (0, -1)}, active="Maximus", hands=(["No!"], ["Swerve", "Dodge"]))
    row = np.asarray(table.bout).reshape(1)
    line = position.seen_by(ARISTEIA, row, GREEN)
    other = line.partition("players.1 ")[2].partition(";")[0]
    assert "?" in other and "seen by player_0" in line
    assert {"cards", "order", "picks", "top", "looked"} <= ARISTEIA.notation.hidden


# --- laws -------------------------------------------------------------------------------------------------------------


def settled() -> Drawn:
    """A sound position."""
    table = drawn({"Maximus": (0, -1), "8-Ball": (2, 0)}, active="Maximus", hands=(["No!"], ["Dodge"]))
    assert broken(table.bout) == 0
    return table


def test_options_that_the_rules_cannot_read_are_refused():
    """Stock numbers of somebody else, too."""
    bout = record(settled()).copy()
    bout["options"]["named"][0] = bout["options"]["named"][1]
    assert wrong(bout).startswith("options named: got")
    bout = record(settled()).copy()
    bout["table"]["round_number"] = 6
    assert wrong(bout) == "table round_number: got 6; expected at most 5 as was agreed."


def test_attacks_that_no_card_can_have_are_refused():
    """A-091, A-092: at others than enemies, or without a roll; of a Character and of all."""
    for card in ("common", "first Action"):
        for key, value in (("targets", Targets.NEIGHBOR), ("automatic", 1)):
            bout = record(settled()).copy()
            common = bout["options"]["common"]
            action = common if card == "common" else bout["options"]["characters"][1]["actions"][0]
            assert action["kind"] == Kind.ATTACK
            action[key] = value
            assert wrong(bout).startswith("options c") and "got an attack at others than enemies" in wrong(bout)


def test_a_draft_picks_each_once_before_anything_is_dealt():
    """A-203, A-204: on the table, and on the one before; it takes turns only after the teams are known."""
    for way, number, law in (
        (("table", "players", 0, "picks"), 0, Law.DRAFT),
        (("start", "characters", 0, "where"), Where.BENCH, Law.BEGUN),
        (("start", "turn"), 1, Law.BEGUN),
        (("options", "teams"), 1, Law.TEAMS),
    ):
        table = Drawn(teams="draft", seed=1, dictated=False)
        table.act(table.legal[0])
        seat = table.asked[0]
        assert broken(table.bout) == 0
        numbers = np.asarray(table.bout)
        for step in way[:-1]:
            numbers = numbers[1 - seat if way[1:2] == ("players",) and step == 0 else step]
        numbers[way[-1]] = number
        assert broken(table.bout) == law, way


def test_nobody_has_picked_a_character_that_is_not_in_the_stock():
    """A-203: whoever imagines other picks, as many of the stock, would look for them for ever."""
    table = drawn({"Maximus": (0, -1)}, active="Maximus", hands=(["No!"], []))
    stock = np.flatnonzero(record(table)["options"]["characters"]["initiative"]).tolist()
    for card in (stock[0], stock[-1] + 1):
        table.bout.table.players[1].picks = 1 << card
        told = f"players.1 picks: got {card + 1}; expected only Characters of the stock."
        assert wrong(record(table)) == ("" if card in stock else told)


def test_cards_are_looked_at_only_while_one_is_chosen():
    """A-135: a player who looks at a card in a question about something else."""
    fight = drawn({"8-Ball": (0, 0), "Maximus": (1, 0)}, active="8-Ball", hands=(["Focus"], []))
    fight.act("act 1")
    assert fight.asked[1] == Question.TACTIC and broken(fight.bout) == 0
    card = fight.card_number(GREEN, "Focus")
    for name in ("table", "start"):
        fight.bout[name].players[GREEN].looked = 1 << card
    assert broken(fight.bout) == Law.LOOKED
    for name in ("table", "start"):
        fight.bout[name].players[GREEN].looked = 0
    assert broken(fight.bout) == 0
    fight.bout.start.players[GREEN].cards[0] = BOX  # a Tactic that nobody carries out
    assert broken(fight.bout) == Law.LOOKED
    quiet = settled()
    quiet.table.players[GREEN].cards[0] = BOX
    assert broken(quiet.bout) == Law.QUIET


def test_conquest_has_no_scoring_zone_to_move_or_burn():
    """A-199: neither in a position nor in a stock of one's own."""
    for key in ("moves", "burns"):
        bout = record(settled()).copy()
        bout["options"]["rules"]["conquest"], bout["options"]["rules"][key] = 1, 1
        assert wrong(bout).startswith("options.rules conquest: got 1 with a Scoring Zone that moves or burns")


def test_a_third_seat_is_refused():
    """A-003."""
    line = position.write(ARISTEIA, record(Drawn()))
    with pytest.raises(ValueError, match=r"position, table seats: got 3; expected 2\."):
        position.read(ARISTEIA, re.sub(r"table (?:seats=\S+ )?", "table seats=3 ", line, count=1))


# --- what a seat sees -------------------------------------------------------------------------------------------------


def view_of(table: Drawn, seat: int) -> str:
    """The line as a seat sees it."""
    return position.seen_by(ARISTEIA, record(table), seat)


def test_a_view_tells_how_many_cards_are_hidden_and_not_which():
    """A-117: four cards in the hand of the other player, and fourteen in its draw pile."""
    table = Drawn(dictated=False)
    line = view_of(table, GREEN)
    (hidden,) = re.findall(r"players\.1 zone=6 cards=([^ ;]+)", line)
    assert hidden == ",".join("?" * 18) + ":14*pile+4*orange"
    assert "cards=pile,pile,green" in line, "the own hand is known"
    with pytest.raises(ValueError, match="expected a whole position, or a seed to deal what is hidden"):
        position.read(ARISTEIA, line)


def test_a_view_is_dealt_from_a_seed():
    """A-064, A-117: hands of the same size, the same open cards, a Running Order and a secret choice."""
    table = drawn(
        {"Maximus": (0, 0), "8-Ball": (1, 0)}, "Maximus", hands=(["Dodge"], ["Swerve", "No!"]), dictated=False
    )
    table.table.players[ORANGE].cards[3], table.table.players[ORANGE].top[0] = DISCARDS, 5
    table.bout.start = table.table
    line = view_of(table, GREEN)
    assert "order=0,?,?,?" in line and "top=?" in line
    hands, orders = set(), set()
    for seed in range(12):
        bout = position.read(ARISTEIA, line, seed=seed)
        assert position.seen_by(ARISTEIA, bout, GREEN) == line
        mine, other = bout["table"]["players"][0]
        assert mine["cards"].tobytes() == table.table.players[GREEN].cards.tobytes()
        assert (other["cards"] == HAND + 1).sum() == 2 and other["cards"][3] == DISCARDS
        assert other["cards"][other["top"][0]] == PILE
        hands.add(other["cards"].tobytes())
        orders.add(other["order"].tobytes())
    assert len(hands) > 3 and len(orders) > 3


def test_a_secret_running_order_is_dealt_for_who_has_not_chosen_yet():
    """A-064: any of 24."""
    table = Drawn(dictated=False)
    table.act(table.legal[5])
    line = view_of(table, ORANGE)
    assert "choices=?" in line
    chosen = {int(position.read(ARISTEIA, line, seed=seed)["table"]["secrets"]["choices"][0, 0]) for seed in range(12)}
    assert len(chosen) > 3 and chosen <= set(range(Action.ORDER + 1, Action.ORDER + 25))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ((":14*pile+4*orange", ""), "players.1: got cards=?,?"),
        ((":14*pile+4*orange", ":4*pile+4*orange"), "expected behind a colon where 18 unknown cards lie, as :2*pile"),
        ((":14*pile", ":14*pyle"), "expected behind a colon where 18 unknown cards lie"),
        (("zone=6", "zone=?"), "got ? in zone; expected it only in cards, top, looked, order, choices, picks"),
        (("zone=6", "looked={?+?+?+?+?} zone=6"), "got 5 unknown in players 1 looked; expected at most 4"),
        (("occupied={", "occupied={?+"), "occupied={?+5:0"),
    ],
)
def test_a_view_that_cannot_be_true_is_refused(change: tuple[str, str], reason: str):
    line = view_of(Drawn(dictated=False), GREEN)
    assert change[0] in line
    with pytest.raises(ValueError, match=r"^position") as caught:
        position.read(ARISTEIA, line.replace(*change, 1), seed=1)
    assert reason in str(caught.value)


# --- earlier versions -------------------------------------------------------------------------------------------------

OLD = (Path(__file__).parent / "positions_of_version_1.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", OLD[1:])
def test_a_line_of_an_older_version_is_read_where_that_is_asked_for(line: str):
    """It says the same afterwards, and is played on."""
    with pytest.raises(ValueError, match=r"got 'aristeia 1 .* expected 'aristeia 2 .*; `any_version` reads it"):
        position.read(ARISTEIA, line)
    for other in ("x", "0", "-1", str(ARISTEIA.version + 1), "9" * 5000):
        with pytest.raises(ValueError, match="at the beginning; expected"):
            position.read(ARISTEIA, re.sub(r" [0-9]+ ", f" {other} ", line, count=1), any_version=True)
    bout = position.read(ARISTEIA, line, any_version=True)
    assert position.write(ARISTEIA, bout).split("; ")[1:] == line.split("; ")[1:]
    session, rng = Session.at(ARISTEIA, bout), np.random.default_rng(1)
    for _ in range(8):
        session.act(int(rng.choice(np.flatnonzero(session.mask))))


def test_dice_that_were_asked_for_before_a_choice_was_are_refused_all_the_same():
    """A-167: version 1 gave Lunah her own die without a question, and asks for the first of the dice."""
    with pytest.raises(ValueError, match=r"^position, request seat: got .*; expected "):
        position.read(ARISTEIA, OLD[0], any_version=True)


def test_agents_of_the_first_version_play_this_one():
    """Actions and observations have kept their numbers."""
    assert ARISTEIA.versions_of_agents == ("aristeia-v1", "aristeia-v2")
    assert (ARISTEIA.action_stamp, ARISTEIA.observation_stamp) == ("d0623afefd1f", "a674f3e733cd")
