"""What a seat may not know is in nothing that it is told: not in what is asked, of whom, nor in how many steps.

Two bouts that differ only in what one seat cannot know are played to their ends by the same decisions and dice; all
that this seat and a spectator are told must be the same.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import toy
from games import every_table

from nexus_env.contract.game import Game
from nexus_env.core.privacy import Story, may_know
from nexus_env.core.session import Session
from nexus_env.kit.decks import HAND
from nexus_env.kit.tape import COMMAND, NOBODY
from nexus_env.machine.compiled import PLAIN
from nexus_env.testing import USUAL
from nexus_env.testing.leaks import check_leaks
from nexus_env.testing.told import ToldBout, common_actions, pairs, settle
from nexus_env.text import position


@every_table
@pytest.mark.parametrize("nth", range(2), ids=["able", "held"])
def test_all_that_a_viewer_is_told_is_the_same_whatever_is_hidden_from_it(game: Game, seats: int, nth: int) -> None:
    """With windows in either way."""
    trial = replace(game.trial, leaks=(game.trial.leaks[nth],))
    assert check_leaks(replace(game, trial=trial), seats, USUAL) > 0 or PLAIN


@every_table
def test_who_is_asked_differs_where_only_those_are_asked_who_are_able(game: Game, seats: int) -> None:
    """So the test above has something to see: the host's own steps are not the same."""
    steps = set()
    for one, other, rng in pairs(game, seats, {**game.trial.leaks[0], **game.trial.soon}, 2 * USUAL.pairs):
        one.is_looking = other.is_looking = False  # the steps are all that is compared
        for _ in range(USUAL.told):
            settle(one), settle(other)
            if one.session.is_over:
                break
            action = int(rng.choice(common_actions(one, other, game.trial.reveals())))
            one.act(action)
            other.act(action)
        steps.add(one.steps - other.steps)
    assert steps != {0} or PLAIN


def test_a_private_question_is_not_seen_by_others() -> None:
    """Their observation says nothing of it, and their view waits."""
    options = toy.read_options(lucky=True)
    for seed in range(40):
        session = Session(toy.GAME, options, seed=seed)
        while not session.is_over and may_know(session.rows[0], None):
            session.act(toy.REST if session.mask[toy.REST] else toy.NO)
        if not session.is_over:
            break
    asked, other = session.seat, 1 - session.seat
    assert session.rows[0]["table"]["request"]["question"] == toy.LUCKY
    assert may_know(session.rows[0], asked) and not may_know(session.rows[0], other)
    before = session.known_to(other)
    assert before["table"]["request"]["seat"] != asked, "for others the bout stands as they saw it last"
    story: Story[str] = Story(other, lambda entry, bout, rows: f"{entry}: {toy.sentences(bout, rows)}")
    story.hear_turn(session.rows[0], asked, toy.NO, "never told")
    session.act(toy.NO)
    story.catch_up(session.rows[0])
    assert story.entries == []


@pytest.mark.parametrize(("seats", "chooser"), [(seats, seat) for seats in (2, 3, 4) for seat in range(seats)])
def test_a_secret_choice_is_in_nothing_that_others_are_told_until_it_is_revealed(seats: int, chooser: int) -> None:
    """Two bouts in which one seat bids differently and the others alike: for all others they are the same till then."""
    for viewer in (None, *(seat for seat in range(seats) if seat != chooser)):
        begun = Session(toy.GAME, toy.read_options(seats=seats), seed=3).rows
        one, other = ToldBout(toy.GAME, begun, viewer), ToldBout(toy.GAME, begun.copy(), viewer)
        for told in (one, other):
            told.act(toy.AUCTION)
        for seat in range(seats):
            assert one.session.seat == other.session.seat == seat, "all are asked, in their order"
            assert one.looks == other.looks and one.story.entries == other.story.entries
            assert not any("bid" in line for entry in one.story.entries for line in entry.happened)
            worlds = [told.session.imagined(NOBODY if viewer is None else viewer, 3) for told in (one, other)]
            assert worlds[0].tobytes() == worlds[1].tobytes()
            assert viewer is None or np.array_equal(*(told.session.observations[viewer] for told in (one, other)))
            for told, bid in ((one, 1), (other, 2)):
                told.act(toy.BID + (bid if seat == chooser else 0))
        for told, bid in ((one, 1), (other, 2)):
            lines = [line for entry in told.story.entries for line in entry.happened]
            assert f"player_{chooser} has bid {bid}." in lines
            assert {entry.seat for entry in told.story.entries if entry.action >= toy.BID} <= {viewer}


@pytest.mark.parametrize("seats", [2, 3])
def test_a_position_tells_a_seat_nothing_of_the_dice_of_a_command_that_has_ended(seats: int) -> None:
    """The deal draws the hidden numbers and cards of all seats on one tape, which no other command clears."""
    alike: dict[Any, list[Any]] = {}  # deals that a seat cannot tell apart, by what it knows of them
    for seed in range(120):
        rows = Session(toy.GAME, toy.read_options(seats=seats), seed=seed).rows
        table = rows["table"][0]
        assert rows["tape"]["length"] == 2 * seats and table["request"]["question"] == COMMAND
        for seat in range(seats):
            known = (seat, int(table["players"]["number"][seat]), *np.flatnonzero(table["cards"] == HAND + seat))
            alike.setdefault(known, []).append(rows)
    for seat in range(seats):
        one, other, *_ = next(deals for known, deals in alike.items() if known[0] == seat and len(deals) > 1)
        assert one["tape"]["entries"].tolist() != other["tape"]["entries"].tolist()
        assert position.seen_by(toy.GAME, one, seat) == position.seen_by(toy.GAME, other, seat)
        assert not Session.at(toy.GAME, one).imagined(seat, 1)["tape"]["entries"].any()


def test_what_lies_beyond_the_end_of_a_tape_is_in_no_imagined_bout() -> None:
    session = Session(toy.GAME, toy.read_options(seats=2), seed=3)
    before = session.rows["tape"]["entries"][0, :4].tolist()
    session.act(toy.STRIKE)
    assert session.rows["tape"]["length"][0] == 1 and session.rows["tape"]["entries"][0, 1:4].tolist() == before[1:]
    for seat in (0, 1, NOBODY):
        assert not session.imagined(seat, 1)["tape"]["entries"][0, 1:].any()


def test_who_waits_for_others_to_choose_may_not_know_that_they_do() -> None:
    session = Session(toy.GAME, toy.read_options(seats=3), seed=1)
    session.act(toy.AUCTION)
    session.act(toy.BID + 1)
    assert [may_know(session.rows[0], seat) for seat in (None, 0, 1, 2)] == [False, False, True, False]
    for viewer in (None, 0, 2):
        shown = toy.GAME.words.view(session.known_to(viewer), viewer)
        assert shown["question"]["seat"] != "player_1"
    assert toy.BID + 1 not in session.rows["tape"]["entries"], "no answer stays on the tape"
