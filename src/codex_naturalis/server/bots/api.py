"""HTTP API of bots: their names and levels, and whether they are ready on this machine."""

from typing import Final

from litestar import get, post
from litestar.di import NamedDependency

from codex_naturalis.bots import names
from codex_naturalis.wire.table import Opponents

from ..support.settings import Settings
from .warmup import Preparation

__all__ = ["HANDLERS"]


@get("/bots", sync_to_thread=False, summary="All bots")
def bots(settings: NamedDependency[Settings]) -> list[str]:
    """List the bots that can be seated: our own, weakest first, then other packages' and the host's."""
    return [*names(), *settings.bots_by_path]


@get("/opponents", sync_to_thread=False, summary="Opponents for people")
def opponents(preparation: NamedDependency[Preparation]) -> Opponents:
    """List the levels, their strengths and maximum thinking times, and whether all are ready on this machine."""
    return preparation.opponents()


@post("/opponents/prepare", status_code=200, summary="Prepare the opponents")
async def prepare(preparation: NamedDependency[Preparation]) -> Opponents:
    """Start compiling the kernel for those that need it: once on each machine, in the background."""
    preparation.begin()
    return preparation.opponents()


HANDLERS: Final = (bots, opponents, prepare)
