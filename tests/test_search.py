"""The agent that searches: what it finds, what it cannot know, its budgets and names; it beats the scripted fighter."""

import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import toy
from games import DrivenBout, every_table
from processes import ROOT, environment

from nexus_env.agents.agent import AgentError
from nexus_env.agents.level import network_of
from nexus_env.agents.loading import load
from nexus_env.agents.rate import rate
from nexus_env.agents.search.player import ADVISED, ALONE, Budget, Search, SearchAgent, Thought, named, think
from nexus_env.agents.search.policy_network import judge, read_network, weigh_actions
from nexus_env.contract.game import Game
from nexus_env.core.slots import Rows, copy_of
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import PLAIN

FEW = Budget(30 if PLAIN else 100)
ENOUGH = Budget(200)
AT_RANDOM = replace(ALONE, policy="random")


def world_of(session: DrivenBout, seed: int = 1) -> Rows:
    """The bout as the seat that is asked may think of it."""
    imagined = session.copy()
    imagined.deal_anew(session.seat, seed)
    return copy_of(imagined.slots["bout"])


def observed(world: Rows) -> Any:
    """What the seat that is asked sees of a bout, int8 [size]."""
    seen = np.zeros(toy.GAME.observation_size, np.int8)
    toy.GAME.observe(world[0], int(world["table"]["request"]["seat"][0]), seen)
    return seen


def mask_of(world: Rows) -> Any:
    """What is legal there, int8 [actions]."""
    mask = np.zeros(len(NEXUS.actions), np.int8)
    NEXUS.write_mask(world[0], mask)
    return mask


def at_a_choice(game: Game, decisions: int, seed: int = 3, **options: Any) -> DrivenBout:
    """A bout after so many random decisions, and some more until there is a choice."""
    session = DrivenBout(game, seed, **options)
    for number in range(decisions + 100):
        if number >= decisions and not session.over and session.mask.sum() > 1:
            break
        session.act(session.any_action())
    return session


def same(one: Thought, other: Thought) -> bool:
    """Two thoughts agree in every number."""
    return bool(
        np.array_equal(one.actions, other.actions)
        and np.array_equal(one.visits, other.visits)
        and np.array_equal(one.values, other.values, equal_nan=True)
        and one.line == other.line
    )


def last_move(points: tuple[int, int], number: int = 1, **options: Any) -> DrivenBout:
    """The last command of a toy bout of two, by seat 1."""
    session = DrivenBout(toy.GAME, 5, rounds=1, **toy.BARE, **options)
    session.act(toy.REST)
    players = session.slots["bout"]["table"]["players"][0]
    players["points"][:2], players["number"][:2] = points, (3, number)
    return session


def test_it_takes_the_point_that_wins() -> None:
    """Level on points, a rest wins for sure; a strike with a small number rarely."""
    thought = think(world_of(last_move((2, 2))), ENOUGH, settings=AT_RANDOM)
    assert thought.best == toy.REST
    assert thought.values[0, 1] > 0 > thought.values[0, 0]


def test_it_takes_the_risk_that_alone_can_win() -> None:
    """A point behind, only the two points of a strike bring more than a draw."""
    assert think(world_of(last_move((3, 2), number=6)), ENOUGH, settings=AT_RANDOM).best == toy.STRIKE


def test_it_foresees_the_reaction_of_another_seat() -> None:
    """In its value for both seats: a defender who may parry loses less than one who may not."""
    values = []
    for parries in (0, 1):
        session = last_move((3, 2), number=6)
        session.slots["bout"]["table"]["players"][0]["parries"][0] = parries
        thought = think(world_of(session), Budget(400), settings=AT_RANDOM)
        values.append(thought.values[thought.actions == toy.STRIKE][0, 1])
        if parries:
            assert thought.line[0] == (1, toy.STRIKE) and thought.line[1] in ((0, toy.NO), (0, toy.YES))
    assert values[1] < values[0] - 0.1


def test_it_answers_a_reaction_itself() -> None:
    """Struck with a die that only a parry can beat, it parries; the die lies on the tape already."""
    parried = 0
    for seed in range(4):
        session = last_move((3, 2), number=6)
        session.slots["bout"]["tape"]["generator"] = DrivenBout(toy.GAME, seed).slots["bout"]["tape"]["generator"]
        session.act(toy.STRIKE)
        if session.slots["bout"]["table"]["request"]["question"][0] == toy.PARRY:
            parried += think(world_of(session), ENOUGH, settings=AT_RANDOM).best == toy.YES
    assert parried == 4


@every_table
def test_what_the_seat_cannot_know_changes_nothing(game: Game, seats: int) -> None:
    """Worlds that differ only in hidden cards and in the dice to come are searched alike, in every number."""
    if PLAIN and game is NEXUS:
        pytest.skip("compiled only")
    for decisions in (0, 60) if game is NEXUS else (0, 2):
        session = at_a_choice(game, decisions, seats=seats)
        one, other = world_of(session, 1), world_of(session, 2)
        assert one.tobytes() != other.tobytes()
        if decisions:
            assert one["table"].tobytes() != other["table"].tobytes(), "nothing is hidden: the test sees nothing"
        thoughts = [Search(game, FEW, AT_RANDOM).think(world, 7) for world in (one, other)]
        assert same(*thoughts)
        assert thoughts[0].values.shape == (session.mask.sum(), seats)
        assert thoughts[0].simulations == FEW.simulations == thoughts[0].visits.sum()


def test_where_dice_are_dictated_it_rolls_its_own() -> None:
    session = last_move((3, 2), number=6)
    world = world_of(session)
    plain = think(world, FEW, settings=AT_RANDOM)
    world["tape"]["dictated"] = 1
    assert same(plain, think(world, FEW, settings=AT_RANDOM))


def force_rest(bout: Any, mask: Any) -> None:
    """A mask in which one action is legal."""
    mask[:] = np.arange(len(mask)) == toy.REST


def test_a_single_legal_action_costs_nothing() -> None:
    session = last_move((3, 2), number=6)
    world = world_of(session)
    world["options"]["limit"] = 0
    search = Search(toy.GAME, FEW, AT_RANDOM)
    search._game = type("Forced", (), {"write_mask": staticmethod(force_rest)})
    thought = search.think(world, 1)
    assert (thought.best, thought.simulations, thought.decisions) == (toy.REST, 0, 0)


THINKING = """
import gc

import toy
from numba.core.dispatcher import Dispatcher

from nexus_env.agents.search.player import Budget, Search
from nexus_env.core.session import Session


def versions():
    found = [one for one in gc.get_objects() if isinstance(one, Dispatcher)]
    return {one.py_func: len(one.overloads) for one in found}


session = Session(toy.GAME, toy.GAME.read_options())
world = session.imagined(session.seat, 1)
search = Search(toy.GAME, Budget(50))
before = versions()
search.think(world, 1)
print([function.__qualname__ for function, count in versions().items() if count > before.get(function, 0)])
"""


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_all_that_is_compiled_is_compiled_before_the_first_thought() -> None:
    """While the compilation is announced; in a process of its own, where nothing has been called before."""
    paths = (ROOT, ROOT / "tests")
    told = subprocess.run([sys.executable, "-c", THINKING], env=environment(*paths), capture_output=True, text=True)
    assert told.stdout.strip() == "[]", told.stderr


def test_where_nobody_is_asked_there_is_nothing_to_search() -> None:
    session = last_move((3, 2))
    session.act(toy.REST)
    with pytest.raises(AgentError, match="got a bout in which no seat is asked"):
        think(copy_of(session.slots["bout"][:1]), FEW, settings=AT_RANDOM)


def test_the_same_seed_finds_the_same_and_another_seed_something_else() -> None:
    world = world_of(at_a_choice(toy.GAME, 2, seats=3, **toy.BARE))
    one, again, other = (think(world, FEW, seed, settings=AT_RANDOM) for seed in (1, 1, 2))
    assert same(one, again) and not same(one, other)


def test_what_is_worse_beyond_doubt_is_tried_no_more() -> None:
    """Level on points the rest wins for sure: it beats the favorite, with which all are compared; others drop out."""
    search = Search(toy.GAME, Budget(400), AT_RANDOM)
    thought = search.think(world_of(last_move((2, 2))), 1)
    assert thought.best == toy.REST and thought.visits[-1] < thought.visits[0] / 4
    assert search.think(world_of(last_move((2, 2))), 1, whole=False).simulations < 400


def test_without_certainty_it_does_what_the_policy_does(tmp_path: Path) -> None:
    """A network says which action is the favorite; another one is taken only if it is better with little doubt."""
    network = read_network(exported(tmp_path), toy.GAME)
    world = world_of(at_a_choice(toy.GAME, 1, seats=2))
    seen, mask, likely = observed(world), np.zeros(len(toy.ACTIONS), np.int8), np.zeros(len(toy.ACTIONS), np.float32)
    toy.GAME.write_mask(world[0], mask)
    weigh_actions(network, seen, mask, likely)
    sure = replace(ADVISED, policy="random", doubt=1000.0, drop=1000.0)
    assert think(world, FEW, settings=sure, network=network).best == likely.argmax()


def test_milliseconds_are_kept_and_another_thread_may_stop_it() -> None:
    world = world_of(at_a_choice(toy.GAME, 1, seats=2, rounds=3))
    Search(toy.GAME, FEW, AT_RANDOM).think(world, 1)
    began = time.perf_counter()
    thought = think(world, Budget(None, 100), settings=AT_RANDOM)
    assert time.perf_counter() - began >= 0.1 and thought.simulations > 0
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    thought = think(world, Budget(None, 1_200_000), settings=AT_RANDOM, stop=stop)
    assert stop.is_set() and thought.best in thought.actions


def test_choices_depend_neither_on_threads_nor_on_stopping_when_decided() -> None:
    worlds = np.concatenate([world_of(at_a_choice(toy.GAME, 2, seed, seats=3)) for seed in range(5)])
    chosen = [
        SearchAgent(toy.GAME, FEW, AT_RANDOM, threads=threads).search(worlds, np.random.default_rng(4)).tolist()
        for threads in (1, 3)
    ]
    seeds = np.random.default_rng(4).integers(2**62, size=5)
    search = Search(toy.GAME, FEW, AT_RANDOM)
    whole = [search.think(worlds[row : row + 1], int(seed)).best for row, seed in enumerate(seeds)]
    assert chosen[0] == chosen[1] == whole


def test_a_small_tree_goes_on_without_growing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nexus_env.agents.search.player.MOST_NODES", 3)
    thought = think(world_of(at_a_choice(toy.GAME, 1, seats=4)), FEW, settings=AT_RANDOM)
    assert thought.simulations == thought.visits.sum() == FEW.simulations


@pytest.mark.parametrize("situation", [0, 1, 2])
def test_every_way_to_tell_situations_apart_finds_the_point_that_wins(situation: int) -> None:
    settings = replace(ALONE, policy="random", situation=situation)
    assert think(world_of(last_move((2, 2))), ENOUGH, settings=settings).best == toy.REST


def test_a_game_without_policies_of_its_own_is_searched_at_random() -> None:
    score = rate(
        toy.GAME, named("search:20" if PLAIN else "search:200", toy.GAME), load("random", toy.GAME), "random", 20
    )
    assert score.wins > score.losses


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "search:",
            "got an empty text; expected a budget such as 1000 or 50ms, one of random, or the path of an .onnx file",
        ),
        ("search:0", "got '0'; expected a budget"),
        ("search:10s", "got '10s'; expected a budget"),
        ("search:100:", "got an empty text; expected a budget"),
        ("search:100:gredy", "got 'gredy'; expected a budget"),
        ("search:100:legend", "got 'legend'; expected a budget"),
        ("search:100:none.onnx", "none.onnx: no such file"),
        ("search:none.onnx", "none.onnx: no such file"),
    ],
)
def test_a_wrong_name_is_told_in_one_sentence(name: str, words: str) -> None:
    with pytest.raises(AgentError, match=words) as error:
        load(name, toy.GAME)
    assert str(error.value).startswith(f"Agent {name!r}: ") and "\n" not in str(error.value)


def test_names_say_how_long_it_thinks() -> None:
    budgets = [load(name, toy.GAME)._searches[0]._budget for name in ("search", "search:300", "search:50ms:random")]
    assert budgets == [Budget(1000), Budget(300), Budget(None, 50)]


def exported(folder: Path, hidden: tuple[int, ...] = (16, 12)) -> Path:
    """An untrained network for the toy game as an ONNX file."""
    import torch
    from gymnasium import spaces

    from nexus_env.agents.learning.export import export
    from nexus_env.agents.learning.network import FastMaskedPolicy, Trunk

    torch.manual_seed(1)
    size, actions = toy.GAME.observation_size, len(toy.ACTIONS)
    policy = FastMaskedPolicy(
        spaces.Box(-np.inf, np.inf, (size,), np.float32),
        spaces.Discrete(actions),
        lambda _progress: 1e-3,
        net_arch=[],
        features_extractor_class=Trunk,
        features_extractor_kwargs={"hidden": list(hidden)},
    )
    path = folder / "toy.onnx"
    export(policy, toy.GAME, path, np.zeros((1, size), np.float32), np.ones((1, actions), np.bool_))
    return path


@pytest.mark.parametrize("hidden", [(16,), (16, 12), (12, 16, 8)])
def test_a_network_says_what_its_file_says(tmp_path: Path, hidden: tuple[int, ...]) -> None:
    import onnxruntime

    path, rng = exported(tmp_path, hidden), np.random.default_rng(2)
    network = read_network(path, toy.GAME)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    for _ in range(10):
        seen = rng.integers(-20, 20, toy.GAME.observation_size).astype(np.int8)
        mask = np.append(rng.integers(2, size=len(toy.ACTIONS) - 1), 1).astype(np.int8)
        rows = {"observations": (seen * toy.GAME.observation_scales)[None], "masks": mask.astype(bool)[None]}
        logits, values = session.run(["logits", "values"], rows)
        likely, expected = np.zeros(len(mask), np.float32), np.exp(logits[0] - logits[0].max())
        weigh_actions(network, seen, mask, likely)
        assert np.allclose(likely, expected / expected.sum(), atol=1e-5)
        assert abs(judge(network, seen) - values[0]) < 1e-4


def test_a_network_judges_and_guides(tmp_path: Path) -> None:
    """One that expects more of everything than can be had is believed; its shaping comes from the card beside it."""
    path = exported(tmp_path)
    world = world_of(at_a_choice(toy.GAME, 1, seats=2))
    without = read_network(path, toy.GAME)
    path.with_suffix(".json").write_text('{"config": {"reward": {"shaping": 0.5}}}')
    network = read_network(path, toy.GAME)
    assert (without.shaping, network.shaping) == (0.0, 0.5)
    settings = replace(ADVISED, outcome=0.0)
    one = think(world, FEW, settings=settings, network=network)
    network.value[-1] += 10
    other = think(world, FEW, settings=settings, network=network)
    assert not same(one, other) and other.values.max() > 5 > one.values.max()
    assert isinstance(load(f"search:30:{path}", toy.GAME), SearchAgent)


def test_the_network_that_guides_plays_below_the_tree(tmp_path: Path) -> None:
    network, world = read_network(exported(tmp_path), toy.GAME), world_of(at_a_choice(toy.GAME, 1, seats=2))
    given, named_so, other = (
        think(world, FEW, settings=settings, network=network)
        for settings in (None, replace(ADVISED, policy="network"), replace(ADVISED, policy="random"))
    )
    assert same(given, named_so) and not same(given, other)


def test_a_network_of_another_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="got the game stamp toy-v1; expected " + NEXUS.stamps["game"]):
        load(f"search:{exported(tmp_path)}", NEXUS)
    (tmp_path / "broken.onnx").write_bytes(b"no network")
    with pytest.raises(AgentError, match=r"broken.onnx: got no readable ONNX network"):
        load(f"search:{tmp_path}/broken.onnx", toy.GAME)


@pytest.mark.skipif(PLAIN, reason="compiled only")
def test_in_nexus_the_student_advises_and_plays_below_the_tree_unless_another_one_is_named() -> None:
    world = world_of(at_a_choice(NEXUS, 60, seats=2))
    plain, same_one, other = (
        think(world, FEW, settings=settings)
        for settings in (None, replace(ADVISED, policy="student"), replace(ADVISED, policy="survivor"))
    )
    assert same(plain, same_one) and not same(plain, other)


@pytest.mark.skipif(PLAIN, reason="compiled only")
def test_a_network_that_is_given_advises_at_the_root_and_leaves_the_rest_to_the_student() -> None:
    """Sure of the one action or of the other, it makes that the favorite, which without certainty is taken."""
    network, world = read_network(network_of(NEXUS, 2), NEXUS), world_of(at_a_choice(NEXUS, 60, seats=2))
    settings = replace(ADVISED, doubt=1000.0, drop=1000.0)
    first, last = np.flatnonzero(mask_of(world))[[0, -1]]
    for action in (first, last):
        network.weights[network.weights.size - len(NEXUS.actions) + action] += 1000
        thought = think(world, FEW, settings=settings, network=network)
        assert thought.best == action
        network.weights[network.weights.size - len(NEXUS.actions) + action] -= 1000
    named_so, student = (
        think(world, FEW, settings=replace(ADVISED, policy=name), network=network) for name in (None, "student")
    )
    assert same(named_so, student)


@pytest.mark.skipif(PLAIN, reason="compiled only")
def test_it_beats_chance() -> None:
    score = rate(NEXUS, load("search:100", NEXUS), load("random", NEXUS), "random", 30, 3, {"seats": 2})
    assert score.wins > score.losses
