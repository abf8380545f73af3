"""The table of scenes, from which the pictures of README and docs are taken anew."""

import re
from importlib import import_module
from pathlib import Path

from tools.pictures.film import FILM
from tools.pictures.scenes import SCENES, Layout

ROOT = Path(__file__).parents[1]


def test_the_table_makes_what_is_shown() -> None:
    """README and the pages of the docs show each picture of the table, and none that it does not make."""
    import_module("tools.pictures.__main__")  # with all rooms that declare scenes
    phones = {f"{scene.name}-phone" for scene in SCENES.values() if scene.layout is Layout.SCREENS}
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {name for page in pages for name in re.findall(r"images/([\w-]+)\.webp", page.read_text("utf-8"))}
    assert len(SCENES) > len(phones) > 0
    assert {*SCENES, *phones, FILM} == shown == {file.stem for file in (ROOT / "docs" / "images").glob("*.webp")}
