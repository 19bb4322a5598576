"""The agents of the service: found by name and asked in threads of their own.

`questions` knows what they are told and what they may say.
"""

import asyncio
import logging
import os
import secrets
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from nexus_env.frontends.web.fair_share import Asker, Desk
from nexus_env.frontends.web.questions import Choice, Question, weighs
from nexus_env.frontends.web.refusals import Refusal
from nexus_env.game.contract import Game
from nexus_env.game.roster import LEVELS
from nexus_env.machine.compiled import PLAIN
from nexus_env.play.session import Sitting
from nexus_env.players.agents_by_name import LOADER, find_loader
from nexus_env.players.expectation import expects
from nexus_env.system.wording import advised

PLACES = 1 + max(2, os.cpu_count() or 1)  # at which agents think at a time: one address leaves one to others
LATE = 60.0  # seconds by which an agent may be late in a bout of the service before it counts as having failed
RESERVE, MOST_RESERVE = 0.2, 0.25  # of the time, and in seconds: kept for what comes after the thinking
STOPPING = 2.0  # seconds at most for the same, where there is more time left since the thinking was stopped
LATE_WITH_ADVICE = 10.0  # seconds by which advice may be late; then whoever wanted it is told so
LOG = logging.getLogger(__name__)
Stop = asyncio.Event
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Asked(Protocol[T_co]):
    """What may be put to an agent."""

    def put_to(self, agent: Any, name: str, enough: threading.Event) -> T_co:
        """Its answer; `enough` is set when it is due."""


def built_in_of(game: Game) -> dict[str, str]:
    """The agents of a game that come with it, by name, and what each of them is after."""
    return game.agents.meanings


class Opponents:
    """The agents that may be asked for, by the names that strangers may use.

    A stranger's name is never handed to the loader: it could name a file or a module.
    """

    def __init__(
        self, game: Game, more: Mapping[str, str] | None = None, loader: str = LOADER, seed: int | None = None
    ) -> None:
        """Load the agents.

        Args:
            game: what they play.
            more: further agents, by the name that people see: what the loader knows each by.
            loader: see `nexus_env.players.agents_by_name`.
            seed: of an agent's chance where who asks names none; None draws another for each choice.

        Raises:
            ValueError: one of them cannot be had.
        """
        self.game, self._seed = game, seed
        self.fallback = game.agents.fallback  # decides where another one has failed, or a person has run out of time
        self._load = find_loader(loader)
        self._resting: defaultdict[str, deque[Any]] = defaultdict(deque)  # one that thinks does so in its own memory
        built_in = built_in_of(game)
        self._known = {name: name for name in built_in} | dict(more or {})
        for name in list(self._known):
            self._bring(name, needed=name == self.fallback or name in (more or {}))
        self.meanings = {name: built_in.get(name, f"the agent {known}") for name, known in self._known.items()}
        agents = {name: resting[0] for name, resting in self._resting.items() if resting}
        self._judging = {name for name, agent in agents.items() if expects(agent)}
        self._weighing = {name for name, agent in agents.items() if weighs(agent)}
        self._seats = {name: tuple(getattr(agent, "seats", game.seats)) for name, agent in agents.items()}
        self._thinkers = {name for name, agent in agents.items() if callable(getattr(agent, "think", None))}
        # Who answers at once need not wait for those that think for as long as they may.
        self._desks = {is_thinker: Desk(PLACES) for is_thinker in (True, False)}
        self._threads = ThreadPoolExecutor(2 * PLACES, thread_name_prefix="agent")
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="fallback")

    def _bring(self, name: str, *, needed: bool) -> None:
        """Load an agent. One that may come along may also be missing: some need a file, a library, or machine code."""
        try:
            agent = self._load(self._known[name], self.game)
        except ValueError:
            if needed:
                raise
            agent = None
        if agent is None or (PLAIN and not needed and callable(getattr(agent, "think", None))):
            del self._known[name]
        else:
            self._resting[name].append(agent)

    def expects(self, name: str) -> bool:
        """Whether this agent tells what it expects."""
        return name in self._judging

    def weighs(self, name: str) -> bool:
        """Whether this agent tells how probable its choices are."""
        return name in self._weighing

    def seats(self, name: str) -> tuple[int, ...]:
        """With how many seats this agent plays."""
        return self._seats[name]

    @property
    def default(self) -> str:
        """Who plays where nobody says who: of those that have come along."""
        return next(name for name in self.game.agents.rivals if name in self._known)

    def adviser(self, seats: int) -> str:
        """Who is asked for advice where nobody says whom: the strongest level for so many seats, else the default."""
        able = [name for name in LEVELS if name in self._known and seats in self.seats(name)]
        return able[-1] if able else self.stand_in(seats)

    def estimator(self, seats: int) -> str | None:
        """Who estimates the result where nobody says who: the adviser, or the first that tells; None if nobody does."""
        able = [name for name in self._known if name in self._judging and seats in self.seats(name)]
        adviser = self.adviser(seats)
        return adviser if adviser in able else next(iter(able), None)

    def stand_in(self, seats: int) -> str:
        """Who plays on for a person that has left a bout with so many seats."""
        return self.default if seats in self.seats(self.default) else self.fallback

    def warm(self) -> None:
        """Ask everybody once, so that nobody has to be compiled when a bout waits; what fails will be told then."""
        if PLAIN:
            return
        sitting = Sitting(self.game, self.game.read_options())
        question, enough = Question(sitting, 0), threading.Event()
        enough.set()  # for those that think
        for name in self._known:
            try:
                self._put(name, question, enough)
            except Exception:
                LOG.exception("The agent %s has failed.", name)

    def check(self, name: str, place: str, seats: int | None = None) -> None:
        """Raise a `Refusal` if there is no such agent, or none for so many seats."""
        if name not in self._known:
            expected = f"one of {', '.join(self._known)}"
            raise Refusal("unknown agent", place, repr(name), expected, advised(name, self._known))
        if seats is not None and seats not in self.seats(name):
            able = ", ".join(other for other in self._known if seats in self.seats(other))
            raise Refusal("unknown agent", place, f"{name!r}, which does not support {seats} seats", f"one of {able}")

    async def choose(
        self,
        name: str,
        sitting: Sitting,
        seconds: float,
        *,
        stop: Stop | None = None,
        seed: int | Sequence[int] | None = None,
        explained: bool = True,
        count: int = 0,
    ) -> Choice:
        """What the agent called `name` decides for the seat that is asked, within so many seconds.

        The bout may change meanwhile: the agent is given all that it may know beforehand.

        Args:
            name: one of `meanings`.
            sitting: the bout.
            seconds: until the answer is due. Who has none by then is not waited for: the fallback decides.
            stop: may be set, for the best so far at once.
            seed: of the agent's chance; by default that of all agents here.
            explained: with what it expects and what is to follow, which takes time of its own.
            count: how many of its first choices it is to weigh, too.
        """
        seconds = max(0.0, seconds)
        reserve = min(RESERVE * seconds, MOST_RESERVE)
        patience = _Patience(seconds - reserve, 0.75 * reserve, begins_at_once=True)
        question = Question(sitting, self.seed_or(seed), explained=explained, count=count)
        return await self._chosen(name, question, Asker(), patience, stop)

    async def decide(
        self,
        name: str,
        sitting: Sitting,
        seconds: float,
        asker: Asker,
        seed: Sequence[int] | None = None,
        least: float = 0.0,
    ) -> Choice:
        """What the agent called `name` decides in a bout of the service, when it is the turn of that bout.

        It thinks for so many seconds, counted from then on, and is waited for if it is late. The fallback decides only
        for one that fails, that is not here, or that has not answered `LATE` seconds after its time; `instead_of` says
        so. The answer comes no sooner than `least` seconds after that turn, also where there is but one thing to do:
        where `seconds` are fewer, when it comes does not tell whether there was a choice. Other arguments as those of
        `choose`; `asker` is for whom.
        """
        patience = _Patience(seconds, LATE, begins_at_once=False, least=least)
        return await self._chosen(name, Question(sitting, self.seed_or(seed), explained=False), asker, patience)

    async def advise(self, name: str, question: Asked[T], seconds: float, asker: Asker) -> T:
        """What the agent called `name` says of a question; nobody answers in its place.

        It waits for a place as others do, and thinks for so many seconds from then on.

        Raises:
            Refusal: it has failed, or it has not answered in time.
        """
        patience = _Patience(seconds, LATE_WITH_ADVICE, begins_at_once=False)
        longest = seconds + 2 * LATE_WITH_ADVICE
        try:
            return await asyncio.wait_for(self._think(name, question, asker, patience, None), longest)
        except TimeoutError:
            found = f"no answer from {name} in {longest:g} seconds"
            raise Refusal("busy", "agent", found, "an agent that is free", "Ask again in a moment.") from None
        except Exception as error:  # it may be somebody else's code
            LOG.exception("The agent %s has failed.", name)
            raise Refusal("not now", "agent", f"{name}, which has failed", "another agent") from error

    def seed_or(self, seed: int | Sequence[int] | None) -> int | Sequence[int]:
        """The seed of a choice: the one that is named, that of all agents here, or any."""
        if seed is not None:
            return seed
        return new_entropy() if self._seed is None else self._seed

    async def _chosen(
        self, name: str, question: Question, asker: Asker, patience: "_Patience", stop: Stop | None = None
    ) -> Choice:
        """What an agent chooses, or else the fallback: the bout must go on."""
        try:
            if name in self._known:
                return await self._think(name, question, asker, patience, stop)
            LOG.warning("Agent %s: no such agent; %s decides.", name, self.fallback)  # any more: a bout may be older
        except TimeoutError:
            LOG.warning("The agent %s has not answered in time; %s decides.", name, self.fallback)
        except Exception:  # it may be somebody else's code
            LOG.exception("The agent %s has failed; %s decides.", name, self.fallback)
        loop, enough = asyncio.get_running_loop(), threading.Event()
        choice = await loop.run_in_executor(self._quick, self._put, self.fallback, question, enough)
        return choice if name == self.fallback else replace(choice, instead_of=name)

    async def _think(self, name: str, question: Asked[T], asker: Asker, patience: "_Patience", stop: Stop | None) -> T:
        """Ask an agent when there is a place for it.

        Raises:
            TimeoutError: it has not answered; nobody waits for it any more, and it keeps its place until it has ended.
        """
        loop, enough = asyncio.get_running_loop(), threading.Event()
        asked_at = loop.time()
        place = self._desks[name in self._thinkers].place(asker)
        leave = await asyncio.wait_for(place, patience.whole if patience.begins_at_once else None)
        thinking = self._threads.submit(self._put, name, question, enough)
        thinking.add_done_callback(lambda _: _call_in(loop, leave))
        asked = asyncio.wrap_future(thinking)
        try:
            began = asked_at if patience.begins_at_once else loop.time()
            await _first_of(asked, stop, max(0.0, patience.seconds - (loop.time() - began)))
            enough.set()
            left = patience.whole - (loop.time() - began)  # much, if it was stopped early
            choice = await asyncio.wait_for(asyncio.shield(asked), max(patience.late, min(left, STOPPING)))
            await asyncio.sleep(patience.least - (loop.time() - began))
            return choice
        finally:
            enough.set()
            if not asked.done():
                asked.cancel()

    def _put(self, name: str, question: Asked[T], enough: threading.Event) -> T:
        """Ask an agent of this name that nobody else asks."""
        try:
            agent = self._resting[name].pop()
        except IndexError:
            agent = self._load(self._known[name], self.game)
        try:
            return question.put_to(agent, name, enough)
        finally:
            self._resting[name].append(agent)

    def close(self) -> None:
        """Ask nobody any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._quick.shutdown(wait=False, cancel_futures=True)


def new_entropy() -> int:
    """Where the chance of an agent comes from, when nobody says."""
    return secrets.randbits(128)


@dataclass(frozen=True)
class _Patience:
    """How long an agent may take for its answer, in seconds."""

    seconds: float  # until it is told that it is enough
    late: float  # and from then on until nobody waits for it any more
    begins_at_once: bool  # counted from the question on; else from the moment in which it begins to think
    least: float = 0.0  # before its answer is given on

    @property
    def whole(self) -> float:
        """Until nobody waits any more."""
        return self.seconds + self.late


def _call_in(loop: asyncio.AbstractEventLoop, function: Callable[[], None]) -> None:
    """Call it there, unless that loop has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(function)


async def _first_of(asked: "asyncio.Future[Any]", stop: Stop | None, seconds: float) -> None:
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
