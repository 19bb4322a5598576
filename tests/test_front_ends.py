"""The terminal and the real table of every game, and of the board that it shows: squares, hexagons, or none."""

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from games import GAMES, HIDES, any_game
from textual.widgets import Static

from nexus_env.contract.game import Game
from nexus_env.contract.view import COMMAND, Board, Cell, turned
from nexus_env.contract.words import ReachedCell
from nexus_env.core.session import Session
from nexus_env.frontends.table import cards, dice
from nexus_env.frontends.table.dealer import dealt_apart
from nexus_env.frontends.table.host import Host
from nexus_env.frontends.terminal import drawing
from nexus_env.frontends.terminal.app import PlayApp
from nexus_env.frontends.terminal.commands import Panel
from nexus_env.frontends.terminal.screens import Cover, Warned
from nexus_env.kit.tape import CHANCE
from nexus_env.play.autosave import AutosavedBout
from nexus_env.players.agents_by_name import find_loader
from nexus_env.players.any_legal import AnyLegal
from nexus_env.text import transcript
from nexus_env.text.grid import grid_of
from nexus_env.text.outlook import outlook

MOST_KEYS, MOST_ENTRIES = 3000, 20_000


def rival(game: Game) -> Any:
    """An agent that plays any game."""
    return find_loader()("random", game)


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
    session = Session(game, game.read_options(**HIDES[game.name].SHORT), seed=3)
    seen, look = game.words.view(session.known_to(0), 0), game.words.look()
    drawn = drawing.board(seen, look, [cell["id"] for cell in seen["board"]["cells"]], tall=tall)
    lines, cells = drawn.plain.splitlines(), seen["board"]["cells"]
    of_a_cell = 2 if tall and len(grid_of(cells).rows) <= drawing.TALL_LINES else 1
    assert drawn.plain.count("[") == len(cells) * of_a_cell and len({len(line) for line in lines}) == 1
    for piece in seen["board"]["pieces"]:
        assert piece["cell"] is None or piece["symbol"] in drawn.plain
    assert drawing.panels(seen, look, ["you", "other"], 20).plain.count("\n") >= 1


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
    """By a command that is legal, in no turn of its own."""
    declined, commands = set(), 0
    rng = np.random.default_rng(2)
    for seed in range(3):
        session = Session(game, game.read_options(), seed=seed)
        for _ in range(400):
            if session.is_over:
                break
            legal = session.legal()
            if (seat := session.seat) != CHANCE:
                asked = game.words.view(session.known_to(seat), seat)["question"]
                commands += asked["name"] == COMMAND
                if "decline" in asked:
                    assert asked["decline"] in legal and asked["name"] != COMMAND
                    declined.add(asked["name"])
            session.act(int(rng.choice(list(legal.values()))))
    assert declined and commands


# --- the terminal -----------------------------------------------------------------------------------------------------


@any_game
@pytest.mark.parametrize("players", [("me", "random"), ("me", "me")])
def test_a_whole_bout_is_played_in_the_terminal(game: Game, players: tuple[str, ...], tmp_path: Path) -> None:
    """By keys alone, behind covers where two people sit at one keyboard; what is kept is a bout like any other."""
    people = [seat for seat, name in enumerate(players) if name == "me"]
    passing = {flag.name: people for flag in game.flags if flag.kind == "people"}
    options = {"seats": 2, **HIDES[game.name].SHORT, **passing}
    kept = AutosavedBout(game, options, seed=5, players=players, file=tmp_path / "bout.txt")
    agents = {seat: rival(game) for seat in range(2) if seat not in people}
    app, rng = PlayApp(kept, agents, delay=0), np.random.default_rng(1)

    def is_marked() -> bool:
        """As a reaction the question is marked if it is one, and no other question."""
        seat = kept.session.seat
        asked = game.words.view(kept.session.known_to(seat), seat)["question"]
        shown = str(app.query_one("#question", Static).render())
        return shown.startswith("REACT: ") == ("decline" in asked)

    async def play() -> None:
        async with app.run_test(size=(100, 34)) as pilot:
            for _ in range(MOST_KEYS):
                await pilot.pause()
                if kept.session.is_over or app.failure:
                    break
                if isinstance(app.screen, Cover):
                    await pilot.press("enter")
                elif isinstance(app.screen, Warned):
                    await pilot.press("y")
                elif app.commands:
                    assert is_marked()
                    await pilot.press(*["down"] * int(rng.integers(4)), "enter")
            await pilot.pause()
            assert not app.failure and kept.session.is_over
            shown = str(app.query_one("#question", Static).render())
            assert shown.startswith(game.words.question(kept.session.bout))

    asyncio.run(play())
    read = transcript.read((tmp_path / "bout.txt").read_text(encoding="utf-8"))
    assert transcript.replay(game, read).is_over


# --- the real table ---------------------------------------------------------------------------------------------------


class People:
    """All who sit at a table: they roll, choose any number of a list, and tell which cards the AI is dealt."""

    def __init__(self, kept: AutosavedBout, host: Host, seed: int) -> None:
        self.kept, self.host, self.rng = kept, host, np.random.default_rng(seed)
        self.left, self.told = MOST_ENTRIES, 0

    def __call__(self, prompt: str) -> str:
        """What somebody types."""
        self.left -= 1
        if not self.left:
            raise EOFError
        if "numbers, " in prompt or "the card's number: " in prompt:  # a card that the AI is dealt, or that it draws
            self.told += 1
            known = cards.facts(self.host.dealer.hands, self.host.dealer.told)
            free = [card for card in range(len(self.host.dealer.hands.titles)) if card not in known]
            return str(1 + int(self.rng.choice(free)))
        if "in its row? " in prompt:
            return str(1 + int(self.rng.integers(int(prompt.split(" in its row")[0].split()[-1]))))
        if "[Enter]" in prompt:
            return ""
        if self.kept.session.seat == CHANCE:
            faces = [list(die.answers)[self.rng.integers(len(die.answers))] for die in dice.throw(self.kept.session)]
            return " ".join(faces)
        return str(1 + int(self.rng.integers(len(self.host.offered)))) if self.host.offered else "?"


@any_game
def test_a_whole_bout_is_led_at_a_real_table(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With dice that people roll, and cards of which the program knows its own only."""
    options = {"seats": 2, **HIDES[game.name].SHORT}
    apart = dealt_apart(game, Session(game, game.read_options(**options), dictated=True).bout)
    players, file = ("person", "random"), tmp_path / "bout.txt"
    kept = AutosavedBout(game, options, seed=2, dictated=True, players=players, comment=apart, file=file)
    host = Host(kept, {1: rival(game)})
    people = People(kept, host, 2)
    monkeypatch.setattr("builtins.input", people)
    host.run()
    assert kept.session.is_over and people.told
    read = transcript.read(file.read_text(encoding="utf-8"))
    assert transcript.replay(game, read).is_over and read.comment == apart
    said = capsys.readouterr().out
    assert "player_1 (AI): " in said and game.words.question(kept.session.bout) in said
