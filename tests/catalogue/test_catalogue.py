"""The cards are what is printed: invariants of the box, and a digest of every fact."""

from collections import Counter
from hashlib import sha256

import pytest

from codex_naturalis.catalogue import (
    KINGDOMS,
    OBJECTS,
    Back,
    Corner,
    Deck,
    Face,
    PatternObjective,
    PlayableCard,
    PointsPer,
    Side,
    Symbol,
    SymbolObjective,
    catalogue,
)

BOX = catalogue()
RESOURCE = list(BOX.resource.values())
GOLD = list(BOX.gold.values())

DIGEST = "6dcebb9ba66df0d702c1f85e2bfed161874291c4981d371b2ba1e54fc9e61c48"


def corners(cards: list[PlayableCard]) -> Counter[Corner]:
    """Count the corners of the fronts."""
    return Counter(corner for card in cards for corner in card.front.corners)


def test_the_box_holds_102_cards() -> None:
    """40 resource, 40 gold, 6 starter and 16 objective cards, numbered through."""
    ids = [*BOX.resource, *BOX.gold, *BOX.starter, *BOX.objective]
    assert ids == list(range(1, 103))
    assert [len(kind) for kind in (BOX.resource, BOX.gold, BOX.starter, BOX.objective)] == [40, 40, 6, 16]
    for cards in (BOX.resource, BOX.gold, BOX.starter, BOX.objective):
        assert all(number == card.id for number, card in cards.items())


@pytest.mark.parametrize("cards", [RESOURCE, GOLD], ids=["resource", "gold"])
def test_ten_cards_of_each_kingdom_in_order(cards: list[PlayableCard]) -> None:
    """Fungi, plant, animal and insect, ten each, in the resource deck and in the gold deck."""
    assert [card.kingdom for card in cards] == [kingdom for kingdom in KINGDOMS for _ in range(10)]


@pytest.mark.parametrize("card", [*RESOURCE, *GOLD], ids=lambda card: str(card.id))
def test_backs_show_their_kingdom_and_four_empty_corners(card: PlayableCard) -> None:
    """Every resource and gold back has four empty visible corners and one permanent resource in the centre."""
    assert card.back == Face((Corner.EMPTY,) * 4, (card.kingdom,))
    assert card.face(Side.BACK) is card.back
    assert BOX.back(card.id) == Back(Deck.RESOURCE if card.id <= 40 else Deck.GOLD, card.kingdom)
    assert card.front.centre == ()


def test_resource_fronts() -> None:
    """One hidden corner each; 40 hidden and 40 empty, 17 of each resource, 4 of each object; 12 are worth a point."""
    assert all(card.front.corners.count(Corner.HIDDEN) == 1 for card in RESOURCE)
    count = corners(list(RESOURCE))
    assert count[Corner.HIDDEN] == count[Corner.EMPTY] == 40
    assert {count[Corner(kingdom.value)] for kingdom in KINGDOMS} == {17}
    assert {count[Corner(thing.value)] for thing in OBJECTS} == {4}
    assert Counter(card.points for card in RESOURCE) == {0: 28, 1: 12}
    for kingdom in KINGDOMS:
        count = corners([card for card in RESOURCE if card.kingdom is kingdom])
        assert count[Corner.HIDDEN] == count[Corner.EMPTY] == 10


def test_the_seventh_card_is_as_printed() -> None:
    """The bottom right corner of resource card 7 is hidden, as on the printed cards."""
    assert BOX.resource[7].front.corners == (Corner.FUNGI, Corner.INSECT, Corner.MANUSCRIPT, Corner.HIDDEN)


def test_gold_fronts() -> None:
    """56 hidden and 80 empty corners, 8 of each object, no resource; points and what they count, as printed."""
    count = corners(list(GOLD))
    assert (count.pop(Corner.HIDDEN), count.pop(Corner.EMPTY)) == (56, 80)
    assert count == {Corner(thing.value): 8 for thing in OBJECTS}
    assert Counter(card.points for card in GOLD) == {1: 12, 2: 12, 3: 12, 5: 4}
    counted = [card.per for card in GOLD]
    assert [counted.count(per) for per in (*PointsPer, None)] == [4, 4, 4, 12, 16]


@pytest.mark.parametrize("card", GOLD, ids=lambda card: str(card.id))
def test_gold_costs_follow_the_points(card: PlayableCard) -> None:
    """Costs are resources, mostly of the card's own kingdom: three symbols, four for corners, five for five points."""
    cost: tuple[int, ...] = BOX.gold[card.id].cost
    own = cost[KINGDOMS.index(card.kingdom)]
    assert sum(cost[4:]) == 0
    shape = {PointsPer.CORNER: (4, 3), None: (card.points, card.points)}.get(BOX.gold[card.id].per, (3, 2))
    assert (sum(cost), own) == shape


def test_starters() -> None:
    """Every front shows each resource once and no centre; backs carry one to three permanent resources."""
    for starter in BOX.starter.values():
        assert sorted(starter.front.symbols) == sorted(KINGDOMS)
        assert starter.front.centre == ()
        assert not {Corner(thing.value) for thing in OBJECTS} & set(starter.back.corners)
    assert [len(starter.back.centre) for starter in BOX.starter.values()] == [1, 1, 2, 2, 3, 3]


def test_pattern_objectives() -> None:
    """Four diagonals of one kingdom worth 2, four L shapes of two cards and one worth 3, around their middle cards."""
    patterns = [card for card in BOX.objective.values() if isinstance(card, PatternObjective)]
    assert [card.id for card in patterns] == list(range(87, 95))
    for card in patterns:
        kingdoms = Counter(part.kingdom for part in card.pattern)
        assert card.points == (2 if card.id < 91 else 3)
        assert sorted(kingdoms.values()) == ([3] if card.id < 91 else [1, 2])
        assert (card.pattern[1].dx, card.pattern[1].dy) == (0, 0)
        assert [part.dy for part in card.pattern] == sorted((part.dy for part in card.pattern), reverse=True)
        assert all((part.dx + part.dy) % 2 == 0 for part in card.pattern)
    assert [card.pattern[0].kingdom for card in patterns[:4]] == list(KINGDOMS)


def test_symbol_objectives() -> None:
    """Three equal resources 2 points, three different objects 3, two equal objects 2."""
    sets = [card for card in BOX.objective.values() if isinstance(card, SymbolObjective)]
    assert [card.points for card in sets] == [2, 2, 2, 2, 3, 2, 2, 2]
    wanted = [*(dict.fromkeys([kingdom], 3) for kingdom in KINGDOMS), dict.fromkeys(OBJECTS, 1)]
    wanted += [dict.fromkeys([thing], 2) for thing in (Symbol.MANUSCRIPT, Symbol.INKWELL, Symbol.QUILL)]
    for card, need in zip(sets, wanted, strict=True):
        assert card.symbols == tuple(need.get(symbol, 0) for symbol in Symbol)


def facts() -> str:
    """Write every fact on every card in a form of this test's own."""
    lines = [f"{c.id} {c.kingdom} {' '.join(c.front.corners)} {c.points}" for c in RESOURCE]
    lines += [f"{c.id} {c.kingdom} {' '.join(c.front.corners)} {c.points} {c.per} {c.cost}" for c in GOLD]
    for s in BOX.starter.values():
        lines.append(f"{s.id} {' '.join(s.front.corners)} / {' '.join(s.back.corners)} / {' '.join(s.back.centre)}")
    for o in BOX.objective.values():
        shown = (
            " ".join(f"{p.kingdom} {p.dx},{p.dy}" for p in o.pattern) if isinstance(o, PatternObjective) else o.symbols
        )
        lines.append(f"{o.id} {o.points} {shown}")
    return "\n".join(lines)


def test_every_fact_is_as_it_was_read_off_the_cards() -> None:
    """One digest over all facts, compared when it was recorded with the transcription they come from."""
    assert sha256(facts().encode()).hexdigest() == DIGEST
