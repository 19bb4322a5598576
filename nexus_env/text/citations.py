"""The places in a rulebook that texts of games cite, such as `(R-180)` or `(p.18, R-135, R-136)`.

They are for people who ask for a rule, and for programs; whoever plays reads the text without them. The page leaves
them out in the same way, in `words.js`.
"""

import re

PLACE = r"(?:p\.\d+|[A-Z]+-\d+)"  # a page of the printed manual, or the id of a rule
CITED = re.compile(rf"\s*\({PLACE}(?:, {PLACE})*\)")


def uncited(text: str) -> str:
    """A text without the places in the rulebook that it cites."""
    return CITED.sub("", text)
