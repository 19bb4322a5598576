"""Self-contained HTML pages: a skeleton, tables, and Matplotlib plots as SVG, for light and dark themes."""

import html
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from nexus_env.system.visible import legible

# The colors of plots; in a page each becomes a CSS variable, so that it can differ in the dark theme.
INK, PAPER, FAINT, LINE = "#1d2429", "#ffffff", "#5b6770", "#dde2e6"
ABOVE, BELOW = "#1b6ca8", "#b3401e"
NAMED = {INK: "ink", PAPER: "paper", FAINT: "faint", LINE: "line", ABOVE: "above", BELOW: "below"}
STYLE = """
:root { color-scheme: light dark; --ink: #1d2429; --paper: #ffffff; --faint: #5b6770; --line: #dde2e6;
  --above: #1b6ca8; --below: #b3401e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8eb; --paper: #15191c; --faint: #9aa5ad; --line: #333b41;
  --above: #62aee6; --below: #ef8a68; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 62rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { line-height: 1.2; } h2 { margin: 2.5rem 0 0.25rem; } a { color: var(--above); }
figure { margin: 0.5rem 0; overflow-x: auto; } svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; margin: 0.5rem 0; } summary { cursor: pointer; }
th, td { padding: 0.15rem 0.7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child, .facts td { text-align: left; } .facts td { white-space: normal; }
tr.out td { font-weight: 600; } nav a { margin-right: 1rem; }
"""
PLOTS: dict[Any, Any] = {  # Matplotlib's own black would stay black in the dark theme
    "svg.fonttype": "none",
    "text.parse_math": False,  # a name may have dollar signs
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "axes.titlesize": 10,
    "axes.labelsize": 9,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "grid.color": LINE,
    "axes.axisbelow": True,
}


def escape(text: str) -> str:
    """Text as HTML: tags are escaped; invisible characters and those that XML forbids become readable escapes."""
    return html.escape(legible(text))


def page(title: str, body: str, style: str = "") -> str:
    """A whole page; well-formed as XML too.

    Args:
        title: its title, as text.
        body: the contents after the title, as HTML.
        style: CSS rules in addition to those of every page.
    """
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/><title>{escape(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width"/><style>{STYLE}{style}</style></head>\n'
        f"<body><h1>{escape(title)}</h1>\n{body}\n</body></html>\n"
    )


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """A table of names and values."""
    rows = "".join(f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>" for name, value in pairs)
    return f'<table class="facts">{rows}</table>'


def table(columns: Sequence[str], rows: Iterable[tuple[Sequence[str], bool]]) -> str:
    """A table of text; marked rows are highlighted."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        f"<tr{' class=' + chr(34) + 'out' + chr(34) if marked else ''}>"
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for cells, marked in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def section(key: str, title: str, text: str, content: str) -> str:
    """A section of a page: a heading with an anchor, a paragraph of text, and HTML."""
    return f'<section id="{key}"><h2>{escape(title)}</h2>\n<p>{escape(text)}</p>\n{content}</section>'


def contents(titles: Mapping[str, str]) -> str:
    """Links to what is at these addresses, such as `#key` for a section, with these titles."""
    return "<nav>" + "".join(f'<a href="{at}">{escape(title)}</a> ' for at, title in titles.items()) + "</nav>"


def drawing(draw: Callable[[], Any], key: str, label: str) -> str:
    """A Matplotlib figure as SVG that can be in one page with others.

    Args:
        draw: makes the figure, in the colors above.
        key: a word that is unique in the page.
        label: the description for screen readers.
    """
    text = standing_alone(draw, key, transparent=True)
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    text = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{key}-", text)  # makes ids unique in a page
    for color, name in NAMED.items():
        text = text.replace(color, f"var(--{name})")
    return text.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" ', 1)


@contextmanager
def plotting(settings: Any) -> Iterator[None]:
    """Let Matplotlib draw with its defaults and these settings, ignoring a user's file, meanwhile."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(settings)
        yield


def standing_alone(draw: Callable[[], Any], key: str = "", transparent: bool = False) -> str:
    """A Matplotlib figure as an SVG file, with the same text each time. `key` and `draw` are as for `drawing`."""
    written = io.StringIO()
    with plotting({**PLOTS, "svg.hashsalt": key or "alone"}):
        draw().savefig(written, format="svg", metadata={"Date": None}, transparent=transparent)
    return written.getvalue()
