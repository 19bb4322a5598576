"""One spelling of every command in words: unique in its position, and read back to the same action."""

import numpy as np
import pytest
import toy
from games import every_table

from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.testing import USUAL
from nexus_env.testing.spelling import check_nonsense, check_spelling


@every_table
@pytest.mark.parametrize("dictated", [False, True], ids=["rolled", "dictated"])
def test_whatever_is_asked_nonsense_is_refused_in_a_sentence(game: Game, seats: int, dictated: bool) -> None:
    """Dice and cards that are drawn too: all numbers of the action table are spelled, for the nearest of them."""
    assert check_nonsense(game, seats, USUAL, dictated=dictated) > 1


@every_table
@pytest.mark.parametrize("dictated", [False, True], ids=["rolled", "dictated"])
def test_every_legal_action_has_a_spelling_of_its_own_that_is_read_back(game: Game, seats: int, dictated: bool) -> None:
    check_spelling(game, seats, USUAL, dictated=dictated)


def test_what_is_no_command_or_not_legal_is_refused_with_the_nearest() -> None:
    session = Session(toy.GAME, toy.read_options(), seed=1)
    with pytest.raises(ValueError, match=r"'strke', which is not a command of this game; expected .*'strike'"):
        session.read("strke")
    with pytest.raises(ValueError, match="'yield', which is not legal now"):
        session.read("yield")
    for text in ("", "rest now", "res t"):
        with pytest.raises(ValueError, match="is not a command of this game"):
            session.read(text)


@pytest.mark.parametrize("action", [-1, 10**20, "rest", None, True, 1.0, np.int64(99)])
def test_what_is_no_action_is_refused_and_nothing_changes(action: object) -> None:
    session = Session(toy.GAME, toy.read_options(), seed=1)
    before = session.rows.tobytes()
    for do in (session.act, session.spell):
        with pytest.raises(ValueError, match=r"player_\d: .*expected a whole number from 0 to"):
            do(action)  # type: ignore[arg-type]
    assert session.rows.tobytes() == before


def test_after_the_end_nothing_is_read() -> None:
    session = Session(toy.GAME, toy.read_options(rounds=1), seed=1)
    for _ in range(2):
        session.act(toy.REST)
    with pytest.raises(ValueError, match="expected none, since no seat is asked"):
        session.read("rest")
    with pytest.raises(ValueError, match="expected none, since no seat is asked"):
        session.act(toy.REST)


def test_a_game_reads_without_a_mask_at_hand() -> None:
    """`words.read` of any game's words."""
    session = Session(toy.GAME, toy.read_options(), seed=1)
    assert toy.GAME.words.read(session.bout, "SWAP") == toy.SWAP
