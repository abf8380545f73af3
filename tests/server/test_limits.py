"""One address or guest cannot take what belongs to all; this machine itself may."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from codex_naturalis.server import limits
from codex_naturalis.server.codes import Code, Problem
from codex_naturalis.server.limits import Allowance, Places, network_of
from codex_naturalis.server.settings import Settings, variable
from tests.server.house import House, Json, open_house

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


def test_an_allowance_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many in one go, then as fast as it fills; another one is not disturbed. It says how long to wait."""
    now = 100.0
    monkeypatch.setattr("codex_naturalis.server.limits.time.monotonic", lambda: now)
    allowance = Allowance(0.5, 3)
    for _ in range(3):
        allowance.take("a")
    with pytest.raises(Problem) as refused:
        allowance.take("a")
    assert refused.value.facts == {"seconds": 2}
    allowance.take("b")
    now += 2
    allowance.take("a")
    with pytest.raises(Problem):
        allowance.take("a")
    for _ in range(1000):
        Allowance(0, 1).take("anybody")


def test_an_allowance_forgets_who_asked_longest_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers cannot fill the memory."""
    monkeypatch.setattr(limits, "_MOST_KNOWN", 2)
    allowance = Allowance(0.001, 1)
    for who in "abc":
        allowance.take(who)
    allowance.take("a")
    with pytest.raises(Problem):
        allowance.take("c")


def test_places_are_freed() -> None:
    """As many at the same time, whatever happens in between."""
    places = Places(1)
    for _ in range(3):
        places.hold("a")
        with pytest.raises(Problem) as refused:
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


async def test_an_address_makes_so_many_guests(tmp_path: Path) -> None:
    """A program cannot fill the database with names."""
    async with open_house(tmp_path, guests_at_once=2, guests_per_minute=1.0) as house, from_afar(house) as http:
        answers = [await http.post("/api/v1/guests", json={"name": "Ada"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert (await http.get("/api/v1/bots")).status_code == 200


async def test_a_guest_looks_at_so_many_tables(tmp_path: Path) -> None:
    """Until one of the windows is closed."""
    async with open_house(tmp_path, sockets_per_guest=2) as house:
        ada = await house.guest()
        table = await ada.open(seats=2)
        one, _ = await ada.look(table)
        await ada.look(table)
        socket, answer = await ada.look(table)
        assert answer["code"] == "limit.connections"
        await socket.forgotten()
        await one.leave()
        _, answer = await ada.look(table)
        assert answer["type"] == "welcome"


async def test_the_host_alone_reads_the_metrics(tmp_path: Path) -> None:
    """From this machine, or an address that is named; they count what happened, and name nobody."""
    async with open_house(tmp_path, metrics_from=("203.0.113.9",)) as house:
        ada = await house.guest("Ada Lovelace")
        await ada.look(await ada.open(seats=2))
        async with from_afar(house) as http:
            assert (await http.get("/metrics")).status_code == 404
        async with from_afar(house, "203.0.113.9") as http:
            text = (await http.get("/metrics")).text
    measured = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert measured["codex_sockets"] == measured["codex_tables_loaded"] == "1.0"
    assert measured['codex_writes_total{outcome="stored"}'] == measured["codex_commit_jobs_sum"] == "2.0"
    assert measured['codex_requests_total{status="201"}'] == "2.0"
    assert "Ada" not in text


def test_every_setting_has_a_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers, and lists separated by spaces."""
    monkeypatch.setenv("CODEX_ORIGINS", "https://a.example https://b.example")
    monkeypatch.setenv("CODEX_SOCKETS_PER_TABLE", "7")
    monkeypatch.setenv(variable("request_seconds"), "2.5")
    settings = Settings.from_environment(tmp_path)
    assert settings.origins == ("https://a.example", "https://b.example")
    assert (settings.sockets_per_table, settings.request_seconds) == (7, 2.5)
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


def test_every_setting_is_documented() -> None:
    """Name, default and meaning stand on the page of settings."""
    page = (Path(__file__).parents[2] / "docs" / "reference" / "settings.md").read_text("utf-8")
    defaults: dict[str, Json] = {
        name: field.default for name, field in Settings.__dataclass_fields__.items() if name != "data"
    }
    told = {name: " ".join(value) if isinstance(value, tuple) else str(value) for name, value in defaults.items()}
    rows = [f"| `{variable(name)}` | {value.removesuffix('.0') or 'none'} |" for name, value in told.items()]
    assert [row for row in rows if row not in page] == []
