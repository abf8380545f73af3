"""Frames while a codex of eighty cards is panned and zoomed."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from playwright.async_api import CDPSession, Page

__all__ = ["UNWATCH", "WATCH", "Frames", "drag", "pinch", "wheel"]

EVENT = 1 / 90
"""Seconds between two input events: shorter than a frame."""

LONG = 3.0
"""Duration of a gesture, in seconds."""

_LATE = 20
"""Milliseconds after which a frame counts as late."""

_BEFORE = 3
"""Frames that began before the gesture."""

WATCH = """() => {
  const frames = (window.frames_ = []);
  const seen = (time) => { frames.push(time); window.watching = requestAnimationFrame(seen); };
  window.watching = requestAnimationFrame(seen);
}"""
UNWATCH = "() => { cancelAnimationFrame(window.watching); return window.frames_; }"


@dataclass(frozen=True)
class Frames:
    """Milliseconds between frames."""

    between: list[float]

    def part(self, part: float) -> float:
        """Return what this part of them does not exceed."""
        return sorted(self.between)[min(len(self.between) - 1, math.ceil(part * len(self.between)) - 1)]

    def __str__(self) -> str:
        steady = sum(each < _LATE for each in self.between) / len(self.between)
        return (
            f"median {median(self.between):.1f} ms, 95 % within {self.part(0.95):.1f} ms, "
            f"99 % within {self.part(0.99):.1f} ms, longest {max(self.between):.1f} ms, "
            f"{steady:.1%} of {len(self.between)} on time"
        )


async def _mouse(cdp: CDPSession, kind: str, x: float, y: float, **more: object) -> None:
    await cdp.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **more})


async def _frames(page: Page, hand: Awaitable[None]) -> Frames:
    await page.evaluate(WATCH)
    await hand
    times = await page.evaluate(UNWATCH)
    return Frames([after - before for before, after in pairwise(times[_BEFORE:])])


async def _stream(each: Callable[[float], Awaitable[None]]) -> None:
    """Call `each` with the elapsed seconds at the rate of input events, whether or not the page keeps up."""
    loop = asyncio.get_running_loop()
    began, sent = loop.time(), []
    for number in range(int(LONG / EVENT)):
        sent.append(asyncio.ensure_future(each(number * EVENT)))
        await asyncio.sleep(max(0, began + (number + 1) * EVENT - loop.time()))
    await asyncio.gather(*sent)


async def drag(page: Page, cdp: CDPSession, x: float, y: float) -> Frames:
    """Pan with the mouse in a wide figure of eight."""
    await _mouse(cdp, "mousePressed", x, y, button="left", buttons=1, clickCount=1)

    async def to(seconds: float) -> None:
        turn = seconds * 2.4
        at = (x + 240 * math.sin(turn), y + 130 * math.sin(2 * turn))
        await _mouse(cdp, "mouseMoved", *at, button="left", buttons=1)

    frames = await _frames(page, _stream(to))
    await _mouse(cdp, "mouseReleased", x, y, button="left", clickCount=1)
    return frames


async def wheel(page: Page, cdp: CDPSession, x: float, y: float) -> Frames:
    """Zoom in and out with the wheel."""

    async def turn(seconds: float) -> None:
        await _mouse(cdp, "mouseWheel", x, y, deltaX=0, deltaY=-12 if int(seconds / 0.75) % 2 == 0 else 12)

    return await _frames(page, _stream(turn))


async def pinch(page: Page, cdp: CDPSession, x: float, y: float) -> Frames:
    """Zoom in and out, and pan a little, with two fingers."""

    def fingers(seconds: float) -> list[dict[str, float]]:
        apart, aside = 90 - 50 * math.cos(seconds * 3), 40 * math.sin(seconds * 2)
        return [{"x": x + aside + turn * apart, "y": y + turn * 20, "id": turn + 1} for turn in (-1, 1)]

    async def touch(kind: str, points: list[dict[str, float]]) -> None:
        await cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    await touch("touchStart", fingers(0))
    frames = await _frames(page, _stream(lambda seconds: touch("touchMove", fingers(seconds))))
    await touch("touchEnd", [])
    return frames
