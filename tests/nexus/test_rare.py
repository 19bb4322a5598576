"""The list of what few decisions bring about names rules that there are."""

from importlib import import_module

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
