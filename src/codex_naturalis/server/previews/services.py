"""Services of the room `previews`: what they need, and what it offers."""

from dataclasses import dataclass

from ..people.services import PeopleServices
from ..scheduling.scheduler import Scheduler
from ..tables.services import TablesServices
from .link_previews import LinkPreviews
from .rasterizer import Rasterizer

__all__ = ["PreviewsServices", "assemble_previews"]


@dataclass(frozen=True)
class PreviewsServices:
    """Link previews and prints."""

    rasterizer: Rasterizer
    link_previews: LinkPreviews


def assemble_previews(tables: TablesServices, scheduler: Scheduler, people: PeopleServices) -> PreviewsServices:
    """Return the services of this room, not yet started."""
    rasterizer = Rasterizer(scheduler)
    return PreviewsServices(rasterizer, LinkPreviews(tables.store, tables.tables, people.people, rasterizer))
