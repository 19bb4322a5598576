"""Checks of the views of a game and of its board in the terminal. They need the packages of the extra `serve`."""

import asyncio
import json
from typing import Any

import numpy as np
from rich.errors import MarkupError, StyleSyntaxError
from textual.widgets import Static

from nexus_env.contract.game import Game
from nexus_env.contract.view import COMMAND
from nexus_env.core.privacy import may_know
from nexus_env.core.session import Session
from nexus_env.frontends.terminal import drawing
from nexus_env.frontends.terminal.app import PlayApp
from nexus_env.frontends.terminal.screens import Cover, Warned
from nexus_env.kit.tape import CHANCE
from nexus_env.play.autosave import AutosavedBout
from nexus_env.players.any_legal import AnyLegal
from nexus_env.testing.extent import Extent
from nexus_env.testing.faults import expect, fault
from nexus_env.text import transcript
from nexus_env.text.grid import grid_of

MOST_KEYS = 3000  # pressed in one bout
LOOKED_AT = 400  # decisions of a bout that is seen by everybody
BOUTS = 3
WIDTH = 20  # of a panel, in letters


def check_views(game: Game, extent: Extent) -> tuple[int, int]:
    """Check that views and happenings are JSON, and that a reaction can be declined by the command that its view names.

    Returns the number of kinds of questions that can be declined, and the number of questions for a command.
    """
    declined, commands = set(), 0
    rng = np.random.default_rng(2)
    for seed in range(BOUTS if extent.compared else 1):
        session = Session(game, game.read_options(**game.trial.hidden), seed=seed)
        for turn in range(LOOKED_AT if extent.compared else extent.decisions):
            if session.is_over:
                break
            place = f"words.view, seed {seed}, decision {turn}"
            _are_json(game, session, place)
            legal = session.legal()
            if (seat := session.seat) != CHANCE:
                asked = game.words.view(session.known_to(seat), seat)["question"]
                commands += asked["name"] == COMMAND
                if "decline" in asked:
                    found = f"{asked['decline']!r} of the question {asked['name']!r}"
                    good = asked["decline"] in legal and asked["name"] != COMMAND
                    expect(good, f"{place}, decline", found, "a legal command, and no question for one")
                    declined.add(asked["name"])
            session.act(int(rng.choice(list(legal.values()))))
    expect(commands, "words.view, question", f"none named {COMMAND!r}", "one in each turn of a seat")
    return len(declined), commands


def _are_json(game: Game, session: Session, place: str) -> None:
    """Check that all views can be sent as JSON: plain numbers and texts, none of NumPy's."""
    viewers = [None, *range(int(session.rows["table"]["seats"][0]))]
    shown: list[tuple[str, Any]] = [("open_view", game.words.open_view(session.rows[0]))]
    shown += [(f"seen by {viewer}", game.words.view(session.known_to(viewer), viewer)) for viewer in viewers]
    if may_know(session.rows[0], None):
        shown.append(("happened", list(game.words.happened(session.rows[0]))))
    for what, value in shown:
        try:
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise fault(f"{place}, {what}", error, "values of JSON: plain numbers, texts, lists and dicts") from error


def check_drawing(game: Game, *, tall: bool) -> None:
    """Check that every cell and every piece is drawn in the terminal, and that all lines have the same width."""
    session = Session(game, game.read_options(**game.trial.short), seed=3)
    seen, look = game.words.view(session.known_to(0), 0), game.words.look()
    cells = seen["board"]["cells"]
    if cells:
        drawn = drawing.board(seen, look, [cell["id"] for cell in cells], tall=tall)
        lines = drawn.plain.splitlines()
        of_a_cell = 2 if tall and len(grid_of(cells).rows) <= drawing.TALL_LINES else 1
        count = drawn.plain.count("[")
        expect(count == len(cells) * of_a_cell, "terminal, board", f"{count} cells", len(cells) * of_a_cell)
        widths = {len(line) for line in lines}
        expect(len(widths) == 1, "terminal, board", f"lines of {sorted(widths)} letters", "lines of one width")
        for piece in seen["board"]["pieces"]:
            found = f"no {piece['symbol']!r}, the symbol of {piece['id']!r}"
            expect(piece["cell"] is None or piece["symbol"] in drawn.plain, "terminal, board", found, "each piece")
    try:
        panels = drawing.panels(seen, look, ["you", *["other"] * (len(seen["seats"]) - 1)], WIDTH)
    except (MarkupError, StyleSyntaxError) as error:
        raise fault("words.look", error, "styles of Rich") from error
    expect(panels.plain.count("\n") >= 1, "terminal, panels", repr(panels.plain), "a panel for each seat")


def check_terminal(game: Game, players: tuple[str, ...]) -> None:
    """Play a whole bout in the terminal by keys alone, with covers if two people share the keyboard, and replay its
    transcript.

    Args:
        game: the game.
        players: for each seat, "me" for a person, or anything else for a random player.
    """
    people = [seat for seat, name in enumerate(players) if name == "me"]
    passing = {flag.name: people for flag in game.flags if flag.kind == "people"}
    kept = AutosavedBout(game, {"seats": len(players), **game.trial.short, **passing}, seed=5, players=players)
    app = PlayApp(kept, {seat: AnyLegal() for seat in range(len(players)) if seat not in people}, delay=0)
    rng = np.random.default_rng(1)

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
                    _check_mark(game, kept, app)
                    await pilot.press(*["down"] * int(rng.integers(4)), "enter")
            await pilot.pause()
            expect(not app.failure, "terminal", f"the failure {app.failure}", "a bout")
            expect(kept.session.is_over, "terminal", f"a bout of {MOST_KEYS} keys", "a shorter one from `trial.short`")
            shown, wanted = str(app.query_one("#question", Static).render()), game.words.question(kept.session.bout)
            expect(shown.startswith(wanted), "terminal, the end of the bout", repr(shown), repr(wanted))

    asyncio.run(play())
    check_transcript(game, transcript.write(kept.transcript))


def _check_mark(game: Game, kept: AutosavedBout, app: PlayApp) -> None:
    """Check that the question is marked as a reaction if and only if it is one."""
    seat = kept.session.seat
    asked = game.words.view(kept.session.known_to(seat), seat)["question"]
    shown = str(app.query_one("#question", Static).render())
    wanted = "a REACT: exactly where `decline` is given"
    expect(shown.startswith("REACT: ") == ("decline" in asked), "terminal, question", repr(shown), wanted)


def check_transcript(game: Game, text: str) -> None:
    """Check that the transcript of a whole bout is read and replayed to its end."""
    over = transcript.replay(game, transcript.read(text)).is_over
    expect(over, "transcript", "a replay that is not over", "the whole bout")
