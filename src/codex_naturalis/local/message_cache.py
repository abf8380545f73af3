"""Cache of messages: each current view of a game, and each message about it, is made once."""

from typing import Final

import msgspec

from codex_naturalis.play import Game
from codex_naturalis.views import View, ViewCache, Viewer, redact, view_of
from codex_naturalis.wire.deltas import view_change
from codex_naturalis.wire.socket import ChangeMessage, StepMessage, StepsMessage
from codex_naturalis.wire.table import Version

__all__ = ["MessageCache"]

_ENCODER: Final = msgspec.json.Encoder()
ViewerKey = tuple[Viewer, bool]
"""Cache key: viewer, and whether previews of placements are included."""


class MessageCache:
    """Cache of the views and messages sent to viewers of a game at one version; equal messages are encoded once.

    Unchanged parts are the same objects as at the version before (`views.ViewCache`), so deltas are quick.
    """

    def __init__(self, game: Game, views: ViewCache | None = None, before: "MessageCache | None" = None) -> None:
        """Cache messages of `game`, with the `views` of its versions `before`."""
        self.game = game
        self._cache = views or ViewCache()
        self._before = before
        self._views: dict[ViewerKey, View] = {}
        self._encoded: dict[tuple[Version, ViewerKey, bool], bytes] = {}

    def after(self, game: Game) -> "MessageCache":
        """Return the cache of the next version, `game`; older versions are released."""
        self._before, self._encoded = None, {}
        return MessageCache(game, self._cache, self)

    def view(self, viewer: Viewer, *, previews: bool = False) -> View:
        """Return the view of `viewer`, with previews of placements if it is to act."""
        eyes = viewer, previews
        if eyes not in self._views:
            self._views[eyes] = view_of(self.game.state, viewer, detailed=True, ahead=previews, cache=self._cache)
        return self._views[eyes]

    def first_view(self, viewer: Viewer) -> View:
        """Return the view of `viewer` before the first action."""
        begun = Game.from_deal(self.game.options, self.game.deal, rules=self.game.rules)
        return view_of(begun.state, viewer, detailed=True)

    def steps(self, after: Version, viewer: Viewer) -> tuple[StepMessage, ...]:
        """Return the steps after a version, with their events redacted for `viewer`."""
        return tuple(
            [
                StepMessage(version, one.seat, tuple([redact(event, viewer) for event in one.events]))
                for version, one in enumerate(self.game.history[after:], after + 1)
            ]
        )

    def encode(self, after: Version, viewer: Viewer, *, changes: bool = False, previews: bool = False) -> bytes:
        """Return the encoded message that brings `viewer` from `after` to this version; equal views share it.

        With `changes` it is a delta of the view, if `after` is the previous version.
        """
        key = after, (viewer, previews), changes
        known = self._encoded.get(key)
        if known is None:
            steps, view = self.steps(after, viewer), self.view(viewer, previews=previews)
            if changes and self._before and self._before.game.version == after:
                delta = view_change(self._before.view(viewer, previews=previews), view)
                known = _ENCODER.encode(ChangeMessage(steps, delta))
            else:
                known = _ENCODER.encode(StepsMessage(steps, view))
            self._encoded[key] = known
        return known
