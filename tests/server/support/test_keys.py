"""Keys that sign tokens: one signs, earlier ones are good for a while, and tokens may end."""

import hmac
import secrets
import time
from hashlib import sha256
from pathlib import Path

import httpx
import msgspec
import pytest
from itsdangerous import URLSafeSerializer, URLSafeTimedSerializer
from itsdangerous.encoding import base64_decode

from codex_naturalis.seating import Holder
from codex_naturalis.server.notifications.links import Links
from codex_naturalis.server.support import keys
from codex_naturalis.server.support.keys import KeyRing, Keys, load_keys, rotate
from codex_naturalis.server.support.tokens import Tokens
from codex_naturalis.wire.errors import ProblemError
from tests.server.house import House, open_house

DAY = 24 * 3600.0


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make servers check the key file at every use."""
    monkeypatch.setattr(keys, "_LOOK_SECONDS", 0.0)


def test_a_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    """Only its owner reads it, and it stays the same."""
    made = load_keys(tmp_path)
    assert [(len(key.secret), key.until, key.sha1) for key in made.all] == [(32, None, False)]
    assert load_keys(tmp_path) == made
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_tokens_are_signed_with_sha256(tmp_path: Path) -> None:
    """By the key of the installation."""
    token = Tokens(KeyRing(tmp_path)).for_seat("party", "key")
    said, _, signature = token.removeprefix("s.").rpartition(".")
    secret = sha256(b"codex-naturalis.seat.1" + b"signer" + load_keys(tmp_path).all[0].secret).digest()
    assert hmac.new(secret, said.encode(), sha256).digest() == base64_decode(signature)


def old_folder(folder: Path) -> bytes:
    """Return the key of an installation of an earlier version."""
    (folder / "key").write_bytes(key := secrets.token_bytes(32))
    return key


def test_what_earlier_versions_signed_is_good_until_the_key_is(tmp_path: Path) -> None:
    """HMAC-SHA1, with and without a generation; no other key's tokens are read so."""
    key = old_folder(tmp_path)
    old = URLSafeSerializer(key, salt="codex-naturalis.guest.1")
    guest, later = f"g.{old.dumps('ada')}", f"g.{old.dumps(['ada', 3])}"
    ring = KeyRing(tmp_path)
    known = Tokens(ring)
    assert [known.read_token(guest), known.read_token(later)] == [
        Holder(guest="ada"),
        Holder(guest="ada", generation=3),
    ]
    renewed = known.renew(later)
    assert renewed
    assert (known.read_token(renewed), known.renew(renewed)) == (Holder(guest="ada", generation=3), None)
    stop = str(URLSafeTimedSerializer(key, salt="codex-naturalis.notice.stop.1").dumps("way"))
    rotate(tmp_path, time.time())
    for token in (guest, later, renewed):
        with pytest.raises(ProblemError):
            known.read_token(token)
    assert Links(ring).read_unsubscription(stop) == "way"
    forged = URLSafeSerializer(ring.keys.all[-1].secret, salt="codex-naturalis.guest.1")
    with pytest.raises(ProblemError):
        known.read_token(f"g.{forged.dumps('ada')}")


def test_earlier_keys_are_good_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A holder who comes in time gets a token of the new key; what must stay the same is derived from the first one."""
    known = Tokens(KeyRing(tmp_path))
    seed, token, seat, device = load_keys(tmp_path).seed, known.for_guest("ada"), known.for_seat("a", "b"), None
    device = known.for_device("ada", "phone")
    rotate(tmp_path, time.time() + 3 * DAY)
    assert (known.read_token(token).guest, known.read_token(seat).key, known.device(device)) == (
        "ada",
        "b",
        ("ada", "phone"),
    )
    renewed = known.renew(token)
    assert renewed
    assert known.renew(seat) is None
    rotate(tmp_path, time.time() + 30 * DAY)
    assert known.read_token(renewed).guest == "ada"
    now = time.time() + 4 * DAY
    monkeypatch.setattr("codex_naturalis.server.support.keys.time.time", lambda: now)
    assert known.read_token(renewed).guest == "ada"
    assert known.device(device) is None
    for void in (token, seat):
        with pytest.raises(ProblemError):
            known.read_token(void)
    assert load_keys(tmp_path).seed == seed
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_a_file_that_cannot_be_read_changes_nothing(tmp_path: Path) -> None:
    """While it is being copied, say."""
    ring = KeyRing(tmp_path)
    before = ring.keys
    for text in (b"", b"{", b"{}"):
        (tmp_path / "key").write_bytes(text)
        assert ring.keys == before
    (tmp_path / "key").write_bytes(msgspec.json.encode(Keys(before.all * 2, before.seed)))
    assert len(ring.keys.all) == 2
    (tmp_path / "key").unlink()
    assert len(ring.keys.all) == 2


def test_a_token_may_end_and_is_renewed_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of its time is left when a new one is told; without a limit it is good for ever."""
    limited, lasting = Tokens(KeyRing(tmp_path), 10), Tokens(KeyRing(tmp_path))
    token, now = limited.for_guest("ada"), time.time()
    results: list[tuple[bool, bool]] = []
    for days in (0, 4, 6, 9.9, 12):
        monkeypatch.setattr("codex_naturalis.server.support.tokens.time.time", lambda days=days: now + days * DAY)
        assert lasting.read_token(token).guest == "ada"
        assert lasting.renew(token) is None
        try:
            results.append((limited.read_token(token).guest == "ada", limited.renew(token) is not None))
        except ProblemError:
            results.append((False, False))
    assert results == [(True, False), (True, False), (True, True), (True, True), (False, False)]


async def test_an_answer_tells_the_new_token(tmp_path: Path) -> None:
    """In a header of its own, once for each old one, and never on one that is refused."""
    async with open_house(tmp_path) as house:
        ada = await house.guest()
        rotate(tmp_path, time.time() + DAY)
        answer = await ada.ask("GET", "/tables/mine")
        new = answer.headers["Codex-Token"]
        assert answer.headers["Cache-Control"] == "no-store"
        again = await house.stranger(new).ask("GET", "/guests/me")
        assert (again.status_code, again.headers.get("Codex-Token")) == (200, None)
        assert await me(house, new) == await me(house, str(ada.token))
        await house.stranger(new).ask("POST", "/account", {"name": "Ada", "password": "correct horse"})
        await house.stranger(new).ask("DELETE", "/account/sessions")
        refused = await ada.ask("GET", "/guests/me")
        assert (refused.status_code, refused.headers.get("Codex-Token")) == (401, None)
        rotate(tmp_path, time.time())
        assert (await house.stranger(new).refused("GET", "/guests/me"))["code"] == "token.invalid"
        assert (await me(house, str((await house.guest()).token)))["name"] == "Ada"


async def me(house: House, token: str) -> dict[str, object]:
    """Return what a token's guest is told of itself, but for the token."""
    answer: httpx.Response = await house.stranger(token).ask("GET", "/guests/me")
    guest: dict[str, object] = answer.json()
    return guest | {"token": None}
