"""Worker processes for bouts that strangers supply.

The compiled rules look at no bounds. A bout of the service comes from its own beginning and can hold nothing that they
do not know; a position comes from outside, and is checked, but a mistake in the checking must not end the service.
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

from nexus_env.frontends.web import client_bouts
from nexus_env.frontends.web.fair_share import Asker, Desk
from nexus_env.frontends.web.messages import Best, Go, Legal, Situation
from nexus_env.frontends.web.opponents import Opponents
from nexus_env.frontends.web.refusals import Refusal, broken
from nexus_env.frontends.web.served_games import ServedGames
from nexus_env.game.registry import find
from nexus_env.machine.compiled import PLAIN
from nexus_env.players.agents_by_name import LOADER
from nexus_env.system.processes import out_of_earshot

PROCESSES = 3  # of which one address may have all but one: for what it thinks about, and for a look meanwhile
GRACE = 5.0  # seconds that an answer may be late before its process is given up
BEGINNING = 120.0  # and before it is given up while it begins: compiling may be part of that
LOOK = 20.0  # seconds for what takes no thinking
POLL = 0.02
_here: dict[str, Any] = {}  # what the process has at hand


class Worker:
    """Some processes, each begun when it is first needed, and begun anew when it has ended."""

    def __init__(self, games: Mapping[str, Mapping[str, str]], loader: str = LOADER, seed: int | None = None) -> None:
        """Arguments as those of `Opponents`; of each game by its name its further agents."""
        self._all = [_Process(games, loader, seed) for _ in range(PROCESSES)]
        self._free = list(self._all)  # the one that was used last is used next
        self._desk = Desk(PROCESSES)

    async def begin(self) -> None:
        """Begin all processes but one; the one that is asked first has begun when this returns.

        The last one begins when the others are busy. Plain Python serves while another process makes machine code, and
        leaves it the processor until somebody asks.
        """
        if PLAIN:
            return
        await self._all[-1].begin()
        for process in self._all[1:-1]:
            process.begin_beside()

    async def describe(self, request: Legal, address: str = "") -> Situation:
        """See `client_bouts.describe`; `address` is that of who asks."""
        async with self._next(LOOK, address) as process:
            await process.ready(LOOK)
            found: Situation = await process.ask(_describe, LOOK, request)
        return found

    async def decide(self, request: Go, agent: str, seconds: float, stop: asyncio.Event, address: str = "") -> Best:
        """See `client_bouts.decide`; waiting for a free process counts, waiting for one that begins does not."""
        due = time.monotonic() + seconds
        async with self._next(seconds, address) as process:
            relaying = asyncio.create_task(process.relay(stop))
            try:
                if not process.has_begun:  # an answer that comes late is better than none
                    await process.ready(LOOK)
                    due = time.monotonic() + seconds
                found: Best = await process.ask(_decide, due - time.monotonic() + GRACE, request, agent, due)
            finally:
                relaying.cancel()
        return found

    @asynccontextmanager
    async def _next(self, seconds: float, address: str) -> "AsyncIterator[_Process]":
        """A process that has nothing to do; addresses take turns, and none of them has all.

        Raises:
            Refusal: none has become free in so many seconds.
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
    """One process, which is asked one thing at a time."""

    def __init__(self, *arguments: Any) -> None:
        self._arguments, self._context = arguments, multiprocessing.get_context("spawn")
        self._stop = self._context.Event()
        self._pool: ProcessPoolExecutor | None = None
        self._beginning: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Begin the process, if there is none; it goes on beginning when nobody waits for it any more."""
        await asyncio.shield(self.begin_beside())

    def begin_beside(self) -> "asyncio.Task[None]":
        """Begin the process, if there is none, and do not wait for it."""
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
        """Whether it can be asked."""
        return self._beginning is not None and self._beginning.done()

    async def ready(self, seconds: float) -> None:
        """Wait until the process has begun.

        Raises:
            Refusal: it has not in so many seconds.
        """
        try:
            await asyncio.wait_for(self.begin(), seconds)
        except TimeoutError:
            found, advice = "agents that are still loading", "Ask again in a few seconds."
            raise Refusal("busy", "message", found, "agents that are ready", advice) from None

    async def ask(self, function: Callable[..., Any], seconds: float, *arguments: Any) -> Any:
        """The answer of the process, which has begun.

        Raises:
            Refusal: what it refuses, or it has ended over the question.
        """
        answer = await self._ask(function, seconds, *arguments)
        if isinstance(answer, Refusal):
            raise answer
        return answer

    async def _ask(self, function: Callable[..., Any], seconds: float, *arguments: Any) -> Any:
        try:
            with out_of_earshot():  # the first question starts the process, which the service ends
                asked = asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)
            return await asyncio.wait_for(asked, seconds)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            raise Refusal(
                "wrong position", "position", "one on which the rules fail", "one that can be played on"
            ) from None

    async def relay(self, stop: asyncio.Event) -> None:
        """Tell the process when it is to stop thinking."""
        self._stop.clear()
        await stop.wait()
        self._stop.set()

    def give_up(self) -> None:
        """End the process; if it is beginning, nobody is told that it has not begun."""
        if self._beginning is not None:
            self._beginning.cancel()
        self.close()

    def close(self) -> None:
        """End the process, whatever it does."""
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
    threading.Thread(target=_end_with_service, daemon=True).start()
    _here["stop"] = stop
    _here["served"] = ServedGames([Opponents(find(game), more, loader, seed) for game, more in games.items()])
    for opponents in _here["served"]:
        opponents.warm()


def _end_with_service() -> None:
    """However the service ends: after a `kill -9` nobody else would end this process."""
    service = multiprocessing.parent_process()
    if service is not None:
        service.join()
        os._exit(1)


def _say_nothing() -> None:
    """Be there."""


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
