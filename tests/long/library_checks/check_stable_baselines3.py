"""Stable-Baselines3: an evaluation without masks is told why it loses at once."""

import sys
import warnings

from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import EvalCallback
from stable_baselines3.common.evaluation import evaluate_policy

import nexus_env
from nexus_env.envs.actions import IllegalActionWarning

game = sys.argv[1]
env = nexus_env.sb3_env(4, game)
model = PPO("MlpPolicy", env, n_steps=16, batch_size=16, seed=1)
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("default")
    reward, _ = evaluate_policy(model, env, n_eval_episodes=8)
assert reward == -1 and sum(issubclass(one.category, IllegalActionWarning) for one in told) == 1, told

warnings.simplefilter("ignore", IllegalActionWarning)
model.learn(64, EvalCallback(nexus_env.sb3_env(2, game, illegal="replace"), eval_freq=16, n_eval_episodes=2))
env.set_opponent("random")
assert env.get_attr("action_names")[0]
