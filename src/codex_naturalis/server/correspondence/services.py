"""Services of the room `correspondence`: what they need, and what it offers."""

from dataclasses import dataclass

from ..bans.services import BansServices
from ..people.services import PeopleServices
from ..support.settings import Settings
from ..tables.services import TablesServices
from .calendar import Calendars
from .notes import PinnedNotes
from .stored_turns import ConditionalTurns
from .vacations import Vacations

__all__ = ["CorrespondenceServices", "assemble_correspondence"]


@dataclass(frozen=True)
class CorrespondenceServices:
    """Slow games."""

    conditional_turns: ConditionalTurns
    pinned_notes: PinnedNotes
    vacations: Vacations
    calendars: Calendars


def assemble_correspondence(
    settings: Settings, ground: TablesServices, bans: BansServices, people: PeopleServices
) -> CorrespondenceServices:
    """Return the services of this room, not yet started."""
    store, tables, bus = ground.store, ground.tables, ground.bus
    return CorrespondenceServices(
        ConditionalTurns(store, tables, bus),
        PinnedNotes(store, tables),
        Vacations(store, tables, people.accounts, bus, settings.vacation_days),
        Calendars(store, bans.bans, settings.public_url),
    )
