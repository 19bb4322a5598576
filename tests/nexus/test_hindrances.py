"""What stands in the way of a command: the reasons and the rules come to the same judgment, one condition at a time."""

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from deck import with_cards

from nexus_env.core.session import Session
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.checks.variety import variety
from nexus_env.games.nexus.rules.actions import ROWS
from nexus_env.games.nexus.rules.bout import MOST_TRAIT, NOBODY, WEAPONS, Pile
from nexus_env.games.nexus.words import asked_rules
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.hindrances import CHECKS
from nexus_env.games.nexus.words.reasons import why_not
from nexus_env.machine.compiled import PLAIN
from nexus_env.text import position

CASES, DECISIONS, EVERY = (8, 150, 10) if PLAIN else (16, 300, 20)
NUMBERS = {name: number for number, name in enumerate(NEXUS.actions)}
FALLBACK = "The rules do not allow it in this position"

# --- random positions -------------------------------------------------------------------------------------------------


def rich(table: Any, seat: int) -> None:
    """Points, tokens, coins and traits for everything."""
    table["command_round"]["action_points"] = table["command_round"]["movement_points"] = 12
    table["helots"]["traits"][seat] = MOST_TRAIT
    table["lanistas"]["command_tokens"][seat] = table["lanistas"]["cred"][seat] = 3


def poor(table: Any, seat: int) -> None:
    """One point of each kind, and the last coin of health."""
    table["command_round"]["action_points"] = table["command_round"]["movement_points"] = 1
    table["helots"]["health"][seat, Pile.OVERALL_CONDITION] = 1
    table["helots"]["traits"][seat] = 3


def free(table: Any, seat: int) -> None:
    """Rich, upright, in no grapple and unarmed."""
    rich(table, seat)
    table["helots"]["holds"] = table["helots"]["held_by"] = NOBODY
    table["helots"]["prone"][seat] = table["helots"]["armed"][seat] = 0


def troubled(table: Any, seat: int) -> None:
    """Free, and with something to mend, to put out, to gloat over."""
    free(table, seat)
    table["helots"]["bleeding"][seat] = table["helots"]["flaming"][seat] = table["command_round"]["gloat_open"] = 1
    table["helots"]["health"][seat, Pile.LEFT_UPPER] = 0


def captor(table: Any, seat: int) -> None:
    """Rich, and holding the next helot, wherever that stands."""
    free(table, seat)
    other = int(table["lanistas"]["next_clockwise"][seat])
    table["helots"]["holds"][seat], table["helots"]["held_by"][other] = other, seat


def armed(table: Any, seat: int) -> None:
    """Free, and with a weapon drawn: which one depends on the coins in the crowd."""
    free(table, seat)
    table["helots"]["weapon"][seat], table["helots"]["armed"][seat] = int(table["crowd_pile"]) % WEAPONS, 1
    table["command_round"]["handled"] = 2


def left_alone(table: Any, seat: int) -> None:
    """As it was played."""


@cache
def commands() -> list[Session]:
    """Moments of many bouts at which a command is asked for."""
    found = []
    for case in range(CASES):
        rng = np.random.default_rng(case)
        session = Session(NEXUS, NEXUS.read_options(**variety(case)), seed=case)
        for number in range(DECISIONS):
            if session.is_over:
                break
            if number % EVERY == 0 and session.seat >= 0 and session.bout["table"]["request"]["question"] == 0:
                found.append(Session.at(NEXUS, session.rows))
            session.act(int(rng.choice(np.flatnonzero(session.mask))))
    return found


@pytest.mark.parametrize("change", [left_alone, rich, poor, free, troubled, captor, armed])
def test_a_command_is_legal_exactly_where_no_check_of_its_row_fires(change: Callable[[Any, int], None]) -> None:
    found = {True: 0, False: 0}
    for played in commands():
        rows, seat = played.rows, played.seat
        change(np.asarray(rows)[0]["table"], seat)
        session = Session.at(NEXUS, rows)
        world, legal = np.asarray(session.rows)[0], session.mask
        eye = Eye(world, seat)
        for action in range(len(legal)):
            row = ROWS[action]
            fires = [reason for check in CHECKS.get(row, ()) if (reason := check(eye, action - row, action))]
            if legal[action]:
                assert not fires, (NEXUS.actions[action], fires)
            else:
                reason = why_not(world, seat, action)
                assert reason.endswith((".", "?")) and FALLBACK not in reason, (NEXUS.actions[action], reason)
            found[bool(legal[action])] += 1
    assert min(found.values()) > 100


# --- one condition ----------------------------------------------------------------------------------------------------

DUEL = """
    .  .  .  .  .
    .  .  .  .  .
    .  .  1v .  .
    .  c  0^ u  .
    .  .  .  .  .
"""
FAR = DUEL.replace("1v", ". ").replace("    .  .  .  .  .\n", "    1v .  .  .  .\n", 1)
HELD = "helots.0 holds=1; helots.1 held_by=0"
TURNED = "command_round rotation_direction=-1 rotations"
RICH, TOKENS, GLOAT = "lanistas.0 cred=1", "lanistas.0 command_tokens", "command_round gloat_open=1"
WALLED = "table squares=8/2#5/8/1c1u4/8/8/8/8"
ABLE = "helots.0 traits=5,5,5,5,5,5"
BOW = "helots.0 weapon=6 uses=1"


def health(overall: int, left_upper: int = 12) -> str:
    return f"helots.0 health=10,{left_upper},15,12,12,15,12,{overall}"


@pytest.mark.parametrize(
    ("drawing", "name", "lacking", "given", "expected"),
    [
        (DUEL, "move back", "command_round movement_points=1", "command_round movement_points=2", "costs 2 MP"),
        (DUEL, "move back", "helots.0 prone=1", "helots.0 prone=0", "is Prone and must stand up first"),
        (DUEL, "move back", HELD, "helots.0 holds=-1; helots.1 held_by=-1", "it may use Grapple Commands only"),
        (DUEL, "rotate left", f"{TURNED}=2", f"{TURNED}=1", "has already turned twice"),
        (DUEL, "rotate right", f"{TURNED}=1", f"{TURNED}=0", "must go the same way"),
        (DUEL, "standard attack", "command_round action_points=1", "command_round action_points=2", "costs 2 AP"),
        (FAR, "standard attack", "helots.1 x=1 y=1", "helots.1 x=3 y=3", "No helot stands in Front"),
        (DUEL, "wild attack forward", health(1), health(2), "must leave at least 1 Overall Condition"),
        (DUEL, "grapple", health(50, 0), health(50, 1), "It needs both upper limbs"),
        (DUEL, "push", "helots.0 traits=0,0,3", "helots.0 traits=0,0,4", "costs 4 Physicality; you have 3"),
        (DUEL, "elusive", f"{ABLE} elusive=1", f"{ABLE} elusive=0", "already in effect"),
        (DUEL, "talk shit first opponent", f"{ABLE}; helots.1 rattled=1", ABLE, "already rattled"),
        (DUEL, "win them over", f"{ABLE}; table crowd_pile=0", f"{ABLE}; table crowd_pile=1", "Crowd Pile is empty"),
        (DUEL, "mend", "helots.0 bleeding=0", "helots.0 bleeding=1", "is not bleeding"),
        (DUEL, "stop drop and roll", "helots.0 flaming=0", "helots.0 flaming=1", "is not on fire"),
        (
            DUEL,
            "gloat",
            f"{GLOAT} gloated=1",
            f"{GLOAT} gloated=0",
            "already gloated in this Command Round",
        ),
        (
            DUEL,
            "token to action",
            f"{TOKENS}=0",
            f"{TOKENS}=1",
            "no Command token left",
        ),
        (DUEL, "crush", "helots.0 holds=-1", HELD, "holds nobody"),
        (DUEL, "clinch", f"{HELD}; {RICH}", f"{health(49)} holds=1; helots.1 held_by=0; {RICH}", "is full"),
        (DUEL, "drag forward", f"{HELD}; {WALLED}", HELD, "no room for both helots"),
        (DUEL, "destroy crate", "helots.0 facing=east", "helots.0 facing=west", "No crate stands in Front"),
        (DUEL, "knock over forward", "helots.0 facing=west", "helots.0 facing=east", "No upright brazier"),
        (DUEL, "draw weapon", "helots.0 weapon=0 armed=1 uses=1", "helots.0 weapon=0 uses=1", "is already drawn"),
        (DUEL, "aim wild first opponent", f"{BOW} armed=1 facing=south", f"{BOW} armed=1", "is not in sight"),
        (DUEL, "aim wild first opponent", BOW, f"{BOW} armed=1", "The weapon is not drawn"),
    ],
)
def test_what_the_reason_names_is_all_that_is_missing(
    drawing: str, name: str, lacking: str, given: str, expected: str
) -> None:
    """The same position with that one condition mended: the command is legal."""
    without, mended = (Session.at(NEXUS, position.read(NEXUS, f"{drawing}\n{more}")) for more in (lacking, given))
    assert not without.mask[NUMBERS[name]] and mended.mask[NUMBERS[name]]
    assert expected in why_not(without.known_to(0), 0, NUMBERS[name])


def test_a_weapon_that_costs_nothing_is_drawn_once_in_a_round() -> None:
    """A ruling of the project (R-290); no weapon of the stock is free."""
    rows = position.read(NEXUS, f"{DUEL}\nhelots.0 weapon=0 uses=1; command_round handled=1")
    rows["options"]["weapons"]["cost"][0, 0] = 0
    session = Session.at(NEXUS, rows)
    assert "drawn once and stored once" in why_not(session.known_to(0), 0, NUMBERS["draw weapon"])
    rows["table"]["command_round"]["handled"] = 0
    assert Session.at(NEXUS, rows).mask[NUMBERS["draw weapon"]]


def test_a_card_that_could_do_nothing_stays_in_the_hand(tmp_path: Path) -> None:
    """R-348: there is nothing to win from an empty Crowd Pile."""
    table = with_cards(tmp_path, ("own round", 'do = "gain cred", amount = 4'))
    table.table.crowd_pile = 0
    number = NUMBERS["play card 1"]
    assert why_not(np.asarray(table.rows)[0], 0, number) == "The card would do nothing now (R-348)."
    table.table.crowd_pile = 1
    assert Session.at(NEXUS, table.rows).mask[number]
    table.lanista(0).hand = 0
    assert why_not(np.asarray(table.rows)[0], 0, number) == "You do not hold this card (R-348)."


# --- the rules in plain Python ----------------------------------------------------------------------------------------


@pytest.mark.skipif(PLAIN, reason="there the rules run in plain Python anyway")
def test_the_words_ask_the_rules_themselves_and_compile_nothing() -> None:
    """The same source as what the mask is made of, with none of its machine code."""
    words = Path(str(asked_rules.__file__)).parent.glob("*.py")
    asked = {
        name for path in words for name in re.findall(r"(?<![.`\w])rules\.(\w+)", path.read_text(encoding="utf-8"))
    }
    rules = {name: getattr(asked_rules, name) for name in asked}
    assert len(rules) > 40
    for name, rule in rules.items():
        compiled = getattr(import_module(rule.__globals__["__name__"]), name)
        assert compiled.py_func.__code__ is rule.__code__
        called = [rule.__globals__.get(other) for other in rule.__code__.co_names]
        assert not any(hasattr(one, "py_func") for one in called), name
