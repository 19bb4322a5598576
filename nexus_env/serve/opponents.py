"""The agents of the service: found by name, asked in threads of their own, and never waited for too long.

An agent chooses or searches (see `nexus_env.asking`). It may have more to say:

- `think(world, seed, stop)`: looks ahead in one world until a `threading.Event` is set or it has had enough, and tells
  `actions` with the best first, what they are worth to each seat as `values` [k, seats], and the `line` that it expects
  as pairs of seat and action;
- `values(observations)`: what the bout is worth to each of n seats as they see it, float32 [n], -1 to 1.
"""

import asyncio
import logging
import secrets
import threading
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
from nexus_env.sitting import Sitting, name_of

BUILT_IN = {
    "random": "any legal command",
    "rookie": "the first of five calibrated levels",
    "contender": "the second of five calibrated levels",
    "veteran": "the third of five calibrated levels",
    "champion": "the fourth of five calibrated levels",
    "legend": "the fifth of five calibrated levels",
    "greedy": "the command that promises most at once",
    "brawler": "combos and finishing blows",
    "grappler": "drags and throws into hazards",
    "showman": "Cred, gloating and the crowd",
    "survivor": "position, healing and shields",
    "search": "looks ahead in imagined bouts",
}
FALLBACK = "greedy"  # decides where another one, or a person, has run out of time
THREADS = 2
RESERVE, MOST_RESERVE = 0.2, 0.25  # of the time, and in seconds: kept for what comes after the thinking
LOG = logging.getLogger(__name__)
Stop = asyncio.Event


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
        self.game = game
        self._load = find_loader(loader)
        self._known = {name: name for name in BUILT_IN if self._has(name)} | dict(more or {})
        for known in (FALLBACK, *(more or {}).values()):
            self._load(known, game)
        self.meanings = {name: BUILT_IN.get(name, f"the agent {known}") for name, known in self._known.items()}
        self._own = threading.local()  # of each thread: an agent that thinks does so in memory of its own
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="agent")
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="fallback")

    def _has(self, name: str) -> bool:
        """Whether an agent that may come along has come along: some need a file, or a library."""
        try:
            self._load(name, self.game)
        except ValueError:
            return False
        return True

    def warm(self) -> None:
        """Compile what the fallback needs now, so that it is quick later; what the others need in the background."""
        sitting = Sitting(self.game, self.game.read_options())
        question, enough = _Question(sitting, 0), threading.Event()
        enough.set()  # for those that think
        self._quick.submit(self._put, FALLBACK, question, enough).result()
        for name in self._known:
            self._threads.submit(self._put, name, question, enough)

    def check(self, name: str, place: str) -> None:
        """Raise a `Refusal` if there is no such agent."""
        if name not in self._known:
            hint = nearest(name, self._known)
            advice = f"The nearest is {hint!r}." if hint else ""
            raise Refusal("unknown agent", place, repr(name), f"one of {', '.join(self._known)}", advice)

    async def choose(
        self, name: str, sitting: Sitting, seconds: float, *, stop: Stop | None = None, seed: int | None = None
    ) -> Choice:
        """What the agent called `name` decides for the seat that is asked, within so many seconds.

        The bout may change meanwhile: the agent is given all that it may know beforehand.

        Args:
            name: one of `meanings`.
            sitting: the bout.
            seconds: until the answer is due. Who has none by then is not waited for: the fallback decides.
            stop: may be set, for the best so far at once.
            seed: of the agent's chance; any by default.
        """
        question, enough = _Question(sitting, seed), threading.Event()
        asked = asyncio.get_running_loop().run_in_executor(self._threads, self._put, name, question, enough)
        seconds = max(0.0, seconds)
        reserve = min(RESERVE * seconds, MOST_RESERVE)
        try:
            await _first_of(asked, stop, seconds - reserve)
            enough.set()
            return await asyncio.wait_for(asyncio.shield(asked), 0.75 * reserve)
        except TimeoutError:
            asked.add_done_callback(lambda late: late.cancelled() or late.exception())  # nobody waits for it any more
            asked.cancel()
        except Exception:  # it may be somebody else's code: the bout must go on
            LOG.exception("The agent %s has failed; %s decides.", name, FALLBACK)
        return await asyncio.get_running_loop().run_in_executor(self._quick, self._put, FALLBACK, question, enough)

    def _put(self, name: str, question: "_Question", enough: threading.Event) -> Choice:
        """Ask the agent of this thread."""
        agents: dict[str, Any] = self._own.__dict__
        if name not in agents:
            agents[name] = self._load(self._known[name], self.game)
        return question.put_to(agents[name], name, enough)

    def close(self) -> None:
        """Ask nobody any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._quick.shutdown(wait=False, cancel_futures=True)


def new_entropy() -> int:
    """Where the chance of an agent comes from, when nobody says."""
    return secrets.randbits(128)


async def _first_of(asked: "asyncio.Future[Choice]", stop: Stop | None, seconds: float) -> None:
    """Wait for the answer, for being stopped, or for the time to be up."""
    if stop is None:
        await asyncio.wait({asked}, timeout=seconds)
        return
    stopped = asyncio.create_task(stop.wait())
    either: set[asyncio.Future[Any]] = {asked, stopped}
    try:
        await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopped.cancel()


class _Question:
    """What an agent may know of a decision, drawn from the bout in the moment in which it is asked."""

    def __init__(self, sitting: Sitting, seed: int | None) -> None:
        self._seed = np.random.SeedSequence(new_entropy() if seed is None else seed)
        self._game = sitting.game
        self._masks, self._seen = sitting.mask[None], sitting.observations[[sitting.seat]]
        self._world = sitting.imagine(sitting.seat, self._chance().integers(asking.SEEDS, size=1))

    def _chance(self) -> np.random.Generator:
        return np.random.default_rng(self._seed)

    def put_to(self, agent: Any, name: str, enough: threading.Event) -> Choice:
        """What the agent chooses.

        Raises:
            ValueError: the agent gave something that is no legal action.
        """
        if callable(getattr(agent, "think", None)):
            thought = agent.think(self._world, int(self._chance().integers(asking.SEEDS)), enough)
            expected = tuple(float(worth) for worth in thought.values[0])
            line = tuple(f"{name_of(seat)}: {self._game.actions[action]}" for seat, action in thought.line)
            known = bool(np.isfinite(expected).all())
            return Choice(self._legal(thought.actions[0]), name, expected if known else None, line)
        action = asking.ask(agent, self._seen, self._masks, lambda _: self._world, self._chance())[0]
        return Choice(self._legal(action), name, self._judged_by(agent))

    def _legal(self, action: Any) -> int:
        if not (0 <= action < self._masks.shape[1] and self._masks[0, action]):
            raise ValueError(f"the agent chose action {action}, which is not legal")
        return int(action)

    def _judged_by(self, agent: Any) -> tuple[float, ...] | None:
        """What the bout is worth to each seat, as they would see it in the imagined world, if the agent can tell."""
        if not callable(getattr(agent, "values", None)):
            return None
        return tuple(float(worth) for worth in agent.values(Sitting.at(self._game, self._world).observations))
