"""Metrics have the names that Prometheus' conventions ask for, and until 2.0 those of before, too."""

from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from codex_naturalis.server.monitoring.metrics import _EARLIER_NAMES
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
        told = [(sample.name.replace(name, earlier, 1), sample.labels) for sample in families[name].samples]
        assert told == [(sample.name, sample.labels) for sample in families[earlier].samples]
    (info,) = families["codex_build_info"].samples
    assert info.value == 1
