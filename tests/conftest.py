"""What holds for all tests: none of them plays with chance that it has not seeded."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import unseeded
from hypothesis import settings

CHANCE = Path(unseeded.__file__).parent
unseeded.guard(unseeded.fail)  # before any module of tests is imported, and for fixtures that serve many tests
os.environ["PYTHONPATH"] = os.pathsep.join([str(CHANCE), *filter(None, [os.environ.get("PYTHONPATH")])])

# What a shell may set. A proxy would stand between tests and the services that they start; in a hook of Git, tests
# would write into its repository; colors would stand in what is compared.
for name in [name for name in os.environ if name.lower().endswith("_proxy") or name.startswith("GIT_")]:
    del os.environ[name]
for name in ("FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES", "MATPLOTLIBRC"):
    os.environ.pop(name, None)

# What a shell starts in the background ignores Ctrl-C, and so would all processes that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples at each run: what a commit passes once, it passes always. The search for others belongs to `make
# fuzz`, or to `pytest --hypothesis-profile=default`.
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None, print_blob=True)
settings.load_profile("repeatable")


@pytest.fixture(autouse=True)
def chance_begins_anew() -> Iterator[None]:
    """What a test draws from a generator that all share does not depend on the tests before it."""
    unseeded.begin_anew()
    unseeded.refused.clear()
    yield
    assert not unseeded.refused, unseeded.refused
