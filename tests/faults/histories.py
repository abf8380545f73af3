"""What clients saw, and a checker that proves from it that nothing was lost, doubled or told differently."""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

Json = Any  # what came over the wire has any form
"""What came over the wire."""

__all__ = ["History", "Stored", "faults", "stored"]


class History(msgspec.Struct):
    """One client at one table, over all of its connections."""

    table: str
    viewer: int | None = None
    sent: dict[str, Json] = {}
    """The actions that it asked for, by its id."""

    done: dict[str, int] = {}
    """The version that it was told for an id."""

    refused: dict[str, str] = {}
    steps: list[Json] = []
    """Every step it heard, in order."""

    seen: list[int] = []
    """The version that each answer, welcome and telling left it with."""


class Stored(msgspec.Struct):
    """What the database holds of a table."""

    actions: list[tuple[int, int, Json]]
    """Version, seat and action."""

    acts: dict[tuple[int, str], tuple[Json, int]]
    """Actions and version by seat and id."""


def stored(folder: Path, table: str) -> Stored:
    """Read a table behind the server's back."""
    with closing(sqlite3.connect(f"file:{folder / 'codex.db'}?mode=ro", uri=True)) as database:
        played = database.execute(
            "select version, seat, action from actions where table_id = ? order by version", (table,)
        ).fetchall()
        acts = database.execute("select seat, id, payload, version from acts where table_id = ?", (table,)).fetchall()
    return Stored(
        [(version, seat, msgspec.json.decode(action)) for version, seat, action in played],
        {(seat, name): (msgspec.json.decode(payload), version) for seat, name, payload, version in acts},
    )


def faults(histories: list[History], kept: Stored) -> list[str]:
    """Return everything that is wrong; nothing if every promise was kept."""
    found = _in_store(kept)
    for history in histories:
        found += _in_order(history, kept) + _acknowledged(history, kept)
    return found + _unasked(histories, kept) + _differing_steps(histories)


def _in_store(kept: Stored) -> list[str]:
    """Check that versions count from 1 without gaps, and that each belongs to one act at most."""
    versions = [version for version, _, _ in kept.actions]
    found = [] if versions == list(range(1, len(versions) + 1)) else [f"stored versions have gaps: {versions}"]
    covered = Counter(
        number for payload, version in kept.acts.values() for number in range(version - len(payload) + 1, version + 1)
    )
    return found + [f"version {number} belongs to two acts" for number, count in covered.items() if count > 1]


def _in_order(history: History, kept: Stored) -> list[str]:
    """Check that a viewer heard every version once, in order, nothing that is not stored, and was never set back."""
    versions = [step["version"] for step in history.steps]
    found = []
    if versions != list(range(1, len(versions) + 1)):
        found.append(f"viewer {history.viewer} heard {versions}")
    if versions and versions[-1] > len(kept.actions):
        found.append(f"viewer {history.viewer} heard version {versions[-1]}, which is not stored")
    if history.seen != sorted(history.seen):
        found.append(f"viewer {history.viewer} was set back: {history.seen}")
    seats = {version: seat for version, seat, _ in kept.actions}
    found += [
        f"version {step['version']} was told as seat {step['seat']}'s"
        for step in history.steps
        if seats.get(step["version"], step["seat"]) != step["seat"]
    ]
    return found


def _acknowledged(history: History, kept: Stored) -> list[str]:
    """Check that what was acknowledged is stored, once, as it was sent, at the version that was told."""
    found = []
    for name, version in history.done.items():
        act = kept.acts.get((history.viewer if history.viewer is not None else -1, name))
        if act is None:
            found.append(f"{name} was acknowledged and is lost")
            continue
        payload, at = act
        rows = [action for number, _, action in kept.actions if at - len(payload) < number <= at]
        if at != version:
            found.append(f"{name} was acknowledged as version {version} and is {at}")
        if payload != history.sent[name] or rows != payload:
            found.append(f"{name} is stored otherwise than it was sent")
    stored_ids = {name for seat, name in kept.acts if seat == history.viewer}
    found += [
        f"{name} was refused ({code}) and is stored" for name, code in history.refused.items() if name in stored_ids
    ]
    return found


def _unasked(histories: list[History], kept: Stored) -> list[str]:
    """Check that everything stored was asked for."""
    asked = {(history.viewer, name) for history in histories for name in history.sent}
    return [f"nobody asked for {name} of seat {seat}" for seat, name in kept.acts if (seat, name) not in asked]


def _differing_steps(histories: list[History]) -> list[str]:
    """Check that all viewers heard the same story, and two windows of one seat the same to the letter."""
    found = []
    first: dict[int, list[str]] = {}
    exactly: dict[tuple[int | None, int], Json] = {}
    for history in histories:
        for step in history.steps:
            number, kinds = step["version"], [event["type"] for event in step["events"]]
            if first.setdefault(number, kinds) != kinds:
                found.append(f"version {number} was told in different ways")
            if exactly.setdefault((history.viewer, number), step) != step:
                found.append(f"version {number} was told to seat {history.viewer} in two ways")
    return found
