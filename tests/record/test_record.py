"""A record is the game: what is written is read again, and what is no record is refused with one clear line."""

import io
import json
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from codex_naturalis.catalogue import catalogue
from codex_naturalis.record import (
    Record,
    RecordError,
    action_text,
    deal_of,
    opening,
    parse_seat_action,
    read_record,
    read_records,
    record_schema,
    replay,
    seeded_deal,
    write_record,
)
from codex_naturalis.record.files import numbered_records
from codex_naturalis.record.wrapping import LONGEST_LINE
from codex_naturalis.rules import (
    LATEST,
    Exhaustion,
    GameOptions,
    IllegalAction,
    InvalidOptionsError,
    Preset,
    Refill,
    RulesVersion,
    SeededShuffler,
    SoloLevel,
    TieBreak,
    begin,
    deal,
    options_of,
)
from tests.strategies import Played, all_options, played_games


def a_line(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """Return a small record as JSON would give it, with some of its parts changed; `...` leaves a part out."""
    whole: dict[str, Any] = json.loads(write_record(Record(options_of(2), deal=seeded_deal(options_of(2), "a line"))))
    return {key: value for key, value in {**whole, **changes}.items() if value is not ...}


def read(line: Any) -> Record:  # noqa: ANN401 - JSON
    """Read what JSON makes of `line`."""
    return read_record(json.dumps(line))


def fault_of(text: str | bytes) -> str:
    """Return what is said against `text`."""
    with pytest.raises(RecordError) as refused:
        read_record(text)
    return refused.value.fault


@given(played=played_games())
def test_what_is_written_is_read_again(played: Played) -> None:
    """A game written as a record and read again is the same game, action by action, state by state."""
    actions = tuple(action_text(seat, action) for seat, action in played.actions)
    begun = played.opening
    record = Record(begun.options, deal=begun.deal, actions=actions, rules=begun.rules)
    line = write_record(record)
    again = read_record(line)
    assert "\n" not in line
    assert again == record
    assert write_record(again) == line
    assert read_record(line.encode()) == record
    assert tuple(parse_seat_action(text) for text in again.actions) == played.actions
    assert opening(again) == played.opening
    assert tuple(replay(again)) == played.steps


@given(options=all_options(), seed=st.text())
def test_a_seed_stands_for_its_deal(options: GameOptions, seed: str) -> None:
    """A record with a seed is the game that a record with the deal of that seed is."""
    seeded, given = Record(options, seed=seed), Record(options, deal=seeded_deal(options, seed))
    assert opening(seeded) == opening(given)
    assert deal_of(seeded) == deal_of(given) == given.deal
    assert read_record(write_record(seeded)) == seeded
    assert "deal" not in json.loads(write_record(seeded))


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("en", (Exhaustion.DECKS, TieBreak.OBJECTIVE_POINTS, Refill.SAME_DECK)),
        ("fr", (Exhaustion.TABLE, TieBreak.OBJECTIVE_POINTS, Refill.SAME_DECK)),
        ("it", (Exhaustion.DECKS, TieBreak.OBJECTIVE_CARDS, Refill.SAME_DECK)),
    ],
)
def test_options_left_out_come_from_the_preset(preset: str, expected: tuple[str, str, str]) -> None:
    """Only `seats` is required; each edition has its own reading of the rules."""
    options = read(a_line(options={"seats": 2, "preset": preset})).options
    assert (options.end_by_exhaustion, options.tie_break, options.refill) == expected
    assert read(a_line(options={"seats": 2})).options == options_of(2, Preset.EN)


def test_options_given_beat_the_preset() -> None:
    """Each option can be changed by itself."""
    options = {"seats": 2, "preset": "it", "refill": "other_deck"}
    assert read(a_line(options=options)).options == options_of(2, Preset.IT, refill=Refill.OTHER_DECK)


def test_shorter_decks_are_a_constructed_situation() -> None:
    """A deck may be given shorter than in the box: it is then empty sooner."""
    line = a_line()
    line["deal"]["decks"] = {"resource": [], "gold": line["deal"]["decks"]["gold"][:1], "objective": []}
    assert len(opening(read(line)).deal.decks.gold) == 1


def test_records_are_written_in_the_latest_version_and_read_in_their_own() -> None:
    """A new record says version 2; one of version 1 is read as such, and says so when it is written again."""
    assert a_line()["version"] == LATEST.value == 2
    old = read(a_line(version=1))
    assert old.rules is RulesVersion.FIRST
    assert json.loads(write_record(old))["version"] == 1
    assert opening(old).rules is RulesVersion.FIRST


@pytest.mark.parametrize("version", RulesVersion)
def test_a_version_is_nothing_that_is_agreed_on(version: RulesVersion) -> None:
    """The options of a record are those of the books, in either version."""
    options = json.loads(write_record(read(a_line(version=version))))["options"]
    assert list(options) == ["seats", "preset", "end_by_exhaustion", "tie_break", "refill", "solo"]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_seed_deals_the_same_cards_in_both_versions(seats: int) -> None:
    """The shuffle knows no version."""
    options = options_of(seats, solo=SoloLevel.HARD if seats == 1 else None)
    old, new = (Record(options, seed="both", rules=rules) for rules in RulesVersion)
    assert deal_of(old) == deal_of(new)


def test_tybor_wants_his_own_decks() -> None:
    """S12: `other_deck` with solo was allowed in version 1, whose records are still read; a new game is refused."""
    with pytest.raises(InvalidOptionsError, match="other_deck does not go with solo"):
        options_of(1, solo=SoloLevel.EASY, refill=Refill.OTHER_DECK)
    options = options_of(1, solo=SoloLevel.EASY, refill=Refill.OTHER_DECK, rules=RulesVersion.FIRST)
    old = Record(options, seed="old", rules=RulesVersion.FIRST)
    assert read_record(write_record(old)) == old
    with pytest.raises(InvalidOptionsError):
        Record(options, seed="new")
    with pytest.raises(InvalidOptionsError):
        begin(options, deal_of(old))
    with pytest.raises(InvalidOptionsError):
        deal(catalogue(), options, SeededShuffler("new"))


def test_an_illegal_action_is_the_business_of_the_rules() -> None:
    """A record with an action that the rules refuse can be read; it is refused when it is played."""
    record = read(a_line(actions=["0 side back", "0 side back"]))
    steps = replay(record)
    next(steps)
    with pytest.raises(IllegalAction):
        next(steps)


def without(path: str) -> Callable[[Any], Any]:
    """Return what takes one part out of a record."""

    def change(line: Any) -> Any:  # noqa: ANN401 - JSON
        *folders, last = path.split(".")
        inner = line
        for folder in folders:
            inner = inner[folder]
        del inner[last]
        return line

    return change


def having(path: str, value: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - JSON
    """Return what sets one part of a record."""

    def change(line: Any) -> Any:  # noqa: ANN401 - JSON
        *folders, last = path.split(".")
        inner = line
        for folder in folders:
            inner = inner[int(folder) if folder.isdigit() else folder]
        inner[int(last) if last.isdigit() else last] = value
        return line

    return change


FAULTS = [
    (having("format", "codex"), "format"),
    (having("version", 3), "version"),
    (having("version", 0), "version"),
    (having("version", "1"), "version"),
    (without("format"), "format"),
    (without("version"), "version"),
    (without("options"), "options"),
    (without("actions"), "actions"),
    (without("deal"), "either a seed or a deal"),
    (having("seed", "both"), "either a seed or a deal"),
    (having("seed", 7), "seed"),
    (having("extra", 1), "unknown field `extra`"),
    (having("two\nlines\u2028", 1), "unknown field `two\\nlines\\u2028`"),
    (having("long" * 1000, 1), "unknown field `longlong"),
    (having("options.house", 1), "unknown field `house`"),
    (without("options.seats"), "seats"),
    (having("options.seats", 0), "seats"),
    (having("options.seats", 5), "seats"),
    (having("options.seats", 3), "the deal is for 2 seats, the options for 3"),
    (having("options.seats", "2"), "seats"),
    (having("options.seats", 2.5), "seats"),
    (having("options.seats", 10**400), "seats"),
    (having("options.seats", 1), "one seat needs a solo level"),
    (having("options.solo", "hard"), "solo needs one seat"),
    (having("options", {"seats": 1, "solo": "easy", "refill": "other_deck"}), "other_deck does not go with solo"),
    (having("options.solo", "brutal"), "solo"),
    (having("options.preset", "de"), "preset"),
    (having("options.tie_break", None), "tie_break"),
    (having("options.refill", "none"), "refill"),
    (having("deal.seats", []), "seats"),
    (having("deal.seats.0.starter", 1), "seats[0].starter"),
    (having("deal.seats.0.starter", 103), "no such card"),
    (having("deal.seats.0.hand", [1, 2]), "hand"),
    (having("deal.seats.1.hand.0", 81), "no such card"),
    (having("deal.seats.1.hand.0", -1), "no such card"),
    (having("deal.seats.1.hand.0", 10**30), "no such card"),
    (having("deal.seats.1.hand.0", 1.5), "hand"),
    (having("deal.seats.1.objectives", [87]), "objectives"),
    (having("deal.market.gold", [1, 2]), "market.gold"),
    (having("deal.common_objectives", [1, 2]), "common_objectives"),
    (having("deal.decks.resource", [41]), "decks.resource"),
    (having("deal.decks.objective", [41]), "decks.objective"),
    (having("deal.decks.joker", []), "unknown field `joker`"),
    (having("deal.tybor", [1]), "solo"),
    (having("deal", None), "either a seed or a deal"),
    (having("actions", "0 side back"), "actions"),
    (having("actions", [7]), "actions"),
    (having("actions", ["0 side back", "0 pass"]), "action 1: unknown word 'pass'"),
    (having("actions", ["0 place 999 front 1,1"]), "unknown card '999'"),
]


@pytest.mark.parametrize(("change", "said"), FAULTS, ids=[f"{i}-{said}" for i, (_, said) in enumerate(FAULTS)])
def test_a_faulty_record_is_refused_by_name(change: Callable[[Any], Any], said: str) -> None:
    """Each fault is named, in one line."""
    fault = fault_of(json.dumps(change(a_line())))
    assert said in fault
    assert fault.isprintable()
    assert len(fault) <= 300


def test_a_card_that_occurs_twice_is_refused() -> None:
    """Wherever the second one lies."""
    line = a_line()
    card = line["deal"]["seats"][0]["hand"][0]
    line["deal"]["decks"]["resource"][3] = card
    assert fault_of(json.dumps(line)) == f"deal.seats[0].hand: card {card} occurs twice"


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"7",
        b'"record"',
        b"[" * 100_000,
        b'{"deal":' * 100_000,
        b'{"a":' * 3000,
        b'{"format":"codex-naturalis","version":1,"options":' + b"[" * 3000,
        b"\xff\xfe",
        b'{"format":"\xff"}',
        b'{"seed":"\\ud800"}',
        b'{"version":NaN}',
        b'{"version":Infinity}',
        b'{"version":1e999}',
        b'{"version":' + b"9" * 10_000 + b"}",
        b"\x00",
        b"{} {}",
        b"\xef\xbb\xbf{}",
    ],
)
def test_hostile_bytes_are_refused(text: bytes) -> None:
    """Whatever the bytes, the answer is a short refusal."""
    assert 0 < len(fault_of(text)) < 300


def test_text_that_is_not_utf_8_is_refused() -> None:
    """Also where Python's own text holds what no file can."""
    assert fault_of('{"seed":"\ud800"}') == "this is not UTF-8"


@given(junk=st.binary(max_size=200))
def test_junk_gives_nothing_but_a_record_error(junk: bytes) -> None:
    """Fuzzing: random bytes."""
    with pytest.raises(RecordError):
        read_record(junk)


@given(data=st.data())
def test_a_broken_record_gives_a_record_or_a_record_error(data: st.DataObject) -> None:
    """Fuzzing: a real record with bytes changed, taken out or doubled."""
    text = bytearray(json.dumps(a_line(actions=["0 side back", "1 side front"])).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text) - 1))
        stop = min(len(text), start + data.draw(st.integers(0, 6)))
        text[start:stop] = data.draw(st.one_of(st.binary(max_size=6), st.just(bytes(text[start:stop] * 2))))
    _read_or_refuse(bytes(text))


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)),
    max_leaves=6,
)


def paths(value: Any, so_far: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - JSON
    """Yield the way to every part of a nested value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in parts:
        yield (*so_far, key)
        yield from paths(inner, (*so_far, key))


@given(data=st.data(), value=json_values)
def test_a_record_with_a_strange_part_gives_a_record_or_a_record_error(data: st.DataObject, value: object) -> None:
    """Fuzzing: any part of a real record replaced by any other JSON value."""
    line = a_line(actions=["0 side back", "1 side front"])
    *folders, last = data.draw(st.sampled_from(list(paths(line))))
    inner = line
    for folder in folders:
        inner = inner[folder]
    inner[last] = value
    _read_or_refuse(json.dumps(line).encode())


def _read_or_refuse(text: bytes) -> None:
    try:
        record = read_record(text)
    except RecordError:
        return
    assert read_record(write_record(record)) == record
    opening(record)


# Files


def test_a_file_is_a_stream(tmp_path: Path) -> None:
    """Empty lines, Windows line ends and a byte order mark do no harm."""
    line = write_record(Record(options_of(2), seed="x"))
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + f"{line}\r\n\r\n  \n{line}\n{line}".encode())
    assert list(read_records(path)) == [read_record(line)] * 3
    with path.open("rb") as file:
        assert [number for number, _ in numbered_records(file)] == [1, 4, 5]


def test_a_faulty_line_is_named() -> None:
    """What comes before it is read all the same."""
    line = write_record(Record(options_of(2), seed="x")).encode()
    records = numbered_records(io.BytesIO(line + b"\n\n" + line + b"\n{}\n"))
    assert [next(records)[0], next(records)[0]] == [1, 3]
    with pytest.raises(RecordError, match=r"^line 4: ") as refused:
        next(records)
    assert refused.value.line == 4


def test_a_line_without_end_is_not_read_whole() -> None:
    """A line longer than any game is refused before it fills the memory."""

    class Endless(io.RawIOBase):
        given = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert size > 0
            self.given += size
            return b"[" * size

    endless = Endless()
    with pytest.raises(RecordError, match="longer than any game"):
        next(numbered_records(endless))  # type: ignore[arg-type]
    assert endless.given == LONGEST_LINE + 1


def test_many_games_need_no_more_memory_than_one(tmp_path: Path) -> None:
    """Reading is streamed: twenty times the games, the same peak."""
    line = write_record(Record(options_of(2), deal=seeded_deal(options_of(2), "x")))

    def peak(games: int) -> int:
        path = tmp_path / f"{games}.jsonl"
        path.write_text(f"{line}\n" * games)
        tracemalloc.start()
        assert sum(1 for _ in read_records(path)) == games
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(1)
    assert peak(1000) < peak(50) * 1.5


def test_a_record_has_one_deal_and_one_only() -> None:
    """In Python too."""
    with pytest.raises(ValueError, match="either a seed or a deal"):
        Record(options_of(1, solo=SoloLevel.EASY))


@given(game=played_games())
def test_what_is_written_fits_the_schema(game: Played) -> None:
    """Of a game with its deal; and one of a seed alone."""
    check = Draft202012Validator(record_schema())
    seeded = write_record(Record(game.opening.options, seed="any text", rules=game.opening.rules))
    for line in (repr(game), seeded):
        assert list(check.iter_errors(json.loads(line))) == []


@pytest.mark.parametrize(
    "line",
    [
        a_line(deal=None),
        a_line(seed="as well"),
        a_line(version=3),
        a_line(actions=["0 side front", "0 pass"]),
        a_line(actions=["0 place 3 front 01,1"]),
        a_line(actions=["0 draw gold-2 "]),
        a_line(more=1),
    ],
)
def test_what_is_no_record_in_form_does_not_fit_the_schema(line: Any) -> None:  # noqa: ANN401 - JSON
    """What `read_record` refuses for its form, the schema refuses too."""
    assert list(Draft202012Validator(record_schema()).iter_errors(line))
    with pytest.raises(RecordError):
        read(line)


def test_a_record_shows_itself() -> None:
    """In one line in a debugger, as a picture of the last codex in a notebook."""
    record = Record(options_of(2), seed="shown")
    assert repr(record) == "<Record: 2 seats, 0 actions>"
    assert repr(Record(options_of(1, solo=SoloLevel.HARD), seed="x")) == "<Record: 1 seat, hard, 0 actions>"
    played = Record(options_of(2), seed="shown", actions=("0 side front", "1 side back"))
    assert played._repr_svg_().count("<text") > 1
