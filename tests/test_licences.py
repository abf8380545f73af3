"""What others made is handed on with its licence: in the wheels, and beside the built pages."""

import re
from importlib.metadata import files
from pathlib import Path
from typing import Final

from codex_naturalis.server.http.static import WebClient
from tests.test_project import tracked

ROOT: Final = Path(__file__).resolve().parents[1]
TEXTS: Final = ROOT / "licenses"
BROWSER: Final = ROOT / "browser" / "licenses"
BESIDE_THE_PAGES: Final = ROOT / "src" / "codex_naturalis" / "server" / "static" / "licenses.txt"
MODULES: Final = ROOT / "frontend" / "node_modules"

OURS: Final = {
    *("cards.toml", "docs.css", "explored.json", "plates.json.gz", "puzzles.jsonl.gz", "py.typed", "script.py.mako"),
    *("strengths.json", "value_network.npz", "en.toml", "fr.toml", "it.toml"),
}
"""Files of the package that are no code and that nobody else made any part of."""

OTHERS: Final = {
    r"confusables\.txt": "unicode.txt",
    r"alegreya-sc-.*\.ttf": "fontsource-alegreya-sc.txt",
    r"alegreya-(?!sc).*\.ttf": "fontsource-alegreya.txt",
}
"""Files that others made, by patterns of their names, and the text of their licence."""


def sections() -> dict[str, str]:
    """Return the texts beside the built pages by package; the build ends where one is missing."""
    parts = re.split(r"\n─+\n\n", BESIDE_THE_PAGES.read_text("utf-8"))
    return {name: text.strip() for name, _, text in (part.partition("\n\n") for part in parts)}


def file_of(package: str) -> str:
    """Return the name of the file with a package's text, as `frontend/licences.ts` does."""
    return f"{package.replace('@', '').replace('/', '-')}.txt"


def test_each_package_in_the_pages_has_its_text() -> None:
    """Word for word the one that came with the package; Svelte and the typefaces are among them."""
    found = sections()
    assert {"svelte", "@noble/hashes", "@fontsource/alegreya", "@fontsource/alegreya-sc"} <= found.keys()
    for name, text in found.items():
        assert text == (TEXTS / file_of(name)).read_text("utf-8").strip(), name
        theirs = [path for path in (MODULES / name).glob("*") if path.stem.lower() == "license"]
        assert not (MODULES / name).is_dir() or any(text in path.read_text("utf-8") for path in theirs), name


def test_each_file_of_others_has_its_text() -> None:
    """A new file of the package that is no code is entered here as ours, or with the text of its licence."""
    names = {path.name for path in tracked("src") if path.suffix not in {".py", ".pyi"}}
    others = {name: text for name in names for pattern, text in OTHERS.items() if re.fullmatch(pattern, name)}
    assert names - others.keys() == OURS
    used = {*others.values(), *map(file_of, sections())}
    assert used == {path.name for path in TEXTS.iterdir()}
    notice = (ROOT / "NOTICE").read_text("utf-8").lower()
    assert [name for name in used if re.split(r"-|\.txt", name.removeprefix("fontsource-"))[0] not in notice] == []


def test_the_runtime_for_a_browser_tab_has_its_texts() -> None:
    """Ours, Pyodide's, CPython's and msgspec's; the last as it is installed here."""
    assert {path.name for path in BROWSER.iterdir()} == {
        *("codex-naturalis.txt", "cpython.txt", "msgspec.txt", "pyodide.txt")
    }
    assert (BROWSER / "codex-naturalis.txt").read_bytes() == (ROOT / "LICENSE").read_bytes()
    [installed] = [file for file in files("msgspec") or () if file.name == "LICENSE"]
    assert (BROWSER / "msgspec.txt").read_text("utf-8") == installed.read_text("utf-8")


def test_the_texts_are_served() -> None:
    """The page About links them."""
    answer = WebClient().respond("licenses.txt", accepted="", known=None)
    assert (answer.status_code, answer.media_type) == (200, "text/plain")
