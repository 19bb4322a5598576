"""The definition of an agent; `loading` makes agents from their names."""

import inspect
from collections.abc import Sequence
from importlib import import_module
from os.path import isdir, isfile
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from nexus_env.core.slots import Rows
from nexus_env.system.package import install
from nexus_env.system.wording import InputError, mismatch, nearest_path, no_file

Observations = NDArray[np.float32]  # [n, size]
Masks = NDArray[Any]  # [n, actions], 1 or True for each legal action
Actions = NDArray[np.int64]  # [n]

DRAWING = ":drawing"
TEXT = "text:"


class AgentError(InputError):
    """An agent cannot be loaded or cannot play this game; the message says why and what to do."""


class Agent(Protocol):
    """Chooses actions for many bouts at once from observations, and keeps no state between calls.

    An agent never holds a bout: it receives observations and masks, or, as a `Searcher`, imagined bouts.
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
            worlds: n bouts as the seats to act imagine them (see `Game.imagine`): what they cannot know is dealt at
                random, with fresh dice. Imagining one of these again gives another imagined bout.
            rng: the only source of randomness that the agent may use.

        Returns:
            int64 [n]
        """


Player = Agent | Searcher


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
        remedy = f"run {install('train')}"
        raise AgentError(f"{what}: got no package {package}; expected it to be installed; {remedy}.") from error


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
