"""Uvicorn's HTTP protocol with a timeout for requests that are begun and not completed."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

from nexus_env.frontends.web.limits import SECONDS_FOR_A_REQUEST

TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Impatient(H11Protocol):
    """One connection. It would otherwise stay for as long as the other side likes, and there are only so many."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there."""
        super().connection_made(transport)
        self._mind_the_time()

    def data_received(self, data: bytes) -> None:
        """Some of a request, or all of it."""
        super().data_received(data)
        self._mind_the_time()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._forget_the_time()
        super().connection_lost(exc)

    @property
    def _waits(self) -> bool:
        """Whether it is the other side's turn to speak HTTP."""
        is_asked = self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body
        return not is_asked and self.transport.get_protocol() is self  # else it has become a WebSocket

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
