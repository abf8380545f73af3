"""The tutorial's game teaches what its words say, and the figures of the rules page show what the rules say."""

import re

import pytest

from codex_naturalis.catalogue import Side, Symbol
from codex_naturalis.i18n import LOCALES, Locale, Plural, locale_texts
from codex_naturalis.rules import EndTriggered, Reason, TyborActed, TyborOutcome
from codex_naturalis.views import Preview, View
from tools.generate_tutorial import Ask, Flip, Lay, Lift, Look, Read, Step, Take, collect_turns, course
from tools.rule_figures import TRIGGERING, corresponding, figures, timeline

COURSE = course()
VIEWS = [COURSE.game.view(index) for index in COURSE.moments]
RULING = re.compile(r"\[([RS]\d+)\]")


def step(story: str) -> Step:
    """Return the first step that tells `story`."""
    return next(each for each in COURSE.steps if each.story == story)


def view(story: str) -> View:
    """Return the View of the first step that tells `story`."""
    return VIEWS[step(story).view]


def laid(story: str) -> Preview:
    """Return what the placement of this step does."""
    goal = step(story).goal
    assert isinstance(goal, Lay)
    return next(
        each for each in view(story).previews if (each.card, each.side, each.cell) == (goal.card, goal.side, goal.cell)
    )


@pytest.mark.parametrize("number", range(len(COURSE.steps)))
def test_what_a_step_asks_for_can_be_done(number: int) -> None:
    """Each gesture is one that the View of its step offers."""
    asked, seen = COURSE.steps[number], VIEWS[COURSE.steps[number].view]
    hand = {held.card for held in seen.seats[0].hand}
    match asked.goal:
        case Ask(cell):
            assert cell in {each.cell for each in seen.blocked}
        case Lift(card, side) | Flip(card, side):
            assert card in hand
            assert (side is Side.BACK) == isinstance(asked.goal, Flip)
        case Lay(card, side, cell) | Take(plan=Lay(card, side, cell)):
            assert (card, side, cell) in {(each.card, each.side, each.cell) for each in seen.previews}
        case Look(objective):
            score = next(each for each in seen.seats[0].progress if each.id == objective)
            assert score.found
        case Read():
            assert asked.act is None


def test_the_words_of_the_lessons_are_true() -> None:
    """What the lessons tell of prices, symbols, points and objectives happens in their game."""
    [unpaid] = [each for each in view("gold").unpaid if each.card == 57]
    assert (unpaid.refusal.reason, unpaid.refusal.facts["need"], unpaid.refusal.facts["have"]) == (
        Reason.COST_NOT_MET,
        3,
        2,
    )
    [closed] = [each for each in view("hidden").blocked if each.cell == (2, 0)]
    assert closed.refusal.reason is Reason.HIDDEN_CORNER
    assert laid("back_lay").playable == (57,)
    assert [each.symbol for each in laid("cover").covered] == [Symbol.PLANT]
    scores = {story: laid(story).points for story in ("cover", "object", "corner", "end")}
    shown = {story: (score.each, score.times) for story, score in scores.items() if score}
    assert shown == {"cover": (3, 1), "object": (1, 3), "corner": (2, 2), "end": (3, 1)}
    before, after = view("copy").seats[0].progress[0], view("copy_look").seats[0].progress[0]
    assert (before.copies, after.copies) == (0, 1)


def test_the_lesson_on_tybor_has_a_turn_that_shows_his_questions() -> None:
    """In one column he keeps a card worth 5, in the other he scores."""
    events = [event for each in collect_turns(COURSE)[step("tybor").view].steps for event in each.events]
    left, right = (event for event in events if isinstance(event, TyborActed))
    assert (left.outcome, left.worth_five) == (TyborOutcome.KEPT_GOLD, True)
    assert right.outcome is TyborOutcome.SCORED_GOLD


def test_the_end_comes_as_it_is_told() -> None:
    """The last lesson's card reaches 20, the learner has one more turn, and wins."""
    assert view("end").seats[0].score == 18
    events = [event for each in collect_turns(COURSE)[step("end_read").view].steps for event in each.events]
    assert any(isinstance(event, EndTriggered) and event.seat == 0 for event in events)
    assert view("end_read").seats[0].turns_left == 1
    result = view("final").result
    assert result
    assert result.winners == (0,)


def test_the_last_draw_costs_tybor_points() -> None:
    """R4: the card that the learner takes in the last turn would have paid Tybor, and what comes for it does not."""
    goal, before = step("final_take").goal, view("final_take")
    assert isinstance(goal, Take)
    assert before.tybor
    foreseen, _ = before.tybor.foreseen
    events = [event for each in collect_turns(COURSE)[step("final").view].steps for event in each.events]
    acted, _ = (event for event in events if isinstance(event, TyborActed))
    assert (foreseen.gold, foreseen.points, acted.points) == (goal.card, 3, 0)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_step_has_words(locale: Locale) -> None:
    """Each lesson has a title, each step tells something, and each gesture is asked for."""
    keys = {f"learn.title.{each.lesson}" for each in COURSE.steps}
    keys |= {f"learn.step.{each.story}" for each in COURSE.steps}
    keys |= {f"learn.do.{each.act}" for each in COURSE.steps if each.act}
    assert keys <= locale_texts(locale).keys()


def rulings(locale: Locale) -> dict[str, list[str]]:
    """Return the rulings that each sentence of the rules page cites."""
    texts = {key: text for key, text in locale_texts(locale).items() if key.startswith("book.")}
    return {key: RULING.findall(text) for key, text in texts.items() if not isinstance(text, Plural)}


@pytest.mark.parametrize("locale", LOCALES)
def test_the_rules_page_cites_the_same_rulings_in_every_language(locale: Locale) -> None:
    """A sentence rests on the same rulings in every language."""
    assert rulings(locale) == rulings("en")


def test_the_rules_page_leaves_no_ruling_out() -> None:
    """Every ruling is cited somewhere."""
    cited = {ruling for found in rulings("en").values() for ruling in found}
    expected = {f"R{number}" for number in (*range(1, 18), 22, 23, 24)} | {f"S{number}" for number in range(1, 17)}
    assert cited == expected


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("one_corner", None),
        ("two_corners", None),
        ("own_hidden", None),
        ("on_hidden", Reason.HIDDEN_CORNER),
        ("on_both", Reason.HIDDEN_CORNER),
        ("apart", Reason.NOT_ADJACENT),
        ("cost", None),
        ("unpaid", Reason.COST_NOT_MET),
    ],
)
def test_a_figure_shows_what_the_rules_allow(name: str, reason: Reason | None) -> None:
    """The figures that the page calls allowed are, and the others are refused for what it says."""
    tried = figures()[name].tried
    assert tried
    assert tried.reason == reason


def test_the_worked_figures_of_the_books() -> None:
    """Three objects give 3, two corners 4, a diagonal 2, two L shapes 6, and seven in a row two copies."""
    drawn = figures()
    points = {name: tried.points for name, figure in drawn.items() if (tried := figure.tried)}
    assert (points["per_object"], points["per_corner"]) == (3, 4)
    assert {name: drawn[name].points for name in ("diagonal", "ells", "chain")} == {
        "diagonal": 2,
        "ells": 6,
        "chain": 4,
    }
    assert len(drawn["chain"].copies) == (len(drawn["chain"].laid) - 1) // 3


def test_the_figure_of_the_price_covers_what_it_needed() -> None:
    """It shows the rule's point: the price is met before, and not any more afterwards."""
    figure = figures()["cost"]
    assert figure.tried
    assert figure.tried.lost == (Symbol.FUNGI,)
    assert (figure.symbols[0], figure.tried.after[0]) == (3, 2)


def test_the_figure_of_the_end_finishes_the_round_and_adds_one() -> None:
    """After the trigger the round goes on to its last seat, and everybody plays once more."""
    drawn = [(turn.round, turn.seat, turn.last) for turn in timeline()]
    assert drawn == [(0, 0, False), (0, 1, False), (0, 2, False), (1, 0, True), (1, 1, True), (1, 2, True)]
    assert [turn.seat for turn in timeline() if turn.triggers] == [TRIGGERING]


def test_the_figure_of_correspondence_shows_both_answers() -> None:
    """Three gold cards match their objective; the one of the kingdom that an L uses once does not."""
    assert [pair.corresponds for pair in corresponding()] == [True, True, True, False]
