"""The league: who is met how often, who becomes champion, who comes in from other runs, and nothing is lost."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import toy
from learners import (
    SMALL,
    TOML,
    biased,
    experiment,
    pool_of,
    same_result,
    shares,
    start,
    train,
    train_until_killed,
)

from nexus_env.agents.agent import AgentError
from nexus_env.agents.learning.experiment import League
from nexus_env.agents.learning.export import export
from nexus_env.agents.learning.league import ANCHORS, EXPLOITERS, POOL, TARGETS, Pool, read_manifest, read_target
from nexus_env.agents.learning.trial import hold_trial, seatings
from nexus_env.agents.loading import load
from nexus_env.agents.weights import Snapshot, load_snapshot
from nexus_env.core.policy_bank import GUEST

SEEN, CHOICES = toy.GAME.observation_size, len(toy.ACTIONS)
REST, STRIKE = 2, 3  # of them, resting scores more


def results(folder: Path) -> list[dict[str, Any]]:
    """The lines of a run's results."""
    return [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]


def meet(pool: Pool, number: int, wins: int, losses: int) -> None:
    """The learner wins and loses so many bouts against a member."""
    outcomes = np.array([1.0] * wins + [-1.0] * losses, np.float32)
    pool.note(np.tile(np.array([[number, -1]], np.int32), (len(outcomes), 1)), outcomes)


# --- who is met -------------------------------------------------------------------------------------------------------


def test_whom_the_learner_loses_to_it_meets_more_often(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, *[REST] * 41, latest=0.0, older=10, focus=2.0)
    for number in range(40):
        meet(pool, number, *((10, 90) if number < 10 else (90, 10)))
    met = np.zeros(len(pool.members) + 20)
    for turn in range(20):
        pool.turn(biased(REST), 10_000 + turn)
        drawn = shares(pool)
        assert np.count_nonzero(drawn) == 10  # few at a time
        met[: len(drawn)] += drawn
    hard, easy = met[:10].mean(), met[10:40].mean()
    assert hard > 3 * easy > 0


def test_without_a_focus_results_change_nothing(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, *[REST] * 10, latest=0.5, older=3)
    before = [member.odds for member in pool.members]
    meet(pool, 0, 0, 500)
    pool.turn(biased(REST), 5_000)
    after = [member.odds for member in pool.members]
    assert np.allclose(sorted(filter(None, before)), sorted(filter(None, after)))


def test_anchors_have_their_part_and_the_hardest_most_of_it(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, REST, REST, first=0.2, anchored=0.25, latest=1.0, focus=1.0)
    pool.add(biased(STRIKE), ANCHORS, source="hard")
    pool.add(biased(REST), ANCHORS, source="easy")
    meet(pool, 2, 0, 198)  # with two bouts that every rate begins with: 0.5 %
    meet(pool, 3, 198, 0)
    pool.turn(biased(REST), 300)
    drawn = shares(pool)
    assert abs(drawn[0] - 0.2) < 0.01 and abs(drawn[2] - 0.8 * 0.25 * 0.99) < 0.01 and 0 < drawn[3] < 0.01
    assert abs(drawn[4] - 0.8 * 0.75) < 0.01


def test_a_rate_follows_the_latest_bouts(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, REST)
    assert pool.members[0].rate == 0.5
    meet(pool, 0, 9, 1)
    assert np.isclose(pool.members[0].rate, 10 / 12)
    for _ in range(100):
        meet(pool, 0, 0, 10)
    assert pool.members[0].rate < 0.01 and pool.members[0].bouts == 1010
    pool.note(np.array([[-1, 0, 0]], np.int32), np.zeros(1, np.float32))
    assert pool.members[0].bouts == 1011  # in two seats of one bout it is met once


def test_every_bout_of_the_learner_is_told(tmp_path: Path) -> None:
    training = train(tmp_path, learner=replace(SMALL, steps=20_000), rules={"rounds": 4})
    told = sum(sum(counts) for line in results(tmp_path) for counts in line["bouts"].values())
    assert told == training.bouts == sum(member.bouts for member in training.pool.members) > 1000
    wins = np.array([counts for line in results(tmp_path) for counts in line["bouts"].values()]).sum(axis=0)
    assert wins[0] > 1.2 * wins[2]  # the learner is ahead of its older selves


# --- trials -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "ways"), [(2, 2), (3, 6), (4, 8)])
def test_equals_come_to_one_half_with_any_number_of_seats(seats: int, ways: int) -> None:
    assert len(seatings(seats)) == ways and (seatings(seats).mean(axis=0) == 0.5).all()
    anything = {**biased(STRIKE), "bias_0": np.zeros(len(toy.ACTIONS), np.float32)}
    trial = hold_trial(toy.GAME, anything, anything, 200, 1, {"seats": seats, **toy.BARE})
    assert trial.score == trial.low == trial.high == 0.5 and not trial.won  # the same luck on both sides
    stronger = hold_trial(toy.GAME, biased(STRIKE), anything, 200, 1, {"seats": seats, **toy.BARE})
    assert stronger.won and 0.5 < stronger.low < stronger.score < stronger.high


def test_only_a_rated_win_makes_a_champion(tmp_path: Path) -> None:
    pool = Pool(tmp_path, toy.GAME, experiment(league=League(trial=2, trial_bouts=200), rules={"rounds": 6}))
    pool.begin(biased(STRIKE))
    pool.turn(biased(REST), 100)  # the second snapshot: its turn has come
    assert read_manifest(tmp_path)["champion"] == "pool/000001.npz"
    pool.turn(biased(STRIKE), 200)
    pool.turn(biased(STRIKE), 300)
    pool.turn(biased(REST), 400)
    pool.turn(biased(REST), 500)  # as strong as the champion: no reason for a change
    assert read_manifest(tmp_path)["champion"] == "pool/000001.npz"
    trials = [line for line in results(tmp_path) if "trial" in line]
    assert [(line["trial"][5:11], line["won"]) for line in trials] == [
        ("000001", True),
        ("000003", False),
        ("000005", False),
    ]
    assert trials[0]["low"] > 0.5 > trials[1]["high"]
    assert trials[0]["bouts"] == 200


def test_a_game_that_chance_decides_has_no_new_champion(tmp_path: Path) -> None:
    rules = toy.LOSERS_GAME
    trial = hold_trial(toy.GAME, biased(STRIKE), biased(REST), 100, 1, rules)
    assert trial.score == trial.low == trial.high == 0.5 and not trial.won


# --- anchors ----------------------------------------------------------------------------------------------------------


def test_an_anchor_that_is_no_network_plays_itself(tmp_path: Path) -> None:
    league, learner = League(anchors=("random",), anchored=0.5), replace(SMALL, steps=4_096)
    training = train(tmp_path, league=league, learner=learner)
    member = training.pool.members[1]
    assert (member.kind, member.source, member.file) == (ANCHORS, "random", "anchors/random")
    assert member.odds == 0.5 and member.bouts > 100 and not (tmp_path / "anchors").exists()
    assert np.array_equal(training.pool.rows(np.array([[1, 1]], np.int32)), [[GUEST, GUEST]])
    mask = np.array([[0, 0, 1, 0, 0, 1]] * 500, np.int8)
    observations = np.zeros((500, toy.GAME.observation_size), np.float32)
    chosen = training.pool.choose(np.ones(500, np.int32), observations, mask, np.random.default_rng(0))
    assert 200 < (chosen == 2).sum() < 300 and set(chosen) == {2, 5}


def test_who_looks_ahead_is_no_anchor(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=r"Agent 'search': got one that searches; expected one that does not"):
        pool_of(tmp_path, REST, anchors=("search",))


def exported(folder: Path, **changes: Any) -> Path:
    """An agent of a short run."""
    training = train(folder, **{"learner": replace(SMALL, steps=4_096), **changes})
    path = folder / "agent.onnx"
    export(training.model.policy, toy.GAME, path, training.seats.observations, training.seats.masks)
    return path


@pytest.mark.parametrize(("how", "factor"), [(":drawing", 1), ("", 10_000)])
def test_an_anchor_that_is_a_network_comes_in_as_it_plays(how: str, factor: int, tmp_path: Path) -> None:
    path = exported(tmp_path / "old")
    league = League(anchors=(f"{path}{how}",))
    training = train(tmp_path / "new", league=league, learner=replace(SMALL, steps=2_048), seed=3)
    found = load_snapshot(tmp_path / "new" / training.pool.members[1].file)
    expected = load_snapshot(tmp_path / "old" / "pool" / "000001.npz")
    assert np.array_equal(found["weight_1"], expected["weight_1"])
    assert np.array_equal(found["weight_2"], np.float32(factor) * expected["weight_2"])


# --- other runs -------------------------------------------------------------------------------------------------------


def test_an_exploiter_learns_against_the_champion_and_comes_in(tmp_path: Path) -> None:
    main, other = tmp_path / "main", tmp_path / "exploiter"
    train(main, learner=replace(SMALL, steps=4_096))
    champion = read_manifest(main)["champion"]
    exploiter = train(other, league=League(against=str(main), every=1), learner=replace(SMALL, steps=4_096), seed=2)
    (target,) = [member for member in exploiter.pool.members if member.kind == TARGETS]
    assert target.source == str(main / champion) and target.odds == 1
    assert target.bouts == exploiter.bouts  # it has met nobody else
    assert np.array_equal(load_snapshot(other / target.file)["weight_0"], load_snapshot(main / champion)["weight_0"])

    league = League(exploiters=(str(other), str(tmp_path / "nobody")), latest=0.5, older=8, every=1)
    later = train(tmp_path / "later", league=league, learner=replace(SMALL, steps=8_192), seed=3)
    (guest,) = [member for member in later.pool.members if member.kind == EXPLOITERS]
    assert guest.source == str(max((other / POOL).iterdir())) and guest.bouts > 0


def test_an_exploiter_follows_the_champion(tmp_path: Path) -> None:
    pool = pool_of(tmp_path / "main", REST)
    exploiter = Pool(tmp_path / "exploiter", toy.GAME, experiment(league=League(against=str(tmp_path / "main"))))
    exploiter.begin(biased(REST))
    pool.turn(biased(STRIKE), 100)
    exploiter.turn(biased(REST), 50)
    exploiter.turn(biased(REST), 60)
    targets = [member for member in exploiter.members if member.kind == TARGETS]
    assert [member.source[-10:] for member in targets] == ["000000.npz", "000001.npz"]
    assert [member.odds for member in targets] == [0, 1] and sum(member.odds for member in exploiter.members) == 1


def test_an_agent_of_any_shape_is_exploited_as_it_plays(tmp_path: Path) -> None:
    path = exported(tmp_path / "wide", learner=replace(SMALL, hidden=(32, 32, 16), steps=4_096))
    training = train(tmp_path / "run", league=League(against=str(path)), rules={"rounds": 4})
    networks = [read_target(f"{path}{how}", toy.GAME)[1] for how in ("", ":drawing")]
    surest, drawing = (Snapshot(network, drawing=True) for network in networks if network)
    agent, observations, masks = load(str(path), toy.GAME), training.seats.observations, training.seats.masks
    choices = [who.choose(observations, masks, np.random.default_rng(0)) for who in (agent, surest, drawing)]
    assert np.array_equal(choices[0], choices[1]) and not np.array_equal(choices[0], choices[2])
    assert training.pool.bank.widths.tolist()[1:-1] == [32, 32, 16]


def test_any_agent_can_be_exploited(tmp_path: Path) -> None:
    training = train(tmp_path, league=League(against="random"), learner=replace(SMALL, steps=2_048))
    (target,) = [member for member in training.pool.members if member.kind == TARGETS]
    assert (target.source, target.odds, target.bouts) == ("random", 1, training.bouts)


def test_whom_nobody_can_train_against_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=r"Agent 'nobody': no such agent"):
        read_target("nobody", toy.GAME)
    with pytest.raises(AgentError, match=r"got no readable league\.json; expected that of a run"):
        read_target(str(tmp_path), toy.GAME)


def test_an_exploiter_of_another_shape_is_refused(tmp_path: Path) -> None:
    train(tmp_path / "other", learner=replace(SMALL, hidden=(32,), steps=2_048))
    with pytest.raises(
        AgentError, match=rf"got a network with layers of {SEEN}-32-{CHOICES}; expected {SEEN}-64-64-{CHOICES}"
    ):
        train(tmp_path / "main", league=League(exploiters=(str(tmp_path / "other"),)))


def test_the_command_rates_an_exploiter_against_its_target(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import train as command

    config, path = tmp_path / "toy.toml", exported(tmp_path / "old")
    config.write_text(TOML.replace("40_000", "4_096"))
    wish = ["--set", f"league.against={path}"]
    assert command.main([str(config), "--folder", str(tmp_path / "run"), *wish]) == 0
    card = json.loads((tmp_path / "run" / "agent.json").read_text())
    assert [score["rival"] for score in card["scores"]] == ["random", str(path)]
    assert command.main([str(config), "--folder", str(tmp_path / "other"), "--set", "league.against=random"]) == 0
    card = json.loads((tmp_path / "other" / "agent.json").read_text())
    assert [score["rival"] for score in card["scores"]] == ["random"]
    assert command.main([str(config), "--set", "league.against=nobody"]) == 2
    assert "--set league.against: Agent 'nobody': no such agent" in capsys.readouterr().err


# --- nothing is lost --------------------------------------------------------------------------------------------------

WHOLE_LEAGUE = """
[league]
every = 1
first = 0.1
anchors = ["random"]
anchored = 0.2
latest = 0.4
older = 3
focus = 2.0
trial = 3
trial_bouts = 40
"""


def test_a_killed_league_ends_like_an_unbroken_one(tmp_path: Path) -> None:
    config = tmp_path / "toy.toml"
    config.write_text(TOML.replace("league.every = 1\n", "") + WHOLE_LEAGUE)
    unbroken, killed = tmp_path / "unbroken", tmp_path / "killed"
    train_until_killed(config, killed, 12_000)
    with (killed / "results.jsonl").open("a") as file:
        file.write('{"steps": 99999, "bouts": {"pool/0')  # as if it had been cut while it was written
    both = [start(config, folder) for folder in (killed, unbroken)]
    told = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], told
    assert same_result(killed, unbroken)
    for name in ("league.json", "results.jsonl", "champion.onnx"):
        assert (killed / name).read_bytes() == (unbroken / name).read_bytes(), name
    assert len([line for line in results(killed) if "trial" in line]) > 10
