"""Any game supplies its own agents: they are found, searched with, trained, taught, rated and served by shared code."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
import toy
import toy_players
from toy_players import GAME, ROSTER, with_levels_in
from worth import worth

import train
from nexus_env.agents import scripted
from nexus_env.agents.agent import AgentError, sources_of
from nexus_env.agents.learning.export import export
from nexus_env.agents.learning.network import new_policy
from nexus_env.agents.level import Level
from nexus_env.agents.loading import load
from nexus_env.agents.rating import levels
from nexus_env.agents.rating.tournament import matches
from nexus_env.agents.rating.tournament.holding import make_plan
from nexus_env.agents.search import judging, small_training, teaching
from nexus_env.agents.search.player import ADVISED, ALONE, Budget, GuidedSearch, Search, SearchAgent, named, settings_of
from nexus_env.agents.search.self_play import SURE, options_of
from nexus_env.cli.main import main
from nexus_env.contract.roster import JUDGE, LEVELS, NO_AGENTS, STUDENT, located
from nexus_env.envs.batch import Batch
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.players.agents_by_name import find_loader, find_rival

NAME = "toy_players:GAME"


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An untrained network of the toy."""
    path = tmp_path_factory.mktemp("network") / "agent.onnx"
    batch = Batch(GAME, 4, 1)
    torch.manual_seed(1)
    export(new_policy(GAME, (16,), 1e-3, "cpu"), GAME, path, batch.observations, batch.masks.astype(bool))
    return path


@pytest.fixture
def shipped(network: Path, tmp_path: Path) -> Path:
    """Levels of the toy, which play with two seats."""
    levels.write_levels(GAME, network, 2, dict.fromkeys(LEVELS, 0.5), tmp_path)
    return tmp_path


def worlds(count: int) -> np.ndarray:
    return Batch(GAME, count, 3, {"seats": 2}).imagine(list(range(count)), list(range(count)))


# --- names ------------------------------------------------------------------------------------------------------------


def test_any_game_has_a_player_between_chance_and_its_simplest_one() -> None:
    """It follows the last of the opponents in the share of its decisions that the roster names."""
    batch, rng = Batch(GAME, 2_000, 3), np.random.default_rng(0)
    batch.step(batch.masks.argmax(axis=1))
    seen = batch.observations, batch.masks
    aimed = load(ROSTER.opponents[-1], GAME).choose(*seen, rng)
    by_chance = 1 / batch.masks.sum(axis=1)
    for care in (0.0, 0.25, 1.0):
        game = replace(GAME, agents=replace(ROSTER, care=care))
        agreed = (load("novice", game).choose(*seen, rng) == aimed).mean()
        assert agreed == pytest.approx(float((care + (1 - care) * by_chance).mean()), abs=0.03)
    assert Path(scripted.__file__) in sources_of(load("novice", GAME))


def test_a_game_that_names_nobody_is_played_by_chance_and_the_search() -> None:
    assert list(NO_AGENTS.meanings) == ["random", "novice", "search"] and NO_AGENTS.fallback == "random"
    assert find_rival(find_loader(), toy.GAME, 2) in toy.GAME.agents.meanings


def test_agents_of_a_game_are_found_by_name() -> None:
    batch = Batch(GAME, 16, 1)
    chosen = load("last", GAME).choose(batch.observations, batch.masks, np.random.default_rng(0))
    assert batch.masks[np.arange(16), chosen].all() and not batch.masks[0, chosen[0] + 1 :].any()
    assert list(ROSTER.makers) == ["random", "novice", "first", "last", "search"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "frist",
            r"'frist': no such agent of toy; expected random, novice, first, last, search, .*did you mean first",
        ),
        ("survivor", "'survivor': no such agent of toy; expected random, novice, first, last, search"),
        ("legend", "'legend': no such agent of toy"),
        ("search:9:legend", "'search:9:legend': got 'legend'; expected a budget"),
        ("search:9:lst", "one of last, random, or the path of an .onnx file; did you mean last"),
    ],
)
def test_an_agent_of_another_game_is_refused_with_the_names_of_this_one(name: str, sentence: str) -> None:
    with pytest.raises(AgentError, match=sentence) as error:
        load(name, GAME)
    assert "\n" not in str(error.value)


def test_a_file_of_a_roster_is_found_beside_its_module() -> None:
    assert located("toy_players:toy_benchmark.toml") == Path(toy_players.__file__).with_name("toy_benchmark.toml")
    assert (located("nexus_env.agents:trained") / "nexus").is_dir() and located("/tmp/x") == Path("/tmp/x")
    with pytest.raises(ValueError, match=r"nowhere\.at\.all:x: got no package nowhere.at.all"):
        located("nowhere.at.all:x")


def test_the_service_offers_the_agents_of_its_game() -> None:
    opponents = ServedOpponents(GAME)
    try:
        assert (
            set(opponents.meanings) >= {"random", "first", "last"}
            and opponents.meanings["last"] == "the last legal command"
        )
        assert opponents.default == opponents.fallback == "last"
    finally:
        opponents.close()


# --- levels and the search --------------------------------------------------------------------------------------------


def test_levels_lie_where_the_game_says(shipped: Path) -> None:
    game = with_levels_in(shipped)
    assert list(game.agents.meanings) == ["random", "novice", *LEVELS, "first", "last", "search"]
    assert find_rival(find_loader(), game, 2) == "contender" and find_rival(find_loader(), game, 3) == "last"
    batch = Batch(game, 8, 1, {"seats": 2})
    chosen = load("rookie", game).choose(batch.observations, batch.masks, np.random.default_rng(0))
    assert batch.masks[np.arange(8), chosen].all()
    with pytest.raises(AgentError, match="got toy, which has no folder"):
        Level("rookie", toy.GAME)


def test_the_search_knows_what_the_game_proposes(shipped: Path) -> None:
    agent = named("search:20:last", GAME)
    assert isinstance(agent, SearchAgent) and Path(toy_players.__file__) in sources_of(agent)
    guided = named("search:20:legend", with_levels_in(shipped))
    assert isinstance(guided, GuidedSearch) and guided.seats == (2,)
    for one in (agent, guided):
        bouts = worlds(3)
        chosen = one.search(bouts, np.random.default_rng(0))
        for bout, action in zip(bouts, chosen.tolist(), strict=True):
            mask = np.zeros(len(GAME.actions), np.int8)
            GAME.write_mask(bout, mask)
            assert mask[action]


def test_a_game_says_how_it_is_searched_and_whose_choice_is_tried_first() -> None:
    """The last legal action is all that the guide and the panel propose: so it is decided at once."""
    assert settings_of(GAME) == replace(ADVISED, **toy_players.PROPOSALS.settings) and settings_of(toy.GAME) == ALONE
    thought = Search(GAME, Budget(50)).think(worlds(1), 1, whole=False)
    assert thought.best == thought.actions.max() and thought.simulations == 1
    assert Search(GAME, Budget(50), replace(ADVISED, entry=0.0)).think(worlds(1), 1).visits.min() > 0
    with pytest.raises(AgentError, match=r"got 'lats'; expected .*last, random"):
        Search(GAME, Budget(50), replace(ADVISED, guide="lats"))


def test_a_game_is_warm_where_its_own_search_is_compiled() -> None:
    """Not where that of any other game would be: a service would take every start for its first."""
    assert GAME.agents.machine_code[-1] == GAME.agents.proposals != toy.GAME.agents.proposals


def test_small_networks_are_taught_and_help_the_search(shipped: Path) -> None:
    game = with_levels_in(shipped)
    seen, ends = judging.positions(game, 4100, 1)
    assert 0 < len(seen) == len(ends) and ((ends[:, :2] >= 0) & (ends[:, :2] <= 1)).all()
    assert (np.abs(ends[:, 2]) <= 1).all() and not (ends[:, :2] > 0).all(axis=1).any(), "nobody wins and loses"
    weights, explained = judging.learn(game, np.resize(seen, (6000, seen.shape[1])), np.resize(ends, (6000, 3)), 8, 1)
    small_training.write(shipped / JUDGE, weights, game)
    agent = named("search:20", game)
    assert len(explained) == 3 and shipped / JUDGE in sources_of(agent) and not (shipped / STUDENT).exists()
    assert len(agent.search(worlds(2), np.random.default_rng(0))) == 2


def test_without_levels_scripted_players_alone_play_what_a_judge_learns_from(shipped: Path) -> None:
    """As where they are told to, though there are levels."""
    (seen, ends), (same_seen, _) = (
        judging.positions(game, 4100, 1, scripted=scripted)
        for game, scripted in ((GAME, False), (with_levels_in(shipped), True))
    )
    assert len(seen) == len(ends) > 0 and np.array_equal(seen, same_seen)
    assert not np.array_equal(seen, judging.positions(with_levels_in(shipped), 4100, 1)[0])


def test_a_game_says_in_which_bouts_small_networks_are_taught() -> None:
    """By default in those with the most various rules."""
    own = replace(GAME, agents=replace(ROSTER, taught=()))
    assert [options_of(game, [2, 3])["rounds"].tolist() for game in (GAME, own)] == [[1, 3, 1, 3], [2, 2]]


def test_lessons_are_those_of_the_levels(shipped: Path) -> None:
    game = with_levels_in(shipped)
    duels = replace(game, seats=range(2, 3))
    seen, lessons = teaching.gather(duels, 200, 1)
    assert ((lessons > 0).sum(1) > 1).all() and len(seen) == len(lessons) == 200
    assert lessons.max() <= 1 + SURE and len(np.unique(seen, axis=0)) > 100, "none is given twice"
    probabilities = np.maximum(lessons.astype(float) - 1, 0).sum(1) / SURE
    assert np.abs(probabilities - 1).max() < 0.1
    assert teaching.shares_of(duels) == {2: 1.0} and sum(teaching.shares_of(game).values()) == pytest.approx(1)


def test_the_worth_of_a_search_is_measured(network: Path) -> None:
    found = worth(GAME, load("search:10", GAME), 4, 2, player=network)
    assert len(found.gains) == 4 and (np.abs(found.gains) <= 1).all()


@pytest.mark.parametrize(
    ("command", "words", "sentence"),
    [
        ("judge", ["--game", "toy:GAME"], "got toy, which has no folder"),
        ("student", ["--game", "nothing"], "--game: got 'nothing'"),
        ("student", ["--game", NAME, "--lessons", "90_000"], "toy-2.onnx: no such file"),
    ],
)
def test_what_cannot_be_taught_is_told(
    command: str, words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, *words]) == 2
    assert sentence in capsys.readouterr().err


# --- ratings ----------------------------------------------------------------------------------------------------------


def test_agents_of_the_game_play_a_tournament(tmp_path: Path) -> None:
    words = ["tournament", "random", "first", "last", "--game", NAME, "--bouts", "6", "--set", "rounds=1"]
    assert main([*words, "--out", str(tmp_path)]) == 0
    report = json.loads((tmp_path / "report.json").read_text())
    assert {one["name"] for one in report["standings"]} == {"random", "first", "last"} and report["game"] == "toy-v1"


def test_a_resumed_tournament_leaves_the_same_bytes(tmp_path: Path) -> None:
    """What was measured lies in a file and on a page of its own."""
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    words = ["tournament", "random", "first", "last", "--game", NAME, "--bouts", "6", "--set", "rounds=1", "--out"]
    assert main([*words, str(whole)]) == 0
    cut.mkdir()
    results = (whole / "results.jsonl").read_bytes()
    (cut / "results.jsonl").write_bytes(results[: len(results) // 2])
    assert main([*words, str(cut)]) == 0
    for name in ("report.json", "report.svg", "report.html"):
        assert (whole / name).read_bytes() == (cut / name).read_bytes(), name
    assert "Ratings" in (cut / "report.html").read_text() and "99th percentile" in (cut / "times.html").read_text()
    times = json.loads((cut / "times.json").read_text())
    assert times["format"] == "nexus_env times 1" and times["agents"].keys() == {"random", "first", "last"}


def test_the_first_choice_of_an_agent_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have to compile, which takes minutes."""
    now, seconds = [0.0], iter([100.0])
    monkeypatch.setattr(matches, "time", SimpleNamespace(perf_counter=lambda: now[0], process_time=lambda: now[0]))

    class Slow:
        def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
            now[0] += next(seconds, 0.01)
            return masks.argmax(axis=1)

    agents = {"slow": Slow(), "random": load("random", GAME)}
    plan = make_plan(agents, game=GAME, seats=(2,), rules=({"rounds": 1},), seed=1)
    times = matches.times_of(plan, "slow", agents["slow"])
    assert times.median == times.p99 == pytest.approx(0.01) and times.decisions == matches.TIMED


def test_the_benchmark_of_the_game_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", "first", "--game", NAME, "--out", str(tmp_path)]) == 0
    assert "Toy Benchmark 1: first has" in capsys.readouterr().out
    head, *lines = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text().splitlines()]
    assert head["rules"] == [{"rounds": 1}, {"rounds": 2}] and head["seats"] == [2, 3]
    assert {tuple(line["meeting"]) for line in lines} >= {("first", "random"), ("first", "last", "last")}


def test_an_agent_of_another_game_takes_no_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", "grappler", "--game", NAME]) == 2
    assert "Agent 'grappler': no such agent of toy; expected random, novice, first, last" in capsys.readouterr().err


# --- training ---------------------------------------------------------------------------------------------------------

TOML = f"""
game = "{NAME}"
threads = 1
learner = {{ steps = 256, bouts = 8, n_steps = 8, batch_size = 32, hidden = [16] }}
rating.bouts = 8
"""


def test_a_run_is_rated_against_the_opponents_that_the_game_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And its agent becomes the levels."""
    config, folder = tmp_path / "toy.toml", tmp_path / "run"
    config.write_text(TOML)
    assert train.main([str(config), "--folder", str(folder)]) == 0
    card = json.loads((folder / "agent.json").read_text())
    assert card["config"]["rating"]["against"] == ["random", "first"]
    words = ["--game", NAME, "--seats", "2", "--folder", str(tmp_path / "levels")]
    assert main(["levels", "calibrate", str(folder / "agent.onnx"), "--bouts", "2", *words]) == 0
    assert (tmp_path / "levels" / "toy-2.onnx").is_file() and "legend-2: temperature" in capsys.readouterr().out
    assert load("legend", with_levels_in(tmp_path / "levels")).seats == (2,)
    assert main(["levels", "calibrate", str(folder / "agent.onnx"), "--game", NAME, "--seats", "9"]) == 2
    assert "--seats: got 9; expected 2, 3 or 4, the seat counts of toy" in capsys.readouterr().err
