"""Game record: options, deal and actions; the same record always gives the same game.

`read_record` and `write_record` convert one line of JSON, `read_records` streams a file, `opening` and `replay` play a
record through the rules.
"""

from .actions import action_text, parse_seat_action
from .errors import RecordError
from .files import read_records
from .format import Record, read_record, record_schema, seeded_deal, write_record
from .replay import deal_of, opening, replay
from .seal import Seal, opens, seal_deal, sealed_text

__all__ = [
    "Record",
    "RecordError",
    "Seal",
    "action_text",
    "deal_of",
    "opening",
    "opens",
    "parse_seat_action",
    "read_record",
    "read_records",
    "record_schema",
    "replay",
    "seal_deal",
    "sealed_text",
    "seeded_deal",
    "write_record",
]
