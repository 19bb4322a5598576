"""Agents that misbehave, for tests of whoever asks them."""

import sys
import threading
from typing import Any

from nexus_env.contract.game import Game


class Spoiler:
    """Writes into what it is given, and chooses what only its own mask allows."""

    def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
        illegal = masks.argmin(axis=1)
        observations[:] = 7
        masks[:] = 0
        masks[range(len(masks)), illegal] = 1
        return illegal

    def judge(self, world: Any) -> Any:
        world["table"]["seats"] = 0
        return [0.5, -0.5]

    def weigh(self, observations: Any, masks: Any, rng: Any) -> Any:
        self.choose(observations, masks, rng)
        return masks / masks.sum()


class Scratcher(Spoiler):
    """Writes into what it is given, but chooses what is legal."""

    def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
        legal = masks.argmax(axis=1)
        super().choose(observations, masks, rng)
        return legal


class Quitter:
    """Ends its program."""

    def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
        sys.exit("enough")


class Interrupter:
    """Raises what Ctrl-C raises."""

    def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
        raise KeyboardInterrupt


class Sleeper:
    """Sleeps until it is woken."""

    woken = threading.Event()

    def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
        print("asleep", flush=True)
        self.woken.wait()
        return masks.argmax(axis=1)


def spoiler(game: Game) -> Spoiler:
    return Spoiler()


def scratcher(game: Game) -> Scratcher:
    return Scratcher()


def quitter(game: Game) -> Quitter:
    return Quitter()


def interrupter(game: Game) -> Interrupter:
    return Interrupter()


def sleeper(game: Game) -> Sleeper:
    return Sleeper()


def asleep(name: str, game: Game) -> Sleeper:
    """A loader of agents."""
    return Sleeper()
