"""Recovery codes: written down by people, kept by us as digests. With 80 random bits each, no slow hash is needed."""

import secrets
from hashlib import sha256
from typing import Final

__all__ = ["digest", "new_codes"]

_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""None that is easily taken for another (Crockford)."""

_LENGTH: Final = 16
_GROUP: Final = 4
_CODES: Final = 8
_MISREAD: Final = str.maketrans("OIL", "011")


def new_codes() -> tuple[str, ...]:
    """Return codes that nobody can guess, in groups that can be read aloud."""
    return tuple(_grouped("".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))) for _ in range(_CODES))


def _grouped(code: str) -> str:
    return "-".join(code[start : start + _GROUP] for start in range(0, _LENGTH, _GROUP))


def digest(guest: str, code: str) -> str:
    """Return what is kept of a guest's `code`, however it was typed."""
    typed = "".join(letter for letter in code.upper() if letter.isascii() and letter.isalnum()).translate(_MISREAD)
    return sha256(f"{guest} {typed}".encode()).hexdigest()
