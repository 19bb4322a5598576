"""Uvicorn's HTTP connection: a request that is begun has to be completed in time, and one that is complete is answered.

The answer may be that this process ends, and that the next one knows.
"""

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from nexus_env.frontends.web.limits import SECONDS_FOR_A_REQUEST
from nexus_env.frontends.web.refusals import Refusal

TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
UNAVAILABLE = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n"
    b"content-type: application/json\r\ncontent-length: %d\r\n\r\n"
)
ENDING = Refusal("busy", "message", "a process that is stopping", "the process that replaces it", "Ask again.")
CLOSE = (b"connection", b"close")


class HttpConnection(H11Protocol):
    """One connection. It would otherwise stay for as long as the other side likes, and there are only so many."""

    is_farewell: ClassVar[bool] = False  # whether this process ends, so that each answer is the last of its connection
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there."""
        super().connection_made(transport)
        self._mind_the_time()

    def data_received(self, data: bytes) -> None:
        """Some of a request, or all of it."""
        super().data_received(data)
        self._mind_the_time()
        if self.is_farewell:
            self.end_with_answer()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._forget_the_time()
        super().connection_lost(exc)

    def end_with_answer(self) -> None:
        """Whoever is being answered is told with the answer to ask on another connection the next time."""
        if self._is_asked:
            self.headers.append(CLOSE)  # as if the request had asked for it

    def refuse_to_answer(self) -> None:
        """Whoever still waits for an answer is told that this process ends, and advised to ask again."""
        if self._is_asked and not self.cycle.response_started and not self.transport.is_closing():
            body = ENDING.message().as_text().encode()
            self.transport.write(UNAVAILABLE % len(body) + body)
            self.transport.close()

    @property
    def _is_asked(self) -> bool:
        """Whether a request is complete and its answer is not."""
        return self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body

    @property
    def _waits(self) -> bool:
        """Whether it is the other side's turn to speak HTTP."""
        return not self._is_asked and self.transport.get_protocol() is self  # else it has become a WebSocket

    def _mind_the_time(self) -> None:
        if not self._waits:
            self._forget_the_time()
        elif self._late is None:
            self._late = self.loop.call_later(SECONDS_FOR_A_REQUEST, self._let_go)

    def _forget_the_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _let_go(self) -> None:
        if self._waits and not self.transport.is_closing():
            self.transport.write(TOO_LATE)
            self.transport.close()
