"""Write the dispatch from a game's actions to its rules, which is compiled, so it cannot be a table; and `log.pyi`.

    python -m nexus_env.kit.write_dispatch nexus_env/games/nexus

rewrites the files beside the game's `commands.toml`, and a test compares them. It does not import the game, which fails
to import while the files refer to deleted rules. The key `dispatch` of the table lists the files:

    [dispatch.any_time]               # rules/any_time.py
    function = "use_any_time"
    meaning = "Carry out what a seat may do in anybody's round."
    takes = ["seat: int", "action: int"]
    when = ["any time"]               # the rows that it sends to their rules

What follows by itself is dispatched in the same way: `steps` is an enum of the rules, and `does` has the rule of each
of its members.

An argument of a row's `does` is an operand, something that the dispatch takes, or a number in capital letters that some
module of the rules defines.
"""

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from nexus_env.kit import log
from nexus_env.kit.actions import DISPATCHES, FILE, Operand
from nexus_env.system.argument_parser import Parser

CALL = re.compile(r"(\w+)\.(\w+)\(([^)]*)\)")
NAME = re.compile(r"(?<!\.)\b[A-Za-z_]\w*")
WIDTH = 120
NOTE = f"The dispatch of actions. Generated from `{FILE}` by `python -m nexus_env.kit.write_dispatch`; do not edit."

EXAMPLES = """examples:
  python -m nexus_env.kit.write_dispatch nexus_env/games/nexus
  python -m nexus_env.kit.write_dispatch nexus_env/games/nexus nexus_env/games/aristeia
"""

Rows = dict[str, dict[str, Any]]
Imports = dict[str, set[str]]


class Writer:
    """The writer of one game's files."""

    def __init__(self, folder: Path, package: str) -> None:
        """Read its table.

        Args:
            folder: the game's folder.
            package: its name, such as `nexus_env.games.nexus`.
        """
        self._table = next(folder.rglob(FILE))
        self._rows: Rows = tomllib.loads(self._table.read_text(encoding="utf-8"))
        self._dispatches = self._rows.pop(DISPATCHES)
        self._modules = {
            path: ".".join((package, *path.relative_to(folder).with_suffix("").parts))
            for path in _rules(self._table, folder)
        }
        self._operands = _operands(folder, package, self._modules[self._table.with_name("operands.py")])

    def files(self) -> dict[Path, str]:
        """The text of each file."""
        chains = {self._table.with_name(f"{name}.py"): self._chain(**told) for name, told in self._dispatches.items()}
        return chains | {
            path.with_name("log.pyi"): log.read_events(path, {**log.OF_SEATS, **log.OF_UNITS}).stub()
            for path in self._table.parent.glob(log.FILE)
        }

    def _chain(
        self,
        function: str,
        meaning: str,
        takes: Sequence[str],
        when: Sequence[str] = (),
        steps: str = "",
        does: Mapping[str, str] | None = None,
    ) -> str:
        """A compiled function that sends each action, or each step, to its rule, and refuses any other number.

        The compiler turns the chain into one jump.
        """
        imports: Imports = {"nexus_env.machine.compiled": {"compiled"}, "nexus_env.kit.tape": {"UnknownCommand"}}
        for name in (steps, "Bout") if steps else ("ROW_OF", "Action", "Bout"):
            self._need(imports, name)
        known = {one.partition(":")[0] for one in takes}
        rows = {name: {"does": rule} for name, rule in (does or {}).items()} or {
            name: row for name, row in self._rows.items() if row.get("when") in when
        }
        branches: list[str] = []
        for name, row in rows.items():
            test = f"step == {steps}.{name.upper()}" if steps else f"row == Action.{name.upper()}"
            branches += [f"    {'el' if branches else ''}if {test}:", f"        {self._call(row, known, imports)}"]
        place = ["    place = action - row"] if any(re.search(r"\bplace\b", branch) for branch in branches) else []
        head = [f'"""{NOTE}"""', "", *self._imports(imports), "", "", "@compiled"]
        body = [f"def {function}({', '.join(('bout: Bout', *takes))}) -> None:", f'    """{meaning}"""']
        body += [] if steps else ["    row = int(ROW_OF[action])", *place]
        return "\n".join([*head, *body, *branches, "    else:", "        raise UnknownCommand"]) + "\n"

    def _call(self, row: dict[str, Any], known: set[str], imports: Imports) -> str:
        """The call of a row's rule; adds the imports that it needs."""
        found = CALL.fullmatch(row["does"])
        if found is None:
            raise ValueError(f"{FILE}: got the rule {row['does']!r}; expected one as `module.function(argument)`.")
        module, function, told = found.groups()
        self._need(imports, function, module)
        values = self._values(row.get("operands", ()))
        arguments = ["bout"]
        for argument in (each.strip() for each in told.split(",") if each.strip()):
            arguments.append(value := values.get(argument, argument))
            for name in NAME.findall(value):
                if name not in known and name not in ("bout", "place"):
                    self._need(imports, name)
        return f"{function}({', '.join(arguments)})"

    def _values(self, names: Sequence[str]) -> dict[str, str]:
        """The expression for each operand, from the index of an action in its row; the last one counts fastest."""
        values, below = {}, 1
        for name in reversed(names):
            size = len(self._operands[name].words)
            place = "place" if below == 1 else f"place // {below}"
            if name != names[0]:
                place = f"{place} % {size}"
            values[name.replace(" ", "_")] = self._operands[name].value.format(place=place)
            below *= size
        return values

    def _need(self, imports: Imports, name: str, module: str = "") -> None:
        """Import a name from the module of the rules that defines it."""
        for path, its_name in self._modules.items():
            if path.stem == (module or path.stem) and name in _defined(path):
                imports.setdefault(its_name, set()).add(name)
                return
        raise ValueError(f"{FILE}: got {name!r}, which {module or 'no module'} defines.")

    def _imports(self, modules: Imports) -> list[str]:
        """The import statements in ruff's format."""
        lines = []
        for module in sorted(modules):
            names = sorted(modules[module], key=lambda name: (not name.isupper(), not name[0].isupper(), name))
            line = f"from {module} import {', '.join(names)}"
            if len(line) > WIDTH:
                line = f"from {module} import (\n" + "".join(f"    {name},\n" for name in names) + ")"
            lines.append(line)
        return lines


def _rules(table: Path, folder: Path) -> list[Path]:
    """The modules in which the dispatch finds names, those beside the table first."""
    return sorted(folder.rglob("*.py"), key=lambda path: (path.parent != table.parent, path))


def _operands(folder: Path, package: str, module: str) -> Mapping[str, Operand]:
    """The operands of the rows, even if the game itself cannot be imported."""
    if package not in sys.modules:
        sys.modules[package] = bare = ModuleType(package)
        bare.__path__ = [str(folder)]
    operands: Mapping[str, Operand] = import_module(module).OPERANDS
    return operands


def _defined(path: Path) -> set[str]:
    """The functions, classes and numbers that a module defines."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return found


def main() -> None:
    """Write the files of the games in some folders."""
    parser = Parser(
        prog="python -m nexus_env.kit.write_dispatch",
        description="Write the dispatch of a game's actions anew, beside its commands.toml.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER", help="of a game: nexus_env/games/nexus")
    for folder in parser.parse_args().folders:
        for path, text in Writer(folder, ".".join(folder.parts)).files().items():
            path.write_text(text, encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main()
