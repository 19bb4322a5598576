"""Scripted lanistas as agents, and their policies as one compiled function."""

from enum import IntEnum, unique
from functools import partial
from typing import Any

from nexus_env.agents.nexus.lanistas.brawler import brawler
from nexus_env.agents.nexus.lanistas.grappler import grappler
from nexus_env.agents.nexus.lanistas.greedy import greedy
from nexus_env.agents.nexus.lanistas.showman import showman
from nexus_env.agents.nexus.lanistas.survivor import survivor
from nexus_env.agents.scripted import ScriptedAgent
from nexus_env.contract.game import Game
from nexus_env.kit.dice import seed_generator
from nexus_env.machine.compiled import compiled


@unique
class Character(IntEnum):
    """The lanistas as numbers for compiled code."""

    GREEDY = 0
    BRAWLER = 1
    GRAPPLER = 2
    SHOWMAN = 3
    SURVIVOR = 4


@compiled
def policy(character: int, seen: Any, mask: Any, generator: Any) -> int:
    """The action of a lanista, for compiled code that knows only at run time which one plays.

    Args:
        character: a `Character`.
        seen: int8 [871], the integers that the game's `observe` writes for the seat that is asked.
        mask: [309], not 0 for each legal action; at least one is legal.
        generator: a `Generator`, which breaks ties at random.
    """
    if character == Character.BRAWLER:
        return brawler(seen, mask, generator)
    if character == Character.GRAPPLER:
        return grappler(seen, mask, generator)
    if character == Character.SHOWMAN:
        return showman(seen, mask, generator)
    if character == Character.SURVIVOR:
        return survivor(seen, mask, generator)
    return greedy(seen, mask, generator)


@compiled
def choose_all(character: int, seen: Any, masks: Any, generators: Any, seed: int, actions: Any) -> None:
    """Write the action for each row: see `ScriptedAgent`."""
    seed_generator(generators[0], seed)
    for row in range(len(actions)):
        actions[row] = policy(character, seen[row], masks[row], generators[0])


class Lanista(ScriptedAgent):
    """A scripted lanista as an agent."""

    game = "nexus"
    many = "the scripted lanistas"

    def __init__(self, character: Character, game: Game) -> None:
        """See `ScriptedAgent`."""
        super().__init__(character, choose_all, game)


play_greedy = partial(Lanista, Character.GREEDY)
play_brawler = partial(Lanista, Character.BRAWLER)
play_grappler = partial(Lanista, Character.GRAPPLER)
play_showman = partial(Lanista, Character.SHOWMAN)
play_survivor = partial(Lanista, Character.SURVIVOR)
