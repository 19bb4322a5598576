"""Many bouts stepped together, with observations and masks written into the learner's arrays."""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from nexus_env.contract.game import Game
from nexus_env.contract.refusal import refusal
from nexus_env.core import slots
from nexus_env.core.policy_bank import PolicyBank, play_on
from nexus_env.core.rewards import read_terms
from nexus_env.core.snapshots import pack, refuse_unsound, unpack
from nexus_env.envs.keywords import TERMS, described, read_rules, split_terms, unexpected
from nexus_env.kit.dice import MOST_SEED
from nexus_env.machine.compiled import announced
from nexus_env.system.wording import InputError

Array = np.ndarray[Any, Any]

FIELDS: dict[str, Callable[[Any], bool]] = {
    "seed": lambda value: type(value) is int and value >= 0,
    "house": lambda value: type(value) is str,
}
"""A check for each field of a saved batch."""
OWN = ("seed", "options", "threads", "compact")
WORTH_A_THREAD = 256  # bouts; with fewer, waking another thread takes longer than stepping


class Batch:
    """`bouts` bouts of a game. A finished bout restarts at once, with the next seed of its slot.

    Public arrays of n = `bouts` rows, which every call updates in place:

    - `observations`: float32 [n, size], what the seat to act sees; in a `compact` batch int8, with strided rows, to be
      multiplied by `game.observation_scales`;
    - `masks`: int8 [n, actions], 1 for each of its legal actions;
    - `seats`: int32 [n], the seat to act;
    - `rewards`: float32 [n, seats], each seat's reward for this step; 0 for bouts that were not stepped;
    - `terminated`, `truncated`: bool [n], the bout ended in this step, by its rules or by its limit. `observations`,
      `masks` and `seats` already belong to the next bout;
    - `final_observations`: float32 [n, seats, size], what each seat saw at the end of the last bout that ended here; a
      compact batch keeps none;
    - `outcomes`: float32 [n, seats], the plain outcome of a bout that ended in this step, whatever `rewards` pays.

    The reward of a decision is the sum of the seat's `rewards` until it acts again: another seat's step may end the
    bout. The game scores a bout cut off by its limit like any other, so its end needs no bootstrapping from
    `final_observations` unless a learner prefers that to the score.

    What slot i plays depends on the seed, on i and on the actions, but not on the number of slots.
    """

    def __init__(
        self,
        game: Game,
        bouts: int,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        *,
        threads: int = 1,
        compact: bool = False,
        **arguments: Any,
    ) -> None:
        """Start `bouts` bouts.

        Args:
            game: the game.
            bouts: how many, at least 1.
            seed: seeds all randomness, 0 or more.
            options: the game's own options.
            threads: the number of cores for `step` and `play_on`, at least 1; useful from about a thousand bouts.
                Results do not depend on it.
            compact: return int8 instead of float32 observations: a quarter of the memory, and less work.
            **arguments: `reward`, `shaping`, `gamma` and `draw`, as `core.rewards.read_terms` takes them, by default
                those of `Game.terms`, as in every environment; and any of the public arrays by name, to be written
                instead of new ones: C-contiguous, of the shape and type given above.

        Raises:
            UnexpectedArgumentError: a keyword is none of these, such as an option of the game outside `options`.
            ValueError: an option or an array does not fit.
        """
        terms, arrays = split_terms(game, arguments)
        bouts, threads = at_least_one("bouts", bouts), at_least_one("threads", threads)
        if not isinstance(compact, bool):
            raise InputError(f"compact: got {compact!r}; expected True or False")
        for name in arrays.keys() & {"observations", "final_observations"} if compact else ():
            raise InputError(f"{name}: got an array for a compact batch; expected none, or compact=False.")
        if options is not None and not isinstance(options, Mapping):
            raise InputError(
                f"options: got {options!r}; expected the game's own options by name, such as {{'seats': 2}}"
            )

        # The bouts, in records that compiled code steps.
        self.game, self.bouts, self.seed, self.threads = game, bouts, seed, threads
        self.options, self.reward_options = dict(options or {}), terms
        self._env_config = slots.make_env_config(game, read_rules(game, self.options), read_terms(**terms), silent=True)
        slots.prepare(game)
        self._slots = slots.rows_of(slots.slot_dtype(game), bouts)
        self._all = np.arange(bouts)
        self._met_networks = False  # the code that plays networks has been compiled
        self.num_seats = self._count_seats()

        # The public arrays: the caller's own, or new ones.
        size, actions, seats = 0 if compact else game.observation_size, len(game.actions), self.num_seats
        own = _Arrays(bouts, arrays)
        self._floats = own.take("observations", np.float32, size)
        self.observations = self._slots["seen"] if compact else self._floats
        self.masks = own.take("masks", np.int8, actions)
        self.seats = own.take("seats", np.int32)
        self.rewards = own.take("rewards", np.float32, seats)
        self.terminated = own.take("terminated", np.bool_)
        self.truncated = own.take("truncated", np.bool_)
        self.final_observations = own.take("final_observations", np.float32, seats, size)
        self.outcomes = own.take("outcomes", np.float32, seats)
        own.refuse_others()
        self.reset()

    @property
    def nbytes(self) -> int:
        """The size in bytes of the bouts, their bookkeeping and the public arrays."""
        shown = (self._floats, self.masks, self.seats, self.rewards, self.terminated, self.truncated)
        return sum(array.nbytes for array in (self._slots, *shown, self.final_observations, self.outcomes))

    def reset(self, seed: int | None = None) -> None:
        """Restart every bout, as in a new batch with this seed; without a seed, with the present one."""
        seed = self.seed if seed is None else seed
        entropies = np.array([slots.entropy_of(seed, slot) for slot in range(self.bouts)])
        self.seed = int(seed)
        slots.start_all(self._slots, self._env_config, entropies, self._floats, self.masks, self.seats)
        self._forget_step()

    def step(self, actions: npt.ArrayLike, which: npt.ArrayLike | None = None) -> None:
        """Carry out one action in each bout, or in those of `which`.

        Args:
            actions: integers, one for each bout that is stepped.
            which: the numbers of these bouts, each at most once; all by default.

        Raises:
            ValueError: a bout does not exist or is named twice, or an action is illegal; nothing has changed.
        """
        bouts = self._all if which is None else _whole("which", which)
        chosen = self._legal(actions, bouts)
        self._forget_pay()
        self._spread(self._play, bouts, chosen)

    def _legal(self, actions: npt.ArrayLike, bouts: Array) -> Array:
        """The actions as int64 [k]; raises a `ValueError` if one of them is illegal."""
        chosen = one_each("actions", actions, bouts)
        wrong = slots.first_wrong(self._slots, bouts, chosen)
        if wrong >= 0:
            raise InputError(self._refusal(bouts, int(wrong), int(chosen[wrong])))
        return chosen

    def renew(self, which: Array) -> None:
        """Begin the next bout of each of `which`, int64 [k], whether or not the current one is over."""
        for slot in which.tolist():
            rows = slice(slot, slot + 1)
            shown = (self._floats[rows], self.masks[rows], self.seats[rows])
            slots.start_all(self._slots[rows], self._env_config, np.array([slots.NEXT]), *shown)

    def play_on(
        self, which: Array, learner: Array, players: Array, owing: Array, bank: PolicyBank, gains: Array, over: Array
    ) -> None:
        """Let networks play each bout of `which` to the next choice of its learner or of a guest, or to its end.

        Where a bout ends, `truncated`, `outcomes` and `final_observations` describe the end; the next bout has begun.

        Args:
            which: int64 [k], the bouts to play on.
            learner: int32 [n], the learner's seat in each bout, which the networks do not play.
            players: int32 [n, seats], the row of `bank` that plays each other seat; `core.policy_bank.GUEST` for a
                guest, which the caller must ask when `seats` names that seat.
            owing: bool [n], the learner has decided in this bout: what follows is paid to it, and where it has only one
                legal action, that is carried out.
            bank: the networks.
            gains: float32 [n]; the learner's pay is added to it.
            over: bool [n]; for each of `which`, whether its bout has ended.

        Raises:
            ValueError: the batch is compact, but networks need float32.
        """
        if self._floats is not self.observations:
            raise ValueError("play_on: got a compact batch; expected float32 observations.")

        def play(part: Array) -> None:
            layers = np.zeros((2, int(bank.widths[1:].max())), np.float32)
            play_on(
                *(self._slots, self._env_config, part, learner, players, owing, bank.weights, bank.widths, layers),
                *(gains, over, self._floats, self.masks, self.seats),
                *(self.truncated, self.outcomes, self.final_observations),
            )

        if self._met_networks:
            self._spread(play, which)
            return
        with announced(f"{self.game.name} for networks", self.game.compile_seconds, record=self.game.record):
            self._spread(play, which)
        self._met_networks = True

    def imagine(self, which: npt.ArrayLike, seeds: npt.ArrayLike) -> Array:
        """Imagined copies of bouts: what the seat to act cannot know is dealt at random.

        Args:
            which: the numbers of the bouts; repetitions are allowed.
            seeds: one for each copy, 0 to 2**62.

        Returns:
            One row of the game's record for each.

        Raises:
            ValueError: a bout does not exist, a seed is too small or too large, or the lengths differ.
        """
        chosen, drawn = _whole("which", which), _whole("seeds", seeds)
        if chosen.shape != drawn.shape or not all(0 <= slot < self.bouts for slot in chosen):
            raise InputError(
                f"imagine: got other bouts or lengths; expected bouts from 0 to {self.bouts - 1} and a seed for each."
            )
        wrong = (drawn < 0) | (drawn > MOST_SEED)
        if wrong.any():
            raise InputError(f"imagine: got the seed {np.asarray(seeds)[wrong][0]}; expected 0 to 2**62.")
        bouts = slots.rows_of(self.game.dtype, len(chosen))
        slots.imagine_all(self._slots, chosen, slots.ASKED, drawn, bouts)
        bouts["silent"] = 0
        return bouts

    def bout(self, slot: int) -> Array:
        """A copy of one bout: one row of the game's record. A batch records no happenings; the copy will.

        Raises:
            ValueError: there is no such bout.
        """
        self._check_slot(slot)
        bout = slots.copy_of(self._slots["bout"][slot : slot + 1])
        bout["silent"] = 0
        return bout

    def observe(self, slot: int, seat: int) -> Array:
        """The observation of any seat of the bout in a slot, float32 [size].

        Raises:
            ValueError: there is no such slot or seat.
        """
        self._check_slot(slot)
        if not (_is_whole(seat) and 0 <= seat < self.num_seats):
            raise InputError(f"seat: got {seat!r}; expected 0 to {self.num_seats - 1}.")
        observation = np.zeros(self.game.observation_size, np.float32)
        slots.observe(self._slots, self._env_config, slot, seat, observation)
        return observation

    def bout_seed(self, slot: int) -> int:
        """The seed of the bout in a slot, as transcripts record it.

        Raises:
            ValueError: there is no such slot.
        """
        self._check_slot(slot)
        return int(self._slots["seed"][slot])

    def save(self) -> bytes:
        """The state of the batch as bytes, to continue exactly as it would have.

        The last step's rewards are not part of it: read them first.
        """
        return pack("batch", self.game, {"seed": self.seed, "house": slots.config_stamp(self._env_config)}, self._slots)

    def restore(self, data: bytes) -> None:
        """Continue from the bytes of `save`. The arrays show the bouts again; rewards are 0, since no step was made.

        The bytes may come from a stranger: every bout is checked like a position, about 2,000 per second.

        Raises:
            ValueError: the bytes are not a saved batch, have another number of bouts, or the rules could not continue
                from one of them; nothing has changed.
        """
        fields, rows = unpack("batch", self.game, data, self._slots.dtype, FIELDS)
        if len(rows) != self.bouts:
            raise InputError(f"saved batch: got {len(rows)} bouts; expected {self.bouts}.")
        if fields["house"] != slots.config_stamp(self._env_config):
            raise ValueError("saved batch: got other options or rewards; expected those of this batch.")
        refuse_unsound("batch", self.game, slots.copy_of(rows), self._env_config)
        self._slots[:] = rows
        self.seed = fields["seed"]
        slots.show_all(self._slots, self._env_config, self._floats, self.masks, self.seats)
        self._forget_step()

    @property
    def action_names(self) -> tuple[str, ...]:
        """The name of each action, by its number."""
        return tuple(self.game.actions)

    def __repr__(self) -> str:
        return described(self, self.game, self.rewards.shape[1], self.options, bouts=self.bouts)

    def _check_slot(self, slot: int) -> None:
        if not (_is_whole(slot) and 0 <= slot < self.bouts):
            raise InputError(f"bout: got {slot!r}; expected 0 to {self.bouts - 1}.")

    def _play(self, which: Array, actions: Array) -> None:
        slots.step_all(
            *(self._slots, self._env_config, which, actions, self._floats, self.masks, self.rewards),
            *(self.terminated, self.truncated, self.seats, self.final_observations, self.outcomes),
        )

    def _spread(self, work: Callable[..., None], *rows: Array) -> None:
        """Do `work` for all of `rows`, arrays of one length, split among as many threads as are worth waking."""
        parts = max(1, min(self.threads, len(rows[0]) // WORTH_A_THREAD))
        spread(work, list(zip(*(np.array_split(row, parts) for row in rows), strict=True)))

    def _forget_step(self) -> None:
        """Clear what the arrays hold of the last step and of finished bouts."""
        self._forget_pay()
        self.final_observations.fill(0)

    def _forget_pay(self) -> None:
        for array in (self.rewards, self.outcomes, self.terminated, self.truncated):
            array.fill(0)

    def _count_seats(self) -> int:
        """The number of seats of a bout with these options."""
        observation, mask = np.zeros(self.game.observation_size, np.float32), np.zeros(len(self.game.actions), np.int8)
        slots.start(self._slots, self._env_config, 0, 0, observation, mask)
        return int(self._slots["bout"]["table"]["seats"][0])

    def _refusal(self, which: Array, wrong: int, action: int) -> str:
        slot = int(which[wrong])
        if not 0 <= slot < self.bouts:
            return f"which: got bout {slot}; expected 0 to {self.bouts - 1}."
        if slot in which[:wrong]:
            return f"which: got bout {slot} twice; expected each bout once."
        return refusal(self.game, action, self._slots["mask"][slot], f"bout {slot}, player_{int(self.seats[slot])}")


def spread(work: Callable[..., None], parts: Sequence[Sequence[Any]]) -> None:
    """Call `work` with each of `parts`, its arguments, concurrently: the first part runs in this thread."""
    waiting = [_pool(os.getpid(), len(parts)).submit(work, *part) for part in parts[1:]]
    try:
        work(*parts[0])
    finally:  # even after an error, no thread still writes when the caller continues
        wait(waiting)
    for part in waiting:
        part.result()


@cache
def _pool(_process: int, threads: int) -> ThreadPoolExecutor:
    """A thread pool, shared by all batches of a process; a forked process needs its own."""
    return ThreadPoolExecutor(threads)


class _Arrays:
    """The arrays that the caller passed, or new ones."""

    def __init__(self, bouts: int, brought: dict[str, Array]) -> None:
        self.bouts, self.brought = bouts, dict(brought)
        self.names: list[str] = []

    def take(self, name: str, dtype: Any, *shape: int) -> Array:
        """The array called `name`, checked, or a new one."""
        expected = (self.bouts, *shape)
        self.names.append(name)
        array = self.brought.pop(name, None)
        if array is None:
            return np.zeros(expected, dtype)
        if not isinstance(array, np.ndarray):
            raise InputError(
                f"{name}: got {array!r}; expected an array of {np.dtype(dtype)} {list(expected)}; "
                f"the game's own options are given as options={{...}}."
            )
        if array.shape != expected or array.dtype != dtype or not (array.flags.c_contiguous and array.flags.writeable):
            raise InputError(
                f"{name}: got {array.dtype} {list(array.shape)}; "
                f"expected a writeable C-contiguous array of {np.dtype(dtype)} {list(expected)}."
            )
        return array

    def refuse_others(self) -> None:
        """Raise an error for any other keyword; the game's options belong in `options`."""
        for name in self.brought:
            raise unexpected("batch", name, (*OWN, *TERMS, *self.names))


def _is_whole(value: Any) -> bool:
    """Whether this is a Python or NumPy integer, and not a bool."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def at_least_one(name: str, value: Any) -> int:
    """Return the value of a count; raises a `ValueError` unless it is an integer of at least 1."""
    if not _is_whole(value) or value < 1:
        raise InputError(f"{name}: got {value!r}; expected a whole number of at least 1")
    return int(value)


def one_each(name: str, values: npt.ArrayLike, bouts: Array) -> Array:
    """`values` as int64 [k], one for each of `bouts`; raises a `ValueError` if they are not."""
    whole = _whole(name, values)
    if whole.shape != bouts.shape:
        raise InputError(f"{name}: got {whole.size}; expected one for each of {bouts.size} bouts.")
    return whole


def _whole(name: str, values: npt.ArrayLike) -> Array:
    """`values` as int64 [k]."""
    array = np.asarray(values)
    if array.shape == (0,):
        return np.zeros(0, np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise InputError(f"{name}: got {array.dtype} {list(array.shape)}; expected a row of whole numbers.")
    return np.ascontiguousarray(array, np.int64)
