"""The examples at the end of each command's help: all can be parsed, and the quick ones are run on the toy game.

`test_command_line.py` parses those of `python -m nexus_env`; here are those of the other commands. Commands that wait
for people (`play`, `table`), serve until they are stopped (`serve`, `mcp`) or compute for minutes (`bench`,
`benchmark`, `warm`, a training run) are parsed only; tests of their own run them.
"""

import re
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import pytest
from sources import sources

from nexus_env.cli.main import COMMANDS, main, module_of
from nexus_env.system.argument_parser import Parser

ROOT = Path(__file__).parents[1]
SOURCES = sources(ROOT)
# Not run here: see above.
PARSED = "play table serve mcp bench benchmark warm train levels student judge new-game check-game"
SHORT = {
    "watch": ["--seed", "1", "--delay", "0", "--steps", "4"],
    "replay": [],
    "tournament": ["--bouts", "2", "--processes", "1"],
    "balance": ["--bouts", "4", "--processes", "1"],
    "fuzz": ["--decisions", "300", "--processes", "1"],
    "puzzles": ["--bouts", "2", "--processes", "1", "--simulations", "200", "--scout", "search:40"],
    "validate": [],
}


OWN = "from nexus_env.players.any_legal import AnyLegal\n\n\ndef agent(game):\n    return AnyLegal()\n"


class Parsed(BaseException):
    """An example has been understood."""


def examples_of(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The module of each example of a file, and its words."""
    for module, line in re.findall(
        r"^  python (train\.py|-m [\w.]+|tests/lab/\w+\.py)(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE
    ):
        words = line.split("   ")[0].strip()
        yield (
            module.removeprefix("-m ").removeprefix("tests/lab/").removesuffix(".py"),
            [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', words)],
        )


OTHERS = [
    (module, words) for path in [*SOURCES, ROOT / "tests" / "lab" / "screens.py"] for module, words in examples_of(path)
]


def test_every_command_has_examples() -> None:
    """What has a page of help of its own."""
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if re.search(r"ArgumentParser\(|^MEANING = ", text, re.MULTILINE) and path.name not in (
            "main.py",  # it collects those of the commands
        ):
            assert 'EXAMPLES = """' in text, path
    assert {module for module, _ in OTHERS} >= {"nexus_env.tools.documents", "screens"}


@pytest.mark.parametrize(("module", "words"), OTHERS, ids=lambda value: value if isinstance(value, str) else None)
def test_an_example_of_another_command_is_understood(
    module: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Parser.parse_args

    def stop(self: Parser, words: Any = None, namespace: Any = None) -> NoReturn:
        raise Parsed(read(self, words, namespace))

    for word in words:
        assert not word.startswith("configs/") or (ROOT / word).is_file()
    (tmp_path / "runs").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [module, *words])
    monkeypatch.setattr(Parser, "parse_args", stop)
    found = import_module(module)
    with pytest.raises(Parsed):
        found.main()


def runnable() -> Iterator[Any]:
    """The quick examples of `python -m nexus_env`, cut short."""
    for command in COMMANDS:
        if command in SHORT:
            for line in module_of(command).EXAMPLES.strip().splitlines():
                words = line.strip().split("  ")[0]
                if not re.search(r"search:|--case|\.gif|runs/duel/agent\.onnx", words):
                    yield pytest.param(
                        words.replace("{agent}", "greedy").replace("{others}", "").replace("{most}", "3").split(),
                        id=words,
                    )


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the examples name."""
    (tmp_path / "mine.py").write_text(OWN)
    (tmp_path / "my_cards").mkdir()
    shutil.copy(ROOT / "nexus_env/games/nexus/stock/weapons.toml", tmp_path / "my_cards")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    main(["watch", "greedy", "random", "--game", "toy:GAME", "--seed", "1", "--delay", "0", "--record", "bout.txt"])
    shutil.copy("bout.txt", "other.txt")
    return tmp_path


@pytest.mark.parametrize("words", list(runnable()))
def test_an_example_runs(words: list[str], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = [] if words[0] == "validate" or "--compare" in words else ["--game", "toy:GAME"]
    assert here.is_dir() and main([*words, *SHORT[words[0]], *game]) == 0, capsys.readouterr().err


def test_every_command_is_run_or_said_not_to_be() -> None:
    assert {*SHORT, *PARSED.split()} == set(COMMANDS)
