"""Names that no package has are refused, by Python and by type checkers.

mypy reads this file like all others: where it accepted one of these names, it would call `type: ignore` unused.
"""

from collections.abc import Callable
from typing import Final

import pytest

import codex_naturalis
import codex_naturalis.client
import codex_naturalis.rl
from codex_naturalis.client import RefusedError, UnreachableError

MISSPELT: Final[dict[str, Callable[[], object]]] = {
    "legal_action": lambda: codex_naturalis.legal_action,  # type: ignore[attr-defined]
    "Gmae": lambda: codex_naturalis.Gmae,  # type: ignore[attr-defined]
    "Sever": lambda: codex_naturalis.client.Sever,  # type: ignore[attr-defined]
    "SoloEnvironment": lambda: codex_naturalis.rl.SoloEnvironment,  # type: ignore[attr-defined]
}


@pytest.mark.parametrize("name", MISSPELT)
def test_a_misspelt_name_is_refused(name: str) -> None:
    """It is an `AttributeError` that names it, in each package whose names are loaded when they are asked for."""
    with pytest.raises(AttributeError, match=name):
        MISSPELT[name]()


def test_a_misspelt_import_is_refused() -> None:
    """`from codex_naturalis import …` is an `ImportError`."""
    with pytest.raises(ImportError, match="legal_action"):
        from codex_naturalis import legal_action  # type: ignore[attr-defined]  # noqa: F401, PLC0415 - for its error


def test_the_client_has_its_former_names() -> None:
    """Programs written before 1.0 catch the same exceptions, and checkers know their types."""
    former: tuple[type[RefusedError], type[UnreachableError]]
    former = codex_naturalis.client.Refused, codex_naturalis.client.Unreachable
    assert former == (RefusedError, UnreachableError)
