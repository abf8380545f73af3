"""Client state of a table: people, versions, view, chat and clocks, kept current by the server's messages."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from codex_naturalis.rules import Result
from codex_naturalis.views import View, Viewer
from codex_naturalis.wire.deltas import apply_change
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

__all__ = ["GapError", "TableFacts", "TableState"]


class GapError(Exception):
    """A version is missing: reconnect, and ask for the versions after the last one."""


class _Patched(Struct):
    """The view as JSON, to apply deltas to."""

    json: Any
    view: View


class TableState:
    """Table as reported by its server."""

    def __init__(self, table: str, server: str) -> None:
        """Begin without knowledge of `table` at the address `server`."""
        self.table = table
        self.server = server
        self.connected = False
        self.info: TableInfo | None = None
        self.viewer: Viewer = None
        self.version: int | None = None
        """Last version received; None before the welcome."""

        self.steps: list[StepMessage] = []
        """All versions received, in order."""

        self.lines: list[Line] = []
        self.clocks: tuple[ClockMessage, ...] = ()
        self._patched: _Patched | None = None

    @property
    def view(self) -> View | None:
        """Return the view after the last version; None before play."""
        return self._patched.view if self._patched else None

    @property
    def result(self) -> Result | None:
        """Return the result, if the game has ended."""
        return self.view.result if self.view else None

    @property
    def ended(self) -> bool:
        """Return whether nothing more will be played here: the game is over, or the table was closed."""
        return self.info is not None and self.info.stage in (TableStage.OVER, TableStage.CLOSED)

    def hear(self, message: dict[str, Any]) -> Iterator[Done | RefusalMessage]:
        """Handle a message; yield the answers to actions. Raise `GapError` if one is missing before it."""
        decoded = msgspec.convert(message, ServerMessage)
        match decoded:
            case Welcome():
                self._people(decoded.table, decoded.viewer)
                self._welcome(decoded, message)
            case StepsMessage():
                self._follow(decoded.steps)
                self._see(message["view"])
            case ChangeMessage():
                self._follow(decoded.steps)
                self._change(decoded.change)
            case TableChanged():
                self._people(decoded.table, decoded.viewer)
                if decoded.view is not None:
                    self._see(message["view"])
            case ClocksMessage():
                self.clocks = decoded.seats
            case Said():
                self.lines = [*(() if decoded.anew else self.lines), *decoded.lines]
            case Done() | RefusalMessage():
                yield decoded

    def _people(self, info: TableInfo, viewer: Viewer) -> None:
        self.info, self.viewer = info, viewer

    def _welcome(self, welcome: Welcome, message: dict[str, Any]) -> None:
        known = self.version or 0
        self.steps += [step for step in welcome.missed if step.version > known or not self.steps]
        self.version = welcome.version
        if welcome.view is not None:
            self._see(message["view"])

    def _follow(self, steps: tuple[StepMessage, ...]) -> None:
        """Append `steps`, skipping known ones."""
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
        self._see(apply_change(self._patched.json, delta))


class TableFacts:
    """Facts shown by a table on a server: always the newest received."""

    def __init__(self, state: TableState) -> None:
        self._state = state

    def __repr__(self) -> str:
        """Return its table and the version of its game."""
        return f"<{type(self).__name__} {self.id}: version {self.version}, {'' if self.connected else 'not '}connected>"

    @property
    def id(self) -> str:
        """Return the id of the table."""
        return self._state.table

    @property
    def invitation(self) -> str:
        """Return the link that lets others join or watch."""
        return f"{self._state.server}/t/{self.id}"

    @property
    def connected(self) -> bool:
        """Return whether it is connected now."""
        return self._state.connected

    @property
    def info(self) -> TableInfo:
        """Return people, options and stage of the table."""
        assert self._state.info is not None, "a table is connected before it is used"
        return self._state.info

    @property
    def viewer(self) -> Viewer:
        """Return the caller's seat; None for watchers."""
        return self._state.viewer

    @property
    def view(self) -> View | None:
        """Return the newest view; None before play."""
        return self._state.view

    @property
    def version(self) -> int:
        """Return the number of actions played."""
        return self._state.version or 0

    @property
    def steps(self) -> Sequence[StepMessage]:
        """Return the steps received, version by version: all of them with `history`."""
        return self._state.steps

    @property
    def lines(self) -> Sequence[Line]:
        """Return the chat, oldest line first."""
        return self._state.lines

    @property
    def clocks(self) -> Sequence[ClockMessage]:
        """Return the clocks of the seats, as last received; empty without clocks."""
        return self._state.clocks

    @property
    def result(self) -> Result | None:
        """Return the result; None during play."""
        return self._state.result

    @property
    def ended(self) -> bool:
        """Return whether nothing more will be played here: the game is over, or the table was closed."""
        return self._state.ended
