"""Make a stranger's text safe to show: remove or escape control characters and invisible characters."""

import json
import unicodedata
from collections.abc import Iterator

JOINING, VARYING = "\u200c\u200d", "\ufe0e\ufe0f"  # within words of some languages, and within some signs
JOINERS = JOINING + VARYING
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")  # control, format (and direction), half or private characters, breaks
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2065\u2800\u3164\uffa0"  # letters, no ink
MOST_MARKS = 3  # on one letter: more cover the lines above


def visible(text: str) -> str:
    """The text without invisible characters, terminal colors, line breaks and bidirectional controls."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(character for character, seen in _sorted(text) if seen)


def legible(text: str) -> str:
    r"""The text with an escape for each such character, as JSON writes it: `\u001b`, `\u202e`, `\n`.

    Blanks other than a space are escaped, too. The meaning of a JSON text that `json.dumps` has written on one line is
    unchanged.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if seen and (character in JOINERS or character.isprintable()) else _escape(character)
        for character, seen in _sorted(text)
    )


def _sorted(text: str) -> Iterator[tuple[str, bool]]:
    """Each character, and whether it is visible; a joiner in its proper place counts as visible."""
    before, marks = "", 0
    for character in text:
        kind = unicodedata.category(character)
        if character in JOINERS:
            is_first = before not in JOINERS or (character in JOINING and before in VARYING)
            seen, marks = before != "" and not before.isascii() and is_first, marks + 1
        else:
            marks = marks + 1 if kind.startswith("M") else 0
            seen = kind not in UNSEEN and character not in BLANK
        seen &= marks <= MOST_MARKS
        yield character, seen
        before = character if seen else ""


def _escape(character: str) -> str:
    r"""The escape of a character: `\u001b`; two for a character beyond the first 65,536."""
    return json.dumps(character)[1:-1] if character > "\x7f" or character < " " else f"\\u{ord(character):04x}"
