"""Tables and sentences in a terminal, safe against control characters in names and paths."""

from typing import Any

from rich.console import Console
from rich.text import Text

from nexus_env.system.visible import legible


class PlainConsole(Console):
    """Rich's console without its markup: names are shown as they are, "[red]" too; hidden characters are escaped.

    Pass text with styles as `rich.text.Text`.
    """

    def __init__(self, **keywords: Any) -> None:
        """Take the keywords of `rich.console.Console`."""
        super().__init__(**keywords, markup=False, emoji=False, highlight=False)

    def render_str(self, text: str, **keywords: Any) -> Text:
        """The text of a cell, a title or a sentence; line breaks stay."""
        lines = "\n".join(map(legible, text.split("\n")))
        return super().render_str(lines, **{**keywords, "markup": False, "emoji": False})
