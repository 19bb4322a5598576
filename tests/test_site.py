"""The documentation as a site: it is built without a warning, and nothing in it comes from elsewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mkdocs", reason="mkdocs is not installed: pip install mkdocs-material")
ROOT = Path(__file__).parents[1]
FETCHED = re.compile(r"""<(?:script|link|img)[^>]+(?:src|href)="(https?:)?//[^"]*\.(?:js|css|woff2?|png|svg)""")


def test_the_site_is_built_without_a_warning_or_a_network(tmp_path: Path) -> None:
    """Every page is in the menu, every link and every anchor leads somewhere (`strict` in mkdocs.yml)."""
    words = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(tmp_path)]
    ran = subprocess.run(
        words, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) > len(list((ROOT / "docs").glob("*.md")))
    assert [page for page in pages if FETCHED.search(page.read_text(encoding="utf-8"))] == []
    assert "prompt" in (tmp_path / "api" / "index.html").read_text(encoding="utf-8"), "the API is told"
