"""Rate limits for tries to prove who one is: a stranger's never use up what is the owner's.

Each kind of proof has buckets of its own. Tries with a name alone are counted for the account, for the networks they
come from, and for both together, so that no one network can use up what strangers may try at an account. A device that
signed in before, which its token proves, and whoever has the account's own token, are counted alone (OWASP's device
cookies). A right password costs no try; that it takes the server time is counted apart, with more room.
"""

import math
from hashlib import blake2b
from typing import Final

from .buckets import Charge, NetworkTokenBuckets, TokenBuckets, charge
from .networks import Key, Network, meets, networks_of

__all__ = ["SignIns"]

_PART: Final = 0.5
"""How much of what strangers may try at one account those of one network may."""

_DIGEST: Final = 16
"""Bytes that stand for a name where it is counted together with a network."""

_WORK: Final = 6
"""How many times as many passwords may be worked out as may be wrong."""

Buckets = list[tuple[TokenBuckets, Key]]


class SignIns:
    """All buckets of one server for proofs of who one is."""

    def __init__(self, per_second: float, at_once: int) -> None:
        """Let each have `at_once` tries, and as many more as `per_second` says."""
        self._at = TokenBuckets(per_second, at_once)
        self._part = TokenBuckets(per_second * _PART, math.ceil(at_once * _PART))
        self._from = NetworkTokenBuckets(per_second, at_once)
        self._devices = TokenBuckets(per_second, at_once)
        self._guests = TokenBuckets(per_second, at_once)
        self._new = NetworkTokenBuckets(per_second, at_once)
        self._codes = NetworkTokenBuckets(per_second, at_once)
        self._work_from = NetworkTokenBuckets(per_second * _WORK, at_once * _WORK)
        self._work_of = TokenBuckets(per_second * _WORK, at_once * _WORK)

    def stranger(self, address: str | None, name: str) -> Charge:
        """Count a try with a password, at the account of a folded `name`, by whoever comes from `address`."""
        tries: Buckets = [(self._at, name), *self._from.of(address)]
        networks = networks_of(address)
        if networks:
            level, network = networks[-1]
            tries.append((self._part, bytes([level]) + _digest(name) + _bytes(network)))
        return _charged(tries, self._work_from.of(address))

    def device(self, device: str) -> Charge:
        """Count a try with a password on a device that signed in to the account before."""
        return _charged([(self._devices, device)], [(self._work_of, device)])

    def guest(self, guest: str) -> Charge:
        """Count a try with a password by whoever has the guest's token."""
        return _charged([(self._guests, guest)], [(self._work_of, guest)])

    def new_account(self, address: str | None) -> None:
        """Count an account that is wished for."""
        charge(*self._new.of(address), *self._work_from.of(address))

    def code(self, address: str | None) -> Charge:
        """Count a try with a recovery code: not for the account, since nobody guesses 80 random bits."""
        return _charged(self._codes.of(address), self._work_from.of(address))

    def forgive(self, guest: str, name: str | None) -> None:
        """Let an account's strangers and its owner begin as if nobody had tried."""
        for allowance in (self._guests, self._work_of):
            allowance.fill(guest)
        if name is not None:
            self._at.fill(name)
            self._part.fill_all(lambda key: _bytes(key)[1 : 1 + _DIGEST] == _digest(name))

    def forgive_network(self, network: Network) -> None:
        """Let those of a network begin as if they had not tried."""
        for allowance in (self._from, self._new, self._codes, self._work_from):
            allowance.fill(network)
        self._part.fill_all(lambda key: meets(_bytes(key)[0], _bytes(key)[1 + _DIGEST :], network))


def _digest(name: str) -> bytes:
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=_DIGEST).digest()


def _bytes(key: Key) -> bytes:
    return key.encode() if isinstance(key, str) else key


def _charged(tries: Buckets, work: Buckets) -> Charge:
    """Take from both; what is returned gives only the tries back."""
    charge(*tries, *work)
    return Charge(tries, 1.0)
