"""What goes on for as long as the server does: no fault ends it, not even a mistake of ours."""

from collections.abc import Iterator
from contextlib import contextmanager

from .codes import Problem
from .log import get_logger

__all__ = ["lasting"]

_log = get_logger(__name__)


@contextmanager
def lasting(failed: str) -> Iterator[None]:
    """Do one round of what goes on for ever; if it comes to nothing, log that it `failed`, and why."""
    try:
        yield
    except Problem as problem:
        _log.warning(failed, cause=problem.code.value)
    except Exception:  # noqa: BLE001 - one mistake must not stop all that comes after it
        _log.exception(failed)
