"""One spelling of every command in words: unique in its position, and read back to the same action."""

from collections.abc import Iterator

import numpy as np
import pytest
import toy
from games import HIDDEN, every_table

from nexus_env.contract import command_text
from nexus_env.contract.game import Game
from nexus_env.core.session import Sitting
from nexus_env.machine.compiled import PLAIN

BOUTS, DECISIONS = (1, 120) if PLAIN else (12, 600)


def positions(game: Game, seats: int, dictated: bool) -> Iterator[tuple[int, Sitting]]:
    """The turns of some bouts, in which anything legal is done after each."""
    for seed in range(BOUTS):
        rng = np.random.default_rng(seed)
        sitting = Sitting(game, game.read_options(seats=seats, **HIDDEN[game.name]), seed=seed, dictated=dictated)
        for turn in range(DECISIONS):
            if sitting.is_over:
                break
            yield turn, sitting
            sitting.act(int(rng.choice(np.flatnonzero(sitting.mask))))


@every_table
@pytest.mark.parametrize("dictated", [False, True], ids=["rolled", "dictated"])
def test_whatever_is_asked_nonsense_is_refused_in_a_sentence(game: Game, seats: int, dictated: bool) -> None:
    """Dice and cards that are drawn too: all numbers of the action table are spelled, for the nearest of them."""
    asked = set()
    for _, sitting in positions(game, seats, dictated):
        request = sitting.rows["table"]["request"][0]
        kind = (int(request["question"]), int(request["purpose"]), sitting.seat)
        if kind not in asked:
            asked.add(kind)
            with pytest.raises(ValueError, match="'no such thing', which is not a command of this game"):
                sitting.read("no such thing")
    assert len(asked) > 1


@every_table
@pytest.mark.parametrize("dictated", [False, True], ids=["rolled", "dictated"])
def test_every_legal_action_has_a_spelling_of_its_own_that_is_read_back(game: Game, seats: int, dictated: bool) -> None:
    for turn, sitting in positions(game, seats, dictated):
        actions = np.flatnonzero(sitting.mask).tolist()
        spelled = [sitting.spell(action) for action in actions]
        assert len(set(map(command_text.plain, spelled))) == len(spelled), spelled
        assert not any(set(words) & set("{}\n:") or words != words.strip() for words in spelled), spelled
        for action, words in zip(actions, spelled, strict=True) if turn % 10 == 0 else ():
            assert sitting.read(words) == action
            assert sitting.read(f"  {words.upper().replace(' ', '   ')} ") == action


def test_what_is_no_command_or_not_legal_is_refused_with_the_nearest() -> None:
    sitting = Sitting(toy.GAME, toy.read_options(), seed=1)
    with pytest.raises(ValueError, match=r"'strke', which is not a command of this game; expected .*'strike'"):
        sitting.read("strke")
    with pytest.raises(ValueError, match="'yield', which is not legal now"):
        sitting.read("yield")
    for text in ("", "rest now", "res t"):
        with pytest.raises(ValueError, match="is not a command of this game"):
            sitting.read(text)


@pytest.mark.parametrize("action", [-1, 10**20, "rest", None, True, 1.0, np.int64(99)])
def test_what_is_no_action_is_refused_and_nothing_changes(action: object) -> None:
    sitting = Sitting(toy.GAME, toy.read_options(), seed=1)
    before = sitting.rows.tobytes()
    for do in (sitting.act, sitting.spell):
        with pytest.raises(ValueError, match=r"player_\d: .*expected a whole number from 0 to"):
            do(action)  # type: ignore[arg-type]
    assert sitting.rows.tobytes() == before


def test_after_the_end_nothing_is_read() -> None:
    sitting = Sitting(toy.GAME, toy.read_options(rounds=1), seed=1)
    for _ in range(2):
        sitting.act(toy.REST)
    with pytest.raises(ValueError, match="expected none, since no seat is asked"):
        sitting.read("rest")
    with pytest.raises(ValueError, match="expected none, since no seat is asked"):
        sitting.act(toy.REST)


def test_a_game_reads_without_a_mask_at_hand() -> None:
    """`words.read` of any game's words."""
    sitting = Sitting(toy.GAME, toy.read_options(), seed=1)
    assert toy.GAME.words.read(sitting.bout, "SWAP") == toy.SWAP
