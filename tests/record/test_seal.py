"""A sealed deal can be checked by anybody, and nothing else passes for it."""

import hashlib
import json
from pathlib import Path

import msgspec
import pytest

from codex_naturalis.record import (
    Record,
    RecordError,
    opens,
    read_record,
    seal_deal,
    sealed_text,
    seeded_deal,
    write_record,
)
from codex_naturalis.rules import options_of

DEAL = seeded_deal(options_of(2), "one")
OTHER = seeded_deal(options_of(2), "other")


def test_the_deal_that_was_sealed_opens_the_seal_and_no_other_does() -> None:
    """Neither another deal, nor another lot or salt."""
    seal = seal_deal(DEAL, (1, 0))
    assert opens(seal, DEAL)
    assert not opens(seal, OTHER)
    assert not opens(msgspec.structs.replace(seal, lot=(0, 1)), DEAL)
    assert not opens(msgspec.structs.replace(seal, salt="0" * 64), DEAL)


def test_the_same_deal_never_has_the_same_seal_twice() -> None:
    """Trying deals out reveals nothing."""
    assert seal_deal(DEAL, (0, 1)).commitment != seal_deal(DEAL, (0, 1)).commitment


def test_the_seal_of_a_record_can_be_checked_with_nothing_but_a_hash() -> None:
    """As the documentation says it: salt, lot and deal as JSON without spaces."""
    record = json.loads(write_record(Record(options_of(2), deal=DEAL, seal=seal_deal(DEAL, (1, 0)))))
    text = json.dumps(
        {"salt": record["seal"]["salt"], "lot": record["seal"]["lot"], "deal": record["deal"]}, separators=(",", ":")
    )
    assert text.encode() == sealed_text(DEAL, record["seal"]["salt"], (1, 0))
    assert hashlib.sha256(text.encode()).hexdigest() == record["seal"]["commitment"]


def test_a_record_keeps_its_seal() -> None:
    """Written and read it is the same; records without one stay as they were."""
    record = Record(options_of(2), deal=DEAL, seal=seal_deal(DEAL, (1, 0)))
    assert read_record(write_record(record)) == record
    assert "seal" not in write_record(Record(options_of(2), deal=DEAL))


@pytest.mark.parametrize(
    ("part", "value"), [("salt", "x" * 64), ("salt", "ab"), ("commitment", None), ("lot", [4]), ("lot", [-1])]
)
def test_a_seal_that_is_none_is_refused(part: str, value: object) -> None:
    """Form is checked when a record is read."""
    line = json.loads(write_record(Record(options_of(2), deal=DEAL, seal=seal_deal(DEAL, (1, 0)))))
    line["seal"][part] = value
    with pytest.raises(RecordError):
        read_record(json.dumps(line))


def test_the_web_client_computes_the_same() -> None:
    """What its tests check their seals against was sealed here."""
    fixture = Path(__file__).parents[2] / "frontend" / "tests" / "fixtures" / "sealed.json"
    record = read_record(fixture.read_bytes())
    assert record.seal
    assert record.deal
    assert opens(record.seal, record.deal)
