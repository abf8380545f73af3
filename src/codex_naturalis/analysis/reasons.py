"""Reasons for a turn, as facts: what it gives now, and what it makes possible."""

from functools import cached_property
from random import Random
from typing import Final

from codex_naturalis.catalogue import CardId, Deck, Side, catalogue
from codex_naturalis.judgements.teacher import Gold, Nearer, Turn, Why
from codex_naturalis.rules import FACES, Draw, GameState, Place, Seat, Source, apply, effect_of
from codex_naturalis.views import Outlook, View, ViewCache, sample_world, view_of

__all__ = ["Reasons", "why"]

_GOLD: Final = frozenset(catalogue().gold)


def why(view: View, turn: Turn) -> Why | None:
    """Return the reasons for a turn of the viewer; None for choices of setup and for a draw alone."""
    return Reasons(view).why(turn)


class Reasons:
    """Reasons for turns of the viewer of one position; what they have in common is found once."""

    def __init__(self, view: View) -> None:
        """Prepare nothing yet: some positions have no reasons to give."""
        self._view = view
        self._cache = ViewCache()

    def why(self, turn: Turn) -> Why | None:
        """Return the reasons for a turn, as the function `why` does."""
        place = turn[0]
        if not isinstance(place, Place):
            return None
        before, after = self._before, self._view_of(apply(self._world, self._viewer, place, events=False).state)
        effect = effect_of(self._world.seats[self._viewer].codex, place.card, place.side, place.cell)
        return Why(
            effect.score.points if effect.score else 0,
            _objectives(before, after),
            _golds(before, after, place.card, _card_taken(self._view, turn)),
            len(effect.opened),
            len(effect.closed),
        )

    @property
    def _viewer(self) -> Seat:
        assert self._view.viewer is not None
        return self._view.viewer

    @cached_property
    def _world(self) -> GameState:
        return sample_world(self._view, Random(0))

    @cached_property
    def _before(self) -> View:
        return self._view_of(self._world)

    def _view_of(self, state: GameState) -> View:
        return view_of(state, self._viewer, detailed=True, ahead=False, cache=self._cache)


def _card_taken(view: View, turn: Turn) -> CardId | None:
    """Return the face-up card that the turn takes, if any."""
    draw = turn[1] if len(turn) > 1 else None
    if not isinstance(draw, Draw):
        return None
    return _face_up(view, draw.source)


def _face_up(view: View, source: Source) -> CardId | None:
    if source.slot is None:
        return None
    return (view.market.resource if source.deck is Deck.RESOURCE else view.market.gold)[source.slot]


def _objectives(before: View, after: View) -> tuple[Nearer, ...]:
    assert before.viewer is not None
    pairs = zip(before.seats[before.viewer].progress, after.seats[before.viewer].progress, strict=True)
    outlooks = {one.objective: one for one in before.outlook}, {one.objective: one for one in after.outlook}
    found = [
        Nearer(old.id, new.points - old.points, _closer(outlooks[0].get(old.id), outlooks[1].get(old.id)))
        for old, new in pairs
    ]
    return tuple(one for one in found if one.points or one.closer)


def _closer(before: Outlook | None, after: Outlook | None) -> bool:
    if before is None or after is None:
        return False
    fewer = sum(after.missing) < sum(before.missing)
    return fewer or len(after.completions) > len(before.completions)


def _golds(before: View, after: View, laid: CardId, drawn: CardId | None) -> tuple[Gold, ...]:
    assert before.viewer is not None
    held = [one.card for one in before.seats[before.viewer].hand if one.card not in (None, laid)]
    found = []
    for card in (*held, drawn):
        if card in _GOLD:
            gold = Gold(card, *(_missing(view, card) for view in (before, after)))
            if card == drawn or gold.before != gold.after:
                found.append(gold)
    return tuple(found)


def _missing(view: View, card: CardId) -> int:
    assert view.viewer is not None
    cost = FACES[Side.FRONT][card].cost
    return sum(max(0, need - have) for need, have in zip(cost, view.seats[view.viewer].symbols, strict=True))
