"""Any game for OpenSpiel's Python bots: a game and cloneable states.

    from open_spiel.python.algorithms import ismcts, mcts

    game = openspiel.load_game("nexus", seats=2)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(), uct_c=2, max_simulations=100)
    state = game.new_initial_state()

The names are OpenSpiel's. The objects are plain Python, so OpenSpiel's C++ algorithms cannot use them; `register` puts
the games into its register, for its tools that load a game by its name.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.core.copies import is_seed
from nexus_env.core.rewards import read_terms
from nexus_env.core.session import Session
from nexus_env.envs.actions import whole
from nexus_env.envs.keywords import TERMS, described, expect_one_of, read_rules, split_terms
from nexus_env.kit.dice import MOST_SEED
from nexus_env.kit.tape import CHANCE, MOST_SIDES
from nexus_env.system.wording import InputError, shortened

CHANCE_PLAYER, TERMINAL_PLAYER = -1, -4  # as OpenSpiel numbers them
UNKNOWN = -1  # its number for no action
EXPLICIT, SAMPLED = "explicit", "sampled"


def load_game(
    game: Game | str = registry.DEFAULT, *, chance: str = EXPLICIT, seed: int | None = None, **arguments: Any
) -> "SpielGame":
    """Load a game for OpenSpiel's bots.

    Args:
        game: a `Game` or the name of one.
        chance: "explicit": every die and every drawn card is a chance node; or "sampled": actions roll the dice
            themselves, and a clone has the same dice to come, so a search that clones knows them in advance.
        seed: seeds the dice of sampled bouts, 0 to 2**62; None draws one.
        **arguments: `reward` and `draw` as environments take them, with the same defaults, but no `shaping`, since
            OpenSpiel is paid at the end only; and the game's own options.

    Raises:
        ValueError: an argument is wrong.
    """
    expect_one_of("chance", chance, (EXPLICIT, SAMPLED))
    if seed is not None and not is_seed(seed):
        raise InputError(f"seed: got {seed!r}; expected a whole number from 0 to 2**62, or None")
    found = registry.find(game) if isinstance(game, str) else game
    terms, options = split_terms(found, {"shaping": 0.0, **arguments})
    if terms["shaping"]:
        raise InputError(
            f"shaping: got {terms['shaping']!r}; expected 0, since the state adapter rewards only at the end"
        )
    rows = read_rules(found, options, "chance", "seed", *TERMS)
    return SpielGame(found, rows, read_terms(**terms), is_sampled=chance == SAMPLED, seed=seed, options=options)


def register(*games: Game | str) -> None:
    """Put games into OpenSpiel's own register, by default all of this package: `pyspiel.load_game("nexus")`.

    Raises:
        ImportError: OpenSpiel is not installed.
        ValueError: there is no such game.
    """
    from nexus_env.envs import openspiel_library

    for game in games or registry.own_names():
        openspiel_library.register(game)


class SpielGame:
    """A game with its options, with the methods of `pyspiel.Game`."""

    def __init__(
        self,
        game: Game,
        rules: Any,
        terms: Any,
        *,
        is_sampled: bool,
        seed: int | None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """See `load_game`; `options` are those of `rules` as they were given, for `repr`."""
        self.options = dict(options or {})
        self.game, self.rules, self.terms, self.is_sampled = game, rules, terms, is_sampled
        self._rng = np.random.default_rng(seed) if is_sampled else None
        self._seats = len(Session(game, rules, dictated=True).observations)

    def new_initial_state(self) -> "SpielState":
        """A new bout."""
        seed = 0 if self._rng is None else int(self._rng.integers(MOST_SEED))
        return SpielState(self, self._session(seed), seed)

    @property
    def action_names(self) -> tuple[str, ...]:
        """The name of each action, by its number."""
        return tuple(self.game.actions)

    def __repr__(self) -> str:
        return described(self, self.game, self._seats, self.options)

    def deserialize_state(self, text: str) -> "SpielState":
        """The state that `SpielState.serialize` has written; the game must have the same options.

        Raises:
            ValueError: it is no such text, or an action is illegal.
        """
        first, *lines = text.split("\n") if text else [""]
        try:
            seed, actions = int(first), [int(line) for line in lines]
            if not is_seed(seed):
                raise ValueError
        except ValueError:
            raise InputError(
                f"state: got {shortened(text)!r}; expected a seed and numbers of actions, a line each."
            ) from None
        state = SpielState(self, self._session(seed), seed)
        for action in actions:
            state.apply_action(action)
        return state

    def _session(self, seed: int) -> Session:
        return Session(self.game, self.rules, seed=seed, dictated=not self.is_sampled, terms=self.terms)

    def get_type(self, parameters: Mapping[str, Any] | None = None) -> Any:
        """A `pyspiel.GameType`: sequential, imperfect information, terminal rewards.

        Args:
            parameters: those of the library's register, with their defaults.
        """
        import pyspiel

        kind, sampled = pyspiel.GameType, pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
        return kind(
            short_name=self.game.name,
            long_name=self.game.words.about().title or self.game.name,
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=sampled if self.is_sampled else kind.ChanceMode.EXPLICIT_STOCHASTIC,
            information=kind.Information.IMPERFECT_INFORMATION,
            utility=kind.Utility.GENERAL_SUM if self.utility_sum() is None else kind.Utility.ZERO_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            max_num_players=max(self.game.seats),
            min_num_players=min(self.game.seats),
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=dict(parameters or {}),
        )

    def num_players(self) -> int:
        """The number of seats."""
        return self._seats

    def num_distinct_actions(self) -> int:
        """The length of the action table."""
        return len(self.game.actions)

    def max_game_length(self) -> int:
        """The most decisions of a bout, dice not counted: see `Game.most_decisions`."""
        return self.game.most_decisions_with(self.rules)

    def max_chance_outcomes(self) -> int:
        """The number of faces of the largest die."""
        return 0 if self.is_sampled else MOST_SIDES

    def min_utility(self) -> float:
        """The lowest return of a bout."""
        return -1.0

    def max_utility(self) -> float:
        """The highest return of a bout."""
        return 1.0

    def utility_sum(self) -> float | None:
        """The sum of the returns of all seats: 0 if only the outcome is paid and sums to zero, None if it varies."""
        outcome_alone = np.array_equal(self.terms, read_terms())
        return 0.0 if self.game.outcomes.zero_sum and outcome_alone else None

    def information_state_tensor_shape(self) -> list[int]:
        """The shape of the observation."""
        return [self.game.observation_size]

    observation_tensor_shape = information_state_tensor_shape

    def information_state_tensor_size(self) -> int:
        """The length of the observation."""
        return self.game.observation_size

    observation_tensor_size = information_state_tensor_size


class SpielState:
    """A bout at one moment, with the methods of `pyspiel.State`."""

    def __init__(self, game: SpielGame, session: Session, seed: int) -> None:
        """A state of `game`; `session` belongs to it, and `seed` are its dice."""
        self._seed = seed
        self._game, self._session = game, session
        self._history: list[tuple[int, int]] = []
        self._past = [b""] * game.num_players()  # of each player: a hash of what it saw when it acted, and what it did

    def get_game(self) -> SpielGame:
        """The game."""
        return self._game

    def clone(self) -> "SpielState":
        """An independent copy of this state."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other._session, other._history, other._past = self._session.clone(), self._history.copy(), self._past.copy()
        return other

    def __deepcopy__(self, _memo: Any) -> "SpielState":
        return self.clone()

    def child(self, action: int) -> "SpielState":
        """The state after an action."""
        other = self.clone()
        other.apply_action(action)
        return other

    # --- players and legal actions ------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """The seat to act; -1 for chance, -4 at the end."""
        if self._session.is_over:
            return TERMINAL_PLAYER
        return CHANCE_PLAYER if self.is_chance_node() else self._session.seat

    def is_terminal(self) -> bool:
        """Whether the bout is over."""
        return self._session.is_over

    def is_chance_node(self) -> bool:
        """Whether a die is asked for."""
        return self._session.seat == CHANCE

    def is_simultaneous_node(self) -> bool:
        """False: secret simultaneous choices are asked one after another."""
        return False

    def is_player_node(self) -> bool:
        """Whether a seat is to act."""
        return self._session.seat >= 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions in ascending order; none for a player that is not to act."""
        if self.is_terminal() or player not in (None, self.current_player()):
            return []
        return [int(action) for action in np.flatnonzero(self._session.mask)]

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for each legal action, else 0."""
        legal = set(self.legal_actions(player))
        most = self._game.max_chance_outcomes() if self.is_chance_node() else self._game.num_distinct_actions()
        return [int(action in legal) for action in range(most)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each face minus one, with its probability; all are equally likely."""
        faces = self.legal_actions() if self.is_chance_node() else []
        return [(face, 1 / len(faces)) for face in faces]

    def apply_action(self, action: int) -> None:
        """Carry out an action; at a chance node, the face minus one.

        Raises:
            ValueError: the action is illegal; nothing has changed.
        """
        player = self.current_player()
        number = whole(action, "apply_action")
        past = b"" if player < 0 else self._seen(player, number.to_bytes(8, "little", signed=True))
        self._session.act(number)
        self._history.append((player, number))
        if player >= 0:
            self._past[player] = past

    def history(self) -> list[int]:
        """Every action of the bout, including those of chance."""
        return [action for _, action in self._history]

    def history_str(self) -> str:
        """Every action of the bout, separated by commas."""
        return ", ".join(map(str, self.history()))

    def serialize(self) -> str:
        """The state as a text for `SpielGame.deserialize_state`: the seed of the dice and all actions, a line each.

        Raises:
            ValueError: the state was resampled, so it has no whole history.
        """
        if UNKNOWN in self.history():
            raise InputError("serialize: got a resampled state; expected one whose actions are all known.")
        return "\n".join(map(str, [self._seed, *self.history()]))

    def full_history(self) -> list[tuple[int, int]]:
        """The actions of `history`, each with its player."""
        return self._history.copy()

    def move_number(self) -> int:
        """The number of actions so far."""
        return len(self._history)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """An action in words; with one argument, an action of the player to act."""
        number, asked = (player, self.current_player()) if action is None else (action, player)
        is_here = asked == self.current_player() and not self.is_terminal()
        return self._session.spell(number) if is_here else self._game.game.actions[number]

    # --- returns ------------------------------------------------------------------------------------------------------

    def returns(self) -> list[float]:
        """The return of each seat; zeros before the end."""
        return [float(paid) for paid in self._session.rewards] if self.is_terminal() else [0.0] * self.num_players()

    rewards = returns

    def player_return(self, player: int) -> float:
        """The return of a seat."""
        return self.returns()[player]

    player_reward = player_return

    def num_players(self) -> int:
        """The number of seats."""
        return self._game.num_players()

    # --- information states -------------------------------------------------------------------------------------------

    def information_state_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """The observation of a player, float32 [size]; by default of the one to act."""
        return self._session.observation_of(self._player(player))

    observation_tensor = information_state_tensor

    def information_state_string(self, player: int | None = None) -> str:
        """A hash of everything that a player saw and did whenever it acted, and of what it sees now."""
        return self._seen(self._player(player), b"").hex()

    def observation_string(self, player: int | None = None) -> str:
        """A hash of what a player sees now, and may do."""
        return hashlib.blake2b(self._now(self._player(player)), digest_size=16).hexdigest()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state in which everything that `player` cannot know is redealt.

        Its history keeps only the player's own actions, with -1 for all others; the information states of the other
        players start from what they see now.

        Args:
            player: a seat that may know the open question, such as the seat to act.
            sampler: returns a number in [0, 1), the only source of randomness.
        """
        other = self.clone()
        other._session = self._session.determinize(player, int(sampler() * MOST_SEED))
        other._history = [(who, action if who == player else UNKNOWN) for who, action in self._history]
        other._past = [past if who == player else b"" for who, past in enumerate(self._past)]
        return other

    def _player(self, player: int | None) -> int:
        asked = self.current_player() if player is None else player
        if not 0 <= asked < self.num_players():
            raise InputError(f"player: got {player!r}; expected 0 to {self.num_players() - 1}")
        return asked

    def _now(self, player: int) -> bytes:
        """The observation and legal actions of a player, as bytes."""
        seen = self._session.observation_of(player).tobytes()
        return seen + (self._session.mask.tobytes() if player == self.current_player() else b"")

    def _seen(self, player: int, action: bytes) -> bytes:
        return hashlib.blake2b(self._past[player] + self._now(player) + action, digest_size=16).digest()

    def __str__(self) -> str:
        return str(self._game.game.words.board(self._session.bout))


def play(state: SpielState, bots: Sequence[Any], rng: np.random.Generator) -> list[float]:
    """Play a bout to its end, in place, with `bots[seat].step(state)` as each action; gives the returns."""
    while not state.is_terminal():
        player = state.current_player()
        if state.is_chance_node():
            action = int(rng.choice(state.legal_actions()))
        else:
            action = int(bots[player].step(state))
        state.apply_action(action)
    return state.returns()
