"""What is pinned: a package that several files of requirements name is the very same in all of them."""

import re
from collections import defaultdict
from pathlib import Path

REQUIREMENTS = Path(__file__).resolve().parents[1] / "requirements"
PIN = re.compile(r"^([\w.\[\]-]+==[^ ;]+)[^\n]*\n((?:    --hash=sha256:\w{64}[^\n]*\n?)+)", re.MULTILINE)


def test_a_version_has_one_set_of_hashes() -> None:
    """Where two files differ, one of them cannot be installed from what the other was pinned by."""
    pins: defaultdict[str, set[frozenset[str]]] = defaultdict(set)
    for file in REQUIREMENTS.glob("*.txt"):
        for version, hashes in PIN.findall(file.read_text("utf-8")):
            pins[version].add(frozenset(re.findall(r"sha256:(\w{64})", hashes)))
    assert len(pins) > 100
    assert [version for version, hashes in pins.items() if len(hashes) > 1] == []
