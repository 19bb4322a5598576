"""Machine code counts as that of other sources exactly if compiled code can reach what was edited."""

import gc
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import toy
from processes import ROOT, environment

from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.machine import source_digests, sources
from nexus_env.machine.compiled import PLAIN
from nexus_env.machine.linker import Rule

FILES = {
    "__init__.py": '"""A game."""\n\nfrom guest import agents, options, rules, words\n\nGAME = rules\n',
    "rules.py": '''"""Rules."""

import csv
import json
import tomllib
from pathlib import Path

from guest import helper
from nexus_env.machine.compiled import compiled

HERE = Path(__file__).parent
DIE = tomllib.loads((HERE / "dice.toml").read_text())["most"]
CARD = tomllib.loads((HERE / "cards" / "own" / "coin.toml").read_text())["worth"]
PRICE = json.loads((HERE / "prices.json").read_text())["coin"]
((STEP,),) = csv.reader((HERE / "steps.csv").read_text().splitlines())
STEPS = int(STEP)


@compiled
def answer():
    """The sum."""
    return DIE + CARD + PRICE + STEPS + helper.ANSWER


if __name__ == "__main__":
    print(answer())
''',
    "helper.py": "from guest.deep import ANSWER\n",
    "deep.py": "ANSWER = 1  # far away\n",
    "words.py": 'def board(bout):\n    return "A board."\n',
    "agents.py": "def greedy(mask):\n    return 0\n",
    "options.py": "ROUNDS = 3\n",
    "dice.toml": "most = 10\n",
    "cards/own/coin.toml": "worth = 100\n",
    "prices.json": '{"coin": 1000}\n',
    "steps.csv": "10000\n",
    "readme.md": "A game.\n",
}
SUM = 11111
REACHED: dict[str, Callable[[str], str]] = {
    "rules.py": lambda text: text.replace("return DIE", "return 5 + DIE"),
    "deep.py": lambda text: text.replace("1", "20"),
    "helper.py": lambda text: text + "ANSWER = 7\n",
    "dice.toml": lambda text: text.replace("10", "12"),
    "cards/own/coin.toml": lambda text: text.replace("100", "120"),
    "prices.json": lambda text: text.replace("1000", "1200"),
    "steps.csv": lambda text: text.replace("10000", "12000"),
}
BESIDE: dict[str, Callable[[str], str]] = {
    "rules.py": lambda text: text.replace('"""The sum."""', '"""All of it."""  # all\n\n    # A comment.'),
    "deep.py": lambda text: "# A comment.\n" + text.replace("far", "very far"),
    "words.py": lambda text: text.replace("A board", "Another board"),
    "agents.py": lambda text: text.replace("0", "1"),
    "options.py": lambda text: text.replace("3", "4"),
    "__init__.py": lambda text: text + "VERSION = 2\n",
    "readme.md": lambda text: text + "It is played by two.\n",
}


@pytest.fixture
def guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of somebody else, which can be imported."""
    package = tmp_path / "guest"
    for name, text in FILES.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("guest")
    yield package
    for name in [name for name in sys.modules if name.partition(".")[0] == "guest"]:
        del sys.modules[name]


def key() -> str:
    """The key of the machine code of its rules, as another process would find it."""
    return sources.fingerprint(sources._sources_of("guest.rules"))


def edit(path: Path, how: Callable[[str], str]) -> None:
    text = path.read_text(encoding="utf-8")
    assert how(text) != text
    path.write_text(how(text), encoding="utf-8")


@pytest.mark.parametrize("file", REACHED)
def test_an_edit_of_what_a_rule_reaches_counts(guest: Path, file: str) -> None:
    before = key()
    edit(guest / file, REACHED[file])
    assert key() != before


@pytest.mark.skipif(PLAIN, reason="plain Python compares bytes")
@pytest.mark.parametrize("file", BESIDE)
def test_an_edit_of_anything_else_does_not_count(guest: Path, file: str) -> None:
    before = key()
    edit(guest / file, BESIDE[file])
    assert key() == before


@pytest.mark.skipif(PLAIN, reason="plain Python has no machine code")
def test_a_comment_compiles_nothing_and_new_data_are_played(guest: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"

    def answer() -> int:
        places = environment(tmp_path, ROOT, NUMBA_CACHE_DIR=str(cache))
        words = [sys.executable, "-m", "guest.rules"]
        return int(subprocess.run(words, env=places, capture_output=True, text=True, check=True).stdout)

    def made() -> set[tuple[str, int]]:
        return {(str(path), path.stat().st_mtime_ns) for path in cache.rglob("*.nb?")}

    assert answer() == SUM
    before = made()
    edit(guest / "rules.py", BESIDE["rules.py"])
    edit(guest / "rules.py", lambda text: text.replace('"""Rules."""', '"""Rules."""\n\n# The lines are others now.'))
    assert answer() == SUM and made() == before
    edit(guest / "cards/own/coin.toml", REACHED["cards/own/coin.toml"])
    assert answer() == SUM + 20 and made() > before


def test_a_module_in_no_package_counts_what_lies_beside_it_and_the_folders_that_it_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("prices.json", "cards/coin.toml", "elsewhere/other.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("1")
    (tmp_path / "lonely.py").write_text('CARDS = "cards"\n')
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("lonely")
    found = {path.relative_to(tmp_path).as_posix() for path in sources._sources_of("lonely").values()}
    del sys.modules["lonely"]
    assert found == {"lonely.py", "prices.json", "cards/coin.toml"}


@pytest.mark.skipif(PLAIN, reason="plain Python has no compiled functions")
@pytest.mark.parametrize("game", registry.own_games(), ids=lambda game: game.name)
def test_every_compiled_function_of_a_game_is_in_a_module_that_counts(game: Game) -> None:
    """And its words are in none."""
    home = f"nexus_env.games.{game.name}"
    counted = {path.resolve() for path in sources._sources_of(home).values()}
    rules = [rule for rule in gc.get_objects() if issubclass(type(rule), Rule)]  # proxies warn if their class is asked
    own = {rule.py_func.__module__ for rule in rules if rule.py_func.__module__.startswith(f"{home}.")}
    assert len(own) > 20
    for name in own:
        assert Path(str(sys.modules[name].__file__)).resolve() in counted, name
    assert not [path for path in counted if path.parent.name == "words" and path.suffix == ".py"]


def test_the_words_of_the_toy_do_not_count() -> None:
    found = sources._sources_of(toy.GAME.setup.__module__)
    assert "toy.rules" in found and "toy.bout" in found and any(name.endswith("dice.toml") for name in found)
    assert not {"toy", "toy.words", "toy.agents"} & found.keys()


def test_what_was_parsed_is_kept_by_its_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    file = tmp_path / "rules.py"
    file.write_text(f"ANSWER = 1  # {os.urandom(8).hex()}\n")
    found = source_digests.source_of(file)
    source_digests.keep()
    kept = json.loads((tmp_path / "cache" / source_digests.KEPT).read_text())["files"]
    assert kept[source_digests._hash(file.read_bytes())][0] == found.digest and found.binds == {"ANSWER"}


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 1, "files": {"a": 3}}', '{"format": 0, "files": {}}'])
def test_a_damaged_list_is_no_hindrance(tmp_path: Path, content: str) -> None:
    (tmp_path / source_digests.KEPT).write_text(content)
    assert source_digests._from(tmp_path / source_digests.KEPT) == {}
