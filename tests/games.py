"""The games that the tests of the generic layers run over."""

from typing import Any

import pytest
import toy

from nexus_env.contract import registry
from nexus_env.testing.driven import DrivenBout as DrivenBout

GAMES = {"toy": toy.GAME} | {name: registry.find(name) for name in registry.own_names()}


HIDDEN = {name: dict(game.trial.hidden) for name, game in GAMES.items()}
"""Options of a bout in which something is hidden, of each game."""


def _games(later: Any) -> Any:
    """Each game as a parameter of a test; all but the toy with the marks that `later` has."""
    each = [pytest.param(game, id=name, marks=later if name != "toy" else ()) for name, game in GAMES.items()]
    return pytest.mark.parametrize("game", each)


def _tables(later: Any) -> Any:
    """Each game with each number of seats, marked likewise."""
    each = [
        pytest.param(game, seats, id=f"{name}-{seats}", marks=later if name != "toy" else ())
        for name, game in GAMES.items()
        for seats in game.seats
    ]
    return pytest.mark.parametrize(("game", "seats"), each)


# What a game itself owes is tested with every game.
every_game, every_table = _games(()), _tables(())

# What is shared is tested with the toy, and with the other games in `make long`; `test_every_floor.py` takes each game
# once through all of it.
any_game, any_table = _games(pytest.mark.long), _tables(pytest.mark.long)
