"""Metrics have the names that Prometheus' conventions ask for, and until 2.0 those of before, too."""

from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from codex_naturalis.server.monitoring.metrics import _EARLIER_NAMES
from codex_naturalis.server.scheduling.scheduler import Lane
from codex_naturalis.wire.kinds import SubscriptionKind
from tests.server.house import open_house


async def test_earlier_names_say_the_same(tmp_path: Path) -> None:
    """Sample by sample; and no series says when it was created."""
    async with open_house(tmp_path) as house:
        await house.guest("Ada")
        text = (await house.http.get("/metrics")).text
    families = {family.name: family for family in text_string_to_metric_families(text)}
    assert not [name for name in families if name.endswith("_created")]
    for name, earlier in _EARLIER_NAMES.items():
        assert families[earlier].type == families[name].type
        renamed = [(sample.name.replace(name, earlier, 1), sample.labels) for sample in families[name].samples]
        assert renamed == [(sample.name, sample.labels) for sample in families[earlier].samples]
    (info,) = families["codex_build_info"].samples
    assert info.value == 1


async def test_outcomes_are_counted_from_zero(tmp_path: Path) -> None:
    """What has not happened yet stands at 0, so that an alert sees the first time; the type says its charset once."""
    async with open_house(tmp_path) as house:
        answer = await house.http.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    counts = {(sample.name, *sample.labels.values()): sample.value for sample in samples(answer.text)}
    assert counts["codex_writes_total", "failed"] == 0
    for kind in SubscriptionKind:
        assert counts["codex_notifications_total", kind.value, "failed"] == 0
        assert counts["codex_notifications_total", kind.value, "arrived"] == 0
    for lane in Lane:
        assert counts["codex_jobs_refused_total", lane.value] == 0


def samples(text: str) -> list[Sample]:
    """Return every sample of a scrape."""
    return [sample for family in text_string_to_metric_families(text) for sample in family.samples]
