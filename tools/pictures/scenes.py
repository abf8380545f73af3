"""Table of scenes: each picture of the docs that a browser takes, by name, with its set-up and layout."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Protocol

from playwright.sync_api import Page

from tests.e2e.playing import wait_for
from tests.e2e.running import Server
from tests.e2e.visual.moments import Json, play_on

from .games import record_of, turns
from .town import Town

__all__ = ["ME", "SCENES", "Layout", "Scene", "Stage", "screen", "sheet"]

ME: Final = 1
"""Viewer of the game of three."""


class Layout(Enum):
    """Layout of a scene's picture."""

    SCREEN = "the window at a desk"
    SCREENS = "the window at a desk, and beside it a file of the phone's"
    SHEET = "one picture of desk and phone, in three languages, each in a skin of its own"


class Opening(Protocol):
    """Opener of an empty page in a new window."""

    def __call__(self, *, phone: bool) -> Page:
        """Open it as wide as a phone or a desk."""


@dataclass
class Stage:
    """Setting of a scene: a server, its people, and windows of one size."""

    server: Server
    town: Town
    opening: Opening
    phone: bool
    _pages: list[Page] = field(default_factory=list)

    def visit(self) -> Page:
        """Open an empty page."""
        self._pages.append(self.opening(phone=self.phone))
        return self._pages[-1]

    def close(self) -> None:
        """Close every window."""
        for page in self._pages:
            page.context.close()

    def trio(self, turn: int = 9, **settings: Json) -> Page:
        """Sit down in a game of three at the beginning of one of our turns."""
        page = self.visit()
        play_on(page, self.server, record_of(3), turns(3, ME)[turn], ME, **settings)
        wait_for(page, "card")
        return page

    def alone(self, version: int, **settings: Json) -> Page:
        """Sit down in a game against Tybor."""
        page = self.visit()
        play_on(page, self.server, record_of(1), version, 0, **settings)
        return page

    def tab(self, page: Page, name: str) -> None:
        """Open a tray on a phone; on a desktop all are open."""
        if self.phone:
            page.locator(f"[data-tab-button={name}]").click()


@dataclass(frozen=True)
class Scene:
    """Picture: its name, the content of its pages, and its layout."""

    name: str
    layout: Layout
    set_up: Callable[[Stage], Page]


SCENES: Final[dict[str, Scene]] = {}


def screen(*, phone: bool = False) -> Callable[[Callable[[Stage], Page]], Callable[[Stage], Page]]:
    """Register a function that opens windows and returns the one to photograph."""

    def enter(set_up: Callable[[Stage], Page]) -> Callable[[Stage], Page]:
        name = set_up.__name__
        SCENES[name] = Scene(name, Layout.SCREENS if phone else Layout.SCREEN, set_up)
        return set_up

    return enter


def sheet(show: Callable[[Page, Town], None]) -> Callable[[Page, Town], None]:
    """Register a function that prepares a page to be photographed in every language."""

    def set_up(stage: Stage) -> Page:
        page = stage.visit()
        show(page, stage.town)
        return page

    name = f"page-{show.__name__.replace('_', '-')}"
    SCENES[name] = Scene(name, Layout.SHEET, set_up)
    return show
