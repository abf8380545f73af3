"""What is gone when a request comes to it, a moment after it was found, is refused like what never was."""

import pytest
from msgspec.structs import replace
from sqlalchemy import update

from codex_naturalis.catalogue import Side
from codex_naturalis.rules import ChooseSide
from codex_naturalis.server.database.schema import solo_games
from codex_naturalis.server.people.access_tokens import AccessTokens
from codex_naturalis.server.programs.bot_accounts import BotAccounts
from codex_naturalis.server.tables.memory import continue_game
from codex_naturalis.server.tables.stored import Stored
from codex_naturalis.wire.errors import Code, ProblemError
from tests.server.house import House
from tests.server.http.world import PASSWORD, account, finish, together


async def nothing(*_: object) -> tuple[()]:
    """Find nothing any more."""
    return ()


async def test_a_seat_has_no_link_once_its_account_is_deleted(house: House) -> None:
    """Also for a request that was let in before."""
    ada, bob = await account(house, "Ada"), await account(house, "Bob")
    table = await together(ada, bob)
    holder = house.services.tokens.read_token(ada.token or "")
    assert await house.services.lobby.lobby.seat_token(holder, table)
    await ada.ask("DELETE", "/account", {"password": PASSWORD})
    with pytest.raises(ProblemError, match=Code.SEAT_NONE):
        await house.services.lobby.lobby.seat_token(holder, table)


async def test_a_table_that_is_deleted_counts_for_nothing(house: House) -> None:
    """Its host may delete it between two questions to the database."""
    await house.services.results.results.count("a table that is gone")


async def test_a_solo_game_of_unknown_points_is_compared_with_none(house: House) -> None:
    """It was finished before results were kept; the others with its deal are ranked without it."""
    ada = await house.guest("Ada")
    table = await finish(ada, table=await ada.open(seats=1, solo="easy"))
    unknown = update(solo_games).values(points=None, tybor=None, won=None)
    await house.services.store.write(lambda connection: connection.execute(unknown))
    assert (await ada.get(f"/tables/{table}/results"))["results"] == []


async def test_actions_of_a_game_without_a_deal_are_damage(house: House) -> None:
    """Neither is there a game to follow, nor one to begin."""
    data = (await house.services.tables.get(await (await house.guest()).open(seats=2))).data
    with pytest.raises(ProblemError, match=Code.TABLE_DAMAGED):
        continue_game(None, Stored(data, ((0, ChooseSide(Side.FRONT)),), {}, 1))
    with pytest.raises(ProblemError, match=Code.TABLE_DAMAGED):
        replace(data, deal=None).replay(())


async def test_what_is_made_and_gone_at_once_is_unknown(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program or a token, of an account that is deleted at the same moment."""
    ada = await account(house, "Ada")
    for service, path, wanted, code in (
        (BotAccounts, "/account/programs", {"name": "Magpie"}, "program.unknown"),
        (AccessTokens, "/account/tokens", {"name": "mine", "scope": "read", "password": PASSWORD}, "token.invalid"),
    ):
        monkeypatch.setattr(service, "of", nothing)
        assert (await ada.refused("POST", path, wanted))["code"] == code
