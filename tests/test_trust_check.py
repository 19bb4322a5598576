"""Positions and states that somebody made up: whatever compiled rules would stumble over is refused, by its name."""

import json
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from typing import Annotated, Any

import numpy as np
import pytest
import toy
from games import every_game
from table import Table

from nexus_env.contract.game import Game
from nexus_env.core import slots, trust_check
from nexus_env.core.replaying import Allowance
from nexus_env.core.session import Session
from nexus_env.core.slots import Rows, copy_of, rows_of
from nexus_env.envs.aec import Arena
from nexus_env.envs.batch import Batch
from nexus_env.frontends.web.protocol import reading
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.cards import verbs
from nexus_env.games.nexus.rules import bout
from nexus_env.machine.compiled import PLAIN
from nexus_env.machine.field_ranges import ranges_of
from nexus_env.machine.record import Record, Within, record
from nexus_env.text import position

DRAWING = """
    .  .  .
    .  1v .
    .  0^ .
"""
DECISIONS = 30 if PLAIN else 400


@record
class Careless(Record):
    """One field says what it may be, the other does not."""

    stated: Annotated[int, Within(0, 3)]
    left_open: Annotated[list[int], 4]


def test_a_number_without_a_range_is_an_error_when_its_game_is_made() -> None:
    """So no field can be missed, in any game."""
    with pytest.raises(TypeError, match=r"Careless\.left_open: got no range; expected Annotated"):
        ranges_of(Careless)
    with pytest.raises(TypeError, match=r"Careless\.left_open"):
        replace(toy.GAME, record=Careless)


def test_the_ranges_count_the_words_that_cards_are_built_of() -> None:
    """The enums stand on a floor above the records."""
    found = bout.VERBS, bout.TARGETS, bout.CONDITIONS, bout.DURATIONS, bout.DELAYS, bout.TIMINGS
    kinds = (verbs.Verb, verbs.Target, verbs.Condition, verbs.Until, verbs.Delay, verbs.Timing)
    assert found == tuple(len(kind) for kind in kinds)
    assert verbs.SKILL_PLACE + bout.MOTIVATIONS == bout.ALL_CARDS and len(NEXUS.actions) == bout.ACTIONS


@every_game
def test_every_number_beyond_either_end_of_its_range_is_refused_by_its_name(game: Game) -> None:
    """In the table and in the one before the command, in options, tape and happenings; the last of a row too."""
    sound = Session(game, game.read_options(), seed=1).rows
    assert trust_check.out_of_range(game, sound) == ""
    for ranged in game.ranges:
        for beyond in (-1, 1):
            strange = copy_of(sound)
            numbers = np.asarray(strange)
            for name in ranged.way:
                numbers = numbers[name]
            within, bounds = ranged.within.at(2), np.iinfo(numbers.dtype)
            number = within.most + 1 if beyond > 0 else within.least - 1
            if bounds.min <= number <= bounds.max:
                numbers[(-1,) * numbers.ndim] = number
                wrong = trust_check.out_of_range(game, strange)
                assert f"got {number}; expected" in wrong and ranged.way[-1] in wrong, (ranged, number, wrong)


@every_game
def test_every_bout_that_was_played_is_sound(game: Game) -> None:
    """At every decision, in the middle of the set-up and of reactions too, and when it is over."""
    for case in range(3 if PLAIN else 12):
        options = game.invariants.variety(case) if game.invariants else {"seats": 2 + case % 3}
        session = Session(game, game.read_options(**options), seed=case, dictated=case % 3 == 1)
        rng = np.random.default_rng(case)
        for _ in range(DECISIONS):
            assert trust_check.unsound(game, session.rows) == ""
            if session.is_over:
                break
            session.act(int(rng.choice(np.flatnonzero(session.mask))))


# --- the command under way --------------------------------------------------------------------------------------------


def in_a_reaction() -> Rows:
    """An attack that player_1 may counter: its dice stand on the tape."""
    table = Table(DRAWING, ap=4)
    table.give(1, instinct=5)
    table.give(0, willpower=5)
    table.step("standard attack")
    while table.question.name not in ("PERSEVERANCE_CONTEST",):
        if table.seat < 0:
            table.roll(3)
        else:
            table.step("pass")
    assert trust_check.unsound(NEXUS, table.rows) == ""
    return table.rows


@pytest.mark.parametrize(
    ("way", "number", "reason"),
    [
        (("tape", "entries", 0), 200, "tape entries.0: got 200; expected an answer to what is asked there"),
        (("tape", "entries", 1), 6, "tape entries.1: got 6; expected an answer"),
        (("tape", "length"), 1, "tape cursor: got"),
        (("command",), 93, "bout command: got 93; expected one that is legal on the table before it"),
        (("command",), -8, "tape entries.0: got 0; expected an answer"),
        (("command",), -1, "start: got a table on which something lies"),
        (("table", "request", "question"), 17, "request question: got 17; expected 21, as the tape leads to"),
        (("table", "request", "seat"), 1, "request seat: got 1; expected 0"),
        (("table", "contest", "attack"), 12, "contest attack: got 12"),
        (("table", "helots", 0, "x"), 5, "helots.0 x: got 5"),
        (("start", "command_round", "action_points"), 0, "bout command: got 20; expected one that is legal"),
        (("start", "request", "question"), 17, "start: got a table"),
        (("start", "helots", 1, "holds"), 0, "start: got a table"),
        (("tape", "dictated"), 0, ""),
    ],
)
def test_a_command_that_does_not_lead_to_what_is_asked_is_refused(
    way: tuple[str | int, ...], number: int, reason: str
) -> None:
    """The table before it, its number, its dice and answers, and what lies there now belong together."""
    strange = in_a_reaction()
    numbers: Any = strange[0]
    for step in way[:-1]:
        numbers = numbers[step]
    numbers[way[-1]] = number
    wrong = trust_check.unsound(NEXUS, strange)
    assert reason in wrong and bool(wrong) == bool(reason)


def test_a_die_can_be_asked_for_only_where_dice_are_dictated() -> None:
    session = Session(NEXUS, NEXUS.read_options(), seed=1, dictated=True)
    assert session.seat == -2
    strange = session.rows
    strange["tape"]["dictated"] = 0
    assert "request seat: got -2 for the dice; expected a seat" in trust_check.unsound(NEXUS, strange)


def test_a_tape_that_is_longer_than_its_command_is_refused() -> None:
    strange = in_a_reaction()
    length = int(strange["tape"]["length"][0])
    for more in (1, 300):
        strange["tape"]["length"] = strange["tape"]["cursor"] = length + more
        assert "tape" in trust_check.unsound(NEXUS, strange)


# --- many at once -----------------------------------------------------------------------------------------------------


def in_a_parry() -> Session:
    """A strike at player_1, who is asked for a parry; windows for lucky numbers are open to all."""
    session = Session(toy.GAME, toy.read_options(seats=4, lucky=True, windows="held"), seed=4)
    session.act(toy.STRIKE)
    assert session.bout["table"]["request"]["question"] == toy.PARRY
    return session


def count_work(monkeypatch: pytest.MonkeyPatch) -> "Counter[str]":
    """Of the toy from now on: deals of what a view does not know, bouts that are imagined, and calls that play."""
    done, deal, imagine, step = Counter[str](), toy.GAME.notation.deal, slots.imagine_for, slots.step_all
    assert deal is not None

    def dealing(*told: Any) -> None:
        done["deals"] += 1
        deal(*told)

    def imagining(rows: Any, seat: int, seeds: Any, bouts: Any) -> None:
        done["imagined"] += len(seeds)
        imagine(rows, seat, seeds, bouts)

    def stepping(*told: Any) -> None:
        done["steps"] += 1
        step(*told)

    monkeypatch.setitem(vars(toy.GAME.notation), "deal", dealing)
    monkeypatch.setattr(slots, "imagine_for", imagining)
    monkeypatch.setattr(slots, "step_all", stepping)
    return done


@pytest.mark.skipif(PLAIN, reason="hundreds of bouts are slow in plain Python")
@pytest.mark.parametrize(
    ("change", "work", "reason"),
    [
        (("told=2", "told=2"), {"deals": 1, "imagined": 1, "steps": 2}, ""),
        (("told=2", "told=2 settled=9"), {}, "bout settled: got 9; expected at most 2"),
        (("taken=54", "taken=55"), {"deals": 64}, "A cell is taken if a unit stands on it"),
        (("entries=5", "entries=9"), {"deals": 400, "steps": 4}, "tape entries.0: got 9; expected an answer"),
        (("command=3", "command=2"), {"deals": 400, "imagined": 16_384, "steps": 4}, "tape entries.0: got 5"),
    ],
    ids=["a true view", "counts", "a law", "a die", "an answer that nobody could give"],
)
def test_the_work_for_a_view_is_bounded_whatever_it_says(
    change: tuple[str, str], work: dict[str, int], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What no deal mends is told before any; all deals are played together, and share what may be imagined."""
    line = position.seen_by(toy.GAME, in_a_parry().rows, 0)
    assert change[0] in line
    done = count_work(monkeypatch)
    try:
        position.read(toy.GAME, line.replace(*change), seed=1)
    except ValueError as error:
        assert reason and reason in str(error)
    else:
        assert not reason
    assert done == work


def test_bouts_are_checked_together_as_each_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are, the commands under way are played again by as few calls as one of them."""
    sound = in_a_parry().rows
    changes = {
        (): 0,
        ("command",): toy.REST,
        ("tape", "entries", 0): 9,
        ("table", "commands"): 3,
        ("table", "taken", 0): 55,
        ("start", "request", "question"): toy.PARRY,
        ("settled",): 9,
        ("table", "players", 2, "parries"): 0,
        ("table", "players", 2, "number"): 6,
    }
    bouts = np.repeat(sound, len(changes))
    for row, (way, number) in zip(bouts, changes.items(), strict=True):
        place: Any = row
        for name in way[:-1]:
            place = place[name]
        if way:
            place[way[-1]] = number
    alone = [trust_check.unsound(toy.GAME, bouts[one : one + 1]) for one in range(len(bouts))]
    assert [not wrong for wrong in alone] == [True, *[False] * 7, True]
    done = count_work(monkeypatch)
    checked = trust_check.check(toy.GAME, bouts, Allowance())
    assert checked.sound.tolist() == [not wrong for wrong in alone] and checked.why in alone
    assert done["steps"] == 2


# --- states -----------------------------------------------------------------------------------------------------------


def forged(data: bytes, dtype: np.dtype[Any], change: Any) -> bytes:
    """A saved state with other numbers or fields, and a sum that fits them."""
    line, _, payload = data.partition(b"\n")
    head, rows = json.loads(line), rows_of(dtype, len(payload) // dtype.itemsize)
    rows[:] = np.frombuffer(payload, dtype)
    change(head["fields"], np.asarray(rows))
    payload = rows.tobytes()
    head["sum"] = sha256(json.dumps(head["fields"], sort_keys=True).encode() + payload).hexdigest()[:16]
    return json.dumps(head).encode() + b"\n" + payload


def put(number: int, *way: str) -> Any:
    """Write a number into all rows, into the last place of each."""

    def change(_fields: dict[str, Any], rows: Any) -> None:
        for name in way:
            rows = rows[name]
        rows[..., -1] = number

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (put(32000, "bout", "table", "helots", "holds"), "helots.3 holds: got 32000"),
        (put(-9, "bout", "start", "order"), "start order.3: got -9"),
        (put(1, "bout", "follows"), "bout follows: got 1"),
        (put(7, "bout", "options", "seats"), "got a bout with other options"),
        (put(1, "bout", "tape", "dictated"), "got a bout with another source of dice"),
        (put(-1, "generator", "a"), "generator: got a number that does not fit 32 bits"),
        (put(-1, "seed"), "seed: got -1; expected 0 or more"),
        (put(1, "bout", "table", "box"), "All 700 coins are somewhere"),
        (put(2, "bout", "table", "cycle"), "table cycle: got 2; expected 0, as the tape leads to"),
    ],
)
def test_a_state_that_nobody_saved_is_refused_and_nothing_changes(change: Any, reason: str) -> None:
    """Its sum is right: somebody has made it up."""
    for made in (Arena(NEXUS), Batch(NEXUS, 3)):
        made.reset(seed=3)
        save, load = (made.save_state, made.load_state) if isinstance(made, Arena) else (made.save, made.restore)
        before = save()
        with pytest.raises(ValueError, match=r"^saved (environment|batch)[:,] ") as caught:
            load(forged(before, made._slots.dtype, change))
        assert reason in str(caught.value) and save() == before
        load(forged(before, made._slots.dtype, lambda fields, rows: None))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(
            ("seeded", 1),
            ("over", None),
            ("decisions", -1),
            ("decisions", 1.5),
            ("history", [9999]),
            ("history", [True]),
        ),
        *(("agents", ["player_1", "player_0"]), ("agents", ["x"]), ("agents", [[]]), ("agent_selection", "player_7")),
        *(("rewards", {}), ("rewards", {"player_0": "1", "player_1": 0.0}), ("terminations", []), ("made_with", 3)),
        *(("agent_selection", "player_1"), ("history", {})),
    ],
)
def test_the_fields_of_a_state_are_looked_at_too(name: str, value: Any) -> None:
    """`agent_selection` must be who is asked."""
    arena = Arena(toy.GAME)
    arena.reset(seed=1)

    def change(fields: dict[str, Any], _rows: Any) -> None:
        fields[name] = value

    with pytest.raises(ValueError, match=rf"^saved environment: (got (the )?{name} |got rewards|it was made)"):
        arena.load_state(forged(arena.save_state(), arena._slots.dtype, change))


@pytest.mark.parametrize(
    "data", [b"[" * 100_000, b'{"a":' * 100_000, b'{"rows": 1}', b"\xff\n", b"9" * 5000, "text", 3]
)
def test_what_is_no_state_at_all_is_refused_in_a_sentence(data: Any) -> None:
    for load in (Arena(toy.GAME).load_state, Batch(toy.GAME, 2).restore):
        with pytest.raises(ValueError, match=r"^saved (environment|batch): (these bytes are|got)"):
            load(data)


def test_a_state_of_a_mask_that_allows_everything_allows_no_more() -> None:
    """What is legal comes from the rules, and from no saved mask."""
    arena = Arena(NEXUS)
    arena.reset(seed=2)
    legal = arena.infos[arena.agent_selection]["action_mask"].copy()

    def change(_fields: dict[str, Any], rows: Any) -> None:
        rows["mask"] = 1

    arena.load_state(forged(arena.save_state(), arena._slots.dtype, change))
    assert (arena.infos[arena.agent_selection]["action_mask"] == legal).all()
    with pytest.raises(ValueError, match="legal"):
        arena.step(int(np.flatnonzero(legal == 0)[0]))


# --- text -------------------------------------------------------------------------------------------------------------


def test_a_message_that_is_nested_as_deep_as_can_just_be_read_is_refused_in_a_sentence() -> None:
    """What JSON reads is a little deeper than what it writes."""
    for depth in range(900, 1010):
        for text in ("[" * depth + "]" * depth, f'{{"type": {"[" * depth}{"]" * depth}}}'):
            with pytest.raises(Refusal) as caught:
                reading.read(text)
            assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    "text",
    [
        *("x" * 2_000_000, "toy 1; table seats=" + "9" * 5000, "toy 1; " + "g" * 900_000 + " a=1"),
        *("toy 1; " + "table a=1;" * 90_000, "toy 1 seen by player_" + "9" * 5000, "toy 1; table \ud800=1"),
        *("toy 1; table " + "n" * 900_000 + "=1", "toy 1; table seats=" + "1," * 400_000, ";" * 900_000),
    ],
    ids=range(9),
)
def test_what_is_longer_than_sense_is_refused_in_a_short_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^position") as caught:
        position.read(toy.GAME, text, 1 if "seen" in text else None)
    assert len(str(caught.value)) < 1000
