"""The generated pages and the rulebook say what the code says."""

import re
from importlib import import_module
from operator import attrgetter

from nexus_env import rulebook
from nexus_env.documents import ROOT, pages
from nexus_env.games.nexus import NEXUS

ENTRIES = rulebook.read("nexus")


def test_the_generated_pages_are_up_to_date():
    """`make docs` writes them anew."""
    for name, text in pages(NEXUS).items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, f"docs/{name}: run make docs"


def test_the_rulebook_has_every_rule_once_in_order():
    assert [entry.id for entry in ENTRIES] == [f"R-{number:03}" for number in range(1, 451)]


def test_each_rule_has_words_of_its_own():
    assert len({entry.rule for entry in ENTRIES}) == len(ENTRIES)
    for entry in ENTRIES:
        assert 0 < len(entry.rule) < 90 and entry.rule.endswith("."), entry
        assert "|" not in entry.rule, entry


def test_the_rulebook_lists_the_functions_that_cite_each_rule():
    """`make docs` writes them anew."""
    text = (rulebook.folder_of("nexus") / "rulebook.toml").read_text(encoding="utf-8")
    assert text == rulebook.refreshed("nexus"), "rulebook.toml: run make docs"


def test_every_rule_has_a_function_or_a_reason_and_every_cited_rule_exists():
    assert rulebook.faults("nexus") == []


def test_every_function_of_the_rulebook_exists_and_cites_its_rule():
    for entry in ENTRIES:
        for name in entry.code:
            module, _, function = name.partition(".")
            holder = import_module(f"nexus_env.games.nexus.{module}")
            named = attrgetter(function)(holder) if function else holder
            assert entry.id in rulebook.rules_in(named.__doc__), f"{name} does not cite {entry.id}"


def test_a_range_cites_every_rule_in_it():
    assert list(rulebook.rules_in("p.1 (R-009 to R-011, R-020)")) == ["R-009", "R-010", "R-011", "R-020"]


def test_links_between_the_pages_lead_somewhere():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
