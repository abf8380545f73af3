"""Two people at a table with days for each turn, and what one of them may plan."""

from dataclasses import dataclass
from typing import Self

from codex_naturalis.views import view_of
from tests.server.house import House, Json, Person, Player

DAYS = {"kind": "correspondence", "days": 3}


@dataclass
class Pair:
    """Two players in mid-game: one is to lay a card, the other waits."""

    house: House
    table: str
    asked: Player
    waits: Player

    @classmethod
    async def begun(cls, house: House, ada: Person, bob: Person, **wanted: Json) -> Self:
        """Return two people after setup, where the game has begun."""
        table = await ada.open(seats=2, **{"clock": DAYS, **wanted})
        await bob.post(f"/tables/{table}/join")
        pair = cls(house, table, await Player.at(ada, table), await Player.at(bob, table))
        for _ in range(4):
            await pair.turned()
            await pair.asked.play_on(1)
        await pair.turned()
        return pair

    async def heard(self) -> None:
        """Let both hear all that has happened."""
        for player in (self.asked, self.waits):
            while player.version < (await self.house.services.tables.get(self.table)).version:
                await player.hear()

    async def turned(self) -> None:
        """Let both hear everything; `asked` is who is to act then."""
        await self.heard()
        if not self.asked.view["legal"]:
            self.asked, self.waits = self.waits, self.asked

    async def turn_of(self, player: Player, *draws: str) -> Json:
        """Return a turn that a player may store: the first placement, and draws with the cards that lie there."""
        game = (await self.house.services.tables.get(self.table)).game
        assert game
        one = view_of(game.state, player.viewer, detailed=True, ahead=True).previews[0]
        place = {"type": "place", "card": one.card, "side": one.side.value, "cell": list(one.cell)}
        return {"place": place, "draws": [self.draw(player, source) for source in draws]}

    def draw(self, player: Player, source: str) -> Json:
        """Return a draw with its condition, as it lies now."""
        deck, slot = source.split("-")
        card = None if slot == "deck" else player.view["market"][deck][int(slot) - 1]
        return {"source": source, "card": card}

    @property
    def path(self) -> str:
        """Return where a conditional turn is stored."""
        return f"/tables/{self.table}/conditional-turn"

    async def take(self, source: str) -> None:
        """Let the player who is asked lay a card and draw from `source`."""
        place = next(action for action in self.asked.view["legal"] if action["type"] == "place")
        answer = await self.asked.act(place, {"type": "draw", "source": source})
        assert answer["type"] == "done", answer
