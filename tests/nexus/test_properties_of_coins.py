"""Properties that hold for whatever Hypothesis thinks of: barges and piles of coins."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as some
from table import Table

from nexus_env.games.nexus.cards.barges import PIECES, SYMBOLS, read_barge
from nexus_env.games.nexus.rules.bout import COINS, NOBODY, STARTING_HEALTH, Pile, Square
from nexus_env.games.nexus.rules.crowd import coins_in, heal, move_coins
from nexus_env.kit.options import OptionsError
from nexus_env.machine.compiled import PLAIN, compiled

many = settings(max_examples=30 if PLAIN else 200)


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
