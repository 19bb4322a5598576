"""Several games, and several versions of one, in one process and in one cache: none knows of another."""

import copy
import importlib
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tiny
from copies import SOURCE, write_module, write_package, write_step
from processes import ROOT, environment

from nexus_env.contract import rules
from nexus_env.contract.game import Game, game_of, register
from nexus_env.core import slots
from nexus_env.machine.compiled import PLAIN, cache_of, compiled
from nexus_env.machine.record import Record, anonymous, identity_of, record

STEP = 0
PLAY = """
import importlib, sys
import numpy as np
from nexus_env.core import slots
from nexus_env.core.rewards import read_terms
from nexus_env.machine.compiled import announced
for name in sys.argv[1:]:
    game = importlib.import_module(name).GAME
    rows = slots.rows_of(slots.slot_dtype(game), 1)
    config = slots.make_env_config(game, game.read_options(), read_terms())
    rows["mask"] = 1
    with announced(name, game.compile_seconds, record=game.record):
        slots.step(rows, config, 0, np.zeros(2, np.float32), np.zeros(2, np.int8))
    print(name, int(rows["bout"]["table"]["places"][0, 0]))
"""  # one function of everybody's: to prepare a game would compile all of them


@compiled
def play(rows: Any, action: int) -> int:
    rules.play(rows[0], action)
    return int(rows[0].table.places[0])


def table_of(game: Game) -> Any:
    """A bout in which the first seat is asked."""
    return slots.rows_of(game.dtype, 1)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where packages are found while a test runs, and forgotten after it."""
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("swift", "slow"):
        for module in (name, f"{name}.rules", f"{name}.numbers"):
            monkeypatch.setitem(sys.modules, module, None)
            del sys.modules[module]
    return tmp_path


def load(name: str) -> Game:
    """The game of a package as its sources are now."""
    for module in [module for module in sys.modules if module.partition(".")[0] == name]:
        del sys.modules[module]
    importlib.invalidate_caches()
    game: Game = importlib.import_module(name).GAME
    return game


def test_two_games_with_the_same_fields_are_played_side_by_side(folder: Path) -> None:
    """By the same function, by turns."""
    for name, step in (("swift", 3), ("slow", 1)):
        write_package(folder, name, step)
    swift, slow = load("swift"), load("slow")
    assert anonymous(swift.dtype) == anonymous(slow.dtype) and swift.dtype != slow.dtype
    assert game_of(swift.dtype) is swift and game_of(slow.dtype) is slow
    tables = {game: table_of(game) for game in (swift, slow, tiny.GAME)}
    assert [play(rows, STEP) for rows in tables.values()] == [3, 1, 1]
    assert [play(rows, STEP) for rows in tables.values()] == [3, 1, 1]  # the other seat
    assert [play(rows, STEP) for rows in tables.values()] == [6, 2, 2]


def test_two_versions_of_a_game_are_played_side_by_side(folder: Path) -> None:
    """The same module of the same name, imported anew after an edit."""
    write_package(folder, "swift", 4)
    former = load("swift")
    rows = table_of(former)
    assert play(rows, STEP) == 4
    rules = folder / "swift" / "rules.py"
    rules.write_text(rules.read_text().replace("import STEP", "import STEP as SHORT") + "\nSTEP = 2 * SHORT\n")
    latter = load("swift")
    others = table_of(latter)
    assert (former.name, former.dtype.names) == (latter.name, latter.dtype.names)
    assert game_of(former.dtype) is former and game_of(latter.dtype) is latter
    assert play(others, STEP) == 8
    assert [play(table, STEP) for table in (rows, others)] == [4, 8]
    assert [play(table, STEP) for table in (rows, others)] == [8, 16]


def test_a_second_game_with_the_same_record_is_refused() -> None:
    """Nobody could tell which of the two a bout belongs to."""
    assert register(tiny.GAME) is tiny.GAME
    with pytest.raises(ValueError, match=r"^game 'other': got the record tiny\.Bout@\w+ of 'tiny'; expec"):
        register(replace(tiny.GAME, name="other"))
    assert game_of(tiny.GAME.dtype) is tiny.GAME


def test_records_are_told_apart_by_where_they_stand() -> None:
    @record
    class Table(Record):
        places: int

    assert identity_of(Table.dtype).startswith(f"{__name__}.{Table.__qualname__}@")
    assert identity_of(tiny.Table.dtype).startswith("tiny.Table@")
    assert identity_of(anonymous(tiny.Bout.dtype)) == identity_of(np.dtype(np.int8)) == ""
    assert identity_of(table_of(tiny.GAME).dtype) == identity_of(tiny.Bout.dtype)


def test_two_games_of_one_module_are_pickled_as_what_they_are(folder: Path) -> None:
    """Another process imports each from where it stands."""
    another = """

@record
class Other(Bout):
    \"\"\"The same fields, of another game.\"\"\"


FURTHER = register(Game(**{**{f: getattr(GAME, f) for f in WANTED}, "name": "further", "record": Other}))
"""
    wanted = [name for name, field in Game.__dataclass_fields__.items() if field.init]
    (folder / "swift.py").write_text(SOURCE.read_text() + f"\nWANTED = {wanted}\n" + another)
    module = importlib.import_module("swift")
    for game in (module.GAME, module.FURTHER):
        assert pickle.loads(pickle.dumps(game)) is game
        assert copy.deepcopy(game) is copy.copy(game) is game
        assert game_of(game.dtype) is game
    nowhere = replace(tiny.GAME, name="nowhere")
    with pytest.raises(pickle.PicklingError, match="got no module that holds"):
        pickle.dumps(nowhere)
    assert copy.deepcopy(nowhere) is nowhere


def played(folder: Path, *names: str) -> tuple[list[str], list[str]]:
    """What a new process prints that plays a step in these games, and what it says of compiling."""
    places = environment(folder, ROOT, NUMBA_CACHE_DIR=str(folder / "cache"))
    done = subprocess.run([sys.executable, "-c", PLAY, *names], env=places, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = [line.strip().partition(" for ")[0] for line in done.stderr.splitlines()]
    return done.stdout.splitlines(), [line for line in said if line.startswith("Compiling")]


def kept(folder: Path, name: str) -> dict[Path, int]:
    """The files of a game in the cache, and when they were written."""
    files = folder.glob(f"cache/*/{name}*/**/*")
    return {path: path.stat().st_mtime_ns for path in files if path.is_file() and path.name != "lock"}


@pytest.mark.skipif(PLAIN, reason="plain Python has no machine code")
def test_an_import_of_the_games_compiles_nothing(tmp_path: Path) -> None:
    """Not for the tables that they make, either."""
    code = "from nexus_env.contract import registry; print(*(game.name for game in registry.own_games()))"
    places = environment(ROOT, NUMBA_CACHE_DIR=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", code], env=places, capture_output=True, text=True, check=True)
    assert "nexus" in done.stdout and not list(tmp_path.rglob("*.nbi"))


@pytest.mark.skipif(PLAIN, reason="plain Python has no machine code")
@pytest.mark.long
def test_an_edit_of_a_game_compiles_that_game_anew_and_nothing_of_another(tmp_path: Path) -> None:
    """One in a package, edited in a file without rules, and one in a module of its own."""
    write_package(tmp_path, "swift", 3)
    write_module(tmp_path, "slow", 1)
    assert played(tmp_path, "swift") == (["swift 3"], ["Compiling swift"])
    swift = kept(tmp_path, "swift")
    assert swift and not kept(tmp_path, "slow") and not list(tmp_path.glob("cache/*/nexus*"))
    assert played(tmp_path, "slow", "swift") == (["slow 1", "swift 3"], ["Compiling slow"])
    slow = kept(tmp_path, "slow")
    assert slow and kept(tmp_path, "swift") == swift
    write_step(tmp_path, "swift", 5)
    assert played(tmp_path, "swift", "slow") == (["swift 5", "slow 1"], ["Compiling swift"])
    assert kept(tmp_path, "slow") == slow and swift.items() < kept(tmp_path, "swift").items()
    write_module(tmp_path, "slow", 2)
    assert played(tmp_path, "slow") == (["slow 2"], ["Compiling slow"])
    write_step(tmp_path, "swift", 3)
    assert played(tmp_path, "slow", "swift") == (["slow 2", "swift 3"], [])


def test_a_game_of_this_package_and_whoever_imports_it_are_decided_by_its_sources() -> None:
    """A module that imports no game is not."""
    importlib.import_module("nexus_env.agents.nexus.lanistas.player")
    importlib.import_module("nexus_env.agents.search.tree")
    from nexus_env.machine import sources

    def games(module: str) -> set[str]:
        return {name for name in sources._sources_of(module) if name.startswith("nexus/")}

    found = games("nexus_env.games.nexus.rules.bout")
    assert (
        {"nexus/rules/bout.py", "nexus/stock/weapons.toml"} <= found == games("nexus_env.agents.nexus.lanistas.player")
    )
    assert not games("nexus_env.agents.search.tree") and not games("tiny")
    assert not any(path.is_relative_to(ROOT / "nexus_env/games") for path in sources.shared_sources().values())
    assert cache_of("tiny").parent == cache_of("nexus_env.games.nexus").parent == cache_of("")
