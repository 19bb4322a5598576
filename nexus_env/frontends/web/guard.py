"""Limits on strangers: messages per second, bytes per message, connections at a time."""

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nexus_env.frontends.web.protocol.limits import (
    MOST_ADDRESSES_REMEMBERED,
    MOST_BYTES_OF_A_MESSAGE,
    MOST_CONNECTIONS_OF_AN_ADDRESS,
    SECONDS_OF_MESSAGES_AT_ONCE,
)
from nexus_env.frontends.web.protocol.refusals import ENDING, Refusal

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # the link to a bout gives access to it
    (b"x-frame-options", b"DENY"),
)


BITS_OF_A_NETWORK = 64


@dataclass
class Bucket:
    """A token bucket: a number of messages per second on average, with bursts after a pause."""

    rate: float
    level: float
    filled: float  # when it was, in seconds

    def take(self, now: float) -> bool:
        """Whether one more may pass now."""
        self.level = min(SECONDS_OF_MESSAGES_AT_ONCE * self.rate, self.level + (now - self.filled) * self.rate)
        self.filled = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Rates:
    """A bucket for each address."""

    def __init__(self, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        """Allow `rate` messages per second; 0 for no limit. `now` is the time in seconds."""
        self.rate, self._now = rate, now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._sockets: dict[str, int] = {}

    def check(self, address: str) -> None:
        """Count a message.

        Raises:
            Refusal: there are too many.
        """
        if not self.rate:
            return
        now, full = self._now(), SECONDS_OF_MESSAGES_AT_ONCE * self.rate
        bucket = self._buckets.setdefault(address, Bucket(self.rate, full, now))
        self._buckets.move_to_end(address)
        if len(self._buckets) > MOST_ADDRESSES_REMEMBERED:
            self._buckets.popitem(last=False)
        if not bucket.take(now):
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
    """The address of the client; of version 6 its network, since a household or a server has 2**64 addresses."""
    client = scope.get("client")
    said = str(client[0]) if client else ""
    try:
        found = ip_address(said.partition("%")[0])
    except ValueError:  # no address: a name, or that of a socket of Unix
        return said
    if not isinstance(found, IPv6Address):
        return said
    return str(found.ipv4_mapped or IPv6Network((found, BITS_OF_A_NETWORK), strict=False))


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
        answer = _Answer(scope, send)
        try:
            await self._app(scope, _once(body, receive), answer)
        except asyncio.CancelledError:  # the service stops, and will wait no longer
            if not answer.has_begun:
                await _refuse(ENDING, send)


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


class _Answer:
    """The `send` of the application, which adds headers."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._send, self.has_begun = send, False
        self._kept = b"no-store" if scope["method"] == "POST" else b"no-cache"  # answers have tokens

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            headers = [*message.get("headers", ()), *HEADERS]
            if all(name != b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", self._kept))
            message = {**message, "headers": headers}
        await self._send(message)


async def _refuse(refusal: Refusal, send: Send) -> None:
    body = json.dumps(refusal.message().as_json()).encode()
    kind = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers: Iterable[Any] = [*kind, (b"cache-control", b"no-store"), *HEADERS]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
