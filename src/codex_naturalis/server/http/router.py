"""HTTP router: every handler under `/api/v1`."""

from typing import Final

from litestar import Router
from litestar.openapi.spec import SecurityScheme

from ..analysis.api import HANDLERS as ANALYSIS
from ..bots.api import HANDLERS as BOTS
from ..clubs.api import HANDLERS as CLUBS
from ..correspondence.api import HANDLERS as SLOW_GAMES
from ..daily.api import HANDLERS as DAILY
from ..explore.api import HANDLERS as EXPLORE
from ..lobby.api import HANDLERS as LOBBY
from ..matches.api import HANDLERS as DEALS
from ..moderation.api import HANDLERS as MODERATION
from ..notifications.api import HANDLERS as NOTICES
from ..people.api import HANDLERS as PEOPLE
from ..personal_data.api import HANDLERS as PERSONAL_DATA
from ..play_now.api import HANDLERS as PLAY_NOW
from ..previews.api import HANDLERS as PREVIEWS
from ..programs.api import HANDLERS as PROGRAMS
from ..puzzles.api import HANDLERS as PUZZLES
from ..replays.api import HANDLERS as AFTER_THE_GAME
from ..teacher.api import HANDLERS as TEACHING
from ..tournaments.api import HANDLERS as TOURNAMENTS

__all__ = ["SECURITY", "router"]

SECURITY: Final = {
    "token": SecurityScheme(type="http", scheme="bearer", description="A guest's token, or a seat's own.")
}

router: Router = Router(
    "/api/v1",
    route_handlers=[
        *PEOPLE,
        *LOBBY,
        *BOTS,
        *AFTER_THE_GAME,
        *TEACHING,
        *ANALYSIS,
        *PUZZLES,
        *PREVIEWS,
        *DAILY,
        *DEALS,
        *PLAY_NOW,
        *MODERATION,
        *EXPLORE,
        *PERSONAL_DATA,
        *PROGRAMS,
        *NOTICES,
        *SLOW_GAMES,
        *TOURNAMENTS,
        *CLUBS,
    ],
)
