"""Checks for authors of games: promises, secrets, positions, words and front ends, and fuzzing.

`python -m nexus_env check-game my_game:GAME` runs them all. In tests of your own, with pytest or without:

    from nexus_env.testing import check_game

    def test_my_game_keeps_its_promises():
        assert not [result.fault for result in check_game(GAME, quick=True) if result.fault]

Each check is a function of a module here. It raises a `CheckError`: an `AssertionError` in one sentence, with the
place, what was found and what was expected. The game itself says what it hides and which of its bouts are eventful:
see `nexus_env.contract.trial.Trial`.
"""

from nexus_env.testing.checks import CHECKS, Check, Result, check_game
from nexus_env.testing.extent import BRIEF, QUICK, THOROUGH, USUAL, Extent
from nexus_env.testing.faults import CheckError, NotCheckedError

__all__ = [
    "BRIEF",
    "CHECKS",
    "QUICK",
    "THOROUGH",
    "USUAL",
    "Check",
    "CheckError",
    "Extent",
    "NotCheckedError",
    "Result",
    "check_game",
]
