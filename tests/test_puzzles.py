"""Puzzles: made of bouts with the search as judge, kept as data, and those that come with a game can be solved."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import toy
from games import every_game
from test_swings import bout_of
from tiny import GAME

from nexus_env.agents.puzzles import making
from nexus_env.agents.puzzles.making import PuzzleWish, judge_of, pose, select, values_of
from nexus_env.cli.main import main
from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.players.agents_by_name import LOADER
from nexus_env.text import puzzles, transcript
from nexus_env.text.puzzles import SolvedPuzzle

Capture = pytest.CaptureFixture[str]
QUICK = ["--player", "random", "--scout", "search:40", "--simulations", "200", "--margin", "0.05"]


def a_puzzle(**fields: object) -> SolvedPuzzle:
    """One with these fields, the others plain."""
    plain = {"seats": 2, "seat": 0, "question": "?", "played": "rest", "simulations": 1, "seeds": (1, 2)}
    plain |= {"position": "toy 1", "solution": ("rest",), "values": {"rest": 0.5}, "margins": (0.2, 0.3)}
    return SolvedPuzzle(**{**plain, **fields})  # type: ignore[arg-type]


@every_game
def test_what_comes_with_a_game_can_be_solved(game: Game) -> None:
    """Every position can be played on by who is asked, every command that is judged is legal, the best one is right."""
    for puzzle in puzzles.shipped(game):
        session = puzzle.sit_down(game)
        assert session.seat == puzzle.seat and len(session.outcome) == puzzle.seats
        assert game.words.question(session.bout) == puzzle.question
        legal = session.legal()
        assert set(puzzle.values) <= set(legal) and len(legal) >= making.FEWEST_CHOICES
        assert puzzle.solution[0] == next(iter(puzzle.values)) and puzzle.played in legal
        for command in puzzle.solution:
            session.clone().act(legal[command])
        wrong = [worth for command, worth in puzzle.values.items() if command not in puzzle.solution]
        assert puzzle.values[puzzle.solution[0]] - max(wrong) >= min(puzzle.margins) - 0.001 > 0
    assert not puzzles.file_of(game) or 4 <= len(puzzles.shipped(game)) <= 12


def test_a_game_that_brings_none() -> None:
    assert puzzles.file_of(GAME) is None and puzzles.shipped(GAME) == ()


def test_the_toy_makes_some(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """From bouts and from a transcript; the same command makes the same, also after it was interrupted."""
    monkeypatch.chdir(tmp_path)
    words = ["puzzles", "--game", "toy:GAME", "--bouts", "4", *QUICK]
    assert main([*words, "--out", "one.json"]) == 0
    assert "puzzles: one.json" in capsys.readouterr().out
    made = puzzles.read(toy.GAME, tmp_path / "one.json")
    assert made and len(made) <= 10
    for puzzle in made:
        session = puzzle.sit_down(toy.GAME)
        assert session.seat == puzzle.seat and set(puzzle.solution) <= set(session.legal())
        assert min(puzzle.margins) >= 0.05 and len(puzzle.solution) <= making.MOST_RIGHT

    done, real = list[int](), making.puzzles_of

    def stopped(game: Game, number: int, *more: object) -> object:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(number)
        return real(game, number, *more)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr("nexus_env.agents.puzzles.command.puzzles_of", stopped)
        assert main([*words, "--out", "two.json"]) == 130
        assert len((tmp_path / "two.json.partial").read_text().splitlines()) == 3
        assert main([*words, "--out", "two.json", "--seed", "5"]) == 2
        assert "got puzzles with seed = 0; expected 5" in capsys.readouterr().err
        done.clear()
        assert main([*words, "--out", "two.json"]) == 0 and done == [2, 3]
    assert (tmp_path / "two.json").read_text() == (tmp_path / "one.json").read_text()
    assert not (tmp_path / "two.json.partial").exists()

    (tmp_path / "bout.txt").write_text(transcript.write(bout_of(toy.GAME, seats=2, rounds=4)), encoding="utf-8")
    assert main(["puzzles", "bout.txt", "--game", "toy:GAME", *QUICK, "--out", "three.json"]) == 0
    assert "of 1 bouts" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("none.txt", "none.txt: no such file; expected a transcript"),
        ("--scout greedy", "--scout: got greedy, which states no expectations; expected"),
        ("--player nobody", "nobody"),
        ("--set rounds=none", "rounds"),
        ("--set seats=3 --seats 2", "--set seats: got 3; expected 2"),
    ],
)
def test_what_is_typed_wrongly_is_told_in_one_sentence(words: str, sentence: str, capsys: Capture) -> None:
    assert main(["puzzles", "--game", "toy:GAME", *words.split()]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err and printed.err.count("\n") == 1 and not printed.out


def test_a_choice_that_is_not_clearly_best_is_no_puzzle() -> None:
    """Nor one of which a second search thinks otherwise."""
    session = Session(toy.GAME, toy.GAME.read_options(seats=2, rounds=2, bare=True), seed=3)

    def judges(*told: dict[str, float]) -> list[SimpleNamespace]:
        answers = iter(told)
        return [SimpleNamespace(values=lambda: next(answers))] * 2

    wish, rng = PuzzleWish(("random",) * 2, {}, LOADER, margin=0.1), np.random.default_rng(0)
    clear, close = {"rest": 0.5, "strike": 0.1, "swap": 0.0}, {"rest": 0.5, "strike": 0.45, "swap": 0.0}
    other = {"strike": 0.5, "rest": 0.1, "swap": 0.0}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "values_of", lambda _session, judge, _seed: judge.values())
        for told, expected in (
            ((clear, clear, clear), ("rest",)),
            ((close, clear, clear), None),
            ((clear, close, clear), None),
            ((clear, clear, other), None),
        ):
            puzzle = pose(toy.GAME, session, "swap", judges(*told), wish, rng)  # type: ignore[arg-type]
            assert (puzzle and puzzle.solution) == expected
    assert puzzle is None


def test_every_legal_command_gets_a_value() -> None:
    """However bad it looks."""
    session = Session(toy.GAME, toy.GAME.read_options(seats=2, rounds=2), seed=3)
    found = values_of(session, judge_of(toy.GAME, 200), 1)
    assert set(found) == set(session.legal()) and list(found.values()) == sorted(found.values(), reverse=True)
    assert found == values_of(session, judge_of(toy.GAME, 200), 1)


def test_those_that_were_played_wrongly_come_first_and_not_all_of_one_kind() -> None:
    tables = [
        a_puzzle(
            position=str(place), solution=(word,), values={word: 0.5}, margins=(margin, 0.9), played=played
        ).as_table()
        for place, (word, margin, played) in enumerate(
            [("rest", 0.2, "rest"), ("move a", 0.1, "rest"), ("move b", 0.3, "rest"), ("swap", 0.4, "swap")]
        )
    ]
    assert [puzzle.position for puzzle in select(tables, 4)] == ["2", "3", "0", "1"]
    assert [puzzle.position for puzzle in select(tables, 1)] == ["2"]


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text(puzzles.write(toy.GAME, [a_puzzle()], "python -m nexus_env puzzles"), encoding="utf-8")
    assert puzzles.read(toy.GAME, path) == (a_puzzle(),)
    assert json.loads(path.read_text())["command"] == "python -m nexus_env puzzles"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess-v1"}, "got game chess-v1; expected toy-v1"),
        ({"actions": "1"}, "got actions 1"),
        ({"format": "?"}, "got a text without puzzles"),
        ({"puzzles": [{}]}, "puzzle 1: no field 'position'; expected"),
        ({"puzzles": [a_puzzle(values={"rest": float("inf")}).as_table()]}, "got a value that is not a number"),
        ({"puzzles": [a_puzzle(solution=("move",)).as_table()]}, "puzzle 1: got a solution without a value"),
    ],
)
def test_a_damaged_file_is_refused(change: dict[str, object], sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    told = json.loads(puzzles.write(toy.GAME, [a_puzzle()], ""))
    path.write_text(json.dumps(told | change), encoding="utf-8")
    with pytest.raises(ValueError, match="expected") as caught:
        puzzles.read(toy.GAME, path)
    assert str(caught.value).startswith(str(path)) and sentence in str(caught.value)
