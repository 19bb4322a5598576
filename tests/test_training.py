"""Training: a killed run goes on, a folder belongs to one run, mistakes are told in a sentence."""

import re
import shutil
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import toy
from learners import ROOT, SMALL, TOML, experiment, same_result, start, train, train_until_killed, wait_for_a_checkpoint
from processes import wait_until
from rich.console import Console

import nexus_env.agents.learning.learner as learner_module
from nexus_env.agents.learning.checkpoint import latest_checkpoint
from nexus_env.agents.learning.experiment import RatingConfig, read_experiment
from nexus_env.agents.learning.export import export
from nexus_env.agents.learning.learner import Training
from nexus_env.agents.learning.network import weights_of
from nexus_env.agents.learning.run_folder import RunError, hold_folder, open_folder
from nexus_env.agents.learning.running import check_names
from nexus_env.agents.loading import load
from nexus_env.agents.model_files import BusyError, WriteError, write_whole
from nexus_env.agents.rate import rate
from nexus_env.agents.report import RunProgress
from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.kit.options import OptionsError, Source
from nexus_env.players.any_legal import AnyLegal

# --- Rating -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "wins"), [(2, 500), (3, 334), (4, 250)])
def test_each_seat_is_the_agents_equally_often(seats: int, wins: int) -> None:
    rules = {**toy.LOSERS_GAME, "seats": seats}  # the last seat wins, whoever sits there
    score = rate(toy.GAME, AnyLegal(), AnyLegal(), "random", 1000, 5, rules)
    assert (score.wins, score.draws) == (wins, 0)
    assert score.bouts == wins * seats


def test_bouts_that_were_cut_off_are_counted() -> None:
    score = rate(toy.GAME, AnyLegal(), AnyLegal(), "random", 100, 5, {"rounds": 9, "limit": 4})
    assert 60 < score.truncated < 100 and score.bouts == 100


# --- The run ----------------------------------------------------------------------------------------------------------


def test_training_learns(tmp_path: Path) -> None:
    training = train(tmp_path, rules={"rounds": 4})
    path = tmp_path / "agent.onnx"
    export(training.model.policy, toy.GAME, path, training.seats.observations, training.seats.masks)
    score = rate(toy.GAME, load(str(path), toy.GAME), AnyLegal(), "random", 1000, 9, {"rounds": 4, **toy.BARE})
    assert score.wins > 800
    assert list((tmp_path / "tensorboard").iterdir())


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The folder of a run that nothing has interrupted, and how it was rated in the end."""
    home = tmp_path_factory.mktemp("unbroken")
    config, folder = home / "toy.toml", home / "run"
    config.write_text(TOML)
    process = start(config, folder)
    printed, errors = process.communicate()
    assert process.returncode == 0, errors
    return folder, ratings(printed)


def ratings(printed: str) -> list[str]:
    """The lines about the rating among all that a run has printed."""
    return [line for line in printed.splitlines() if "random" in line]


def test_a_killed_run_ends_like_an_unbroken_one(unbroken: tuple[Path, list[str]], tmp_path: Path) -> None:
    config, killed = tmp_path / "toy.toml", tmp_path / "killed"
    config.write_text(TOML)
    train_until_killed(config, killed, 8_000)
    assert not (killed / "agent.onnx").exists()
    (killed / "pool" / "000099.npz.partial").write_bytes(b"half")
    process = start(config, killed)
    printed, errors = process.communicate()
    assert process.returncode == 0, errors
    assert same_result(killed, unbroken[0]) and ratings(printed) == unbroken[1]
    assert not list(killed.rglob("*.partial"))


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_run_that_is_told_to_stop_keeps_all_that_it_has_learned(
    number: int, status: int, unbroken: tuple[Path, list[str]], tmp_path: Path
) -> None:
    """And goes on as if nobody had told it, however seldom it writes checkpoints."""
    config, told = tmp_path / "toy.toml", tmp_path / "told"
    config.write_text(TOML.replace("checkpoint_every = 2", "checkpoint_every = 1000"))
    process = start(config, told)
    wait_until(process, (told / "pool" / "000003.npz").exists)
    process.send_signal(number)
    _, errors = process.communicate()
    assert process.returncode == status
    assert [line for line in errors.splitlines() if line and not line.startswith("Compil")] == [
        "Stopping after this rollout, with a checkpoint. Once more, and it stops at once.",
        "Stopped. The same command resumes from the last checkpoint, if there is one.",
    ]
    checkpoint = latest_checkpoint(told)
    assert checkpoint is not None and 3_000 <= int(checkpoint.stem) < 40_000
    process = start(config, told)
    assert (process.communicate()[1], process.returncode) == ("", 0)
    assert same_result(told, unbroken[0])


def test_who_stops_a_run_before_its_first_rollout_gets_the_checkpoint_that_was_promised(tmp_path: Path) -> None:
    training = Training(experiment(), toy.GAME, tmp_path)
    training.stop._note(signal.SIGTERM, None)
    with RunProgress(Console(quiet=True)) as watch, pytest.raises(KeyboardInterrupt):
        training.learn(watch)
    assert latest_checkpoint(tmp_path) is not None


def test_a_second_run_in_a_folder_is_refused_while_the_first_lives(tmp_path: Path) -> None:
    """And no longer: a kill gives the folder back."""
    config, folder = tmp_path / "toy.toml", tmp_path / "run"
    config.write_text(TOML.replace("40_000", "40_000_000"))
    process = start(config, folder)
    wait_for_a_checkpoint(process, folder, 2_000)
    before = {path: path.read_bytes() for path in (folder / "checkpoints").iterdir()}
    sentence = (
        rf"^[^\n]*run: got the process {process.pid}, which uses it; expected no other; wait until it has ended, or"
    )
    with pytest.raises(BusyError, match=sentence), hold_folder(folder):
        pass
    second = start(config, folder)
    assert "which uses it" in second.communicate()[1] and second.returncode == 2
    assert before and process.poll() is None
    process.kill()
    process.communicate()
    with hold_folder(folder):
        open_folder(folder, read_experiment(config)[0], fresh=True)
        with pytest.raises(BusyError), hold_folder(folder):
            pass
    with hold_folder(folder):
        assert sorted(path.name for path in folder.iterdir()) == [".lock", ".process", "config.json"]


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="prlimit is not installed: apt install util-linux")
def test_a_full_disk_ends_a_run_with_a_sentence_and_leaves_the_last_checkpoint(tmp_path: Path) -> None:
    """Here a file that may grow no more; a disk that is full says nothing else."""
    config, folder = tmp_path / "toy.toml", tmp_path / "run"
    config.write_text(TOML)
    train_until_killed(config, folder, 4_000)
    last = latest_checkpoint(folder)
    assert last is not None
    whole = last.read_bytes()
    process = start(config, folder, most_bytes=len(whole) // 2)
    output, errors = process.communicate()
    assert process.returncode == 2 and not output and errors.count("\n") == 1
    assert re.search(
        r"checkpoints/\d+\.pt: got a path that cannot be written \(File too large\); expected free disk space", errors
    )
    assert latest_checkpoint(folder) == last and last.read_bytes() == whole
    assert not list(folder.rglob("*.partial"))


@pytest.mark.parametrize("folder", ["/proc/nexus", "file/run"])
def test_a_folder_that_cannot_be_made_is_told_in_one_sentence(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import train as command

    monkeypatch.chdir(tmp_path)
    Path("toy.toml").write_text(TOML, encoding="utf-8")
    Path("file").touch()
    assert command.main(["toy.toml", "--folder", folder]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith(f"{folder}: got a path that cannot be written (") and printed.count("\n") == 1


@pytest.mark.parametrize("text", ["{", "[]", "[" * 9999, '{"game": ' * 9999])
def test_a_config_of_a_run_that_is_damaged_is_told_in_one_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(text)
    with pytest.raises(RunError, match=r"config\.json: got no readable config"):
        open_folder(tmp_path, experiment())


def test_another_seed_ends_otherwise(tmp_path: Path) -> None:
    """So that the test above cannot pass because all runs end alike."""
    small = replace(SMALL, steps=4_096)
    runs = [train(tmp_path / str(seed), learner=small, seed=seed) for seed in (1, 2)]
    weights = [weights_of(run.model.policy)["weight_0"] for run in runs]
    assert not np.array_equal(*weights)


def test_a_run_stops_by_the_clock_and_keeps_its_result(tmp_path: Path) -> None:
    learner = replace(SMALL, steps=10_000_000, minutes=0.03)
    training = train(tmp_path, learner=learner)
    assert 0 < training.model.num_timesteps < 1_000_000
    assert training.model._current_progress_remaining < 0.5
    checkpoint = latest_checkpoint(tmp_path)
    assert checkpoint is not None and int(checkpoint.stem) == training.model.num_timesteps


def test_compiling_does_not_count_as_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two minutes are two minutes of learning, even if 141 s go by before the first decision has been made."""
    now = [0.0]
    monkeypatch.setattr(learner_module, "time", SimpleNamespace(perf_counter=lambda: now[0], process_time=lambda: 0.0))
    training = Training(experiment(learner=replace(SMALL, steps=10_000_000, minutes=2)), toy.GAME, tmp_path)
    env, model = training.env, training.model

    def taking(work: Callable[[], Any], *seconds: float) -> Callable[[], Any]:
        """The same work, whose calls take so long."""
        left = iter(seconds)

        def slow() -> Any:
            now[0] += next(left, 0.0)
            return work()

        return slow

    monkeypatch.setattr(env, "step_wait", taking(env.step_wait, 141.0))
    monkeypatch.setattr(model, "train", taking(model.train, 50.0, 50.0, 50.0))
    with RunProgress(Console(quiet=True)) as watch:
        training.learn(watch)
    assert training.seconds == 150.0 and training.model.num_timesteps == 3 * SMALL.bouts * SMALL.n_steps


def test_a_folder_belongs_to_one_experiment(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    open_folder(folder, experiment())
    open_folder(folder, experiment(rating=RatingConfig(bouts=7), checkpoint_every=9))
    with pytest.raises(RunError, match=r"got a run with seed = 0; expected 3; use another --folder, or --fresh"):
        open_folder(folder, experiment(seed=3))
    open_folder(folder, experiment(seed=3), fresh=True)
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("you")
    with pytest.raises(RunError, match=r"got files but no config\.json"):
        open_folder(tmp_path / "letters", experiment(), fresh=True)
    assert (tmp_path / "letters" / "dear.txt").exists()
    with pytest.raises(RunError, match=r"dear\.txt: got a file; expected a folder"):
        open_folder(tmp_path / "letters" / "dear.txt", experiment())
    (folder / "config.json").write_text("{")
    with pytest.raises(RunError, match=r"config\.json: got no readable config"):
        open_folder(folder, experiment())


def test_a_start_that_was_killed_at_once_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "config.json.partial").write_text("{")
    open_folder(tmp_path, experiment())
    assert [path.name for path in tmp_path.iterdir()] == ["config.json"]


def test_a_file_is_whole_or_absent(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, lambda partial: partial.write_text("old") and None)

    def fail(partial: Path) -> None:
        partial.write_text("ne", encoding="utf-8")
        raise OSError("the disk is full")

    with pytest.raises(WriteError, match=r"file: got a path that cannot be written \(the disk is full\); expected"):
        write_whole(path, fail)
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("override", "sentence"),
    [
        ("game=toi:GAME", "--set game: got 'toi:GAME'"),
        ("game=nexsu", "--set game: got 'nexsu'.*did you mean nexus"),
        ("game=toy:ACTIONS", "--set game: got 'toy:ACTIONS'.*expected a Game"),
        ("rules.roundz=4", "--set rules.roundz: got an unknown key.*did you mean rounds"),
        ("rules.seats=9", "--set rules.seats: got 9"),
        ("learner.hidden=[]", "--set learner.hidden: got an empty list"),
        ("clone.led=0.5", "learner.start: got an empty text; expected the network that clone.led lets play"),
        ("learner.batch_size=4096", "--set learner.batch_size: got the number 4096; expected at most.*1024"),
        (
            "learner.batch_size=341",
            "--set learner.batch_size: got the number 341, which leaves a minibatch of one decision; expected another",
        ),
        ("learner.bouts=4", "toy.toml with --set learner.bouts: learner.batch_size: got the number 256.*= 64"),
    ],
)
def test_a_mistake_on_the_command_line_is_blamed_on_it(tmp_path: Path, override: str, sentence: str) -> None:
    config = tmp_path / "toy.toml"
    config.write_text(TOML)
    with pytest.raises(OptionsError, match=sentence):
        read_experiment(config, [override])


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ('"toy:GAME"', '"nexsu"', "game: got 'nexsu'"),
        ("rules.rounds = 4", "rules.roundz = 4", "rules.roundz: got an unknown key"),
        ("rules.rounds = 4", "rules.seats = 9", "rules.seats: got 9"),
        ("[64, 64]", "[]", "learner.hidden: got an empty list"),
        ("batch_size = 256", "batch_size = 4096", "learner.batch_size: got the number 4096"),
    ],
)
def test_a_mistake_in_the_file_is_blamed_on_the_file(tmp_path: Path, right: str, wrong: str, sentence: str) -> None:
    config = tmp_path / "toy.toml"
    config.write_text(TOML.replace(right, wrong))
    with pytest.raises(OptionsError) as error:
        read_experiment(config, ["seed=5", "learner.steps=1"])
    assert str(error.value).startswith(f"{config}: {sentence}")


def test_a_wrong_game_is_told_before_what_is_missing(tmp_path: Path) -> None:
    config = tmp_path / "toy.toml"
    config.write_text('game = "nexsu"')
    with pytest.raises(OptionsError, match=r"toy\.toml: game: got 'nexsu'; expected .*; did you mean nexus\?$"):
        read_experiment(config)


@pytest.mark.parametrize(
    ("override", "place"),
    [
        ("rules.auto_pass=[1, 2]", "--set rules.auto_pass: got 2; expected seats from 0 to 1"),
        ("rules.barge=9", '--set rules.barge: got "9"'),
        (
            "rules.stock=nowhere",
            f"{ROOT / 'configs/nexus/smoke.toml'} with --set rules.stock: rules: nowhere: no such folder",
        ),
        ("rules.seats=5", "--set rules.seats: got 5"),
        ("rules.scattered.blood=99", "--set rules.scattered.blood: got 99"),
    ],
)
def test_the_rules_of_nexus_are_checked_with_their_place(override: str, place: str) -> None:
    with pytest.raises(OptionsError) as error:
        read_experiment(ROOT / "configs/nexus/smoke.toml", [override])
    assert str(error.value).startswith(place)


def test_a_rival_that_is_not_there_is_blamed_on_its_place() -> None:

    source = Source("toy.toml", ('rating.against=["randm"]',))
    chosen = experiment(rating=RatingConfig(against=("randm",)))
    with pytest.raises(OptionsError, match=r"^--set rating\.against\[0\]: Agent 'randm'.*did you mean random"):
        check_names(chosen, toy.GAME, source)


def test_an_anchor_that_nobody_can_train_against_is_blamed_on_its_place() -> None:

    chosen = experiment(league=replace(experiment().league, anchors=("random", "search")))
    with pytest.raises(OptionsError, match=r"^toy\.toml: league\.anchors\[1\]: Agent 'search': got one that searches"):
        check_names(chosen, toy.GAME, Source("toy.toml"))


def duelist(game: Game) -> Any:
    agent: Any = AnyLegal()
    agent.seats = (2,)
    return agent


@pytest.mark.parametrize("table", ["rating.against", "league.anchors"])
def test_an_agent_for_other_numbers_of_seats_is_refused_before_the_run(table: str) -> None:
    """Else the run would end with it, after hours."""
    usual, (part, key) = experiment(rules={"seats": 3}), table.split(".")
    chosen = replace(usual, **{part: replace(getattr(usual, part), **{key: ("test_training:duelist",)})})
    with pytest.raises(OptionsError, match="got a bout with 3 seats; expected one with 2"):
        check_names(chosen, toy.GAME, Source("toy.toml"))
    check_names(replace(chosen, rules={"seats": 2}), toy.GAME, Source("toy.toml"))


def test_the_command_line_tells_a_mistake_in_one_sentence(tmp_path: Path) -> None:
    config = tmp_path / "toy.toml"
    config.write_text(TOML.replace("bouts", "botus", 1))
    process = start(config, tmp_path / "run")
    output, errors = process.communicate()
    assert process.returncode == 2 and not output
    assert errors.strip().startswith(f"{config}: learner.botus: got an unknown key") and errors.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_games_are_found_by_name() -> None:
    assert registry.find("toy:GAME") is toy.GAME


@pytest.mark.parametrize("config", sorted((ROOT / "configs").rglob("*.toml")), ids=lambda config: config.stem)
def test_the_configs_are_right(config: Path) -> None:
    chosen, game = read_experiment(config)
    for rival in chosen.rating.against:
        load(rival, game)
