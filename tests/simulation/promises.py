"""Promises that are broken on purpose, one at a time, to see whether the simulation notices.

They were chosen before there was any story. Each is named as in `tools/guarantees.toml`, which has the change of code.
"""

from typing import Final

__all__ = ["OF_SEVERAL_SERVERS", "OLD_FAULTS", "PROMISES"]

OLD_FAULTS: Final = (
    "asking whether one's own game of a day is finished",
    "asking whether the host has removed who comes back",
    "asking for the owner's consent",
    "new generations of programs",
    "giving a club another admin",
)
"""Faults that people once found, put back."""

PROMISES: Final = (
    "finding out whether an action was sent before",
    "remembering the answer to an action",
    "checking whether an answer is to an old question",
    "checking whether an answer is to a future question",
    "checking whose turn it is",
    "waking every window that listens",
    "telling the second sender that its action was refused",
    "refusing actions after the end",
    "taking the seat from the token",
    "comparing the generation of a token",
    "emptying a seat that is left",
    "hiding the fronts in other hands",
    "hiding the card that another seat drew",
    "storing before sending",
    "storing an action whole or not at all",
    "refusing what could not be stored",
    "drawing new keys for seats",
    "asking for the password before a token is made",
    "storing a digest",
    "storing the digest of a calendar's address",
    "asking who is a member still when a round is paired",
    "a new link when a member is removed",
    "asking who has chosen a colour already",
    "counting again what was added",
    "erasing what was said around a report",
    *OLD_FAULTS,
)

OF_SEVERAL_SERVERS: Final = ("continuing from the version last sent", "checking whether a wake-up was missed")
"""What is promised where several servers share a database, broken in stories on as many."""
