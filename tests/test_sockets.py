"""The service over WebSockets, with every message held against the schema."""

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

import httpx
import websockets
from service import LIMIT, VALID, Json, Service, begin, play_on, run, serving, unlimited

service = unlimited


class Socket:
    """A front end at the other end of a WebSocket."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self, kind: str = "") -> Json:
        """The next message, or the next of a type."""
        while True:
            message: Json = json.loads(await asyncio.wait_for(self.socket.recv(), LIMIT))
            VALID.validate(message)
            if kind in ("", message["type"]):
                return message

    async def ask(self, **message: Any) -> Json:
        """Say something and wait for its answer."""
        VALID.validate({**message, "id": "mine"})
        await self.say(**message, id="mine")
        while (answer := await self.hear()).get("to") != "mine":
            pass
        return answer


@contextlib.asynccontextmanager
async def connected(service: Service) -> Any:
    async with websockets.connect(f"ws://127.0.0.1:{service.port}/v1/socket", max_size=None) as socket:
        yield Socket(socket)


def test_two_people_are_told_of_each_others_commands_at_once(service: Service) -> None:
    async def play() -> None:
        async with connected(service) as one, connected(service) as two, connected(service) as spectator:
            joined = await one.ask(type="create", seats=["person", "person"], name="Ada")
            bout = joined["bout"]
            await one.ask(type="watch", bout=bout, token=joined["token"])
            other = await two.ask(type="join", bout=bout, name="Bob")
            update = await one.hear("update")
            assert update["events"][0]["name"] == "Bob" and "to" not in update
            await two.ask(type="watch", bout=bout, token=other["token"])
            await spectator.ask(type="watch", bout=bout)
            asked = update["state"]["view"]["question"]["seat"]
            mover, waiter = (one, two) if asked == "player_0" else (two, one)
            token = joined["token"] if asked == "player_0" else other["token"]
            played = await mover.ask(
                type="play", bout=bout, token=token, at=update["cursor"], command="choose lanista 3"
            )
            for told in (await waiter.hear("update"), await spectator.hear("update")):
                assert told["events"] == played["events"] and told["cursor"] == played["cursor"]
            assert (await spectator.ask(type="unwatch", bout=bout))["type"] == "update"

    run(play())


def test_what_one_has_done_oneself_is_told_once(service: Service) -> None:
    """By the answer; others who watch are told by an update, and so is another connection of one's own."""

    async def play() -> None:
        async with connected(service) as mine, connected(service) as beside:
            joined = await mine.ask(type="create", seats=["person", "random"], seed=3)
            where = {"bout": joined["bout"], "token": joined["token"]}
            update = await mine.ask(type="watch", **where, after=0)
            await beside.ask(type="watch", **where, after=0)
            told = [event["cursor"] for event in update["events"]]
            for _ in range(6):
                while not update["state"]["legal"]:
                    update = await mine.hear("update")
                    told += [event["cursor"] for event in update["events"]]
                action = update["state"]["legal"][0]["action"]
                await mine.say(type="play", id="mine", **where, at=update["cursor"], action=action)
                while (update := await mine.hear()).get("to") != "mine":
                    told += [event["cursor"] for event in update["events"]]
                told += [event["cursor"] for event in update["events"]]
            assert told == list(range(1, told[-1] + 1)), "each once, and in order"
            heard: list[int] = []
            while not heard or heard[-1] < told[-1]:
                heard += [event["cursor"] for event in (await beside.hear("update"))["events"]]
            assert heard[: len(told) - 1] == told[1:] or heard[0] > 1
            refused = await mine.ask(type="play", **where, at=0, action=0)
            assert refused["type"] == "error"

    run(play())


def test_a_client_on_this_machine_does_not_name_another_address(service: Service, tmp_path: Path) -> None:
    """By a header; only a proxy that is named at the start is believed."""

    def answers(url: str) -> set[int]:
        with httpx.Client(base_url=url) as client:
            headers = [{"x-forwarded-for": f"10.0.0.{number}"} for number in range(40)]
            return {client.post("/v1/ping", json={}, headers=one).status_code for one in headers}

    with serving(tmp_path, "--rate", "2") as alone:
        alone.ask("ping")
        assert answers(alone.url) == {200, 429}
    with serving(tmp_path, "--rate", "2", "--proxy", "127.0.0.0/8") as behind:
        behind.ask("ping")
        assert answers(behind.url) == {200}


def test_a_front_end_that_was_cut_off_goes_on_from_its_cursor(service: Service) -> None:
    async def play() -> None:
        joined, update = begin(service)
        where = {"bout": joined["bout"], "token": joined["token"]}
        async with connected(service) as socket:
            await socket.ask(type="watch", **where, after=update["cursor"])
        later = await asyncio.to_thread(play_on, service, joined, update, 4)
        async with connected(service) as socket:
            missed = await socket.ask(type="watch", **where, after=update["cursor"])
            assert missed["events"][0]["cursor"] == update["cursor"] + 1
            assert missed["cursor"] >= later["cursor"]

    run(play())


def test_pings_and_stops_are_heard_while_an_agent_thinks(service: Service) -> None:
    async def talk() -> None:
        async with connected(service) as socket:
            assert (await socket.ask(type="options", agent="greedy", time=5.0))["type"] == "ready"
            situation = await socket.ask(type="position", position=". . .\n. 1v .\n. 0^ .")
            assert situation["seat"] == "player_0"
            await socket.say(type="go", id=1)
            await socket.say(type="ping", id=2)
            await socket.say(type="stop", id=3)
            heard = [await socket.hear() for _ in range(3)]
            assert {message["to"]: message["type"] for message in heard} == {1: "best", 2: "pong", 3: "ready"}
            assert (await socket.ask(type="options", agent="nobody"))["code"] == "unknown agent"

    run(talk())


def test_watching_needs_a_connection_that_stays(service: Service) -> None:
    joined, _ = begin(service)
    for kind in ("watch", "unwatch", "options", "position", "stop"):
        refused = service.say(kind, **({"bout": joined["bout"]} if "watch" in kind else {}))
        assert service.statuses[-1] == 404 and (refused["code"], refused["found"]) == ("not here", kind)
        assert "WebSocket" in refused["advice"]
