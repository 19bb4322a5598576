"""The protocol over a WebSocket."""

import asyncio
import json
from itertools import count
from types import TracebackType
from typing import Any, Literal

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from nexus_env.frontends.client.proxies import is_here
from nexus_env.frontends.client.refused import Message, checked

PATIENCE = 60.0  # seconds that a busy service may take to open a connection
ENDED = "the connection to the service has ended: connect again, and watch with the last cursor"


class Socket:
    """A connection; several requests may be open at once, and updates arrive unrequested.

    async with Socket("ws://127.0.0.1:8000/v1/socket") as service:
        update = await service.ask("watch", bout=bout, token=token, after=0)
        news = await service.update()
    """

    def __init__(self, url: str) -> None:
        """Talk to the service at `url` within `async with`."""
        self._url, self._numbers = url, count(1)
        self._waiting: dict[int, asyncio.Future[Message]] = {}
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self.updates: asyncio.Queue[Message] = asyncio.Queue()

    async def ask(self, kind: str, **fields: Any) -> Message:
        """Send a message of a type and return its answer.

        Raises:
            Refused: the service has refused it.
            ConnectionError: the connection has ended: connect again, and `watch` with the last cursor.
        """
        assert self._socket is not None and self._reading is not None, "within `async with`"
        if self._reading.done():
            raise ConnectionError(ENDED)
        number = next(self._numbers)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            await self._socket.send(json.dumps({"type": kind, "id": number, **fields}))
        except ConnectionClosed as error:
            del self._waiting[number]
            raise ConnectionError(ENDED) from error
        return checked(await answer)

    async def update(self) -> Message:
        """Wait for the next unrequested update.

        Raises:
            ConnectionError: as `ask`, after all earlier updates have been returned.
        """
        assert self._reading is not None, "within `async with`"
        if self.updates.empty():
            coming = asyncio.create_task(self.updates.get())
            await asyncio.wait({coming, self._reading}, return_when=asyncio.FIRST_COMPLETED)
            if coming.done():
                return coming.result()
            coming.cancel()
            raise ConnectionError(ENDED)
        return self.updates.get_nowait()

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for text in self._socket:
                message: Message = json.loads(text)
                waiting = self._waiting.pop(message.get("to", 0), None)
                if waiting is None:
                    self.updates.put_nowait(message)
                elif not waiting.done():
                    waiting.set_result(message)
        finally:
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionError(ENDED))

    async def __aenter__(self) -> "Socket":
        proxy: Literal[True] | None = None if is_here(self._url) else True
        self._socket = await connect(self._url, max_size=None, open_timeout=PATIENCE, proxy=proxy)
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._socket is not None and self._reading is not None:
            await self._socket.close()
            await asyncio.gather(self._reading, return_exceptions=True)
