"""A release: one version everywhere, a section of the changelog, and a workflow that builds and publishes."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml  # type: ignore[import-untyped]  # it has no types of its own

from codex_naturalis import __version__

ROOT = Path(__file__).resolve().parents[1]
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
WORKFLOWS = [*WORKFLOW.parent.glob("*.yml"), ROOT / "deploy" / "pages.yml"]
PUBLISHING = {"publish-packages", "publish-docs", "publish-notes"}


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    """Return the jobs of the workflow."""
    found: dict[str, Any] = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]
    return found


def test_one_version_everywhere() -> None:
    """The citation, the web client's package and its lock, and the OpenAPI document have the package's."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    package = msgspec.json.decode((ROOT / "frontend" / "package.json").read_bytes())
    lock = msgspec.json.decode((ROOT / "frontend" / "package-lock.json").read_bytes())
    interface = msgspec.json.decode((ROOT / "docs" / "reference" / "openapi.json").read_bytes())
    versions = cited["version"], package["version"], lock["version"], interface["info"]["version"]
    assert set(versions) == {__version__}


def test_the_changelog_begins_with_this_version() -> None:
    """Its newest section is dated as the citation is."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    first = re.search(r"^## .*$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert first
    assert first[0] == f"## [{__version__}] - {cited['date-released']}"


def test_every_action_is_pinned_by_hash() -> None:
    """A branch, a version or its tag may move under a release; beside the hash stands the version it is of."""
    for workflow in WORKFLOWS:
        used = re.findall(r"uses: (.+)", workflow.read_text("utf-8"))
        assert used
        assert [each for each in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)] == []


def test_no_checkout_leaves_its_token() -> None:
    """What runs after it could else push in the name of the workflow."""
    for workflow in WORKFLOWS:
        steps = [step for job in yaml.safe_load(workflow.read_text("utf-8"))["jobs"].values() for step in job["steps"]]
        checkouts = [step for step in steps if step.get("uses", "").startswith("actions/checkout@")]
        assert checkouts
        assert all(step.get("with", {}).get("persist-credentials") is False for step in checkouts)


def test_it_publishes_on_a_tag_alone(jobs: dict[str, Any]) -> None:
    """Whatever publishes asks for a tag, and comes after the check."""
    assert {name for name in jobs if name.startswith("publish")} == PUBLISHING
    assert all(jobs[name]["if"] == "github.ref_type == 'tag'" for name in PUBLISHING)
    assert all(jobs[name]["needs"] == "check" for name in ("packages", "docs", "image"))
    assert jobs["image"]["steps"][-1]["with"]["push"] == "${{ github.ref_type == 'tag' }}"
    assert "secrets." not in WORKFLOW.read_text("utf-8")


def test_it_is_searched_and_audited(jobs: dict[str, Any]) -> None:
    """It runs what CI runs, then the long search, which ends with the audit."""
    commands = [step["run"] for step in jobs["check"]["steps"] if "run" in step]
    assert commands[-2:] == [".ci/run", "make deep"]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(r"^deep: (?:.*\n\t)+@\$\(MAKE\) .* audit$", makefile, re.MULTILINE)


def test_it_runs_commands_that_there_are(jobs: dict[str, Any]) -> None:
    """Targets of the Makefile, of which `package` tries the wheel with every extra, and files of this project."""
    commands = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    targets = re.findall(r"^make ([a-z-]+)", "\n".join(commands), re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert set(targets) == {"deep", "docs", "package"}
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)
    assert (ROOT / ".ci" / "run").is_file()
    assert (ROOT / "deploy" / "Dockerfile").is_file()
