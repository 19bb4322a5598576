"""Swings: where in a bout an agent expects another result than before, in the terminal and by function."""

from pathlib import Path

import numpy as np
import pytest
import toy
from games import any_game

from nexus_env.agents.search.player import Budget, SearchAgent
from nexus_env.cli.main import main
from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.kit.tape import CHANCE
from nexus_env.play import swings
from nexus_env.play.swings import Swing
from nexus_env.players.expectation import balanced, expected_by, expects
from nexus_env.text import transcript
from nexus_env.text.transcript import Transcript, Turn

Capture = pytest.CaptureFixture[str]


def bout_of(game: Game, seed: int = 1, turns: int = 400, *, dictated: bool = False, **options: object) -> Transcript:
    """A random bout, or its beginning."""
    rng = np.random.default_rng(seed)
    session, actions = Session(game, game.read_options(**options), seed=seed, dictated=dictated), []
    while not session.is_over and len(actions) < turns:
        actions.append(int(rng.choice(np.flatnonzero(session.mask))))
        session.act(actions[-1])
    return transcript.record(game, options, actions, seed=seed, dictated=dictated)


def told(*turns: Turn) -> Transcript:
    """A transcript of these turns, for what looks at nothing else."""
    return Transcript("toy", 1, "", {}, 0, turns=turns)


def test_the_greatest_swings_are_found_in_their_order() -> None:
    """A decision has all that follows until the next judgment: a die, and what had no alternative."""
    read = told(Turn(0, "a"), Turn(1, "b"), Turn(CHANCE, "5"), Turn(0, "c"), Turn(1, "d"))
    expected = [[0.0, 0.0], [0.1, -0.1], None, [-0.7, 0.7], [-0.75, 0.75], [1.0, -1.0]]
    assert swings.find(read, expected) == [Swing(2, 1, "b", 0, 0.1, -0.7), Swing(5, 1, "d", 0, -0.75, 1.0)]
    assert swings.find(read, expected, most=1) == [Swing(5, 1, "d", 0, -0.75, 1.0)]
    assert [swing.step for swing in swings.find(read, expected, least=0.05)] == [1, 2, 4, 5]
    assert swings.find(read, [None] * 6) == swings.find(told(), [[0.0, 0.0]]) == []


def test_a_swing_names_the_seat_that_it_concerned_most() -> None:
    """With three seats that need not be the one that decided."""
    (swing,) = swings.find(told(Turn(0, "a")), [[0.0, 0.2, -0.2], [0.1, -0.6, 0.5]])
    assert (swing.seat, swing.whose, swing.before, swing.after) == (0, 1, 0.2, -0.6)
    assert swing.change == pytest.approx(-0.8)


@any_game
def test_every_game_is_judged_with_few_and_with_many_seats(game: Game) -> None:
    """Before each turn what the seat that is asked may expect, which adds up to 0; dice are nobody's."""
    agent = SearchAgent(game, Budget(8))
    for seats in (game.seats[0], game.seats[-1]):
        read = bout_of(game, turns=20, dictated=True, seats=seats)
        expected = swings.judge(game, read, agent)
        assert len(expected) == len(read.turns) + 1
        known = [worth for worth in expected if worth is not None]
        assert known and all(len(worth) == seats and abs(sum(worth)) < 1e-6 for worth in known)
        assert all(expected[place] is None for place, turn in enumerate(read.turns) if turn.seat == CHANCE)
        assert expected == swings.judge(game, read, agent)


def test_a_bout_ends_with_its_result() -> None:
    """Also where people have ended it before the rules did."""
    agent = SearchAgent(toy.GAME, Budget(8))
    read = bout_of(toy.GAME, seats=2, rounds=2)
    assert swings.judge(toy.GAME, read, agent)[-1] == balanced(read.result)
    stopped = Transcript(**{**vars(read.up_to(2)), "ended_by": "resignation", "result": (-1.0, 1.0)})
    assert swings.judge(toy.GAME, stopped, agent)[-1] == [-1.0, 1.0]


def test_who_states_expectations() -> None:
    """An agent that thinks, or judges; the numbers of seats that were judged each by itself are put around 0."""
    session = Session(toy.GAME, toy.GAME.read_options(seats=2), seed=1)
    rng = np.random.default_rng(0)

    class Judge:
        """Thinks that the first seat wins."""

        def judge(self, world: object) -> list[float]:
            return [1.0, 0.0]

    assert expects(Judge()) and not expects(object())
    assert expected_by(Judge(), session, rng) == [0.5, -0.5]
    assert balanced([1.0, -3.0]) == [1.0, -1.0]


def test_the_terminal_lists_them(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "bout.txt"
    file.write_text(transcript.write(bout_of(toy.GAME, seats=2, rounds=4)), encoding="utf-8")
    words = ["replay", str(file), "--game", "toy:GAME", "--swings"]
    assert main([*words, "search:50", "--most", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert 1 <= len(lines) <= 2 and all(line.startswith("step ") and " to " in line for line in lines)
    assert main([*words, "greedy"]) == 2
    assert "--swings: got greedy, which states no expectations; expected" in capsys.readouterr().err
    assert main([*words, "search:50", "--to", "0"]) == 0
    assert capsys.readouterr().out == "No decision changed the expected result by 0.2 or more.\n"
