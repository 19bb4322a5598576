"""Two hundred bouts of a simulated service, with whatever can go wrong; `tests/long/simulate_service.py` plays more."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
from processes import environment
from simulation.laws import Broken
from simulation.story import AGAIN, simulate

from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.machine.compiled import PLAIN

WORLDS = 8
PROGRAM = Path(__file__).parent / "long" / "simulate_service.py"
pytestmark = pytest.mark.skipif(PLAIN, reason="takes a minute in plain Python")


@pytest.mark.parametrize("seed", range(WORLDS))
def test_no_law_is_broken(seed: int) -> None:
    world = simulate(seed)
    assert len(world.laws.began) > AGAIN / 2 and world.laws.acknowledged > 5 * AGAIN


@pytest.mark.parametrize("seed", [3, 11])
def test_a_world_comes_again_from_its_seed(seed: int) -> None:
    """Else nobody could look at what has gone wrong: each message is the same, at the same time."""
    first, again = (simulate(seed, 6).laws for _ in range(2))
    assert first.acknowledged > 50 and first.trace == again.trace


def test_a_world_comes_again_in_another_process() -> None:
    """Where sets have another order, and where other worlds came before."""
    command = [sys.executable, str(PROGRAM), "--first", "3", "--bouts", "6", "--fresh"]
    around = environment(PYTHONHASHSEED="7")
    told = subprocess.run(command, env=around, capture_output=True, text=True, check=True).stdout
    assert f"the last world: {simulate(3, 6).laws.trace[:16]}." in told


def test_a_broken_law_says_how_it_is_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here, a service that tells what it has not stored."""

    async def tell(self: Hall, bout: object, event: object, patient: bool = False) -> None:
        bout.take(event)  # type: ignore[attr-defined]
        bout.audience.tell_news()  # type: ignore[attr-defined]

    monkeypatch.setattr(Hall, "accept", tell)
    with pytest.raises(Broken, match=r"lies on the disk.*\n.*simulate_service\.py --first 1 --bouts 6"):
        simulate(1, 6)
