"""Planning of a turn: the lifted card, its cell, and kept plans.

Pure functions of a view and a plan come first; `Planning` holds the plans of one reader at one table. None leaves the
program before it is confirmed. The legal actions are in the view.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from codex_naturalis.catalogue import CardId, Side
from codex_naturalis.rules import Action, Cell, ChooseObjective, ChooseSide, Draw, Phase, Place, Refusal, Source
from codex_naturalis.views import Preview, SeatView, View

__all__ = [
    "LETTERS",
    "SOURCES",
    "Asked",
    "KeptPlan",
    "Plan",
    "Planning",
    "blocked_at",
    "face_up",
    "hand_of",
    "holds",
    "is_awaited",
    "last_without_draw",
    "may_plan",
    "other_side",
    "own_seat",
    "preview_of",
    "previews_of",
    "unpaid",
]

SOURCES: Final = (
    Source.RESOURCE_DECK,
    Source.RESOURCE_1,
    Source.RESOURCE_2,
    Source.GOLD_DECK,
    Source.GOLD_1,
    Source.GOLD_2,
)
"""Sources in the order of the table."""

LETTERS: Final = ("A", "B", "C")


class Plan(Struct, frozen=True):
    """Hand card with its side, and perhaps a cell."""

    card: CardId
    side: Side
    cell: Cell | None = None


class KeptPlan(Struct, frozen=True):
    """Planned placement kept for comparison."""

    letter: str
    plan: Plan


class Asked(StrEnum):
    """Question to the reader; the value is the end of a key, `table.guide.<value>`."""

    SIDE = "side"
    OBJECTIVE = "objective"
    CARD = "card"
    CELL = "cell"
    SOURCE = "source"
    CONFIRM = "confirm"
    DRAW = "draw"
    WAIT = "wait"
    OVER = "over"


def other_side(side: Side) -> Side:
    """Return the other side."""
    return Side.BACK if side is Side.FRONT else Side.FRONT


def own_seat(view: View) -> SeatView | None:
    """Return the viewer's seat; None for watchers."""
    return None if view.viewer is None else view.seats[view.viewer]


def hand_of(view: View) -> tuple[CardId, ...]:
    """Return the viewer's hand."""
    seat = own_seat(view)
    return tuple(held.card for held in seat.hand if held.card is not None) if seat else ()


def is_awaited(view: View) -> bool:
    """Return whether the viewer must act now."""
    return view.viewer is not None and view.viewer in view.awaited


def may_plan(view: View) -> bool:
    """Return whether a placement can be planned, even while others play."""
    return bool(view.previews)


def previews_of(view: View, card: CardId, side: Side) -> tuple[Preview, ...]:
    """Return the effects of laying this side of this card, by cell."""
    return tuple(preview for preview in view.previews if preview.card == card and preview.side is side)


def preview_of(view: View, plan: Plan | None) -> Preview | None:
    """Return the effects of the plan, once it has a cell; None if it is impossible."""
    if plan is None or plan.cell is None:
        return None
    return next((each for each in previews_of(view, plan.card, plan.side) if each.cell == plan.cell), None)


def unpaid(view: View, card: CardId, side: Side) -> Refusal | None:
    """Return why this side's cost is not met, if so."""
    return next((face.refusal for face in view.unpaid if face.card == card and face.side is side), None)


def blocked_at(view: View, cell: Cell) -> Refusal | None:
    """Return why no card can lie on `cell`, if so."""
    return next((mark.refusal for mark in view.blocked if mark.cell == cell), None)


def face_up(view: View, source: Source) -> CardId | None:
    """Return the face-up card at a source, if any."""
    kind, _, slot = source.value.partition("-")
    if slot == "deck":
        return None
    row = view.market.gold if kind == "gold" else view.market.resource
    return row[int(slot) - 1]


def holds(view: View, source: Source) -> bool:
    """Return whether a source has cards."""
    if source is Source.RESOURCE_DECK:
        return view.decks.resource.count > 0
    if source is Source.GOLD_DECK:
        return view.decks.gold.count > 0
    return face_up(view, source) is not None


def sources_of(view: View) -> tuple[Source, ...]:
    """Return the sources to draw from; while the turn is only planned, all that have cards."""
    if view.phase is Phase.DRAW:
        return tuple(action.source for action in view.legal if isinstance(action, Draw))
    if view.phase is Phase.PLACE and is_awaited(view):
        return tuple(source for source in SOURCES if holds(view, source))
    return ()


def ends_with_placement(view: View) -> bool:
    """Return whether the turn ends with the placement: drawing is impossible or pointless."""
    return last_without_draw(view) or not any(holds(view, source) for source in SOURCES)


def last_without_draw(view: View) -> bool:
    """Return whether this is the last turn, without a draw: Tybor would react to it, but not in version 1 (R4)."""
    seat = own_seat(view)
    return seat is not None and seat.turns_left == 1 and (view.tybor is None or view.rules == 1)


class Planning:
    """Plans of one reader at a table."""

    def __init__(self) -> None:
        """Begin without a plan."""
        self.view: View | None = None
        self.plan: Plan | None = None
        self.kept: tuple[KeptPlan, ...] = ()
        self.sending: bool = False
        """Whether actions wait for an answer: until then nothing more is sent."""

        self.stands: bool = False
        """Whether the plan was made while others played, for the current turn."""

        self._turned: set[CardId] = set()
        self._waited = False

    @property
    def thinking(self) -> bool:
        """Return whether a placement can be planned now."""
        return self.view is not None and may_plan(self.view) and not self.sending

    @property
    def ahead(self) -> bool:
        """Return whether that is for a later turn."""
        return self.thinking and self.view is not None and not is_awaited(self.view)

    @property
    def preview(self) -> Preview | None:
        """Return the effects of the plan."""
        return preview_of(self.view, self.plan) if self.view else None

    @property
    def placement(self) -> Plan | None:
        """Return the plan, once it has a cell."""
        return self.plan if self.plan and self.plan.cell is not None else None

    @property
    def asked(self) -> Asked:
        """Return the current question to the reader."""
        view = self.view
        if view is None or view.phase is Phase.OVER:
            return Asked.OVER
        if not is_awaited(view) or self.sending:
            return Asked.WAIT
        if view.phase is not Phase.PLACE:
            return Asked(view.phase.value)
        if self.plan is None:
            return Asked.CARD
        if self.plan.cell is None:
            return Asked.CELL
        return Asked.CONFIRM if ends_with_placement(view) else Asked.SOURCE

    @property
    def sources(self) -> tuple[Source, ...]:
        """Return the sources to draw from now."""
        return sources_of(self.view) if self.view and self.asked in (Asked.SOURCE, Asked.DRAW) else ()

    def side_of(self, card: CardId) -> Side:
        """Return the side that is up in the hand."""
        return Side.BACK if card in self._turned else Side.FRONT

    def see(self, view: View) -> None:
        """Update to the newest view, keeping the valid part of the plan."""
        self.view = view
        self.plan = _surviving(self.plan, view)
        self.kept = tuple(one for one in self.kept if preview_of(view, one.plan))
        if self._waited and is_awaited(view):
            self.stands = self.placement is not None
        self._waited = not is_awaited(view)

    def lift(self, card: CardId, side: Side | None = None, cell: Cell | None = None) -> None:
        """Hold `card`, as it lies or with `side` up, over `cell` if it can lie there."""
        if self.view is None or not may_plan(self.view):
            return
        up = side or self.side_of(card)
        (self._turned.add if up is Side.BACK else self._turned.discard)(card)
        self.stands = False
        plan = Plan(card, up, cell)
        self.plan = plan if cell is None or preview_of(self.view, plan) else Plan(card, up)

    def flip(self, card: CardId) -> None:
        """Turn a hand card over; a card already planned keeps its cell if it can."""
        side = other_side(self.side_of(card))
        (self._turned.add if side is Side.BACK else self._turned.discard)(card)
        if self.plan is None or self.plan.card == card:
            self.lift(card, side, self.plan.cell if self.plan else None)

    def back(self) -> bool:
        """Undo one step: remove the card from the codex, then put it down. Return whether there was one."""
        self.stands = False
        if self.plan is None:
            return False
        self.plan = Plan(self.plan.card, self.plan.side) if self.plan.cell is not None else None
        return True

    def letter_of(self, plan: Plan) -> str | None:
        """Return the letter of a kept placement."""
        return next((one.letter for one in self.kept if one.plan == plan), None)

    def find_plan(self, letter: str) -> KeptPlan | None:
        """Return the plan kept under a letter."""
        return next((one for one in self.kept if one.letter == letter), None)

    def keep(self) -> str | None:
        """Keep the plan for comparison; return its letter, None if all letters are taken."""
        placement = self.placement
        free = next((letter for letter in LETTERS if self.find_plan(letter) is None), None)
        if placement is None or free is None:
            return None
        self.kept = tuple(sorted((*self.kept, KeptPlan(free, placement)), key=lambda one: one.letter))
        self.plan = Plan(placement.card, placement.side)
        return free

    def pick(self, letter: str) -> None:
        """Restore a kept placement as the plan."""
        one = self.find_plan(letter)
        if one is not None and self.thinking:
            self.lift(one.plan.card, one.plan.side, one.plan.cell)

    def drop(self, letter: str) -> None:
        """Drop the plan with this letter."""
        self.kept = tuple(one for one in self.kept if one.letter != letter)

    def draw(self, source: Source) -> tuple[Action, ...]:
        """Return the planned placement and the draw from `source`; none if impossible."""
        if source not in self.sources:
            return ()
        if self.asked is Asked.DRAW:
            return (Draw(source),)
        return (*self._place(), Draw(source))

    def confirm(self) -> tuple[Action, ...]:
        """Return the actions of a turn that ends with its placement; none for other turns."""
        return self._place() if self.asked is Asked.CONFIRM else ()

    def choices(self) -> tuple[ChooseSide | ChooseObjective, ...]:
        """Return the choices of setup."""
        legal = self.view.legal if self.view and self.asked in (Asked.SIDE, Asked.OBJECTIVE) else ()
        return tuple(action for action in legal if isinstance(action, (ChooseSide, ChooseObjective)))

    def note_sent(self) -> None:
        """Note that actions were sent."""
        self.sending, self.stands = True, False

    def note_answered(self, *, done: bool) -> None:
        """Note that they were answered: kept plans are useless after a turn."""
        self.sending = False
        if done:
            self.kept = ()
            self.plan = _surviving(self.plan, self.view) if self.view else None

    def _place(self) -> tuple[Place, ...]:
        plan = self.placement
        return (Place(plan.card, plan.side, plan.cell),) if plan and plan.cell is not None else ()


def _surviving(plan: Plan | None, view: View) -> Plan | None:
    """Return the part of the plan that is still valid: the card is in the hand, the cell is open."""
    if plan is None or not may_plan(view) or plan.card not in hand_of(view):
        return None
    return plan if plan.cell is None or preview_of(view, plan) else Plan(plan.card, plan.side)
