"""Secret simultaneous choices: each seat answers in a command of its own, and nothing shows before all have answered.

The game is the least that there can be: three seats bid once, then the bids are revealed.
"""

from typing import Annotated, Any

import numpy as np
import pytest

from nexus_env.core.privacy import is_untold, may_know
from nexus_env.core.slots import copy_of, rows_of
from nexus_env.kit import happenings
from nexus_env.kit.dice import seed_generator
from nexus_env.kit.happenings import SeatHappening, tell
from nexus_env.kit.secrets import (
    Secrets,
    call_for_choices,
    choice_of,
    choose_in_secret,
    forget_choices,
    imagine_choices,
)
from nexus_env.kit.tape import (
    COMMAND,
    MOST_ENTRY,
    NOBODY,
    SECRET,
    SUSPENDED,
    Request,
    Tape,
    begin,
    finish,
    follow,
    goes_on,
)
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Record, Within, record

SEATS = 3
CALL, CHOOSING, REVEALING, NEXT = 1, 2, 3, 4  # commands
BID, BIDS = 10, 5  # the answers
ABOUT_BIDS = 7  # the question


@record
class Table(Record):
    request: Request
    seats: Annotated[int, Within(0, SEATS)]
    secrets: Secrets
    revealed: Annotated[list[Annotated[int, Within(-1, MOST_ENTRY)]], SEATS]


@record
class Bout(Record):
    table: Table
    start: Table
    command: int
    follows: int
    heard: int
    shown: int
    told: int
    settled: int
    silent: int
    happenings: Annotated[list[SeatHappening], happenings.MOST]
    tape: Tape


@compiled
def obey(bout: Any, called: int) -> None:
    """Call for choices; ask one seat; or reveal what all have chosen, and forget it."""
    if bout.command == CALL:
        call_for_choices(bout.table.secrets, called)
        follow(bout, CHOOSING)
    elif bout.command == CHOOSING:
        choose_in_secret(bout, ABOUT_BIDS, CHOOSING, REVEALING)
    elif bout.command == REVEALING:
        for seat in range(bout.table.seats):
            bout.table.revealed[seat] = choice_of(bout.table.secrets, seat)
            tell(bout, 1, seat, NOBODY, bout.table.revealed[seat], 0, 0)
        forget_choices(bout.table.secrets)
        follow(bout, NEXT)
    else:
        bout.table.request.question, bout.table.request.seat, bout.table.request.private = COMMAND, 0, 0


@compiled
def carry_out(bout: Any, called: int) -> bool:
    done = False
    try:
        obey(bout, called)
        done = True
    except SUSPENDED:
        done = False
    return done


@compiled
def play(rows: Any, action: int, called: int) -> None:
    """A command or an answer, and all that follows by itself; `called`: the seats that a call concerns."""
    bout = rows[0]
    begin(bout, action)
    done = carry_out(bout, called)
    while done and goes_on(bout):
        done = carry_out(bout, called)
    finish(bout, done)


@compiled
def imagine(rows: Any, seat: int, seed: int) -> None:
    seed_generator(rows[0].tape.generator, seed)
    imagine_choices(rows[0], seat, BID, BIDS)


def called(seats: int = 0b111) -> Any:
    """A bout in which some seats have been called on to bid."""
    rows = rows_of(Bout.dtype, 1)
    rows["table"]["seats"] = SEATS
    rows["table"]["request"]["about"] = 2  # of an earlier question
    play(rows, CALL, seats)
    return rows


def answer(rows: Any, bid: int) -> None:
    play(rows, BID + bid, 0)


def asked(rows: Any) -> int:
    return int(rows["table"]["request"]["seat"][0])


def test_every_seat_is_asked_in_a_command_of_its_own_in_the_order_of_the_seats() -> None:
    rows = called()
    for seat in range(SEATS):
        assert asked(rows) == seat and rows["command"][0] == CHOOSING
        assert rows["table"]["request"]["question"][0] == ABOUT_BIDS
        assert rows["table"]["request"]["about"][0] == NOBODY
        assert rows["tape"]["length"][0] == 0, "each answer stands on a fresh tape"
        answer(rows, seat)
    assert rows["table"]["request"]["question"][0] == COMMAND


@pytest.mark.parametrize("seats", [0b001, 0b100, 0b101, 0b110])
def test_only_those_are_asked_who_are_called_on(seats: int) -> None:
    rows = called(seats)
    for seat in (seat for seat in range(SEATS) if seats >> seat & 1):
        assert asked(rows) == seat
        answer(rows, 2)
    revealed = [BID + 2 if seats >> seat & 1 else -1 for seat in range(SEATS)]
    assert rows["table"]["revealed"][0].tolist() == revealed


def test_the_question_is_the_secret_of_the_seat_that_is_asked() -> None:
    rows = called()
    for seat in range(SEATS):
        assert rows["table"]["request"]["private"][0] == SECRET
        assert [may_know(rows[0], viewer) for viewer in range(SEATS)] == [viewer == seat for viewer in range(SEATS)]
        assert not may_know(rows[0], None)
        assert is_untold(rows[0], BID + 3), "the answer is in no turn that others are told"
        answer(rows, 3)
    assert all(may_know(rows[0], viewer) for viewer in (None, 0, 1, 2))


def test_an_answer_stands_in_the_secrets_and_nowhere_else_until_it_is_revealed() -> None:
    """Two bouts in which one seat answers differently: blank that one number, and they are the same byte for byte."""
    for chooser in range(SEATS):
        one, other = called(), called()
        for seat in range(SEATS - 1):
            answer(one, 1 if seat == chooser else 0)
            answer(other, 4 if seat == chooser else 0)
            assert not one["told"][0] and not other["told"][0], "nothing is told"
            blank = [copy_of(rows) for rows in (one, other)]
            for rows in blank:
                for table in ("table", "start"):
                    rows[table]["secrets"]["choices"][0, chooser] = 0
            assert blank[0].tobytes() == blank[1].tobytes()
            if seat >= chooser:
                assert one.tobytes() != other.tobytes()


def test_all_is_revealed_at_once_and_then_forgotten() -> None:
    rows = called()
    for bid in (4, 0, 2):
        assert rows["table"]["revealed"][0].tolist() == [0, 0, 0]
        answer(rows, bid)
    assert rows["table"]["revealed"][0].tolist() == [BID + 4, BID, BID + 2]
    assert [int(row["what"]) for row in rows["happenings"][0, : rows["told"][0]]] == [BID + 4, BID, BID + 2]
    assert not rows["table"]["secrets"]["choices"].any() and not rows["table"]["secrets"]["to_choose"].any()


def test_a_choice_of_the_action_0_is_a_choice() -> None:
    rows = called()
    for _ in range(SEATS):
        play(rows, 0, 0)
    assert rows["table"]["revealed"][0].tolist() == [0, 0, 0]
    assert [int(row["what"]) for row in rows["happenings"][0, : rows["told"][0]]] == [0, 0, 0]


def test_a_new_call_forgets_what_was_chosen_before() -> None:
    rows = called()
    answer(rows, 4)
    rows["table"]["request"]["question"] = COMMAND  # as if the auction had been broken off
    play(rows, CALL, 0b110)
    assert asked(rows) == 1 and not rows["table"]["secrets"]["choices"].any()


@pytest.mark.parametrize("viewer", [NOBODY, 0, 1, 2])
def test_others_imagine_any_choice_and_know_their_own(viewer: int) -> None:
    rows = called()
    answer(rows, 4)
    answer(rows, 1)
    seen: list[set[int]] = [set(), set(), set()]
    for seed in range(60):
        imagined = rows.copy()
        imagine(imagined, viewer, seed)
        choices = imagined["table"]["secrets"]["choices"][0, :SEATS]
        assert np.array_equal(choices, imagined["start"]["secrets"]["choices"][0, :SEATS]), "as the command began, too"
        for seat in range(SEATS):
            seen[seat].add(int(choices[seat]))
    any_bid = {BID + bid + 1 for bid in range(BIDS)}
    assert seen[0] == ({BID + 5} if viewer == 0 else any_bid)
    assert seen[1] == ({BID + 2} if viewer == 1 else any_bid)
    assert seen[2] == {0}, "who has not chosen yet has not chosen in any imagined bout"


def test_what_a_seat_imagines_does_not_depend_on_what_others_have_chosen() -> None:
    one, other = called(), called()
    for rows, bid in ((one, 0), (other, 3)):
        answer(rows, bid)
        answer(rows, 2)
        imagine(rows, 1, 5)
    assert one.tobytes() == other.tobytes()
