"""The scripted players as agents, and their policies as one compiled function."""

from enum import IntEnum, unique
from functools import partial
from typing import Any

import numpy as np

from nexus_env.agents.aristeia.answers import wish_to_answer
from nexus_env.agents.aristeia.greedy import greedy
from nexus_env.agents.aristeia.plans import wish_to_command
from nexus_env.agents.aristeia.sight import question_of
from nexus_env.agents.aristeia.temper import BRAWLER, RUNNER, SENTRY, PlayerTemper
from nexus_env.agents.aristeia.wishes import NEVER, pick
from nexus_env.agents.scripted import ScriptedAgent
from nexus_env.contract.game import Game
from nexus_env.games.aristeia.rules.bout import ACTIONS, Question
from nexus_env.kit.dice import seed_generator
from nexus_env.machine.compiled import compiled


@unique
class Style(IntEnum):
    """The styles of players, as numbers for compiled code."""

    GREEDY = 0
    RUNNER = 1
    BRAWLER = 2
    SENTRY = 3


@compiled
def policy(style: int, seen: Any, mask: Any, generator: Any) -> int:
    """The action of a player, for compiled code that knows only at run time which one plays.

    Args:
        style: a `Style`.
        seen: int8, the integers that the game's `observe` writes for the seat that is asked.
        mask: not 0 for each legal action; at least one is legal.
        generator: a `Generator`, which breaks ties at random.
    """
    if style == Style.RUNNER:
        return plan(RUNNER, seen, mask, generator)
    if style == Style.BRAWLER:
        return plan(BRAWLER, seen, mask, generator)
    if style == Style.SENTRY:
        return plan(SENTRY, seen, mask, generator)
    return greedy(seen, mask, generator)


@compiled
def plan(temper: PlayerTemper, seen: Any, mask: Any, generator: Any) -> int:
    """The action of a player with this temper."""
    wishes = np.zeros(ACTIONS)
    if question_of(seen) == Question.COMMAND:
        wishes[:] = NEVER
        wish_to_command(temper, seen, mask, wishes)
    else:
        wish_to_answer(temper, seen, mask, wishes)
    return pick(wishes, mask, generator)


@compiled
def choose_all(style: int, seen: Any, masks: Any, generators: Any, seed: int, actions: Any) -> None:
    """Write the action for each row: see `ScriptedAgent`."""
    seed_generator(generators[0], seed)
    for row in range(len(actions)):
        actions[row] = policy(style, seen[row], masks[row], generators[0])


class Player(ScriptedAgent):
    """A scripted player as an agent."""

    game = "aristeia"

    def __init__(self, style: Style, game: Game) -> None:
        """See `ScriptedAgent`."""
        super().__init__(style, choose_all, game)


play_greedy = partial(Player, Style.GREEDY)
play_runner = partial(Player, Style.RUNNER)
play_brawler = partial(Player, Style.BRAWLER)
play_sentry = partial(Player, Style.SENTRY)
