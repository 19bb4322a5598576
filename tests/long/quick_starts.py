"""Is anything learned in the first minutes? With the defaults, and an algorithm out of a tutorial.

`games`, which runs by default: in every game and for every number of seats, `sb3_env` learns for so many seconds of
processor time. In bouts held out before and after, it meets the named rival, `novice`, from which it learns, and
`greedy`. The exit status is 1 where the mean share of points against the named rival, over the seeds, has not risen by
15 in a hundred.

`sb3_env`, `gymnasium.make`, `vector_env`, `env`, `rllib`: each of these interfaces learns NEXUS for as long; the
returns of the bouts that ended in the first fifth of the time are set beside those of the last fifth. The exit status
is 1 where the 95 % interval of the difference reaches zero.

    python tests/long/quick_starts.py --seconds 360
    python tests/long/quick_starts.py games --only nexus:4 aristeia:2 --seeds 1
    python tests/long/quick_starts.py sb3_env vector_env --seconds 120

The results of `games` are kept in a file of a line each, with the reward that was paid; the same command goes on after
the last one.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
import torch
from rich.progress import Progress
from torch import nn
from torch.distributions import Categorical

import nexus_env
from nexus_env.agents.loading import load
from nexus_env.agents.rate import rate
from nexus_env.contract import registry

Told = Callable[[Iterable[float]], bool]  # takes the returns of bouts that have ended; True: the time is up
BOUTS = 256  # side by side
DOCUMENTED: dict[str, Any] = {
    "n_steps": 16,
    "batch_size": 512,
    "n_epochs": 4,
    "learning_rate": lambda left: 1e-3 if left > 0.3 else 4e-4,
    "gamma": 0.98,
    "gae_lambda": 0.9,
    "ent_coef": 0.003,
    "max_grad_norm": 5,
    "policy_kwargs": {"net_arch": [128, 128], "activation_fn": nn.ReLU},
}  # in docs/libraries.md
WITH_FEWEST = 0.4  # of the time, where a bout can have fewer seats: a learner begins with the fewest
HELD_OUT = 1000  # bouts before and after
RIVAL, STRONG = "novice", "greedy"  # in every game, for every number of seats
RISE = 15.0  # in a hundred of the points: the least that counts as learned


def telling(told: Told) -> Any:
    """A callback of Stable-Baselines3 that stops the learner when the time is up."""
    from stable_baselines3.common.callbacks import BaseCallback

    class Telling(BaseCallback):
        def _on_step(self) -> bool:
            return not told(info["episode"]["r"] for info in self.locals["infos"] if "episode" in info)

    return Telling()


def by_sb3(env: Any, told: Told, **arguments: Any) -> None:
    """MaskablePPO of sb3-contrib."""
    from sb3_contrib import MaskablePPO

    MaskablePPO("MlpPolicy", env, seed=1, **arguments).learn(sys.maxsize, telling(told))


def sb3_env(told: Told) -> None:
    """`nexus_env.sb3_env`, as docs/libraries.md has it."""
    by_sb3(nexus_env.sb3_env(BOUTS), told, **DOCUMENTED)


def gymnasium_make(told: Told) -> None:
    """The id alone, with the library's own defaults."""
    by_sb3("nexus/Duel-v1", told)


# --- every game, for every number of seats ----------------------------------------------------------------------------


class Playing:
    """A learner of the library as an agent: it draws its actions, as in training."""

    def __init__(self, learner: Any) -> None:
        self._learner = learner

    def choose(self, observations: Any, masks: Any, rng: np.random.Generator) -> Any:
        """See `nexus_env.agents.agent.Agent`."""
        return self._learner.predict(observations, action_masks=masks.astype(bool))[0].astype(np.int64)


def points(learner: Any, name: str, seats: int) -> dict[str, float]:
    """The share of the points in a hundred that the learner takes from each rival: a bout is one, and all seats share
    it in a draw.
    """
    game = registry.find(name)
    found = {}
    for rival in (RIVAL, STRONG):
        score = rate(game, Playing(learner), load(rival, game), rival, HELD_OUT, 1000, {"seats": seats})
        found[rival] = 100 * (score.wins + score.draws / seats) / score.bouts
    return found


def first_minutes(name: str, seats: int, seed: int, seconds: float, show: Callable[[float], None]) -> dict[str, Any]:
    """Learn with the documented settings and every default, and tell how the share of points has changed.

    Args:
        name: of the game.
        seats: of each bout.
        seed: of the learner, and so of its bouts.
        seconds: of processor time, without those of the held-out bouts.
        show: is given the share of the time that is over.
    """
    from sb3_contrib import MaskablePPO

    torch.set_num_threads(1)
    env = nexus_env.sb3_env(BOUTS, game=name, seats=seats)
    spent, ended = 0.0, 0
    rate_at = DOCUMENTED["learning_rate"]
    settings = {**DOCUMENTED, "learning_rate": lambda left: rate_at(1 - spent / seconds)}
    learner = MaskablePPO("MlpPolicy", env, seed=seed, **settings)
    before = points(learner, name, seats)

    fewest = min(registry.find(name).seats)
    parts = [(env, seconds)]
    if seats > fewest:
        parts.insert(0, (nexus_env.sb3_env(BOUTS, game=name, seats=fewest), seconds * WITH_FEWEST))
    for part, until in parts:
        began, already = time.process_time(), spent

        def told(returns: Iterable[float], began=began, already=already, until=until) -> bool:
            nonlocal spent, ended
            ended += len(list(returns))
            spent = already + time.process_time() - began
            show(min(1.0, spent / seconds))
            return spent > until

        learner.set_env(part)
        learner.learn(sys.maxsize, telling(told), reset_num_timesteps=False)
    after = points(learner, name, seats)
    result = {"game": name, "seats": seats, "seed": seed, "seconds": seconds}
    result["reward"] = env.reward_options
    return {**result, "decisions": learner.num_timesteps, "bouts": ended, "before": before, "after": after}


def every_table(only: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Each game with each number of seats, or those in `only`, as NAME:SEATS."""
    for name in registry.own_names():
        for seats in registry.find(name).seats:
            if not only or f"{name}:{seats}" in only:
                yield name, seats


def games(arguments: argparse.Namespace) -> bool:
    """Measure what is not in the file yet, and print all; whether everything has risen enough."""
    path, tables = arguments.out, list(every_table(arguments.only))
    runs = [(*table, seed) for table in tables for seed in range(1, arguments.seeds + 1)]
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []
    kept = {(one["game"], one["seats"], one["seed"]): one for one in found if one["seconds"] == arguments.seconds}
    with Progress() as progress:
        bar = progress.add_task("first minutes", total=len(runs))
        for nth, run in enumerate(runs):
            if run not in kept:
                told = lambda part, nth=nth: progress.update(bar, completed=nth + part)  # noqa: E731
                kept[run] = first_minutes(*run, arguments.seconds, told)
                with path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(kept[run]) + "\n")
            progress.update(bar, completed=nth + 1)
    print("| game | seats | rival | reward, shaping | decisions | before | after | rise |")
    print("| --- | ---: | --- | --- | ---: | --- | --- | ---: |")
    risen = True
    for name, seats in tables:
        of = [kept[run] for run in runs if run[:2] == (name, seats)]
        reward = f"{of[0]['reward']['reward']}, {of[0]['reward']['shaping']:g}"
        steps = f"{mean(one['decisions'] for one in of):,.0f}"
        for rival in of[0]["before"]:
            rise = mean(one["after"][rival] - one["before"][rival] for one in of)
            risen = risen and (rival != RIVAL or rise >= RISE)
            shares = [", ".join(f"{one[when][rival]:.1f}" for one in of) for when in ("before", "after")]
            print(f"| {name} | {seats} | {rival} | {reward} | {steps} | {' | '.join(shares)} | {rise:.1f} |")
    return risen


# --- every interface --------------------------------------------------------------------------------------------------


class Network(nn.Module):
    """Policy and value, with a masked step of PPO."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(size, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh())
        self.actor, self.critic = nn.Linear(64, actions), nn.Linear(64, 1)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=1e-3, eps=1e-5)

    def look(self, seen: Any, masks: Any) -> tuple[Any, Any]:
        """The choices, and the value, of each row."""
        hidden = self.trunk(torch.as_tensor(seen, dtype=torch.float32))
        logits = self.actor(hidden).masked_fill(~torch.as_tensor(masks, dtype=torch.bool), -1e8)
        return Categorical(logits=logits), self.critic(hidden).squeeze(-1)

    def learn(self, seen: Any, masks: Any, actions: Any, logs: Any, returns: Any, advantages: Any) -> None:
        """Two epochs over rows."""
        rows = [torch.as_tensor(np.asarray(row)) for row in (actions, logs, returns, advantages)]
        for _ in range(2):
            for part in torch.randperm(len(rows[0])).split(512):
                chances, values = self.look(np.asarray(seen)[part], np.asarray(masks)[part])
                action, log, wanted, gain = (row[part] for row in rows)
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                ratio = (chances.log_prob(action) - log).exp()
                loss = -torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
                loss = loss + 0.5 * (values - wanted).square().mean() - 0.01 * chances.entropy().mean()
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.parameters(), 0.5)
                self.optimizer.step()


def vector_env(told: Told) -> None:
    """The loop of CleanRL over `nexus_env.vector_env`."""
    bouts, turns = 64, 32
    envs = nexus_env.vector_env(bouts, autoreset_mode="SameStep")
    network = Network(envs.single_observation_space.shape[0], envs.single_action_space.n)
    totals, over = np.zeros(bouts), False
    seen, _ = envs.reset(seed=1)
    while not over:
        rows: dict[str, list[Any]] = {
            name: [] for name in ("seen", "masks", "actions", "logs", "values", "rewards", "goes")
        }
        for _ in range(turns):
            masks = envs.action_masks()
            with torch.no_grad():
                chances, values = network.look(seen, masks)
                actions = chances.sample()
            after, rewards, terminated, truncated, _ = envs.step(actions.numpy())
            ended = terminated | truncated
            found = (seen, masks, actions.numpy(), chances.log_prob(actions).numpy(), values.numpy(), rewards, ~ended)
            for row, one in zip(rows.values(), found, strict=True):
                row.append(np.array(one))
            totals += rewards
            over = told(totals[ended].tolist()) or over
            totals[ended], seen = 0, after
        with torch.no_grad():
            ahead, gain = network.look(seen, envs.action_masks())[1].numpy(), np.zeros(bouts)
        gains = np.zeros((turns, bouts), np.float32)
        for turn in reversed(range(turns)):
            error = rows["rewards"][turn] + 0.99 * ahead * rows["goes"][turn] - rows["values"][turn]
            gain = error + 0.99 * 0.95 * gain * rows["goes"][turn]
            gains[turn], ahead = gain, rows["values"][turn]
        flat = {name: np.concatenate(row) for name, row in rows.items()}
        network.learn(
            *(flat[name] for name in ("seen", "masks", "actions", "logs")),
            (gains.reshape(-1) + flat["values"]).astype(np.float32),
            gains.reshape(-1),
        )


def pettingzoo_env(told: Told) -> None:
    """Self-play in `nexus_env.env`: one network, all seats, whole bouts. The mean over the seats says little about how
    well they play; so every second bout is an examination, against a player by chance, from which nothing is learned.
    """
    env = nexus_env.env()
    network = Network(env.observation_space("player_0")["observation"].shape[0], env.action_space("player_0").n)
    over, seed = False, 0
    while not over:
        rows: list[list[Any]] = []
        while len(rows) < 2048:
            seed += 1
            ended = pettingzoo_bout(env, network, seed)
            rows += [row for of_seat in ended.values() for row in of_seat[1]]
            examined = env.possible_agents[seed % 2]
            ended = pettingzoo_bout(env, network, seed, examined)
            over = told([ended[examined][0]]) or over
        network.learn(*(np.array(column) for column in zip(*rows, strict=True)))


def pettingzoo_bout(
    env: Any, network: Network, seed: int, alone: str | None = None
) -> dict[str, tuple[float, list[list[Any]]]]:
    """The total of each seat in a bout, and its rows for `Network.learn`; `alone`: the others play by chance."""
    env.reset(seed=seed)
    made: dict[str, list[list[Any]]] = {agent: [] for agent in env.possible_agents}
    paid: dict[str, list[float]] = {agent: [] for agent in env.possible_agents}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if made[agent]:
            paid[agent].append(reward)  # since this seat's last decision
        if terminated or truncated:
            env.step(None)
            continue
        seen, mask = observation["observation"].copy(), observation["action_mask"].copy()
        if alone not in (None, agent):
            env.step(env.action_space(agent).sample(mask))
            continue
        with torch.no_grad():
            chances, value = network.look(seen, mask)
            action = chances.sample()
        made[agent].append([seen, mask, action.item(), chances.log_prob(action).item(), value.item()])
        env.step(action.item())
    found = {}
    for agent, rows in made.items():
        gain, ahead, done = 0.0, 0.0, []
        for row, reward in zip(reversed(rows), reversed(paid[agent]), strict=True):
            *kept, value = row
            gain = reward + 0.99 * ahead - value + 0.99 * 0.95 * gain
            ahead = value
            done.append([*kept[:3], np.float32(kept[3]), np.float32(gain + value), np.float32(gain)])
        found[agent] = sum(paid[agent]), done
    return found


def rllib(told: Told) -> None:
    """RLlib's PPO against a frozen network that has learned nothing, as docs/libraries.md has it."""
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec

    from nexus_env.envs.rllib import MaskedModule, SeatsEnv, SeatsRunner, against_frozen

    ended: list[float] = []

    def on_episode_end(*, episode: Any, prev_episode_chunks: Any = None, **others: Any) -> None:
        """Keep the learner's return; a bout that lasts longer than a rollout comes in pieces."""
        pieces = [piece.agent_episodes.values() for piece in (*(prev_episode_chunks or ()), episode)]
        ended.append(sum(one.get_return() for piece in pieces for one in piece if one.module_id == "learner"))

    policies = ("learner", "frozen")
    specs = {name: RLModuleSpec(MaskedModule, model_config={"hidden": (64, 64)}) for name in policies}
    config = (
        PPOConfig()
        .environment(SeatsEnv, env_config={"game": "nexus", "seats": 2})
        .env_runners(env_runner_cls=SeatsRunner, num_env_runners=0, num_envs_per_env_runner=16)
        .multi_agent(policies=policies, policy_mapping_fn=against_frozen(2, ["frozen"]), policies_to_train=["learner"])
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=specs))
        .training(train_batch_size_per_learner=2000, minibatch_size=500, num_epochs=4, lr=1e-3, gamma=0.99)
        .callbacks(on_episode_end=on_episode_end)
        .debugging(seed=1)
    )
    algorithm, over = config.build_algo(), False
    while not over:
        algorithm.train()
        over = told(ended)
        ended.clear()
    algorithm.stop()


INTERFACES: dict[str, Callable[[Told], None]] = {
    "sb3_env": sb3_env,
    "gymnasium.make": gymnasium_make,
    "vector_env": vector_env,
    "env": pettingzoo_env,
    "rllib": rllib,
}


def watch(learn: Callable[[Told], None], seconds: float) -> tuple[int, list[float], list[float]]:
    """How many bouts have ended, and the returns of the first fifth of the time and of the last."""
    torch.manual_seed(1)
    torch.set_num_threads(1)
    began, found = time.process_time(), []

    def told(returns: Iterable[float]) -> bool:
        spent = time.process_time() - began
        found.extend((spent, value) for value in returns)
        return spent > seconds

    learn(told)
    early = [value for spent, value in found if spent < seconds / 5]
    late = [value for spent, value in found if spent > seconds * 4 / 5]
    return len(found), early, late


def interface(name: str, seconds: float) -> bool:
    """Watch one interface, and print what its returns did; whether they have risen."""
    nexus_env.vector_env(1).reset(seed=1)  # compiled before the time begins
    bouts, early, late = watch(INTERFACES[name], seconds)
    rise = np.mean(late) - np.mean(early)
    half = 1.96 * np.sqrt(np.var(early, ddof=1) / len(early) + np.var(late, ddof=1) / len(late))
    moved = f"{np.mean(early):.3f} -> {np.mean(late):.3f}, by {rise:.3f} ({rise - half:.3f} to {rise + half:.3f})"
    print(f"{name}: {moved}; {bouts:,} bouts in {seconds:g} s", flush=True)
    return bool(rise > half)


def main() -> int:
    """Run what is asked for; 1 if something has not moved."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"games, {', '.join(INTERFACES)} (default: games)")
    parser.add_argument(
        "--seconds",
        type=float,
        default=360,
        help="of processor time for each (default 360: three minutes of two cores)",
    )
    parser.add_argument("--seeds", type=int, default=3, help="of each game and number of seats (default 3)")
    parser.add_argument("--only", nargs="*", default=[], metavar="GAME:SEATS", help="only these (default: all)")
    parser.add_argument("--out", type=Path, default=Path("quick_starts.jsonl"), help="where results of games are kept")
    arguments = parser.parse_args()
    moved = [
        games(arguments) if name == "games" else interface(name, arguments.seconds)
        for name in arguments.names or ["games"]
    ]
    return int(not all(moved))


if __name__ == "__main__":
    sys.exit(main())
