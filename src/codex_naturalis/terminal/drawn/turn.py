"""Turn at the drawn table: choices by keys and mouse, and their actions. Knows nothing of the screen."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final

from codex_naturalis.catalogue import CardId, Side
from codex_naturalis.rules import Action, Cell, ChooseObjective, ChooseSide, Seat, Source
from codex_naturalis.views import Preview, View
from codex_naturalis.words import Planning
from codex_naturalis.words.planning import (
    SOURCES,
    Asked,
    Plan,
    hand_of,
    is_awaited,
    other_side,
    preview_of,
    previews_of,
)

__all__ = ["Turn", "Zone"]


class Zone(StrEnum):
    """Part of the desk that the arrow keys move in."""

    HAND = "hand"
    CELLS = "cells"
    MARKET = "market"


_ROW: Final = 3
"""Sources in a row of the market."""


class Turn:
    """Choices of one reader so far."""

    def __init__(self, planning: Planning) -> None:
        """Choose with `planning`."""
        self.planning = planning
        self.zone: Zone = Zone.HAND
        self.hand_at: int = 0
        self.choice: int = 0
        """Side of the starter, or objective, chosen during setup."""

        self.cell_at: Cell | None = None
        self.source_at: int = 1
        self.focus: Seat | None = None
        """Seat whose codex is in front; None for the reader's."""

        self.small = False

    @property
    def view(self) -> View:
        """Return the newest view."""
        assert self.planning.view is not None
        return self.planning.view

    @property
    def card(self) -> CardId | None:
        """Return the card under the cursor in the hand."""
        hand = hand_of(self.view)
        return hand[self.hand_at % len(hand)] if hand else None

    @property
    def hovered(self) -> Plan | None:
        """Return the placement to show: the planned one, or the one under the cursor."""
        plan = self.planning.plan
        if plan is None:
            return None
        if plan.cell is not None:
            return plan
        wished = Plan(plan.card, plan.side, self.cell_at)
        return wished if self.zone is Zone.CELLS and preview_of(self.view, wished) else plan

    @property
    def preview(self) -> Preview | None:
        """Return the effects of that placement."""
        return preview_of(self.view, self.hovered)

    def settle(self) -> None:
        """Update to the newest view: choices move where they still make sense."""
        plan, asked = self.planning.plan, self.planning.asked
        if plan is None:
            self.zone = Zone.MARKET if asked is Asked.DRAW else Zone.HAND
        elif asked in (Asked.SOURCE, Asked.CONFIRM):
            self.zone = Zone.MARKET
        elif plan.cell is None and self.zone is Zone.MARKET:
            self.zone = Zone.CELLS
        if self.zone is Zone.MARKET:
            self._find_source()

    # Keys

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor."""
        if self.planning.asked in (Asked.SIDE, Asked.OBJECTIVE):
            self.choice = (self.choice + dx + dy) % 2
        elif self.zone is Zone.HAND:
            self.hand_at = (self.hand_at + dx + dy) % max(1, len(hand_of(self.view)))
        elif self.zone is Zone.CELLS:
            self._move_cell(dx, -dy)
        else:
            self._move_source(dx, dy)

    def enter(self) -> tuple[Action, ...]:
        """Trigger the item under the cursor; return the actions to send."""
        asked = self.planning.asked
        if asked in (Asked.SIDE, Asked.OBJECTIVE):
            return self.choose(self.choice)
        if asked is Asked.CONFIRM:
            return self.planning.confirm()
        if self.zone is Zone.MARKET:
            return self.take(SOURCES[self.source_at])
        if self.pointed is not None:
            self.lay(self.pointed)
        elif self.card is not None:
            self.lift(self.hand_at)
        return ()

    def choose(self, choice: int) -> tuple[Action, ...]:
        """Return the choice of setup."""
        self.choice = choice
        side = (Side.FRONT, Side.BACK)[choice]
        wanted: tuple[Action, ...] = (ChooseSide(side), *map(ChooseObjective, self.view.offered[choice : choice + 1]))
        return tuple(action for action in self.planning.choices() if action in wanted)

    def lift(self, place: int) -> None:
        """Lift the hand card at a place."""
        hand = hand_of(self.view)
        if place >= len(hand) or not self.planning.thinking:
            return
        self.hand_at, self.focus = place, None
        self.planning.lift(hand[place])
        self.zone = Zone.CELLS
        self._find_cell()

    def flip(self) -> None:
        """Turn over the planned card, or the one under the cursor."""
        if self.planning.asked is Asked.SIDE:
            self.choice = 1 - self.choice
            return
        plan = self.planning.plan
        card = plan.card if plan else self.card
        if card is None or not self.planning.thinking:
            return
        if plan is None:
            self.planning.lift(card, other_side(self.planning.side_of(card)))
            self.zone = Zone.CELLS
        else:
            self.planning.flip(card)
        self._find_cell()

    def lay(self, cell: Cell) -> bool:
        """Plan the lifted card on a cell; return whether it can lie there."""
        plan = self.planning.plan
        self.cell_at = cell
        if plan is None or preview_of(self.view, Plan(plan.card, plan.side, cell)) is None:
            return False
        self.planning.lift(plan.card, plan.side, cell)
        self.settle()
        return True

    def take(self, source: Source) -> tuple[Action, ...]:
        """Return the actions that draw from a source, after the planned placement."""
        self.source_at = SOURCES.index(source)
        return self.planning.draw(source)

    def back(self) -> None:
        """Take one step back."""
        self.focus = None
        if self.planning.back():
            self.zone = Zone.CELLS if self.planning.plan else Zone.HAND
        else:
            self.zone = Zone.HAND

    def keep(self) -> str | None:
        """Keep the plan for comparison with the next; return its letter."""
        plan = self.hovered
        if plan is not None and plan.cell is not None:
            self.planning.lift(plan.card, plan.side, plan.cell)
        letter = self.planning.keep()
        self.zone = Zone.CELLS if letter else self.zone
        return letter

    def next_kept(self) -> None:
        """Restore the next kept plan."""
        kept, plan = self.planning.kept, self.planning.placement
        if not kept:
            return
        letter = self.planning.letter_of(plan) if plan else None
        at = next((place for place, one in enumerate(kept) if one.letter == letter), -1)
        self.planning.pick(kept[(at + 1) % len(kept)].letter)
        self.settle()

    def cycle(self) -> None:
        """Move the cursor to the next part of the desk."""
        order = (Zone.HAND, Zone.CELLS, Zone.MARKET)
        self.zone = order[(order.index(self.zone) + 1) % len(order)]
        if self.zone is Zone.CELLS:
            self._find_cell()

    # Where the cursor goes

    @property
    def pointed(self) -> Cell | None:
        """Return the cell that Enter would use; None while it does something else."""
        setup_or_done = self.planning.asked in (Asked.SIDE, Asked.OBJECTIVE, Asked.CONFIRM)
        return self.cell_at if self.zone is Zone.CELLS and not setup_or_done else None

    def _cells(self) -> Sequence[Cell]:
        view = self.view
        return view.seats[view.viewer].open if view.viewer is not None else ()

    def _find_cell(self) -> None:
        """Go to the cell where the card scores most, then opens most; keep the chosen one if possible."""
        plan, cells = self.planning.plan, self._cells()
        best = None
        if plan is not None and not preview_of(self.view, Plan(plan.card, plan.side, self.cell_at)):
            best = max(previews_of(self.view, plan.card, plan.side), key=_worth, default=None)
        if best is not None:
            self.cell_at = best.cell
        elif self.cell_at not in cells:  # that of the turn before, where a card lies now
            self.cell_at = cells[0] if cells else None

    def _move_cell(self, dx: int, dy: int) -> None:
        cells = [cell for cell in self._cells() if cell != self.cell_at]
        at = self.cell_at or (0, 0)
        ahead = [cell for cell in cells if (cell[0] - at[0]) * dx + (cell[1] - at[1]) * dy > 0]
        if ahead:
            self.cell_at = min(ahead, key=_off(at, dx, dy))
            self._unplan()

    def _unplan(self) -> None:
        """Remove the planned card, because the cursor goes elsewhere."""
        plan = self.planning.plan
        if plan and plan.cell is not None:
            self.planning.lift(plan.card, plan.side)

    def _move_source(self, dx: int, dy: int) -> None:
        row, column = divmod(self.source_at, _ROW)
        self.source_at = (row + dy) % 2 * _ROW + (column + dx) % _ROW

    def _find_source(self) -> None:
        """Go to a source that holds a card."""
        sources = self.planning.sources
        if sources and SOURCES[self.source_at] not in sources:
            self.source_at = SOURCES.index(next((each for each in sources if "deck" not in each), sources[0]))

    @property
    def acting(self) -> bool:
        """Return whether the reader is to act."""
        return is_awaited(self.view) and not self.planning.sending


def _worth(preview: Preview) -> tuple[int, int]:
    points = preview.points.points if preview.points else 0
    return points + sum(change.points for change in preview.objectives), len(preview.opened) - len(preview.closed)


def _off(at: Cell, dx: int, dy: int) -> Callable[[Cell], tuple[int, int]]:
    """Return the distance of a cell, sideways counting double."""

    def off(cell: Cell) -> tuple[int, int]:
        x, y = cell[0] - at[0], cell[1] - at[1]
        along, aside = x * dx + y * dy, abs(x * dy) + abs(y * dx)
        return along + 2 * aside, aside

    return off
