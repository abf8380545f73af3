"""Every block of Python in README and docs runs, as a reader types it: the blocks of a page one after the other.

Blocks marked `py` need a server or a library that CI lacks; `tests/client/test_guide.py` runs those of the client.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = {
    path.relative_to(ROOT).as_posix(): re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if "```python" in (text := path.read_text("utf-8"))
}


@pytest.mark.parametrize("page", PAGES)
def test_the_blocks_of_a_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of their own, with what blocks before them made."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    assert PAGES[page]
    for block in PAGES[page]:
        exec(compile(block, page, "exec"), names)  # noqa: S102 - our own pages
