"""Refuse code that cannot be compiled before the compiler runs, with the line and the cure.

The compiler takes minutes to find some of these mistakes, and reports them in hundreds of lines. Only certain mistakes
are refused: undefined names, fields that a record lacks, functions without `@compiled`, and statements without an
equivalent in machine code. Each function is checked once, before code that reaches it is compiled.
"""

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator
from enum import EnumMeta
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

from numba.core import errors
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target

from nexus_env.machine.record import Record
from nexus_env.system.wording import InputError, hinted, nearest

UNSUPPORTED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Dict: ("a dictionary", "an array, or a field of a record"),
    ast.DictComp: ("a dictionary", "an array, or a field of a record"),
    ast.Set: ("a set", "bits of a number, see kit.bitsets"),
    ast.SetComp: ("a set", "bits of a number, see kit.bitsets"),
    ast.GeneratorExp: ("a generator", "a loop"),
    ast.Yield: ("yield", "a loop, or an array to write to"),
    ast.YieldFrom: ("yield", "a loop, or an array to write to"),
    ast.Await: ("await", "plain calls"),
    ast.With: ("with", "plain calls; a compiled function opens and locks nothing"),
    ast.AsyncWith: ("with", "plain calls; a compiled function opens and locks nothing"),
    ast.AsyncFor: ("async for", "a plain loop"),
    ast.Import: ("an import inside a function", "one at the head of the module"),
    ast.ImportFrom: ("an import inside a function", "one at the head of the module"),
    ast.Global: ("global", "a field of the bout: compiled functions change no global names"),
    ast.Nonlocal: ("nonlocal", "an argument, or a field of the bout"),
    ast.ClassDef: ("a class inside a function", "one at the head of the module"),
    ast.Delete: ("del", "nothing: what a name holds is freed by itself"),
}
PRINT = "nothing, or the log: print from plain Python, with NUMBA_DISABLE_JIT=1"
CATCH = "`except SUSPENDED`, or `except Exception`: machine code cannot tell exceptions apart"
_checked: set[Any] = set()  # what has been checked, or is being checked


def refuse_unsupported(function: Callable[..., Any]) -> None:
    """Check a function and all compiled functions that it reaches by name, unless that has been done.

    Raises:
        InputError: one cannot be compiled; the sentence has its file and line.
    """
    waiting: list[Any] = [function]
    while waiting:
        one = waiting.pop()
        if one in _checked:
            continue
        _checked.add(one)
        try:
            if node := _functions_in(one.__code__.co_filename).get((one.__name__, one.__code__.co_firstlineno)):
                _Check(one, node).run()
        except InputError:
            _checked.discard(one)
            raise
        waiting += _called_by(one.__code__, one.__globals__)


def _called_by(code: CodeType, names: dict[str, Any]) -> Iterator[Callable[..., Any]]:
    """The compiled functions that a function may call by name, as plain Python."""
    for name in code.co_names:
        value = names.get(name)
        if isinstance(value, Dispatcher):
            yield value.py_func
        elif isinstance(value, ModuleType):
            found = (vars(value).get(inner) for inner in code.co_names)
            yield from (inner.py_func for inner in found if isinstance(inner, Dispatcher))


@cache
def _functions_in(file: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """The functions of a file by name and first line; none if it cannot be read, as for generated ones."""
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, ValueError, SyntaxError):
        return {}
    found = _defined_in(tree.body)
    return {(node.name, min([node.lineno, *(one.lineno for one in node.decorator_list)])): node for node in found}


def _defined_in(statements: Iterable[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """The functions defined by some statements, at any depth."""
    for statement in statements:
        if isinstance(statement, ast.FunctionDef):
            yield statement
        for part in ("body", "orelse"):
            yield from _defined_in(getattr(statement, part, ()))


def line_of(function: Any, attribute: str) -> int:
    """The first line of a function that has this attribute; 0 if none has."""
    code = function.__code__
    node = _functions_in(code.co_filename).get((function.__name__, code.co_firstlineno))
    found = (
        [one.lineno for one in ast.walk(node) if isinstance(one, ast.Attribute) and one.attr == attribute]
        if node
        else []
    )
    return min(found, default=0)


class _Check:
    """The check of one function."""

    def __init__(self, function: Any, node: ast.FunctionDef) -> None:
        self.file, self.names, self.node = function.__code__.co_filename, function.__globals__, node
        self.nodes = [inner for statement in node.body for inner in ast.walk(statement)]
        bound = [
            inner.id for inner in self.nodes if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load)
        ]
        inner_functions = [inner for inner in self.nodes if isinstance(inner, ast.FunctionDef | ast.Lambda)]
        arguments = [
            one.arg for inner in [node, *inner_functions] for one in ast.walk(inner.args) if isinstance(one, ast.arg)
        ]
        caught = [inner.name for inner in self.nodes if isinstance(inner, ast.ExceptHandler) and inner.name]
        named = [inner.name for inner in inner_functions if isinstance(inner, ast.FunctionDef)]
        self.own = {*bound, *arguments, *caught, *named, *function.__code__.co_freevars}
        self.kinds = self._kinds_of(function, bound)

    def run(self) -> None:
        """Raise an `InputError` for the first mistake."""
        for node in self.nodes:
            if (fault := UNSUPPORTED.get(type(node))) is not None:
                self._refuse(node, *fault)
            match node:
                case ast.Call():
                    self._check_call(node)
                case ast.Name(ctx=ast.Load()):
                    self._check_name(node)
                case ast.Attribute():
                    self._check_attribute(node)
                case ast.ExceptHandler():
                    if node.type is not None and self._value_of(node.type) not in (Exception, None):
                        self._refuse(node, f"`except {ast.unparse(node.type)}`", CATCH)
                case ast.Starred(ctx=ast.Store()):
                    self._refuse(node, f"`{ast.unparse(node)}`", "a name for each value")
                case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod()):
                    self._refuse(node, "a text with %", "no texts in rules: words make them")

    def _refuse(self, node: Any, found: str, expected: str, hint: str = "") -> None:
        meant = f"`{hint}`" if hint else ""
        raise InputError(f"{shown(self.file)}:{node.lineno}: got {found}; expected {expected}{hinted(meant)}")

    def _value_of(self, node: ast.AST) -> Any:
        """The value of a global name, or of an attribute of a module; None if it is not known."""
        if isinstance(node, ast.Name) and node.id not in self.own:
            return self.names.get(node.id, getattr(builtins, node.id, None))
        if isinstance(node, ast.Attribute) and isinstance(home := self._value_of(node.value), ModuleType):
            return getattr(home, node.attr, None)
        return None

    def _check_call(self, node: ast.Call) -> None:
        """Refuse calls of functions that are not compiled, and of Python's own that machine code lacks."""
        value, text = self._value_of(node.func), ast.unparse(node.func)
        if value is print:
            self._refuse(node, "print", PRINT)
        if value is dict:
            self._refuse(node, *UNSUPPORTED[ast.Dict])
        if isinstance(value, FunctionType) and not _is_known(value):
            self._refuse(node, f"{text}(), which is not compiled", f"@compiled above `def {value.__name__}`")
        match node.func:
            case ast.Attribute(value=ast.Constant(value=str()), attr="format"):
                self._refuse(node, "a text with format()", "no texts in rules: words make them")

    def _check_name(self, node: ast.Name) -> None:
        if node.id in self.own:
            return
        if node.id not in self.names and not hasattr(builtins, node.id):
            self._refuse(
                node, f"the name {node.id}", "one that is defined", nearest(node.id, {*self.own, *self.names}, 0.7)
            )
        if isinstance(self.names.get(node.id), dict | set):
            what = "a dictionary" if isinstance(self.names[node.id], dict) else "a set"
            self._refuse(node, f"{node.id}, {what}", "a NumPy array")

    def _check_attribute(self, node: ast.Attribute) -> None:
        """Refuse unknown attributes of modules, members of enums, and fields of known records."""
        home = self._value_of(node.value)
        if isinstance(home, ModuleType | EnumMeta) and not hasattr(home, node.attr):
            what = "a name of the module" if isinstance(home, ModuleType) else "a member of"
            known = nearest(node.attr, [name for name in dir(home) if not name.startswith("_")])
            self._refuse(node, f"`{ast.unparse(node)}`", f"{what} {home.__name__}", known)
        kind: Any = self._kind_of(node.value)
        if isinstance(kind, type) and node.attr not in (fields := _fields_of(kind)):
            known = nearest(node.attr, fields)
            self._refuse(node, f"`{ast.unparse(node)}`", f"a field of {kind.__qualname__}", known)

    # --- records ---

    def _kinds_of(self, function: Any, bound: Iterable[str]) -> dict[str, Any]:
        """The records that the function's names stand for: annotated arguments, and names that are assigned once."""
        names = list(bound)
        given = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
        if any(isinstance(hint, str) for hint in given.values()):
            try:
                given = get_type_hints(function, include_extras=True)
            except Exception:  # an annotation for mypy alone
                given = {}
        self.kinds = {name: hint for name, hint in given.items() if name not in names and _plain(hint) is not None}
        if not self.kinds:
            return self.kinds
        for node in self.nodes:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)]) if names.count(name) == 1 and name not in self.kinds:
                    if (kind := self._kind_of(node.value)) is not None:
                        self.kinds[name] = kind
        return self.kinds

    def _kind_of(self, node: ast.AST) -> Any:
        """The record, or `Annotated[list[…], n]`, that an expression stands for; None if that is not known."""
        match node:
            case ast.Name(id=name):
                return _plain(self.kinds.get(name))
            case ast.Attribute(value=value, attr=attr):
                home = self._kind_of(value)
                return _plain(_fields_of(home).get(attr)) if isinstance(home, type) else None
            case ast.Subscript(value=value, slice=index) if not isinstance(index, ast.Slice | ast.Tuple):
                home = self._kind_of(value)
                return _plain(get_args(get_args(home)[0])[0]) if get_origin(home) is Annotated else None
        return None


def _plain(hint: Any) -> Any:
    """A record; `Annotated[list[…], n]` for an array of one dimension; None for anything else."""
    if get_origin(hint) is Annotated:
        inner, *details = get_args(hint)
        if get_origin(inner) is list:
            return hint if isinstance(details[-1], int) else None
        return _plain(inner)
    return hint if isinstance(hint, type) and issubclass(hint, Record) else None


@cache
def _fields_of(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar}


@cache
def _is_known(value: Any) -> bool:
    """Whether the compiler has an equivalent of a plain function."""
    context = cpu_target.typing_context
    context.refresh()
    try:
        return context.resolve_value_type(value) is not None
    except (errors.NumbaError, ValueError):
        return False


def shown(file: str) -> str:
    """The path of a file for messages: relative to the current folder, if it is inside."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file
