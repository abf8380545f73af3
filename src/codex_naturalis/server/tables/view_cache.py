"""What people are shown of a game as it stands: each view, and each message that tells of it, is made once."""

from typing import Final

import msgspec

from codex_naturalis.play import Game
from codex_naturalis.views import Parts, View, Viewer, redact, view_of

from ..wire.deltas import view_change
from ..wire.socket import StepTold, Told, ToldChange
from ..wire.table import Version

__all__ = ["ViewCache"]

_ENCODER: Final = msgspec.json.Encoder()
Eyes = tuple[Viewer, bool]
"""Who looks, and whether they are shown what each placement would do."""


class ViewCache:
    """A game at one version, as each of its viewers may see it."""

    def __init__(self, game: Game, parts: Parts | None = None, before: "ViewCache | None" = None) -> None:
        """Show `game`; what it shares with versions `before` lies in `parts`."""
        self.game = game
        self._parts = parts or Parts()
        self._before = before
        self._views: dict[Eyes, View] = {}
        self._told: dict[tuple[Version, Eyes, bool], bytes] = {}

    def after(self, game: Game) -> "ViewCache":
        """Return what is shown of `game`, which goes on from this one; what came before this one is let go of."""
        self._before, self._told = None, {}
        return ViewCache(game, self._parts, self)

    def view(self, viewer: Viewer, *, previews: bool = False) -> View:
        """Return what `viewer` may know, with what each placement would do if it is to."""
        eyes = viewer, previews
        if eyes not in self._views:
            self._views[eyes] = view_of(self.game.state, viewer, detailed=True, ahead=previews, parts=self._parts)
        return self._views[eyes]

    def first_view(self, viewer: Viewer) -> View:
        """Return what `viewer` might know before the first action."""
        begun = Game.begun(self.game.options, self.game.deal, rules=self.game.rules)
        return view_of(begun.state, viewer, detailed=True)

    def steps(self, after: Version, viewer: Viewer) -> tuple[StepTold, ...]:
        """Return what happened after a version, as `viewer` may hear it."""
        return tuple(
            [
                StepTold(version, one.seat, tuple([redact(event, viewer) for event in one.events]))
                for version, one in enumerate(self.game.history[after:], after + 1)
            ]
        )

    def told(self, after: Version, viewer: Viewer, *, changes: bool = False, previews: bool = False) -> bytes:
        """Return the message that brings `viewer` from `after` to now; those who share it share the bytes.

        With `changes` it says what changed in the view of `after`, if that is the one before this.
        """
        key = after, (viewer, previews), changes
        known = self._told.get(key)
        if known is None:
            known = self._told[key] = self._telling(after, viewer, changes=changes, previews=previews)
        return known

    def _telling(self, after: Version, viewer: Viewer, *, changes: bool, previews: bool) -> bytes:
        steps, view = self.steps(after, viewer), self.view(viewer, previews=previews)
        if changes and self._before and self._before.game.version == after:
            return _ENCODER.encode(ToldChange(steps, view_change(self._before.view(viewer, previews=previews), view)))
        return _ENCODER.encode(Told(steps, view))
