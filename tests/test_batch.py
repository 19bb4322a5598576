"""Many bouts side by side are the same bouts, and stand in the learner's own arrays."""

import copy
import pickle
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
import toy
from games import any_game, any_table

from nexus_env.contract.game import Game
from nexus_env.core.policy_bank import PolicyBank
from nexus_env.core.session import Session
from nexus_env.envs.aec import Arena
from nexus_env.envs.batch import Batch
from nexus_env.envs.learner_seats import LearnerSeats
from nexus_env.machine.compiled import PLAIN

STEPS = 40 if PLAIN else 400
SHOWN = ("observations", "masks", "seats", "rewards", "terminated", "truncated", "outcomes", "final_observations")


def actions_of(batch: Batch, turn: int) -> np.ndarray[Any, Any]:
    """A legal action for each bout that depends on nothing but the bout's own mask and the turn."""
    chosen = [np.flatnonzero(mask) for mask in batch.masks]
    return np.array([legal[(7 * turn + 3 * len(legal)) % len(legal)] for legal in chosen])


def shown(batch: Batch, bouts: int) -> list[bytes]:
    """All that the first bouts show."""
    return [getattr(batch, name)[:bouts].tobytes() for name in SHOWN]


@any_table
def test_a_bout_does_not_depend_on_how_many_lie_beside_it(game: Game, seats: int) -> None:
    few, many = (Batch(game, n, seed=4, options={"seats": seats}, shaping=0.5) for n in (2, 7))
    for turn in range(STEPS):
        assert shown(few, 2) == shown(many, 2)
        few.step(actions_of(few, turn))
        many.step(actions_of(many, turn))
    assert few.bout(1).tobytes() == many.bout(1).tobytes()
    assert few.bout(0).tobytes() != few.bout(1).tobytes()


@any_game
@pytest.mark.parametrize("threads", [2, 3, 64])
def test_what_is_played_does_not_depend_on_the_number_of_threads(
    game: Game, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[Batch.__module__], "WORTH_A_THREAD", 1)
    alone, together = (Batch(game, 7, seed=4, shaping=0.5, threads=count) for count in (1, threads))
    some = np.array([5, 0, 2])
    for turn in range(STEPS):
        actions = actions_of(alone, turn)
        for batch in (alone, together):
            if turn % 3:
                batch.step(actions)
            else:
                batch.step(actions[some], some)
        assert shown(alone, 7) == shown(together, 7)
    assert alone.save() == together.save()


@any_game
def test_networks_play_the_same_whatever_the_number_of_threads(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[Batch.__module__], "WORTH_A_THREAD", 1)
    bank = PolicyBank(2, [game.observation_size, len(game.actions)])
    bank.weights[:] = np.random.default_rng(1).normal(size=bank.weights.shape)
    batches = [Batch(game, 7, seed=4, threads=threads) for threads in (1, 3)]
    learner, players = np.zeros(7, np.int32), np.tile(np.array([0, 1], np.int32), (7, 1))
    gains, over = np.zeros((2, 7), np.float32), np.zeros((2, 7), np.bool_)
    for turn in range(STEPS // 4):
        for k, batch in enumerate(batches):
            batch.play_on(np.arange(7), learner, players, np.ones(7, np.bool_), bank, gains[k], over[k])
            batch.step(actions_of(batch, turn))
        assert shown(batches[0], 7) == shown(batches[1], 7)
        assert (gains[0] == gains[1]).all() and (over[0] == over[1]).all()
    assert batches[0].save() == batches[1].save()


def test_a_batch_is_stepped_by_as_many_threads_as_it_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[Batch.__module__], "WORTH_A_THREAD", 4)
    batch, parts = Batch(toy.GAME, 12, threads=8), list[tuple[int, str]]()

    def work(which: np.ndarray[Any, Any]) -> None:
        parts.append((len(which), threading.current_thread().name))

    for bouts in (12, 9, 7):
        batch._spread(work, np.arange(bouts))
    assert sorted(size for size, _ in parts) == [4, 4, 4, 4, 5, 7]
    mine = [size for size, name in parts if name == threading.main_thread().name]
    assert sorted(mine) == [4, 5, 7]  # the first part of each


@pytest.mark.parametrize("threads", [0, -1, 1.5, True])
def test_a_number_of_threads_that_cannot_be_is_refused(threads: Any) -> None:
    with pytest.raises(ValueError, match=r"^threads: got .*; expected a whole number of at least 1"):
        Batch(toy.GAME, 2, threads=threads)


@any_table
def test_the_first_slot_plays_what_the_environment_with_the_same_seed_plays(game: Game, seats: int) -> None:
    batch = Batch(game, 3, seed=9, options={"seats": seats}, shaping=0.5)
    arena = Arena(game, seats=seats, shaping=0.5)
    arena.reset(seed=9)
    for turn in range(STEPS):
        seen = arena.observe(arena.agent_selection)
        assert batch.observations[0].tobytes() == seen["observation"].tobytes()
        assert batch.masks[0].tobytes() == seen["action_mask"].tobytes()
        assert arena.possible_agents[batch.seats[0]] == arena.agent_selection
        for part in ("table", "start", "tape", "options"):
            assert batch.bout(0)[part].tobytes() == np.asarray(arena.bout)[part].tobytes()
        actions = actions_of(batch, turn)
        batch.step(actions)
        arena.step(actions[0])
        assert batch.rewards[0].tolist() == list(arena.rewards.values())
        assert batch.terminated[0] == arena.terminations["player_0"]
        assert batch.truncated[0] == arena.truncations["player_0"]
        if batch.terminated[0] or batch.truncated[0]:
            for seat, agent in enumerate(arena.possible_agents):
                assert batch.final_observations[0, seat].tobytes() == arena.observe(agent)["observation"].tobytes()
            arena.reset()


@any_game
def test_the_learners_own_arrays_are_written_in_place(game: Game) -> None:
    observations = np.full((5, game.observation_size), np.nan, np.float32)
    masks = np.full((5, len(game.actions)), 9, np.int8)
    batch = Batch(game, 5, observations=observations, masks=masks)
    assert batch.observations is observations and batch.masks is masks
    assert np.isfinite(observations).all() and masks.max() == 1
    for turn in range(10):
        before = observations.copy(), masks.copy()
        batch.step(actions_of(batch, turn))
    assert (before[0] != observations).any() or (before[1] != masks).any()


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("observations", np.zeros((5, 3), np.float32)),
        ("masks", np.zeros((5, len(toy.ACTIONS)), np.bool_)),
        ("rewards", np.zeros((2, 5), np.float32).T),
        ("seats", 2),
    ],
)
def test_an_array_that_does_not_fit_is_refused(name: str, array: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name}: "):
        Batch(toy.GAME, 5, **{name: array})


@any_game
def test_a_bout_that_ends_is_told_once_and_restarted_at_once(game: Game) -> None:
    batch, ends = Batch(game, 8, seed=1, reward="outcome", shaping=0), 0
    rng = np.random.default_rng(0)
    for _ in range(STEPS if PLAIN else 5000):
        before = batch.seats.copy()
        batch.step((rng.random(batch.masks.shape) * batch.masks).argmax(1))
        over = batch.terminated | batch.truncated
        assert not (batch.terminated & batch.truncated).any()
        assert batch.masks.any(axis=1).all() and (batch.seats >= 0).all()
        assert not batch.rewards[~over].any() and not batch.outcomes[~over].any()
        assert (batch.rewards == batch.outcomes).all()
        ends += over.sum()
        if ends > 20:
            break
        assert before.shape == (8,)
    assert ends > 20 or PLAIN


@any_game
def test_only_the_bouts_that_are_named_move(game: Game) -> None:
    batch = Batch(game, 6, seed=2)
    for turn in range(STEPS):
        which = [turn % 6, (turn + 2) % 6]
        others = [slot for slot in range(6) if slot not in which]
        before = [batch.bout(slot).tobytes() for slot in range(6)]
        batch.step(actions_of(batch, turn)[which], which)
        assert all(batch.bout(slot).tobytes() == before[slot] for slot in others)
        assert all(batch.bout(slot).tobytes() != before[slot] for slot in which)
        assert not batch.rewards[others].any() and not batch.terminated[others].any()


@any_game
@pytest.mark.parametrize("threads", [1, 2])
def test_a_wrong_step_is_refused_before_anything_is_played(
    game: Game, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[Batch.__module__], "WORTH_A_THREAD", 1)
    batch = Batch(game, 4, seed=2, threads=threads)
    right = actions_of(batch, 0)
    illegal = int(np.flatnonzero(batch.masks[2] == 0)[0])
    before = batch.save(), shown(batch, 4)
    wrong = right.copy()
    wrong[2] = illegal
    with pytest.raises(
        ValueError, match=rf"bout 2, player_\d: got the action {illegal} \('.*'\), which is not legal now"
    ):
        batch.step(wrong)
    batch.masks[2, illegal] = 1  # the learner may scribble on its own array
    with pytest.raises(ValueError, match="bout 2"):
        batch.step(wrong)
    batch.masks[2, illegal] = 0
    with pytest.raises(ValueError, match="got bout 9"):
        batch.step(right, [0, 1, 9, 3])
    with pytest.raises(ValueError, match="got bout 1 twice"):
        batch.step(right, [0, 1, 1, 3])
    with pytest.raises(ValueError, match="expected one for each of 4 bouts"):
        batch.step(right[:3])
    with pytest.raises(ValueError, match="whole numbers"):
        batch.step(right + 0.5)
    assert (batch.save(), shown(batch, 4)) == before


@any_game
def test_a_saved_batch_goes_on_as_if_nothing_had_happened(game: Game) -> None:
    batch = Batch(game, 4, seed=2, shaping=0.5)
    for turn in range(STEPS // 2):
        batch.step(actions_of(batch, turn))
    other = Batch(game, 4, seed=77, shaping=0.5)
    other.restore(batch.save())
    assert not other.rewards.any()
    for turn in range(STEPS):
        assert batch.masks.tobytes() == other.masks.tobytes()
        batch.step(actions_of(batch, turn))
        other.step(actions_of(other, turn))
        assert shown(batch, 4)[:-1] == shown(other, 4)[:-1]
    assert batch.save() == other.save()


def test_a_damaged_or_foreign_save_is_refused_with_a_sentence() -> None:
    batch = Batch(toy.GAME, 4)
    saved, before = batch.save(), batch.save()
    changed = bytearray(saved)
    changed[-5] ^= 1
    for data, message in [
        (b"", "expected those of a saved state"),
        (b"\x80\x04}", "expected those of a saved state"),
        (saved[:-1], "cut or changed"),
        (bytes(changed), "cut or changed"),
        (saved.replace(b"toy-v1", b"toy-v2"), "got the game 'toy-v2'; expected 'toy-v1'"),
        (Batch(toy.GAME, 5).save(), "got 5 bouts; expected 4"),
        (Batch(toy.GAME, 4, options={"seats": 3}).save(), "options"),
        (Arena(toy.GAME).save_state(), "got the kind 'environment'; expected 'batch'"),
    ]:
        with pytest.raises(ValueError, match=message):
            batch.restore(data)
    assert batch.save() == before


@any_game
def test_reset_begins_again_with_the_same_seed_or_another(game: Game) -> None:
    batch = Batch(game, 3, seed=5)
    first = batch.save()
    batch.step(actions_of(batch, 0))
    batch.reset()
    assert batch.save() == first
    batch.reset(seed=6)
    assert batch.save() == Batch(game, 3, seed=6).save() != first


@any_game
def test_imagined_bouts_are_copies(game: Game) -> None:
    batch = Batch(game, 3, seed=5)
    before = batch.save()
    first, again, other = batch.imagine([1, 1, 1], [8, 8, 9])
    assert first.tobytes() == again.tobytes() != other.tobytes()
    assert batch.save() == before
    with pytest.raises(ValueError, match="imagine"):
        batch.imagine([3], [0])
    with pytest.raises(ValueError, match="imagine"):
        batch.imagine([1, 2], [0])
    with pytest.raises(ValueError, match="imagine: got the seed -1; expected 0 to"):
        batch.imagine([1, 2], [5, -1])
    assert len(batch.imagine([], [])) == 0


@any_game
def test_a_compact_batch_shows_the_numbers_that_the_scales_turn_into_the_others(game: Game) -> None:
    plain, compact = Batch(game, 3, seed=4), Batch(game, 3, seed=4, compact=True)
    assert compact.observations.dtype == np.int8 and compact.observations.shape == plain.observations.shape
    ended = 0
    for turn in range(STEPS):
        assert (compact.observations * game.observation_scales == plain.observations).all()
        actions = actions_of(plain, turn)
        for batch in (plain, compact):
            batch.step(actions)
        ended += int(compact.terminated.sum() + compact.truncated.sum())
        for name in ("masks", "seats", "rewards", "terminated", "truncated", "outcomes"):
            assert getattr(compact, name).tobytes() == getattr(plain, name).tobytes()
    assert ended


def test_what_a_copy_of_a_bout_does_from_now_on_is_told() -> None:
    batch = Batch(toy.GAME, 1, seed=2)
    assert not batch.bout(0)["happenings"]["event"].any() and not batch.bout(0)["silent"]
    session = Session.at(toy.GAME, batch.bout(0))
    session.act(int(batch.masks[0].argmax()))
    assert session.rows["told"] > 0
    assert not batch.imagine([0], [5])["silent"].any()


def test_a_batch_is_copied_with_all_that_it_plays() -> None:
    """Its threads are no part of it."""
    batch = Batch(toy.GAME, 600, seed=2, threads=2)
    batch.step(actions_of(batch, 0))
    again, thawed, actions = copy.deepcopy(batch), pickle.loads(pickle.dumps(batch)), actions_of(batch, 1)
    for each in (batch, again, thawed):
        each.step(actions)
        assert shown(each, 600) == shown(batch, 600)


def test_numbers_may_be_those_of_numpy_and_nothing_may_be_stepped() -> None:
    batch = Batch(toy.GAME, np.int64(3), threads=np.int32(1), seed=np.int64(2))  # type: ignore[arg-type]
    before = batch.save()
    batch.step([], which=[])
    assert batch.save() == before == Batch(toy.GAME, 3, seed=2).save()


@pytest.mark.parametrize("slot", [-1, 3, 1.0, "a", True])
def test_a_bout_that_does_not_exist_is_told(slot: Any) -> None:
    batch = Batch(toy.GAME, 3)
    for ask in (batch.bout, batch.bout_seed, lambda slot: batch.observe(slot, 0)):
        with pytest.raises(ValueError, match=f"bout: got {slot!r}; expected 0 to 2"):
            ask(slot)
    with pytest.raises(ValueError, match=f"seat: got {slot!r}; expected 0 to 1"):
        batch.observe(0, slot)


def test_any_seat_observes_and_nothing_changes() -> None:
    batch = Batch(toy.GAME, 3, seed=2)
    batch.step(actions_of(batch, 0))
    before = batch.save()
    seen = [[batch.observe(slot, seat) for seat in range(batch.num_seats)] for slot in range(3)]
    for slot, seat in enumerate(batch.seats):
        assert np.array_equal(seen[slot][seat], batch.observations[slot])
        assert not np.array_equal(seen[slot][seat], seen[slot][1 - seat])
    assert batch.save() == before


def test_the_bytes_of_a_batch_are_those_of_its_arrays() -> None:
    plain, compact = Batch(toy.GAME, 8), Batch(toy.GAME, 8, compact=True)
    floats = 4 * toy.GAME.observation_size * (1 + plain.num_seats)
    assert plain.nbytes - compact.nbytes == 8 * floats and compact.nbytes > 8 * toy.GAME.dtype.itemsize


@pytest.mark.parametrize("name", ["observations", "final_observations"])
def test_a_compact_batch_takes_no_array_for_what_it_has_itself(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name}: got an array for a compact batch"):
        Batch(toy.GAME, 2, compact=True, **{name: np.zeros((2, 0), np.float32)})
    with pytest.raises(ValueError, match="compact: got 'no'; expected True or False"):
        Batch(toy.GAME, 2, compact="no")  # type: ignore[arg-type]


def test_networks_do_not_play_a_compact_batch() -> None:
    batch = Batch(toy.GAME, 2, compact=True)
    bank = PolicyBank(1, [toy.GAME.observation_size, len(toy.ACTIONS)])
    numbers, flags = np.zeros((2, 2), np.int32), np.zeros(2, np.bool_)
    with pytest.raises(ValueError, match="got a compact batch"):
        batch.play_on(np.arange(2), numbers[0], numbers, flags, bank, np.zeros(2, np.float32), flags)
    with pytest.raises(ValueError, match="got a compact one"):
        LearnerSeats(batch, [], 0)  # type: ignore[arg-type]


def test_what_plays_networks_is_announced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Training and opponents of one's own compile it where nobody has warmed the cache."""
    told: list[str] = []

    @contextmanager
    def announced(what: str, seconds: int, record: Any) -> Iterator[None]:
        told.append(what)
        yield

    monkeypatch.setattr("nexus_env.envs.batch.announced", announced)
    batch, network = Batch(toy.GAME, 1), PolicyBank(1, [toy.GAME.observation_size, len(toy.GAME.actions)])
    players, gains = np.zeros(batch.rewards.shape, np.int32), np.zeros(1, np.float32)
    owing, over = np.ones(1, np.bool_), np.zeros(1, np.bool_)
    for _ in range(2):
        batch.play_on(np.zeros(1, np.int64), batch.seats.copy(), players, owing, network, gains, over)
    assert told == ["toy for networks"]
