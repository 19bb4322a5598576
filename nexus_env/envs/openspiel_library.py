"""The games in OpenSpiel's own register, for its tools and for its algorithms that take a game by its name.

    from nexus_env.envs import openspiel

    openspiel.register()
    game = pyspiel.load_game("nexus(seats=4)")

Every game has the parameters `seats` and `options`, the game's own options as JSON. Dice are chance nodes, and the
return is the outcome. It needs `open_spiel`, so import it late.
"""

import json
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.envs.openspiel import SpielGame, SpielState, load_game
from nexus_env.system.wording import InputError, as_json


@cache
def register(game: Game | str) -> type[pyspiel.Game]:
    """Put a game into the register, once, under its own name; the class that OpenSpiel then makes.

    Raises:
        ValueError: there is no such game.
    """
    found = registry.find(game)

    class Registered(LibraryGame):
        """One game of the register."""

        rules = found

    pyspiel.register_game(type_of(load_game(found)), Registered)
    return Registered


def type_of(game: SpielGame) -> pyspiel.GameType:
    """The type of a game, with the parameters that the register takes."""
    return game.get_type({"seats": game.num_players(), "options": "{}"})


class LibraryGame(pyspiel.Game):  # type: ignore[misc]  # the library is not installed where types are checked
    """A game of this package as one of OpenSpiel's."""

    rules: Game

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        """A game with the parameters of its register.

        Raises:
            ValueError: `options` is no JSON object, or an option is wrong.
        """
        given = parameters or {}
        self.inner = load_game(self.rules, reward="outcome", **_options(given))
        least, most = self.inner.min_utility(), self.inner.max_utility()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.inner.num_distinct_actions(),
            max_chance_outcomes=self.inner.max_chance_outcomes(),
            num_players=self.inner.num_players(),
            min_utility=least,
            max_utility=most,
            utility_sum=self.inner.utility_sum(),
            max_game_length=self.inner.max_game_length(),
        )
        super().__init__(type_of(self.inner), info, given)

    def new_initial_state(self) -> "LibraryState":
        """A new bout."""
        return LibraryState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """An observer of what a player sees, with or without what it saw before."""
        return Observer(self.inner, recalls=iig_obs_type is not None and iig_obs_type.perfect_recall)


class LibraryState(pyspiel.State):  # type: ignore[misc]
    """A bout at one moment."""

    def __init__(self, game: LibraryGame) -> None:
        super().__init__(game)
        self.inner: SpielState = game.inner.new_initial_state()

    def current_player(self) -> int:
        """See `SpielState`, like all that follows."""
        return self.inner.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.inner.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of the die, with their chances."""
        return self.inner.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.inner.action_to_string(player, action)

    def is_terminal(self) -> bool:
        """Whether the bout is over."""
        return self.inner.is_terminal()

    def returns(self) -> list[float]:
        """The outcome of each seat; zeros before the end."""
        return self.inner.returns()

    def resample_from_infostate(self, player: int, sampler: Any) -> "LibraryState":
        """See `SpielState.resample_from_infostate`; for bots in Python."""
        other = LibraryState(self.get_game())
        other.inner = self.inner.resample_from_infostate(player, sampler)
        return other

    def __str__(self) -> str:
        return str(self.inner)


class Observer:
    """A player's observation, as OpenSpiel's tools read it."""

    def __init__(self, game: SpielGame, *, recalls: bool) -> None:
        """`recalls`: texts are about everything that a player has seen, not only about what it sees now."""
        self.tensor = np.zeros(game.information_state_tensor_size(), np.float32)
        self.dict = {"observation": self.tensor}
        self._recalls = recalls

    def set_from(self, state: LibraryState, player: int) -> None:
        """Write what a player sees into `tensor`."""
        self.tensor[:] = state.inner.information_state_tensor(player)

    def string_from(self, state: LibraryState, player: int) -> str:
        """The text of what a player knows."""
        inner = state.inner
        return inner.information_state_string(player) if self._recalls else inner.observation_string(player)


def _options(parameters: dict[str, Any]) -> dict[str, Any]:
    """The game's own options among the parameters of a register."""
    text = parameters.get("options", "{}")
    try:
        options = json.loads(text)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise InputError(
            f'options: got {as_json(text)}; expected the options of the game as JSON, such as {{"seats": 2}}.'
        )
    return {**({"seats": parameters["seats"]} if "seats" in parameters else {}), **options}
