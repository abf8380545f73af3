"""Accounts: a guest who takes a unique name and a password stays the same guest, with all its games.

Requests are authenticated by the guest's token. Signing in issues one for another device; a new generation of the
guest's secrets revokes them all.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace
from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import Guest, Holder, new_id
from codex_naturalis.seating.names import clean_name, fold_name, look_alikes
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.people import AccountInfo, NewAccount, NewPassword, Recovery, Session, SignIn

from ..bans.bans import Bans
from ..bans.restraints import Restraints, rename_account, restrain
from ..database.schema import accounts, guests, moderators, name_keys, recovery_codes, restraints
from ..limits.limits import RateLimiter
from ..support.tokens import Tokens
from ..tables.bus import Bus
from ..tables.guest_names import store_guest
from ..tables.registry import Tables
from ..tables.store import Store
from .access_tokens import AccessTokens
from .generations import Begun, changed_keys, next_generation
from .passwords import Passwords, clean_password
from .recovery import digest, new_codes

__all__ = ["GUEST", "Accounts", "check_account", "signing_up"]

GUEST: Final = "guest "
"""Prefix of the bus topic for a guest whose tokens have been revoked."""

_RECENT_SECONDS: Final = 600
"""Seconds after signing up or in, or recovering, in which issuing a token requires no password."""


class Accounts:
    """Account service: authentication and changes to accounts; refuses with a `ProblemError` that gives the reason."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        tokens: Tokens,
        limits: RateLimiter,
        passwords: Passwords,
        bus: Bus,
        bans: Bans,
    ) -> None:
        """Keep accounts in `store`; notify `tables`, and over `bus` other processes, of revoked tokens and keys."""
        self._store = store
        self._tables = tables
        self._tokens = tokens
        self._limits = limits
        self._passwords = passwords
        self._bus = bus
        self._bans = bans
        self._restraints = Restraints(store)
        self.access: AccessTokens = AccessTokens(store, bans)

    # Authentication

    async def check(self, holder: Holder) -> None:
        """Raise a `ProblemError` if the holder's token has been revoked, or its guest is banned."""
        self._bans.check(holder.guest)
        if holder.token is not None:
            await self.access.check(holder.token)
        elif holder.guest is not None:
            found = await self._store.guest(holder.guest)
            if found is not None and found.generation != holder.generation:
                raise ProblemError(Code.TOKEN_INVALID)

    async def holder(self, token: str) -> Holder:
        """Return the holder of a token; raise a `ProblemError` if the token is forged, expired or revoked."""
        if self.access.is_one(token):
            return await self.access.holder(token)
        holder = self._tokens.read_token(token)
        await self.check(holder)
        return holder

    def signed_out(self, guest: str) -> None:
        """Announce on the bus that a guest's tokens so far are void."""
        self._bus.publish(GUEST + guest, "person")

    async def _announce(self, begun: Begun) -> int:
        """Announce the next generation of a guest, whose number is returned, and of the guest's programs."""
        await changed_keys(self._tables, begun.seats)
        for guest in begun.guests:
            self.signed_out(guest)
        return begun.generation

    async def has(self, guest: str) -> bool:
        """Return whether a guest has an account."""
        return await self._of(accounts.c.guest == guest) is not None

    async def info(self, holder: Holder) -> AccountInfo:
        """Return the holder's account; raise a `ProblemError` if there is none."""
        account = await self._mine(holder)
        left = select(func.count()).select_from(recovery_codes).where(recovery_codes.c.guest == account.guest)
        found, moderates, given = await self._store.read(
            left,
            select(moderators.c.guest).where(moderators.c.guest == account.guest),
            select(restraints.c.named_until).where(restraints.c.guest == account.guest, restraints.c.named_until > 0),
        )
        until = given[0].named_until if given else None
        return AccountInfo(account.name, account.created, found[0][0], moderator=bool(moderates), named_until=until)

    async def choose_name(self, holder: Holder, wanted: str) -> AccountInfo:
        """Give an account a name of its choice, replacing one given by a moderator whose time is over."""
        info, name = await self.info(holder), clean_name(wanted)
        guest = await self._store.guest(holder.guest) if holder.guest else None
        if info.named_until is None or guest is None:
            raise ProblemError(Code.ACCOUNT_NAMED)
        await self._restraints.check_name(guest.id)
        await self.check_free(name)

        async def job(connection: AsyncConnection) -> list[str]:
            await rename_account(connection, guest.id, name)
            await restrain(connection, guest.id, named_until=0.0)
            return await store_guest(connection, replace(guest, name=name))

        await self._tables.show_stored(*await self._store.write(job))
        return replace(info, name=name, named_until=None)

    async def _of(self, which: Any) -> Row[Any] | None:  # noqa: ANN401 - any condition
        wanted = select(accounts, guests.c.generation).join(guests).where(which)
        (found,) = await self._store.read(wanted)
        return found[0] if found else None

    async def _mine(self, holder: Holder) -> Row[Any]:
        account = await self._of(accounts.c.guest == holder.guest) if holder.guest else None
        if account is None:
            raise ProblemError(Code.ACCOUNT_NONE)
        return account

    async def mine(self, holder: Holder) -> str:
        """Return the guest of the holder's account; raise a `ProblemError` if there is none."""
        return str((await self._mine(holder)).guest)

    async def confirm(self, holder: Holder, password: str) -> str:
        """Return the guest of `holder`, confirmed by `password`; raise a `ProblemError` if it is wrong."""
        account = await self._mine(holder)
        charge = self._limits.sign_ins.charge_guest(account.guest)
        if not await self._passwords.verify(_plain(password), account.password, known=True):
            raise ProblemError(Code.ACCOUNT_WRONG)
        charge.refund()
        return str(account.guest)

    async def recently_proved(self, holder: Holder, password: str | None) -> str:
        """Return the guest of `holder`, confirmed by `password`, or by having signed in a few minutes ago."""
        if password is not None:
            return await self.confirm(holder, password)
        guest = await self.mine(holder)
        if holder.proved is None or time.time() - holder.proved > _RECENT_SECONDS:
            raise ProblemError(Code.PASSWORD_NEEDED)
        return guest

    # Signing in and up

    async def sign_up(self, holder: Holder, wanted: NewAccount, address: str | None) -> Session:
        """Create an account for the holder's guest, or for a new one."""
        name = clean_name(wanted.name)
        password = clean_password(wanted.password, name)
        self._limits.sign_ins.charge_new_account(address)
        if holder.guest and await self.has(holder.guest):
            raise ProblemError(Code.ACCOUNT_EXISTS)
        await self.check_free(name)
        known = await self._store.guest(holder.guest) if holder.guest else None
        if known:
            await self._restraints.check_name(known.id)
        guest = replace(known, name=name) if known else Guest(new_id(), name)
        job = signing_up(guest, name, await self._passwords.hash(password), new=known is None)
        await self._tables.show_stored(*await self._store.write(job))
        return self._build_session(guest.id, name, guest.generation)

    async def check_free(self, name: str) -> None:
        """Raise a `ProblemError` if another account has this name, or one that looks like it."""
        (alike,) = await self._store.read(
            select(name_keys.c.guest).where(name_keys.c.key.in_(look_alikes(name))).limit(1)
        )
        if alike or await self._of(accounts.c.folded == fold_name(name)):
            raise ProblemError(Code.ACCOUNT_NAME_TAKEN)

    async def sign_in(self, wanted: SignIn, address: str | None) -> Session:
        """Return a session for a name and its password; the error does not reveal which of the two was wrong."""
        device = await self._device(wanted)
        tries = self._limits.sign_ins
        charge = tries.charge_device(device) if device else tries.charge_stranger(address, fold_name(wanted.name))
        account = await self._of(accounts.c.folded == fold_name(wanted.name))
        kept = (account.password or None) if account else None  # a program has none, and cannot sign in
        if not await self._passwords.verify(_plain(wanted.password), kept, known=bool(device)) or account is None:
            raise ProblemError(Code.ACCOUNT_WRONG)
        charge.refund()
        return self._session(account, account.generation, device)

    async def _device(self, wanted: SignIn) -> str | None:
        """Return the id of the device, if it has signed in to the same account before."""
        guest, device = self._tokens.device(wanted.device or "") or (None, None)
        account = await self._of(accounts.c.folded == fold_name(wanted.name)) if guest else None
        return device if account and account.guest == guest else None

    async def recover(self, wanted: Recovery, address: str | None) -> Session:
        """Set a new password with a recovery code, which is used up; all sessions end."""
        charge = self._limits.sign_ins.charge_code(address)
        password = clean_password(wanted.new, wanted.name)
        account = await self._of(accounts.c.folded == fold_name(wanted.name))
        guest = account.guest if account else ""
        code = digest(guest, wanted.code)
        (found,) = await self._store.read(select(recovery_codes.c.code).where(*_code(guest, code)))
        if not found or account is None:
            raise ProblemError(Code.ACCOUNT_CODE_WRONG)  # before computing a hash, which is expensive
        hashed = await self._passwords.hash(password, known=True)
        generation = await self._announce(await self._store.write(_recovering(guest, code, hashed)))
        charge.refund()
        return self._session(account, generation)

    def _session(self, account: Row[Any], generation: int, device: str | None = None) -> Session:
        self._bans.check(account.guest)
        return self._build_session(account.guest, account.name, generation, device)

    def _build_session(self, guest: str, name: str, generation: int, device: str | None = None) -> Session:
        token = self._tokens.for_guest(guest, generation, proved=time.time())
        return Session(guest, name, token, self._tokens.for_device(guest, device or new_id()))

    # Changes by the owner

    async def change_password(self, holder: Holder, wanted: NewPassword) -> Session:
        """Change the password, and end all sessions but the returned one."""
        account = await self._mine(holder)
        password = clean_password(wanted.new, account.name)
        guest = await self.confirm(holder, wanted.password)
        hashed = await self._passwords.hash(password, known=True)
        job = _repassing(guest, hashed, accounts.c.password == account.password)
        generation = await self._announce(await self._store.write(job))
        return self._session(account, generation)

    async def sign_out_everywhere(self, holder: Holder, *, programs: bool = True) -> None:
        """End all sessions, this one included, and those of the account's `programs`."""
        guest = await self.mine(holder)

        async def job(connection: AsyncConnection) -> Begun:
            return await next_generation(connection, guest, with_programs=programs)

        await self._announce(await self._store.write(job))

    async def codes(self, holder: Holder, password: str) -> tuple[str, ...]:
        """Return new recovery codes; the old ones are void."""
        guest = await self.confirm(holder, password)
        codes = new_codes()

        async def job(connection: AsyncConnection) -> None:
            await check_account(connection, guest)
            await connection.execute(delete(recovery_codes).where(recovery_codes.c.guest == guest))
            rows = [{"guest": guest, "code": digest(guest, code)} for code in codes]
            await connection.execute(insert(recovery_codes), rows)

        await self._store.write(job)
        return codes


_LONG: Final = 1024


def _plain(password: str) -> str:
    """Return a typed password in the normal form that was hashed."""
    try:
        return clean_password(password, "")
    except ProblemError:
        return password[:_LONG]  # matches no hash, and is reported as wrong


async def check_account(connection: AsyncConnection, guest: str) -> None:
    """Raise a `ProblemError` if, in this transaction, a guest no longer has an account."""
    here = select(accounts.c.guest).where(accounts.c.guest == guest).with_for_update(read=True)
    if (await connection.execute(here)).first() is None:
        raise ProblemError(Code.ACCOUNT_NONE)


def signing_up(guest: Guest, name: str, password: str, *, new: bool) -> Callable[[AsyncConnection], Any]:
    """Return the write job that creates an account for `guest`, who is `new`, with a password's hash.

    Its result is the tables that show the new name.
    """
    row = {"guest": guest.id, "name": name, "folded": fold_name(name), "password": password, "created": time.time()}

    async def job(connection: AsyncConnection) -> list[str]:
        if new:
            await connection.execute(insert(guests), {"id": guest.id, "name": name, "created": time.time()})
        try:
            await connection.execute(insert(accounts), row)
            await connection.execute(insert(name_keys), [{"key": key, "guest": guest.id} for key in look_alikes(name)])
        except IntegrityError:
            raise ProblemError(Code.ACCOUNT_NAME_TAKEN) from None
        return [] if new else await store_guest(connection, guest)

    return job


def _repassing(guest: str, password: str, *still: Any) -> Callable[[AsyncConnection], Any]:  # noqa: ANN401 - conditions
    async def job(connection: AsyncConnection) -> Begun:
        here = update(accounts).where(accounts.c.guest == guest, *still)
        if (await connection.execute(here.values(password=password))).rowcount != 1:
            raise ProblemError(Code.ACCOUNT_WRONG)  # it was changed a moment ago
        return await next_generation(connection, guest)

    return job


def _code(guest: str, code: str) -> Sequence[Any]:
    return recovery_codes.c.guest == guest, recovery_codes.c.code == code


def _recovering(guest: str, code: str, password: str) -> Callable[[AsyncConnection], Any]:
    async def job(connection: AsyncConnection) -> Begun:
        if (await connection.execute(delete(recovery_codes).where(*_code(guest, code)))).rowcount != 1:
            raise ProblemError(Code.ACCOUNT_CODE_WRONG)
        begun: Begun = await _repassing(guest, password)(connection)
        return begun

    return job
