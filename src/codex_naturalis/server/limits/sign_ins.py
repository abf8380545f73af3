"""Rate limits for authentication attempts: a stranger's never use up the owner's.

Each kind of credential has its own buckets. Attempts with only a name are charged to the account, to the networks they
come from, and to both together, so that no single network can use up what strangers may try at an account. A device
that has signed in before, proved by its token, and the holder of the account's own token are charged separately
(OWASP's device cookies). A correct password is refunded; its computing time is limited separately, with more room.
"""

import math
from hashlib import blake2b
from typing import Final

from .networks import Key, Network, meets, networks_of
from .token_buckets import Charge, NetworkTokenBuckets, TokenBuckets, charge

__all__ = ["SignIns"]

_PART: Final = 0.5
"""Share of an account's attempts by strangers that one network may make."""

_DIGEST: Final = 16
"""Length in bytes of the digest of a name in a key together with a network."""

_WORK: Final = 6
"""Limit of passwords checked, as a multiple of the limit of wrong ones."""

Buckets = list[tuple[TokenBuckets, Key]]


class SignIns:
    """Token buckets of a server for authentication attempts."""

    def __init__(self, refill_rate: float, burst: int) -> None:
        """Allow `burst` attempts, refilled at `refill_rate`, for each account, network and device."""
        self._at = TokenBuckets(refill_rate, burst)
        self._part = TokenBuckets(refill_rate * _PART, math.ceil(burst * _PART))
        self._from = NetworkTokenBuckets(refill_rate, burst)
        self._devices = TokenBuckets(refill_rate, burst)
        self._guests = TokenBuckets(refill_rate, burst)
        self._new = NetworkTokenBuckets(refill_rate, burst)
        self._codes = NetworkTokenBuckets(refill_rate, burst)
        self._work_from = NetworkTokenBuckets(refill_rate * _WORK, burst * _WORK)
        self._work_of = TokenBuckets(refill_rate * _WORK, burst * _WORK)

    def charge_stranger(self, address: str | None, name: str) -> Charge:
        """Charge an attempt with a password, at the account of a folded `name`, by a stranger from `address`."""
        tries: Buckets = [(self._at, name), *self._from.of(address)]
        networks = networks_of(address)
        if networks:
            level, network = networks[-1]
            tries.append((self._part, bytes([level]) + _digest(name) + _bytes(network)))
        return _charge(tries, self._work_from.of(address))

    def charge_device(self, device: str) -> Charge:
        """Charge an attempt with a password from a device that has signed in to the account before."""
        return _charge([(self._devices, device)], [(self._work_of, device)])

    def charge_guest(self, guest: str) -> Charge:
        """Charge an attempt with a password by a holder of the guest's token."""
        return _charge([(self._guests, guest)], [(self._work_of, guest)])

    def charge_new_account(self, address: str | None) -> None:
        """Charge the creation of an account."""
        charge(*self._new.of(address), *self._work_from.of(address))

    def charge_code(self, address: str | None) -> Charge:
        """Charge an attempt with a recovery code: not to the account, since its 80 random bits cannot be guessed."""
        return _charge(self._codes.of(address), self._work_from.of(address))

    def reset_guest(self, guest: str, name: str | None) -> None:
        """Reset the buckets of an account, its strangers' and its owner's."""
        for buckets in (self._guests, self._work_of):
            buckets.fill(guest)
        if name is not None:
            self._at.fill(name)
            self._part.fill_all(lambda key: _bytes(key)[1 : 1 + _DIGEST] == _digest(name))

    def reset_network(self, network: Network) -> None:
        """Reset the buckets of a network and all within it."""
        for buckets in (self._from, self._new, self._codes, self._work_from):
            buckets.fill(network)
        self._part.fill_all(lambda key: meets(_bytes(key)[0], _bytes(key)[1 + _DIGEST :], network))


def _digest(name: str) -> bytes:
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=_DIGEST).digest()


def _bytes(key: Key) -> bytes:
    return key.encode() if isinstance(key, str) else key


def _charge(tries: Buckets, work: Buckets) -> Charge:
    """Charge attempts and work; the returned charge refunds only the attempts."""
    charge(*tries, *work)
    return Charge(tries, 1.0)
