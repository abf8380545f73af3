"""The audit of dependencies: it fails on what is known to be vulnerable, and never passes for one that did not run."""

import json
import os
import sys
from collections.abc import Callable
from functools import partial

import pytest

from tools.audit import Findings, NotAudited, Report, answer, main, npm_findings, python_findings

SAFE = {"dependencies": [{"name": "msgspec", "version": "0.19.0", "vulns": []}]}
FLAWED = {"dependencies": [{"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-2027-1", "fix_versions": []}]}]}
PASSED_OVER = {"dependencies": [{"name": "unknown", "skip_reason": "not found on the index"}]}
PARTLY = {"dependencies": [*SAFE["dependencies"], *PASSED_OVER["dependencies"]]}
NPM_SAFE = {"auditReportVersion": 2, "vulnerabilities": {}, "metadata": {"dependencies": {"prod": 30}}}
NPM_FLAWED = {"auditReportVersion": 2, "vulnerabilities": {"x": {"name": "x", "range": "<2", "severity": "high"}}}
NPM_REFUSED = {"message": "405 Method Not Allowed", "error": {"summary": "", "detail": ""}}


def auditor(report: str, read: Callable[[Report], Findings]) -> Callable[[], Findings]:
    """Return an audit whose program writes `report` and ends as both auditors do for flaws and faults alike: with 1."""
    program = "import sys; print(sys.argv[1]); print('no route to host', file=sys.stderr); sys.exit(1)"
    return lambda: read(answer("it", [sys.executable, "-c", program, report], os.environ))


@pytest.mark.parametrize(
    ("report", "read", "code", "said"),
    [
        (SAFE, python_findings, 0, ["Audited: 1 of 1 packages by pip-audit, 0 known to be vulnerable"]),
        (
            FLAWED,
            python_findings,
            1,
            [
                "Vulnerable: old 1.0: PYSEC-2027-1",
                "Audited: 1 of 1 packages by pip-audit, 1 known to be vulnerable",
            ],
        ),
        (PASSED_OVER, python_findings, 0, ["UNAUDITED: pip-audit knows nothing of unknown"]),
        (
            PARTLY,
            python_findings,
            0,
            [
                "UNAUDITED: pip-audit knows nothing of unknown",
                "Audited: 1 of 2 packages by pip-audit, 0 known to be vulnerable",
            ],
        ),
        ({"dependencies": []}, python_findings, 0, ["UNAUDITED: pip-audit knows nothing of any package"]),
        (NPM_SAFE, npm_findings, 0, ["Audited: 30 packages by npm audit, 0 known to be vulnerable"]),
        (
            NPM_FLAWED,
            npm_findings,
            1,
            ["Vulnerable: x <2: high", "Audited: all packages by npm audit, 1 known to be vulnerable"],
        ),
        (NPM_REFUSED, npm_findings, 0, ["UNAUDITED: npm audit: 405 Method Not Allowed"]),
        (None, npm_findings, 0, ["UNAUDITED: it: no route to host"]),
    ],
)
def test_a_flaw_fails_and_silence_is_told(
    report: object,
    read: Callable[[Report], Findings],
    code: int,
    said: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A known vulnerability ends with 1; an audit without an answer with 0, and with a line that says `UNAUDITED`."""
    written = json.dumps(report) if report else ""
    assert main([auditor(written, read)]) == code
    assert capsys.readouterr().out.splitlines() == said


def test_a_flaw_is_found_beside_an_audit_that_could_not_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither hides the other."""
    assert main([auditor("", python_findings), auditor(json.dumps(NPM_FLAWED), npm_findings)]) == 1
    assert capsys.readouterr().out.count("\n") == 3


def test_an_auditor_that_hangs_is_given_up() -> None:
    """After its limit, as one that could not run."""
    asleep = partial(answer, "it", [sys.executable, "-c", "import time; time.sleep(60)"], os.environ, 0.2)
    with pytest.raises(NotAudited, match=r"^it had no answer within 0\.2 seconds$"):
        asleep()
