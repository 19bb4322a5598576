"""A function from a prompt to a command, such as a language model, as an agent of any game."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from nexus_env.core.slots import Rows
from nexus_env.game.contract import Game
from nexus_env.play.chronicle import decision_at
from nexus_env.play.session import Sitting
from nexus_env.text import prompt as prompts

Answer = Callable[[str], str]
TRIES = 3


class TextAgent:
    """Asks a function for each decision, in words.

    It is shown what its seat may know (see `nexus_env.text.prompt`), with what came of the last step. An answer that
    spells no legal command is told so, and asked again; after `tries` of them in a row chance decides. `answers` and
    `illegal` count all answers and those.
    """

    def __init__(self, answer: Answer, game: Game, *, most: int = prompts.MOST, tries: int = TRIES) -> None:
        """`answer` is given a prompt of at most `most` characters, and gives a command in words."""
        prompts.check_most(most)
        self.answer, self.game, self.most, self.tries = answer, game, most, tries
        self.answers = self.illegal = 0

    def search(self, worlds: Rows, rng: np.random.Generator) -> NDArray[np.int64]:
        """A legal action for each bout, int64 [n]; see `agent_protocol`."""
        return np.array([self._decide(Sitting.at(self.game, worlds[nth : nth + 1]), rng) for nth in range(len(worlds))])

    def _decide(self, sitting: Sitting, rng: np.random.Generator) -> int:
        decision, error = decision_at(sitting, sitting.seat), ""
        legal = list(decision.legal.values())
        if len(legal) == 1:
            return legal[0]
        for _ in range(self.tries):
            told = prompts.write_below(error, decision, self.most) if error else prompts.write(decision, self.most)
            answer = self.answer(told)
            self.answers += 1
            try:
                return sitting.read(str(answer))
            except ValueError as mistake:
                error, self.illegal = str(mistake), self.illegal + 1
        return int(rng.choice(legal))
