"""Compile everything ahead of time, before a measurement or while building an image."""

import time
from contextlib import suppress
from importlib import import_module

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.contract.roster import SEARCH
from nexus_env.core.policy_bank import PolicyBank
from nexus_env.core.session import Session
from nexus_env.core.slots import exercise
from nexus_env.envs.batch import Batch
from nexus_env.machine.compiled import CACHE, cache_of, is_ready, mark_ready
from nexus_env.players import agent_protocol
from nexus_env.players.agents_by_name import find_loader

ALL = "warm"  # the name of all machine code of a game


def warm(game: Game) -> str:
    """Compile what play, training and the agents need, unless it is cached; returns a sentence."""
    began = time.perf_counter()
    batch = Batch(game, 1)
    exercise(game)  # even if the cache claims to be complete: whoever warms wants to be sure
    network = PolicyBank(1, [game.observation_size, len(game.actions)])
    players, gains = np.zeros(batch.rewards.shape, np.int32), np.zeros(1, np.float32)
    owing, over = np.ones(1, np.bool_), np.zeros(1, np.bool_)
    batch.play_on(np.zeros(1, np.int64), batch.seats.copy(), players, owing, network, gains, over)
    _warm_agents(game)
    mark_warm(game)
    return f"{game.name} is ready after {time.perf_counter() - began:.1f} s; its machine code is in {CACHE}"


def is_warm(game: Game) -> bool:
    """Whether all machine code of a game, including that of installed agents, exists for the current sources."""
    for module in game.agents.machine_code:
        with suppress(ModuleNotFoundError):
            import_module(module.partition(".")[0])  # whose folder says where the sources are
    made = all(cache_of(module).exists() for module in game.agents.machine_code)
    return is_ready(ALL, record=game.record) and made


def mark_warm(game: Game) -> None:
    """Record that all machine code of a game exists, if this process compiles at all."""
    mark_ready(ALL, record=game.record)


def _warm_agents(game: Game) -> None:
    """Let each installed agent with compiled code make one decision."""
    session, rng = Session(game, game.read_options()), np.random.default_rng(0)
    seen, masks = session.observations[[session.seat]], session.mask[None]
    for name in (*game.agents.compiled, SEARCH):
        try:
            agent = find_loader()(name, game)
        except ValueError:  # for another game, or not installed
            continue
        agent_protocol.ask(agent, seen, masks, lambda seeds: session.imagine(session.seat, seeds), rng)
