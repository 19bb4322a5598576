"""The terminal and the real table of every game, and of the board that it shows: squares, hexagons, or none."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from games import GAMES, any_game
from textual.widgets import Static

from nexus_env.contract.game import Game
from nexus_env.contract.view import Board, Cell, turned
from nexus_env.contract.words import ReachedCell, TerminalLook
from nexus_env.core.session import Session
from nexus_env.frontends.terminal import drawing
from nexus_env.frontends.terminal.app import PlayApp
from nexus_env.frontends.terminal.commands import Panel
from nexus_env.play.autosave import AutosavedBout
from nexus_env.players.any_legal import AnyLegal
from nexus_env.testing import USUAL
from nexus_env.testing.front_ends import check_drawing, check_terminal, check_views
from nexus_env.testing.real_table import check_real_table
from nexus_env.text.grid import grid_of
from nexus_env.text.outlook import outlook


def square(name: str, x: float, y: float) -> Cell:
    return {"id": name, "at": (x, y), "kind": "floor"}


# --- the board --------------------------------------------------------------------------------------------------------


def test_squares_are_called_by_their_columns_and_lines() -> None:
    grid = grid_of([square(f"{'abc'[x]}{3 - y}", x, y) for y in range(3) for x in range(3) if (x, y) != (1, 1)])
    assert (grid.columns, grid.lines, grid.is_staggered) == (("a", "b", "c"), ("3", "2", "1"), False)
    assert [round(place) for place, _ in grid.rows[1]] == [0, 2], "a hole stays one"


def test_hexagons_stand_between_each_other_and_say_their_own_names() -> None:
    grid = grid_of([square("w", -1, 0), square("e", 1, 0), square("n", 0, -1.7), square("s", 0, 1.7)])
    assert grid.is_staggered and not grid.columns
    assert [[place for place, _ in row] for row in grid.rows] == [[0.5], [0, 1], [0.5]]


@any_game
@pytest.mark.parametrize("tall", [False, True])
def test_every_cell_and_every_unit_is_drawn_and_every_line_is_as_wide(game: Game, tall: bool) -> None:
    check_drawing(game, tall=tall)


def test_the_letters_of_the_legend_are_drawn_and_those_that_are_drawn_are_in_it() -> None:
    """Beside the names of cells, for all that lies on a cell, and not for what a piece covers."""
    toy = GAMES["toy"]
    view = toy.words.view(Session(toy, toy.read_options(), seed=3).known_to(0), 0)
    look = TerminalLook(letters={"ring": "o", "middle": "M", "fire": "F", "goal": "G", "covered": "C"})
    cells, pieces = view["board"]["cells"], view["board"]["pieces"]
    taken = {piece["cell"] for piece in pieces}
    free = [cell for cell in cells if cell["id"] not in taken and cell["kind"] == "ring"]
    free[0]["marks"] = ["fire goal"]
    next(cell for cell in cells if cell["id"] in taken)["marks"] = ["covered"]
    drawn = drawing.board(view, look).plain
    assert f"{free[1]['id']} o" in drawn and "mid M" in drawn and "FG" in drawn and "C" not in drawn
    assert drawing.legend(view, look).plain.split("  ") == [
        "M\u00a0middle",
        "F\u00a0fire",
        "G\u00a0goal",
        "o\u00a0ring",
    ]
    assert len({len(line) for line in drawn.splitlines()}) == 1


def test_the_health_of_pieces_is_in_the_panels() -> None:
    """Under the seat, unless its own meters say the same; that of nobody's pieces below all seats."""
    toy = GAMES["toy"]
    view = toy.words.view(Session(toy, toy.read_options(), seed=3).known_to(0), 0)
    first, second, *_ = view["board"]["pieces"]
    first["meters"] = [{"name": "health", "value": 2, "most": 4}]
    second["meters"] = [{"name": view["seats"][0]["meters"][0]["name"], "value": 8, "most": 9}]
    view["board"]["pieces"].append({**first, "id": "x", "name": "Beast", "owner": None, "cell": None})
    lines = drawing.panels(view, toy.words.look(), ["you", "other"], 20).plain.splitlines()
    assert f"  {first['name']} 2/4  " in lines and lines[-1] == "  Beast 2/4  " and "8/9" not in str(lines)


def test_a_board_is_turned_by_half_around_its_middle() -> None:
    """Cells, their corners and what looks somewhere; turned twice it is as it was."""
    square: Cell = {"id": "a", "at": (0.5, 0.5), "kind": "floor", "polygon": [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)]}
    other: Cell = {"id": "b", "at": (2.5, 1.5), "kind": "floor"}
    piece: Any = {"id": "p", "cell": "a", "facing": 270.0}
    board: Board = {"cells": [square, other], "pieces": [piece, {**piece, "facing": None}], "outline": [(0.5, -0.5)]}
    far = turned(board)
    assert [cell["at"] for cell in far["cells"]] == [(2.5, 1.5), (0.5, 0.5)]
    assert far["cells"][0]["polygon"] == [(3.0, 2.0), (2.0, 2.0), (2.0, 1.0)] and far["outline"] == [(-0.5, 0.5)]
    assert [one["facing"] for one in far["pieces"]] == [90.0, None]
    assert turned(far) == board


def test_the_terminal_turns_the_board_for_the_second_seat(tmp_path: Path) -> None:
    """And with F5 shows it as it is printed."""
    toy = GAMES["toy"]
    app = PlayApp(AutosavedBout(toy, {}, seed=3, players=("random", "me")), {0: AnyLegal()}, delay=0)
    session = app.kept.session
    printed = toy.words.view(session.known_to(1), 1)

    async def script() -> None:
        async with app.run_test() as pilot:
            await pilot.pause()
            shown = str(app.query_one("#board", Static).render())
            await pilot.press("f5")
            await pilot.pause()
            back = str(app.query_one("#board", Static).render())
            first = printed["board"]["cells"][1]["id"]
            assert shown.index(first) != back.index(first)

    asyncio.run(script())


def test_a_game_without_a_board_is_played_without_one() -> None:
    session = Session(GAMES["toy"], GAMES["toy"].read_options(bare=True))
    assert not drawing.board(GAMES["toy"].words.view(session.known_to(0), 0), GAMES["toy"].words.look())


def test_what_a_command_would_reach_is_told_in_words_before_it_is_given() -> None:
    """And lit on the board: what a page draws there."""
    session = Session(GAMES["toy"], GAMES["toy"].read_options(), seed=3)
    while not (moves := [one for one in Panel(session).legal if one.words.startswith("move")]):
        session.act(next(iter(session.legal().values())))
    assert "1 space within reach." in Panel(session).describe(moves[0]) and len(moves[0].cells) == 1
    sights = [ReachedCell("a", "reach"), ReachedCell("b", "blocked", "Ada: behind a wall"), ReachedCell("c", "clear")]
    assert outlook(sights) == "Ada: behind a wall; c: clear; 3 spaces within reach."
    assert outlook([]) == ""


@any_game
def test_whoever_may_only_react_is_told_how_to_decline(game: Game) -> None:
    """By a command that is legal, in no turn of its own; and all that is shown can be sent."""
    declined, commands = check_views(game, USUAL)
    assert declined and commands


@any_game
@pytest.mark.parametrize("players", [("me", "random"), ("me", "me")])
def test_a_whole_bout_is_played_in_the_terminal(game: Game, players: tuple[str, ...]) -> None:
    """By keys alone, behind covers where two people sit at one keyboard; what is kept is a bout like any other."""
    check_terminal(game, players)


@any_game
def test_a_whole_bout_is_led_at_a_real_table(game: Game) -> None:
    """With dice that people roll, and cards of which the program knows its own only."""
    assert check_real_table(game)
