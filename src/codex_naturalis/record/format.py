"""Record and its serialization: one line of JSON (format versions 1 and 2)."""

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, DecodeError, Meta, Struct, UnsetType
from msgspec.json import Decoder, Encoder, schema

from codex_naturalis.catalogue import catalogue
from codex_naturalis.rules import (
    LATEST,
    Action,
    Deal,
    GameOptions,
    InvalidDealError,
    Preset,
    RulesVersion,
    Seat,
    SeededShuffler,
    SoloLevel,
    begin,
    check_deal,
    check_options,
    draw_deal,
    follow,
    house_rules_of,
    options_of,
    with_house_rules,
)

from .actions import SEAT_ACTION_PATTERN, action_text, parse_seat_action
from .errors import RecordError, SeveralRecordsError
from .seal import Seal
from .wrapping import count_records

__all__ = ["Record", "RecordLine", "RecordOptions", "read_record", "record_schema", "seeded_deal", "write_record"]


def seeded_deal(options: GameOptions, seed: str) -> Deal:
    """Return the deal that `seed` gives, the same everywhere and for ever."""
    return draw_deal(catalogue(), options, SeededShuffler(seed))


class Record(Struct, frozen=True):
    """Game record: what was agreed, what chance decided, and what was done."""

    options: GameOptions
    seed: str | None = None
    """Seed of the deal; None if the deal is given."""

    deal: Deal | None = None
    """Deal; None if a seed is given."""

    actions: tuple[str, ...] = ()
    """Actions in the order played, as `action_text` writes them."""

    seal: Seal | None = None
    """Seal that opens the commitment shown before play; None if none was."""

    rules: RulesVersion = LATEST
    """Version of the rules; on the line it is called `version`."""

    def __post_init__(self) -> None:
        """Refuse a game with two deals, or with none, and options that its rules exclude."""
        if (self.seed is None) == (self.deal is None):
            raise ValueError("a record has either a seed or a deal")
        check_options(self.options, self.rules)

    @classmethod
    def of(
        cls,
        options: GameOptions,
        deal: Deal,
        played: Iterable[tuple[Seat, Action]],
        *,
        seal: Seal | None = None,
        rules: RulesVersion = LATEST,
    ) -> "Record":
        """Return the record of what was `played` after `deal`.

        Raises `InvalidOptionsError` if `rules` exclude `options`.
        """
        actions = tuple([action_text(seat, action) for seat, action in played])
        return cls(options, deal=deal, actions=actions, seal=seal, rules=rules)

    def parse_actions(self) -> tuple[tuple[Seat, Action], ...]:
        """Return the actions as values; raise `RecordError` if one of them is none."""
        return tuple(map(parse_seat_action, self.actions))

    def __repr__(self) -> str:
        """Return a one-line summary of the game, for a debugger."""
        kind = f"1 seat, {self.options.solo}" if self.options.solo else f"{self.options.seats} seats"
        return f"<Record: {kind}, {len(self.actions)} actions>"

    def _repr_svg_(self) -> str:
        """Return the codex of the seat that was to act last as SVG, which notebooks show."""
        state = begin(self.options, self.deal or seeded_deal(self.options, self.seed or ""), self.rules)
        for step in follow(state, self.parse_actions(), events=False):
            state = step.state
        return state._repr_svg_()


ActionText = Annotated[str, Meta(extra_json_schema={"pattern": SEAT_ACTION_PATTERN})]
"""Action as `action_text` writes it; the pattern is published, and `parse_seat_action` checks it here."""

_EITHER: Final = Meta(
    extra_json_schema={
        "oneOf": [
            {"required": ["seed"], "properties": {"seed": {"type": "string"}}},
            {"required": ["deal"], "properties": {"deal": {"type": "object"}}},
        ]
    }
)


@with_house_rules(UNSET)
class RecordOptions(Struct, forbid_unknown_fields=True):
    """Options as they are written: what is left out comes from the preset."""

    seats: int
    preset: Preset = Preset.EN
    solo: SoloLevel | None = None


class RecordLine(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Input line of a file of records."""

    format: Literal["codex-naturalis"]
    version: RulesVersion
    options: RecordOptions
    actions: tuple[ActionText, ...]
    seed: str | None = None
    deal: Deal | None = None
    seal: Seal | None = None


class _Written(Struct):
    """Output line, with fields in the most readable order."""

    format: str
    version: int
    options: GameOptions
    seed: str | None
    deal: Deal | UnsetType
    actions: tuple[str, ...]
    seal: Seal | UnsetType


_DECODER = Decoder(RecordLine)
_ENCODER = Encoder()


def write_record(record: Record) -> str:
    """Return `record` as one line of JSON, without a line end."""
    deal = UNSET if record.deal is None else record.deal
    seal = UNSET if record.seal is None else record.seal
    written = _Written("codex-naturalis", record.rules, record.options, record.seed, deal, record.actions, seal)
    return _ENCODER.encode(written).decode()


def read_record(text: str | bytes) -> Record:
    """Parse the record that one JSON text holds; raise `RecordError` if it is none, or several.

    Only the form is checked: cards that exist, none twice, known words. Illegal actions are found when they are played.
    """
    line = _decode(text)
    try:
        options = _options(line.options, line.version)
        record = Record(options, line.seed, line.deal, line.actions, line.seal, line.version)
        if line.deal is not None:
            check_deal(catalogue(), record.options, line.deal)
    except InvalidDealError as error:
        raise RecordError(f"deal.{error}") from None
    except ValueError as error:
        raise RecordError(str(error)) from None
    _check_actions(line.actions)
    return record


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of one line of records: its form, but not which cards may lie where."""
    return schema(Annotated[RecordLine, _EITHER])


def _decode(text: str | bytes) -> RecordLine:
    try:
        return _DECODER.decode(text.encode() if isinstance(text, str) else text)
    except DecodeError as error:
        if (count := count_records(text)) > 1:
            raise SeveralRecordsError(count) from None
        raise RecordError(str(error)) from None
    except UnicodeError:
        raise RecordError("this is not UTF-8") from None
    except RecursionError:
        raise RecordError("this is nested too deeply") from None


def _options(written: RecordOptions, rules: RulesVersion) -> GameOptions:
    return options_of(written.seats, written.preset, solo=written.solo, rules=rules, **house_rules_of(written))


def _check_actions(actions: tuple[str, ...]) -> None:
    for index, text in enumerate(actions):
        try:
            parse_seat_action(text)
        except RecordError as error:
            raise RecordError(f"action {index}: {error.fault}") from None
