"""Compare with games of other libraries: the same meaning of a step, on the same core, in the same run.

A step is one decision of random legal play with an observation and the legal actions available; resets are included and
moves of chance are not counted. The games are smaller than this one, so the ratios compare the time that a learner
waits, not the quality of the code.
"""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any

from nexus_env.contract.game import Game
from nexus_env.envs.aec import Arena
from nexus_env.system.package import install
from nexus_env.tools.bench import Looped, Stepped, play_bout
from nexus_env.tools.bench.figures import Figure, Line, race

PACKAGES = ("pettingzoo", "rlcard", "open_spiel", "pgx", "jax")
ONE, MANY = "one bout, from Python", "bouts side by side, one core"


def compare(game: Game, seconds: float, bouts: int = 1024, **options: Any) -> dict[str, list[Figure]]:
    """The figures of this game and of each installed peer, first with one bout, then with many.

    Args:
        game: the game.
        seconds: the time for each line.
        bouts: the number of bouts in the second part.
        **options: the game's own options.
    """
    env = Arena(game, **options)
    env.reset(seed=1)  # of later bouts too
    seats = f"{env.max_num_agents} seats"
    ours = Line(f"{game.name}, raw_env", partial(play_bout, env, random.Random(1).random), seats)
    in_turn = partial(Looped(game, bouts, options).work, at_a_time=1)
    ours_of_many = [
        Line(f"{game.name}, Batch.step", Stepped(game, bouts, options).work, f"{seats}, from Python"),
        Line(f"{game.name}, compiled loop", in_turn, "one decision in each bout in turn"),
    ]
    with _one_core():
        alone, missing = _installed([_pettingzoo, _rlcard, _open_spiel])
        together, also_missing = _installed([partial(_pgx, bouts)])
        return {
            ONE: [*race([ours, *alone], seconds), *missing],
            f"{bouts:,} {MANY}": [*race([*ours_of_many, *together], seconds), *also_missing],
        }


def table(title: str, figures: list[Figure]) -> str:
    """The figures as text; each ratio is that of the first line, which is ours, to this line."""
    ours = figures[0].value or 0.0
    wide = max(map(len, (title, *(figure.what for figure in figures)))) + 2
    rows = [f"{title:<{wide}}{'decisions a second':>20}{'first / this':>14}"]
    for figure in figures:
        shown = f"{'-':>20}{'-':>14}  {figure.remark}"
        if figure.value is not None:
            shown = f"{figure.value:>20,.0f}{ours / figure.value:>13.2f}x  {figure.remark}"
        rows.append(f"{figure.what:<{wide}}{shown}".rstrip())
    return "\n".join(rows)


@contextmanager
def _one_core() -> Iterator[None]:
    """Pin this process and its threads to one core, if the system supports it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def _installed(peers: list[Callable[[], Iterator[Line]]]) -> tuple[list[Line], list[Figure]]:
    """The lines of peers that can be imported, and a figure without a value for each of the others."""
    lines: list[Line] = []
    missing: list[Figure] = []
    for peer in peers:
        try:
            lines += peer()
        except ImportError as error:
            name = error.name or str(error)
            missing.append(
                Figure(
                    name,
                    None,
                    "decisions a second",
                    f"is not installed; {install('peers')} installs all of them",
                )
            )
    return lines, missing


def _pettingzoo() -> Iterator[Line]:
    for name, module in (("tic-tac-toe", "tictactoe"), ("connect four", "connect_four")):
        env = import_module(f"pettingzoo.classic.{module}.{module}").raw_env()
        yield Line(f"PettingZoo {name}", partial(play_bout, env, random.Random(1).random), "its raw_env")


def _rlcard() -> Iterator[Line]:
    rlcard = import_module("rlcard")
    for name in ("leduc-holdem", "uno"):
        env = rlcard.make(name, config={"seed": 1})
        yield Line(f"RLCard {name}", partial(_play_rlcard, env, random.Random(1)), "its legal actions as a dict")


def _play_rlcard(env: Any, rng: random.Random) -> int:
    state, _ = env.reset()
    decisions = 0
    while not env.is_over():
        state, _ = env.step(rng.choice(list(state["legal_actions"])))
        decisions += 1
    return decisions


def _open_spiel() -> Iterator[Line]:
    pyspiel = import_module("pyspiel")
    for name in ("tic_tac_toe", "connect_four", "backgammon"):
        game = pyspiel.load_game(name)
        yield Line(
            f"OpenSpiel {name}", partial(_play_open_spiel, game, random.Random(1)), "observation and mask as lists"
        )


def _play_open_spiel(game: Any, rng: random.Random) -> int:
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
            continue
        state.observation_tensor()
        state.legal_actions_mask()
        state.apply_action(rng.choice(state.legal_actions()))
        decisions += 1
    return decisions


def _pgx(bouts: int) -> Iterator[Line]:
    jax, pgx = import_module("jax"), import_module("pgx")
    wrappers = import_module("pgx.experimental.wrappers")
    for name in ("tic_tac_toe", "connect_four", "backgammon"):
        yield Line(
            f"Pgx {name}", _Pgx(jax, pgx.make(name), wrappers.auto_reset, bouts).work, "one compiled call a step"
        )


class _Pgx:
    """Bouts of a Pgx game, stepped together."""

    def __init__(self, jax: Any, env: Any, auto_reset: Any, bouts: int) -> None:
        self._bouts, self._jax, self._key = bouts, jax, jax.random.PRNGKey(1)
        step = jax.vmap(auto_reset(env.step, env.init))

        def move(state: Any, key: Any) -> Any:
            choosing, chance, key = jax.random.split(key, 3)
            actions = jax.random.categorical(choosing, jax.numpy.log(state.legal_action_mask.astype(float)))
            return step(state, actions, jax.random.split(chance, bouts)), key

        self._move = jax.jit(move)
        self._state = jax.jit(jax.vmap(env.init))(jax.random.split(self._key, bouts))

    def work(self) -> int:
        """Make a decision in each bout."""
        self._state, self._key = self._move(self._state, self._key)
        self._jax.block_until_ready(self._state)
        return self._bouts
