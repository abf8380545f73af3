"""What a host copies from `deploy/`: it names settings that there are, and nginx takes what is meant for it."""

import ast
import json
import re
import shutil
import socket
import subprocess
import tomllib
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it has no types of its own
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from codex_naturalis.server.support.settings import variable, variables
from deploy.parts import Nginx, free_port, program
from tests.server.house import open_house
from tests.several import there
from tests.waiting import TIMEOUT, at_last

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
BESIDES = {"CODEX_DATA_DIR", "CODEX_KERNEL_CACHE", "CODEX_KERNEL_SHIPPED", "CODEX_LANGUAGE"}
"""Variables that are no settings of the server's."""
HARDENING = """
CapabilityBoundingSet= NoNewPrivileges=yes ProtectSystem=strict ProtectHome=yes PrivateTmp=yes PrivateDevices=yes
PrivateUsers=yes ProtectProc=invisible ProcSubset=pid ProtectClock=yes ProtectHostname=yes ProtectControlGroups=yes
ProtectKernelLogs=yes ProtectKernelModules=yes ProtectKernelTunables=yes RestrictAddressFamilies=AF_UNIX
RestrictNamespaces=yes RestrictRealtime=yes RestrictSUIDSGID=yes LockPersonality=yes SystemCallArchitectures=native
SystemCallFilter=@system-service UMask=0077
"""
"""Settings of a unit that together make for an exposure of 2.5 or less (`systemd-analyze security`)."""


@pytest.mark.parametrize("file", sorted(path.name for path in DEPLOY.iterdir() if path.is_file()))
def test_it_names_settings_that_there_are(file: str) -> None:
    """A variable with another name would be passed over without a word."""
    known = {variable(name) for name in variables()} | BESIDES
    assert set(re.findall(r"\bCODEX_[A-Z_]+\b", (DEPLOY / file).read_text("utf-8"))) <= known


async def test_alerts_and_the_guide_name_metrics_that_there_are(tmp_path: Path) -> None:
    """With their labels, at 0 right after the start; each alert says what is the matter, and the guide names it."""
    async with open_house(tmp_path, backup_hours=24) as house:
        text = (await house.http.get("/metrics")).text
    there_are = set(re.findall(r"^# TYPE (codex_\w+)", text, re.MULTILINE))
    there_are |= {f"{name}_bucket" for name in re.findall(r"^# TYPE (codex_\w+) histogram", text, re.MULTILINE)}
    (group,) = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"]
    asked = {name for rule in group["rules"] for name in re.findall(r"codex_\w+", rule["expr"])}
    assert asked <= there_are
    for name, label in re.findall(r"(codex_\w+)\{(\w+=\"\w+\")\}", str([rule["expr"] for rule in group["rules"]])):
        assert re.search(rf"^{name}{{.*{label}.*}} 0\.0$", text, re.MULTILINE), (name, label)
    assert all(rule["annotations"]["summary"] and rule["labels"]["severity"] for rule in group["rules"])
    guide = (ROOT / "docs" / "guides" / "hosting.md").read_text("utf-8")
    named = {name for name in re.findall(r"`(codex_[a-z_]+)", guide) if name != "codex_naturalis"}
    assert named <= there_are
    assert {name.removesuffix("_bucket") for name in asked} <= named


def test_nginx_takes_the_doors(tmp_path: Path) -> None:
    """That of the containers; and the other with the usual limit of 1024 open files, without a warning."""
    one_machine = there(lambda: Nginx(tmp_path, [free_port()]))
    for command in (containers_door(tmp_path, free_port()), [*one_machine._command()]):
        done = output(["sh", "-c", 'ulimit -Sn 1024 && exec "$@"', "sh", *command, "-t"])
        assert (done.returncode, "[warn]" in done.stderr) == (0, False), done.stderr


def test_nginx_takes_the_guides_example(tmp_path: Path) -> None:
    """With a certificate and over HTTP/2; and no door says which version of nginx it is."""
    nginx = there(lambda: program("nginx"))
    guide = (ROOT / "docs" / "guides" / "hosting.md").read_text("utf-8")
    [example] = re.findall(r"^```nginx\n(.*?)^```", guide, re.DOTALL | re.MULTILINE)
    write_certificate(tmp_path)
    example = example.replace("/etc/ssl/", f"{tmp_path}/").replace("listen 443 ", f"listen 127.0.0.1:{free_port()} ")
    server = f"access_log off; {temporary_paths()} {example}"
    (tmp_path / "nginx.conf").write_text(f"pid pid; events {{}} http {{ {server} }}")
    done = output([nginx, "-p", str(tmp_path), "-c", "nginx.conf", "-e", str(tmp_path / "error.log"), "-t"])
    assert done.returncode == 0, done.stderr
    assert "http2" in example
    assert "worker_rlimit_nofile" in guide
    for door in (example, *(path.read_text("utf-8") for path in DEPLOY.glob("nginx*.conf"))):
        assert "server_tokens off;" in door


def write_certificate(folder: Path) -> None:
    """Write a certificate for codex.example.org, signed by itself, and its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "codex.example.org")])
    number, end = x509.random_serial_number(), now + timedelta(days=1)
    builder = x509.CertificateBuilder(name, name, key.public_key(), number, now, end)
    signed = builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    (folder / "codex.example.org.pem").write_bytes(signed)
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "codex.example.org.key").write_bytes(key.private_bytes(serialization.Encoding.PEM, *plain))


def temporary_paths() -> str:
    """Return where nginx keeps what it does not keep in memory: below its own folder."""
    return "".join(f"{kind}_temp_path {kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))


@pytest.mark.parametrize(
    ("proxy", "expected"),
    [("172.18.0.1", ("127.0.0.1", "http")), ("127.0.0.1", ("198.51.100.7", "https"))],
    ids=["a stranger", "the proxy that is named"],
)
def test_the_containers_believe_the_proxy_that_is_named(proxy: str, expected: tuple[str, str], tmp_path: Path) -> None:
    """It alone says where a request comes from and whether over HTTPS, and not what a client told it before."""
    port = free_port()
    with HTTPServer(("127.0.0.1", 0), Echo) as behind:
        Thread(target=behind.serve_forever, daemon=True).start()
        command = containers_door(tmp_path, port, proxy=proxy, server=f"127.0.0.1:{behind.server_port}")
        door = subprocess.Popen([*command, "-g", "daemon off;"])  # noqa: S603 - the host's own
        try:
            at_last(lambda: socket.create_connection(("127.0.0.1", port)).close(), OSError)
            headers = {"X-Forwarded-For": "203.0.113.9, 198.51.100.7", "X-Forwarded-Proto": "https"}
            asking = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
            asking.request("GET", "/", headers=headers)
            assert tuple(json.loads(asking.getresponse().read())) == expected
            asking.close()
        finally:
            door.terminate()
            door.wait(TIMEOUT)
            behind.shutdown()


def containers_door(folder: Path, port: int, proxy: str = "", server: str = "server:8000") -> list[str]:
    """Return the command that starts the door of compose.yaml here, behind a proxy and before a server of one's own."""
    nginx, door = there(lambda: program("nginx")), (DEPLOY / "nginx-compose.conf").read_text("utf-8")
    changes = {"listen 8080": f"listen 127.0.0.1:{port}", "server:8000": server}
    if proxy:
        changes["# set_real_ip_from 172.18.0.1;"] = f"set_real_ip_from {proxy};"
    for old, new in changes.items():
        assert old in door
        door = door.replace(old, new)
    (folder / "nginx.conf").write_text(f"pid pid; events {{}} http {{ access_log off; {temporary_paths()} {door} }}")
    return [nginx, "-p", str(folder), "-c", "nginx.conf", "-e", str(folder / "error.log")]


class Echo(BaseHTTPRequestHandler):
    """A server that answers with where it was told that the request comes from, and over what."""

    def do_GET(self) -> None:
        """Answer."""
        body = json.dumps([self.headers["X-Forwarded-For"], self.headers["X-Forwarded-Proto"]]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_nginx_keeps_the_metrics_and_endless_heads_to_itself(tmp_path: Path) -> None:
    """However the address is written, and before a server hears of it: there is none behind this door."""
    there(lambda: program("nginx"))
    door = Nginx(tmp_path, [free_port()])
    door.start()
    try:
        for path in ("/metrics", "/metrics/", "//metrics", "/%6detrics/", "/x/../metrics"):
            assert answered(door, path) == 404, path
        assert answered(door, "/healthz") == 502
        assert answered(door, "/healthz", "x" * 20_000) == 400
    finally:
        door.stop()


def answered(door: Nginx, path: str, field: str = "") -> int:
    """Return the status with which a request is answered, with a field of its own."""
    asking = HTTPConnection("127.0.0.1", door.port, timeout=TIMEOUT)
    try:
        asking.request("GET", path, headers={"X-Field": field})
        return asking.getresponse().status
    finally:
        asking.close()


@pytest.mark.parametrize("unit", sorted(path.name for path in DEPLOY.glob("*.service")))
def test_a_unit_lets_nobody_else_read(unit: str) -> None:
    """What it keeps, and what it makes on the way."""
    said = (DEPLOY / unit).read_text("utf-8").splitlines()
    assert {"UMask=0077", "StateDirectoryMode=0700", "CacheDirectoryMode=0700"} <= set(said)


@pytest.mark.parametrize("unit", sorted(path.name for path in DEPLOY.glob("*.service")))
def test_a_unit_can_touch_little(unit: str) -> None:
    """The exposure that systemd finds is 2.5 of 10 or less; where it cannot be asked, the settings for it are there."""
    analyze = [shutil.which("systemd-analyze") or "", "security"]
    if not analyze[0] or "--offline" not in output([*analyze, "--help"]).stdout:  # since 250
        assert set(HARDENING.split()) <= set((DEPLOY / unit).read_text("utf-8").split())
        return
    done = output([*analyze, "--offline=yes", "--no-pager", "--threshold=25", str(DEPLOY / unit)])
    assert done.returncode == 0, done.stdout + done.stderr


def output(command: list[str]) -> "subprocess.CompletedProcess[str]":
    """Run one of the machine's own programs."""
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - no shell, no input


@pytest.mark.parametrize("unit", sorted(path.name for path in DEPLOY.glob("*.service")))
def test_a_unit_lets_the_server_do_what_it_must(unit: str) -> None:
    """The search is compiled to machine code in memory, processes that can wait stand back, and memory has a bound."""
    said = (DEPLOY / unit).read_text("utf-8").splitlines()
    assert not [line for line in said if line.startswith("MemoryDenyWriteExecute=")]
    calls = [line.partition("=")[2] for line in said if line.startswith("SystemCallFilter=")]
    assert calls == ["@system-service", "~@privileged @resources", "setpriority"]
    assert [line for line in said if line.startswith("MemoryMax=")]


def services() -> dict[str, Any]:
    """Return the containers."""
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    mounted = {volume.split(":")[0] for service in found["services"].values() for volume in named(service)}
    assert mounted == set(found["volumes"])
    services: dict[str, Any] = found["services"]
    return services


def named(service: dict[str, Any]) -> list[str]:
    """Return the volumes of a container that have names, not the files of ours that it reads."""
    return [mounted for mounted in service.get("volumes", []) if not mounted.startswith(".")]


def test_the_containers_know_each_other() -> None:
    """What each waits for, connects to and reads is there, and the door leads to where servers listen."""
    known = services()
    for service in known.values():
        assert set(service.get("depends_on", ())) <= set(known)
        for host in re.findall(r"(?:@|nats://)([a-z]+)", " ".join(map(str, service.get("environment", {}).values()))):
            assert host in known
    built = known["server"]["build"]
    assert (DEPLOY / built["context"]).resolve() == ROOT
    assert (ROOT / built["dockerfile"]).is_file()
    door = (DEPLOY / known["nginx"]["volumes"][0].split(":")[0]).read_text("utf-8")
    published = known["nginx"]["ports"][0].rpartition(":")[2]
    assert f"listen {published};" in door
    assert "http://server:8000;" in door


@pytest.mark.parametrize("file", sorted(path.name for path in DEPLOY.glob("compose*.yaml")))
def test_a_container_can_do_little(file: str) -> None:
    """Its files are read-only, it has no rights of root but those PostgreSQL begins with, and a bound of memory."""
    for name, service in yaml.safe_load((DEPLOY / file).read_text("utf-8"))["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert {"mem_limit", "pids_limit"} <= set(service), name
        assert name == "postgres" or "cap_add" not in service, name
        assert name == "nats" or service["tmpfs"], name


def test_the_container_is_built_from_what_there_is() -> None:
    """The extras it installs, the commands it runs, and the page by which it is asked how it is."""
    steps = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", "")
    extras = re.findall(r"/source\[([a-z,]+)\]", steps)[0].split(",")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(extras) <= set(project["optional-dependencies"])
    compiled, copied, shipped = (
        re.findall(pattern, steps)
        for pattern in (r"CODEX_KERNEL_CACHE=(\S+)", r"--from=build (\S+kernel) ", r"CODEX_KERNEL_SHIPPED=(\S+)")
    )
    assert [len(compiled), compiled] == [1, copied]
    assert compiled == shipped
    ast.parse(re.findall(r'PREPARE="([^"]+)"', steps)[0])
    commands = [json.loads(found) for found in re.findall(r"CMD (\[.*\])", steps)]
    assert [command[0] for command in commands] == ["python", "codex-naturalis"]
    ast.parse(commands[0][2])
    assert "127.0.0.1:8000/readyz" in commands[0][2]
    assert "codex-naturalis" in project["scripts"]
