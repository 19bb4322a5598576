"""Several servers on one store: each hears of what the other accepts, and nothing is done twice."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from postgres import postgres
from service import LIMIT, SEED, run

from nexus_env.frontends.web.conversation import Conversation, Here
from nexus_env.frontends.web.hall.database import Database
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import Store, StoreError
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.games.nexus import NEXUS


class Shared(Database):
    """A file of SQLite that several servers of this process share, as they share a database of PostgreSQL."""

    is_shared = True


@asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[tuple[Hall, Hall]]:
    """Two servers on one store, which has a bout of two people."""
    opponents, url = ServedOpponents(NEXUS, seed=SEED), f"sqlite:///{folder}/bouts.db"
    one, two = (Hall(Store(Shared(url, is_alone=False)), [opponents], SEED) for _ in range(2))
    yield one, two
    for hall in (one, two):
        await hall.close()


def test_a_message_that_reaches_two_servers_at_once_is_answered_by_both(tmp_path: Path) -> None:
    """Whoever repeats a message has the seat, wherever the first one arrived."""

    async def play() -> None:
        async with two_servers(tmp_path) as halls:
            for _ in range(10):
                joined = await halls[0].create(messages.Create(seats=["person", "person"]))
                join = messages.Join(bout=joined.bout, name="Bob", token="t" * 40)
                asked = [Conversation(hall, Here(hall)).answer_or_refuse(join) for hall in halls]
                answers = [answer.as_json() for answer in await asyncio.gather(*asked)]
                assert [answer["type"] for answer in answers] == ["joined", "joined"], answers
                assert answers[0] == answers[1]
                kept = await halls[1].store.read(joined.bout)
                assert kept is not None and [event["kind"] for event in kept.events].count("joined") == 2

    run(play())


def test_a_look_that_waits_hears_of_another_server(tmp_path: Path) -> None:
    async def play() -> None:
        async with two_servers(tmp_path) as (one, two):
            joined = await one.create(messages.Create(seats=["person", "person"]))
            at = (await two.look(messages.Look(bout=joined.bout))).cursor
            waits = asyncio.create_task(two.look(messages.Look(bout=joined.bout, after=at, wait=30)))
            there = await two.find(joined.bout)
            while not there.audience.is_there:
                await asyncio.sleep(0)
            await one.join(messages.Join(bout=joined.bout, name="Bob"))
            async with asyncio.timeout(20):  # less than it waits
                assert [event.name for event in (await waits).events] == ["Bob"]

    run(play())


def test_a_bout_that_cannot_be_read_keeps_no_other_from_hearing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with two_servers(tmp_path) as (one, two):
            told: asyncio.Queue[messages.Update] = asyncio.Queue()
            joined = [await one.create(messages.Create(seats=["person", "person"])) for _ in range(2)]
            for bout in joined:
                await two.watch(messages.Watch(bout=bout.bout), told.put_nowait)
            read, (spoiled, whole) = two.store.read_after, [bout.bout for bout in joined]

            async def fail(name: str, after: int) -> Any:
                if name == spoiled:
                    raise StoreError("The bout could not be read.")
                return await read(name, after)

            monkeypatch.setattr(two.store, "read_after", fail)
            for name in (spoiled, whole):
                await one.join(messages.Join(bout=name, name="Bob"))
            assert (await asyncio.wait_for(told.get(), LIMIT)).bout == whole

    run(play())


def test_two_servers_share_a_bout() -> None:
    """Each sees what the other has accepted, and of two that come at once one wins."""

    async def play(url: str) -> None:
        stores = [Store(url), Store(url)]
        opponents = ServedOpponents(NEXUS, seed=SEED)
        one, two = (Hall(store, [opponents], SEED) for store in stores)
        told: asyncio.Queue[messages.Update] = asyncio.Queue()
        joined = await one.create(messages.Create(seats=["person", "person"]))
        _, end = await two.watch(messages.Watch(bout=joined.bout), told.put_nowait)
        other = await one.join(messages.Join(bout=joined.bout, name="Bob"))
        heard = await asyncio.wait_for(told.get(), LIMIT)
        assert heard.events[0].name == "Bob", "a spectator at the other server hears of it"
        state = (await two.look(messages.Look(bout=joined.bout))).state
        token = str(joined.token if state.view["question"]["seat"] == "player_0" else other.token)
        plays = [
            hall.play(messages.Play(bout=joined.bout, token=token, at=2, action=167 + n))
            for n, hall in ((0, one), (1, two))
        ]
        results = await asyncio.gather(*plays, return_exceptions=True)
        codes = [result.code for result in results if isinstance(result, Refusal)]
        assert codes == ["stale"], results
        updates = [(await hall.look(messages.Look(bout=joined.bout, after=0))).as_json() for hall in (one, two)]
        assert updates[0] == updates[1]
        end()
        await one.close()
        await two.close()

    with postgres() as database:
        run(play(database.url))


def test_people_are_known_to_all_servers_of_a_database() -> None:
    """Who is connected with one is not taken to have left by another."""

    async def play(url: str) -> None:
        stores = [Store(url), Store(url)]
        opponents = ServedOpponents(NEXUS, seed=SEED)
        one, two = (Hall(store, [opponents], SEED) for store in stores)
        joined = await one.create(messages.Create(seats=["person", "person"]))
        await one.join(messages.Join(bout=joined.bout))
        _, end = await one.watch(messages.Watch(bout=joined.bout, token=joined.token), lambda _: None)
        here = await one.find(joined.bout)
        here.presence._compared = -1e9
        await one.find(joined.bout)
        there = await two.find(joined.bout)
        if not there.presence.is_here("player_0"):
            there.presence._compared = -1e9
            await two.find(joined.bout)
        assert there.presence.here(there.seats) == ["player_0"]
        assert there.presence.gone("player_0") < 60
        end()
        await one.close()
        await two.close()

    with postgres() as database:
        run(play(database.url))
