"""Messages of the personal data API."""

from msgspec import Struct

__all__ = ["PersonalData"]

Cell = str | float | bool | None


class PersonalData(Struct, frozen=True):
    """All data stored about a guest, and about the programs of the guest's account."""

    at: float
    """When it was read, in seconds since 1970."""

    server: str
    """Version of the server."""

    tables: dict[str, tuple[dict[str, Cell], ...]]
    """Rows by table of the database, each by column. Values that the server stores as JSON are strings here, too."""

    withheld: dict[str, str]
    """Columns left out, as `table.column`, each with the reason."""
