"""The table drawn in a terminal, with Textual (extra `terminal`)."""

from .app import TableApp

__all__ = ["TableApp"]
