"""Read transcripts as text or JSON, and report the line of an error."""

import json
import re
from bisect import bisect_left
from dataclasses import replace
from typing import Any, NoReturn

from nexus_env.kit.tape import CHANCE
from nexus_env.system.visible import visible
from nexus_env.system.wording import as_json, either, hinted, nearest, shortened
from nexus_env.text.transcript_form import COMMENT, FORMAT, NEEDED, TAGS, Transcript, TranscriptError, Turn

TAG = re.compile(r"\[(\w+) (.*)\]")
WHO = re.compile(r"player_[0-9]{1,3}|dice")
WORDS = re.compile(r"[^{}\r\n\ud800-\udfff]*")
MOST_NESTED = 50  # lists and tables within one another in a tag
SHOWN = 60  # characters of what was found that an error shows
END = "end"


def read(text: str) -> Transcript:
    """Read a transcript from its text or its JSON, without checking that it can be played (`replay` does that).

    Raises:
        TranscriptError: a line cannot be understood; the error's `transcript` holds everything before it.
    """
    text = text.removeprefix("\ufeff")  # some editors put it before a text
    return TranscriptReader().read_json(text) if text.lstrip().startswith("{") else TranscriptReader().read_text(text)


class TranscriptReader:
    """The state of reading a transcript: the content so far, and the current line."""

    def __init__(self) -> None:
        self.line = 1
        self.tags: dict[str, Any] = {}
        self.lines: dict[str, int] = {}
        self.turns: list[Turn] = []
        self.comment = ""
        self.remarks: list[str] = []  # on the last turn or, before the first one, on the bout

    def read_text(self, text: str) -> Transcript:
        """Read line by line, up to the line `end`."""
        ended = False
        for self.line, raw in enumerate(text.removesuffix("\n").split("\n"), start=1):
            line = raw.strip()
            if ended and line:
                self._fail(f"got {_short(line)} after the line {END!r}; expected nothing.")
            if line == END:
                ended = True
            elif line:
                self._read_line(line)
        if not self.tags:
            self._fail(f"got an empty text; expected [transcript {FORMAT}].")
        self.line += 1
        if not ended:
            self._fail(f"got no line {END!r}; expected it after the last turn.")
        return self._finished()

    def _read_line(self, line: str) -> None:
        if not self.tags and not line.startswith("[transcript "):
            self._fail(f"got {_short(line)}; expected [transcript {FORMAT}].")
        if comment := COMMENT.fullmatch(line):
            self._take_comment(comment[1])
        elif tag := TAG.fullmatch(line):
            if self.turns:
                self._fail("got a tag after the first turn; expected all tags before it.")
            self._take_tag(tag[1], tag[2])
        elif turn := _split_turn(line):
            self._need_tags()
            self._take_turn(*turn)
        else:
            self._fail(f"got {_short(line)}; expected a tag, a comment in braces, or a turn as 'player_0: pass'.")

    def _take_comment(self, text: str) -> None:
        """A comment in a line of its own belongs to the turn before, or to the whole bout."""
        self.remarks.append(text)

    def _attach_remarks(self) -> None:
        """Store the comments read since the last turn."""
        if not self.remarks:
            return
        before = self.turns[-1].comment if self.turns else self.comment
        joined = " ".join(filter(None, (before, *self.remarks)))
        self.remarks = []
        if self.turns:
            self.turns[-1] = replace(self.turns[-1], comment=joined)
        else:
            self.comment = joined

    def _take_tag(self, name: str, raw: str) -> None:
        try:
            value = json.loads(raw)
        except (ValueError, RecursionError):
            self._fail(f"{shortened(name, SHOWN)}: got {_short(raw)}; expected JSON.")
        self._take_value(name, value)

    def _take_value(self, name: str, value: Any) -> None:
        if name not in TAGS:
            hint = nearest(name, TAGS)
            self._fail(f"got the unknown tag {_short(name)}; expected {either(TAGS)}{hinted(hint and repr(hint))}")
        if name in self.tags:
            self._fail(f"{name}: got a second one; expected each tag once.")
        fits, expected = TAGS[name]
        if _depth_of(value) > MOST_NESTED:
            self._fail(f"{name}: got brackets nested too deeply; expected {expected}.")
        if not fits(value):
            self._fail(f"{name}: got {_short(value)}; expected {expected}.")
        if name == "transcript" and value != FORMAT:
            self._fail(f"transcript: got format {value}; expected {FORMAT}.")
        self.tags[name], self.lines[name] = value, self.line

    def _take_turn(self, by: Any, words: Any, comment: Any) -> None:
        seat = CHANCE if by == "dice" else int(by.removeprefix("player_"))
        if seat == CHANCE and not self.tags.get("dictated", False):
            self._fail("got a die; expected only turns of seats, since the dice of this bout come from its seed.")
        self._attach_remarks()
        spelled = " ".join(words.split())
        if visible(spelled) != spelled:
            self._fail(f"got {_short(words)}; expected a command without hidden characters.")
        self.turns.append(Turn(seat, spelled, comment, self.line))

    def read_json(self, text: str) -> Transcript:
        """Read JSON; of a damaged text, everything before the damage."""
        try:
            table = json.loads(text)
        except RecursionError:
            self._fail("got brackets nested too deeply; expected a transcript.")
        except json.JSONDecodeError as error:
            self.line = error.lineno
            before = "\n".join(text.splitlines()[: error.lineno - 1]).rstrip().rstrip(",")
            self._salvage(before)
            self._fail(f"got text that is not JSON ({error.msg}); expected JSON.")
        except ValueError as error:  # a number with thousands of digits
            self._fail(f"got a value that cannot be read ({error}); expected a transcript.")
        self._take_table(table, text)
        return self._finished()

    def _salvage(self, before: str) -> None:
        """Read what stands before the damage if it is whole when the brackets are closed."""
        line = self.line
        for closing in ("", "}", "]}"):
            try:
                self._take_table(json.loads(before + closing), before)
            except (ValueError, RecursionError):
                continue
            break
        self.line = line

    def _take_table(self, table: Any, text: str) -> None:
        lines = Lines(text)
        for name, value in table.items():
            self.line = lines.of(name, 0)
            if name == "comment":
                self._check_comment(value)
                self.comment = value
            elif name != "turns":
                self._take_value(name, value)
        self._need_tags()

        # The turns, whose parts must be as they are written in text.
        turns = table.get("turns")
        if not isinstance(turns, list):
            self.line = lines.of("turns", 0)
            self._fail(f"turns: got {_short(turns)}; expected a list.")
        for number, turn in enumerate(turns):
            self.line = lines.of("by", number)
            known = isinstance(turn, dict) and {"by", "command"} <= turn.keys() <= {"by", "command", "comment"}
            if not known or not all(isinstance(value, str) for value in turn.values()):
                self._fail(
                    f'turn {number + 1}: got {_short(turn)}; expected "by", "command" and, if you like, "comment".'
                )
            if not WHO.fullmatch(turn["by"]):
                self._fail(f"turn {number + 1}: got {_short(turn['by'])}; expected player_0, player_1, … or dice.")
            if not WORDS.fullmatch(turn["command"]):
                self._fail(f"turn {number + 1}: got {_short(turn['command'])}; expected one line without braces.")
            self._check_comment(turn.get("comment", ""))
            self._take_turn(turn["by"], turn["command"], turn.get("comment", ""))

    def _check_comment(self, value: Any) -> None:
        """A comment must be writable as text again."""
        if not isinstance(value, str) or not COMMENT.fullmatch(f"{{{value}}}"):
            self._fail(f"comment: got {_short(value)}; expected one line without braces.")

    def _need_tags(self) -> None:
        for name in NEEDED:
            if name not in self.tags:
                self._fail(f"got no tag {name!r}; expected one.")

    def _finished(self) -> Transcript:
        self._need_tags()
        self._attach_remarks()
        tags: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in self.tags.items()
        }
        tags["players"] = tuple(map(visible, tags.get("players", ())))
        for name in ("date", "ending"):
            tags[name] = visible(tags.get(name, ""))
        del tags["transcript"]
        tags["seed"] = int(tags["seed"])
        turns = tuple(replace(turn, comment=visible(turn.comment)) if turn.comment else turn for turn in self.turns)
        return Transcript(**tags, comment=visible(self.comment), turns=turns, lines=self.lines)

    def _fail(self, reason: str) -> NoReturn:
        so_far = None
        if all(name in self.tags for name in NEEDED):
            so_far = replace(self._finished(), result=(), ended_by="", ending="", state="")
        raise TranscriptError(self.line, reason, so_far)


def _split_turn(line: str) -> tuple[str, str, str] | None:
    """The player, the command and the comment of a line such as 'player_0: pass {why}'; None if it is not a turn."""
    by, _, said = line.partition(":")
    words, brace, comment = said.partition("{")
    whole = not brace or COMMENT.fullmatch(f"{{{comment}")
    if not WHO.fullmatch(by) or not words.strip(" ") or not WORDS.fullmatch(words) or not whole:
        return None
    return by, words.strip(" "), comment[:-1]


def _short(found: Any) -> str:
    """A value that was found, shortened for an error."""
    return repr(shortened(found, SHOWN)) if isinstance(found, str) else as_json(found, SHOWN)


def _depth_of(value: Any) -> int:
    """The depth of nested lists and tables, counted to at most one beyond the limit."""
    layer, depth = [value], 0
    while layer and depth <= MOST_NESTED:
        inner = [each for each in layer if isinstance(each, list | dict)]
        layer = [each for one in inner for each in (one.values() if isinstance(one, dict) else one)]
        depth += bool(inner)
    return depth


class Lines:
    """Finds the line of the nth occurrence of a key, counted from 0, in a JSON text; 1 if it cannot be found."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends = [match.start() for match in re.finditer("\n", text)]
        self._places: dict[str, list[int]] = {}

    def of(self, key: str, nth: int) -> int:
        """The line of the nth occurrence of a key."""
        if key not in self._places:
            found = re.finditer(rf'(?<!\\)"{re.escape(key)}"\s*:', self._text)
            self._places[key] = [match.start() for match in found]
        places = self._places[key]
        return bisect_left(self._ends, places[nth]) + 1 if nth < len(places) else 1
