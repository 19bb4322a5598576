"""Uvicorn's HTTP connection, with a time limit for receiving a request, and a last answer when the process stops.

That answer is that the client should ask again. A `play` that was carried out already is answered the second time as it
would have been the first time.
"""

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from nexus_env.frontends.web.protocol.limits import SECONDS_FOR_A_REQUEST
from nexus_env.frontends.web.protocol.refusals import ENDING

TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
UNAVAILABLE = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n"
    b"content-type: application/json\r\naccess-control-allow-origin: *\r\ncontent-length: %d\r\n\r\n"
)
CLOSE = (b"connection", b"close")


class HttpConnection(H11Protocol):
    """One connection. Without the limit, a client could hold it forever, and their number is limited."""

    is_farewell: ClassVar[bool] = False  # whether this process is stopping, so that each answer closes its connection
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit."""
        super().connection_made(transport)
        self._mind_the_time()

    def data_received(self, data: bytes) -> None:
        """Receive a request, or a part of one."""
        super().data_received(data)
        self._mind_the_time()
        if self.is_farewell:
            self.end_with_answer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the time limit."""
        self._forget_the_time()
        super().connection_lost(exc)

    def end_with_answer(self) -> None:
        """Close the connection after the answer in progress."""
        if self._is_asked:
            self.headers.append(CLOSE)  # as if the client had requested it

    def refuse_to_answer(self) -> None:
        """Answer a waiting client that this process is stopping, and that it should ask again."""
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
        """Whether the client has to send next, over HTTP."""
        return not self._is_asked and self.transport.get_protocol() is self  # otherwise, it has become a WebSocket

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
