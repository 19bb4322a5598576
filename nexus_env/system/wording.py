"""Parts of error messages, which all have one form: "PLACE: got X; expected Y; did you mean Z?"

If there is nothing to show, the middle is "no such file; expected Y". Texts from users are shortened. The error itself
escapes control characters and invisible characters: see `InputError`.
"""

import json
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from os.path import exists, isdir  # those of a path raise an error for a name that is too long
from pathlib import Path
from typing import Any

from nexus_env.system.visible import legible

SHOWN = 200  # characters of what was found that an error shows
LONGEST = 1000  # characters of a message
CUT = " … "  # in place of the middle of a longer one
EMPTY = re.compile(r"\bgot (?:''|\"\")(?=[,;. ]|$)")


class InputError(ValueError):
    """A mistake in some input, in one sentence; whatever it quotes, it is one short line of plain text."""

    def __init__(self, sentence: object) -> None:
        super().__init__(one_line(sentence))


def one_line(message: object, most: int = LONGEST) -> str:
    """A message on one line, safe for terminals and logs: escaped, and without the middle if it is long.

    Args:
        message: the text, or the error with that text.
        most: the maximum number of characters.
    """
    text = legible(_cut(str(message), most))
    return _cut(EMPTY.sub("got an empty text", text), most)


def _cut(text: str, most: int) -> str:
    """A text without its middle, if it is longer than `most`; the expectation at its end stays."""
    end = (most - len(CUT)) // 2
    return text if len(text) <= most else f"{text[: most - len(CUT) - end]}{CUT}{text[-end:]}"


def nearest(word: str, words: Iterable[str], alike: float = 0.5) -> str:
    """The word that `word` was probably meant to be, or an empty text; `alike` is the least similarity, 0 to 1."""
    return next(iter(get_close_matches(word, list(words), n=1, cutoff=alike)), "")


def hinted(hint: object) -> str:
    """The end of a message about a name: the name that was probably meant, or a full stop."""
    return f"; did you mean {hint}?" if hint else "."


def either(choices: Iterable[str]) -> str:
    """Choices as part of a sentence: "a, b or c"."""
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last


def one_of(choices: Sequence[str], most: int, kind: str) -> str:
    """The end of a message about a choice, the likeliest first: all of them, or a count and the first few.

    Args:
        choices: the possible choices; at least one.
        most: the greatest number to name.
        kind: their kind, such as "legal commands".
    """
    if len(choices) <= most:
        return f"expected {either(choices)}."
    return f"expected one of {len(choices)} {kind}{hinted(either(choices[:most]))}"


def mismatch(place: object, found: str, expected: str, hint: object = "") -> str:
    """An error message: "PLACE: got X; expected Y; did you mean Z?", or "PLACE: no such X; expected Y"."""
    got = found if found.startswith("no ") else f"got {found}"
    return f"{place}: {got}; expected {expected}{hinted(hint)}"


def no_file(path: Path) -> str:
    """A description of what is at `path`, where a file should be, for `mismatch`."""
    return "a folder" if isdir(path) else "something that is not a file" if exists(path) else "no such file"


def nearest_path(path: Path, pattern: str, *, is_folder: bool = False) -> Path | None:
    """The file, or the folder, beside `path` whose name is most like its own; None if none is.

    Args:
        path: a path without a file of that kind.
        pattern: the names to consider, such as "*.toml".
        is_folder: consider folders instead of files.
    """
    try:
        beside = {other.name: other for other in path.parent.glob(pattern) if other.is_dir() is is_folder}
    except OSError:  # a folder that cannot be read
        return None
    return beside.get(nearest(path.name, beside))


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """The nearest of `words` as a sentence, "Did you mean 'x'?"; empty if none is near."""
    hint = nearest(word, words)
    return f"Did you mean {hint!r}?" if hint else ""


def shortened(text: str, most: int = SHOWN) -> str:
    """The beginning of a value that was found, for an error."""
    return text if len(text) <= most else f"{text[:most]}…"


def as_json(found: Any, most: int = SHOWN) -> str:
    """A value found in JSON, shortened for an error."""
    try:
        return shortened(legible(json.dumps(found, default=repr, ensure_ascii=False)), most)
    except RecursionError:
        return "brackets nested too deeply"


def spoken(found: object) -> str:
    """A value or the text of an error, made safe and short enough to be part of a sentence."""
    text = " ".join(str(found).split()) or type(found).__name__
    return shortened(legible(text[: SHOWN + 1]))
