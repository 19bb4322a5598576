"""What environments make of keywords that nobody takes."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from nexus_env.game.contract import Game
from nexus_env.game.options import OptionsError, UnknownKeyError, hinted, nearest


class UnexpectedArgumentError(TypeError, OptionsError):
    """Neither the environment nor the game takes such a keyword.

    Python itself raises a `TypeError` in these words, and libraries that try a keyword and do without it look for both.
    Who catches the `OptionsError` of a wrong option catches this one, too.
    """


def read_rules(game: Game, options: Mapping[str, Any], *others: str) -> np.ndarray[Any, Any]:
    """The row of the game's options that `Game.read_options` makes of `options`.

    Args:
        game: the game.
        options: what is left of an environment's keywords when it has taken its own.
        *others: keywords that the environment takes itself, named where one is misspelled.

    Raises:
        UnexpectedArgumentError: the game has no such option.
        OptionsError: an option is wrong.
    """
    try:
        return game.read_options(**options)
    except UnknownKeyError as error:
        if error.key not in options:  # it lies deeper, in a table of the game's
            raise
        known = (*others, *error.known)
        raise UnexpectedArgumentError(
            f"{game.name}: got an unexpected keyword argument {error.key!r}; "
            f"expected one of {', '.join(known)}{hinted(nearest(error.key, known))}."
        ) from None
