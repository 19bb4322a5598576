"""`python -m nexus_env play --record` and `replay`: a bout is written down and shown again; mistakes are told."""

import json
import re
from pathlib import Path

import pytest

from nexus_env.cli.main import main
from nexus_env.text import transcript

NUMBERED = re.compile(r" \d+$")  # it names something by its number
Capture = pytest.CaptureFixture[str]


@pytest.fixture(name="file")
def recorded(tmp_path: Path, capsys: Capture) -> Path:
    """The first 30 decisions of a bout, written down."""
    file = tmp_path / "bout.txt"
    words = ["play", "random", "random", "--delay", "0", "--steps", "30", "--seed", "5", "--record", str(file)]
    assert main(words) == 0
    assert f"The bout as a transcript: {file}" in capsys.readouterr().out
    return file


def test_a_recorded_bout_is_shown_again(file: Path, capsys: Capture) -> None:
    """Turn by turn, to the end or to a turn, with the board at the end."""
    turns = transcript.read(file.read_text(encoding="utf-8")).turns
    assert len(turns) == 30
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    plain = [str(turn) for turn in turns if not NUMBERED.search(turn.words)]
    assert [line for line in told if line in plain] == plain and len(plain) > 10
    named = [line for line in told if re.match(r"player_\d: (choose|keep|play) ", line) and line not in plain]
    assert len(named) + len(plain) == len(turns) and not any(NUMBERED.search(line) for line in named if "card" in line)
    assert "    1  2  3  4  5  6  7  8" in told
    assert main(["replay", str(file), "--to", "2"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line for line in told if re.match(r"player_\d: (?!Cred)", line)] == named[:2]


def test_it_is_printed_as_json(file: Path, capsys: Capture) -> None:
    assert main(["replay", str(file), "--json", "--to", "4"]) == 0
    printed = capsys.readouterr().out
    assert len(json.loads(printed)["turns"]) == 4
    file.write_text(printed, encoding="utf-8")
    assert main(["replay", str(file)]) == 0


def test_of_a_damaged_file_all_that_stands_before_is_shown(file: Path, capsys: Capture) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    broken = len(lines) - 5
    file.write_text("\n".join([*lines[:broken], "player_0: levitate", *lines[broken + 1 :]]), encoding="utf-8")
    assert main(["replay", str(file)]) == 2
    printed = capsys.readouterr()
    assert lines[broken - 1].partition(" {")[0] in printed.out.splitlines()
    assert printed.err.startswith(f"{file}: transcript, line {broken + 1}: ") and "Traceback" not in printed.err
    file.write_bytes(b"\xff\xfe no text")
    assert main(["replay", str(file)]) == 2
    assert "line 1: got " in capsys.readouterr().err


def test_two_are_compared(file: Path, tmp_path: Path, capsys: Capture) -> None:
    other = tmp_path / "other.txt"
    other.write_text(re.sub(r"\[seed \d+\]", "[seed 1]", file.read_text(encoding="utf-8")), encoding="utf-8")
    assert main(["replay", str(file), "--compare", str(other)]) == 0
    assert capsys.readouterr().out.startswith("seed: ")
    assert main(["replay", str(file), "--compare", str(file)]) == 0
    assert capsys.readouterr().out == "The two bouts are identical.\n"


def test_a_file_that_is_not_there_is_told_in_one_sentence(tmp_path: Path, capsys: Capture) -> None:
    assert main(["replay", str(tmp_path / "none.txt")]) == 2
    assert "none.txt: no such file; expected a transcript." in capsys.readouterr().err
    assert main(["replay", str(tmp_path)]) == 2
    assert "got a folder; expected a transcript." in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--record", "--picture"])
def test_nothing_is_played_for_a_file_that_cannot_be_written(option: str, tmp_path: Path, capsys: Capture) -> None:
    for path, reason in ((tmp_path / "no" / "bout", "got no folder"), (tmp_path, "got a folder; expected")):
        assert main(["play", "random", "random", option, str(path)]) == 2
        printed = capsys.readouterr()
        assert f"{option} {path}: {reason}" in printed.err and not printed.out


def test_the_damaged_one_of_two_is_named(file: Path, tmp_path: Path, capsys: Capture) -> None:
    """And what can be read of it is compared."""
    other = tmp_path / "other.txt"
    other.write_text("\n".join(file.read_text(encoding="utf-8").splitlines()[:-3]), encoding="utf-8")
    for words in ([str(file), "--compare", str(other)], [str(other), "--compare", str(file)]):
        assert main(["replay", *words]) == 2
        printed = capsys.readouterr()
        assert "has a turn" in printed.out
        assert printed.err.startswith(f"{other}: ") and "got no line 'end'" in printed.err


def test_wrong_options_are_told_with_their_line(file: Path, capsys: Capture) -> None:
    text = file.read_text(encoding="utf-8").replace('[options {"seats": 2', '[options {"seat": 2')
    file.write_text(text, encoding="utf-8")
    assert main(["replay", str(file)]) == 2
    line = 1 + next(number for number, one in enumerate(text.splitlines()) if one.startswith("[options"))
    assert f"transcript, line {line}: options: " in (error := capsys.readouterr().err)
    assert "did you mean seats" in error


def test_a_bout_with_other_cards_is_played_recorded_and_replayed(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "lanistas.toml").write_text(
        '[[lanista]]\nnumber = 1\nname = "Newcomer"\ninfluence = 2\ndeception = 1\ncommand = 3\n', encoding="utf-8"
    )
    file = tmp_path / "bout.txt"
    words = ["play", "random", "random", "--delay", "0", "--steps", "3", "--seed", "1", "--record", str(file)]
    assert main([*words, "--stock", str(tmp_path)]) == 0
    assert str(tmp_path) in file.read_text(encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    (tmp_path / "lanistas.toml").write_text("", encoding="utf-8")
    capsys.readouterr()
    assert main(["replay", str(file)]) == 2
    assert "stock: got the stock " in capsys.readouterr().err
