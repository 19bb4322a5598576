"""Advice in bouts: what agents would do and who is ahead; it changes nothing, and tells nothing that is hidden."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import toy
from games import any_table

pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
from service import SEED, run, served

from nexus_env.agents.loading import load
from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.frontends.web import client_bouts
from nexus_env.frontends.web.conversation import Conversation, Here
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.frontends.web.hall.questions import LegalQuestion, Viewpoint
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import Store
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.limits import MOST_ADVICE_AT_ONCE
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.games.nexus import NEXUS
from nexus_env.testing.told import common_actions, pairs, settle
from nexus_env.text import position, transcript

WAIT = 20.0
LEGEND = "legend"
LOOKS = 25  # decisions of each pair of bouts at which advice is compared


class Talk:
    """A conversation with a service of the toy."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.session = hall, Conversation(hall, Here(hall))

    async def ask(self, kind: type[messages.Request], **fields: Any) -> Any:
        """The answer to a request."""
        return await self.session.answer(kind(**fields))

    async def begin(self, *seats: str, **more: Any) -> tuple[dict[str, str], messages.Update]:
        """A bout, and the first moment at which its creator is asked."""
        agreed = {"seats": list(seats), "options": {"rounds": 10}, "time": 60.0, **more}
        joined = await self.ask(messages.Create, **agreed)
        where = {"bout": joined.bout, "token": joined.token}
        return where, await self.until_asked(where)

    async def until_asked(self, where: dict[str, str]) -> messages.Update:
        """How the bout stands when this seat is to decide, or nobody any more."""
        update = await self.ask(messages.Look, **where, after=0)
        while update.state.phase == "playing" and not update.state.legal:
            update = await self.ask(messages.Look, **where, after=update.cursor, wait=WAIT)
        assert isinstance(update, messages.Update)
        return update


def talk(folder: Path, what: Callable[[Talk], Awaitable[None]], **more: str) -> None:
    """Carry out a conversation with a service of the toy; more agents by what they are."""

    async def whole() -> None:
        hall = Hall(Store(f"sqlite:///{folder / 'bouts.db'}"), [ServedOpponents(toy.GAME, more, seed=SEED)], SEED)
        try:
            await what(Talk(hall))
        finally:
            await hall.close()

    run(whole())


def test_advice_has_the_first_choices_with_what_the_agent_can_say_of_them(tmp_path: Path) -> None:
    """Probabilities of one that weighs; of a scripted one its choice alone; the command is one that is legal."""

    async def what(service: Talk) -> None:
        where, update = await service.begin("person", "greedy")
        legal = {one.command: one.action for one in update.state.legal}
        weighed = await service.ask(messages.Advise, **where, agent="sensible")
        assert (weighed.agent, weighed.seat, weighed.cursor) == ("sensible", "player_0", update.cursor)
        assert len(weighed.choices) == 3 and weighed.expected == [0.0, 0.0]
        assert all(legal[one.command] == one.action for one in weighed.choices)
        likely = [one.probability for one in weighed.choices]
        assert likely == sorted(likely, reverse=True) and likely[-1] > 0 and sum(likely) < 1
        assert weighed.line == [f"player_0: {weighed.choices[0].command}"]
        whole = await service.ask(messages.Advise, **where, agent="sensible", choices=10)
        assert whole.choices[:3] == weighed.choices and len(whole.choices) == min(10, len(legal))
        said = await service.ask(messages.Advise, **where, agent="greedy")
        assert [(one.command, one.probability, one.expected) for one in said.choices] == [("strike", None, None)]
        assert said.expected is None
        usual = await service.ask(messages.Advise, **where)
        assert usual.agent == (await service.ask(messages.Hello)).games[0].advisers["2"]

    talk(tmp_path, what)


def test_a_search_tells_what_each_choice_is_worth_and_its_line(tmp_path: Path) -> None:
    """By an agent that thinks: the share of its simulations, what it expects of each choice, what is to follow."""

    async def what(service: Talk) -> None:
        where, update = await service.begin("person", "greedy")
        told = await service.ask(messages.Advise, **where, agent="deep", choices=2)
        first, second = (update.state.legal[place].action for place in (0, 1))
        assert [(one.action, one.probability, one.expected) for one in told.choices] == [
            (first, 0.75, [0.5, -0.5]),
            (second, 0.25, [-0.25, 0.25]),
        ]
        assert told.expected == [0.5, -0.5] and len(told.line) == 2 and told.line[1].startswith("player_1: ")

    talk(tmp_path, what, deep="test_advising:deep")


class Deep:
    """Thinks, and counts what it has tried."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def search(self, worlds: Any, rng: Any) -> Any:
        raise NotImplementedError

    def think(self, world: Any, seed: int, stop: threading.Event) -> Any:
        mask = np.zeros(len(self.game.actions), np.int8)
        self.game.write_mask(world[0], mask)
        first, second = np.flatnonzero(mask)[:2].tolist()
        values, visits = np.array([[0.5, -0.5], [-0.25, 0.25]]), np.array([3, 1])
        return SimpleNamespace(actions=[first, second], visits=visits, values=values, line=((0, first), (1, toy.REST)))


def deep(game: Game) -> Deep:
    return Deep(game)


def test_advice_leaves_the_bout_as_it_was(tmp_path: Path) -> None:
    """No byte of its record changes, nothing is kept, and the same decisions lead to the same bout as without."""
    records = []

    async def what(service: Talk) -> None:
        for asks in (False, True):
            where, update = await service.begin("person", "random", seed=3)
            while update.state.phase == "playing":
                bout = await service.hall.find(where["bout"])
                before = bout.session.rows.tobytes()
                if asks:
                    await service.ask(messages.Advise, **where, agent="sensible")
                    await service.ask(messages.Evaluate, **where)
                    await service.ask(messages.Evaluate, bout=where["bout"])
                    kept = await service.hall.store.read(where["bout"])
                    assert kept is not None and len(kept.events) == bout.cursor
                assert bout.session.rows.tobytes() == before and bout.hearing.cursor("player_0") == update.cursor
                action = update.state.legal[0].action
                await service.ask(messages.Play, **where, at=update.cursor, action=action)
                update = await service.until_asked(where)
            records.append((await service.ask(messages.Record, bout=where["bout"])).transcript)

    talk(tmp_path, what)
    assert records[0] == records[1]


@any_table
@pytest.mark.parametrize("nth", range(2), ids=["able", "held"])
def test_what_is_hidden_from_a_seat_is_in_no_advice_to_it(game: Game, seats: int, nth: int) -> None:
    """Two bouts that differ in it alone give the same advice and the same estimate for the same seed."""
    compared, enough = 0, threading.Event()
    name = LEGEND if game.agents.has_levels else "sensible"  # who tells most of those that need no machine code
    agent = load(name, game)
    assert seats in getattr(agent, "seats", game.seats)
    for one, other, rng in pairs(game, seats, game.trial.leaks[nth]):
        for _ in range(LOOKS):
            settle(one), settle(other)
            worlds = [told.session.worlds_of(told.viewer, 2) for told in (one, other)]
            assert worlds[0].tobytes() == worlds[1].tobytes()
            first, second = (Viewpoint(rows, 7).put_to(agent, name, enough) for rows in worlds)
            assert first == second and first.expected is not None
            if one.session.is_over:
                break
            if one.viewer == one.session.seat:
                said = [LegalQuestion(told.session, 7, count=3).put_to(agent, name, enough) for told in (one, other)]
                assert said[0] == said[1] and said[0].weighed
                compared += 1
            action = int(rng.choice(common_actions(one, other, game.trial.reveals())))
            one.act(action), other.act(action)
    assert compared


def test_an_estimate_is_drawn_from_what_the_viewer_knows(tmp_path: Path) -> None:
    """For spectators, too, here from the points; when the bout is over there is nothing to estimate."""

    async def what(service: Talk) -> None:
        options = {"rounds": 12, "lucky": True}
        where, update = await service.begin("person", "greedy", "sensible", options=options)
        while update.state.phase == "playing":
            watched = await service.ask(messages.Evaluate, bout=where["bout"])
            points = [
                score["value"] for score in (await service.ask(messages.Look, bout=where["bout"])).state.view["scores"]
            ]
            mean = sum(points) / 3
            assert watched.agent == "sensible" and sum(watched.expected) == pytest.approx(0, abs=0.01)
            assert watched.expected == pytest.approx([(one - mean) / 50 for one in points], abs=0.01)
            action = update.state.legal[0].action
            await service.ask(messages.Play, **where, at=update.cursor, action=action)
            update = await service.until_asked(where)
        with pytest.raises(Refusal, match="a bout that is over"):
            await service.ask(messages.Evaluate, bout=where["bout"])

    talk(tmp_path, what)


def test_advice_is_a_term_of_the_bout(tmp_path: Path) -> None:
    """By default where at most one person plays; between people only if it was agreed when the bout was begun."""

    async def what(service: Talk) -> None:
        for seats, advice, allowed in (
            (["person", "greedy"], None, True),
            (["person", "greedy"], False, False),
            (["greedy", "greedy"], None, True),
            (["person", "person"], None, False),
            (["person", "person"], True, True),
        ):
            joined = await service.ask(messages.Create, seats=seats, advice=advice, time=60.0)
            if "person" in seats[1:]:
                await service.ask(messages.Join, bout=joined.bout)
            state = (await service.ask(messages.Look, bout=joined.bout)).state
            assert state.agreed.advice is allowed
            if not joined.token:
                continue
            for kind in (messages.Advise, messages.Evaluate):
                asked = service.ask(kind, bout=joined.bout, token=joined.token)
                if allowed:
                    assert (await asked).type in ("advice", "evaluation")
                else:
                    with pytest.raises(Refusal, match="do not allow advice"):
                        await asked

    talk(tmp_path, what)


def test_who_may_not_have_advice_is_told_why(tmp_path: Path) -> None:
    async def what(service: Talk) -> None:
        where, _ = await service.begin("person", "person", advice=True)
        with pytest.raises(Refusal, match="a bout that is open"):
            await service.ask(messages.Advise, **where)
        other = await service.ask(messages.Join, bout=where["bout"])
        with pytest.raises(Refusal, match="token: got the token of player_1; expected the token of the seat to act"):
            await service.ask(messages.Advise, bout=where["bout"], token=other.token)
        with pytest.raises(Refusal, match="got 11; expected at most 10 for advice"):
            await service.ask(messages.Advise, **where, time=11.0)
        with pytest.raises(Refusal, match="greedi"):
            await service.ask(messages.Advise, **where, agent="greedi")
        with pytest.raises(Refusal, match="got 'greedy', which gives no estimates; expected an agent with `expects`"):
            await service.ask(messages.Evaluate, **where, agent="greedy")
        with pytest.raises(Refusal, match="got broken, which has failed; expected another agent"):
            await service.ask(messages.Advise, **where, agent="broken")
        own, update = await service.begin("person", "greedy", dice="own")
        await service.ask(messages.Play, **own, at=update.cursor, command="strike")
        bout = await service.hall.find(own["bout"])
        assert bout.asked == "dice"
        with pytest.raises(Refusal, match="a bout that waits for a die"):
            await service.ask(messages.Advise, **own)

    talk(tmp_path, what, broken="agents_of_tests:broken")


def test_the_same_advice_is_thought_out_once_and_one_address_waits_for_its_own(tmp_path: Path) -> None:
    async def what(service: Talk) -> None:
        where, _ = await service.begin("person", "greedy")
        first = await service.ask(messages.Advise, **where, agent="random")
        for _ in range(5):
            assert await service.ask(messages.Advise, **where, agent="random") == first
        asked = service.hall.advising._asking
        asked[""] = MOST_ADVICE_AT_ONCE
        with pytest.raises(Refusal, match=f"at most {MOST_ADVICE_AT_ONCE}"):
            await service.ask(messages.Advise, **where, agent="sensible")
        assert await service.ask(messages.Advise, **where, agent="random") == first
        del asked[""]
        await service.ask(messages.Advise, **where, agent="sensible")
        assert not asked

    talk(tmp_path, what)


def test_advice_is_about_the_decision_for_which_it_was_asked(tmp_path: Path) -> None:
    """Also where that has been taken by the time the agent answers: what its number means later is another thing."""

    async def what(service: Talk) -> None:
        where, update = await service.begin("person", "greedy", dice="own")
        legal = {one.action: one.command for one in update.state.legal}
        advice = asyncio.create_task(service.ask(messages.Advise, **where, agent="waiting", time=10.0))
        assert await asyncio.to_thread(Waiting.begun.wait, WAIT)
        await service.ask(messages.Play, **where, at=update.cursor, command="strike")
        bout = await service.hall.find(where["bout"])
        assert bout.asked == "dice"
        Waiting.let_go.set()
        told = await advice
        assert told.cursor == update.cursor
        assert [one.command for one in told.choices] == [legal[one.action] for one in told.choices] != []
        assert bout.session.spell(told.choices[0].action) != told.choices[0].command

    talk(tmp_path, what, waiting="test_advising:waiting")


class Waiting:
    """Says that it has begun, and chooses when it is let go."""

    begun, let_go = threading.Event(), threading.Event()

    def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
        self.begun.set()
        assert self.let_go.wait(WAIT), "nobody has let it go"
        return masks.argmax(axis=1)


def waiting(game: Game) -> Waiting:
    return Waiting()


def test_go_weighs_its_first_choices_where_that_is_asked_for(tmp_path: Path) -> None:
    """In a bout of the front end."""

    async def what(service: Talk) -> None:
        situation = await service.ask(messages.Legal, position=toy_position())
        best = await service.ask(messages.Go, position=toy_position(), agent="sensible", choices=2, time=60.0)
        assert best.choices[0].command == best.command and len(best.choices) == 2
        assert {one.command for one in best.choices} <= {one.command for one in situation.legal}
        assert (await service.ask(messages.Go, position=toy_position(), agent="sensible", time=60.0)).choices == []

    talk(tmp_path, what)


def toy_position() -> str:
    return position.write(toy.GAME, Session(toy.GAME, toy.read_options(rounds=3), seed=2).rows)


def test_a_position_is_tried_out_action_by_action(tmp_path: Path) -> None:
    """Actions of `then` lead on from a position or a step of a transcript; the same ones lead to the same table."""

    async def what(service: Talk) -> None:
        base = {"position": toy_position(), "eyes": "everybody"}
        before = await service.ask(messages.Legal, **base)
        assert before.happened == []
        rest = next(one.action for one in before.legal if one.command == "rest")
        after = await service.ask(messages.Legal, **base, then=[rest])
        assert after.seat == "player_1" and any("rest" in one["text"] or one["text"] for one in after.happened)
        assert [row["value"] for row in after.view["scores"]] == [1, 0]
        assert after == await service.ask(messages.Legal, **base, then=[rest])
        best = await service.ask(messages.Go, position=toy_position(), then=[rest], agent="sensible", time=60.0)
        assert best.seat == "player_1" and best.command in {one.command for one in after.legal}
        for seat in after.view["seats"]:
            assert all(card is not None for hand in seat["hands"] for card in hand["cards"] or [])
        with pytest.raises(Refusal, match=r"then\[1\]"):
            await service.ask(messages.Legal, **base, then=[rest, 9999])

    talk(tmp_path, what)


def test_actions_that_a_position_is_to_begin_with_are_kept(tmp_path: Path) -> None:
    """Until others are named; another position, or another turn of a transcript, begins without them."""

    async def what(service: Talk) -> None:
        base = {"position": toy_position(), "seed": 3}
        before = await service.ask(messages.Position, **base)
        rest = next(one.action for one in before.legal if one.command == "rest")
        after = await service.ask(messages.Position, then=[rest])
        assert (before.seat, after.seat) == ("player_0", "player_1")
        assert await service.ask(messages.Legal) == after
        assert (await service.ask(messages.Go, agent="sensible", time=60.0)).seat == "player_1"
        assert (await service.ask(messages.Legal, then=[])).seat == "player_0"
        assert (await service.ask(messages.Position, **base)).seat == "player_0"
        assert (await service.ask(messages.Legal)).seat == "player_0"

        text = transcript.write(transcript.record(toy.GAME, {"rounds": 3}, [rest], seed=2))
        tried = await service.ask(messages.Position, transcript=text, turns=0, then=[rest])
        assert tried.seat == "player_1" and await service.ask(messages.Legal) == tried
        assert (await service.ask(messages.Legal, turns=0)).seat == "player_0"

    talk(tmp_path, what)


def test_what_a_seat_does_not_know_is_dealt_where_its_view_is_tried_out() -> None:
    """So that agents can decide for the others, too; without `then` they are asked for that seat alone."""
    begun = Session(NEXUS, NEXUS.read_options(seats=2), seed=3)
    line = position.seen_by(NEXUS, begun.rows, begun.seat)
    given = {"position": line, "seed": 4}
    _, whose = client_bouts.sit_down(served(), messages.Go(**given))
    assert whose == begun.seat
    action = int(begun.mask.argmax())
    tried, whose = client_bouts.sit_down(served(), messages.Go(**given, then=[action]))
    begun.act(action)
    assert whose is None and tried.seat == begun.seat
