"""What the service tells: nobody learns from events, states or errors that another one was asked in private."""

import asyncio
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
from service import open_hall, run, served

from nexus_env.frontends.web.client_bouts import replay
from nexus_env.frontends.web.hall.audience import Audience
from nexus_env.frontends.web.hall.bout import DICE, ServedBout
from nexus_env.frontends.web.hall.head import Head
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import Question
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.words.happened import is_private
from nexus_env.kit.tape import CHANCE, PASS
from nexus_env.text import transcript

CARDS = 24
OPTIONS = {"cycle_limit": 4, "deal": "random"}
VIEWER = "player_0"


class Played:
    """A bout of the service between people whose dice are dictated, so that the deal can be chosen."""

    def __init__(self, windows: str, order: list[int], seed: int, seats: int = 2) -> None:
        head = Head(
            rules=NEXUS.stamps["game"],
            stock="",
            seats=("person",) * seats,
            options={**OPTIONS, "windows": windows},
            seed=1,
            own_dice=True,
            time=1.0,
            clock=None,
            undo=False,
        )
        self.bout, self.order, self.dealt = ServedBout(NEXUS, "bout", head), list(order), set[int]()
        self.dice = np.random.default_rng(seed)
        for number in range(seats):
            seat = f"player_{number}"
            self.bout.take({"kind": "joined", "seat": seat, "name": seat, "token": seat})

    @property
    def asked(self) -> str | None:
        return self.bout.asked

    def act(self, action: int) -> None:
        event = {"kind": "turn", "seat": self.bout.asked, "action": int(action)}
        self.bout.take(event | ({"private": True} if is_private(self.bout.session.rows[0]) else {}))

    def settle(self) -> int:
        """Roll the dice, and pass for other seats in windows that only they know of; how many there were."""
        passed, session = 0, self.bout.session
        while not session.is_over and (session.seat == CHANCE or not self.bout.may_know(VIEWER)):
            if session.seat != CHANCE:
                passed += 1
                self.act(PASS)
            elif session.rows[0]["table"]["request"]["purpose"] == Purpose.DEAL_CARD:
                card = self.order[len(self.dealt)]
                self.act(sum(other < card and other not in self.dealt for other in range(CARDS)))
                self.dealt.add(card)
            else:
                self.act(int(self.dice.choice(np.flatnonzero(session.mask))))
        return passed

    def told(self, seat: str | None) -> list[Any]:
        """All that somebody gets, as JSON holds it."""
        update = self.bout.update(seat, 0)
        return [update.as_json(), [self.bout.hearing.cursor(seat), self.bout.hearing.turns(seat)]]


def twins(windows: str, seed: int, seats: int = 2) -> tuple[Played, Played, int]:
    """Two bouts in which only what others than `VIEWER` keep differs, played by the same decisions; and how often
    somebody was asked in private.
    """
    rng = np.random.default_rng(seed)
    order = rng.permutation(CARDS).tolist()
    one, two, private = Played(windows, order, seed, seats), Played(windows, order, seed, seats), 0
    revealing = NEXUS.trial.reveals()
    for turn in range(400):
        private += one.settle() + two.settle()
        if one.bout.session.is_over or two.bout.session.is_over:
            break
        assert one.asked == two.asked
        if turn % 7 == 0:
            for seat in (VIEWER, None):
                assert one.told(seat) == two.told(seat)
        masks = one.bout.session.mask, two.bout.session.mask
        if one.bout.session.rows[0]["table"]["request"]["question"] == Question.KEEP_CARD and one.asked != VIEWER:
            one.act(np.flatnonzero(masks[0])[0])
            two.act(np.flatnonzero(masks[1])[-1])
            continue
        both = np.flatnonzero(masks[0] & masks[1]).tolist()
        own = one.asked == VIEWER
        action = rng.choice([each for each in both if (each not in revealing if own else not NEXUS.trial.shows(each))])
        one.act(action)
        two.act(action)
    return one, two, private


@pytest.mark.parametrize("seats", NEXUS.seats)
@pytest.mark.parametrize("windows", ["able", "held"])
def test_updates_are_the_same_whatever_others_hold(windows: str, seats: int) -> None:
    """Events and their number, cursors, what happened in each, the state and its view."""
    private, lengths = 0, set()
    for seed in range(4):
        one, two, passed = twins(windows, seed, seats)
        private += passed
        lengths.add(len(one.bout.turns) - len(two.bout.turns))
        for seat in (VIEWER, None):
            first, second = one.told(seat)[0]["events"], two.told(seat)[0]["events"]
            assert [event["cursor"] for event in first] == list(range(1, len(first) + 1))
            assert len(first) == len(second)
    assert private > 0, "nobody was asked in private: the test sees no leak"
    assert (lengths != {0}) == (windows == "able")


def test_a_replay_through_the_eyes_of_a_seat_counts_the_turns_that_it_saw() -> None:
    """As many for both bouts, though the transcripts are not equally long."""
    for seed in range(6):
        one, two, _ = twins("able", seed)
        if len(one.bout.turns) != len(two.bout.turns):
            break
    replays = [
        replay(
            served(), messages.Replay(transcript=transcript.write(played.bout.as_transcript()), eyes=VIEWER, count=50)
        )
        for played in (one, two)
    ]
    assert replays[0].turns == replays[1].turns < max(len(one.bout.turns), len(two.bout.turns))
    assert [step.turn for step in replays[0].steps] == list(range(50))
    assert replays[0].steps == replays[1].steps
    everybody = replay(served(), messages.Replay(transcript=transcript.write(one.bout.as_transcript())))
    assert everybody.turns == len(one.bout.turns)


def private_moment() -> Played:
    """`player_1` is asked in private after a turn of `player_0`."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        played = Played("able", rng.permutation(CARDS).tolist(), seed)
        for _ in range(300):
            session = played.bout.session
            if session.is_over:
                break
            if not played.bout.may_know(VIEWER):
                return played
            if session.seat == CHANCE:
                played.settle()
                continue
            played.act(int(rng.choice(np.flatnonzero(session.mask))))
    raise AssertionError("nobody was asked in private")


def test_while_somebody_is_asked_in_private_the_others_wait() -> None:
    """They see the table as they saw it last, nothing to do and no clock; the one who is asked sees all."""
    played = private_moment()
    cursors = [played.bout.hearing.cursor(seat) for seat in (VIEWER, "player_1", None)]
    assert cursors[0] == cursors[2] < cursors[1]
    state = played.bout.state(VIEWER)
    assert state.legal == [] and state.seconds_left is None
    assert "player_1" not in str(state.view["question"])
    assert played.bout.state("player_1").legal
    played.act(PASS)
    played.settle()
    assert played.bout.hearing.cursor(VIEWER) > cursors[0]


def test_errors_do_not_tell_who_is_asked_in_private(tmp_path: Path) -> None:
    """Who decides out of turn hears no name."""

    async def too_early() -> str:
        with open_hall(tmp_path) as hall:
            played = private_moment()
            played.bout.tokens = {}
            with pytest.raises(Refusal) as refused:
                hall._check_turn(played.bout, played.bout.hearing.cursor(VIEWER), VIEWER)
            return str(refused.value)

    text = run(too_early())
    assert "player_1" not in text and "others decide first" in text


def test_where_windows_are_held_the_service_passes_for_who_can_only_pass(tmp_path: Path) -> None:
    """After a pause that is the same whatever is held; the person is never asked to click."""

    async def played() -> tuple[list[str], int]:
        with open_hall(tmp_path) as hall:
            options = {**OPTIONS, "windows": "held", "cycle_limit": 1}
            joined = await hall.create(messages.Create(seats=["person", "greedy"], options=options, seed=4))
            bout = await hall.find(joined.bout)
            rng, passes = np.random.default_rng(1), 0
            while bout.phase != "over":
                if bout.asked != VIEWER or bout.can_only_pass:
                    passes += bout.asked == VIEWER
                    await bout.audience.wait(60)
                    continue
                action = int(rng.choice(np.flatnonzero(bout.session.mask)))
                assert bout.session.mask.sum() > 1 or action != Action.PASS
                at = bout.hearing.cursor(VIEWER)
                await hall.play(messages.Play(bout=bout.name, token=str(joined.token), at=at, action=action))
                last = bout.last_turn_of(VIEWER)
                assert last is not None and "forced" not in bout._standing()[last], "undo takes back a decision"
            await hall.close()
            return [event["seat"] for event in bout.events], passes

    seats, passes = run(played())
    assert DICE not in seats and passes > 0


def test_an_answer_to_play_does_not_tell_that_an_agent_was_asked_in_private(tmp_path: Path) -> None:
    """It comes when there is something to tell, as if nobody had been asked."""

    async def played() -> int:
        with open_hall(tmp_path) as hall:
            joined = await hall.create(messages.Create(seats=["person", "greedy"], options=OPTIONS, seed=4))
            bout = await hall.find(joined.bout)
            rng, plays = np.random.default_rng(1), 0
            while bout.phase != "over":
                if bout.asked != VIEWER:
                    await bout.audience.wait(60)
                    continue
                action, at = int(rng.choice(np.flatnonzero(bout.session.mask))), bout.hearing.cursor(VIEWER)
                token = str(joined.token)
                update = await hall.play(messages.Play(bout=bout.name, token=token, at=at, action=action))
                assert update.events and update.state.view["question"]["text"] != "Waiting."
                plays += 1
            await hall.close()
            assert any(event.get("seat") == "player_1" and event["action"] == PASS for event in bout.events)
            return plays

    assert run(played()) > 10


def test_an_answer_to_play_comes_no_sooner_whatever_another_person_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where windows are held: after the same pause, whether the other one passes by itself or answers at once."""
    pause, met = 0.1, {"can only pass": 0, "can answer": 0}
    monkeypatch.setattr("nexus_env.frontends.web.hall.bout.PAUSE_IN_WINDOWS", pause)
    options, rng = {**OPTIONS, "windows": "held"}, np.random.default_rng(1)

    async def play_a_bout(hall: Hall) -> None:
        first = await hall.create(messages.Create(seats=["person", "person"], name="A", options=options))
        second = await hall.join(messages.Join(bout=first.bout, name="B"))
        bout = await hall.find(first.bout)
        tokens = {VIEWER: str(first.token), "player_1": str(second.token)}

        async def decide(seat: str, action: int) -> None:
            at = bout.hearing.cursor(seat)
            await hall.play(messages.Play(bout=bout.name, token=tokens[seat], at=at, action=int(action)))

        while bout.phase != "over" and min(met.values()) < 2:
            if bout.asked is None or bout.can_only_pass:
                await bout.audience.wait(60)
                continue
            action = rng.choice(np.flatnonzero(bout.session.mask))
            if bout.asked != VIEWER or not bout.may_know(None):
                await decide(bout.asked, action)
                continue
            began = time.monotonic()
            answer = asyncio.ensure_future(decide(VIEWER, action))
            while not answer.done() and bout.may_know(VIEWER):
                await asyncio.sleep(0)
            if not answer.done():
                met["can only pass" if bout.can_only_pass else "can answer"] += 1
                if not bout.can_only_pass:
                    await decide("player_1", PASS)
                await answer
                assert time.monotonic() - began >= pause

    async def played() -> None:
        with open_hall(tmp_path) as hall:
            for _ in range(20):
                await play_a_bout(hall)
            await hall.close()

    run(played())
    assert min(met.values()) > 0, met


def test_a_pass_in_private_is_not_taken_back_alone() -> None:
    """Who watches would learn that there was one, from where the turns are taken up again."""
    met = 0
    for seed in range(12):
        head = Head(
            rules=NEXUS.stamps["game"],
            stock="",
            seats=("person", "greedy"),
            options={**OPTIONS, "windows": "able"},
            seed=seed,
            own_dice=False,
            time=1.0,
            clock=None,
            undo=True,
        )
        bout, rng = ServedBout(NEXUS, "bout", head), np.random.default_rng(seed)
        bout.take({"kind": "joined", "seat": VIEWER, "name": "Ada", "token": "t"})
        while not bout.session.is_over:
            known = bout.last_turn_of(VIEWER)
            if bout.asked == VIEWER and not bout.may_know(None) and known is not None:
                turns = bout.hearing.turns(None)
                bout.take({"kind": "turn", "seat": VIEWER, "action": PASS})
                assert bout.last_turn_of(VIEWER) == known < len(bout.turns) - 1
                bout.take({"kind": "undone", "seat": VIEWER, "turns": known})
                told = [event for event, _ in bout.hearing.events(None, 0)]
                assert told[-1].kind == "undone" and bout.hearing.turns(None) <= turns
                assert bout.asked == VIEWER and len(bout.untold) == len(bout.turns) == known
                met += 1
                break
            action = int(rng.choice(np.flatnonzero(bout.session.mask)))
            bout.take({"kind": "turn", "seat": bout.asked, "action": action})
    assert met > 3


def test_who_waits_for_news_can_be_stopped_at_the_moment_when_it_comes() -> None:
    """Otherwise, the clock of a bout would go on after the service has been told to stop."""

    async def main() -> bool:
        audience = Audience(lambda seat: 0, lambda seat, cursor: messages.Update.model_construct())

        async def listen() -> None:
            for _ in range(2):
                await audience.wait(1000)

        listening = asyncio.create_task(listen())
        await asyncio.sleep(0)  # now it waits
        audience.tell_news()
        await asyncio.sleep(0)
        listening.cancel()
        while not listening.done():
            await asyncio.sleep(0)
            audience.tell_news()
        return listening.cancelled()

    assert asyncio.run(main())
