"""Portraits of link previews: the same creature as in the web client."""

from codex_naturalis.server.previews.portraits import portrait_of


def test_a_name_has_the_creature_that_the_web_client_gives_it() -> None:
    """`frontend/tests/game/heads.test.ts` has the same four names and numbers."""
    assert [portrait_of(name, None) for name in ("Ann", "Zoë", "李", "👩")] == [11, 16, 29, 38]


def test_a_chosen_creature_stays() -> None:
    """Whatever the name."""
    assert portrait_of("Ann", 0) == 0
