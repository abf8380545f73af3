"""Dependency audit: `python -m tools.audit` asks for known vulnerabilities of what is shipped, and fails on any.

The Python requirements go to pip-audit, which is fetched into build/ when it is missing, those of the web client to
`npm audit`. An audit that could not run says so and does not fail: nothing is known then, neither bad nor good.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.client import npm

__all__ = ["NotAudited", "answer", "client", "main", "npm_findings", "python", "python_findings"]

ROOT = Path(__file__).resolve().parents[1]
PIP_AUDIT = "pip-audit>=2.9,<3"
FETCHING = 60.0
"""Seconds to fetch pip-audit, while the index answers."""

ASKING = 30.0
"""Seconds one audit may take in all, while the service answers."""

SILENCE = 4
"""Seconds to wait for one answer of an index or service, and never twice: an audit without network ends soon."""

Report = Mapping[str, Any]


class NotAudited(Exception):  # noqa: N818 - an outcome, not a fault
    """An audit could not run; says why in one line."""


def main(audits: "Sequence[Callable[[], list[str]]] | None" = None) -> int:
    """Run the audits, print what they find, and return the exit code: 1 for a known vulnerability, else 0."""
    found: list[str] = []
    for audit in audits or (python, client):
        try:
            found += audit()
        except NotAudited as reason:
            print(f"The audit could not run: {reason}", flush=True)
    for line in found:
        print(f"Vulnerable: {line}", flush=True)
    return 1 if found else 0


def python() -> list[str]:
    """Return the known vulnerabilities of requirements/run.txt. Raises `NotAudited`."""
    place = ROOT / "build" / "audit"
    environment = {**os.environ, "PYTHONPATH": str(place)}
    if not (place / "pip_audit").is_dir():
        fetch(place)
    asked = ("-f", "json", "--progress-spinner", "off", "--disable-pip", "--require-hashes", "--timeout", str(SILENCE))
    command = [sys.executable, "-m", "pip_audit", *asked, "-r", str(ROOT / "requirements" / "run.txt")]
    return python_findings(answer("pip-audit", command, environment))


def fetch(place: Path) -> None:
    """Install pip-audit into a folder of its own, all of it or nothing. Raises `NotAudited`."""
    place.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as folder:
        quiet = ("--quiet", "--disable-pip-version-check", "--retries", "0", "--timeout", str(SILENCE))
        command = [sys.executable, "-m", "pip", "install", *quiet, "--target", f"{folder}/audit", PIP_AUDIT]
        run("pip-audit", command, os.environ, FETCHING)
        if not Path(folder, "audit", "pip_audit").is_dir():
            raise NotAudited("pip-audit could not be fetched")
        Path(folder, "audit").rename(place)


def client() -> list[str]:
    """Return the known vulnerabilities of what the web client is built of. Raises `NotAudited`."""
    node = npm()
    limits = ("--fetch-retries=0", f"--fetch-timeout={SILENCE * 1000}")
    command = [*node.command, "audit", "--omit=dev", "--json", "--package-lock-only", *limits]
    return npm_findings(answer("npm audit", command, node.env))


def answer(name: str, command: Sequence[str], environment: Mapping[str, str], limit: float = ASKING) -> Report:
    """Return the report that an auditor writes, vulnerable or not. Raises `NotAudited` where it wrote none."""
    done = run(name, command, environment, limit)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        lines = done.stderr.strip().splitlines() or ["it said nothing"]
        raise NotAudited(f"{name}: {lines[-1]}") from None
    return report if isinstance(report, dict) else {}


def run(
    name: str, command: Sequence[str], environment: Mapping[str, str], limit: float
) -> "subprocess.CompletedProcess[str]":
    """Run a program for `limit` seconds at most. Raises `NotAudited` after that."""
    try:
        return subprocess.run(
            command,
            cwd=ROOT / "frontend",
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        raise NotAudited(f"{name} had no answer within {limit:g} seconds") from None


def python_findings(report: Report) -> list[str]:
    """Return what pip-audit's report (JSON) names. Raises `NotAudited` where packages were passed over."""
    packages = report.get("dependencies") or []
    passed = [package["name"] for package in packages if "skip_reason" in package]
    found = [
        f"{package['name']} {package['version']}: {flaw['id']}"
        for package in packages
        for flaw in package.get("vulns", ())
    ]
    if not found and (passed or not packages):
        raise NotAudited(f"pip-audit knows nothing of {few(passed) or 'any package'}")
    return found


def few(names: Sequence[str], shown: int = 3) -> str:
    """Return the first names, and how many more there are."""
    more = f" and {len(names) - shown} more" if len(names) > shown else ""
    return ", ".join(names[:shown]) + more


def npm_findings(report: Report) -> list[str]:
    """Return what npm's report (version 2) names. Raises `NotAudited` where it is none."""
    if "vulnerabilities" not in report:
        reason = report.get("message") or report.get("error", {}).get("summary") or "no report"
        raise NotAudited(f"npm audit: {str(reason).splitlines()[0]}")
    flaws = report["vulnerabilities"].values()
    return [f"{flaw['name']} {flaw['range']}: {flaw['severity']}" for flaw in flaws]


if __name__ == "__main__":
    raise SystemExit(main())
