"""How this installation runs. House rules of one game are `GameOptions`, kept in its record."""

import os
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

__all__ = ["Settings", "data_folder"]


def data_folder() -> Path:
    """Return where tables are kept: `CODEX_DATA_DIR`, or the user's data directory."""
    chosen = os.environ.get("CODEX_DATA_DIR")
    return Path(chosen) if chosen else user_data_path("codex-naturalis", appauthor=False)


@dataclass(frozen=True)
class Settings:
    """What may differ between one server and another."""

    data: Path
    """Folder of the database and the signing key."""

    origins: tuple[str, ...] = ()
    """Addresses of web pages, besides our own, that may open sockets here."""

    bot_delay: float = 0.6
    """Seconds a bot waits before it acts, so that people can follow."""

    bot_limit: float = 10.0
    """Seconds a bot may think; then its worker is replaced."""

    bot_workers: int = 1
    """Worker processes for bots; each starts when it is needed."""

    hello_seconds: float = 10.0
    """How long a socket may stay silent before its first message."""

    send_seconds: float = 20.0
    """How long a reader may take for one message before its socket is closed."""

    sockets_per_table: int = 64
    tables_per_guest: int = 50
    """Unfinished tables one guest may have opened within a day."""

    tables_in_memory: int = 1000
    """Tables kept loaded; idle ones beyond make room."""

    rest_seconds: float = 60.0
    """How long a table stays loaded after its last use, whatever the limit."""

    messages_per_second: float = 20.0
    """What one socket may send in the long run."""

    messages_at_once: int = 60
    """What one socket may send in one go."""

    chat_per_second: float = 0.5
    """What one guest may say in the long run, at all tables together."""

    chat_at_once: int = 6
    """What one guest may say in one go."""

    @property
    def database(self) -> Path:
        """Return the file of the database."""
        return self.data / "codex.db"

    @classmethod
    def from_environment(cls, data: Path | None = None) -> "Settings":
        """Return the settings of the process: `CODEX_DATA_DIR`, `CODEX_ORIGINS`, `CODEX_BOT_DELAY`.

        Raises `ValueError` with a sentence for a value that makes no sense.
        """
        origins = tuple(os.environ.get("CODEX_ORIGINS", "").split())
        try:
            delay = float(os.environ.get("CODEX_BOT_DELAY", cls.bot_delay))
        except ValueError:
            raise ValueError("CODEX_BOT_DELAY is a number of seconds") from None
        return cls(data or data_folder(), origins, delay)
