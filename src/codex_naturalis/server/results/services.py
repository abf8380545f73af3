"""Services of the room `results`: what they need, and what it offers."""

from dataclasses import dataclass

from ..tables.services import TablesServices
from .outcomes import Results
from .solo import Solos

__all__ = ["ResultsServices", "assemble_results"]


@dataclass(frozen=True)
class ResultsServices:
    """How finished games count."""

    results: Results
    solos: Solos


def assemble_results(tables: TablesServices) -> ResultsServices:
    """Return the services of this room, not yet started."""
    return ResultsServices(Results(tables.store, tables.tables, tables.bus), Solos(tables.store))
