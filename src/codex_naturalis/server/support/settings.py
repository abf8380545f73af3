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

    bot_messages_per_second: float = 200.0
    """Messages per second of one program, over all its games; 0 for no limit."""

    bot_messages_at_once: int = 400
    """The same, in a burst."""

    bot_workers: int = 1
    """Worker processes for bots that think for milliseconds, and the same number for bots that think for seconds. Each
    starts when it is needed, as does one more for bots at tables that no one is looking at."""

    stand_in: str = "level:3"
    """The bot that plays for absent people: `level:1` to `level:5`."""

    grace_seconds: float = 10.0
    """Grace period in a real-time game: seconds to act after the clock has run out, before a bot plays on."""

    grace_hours: float = 6.0
    """Grace period in a correspondence game, in hours."""

    left_seconds: float = 15.0
    """Seconds in which a player who left may come back before a bot plays on."""

    called_seconds: float = 60.0
    """Seconds an absent player has to come back once another player has asked for a bot."""

    return_seconds: float = 60.0
    """Minimum clock time, in seconds, given to a player who takes a seat back in a real-time game."""

    gathering_days: float = 7.0
    """Days after which a table that waits for people is closed."""

    gone_hours: float = 24.0
    """Hours after which a game is closed when all its people have gone."""

    untouched_days: float = 90.0
    """Days without an action after which a game without clocks is closed."""

    lease_seconds: float = 10.0
    """Seconds before another process takes over the work of one that died (bot turns, reviews)."""

    database_seconds: float = 5.0
    """Timeout of PostgreSQL for a connection and for an answer, in seconds."""

    hello_seconds: float = 10.0
    """Timeout for the first message of a socket, in seconds."""

    send_seconds: float = 20.0
    """Timeout for a client to read one message, in seconds; after that its socket is closed."""

    request_seconds: float = 15.0
    """Timeout for a request to arrive, in seconds."""

    connections_per_address: int = 200
    """Open connections of one address, sockets not counted; 0 for no limit."""

    sockets_per_address: int = 100
    """Spectators' sockets of one address, and separately as many players' sockets; 0 for no limit."""

    sockets_per_guest: int = 20
    """Open windows of one guest; one more window with a seat closes the oldest; 0 for no limit."""

    windows_per_seat: int = 8
    """Open windows of one seat; one more closes the oldest; 0 for no limit."""

    watchers_per_address: int = 8
    """Spectators of one table from one address; 0 for no limit."""

    new_sockets_per_second: float = 5.0
    """Sockets per second that one address may open on average; beyond that only players' sockets; 0 for no limit."""

    new_sockets_at_once: int = 100
    """Burst: sockets that one address may open at once."""

    requests_per_second: float = 10.0
    """HTTP requests per second of one address on average, files of the web client not counted; 0 for no limit."""

    requests_at_once: int = 200
    """Burst of HTTP requests of one address."""

    guest_requests_per_second: float = 4.0
    """HTTP requests per second of one guest on average; 0 for no limit."""

    guest_requests_at_once: int = 60
    """Burst of HTTP requests of one guest."""

    guests_per_minute: float = 6.0
    """New guests per minute from one address on average; 0 for no limit."""

    guests_at_once: int = 30
    """Burst of new guests from one address."""

    sign_ins_per_minute: float = 2.0
    """Failed sign-ins per minute, on average, for one account and from one address; 0 for no limit."""

    sign_ins_at_once: int = 10
    """Burst of failed sign-ins for one account and from one address."""

    token_days: float = 0.0
    """Days after which a guest's token that is not used is void; one that is used is renewed. 0 for never."""

    password_memory: int = 64
    """Memory in megabytes that one password check takes: the more, the harder passwords are to guess."""

    bot_tables_per_guest: int = 50
    """Tables of one guest at which bots may be due to act at the same time; while there are that many, the guest cannot
    open another table with bots."""

    bot_tables: int = 5000
    """The same for all guests together; beyond it, only guests without such a table may open one with bots."""

    sockets_per_table: int = 64
    """Spectators of one table; 0 for no limit."""

    tables_per_guest: int = 50
    """Unfinished tables that one guest may open within a day."""

    tables_in_memory: int = 1000
    """Tables kept in memory; beyond that, idle ones are unloaded."""

    tournaments_per_account: int = 3
    """Tournaments that one account may have announced or under way at the same time; 0 for none."""

    tournament_players: int = 256
    """Players at most in one tournament."""

    clubs_per_account: int = 5
    """Clubs that one account may be an admin of when it founds another; 0 if clubs cannot be founded."""

    daily_games: int = 40
    """Games, at most, that each of the five levels plays with the deal of a day before that day, in a process of low
    priority, to set its par; 0 for no par."""

    explore_people: int = 0
    """1 shows on Explore counts of the games that people finished among themselves, too: sums without names, times or
    single games, from 20 games of a number of seats on."""

    rest_seconds: float = 60.0
    """Seconds after its last use for which a table stays in memory, whatever the limit; after that its game is unloaded
    even while someone is looking at it."""

    messages_per_second: float = 20.0
    """Messages per second of one socket on average, and four times as many frames (fragments, pings, pongs)."""

    messages_at_once: int = 60
    """Burst of messages of one socket, and four times as many frames."""

    chat_per_second: float = 0.5
    """Chat lines per second of one guest on average, at all tables together."""

    chat_at_once: int = 6
    """Burst of chat lines of one guest."""

    public_url: str = ""
    """Public address of this server, `https://…`, used in messages; without it no e-mail is sent."""

    vacation_days: int = 30
    """Days of vacation of each account in a calendar year, on which its clocks stand still at tables with days per
    turn; 0 for none."""

    notices: tuple[str, ...] = ("push", "email", "webhook", "discord", "matrix")
    """Channels on which people may ask to be notified of their turn; empty for none."""

    notice_seconds: float = 30.0
    """Seconds a player may take to act before a message about the turn is sent."""

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
