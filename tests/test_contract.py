"""What every game promises, checked by random play: the checks that `check-game` makes of anybody's game."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import toy
from games import GAMES, DrivenBout, every_game, every_table

from nexus_env.contract.game import Game
from nexus_env.contract.outcomes import Outcomes, Shared
from nexus_env.contract.trial import Trial
from nexus_env.machine.compiled import PLAIN
from nexus_env.testing import CHECKS, USUAL, Check, CheckError, contract
from nexus_env.testing.digest import check_plain_python

OF_THE_CONTRACT = [check for check in CHECKS if check.chapter in ("parts", "secrets") and "told" not in check.promise]
OF_SEATS = [check for check in OF_THE_CONTRACT if check.of_seats]
OF_GAMES = [check for check in OF_THE_CONTRACT if check.of_game]


@every_table
@pytest.mark.parametrize("check", OF_SEATS, ids=lambda check: check.promise)
def test_a_game_keeps_its_promises(game: Game, seats: int, check: Check) -> None:
    check.run(game, seats, USUAL)


@every_game
@pytest.mark.parametrize("check", OF_GAMES, ids=lambda check: check.promise)
def test_a_game_says_how_it_is_laid_out(game: Game, check: Check) -> None:
    check.run(game, 0, USUAL)


def test_each_promise_is_listed_once() -> None:
    assert all(bool(check.of_seats) != bool(check.of_game) for check in CHECKS)
    assert set(Counter(check.promise for check in CHECKS).values()) == {1}


@every_game
def test_a_copy_shares_nothing(game: Game) -> None:
    session = DrivenBout(game, 3)
    for _ in range(20):
        before, other = session.slots.tobytes(), session.copy()
        while not other.over and other.rng.random() < 0.9:
            other.act(other.any_action())
        assert session.slots.tobytes() == before
        if not session.over:
            session.act(session.any_action())


@pytest.mark.parametrize(
    ("outcomes", "paid"),
    [
        (Outcomes(), [1, -0.5]),
        (Outcomes(), [0.25, 0.25, -0.5]),
        (Outcomes(zero_sum=False), [0, 0, -1]),
        (Outcomes(shared=Shared.SPLIT), [0.4, 0.1, -0.5]),
        (Outcomes(zero_sum=False, shared=Shared.NOTHING), [1, 1, -1]),
    ],
)
def test_a_game_that_pays_otherwise_than_it_says_is_found_out(outcomes: Outcomes, paid: list[float]) -> None:
    with pytest.raises(CheckError, match="as `outcomes` says"):
        contract.check_outcomes(outcomes, np.array(paid))


def test_a_game_that_hides_something_and_denies_it_is_found_out() -> None:
    liar = replace(toy.GAME, trial=Trial(hides=False))
    with pytest.raises(CheckError, match=r"imagine, 2 seats, seed 0: got another table .*`trial=Trial\(hides=False\)`"):
        contract.check_sight(liar, 2, replace(USUAL, decisions=5))


def test_a_game_that_hides_nothing_and_does_not_say_so_is_found_out() -> None:
    with pytest.raises(CheckError, match=r"got the same table in every imagined bout; .*`trial=Trial\(hides=False\)`"):
        contract.expect_hidden(toy.GAME, 0, "imagine")


@pytest.mark.skipif(PLAIN, reason="compares with plain Python itself")
@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_plain_python_agree_byte_for_byte(name: str) -> None:
    check_plain_python(GAMES[name], USUAL)
