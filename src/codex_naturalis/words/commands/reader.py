"""Reader of the command line: language, view, plan and story of one person at one table."""

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
        """Answer a reader who plans with `planning`, which has the newest view."""
        self.say = say
        self.players = people
        self.planning = planning
        self.hints = hints
        """Whether hints are allowed."""

        self.steps: Sequence[NarratedStep] = ()
        """Steps known to the reader."""

    @property
    def view(self) -> View:
        """Return the newest view."""
        assert self.planning.view is not None
        return self.planning.view

    @property
    def seat(self) -> SeatView:
        """Return the reader's seat, or the first one for watchers."""
        return own_seat(self.view) or self.view.seats[0]

    @property
    def known(self) -> Vocabulary:
        """Return the vocabulary of commands."""
        return vocabulary(self.say.locale)
