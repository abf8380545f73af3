"""Screens over the table: a text to read, and the chat."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from codex_naturalis.words import Speech

__all__ = ["ChatScreen", "TextScreen"]

_LONGEST_LINE = 200
"""Maximum length of a chat line, in characters."""


class TextScreen(ModalScreen[None]):
    """A text to read: an answer, the story, the keys."""

    BINDINGS: ClassVar = [Binding(key, "dismiss") for key in ("escape", "enter", "q", "space")]
    CSS = """
    TextScreen { align: center middle; background: black 40%; }
    TextScreen > VerticalScroll {
        width: 90%; max-width: 96; height: auto; max-height: 90%; padding: 1 2; border: round;
    }
    """

    def __init__(self, title: str, lines: Sequence[str], style: Style) -> None:
        """Show `lines` under a `title`."""
        super().__init__()
        self._title = title
        self._lines = lines
        self._style = style

    def compose(self) -> ComposeResult:
        """Put the text into a frame that scrolls."""
        with VerticalScroll() as frame:
            frame.border_title = self._title
            if self._style.color and self._style.bgcolor:
                frame.styles.background = self._style.bgcolor.name
                frame.styles.color = self._style.color.name
                frame.styles.border = ("round", self._style.color.name)
            yield Static("\n".join(self._lines), markup=False)

    def on_click(self, event: events.Click) -> None:
        """Close on a click beside the text."""
        if event.widget is self:
            self.dismiss()


class ChatScreen(TextScreen):
    """Chat of the table, with an input line."""

    BINDINGS: ClassVar = [Binding("escape", "dismiss")]
    CSS = """
    ChatScreen { align: center middle; background: black 40%; }
    ChatScreen > VerticalScroll { width: 90%; max-width: 96; height: 80%; padding: 1 2; border: round; }
    ChatScreen Input { dock: bottom; height: 1; border: none; display: block; }
    """

    def __init__(self, say: Speech, lines: Sequence[str], style: Style, speak: Callable[[str], None]) -> None:
        """Show `lines`; `speak` sends a new one."""
        super().__init__(say("chat.title"), lines or [say("chat.empty")], style)
        self._say, self._speak = say, speak

    def compose(self) -> ComposeResult:
        """Put the input line below the others."""
        yield from super().compose()
        yield Input(placeholder=self._say("chat.say"), max_length=_LONGEST_LINE)

    def on_mount(self) -> None:
        """Scroll to the newest line, and focus the input."""
        self.query_one(Input).focus()
        self.query_one(VerticalScroll).scroll_end(animate=False)

    def show(self, lines: Sequence[str]) -> None:
        """Show new lines."""
        self.query_one(Static).update(Text("\n".join(lines)))
        self.query_one(VerticalScroll).scroll_end(animate=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send the written line."""
        event.stop()
        if event.value.strip():
            self._speak(event.value.strip())
        event.input.value = ""
