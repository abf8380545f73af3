"""Constants of a server: limits and periods that no installation needs to change, so that no variable sets them.

They are fields like the settings: tests and benchmarks, which cannot wait as long as people do, set
other values.
"""

from dataclasses import dataclass

__all__ = ["Constants"]


@dataclass(frozen=True, kw_only=True)
class Constants:
    """Limits and periods that are the same in every installation."""

    bot_messages_per_second: float = 200.0
    """Messages per second of one program, over all its games; 0 for no limit."""

    bot_messages_at_once: int = 400
    """The same, in a burst."""

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

    gone_hours: float = 24.0
    """Hours after which a game is closed when all its people have gone."""

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

    sockets_per_guest: int = 20
    """Open windows of one guest; one more window with a seat closes the oldest; 0 for no limit."""

    windows_per_seat: int = 8
    """Open windows of one seat; one more closes the oldest; 0 for no limit."""

    new_sockets_per_second: float = 5.0
    """Sockets per second that one address may open on average; beyond that only players' sockets; 0 for no limit."""

    new_sockets_at_once: int = 100
    """Burst: sockets that one address may open at once."""

    guest_requests_per_second: float = 4.0
    """HTTP requests per second of one guest on average; 0 for no limit."""

    guest_requests_at_once: int = 60
    """Burst of HTTP requests of one guest."""

    bot_tables_per_guest: int = 50
    """Tables of one guest at which bots may be due to act at the same time; while there are that many, the guest cannot
    open another table with bots."""

    bot_tables: int = 5000
    """The same for all guests together; beyond it, only guests without such a table may open one with bots."""

    tables_per_guest: int = 50
    """Unfinished tables that one guest may open within a day."""

    tournament_players: int = 256
    """Players at most in one tournament."""

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

    notice_seconds: float = 30.0
    """Seconds a player may take to act before a message about the turn is sent."""
