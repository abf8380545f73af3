"""Follower: reads other processes' changes of a table, from the last known version on or as a whole."""

from codex_naturalis.wire.table import TableStage

from ..support.errors import Code, ProblemError
from .changes import TableChanges, read_changes
from .data import Stored
from .memory import TableMemory, continue_game
from .store import Store

__all__ = ["Follower"]


class Follower:
    """Reads what other processes stored of a table into its memory. Its caller holds the table's lock."""

    def __init__(self, memory: TableMemory, store: Store) -> None:
        """Keep `memory` up to date with `store`."""
        self._memory = memory
        self._store = store

    def knows(self, changes: TableChanges | None) -> bool:
        """Return whether all of `changes` is known."""
        if changes is None:
            return False
        before = changes.after, self._memory.data.revision
        return self._memory.is_known((changes.version, changes.revision), before)

    async def read_stored_changes(self) -> None:
        """Apply what another process stored first."""
        changes = None
        if self._store.shared:
            known = {self._memory.data.id: self._memory.version}
            changes = (await self._store.ask(lambda lines: read_changes(lines, known))).get(self._memory.data.id)
        await self.apply_stored_changes(changes)

    async def apply_stored_changes(self, changes: TableChanges | None) -> None:
        """Go on with `changes`; read the whole table if they are not the whole story."""
        changes = changes and changes.since(self._memory.version)
        if changes is None or not self._append_actions(changes):
            await self.reload()

    def _append_actions(self, changes: TableChanges) -> bool:
        """Go on with what was played, if nothing is missing and nothing else has changed; return whether that is so."""
        if changes.after != self._memory.version or not changes.whole:
            return False
        data = self._memory.data
        game = continue_game(self._memory.game, Stored(data, changes.actions, {}))
        if game and game.over and data.stage is TableStage.PLAYING:
            data = data.end()
        if changes.revision != data.revision:
            return False
        self._memory.append(changes.to_stored(data), game)
        return True

    async def reload(self) -> None:
        """Read the table again: what came after the version known, or all of it if the database was set back.

        Raises a `ProblemError` if the table is gone or damaged.
        """
        memory = self._memory
        stored = await self._store.load(memory.data.id, after=memory.version)
        back = stored is not None and stored.version < memory.version
        stored = await self._store.load(memory.data.id) if back else stored
        if stored is None:
            memory.closed = True
            raise ProblemError(Code.TABLE_UNKNOWN)
        if back:
            memory.replace(stored)
        else:
            memory.append(stored, continue_game(memory.game, stored))

    async def reload_after_fault(self) -> None:
        """After a database fault, reload what is stored, as soon as it answers."""
        try:
            await self.reload()
        except ProblemError:
            return  # still no answer; `VersionConflictError` will tell if memory is ahead
