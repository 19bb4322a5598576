"""What a seat may not know is in nothing that it is told: not in what is asked, of whom, nor in how many steps.

Two bouts that differ only in what one seat cannot know are played to their ends by the same decisions and dice; all
that this seat and a spectator are told must be the same.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
import toy
from games import HIDES, every_table

from nexus_env.core.privacy import Story, Viewer, is_untold, may_know
from nexus_env.core.slots import rows_of
from nexus_env.envs.aec import Arena
from nexus_env.frontends.web.explaining import commands_of, reasons_for
from nexus_env.game import contract
from nexus_env.game.contract import Game
from nexus_env.machine.compiled import PLAIN, compiled
from nexus_env.play.session import Sitting
from nexus_env.tabletop.decks import HAND
from nexus_env.tabletop.tape import COMMAND, NOBODY, SECRET
from nexus_env.text import position

PAIRS = 1 if PLAIN else 6
DECISIONS = 60 if PLAIN else 3000
EXPLAINED_EVERY, WRITTEN_EVERY = 4, 32  # turns that are told


@compiled
def imagine(rows: Any, seat: int, seed: int) -> None:
    contract.imagine(rows[0], seat, seed)


@dataclass(frozen=True)
class Entry:
    """A turn as a viewer is told of it."""

    seat: int
    action: int
    words: str
    happened: tuple[str, ...] = ()


class Told:
    """One bout, and all that one viewer is told of it."""

    def __init__(self, game: Game, bout: Any, viewer: Viewer) -> None:
        self.game, self.viewer, self.sitting = game, viewer, Sitting.at(game, bout)
        self.story: Story[Entry] = Story(viewer, self._finish)
        self.looks: list[Any] = []  # all that it could look at, whenever something was told
        self.steps, self.asked = 0, [self.sitting.seat]
        self._look()

    def _finish(self, entry: Entry, bout: Any, rows: slice) -> Entry:
        return replace(entry, happened=tuple(self.game.words.sentences(bout, rows)))

    def act(self, action: int) -> None:
        sitting = self.sitting
        hidden = sitting.rows[0]["tape"]["dictated"]
        assert not hidden
        self.story.hear_turn(sitting.rows[0], sitting.seat, action, Entry(sitting.seat, action, sitting.spell(action)))
        sitting.act(action)
        self.story.catch_up(sitting.rows[0])
        self.steps, self.asked = self.steps + 1, [*self.asked, sitting.seat]
        self._look()

    def _look(self) -> None:
        """Write down what the viewer can see now, unless it is what it saw last."""
        sitting, viewer = self.sitting, self.viewer
        seen: list[Any] = [len(self.story.entries)]
        seen.append(json.dumps(self.game.words.view(sitting.known_to(viewer), viewer)))
        if may_know(sitting.rows[0], viewer):
            seen += [sitting.seat, self.game.words.question(sitting.rows.view(np.recarray)[0])]
            if viewer is not None:
                seen.append(sitting.observations[viewer].tobytes())
            if viewer == sitting.seat:
                seen += [sitting.mask.tobytes(), sitting.legal()]
            seen += self._explained()
        if may_know(sitting.rows[0], viewer) and (not self.looks or seen != self.looks[-1]):
            self.looks.append(seen)

    def _explained(self) -> list[Any]:
        """What is told of commands, of the standing of its seat, and now and then the position as it may know it."""
        sitting, viewer, turns = self.sitting, self.viewer, len(self.story.entries)
        if viewer is None:
            return []
        explained: list[Any] = [margin_and_potential(sitting.rows, viewer)]
        if turns % EXPLAINED_EVERY == 0:
            explained += reasons_for(sitting, viewer, None)
            explained += commands_of(sitting) if viewer == sitting.seat else []
        if turns % WRITTEN_EVERY == 0:
            explained.append(position.seen_by(self.game, sitting.rows, viewer))
        return explained


@compiled
def margin_and_potential(rows: Any, seat: int) -> tuple[float, float]:
    return contract.margin(rows[0], seat), contract.potential(rows[0], seat)


def common_actions(one: Told, other: Told, revealing: set[int]) -> list[int]:
    """What may be done in both bouts without showing what makes them differ."""
    both = np.flatnonzero(one.sitting.mask & other.sitting.mask).tolist()
    own = one.sitting.seat == one.viewer
    return [action for action in both if (action not in revealing if own else not HIDES[one.game.name].shows(action))]


def settle(told: Told) -> int:
    """Pass for all others in windows that only they know of, and choose for them in secret; how often."""
    passed = 0
    while not told.sitting.is_over and not may_know(told.sitting.rows[0], told.viewer):
        answer = int(np.flatnonzero(told.sitting.mask)[0])
        assert is_untold(told.sitting.rows[0], answer)
        told.act(answer)
        passed += 1
    return passed


def pairs(game: Game, seats: int, windows: str, **more: Any) -> Iterator[tuple[Told, Told, np.random.Generator]]:
    """Two bouts that a viewer cannot tell apart, with the same dice to come."""
    made = 0
    for number in range(20 * PAIRS):
        rng = np.random.default_rng(number)
        viewer: Viewer = None if number % 3 == 2 else int(rng.integers(seats))
        options = {**HIDES[game.name].LEAKS, **more, "seats": seats, "windows": windows}
        sitting = Sitting(game, game.read_options(**options), seed=number)
        while sitting.rows[0]["table"]["request"]["question"] != 0 and not sitting.is_over:
            sitting.act(int(rng.choice(np.flatnonzero(sitting.mask))))
        other = rows_of(game.dtype, 1)
        other[:] = sitting.rows
        imagine(other, 0 if viewer is None else viewer, 100 + number)
        HIDES[game.name].keep(sitting.rows, other)
        other["tape"]["generator"] = sitting.rows["tape"]["generator"]
        if made == PAIRS or other.tobytes() == sitting.rows.tobytes():  # somebody has seen all that is hidden
            continue
        if sitting.rows["table"]["request"]["private"][0] == SECRET:  # what has been chosen will be revealed
            continue
        made += 1
        yield Told(game, sitting.rows, viewer), Told(game, other, viewer), rng


@every_table
@pytest.mark.parametrize("windows", ["able", "held"])
def test_all_that_a_viewer_is_told_is_the_same_whatever_is_hidden_from_it(game: Game, seats: int, windows: str) -> None:
    revealing, private, made = HIDES[game.name].reveals(), 0, 0
    for one, other, rng in pairs(game, seats, windows):
        made += 1
        for _ in range(DECISIONS):
            private += settle(one) + settle(other)
            assert one.looks == other.looks
            assert one.story.entries == other.story.entries
            assert one.sitting.seat == other.sitting.seat
            if one.sitting.is_over:
                break
            action = int(rng.choice(common_actions(one, other, revealing)))
            one.act(action)
            other.act(action)
        if windows == "held":
            assert (one.steps, one.asked) == (other.steps, other.asked)
    assert made == PAIRS, "nothing was hidden: the test sees no leak"
    assert private > 0 or PLAIN


@every_table
def test_who_is_asked_differs_where_only_those_are_asked_who_are_able(game: Game, seats: int) -> None:
    """So the test above has something to see: the host's own steps are not the same."""
    steps = set()
    for one, other, rng in pairs(game, seats, "able", **HIDES[game.name].SOON):
        for _ in range(DECISIONS):
            settle(one), settle(other)
            if one.sitting.is_over:
                break
            action = int(rng.choice(common_actions(one, other, HIDES[game.name].reveals())))
            one.act(action)
            other.act(action)
        steps.add(one.steps - other.steps)
    assert steps != {0} or PLAIN


@every_table
def test_looking_changes_no_saved_state(game: Game, seats: int) -> None:
    """An agent that is not asked may be observed at any time."""
    arena = Arena(game, seats=seats)
    arena.reset(seed=1)
    before = arena.save_state()
    for agent in arena.possible_agents:
        arena.observe(agent)
    arena.text()
    assert arena.save_state() == before


def test_a_private_question_is_not_seen_by_others() -> None:
    """Their observation says nothing of it, and their view waits."""
    options = toy.read_options(lucky=True)
    for seed in range(40):
        sitting = Sitting(toy.GAME, options, seed=seed)
        while not sitting.is_over and may_know(sitting.rows[0], None):
            sitting.act(toy.REST if sitting.mask[toy.REST] else toy.NO)
        if not sitting.is_over:
            break
    asked, other = sitting.seat, 1 - sitting.seat
    assert sitting.rows[0]["table"]["request"]["question"] == toy.LUCKY
    assert may_know(sitting.rows[0], asked) and not may_know(sitting.rows[0], other)
    before = sitting.known_to(other)
    assert before["table"]["request"]["seat"] != asked, "for others the bout stands as they saw it last"
    story: Story[str] = Story(other, lambda entry, bout, rows: f"{entry}: {toy.sentences(bout, rows)}")
    story.hear_turn(sitting.rows[0], asked, toy.NO, "never told")
    sitting.act(toy.NO)
    story.catch_up(sitting.rows[0])
    assert story.entries == []


@pytest.mark.parametrize(("seats", "chooser"), [(seats, seat) for seats in (2, 3, 4) for seat in range(seats)])
def test_a_secret_choice_is_in_nothing_that_others_are_told_until_it_is_revealed(seats: int, chooser: int) -> None:
    """Two bouts in which one seat bids differently and the others alike: for all others they are the same till then."""
    for viewer in (None, *(seat for seat in range(seats) if seat != chooser)):
        begun = Sitting(toy.GAME, toy.read_options(seats=seats), seed=3).rows
        one, other = Told(toy.GAME, begun, viewer), Told(toy.GAME, begun.copy(), viewer)
        for told in (one, other):
            told.act(toy.AUCTION)
        for seat in range(seats):
            assert one.sitting.seat == other.sitting.seat == seat, "all are asked, in their order"
            assert one.looks == other.looks and one.story.entries == other.story.entries
            assert not any("bid" in line for entry in one.story.entries for line in entry.happened)
            worlds = [told.sitting.imagined(NOBODY if viewer is None else viewer, 3) for told in (one, other)]
            assert worlds[0].tobytes() == worlds[1].tobytes()
            assert viewer is None or np.array_equal(*(told.sitting.observations[viewer] for told in (one, other)))
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
        rows = Sitting(toy.GAME, toy.read_options(seats=seats), seed=seed).rows
        table = rows["table"][0]
        assert rows["tape"]["length"] == 2 * seats and table["request"]["question"] == COMMAND
        for seat in range(seats):
            known = (seat, int(table["players"]["number"][seat]), *np.flatnonzero(table["cards"] == HAND + seat))
            alike.setdefault(known, []).append(rows)
    for seat in range(seats):
        one, other, *_ = next(deals for known, deals in alike.items() if known[0] == seat and len(deals) > 1)
        assert one["tape"]["entries"].tolist() != other["tape"]["entries"].tolist()
        assert position.seen_by(toy.GAME, one, seat) == position.seen_by(toy.GAME, other, seat)
        assert not Sitting.at(toy.GAME, one).imagined(seat, 1)["tape"]["entries"].any()


def test_what_lies_beyond_the_end_of_a_tape_is_in_no_imagined_bout() -> None:
    sitting = Sitting(toy.GAME, toy.read_options(seats=2), seed=3)
    before = sitting.rows["tape"]["entries"][0, :4].tolist()
    sitting.act(toy.STRIKE)
    assert sitting.rows["tape"]["length"][0] == 1 and sitting.rows["tape"]["entries"][0, 1:4].tolist() == before[1:]
    for seat in (0, 1, NOBODY):
        assert not sitting.imagined(seat, 1)["tape"]["entries"][0, 1:].any()


def test_who_waits_for_others_to_choose_may_not_know_that_they_do() -> None:
    sitting = Sitting(toy.GAME, toy.read_options(seats=3), seed=1)
    sitting.act(toy.AUCTION)
    sitting.act(toy.BID + 1)
    assert [may_know(sitting.rows[0], seat) for seat in (None, 0, 1, 2)] == [False, False, True, False]
    for viewer in (None, 0, 2):
        shown = toy.GAME.words.view(sitting.known_to(viewer), viewer)
        assert shown["question"]["seat"] != "player_1"
    assert toy.BID + 1 not in sitting.rows["tape"]["entries"], "no answer stays on the tape"
