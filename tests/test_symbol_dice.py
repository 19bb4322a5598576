"""Dice with symbols: read from a stock file, found by compiled rules, and named in words."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from toy.bout import SIDES, SIGNS
from toy.dice import DICE, face_name, read_dice, spelled_face

from nexus_env.games.aristeia import ARISTEIA
from nexus_env.kit.options import OptionsError
from nexus_env.kit.symbol_dice import symbols_on
from nexus_env.machine.compiled import compiled

TEXT = (Path(__file__).parent / "toy" / "dice.toml").read_text(encoding="utf-8")


@compiled
def count_all(dice: Any, sides: Any, found: Any) -> None:
    """All symbols of all dice, [die, symbol]."""
    for die in range(len(sides)):
        for face in range(int(sides[die])):
            for symbol in range(found.shape[1]):
                found[die, symbol] += symbols_on(dice, die, face, symbol)


def test_rules_count_the_symbols_of_dice_that_are_fixed_and_of_those_in_the_options() -> None:
    """The toy's are known when it is imported; those of Aristeia! may be a user's own."""
    found = np.zeros((2, 2), np.int64)
    count_all(DICE, np.array(SIDES), found)
    assert found.tolist() == [[7, 1], [0, 4]]
    row = ARISTEIA.read_options().view(np.recarray)
    found = np.zeros((6, 5), np.int64)
    count_all(row[0].dice, np.full(6, 6), found)
    assert found.tolist() == row["dice"][0]["faces"]["symbols"].sum(axis=1).tolist()


def test_faces_have_names_and_those_that_look_alike_are_told_apart() -> None:
    assert [face_name(0, face) for face in (0, 1, 3, 5)] == ["blank", "hit", "hit + hit", "hit + shield"]
    assert [spelled_face(0, face) for face in range(4)] == ["blank", "hit", "hit (2)", "hit + hit"]
    assert list(SIGNS.values()) == ["hit", "shield"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (('"hit shield"', '"hit star"'), r'"red", faces: got "hit star" among them; expected faces of hit, shield'),
        (('"hit shield"', '"hit hit hit"'), r'faces: got "hit hit hit" among them; expected at most 2 of one symbol'),
        (('"", "", "shield"', '"", "shield"'), r'"white", faces: got 4 of them; expected 5 texts'),
    ],
)
def test_a_wrong_face_is_refused_in_a_sentence(tmp_path: Path, change: tuple[str, str], words: str) -> None:
    path = tmp_path / "dice.toml"
    path.write_text(TEXT.replace(*change, 1), encoding="utf-8")
    with pytest.raises(OptionsError, match=words):
        read_dice(path)
