"""A bout followed from its beginning: the questions to each seat, and the events since its last decision."""

from collections.abc import Sequence
from typing import Any

from nexus_env.contract.game import Game
from nexus_env.core.privacy import Story
from nexus_env.core.session import Session, name_of
from nexus_env.core.slots import Rows
from nexus_env.kit.tape import CHANCE, NOBODY, PASS
from nexus_env.text.prompt import Decision


class Chronicle:
    """A bout, and each seat's log."""

    def __init__(self, game: Game, options: Rows, *, seed: int, dictated: bool = False) -> None:
        """Begin the bout of a seed; the arguments are those of `Session`."""
        self.seed = seed
        self.session = Session(game, options, seed=seed, dictated=dictated)
        self.actions: list[int] = []
        seats = range(int(self.session.bout["table"]["seats"]))
        self._stories = [Story[list[str]](seat, self._finish) for seat in seats]
        self._heard = [0 for _ in seats]  # entries of its story that a seat knew when it last decided

    def _finish(self, lines: list[str], bout: Any, rows: slice) -> list[str]:
        """A turn in words, with its consequences."""
        return [*lines, *self.session.game.words.sentences(bout, rows)]

    def follows(self, actions: Sequence[int]) -> bool:
        """Whether a bout of these actions is this bout or a continuation of it."""
        return self.actions == list(actions[: len(self.actions)])

    def act(self, action: int) -> None:
        """Carry out an action of the seat to act, and tell it.

        Raises:
            ValueError: the action is not legal; nothing has been changed.
        """
        session, words = self.session, self.session.game.words
        before, seat = session.rows[0], session.seat
        spelled, name = session.spell(action), words.guide(action).name
        is_private = words.is_private(before)
        session.act(action)
        self.actions.append(int(action))
        if seat >= 0:
            self._heard[seat] = len(self._stories[seat].entries)
        for story in self._stories:
            known = spelled if story.viewer == seat or not is_private else name
            is_said = known and seat != CHANCE and (action != PASS or story.viewer == seat)
            story.hear_turn(before, seat, action, [f"{name_of(seat)}: {known}"] if is_said else [])
            story.catch_up(session.rows[0], is_over=session.is_over)

    def told(self, seat: int) -> list[str]:
        """Everything that a seat has been told, in sentences."""
        return [line for entry in self._stories[seat].entries for line in entry]

    def decision(self, seat: int) -> Decision:
        """The question to a seat now, as it may know it."""
        session, story = self.session, self._stories[seat]
        legal = session.legal() if session.seat == seat else {}
        news = [line for entry in story.entries[self._heard[seat] :] for line in entry]
        return Decision(session.game, session.known_to(seat), seat, legal, news)


def decision_at(session: Session, seat: int) -> Decision:
    """The decision of a bout whose beginning is not known: of the past, only the effects of the last step."""
    world = session.known_to(seat)
    news = () if session.seat == NOBODY else session.game.words.sentences(world)
    return Decision(session.game, world, seat, session.legal() if session.seat == seat else {}, news)
