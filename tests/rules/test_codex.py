"""A codex counts as it goes; these tests count again from the cards themselves."""

from collections import Counter
from itertools import product

from hypothesis import given

from codex_naturalis.catalogue import SYMBOLS, Corner, Face, PointsPer, Side, catalogue
from codex_naturalis.rules import (
    CardPlaced,
    Cell,
    Codex,
    GameState,
    Phase,
    Reason,
    awaited,
    legal_actions,
    why_not,
)
from tests.strategies import Played, games, played_games

CORNERS = ((-1, 1), (1, 1), (-1, -1), (1, -1))
"""Where top-left, top-right, bottom-left and bottom-right point."""


def face_at(codex: Codex, cell: Cell) -> Face:
    """Return the face that lies on `cell`."""
    placed = codex.cards[cell]
    return catalogue().playable_card(placed.card).face(placed.side)


def visible(codex: Codex) -> Counter[str]:
    """Count every symbol on the table: centres, and corners that no later card lies on."""
    order = list(codex.cards)
    count: Counter[str] = Counter()
    for age, (x, y) in enumerate(order):
        face = face_at(codex, (x, y))
        count.update(symbol.value for symbol in face.centre)
        for corner, (dx, dy) in zip(face.corners, CORNERS, strict=True):
            if (x + dx, y + dy) not in order[age:]:
                count[corner.value] += 1
    return count


def is_open(codex: Codex, cell: Cell) -> bool:
    """Ruling R8, word by word."""
    x, y = cell
    there = [(corner, (x + dx, y + dy)) for corner, (dx, dy) in enumerate(CORNERS) if (x + dx, y + dy) in codex.cards]
    towards = [face_at(codex, other).corners[3 - corner] for corner, other in there]
    return cell not in codex.cards and bool(there) and Corner.HIDDEN not in towards


def around(codex: Codex) -> list[Cell]:
    """Return every cell within two steps of the codex, those between the lattice's cells too."""
    near = {(x + dx, y + dy) for x, y in codex.cards for dx, dy in product(range(-2, 3), repeat=2)}
    return sorted(near)


@given(state=games())
def test_symbols_kept_equal_symbols_counted(state: GameState) -> None:
    """The counts a codex keeps are those of the corners and centres that can be seen."""
    for own in state.seats:
        count = visible(own.codex)
        assert own.codex.symbols == tuple(count[symbol.value] for symbol in SYMBOLS)


@given(state=games())
def test_open_cells_are_those_of_the_definition(state: GameState) -> None:
    """The open cells a codex keeps are exactly the cells that R8 calls open."""
    for own in state.seats:
        assert set(own.codex.open) == {cell for cell in around(own.codex) if is_open(own.codex, cell)}


@given(state=games())
def test_no_card_covers_two_corners_of_another(state: GameState) -> None:
    """R8: beside, above or below a card, where one would cover two of its corners, no cell is ever open."""
    for own in state.seats:
        for x, y in own.codex.cards:
            beside = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}
            assert not beside & (own.codex.cards.keys() | own.codex.open.keys())


@given(played=played_games(to_the_end=True))
def test_points_come_with_a_placement_and_stay(played: Played) -> None:
    """What is on the track was won by the seat's own placements: nothing is added later, and nothing is taken back."""
    won: Counter[int] = Counter()
    for step in played.steps:
        placed = [event for event in step.events if isinstance(event, CardPlaced)]
        won.update({event.seat: event.points.points for event in placed if event.points})
        assert [own.score for own in step.state.seats] == [won[seat] for seat in range(len(step.state.seats))]


@given(played=played_games())
def test_a_placement_tells_what_it_changed(played: Played) -> None:
    """The cells and corners that an event names are the differences between the table before and after."""
    for before, step in zip(played.states, played.steps, strict=False):
        for event in step.events:
            if isinstance(event, CardPlaced):
                old, new = before.seats[event.seat], step.state.seats[event.seat]
                assert set(event.opened) == set(new.codex.open) - set(old.codex.open)
                assert set(event.closed) == set(old.codex.open) - set(new.codex.open) - {event.cell}
                assert event.symbols == new.codex.symbols
                gained = face_at(new.codex, event.cell).symbols
                lost = [corner.symbol for corner in event.covered if corner.symbol]
                assert [have - had for had, have in zip(old.codex.symbols, event.symbols, strict=True)] == [
                    gained.count(symbol) - lost.count(symbol) for symbol in SYMBOLS
                ]
                assert event.score == new.score == old.score + (event.points.points if event.points else 0)


@given(played=played_games())
def test_points_are_those_of_the_printed_card(played: Played) -> None:
    """A front scores its number, once, per object showing afterwards, or per corner covered; a back scores nothing."""
    for step in played.steps:
        for event in step.events:
            if isinstance(event, CardPlaced):
                assert event.card is not None
                codex = step.state.seats[event.seat].codex
                assert (event.points.points if event.points else 0) == _printed(codex, event)


def _printed(codex: Codex, event: CardPlaced) -> int:
    assert event.card is not None
    card = catalogue().playable(event.card)
    per = getattr(card, "per", None)
    if event.side is Side.BACK:
        return 0
    if per is None:
        return card.points
    if per is PointsPer.CORNER:
        x, y = event.cell
        return card.points * sum((x + dx, y + dy) in codex.cards for dx, dy in CORNERS)
    return card.points * visible(codex)[per.value]


@given(state=games())
def test_why_not_agrees_with_the_legal_actions(state: GameState) -> None:
    """For every card of the hand, side and cell nearby: no reason against it, or not among the legal actions."""
    for seat, own in enumerate(state.seats):
        legal = set(_places(state, seat))
        for card, side, cell in product(own.hand, Side, around(own.codex)):
            assert (why_not(state, seat, card, side, cell) is None) == ((card, side, cell) in legal)


def _places(state: GameState, seat: int) -> list[tuple[int, Side, Cell]]:
    if state.phase is not Phase.PLACE:
        return []
    return [(a.card, a.side, a.cell) for a in legal_actions(state, seat)]  # type: ignore[union-attr]


@given(state=games())
def test_why_not_gives_the_reason_of_the_rulebook(state: GameState) -> None:
    """Each refusal of a cell names what is really there: a card, a hidden corner, nothing, or symbols that lack."""
    if state.phase is not Phase.PLACE:
        return
    (seat,) = awaited(state)
    own = state.seats[seat]
    for card, side, cell in product(own.hand, Side, around(own.codex)):
        refusal = why_not(state, seat, card, side, cell)
        if refusal is None:
            continue
        match refusal.reason:
            case Reason.CELL_TAKEN:
                assert cell in own.codex.cards
            case Reason.HIDDEN_CORNER:
                other = refusal.facts["of"]
                assert isinstance(other, tuple)
                (corner,) = [i for i, (dx, dy) in enumerate(CORNERS) if (cell[0] + dx, cell[1] + dy) == other]
                assert face_at(own.codex, (other[0], other[1])).corners[3 - corner] is Corner.HIDDEN
            case Reason.NOT_ADJACENT:
                assert not any((cell[0] + dx, cell[1] + dy) in own.codex.cards for dx, dy in CORNERS)
            case reason:
                assert reason is Reason.COST_NOT_MET
                assert is_open(own.codex, cell)
                assert refusal.facts["have"] == visible(own.codex)[str(refusal.facts["symbol"])]
                assert refusal.facts["have"] < refusal.facts["need"]  # type: ignore[operator]
