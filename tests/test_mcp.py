"""A language model plays by the Model Context Protocol: what the tools answer, and the official client."""

import asyncio
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import toy
from games import GAMES
from processes import ROOT, environment
from test_prompt import commands_in, first_of

from nexus_env.cli.main import main
from nexus_env.contract.game import Game
from nexus_env.frontends.mcp import bouts as bouts_of_server
from nexus_env.frontends.mcp.bouts import MOST_BOUTS, ServedBouts
from nexus_env.frontends.mcp.keeping import Keeping
from nexus_env.frontends.web.hall.database import Database
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import Store
from nexus_env.frontends.web.protocol import messages
from nexus_env.players.agents_by_name import find_loader
from nexus_env.text import prompt, transcript

mcp = pytest.importorskip("mcp", reason="the extra mcp is not installed")

TOY = {"toy": toy.GAME}


def toys() -> ServedBouts:
    return ServedBouts(TOY, find_loader())


def test_a_bout_is_played_to_its_end_and_can_be_replayed() -> None:
    bouts = toys()
    name, text = bouts.begin(opponent="random", seed=5)
    told = bouts.transcript(name)
    while prompt.ANSWER in text:
        assert "transcript" not in told and "player_1 has number" not in told
        text = bouts.play(name, first_of(text))
        told = bouts.transcript(name)
    assert "The bout is over" in text
    read = transcript.read(told)
    assert read.players == ("mcp", "random") and transcript.replay(toy.GAME, read).is_over
    with pytest.raises(ValueError, match="the bout is over"):
        bouts.play(name, "rest")
    with pytest.raises(ValueError, match="got a bout that is over; expected one with"):
        bouts.advise(name, "random")


def test_the_same_seed_is_the_same_bout() -> None:
    bouts = toys()
    first, second = (bouts.begin(opponent="random", seed=9)[0] for _ in range(2))
    for _ in range(3):
        text, other = (bouts.play(name, commands_in(bouts.look(name))[-1]) for name in (first, second))
        assert text == other


def test_why_not_and_advice() -> None:
    bouts = toys()
    name, text = bouts.begin(opponent="random", seed=5)
    legal = commands_in(text)
    assert bouts.why_not(name, legal[0]).startswith("It is legal.")
    barred = next(action for action in toy.GAME.actions if action not in legal)
    assert bouts.why_not(name, barred)
    assert any(command in bouts.advise(name, "random") for command in legal)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ({"game": "toi"}, "game: got 'toi'; expected one of toy; did you mean toy"),
        ({"opponent": "toy_players:first"}, "opponent: got 'toy_players:first'; expected one of "),
        ({"seat": 7}, "seat: got 7; expected 0 to 1"),
        ({"seed": -1}, "seed: got -1; expected a whole number"),
        ({"options": {"roundz": 3}}, "roundz"),
    ],
)
def test_a_bout_that_cannot_be_is_refused_in_a_sentence(call: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError) as refused:
        toys().begin(**{"seed": 5} | call)
    assert told in str(refused.value)


def test_what_only_the_host_may_agree_on_is_refused() -> None:
    for name, game in GAMES.items():
        about, bouts = game.words.about(), ServedBouts({name: game}, find_loader())
        for option in about.host_options:
            with pytest.raises(ValueError, match=f"options.{option}: got a value; expected none"):
                bouts.begin(options={option: "/etc"})
        for option, most in about.most.items():
            with pytest.raises(ValueError, match=f"options.{option}: got {most + 1}; expected at most {most}"):
                bouts.begin(options={option: most + 1})


def test_old_bouts_make_room() -> None:
    bouts = toys()
    names = [bouts.begin(opponent="random", seed=1)[0] for _ in range(MOST_BOUTS + 1)]
    assert bouts.look(names[-1])
    with pytest.raises(ValueError, match="begin_bout"):
        bouts.look(names[0])


def test_a_session_makes_room_for_itself_and_the_fullest_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bouts_of_server, "MOST_BOUTS", 2)
    monkeypatch.setattr(bouts_of_server, "MOST_IN_ALL", 3)
    bouts = toys()
    kept = bouts.begin(opponent="random", seed=1, session="one")[0]
    others = [bouts.begin(opponent="random", seed=1, session="other")[0] for _ in range(3)]
    assert bouts.look(kept) and bouts.look(others[1]) and bouts.look(others[2]), "no session pushes out another one's"
    bouts.begin(opponent="random", seed=1, session="third")
    assert bouts.look(kept)
    for gone in others[:2]:
        with pytest.raises(ValueError, match="begin_bout"):
            bouts.look(gone)


def test_every_game_is_listed_with_opponents_and_options() -> None:
    listed = ServedBouts(GAMES, find_loader()).list_games()
    for name, game in GAMES.items():
        assert f"# {name}" in listed
        assert all(f"- {agent}: " in listed for agent in game.agents.meanings)


def test_the_official_client_plays_a_bout() -> None:
    from mcp import Client

    from nexus_env.frontends.mcp.server import make_server

    async def play() -> None:
        async with Client(make_server(toys())) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(tools) == {"list_games", "begin_bout", "look", "play", "why_not", "advise", "transcript"}
            assert all(tool.description for tool in tools.values())
            begun = await said(client, "begin_bout", seed=5, opponent="random")
            name = begun.partition(".\n")[0].removeprefix("The bout is called ")
            text = await said(client, "play", bout=name, command=first_of(begun))
            assert prompt.ANSWER in text
            wrong = await client.call_tool("play", {"bout": name, "command": "resign"})
            assert wrong.is_error and "which is not a command of this game; expected" in wrong.content[0].text
            assert await said(client, "look", bout=name) == text, "nothing has changed"

    asyncio.run(play())


async def said(client: Any, tool: str, **arguments: Any) -> str:
    """The text that a tool answers."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    return str(answer.content[0].text)


def test_the_command_serves_standard_input_and_output(tmp_path: Path) -> None:
    """As an MCP client starts it: a process of its own."""
    from mcp import Client, StdioServerParameters, stdio_client

    words = ["-m", "nexus_env", "mcp", "--game", "toy:GAME", "--store", str(tmp_path / "mcp.db")]
    variables = environment(ROOT, ROOT / "tests", NUMBA_DISABLE_JIT="1")
    server = StdioServerParameters(command=sys.executable, args=words, env=variables)

    async def play() -> None:
        async with Client(stdio_client(server)) as client:
            assert "# toy" in await said(client, "list_games")
            assert prompt.ANSWER in await said(client, "begin_bout", seed=5, opponent="random")

    asyncio.run(play())


def test_the_command_serves_http(tmp_path: Path) -> None:
    """Two clients of one process, each with a bout of its own; the port is a free one."""
    from mcp import Client

    words = ["-m", "nexus_env", "mcp", "--game", "toy:GAME", "--http", "--port", "0"]
    words += ["--store", str(tmp_path / "mcp.db")]
    variables = environment(ROOT, ROOT / "tests", NUMBA_DISABLE_JIT="1")
    server = subprocess.Popen([sys.executable, *words], env=variables, stdout=subprocess.PIPE, text=True)

    async def play(address: str) -> None:
        async with Client(address) as one, Client(address) as other:
            first, second = [await said(client, "begin_bout", seed=5, opponent="random") for client in (one, other)]
            names = [text.partition(".\n")[0].removeprefix("The bout is called ") for text in (first, second)]
            assert len(set(names)) == 2
            assert prompt.ANSWER in await said(one, "play", bout=names[0], command=first_of(first))
            untouched = await said(other, "look", bout=names[1])
            assert untouched == second.partition("\n\n")[2]

    try:
        assert server.stdout is not None
        asyncio.run(play(server.stdout.readline().split()[-1]))
    finally:
        server.kill()
        server.communicate()


def test_the_command_over_http_ends_although_an_opponent_sleeps(tmp_path: Path) -> None:
    """Whoever waits for it is told so."""
    from mcp import Client

    words = ["-m", "nexus_env", "mcp", "--game", "toy:GAME", "--http", "--port", "0", "--seed", "1"]
    words += ["--store", str(tmp_path / "mcp.db"), "--loader", "bad_agents:asleep"]
    variables = environment(ROOT, ROOT / "tests", NUMBA_DISABLE_JIT="1")
    server = subprocess.Popen([sys.executable, *words], env=variables, stdout=subprocess.PIPE, text=True)

    told: list[Any] = []

    async def wait(address: str) -> None:
        async with Client(address) as client:
            asking = asyncio.create_task(client.call_tool("begin_bout", {"opponent": "greedy", "seat": 1}))
            assert server.stdout is not None
            assert await asyncio.to_thread(server.stdout.readline) == "asleep\n"
            server.terminate()
            told.extend((await asking).content)

    assert server.stdout is not None
    with suppress(Exception):  # its other connection has ended
        asyncio.run(wait(server.stdout.readline().split()[-1]))
    server.communicate()
    assert server.returncode == 143 and "while it stops" in told[0].text


def test_an_address_that_is_taken_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["mcp", "--game", "toy:GAME", "--http", "--port", str(port)]) == 2
    assert capsys.readouterr().err.startswith(f"mcp: got 127.0.0.1, port {port} (Address already in use); expected")


# --- on disk ----------------------------------------------------------------------------------------------------------


def kept(file: Path, game: Game = toy.GAME, seed: int | None = None) -> ServedBouts:
    """The bouts of a file, as another process has them."""
    games = {"toy": game}
    return ServedBouts(games, find_loader(), Keeping(games, Database(str(file), is_alone=False)), seed)


def test_a_bout_survives_the_process(tmp_path: Path) -> None:
    """It goes on in another one, and in both at a time; after its end it is shown under any rules."""
    file = tmp_path / "mcp.db"
    first = kept(file)
    name, text = first.begin(opponent="random", seed=5, options={"rounds": 2})
    text = first.play(name, first_of(text))
    second = kept(file)
    assert second.look(name) == text and second.why_not(name, first_of(text)).startswith("It is legal.")
    text = second.play(name, first_of(text))
    assert first.look(name) == text, "what another process has played is there"
    while prompt.ANSWER in text:
        text = first.play(name, first_of(text))
    told = second.transcript(name)
    assert transcript.replay(toy.GAME, transcript.read(told)).is_over
    later = kept(file, replace(toy.GAME, version=2))
    assert "began under toy-v1" in later.look(name) and later.transcript(name) == told
    with pytest.raises(ValueError, match="began under toy-v1"):
        later.play(name, "rest")
    for bouts in (first, second, later):
        bouts.close()


def test_the_service_shows_bouts_of_language_models_and_they_not_its(tmp_path: Path) -> None:
    """Whoever knows the name of a bout of the service may watch it, but not play."""
    file = tmp_path / "bouts.db"
    bouts = kept(file, seed=3)
    name, _ = bouts.begin(opponent="random")
    bouts.close()

    async def look() -> str:
        hall = Hall(Store(str(file)), [ServedOpponents(toy.GAME, seed=1)], 1)
        assert (await hall.look(messages.Look(bout=name, after=0))).state.phase == "playing"
        joined = await hall.create(messages.Create(seats=["person", "random"]))
        await hall.close()
        return joined.bout

    other = asyncio.run(look())
    with pytest.raises(ValueError, match="expected the name of a bout that begin_bout"):
        kept(file).look(other)


def test_a_seed_of_the_server_is_that_of_its_bouts(tmp_path: Path) -> None:
    one, two = (kept(tmp_path / f"{number}.db", seed=9).begin(opponent="random")[1] for number in range(2))
    assert one == two
