"""A bout as a transcript: recorded, written, read, replayed to the same bytes, compared; and damaged."""

import json
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import jsonschema
import numpy as np
import pytest
import toy
from games import every_game, every_table

from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.envs.aec import Arena, make_env
from nexus_env.envs.batch import Batch
from nexus_env.envs.recorder import Recorder
from nexus_env.machine.compiled import PLAIN
from nexus_env.text import transcript
from nexus_env.text.transcript import Transcript, TranscriptError

TURNS = 40 if PLAIN else 400
SCHEMA = json.loads(transcript.SCHEMA.read_text(encoding="utf-8"))


def played(game: Game, seed: int, turns: int = TURNS, *, dictated: bool = False, **options: Any) -> tuple[Any, Any]:
    """A transcript of random play, and the bytes of the bout that it is of."""
    session = Session(game, game.read_options(**options), seed=seed, dictated=dictated)
    rng, actions = np.random.default_rng(seed), []
    while not session.is_over and len(actions) < turns:
        actions.append(int(rng.choice(np.flatnonzero(session.mask))))
        session.act(actions[-1])
    made = transcript.record(game, options, actions, seed=seed, dictated=dictated)
    return made, session.rows.tobytes()


def toy_bout(**options: Any) -> Transcript:
    """A whole bout of the toy."""
    return played(toy.GAME, 3, **toy.BARE, **options)[0]


@every_table
@pytest.mark.parametrize("dictated", [False, True], ids=["rolled", "dictated"])
def test_a_bout_is_written_and_replayed_to_the_same_bytes(game: Game, seats: int, dictated: bool) -> None:
    made, final = played(game, 7, dictated=dictated, seats=seats)
    for text in (transcript.write(made), transcript.write_json(made)):
        again = transcript.read(text)
        assert again == made
        assert transcript.replay(game, again).rows.tobytes() == final
    assert any(str(turn).startswith("dice: ") for turn in made.turns) == dictated


@every_game
def test_the_json_is_what_its_schema_says(game: Game) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for dictated in (False, True):
        made = replace(played(game, 2, dictated=dictated)[0], players=("one", "two"), date="2026-01-31", comment="Hm.")
        made = replace(made, turns=(replace(made.turns[0], comment="Ah."), *made.turns[1:]))
        jsonschema.validate(json.loads(transcript.write_json(made)), SCHEMA)
        assert transcript.read(transcript.write_json(made)) == made
    with pytest.raises(jsonschema.ValidationError, match="'by' is a required property"):
        jsonschema.validate({**json.loads(transcript.write_json(made)), "turns": [{"command": "rest"}]}, SCHEMA)


def test_a_transcript_reads_as_it_is_documented() -> None:
    """Tags of JSON values, a turn a line, comments in braces, `end`."""
    agreed = {"rounds": 1, **toy.BARE}
    made = transcript.record(toy.GAME, agreed, [toy.SWAP, 2, toy.REST], dictated=True, seed=5)
    text = transcript.write(made)
    assert text.splitlines()[:6] == [
        "[transcript 1]",
        '[game "toy"]',
        "[version 1]",
        f'[actions "{toy.GAME.action_stamp}"]',
        '[options {"rounds": 1, "bare": true}]',
        "[seed 5]",
    ]


def test_dictated_dice_are_faces_with_their_purpose() -> None:
    session = Session(toy.GAME, toy.read_options(**toy.BARE), dictated=True)
    assert session.spell(3) == "4 for deal of player_0"
    made = transcript.record(toy.GAME, toy.BARE, [3, 0, toy.REST], dictated=True)
    lines = transcript.write(made).splitlines()
    assert lines[-4:] == ["dice: 4 for deal of player_0", "dice: 1 for deal of player_1", "player_0: rest", "end"]


def test_nothing_unseen_of_a_stranger_is_shown() -> None:
    """A terminal and a page obey such characters: colors, bells, and what turns the words beside it around."""
    hostile, harmless = "ev\u202eil\u0007 \x1b[31mred", "evil [31mred"
    made = toy_bout()
    turns = (replace(made.turns[0], comment=hostile), *made.turns[1:])
    made = replace(made, players=(hostile, "b"), comment=hostile, date=hostile, turns=turns)
    for text in (transcript.write(made), transcript.write_json(made)):
        found = transcript.read(text)
        assert found.players == (harmless, "b")
        assert {found.comment, found.date, found.turns[0].comment} == {harmless}


def test_comments_are_kept_where_they_stand() -> None:
    text = transcript.write(toy_bout())
    head, first, rest = text.partition("player_0: ")
    command, _, rest = rest.partition("\n")
    text = f"{head}{{About it all.}}\n{first}{command} {{Good.}}\n{{Very good.}}\n\n{rest}"
    made = transcript.read(text)
    assert made.comment == "About it all." and made.turns[0].comment == "Good. Very good."
    assert transcript.read(transcript.write(made)) == made
    for bad in ("{", "}", "two\nlines"):
        with pytest.raises(ValueError, match="expected one line without braces"):
            transcript.write(replace(made, comment=bad))


@every_game
@pytest.mark.skipif(PLAIN, reason="the outer layers are tested compiled")
def test_an_environment_is_recorded_at_any_moment(game: Game) -> None:
    """Of its second bout too, wrapped or not, saved and loaded; wrong actions are not among the turns."""
    env = make_env(game)
    with pytest.raises(ValueError, match=r"call reset\(\) first"):
        transcript.of_env(env)
    env.reset(seed=4)
    rng = np.random.default_rng(1)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    env.reset()
    for _ in range(5):
        mask = env.last()[0]["action_mask"]
        with pytest.raises(ValueError, match="which is not legal now"):
            env.unwrapped.step(int(np.flatnonzero(mask == 0)[0]))
        env.step(int(rng.choice(np.flatnonzero(mask))))
    made = transcript.of_env(env, ("a", "b"))
    assert len(made.turns) == 5 and made.players == ("a", "b")
    assert transcript.replay(game, made).rows.tobytes() == env.unwrapped.bout.tobytes()
    other = Arena(game)
    other.load_state(env.unwrapped.save_state())
    assert transcript.of_env(other, ("a", "b")) == made


@pytest.mark.skipif(PLAIN, reason="the outer layers are tested compiled")
def test_the_dice_of_an_environment_are_recorded_and_a_wrong_one_is_not() -> None:
    faces = iter([1, 2, 3, 9, 4])
    arena = Arena(toy.GAME, dice=lambda die: next(faces), **toy.BARE)
    arena.reset(seed=1)
    arena.step(toy.SWAP)
    with pytest.raises(ValueError, match="got 9"):
        arena.step(toy.SWAP)
    arena.step(toy.SWAP)
    made = transcript.of_env(arena)
    assert [str(turn) for turn in made.turns] == [
        "dice: 1 for deal of player_0",
        "dice: 2 for deal of player_1",
        "player_0: swap",
        "dice: 3 for swap of player_0",
        "player_1: swap",
        "dice: 4 for swap of player_1",
    ]
    assert transcript.replay(toy.GAME, made).rows.tobytes() == arena.bout.tobytes()


@pytest.mark.skipif(PLAIN, reason="the outer layers are tested compiled")
def test_a_batch_is_recorded_slot_by_slot() -> None:
    """Bouts that end are handed out, the next one begins; a batch that is under way is refused."""
    batch = Batch(toy.GAME, 3, seed=5, options={"rounds": 2})
    recorder, rng, ended = Recorder(batch, [0, 2]), np.random.default_rng(2), []
    for turn in range(30):
        which = np.array([2, 0, 1]) if turn % 2 else None
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in batch.masks])
        ended += recorder.step(actions if which is None else actions[which], which)
    assert len(ended) > 4 and {slot for slot, _ in ended} == {0, 2}
    for _, made in ended:
        assert made.result and transcript.replay(toy.GAME, made).is_over
    for slot in (0, 2):
        under_way = recorder.transcript(slot)
        for part in ("table", "start", "tape"):
            assert transcript.replay(toy.GAME, under_way).rows[part].tobytes() == batch.bout(slot)[part].tobytes()
    with pytest.raises(ValueError, match="has already begun"):
        Recorder(batch)
    with pytest.raises(ValueError, match="got bout 3"):
        Recorder(batch, [3])


def test_two_bouts_are_compared_in_words() -> None:
    one, _ = played(toy.GAME, 3, rounds=2)
    assert transcript.difference(one, replace(one, players=("a", "b"), comment="Ah.")) == ""
    assert transcript.difference(one, replace(one, seed=4)) == "seed: 3 against 4"
    other = replace(one, turns=(*one.turns[:2], transcript.Turn(1, "dance"), *one.turns[3:]))
    assert transcript.difference(one, other) == f"turn 3: {one.turns[2]} against player_1: dance"
    last = len(one.turns)
    assert transcript.difference(one, one.up_to(last - 1)) == f"only the first has a turn {last}: {one.turns[-1]}"
    assert transcript.difference(one.up_to(1), one) == f"only the second has a turn 2: {one.turns[1]}"
    assert transcript.difference(one, replace(one, state="0")).startswith("state: ")


# --- damaged and foreign files ----------------------------------------------------------------------------------------


def refused(text: str) -> TranscriptError:
    """The error with which a text is refused, by reading or by replaying."""
    with pytest.raises(TranscriptError) as caught:
        transcript.replay(toy.GAME, transcript.read(text))
    return caught.value


def changed(line: int, new: str | None) -> str:
    """A whole bout of the toy with one line changed, or left out together with all after it."""
    lines = transcript.write(toy_bout()).splitlines()
    return "\n".join(lines[: line - 1] if new is None else [*lines[: line - 1], new, *lines[line:]])


FIRST = 1 + transcript.write(toy_bout()).splitlines().index(str(toy_bout().turns[0]))


@pytest.mark.parametrize(
    ("line", "new", "reason"),
    [
        (1, "1. e4 e5", "got '1. e4 e5'; expected [transcript 1]."),
        (1, "[transcript 2]", "transcript: got format 2; expected 1."),
        (2, '[game "chess"]', "got 'chess'; expected 'toy'"),
        (2, "[game chess]", "expected JSON"),
        (2, "[game 3]", "got 3; expected a text"),
        (2, '[gaem "toy"]', "got the unknown tag 'gaem'; expected transcript, game, version, "),
        (2, "[version 1]", "version: got a second one; expected each tag once."),
        (3, "[version 9]", "rules of version 9; expected 1"),
        (4, '[actions "0"]', "got the action table '0'"),
        (5, '[options {"cards": 1}]', "got an unknown key"),
        (5, '[options {"seats": 7}]', "got 7"),
        (6, "[seed -1]", "expected a whole number from 0"),
        (7, "[result [NaN, 0]]", "expected a list of numbers"),
        (FIRST + 2, "player_0 rest", "expected a tag, a comment in braces, or a turn"),
        (FIRST + 2, "player_0: prance", "'prance', which is not a command of this game"),
        (FIRST + 2, "player_0: yes", "'yes', which is not legal now"),
        (FIRST + 2, "player_3: rest", "got a turn of player_3; expected one of player_"),
        (FIRST + 2, "dice: 3 for swap of player_0", "got a die; expected only turns of seats, since"),
        (FIRST + 2, "[seed 3]", "got a tag after the first turn; expected all tags before it."),
        (FIRST + 2, None, "got no line 'end'; expected it after the last turn."),
    ],
)
def test_a_damaged_or_foreign_file_is_told_with_line_and_reason(line: int, new: str | None, reason: str) -> None:
    error = refused(changed(line, new))
    assert reason in error.reason and str(error) == f"transcript, line {error.line}: {error.reason}"
    if reason != "version: got a second one; expected each tag once.":
        assert error.line == line
    if line >= FIRST:
        assert error.transcript is not None
        turns = error.transcript.turns
        assert turns == toy_bout().turns[: len(turns)] and len(turns) == (line - FIRST)
        transcript.replay(toy.GAME, error.transcript)


@pytest.mark.parametrize("line", range(1, len(transcript.write_json(toy_bout()).splitlines()) + 1))
def test_of_damaged_json_all_that_stands_before_is_read(line: int) -> None:
    """Whichever line is spoiled."""
    lines = transcript.write_json(toy_bout()).splitlines()
    error = refused("\n".join([*lines[: line - 1], '"', *lines[line:]]) if line > 1 else '"')
    assert error.line >= line
    first = next(number for number, text in enumerate(lines, start=1) if '"by"' in text)
    if line > first:
        assert error.transcript is not None and len(error.transcript.turns) == min(line - first, len(toy_bout().turns))
        transcript.replay(toy.GAME, error.transcript)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("turns", [{"by": "player_0"}], "turn 1: got"),
        ("turns", [{"by": "me", "command": "rest"}], "expected player_0, player_1, … or dice"),
        ("turns", [{"by": "player_0", "command": 3}], "turn 1: got"),
        ("turns", 3, "turns: got 3; expected a list"),
        ("seed", "one", "expected a whole number"),
        ("sed", 1, "ending or state; did you mean 'seed'?"),
        ("comment", "two\nlines", "comment: got 'two\\nlines'; expected one line without braces"),
        ("comment", 5, "comment: got 5; expected one line"),
        ("turns", [{"by": "player_0", "command": "rest", "comment": "}"}], "expected one line without braces"),
    ],
)
def test_foreign_json_is_told_with_line_and_reason(key: str, value: Any, reason: str) -> None:
    table = json.loads(transcript.write_json(toy_bout()))
    error = refused(json.dumps({**table, key: value}, indent=1))
    assert reason in error.reason and error.line > 1
    assert "got no tag 'game'; expected one." in refused(json.dumps({"transcript": 1, "turns": []})).reason
    assert "got '[1, 2]'; expected [transcript 1]." in refused("[1, 2]").reason
    assert refused("{]").reason.startswith("got text that is not JSON (Expecting ")
    assert refused("{}").line == 1


@pytest.mark.parametrize("many", [4000, 100_000])
def test_what_was_found_is_shown_in_one_short_line(many: int):
    """Brackets in brackets without end, too, and more digits than Python reads."""
    for text in ("9" * many, f'"{"9" * many}"', "[" * many + "]" * many):
        error = refused(changed(6, f"[seed {text}]"))
        assert error.line == 6 and len(str(error)) < 200
    assert len(str(refused("no" * many))) < 200
    assert len(str(refused('{"a": ' + "[" * many + "]" * many + "}"))) < 200


def test_a_tag_that_is_as_long_as_a_stranger_likes_is_shown_in_part() -> None:
    made, long = toy_bout(), "9" * 100_000
    for text in (f"[transcript 1]\n[{long} 1]\n", f"[transcript 1]\n[{long} ?]\n"):
        assert len(str(refused(text))) < 300
    fields = ({name: long} for name in ("game", "actions", "stock", "ended_by"))
    for wrong in (*fields, {"ending": long, "state": ""}, {"state": long}, {"result": (0.5,) * 50_000}):
        with pytest.raises(TranscriptError) as caught:
            transcript.replay(toy.GAME, replace(made, **wrong))
        assert len(str(caught.value)) < 700, list(wrong)


TAGS = '[transcript 1]\n[game "toy"]\n[version 1]\n[actions "x"]\n[options {}]\n[seed 1]\n'
FIELDS = {"transcript": 1, "game": "toy", "version": 1, "actions": "x", "options": {}, "seed": "1"}


@pytest.mark.parametrize(
    "text",
    [
        TAGS + "player_0:" + " " * 200_000 + "{\nend\n",
        TAGS + "player_0: " + "a " * 200_000 + "{\nend\n",
        TAGS + "player_0: rest\n" + "{a remark}\n" * 100_000 + "end\n",
        TAGS + "player_0: rest\n" * 50_000 + "end\n",
        json.dumps({**FIELDS, "turns": [{"by": "player_0", "command": "rest"}] * 20_000}),
        json.dumps({**FIELDS, "turns": [{"by": "player_0", "command": "rest"}] * 20_000 + [3]}),
    ],
    ids=("blanks", "words", "remarks", "turns", "JSON", "damaged JSON"),
)
def test_a_long_text_takes_as_long_as_it_is(text: str) -> None:
    """One of 4,000 turns in JSON took a minute, one of ten times as many more than an hour: longer than a test may."""
    try:
        transcript.read(text)
    except TranscriptError as error:
        assert len(str(error)) < 300


@pytest.mark.parametrize("depth", [60, 900, 985, 990, 995, 100_000])
def test_what_is_nested_deeper_than_sense_is_told_in_a_sentence(depth: int) -> None:
    nested = "[" * depth + "]" * depth
    turns = '{"transcript": 1, "game": "toy", "version": 1, "actions": "x", "options": {}, "seed": "1", "turns": '
    for text in (
        f"[transcript 1]\n[options {nested}]\nend",
        f'{{"transcript": 1, "options": {nested}}}',
        f"{turns}{nested}}}",
        f"{turns}[{nested}]}}",
        f'{{"comment": {nested}}}',
    ):
        with pytest.raises(TranscriptError) as caught:
            transcript.read(text)
        assert len(str(caught.value)) < 300, text[:100]


@pytest.mark.parametrize(
    ("turn", "reason"),
    [
        ({"by": "player_" + "1" * 5000, "command": "rest"}, "expected player_0, player_1"),
        ({"by": "player_\u0660", "command": "rest"}, "expected player_0, player_1"),
        ({"by": "player_0", "command": "rest\nend"}, "expected one line without braces"),
        ({"by": "player_0", "command": "rest {}"}, "expected one line without braces"),
        ({"by": "player_0", "command": "\ud800"}, "expected one line without braces"),
        ({"by": "player_0", "command": "rest", "comment": "\ud800"}, "expected one line without braces"),
    ],
)
def test_a_turn_that_no_line_could_hold_is_refused(turn: dict[str, str], reason: str) -> None:
    """What is read from JSON can be written down as text and read again."""
    with pytest.raises(TranscriptError, match=reason):
        transcript.read(json.dumps({**FIELDS, "turns": [turn]}))


@pytest.mark.parametrize(
    "text",
    [
        '{"transcript": ' + "1" * 5000 + "}",
        "[transcript " + "1" * 5000 + "]\nend",
        json.dumps({**FIELDS, "players": ["\ud800"], "turns": []}),
        TAGS + "player_" + "1" * 5000 + ": rest\nend",
    ],
    ids=("JSON", "tag", "half a letter", "seat"),
)
def test_a_number_or_a_letter_that_nobody_can_read_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(TranscriptError, match=r"^transcript, line \d+: "):
        transcript.read(text)


def test_an_empty_file_is_not_a_transcript():
    for text in ("", "\n \n"):
        assert refused(text).reason == "got an empty text; expected [transcript 1]."


def test_marks_and_breaks_of_some_editors_do_not_matter():
    made = replace(toy_bout(), players=("a\u2028b", "c"))
    text = transcript.write(made)
    for other in ("\ufeff" + text, text.replace("\n", "\r\n"), transcript.write_json(made)):
        assert transcript.read(other) == replace(made, players=("ab", "c"))


def test_what_was_never_read_has_no_line():
    with pytest.raises(TranscriptError, match=r"^transcript: game: got 'chess'; expected 'toy'"):
        transcript.replay(toy.GAME, replace(toy_bout(), game="chess"))


def test_the_end_must_be_the_recorded_one() -> None:
    made = toy_bout()
    for tag, value in (("result", (9.0, 9.0)), ("ending", "Otherwise."), ("state", "0")):
        text = transcript.write(replace(made, **({"state": ""} | {tag: value})))
        with pytest.raises(TranscriptError, match=f"{tag}: got .*; expected .*, as replayed") as caught:
            transcript.replay(toy.GAME, transcript.read(text))
        assert f"[{tag} " in text.splitlines()[caught.value.line - 1]
    assert transcript.replay(toy.GAME, replace(made, state="0"), to=2).rows is not None


def test_an_ending_in_other_words_is_no_difference_where_the_state_is_recorded() -> None:
    """Another version of the package may word the end differently."""
    made = toy_bout()
    assert made.state and made.ending
    assert transcript.replay(toy.GAME, replace(made, ending="In other words.")).is_over


def test_the_state_of_an_older_version_is_not_compared() -> None:
    """It was a hash over bytes, and they lie elsewhere now; the result and the ending still count."""
    made = toy_bout()
    assert transcript.replay(toy.GAME, replace(made, state="ebd73961d2ba")).is_over
    with pytest.raises(TranscriptError, match="result: got"):
        transcript.replay(toy.GAME, replace(made, state="ebd73961d2ba", result=(9.0, 9.0)))


def wider(kind: np.dtype[Any]) -> np.dtype[Any]:
    """The same record with 64 bits for each number."""
    if kind.subdtype is not None:
        return np.dtype((wider(kind.subdtype[0]), kind.shape))
    return np.dtype([(name, wider(kind[name])) for name in kind.names] if kind.names else np.int64)


def test_the_state_does_not_depend_on_how_the_numbers_are_stored() -> None:
    """Neither on their width and order nor on a new field with nothing in it, nor on room at the end of a row."""
    session = transcript.replay(toy.GAME, toy_bout())
    laid = wider(session.game.dtype["table"])
    fields = [("room", np.int8, (3,)), *((name, laid[name]) for name in reversed(laid.names or ())), ("new", np.int8)]
    table = np.zeros(1, np.dtype(fields))
    for name in laid.names or ():
        table[name] = session.rows["table"][name].astype(laid[name].base)
    other: Any = SimpleNamespace(rows={"table": table, "tape": session.rows["tape"]})
    assert transcript.state_of(other) == transcript.state_of(session)
    table["room"][0, 0] = 1
    longer: Any = SimpleNamespace(rows={"table": np.zeros(1, [("room", np.int8, (9,))]), "tape": session.rows["tape"]})
    shorter: Any = SimpleNamespace(rows={"table": np.zeros(1, [("room", np.int8, (2,))]), "tape": session.rows["tape"]})
    longer.rows["table"]["room"][0, 0] = shorter.rows["table"]["room"][0, 0] = 1
    assert transcript.state_of(longer) == transcript.state_of(shorter)
    table["room"][0, 0], table["new"] = 0, 1
    assert transcript.state_of(other) != transcript.state_of(session)


@every_game
def test_a_transcript_of_another_version_is_refused_in_one_sentence(game: Game) -> None:
    """Its rules led elsewhere: `replay --any-version` tries whether they did in this bout."""
    older = replace(transcript.record(game, {"seats": game.seats.start}, []), version=game.version - 1)
    sentence = (
        f"version: got rules of version {game.version - 1}; expected {game.version}; `replay --any-version` tries"
    )
    with pytest.raises(TranscriptError, match=rf"^[^\n]*{re.escape(sentence)}[^\n]*$"):
        transcript.replay(game, transcript.read(transcript.write(older)))


def test_another_version_can_be_tried_and_a_stock_has_a_stamp() -> None:
    made = toy_bout()
    other = replace(made, version=9, actions="0")
    assert transcript.replay(toy.GAME, other, any_version=True).is_over
    stamped = replace(toy.GAME, stamp=lambda options: f"cards-{options['rounds'][0]}")
    assert transcript.stock_of(stamped, {"rounds": 4}) == "cards-4"
    with pytest.raises(TranscriptError, match="stock: got the stock 'mine'; expected ''"):
        transcript.replay(toy.GAME, replace(made, stock="mine"))


def test_options_that_json_cannot_hold_are_refused_and_numbers_of_numpy_are_taken() -> None:
    assert transcript.record(toy.GAME, {"rounds": np.int64(2)}, []).options == {"rounds": 2}
    with pytest.raises(ValueError, match="got options that cannot be written as JSON"):
        transcript.record(toy.GAME, {"last_wins": object()}, [])
