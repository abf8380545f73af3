"""Schema of the tables: every column with its type and its definition. A change of either is a new version.

Counts and scores are signed, so that libraries subtract without wrapping around: 5 - 26 is 235 in `uint8`. Only ids,
such as those of cards and seats, are unsigned. Version 1 had unsigned counts and points.
"""

from typing import Final

from msgspec import Struct

from codex_naturalis.rules import HOUSE_RULES

__all__ = ["BEYOND", "SCHEMA_VERSION", "TABLES", "DataColumn"]

SCHEMA_VERSION: Final = 2

BEYOND: Final = 65535
"""Index of a placement beyond the grid of `arrays.actions`."""


class DataColumn(Struct, frozen=True):
    """One column of a table."""

    name: str
    kind: str
    """`text`, `bool`, `uint8`, `uint16`, `int16` or a list, `[uint8]`, `[uint16]`."""

    about: str
    """Definition, and what an empty value means."""


def _columns(*lines: tuple[str, str, str]) -> tuple[DataColumn, ...]:
    return tuple(DataColumn(*line) for line in lines)


_GAME: Final = ("game", "text", "id of the game: the first 16 hexadecimal digits of the SHA-256 of its record")

TABLES: Final[dict[str, tuple[DataColumn, ...]]] = {
    "games": _columns(
        _GAME,
        ("source", "text", "where it comes from: `arena`, or what `--source` says"),
        ("rules", "uint8", "version of the rules"),
        ("seats", "int16", "number of seats"),
        ("solo", "text", "level of the solo game; empty with several seats"),
        ("preset", "text", "edition of the rulebook"),
        *((name, "text", "house rule") for name in HOUSE_RULES),
        ("rounds", "int16", "rounds played"),
        ("end", "text", "what triggered the end: `points` or `exhaustion`; empty if nobody could play on"),
        ("end_seat", "uint8", "seat that triggered it; empty if Tybor did, or nobody"),
        ("tybor", "int16", "Tybor's points; empty with several seats"),
        ("tie_break_used", "bool", "whether the tie break decided"),
        ("seed", "text", "seed of the deal; empty if the deal is given"),
        ("deal", "text", "the deal as JSON, as a record has it; empty if a seed is given"),
        ("actors", "[uint8]", "seat of each action"),
        ("actions", "[uint16]", "index of each action, as environments number them; 65535 beyond their grid"),
    ),
    "seats": _columns(
        _GAME,
        ("seat", "uint8", "seat, the first player 0"),
        ("player", "text", "name of the bot; empty if it is not known"),
        ("starter", "uint8", "starter card"),
        ("side", "text", "its side"),
        ("common_1", "uint8", "first common objective"),
        ("common_2", "uint8", "second common objective"),
        ("offered_1", "uint8", "first objective offered"),
        ("offered_2", "uint8", "second objective offered"),
        ("kept", "uint8", "the one of them that was kept"),
        ("track", "int16", "track points: placements only"),
        ("points_common_1", "int16", "points of the first common objective"),
        ("points_common_2", "int16", "points of the second"),
        ("points_kept", "int16", "points of the own objective"),
        ("total", "int16", "track and objectives together"),
        ("won", "bool", "whether this seat is among the winners"),
        ("winners", "int16", "how many won; a victory counts 1 / `winners`"),
        ("placements", "int16", "cards laid, the starter not counted"),
        ("face_down", "int16", "how many of them face down"),
        ("stuck", "bool", "whether no cell was open at the end"),
    ),
    "turns": _columns(
        _GAME,
        ("round", "int16", "round, counted from 1"),
        ("seat", "uint8", "seat"),
        ("card", "uint8", "card laid"),
        ("side", "text", "its side"),
        ("u", "int16", "steps along the rising diagonal: (x + y) / 2, the starter lies on 0"),
        ("v", "int16", "steps along the falling diagonal: (x - y) / 2"),
        ("points", "int16", "points of the placement"),
        ("covered", "int16", "corners covered"),
        ("opened", "int16", "cells opened"),
        ("closed", "int16", "cells closed"),
        ("score", "int16", "track points afterwards"),
        ("source", "text", "where the card drawn came from; empty if none was drawn"),
        ("drawn", "uint8", "card drawn; empty if none was"),
    ),
    "cards": _columns(
        _GAME,
        ("card", "uint8", "resource or gold card, 1-80: each has one row in each game"),
        ("origin", "text", "how a seat came by it: `dealt`, `market`, `deck`; empty if no seat did"),
        ("seat", "uint8", "the seat; empty if none"),
        ("round_taken", "int16", "round in which it was drawn, 0 if it was dealt; empty if no seat had it"),
        ("round_laid", "int16", "round in which it was laid; empty if it never was"),
        ("side", "text", "side that was laid; empty if it never was"),
        ("points", "int16", "points of the placement; empty if it never was laid"),
        ("seat_won", "bool", "whether that seat is among the winners; empty if no seat had it"),
    ),
}
"""Columns of each table, in order."""
