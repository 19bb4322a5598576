"""People who leave: presence, resigning, draws, claims, the quick end, and what stands of it in the transcript."""

import asyncio
from pathlib import Path

import pytest
from served_table import DUEL, MIXED, THREE, Clock, Table, laid
from service import VALID, open_hall, run, served

from nexus_env.frontends.web import client_bouts
from nexus_env.frontends.web.hall import presence
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.limits import TURNS_BETWEEN_DRAW_OFFERS
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.rules.bout import Standing
from nexus_env.play.autosave import AutosavedBout
from nexus_env.text import transcript

# --- resigning --------------------------------------------------------------------------------------------------------


def test_who_resigns_a_duel_has_lost_it(tmp_path: Path) -> None:
    """Kept before it is acknowledged: after a restart, too. The transcript replays, and says how it ended."""

    async def body(table: Table) -> None:
        await table.decide(5)
        before = (await table.look(0, 0)).cursor
        assert (await table.look(0)).state.may_resign and not (await table.look()).state.may_resign
        update = await table.ask("resign", 0)
        assert [(event.kind, event.seat) for event in update.events] == [("resigned", "player_0")]
        assert update.cursor == before + 1
        for seat in (0, 1, None):
            state = (await table.look(seat)).state
            assert (state.phase, state.result, state.ended_by) == ("over", [-1.0, 1.0], "resignation")
            assert state.legal == [] and not state.may_resign and state.view["over"]
            assert state.view["winners"] == ["player_1"] and state.view["question"]["seat"] is None
            assert state.view["result"] == "player_0 has resigned: player_1 wins."
        assert (await table.ask("resign", 0)).cursor == update.cursor, "its answer was lost on the way"
        assert await table.refused("resign", 1) == "a bout that is over"
        read = await table.read()
        assert (read.result, read.ended_by) == ((-1.0, 1.0), "resignation")
        assert len(read.turns) == 5
        shown = client_bouts.replay(served(), messages.Replay(transcript=transcript.write(read)))
        assert (shown.result, shown.ended_by) == ([-1.0, 1.0], "resignation")
        again = await table.hall.again(messages.Again(bout=table.bout, token=table.tokens[0]))
        assert again.bout != table.bout
        bouts.append((table.bout, table.tokens[1]))

    async def restarted() -> None:
        with open_hall(tmp_path) as hall:
            update = await hall.look(messages.Look(bout=bouts[0][0], token=bouts[0][1], after=0))
            assert (update.state.phase, update.state.result) == ("over", [-1.0, 1.0])

    bouts: list[tuple[str, str]] = []
    laid(tmp_path, body, *DUEL)
    run(restarted())


def test_who_resigns_against_an_agent_has_lost_and_takes_nothing_back(tmp_path: Path) -> None:
    async def body(table: Table) -> None:
        await table.decide(3)
        assert (await table.look(0)).state.may_undo
        state = (await table.ask("resign", 0)).state
        assert state.result == [-1.0, 1.0] and not state.may_undo
        with pytest.raises(Refusal, match="a bout that was given up"):
            await table.hall.undo(messages.Undo(bout=table.bout, token=table.tokens[0], at=(await table.look()).cursor))

    laid(tmp_path, body, "person", "random", undo=True, seed=5)


def test_an_agent_plays_on_for_who_resigns_among_three(tmp_path: Path) -> None:
    """Told to all: in the event, in the seat, in each of its decisions, and in the transcript."""

    async def body(table: Table) -> None:
        stand_in = table.hall.served.of(None).stand_in(3)
        await table.decide(3)
        update = await table.ask("resign", 0)
        assert (update.events[0].kind, update.events[0].by) == ("resigned", stand_in)
        assert update.state.phase == "playing"
        chair = update.state.seats[0]
        assert (chair.person, chair.resigned, chair.agent) == (True, True, stand_in)
        while (update := await table.look(1, 0)).state.phase == "playing":
            looks = [await table.look(seat) for seat in range(3)]
            assert looks[0].state.legal == [], "an agent decides for it"
            if any(look.state.legal for look in looks):
                await table.decide()
            else:
                await table.news(looks)
        decided = [event for event in update.events if event.kind == "turn" and event.seat == "player_0" and event.by]
        assert decided and {event.by for event in decided} == {stand_in}
        read = await table.read()
        assert read.ended_by == "" and len(read.result) == 3, "the rules have ended it"
        assert any(f"{stand_in} decided for player_0" in turn.comment for turn in read.turns)

    laid(tmp_path, body, *THREE)


# --- draws ------------------------------------------------------------------------------------------------------------


def test_a_draw_is_offered_and_accepted(tmp_path: Path) -> None:
    async def body(table: Table) -> None:
        await table.decide(4)
        assert (await table.look(0)).state.may_offer_draw and not (await table.look(0)).state.must_answer_draw
        assert await table.refused("answer_draw", 1, accept=True) == "no offer to you"
        offered = await table.ask("offer_draw", 0)
        assert offered.state.draw_offered_by == "player_0" and not offered.state.must_answer_draw
        assert (await table.ask("offer_draw", 0)).cursor == offered.cursor, "its answer was lost on the way"
        assert await table.refused("offer_draw", 1) == "an offer of player_0"
        assert await table.refused("answer_draw", 0, accept=False) == "no offer to you"
        assert (await table.look(1)).state.must_answer_draw
        await table.decide(1)  # an offer does not hold the bout up
        state = (await table.ask("answer_draw", 1, accept=True)).state
        assert (state.phase, state.result, state.ended_by) == ("over", [0.0, 0.0], "draw")
        assert state.view["result"] == "player_0 and player_1 agree on a draw." and state.draw_offered_by is None
        assert (await table.ask("answer_draw", 1, accept=True)).state.phase == "over"
        read = await table.read()
        assert (read.result, read.ended_by) == ((0.0, 0.0), "draw")

    laid(tmp_path, body, *DUEL)


def test_an_offer_does_not_make_a_decision_come_too_late(tmp_path: Path) -> None:
    """Whoever was about to decide decides on the same table."""

    async def body(table: Table) -> None:
        states = [await table.look(seat) for seat in range(2)]
        asked = next(seat for seat, update in enumerate(states) if update.state.legal)
        await table.ask("offer_draw", 1 - asked)
        where = {"bout": table.bout, "token": table.tokens[asked], "at": states[asked].cursor}
        first, second = states[asked].state.legal[:2]
        played = await table.hall.play(messages.Play(**where, action=first.action))
        assert played.events[-1].kind == "turn"
        assert (await table.hall.play(messages.Play(**where, action=first.action))).cursor == played.cursor
        with pytest.raises(Refusal, match="at: got 2"):
            await table.hall.play(messages.Play(**where, action=second.action))

    laid(tmp_path, body, *DUEL)


def test_a_draw_needs_all_and_may_be_declined(tmp_path: Path) -> None:
    """And is not offered again and again."""

    async def body(table: Table) -> None:
        await table.ask("offer_draw", 2)
        assert (await table.ask("answer_draw", 0, accept=True)).state.phase == "playing"
        declined = await table.ask("answer_draw", 1, accept=False)
        assert (declined.state.phase, declined.state.draw_offered_by) == ("playing", None)
        assert await table.refused("offer_draw", 2) == "an offer 0 turns ago"
        await table.ask("offer_draw", 1)
        await table.ask("resign", 0)
        assert (await table.look(1)).state.draw_offered_by is None
        assert await table.refused("offer_draw", 1) == "a bout with agents, who agree on nothing"

    laid(tmp_path, body, *THREE)


def test_a_draw_may_be_offered_again_later(tmp_path: Path) -> None:
    async def body(table: Table) -> None:
        await table.ask("offer_draw", 0)
        await table.ask("answer_draw", 1, accept=False)
        first = (await table.look()).state.turns  # that all can see: what is said in private is not counted
        while (await table.look()).state.turns < first + TURNS_BETWEEN_DRAW_OFFERS:
            state = (await table.look(0)).state
            assert state.phase == "playing" and not state.may_offer_draw
            await table.decide()
        assert (await table.ask("offer_draw", 0)).state.draw_offered_by == "player_0"

    laid(tmp_path, body, *DUEL, options={"cycle_limit": 100})


# --- presence and claims ----------------------------------------------------------------------------------------------


def test_who_is_here_is_told(tmp_path: Path) -> None:
    """Also to those who watch: when somebody comes, has gone, and has been away for long enough."""
    clock = Clock()

    async def body(table: Table) -> None:
        told: list[messages.Update] = []
        assert (await table.look(1)).state.present == [], "who asks and goes is not connected"
        _, end = await table.hall.watch(messages.Watch(bout=table.bout, token=table.tokens[0]), told.append)
        clock.now += 2 * presence.LINGER
        assert (await table.look()).state.present == ["player_0"] and not told
        _, leave = await table.hall.watch(messages.Watch(bout=table.bout, token=table.tokens[1]), lambda _: None)
        assert [(update.events, update.state.present) for update in told] == [([], ["player_0", "player_1"])]
        leave()
        assert (await table.look()).state.present == ["player_0", "player_1"], "it may be mended"
        people = (await table.hall.find(table.bout)).presence
        clock.now += presence.LINGER + 1
        people.look_after("player_1")
        assert told[-1].state.present == ["player_0"] and not told[-1].state.claimable
        clock.now += 300
        people.look_after("player_1")
        assert told[-1].state.claimable and len(told) == 3
        end()

    laid(tmp_path, body, *DUEL, clocked=clock)


def test_who_joins_before_the_eyes_of_others_is_there(tmp_path: Path) -> None:
    """And its connection, which comes in a moment, is no news."""

    async def body(table: Table) -> None:
        told: list[messages.Update] = []
        bout = (await table.hall.create(messages.Create(seats=["person", "person"]))).bout
        await table.hall.watch(messages.Watch(bout=bout), told.append)
        token = (await table.hall.join(messages.Join(bout=bout))).token
        assert told[-1].state.present == ["player_1"] and told[-1].events
        await table.hall.watch(messages.Watch(bout=bout, token=token), lambda _: None)
        assert len(told) == 1

    laid(tmp_path, body, *DUEL)


def test_who_waits_for_news_over_http_is_here(tmp_path: Path) -> None:
    async def body(table: Table) -> None:
        cursor = (await table.look()).cursor
        look = messages.Look(bout=table.bout, token=table.tokens[1], after=cursor, wait=30.0)
        waiting = asyncio.create_task(table.hall.look(look))
        await asyncio.sleep(0)
        while not (update := await table.look()).state.present:
            await asyncio.sleep(0)
        assert update.state.present == ["player_1"]
        await table.ask("resign", 1)
        assert (await waiting).state.phase == "over"

    laid(tmp_path, body, *DUEL)


def test_a_duel_that_the_other_has_left_may_be_claimed(tmp_path: Path) -> None:
    clock = Clock()

    async def body(table: Table) -> None:
        await table.decide(4)
        assert await table.refused("claim", 0) == "others who are here, or were recently"
        clock.now += 59
        assert not (await table.look(0)).state.claimable
        clock.now += 2
        assert (await table.look(0)).state.claimable and not (await table.look()).state.claimable
        await table.look(1)  # back again
        assert not (await table.look(0)).state.claimable
        clock.now += 61
        update = await table.ask("claim", 0)
        assert (update.events[0].kind, update.events[0].left) == ("claimed", ["player_1"])
        assert (update.state.result, update.state.ended_by) == ([1.0, -1.0], "claim")
        assert (await table.ask("claim", 0)).cursor == update.cursor, "its answer was lost on the way"
        assert await table.refused("claim", 1) == "a bout that is over"
        assert (await table.read()).ended_by == "claim"

    laid(tmp_path, body, *DUEL, clocked=clock, away=60.0)


def test_nobody_claims_where_it_was_not_agreed(tmp_path: Path) -> None:
    clock = Clock()

    async def body(table: Table) -> None:
        clock.now += 1e6
        assert not (await table.look(0)).state.claimable
        await table.refused("claim", 0)

    laid(tmp_path, body, *DUEL, clocked=clock, away=None)


def test_an_agent_plays_on_for_who_has_left_among_three(tmp_path: Path) -> None:
    clock = Clock()

    async def body(table: Table) -> None:
        clock.now += 400
        await table.look(2)
        update = await table.ask("claim", 0)
        assert update.events[0].left == ["player_1"] and update.state.phase == "playing"
        assert update.state.seats[1].agent == update.events[0].by

    laid(tmp_path, body, *THREE, clocked=clock)


# --- the quick end ----------------------------------------------------------------------------------------------------


def test_who_is_out_may_see_the_rest_quickly(tmp_path: Path) -> None:
    """Not before all people are out; then agents have hardly any time to think, and all are told."""

    async def body(table: Table) -> None:
        await table.decide(2)
        assert await table.refused("skip", 0) == "player_0 and player_1 still in the bout"
        bout = await table.hall.find(table.bout)
        await table.ask("resign", 1)
        helots = bout.session._slots["bout"]["table"]["helots"]["standing"]
        assert await table.refused("skip", 0) == "player_0 still in the bout"
        helots[0, 0] = Standing.KILLED
        bout._seen.clear()
        assert (await table.look(0)).state.may_skip and not (await table.look()).state.may_skip
        update = await table.ask("skip", 0)
        assert update.events[0].kind == "skipped" and update.state.skipped and not update.state.may_skip
        assert bout.thinking < bout.head.time
        chair = update.state.seats[0]
        assert (chair.agent, chair.resigned) == (update.events[0].by, False), "what its cards are still asked for"
        assert (await table.ask("skip", 0)).cursor == update.cursor

    laid(tmp_path, body, *MIXED)


# --- the list ---------------------------------------------------------------------------------------------------------


def test_bouts_are_found_by_tokens(tmp_path: Path) -> None:
    """Those that the service has made, and one's own, which opens a seat in many bouts; the latest first."""
    own = "a key of one's own, which nobody guesses"

    async def body(table: Table) -> None:
        first = await table.hall.create(messages.Create(seats=["person", "random"], token=own, seed=1))
        second = await table.hall.create(messages.Create(seats=["person", "person"], name="Eve"))
        await table.hall.join(messages.Join(bout=second.bout, token=own))
        found = await table.hall.bouts(messages.Bouts(tokens=[own, table.tokens[1], "nobody's"]))
        VALID.validate(found.as_json())
        places = [(one.bout, one.seat, one.place, one.phase) for one in found.bouts]
        assert places[0] == (second.bout, "player_1", 0, "playing")
        assert places[1][:3] == (first.bout, "player_0", 0)
        assert places[2] == (table.bout, "player_1", 1, "playing")
        assert found.bouts[0].seats[0].name == "Eve" and found.bouts[0].link == f"bout/{second.bout}"
        assert not (await table.hall.bouts(messages.Bouts(tokens=["nobody's"]))).bouts

    laid(tmp_path, body, *DUEL)


# --- transcripts ------------------------------------------------------------------------------------------------------


def test_a_transcript_that_people_have_ended_can_be_played_on(tmp_path: Path) -> None:
    """By whoever resumes it; and one that says it wrongly is refused."""

    async def body(table: Table) -> None:
        await table.decide(3)
        await table.ask("resign", 0)
        read = await table.read()
        file = tmp_path / "bout.txt"
        file.write_text(transcript.write(read), encoding="utf-8")
        resumed = AutosavedBout.resume(NEXUS, file)
        assert len(resumed.turns) == 3 and resumed.transcript.ended_by == ""
        for wrong in ('[ended_by "boredom"]', "[ended_by 3]"):
            with pytest.raises(transcript.TranscriptError, match="expected one of resignation, draw, claim"):
                transcript.read(transcript.write(read).replace('[ended_by "resignation"]', wrong))
        with pytest.raises(transcript.TranscriptError, match="expected a result for each seat with it"):
            transcript.replay(NEXUS, transcript.read(transcript.write(read).replace("[result [-1.0, 1.0]]\n", "")))

    laid(tmp_path, body, *DUEL)
