"""Chance by the name of a test: whatever is dealt, drawn or chosen while it runs is the same each time.

`SEED=…` gives other deals to all. Tests share servers, in any order: the name is in a file that every server reads.
"""

import atexit
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Worker

__all__ = ["FILE", "draw_by", "drawing_by", "seed_worker"]

FILE: Final = Path(tempfile.gettempdir()) / f"codex-chance-{os.getpid()}"
"""Says in what name chance is drawn just now, by every server of this process."""

SEED: Final = os.environ.get("SEED", "")

_SEEDS: Final = """(name) => {
  const drawn = crypto.getRandomValues.bind(crypto);
  let count = 0;
  crypto.getRandomValues = (view) => {
    if (view.byteLength !== 32) return drawn(view);
    const text = `${name} ${(count += 1)}`;
    let state = [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619), 2166136261);
    for (let at = 0; at < view.length; at += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      view[at] = state >>> 24;
    }
    return view;
  };
}"""
"""Lets the seeds that Python draws in a tab, and nothing else of random bytes, follow from a name."""


def draw_by(name: str) -> None:
    """Let every server of this process, and every tab that `seed_worker` knows, draw by `name` from now on."""
    FILE.write_text(f"{SEED} {name}", "utf-8")


@contextmanager
def drawing_by(name: str) -> Iterator[None]:
    """Let them draw by `name`, and afterwards by the name of before."""
    before = FILE.read_text("utf-8")
    draw_by(name)
    try:
        yield
    finally:
        FILE.write_text(before, "utf-8")


def seed_worker(worker: "Worker") -> None:
    """Let what deals in a page's worker draw by the present name, too, unless the page has left it already."""
    from playwright.sync_api import Error  # noqa: PLC0415 - where there is a worker there is Playwright

    with suppress(Error):
        worker.evaluate(_SEEDS, FILE.read_text("utf-8"))


draw_by("no test")
atexit.register(FILE.unlink, missing_ok=True)
