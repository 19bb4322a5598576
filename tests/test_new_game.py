"""The small game of `new-game`: written, checked and played as whoever begins one does, in a folder of its own."""

import dataclasses
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import tiny
import toy
from processes import ROOT, environment

from nexus_env import testing
from nexus_env.cli import check_game
from nexus_env.cli.main import main
from nexus_env.contract.game import Game
from nexus_env.contract.plain_words import completed
from nexus_env.core.endless import EndlessBout
from nexus_env.testing import CHECKS, CheckError, Result, contract, spelling
from nexus_env.testing.checks import Check
from nexus_env.testing.extent import BRIEF, Extent
from nexus_env.testing.faults import NotCheckedError
from nexus_env.tools import new_game

SEED = "seed_generator(bout.tape.generator, seed)\n"
ASKED, SEEN, ENDS = "Who is asked", "Observations", "Each bout ends"
FAULTS = (
    # What somebody may get wrong: the file, what stands there, what is written instead; and the check that finds it,
    # with its place and its words.
    ("rules.py", "bout.table.pile > 0)", "bout.table.pile > 90)", ASKED, "write_mask, 2 seats", "no legal action"),
    ("rules.py", f"{SEED}\n\n@", "pass\n\n\n@", "The same seed", "2 seats, seeds 1 and 2", "the same dice"),
    (
        "rules.py",
        f"    {SEED}",
        f"    {SEED}    bout.table.pile = 9\n",
        "A seat sees",
        "imagine, 2 seats",
        "pile, number 0",
    ),
    (
        "rules.py",
        "roll(bout, SIDES, Purpose.PILE, seat)",
        "1 + draw_below(bout.tape.generator, 6)",
        "Dictated",
        "",
        "a die that the rules draw by themselves",
    ),
    ("learning.py", "(0, MOST_PILE + SIDES)", "(0, 5)", SEEN, "observe, 2 seats", "pile, number 0: got "),
    ("learning.py", "    out[:] = 0\n", "", SEEN, "observe, 2 seats", "a number that was not written"),
    ("learning.py", "-1.0 / (", "-0.5 / (", ENDS, "rewards, 2 seats", "a sum of 0, as `outcomes` says"),
    ("words.py", "loses a pile of {what}", "loses {nothing}", "Views", "words.py, line ", "KeyError: 'nothing'"),
    ("words.py", "completed(ACTIONS,", 'completed(("wait",) * 9,', "Every legal", "words.spell, 2 seats", "['wait']"),
)
CHECKED = """
import sys
from nexus_env.contract import registry
from nexus_env.testing import QUICK
from nexus_env.testing.checks import CHECKS, result_of
for word in sys.argv[1:]:
    name, promise = word.split(":")
    (check,) = [check for check in CHECKS if check.promise.startswith(promise)]
    print(name, result_of(check, registry.find(f"{name}:GAME"), 2, QUICK).fault)
"""


def run(folder: Path, *words: str, **variables: str) -> str:
    """What a command prints in a folder."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment(folder, ROOT, **variables),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def edit(folder: Path, name: str, file: str, old: str, new: str) -> None:
    """Write something else into a file of a game, in its last place."""
    path = folder / name / file
    begin, found, end = path.read_text(encoding="utf-8").rpartition(old)
    assert found, old
    path.write_text(f"{begin}{new}{end}", encoding="utf-8")


def test_the_game_that_is_written_passes_all_checks_and_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From an empty folder, by the commands that are printed; what is edited is played at once."""
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "luck"]) == 0
    printed = capsys.readouterr().out
    assert "python -m nexus_env check-game luck:GAME --quick --plain" in printed and "my_game" not in printed
    told = run(tmp_path, "-m", "nexus_env", "check-game", "luck:GAME", "--quick", "--plain")
    assert all(check.promise in told for check in CHECKS) and "0 failed" in told, told
    words = "play random random --plain --seed 1 --delay 0 --game luck:GAME --rounds 2"
    watch = ["-m", "nexus_env", *words.split(" ")]
    before = run(tmp_path, *watch)
    assert "The bout is over." in before and " scores " in before
    edit(tmp_path, "luck", "words.py", "scores {what}", "gets {what}")
    assert run(tmp_path, *watch) == before.replace(" scores ", " gets ")


def test_each_fault_is_found_with_its_place(tmp_path: Path) -> None:
    """By the check that is about it, in one sentence."""
    wanted = []
    for nth, (file, old, new, promise, *_) in enumerate(FAULTS):
        new_game.write(f"faulty_{nth}", tmp_path)
        edit(tmp_path, f"faulty_{nth}", file, old, new)
        edit(tmp_path, f"faulty_{nth}", "rules.py", "import seed_generator", "import draw_below, seed_generator")
        wanted.append(f"faulty_{nth}:{promise}")
    (tmp_path / "checked.py").write_text(CHECKED, encoding="utf-8")
    lines = run(tmp_path, "checked.py", *wanted, NUMBA_DISABLE_JIT="1").splitlines()
    for (*_, place, words), line in zip(FAULTS, lines, strict=True):
        assert place in line and words in line and "; expected " in line, line


def test_a_failed_check_ends_the_command_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def some(game: Game, **_: object) -> Iterator[Result]:
        yield Result(CHECKS[0])
        yield Result(CHECKS[1], fault="write_mask: got 2; expected 0 and 1 alone.")
        yield Result(CHECKS[2], reason="not here")

    monkeypatch.setattr(check_game, "check_game", some)
    assert main(["check-game", "toy:GAME"]) == 1
    printed = capsys.readouterr().out
    assert "toy-v1: 1 passed, 1 failed, 1 left out." in printed and "(not here)" in printed
    assert f"FAIL {CHECKS[1].promise}\n       write_mask: got 2; expected 0 and 1 alone.\n" in printed


def test_more_faces_than_actions_are_found() -> None:
    """When people roll a die, its face is the answer."""
    with pytest.raises(CheckError, match=r"game 'tiny', actions: got 2 for 6 faces; expected at least as many as"):
        contract.check_parts(tiny.GAME)


def test_words_are_completed_by_plain_ones_and_no_others() -> None:
    own = {"board": str, "question": str, "sentences": str}
    assert completed(("a", "b"), **own).action(1) == "b"
    with pytest.raises(ValueError, match="words: got no question or sentences; expected a function of each name"):
        completed(("a",), board=str)
    with pytest.raises(ValueError, match=r"words: got 'veiw'; expected a function of .*; did you mean view"):
        completed(("a",), **own, veiw=str)


@pytest.mark.parametrize("name", ["My-Game", "class", "", "1st", "../up", "a b"])
def test_a_name_that_no_module_can_have_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected a name such as my_game"):
        new_game.write(name, tmp_path)


@pytest.mark.parametrize("name", ["nexus", "json", "numpy"])
def test_a_name_that_is_taken_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"got '{name}', which is a module or a game already; expected a new name"):
        new_game.write(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    new_game.write("luck", tmp_path)
    with pytest.raises(ValueError, match="luck, which is there already; expected a new name"):
        new_game.write("luck", tmp_path)


def test_after_a_bout_that_does_not_end_no_check_waits_for_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def ends(game: Game, extent: Extent) -> None:
        made.append("ends")
        raise EndlessBout("bout: got more than 5 decisions; expected an end by then.")

    checks = [
        Check("parts", "It ends.", of_game=ends),
        Check("parts", "Then.", of_game=lambda g, e: made.append("then")),
    ]
    monkeypatch.setattr("nexus_env.testing.checks.CHECKS", checks)
    first, second = testing.check_game(tiny.GAME, quick=True)
    assert first.fault == "2 seats, bout: got more than 5 decisions; expected an end by then."
    assert made == ["ends"] and not second.fault and second.reason == "a bout does not end, see above"


def test_a_price_that_quick_play_does_not_meet_is_no_fault() -> None:
    trial = toy.GAME.trial
    purse = lambda row, seat: {**trial.purse(row, seat), "gold": 0}  # noqa: E731
    game = dataclasses.replace(toy.GAME, trial=dataclasses.replace(trial, purse=purse))
    with pytest.raises(NotCheckedError, match=r"quick play met no price in .*gold"):
        spelling.check_prices(game, testing.QUICK)
    with pytest.raises(CheckError, match=r"prices in .*; expected in .*'gold'"):
        spelling.check_prices(game, BRIEF)
