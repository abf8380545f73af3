# mypy: disable-error-code="no-untyped-call"
# Numba has no annotations here.
"""Half the work of compiling spared: functions that only others are made of are not finished by themselves.

Numba would make every function good and translate it, with everything it calls inside it, although nobody calls it but
compiled code, into which it is linked once more. Here that happens once, where Python comes in.
"""

from typing import Any, Final

from llvmlite.binding import parse_assembly  # type: ignore[import-untyped]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

__all__ = ["KernelCompiler"]

_ENVIRONMENT: Final = "_ZN08NumbaEnv"


class _Ingredient(JITCodeLibrary):
    """The code of a function that is only ever linked into others."""

    def _optimize_final_module(self) -> None:
        """Leave it as it is: all of it is made good where it goes."""

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


class KernelCompiler(Compiler):
    """Numba's compiler, which only goes half the way with functions that have no way in from Python."""

    def define_pipelines(self) -> object:
        """Return what is done with a function, after saying what its code is written into."""
        state: Any = self.state
        if state.flags.no_cpython_wrapper:
            state.library = _Ingredient(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        return super().define_pipelines()
