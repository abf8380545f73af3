"""View values: what one viewer may know of a game. Nothing is in here unless `projection` names it."""

from msgspec import Struct

from codex_naturalis.catalogue import Back, CardId, Counts, Side, Symbol
from codex_naturalis.pictures import draw, draw_svg
from codex_naturalis.rules import (
    Action,
    Cell,
    Covered,
    GameOptions,
    Market,
    ObjectiveScore,
    Phase,
    Refusal,
    Result,
    RulesVersion,
    Score,
    Seat,
    TyborActed,
)
from codex_naturalis.rules.position.writer import write_position
from codex_naturalis.rules.state import describe_moment

from .position_code import position_of_view

__all__ = [
    "BlockedCell",
    "Completion",
    "DeckView",
    "DecksView",
    "Ending",
    "HandCard",
    "LaidCard",
    "ObjectiveChange",
    "Outlook",
    "Preview",
    "SeatView",
    "TyborView",
    "UnpaidFace",
    "Unseen",
    "View",
    "Viewer",
]

Viewer = Seat | None
"""Viewer: a seat, or None for a spectator."""


class HandCard(Struct, frozen=True, gc=False):
    """Card in a hand: its back is public (ruling R17)."""

    back: Back
    card: CardId | None
    """Known to its owner, and to all when it came from the market."""


class LaidCard(Struct, frozen=True, gc=False):
    """A card in a codex, as the viewer sees it."""

    cell: Cell
    side: Side
    card: CardId | None
    """None when it lies face down and the viewer never saw its front."""

    back: Back | None
    """None for starter cards."""


class SeatView(Struct, frozen=True, gc=False):
    """Place of one seat, as the viewer sees it."""

    seat: Seat
    starter: CardId
    chosen: bool
    """True if this seat has made the choice that setup asks for now."""

    laid: tuple[LaidCard, ...]
    """Codex, oldest card first: later cards lie on top."""

    symbols: Counts
    open: tuple[Cell, ...]
    stuck: bool
    hand: tuple[HandCard, ...]
    score: int
    objectives_held: int
    turns_left: int | None
    """Turns still to come, the current one included; None until the end is triggered."""

    progress: tuple[ObjectiveScore, ...]
    """What the common objectives, and the viewer's own secret one, would give now; only in a detailed view."""


class DeckView(Struct, frozen=True, gc=False):
    """Deck: how many cards, and the back on top."""

    count: int
    top: Back | None


class DecksView(Struct, frozen=True, gc=False):
    """The three decks."""

    resource: DeckView
    gold: DeckView
    objective: int


class TyborView(Struct, frozen=True, gc=False):
    """Tybor's side of the table."""

    score: int
    row: tuple[HandCard, ...]
    resources: tuple[int, int, int, int]
    scored: tuple[CardId, ...]
    """Gold cards he scored, which left the game (ruling S7); they are public."""

    foreseen: tuple[TyborActed, ...]
    """What he would do with each column as it lies now; only in a detailed view, while the game is played."""


class Ending(Struct, frozen=True, gc=False):
    """State of the end, once it is triggered (ruling R3)."""

    last_round: int
    rounds_left: int
    """Rounds still to come after the current one: 1 or 0."""


class ObjectiveChange(Struct, frozen=True, gc=False):
    """Change of an objective by a placement: one copy more, or a set less that a covered corner breaks."""

    objective: CardId
    copies: int
    points: int
    """Change of the objective's points at the end."""


class Preview(Struct, frozen=True, gc=False):
    """Preview of one placement."""

    card: CardId
    side: Side
    cell: Cell
    points: Score | None
    covered: tuple[Covered, ...]
    gained: Counts
    """Symbols the new card brings; those it covers are in `covered`."""

    symbols: Counts
    """Symbols visible afterwards."""

    opened: tuple[Cell, ...]
    closed: tuple[Cell, ...]
    playable: tuple[CardId, ...]
    """Gold cards in the hand that could be paid afterwards and cannot now."""

    unplayable: tuple[CardId, ...]
    """Gold cards in the hand that could no longer be paid."""

    objectives: tuple[ObjectiveChange, ...]
    """What would change in the common objectives and in the viewer's own secret one; mostly nothing."""


class BlockedCell(Struct, frozen=True, gc=False):
    """An empty cell beside the viewer's codex that is closed, and why."""

    cell: Cell
    refusal: Refusal


class UnpaidFace(Struct, frozen=True, gc=False):
    """A face in the viewer's hand whose cost is not met."""

    card: CardId
    side: Side
    refusal: Refusal


class Completion(Struct, frozen=True, gc=False):
    """An open cell where one more card, of this kingdom, would complete another copy of a pattern."""

    cell: Cell
    kingdom: Symbol


class Outlook(Struct, frozen=True, gc=False):
    """What would fulfil an objective once more on the viewer's codex."""

    objective: CardId
    completions: tuple[Completion, ...]
    """For a pattern: every single card that does, whichever side it shows (ruling R23)."""

    missing: Counts
    """For a set: the symbols still to be seen. For a pattern, none."""


class Unseen(Struct, frozen=True, gc=False):
    """Unseen cards with one back, by where they are: backs are public (R17)."""

    back: Back
    deck: int
    """Number in their deck, the top card included."""

    hands: int
    """Number in the hands of others."""

    laid: int
    """Number face down in the codices of others, or in Tybor's row."""


class View(Struct, frozen=True, gc=False):
    """Moment of a game, as one viewer may know it."""

    viewer: Viewer
    options: GameOptions
    rules: RulesVersion
    """Version of the rules; older versions end the solo game otherwise."""

    phase: Phase
    turn: Seat | None
    """Seat whose turn it is; None during setup and after the end."""

    awaited: tuple[Seat, ...]
    """Seats that must act now."""

    round: int
    ending: Ending | None
    seats: tuple[SeatView, ...]
    market: Market
    decks: DecksView
    common_objectives: tuple[CardId, ...]
    offered: tuple[CardId, ...]
    """The viewer's own two objectives, once dealt."""

    objective: CardId | None
    """The viewer's own secret objective, once kept."""

    tybor: TyborView | None
    legal: tuple[Action, ...]
    """Legal actions of the viewer now."""

    previews: tuple[Preview, ...]
    """Preview for each legal placement, in their order; only in a detailed view.

    While others play, one for each placement that would be legal if it were the viewer's turn: no other player can
    change the viewer's codex or hand, so plans can be made ahead. None for a viewer who has no turn left.
    """

    blocked: tuple[BlockedCell, ...]
    """Only in a detailed view."""

    unpaid: tuple[UnpaidFace, ...]
    """Only in a detailed view."""

    outlook: tuple[Outlook, ...]
    """One for each objective whose progress the viewer's own seat shows, in that order; only in a detailed view."""

    unseen: tuple[Unseen, ...]
    """One for each back; only in a detailed view."""

    result: Result | None

    @property
    def tybor_goes_on(self) -> bool:
        """Return whether Tybor plays on after the player's last draw and skipped turns (rulings R4, R13, S13)."""
        return self.tybor is not None and self.rules is not RulesVersion.FIRST

    def code(self) -> str:
        """Return what the viewer knows as one line, which `from_code` reads: safe in URLs, and to show."""
        return write_position(position_of_view(self))

    def __repr__(self) -> str:
        """Return the moment in one line, for a debugger."""
        eyes = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        points = [seat.score for seat in self.seats]
        return f"<View of {eyes}: {describe_moment(self.phase, self.round, self.turn, points)}>"

    def __str__(self) -> str:
        """Return the view as text: points, market, objectives, hand and codex in characters."""
        return draw(self)

    def _repr_svg_(self) -> str:
        """Return the viewer's codex as SVG, which notebooks show."""
        return draw_svg(self.seats[self.viewer or 0])
