"""Recovery codes: shown once, stored as digests. With 80 random bits each, they need no slow hash."""

import secrets
from hashlib import sha256
from typing import Final

__all__ = ["digest", "new_codes"]

_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letters that are easily confused."""

_LENGTH: Final = 16
_GROUP: Final = 4
_CODES: Final = 8
_MISREAD: Final = str.maketrans("OIL", "011")


def new_codes() -> tuple[str, ...]:
    """Return eight random codes of 80 bits, in groups of four characters."""
    return tuple(_group("".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))) for _ in range(_CODES))


def _group(code: str) -> str:
    return "-".join(code[start : start + _GROUP] for start in range(0, _LENGTH, _GROUP))


def digest(guest: str, code: str) -> str:
    """Return the SHA-256 digest of a guest's `code`; case, hyphens and misread letters do not matter."""
    typed = "".join(letter for letter in code.upper() if letter.isascii() and letter.isalnum()).translate(_MISREAD)
    return sha256(f"{guest} {typed}".encode()).hexdigest()
