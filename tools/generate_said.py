"""Write the text table's answers to typed lines, with which the web client and the terminal are both tested.

For each moment of a real game (`generate_view_fixtures`) and each language one conversation: lines typed one after
the other, with the answers of `codex_naturalis.words`. `frontend/tests/text-table/said.test.ts` types the same.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from codex_naturalis.catalogue import Side
from codex_naturalis.i18n import LOCALES, Locale
from codex_naturalis.rules import Action
from codex_naturalis.words import Planning, Players, Reader, Speech, answer, names_of, speech
from codex_naturalis.words.cards import card_name
from codex_naturalis.words.planning import SOURCES, hand_of, is_awaited, sources_of
from codex_naturalis.words.table import source_name
from tools.generate import ROOT, settle
from tools.generate_view_fixtures import OUT as MOMENTS
from tools.generate_view_fixtures import Moment

OUT: Final = ROOT / "frontend" / "tests" / "text-table" / "said"

ANYWHERE: Final = (
    *("status", "score", "objectives", "objective", "seats", "tybor", "left", "log", "why", "undo", "compare", "pick"),
    *("drop", "place", "place 1", "place 9 front 1,1", "place 1 back 40,40", "place 1 back 0,0", "side", "confirm"),
    *("draw", "draw gold-1 now", "draw 999", "draw zebra", "draw a"),
)
"""Lines understood in every language, whose answers differ from moment to moment."""

ONCE: Final = (
    *("", "?", "x" * 201, "plcae 1", "xyzzy", "hand", "card", "card 57", "card 2", "card #2", "card 87 front"),
    *("card 999", "card 83 back", "card zebra", "open", "open 9", "why 1", "why 1 back", "cell", "cell 0,0"),
    *("cell 1,1", "cell -1 1", "cell 40,40", "cell 1000,1", "codex", "codex 2", "codex tybor", "codex nobody"),
    *("codex 9", "symbols", "symbols 1", "market", "objective #3", "rules", "log 300", "help", "help nothing"),
)
"""More such lines, for a few moments."""

WHOLE: Final = ("place", "solo", "over", "watching")
"""Moments at which every line is typed."""


class Said(msgspec.Struct, frozen=True):
    """A typed line and its answer."""

    line: str
    title: str | None
    lines: tuple[str, ...]
    refusal: bool
    actions: tuple[Action, ...]


def conversation(moment: Moment, locale: Locale, *, whole: bool) -> tuple[Said, ...]:
    """Return the answers at one moment of a game, line by line."""
    say, planning = speech(locale), Planning()
    planning.see(moment.view)
    people = Players(moment.viewer, names_of(say, moment.table.seats), moment.view.options.end_by_exhaustion)
    reader = Reader(say, people, planning, hints=moment.table.hints)
    reader.steps = moment.log
    return tuple(
        _said(line, reader) for line in (*(ONCE if whole else ()), *ANYWHERE, *_about(moment, say), *_turn(moment, say))
    )


def _said(line: str, reader: Reader) -> Said:
    reply = answer(line, reader)
    if reply.actions:
        reader.planning.note_sent()
    return Said(line, reply.title, reply.lines, reply.refusal, reply.actions)


def _about(moment: Moment, say: Speech) -> Iterator[str]:
    """Yield lines about the cards here, in the words of the language."""
    view = moment.view
    if not (moment.table.hints and is_awaited(view)):
        yield say.verb("hint")  # else the teacher would be asked
    for card in hand_of(view):
        for side in Side:
            yield f"{say.verb('open')} {card_name(say, card)} {say.noun(side)}"
    for seat in view.seats:
        yield f"{say.verb('codex')} {names_of(say, moment.table.seats)[seat.seat]}"
        for cell in (*seat.open[:3], *(blocked.cell for blocked in view.blocked[:3])):
            yield f"{say.verb('cell')} ({cell[0]}; {cell[1]})"
    for verb in ("place", "draw", "compare", "tybor"):
        yield f"{say.verb('help')} {say.verb(verb)}"


def _turn(moment: Moment, say: Speech) -> Iterator[str]:
    """Yield a turn: plans, three of them kept, and the final action."""
    view = moment.view
    place, keep = say.verb("place"), say.verb("compare")
    for preview in view.previews[:: max(1, len(view.previews) // 5)]:
        at = hand_of(view).index(preview.card) + 1
        yield f"{place} {at} {say.noun(preview.side)} {preview.cell[0]},{preview.cell[1]}"
        yield f"{say.verb('why')} {at} {say.noun(preview.side)} {preview.cell[0]},{preview.cell[1]}"
        yield from (say.verb("status"), f"{say.verb('side')} {say.noun('back')}", keep)
    yield from (f"{say.verb('pick')} b", f"{say.verb('drop')} a", keep, f"{say.verb('pick')} c", say.verb("drop"))
    yield f"{say.verb('side')} {say.noun('back')}"
    yield f"{say.verb('objective')} 2"
    yield f"{say.verb('draw')} {source_name(say, (*sources_of(view), *SOURCES)[0])}"
    yield from (say.verb("confirm"), say.verb("status"))


def files() -> dict[Path, str]:
    """Return every file with its contents."""
    moments = {path.stem: path.read_bytes() for path in sorted(MOMENTS.glob("*.json")) if path.stem != "sealed"}
    read = {name: msgspec.json.decode(text, type=Moment) for name, text in moments.items()}
    return {OUT / f"{locale}.json": _file(read, locale) for locale in LOCALES}


def _file(moments: dict[str, Moment], locale: Locale) -> str:
    """Return the conversations in one language, a line of JSON per answer."""
    parts = [
        f"{_json(name)}: [\n{_rows(conversation(moment, locale, whole=name in WHOLE))}\n]"
        for name, moment in moments.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _rows(said: tuple[Said, ...]) -> str:
    return ",\n".join(_json(each) for each in said)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    sys.exit(settle(files(), check="--check" in sys.argv))
