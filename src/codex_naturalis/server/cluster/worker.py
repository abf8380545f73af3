"""Worker process of a cluster: runs bot jobs and deadlines for several servers, and serves no requests."""

import asyncio
import signal
from collections.abc import Callable

from ..bots.services import assemble_bots
from ..database.upgrade import upgrade
from ..lobby.chat import Chats
from ..scheduling.scheduler import Scheduler, lanes
from ..support.kernel_cache import choose_kernel_cache
from ..support.lifecycle import running
from ..support.log import set_up_logging
from ..support.private_files import close_to_others, private_files
from ..support.settings import Settings
from ..tables.services import assemble_tables
from .sharing import share

__all__ = ["work"]


def work(settings: Settings, ready: Callable[[], None]) -> None:
    """Run until SIGTERM or SIGINT; the database must be shared.

    Raises `NewerDatabaseError`, `MigrationError`, or what `engine.FAULTS` names, for an unusable database.
    """
    assert settings.shared, "a worker shares a database with servers"
    set_up_logging()
    with private_files():
        close_to_others(settings.data)
        choose_kernel_cache(settings.data)
        upgrade(settings.database_address)
        asyncio.run(_work(settings, ready))


async def _work(settings: Settings, ready: Callable[[], None]) -> None:
    stop = asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    ground = assemble_tables(settings)
    bus, store, tables = ground.bus, ground.store, ground.tables
    bots = assemble_bots(settings, ground, Scheduler(lanes(settings.bot_workers)))
    sharing = share(settings, store, bus, tables, bots.bot_turns, Chats(store, bus, settings))
    assert sharing
    async with running((store, tables, bots.preparation, bots.bot_turns, sharing, ground.deadlines)):
        ready()
        await stop.wait()
