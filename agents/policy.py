"""Trained agents: one ONNX file each, played without the learning library."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import Actions, AgentError, Masks, Observations, best, bring, sample
from nexus_env.contract import Game, potential
from nexus_env.sitting import Sitting
from nexus_env.slots import Rows

SHAPING = "shaping"  # the entry of a file's metadata; without one it stands in the card beside the file
HALF = "_half"  # after the name of a tensor that is kept in half precision
TEMPERATURE = "temperature"  # the entry of a file's metadata; 0, or none: the surest action


class PolicyAgent:
    """Plays the network in an ONNX file: inputs `observations` and `masks`, outputs `logits` and `values`.

    It takes the most probable action, which wins more often, or draws by the network's probabilities if `drawing`; a
    file that names a temperature is drawn from at that one. `files` names what it was loaded from.
    """

    def __init__(self, path: Path, game: Game, drawing: bool = False) -> None:
        """Load `path` for `game`.

        Raises:
            AgentError: there is no such file, it is no such network, or it was trained for another game.
        """
        if not path.is_file():
            raise AgentError(f"{path}: found no such file, expected an agent that train.py has exported.")
        onnxruntime = bring("onnxruntime", path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # the runtime raises a class of its own for each kind of damage
            raise AgentError(f"{path}: found no readable ONNX network ({error}).") from error
        self.files = (path,)
        told = self._session.get_modelmeta().custom_metadata_map
        refuse_strangers(path, told, game)
        self._temperature = 1.0 if drawing else float(told.get(TEMPERATURE, 0))
        self._game, self._shaping = game, shaping_of(path, told)

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """See `Agent`."""
        (logits,) = self._session.run(["logits"], {"observations": observations, "masks": masks.astype(bool)})
        if self._temperature == 0:
            return best(logits, masks)
        return sample(logits / np.float32(self._temperature), masks, rng)

    def judge(self, world: Rows) -> NDArray[np.float64]:
        """What a bout is worth to each seat, float64 [seats], -1 to 1: the end as the learner was paid for it.

        Args:
            world: one row of the game's record. Each seat is judged by what it sees there.
        """
        seen = Sitting.at(self._game, world).observations
        masks = np.ones((len(seen), len(self._game.actions)), bool)
        (values,) = self._session.run(["values"], {"observations": seen, "masks": masks})
        lent = [self._shaping * potential(world[0], seat) for seat in range(len(seen))]  # was paid in advance
        judged: NDArray[np.float64] = np.clip(values + np.asarray(lent), -1.0, 1.0)
        return judged


def shaping_of(path: Path, told: dict[str, str]) -> float:
    """The shaping of the reward that an agent was trained with: by the metadata of its file, or the card beside it.

    Raises:
        AgentError: the card cannot be read.
    """
    card = path.with_suffix(".json")
    if SHAPING in told or not card.is_file():
        return float(told.get(SHAPING, 0))
    try:
        config = json.loads(card.read_text(encoding="utf-8")).get("config", {})
        return float(config.get("reward", {}).get("shaping", 0))
    except (ValueError, AttributeError, TypeError) as error:
        raise AgentError(f"{card}: found no card of an agent, expected that of {path.name} or no such file.") from error


def tensors_of(model: Any) -> dict[str, Any]:
    """The constants of a loaded ONNX file by their names: float32, those that are kept in half precision, too."""
    from onnx.numpy_helper import to_array

    return {tensor.name.removesuffix(HALF): to_array(tensor).astype(np.float32) for tensor in model.graph.initializer}


def refuse_strangers(path: Path, stamps: dict[str, str], game: Game) -> None:
    """Raise an `AgentError` with advice unless `stamps` are those of `game`, or a version whose agents can play it."""
    advice = {
        "game": "its rules are others",
        "actions": "its action table is another",
        "observation": "its observation is laid out otherwise",
    }
    for name, expected in game.stamps.items():
        found = stamps.get(name, "nothing")
        if found != expected and not (name == "game" and found in game.versions_of_agents):
            raise AgentError(
                f"{path}: found the {name} stamp {found}, expected {expected}: {advice[name]}; train the agent anew, "
                "or play it with the version of this package that trained it."
            )
