"""Any game as a PettingZoo AEC environment: one agent steps at a time."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from nexus_env.contract.game import Game
from nexus_env.contract.refusal import refusal
from nexus_env.core import slots
from nexus_env.core.copies import is_seed
from nexus_env.core.rewards import read_terms
from nexus_env.envs.actions import whole
from nexus_env.envs.arena_state import Stateful
from nexus_env.envs.in_words import InWords
from nexus_env.envs.keywords import (
    ANSI,
    HUMAN,
    ILLEGAL,
    PIXELS,
    RAISE,
    RENDER_MODES,
    REPLACE,
    TERMS,
    described,
    expect_limit,
    expect_one_of,
    read_rules,
    refuse_options,
    split_terms,
)
from nexus_env.envs.rendering import FRAMES_A_SECOND, Camera, Pixels, render_modes
from nexus_env.kit.tape import CHANCE, NOBODY
from nexus_env.system.package import ID_VERSION
from nexus_env.system.wording import InputError, either, shortened

Array = np.ndarray[Any, Any]
Observation = dict[str, Array]

FLOAT, INT = np.dtype(np.float32), np.dtype(np.int8)  # np.empty is slower with the classes themselves
KEYWORDS = ("illegal", "render_mode", "max_cycles", "dice", *TERMS)  # the environment's own keywords, not the game's
OF_TESTS = "options"  # PettingZoo's own tests pass this key to `reset` of every environment


def observation_box(game: Game) -> Box:
    """The space of a game's observations, float32 [size]: each number within the bounds that its field declares."""
    low, high = game.observation_bounds
    return Box(low, high, dtype=np.float32)


class DieToRoll(NamedTuple):
    """A die to roll, as passed to the `dice` of an `Arena`."""

    sides: int
    seat: int  # the seat that rolls it; -1 for none
    purpose: int  # the game's number of its purpose
    text: str  # the same in words
    faces: tuple[int, ...]  # the possible faces, from 1


class Arena(Stateful, InWords, AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """One bout of a game at a time; agents are called `player_0`, `player_1`, … and all stay in until the bout ends.

    - Observation: a `Dict` of `observation`, float32 [size], laid out from the agent's own point of view, and
      `action_mask`, int8 [actions]. The mask of an agent that is not to act is all zeros. The same array is in
      `infos[agent]["action_mask"]`. Every step creates new arrays, so you can keep them.
    - Action: `Discrete(len(game.actions))`. A question during another agent's command (a reaction) is answered by
      an action too.
    - Rewards: as the reward options say, by default those of `Game.terms`; `metadata["reward"]` holds them.
    - `state()`: the observations of all agents, concatenated, float32 [agents * size], for centralized critics.
    - A bout that reaches its own limit is truncated and scored.

    Pickling and copying preserve everything at any moment; so do `save_state` and `load_state`, without pickle.
    """

    agents: list[str]
    rewards: dict[str, float]
    _cumulative_rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    history: list[int]  # every action of this bout; for a dictated die, its face minus one

    def __init__(
        self,
        game: Game,
        *,
        illegal: str = RAISE,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        dice: Callable[[DieToRoll], int] | None = None,
        **arguments: Any,
    ) -> None:
        """Make an environment; `reset` starts the first bout.

        Args:
            game: the game.
            illegal: how to handle an illegal action: "raise" a ValueError; "end" the bout for all, with -1 for the
                offender and 0 for the others; or "replace" it with the legal action with the nearest number.
            render_mode: "ansi" for text that `render` returns, "human" to print it after each step, "rgb_array" for a
                picture as pixels.
            max_cycles: decisions after which all agents are truncated without a final reward; None for no limit.
            dice: supplies the face of every die, for real dice or chosen ones; None lets the environment roll.
            **arguments: `reward`, `shaping`, `gamma` and `draw`, as `core.rewards.read_terms` takes them, by default
                those of `Game.terms`; and the game's own options, such as `seats`.

        Raises:
            ValueError: an option is wrong.
        """
        expect_one_of("illegal", illegal, ILLEGAL)
        expect_one_of("render_mode", render_mode, RENDER_MODES)
        expect_limit("max_cycles", max_cycles)
        if not isinstance(game, Game):
            raise InputError(f"game: got {game!r}; expected a Game; nexus_env.env takes the name of one, too")
        if dice is not None and not callable(dice):
            raise InputError(f"dice: got {dice!r}; expected a function of a DieToRoll that gives its face, or None")

        # The agreed terms, and the attributes that PettingZoo reads.
        self.game, self.illegal, self.render_mode, self.max_cycles = game, illegal, render_mode, max_cycles
        self.reward_options, self.options = split_terms(game, arguments)
        self.metadata = {
            "name": f"{game.name}_{ID_VERSION}",
            "render_modes": render_modes(),
            "render_fps": FRAMES_A_SECOND,
            "is_parallelizable": False,
            "reward": self.reward_options,
        }
        self.dice = dice
        self._camera = Camera(game) if render_mode == PIXELS else None

        # The bout, in a record that compiled code steps.
        terms = read_terms(**self.reward_options)
        self._env_config = slots.make_env_config(
            game, read_rules(game, self.options, *KEYWORDS), terms, dictated=dice is not None
        )
        slots.prepare(game)
        self._slots = slots.rows_of(slots.slot_dtype(game), 1)
        self._size, self._actions = game.observation_size, len(game.actions)

        # The agents and their spaces.
        self.possible_agents = [f"player_{seat}" for seat in range(self._count_seats())]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._make_spaces()
        self._nothing_legal = np.zeros(self._actions, np.int8)
        self._nothing_legal.flags.writeable = False
        self._seeded = False
        self._clear()

    def _make_spaces(self) -> None:
        """Create the observation, action and state spaces."""
        self._observation_space = Dict(
            {
                "observation": (seen := observation_box(self.game)),
                "action_mask": Box(0, 1, (self._actions,), np.int8),
            }
        )
        seats = len(self.possible_agents)
        self.state_space = Box(np.tile(seen.low, seats), np.tile(seen.high, seats), dtype=np.float32)
        self._action_spaces = {agent: Discrete(self._actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """The observation space: one object for all agents."""
        return self._observation_space

    def action_space(self, agent: str) -> Discrete:
        """The action space: one object for each agent, so that each can be seeded."""
        self._expect(agent)
        return self._action_spaces[agent]

    def _expect(self, agent: str) -> None:
        """Refuse the name of an agent that is not there."""
        if agent not in self._seat_of:
            raise InputError(f"agent: got {shortened(repr(agent))}; expected {either(self.possible_agents)}.")

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a new bout.

        Args:
            seed: seeds all randomness of this bout and the following ones; None continues the previous stream.
            options: none are taken; the options of a bout are arguments of the environment.

        Raises:
            ValueError: `seed` is not an integer of at least 0, or there are options; nothing has changed.
        """
        refuse_options(options, OF_TESTS)
        if seed is None and not self._seeded:
            seed = np.random.SeedSequence().entropy  # type: ignore[assignment]
        entropy = slots.NEXT if seed is None else slots.entropy_of(seed, 0)
        self._seeded = True

        # Forget the last bout.
        self._clear()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._nothing_legal} for agent in self.agents}

        # Begin, and go on to the first decision of a seat.
        observation, mask = np.empty(self._size, FLOAT), np.empty(self._actions, INT)
        seat = slots.start(self._slots, self._env_config, 0, entropy, observation, mask)
        if self.dice is not None:
            seat, *_ = self._throw(seat, observation, mask, (False, 0.0))
        self._over = False
        self._ask(self.possible_agents[seat], observation, mask)
        if self.render_mode == HUMAN:
            self.render()

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Carry out `action` of the agent in `agent_selection`; None removes the agent once the bout is over.

        Raises:
            ValueError: the action is no whole number, or is illegal (unless `illegal` says otherwise); nothing has been
                changed.
            RuntimeError: `reset` was never called, or all agents are gone.
        """
        if self._over:
            self._take_out(action)
            return

        # Read the action; one of a wrong type is never played, whatever `illegal` says.
        agent = self.agent_selection
        observation, mask = np.empty(self._size, FLOAT), np.empty(self._actions, INT)
        if type(action) is np.int64:  # as random choice gives it; `whole` takes five times as long
            action = int(action)
        elif type(action) is not int:
            action = whole(action, agent, f"a whole number from 0 to {self._actions - 1}")
        number = action
        if not 0 <= number < self._actions:  # compiled code cannot take a large integer
            number = -1 if number < 0 else self._actions

        # Carry it out. With real dice, `before` restores the bout if the caller of `dice` raises.
        before = None if self.dice is None else slots.copy_of(self._slots)
        seat, paid, reward = slots.step(self._slots, self._env_config, number, observation, mask)
        if seat == slots.ILLEGAL:
            self._meet_illegal(action, number)
            return
        self.history.append(number)
        if self.dice is not None:
            seat, paid, reward = self._throw(seat, observation, mask, (paid, reward), before)

        # Pay, and ask the next agent or end the bout. Before the end, only the agent that is asked next is paid.
        self._cumulative_rewards[agent] = 0.0
        if self._paid:
            self.rewards[agent] = 0.0
        self._paid = paid
        self._decisions += 1
        if seat == NOBODY:
            self._pay_all()
            self._end(bool(self._slots["bout"]["table"]["truncated"][0]))
        else:
            asked = self.possible_agents[seat]
            if paid:
                self.rewards[asked] = reward
                self._cumulative_rewards[asked] += reward
            if asked != agent:
                self.infos[agent] = {"action_mask": self._nothing_legal}
            self._ask(asked, observation, mask)
            if self._decisions == self.max_cycles:
                self._end(truncated=True)
        if self.render_mode == HUMAN:
            self.render()

    def _throw(
        self, seat: int, observation: Array, mask: Array, pay: tuple[bool, float], before: Array | None = None
    ) -> tuple[int, bool, float]:
        """Ask `dice` for faces while chance is to act; an invalid face undoes the step.

        Takes and returns what `slots.step` returns.
        """
        assert self.dice is not None
        decided = max(0, len(self.history) - 1)
        while seat == CHANCE:
            request = self._slots["bout"]["table"]["request"][0]
            sides, roller, purpose = (int(request[name]) for name in ("sides", "roller", "purpose"))
            faces = tuple(int(face) + 1 for face in np.flatnonzero(mask))
            die = DieToRoll(sides, roller, purpose, str(self.game.words.question(self.bout)), faces)
            face = self.dice(die)
            if face not in die.faces:
                if before is not None:
                    self._slots[:] = before
                    del self.history[decided:]
                expected = f"1 to {sides}" if len(faces) == sides else f"one of {', '.join(map(str, faces))}"
                raise InputError(f"dice: got {face!r} for {die.text!r}; expected {expected}")
            seat, paid, reward = slots.step(self._slots, self._env_config, int(face) - 1, observation, mask)
            pay = paid, reward
            self.history.append(int(face) - 1)
        return seat, *pay

    def observe(self, agent: str) -> Observation:
        """The observation of `agent`. For the agent to act, every call returns the same object."""
        if agent == self.agent_selection and not self._over:
            return self._seen
        self._expect(agent)
        observation = np.empty(self._size, FLOAT)
        slots.observe(self._slots, self._env_config, 0, self._seat_of[agent], observation)
        return {"observation": observation, "action_mask": self._nothing_legal}

    def state(self) -> Array:
        """The observations of all agents, concatenated: float32 [agents * size]. It reveals hidden information."""
        seen = np.empty((len(self.possible_agents), self._size), FLOAT)
        for seat, observation in enumerate(seen):
            slots.observe(self._slots, self._env_config, 0, seat, observation)
        return seen.ravel()

    def render(self) -> str | Pixels | None:
        """The latest events, the board and the question as text (printed in mode "human"); or the board as a picture,
        uint8 [height, width, 3], always of the same size.
        """
        if self.render_mode is None:
            gymnasium.logger.warn(
                f"render() needs an environment made with render_mode={ANSI!r}, {HUMAN!r} or {PIXELS!r}."
            )
            return None
        if self._camera is not None:
            return self._camera.take(self.bout)
        text = self.text()
        if self.render_mode == ANSI:
            return text
        print(text)
        return None

    def text(self) -> str:
        """The events since the last decision, the board and the question as text."""
        words, bout = self.game.words, self.bout
        news = slice(int(bout["shown"]), int(bout["told"]))  # what happened before and after a question to another seat
        return "\n".join([*words.sentences(bout, news), "", words.board(bout), words.question(bout)])

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    @property
    def action_names(self) -> tuple[str, ...]:
        """The name of each action, by its number."""
        return tuple(self.game.actions)

    def __repr__(self) -> str:
        return described(self, self.game, len(self.possible_agents), self.options)

    @property
    def bout(self) -> Any:
        """A copy of the bout: one record, whose fields are read as attributes."""
        return slots.copy_of(self._slots["bout"]).view(np.recarray)[0]

    @property
    def outcome(self) -> list[float]:
        """The result of each seat, regardless of the reward options; empty until the rules end the bout."""
        bout = np.asarray(self._slots["bout"])[0]
        if bout["table"]["request"]["seat"] != NOBODY:
            return []
        worth = np.zeros(len(self.possible_agents), FLOAT)
        self.game.rewards(self._slots["bout"][0], worth)
        return [float(each) for each in worth]

    def imagine(self, seed: int) -> Array:
        """The bout as the agent to act imagines it: what it cannot know is dealt at random by `seed`, 0 to 2**62, and
        the coming dice are fresh. One row of the game's record.

        Raises:
            ValueError: the seed is out of range.
        """
        if not is_seed(seed):
            raise InputError(f"imagine: got the seed {seed!r}; expected a whole number from 0 to 2**62.")
        bouts = slots.rows_of(self.game.dtype, 1)
        slots.imagine_for(self._slots, slots.ASKED, np.array([seed], np.int64), bouts)
        return bouts

    @property
    def bout_seed(self) -> int | None:
        """The seed of the current bout, as transcripts record it; None before the first `reset`."""
        return int(self._slots["seed"][0]) if self._seeded else None

    def _count_seats(self) -> int:
        """The number of seats of a bout with these options."""
        observation, mask = np.empty(self._size, FLOAT), np.empty(self._actions, INT)
        slots.start(self._slots, self._env_config, 0, 0, observation, mask)
        return int(self._slots["bout"]["table"]["seats"][0])

    def _clear(self) -> None:
        """Reset everything to no bout and no agents."""
        self._over, self._paid, self._decisions = True, False, 0
        self.history = []
        self._skip_agent_selection: str | None = None
        self.agents = []
        self.agent_selection = self.possible_agents[0]
        self.rewards, self._cumulative_rewards = {}, {}
        self.terminations, self.truncations = {}, {}
        self.infos = {}

    def _ask(self, agent: str, observation: Array, mask: Array) -> None:
        """Let this agent act next."""
        self.agent_selection = agent
        self._seen = {"observation": observation, "action_mask": mask}
        self.infos[agent] = {"action_mask": mask}

    def _pay_all(self) -> None:
        """Set the rewards of the end where PettingZoo expects them."""
        for agent, reward in zip(self.possible_agents, self._slots["rewards"][0].tolist(), strict=False):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def _end(self, truncated: bool) -> None:
        """Mark all agents as done; steps with None then remove them one by one, from the first."""
        self._over = True
        for agent in self.agents:
            self.truncations[agent] = truncated
            self.terminations[agent] = not truncated
            self.infos[agent] = {"action_mask": self._nothing_legal}
        self.agent_selection = self.agents[0]

    def _take_out(self, action: int | np.integer[Any] | None) -> None:
        """Remove a finished agent."""
        if not self.agents:
            raise RuntimeError("There is no bout: call reset() first.")
        if action is not None:
            raise InputError(f"{self.agent_selection}: got {action!r}; expected None, since the bout is over.")
        self._was_dead_step(None)
        self._skip_agent_selection = None  # all agents are done, so there is none to return to
        self._paid = False

    def _meet_illegal(self, action: Any, number: int) -> None:
        """Refuse the action, end the bout or replace the action, as `illegal` says."""
        agent, mask = self.agent_selection, self._slots["mask"][0]
        if self.illegal == RAISE:
            raise InputError(refusal(self.game, action, mask, agent))
        if self.illegal == REPLACE:
            legal = np.flatnonzero(mask)
            self.step(int(legal[np.argmin(abs(legal - number))]))
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = -1.0
        self._accumulate_rewards()
        self._end(truncated=False)


class Ordered(OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's check of the order of calls, with a readable `repr`."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.env!r})"


def make_env(game: Game, *, flat: bool = False, **arguments: Any) -> Any:
    """An `Arena` that also checks the order of calls.

    Args:
        game: the game.
        flat: observations are the vector alone, with the mask in the infos: see `envs.flat`.
        **arguments: as in `Arena`.
    """
    env = Ordered(Arena(game, **arguments))
    if not flat:
        return env
    from nexus_env.envs.flat import Flat

    return Flat(env)
