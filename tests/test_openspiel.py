"""The states that OpenSpiel's bots play on: its interface without the library and, where that is installed, with it."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest
import toy
from games import any_game, any_table

from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.envs import openspiel
from nexus_env.envs.openspiel import SpielState
from nexus_env.machine.compiled import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="the outer layers are tested compiled")


def rolled(state: SpielState, rng: np.random.Generator) -> SpielState:
    """The state when chance has answered."""
    while state.is_chance_node():
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


@any_table
@pytest.mark.parametrize("chance", ["explicit", "sampled"])
def test_a_bout_of_random_actions_is_consistent(game: Game, seats: int, chance: str) -> None:
    """What is asked of OpenSpiel's own games: who is asked, what is legal, what chance shows, and what the end pays."""
    spiel = openspiel.load_game(game, seats=seats, chance=chance, seed=3)
    state, rng, rolls = spiel.new_initial_state(), np.random.default_rng(1), 0
    assert spiel.num_players() == state.num_players() == seats
    for move in range(250):
        assert state.move_number() == move and not state.is_simultaneous_node()
        if state.is_terminal():
            break
        player, legal = state.current_player(), state.legal_actions()
        assert legal == sorted(set(legal)) == np.flatnonzero(state.legal_actions_mask()).tolist() and legal
        assert (player >= 0) == state.is_player_node() != state.is_chance_node()
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert [face for face, _ in outcomes] == legal and sum(part for _, part in outcomes) == pytest.approx(1)
            rolls += 1
        else:
            assert not state.chance_outcomes() and not state.legal_actions((player + 1) % seats)
            assert state.information_state_tensor().shape == tuple(spiel.information_state_tensor_shape())
        action = int(rng.choice(legal))
        assert state.action_to_string(action) == state.action_to_string(player, action) != ""
        assert state.returns() == [0.0] * seats
        state.apply_action(action)
        assert state.full_history()[-1] == (player, action) and state.history()[-1] == action
    assert (rolls > 0) == (chance == "explicit")


@any_game
def test_a_clone_goes_on_by_itself_and_a_child_is_one(game: Game) -> None:
    rng = np.random.default_rng(2)
    state = openspiel.load_game(game).new_initial_state()
    for _ in range(40):
        if state.is_terminal():
            break
        action, moves = int(rng.choice(state.legal_actions())), state.history()
        children = [state.child(action), state.clone(), deepcopy(state)]
        for each in children[1:]:
            each.apply_action(action)
        assert state.history() == moves
        state.apply_action(action)
        assert {each._session.rows.tobytes() for each in children} == {state._session.rows.tobytes()}


@any_game
def test_a_resampled_state_is_the_same_to_its_player(game: Game) -> None:
    """Its information state and its legal actions; and what it has seen and done before is part of that."""
    rng = np.random.default_rng(3)
    state, names = openspiel.load_game(game, chance="sampled", seed=1).new_initial_state(), []
    for _ in range(30):
        if state.is_terminal():
            break
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string() == state.information_state_string()
        assert other.observation_string(player) == state.observation_string(player)
        assert np.array_equal(other.information_state_tensor(), state.information_state_tensor())
        assert other.legal_actions() == state.legal_actions()
        names.append(state.information_state_string())
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert len(set(names)) == len(names)


def test_a_resampled_state_keeps_nobody_elses_actions() -> None:
    """Hidden numbers are rolled by chance, and what another player has chosen may be a secret."""
    state, rng = openspiel.load_game(toy.GAME).new_initial_state(), np.random.default_rng(3)
    while state.move_number() < 12 or not state.is_player_node():
        state.apply_action(int(rng.choice(state.legal_actions())))
    player = state.current_player()
    other = state.resample_from_infostate(player, rng.random)
    own = [(who, action) for who, action in state.full_history() if who == player]
    assert own and [one for one in other.full_history() if one[0] == player] == own
    assert {action for who, action in other.full_history() if who != player} == {-1}
    assert other.move_number() == state.move_number() and -1 not in state.history()
    rival = 1 - player
    assert other.information_state_string(rival) != state.information_state_string(rival)


def test_the_end_pays_what_environments_pay() -> None:
    def ended(**arguments: Any) -> list[float]:
        state = openspiel.load_game(
            toy.GAME, chance="sampled", seed=1, **toy.LOSERS_GAME, **arguments
        ).new_initial_state()
        while not state.is_terminal():
            assert state.rewards() == [0, 0]
            state.apply_action(toy.REST)
        assert state.current_player() == -4 and state.legal_actions() == []
        assert state.player_return(1) == state.returns()[1]
        return state.returns()

    assert ended(reward="outcome") == [-1, 1]
    assert ended(reward="both") == [-0.5, 0.5]
    assert ended() == ended(**{**toy.GAME.terms, "shaping": 0})


def test_sampled_bouts_differ_and_a_seed_repeats_them() -> None:
    def starts(seed: int) -> list[bytes]:
        game = openspiel.load_game(toy.GAME, chance="sampled", seed=seed)
        return [game.new_initial_state()._session.rows.tobytes() for _ in range(3)]

    assert starts(1) == starts(1) and len(set(starts(1) + starts(2))) == 6


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"chance": "none"}, "chance: got 'none'; expected one of 'explicit', 'sampled'"),
        ({"seed": -1}, "seed: got -1; expected a whole number from 0 to"),
        ({"shaping": 0.5}, "shaping: got 0.5; expected 0"),
        ({"seat": 3}, "unexpected keyword argument 'seat'; .*did you mean seats"),
        ({"game": "chess"}, "game: got 'chess'"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises((ValueError, TypeError), match=sentence):
        openspiel.load_game(**{"game": toy.GAME, **arguments})


@pytest.mark.parametrize("wrong", [toy.YES, 10**6, -1])
def test_an_illegal_action_changes_nothing(wrong: int) -> None:
    state = rolled(openspiel.load_game(toy.GAME).new_initial_state(), np.random.default_rng(0))
    name = state.information_state_string()
    with pytest.raises(ValueError, match="player_0"):
        state.apply_action(wrong)
    assert state.information_state_string() == name
    with pytest.raises(ValueError, match="player: got 2; expected 0 to 1"):
        state.information_state_tensor(2)


def test_a_bout_is_played_by_bots() -> None:
    class Bot:
        asked = 0

        def step(self, state: SpielState) -> int:
            self.asked += 1
            return state.legal_actions()[0]

    bots = [Bot(), Bot()]
    state = openspiel.load_game(toy.GAME, rounds=2).new_initial_state()
    assert openspiel.play(state, bots, np.random.default_rng(0)) == state.returns()
    assert state.is_terminal() and all(bot.asked for bot in bots)


@any_game
@pytest.mark.parametrize("chance", ["explicit", "sampled"])
def test_a_written_state_is_read_again(game: Game, chance: str) -> None:
    loaded = openspiel.load_game(game, chance=chance, seed=3)
    state, rng = loaded.new_initial_state(), np.random.default_rng(1)
    for _ in range(40):
        if not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
    again = loaded.deserialize_state(state.serialize())
    assert str(again) == str(state) and again.history_str() == state.history_str() == ", ".join(
        map(str, state.history())
    )
    assert again.information_state_string(0) == state.information_state_string(0)
    assert len(state.history()) <= loaded.max_game_length()


def test_a_state_that_cannot_be_written_or_read_says_so() -> None:
    loaded = openspiel.load_game(toy.GAME)
    for text in ("", "x", "0\n1.5", "-1"):
        with pytest.raises(ValueError, match=r"^state: got .*; expected a seed and numbers of actions"):
            loaded.deserialize_state(text)
    state = loaded.new_initial_state()
    while not (state.is_player_node() and state.history()):
        state.apply_action(state.legal_actions()[0])
    dealt = state.resample_from_infostate(state.current_player(), lambda: 0.5)
    dealt._history.append((-1, -1))
    with pytest.raises(ValueError, match=r"^serialize: got a resampled state"):
        dealt.serialize()


def test_the_library_finds_the_games_in_its_register() -> None:
    """And its own simulation, which writes and reads states, too, finds no fault."""
    pyspiel = pytest.importorskip("pyspiel")
    openspiel.register()
    assert set(registry.own_names()) <= set(pyspiel.registered_names())
    openspiel.register(toy.GAME)
    openspiel.register(toy.GAME)  # once only
    game = pyspiel.load_game("toy", {"seats": 3, "options": '{"rounds": 2}'})
    assert game.num_players() == 3 and game.max_game_length() == toy.GAME.most_decisions_with(toy.GAME.read_options())
    pyspiel.random_sim_test(game, 1, True, False)
    with pytest.raises(ValueError, match=r"options: got \"\[\]\"; expected the options of the game as JSON"):
        pyspiel.load_game("toy", {"options": "[]"})


def test_the_librarys_own_bots_play() -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import ismcts, mcts

    rng = np.random.RandomState(np.random.MT19937(1))
    game = openspiel.load_game(toy.GAME, rounds=2)
    look = mcts.RandomRolloutEvaluator(1, rng)
    bots = [ismcts.ISMCTSBot(game, look, 2, 20, random_state=rng), mcts.MCTSBot(game, 2, 20, look, random_state=rng)]
    state = game.new_initial_state()
    openspiel.play(state, bots, np.random.default_rng(0))
    assert state.is_terminal()
