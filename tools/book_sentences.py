"""List the sentences of the printed books, each as a number and a hash: `python -m tools.book_sentences FOLDER`.

The words of the books are not ours and are not kept here; a hash tells whether a sentence is still the same.
`tests/books.md` names for each passage the numbers of its sentences; `tests/test_books.py` checks that none is
left out. FOLDER has one text per book (`TEXTS`), as a PDF or a scan gives it: wrapped, hyphenated, with bullets and
page breaks within sentences.
"""

import hashlib
import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.generate import ROOT

__all__ = ["OUT", "TEXTS", "listing", "read_listing", "sentences"]

OUT: Final = ROOT / "tests" / "book_sentences.txt"

TEXTS: Final = {
    "en": "rulebook-en.txt",
    "fr": "rulebook-fr.txt",
    "it": "rulebook-it.txt",
    "how": "how-to-play-en.txt",
    "solo": "solo-variant-en.txt",
}
"""File of each text, by its name in `tests/books.md`."""

_HEAD: Final = (
    "# Written by `python -m tools.book_sentences FOLDER`: text, number and hash of each sentence of the books."
)

_BULLET: Final = re.compile(r"\s+A |A (?=[A-Z])|(?:\s*(?:[-#]+ |[✿⚙❶-❿①-⑳]\s*))*(?:\d\.? +(?=[A-ZÀ-Ý]))?")
"""Openings of items and headings: an `A` that stands for a printed bullet, signs, a number before a capital."""

_SPLIT: Final = re.compile(r"(?<=[.!?])\s+(?=[(“«\"]?[A-ZÀ-Ý])")
_LONGEST_HEADING: Final = 35
_HASH_LENGTH: Final = 16


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, headings, items of lists and labels of figures among them, in normal form."""
    for block in _blocks(text):
        for sentence in _SPLIT.split(block):
            if words := _normalise(sentence):
                yield words


def _blocks(text: str) -> Iterator[str]:
    """Yield paragraphs, items and headings, joined over line and page breaks."""
    block = ""
    gap = False
    for line in text.replace("*", "").splitlines():
        bare = _bare(line)
        if not bare:
            gap = True
            continue
        if block and _begins(block, line, bare, gap=gap):
            yield block
            block = ""
        block = _join(block, bare)
        gap = False
    if block:
        yield block


def _bare(line: str) -> str:
    """Return a line without its bullet."""
    return line[_bullet(line) :].strip()


def _bullet(line: str) -> int:
    """Return the length of a line's bullet; 0 without one."""
    found = _BULLET.match(line)
    return found.end() if found else 0


def _begins(block: str, line: str, bare: str, *, gap: bool) -> bool:
    """Return whether a line begins a block: an item, what follows a heading, or a paragraph after an empty line."""
    if _bullet(line):
        return True
    heading = len(block) <= _LONGEST_HEADING and block[-1] not in ".,:;" and bare[0].isupper()
    return heading or (gap and (block[-1] in ".!?:" or not bare[0].islower()))


def _join(block: str, line: str) -> str:
    if block.endswith("-") and line[0].islower():
        return block[:-1] + line
    return f"{block} {line}" if block else line


def _normalise(sentence: str) -> str:
    """Return only the words: letters and figures, without case, punctuation and typography."""
    folded = unicodedata.normalize("NFKC", sentence).casefold()
    return " ".join(re.findall(r"[^\W_]+", folded))


def listing(folder: Path) -> str:
    """Return the list of the texts in a folder."""
    lines = [_HEAD]
    for name, file in TEXTS.items():
        for number, sentence in enumerate(sentences((folder / file).read_text(encoding="utf-8")), 1):
            digest = hashlib.sha256(sentence.encode()).hexdigest()[:_HASH_LENGTH]
            lines.append(f"{name} {number} {digest}")
    return "\n".join(lines) + "\n"


def read_listing(text: str) -> dict[tuple[str, int], str]:
    """Return the hash of each sentence by text and number."""
    rows = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {(name, int(number)): digest for name, number, digest in rows}


def main(folder: str) -> None:
    """Write the list, and print the sentences that changed: their rows in the page need a review."""
    before = read_listing(OUT.read_text(encoding="utf-8")) if OUT.exists() else {}
    text = listing(Path(folder))
    OUT.write_text(text, encoding="utf-8")
    after = read_listing(text)
    changed = sorted(key for key in before.keys() | after.keys() if before.get(key) != after.get(key))
    print(f"{len(after)} sentences; changed: {', '.join(f'{name} {number}' for name, number in changed) or 'none'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
