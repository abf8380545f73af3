"""Text table: cards, turns and events as sentences, and typed commands.

The web client's text mode says the same in TypeScript; the answers in `frontend/tests/text-table/said` hold both equal.
"""

from .commands import Reader, Reply, answer
from .opponents import opponent_lines
from .people import Players, bot_name, names_of
from .planning import Plan, Planning
from .speech import Speech, speech
from .story import StoryLine, narrate, story_of

__all__ = [
    "Plan",
    "Planning",
    "Players",
    "Reader",
    "Reply",
    "Speech",
    "StoryLine",
    "answer",
    "bot_name",
    "names_of",
    "narrate",
    "opponent_lines",
    "speech",
    "story_of",
]
