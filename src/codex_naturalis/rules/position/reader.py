"""Reader of position codes, up to the cards in their places; `views.from_code` makes states and views."""

from typing import Final

from msgspec.structs import replace

from codex_naturalis.catalogue import Back, CardId, Deck, Side

from ..actions import Phase, Seat
from ..codex import begin_codex, lay, refusal_of
from ..deal import Deal, DealtDecks, DealtMarket, DealtSeat
from ..options import HOUSE_RULES, GameOptions, HouseRule, Preset, RulesVersion, SoloLevel, check_options
from .cursor import Cursor
from .signs import ALL, PHASES, SPECTATOR, VERSION
from .values import HeldCard, Laid, Position, PositionSeat, PositionTybor, codex_of, stand_in

__all__ = ["read_position"]

_Offer = tuple[tuple[CardId, ...], CardId | None, bool]
_Decks = tuple[tuple[int, Back | None], tuple[int, Back | None]]

_HAND: Final = 3
_SETUP: Final = (Phase.SIDE, Phase.OBJECTIVE)
_SIDES: Final = {"f": Side.FRONT, "b": Side.BACK}
_PHASES: Final = {letter: Phase(phase) for phase, letter in PHASES.items()}


def read_position(code: str) -> Position:
    """Parse `code` as a position; raise `CodeError` if it is none, or an impossible one."""
    cursor = Cursor(code)
    cursor.take(VERSION, f"version {VERSION} of the notation")
    cursor.expect(".")
    eyes = _read_eyes(cursor)
    position = _read_position(cursor, eyes)
    if eyes == ALL:
        position = _read_deal(cursor, position)
    if cursor.peek():
        cursor.fail("the code should end here")
    return position


def _read_eyes(cursor: Cursor) -> Seat | str:
    sign = cursor.take(f"{ALL}{SPECTATOR}0123", "whose eyes it is seen with")
    cursor.expect(".")
    return sign if sign in (ALL, SPECTATOR) else int(sign)


def _read_position(cursor: Cursor, eyes: Seat | str) -> Position:
    rules = RulesVersion(int(cursor.take("12", "the version of the rules")))
    options = _read_options(cursor, rules)
    if isinstance(eyes, int) and eyes >= options.seats:
        cursor.fail(f"there is no seat {eyes}", 2)
    phase = _PHASES[cursor.take("".join(_PHASES), "what is being decided")]
    turn = int(cursor.take("0123"[: options.seats], "whose turn it is"))
    cursor.expect("r")
    round_number, last = _read_rounds(cursor, phase)
    market = tuple([cursor.take_slot(deck) for deck in (Deck.RESOURCE, Deck.RESOURCE, Deck.GOLD, Deck.GOLD)])
    common = _read_common(cursor)
    decks: _Decks = (cursor.take_top(Deck.RESOURCE), cursor.take_top(Deck.GOLD))
    left = cursor.take_number("the number of objectives left")
    cursor.expect(".")
    seats = tuple([_read_seat(cursor, phase, known=eyes in (ALL, seat)) for seat in range(options.seats)])
    tybor = _read_tybor(cursor, known=eyes == ALL) if options.solo else None
    _check_turn(cursor, phase, seats[turn], anything=any(market) or any(number for number, _ in decks))
    return Position(eyes, options, rules, phase, turn, round_number, last, market, common, decks, left, seats, tybor)


def _read_rounds(cursor: Cursor, phase: Phase) -> tuple[int, int | None]:
    """Take the round, 0 during setup, and the last one, which is known a round before."""
    start = cursor.at
    number = cursor.take_number("the round")
    last = cursor.take_number("the last round") if cursor.skip("e") else None
    if (number == 0) != (phase in _SETUP):
        cursor.fail("rounds are counted from 1, and from setup on", start)
    if last is not None and last not in (number, number + 1):
        cursor.fail(f"in round {number} the last one cannot be {last}", start)
    cursor.expect(".")
    return number, last


def _check_turn(cursor: Cursor, phase: Phase, own: PositionSeat, *, anything: bool) -> None:
    """Refuse a turn without any legal action: the rules skip it."""
    if phase is Phase.PLACE and not (own.hand and codex_of(own)[0].open):
        cursor.fail("the seat whose turn it is can lay nothing")
    if phase is Phase.DRAW and (len(own.hand) == _HAND or not anything):
        cursor.fail("the seat whose turn it is can draw nothing")


def _read_options(cursor: Cursor, rules: RulesVersion) -> GameOptions:
    start = cursor.at
    seats = int(cursor.take("1234", "the number of seats"))
    preset = Preset(cursor.take_word([each.value for each in Preset], "an edition"))
    answers = {name: _read_answer(cursor, rule) for name, rule in HOUSE_RULES.items()}
    level = cursor.take_word([each.value for each in SoloLevel], "a level") if cursor.skip("-") else None
    cursor.expect(".")
    try:
        options = replace(GameOptions(seats, preset, solo=SoloLevel(level) if level else None), **answers)
        check_options(options, rules)
    except ValueError as error:
        cursor.fail(str(error), start)
    return options


def _read_answer(cursor: Cursor, rule: type[HouseRule]) -> HouseRule:
    """Take the answer to a house rule: the default once the answers have ended."""
    answers = list(rule)
    if not cursor.peek().isdecimal():
        return answers[0]
    return answers[int(cursor.take("0123456789"[: len(answers)], "the number of an answer"))]


def _read_common(cursor: Cursor) -> tuple[CardId, ...]:
    if cursor.skip("-"):
        cursor.expect("-")
        return ()
    return cursor.take_objective(), cursor.take_objective()


def _read_seat(cursor: Cursor, phase: Phase, *, known: bool) -> PositionSeat:
    """Take a seat, whose own cards must be `known`, or need not."""
    setup = phase is Phase.SIDE
    starter = cursor.take_starter()
    sign = cursor.take("fbc-" if setup else "fb", "the side of the starter card")
    side, chosen = _SIDES.get(sign), sign != "-"
    offered, kept, secret = _read_offer(cursor)
    if not setup:
        chosen = secret or kept is not None
    if phase not in _SETUP and not chosen:
        cursor.fail("by now each seat has kept an objective", cursor.at - 1)
    hand = _read_hand(cursor, hidden=not known)
    laid = () if setup or side is None else _read_laid(cursor, starter, side, hidden=not known)
    if cursor.peek():
        cursor.expect(".")
    return PositionSeat(starter, side, chosen, offered, kept, hand, laid)


def _read_offer(cursor: Cursor) -> _Offer:
    """Take the objectives offered and the one kept, as far as they are known, and whether one is kept in secret."""
    if cursor.skip("-"):
        return (), None, False
    if cursor.skip("c"):
        return (), None, True
    if cursor.skip("k"):
        return (), cursor.take_objective(), False
    offered = (cursor.take_objective(), cursor.take_objective())
    which = cursor.take("12-", "which objective is kept")
    return offered, None if which == "-" else offered[int(which) - 1], False


def _read_hand(cursor: Cursor, *, hidden: bool) -> tuple[HeldCard, ...]:
    hand = []
    while not cursor.at_end_of("_"):
        start = cursor.at
        held, side = cursor.take_face(hidden=hidden)
        if held.card is not None and side is Side.BACK:
            cursor.fail("a card that is held shows no side", start)
        hand.append(held)
        if len(hand) > _HAND:
            cursor.fail(f"a hand has at most {_HAND} cards", start)
    cursor.expect("_")
    return tuple(hand)


def _read_laid(cursor: Cursor, starter: CardId, side: Side, *, hidden: bool) -> tuple[Laid, ...]:
    codex, laid = begin_codex(starter, side), []
    while not cursor.at_end_of("."):
        start = cursor.at
        held, face = cursor.take_face(hidden=hidden)
        cell = cursor.take_cell(sorted(codex.open))
        card = stand_in(held)
        if refusal := refusal_of(codex, card, face, cell):
            need = ", ".join(f"{name} {value}" for name, value in refusal.facts.items())
            cursor.fail(f"this card cannot lie there: {refusal.reason.value} ({need})", start)
        codex = lay(codex, card, face, cell).codex
        laid.append(Laid(held, face, cell))
    return tuple(laid)


def _read_tybor(cursor: Cursor, *, known: bool) -> PositionTybor:
    score = cursor.take_number("Tybor's points")
    cursor.expect("_")
    row = []
    while not cursor.at_end_of("_"):
        row.append(cursor.take_face(hidden=not known)[0])
    cursor.expect("_")
    scored = cursor.take_cards(Deck.GOLD, ".") if known else cursor.take_cards(Deck.GOLD, "")
    return PositionTybor(score, tuple(row), scored)


def _read_deal(cursor: Cursor, position: Position) -> Position:
    """Take the deal that a code ends with where all is known."""
    start = cursor.at
    if len(position.common) != 2 or not all(seat.offered for seat in position.seats):  # noqa: PLR2004 - R16
        cursor.fail("where all is known, common objectives and those offered are, too", start)
    cursor.forget_cards()
    market = DealtMarket(
        (cursor.take_card(Deck.RESOURCE), cursor.take_card(Deck.RESOURCE)),
        (cursor.take_card(Deck.GOLD), cursor.take_card(Deck.GOLD)),
    )
    hands = [_read_dealt_hand(cursor) for _ in position.seats]
    cursor.expect("_")
    resource, gold = cursor.take_cards(Deck.RESOURCE, "_"), cursor.take_cards(Deck.GOLD, "_")
    row, objectives = cursor.take_cards(Deck.RESOURCE, "_"), cursor.take_objectives()
    back = 0 if position.phase is Phase.SIDE else sum(seat.kept is not None for seat in position.seats)
    seats = tuple(
        DealtSeat(own.starter, hand, (own.offered[0], own.offered[1]))
        for own, hand in zip(position.seats, hands, strict=True)
    )
    decks = DealtDecks(resource, gold, objectives[: len(objectives) - back])
    deal = Deal(seats, market, (position.common[0], position.common[1]), decks, row)
    return replace(position, deal=deal, objective_deck=objectives)


def _read_dealt_hand(cursor: Cursor) -> tuple[CardId, CardId, CardId]:
    if cursor.skip("~"):
        return cursor.take_card_with_deck(), cursor.take_card_with_deck(), cursor.take_card_with_deck()
    return cursor.take_card(Deck.RESOURCE), cursor.take_card(Deck.RESOURCE), cursor.take_card(Deck.GOLD)
