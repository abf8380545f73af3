"""The head of a little game: what is named of the deal, and the rest in the order of the ids."""

from collections.abc import Iterable, Iterator
from typing import cast

from codex_naturalis.catalogue import CardId, Deck, catalogue
from codex_naturalis.rules import (
    HOUSE_RULES,
    LATEST,
    Deal,
    DealtDecks,
    DealtMarket,
    DealtSeat,
    GameOptions,
    HouseRules,
    Preset,
    RulesVersion,
    SoloLevel,
    options_of,
)

__all__ = ["dealt"]


def dealt(head: list[str]) -> tuple[GameOptions, Deal, RulesVersion]:
    """Return the options, the deal and the rules that the first lines of a little game describe."""
    words = dict(part.strip().split(" ", 1) for part in head[0].split("|"))
    decks = words.pop("decks", None)
    market, common = words.pop("market", "/"), words.pop("common", "")
    tybor = _ids(words.pop("tybor", ""))
    rules = RulesVersion(int(words.pop("version", LATEST)))
    options = _options(words, rules)
    seats = _seats(head[1:], options.seats)
    named = {*_ids(market), *_ids(common), *tybor, *_ids(decks or ""), *(c for seat in seats for c in _all(seat))}
    left = _Left(named)
    resource, gold = (_ids(part) for part in market.split("/"))
    dealt_market = DealtMarket(left.fill(resource, Deck.RESOURCE, 2), left.fill(gold, Deck.GOLD, 2))  # type: ignore[arg-type]
    objectives = left.fill(_ids(common), "objective", 2)
    filled = tuple(left.seat(seat) for seat in seats)
    deal = Deal(filled, dealt_market, objectives, _decks(decks, left), tybor)  # type: ignore[arg-type]
    return options, deal, rules


def _options(words: dict[str, str], rules: RulesVersion) -> GameOptions:
    solo = SoloLevel(words.pop("solo")) if "solo" in words else None
    wishes = {name: words.pop(name) for name in HOUSE_RULES if name in words}
    seats, preset = int(words.pop("seats", "1")), Preset(words.pop("preset", "en"))
    return options_of(seats, preset, solo=solo, rules=rules, **cast("HouseRules", wishes))


def _seats(lines: list[str], number: int) -> list[dict[str, tuple[CardId, ...]]]:
    seats: list[dict[str, tuple[CardId, ...]]] = [{} for _ in range(number)]
    for line in lines:
        seat, _, cards = line.removeprefix("seat ").partition(":")
        for part in cards.split(","):
            kind, _, ids = part.strip().partition(" ")
            seats[int(seat)][kind] = _ids(ids)
    return seats


def _all(seat: dict[str, tuple[CardId, ...]]) -> Iterator[CardId]:
    for cards in seat.values():
        yield from cards


def _ids(text: str) -> tuple[CardId, ...]:
    return tuple(int(word) for word in text.split() if word.isdigit())


def _decks(text: str | None, left: "_Left") -> DealtDecks:
    if text is None:
        return DealtDecks(left.all(Deck.RESOURCE), left.all(Deck.GOLD), left.all("objective"))
    parts = [_ids(part) for part in text.split("/")] if text != "none" else [(), ()]
    return DealtDecks(parts[0], parts[1], ())


class _Left:
    """The cards that the text does not name."""

    def __init__(self, named: set[CardId]) -> None:
        box = catalogue()
        kinds: dict[str, Iterable[CardId]] = {
            "resource": box.resource,
            "gold": box.gold,
            "starter": box.starter,
            "objective": box.objective,
        }
        self._cards = {kind: [card for card in cards if card not in named] for kind, cards in kinds.items()}

    def fill(self, cards: tuple[CardId, ...], kind: str, wanted: int) -> tuple[CardId, ...]:
        more = tuple(self._cards[kind].pop(0) for _ in range(wanted - len(cards)))
        return cards + more

    def seat(self, named: dict[str, tuple[CardId, ...]]) -> DealtSeat:
        hand = self.fill(named.get("hand", ()), Deck.RESOURCE, 3)
        objectives = self.fill(named.get("objectives", ()), "objective", 2)
        return DealtSeat(self.fill(named.get("starter", ()), "starter", 1)[0], hand, objectives)  # type: ignore[arg-type]

    def all(self, kind: str) -> tuple[CardId, ...]:
        return self.fill((), kind, len(self._cards[kind]))
