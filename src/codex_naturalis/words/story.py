"""Events in words."""

from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

from msgspec import Struct

from codex_naturalis.catalogue import Side
from codex_naturalis.rules import (
    CardDrawn,
    CardPlaced,
    CardTaken,
    CommonObjectivesRevealed,
    DrawSkipped,
    EndTriggered,
    Event,
    GameEnded,
    HandDealt,
    MarketRefilled,
    ObjectiveKept,
    ObjectivesOffered,
    ObjectivesScored,
    Seat,
    SeatStuck,
    SideChosen,
    StarterLaid,
    TurnBegan,
    TurnSkipped,
    TyborActed,
)

from .cards import back_name, card_name, cell_name, counted_all, objective_name, quote, shown_name, tally
from .effects import score_why
from .people import Players
from .speech import Speech

__all__ = ["NarratedStep", "StoryLine", "event_words", "narrate", "story_of"]


class NarratedStep(Protocol):
    """Version and its events."""

    @property
    def version(self) -> int:
        """Return the version."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the events visible to the reader."""


class StoryLine(Struct, frozen=True):
    """Line of the story."""

    text: str
    version: int
    seat: Seat | None = None
    """Seat that acted; None if no player did."""

    heading: bool = False
    """Whether it is the heading of a round."""


def event_words(say: Speech, event: Event, people: Players) -> str:
    """Return one event in words."""
    return _WORDS[type(event)](say, event, people)


def story_of(say: Speech, steps: Iterable[NarratedStep], people: Players) -> list[StoryLine]:
    """Return the story as lines, with a heading for each round."""
    lines: list[StoryLine] = []
    now = 0
    for step in steps:
        for event in step.events:
            if isinstance(event, TurnBegan):
                if event.round != now:
                    now = event.round
                    lines.append(StoryLine(say("event.round", round=now), step.version, heading=True))
            elif text := event_words(say, event, people):
                lines.append(StoryLine(text, step.version, getattr(event, "seat", None)))
    return lines


def narrate(say: Speech, steps: Iterable[NarratedStep], people: Players) -> list[str]:
    """Return simultaneous events in sentences. Of several beginnings of turns only the last is kept."""
    events = [event for step in steps for event in step.events]
    began = [at for at, event in enumerate(events) if isinstance(event, TurnBegan)]
    last = began[-1] if began else None
    narrated = [event for at, event in enumerate(events) if not isinstance(event, TurnBegan) or at == last]
    return [text for event in narrated if (text := event_words(say, event, people))]


def _form(say: Speech, event: Any, people: Players, key: str, **values: object) -> str:  # noqa: ANN401 - an event of a seat
    """Return the sentence about the reader, or about another player."""
    if event.seat == people.viewer:
        return say(f"event.{key}.you", **values)
    return say(f"event.{key}.they", player=people.name_of(event.seat), **values)


def _side_chosen(say: Speech, event: SideChosen, people: Players) -> str:
    side = say(f"card.side.{event.side or Side.FRONT}")
    return _form(say, event, people, "side_chosen", side=side)


def _starter_laid(say: Speech, event: StarterLaid, people: Players) -> str:
    return _form(say, event, people, "starter_laid", side=say(f"card.side.{event.side}"))


def _hand_dealt(say: Speech, event: HandDealt, people: Players) -> str:
    known = None if event.cards is None else [card_name(say, card) for card in event.cards]
    cards = say.list(known or [back_name(say, back) for back in event.backs])
    return _form(say, event, people, "hand_dealt", cards=cards)


def _describe_reveal(say: Speech, event: CommonObjectivesRevealed, _: Players) -> str:
    objectives = say.phrases(objective_name(say, card) for card in event.cards)
    return say("event.common_objectives_revealed.all", objectives=objectives)


def _describe_offer(say: Speech, event: ObjectivesOffered, people: Players) -> str:
    return _form(say, event, people, "objectives_offered")


def _describe_keep(say: Speech, event: ObjectiveKept, people: Players) -> str:
    objective = "" if event.card is None else objective_name(say, event.card)
    return _form(say, event, people, "objective_kept", objective=objective)


def _began(say: Speech, event: TurnBegan, people: Players) -> str:
    if not event.last:
        return _form(say, event, people, "turn_began")
    if event.seat == people.viewer:
        return say("event.turn_began.you_last")
    return say("event.turn_began.other_last", player=people.name_of(event.seat))


def _describe_skip(say: Speech, event: TurnSkipped, people: Players) -> str:
    return _form(say, event, people, "turn_skipped")


def _describe_placement(say: Speech, event: CardPlaced, people: Players) -> str:
    front = event.side is Side.FRONT and event.card is not None
    card = quote(say, event.card) if front and event.card else shown_name(say, event.card, event.side, event.back)
    sentences = [_form(say, event, people, "card_placed", card=card, cell=cell_name(event.cell))]
    if event.points:
        why, count = score_why(say, event.points), event.points.points
        sentences.append(
            say("event.scored.explained", count=count, why=why) if why else say("event.scored.plain", count=count)
        )
    if lost := counted_all(say, tally(covered.symbol for covered in event.covered)):
        sentences.append(say("event.covered.all", symbols=lost))
    return " ".join(sentences)


def _describe_stuck(say: Speech, event: SeatStuck, people: Players) -> str:
    return _form(say, event, people, "seat_stuck")


def _describe_taking(say: Speech, event: CardTaken, people: Players) -> str:
    return _form(say, event, people, "card_taken", card=quote(say, event.card))


def _describe_draw(say: Speech, event: CardDrawn, people: Players) -> str:
    card = back_name(say, event.back) if event.card is None else quote(say, event.card)
    return _form(say, event, people, "card_drawn", card=card, back=back_name(say, event.back))


def _describe_refill(say: Speech, event: MarketRefilled, _: Players) -> str:
    if event.card is None:
        return say("event.market_refilled.empty")
    return say("event.market_refilled.card", card=quote(say, event.card))


def _undrawn(say: Speech, event: DrawSkipped, _: Players) -> str:
    return say(f"event.draw_skipped.{event.cause}")


def _end(say: Speech, event: EndTriggered, people: Players) -> str:
    if event.cause == "points":
        return say("event.end_triggered.points")
    return say(f"event.end_triggered.exhaustion_{people.exhaustion}")


def _tybor(say: Speech, event: TyborActed, _: Players) -> str:
    card = event.resource if event.outcome == "kept_resource" else event.gold
    named = "" if card is None else quote(say, card)
    if event.outcome == "nothing":
        return say("event.tybor_acted.nothing")
    return say(f"event.tybor_acted.{event.outcome}", card=named, count=event.points)


def _describe_score(say: Speech, event: ObjectivesScored, people: Players) -> str:
    points = say("score.points", count=sum(objective.points for objective in event.objectives))
    return _form(say, event, people, "objectives_scored", points=points, count=event.total)


def _describe_end(say: Speech, event: GameEnded, people: Players) -> str:
    winners = event.result.winners
    if not winners:
        return say("event.game_ended.tybor")
    if len(winners) > 1:
        return say("event.game_ended.shared", players=say.list([people.name_of(seat) for seat in winners]))
    if winners[0] == people.viewer:
        return say("event.game_ended.you")
    return say("event.game_ended.they", player=people.name_of(winners[0]))


_WORDS: Final[dict[type[Event], Callable[[Speech, Any, Players], str]]] = {
    SideChosen: _side_chosen,
    StarterLaid: _starter_laid,
    HandDealt: _hand_dealt,
    CommonObjectivesRevealed: _describe_reveal,
    ObjectivesOffered: _describe_offer,
    ObjectiveKept: _describe_keep,
    TurnBegan: _began,
    TurnSkipped: _describe_skip,
    CardPlaced: _describe_placement,
    SeatStuck: _describe_stuck,
    CardTaken: _describe_taking,
    CardDrawn: _describe_draw,
    MarketRefilled: _describe_refill,
    DrawSkipped: _undrawn,
    EndTriggered: _end,
    TyborActed: _tybor,
    ObjectivesScored: _describe_score,
    GameEnded: _describe_end,
}


def sentence(line: str) -> str:
    """Return a line as a complete sentence."""
    return line if line.endswith((".", "!", "?", "…")) else f"{line}."
