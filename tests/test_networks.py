"""What networks, proxies and upgrades do to the service: caches, addresses, marks, and the end of a process."""

import asyncio
import contextlib
import io
import json
import signal
import socket
import subprocess
import sys
from argparse import Namespace
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any, cast

import pytest
import toy
from processes import ROOT, environment

pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
import httpx
import uvicorn
from service import LIMIT, SEED, address, run
from test_advising import Talk

from nexus_env.frontends.web import serving
from nexus_env.frontends.web.app import make_app
from nexus_env.frontends.web.conversation import Here
from nexus_env.frontends.web.guard import address_of
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.frontends.web.hall.presence import LINGER, Presence
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import Store
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.stdio import converse
from nexus_env.frontends.web.worker import AgentWorker


@contextlib.asynccontextmanager
async def visited(folder: Path) -> Any:
    """A service of the toy, and somebody who visits it."""
    hall = Hall(Store(str(folder / "bouts.db")), [ServedOpponents(toy.GAME, seed=SEED)], SEED)
    transport = httpx.ASGITransport(make_app(hall, Here(hall)))
    async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
        yield client
    await hall.close()


def test_browsers_ask_whether_the_page_has_changed(tmp_path: Path) -> None:
    """For each file, by its content; answers to messages, which have tokens, are kept nowhere."""

    async def visit() -> None:
        async with visited(tmp_path) as client:
            for path in ("/", "/bout/x", "/page/main.js", "/page/base.css", "/client.js", "/docs"):
                answer = await client.get(path)
                assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache"), path
            same = {"if-none-match": (await client.get("/page/main.js")).headers["etag"]}
            assert (await client.get("/page/main.js", headers=same)).status_code == 304
            assert (await client.get("/page/wire.js", headers=same)).status_code == 200
            late = {"if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT"}
            assert (await client.get("/page/main.js", headers=late)).status_code == 200
            assert (await client.post("/v1/ping", json={})).headers["cache-control"] == "no-store"

    run(visit())


def test_no_address_begins_at_the_root(tmp_path: Path) -> None:
    """The service may be under a path of a proxy."""

    async def visit() -> None:
        async with visited(tmp_path) as client:
            joined = (await client.post("/v1/create", json={"seats": ["person", "random"], "seed": 1})).json()
            assert joined["link"] == f"bout/{joined['bout']}"
            listed = (await client.post("/v1/bouts", json={"tokens": [joined["token"]]})).json()
            assert listed["bouts"][0]["link"] == joined["link"]
            for path, base in (("/", "./"), (f"/{joined['link']}", "../")):
                page = (await client.get(path)).text
                assert f'src="{base}page/main.js"' in page and 'href="/' not in page and 'src="/' not in page
            assert 'href="/' not in (await client.get("/docs")).text
            assert (await client.get("/openapi.json")).json()["servers"] == [{"url": "."}]

    run(visit())


def test_no_answer_sends_a_browser_out_of_the_path_of_a_proxy(tmp_path: Path) -> None:
    """A redirection would name the service's own address."""

    async def ask() -> None:
        async with visited(tmp_path) as client:
            for path in ("/docs/", "/health/", "/client.js/", "/v1/look/", "/page"):
                answer = await client.get(path)
                assert answer.status_code == 404 and "location" not in answer.headers, path
                assert answer.json()["code"] == "not here"

    run(ask())


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_of_version_6_counts_by_its_network(said: str, counted: str) -> None:
    assert address_of({"type": "http", "client": (said, 1)}) == counted


def test_a_byte_order_mark_is_no_part_of_a_message(tmp_path: Path) -> None:
    """Over standard input, over a WebSocket, and alone on its line."""
    marked = b'\xef\xbb\xbf{"type": "ping", "id": 1}\n\xef\xbb\xbf\n{"type": "ping", "id": 2}\n'

    async def talk() -> list[Any]:
        hall = Hall(Store(str(tmp_path / "bouts.db"), at_once=False), [ServedOpponents(toy.GAME, seed=SEED)], SEED)
        out = io.StringIO()
        await Talk(hall).session.answer(messages.Ping())
        await converse(hall, io.BytesIO(marked), out)
        return [json.loads(line) for line in out.getvalue().splitlines()]

    assert [(one["type"], one["to"]) for one in run(talk())] == [("pong", 1), ("pong", 2)]
    from nexus_env.frontends.web.protocol.reading import id_in, read

    assert read('\ufeff{"type": "ping", "id": 3}').id == id_in('\ufeff{"type": "pong", "id": 3}') == 3


# --- the end of a process ---------------------------------------------------------------------------------------------


def test_an_ordinary_stop_answers_who_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """With a message that says to ask again, and nothing is logged as an error of the service."""
    monkeypatch.setattr(serving, "PATIENCE", 0)
    hall = Hall(Store(str(tmp_path / "bouts.db")), [ServedOpponents(toy.GAME, seed=SEED)], SEED)

    async def stop() -> bytes:
        worker = cast(AgentWorker, Here(hall))
        server = uvicorn.Server(serving._configured(hall, worker, Namespace(rate=0.0, proxy=[])))
        with socket.create_server(("127.0.0.1", 0)) as door:
            running = asyncio.create_task(server.serve(sockets=[door]))
            bout = (await hall.create(messages.Create(seats=["person", "person"]))).bout
            look = json.dumps({"bout": bout, "after": 1, "wait": 30}).encode()
            reader, writer = await asyncio.open_connection(*door.getsockname())
            head = b"POST /v1/look HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"
            writer.write(head % len(look) + look)
            while not (await hall.find(bout)).audience.is_there:
                await asyncio.sleep(0)
            server.should_exit = True
            told = await reader.read()
            writer.close()
            await running
        return told

    told = run(asyncio.wait_for(stop(), LIMIT))
    head, _, body = told.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 503") and b"application/json" in head
    assert (json.loads(body)["code"], json.loads(body)["advice"]) == ("busy", "Ask again.")
    assert not [one for one in caplog.records if one.exc_info]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_service_ends_although_an_agent_sleeps(tmp_path: Path) -> None:
    """For ever; with the status that the signal asks for."""
    words = ["serve", "--port", "0", "--game", "toy:GAME", "--store", str(tmp_path / "bouts.db"), "--seed", "1"]
    command = [sys.executable, "-m", "nexus_env", *words, "--agent", "sleeper=bad_agents:sleeper"]
    variables = environment(ROOT, ROOT / "tests", NUMBA_DISABLE_JIT="1")
    ended = subprocess.Popen(command, env=variables, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert ended.stdout is not None
    with httpx.Client(base_url=address(ended.stdout), timeout=LIMIT) as http:
        assert http.post("/v1/create", json={"seats": ["sleeper", "random"]}).status_code == 200
        assert ended.stdout.readline() == "asleep\n"
        ended.send_signal(signal.SIGTERM)
    _, errors = ended.communicate()
    assert (ended.returncode, errors) == (143, "")


SAID = {
    "serve": ({"type": "create", "seats": ["sleeper", "random"]}, ["--agent", "sleeper=bad_agents:sleeper"]),
    "mcp": ({"jsonrpc": "2.0", "id": 1, "method": "ping"}, []),
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("command", SAID)
def test_a_process_over_lines_ends_although_nobody_sends_another(command: str, tmp_path: Path) -> None:
    """It hears what comes after a byte-order mark, and is told to end while it waits for the next line."""
    said, words = SAID[command]
    words = [*words, "--game", "toy:GAME", "--store", str(tmp_path / "bouts.db"), "--seed", "1"]
    ended = subprocess.Popen(
        [sys.executable, "-m", "nexus_env", command, *(["--stdio"] if command == "serve" else []), *words],
        env=environment(ROOT, ROOT / "tests", NUMBA_DISABLE_JIT="1"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert ended.stdin is not None and ended.stdout is not None
    ended.stdin.write(BOM_UTF8 + json.dumps(said).encode() + b"\n")
    ended.stdin.flush()
    assert b"error" not in ended.stdout.readline()
    while command == "serve" and ended.stdout.readline() != b"asleep\n":
        pass
    ended.send_signal(signal.SIGTERM)
    assert ended.wait(LIMIT) == 143
    ended.communicate()


# --- who is away ------------------------------------------------------------------------------------------------------


def test_after_a_restart_who_watches_is_told_that_the_other_stays_away() -> None:
    """Although nobody came or went since; and again when somebody who is back leaves again."""

    class Clock:
        now = 100.0

        def __call__(self) -> float:
            return self.now

    async def wait() -> None:
        clock, told, timers = Clock(), list[float](), list[tuple[float, Any]]()
        loop = asyncio.get_running_loop()
        loop.call_later = lambda seconds, what, *given: _Timer(timers, clock.now + seconds, what, given)  # type: ignore[assignment,method-assign,misc]
        people = Presence(lambda: told.append(clock.now), 60.0, clock)

        def pass_time(seconds: float) -> None:
            end = clock.now + seconds
            while due := [one for one in timers if one[0] <= end]:
                first = min(due, key=lambda one: one[0])
                timers.remove(first)
                clock.now = first[0]
                first[1]()
            clock.now = end

        people.come("player_0")
        people.mind("player_0", "player_1")
        pass_time(59)
        assert told == [100.0]
        pass_time(2)
        assert told == [100.0, 160.05] and people.gone("player_1") >= 60
        people.ask("player_1")
        assert told[2:] == [161.0]
        pass_time(61)
        assert told[3:] == [pytest.approx(221.05)]
        people.come("player_1")
        people.go("player_1")
        pass_time(LINGER + 1)
        assert len(told) == 6, "it has come, and has gone"
        people.rest()
        assert not timers

    run(wait())


class _Timer:
    """A timer of a loop whose time passes when a test says so."""

    def __init__(self, timers: list[Any], when: float, what: Any, given: Any) -> None:
        self._timers, self._entry = timers, (when, lambda: what(*given))
        timers.append(self._entry)

    def cancel(self) -> None:
        if self._entry in self._timers:
            self._timers.remove(self._entry)
