"""Gymnasium: its checker finds nothing, and its own limit keeps the outcome."""

import sys
import warnings

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

duel = f"nexus_env:{sys.argv[1]}/Duel-v1"  # Gymnasium imports the module, which registers its ids
with warnings.catch_warnings():
    warnings.simplefilter("error")
    warnings.filterwarnings("ignore", message=".*not within the observation space.*alternative.*")
    check_env(gymnasium.make(duel, illegal="replace").unwrapped)

env = gymnasium.make(duel, max_episode_steps=5)
_, info = env.reset(seed=1)
truncated = False
while not truncated:
    *_, terminated, truncated, info = env.step(int(np.argmax(info["action_mask"])))
    assert not terminated
assert info["outcome"] == 0 and info["illegal"] is False

own = gymnasium.make_vec(duel, num_envs=2, vectorization_mode="sync", vector_kwargs={"autoreset_mode": "SameStep"})
ours = gymnasium.make_vec(duel, num_envs=2)
for envs in (own, ours):
    _, infos = envs.reset(seed=1)
    while "final_info" not in infos:
        *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert {"action_mask", "seat", "outcome", "illegal"} <= set(infos["final_info"])
