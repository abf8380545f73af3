"""Hooks of MkDocs: the JSON Schemas are made with the docs, from the Structs that read and write what travels."""

import json

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from codex_naturalis.wire.schemas import NAMES, schema_of

__all__ = ["on_files"]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Return `files` with a schema for each kind of message, under `reference/schemas/`."""
    for name in NAMES:
        content = json.dumps(schema_of(name), indent=1, ensure_ascii=False) + "\n"
        files.append(File.generated(config, f"reference/schemas/{name}.json", content=content))
    return files
