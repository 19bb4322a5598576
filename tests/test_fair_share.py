"""Time to think is shared fairly, a level decides all that it is asked, and whoever decides is told by name."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from agents_of_tests import Held, Late
from service import LIMIT, Json, open_hall, run

from nexus_env.core.privacy import may_know
from nexus_env.core.session import Session
from nexus_env.frontends.web import worker
from nexus_env.frontends.web.hall import bout as served_bout
from nexus_env.frontends.web.hall import opponents
from nexus_env.frontends.web.hall.fair_share import Asker, Desk
from nexus_env.frontends.web.hall.opponents import PLACES, ServedOpponents
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import Store
from nexus_env.frontends.web.protocol import messages
from nexus_env.games.nexus import NEXUS
from nexus_env.text import transcript

AGENTS = {name: f"agents_of_tests:{name}" for name in ("held", "thinker", "late", "broken")}


@contextmanager
def hall_with_agents(folder: Path) -> Iterator[Hall]:
    """A hall in which agents of these tests play, too."""
    Held.let_go.clear()
    Late.let_go.clear()
    Late.time_is_up.clear()
    found, store = ServedOpponents(NEXUS, AGENTS), Store(f"sqlite:///{folder / 'bouts.db'}")
    try:
        yield Hall(store, [found], seed=1)
    finally:
        Held.let_go.set()
        Late.let_go.set()
        found.close()
        store.close()


async def begin(hall: Hall, *seats: str, address: str = "", **more: object) -> Json:
    """Where a bout is, as a token opens it."""
    asked = {"options": {"cycle_limit": 1, "deal": "random"}, **more}
    joined = await hall.create(messages.Create.model_validate({"seats": list(seats), **asked}), address)
    return {"bout": joined.bout, "token": joined.token}


async def play_on(hall: Hall, where: Json, decisions: int) -> list[messages.Event]:
    """Decide so often where a person is asked, or to the end of the bout; all events after that."""
    update = await hall.look(messages.Look(**where, after=0))
    while decisions and update.state.phase == "playing":
        if update.state.legal:
            play = messages.Play(**where, at=update.cursor, action=update.state.legal[0].action)
            update = await hall.play(play)
            decisions -= 1
        else:
            update = await hall.look(messages.Look(**where, after=update.cursor, wait=30.0))
    return (await hall.look(messages.Look(**where, after=0))).events


# --- places -----------------------------------------------------------------------------------------------------------


async def seat_all(desk: Desk, askers: list[Asker]) -> list[str]:
    """Whose turn it is, one after the other, at a desk whose only free place is given back each time."""
    order: list[str] = []

    async def think(asker: Asker) -> None:
        leave = await desk.place(asker)
        order.append(f"{asker.address}{asker.bout}")
        leave()

    leave = await desk.place(Asker("before"))
    waiting = [asyncio.create_task(think(asker)) for asker in askers]
    await asyncio.sleep(0)  # all of them wait now
    leave()
    await asyncio.gather(*waiting)
    return order


def test_addresses_take_turns_and_then_their_bouts() -> None:
    """However many bouts one of them has begun first."""
    ticks = iter(range(1000))
    askers = [Asker("a", bout) for bout in ("1", "1", "2", "3")] + [Asker("b", "4"), Asker("b", "5"), Asker("c", "6")]
    desk = Desk(1, lambda: float(next(ticks)))
    assert run(seat_all(desk, askers)) == ["a1", "b4", "c6", "a2", "b5", "a3", "a1"]


def test_who_gives_up_takes_nothing_from_others() -> None:
    """One is told to give up, and before it hears of that a place becomes free: it goes to the next one."""

    async def play() -> list[str]:
        desk, order = Desk(1), []

        async def think(name: str) -> None:
            leave = await desk.place(Asker(name))
            order.append(name)
            leave()

        leave = await desk.place(Asker("before"))
        late, next_one = asyncio.create_task(think("late")), asyncio.create_task(think("next"))
        await asyncio.sleep(0)
        late.cancel()
        leave()
        await asyncio.wait_for(asyncio.gather(late, next_one, return_exceptions=True), LIMIT)
        assert late.cancelled()
        (await desk.place(Asker("after")))()
        return order

    assert run(play()) == ["next"]


def test_bouts_that_nobody_waits_for_come_last() -> None:
    unwatched = [Asker(address, "unwatched", lambda: False) for address in ("a", "b")]
    order = run(seat_all(Desk(1), [*unwatched, Asker("a", "1"), Asker("a", "2")]))
    assert order == ["a1", "a2", "bunwatched", "aunwatched"]


@pytest.mark.parametrize("is_awaited", [True, False])
def test_the_last_place_is_for_others(is_awaited: bool) -> None:
    """One address does not get it, nor do bouts that nobody waits for."""

    async def come() -> None:
        desk = Desk(3)
        for number in range(2):
            await desk.place(Asker("a" if is_awaited else f"a{number}", str(number), lambda: is_awaited))
        third = asyncio.create_task(desk.place(Asker("a" if is_awaited else "c", "2", lambda: is_awaited)))
        leave = await asyncio.wait_for(desk.place(Asker("b", "3")), LIMIT)
        assert not third.done()
        leave()
        third.cancel()
        await asyncio.gather(third, return_exceptions=True)
        await asyncio.wait_for(desk.place(Asker("b", "4")), LIMIT)

    run(come())


class Asked:
    """A process that answers when the message says so, which is an event here."""

    def __init__(self, *arguments: object) -> None:
        self.has_begun = True

    async def ready(self, seconds: float) -> None:
        pass

    async def ask(self, function: object, seconds: float, request: asyncio.Event) -> str:
        await request.wait()
        return "answered"


def test_one_address_never_has_all_processes_while_another_one_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it asks and however often; and its own look is answered while another message of it is thought about."""
    monkeypatch.setattr(worker, "_Process", Asked)

    async def ask() -> None:
        asked, held, now = worker.AgentWorker({}), asyncio.Event(), asyncio.Event()
        now.set()
        flood = [asyncio.create_task(asked.describe(held, "a")) for _ in range(worker.PROCESSES - 2)]  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(asked.describe(now, "a"), LIMIT) == "answered"  # type: ignore[arg-type]
        flood += [asyncio.create_task(asked.describe(held, "a")) for _ in range(5)]  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(asked.describe(now, "b"), LIMIT) == "answered"  # type: ignore[arg-type]
        assert not any(one.done() for one in flood)
        held.set()
        await asyncio.gather(*flood)

    run(ask())


# --- windows that are held --------------------------------------------------------------------------------------------


def in_a_window(choices: bool) -> Session:
    """A seat is asked in private, with more than one thing to do or with one."""
    for seed in range(100):
        session = Session(NEXUS, NEXUS.read_options(windows="held", deal="random"), seed=seed)
        rng = np.random.default_rng(seed)
        while not session.is_over:
            if not may_know(session.rows[0], None) and (session.mask.sum() > 1) == choices:
                return session
            session.act(int(rng.choice(np.flatnonzero(session.mask))))
    raise AssertionError("nobody was asked in private")


@pytest.mark.parametrize("choices", [True, False])
def test_when_an_agent_answers_in_a_held_window_does_not_tell_whether_it_had_a_choice(choices: bool) -> None:
    """It waits for its turn, thinks for a time that fits, and answers as long after its turn in either case."""
    least = 0.2

    async def ask() -> None:
        found = ServedOpponents(NEXUS, AGENTS, seed=1)
        desk = found._desks[False]
        places = [await desk.place(Asker(str(number))) for number in range(PLACES)]
        asked = asyncio.create_task(found.decide("greedy", in_a_window(choices), 0.1, Asker("me"), 1, least))
        for _ in range(10):
            await asyncio.sleep(0)
        assert desk._queue and not asked.done()
        began = time.monotonic()
        for leave in places:
            leave()
        assert (await asked).agent == "greedy"
        assert time.monotonic() - began >= least
        found.close()

    run(ask())


def test_an_agent_is_asked_in_each_held_window_and_thinks_no_longer_than_the_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it can only pass, too."""
    pause, asked = 0.01, list[tuple[bool, float, float]]()
    decide = ServedOpponents.decide

    async def listen(
        self: ServedOpponents, name: str, session: Session, seconds: float, asker: Asker, seed: object, least: float
    ) -> opponents.Choice:
        if not may_know(session.rows[0], None):
            asked.append((session.mask.sum() > 1, seconds, least))
        return await decide(self, name, session, seconds, asker, 1, least)

    monkeypatch.setattr(ServedOpponents, "decide", listen)
    monkeypatch.setattr(served_bout, "PAUSE_IN_WINDOWS", pause)
    monkeypatch.setattr(served_bout, "THOUGHT_IN_WINDOWS", pause / 2)

    async def play() -> None:
        with hall_with_agents(tmp_path) as hall:
            for seed in range(4):
                options = {"cycle_limit": 2, "deal": "random", "windows": "held"}
                where = await begin(hall, "person", "greedy", options=options, time=1.0, seed=seed)
                bout = await hall.find(where["bout"])
                await play_on(hall, where, 500)
                windows = [event for event, private in zip(bout._standing(), bout.untold, strict=True) if private]
                assert sum(event["seat"] == "player_1" for event in windows) <= len(asked)
            await hall.close()

    run(play())
    assert {choices for choices, _, _ in asked} == {True, False}
    assert {(seconds, least) for _, seconds, least in asked} == {(pause / 2, pause)}


# --- who decides ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["legend", "search"])
def test_a_level_decides_itself_while_bouts_of_somebody_else_think(tmp_path: Path, level: str) -> None:
    """More of them than there are places, and none of them ends: neither those that look ahead nor the others."""

    async def play() -> None:
        with hall_with_agents(tmp_path) as hall:
            for agent in ("thinker", "held"):
                for _ in range(PLACES + 1):
                    await begin(hall, "person", agent, address="somebody else", time=60.0, seed=3)
            for name in list(hall.shelf.bouts):  # their people decide, and now their agents think
                await _decide_first(hall, name)
            where = await begin(hall, "person", level, address="mine", time=0.5, seed=5)
            decided = [event for event in await play_on(hall, where, 12) if event.seat == "player_1"]
            assert decided and {event.by for event in decided} == {level}
            assert not any(event.instead_of for event in decided)
            await hall.close()

    run(play())


async def _decide_first(hall: Hall, name: str) -> None:
    """Let the agent of a bout be asked: it is, once its bout is beyond the first decision."""
    bout = hall.shelf.bouts[name]
    if bout.decider == "player_0":
        async with bout.lock:
            await hall.decide(bout, int(bout.session.mask.argmax()))
        hall.wake(bout)


def test_an_agent_that_is_late_is_waited_for(tmp_path: Path) -> None:
    async def play() -> None:
        with hall_with_agents(tmp_path) as hall:
            where = await begin(hall, "late", "random", time=0.01, seed=5)
            await asyncio.to_thread(Late.time_is_up.wait, 60)
            bout = await hall.find(where["bout"])
            place = bout.cursor
            await play_on(
                hall, await begin(hall, "person", "random", seed=6), 500
            )  # meanwhile others play a whole bout
            assert bout.cursor == place, "and nobody else decides"
            Late.let_go.set()
            while bout.cursor == place:
                await bout.audience.wait(30)
            assert bout.events[place]["by"] == "late" and "instead_of" not in bout.events[place]
            await hall.close()

    run(play())


def test_another_agent_that_decides_is_told_by_name(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """In the event, and in the transcript, which replays."""

    async def play() -> None:
        with hall_with_agents(tmp_path) as hall:
            where = await begin(hall, "person", "broken", seed=5)
            decided = [event for event in await play_on(hall, where, 500) if event.seat == "player_1"]
            replaced = [event for event in decided if event.instead_of]
            assert replaced and {(event.by, event.instead_of) for event in replaced} == {("greedy", "broken")}
            assert {event.by for event in decided} <= {"greedy", "broken"}
            text = (await hall.record(messages.Record(bout=where["bout"]))).transcript
            assert "{greedy decided instead of broken}" in text
            transcript.replay(NEXUS, transcript.read(text))
            await hall.close()

    run(play())


def test_an_agent_that_has_gone_with_a_restart_is_told(tmp_path: Path) -> None:
    async def play(hall: Hall, where: Json) -> list[messages.Event]:
        events = await play_on(hall, where, 3)
        await hall.close()
        return events

    async def begin_only() -> Json:
        with hall_with_agents(tmp_path) as hall:
            where = await begin(hall, "person", "held", seed=5)
            await hall.close()
            return where

    where = run(begin_only())
    with open_hall(tmp_path) as hall:
        events = run(play(hall, where))
    assert {(event.by, event.instead_of) for event in events if event.instead_of} == {("greedy", "held")}


def test_an_agent_that_never_answers_does_not_stop_the_bout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "LATE", 0.01)

    async def play() -> None:
        with hall_with_agents(tmp_path) as hall:
            where = await begin(hall, "person", "held", time=0.01, seed=5)
            events = await play_on(hall, where, 3)
            assert {event.instead_of for event in events if event.seat == "player_1" and event.by == "greedy"} == {
                "held"
            }
            await hall.close()

    run(play())
