"""What the machine has or lacks changes nothing unsaid: encodings, closed streams, settings, a home, tools.

Fonts: `test_rendering.py`. Caches: `test_code_cache.py`. Proxies: `test_clients.py`. Databases: `postgres.py`.
"""

import io
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import matplotlib
import pytest
from matplotlib.figure import Figure

from nexus_env import agents
from nexus_env.cli import bench_commits, play
from nexus_env.cli.main import main
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.cards.random_stock import decks_of
from nexus_env.kit.options import OptionsError
from nexus_env.machine.compiled import PLAIN
from nexus_env.reports import html
from nexus_env.system.streams import settle

pytestmark = pytest.mark.skipif(PLAIN, reason="the outer layers are tested compiled")
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that a test replaces come back."""
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, getattr(sys, name))


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_every_letter_is_printed_in_any_encoding(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A help page has a "…"; names of files may be no text at all."""
    printed = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding))
    with pytest.raises(SystemExit) as stop:
        main(["watch", "--game", "aristeia", "--help"])
    print("\udcff")
    sys.stdout.flush()
    assert stop.value.code == 0 and b"\\u2026" in printed.getvalue() and printed.getvalue().endswith(b"\\udcff\n")


def test_input_that_is_no_text_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"r\xffst\n\xff\n"), "utf-8"))
    settle()
    assert input() == "r\N{REPLACEMENT CHARACTER}st"
    settle()  # after the first read, too
    assert input() == "\N{REPLACEMENT CHARACTER}"


def test_closed_streams_are_empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Python gives None for them, as under `nohup … <&- >&-` and in services."""
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    words = ["watch", "random", "random", "--game", "toy:GAME", "--seed", "1", "--delay", "0", "--steps", "2"]
    assert main(words) == 0
    assert main(["play", "random", "--game", "toy:GAME"]) == 2
    assert main(["table", "--game", "toy:GAME", "--seed", "1", "--record", str(tmp_path / "bout.txt")]) == 0
    for name in ("stdin", "stdout", "stderr"):
        getattr(sys, name).close()


def test_plots_ignore_the_settings_of_a_user() -> None:
    """From a `matplotlibrc`, which Matplotlib finds in the home, in the working folder or by a variable."""

    def drawn() -> str:
        return html.standing_alone(draw)

    def draw() -> Any:
        figure = Figure()
        figure.subplots().plot([1, 2])
        return figure

    usual, mine = drawn(), {"font.size": 30, "axes.facecolor": "red", "axes.grid": True, "svg.fonttype": "path"}
    with matplotlib.rc_context(mine):
        assert drawn() == usual
        assert matplotlib.rcParams["font.size"] == 30


def test_without_a_home_no_folder_gets_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some versions of `platformdirs` return the `~` as it is, others raise an error."""

    def fail(name: str) -> str:
        raise RuntimeError

    for unknown in (lambda name: f"~/.local/state/{name}", fail):
        monkeypatch.setattr(play.platformdirs, "user_state_dir", unknown)
        with pytest.raises(ValueError, match="play: got no home folder; expected a home folder for saved bouts"):
            play._folder()


def test_a_home_that_nobody_has_is_no_folder() -> None:
    with pytest.raises(OptionsError, match="~nobody-is-called-so/cards: no such folder; expected"):
        NEXUS.read_options(stock="~nobody-is-called-so/cards")


def test_each_user_has_decks_of_random_cards(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder of somebody else could not be written to."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for user in (1, 2):
        monkeypatch.setattr("os.getuid", lambda user=user: user, raising=False)
        assert f"-{user}/" in Path(decks_of(7)).relative_to(tmp_path).as_posix()


def test_a_comparison_without_git_tells_so(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "argv", ["bench_commits"])
    assert bench_commits.main() == 2
    assert capsys.readouterr().err == "bench: got no git; expected it on the PATH.\n"


def test_nothing_is_sent_to_the_maker_of_a_library() -> None:
    """ONNX Runtime reads this once, when it is imported."""
    assert agents.__file__ and os.environ["ORT_DISABLE_TELEMETRY"] == "1"
