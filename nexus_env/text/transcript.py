"""A bout as text: its options, the source of its dice, and every command in words, one per line.

    [transcript 1]
    [game "toy"]
    [version 1]
    [actions "a0b4bd956f16"]
    [options {"seats": 2}]
    [seed 7]
    [players ["search", "random"]]
    {A comment on the whole bout.}
    player_0: strike {A comment on this command.}
    player_1: yes
    …
    end

A tag holds a JSON value; `write_json` and the schema in `transcript.schema.json` say the same as JSON. With the tag
`dictated` every die has a line of its own, `dice: 5 for attack of player_0`. `replay` checks the tags `result` (the
result of each seat) and `state` (a hash of the table after the last line), so a transcript that replays leads to the
same table. It checks `ending` (the end in words) only without a `state`, since wording may change between versions. A
`state` of 12 digits, from an older version, is not compared. If people ended a bout before the rules did, `ended_by`
says how, and `result` and `ending` describe their end.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core.session import Session, name_of
from nexus_env.core.slots import Rows
from nexus_env.system.visible import legible, visible
from nexus_env.system.wording import InputError, one_line, shortened
from nexus_env.text.transcript_form import COMMENT, FORMAT, NEEDED, TAGS
from nexus_env.text.transcript_form import Transcript as Transcript
from nexus_env.text.transcript_form import TranscriptError as TranscriptError
from nexus_env.text.transcript_form import Turn as Turn
from nexus_env.text.transcript_reader import END
from nexus_env.text.transcript_reader import read as read

SCHEMA = Path(__file__).with_name("transcript.schema.json")
STATE_DIGITS = 16
OLD_STATE_DIGITS = 12  # of version 0.2.0 and before, over bytes that no longer lie as they did: not compared


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
        options: its own options by name, as JSON values.
        actions: numbers of the action table; a requested die is its face minus one.
        seed: the seed of this bout, 0 to 2**62.
        dictated: whether every die is among the actions.
        players: a name for each seat, or none.
        date: any text.

    Raises:
        ValueError: an option is not a JSON value, or an action is illegal.
    """
    agreed = _as_json(options)

    # A command is spelled in the position in which it is given.
    session, turns = Session(game, game.read_options(**agreed), seed=seed, dictated=dictated), []
    for action in actions:
        turns.append(Turn(session.seat, session.spell(action)))
        session.act(action)

    # The end, with which a replay is compared.
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
        result=tuple(session.outcome) if session.is_over else (),
        ending=game.words.question(session.bout),
        state=state_of(session),
        turns=tuple(turns),
    )


def of_env(env: Any, players: Sequence[str] = (), date: str = "") -> Transcript:
    """Write down the bout of an environment, an `Arena` or a wrapped one, as far as it has been played.

    Raises:
        ValueError: there is no bout yet, or an option is not a JSON value.
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


def stock_of(game: Game, options: Mapping[str, Any]) -> str:
    """The stamp of the stock that these options select; empty for a game without one."""
    return "" if game.stamp is None else str(game.stamp(game.read_options(**options)))


def state_of(session: Session) -> str:
    """A short hash of the table and the dice to come.

    It is computed from names and numbers, without trailing zeros of a row, so it stays the same if a later version of
    this package stores them with other types, in another order or in longer rows.
    """
    bout = session.rows
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
        raise InputError(
            f"transcript: got options that cannot be written as JSON ({error}); expected plain values."
        ) from error
    return plain


def _number(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(one_line(f"{value!r} is not a number, a text, a list or a table"))


# --- replaying --------------------------------------------------------------------------------------------------------


def steps(
    game: Game,
    transcript: Transcript,
    to: int | None = None,
    *,
    any_version: bool = False,
    terms: Rows | None = None,
) -> Iterator[tuple[Turn | None, Session]]:
    """Replay turn by turn: yield None with the first position, then each turn with the bout after it (the same object).

    Args:
        game: the game that the transcript must be of.
        transcript: what to replay.
        to: stop after this many turns; by default all are played, and the end is compared with what was recorded.
        any_version: replay it even if it was recorded with other rules, actions or stock.
        terms: what the bout's `rewards` pay; see `Session`.

    Raises:
        TranscriptError: it is of another game, version or stock, a turn is illegal, or the bout ends differently.
    """
    _check_head(game, transcript, any_version)
    try:
        options = game.read_options(**transcript.options)
    except (ValueError, TypeError) as error:
        _fail(transcript, "options", str(error))
    stock = stock_of(game, transcript.options)
    if transcript.stock != stock and not any_version:
        _fail(transcript, "stock", f"got the stock {_shown(transcript.stock)}; expected {stock!r}.")
    session = Session(game, options, seed=transcript.seed, dictated=transcript.dictated, terms=terms)
    yield None, session
    for number, turn in enumerate(transcript.turns[:to]):
        try:
            if turn.seat != session.seat:
                expected = "none, since the bout is over" if session.is_over else f"one of {name_of(session.seat)}"
                raise InputError(f"got a turn of {name_of(turn.seat)}; expected {expected}.")
            session.act(session.read(turn.words))
        except ValueError as error:
            raise TranscriptError(turn.line, f"turn {number + 1}: {error}", transcript.up_to(number)) from error
        yield turn, session
    if to is None or to >= len(transcript.turns):
        _check_end(transcript, session)


def replay(game: Game, transcript: Transcript, to: int | None = None, *, any_version: bool = False) -> Session:
    """Replay to the bout after `to` turns, by default after the last; arguments and errors are those of `steps`."""
    *_, (_, session) = steps(game, transcript, to, any_version=any_version)
    return session


def _check_head(game: Game, transcript: Transcript, any_version: bool) -> None:
    if transcript.game != game.name:
        _fail(transcript, "game", f"got {_shown(transcript.game)}; expected {game.name!r}.")
    if any_version:
        return
    if transcript.version != game.version:
        found = f"got rules of version {transcript.version}"
        _fail(transcript, "version", f"{found}; expected {game.version}; `replay --any-version` tries it with these.")
    if transcript.actions != game.action_stamp:
        found, expected = _shown(transcript.actions), game.action_stamp
        _fail(transcript, "actions", f"got the action table {found}; expected {expected!r}.")


def _check_end(transcript: Transcript, session: Session) -> None:
    """Compare the recorded end with the end of the replay."""
    result = tuple(session.outcome) if session.is_over else ()
    agreed = transcript.ended_by != ""
    if agreed and (session.is_over or len(transcript.result) != len(session.outcome)):
        expected = (
            "no such tag, since the rules ended the bout" if session.is_over else "a result for each seat with it"
        )
        _fail(transcript, "ended_by", f"got {_shown(transcript.ended_by)}; expected {expected}.")
    if transcript.result and transcript.result != result and not agreed:
        _fail(transcript, "result", f"got {_shown(transcript.result)}; expected {list(result)}, as replayed.")
    ending = session.game.words.question(session.bout)
    is_told_by_state = transcript.state != ""  # exactly; the wording of a sentence may change between versions
    if transcript.ending and transcript.ending != ending and not agreed and not is_told_by_state:
        _fail(transcript, "ending", f"got {_shown(transcript.ending)}; expected {ending!r}, as replayed.")
    compared = len(transcript.state) not in (0, OLD_STATE_DIGITS)
    if compared and transcript.state != (state := state_of(session)):
        _fail(transcript, "state", f"got {_shown(transcript.state)}; expected {state!r}, as replayed.")


def _shown(value: Any) -> str:
    """The value of a tag, shortened: a stranger may have made it as long as they like."""
    return shortened(repr(list(value) if isinstance(value, tuple) else value))


def _fail(transcript: Transcript, tag: str, reason: str) -> NoReturn:
    """Raise the error about a tag; its `transcript` is the whole one."""
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
    lines = [f"[{tag} {_json(value)}]" for tag, value in _tags(transcript).items()]
    lines += [_comment(transcript.comment)] if transcript.comment else []
    for turn in transcript.turns:
        lines.append(f"{turn} {_comment(turn.comment)}" if turn.comment else str(turn))
    return "\n".join([*lines, END, ""])


def write_json(transcript: Transcript) -> str:
    """A transcript as JSON, one line per tag and turn; seeds are strings, since some readers round large numbers."""
    fields: dict[str, Any] = {**_tags(transcript), "seed": str(transcript.seed)}
    if transcript.comment:
        fields["comment"] = transcript.comment
    head = [f"  {json.dumps(key)}: {_json(value)}," for key, value in fields.items()]
    turns = []
    for turn in transcript.turns:
        said = {"by": name_of(turn.seat), "command": turn.words} | ({"comment": turn.comment} if turn.comment else {})
        turns.append(f"    {_json(said)}")
    body = ['  "turns": [', ",\n".join(turns), "  ]"] if turns else ['  "turns": []']
    return "\n".join(["{", *head, *body, "}", ""])


def _json(value: Any) -> str:
    """A value as JSON that is safe in a terminal: readable letters as they are, escapes for all other characters."""
    return legible(json.dumps(value, ensure_ascii=False))


def _tags(transcript: Transcript) -> dict[str, Any]:
    """The tags that have a value, in their order."""
    tags: dict[str, Any] = {"transcript": FORMAT}
    for tag in TAGS:
        value = getattr(transcript, tag, None)
        if tag in NEEDED or value:
            tags[tag] = list(value) if isinstance(value, tuple) else value
    return tags | {"transcript": FORMAT}


def _comment(text: str) -> str:
    if not COMMENT.fullmatch(f"{{{text}}}"):
        raise InputError(f"comment: got {text!r}; expected one line without braces.")
    return f"{{{visible(text)}}}"
