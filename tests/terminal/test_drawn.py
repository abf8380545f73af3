"""The drawn table, as a person uses it: keys, mouse, sizes, skins, languages."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from codex_naturalis.analysis import Advice, Worth
from codex_naturalis.catalogue import Side
from codex_naturalis.i18n import LOCALES, Locale
from codex_naturalis.rules import Phase, SoloLevel, Source, options_of
from codex_naturalis.terminal import LocalDesk
from codex_naturalis.terminal.drawn import TableApp
from codex_naturalis.terminal.drawn.app import TableWidget
from codex_naturalis.terminal.drawn.canvas import Canvas
from codex_naturalis.terminal.drawn.skins import SKINS, skin
from codex_naturalis.terminal.drawn.texts import TextScreen
from codex_naturalis.terminal.drawn.turn import Zone
from codex_naturalis.words import speech
from codex_naturalis.words.effects import refusal_words
from codex_naturalis.words.planning import Asked, hand_of
from tests.terminal.tables import at_moment, first_choice, keeping, mid_game, near_end, over, solo

SNAPSHOTS = Path(__file__).parent / "snapshots"
SIZES = ((80, 24), (120, 40), (200, 60))
Press = Pilot[str | None]


def app_at(desk: LocalDesk, locale: Locale = "en", name: str = "lamp") -> TableApp:
    """Return the table at a desk."""
    return TableApp(desk, speech(locale), name)


def seen(app: TableApp) -> Canvas:
    """Return what is to be seen."""
    return app.query_one(TableWidget).canvas


async def click(pilot: Press, target: object) -> None:
    """Press the mouse on what stands for `target`."""
    app = pilot.app
    assert isinstance(app, TableApp)
    area = next(area for area, what in reversed(seen(app)._targets) if what == target)
    await pilot.click(TableWidget, offset=(area.left + area.width // 2, area.top + area.height // 2))
    await pilot.pause()


async def until(pilot: Press, state: Callable[[], bool]) -> None:
    """Wait for a state."""
    for _ in range(2000):
        if state():
            return
        await pilot.pause(0.01)
    raise AssertionError("it did not come to that")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("moment", [first_choice, keeping, mid_game, near_end, over], ids=lambda made: made.__name__)
async def test_the_table_looks_as_it_did(moment: Callable[[], LocalDesk], size: tuple[int, int]) -> None:
    """Five moments in three sizes, a card taken up where one can be; `SNAPSHOTS=anew` renews the files."""
    app = app_at(moment())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        if app.turn.planning.asked is Asked.CARD:
            await pilot.press("enter")
        await pilot.press("escape" if len(app.screen_stack) > 1 else "left")
        shown = str(seen(app)) + "\n"
    file = SNAPSHOTS / f"{moment.__name__}-{size[0]}x{size[1]}.txt"
    if os.environ.get("SNAPSHOTS") == "anew":
        file.parent.mkdir(exist_ok=True)
        file.write_text(shown, encoding="utf-8")
    assert shown == file.read_text("utf-8")
    assert all(len(line) <= size[0] for line in shown.splitlines())


async def test_a_whole_game_is_played_with_keys_alone() -> None:
    """Enter alone chooses, lays where most is scored, takes a card; after 20 turns or so the count is shown."""
    desk = solo("keys")
    app = app_at(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(300):
            if desk.ended:
                break
            version = desk.game.version
            if app.turn.planning.asked is Asked.CELL and app.turn.preview is None:
                await pilot.press("f")
            await pilot.press("enter")
            await until(pilot, lambda: not app.turn.planning.sending)
            assert desk.game.version <= version + 2
        assert desk.ended
        await until(pilot, lambda: isinstance(app.screen, TextScreen))
        picture = str(app.screen.query_one(Static).render())
        assert "in all, from" in picture


async def test_a_turn_is_played_with_the_mouse_alone() -> None:
    """Card, cell and a place of the market; pressing the card again turns it over."""
    desk = near_end()
    app, version = app_at(desk), desk.game.version
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await click(pilot, ("hand", 2))
        plan = app.turn.planning.plan
        assert plan is not None
        assert (plan.card, plan.side) == (hand_of(desk.view)[2], Side.FRONT)
        await click(pilot, ("hand", 2))
        assert app.turn.planning.plan is not None
        assert app.turn.planning.plan.side is Side.BACK
        cell = desk.view.seats[0].open[0]
        await click(pilot, ("cell", cell))
        assert app.turn.planning.asked is Asked.SOURCE
        assert app.turn.planning.placement is not None
        await click(pilot, ("source", Source.GOLD_DECK))
        await until(pilot, lambda: desk.game.version == version + 2)
        assert any(laid.cell == cell for laid in desk.view.seats[0].laid)


async def test_a_cell_that_is_closed_says_why() -> None:
    """A click on it is answered beside the guide, and nothing is planned there."""
    desk = near_end()
    app = app_at(desk)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("enter", "f")
        blocked = desk.view.blocked[0]
        await click(pilot, ("cell", blocked.cell))
        assert app._message == refusal_words(speech("en"), blocked.refusal)
        assert app.turn.planning.placement is None


async def test_arrows_move_between_open_cells_and_the_best_one_comes_first() -> None:
    """The cursor begins where most is scored; what each move shows is what would be laid there."""
    app = app_at(mid_game())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("enter")
        view, first = app.turn.view, app.turn.hovered
        assert first is not None
        assert first.cell is not None
        assert app.turn.zone is Zone.CELLS
        for key, axis, sign in (("left", 0, -1), ("right", 0, 1), ("up", 1, 1), ("down", 1, -1)):
            before = app.turn.cell_at
            await pilot.press(key)
            after = app.turn.cell_at
            assert before is not None
            assert after is not None
            assert after == before or (after[axis] - before[axis]) * sign > 0
            assert after in view.seats[view.viewer or 0].open


async def test_a_turn_that_begins_by_turning_a_card_over_needs_no_arrows() -> None:
    """The cursor is not where a card lies since the turn before."""
    desk = solo()
    app = app_at(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            await pilot.press("enter")
            await until(pilot, lambda: app.turn.acting)
        for _ in range(2):
            await until(pilot, lambda: app.turn.acting and app.turn.planning.asked is Asked.CARD)
            await pilot.press("f", "enter")
            assert app.turn.planning.placement is not None
            await pilot.press("enter")


async def test_enter_on_a_cell_says_why_a_card_cannot_lie_there() -> None:
    """As a click does: nothing is planned, and the cost that is missing is named."""
    app = app_at(mid_game())
    async with app.run_test(size=(120, 40)) as pilot:
        unpaid = app.turn.view.unpaid[0]
        app.turn.hand_at = hand_of(app.turn.view).index(unpaid.card)
        await pilot.press("enter", "enter")
        assert app.turn.planning.placement is None
        assert refusal_words(speech("en"), unpaid.refusal) in app._message


async def test_plans_are_kept_compared_and_brought_back() -> None:
    """K keeps one under a letter, N brings them back in turn, Escape takes the plan back."""
    app = app_at(mid_game())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("enter", "f", "enter", "k")
        assert [one.letter for one in app.turn.planning.kept] == ["A"]
        await pilot.press("right", "left", "up", "down", "left", "enter", "k", "n")
        assert [one.letter for one in app.turn.planning.kept] in (["A", "B"], ["A"])
        assert app.turn.planning.placement == app.turn.planning.kept[0].plan
        await pilot.press("escape", "escape")
        assert app.turn.planning.plan is None


async def test_a_command_is_typed_as_in_the_table_in_words() -> None:
    """A colon opens the line; a long answer is a text to read, an action is carried out."""
    desk = first_choice()
    app = app_at(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("colon", *"help", "enter")
        assert isinstance(app.screen, TextScreen)
        await pilot.press("escape", "colon", *"side back", "enter")
        await until(pilot, lambda: desk.game.version == 1)
        assert desk.view.phase is Phase.OBJECTIVE
        await pilot.press("colon", *"xyzzy", "enter")
        assert "xyzzy" in app._message
        await pilot.press("colon", "q", "escape")
        assert not app.query_one(Input).has_class("typing")
        assert app.is_running


@pytest.mark.parametrize("locale", LOCALES)
async def test_nothing_is_cut_off_that_must_be_read(locale: Locale) -> None:
    """In each language the guide and the first keys are seen whole at 80 by 24."""
    app = app_at(near_end(), locale)
    say = speech(locale)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = str(seen(app))
        for key in ("enter", "flip", "back", "help", "command"):
            assert say(f"terminal.keys.{key}") in shown
        assert say("table.guide.card") in shown


async def test_every_role_has_a_style_in_every_skin() -> None:
    """The same roles in all of them; the skin without colours has none, and that of the terminal only its sixteen."""
    roles = set(skin("lamp"))
    for name in SKINS:
        assert set(skin(name)) == roles
    colours = [colour for style in skin("contrast").values() for colour in (style.color, style.bgcolor)]
    assert colours == [None] * len(colours)
    plain = [colour for style in skin("plain").values() for colour in (style.color, style.bgcolor) if colour]
    assert all(colour.number is not None and colour.number < 16 for colour in plain)


async def test_the_skin_can_be_changed_at_the_table() -> None:
    """T goes from lamp to day to high contrast and back, and paints at once."""
    app = app_at(mid_game())
    async with app.run_test(size=(80, 24)) as pilot:
        names = []
        for _ in range(3):
            await pilot.press("t")
            names.append(app._skin)
        assert names == ["day", "contrast", "lamp"]


@pytest.mark.parametrize("name", SKINS)
async def test_every_skin_is_drawn_without_colours(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR: from the first moment, at which nothing is painted yet, with a text on top, and after a change."""
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_at(solo(), name=name)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        assert isinstance(app.screen, TextScreen)
        await pilot.press("escape", "t", "colon", "x")
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert "Codex Naturalis" in str(seen(app))


async def test_a_window_that_is_too_small_says_so() -> None:
    """And the table is there again when it is large enough."""
    app = app_at(mid_game())
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert "80 by 24" in str(seen(app))
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Market" in str(seen(app))


async def test_the_codex_of_another_comes_to_the_front() -> None:
    """By its number or a click on the name, and the own one comes back when a card is taken up."""
    app = app_at(mid_game())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        other = next(seat.seat for seat in app.turn.view.seats if seat.seat != app.turn.view.viewer)
        await pilot.press(str(other + 1))
        assert app.turn.focus == other
        await click(pilot, ("seat", other))
        assert app.turn.focus is None
        await pilot.press(str(other + 1), "enter")
        assert app.turn.focus is None


async def test_a_long_codex_keeps_what_is_chosen_in_sight() -> None:
    """Where not all of it fits, smaller cards are drawn, and else the cursor stays in the middle."""
    desk = at_moment(solo("long"), lambda state: len(state.seats[0].codex.cards) > 11 and state.phase is Phase.PLACE)
    app = app_at(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        for key in ("up", "up", "left", "down", "down", "down", "right"):
            await pilot.press(key)
            cell = app.turn.cell_at
            shown = [what for area, what in seen(app)._targets if area.width > 2 and area.height == 3]
            assert ("cell", cell) in shown


class Advised(LocalDesk):
    """A desk whose teacher is quick."""

    async def hint(self) -> tuple[Advice, ...]:
        """Return one piece of advice."""
        return (Advice((self.view.legal[0],), Worth(2.5, 0.61, 0.7), 0.0, as_good=True, why=None),)


async def test_the_teacher_is_asked_with_a_key() -> None:
    """Its turns are told in words, the best first; where hints are not allowed, that is said."""
    desk = at_moment(
        Advised(options_of(1, solo=SoloLevel.EASY), seed="drawn", name="Ada"), lambda state: state.round == 2
    )
    desk.hints = True
    app = app_at(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, TextScreen))
        picture = str(app.screen.query_one(Static).render())
        assert picture.startswith("Hint 1: ")
        assert "70 of 100; 2.5 ahead at the end · wins 61%" in picture
        desk.hints = False
        await pilot.press("escape", "h")
        assert app._message == speech("en")("error.hint.forbidden")
