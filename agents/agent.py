"""The agent interface, and loading agents by name."""

import inspect
from collections.abc import Collection, Sequence
from importlib import import_module
from os.path import isdir, isfile
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.game import Game
from nexus_env.contract.roster import LEVELS, SEARCH
from nexus_env.core.slots import Rows
from nexus_env.players.agent_protocol import plays
from nexus_env.players.text_agent import TextAgent
from nexus_env.system.importing import attribute_at
from nexus_env.system.wording import InputError, hinted, mismatch, nearest, nearest_path, no_file, shortened

Observations = NDArray[np.float32]  # [n, size]
Masks = NDArray[Any]  # [n, actions], 1 or True for each legal action
Actions = NDArray[np.int64]  # [n]

DRAWING = ":drawing"
TEXT = "text:"


class AgentError(InputError):
    """An agent cannot be loaded or cannot play this game; the message says why and what to do."""


class Agent(Protocol):
    """Chooses actions for many bouts at once from observations, and keeps no state between calls.

    An agent never holds a bout: it receives observations and masks, or, as a `Searcher`, determinized bouts.
    """

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """A legal action for each row.

        Args:
            observations: float32 [n, size], each from the point of view of the seat to act.
            masks: int8 or bool [n, actions]; every row has a legal action.
            rng: the only source of randomness that the agent may use.

        Returns:
            int64 [n]
        """


class Searcher(Protocol):
    """Searches ahead in many bouts at once, and keeps no state between calls."""

    def search(self, worlds: Rows, rng: np.random.Generator) -> Actions:
        """A legal action for each row.

        Args:
            worlds: n bouts, determinized for the seats to act (see `Game.imagine`): what they cannot know is dealt at
                random, with fresh dice. Imagining one of these again gives another determinized bout.
            rng: the only source of randomness that the agent may use.

        Returns:
            int64 [n]
        """


Player = Agent | Searcher


def load(name: str, game: Game) -> Player:
    """Load an agent: one of the game's own (see `Roster`), `path/to/agent.onnx` or `package.module:callable`.

    `search` looks ahead; `search:300`, `search:50ms` and `search:300:path/to/agent.onnx` set its budget and network
    (see `nexus_env.agents.search.player`).

    `path/to/agent.onnx:drawing` samples its actions instead of taking the most probable one.
    The callable is given the game and returns an agent. `text:package.module:callable` is a function from a
    prompt to a command in words (see `nexus_env.players.text_agent`).

    Raises:
        AgentError: there is no such agent, or it was made for another game.
    """
    # Modules by their names, and not by imports, on which machine code depends.
    if name.partition(":")[0] == SEARCH:
        searcher: Player = import_module("nexus_env.agents.search.player").named(name, game)
        return searcher
    if name in LEVELS and game.agents.has_levels:
        level: Player = import_module("nexus_env.agents.rating.levels").Level(name, game)
        return level
    if name.startswith(TEXT):
        return TextAgent(_called(name.removeprefix(TEXT), name, game.agents.meanings), game)
    path = name.removesuffix(DRAWING)
    if path.endswith(".onnx"):
        from nexus_env.agents.policy import PolicyAgent

        return PolicyAgent(Path(path), game, drawing=name.endswith(DRAWING))
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
    return _called(f"{module}:{attribute}", name, known)


def _called(path: str, name: str, known: Collection[str]) -> Any:
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
    except (Exception, SystemExit) as error:  # it is somebody else's code: whatever it raises is told in one sentence
        what = f"{type(error).__name__}: {error}"
        raise AgentError(f"{_called_so(name)}: got {what}; expected an agent for {game.name}.") from error
    if not plays(agent):
        raise AgentError(
            f"{_called_so(name)}: got {agent!r}; expected an object with choose(observations, masks, rng) or "
            "search(worlds, rng)."
        )
    return agent


def refuse_missing_file(path: Path) -> None:
    """Raise an `AgentError` unless the file of an agent exists; the error suggests the nearest name."""
    if not isfile(path):
        hint = None if isdir(path) else nearest_path(path, "*.onnx")
        raise AgentError(mismatch(path, no_file(path), "an agent that train.py has exported", hint))


def bring(package: str, what: object) -> Any:
    """Import a package that only some agents need; `what` names the agent in the error.

    Raises:
        AgentError: the package is not installed.
    """
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        advice = "run pip install 'nexus-env[train]'"
        raise AgentError(f"{what}: got no package {package}; expected it to be installed; {advice}.") from error


def sources_of(agent: Player) -> list[Path]:
    """The files that define `agent`: those in its `files`, else the source of its class.

    For a class in a nested package, all sources in its folder count, too.
    """
    named: Sequence[Path] = getattr(agent, "files", ())
    found = inspect.getsourcefile(type(agent))
    if named or found is None:
        return list(named)
    inner = type(agent).__module__.count(".") > 1
    return sorted(Path(found).parent.glob("*.py")) if inner else [Path(found)]


def sample(logits: NDArray[np.float32], masks: Masks, rng: np.random.Generator) -> Actions:
    """One legal action per row, sampled from the softmax of `logits` [n, actions] over the legal ones."""
    legal = np.where(masks.astype(bool, copy=False), logits, -np.inf)
    legal -= legal.max(axis=1, keepdims=True)
    sums = np.cumsum(np.exp(legal), axis=1, dtype=np.float64)
    aim = np.minimum(rng.random(len(sums)) * sums[:, -1], np.nextafter(sums[:, -1], 0.0))
    chosen: Actions = np.argmax(sums > aim[:, None], axis=1)  # the first sum beyond the aim grew there, so it is legal
    return chosen


def best(logits: NDArray[np.float32], masks: Masks) -> Actions:
    """The legal action with the highest of `logits` [n, actions] in each row."""
    chosen: Actions = np.argmax(np.where(masks.astype(bool, copy=False), logits, -np.inf), axis=1)
    return chosen
