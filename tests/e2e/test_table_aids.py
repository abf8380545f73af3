"""What the table tells on demand: where an objective would be completed, and what else may be known."""

from collections.abc import Callable
from functools import cache
from random import Random

from playwright.sync_api import Page, expect

from codex_naturalis.play import Game
from codex_naturalis.record import Record, action_text, write_record
from codex_naturalis.rules import Action, Phase, Place, Seat, SoloLevel, awaited, legal_actions, options_of
from codex_naturalis.views import View, view_of
from tests.e2e import axe
from tests.e2e.playing import asked, finish, lay, scores, tap, wait_for

_PLAY_ON = """async ([record, version]) => {
  const { token } = await (await fetch('/api/v1/guests', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: 'Ada' }),
  })).json();
  localStorage.setItem('codex.guest', JSON.stringify({ token, name: 'Ada' }));
  const answer = await fetch(`/api/v1/replays/what-if?version=${version}&seat=0`, {
    method: 'POST', headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, body: record,
  });
  return (await answer.json()).table.id;
}"""


def _greedy(game: Game, seat: Seat, rng: Random) -> Action:
    previews = {
        (each.card, each.side, each.cell): each.points.points if each.points else 0
        for each in view_of(game.state, seat, detailed=True).previews
    }
    legal = list(legal_actions(game.state, seat))
    rng.shuffle(legal)
    return max(legal, key=lambda a: previews[a.card, a.side, a.cell] if isinstance(a, Place) else 0)


@cache
def whole_game(seed: int) -> Game:
    """Return a finished game against Tybor, the same for the same seed."""
    game, rng = Game.from_seed(options_of(1, solo=SoloLevel.NORMAL), f"aids {seed}"), Random(seed)
    while not game.over:
        (seat,) = awaited(game.state)
        game = game.play(seat, (_greedy(game, seat, rng),))
    return game


def moment_of(wanted: Callable[[View], bool]) -> tuple[Game, Game]:
    """Return a finished game and how it stood where the player is to place a card and the view is as `wanted`."""
    for seed in range(100):
        whole = whole_game(seed)
        game = Game.from_seed(whole.options, f"aids {seed}")
        for played in whole.history[:-1]:
            game = game.play(played.seat, (played.action,))
            if game.state.phase is Phase.PLACE and wanted(view_of(game.state, 0, detailed=True)):
                return whole, game
    raise AssertionError("no such moment")


def sit_down_at(page: Page, wanted: Callable[[View], bool]) -> View:
    """Go on from such a moment in the browser, and return what its view says."""
    whole, game = moment_of(wanted)
    actions = tuple(action_text(played.seat, played.action) for played in whole.history)
    record = write_record(Record(whole.options, deal=whole.deal, actions=actions))
    table = page.evaluate(_PLAY_ON, [record, game.version])
    page.goto(f"/t/{table}")
    wait_for(page, "card")
    return view_of(game.state, 0, detailed=True)


def _completable(view: View) -> bool:
    """Return whether one card in the hand, laid face down, would complete a pattern."""
    return any(len(each.completions) > 1 for each in view.outlook)


def test_an_objective_lights_the_cells_that_would_complete_it(page: Page) -> None:
    """Tapping an objective lights exactly the cells the view names, with their kingdoms, and says them."""
    view = sit_down_at(page, _completable)
    mine = view.seats[0]
    projected = mine.score + sum(each.points for each in mine.progress)
    expect(page.locator("[data-projected]")).to_contain_text(f"{projected} point")
    for each in view.outlook:
        page.locator(f'[data-objective="{each.objective}"]').click()
        cells = {completion.cell for completion in each.completions}
        expect(page.locator("[data-completes]")).to_have_count(len(cells))
        for completion in each.completions:
            x, y = completion.cell
            lit = page.locator(f'[data-completes="{x},{y}"] [data-kingdom="{completion.kingdom}"]')
            expect(lit).to_be_attached()
            expect(page.locator(".guide .advice")).to_contain_text(f"{x},{y}".replace("-", "\N{MINUS SIGN}"))
        if any(each.missing):
            expect(page.locator(".guide .advice")).to_contain_text("Still missing")
        page.locator(f'[data-objective="{each.objective}"]').click()
        expect(page.locator("[data-completes]")).to_have_count(0)


def test_a_card_laid_where_it_is_lit_completes_the_objective(page: Page) -> None:
    """With a card of the kingdom in the fingers its cells stay lit; laid there, the count goes up."""

    def in_hand(view: View) -> bool:
        return any(_fits(view))

    view = sit_down_at(page, in_hand)
    objective, card, cell = next(iter(_fits(view)))
    goal = page.locator(f'[data-objective="{objective}"]')
    before = goal.locator(".text").inner_text()
    goal.click()
    page.locator(f'[data-card="{card}"]').click()
    if page.locator(".target[data-points]").count() == 0:
        page.keyboard.press("f")
    expect(page.locator(f'[data-completes="{cell}"]')).to_be_attached()
    tap(page, cell)
    page.locator("[data-source].takeable").first.click()
    wait_for(page, "card", "over")
    expect(goal.locator(".text")).not_to_have_text(before)


def test_what_is_left_is_counted_on_a_sheet(page: Page) -> None:
    """The sheet beside the decks shows the counts of the view; Escape puts it away and takes nothing back."""
    view = sit_down_at(page, _late)
    page.locator("[data-card]").first.click()
    page.locator('[data-action="unseen"]').click()
    for each in view.unseen:
        name = f"{each.back.deck} {each.back.kingdom}"
        expect(page.locator(f'[data-unseen="{name} deck"]')).to_have_text(str(each.deck))
        expect(page.locator(f'[data-unseen="{name} laid"]')).to_have_text(str(each.laid))
    expect(page.locator('[data-unseen$="hands"]')).to_have_count(0)
    assert axe.faults_in_every_skin(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert asked(page) == "cell"


def test_tybor_does_what_was_told_before(page: Page) -> None:
    """The answer to "what would he do now" names both columns; after a draw from a deck he does it."""
    view = sit_down_at(page, _late)
    assert view.tybor is not None
    page.locator('[data-action="foresee"]').click()
    columns = page.locator("dialog [data-outcome]")
    expect(columns).to_have_count(2)
    outcomes = [columns.nth(column).get_attribute("data-outcome") for column in range(2)]
    assert outcomes == [acted.outcome for acted in view.tybor.foreseen]
    column_words = columns.locator("li").all_inner_texts()
    assert axe.faults_in_every_skin(page) == []
    page.keyboard.press("Escape")
    lay(page)
    page.locator('[data-source="resource-deck"]').click()
    wait_for(page, "card", "over")
    expect(page.locator(".tybor [data-says]")).to_have_attribute("data-says", " ".join(map(str, outcomes)))
    page.locator('[data-action="how"]').click()
    expect(page.locator("dialog [data-outcome]")).to_have_count(2)
    expect(page.locator("dialog [data-outcome] li")).to_have_text(column_words, use_inner_text=True)


def test_a_phone_tells_tybors_turn_where_nothing_moves(phone: Page) -> None:
    """There is no place for it beside the codex, and no time in which it is told: it lies on a sheet when asked for."""
    sit_down_at(phone, _late)
    expect(phone.locator("[data-outcome]")).to_have_count(0)
    phone.locator('[data-action="how"]').click()
    expect(phone.locator("dialog [data-outcome]")).to_have_count(2)
    assert axe.faults_in_every_skin(phone) == []
    phone.keyboard.press("Escape")
    expect(phone.locator("[data-outcome]")).to_have_count(0)


def test_every_score_says_why(page: Page) -> None:
    """In the story a score opens its sum with its ruling, and so does the final scoring for every objective."""

    def last(view: View) -> bool:
        return view.seats[0].turns_left == 1 and view.seats[0].score > 0

    sit_down_at(page, last)
    page.locator('.story [data-seat="0"] [data-action="why"]').last.click()
    sums = page.locator("dialog .count")
    expect(sums).to_have_count(1)
    expect(sums).to_contain_text("Ruling R")
    assert int(sums.get_attribute("data-points") or 0) > 0
    assert axe.faults_in_every_skin(page) == []
    page.keyboard.press("Escape")
    lay(page)
    finish(page)
    wait_for(page, "over")
    track, *objectives, total = scores(page)[0]
    page.locator('.final tr[data-seat="0"] [data-action="why"]').click()
    sums.first.wait_for()
    counted = [int(each.get_attribute("data-points") or 0) for each in sums.all()]
    assert counted[-3:] == objectives
    assert (sum(counted[:-3]), sum(counted)) == (track, total)
    assert axe.faults_in_every_skin(page) == []
    _stands_clear(page)
    sums.first.get_by_role("button").click()
    expect(page.locator(".outline.gold")).to_have_count(1)
    page.keyboard.press("Escape")
    page.locator('.final tr[data-seat="tybor"] [data-action="why"]').click()
    sums.first.wait_for()
    counted = [int(each.get_attribute("data-points") or 0) for each in sums.all()]
    assert sum(counted) == scores(page)[1][-1]


def _stands_clear(page: Page) -> None:
    """No card of the codex lies under the sheet that explains it."""
    sheet, codex = page.locator("dialog[open]").bounding_box(), page.locator(".middle .frame").bounding_box()
    assert sheet
    assert codex
    assert sheet["x"] + sheet["width"] <= codex["x"]
    for card in page.locator(".middle [data-laid]").all():
        box = card.bounding_box()
        assert box
        assert sheet["x"] + sheet["width"] <= box["x"]


def _late(view: View) -> bool:
    return view.round > 5 and view.ending is None


def _fits(view: View) -> list[tuple[int, int, str]]:
    """Return each objective that a card in the hand would complete, that card, and the cell."""
    return [
        (each.objective, held.card, f"{completion.cell[0]},{completion.cell[1]}")
        for each in view.outlook
        for completion in each.completions
        for held in view.seats[0].hand
        if held.back.kingdom == completion.kingdom and held.card is not None
    ]
