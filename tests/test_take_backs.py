"""Take-backs between people: one asks, all others agree or one refuses, and nothing hidden comes out by it."""

from pathlib import Path
from typing import Any

import pytest
import toy
from served_table import DUEL, MIXED, THREE, Clock, Table, laid
from service import open_hall, run

from nexus_env.frontends.web.hall.bout import ServedBout
from nexus_env.frontends.web.hall.head import Head
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.kit.tape import CHANCE, PASS

TERMS: dict[str, Any] = {"game": toy.GAME, "undo": True}


async def play(table: Table, seat: int, *actions: int) -> messages.Update:
    """Decide by numbers."""
    for action in actions:
        at = (await table.look(seat)).cursor
        request = messages.Play(bout=table.bout, token=table.tokens[seat], at=at, action=action)
        update = await table.hall.play(request)
    return update


async def kinds(table: Table, seat: int | None, after: int = 0) -> list[tuple[str, str | None]]:
    """What somebody has been told: the kind of each event, and its seat."""
    return [(event.kind, event.seat) for event in (await table.look(seat, after)).events]


# --- asking and agreeing ----------------------------------------------------------------------------------------------


def test_a_decision_is_taken_back_if_the_other_agrees(tmp_path: Path) -> None:
    """Everybody sees the request; the bout stands then as it stood before the decision, with the same dice to come."""

    async def body(table: Table) -> None:
        before = await table.look(0)
        assert not before.state.may_ask_undo, "there is nothing to take back"
        struck = await play(table, 0, toy.STRIKE)
        assert struck.state.may_ask_undo and not struck.state.may_undo
        asked = await table.ask("ask_undo", 0)
        assert asked.events[-1].kind == "undo_asked" and not asked.state.may_ask_undo
        assert not asked.state.must_answer_undo and asked.state.turns == struck.state.turns
        states = [(await table.look(seat)).state for seat in (0, 1, None)]
        assert [state.undo_asked_by for state in states] == ["player_0"] * 3
        assert [state.must_answer_undo for state in states] == [False, True, False]
        done = await table.ask("answer_undo", 1, accept=True)
        event = done.events[-1]
        assert (event.kind, event.seat, event.turns) == ("undone", "player_0", before.state.turns)
        assert event.consented == ["player_1"]
        again = await table.look(0)
        assert again.state.view == before.state.view and again.state.legal == before.state.legal
        assert again.state.undo_asked_by is None and not again.state.may_ask_undo
        repeated = await play(table, 0, toy.STRIKE)
        told = [[event.happened for event in update.events] for update in (struck, repeated)]
        assert told[0] == told[1] and any(told[0]), "nobody fishes for other dice"

    laid(tmp_path, body, *DUEL, **TERMS)


def test_the_bout_goes_on_meanwhile_and_goes_back_before_the_decision_of_who_asked(tmp_path: Path) -> None:
    """What the other has decided since is taken back, too, as are its dice; other dice do not come."""

    async def body(table: Table) -> None:
        await play(table, 0, toy.REST)
        await play(table, 1, toy.REST)
        before = (await table.look(0)).state
        await play(table, 0, toy.REST)
        await table.ask("ask_undo", 0)
        assert (await play(table, 1, toy.REST)).state.undo_asked_by == "player_0"
        state = (await table.ask("answer_undo", 1, accept=True)).state
        assert state.turns == before.turns and (await table.look(0)).state.view == before.view

    laid(tmp_path, body, *DUEL, **TERMS)


def test_all_people_must_agree_and_agents_are_not_asked(tmp_path: Path) -> None:
    async def three(table: Table) -> None:
        await play(table, 0, toy.REST)
        await table.ask("ask_undo", 0)
        first = await table.ask("answer_undo", 2, accept=True)
        assert (first.events[-1].kind, first.events[-1].accepted) == ("undo_answered", True)
        assert (await table.look(0)).state.undo_asked_by == "player_0"
        assert not first.state.must_answer_undo and (await table.look(1)).state.must_answer_undo
        assert await table.refused("answer_undo", 2, accept=False) == "no request to you"
        event = (await table.ask("answer_undo", 1, accept=True)).events[-1]
        assert (event.kind, event.turns, event.consented) == ("undone", 0, ["player_1", "player_2"])

    async def mixed(table: Table) -> None:
        await play(table, 0, toy.REST)
        await play(table, 1, toy.REST)
        while not (look := await table.look(0)).state.legal:  # the agent of `player_2` decides
            await table.news([look, await table.look(1)])
        await table.ask("ask_undo", 1)
        event = (await table.ask("answer_undo", 0, accept=True)).events[-1]
        assert (event.kind, event.turns, event.consented) == ("undone", 1, ["player_0"])

    laid(tmp_path, three, *THREE, **TERMS)
    laid(tmp_path, mixed, *MIXED, **TERMS)


def test_a_request_is_told_in_order_and_kept_over_a_restart(tmp_path: Path) -> None:
    """The transcript has only what was not taken back, and replays."""
    kept: list[Table] = []

    async def body(table: Table) -> None:
        await play(table, 0, toy.REST)
        await table.ask("ask_undo", 0)
        kept.append(table)

    async def restarted() -> None:
        with open_hall(tmp_path, game=toy.GAME) as hall:
            table = Table(hall, kept[0].bout, kept[0].tokens)
            assert (await table.look(1)).state.must_answer_undo
            await table.ask("answer_undo", 1, accept=True)
            for _ in range(3):
                await play(table, 0, toy.SWAP)
                await play(table, 1, toy.REST)
            told = await kinds(table, None)
            asked = ("undo_asked", "player_0")
            assert told[2:5] == [("turn", "player_0"), asked, ("undone", "player_0")]
            words = [turn.words for turn in (await table.read()).turns if turn.seat != CHANCE]
            assert words == ["swap", "rest"] * 3, "what was taken back is in no record"
            await hall.close()

    laid(tmp_path, body, *DUEL, **TERMS)
    run(restarted())


# --- refusing, lapsing ------------------------------------------------------------------------------------------------


def test_a_refused_decision_stays(tmp_path: Path) -> None:
    """Nobody is asked again for the same one; the next one may be asked for."""

    async def body(table: Table) -> None:
        await play(table, 0, toy.REST)
        await table.ask("ask_undo", 0)
        refused = await table.ask("answer_undo", 1, accept=False)
        assert (refused.events[-1].kind, refused.events[-1].accepted) == ("undo_answered", False)
        assert refused.state.undo_asked_by is None and not refused.state.must_answer_undo
        assert not (await table.look(0)).state.may_ask_undo
        assert await table.refused("ask_undo", 0) == "a decision whose take-back was refused"
        await play(table, 1, toy.REST)
        assert await table.refused("ask_undo", 0) == "a decision whose take-back was refused"
        assert (await table.ask("ask_undo", 1)).state.undo_asked_by == "player_1"
        await table.ask("answer_undo", 0, accept=True)
        assert await table.refused("ask_undo", 0) == "a decision whose take-back was refused"
        await play(table, 1, toy.REST)
        assert (await play(table, 0, toy.REST)).state.may_ask_undo

    laid(tmp_path, body, *DUEL, **TERMS)


def test_one_refusal_among_three_is_enough(tmp_path: Path) -> None:
    async def body(table: Table) -> None:
        await play(table, 0, toy.REST)
        await table.ask("ask_undo", 0)
        await table.ask("answer_undo", 1, accept=True)
        assert (await table.ask("answer_undo", 2, accept=False)).state.undo_asked_by is None
        assert await table.refused("answer_undo", 1, at=0, code="stale", accept=False) != ""
        assert (await table.look(0)).state.turns == 1

    laid(tmp_path, body, *THREE, **TERMS)


def test_a_request_lapses_when_its_seat_decides_again_or_somebody_leaves(tmp_path: Path) -> None:
    """Nobody has refused it: the decision may be asked for again as long as it is the last one."""

    async def body(table: Table) -> None:
        await play(table, 0, toy.REST)
        await table.ask("ask_undo", 0)
        await play(table, 1, toy.REST)
        await play(table, 2, toy.REST)
        assert (await table.look(1)).state.must_answer_undo
        await play(table, 0, toy.REST)
        assert (await table.look(1)).state.undo_asked_by is None
        assert await table.refused("answer_undo", 1, accept=True) == "no request to you"
        await table.ask("ask_undo", 0)
        left = await table.ask("resign", 2)
        assert left.state.undo_asked_by is None and not left.state.may_ask_undo
        assert (await table.ask("ask_undo", 0)).state.undo_asked_by == "player_0"
        event = (await table.ask("answer_undo", 1, accept=True)).events[-1]
        assert event.consented == ["player_1"], "who has left is not asked"
        await table.ask("resign", 1)
        assert await table.refused("ask_undo", 0) == "no other people"

    laid(tmp_path, body, *THREE, options={"rounds": 6, "bare": True}, **TERMS)


def test_what_is_over_stays(tmp_path: Path) -> None:
    """Everybody has seen all that was hidden."""

    async def body(table: Table) -> None:
        await play(table, 0, toy.REST)
        await table.ask("ask_undo", 0)
        ended = await play(table, 1, toy.REST)
        assert (ended.state.phase, ended.state.undo_asked_by, ended.state.must_answer_undo) == ("over", None, False)
        assert await table.refused("answer_undo", 1, accept=True) == "no request to you"
        assert await table.refused("ask_undo", 1) == "a bout that is over"
        assert [turn.words for turn in (await table.read()).turns if turn.seat != CHANCE] == ["rest", "rest"]

    laid(tmp_path, body, *DUEL, options={"rounds": 1, "bare": True}, **TERMS)


def test_a_request_does_not_stop_the_clock_and_a_take_back_starts_it_again(tmp_path: Path) -> None:
    clock = Clock()

    async def body(table: Table) -> None:
        await play(table, 0, toy.REST)
        clock.now += 10
        await table.ask("ask_undo", 0)
        assert (await table.look(1)).state.seconds_left == 50
        await table.ask("answer_undo", 1, accept=True)
        assert (await table.look(0)).state.seconds_left == 60
        await table.ask("resign", 1)  # else the clock goes on

    laid(tmp_path, body, *DUEL, clocked=clock, clock=60.0, **TERMS)


def test_a_take_back_brings_no_draw_offer_nearer(tmp_path: Path) -> None:
    """It may be offered so many turns later, of those that stand."""

    async def body(table: Table) -> None:
        await play(table, 0, toy.REST)
        await table.ask("offer_draw", 0)
        await table.ask("answer_draw", 1, accept=False)
        await table.ask("ask_undo", 0)
        await table.ask("answer_undo", 1, accept=True)
        assert await table.refused("offer_draw", 0) == "an offer 0 turns ago"

    laid(tmp_path, body, *DUEL, **TERMS)


# --- wrong messages ---------------------------------------------------------------------------------------------------


def test_wrong_requests_are_refused_with_their_reason(tmp_path: Path) -> None:
    async def body(table: Table) -> None:
        assert await table.refused("ask_undo", 0) == "nothing decided yet"
        assert await table.refused("answer_undo", 1, accept=True) == "no request to you"
        await play(table, 0, toy.REST)
        await play(table, 1, toy.REST)
        at = (await table.look(0)).cursor
        undo = messages.Undo(bout=table.bout, token=table.tokens[0], at=at)
        with pytest.raises(Refusal, match="a bout with other people") as caught:
            await table.hall.undo(undo)
        assert caught.value.remedy == "Ask the other people with `ask_undo`."
        await table.ask("ask_undo", 0)
        assert await table.refused("answer_undo", 0, accept=True) == "a request of your own"
        assert await table.refused("ask_undo", 1) == "an open request"
        strange = Table(table.hall, table.bout, ["the token of a stranger"] * 2)
        for kind, more in (("ask_undo", {}), ("answer_undo", {"accept": True})):
            assert "opens no seat" in await strange.refused(kind, 0, code="wrong token", at=at, **more)
        assert (await table.look(1)).state.must_answer_undo and (await table.look(0)).state.turns == 2

    async def not_agreed(table: Table) -> None:
        await play(table, 0, toy.REST)
        assert not (await table.look(0)).state.may_ask_undo
        assert await table.refused("ask_undo", 0) == "a bout whose terms do not allow it"

    async def alone(table: Table) -> None:
        await play(table, 0, toy.REST)
        assert await table.refused("ask_undo", 0) == "no other people"

    laid(tmp_path, body, *DUEL, **TERMS)
    laid(tmp_path, not_agreed, *DUEL, game=toy.GAME)
    laid(tmp_path, alone, "person", "random", **TERMS)


def test_late_and_repeated_messages_meet_no_other_decision(tmp_path: Path) -> None:
    """What is sent again because its answer was lost is acknowledged; what is about something else is refused."""

    async def body(table: Table) -> None:
        await play(table, 0, toy.REST)
        await play(table, 1, toy.REST)
        seen = (await play(table, 0, toy.REST)).cursor
        first = await table.ask("ask_undo", 0)
        assert (
            (await table.ask("ask_undo", 0)).cursor == (await table.ask("ask_undo", 0, at=seen)).cursor == first.cursor
        )
        assert await table.refused("answer_undo", 1, code="stale", at=seen, accept=True) == str(seen)
        assert await table.refused("answer_undo", 1, code="stale", at=first.cursor + 1, accept=True)
        done = await table.ask("answer_undo", 1, accept=True)
        assert (await table.ask("answer_undo", 1, at=first.cursor, accept=True)).cursor == done.cursor
        assert (await table.ask("ask_undo", 0, at=seen)).cursor == done.cursor, "not for the decision before"
        assert (await table.look(0)).state.undo_asked_by is None
        second = await table.ask("ask_undo", 0)
        assert second.state.undo_asked_by == "player_0"
        await table.ask("answer_undo", 1, at=first.cursor, accept=True)
        assert (await table.look(1)).state.must_answer_undo, "not for the second request"
        await table.ask("answer_undo", 1, accept=False)
        await play(table, 0, toy.REST)
        assert await table.refused("ask_undo", 0, code="stale", at=second.cursor) == str(second.cursor)

    laid(tmp_path, body, *DUEL, **TERMS)


# --- what is hidden ---------------------------------------------------------------------------------------------------


def bout_of(seed: int, seats: int = 3, *, bare: bool = True) -> ServedBout:
    """A bout in which the lucky number opens a question that others may not know of."""
    options = {"seats": seats, "rounds": 4, "lucky": True, "bare": bare}
    terms = {"seats": ("person",) * seats, "options": options, "seed": seed, "own_dice": False}
    head = Head(rules=toy.GAME.stamps["game"], stock="", time=1.0, clock=None, undo=True, **terms)
    bout = ServedBout(toy.GAME, "bout", head)
    for seat in bout.seats:
        bout.take({"kind": "joined", "seat": seat, "name": seat, "token": seat})
    return bout


def turn(bout: ServedBout, action: int) -> None:
    bout.take({"kind": "turn", "seat": bout.asked, "action": action})


def told(bout: ServedBout, seat: str | None) -> Any:
    """All that somebody is told, as JSON; of who else is connected, nothing."""
    return bout.update(seat, 0).as_json()


def until_window(seed: int) -> ServedBout | None:
    """`player_1` has asked for a take-back, and after that is asked in private, if its number is the lucky one."""
    bout = bout_of(seed)
    for _ in range(4):
        turn(bout, toy.REST)
        while not bout.may_know(None):
            if bout.session.seat == 1 and bout.take_backs.asked_by:
                return bout
            turn(bout, PASS)
        if bout.session.seat == 0:
            bout.take({"kind": "undo_asked", "seat": "player_1"})
    return None


def test_a_pass_in_private_does_not_show_in_a_request() -> None:
    """It is no decision that others may know of: the request stays, and is for the one before."""
    met = 0
    for seed in range(60):
        if (bout := until_window(seed)) is None:
            continue
        met += 1
        turns = bout.take_backs.turns
        states = {seat: told(bout, seat)["state"] for seat in ("player_0", "player_2", None)}
        turn(bout, PASS)
        for seat, before in states.items():
            after = told(bout, seat)["state"]
            fields = ("undo_asked_by", "may_ask_undo", "must_answer_undo")
            if seat != "player_0":  # who has decided since
                assert [after.get(name) for name in fields] == [before.get(name) for name in fields]
            assert after["undo_asked_by"] == "player_1"
        assert bout.take_backs.turns == turns == bout.last_turn_of("player_1")
    assert met > 3


def test_who_decides_in_private_has_decided_again_once_all_may_know_of_it() -> None:
    met = 0
    for seed in range(60):
        if (bout := until_window(seed)) is None:
            continue
        met += 1
        turn(bout, toy.YES)
        assert bout.may_know(None) and told(bout, None)["events"][-1]["command"] == "yes"
        assert bout.take_backs.asked_by is None
    assert met > 3


def test_a_request_lapses_no_sooner_than_the_decision_is_told() -> None:
    """Nobody may know yet that `player_1` has called an auction, for the bids are secret."""
    bout = bout_of(0, bare=False)
    for action in (toy.REST, toy.REST, toy.REST, toy.REST):
        turn(bout, action)
        while not bout.may_know(None):
            turn(bout, PASS)
    bout.take({"kind": "undo_asked", "seat": "player_1"})
    before = {seat: told(bout, seat) for seat in (*bout.seats, None)}
    turn(bout, toy.AUCTION)
    assert not bout.may_know(None) and told(bout, None) == before[None]
    for _ in bout.seats:
        assert bout.take_backs.asked_by == "player_1"
        turn(bout, toy.BID)
    assert bout.may_know(None) and bout.take_backs.asked_by is None


def test_a_request_is_the_same_whatever_others_hold() -> None:
    """Two bouts differ only in whether `player_1` holds the lucky number, and is asked in private meanwhile: what all
    are told of a request, an answer and the take-back is the same.
    """
    told_of: dict[bool, Any] = {}
    for seed in range(200):
        bout = bout_of(seed)
        turn(bout, toy.REST)
        has_window = not bout.may_know(None)
        others = ("player_0", "player_2", None)

        def look(bout: ServedBout = bout, others: Any = others) -> list[Any]:
            states = [bout.state(seat) for seat in others]
            return [(state.undo_asked_by, state.may_ask_undo, state.must_answer_undo) for state in states]

        found = []
        for event in (
            {"kind": "undo_asked", "seat": "player_0"},
            {"kind": "undo_answered", "seat": "player_2", "accepted": True},
            {"kind": "undone", "seat": "player_0", "turns": bout.last_turn_of("player_0"), "consented": ["player_1"]},
        ):
            bout.take(event)
            found.append(look())
        ends = [bout.update(seat, 0).as_json()["events"][-1] for seat in (*bout.seats, None)]
        found.append([(event["kind"], event["turns"]) for event in ends])
        told_of[has_window] = found
    assert told_of[True] == told_of[False]
