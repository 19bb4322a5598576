"""What a searching agent's choices are worth: against choices that are known to be the same, and to be bad."""

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.agent import AgentError
from agents.levels import network_of
from agents.search.policy_network import read_network, weigh_actions
from agents.search.worth import Worth, main, worth
from nexus_env.core.slots import Rows
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="compiled only")


class Same:
    """Chooses what the network chooses."""

    def search(self, worlds: Rows, rng: np.random.Generator) -> NDArray[np.int64]:
        """See `Searcher`."""
        network, mask = read_network(network_of(NEXUS, 2), NEXUS), np.zeros(len(NEXUS.actions), np.int8)
        seen, likely = np.zeros(NEXUS.observation_size, np.int8), np.zeros(len(mask), np.float32)
        NEXUS.write_mask(worlds[0], mask)
        NEXUS.observe(worlds[0], int(worlds["table"]["request"]["seat"][0]), seen)
        weigh_actions(network, seen, mask, likely)
        return np.array([likely.argmax()])


class Chance:
    """Chooses anything that is legal."""

    def search(self, worlds: Rows, rng: np.random.Generator) -> NDArray[np.int64]:
        """See `Searcher`."""
        mask = np.zeros(len(NEXUS.actions), np.int8)
        NEXUS.write_mask(worlds[0], mask)
        return rng.choice(np.flatnonzero(mask), 1)


def test_who_chooses_what_the_network_chooses_changes_nothing() -> None:
    same = worth(NEXUS, Same(), 20, 2)
    assert same.changed == 0 and not same.gains.any() and len(same.gains) == 20


def test_chance_is_worse_than_the_network() -> None:
    chance = worth(NEXUS, Chance(), 150, 16, seed=2)
    assert chance.changed > 75 and chance.gains.mean() < -0.01 and np.abs(chance.gains).max() <= 1


def test_the_same_seed_measures_the_same() -> None:
    one, again, other = (
        worth(NEXUS, Chance(), 20, 4),
        worth(NEXUS, Chance(), 20, 4),
        worth(NEXUS, Chance(), 20, 4, seed=2),
    )
    assert (one.gains == again.gains).all() and (one.gains != other.gains).any()


def test_it_is_told_in_a_sentence() -> None:
    gains = np.repeat([0.5, 0.0, 0.0, -0.1], 25)
    assert str(Worth(gains, 50)) == (
        "It chooses otherwise in 50.0 % of 100 decisions. For each thousand decisions 100.0 bouts more are won "
        "(53.8 to 146.2, 95 %)."
    )
    assert str(Worth(gains[:60], 10)).endswith("bouts more are won (too few to say how sure).")


def test_an_agent_that_cannot_be_measured_is_refused() -> None:
    illegal, others = Chance(), Chance()
    illegal.search = lambda worlds, rng: np.array([len(NEXUS.actions)])  # type: ignore[method-assign]
    with pytest.raises(AgentError, match="got the illegal action 309 in decision 0"):
        worth(NEXUS, illegal, 2)
    others.seats = (3, 4)  # type: ignore[attr-defined]
    with pytest.raises(AgentError, match=r"got an agent for \(3, 4\) seats"):
        worth(NEXUS, others, 2)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["greedy"], "got one that does not search"),
        (["search:5", "--player", "nothing.onnx"], "nothing.onnx: no such file"),
        (["search:5", "--decisions", "1"], "expected a whole number of at least 2"),
    ],
)
def test_what_cannot_be_measured_is_told(words: list[str], found: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(words)
    assert found in capsys.readouterr().err
