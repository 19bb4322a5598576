"""What every game promises, checked by random play."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from digest import digest
from games import GAMES, HIDDEN, DrivenBout, every_game, every_table
from processes import environment

from nexus_env.contract import rules
from nexus_env.contract.game import Game
from nexus_env.contract.outcomes import Outcomes, Shared
from nexus_env.core import slots
from nexus_env.kit.dice import draw_below
from nexus_env.kit.tape import CHANCE, MOST_ENTRY, NOBODY
from nexus_env.machine.compiled import PLAIN, compiled

SEEDS = range(1 if PLAIN else 4)
DECISIONS = 60 if PLAIN else 1500  # of a bout that is looked at closely
LONGEST = 100_000  # no bout may have more decisions
COMPARED = 60  # decisions of each kind of bout that plain Python makes, too


@compiled
def roll(rows: Any, sides: int) -> int:
    """What the bout's own dice would have shown, as an action."""
    return draw_below(rows[0].bout.tape.generator, sides)


@compiled
def pay(rows: Any, out: Any) -> None:
    rules.rewards(rows[0].bout, out)


def turns(session: DrivenBout) -> Iterator[int]:
    """The number of each decision of a bout that is looked at closely; afterwards anything legal is done."""
    for turn in range(DECISIONS):
        if session.over:
            return
        yield turn
        session.act(session.any_action())


@every_table
@pytest.mark.parametrize("seed", SEEDS)
def test_there_is_always_a_legal_action_before_the_end_and_none_after_it(game: Game, seats: int, seed: int) -> None:
    session = DrivenBout(game, seed, seats=seats)
    for _ in range(DECISIONS):
        assert set(np.unique(session.mask)) <= {0, 1} and session.mask.any()
        session.act(session.any_action())
        if session.over:
            assert not session.mask.any()
            break


@every_table
def test_every_legal_action_is_carried_out_and_every_illegal_one_refused_with_nothing_changed(
    game: Game, seats: int
) -> None:
    session = DrivenBout(game, 11, seats=seats)
    for turn in turns(session):
        if turn % 10 == 0:
            before = session.slots.tobytes()
            for action in range(-1, len(game.actions) + 1):
                legal = 0 <= action < len(game.actions) and bool(session.slots["mask"][0, action])
                trial = session.copy()
                assert trial.act(action) == legal, action
                assert (trial.slots.tobytes() == before) == (not legal), action


@every_table
@pytest.mark.parametrize("seed", SEEDS)
def test_every_number_of_every_observation_is_written_and_stays_within_the_space(
    game: Game, seats: int, seed: int
) -> None:
    session, (low, high) = DrivenBout(game, seed, seats=seats), game.observation_bounds
    for _ in range(DECISIONS):
        for seat in range(seats):
            seen = session.seen_by(seat)
            assert np.isfinite(seen).all()
            wrong = np.flatnonzero((seen < low) | (seen > high))
            assert not len(wrong), [(place, seen[place], low[place], high[place]) for place in wrong]
        if session.over:
            break
        session.act(session.any_action())


@every_table
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_seat_sees_does_not_depend_on_what_is_hidden_from_it(game: Game, seats: int, seed: int) -> None:
    session = DrivenBout(game, seed, seats=seats, **HIDDEN[game.name])
    dealt_anew = 0
    for turn in turns(session):
        for seat in range(NOBODY, seats):
            other = session.copy()
            other.deal_anew(seat, 1 + turn)
            mask = other.shown_mask()
            if seat != NOBODY:
                assert session.seen_by(seat).tobytes() == other.seen_by(seat).tobytes(), f"turn {turn}, seat {seat}"
            if seat != NOBODY and seat == session.seat:
                assert session.slots["mask"][0].tobytes() == mask.tobytes()
            for field in ("happenings", "told", "shown"):
                assert session.bout[field].tobytes() == other.bout[field].tobytes()
            dealt_anew += session.bout["table"].tobytes() != other.bout["table"].tobytes()
    assert dealt_anew > 0, "nothing was ever dealt anew: the test sees no leak"


@every_table
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_seat_imagines_does_not_depend_on_what_is_hidden_from_it(game: Game, seats: int, seed: int) -> None:
    """Two bouts that look the same to a seat, or to a spectator, become the same one, byte for byte."""
    session = DrivenBout(game, seed, seats=seats, **HIDDEN[game.name])
    differed = 0
    for turn in turns(session):
        for seat in range(NOBODY, seats):
            one, other = session.copy(), session.copy()
            one.deal_anew(seat, 1 + turn)
            other.deal_anew(seat, 1001 + turn)
            differed += one.bout["table"].tobytes() != other.bout["table"].tobytes()
            for imagined in (one, other):
                imagined.deal_anew(seat, 7)
            assert one.bout.tobytes() == other.bout.tobytes(), f"turn {turn}, seat {seat}"
    assert differed > 0, "the same was imagined each time: the test sees nothing"


@every_table
def test_an_imagined_bout_can_be_played_to_its_end(game: Game, seats: int) -> None:
    session = DrivenBout(game, 5, seats=seats, **HIDDEN[game.name])
    for turn in range(8 if PLAIN else 40):
        if session.over:
            break
        other = session.copy()
        other.deal_anew(session.seat, turn)
        for _ in range(DECISIONS if PLAIN else LONGEST):
            if other.over:
                break
            assert other.slots["mask"][0].any()
            other.act(other.any_action())
        assert other.over or PLAIN
        session.act(session.any_action())


@every_table
def test_the_same_seed_gives_the_same_bytes_and_another_one_does_not(game: Game, seats: int) -> None:
    def bytes_of(seed: int) -> bytes:
        session, path = DrivenBout(game, seed, seats=seats), b""
        session.rng = np.random.default_rng(0)
        for _ in range(DECISIONS // 5):
            if session.over:
                break
            session.act(session.any_action())
            path += session.slots.tobytes()
        return path

    assert bytes_of(1) == bytes_of(1)
    assert bytes_of(1) != bytes_of(2)


@every_game
def test_a_copy_shares_nothing(game: Game) -> None:
    session = DrivenBout(game, 3)
    for _ in range(20):
        before, other = session.slots.tobytes(), session.copy()
        while not other.over and other.rng.random() < 0.9:
            other.act(other.any_action())
        assert session.slots.tobytes() == before
        if not session.over:
            session.act(session.any_action())


@every_table
@pytest.mark.skipif(PLAIN, reason="whole bouts take long in plain Python")
def test_each_bout_ends_and_pays_every_seat(game: Game, seats: int) -> None:
    for seed in range(30):
        session = DrivenBout(game, seed, seats=seats)
        for _ in range(LONGEST):
            if session.over:
                break
            session.act(session.any_action())
        assert session.over
        paid = np.full(seats, np.nan, np.float32)
        pay(session.slots, paid)
        assert np.isfinite(paid).all() and np.abs(paid).max() <= 1
        check_outcomes(game.outcomes, paid)


def check_outcomes(outcomes: Outcomes, paid: np.ndarray[Any, Any]) -> None:
    """The game keeps what it says of them."""
    winners, losers = paid[paid > 0], paid[paid < 0]
    assert not outcomes.zero_sum or abs(paid.sum()) < 1e-6
    if outcomes.shared is Shared.SPLIT:
        assert len(set(winners)) <= 1 and len(set(losers)) <= 1
    else:
        assert len(winners) <= 1
    if outcomes.shared is Shared.NEVER and len(losers):
        assert len(winners) == 1


@pytest.mark.parametrize(
    ("outcomes", "paid"),
    [
        (Outcomes(), [1, -0.5]),
        (Outcomes(), [0.25, 0.25, -0.5]),
        (Outcomes(zero_sum=False), [0, 0, -1]),
        (Outcomes(shared=Shared.SPLIT), [0.4, 0.1, -0.5]),
        (Outcomes(zero_sum=False, shared=Shared.NOTHING), [1, 1, -1]),
    ],
)
def test_a_game_that_pays_otherwise_than_it_says_is_found_out(outcomes: Outcomes, paid: list[float]) -> None:
    with pytest.raises(AssertionError):
        check_outcomes(outcomes, np.array(paid))


@every_table
@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_dice_dictated_lead_to_the_same_table(game: Game, seats: int, seed: int) -> None:
    options = {"seats": seats, **HIDDEN[game.name]}
    free, told = DrivenBout(game, seed, **options), DrivenBout(game, seed, dictated=True, **options)
    dice = 0
    for _ in range(DECISIONS):
        while told.seat == CHANCE:
            request, faces = told.bout["table"]["request"], np.flatnonzero(told.mask)
            assert faces.tolist() == list(range(request["sides"])) or request["private"]
            assert told.act(int(faces[roll(told.slots, len(faces))]))
            dice += 1
        assert told.bout["table"].tobytes() == free.bout["table"].tobytes()
        if free.over:
            break
        action = free.any_action()
        assert free.act(action) and told.act(action)
    assert dice > 0


@pytest.mark.skipif(PLAIN, reason="compares with plain Python itself")
@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_plain_python_agree_byte_for_byte(name: str) -> None:
    here = Path(__file__).parent
    plain = subprocess.run(
        [sys.executable, str(here / "digest.py"), name, str(COMPARED)],
        env=environment(NUMBA_DISABLE_JIT="1"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.strip() == digest(name, COMPARED)


@every_game
def test_a_game_says_how_it_is_laid_out(game: Game) -> None:
    assert len(set(game.actions)) == len(game.actions) <= MOST_ENTRY + 1
    assert all(piece.length > 0 and piece.meaning for piece in game.layout)
    assert len({piece.name for piece in game.layout}) == len(game.layout)
    assert slots.slot_dtype(game) is slots.slot_dtype(game)
