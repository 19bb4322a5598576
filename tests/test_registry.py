"""Games by their names: those of this package, of a module, and of another package that offers one."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import toy
from processes import environment

import nexus_env
from nexus_env.cli.main import main
from nexus_env.game import registry
from nexus_env.game.options import OptionsError
from nexus_env.games.nexus import NEXUS

TESTS = Path(__file__).parent


def test_what_finds_a_game_is_told():
    for name in ("nexus", "toy:GAME"):
        assert registry.find(registry.name_of(registry.find(name))) is registry.find(name)


def test_a_game_is_found_by_its_name_or_its_module() -> None:
    assert registry.find("nexus") is NEXUS and "nexus" in registry.names()
    assert registry.find("toy:GAME") is toy.GAME
    assert nexus_env.raw_env(game="nexus").game is nexus_env.raw_env().game is NEXUS
    assert nexus_env.raw_env(game="toy:GAME").game is nexus_env.raw_env(game=toy.GAME).game is toy.GAME


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nexsu", r"^--game: found 'nexsu' \(.*\), expected one of .*nexus.*, or module:NAME; the nearest is nexus\.$"),
        ("nowhere:GAME", r"^--game: found 'nowhere:GAME' \(No module named 'nowhere'\), expected one of "),
        ("toy:Nothing", r"^--game: found 'toy:Nothing' \(module 'toy' has no attribute 'Nothing'\), expected one of "),
        ("toy:SEATS", r"^--game: found 'toy:SEATS', which is a int, expected a Game\.$"),
        ("", r"^--game: found '' \("),
        (":", r"^--game: found ':' \("),
    ],
)
def test_a_name_of_no_game_is_told_in_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(OptionsError, match=sentence):
        registry.find(name, "--game")


def test_the_commands_tell_what_a_game_lacks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy, "WITHOUT", replace(toy.GAME, ledger=None), raising=False)
    assert main(["validate", "--game", "toy:GAME", "."]) == 2
    assert main(["balance", "--game", "toy:WITHOUT"]) == 2
    assert main(["fuzz", "--game", "nexsu"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["validate", "balance", "--game"]


def test_another_package_offers_a_game(tmp_path: Path) -> None:
    """By an entry point; the commands find it by its name, in a process that knows nothing else of it."""
    facts = tmp_path / "offering-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: offering\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[nexus_env.games]\noffered = offering:GAME\n")
    (tmp_path / "offering.py").write_text("from toy import GAME\n")
    words = [sys.executable, "-m", "nexus_env", "fuzz", "--game", "offered", "--decisions", "2000"]
    done = subprocess.run(words, env=environment(tmp_path, TESTS), capture_output=True, text=True, cwd=TESTS.parent)
    assert done.returncode == 0, done.stderr
    assert "none broken" in done.stdout or "0 broken" in done.stdout, done.stdout
