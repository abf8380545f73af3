"""The server of boardgame.io (npm), which plays recorded games of ours back, so that it needs no rules.

Its states hold what our views hold without legal actions and previews, which its clients work out by themselves.
"""

from .clients import PlayedBack, new_match, sit_down
from .recorded import RecordedGame, record_games
from .server import BoardgameServer

__all__ = ["BoardgameServer", "PlayedBack", "RecordedGame", "new_match", "record_games", "sit_down"]
