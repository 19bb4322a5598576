"""What is acknowledged is on disk: after a crash, over several servers, in SQLite and in PostgreSQL."""

import asyncio
import socket
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import killing
import pytest
from postgres import Postgres, find_programs, postgres
from processes import environment
from service import LIMIT, SEED, Json, Service, begin, open_hall, play_on, run

from nexus_env.frontends.web.hall import shelf
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import Store, StoreError, Taken
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.games.nexus import NEXUS

SERVERS = 6


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where bouts are kept."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('store')}/bouts.db"
        return
    with postgres() as found:
        yield found.url


def test_what_was_kept_is_read_again(url: str) -> None:
    async def keep() -> None:
        store = Store(url)
        await store.begin("one", {"seed": 2**53})
        await asyncio.gather(*(store.append("one", cursor, {"n": cursor}) for cursor in range(1, 200)))
        with pytest.raises(Taken):
            await store.append("one", 7, {"n": "another"})
        with pytest.raises(Taken):
            await store.begin("one", {})
        store.close()
        again = Store(url)
        kept = await again.read("one")
        assert kept is not None and kept.head == {"seed": 2**53}
        assert [event["n"] for event in kept.events] == list(range(1, 200))
        assert await again.read_after("one", 197) == [{"n": 198}, {"n": 199}]
        assert await again.read("two") is None
        again.close()

    run(keep())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_servers_that_start_at_the_same_moment_on_an_empty_database_all_come_up(kind: str, tmp_path: Path) -> None:
    """However often: each time in a database in which there is nothing yet. Of a file, all but one are refused."""

    def start(url: str) -> None:
        ready.wait(60)
        try:
            store = Store(url)
        except StoreError as error:
            assert kind == "sqlite" and "one that another service uses" in str(error)
            all_tried.wait(60)
            return
        all_tried.wait(60)
        store.close()

    with ExitStack() as held, ThreadPoolExecutor(SERVERS) as starting:
        server = held.enter_context(postgres()) if kind == "postgresql" else None
        for number in range(5):
            if server is None:
                url = f"sqlite:///{tmp_path}/{number}.db"
            else:
                url = server.make_database(f"empty{number}")
            ready, all_tried = threading.Barrier(SERVERS), threading.Barrier(SERVERS)
            for come_up in [starting.submit(start, url) for _ in range(SERVERS)]:
                come_up.result()


def test_a_database_of_tests_ends_with_tests_that_are_killed() -> None:
    """It would serve on for ever."""
    find_programs()
    code = "from postgres import Postgres; made = Postgres(); made.start(); print(made.folder, made.port); input()"
    words, variables = [sys.executable, "-u", "-c", code], environment(Path(__file__).parent)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(words, **pipes, env=variables, text=True) as tests:  # type: ignore[call-overload]
        folder, port = tests.stdout.readline().split()
        socket.create_connection(("127.0.0.1", int(port))).close()
        tests.kill()
        assert tests.stdout.read() == ""  # which ends when its guard has ended, too
    assert not Path(folder).exists()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", int(port)))


def test_one_wrong_row_does_not_spoil_those_written_with_it(url: str) -> None:
    async def keep() -> None:
        store = Store(url)
        await store.begin("three", {})
        await store.append("three", 5, {})
        rows = [store.append("three", cursor, {}) for cursor in range(1, 10)]
        results = await asyncio.gather(*rows, return_exceptions=True)
        assert [type(result) for result in results] == [type(None)] * 4 + [Taken] + [type(None)] * 4
        store.close()

    run(keep())


def test_a_bout_that_was_stored_in_spite_of_an_error_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written together and reported as a failure is written again, each by itself: it may be there already."""

    async def play() -> None:
        with open_hall(tmp_path) as hall:
            database = hall.store._database
            failures = [StoreError("The bout could not be saved: the connection is lost.")]
            write = database.write

            def write_and_fail(writes: Any) -> None:
                write(writes)
                if failures and len(writes) > 1:
                    raise failures.pop()

            monkeypatch.setattr(database, "write", write_and_fail)
            create = messages.Create(seats=["person", "person"])
            joined = await asyncio.gather(*(hall.create(create) for _ in range(20)))
            assert not failures
            for one in joined:
                assert (await hall.look(messages.Look(bout=one.bout, token=one.token))).state.you == "player_0"

    run(play())


@pytest.mark.parametrize("wrong", ["nonsense", "sqlite:////no/such/folder/x.db", "sqlite://", "oracle://x"])
def test_a_store_that_cannot_be_opened_says_why(wrong: str) -> None:
    with pytest.raises(
        StoreError, match=r"^store .*expected a file such as bouts.db, or a URL such as sqlite:///bouts.db"
    ):
        Store(wrong)


def test_a_store_that_cannot_be_written_is_refused_at_the_start(tmp_path: Path) -> None:
    """Although its tables can be read."""
    file = tmp_path / "mine.db"
    Store(str(file)).close()
    with pytest.raises(StoreError, match=r"^store .*: got one that cannot be opened or written \(.*readonly.*; expect"):
        Store(f"sqlite:///file:{file}?mode=ro&uri=true")
    with pytest.raises(StoreError, match=r": got one that cannot be opened or written \(a folder\); expected a file"):
        Store(str(tmp_path))


@pytest.mark.parametrize("spoil", [lambda whole: whole[:5000], lambda whole: b"no database" + whole[11:]])
def test_a_file_of_which_nothing_can_be_read_says_what_to_do(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    """Cut off, as by a full disk, or another file."""
    file = tmp_path / "mine.db"
    Store(str(file)).close()
    file.write_bytes(spoil(file.read_bytes()))
    with pytest.raises(
        StoreError, match=r"^store .*: got a damaged file, .*; expected a backup of it .*, or another file"
    ):
        Store(str(file))


def test_a_store_is_named_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine.db", str(tmp_path / "yours.db")):
        Store(name).close()
        assert (tmp_path / name).exists()


def test_a_file_is_made_when_there_is_something_to_keep(tmp_path: Path) -> None:
    async def keep() -> None:
        store = Store(str(tmp_path / "mine.db"), at_once=False)
        assert not list(tmp_path.iterdir())
        await store.begin("a", {"seed": 1})
        assert (await store.read("a")) is not None and (tmp_path / "mine.db").exists()
        store.close()
        nowhere = Store(str(tmp_path / "no" / "mine.db"), at_once=False)
        with pytest.raises(StoreError, match="expected a file"):
            await nowhere.begin("a", {"seed": 1})
        with pytest.raises(StoreError, match="expected a file"):
            await nowhere.read("a")
        nowhere.close()

    run(keep())


def test_a_bout_goes_on_where_it_was(tmp_path: Path) -> None:
    """Another process, the same bout: the same events, tokens and dice to come."""

    async def first() -> tuple[messages.Joined, Json]:
        with open_hall(tmp_path) as hall:
            joined = await hall.create(messages.Create(seats=["person", "person"], options={"deal": "random"}))
            other = await hall.join(messages.Join(bout=joined.bout, name="Bob"))
            for _ in range(9):
                update = await hall.look(messages.Look(bout=joined.bout, token=joined.token, after=0))
                token = joined.token if update.state.legal else other.token
                legal = (await hall.look(messages.Look(bout=joined.bout, token=token))).state.legal
                await hall.play(
                    messages.Play(bout=joined.bout, token=str(token), at=update.cursor, action=legal[0].action)
                )
            return joined, (await hall.look(messages.Look(bout=joined.bout, token=joined.token, after=0))).as_json()

    async def second(joined: messages.Joined) -> Json:
        with open_hall(tmp_path) as hall:
            return (await hall.look(messages.Look(bout=joined.bout, token=joined.token, after=0))).as_json()

    joined, before = run(first())
    assert run(second(joined)) == before


@pytest.mark.parametrize(("stored", "kept"), [(99, 99), (0, 2)])
def test_a_server_that_has_seen_less_keeps_what_another_remembers(tmp_path: Path, stored: int, kept: int) -> None:
    """How a bout ended at one server must not be replaced by how it stood at one that stops later."""

    async def stop() -> int:
        with open_hall(tmp_path) as hall:
            joined = await hall.create(messages.Create(seats=["person", "person"]))
            await hall.join(messages.Join(bout=joined.bout, name="Bob"))
            await hall.store.remember(joined.bout, {"cursor": stored})
            await hall.shelf.remember(await hall.find(joined.bout))
            found = await hall.store.read(joined.bout)
            assert found is not None and found.memory is not None
            return int(found.memory["cursor"])

    assert run(stop()) == kept


def test_no_bout_is_dropped_from_memory_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others may come while it is stored how one stands."""

    async def play() -> None:
        with open_hall(tmp_path) as hall:
            names = [(await hall.create(messages.Create(seats=["person", "person"]))).bout for _ in range(8)]
            monkeypatch.setattr(shelf, "MOST_BOUTS_IN_MEMORY", 2)
            latest = [await hall.find(name) for name in names[-2:]]
            await asyncio.gather(*map(hall.shelf.bring_in, latest))
            assert list(hall.shelf.bouts) == names[-2:]

    run(play())


def test_a_bout_of_other_rules_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        with open_hall(tmp_path) as hall:
            joined = await hall.create(messages.Create(seats=["person", "greedy"]))
            kept = await hall.store.read(joined.bout)
            assert kept is not None
            await hall.store.begin("old", {**kept.head, "rules": "nexus-v1"})
            with pytest.raises(Refusal, match="got a bout of nexus-v1; expected " + NEXUS.stamps["game"]):
                await hall.find("old")

    run(play())


def test_a_full_disk_is_told_and_the_bout_unharmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        with open_hall(tmp_path) as hall:
            joined = await hall.create(messages.Create(seats=["person", "person"]))
            other = await hall.join(messages.Join(bout=joined.bout))
            before = (await hall.look(messages.Look(bout=joined.bout, after=0))).as_json()

            async def fail(*_: object) -> None:
                raise StoreError("The bout could not be saved: disk full.")

            monkeypatch.setattr(hall.store, "append", fail)
            asked = before["state"]["view"]["question"]["seat"]
            token = str(joined.token if asked == "player_0" else other.token)
            with pytest.raises(Refusal) as caught:
                await hall.play(messages.Play(bout=joined.bout, token=token, at=2, command="choose lanista 1"))
            assert (caught.value.code, caught.value.status) == ("not kept", 503)
            assert (await hall.look(messages.Look(bout=joined.bout, after=0))).as_json() == before

    run(play())


async def _noted(tries: "asyncio.Queue[str]", read: Callable[..., Awaitable[Any]], name: str, after: int) -> Any:
    """Read on in a bout, and tell that it was tried."""
    tries.put_nowait(name)
    return await read(name, after)


def test_a_database_that_is_away_is_told_and_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error with advice while it is away; the same message again goes through when it is back."""

    async def play(database: Postgres) -> None:
        store = Store(database.url)
        hall = Hall(store, [ServedOpponents(NEXUS, seed=SEED)], SEED)
        joined = await hall.create(messages.Create(seats=["person", "person"]))
        other = await hall.join(messages.Join(bout=joined.bout))
        told: asyncio.Queue[messages.Update] = asyncio.Queue()
        update, end = await hall.watch(messages.Watch(bout=joined.bout), told.put_nowait)
        token = str(joined.token if update.state.view["question"]["seat"] == "player_0" else other.token)
        play = messages.Play(bout=joined.bout, token=token, at=2, command="choose lanista 1")
        database.stop()
        for asked in (hall.play(play), hall.look(messages.Look(bout=joined.bout)), hall.find("no-such-bout")):
            with pytest.raises(Refusal) as caught:
                await asked
            assert (caught.value.code, caught.value.status) == ("not kept", 503) and caught.value.remedy
        tries: asyncio.Queue[str] = asyncio.Queue()
        monkeypatch.setattr(store, "read_after", partial(_noted, tries, store.read_after))
        for _ in range(2):  # those who follow what other servers write go on asking
            await asyncio.wait_for(tries.get(), LIMIT)
        with pytest.raises(StoreError, match="or a URL such as"):
            Store(database.url)
        database.start()
        assert (await hall.play(play)).cursor == 3
        other_server = Hall(Store(database.url), [ServedOpponents(NEXUS, seed=SEED)], SEED)
        await other_server.play(
            messages.Play(
                bout=joined.bout,
                token=str(other.token if token == joined.token else joined.token),
                at=3,
                command="choose lanista 2",
            )
        )
        async with asyncio.timeout(LIMIT):  # updates come again
            while (await told.get()).cursor < 4:
                pass
        end()
        await hall.close()
        await other_server.close()

    with postgres() as database:
        run(play(database))


def test_a_service_keeps_its_bouts_in_a_database_chosen_by_url(url: str) -> None:
    service = Service(url, "--rate", "0")
    try:
        joined, update = begin(service)
        update = play_on(service, joined, update, 3)
    finally:
        service.close()
    again = Service(url, "--rate", "0", port=service.port)
    try:
        state = again.ask("look", bout=joined["bout"], token=joined["token"], after=0)
        assert state["cursor"] >= update["cursor"] and state["state"]["you"] == "player_0"
    finally:
        again.close()


@pytest.mark.parametrize("seed", range(2))
def test_nothing_acknowledged_is_lost_when_the_service_is_killed(tmp_path: Path, seed: int) -> None:
    """Fifty runs of it: PYTHONPATH=.:tests python tests/long/killing.py --runs 50."""
    _, events = killing.once(tmp_path, seed)
    assert events > 0


def test_a_read_under_way_ends_before_the_connections_are_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its connection would stay open, and nobody would know of it."""
    store, order = Store(f"sqlite:///{tmp_path / 'bouts.db'}"), list[str]()
    database, shut = store._database, threading.Event()
    begun, may_go_on, close = threading.Event(), threading.Event(), database.close

    def read(bout: str, cursor: int) -> tuple[list[Any], str]:
        begun.set()
        may_go_on.wait()
        order.append("read")
        return [], ""

    def let_go() -> None:
        order.append("let go")
        close()

    monkeypatch.setattr(database, "read_after", read)
    monkeypatch.setattr(database, "close", let_go)
    shut_down = store._writer.shutdown
    monkeypatch.setattr(store._writer, "shutdown", lambda: (shut.set(), shut_down()))

    async def close_while_reading() -> None:
        reading = asyncio.ensure_future(store.read_after("bout", 0))
        await asyncio.to_thread(begun.wait)
        closing = asyncio.ensure_future(asyncio.to_thread(store.close))
        await asyncio.to_thread(shut.wait)
        may_go_on.set()
        await asyncio.gather(reading, closing)
        with pytest.raises(StoreError, match="the store is closed"):
            await store.read_after("bout", 0)

    run(close_while_reading())
    assert order == ["read", "let go"]
