"""Properties that hold for whatever Hypothesis thinks of: agreements, seeds, choices, layouts, piles."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from games import DrivenBout
from hypothesis import given, settings
from hypothesis import strategies as some
from table import Table

from nexus_env.core.slots import rows_of
from nexus_env.envs.batch import Batch
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.cards.barges import PIECES, SYMBOLS, read_barge
from nexus_env.games.nexus.rules.bout import COINS, NOBODY, STARTING_HEALTH, Pile, Square
from nexus_env.games.nexus.rules.crowd import coins_in, heal, move_coins
from nexus_env.kit.dice import Generator, draw_below, seed_generator
from nexus_env.kit.options import OptionsError
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


@few
@given(cases, seeds, draws)
def test_a_bout_saved_and_restored_at_every_decision_goes_on_as_if_nothing_had_been(
    case: int, seed: int, choices: list[float]
):
    options = NEXUS.invariants.variety(case)
    batch, other = (Batch(NEXUS, 1, seed=start, options=options) for start in (seed, seed + 1))
    for choice in choices:
        legal = np.flatnonzero(batch.masks[0])
        action = [int(legal[int(choice * len(legal))])]
        other.restore(batch.save())
        batch.step(action)
        other.step(action)
        assert batch.save() == other.save()
        for name in ("observations", "masks", "seats", "rewards", "terminated", "truncated", "outcomes"):
            assert np.array_equal(getattr(batch, name), getattr(other, name)), name


@few
@given(cases, seeds, draws, some.booleans())
def test_exactly_what_the_mask_allows_can_be_done(case: int, seed: int, choices: list[float], dictated: bool):
    session = DrivenBout(NEXUS, seed, dictated=dictated, **NEXUS.invariants.variety(case))
    for action in walk(session, choices):
        assert session.act(action)
    before = session.slots.tobytes()
    for action in range(-1, len(NEXUS.actions) + 1):
        legal = not session.over and 0 <= action < len(NEXUS.actions) and bool(session.slots["mask"][0, action])
        trial = session.copy()
        assert trial.act(action) == legal
        assert (trial.slots.tobytes() == before) == (not legal)


@few
@given(cases, seeds, draws)
def test_dictated_dice_lead_where_the_same_dice_rolled_lead(case: int, seed: int, choices: list[float]):
    """Whatever is rolled by itself is asked for, in the same order, when dice are dictated."""
    options = NEXUS.invariants.variety(case)
    told = DrivenBout(NEXUS, seed, dictated=True, **options)
    free = DrivenBout(NEXUS, seed, **options)
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


@many
@given(some.lists(some.sampled_from([*SYMBOLS] + ["."] * 12), min_size=64, max_size=64))
def test_a_drawn_barge_is_read_as_it_is_drawn_or_refused_for_too_many_pieces(cells: list[str]):
    text = "\n".join(" ".join(cells[8 * y : 8 * y + 8]) for y in range(8))
    symbols = {square: symbol for symbol, square in SYMBOLS.items()}
    too_many = any(cells.count(symbols[square]) > most for square, most in PIECES.items())
    try:
        squares = read_barge(text, "here")
    except OptionsError as error:
        assert too_many and str(error).startswith("here: got ")
        return
    assert not too_many
    assert [symbols[Square(what)] for what in squares.ravel()] == cells


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


@compiled
def move_at(rows: Any, giver: int, source: int, taker: int, target: int, wanted: int) -> int:
    """`move_coins` at the bout of a row."""
    return move_coins(rows[0], giver, source, taker, target, wanted)


@compiled
def heal_at(rows: Any, seat: int, pile: int, coins: int) -> int:
    """`heal` at the bout of a row, from the Crowd Pile."""
    return heal(rows[0], seat, pile, NOBODY, Pile.CROWD, coins)


@compiled
def coins_at(rows: Any, seat: int, pile: int) -> int:
    """`coins_in` at the bout of a row."""
    return coins_in(rows[0].table, seat, pile)


piles = some.sampled_from([int(pile) for pile in Pile])


@many
@given(some.lists(some.tuples(some.integers(0, 1), piles, some.integers(0, 1), piles, some.integers(-5, 800))))
def test_coins_are_moved_and_never_made(moves: list[tuple[int, int, int, int, int]]):
    """R-008, R-009, R-010: whatever is asked for, a pile gives what it has, and no more."""
    table = Table()
    for giver, source, taker, target, wanted in moves:
        held = coins_at(table._border, giver, source)
        moved = move_at(table._border, giver, source, taker, target, wanted)
        assert moved == max(0, min(held, wanted))
        assert table.coins() == COINS
        assert all(coins_at(table._border, seat, pile) >= 0 for seat in range(2) for pile in Pile)


@many
@given(some.integers(0, 7), some.integers(0, 50), some.integers(0, 60))
def test_no_pile_is_healed_above_its_start(pile: int, left: int, coins: int):
    """R-184."""
    table = Table()
    most = int(STARTING_HEALTH[pile])
    table.hurt(0, **{Pile(pile).name.lower(): min(left, most)})
    crowd = int(table.table.crowd_pile)
    healed = heal_at(table._border, 0, pile, coins)
    assert healed == min(coins, most - min(left, most), crowd)
    assert int(table.helot(0).health[pile]) == min(left, most) + healed
