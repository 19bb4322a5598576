"""Agents that somebody makes: the scripted ones of a game's roster, and any `package.module:callable`."""

import inspect
from collections.abc import Collection
from os.path import isfile
from typing import Any

from nexus_env.agents.agent import AgentError, Player
from nexus_env.contract.game import Game
from nexus_env.players.agent_protocol import plays
from nexus_env.system.importing import attribute_at
from nexus_env.system.wording import hinted, nearest, shortened


def make(name: str, game: Game) -> Player:
    """Make the scripted agent of the game that is called `name`, or the one of `package.module:callable`.

    Raises:
        AgentError: there is no such agent, or it was made for another game.
    """
    return _made_by(_find_maker(name, game), name, game)


def _called_so(name: str) -> str:
    """An agent, for errors."""
    return f"Agent {shortened(name)!r}"


def _find_maker(name: str, game: Game) -> Any:
    """Find a scripted agent of the game, or `package.module:callable`."""
    known = game.agents.meanings
    module, colon, attribute = game.agents.makers.get(name, name).partition(":")
    if not colon:
        own = f"{name}:agent" if isfile(f"{name}.py") else ""  # a module that lies here
        raise AgentError(
            f"{_called_so(name)}: no such agent of {game.name}; expected {', '.join(known)}, the path of an .onnx "
            f"file or package.module:callable{hinted(own or nearest(name, known))}"
        )
    return callable_at(f"{module}:{attribute}", name, known)


def callable_at(path: str, name: str, known: Collection[str]) -> Any:
    """The attribute at `path`, `package.module:attribute`; `name` is the agent's, for errors."""
    module = path.partition(":")[0]
    expected = "expected package.module:callable"
    try:
        return attribute_at(path)
    except (ImportError, AttributeError, ValueError) as error:
        got = f"got a name of nothing ({error})"
        raise AgentError(f"{_called_so(name)}: {got}; {expected}{hinted(nearest(module, known))}") from error
    except SyntaxError as error:
        raise AgentError(f"{_called_so(name)}: {error}.") from error
    except (Exception, SystemExit) as error:  # a module that fails by itself, or a name that is a path
        raise AgentError(f"{_called_so(name)}: got {type(error).__name__}: {error}; {expected}.") from error


def _made_by(maker: Any, name: str, game: Game) -> Player:
    """The agent that `maker` makes for `game`; `name` is the agent's, for errors."""
    try:
        inspect.signature(maker).bind(game)
    except (TypeError, ValueError) as error:
        got = f"got one that cannot be called ({error})"
        raise AgentError(f"{_called_so(name)}: {got}; expected a callable that takes the game.") from error
    try:
        agent: Player = maker(game)
    except AgentError:
        raise
    except (
        Exception,
        SystemExit,
    ) as error:  # of somebody else: any error it raises is reported in one sentence
        what = f"{type(error).__name__}: {error}"
        raise AgentError(f"{_called_so(name)}: got {what}; expected an agent for {game.name}.") from error
    if not plays(agent):
        raise AgentError(
            f"{_called_so(name)}: got {agent!r}; expected an object with choose(observations, masks, rng) or "
            "search(worlds, rng)."
        )
    return agent
