"""What a disk would hold if the power failed: rebuilt from every write and sync that a traced server did.

The server runs under `strace`, which notes what it writes to its files, what it syncs, and what it sends. From that any
moment can be had again as the worst disk would leave it: without everything that was not synced yet, or with any part
of it.
"""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import pytest

__all__ = ["Disk", "Sent", "history", "traced"]

_CALLS: Final = "pwrite64,fsync,fdatasync,ftruncate,link,linkat,unlink,write,writev,sendto,sendmsg"
_LINE = re.compile(r"(\d+) +(?:(\w+)\((.*)|<\.\.\. (\w+) resumed>(.*))$", re.DOTALL)
_FILE = re.compile(r"\d+<([^>]*)>")
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"(\.\.\.)?')
_LAST = re.compile(r"(\d+)\) += \d+$")
_SECTOR: Final = 512


def traced(notes: Path) -> list[str]:
    """Return the words before a command that let `strace` note what it does; without one the test says so."""
    found = shutil.which("strace")
    if found is None:
        assert not os.environ.get("CI"), "strace is not installed"
        pytest.skip("strace is not installed: this is not tested here")
    return [found, "-D", "-f", "-qq", "-y", "-s", "1000000", "-o", str(notes), "-e", f"trace={_CALLS}", "--"]


class Sent(NamedTuple):
    """What the server sent to a client (empty where it wrote to the disk), and the disk's contents at that time."""

    text: bytes
    disk: "Disk"


class _Change(NamedTuple):
    """A write, or with `data` None a cut to the length `at`."""

    at: int
    data: bytes | None


class Disk:
    """Files of one folder: what is certain, and what is on its way."""

    def __init__(self, folder: Path) -> None:
        """Hold nothing of `folder` yet."""
        self._folder = folder
        self._certain: dict[str, bytearray] = {}
        self._coming: dict[str, list[_Change]] = {}
        self._names: set[str] = set()
        """Files that the folder is certain to name: it is synced too."""

        self.syncs = 0

    def copy(self) -> "Disk":
        """Return the disk as it is now."""
        other = Disk(self._folder)
        other._certain = {name: bytearray(data) for name, data in self._certain.items()}
        other._coming = {name: list(changes) for name, changes in self._coming.items()}
        other._names = set(self._names)
        other.syncs = self.syncs
        return other

    def changed(self, path: str, change: _Change) -> None:
        """Take note of a write to one of the files."""
        if (name := self._name(path)) is not None:
            self._coming.setdefault(name, []).append(change)

    def appended(self, path: str, data: bytes) -> None:
        """Take note of a write to the end of one of the files, which was new."""
        if self._name(path) is None:
            return
        size = sum(len(change.data or b"") for change in self._coming.get(Path(path).name, []))
        self.changed(path, _Change(size, data))

    def linked(self, path: str, new: str) -> None:
        """Take note that a file has another name."""
        one, other = self._name(path), self._name(new)
        if one is not None and other is not None:
            self._certain[other] = bytearray(self._certain.get(one, b""))
            self._coming[other] = list(self._coming.get(one, []))

    def synced(self, path: str, known: int) -> None:
        """Take note that the first `known` changes on their way to a file are certain, or the names in the folder."""
        if Path(path) == self._folder:
            self._names |= self._certain.keys() | self._coming.keys()
        if (name := self._name(path)) is None:
            return
        self.syncs += 1
        coming = self._coming.get(name, [])
        for change in coming[:known]:
            _apply(self._certain.setdefault(name, bytearray()), change)
        self._coming[name] = coming[known:]

    def coming(self, path: str) -> int:
        """Return how many changes are on their way to a file."""
        name = self._name(path)
        return 0 if name is None else len(self._coming.get(name, []))

    def gone(self, path: str) -> None:
        """Take note that a file was taken away."""
        if (name := self._name(path)) is not None:
            self._certain.pop(name, None)
            self._coming.pop(name, None)
            self._names.discard(name)

    def _name(self, path: str) -> str | None:
        """Return the name of one of the durable files; the shared-memory index is rebuilt and does not count."""
        file = Path(path)
        return file.name if file.parent == self._folder and not file.name.endswith("-shm") else None

    def left(self, folder: Path, chance: Random | None = None) -> None:
        """Write down what is left after a power cut: what is certain and, by `chance`, any sectors of the rest."""
        folder.mkdir(parents=True, exist_ok=True)
        for name in self._names if chance is None else self._certain.keys() | self._coming.keys():
            data = bytearray(self._certain.get(name, b""))
            for change in self._coming.get(name, []) if chance else []:
                for part in _sectors(change):
                    if chance and chance.random() < 0.5:
                        _apply(data, part)
            (folder / name).write_bytes(data)


def _sectors(change: _Change) -> list[_Change]:
    """Return the pieces of a write that a disk does one by one."""
    if change.data is None:
        return [change]
    data = change.data
    return [_Change(change.at + begin, data[begin : begin + _SECTOR]) for begin in range(0, len(data), _SECTOR)]


def _apply(data: bytearray, change: _Change) -> None:
    if change.data is None:
        del data[change.at :]
        data.extend(bytes(change.at - len(data)))
        return
    data.extend(bytes(max(0, change.at - len(data))))
    data[change.at : change.at + len(change.data)] = change.data


class _Call(NamedTuple):
    name: str
    noted: str
    """Its arguments and its answer, as far as they are noted."""

    begins: bool
    ends: bool


def _calls(notes: Path) -> Iterator[tuple[str, _Call]]:
    """Return the calls with their threads, in order; one that others come between begins and ends apart."""
    begun: dict[str, str] = {}
    for line in notes.read_text("utf-8", "replace").splitlines():
        found = _LINE.match(line)
        if found is None:
            continue
        thread, name, noted, resumed, rest = found.groups()
        if resumed:
            yield thread, _Call(resumed, begun.pop(thread, "") + rest, begins=False, ends=True)
        elif noted.endswith(" <unfinished ...>"):
            begun[thread] = noted.removesuffix(" <unfinished ...>")
            yield thread, _Call(name, begun[thread], begins=True, ends=False)
        else:
            yield thread, _Call(name, noted, begins=True, ends=True)


def history(notes: Path, folder: Path) -> list[Sent]:
    """Return all that a traced server sent, and wrote, each time with the disk of its data folder at that moment."""
    disk, sent = Disk(folder), []
    waiting: dict[str, int] = {}
    for thread, call in _calls(notes):
        path = found[1] if (found := _FILE.match(call.noted)) else ""
        if call.name in ("fsync", "fdatasync"):
            if call.begins:  # what is written while it syncs may be too late for it
                waiting[thread] = disk.coming(path)
            if call.ends and call.noted.endswith("= 0"):
                disk.synced(path, waiting[thread])
        elif path.startswith(("socket:", "TCP")):
            if call.begins:
                sent.append(Sent(_bytes(call.noted), disk.copy()))
        elif call.ends:
            _note(disk, call, path)
            if call.name == "pwrite64":
                sent.append(Sent(b"", disk.copy()))
    return sent


def _note(disk: Disk, call: _Call, path: str) -> None:
    """Take note of what a call that has ended did to the files."""
    match call.name:
        case "pwrite64":
            disk.changed(path, _Change(_last(call.noted), _bytes(call.noted)))
        case "ftruncate":
            disk.changed(path, _Change(_last(call.noted), None))
        case "unlink" if call.noted.endswith("= 0"):
            disk.gone(_texts(call.noted)[0].decode())
        case "link" | "linkat" if call.noted.endswith("= 0"):
            disk.linked(*(text.decode() for text in _texts(call.noted)))
        case "write":
            disk.appended(path, _bytes(call.noted))


def _last(noted: str) -> int:
    """Return the last argument; `strace` sets the answers of short lines further to the right."""
    found = _LAST.search(noted)
    assert found, noted
    return int(found[1])


def _bytes(noted: str) -> bytes:
    """Return what was written, all parts of it."""
    return b"".join(_texts(noted))


def _texts(noted: str) -> list[bytes]:
    parts = _TEXT.findall(noted)
    assert not any(cut for _, cut in parts), "a write was not noted whole"
    return [text.encode("latin-1").decode("unicode_escape").encode("latin-1") for text, _ in parts]
