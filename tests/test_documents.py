"""The generated pages say what the code says."""

from nexus_env.documents import ROOT, pages
from nexus_env.games.nexus import NEXUS


def test_the_generated_pages_are_up_to_date():
    """`make docs` writes them anew."""
    for name, text in pages(NEXUS).items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, f"docs/{name}: run make docs"
