"""Whom a command is answered: language, view, plan and story of one reader at one table."""

from collections.abc import Sequence

from codex_naturalis.views import SeatView, View

from ..people import Players
from ..planning import Planning, own_seat
from ..speech import Speech
from ..story import NarratedStep
from .vocabulary import Vocabulary, vocabulary

__all__ = ["Reader"]


class Reader:
    """One reader at one table."""

    def __init__(self, say: Speech, people: Players, planning: Planning, *, hints: bool = False) -> None:
        """Speak to a reader who plans with `planning`, whose view is the newest."""
        self.say = say
        self.players = people
        self.planning = planning
        self.hints = hints
        """Whether hints are allowed."""

        self.steps: Sequence[NarratedStep] = ()
        """What happened, as far as the reader was told."""

    @property
    def view(self) -> View:
        """Return the newest view."""
        assert self.planning.view is not None
        return self.planning.view

    @property
    def seat(self) -> SeatView:
        """Return the reader's seat, or for those who watch the first one."""
        return own_seat(self.view) or self.view.seats[0]

    @property
    def known(self) -> Vocabulary:
        """Return the words that may be typed."""
        return vocabulary(self.say.locale)
