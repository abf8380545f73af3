"""People who wish it are told that it is their turn: once, not while they look, and by whichever server is there."""

import asyncio
import base64
import hmac
import re
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import http_ece
import msgspec
import pytest
from aiosmtpd.smtp import SMTP
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from sqlalchemy import select, update

from codex_naturalis.server.database.schema import notices, subscriptions, tables
from codex_naturalis.server.notifications.mail import clean_address
from codex_naturalis.server.notifications.notifier import Notifier
from codex_naturalis.server.notifications.push import public_point
from tests.server.house import House, Json, Person, Player, open_house
from tests.several import Cluster
from tests.waiting import poll, until

HOME = "https://codex.test"


class Taken(msgspec.Struct):
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Program:
    """Webhook receiver or push service: accepts requests, and answers with `status`."""

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.status = "201 Created"
        self.more = ""

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.taken.append(Taken(first.split()[1], headers, body))
        writer.write(f"HTTP/1.1 {self.status}\r\n{self.more}Content-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    @property
    def messages(self) -> list[Json]:
        """Return what was said."""
        return [msgspec.json.decode(one.body) for one in self.taken]

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Program"]:
        """Listen on a port of this machine."""
        server = await asyncio.start_server(self._serve, "127.0.0.1")
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with server:
            yield self


class Office:
    """A mail server that takes everything, or refuses everything."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.host = host
        self.letters: list[EmailMessage] = []
        self.answer = "250 taken"

    async def handle_DATA(self, _: object, __: object, envelope: Any) -> str:  # noqa: ANN401, N802 - its library's
        """Take a letter."""
        if self.answer.startswith("250"):
            letter = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(letter, EmailMessage)
            self.letters.append(letter)
        return self.answer

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Office"]:
        """Listen on a port of this machine."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(self, enable_SMTPUTF8=True), self.host)
        self.url = f"smtp://{self.host}:{server.sockets[0].getsockname()[1]}"
        async with server:
            yield self


@pytest.fixture
async def program() -> AsyncIterator[Program]:
    """Return a webhook receiver."""
    async with Program().open() as listening:
        yield listening


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    """Return a mail server."""
    async with Office().open() as listening:
        yield listening


def talkative(**more: Json) -> Json:
    """Return the settings of a server that tells at once, and may tell programs on this machine."""
    return {"notice_seconds": 0.0, "notice_networks": ("127.0.0.0/8",), "public_url": HOME, **more}


def _has_looked(notifier: Notifier, since: float) -> bool:
    return (notifier._looked or 0.0) >= since


async def looked(house: House) -> None:
    """Wait until a server has looked over all there is to tell, and begun to send what is due."""
    notifier = house.services.notifications.notifier
    for _ in range(2):  # it sends at the end of a round
        before = time.time()
        notifier.on_subscription()
        await until(partial(_has_looked, notifier, before))


async def send_notices(house: House) -> None:
    """Let the time for all that is noted come; wait until each thing is told, or need not be told any more."""
    await looked(house)
    store = house.services.store
    await store.write(lambda connection: connection.execute(update(notices).values(due=0.0)))
    house.services.notifications.notifier.on_subscription()
    unsettled = select(notices).where(notices.c.settled.is_(None))
    await poll(lambda: store.read(unsettled), lambda found: not found[0], pause=0.01)


async def two_at_a_table(house: House, **wanted: Json) -> tuple[Person, Person, str]:
    """Return two people at a table, before anybody has done anything."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=2, **wanted)
    return ada, bob, table


async def hook(person: Person, program: Program, path: str = "/hook") -> str:
    """Let a program be told; return its secret."""
    made = await person.post("/guests/me/notices/webhook", {"url": program.url + path, "language": "en"})
    return str(made["secret"])


async def asked(*players: Player) -> Player:
    """Return a player who is to act, once all have heard everything."""
    for player in players:
        while player.version < max(one.version for one in players):
            await player.hear()
    return next(player for player in players if player.view["legal"])


async def turns(most: int, *players: Player) -> None:
    """Let players act at random, one after the other."""
    for _ in range(most):
        await (await asked(*players)).play_on(1)


async def test_a_program_is_told_of_a_turn_once_and_can_check_who_says_so(tmp_path: Path, program: Program) -> None:
    """Whatever changes at the table meanwhile; and not of what others have to do."""
    async with open_house(tmp_path, **talkative()) as house:
        ada, bob, table = await two_at_a_table(house)
        secret = await hook(ada, program, "/hook?room=7")
        await bob.post(f"/tables/{table}/join")
        await until(lambda: program.taken)
        one = program.taken[0]
        said = f"It is your turn in the game with Bob.\n{HOME}/t/{table}"
        assert msgspec.json.decode(one.body) == {
            "id": one.headers["codex-delivery"],
            "text": said,
            "content": said,
            "notices": [
                {
                    "kind": "turn",
                    "table": table,
                    "url": f"{HOME}/t/{table}",
                    "text": "It is your turn in the game with Bob.",
                    "hours": None,
                }
            ],
        }
        proof = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", one.headers["codex-signature"])
        assert proof
        signed = hmac.new(secret.encode(), proof[1].encode() + b"." + one.body, sha256).hexdigest()
        assert (proof[2], one.path) == (signed, "/hook?room=7")
        await (await Player.at(bob, table)).play_on(1)
        await send_notices(house)
        assert len(program.taken) == 1


async def test_whoever_looks_is_not_told_unless_the_page_is_hidden(tmp_path: Path, program: Program) -> None:
    """A person who has looked is not notified either; a page in the background does not count."""
    async with open_house(tmp_path, **talkative(notice_seconds=3600.0)) as house:
        ada, bob, table = await two_at_a_table(house)
        await hook(ada, program)
        player = await Player.at(ada, table)
        await bob.post(f"/tables/{table}/join")
        await player.until_asked()
        await looked(house)
        await player.socket.leave()
        await send_notices(house)
        assert program.taken == []
        players = await Player.at(ada, table), await Player.at(bob, table)
        await turns(4, *players)
        if await asked(*players) is players[0]:
            await turns(2, *players)
        await players[0].socket.say({"type": "ping", "hidden": True})
        await players[0].socket.hear_of("pong")
        await turns(2, *players)
        await send_notices(house)
        assert len(program.taken) == 1


async def test_what_is_done_in_time_is_not_told(tmp_path: Path, program: Program) -> None:
    """Who acts before the message goes gets none."""
    async with open_house(tmp_path, **talkative(notice_seconds=3600.0)) as house:
        ada, bob, table = await two_at_a_table(house)
        await hook(bob, program)
        await bob.post(f"/tables/{table}/join")
        players = await Player.at(ada, table), await Player.at(bob, table)
        await players[1].socket.say({"type": "ping", "hidden": True})
        await turns(4, *players)
        if await asked(*players) is players[1]:
            await turns(2, *players)
        await send_notices(house)
        assert program.taken == []


async def test_days_run_out_a_bot_takes_over_and_the_game_ends(tmp_path: Path, program: Program) -> None:
    """Each is told once: hours that are left, who plays on, and who has won; in the language that was wished for."""
    async with open_house(tmp_path, **talkative(bot_delay=0.0)) as house:
        ada, bob, table = await two_at_a_table(house, clock={"kind": "correspondence", "days": 1})
        await bob.post(f"/tables/{table}/join")
        players = await Player.at(ada, table), await Player.at(bob, table)
        await turns(4, *players)
        late = await asked(*players)
        other = players[1] if late is players[0] else players[0]
        wanted = {"url": program.url, "language": "fr"}
        await late.person.post("/guests/me/notices/webhook", wanted)
        await late.socket.leave()
        served = house.services.store.served
        served.at_least(served.now() + 17 * 3600)
        house.services.notifications.notifier.on_subscription()
        await until(lambda: program.taken)
        name = other.table["seats"][other.viewer or 0]["name"]
        assert program.messages[0]["notices"][0]["hours"] == 7
        assert program.messages[0]["text"].startswith(f"Il vous reste 7 heures pour jouer dans la partie avec {name}.")
        served.at_least(served.now() + 14 * 3600)
        await house.services.deadlines.poll()
        await until(lambda: len(program.taken) > 1)
        assert "Anselme joue à votre place" in program.messages[1]["text"]
        result = await other.until_over()
        await until(lambda: len(program.taken) > 2)
        won = result["winners"] == [late.viewer]
        assert program.messages[2]["notices"][0]["kind"] == "over"
        assert ("vous avez gagné" if won else f"{name} a gagné") in program.messages[2]["text"]
        assert [one["notices"][0]["kind"] for one in program.messages] == ["late", "replaced", "over"]


async def test_a_mail_address_is_confirmed_first_and_left_with_one_press(tmp_path: Path, office: Office) -> None:
    """Nothing but a link is sent before; each mail says why it comes, and how it ends."""
    async with open_house(tmp_path, **talkative(mail_url=office.url, mail_from="codex@codex.test")) as house:
        ada, bob, table = await two_at_a_table(house)
        way = await ada.post("/guests/me/notices/email", {"address": "Ada@Example.org", "language": "it"})
        assert (way["label"], way["ready"]) == ("Ada@example.org", False)
        assert (await ada.refused("POST", f"/guests/me/notices/{way['id']}/test"))["code"] == "notice.unconfirmed"
        await bob.post(f"/tables/{table}/join")
        await send_notices(house)
        (asking,) = office.letters
        assert (asking["subject"], asking["to"]) == ("È tuo questo indirizzo?", "Ada@example.org")
        assert "List-Unsubscribe" not in asking
        link = re.search(HOME + r"/notices#confirm=(\S+)", asking.get_content())
        assert link
        nobody = house.stranger()
        assert (await nobody.refused("POST", "/notices/confirm", {"token": link[1] + "x"}))["code"] == "notice.link"
        assert (await nobody.ask("POST", "/notices/confirm", {"token": link[1]})).status_code == 204
        await (await Player.at(bob, table)).play_on(1)
        await until(lambda: len(office.letters) > 1)
        letter = office.letters[1]
        text = letter.get_content().replace("\r\n", "\n")
        assert (letter["subject"], letter["from"]) == ("Tocca a te", "Codex Naturalis <codex@codex.test>")
        assert (letter["auto-submitted"], letter["content-language"]) == ("auto-generated", "it")
        assert f"Tocca a te nella partita con Bob.\n{HOME}/t/{table}\n" in text
        assert (letter["list-unsubscribe-post"], "codex.test" in text) == ("List-Unsubscribe=One-Click", True)
        stop = re.fullmatch(f"<{HOME}/api/v1(/notices/stop\\?token=.*)>", letter["list-unsubscribe"])
        assert stop
        assert f"/notices#stop={stop[1].partition('=')[2]}" in text
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = await house.http.post(f"/api/v1{stop[1]}", content=b"List-Unsubscribe=One-Click", headers=form)
        assert answer.status_code == 204
        assert (await ada.get("/guests/me/notices"))["ways"] == []
        assert (await ada.ask("DELETE", f"/guests/me/notices/{way['id']}")).status_code == 204


async def test_a_browser_alone_reads_what_is_pushed_to_it(tmp_path: Path, program: Program) -> None:
    """By a server that shows who it is; a browser that has gone is forgotten."""
    key = ec.generate_private_key(ec.SECP256R1())
    auth = b"sixteen bytes...."[:16]
    async with open_house(tmp_path, **talkative()) as house:
        ada, bob, table = await two_at_a_table(house)
        offered = await house.stranger().get("/guests/me/notices")
        assert (offered["kinds"], len(decoded(offered["push_key"]))) == (["push", "webhook", "discord", "matrix"], 65)
        wanted = {"endpoint": f"{program.url}/push/1", "language": "fr", "label": "Mon téléphone"}
        keys = {"p256dh": coded(public_point(key)), "auth": coded(auth)}
        way = await ada.post("/guests/me/notices/push", {**wanted, **keys})
        again = await ada.post("/guests/me/notices/push", {**wanted, **keys, "label": "Le même"})
        assert (again["id"], again["label"]) == (way["id"], "Le même")
        assert (await ada.ask("POST", f"/guests/me/notices/{way['id']}/test")).status_code == 204
        await bob.post(f"/tables/{table}/join")
        await until(lambda: len(program.taken) > 1)
        tried, one = program.taken
        assert read(tried.body, key, auth)["title"] == "Cela fonctionne"
        message = read(one.body, key, auth)
        assert (message["title"], message["path"], message["lang"]) == ("À vous de jouer", f"/t/{table}", "fr")
        assert message["body"].endswith("est à vous de jouer dans la partie avec Bob.")
        assert (one.headers["content-encoding"], one.headers["urgency"]) == ("aes128gcm", "normal")
        assert re.fullmatch(r"[0-9a-f]{32}", one.headers["topic"])
        claims = verified(one.headers["authorization"], offered["push_key"])
        assert (claims["aud"], claims["sub"]) == (program.url, HOME)
        program.status = "410 Gone"
        failed = await ada.refused("POST", f"/guests/me/notices/{way['id']}/test")
        assert (failed["code"], failed["facts"]["cause"]) == ("notice.failed", "HTTP 410")
        assert (await ada.get("/guests/me/notices"))["ways"] == []
        counted = (await house.http.get("/metrics")).text
        for outcome, count in (("arrived", 2), ("failed", 1)):
            assert f'codex_notifications_total{{kind="push",outcome="{outcome}"}} {count}.0' in counted


def coded(data: bytes) -> str:
    """Return bytes as browsers write them."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return what `coded` wrote."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def read(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> Json:
    """Return what a browser reads, as another library does it."""
    return msgspec.json.decode(http_ece.decrypt(body, private_key=key, auth_secret=auth))


def verified(header: str, known: str) -> Json:
    """Return what a push service is told of the sender, once the signature holds."""
    found = re.fullmatch(r"vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)", header)
    assert found
    assert found[3] == known
    proof = decoded(found[2])
    numbers = int.from_bytes(proof[:32], "big"), int.from_bytes(proof[32:], "big")
    sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(known))
    sender.verify(encode_dss_signature(*numbers), found[1].encode(), ec.ECDSA(SHA256()))
    return msgspec.json.decode(decoded(found[1].partition(".")[2]))


async def test_what_does_not_arrive_is_tried_again_and_its_owner_sees_why(tmp_path: Path, program: Program) -> None:
    """Later each time, and under the same name; a restarted server goes on where the last one was."""
    program.status, program.more = "503 Later", "Retry-After: 100\r\n"
    async with open_house(tmp_path, **talkative()) as house:
        ada, bob, table = await two_at_a_table(house)
        await hook(ada, program)
        await bob.post(f"/tables/{table}/join")
        await until(lambda: program.taken)
        assert await poll(lambda: fault_of(ada)) == "HTTP 503"
        ((notice,),) = await house.services.store.read(
            select(notices.c.due, tables.c.touched).join(tables, tables.c.id == notices.c.table_id)
        )
        due, made = tuple(notice)
        assert made + 100 < due <= time.time() + 100
        await looked(house)
        assert 'codex_notifications_undelivered{kind="webhook"} 1.0' in (await house.http.get("/metrics")).text
    program.status = "200 OK"
    async with open_house(tmp_path, **talkative()) as house:
        await looked(house)
        assert len(program.taken) == 1
        await house.services.store.write(lambda connection: connection.execute(update(notices).values(due=0.0)))
        house.services.notifications.notifier.on_subscription()
        await until(lambda: len(program.taken) > 1)
        one, two = program.taken
        assert one.headers["codex-delivery"] == two.headers["codex-delivery"]
        ada = house.stranger(ada.token)
        await poll(lambda: fault_of(ada), lambda fault: fault is None)


async def fault_of(person: Person) -> str | None:
    """Return why the person's only subscription was not told, if it was not."""
    (way,) = (await person.get("/guests/me/notices"))["ways"]
    fault: str | None = way["fault"]
    return fault


async def test_several_servers_tell_each_thing_once(tmp_path: Path, postgres: Cluster, program: Program) -> None:
    """Whichever of them is quicker; one that dies in the middle of it leaves the rest to the others."""
    settings = talkative(database_url=postgres.database())
    async with AsyncExitStack() as stack:
        houses = [await stack.enter_async_context(open_house(tmp_path, **settings)) for _ in range(3)]
        ada, bob, _ = await two_at_a_table(houses[0])
        await hook(ada, program)
        tables_made = [await ada.open(seats=2) for _ in range(5)]
        for house in houses[1:]:
            house.services.notifications.notifier.on_subscription()
        for table in tables_made:
            await house_of(houses, table).stranger(bob.token).post(f"/tables/{table}/join")
        for house in houses:
            house.services.notifications.notifier.on_subscription()
        await until(lambda: len(notified_tables(program)) >= len(tables_made))
        for house in houses:
            await send_notices(house)
        assert sorted(notified_tables(program)) == sorted(tables_made)


def house_of(houses: list[House], table: str) -> House:
    """Return one of several servers, another for each table."""
    return houses[sum(table.encode()) % len(houses)]


def notified_tables(program: Program) -> list[str]:
    """Return the tables that a program heard of."""
    return [one["table"] for message in program.messages for one in message["notices"]]


async def test_a_lease_that_ran_out_is_taken_over(tmp_path: Path, program: Program) -> None:
    """What a server had taken that was killed is told by the next."""
    async with open_house(tmp_path, **talkative(notice_seconds=3600.0)) as house:
        ada, bob, table = await two_at_a_table(house)
        await hook(ada, program)
        await bob.post(f"/tables/{table}/join")
        store = house.services.store
        await poll(lambda: store.read(select(notices)), lambda found: bool(found[0]), pause=0.01)
        dead = {"due": 0.0, "holder": "gone", "until": time.time() + 3600.0}
        await store.write(lambda connection: connection.execute(update(notices).values(dead)))
        await looked(house)
        assert program.taken == []
        await store.write(lambda connection: connection.execute(update(notices).values(until=time.time())))
        house.services.notifications.notifier.on_subscription()
        await until(lambda: program.taken)
        assert notified_tables(program) == [table]


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/hook",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://[64:ff9b:1::1]/",
        "https://[fec0::1]/",
        "https://[::10.0.0.1]/",
        "https://[::ffff:0:10.0.0.1]/",
        "https://[5f00::1]/",
        "https://[3fff::1]/",
        "https://[2002:a00:1::1]/",
        "https://[2001:0:1::1]/",
        "https://[2600::5efe:a00:1]/",
        "https://[ff02::1]/",
        "https://192.0.0.192/",
        "https://192.0.0.9/",
        "https://198.18.0.1/",
        "https://100.64.0.1/",
        "https://255.255.255.255/",
        "https://10.1.2.3:8443/",
        "https://169.254.169.254/latest/meta-data",
        "https://192.168.0.1/",
        "https://localhost/",
        "http://93.184.216.34/",
        "https://user:word@93.184.216.34/",
        "https://93.184.216.34/a b",
        "ftp://93.184.216.34/",
        "https://",
        "hook",
    ],
)
async def test_messages_go_to_public_addresses_over_https_alone(house: House, url: str) -> None:
    """Addresses that only the server can reach are refused (SSRF)."""
    ada = await house.guest()
    refused = await ada.refused("POST", "/guests/me/notices/webhook", {"url": url, "language": "en"})
    assert refused["code"] == "notice.target"


async def test_an_address_that_moves_into_the_house_is_not_followed(tmp_path: Path, program: Program) -> None:
    """What a name leads to is looked at again whenever something is sent."""
    async with open_house(tmp_path, **talkative()) as house:
        ada = await house.guest()
        await hook(ada, program)
    async with open_house(tmp_path, public_url=HOME) as house:
        ada = house.stranger(ada.token)
        ((way,),) = [(await ada.get("/guests/me/notices"))["ways"]]
        failed = await ada.refused("POST", f"/guests/me/notices/{way['id']}/test")
        assert (failed["facts"]["cause"], program.taken) == ("address", [])


@pytest.mark.parametrize(
    "address",
    [
        *("ada", "ada@", "@b.org", "a@b", "a b@c.org", "a@b.org\r\nBcc: c@d.org", "a@b..org", "a@b.org.", "a@b.org\0"),
        *(
            "a\0@b.org",
            "a@127.0.0.1",
            "a@[127.0.0.1]",
            "|cat@b.org",
            "-a@b.org",
            "a!b@c.org",
            "a%c.org@b.org",
            "a..b@c.org",
        ),
        *(
            ".a@b.org",
            "a.@b.org",
            '"a"@b.org',
            "a@-b.org",
            "a@b-.org",
            "a@b.123",
            f"{'a' * 65}@b.org",
            "é@b.org",
            "a,b@c.org",
            f"a@{'b' * 250}.org",
        ),
    ],
)
async def test_what_is_no_mail_address_is_refused(tmp_path: Path, office: Office, address: str) -> None:
    """Before anything is sent."""
    async with open_house(tmp_path, **talkative(mail_url=office.url)) as house:
        ada = await house.guest()
        wanted = {"address": address, "language": "en"}
        code = "request.malformed" if "\0" in address or len(address) > 254 else "notice.target"
        assert (await ada.refused("POST", "/guests/me/notices/email", wanted))["code"] == code
        assert office.letters == []
        assert clean_address(address) is None


async def test_nobody_lets_us_send_many_mails(tmp_path: Path, office: Office) -> None:
    """A guest may ask for a few an hour, and one address gets as few, from all guests together."""
    async with open_house(tmp_path, **talkative(mail_url=office.url)) as house:
        ada = await house.guest()
        for number in range(5):
            await ada.post("/guests/me/notices/email", {"address": f"{number}@b.org", "language": "en"})
            wanted = {"address": f"Victim+{number}@b.org" if number else "victim@b.org", "language": "en"}
            await (await house.guest()).post("/guests/me/notices/email", wanted)
        for somebody, address in ((ada, "6@b.org"), (await house.guest(), "victim@B.org")):
            wanted = {"address": address, "language": "en"}
            refused = await somebody.refused("POST", "/guests/me/notices/email", wanted)
            assert refused["code"] == "limit.requests"
        assert len(office.letters) == 10


async def test_a_password_goes_over_encrypted_lines_alone(tmp_path: Path) -> None:
    """To a server elsewhere that offers no encryption nothing is handed over, and the reason is told."""
    async with Office("127.0.0.2").open() as office:
        url = office.url.replace("//", "//codex:secret@")
        async with open_house(tmp_path, **talkative(mail_url=url)) as house:
            ada = await house.guest()
            refused = await ada.refused("POST", "/guests/me/notices/email", {"address": "a@b.org", "language": "en"})
            assert (refused["code"], refused["facts"]["cause"]) == ("notice.failed", "TLS")
            assert office.letters == []


async def test_mail_that_is_refused_is_told_at_once(tmp_path: Path, office: Office) -> None:
    """In the words of the mail server's number; and the address is not kept."""
    office.answer = "550 no such mailbox"
    async with open_house(tmp_path, **talkative(mail_url=office.url)) as house:
        ada = await house.guest()
        refused = await ada.refused("POST", "/guests/me/notices/email", {"address": "a@b.org", "language": "en"})
        assert (refused["code"], refused["facts"]["cause"]) == ("notice.failed", "SMTP 550")
        assert (await ada.get("/guests/me/notices"))["ways"] == []


async def test_a_deleted_account_leaves_no_address(tmp_path: Path, program: Program) -> None:
    """Nor can others see or change a guest's subscriptions."""
    async with open_house(tmp_path, **talkative()) as house:
        session = await house.stranger().post("/account", {"name": "Ada", "password": "correct horse"})
        ada, bob = house.stranger(session["token"]), await house.guest("Bob")
        await hook(ada, program)
        (way,) = (await ada.get("/guests/me/notices"))["ways"]
        assert (await bob.refused("POST", f"/guests/me/notices/{way['id']}/test"))["code"] == "notice.unknown"
        await bob.ask("DELETE", f"/guests/me/notices/{way['id']}")
        assert (await ada.get("/guests/me/notices"))["ways"] == [way]
        assert (await ada.ask("DELETE", "/account", {"password": "correct horse"})).status_code == 204
        assert (await house.services.store.read(select(subscriptions)))[0] == []
