"""Whatever a stranger writes, errors, screens, pages and logs repeat it as one short line of plain text."""

import asyncio
import contextlib
import io
import json
import logging
import os
import subprocess
import sys
import traceback
import unicodedata
from collections.abc import Callable
from pathlib import Path
from shutil import which
from typing import Any
from xml.etree import ElementTree

import pytest
import toy
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import environment
from rich.table import Table
from textual.app import App

import train
from nexus_env import env, raw_env, single, vector_env
from nexus_env.agents.learning.experiment import Experiment
from nexus_env.agents.loading import load
from nexus_env.agents.report import RunProgress, card_text
from nexus_env.cli.game_of_file import follow_up
from nexus_env.cli.listening import listen
from nexus_env.cli.main import main
from nexus_env.contract import registry
from nexus_env.frontends.mcp.bouts import ServedBouts
from nexus_env.frontends.terminal.screens import Page
from nexus_env.frontends.web.protocol import reading
from nexus_env.frontends.web.protocol.refusals import Refusal, refusing
from nexus_env.kit.options import build
from nexus_env.kit.stock_files import Document
from nexus_env.players.agents_by_name import find_loader
from nexus_env.reports import html
from nexus_env.reports.console import PlainConsole
from nexus_env.system.logs import PlainFormatter
from nexus_env.system.visible import JOINERS, legible, visible
from nexus_env.system.wording import LONGEST, InputError
from nexus_env.text import glossary, position, puzzles, transcript

ESCAPE, BELL, TURNED = "a\x1b[31mb", "a\x07b", "a\u202eb"
HOSTILE = (
    *(ESCAPE, BELL, TURNED, "a\x9b31mb", "a\u200bb", "a\u2028b", "a\nb", "a\ud800b", "a\U000e0041b"),
    *("x" * 5000, "two words " * 500, "\x1b" * 3000),
)
READABLE = ("Zoë Ångström", "雷電", "Αθηνά", "👩\u200d🚀", "می\u200cخ", "[red]")


def faults(text: str, most: int = LONGEST) -> list[str]:
    """What no screen should be given, in a text that may have several lines."""
    unseen = {one for one in text if unicodedata.category(one) in ("Cc", "Cf", "Cs", "Zl", "Zp")} - {"\n", *JOINERS}
    return [*map(ascii, sorted(unseen)), *(f"{len(line)} characters" for line in text.split("\n") if len(line) > most)]


# --- errors -----------------------------------------------------------------------------------------------------------


def message_of(table: object) -> None:
    """Read a request, as all transports do."""
    reading.read(json.dumps(table))


def in_file(tmp_path: Path, text: str, name: str = "file.toml") -> Path:
    """A file that holds a text."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    return path


def toy_transcript() -> str:
    """One bout that has begun."""
    return transcript.write(transcript.record(toy.GAME, toy.BARE, [toy.REST], seed=1))


def altered(line: str, other: str) -> None:
    """Read and replay a transcript, one line of which says something else."""
    text = toy_transcript()
    assert line in text
    transcript.replay(toy.GAME, transcript.read(text.replace(line, other)))


def begun() -> Any:
    """An environment at its first decision."""
    found = single(game="toy:GAME", seed=1, illegal="raise")
    found.reset()
    return found.unwrapped


def stock(tmp_path: Path, name: str) -> None:
    """Raise what is wrong with a card of this name."""
    mistakes: list[str] = []
    for entry in Document.read(
        in_file(tmp_path, f"[[card]]\nname = {json.dumps(name)}\n{'k' * 9} = 1"), mistakes
    ).entries("card"):
        entry.name()
        entry.finish()
    raise InputError("\n".join(mistakes))


DOORS: dict[str, Callable[[str, Path], object]] = {
    "game": lambda text, _: registry.find(text),
    "game in a module": lambda text, _: registry.find(f"toy:{text}"),
    "module": lambda text, _: registry.find(f"{text}:GAME"),
    "option": lambda text, _: raw_env(game="toy:GAME", windows=text),
    "key of an option": lambda text, _: raw_env(game="toy:GAME", **{text: 1}),
    "reward": lambda text, _: env(game="toy:GAME", reward=text),
    "seat": lambda text, _: single(game="toy:GAME", seat=text),
    "illegal": lambda text, _: single(game="toy:GAME", illegal=text),
    "opponent": lambda text, _: single(game="toy:GAME", opponent=text),
    "mode": lambda text, _: vector_env(game="toy:GAME", num_envs=2, autoreset_mode=text),
    "options of a reset": lambda text, _: single(game="toy:GAME").reset(options={text: 1}),
    "action": lambda text, _: begun().step(text),
    "player": lambda text, _: begun().arena.action_space(text),
    "player who sees": lambda text, _: begun().arena.observe(text),
    "agent": lambda text, _: load(text, toy.GAME),
    "agent in a file": lambda text, _: load(f"{text}.onnx", toy.GAME),
    "agent in a module": lambda text, _: load(f"toy:{text}", toy.GAME),
    "position": lambda text, _: position.read(toy.GAME, text),
    "groups of a position": lambda text, _: position.read(toy.GAME, f"toy-v1; {text}: a=1"),
    "names of a position": lambda text, _: position.read(toy.GAME, f"toy-v1; table: {text}={text}"),
    "transcript": lambda text, _: transcript.read(text),
    "tag": lambda text, _: transcript.read(f"[transcript 1]\n[{text} 1]\n"),
    "value of a tag": lambda text, _: altered('[game "toy"]', f"[game {json.dumps(text)}]"),
    "JSON of a tag": lambda text, _: altered('[game "toy"]', f"[game {text}]"),
    "options of a transcript": lambda text, _: altered('{"bare": true}', json.dumps({text: 1})),
    "values of its options": lambda text, _: altered('{"bare": true}', json.dumps({"windows": text})),
    "stock": lambda text, _: altered("[seed 1]", f"[seed 1]\n[stock {json.dumps(text)}]"),
    "turn": lambda text, _: altered("player_0: rest", f"player_0: {text}"),
    "player of a turn": lambda text, _: altered("player_0: rest", f"{text}: rest"),
    "transcript as JSON": lambda text, _: transcript.read(json.dumps({"transcript": 1, text: text})),
    "message": lambda text, _: reading.read(text.encode(errors="surrogatepass")),
    "type of a message": lambda text, _: message_of({"type": text}),
    "field of a message": lambda text, _: message_of({"type": "hello", text: 1}),
    "value in a message": lambda text, _: message_of({"type": "create", "seats": text}),
    "list in a message": lambda text, _: message_of({"type": "create", "seats": [[text]]}),
    "config": lambda text, _: build(Experiment, {text: text}, "here"),
    "table of a config": lambda text, _: build(Experiment, {"learner": {text: 1}}, text),
    "value in a config": lambda text, _: build(Experiment, {"learner": {"device": text, "steps": text}}, "here"),
    "opponent over MCP": lambda text, _: ServedBouts({"toy": toy.GAME}, find_loader()).begin(opponent=text, seed=1),
    "options over MCP": lambda text, _: ServedBouts({"toy": toy.GAME}, find_loader()).begin(
        options={text: text}, seed=1
    ),
    "bout over MCP": lambda text, _: ServedBouts({"toy": toy.GAME}, find_loader()).look(text),
    "name in a stock file": lambda text, folder: stock(folder, text),
    "glossary": lambda text, folder: glossary.read(in_file(folder, f"[{json.dumps(text)}]\n{json.dumps(text)} = 1")),
    "puzzles": lambda text, folder: puzzles.read(toy.GAME, in_file(folder, json.dumps({"format": text}))),
}
"""Where texts come in; each of these refuses all hostile ones."""


def told_by(door: Callable[[str, Path], object], text: str, folder: Path) -> tuple[str, str]:
    """The message of the error, and all that Python prints of it."""
    with pytest.raises((ValueError, TypeError, LookupError, Refusal)) as caught:
        door(text, folder)
    return str(caught.value), "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("name", DOORS)
def test_an_error_repeats_no_hostile_text(name: str, tmp_path: Path) -> None:
    wrong = {}
    for text in HOSTILE:
        message, printed = told_by(DOORS[name], text, tmp_path)
        if found := [*faults(message.replace("\n", "\\n")), *faults(printed, 10**6)]:
            wrong[ascii(text[:20])] = found, ascii(message[:300])
    assert not wrong


@settings(max_examples=200)
@given(st.text())
def test_what_is_shown_is_plain_and_says_what_was_found(text: str) -> None:
    assert not faults(legible(text).replace("\n", "")) and "\n" not in legible(text)
    assert not faults(visible(text)) and visible(visible(text)) == visible(text)
    assert not faults(str(InputError(30 * text)).replace("\n", "")) and len(str(InputError(30 * text))) <= LONGEST
    assert json.loads(legible(json.dumps(text, ensure_ascii=False))) == text


@pytest.mark.parametrize("text", READABLE)
def test_what_people_write_stays_as_it_is(text: str) -> None:
    """Accents, other alphabets, signs made of several characters, and brackets."""
    assert legible(text) == visible(text) == text
    with pytest.raises(ValueError, match="expected") as caught:
        build(Experiment, {text: 1}, "here")
    assert text in str(caught.value)
    with pytest.raises(Refusal) as refused:
        message_of({"type": text})
    assert text in refused.value.found


def test_a_long_message_keeps_its_beginning_and_its_end() -> None:
    told = str(InputError(f"the config: got the key {'x' * 5000}; expected seats or barge."))
    assert told.startswith("the config: got the key xxx") and told.endswith("xxx; expected seats or barge.")
    assert len(told) == LONGEST


def test_a_refusal_of_the_service_is_plain_in_all_its_parts() -> None:
    for text in HOSTILE:
        with pytest.raises(Refusal) as caught, refusing("wrong value", "position", "a position"):
            raise ValueError(f"position, {text}: got {text}; expected {text}.")
        message = caught.value.message().as_json()
        assert not [fault for part in message.values() for fault in faults(part.replace("\n", "\0"))]


# --- screens, pages, logs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [*HOSTILE, "[/x]", "[red]", "$\\frac$"], ids=ascii)
def test_a_table_in_the_terminal_shows_names_as_they_are(text: str) -> None:
    """Neither colors nor markup: rich would obey both, and fail at a tag that closes nothing."""
    console = PlainConsole(file=io.StringIO(), width=6000, force_terminal=True)
    table = Table(title=text, caption=text)
    table.add_column(text)
    table.add_row(text)
    console.print(table)
    console.print(text, soft_wrap=True)
    with RunProgress(console, text) as watch:
        watch.show(0.5, text)
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert shown.count(legible(text)) >= 4 or text in (HOSTILE[-1], "a\nb")
    assert "\x1b[31mb" not in shown and not {"\x07", "\u202e", "\x9b", "\ud800"} & set(shown)


def test_pages_and_cards_of_agents_show_names_as_they_are() -> None:
    for text in (*HOSTILE, "<b>&"):
        page = html.page(text, html.facts([(text, text)]) + html.table([text], [([text], True)]))
        ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n").encode())  # an ESC would not be XML
        assert not faults(page, 10**6)
        facts = {"name": text, "how": f"cloned from {text}", "steps": 1, "bouts": 1, "seconds": 1.0, "threads": 1}
        stamps = {"seed": 1, "stamps": {"game": "toy"}, "versions": {}, "onnx_difference": 0.0}
        row = {"rival": text, "wins": 1, "draws": 0, "losses": 0}
        assert not faults(card_text({**facts, **stamps, "scores": [row]}), 10**6)


def test_a_line_of_the_log_is_one_line() -> None:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(PlainFormatter("%(levelname)s %(message)s"))
    logger = logging.Logger("strangers")  # beside the tree of all others
    logger.addHandler(handler)
    for text in HOSTILE:
        logger.warning("The agent %s has failed.", text)
        assert written.getvalue().count("\n") == 1 and not faults(written.getvalue(), 20_000)
        written.seek(0)
        written.truncate()
    try:
        raise ValueError(ESCAPE)
    except ValueError:
        logger.exception("It has failed.")
    assert written.getvalue().endswith("ValueError: a\\u001b[31mb\n")


def test_a_title_in_the_terminal_is_no_markup() -> None:
    async def run() -> str | None:
        app: App[None] = App()
        async with app.run_test():
            await app.push_screen(Page("a [red]b[/c]", "text"))
            return str(app.screen.query_one("#page")._border_title)  # type: ignore[attr-defined]

    assert asyncio.run(run()) == "a [red]b[/c]"


@pytest.mark.parametrize("text", [ESCAPE, TURNED, "a\x9b31mb", "x" * 5000], ids=ascii)
def test_the_command_line_prints_no_hostile_text(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is typed, and what stands in a file: nothing of it reaches the terminal."""
    file = in_file(tmp_path, toy_transcript().replace('{"bare": true}', json.dumps({text: text}, ensure_ascii=False)))
    other = in_file(tmp_path, toy_transcript().replace("player_0: rest", f"player_0: {text}"), "other.txt")
    config = in_file(tmp_path, f"game = {json.dumps(text)}\n{json.dumps(text)} = 1")
    for words in (
        *(["replay", file], ["replay", file, "--json"], ["replay", other], ["replay", text]),
        *(
            [text],
            ["watch", "--game", text],
            ["watch", text, text, "--game", "toy:GAME"],
            ["replay", file, f"--{text}"],
        ),
        *(["watch", "random", "random", "--game", "toy:GAME", "--set", f"{text}={text}"], ["bench", "--seconds", text]),
    ):
        try:
            main([str(word) for word in words])
        except SystemExit as end:
            assert end.code == 2
        printed = capsys.readouterr()
        assert not faults(printed.out, 20_000) and not faults(printed.err, 1001) and len(printed.err) < 1200, words
    assert train.main([str(config), "--check"]) == 2 and train.main([text]) == 2
    assert train.main([str(config), "--set", f"{text}={text}"]) == 2
    printed = capsys.readouterr()
    assert not faults(printed.out) and not faults(printed.err)


@pytest.mark.parametrize("name", ["NUMBA_CACHE_DIR", "XDG_CACHE_HOME"])
def test_a_folder_for_machine_code_is_told_plainly(name: str) -> None:
    """Of an environment variable, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", "import nexus_env.machine.compiled"],
        env={**environment(), "NUMBA_CACHE_DIR": "", name: f"/proc/{ESCAPE}{TURNED}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "\\u001b" in done.stderr and "expected" in done.stderr and not faults(done.stderr)


def test_a_host_that_is_no_name_is_told_plainly() -> None:
    with pytest.raises(InputError, match=r"serve: got .*; expected a free port") as caught:
        listen("serve", TURNED, 0)
    assert not faults(str(caught.value))


@pytest.mark.skipif(which("bash") is None, reason="Bash reads what is to be copied")
@pytest.mark.parametrize("name", ["a b", "it's", f"it's \\{ESCAPE}", TURNED, "\udc80x", "\U000e0041", "雷電", "$(x)"])
def test_a_command_to_copy_leads_to_the_same_file(name: str) -> None:
    line = follow_up("table --resume", name, game=toy.GAME)
    assert not faults(line)
    words = line.partition(" --resume ")[2].rpartition(" --game ")[0]
    spoken = subprocess.run(
        ["bash", "-c", f"printf %s {words}"], env={"LC_ALL": "C.UTF-8"}, capture_output=True, check=True
    )
    assert spoken.stdout == os.fsencode(name)


@pytest.mark.parametrize("number", ["9" * 6000, "-" + "9" * 6000])
def test_a_number_of_thousands_of_digits_is_told_without_advice_to_programmers(number: str, tmp_path: Path) -> None:
    config = in_file(tmp_path, f"seed = {number}")
    for words in ([str(config), "--check"], [str(config), "--set", f"seed={number}"]):
        with contextlib.redirect_stderr(io.StringIO()) as told:
            assert train.main(words) == 2
        assert "a number with too many digits" in told.getvalue() and "set_int" not in told.getvalue()
    with pytest.raises(Refusal) as caught:
        reading.read(f'{{"type": "hello", "id": {number}}}'.encode())
    assert caught.value.found == "a number with too many digits"


def test_a_message_is_utf_8_whatever_its_first_bytes_are() -> None:
    """Python guesses UTF-16 and UTF-32 by them."""
    for body in (b"\xff\xfe\x1b\n", '{"type": "hello"}'.encode("utf-16")):
        with pytest.raises(Refusal) as caught:
            reading.read(body)
        assert "utf-8" in caught.value.found and "utf-16" not in caught.value.found
