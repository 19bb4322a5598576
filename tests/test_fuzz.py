"""Random play over all kinds of bouts breaks no law; a breach is told so that it can be played again."""

import re
from dataclasses import replace

import numpy as np
import pytest
import toy
from games import any_game

from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.machine.record import Within
from nexus_env.testing import USUAL
from nexus_env.testing.fuzzing import check_laws
from nexus_env.tools import fuzz
from nexus_env.tools.range_checks import START, WIDTHS, all_within, are_within, watch


@any_game
def test_random_play_breaks_no_law(game: Game):
    decisions, case = USUAL.fuzzed
    summary = check_laws(game, USUAL)
    assert summary.decisions >= decisions and summary.bouts > 0 and summary.cases >= decisions // case
    assert "none violated" in fuzz.report(game, summary)


def test_the_same_seed_plays_the_same_bouts_and_another_one_does_not():
    def tally(seed: int) -> list[int]:
        return fuzz.FuzzPlayer(toy.GAME).case(seed, 4, 100)[0].tolist()

    assert tally(1) == tally(1)
    assert tally(1) != tally(2)


def test_a_breach_names_the_law_and_the_bout_that_can_be_played_again(capsys: pytest.CaptureFixture[str]):
    player = fuzz.FuzzPlayer(toy.GAME)
    player.actions = np.zeros(3, np.int16)  # no bout is over after three decisions
    breach = player.bout(3, 77)
    assert breach is not None and breach.law.startswith(fuzz.MACHINERY[fuzz.ENDLESS])
    assert breach.options == toy.GAME.invariants.variety(3) and len(breach.actions) == 3
    assert fuzz.explain(toy.GAME, breach).endswith("fuzz --case 3 --bout 77 --game toy:GAME")
    assert fuzz.again(toy.GAME, 3, 77) == 0
    assert "Every invariant holds." in capsys.readouterr().out


def narrowed(field: str, most: int) -> Game:
    """The toy, with a smaller range for a field of its players."""
    game = replace(toy.GAME)
    ranges = [
        replace(ranged, within=Within(0, most)) if ranged.way == ("table", "players", field) else ranged
        for ranged in game.ranges
    ]
    object.__setattr__(game, "ranges", tuple(ranges))
    return game


def test_a_number_outside_its_range_is_told_with_its_place_and_the_decision():
    player = fuzz.FuzzPlayer(narrowed("points", 1))
    _, breach = player.case(1, 3, 2_000)
    assert breach is not None
    place = r"players\.[01] points: got [23]; expected 0 to 1\."
    since = rf"It is so since decision {len(breach.actions)}, '{toy.ACTIONS[breach.actions[-1]]}'\."
    assert re.fullmatch(rf"Every number is in its declared range\. {place} {since}", breach.law)
    again = player.bout(3, breach.seed)
    assert again == breach


@pytest.mark.parametrize("kind", ["i1", "i2", "i4", "i8", "u1", "u2", "u4"])
def test_numbers_of_each_width_are_compared_with_their_bounds(kind: str):
    bounds = np.array([[1, -3, 40, -1], [2, 0, 40, (1 << 8 * int(kind[1])) - 1 if kind[0] == "u" else -1]])
    for number, expected in ((40, True), (41, False), (0, True)):
        numbers = np.array([99, 0, number], kind)
        assert are_within(numbers.view(f"i{kind[1]}"), bounds) is expected
    least = np.array([99, -3, 1]).astype(kind).view(f"i{kind[1]}")
    assert are_within(least, bounds) is True
    least[1] = -4
    assert are_within(least, bounds) is False


def test_every_number_of_a_bout_is_watched():
    game = toy.GAME
    rows = slots.rows_of(slots.slot_dtype(game), 1)
    watched = watch(game, rows, 2)
    bounds = np.concatenate([getattr(watched, f"bounds_{width}") for width in WIDTHS])
    plain = np.asarray(rows["bout"])
    for ranged in game.ranges:
        numbers = plain
        for name in ranged.way:
            numbers = numbers[name]
        before, place = numbers.copy(), (0,) * numbers.ndim
        assert numbers.shape[0] == 1
        numbers[place] = -9 if numbers.dtype.kind == "i" else 0
        if ranged.within.at(2).least > -9 and numbers.dtype.kind == "i":
            assert not all_within(watched), ranged.way
        numbers[...] = before
    assert len(bounds) == sum(
        int(np.prod(count_of(game, ranged.way))) for ranged in game.ranges if ranged.way[0] != START
    )


def count_of(game: Game, way: tuple[str, ...]) -> tuple[int, ...]:
    """The shape of a field of a bout."""
    numbers = np.zeros(1, game.dtype)
    for name in way:
        numbers = numbers[name]
    return numbers.shape


@pytest.mark.parametrize("argument", [{"decisions": 0}, {"processes": 0}, {"seed": -1}])
def test_a_wrong_number_is_refused_in_one_sentence(argument: dict[str, int]):
    with pytest.raises(ValueError, match="expected a whole number of at least"):
        fuzz.fuzz(toy.GAME, **{"decisions": 10, **argument})
