# mypy: disable-error-code="no-untyped-call"
# Numba has no annotations here.
"""Numba compiler that stops half-way for inner functions, which halves the time the kernel takes to compile.

Numba would optimize every function and translate it to machine code, with everything it calls inlined, although inner
functions are called by compiled code only, into which they are linked once more. Here that happens once, in the
functions that Python calls.

What types a call has is asked once, and not again in each round of inference of each function; and Numba's timers are
not told of each use of LLVM, some 80,000 times.
"""

from contextlib import suppress
from typing import Any, Final

from llvmlite.binding import ffi, parse_assembly  # type: ignore[import-untyped]
from numba.core.codegen import CPUCodegen, JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.types import Dispatcher, Function
from numba.core.untyped_passes import FixupArgs, GenericRewrites, IRProcessing, ReconstructSSA, TranslateByteCode

__all__ = ["KernelCompiler"]

_INNER: Final = (
    *(
        (JITCodeLibrary, name)
        for name in ("_finalize_final_module", "_get_module_for_linking", "_optimize_final_module")
    ),
    (JITCodeLibrary, "enable_object_caching"),
    (CPUCodegen, "_create_empty_module"),
)
"""What is used and not public; `jit` goes without this module where one of them is gone."""

if gone := [f"{owner.__name__}.{name}" for owner, name in _INNER if not hasattr(owner, name)]:
    raise ImportError(f"Numba has no {', '.join(gone)}")

_ENVIRONMENT: Final = "_ZN08NumbaEnv"

with suppress(AttributeError):
    ffi.lib._lock._cblist.clear()  # noqa: SLF001  # what is called before and after each use of LLVM: only timers


class _KnownCalls:
    """Typing context of Numba's that remembers the signature of each call, by the function and its arguments' types."""

    _known: Final[dict[tuple[Any, ...], Any]] = {}

    def __init__(self, context: Any) -> None:  # noqa: ANN401  # a class of Numba's
        self._context = context

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever else is asked of the context
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:  # noqa: ANN401
        """Return the signature of a call; none is kept of calls that fail."""
        if named or not isinstance(function, (Dispatcher, Function)):
            return self._context.resolve_function_type(function, arguments, named)
        call = (function, arguments)
        if (found := self._known.get(call)) is None:
            found = self._known[call] = self._context.resolve_function_type(function, arguments, named)
        return found


@register_pass(mutates_CFG=True, analysis_only=False)
class _TypeInference(NopythonTypeInference):
    """Type inference that asks `_KnownCalls`."""

    def run_pass(self, state: Any) -> bool:  # noqa: ANN401  # a class of Numba's
        """Infer the types of a function."""
        context = state.typingctx
        state.typingctx = _KnownCalls(context)
        try:
            return bool(super().run_pass(state))
        finally:
            state.typingctx = context


_STEPS: Final = (
    TranslateByteCode,
    FixupArgs,
    IRProcessing,
    GenericRewrites,
    ReconstructSSA,
    _TypeInference,
    PreLowerStripPhis,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
)
"""Compiler passes that plain code needs: nothing about closures, tuples of several kinds, whole arrays."""


class _Ingredient(JITCodeLibrary):
    """Code library of an inner function, only ever linked into others."""

    def _optimize_final_module(self) -> None:
        """Skip the optimization: all of it is optimized where it is linked."""

    def _finalize_final_module(self) -> None:
        """Keep the code for linking, and translate only the variables that Numba wants to find."""
        whole: Any = self._final_module
        self._finalized = True
        self._get_module_for_linking()
        known = (str(each) for each in whole.global_variables if each.name.startswith(_ENVIRONMENT))
        empty = self._codegen._create_empty_module(self.name)  # noqa: SLF001  # there is no public way
        self._final_module = parse_assembly("\n".join((str(empty), *known)))
        self._final_module.name = whole.name
        super()._finalize_final_module()


class KernelCompiler(CompilerBase):
    """Numba compiler for plain code, which goes only half the way with functions not called from Python."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the passes for a function, after setting the library its code is written into."""
        state: Any = self.state
        state.type_annotation = ""  # which would be for people to read
        if state.flags.no_cpython_wrapper:
            state.library = _Ingredient(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        steps = PassManager("kernel")
        for step in _STEPS:
            steps.add_pass(step, step.__name__)
        steps.finalize()
        return [steps]
