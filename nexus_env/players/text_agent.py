"""A function from a prompt to a command, such as a language model, as an agent of any game."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.core.slots import Rows
from nexus_env.text import prompt as prompts
from nexus_env.text.chronicle import decision_at

Answer = Callable[[str], str]
TRIES = 3


class TextAgent:
    """Asks a function for each decision, in words.

    The prompt shows what its seat may know (see `nexus_env.text.prompt`), with what happened in the last step. After an
    answer that is not a legal command, the next prompt says so; after `tries` of them in a row, a random action is
    taken. `answers` counts all answers, `illegal` those.
    """

    def __init__(self, answer: Answer, game: Game, *, most: int = prompts.MOST, tries: int = TRIES) -> None:
        """`answer` takes a prompt of at most `most` characters and returns a command in words."""
        prompts.check_most(most)
        self.answer, self.game, self.most, self.tries = answer, game, most, tries
        self.answers = self.illegal = 0

    def search(self, worlds: Rows, rng: np.random.Generator) -> NDArray[np.int64]:
        """A legal action for each bout, int64 [n]; see `agent_protocol`."""
        return np.array([self._decide(Session.at(self.game, worlds[nth : nth + 1]), rng) for nth in range(len(worlds))])

    def _decide(self, session: Session, rng: np.random.Generator) -> int:
        decision, error = decision_at(session, session.seat), ""
        legal = list(decision.legal.values())
        if len(legal) == 1:
            return legal[0]
        for _ in range(self.tries):
            told = prompts.write_below(error, decision, self.most) if error else prompts.write(decision, self.most)
            answer = self.answer(told)
            self.answers += 1
            try:
                return session.read(str(answer))
            except ValueError as mistake:
                error, self.illegal = str(mistake), self.illegal + 1
        return int(rng.choice(legal))
