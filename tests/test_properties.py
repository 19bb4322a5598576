"""Properties that hold for whatever Hypothesis thinks of: agreements, seeds, choices, dice."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from games import DrivenBout, every_game
from hypothesis import given, settings
from hypothesis import strategies as some

from nexus_env.contract.game import Game
from nexus_env.core.slots import rows_of
from nexus_env.envs.batch import Batch
from nexus_env.kit.dice import Generator, draw_below, seed_generator
from nexus_env.kit.tape import NOBODY
from nexus_env.machine.compiled import PLAIN, compiled

few = settings(max_examples=3 if PLAIN else 30)
many = settings(max_examples=30 if PLAIN else 200)

cases = some.integers(0, 400)
seeds = some.integers(0, 2**31)
draws = some.lists(some.floats(0, 1, exclude_max=True), min_size=5, max_size=20 if PLAIN else 120)


def walk(session: DrivenBout, choices: list[float]) -> Iterator[int]:
    """A legal action for each choice, which the caller carries out, until the bout is over."""
    for choice in choices:
        if session.over:
            return
        legal = np.flatnonzero(session.mask)
        yield int(legal[int(choice * len(legal))])


# --- bouts ------------------------------------------------------------------------------------------------------------


@every_game
@few
@given(cases, seeds, draws)
def test_a_bout_saved_and_restored_at_every_decision_goes_on_as_if_nothing_had_been(
    game: Game, case: int, seed: int, choices: list[float]
):
    options = game.invariants.variety(case)
    batch, other = (Batch(game, 1, seed=start, options=options) for start in (seed, seed + 1))
    for choice in choices:
        legal = np.flatnonzero(batch.masks[0])
        action = [int(legal[int(choice * len(legal))])]
        other.restore(batch.save())
        batch.step(action)
        other.step(action)
        assert batch.save() == other.save()
        for name in ("observations", "masks", "seats", "rewards", "terminated", "truncated", "outcomes"):
            assert np.array_equal(getattr(batch, name), getattr(other, name)), name


@every_game
@few
@given(cases, seeds, draws, some.booleans())
def test_exactly_what_the_mask_allows_can_be_done(
    game: Game, case: int, seed: int, choices: list[float], dictated: bool
):
    session = DrivenBout(game, seed, dictated=dictated, **game.invariants.variety(case))
    for action in walk(session, choices):
        assert session.act(action)
    before = session.slots.tobytes()
    for action in range(-1, len(game.actions) + 1):
        legal = not session.over and 0 <= action < len(game.actions) and bool(session.slots["mask"][0, action])
        trial = session.copy()
        assert trial.act(action) == legal
        assert (trial.slots.tobytes() == before) == (not legal)


@every_game
@few
@given(cases, seeds, draws)
def test_dictated_dice_lead_where_the_same_dice_rolled_lead(game: Game, case: int, seed: int, choices: list[float]):
    """Whatever is rolled by itself is asked for, in the same order, when dice are dictated."""
    options = game.invariants.variety(case)
    told = DrivenBout(game, seed, dictated=True, **options)
    free = DrivenBout(game, seed, **options)
    for action in walk(free, choices):
        _roll(told)
        assert told.bout["table"].tobytes() == free.bout["table"].tobytes()
        assert free.act(action) and told.act(action)


def _roll(session: DrivenBout) -> None:
    """Answer dice with what the bout's own generator would have shown."""
    while session.seat < NOBODY:
        faces = np.flatnonzero(session.slots["mask"][0])
        assert session.act(int(faces[draw_at(session.slots["bout"]["tape"]["generator"], len(faces))]))


@compiled
def draw_at(generators: Any, sides: int) -> int:
    """One of so many faces, counted from 0."""
    return draw_below(generators[0], sides)


# --- parts ------------------------------------------------------------------------------------------------------------


@compiled
def draw(generators: Any, seed: int, bound: int, count: int) -> tuple[int, int]:
    """The lowest and the highest of so many draws."""
    seed_generator(generators[0], seed)
    lowest, highest = bound, -1
    for _ in range(count):
        number = draw_below(generators[0], bound)
        lowest, highest = min(lowest, number), max(highest, number)
    return lowest, highest


@many
@given(some.integers(0, 2**63 - 1), some.integers(1, 24))
def test_a_die_shows_its_faces_and_no_other(seed: int, bound: int):
    lowest, highest = draw(rows_of(Generator.dtype, 1), seed, bound, 400)
    assert 0 <= lowest <= highest < bound
    assert highest - lowest >= bound // 2
