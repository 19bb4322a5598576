"""A command line that cannot be read gets one sentence in the form of all errors, and status 2."""

import argparse
import ast
from pathlib import Path

import pytest
from sources import sources

from nexus_env.cli.main import main, read_arguments
from nexus_env.system.argument_parser import Parser
from nexus_env.system.package import VERSION

ROOT = Path(__file__).parent.parent
LISTED = "see python -m nexus_env watch --help."


def told(capsys: pytest.CaptureFixture[str]) -> str:
    """What stands on stderr, one line."""
    printed = capsys.readouterr()
    assert not printed.out and printed.err.count("\n") == 1
    return printed.err.removesuffix("\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("serv", "command: got 'serv'; expected play, watch, "),
        ("serv", " or validate; did you mean serve?"),
        ("", "python -m nexus_env: got no command; see python -m nexus_env --help."),
        ("watch", f"python -m nexus_env watch: got no AGENT; {LISTED}"),
        ("watch a b --dely 3", "--dely: no such option; did you mean --delay?"),
        ("serve --prot=8000", "--prot: no such option; did you mean --port?"),
        ("watch a b --xyzzy", f"--xyzzy: no such option; {LISTED}"),
        ("bench a", "python -m nexus_env bench: got 'a', one word too many; see python -m nexus_env bench --help."),
        ("watch a b --seed", "--seed: got no value; expected --seed N."),
        ("watch a b --game", "--game: got no value; expected --game NAME."),
        ("watch a b --de 1", "--de: got an abbreviation of --delay, --deal; expected only one of them."),
        ("tournament a b --fresh=1", "--fresh: got '1'; expected no value."),
        ("table --record a --resume b", "--resume: got --record with it; expected only one of them."),
        ("table --seats x", "--seats: got 'x'; expected a whole number from 1 to "),
    ],
)
def test_a_command_line_that_cannot_be_read(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words.split())
    assert stop.value.code == 2 and sentence in told(capsys)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--mintes 3", "--mintes: no such option; did you mean --minutes?"),
        ("x.toml --mintes 3", "--mintes: no such option; did you mean --minutes?"),
        ("x.toml --minutes soon", "--minutes: got 'soon'; expected a number."),
        ("x.toml --tune 1.5", "--tune: got '1.5'; expected a whole number from 1 to 1000000000000."),
        ("x.toml --tune -1", "--tune: got '-1'; expected a whole number from 1 to 1000000000000."),
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
    assert told(capsys) == "--inheritd: no such option; see toy --help."


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


def test_a_misspelled_option_is_told_before_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    parser = Parser(prog="run")
    parser.add_argument("config")
    parser.add_argument("--minutes")
    for words, sentence in (
        (["--mintes", "3"], "--mintes: no such option; did you mean --minutes?"),
        (["--min", "3"], "run: got no config; see run --help."),
    ):
        with pytest.raises(SystemExit) as stop:
            parser.parse_args(words)
        assert stop.value.code == 2 and told(capsys) == sentence
