"""Time that jumps, and threads that are none."""

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

TICK = 1e-5  # seconds that each step takes: else whoever waits for a rounding error would wait forever
MOMENT = 0.005  # seconds that work in a thread takes at most, unless it says otherwise


class Standstill(Exception):
    """Everybody waits, and nothing will ever happen again."""


class Loop(asyncio.BaseEventLoop):
    """An event loop that does not wait: its time is that of the next thing to happen."""

    def __init__(self) -> None:
        super().__init__()
        self._clock_resolution = 1e-6  # type: ignore[misc]
        self._now, self._selector = 1000.0, self
        self.after_step: Callable[[], None] = lambda: None  # called when all that was due has happened

    def time(self) -> float:
        """Seconds."""
        return self._now

    def select(self, timeout: float | None) -> list[Any]:
        """What a selector does that waits for the network: there is none."""
        self.after_step()
        if timeout is None:
            raise Standstill
        self._now += timeout + TICK
        return []

    def _process_events(self, events: list[Any]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody has to be woken."""

    def run_in_executor(self, executor: Any, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function a moment later, as `asyncio.to_thread` does."""
        done = self.create_future()

        def carry_out() -> None:
            if done.cancelled():
                return
            try:
                result = function(*arguments)
            except Exception as error:
                done.set_exception(error)
            else:
                done.set_result(result)

        self.call_soon(carry_out)
        return done


class Threads(Executor):
    """Work that is carried out in the loop's own thread, a moment later; it may say that it has taken longer."""

    spent = 0.0  # seconds that the work under way has taken so far, by itself

    def __init__(self, loop: Loop, chance: random.Random, *, is_waited_for: bool) -> None:
        self._loop, self._chance, self.is_waited_for = loop, chance, is_waited_for
        self._due: dict[Future[Any], tuple[asyncio.TimerHandle, Callable[[], Any]]] = {}
        self.busy = 0  # pieces of work that are not done

    @classmethod
    def spend(cls, seconds: float) -> None:
        """Said by work: it takes so long."""
        cls.spent += seconds

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> "Future[Any]":
        """Carry out some work soon."""
        future: Future[Any] = Future()
        timer = self._loop.call_later(self._chance.uniform(0, MOMENT), self._carry_out, future)
        self._due[future] = timer, lambda: function(*arguments, **named)
        self.busy += 1
        return future

    def _carry_out(self, future: "Future[Any]") -> None:
        timer, call = self._due.pop(future)
        timer.cancel()
        if not future.set_running_or_notify_cancel():
            self.busy -= 1
            return
        before, Threads.spent = Threads.spent, 0.0
        try:
            result, error = call(), None
        except BaseException as raised:
            result, error = None, raised
        took, Threads.spent = Threads.spent, before

        def finish() -> None:
            self.busy -= 1
            future.set_exception(error) if error is not None else future.set_result(result)

        if took == float("inf"):
            return
        if took:
            self._loop.call_later(took, finish)
        else:
            finish()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Finish what is due, or drop it."""
        for future in list(self._due):
            if cancel_futures:
                self._due.pop(future)[0].cancel()
                self.busy -= 1
            elif wait:
                self._carry_out(future)


class AtOnce(Executor):
    """Work that is carried out where it is asked for."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> "Future[Any]":
        """Carry it out."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments, **named))
        except BaseException as error:
            future.set_exception(error)
        return future
