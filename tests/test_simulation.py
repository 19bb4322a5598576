"""Two hundred bouts of a simulated service, with whatever can go wrong; `tests/long/simulate_service.py` plays more."""

import pytest

pytest.importorskip("fastapi", reason="the service is not installed: pip install 'nexus-env[serve]'")
from simulation.laws import Broken
from simulation.story import AGAIN, simulate

from nexus_env.frontends.web.hall import Hall
from nexus_env.machine.compiled import PLAIN

WORLDS = 8
pytestmark = pytest.mark.skipif(PLAIN, reason="takes a minute in plain Python")


@pytest.mark.parametrize("seed", range(WORLDS))
def test_no_law_is_broken(seed: int) -> None:
    world = simulate(seed)
    assert len(world.laws.began) > AGAIN / 2 and world.laws.acknowledged > 5 * AGAIN


def test_a_world_comes_again_from_its_seed() -> None:
    """Else nobody could look at what has gone wrong."""

    def told() -> tuple[int, float, list[str]]:
        world = simulate(3, 6)
        return world.laws.acknowledged, world.loop.time(), sorted(world.laws.began)

    assert told() == told()


def test_a_broken_law_says_how_it_is_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here, a service that tells what it has not stored."""

    async def tell(self: Hall, bout: object, event: object, patient: bool = False) -> None:
        bout.take(event)  # type: ignore[attr-defined]
        bout.audience.tell_news()  # type: ignore[attr-defined]

    monkeypatch.setattr(Hall, "accept", tell)
    with pytest.raises(Broken, match=r"lies on the disk.*\n.*simulate_service\.py --first 1 --bouts 6"):
        simulate(1, 6)
