"""What one viewer is told of a bout, and pairs of bouts that it cannot tell apart: for tests of what may leak."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from games import HIDES

from nexus_env.contract import rules
from nexus_env.contract.game import Game
from nexus_env.core.privacy import Story, Viewer, is_untold, may_know
from nexus_env.core.session import Session
from nexus_env.core.slots import copy_of
from nexus_env.frontends.web.hall.explaining import commands_of, reasons_for
from nexus_env.kit.tape import SECRET
from nexus_env.machine.compiled import PLAIN, compiled
from nexus_env.text import position, prompt
from nexus_env.text.chronicle import decision_at

PAIRS = 1 if PLAIN else 3
DECISIONS = 60 if PLAIN else 3000
EXPLAINED_EVERY, WRITTEN_EVERY = 4, 32  # turns that are told


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
        self.game, self.viewer, self.session = game, viewer, Session.at(game, bout)
        self.story: Story[Entry] = Story(viewer, self._finish)
        self.looks: list[Any] = []  # all that it could look at, whenever something was told
        self.is_looking = True
        self.steps, self.asked = 0, [self.session.seat]
        self._look()

    def _finish(self, entry: Entry, bout: Any, rows: slice) -> Entry:
        return replace(entry, happened=tuple(self.game.words.sentences(bout, rows)))

    def act(self, action: int) -> None:
        session = self.session
        hidden = session.rows[0]["tape"]["dictated"]
        assert not hidden
        self.story.hear_turn(session.rows[0], session.seat, action, Entry(session.seat, action, session.spell(action)))
        session.act(action)
        self.story.catch_up(session.rows[0])
        self.steps, self.asked = self.steps + 1, [*self.asked, session.seat]
        self._look()

    def _look(self) -> None:
        """Write down what the viewer can see now, unless it is what it saw last."""
        if not self.is_looking:
            return
        session, viewer = self.session, self.viewer
        seen: list[Any] = [len(self.story.entries)]
        seen.append(json.dumps(self.game.words.view(session.known_to(viewer), viewer)))
        if may_know(session.rows[0], viewer):
            seen += [session.seat, self.game.words.question(session.rows.view(np.recarray)[0])]
            if viewer is not None:
                seen.append(session.observations[viewer].tobytes())
            if viewer == session.seat:
                seen += [session.mask.tobytes(), session.legal()]
            seen += self._explained()
        if may_know(session.rows[0], viewer) and (not self.looks or seen != self.looks[-1]):
            self.looks.append(seen)

    def _explained(self) -> list[Any]:
        """What is told of commands, of the standing of its seat, and now and then the position as it may know it."""
        session, viewer, turns = self.session, self.viewer, len(self.story.entries)
        if viewer is None:
            return []
        explained: list[Any] = [margin_and_potential(session.rows, viewer)]
        if turns % EXPLAINED_EVERY == 0:
            explained += reasons_for(session, viewer, None)
            explained += commands_of(session) if viewer == session.seat else []
        if turns % WRITTEN_EVERY == 0:
            explained.append(position.seen_by(self.game, session.rows, viewer))
            explained.append(prompt.write(decision_at(session, viewer)))
        return explained


@compiled
def margin_and_potential(rows: Any, seat: int) -> tuple[float, float]:
    return rules.margin(rows[0], seat), rules.potential(rows[0], seat)


def common_actions(one: Told, other: Told, revealing: set[int]) -> list[int]:
    """What may be done in both bouts without showing what makes them differ."""
    both = np.flatnonzero(one.session.mask & other.session.mask).tolist()
    own = one.session.seat == one.viewer
    return [action for action in both if (action not in revealing if own else not HIDES[one.game.name].shows(action))]


def settle(told: Told) -> int:
    """Pass for all others in windows that only they know of, and choose for them in secret; how often."""
    passed = 0
    while not told.session.is_over and not may_know(told.session.rows[0], told.viewer):
        answer = int(np.flatnonzero(told.session.mask)[0])
        assert is_untold(told.session.rows[0], answer)
        told.act(answer)
        passed += 1
    return passed


def without_past(rows: Any) -> Any:
    """The bout of a row before a command, with nothing of what has gone by, like one that is imagined."""
    bout = copy_of(rows)
    bout["start"], bout["heard"] = bout["table"], bout["shown"]
    for name in ("length", "cursor", "entries"):
        bout["tape"][name] = 0
    return bout


def pairs(
    game: Game, seats: int, windows: str, most: int = PAIRS, **more: Any
) -> Iterator[tuple[Told, Told, np.random.Generator]]:
    """Two bouts that a viewer cannot tell apart, with the same dice to come; `most` such pairs."""
    made = 0
    for number in range(20 * most):
        rng = np.random.default_rng(number)
        viewer: Viewer = None if number % 3 == 2 else int(rng.integers(seats))
        options = {**HIDES[game.name].LEAKS, **more, "seats": seats, "windows": windows}
        session = Session(game, game.read_options(**options), seed=number)
        while session.rows[0]["table"]["request"]["question"] != 0 and not session.is_over:
            session.act(int(rng.choice(np.flatnonzero(session.mask))))
        one = without_past(session.rows)
        other = session.imagine(0 if viewer is None else viewer, np.array([100 + number]))
        HIDES[game.name].keep(one, other)
        other["tape"]["generator"] = one["tape"]["generator"]
        if made == most or other.tobytes() == one.tobytes():  # somebody has seen all that is hidden
            continue
        if session.rows["table"]["request"]["private"][0] == SECRET:  # what has been chosen will be revealed
            continue
        made += 1
        yield Told(game, one, viewer), Told(game, other, viewer), rng


def play_alike(
    one: Told, other: Told, rng: np.random.Generator, is_shown: Callable[[Told, Told], bool] = lambda one, other: False
) -> int:
    """Play both by the same decisions, to the end or until what makes them differ is shown to the viewer by right, and
    hold what it is told of one against the other; how often somebody was asked in private.
    """
    revealing, private = HIDES[one.game.name].reveals(), 0
    for _ in range(DECISIONS):
        private += settle(one) + settle(other)
        if is_shown(one, other):
            break
        assert one.looks == other.looks
        assert one.story.entries == other.story.entries
        assert one.session.seat == other.session.seat
        if one.session.is_over:
            break
        action = int(rng.choice(common_actions(one, other, revealing)))
        one.act(action)
        other.act(action)
    return private
