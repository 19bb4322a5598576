"""Processor instructions that Python has no expression for, each with an equivalent in plain Python."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from nexus_env.machine.compiled import PLAIN
from nexus_env.machine.record import LINE

WORD = 64  # the bits of a set: the most numbers that are tested or spread at once
HALF = 32  # numbers that are looked up at once
SLOW = ("bdver4", "znver1", "znver2")  # processors on which depositing bits takes hundreds of cycles
CHOSEN = numba.config.CPU_NAME or numba.config.CPU_FEATURES  # the target differs from this processor
DEPOSITS = not CHOSEN and binding.get_host_cpu_features().get("bmi2", False) and binding.get_host_cpu_name() not in SLOW


def _filled(count: int) -> Callable[[Any, int], int]:
    """A function `filled(numbers, first)`: the set of nonzero integers among `count` of an array, one bit each.

    They begin at index `first`, counted row by row. The array is C-contiguous and holds them all. In machine code bit
    63 is the sign.

    Args:
        count: how many, 1 to WORD.
    """

    def filled(numbers: Any, first: int) -> int:
        found = np.flatnonzero(np.ravel(numbers)[first : first + count])
        return sum(1 << int(place) for place in found)

    return filled


def _which(relation: str, count: int = WORD) -> Callable[[Any, int], int]:
    """A function `which(numbers, number)`: the set of the first `count` elements that compare true, one bit each.

    The array is int8, C-contiguous and long enough. In machine code bit 63 is the sign.

    Args:
        relation: "==" or ">=".
        count: how many, 1 to WORD.
    """
    holds = {"==": np.equal, ">=": np.greater_equal}[relation]
    filled = _filled(count)

    def which(numbers: Any, number: int) -> int:
        return filled(holds(np.ravel(numbers)[:count], number), 0)

    return which


def _nth_bit(members: int, nth: int) -> int:
    """The position of the nth set bit, counted from 0 and from the lowest bit, 0 to 63; 0 if there are fewer.

    Only for processors that can deposit bits (DEPOSITS); `kit.bitsets.nth_member` covers the others.
    """
    places = [place for place in range(WORD) if (int(members) >> place) & 1]
    return places[nth] if nth < len(places) else 0


def _fetch(_record: Any) -> None:
    """Prefetch a record into the cache."""


def _wipe(record: Any) -> None:
    """Write 0 into all fields of a record; in machine code also into the padding."""
    for name in record.dtype.names:
        record[name] = np.zeros((), record.dtype[name])


def _shuffle(orders: Any) -> Callable[[Any, int, Any], None]:
    """A function `shuffle(source, which, out)` that permutes small numbers.

    Args:
        orders: integers [n, m]: out[i] = source[orders[which, i]]. Both arrays are int8, C-contiguous and at least m
            long. Up to WORD numbers are moved at once.
    """

    def shuffle(source: Any, which: int, out: Any) -> None:
        out[: orders.shape[1]] = np.ravel(source)[orders[which]]

    return shuffle


def _spread(count: int) -> Callable[[int, Any, int], None]:
    """A function `spread(members, out, place)` that writes `count` bits of a set as 1 or 0, beginning at `out[place]`.

    Args:
        count: 1 to WORD. `out` is int8, C-contiguous and long enough.
    """

    def spread(members: int, out: Any, place: int) -> None:
        for number in range(count):
            out[place + number] = (int(members) >> number) & 1

    return spread


def _look_up(tables: Any, apart: int) -> Callable[[Any, int], None]:
    """A function `look_up(numbers, place)` that looks up HALF small numbers, from index `place` on, in each table.

    The results of the first table overwrite the numbers; those of each further table are written `apart` indices
    behind the previous ones. Numbers and tables are int8. The array is C-contiguous and holds all that is read and
    written.

    Args:
        tables: integers [n, m]; the numbers are between 0 and m - 1.
        apart: the distance between the results of two tables; later results overwrite what is beyond it.
    """

    def look_up(numbers: Any, place: int) -> None:
        found = tables[:, numbers[place : place + HALF]]
        for n, row in enumerate(found):
            numbers[place + n * apart : place + n * apart + HALF] = row

    return look_up


def _eight_from(numbers: Any, place: int) -> int:
    """Eight small numbers, 0 or more, packed into one integer, one byte each, the first one lowest."""
    return int.from_bytes(numbers[place : place + 8].tobytes(), "little")


def _put_eight(eight: int, out: Any, place: int) -> None:
    """Unpack such an integer into eight small numbers."""
    out[place : place + 8] = np.frombuffer(int(eight).to_bytes(8, "little"), np.int8)


def _move(source: Any, out: Any, place: int) -> None:
    """Copy WORD small numbers to the same index of another array; both are long enough."""
    out[place : place + WORD] = source[place : place + WORD]


def _numbers_from(context: Any, builder: Any, kind: Any, count: int, array: Any, first: Any = None) -> Any:
    """A pointer to a vector of `count` numbers of an array."""
    data = make_array(kind)(context, builder, array).data
    start = builder.gep(data, [first]) if first is not None else data
    return builder.bitcast(start, ir.VectorType(context.get_data_type(kind.dtype), count).as_pointer())


def _whole(count: int) -> int:
    """The least power of two that is at least `count`.

    LLVM 22 converts vectors of 24 truth values wrongly for processors with AVX2 but without AVX-512.
    """
    return 1 << (count - 1).bit_length()


def _filled_up(builder: Any, vector: Any) -> Any:
    """A vector padded with zeros to the length that `_whole` returns."""
    count = vector.type.count
    places = [*range(count), *[count] * (_whole(count) - count)]
    if len(places) == count:
        return vector
    return builder.shuffle_vector(
        vector, ir.Constant(vector.type, None), ir.Constant(ir.VectorType(ir.IntType(32), len(places)), places)
    )


def _as_bits(builder: Any, truths: Any, count: int) -> Any:
    """The first `count` truth values of a vector as a set, one bit each."""
    bits = builder.bitcast(truths, ir.IntType(truths.type.count))
    if truths.type.count < WORD:
        bits = builder.zext(bits, ir.IntType(WORD))
    return bits if count == truths.type.count else builder.and_(bits, bits.type((1 << count) - 1))


def _compiled_filled(count: int) -> Any:
    def filled(_typing: Any, numbers: Any, first: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            where = _numbers_from(context, builder, signature.args[0], count, *arguments)
            vector = _filled_up(builder, builder.load(where, align=1))
            return _as_bits(builder, builder.icmp_signed("!=", vector, ir.Constant(vector.type, None)), count)

        return types.int64(numbers, types.int64), generate

    return intrinsic(filled)


def _compiled_which(relation: str, count: int = WORD) -> Any:
    def which(_typing: Any, numbers: Any, number: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            where = _numbers_from(context, builder, signature.args[0], count, arguments[0])
            vector = _filled_up(builder, builder.load(where, align=1))
            one = context.cast(builder, arguments[1], types.int64, types.int8)
            first = builder.insert_element(ir.Constant(vector.type, ir.Undefined), one, ir.IntType(32)(0))
            mask = ir.Constant(ir.VectorType(ir.IntType(32), vector.type.count), None)
            found = builder.icmp_signed(relation, vector, builder.shuffle_vector(first, first, mask))
            return _as_bits(builder, found, count)

        return types.int64(numbers, types.int64), generate

    return intrinsic(which)


def _compiled_nth_bit(_typing: Any, members: Any, nth: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word, none = ir.IntType(WORD), ir.IntType(WORD)(0)
        kind = ir.FunctionType(word, [word, word])
        deposit = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
        found = builder.call(deposit, [builder.shl(word(1), arguments[1]), arguments[0]])
        place = builder.cttz(found, ir.IntType(1)(0))
        return builder.select(builder.icmp_unsigned("==", found, none), none, place)

    return types.int64(types.int64, types.int64), generate


def _compiled_fetch(_typing: Any, record: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        number, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        start = builder.bitcast(arguments[0], pointer)
        lines = context.get_constant(types.intp, -(-record.size // LINE))
        with cgutils.for_range(builder, lines) as line:
            place = builder.mul(line.index, context.get_constant(types.intp, LINE))
            to_write, close, data = number(1), number(3), number(1)
            builder.call(prefetch, [builder.gep(start, [place]), to_write, close, data])
        return context.get_dummy_value()

    return types.void(record), generate


def _compiled_wipe(_typing: Any, record: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        cgutils.memset(builder, arguments[0], ir.IntType(64)(record.size), 0)
        return context.get_dummy_value()

    return types.void(record), generate


def _compiled_shuffle(orders: Any) -> Any:
    if orders.shape[1] > WORD:
        return _compiled_long_shuffle(orders)
    width = int(orders.shape[1])

    def shuffle(_typing: Any, source: Any, which: Any, out: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            vector = builder.load(_numbers_from(context, builder, signature.args[0], width, arguments[0]), align=1)
            turned = vector
            for number, order in enumerate(orders.tolist()):
                mask = ir.Constant(ir.VectorType(ir.IntType(32), width), order)
                chosen = builder.icmp_signed("==", arguments[1], arguments[1].type(number))
                turned = builder.select(chosen, builder.shuffle_vector(vector, vector, mask), turned)
            builder.store(turned, _numbers_from(context, builder, signature.args[2], width, arguments[2]), align=1)
            return context.get_dummy_value()

        return types.void(source, types.int64, out), generate

    return intrinsic(shuffle)


def _compiled_long_shuffle(orders: Any) -> Any:
    """Permute more numbers than fit into a vector, one by one, by a table."""
    count, width = map(int, orders.shape)

    def shuffle(_typing: Any, source: Any, which: Any, out: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = ir.ArrayType(ir.IntType(32), count * width)
            table = cgutils.global_constant(builder, "orders", ir.Constant(kind, orders.ravel().tolist()))
            table = builder.bitcast(table, ir.IntType(32).as_pointer())
            data = [make_array(signature.args[n])(context, builder, arguments[n]).data for n in (0, 2)]
            row = builder.mul(arguments[1], arguments[1].type(width))
            with cgutils.for_range(builder, context.get_constant(types.intp, width)) as place:
                entry = builder.load(builder.gep(table, [builder.add(row, place.index)]))
                builder.store(builder.load(builder.gep(data[0], [entry])), builder.gep(data[1], [place.index]))
            return context.get_dummy_value()

        return types.void(source, types.int64, out), generate

    return intrinsic(shuffle)


def _compiled_look_up(tables: Any, apart: int) -> Any:
    def look_up(_typing: Any, numbers: Any, place: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            some, (numbers, place) = ir.VectorType(ir.IntType(8), HALF), arguments
            vector = builder.load(_numbers_from(context, builder, signature.args[0], HALF, numbers, place), align=1)
            for n, table in enumerate(tables.tolist()):
                found = ir.Constant(some, None)
                for number, entry in enumerate(table):
                    if entry:
                        same = builder.icmp_signed("==", vector, ir.Constant(some, [number] * HALF))
                        found = builder.select(same, ir.Constant(some, [entry] * HALF), found)
                behind = builder.add(place, place.type(n * apart))
                where = _numbers_from(context, builder, signature.args[0], HALF, numbers, behind)
                builder.store(found, where, align=1)
            return context.get_dummy_value()

        return types.void(numbers, types.int64), generate

    return intrinsic(look_up)


def _compiled_move(_typing: Any, source: Any, out: Any, place: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = builder.load(
            _numbers_from(context, builder, signature.args[0], WORD, arguments[0], arguments[2]), align=1
        )
        builder.store(vector, _numbers_from(context, builder, signature.args[1], WORD, *arguments[1:]), align=1)
        return context.get_dummy_value()

    return types.void(source, out, types.int64), generate


def _compiled_eight_from(_typing: Any, numbers: Any, place: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = _numbers_from(context, builder, signature.args[0], 8, *arguments)
        return builder.bitcast(builder.load(where, align=1), ir.IntType(64))

    return types.int64(numbers, types.int64), generate


def _compiled_put_eight(_typing: Any, eight: Any, out: Any, place: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = _numbers_from(context, builder, signature.args[1], 8, *arguments[1:])
        builder.store(builder.bitcast(arguments[0], ir.VectorType(ir.IntType(8), 8)), where, align=1)
        return context.get_dummy_value()

    return types.void(types.int64, out, types.int64), generate


def _compiled_spread(count: int) -> Any:
    whole = _whole(count)

    def spread(_typing: Any, members: Any, out: Any, place: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            bits = context.cast(builder, arguments[0], members, types.int64)
            bits = bits if whole == WORD else builder.trunc(bits, ir.IntType(whole))
            truths = builder.bitcast(bits, ir.VectorType(ir.IntType(1), whole))
            numbers = builder.zext(truths, ir.VectorType(ir.IntType(8), whole))
            if count < whole:
                mask = ir.Constant(ir.VectorType(ir.IntType(32), count), list(range(count)))
                numbers = builder.shuffle_vector(numbers, numbers, mask)
            where = _numbers_from(context, builder, signature.args[1], count, *arguments[1:])
            builder.store(numbers, where, align=1)
            return context.get_dummy_value()

        return types.void(members, out, types.int64), generate

    return intrinsic(spread)


TWINS: dict[Any, Callable[..., Any]] = {}  # the plain equivalents, by their compiled function: see `plain_twin`


def _one_of(plain: Callable[..., Any], compiled: Any) -> Any:
    """An instruction as this process runs it, registered with its plain twin."""
    if PLAIN:
        return plain
    made = intrinsic(compiled)
    TWINS[made] = plain
    return made


def _maker(plain: Callable[..., Any], compiled: Callable[..., Any]) -> Any:
    """A function that generates instructions, as this process runs it; each is registered with its plain twin."""
    if PLAIN:
        return plain

    def make(*arguments: Any) -> Any:
        made = compiled(*arguments)
        TWINS[made] = plain(*arguments)
        return made

    return make


which_are: Callable[..., Callable[[Any, int], int]] = _maker(_which, _compiled_which)
filled_by: Callable[[int], Callable[[Any, int], int]] = _maker(_filled, _compiled_filled)
filled = filled_by(WORD)
nth_bit: Callable[[int, int], int] = _one_of(_nth_bit, _compiled_nth_bit)
fetch: Callable[[Any], None] = _one_of(_fetch, _compiled_fetch)
wipe: Callable[[Any], None] = _one_of(_wipe, _compiled_wipe)
shuffle_by: Callable[[Any], Callable[[Any, int, Any], None]] = _maker(_shuffle, _compiled_shuffle)
look_up_by: Callable[[Any, int], Callable[[Any, int], None]] = _maker(_look_up, _compiled_look_up)
move: Callable[[Any, Any, int], None] = _one_of(_move, _compiled_move)
eight_from: Callable[[Any, int], int] = _one_of(_eight_from, _compiled_eight_from)
put_eight: Callable[[int, Any, int], None] = _one_of(_put_eight, _compiled_put_eight)
spread_by: Callable[[int], Callable[[int, Any, int], None]] = _maker(_spread, _compiled_spread)
