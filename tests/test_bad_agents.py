"""Whatever an agent does, its bout goes on, and so does everything else."""

import asyncio
from pathlib import Path
from typing import Any

import bad_agents
import numpy as np
import pytest
import toy
from bad_agents import Scratcher, Spoiler

import nexus_env
from nexus_env.agents.rate import ask_at
from nexus_env.core.session import Session
from nexus_env.frontends.mcp.bouts import ServedBouts
from nexus_env.frontends.table.host import Host
from nexus_env.frontends.web.hall import opponents
from nexus_env.frontends.web.hall.fair_share import Asker
from nexus_env.frontends.web.hall.opponents import PLACES, ServedOpponents
from nexus_env.frontends.web.hall.questions import LegalQuestion, Viewpoint
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.play.autosave import AutosavedBout
from nexus_env.play.episodes import Episodes
from nexus_env.players.agent_protocol import AgentFailed
from nexus_env.players.agents_by_name import find_loader
from nexus_env.players.expectation import expected_by
from nexus_env.text import prompt

pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
from service import SEED, run
from test_advising import Talk, talk
from test_prompt import first_of

TOY = "toy:GAME"
BAD = {name: f"bad_agents:{name}" for name in ("spoiler", "scratcher", "quitter", "interrupter", "sleeper")}


def session() -> Session:
    return Session(toy.GAME, toy.GAME.read_options(rounds=3), seed=SEED)


# --- agents that write into what they are given -----------------------------------------------------------------------


class Scratch:
    """A callable that writes into what it is given, and chooses what is legal."""

    def __call__(self, observation: Any, mask: Any, rng: Any) -> int:
        return int(Scratcher().choose(observation[None], mask[None], rng)[0])


@pytest.mark.parametrize("rival", [Scratcher(), Scratch()], ids=["agent", "callable"])
def test_a_rival_that_writes_into_its_input_plays_like_one_that_does_not(rival: Any) -> None:
    def first(observation: Any, mask: Any, rng: Any) -> int:
        return int(mask.argmax())

    def results(opponent: Any) -> list[float]:
        one = nexus_env.single(game=TOY, opponent=opponent, seed=1, rounds=3)
        many = nexus_env.vector_env(2, game=TOY, opponent=opponent, seed=1, rounds=3)
        one.reset(seed=1)
        many.reset(seed=1)
        found: list[float] = []
        for _ in range(12):
            observation, reward, ended, cut, _ = one.step(int(one.action_masks().argmax()))
            observations, rewards, *_ = many.step(many.action_masks().argmax(axis=1))
            found += [float(observation.sum()), float(reward), *observations.sum(axis=1), *rewards]
            if ended or cut:
                one.reset()
        return found

    assert results(rival) == results(first)


def test_an_illegal_choice_of_a_rival_is_told_whatever_it_wrote() -> None:
    """The learner is not paid for it."""
    for make, told in ((nexus_env.single, "the illegal action"), (nexus_env.vector_env, "which is not legal now")):
        env = make(game=TOY, opponent=Spoiler(), seed=1)
        with pytest.raises(ValueError, match=told):
            _until_the_rival_is_asked(env)


def test_a_question_is_the_same_for_the_next_agent() -> None:
    """Whatever the one before it wrote into observation, mask and world."""
    asked, enough = LegalQuestion(session(), 1, count=2), None
    fresh = LegalQuestion(session(), 1, count=2).put_to(Scratcher(), "one", enough)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="which is not legal"):
        asked.put_to(Spoiler(), "spoiler", enough)  # type: ignore[arg-type]
    for _ in range(2):
        assert asked.put_to(Scratcher(), "one", enough) == fresh  # type: ignore[arg-type]
    viewpoint = Viewpoint(session().worlds_of(None, 2), 1)
    assert viewpoint.put_to(Spoiler(), "one", enough) == viewpoint.put_to(Spoiler(), "one", enough)  # type: ignore[arg-type]


@pytest.mark.parametrize("agent", ["spoiler", "scratcher", "quitter", "interrupter"])
def test_a_served_bout_goes_on_to_its_end(agent: str, tmp_path: Path) -> None:
    """Its events say who decided instead."""

    async def what(service: Talk) -> None:
        where, update = await service.begin("person", agent, options={"rounds": 2})
        while update.state.phase == "playing":
            action = update.state.legal[0].action
            await service.ask(messages.Play, **where, at=update.cursor, action=action)
            update = await service.until_asked(where)
        events = (await service.ask(messages.Look, **where, after=0)).events
        replaced = {event.instead_of for event in events if event.seat == "player_1"}
        assert (agent in replaced) == (agent != "scratcher")

    talk(tmp_path, what, **BAD)


# --- actions that are not legal ---------------------------------------------------------------------------------------


def test_nothing_illegal_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although whoever chose it was believed."""

    async def choose(*_: object, **__: object) -> opponents.Choice:
        return opponents.Choice(int(session().mask.argmin()), "greedy")

    monkeypatch.setattr(ServedOpponents, "decide", choose)

    async def what(service: Talk) -> None:
        where, update = await service.begin("person", "greedy", options={"rounds": 2})
        bout = await service.hall.find(where["bout"])
        with pytest.raises(ValueError, match="which is not legal now"):
            await service.hall.decide(bout, int(bout.session.mask.argmin()))
        action = update.state.legal[0].action
        await service.ask(messages.Play, **where, at=update.cursor, action=action)
        update = await service.until_asked(where)
        kept = await service.hall.store.read(where["bout"])
        assert kept is not None and len(kept.events) == bout.cursor and update.state.turns == len(bout.turns)

    talk(tmp_path, what)


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "turn", "seat": "player_0", "action": 0},
        {"kind": "turn", "seat": "player_0", "action": 10**9},
        {"kind": "turn", "seat": "player_0"},
        {"kind": "undone", "seat": "player_0", "turns": 99},
        {"kind": "undone", "seat": "player_0", "turns": 0, "consented": ["player_7"]},
        {"kind": "undo_asked", "seat": "player_7"},
        {"kind": "undo_answered", "seat": "player_1"},
        {"kind": "joined", "seat": "player_7", "name": "Eve", "token": "x"},
        {"kind": "claimed", "seat": "player_0"},
        {"kind": "abdicated", "seat": "player_0"},
        {"seat": "player_0"},
        ["joined"],
    ],
)
def test_a_stored_event_that_cannot_be_applied_costs_the_bout_only_that(
    event: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Now and after a restart; what follows it is there, and whoever runs the service is told once."""

    async def what(service: Talk) -> None:
        where, update = await service.begin("person", "person", options={"rounds": 2})
        await service.ask(messages.Join, bout=where["bout"])
        hall = service.hall
        await hall.store.append(where["bout"], 3, event)
        hall.shelf.forget(where["bout"])
        update = await service.until_asked(where)
        played = await service.ask(messages.Play, **where, at=update.cursor, action=update.state.legal[0].action)
        before = (await service.ask(messages.Look, **where, after=0)).as_json()
        hall.shelf.forget(where["bout"])
        assert (await service.ask(messages.Look, **where, after=0)).as_json() == before
        assert played.cursor == update.cursor + 1 and before["state"]["turns"] == 1
        assert (await service.ask(messages.Resign, **where)).state.phase == "over"
        assert len([one for one in caplog.records if "event 3" in one.getMessage()]) == 1

    talk(tmp_path, what)


# --- agents that would end the program --------------------------------------------------------------------------------


class Canceled:
    """Raises what ends a task."""

    def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
        raise asyncio.CancelledError("enough")


def _until_the_rival_is_asked(env: Any) -> None:
    env.reset(seed=1)
    for _ in range(20):
        masks = env.action_masks()
        env.step(masks.argmax(axis=-1) if masks.ndim == 2 else int(masks.argmax()))


@pytest.mark.parametrize("make", [nexus_env.single, nexus_env.vector_env])
@pytest.mark.parametrize("agent", [bad_agents.Quitter(), Canceled()])
@pytest.mark.parametrize("is_callable", [False, True])
def test_a_rival_that_would_end_the_program_is_told_as_an_error(make: Any, agent: Any, is_callable: bool) -> None:
    """Else a training run would end as if all were well."""

    def call(observation: Any, mask: Any, rng: Any) -> Any:
        return agent.choose(observation[None], mask[None], rng)

    env = make(game=TOY, opponent=call if is_callable else agent, seed=1)
    with pytest.raises(AgentFailed, match=r"the agent has raised .*: enough"):
        _until_the_rival_is_asked(env)


def test_a_rating_says_that_an_agent_would_end_the_program() -> None:
    batch = nexus_env.batch(2, seed=1, game=TOY)
    with pytest.raises(AgentFailed, match="SystemExit: enough"):
        ask_at(batch, bad_agents.Quitter(), np.arange(2), np.random.default_rng(1))


def test_an_expectation_that_would_end_the_program_is_an_error() -> None:
    class Judge:
        def judge(self, world: Any) -> Any:
            raise SystemExit("enough")

    with pytest.raises(AgentFailed, match="SystemExit: enough"):
        expected_by(Judge(), session(), np.random.default_rng(1))


def test_an_agent_at_a_real_table_that_would_end_the_program_is_told(tmp_path: Path) -> None:
    """And the bout is there to go on."""
    kept = AutosavedBout(
        toy.GAME, {"seats": 2}, seed=SEED, dictated=False, players=("quitter", "me"), file=tmp_path / "bout"
    )
    with pytest.raises(ValueError, match=r"player_0 \(AI\): got .*SystemExit: enough; expected a decision"):
        Host(kept, {0: bad_agents.Quitter()}, pause=False).run()
    assert not AutosavedBout.resume(toy.GAME, tmp_path / "bout").session.is_over


# --- agents that do not come back -------------------------------------------------------------------------------------


def test_an_agent_that_is_lost_leaves_its_place_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """And is not asked again until it has answered."""
    monkeypatch.setattr(opponents, "LATE", 0.0)
    bad_agents.Sleeper.woken.clear()

    async def ask() -> None:
        found = ServedOpponents(toy.GAME, BAD, seed=SEED)
        for number in range(2 * PLACES):
            choice = await found.decide("sleeper", session(), 0.0, Asker(str(number)), (1,))
            assert (choice.agent, choice.instead_of) == (found.fallback, "sleeper")
        assert (await found.decide("greedy", session(), 60.0, Asker("me"), (1,))).agent == "greedy"
        with pytest.raises(Refusal, match="sleeper, which has not answered an earlier question"):
            await found.advise("sleeper", LegalQuestion(session(), 1), 1.0, Asker("me"))
        bad_agents.Sleeper.woken.set()
        while found._lost["sleeper"]:
            await found.decide("greedy", session(), 60.0, Asker("me"), (1,))
        monkeypatch.setattr(opponents, "LATE", 60.0)
        assert (await found.decide("sleeper", session(), 60.0, Asker("me"), (1,))).agent == "sleeper"
        found.close()

    run(ask())


def test_an_agent_that_never_answers_does_not_keep_the_service_from_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its bouts go on by others until it has answered."""
    monkeypatch.setattr(opponents, "LATE", 0.0)
    bad_agents.Sleeper.woken.clear()

    async def ask() -> None:
        found = ServedOpponents(toy.GAME, BAD, seed=SEED)
        found.warm()
        monkeypatch.setattr(opponents, "LATE", 60.0)
        choice = await found.decide("sleeper", session(), 60.0, Asker("me"), (1,))
        assert (choice.agent, choice.instead_of) == (found.fallback, "sleeper")
        bad_agents.Sleeper.woken.set()
        while (choice := await found.decide("sleeper", session(), 60.0, Asker("me"), (1,))).agent != "sleeper":
            assert choice.instead_of == "sleeper"
        found.close()

    run(ask())


def test_agents_are_waited_for_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each that never answers would delay the service by a minute."""
    asked: list[tuple[int, float]] = []
    monkeypatch.setattr(opponents, "wait", lambda firsts, seconds: asked.append((len(firsts), seconds)))
    bad_agents.Sleeper.woken.clear()
    found = ServedOpponents(toy.GAME, BAD | {"another sleeper": BAD["sleeper"]}, seed=SEED)
    found.warm()
    assert asked == [(len(found.meanings), opponents.LATE)]
    bad_agents.Sleeper.woken.set()
    found.close()


# --- other front ends -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("agent", ["quitter", "spoiler"])
def test_a_bout_of_a_language_model_goes_on_too(agent: str) -> None:
    load = find_loader()
    bouts = ServedBouts({"toy": toy.GAME}, lambda name, game: load(BAD[agent] if name == "greedy" else name, game))
    name, text = bouts.begin(opponent="greedy", seed=SEED, options={"rounds": 2})
    while prompt.ANSWER in text:
        text = bouts.play(name, first_of(text))
    assert "The bout is over" in text


def test_a_language_model_need_not_wait_for_an_opponent_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that does not answer is asked once; nor does it hold a server that stops."""
    monkeypatch.setattr("nexus_env.frontends.mcp.bouts.LATE", 0.1)
    bad_agents.Sleeper.woken.clear()
    load = find_loader()
    bouts = ServedBouts({"toy": toy.GAME}, lambda name, game: load(BAD["sleeper"] if name == "greedy" else name, game))
    asked = watched(monkeypatch, bad_agents.Sleeper, "choose")
    name, text = bouts.begin(opponent="greedy", seed=SEED, options={"rounds": 3})
    while prompt.ANSWER in text:
        text = bouts.play(name, first_of(text))
    assert "The bout is over" in text and len(asked) == 1
    bouts.stop()
    with pytest.raises(ValueError, match="while it stops"):
        bouts.begin(opponent="greedy", seed=SEED, seat=1)
    bad_agents.Sleeper.woken.set()


def watched(monkeypatch: pytest.MonkeyPatch, kind: type, method: str) -> list[Any]:
    """The calls of a method from now on."""
    calls, before = list[Any](), getattr(kind, method)

    def call(self: Any, *given: Any) -> Any:
        calls.append(given)
        return before(self, *given)

    monkeypatch.setattr(kind, method, call)
    return calls


def test_a_tournament_says_which_agent_ended_its_program() -> None:
    bouts = Episodes(toy.GAME, 1)
    with pytest.raises(ValueError, match="Agent 'mine': SystemExit: enough"):
        bouts.ask(bad_agents.Quitter(), "mine", np.arange(1), np.random.default_rng(1))
