"""The list of what few decisions bring about names rules that there are."""

import ast
from importlib import import_module
from pathlib import Path

import nexus_env
from nexus_env.games.nexus.rules.rare import RARE
from nexus_env.machine import compiled


def test_each_rare_function_is_a_rule_and_known_to_the_compiler():
    for module, names in RARE.items():
        home = import_module(f"nexus_env.games.nexus.{module}")
        for name in names.split():
            assert getattr(home, name).__module__ == home.__name__, f"{module} has no {name}"
            assert f"{home.__name__}.{name}" in compiled.RARE


def test_no_function_is_listed_twice():
    for module, names in RARE.items():
        assert len(set(names.split())) == len(names.split()), module


def test_what_is_rare_is_told_nowhere_but_in_the_lists():
    """One list a game, read where its rules are imported, and two functions that games share."""
    package = Path(nexus_env.__file__).parent
    callers = {
        path.relative_to(package).as_posix()
        for path in package.glob("**/*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and "keep_apart" in ast.unparse(node.func)
    }
    assert callers == {"core/endless.py", "games/nexus/rules/__init__.py", "kit/mask.py"}
