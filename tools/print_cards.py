"""Draw every card, sign and creature for the server's pictures: `python -m tools.print_cards`.

The drawings are the web client's. A Chromium lays them out once, with every style as a plain attribute, and they are
kept beside the server's code, so that no host needs a browser or Node to serve a picture. The fonts come from the web
client's packages, unpacked from WOFF to what the rasterizer reads.
"""

import gzip
import json
import re
import struct
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import sync_playwright

from tools.browser import chromium, launch_flags
from tools.client import run
from tools.generate import ROOT

FRONTEND: Final = ROOT / "frontend"
BUILT: Final = ROOT / "build/prints/prints.js"
KEPT: Final = ROOT / "src/codex_naturalis/server/previews/plates"
PLATES: Final = KEPT / "plates.json.gz"
FONTS: Final = (
    *(("alegreya", f"latin-{cut}") for cut in ("400-normal", "400-italic", "700-normal")),
    *(("alegreya", f"{subset}-700-normal") for subset in ("latin-ext", "greek", "cyrillic")),
    ("alegreya-sc", "latin-500-normal"),
)
"""Faces by package, subset and cut."""


COLOURS: Final = re.compile(rb"^ *--(?:fungi|plant|animal|insect|gold)[a-z0-9-]*:.*$", re.MULTILINE)
"""Pattern of the colour tokens that cards use."""


def sources() -> str:
    """Return a hash of all sources of the drawings."""
    files = [*FRONTEND.glob("src/cards/**/*"), *FRONTEND.glob("src/print/*")]
    total = sha256(b"\n".join(COLOURS.findall((FRONTEND / "src/theme/tokens.css").read_bytes())))
    for path in sorted(path for path in files if path.is_file()):
        total.update(path.relative_to(FRONTEND).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def drawn() -> dict[str, Any]:
    """Return the drawings, rendered by a browser."""
    run("exec", "--", "vite", "build", "--config", "prints.config.ts", "--logLevel", "warn")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=launch_flags())
        page = browser.new_page()
        page.set_content("<!doctype html><html><body></body></html>")
        style = BUILT.with_name("prints.css")
        if style.exists():
            page.add_style_tag(content=style.read_text(encoding="utf-8"))
        page.add_script_tag(content=BUILT.read_text(encoding="utf-8"), type="module")
        page.wait_for_function("() => document.documentElement.dataset.plates")
        plates: dict[str, Any] = json.loads(page.evaluate("document.documentElement.dataset.plates"))
        browser.close()
    return plates


def unpacked(woff: bytes) -> bytes:
    """Return a WOFF 1.0 font (W3C Recommendation, 2012) as the OpenType file inside."""
    _, flavor, _, count = struct.unpack(">4sIIH", woff[:14])
    power = 1 << (count.bit_length() - 1)
    header = struct.pack(">IHHHH", flavor, count, power * 16, power.bit_length() - 1, (count - power) * 16)
    directory, tables, offset = b"", b"", 12 + 16 * count
    for i in range(count):
        tag, start, packed, length, checksum = struct.unpack(">4sIIII", woff[44 + 20 * i : 64 + 20 * i])
        data = woff[start : start + packed]
        data = zlib.decompress(data) if packed < length else data
        directory += struct.pack(">4sIII", tag, checksum, offset, length)
        padded = data + b"\0" * (-length % 4)
        tables, offset = tables + padded, offset + len(padded)
    return header + directory + tables


def font(package: str, cut: str) -> bytes:
    """Return one of the web client's faces."""
    folder = FRONTEND / "node_modules/@fontsource" / package / "files"
    return unpacked((folder / f"{package}-{cut}.woff").read_bytes())


def write(path: Path, content: bytes) -> None:
    """Write a file to be committed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    print(f"wrote {path.relative_to(ROOT)} ({len(content):,} bytes)")


def main() -> None:
    """Write the drawings and the fonts."""
    plates = json.dumps({"sources": sources(), **drawn()}, separators=(",", ":"), sort_keys=True)
    write(PLATES, gzip.compress(plates.encode(), mtime=0))
    for package, cut in FONTS:
        write(KEPT / f"{package}-{cut}.ttf", font(package, cut))


if __name__ == "__main__":
    main()
