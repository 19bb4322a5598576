"""Agents that are slow, broken or talkative, for tests of the service."""

import os
import threading
from types import SimpleNamespace
from typing import Any

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.games.nexus.rules.actions import Action

LIMIT = 600  # seconds, which matter only where a test fails
LATE = threading.Event()


class Slow:
    """Chooses too late: when everything else is over."""

    def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
        assert LATE.wait(LIMIT), "nobody has waited, and nobody has said so"
        return masks.argmax(axis=1)


class Broken:
    """Fails."""

    def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
        raise RuntimeError("out of order")


class Bomb:
    """Ends its process when it is asked for a command; before that, as when the service warms up, it is harmless."""

    def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
        if masks[:, Action.END_ROUND].any():
            os._exit(3)
        return masks.argmax(axis=1)


class Thinker:
    """Thinks until it is stopped."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def search(self, worlds: Any, rng: Any) -> Any:
        raise NotImplementedError

    def think(self, world: Any, seed: int, stop: threading.Event) -> Any:
        assert world.shape == (1,) and 0 <= seed < 2**62
        assert stop.wait(LIMIT), "nobody has stopped it"
        action = int(Session.at(self.game, world).mask.argmax())
        return SimpleNamespace(actions=[action], values=np.array([[0.25, -0.25]]), line=((0, action), (1, 0)))


class Judge:
    """Chooses, and has an opinion."""

    def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
        return masks.argmax(axis=1)

    def judge(self, world: Any) -> Any:
        return np.full(int(world["table"]["seats"][0]), 0.5, np.float32)


def slow(game: Game) -> Slow:
    return Slow()


def broken(game: Game) -> Broken:
    return Broken()


def thinker(game: Game) -> Thinker:
    return Thinker(game)


def judge(game: Game) -> Judge:
    return Judge()


def bomb(game: Game) -> Bomb:
    return Bomb()


class Held:
    """Chooses when it is let go, however long that takes."""

    let_go = threading.Event()

    def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
        assert self.let_go.wait(120), "nobody has let it go"
        return masks.argmax(axis=1)


class Late(Thinker):
    """Thinks on when its time is up, until it is let go."""

    time_is_up, let_go = threading.Event(), threading.Event()

    def think(self, world: Any, seed: int, stop: threading.Event) -> Any:
        thought = super().think(world, seed, stop)
        self.time_is_up.set()
        assert self.let_go.wait(120), "nobody has let it go"
        return thought


def held(game: Game) -> Held:
    return Held()


def late(game: Game) -> Late:
    return Late(game)
