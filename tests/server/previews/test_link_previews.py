"""What links show of themselves: words in the page's head, and pictures."""

import asyncio
import re
import struct
from html import unescape
from pathlib import Path
from random import Random

import httpx
import pytest
import segno
from hypothesis import example, given
from hypothesis import strategies as st

from codex_naturalis.record import seeded_deal
from codex_naturalis.rules import SoloLevel, begin, options_of
from codex_naturalis.server.http.static import WebClient
from codex_naturalis.server.previews.animated_png import chunks_of
from codex_naturalis.server.previews.card_pictures import plates
from codex_naturalis.server.previews.heads import languages
from codex_naturalis.server.previews.rasterizer import Rasterizer
from codex_naturalis.server.scheduling.scheduler import Lane, Urgency
from codex_naturalis.views import view_of
from tests.server.house import House, Person, open_house
from tests.server.wire.test_secrecy_on_the_wire import TABLE, seat
from tests.strategies import play, twin_of
from tests.waiting import until
from tools.print_cards import sources


def properties(page: str) -> dict[str, str]:
    """Return the Open Graph properties of a page."""
    found = re.findall(r'<meta property="(og:[a-z_:]+)" content="([^"]*)" />', page)
    return {name: unescape(value) for name, value in found}


async def head(house: House, path: str, language: str = "en") -> dict[str, str]:
    """Return what the page at `path` says of itself."""
    answer = await house.http.get(path, headers={"Accept-Language": language})
    assert f'<html lang="{language[:2]}">' in answer.text
    return properties(answer.text)


async def picture(house: House, path: str) -> bytes:
    """Return the picture that a page names."""
    address = (await head(house, path))["og:image"]
    answer = await house.http.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png"), answer.text
    return answer.content


def size(png: bytes) -> tuple[int, int]:
    """Return width and height of a PNG."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


async def finished(person: Person) -> str:
    """Return a solo table whose game is over."""
    options = options_of(1, solo=SoloLevel.EASY)
    played = play(begin(options, seeded_deal(options, "over")), "for points", 3)
    await seat(person.house, played)
    table = await person.house.services.tables.get(TABLE)
    for number, (actor, action) in enumerate(played.actions):
        await table.play_actions(actor, (action,), table.version, f"act-{number}")
    return TABLE


async def test_an_invitation_names_its_host_in_the_readers_language(house: House) -> None:
    """With an absolute address of a picture of the size that programs ask for."""
    ann = await house.guest("Ann & Co")
    table = await ann.open(seats=3)
    tags = await head(house, f"/t/{table}", "fr-CH")
    assert tags["og:title"] == "Ann & Co vous invite à jouer"
    assert "2 places" in tags["og:description"]
    assert tags["og:locale"] == "fr_FR"
    assert tags["og:url"] == f"http://codex.test/t/{table}"
    assert tags["og:image"].startswith("http://codex.test/api/v1/previews?")
    assert size(await picture(house, f"/t/{table}")) == (1200, 630)


async def test_every_kind_of_link_has_words_of_its_own(house: House) -> None:
    """The lobby, a puzzle, the daily one, a person and a finished game; an unknown name is never repeated."""
    ann = await house.guest("Ann")
    await ann.post("/account", {"name": "Ann", "password": "correct horse"})
    paths = {
        "/": "Codex Naturalis",
        "/puzzles/7": "Puzzle 7",
        "/puzzles/9999": "Codex Naturalis",
        "/puzzles/daily": "Puzzle of the day",
        "/people/ann": "Ann plays Codex Naturalis",
        "/people/Send%20me%20money": "Codex Naturalis",
        f"/t/{await finished(ann)}/replay": "The codices of Guest 0 and Tybor",
        "/t/nothing": "Codex Naturalis",
    }
    assert {path: (await head(house, path))["og:title"] for path in paths} == paths


async def test_pictures_of_all_kinds_can_be_drawn(house: House) -> None:
    """Each with pixels of its own."""
    table = await finished(await house.guest("Ann"))
    pictures = [await picture(house, path) for path in ("/", "/puzzles/7", f"/t/{table}")]
    assert [size(each) for each in pictures] == [(1200, 630)] * 3
    assert len(set(pictures)) == 3


async def test_a_finished_codex_is_printed_and_filmed(house: House) -> None:
    """In two shapes, and as an animation with a frame for each card; of a game under way there is neither."""
    ann = await house.guest("Ann")
    table = await finished(ann)
    base = f"/api/v1/tables/{table}/codices/0"
    assert size((await house.http.get(f"{base}/print")).content) == (1200, 630)
    assert size((await house.http.get(f"{base}/print?shape=portrait")).content) == (1080, 1350)
    film = await house.http.get(f"{base}/film")
    kinds = [kind for kind, _ in chunks_of(film.content)]
    game = (await house.services.tables.get(table)).game
    assert game
    laid = view_of(game.state, None).seats[0].laid
    assert kinds.count("fcTL") == len(laid) + 1
    laid_cards = (await house.http.get(base)).json()["laid"]
    assert [(each["card"], tuple(each["cell"])) for each in laid_cards] == [(each.card, each.cell) for each in laid]
    assert kinds[:2] == ["IHDR", "acTL"]
    assert (await ann.refused("GET", f"/tables/{table}/codices/4/print"))["code"] == "seat.unknown"
    under_way = await ann.open(seats=1, solo="easy")
    assert (await ann.refused("GET", f"/tables/{under_way}/codices/0"))["code"] == "table.not_over"
    assert (await ann.refused("GET", f"/tables/{under_way}/codices/0/print"))["code"] == "table.not_over"
    assert (await ann.refused("GET", f"/tables/{under_way}/codices/0/film"))["code"] == "table.not_over"


@pytest.mark.parametrize("seats", [1, 3])
async def test_a_game_under_way_shows_nothing_of_itself(tmp_path: Path, seats: int) -> None:
    """Not even what spectators see: two games with other cards and other actions give the same bytes."""
    options = options_of(seats, solo=SoloLevel.NORMAL if seats == 1 else None)
    played = play(begin(options, seeded_deal(options, "spoiler")), "at random", 5, most=24)
    other = play(begin(options, seeded_deal(options, "another")), "for points", 6, most=11)
    shown = []
    for number, game in enumerate((played, twin_of(played, None, Random(1)), other)):
        async with open_house(tmp_path / str(number)) as house:
            await seat(house, game)
            table = await house.services.tables.get(TABLE)
            for count, (actor, action) in enumerate(game.actions):
                await table.play_actions(actor, (action,), table.version, f"act-{count}")
            page = await house.http.get(f"/t/{TABLE}")
            shown.append(
                (page.content, await picture(house, f"/t/{TABLE}"), await picture(house, f"/t/{TABLE}/replay"))
            )
    assert shown[0] == shown[1] == shown[2]


async def test_looking_links_up_is_limited(tmp_path: Path) -> None:
    """Beyond the limit of an address a page comes without its words, and a picture is refused."""
    async with open_house(tmp_path, requests_at_once=3, requests_per_second=0.001) as house:
        far = httpx.ASGITransport(house.app, client=("203.0.113.9", 1))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=far, base_url="http://codex.test") as stranger:
            heads = [properties((await stranger.get("/puzzles/7")).text) for _ in range(4)]
            assert [bool(each) for each in heads] == [True, True, True, False]
            assert (await stranger.get("/api/v1/previews")).status_code == 429


def test_the_drawings_are_those_of_the_web_client() -> None:
    """Made from the files as they are; after a change of the cards: `python -m tools.print_cards`."""
    assert plates().sources == sources()


def test_languages_are_read_by_their_weight() -> None:
    """As RFC 9110 says, and nonsense is passed over."""
    assert languages("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5") == ["fr-CH", "fr", "en", "de"]
    assert languages("en;q=0.1, it") == ["it", "en"]
    assert languages("en;q=0, 12, ;;") == []
    assert languages("x;q=1.2.3,it;q=0.5") == ["it"]
    assert languages("en;q=.,fr;q=.5,it;q=1.") == ["it", "fr"]


@given(st.text(st.sampled_from("enfr-;q=., 019*\t") | st.characters(max_codepoint=255), max_size=80))
@example("en;q=.")
def test_any_header_names_some_languages_or_none(accepted: str) -> None:
    """Whatever a client sends: each language is one of those it named."""
    assert all(tag in accepted for tag in languages(accepted))


async def test_a_page_answers_whatever_languages_are_asked_for(house: House) -> None:
    """A weight that is no number is passed over."""
    for accepted in ("en;q=.", "fr;q=., it;q=0.1", ";q=", "\xff"):
        answer = await house.http.get("/rules", headers=[(b"Accept-Language", accepted.encode("latin-1"))])
        assert answer.status_code == 200, accepted


def test_only_pages_have_heads(tmp_path: Path) -> None:
    """A built file is sent as it is."""
    (tmp_path / "index.html").write_text("<title>x</title>")
    (tmp_path / "a.js").write_text("1")
    client = WebClient(tmp_path)
    assert [client.is_page(path) for path in ("", "t/abc", "a.js", "nowhere")] == [True, True, False, False]


async def test_an_invitation_has_a_code_to_scan(tmp_path: Path) -> None:
    """Of the public address where there is one, else of the address that was asked; each module is drawn once."""
    async with open_house(tmp_path) as house:
        table = await (ann := await house.guest("Ann")).open(seats=2)
        invitation = await ann.get(f"/tables/{table}/invitation")
        assert invitation["url"] == f"http://codex.test/t/{table}"
    async with open_house(tmp_path, public_url="https://play.example.org/") as house:
        invitation = await Person(house).get(f"/tables/{table}/invitation")
        assert invitation["url"] == f"https://play.example.org/t/{table}"
    code = segno.make(invitation["url"], error="m", micro=False)
    runs = [(int(x), int(y), int(length)) for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)", invitation["path"])]
    dark = [(x + step, y) for x, y, length in runs for step in range(length)]
    matrix = enumerate(code.matrix)
    assert sorted(dark) == sorted((4 + x, 4 + y) for y, row in matrix for x, module in enumerate(row) if module)
    assert invitation["size"] == len(code.matrix) + 8


async def test_pictures_of_one_guest_do_not_delay_those_of_another(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many one asks for, another waits for one of them at most, though films were just drawn for the other."""
    ann, eve = await house.guest("Ann"), await house.guest("Eve")
    table = await finished(ann)
    for language in ("en", "fr", "it"):
        assert (await ann.ask("GET", f"/tables/{table}/codices/0/film?lang={language}")).status_code == 200
    answered, drawing, draw = list[int](), asyncio.Semaphore(0), Rasterizer._draw

    async def held(rasterizer: Rasterizer, svg: str) -> bytes:
        await drawing.acquire()
        return await draw(rasterizer, svg)

    monkeypatch.setattr(Rasterizer, "_draw", held)

    async def ask_for(puzzle: int) -> None:
        answered.append((await eve.ask("GET", f"/previews?path=/puzzles/{puzzle}")).status_code)

    async with asyncio.TaskGroup() as flood:
        for puzzle in range(1, 41):
            flood.create_task(ask_for(puzzle))
        await until(lambda: answered.count(429) == 36)
        printing = flood.create_task(ann.ask("GET", f"/tables/{table}/codices/0/print"))
        scheduler = house.services.scheduling.scheduler
        await until(lambda: sum(scheduler.waiting(Lane.PICTURE, urgency) for urgency in Urgency) == 4)
        for _ in range(2):  # the one that is under way, and hers
            drawing.release()
        await until(printing.done)
        assert printing.result().status_code == 200
        for _ in range(3):
            drawing.release()
    assert answered.count(200) == 4
