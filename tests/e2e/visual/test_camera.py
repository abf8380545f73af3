"""The camera waits for what it photographs, and knows which browser took what is kept."""

import pytest
from playwright.sync_api import Route

from tests.e2e.conftest import Visit
from tests.e2e.visual import camera


def test_a_page_that_still_loads_is_not_photographed(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a failure that says what is missing, and no picture of half a page."""
    page = visit("/about")
    traffic = camera.Traffic(page)
    traffic.settle()
    held = list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/late.svg", hold)
    page.evaluate("() => void (new Image().src = '/late.svg')")
    monkeypatch.setattr(camera, "TIMEOUT", 1.0)
    with pytest.raises(AssertionError, match=r"still loading: .*/late\.svg"):
        traffic.settle()


def test_another_major_version_is_told_and_allowed_more() -> None:
    """A newer build of the same one is neither."""
    assert camera.tolerated("156.0.8078.108", "156\n") == camera.DIFFERING
    with pytest.warns(UserWarning, match="Chromium 156 took the sheets, 157 is compared with three times"):
        assert camera.tolerated("157.0.1.2", "156\n") == 3 * camera.DIFFERING


def test_the_sheets_say_which_version_took_them() -> None:
    """As `make snapshots` writes it: the major number alone."""
    assert camera.CHROMIUM.read_text("utf-8").strip().isdecimal()
