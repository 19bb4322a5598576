"""Hooks of the documentation site: README is its home page, and links that leave `docs/` become plain names."""

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TOP = re.compile(r"\[([^\]]*)\]\((CONTRIBUTING\.md|CHANGELOG\.md)\)")  # links from README to pages outside docs/


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The Markdown of a page for the site."""
    where = page.file.src_uri
    if where == "index.md":
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        markdown = TOP.sub(r"`\2`", readme).replace("](docs/", "](").replace('src="docs/', 'src="')
    up = re.escape("../" * (where.count("/") + 1))  # the prefix of links from this page out of docs/
    return re.sub(rf"\[([^\]]*)\]\({up}([^)]+)\)", r"`\2`", markdown)
