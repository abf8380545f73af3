# mypy: disable-error-code="no-untyped-call"
# Numba has no annotations here.
"""Numba compiler that stops half-way for inner functions, which halves the time the kernel takes to compile.

Numba would optimize every function and translate it to machine code, with everything it calls inlined, although inner
functions are called by compiled code only, into which they are linked once more. Here that happens once, in the
functions that Python calls.

Without it the first compile takes 27 s of CPU instead of some 14 (`time python -c "from
codex_naturalis.kernel.warm_up import compile_kernel; compile_kernel()"` with an empty `CODEX_KERNEL_CACHE`; means of
three alternating runs, Numba 0.68); without `_Ingredient` 26 s. Without the short list of passes it takes 9 % more,
and its files 15.8 MB instead of 12.5.
"""

from typing import Any, Final

from llvmlite.binding import parse_assembly  # type: ignore[import-untyped]
from numba.core.codegen import CPUCodegen, JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
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
"""Non-public names that this module uses; `jit` goes without it if one is missing."""

if gone := [f"{owner.__name__}.{name}" for owner, name in _INNER if not hasattr(owner, name)]:
    raise ImportError(f"Numba has no {', '.join(gone)}")

_ENVIRONMENT: Final = "_ZN08NumbaEnv"

_STEPS: Final = (
    TranslateByteCode,
    FixupArgs,
    IRProcessing,
    GenericRewrites,
    ReconstructSSA,
    NopythonTypeInference,
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
    """Numba compiler for plain code, which stops half-way for functions not called from Python."""

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
