"""A command line that cannot be read gets one line, and status 2."""

import argparse
import ast
from pathlib import Path

import pytest
from sources import sources

from nexus_env.cli.main import main, read_arguments
from nexus_env.system.argument_parser import Parser
from nexus_env.system.package import VERSION

ROOT = Path(__file__).parent.parent
LISTED = "see python -m nexus_env train --help."
TRAIN = "python -m nexus_env train: "
TOP, WATCH = "python -m nexus_env: ", "python -m nexus_env watch: "


def told(capsys: pytest.CaptureFixture[str]) -> str:
    """What stands on stderr, one line."""
    printed = capsys.readouterr()
    assert not printed.out and printed.err.count("\n") == 1
    return printed.err.removesuffix("\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("serv", f"{TOP}argument command: invalid choice: 'serv' (choose from "),
        ("", f"{TOP}the following arguments are required: command; see python -m nexus_env --help."),
        ("watch", f"{WATCH}the following arguments are required: AGENT; see python -m nexus_env watch --help."),
        ("watch a b --dely 3", f"{TOP}--dely: no such option; did you mean --delay?"),
        ("serve --prot=8000", f"{TOP}--prot: no such option; did you mean --port?"),
        ("watch a b --xyzzy", f"{TOP}--xyzzy: no such option; see python -m nexus_env --help."),
        ("bench a", f"{TOP}got 'a', one word too many; see python -m nexus_env --help."),
        ("watch a b --seed", f"{WATCH}argument --seed: expected one argument; see "),
        ("table --seats x", "argument --seats: got 'x'; expected a whole number from 1 to "),
    ],
)
def test_a_command_line_that_cannot_be_read(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words.split())
    assert stop.value.code == 2 and sentence in told(capsys)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--mintes 3", "python -m nexus_env: --mintes: no such option; did you mean --minutes?"),
        ("x.toml --mintes 3", "python -m nexus_env: --mintes: no such option; did you mean --minutes?"),
        ("x.toml --minutes soon", f"{TRAIN}argument --minutes: invalid float value: 'soon'; {LISTED}"),
        (
            "x.toml --tune -1",
            f"{TRAIN}argument --tune: got '-1'; expected a whole number from 1 to 10{'0' * 11}; {LISTED}",
        ),
    ],
)
def test_a_training_run_that_cannot_be_read(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        read_arguments(["train", *words.split()])
    assert stop.value.code == 2 and told(capsys) == sentence


def test_an_option_that_help_does_not_show_is_not_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    parser = Parser("toy")
    parser.add_argument("--inherited", help=argparse.SUPPRESS)
    with pytest.raises(SystemExit):
        parser.parse_args(["--inheritd"])
    assert told(capsys) == "toy: --inheritd: no such option; see toy --help."


def test_each_command_line_has_these_sentences() -> None:
    """No module takes the parser of argparse itself."""
    own = ROOT / "nexus_env" / "system" / "argument_parser.py"
    for path in sources(ROOT):
        called = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        assert path == own or "argparse.ArgumentParser" not in map(ast.unparse, called), path


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0 and capsys.readouterr().out == f"{VERSION}\n"
