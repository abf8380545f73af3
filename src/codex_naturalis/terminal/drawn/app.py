"""The Textual application of the drawn table."""

from collections.abc import Sequence
from contextlib import suppress
from textwrap import wrap
from typing import ClassVar, cast

from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from codex_naturalis.rules import Action, Cell, Seat, Source
from codex_naturalis.words import Planning, Players, Reader, Speech, answer, names_of
from codex_naturalis.words.codex import cell_lines, why_lines
from codex_naturalis.words.effects import answer_words
from codex_naturalis.words.planning import Plan
from codex_naturalis.words.story import story_of
from codex_naturalis.words.table import scoring_lines
from codex_naturalis.words.teacher import advice_line

from ..company import chat_words, waiting_lines
from ..desk import Desk, DeskRefusedError
from .canvas import Canvas
from .screen import SMALLEST, Margin, focus_of, paint
from .skins import SKINS, skin
from .texts import ChatScreen, TextScreen
from .turn import Turn

__all__ = ["TableApp"]

_SHORT = 1
"""Maximum number of lines of an answer shown beside the guide."""


class TableWidget(Widget, can_focus=True):
    """Widget of the table, repainted at each change."""

    def __init__(self) -> None:
        """Paint nothing yet."""
        super().__init__()
        self._strips: list[Strip] = []
        self.canvas: Canvas = Canvas(*SMALLEST)

    def show(self, canvas: Canvas, name: str) -> None:
        """Show a canvas in a skin."""
        self.canvas = canvas
        self._strips = canvas.strips(skin(name))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one line of the canvas."""
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, Style())

    def on_resize(self) -> None:
        """Paint again for the new size."""
        cast("TableApp", self.app).paint()

    def on_click(self, event: events.Click) -> None:
        """Trigger the target under the mouse."""
        target = self.canvas.at(event.x, event.y)
        if target is not None:
            cast("TableApp", self.app).click(cast("tuple[str, object]", target))


class TableApp(App[str | None]):
    """Application of the drawn table. Its result is the refusal that ended it, if any."""

    ENABLE_COMMAND_PALETTE = False
    CSS = "Input { dock: bottom; height: 1; border: none; display: none; }  Input.typing { display: block; }"
    BINDINGS: ClassVar = [
        *(Binding(key, f"move({dx}, {dy})") for key, dx, dy in (("left", -1, 0), ("right", 1, 0))),
        *(Binding(key, f"move({dx}, {dy})") for key, dx, dy in (("up", 0, -1), ("down", 0, 1))),
        Binding("enter", "enter"),
        Binding("escape", "undo"),
        Binding("tab", "cycle"),
        Binding("f", "flip"),
        Binding("k", "keep"),
        Binding("n", "next_kept"),
        *(Binding(str(digit), f"focus_seat('{digit}')") for digit in range(1, 5)),
        Binding("h", "hint"),
        Binding("l", "story"),
        Binding("c", "chat"),
        Binding("t", "skin"),
        Binding("plus,equals_sign,minus", "size"),
        Binding("question_mark", "help"),
        Binding("colon", "command"),
        Binding("q,ctrl+c,ctrl+q", "leave", priority=False),
    ]

    def __init__(self, desk: Desk, say: Speech, skin_name: str = "lamp") -> None:
        """Sit at `desk` in a language and skin."""
        super().__init__(ansi_color=skin_name in ("plain", "contrast"))
        self.title = say("app.title")
        self._desk = desk
        self._say = say
        self._skin = skin_name
        self._planning = Planning()
        self.turn: Turn = Turn(self._planning)
        self._message = ""
        self._draw_message = 0
        self._heard: int | None = None
        """Number of chat lines shown; None before the earlier ones are loaded."""

        self._counted = False

    def compose(self) -> ComposeResult:
        """Compose the table, with the command line below."""
        yield TableWidget()
        yield Input()

    async def on_mount(self) -> None:
        """Sit down, and follow the table."""
        self.query_one(TableWidget).focus()
        self.run_worker(self._follow(), exit_on_error=False)
        self.set_interval(1.0, self._tick)

    def _tick(self) -> None:
        """Update the clocks."""
        if self._planning.view is not None and self._desk.times:
            self.paint()

    async def _follow(self) -> None:
        try:
            await self._desk.open()
            while True:
                self.see()
                await self._desk.change()
        except DeskRefusedError as refused:
            self.exit(answer_words(self._say, refused.reason, refused.facts))

    async def on_unmount(self) -> None:
        """Leave the desk."""
        with suppress(DeskRefusedError):
            await self._desk.close()

    # What is seen

    @property
    def reader(self) -> Reader:
        """Return the reader of commands."""
        view = self._planning.view
        assert view is not None
        players = Players(view.viewer, names_of(self._say, self._desk.seats), view.options.end_by_exhaustion)
        reader = Reader(self._say, players, self._planning, hints=self._desk.hints)
        reader.steps = self._desk.steps
        return reader

    def see(self) -> None:
        """Take the newest view."""
        view = self._desk.view
        if view is not None:
            fresh = len(self._desk.steps) != self._draw_message
            self._draw_message = len(self._desk.steps)
            self._planning.see(view)
            if fresh:
                self.turn.settle()
        self._hear()
        self.paint()
        if view is not None and view.result and not self._counted:
            self._counted = True
            self.read(self._say("score.title"), scoring_lines(self._say, view, self.reader.players))

    def _hear(self) -> None:
        """Show new chat lines: in the chat if it is open, else beside the guide."""
        lines = self._desk.lines
        fresh = lines[self._heard :] if self._heard is not None else ()
        self._heard = len(lines)
        if not fresh:
            return
        if isinstance(self.screen, ChatScreen):
            self.screen.show([chat_words(self._say, line) for line in lines])
        else:
            self._message = chat_words(self._say, fresh[-1])

    def paint(self) -> None:
        """Paint the current table, unless the program is ending: a clock may tick once more then."""
        table = next(iter(self.query(TableWidget)), None)
        if table is None:
            return
        width, height = table.size
        if (width, height) < (1, 1):
            return
        if width < SMALLEST[0] or height < SMALLEST[1]:
            table.show(
                _draw_message(width, height, [self._say("terminal.small", width=width, height=height)]), self._skin
            )
        elif self._planning.view is None:
            table.show(_draw_message(width, height, self._waiting() or [self._say("app.loading")]), self._skin)
        else:
            note = "" if self._desk.connected else self._say("terminal.offline")
            margin = Margin(self._message, note, self._desk.times, self._desk.invitation is not None)
            canvas = paint(self.reader, self.turn, width, height, margin)
            table.show(canvas, self._skin)

    def _waiting(self) -> list[str]:
        """Return the lines of the waiting room; none before the table is known."""
        with suppress(AssertionError):
            said = [self._message] if self._message else []
            return [*waiting_lines(self._say, self._desk.seats, self._desk.invitation), *said]
        return []

    def read(self, title: str, lines: Sequence[str]) -> None:
        """Show a text to read."""
        self.push_screen(TextScreen(title, lines, skin(self._skin)["desk"]))

    def say(self, lines: Sequence[str], title: str = "") -> None:
        """Show an answer: beside the guide if it is short."""
        if len(lines) <= _SHORT and not title:
            self._message = " ".join(lines)
        else:
            self.read(title, lines)
        self.paint()

    # What is done

    def send(self, actions: tuple[Action, ...]) -> None:
        """Play a turn, in the background."""
        if actions and not self._planning.sending:
            self._planning.note_sent()
            self.run_worker(self._send(actions), exit_on_error=False)
        self.paint()

    async def _send(self, actions: tuple[Action, ...]) -> None:
        try:
            await self._desk.act(actions)
        except DeskRefusedError as refused:
            self._planning.note_answered(done=False)
            self._message = answer_words(self._say, refused.reason, refused.facts)
        else:
            self._planning.note_answered(done=True)
            self._message = ""
        self.turn.settle()
        self.see()

    def _can(self) -> bool:
        return self._planning.view is not None

    def action_move(self, dx: int, dy: int) -> None:
        """Move the cursor."""
        if self._can():
            self.turn.move(dx, dy)
            self.paint()

    def action_enter(self) -> None:
        """Trigger the item under the cursor."""
        if not self._can():
            return
        self._message = ""
        if (cell := self.turn.pointed) is not None:
            self._click_cell(cell)  # which says why not, where it does not lay
            self.paint()
        else:
            self.send(self.turn.enter())

    def action_undo(self) -> None:
        """Take one step back."""
        self.turn.back()
        self._message = ""
        self.paint()

    def action_cycle(self) -> None:
        """Move the cursor to the next part of the desk."""
        if self._can():
            self.turn.cycle()
            self.paint()

    def action_flip(self) -> None:
        """Turn a card over."""
        if self._can():
            self.turn.flip()
            self.paint()

    def action_keep(self) -> None:
        """Keep the plan for comparison."""
        letter = self.turn.keep() if self._can() else None
        if letter:
            self._message = self._say("compare.done", letter=letter)
        self.paint()

    def action_next_kept(self) -> None:
        """Restore the next kept plan."""
        if self._can():
            self.turn.next_kept()
            self.paint()

    def action_focus_seat(self, digit: str) -> None:
        """Bring a codex to the front."""
        if self._can():
            self.focus_seat(focus_of(len(self.turn.view.seats), digit))

    def focus_seat(self, seat: Seat | None) -> None:
        """Bring the codex of a seat to the front; the reader's own if it is there already."""
        self.turn.focus = None if seat == self.turn.focus else seat
        self.paint()

    def action_size(self) -> None:
        """Draw cards smaller, or larger again."""
        self.turn.small = not self.turn.small
        self.paint()

    def action_skin(self) -> None:
        """Change the skin."""
        names = [name for name in SKINS if name != "plain"]
        self._skin = names[(names.index(self._skin) + 1) % len(names)] if self._skin in names else names[0]
        self.ansi_color = self._skin == "contrast"
        self.paint()

    def action_story(self) -> None:
        """Show the story so far."""
        if self._can():
            lines = [line.text for line in story_of(self._say, self._desk.steps, self.reader.players)]
            self.read(self._say("table.story"), lines)

    def action_chat(self) -> None:
        """Open the chat, at a table of a server."""
        with suppress(AssertionError):
            if self._desk.invitation is not None:
                lines = [chat_words(self._say, line) for line in self._desk.lines]
                self.push_screen(ChatScreen(self._say, lines, skin(self._skin)["desk"], self._speak))

    def _speak(self, text: str) -> None:
        self.run_worker(self._send_chat(text), exit_on_error=False)

    async def _send_chat(self, text: str) -> None:
        try:
            await self._desk.speak(text)
        except DeskRefusedError as refused:
            self._message = answer_words(self._say, refused.reason, refused.facts)
        self.see()

    def action_help(self) -> None:
        """Show the keys."""
        keys = ("hand", "flip", "cells", "sources", "keep", "back", "seats", "hint")
        lines = [self._say(f"table.keys.{key}") for key in keys]
        self.read(self._say("table.keys.title"), [*lines, *(self._say(f"terminal.help.{key}") for key in _OWN)])

    def action_hint(self) -> None:
        """Ask the teacher."""
        if self._can():
            self._answer("hint")

    def action_leave(self) -> None:
        """Leave the table."""
        self.exit()

    def action_command(self) -> None:
        """Open the command line."""
        line = self.query_one(Input)
        line.placeholder = self._say(
            "text.command.hint", example=self._say("text.example.place"), help=self._say.verb("help")
        )
        line.value = ""
        line.add_class("typing")
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Run the typed command."""
        self._close_line()
        if event.value.strip() and self._can():
            self._answer(event.value)

    def on_key(self, event: events.Key) -> None:
        """Close the command line."""
        if event.key == "escape" and self.query_one(Input).has_class("typing"):
            self._close_line()

    def _close_line(self) -> None:
        self.query_one(Input).remove_class("typing")
        self.query_one(TableWidget).focus()

    def _answer(self, line: str) -> None:
        reply = answer(line, self.reader)
        if reply.lines:
            self.say(reply.lines, reply.title or "")
        if reply.hint:
            self.run_worker(self._advise(), exit_on_error=False)
        self.turn.settle()
        self.send(reply.actions)

    async def _advise(self) -> None:
        try:
            turns = await self._desk.hint()
        except DeskRefusedError as refused:
            self.say([answer_words(self._say, refused.reason, refused.facts)])
            return
        self._message = ""
        lines = [advice_line(self._say, each, at, self.turn.view) for at, each in enumerate(turns, 1)]
        self.read(self._say("hint.title"), [part for line in lines for part in (line, "")][:-1])

    def click(self, target: tuple[str, object]) -> None:
        """Handle a click."""
        if not self._can():
            return
        kind, what = target
        self._message = ""
        match kind:
            case "hand":
                self._click_hand(cast("int", what))
            case "cell":
                self._click_cell(cast("Cell", what))
            case "source":
                self.send(self.turn.take(cast("Source", what)))
            case "choice":
                self.send(self.turn.choose(cast("int", what)))
            case "seat":
                self.focus_seat(cast("Seat", what))
            case "key":
                self.run_worker(self.run_action(_ACTIONS[cast("str", what)]), exit_on_error=False)
        self.paint()

    def _click_hand(self, place: int) -> None:
        """Take a card up; turn it over if it is up already."""
        plan = self._planning.plan
        if plan and plan.card == self.turn.card and self.turn.hand_at == place:
            self.turn.flip()
        else:
            self.turn.lift(place)

    def _click_cell(self, cell: Cell) -> None:
        """Place the lifted card, or say why it cannot lie there."""
        reader, plan = self.reader, self._planning.plan
        if plan is None:
            self._message = " ".join(cell_lines(self._say, reader.view, reader.seat, cell))
        elif not self.turn.lay(cell):
            self._message = " ".join(why_lines(self._say, reader.view, reader.seat, Plan(plan.card, plan.side, cell)))


_OWN = ("zones", "marks", "token", "story", "chat", "skin", "size", "command", "mouse", "quit")
_ACTIONS = {
    "C": "chat",
    "↵": "enter",
    "F": "flip",
    "K": "keep",
    "N": "next_kept",
    "Esc": "undo",
    "H": "hint",
    "L": "story",
    ":": "command",
    "?": "help",
    "Q": "leave",
}


def _draw_message(width: int, height: int, lines: Sequence[str]) -> Canvas:
    """Return an empty desk with some lines in its middle, none of them cut off."""
    canvas = Canvas(width, height)
    shown = [(part, at == 0) for at, line in enumerate(lines) for part in wrap(line, width - 2) or [""]]
    top = max(0, (height - len(shown)) // 2)
    for at, (line, title) in enumerate(shown):
        canvas.text(max(0, (width - len(line)) // 2), top + at, line, "accent" if title else "desk")
    return canvas
