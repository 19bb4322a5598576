"""The processes of the service, the network in front of them, and the world around both."""

import asyncio
import json
import logging
import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import ContextVar, copy_context
from dataclasses import replace
from functools import partial
from typing import Any

import toy

from nexus_env.contract.game import Game
from nexus_env.frontends.web.app import make_app
from nexus_env.frontends.web.conversation import Conversation, Here
from nexus_env.frontends.web.hall import opponents, requests, shelf
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import Store, StoreError
from nexus_env.frontends.web.hall.surroundings import Surroundings
from nexus_env.frontends.web.protocol.refusals import broken
from simulation.clock import Loop, Standstill, Threads
from simulation.disk import Disk, Simulated

Json = dict[str, Any]
SHARED = 4  # of so many worlds, one has two services on one store
GIVEN_UP = 65.0  # seconds after which nobody waits for an agent any more
PLACES = 3  # slots for agents, on every machine
RATE = 20.0  # messages a second that one address may send on average
GRACE = 3.0  # seconds for requests under way when the service stops
MOST_STEPS_AT_THE_END = 10_000  # in which all that is under way is dropped
PATIENCE = 400.0  # seconds that a client waits for an answer
LOADER = "simulation.actors:load"


def _read_options(**options: Any) -> Any:
    """Those of the toy. Its rules may be broken, which bouts under way need not notice."""
    if not options and World.are_rules_broken:
        raise RuntimeError("the rules are broken")
    return toy.GAME.read_options(**options)


VERSIONS: list[Game] = [replace(toy.GAME, version=version, read_options=_read_options) for version in (1, 2)]


class LostError(Exception):
    """No answer has come: nobody knows whether the message has arrived."""


SERVING: ContextVar[Any] = ContextVar("SERVING", default=None)  # the process that a request has reached


class Process:
    """A service, from its start to its end."""

    def __init__(self, world: "World") -> None:
        self.world, self.is_up, self.is_dead = world, True, False
        self.tasks: dict[asyncio.Task[Any], None] = {}  # in their order, which a set has not
        self.pools: list[Threads] = []
        self.silent: list[tuple[str, float, float]] = []  # agents, since when and until when they do not answer
        self.surroundings = Surroundings(
            now=world.loop.time,
            date=lambda: 1.7e9 + world.loop.time(),
            threads=lambda name, most: self._pool(is_waited_for=True),
            loose_threads=lambda name: self._pool(is_waited_for=False),
            secret=lambda size: world.secret(size),
        )
        self._context = copy_context()
        self._context.run(SERVING.set, self)
        self.database = Simulated(world.disk, self, is_alone=not world.disk.is_shared)
        self.store = Store(self.database, surroundings=self.surroundings)
        names = {name: name for name in world.agents}
        self.opponents = ServedOpponents(world.game, names, LOADER, world.seed, self.surroundings)
        self.hall = Hall(self.store, [self.opponents], None, self.surroundings)
        self.sessions: list[Conversation] = []

    def _pool(self, *, is_waited_for: bool) -> Threads:
        self.pools.append(Threads(self.world.loop, self.world.chance, is_waited_for=is_waited_for))
        return self.pools[-1]

    def hears_nothing(self, agent: str, seconds: float) -> None:
        """An agent will not answer for so long."""
        now = self.world.loop.time()
        self.silent.append((agent, now, now + seconds))

    def asks(self, agent: str) -> None:
        """An agent is asked: not while it owes an answer that was due long ago."""
        now = self.world.loop.time()
        if any(agent == name and since + GIVEN_UP < now < until for name, since, until in self.silent):
            self.world.laws.refuse("an agent that does not answer is not asked again", agent)

    def carry_out(self, what: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """A task that ends with the process."""
        task = self.world.loop.create_task(what, context=self._context.copy())
        self.tasks[task] = None
        task.add_done_callback(self.tasks.pop)
        return task

    async def kill(self) -> None:
        """End at once, in the middle of whatever is under way."""
        self.is_up, self.is_dead, self.database.is_dead = False, True, True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.hall._answering.close()
        for pool in self.pools:
            pool.shutdown(cancel_futures=True)
        for bout in self.hall.shelf.bouts.values():
            bout.presence.rest()
        self.world.disk.lock.of(self).release()

    async def stop(self) -> None:
        """End as a service does that is asked to: requests get some seconds, and then an answer."""
        self.is_up = False
        under_way = list(self.tasks)
        for session in list(self.sessions):
            session.close()
        if under_way:
            await asyncio.wait(under_way, timeout=GRACE)
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        await self.hall.close()
        self.world.laws.stopped(self)


class World:
    """Everything there is, from one seed."""

    are_rules_broken = False  # no bout of the usual options can begin

    def __init__(self, seed: int, bouts: int, agents: tuple[str, ...]) -> None:
        from simulation.laws import Laws

        self.seed, self.bouts, self.agents = seed, bouts, agents
        self.chance, self.loop = random.Random(seed), Loop()
        self.disk, self.laws, self.version = Disk(self.chance), Laws(self), 0
        self.loss = self.chance.choice([0.0, 0.01, 0.05])  # how often a message or an answer is lost
        self.disk.is_shared = seed % SHARED == SHARED - 1
        self.servers = 1 + self.disk.is_shared  # how many processes serve
        self._secrets, self.processes = 0, list[Process]()
        self.disk.written, self.disk.spoiled = self.laws.written, self.laws.spoiled
        self.loop.after_step = self.laws.look
        self.loop.set_exception_handler(lambda _, context: self.laws.raised(context))
        DOOR.open(self)

    @property
    def game(self) -> Game:
        """The rules that are installed now."""
        return VERSIONS[self.version]

    @property
    def process(self) -> Process:
        """A process that serves, if there is any, or has served."""
        return next((one for one in self.processes if one.is_up), self.processes[-1])

    def secret(self, size: int) -> str:
        """A text that nobody guesses, and that comes again with the same seed."""
        self._secrets += 1
        return f"{'name' if size < 20 else 'token'}-{self._secrets:06d}-{self.chance.getrandbits(64):016x}"

    def run(self, story: Coroutine[Any, Any, None]) -> None:
        """Let a story happen."""
        before, shelf.MOST_BOUTS_IN_MEMORY = shelf.MOST_BOUTS_IN_MEMORY, self.chance.choice([2, 1000])
        places, opponents.PLACES = opponents.PLACES, PLACES
        seeds, requests.new_seed = requests.new_seed, lambda: self.chance.getrandbits(53)  # of each bout its own
        log, handler = logging.getLogger("nexus_env"), _Listener(self)
        log.propagate = False
        log.addHandler(handler)
        try:
            self.loop.run_until_complete(story)
        finally:
            shelf.MOST_BOUTS_IN_MEMORY, opponents.PLACES, requests.new_seed, log.propagate = before, places, seeds, True
            log.removeHandler(handler)
            self._end()

    def _end(self) -> None:
        """Drop what is still under way, even what would go on forever."""
        self.loop.after_step = bounded(MOST_STEPS_AT_THE_END)
        self.loop.set_exception_handler(lambda _, context: None)
        left = asyncio.all_tasks(self.loop)
        for task in left:
            task.cancel()
        with suppress(BaseException):
            if left:  # of nothing, `gather` would make an event loop of its own, which nobody closes
                self.loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self.loop.close()
        self.disk.engine.dispose()

    # --- who runs the service -----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start as many processes as are to serve."""
        self.laws.began_again()
        self.processes = [one for one in self.processes if one.is_up]
        while len(self.processes) < self.servers:
            self.processes.append(Process(self))

    async def stop(self) -> None:
        """Stop them all."""
        for process in self.processes:
            if process.is_up:
                await process.stop()

    def start_another(self) -> bool:
        """Start a second process on the same file; whether that is possible."""
        try:
            another = Process(self)
        except StoreError:
            return False
        another.store.close()
        return True

    # --- the network --------------------------------------------------------------------------------------------------

    async def travel(self) -> None:
        """What a message needs from one end to the other; it may be lost."""
        await asyncio.sleep(self.chance.choice([0.001, 0.01, 0.05, self.chance.expovariate(1.0)]))
        if self.chance.random() < self.loss:
            raise LostError

    async def over_http(self, method: str, path: str, body: Json | None, address: str) -> tuple[int, Json, Any]:
        """A request and its answer: status, headers, and the body, read as JSON where it is JSON.

        Raises:
            LostError: no answer has come.
        """
        await self.travel()
        process = self._up()

        said = body or {}

        def arrive() -> Coroutine[Any, Any, Any]:
            return _requested(DOOR.app(), method, path, body, address, partial(self._hear, process, path, said))

        self.laws.arrive(said)
        arrived = process.carry_out(arrive())
        if method == "POST" and self.chance.random() < self.loss:  # it arrives twice
            process.carry_out(_later(arrive(), self.chance.uniform(0, 5)))
        answer: tuple[int, Json, Any] = await _answered(arrived, process)
        await self.travel()
        return answer

    def _hear(self, process: Process, path: str, request: Json, answer: tuple[int, Json, Any]) -> None:
        """Hear an answer at the moment at which it leaves: later, the bout may have moved on."""
        if not process.is_dead:
            self.laws.answered(process, path, request, answer)

    def connect(self, hear: Callable[[Process, Json], None], address: str) -> tuple[Process, Conversation]:
        """A WebSocket.

        Raises:
            LostError: nobody listens.
        """
        process = self._up()
        session = Conversation(
            process.hall, Here(process.hall), lambda answer: hear(process, answer.as_json()), address
        )
        process.sessions.append(session)
        return process, session

    def _up(self) -> Process:
        serving = [one for one in self.processes if one.is_up]
        if not serving:
            raise LostError
        return serving[0] if len(serving) == 1 else self.chance.choice(serving)


def bounded(most: int) -> Callable[[], None]:
    """A function that can be called so often.

    Raises:
        Standstill: it is called more often.
    """
    left = iter(range(most))

    def count() -> None:
        if next(left, None) is None:
            raise Standstill

    return count


class Door:
    """What the app is given as its hall: that of the process that runs now. Making an app takes a second."""

    def __init__(self) -> None:
        self._world: Any = None
        self._app: Any = None
        self._worlds = 0

    def open(self, world: World) -> None:
        """Lead to the processes of a world from now on, whose time begins long after that of the last one."""
        self._world, self._worlds = world, self._worlds + 1

    def app(self) -> Any:
        """The application in front of the hall."""
        if self._app is None:
            self._app = make_app(self, self, RATE)  # type: ignore[arg-type]
        return self._app

    def _now(self) -> float:
        return float(1e6 * self._worlds + self._world.loop.time())

    def __getattr__(self, name: str) -> Any:
        hall = (SERVING.get() or self._world.process).hall
        return replace(hall.surroundings, now=self._now) if name == "surroundings" else getattr(hall, name)


DOOR = Door()


class _Listener(logging.Handler):
    """Hears what the service logs."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.WARNING)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        self._world.laws.logged(record)


async def _later(what: Coroutine[Any, Any, Any], seconds: float) -> Any:
    try:
        await asyncio.sleep(seconds)
    except asyncio.CancelledError:
        what.close()
        raise
    return await what


async def _answered(task: "asyncio.Task[Any]", process: Process) -> Any:
    """What a task of a process gives, if the process lives so long."""
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if process.is_dead:
        raise LostError
    if not done or task.cancelled():
        process.world.laws.refuse("every request is answered by a message", "no answer")
    return task.result()


async def _requested(
    app: Any, method: str, path: str, body: Json | None, address: str, hear: Callable[[tuple[int, Json, Any]], None]
) -> tuple[int, Json, Any]:
    """What the application answers; `hear` is told of it first."""
    content = b"" if body is None else json.dumps(body).encode()
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "scheme": "http",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json"), (b"host", b"service")],
        "client": (address, 1),
        "server": ("service", 80),
    }
    sent, parts = [{"type": "http.request", "body": content, "more_body": False}], list[Any]()

    async def receive() -> Any:
        if sent:
            return sent.pop()
        return await asyncio.Event().wait()

    async def send(message: Any) -> None:
        parts.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            hear(_read(parts))

    with suppress(Exception):  # answered already
        await app(scope, receive, send)
    if not parts:
        hear((500, {}, broken().message().as_json()))
        raise LostError
    return _read(parts)


def _read(parts: list[Any]) -> tuple[int, Json, Any]:
    """Status, headers, and the body, read as JSON where it is JSON."""
    text = b"".join(part.get("body", b"") for part in parts[1:])
    headers = {name.decode(): value.decode() for name, value in parts[0]["headers"]}
    is_json = headers.get("content-type", "").startswith("application/json")
    return parts[0]["status"], headers, json.loads(text) if is_json else text
