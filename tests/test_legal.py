"""A set of legal actions comes out as a mask, whatever its length and wherever its members lie."""

import random
from typing import Any

import numpy as np
import pytest
from games import every_game

from nexus_env.contract.game import Game
from nexus_env.kit.mask import MOST, allow, allow_all, allow_many, allow_some, spread, words_for
from nexus_env.machine.compiled import compiled
from nexus_env.machine.processor import WORD


@compiled
def allow_one(legal: Any, action: int, may: bool) -> None:
    allow(legal, action, may)


@compiled
def allow_row(legal: Any, first: int, members: int) -> None:
    allow_some(legal, first, members)


@compiled
def allow_wide_row(legal: Any, first: int, members: int) -> None:
    allow_many(legal, first, members)


@compiled
def allow_set(legal: Any, first: int, words: Any) -> None:
    allow_all(legal, first, words)


@compiled
def write(legal: Any, mask: Any) -> None:
    spread(legal, mask)


SIZES = (1, 2, 7, 31, 32, 33, 63, 64, 65, 95, 96, 97, 128, 309, 512, 1024)


@pytest.mark.parametrize("actions", SIZES)
def test_the_mask_holds_what_was_allowed_and_the_set_is_empty_again(actions: int) -> None:
    drawn, legal = random.Random(actions), np.zeros(words_for(actions), np.int64)
    for share in (0.0, 0.02, 0.5, 1.0):
        expected = np.array([drawn.random() < share for _ in range(actions)], np.int8)
        for action in drawn.sample(range(actions), actions):
            allow_one(legal, action, bool(expected[action]))
        mask = np.full(actions, -1, np.int8)
        write(legal, mask)
        assert mask.tolist() == expected.tolist()
        assert not legal.any()


def test_a_row_is_allowed_wherever_it_begins() -> None:
    """Over the border of two words too, and beside what is allowed already."""
    drawn, actions = random.Random(1), 309
    legal, mask = np.zeros(words_for(actions), np.int64), np.zeros(actions, np.int8)
    for first in range(actions):
        row = min(MOST, actions - first)
        members, other = drawn.getrandbits(row), drawn.randrange(actions)
        allow_one(legal, other, True)
        allow_row(legal, first, members)
        write(legal, mask)
        assert set(np.flatnonzero(mask)) == {first + n for n in range(row) if (members >> n) & 1} | {other}


@pytest.mark.parametrize("actions", SIZES)
def test_a_set_of_any_size_is_allowed_wherever_it_begins(actions: int) -> None:
    """In a word of 64, whose last bit is the sign, and in a row of such words."""
    drawn = random.Random(actions)
    legal, mask = np.zeros(words_for(actions), np.int64), np.zeros(actions, np.int8)
    for first in {0, actions // 3, actions // 2, actions - 1}:
        for size in {min(WORD, actions - first), actions - first}:
            members = sorted({first, first + size - 1, *drawn.sample(range(first, first + size), size // 2)})
            words = np.zeros(-(-size // WORD), np.uint64)
            for member in members:
                words[(member - first) // WORD] |= np.uint64(1 << (member - first) % WORD)
            if size <= WORD:
                allow_wide_row(legal, first, int(words.view(np.int64)[0]))
                write(legal, mask)
                assert np.flatnonzero(mask).tolist() == members
            allow_set(legal, first, words.view(np.int64))
            write(legal, mask)
            assert np.flatnonzero(mask).tolist() == members and not legal.any()


@every_game
def test_the_record_has_room_for_the_action_table(game: Game) -> None:
    assert words_for(len(game.actions)) == game.dtype["legal"].shape[0]
