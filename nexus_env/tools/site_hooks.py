"""Hooks of the documentation site: README is its first page, links that leave `docs/` are names."""

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BEYOND = re.compile(r"\[([^\]]*)\]\(\.\./([^)]+)\)")  # a link out of docs/
TOP = re.compile(
    r"\[([^\]]*)\]\((CONTRIBUTING\.md|CHANGELOG\.md)\)"
)  # one of README to a page that is no part of docs/


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The text of a page as the site shows it."""
    if page.file.src_uri == "index.md":
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        markdown = TOP.sub(r"`\2`", readme).replace("](docs/", "](").replace('src="docs/', 'src="')
    return BEYOND.sub(r"`\2`", markdown)
