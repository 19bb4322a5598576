"""With `NUMBA_BOUNDSCHECK=1`, report the place of each index out of range: the file and line of the author's code.

Numba itself says only that some index is out of bounds. Inside a command even that is lost, because rules also use an
exception to ask a question. So the place is printed to stderr as well.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, lowering

CHECKED = bool(numba.config.BOUNDSCHECK)
NUMBA = Path(numba.__file__).parent
STDERR = 2
_place = ["", 0]  # of the author's code that is being lowered
_lower_inst = lowering.Lower.lower_inst


@contextmanager
def naming_places() -> Iterator[None]:
    """Make code that is compiled meanwhile print the place of each index out of range, if it checks indices."""
    if not CHECKED:
        yield
        return
    before = lowering.Lower.lower_inst, cgutils.do_boundscheck
    lowering.Lower.lower_inst, cgutils.do_boundscheck = _note_place, _check_bounds
    try:
        yield
    finally:
        lowering.Lower.lower_inst, cgutils.do_boundscheck = before


def _note_place(lower: Any, instruction: Any) -> Any:
    """Lower an instruction, and remember its place unless it is part of Numba itself."""
    if not Path(instruction.loc.filename).is_relative_to(NUMBA):
        _place[:] = instruction.loc.filename, instruction.loc.line
    return _lower_inst(lower, instruction)


def _check_bounds(context: Any, builder: Any, index: Any, size: Any, axis: Any = None) -> None:
    """Raise an IndexError, after the place has been printed, unless 0 <= index < size."""
    place = f"{_place[0]}:{_place[1]}"
    outside = builder.or_(builder.icmp_signed(">=", index, size), builder.icmp_signed("<", index, index.type(0)))
    with cgutils.if_unlikely(builder, outside):
        _print(builder, f"{place}: got the index %lld; expected one below %lld, from 0 up.\n", index, size)
        context.call_conv.return_user_exc(builder, IndexError, (f"{place}: an index is out of range.",))


def _print(builder: Any, text: str, *numbers: Any) -> None:
    """Print to stderr, where the system has a function for it; else to stdout."""
    if sys.platform == "win32":
        cgutils.printf(builder, text, *numbers)
        return
    number, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
    kind = ir.FunctionType(number, [number, pointer], var_arg=True)
    content = ir.Constant(ir.ArrayType(ir.IntType(8), len(text.encode()) + 1), bytearray(text.encode() + b"\0"))
    constant = cgutils.global_constant(builder, "place", content)
    start = builder.bitcast(constant, pointer)
    wide = [builder.sext(one, ir.IntType(64)) if one.type.width < 64 else one for one in numbers]
    builder.call(cgutils.get_or_insert_function(builder.module, kind, "dprintf"), [number(STDERR), start, *wide])
