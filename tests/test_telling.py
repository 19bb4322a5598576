"""What people are told of a bout: a walk is one entry, in every text that they read."""

import re
from pathlib import Path
from typing import Any

import pytest
from games import GAMES
from page_modules import PAGE, computed, needs_node
from test_terminal import drive, ready
from textual.pilot import Pilot
from textual.widgets import RichLog

from nexus_env.cli.main import main
from nexus_env.contract.game import Game
from nexus_env.frontends.table.host import Host
from nexus_env.frontends.terminal.app import PlayApp
from nexus_env.play.autosave import AutosavedBout
from nexus_env.players.agents_by_name import find_loader
from nexus_env.text import transcript
from nexus_env.text.telling import PlayedTurn, entries, step_of

Capture = pytest.CaptureFixture[str]
REAL = {name: game for name, game in GAMES.items() if name != "toy"}
TURNS, FEW = 120, 60
SIZES = [(80, 24), *(pytest.param(size, marks=pytest.mark.long) for size in [(100, 60), (140, 45)])]
MOVES = re.compile(r"(.+) (?:moves to|is at) \(|(player_\d): move ")  # whose step a line tells


def step(command: str, text: str, cell: str, who: str = "player_0", **more: Any) -> PlayedTurn:
    """A decision that only moves a piece; `more` are further fields of what happened."""
    return PlayedTurn(who, command, [{"event": "move", "text": text, "cells": [cell], "units": ["u"], **more}])


def deed(cell: str, unit: str = "Gata", **more: Any) -> PlayedTurn:
    """A step that its sentence reports."""
    return step(f"space {cell}", f"{unit} moves to {cell}.", cell, role="deed", **more)


FORWARD = [
    step("move forward", "  player_0 is at (2,6).", "2,6"),
    step("move forward", "  player_0 is at (2,5).", "2,5"),
    step("move left", "  player_0 is at (1,5).", "1,5"),
]


def test_a_walk_is_told_once_in_both_ways() -> None:
    assert entries(FORWARD) == [("player_0: 2 x move forward, move left", ["  player_0 is at (1,5)."])]
    assert entries([deed("(0,1)"), deed("(0,2)")]) == [("Gata moves to (0,1), (0,2).", [])]
    assert entries(FORWARD[:1]) == [("player_0: move forward", ["  player_0 is at (2,6)."])]


@pytest.mark.parametrize(
    "other",
    [
        deed("(0,2)", "Maximus"),
        deed("(0,2)", roll={"purpose": "", "faces": ["1"], "sides": 6}),
        deed("(0,2)", units=["Gata", "Maximus"]),
        deed("(0,2)", cells=[]),
        step("space (0,2)", "Gata moves to (0,2).", "(0,2)", "player_1", role="deed"),
        PlayedTurn("player_0", "end"),
        PlayedTurn("player_0", "space (0,2)", deed("(0,2)").happened, comment="well"),
    ],
)
def test_what_is_no_further_step_has_its_own_entry(other: PlayedTurn) -> None:
    """Of another piece or player, with a roll, with a comment, without a place."""
    walk = [deed("(0,0)"), deed("(0,1)")]
    told = entries([*walk, other, deed("(0,3)")])
    assert told[0] == ("Gata moves to (0,0), (0,1).", []) and len(told) == 3
    assert told[1].head and told[2] == ("Gata moves to (0,3).", [])


def test_what_nobody_hears_of_does_not_end_a_walk() -> None:
    assert len(entries([deed("(0,0)"), PlayedTurn("player_1", ""), deed("(0,1)")])) == 1


@needs_node
def test_the_page_joins_the_same_walks() -> None:
    turns = [*FORWARD, deed("(0,1)"), deed("(0,2)"), deed("(0,3)", "Maximus"), PlayedTurn("player_0", "end")]
    events = [
        {"cursor": n, "kind": "turn", "seat": turn.who, "command": turn.command, "happened": turn.happened}
        for n, turn in enumerate(turns)
    ]
    script = "one0.entriesOf(given).map((walk) => [walk.length, one0.joined(walk).happened.map(({text}) => text)])"
    of_page = computed(script, PAGE / "steps_told.js", given=events)
    assert [length for length, _ in of_page] == [3, 2, 1, 1]
    told = entries(turns)
    assert [texts for _, texts in of_page] == [told[0].lines, [told[1].head], [told[2].head], []]


# --- each text that people read ---------------------------------------------------------------------------------------


def recorded(game: Game, file: Path | None = None) -> AutosavedBout:
    """A bout of two greedy players."""
    agent = find_loader()("greedy", game)
    kept = AutosavedBout(game, {}, seed=3, players=("greedy", "greedy"), file=file)
    while len(kept.turns) < TURNS and not kept.session.is_over:
        kept.act(kept.choose(agent))
    return kept


def steps_of(kept: AutosavedBout) -> int:
    """How many turns of a bout are steps."""
    session, found = kept.begun_anew(), 0
    for action in kept.actions:
        session.act(action)
        found += step_of(PlayedTurn("", "", kept.game.words.happened(session.bout))) is not None
    return found


def check_walks(lines: list[str]) -> None:
    """No line tells a step of the one whose step the line before told; but some tell several."""
    told = [found and (found[1] or found[2]) for found in map(MOVES.match, lines)]
    again = [line for line, one, other in zip(lines[1:], told, told[1:], strict=False) if one and one == other]
    assert not again
    assert any(re.search(r"\), \(|\d x move|move .*, move ", line) for line in lines), lines


@pytest.mark.parametrize("game", REAL.values(), ids=REAL)
def test_watch_and_replay_tell_a_walk_once(game: Game, tmp_path: Path, capsys: Capture) -> None:
    """The file keeps every turn."""
    file = tmp_path / "bout.txt"
    words = ["--game", game.name, "--seed", "3", "--delay", "0", "--steps", str(TURNS), "--record", str(file)]
    assert main(["watch", "greedy", "greedy", *words]) == 0
    watched = capsys.readouterr().out.splitlines()
    check_walks(watched)
    assert len(transcript.read(file.read_text(encoding="utf-8")).turns) == TURNS
    assert main(["replay", str(file)]) == 0
    check_walks(capsys.readouterr().out.splitlines())


def test_watch_names_what_a_command_numbers(capsys: Capture) -> None:
    words = ["--seed", "3", "--delay", "0", "--steps", "30"]
    assert main(["watch", "greedy", "greedy", *words]) == 0
    told = capsys.readouterr().out
    assert "keep card Weighted Dice" in told and not re.search(r"(card|lanista|motivation) \d+$", told, re.MULTILINE)


@pytest.mark.parametrize("game", REAL.values(), ids=REAL)
def test_the_log_of_a_real_table_tells_a_walk_once(game: Game, capsys: Capture) -> None:
    kept = recorded(game)
    host = Host(kept, {}, pause=False)
    host._tell("log", str(TURNS))
    told = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert 0 < len(told) < TURNS - steps_of(kept) // 4
    check_walks(told)


@pytest.mark.parametrize("game", REAL.values(), ids=REAL)
@pytest.mark.parametrize("size", SIZES)
def test_the_log_of_the_terminal_tells_a_walk_once(game: Game, size: tuple[int, int]) -> None:
    """What is drawn, too; and the log that is written anew is the same as the one that grew."""
    kept = AutosavedBout(game, {}, seed=3, players=("me", "greedy"), file=None)
    agent = find_loader()("greedy", game)
    app = PlayApp(kept, {1: agent}, delay=0)

    async def script(pilot: Pilot[None]) -> None:
        await ready(app, pilot)
        while len(kept.turns) < FEW and not kept.session.is_over:
            app.act(kept.choose(agent))
            await ready(app, pilot)
        log = app.query_one(RichLog)
        grown = [line.text.rstrip() for line in log.lines]
        check_walks(joined(grown))
        assert log.virtual_size.height == len(log.lines)
        shown = [log.render_line(y).text.rstrip() for y in range(log.scrollable_content_region.height)]
        top = int(log.scroll_offset.y)
        assert shown == grown[top : top + len(shown)], "a line that is no longer in the log is drawn"
        app._tell_all()
        await pilot.pause()
        assert [line.text.rstrip() for line in log.lines] == grown

    drive(app, script, size)


def joined(lines: list[str]) -> list[str]:
    """Sentences, where lines were too short for them."""
    return re.sub(r"(?<![.\])-])\n(?=[a-z(])|(?<=,)\n", " ", "\n".join(lines)).splitlines()
