"""Trained agents: one ONNX file each, run without torch."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.advisors import Advisors, names_in
from nexus_env.agents.agent import (
    Actions,
    AgentError,
    Masks,
    Observations,
    best,
    bring,
    refuse_missing_file,
    sample,
    sources_of,
)
from nexus_env.agents.model_files import card_of, read_onnx
from nexus_env.contract.game import Game
from nexus_env.contract.rules import potential
from nexus_env.core.rewards import BOUNDS
from nexus_env.core.session import Session
from nexus_env.core.slots import Rows
from nexus_env.system.wording import spoken

SHAPING = "shaping"  # the entry of a file's metadata; without one it stands in the card beside the file
LEAST_SHAPING = float(BOUNDS[SHAPING]["least"])
TEMPERATURE = "temperature"  # the entry of a file's metadata; 0, or none: the surest action
COLDEST, HOTTEST = 1e-6, 1e6  # temperatures; one that is lower is 0, for logits have 32 bits
TRIALS = 32  # observations that a network is tried with before it plays
ADVISED = "advice"  # the third input of an advised network: the action that each advisor would take
EXPECTED = "expected an agent that train.py has exported"
TENSORS = {"observations": "tensor(float)", "masks": "tensor(bool)"}  # what a network is given


class PolicyAgent:
    """Plays the network in an ONNX file: inputs `observations` and `masks`, outputs `logits` and `values`.

    An advised network has a third input, `advice`, from the scripted players named in its file: see `agents.advisors`.

    It takes the most probable action, which wins more often, or samples by the network's probabilities if `drawing`. If
    its file names a temperature, it samples at that temperature. `files` lists the files it was loaded from.
    """

    def __init__(self, path: Path, game: Game, drawing: bool = False, temperature: float | None = None) -> None:
        """Load `path` for `game`; a `temperature` stands above the one that the file names.

        Raises:
            AgentError: there is no such file, it is damaged, of another kind, or trained for another game. Of
                a file without a checksum only damage shows that leaves it unreadable, without a tensor, with layers
                that do not fit each other, or with answers that are not finite.
        """
        refuse_missing_file(path)
        onnxruntime, data = bring("onnxruntime", path), read_onnx(path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            self._session = onnxruntime.InferenceSession(
                data, options, providers=["CPUExecutionProvider"], enable_fallback=0
            )  # otherwise it would print a banner and try the same again
            told = dict(self._session.get_modelmeta().custom_metadata_map)
            given = {one.name: one for one in self._session.get_inputs()}
            gives = {one.name for one in self._session.get_outputs()}
        except Exception as error:  # the runtime raises a class of its own for each kind of damage
            raise AgentError(f"{path}: got no readable ONNX network ({spoken(error)}); {EXPECTED}.") from error
        refuse_strangers(path, told, game)
        self._advisors = _advisors_of(path, told, game)
        self.files = (path, *(file for advisor in self._advisors.agents for file in sources_of(advisor)))
        _refuse_other_tensors(path, given, gives, game, len(self._advisors))
        _refuse_nonsense(path, self._session, game, len(self._advisors))
        named = temperature_of(path, told) if temperature is None else temperature
        self._temperature = 1.0 if drawing else named
        self._game, self._shaping = game, shaping_of(path, told)

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """See `Agent`."""
        logits = self._logits(observations, masks, rng)
        if self._temperature < COLDEST:
            return best(logits, masks)
        return sample(logits / np.float32(self._temperature), masks, rng)

    def weigh(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> NDArray[np.float64]:
        """The probability of each action, float64 [n, actions]; 0 for illegal actions.

        An agent with a temperature samples by these. For one that takes the most probable action, they are the
        probabilities with which its network was trained. The arguments are those of `choose`.
        """
        logits = self._logits(observations, masks, rng).astype(np.float64)
        heat = 1.0 if self._temperature < COLDEST else self._temperature
        legal = np.where(masks.astype(bool, copy=False), logits / heat, -np.inf)
        likely = np.exp(legal - legal.max(axis=1, keepdims=True))
        weighed: NDArray[np.float64] = likely / likely.sum(axis=1, keepdims=True)
        return weighed

    def _logits(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> NDArray[np.float32]:
        seen: dict[str, Any] = {"observations": observations, "masks": masks.astype(bool)}
        if self._advisors:
            seen[ADVISED] = self._advisors.ask(observations, masks, rng)
        logits: NDArray[np.float32] = self._session.run(["logits"], seen)[0]
        return logits

    def judge(self, world: Rows) -> NDArray[np.float64]:
        """The value of a bout to each seat, float64 [seats], -1 to 1: the expected final reward, as the learner was
        paid.

        Args:
            world: one row of the game's record. Each seat is judged by what it sees there.
        """
        seen = Session.at(self._game, world).observations
        (values,) = self._session.run(["values"], _all_legal(seen, self._game, len(self._advisors)))
        lent = [self._shaping * potential(world[0], seat) for seat in range(len(seen))]  # was paid in advance
        judged: NDArray[np.float64] = np.clip(values + np.asarray(lent), -1.0, 1.0)
        return judged


def shaping_of(path: Path, told: Mapping[str, str]) -> float:
    """The reward shaping an agent was trained with, from the metadata of its file or the card next to it.

    Raises:
        AgentError: the card cannot be read, or its shaping is not a number.
    """
    if SHAPING in told:
        return _number(path, SHAPING, told[SHAPING], LEAST_SHAPING, np.inf)
    found: Any = card_of(path)
    for key, otherwise in (("config", {}), ("reward", {}), (SHAPING, 0)):
        found = found.get(key, otherwise) if isinstance(found, dict) else None
    return _number(path.with_suffix(".json"), SHAPING, found, LEAST_SHAPING, np.inf)


def temperature_of(path: Path, told: Mapping[str, str]) -> float:
    """The temperature in the metadata of an agent's file; 0 if it has none.

    Raises:
        AgentError: it is not a temperature.
    """
    return _number(path, TEMPERATURE, told.get(TEMPERATURE, 0), 0.0, HOTTEST)


def _number(path: Path, key: str, told: Any, least: float, most: float) -> float:
    """A number from a network's metadata, from `least` to `most` and finite."""
    try:
        found = float(told)
    except (TypeError, ValueError, OverflowError):
        found = np.nan
    if not (least <= found <= most and np.isfinite(found)):
        expected = f"a number of at least {least:g}" if most == np.inf else f"a number from {least:g} to {most:g}"
        raise AgentError(f"{path}: {key}: got {spoken(told)}; expected {expected}.")
    return found


def _advisors_of(path: Path, told: Mapping[str, str], game: Game) -> Advisors:
    """The advisors that the metadata of an agent's file names."""
    try:
        return Advisors(names_in(told), game)
    except AgentError as error:
        raise AgentError(f"{path}: {error}") from error


def _all_legal(observations: Observations, game: Game, advisors: int) -> dict[str, Any]:
    """The inputs of a network whose chosen actions do not matter: `observations`, and masks that allow every action."""
    rows = len(observations)
    advised = {ADVISED: np.zeros((rows, advisors), np.int64)} if advisors else {}
    return {"observations": observations, "masks": np.ones((rows, len(game.actions)), bool), **advised}


def _refuse_other_tensors(path: Path, given: dict[str, Any], gives: set[str], game: Game, advisors: int) -> None:
    """Raise an `AgentError` unless a network takes and gives what those of `game` do that have so many advisors."""
    widths = {"observations": game.observation_size, "masks": len(game.actions), ADVISED: advisors}
    kinds = {**TENSORS, **({ADVISED: "tensor(int64)"} if advisors else {})}
    fits = given.keys() == kinds.keys() and {"logits", "values"} <= gives
    for name, kind in kinds.items() if fits else ():
        rows, width = (*given[name].shape, 0, 0)[:2]
        open_ended = len(given[name].shape) == 2 and not isinstance(rows, int)
        fits &= given[name].type == kind and open_ended and (width == widths[name] or not isinstance(width, int))
    if not fits:
        found = ", ".join(f"{name} {one.type} {one.shape}" for name, one in given.items())
        expected = ", ".join(f"{name} {kind} [rows, {widths[name]}]" for name, kind in kinds.items())
        raise AgentError(
            f"{path}: got a network of {spoken(found)}; expected one of {expected} that gives logits and values."
        )


def _refuse_nonsense(path: Path, session: Any, game: Game, advisors: int) -> None:
    """Raise an `AgentError` unless a network answers some observations, in the right shape and with finite numbers.

    The runtime does not show weights. An infinite weight or NaN makes the output of its unit non-finite for an
    observation in which other units are silent, or which is all zeros.
    """
    seen = np.random.default_rng(0).standard_normal((TRIALS, game.observation_size)).astype(np.float32)
    seen[0] = 0
    given = _all_legal(seen, game, advisors)
    try:
        logits, values = session.run(["logits", "values"], given)
    except Exception as error:  # the runtime raises a class of its own for each kind of damage
        raise AgentError(f"{path}: got a network that cannot be run ({spoken(error)}); {EXPECTED}.") from error
    found, expected = (logits.shape, values.shape), (given["masks"].shape, (TRIALS,))
    if found != expected:
        raise AgentError(f"{path}: got outputs of the shapes {found} for {TRIALS} observations; expected {expected}.")
    if not (np.isfinite(logits).all() and np.isfinite(values).all()):
        raise AgentError(f"{path}: got outputs that are not finite; expected those of a trained network.")


def refuse_strangers(path: Path, stamps: Mapping[str, str], game: Game) -> None:
    """Raise an `AgentError` unless `stamps` are those of `game`, or of a version whose agents can play it."""
    reasons = {
        "game": "it has other rules",
        "actions": "it has another action table",
        "observation": "it has another observation layout",
    }
    for name, expected in game.stamps.items():
        found = stamps.get(name, "nothing")
        if found != expected and not (name == "game" and found in game.versions_of_agents):
            raise AgentError(
                f"{path}: got the {name} stamp {spoken(found)}; expected {expected}: {reasons[name]}; retrain the agent"
                ", or play it with the version of this package that trained it."
            )
