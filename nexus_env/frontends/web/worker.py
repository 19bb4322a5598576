"""Worker processes for bouts that clients supply.

The compiled rules do not check bounds. A bout of the service was played by them from the start, so it is always valid;
a position from a client is checked, but a bug in the checks must not end the service.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, suppress
from typing import Any

from nexus_env.contract.registry import find
from nexus_env.frontends.web import client_bouts
from nexus_env.frontends.web.hall.fair_share import Asker, Desk
from nexus_env.frontends.web.hall.opponents import ServedGames, ServedOpponents
from nexus_env.frontends.web.protocol.messages import Best, Go, Legal, Situation
from nexus_env.frontends.web.protocol.refusals import Refusal, broken
from nexus_env.machine.compiled import PLAIN
from nexus_env.players.agents_by_name import LOADER
from nexus_env.system.logs import log_plainly
from nexus_env.system.processes import out_of_earshot

PROCESSES = 3  # one address may use all but one: one to think, and one to look meanwhile
GRACE = 5.0  # seconds that an answer may be late before its process is ended
BEGINNING = 120.0  # the same while the process starts, which may include compiling
LOOK = 20.0  # seconds for requests that need no thinking
POLL = 0.02
_here: dict[str, Any] = {}  # the objects of the worker process


class AgentWorker:
    """Some processes, each started when it is first needed, and restarted after it has ended."""

    def __init__(self, games: Mapping[str, Mapping[str, str]], loader: str = LOADER, seed: int | None = None) -> None:
        """The arguments are those of `ServedOpponents`; `games` has the additional agents of each game by its name."""
        self._all = [_Process(games, loader, seed) for _ in range(PROCESSES)]
        self._free = list(self._all)  # last in, first out
        self._desk = Desk(PROCESSES)

    async def begin(self) -> None:
        """Start all processes but one; the first to be used is ready when this returns.

        The last one starts when the others are busy. A service in plain Python, which runs while another process
        compiles, leaves the processor to it until a request arrives.
        """
        if PLAIN:
            return
        await self._all[-1].begin()
        for process in self._all[1:-1]:
            process.begin_beside()

    async def describe(self, request: Legal, address: str = "") -> Situation:
        """See `client_bouts.describe`; `address` is the client's."""
        async with self._next(LOOK, address) as process:
            await process.ready(LOOK)
            found: Situation = await process.ask(_describe, LOOK, request)
        return found

    async def decide(self, request: Go, agent: str, seconds: float, stop: asyncio.Event, address: str = "") -> Best:
        """See `client_bouts.decide`; waiting for a free process counts, waiting for one to start does not."""
        due = time.monotonic() + seconds
        async with self._next(seconds, address) as process:
            relaying = asyncio.create_task(process.relay(stop))
            try:
                if not process.has_begun:  # a late answer is better than none
                    await process.ready(LOOK)
                    due = time.monotonic() + seconds
                found: Best = await process.ask(_decide, due - time.monotonic() + GRACE, request, agent, due)
            finally:
                relaying.cancel()
        return found

    @asynccontextmanager
    async def _next(self, seconds: float, address: str) -> "AsyncIterator[_Process]":
        """A free process; addresses take turns, and none of them may use all.

        Raises:
            Refusal: none has become free within `seconds`.
        """
        try:
            leave = await asyncio.wait_for(self._desk.place(Asker(address)), seconds)
        except TimeoutError:
            found = f"{PROCESSES - 1} of your messages, or {PROCESSES} in all, in progress"
            raise Refusal("busy", "message", found, "a free place", "Ask again, or give it more time.") from None
        process = self._free.pop()
        try:
            yield process
        finally:
            self._free.append(process)
            leave()

    def close(self) -> None:
        """End all processes."""
        for process in self._all:
            process.give_up()


class _Process:
    """One process, which handles one request at a time."""

    def __init__(self, *arguments: Any) -> None:
        self._arguments, self._context = arguments, multiprocessing.get_context("spawn")
        self._stop = self._context.Event()
        self._pool: ProcessPoolExecutor | None = None
        self._beginning: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Start the process, if there is none; the start continues even if nobody waits for it anymore."""
        await asyncio.shield(self.begin_beside())

    def begin_beside(self) -> "asyncio.Task[None]":
        """Start the process, if there is none, without waiting for it."""
        if self._beginning is None:
            self._pool = ProcessPoolExecutor(1, self._context, _prepare, (*self._arguments, self._stop))
            self._beginning = asyncio.create_task(self._begun())
            self._beginning.add_done_callback(lambda begun: begun.cancelled() or begun.exception())
        return self._beginning

    async def _begun(self) -> None:
        try:
            await self._ask(_say_nothing, BEGINNING)
        except Refusal:
            raise broken() from None

    @property
    def has_begun(self) -> bool:
        """Whether it is ready."""
        return self._beginning is not None and self._beginning.done()

    async def ready(self, seconds: float) -> None:
        """Wait until the process is ready.

        Raises:
            Refusal: it is not ready within `seconds`.
        """
        try:
            await asyncio.wait_for(self.begin(), seconds)
        except TimeoutError:
            found, remedy = "agents that are still loading", "Ask again in a few seconds."
            raise Refusal("busy", "message", found, "agents that are ready", remedy) from None

    async def ask(self, function: Callable[..., Any], seconds: float, *arguments: Any) -> Any:
        """The answer of the process, which must be ready.

        Raises:
            Refusal: the process refuses the request, or the request ended the process.
        """
        answer = await self._ask(function, seconds, *arguments)
        if isinstance(answer, Refusal):
            raise answer
        return answer

    async def _ask(self, function: Callable[..., Any], seconds: float, *arguments: Any) -> Any:
        try:
            with out_of_earshot():  # the first request starts the process, and the service ends it
                asked = asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)
            return await asyncio.wait_for(asked, seconds)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            raise Refusal(
                "wrong position", "position", "one on which the rules fail", "one that can be played on"
            ) from None

    async def relay(self, stop: asyncio.Event) -> None:
        """Tell the process when to stop thinking."""
        self._stop.clear()
        await stop.wait()
        self._stop.set()

    def give_up(self) -> None:
        """End the process; if it is starting, suppress the error."""
        if self._beginning is not None:
            self._beginning.cancel()
        self.close()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                with suppress(ProcessLookupError):
                    process.kill()
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._beginning = None


# --- in the process ---------------------------------------------------------------------------------------------------


def _prepare(games: Mapping[str, Mapping[str, str]], loader: str, seed: int | None, stop: Any) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    log_plainly()
    threading.Thread(target=_end_with_service, daemon=True).start()
    _here["stop"] = stop
    _here["served"] = ServedGames([ServedOpponents(find(game), more, loader, seed) for game, more in games.items()])
    for opponents in _here["served"]:
        opponents.warm()


def _end_with_service() -> None:
    """End this process when the service ends, even after `kill -9`."""
    service = multiprocessing.parent_process()
    if service is not None:
        service.join()
        os._exit(1)


def _say_nothing() -> None:
    """Do nothing, to start the process."""


def _describe(request: Legal) -> Situation | Refusal:
    try:
        return client_bouts.describe(_here["served"], request)
    except Refusal as refusal:
        return refusal


def _decide(request: Go, agent: str, due: float) -> Best | Refusal:
    try:
        return asyncio.run(_thinking(request, agent, due - time.monotonic()))
    except Refusal as refusal:
        return refusal


async def _thinking(request: Go, agent: str, seconds: float) -> Best:
    stop = asyncio.Event()

    async def listen() -> None:
        while not _here["stop"].is_set():
            await asyncio.sleep(POLL)
        stop.set()

    listening = asyncio.create_task(listen())
    try:
        return await client_bouts.decide(_here["served"], request, agent, seconds, stop)
    finally:
        listening.cancel()
