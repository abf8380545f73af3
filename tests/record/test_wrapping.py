"""However a record comes, the same one is read: encodings, marks, line ends, fences; and several are counted."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex_naturalis.record import Record, RecordError, read_record, write_record
from codex_naturalis.record.errors import SeveralRecordsError
from codex_naturalis.record.files import numbered_records
from codex_naturalis.record.wrapping import count_records, unwrap_text
from codex_naturalis.rules import options_of

RECORDS = tuple(Record(options_of(2), seed=seed) for seed in ("x", "Zoë 中 \U0001f600", "`~ {} \ufeff"))
FENCES = st.sampled_from([("", ""), ("```", "```"), ("```json", "```"), ("~~~~ json", "~~~~"), (" ", "\n\t")])
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")


@st.composite
def wrapped(draw: st.DrawFn, records: st.SearchStrategy[list[Record]]) -> tuple[list[Record], bytes]:
    """Return records, and a file of theirs as some program may have written it."""
    games, end = draw(records), draw(st.sampled_from(["\n", "\r\n", "\n\n", "\r\n \r\n"]))
    opened, closed = draw(FENCES)
    tick = draw(st.sampled_from(["", "`", "```"]))
    lines = [draw(st.sampled_from(["", "  ", "\t"])) + tick + write_record(game) + tick for game in games]
    text = end.join([*([opened] if opened else []), *lines, *([closed] if closed else [])])
    return games, (text + draw(st.sampled_from(["", end]))).encode(draw(st.sampled_from(ENCODINGS)))


@given(file=wrapped(st.lists(st.sampled_from(RECORDS), min_size=1, max_size=4)))
def test_a_file_is_read_however_it_is_wrapped(file: tuple[list[Record], bytes]) -> None:
    """One record on each line, whatever is around them."""
    games, data = file
    assert [record for _, record in numbered_records(io.BytesIO(data))] == games


@given(file=wrapped(st.lists(st.sampled_from(RECORDS), min_size=1, max_size=4)))
def test_a_text_is_one_record_or_says_how_many(file: tuple[list[Record], bytes]) -> None:
    """Where one game is read, several are refused with their number."""
    games, data = file
    if len(games) == 1:
        assert read_record(unwrap_text(data)) == games[0]
    else:
        with pytest.raises(SeveralRecordsError) as several:
            read_record(unwrap_text(data))
        assert several.value.count == len(games)


@given(junk=st.binary(max_size=200) | st.binary(max_size=200).map(b"\xff\xfe".__add__))
def test_junk_gives_nothing_but_a_record_error(junk: bytes) -> None:
    """Fuzzing: random bytes, in one encoding or another."""
    with pytest.raises(RecordError):
        read_record(unwrap_text(junk))


def test_the_line_of_a_fault_is_told_in_any_encoding() -> None:
    """As an editor counts them."""
    text = f"```\r\n{write_record(RECORDS[0])}\r\n{{}}\r\n```"
    for encoding in ENCODINGS:
        with pytest.raises(RecordError, match=r"^line 3: "):
            list(numbered_records(io.BytesIO(text.encode(encoding))))


def test_records_are_counted_wherever_they_stand() -> None:
    """On one line, over several, and before something else; other objects are none."""
    line = write_record(RECORDS[0])
    texts = {line * 3: 3, f"{line}\n{line[:-1]}\n}} [": 2, "{} {}": 0, "[" * 100_000: 0}
    assert {text: count_records(text) for text in texts} == texts


def test_a_wide_file_that_breaks_off_is_refused() -> None:
    """In the middle of a character, or as a line longer than any game."""
    with pytest.raises(RecordError, match="not UTF-16"):
        unwrap_text(write_record(RECORDS[0]).encode("utf-16")[:-1])
    with pytest.raises(RecordError, match="longer than any game"):
        unwrap_text(("[" * (1 << 21)).encode("utf-16"))
