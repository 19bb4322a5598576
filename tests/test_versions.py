"""Bouts outlive versions, damage and other processes: what can still be read is read, and the rest says why not."""

import asyncio
import json
import logging
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import toy

pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
import httpx
from service import SEED, VALID, run
from stored_bouts import GAMES, STORES, leave, token_of

from nexus_env.contract.game import Game
from nexus_env.frontends.web.app import make_app
from nexus_env.frontends.web.conversation import Here
from nexus_env.frontends.web.hall.past_bouts import Retired
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import Store, StoreError
from nexus_env.frontends.web.hall.tables import unpacked
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.text import transcript

BEFORE_MEMORIES = ("0.3.0.db",)  # of versions that did not yet store how a bout stands
PHASES = ("over", "playing")


class NoAgents:
    """Agents of a game that nobody asks, so that none has to be loaded."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def close(self) -> None:
        """Nothing is held."""


@contextmanager
def hall_over(file: Path, *games: Game) -> Iterator[Hall]:
    store = Store(str(file))
    try:
        yield Hall(store, [NoAgents(game) for game in games], SEED)  # type: ignore[misc]
    finally:
        store.close()


def later(game: Game) -> Game:
    """The next version of a game's rules."""
    return replace(game, version=game.version + 1)


async def mine(hall: Hall, game: str, phase: str) -> messages.Mine:
    (found,) = (await hall.bouts(messages.Bouts(tokens=[token_of(game, phase)]))).bouts
    return found


def heads_in(file: Path) -> dict[str, Any]:
    """The head of each stored bout."""
    with closing(sqlite3.connect(file)) as connection:
        return {bout: json.loads(head) for bout, head in connection.execute("select bout, head from bouts")}


def games_in(file: Path) -> list[Game]:
    """The games of a store; an old one lacks those that came later."""
    names = {head["rules"].rpartition("-v")[0] for head in heads_in(file).values()}
    return [game for game in GAMES if game.name in names]


@pytest.fixture(params=sorted(path.name for path in STORES.glob("*.db")))
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A store that an earlier version has left."""
    return Path(shutil.copy(STORES / request.param, tmp_path / request.param))


# --- other versions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", PHASES)
def test_a_bout_of_other_rules_is_listed_and_says_what_happened_to_it(stored: Path, phase: str) -> None:
    """Whoever looks sees its head and its events; a finished one has its result, its transcript and its last table."""
    is_remembered = stored.name not in BEFORE_MEMORIES

    async def read() -> None:
        with hall_over(stored, *map(later, GAMES)) as hall:
            for game in games_in(stored):
                token, found = token_of(game.name, phase), await mine(hall, game.name, phase)
                assert (found.phase, found.your_turn, found.game) == ("over", False, game.name)
                assert found.note and f"began under {heads_in(stored)[found.bout]['rules']}" in found.note
                update = await hall.look(messages.Look(bout=found.bout, token=token, after=0))
                VALID.validate(update.as_json())
                state = update.state
                assert state.you == "player_0" and [chair.name for chair in state.seats] == ["Ada", "random"]
                assert update.events[0].kind == "joined" and state.turns > 0 and not state.legal
                is_over = phase == "over" and is_remembered
                assert (state.result is not None) == is_over and (state.ended_by == "other rules") == (not is_over)
                assert (state.view["round"]["limit"] is not None) == is_remembered, "how the table was"
                if is_over:
                    text = (await hall.record(messages.Record(bout=found.bout))).transcript
                    assert transcript.read(text).result == tuple(state.result or ())
                    assert any(event.command for event in update.events)
                else:
                    with pytest.raises(Retired, match=f"got a bout of {game.name}-v"):
                        await hall.record(messages.Record(bout=found.bout))
                with pytest.raises(Retired):
                    await hall.play(messages.Play(bout=found.bout, token=token, at=1, action=0))
                with pytest.raises(Refusal, match="opens no seat"):
                    await hall.look(messages.Look(bout=found.bout, token="guessed"))

    run(read())


def test_the_rules_of_a_stored_bout_go_on_with_it(stored: Path) -> None:
    """As long as they are served; with other rules for a while in between, too."""

    async def read(*games: Game) -> list[str]:
        with hall_over(stored, *games) as hall:
            found = [await mine(hall, "toy", phase) for phase in PHASES]
            looks = [messages.Look(bout=one.bout, token=token_of("toy", one.phase), after=0) for one in found[:1]]
            return [one.phase for one in found] + [(await hall.look(look)).state.phase for look in looks]

    same = [game for game in GAMES if game.stamps["game"] in ("toy-v1",)]
    assert run(read(*same)) == ["over", "playing", "over"]
    assert run(read(*map(later, same))) == ["over", "over", "over"]
    assert run(read(*same)) == ["over", "playing", "over"]


def test_a_running_bout_of_other_rules_hides_what_others_keep_secret(stored: Path) -> None:
    async def read() -> None:
        with hall_over(stored, *map(later, GAMES)) as hall:
            secrets = 0
            for game in games_in(stored):
                token = token_of(game.name, "playing")
                found = await mine(hall, game.name, "playing")
                kept = await hall.store.read(found.bout)
                assert kept is not None
                private = {(one["seat"], one["action"]) for one in kept.events if one.get("private")}
                secrets += len(private)
                for viewer, seat in ((token, "player_0"), (None, None)):
                    events = (await hall.look(messages.Look(bout=found.bout, token=viewer, after=0))).events
                    seen = {(event.seat, event.action) for event in events}
                    assert all(whose == seat for whose, action in private if (whose, action) in seen), game.name
            assert secrets

    run(read())


async def with_a_lucky_second_seat(hall: Hall, windows: str) -> tuple[Any, messages.Joined, messages.Joined]:
    """A bout of two people in which the second one holds the lucky number, and what each was told on joining."""
    hall._seed = 16
    options = {"lucky": True, "windows": windows, **toy.BARE}
    first = await hall.create(messages.Create(game="toy", seats=["person", "person"], options=options))
    second = await hall.join(messages.Join(bout=first.bout, name="Bob"))
    return await hall.find(first.bout), first, second


def test_a_running_bout_of_other_rules_does_not_tell_that_a_seat_had_a_choice_in_private(tmp_path: Path) -> None:
    """Who may show a lucky number and does not has passed in a window that nobody else knows of."""

    async def play() -> str:
        with hall_over(tmp_path / "bouts.db", toy.GAME) as hall:
            bout, first, second = await with_a_lucky_second_seat(hall, windows="able")
            for token, action in ((first.token, toy.REST), (second.token, toy.NO)):
                at = bout.hearing.cursor(bout.decider)
                await hall.play(messages.Play(bout=first.bout, token=token, at=at, action=action))
            assert bout.turns == [toy.REST, toy.NO]
            return first.bout

    async def look(bout: str) -> list[tuple[str | None, int | None]]:
        with hall_over(tmp_path / "bouts.db", later(toy.GAME)) as hall:
            events = (await hall.look(messages.Look(bout=bout, after=0))).events
            return [(event.seat, event.action) for event in events if event.kind == "turn"]

    assert run(look(run(play()))) == [("player_0", toy.REST)]


def test_this_version_leaves_a_store_as_the_last_one_that_is_kept(tmp_path: Path) -> None:
    """Where it leaves another one, `python tests/stored_bouts.py tests/stores/VERSION.db` keeps that, too."""

    def shape(file: Path) -> Any:
        with closing(sqlite3.connect(file)) as connection:
            tables = connection.execute(
                "select name, sql from sqlite_master where type = 'table' order by name"
            ).fetchall()
            head, memory = (
                connection.execute(f"select {what} from {table} limit 1").fetchone()[0]
                for what, table in (("head", "bouts"), ("body", "memories"))
            )
        return tables, sorted(json.loads(head)), sorted(unpacked(memory) or {})

    run(leave(tmp_path / "now.db", toy.GAME))
    assert shape(tmp_path / "now.db") == shape(max(STORES.glob("*.db")))


# --- damage -----------------------------------------------------------------------------------------------------------


def spoil(file: Path, sql: str, *values: Any) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(sql, values)


DAMAGE = {
    "event": (
        'update events set body = \'{"kind": "tu\' where bout = ? and cursor = 3',
        "event 3 of this bout is damaged",
    ),
    "gap": ("delete from events where bout = ? and cursor = 3", "event 3 of this bout is missing"),
    "bytes": (
        "update events set body = cast(x'7bff' as text) where bout = ? and cursor = 3",
        "event 3 of this bout is",
    ),
    "nested": (f"update events set body = '{'[' * 100_000}' where bout = ? and cursor = 3", "event 3 of this bout is"),
    "head": ('update bouts set head = \'{"rules": "to\' where bout = ?', "the terms of this bout are damaged"),
    "head of bytes": ("update bouts set head = cast(x'7bff' as text) where bout = ?", "the terms of this bout are"),
    "no head": ("delete from bouts where bout = ?", "the terms of this bout are missing"),
}


def test_damage_of_a_bout_of_other_rules_is_told_too(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file, (sql, told) = tmp_path / "bouts.db", DAMAGE["gap"]
    run(leave(file, toy.GAME))

    async def read() -> None:
        with hall_over(file, later(toy.GAME)) as hall:
            bout = (await mine(hall, "toy", "playing")).bout
            spoil(file, sql, bout)
            for _ in range(2):
                update = await hall.look(messages.Look(bout=bout, token="the token of somebody else", after=0))
                assert str(update.state.note).startswith("This bout began under toy-v1; ") and told in str(
                    update.state.note
                )
                assert [event.cursor for event in update.events] == [1, 2]
            logged = [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]
            assert len(logged) == 1 and told in logged[0]
            assert len(hall.shelf.damage) == 1

    run(read())


@pytest.mark.parametrize("kind", DAMAGE)
@pytest.mark.parametrize("phase", PHASES)
def test_damage_is_told_and_logged_once_and_the_rest_can_be_read(
    kind: str, phase: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file, (sql, told) = tmp_path / "bouts.db", DAMAGE[kind]
    run(leave(file, toy.GAME))
    token = token_of("toy", phase)

    async def name() -> str:
        with hall_over(file, toy.GAME) as hall:
            return (await mine(hall, "toy", phase)).bout

    bout = run(name())
    spoil(file, sql, bout)

    async def read() -> None:
        with hall_over(file, toy.GAME) as hall:
            for _ in range(2):
                if "head" in kind:
                    with pytest.raises(Refusal, match=told) as caught:
                        await hall.look(messages.Look(bout=bout, token=token))
                    assert (caught.value.code, caught.value.status) == ("damaged", 410)
                    assert not (await hall.bouts(messages.Bouts(tokens=[token]))).bouts
                    continue
                update = await hall.look(messages.Look(bout=bout, token=token, after=0))
                VALID.validate(update.as_json())
                assert [event.cursor for event in update.events] == [1, 2] and told in str(update.state.note)
                assert (update.state.result is not None) == (phase == "over")
                with pytest.raises(Retired, match=told):
                    await hall.play(messages.Play(bout=bout, token=token, at=2, action=0))
                assert told in str((await mine(hall, "toy", phase)).note)
            whole = token_of("toy", next(other for other in PHASES if other != phase))
            (other,) = (await hall.bouts(messages.Bouts(tokens=[whole]))).bouts
            assert other.note is None, "no other bout suffers"
            logged = [one for one in caplog.records if one.levelno >= logging.ERROR]
            assert len(logged) == 1 and told in logged[0].getMessage() and logged[0].exc_info is None

    run(read())


def test_who_has_lost_the_seat_with_the_event_that_gave_it_looks_on(tmp_path: Path) -> None:
    """A wrong token would be no answer: its owner has done nothing wrong."""
    file, token = tmp_path / "bouts.db", "the token of a second person"

    async def read() -> None:
        with hall_over(file, toy.GAME) as hall:
            bout = (await hall.create(messages.Create(game="toy", seats=["person", "person"]))).bout
            await hall.join(messages.Join(bout=bout, name="Bob", token=token))
            await hall.shelf.remember(hall.shelf.forget(bout))
            spoil(file, "delete from events where bout = ? and cursor = 2", bout)
            update = await hall.look(messages.Look(bout=bout, token=token, after=0))
            assert (update.state.you, len(update.events)) == (None, 1)
            assert "event 2 of this bout is missing" in str(update.state.note)
            found = await hall.bouts(messages.Bouts(tokens=[token]))
            VALID.validate(found.as_json())
            assert [(one.bout, one.note) for one in found.bouts] == [(bout, update.state.note)]

    run(read())


def test_a_decision_that_waits_for_its_pause_is_made_in_the_bout_that_is_in_memory(tmp_path: Path) -> None:
    """It may have been dropped and loaded again meanwhile: of two copies, one would be out of date."""

    async def play() -> None:
        with hall_over(tmp_path / "bouts.db", toy.GAME) as hall:
            bout, first, second = await with_a_lucky_second_seat(hall, windows="held")
            await hall.play(messages.Play(bout=bout.name, token=first.token, at=2, action=toy.REST))
            bout.since = bout._now()  # the pause begins
            asked = messages.Play(bout=bout.name, token=second.token, at=bout.hearing.cursor("player_1"), action=toy.NO)
            playing = asyncio.ensure_future(hall.play(asked))
            await asyncio.sleep(0)
            hall.shelf.forget(bout.name)
            again = await hall.find(bout.name)
            await playing
            assert again is not bout and again.turns == [toy.REST, toy.NO] and bout.turns == [toy.REST]

    run(play())


def test_a_damaged_page_of_the_file_is_told(tmp_path: Path) -> None:
    """Not as something that will pass."""
    file = tmp_path / "bouts.db"
    run(leave(file, toy.GAME))
    page = 4096
    content = bytearray(file.read_bytes())
    for place in range(page, len(content), page):  # all but the first, which says what the file is
        content[place : place + page] = b"\xff" * page
    file.write_bytes(content)

    async def read() -> None:
        store = Store(str(file), at_once=False)
        store._database.is_made = True  # opening it would already fail
        hall = Hall(store, [NoAgents(toy.GAME)], SEED)  # type: ignore[list-item]
        with pytest.raises(Refusal, match="the file of the store is damaged") as caught:
            await hall.look(messages.Look(bout="any"))
        assert caught.value.code == "damaged" and "backup" in caught.value.remedy
        store.close()

    run(read())


# --- others -----------------------------------------------------------------------------------------------------------


def test_a_file_has_one_service_at_a_time(tmp_path: Path) -> None:
    """A second one would show what is out of date. It comes up as soon as the first one has ended."""
    file = tmp_path / "bouts.db"
    first = Store(str(file))
    (link := tmp_path / "link.db").symlink_to(file)
    for same in (str(file), f"sqlite:///{tmp_path}/../{tmp_path.name}/bouts.db", str(link)):
        with pytest.raises(
            StoreError, match=r"got one that another service uses; expected one of its own, or a PostgreSQL"
        ):
            Store(same)
    first.close()
    Store(str(file)).close()


def test_the_health_address_says_whether_store_and_rules_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        with hall_over(tmp_path / "bouts.db", toy.GAME) as hall:
            hall.served = _Served()
            app = make_app(hall, Here(hall))
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://service") as client:
                answer = await client.get("/health")
                assert answer.json() == {"status": "ok", "store": "ok", "rules": {"toy": "ok"}, "damaged": 0}
                assert answer.status_code == 200

                async def fail(*_: object) -> None:
                    raise StoreError("The bout could not be saved: disk full.")

                monkeypatch.setattr("nexus_env.frontends.web.health.AGAIN", 0.0)
                hall.shelf.damage["one"] = "event 3 of this bout is damaged"
                assert (await client.get("/health")).json()["damaged"] == 1
                monkeypatch.setattr(hall.store, "check", fail)
                answer = await client.get("/health")
                assert answer.status_code == 503 and answer.json()["store"].endswith("disk full.")

    run(ask())


class _Served:
    """One game, without agents."""

    games = (toy.GAME,)
