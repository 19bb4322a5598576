"""How a service begins, also before there is machine code, and how it ends."""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import uvicorn
from processes import environment
from service import LIMIT, address, open_hall, run, serving, store_in

from nexus_env.cli.main import read_arguments
from nexus_env.frontends.client import Http
from nexus_env.frontends.web.app import make_app
from nexus_env.frontends.web.conversation import Advisor
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.http_connection import HttpConnection
from nexus_env.frontends.web.protocol.limits import SECONDS_FOR_A_REQUEST
from nexus_env.frontends.web.serving import _configured
from nexus_env.frontends.web.warmup_server import served_in_plain

# --- the beginning ----------------------------------------------------------------------------------------------------


def test_until_there_is_machine_code_plain_python_serves_the_same_bouts(tmp_path: Path) -> None:
    """At the first start, at the same socket and from the same store; when it ends, nothing is lost."""
    words = ["serve", "--store", store_in(tmp_path), "--rate", "0", "--seed", "1"]
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        all_let_in, ended = threading.Barrier(5), threading.Event()
        with (
            ThreadPoolExecutor() as visitors,
            contextlib.ExitStack() as ending,
            served_in_plain(listening, read_arguments(words)),
            Http(url, patience=LIMIT) as plain,
        ):
            ending.callback(ended.set)
            offered = {agent["name"] for agent in plain.ask("hello")["games"][0]["agents"]}
            assert "greedy" in offered and "search" not in offered, "a search would take minutes"
            coming = [visitors.submit(_come_and_go, url, all_let_in, ended) for _ in range(4)]
            joined = plain.ask("create", seats=["person", "person"])
            other = plain.ask("join", bout=joined["bout"])
            update = plain.ask("look", bout=joined["bout"], after=0)
            token = joined["token"] if update["state"]["view"]["question"]["seat"] == "player_0" else other["token"]
            played = plain.ask("play", bout=joined["bout"], token=token, at=2, command="choose lanista 1")
            all_let_in.wait(LIMIT)
        for visitor in coming:
            visitor.result()
        socket.create_connection(listening.getsockname()).close()  # who asks now waits for the next process
    with serving(tmp_path) as compiled:
        update = compiled.ask("look", bout=joined["bout"], token=token, after=0)
        assert update["cursor"] == 3 and update["events"][2:] == played["events"]


def test_a_request_on_its_way_at_the_hand_over_is_answered(tmp_path: Path) -> None:
    """One that takes long is refused and may be sent again; a connection that is used again ends with an answer."""
    words = ["serve", "--store", store_in(tmp_path), "--rate", "0", "--seed", "1", "--game", "nexus"]
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        asked = threading.Barrier(6)
        with (
            ThreadPoolExecutor() as visitors,
            served_in_plain(listening, read_arguments(words)),
            Http(url, patience=LIMIT) as plain,
        ):
            bout = plain.ask("create", seats=["person", "person"])["bout"]
            cursor = plain.ask("look", bout=bout, after=0)["cursor"]
            waiting = [visitors.submit(_wait_for_news, url, {"bout": bout, "after": cursor}, asked) for _ in range(2)]
            staying = [visitors.submit(_come_and_stay, url, asked) for _ in range(3)]
            asked.wait(LIMIT)
            plain.ask("hello")  # who was there before has been let in
        for visitor in waiting:
            status, answer = visitor.result()
            assert status == 503 and (answer["code"], answer["advice"]) == ("busy", "Ask again.")
        for visitor in staying:
            visitor.result()


@pytest.mark.parametrize("is_asked_before", [False, True])
def test_an_answer_of_a_process_that_stops_closes_its_connection(
    is_asked_before: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the next request goes to the process that replaces it, on another connection."""
    asked, may_go_on = asyncio.Event(), asyncio.Event()

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        asked.set()
        await may_go_on.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"{}"})

    async def talk() -> bytes:
        server = uvicorn.Server(uvicorn.Config(answer, http=HttpConnection, lifespan="off"))
        with socket.create_server(("127.0.0.1", 0)) as door:
            serving = asyncio.create_task(server.serve(sockets=[door]))
            reader, writer = await asyncio.open_connection(*door.getsockname())
            if not is_asked_before:
                monkeypatch.setattr(HttpConnection, "is_farewell", True)
            writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}")
            await asked.wait()
            if is_asked_before:
                for connection in server.server_state.connections:
                    cast(HttpConnection, connection).end_with_answer()
            may_go_on.set()
            told = await reader.read()  # all, since the connection ends
            writer.close()
            server.should_exit = True
            await serving
        return told

    told = run(asyncio.wait_for(talk(), LIMIT))
    assert told.startswith(b"HTTP/1.1 200") and b"connection: close" in told and told.endswith(b"{}")


def _wait_for_news(url: str, news: dict[str, Any], asked: threading.Barrier) -> tuple[int, dict[str, str]]:
    """Wait for what does not come: status and body of the answer."""
    with contextlib.closing(HTTPConnection(url.removeprefix("http://"), timeout=LIMIT)) as http:
        http.request("POST", "/v1/look", json.dumps({**news, "wait": 30}), {"content-type": "application/json"})
        asked.wait(LIMIT)
        answer = http.getresponse()
        return answer.status, json.loads(answer.read())


def _come_and_stay(url: str, asked: threading.Barrier) -> None:
    """Ask again and again on one connection, until the service lets go of it.

    Raises:
        httpx.TransportError: the connection ended without an answer.
    """
    with httpx.Client(base_url=url, timeout=LIMIT) as http:
        assert http.post("/v1/hello", json={}).status_code == 200
        asked.wait(LIMIT)
        with contextlib.suppress(httpx.ReadTimeout):  # it was silent for so long that it needs a new connection
            while http.post("/v1/hello", json={}, timeout=10).headers.get("connection") != "close":
                pass


def _come_and_go(url: str, all_let_in: threading.Barrier, ended: threading.Event) -> None:
    """Ask for the page on one new connection after the other, until nobody lets one in.

    Raises:
        httpx.TransportError: somebody was let in, and sent away without an answer.
    """
    assert httpx.get(url, timeout=LIMIT).status_code == 200
    all_let_in.wait(LIMIT)
    while True:
        try:
            assert httpx.get(url, timeout=1).status_code == 200
        except httpx.ReadTimeout:
            if ended.is_set():
                return


def test_the_page_is_there_before_agents_are(tmp_path: Path) -> None:
    class Late:
        """An advisor that is never ready."""

        async def begin(self) -> None:
            await asyncio.Event().wait()

        def close(self) -> None:
            """Nothing is held."""

    async def visit() -> int:
        transport = httpx.ASGITransport(app)
        visitor = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")
        async with asyncio.timeout(LIMIT), app.router.lifespan_context(app), visitor:
            return (await visitor.get("/")).status_code

    with open_hall(tmp_path) as hall:
        app = make_app(hall, cast(Advisor, Late()))
        assert run(visit()) == 200


def test_an_agent_that_cannot_be_had_is_told_before_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from nexus_env.cli.main import main

    monkeypatch.setattr("nexus_env.frontends.web.serving.is_first_start", lambda game: False)
    words = ["--port", "0", "--store", f"sqlite:///{tmp_path}/x.db", "--agent", "mine=nobody"]
    assert main(["serve", *words]) == 2
    told = capsys.readouterr()
    assert "Open http://" not in told.out and "'nobody'" in told.err


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_service_that_is_told_to_end_leaves_nothing_behind(number: int, status: int, tmp_path: Path) -> None:
    """No process, and nothing for Python to complain of. All its processes get the signal, as from a terminal."""
    words = ("serve", "--port", "0", "--store", store_in(tmp_path))
    command = [sys.executable, "-m", "nexus_env", *words]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    ended = subprocess.Popen(command, env=environment(), text=True, start_new_session=True, **pipes)
    assert ended.stdout is not None
    with httpx.Client(base_url=address(ended.stdout), timeout=LIMIT) as http:
        begun = http.post("/v1/create", json={"seats": ["person", "greedy"], "seed": 1})  # with a process for greedy
        assert begun.status_code == 200
        os.killpg(ended.pid, number)
    _, errors = ended.communicate()
    assert (ended.returncode, [line for line in errors.splitlines() if not line.startswith("Compil")]) == (status, [])


def test_clients_drop_an_idle_connection_before_the_service_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """If both waited for as long, a request could meet the end of its connection and be lost."""
    monkeypatch.setattr("nexus_env.frontends.web.serving.make_app", lambda *parts: None)
    config = _configured(cast("Hall", None), cast(Any, None), argparse.Namespace(rate=1.0, proxy=None))
    dropped = httpx.Limits().keepalive_expiry
    assert dropped is not None and dropped < config.timeout_keep_alive < SECONDS_FOR_A_REQUEST
