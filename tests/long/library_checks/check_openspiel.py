"""OpenSpiel: the game is in its register, and its own simulation writes and reads states."""

import sys

import pyspiel

from nexus_env.envs import openspiel

openspiel.register(sys.argv[1])
pyspiel.random_sim_test(pyspiel.load_game(sys.argv[1]), 1, True, False)
