"""The text interface of environments: the prompt and legal commands of a seat, and reading its answer."""

from dataclasses import replace
from typing import Any

from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.core.session import Session
from nexus_env.system.wording import InputError
from nexus_env.text import prompt as prompts
from nexus_env.text.chronicle import Chronicle, decision_at
from nexus_env.text.prompt import Decision


class InWords:
    """The text interface of `Arena`, for language models and scripts.

    Texts are made on request, so an environment whose texts are not read is as fast as without.
    """

    game: Game
    agents: list[str]
    possible_agents: list[str]
    agent_selection: str
    options: Any
    dice: Any
    history: list[int]
    bout_seed: Any
    _slots: Any
    _over: bool
    _chronicle: Chronicle | None = None  # created for the first prompt

    def prompt(self, agent: str | None = None, most: int = prompts.MOST, error: str = "") -> str:
        """The agent's view, the events since its last decision and its legal commands, as text.

        It contains nothing that the agent may not know. If it would be too long, old news is dropped first, then
        explanations; all legal commands stay as long as there is room for their names.

        Args:
            agent: the agent that reads it; None for the agent to act.
            most: the maximum length in characters, 1,000 or more.
            error: the error of the last answer, as `read` raises it; the prompt begins with it.

        Raises:
            ValueError: there is no such agent, or `most` is too small.
            RuntimeError: `reset` was never called.
        """
        if not self.agents:
            raise RuntimeError("There is no bout: call reset() first.")
        name = self.agent_selection if agent is None else agent
        if name not in self.possible_agents:
            raise InputError(f"prompt: got the agent {name!r}; expected one of {', '.join(self.possible_agents)}.")
        prompts.check_most(most)
        decision = self._decision(self.possible_agents.index(name))
        if self._over:  # it may have been cut off before the rules ended it
            decision = replace(decision, legal={})
        return prompts.write_below(error, decision, most) if error else prompts.write(decision, most)

    def legal_words(self) -> list[str]:
        """The spelled legal commands of the agent to act; empty after the end."""
        return [] if self._over else list(self._session().legal())

    def read(self, text: str) -> int:
        """The number of the legal action that a text spells, ignoring case and extra whitespace.

        Raises:
            ValueError: no legal command fits; the message names the nearest ones.
        """
        return self._session().read(text)

    def _session(self) -> Session:
        return Session.at(self.game, slots.copy_of(self._slots["bout"]))

    def _decision(self, seat: int) -> Decision:
        """The decision of a seat."""
        session = self._session()
        try:
            chronicle = self._told_anew()
        except ValueError:  # an imagined bout, which began differently
            return decision_at(session, seat)
        is_this_one = chronicle.session.rows["table"].tobytes() == session.rows["table"].tobytes()
        return chronicle.decision(seat) if is_this_one else decision_at(session, seat)

    def _told_anew(self) -> Chronicle:
        """Each seat's log, brought up to date."""
        chronicle = self._chronicle
        if chronicle is None or chronicle.seed != self.bout_seed or not chronicle.follows(self.history):
            options = self.game.read_options(**self.options)
            chronicle = Chronicle(self.game, options, seed=self.bout_seed, dictated=self.dice is not None)
        self._chronicle = None
        for action in self.history[len(chronicle.actions) :]:
            chronicle.act(action)
        self._chronicle = chronicle
        return chronicle
