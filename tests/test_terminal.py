"""`python -m nexus_env play`: the terminal app, led by Textual's pilot; `test_front_ends.py` leads it in every game."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
import toy
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, RichLog, Static
from textual.worker import WorkerCancelled

from nexus_env.cli import play
from nexus_env.cli.main import main
from nexus_env.frontends.terminal import drawing
from nexus_env.frontends.terminal.app import PlayApp
from nexus_env.frontends.terminal.screens import Consent, Cover, Page, Warned
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.words import offers
from nexus_env.kit.tape import PASS
from nexus_env.play.autosave import AutosavedBout
from nexus_env.players.agents_by_name import find_loader
from nexus_env.text import transcript

Capture = pytest.CaptureFixture[str]
GREEDY = find_loader()("greedy", NEXUS)
SMALL, LARGE = (80, 24), (120, 40)
MOST_STEPS = 10_000  # of agents, until a person is asked


def app_of(*players: str, file: Path | None = None, **options: Any) -> PlayApp:
    """A bout in which `me` is a person and everybody else greedy."""
    people = [seat for seat, name in enumerate(players) if name == "me"]
    kept = AutosavedBout(
        NEXUS, {"seats": len(players), "auto_pass": people, **options}, seed=5, players=players, file=file
    )
    return PlayApp(kept, {seat: GREEDY for seat in range(len(players)) if seat not in people}, delay=0)


def drive(app: PlayApp, script: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = SMALL) -> None:
    """Open the app and lead it by a script."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await script(pilot)

    asyncio.run(run())


async def ready(app: PlayApp, pilot: Pilot[None]) -> None:
    """Until a person is asked, or looks at a cover, or the bout is over."""
    for _ in range(MOST_STEPS):
        await settled(app, pilot)
        if app.commands or isinstance(app.screen, Cover) or app.kept.session.is_over:
            return
    raise AssertionError("nobody is asked")


async def settled(app: PlayApp, pilot: Pilot[None]) -> None:
    """Until the agent that is asked has decided, if one is, and the screen shows it."""
    with suppress(WorkerCancelled):  # the decision has asked the next agent
        await app.workers.wait_for_complete()
    await pilot.pause()


async def until_command(app: PlayApp, pilot: Pilot[None]) -> None:
    """The first of everything, until the person gives a command in its round."""
    await ready(app, pilot)
    while app.kept.session.bout["table"]["request"]["question"]:
        await pilot.press("enter")
        await ready(app, pilot)


def text_of(app: PlayApp, place: str) -> str:
    """What stands in a part of the screen."""
    return str(app.query_one(place, Static).render())


def log_of(app: PlayApp) -> str:
    return "\n".join(line.text for line in app.query_one(RichLog).lines)


def test_a_whole_bout_is_played_with_the_keyboard(tmp_path: Path) -> None:
    """Every choice by arrow keys and Enter; the transcript that is kept replays to its end."""
    app = app_of("me", "greedy", file=tmp_path / "bout.txt", cycle_limit=3)
    rng = np.random.default_rng(1)

    async def script(pilot: Pilot[None]) -> None:
        await ready(app, pilot)
        while not app.kept.session.is_over:
            await pilot.press(*["down"] * int(rng.integers(6)), "enter")
            await ready(app, pilot)
        assert text_of(app, "#question").startswith(("The bout is over.", "The cycle limit"))

    drive(app, script)
    read = transcript.read((tmp_path / "bout.txt").read_text(encoding="utf-8"))
    assert transcript.replay(NEXUS, read).is_over and read.players == ("me", "greedy")


def test_commands_are_found_by_typing_and_light_their_squares() -> None:
    app = app_of("me", "greedy")

    async def script(pilot: Pilot[None]) -> None:
        await until_command(app, pilot)
        await pilot.press(*"mov forw")
        await pilot.pause()
        choice = app._highlighted()
        assert choice is not None and choice.words.startswith("move forward")
        assert len(choice.cells) == 1
        assert "[" in text_of(app, "#board") and "Move one square" in text_of(app, "#meaning")
        await pilot.press("escape")
        assert not app.query_one(Input).value
        before = len(app.kept.turns)
        await pilot.press(*"move forward", "enter")
        await pilot.pause()
        assert app.kept.turns[before].words.startswith("move forward")

    drive(app, script)


def test_what_may_end_the_own_helot_is_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-060: each command says what it takes; Escape and N leave the bout as it is, Y carries the command out."""
    monkeypatch.setattr(offers, "may_end_own_helot", lambda eye, action: action == Action.END_ROUND)
    app = app_of("me", "greedy")

    async def script(pilot: Pilot[None]) -> None:
        await until_command(app, pilot)
        await pilot.press(*"end round")
        await pilot.pause()
        choice = app._highlighted()
        assert choice is not None and choice.cost and choice.may_end
        assert choice.cost in str(app.query_one(OptionList).get_option_at_index(1).prompt)
        before = len(app.kept.turns)
        for answer in ("escape", "n"):
            await pilot.press("enter")
            assert isinstance(app.screen, Warned)
            await pilot.press(answer)
            assert not isinstance(app.screen, Warned) and len(app.kept.turns) == before
        await pilot.press("enter", "y")
        await pilot.pause()
        assert app.kept.turns[before].words == "end round"

    drive(app, script)


def test_a_decision_is_taken_back(tmp_path: Path) -> None:
    """As often as there is one, with what the agents did since; the log, the list and the file are those of before."""
    app = app_of("me", "greedy", file=tmp_path / "bout.txt")

    async def script(pilot: Pilot[None]) -> None:
        await ready(app, pilot)
        await pilot.press("f4")
        assert not app.kept.turns, "there is nothing to take back"
        await until_command(app, pilot)
        await pilot.pause()
        before = (len(app.kept.turns), log_of(app), [choice.words for choice in app.commands.legal])
        for _ in range(3):  # the end of the round, with the round of greedy behind it, is one of them
            await pilot.press(*"end round", "enter")
            await ready(app, pilot)
        assert len(app.kept.turns) > before[0]
        while len(app.kept.turns) > before[0]:
            await pilot.press("f4")
            await ready(app, pilot)
            assert app.kept.session.seat == 0 and app.commands is not None
        await pilot.pause()
        assert (len(app.kept.turns), log_of(app), [choice.words for choice in app.commands.legal]) == before
        kept = transcript.read((tmp_path / "bout.txt").read_text(encoding="utf-8"))
        assert len(kept.turns) == before[0]

    drive(app, script)


def test_people_at_one_keyboard_take_back_what_the_others_agree_to() -> None:
    """Whoever has decided last asks; what is refused is not asked again, and the next decision may be."""
    app = app_of("me", "me")

    async def press(pilot: Pilot[None], *keys: str) -> None:
        await pilot.press(*keys)
        await ready(app, pilot)
        if isinstance(app.screen, Cover):
            await pilot.press("enter")
            await ready(app, pilot)

    async def script(pilot: Pilot[None]) -> None:
        await ready(app, pilot)
        await pilot.press("f4")
        assert not isinstance(app.screen, Consent), "there is nothing to take back"
        seats = []
        for _ in range(3):
            seats.append(app.kept.session.seat)
            await press(pilot, "enter")
        turns, told = len(app.kept.turns), log_of(app)
        assert set(seats) == {0, 1}
        await pilot.press("f4")
        assert isinstance(app.screen, Consent)
        text = str(app.screen.query_one(Static).render())
        assert f"player_{seats[-1]} asks" in text and f"consent of player_{1 - seats[-1]}" in text
        await press(pilot, "n")
        await pilot.press("f4")
        assert not isinstance(app.screen, Consent) and len(app.kept.turns) == turns, "it was refused"
        await press(pilot, "enter")
        assert len(app.kept.turns) > turns and log_of(app) != told
        await pilot.press("f4")
        await press(pilot, "y")
        assert len(app.kept.turns) == turns and log_of(app) == told
        await pilot.press("f4")
        assert not isinstance(app.screen, Consent), "what was refused stays"

    drive(app, script)


def test_a_pass_that_only_its_seat_knows_of_is_not_taken_back_between_people() -> None:
    """The question would tell the others that it was made."""
    met = 0
    for seed in range(20):
        kept = AutosavedBout(toy.GAME, {"lucky": True, "bare": True}, seed=seed, players=["me", "me"])
        while kept.session.bout["table"]["request"]["question"]:
            kept.act(int(np.flatnonzero(kept.session.mask)[0]))
        kept.act(toy.REST)
        if kept.session.bout["table"]["request"]["private"]:
            met += 1
            kept.act(PASS)
            assert PlayApp(kept, {})._decided()[-1] == (len(kept.actions) - 2, 0)
    assert met


def test_what_is_not_legal_says_why_and_cannot_be_chosen() -> None:
    app = app_of("me", "greedy")

    async def script(pilot: Pilot[None]) -> None:
        await until_command(app, pilot)
        await pilot.press(*"crush")
        await pilot.pause()
        before = len(app.kept.turns)
        assert "Not legal now. Your helot holds nobody." in text_of(app, "#meaning")
        await pilot.press("enter")
        await pilot.pause()
        assert len(app.kept.turns) == before

    drive(app, script)


def test_a_click_chooses() -> None:
    app = app_of("me", "greedy")

    async def script(pilot: Pilot[None]) -> None:
        await ready(app, pilot)
        before = len(app.kept.turns)
        await pilot.click(OptionList, offset=(3, 2))
        await pilot.pause()
        assert len(app.kept.turns) > before and app.kept.turns[before].seat == 0

    drive(app, script, LARGE)


def test_between_two_people_the_table_is_covered_and_no_hand_is_seen() -> None:
    """Neither on the screen, nor in the log."""
    app = app_of("me", "me")

    async def script(pilot: Pilot[None]) -> None:
        covers = 0
        await ready(app, pilot)
        while app.kept.session.bout["table"]["cycle"] < 2:
            seat = app.kept.session.seat
            if isinstance(app.screen, Cover):
                covers += 1
                assert app.viewer != seat and f"player_{seat}" in str(app.screen.query_one(Static).render())
            else:
                held = app.kept.session.bout["table"]["lanistas"][seat]["hand"]
                shown = text_of(app, "#question").partition("Your influence cards: ")[2]
                assert app.viewer == seat and len(list(filter(None, shown.split(", ")))) == int(held).bit_count()
            await pilot.press("enter")
            await ready(app, pilot)
        assert covers >= 2
        kept = [turn.words for turn in app.kept.turns if turn.words.startswith("keep card")]
        assert kept and not any(words in log_of(app) for words in kept) and "keep card" in log_of(app)

    drive(app, script)


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    """Quit in the middle, resume, and the log and the table are those of before."""
    file = tmp_path / "bout.txt"
    app = app_of("me", "greedy", file=file)
    seen: list[str] = []

    async def script(pilot: Pilot[None]) -> None:
        await until_command(app, pilot)
        await pilot.press("enter")
        await ready(app, pilot)
        seen[:] = [text_of(app, "#board"), log_of(app)]

    drive(app, script)
    again = PlayApp(AutosavedBout.resume(NEXUS, file), {1: GREEDY}, delay=0)

    async def look(pilot: Pilot[None]) -> None:
        await ready(again, pilot)
        assert [text_of(again, "#board"), log_of(again)] == seen

    drive(again, look)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (RuntimeError("out of ideas"), "out of ideas"),
        (SystemExit("enough"), "the agent has raised SystemExit: enough"),
        (KeyboardInterrupt(), "KeyboardInterrupt"),
    ],
)
def test_an_agent_that_fails_is_told_and_nothing_is_lost(error: BaseException, told: str) -> None:
    class Broken:
        def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
            raise error

    app = app_of("me", "greedy")
    app.agents = {1: Broken()}

    async def script(pilot: Pilot[None]) -> None:
        for _ in range(200):
            await pilot.press("enter")
            await settled(app, pilot)
            if app.failure:
                break
        assert f"greedy: {told}" in text_of(app, "#question")

    drive(app, script)


@pytest.mark.parametrize("size", [SMALL, LARGE, (60, 20)])
def test_pages_open_and_close_on_any_screen(size: tuple[int, int]) -> None:
    app = app_of("me", "greedy", "greedy", "greedy")

    async def script(pilot: Pilot[None]) -> None:
        await ready(app, pilot)
        for key in ("f1", "f2", "f3"):
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, Page), key
            await pilot.press("escape")
            await pilot.pause()
            assert not isinstance(app.screen, Page), key

    drive(app, script, size)


@pytest.mark.parametrize("tall", [False, True])
def test_the_board_is_drawn_without_color(tall: bool) -> None:
    """A helot is a number and an arrow; its states are letters, and a lit square has brackets."""
    session = app_of("me", "greedy").kept.session
    seen, look = NEXUS.words.view(session.known_to(0), 0), NEXUS.words.look()
    helot = next(piece for piece in seen["board"]["pieces"] if piece["owner"] == "player_0")
    helot["marks"] = ["prone", "bleeding", "held by player_1", "Club drawn"]
    rows = drawing.board(seen, look, ["1,8"], tall=tall).plain.splitlines()
    assert len(rows) == (17 if tall else 9) and len({len(row) for row in rows}) == 1
    assert "[" in rows[-1] and "0^" in rows[-2 if tall else -1] and "1v" in rows[1]
    assert drawing.marks(helot, look) == "pbg"
    assert ("pbg" in rows[-1]) == tall


# --- the command line -------------------------------------------------------------------------------------------------


class Asked(PlayApp):
    """An app that only notes with what it was opened."""

    opened: ClassVar[list[PlayApp]] = []

    def run(self, *args: Any, **keywords: Any) -> None:
        Asked.opened.append(self)


@pytest.fixture(name="opened")
def without_a_screen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[PlayApp]:
    """The apps that would have been opened; bouts are kept in a folder of the test."""
    monkeypatch.setattr("nexus_env.frontends.terminal.app.PlayApp", Asked)
    monkeypatch.setattr(play, "_folder", lambda: tmp_path)
    monkeypatch.setattr(play, "has_screen", lambda: True)
    Asked.opened = []
    return Asked.opened


@pytest.mark.parametrize(
    ("words", "players"),
    [
        ("play", ("me", "contender")),
        ("play random", ("me", "random")),
        ("play me", ("me", "contender")),
        ("play random me", ("random", "me")),
        ("play me me greedy", ("me", "me", "greedy")),
    ],
)
def test_seats_are_named_in_their_order(words: str, players: tuple[str, ...], opened: list[PlayApp]) -> None:
    assert main([*words.split(), "--seed", "1"]) == 0
    assert opened[0].kept.head.players == players
    assert opened[0].kept.head.options["auto_pass"] == [seat for seat, name in enumerate(players) if name == "me"]


def test_the_last_bout_is_resumed(opened: list[PlayApp], tmp_path: Path, capsys: Capture) -> None:
    assert main(["play", "--seed", "3"]) == 0
    opened[0].kept.act(Action.CHOOSE_LANISTA)
    assert main(["play", "--resume"]) == 0
    assert opened[1].kept.turns == opened[0].kept.turns and "play --resume" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("me random", "SEAT: got me random; expected me contender, as at the start of the bout, or no value."),
        ("--seed 4", "--seed: got 4; expected 3, as at the start of the bout, or no value."),
        (
            "--set cycle_limit=9",
            "--set cycle_limit: got 9; expected the default, as at the start of the bout, or no value.",
        ),
        ("--barge 2", "--set barge: got 2; expected the default, as at the start of the bout, or no value."),
        ("--record other.txt", "--record: got other.txt; expected"),
        ("--every-window", "--every-window: got True; expected False, as at the start of the bout, or no value."),
    ],
)
def test_a_bout_that_goes_on_is_not_asked_for_otherwise(
    words: str, sentence: str, opened: list[PlayApp], capsys: Capture
) -> None:
    assert main(["play", "--seed", "3"]) == 0
    assert main(["play", "--resume", "--seed", "3", "--set", "seats=2"]) == 0
    capsys.readouterr()
    file = str(opened[0].kept.file)
    assert main(["play", *words.split(), "--resume", file]) == 2 and len(opened) == 2
    told = capsys.readouterr().err
    assert f"{file}: {sentence}" in told and told.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("play me greedy --picture x.svg", "play: got --steps or --picture for a bout with people"),
        ("play greddy", "did you mean greedy"),
        ("play me greedy greedy greedy greddy", "seats: got 5; expected a whole number from 2 to 4."),
        ("play me greddy --barge 9", 'barge: got "9"; expected'),
        ("play --resume none.txt", "none.txt: no such file; expected the transcript of a bout."),
        ("play me greedy --record no/bout.txt", "--record no/bout.txt: got no folder no; expected an existing folder."),
    ],
)
def test_mistakes_are_told_before_a_screen_opens(
    words: str, sentence: str, opened: list[PlayApp], capsys: Capture
) -> None:
    assert main(words.split()) == 2
    assert sentence in capsys.readouterr().err and not opened


def test_nothing_is_overwritten(opened: list[PlayApp], tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("dear diary", encoding="utf-8")
    assert main(["play", "--record", str(file)]) == 2
    assert "got a name that already exists" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "dear diary" and not opened


def test_without_a_terminal_there_is_no_app(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["play"]) == 2
    assert "play: got no terminal; expected a screen and a keyboard" in capsys.readouterr().err
