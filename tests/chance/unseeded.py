"""The guard of the tests: chance that nobody has seeded is refused, so that a test that passes once passes always.

Dice, shuffles and choices of agents come from NumPy, from Gymnasium's environments, and from seeds that the package
itself draws. All of them ask `secrets.randbits` when nobody has given them a seed. Tokens and names, which must not be
guessed, come from other functions of `secrets`, and stay as they are.
"""

import os
import random
import secrets
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NoReturn

TESTS = Path(__file__).resolve().parent.parent
OURS = tuple(str(TESTS.parent / part) for part in ("nexus_env/", "agents/", "tests/", "train.py"))
HARMLESS = (
    "importlib._bootstrap>",  # a library that is imported makes the generator that all share
    "optuna/samplers/_lazy_random_state.py",  # seeded afterwards
    "numpy/random/_pickle.py",  # a copy of a generator gets its state afterwards
    "gymnasium/spaces/space.py",  # each space has a generator, and the checks of Gymnasium and PettingZoo seed none
)
"""Who is given the same seed each time."""
SEED = 1
ADVICE = "Unseeded chance in a test: give the environment, the batch, the service or the generator a seed."
_seed_by = random.Random.seed


class UnseededError(BaseException):
    """Nothing that is caught on the way: where an agent fails, another one would decide, and the test would go on."""


refused: list[str] = []
"""What was refused in this test: the service goes on whatever an agent raises."""


def fail() -> NoReturn:
    """What becomes of a test that draws unseeded chance itself."""
    refused.append(ADVICE)
    raise UnseededError(ADVICE)


_refuse = fail


def end() -> NoReturn:
    """What becomes of a process that it has started: whoever waits for its answer hears at once that none will come."""
    traceback.print_stack()
    print(ADVICE, file=sys.stderr, flush=True)
    os._exit(1)


def guard(refuse: Callable[[], NoReturn]) -> None:
    """Refuse unseeded chance in this process from now on."""
    global _refuse
    _refuse = refuse
    secrets.randbits = _randbits
    random.Random.seed = _seed  # type: ignore[method-assign]
    random.seed = random._inst.seed  # type: ignore[attr-defined]
    random.seed(SEED)
    if (numpy := sys.modules.get("numpy.random.bit_generator")) is not None:
        numpy.randbits = _randbits  # type: ignore[attr-defined]


def begin_anew() -> None:
    """Put the generators that all share back to where they were, whatever has drawn from them."""
    random.seed(SEED)
    if (numpy := sys.modules.get("numpy")) is not None:
        numpy.random.seed(SEED)
    if (torch := sys.modules.get("torch")) is not None:
        torch.manual_seed(torch.Generator().initial_seed())  # that of a process that has just imported it


def _randbits(bits: int) -> int:
    asked = sys._getframe(1)
    if asked.f_code.co_filename.endswith("seeding.py") and asked.f_back is not None:
        asked = asked.f_back  # who asked Gymnasium for a generator
    if not asked.f_code.co_filename.replace("\\", "/").endswith(HARMLESS):
        _refuse()
    return SEED


def _seed(self: random.Random, a: object = None, version: int = 2) -> None:
    if a is None and _asked_by_us(sys._getframe(1)):
        _refuse()
    _seed_by(self, a, version)  # type: ignore[arg-type]


def _asked_by_us(frame: FrameType | None) -> bool:
    """Whether it was this package or a test; others may draw the names of temporary files as they like."""
    while frame is not None and frame.f_globals.get("__name__") == "random":
        frame = frame.f_back
    return frame is not None and frame.f_code.co_filename.startswith(OURS)
