"""`make long`: parts that have passed are not run again, those that have failed are."""

import json
import sys
from pathlib import Path

import everything
import pytest
from everything import Part

from nexus_env.machine.compiled import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="the outer layers are tested compiled")
Capture = pytest.CaptureFixture[str]
GOOD, BAD = ("-c", "print('well')"), ("-c", "import sys; print('alas'); sys.exit(5)")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of results, of two parts that pass and one that fails."""
    every = [Part("one 1", GOOD), Part("one 2", BAD), Part("two", GOOD)]
    monkeypatch.setattr(everything, "parts", lambda: iter(every))
    monkeypatch.setattr(everything, "ROOT", tmp_path)
    monkeypatch.setattr(everything, "sources", lambda: "state")
    return tmp_path / "runs" / "long" / "state"


def test_a_part_that_has_passed_is_not_run_again(folder: Path, capsys: Capture) -> None:
    assert everything.main([]) == 1
    assert "FAILED: one 2: exit status 5" in capsys.readouterr().out
    assert (folder / "one-1.txt").read_text() == "well\n" and (folder / "one-2.txt").read_text() == "alas\n"
    assert everything.main(["--list"]) == 0
    assert capsys.readouterr().out.splitlines() == ["passed  one 1", "open    one 2", "passed  two"]
    assert everything.main([]) == 1
    printed = capsys.readouterr().out
    assert "1 of 1: one 2 began" in printed and "two" not in printed and "2 passed, 1 failed of 3 parts" in printed
    assert everything.main(["two", "--fresh"]) == 0
    assert "1 of 1: two began" in capsys.readouterr().out


def test_an_interrupted_run_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    class Interrupted(everything.Results):
        def run(self, part: Part) -> bool:
            if part.name == "two":
                raise KeyboardInterrupt
            return super().run(part)

    with monkeypatch.context() as patch:
        patch.setattr(everything, "Results", Interrupted)
        assert everything.main([]) == 130
    assert everything.main(["one 1", "two"]) == 0
    assert "1 of 1: two began" in capsys.readouterr().out


def test_names_select_parts_by_their_beginnings(folder: Path, capsys: Capture) -> None:
    assert everything.main(["one", "--list"]) == 0
    assert capsys.readouterr().out.splitlines() == ["open    one 1", "open    one 2"] and not folder.exists()
    with pytest.raises(SystemExit):
        everything.main(["three"])
    assert "got three; expected the beginnings of names" in capsys.readouterr().err


def test_damaged_results_are_told_and_parts_run_again(folder: Path, capsys: Capture) -> None:
    folder.mkdir(parents=True)
    (folder / "results.json").write_text("{")
    assert everything.main(["two"]) == 0
    assert "results.json: got a damaged file; expected JSON." in capsys.readouterr().err
    assert json.loads((folder / "results.json").read_text()) == {"two": True}


def test_two_runs_at_once_are_refused(folder: Path, capsys: Capture) -> None:
    with everything.locked(folder, "checkout"):
        assert everything.main(["two"]) == 2
    assert "expected no other" in capsys.readouterr().err


def test_the_state_is_that_of_the_whole_checkout_of_python_and_packages(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = everything.sources()
    assert everything.sources() == whole
    with monkeypatch.context() as patch:
        patch.setattr(everything, "distributions", lambda: iter(()))
        assert everything.sources() != whole
    with monkeypatch.context() as patch:
        patch.setattr(sys, "version", "4.0")
        assert everything.sources() != whole
    monkeypatch.setattr(everything, "ROOT", tmp_path)
    assert everything.main(["--list"]) == 2


def test_only_files_with_such_tests_are_parts(tmp_path: Path) -> None:
    """A part without a test would fail: pytest ends with 5."""
    marked = ("@any_game\ndef test_it(game): ...\n", "pytestmark = [pytest.mark.long]\n")
    others = ("def test_it_at_any_table(): ...\n", "from games import any_game\n", '"""pytest.mark.long"""\n')
    for text in (*marked, *others):
        (tmp_path / "test_it.py").write_text(text)
        assert everything.is_marked(tmp_path / "test_it.py") == (text in marked), text
