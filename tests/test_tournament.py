"""Tournaments: fair pairing, right mathematics, results that survive a kill, ratings within their intervals."""

import json
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import toy
from processes import environment, wait_until

from nexus_env.agents.agent import sources_of
from nexus_env.agents.loading import load
from nexus_env.agents.model_files import BusyError, locked
from nexus_env.agents.rating.tournament.counting import CERTAINTY, Rating, Until, evidence, fit, interval, pair_scores
from nexus_env.agents.rating.tournament.matches import FIRST_SEED, Job, Match, Plan, PlayedBout, play
from nexus_env.agents.rating.tournament.schedule import Results, head_of, run
from nexus_env.cli.main import main
from nexus_env.games.nexus import NEXUS

ROOT = Path(__file__).parent.parent
DUEL = Plan(NEXUS, ("random", "greedy"))
TOY = Plan(toy.GAME, ("random", "test_tournament:resting"))


class Resting:
    """Takes the legal action with the lowest number."""

    def choose(self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return masks.argmax(axis=1)


class Failing:
    """Has a mistake."""

    def choose(self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return np.zeros(len(masks), np.int64) // self.nothing


class Stumbling:
    """Gives an illegal action."""

    def choose(self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return masks.argmin(axis=1)


class Duelist(Resting):
    """Plays duels only."""

    seats = (2,)


def resting(game: object) -> Resting:
    return Resting()


def failing(game: object) -> Failing:
    return Failing()


def stumbling(game: object) -> Stumbling:
    return Stumbling()


def duelist(game: object) -> Duelist:
    return Duelist()


def bout_of(seats: tuple[str, ...], winner: int | None) -> PlayedBout:
    """A bout that a seat has won, or nobody."""
    loss = -1 / (len(seats) - 1)
    outcome = tuple(0.0 if winner is None else 1.0 if seat == winner else loss for seat in range(len(seats)))
    return PlayedBout(seats, outcome, False, (1,) * len(seats))


def simulated(strengths: dict[str, float], bouts: int, seats: int, draws: float = 0.0) -> list[PlayedBout]:
    """Bouts by the model of Plackett and Luce itself, as openskill scales it; who plays is drawn."""
    rng, names, beta = np.random.default_rng(5), list(strengths), 25 / 6
    found = []
    for _ in range(bouts):
        seated = tuple(rng.choice(names, seats, replace=False).tolist())
        weights = np.exp([strengths[name] / (beta * np.sqrt(2)) for name in seated])
        winner = None if rng.random() < draws else int(rng.choice(seats, p=weights / weights.sum()))
        found.append(bout_of(seated, winner))
    return found


def matches_of(*winners: tuple[int | None, int | None]) -> list[Match]:
    """Matches of a duel between "a" and "b"; for each, which seat has won its two bouts."""
    return [
        Match(("a", "b"), number, 0, (bout_of(("a", "b"), first), bout_of(("b", "a"), second)))
        for number, (first, second) in enumerate(winners)
    ]


# --- who meets whom ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_a_match_everybody_sits_in_every_seat_once(seats: int) -> None:
    plan = replace(DUEL, agents=("a", "b", "c", "d", "e"), seats=(seats,))
    for meeting in plan.meetings():
        for number in range(4):
            seatings = plan.seatings(meeting, number)
            assert all(sorted(column) == sorted(meeting) for column in zip(*seatings, strict=True))
            assert all(sorted(seating) == sorted(meeting) for seating in seatings)


def test_everybody_meets_everybody_equally_often() -> None:
    plan = replace(DUEL, agents=("a", "b", "c", "d", "e"), seats=(2, 3))
    meetings = plan.meetings()
    assert len(meetings) == len(set(meetings)) == 10 + 10
    assert set(Counter(name for meeting in meetings for name in meeting).values()) == {4 + 6}


def test_of_fewer_agents_than_seats_some_sit_twice_but_nobody_is_missing() -> None:
    plan = replace(DUEL, agents=("a", "b"), seats=(4,))
    assert plan.meetings() == [("a", "a", "a", "b"), ("a", "a", "b", "b"), ("a", "b", "b", "b")]


def test_a_challenger_meets_each_of_the_others() -> None:
    plan = replace(DUEL, agents=("a", "b", "c"), seats=(2, 3), challenger="c")
    assert plan.meetings() == [("c", "a"), ("c", "b"), ("c", "a", "a"), ("c", "b", "b")]


def test_seeds_are_none_that_anybody_has_learned_from() -> None:
    """Batches and environments draw 62 bits; every number of a match has a seed of its own."""
    seeds = [replace(DUEL, seed=seed).seed_of(number) for seed in range(20) for number in range(50)]
    assert len(set(seeds)) == len(seeds) and all(FIRST_SEED <= seed < 2 * FIRST_SEED == 2**63 for seed in seeds)


def test_the_bouts_of_a_match_begin_alike() -> None:
    """Same seed, same rules: who takes the lowest action in every seat plays the same bout twice."""
    plan = replace(DUEL, agents=("random", "test_tournament:resting"), rules=({"barge": "3"}, {"barge": "7"}))
    (one, other, *_) = play(plan, Job(("test_tournament:resting",) * 2, 0))
    assert one.bouts[0] == one.bouts[1] and other.bouts[0] == other.bouts[1] and one.bouts[0] != other.bouts[0]


# --- playing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bout_is_written_down_as_it_went(seats: int) -> None:
    plan = replace(DUEL, seats=(seats,))
    matches = play(plan, Job(plan.meetings()[0], 0))
    assert len(matches) == 16 and all(len(match.bouts) == seats for match in matches)
    for bout in (bout for match in matches for bout in match.bouts):
        assert len(bout.scores) == seats + 1 and len(bout.commands) == len(bout.decisions) == seats
        assert bout.scores[0][0] == 0 and 0 < bout.cycles <= 100 and min(bout.decisions) > 0
        held = [course[-1] for course in bout.scores]  # at the end; the crowd comes last
        best = max(held[:-1])
        won = [paid > 0 for paid in bout.outcome]
        assert sum(bout.outcome) == pytest.approx(0, abs=1e-6)
        assert won == [best > held[-1] and one == best for one in held[:-1]]
        assert all(commands["end round"] <= bout.cycles for commands in bout.commands if "end round" in commands)


def test_a_job_is_the_same_whatever_else_is_played() -> None:
    job = Job(DUEL.meetings()[0], 1)
    assert play(DUEL, job) == play(DUEL, job)


def test_a_game_without_a_chronicle_is_played_too() -> None:
    plan = replace(TOY, game=replace(toy.GAME, chronicle=None))
    (match, *_) = play(plan, Job(plan.meetings()[0], 0))
    assert match.bouts[0].scores == () and match.bouts[0].cycles == 0 and sum(match.bouts[0].decisions) > 1


def test_who_looks_ahead_plays_few_matches_at_a_time() -> None:
    plan = replace(DUEL, searchers=frozenset({"greedy"}))
    assert len(play(plan, Job(plan.meetings()[0], 0))) == 2


# --- scores -----------------------------------------------------------------------------------------------------------


def test_the_score_of_a_duel_is_won_drawn_or_lost() -> None:
    assert pair_scores(matches_of((0, 1), (0, 0), (None, 1), (None, None)), "a", "b").tolist() == [1, 0.5, 0.75, 0.5]
    assert pair_scores(matches_of((0, 1), (1, None)), "b", "a").tolist() == [0, 0.75]


def test_an_even_score_is_a_half_with_any_number_of_seats() -> None:
    """Four seats, one against three of another: it wins one bout of four."""
    seats = ("a", "b", "b", "b")
    bouts = tuple(bout_of(seats[turn:] + seats[:turn], 0) for turn in range(4))
    match = Match(seats, 0, 0, bouts)
    assert pair_scores([match], "a", "b") == pytest.approx([0.5])
    assert np.mean([bout.outcome[bout.seats.index("a")] for bout in bouts]) == pytest.approx(0)


def test_the_interval_covers_the_mean_as_often_as_it_says() -> None:
    rng, values, chances = np.random.default_rng(1), np.array([0, 0.25, 0.5, 1]), [0.3, 0.1, 0.2, 0.4]
    mean = float(values @ chances)
    samples = (rng.choice(values, 60, p=chances) for _ in range(400))
    covered = [low <= mean <= high for low, high in map(interval, samples)]
    assert 0.91 <= np.mean(covered) <= 0.98


def test_matches_that_all_came_out_alike_leave_room_for_doubt() -> None:
    """Ten of ten: from 69.2 %, as Clopper and Pearson have it."""
    assert interval(np.ones(10)) == pytest.approx((0.6915, 1.0), abs=1e-4)
    assert interval(np.full(10, 0.5)) == pytest.approx((0.3458, 0.6542), abs=1e-4)


def test_equals_are_seldom_told_apart_however_often_one_looks() -> None:
    rng = np.random.default_rng(2)
    told = [evidence(rng.choice([0, 0.5, 1], 300)) >= CERTAINTY for _ in range(400)]
    assert np.mean(told) <= 0.05
    assert evidence(rng.choice([0, 0.5, 1], 300, p=[0.2, 0.2, 0.6])) > CERTAINTY
    assert evidence(rng.choice([0, 0.5, 1], 300, p=[0.6, 0.2, 0.2])) > CERTAINTY


@pytest.mark.parametrize(
    ("until", "enough"),
    [
        (Until(10**6), False),
        (Until(10**6, width=0.32), True),
        (Until(10**6, width=0.3), False),
        (Until(10**6, decided=True), True),
    ],
)
def test_a_meeting_stops_when_its_question_is_answered(until: Until, enough: bool) -> None:
    """Ten matches that "a" has won: the interval is 0.31 wide, and it is known who is better."""
    assert until.met(matches_of(*[(0, 1)] * 10), ("a", "b")) is enough
    assert not until.met(matches_of(*[(0, 1)] * 7), ("a", "b"))


# --- ratings ----------------------------------------------------------------------------------------------------------

STRENGTHS = {"rookie": 20.0, "contender": 23.0, "veteran": 25.0, "champion": 27.0, "legend": 30.0}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_known_strengths_are_found_again(seats: int) -> None:
    """Their mean is that of openskill's beginning, so the ratings themselves can be compared."""
    found = fit(simulated(STRENGTHS, 2500, seats))
    for name, strength in STRENGTHS.items():
        low, high = found[name].interval
        assert low <= strength <= high and high - low < 4.5, (name, found)
    assert sorted(found, key=lambda name: found[name].mu) == list(STRENGTHS)


def test_one_against_three_of_another_is_rated_as_one_against_one() -> None:
    rng, odds = np.random.default_rng(3), np.exp(5 / (25 / 6 * np.sqrt(2)))  # that "a" wins rather than one "b"
    seats = ("a", "b", "b", "b")
    winners = rng.choice(4, 1500, p=np.array([odds, 1, 1, 1]) / (odds + 3))
    found = fit([bout_of(seats, int(winner)) for winner in winners])
    assert found["a"].mu - found["b"].mu == pytest.approx(5, abs=1.5)


def test_the_order_of_the_bouts_hardly_matters() -> None:
    bouts = simulated(STRENGTHS, 2000, 2)
    bouts.sort(key=lambda bout: bout.outcome[bout.seats.index(min(bout.seats))])  # all losses of some come first
    there, back = fit(bouts), fit(bouts[::-1])
    for name in STRENGTHS:
        assert abs(there[name].mu - back[name].mu) < there[name].sigma / 2


def test_a_draw_is_a_shared_rank() -> None:
    found = fit([bout_of(("a", "b", "c"), None)] * 50)
    assert [rating.mu for rating in found.values()] == pytest.approx([25.0] * 3)
    close, far = (fit(simulated({"a": 22.0, "b": 28.0}, 800, 2, draws)) for draws in (0.6, 0.0))
    assert 0 < close["b"].mu - close["a"].mu < far["b"].mu - far["a"].mu


def test_known_ratings_stay_and_the_others_find_their_place() -> None:
    known = {name: Rating(strength, 0.3) for name, strength in STRENGTHS.items() if name != "veteran"}
    found = fit(simulated(STRENGTHS, 2000, 2), known)
    assert {name: found[name] for name in known} == known
    assert found["veteran"].interval[0] <= 25.0 <= found["veteran"].interval[1]


# --- results ----------------------------------------------------------------------------------------------------------


def held(plan: Plan, path: Path, until: Until, processes: int = 1) -> list[list[Match]]:
    """What counts of each meeting, after playing what the file does not hold."""
    results = Results(path, head_of(plan, {name: load(name, plan.game) for name in plan.agents}))
    try:
        course = run(plan, until, results, processes, lambda part, words: None)
    finally:
        results.close()
    return [course.counted(meeting) for meeting in course.meetings]


def test_what_counts_depends_on_neither_processes_nor_interruptions(tmp_path: Path) -> None:
    """It stops by itself, after the same matches."""
    until = Until(2000, width=0.2, decided=True)
    (whole,) = held(DUEL, tmp_path / "whole.jsonl", until)
    assert 16 <= len(whole) < 2000
    assert held(DUEL, tmp_path / "shared.jsonl", until, processes=2) == [whole]
    lines = (tmp_path / "whole.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_bytes(b"".join(lines[:6]) + lines[6][:50])
    assert held(DUEL, tmp_path / "cut.jsonl", until) == [whole]
    assert (tmp_path / "cut.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_a_finished_tournament_plays_nothing_anew_and_a_longer_one_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    first = held(DUEL, path, Until(16))
    before = path.read_bytes()
    assert held(DUEL, path, Until(16)) == first and path.read_bytes() == before
    longer = held(DUEL, path, Until(32))
    assert longer[0][:16] == first[0] and len(longer[0]) == 32 and path.read_bytes().startswith(before)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": 1}, "got results with seed = 0; expected 1"),
        ({"rules": ({"barge": "2"},)}, "got results with rules"),
        ({"agents": ("random", "greedy", "test_tournament:resting")}, "agents.test_tournament:resting.sha256 = None"),
        ({"seats": (3,)}, "got results with seats"),
    ],
)
def test_the_results_of_another_tournament_are_refused(tmp_path: Path, change: dict, sentence: str) -> None:
    path = tmp_path / "results.jsonl"
    held(DUEL, path, Until(1))
    with pytest.raises(ValueError, match="they belong to another tournament") as refusal:
        held(replace(DUEL, **change), path, Until(1))
    assert sentence in str(refusal.value) and str(path) in str(refusal.value)


def test_an_agent_is_known_by_its_files(tmp_path: Path) -> None:
    """By those that it names, or else by the source of its class."""
    (tmp_path / "weights").write_bytes(b"1")
    agent = Resting()
    assert sources_of(agent) == [Path(__file__)]
    agent.files = (tmp_path / "weights",)
    before = head_of(DUEL, {"mine": agent})["agents"]
    (tmp_path / "weights").write_bytes(b"2")
    assert head_of(DUEL, {"mine": agent})["agents"] != before


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("my notes", "got a file that is not from a tournament"),
        ("my notes\n", "line 1: got text that is not JSON"),
        ('{"mine": 1}\n', "got a file that is not from a tournament"),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(text)
    with pytest.raises(ValueError, match=sentence):
        held(DUEL, path, Until(1))
    assert path.read_text() == text


@pytest.mark.parametrize("kept", [0, 1, 100, -1])
def test_a_head_that_was_cut_is_written_anew(tmp_path: Path, kept: int) -> None:
    """The kill came at once; the newline was missing at the least."""
    path = tmp_path / "results.jsonl"
    (whole,) = held(DUEL, path, Until(1))
    head, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(head[:kept] if kept >= 0 else head)
    assert held(DUEL, path, Until(1)) == [whole] and path.read_bytes() == head + b"\n" + rest


def test_a_damaged_line_is_told(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    held(DUEL, path, Until(1))
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:3], lines[3][:40], *lines[4:]]) + "\n")
    with pytest.raises(ValueError, match="line 4: got text that is not JSON"):
        held(DUEL, path, Until(1))


@pytest.mark.parametrize(
    "change",
    [{"bouts": []}, {"number": "one"}, {"outcome": ["a", "b"]}, {"outcome": [1.0]}, {"seats": ["random", "nobody"]}],
)
def test_a_line_that_is_no_match_is_told(change: dict, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    held(DUEL, path, Until(1))
    head, line, *lines = path.read_text().splitlines()
    table = json.loads(line)
    (table if change.keys() <= table.keys() else table["bouts"][1]).update(change)
    path.write_text("\n".join([head, json.dumps(table), *lines]) + "\n")
    with pytest.raises(ValueError, match="line 2: got something that is not a match"):
        held(DUEL, path, Until(1))


KILLED = """
import os, pathlib, signal, sys

path, flush = pathlib.Path(sys.argv.pop(1)), os.fsync

def flush_or_die(file):
    flush(file)
    if path.read_bytes().count(b"\\n") > 40:
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    from nexus_env.cli.main import main
    os.fsync = flush_or_die
    main()
"""
"""A command that is killed as soon as more than 40 lines of results are on the disk."""


def test_a_kill_loses_only_what_was_under_way(tmp_path: Path) -> None:
    """The command is killed, with its processes; started again it ends with what an unbroken one ends with."""
    words = ["tournament", "random", "greedy", "--bouts", "4000", "--processes", "2", "--out", str(tmp_path)]
    path, command = tmp_path / "results.jsonl", [sys.executable, "-c", KILLED, str(tmp_path / "results.jsonl"), *words]
    killed = subprocess.run(command, env=environment(), capture_output=True, text=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    kept = path.read_bytes().rpartition(b"\n")[0].count(b"\n")
    assert 40 <= kept < 2000
    jobs = -(-kept // 16)
    (again,) = held(DUEL, path, Until(16 * jobs))
    (whole,) = held(DUEL, tmp_path / "whole.jsonl", Until(16 * jobs))
    assert again == whole and len(whole) == 16 * jobs


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command_tells_who_is_better(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--bouts", "32", "--set", "barge=4", "--set", "influence_cards=0", "--out", str(tmp_path)]
    assert main(["tournament", "random", "greedy", *words]) == 0
    printed = capsys.readouterr().out
    assert printed.index("greedy") < printed.index("random") and "Page:" in printed
    told = json.loads((tmp_path / "report.json").read_text())
    assert [one["name"] for one in told["standings"]] == ["greedy", "random"] and told["bouts"] == 32
    assert told["rules"] == [{"barge": 4, "influence_cards": 0}]
    (pair,) = told["pairs"]
    assert pair["low"] <= pair["score"] <= pair["high"] and pair["score"] < 0.5
    standing = told["standings"][0]
    assert standing["won"] + standing["drawn"] + standing["lost"] == standing["bouts"] == 32
    times = json.loads((tmp_path / "times.json").read_text())["agents"]
    assert times.keys() == {"greedy", "random"} and times["greedy"]["median"] > 0 and "times" not in standing
    assert standing["commands"]["move"] > 1 and standing["scores"][0] == 0
    assert sum(map(sum, (told["endings"][how] for how in ("won", "drawn", "truncated")))) == 32


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("random", "agents: got 1; expected at least two"),
        ("random random", "agents: got 'random' twice"),
        ("random greed", "did you mean greedy"),
        ("random greedy --seats 5", "seats"),
        ("random greed --seats 5", "seats: got 5; expected a whole number from 2 to 4."),
        ("random greedy --set barg=1", "barg"),
        ("random greedy --set barge", "--set: got 'barge'"),
        ("random greedy --set seats=3", "expected it as --seats"),
        ("random test_tournament:stumbling", "Agent 'test_tournament:stumbling' as player_"),
        ("random test_tournament:failing", "has no attribute 'nothing' ("),
        ("random test_tournament:duelist --seats 3", "got a bout with 3 seats; expected one with 2"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(
    words: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", *words.split(), "--out", str(tmp_path / "out")]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err and printed.err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_tournament_that_is_told_to_stop_ends_its_processes_and_gives_its_folder_back(tmp_path: Path) -> None:
    """SIGTERM comes to it alone, and nobody else may play into its results meanwhile."""
    words = ["tournament", "random", "greedy", "--bouts", "40000", "--processes", "2", "--out", str(tmp_path)]
    path = tmp_path / "results.jsonl"
    running = subprocess.Popen(
        [sys.executable, "-m", "nexus_env", *words],
        env=environment(),
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    wait_until(running, lambda: path.is_file() and path.read_bytes().count(b"\n") > 40)
    with pytest.raises(BusyError, match=f"got the process {running.pid}, which uses it"), locked(tmp_path, "--out"):
        pass
    running.terminate()
    output, errors = running.communicate()  # which only ends when nobody can write there any more
    assert running.returncode == 128 + signal.SIGTERM and not output.strip()
    assert errors.rstrip().endswith("Stopped. The same command resumes from the last result.")
    assert "Traceback" not in errors
    with locked(tmp_path, "--out"):
        assert held(DUEL, path, Until(16))[0]


def test_a_file_where_the_folder_should_be_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out").write_text("mine")
    assert main(["tournament", "random", "greedy", "--out", str(tmp_path / "out")]) == 2
    assert "got a file; expected a folder" in capsys.readouterr().err
