"""The keywords and defaults shared by all environments in which one seat learns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core import rewards
from nexus_env.kit.options import OptionsError, UnknownKeyError
from nexus_env.system.wording import InputError, mismatch, nearest, shortened, spoken

RAISE, END, REPLACE = "raise", "end", "replace"
ILLEGAL = (RAISE, END, REPLACE)
ANSI, HUMAN, PIXELS = "ansi", "human", "rgb_array"
RENDER_MODES = (None, ANSI, HUMAN, PIXELS)
TERMS = tuple(rewards.DEFAULTS)


class UnexpectedArgumentError(OptionsError, TypeError):
    """A keyword that neither the environment nor the game takes.

    It is a `TypeError` with Python's own words, because some libraries try a keyword and look for both before they do
    without it. Code that catches the `OptionsError` of a wrong option catches this error, too.
    """


@dataclass(frozen=True, kw_only=True)
class Learner:
    """The keywords of every environment in which one seat learns: `single`, `vector_env`, `sb3_env`, and `make` and
    `make_vec` of Gymnasium.

    - `opponent`: what plays the other seats. The name of an agent: "random", one of the game, a path that ends in
      .onnx, or "package.module:callable", where the callable is given the game; a callable `(observation, mask, rng) ->
      action`; an agent with `choose(observations, masks, rng)` for batches; for many bouts also your own
      `learner_seats.Opponents`, for a single one an agent with `search(worlds, rng)`. None takes the game's
      `Roster.sparring`: "novice" in the games of this package.
    - `seat`: the seat that learns; None draws one for each bout.
    - `illegal`: how to handle an illegal action: "end" the bout with a reward of -1; "raise" a `ValueError` before
      anything is played; or "replace" it with the legal action with the nearest number.
    - `render_mode`: as in `Arena`.
    - `max_episode_steps`: decisions of the learner after which its bout is truncated without a final reward;
      None for no limit.
    - `seed`: seeds all randomness until a `reset` with a seed; None draws one.
    - Everything else: `reward`, `shaping`, `gamma` and `draw`, as `core.rewards.read_terms` takes them, by default
      those of `Game.terms`; and the game's own options, such as `seats`.
    """

    opponent: Any = None
    seat: int | None = None
    illegal: str = END
    render_mode: str | None = None
    max_episode_steps: int | None = None
    seed: int | None = None
    terms: Mapping[str, Any]
    options: Mapping[str, Any]


OF_LEARNER = tuple(field.name for field in fields(Learner) if field.name not in ("terms", "options"))


def read_learner(game: Game, arguments: Mapping[str, Any]) -> Learner:
    """Take the keywords of `Learner` out of `arguments` for an environment of `game`.

    Raises:
        ValueError: one of them is wrong; the seat and the game's options are not checked.
    """
    terms, others = split_terms(game, arguments)
    own = {name: others.pop(name) for name in OF_LEARNER if name in others}
    learner = Learner(terms=terms, options=others, **own)
    expect_one_of("illegal", learner.illegal, ILLEGAL)
    expect_one_of("render_mode", learner.render_mode, RENDER_MODES)
    expect_limit("max_episode_steps", learner.max_episode_steps)
    return learner


def split_terms(game: Game, arguments: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The reward terms among an environment's keywords, by default those of `Game.terms`, and all other keywords."""
    return rewards.split_terms({**game.terms, **arguments})


def read_rules(game: Game, options: Mapping[str, Any], *others: str) -> np.ndarray[Any, Any]:
    """The row of the game's options that `Game.read_options` makes of `options`.

    Args:
        game: the game.
        options: what is left of an environment's keywords when it has taken its own.
        *others: keywords that the environment takes itself, suggested for a misspelled one.

    Raises:
        UnexpectedArgumentError: the game has no such option.
        OptionsError: an option is wrong.
    """
    try:
        return game.read_options(**options)
    except UnknownKeyError as error:
        if error.key not in options:  # the key is nested, in one of the game's own tables
            raise
        raise unexpected(game.name, error.key, (*others, *error.known)) from None


def unexpected(place: str, key: str, known: Sequence[str]) -> UnexpectedArgumentError:
    """The error for a keyword that `place` does not take; `known` are those it takes."""
    found, expected = f"an unexpected keyword argument {shortened(repr(key))}", f"one of {', '.join(known)}"
    return UnexpectedArgumentError(mismatch(place, found, expected, nearest(key, known)))


def described(env: object, game: Game, seats: int, options: Mapping[str, Any], **more: Any) -> str:
    """The `repr` of an environment: its class, the game, the seats, and the keywords that were given."""
    chosen = {**more, "seats": seats, **options}
    return f"{type(env).__name__}({', '.join([game.name, *(f'{name}={value!r}' for name, value in chosen.items())])})"


def expect_one_of(name: str, value: Any, expected: tuple[Any, ...]) -> None:
    """Raise a `ValueError` for a value that is not one of these."""
    if value not in expected:
        raise InputError(f"{name}: got {shortened(repr(value))}; expected one of {', '.join(map(repr, expected))}")


def expect_limit(name: str, value: Any) -> None:
    """Raise a `ValueError` unless a value is None or a limit of decisions."""
    if value is not None and not (type(value) is int and value >= 1):
        raise InputError(f"{name}: got {value!r}; expected a whole number of at least 1, or None")


def expect_seat(seat: Any, seats: int) -> None:
    """Raise a `ValueError` if `seat` is not a learner's seat in a bout of `seats` seats."""
    if seat is not None and not (type(seat) is int and 0 <= seat < seats):
        raise InputError(f"seat: got {seat!r}; expected 0 to {seats - 1}, or None for a random one")


def refuse_options(options: Mapping[str, Any] | None, *ignored: str) -> None:
    """Raise a `ValueError` for options of `reset`, which takes none, except those that are `ignored`."""
    for key in options or ():
        if key not in ignored:
            expected = "none, since the options of a bout are arguments of the environment"
            raise InputError(mismatch("reset", f"options with {spoken(repr(key))}", expected))
