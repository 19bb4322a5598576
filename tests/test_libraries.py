"""The blocks of `docs/libraries.md` whose libraries are installed."""

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import libraries
import pytest

from nexus_env.machine.compiled import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="the outer layers are tested compiled")
MODULES = {
    "PettingZoo": "pettingzoo",
    "SuperSuit": "supersuit",
    "Gymnasium": "gymnasium",
    "RecordVideo": "moviepy",
    "Stable-Baselines3": "stable_baselines3",
    "sb3-contrib": "sb3_contrib",
    "TorchRL": "torchrl",
    "Tianshou": "tianshou",
    "CleanRL style": "torch",
    "AgileRL": "agilerl",
    "OpenSpiel": "pyspiel",
    "RLlib": "ray",
}


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.filterwarnings("ignore")
def test_the_block_runs(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In a seeded process: a library's own chance is not looked at."""
    if find_spec(MODULES[name]) is None:
        pytest.skip(f"{MODULES[name]} is not installed")
    monkeypatch.chdir(tmp_path)  # where it leaves its films
    left: dict[str, Any] = {}
    exec(compile(libraries.blocks()[name], name, "exec"), left)


def test_every_block_of_the_page_is_run() -> None:
    found = libraries.blocks()
    assert list(found) == list(libraries.LIBRARIES) == list(MODULES) and all(found.values())


def test_every_further_check_registers_the_ids_that_it_uses() -> None:
    """It runs in a process of its own, where nothing else imports the package."""
    checks = list(libraries.CHECKS.glob("*.py"))
    assert checks
    for file in checks:
        assert re.search(r"^(import|from) nexus_env\b|\"nexus_env:", file.read_text(encoding="utf-8"), re.MULTILINE), (
            file
        )
