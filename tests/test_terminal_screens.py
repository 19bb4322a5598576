"""The terminal app on screens of several sizes, and what it calls the players."""

from functools import partial
from typing import Any

import pytest
from games import GAMES, every_game
from test_terminal import drive, log_of, ready, text_of
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from nexus_env.contract.game import Game
from nexus_env.contract.view import Cell
from nexus_env.core.session import Session
from nexus_env.frontends.terminal.app import PlayApp
from nexus_env.frontends.terminal.commands import TypedChoice
from nexus_env.frontends.terminal.naming import Naming, about_you
from nexus_env.games.nexus import NEXUS
from nexus_env.play.autosave import AutosavedBout
from nexus_env.players.agents_by_name import find_loader

SIZES = [(80, 24), (100, 60), (140, 45)]
SHOWN = 3  # commands at once, at least
DECISIONS = 12


def app_of(game: Game, seats: int = 2, **options: Any) -> PlayApp:
    """A bout of a person against greedy."""
    many = {"seats": seats} if seats > 2 else {}
    players = ("me", *["greedy"] * (seats - 1))
    kept = AutosavedBout(game, {**many, **options}, seed=5, players=players, file=None)
    return PlayApp(kept, dict.fromkeys(range(1, seats), find_loader()("greedy", game)), delay=0)


@every_game
def test_prompt_and_commands_are_on_every_screen(game: Game) -> None:
    """However large the board is: it scrolls to what is highlighted."""
    for size in SIZES:
        app = app_of(game)

        async def script(pilot: Pilot[None], app: PlayApp = app, size: tuple[int, int] = size) -> None:
            await ready(app, pilot)
            for _ in range(DECISIONS):
                await pilot.pause()
                prompt, listed = app.query_one(Input).region, app.query_one(OptionList).region
                question, board = app.query_one("#question").region, app.query_one("#window").region
                assert prompt.height == 1 and listed.height >= SHOWN and listed.bottom < size[1], (size, listed)
                assert question.height > 0 and question.bottom <= prompt.y
                if board:
                    assert app.query_one("#panels").region.width >= 30 and board.bottom <= question.y
                    assert board.height >= min(7, app.query_one("#board").region.height), (size, board)
                await pilot.press("enter")
                await ready(app, pilot)
                if app.kept.session.is_over:
                    break

        drive(app, script, size)


@pytest.mark.parametrize(
    ("seats", "size"),
    [
        (4, SIZES[0]),
        *(pytest.param(4, size, marks=pytest.mark.long) for size in SIZES[1:]),
        *(pytest.param(3, size, marks=pytest.mark.long) for size in SIZES),
    ],
)
def test_all_players_are_on_every_screen(seats: int, size: tuple[int, int]) -> None:
    """No line of their panels is below the screen, and the commands keep their room."""
    app = app_of(NEXUS, seats)

    async def script(pilot: Pilot[None]) -> None:
        await ready(app, pilot)
        for _ in range(DECISIONS):
            await pilot.pause()
            panels, listed = app.query_one("#panels").region, app.query_one(OptionList).region
            told = text_of(app, "#panels").splitlines()
            assert len(told) <= panels.height and panels.bottom <= app.query_one("#question").region.y
            assert listed.height >= SHOWN and listed.bottom < size[1], listed
            for name in app.naming.names:
                assert any(name in line for line in told)
            await pilot.press("enter")
            await ready(app, pilot)

    drive(app, script, size)


def passed(choice: TypedChoice) -> TypedChoice:
    """What it gets."""
    return choice


def cells_of(game: Game) -> list[Cell]:
    """The cells of a game's board, as anybody sees it."""
    session = Session(game, game.read_options(), seed=1)
    return game.words.view(session.known_to(None), None)["board"]["cells"]


def test_the_board_scrolls_to_the_highlighted_cells_and_by_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    game = max(GAMES.values(), key=lambda game: len(cells_of(game)))
    cells = sorted(cells_of(game), key=lambda cell: cell["at"][1])
    app = app_of(game)

    async def script(pilot: Pilot[None]) -> None:
        await ready(app, pilot)
        window = app.query_one("#window")
        for cell in (cells[0]["id"], cells[-1]["id"]):
            lit = TypedChoice(0, "", "", "", cells=(cell,))
            monkeypatch.setattr(app, "_highlighted", partial(passed, lit))
            app.draw()
            await pilot.pause()
            rows = text_of(app, "#board").splitlines()
            line = next(number for number, row in enumerate(rows) if "[" in row)
            assert window.scroll_y <= line < window.scroll_y + window.region.height
        below = window.scroll_y
        await pilot.press("ctrl+up")
        await pilot.pause()
        assert window.scroll_y < below

    drive(app, script, (80, 24))


def test_the_only_person_is_you_and_agents_have_their_names() -> None:
    """In the log, the question and the bar; cards have their names."""
    app = app_of(NEXUS, auto_pass=[0], cycle_limit=3)

    async def script(pilot: Pilot[None]) -> None:
        await ready(app, pilot)
        told = ""
        while not app.kept.session.is_over:
            told += text_of(app, "#question") + text_of(app, "#bar")
            plays = [choice.words for choice in app.commands.legal if choice.words.startswith("play card")]
            await pilot.press(*(plays or [""])[0], "enter")
            await ready(app, pilot)
        log = log_of(app)
        assert "player_" not in told + log, [line for line in (told + log).splitlines() if "player_" in line]
        assert "You lose" in log and "Greedy" in log and "Your Command Round" in log
        played = [turn for turn in app.kept.turns if turn.words.startswith("play card")]
        assert played and "play card" in log
        assert not any(part.strip()[:1].isdigit() for part in log.split("play card")[1:]), "a number for a card"

    drive(app, script, (200, 50))


def test_two_people_are_called_by_their_seats() -> None:
    naming = Naming(["me", "greedy", "me", "greedy"], [1, 3])
    assert naming.names == ["player_0", "greedy 1", "player_2", "greedy 3"]
    assert naming.told("player_0 loses 2 Cred to player_3.") == "player_0 loses 2 Cred to greedy 3."


def test_what_is_told_about_you_is_english() -> None:
    """A verb after "you" has no ending, and what is its own is yours."""
    naming = Naming(["greedy", "me"], [0])
    for sentence, told in {
        "player_1: move forward": "You: move forward",
        "  player_1 is at (2,6).": "  You are at (2,6).",
        "  player_1's Instinct rises by 1.": "  Your Instinct rises by 1.",
        "- player_1's Command Round, ratio die 4 -": "- Your Command Round, ratio die 4 -",
        "player_1 splits its command points.": "You split your command points.",
        "  player_0 loses 3 Cred to player_1.": "  Greedy loses 3 Cred to you.",
        "player_0 and player_1 share the win.": "Greedy and you share the win.",
        "hEXx3r declares Gotcha! at Maximus.": "hEXx3r declares Gotcha! at Maximus.",
    }.items():
        assert naming.told(sentence) == told
    for verb, base in {
        "loses": "lose",
        "catches": "catch",
        "passes": "pass",
        "carries": "carry",
        "has": "have",
    }.items():
        assert about_you(verb) == base
