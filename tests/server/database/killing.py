"""Upgrades that are killed, in a module of their own: what loads it has loaded nothing that only tests need."""

import os
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, event

from codex_naturalis.server.database.upgrade import upgrade

__all__ = ["KILLED", "upgrade_killed"]

KILLED: Final = 9
"""Exit code of a process that is ended in the middle."""


def upgrade_killed(place: Path | str, wanted: int, counted: Any) -> None:  # noqa: ANN401 - a number shared by processes
    """Count the statements of an upgrade, and end this process at one of them, as a power failure would."""

    @event.listens_for(Engine, "before_cursor_execute")
    def _on_statement(*_: object) -> None:
        counted.value += 1
        if counted.value == wanted:
            os._exit(KILLED)

    upgrade(place)
