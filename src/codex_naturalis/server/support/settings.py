"""Settings of this installation, from environment variables. House rules of a game are `GameOptions`, in its record."""

import math
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import Field, dataclass, fields
from datetime import datetime
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path

__all__ = ["Settings", "data_folder", "unknown_variables", "variable"]

_OTHERS: Final = frozenset(
    f"CODEX_{name}" for name in ("BACKEND", "DATA_DIR", "KERNEL_CACHE", "LANGUAGE", "NODE", "PASSWORD", "UI_BUILD")
)
"""Variables of ours that are no settings of a server."""


def data_folder() -> Path:
    """Return the folder for data: `CODEX_DATA_DIR`, or the user's data directory."""
    chosen = os.environ.get("CODEX_DATA_DIR")
    return Path(chosen) if chosen else user_data_path("codex-naturalis", appauthor=False)


@dataclass(frozen=True)
class Settings:
    """Settings of a server; each field can be set by an environment variable."""

    data: Path
    """Folder of the database and the signing keys."""

    database_url: str = ""
    """URL of PostgreSQL, `postgresql://…`, which several servers can share; SQLite if empty."""

    backup_hours: float = 0.0
    """Hours between two backups of a SQLite database, into the folder `backups` of the data; 0 for none."""

    backups_kept: int = 7
    """Backups that are kept, the newest, at least one; older ones are deleted after each new one."""

    bus_url: str = ""
    """URL of NATS, `nats://…`, as the bus between several servers; PostgreSQL does it if empty."""

    origins: tuple[str, ...] = ()
    """Origins of other web pages that may open sockets here and change something."""

    hosts: tuple[str, ...] = ()
    """Host names of this server, besides this machine's names and addresses and that of `public_url`; `*` for any."""

    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses of reverse proxies, whose word is taken for where a request comes from."""

    metrics_from: tuple[str, ...] = ()
    """Addresses besides this machine that may read `/metrics`."""

    bot_delay: float = 0.6
    """Seconds a bot waits before it acts, so that people can follow."""

    bot_limit: float = 10.0
    """Seconds a bot may think; then its worker is replaced."""

    bots: str = "invited"
    """Programs of other people, over their socket: `off`, `invited` (they play where they are invited), or `open`
    (they may also open tables, and sit down at any)."""

    house_bots: str = ""
    """Bots of the host's own, by path, that any table may seat: `Magpie=./my_bot.py; Rusty=exec:./magpie --fast`. They
    run on this machine with the server's rights."""

    bot_seconds: float = 30.0
    """Seconds a program may take for an answer; then a stand-in plays on."""

    bot_games: int = 8
    """Games that one program may play at the same time, tournaments included; above that a stand-in plays."""

    bot_messages_per_second: float = 200.0
    """Messages per second of one program; 0 for any number."""

    bot_messages_at_once: int = 400
    """Messages of one program in a burst."""

    bot_workers: int = 1
    """Worker processes for quick bots, and as many for bots that think for seconds; started on demand."""

    stand_in: str = "level:3"
    """Bot that plays for absent people, as strong as `level:1` to `level:5`."""

    grace_seconds: float = 10.0
    """Grace period after time runs out under a real-time clock, in seconds; then a bot plays on."""

    grace_hours: float = 6.0
    """Grace period after time runs out under a correspondence clock, in hours."""

    left_seconds: float = 15.0
    """Seconds that a person who left has to come back before a bot plays on."""

    called_seconds: float = 60.0
    """Seconds that an absent person has to come back, once another player has called a stand-in."""

    return_seconds: float = 60.0
    """Minimum time on a real-time clock, in seconds, for a person who takes a seat back."""

    gathering_days: float = 7.0
    """Days that a table waits for people before it is closed."""

    gone_hours: float = 24.0
    """Hours after which a game is closed that all people have left."""

    untouched_days: float = 90.0
    """Days without an action after which a game without clocks is closed."""

    lease_seconds: float = 10.0
    """Seconds before another process takes over the work of one that died: bot turns and reviews."""

    database_seconds: float = 5.0
    """Time limit in seconds for connecting to PostgreSQL, and for each answer of it."""

    hello_seconds: float = 10.0
    """Seconds a socket may stay silent before its first message."""

    send_seconds: float = 20.0
    """Seconds a reader may take for one message before its socket is closed."""

    request_seconds: float = 15.0
    """Seconds a request may take to arrive."""

    connections_per_address: int = 200
    """Connections of one address, not counting sockets; 0 for no limit."""

    sockets_per_address: int = 100
    """Sockets of one address that watch, and as many again that show seats; 0 for no limit."""

    sockets_per_guest: int = 20
    """Windows of one guest; one more for a seat closes the oldest; 0 for no limit."""

    windows_per_seat: int = 8
    """Windows of one seat; one more closes the oldest; 0 for no limit."""

    watchers_per_address: int = 8
    """Watchers of one table from one address; 0 for no limit."""

    new_sockets_per_second: float = 5.0
    """New sockets per second from one address; above that, only for seats; 0 for no limit."""

    new_sockets_at_once: int = 100
    """New sockets from one address in a burst."""

    requests_per_second: float = 10.0
    """HTTP requests per second from one address, not counting the web client's files; 0 for no limit."""

    requests_at_once: int = 200
    """HTTP requests from one address in a burst."""

    guest_requests_per_second: float = 4.0
    """HTTP requests per second of one guest; 0 for no limit."""

    guest_requests_at_once: int = 60
    """HTTP requests of one guest in a burst."""

    guests_per_minute: float = 6.0
    """New guests per minute from one address; 0 for no limit."""

    guests_at_once: int = 30
    """New guests from one address in a burst."""

    sign_ins_per_minute: float = 2.0
    """Sign-in attempts per minute, for one account and from one address; 0 for no limit."""

    sign_ins_at_once: int = 10
    """Sign-in attempts in a burst, for one account and from one address."""

    token_days: float = 0.0
    """Days after which an unused guest token expires; a token in use is renewed. 0 for never."""

    password_memory: int = 64
    """Memory in MiB for checking one password: the more, the harder passwords are to guess."""

    bot_tables_per_guest: int = 50
    """Tables of one guest at which bots may be due to act; beyond that, the guest cannot open more with bots."""

    bot_tables: int = 5000
    """Tables of all guests at which bots may be due; beyond that, only guests with none of these may open another."""

    sockets_per_table: int = 64
    """Watchers of one table, not counting its players; 0 for no limit."""

    tables_per_guest: int = 50
    """Unfinished tables one guest may have opened within a day."""

    tables_in_memory: int = 1000
    """Tables kept in memory; beyond that, idle ones are unloaded."""

    tournaments_per_account: int = 3
    """Tournaments that one account may have announced or under way at the same time; 0 for none."""

    tournament_players: int = 256
    """Players at most in one tournament."""

    clubs_per_account: int = 5
    """Clubs that one account may be an admin of when it founds another; 0 if clubs cannot be founded."""

    daily_games: int = 40
    """Games at most that each level plays with a day's deal before the day, to set its par; 0 for no par."""

    explore_people: int = 0
    """Whether Explore shows counts of people's games, too: 1 for yes. They are sums, without names or times."""

    rest_seconds: float = 60.0
    """Seconds an idle table stays in memory, whatever the limit; a table with viewers rests its game after that."""

    messages_per_second: float = 20.0
    """Messages per second on one socket, and four times as many frames (fragments, pings and pongs); 0 for any."""

    messages_at_once: int = 60
    """Messages on one socket in a burst, and four times as many frames."""

    chat_per_second: float = 0.5
    """Chat lines per second of one guest, at all tables together; 0 for any number."""

    chat_at_once: int = 6
    """Chat lines of one guest in a burst."""

    public_url: str = ""
    """Public URL of this server, `https://…`, for links in messages; without it no mail is sent."""

    vacation_days: int = 30
    """Days of vacation of each account in a calendar year, on which its clocks by days stand still; 0 for none."""

    notices: tuple[str, ...] = ("push", "email", "webhook", "discord", "matrix")
    """Kinds of notification that people may subscribe to; empty for none."""

    notice_seconds: float = 30.0
    """Seconds a person may take to act before a notification is sent."""

    notice_networks: tuple[str, ...] = ()
    """Networks such as `10.0.0.0/8` that messages may also go to; otherwise only public addresses, over HTTPS."""

    mail_url: str = ""
    """Mail server, `smtp://name:password@host:587` or `smtps://…`; without it no mail is sent."""

    mail_from: str = ""
    """Sender of mail, `codex@example.org`; by default `codex-naturalis@` and the host of `CODEX_PUBLIC_URL`."""

    security_contact: tuple[str, ...] = ()
    """Where to report security problems, `mailto:…` or `https://…`, the preferred one first; in `security.txt`."""

    security_expires: str = ""
    """Expiry of `security.txt`, such as `2027-03-04`; by default 180 days after it is first requested."""

    @property
    def bots_by_path(self) -> dict[str, str]:
        """Return the path of each of the host's own bots, by name."""
        return _by_name(self.house_bots)

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
            field.name: _value(variable(field.name), text, field)
            for field in fields(cls)
            if field.name != "data" and (text := os.environ.get(variable(field.name))) is not None
        }
        settings = cls(data or data_folder(), **chosen)
        if settings.shared and settings.backup_hours:
            raise ValueError(f"{variable('backup_hours')} is for SQLite; PostgreSQL has pg_dump, which cron can run")
        return settings


def unknown_variables(environment: Iterable[str]) -> dict[str, str | None]:
    """Return the variables of `environment` that begin with `CODEX_` and set nothing, each with the nearest setting."""
    settings = [variable(field.name) for field in fields(Settings)]
    unknown = {name for name in environment if name.startswith("CODEX_")} - _OTHERS - set(settings)
    return {name: next(iter(get_close_matches(name, settings, n=1, cutoff=0.8)), None) for name in sorted(unknown)}


_BOT_NAME: Final = re.compile(r"\w[\w .'-]{0,39}")


def variable(name: str) -> str:
    """Return the environment variable that sets `name`."""
    return f"CODEX_{name.upper()}"


def _value(name: str, text: str, field: "Field[Any]") -> object:
    if read_text := _TEXTS.get(field.name):
        return read_text(name, text)
    if field.name in _ADDRESSES:
        return _address(name, text, _ADDRESSES[field.name])
    if isinstance(field.default, tuple):
        return _list(name, text, field.name)
    if isinstance(field.default, str):
        return text
    read, wanted = _NUMBERS[type(field.default)]
    try:
        number = read(text)
    except ValueError:
        number = -1
    if not 0 <= number < math.inf:
        raise ValueError(f"{name} is {wanted}")
    return number


def _one_of(name: str, text: str, words: tuple[str, ...]) -> str:
    if text not in words:
        raise ValueError(f"{name} is {', '.join(words[:-1])} or {words[-1]}")
    return text


def _bot(name: str, text: str) -> str:
    from codex_naturalis.bots import UnknownBotError, bot_named  # noqa: PLC0415 - only if it is set

    try:
        bot_named(text)
    except UnknownBotError as unknown:
        raise ValueError(f"{name}: {unknown}") from None
    return text


def _by_name(text: str) -> dict[str, str]:
    """Return what `Name=path; Name=path` names."""
    pairs = (part.partition("=") for part in text.split(";") if part.strip())
    return {name.strip(): path.strip() for name, _, path in pairs}


def _house_bots(name: str, text: str) -> str:
    from codex_naturalis.bots import names  # noqa: PLC0415 - only if it is set
    from codex_naturalis.programs import is_path  # noqa: PLC0415

    for bot, path in _by_name(text).items():
        if not _BOT_NAME.fullmatch(bot) or bot in (*names(), "level"):
            raise ValueError(f"{name}: {bot!r} cannot be the name of a bot of yours")
        if not is_path(path):
            raise ValueError(f"{name} is such as Magpie=./my_bot.py; Rusty=exec:./magpie, not {path!r}")
    return text


def _date(name: str, text: str) -> str:
    try:
        datetime.fromisoformat(text or "2000-01-01")
    except ValueError:
        raise ValueError(f"{name} is a date such as 2027-03-04") from None
    return text


def _address(name: str, text: str, schemes: tuple[str, ...]) -> str:
    if text and not text.startswith(tuple(f"{scheme}://" for scheme in schemes)):
        raise ValueError(f"{name} begins with {schemes[0]}://")
    return text


def _list(name: str, text: str, field: str) -> tuple[str, ...]:
    found = tuple(text.split())
    if field == "notices" and not set(found) <= {"push", "email", "webhook", "discord", "matrix"}:
        raise ValueError(f"{name} is any of push, email, webhook, discord and matrix, with spaces between")
    if field == "security_contact" and not all(one.startswith(("mailto:", "https://", "tel:")) for one in found):
        raise ValueError(f"{name} is addresses that begin with mailto:, https:// or tel:, with spaces between")
    if field == "notice_networks":
        for one in found:
            try:
                ip_network(one)
            except ValueError as error:
                raise ValueError(f"{name} is networks such as 10.0.0.0/8, with spaces between: {error}") from None
    return found


_TEXTS: Final[dict[str, Callable[[str, str], str]]] = {
    "bots": lambda name, text: _one_of(name, text, ("off", "invited", "open")),
    "house_bots": _house_bots,
    "stand_in": _bot,
    "security_expires": _date,
}
"""Settings that are texts of a form of their own."""

_ADDRESSES: Final = {
    "database_url": ("postgresql", "postgres", "postgresql+asyncpg"),
    "bus_url": ("nats", "tls"),
    "public_url": ("https", "http"),
    "mail_url": ("smtp", "smtps"),
}
"""Settings that are URLs, and their schemes."""

_NUMBERS: Final[dict[type, tuple[Callable[[str], float], str]]] = {
    int: (int, "a whole number, 0 or more"),
    float: (float, "a number, 0 or more"),
}
