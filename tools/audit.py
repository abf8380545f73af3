"""Dependency audit: `python -m tools.audit` looks up known vulnerabilities of shipped packages, and fails on any.

The Python requirements go to pip-audit, those of the web client to `npm audit`. Each says how much was audited, or
`UNAUDITED` and why. That does not fail: nothing is known then, neither bad nor good. CI goes on, and shows these lines.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.client import npm

__all__ = ["Findings", "NotAudited", "answer", "client", "main", "npm_findings", "python", "python_findings"]

ROOT = Path(__file__).resolve().parents[1]
ASKING = 30.0
"""Time limit of one audit in seconds, while the service answers."""

SILENCE = 4
"""Seconds to wait for one answer of an index or service, and never twice: an audit without network ends soon."""

Report = Mapping[str, Any]


@dataclass(frozen=True)
class Findings:
    """Result of one audit."""

    auditor: str
    audited: str
    """Number of packages, in words."""

    flaws: Sequence[str] = ()
    """Vulnerable packages, each with its flaw."""

    passed: Sequence[str] = ()
    """Packages that the auditor knows nothing of."""


class NotAudited(Exception):  # noqa: N818 - an outcome, not a fault
    """An audit could not run; says why in one line."""


def main(audits: "Sequence[Callable[[], Findings]] | None" = None) -> int:
    """Run the audits, print what they find, and return the exit code: 1 for a known vulnerability, else 0."""
    flaws = 0
    for audit in audits or (python, client):
        try:
            found = audit()
        except NotAudited as reason:
            print(f"UNAUDITED: {reason}", flush=True)
            continue
        flaws += len(found.flaws)
        for line in found.flaws:
            print(f"Vulnerable: {line}", flush=True)
        if found.passed:
            print(f"UNAUDITED: {found.auditor} knows nothing of {few(found.passed)}", flush=True)
        print(f"Audited: {found.audited} by {found.auditor}, {len(found.flaws)} known to be vulnerable", flush=True)
    return 1 if flaws else 0


def python() -> Findings:
    """Return the findings on requirements/run.txt. Raises `NotAudited`."""
    asked = ("-f", "json", "--progress-spinner", "off", "--disable-pip", "--require-hashes", "--timeout", str(SILENCE))
    command = [sys.executable, "-m", "pip_audit", *asked, "-r", str(ROOT / "requirements" / "run.txt")]
    return python_findings(answer("pip-audit", command, os.environ))


def client() -> Findings:
    """Return the findings on the web client's packages. Raises `NotAudited`."""
    node = npm()
    limits = ("--fetch-retries=0", f"--fetch-timeout={SILENCE * 1000}")
    command = [*node.command, "audit", "--omit=dev", "--json", "--package-lock-only", *limits]
    return npm_findings(answer("npm audit", command, node.env))


def answer(name: str, command: Sequence[str], environment: Mapping[str, str], limit: float = ASKING) -> Report:
    """Return an auditor's report, vulnerable or not. Raises `NotAudited` where it wrote none."""
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


def python_findings(report: Report) -> Findings:
    """Return the findings in pip-audit's report (JSON). Raises `NotAudited` where it knows no package at all."""
    packages = report.get("dependencies") or []
    passed = [package["name"] for package in packages if "skip_reason" in package]
    known = len(packages) - len(passed)
    if not known:
        raise NotAudited(f"pip-audit knows nothing of {few(passed) or 'any package'}")
    found = [
        f"{package['name']} {package['version']}: {flaw['id']}"
        for package in packages
        for flaw in package.get("vulns", ())
    ]
    return Findings("pip-audit", f"{known} of {len(packages)} packages", found, passed)


def few(names: Sequence[str], shown: int = 3) -> str:
    """Return the first names, and the number of the others."""
    more = f" and {len(names) - shown} more" if len(names) > shown else ""
    return ", ".join(names[:shown]) + more


def npm_findings(report: Report) -> Findings:
    """Return the findings in npm's report (version 2). Raises `NotAudited` where it is none."""
    if "vulnerabilities" not in report:
        reason = report.get("message") or report.get("error", {}).get("summary") or "no report"
        raise NotAudited(f"npm audit: {str(reason).splitlines()[0]}")
    flaws = report["vulnerabilities"].values()
    count = report.get("metadata", {}).get("dependencies", {}).get("prod", "all")
    return Findings(
        "npm audit", f"{count} packages", [f"{one['name']} {one['range']}: {one['severity']}" for one in flaws]
    )


if __name__ == "__main__":
    raise SystemExit(main())
