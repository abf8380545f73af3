"""What a host copies from `deploy/`: it names settings that there are, and nginx takes what is meant for it."""

import re
import subprocess
from pathlib import Path

import pytest

from codex_naturalis.server.settings import Settings, variable
from deploy.parts import free_port, program
from tests.several import there

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"
BESIDES = {"CODEX_DATA_DIR"}
"""Variables that are no settings of the server's."""


@pytest.mark.parametrize("file", sorted(path.name for path in DEPLOY.iterdir() if path.is_file()))
def test_it_names_settings_that_there_are(file: str) -> None:
    """A variable with another name would be passed over without a word."""
    known = {variable(name) for name in Settings.__dataclass_fields__} | BESIDES
    assert set(re.findall(r"\bCODEX_[A-Z_]+\b", (DEPLOY / file).read_text("utf-8"))) <= known


def test_nginx_takes_the_door_of_the_containers(tmp_path: Path) -> None:
    """The other one is used by the tests of several servers."""
    nginx = there(lambda: program("nginx"))
    door = (DEPLOY / "nginx-compose.conf").read_text("utf-8").replace("listen 8080", f"listen 127.0.0.1:{free_port()}")
    kept = "".join(f"{kind}_temp_path {kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (tmp_path / "nginx.conf").write_text(f"pid pid; events {{}} http {{ access_log off; {kept} {door} }}")
    command = [nginx, "-t", "-p", str(tmp_path), "-c", "nginx.conf", "-e", str(tmp_path / "error.log")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - the host's own
    assert done.returncode == 0, done.stderr
