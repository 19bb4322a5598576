"""Games that are copies of `tiny.py`: packages of their own, in which a step is as long as the test wants."""

from pathlib import Path

SOURCE = Path(__file__).with_name("tiny.py")
PLUGIN = """
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}-game"
version = "1.0"

[project.entry-points."nexus_env.games"]
{name} = "{name}:GAME"

[tool.setuptools]
packages = ["{name}"]
"""


def write_package(folder: Path, name: str, step: int) -> Path:
    """A package `name` with a game of that name as its `GAME`; what a step is stands in a file without rules."""
    package = folder / name
    package.mkdir(parents=True)
    write_step(folder, name, step)
    source = _named(SOURCE.read_text(encoding="utf-8"), name)
    rules = source.replace("STEP = 1\n", f"from {name}.numbers import STEP\n")
    assert rules != source
    (package / "rules.py").write_text(rules, encoding="utf-8")
    (package / "__init__.py").write_text(f"from {name}.rules import GAME as GAME\n", encoding="utf-8")
    return package


def write_step(folder: Path, name: str, step: int) -> None:
    """Edit the package: a step is so long now."""
    (folder / name / "numbers.py").write_text(f"STEP = {step}\n", encoding="utf-8")


def write_module(folder: Path, name: str, step: int) -> None:
    """The same in a module that belongs to no package."""
    source = _named(SOURCE.read_text(encoding="utf-8"), name)
    (folder / f"{name}.py").write_text(source.replace("STEP = 1\n", f"STEP = {step}\n"), encoding="utf-8")


def write_plugin(folder: Path, name: str) -> Path:
    """A project that pip installs, with such a package under the entry points of games."""
    write_package(folder, name, 2)
    (folder / "pyproject.toml").write_text(PLUGIN.format(name=name), encoding="utf-8")
    return folder


def _named(source: str, name: str) -> str:
    named = source.replace('name="tiny"', f'name="{name}"')
    assert named != source
    return named
