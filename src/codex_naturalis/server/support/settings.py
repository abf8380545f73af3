"""How this installation runs. House rules of one game are `GameOptions`, kept in its record."""

import math
import os
from collections.abc import Callable
from dataclasses import Field, dataclass, fields
from datetime import datetime
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path

__all__ = ["Settings", "data_folder", "variable"]


def data_folder() -> Path:
    """Return where tables are kept: `CODEX_DATA_DIR`, or the user's data directory."""
    chosen = os.environ.get("CODEX_DATA_DIR")
    return Path(chosen) if chosen else user_data_path("codex-naturalis", appauthor=False)


@dataclass(frozen=True)
class Settings:
    """What may differ between one server and another."""

    data: Path
    """Folder of the database and the signing key."""

    database_url: str = ""
    """Address of PostgreSQL, `postgresql://…`, where several servers keep their tables together; SQLite without."""

    bus_url: str = ""
    """Address of NATS, `nats://…`, by which several servers wake each other; PostgreSQL does it without."""

    origins: tuple[str, ...] = ()
    """Addresses of web pages, besides our own, that may open sockets here and change something."""

    hosts: tuple[str, ...] = ()
    """Names by which people reach this server, besides this machine's, addresses, and `public_url`; `*` for any."""

    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses of web servers in front of this one, which may say where a request really comes from."""

    metrics_from: tuple[str, ...] = ()
    """Addresses besides this machine that may read `/metrics`."""

    bot_delay: float = 0.6
    """Seconds a bot waits before it acts, so that people can follow."""

    bot_limit: float = 10.0
    """Seconds a bot may think; then its worker is replaced."""

    bot_workers: int = 1
    """Worker processes for quick bots, and as many for those that think for seconds; each starts when it is needed."""

    stand_in: str = "level:3"
    """The bot that plays on for people who have gone: as strong as `level:1` to `level:5`."""

    grace_seconds: float = 10.0
    """How long somebody whose time is up, in real time, may still act before a bot plays on."""

    grace_hours: float = 6.0
    """The same by correspondence, in hours."""

    left_seconds: float = 15.0
    """How long somebody who left may change their mind before a bot plays on."""

    called_seconds: float = 60.0
    """How long somebody who is away has to come back, once another asked that a bot play on."""

    return_seconds: float = 60.0
    """What somebody has on the clock at least, in real time, who takes the seat back."""

    gathering_days: float = 7.0
    """Days that a table waits for people before it is closed."""

    gone_hours: float = 24.0
    """Hours that a game rests after all its people have gone, before it is closed."""

    untouched_days: float = 90.0
    """Days that a game without clocks waits for the next action before it is closed."""

    lease_seconds: float = 10.0
    """How long nobody else does what a process has taken over and left undone, dead: bots, and reviews."""

    database_seconds: float = 5.0
    """How long PostgreSQL may take for a connection, and for an answer."""

    hello_seconds: float = 10.0
    """How long a socket may stay silent before its first message."""

    send_seconds: float = 20.0
    """How long a reader may take for one message before its socket is closed."""

    request_seconds: float = 15.0
    """How long a request may take to arrive."""

    connections_per_address: int = 200
    """Connections one address may have that are no sockets; 0 for any number."""

    sockets_per_address: int = 100
    """Sockets of one address that watch, and again as many that show seats; 0 for any number."""

    sockets_per_guest: int = 20
    """Windows one guest may have open; for one more that shows a seat the first goes; 0 for any number."""

    windows_per_seat: int = 8
    """Windows of one seat; for one more the first goes; 0 for any number."""

    watchers_per_address: int = 8
    """Watchers of one table from one address; 0 for any number."""

    new_sockets_per_second: float = 5.0
    """Sockets one address may open in the long run; beyond them only those of seats; 0 for any number."""

    new_sockets_at_once: int = 100
    """Sockets one address may open in one go."""

    requests_per_second: float = 10.0
    """What one address may ask over HTTP in the long run, not counting the files of the web client; 0 for anything."""

    requests_at_once: int = 200
    """What one address may ask over HTTP in one go."""

    guest_requests_per_second: float = 4.0
    """What one guest may ask over HTTP in the long run; 0 for anything."""

    guest_requests_at_once: int = 60
    """What one guest may ask over HTTP in one go."""

    guests_per_minute: float = 6.0
    """New guests from one address in the long run; 0 for any number."""

    guests_at_once: int = 30
    """New guests from one address in one go."""

    sign_ins_per_minute: float = 2.0
    """Tries to sign in to one account, and from one address, in the long run; 0 for any number."""

    sign_ins_at_once: int = 10
    """Tries to sign in to one account, and from one address, in one go."""

    token_days: float = 0.0
    """Days after which a guest's token that is not used is void; one that is used is renewed. 0 for never."""

    password_memory: int = 64
    """Megabytes of memory that checking one password takes: the more, the harder passwords are to guess."""

    bot_tables_per_guest: int = 50
    """Tables of one guest where bots may be due to act at the same time; until they have, no more with bots open."""

    bot_tables: int = 5000
    """The same of all guests; beyond it only those open tables with bots who have none where they are due."""

    sockets_per_table: int = 64
    """Watchers of one table, beside those who sit there; 0 for any number."""

    tables_per_guest: int = 50
    """Unfinished tables one guest may have opened within a day."""

    tables_in_memory: int = 1000
    """Tables kept loaded; idle ones beyond make room."""

    rest_seconds: float = 60.0
    """How long a table stays loaded after its last use, whatever the limit; then its game rests, too, whoever looks."""

    messages_per_second: float = 20.0
    """Messages one socket may send in the long run, and four times as many frames: parts, pings and pongs."""

    messages_at_once: int = 60
    """Messages one socket may send in one go, and four times as many frames."""

    chat_per_second: float = 0.5
    """What one guest may say in the long run, at all tables together."""

    chat_at_once: int = 6
    """What one guest may say in one go."""

    public_url: str = ""
    """Address by which people reach this server, `https://…`: stands in messages; without it none goes by e-mail."""

    notices: tuple[str, ...] = ("push", "email", "webhook")
    """How people may ask to be told that it is their turn; empty for not at all."""

    notice_seconds: float = 30.0
    """How long somebody may take to act before a message says that it is their turn."""

    notice_networks: tuple[str, ...] = ()
    """Networks such as `10.0.0.0/8` where messages may go too; else to public addresses over HTTPS alone."""

    mail_url: str = ""
    """Server that takes mail, `smtp://name:password@host:587` or `smtps://…`; without it none goes by e-mail."""

    mail_from: str = ""
    """Sender of mail, `codex@example.org`; `codex-naturalis@` the host of `CODEX_PUBLIC_URL` unless set."""

    security_contact: tuple[str, ...] = ()
    """Where faults are reported in private, `mailto:…` or `https://…`, the preferred one first; in `security.txt`."""

    security_expires: str = ""
    """When `security.txt` expires, such as `2027-03-04`; 180 days after it is first asked for unless set."""

    @property
    def database(self) -> Path:
        """Return the file of the database."""
        return self.data / "codex.db"

    @property
    def place(self) -> Path | str:
        """Return where the database is: a file, or the address of PostgreSQL."""
        return self.database_url or self.database

    @property
    def shared(self) -> bool:
        """Return whether other servers and workers may use the same database."""
        return bool(self.database_url)

    @classmethod
    def from_environment(cls, data: Path | None = None) -> "Settings":
        """Return the settings of the process: each may be set by its `variable`.

        Raises `ValueError` with a sentence for a value that makes no sense.
        """
        chosen: dict[str, Any] = {
            field.name: _value(variable(field.name), text, field)
            for field in fields(cls)
            if field.name != "data" and (text := os.environ.get(variable(field.name))) is not None
        }
        return cls(data or data_folder(), **chosen)


def variable(name: str) -> str:
    """Return the environment variable that sets `name`."""
    return f"CODEX_{name.upper()}"


def _value(name: str, text: str, field: "Field[Any]") -> object:
    if field.name == "stand_in":
        return _bot(name, text)
    if field.name == "security_expires":
        return _date(name, text)
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


def _bot(name: str, text: str) -> str:
    from codex_naturalis.bots import UnknownBot, bot_named  # noqa: PLC0415 - only where somebody chose one

    try:
        bot_named(text)
    except UnknownBot as unknown:
        raise ValueError(f"{name}: {unknown}") from None
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
    if field == "notices" and not set(found) <= {"push", "email", "webhook"}:
        raise ValueError(f"{name} is any of push, email and webhook, with spaces between")
    if field == "security_contact" and not all(one.startswith(("mailto:", "https://", "tel:")) for one in found):
        raise ValueError(f"{name} is addresses that begin with mailto:, https:// or tel:, with spaces between")
    if field == "notice_networks":
        for one in found:
            try:
                ip_network(one)
            except ValueError as error:
                raise ValueError(f"{name} is networks such as 10.0.0.0/8, with spaces between: {error}") from None
    return found


_ADDRESSES: Final = {
    "database_url": ("postgresql", "postgres", "postgresql+asyncpg"),
    "bus_url": ("nats", "tls"),
    "public_url": ("https", "http"),
    "mail_url": ("smtp", "smtps"),
}
"""Settings that are addresses, and what these begin with."""

_NUMBERS: Final[dict[type, tuple[Callable[[str], float], str]]] = {
    int: (int, "a whole number, 0 or more"),
    float: (float, "a number, 0 or more"),
}
