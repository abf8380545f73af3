"""Rate limits for tries to prove who one is: a stranger's never use up what is the owner's.

Each kind of proof has buckets of its own. Tries with a name alone are counted for the account, for the networks they
come from, and for both together, so that no one network can use up what strangers may try at an account. A device that
signed in before, which its token proves, and whoever has the account's own token, are counted alone (OWASP's device
cookies). A right password costs no try; that it takes the server time is counted apart, with more room.
"""

import math
from typing import Final

from .buckets import Allowance, Charge, NetworkAllowance, charge
from .networks import Key, networks_of

__all__ = ["SignIns"]

_PART: Final = 0.5
"""How much of what strangers may try at one account those of one network may."""

_WORK: Final = 6
"""How many times as many passwords may be worked out as may be wrong."""

Buckets = list[tuple[Allowance, Key]]


class SignIns:
    """All buckets of one server for proofs of who one is."""

    def __init__(self, per_second: float, at_once: int) -> None:
        """Let each have `at_once` tries, and as many more as `per_second` says."""
        self._at = Allowance(per_second, at_once)
        self._part = Allowance(per_second * _PART, math.ceil(at_once * _PART))
        self._from = NetworkAllowance(per_second, at_once)
        self._devices = Allowance(per_second, at_once)
        self._guests = Allowance(per_second, at_once)
        self._new = NetworkAllowance(per_second, at_once)
        self._codes = NetworkAllowance(per_second, at_once)
        self._work_from = NetworkAllowance(per_second * _WORK, at_once * _WORK)
        self._work_of = Allowance(per_second * _WORK, at_once * _WORK)

    def stranger(self, address: str | None, name: str) -> Charge:
        """Count a try with a password, at the account of a folded `name`, by whoever comes from `address`."""
        tries: Buckets = [(self._at, name), *self._from.of(address)]
        networks = networks_of(address)
        if networks:
            tries.append((self._part, f"{networks[-1][1]!r} {name}"))
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

    def forgive(self, guest: str, name: str) -> None:
        """Let an account's strangers and owner begin as if nobody had tried."""
        self._at.fill(name)
        for allowance in (self._guests, self._work_of):
            allowance.fill(guest)


def _charged(tries: Buckets, work: Buckets) -> Charge:
    """Take from both; what is returned gives only the tries back."""
    charge(*tries, *work)
    return Charge(tries, 1.0)
