"""A bot in one game of an arena, with its own random stream, clock and time limit."""

from random import Random
from time import perf_counter

from codex_naturalis.bots import Bot, Picking
from codex_naturalis.programs import ask_in_time, bot_at, is_path, shown_to
from codex_naturalis.record import Record
from codex_naturalis.rules import Action, GameState, Place, Result, Seat, legal_actions
from codex_naturalis.views import ViewCache

__all__ = ["Contestant"]


class Contestant:
    """One bot in one game."""

    def __init__(self, name: str, seed: str, limit: float | None) -> None:
        """Seat the bot `name`, which has `limit` seconds for a whole turn; raise `UnknownBotError`."""
        self._bot: Bot = bot_at(name)
        self._picks = self._bot if isinstance(self._bot, Picking) and not is_path(name) and limit is None else None
        self._seed = seed
        self._rng = Random(seed)
        self._random = Random(f"{seed}/random")
        self._fresh = is_path(name)
        """Whether each question has its own seed, so that it can be asked again separately."""

        self._limit = limit
        self._used = 0.0
        self._views = ViewCache()
        self.forfeited: bool = False
        self.turns: int = 0
        self.seconds: float = 0.0

    def chance(self, version: int) -> str:
        """Return the seed of the random choices in the question after `version` actions."""
        return f"{self._seed}/{version}" if self._fresh else self._seed

    def choose(self, state: GameState, seat: Seat, version: int) -> Action:
        """Return the bot's action after `version` actions; raise `BotFaultError` if there is none."""
        if self.forfeited:
            return self.random_action(state, seat)
        if self._picks is not None:
            return self._pick(state, seat, self._picks)
        view = shown_to(self._bot, state, seat, self._views)
        chance = self.chance(version) if self._fresh else self._rng
        begun = perf_counter()
        try:
            action = ask_in_time(self._bot, view, chance, self._seconds_left())
        finally:
            self._clock(perf_counter() - begun)
        self.turns += isinstance(action, Place)
        self._used = self._used if isinstance(action, Place) else 0.0
        return action

    def _pick(self, state: GameState, seat: Seat, bot: Picking) -> Action:
        """Return the action of a bot that needs no view."""
        begun = perf_counter()
        action = bot.pick(legal_actions(state, seat), self._rng)
        self.seconds += perf_counter() - begun
        self.turns += isinstance(action, Place)
        return action

    def random_action(self, state: GameState, seat: Seat) -> Action:
        """Return a random legal action, in place of an answer."""
        self._used = 0.0
        return self._random.choice(legal_actions(state, seat))

    def over(self, result: Result, record: Record) -> None:
        """Report the game's end to a bot that wants it."""
        if callable(report := getattr(self._bot, "over", None)):
            report(result, record)

    def _seconds_left(self) -> float | None:
        return None if self._limit is None else max(0.0, self._limit - self._used)

    def _clock(self, seconds: float) -> None:
        self._used += seconds
        self.seconds += seconds
