"""Kills a service in the middle of bouts, again and again, and looks whether anything that it acknowledged is lost.

The moment is counted in acknowledged events, and so it is the same on a machine that is busy.

PYTHONPATH=.:tests python tests/long/killing.py --runs 50
"""

import argparse
import random
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent))

from service import LIMIT, Json, Service, play_on

from nexus_env.games.nexus import NEXUS
from nexus_env.text import transcript

LEAST, MOST = 5, 60  # events that are acknowledged before it is killed
SEATS = ("person", "greedy")


class Player:
    """A front end in one bout: what it has said, and what was acknowledged."""

    def __init__(self, service: Service, seed: int, notice: Callable[[], object]) -> None:
        self.chance, self._notice = random.Random(seed), notice
        self.joined = service.ask("create", seats=list(SEATS), options={"cycle_limit": 3})
        self.where = {"bout": self.joined["bout"], "token": self.joined["token"]}
        self.acknowledged: dict[int, Json] = {}
        self.pending: Json | None = None

    def play(self, service: Service) -> None:
        """Decide at random until the service is gone or the bout is over."""
        with httpx.Client(base_url=service.url, timeout=LIMIT) as client, suppress(httpx.HTTPError):
            update = self._ask(client, "look", {**self.where, "after": 0})
            while update["state"]["phase"] == "playing":
                if not update["state"]["legal"]:
                    news = {**self.where, "after": update["cursor"], "wait": 5.0}
                    update = self._ask(client, "look", news)
                    continue
                command = self.chance.choice(update["state"]["legal"])["command"]
                self.pending = {**self.where, "at": update["cursor"], "command": command}
                update = self._ask(client, "play", self.pending)
                self.pending = None

    def _ask(self, client: httpx.Client, kind: str, body: Json) -> Json:
        answer: Json = client.post(f"/v1/{kind}", json=body).json()
        assert answer["type"] == "update", answer
        for event in answer["events"]:
            self.acknowledged[event["cursor"]] = event
            self._notice()
        return answer

    def check(self, service: Service) -> None:
        """Everything that was acknowledged is there; what was under way happened once or not at all, and can be said
        again; and the bout goes on to its end.
        """
        events = {event["cursor"]: event for event in service.ask("look", **self.where, after=0)["events"]}
        for cursor, event in self.acknowledged.items():
            kept = events.get(cursor, {})  # once the bout is over, it may tell more: which card somebody kept
            assert {**kept, **event} == kept, f"lost: {event}, found {kept}"
        if self.pending is not None:
            answer = service.ask("play", **self.pending)
            said = answer["events"][0]
            assert (said["cursor"], said["command"]) == (self.pending["at"] + 1, self.pending["command"])
        update = service.ask("look", **self.where, after=0)
        play_on(service, self.joined, update, 1000, pick=self.chance.randrange(7))
        read = transcript.read(service.ask("record", bout=self.joined["bout"])["transcript"])
        transcript.replay(NEXUS, read)


def once(folder: Path, seed: int, bouts: int = 3) -> tuple[int, int]:
    """One service, killed in the middle; after how many events, and how many were acknowledged at last."""
    most, noticed = random.Random(seed).randint(LEAST, MOST), threading.Semaphore(0)
    store = f"sqlite:///{folder / f'{seed}.db'}"
    service = Service(store, "--rate", "0")
    try:
        service.ask("hello")
        players = [Player(service, 100 * seed + number, noticed.release) for number in range(bouts)]
        threads = [threading.Thread(target=player.play, args=(service,)) for player in players]
        for thread in threads:
            thread.start()
        for _ in range(most):
            assert noticed.acquire(timeout=LIMIT), "nothing more is acknowledged"
        service.kill()
        for thread in threads:
            thread.join()
    finally:
        service.close()
    again = Service(store, "--rate", "0", port=service.port)
    try:
        again.ask("hello")
        for player in players:
            player.check(again)
    finally:
        again.close()
    return most, sum(len(player.acknowledged) for player in players)


def main(words: list[str] | None = None) -> int:
    """Run it so many times, and print each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    arguments: Any = parser.parse_args(words)
    kept = 0
    with tempfile.TemporaryDirectory() as folder:
        for run in range(arguments.runs):
            most, events = once(Path(folder), arguments.seed + run)
            kept += events
            print(f"run {run + 1}: killed after {most} events, {events} acknowledged, none lost", flush=True)
    print(f"{arguments.runs} runs, {kept} acknowledged events, none lost.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
