"""Settings of this installation, from environment variables. House rules of a game are `GameOptions`, in its record."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from platformdirs import user_data_path

from .constants import Constants
from .setting_values import bots_by_name, read_value

__all__ = ["Settings", "data_folder", "fixed_variables", "unknown_variables", "variable", "variables"]

_OTHERS: Final = frozenset(
    f"CODEX_{name}"
    for name in ("BACKEND", "DATA_DIR", "KERNEL_CACHE", "KERNEL_SHIPPED", "LANGUAGE", "NODE", "PASSWORD", "UI_BUILD")
)
"""Our variables that are no server settings."""


def data_folder() -> Path:
    """Return the folder for data: `CODEX_DATA_DIR`, or the user's data directory."""
    chosen = os.environ.get("CODEX_DATA_DIR")
    return Path(chosen) if chosen else user_data_path("codex-naturalis", appauthor=False)


@dataclass(frozen=True)
class Settings(Constants):
    """Settings of a server; each field can be set by an environment variable."""

    data: Path
    """Folder of the database and the signing keys."""

    database_url: str = ""
    """PostgreSQL database shared by several servers, `postgresql://…`; SQLite if unset."""

    backup_hours: float = 0.0
    """Hours between two backups of a SQLite database, into the folder `backups` of the data; 0 for none."""

    backups_kept: int = 7
    """Backups that are kept, the newest, at least one; older ones are deleted after each new one."""

    bus_url: str = ""
    """NATS server through which several servers notify each other, `nats://…`; PostgreSQL is used if unset."""

    origins: tuple[str, ...] = ()
    """Origins of other web pages that may open sockets here and make changes."""

    hosts: tuple[str, ...] = ()
    """Host names of this server, besides IP addresses, its machine's names and the name in `CODEX_PUBLIC_URL`; `*` for
    any."""

    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses of reverse proxies whose `X-Forwarded-For` is trusted."""

    metrics_from: tuple[str, ...] = ()
    """Addresses besides this machine that may read `/metrics`."""

    bot_delay: float = 0.6
    """Seconds a bot waits before it acts, so that people can follow."""

    bot_limit: float = 10.0
    """Maximum thinking time of a bot, in seconds; after that its worker process is replaced."""

    bots: str = "invited"
    """Programs that other people write and connect (Codex Bot Protocol): `off`; `invited`, they play where a host
    invites them; `open`, they may also open tables and sit down at any. They run on their owners' machines, never
    here."""

    house_bots: str = ""
    """Bots of your own by path, which every table may seat by name: `Magpie=./my_bot.py; Rusty=exec:./magpie --fast`.
    They run on this machine with the server's rights."""

    bot_seconds: float = 30.0
    """Seconds a program may take for an answer; then a stand-in plays on. 0 for no limit."""

    bot_games: int = 8
    """Games that one program may play at the same time, tournaments included; above that a stand-in plays."""

    bot_workers: int = 1
    """Worker processes for bots that think for milliseconds, and the same number for bots that think for seconds. Each
    starts when it is needed, as does one more for bots at tables that no one is looking at."""

    stand_in: str = "level:3"
    """The bot that plays for absent people: `level:1` to `level:5`."""

    gathering_days: float = 7.0
    """Days after which a table that waits for people is closed."""

    untouched_days: float = 90.0
    """Days without an action after which a game without clocks is closed."""

    connections_per_address: int = 200
    """Open connections of one address, sockets not counted; 0 for no limit."""

    sockets_per_address: int = 100
    """Spectators' sockets of one address, and separately as many players' sockets; 0 for no limit."""

    requests_per_second: float = 10.0
    """HTTP requests per second of one address on average, files of the web client not counted; 0 for no limit."""

    requests_at_once: int = 200
    """Burst of HTTP requests of one address."""

    guests_per_minute: float = 6.0
    """New guests per minute from one address on average; 0 for no limit."""

    guests_at_once: int = 30
    """Burst of new guests from one address."""

    sign_ins_per_minute: float = 2.0
    """Failed sign-ins per minute, on average, for one account and from one address; 0 for no limit."""

    sign_ins_at_once: int = 10
    """Burst of failed sign-ins for one account and from one address."""

    token_days: float = 0.0
    """Days after which an unused guest token is void; a used one is renewed. 0 for never."""

    password_memory: int = 64
    """Memory in megabytes that one password check takes: the more, the harder passwords are to guess."""

    sockets_per_table: int = 64
    """Spectators of one table, beyond which the address with most of them makes room for others; 0 for no limit."""

    tables_in_memory: int = 1000
    """Tables kept in memory; beyond that, idle ones are unloaded."""

    tournaments_per_account: int = 3
    """Tournaments that one account may have announced or under way at the same time; 0 for none."""

    clubs_per_account: int = 5
    """Clubs that one account may be an admin of when it founds another; 0 if clubs cannot be founded."""

    daily_games: int = 40
    """Games, at most, that each of the five levels plays with the deal of a day before that day, in a process of low
    priority, to set its par; 0 for no par."""

    explore_people: int = 0
    """1 shows on Explore counts of the games that people finished among themselves, too: sums without names, times or
    single games, from 20 games of a number of seats on."""

    public_url: str = ""
    """Public address of this server, `https://…`, used in messages; without it no e-mail is sent. It may have a path,
    such as `https://example.org/codex`, below which everything is served then."""

    vacation_days: int = 30
    """Days of vacation of each account in a calendar year, on which its clocks stand still at tables with days per
    turn; 0 for none."""

    notices: tuple[str, ...] = ("push", "email", "webhook", "discord", "matrix")
    """Channels on which people may ask to be notified of their turn; empty for none."""

    notice_networks: tuple[str, ...] = ()
    """Networks, such as `10.0.0.0/8`, to which messages may go besides public addresses over HTTPS."""

    mail_url: str = ""
    """Mail server, `smtp://name:password@host:587` or `smtps://…`; without it no e-mail is sent."""

    mail_from: str = ""
    """Sender of e-mails, such as `codex@example.org`; by default `codex-naturalis@` followed by the host of
    `CODEX_PUBLIC_URL`."""

    security_contact: tuple[str, ...] = ()
    """Where to report vulnerabilities privately, `mailto:…`, `https://…` or `tel:…`, the preferred one first. Served as
    `/.well-known/security.txt` (RFC 9116), which does not exist without it."""

    security_expires: str = ""
    """When `security.txt` expires, such as `2027-03-04`; 180 days after it is first asked for unless set."""

    @property
    def bots_by_path(self) -> dict[str, str]:
        """Return the path of each of the host's own bots, by name."""
        return bots_by_name(self.house_bots)

    @property
    def base_path(self) -> str:
        """Return the path of this server: `/codex` for `https://example.org/codex`, empty where it has the host."""
        return urlsplit(self.public_url).path.rstrip("/")

    @property
    def database(self) -> Path:
        """Return the file of the SQLite database."""
        return self.data / "codex.db"

    @property
    def database_address(self) -> Path | str:
        """Return the location of the database: a file, or the URL of PostgreSQL."""
        return self.database_url or self.database

    @property
    def shared(self) -> bool:
        """Return whether other servers and workers may use the same database."""
        return bool(self.database_url)

    @classmethod
    def from_environment(cls, data: Path | None = None) -> "Settings":
        """Return the settings of this process: each field may be set by its `variable`.

        Raises `ValueError` with a sentence for an invalid value.
        """
        chosen: dict[str, Any] = {
            name: read_value(variable(name), text, cls.__dataclass_fields__[name])
            for name in variables()
            if (text := os.environ.get(variable(name))) is not None
        }
        settings = cls(data or data_folder(), **chosen)
        if settings.shared and settings.backup_hours:
            raise ValueError(f"{variable('backup_hours')} is for SQLite; PostgreSQL has pg_dump, which cron can run")
        return settings


_CONSTANTS: Final = frozenset(field.name for field in fields(Constants))


def variables() -> list[str]:
    """Return the names of the settings that a variable sets: all fields but the folder and the constants."""
    return [field.name for field in fields(Settings) if field.name not in _CONSTANTS and field.name != "data"]


def fixed_variables(environment: Iterable[str]) -> list[str]:
    """Return the variables of `environment` that were settings once, and are constants now."""
    return sorted(set(map(variable, _CONSTANTS)).intersection(environment))


def unknown_variables(environment: Iterable[str]) -> dict[str, str | None]:
    """Return the variables of `environment` that begin with `CODEX_` and never set anything, each with the nearest."""
    settings = [variable(name) for name in variables()]
    known = _OTHERS.union(settings, map(variable, _CONSTANTS))
    unknown = {name for name in environment if name.startswith("CODEX_")} - known
    return {name: next(iter(get_close_matches(name, settings, n=1, cutoff=0.8)), None) for name in sorted(unknown)}


def variable(name: str) -> str:
    """Return the environment variable that sets `name`."""
    return f"CODEX_{name.upper()}"
