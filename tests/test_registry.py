"""Games by their names: those of this package, of a module, and of another package that offers one."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import gymnasium
import pytest
import tiny
import toy
from processes import environment

import nexus_env
from nexus_env.cli.main import main
from nexus_env.contract import registry
from nexus_env.games.nexus import NEXUS
from nexus_env.kit.options import OptionsError

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
        ("nexsu", r"^--game: got 'nexsu'; expected one of .*nexus.*, or module:NAME; did you mean nexus\?$"),
        ("nowhere:GAME", r"^--game: got 'nowhere:GAME' \(No module named 'nowhere'\); expected one of "),
        ("toy:Nothing", r"^--game: got 'toy:Nothing' \(module 'toy' has no attribute 'Nothing'\); expected one of "),
        ("toy:SEATS", r"^--game: got 'toy:SEATS', which is a int; expected a Game\.$"),
        ("", r"^--game: got an empty text; expected one of "),
        (":", r"^--game: got ':' \("),
    ],
)
def test_a_name_of_no_game_is_told_in_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(OptionsError, match=sentence):
        registry.find(name, "--game")


def offer(folder: Path, name: str, source: str) -> None:
    """Install a package that offers a game of this name: a module with this source."""
    facts = folder / f"{name}-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[nexus_env.games]\n{name} = {name}:GAME\n")
    (folder / f"{name}.py").write_text(source)


BROKEN = {
    "import": ("import nowhere_at_all", "offered_import.py, line 1: No module named 'nowhere_at_all'"),
    "syntax": ("def", "SyntaxError: invalid syntax (offered_syntax.py, line 1)"),
    "division": ("1 / 0", "offered_division.py, line 1: ZeroDivisionError: division by zero"),
    "ending": ("raise SystemExit", "offered_ending.py, line 1: SystemExit"),
    "lines": ("raise RuntimeError('one\\ntwo')", "offered_lines.py, line 1: RuntimeError: one two"),
    "empty": ("", "module 'offered_empty' has no attribute 'GAME'"),
    "part": (
        "from dataclasses import replace\nimport toy\nGAME = replace(toy.GAME, actions=())",
        "offered_part.py, line 3: TypeError: game 'toy': actions: got (); expected a tuple of names, each once.",
    ),
    "other": ("GAME = 7", ""),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_plug_in_that_cannot_be_imported_is_told_in_a_sentence(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And by its name, whatever it does; the others are served without it."""
    name, (source, why) = f"offered_{kind}", BROKEN[kind]
    offer(tmp_path, name, source)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert name in registry.names()
    assert main(["fuzz", "--game", name]) == 2
    told = capsys.readouterr().err
    expected = f"({why}); expected one that can." if why else "which is a int; expected a Game."
    assert told.startswith(f"--game: got {name!r}, ") and told.endswith(f"{expected}\n") and told.count("\n") == 1
    warnings: list[str] = []
    assert next(iter(registry.find_all("serve", warnings.append))) == "nexus"
    assert len(warnings) == 1 and warnings[0].startswith(f"serve: got {name!r}, ")
    assert warnings[0].endswith("It is left out.")


def test_a_module_that_fails_in_any_way_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its line, and not as a name that there is not."""
    (tmp_path / "failing.py").write_text("x = 1\n1 / 0\n")
    (tmp_path / "lacking.py").write_text("import failing_too\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, why in (
        ("failing", r"failing\.py, line 2: ZeroDivisionError: division by zero"),
        ("lacking", r"lacking\.py, line 1: No module named 'failing_too'"),
    ):
        told = rf"^--game: got '{name}:GAME', whose module cannot be imported \({why}\); expected one that can\.$"
        with pytest.raises(OptionsError, match=told):
            registry.find(f"{name}:GAME", "--game")
    with pytest.raises(OptionsError, match=r"^--game: got '\.\.failing:GAME' \(TypeError: .*\); expected one of"):
        registry.find("..failing:GAME", "--game")


def test_two_games_of_one_name_are_not_served_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--game", "toy:GAME,toy_players:GAME"]) == 2
    assert "--game: got 'toy:GAME' and 'toy_players:GAME', both called 'toy'; expected" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("part", "found", "expected"),
    [
        ("name", "two words", "a word without blanks"),
        ("name", "", "a word without blanks"),
        ("version", "1", "a whole number of at least 0"),
        ("seats", range(0), "a range of at least one number of seats"),
        ("seats", (2, 3), "a range of at least one number of seats"),
        ("record", int, "a record"),
        ("options_dtype", None, "the dtype of a record"),
        ("actions", (*toy.ACTIONS, toy.ACTIONS[0]), "a tuple of names, each once"),
        ("layout", (), "a tuple of at least one NamedSlice"),
        ("setup", None, "a function"),
        ("imagine", 3, "a function"),
        ("invariants", 3, "Invariants, or None"),
        ("agents", None, "a Roster"),
    ],
)
def test_a_wrong_part_of_a_game_is_named_when_it_is_made(part: str, found: object, expected: str) -> None:
    with pytest.raises(TypeError, match=rf"^game '.*': {part}: got .*; expected {expected}"):
        replace(toy.GAME, **{part: found})


def test_a_word_that_a_game_lacks_is_named_when_it_is_made() -> None:
    words = SimpleNamespace(**{name: word for name, word in vars(toy.GAME.words).items() if name != "spell"})
    with pytest.raises(TypeError, match=r"^game 'toy': words\.spell: got None; expected a function"):
        replace(toy.GAME, words=words)


def test_the_commands_tell_what_a_game_lacks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy, "WITHOUT", replace(toy.GAME, ledger=None), raising=False)
    assert main(["validate", "--game", "toy:GAME", "."]) == 2
    assert main(["balance", "--game", "toy:WITHOUT"]) == 2
    assert main(["fuzz", "--game", "nexsu"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["validate", "balance", "--game"]


IDS = """
import gymnasium, pettingzoo, nexus_env, sys
assert not any(name in sys.modules for name in ("numba", "toy"))
env = gymnasium.make("offered/Duel-v1", opponent="random")
env.reset(seed=1)
print(env.unwrapped.arena.game.name, pettingzoo.make("aec", "offered/arena-v1", seats=3).unwrapped.game.name)
"""


def test_another_package_offers_ids(tmp_path: Path) -> None:
    """They are registered without importing the game."""
    offer(tmp_path, "offered", "from toy import GAME\n")
    words = [sys.executable, "-W", "error::UserWarning", "-c", IDS]
    variables = environment(tmp_path, TESTS, TESTS.parent, NUMBA_DISABLE_JIT="1")
    done = subprocess.run(words, env=variables, capture_output=True, text=True, cwd=TESTS.parent)
    assert done.stdout == "toy toy\n", done.stderr


def test_a_game_that_a_program_registers_has_ids() -> None:
    """For two and for four, and none for what nobody can play."""
    for kind, seats in (("Duel", 2), ("FreeForAll", 4)):
        spec = gymnasium.spec(f"toy/{kind}-v1")
        assert spec.kwargs == {"seats": seats, "game": toy.GAME}
    assert f"{tiny.GAME.name}/Duel-v1" in gymnasium.registry and "tiny/FreeForAll-v1" not in gymnasium.registry
    assert gymnasium.make("toy/Duel-v1", opponent="random").unwrapped.arena.game is toy.GAME  # type: ignore[attr-defined]


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
    assert "none violated" in done.stdout or "0 violated" in done.stdout, done.stdout
