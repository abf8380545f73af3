"""Follower: reads other processes' changes into a table, from the last known version on or as a whole.

The caller holds the table's lock.
"""

from msgspec.structs import replace

from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import TableStage

from .changes import read_changes
from .memory import TableMemory, continue_game
from .store import Store
from .stored import Stored

__all__ = ["apply_stored_changes", "knows", "read_stored_changes", "reload", "reload_after_fault"]


def knows(table: TableMemory, changes: Stored | None) -> bool:
    """Return whether all of `changes` is known."""
    if changes is None:
        return False
    return table.is_known(changes.position, (changes.after, table.data.revision))


async def read_stored_changes(table: TableMemory, store: Store) -> None:
    """Apply what another process stored first."""
    changes = None
    if store.shared:
        known = {table.data.id: (table.data, table.version)}
        changes = (await store.ask(lambda pool: read_changes(pool, known))).get(table.data.id)
    await apply_stored_changes(table, store, changes)


async def apply_stored_changes(table: TableMemory, store: Store, changes: Stored | None) -> None:
    """Apply `changes`; read the whole table if they are incomplete."""
    changes = changes and changes.since(table.version)
    if changes is None or not _append_actions(table, changes):
        await reload(table, store)


def _append_actions(table: TableMemory, changes: Stored) -> bool:
    """Append the actions if none is missing and nothing else has changed; return whether that is so."""
    if changes.after != table.version or not changes.whole:
        return False
    data, stored = table.data, changes.data
    game = continue_game(table.game, replace(changes, data=data))
    if game and game.over and data.stage is TableStage.PLAYING:
        data = data.end()
    if stored.revision != data.revision:
        return False
    if (stored.clocks, stored.deadline) != (data.clocks, data.deadline):
        data = replace(data, clocks=stored.clocks, deadline=stored.deadline)
    table.append(data, changes.answers, game)
    return True


async def reload(table: TableMemory, store: Store) -> None:
    """Reload a table: changes after the known version, or all of it if the database was set back.

    Raises a `ProblemError` if the table is gone or damaged.
    """
    stored = await store.load(table.data.id, after=table.version)
    back = stored is not None and stored.version < table.version
    stored = await store.load(table.data.id) if back else stored
    if stored is None:
        table.closed = True
        raise ProblemError(Code.TABLE_UNKNOWN)
    if back:
        table.replace(stored)
    else:
        table.append(stored.data, stored.answers, continue_game(table.game, stored))


async def reload_after_fault(table: TableMemory, store: Store) -> None:
    """After a database fault, reload the stored table once the database answers."""
    try:
        await reload(table, store)
    except ProblemError:
        return  # still no answer; `VersionConflictError` will tell if memory is ahead
