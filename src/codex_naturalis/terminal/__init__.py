"""Table in a terminal: drawn, or line by line; against Tybor or bots, or at a table of a server.

`terminal.remote` needs the extra `client`.
"""

from .desk import Desk, DeskRefusedError
from .lines import play_lines
from .local import LocalDesk

__all__ = ["Desk", "DeskRefusedError", "LocalDesk", "play_lines"]
