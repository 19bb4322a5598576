"""A viewer's story of a bout, and pairs of bouts that a viewer cannot tell apart: for checks of leaks."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nexus_env.contract import rules
from nexus_env.contract.game import Game
from nexus_env.core.privacy import Story, Viewer, is_untold, may_know
from nexus_env.core.session import Session
from nexus_env.core.slots import copy_of
from nexus_env.frontends.web.hall.explaining import commands_of, reasons_for
from nexus_env.kit.tape import SECRET
from nexus_env.machine.compiled import compiled
from nexus_env.testing.driven import any_action
from nexus_env.testing.extent import USUAL
from nexus_env.testing.faults import expect, fault
from nexus_env.text import position, prompt
from nexus_env.text.chronicle import decision_at

EXPLAINED_EVERY, WRITTEN_EVERY = 4, 32  # turns that are told
TRIES = 20  # bouts that are begun for each pair that is wanted


@dataclass(frozen=True)
class ToldTurn:
    """A turn as a viewer sees it."""

    seat: int
    action: int
    words: str
    happened: tuple[str, ...] = ()


class ToldBout:
    """A bout, and everything that one viewer receives from it."""

    def __init__(self, game: Game, bout: Any, viewer: Viewer) -> None:
        """Continue a bout, seen by a seat or, with None, by a spectator."""
        self.game, self.viewer, self.session = game, viewer, Session.at(game, bout)
        self.story: Story[ToldTurn] = Story(viewer, self._finish)
        self.looks: list[Any] = []  # all that it could look at, whenever something was told
        self.is_looking = True
        self.steps, self.asked = 0, [self.session.seat]
        self._look()

    def _finish(self, entry: ToldTurn, bout: Any, rows: slice) -> ToldTurn:
        return replace(entry, happened=tuple(self.game.words.sentences(bout, rows)))

    def act(self, action: int) -> None:
        """Carry out an action, and record what the viewer receives."""
        session = self.session
        self.story.hear_turn(
            session.rows[0], session.seat, action, ToldTurn(session.seat, action, session.spell(action))
        )
        session.act(action)
        self.story.catch_up(session.rows[0])
        self.steps, self.asked = self.steps + 1, [*self.asked, session.seat]
        self._look()

    def _look(self) -> None:
        """Record what the viewer can see now, unless it is the same as before."""
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
        """Explanations of commands, the standing of the viewer's seat, and now and then the position as seen by it."""
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
    """The margin and the potential of a seat in the bout of the first row."""
    return rules.margin(rows[0], seat), rules.potential(rows[0], seat)


def common_actions(one: ToldBout, other: ToldBout, revealing: Collection[int]) -> list[int]:
    """The actions legal in both bouts that do not reveal how they differ; all legal in both if there are none."""
    both = np.flatnonzero(one.session.mask & other.session.mask).tolist()
    own, shows = one.session.seat == one.viewer, one.game.trial.shows
    return [action for action in both if (action not in revealing if own else not shows(action))]


def settle(told: ToldBout) -> int:
    """Pass for all others in windows that only they know of, and make their secret choices; return how often."""
    passed = 0
    while not told.session.is_over and not may_know(told.session.rows[0], told.viewer):
        answer = int(np.flatnonzero(told.session.mask)[0])
        untold = is_untold(told.session.rows[0], answer)
        expect(untold, "a private question", "a first answer that all are told", "one that nobody is told")
        told.act(answer)
        passed += 1
    return passed


def without_past(rows: Any) -> Any:
    """The bout of a row before a command, without its past, like an imagined one."""
    bout = copy_of(rows)
    bout["start"], bout["heard"] = bout["table"], bout["shown"]
    for name in ("length", "cursor", "entries"):
        bout["tape"][name] = 0
    return bout


def pairs(
    game: Game, seats: int, options: Mapping[str, Any], most: int = USUAL.pairs
) -> Iterator[tuple[ToldBout, ToldBout, np.random.Generator]]:
    """Yield up to `most` pairs of bouts that a viewer cannot tell apart, with the same dice to come.

    Args:
        game: the game.
        seats: the number of seats.
        options: the other options, such as one of `Trial.leaks`.
        most: the greatest number of pairs.
    """
    made = 0
    for number in range(TRIES * most):
        if made == most:
            break
        rng = np.random.default_rng(number)
        viewer: Viewer = None if number % 3 == 2 else int(rng.integers(seats))
        session = Session(game, game.read_options(**{**options, "seats": seats}), seed=number)
        while session.rows[0]["table"]["request"]["question"] != 0 and not session.is_over:
            session.act(any_action(session, rng))
        one = without_past(session.rows)
        other = session.imagine(0 if viewer is None else viewer, np.array([100 + number]))
        game.trial.keep(one, other)
        other["tape"]["generator"] = one["tape"]["generator"]
        if other.tobytes() == one.tobytes():  # somebody has seen all that is hidden
            continue
        if session.rows["table"]["request"]["private"][0] == SECRET:  # what has been chosen will be revealed
            continue
        made += 1
        yield ToldBout(game, one, viewer), ToldBout(game, other, viewer), rng


def play_alike(
    one: ToldBout,
    other: ToldBout,
    rng: np.random.Generator,
    is_shown: Callable[[ToldBout, ToldBout], bool] = lambda one, other: False,
    *,
    most: int = USUAL.told,
    place: str = "",
) -> int:
    """Play both bouts by the same decisions, to the end or until the difference is rightly revealed to the viewer, and
    compare what the viewer receives. Return the number of private questions.
    """
    revealing, private = one.game.trial.reveals(), 0
    who = "a spectator" if one.viewer is None else f"player_{one.viewer}"
    for turn in range(most):
        private += settle(one) + settle(other)
        if is_shown(one, other):
            break
        here = f"{place}what {who} is told, decision {turn}"
        found, wanted = "differences where only what is hidden differs", "the same"
        if one.session.seat != other.session.seat:
            asked = " and ".join(repr(str(told.game.words.question(told.session.bout))) for told in (one, other))
            cure = "the same: a question that depends on what is hidden goes through `ask_privately`"
            raise fault(f"{here}, who is asked", f"{asked} where only what is hidden differs", cure)
        expect(one.looks == other.looks, f"{here}: {_difference(one.looks, other.looks)}", found, wanted)
        told = _difference(one.story.entries, other.story.entries)
        expect(one.story.entries == other.story.entries, f"{here}, the story: {told}", found, wanted)
        if one.session.is_over:
            break
        action = int(rng.choice(common_actions(one, other, revealing)))
        one.act(action)
        other.act(action)
    return private


def _difference(one: Any, other: Any) -> str:
    """The innermost first difference of two lists or texts, shortened."""
    if isinstance(one, list) and isinstance(other, list):
        for mine, theirs in zip(one, other, strict=False):
            if mine != theirs:
                return _difference(mine, theirs)
        return f"{len(one)} and {len(other)} entries"
    if isinstance(one, str) and isinstance(other, str):
        first = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
        return f"{one[max(0, first - 40) : first + 40]!r} and {other[max(0, first - 40) : first + 40]!r}"
    return f"{one!r:.120} and {other!r:.120}"
