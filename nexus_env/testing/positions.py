"""Checks of positions: a line restores the same bytes, plays on alike, is complete and leaks nothing."""

from collections.abc import Callable

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.contract.notation import leaves
from nexus_env.core.privacy import may_know
from nexus_env.core.session import Session
from nexus_env.core.slots import rows_of
from nexus_env.testing.driven import any_action
from nexus_env.testing.extent import QUICK, Extent
from nexus_env.testing.faults import NotCheckedError, expect, fault
from nexus_env.text import position

CARRIED = ("table", "start", "options", "command", "follows", "told", "settled")
CASES = range(0, 12, 4)  # kinds of bouts in which a seat's own line is played on
FILLINGS = 25  # records of random numbers


def check_lines(game: Game, seats: int, extent: Extent, *, dictated: bool) -> int:
    """Check that a line restores the same bytes and plays on alike, at every decision, also in the middle of a command.

    Returns the number of lines that were written in the middle of a command.
    """
    return sum(_lines_of_a_bout(game, seats, extent, dictated, seed) for seed in range(extent.written_seeds))


def _lines_of_a_bout(game: Game, seats: int, extent: Extent, dictated: bool, seed: int) -> int:
    rng, suspended = np.random.default_rng(seed), 0
    session = Session(game, game.read_options(**{**game.trial.hidden, "seats": seats}), seed=seed, dictated=dictated)
    for turn in range(extent.written):
        place = f"position, {seats} seats, seed {seed}, decision {turn}"
        bout, line = session.rows, position.write(game, session.rows)
        expect("\n" not in line, place, "several lines", "one")
        again = position.read(game, line)
        expect(again.tobytes() == position.bare(bout).tobytes(), place, "other bytes when it is read", "the same")
        for part in CARRIED:
            same = again[part].tobytes() == bout[part].tobytes()
            expect(same, f"{place}, {part}", "other bytes when it is read", "the same")
        length = int(bout["tape"]["length"][0])
        mine, theirs = (rows["tape"]["entries"][0, :length].tobytes() for rows in (again, bout))
        expect(mine == theirs, f"{place}, tape", "other dice and answers", "the same")
        mine, theirs = (rows["tape"]["generator"].tobytes() for rows in (again, bout))
        expect(mine == theirs, f"{place}, generator", "other dice to come", "the same")
        if session.is_over:
            break
        suspended += int(bout["tape"]["suspended"][0])
        other, action = Session.at(game, again), any_action(session, rng)
        same = (other.seat, other.mask.tobytes()) == (session.seat, session.mask.tobytes())
        expect(same, f"{place}, who is asked and what is legal", "a difference when it is read", "the same")
        session.act(action)
        other.act(action)
        after = f"{place}, after {game.actions[action]!r}" if session.seat >= 0 else place
        same = position.bare(other.rows).tobytes() == position.bare(session.rows).tobytes()
        expect(same, after, "another bout when it is read and played on", "the same")
        told = [game.words.sentences(one.rows.view(np.recarray)[0]) for one in (session, other)]
        expect(told[0] == told[1], after, f"other sentences: {told}", "the same")
    return suspended


def check_fields(game: Game, extent: Extent) -> None:
    """Check that a line carries every field, with random numbers of its whole range in a part of all fields."""
    for seed in range(FILLINGS if extent.written > FILLINGS else FILLINGS // 5):
        fill(game, seed, filled=seed / FILLINGS)


def fill(game: Game, seed: int, filled: float) -> None:
    """Write and read a record in which a share `filled`, 0 to 1, of all numbers is random."""
    rng, bout = np.random.default_rng(seed), rows_of(game.dtype, 1)
    for leaf in leaves(game.dtype, game.notation.fields):
        target = leaf.of(bout)
        bounds = np.iinfo(target.dtype)
        values = rng.integers(bounds.min, bounds.max, target.shape, target.dtype, endpoint=True)
        small = rng.integers(-1, 12, target.shape).astype(target.dtype)
        some = rng.random(target.shape) < filled
        target[some] = np.where(rng.random(target.shape) < 0.5, values, small)[some]
    again, bare = position.parse(game, position.write(game, bout)), position.bare(bout)
    if again.tobytes() != bare.tobytes():
        differ = [leaf for leaf in leaves(game.dtype, game.notation.fields) if (leaf.of(again) != leaf.of(bare)).any()]
        names = ", ".join(f"{leaf.group} {leaf.name}" for leaf in differ[:3]) or "between the fields"
        raise fault(f"position, {names}, seed {seed}", "other numbers when it is read", "the same")


def check_past(game: Game, extent: Extent) -> None:
    """Check that a line omits exactly the past: the happenings, and the tape beyond its length."""
    rng, session = np.random.default_rng(3), Session(game, game.read_options(), seed=8)
    for _ in range(extent.written):
        if session.is_over:
            break
        session.act(any_action(session, rng))
    bout, bare = session.rows, position.bare(session.rows)
    length = int(bout["tape"]["length"][0])
    for part in ("happenings", "heard", "shown"):
        bare[part] = bout[part]
    bare["tape"]["entries"][0, length:] = bout["tape"]["entries"][0, length:]
    expect(bare.tobytes() == bout.tobytes(), "position", "a line without more than what has gone by", "the rest")


def check_own_lines(game: Game, seats: int, extent: Extent) -> None:
    """Check that a seat's own line does not depend on what is hidden from it, and shows no future dice."""
    rng = np.random.default_rng(seats)
    session = Session(game, game.read_options(**{**game.trial.hidden, "seats": seats}), seed=seats + 1)
    hidden = 0
    for turn in range(extent.written // 6):
        if session.is_over:
            break
        if turn % 3 == 0:
            for seat in range(seats):
                place = f"position seen by player_{seat}, {seats} seats, decision {turn}"
                hidden += _own_line(game, session, seat, place)
        session.act(any_action(session, rng))
    if game.trial.hides:
        if extent == QUICK and not hidden:
            raise NotCheckedError("quick play met nothing hidden")
        expect(hidden, f"position, {seats} seats", "lines without anything hidden", "a `?`, from `Notation.hidden`")


def _own_line(game: Game, session: Session, seat: int, place: str) -> bool:
    """Whether something is hidden in the line of a seat; False if the seat may not know the question."""
    if not may_know(session.rows[0], seat):
        _refused(place, "may not know the open question", lambda: position.seen_by(game, session.rows, seat))
        return False
    line = position.seen_by(game, session.rows, seat)
    imagined = Session.at(game, session.rows).imagined(seat, 40)[-1:]  # dealt by a seed that the line does not use
    again = position.seen_by(game, imagined, seat)
    expect(again == line, place, "another line where only what is hidden differs", "the same")
    expect("tape.generator" not in line, place, "the dice to come", "none of them")
    seeded = "expected a whole position, or a seed to deal what is hidden"
    _refused(place, seeded, lambda: position.read(game, line))
    return "?" in line


def _refused(place: str, expected: str, do: Callable[[], object]) -> None:
    """Expect a `ValueError` with this text."""
    try:
        do()
    except ValueError as error:
        expect(expected in str(error), place, f"the error {error}", expected)
    else:
        raise fault(place, "no error", expected)


def check_own_lines_go_on(game: Game, extent: Extent, case: int) -> None:
    """Check that a seat's own line can be played on with a seed: unknown things are redealt, and the seat's observation
    and legal actions stay the same.
    """
    if game.trial.hides and game.notation.deal is None:
        raise NotCheckedError("`Notation.deal` is not given")
    rng = np.random.default_rng(case)
    options = game.invariants.variety(case) if game.invariants else {}
    session = Session(game, game.read_options(**options), seed=case)
    for turn in range(extent.written // 3):
        if session.is_over:
            break
        if turn % 12 == 0:
            for seat in range(len(session.outcome)):
                if may_know(session.rows[0], seat):
                    _go_on(game, session, seat, turn, rng)
        session.act(any_action(session, rng))


def _go_on(game: Game, session: Session, seat: int, turn: int, rng: np.random.Generator) -> None:
    """Read the line of a seat with a seed, and play a few decisions from there."""
    place = f"position seen by player_{seat}, decision {turn}, dealt by seed {turn}"
    line = position.seen_by(game, session.rows, seat)
    dealt = Session.at(game, position.read(game, line, seed=turn))
    again = position.seen_by(game, dealt.rows, seat)
    expect(again == line and position.seat_of(line) == seat, place, "another line", "the line it was dealt from")
    expect(dealt.seat == session.seat, place, f"seat {dealt.seat} asked", f"seat {session.seat} asked")
    if seat == session.seat:
        expect(dealt.legal() == session.legal(), place, "other legal commands", "the same")
    for _ in range(5):
        if not dealt.is_over:
            dealt.act(any_action(dealt, rng))


def check_versions(game: Game, extent: Extent) -> None:
    """Check that a line of another version is refused in one sentence."""
    line = position.write(game, Session(game, game.read_options(seats=game.seats.start), seed=1).rows)
    head, older = f"{game.name} {game.version}", f"{game.name} {game.version - 1}"
    expect(line.startswith(head), "position", line[: len(head)], head)
    told = f"position: got '{older}"
    _refused("position of another version", told, lambda: position.read(game, line.replace(head, older, 1)))
