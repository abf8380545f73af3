"""Commitment scheme for a deal: a hash that is shown before play, and what opens it afterwards.

The dealer publishes `commitment` before any player sits down, and `salt` and `lot` when the game is over. If the record
then shows another deal than the sealed one, the hash does not match. The salt prevents finding the deal by trial.
"""

import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.json import encode

from codex_naturalis.rules import MAX_SEATS, Deal, Seat

__all__ = ["Seal", "opens", "seal_deal", "sealed_text"]

_Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
_Seats = tuple[Annotated[Seat, Meta(ge=0, lt=MAX_SEATS)], ...]


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    """Commitment to a deal, and what opens it."""

    commitment: _Hex
    """SHA-256 of the `sealed_text`, in hexadecimal."""

    salt: _Hex
    """Salt of 256 random bits: secret until the game is over."""

    lot: _Seats
    """Seats in the order of joining: drawn together with the cards, so that neither follows the other."""


class _Sealed(Struct):
    salt: str
    lot: tuple[Seat, ...]
    deal: Deal


def sealed_text(deal: Deal, salt: str, lot: tuple[Seat, ...]) -> bytes:
    """Return the hashed text: JSON without spaces, fields in the order of the record format."""
    return encode(_Sealed(salt, lot, deal))


def seal_deal(deal: Deal, lot: tuple[Seat, ...], salt: str | None = None) -> Seal:
    """Return a seal for `deal`, with `salt` (64 hexadecimal digits that cannot be guessed) or a random one."""
    salt = salt or secrets.token_hex(32)
    return Seal(sha256(sealed_text(deal, salt, lot)).hexdigest(), salt, lot)


def opens(seal: Seal, deal: Deal) -> bool:
    """Return whether `deal` is the one that was sealed."""
    found = sha256(sealed_text(deal, seal.salt, seal.lot)).hexdigest()
    return compare_digest(found, seal.commitment)
