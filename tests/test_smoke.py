"""Which Pythons `make smoke` finds, and what it says last."""

from pathlib import Path

import pytest
from smoke import closing, find


@pytest.mark.parametrize(
    ("runs", "absent", "expected"),
    [
        ([True, True, True], [], "Tried 3 of the 3 Pythons that pyproject.toml names: it runs on 3."),
        ([True, False, True], [], "Tried 3 of the 3 Pythons that pyproject.toml names: it runs on 2."),
        (
            [True],
            ["3.12", "3.13"],
            "Tried 1 of the 3 Pythons that pyproject.toml names: it runs on 1. "
            "NOT TRIED, since none starts here: 3.12, 3.13.",
        ),
    ],
)
def test_the_closing_line_says_how_many_pythons_were_tried(runs: list[bool], absent: list[str], expected: str) -> None:
    assert closing(runs, absent) == expected


@pytest.mark.parametrize(
    "place", ["later/python3.99", "uv/cpython-3.99.1-linux/bin/python", "pyenv/versions/3.99.1/bin/python"]
)
def test_a_python_is_found_behind_a_name_that_starts_none(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path / 'shims'}:{tmp_path / 'later'}")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setenv("UV_PYTHON_INSTALL_DIR", str(tmp_path / "uv"))
    for name, does in (("shims/python3.99", "exit 127"), (place, "echo 3.99")):
        python = tmp_path / name
        python.parent.mkdir(parents=True)
        python.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        python.chmod(0o755)
    assert find("3.99") == str(tmp_path / place)
