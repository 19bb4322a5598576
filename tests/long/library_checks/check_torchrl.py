"""TorchRL: its wrapper of the parallel API samples for every agent."""

import sys

import torch
from torchrl.envs import PettingZooWrapper

import nexus_env

torch.manual_seed(1)
env = PettingZooWrapper(nexus_env.parallel_env(sys.argv[1], idle="wait"), use_mask=True, categorical_actions=True)
print(env.rollout(100))
