"""Links that lead to a table."""

import pytest

from codex_naturalis.client import Invitation


@pytest.mark.parametrize(
    ("link", "invitation"),
    [
        ("x3Yk-_1", Invitation("x3Yk-_1")),
        ("https://codex.example.org/t/x3Yk", Invitation("x3Yk", "https://codex.example.org")),
        ("http://127.0.0.1:8000/t/x3Yk/", Invitation("x3Yk", "http://127.0.0.1:8000")),
        ("https://example.org/codex/t/x3Yk/replay", Invitation("x3Yk", "https://example.org/codex")),
        ("https://example.org/seat#t=x3Yk&key=s.1%2F2", Invitation("x3Yk", "https://example.org", "s.1/2")),
    ],
)
def test_a_link_names_a_table(link: str, invitation: Invitation) -> None:
    """An id, an invitation, the page of a replay, and a private link of a seat, whose key is decoded."""
    assert Invitation.read(link) == invitation


@pytest.mark.parametrize(
    "link", ["", "a b", "https://example.org/", "ftp://example.org/t/x", "/t/x3Yk", "https://example.org/seat#t=x"]
)
def test_anything_else_is_no_link_to_a_table(link: str) -> None:
    """It is said, and not guessed at."""
    with pytest.raises(ValueError, match="no link to a table"):
        Invitation.read(link)
