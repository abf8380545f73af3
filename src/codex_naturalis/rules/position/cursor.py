"""Cursor over the code of a position: sign by sign, each card in one place only."""

from string import digits
from typing import Final, NoReturn

from codex_naturalis.catalogue import Back, CardId, Deck, Side, catalogue

from ..actions import Cell
from .signs import (
    BACKS,
    CARDS,
    CELLS,
    FACE_LETTERS,
    FIRST_CARD,
    FIRST_OBJECTIVE,
    FIRST_STARTER,
    KINGDOM_LETTERS,
    OBJECTIVES,
)
from .values import HeldCard

__all__ = ["CodeError", "Cursor"]

_LONGEST: Final = 1000
"""Maximum length in characters: no game comes near."""

_NUMBER: Final = 4
"""Maximum digits in a number."""

_FACES: Final = {letter: face for face, letter in FACE_LETTERS.items()}
_FACE_SIGNS: Final = "".join(_FACES) + "".join(_FACES).upper()
_DECK_SIGNS: Final = {"r": Deck.RESOURCE, "g": Deck.GOLD}
_KINGDOMS: Final = {letter: kingdom for kingdom, letter in KINGDOM_LETTERS.items()}
_STARTERS: Final = "".join(str(number + 1) for number in range(len(catalogue().starter)))


class CodeError(ValueError):
    """A text that is no position code, or the code of an impossible position."""

    def __init__(self, at: int, fault: str) -> None:
        """Say what is wrong `at` which character, counted from 0."""
        super().__init__(at, fault)
        self.at: int = at
        self.fault: str = fault

    def __str__(self) -> str:
        """Return place and fault as a sentence."""
        return f"character {self.at + 1}: {self.fault}"


class Cursor:
    """Place in a code, from its beginning to its end."""

    def __init__(self, code: str) -> None:
        """Begin to read; raise `CodeError` for a text that is too long to be a code."""
        self._code = code
        self.at: int = 0
        self._used: dict[CardId, int] = {}
        """Offset at which each card appears."""

        if len(code) > _LONGEST:
            self.fail(f"a code has at most {_LONGEST} characters", _LONGEST)

    def fail(self, fault: str, at: int | None = None) -> NoReturn:
        """Raise `CodeError`, by default for the next character."""
        raise CodeError(self.at if at is None else at, fault)

    def peek(self) -> str:
        """Return the next character, or an empty text at the end."""
        return self._code[self.at : self.at + 1]

    def at_end_of(self, part: str) -> bool:
        """Return whether the sign that ends a `part`, or the end of the code, comes next."""
        return self.peek() in ("", part)

    def take(self, signs: str, what: str) -> str:
        """Return the next character, which must be one of `signs`."""
        sign = self.peek()
        if not sign:
            self.fail(f"the code ends where {what} is expected")
        if sign not in signs:
            self.fail(f"expected {what}, got {sign!a}")
        self.at += 1
        return sign

    def expect(self, sign: str) -> None:
        """Take this sign."""
        self.take(sign, repr(sign))

    def skip(self, sign: str) -> bool:
        """Take this sign if it comes next; return whether it did."""
        there = self.peek() == sign
        self.at += there
        return there

    def take_number(self, what: str) -> int:
        """Take a number."""
        text = self.take(digits, what)
        while self.peek() and self.peek() in digits and len(text) < _NUMBER:
            text += self.take(digits, what)
        return int(text)

    def take_word(self, words: list[str], what: str) -> str:
        """Take the longest of `words` that comes next."""
        found = max((word for word in words if self._code.startswith(word, self.at)), key=len, default="")
        if not found:
            self.fail(f"expected {what}: {', '.join(words)}")
        self.at += len(found)
        return found

    # Cards

    def forget_cards(self) -> None:
        """Allow every card once more: the deal follows."""
        self._used.clear()

    def take_card(self, deck: Deck) -> CardId:
        """Take a card of `deck`."""
        return self._use(FIRST_CARD[deck] + CARDS.index(self.take(CARDS[:40], f"a {deck.value} card")))

    def take_slot(self, deck: Deck) -> CardId | None:
        """Take a slot of the market: empty, or with a card of `deck`, after `~` of the other one."""
        if self.skip("-"):
            return None
        other = Deck.GOLD if deck is Deck.RESOURCE else Deck.RESOURCE
        return self.take_card(other if self.skip("~") else deck)

    def take_cards(self, deck: Deck, end: str) -> tuple[CardId, ...]:
        """Take cards up to `end`, and that sign."""
        cards = []
        while not self.at_end_of(end):
            cards.append(self.take_card(deck))
        if end:
            self.expect(end)
        return tuple(cards)

    def take_card_with_deck(self) -> CardId:
        """Take `r` or `g` and a card of that deck."""
        return self.take_card(_DECK_SIGNS[self.take("rg", "the deck of a card")])

    def take_objective(self) -> CardId:
        """Take an objective."""
        return self._use(FIRST_OBJECTIVE + OBJECTIVES.index(self.take(OBJECTIVES, "an objective")))

    def take_objectives(self) -> tuple[CardId, ...]:
        """Take objectives up to the end of the code."""
        cards = []
        while self.peek():
            cards.append(self.take_objective())
        return tuple(cards)

    def take_starter(self) -> CardId:
        """Take a starter card."""
        return self._use(FIRST_STARTER + int(self.take(_STARTERS, "a starter card")) - 1)

    def take_face(self, *, hidden: bool) -> tuple[HeldCard, Side]:
        """Take a card and the side it shows; if it may be `hidden`, perhaps only its back is known."""
        sign = self.peek()
        if hidden and sign and sign in digits[: len(BACKS)]:
            self.at += 1
            return HeldCard(BACKS[int(sign)], None), Side.BACK
        letter = self.take(_FACE_SIGNS, "the deck of a card")
        deck, side = _FACES[letter.lower()]
        card = self.take_card(deck)
        return HeldCard(catalogue().back(card), card, letter.isupper()), side

    def take_top(self, deck: Deck) -> tuple[int, Back | None]:
        """Take the number of cards in a deck, and the kingdom on top."""
        number = self.take_number("the number of cards in a deck")
        sign = self.take("".join(_KINGDOMS) + "-", "the kingdom on top of the deck")
        if (number == 0) != (sign == "-"):
            self.fail("a deck has a card on top, unless it is empty", self.at - 1)
        return number, None if sign == "-" else Back(deck, _KINGDOMS[sign])

    def take_cell(self, cells: list[Cell]) -> Cell:
        """Take one of the open `cells`."""
        beyond = 0
        while self.skip("~"):
            beyond += len(CELLS)
        at = beyond + CELLS.index(self.take(CELLS, "an open cell"))
        if at >= len(cells):
            self.fail(f"there are {len(cells)} open cells", self.at - 1)
        return cells[at]

    def _use(self, card: CardId) -> CardId:
        if card in self._used:
            self.fail(f"card {card} is at character {self._used[card] + 1} already", self.at - 1)
        self._used[card] = self.at - 1
        return card
