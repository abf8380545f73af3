"""One address or guest cannot take what belongs to all; this machine itself may."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest

from codex_naturalis.server.limits import token_buckets
from codex_naturalis.server.limits.limits import NetworkSlots, Slots
from codex_naturalis.server.limits.networks import network_of, networks_of
from codex_naturalis.server.limits.token_buckets import NetworkTokenBuckets, Rate, TokenBucket, TokenBuckets, charge
from codex_naturalis.server.support.settings import Settings, fixed_variables, unknown_variables, variable, variables
from codex_naturalis.wire.errors import Code, ProblemError
from tests.server.house import House, Json, open_house
from tools.docs_tables import build_page

STRANGER = "203.0.113.7"


@asynccontextmanager
async def from_afar(house: House, address: str = STRANGER) -> AsyncIterator[httpx.AsyncClient]:
    """Ask over HTTP from an address of its own."""
    transport = httpx.ASGITransport(house.app, client=(address, 1))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://codex.test") as http:
        yield http


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("127.0.0.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        (None, None),
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_what_counts_as_one_address(address: str | None, network: str | None) -> None:
    """A household has billions of addresses under IPv6; the machine itself is not counted."""
    assert network_of(address) == network


def test_a_wider_network_has_room_for_many_households() -> None:
    """A /64 is counted, and the /56 and the /48 it lies in; an IPv4 address, and its /24."""
    assert networks_of("203.0.113.7") == ((0, b"\xcb\0\x71\7"), (2, b"\xcb\0\x71"))
    levels = networks_of("2001:db8:1:2:3:4:5:6")
    assert [(level, key.hex()) for level, key in levels if isinstance(key, bytes)] == [
        (0, "20010db800010002"),
        (1, "20010db8000100"),
        (2, "20010db80001"),
    ]
    assert networks_of("2001:db8:1:2::/64") == levels
    assert networks_of("::ffff:127.0.0.1") == networks_of(None) == ()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the time of day, which the test sets."""
    now = [100.0]
    monkeypatch.setattr("codex_naturalis.server.limits.token_buckets.time.monotonic", lambda: now[0])
    return now


def emptied(buckets: TokenBuckets, who: str) -> int:
    """Take all that `who` has; return how much it was."""
    taken = 0
    while not buckets.spend(who):
        taken += 1
    return taken


def test_an_allowance_fills_again(clock: list[float]) -> None:
    """A burst, then as fast as the bucket fills; another guest's is untouched. It says how long to wait."""
    buckets = TokenBuckets(0.5, 3)
    for _ in range(3):
        buckets.take("a")
    with pytest.raises(ProblemError) as refused:
        buckets.take("a")
    assert refused.value.facts == {"seconds": 2}
    buckets.take("b")
    clock[0] += 2
    buckets.take("a")
    with pytest.raises(ProblemError):
        buckets.take("a")
    for _ in range(1000):
        TokenBuckets(0, 1).take("anybody")


def test_a_socket_that_goes_too_fast_runs_into_debt() -> None:
    """What it sends beyond its burst counts too, so that it has to pause; at a rate of 0 it may send anything."""
    bucket, rate = TokenBucket(), Rate(2.0, 3)
    assert [bucket.take(rate, 100.0) for _ in range(5)] == [True, True, True, False, False]
    assert not bucket.take(rate, 101.0)
    assert bucket.take(rate, 102.0)
    assert all(TokenBucket().take(Rate(0, 1), 100.0, 5) for _ in range(10))


def test_what_was_taken_can_be_given_back(clock: list[float]) -> None:
    """From each bucket of several, and what costs more takes more."""
    one, two = TokenBuckets(1, 5), TokenBuckets(1, 4)
    charge((one, "a"), (two, "b"), cost=4).refund()
    charge((one, "a"), (two, "b"), cost=4)
    assert (emptied(one, "a"), emptied(two, "b")) == (1, 0)
    two.fill("b")
    assert emptied(two, "b") == 4
    clock[0] += 1


def test_nothing_is_taken_from_one_where_the_other_has_none() -> None:
    """Nor is anything kept of a caller who is refused."""
    one, two = TokenBuckets(1e-9, 5), TokenBuckets(1e-9, 0)
    with pytest.raises(ProblemError):
        charge((one, "a"), (two, "b"))
    assert (len(one), len(two), emptied(one, "a")) == (0, 0, 5)


def test_nobody_wins_a_new_allowance_by_a_flood_of_others(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    """Only full buckets are forgotten; when there is no room strangers share some, and the memory stays as it is."""
    monkeypatch.setattr(token_buckets, "_MOST_KNOWN", 50)
    monkeypatch.setattr(token_buckets, "_SHARED", 4)
    buckets = TokenBuckets(0.01, 2)
    assert emptied(buckets, "victim") == 2
    taken = sum(not buckets.spend(f"junk {number}") for number in range(1000))
    assert (buckets.spend("victim") > 0, len(buckets), taken) == (True, 50, 49 + 4 * 2)
    late = [who for who in map(str, range(1000)) if not buckets.spend(who)]
    assert late == []
    clock[0] += 100  # those that shared are full in part, those of their own altogether
    assert sum(not buckets.spend(f"more {number}") for number in range(1000)) > 50
    assert (emptied(buckets, "victim"), len(buckets)) == (1, 50)


def test_whoever_shared_a_bucket_goes_on_from_there(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    """To find room for a bucket of one's own gives nothing back."""
    monkeypatch.setattr(token_buckets, "_MOST_KNOWN", 1)
    buckets = TokenBuckets(0.01, 10)
    buckets.take("first")
    assert emptied(buckets, "guesser") == 10
    clock[0] += 101  # the first is full, and forgotten; the other has one more
    assert (emptied(buckets, "guesser"), len(buckets)) == (1, 1)


def test_full_buckets_are_forgotten(clock: list[float]) -> None:
    """A table is as large as there are some who asked lately."""
    buckets = TokenBuckets(1, 10)
    for number in range(1000):
        clock[0] += 1
        buckets.take(str(number))
    assert len(buckets) <= 3


def test_keys_are_short() -> None:
    """What is kept of a guest does not grow with what they send."""
    buckets = TokenBuckets(1e-9, 1)
    long = "x" * 1_000_000
    buckets.take(long)
    assert buckets.spend(long) > 0
    assert buckets.spend(long + "y") == 0
    assert sum(map(len, buckets._full_at)) == 32


def test_whoever_has_many_networks_has_not_as_many_allowances() -> None:
    """A /56 has four times as much as a /64, a /48 or an IPv4 /24 sixteen times; what is refused costs none of them."""
    buckets = NetworkTokenBuckets(1e-9, 2)

    def taken(addresses: list[str]) -> int:
        return sum(not refused(partial(buckets.take, address)) for address in addresses)

    assert taken(["2001:db8:1:100::1"] * 50) == 2
    assert taken([f"2001:db8:1:1{number:02x}::1" for number in range(1, 256)]) == 4 * 2 - 2
    assert taken([f"2001:db8:1:{number:x}::1" for number in range(0x200, 0x1200)]) == 16 * 2 - 8
    assert taken([f"203.0.113.{number}" for number in range(256)]) == 16 * 2
    assert taken(["2001:db8:2::1", "203.0.114.1", "127.0.0.1", "127.0.0.1", "127.0.0.1"]) == 5


def refused(ask: Callable[[], object]) -> bool:
    """Return whether a `ProblemError` comes of it."""
    try:
        ask()
    except ProblemError:
        return True
    return False


def test_places_are_counted_for_wider_networks_too() -> None:
    """A /48 takes sixteen times as many as one address; what is refused takes none, and all can be freed."""
    places = NetworkSlots(1)
    households = [network_of(f"2001:db8:1:{number:x}00::1") or "" for number in range(20)]
    assert [places.take(one) for one in households] == [True] * 16 + [False] * 4
    assert not places.take(households[0])
    places.free(households[0])
    assert places.take(households[19])
    for one in households[1:16] + households[19:]:
        places.free(one)
    assert [places.take(one) for one in households[:16]] == [True] * 16
    assert [places.take("testclient"), places.take("testclient")] == [True, False]


def test_places_are_freed() -> None:
    """As many at the same time, whatever happens in between."""
    places = Slots(1)
    for _ in range(3):
        places.hold("a")
        with pytest.raises(ProblemError) as refused:
            places.hold("a")
        assert refused.value.code is Code.LIMIT_CONNECTIONS
        places.free("a")
    for who in ("a", "b", None, None):
        places.hold(who)


async def test_an_address_asks_so_much(tmp_path: Path) -> None:
    """Then it is told how long to wait; others, this machine and the pages of the client are served."""
    async with open_house(tmp_path, requests_at_once=3, requests_per_second=0.1) as house, from_afar(house) as http:
        answers = [await http.get("/api/v1/bots") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[-1].json()["code"] == "limit.requests"
        assert 1 <= int(answers[-1].headers["Retry-After"]) <= 10
        assert (await http.get("/")).status_code == 200
        assert (await house.http.get("/api/v1/bots")).status_code == 200
        async with from_afar(house, "203.0.113.8") as other:
            assert (await other.get("/api/v1/bots")).status_code == 200


async def test_a_guest_asks_so_much_from_wherever(tmp_path: Path) -> None:
    """Changing the address does not help."""
    async with open_house(tmp_path, guest_requests_at_once=2, guest_requests_per_second=0.1) as house:
        ada = await house.guest()
        statuses = []
        for number in range(3):
            async with from_afar(house, f"203.0.113.{number}") as http:
                answer = await http.get("/api/v1/guests/me", headers={"Authorization": f"Bearer {ada.token}"})
                statuses.append(answer.status_code)
        assert statuses == [200, 200, 429]


async def test_a_token_has_one_spelling_and_its_guest_one_allowance(tmp_path: Path) -> None:
    """A signature that is written in another way is none; what is no token is kept nowhere, however long it is."""
    async with open_house(tmp_path, guest_requests_at_once=2, guest_requests_per_second=0.1) as house:
        ada = await house.guest()
        head, _, signature = str(ada.token).rpartition(".")
        spelled = [
            f"{head}.{signature[:5]}{junk}{signature[5:]}"
            for junk in ("!", "!!!!", "=", "\u00b7".encode().decode("latin-1"))
        ]
        async with from_afar(house) as http:
            for token in (*spelled, "x" * 50_000, f"{ada.token} "):
                headers = {"Authorization": f"bearer  {token}".encode("latin-1")}
                answer = await http.get("/api/v1/guests/me", headers=headers)  # type: ignore[arg-type]
                assert answer.status_code == (200 if token == f"{ada.token} " else 401)
            (await http.get("/api/v1/guests/me", headers={"Authorization": f"Bearer {ada.token}"})).raise_for_status()
            again = await http.get("/api/v1/guests/me", headers={"Authorization": f"BEARER {ada.token}"})
            assert again.status_code == 429
        assert [len(key) for key in house.services.limits._of_guest._full_at] == [22]


async def test_an_address_makes_so_many_guests(tmp_path: Path) -> None:
    """A program cannot fill the database with names."""
    async with open_house(tmp_path, guests_at_once=2, guests_per_minute=1.0) as house, from_afar(house) as http:
        answers = [await http.post("/api/v1/guests", json={"name": "Ada"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert (await http.get("/api/v1/bots")).status_code == 200


async def test_whether_it_is_ready_is_asked_once_for_all(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask: the database is asked again after a moment, and who asks without end is refused."""
    asked = 0
    check = house.services.store.check

    async def counted() -> None:
        nonlocal asked
        asked += 1
        await check()

    readiness = house.services.monitoring.readiness
    monkeypatch.setattr(house.services.store, "check", counted)
    answers = await asyncio.gather(*(house.http.get("/readyz") for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert asked == 1
    readiness._until = 0.0
    await house.http.get("/readyz")
    assert asked == 2
    async with from_afar(house) as http:
        assert 429 in {(await http.get("/readyz")).status_code for _ in range(250)}
    assert asked < 10


async def test_that_it_is_not_ready_is_told_to_all(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """And that it is again, after a moment."""
    faults = [ProblemError(Code.STORAGE_FAILED)]

    async def check() -> None:
        if faults:
            raise faults.pop()

    readiness = house.services.monitoring.readiness
    monkeypatch.setattr(house.services.store, "check", check)
    assert [(await house.http.get("/readyz")).status_code for _ in range(2)] == [503, 503]
    readiness._until = 0.0
    assert (await house.http.get("/readyz")).status_code == 200


async def test_the_host_alone_reads_the_metrics(tmp_path: Path) -> None:
    """From this machine, or a configured address; they count events and contain no names."""
    async with open_house(tmp_path, metrics_from=("203.0.113.9",)) as house:
        ada = await house.guest("Ada Lovelace")
        await ada.look(await ada.open(seats=2))
        async with from_afar(house) as http:
            assert (await http.get("/metrics")).status_code == 404
        assert [(await house.http.get(path)).status_code for path in ("/metrics/", "/%6detrics")] == [404, 404]
        async with from_afar(house, "203.0.113.9") as http:
            text = (await http.get("/metrics")).text
    measured = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert measured["codex_sockets"] == measured["codex_tables_loaded"] == "1.0"
    assert measured['codex_writes_total{outcome="stored"}'] == measured["codex_commit_jobs_sum"] == "2.0"
    assert measured['codex_http_requests_total{status="201"}'] == "2.0"
    assert "Ada" not in text


def test_every_setting_has_a_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers, and lists separated by spaces."""
    monkeypatch.setenv("CODEX_ORIGINS", "https://a.example https://b.example")
    monkeypatch.setenv("CODEX_SOCKETS_PER_TABLE", "7")
    monkeypatch.setenv(variable("requests_per_second"), "2.5")
    settings = Settings.from_environment(tmp_path)
    assert settings.origins == ("https://a.example", "https://b.example")
    assert (settings.sockets_per_table, settings.requests_per_second) == (7, 2.5)
    assert settings.bot_delay == Settings(tmp_path).bot_delay


@pytest.mark.parametrize(
    ("name", "text"), [("CODEX_BOT_DELAY", "soon"), ("CODEX_BOT_DELAY", "-1"), ("CODEX_BOT_WORKERS", "1.5")]
)
def test_a_setting_without_sense_is_refused(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a sentence that names it."""
    monkeypatch.setenv(name, text)
    with pytest.raises(ValueError, match=f"{name} is a"):
        Settings.from_environment()


def test_a_stand_in_nobody_knows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the names of those that there are."""
    monkeypatch.setenv("CODEX_STAND_IN", "level:2")
    assert Settings.from_environment().stand_in == "level:2"
    monkeypatch.setenv("CODEX_STAND_IN", "tybor")
    with pytest.raises(ValueError, match=r"^CODEX_STAND_IN: there is no bot named 'tybor'"):
        Settings.from_environment()


@pytest.mark.parametrize(("name", "good"), [("CODEX_DATABASE_URL", "postgresql"), ("CODEX_BUS_URL", "nats")])
def test_an_address_of_another_kind_is_refused(name: str, good: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a sentence that says how one begins, and without the address, which may hold a password."""
    monkeypatch.setenv(name, "mysql://ada:secret@example.org/codex")
    with pytest.raises(ValueError, match=f"^{name} begins with {good}://$"):
        Settings.from_environment()
    monkeypatch.setenv(name, f"{good}://ada:secret@example.org/codex")
    assert Settings.from_environment()


def test_a_variable_that_sets_nothing_is_named() -> None:
    """With the nearest setting, if one is like it; variables of other programs and parts are left alone."""
    ours = ["CODEX_BOT_WORKER", "CODEX_ZEBRA", "CODEX_DATA_DIR", "CODEX_BOTS", "PATH"]
    assert unknown_variables(ours) == {"CODEX_BOT_WORKER": "CODEX_BOT_WORKERS", "CODEX_ZEBRA": None}


def test_what_is_no_setting_any_more_is_named_and_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its value is; nobody is told of another setting that resembles it."""
    monkeypatch.setenv("CODEX_SEND_SECONDS", "soon")
    assert Settings.from_environment(tmp_path).send_seconds == Settings(tmp_path).send_seconds
    ours = ["CODEX_SEND_SECONDS", "CODEX_BOTS"]
    assert (fixed_variables(ours), unknown_variables(ours)) == (["CODEX_SEND_SECONDS"], {})


def test_every_setting_is_documented() -> None:
    """Name, default and meaning stand on the page of settings."""
    page = build_page("reference/settings.md")
    defaults: dict[str, Json] = {name: Settings.__dataclass_fields__[name].default for name in variables()}
    shown = {name: " ".join(value) if isinstance(value, tuple) else str(value) for name, value in defaults.items()}
    rows = [f"| `{variable(name)}` | {value.removesuffix('.0') or 'none'} |" for name, value in shown.items()]
    assert [row for row in rows if row not in page] == []
