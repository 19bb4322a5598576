"""The judge of the search: what it learns from, and that what it has learned is worth something."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import toy
from watched import watch

from nexus_env.agents.agent import AgentError
from nexus_env.agents.level import levels_of
from nexus_env.agents.search import player
from nexus_env.agents.search.judging import positions
from nexus_env.agents.search.self_play import read_duelist
from nexus_env.agents.search.small_networks import look, read_shallow, said
from nexus_env.cli.main import main
from nexus_env.contract.roster import JUDGE, STUDENT
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import PLAIN

FILE = levels_of(NEXUS).path / JUDGE
compiled_only = pytest.mark.skipif(PLAIN, reason="compiled only")


def test_the_judge_that_comes_with_the_package_plays_this_game_and_no_other() -> None:
    assert len(read_shallow(FILE, NEXUS).heads) == 3
    with pytest.raises(AgentError, match="got the game stamp nexus-v2; expected toy-v1"):
        read_shallow(FILE, toy.GAME)


@compiled_only
def test_the_judge_foresees_what_becomes_of_positions() -> None:
    """Of bouts that it has not learned from: it explains more of the end than the mean does."""
    watched = watch(2, 100, 999)
    seen, ends = watched.seen, watched.ends
    assert len(seen) > 2000 and (ends.var(axis=0) > 0.01).all()
    network, told = read_shallow(FILE, NEXUS), np.zeros((len(seen), 3))
    words = np.zeros(network.words.shape[1], np.int64)
    for row, sight in enumerate(seen):
        words.view(np.int8)[: len(sight)] = sight
        look(network, 0, words)
        told[row] = [said(network, output) * network.unit for output in range(3)]
    explained = 1 - ((told - ends) ** 2).mean(axis=0) / ends.var(axis=0)
    assert (explained > 0.1).all()


def test_the_judge_is_no_student(tmp_path: Path) -> None:
    (tmp_path / STUDENT).write_bytes(FILE.read_bytes())
    own = replace(levels_of(NEXUS), folder=str(tmp_path))
    game = replace(NEXUS, agents=replace(NEXUS.agents, levels=own))
    with pytest.raises(AgentError, match=r"student\.npz: got layers of .*; expected .* \(309, n \+ 1\)"):
        player.named("search:9", game)


@pytest.mark.parametrize("command", ["judge", "student"])
@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("{}", "--file: got the folder"),
        ("/proc/nexus/judge.npz", "--file: got a file in /proc, which is not writable"),
        ("{}/file/judge.npz", "file, which is not writable (Not a directory); expected a writable folder"),
        ("/dev/null", "--file: got /dev/null, which is not a regular file"),
    ],
)
def test_a_file_that_cannot_be_written_is_told_before_anything_is_learned(
    command: str, file: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit):
        main([command, "--file", file.replace("{}", str(tmp_path))])
    assert sentence in capsys.readouterr().err


def test_too_few_positions_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "--positions", "10"]) == 2
    assert capsys.readouterr().err.startswith("--positions: got 10; expected a whole number of at least ")


@pytest.mark.parametrize("words", ["--hidden 0", "--seed -1", "--positions many"])
def test_impossible_numbers_are_told(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["judge", *words.split()])
    assert f"{words.split()[0]}: got {words.split()[1]!r}; expected a whole number " in (capsys.readouterr().err)


def test_a_network_for_other_seats_plays_no_duels(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """As its card says, whether that is one of the levels or of a run."""
    sentence = "nexus-4.onnx: got a network for 4 seats; expected one that plays with 2."
    with pytest.raises(AgentError, match=sentence):
        positions(NEXUS, 10_000, 1, FILE.with_name("nexus-4.onnx"))
    own = tmp_path / "own.onnx"
    own.write_bytes(FILE.with_name("nexus-3.onnx").read_bytes())
    read_duelist(NEXUS, own)  # nobody says for how many
    own.with_suffix(".json").write_text('{"config": {"rules": {"seats": 3}}}')
    with pytest.raises(AgentError, match=r"own\.onnx: got a network for 3 seats"):
        read_duelist(NEXUS, own)
    own.with_suffix(".json").write_text('{"config": {"rules": {}}}')
    read_duelist(NEXUS, own)


def test_a_file_of_another_action_table_is_refused(tmp_path: Path) -> None:
    with np.load(FILE) as file:
        tensors = dict(file)
    tensors["actions"] = np.array("another")
    np.savez(tmp_path / "judge.npz", **tensors)
    with pytest.raises(AgentError, match="got the actions stamp another"):
        read_shallow(tmp_path / "judge.npz", NEXUS)
