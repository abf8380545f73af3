"""What a client knows of a table: people, versions, view, chat and clocks, kept current by the server's messages."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from codex_naturalis.rules import Result
from codex_naturalis.views import View, Viewer
from codex_naturalis.wire.socket import (
    ChangeMessage,
    ClockMessage,
    ClocksMessage,
    Done,
    Line,
    RefusalMessage,
    Said,
    ServerMessage,
    StepMessage,
    StepsMessage,
    TableChanged,
    Welcome,
)
from codex_naturalis.wire.table import TableInfo, TableStage

from .deltas import applied

__all__ = ["GapError", "TableState"]


class GapError(Exception):
    """A version is missing: connect again, and ask for what came after the last one."""


class _Patched(Struct):
    """The view as JSON, to apply deltas to."""

    json: Any
    view: View


class TableState:
    """A table as its server has told of it."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self.info: TableInfo | None = None
        self.viewer: Viewer = None
        self.version: int | None = None
        """Last version heard of; None before the welcome."""

        self.steps: list[StepMessage] = []
        """All versions heard of, in order."""

        self.lines: list[Line] = []
        self.clocks: tuple[ClockMessage, ...] = ()
        self._patched: _Patched | None = None

    @property
    def view(self) -> View | None:
        """Return the view after the last version; None before play."""
        return self._patched.view if self._patched else None

    @property
    def result(self) -> Result | None:
        """Return how the game ended, if it has."""
        return self.view.result if self.view else None

    @property
    def ended(self) -> bool:
        """Return whether nothing more will be played here: the game is over, or the table was closed."""
        return self.info is not None and self.info.stage in (TableStage.OVER, TableStage.CLOSED)

    def hear(self, message: dict[str, Any]) -> Iterator[Done | RefusalMessage]:
        """Take a message; yield what answers an action. Raise `GapError` if one is missing before it."""
        told = msgspec.convert(message, ServerMessage)
        match told:
            case Welcome():
                self._people(told.table, told.viewer)
                self._welcome(told, message)
            case StepsMessage():
                self._follow(told.steps)
                self._see(message["view"])
            case ChangeMessage():
                self._follow(told.steps)
                self._change(told.change)
            case TableChanged():
                self._people(told.table, told.viewer)
                if told.view is not None:
                    self._see(message["view"])
            case ClocksMessage():
                self.clocks = told.seats
            case Said():
                self.lines = [*(() if told.anew else self.lines), *told.lines]
            case Done() | RefusalMessage():
                yield told

    def _people(self, info: TableInfo, viewer: Viewer) -> None:
        self.info, self.viewer = info, viewer

    def _welcome(self, told: Welcome, message: dict[str, Any]) -> None:
        known = self.version or 0
        self.steps += [step for step in told.missed if step.version > known or not self.steps]
        self.version = told.version
        if told.view is not None:
            self._see(message["view"])

    def _follow(self, steps: tuple[StepMessage, ...]) -> None:
        """Append `steps`; those known already are skipped."""
        version = self.version or 0
        fresh = [step for step in steps if step.version > version]
        if fresh and fresh[0].version != version + 1:
            raise GapError
        self.steps += fresh
        if fresh:
            self.version = fresh[-1].version
        if self.info is not None and self.version is not None:
            self.info = msgspec.structs.replace(self.info, version=self.version)

    def _see(self, json: Any) -> None:  # noqa: ANN401 - JSON
        view = msgspec.convert(json, View)
        self._patched = _Patched(json, view)
        if view.result is not None and self.info is not None:
            self.info = msgspec.structs.replace(self.info, stage=TableStage.OVER)

    def _change(self, delta: Any) -> None:  # noqa: ANN401 - JSON
        if self._patched is None:
            raise GapError
        self._see(applied(self._patched.json, delta))
