"""Operations of the HTTP interface by their tags, and the codes with which each refuses."""

from typing import Final

from codex_naturalis.wire.errors import Code

__all__ = ["GENERAL", "OPERATIONS", "TAGS", "codes_of"]

GENERAL: Final = (
    Code.REQUEST_MALFORMED,
    Code.REQUEST_TOO_LARGE,
    Code.REQUEST_TYPE,
    Code.REQUEST_ENCODING,
    Code.REQUEST_UNKNOWN,
    Code.REQUEST_METHOD,
    Code.HOST_UNKNOWN,
    Code.ORIGIN_FOREIGN,
    Code.LIMIT_REQUESTS,
    Code.TOKEN_INVALID,
    Code.TOKEN_SCOPE,
    Code.GUEST_BANNED,
    Code.GUEST_SUSPENDED,
    Code.SERVER_FAILED,
    Code.SERVER_RESTARTING,
    Code.STORAGE_FAILED,
)
"""Refusal codes of any operation."""

_UNSEEN: Final = (Code.DAILY_RUNNING, Code.ROUND_RUNNING, Code.DEAL_UNFINISHED)
_FINISHED: Final = (Code.TABLE_NOT_OVER, *_UNSEEN, Code.DEAL_PLAYED)
"""Why a game may not be shown with all its cards."""

_A_TABLE: Final = (Code.TABLE_UNKNOWN, Code.TABLE_DAMAGED)
_A_NAME: Final = (Code.NAME_INVALID,)
_A_PASSWORD: Final = (Code.ACCOUNT_NONE, Code.ACCOUNT_WRONG)
_A_RECORD: Final = (Code.RECORD_INVALID, Code.RECORD_SEVERAL, Code.RECORD_UNFINISHED)
_COMPUTED: Final = (Code.SERVER_BUSY, Code.LIMIT_THINKING)
_A_TEACHER: Final = (Code.TEACHER_BUSY, Code.TEACHER_UNREADY, Code.LIMIT_THINKING)
_A_BOT: Final = (Code.BOT_UNKNOWN, Code.BOT_SLOW)
_ROOM: Final = (Code.LIMIT_TABLES, Code.LIMIT_BOTS)
_A_CONDITION: Final = (Code.TABLE_CLOSED, Code.TABLE_WAITING, Code.CONDITION_IMPOSSIBLE)
_A_SUBSCRIPTION: Final = (Code.NOTICE_OFF, Code.NOTICE_TARGET, Code.NOTICE_MANY)

TAGS: Final = {
    "Guests": "Everyone who plays is a guest, known by a token; here are name, portrait and games.",
    "Slow games": "For games of days: turns stored ahead, private notes, vacation, and a calendar of deadlines.",
    "Accounts": "A guest with a name and a password, its tokens, programs and data.",
    "Tables": "Open, list, join, change and leave tables; what is played there goes over the socket.",
    "Play now": "Wait for people of similar strength, and meet them at a table.",
    "Reports": "Report and block people; moderators read and settle reports.",
    "People": "Accounts that others may know of: rating, results and recent games.",
    "Bots": "The house's bots, programs that are connected, and how strong they are.",
    "Replays": "Finished games, seen from a seat or from all, and played on from any moment.",
    "Teacher": "Hints, reviews of finished games, and exercises made of them.",
    "Analysis": "Any position: what may be done there, what it gives, and the teacher's advice.",
    "Puzzles": "Puzzles with one verified answer each.",
    "Explore": "How cards, objectives, openings and seats fare in many games.",
    "Daily deal": "One deal a day for everybody, its results and its record.",
    "Deals": "The same cards at several tables, and the results side by side.",
    "Tournaments": "Announce, join, run and read tournaments.",
    "Clubs": "Groups of people with tournaments, tables and a season of their own.",
    "Notifications": "Where a guest is told that it is their turn: a browser, a mail address, a webhook.",
}
"""Description of each tag, for the document and for `/docs`."""

OPERATIONS: Final[dict[str, dict[str, tuple[Code, ...]]]] = {
    "Guests": {
        "POST /guests": _A_NAME,
        "GET /guests/me": (),
        "PATCH /guests/me": (*_A_NAME, Code.ACCOUNT_NAMED, Code.NAME_FORCED),
        "PUT /guests/me/portrait": (),
        "GET /guests/me/games": (),
        "GET /guests/me/waiting": (),
        "GET /guests/me/solo": (),
    },
    "Slow games": {
        "GET /tables/{table_id}/conditional-turn": (*_A_TABLE, Code.SEAT_NONE, *_UNSEEN),
        "PUT /tables/{table_id}/conditional-turn": (*_A_TABLE, Code.SEAT_NONE, *_UNSEEN, *_A_CONDITION),
        "DELETE /tables/{table_id}/conditional-turn": (*_A_TABLE, Code.SEAT_NONE, *_UNSEEN),
        "GET /guests/me/notes/{table_id}": (),
        "PUT /guests/me/notes/{table_id}": (*_A_TABLE, *_UNSEEN, Code.NOTES_MANY),
        "GET /guests/me/vacation": (),
        "PUT /guests/me/vacation": (Code.ACCOUNT_NONE, Code.VACATION_DAYS),
        "DELETE /guests/me/vacation": (),
        "GET /guests/me/calendar": (),
        "POST /guests/me/calendar": (),
        "DELETE /guests/me/calendar": (),
    },
    "Accounts": {
        "POST /account": (*_A_NAME, Code.PASSWORD_INVALID, Code.ACCOUNT_NAME_TAKEN, Code.ACCOUNT_EXISTS),
        "GET /account": (Code.ACCOUNT_NONE,),
        "PUT /account/name": (
            *(*_A_NAME, Code.ACCOUNT_NONE, Code.ACCOUNT_NAMED, Code.ACCOUNT_NAME_TAKEN, Code.NAME_FORCED),
        ),
        "GET /account/export": (),
        "DELETE /account": _A_PASSWORD,
        "POST /account/session": (Code.ACCOUNT_WRONG,),
        "DELETE /account/sessions": (Code.ACCOUNT_NONE,),
        "PUT /account/password": (*_A_PASSWORD, Code.PASSWORD_INVALID),
        "POST /account/codes": _A_PASSWORD,
        "GET /account/tokens": (Code.ACCOUNT_NONE,),
        "POST /account/tokens": (
            *(*_A_NAME, *_A_PASSWORD, Code.PASSWORD_NEEDED, Code.PROGRAM_UNKNOWN, Code.TOKEN_MANY),
        ),
        "DELETE /account/tokens/{token_id}": (Code.ACCOUNT_NONE, Code.TOKEN_UNKNOWN),
        "GET /account/programs": (Code.ACCOUNT_NONE,),
        "POST /account/programs": (
            *(*_A_NAME, Code.ACCOUNT_NONE, Code.ACCOUNT_NAME_TAKEN),
            *(Code.PROGRAM_MANY, Code.PROGRAM_OFF, Code.PROGRAM_UNKNOWN),
        ),
        "PUT /account/programs/{name}": (Code.ACCOUNT_NONE, Code.PROGRAM_UNKNOWN),
        "DELETE /account/programs/{name}": (Code.ACCOUNT_NONE, Code.PROGRAM_UNKNOWN),
        "POST /account/recovery": (Code.ACCOUNT_CODE_WRONG, Code.PASSWORD_INVALID),
    },
    "Tables": {
        "GET /tables": (),
        "GET /tables/mine": (),
        "POST /tables": (
            *(Code.OPTIONS_INVALID, Code.CLOCK_SOLO, Code.REFILL_SOLO, Code.BOTS_TOO_MANY),
            *(Code.RATED_RULES, Code.RATED_PEOPLE, Code.CONFLICT_REQUEST_KEY),
            *(Code.RATED_PROGRAMS, Code.PROGRAM_INVITED),
            *_A_BOT,
            *_ROOM,
        ),
        "GET /tables/{table_id}": (),
        "POST /tables/{table_id}/join": (
            *(Code.TABLE_FULL, Code.TABLE_CLOSED, Code.RATED_PEOPLE, Code.RATED_PROGRAMS, Code.PROGRAM_INVITED),
            *(Code.SEAT_REFUSED, Code.COLOUR_TAKEN),
        ),
        "PUT /tables/{table_id}/colour": (Code.SEAT_NONE, Code.TABLE_STARTED, Code.COLOUR_TAKEN),
        "GET /tables/{table_id}/invitation": (),
        "POST /tables/{table_id}/leave": (Code.SEAT_NONE, Code.TABLE_CLOSED),
        "POST /tables/{table_id}/return": (Code.SEAT_NONE, Code.TABLE_CLOSED),
        "POST /tables/{table_id}/close": (Code.SEAT_NONE, Code.HOST_ONLY, Code.TABLE_STARTED),
        "POST /tables/{table_id}/bots": (
            *(Code.SEAT_NONE, Code.HOST_ONLY, Code.TABLE_STARTED, Code.SEAT_UNKNOWN, Code.SEAT_TAKEN, Code.RATED_RULES),
            *_A_BOT,
        ),
        "DELETE /tables/{table_id}/bots/{seat}": (
            *(Code.SEAT_NONE, Code.HOST_ONLY, Code.TABLE_STARTED, Code.SEAT_UNKNOWN, Code.SEAT_NO_BOT),
        ),
        "POST /tables/{table_id}/programs": (
            *(Code.SEAT_NONE, Code.HOST_ONLY, Code.TABLE_STARTED, Code.SEAT_UNKNOWN, Code.SEAT_TAKEN),
            *(Code.PROGRAM_OFF, Code.PROGRAM_UNKNOWN, Code.PROGRAM_ABSENT, Code.PROGRAM_BUSY),
            *(Code.PROGRAM_DECLINED, Code.PROGRAM_SILENT, Code.RATED_PROGRAMS, Code.SEAT_REFUSED),
        ),
        "POST /tables/{table_id}/seats/{seat}/stand-in": (
            *(Code.SEAT_NONE, Code.SEAT_UNKNOWN, Code.SEAT_PRESENT, Code.TABLE_CLOSED),
        ),
        "POST /tables/{table_id}/seat-token": (Code.SEAT_NONE, *_UNSEEN),
        "POST /tables/{table_id}/rematch": (
            Code.SEAT_REFUSED,
            Code.SEAT_NONE,
            Code.TABLE_NOT_OVER,
            Code.TABLE_FULL,
            Code.REFILL_SOLO,
        ),
        "DELETE /tables/{table_id}/rematch": (Code.SEAT_NONE,),
        "GET /tables/{table_id}/evening": (),
        "GET /tables/{table_id}/record": _FINISHED,
        "GET /tables/{table_id}/standings": (),
    },
    "Play now": {
        "PUT /play-now": (*(Code.RATED_PEOPLE, Code.RATED_PROGRAMS, Code.PROGRAM_INVITED), *_ROOM, Code.SEEK_NONE),
        "GET /play-now": (Code.SEEK_NONE,),
        "DELETE /play-now": (),
        "POST /play-now/bot": (Code.SEEK_NONE, *_ROOM),
    },
    "Reports": {
        "POST /reports": (*_A_TABLE, Code.REPORT_UNKNOWN, Code.REPORT_SELF, Code.LIMIT_REPORTS),
        "GET /blocks": (),
        "POST /blocks": (*_A_TABLE, Code.REPORT_UNKNOWN, Code.REPORT_SELF, Code.LIMIT_BLOCKS),
        "DELETE /blocks/{person}": (),
        "GET /moderation/reports": (),
        "POST /moderation/reports/{number}": (Code.REPORT_UNKNOWN, Code.REPORT_SETTLED),
    },
    "People": {
        "GET /people": (),
        "GET /people/{name}": (Code.PERSON_UNKNOWN,),
    },
    "Bots": {
        "GET /bots": (),
        "GET /programs": (),
        "GET /programs/leaders": (),
        "GET /opponents": (),
        "POST /opponents/prepare": (),
    },
    "Replays": {
        "GET /tables/{table_id}/codices/{seat}": (*_FINISHED, Code.SEAT_UNKNOWN),
        "GET /tables/{table_id}/replay": (*_FINISHED, Code.SEAT_UNKNOWN, *_COMPUTED),
        "POST /replays": (*_A_RECORD, Code.SEAT_UNKNOWN, *_COMPUTED),
        "POST /tables/{table_id}/what-if": (
            *(*_FINISHED, Code.SEAT_UNKNOWN, Code.WHAT_IF_OVER),
            *_A_BOT,
            *_ROOM,
        ),
        "POST /replays/what-if": (
            *(*_A_RECORD, Code.SEAT_UNKNOWN, Code.WHAT_IF_OVER),
            *_A_BOT,
            *_ROOM,
            *_COMPUTED,
        ),
    },
    "Teacher": {
        "POST /tables/{table_id}/hint": (
            *(Code.SEAT_NONE, Code.TABLE_WAITING, Code.HINT_FORBIDDEN, Code.HINT_LATER),
            *_A_TEACHER,
        ),
        "GET /tables/{table_id}/review": (*_FINISHED, *_A_TEACHER),
        "POST /tables/{table_id}/review": (*_FINISHED, *_A_TEACHER),
        "POST /replays/review": (*_A_RECORD, *_A_TEACHER, Code.SERVER_BUSY),
        "GET /tables/{table_id}/exercise": (*_FINISHED, Code.EXERCISE_NONE, *_COMPUTED),
        "POST /tables/{table_id}/exercise": (
            *(*_FINISHED, Code.EXERCISE_NONE, Code.EXERCISE_ILLEGAL),
            *_A_TEACHER,
        ),
        "POST /replays/exercise": (*_A_RECORD, Code.EXERCISE_NONE, *_COMPUTED),
        "POST /replays/exercise/try": (
            *(*_A_RECORD, Code.EXERCISE_NONE, Code.EXERCISE_ILLEGAL),
            *_A_TEACHER,
            Code.SERVER_BUSY,
        ),
    },
    "Analysis": {
        "GET /tables/{table_id}/position": (*_A_TABLE, Code.TABLE_WAITING, *_FINISHED),
        "POST /replays/position": (*_A_RECORD, *_COMPUTED),
        "POST /analysis": (Code.POSITION_INVALID, Code.HINT_FORBIDDEN, *_COMPUTED),
        "POST /analysis/hint": (
            *(Code.POSITION_INVALID, Code.HINT_FORBIDDEN, Code.HINT_LATER),
            *_A_TEACHER,
            Code.SERVER_BUSY,
        ),
        "POST /analysis/setup": _COMPUTED,
        "POST /analysis/change": (Code.POSITION_INVALID, *_COMPUTED),
    },
    "Puzzles": {
        "GET /puzzles": _COMPUTED,
        "GET /puzzles/{number}": (Code.PUZZLE_UNKNOWN, *_COMPUTED),
        "GET /puzzles/{number}/hint": (Code.PUZZLE_UNKNOWN,),
        "POST /puzzles/{number}/answer": (Code.PUZZLE_UNKNOWN, Code.EXERCISE_ILLEGAL, *_COMPUTED),
        "GET /puzzles/{number}/solution": (Code.PUZZLE_UNKNOWN, *_COMPUTED),
    },
    "Explore": {
        "GET /explore": _COMPUTED,
    },
    "Daily deal": {
        "GET /daily": (),
        "GET /daily/{day}": (Code.DAILY_UNKNOWN,),
        "POST /daily/{day}/play": (Code.DAILY_UNKNOWN, Code.LIMIT_TABLES),
        "GET /daily/{day}/record": (Code.DAILY_UNKNOWN, Code.DAILY_RUNNING),
    },
    "Deals": {
        "POST /tables/{table_id}/challenge": (*_FINISHED, Code.SEAT_UNKNOWN, *_A_BOT, *_ROOM),
        "GET /tables/{table_id}/results": _FINISHED,
        "POST /matches": (*_A_BOT, *_ROOM),
        "GET /matches/{match_id}": (*_A_TABLE, Code.MATCH_UNKNOWN),
        "POST /matches/{match_id}/play": (*_A_TABLE, Code.MATCH_UNKNOWN, *_ROOM),
    },
    "Tournaments": {
        "GET /tournaments": (),
        "POST /tournaments": (
            *(Code.ACCOUNT_NONE, Code.NAME_INVALID, Code.TOURNAMENT_INVALID, Code.LIMIT_TOURNAMENTS, Code.CLUB_ADMIN),
            *_A_BOT,
        ),
        "GET /tournaments/{tournament_id}": (Code.TOURNAMENT_UNKNOWN,),
        "GET /tournaments/{tournament_id}/pulse": (Code.TOURNAMENT_UNKNOWN,),
        "POST /tournaments/{tournament_id}/join": (
            *(Code.TOURNAMENT_UNKNOWN, Code.TOURNAMENT_FULL, Code.TOURNAMENT_BEGUN, Code.TOURNAMENT_OVER),
            *(Code.TOURNAMENT_ACCOUNT, Code.TOURNAMENT_MEMBERS, Code.TOURNAMENT_REMOVED, Code.PROGRAM_INVITED),
        ),
        "POST /tournaments/{tournament_id}/withdraw": (Code.TOURNAMENT_UNKNOWN, Code.TOURNAMENT_OVER),
        "POST /tournaments/{tournament_id}/players": (
            *(Code.TOURNAMENT_UNKNOWN, Code.TOURNAMENT_HOST, Code.TOURNAMENT_FULL, Code.TOURNAMENT_BEGUN),
            *(Code.TOURNAMENT_OVER, Code.TOURNAMENT_INVALID, Code.TOURNAMENT_REMOVED),
            *(Code.PROGRAM_OFF, Code.PROGRAM_UNKNOWN, Code.PROGRAM_CONSENT, *_A_BOT),
        ),
        "DELETE /tournaments/{tournament_id}/players/{player}": (
            *(Code.TOURNAMENT_UNKNOWN, Code.TOURNAMENT_HOST, Code.TOURNAMENT_OVER),
        ),
        "POST /tournaments/{tournament_id}/players/{player}/readmit": (
            *(Code.TOURNAMENT_UNKNOWN, Code.TOURNAMENT_HOST, Code.TOURNAMENT_OVER),
        ),
        "POST /tournaments/{tournament_id}/begin": (
            *(Code.TOURNAMENT_UNKNOWN, Code.TOURNAMENT_HOST, Code.TOURNAMENT_BEGUN),
        ),
        "POST /tournaments/{tournament_id}/cancel": (
            *(Code.TOURNAMENT_UNKNOWN, Code.TOURNAMENT_HOST, Code.TOURNAMENT_BEGUN),
        ),
        "POST /tournaments/{tournament_id}/end": (
            *(Code.TOURNAMENT_UNKNOWN, Code.TOURNAMENT_HOST, Code.TOURNAMENT_OVER, Code.TOURNAMENT_WAITS),
        ),
        "GET /tournaments/{tournament_id}/results.csv": (Code.TOURNAMENT_UNKNOWN,),
        "GET /tournaments/{tournament_id}/results.json": (Code.TOURNAMENT_UNKNOWN,),
    },
    "Clubs": {
        "GET /clubs": (),
        "POST /clubs": (Code.ACCOUNT_NONE, Code.NAME_INVALID, Code.LIMIT_CLUBS),
        "POST /clubs/join": (Code.CLUB_UNKNOWN, Code.CLUB_FULL),
        "GET /clubs/{club_id}": (Code.CLUB_UNKNOWN,),
        "POST /clubs/{club_id}/link": (Code.CLUB_UNKNOWN, Code.CLUB_ADMIN),
        "POST /clubs/{club_id}/members/{member}/admin": (Code.CLUB_UNKNOWN, Code.CLUB_ADMIN, Code.CLUB_MEMBER),
        "POST /clubs/{club_id}/leave": (Code.CLUB_MEMBER,),
        "DELETE /clubs/{club_id}/members/{member}": (Code.CLUB_ADMIN, Code.CLUB_MEMBER),
        "GET /clubs/{club_id}/season": (Code.CLUB_UNKNOWN,),
        "GET /clubs/{club_id}/tables": (Code.CLUB_UNKNOWN,),
        "GET /clubs/{club_id}/season.csv": (Code.CLUB_UNKNOWN,),
    },
    "Notifications": {
        "GET /guests/me/notices": (),
        "POST /guests/me/notices/push": _A_SUBSCRIPTION,
        "POST /guests/me/notices/email": (*_A_SUBSCRIPTION, Code.NOTICE_FAILED),
        "POST /guests/me/notices/webhook": _A_SUBSCRIPTION,
        "POST /guests/me/notices/{subscription_id}/test": (
            Code.NOTICE_UNKNOWN,
            Code.NOTICE_UNCONFIRMED,
            Code.NOTICE_FAILED,
        ),
        "DELETE /guests/me/notices/{subscription_id}": (),
        "POST /notices/confirm": (Code.NOTICE_LINK,),
        "POST /notices/stop": (Code.NOTICE_LINK,),
    },
}
"""Tags, their operations, and the codes of each beside `GENERAL`, a table's codes and `token.missing`."""


def codes_of(operation: str, *, needs_token: bool) -> tuple[Code, ...]:
    """Return the refusal codes of an operation, such as `POST /tables`, except `GENERAL`."""
    own = next(codes[operation] for codes in OPERATIONS.values() if operation in codes)
    of_table = _A_TABLE if "{table_id}" in operation else ()
    return tuple(dict.fromkeys((*own, *of_table, *((Code.TOKEN_MISSING,) if needs_token else ()))))
