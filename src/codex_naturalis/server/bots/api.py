"""The HTTP interface of bots: which there are, and whether they are ready on this machine."""

from typing import Final

from litestar import get, post
from litestar.datastructures import State

from codex_naturalis.bots import names

from ..wire.table import Opponents
from .warmup import Preparation

__all__ = ["HANDLERS"]


@get("/bots", sync_to_thread=False, summary="Which bots are there?")
def bots() -> list[str]:
    """Name the bots that can be seated, from the weakest on."""
    return list(names())


@get("/opponents", sync_to_thread=False, summary="Opponents for people")
def opponents(state: State) -> Opponents:
    """Name the five levels, how long each thinks, and whether all are ready on this machine."""
    preparation: Preparation = state.preparation
    return preparation.opponents()


@post("/opponents/prepare", status_code=200, summary="Prepare the opponents")
async def prepare(state: State) -> Opponents:
    """Get those ready that are not: once on each machine. Nobody needs to wait for it."""
    preparation: Preparation = state.preparation
    preparation.begin()
    return preparation.opponents()


HANDLERS: Final = (bots, opponents, prepare)
