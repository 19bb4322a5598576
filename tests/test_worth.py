"""What a searching agent's choices are worth: against choices that are known to be the same, and to be bad."""

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from toy.agents import wishes
from toy_players import GAME
from worth import Worth, main, worth

from nexus_env.agents.agent import AgentError
from nexus_env.agents.learning.export import export
from nexus_env.agents.learning.network import load_weights, new_policy
from nexus_env.agents.search import self_play
from nexus_env.agents.search.policy_network import read_network, weigh_actions
from nexus_env.contract import registry
from nexus_env.core.slots import Rows
from nexus_env.envs.batch import Batch
from nexus_env.machine.compiled import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="compiled only")


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network of the toy that takes sure points first, which it did not need to learn."""
    path, batch = tmp_path_factory.mktemp("network") / "agent.onnx", Batch(GAME, 4, 1)
    size, actions = GAME.observation_size, len(GAME.actions)
    torch.manual_seed(1)
    policy = new_policy(GAME, (16,), 1e-3, "cpu")
    layers = {"weight_0": np.zeros((16, size)), "bias_0": np.zeros(16), "weight_1": np.zeros((actions, 16))}
    layers["bias_1"] = 20 * wishes(rest=1, strike=0.5, fight=0.9, hit=1, yes=1, draw=0.3)
    load_weights(policy, {name: array.astype(np.float32) for name, array in layers.items()})
    export(policy, GAME, path, batch.observations, batch.masks.astype(bool))
    return path


class Same:
    """Chooses what the network chooses."""

    def __init__(self, network: Path) -> None:
        self.network = read_network(network, GAME)

    def search(self, worlds: Rows, rng: np.random.Generator) -> NDArray[np.int64]:
        """See `Searcher`."""
        mask, seen = np.zeros(len(GAME.actions), np.int8), np.zeros(GAME.observation_size, np.int8)
        likely = np.zeros(len(mask), np.float32)
        GAME.write_mask(worlds[0], mask)
        GAME.observe(worlds[0], int(worlds["table"]["request"]["seat"][0]), seen)
        weigh_actions(self.network, seen, mask, likely)
        return np.array([likely.argmax()])


class Chance:
    """Chooses anything that is legal."""

    def search(self, worlds: Rows, rng: np.random.Generator) -> NDArray[np.int64]:
        """See `Searcher`."""
        mask = np.zeros(len(GAME.actions), np.int8)
        GAME.write_mask(worlds[0], mask)
        return rng.choice(np.flatnonzero(mask), 1)


def test_who_chooses_what_the_network_chooses_changes_nothing(network: Path) -> None:
    same = worth(GAME, Same(network), 20, 2, player=network)
    assert same.changed == 0 and not same.gains.any() and len(same.gains) == 20


def test_chance_is_worse_than_the_network(network: Path) -> None:
    chance = worth(GAME, Chance(), 150, 16, seed=2, player=network)
    assert chance.changed > 75 and chance.gains.mean() < -0.01 and np.abs(chance.gains).max() <= 1


def test_the_same_seed_measures_the_same(network: Path) -> None:
    one, again, other = (worth(GAME, Chance(), 20, 4, seed=seed, player=network) for seed in (1, 1, 2))
    assert (one.gains == again.gains).all() and (one.gains != other.gains).any()


@pytest.mark.parametrize("name", registry.own_names())
def test_the_cast_of_a_game_hands_its_own_players_to_what_is_shared(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its four functions are compiled anew for each game, which takes long; what they do is tested with the toy."""
    cast: Any = import_module(registry.find(name).agents.cast).CAST
    for function, count in (("collect_ends", 6), ("collect_lessons", 5), ("find_decision", 3), ("count_wins", 4)):
        given, heard = [object() for _ in range(count)], list[object]()
        monkeypatch.setattr(self_play, function, lambda *words, heard=heard: heard.extend(words) or 7)
        assert getattr(cast, function).py_func(*given) in (None, 7) and heard == [*given, cast.policy]


def test_it_is_told_in_a_sentence() -> None:
    gains = np.repeat([0.5, 0.0, 0.0, -0.1], 25)
    assert str(Worth(gains, 50)) == (
        "It chooses otherwise in 50.0 % of 100 decisions. For each thousand decisions 100.0 bouts more are won "
        "(53.8 to 146.2, 95 %)."
    )
    assert str(Worth(gains[:60], 10)).endswith("bouts more are won (too few to say how sure).")


def test_an_agent_that_cannot_be_measured_is_refused(network: Path) -> None:
    illegal, others = Chance(), Chance()
    illegal.search = lambda worlds, rng: np.array([len(GAME.actions)])  # type: ignore[method-assign]
    with pytest.raises(AgentError, match=f"got the illegal action {len(GAME.actions)} in decision 0"):
        worth(GAME, illegal, 2, player=network)
    others.seats = (3, 4)  # type: ignore[attr-defined]
    with pytest.raises(AgentError, match=r"got an agent for \(3, 4\) seats"):
        worth(GAME, others, 2, player=network)


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
