"""What a failed test leaves, and what is no test's business."""

from collections.abc import Callable

from tests.e2e.conftest import BLOCKED, Visit
from tests.e2e.evidence import Evidence, folder_of
from tests.e2e.running import Server


def test_a_failed_test_leaves_what_its_pages_showed_and_said(visit: Visit, evidence: Evidence) -> None:
    """A picture and the source of each page, and the console, in a folder that is gone once the test passes."""
    page = visit("/about")
    page.evaluate("console.log('said aloud')")
    folder = folder_of("tests/e2e/test_evidence.py::test_it[a b]")
    assert folder.name == "tests.e2e.test_evidence.test_it-a-b"
    evidence.begin(folder)
    page.evaluate("console.log('said after that')")
    evidence.save(folder)
    assert (folder / "console.txt").read_text().splitlines() == [f"{page.url}: log: said after that"]
    assert [path.read_bytes()[:4] for path in folder.glob("*.png")] == [b"\x89PNG"]
    (source,) = folder.glob("*.html")
    assert page.url in source.read_text()
    evidence.begin(folder)
    assert not folder.exists()


def test_that_workers_are_blocked_is_no_fault(visits: Callable[[Server], Visit], server: Server) -> None:
    """A page hears of it some seconds after its start, whatever a test is about; other warnings stay faults."""
    visit = visits(server)
    page = visit("/about")
    with page.expect_console_message(lambda message: BLOCKED in message.text):
        page.evaluate("() => navigator.serviceWorker.register('/sw.js').catch(() => null)")
    assert visit.faults == []
    with page.expect_console_message(lambda message: message.text == "another"):
        page.evaluate("console.warn('another')")
    assert [fault.split(" (")[0] for fault in visit.faults] == ["warning: another"]
    visit.faults.clear()
