"""A service for tests: a hall in this process, or a whole service as a process of its own."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any, TypeVar

import httpx
import pytest
from jsonschema import Draft202012Validator
from postgres import NEEDED, new_database
from processes import environment

from nexus_env.contract.game import Game
from nexus_env.frontends.web.hall.opponents import ServedGames, ServedOpponents
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import Store
from nexus_env.frontends.web.hall.surroundings import REAL, Surroundings
from nexus_env.frontends.web.protocol.schema import SCHEMA
from nexus_env.games.nexus import NEXUS

ROOT = Path(__file__).parent.parent
VALID = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
LIMIT = 600.0  # seconds for what takes a moment even on a busy machine: it matters only where a test fails
SEED = 1  # of all bouts and choices for which a test names none
DRAWING = ". . .\n. 1v .\n. 0^ ."  # a position to ask about
T = TypeVar("T")
Json = dict[str, Any]


def run(what: Coroutine[Any, Any, T]) -> T:
    """Carry out a coroutine in an event loop of its own."""
    return asyncio.run(what)


@cache
def served() -> ServedGames:
    """The games of a service that nobody asks to decide."""
    return ServedGames([ServedOpponents(NEXUS, seed=SEED)])


@contextmanager
def open_hall(
    folder: Path, name: str = "bouts.db", surroundings: Surroundings = REAL, game: Game = NEXUS
) -> Iterator[Hall]:
    """A hall over a database in a folder; what is under way in it ends with the event loop."""
    opponents, store = ServedOpponents(game, seed=SEED), Store(f"sqlite:///{folder / name}")
    try:
        yield Hall(store, [opponents], SEED, surroundings)
    finally:
        opponents.close()
        store.close()


def address(printed: IO[str]) -> str:
    """Where a service that is beginning listens: nobody else can have taken a port that it found free itself."""
    line = printed.readline()
    found = re.match(r"Open (http://127\.0\.0\.1:\d+)/ ", line)
    assert found, line
    return found[1]


class Service:
    """A service as a process of its own, and a front end that talks to it over HTTP.

    It serves NEXUS unless games are named: each game takes seconds to load in every one of its processes.
    """

    def __init__(self, store: str, *words: str, port: int = 0) -> None:
        words = words if "--game" in words else ("--game", "nexus", *words)
        words = ("--port", str(port), "--store", store, "--seed", str(SEED), *words)
        command = [sys.executable, "-m", "nexus_env", "serve", *words]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, env=environment(ROOT, ROOT / "tests"), text=True
        )
        assert self.process.stdout is not None
        self.url = address(self.process.stdout)
        self.port = int(self.url.rpartition(":")[2])
        self.http = httpx.Client(base_url=self.url, timeout=LIMIT)
        self.statuses: list[int] = []

    def ask(self, kind: str, **body: Any) -> Json:
        """Send a message over HTTP; both it and its answer are held against the schema."""
        VALID.validate({"type": kind, **body})
        return self.say(kind, **body)

    def say(self, kind: str, **body: Any) -> Json:
        """As `ask`, whatever the message is like; again while the service is getting ready, as it advises."""
        while (response := self.http.post(f"/v1/{kind}", json=body)).json().get("code") == "busy":
            pass
        self.statuses.append(response.status_code)
        answer: Json = response.json()
        VALID.validate(answer)
        assert (answer["type"] == "error") == (response.status_code != 200)
        return answer

    def kill(self) -> None:
        """End it as no process wants to end."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        """Ask it to end, and wait."""
        self.http.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[Service]:
    """A service with a database in a folder, or one of PostgreSQL where that is to be tested; the same each time."""
    service = Service(store_in(folder), *words)
    try:
        yield service
    finally:
        service.close()


@cache
def store_in(folder: Path) -> str:
    """The store of a folder."""
    return new_database() if os.environ.get(NEEDED) else f"sqlite:///{folder / 'bouts.db'}"


def begin(service: Service, *seats: str, **more: Any) -> tuple[Json, Json]:
    """A bout, by default a duel against greedy: what the creator is told, and how it stands.

    Agents have a minute for a decision: on a busy machine another one would decide for them.
    """
    agreed = {"seats": list(seats or ("person", "greedy")), "name": "Ada", "time": 60.0, **more}
    joined = service.ask("create", **agreed)
    return joined, service.ask("look", bout=joined["bout"], token=joined["token"], after=0)


def play_on(service: Service, joined: Json, update: Json, decisions: int, pick: int = 0) -> Json:
    """Decide so many times for a seat, always the same place among what is legal; the state after that."""
    where = {"bout": joined["bout"], "token": joined["token"]}
    while decisions and update["state"]["phase"] == "playing":
        if not update["state"]["legal"]:
            update = service.ask("look", **where, after=update["cursor"], wait=5.0)
            continue
        legal = update["state"]["legal"]
        command = legal[pick % len(legal)]["command"]
        update = service.ask("play", **where, at=update["cursor"], command=command)
        decisions -= 1
    return update


@pytest.fixture(scope="module")
def unlimited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that counts no messages, for all tests of a module."""
    with serving(tmp_path_factory.mktemp("service"), "--rate", "0") as found:
        yield found
