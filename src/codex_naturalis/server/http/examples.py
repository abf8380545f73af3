"""Examples in the OpenAPI document: one for each body of a request, by the name of its schema.

Bodies that are records have no example here: `docs/reference/records.md` explains them line by line.
"""

from typing import Any, Final

__all__ = ["EXAMPLES"]

_PLACE: Final = {"type": "place", "card": 12, "side": "front", "cell": [1, 1]}
_DRAW: Final = {"type": "draw", "source": "gold-deck"}
_TURN: Final = [_PLACE, _DRAW]
_NAME: Final = {"name": "Ada"}

_CODE: Final = "1.0.22en.p0r1.ABABAB34F36F12.1fCD1rCrDgC_.2fc004_"

EXAMPLES: Final[dict[str, Any]] = {
    "ChangedPosition": {"code": _CODE, "change": {"type": "hand", "cards": [3, 4, 44]}},
    "ClubInvite": {"invite": "v6c2nQ0mZk4"},
    "ConditionalTurn": {"place": _PLACE, "draws": [{"source": "gold-deck"}]},
    "Measure": {"action": "mute", "days": 7, "reason": "Insults in the chat"},
    "NewAccount": {**_NAME, "password": "a long walk by the sea"},
    "NewAnalysis": {"code": _CODE},
    "NewAnswer": {"turn": _TURN},
    "NewBlock": {"table": "Xk3vQ9", "seat": 1},
    "NewBot": {"name": "level:2", "seat": 1},
    "NewCalendar": {"language": "en"},
    "NewChallenge": {"seat": 0, "bot": "level:3"},
    "NewClub": {"name": "Thursday evenings", "about": "We play on Thursdays."},
    "NewColour": {"colour": "blue"},
    "NewEmail": {"address": "ada@example.org", "language": "en"},
    "NewEntry": {"bot": "level:3"},
    "NewGuest": _NAME,
    "NewInvitation": {"name": "Fox"},
    "NewMatch": {"seats": 2, "bot": "level:3"},
    "NewName": _NAME,
    "NewPassword": {"password": "a long walk by the sea", "new": "a short walk in the woods"},
    "NewPortrait": {"portrait": 7},
    "NewPosition": {"seats": 2},
    "NewProgram": {"name": "Fox"},
    "NewPush": {"endpoint": "https://push.example.org/abc", "p256dh": "BPz…", "auth": "k1c…", "language": "en"},
    "NewRecordTry": {"record": '{"format":"codex-naturalis","version":…}', "version": 41, "turn": _TURN},
    "NewReport": {"kind": "chat", "table": "Xk3vQ9", "line": 12, "comment": "An insult"},
    "NewTable": {"seats": 2, "bots": ["level:2"], "clock": {"kind": "correspondence", "days": 3}},
    "NewToken": {"name": "my program", "scope": "play", "days": 90},
    "NewTournament": {
        "name": "Spring cup",
        "starts": 1_900_000_000,
        "plan": {"kind": "swiss", "clock": {"kind": "correspondence", "days": 2}, "rounds": 5},
    },
    "NewTry": {"version": 41, "turn": _TURN},
    "NewVacation": {"days": 14},
    "NewWebhook": {"url": "https://hooks.example.org/abc", "language": "en"},
    "NewWhatIf": {"version": 41, "seat": 0, "bot": "level:3"},
    "NoticeLink": {"token": "ImFkYSI.Zx1"},
    "PinnedNote": {"text": "Keep the manuscript", "card": 12},
    "ProblemResponse": {
        "type": "urn:codex-naturalis:table.unknown",
        "title": "There is no such table.",
        "status": 404,
        "code": "table.unknown",
    },
    "ProgramSettings": {"for_all": True},
    "Proof": {"password": "a long walk by the sea"},
    "Recovery": {**_NAME, "code": "7Q2F-9KXM-4T0C", "new": "a short walk in the woods"},
    "Seek": {"seats": 2, "pace": "live", "rated": True},
    "SignIn": {**_NAME, "password": "a long walk by the sea", "device": "Ada's laptop"},
}
