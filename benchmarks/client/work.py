"""Processor time of the page's main thread per frame, which a busy machine hardly lengthens."""

import json
import math
from bisect import bisect_right
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from playwright.async_api import Page

__all__ = ["Work", "traced"]

FRAME = 1000 / 60
"""Milliseconds per frame, at sixty a second."""

_CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline.frame"]
_TASK, _BEGIN = "RunTask", "BeginMainThreadFrame"


@dataclass
class Work:
    """Processor time of the main thread between the starts of two frames, in milliseconds."""

    frames: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        work = sorted(self.frames)
        within = sum(each < FRAME for each in work) / len(work)
        most = work[math.ceil(0.95 * len(work)) - 1]
        return (
            f"main thread {median(work):.1f} ms of processor time a frame, 95 % within {most:.1f} ms, "
            f"longest {work[-1]:.1f} ms, {within:.1%} of {len(work)} below {FRAME:.1f}"
        )


@asynccontextmanager
async def traced(page: Page) -> AsyncIterator[Work]:
    """Trace the block; the `Work` is filled in afterwards."""
    browser, work = page.context.browser, Work()
    if browser is None:
        raise RuntimeError("a page of no browser")
    await browser.start_tracing(page=page, categories=_CATEGORIES)
    try:
        yield work
    finally:
        work.frames = _frames(json.loads(await browser.stop_tracing())["traceEvents"])


def _frames(events: list[dict[str, Any]]) -> list[float]:
    """Add up the tasks of the thread that begins frames, frame by frame."""
    begun = [each for each in events if each["name"] == _BEGIN]
    if not begun:
        return []
    threads = [(each["pid"], each["tid"]) for each in begun]
    thread = max(set(threads), key=threads.count)
    starts = sorted(each["ts"] for each in begun if (each["pid"], each["tid"]) == thread)
    frames = [0.0] * len(starts)
    for event in events:
        if event["name"].endswith(_TASK) and (event["pid"], event["tid"]) == thread and event["ts"] >= starts[0]:
            frames[bisect_right(starts, event["ts"]) - 1] += event.get("tdur", 0) / 1000
    return frames[:-1]
