"""The camera waits for what it photographs."""

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
