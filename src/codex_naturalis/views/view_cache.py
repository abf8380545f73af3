"""Cache of views, part by part: unchanged parts are the same object in every later view of the game.

An action leaves most of a table unchanged. A part is made once for all who may see it, and kept until one of the
objects that it is made of is replaced. States share unchanged parts as well, so comparing by identity is enough. The
same rule holds all the way to the screen: a delta skips identical objects, and the web client keeps what a delta does
not name, so that only what changed is drawn again (`docs/explanation/architecture.md`).
"""

from collections.abc import Callable, Sequence
from operator import is_
from typing import Any, Final, NamedTuple, TypeVar

from codex_naturalis.rules import (
    Action,
    Codex,
    Decks,
    GameState,
    KingdomCells,
    Market,
    ObjectiveScore,
    Phase,
    Seat,
    count_objective,
    kingdom_cells,
    legal_actions,
    placements,
)

from . import card_counting, details
from .parts import PLAYING, decks_view, known_objectives, laid_cards, seat_view, turns_left
from .values import (
    BlockedCell,
    DecksView,
    LaidCard,
    Outlook,
    Preview,
    SeatView,
    TyborView,
    UnpaidFace,
    Unseen,
    Viewer,
)

__all__ = ["NO_DETAILS", "Details", "ViewCache"]

T = TypeVar("T")


class Details(NamedTuple):
    """Details of the viewer's own seat for a person; other seats' actions do not change them."""

    blocked: tuple[BlockedCell, ...]
    unpaid: tuple[UnpaidFace, ...]
    outlook: tuple[Outlook, ...]


NO_DETAILS: Final = Details((), (), ())


class ViewCache:
    """Cache of the views of one game: a method for each part, which makes it or returns the one made before.

    It holds what only its viewers may know, so it stays with the code that makes views.
    """

    __slots__ = ("_equal", "_known", "_laid")

    def __init__(self) -> None:
        """Begin with an empty cache."""
        self._known: dict[tuple[object, ...], tuple[Any, object, tuple[object, ...]]] = {}
        self._equal: dict[tuple[object, ...], Any] = {}
        self._laid: dict[tuple[Seat, bool], tuple[Codex, tuple[LaidCard, ...]]] = {}
        """Codex last seen, and its cards as seen by others and by its owner."""

    def _once(self, what: tuple[object, ...], make: Callable[..., T], first: object, *others: object) -> T:
        """Memoize `make` on these objects, compared by identity: it is called only if one of them was replaced.

        `make` must depend on nothing else that could change; `what` names the part, and every viewer it is meant for.
        """
        known = self._known.get(what)
        if known is not None and known[1] is first and (not others or all(map(is_, known[2], others))):
            same: T = known[0]
            return same
        made = make(first, *others)
        self._known[what] = made, first, others
        return made

    def _same(self, what: tuple[object, ...], new: T) -> T:
        """Return the last value of `what` if it equals `new`, else `new`."""
        known: T | None = self._equal.get(what)
        if known is not None and known == new:
            return known
        self._equal[what] = new
        return new

    # What everybody at the table sees

    def seats(self, state: GameState, viewer: Viewer, *, detailed: bool) -> tuple[SeatView, ...]:
        """Return all seats as `viewer` sees them."""
        return tuple([self.seat(state, seat, viewer, detailed=detailed) for seat in range(len(state.seats))])

    def seat(self, state: GameState, seat: Seat, viewer: Viewer, *, detailed: bool) -> SeatView:
        """Return a seat as `viewer` sees it, with the progress of its objectives if `detailed`."""
        own, mine, what = state.seats[seat], seat == viewer, ("seat", seat, seat == viewer, detailed)
        turns = None if state.last_round is None else turns_left(state, seat)
        # Who knows the front of a card in a hand or a codex stays the same: it never comes to the market again.
        others = state.phase is Phase.SIDE, turns
        known = self._known.get(what)
        if known is not None and known[1] is own and known[2] == others:
            same: SeatView = known[0]
            return same
        laid = self._laid_cards(state, seat, mine=mine)
        open_cells = self._once(("open", seat), tuple, own.codex.open)
        progress = self.progress(state, seat, mine=mine) if detailed else ()
        made = seat_view(state, seat, turns, laid, open_cells, progress, mine=mine)
        self._known[what] = made, own, others
        return made

    def _laid_cards(self, state: GameState, seat: Seat, *, mine: bool) -> tuple[LaidCard, ...]:
        """Return the codex, reusing what was seen of it before."""
        codex = state.seats[seat].codex
        before, laid = self._laid.get((seat, mine), (codex, ()))
        if before is codex and len(laid) == len(codex.cards):
            return laid
        if len(laid) > len(codex.cards) or not all(map(is_, before.cards.values(), codex.cards.values())):
            laid = ()
        laid = (*laid, *laid_cards(state, seat, mine=mine, after=len(laid)))
        self._laid[seat, mine] = codex, laid
        return laid

    def progress(self, state: GameState, seat: Seat, *, mine: bool) -> tuple[ObjectiveScore, ...]:
        """Return what the objectives of a seat would score now, the secret one too if it is `mine`."""
        codex, objectives = state.seats[seat].codex, known_objectives(state, seat, mine=mine)
        sets = state.options.sets
        if not objectives:
            return ()
        kingdoms = self._kingdoms(codex, seat)
        found = tuple(
            [self._once(("progress", seat, card), count_objective, codex, card, kingdoms, sets) for card in objectives]
        )
        return self._same(("all progress", seat, mine), found)

    def _kingdoms(self, codex: Codex, seat: Seat) -> KingdomCells:
        return self._once(("kingdoms", seat), kingdom_cells, codex)

    def decks(self, decks: Decks) -> DecksView:
        """Return what all may know of the decks."""
        return self._once(("decks",), decks_view, decks)

    def unseen(
        self, seats: Sequence[SeatView], market: Market, tybor: TyborView | None, viewer: Viewer
    ) -> tuple[Unseen, ...]:
        """Return how many cards of each back are unseen in their deck, in hands and on the table.

        Uses only what `viewer` sees: all cards, less those that are named, less those whose backs show elsewhere.
        """
        tally = self._once(("market",), card_counting.of_market, market)
        for seat in seats:
            tally += self._once(("tally", seat.seat, seat.seat == viewer), card_counting.of_seat, seat)
        if tybor:
            tally += card_counting.of_tybor(tybor)
        return self._once(("unseen", viewer), card_counting.unseen, self._same(("all", viewer), tally))

    # What a player sees of the own seat

    def legal(self, state: GameState, viewer: Viewer) -> tuple[Action, ...]:
        """Return what `viewer` may do now."""
        if viewer is None:
            return ()
        if state.phase not in PLAYING:
            return legal_actions(state, viewer)
        if viewer != state.turn:
            return ()
        if state.phase is Phase.PLACE:
            return self._placements(state, viewer)
        return legal_actions(state, viewer)

    def _placements(self, state: GameState, viewer: Seat) -> tuple[Action, ...]:
        return self._once(("placements", viewer), placements, state.seats[viewer])

    def previews(
        self, state: GameState, viewer: Viewer, legal: tuple[Action, ...], outlook: tuple[Outlook, ...]
    ) -> tuple[Preview, ...]:
        """Return the preview of each placement: the `legal` ones or, while others play, those of the own next turn."""
        if viewer is None:
            return ()
        if viewer == state.turn or state.phase not in PLAYING:
            thinkable = legal
        else:
            thinkable = () if turns_left(state, viewer) == 0 else self._placements(state, viewer)
        sets = state.options.sets
        return self._once(("previews", viewer), details.previews, state.seats[viewer], thinkable, outlook, sets)

    def details(self, state: GameState, viewer: Viewer) -> Details:
        """Return the details of the viewer's own seat."""
        if viewer is None:
            return NO_DETAILS

        own, what = state.seats[viewer], ("details", viewer)
        phases = state.phase is Phase.SIDE, state.phase is Phase.OVER
        known = self._known.get(what)
        if known is not None and known[1] is own and known[2] == phases:
            same: Details = known[0]
            return same
        blocked = self._once(("blocked", viewer), lambda _: details.blocked_cells(own.codex), own.codex.blocked)
        unpaid = self._same(("unpaid", viewer), details.unpaid_faces(own))
        made = Details(blocked, unpaid, self._outlook(state, viewer))
        self._known[what] = made, own, phases
        return made

    def _outlook(self, state: GameState, viewer: Seat) -> tuple[Outlook, ...]:
        if state.phase is Phase.OVER:
            return ()

        def make(codex: Codex, *_: object) -> tuple[Outlook, ...]:
            objectives, kingdoms = known_objectives(state, viewer, mine=True), self._kingdoms(codex, viewer)
            found = tuple([details.outlook(codex, card, kingdoms, state.options.sets) for card in objectives])
            return self._same(("all outlooks", viewer), found)

        own = state.seats[viewer]
        return self._once(("outlook", viewer), make, own.codex, own.objective, state.phase is Phase.SIDE)
