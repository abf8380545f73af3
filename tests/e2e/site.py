"""The game as a folder of files behind a plain web server, below a path of its own."""

import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from codex_naturalis.cli.site import write_site
from deploy.parts import free_port
from tests.waiting import TIMEOUT, look_until

__all__ = ["IN_PAGE", "PATH", "PlainServer", "nginx_command", "python_command"]

PATH: Final = "/games/codex/"
"""Path below which the folder lies: a host of many sites."""

_NGINX: Final = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr;
events {{}}
http {{
  include {types}; access_log off; client_body_temp_path {folder}/t; proxy_temp_path {folder}/t;
  fastcgi_temp_path {folder}/t; uwsgi_temp_path {folder}/t; scgi_temp_path {folder}/t;
  server {{ listen 127.0.0.1:{port}; root {folder}; }}
}}
"""


def python_command(folder: Path, port: int) -> Sequence[str]:
    """Return the command of Python's own web server."""
    return sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)


def nginx_command(folder: Path, port: int) -> Sequence[str]:
    """Return the command of nginx as it comes, with no line of ours for the folder."""
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin") or "nginx"
    config = folder / "nginx.conf"
    config.write_text(_NGINX.format(folder=folder, port=port, types="/etc/nginx/mime.types"))
    return nginx, "-c", str(config)


IN_PAGE: Final = """async (code) => {
  const engine = new URL('engine/', document.baseURI).href;
  const plain = window.fetch;
  window.fetch = async (url) => {
    const came = await plain(String(url).replace(/\\.wasm$/, '.bin'));
    if (!came.url.endsWith('.bin')) return came;
    const headers = { 'content-type': 'application/wasm' };
    return new Response(came.body.pipeThrough(new DecompressionStream('gzip')), { headers });
  };
  const { loadPyodide } = await import(`${engine}pyodide.js`);
  const python = await loadPyodide({ indexURL: engine });
  for (const name of ['codex_naturalis.zip', 'msgspec.whl'])
    python.unpackArchive(await (await fetch(engine + name)).arrayBuffer(), 'wheel');
  return python.runPython(code);
}"""
"""Runs Python in a page of the site, with the engine and nothing else."""


class PlainServer:
    """A web server that knows nothing of the game."""

    def __init__(self, folder: Path, command: Callable[[Path, int], Sequence[str]] = python_command) -> None:
        """Write the site into `folder`, below `PATH`."""
        self._folder = folder
        self._command = command
        self.http = ""
        write_site(folder / PATH.strip("/"))

    def start(self) -> None:
        """Serve the folder."""
        port = free_port()
        self.http = f"http://127.0.0.1:{port}"
        self._process = subprocess.Popen(self._command(self._folder, port), stderr=subprocess.DEVNULL)  # noqa: S603 - ours
        look_until(self._answers)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.http + PATH, timeout=TIMEOUT):  # noqa: S310 - our own
                return True
        except OSError:
            return False

    def stop(self) -> None:
        """End."""
        self._process.terminate()
        self._process.wait()
