"""Limits on strangers: messages per second, bytes per message, connections at a time."""

import json
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nexus_env.frontends.web.limits import (
    MOST_ADDRESSES_REMEMBERED,
    MOST_BYTES_OF_A_MESSAGE,
    MOST_CONNECTIONS_OF_AN_ADDRESS,
    SECONDS_OF_MESSAGES_AT_ONCE,
)
from nexus_env.frontends.web.refusals import Refusal

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # the link to a bout gives access to it
    (b"x-frame-options", b"DENY"),
)


@dataclass
class Bucket:
    """A token bucket: a number of messages per second on average, with bursts after a pause."""

    rate: float
    level: float
    filled: float = field(default_factory=time.monotonic)

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = time.monotonic()
        self.level = min(SECONDS_OF_MESSAGES_AT_ONCE * self.rate, self.level + (now - self.filled) * self.rate)
        self.filled = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Rates:
    """A bucket for each address."""

    def __init__(self, rate: float) -> None:
        """Allow `rate` messages per second; 0 for no limit."""
        self.rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._sockets: dict[str, int] = {}

    def check(self, address: str) -> None:
        """Count a message.

        Raises:
            Refusal: there are too many.
        """
        if not self.rate:
            return
        bucket = self._buckets.setdefault(address, Bucket(self.rate, SECONDS_OF_MESSAGES_AT_ONCE * self.rate))
        self._buckets.move_to_end(address)
        if len(self._buckets) > MOST_ADDRESSES_REMEMBERED:
            self._buckets.popitem(last=False)
        if not bucket.take():
            expected = f"{self.rate:g} a second on average"
            raise Refusal("too often", "message", "too many messages", expected, "Wait a moment.")

    def connect(self, address: str) -> bool:
        """Count an open connection; False if there are too many."""
        if self.rate and self._sockets.get(address, 0) >= MOST_CONNECTIONS_OF_AN_ADDRESS:
            return False
        self._sockets[address] = self._sockets.get(address, 0) + 1
        return True

    def disconnect(self, address: str) -> None:
        """Count the end of a connection."""
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]


def address_of(scope: Scope) -> str:
    """The address of the client."""
    client = scope.get("client")
    return str(client[0]) if client else ""


class Guard:
    """Middleware that limits HTTP messages and the sizes of their bodies, and adds security headers."""

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        """Wrap `app`."""
        self._app, self._rates = app, rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            if scope["method"] == "POST":
                self._rates.check(address_of(scope))
            body = await _body(scope, receive)
        except Refusal as refusal:
            await _refuse(refusal, send)
            return
        await self._app(scope, _once(body, receive), _with_headers(send))


async def _body(scope: Scope, receive: Receive) -> bytes:
    """The whole body of a request.

    Raises:
        Refusal: it is too long.
    """
    parts, size, more = [], 0, scope["method"] in ("POST", "PUT", "PATCH")
    while more:
        message = await receive()
        if message["type"] != "http.request":
            break
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MOST_BYTES_OF_A_MESSAGE:
            most = MOST_BYTES_OF_A_MESSAGE
            raise Refusal("too much", "message", f"more than {most} bytes", f"at most {most}")
        more = message.get("more_body", False)
    return b"".join(parts)


def _once(body: bytes, receive: Receive) -> Receive:
    """The `receive` of the application: the body that was read, then further events."""
    parts: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def give() -> Message:
        return parts.pop() if parts else await receive()

    return give


def _with_headers(send: Send) -> Send:
    async def give(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *HEADERS]}
        await send(message)

    return give


async def _refuse(refusal: Refusal, send: Send) -> None:
    headers: Iterable[Any] = [(b"content-type", b"application/json"), *HEADERS]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(refusal.message().as_json()).encode()})
