"""RLlib: credit reaches every seat, masks hold, frozen opponents stay frozen, and a cluster trains what plays here.

Ray has an environment of its own: `make test-ray`.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scaling
import toy
from learners import SMALL, TOML, experiment, pool_of
from stable_baselines3.common.buffers import RolloutBuffer

import train
from nexus_env.agents.learning.cluster.worker import advantages_of
from nexus_env.agents.learning.experiment import read_experiment
from nexus_env.agents.learning.league import Pool
from nexus_env.agents.learning.running import refuse_for_cluster
from nexus_env.agents.loading import load
from nexus_env.agents.weights import Snapshot, load_snapshot, state_of, weights_in
from nexus_env.cli.arguments import LOCAL, on_ray
from nexus_env.kit.options import Source
from nexus_env.machine.compiled import PLAIN

SHORT = ["learner.steps=4096", "learner.hidden=[16]", "rating.bouts=20"]


# --- without Ray ------------------------------------------------------------------------------------------------------


def test_without_ray_it_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "ray" or name.endswith("envs.rllib")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ModuleNotFoundError, match=r"envs\.rllib: got no ray.*: pip install -e '.\[train,ray\]'"):
        __import__("nexus_env.envs.rllib")
    assert train.main([str(config_in(tmp_path)), "--folder", str(tmp_path / "run"), "--ray"]) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1 and "pip install -e '.[ray]'" in errors
    assert scaling.main([str(config_in(tmp_path))]) == 2
    assert "pip install -e '.[ray]'" in capsys.readouterr().err


@pytest.mark.parametrize("others", [["--tune", "3"], ["--clone", "random"]])
def test_only_a_run_of_its_own_goes_to_a_cluster(
    others: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train.main([str(config_in(tmp_path)), *others, "--ray"]) == 2
    assert "--ray: got --tune or --clone with it" in capsys.readouterr().err


def test_half_precision_is_refused_on_a_cluster(tmp_path: Path) -> None:
    config = config_in(tmp_path)
    usual, _ = read_experiment(config)
    halved = replace(usual, learner=replace(usual.learner, precision="bfloat16"))
    with pytest.raises(ValueError, match=r'learner\.precision: got the text "bfloat16"; expected "float32" for --ray'):
        refuse_for_cluster(halved, Source(str(config), ()))


def test_advantages_are_those_of_the_usual_run() -> None:
    rng, turns, bouts = np.random.default_rng(0), 7, 5
    rewards, values = rng.normal(size=(2, turns, bouts)).astype(np.float32)
    ended, last = rng.random((turns, bouts)) < 0.3, rng.normal(size=bouts).astype(np.float32)
    found = advantages_of(rewards, values, ended, last, 0.9, 0.8)
    usual = object.__new__(RolloutBuffer)
    usual.rewards, usual.values, usual.gamma, usual.gae_lambda, usual.buffer_size = rewards, values, 0.9, 0.8, turns
    usual.episode_starts = np.concatenate([np.zeros((1, bouts)), ended[:-1]])
    usual.advantages = np.zeros_like(rewards)
    usual.compute_returns_and_advantage(Last(last), ended[-1])
    assert np.allclose(found, usual.advantages, atol=1e-6)


class Last:
    """What the library asks of a tensor."""

    def __init__(self, values: Any) -> None:
        self._values = values

    def clone(self) -> "Last":
        return self

    def cpu(self) -> "Last":
        return self

    def numpy(self) -> Any:
        return self._values


def config_in(folder: Path) -> Path:
    config = folder / "toy.toml"
    config.write_text(TOML)
    return config


# --- with Ray ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def joined() -> Iterator[int]:
    """A cluster of this machine."""
    pytest.importorskip("ray.rllib", reason="Ray has an environment of its own: make test-ray")
    with on_ray(LOCAL) as cpus:
        yield cpus


RUNNERS = pytest.mark.parametrize("batched", [False, True], ids=["one by one", "in a batch"])


def sampling(
    modules: dict[str, dict[str, Any]], mapped: Any, options: dict[str, Any], batched: bool, **arguments: Any
) -> Any:
    """A PPO of RLlib over the toy."""
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec

    from nexus_env.envs.rllib import MaskedModule, SeatsEnv, SeatsRunner

    runner = {"env_runner_cls": SeatsRunner} if batched else {}
    env = {"game": toy.GAME, "reward": "outcome", "illegal": "raise", **toy.BARE, **options}
    specs = {name: RLModuleSpec(MaskedModule, model_config=model) for name, model in modules.items()}
    return (
        PPOConfig()
        .environment(SeatsEnv, env_config=env, disable_env_checking=True)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=4, **runner)
        .learners(num_learners=0)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=specs))
        .multi_agent(policies=set(modules), policy_mapping_fn=mapped, policies_to_train=["learner"])
        .training(train_batch_size_per_learner=64, minibatch_size=64, num_epochs=1, **arguments)
        .debugging(seed=1)
    )


def alone(agent: str, episode: Any, **kwargs: Any) -> str:
    """One module plays all seats."""
    return "learner"


def episodes_of(options: dict[str, Any], count: int, batched: bool) -> Any:
    """Whole bouts that RLlib's own runner has sampled, or ours."""
    from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner

    from nexus_env.envs.rllib import SeatsRunner

    kind = SeatsRunner if batched else MultiAgentEnvRunner
    runner = kind(config=sampling({"learner": {"hidden": (8,)}}, alone, options, batched))
    return runner.sample(num_episodes=count)


@RUNNERS
@pytest.mark.filterwarnings("ignore")
def test_the_loser_is_told_though_the_winner_makes_the_last_move(joined: int, batched: bool) -> None:
    """The credit test of `test_learner_seats.py` through RLlib's runner; all returns are of gamma 1."""
    credit = set()
    for episode in episodes_of(toy.LOSERS_GAME, 8, batched):
        for seat in (0, 1):
            rewards = episode.agent_episodes[f"player_{seat}"].get_rewards()
            credit |= {(seat, value) for value in np.cumsum(rewards[::-1])}
    assert credit == {(0, -1.0), (1, 1.0)}


@RUNNERS
@pytest.mark.filterwarnings("ignore")
def test_every_seat_collects_its_own_outcome_and_nothing_illegal_is_tried(joined: int, batched: bool) -> None:
    """An illegal action would raise. The limit of the bout is scored, so its end is an end."""
    seen = set()
    for episode in episodes_of({"seats": 3, "limit": 5}, 12, batched):
        assert episode.is_terminated and not episode.is_truncated
        seen |= {(seat, one.get_return()) for seat, one in episode.agent_episodes.items()}
    assert {value for _, value in seen} >= {-1.0, 1.0} and {seat for seat, _ in seen} >= {"player_0", "player_1"}


@pytest.mark.parametrize("arguments", [{}, {"max_cycles": 7}, {"shaping": 1.0}], ids=["plain", "cut", "shaped"])
@pytest.mark.parametrize("illegal", ["raise", "end", "replace"])
def test_a_bout_in_a_batch_is_the_same_as_one_by_itself(joined: int, illegal: str, arguments: dict[str, Any]) -> None:
    """Observations, rewards and ends, also where actions are illegal and where one bout follows another."""
    from nexus_env.envs.rllib import SeatsEnv, SeatsVector

    options = {"game": toy.GAME, "seats": 3, "limit": 9, "illegal": illegal, **toy.BARE, **arguments}
    usual, batched, rng = SeatsEnv(options), SeatsVector([SeatsEnv(options)]), np.random.default_rng(2)
    shown, (found, _) = usual.reset(seed=4)[0], batched.reset(seed=4)
    ends = set()
    for _ in range(200):
        assert_same(shown, found[0])
        ((agent, seen),) = shown.items()
        legal = np.flatnonzero(seen["action_mask"])
        wild = illegal != "raise" and rng.random() < 0.1
        action = {agent: int(rng.integers(len(toy.GAME.actions)) if wild else rng.choice(legal))}
        shown, *told, _ = usual.step(action)
        found, *also, _ = batched.step([action])
        assert_same(shown, found[0])
        assert told == [one[0] for one in also]
        if told[1]["__all__"] or told[2]["__all__"]:
            ends.add("terminated" if told[1]["__all__"] else "truncated")
            shown, (found, *also, _) = usual.reset()[0], batched.step([{}])
            assert also[1][0] == also[2][0] == {"__all__": False}
    assert ends == {"terminated", "truncated"} if "max_cycles" in arguments and illegal == "end" else ends


def assert_same(one: Any, other: Any) -> None:
    """Two dictionaries of observations agree."""
    assert one.keys() == other.keys()
    for agent in one:
        assert all(np.array_equal(one[agent][name], other[agent][name]) for name in one[agent])


def test_a_batch_refuses_what_it_cannot_play(joined: int) -> None:
    from nexus_env.envs.rllib import SeatsEnv, SeatsVector

    class Mine(SeatsEnv):  # type: ignore[misc]
        """What it changes a batch would not do."""

    with pytest.raises(ValueError, match="SeatsRunner: got the environment Mine; expected SeatsEnv"):
        SeatsVector([Mine({"game": toy.GAME})])
    with pytest.raises(ValueError, match="render_mode: got 'ansi'; expected None"):
        SeatsVector([SeatsEnv({"game": toy.GAME, "render_mode": "ansi"})])


@RUNNERS
@pytest.mark.filterwarnings("ignore")
def test_frozen_opponents_of_a_pool_play_and_never_change(joined: int, batched: bool, tmp_path: Path) -> None:
    frozen = frozen_in(tmp_path)
    algorithm = self_play(frozen, batched).build_algo()
    try:
        before = weights_of_all(algorithm)
        played: set[str] = set()
        for _ in range(2):
            told = algorithm.train()["env_runners"]
            played |= set(told["num_module_steps_sampled"])
        after = weights_of_all(algorithm)
        assert played - {"__all__"} == {"learner", *frozen}
        assert not same_weights(before["learner"], after["learner"])
        assert all(same_weights(after[name], weights) for name, weights in frozen.items())
        assert_plays_as_an_agent(algorithm, tmp_path / "agent.onnx")
    finally:
        algorithm.stop()


@RUNNERS
@pytest.mark.filterwarnings("ignore")
def test_a_checkpoint_of_the_library_is_restored_and_goes_on(joined: int, batched: bool, tmp_path: Path) -> None:
    """The weights, the frozen opponents and the runner are those that were saved; learning goes on from there."""
    from ray.rllib.algorithms.algorithm import Algorithm

    frozen = frozen_in(tmp_path)
    algorithm = self_play(frozen, batched).build_algo()
    try:
        untrained = weights_of_all(algorithm)
        algorithm.train()
        saved, runner = weights_of_all(algorithm), type(algorithm.env_runner)
        checkpoint = algorithm.save_to_path(tmp_path / "checkpoint")
    finally:
        algorithm.stop()
    restored = Algorithm.from_checkpoint(checkpoint)
    try:
        assert type(restored.env_runner) is runner and restored.iteration == 1
        found = weights_of_all(restored)
        assert found.keys() == saved.keys() == {"learner", *frozen}
        assert all(same_weights(found[name], weights) for name, weights in saved.items())
        assert not same_weights(found["learner"], untrained["learner"])
        learned = restored.learner_group.get_weights(["learner"])["learner"]
        assert all(np.array_equal(learned[key], array) for key, array in state_of(saved["learner"]).items())
        assert_plays_as_an_agent(restored, tmp_path / "agent.onnx")
        told = restored.train()
        assert told["training_iteration"] == 2 and told["env_runners"]["num_module_steps_sampled"]["learner"] > 0
        after = weights_of_all(restored)
        assert not same_weights(after["learner"], saved["learner"])
        assert all(same_weights(after[name], weights) for name, weights in frozen.items())
    finally:
        restored.stop()


def frozen_in(folder: Path) -> dict[str, Any]:
    """The weights of two snapshots of a new pool, by the names of their modules."""
    pool = Pool(folder, toy.GAME, experiment(learner=replace(SMALL, hidden=(8,))))
    pool.begin(fresh(8), fresh(8))
    return {f"snapshot_{number}": pool.weights_of(number) for number in range(2)}


def self_play(frozen: dict[str, Any], batched: bool) -> Any:
    """A PPO that plays against these weights."""
    from nexus_env.agents.learning.rllib import model_of
    from nexus_env.envs.rllib import against_frozen

    modules = {"learner": {"hidden": (8,)}, **{name: model_of(weights) for name, weights in frozen.items()}}
    return sampling(modules, against_frozen(2, sorted(frozen)), {"rounds": 2}, batched, lr=0.01)


def weights_of_all(algorithm: Any) -> dict[str, Any]:
    """The weights of each module of the runner."""
    module = algorithm.env_runner.module
    return {name: weights_in(module[name].state_dict()) for name in module.keys()}  # noqa: SIM118  # no mapping


def same_weights(one: Any, other: Any) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


def assert_plays_as_an_agent(algorithm: Any, path: Path) -> None:
    """The learner's module is written as an agent, which chooses as its weights do."""
    from nexus_env.agents.learning.rllib import export_module

    module = algorithm.get_module("learner")
    env = algorithm.env_runner.env.envs[0].unwrapped.arena
    env.reset(seed=1)
    seen = env.observe(env.agent_selection)
    rows = seen["observation"][None], seen["action_mask"][None].astype(bool)
    assert export_module(module, toy.GAME, path, *rows) < 1e-4
    agent: Any = load(str(path), toy.GAME)
    snapshot = Snapshot(weights_in(module.state_dict()))
    assert agent.choose(*rows, np.random.default_rng(0)) == snapshot.choose(*rows, np.random.default_rng(0))


needs_speed = pytest.mark.skipif(PLAIN, reason="networks that play are tested compiled")


@needs_speed
@pytest.mark.filterwarnings("ignore")
def test_a_run_on_a_cluster_ends_with_a_rated_agent_and_goes_on_from_its_checkpoint(
    joined: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`joined` is the cluster: to start one takes ten seconds."""
    monkeypatch.setattr(train, "on_ray", lambda address: Joined())
    words = [str(config_in(tmp_path)), "--folder", str(tmp_path / "run"), "--ray"]
    short = [word for key in SHORT for word in ("--set", key)]
    assert train.main([*words, *short, "--set", "cluster.workers=2"]) == 0
    folder = tmp_path / "run"
    assert (folder / "agent.onnx").is_file() and '"scores"' in (folder / "agent.json").read_text()
    first, last = sorted((folder / "checkpoints").glob("*.pt"))
    assert last.stem == f"{4096:012d}"
    ends = load_snapshot(max((folder / "pool").glob("*.npz")))
    last.unlink()
    assert train.main([*words, *short, "--set", "cluster.workers=1"]) == 0, "another number of workers is no other run"
    assert latest(folder).stem == f"{4096:012d}" and int(first.stem) < 4096
    again = load_snapshot(max((folder / "pool").glob("*.npz")))
    assert any(not np.array_equal(ends[name], again[name]) for name in ends), "other bouts were played"
    assert train.main([*words[:-1], *short]) == 2, "without --ray it cannot go on"


@needs_speed
@pytest.mark.filterwarnings("ignore")
def test_what_workers_gain_and_cost_is_measured(
    joined: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scaling, "on_ray", lambda address: Joined())
    words = [str(config_in(tmp_path)), "--rollouts", "1", "--set", "learner.hidden=[16]"]
    assert scaling.main([*words, "--workers", "1", "2"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    measured = {row[0]: [float(word.replace(",", "")) for word in row[1:]] for row in rows if row and row[0].isdigit()}
    assert set(measured) == {"1", "2"} and measured["1"][1] == 1.0
    assert all(len(row) == 7 and min(row[0], row[2], row[4], row[6]) > 0 for row in measured.values())
    assert scaling.main([*words, "--workers", "3"]) == 2
    assert "--workers: got 3; expected 2 or fewer" in capsys.readouterr().err


def latest(folder: Path) -> Path:
    return max((folder / "checkpoints").glob("*.pt"))


class Joined:
    """A cluster of two CPUs that is there already."""

    def __enter__(self) -> int:
        return 2

    def __exit__(self, *error: object) -> None:
        """It stays."""


@needs_speed
@pytest.mark.filterwarnings("ignore")
def test_a_killed_node_loses_at_most_its_rollout(tmp_path: Path) -> None:
    """Two nodes with a worker each, of which one is taken away: what the other has played is learned from, and a node
    that comes gets a worker.
    """
    pytest.importorskip("ray.rllib", reason="Ray has an environment of its own: make test-ray")
    import ray
    from ray.cluster_utils import Cluster

    from nexus_env.agents.learning.cluster.training import Crew
    from nexus_env.agents.learning.cluster.worker import Opposition

    ray.shutdown()
    found, _ = read_experiment(config_in(tmp_path), SHORT)
    pool = pool_of(tmp_path / "run", 2)
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    doomed = nodes.add_node(num_cpus=1)
    try:
        with on_ray(nodes.address) as cpus:
            crew = Crew(found, 2, cpus, 0)
            cast = ray.put(Opposition(0, tuple(pool.members), {0: pool.weights_of(0)}))
            weights = ray.put(fresh(16))
            assert [len(rollout.actions) for rollout in crew.roll(weights, cast)] == [512, 512]
            nodes.remove_node(doomed)
            assert [len(rollout.actions) for rollout in crew.roll(weights, cast)] == [512]
            nodes.add_node(num_cpus=1)
            assert ray.wait(list(crew._coming), timeout=300)[0], "another worker has come"
            assert [len(rollout.actions) for rollout in crew.roll(weights, cast)] == [512, 512]
    finally:
        nodes.shutdown()


def fresh(*hidden: int) -> Any:
    """The weights of an untrained network."""
    from nexus_env.agents.learning.network import new_policy, weights_of

    return weights_of(new_policy(toy.GAME, hidden, 0.0, "cpu"))
