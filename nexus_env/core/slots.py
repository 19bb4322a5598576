"""Slots: a bout together with the bookkeeping of the layers above, and all calls from Python into compiled play.

The environment has one slot, the batch thousands; both play through `advance`. The functions under "The border" are
those that Python calls: one call per step, with plain arrays, for any number of bouts.
"""

from functools import cache
from hashlib import sha256
from typing import Any

import numpy as np

from nexus_env.contract import rules
from nexus_env.contract.game import Game
from nexus_env.core.endless import RECENT, Endless, count_decision, endless
from nexus_env.core.rewards import Terms, forget, pay
from nexus_env.kit.dice import Generator, draw_seed, seed_generator
from nexus_env.kit.tape import NOBODY, forget_past
from nexus_env.machine.compiled import PLAIN, announced, compiled, is_ready
from nexus_env.machine.processor import WORD, fetch, move
from nexus_env.machine.record import lay_out, zeros_at_line
from nexus_env.system.wording import InputError

Rows = np.ndarray[Any, Any]

ILLEGAL = -3  # beside the seats, NOBODY and CHANCE
ASKED = -4  # instead of a seat: the one that is asked
NEXT, AGAIN = -1, -2  # instead of an entropy: the next bout of the slot's stream, or the one of the slot's seed again
PLAYERS = 0x9E3779B97F4A7C1  # separates the players' random stream from that of the bouts of the same slot


def most_seats(game: Game) -> int:
    """The largest number of seats of the game."""
    return max(game.seats)


@cache  # Numba knows a record by the identity of its type: another equal one costs 4 us at each call
def slot_dtype(game: Game) -> np.dtype[Any]:
    """The record of one slot."""
    fields = [
        ("bout", game.dtype),
        ("generator", Generator.dtype),  # of the seeds of this slot's bouts
        ("seed", np.int64),  # of the bout
        ("players", Generator.dtype),  # the chance of networks that play seats: see `policy_bank`
        ("potentials", np.float64, (most_seats(game),)),
        ("rewards", np.float32, (most_seats(game),)),  # of the step just made
        ("decisions", np.int64),  # of the bout, without dice
        ("recent", np.int16, (RECENT,)),  # the last ones before the limit: see `core.endless`
        ("mask", np.int8, (len(game.actions),)),  # of the seat that is asked; the learner's copy may be written over
        ("seen", np.int8, (game.observation_size,)),  # what the seat that was shown the bout last has seen
    ]
    return lay_out(fields, ("bout", "mask", "seen"), rows=True)


@cache
def env_config_dtype(game: Game) -> np.dtype[Any]:
    """The record of the settings that all bouts of an environment or a batch share."""
    fields = [
        ("silent", np.int16),
        ("options", game.options_dtype),
        ("terms", Terms.dtype),
        ("scales", np.float32, (game.observation_size,)),
        ("dictated", np.int32),
        ("most", np.int64),  # decisions of a bout: see `Game.most_decisions`
    ]
    return lay_out(fields, ("options", "scales"))


def rows_of(dtype: np.dtype[Any], count: int) -> Rows:
    """Zeroed rows for the border functions, aligned to a cache line. In plain Python, they are a recarray, for access
    to the fields.
    """
    rows = zeros_at_line(count, dtype)
    return rows.view(np.recarray) if PLAIN else rows


def copy_of(rows: Rows) -> Rows:
    """A copy of rows, byte for byte: NumPy is a hundred times slower field by field."""
    whole = rows.view(np.dtype((np.void, rows.dtype.itemsize))).copy()
    copy = np.ndarray(len(rows), rows.dtype, whole)  # a view, but np.view looks at every field
    return copy.view(np.recarray) if PLAIN else copy


def make_env_config(game: Game, options: Rows, terms: Rows, dictated: bool = False, silent: bool = False) -> Rows:
    """The row that the border functions call `env_config`.

    With `dictated`, every die is asked for; with `silent`, bouts record no happenings.
    """
    env_config = rows_of(env_config_dtype(game), 1)
    env_config["silent"], env_config["options"], env_config["terms"], env_config["dictated"] = (
        silent,
        options,
        terms,
        dictated,
    )
    env_config["scales"] = game.observation_scales
    env_config["most"] = game.most_decisions_with(options)
    return env_config


def config_stamp(env_config: Rows) -> str:
    """A short hash of the options and terms; a saved state can be continued only with the same ones."""
    digest = sha256()
    for name in ("silent", "options", "terms", "dictated"):
        digest.update(env_config[name].tobytes())
    return digest.hexdigest()[:12]


def entropy_of(seed: int, slot: int) -> int:
    """The start of a slot's stream of seeds: the same in a batch of any size.

    Raises:
        ValueError: `seed` is not an integer of at least 0.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise InputError(f"seed: got {seed!r}; expected a whole number from 0 up")
    low, high = np.random.SeedSequence(seed, spawn_key=(slot,)).generate_state(2)
    return int(high >> 1) << 32 | int(low)


def prepare(game: Game) -> None:
    """Compile everything that the environment and the batch need from `game`, with a message if it takes long."""
    if is_ready(game.name, record=game.record):
        return  # each function comes out of the cache when it is first called: an environment alone needs few of them
    with announced(game.name, game.compile_seconds, record=game.record):
        exercise(game)


def exercise(game: Game) -> None:
    """Call every border function once, which compiles those that are not in the cache."""
    slots = rows_of(slot_dtype(game), 1)
    env_config = make_env_config(game, game.read_options(), np.zeros(1, Terms.dtype))
    seats, size, actions = most_seats(game), game.observation_size, len(game.actions)
    which, ends = np.zeros(1, np.int64), (np.zeros(1, np.bool_), np.zeros(1, np.bool_))
    observations, masks = np.zeros((1, size), np.float32), np.zeros((1, actions), np.int8)
    start_all(slots, env_config, np.ones(1, np.int64), observations, masks, np.zeros(1, np.int32))
    show_all(slots, env_config, observations, masks, np.zeros(1, np.int32))
    observe(slots, env_config, 0, 0, observations[0])
    find_unplayable(rows_of(game.dtype, 1), np.zeros(1, np.int64))
    imagine_all(slots, which, ASKED, which, rows_of(game.dtype, 1))
    paid = np.zeros((1, seats), np.float32)
    first_wrong(slots, which, which)
    step_all(
        *(slots, env_config, which, np.argmax(masks, axis=1), observations, masks, paid, *ends, np.zeros(1, np.int32)),
        *(np.zeros((1, seats, size), np.float32), np.zeros((1, seats), np.float32)),
    )
    step(slots, env_config, int(np.argmax(masks)), observations[0], masks[0])


# --- What happens in a slot ---------------------------------------------------------------------------------------


@compiled
def deal(slot: Any, env_config: Any) -> None:
    """Start a new bout, with the next seed of the slot's own stream."""
    slot.seed = draw_seed(slot.generator)
    begin(slot, env_config)


@compiled
def begin(slot: Any, env_config: Any) -> None:
    """Start the bout of the slot's seed from its beginning."""
    slot.bout.silent = env_config.silent
    rules.setup(slot.bout, env_config.options, slot.seed, env_config.dictated)
    slot.decisions = 0
    forget(slot.potentials)
    pay(slot.bout, env_config.terms, slot.potentials, slot.rewards)
    rules.write_mask(slot.bout, slot.mask)


@compiled
def call_near(slot: Any) -> None:
    """Prefetch what the next step in this slot will need."""
    fetch(slot.bout.table)
    fetch(slot.bout.start)
    fetch(slot.bout.tape.generator)


@compiled
def may(slot: Any, action: int) -> bool:
    """Whether the action is legal."""
    return bool(0 <= action < slot.mask.shape[0] and slot.mask[action] != 0)


@compiled
def advance(slot: Any, env_config: Any, action: int) -> bool:
    """Carry out a legal action; True if it paid anything.

    Raises:
        Endless: the bout may take no more decisions; nothing has changed.
    """
    count_decision(slot, env_config.most, action)
    rules.play(slot.bout, action)
    paid = pay(slot.bout, env_config.terms, slot.potentials, slot.rewards)
    rules.write_mask(slot.bout, slot.mask)
    return paid


@compiled
def end(slot: Any, env_config: Any, outcomes: Any, final_observations: Any) -> bool:
    """Record how the bout ended and what each seat saw then, and begin the next; True if its limit ended it."""
    truncated = slot.bout.table.truncated != 0
    rules.rewards(slot.bout, outcomes)
    for seat in range(outcomes.shape[0]):
        see(slot, env_config, seat, final_observations[seat])
    deal(slot, env_config)
    return bool(truncated)


@compiled
def see(slot: Any, env_config: Any, seat: int, observation: Any) -> None:
    """Write what `seat` may know, as int8 into the slot and as float32 into as much of `observation` as there is."""
    rules.observe(slot.bout, seat, slot.seen)
    for place in range(observation.shape[0]):
        observation[place] = np.float32(slot.seen[place]) * env_config.scales[place]


@compiled
def show_mask(slot: Any, mask: Any) -> None:
    """Write the mask of the seat to act."""
    # As `mask[:] = slot.mask`, which takes ten times as long in machine code; there the length of this one is known.
    last = slot.mask.shape[0] - WORD
    if last < 0:
        for action in range(slot.mask.shape[0]):
            mask[action] = slot.mask[action]
        return
    for first in range(0, last, WORD):
        move(slot.mask, mask, first)
    move(slot.mask, mask, last)


@compiled
def show(slot: Any, env_config: Any, observation: Any, mask: Any) -> int:
    """Write the observation and the mask of the seat to act; returns the seat, NOBODY at the end."""
    seat = slot.bout.table.request.seat
    if seat >= 0:
        see(slot, env_config, seat, observation)
    show_mask(slot, mask)
    return int(seat)


# --- The border ---------------------------------------------------------------------------------------------------


@compiled
def _step(slots: Rows, env_config: Rows, action: int, observation: Any, mask: Any) -> tuple[int, bool, float]:
    """See `step`."""
    slot = slots[0]
    if not may(slot, action):
        return ILLEGAL, False, 0.0
    paid = advance(slot, env_config[0], action)
    seat = show(slot, env_config[0], observation, mask)
    return seat, paid, float(slot.rewards[max(0, seat)])


def step(slots: Rows, env_config: Rows, action: int, observation: Any, mask: Any) -> tuple[int, bool, float]:
    """Carry out `action` in the first slot.

    Returns the next seat to act (NOBODY at the end, ILLEGAL if the action is illegal and nothing was done), whether
    anything was paid, and the reward of that seat. Until the bout ends, nobody else is paid; then `slots[0].rewards`
    holds the rewards of all.

    Raises:
        EndlessBout: the bout may take no more decisions; nothing has changed.
    """
    try:
        return _step(slots, env_config, action, observation, mask)
    except Endless:
        raise endless(slots[:1], env_config) from None


@compiled
def observe(slots: Rows, env_config: Rows, i: int, seat: int, observation: Any) -> None:
    """Write what `seat` may know of the bout in slot `i` into `observation`, float32 [size]."""
    before = slots[i].seen.copy()
    see(slots[i], env_config[0], seat, observation)
    for place in range(before.shape[0]):
        slots[i].seen[place] = before[place]


@compiled
def start_all(slots: Rows, env_config: Rows, entropies: Any, observations: Any, masks: Any, seats: Any) -> None:
    """Start a new bout in every slot; its entropy restarts its stream of seeds, unless it is NEXT or AGAIN."""
    for i in range(slots.shape[0]):
        slot, entropy = slots[i], entropies[i]
        if entropy >= 0:
            seed_generator(slot.generator, entropy)
            seed_generator(slot.players, entropy ^ PLAYERS)
        if entropy == AGAIN:
            begin(slot, env_config[0])
        else:
            deal(slot, env_config[0])
        seats[i] = show(slot, env_config[0], observations[i], masks[i])


def start(slots: Rows, env_config: Rows, i: int, entropy: int, observation: Any, mask: Any) -> int:
    """Start a new bout in slot `i`, by `start_all`, so that no second function has to be compiled.

    Returns the seat to act.
    """
    seats = np.zeros(1, np.int32)
    start_all(slots[i : i + 1], env_config, np.array([entropy]), observation[None], mask[None], seats)
    return int(seats[0])


@compiled
def _step_all(
    slots: Rows,
    env_config: Rows,
    which: Any,
    actions: Any,
    observations: Any,
    masks: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    seats: Any,
    final_observations: Any,
    outcomes: Any,
) -> None:
    """See `step_all`."""
    for k in range(which.shape[0]):
        i = which[k]
        slot = slots[i]
        if k + 1 < which.shape[0]:
            call_near(slots[which[k + 1]])
        if advance(slot, env_config[0], actions[k]):
            rewards[i] = slot.rewards[: rewards.shape[1]]
        if slot.bout.table.request.seat == NOBODY:
            truncated[i] = end(slot, env_config[0], outcomes[i], final_observations[i])
            terminated[i] = not truncated[i]
        seats[i] = show(slot, env_config[0], observations[i], masks[i])


def step_all(slots: Rows, env_config: Rows, which: Any, actions: Any, *told: Any) -> None:
    """Carry out `actions[k]` in slot `which[k]` for every k, and restart the bouts that end.

    The caller has checked them with `first_wrong`, and cleared the rewards and ends of the step before. Several threads
    may do this at once, for different slots.

    Args:
        slots: the bouts.
        env_config: the row of `make_env_config`.
        which: int64 [k].
        actions: int64 [k].
        *told: observations, masks, rewards, terminated, truncated, seats, final observations and outcomes; see `Batch`.

    Raises:
        EndlessBout: a bout may take no more decisions; the actions before it have been carried out.
    """
    try:
        _step_all(slots, env_config, which, actions, *told)
    except Endless:
        raise endless(slots, env_config) from None


@compiled
def first_wrong(slots: Rows, which: Any, actions: Any) -> int:
    """The first index at which a slot does not exist or is repeated, or the action is illegal; -1 for none."""
    seen = np.zeros(slots.shape[0], np.bool_)
    for k in range(which.shape[0]):
        i = which[k]
        if i < 0 or i >= slots.shape[0] or seen[i] or not may(slots[i], actions[k]):
            return k
        seen[i] = True
    return -1


@compiled
def show_all(slots: Rows, env_config: Rows, observations: Any, masks: Any, seats: Any) -> None:
    """Write the observation, mask and seat of every slot again, with the mask computed from its bout."""
    for i in range(slots.shape[0]):
        rules.write_mask(slots[i].bout, slots[i].mask)
        seats[i] = show(slots[i], env_config[0], observations[i], masks[i])


@compiled
def find_unplayable(bouts: Rows, laws: Any) -> None:
    """Write into `laws`, for each bout, the first broken law that makes it unplayable; 0 if there is none."""
    for k in range(bouts.shape[0]):
        laws[k] = rules.unplayable(bouts[k])


@compiled
def imagine_at(bout: Any, seat: int, seed: int) -> None:
    """Redeal what `seat` cannot know, and erase the past."""
    bout.heard = bout.shown  # the skipped rows belong to a private question
    rules.imagine(bout, seat, seed)
    forget_past(bout)


@compiled
def imagine_all(slots: Rows, which: Any, seat: int, seeds: Any, bouts: Rows) -> None:
    """Copy the bout of slot `which[k]` to `bouts[k]`, and redeal what `seat` cannot know; ASKED is the seat to act."""
    for k in range(which.shape[0]):
        bouts[k] = slots[which[k]].bout
        imagine_at(bouts[k], int(bouts[k].table.request.seat) if seat == ASKED else seat, seeds[k])


def imagine_for(slots: Rows, seat: int, seeds: Any, bouts: Rows) -> None:
    """Copy the bout of the first slot to every `bouts[k]`, and redeal there what `seat` cannot know."""
    imagine_all(slots, np.zeros(len(seeds), np.int64), int(seat), seeds, bouts)
