"""Actions as text: one spelling for each, and nothing else is one."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex_naturalis.catalogue import Side
from codex_naturalis.record import RecordError, action_text, parse_seat_action
from codex_naturalis.rules import Action, ChooseObjective, ChooseSide, Draw, Place, Source

SPELT = [
    ("0 side back", 0, ChooseSide(Side.BACK)),
    ("1 side front", 1, ChooseSide(Side.FRONT)),
    ("1 objective 101", 1, ChooseObjective(101)),
    ("0 place 3 front 1,1", 0, Place(3, Side.FRONT, (1, 1))),
    ("3 place 52 back -12,0", 3, Place(52, Side.BACK, (-12, 0))),
    *((f"2 draw {source}", 2, Draw(source)) for source in Source),
]


@pytest.mark.parametrize(("text", "seat", "action"), SPELT)
def test_spelling(text: str, seat: int, action: Action) -> None:
    """Each kind of action has one spelling, both ways."""
    assert parse_seat_action(text) == (seat, action)
    assert action_text(seat, action) == text


def actions() -> st.SearchStrategy[Action]:
    """Return any action that can be written."""
    cards, sides, near = st.integers(1, 102), st.sampled_from(Side), st.integers(-99, 99)
    return st.one_of(
        sides.map(ChooseSide),
        cards.map(ChooseObjective),
        st.builds(Place, cards, sides, st.tuples(near, near)),
        st.sampled_from(Source).map(Draw),
    )


@given(seat=st.integers(0, 3), action=actions())
def test_what_is_written_is_read_again(seat: int, action: Action) -> None:
    """Every action survives being written."""
    assert parse_seat_action(action_text(seat, action)) == (seat, action)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "0",
        "0 ",
        "0 side",
        "side back",
        "0 side up",
        "0 side back ",
        " 0 side back",
        "0  side back",
        "0\tside back",
        "0 side back\n",
        "0 Side back",
        "0 side back front",
        "-1 side back",
        "+1 side back",
        "01 side back",
        "1.0 side back",
        "٣ side back",
        "12345 side back",
        "0 objective",
        "0 objective x",
        "0 objective 0",
        "0 objective 103",
        "0 objective ٩٩",
        "0 place 3 front",
        "0 place 3 front 1",
        "0 place 3 front 1,",
        "0 place 3 front 1, 1",
        "0 place 3 front 1,1,1",
        "0 place 3 front 01,1",
        "0 place 3 front -0,1",
        "0 place 3 front +1,1",
        "0 place 3 front 1.5,1",
        "0 place 3 front 99999,1",
        "0 place 3 front 1e3,1",
        "0 place 3 front 1,1\n",
        "0 place 3 top 1,1",
        "0 place R03 front 1,1",
        "0 place 3 front (1,1)",
        "0 draw",
        "0 draw resource",
        "0 draw resource-3",
        "0 draw objective-deck",
        "0 draw RESOURCE_1",
        "0 pass",
        "0 __class__ x",
        "0 side " + "x" * 100_000,
        "9" * 100_000 + " side back",
    ],
    ids=lambda text: ascii(text[:24]),
)
def test_anything_else_is_no_action(text: str) -> None:
    """Other words, other numbers and other spaces are refused, in one short line."""
    with pytest.raises(RecordError) as refused:
        parse_seat_action(text)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


WORDS = [
    "0",
    "1",
    "side",
    "objective",
    "place",
    "draw",
    "front",
    "back",
    "3",
    "101",
    "1,1",
    "gold-1",
    " ",
    "\ud800",
    "-",
]


@given(text=st.one_of(st.text(), st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)))
def test_fuzzing_gives_an_action_or_a_record_error(text: str) -> None:
    """Whatever the text, it is the one spelling of an action, or it is refused."""
    try:
        seat, action = parse_seat_action(text)
    except RecordError:
        return
    assert action_text(seat, action) == text


def test_every_spelling_is_different() -> None:
    """No two actions are written alike."""
    near: list[Action] = [Place(card, side, (x, 1)) for card, side, x in product((1, 11), Side, (-1, 1, 11))]
    near += [Draw(source) for source in Source]
    assert len({action_text(seat, action) for seat in range(3) for action in near}) == 3 * len(near)
