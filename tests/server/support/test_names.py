"""Names: what may stand in one, and which pass for each other."""

import json
import time
import unicodedata

import pytest
from sqlalchemy import insert, select, text

from codex_naturalis.seating.names import clean_name, clean_text, clean_title, fold_name, look_alikes
from codex_naturalis.server.app import describe
from codex_naturalis.server.database.schema import accounts, name_keys
from codex_naturalis.wire.errors import ProblemError
from tests.server.house import House, Json, Person
from tests.server.programs.parts import account
from tests.several import on_both

PASSWORD = "correct horse"  # noqa: S105 - nobody's


def alike(one: str, two: str) -> bool:
    """Return whether two names pass for each other."""
    return bool(look_alikes(one) & look_alikes(two))


INVISIBLE = [0xAD, 0x34F, 0x115F, 0x17B4, 0x180B, 0x180D, 0x3164, 0xFE00, 0xFE0F, 0xFFA0, 0xE0100, 0xE01EF]


@pytest.mark.parametrize("number", INVISIBLE, ids=hex)
def test_what_cannot_be_seen_is_left_out(number: int) -> None:
    """A name is what it looks like; controls are refused as ever."""
    hidden = chr(number)
    try:
        assert clean_name(f"A{hidden}da{hidden}") == "Ada"
    except ProblemError:
        assert number == 0xAD  # a control, by its category
    assert alike(f"A{hidden}da", "Ada")


def test_joiners_stay_where_they_say_how_something_is_written() -> None:
    """In Persian, in Hindi, and in pictures of several; nowhere else."""
    for name in ("\u0646\u0647\u200c\u0627\u06cc", "क्\u200dष", "👩\u200d🚀"):
        assert clean_name(name) == name
    for name in ("A\u200dda", "\u200cAda", "Ada\u200d", "\u0416\u200d\u0430"):
        assert "\u200c" not in clean_name(name)
        assert "\u200d" not in clean_name(name)


FLAGS = {
    region: "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls", "usca", "gben")
}


@pytest.mark.parametrize("region", FLAGS)
def test_flags_of_three_regions_are_signs(region: str) -> None:
    """Any other sequence of tags, whole or cut off, is hidden text; where none is drawn, all are a black flag."""
    flag = FLAGS[region]
    if region in ("gbeng", "gbsct", "gbwls"):
        assert clean_name(f"Ada {flag}") == f"Ada {flag}"
        assert clean_title(f"Club {flag}") == f"Club {flag}"
    else:
        with pytest.raises(ProblemError):
            clean_name(f"Ada {flag}")
    for part in (flag[1:], flag[:-1]):
        with pytest.raises(ProblemError):
            clean_name(f"Ada {part}")
    assert alike(f"Ada {flag}", "Ada \U0001f3f4")


@pytest.mark.parametrize("name", ["❤️", "Ada ☠️", "1️⃣", "👁️\u200d🗨️", "🏳️\u200d🌈", "©️ ™️ ‼️"])
def test_the_style_of_an_emoji_stays(name: str) -> None:
    """Where it is one; and it makes no other name of it."""
    assert clean_name(name) == name
    assert alike(name, name.replace("\ufe0f", ""))


def test_a_style_without_an_emoji_is_left_out() -> None:
    """After letters and digits, at the beginning, after other marks, and a second time."""
    assert clean_name("❤\ufe0f\ufe0f") == "❤\ufe0f"
    assert clean_name("\ufe0fA\ufe0fd1\ufe0fa \ufe0f!\ufe0f") == "Ad1a !"


def test_marks_on_a_letter_are_as_many_as_in_the_chat() -> None:
    """More would run over the lines around."""
    assert clean_name("A" + "\u0301\u0316" * 10 + "da") == "\u00c1\u0316\u0316\u0316da"
    assert len(clean_name("x" + "\u0489" * 20)) == 4
    assert clean_name("Nguyễn Thị Ánh") == "Nguyễn Thị Ánh"


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Жанна",
        "Ζωή",
        "李小龍",
        "田中 さくら",
        "김연아",
        "Tanaka 田中",
        "שרה",
        "محمد",
        "नेहा",
        "გია",
        "ᏣᎳᎩ",
        "ᏍᏏᏉᏯ Ꮿ",
        "Ångström 3",
        "♥ 7!",
        "O'Neill",
    ],
)
def test_a_name_is_written_in_one_script(name: str) -> None:
    """Or in those that one language writes together, with digits and signs."""
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "\u0410da",
        "Ad\u03b1",
        "Жanna",
        "Aшa",
        "\u13aada",
        "\u13aa Ada",
        "\ua4ee\ua4d2\ua4ee",
        "\u2c80\u2c81",
        "李Ж",
        "さ김",
        "\u16a0\u16a2",
    ],
)
def test_scripts_that_nobody_mixes_and_rare_ones_are_refused(name: str) -> None:
    """So that a letter of another alphabet is no letter of this one."""
    with pytest.raises(ProblemError):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "ADA",
            "A da",
            "\uff21\uff44\uff41",
            "\U0001d400\U0001d41d\U0001d41a",
            "\u0430\u0501\u0430",
            "\u0251d\u0251",
            "A\u0501\u0430",
        ),
        *("\u0391d\u0430", "A\u034fda", "\u13aa\u13a0\u13aa", "\uab7a\uab70\uab7a"),
    ],
)
def test_names_that_a_reader_takes_for_each_other_are_alike(name: str) -> None:
    """By letters of other alphabets, other forms of the same, or what cannot be seen."""
    assert alike(name, "Ada")


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Alan", "AIan"),
        ("Alan", "a1an"),
        ("Alan", "AL4N"),
        ("modern", "rnodern"),
        ("Bob", "B0b"),
        ("coco", "\u0441\u043e\u0441\u043e"),
    ],
)
def test_letters_that_look_like_others_or_like_several(one: str, two: str) -> None:
    """As the standard lists them; a four is no A."""
    assert alike(one, two) == (two != "AL4N")


def test_names_that_differ_are_not_alike() -> None:
    """Accents, scripts and other letters are respected."""
    names = [
        "Ada",
        "Adá",
        "Adam",
        "李",
        "Жанна",
        "Ζωή",
        "Zoë",
        "Zoe",
        "O'Neill",
        "ONeill",
        "Ivan",
        "Inan",
        "Eva",
        "Uwe",
        "Nina",
    ]
    assert [(one, two) for one in names for two in names if one < two and alike(one, two)] == []


async def signed_up(house: House, name: str) -> Person:
    """Return a client with an account."""
    return Person(house, (await house.stranger().post("/account", {"name": name, "password": PASSWORD}))["token"])


@on_both
@pytest.mark.parametrize("name", ["\u0251d\u0251", "Ad\ufe00a", "\u0430\u0501\u0430", "A\U000e0100da", "\u04d0da"])
async def test_an_account_has_what_its_name_looks_like(house: House, name: str) -> None:
    """No other account may take a name that is confusable with it until it is deleted."""
    ada = await signed_up(house, "Ada")
    wanted = {"name": name, "password": PASSWORD}
    code = "name.invalid" if name == "\u04d0da" else "account.name_taken"
    assert (await house.stranger().refused("POST", "/account", wanted))["code"] == code
    assert (await ada.ask("DELETE", "/account", {"password": PASSWORD})).status_code == 204
    if code == "account.name_taken":
        await signed_up(house, name)


@on_both
async def test_accounts_of_before_stay_usable(house: House) -> None:
    """Whatever their names are: they sign in, recover, and are found."""
    ada = await signed_up(house, "Ada")
    old = "\u13aaD\u0410"
    rename = accounts.update().where(accounts.c.name == "Ada").values(name=old, folded=fold_name(old))
    await house.services.store.write(lambda connection: connection.execute(rename))
    code = (await ada.post("/account/codes", {"password": PASSWORD}))["codes"][0]
    session = {"name": old, "password": PASSWORD}
    assert (await house.stranger().post("/account/session", session))["name"] == old
    assert (await house.stranger().get(f"/people/{old}"))["name"] == old
    wanted = {"name": old, "code": code, "new": "battery staple"}
    assert (await house.stranger().post("/account/recovery", wanted))["name"] == old


def marks(table: dict[str, object]) -> list[tuple[str, str | None]]:
    """Return the names at a table with their marks."""
    seats = table["seats"]
    assert isinstance(seats, list)
    return sorted((seat["name"], seat["mark"]) for seat in seats if seat["kind"] == "guest")


@on_both
async def test_a_table_tells_accounts_from_guests_of_their_names(house: House) -> None:
    """Who sits down with a name that looks like an account's is marked, and who has the account, in rematches too."""
    ada, guest = await signed_up(house, "Ada"), await house.guest("\u0251da")
    eve = await house.guest("Eve")
    table = await ada.open(seats=4)
    for person in (guest, eve):
        await person.post(f"/tables/{table}/join")
    known = (await eve.get(f"/tables/{table}"))["table"]
    assert marks(known) == [("Ada", "account"), ("Eve", None), ("\u0251da", "alike")]
    await eve.ask("PATCH", "/guests/me", {"name": "ADA"})
    await guest.ask("PATCH", "/guests/me", {"name": "Bob"})
    assert marks((await eve.get(f"/tables/{table}"))["table"]) == [("ADA", "alike"), ("Ada", "account"), ("Bob", None)]
    await guest.post("/account", {"name": "Bob", "password": PASSWORD})
    assert ("Bob", "account") in marks((await eve.get(f"/tables/{table}"))["table"])
    await guest.ask("DELETE", "/account", {"password": PASSWORD})
    assert ("Bob", "account") not in marks((await eve.get(f"/tables/{table}"))["table"])


def test_accounts_that_look_alike_already_are_both_kept(tmp_path: object) -> None:
    """When the database is brought up to date the older one has the look, and neither is lost."""
    from pathlib import Path  # noqa: PLC0415

    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from sqlalchemy import create_engine  # noqa: PLC0415

    engine = create_engine(f"sqlite:///{Path(str(tmp_path)) / 'codex.db'}")
    config = Config()
    config.set_main_option("script_location", "codex_naturalis.server.database:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0603")
        for number, name in enumerate(("Ada", "\u0251da", "Eve")):
            connection.execute(
                text("insert into guests (id, name, created) values (:id, :name, 0)"), {"id": name, "name": name}
            )
            row = {"guest": name, "name": name, "folded": fold_name(name), "password": "", "created": float(number)}
            connection.execute(insert(accounts), row)
        command.upgrade(config, "head")
        held = connection.execute(select(name_keys.c.guest).where(name_keys.c.key.in_(look_alikes("Ada")))).scalars()
        assert set(held) == {"Ada"}
        assert connection.execute(select(name_keys).where(name_keys.c.guest == "Eve")).all()
        assert len(connection.execute(select(accounts)).all()) == 3


def test_a_title_is_one_line_and_longer_than_a_name() -> None:
    """Clubs and tournaments have up to 60 characters; each word is of one script, since ours is Latin everywhere."""
    assert clean_title("  Thursday\r\nevening ") == "Thursday evening"
    assert clean_title("Кубок Codex Naturalis") == "Кубок Codex Naturalis"
    assert len(clean_title("x" * 60)) == 60
    for title in ("", " \u200b ", "x" * 61, "Thursday\x1b[31m", "Thurs\u202eyad", "Cod\u0435x evening"):
        with pytest.raises(ProblemError) as refused:
            clean_title(title)
        assert refused.value.facts == {"longest": 60}


def test_a_text_keeps_its_paragraphs_and_no_controls() -> None:
    """What could change the text around is left out."""
    assert clean_text(" Thursdays\r\n\r\n\r\n\r\nat\tthe \x1b[31mInkwell\u202e ") == "Thursdays\n\nat the [31mInkwell"
    assert clean_text("") == ""


SHOWN: dict[str, Json] = {
    "POST /api/v1/clubs": {"name": "The Inkwell"},
    "POST /api/v1/tournaments": {
        "name": "Thursday",
        "starts": time.time() + 3600,
        "plan": {"kind": "swiss", "clock": {"kind": "real_time", "seconds": 300}},
    },
    "POST /api/v1/account/programs": {"name": "Magpie"},
    "POST /api/v1/account/tokens": {"name": "mine", "scope": "read"},
    "PATCH /api/v1/guests/me": {"name": "Bea"},
    "POST /api/v1/guests": {"name": "Bea"},
}
"""Requests that give something a name which is shown."""

FOUND = (
    *("POST /api/v1/tables/{table_id}/bots", "POST /api/v1/tables/{table_id}/programs", "POST /api/v1/reports"),
    *("POST /api/v1/blocks", "POST /api/v1/account/session", "POST /api/v1/account/recovery"),
)
"""Requests whose name has to be that of something known."""

SIGNING_UP = ("POST /api/v1/account", "PUT /api/v1/account/name")
"""Requests about an account's own name, for whose rules the tests above ask."""


def test_every_name_that_can_be_given_is_among_these() -> None:
    """A new one is added to those that are tried."""
    described = json.loads(json.dumps(describe()))
    named = set()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                schema = described["components"]["schemas"][content["schema"].get("$ref", "/RecordLine").split("/")[-1]]
                if "name" in schema.get("properties", {}):
                    named.add(f"{method.upper()} {path}")
    assert named == {*SHOWN, *FOUND, *SIGNING_UP}


@pytest.mark.parametrize("request_", SHOWN)
async def test_no_name_that_is_shown_has_characters_that_change_the_text_around(house: House, request_: str) -> None:
    """Control and direction characters are refused, line breaks are spaces, and look-alikes are not mixed."""
    person, (method, path) = await account(house, "Ada"), request_.split(" ")
    if path.endswith("guests/me"):
        person = await house.guest()
    at = path.removeprefix("/api/v1")
    for hidden in ("\x1b[31m", "\u202e", "\u2066", "\u0435"):
        body = {**SHOWN[request_], "name": f"a{hidden}b"}
        assert (await person.refused(method, at, body))["code"] == "name.invalid"
    answer = await person.ask(method, at, {**SHOWN[request_], "name": "a\r\nb\u2028c"})
    assert answer.is_success
    assert not [
        one for one in json.dumps(answer.json(), ensure_ascii=False) if unicodedata.category(one) in ("Cc", "Zl")
    ]
    assert "a bc" in answer.text
