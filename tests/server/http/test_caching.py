"""What may be cached for all is the same for all; what depends on the caller is cached for that caller alone."""

from collections import defaultdict

import pytest

from tests.server.house import House, Person
from tests.server.matches.test_challenges import challenged, finished
from tests.server.matches.test_matches import opened, played
from tests.server.routes import readable


async def ways(house: House) -> tuple[list[str], list[Person]]:
    """Return a finished table and one of a match, and people who may see both, one of them, or neither."""
    ada, bob, cleo = [await house.guest(name) for name in ("Ada", "Bob", "Cleo")]
    await ada.post("/account", {"name": "Ada", "password": "correct horse"})
    first = await finished(ada, seats=1, solo="normal")
    await challenged(bob, first)
    match = await played(ada, (await opened(ada))["id"], 1)
    return [first, match], [ada, bob, cleo, house.stranger()]


async def test_what_is_public_is_the_same_for_all(house: House) -> None:
    """Every route, asked for a finished game, one of a match and a person by callers with different rights."""
    tables, callers = await ways(house)
    shared = set()
    for path, _ in readable(house.app):
        for table in tables:
            given = defaultdict(lambda: "1", table_id=table, seat="0", name="Ada", path=f"t/{table}")
            address = f"{path.format_map(given)}?path=/t/{table}"
            ends = [await house.http.get(address, headers=token(each)) for each in (callers[0], callers[-1])]
            if any("public" in each.headers.get("cache-control", "") for each in ends):
                shared.add(path)
                answers = [await house.http.get(address, headers=token(each)) for each in callers]
                assert {(each.status_code, each.content) for each in answers} == {(200, answers[0].content)}, address
    assert shared, "nothing is public any more"


@pytest.mark.parametrize("kind", ["print", "film"])
async def test_pictures_that_depend_on_the_caller_are_private(house: House, kind: str) -> None:
    """A print of a match, or of a deal that one plays oneself, is refused to one and shown to another."""
    (first, match), callers = await ways(house)
    for table, statuses in ((first, [200, 403, 200, 200]), (match, [200, 403, 403, 403])):
        answers = [await each.ask("GET", f"/tables/{table}/codices/0/{kind}") for each in callers]
        assert [each.status_code for each in answers] == statuses
        for answer in answers:
            expected = "private, max-age=86400" if answer.status_code == 200 else "no-store"
            assert answer.headers["cache-control"] == expected
            assert answer.status_code != 200 or answer.headers["vary"] == "Authorization"


def token(person: Person) -> dict[str, str]:
    """Return the header with which a person asks."""
    return {"Authorization": f"Bearer {person.token}"} if person.token else {}
