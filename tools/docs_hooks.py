"""Hooks of MkDocs that write the code's declarations into the docs when they are built.

The JSON Schemas come from the Structs that read and write messages, the rest from `docs_tables`.
"""

import json

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from codex_naturalis.server.http.schemas import NAMES, schema_of
from tools.conformance import build_archive
from tools.docs_tables import build_page

__all__ = ["on_files", "on_page_markdown"]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Return `files` with a schema for each kind of message, and with the archive for other engines."""
    for name in NAMES:
        content = json.dumps(schema_of(name), indent=1, ensure_ascii=False) + "\n"
        files.append(File.generated(config, f"reference/schemas/{name}.json", content=content))
    files.append(File.generated(config, "reference/codex-naturalis-conformance.zip", content=build_archive()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - MkDocs's
    """Return the text of a page with its marks filled in."""
    return build_page(page.file.src_uri, markdown)
