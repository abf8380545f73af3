"""Portraits of link previews: the same creature as in the web client."""

from codex_naturalis.i18n import words
from codex_naturalis.server.previews.card_pictures import creature
from codex_naturalis.server.previews.pictures import picture
from codex_naturalis.server.previews.portraits import portrait_of
from codex_naturalis.server.previews.subjects import CreatureSubject, describe
from tests.server.house import House


def test_a_name_has_the_creature_that_the_web_client_gives_it() -> None:
    """`frontend/tests/game/heads.test.ts` has the same four names and numbers."""
    assert [portrait_of(name, None) for name in ("Ann", "Zoë", "李", "👩")] == [11, 16, 29, 38]


def test_a_chosen_creature_stays() -> None:
    """Whatever the name."""
    assert portrait_of("Ann", 0) == 0


async def test_a_leaf_of_the_bestiary_shows_its_creature(house: House) -> None:
    """Name, what is told of it, and its drawing; an address without a number, or with one too high, has one too."""
    say = words("it")
    title, description = describe(CreatureSubject(13), say)
    assert (title, description) == (say("card.name.13"), say("bestiary.lore_13"))
    assert creature("plant", 2) in picture(CreatureSubject(13), say)
    for path, leaf in {"/bestiary": 1, "/bestiary/13": 13, "/bestiary/99": 40}.items():
        page = (await house.http.get(path, headers={"Accept-Language": "fr"})).text
        assert words("fr")(f"bestiary.lore_{leaf}").replace("'", "&#x27;") in page
