"""The agents of the service: found by name once, asked in threads of their own, and never waited for too long."""

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from nexus_env import asking
from nexus_env.contract import Game
from nexus_env.loading import LOADER, find_loader
from nexus_env.options import nearest
from nexus_env.serve.refusals import Refusal
from nexus_env.sitting import Sitting

BUILT_IN = {"random": "any legal command", "greedy": "the command that promises most at once"}
FALLBACK = "greedy"  # decides where another one, or a person, has run out of time
THREADS = 2
LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Choice:
    """What an agent has decided, and what it thinks of the bout, if it says so."""

    action: int
    agent: str  # who decided: the one asked, or the fallback when the time was up
    expected: tuple[float, ...] | None = None  # for each seat, -1 to 1
    line: tuple[str, ...] = ()  # what it expects to follow, in words


class Opponents:
    """The agents that may be asked for, by the names that strangers may use.

    A stranger's name is never handed to the loader: it could name a file or a module.
    """

    def __init__(self, game: Game, more: Mapping[str, str] | None = None, loader: str = LOADER) -> None:
        """Load the agents.

        Args:
            game: what they play.
            more: further agents, by the name that people see: what the loader knows each by.
            loader: see `nexus_env.loading`.

        Raises:
            ValueError: one of them cannot be had.
        """
        load = find_loader(loader)
        self.game = game
        self.meanings = {**BUILT_IN, **{name: f"the agent {known}" for name, known in (more or {}).items()}}
        self._agents = {name: load((more or {}).get(name, name), game) for name in self.meanings}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="agent")

    def check(self, name: str, place: str) -> None:
        """Raise a `Refusal` if there is no such agent."""
        if name not in self._agents:
            hint = nearest(name, self._agents)
            advice = f"The nearest is {hint!r}." if hint else ""
            raise Refusal("unknown agent", place, repr(name), f"one of {', '.join(self._agents)}", advice)

    async def choose(self, name: str, sitting: Sitting, seconds: float) -> Choice:
        """What the agent called `name` decides for the seat that is asked, within so many seconds.

        The bout may change meanwhile: the agent is given all that it may know beforehand.
        """
        question = _Question(sitting)
        loop = asyncio.get_running_loop()
        asked = loop.run_in_executor(self._threads, question.put_to, self._agents[name])
        try:
            return Choice(await asyncio.wait_for(asyncio.shield(asked), seconds), name)
        except TimeoutError:
            asked.add_done_callback(lambda late: late.exception())  # nobody waits for it any more
        except Exception:  # it may be somebody else's code: the bout must go on
            LOG.exception("The agent %s has failed; %s decides.", name, FALLBACK)
        return Choice(await asyncio.to_thread(question.put_to, self._agents[FALLBACK]), FALLBACK)

    def close(self) -> None:
        """Ask nobody any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Question:
    """What an agent may know of a decision, drawn from the bout in the moment in which it is asked."""

    def __init__(self, sitting: Sitting) -> None:
        self._rng = np.random.default_rng()
        self._observations, self._masks = sitting.observation[None], sitting.mask[None]
        self._worlds = sitting.imagine(sitting.seat, self._rng.integers(asking.SEEDS, size=1))

    def put_to(self, agent: Any) -> int:
        """The action that the agent chooses.

        Raises:
            ValueError: the agent gave something that is no legal action.
        """
        worlds = self._worlds
        rng = np.random.default_rng(self._rng.integers(asking.SEEDS))
        action = int(asking.ask(agent, self._observations, self._masks, lambda _: worlds, rng)[0])
        if not (0 <= action < self._masks.shape[1] and self._masks[0, action]):
            raise ValueError(f"the agent chose action {action}, which is not legal")
        return action
