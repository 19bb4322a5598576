"""The dispatch from the commands of a game to its rules: a compiled function that sends each number to its rule.

It is made when the game is imported, since compiled code cannot call through a table. The key `dispatch` of
`commands.toml` lists such functions:

    [dispatch.use_any_time]
    meaning = "Carry out what a seat may do in anybody's round."
    takes = ["seat", "action"]        # after the bout
    when = ["any time"]               # the rows that it sends to their rules

A module of the rules makes one by its name, `use_any_time = dispatch(TABLE, "use_any_time", __name__)`. Commands that
follow by themselves are dispatched in the same way: instead of `when`, `does` has the rule of each member of an enum of
steps.

A rule is `module.function(arguments)`, of a module beside the table, or `folder.module.function(arguments)` of another
folder of the game. An argument is an operand of the row, an argument of the dispatch, or an expression of these, of
names in the rule's module, and of modules beside the table.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from types import ModuleType
from typing import Any

from nexus_env.kit.actions import DISPATCHES, FILE, ActionTable, Row
from nexus_env.kit.spelling import plain, spelled
from nexus_env.kit.tape import UnknownCommand
from nexus_env.machine.compiled import compiled
from nexus_env.machine.sources import also_reaches
from nexus_env.system.wording import InputError, either, hinted, nearest

CALL = re.compile(r"([\w.]+)\.(\w+)\(([^)]*)\)")
NAME = re.compile(r"(?<![.\w])[A-Za-z_]\w*")
Branches = Iterator[tuple[int, str, str, dict[str, str]]]  # a number, its name, its rule, and the rule's operands


def dispatch(table: ActionTable, name: str, module: str, steps: type[IntEnum] | None = None) -> Callable[..., None]:
    """The compiled function with this name; it raises `UnknownCommand` for a number without a rule.

    Args:
        table: the action table of the game.
        name: the name of the function, as in the table.
        module: the `__name__` of the module that holds the function.
        steps: the enum of steps, if commands that follow by themselves are dispatched.

    Raises:
        InputError: a rule, or a name in its arguments, does not exist, or a step has no rule.
    """
    if name not in table.dispatches:
        raise InputError(f"{FILE}: {DISPATCHES}: got {', '.join(table.dispatches) or 'nothing'}; expected {name}, too.")
    told = table.dispatches[name]
    if missing := [key for key in ("meaning", "takes", "does" if steps else "when") if key not in told]:
        raise InputError(
            f"{FILE}, {DISPATCHES}.{name}: got no {missing[0]}; expected meaning, takes, and when or does."
        )
    taken = ["bout", *told["takes"]]
    names: dict[str, Any] = {"__name__": module, "ROW_OF": table.first_of_row, "UnknownCommand": UnknownCommand}
    what, branches = ("step", _steps(name, told["does"], steps)) if steps else ("row", _rows(name, table, told["when"]))
    lines = [f"def {name}({', '.join(taken)}):"]
    lines += [] if steps else ["    row = int(ROW_OF[action])", "    place = action - row"]
    for nth, (number, where, rule, values) in enumerate(branches):
        call = _call(f"{FILE}, {name}, {where}", rule, values, {*taken, "place"}, names)
        lines += [f"    {'elif' if nth else 'if'} {what} == {number}:", f"        {call}"]
    lines += ["    else:", "        raise UnknownCommand"]
    exec(compile("\n".join(lines), str(sys.modules[module].__file__), "exec"), names)
    names[name].__doc__ = told["meaning"]
    return compiled(names[name])


def _rows(dispatch: str, table: ActionTable, when: list[str]) -> Branches:
    known = {row.when for _, row in table.items() if row.when}
    if not when or not known.issuperset(when):
        got = ", ".join(repr(one) for one in when if one not in known) or "nothing"
        raise InputError(f"{FILE}, {DISPATCHES}.{dispatch}: when: got {got}; expected {either(sorted(known))}.")
    for number, row in table.items():
        if row.when in when:
            yield int(number), plain(number, "_"), row.does, _operands(table, row)


def _steps(dispatch: str, does: Mapping[str, str], steps: type[IntEnum]) -> Branches:
    where, numbers = f"{FILE}, {DISPATCHES}.{dispatch}: does", spelled(steps, between="_")
    if unknown := [name for name in does if name not in numbers]:
        end = f"expected a member of {steps.__name__}{hinted(nearest(unknown[0], numbers))}"
        raise InputError(f"{where}: got {unknown[0]}; {end}")
    if missing := [name for name in numbers if name not in does]:
        raise InputError(
            f"{where}: got no rule for {', '.join(missing)}; expected one for each member of {steps.__name__}."
        )
    return ((numbers[name], name, rule, {}) for name, rule in does.items())


def _operands(table: ActionTable, row: Row) -> dict[str, str]:
    """The expression for each operand, from the index of an action in its row; the last operand counts fastest."""
    values, below = {}, 1
    for name, count in zip(reversed(row.operands), reversed(row.counts), strict=True):
        place = "place" if below == 1 else f"place // {below}"
        if name != row.operands[0]:
            place = f"{place} % {count}"
        values[name.replace(" ", "_")] = table.operands[name].value.format(place=place)
        below *= count
    return values


def _call(where: str, rule: str, values: Mapping[str, str], known: set[str], names: dict[str, Any]) -> str:
    """The call of a rule; adds the names that it needs."""
    found = CALL.fullmatch(rule)
    if found is None:
        raise InputError(f"{where}: got the rule {rule!r}; expected one as `module.function(argument)`.")
    place, function, told = found.groups()
    home = _module(where, place, names["__name__"])
    carries_out = getattr(home, function, None)
    if not callable(carries_out):
        raise InputError(f"{where}: got {function}; expected a function of the module {home.__name__}.")
    arguments = ["bout"]
    for argument in (each.strip() for each in told.split(",") if each.strip()):
        arguments.append(value := values.get(argument, argument))
        for name in NAME.findall(value):
            if name not in known:
                there = getattr(home, name) if hasattr(home, name) else _module(where, name, names["__name__"])
                if names.setdefault(name, there) is not there:
                    raise InputError(f"{where}: got two meanings of {name}; expected one.")
    alias = f"rule_{len(names)}"  # two modules may have a function of this name
    names[alias], call = carries_out, f"{alias}({', '.join(arguments)})"
    _check_call(where, rule, call, getattr(carries_out, "py_func", carries_out), len(arguments))
    return call


def _check_call(where: str, rule: str, call: str, function: Callable[..., Any], given: int) -> None:
    """Refuse a call that the compiler, or Python while a bout is played, would refuse in words of its own."""
    takes = list(signature(function).parameters)
    if len(takes) != given:
        raise InputError(f"{where}: got the rule {rule!r}; expected arguments for {', '.join(takes[1:]) or 'nothing'}.")
    try:
        compile(call, FILE, "eval")
    except SyntaxError as error:
        raise InputError(f"{where}: got the rule {rule!r}, which is no Python: {error.msg}; expected a call.") from None


def _module(where: str, place: str, of: str) -> ModuleType:
    """A module beside another one, or in another folder of its game."""
    around = of.split(".")[: -2 if "." in place else -1]
    name = ".".join([*around, place])
    try:
        found = find_spec(name)
    except ModuleNotFoundError:  # not even its folder
        found = None
    if found is None:
        expected = "a module of the game, or in an argument an operand or a name that the rule's module knows"
        raise InputError(f"{where}: got {place}; expected {expected}.")
    also_reaches(of, name)
    return import_module(name)
