"""Writes the dispatch of actions to the rules, which is compiled and so cannot be a table.

`python nexus_env/games/nexus/write_dispatch.py` writes the files anew from `commands.toml`, and a test compares them.
It runs as a script, since the game cannot be imported while they name what is gone.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from textwrap import wrap
from types import ModuleType
from typing import Any

HERE = Path(__file__).parent
PACKAGE = "nexus_env.games.nexus"
TABLE = HERE / "rules" / "commands.toml"
NOTE = "Generated from `commands.toml` by `python nexus_env/games/nexus/write_dispatch.py`; do not edit."
SHARED = ("machine.", "tabletop.")  # what lies outside the game
CALL = re.compile(r"(\w+)\.(\w+)\(([^)]*)\)")
DISPATCH = "Carry out what the active seat has chosen in its own round; `running`: after a straight run."
ANY_TIME = "Carry out what a seat may do in anybody's round."

Rows = dict[str, dict[str, Any]]


def operands() -> Any:
    """What the rows count through, also where the game itself cannot be imported."""
    if PACKAGE not in sys.modules:
        sys.modules[PACKAGE] = bare = ModuleType(PACKAGE)
        bare.__path__ = [str(HERE)]
    return import_module(f"{PACKAGE}.rules.operands").OPERANDS


def files() -> dict[Path, str]:
    """The text of each file."""
    rows: Rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    done = {name: row for name, row in rows.items() if "does" in row}
    interrupting = {name: row for name, row in done.items() if row["when"] == "any time"}
    return {
        HERE / "rules" / "dispatch.py": chain(done, "obey", DISPATCH, running=True),
        HERE / "rules" / "any_time.py": chain(interrupting, "use_any_time", ANY_TIME, running=False),
    }


def chain(rows: Rows, function: str, meaning: str, running: bool) -> str:
    """A compiled function that sends each action to its rule, and refuses a number that no row covers.

    The compiler makes one jump of the chain.
    """
    imports: dict[str, set[str]] = {"machine.compiled": {"compiled"}, "rules.actions": {"ROW_OF", "Action"}}
    imports |= {"rules.bout": {"Bout"}, "tabletop.tape": {"UnknownCommand"}}
    branches: list[str] = []
    for name, row in rows.items():
        call, used = _call(row)
        for module, what in used:
            imports.setdefault(module, set()).add(what)
        branches += [f"    {'el' if branches else ''}if row == Action.{name.upper()}:", f"        {call}"]
    place = ["    place = action - row"] if any("place" in branch for branch in branches) else []
    head = [f'"""{_wrapped("The dispatch of actions. " + NOTE)}', '"""', "", *_imports(imports), "", "", "@compiled"]
    arguments = "bout: Bout, seat: int, action: int" + (", running: bool" if running else "")
    body = [f"def {function}({arguments}) -> None:", f'    """{meaning}"""', "    row = int(ROW_OF[action])"]
    unknown = ["    else:", "        raise UnknownCommand"]
    return "\n".join([*head, *body, *place, *branches, *unknown]) + "\n"


def _call(row: dict[str, Any]) -> tuple[str, list[tuple[str, str]]]:
    """The call of the rule of a row, and what it needs: modules and names."""
    found = CALL.fullmatch(row["does"])
    if found is None:
        raise ValueError(f"commands.toml: got the rule {row['does']!r}; expected one as `module.function(argument)`.")
    module, function, told = found.groups()
    needs, values = [(_home(function, module), function)], _values(row.get("operands", ()))
    arguments = ["bout", "seat"]
    for argument in (each.strip() for each in told.split(",") if each.strip()):
        if argument.isupper():
            needs.append((_home(argument), argument))
        arguments.append(values.get(argument, argument))
        needs += [("rules.geometry", "clockwise")] if "clockwise" in arguments[-1] else []
    return f"{function}({', '.join(arguments)})", needs


def _values(names: Sequence[str]) -> dict[str, str]:
    """How each operand is had from the place of an action in its row; the last one counts fastest."""
    values, below, kinds = {}, 1, operands()
    for name in reversed(names):
        size = len(kinds[name].words)
        place = "place" if below == 1 else f"place // {below}"
        if name != names[0]:
            place = f"{place} % {size}"
        values[name.replace(" ", "_")] = kinds[name].meaning.format(place=place)
        below *= size
    return values


def _home(name: str, module: str = "") -> str:
    """The module of the rules that defines a function or a number, below the package."""
    for path in sorted([*HERE.glob("rules/*.py"), *HERE.glob("cards/*.py")]):
        if path.stem == (module or path.stem) and name in _defined(path):
            return f"{path.parent.name}.{path.stem}"
    raise ValueError(f"commands.toml: got {name!r}, which {module or 'no module'} defines.")


def _defined(path: Path) -> set[str]:
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return found


def _imports(modules: dict[str, set[str]]) -> list[str]:
    """The import statements, as `ruff` would have them."""
    lines = []
    for module in sorted(modules, key=lambda name: (name.startswith(SHARED), name)):
        package = "nexus_env" if module.startswith(SHARED) else PACKAGE
        names = sorted(modules[module], key=lambda name: (not name.isupper(), not name[0].isupper(), name))
        line = f"from {package}.{module} import {', '.join(names)}"
        if len(line) > 120:
            line = f"from {package}.{module} import (\n" + "".join(f"    {name},\n" for name in names) + ")"
        lines.append(line)
    return lines


def _wrapped(text: str) -> str:
    return "\n".join(wrap(text, 117))


def main() -> None:
    """Write the files."""
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(HERE))


if __name__ == "__main__":
    main()
