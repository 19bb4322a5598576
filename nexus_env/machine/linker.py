"""Link many small compiled functions, each of them compiled once.

Numba compiles every function separately, together with a copy of everything that it calls, directly or not. For a
rulebook of hundreds of small functions this takes minutes. Here a function that is called by another compiled function
is only lowered. A function that is called from Python links all that it needs, each piece once, and is optimized as a
whole.

Three other things differ from Numba:

- Negative indices are not supported. A member of an enum is an integer.
- A function does not count references to arrays that it borrows: its caller holds them until it returns.
- A called function writes its exception into its caller's slot.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from llvmlite import binding
from numba.core import cgutils, compiler, dispatcher, errors, event, sigutils, types, typing
from numba.core.callconv import CPUCallConv
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.imputils import lower_getattr
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.typing.enumdecl import EnumClassAttribute
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.np import arrayobj

from nexus_env.machine.bounds import naming_places
from nexus_env.machine.code_cache import MachineCode
from nexus_env.machine.compile_errors import NoField, field_of, is_certain, is_whole, told
from nexus_env.machine.source_check import refuse_unsupported
from nexus_env.system.wording import InputError

FAILURES = (errors.NumbaError, errors.UnsupportedBytecodeError, NoField)
COUNTING = {"NRT_incref": "rule_borrows", "NRT_decref": "rule_returns"}  # to one that counts none


class Library(JITCodeLibrary):  # type: ignore[misc]
    """Numba's library of machine code; one marked `lowered` stays unoptimized until it is linked into another."""

    lowered = False
    _shared_module: Any
    _whole_module: Any = None

    def add_linking_library(self, library: Any) -> None:
        """Record a library that this one calls; only foreign ones must be finished first."""
        if getattr(library, "lowered", False):
            self._linking_libraries.append(library)
        else:
            super().add_linking_library(library)

    def finalize(self) -> None:
        """Link everything that is called, directly or not, then optimize and emit it together."""
        if self.lowered and self._shared_module is None:
            self._shared_module = _mergeable(self._final_module)  # before anything is linked into it
        self._linking_libraries = self._all_called()
        with _in_our_way():  # also if a function of plain Numba calls this one
            super().finalize()

    def _optimize_final_module(self) -> None:
        """Mark linked functions as private, so the optimizer inlines those called once and drops unused ones."""
        for library in self._linking_libraries:
            if getattr(library, "lowered", False):
                for gathered in library._get_module_for_linking().functions:
                    if gathered.linkage.name == "linkonce_odr":
                        self._final_module.get_function(gathered.name).linkage = "internal"
        super()._optimize_final_module()

    def _all_called(self) -> list[Any]:
        """All called libraries, callers first: the linker leaves out what nothing refers to yet."""
        found: dict[Any, None] = {}

        def visit(library: Any) -> None:
            for called in library._linking_libraries:
                if called not in found:
                    if getattr(called, "lowered", False):
                        visit(called)
                    found[called] = None

        visit(self)
        return list(reversed(found))

    def _get_module_for_linking(self) -> Any:
        """The module of a lowered library, whose functions may be linked in many times and merge.

        A function of plain Numba links nothing itself, so it gets this module with everything that it calls.
        """
        if not self.lowered:
            return super()._get_module_for_linking()
        if self._codegen._library_class is not Library:
            self._ensure_finalized()
            self._whole_module = self._whole_module or _mergeable(self._final_module)
            return self._whole_module
        if self._shared_module is None:
            self._shared_module = _mergeable(self._final_module)
        return self._shared_module


def _mergeable(module: Any) -> Any:
    """A copy of a module whose functions may be linked in many times."""
    copy = module.clone()
    for function in copy.functions:
        if not function.is_declaration and function.linkage.name == "external":
            function.linkage = "linkonce_odr"
    return copy


class _Whole(dispatcher._FunctionCompiler):  # type: ignore[misc, name-defined]
    """The compiler of entry points for Python, which checks the source first."""

    def compile(self, args: Any, return_type: Any) -> Any:
        refuse_unsupported(self.py_func)
        return super().compile(args, return_type)


class _LoweringOnly(dispatcher._FunctionCompiler):  # type: ignore[misc, name-defined]
    """A compiler that stops before optimization and makes no wrappers for Python."""

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return flags


def _widest(argument: Any) -> Any:
    """Widen all integers to one type, so a function is not lowered again for each width, enum and constant."""
    plain = types.unliteral(argument)  # type: ignore[attr-defined]
    return types.int64 if isinstance(plain, types.Integer | types.IntEnumMember) else plain


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A compiled function: a Numba dispatcher for Python; only lowered for other compiled functions."""

    def __init__(self, function: Callable[..., Any], rare: bool, options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options)
        self._rare = rare
        _rules.add((function.__module__, function.__qualname__))
        self._compiler = _Whole(function, self.targetdescr, options, {}, compiler.Compiler)
        self._lowering = _LoweringOnly(function, self.targetdescr, options, {}, compiler.Compiler)
        self._lowered: dict[tuple[Any, ...], Any] = {}

    def enable_caching(self) -> None:
        """Cache the machine code on disk."""
        self._cache = MachineCode(self.py_func)

    def compile(self, sig: Any) -> Any:
        """The entry point for Python and these types, from the cache or linked from everything that it calls.

        Raises:
            InputError: it cannot be compiled; the sentence has the file and the line of the author's mistake.
        """
        _failed.clear()
        try:
            with _in_our_way():
                return super().compile(sig)
        except errors.ForceLiteralArg:
            raise
        except InputError as error:  # found in a function that is called, under hundreds of frames of the compiler
            if is_whole():
                raise
            raise error.with_traceback(None) from None
        except FAILURES as error:
            if is_whole():
                raise
            causes = ((cause, one) for cause, one in _failed if str(getattr(cause, "msg", cause)) in str(error))
            raise told(*next(causes, (error, self.py_func))) from None

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """The typing of a call from another compiled function."""
        signature, args = self._lowering.fold_argument_types(args, kws)
        self._lower(tuple(_widest(argument) for argument in args))
        known = [result.signature for result in self._lowered.values()]
        name = self.py_func.__name__
        return typing.make_concrete_template(f"CallTemplate({name})", key=name, signatures=known), signature, args, {}

    def get_overload(self, signature: Any) -> Any:
        """The key by which the caller finds the lowered function."""
        return self._lowered[tuple(sigutils.normalize_signature(signature)[0])].entry_point

    def _lower(self, args: tuple[Any, ...]) -> None:
        if args in self._lowered:
            return
        refuse_unsupported(self.py_func)
        with _in_our_way(), event.trigger_event("numba:compile", data={"dispatcher": self, "args": args}):
            result = self._compiled(args)._replace(entry_point=object())
        result.library.lowered = True
        if self._only_borrows(result):
            _count_nothing(result.library._final_module)
        if self._rare:
            result.library._final_module.get_function(result.fndesc.llvm_func_name).add_function_attribute("cold")
        self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        self._lowered[args] = result

    def _compiled(self, args: Any) -> Any:
        """The compiled function for these types; an error that no other types could fix is raised at once."""
        try:
            return self._lowering.compile(args, None)
        except errors.ForceLiteralArg:
            raise
        except FAILURES as error:
            _failed.append((error, self.py_func))
            if is_certain(error) and not is_whole():
                raise told(error, self.py_func) from None
            raise

    def _only_borrows(self, result: Any) -> bool:
        """True if no array is created, received from a call or returned here: the caller owns all of them."""
        models, calls = self.targetctx.data_model_manager, result.type_annotation.calltypes.items()
        given = [signature.return_type for call, signature in calls if getattr(call, "op", "") == "call"]
        given.append(result.signature.return_type)
        made = any(
            function.name.startswith("NRT_") and function.name not in COUNTING
            for function in result.library._final_module.functions
        )
        return not made and not any(models[kind].contains_nrt_meminfo() for kind in given)


def _count_nothing(module: Any) -> None:
    """Replace calls of `COUNTING` in a module by calls of functions that do nothing."""
    for function in list(module.functions):
        if function.name in COUNTING:
            idle = COUNTING[function.name]
            function.name = idle
            module.link_in(binding.parse_assembly(f"define linkonce_odr void @{idle}(ptr %array) {{ ret void }}"))


_failed: list[tuple[BaseException, Any]] = []  # what the compiler could not lower since an entry point was begun
_rules: set[tuple[str, str]] = set()  # the modules and names of all of them
_index_of_numba = arrayobj.fix_integer_index
_call_of_numba = CPUCallConv.call_function
_text_of_record = cache(types.Record.__repr__)  # requested at each pass: a tenth of the time


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Resolve an index without support for negative ones, which cost a tenth of the time.

    `NUMBA_BOUNDSCHECK=1` reports negative indices as errors.
    """
    function = context.fndesc
    if function is not None and (function.modname, function.qualname) in _rules:
        return context.cast(builder, index, kind, types.intp)
    return _index_of_numba(context, builder, kind, index, size)


def _call(convention: Any, builder: Any, callee: Any, kind: Any, kinds: Any, arguments: Any, attrs: Any = None) -> Any:
    """Emit a call that reserves stack for the returned value alone and clears it only before use.

    Numba also reserves an exception slot for each call, and clears all of them when the calling function begins. In a
    function with many inlined calls, that took a ninth of the time. Here the callee gets its caller's slot. A callee
    that catches an exception leaves that slot null, as Numba's `except` does.
    """
    own = builder.function.args[:2]
    if attrs or [argument.name for argument in own] != ["retptr", "excinfo"]:  # a wrapper for Python has no slot
        return _call_of_numba(convention, builder, callee, kind, kinds, arguments, attrs)
    exception, returned = own[1], callee.function_type.args[0].pointee
    if returned != (expected := convention.get_return_type(kind).pointee):
        raise ValueError(f"{callee.name}: got {returned}; expected {expected}, as its caller takes it.")
    with builder.goto_entry_block():
        room = builder.alloca(returned)
    builder.store(cgutils.get_null_value(returned), room)
    given = convention._get_arg_packer(kinds).as_arguments(builder, arguments)
    code = builder.call(callee, [room, exception, *given])
    status = convention._get_return_status(builder, code, builder.load(exception))
    return status, convention.context.get_returned_value(builder, kind, builder.load(room))


@contextmanager
def _in_our_way() -> Iterator[None]:
    """Patch Numba with our libraries, indices and calls while it compiles a function, and name each record type once.

    A lock keeps all other threads from compiling meanwhile. The patches are undone afterwards, so functions of other
    packages in this process are compiled as usual.
    """
    library = _replaced(cpu_target.target_context.codegen(), "_library_class", Library)
    index, call = _replaced(arrayobj, "fix_integer_index", _index), _replaced(CPUCallConv, "call_function", _call)
    text = _replaced(types.Record, "__repr__", _text_of_record)
    member = _replaced(EnumClassAttribute, "generic_resolve", _member)
    field = _replaced(types.Record, "typeof", field_of)
    with global_compiler_lock, library, index, call, text, member, field, naming_places():
        yield


@infer_getattr
class _Number(AttributeTemplate):  # type: ignore[misc]
    """Type the attribute `.value` of a member, which is an integer already; rules may still write it."""

    key = types.Integer

    def resolve_value(self, number: Any) -> Any:
        return types.unliteral(number)  # type: ignore[attr-defined]


@lower_getattr(types.Integer, "value")  # type: ignore[untyped-decorator]
def _value(_context: Any, _builder: Any, _kind: Any, number: Any) -> Any:
    return number


def _member(_template: Any, kind: Any, name: str) -> Any:
    """Resolve a member of an enum, as a rule names it, to the type of its integer."""
    return kind.dtype if name in kind.instance_class.__members__ else None


@contextmanager
def _replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Replace an attribute for a while; afterwards restore it, or delete it if it was inherited from the class."""
    before = vars(owner).get(name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        if before is None:
            delattr(owner, name)
        else:
            setattr(owner, name, before)


def rule(function: Callable[..., Any], rare: bool, **options: Any) -> Any:
    """A `Rule` whose entry points are cached on disk; a `rare` one is kept out of line."""
    made = Rule(function, rare, {"nopython": True, "boundscheck": None, **options})
    made.enable_caching()
    return made
