"""A bout as text: what was agreed, where the dice come from, and every command in words, one a line.

    [transcript 1]
    [game "toy"]
    [version 1]
    [actions "a0b4bd956f16"]
    [options {"seats": 2}]
    [seed 7]
    [players ["greedy", "random"]]
    {A comment on the whole bout.}
    player_0: strike {A comment on this command.}
    player_1: yes
    …
    end

A tag holds a JSON value; `write_json` and the schema in `transcript.schema.json` say the same as JSON. With the tag
`dictated` every die stands in a line of its own, `dice: 5 for attack of player_0`. The tags `result` (what the end is
worth to each seat), `ending` (the same in words) and `state` (a hash of what lies on the table after the last line) are
checked by `replay`, so a transcript that replays leads to the same table; a `state` of 12 digits, as older versions
wrote it, is not compared. Where people have ended a bout before the rules did, `ended_by` says how, and `result` and
`ending` are what they came to.
"""

import json
import math
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from nexus_env.core.slots import Rows
from nexus_env.envs.batch import Batch
from nexus_env.game.contract import Game
from nexus_env.game.options import nearest
from nexus_env.play.session import Sitting, name_of
from nexus_env.tabletop.tape import CHANCE

FORMAT = 1
SCHEMA = Path(__file__).with_name("transcript.schema.json")
TAG = re.compile(r"\[(\w+) (.*)\]")
WHO = re.compile(r"player_\d{1,3}|dice")
WORDS = re.compile(r"[^{}\r\n\ud800-\udfff]*")
COMMENT = re.compile(r"\{([^{}\r\n\ud800-\udfff]*)\}")
LONE = re.compile(r"[\ud800-\udfff]")  # half of a letter, which no file takes
MOST_NESTED = 50  # lists and tables within one another in a tag
MOST_SEED = 2**62
SHOWN = 60  # characters of what was found that an error shows
END = "end"
ENDED_BY = ("resignation", "draw", "claim")
STATE_DIGITS = 16
OLD_STATE_DIGITS = 12  # of version 0.2.0 and before, over bytes that no longer lie as they did: not compared


@dataclass(frozen=True)
class Turn:
    """One command, answer or die."""

    seat: int  # CHANCE for a die
    words: str
    comment: str = ""
    line: int = field(default=0, compare=False)  # where it was read

    def __str__(self) -> str:
        return f"{name_of(self.seat)}: {self.words}"


@dataclass(frozen=True)
class Transcript:
    """All that a transcript says; the fields are its tags."""

    game: str
    version: int  # of the game's rules
    actions: str  # the stamp of the action table
    options: dict[str, Any]
    seed: int  # of this one bout, 0 to 2**62
    dictated: bool = False  # every die stands in a line of its own
    stock: str = ""  # the stamp of the cards played with, for a game that has one
    players: tuple[str, ...] = ()
    date: str = ""
    result: tuple[float, ...] = ()  # what the end is worth to each seat; empty while the bout goes on
    ended_by: str = ""  # how people have ended it before the rules did: resignation, draw or claim
    ending: str = ""  # how the bout stands after the last turn, in words
    state: str = ""  # see `state_of`
    comment: str = ""  # on the whole bout
    turns: tuple[Turn, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)  # where each tag was read

    def up_to(self, turns: int) -> "Transcript":
        """The same with no more than so many turns; what concerns the end is left out if any is missing."""
        if turns >= len(self.turns):
            return self
        return replace(self, turns=self.turns[:turns], result=(), ended_by="", ending="", state="")


class TranscriptError(ValueError):
    """What is wrong with a transcript, and where; `transcript` holds all that stands before.

    The line is 0 for a transcript that was not read from a text.
    """

    def __init__(self, line: int, reason: str, transcript: Transcript | None) -> None:
        super().__init__(f"transcript, line {line}: {reason}" if line else f"transcript: {reason}")
        self.line, self.reason, self.transcript = line, reason, transcript


# --- recording --------------------------------------------------------------------------------------------------------


def record(
    game: Game,
    options: Mapping[str, Any],
    actions: Iterable[int],
    *,
    seed: int = 0,
    dictated: bool = False,
    players: Sequence[str] = (),
    date: str = "",
) -> Transcript:
    """Write down the bout in which these actions are taken.

    Args:
        game: the game.
        options: its own options by name, as JSON can hold them.
        actions: numbers of the action table; a die that is asked for is its face less one.
        seed: of this one bout, 0 to 2**62.
        dictated: every die is among the actions.
        players: a name for each seat, or none.
        date: any text.

    Raises:
        ValueError: an option cannot be written down, or an action is illegal.
    """
    agreed = _as_json(options)
    sitting, turns = Sitting(game, game.read_options(**agreed), seed=seed, dictated=dictated), []
    for action in actions:
        turns.append(Turn(sitting.seat, sitting.spell(action)))
        sitting.act(action)
    return Transcript(
        game=game.name,
        version=game.version,
        actions=game.action_stamp,
        options=agreed,
        seed=int(seed),
        dictated=dictated,
        stock=stock_of(game, agreed),
        players=tuple(players),
        date=date,
        result=tuple(sitting.outcome) if sitting.is_over else (),
        ending=game.words.question(sitting.bout),
        state=state_of(sitting),
        turns=tuple(turns),
    )


def of_env(env: Any, players: Sequence[str] = (), date: str = "") -> Transcript:
    """Write down the bout of an environment, an `Arena` or one in wrappers, as far as it has been played.

    Raises:
        ValueError: there is no bout yet, or an option cannot be written down.
    """
    arena = env.unwrapped
    if arena.bout_seed is None:
        raise ValueError("transcript: the environment has no bout yet: call reset() first.")
    return record(
        *(arena.game, arena.options, arena.history),
        seed=arena.bout_seed,
        dictated=arena.dice is not None,
        players=players,
        date=date,
    )


class Recorder:
    """Writes down bouts of a batch, each from its beginning: call `step` here instead of that of the batch."""

    def __init__(self, batch: Batch, slots: Iterable[int] | None = None) -> None:
        """Listen to some slots, by default to all, of a batch that has just been made or reset.

        Raises:
            ValueError: a slot does not exist, or its bout has begun already.
        """
        self.batch = batch
        self._seeds: dict[int, int] = {}
        self._actions: dict[int, list[int]] = {}
        for slot in range(batch.bouts) if slots is None else slots:
            if not 0 <= slot < batch.bouts:
                raise ValueError(f"recorder: bout {slot} does not exist: expected 0 to {batch.bouts - 1}.")
            self._begin(slot)
            begun = Sitting(batch.game, batch.game.read_options(**batch.options), seed=self._seeds[slot])
            if any(begun.rows[part].tobytes() != batch.bout(slot)[part].tobytes() for part in ("table", "tape")):
                raise ValueError(f"recorder: bout {slot} has begun already: record a batch from its beginning.")

    def step(self, actions: npt.ArrayLike, which: npt.ArrayLike | None = None) -> list[tuple[int, Transcript]]:
        """One step of the batch; returns slot and transcript of each bout that ended in it."""
        self.batch.step(actions, which)
        stepped = range(self.batch.bouts) if which is None else np.asarray(which).tolist()
        chosen = dict(zip(stepped, np.asarray(actions).tolist(), strict=True))
        ended = []
        for slot in self._actions.keys() & chosen.keys():
            self._actions[slot].append(chosen[slot])
            if self.batch.terminated[slot] or self.batch.truncated[slot]:
                ended.append((slot, self.transcript(slot)))
                self._begin(slot)
        return sorted(ended, key=lambda pair: pair[0])

    def transcript(self, slot: int) -> Transcript:
        """The bout of a slot as far as it has been played."""
        game, options = self.batch.game, self.batch.options
        return record(game, options, self._actions[slot], seed=self._seeds[slot])

    def _begin(self, slot: int) -> None:
        self._seeds[slot], self._actions[slot] = self.batch.bout_seed(slot), []


def stock_of(game: Game, options: Mapping[str, Any]) -> str:
    """The stamp of the stock that these options bring; empty for a game without one."""
    return "" if game.stamp is None else str(game.stamp(game.read_options(**options)))


def state_of(sitting: Sitting) -> str:
    """A short hash of what lies on the table and of the dice to come.

    It is made of names and numbers, without those that are 0 at the end of a row: so it stays the same where a later
    version of this package stores them with other widths, in another order or with room for more.
    """
    bout = sitting.rows
    lines = [*_numbers("table", bout["table"]), *_numbers("dice", bout["tape"]["generator"])]
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()[:STATE_DIGITS]


def _numbers(name: str, values: np.ndarray[Any, Any]) -> Iterator[str]:
    """The fields of a record that hold anything: their names and numbers."""
    for part in values.dtype.names or ():
        yield from _numbers(f"{name}.{part}", values[part])
    if values.dtype.names is None and values.any():
        yield f"{name} {np.trim_zeros(values.ravel(), 'b').tolist()}"


def _as_json(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as JSON gives them back."""
    try:
        plain: dict[str, Any] = json.loads(json.dumps(dict(options), default=_number))
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"transcript: the options cannot be written down: {error}.") from error
    return plain


def _number(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{value!r} is neither a number, a text, a list nor a table")


# --- replaying --------------------------------------------------------------------------------------------------------


def steps(
    game: Game,
    transcript: Transcript,
    to: int | None = None,
    *,
    any_version: bool = False,
    terms: Rows | None = None,
) -> Iterator[tuple[Turn | None, Sitting]]:
    """Replay turn by turn: the beginning with no turn, then each turn with the bout after it (always the same object).

    Args:
        game: the game that the transcript must be of.
        transcript: what to replay.
        to: stop after so many turns; by default all are played, and the end is compared with what was recorded.
        any_version: try it with other rules, actions or stock than it was recorded with, too.
        terms: what the bout's `rewards` pay; see `Sitting`.

    Raises:
        TranscriptError: it is of another game, version or stock, a turn is not legal, or the end is another.
    """
    _check_head(game, transcript, any_version)
    try:
        options = game.read_options(**transcript.options)
    except (ValueError, TypeError) as error:
        _fail(transcript, "options", str(error))
    stock = stock_of(game, transcript.options)
    if transcript.stock != stock and not any_version:
        _fail(transcript, "stock", f"found the stock {transcript.stock!r}, expected {stock!r}.")
    sitting = Sitting(game, options, seed=transcript.seed, dictated=transcript.dictated, terms=terms)
    yield None, sitting
    for number, turn in enumerate(transcript.turns[:to]):
        try:
            if turn.seat != sitting.seat:
                asked = "the bout is over" if sitting.is_over else f"{name_of(sitting.seat)} is asked"
                raise ValueError(f"found a turn of {name_of(turn.seat)}, but {asked}.")
            sitting.act(sitting.read(turn.words))
        except ValueError as error:
            raise TranscriptError(turn.line, f"turn {number + 1}: {error}", transcript.up_to(number)) from error
        yield turn, sitting
    if to is None or to >= len(transcript.turns):
        _check_end(transcript, sitting)


def replay(game: Game, transcript: Transcript, to: int | None = None, *, any_version: bool = False) -> Sitting:
    """The bout after so many turns, by default after the last; arguments and errors are those of `steps`."""
    *_, (_, sitting) = steps(game, transcript, to, any_version=any_version)
    return sitting


def _check_head(game: Game, transcript: Transcript, any_version: bool) -> None:
    if transcript.game != game.name:
        _fail(transcript, "game", f"found {transcript.game!r}, expected {game.name!r}.")
    if any_version:
        return
    if transcript.version != game.version:
        _fail(transcript, "version", f"found rules of version {transcript.version}, expected {game.version}.")
    if transcript.actions != game.action_stamp:
        found, expected = transcript.actions, game.action_stamp
        _fail(transcript, "actions", f"found the action table {found!r}, expected {expected!r}.")


def _check_end(transcript: Transcript, sitting: Sitting) -> None:
    """What was recorded of the end is what came out."""
    result = tuple(sitting.outcome) if sitting.is_over else ()
    agreed = transcript.ended_by != ""
    if agreed and (sitting.is_over or len(transcript.result) != len(sitting.outcome)):
        found = "the rules have ended the bout" if sitting.is_over else f"the result is {list(transcript.result)}"
        _fail(transcript, "ended_by", f"recorded {transcript.ended_by!r}, but {found}.")
    if transcript.result and transcript.result != result and not agreed:
        _fail(transcript, "result", f"recorded {list(transcript.result)}, but the bout comes to {list(result)}.")
    ending = sitting.game.words.question(sitting.bout)
    if transcript.ending and transcript.ending != ending and not agreed:
        _fail(transcript, "ending", f"recorded {transcript.ending!r}, but the bout comes to {ending!r}.")
    compared = len(transcript.state) not in (0, OLD_STATE_DIGITS)
    if compared and transcript.state != (state := state_of(sitting)):
        _fail(transcript, "state", f"recorded {transcript.state!r}, but the bout comes to {state!r}.")


def _fail(transcript: Transcript, tag: str, reason: str) -> NoReturn:
    """An error of a tag; what stands before is all the rest."""
    raise TranscriptError(transcript.lines.get(tag, 0), f"{tag}: {reason}", transcript)


def difference(one: Transcript, other: Transcript) -> str:
    """The first difference between two bouts in words, empty for none; players, date and comments may differ."""
    for tag in ("game", "version", "actions", "stock", "options", "seed", "dictated"):
        if (first := getattr(one, tag)) != (second := getattr(other, tag)):
            return f"{tag}: {json.dumps(first)} against {json.dumps(second)}"
    for number, (first, second) in enumerate(zip(one.turns, other.turns, strict=False), start=1):
        if str(first) != str(second):
            return f"turn {number}: {first} against {second}"
    for more, fewer, which in ((one, other, "first"), (other, one, "second")):
        if len(more.turns) > len(fewer.turns):
            number = len(fewer.turns)
            return f"only the {which} has a turn {number + 1}: {more.turns[number]}"
    for tag in ("result", "ended_by", "ending", "state"):
        if (first := getattr(one, tag)) != (second := getattr(other, tag)):
            return f"{tag}: {json.dumps(first)} against {json.dumps(second)}"
    return ""


# --- writing ----------------------------------------------------------------------------------------------------------


def write(transcript: Transcript) -> str:
    """A transcript as text.

    Raises:
        ValueError: a comment has braces or line breaks.
    """
    lines = [f"[{tag} {json.dumps(value, ensure_ascii=False)}]" for tag, value in _tags(transcript).items()]
    lines += [_comment(transcript.comment)] if transcript.comment else []
    for turn in transcript.turns:
        lines.append(f"{turn} {_comment(turn.comment)}" if turn.comment else str(turn))
    return "\n".join([*lines, END, ""])


def write_json(transcript: Transcript) -> str:
    """A transcript as JSON, one line a tag and a turn; seeds are texts, since some readers round large numbers."""
    fields: dict[str, Any] = {**_tags(transcript), "seed": str(transcript.seed)}
    if transcript.comment:
        fields["comment"] = transcript.comment
    head = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in fields.items()]
    turns = []
    for turn in transcript.turns:
        said = {"by": name_of(turn.seat), "command": turn.words} | ({"comment": turn.comment} if turn.comment else {})
        turns.append(f"    {json.dumps(said, ensure_ascii=False)}")
    body = ['  "turns": [', ",\n".join(turns), "  ]"] if turns else ['  "turns": []']
    return "\n".join(["{", *head, *body, "}", ""])


def _tags(transcript: Transcript) -> dict[str, Any]:
    """The tags that say something, in their order."""
    tags: dict[str, Any] = {"transcript": FORMAT}
    for tag in TAGS:
        value = getattr(transcript, tag, None)
        if tag in NEEDED or value:
            tags[tag] = list(value) if isinstance(value, tuple) else value
    return tags | {"transcript": FORMAT}


def _comment(text: str) -> str:
    if not COMMENT.fullmatch(f"{{{text}}}"):
        raise ValueError(f"comment {text!r}: expected one line without braces.")
    return f"{{{text}}}"


# --- reading ----------------------------------------------------------------------------------------------------------


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(_is_text(text) for text in value)


def _is_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(
        type(number) in (int, float) and -math.inf < number < math.inf for number in value
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not LONE.search(value)


def _is_number(value: Any) -> bool:
    return type(value) is int


def _is_seed(value: Any) -> bool:
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= len(str(MOST_SEED)):
        value = int(value)
    return type(value) is int and 0 <= value <= MOST_SEED


TAGS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "transcript": (_is_number, "a whole number"),
    "game": (_is_text, "a text"),
    "version": (_is_number, "a whole number"),
    "actions": (_is_text, "a text"),
    "stock": (_is_text, "a text"),
    "options": (lambda value: isinstance(value, dict), "a table"),
    "seed": (_is_seed, "a whole number from 0 to 2**62"),
    "dictated": (lambda value: isinstance(value, bool), "true or false"),
    "players": (_is_texts, "a list of texts"),
    "date": (_is_text, "a text"),
    "result": (_is_numbers, "a list of numbers"),
    "ended_by": (lambda value: value in ENDED_BY, f"one of {', '.join(ENDED_BY)}"),
    "ending": (_is_text, "a text"),
    "state": (_is_text, "a text"),
}
"""What a tag may hold, as a test and in words."""
NEEDED = ("transcript", "game", "version", "actions", "options", "seed")


def read(text: str) -> Transcript:
    """A transcript from its text or its JSON. Whether it can be played is for `replay` to say.

    Raises:
        TranscriptError: a line cannot be understood; all that stands before it is in the error's `transcript`.
    """
    text = text.removeprefix("\ufeff")  # some editors put it before a text
    return _Reader().read_json(text) if text.lstrip().startswith("{") else _Reader().read_text(text)


class _Reader:
    """What has been read so far, and the line that is being read."""

    def __init__(self) -> None:
        self.line = 1
        self.tags: dict[str, Any] = {}
        self.lines: dict[str, int] = {}
        self.turns: list[Turn] = []
        self.comment = ""
        self.remarks: list[str] = []  # on the last turn or, before the first one, on the bout

    def read_text(self, text: str) -> Transcript:
        """Line by line to the line `end`."""
        ended = False
        for self.line, raw in enumerate(text.removesuffix("\n").split("\n"), start=1):
            line = raw.strip()
            if ended and line:
                self._fail(f"found {_short(line)} after the end.")
            if line == END:
                ended = True
            elif line:
                self._read_line(line)
        if not self.tags:
            self._fail(f"this is no transcript: found nothing, expected [transcript {FORMAT}].")
        self.line += 1
        if not ended:
            self._fail("the text stops before its end.")
        return self._finished()

    def _read_line(self, line: str) -> None:
        if not self.tags and not line.startswith("[transcript "):
            self._fail(f"this is no transcript: found {_short(line)}, expected [transcript {FORMAT}].")
        if comment := COMMENT.fullmatch(line):
            self._take_comment(comment[1])
        elif tag := TAG.fullmatch(line):
            if self.turns:
                self._fail("found a tag after the first turn.")
            self._take_tag(tag[1], tag[2])
        elif turn := _split_turn(line):
            self._need_tags()
            self._take_turn(*turn)
        else:
            self._fail(f"found {_short(line)}, expected a tag, a comment in braces, or a turn as 'player_0: pass'.")

    def _take_comment(self, text: str) -> None:
        """A comment in a line of its own belongs to the turn before, or to the whole bout."""
        self.remarks.append(text)

    def _attach_remarks(self) -> None:
        """Put down the comments read since the last turn."""
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
            self._fail(f"{name}: found {_short(raw)}, expected JSON.")
        self._take_value(name, value)

    def _take_value(self, name: str, value: Any) -> None:
        if name not in TAGS:
            hint = nearest(name, TAGS)
            self._fail(f"found the unknown tag {name!r}" + (f"; the nearest is {hint!r}." if hint else "."))
        if name in self.tags:
            self._fail(f"{name}: found twice.")
        fits, expected = TAGS[name]
        if _depth_of(value) > MOST_NESTED:
            self._fail(f"{name}: found brackets within brackets, expected {expected}.")
        if not fits(value):
            self._fail(f"{name}: found {_short(value)}, expected {expected}.")
        if name == "transcript" and value != FORMAT:
            self._fail(f"found a transcript of format {value}, expected {FORMAT}.")
        self.tags[name], self.lines[name] = value, self.line

    def _take_turn(self, by: Any, words: Any, comment: Any) -> None:
        seat = CHANCE if by == "dice" else int(by.removeprefix("player_"))
        if seat == CHANCE and not self.tags.get("dictated", False):
            self._fail("found a die, but the dice of this bout come from its seed.")
        self._attach_remarks()
        self.turns.append(Turn(seat, words, comment, self.line))

    def read_json(self, text: str) -> Transcript:
        """The same from JSON; of a damaged text all that comes before the damage."""
        try:
            table = json.loads(text)
        except RecursionError:
            self._fail("this is no transcript: found brackets in brackets without end.")
        except json.JSONDecodeError as error:
            self.line = error.lineno
            before = "\n".join(text.splitlines()[: error.lineno - 1]).rstrip().rstrip(",")
            self._salvage(before)
            self._fail(f"this is no JSON: {error.msg}.")
        except ValueError as error:  # a number with thousands of digits
            self._fail(f"this is no transcript: {error}.")
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
        lines = _Lines(text)
        for name, value in table.items():
            self.line = lines.of(name, 0)
            if name == "comment":
                self._check_comment(value)
                self.comment = value
            elif name != "turns":
                self._take_value(name, value)
        self._need_tags()
        turns = table.get("turns")
        if not isinstance(turns, list):
            self.line = lines.of("turns", 0)
            self._fail(f"turns: found {_short(turns)}, expected a list.")
        for number, turn in enumerate(turns):
            self.line = lines.of("by", number)
            known = isinstance(turn, dict) and {"by", "command"} <= turn.keys() <= {"by", "command", "comment"}
            if not known or not all(isinstance(value, str) for value in turn.values()):
                self._fail(f'turn {number + 1}: found {_short(turn)}, expected "by", "command" and perhaps "comment".')
            if not WHO.fullmatch(turn["by"]):
                self._fail(f"turn {number + 1}: found {_short(turn['by'])}, expected player_0, player_1, … or dice.")
            if not WORDS.fullmatch(turn["command"]):
                self._fail(f"turn {number + 1}: found {_short(turn['command'])}, expected one line without braces.")
            self._check_comment(turn.get("comment", ""))
            self._take_turn(turn["by"], turn["command"], turn.get("comment", ""))

    def _check_comment(self, value: Any) -> None:
        """What could not be written as text again is no comment."""
        if not isinstance(value, str) or not COMMENT.fullmatch(f"{{{value}}}"):
            self._fail(f"comment: found {_short(value)}, expected one line without braces.")

    def _need_tags(self) -> None:
        for name in NEEDED:
            if name not in self.tags:
                self._fail(f"the tag {name!r} is missing.")

    def _finished(self) -> Transcript:
        self._need_tags()
        self._attach_remarks()
        tags: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in self.tags.items()
        }
        del tags["transcript"]
        tags["seed"] = int(tags["seed"])
        return Transcript(**tags, comment=self.comment, turns=tuple(self.turns), lines=self.lines)

    def _fail(self, reason: str) -> NoReturn:
        so_far = None
        if all(name in self.tags for name in NEEDED):
            so_far = replace(self._finished(), result=(), ended_by="", ending="", state="")
        raise TranscriptError(self.line, reason, so_far)


def _split_turn(line: str) -> tuple[str, str, str] | None:
    """Who, what, and the comment of a line as 'player_0: pass {why}'; None if it is none."""
    by, _, said = line.partition(":")
    words, brace, comment = said.partition("{")
    whole = not brace or COMMENT.fullmatch(f"{{{comment}")
    if not WHO.fullmatch(by) or not words.strip(" ") or not WORDS.fullmatch(words) or not whole:
        return None
    return by, words.strip(" "), comment[:-1]


def _short(found: Any) -> str:
    """What was found, as an error shows it."""
    try:
        text = repr(found) if isinstance(found, str) else json.dumps(found)
    except RecursionError:
        return "brackets within brackets"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _depth_of(value: Any) -> int:
    """How many lists and tables lie within one another, and no more than one beyond what is allowed."""
    layer, depth = [value], 0
    while layer and depth <= MOST_NESTED:
        inner = [each for each in layer if isinstance(each, list | dict)]
        layer = [each for one in inner for each in (one.values() if isinstance(one, dict) else one)]
        depth += bool(inner)
    return depth


class _Lines:
    """In which line of a text in JSON a key stands for the nth time, from 0; 1 if that cannot be told."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends = [match.start() for match in re.finditer("\n", text)]
        self._places: dict[str, list[int]] = {}

    def of(self, key: str, nth: int) -> int:
        """See above."""
        if key not in self._places:
            found = re.finditer(rf'(?<!\\)"{re.escape(key)}"\s*:', self._text)
            self._places[key] = [match.start() for match in found]
        places = self._places[key]
        return bisect_left(self._ends, places[nth]) + 1 if nth < len(places) else 1
