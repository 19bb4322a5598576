"""The clients in Python and JavaScript, and what they tell of mistakes and broken lines."""

import asyncio
import json
import re
import shutil
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx
import pytest
from processes import environment
from service import DRAWING, LIMIT, ROOT, SEED, Service, run, serving, unlimited

from nexus_env.frontends.client import Http, Process, Refused, Socket
from nexus_env.frontends.web.protocol.refusals import Refusal, refusing
from nexus_env.games.nexus import NEXUS
from nexus_env.text import transcript

service = unlimited


def test_the_python_clients_talk(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Past a proxy, which leads to other machines."""
    for name in ("http_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with Http(service.url) as http:
        assert http.ask("ping") == {"type": "pong"}
        with pytest.raises(Refused, match="unknown bout: bout: got 'x'") as caught:
            http.ask("look", bout="x")
        assert caught.value.code == "unknown bout"

    async def converse_over_a_socket() -> None:
        async with Socket(f"ws://127.0.0.1:{service.port}/v1/socket") as socket:
            joined = await socket.ask("create", seats=["person", "person"])
            await socket.ask("watch", bout=joined["bout"], token=joined["token"])
            with pytest.raises(Refused):
                await socket.ask("nonsense")
            await socket.ask("join", bout=joined["bout"])
            assert (await asyncio.wait_for(socket.update(), LIMIT))["cursor"] == 2

    run(converse_over_a_socket())
    told = subprocess.run(
        [sys.executable, "-m", "nexus_env.frontends.client.examples.duel", service.url, "random"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        timeout=LIMIT,
    )
    assert told.returncode == 0 and "The bout is over." in told.stdout, told.stderr


def test_what_lower_layers_say_is_told_once() -> None:
    with pytest.raises(Refusal) as refused, refusing("wrong transcript", "transcript", "a transcript"):
        raise ValueError("transcript, line 1: got 'x'; expected [transcript 1].")
    assert str(refused.value) == "transcript, line 1: got 'x'; expected [transcript 1]."
    with pytest.raises(Refusal) as refused, refusing("illegal", "command", "a legal command"):
        raise ValueError("'jump' is no command.")
    assert str(refused.value) == "command: got 'jump' is no command; expected a legal command."
    with pytest.raises(Refusal) as refused, refusing("wrong position", "position", "one that can be played on"):
        raise ValueError("position, table: got the unknown name 'x'.")
    assert str(refused.value) == "position, table: got the unknown name 'x'; expected one that can be played on."


def test_mistakes_are_the_same_over_http_as_elsewhere(service: Service) -> None:
    json_type = {"content-type": "application/json"}
    for body in ("{bad", '{"id": 1} more', "[]", '"x"', ""):
        told = service.http.post("/v1/ping", content=body, headers=json_type).json()
        assert (told["code"], told["place"], told["expected"]) == ("no JSON", "message", "one JSON object"), body
    for message, place, expected in (
        (("create", {"seats": ["person", 7]}), "seats[1]", "a text"),
        (("ping", {"id": 1.5}), "id", "a whole number or a text"),
        (("replay", {"transcript": "x", "eyes": "player_x"}), "eyes", "'everybody' or 'nobody' or "),
        (("go", {"position": DRAWING, "transcript": "x"}), "transcript", "a position, or a transcript"),
        (("go", {"position": DRAWING, "turns": 1}), "turns", "a position, or a transcript"),
        (
            ("go", {"transcript": transcript.write(transcript.record(NEXUS, {}, [], seed=1)), "turns": 9}),
            "turns",
            "at most 0",
        ),
    ):
        told = service.say(message[0], **message[1])
        assert (told["code"], told["place"]) == ("wrong value", place) and expected in told["expected"], told
    for field in ("int", "ping", "body"):  # words of the validator, too
        told = service.http.post("/v1/ping", json={field: 1}).json()
        assert (told["code"], told["place"]) == ("unknown field", field)
    joined = service.ask("create", seats=["person", "greedy"])
    where = {"bout": joined["bout"], "token": joined["token"], "action": 400}
    told = service.http.post("/v1/why", json=where).json()
    assert (told["code"], told["place"]) == ("wrong value", "action") and "0 to 308" in told["expected"]


def test_a_python_client_is_told_when_the_line_has_ended(tmp_path: Path) -> None:
    async def outlive() -> None:
        with serving(tmp_path) as service:
            service.ask("ping")
            async with Socket(f"ws://127.0.0.1:{service.port}/v1/socket") as socket:
                bout = (await socket.ask("create", seats=["person", "person"]))["bout"]
                await socket.ask("watch", bout=bout)
                await socket.ask("join", bout=bout)
                service.kill()
                assert (await asyncio.wait_for(socket.update(), LIMIT))["cursor"] == 2
                for waiting in (socket.update(), socket.ask("ping")):
                    with pytest.raises(ConnectionError, match="connect again"):
                        await asyncio.wait_for(waiting, LIMIT)

    run(outlive())


def test_a_service_of_ones_own_talks_over_standard_input_and_output(tmp_path: Path) -> None:
    words = ["serve", "--stdio", "--store", f"sqlite:///{tmp_path}/bouts.db", "--seed", str(SEED)]
    with Process([sys.executable, "-m", "nexus_env", *words]) as service:
        assert service.ask("hello")["games"][0]["name"] == "nexus"
        best = service.ask("go", position=DRAWING, time=10.0)
        assert best["seat"] == "player_0" and best["command"]
        with pytest.raises(Refused, match="no bout"):
            service.ask("legal")
        thinking = service.say("go", position=DRAWING, agent="search", time=60.0)
        assert service.ask("ping") == {"type": "pong", "to": thinking + 1}
        service.ask("stop")
        assert service.answer(thinking)["agent"] == "search"


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed: apt install nodejs")
def test_the_javascript_client_and_the_bot_of_boardgame_io(service: Service, tmp_path: Path) -> None:
    folder = ROOT / "nexus_env" / "frontends" / "client" / "examples"
    script = f"""
        import {{ NexusBot }} from "{folder.as_uri()}/boardgame_io.mjs";
        import {{ Http, Refused, Socket }} from "{folder.parent.as_uri()}/client.js";
        const url = process.argv[2];
        const Bot = NexusBot({{ url }});
        const G = {{ position: {json.dumps(DRAWING)} }};
        const move = await new Bot().play({{ G, ctx: {{ currentPlayer: "0" }} }}, "0");
        console.log(JSON.stringify(move.action));
        try {{ await new Http(url).ask("look", {{ bout: "x" }}); }}
        catch (error) {{ console.log(error instanceof Refused, error.code, error.message); }}
        class Deaf extends EventTarget {{ readyState = 3; send() {{}} }}
        const deaf = new Socket("", {{ WebSocket: Deaf }});
        deaf.socket.dispatchEvent(new Event("open"));
        try {{ await deaf.ask("ping"); }} catch (error) {{ console.log(error.code); }}
    """
    (tmp_path / "test.mjs").write_text(script, encoding="utf-8")
    service.ask("ping")
    for words in (
        ["node", folder / "duel.mjs", service.url, "random"],
        ["node", tmp_path / "test.mjs", service.url],
    ):
        told = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT)
        assert told.returncode == 0, told.stderr
        lines = told.stdout.splitlines()
        assert "The bout is over." in lines[-1] or "MAKE_MOVE" in lines[0], lines[-3:]
    move = json.loads(lines[0])
    assert move["payload"]["type"] == "command" and move["payload"]["playerID"] == "0"
    assert lines[1].startswith("true unknown bout unknown bout: bout: got 'x'") and lines[2] == "closed"


class Proxy(BaseHTTPRequestHandler):
    """Answers with a page, as what stands before a service does when the service is away."""

    def do_POST(self) -> None:
        self.send_error(502)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_a_page_is_no_message_to_a_python_client() -> None:
    with HTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        threading.Thread(target=proxy.handle_request, daemon=True).start()
        with Http(f"http://127.0.0.1:{proxy.server_port}") as front, pytest.raises(httpx.HTTPError, match="status 502"):
            front.ask("hello")


@pytest.mark.skipif(not (ROOT / "node_modules/.bin/tsc").exists(), reason="TypeScript is not installed: npm ci")
def test_the_typescript_of_the_page_fits_the_types(tmp_path: Path) -> None:
    """As somebody types it who has made types of the schema; a field that is not there is noticed."""
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```typescript\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    shutil.copy(ROOT / "nexus_env" / "frontends" / "web" / "page" / "protocol.d.ts", tmp_path)
    words = [str(ROOT / "node_modules/.bin/tsc"), "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022"]
    for text, status in ((block, 0), (block.replace("crowd_pile", "crowd_pole"), 2)):
        (tmp_path / "told.ts").write_text(text, encoding="utf-8")
        command = [*words, "--moduleResolution", "bundler", "--module", "esnext", "told.ts"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True)
        assert done.returncode == status, done.stdout
