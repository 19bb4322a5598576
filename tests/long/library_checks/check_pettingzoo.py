"""PettingZoo: its own tests of the API, of seeds and of rendering, and agents that wait."""

import sys

import numpy as np
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

import nexus_env

game = sys.argv[1]
api_test(nexus_env.env(game), num_cycles=200)
seed_test(lambda: nexus_env.env(game, illegal="replace"), num_cycles=50)
render_test(lambda render_mode: nexus_env.env(game, render_mode=render_mode))
parallel_api_test(nexus_env.parallel_env(game, idle="wait", illegal="replace"), num_cycles=50)

env, rng = nexus_env.parallel_env(game, idle="wait"), np.random.default_rng(1)
seen, _ = env.reset(seed=1)
while env.agents:
    seen, *_ = env.step({agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents})
