"""Little games as text, in the words of the rulebook; `docs/reference/records.md` explains how to write one.

    # What this game shows.
    seats 2 | refill other_deck | decks 5 6 / 60
    seat 0: starter 81, hand 1 2 41, objectives 87 88
    setup front back
    0 place 1 front 1,1       score 0; open -1,1 2,2
    0 place 41 front -1,1     refused illegal.cost_not_met symbol=fungi need=3 have=2
    1 goes on                 turn 0

Cards that are not named are dealt in the order of their ids. `goes on` is a turn that does not matter: the first card
of the hand, face down, on the first open cell, and the first card that can be drawn. After a refused action the game
goes on as if it had not been tried. After a line `---` another game begins, by another answer to a house rule perhaps.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from msgspec import to_builtins

from codex_naturalis.catalogue import Side
from codex_naturalis.record import action_text, parse_seat_action
from codex_naturalis.rules import (
    Cell,
    Event,
    GameState,
    IllegalAction,
    Phase,
    Place,
    Refusal,
    Seat,
    apply,
    begin,
    legal_actions,
)
from tests.golden.dealing import dealt

__all__ = ["HERE", "Table", "play_text", "played_until", "texts"]

HERE: Final = Path(__file__).parent


def texts() -> list[Path]:
    """Return the files of little games."""
    return sorted(HERE.glob("*.txt"))


class Table:
    """A little game being played."""

    def __init__(self, state: GameState) -> None:
        """Begin with `state`."""
        self.state = state
        self.seat: Seat = 0
        self.events: tuple[Event, ...] = ()
        self.refusal: Refusal | None = None

    def act(self, text: str) -> None:
        """Do what one line says."""
        self.events, self.refusal = (), None
        if text.startswith("setup "):
            self._set_up(text.split()[1:])
        elif text.endswith(" goes on"):
            self._go_on(int(text.split(maxsplit=1)[0]))
        else:
            self._try(text)

    def _try(self, text: str) -> None:
        self.seat, action = parse_seat_action(text)
        try:
            step = apply(self.state, self.seat, action)
        except IllegalAction as illegal:
            self.refusal = illegal.refusal
        else:
            self.state, self.events = step.state, (*self.events, *step.events)

    def _set_up(self, sides: list[str]) -> None:
        for seat, side in enumerate(sides):
            self._try(f"{seat} side {side}")
        for seat, own in enumerate(self.state.deal.seats):
            self._try(f"{seat} objective {own.objectives[0]}")
        self.seat = 0

    def _go_on(self, seat: Seat) -> None:
        own = self.state.seats[seat]
        self._try(action_text(seat, Place(own.hand[0], Side.BACK, min(own.codex.open))))
        if self.state.phase is Phase.DRAW:
            self._try(action_text(seat, legal_actions(self.state, seat)[0]))

    # What a line may expect.

    def fact(self, words: list[str]) -> str | None:
        """Return what is true where a line says `words`, in the same notation; None if it is just that."""
        kind, *values = words
        if kind in ("told", "untold"):
            found = any(_matches(event, values) for event in self.events)
            return None if found is (kind == "told") else "; ".join(f"told {_compact(event)}" for event in self.events)
        if self.refusal is not None and kind != "refused":
            return _refused(self.refusal)
        true = _FACTS[kind](self)
        return None if f"{kind} {true}" == " ".join(words) else f"{kind} {true}"


def _compact(event: Event) -> str:
    fields = dict(_flat(to_builtins(event)))
    return " ".join([fields.pop("type"), *(f"{key}={value}" for key, value in fields.items())])


def _matches(event: Event, values: list[str]) -> bool:
    """Return whether `event` is of the type named first, and has the values named after it."""
    fields = dict(_flat(to_builtins(event)))
    wanted = dict(value.split("=") for value in values[1:])
    return fields["type"] == values[0] and wanted.items() <= fields.items()


def _flat(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the parts of a nested value with their names; lists of plain values are one part."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{name}.{key}" if name else key)
    elif isinstance(value, (list, tuple)) and value and isinstance(value[0], dict):
        for index, inner in enumerate(value):
            yield from _flat(inner, f"{name}.{index}")
    else:
        yield name, _plain(value)


def _plain(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(_plain, value))
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def _row(values: Iterable[object]) -> str:
    return " ".join("-" if value is None else str(value) for value in values)


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(f"{x},{y}" for x, y in sorted(cells)) or "none"


def _refused(refusal: Refusal | None) -> str:
    if refusal is None:
        return "nothing"
    return " ".join([refusal.reason, *(f"{key}={_plain(value)}" for key, value in refusal.facts.items())])


def _objectives(table: Table) -> str:
    result = table.state.result
    assert result is not None
    return " / ".join(" ".join(f"{o.id}x{o.copies}={o.points}" for o in scores) for scores in result.objectives)


def _result(table: Table) -> str:
    result = table.state.result
    if result is None:
        return "none"
    by = f" by {result.tie_break}" if result.tie_break else ""
    return f"{_row(result.totals)} won by {_row(result.winners) or 'nobody'}{by}"


def _tybor(table: Table) -> str:
    tybor = table.state.tybor
    assert tybor is not None
    return f"{tybor.score} with {_row(tybor.resources)}"


_FACTS: Final[dict[str, Callable[[Table], str]]] = {
    "refused": lambda table: _refused(table.refusal),
    "score": lambda table: str(table.state.seats[table.seat].score),
    "scores": lambda table: _row(own.score for own in table.state.seats),
    "symbols": lambda table: _row(table.state.seats[table.seat].codex.symbols),
    "open": lambda table: _cells(table.state.seats[table.seat].codex.open),
    "opens": lambda table: str(len(table.state.seats[table.seat].codex.open)),
    "hand": lambda table: _row(table.state.seats[table.seat].hand),
    "market": lambda table: f"{_row(table.state.market.resource)} / {_row(table.state.market.gold)}",
    "decks": lambda table: f"{len(table.state.decks.resource)} {len(table.state.decks.gold)}",
    "phase": lambda table: table.state.phase.value,
    "turn": lambda table: str(table.state.turn),
    "round": lambda table: str(table.state.round),
    "last_round": lambda table: str(table.state.last_round).lower(),
    "tybor": _tybor,
    "objectives": _objectives,
    "result": _result,
}


def play_text(text: str) -> Iterator[tuple[int, str, str]]:
    """Play little games; yield line number, what was expected and what is true, wherever they differ."""
    return chain.from_iterable(map(_differences, _games(text)))


def _games(text: str) -> Iterator[str]:
    """Return the games of a text, each on its own lines: those of the games before are left blank."""
    before = 0
    for game in text.split("\n---\n"):
        yield "\n" * before + game
        before += game.count("\n") + 2


def _differences(text: str) -> Iterator[tuple[int, str, str]]:
    head, game = _parts(text)
    table = Table(begin(*dealt(head)))
    for number, line in game:
        action, _, expected = line.partition("  ")
        table.act(action)
        facts = [fact.split() for fact in expected.split(";") if fact.strip()]
        if table.refusal and not any(words[0] == "refused" for words in facts):
            yield number, "a legal action", _refused(table.refusal)
        for words in facts:
            true = table.fact(words)
            if true is not None:
                yield number, " ".join(words), true


def played_until(text: str, left: int) -> GameState:
    """Return a little game with `left` of its lines still to play."""
    head, game = _parts(text)
    table = Table(begin(*dealt(head)))
    for _, line in game[: len(game) - left]:
        table.act(line.partition("  ")[0])
    return table.state


def _parts(text: str) -> tuple[list[str], list[tuple[int, str]]]:
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip() and line[0] != "#"]
    first = next(i for i, (_, line) in enumerate(lines) if line[0].isdigit() or line.startswith("setup "))
    return [line for _, line in lines[:first]], lines[first:]
