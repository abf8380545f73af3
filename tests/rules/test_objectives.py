"""Objectives: the sweep finds the largest number of copies that share no card."""

from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from codex_naturalis.catalogue import SYMBOLS, CardId, PatternObjective, Side, Symbol, SymbolObjective, catalogue
from codex_naturalis.rules import (
    Cell,
    Codex,
    GameState,
    Sets,
    begin_codex,
    count_objective,
    lay,
    pattern_copies,
    set_copies,
    settle_objective,
    symbol_cells,
)
from codex_naturalis.rules.objectives import count_sets, missing_symbols
from tests.strategies import games, pattern_objectives

Kingdoms = dict[Cell, Symbol]

CELLS = [(x, y) for x in range(-4, 5) for y in range(-4, 5) if (x + y) % 2 == 0 and (x, y) != (0, 0)]


def codex_of(kingdoms: Kingdoms) -> Codex:
    """Lay a card of each kingdom face down where it is asked for, around a starter."""
    box = catalogue()
    cards = defaultdict(list)
    for card in (*box.resource, *box.gold):
        cards[box.playable(card).kingdom].append(card)
    codex = begin_codex(84, Side.FRONT)
    for cell, kingdom in kingdoms.items():
        codex = lay(codex, cards[kingdom].pop(), Side.BACK, cell).codex
    return codex


def kingdoms_of(codex: Codex) -> Kingdoms:
    """Return the kingdom on each cell; the starter has none (R22)."""
    box = catalogue()
    return {cell: box.playable(p.card).kingdom for cell, p in codex.cards.items() if p.card not in box.starter}


def all_copies(kingdoms: Kingdoms, objective: PatternObjective) -> list[frozenset[Cell]]:
    """Return every place where the pattern is, whether or not copies share cards."""
    found = []
    for x, y in kingdoms:
        cells = [(x + part.dx, y + part.dy) for part in objective.pattern]
        if all(kingdoms.get(c) is part.kingdom for c, part in zip(cells, objective.pattern, strict=True)):
            found.append(frozenset(cells))
    return found


def most_disjoint(copies: list[frozenset[Cell]]) -> int:
    """Return the largest number of copies that share no card, by trying everything."""
    if not copies:
        return 0
    first, *rest = copies
    without_rivals = [copy for copy in rest if not copy & first]
    with_first = 1 + most_disjoint(without_rivals)
    return with_first if len(without_rivals) == len(rest) else max(with_first, most_disjoint(rest))


@st.composite
def crowded(draw: st.DrawFn) -> Kingdoms:
    """Return a codex full of two or three kingdoms, where copies compete for cards."""
    palette = draw(st.lists(st.sampled_from(list(Symbol)[:4]), min_size=1, max_size=3, unique=True))
    cells = draw(st.lists(st.sampled_from(CELLS), unique=True, min_size=6, max_size=20 * len(palette)))
    left = dict.fromkeys(palette, 20)
    kingdoms: Kingdoms = {}
    for cell in cells:
        kingdom = draw(st.sampled_from([kingdom for kingdom in palette if left[kingdom]]))
        left[kingdom] -= 1
        kingdoms[cell] = kingdom
    return kingdoms


@given(kingdoms=crowded())
def test_the_sweep_finds_as_many_copies_as_trying_everything(kingdoms: Kingdoms) -> None:
    """R6: in crowded layouts the number of copies is the largest possible."""
    codex = codex_of(kingdoms)
    for objective in pattern_objectives():
        copies = all_copies(kingdoms, objective)
        assert len(pattern_copies(codex, objective.id)) == most_disjoint(copies)


@given(state=games())
def test_copies_in_games_are_real_and_share_no_card(state: GameState) -> None:
    """R6, R22: each copy found lies as printed, no card serves two, and there could not be more."""
    for own in state.seats:
        kingdoms = kingdoms_of(own.codex)
        for objective in pattern_objectives():
            copies = all_copies(kingdoms, objective)
            found = [frozenset(copy.cells) for copy in pattern_copies(own.codex, objective.id)]
            assert all(copy in copies for copy in found)
            assert len(found) == len(set(found)) == most_disjoint(copies)
            assert sum(map(len, found)) == len(frozenset().union(*found))


@given(state=games())
def test_sets_are_counted_by_taking_them_away(state: GameState) -> None:
    """A set counts as often as its symbols can be taken out of those that show."""
    for own in state.seats:
        for objective in catalogue().objective.values():
            if isinstance(objective, SymbolObjective):
                left, copies = list(own.codex.symbols), 0
                while all(have >= need for have, need in zip(left, objective.symbols, strict=True)):
                    left = [have - need for have, need in zip(left, objective.symbols, strict=True)]
                    copies += 1
                score = count_objective(own.codex, objective.id)
                assert (score.copies, score.points) == (copies, copies * objective.points)


def corners_in_sight(codex: Codex) -> dict[Cell, list[Symbol]]:
    """Return the symbols that each card shows, read off the faces by the order in which they lie on each other."""
    box, laid, seen = catalogue(), list(codex.cards.items()), {}
    for age, (cell, placed) in enumerate(laid):
        above = {other for other, _ in laid[age + 1 :]}
        face = box.playable_card(placed.card).face(placed.side)
        around = [(cell[0] + dx, cell[1] + dy) for dy in (1, -1) for dx in (-1, 1)]
        corners = [each.symbol for each, other in zip(face.corners, around, strict=True) if other not in above]
        seen[cell] = [symbol for symbol in (*corners, *face.centre) if symbol is not None]
    return seen


@given(state=games())
def test_the_cards_of_a_set_show_its_symbols(state: GameState) -> None:
    """R24: at the end each set names cards in sight, in the order laid, and no symbol serves two sets."""
    for own in state.seats:
        seen = corners_in_sight(own.codex)
        for objective in catalogue().objective.values():
            if not isinstance(objective, SymbolObjective):
                continue
            score = settle_objective(own.codex, objective.id)
            assert structs.replace(score, found=()) == structs.replace(
                count_objective(own.codex, objective.id), found=()
            )
            wanted = {symbol: need for symbol, need in zip(SYMBOLS, objective.symbols, strict=True) if need}
            for copy in score.found:
                shown = Counter(symbol for cell in copy.cells for symbol in seen[cell])
                assert all(shown[symbol] >= need for symbol, need in wanted.items())
                assert [*copy.cells] == [cell for cell in seen if cell in copy.cells]
            for cell, symbols in seen.items():
                serves = sum(cell in copy.cells for copy in score.found)
                assert serves <= sum(symbol in wanted for symbol in symbols)


def most_sets(double: int, single: int) -> int:
    """Return how many groups of three symbols or more there can be, by trying every next group."""
    groups = [(double - two, single - one) for two, one in ((1, 1), (2, 0), (0, 3)) if two <= double and one <= single]
    return max((1 + most_sets(*left) for left in groups), default=0)


@given(state=games())
def test_sets_by_cards_are_as_many_as_can_be(state: GameState) -> None:
    """R24, by cards: a card belongs to one set at most, with all that it shows; the starter's symbols are single."""
    for own in state.seats:
        seen = corners_in_sight(own.codex)
        for objective in catalogue().objective.values():
            if not isinstance(objective, SymbolObjective):
                continue
            score = settle_objective(own.codex, objective.id, Sets.CARDS)
            assert score.copies == len(score.found) == count_sets(own.codex, objective.id, Sets.CARDS)
            if 3 not in objective.symbols:
                assert score == settle_objective(own.codex, objective.id)
                continue
            symbol = SYMBOLS[objective.symbols.index(3)]
            shown = {cell: symbols.count(symbol) for cell, symbols in seen.items()}
            start = shown.pop((0, 0), 0)
            double, single = (sum(count == much for count in shown.values()) for much in (2, 1))
            assert max(shown.values(), default=0) <= 2
            assert score.copies == most_sets(double, single + start) <= set_copies(own.codex.symbols, objective.id)
            served = Counter(cell for copy in score.found for cell in copy.cells if cell != (0, 0))
            assert set(served.values()) <= {1}
            missing = missing_symbols(own.codex, objective.id, Sets.CARDS)[SYMBOLS.index(symbol)]
            assert 1 <= missing <= 3
            assert most_sets(double, single + start + missing - 1) == score.copies
            assert most_sets(double, single + start + missing) > score.copies


@given(state=games())
def test_symbols_in_sight_add_up(state: GameState) -> None:
    """As many cells are named for each symbol as the codex counts."""
    for own in state.seats:
        assert tuple(map(len, symbol_cells(own.codex))) == own.codex.symbols


@pytest.mark.parametrize("objective", range(87, 91))
@pytest.mark.parametrize("length", range(1, 10))
def test_a_chain_of_n_gives_a_third_of_n(objective: CardId, length: int) -> None:
    """In a chain of diagonal cards of one kingdom, n cards give n // 3 copies, each worth 2."""
    pattern = catalogue().objective[objective]
    assert isinstance(pattern, PatternObjective)
    rising = pattern.pattern[0].dx
    kingdom = pattern.pattern[0].kingdom
    codex = codex_of({(rising * step, step): kingdom for step in range(1, length + 1)})
    score = count_objective(codex, objective)
    assert (score.copies, score.points) == (length // 3, length // 3 * 2)


@pytest.mark.parametrize("objective", range(87, 91))
def test_the_other_diagonal_does_not_count(objective: CardId) -> None:
    """No rotation, no mirroring: three cards on the other diagonal are nothing."""
    pattern = catalogue().objective[objective]
    assert isinstance(pattern, PatternObjective)
    falling = -pattern.pattern[0].dx
    codex = codex_of({(falling * step, step): pattern.pattern[0].kingdom for step in range(1, 4)})
    assert count_objective(codex, objective).copies == 0


def test_one_purple_diagonal_gives_two() -> None:
    """A worked figure of the rulebook."""
    insects: Kingdoms = {(-1, 1): Symbol.INSECT, (-2, 2): Symbol.INSECT, (-3, 3): Symbol.INSECT}
    assert count_objective(codex_of(insects), 90).points == 2


@pytest.mark.parametrize("objective", range(91, 95))
def test_two_ls_give_six(objective: CardId) -> None:
    """A worked figure of the rulebook, for each of the four L shapes."""
    pattern = catalogue().objective[objective]
    assert isinstance(pattern, PatternObjective)
    kingdoms = {(x + part.dx, y + part.dy): part.kingdom for x, y in ((3, 3), (-3, -3)) for part in pattern.pattern}
    assert count_objective(codex_of(kingdoms), objective).points == 6


@pytest.mark.parametrize("objective", range(91, 95))
def test_two_ls_that_share_a_card_are_one(objective: CardId) -> None:
    """R6: a card serves one copy only, so a column of four with two corners gives two, one of three gives one."""
    pattern = catalogue().objective[objective]
    assert isinstance(pattern, PatternObjective)
    kingdoms = {(x + part.dx, y + part.dy): part.kingdom for x, y in ((3, 1), (3, 3)) for part in pattern.pattern}
    assert len(kingdoms) == 5
    assert count_objective(codex_of(kingdoms), objective).copies == 1


def test_cards_on_the_table_count_for_several_objectives() -> None:
    """R6: different objectives may use the same card."""
    chain = codex_of({(n, n): Symbol.FUNGI for n in range(1, 4)})
    assert count_objective(chain, 87).points == count_objective(chain, 95).points == 2


def test_the_starter_is_never_in_a_pattern() -> None:
    """R22: two cards on either side of the starter make no diagonal of three."""
    codex = codex_of({(-1, -1): Symbol.FUNGI, (1, 1): Symbol.FUNGI})
    assert count_objective(codex, 87).copies == 0
