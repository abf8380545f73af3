"""The words of the protocol around accounts."""

from msgspec import Struct

__all__ = [
    "AccountInfo",
    "NewAccount",
    "NewPassword",
    "Proof",
    "Recovery",
    "RecoveryCodes",
    "Session",
    "SignIn",
]


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """The name that an account is to have, and the password that proves it."""

    name: str
    """1 to 24 visible characters; nobody else may have it, or one that looks like it."""

    password: str
    """8 to 128 characters."""


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Who one says one is."""

    name: str
    password: str


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """The password again, before something that cannot be taken back."""

    password: str


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """Another password."""

    password: str
    """The one so far."""

    new: str


class Recovery(Struct, frozen=True, forbid_unknown_fields=True):
    """A way in without the password."""

    name: str
    code: str
    """One of the recovery codes; case, spaces and hyphens do not matter."""

    new: str
    """The password from now on."""


class Session(Struct, frozen=True):
    """Somebody who has proved who they are."""

    id: str
    name: str
    token: str
    """Proves it from now on: `Authorization: Bearer …`, and in `hello`."""


class RecoveryCodes(Struct, frozen=True):
    """What opens the account when the password is forgotten. Told this once: the server keeps only digests."""

    codes: tuple[str, ...]
    """Each is good once; those told before are void."""


class AccountInfo(Struct, frozen=True):
    """An account, as told to its owner."""

    name: str
    created: float
    """Seconds since 1970."""

    codes: int
    """How many recovery codes are left."""
