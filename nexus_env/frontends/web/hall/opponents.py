"""The games of the service and their agents, which are found by name and run in their own threads.

`questions` defines what they are given and what they may answer.
"""

import asyncio
import logging
import os
import secrets
import threading
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from nexus_env.contract.game import Game
from nexus_env.contract.roster import LEVELS
from nexus_env.core.session import Session
from nexus_env.frontends.web.hall.fair_share import Asker, Desk
from nexus_env.frontends.web.hall.questions import Choice, LegalQuestion, weighs
from nexus_env.frontends.web.hall.surroundings import REAL, Surroundings
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.machine.compiled import PLAIN
from nexus_env.players.agent_protocol import AgentFailed
from nexus_env.players.agents_by_name import LOADER, find_loader
from nexus_env.players.expectation import expects
from nexus_env.system.wording import did_you_mean

PLACES = 1 + max(2, os.cpu_count() or 1)  # slots for thinking agents; one address leaves one to others
LATE = 60.0  # seconds past its time after which an agent counts as failed, and nobody asks it until it has answered
RESERVE, MOST_RESERVE = 0.2, 0.25  # share of the time, and maximum in seconds, reserved for work after thinking
STOPPING = 2.0  # maximum seconds for that work if thinking was stopped early
LATE_WITH_ADVICE = 10.0  # seconds past its time after which advice is refused
LOG = logging.getLogger(__name__)
Stop = asyncio.Event
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class AskedAgent(Protocol[T_co]):
    """A question to an agent."""

    def put_to(self, agent: Any, name: str, enough: threading.Event) -> T_co:
        """The agent's answer; `enough` is set when it is due."""


def built_in_of(game: Game) -> dict[str, str]:
    """The game's built-in agents, with a description of each."""
    return game.agents.meanings


class ServedOpponents:
    """The agents that clients may name.

    A name from a client is never passed to the loader, since it could be a file or a module.
    """

    def __init__(
        self,
        game: Game,
        more: Mapping[str, str] | None = None,
        loader: str = LOADER,
        seed: int | None = None,
        surroundings: Surroundings = REAL,
    ) -> None:
        """Load the agents.

        Args:
            game: the game that they play.
            more: additional agents: the name that people see -> the name for the loader.
            loader: see `nexus_env.players.agents_by_name`.
            seed: the agents' default seed; None draws one for each choice.
            surroundings: the time and threads.

        Raises:
            ValueError: one of them is not available.
        """
        self.game, self._seed = game, seed
        self.fallback = game.agents.fallback  # decides if another agent fails or a person runs out of time
        self._load = find_loader(loader)
        self._resting: defaultdict[str, deque[Any]] = defaultdict(deque)  # idle instances: each has its own memory
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
        # Agents that answer at once need not wait for those that use all their time.
        self._desks = {is_thinker: Desk(PLACES, surroundings.now) for is_thinker in (True, False)}
        self._threads = surroundings.loose_threads("agent")
        self._lost: Counter[str] = Counter()  # questions that each agent has not answered, long after its time
        self._first: dict[str, Future[Any]] = {}  # the first question of each agent: see `warm`

    def _bring(self, name: str, *, needed: bool) -> None:
        """Load an agent. An optional one may be missing: some need a file, a library, or machine code."""
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
        """Whether this agent reports an expected result."""
        return name in self._judging

    def weighs(self, name: str) -> bool:
        """Whether this agent reports the probabilities of its choices."""
        return name in self._weighing

    def seats(self, name: str) -> tuple[int, ...]:
        """The seat counts that this agent supports."""
        return self._seats[name]

    @property
    def default(self) -> str:
        """The default opponent among the loaded agents."""
        return next(name for name in self.game.agents.rivals if name in self._known)

    def adviser(self, seats: int) -> str:
        """The default adviser: the strongest level for this seat count, else the default opponent."""
        able = [name for name in LEVELS if name in self._known and seats in self.seats(name)]
        return able[-1] if able else self.stand_in(seats)

    def estimator(self, seats: int) -> str | None:
        """The default agent for estimates: the adviser, else the first that reports results, or None."""
        able = [name for name in self._known if name in self._judging and seats in self.seats(name)]
        adviser = self.adviser(seats)
        return adviser if adviser in able else next(iter(able), None)

    def stand_in(self, seats: int) -> str:
        """The agent that plays on for a person who has left a bout with this many seats."""
        return self.default if seats in self.seats(self.default) else self.fallback

    def warm(self) -> None:
        """Ask every agent once, so that nothing compiles while a bout waits; failures are reported when it plays.

        All are waited for together. One that does not answer cannot hold the service: until it does, others decide.
        """
        if PLAIN:
            return
        session = Session(self.game, self.game.read_options())
        question, enough = LegalQuestion(session, 0), threading.Event()
        enough.set()  # for agents that think
        for name in self._known:
            self._first[name] = self._threads.submit(self._put, name, question, enough)
        wait(self._first.values(), LATE)
        for name, first in self._first.items():
            if not first.done():
                LOG.warning("The agent %s has not answered its first question in %g seconds.", name, LATE)
            elif (error := first.exception()) is not None:
                LOG.error("The agent %s has failed.", name, exc_info=error)

    def _is_lost(self, name: str) -> bool:
        """Whether an agent has not answered a question long after its time."""
        return self._lost[name] > 0 or (name in self._first and not self._first[name].done())

    def check(self, name: str, place: str, seats: int | None = None) -> None:
        """Raise a `Refusal` if there is no such agent, or it does not support this seat count."""
        if name not in self._known:
            expected = f"one of {', '.join(self._known)}"
            raise Refusal("unknown agent", place, repr(name), expected, did_you_mean(name, self._known))
        if seats is not None and seats not in self.seats(name):
            able = ", ".join(other for other in self._known if seats in self.seats(other))
            raise Refusal("unknown agent", place, f"{name!r}, which does not support {seats} seats", f"one of {able}")

    async def choose(
        self,
        name: str,
        session: Session,
        seconds: float,
        *,
        stop: Stop | None = None,
        seed: int | Sequence[int] | None = None,
        explained: bool = True,
        count: int = 0,
    ) -> Choice:
        """The decision of the agent called `name` for the seat to act, within `seconds`.

        The bout may change meanwhile: the agent receives all that it may know beforehand.

        Args:
            name: one of `meanings`.
            session: the bout.
            seconds: until the answer is due; after that, the fallback decides.
            stop: set it to get the best choice so far at once.
            seed: the agent's seed; by default that of all agents here.
            explained: include the expected result and the best line, which takes extra time.
            count: the number of its best choices to report.
        """
        seconds = max(0.0, seconds)
        reserve = min(RESERVE * seconds, MOST_RESERVE)
        patience = _Patience(seconds - reserve, 0.75 * reserve, begins_at_once=True)
        question = LegalQuestion(session, self.seed_or(seed), explained=explained, count=count)
        return await self._chosen(name, question, Asker(), patience, stop)

    async def decide(
        self,
        name: str,
        session: Session,
        seconds: float,
        asker: Asker,
        seed: Sequence[int] | None = None,
        least: float = 0.0,
    ) -> Choice:
        """The decision of the agent called `name` in a bout of the service, once it gets a slot.

        From then on, it thinks for `seconds`, and is waited for if it is late. The fallback decides only for an agent
        that fails, is missing, or has not answered `LATE` seconds after its time, then or before; `instead_of` says so.
        The answer comes at least `least` seconds after the slot, even with a single legal action, so that its time does
        not reveal whether there was a choice. Other arguments are those of `choose`; `asker` owns the slot.
        """
        patience = _Patience(seconds, LATE, begins_at_once=False, least=least)
        return await self._chosen(name, LegalQuestion(session, self.seed_or(seed), explained=False), asker, patience)

    async def advise(self, name: str, question: AskedAgent[T], seconds: float, asker: Asker) -> T:
        """The answer of the agent called `name` to a question; no other agent answers for it.

        It waits for a slot like others, and then thinks for `seconds`.

        Raises:
            Refusal: it has failed, or it has not answered in time.
        """
        if self._is_lost(name):
            found = f"{name}, which has not answered an earlier question"
            raise Refusal("busy", "agent", found, "another agent", "Ask another one.")
        patience = _Patience(seconds, LATE_WITH_ADVICE, begins_at_once=False)
        longest = seconds + 2 * LATE_WITH_ADVICE
        try:
            return await asyncio.wait_for(self._think(name, question, asker, patience, None), longest)
        except TimeoutError:
            found = f"no answer from {name} in {longest:g} seconds"
            raise Refusal("busy", "agent", found, "an agent that is free", "Ask again in a moment.") from None
        except Exception as error:  # it may be a user's code
            LOG.exception("The agent %s has failed.", name)
            raise Refusal("not now", "agent", f"{name}, which has failed", "another agent") from error

    def seed_or(self, seed: int | Sequence[int] | None) -> int | Sequence[int]:
        """The seed of a choice: `seed`, that of all agents here, or a random one."""
        if seed is not None:
            return seed
        return new_entropy() if self._seed is None else self._seed

    async def _chosen(
        self, name: str, question: LegalQuestion, asker: Asker, patience: "_Patience", stop: Stop | None = None
    ) -> Choice:
        """The choice of an agent, or else of the fallback, since the bout must continue."""
        try:
            if name in self._known and not self._is_lost(name):
                return await self._think(name, question, asker, patience, stop)
            found = "it has not answered an earlier question" if name in self._known else "no such agent"  # since
            LOG.warning("Agent %s: %s; %s decides.", name, found, self.fallback)
        except TimeoutError:
            LOG.warning("The agent %s has not answered in time; %s decides.", name, self.fallback)
        except Exception:  # it may be a user's code
            LOG.exception("The agent %s has failed; %s decides.", name, self.fallback)
        enough = threading.Event()
        choice = await asyncio.wrap_future(self._threads.submit(self._put, self.fallback, question, enough))
        return choice if name == self.fallback else replace(choice, instead_of=name)

    async def _think(
        self, name: str, question: AskedAgent[T], asker: Asker, patience: "_Patience", stop: Stop | None
    ) -> T:
        """Ask an agent once there is a slot for it.

        Raises:
            TimeoutError: it has not answered in time; it keeps its slot until it has, or is lost.
        """
        loop, enough = asyncio.get_running_loop(), threading.Event()
        asked_at = loop.time()
        place = self._desks[name in self._thinkers].place(asker)
        leave = await asyncio.wait_for(place, patience.whole if patience.begins_at_once else None)
        thinking = self._threads.submit(self._put, name, question, enough)
        self._free_when_done(thinking, name, leave, patience.seconds + LATE)
        asked = asyncio.wrap_future(thinking)
        try:
            began = asked_at if patience.begins_at_once else loop.time()
            await _first_of(asked, stop, max(0.0, patience.seconds - (loop.time() - began)))
            enough.set()
            left = patience.whole - (loop.time() - began)  # much, if thinking was stopped early
            choice = await asyncio.wait_for(asyncio.shield(asked), max(patience.late, min(left, STOPPING)))
            await asyncio.sleep(patience.least - (loop.time() - began))
            return choice
        finally:
            enough.set()
            if not asked.done():
                asked.cancel()

    def _free_when_done(self, thinking: "Future[Any]", name: str, leave: Callable[[], None], seconds: float) -> None:
        """Release the slot of an agent when it has answered, or after so many seconds, when it is lost."""
        loop, lost = asyncio.get_running_loop(), False

        def lose() -> None:
            nonlocal lost
            lost = True
            self._lost[name] += 1
            leave()

        def find() -> None:
            if lost:
                self._lost[name] -= 1
            else:
                losing.cancel()
                leave()

        losing = loop.call_later(seconds, lose)
        thinking.add_done_callback(lambda _: _call_in(loop, find))

    def _put(self, name: str, question: AskedAgent[T], enough: threading.Event) -> T:
        """Ask an idle instance of the agent with this name.

        Raises:
            AgentFailed: it has raised something that is no `Exception`.
        """
        try:
            return self._ask(name, question, enough)
        except Exception:
            raise
        except BaseException as error:  # `sys.exit()` in an agent must not end the service
            raise AgentFailed(f"the agent {name} has raised {type(error).__name__}") from error

    def _ask(self, name: str, question: AskedAgent[T], enough: threading.Event) -> T:
        try:
            agent = self._resting[name].pop()
        except IndexError:
            agent = self._load(self._known[name], self.game)
        try:
            return question.put_to(agent, name, enough)
        finally:
            self._resting[name].append(agent)

    def close(self) -> None:
        """Stop asking agents."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class ServedGames:
    """The games by name; the first one is the default."""

    def __init__(self, opponents: Sequence[ServedOpponents]) -> None:
        """Serve these games, each with its agents."""
        self._all = {one.game.name: one for one in opponents}

    def __iter__(self) -> Iterator[ServedOpponents]:
        return iter(self._all.values())

    @property
    def games(self) -> list[Game]:
        """The games in order."""
        return [one.game for one in self]

    def agents(self, game: Game) -> ServedOpponents:
        """The agents of a game that is served."""
        return self._all[game.name]

    def of(self, name: str | None, place: str = "game") -> ServedOpponents:
        """A game with its agents.

        Raises:
            Refusal: it is not served here.
        """
        if name is None:
            return next(iter(self))
        if name not in self._all:
            raise Refusal(
                "unknown game", place, repr(name), f"one of {', '.join(self._all)}", did_you_mean(name, self._all)
            )
        return self._all[name]

    def agreeing(self, name: str | None, game: str, place: str) -> ServedOpponents:
        """The game of a bout, if the request names none or the same.

        Args:
            name: the game in the request.
            game: the game of the bout.
            place: where the bout names it, such as `transcript`.

        Raises:
            Refusal: they differ, or the game is not served here.
        """
        if name is not None and name != game:
            raise Refusal("wrong value", "game", repr(name), f"{game!r}, the game of the {place}, or no value")
        return self.of(game, place)

    def with_rules(self, rules: str) -> Game | None:
        """The game of this name and version, as in `Game.stamps`, if it is served."""
        return next((game for game in self.games if game.stamps["game"] == rules), None)

    def close(self) -> None:
        """Stop asking agents."""
        for one in self:
            one.close()


def new_entropy() -> int:
    """A random seed for an agent."""
    return secrets.randbits(128)


@dataclass(frozen=True)
class _Patience:
    """The time limits of an answer, in seconds."""

    seconds: float  # until `enough` is set
    late: float  # after that, until nobody waits for it
    begins_at_once: bool  # counted from the question; otherwise from the start of thinking
    least: float = 0.0  # before its answer is passed on

    @property
    def whole(self) -> float:
        """The seconds until nobody waits for it."""
        return self.seconds + self.late


def _call_in(loop: asyncio.AbstractEventLoop, function: Callable[[], None]) -> None:
    """Call a function in an event loop, unless the loop has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(function)


async def _first_of(asked: "asyncio.Future[Any]", stop: Stop | None, seconds: float) -> None:
    """Wait for the answer, for `stop`, or for the end of the time."""
    if stop is None:
        await asyncio.wait({asked}, timeout=seconds)
        return
    stopped = asyncio.create_task(stop.wait())
    either: set[asyncio.Future[Any]] = {asked, stopped}
    try:
        await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopped.cancel()
