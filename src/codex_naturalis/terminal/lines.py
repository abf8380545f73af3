"""Table line by line, for screen readers and pipes: nothing is redrawn, every line is a sentence.

Commands and answers are those of the web client's text mode (`codex_naturalis.words`).
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from threading import Semaphore, Thread
from typing import Final, TextIO

from codex_naturalis.rules import Action
from codex_naturalis.views import View
from codex_naturalis.words import Planning, Players, Reader, Reply, Speech, answer, names_of, narrate
from codex_naturalis.words.agreed import rules_line
from codex_naturalis.words.commands.vocabulary import plain
from codex_naturalis.words.effects import answer_words
from codex_naturalis.words.guide import guide_words
from codex_naturalis.words.table import scoring_lines, status_lines
from codex_naturalis.words.teacher import advice_line

from .desk import Desk, DeskRefusedError

__all__ = ["play_lines"]

Say = Callable[[str], object]


class _Input:
    """Typed lines, each read in a daemon thread on request, so that events are printed meanwhile."""

    def __init__(self, source: TextIO) -> None:
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._wanted = Semaphore(0)
        Thread(target=self._read, args=(source,), daemon=True).start()

    def _read(self, source: TextIO) -> None:
        while self._wanted.acquire():
            line = source.readline()
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
            if not line:
                return

    async def line(self) -> str:
        """Return the next line; empty after the last."""
        self._wanted.release()
        return await self._lines.get()


class _Lines:
    """Table printed in lines for one reader."""

    def __init__(self, desk: Desk, say: Speech, write: Say) -> None:
        self._desk = desk
        self._say = say
        self._write = write
        self._planning = Planning()
        self._printed = 0
        """Number of steps printed."""

        self._asked: int | None = None
        """Version at which the reader's turn was last announced."""

        self._began = self._over = False

    @property
    def waits(self) -> bool:
        """Return whether others are to act, so that a script must wait."""
        view = self._desk.view
        return view is None or (not self._desk.ended and view.viewer is not None and view.viewer not in view.awaited)

    def hear(self) -> None:
        """Print the changes."""
        view = self._desk.view
        if view is None:
            return
        self._planning.see(view)
        fresh = self._desk.steps[self._printed :]
        self._printed += len(fresh)
        if not self._began:
            self._began = True
            self._write(rules_line(self._say, view.options))
            self._lines(status_lines(self._say, view, self._planning, self._people(view)))
        elif fresh:
            self._lines(narrate(self._say, fresh, self._people(view)))
            self._write_guide(view)
        if self._desk.ended and not self._over:
            self._over = True
            self._lines(scoring_lines(self._say, view, self._people(view)))

    def _write_guide(self, view: View) -> None:
        if view.viewer in view.awaited and not self._planning.sending and self._asked != self._printed:
            self._asked = self._printed
            self._write(guide_words(self._say, view, self._planning, self._people(view)))

    def answer(self, line: str) -> Reply | None:
        """Answer a typed line; return the reply."""
        if self._desk.view is None:
            self._write(self._say("app.loading"))
            return None
        reply = answer(line, self._reader())
        self._lines([*([reply.title] if reply.title else []), *reply.lines])
        return reply

    async def send(self, actions: Sequence[Action]) -> None:
        """Play a turn; say why if it is refused."""
        self._planning.note_sent()
        try:
            await self._desk.act(actions)
        except DeskRefusedError as refused:
            self._planning.note_answered(done=False)
            self._write(answer_words(self._say, refused.reason, refused.facts))
        else:
            self._planning.note_answered(done=True)
            self.hear()

    async def advise(self) -> None:
        """Print the teacher's advice."""
        try:
            turns = await self._desk.hint()
        except DeskRefusedError as refused:
            self._write(answer_words(self._say, refused.reason, refused.facts))
            return
        assert self._desk.view is not None
        self._write(self._say("hint.title"))
        self._lines([advice_line(self._say, each, at, self._desk.view) for at, each in enumerate(turns, 1)])

    def _reader(self) -> Reader:
        assert self._desk.view is not None
        reader = Reader(self._say, self._people(self._desk.view), self._planning, hints=self._desk.hints)
        reader.steps = self._desk.steps
        return reader

    def _people(self, view: View) -> Players:
        return Players(view.viewer, names_of(self._say, self._desk.seats), view.options.end_by_exhaustion)

    def _lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._write(line)


async def play_lines(desk: Desk, say: Speech, source: TextIO, write: Say = print) -> None:
    """Play at `desk` until the reader leaves or the last line of a pipe is read."""
    await desk.open()
    try:
        table = _Lines(desk, say, write)
        write(say("terminal.lines.welcome", help=say.verb("help"), quit=leaving(say)[0]))
        if desk.view is None and desk.invitation:
            write(say("terminal.invitation", link=desk.invitation))
        async for line in _read_lines(_Input(source), desk, table, patient=not source.isatty()):
            if plain(line) in (*leaving(say), *_LEAVING):
                break
            reply = table.answer(line.strip())
            if reply and reply.actions:
                await table.send(reply.actions)
            if reply and reply.hint:
                await table.advise()
    finally:
        await desk.close()


_LEAVING: Final = ("quit", "exit")


def leaving(say: Speech) -> tuple[str, ...]:
    """Return the words that leave the table."""
    return tuple(map(plain, say("terminal.quit").split()))


async def _watching(desk: Desk, table: _Lines) -> asyncio.Task[None]:
    """Return a task that waits for the next change, after printing everything before it."""
    task = asyncio.ensure_future(desk.change())
    await asyncio.sleep(0)  # now it waits
    table.hear()
    return task


async def _read_lines(typed: _Input, desk: Desk, table: _Lines, *, patient: bool) -> AsyncIterator[str]:
    """Yield typed lines, printing events meanwhile. A `patient` source, a pipe, is read only on the reader's turn."""
    reading: asyncio.Task[str] | None = None
    watching = await _watching(desk, table)
    try:
        while True:
            if reading is None and not (patient and table.waits):
                reading = asyncio.ensure_future(typed.line())
            await asyncio.wait({one for one in (reading, watching) if one}, return_when=asyncio.FIRST_COMPLETED)
            if watching.done():
                watching.result()
                watching = await _watching(desk, table)
            if reading is not None and reading.done():
                line, reading = reading.result(), None
                if not line:
                    return
                yield line
    finally:
        for one in (reading, watching):
            if one is not None:
                one.cancel()
