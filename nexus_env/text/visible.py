"""Make a stranger's text safe to show: remove the control characters that terminals and pages obey."""

import unicodedata

JOINERS = "\u200c\u200d\ufe0e\ufe0f"  # within words of some languages, and within some signs
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")  # control, format (and direction), half or private characters, breaks
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2065\u2800\u3164\uffa0"  # letters, no ink


def visible(text: str) -> str:
    """The text without invisible characters, terminal colors, line breaks and bidirectional controls."""
    return "".join(
        character
        for character in text
        if character in JOINERS or (unicodedata.category(character) not in UNSEEN and character not in BLANK)
    )
