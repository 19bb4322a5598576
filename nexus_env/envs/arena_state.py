"""The state of a PettingZoo environment: copying, imagining, saving and loading it, with validation."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, Self

import numpy as np
from gymnasium.spaces import Dict, Discrete

from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.core.copies import imagined_by
from nexus_env.core.snapshots import is_truth, pack, refuse_unsound, unpack
from nexus_env.kit.tape import MOST_SIDES
from nexus_env.system.wording import InputError

Array = np.ndarray[Any, Any]
CHANGING = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "history")
"""The attributes, besides the slot, that a step changes in place."""
MOST_DECISIONS = 1 << 62  # in a saved state


class Stateful:
    """Mixin of `Arena` with the methods for its state."""

    game: Game
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    _cumulative_rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    history: list[int]
    illegal: str
    render_mode: str | None
    max_cycles: int | None
    reward_options: dict[str, Any]
    options: dict[str, Any]
    _slots: Array
    _env_config: Array
    _size: int
    _actions: int
    _seat_of: dict[str, int]
    _seeded: bool
    _over: bool
    _paid: bool
    _decisions: int
    _nothing_legal: Array
    _observation_space: Dict
    _action_spaces: dict[str, Discrete]
    _ask: Callable[[str, Array, Array], None]

    def save_state(self) -> bytes:
        """The whole state of the environment as bytes, except the random generators of its spaces."""
        fields = {
            "made_with": self._made_with(),
            "seeded": self._seeded,
            "over": self._over,
            "decisions": self._decisions,
            "history": self.history,
            "paid": self._paid,
            "agents": self.agents,
            "agent_selection": self.agent_selection,
            "rewards": self.rewards,
            "cumulative_rewards": self._cumulative_rewards,
            "terminations": self.terminations,
            "truncations": self.truncations,
        }
        return pack("environment", self.game, fields, self._slots)

    def load_state(self, data: bytes) -> None:
        """Continue from the bytes of `save_state`. They may come from a stranger: they are checked like a position.

        Raises:
            ValueError: the bytes are not such a state, belong to an environment with other arguments, or the rules
                could not continue from it; nothing has changed.
        """
        fields, rows = self._read(data)
        rows = slots.copy_of(rows)
        refuse_unsound("environment", self.game, rows, self._env_config)
        seat = int(rows["bout"]["table"]["request"]["seat"][0])
        asked = self.possible_agents[seat] if seat >= 0 else "nobody"
        if fields["agents"] and not fields["over"] and fields["agent_selection"] != asked:
            found = fields["agent_selection"]
            raise InputError(f"saved environment: got agent_selection {found!r}; expected {asked!r}.")
        self._go_on_from(fields, rows)

    def _go_on_from(self, fields: dict[str, Any], rows: Array) -> None:
        """Continue from a state that was read."""
        self._slots[:] = rows
        self._seeded, self._over, self._paid = fields["seeded"], fields["over"], fields["paid"]
        self._decisions, self.agents = fields["decisions"], fields["agents"]
        self.history = fields["history"]
        self.agent_selection = fields["agent_selection"]
        self.rewards, self._cumulative_rewards = fields["rewards"], fields["cumulative_rewards"]
        self.terminations, self.truncations = fields["terminations"], fields["truncations"]
        self.infos = {agent: {"action_mask": self._nothing_legal} for agent in self.agents}
        self._show()

    def same_state(self, other: "Stateful") -> bool:
        """Whether the two environments will respond identically to everything from here on."""
        return self.save_state() == other.save_state()

    def clone(self) -> Self:
        """An independent copy of the environment, with the same dice to come.

        It costs little more than a copy of the record. The clone shares the spaces.
        """
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other._slots = slots.copy_of(self._slots)
        for name in CHANGING:
            setattr(other, name, getattr(self, name).copy())
        return other

    def determinize(self, seat: int, seed: int) -> Self:
        """A clone as `seat` imagines it: what it cannot know is redealt by `seed`, 0 to 2**62, and the coming dice
        are fresh. Its `history` is empty, since that may contain secrets.

        Raises:
            ValueError: there is no such seat or seed, or the seat may not know the open question.
        """
        rows = imagined_by(self._slots, seat, seed)
        other = self.clone()
        other._slots, other.history = rows, []
        if self.agents and not self._over:
            other._show()
        return other

    def resample(self, seed: int) -> Self:
        """`determinize` for the seat to act."""
        return self.determinize(self._seat_of[self.agent_selection], seed)

    def _show(self) -> None:
        """Update the observation and mask of the agent to act."""
        observation, mask = np.empty((1, self._size), np.float32), np.empty((1, self._actions), np.int8)
        slots.show_all(self._slots, self._env_config, observation, mask, np.zeros(1, np.int32))
        if self.agents and not self._over:
            self._ask(self.agent_selection, observation[0], mask[0])

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """A clone with spaces of its own, so that each can be seeded."""
        other = self.clone()
        other._action_spaces = deepcopy(self._action_spaces, memo)
        return other

    def __getstate__(self) -> dict[str, Any]:
        """The arguments, the state and the spaces (whose generators are not part of the state)."""
        names = ("illegal", "render_mode", "max_cycles", "dice")
        arguments = {name: getattr(self, name) for name in names}
        return {
            "game": self.game,
            "arguments": {**arguments, **self.reward_options, **self.options},
            "state": self.save_state(),
            "spaces": (self._observation_space, self._action_spaces),
        }

    def __setstate__(self, saved: dict[str, Any]) -> None:
        """Recreate the environment."""
        self.__init__(saved["game"], **saved["arguments"])  # type: ignore[misc]
        self._observation_space, self._action_spaces = saved["spaces"]
        self._go_on_from(*self._read(saved["state"]))

    def _read(self, data: bytes) -> tuple[dict[str, Any], Array]:
        """The parts of a saved state of an environment made with the same arguments."""
        return _read_saved(self.game, data, self._slots.dtype, self._made_with(), self.possible_agents)

    def _made_with(self) -> list[Any]:
        """The arguments that a saved state must match: all but `render_mode`."""
        return [self.illegal, self.max_cycles, slots.config_stamp(self._env_config)]


def _read_saved(
    game: Game, data: bytes, dtype: np.dtype[Any], made_with: list[Any], agents: Sequence[str]
) -> tuple[dict[str, Any], np.ndarray[Any, Any]]:
    """The fields and the one row of a state that was packed as "environment".

    Args:
        game: the game.
        data: the bytes.
        dtype: the record of the row.
        made_with: the arguments that it must have been made with.
        agents: the names of all possible agents.

    Raises:
        ValueError: the bytes are not such a state.
    """
    fields, rows = unpack("environment", game, data, dtype, _fitting_fields(len(game.actions), agents))
    if fields["made_with"] != made_with:
        raise ValueError("saved environment: got one made with other arguments; expected those of this one.")
    for name in ("rewards", "cumulative_rewards", "terminations", "truncations"):
        if set(fields[name]) != set(fields["agents"]):
            raise InputError(f"saved environment: got {name} of other agents; expected those of its own.")
    if len(rows) != 1:
        raise InputError(f"saved environment: got {len(rows)} bouts; expected 1.")
    return fields, rows


def _fitting_fields(actions: int, agents: Sequence[str]) -> dict[str, Callable[[Any], bool]]:
    """A check for each field of a saved state."""

    def are(*kinds: type) -> Callable[[Any], bool]:
        return lambda value: type(value) is dict and all(type(each) in kinds for each in value.values())

    def is_history(value: Any) -> bool:
        known = range(max(actions, MOST_SIDES))
        return type(value) is list and all(type(action) is int and action in known for action in value)

    return {
        "made_with": lambda value: type(value) is list,
        "seeded": is_truth,
        "over": is_truth,
        "paid": is_truth,
        "decisions": lambda value: type(value) is int and 0 <= value < MOST_DECISIONS,
        "history": is_history,
        "agents": lambda value: type(value) is list and value == [agent for agent in agents if agent in value],
        "agent_selection": lambda value: value in agents,
        "rewards": are(float, int),  # PettingZoo writes 0 when an agent leaves
        "cumulative_rewards": are(float, int),
        "terminations": are(bool),
        "truncations": are(bool),
    }
