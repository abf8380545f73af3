"""Problems: refusals of the server, each a stable code with facts for a sentence in the reader's language.

Refusals by the rules have codes of their own (`rules.Reason`, `illegal.…`); all others are here.
"""

from enum import StrEnum
from functools import partial
from typing import Final

from codex_naturalis.rules import Fact

from .table import ProblemResponse

__all__ = ["CLOSE", "STATUS", "TITLES", "Code", "ProblemError", "path_of_fault", "to_response"]


class Code(StrEnum):
    """Reason of a refusal; the value is the code on the wire, and `error.<value>` the translation key."""

    REQUEST_MALFORMED = "request.malformed"
    REQUEST_TOO_LARGE = "request.too_large"
    REQUEST_UNKNOWN = "request.unknown"
    REQUEST_METHOD = "request.method"
    REQUEST_TYPE = "request.type"
    REQUEST_ENCODING = "request.encoding"
    HOST_UNKNOWN = "host.unknown"
    SERVER_FAILED = "server.failed"
    SERVER_RESTARTING = "server.restarting"
    SERVER_BUSY = "server.busy"
    SERVER_NEEDED = "server.needed"
    STORAGE_FAILED = "storage.failed"
    STORAGE_DAMAGED = "storage.damaged"
    TOKEN_MISSING = "token.missing"  # noqa: S105 - the name of a fault
    TOKEN_INVALID = "token.invalid"  # noqa: S105 - the name of a fault
    TOKEN_SCOPE = "token.scope"  # noqa: S105 - the name of a fault
    TOKEN_MANY = "token.many"  # noqa: S105 - the name of a fault
    TOKEN_UNKNOWN = "token.unknown"  # noqa: S105 - the name of a fault
    ORIGIN_FOREIGN = "origin.foreign"
    NAME_INVALID = "name.invalid"
    OPTIONS_INVALID = "options.invalid"
    BOT_UNKNOWN = "bot.unknown"
    BOT_SLOW = "bot.slow"
    BOTS_TOO_MANY = "bots.too_many"
    TABLE_UNKNOWN = "table.unknown"
    TABLE_DAMAGED = "table.damaged"
    TABLE_FULL = "table.full"
    TABLE_STARTED = "table.started"
    TABLE_WAITING = "table.waiting"
    TABLE_NOT_OVER = "table.not_over"
    TABLE_CLOSED = "table.closed"
    SEAT_NONE = "seat.none"
    SEEK_NONE = "seek.none"
    SEAT_REFUSED = "seat.refused"
    CHAT_MUTED = "chat.muted"
    NAME_FORCED = "name.forced"
    REPORT_UNKNOWN = "report.unknown"
    REPORT_SELF = "report.self"
    REPORT_SETTLED = "report.settled"
    LIMIT_REPORTS = "limit.reports"
    LIMIT_BLOCKS = "limit.blocks"
    SEAT_UNKNOWN = "seat.unknown"
    SEAT_TAKEN = "seat.taken"
    SEAT_NO_BOT = "seat.no_bot"
    COLOUR_TAKEN = "colour.taken"
    SEAT_STOOD_IN = "seat.stood_in"
    SEAT_PRESENT = "seat.present"
    HOST_ONLY = "host.only"
    CLOCK_SOLO = "clock.solo"
    REFILL_SOLO = "refill.solo"
    LIMIT_TABLES = "limit.tables"
    LIMIT_CONNECTIONS = "limit.connections"
    LIMIT_MESSAGES = "limit.messages"
    LIMIT_WINDOWS = "limit.windows"
    LIMIT_REQUESTS = "limit.requests"
    LIMIT_THINKING = "limit.thinking"
    LIMIT_BOTS = "limit.bots"
    MESSAGE_MALFORMED = "message.malformed"
    MESSAGE_TOO_LARGE = "message.too_large"
    MESSAGE_UNEXPECTED = "message.unexpected"
    HELLO_LATE = "hello.late"
    VERSION_STALE = "version.stale"
    VERSION_FUTURE = "version.future"
    CONFLICT_ACTION_ID = "conflict.action_id"
    CONFLICT_REQUEST_KEY = "conflict.request_key"
    RECORD_INVALID = "record.invalid"
    RECORD_SEVERAL = "record.several"
    RECORD_UNFINISHED = "record.unfinished"
    WHAT_IF_OVER = "what_if.over"
    HINT_FORBIDDEN = "hint.forbidden"
    HINT_LATER = "hint.later"
    TEACHER_BUSY = "teacher.busy"
    TEACHER_UNREADY = "teacher.unready"
    POSITION_INVALID = "position.invalid"
    EXERCISE_NONE = "exercise.none"
    EXERCISE_ILLEGAL = "exercise.illegal"
    PUZZLE_UNKNOWN = "puzzle.unknown"
    DEAL_PLAYED = "deal.played"
    DEAL_UNFINISHED = "deal.unfinished"
    MATCH_UNKNOWN = "match.unknown"
    DAILY_UNKNOWN = "daily.unknown"
    DAILY_RUNNING = "daily.running"
    ROUND_RUNNING = "round.running"
    TOURNAMENT_UNKNOWN = "tournament.unknown"
    TOURNAMENT_INVALID = "tournament.invalid"
    TOURNAMENT_FULL = "tournament.full"
    TOURNAMENT_BEGUN = "tournament.begun"
    TOURNAMENT_OVER = "tournament.over"
    TOURNAMENT_ACCOUNT = "tournament.account"
    TOURNAMENT_HOST = "tournament.host"
    TOURNAMENT_MEMBERS = "tournament.members"
    TOURNAMENT_REMOVED = "tournament.removed"
    TOURNAMENT_WAITS = "tournament.waits"
    LIMIT_TOURNAMENTS = "limit.tournaments"
    CLUB_UNKNOWN = "club.unknown"
    CLUB_ADMIN = "club.admin"
    CLUB_MEMBER = "club.member"
    CLUB_FULL = "club.full"
    LIMIT_CLUBS = "limit.clubs"
    CHAT_NONE = "chat.none"
    CHAT_HUSHED = "chat.hushed"
    CHAT_INVALID = "chat.invalid"
    LIMIT_CHAT = "limit.chat"
    ACCOUNT_WRONG = "account.wrong"
    PASSWORD_NEEDED = "password.needed"  # noqa: S105 - the name of a fault
    ACCOUNT_CODE_WRONG = "account.code_wrong"
    ACCOUNT_NAME_TAKEN = "account.name_taken"
    ACCOUNT_NAMED = "account.named"
    ACCOUNT_NONE = "account.none"
    ACCOUNT_EXISTS = "account.exists"
    RATED_PEOPLE = "rated.people"
    RATED_RULES = "rated.rules"
    RATED_PROGRAMS = "rated.programs"
    PROGRAM_OFF = "program.off"
    PROGRAM_INVITED = "program.invited"
    PROGRAM_ONLY = "program.only"
    PROGRAM_CONSENT = "program.consent"
    PROGRAM_MANY = "program.many"
    PROGRAM_UNKNOWN = "program.unknown"
    PROGRAM_ABSENT = "program.absent"
    PROGRAM_BUSY = "program.busy"
    PROGRAM_DECLINED = "program.declined"
    PROGRAM_SILENT = "program.silent"
    INVITATION_NONE = "invitation.none"
    ANSWER_OLD = "answer.old"
    ANSWER_SECOND = "answer.second"
    LIMIT_GAMES = "limit.games"
    PERSON_UNKNOWN = "person.unknown"
    CONDITION_IMPOSSIBLE = "condition.impossible"
    NOTES_MANY = "notes.many"
    VACATION_DAYS = "vacation.days"
    NOTICE_OFF = "notice.off"
    NOTICE_TARGET = "notice.target"
    NOTICE_MANY = "notice.many"
    NOTICE_UNKNOWN = "notice.unknown"
    NOTICE_UNCONFIRMED = "notice.unconfirmed"
    NOTICE_LINK = "notice.link"
    NOTICE_FAILED = "notice.failed"
    GUEST_BANNED = "guest.banned"
    GUEST_SUSPENDED = "guest.suspended"
    PASSWORD_INVALID = "password.invalid"  # noqa: S105 - the name of a fault


TITLES: Final[dict[Code, str]] = {
    Code.REQUEST_MALFORMED: "The request does not have the form described for it.",
    Code.REQUEST_TOO_LARGE: "The request is too large.",
    Code.REQUEST_UNKNOWN: "There is nothing at this address.",
    Code.REQUEST_METHOD: "This address has other methods; `Allow` names them.",
    Code.REQUEST_TYPE: "The body of a request must be JSON, declared as `Content-Type: application/json`.",
    Code.REQUEST_ENCODING: "The body of a request must come as it is, without `Content-Encoding`.",
    Code.HOST_UNKNOWN: "The server has no such name; its host can add it to CODEX_HOSTS or CODEX_PUBLIC_URL.",
    Code.SERVER_FAILED: "The server made a mistake, which has been logged.",
    Code.SERVER_RESTARTING: "The server is restarting; try again in a moment.",
    Code.SERVER_BUSY: "The server is busy; try again in a moment.",
    Code.SERVER_NEEDED: "This needs a server; the game on this device has none.",
    Code.STORAGE_FAILED: "The server cannot store anything at the moment; try again.",
    Code.STORAGE_DAMAGED: "The database file is damaged; its host must restore a backup.",
    Code.TOKEN_MISSING: "This needs a token.",
    Code.TOKEN_INVALID: "This token is not valid here.",
    Code.TOKEN_SCOPE: "This token's scope does not include that.",
    Code.TOKEN_MANY: "The account has too many tokens; revoke one first.",
    Code.TOKEN_UNKNOWN: "There is no such token.",
    Code.ORIGIN_FOREIGN: "Pages of other origins may not request this.",
    Code.NAME_INVALID: "A name has 1 to 24 visible characters of one script, that of a club or a tournament up to 60.",
    Code.OPTIONS_INVALID: "The game cannot be played with these options.",
    Code.BOT_UNKNOWN: "There is no bot of this name.",
    Code.BOT_SLOW: "The bot would think for too long, or in several threads.",
    Code.BOTS_TOO_MANY: "There are more bots than seats beside the host.",
    Code.TABLE_UNKNOWN: "There is no such table.",
    Code.TABLE_DAMAGED: "The stored table cannot be read.",
    Code.TABLE_FULL: "Every seat at this table is taken.",
    Code.TABLE_STARTED: "Play has begun at this table.",
    Code.TABLE_WAITING: "Play has not begun at this table.",
    Code.TABLE_NOT_OVER: "The game at this table is not over.",
    Code.SEAT_REFUSED: "You cannot sit down at this table.",
    Code.CHAT_MUTED: "A moderator has muted you for a time.",
    Code.NAME_FORCED: "A moderator has chosen this name; it can be changed later.",
    Code.REPORT_UNKNOWN: "There is nothing here to report.",
    Code.REPORT_SELF: "This is you.",
    Code.REPORT_SETTLED: "This report has been settled.",
    Code.LIMIT_REPORTS: "That is many reports. Please wait before the next.",
    Code.LIMIT_BLOCKS: "No more people can be blocked.",
    Code.SEEK_NONE: "You are not waiting for anyone to play.",
    Code.SEAT_NONE: "You have no seat at this table.",
    Code.TABLE_CLOSED: "This table was closed before the end of its game.",
    Code.SEAT_UNKNOWN: "There is no such seat.",
    Code.SEAT_TAKEN: "The seat is taken.",
    Code.SEAT_NO_BOT: "There is no bot on this seat.",
    Code.COLOUR_TAKEN: "Another seat has this colour.",
    Code.HOST_ONLY: "Only the host may do this.",
    Code.SEAT_STOOD_IN: "A bot is playing for this seat; its owner may take it back.",
    Code.SEAT_PRESENT: "Nobody to replace: the player to act is present, or the clock decides.",
    Code.LIMIT_TABLES: "You have opened too many tables today that are still unfinished.",
    Code.CLOCK_SOLO: "There are no clocks against Tybor.",
    Code.REFILL_SOLO: "Against Tybor each slot is refilled from its own deck.",
    Code.LIMIT_CONNECTIONS: "There are too many watchers at this table, or too many connections from this address.",
    Code.LIMIT_MESSAGES: "Too many messages.",
    Code.LIMIT_WINDOWS: "This seat, or this guest, has too many windows open; the oldest was closed.",
    Code.LIMIT_REQUESTS: "Too many requests; try again after the given number of seconds.",
    Code.LIMIT_THINKING: "Too many of your requests are still being computed; wait for some of them.",
    Code.LIMIT_BOTS: "Bots are due to act at too many of your tables; wait until some of them have.",
    Code.MESSAGE_MALFORMED: "The message does not have the form described for it.",
    Code.MESSAGE_TOO_LARGE: "The message is too large.",
    Code.MESSAGE_UNEXPECTED: "The first message is `hello`, and there is only one.",
    Code.HELLO_LATE: "The first message did not come in time.",
    Code.VERSION_STALE: "You have been asked again since the version you saw.",
    Code.VERSION_FUTURE: "This version has not happened yet.",
    Code.CONFLICT_ACTION_ID: "This id was used for another action.",
    Code.CONFLICT_REQUEST_KEY: "This key was used for another request.",
    Code.RECORD_INVALID: "This is not the record of a game.",
    Code.RECORD_SEVERAL: "There are the records of several games; send one of them.",
    Code.RECORD_UNFINISHED: "The game in this record is not over.",
    Code.WHAT_IF_OVER: "There is nothing left to play at this point of the game.",
    Code.HINT_FORBIDDEN: "There are no hints at this table.",
    Code.HINT_LATER: "It is not your turn.",
    Code.TEACHER_BUSY: "The teacher is busy; try again in a moment.",
    Code.TEACHER_UNREADY: "There are no hints and reviews: the teacher could not be prepared on this machine.",
    Code.POSITION_INVALID: "There is no such position.",
    Code.EXERCISE_NONE: "There is nothing to choose at this point of the game.",
    Code.EXERCISE_ILLEGAL: "This turn cannot be played there.",
    Code.PUZZLE_UNKNOWN: "There is no such puzzle.",
    Code.DEAL_PLAYED: "You are playing this deal at another table: its cards are shown when that game is over.",
    Code.DEAL_UNFINISHED: "The games of this match are shown to those who have finished theirs.",
    Code.MATCH_UNKNOWN: "There is no such match.",
    Code.DAILY_UNKNOWN: "There is no daily deal of this day.",
    Code.DAILY_RUNNING: "Everyone gets these cards today: they are shown when the day is over, at midnight UTC.",
    Code.ROUND_RUNNING: "Others still play the same cards in this round: they are shown when the round is over.",
    Code.TOURNAMENT_UNKNOWN: "There is no such tournament.",
    Code.TOURNAMENT_INVALID: "A tournament cannot be played like this.",
    Code.TOURNAMENT_FULL: "As many players as there may be have joined this tournament.",
    Code.TOURNAMENT_BEGUN: "This tournament has begun.",
    Code.TOURNAMENT_OVER: "This tournament is over.",
    Code.TOURNAMENT_ACCOUNT: "This tournament is for people with an account.",
    Code.TOURNAMENT_HOST: "Only the host of this tournament may do this.",
    Code.TOURNAMENT_MEMBERS: "This tournament is for members of its club.",
    Code.TOURNAMENT_REMOVED: "The host has removed this player, and can readmit them.",
    Code.TOURNAMENT_WAITS: "This tournament has not begun; it can be cancelled.",
    Code.LIMIT_TOURNAMENTS: "You have as many tournaments under way as one may have.",
    Code.CLUB_UNKNOWN: "There is no such club, or the link to it is void.",
    Code.CLUB_ADMIN: "Only admins of this club may do this.",
    Code.CLUB_MEMBER: "This club has no such member.",
    Code.CLUB_FULL: "This club has as many members as a club may have.",
    Code.LIMIT_CLUBS: "You are an admin of as many clubs as one may be.",
    Code.CHAT_NONE: "There is no chat in games against Tybor.",
    Code.CHAT_HUSHED: "The host has muted the chat at this table.",
    Code.CHAT_INVALID: "A chat line has 1 to 200 characters, some of them visible.",
    Code.LIMIT_CHAT: "Too many chat lines at once.",
    Code.ACCOUNT_WRONG: "The name or the password is wrong.",
    Code.PASSWORD_NEEDED: "This needs the account's password, unless it was given within the last ten minutes.",
    Code.ACCOUNT_CODE_WRONG: "The recovery code is wrong for this name, or has been used.",
    Code.ACCOUNT_NAME_TAKEN: "Another account has this name, or one that looks like it.",
    Code.ACCOUNT_NAMED: "The name of an account cannot be changed.",
    Code.ACCOUNT_NONE: "This needs an account.",
    Code.ACCOUNT_EXISTS: "You have an account already.",
    Code.RATED_PEOPLE: "Only people with accounts can sit at a rated table.",
    Code.RATED_PROGRAMS: "This rated table is for people only.",
    Code.PROGRAM_OFF: "This server's host does not allow programs.",
    Code.PROGRAM_INVITED: "Programs sit down here only where they are invited.",
    Code.PROGRAM_ONLY: "Only a bot account's token, with the scope `play`, opens this socket.",
    Code.PROGRAM_CONSENT: "The owner of this program has not allowed others to enter it in tournaments.",
    Code.PROGRAM_MANY: "The account has too many programs; remove one first.",
    Code.PROGRAM_UNKNOWN: "There is no program of this name.",
    Code.PROGRAM_ABSENT: "This program is not connected.",
    Code.PROGRAM_BUSY: "This program plays as many games as it can.",
    Code.PROGRAM_DECLINED: "This program has declined.",
    Code.PROGRAM_SILENT: "This program did not answer the invitation.",
    Code.INVITATION_NONE: "There is no such invitation, or no longer.",
    Code.ANSWER_OLD: "This question is not open.",
    Code.ANSWER_SECOND: "This question has been answered.",
    Code.LIMIT_GAMES: "As many games as allowed are under way.",
    Code.RATED_RULES: "A rated game is played between people, by the printed rules of an edition.",
    Code.PERSON_UNKNOWN: "There is no account of this name.",
    Code.CONDITION_IMPOSSIBLE: "This turn cannot be stored as the game stands: something has changed.",
    Code.NOTES_MANY: "There are too many notes at this table; remove one first.",
    Code.VACATION_DAYS: "There are not that many days of vacation left, or one is under way.",
    Code.NOTICE_OFF: "This server does not offer this kind of notification.",
    Code.NOTICE_TARGET: "Messages cannot be sent there: the address is invalid or not public.",
    Code.NOTICE_MANY: "You have too many subscriptions; remove one first.",
    Code.NOTICE_UNKNOWN: "There is no such subscription.",
    Code.NOTICE_UNCONFIRMED: "The link in the confirmation mail has not been opened yet.",
    Code.NOTICE_LINK: "The link is not valid, or has expired.",
    Code.NOTICE_FAILED: "The message could not be delivered.",
    Code.GUEST_BANNED: "The host of this server has banned this guest or address permanently.",
    Code.GUEST_SUSPENDED: "The host of this server has banned this guest or address for some time.",
    Code.PASSWORD_INVALID: "A password has 8 to 128 characters, at least four of them different, and is not the name.",
}
"""English title of each code, for developers; players read the locales."""

STATUS: Final[dict[Code, int]] = {
    Code.REQUEST_TOO_LARGE: 413,
    Code.REQUEST_UNKNOWN: 404,
    Code.REQUEST_METHOD: 405,
    Code.REQUEST_TYPE: 415,
    Code.REQUEST_ENCODING: 415,
    Code.HOST_UNKNOWN: 421,
    Code.SERVER_FAILED: 500,
    Code.SERVER_RESTARTING: 503,
    Code.SERVER_BUSY: 503,
    Code.SERVER_NEEDED: 501,
    Code.STORAGE_FAILED: 503,
    Code.STORAGE_DAMAGED: 503,
    Code.TOKEN_MISSING: 401,
    Code.TOKEN_INVALID: 401,
    Code.TOKEN_SCOPE: 403,
    Code.TOKEN_MANY: 409,
    Code.TOKEN_UNKNOWN: 404,
    Code.ORIGIN_FOREIGN: 403,
    Code.TABLE_UNKNOWN: 404,
    Code.TABLE_DAMAGED: 500,
    Code.TABLE_FULL: 409,
    Code.TABLE_STARTED: 409,
    Code.TABLE_WAITING: 409,
    Code.TABLE_NOT_OVER: 409,
    Code.SEAT_NONE: 403,
    Code.SEEK_NONE: 404,
    Code.SEAT_REFUSED: 403,
    Code.CHAT_MUTED: 403,
    Code.NAME_FORCED: 403,
    Code.REPORT_UNKNOWN: 404,
    Code.REPORT_SETTLED: 409,
    Code.LIMIT_REPORTS: 429,
    Code.LIMIT_BLOCKS: 429,
    Code.SEAT_UNKNOWN: 404,
    Code.TABLE_CLOSED: 409,
    Code.SEAT_TAKEN: 409,
    Code.SEAT_NO_BOT: 409,
    Code.COLOUR_TAKEN: 409,
    Code.HOST_ONLY: 403,
    Code.LIMIT_TABLES: 429,
    Code.SEAT_STOOD_IN: 409,
    Code.SEAT_PRESENT: 409,
    Code.LIMIT_CONNECTIONS: 429,
    Code.LIMIT_MESSAGES: 429,
    Code.LIMIT_WINDOWS: 429,
    Code.LIMIT_REQUESTS: 429,
    Code.LIMIT_THINKING: 429,
    Code.LIMIT_BOTS: 429,
    Code.CONFLICT_REQUEST_KEY: 409,
    Code.HINT_FORBIDDEN: 403,
    Code.HINT_LATER: 409,
    Code.TEACHER_BUSY: 503,
    Code.TEACHER_UNREADY: 503,
    Code.POSITION_INVALID: 400,
    Code.EXERCISE_NONE: 409,
    Code.EXERCISE_ILLEGAL: 409,
    Code.PUZZLE_UNKNOWN: 404,
    Code.DEAL_PLAYED: 403,
    Code.DEAL_UNFINISHED: 403,
    Code.MATCH_UNKNOWN: 404,
    Code.DAILY_UNKNOWN: 404,
    Code.DAILY_RUNNING: 403,
    Code.ROUND_RUNNING: 403,
    Code.TOURNAMENT_UNKNOWN: 404,
    Code.TOURNAMENT_FULL: 409,
    Code.TOURNAMENT_BEGUN: 409,
    Code.TOURNAMENT_OVER: 409,
    Code.TOURNAMENT_ACCOUNT: 403,
    Code.TOURNAMENT_HOST: 403,
    Code.TOURNAMENT_MEMBERS: 403,
    Code.TOURNAMENT_REMOVED: 403,
    Code.TOURNAMENT_WAITS: 409,
    Code.LIMIT_TOURNAMENTS: 429,
    Code.CLUB_UNKNOWN: 404,
    Code.CLUB_ADMIN: 403,
    Code.CLUB_MEMBER: 404,
    Code.CLUB_FULL: 409,
    Code.LIMIT_CLUBS: 429,
    Code.RATED_PEOPLE: 403,
    Code.RATED_PROGRAMS: 403,
    Code.PROGRAM_OFF: 403,
    Code.PROGRAM_INVITED: 403,
    Code.PROGRAM_ONLY: 403,
    Code.PROGRAM_CONSENT: 403,
    Code.PROGRAM_MANY: 409,
    Code.PROGRAM_UNKNOWN: 404,
    Code.PROGRAM_ABSENT: 409,
    Code.PROGRAM_BUSY: 409,
    Code.PROGRAM_DECLINED: 409,
    Code.PROGRAM_SILENT: 409,
    Code.INVITATION_NONE: 409,
    Code.LIMIT_GAMES: 429,
    Code.PERSON_UNKNOWN: 404,
    Code.CONDITION_IMPOSSIBLE: 409,
    Code.NOTES_MANY: 409,
    Code.VACATION_DAYS: 409,
    Code.NOTICE_OFF: 409,
    Code.NOTICE_MANY: 409,
    Code.NOTICE_UNKNOWN: 404,
    Code.NOTICE_UNCONFIRMED: 409,
    Code.NOTICE_FAILED: 502,
    Code.GUEST_BANNED: 403,
    Code.GUEST_SUSPENDED: 403,
    Code.ACCOUNT_WRONG: 403,
    Code.PASSWORD_NEEDED: 403,
    Code.ACCOUNT_CODE_WRONG: 403,
    Code.ACCOUNT_NAME_TAKEN: 409,
    Code.ACCOUNT_NAMED: 409,
    Code.ACCOUNT_NONE: 403,
    Code.ACCOUNT_EXISTS: 409,
}
"""HTTP status of each code; 400 for the others."""

CLOSE: Final[dict[Code, int]] = {
    Code.MESSAGE_MALFORMED: 4400,
    Code.MESSAGE_UNEXPECTED: 4400,
    Code.TOKEN_INVALID: 4401,
    Code.GUEST_BANNED: 4403,
    Code.GUEST_SUSPENDED: 4403,
    Code.DEAL_PLAYED: 4403,
    Code.DEAL_UNFINISHED: 4403,
    Code.DAILY_RUNNING: 4403,
    Code.ROUND_RUNNING: 4403,
    Code.TABLE_UNKNOWN: 4404,
    Code.HELLO_LATE: 4408,
    Code.LIMIT_WINDOWS: 4409,
    Code.LIMIT_CONNECTIONS: 4429,
    Code.LIMIT_MESSAGES: 4429,
    Code.PROGRAM_OFF: 4403,
    Code.TABLE_DAMAGED: 4500,
    Code.STORAGE_FAILED: 1013,
    Code.MESSAGE_TOO_LARGE: 1009,
    Code.SERVER_RESTARTING: 1012,
    Code.SERVER_FAILED: 1011,
}
"""WebSocket close code of each code that closes the socket; after any other it stays open."""


class ProblemError(Exception):
    """Refusal (RFC 9457): nothing has changed."""

    def __init__(self, code: Code, **facts: Fact) -> None:
        """Refuse with `code`; `facts` fill in its sentence."""
        super().__init__(code.value, facts)
        self.code = code
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        """Support `pickle`, for worker processes, and copying."""
        return partial(type(self), self.code, **self.facts), ()


def to_response(problem: ProblemError) -> ProblemResponse:
    """Return the wire format of `problem`."""
    code = problem.code
    return ProblemResponse(
        f"urn:codex-naturalis:{code}", TITLES[code], STATUS.get(code, 400), code.value, problem.facts
    )


def path_of_fault(error: Exception) -> str:
    """Return the JSON path of the fault in a message, as msgspec gives it; `$` if it gives none."""
    _, _, path = str(error).rpartition(" - at `")
    return path.rstrip("`") if path.startswith("$") else "$"
