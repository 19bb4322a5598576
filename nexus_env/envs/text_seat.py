"""Any game as a Gymnasium environment in text: observations are prompts, actions are commands."""

from typing import Any

import gymnasium
from gymnasium.spaces import Text

from nexus_env.contract.game import Game
from nexus_env.envs.keywords import RAISE, refuse_options
from nexus_env.envs.learner_seats import FOUL
from nexus_env.envs.single import SingleSeat
from nexus_env.system.wording import InputError, shortened
from nexus_env.text import prompt as prompts

LETTERS = "\n" + "".join(letter for letter in map(chr, range(0x3000)) if letter.isprintable())
KNOWN = frozenset(LETTERS)
LONGEST_ANSWER = 500  # characters that a sampled answer may have; longer ones are read, too


class TextSeat(gymnasium.Env[str, str]):
    """One seat of a game in words; a step is one decision of that seat and everything the others do until its next one.

    - Observation: a prompt, see `Arena.prompt`. After an answer that is not a legal command, it starts with a sentence
      that names the nearest legal ones; nothing else changes.
    - Action: a legal command as the prompt spells it, ignoring case and extra whitespace.
    - Reward: as in `SingleSeat`; 0 for an answer that is not a legal command.
    - `info["seat"]`: the seat that is played; `info["legal"]`: its legal commands, a list of texts;
      `info["illegal"]`: the number of illegal answers in this bout. At its end, `info["outcome"]` is the plain result.
    """

    def __init__(self, game: Game, *, most: int = prompts.MOST, tries: int = 3, **arguments: Any) -> None:
        """Make an environment.

        Args:
            game: the game.
            most: the maximum length of a prompt in characters, 1,000 or more.
            tries: this many illegal answers in a row end the bout, with a reward of -1.
            **arguments: those of `SingleSeat` except `illegal`; see `keywords.Learner`.

        Raises:
            ValueError: an argument is wrong.
        """
        if not (type(tries) is int and tries >= 1):
            raise InputError(f"tries: got {tries!r}; expected a whole number of at least 1")
        prompts.check_most(most)
        self.inner = SingleSeat(game, illegal=RAISE, **arguments)
        self.most, self.tries = most, tries
        self.metadata, self.render_mode = self.inner.metadata, self.inner.render_mode
        self.observation_space = Text(most, charset=LETTERS)
        self.action_space = Text(LONGEST_ANSWER, charset=LETTERS)
        self._illegal, self._in_a_row, self._is_over, self._outcome = 0, 0, True, 0.0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Start a new bout and play to the first decision.

        Args:
            seed: seeds all randomness; None continues.
            options: none are taken; the options of a bout are arguments of the environment.

        Raises:
            ValueError: there are options.
        """
        refuse_options(options)
        super().reset(seed=seed)
        self.inner.reset(seed=seed)
        self._illegal, self._in_a_row, self._is_over = 0, 0, False
        return self._prompt(), self._info()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """One decision in words; returns prompt, reward, terminated, truncated, info.

        Raises:
            ValueError: the action is not a text.
            RuntimeError: the bout is over, or `reset` was never called.
        """
        if self._is_over:
            what = "The bout is over" if self.inner.arena.terminations else "There is no bout"
            raise RuntimeError(f"{what}: call reset() first.")
        if not isinstance(action, str):
            raise InputError(f"action: got {shortened(repr(action))}; expected a text, such as a legal command.")
        try:
            number = self.inner.arena.read(action)
        except ValueError as error:
            self._illegal, self._in_a_row = self._illegal + 1, self._in_a_row + 1
            self._is_over, self._outcome = self._in_a_row >= self.tries, FOUL
            return self._prompt(str(error)), FOUL if self._is_over else 0.0, self._is_over, False, self._info()
        self._in_a_row = 0
        _, reward, terminated, truncated, told = self.inner.step(number)
        self._is_over = terminated or truncated
        self._outcome = told.get("outcome", 0.0)
        return self._prompt(), reward, terminated, truncated, self._info()

    @property
    def action_names(self) -> tuple[str, ...]:
        """The name of each action of the game, by its number."""
        return self.inner.action_names

    def set_opponent(self, opponent: Any) -> None:
        """See `SingleSeat.set_opponent`."""
        self.inner.set_opponent(opponent)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.inner!r})"

    def render(self) -> Any:
        """The bout as text, which "human" prints, or as a picture, as `Arena.render` returns it."""
        return self.inner.render()

    def _prompt(self, error: str = "") -> str:
        """The prompt of the seat, after the error of its last answer."""
        told = "".join(letter if letter in KNOWN else "?" for letter in error)  # the error quotes the answer
        return self.inner.arena.prompt(self.inner.agent, self.most, told)

    def _info(self) -> dict[str, Any]:
        arena = self.inner.arena
        legal = [] if self._is_over else arena.legal_words()
        seat = arena.possible_agents.index(self.inner.agent)
        info = {"seat": seat, "legal": legal, "illegal": self._illegal}
        return {**info, "outcome": self._outcome} if self._is_over else info
