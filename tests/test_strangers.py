"""Strangers: too much, too often, too slowly, half, twice, nonsense; the bouts of others are unharmed."""

import asyncio
import json
import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import websockets
from agents_of_tests import Bomb
from nonsense import odd_message, over_a_socket, over_standard_input
from service import LIMIT, SEED, VALID, Json, Service, begin, run, serving

from nexus_env.frontends.web import http_connection
from nexus_env.frontends.web.guard import Bucket, Rates
from nexus_env.frontends.web.protocol.limits import (
    MOST_BYTES_OF_A_MESSAGE,
    MOST_CONNECTIONS_OF_AN_ADDRESS,
    SECONDS_OF_MESSAGES_AT_ONCE,
)
from nexus_env.frontends.web.protocol.messages import Go, Legal
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.frontends.web.worker import AgentWorker

DRAWING = ". . .\n. 1v .\n. 0^ ."


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("strangers"), "--rate", "0", "--game", "nexus,toy:GAME") as found:
        found.ask("legal", position=DRAWING)  # until agents are ready, all that is right is refused with 503
        yield found


# --- nonsense ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seed"), [("nexus", 0), ("toy", 1), ("toy", 2)])
def test_nonsense_over_a_websocket_is_answered_and_harms_nothing(service: Service, game: str, seed: int) -> None:
    """Every message has an answer that the schema knows; a bout in the middle stays as it is."""
    joined, before = begin(service, "person", "person", game=game)

    run(over_a_socket(service, joined, random.Random(seed), 60))
    after = service.ask("look", bout=joined["bout"], token=joined["token"], after=0)
    joins = after["cursor"] - before["cursor"]
    assert joins <= 1 and after["events"][0] == before["events"][0], "somebody may have taken the free seat, no more"


def test_nonsense_over_standard_input_is_answered(tmp_path: Path) -> None:
    """In large: python tests/long/nonsense.py --messages 100000."""
    codes = over_standard_input(tmp_path, random.Random(1), 150)
    assert {"wrong value", "no JSON", "unknown field"} <= set(codes)


@pytest.mark.parametrize("path", ["hello", "create", "look", "play", "go", "legal", "replay"])
def test_nonsense_over_http_is_answered(service: Service, path: str) -> None:
    joined, _ = begin(service, "person", "person", game="toy")
    chance = random.Random(path)
    for _ in range(12):
        body = odd_message(chance, joined).encode("utf-8", "surrogatepass")
        response = service.http.post(f"/v1/{path}", content=body, headers={"content-type": "application/json"})
        assert response.status_code < 500, (body, response.text)
        VALID.validate(response.json())
    for body in (b"", b"\xff\xfe", b"[" * 200_000, b'"' + b"x" * 100):
        response = service.http.post(f"/v1/{path}", content=body, headers={"content-type": "application/json"})
        assert response.status_code == 400, (body[:20], response.text)
        VALID.validate(response.json())


def test_the_description_of_the_routes_is_kept_to(service: Service, tmp_path: Path) -> None:
    """Schemathesis in small; in large: schemathesis run http://127.0.0.1:8000/openapi.json --max-examples 1000."""
    checks = "not_a_server_error,response_schema_conformance,content_type_conformance"
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{service.url}/openapi.json", "--max-examples", "4"]
    words = [
        *command,
        "--checks",
        checks,
        "--phases",
        "examples,fuzzing",
        "--generation-database",
        "none",
        "--seed",
        "1",
        "--request-timeout",
        str(LIMIT),
    ]
    done = subprocess.run(words, capture_output=True, text=True, timeout=580, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]


# --- too much, too often, too slowly ----------------------------------------------------------------------------------


def test_what_is_too_long_is_refused(service: Service) -> None:
    response = service.http.post("/v1/legal", content=b" " * (MOST_BYTES_OF_A_MESSAGE + 1))
    assert response.status_code == 413 and response.json()["code"] == "too much"

    async def send() -> None:
        with pytest.raises(websockets.ConnectionClosed):  # while it is sent, or where an answer would come
            async with websockets.connect(f"ws://127.0.0.1:{service.port}/v1/socket") as connection:
                await connection.send("x" * (MOST_BYTES_OF_A_MESSAGE + 100))
                await asyncio.wait_for(connection.recv(), LIMIT)

    run(send())
    assert service.ask("ping") == {"type": "pong"}


def test_a_message_may_be_as_long_as_is_said(service: Service) -> None:
    """Over HTTP and over a WebSocket; one byte more is refused."""
    longest = json.dumps({"type": "ping"}).ljust(MOST_BYTES_OF_A_MESSAGE)
    as_json = {"content-type": "application/json"}
    for text, status in ((longest, 200), (longest + " ", 413)):
        assert service.http.post("/v1/ping", content=text, headers=as_json).status_code == status

    async def send() -> None:
        async with websockets.connect(f"ws://127.0.0.1:{service.port}/v1/socket") as connection:
            await connection.send(longest)
            assert json.loads(await asyncio.wait_for(connection.recv(), LIMIT))["type"] == "pong"
            with pytest.raises(websockets.ConnectionClosed):
                await connection.send(longest + " ")
                await asyncio.wait_for(connection.recv(), LIMIT)

    run(send())


def test_too_many_messages_are_refused_until_one_has_waited(tmp_path: Path) -> None:
    with serving(tmp_path, "--rate", "1") as service:
        while (answer := service.ask("ping"))["type"] == "pong":
            pass
        assert answer["code"] == "too often" and service.statuses[-1] == 429
        while service.ask("ping")["type"] != "pong":
            pass

        async def talk() -> None:
            async with websockets.connect(f"ws://127.0.0.1:{service.port}/v1/socket") as connection:
                for _ in range(30):
                    await connection.send('{"type": "ping"}')
                heard = [json.loads(await asyncio.wait_for(connection.recv(), LIMIT)) for _ in range(30)]
                assert {message["type"] for message in heard} in ({"pong", "error"}, {"error"})

        run(talk())


def test_a_bucket_lets_through_what_was_agreed() -> None:
    bucket = Bucket(rate=10, level=10 * SECONDS_OF_MESSAGES_AT_ONCE, filled=100.0)
    assert sum(bucket.take(100.0) for _ in range(1000)) == 10 * SECONDS_OF_MESSAGES_AT_ONCE
    assert sum(bucket.take(101.0) for _ in range(1000)) == 10
    rates = Rates(1)
    for _ in range(MOST_CONNECTIONS_OF_AN_ADDRESS):
        assert rates.connect("there")
    assert not rates.connect("there") and rates.connect("elsewhere")
    rates.disconnect("there")
    assert rates.connect("there")
    with pytest.raises(Refusal):
        for _ in range(100):
            rates.check("there")
    rates.check("elsewhere")


def test_a_slow_reader_is_let_go_and_the_others_are_told(service: Service) -> None:
    """It does not read; the other one at the same bout is answered as fast as ever."""
    joined, _ = begin(service, "person", "greedy", options={"cycle_limit": 100})
    slow = socket.create_connection(("127.0.0.1", service.port))
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.sendall(handshake(service))
    watch = json.dumps({"type": "watch", "bout": joined["bout"], "token": joined["token"], "after": 0}).encode()
    for _ in range(600):  # each is answered by kilobytes that nobody reads
        try:
            slow.sendall(frame(watch))
        except OSError:
            break
    for _ in range(20):
        assert service.ask("look", bout=joined["bout"], token=joined["token"])["type"] == "update"
    slow.close()


def test_connections_that_end_in_the_middle_harm_nothing(service: Service) -> None:
    joined, before = begin(service, "person", "person")
    play = {"type": "play", "bout": joined["bout"], "token": joined["token"], "at": 1, "command": "pass"}
    pieces = [handshake(service)[:40], handshake(service), handshake(service) + frame(json.dumps(play).encode())[:30]]
    pieces += [b"POST /v1/play HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{", b"\x16\x03\x01", b"GET"]
    for piece in pieces:
        for half in (True, False):
            connection = socket.create_connection(("127.0.0.1", service.port))
            connection.sendall(piece)
            if half:
                connection.shutdown(socket.SHUT_WR)
            connection.close()
    after = service.ask("look", bout=joined["bout"], token=joined["token"], after=0)
    assert (after["cursor"], after["events"]) == (before["cursor"], before["events"])


def test_who_does_not_end_a_request_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connection, "SECONDS_FOR_A_REQUEST", 0.3)
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n"
    halves = [b"", head[:30], head + b"\r\n{"]

    async def answer_late(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await asyncio.sleep(0.6)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"{}"})

    async def say(port: int, request: bytes, rest: bytes = b"") -> bytes:
        """All that is answered to a request, and to the rest once the request has been."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        heard = await reader.readuntil(b"{}") if rest else b""
        writer.write(rest)
        heard += await reader.read()
        writer.close()
        return heard

    async def drip(port: int, request: bytes) -> bytes:
        """What is answered to a request that comes byte by byte, so that something is always on its way."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        reading = asyncio.create_task(reader.read())
        for byte in request:
            if not reading.done():
                writer.write(bytes([byte]))
                await asyncio.sleep(0.02)
        heard = await reading
        writer.close()
        return heard

    async def talk() -> None:
        config = uvicorn.Config(answer_late, http=http_connection.HttpConnection, lifespan="off")
        with socket.create_server(("127.0.0.1", 0)) as door:
            server, port = uvicorn.Server(config), door.getsockname()[1]
            serving = asyncio.create_task(server.serve(sockets=[door]))
            for half in halves:
                assert (await say(port, half)).startswith(b"HTTP/1.1 408"), half
                config.timeout_keep_alive = int(LIMIT) if half else 1
                again = await say(port, head + b"\r\n{}", half)  # and on a connection that was of use
                assert again.startswith(b"HTTP/1.1 200") and again.count(b"HTTP/1.1 408") == (half != b""), half
            with suppress(ConnectionResetError):  # one more byte was on its way
                assert (await drip(port, head)).startswith(b"HTTP/1.1 408")
            server.should_exit = True
            await serving

    run(asyncio.wait_for(talk(), LIMIT))


def handshake(service: Service) -> bytes:
    """What opens a WebSocket."""
    lines = ["GET /v1/socket HTTP/1.1", f"Host: 127.0.0.1:{service.port}", "Upgrade: websocket", "Connection: Upgrade"]
    lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "", ""]
    return "\r\n".join(lines).encode()


def frame(text: bytes) -> bytes:
    """A masked text frame."""
    length = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0xFE]) + len(text).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + text


# --- bouts that strangers give ----------------------------------------------------------------------------------------


def test_a_position_that_ends_the_rules_ends_only_their_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled rules look at no bounds: they work on strangers' positions in a process of its own."""
    for name in ("LOOK", "BEGINNING", "GRACE"):  # a process takes long to begin on a busy machine
        monkeypatch.setattr(f"nexus_env.frontends.web.worker.{name}", LIMIT)

    async def ask() -> None:
        worker = AgentWorker({"nexus": {"bomb": f"agents_of_tests:{Bomb.__name__.lower()}"}}, seed=SEED)
        try:
            with pytest.raises(Refusal) as caught:
                await worker.decide(Go(position=DRAWING), "bomb", 60.0, asyncio.Event())
            assert caught.value.code == "wrong position"
            assert (await worker.describe(Legal(position=DRAWING))).seat == "player_0"
            best = await worker.decide(Go(position=DRAWING), "greedy", 60.0, asyncio.Event())
            assert best.agent == "greedy"
        finally:
            worker.close()

    run(ask())


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"options": {"stock": "/etc"}}, "wrong options"),
        ({"options": {"cycle_limit": 10_000}}, "wrong options"),
        ({"options": {"barge": "9"}}, "wrong options"),
        ({"options": {"bargee": "1"}}, "wrong options"),
        ({"options": {"cycle_limit": "x"}}, "wrong options"),
        ({"seats": ["person", "agents_of_tests:bomb"]}, "unknown agent"),
        ({"seats": ["person", "/etc/passwd.onnx"]}, "unknown agent"),
        ({"seats": ["person", "person"], "seed": 1}, "wrong value"),
        ({"game": "toy", "options": {"rounds": 0}}, "wrong options"),
        ({"game": "toy", "options": {"barge": "1"}}, "wrong options"),
        ({"game": "chess"}, "unknown game"),
    ],
)
def test_what_a_stranger_may_not_agree_on(service: Service, more: Json, code: str) -> None:
    answer = service.ask("create", **{"seats": ["person", "greedy"], **more})
    assert answer["code"] == code, answer
