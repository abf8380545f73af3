#!/usr/bin/env bash
# Pin every Python requirement by hash, for all platforms, without naming any package index. Called by `make lock`;
# `make lock UPGRADE=1` takes the newest versions and widens the upper bounds in pyproject.toml for them (tools/widen.py);
# else what is pinned stays unless pyproject.toml forbids it.
set -euo pipefail
cd "$(dirname "$0")/.."

pin() { # pin FILE ARGUMENT…
  local file=requirements/$1.txt
  shift
  "${UV:-.venv/bin/uv}" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command "make lock" \
    ${UPGRADE:+--upgrade} --output-file "$file" "$@" >/dev/null
  echo "$file: $(grep -c == "$file") packages"
}

[ -z "${UPGRADE:-}" ] || "${PYTHON:-.venv/bin/python}" -m tools.widen

mkdir -p requirements
pin run pyproject.toml --extra play --extra push
agree=(--constraint requirements/run.txt)
for group in build node test check deep; do
  pin "$group" --group "$group" "${agree[@]}"
  agree+=(--constraint "requirements/$group.txt")
done
"${PYTHON:-.venv/bin/python}" -m tools.platforms write
echo "requirements/wheels.list: $(grep -c == requirements/wheels.list) packages"
