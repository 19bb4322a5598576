"""The messages: their schema, their page, mistakes in them, and the conversation over standard input and output."""

import asyncio
import io
import json
import random
import re
import threading
from pathlib import Path
from typing import Any

import agents_of_tests
import pytest
import torch
from games import every_game, every_table
from jsonschema import Draft202012Validator
from service import DRAWING, LIMIT, ROOT, SEED, VALID, Json, open_hall, run

import nexus_env
from nexus_env.agents.learning.export import export
from nexus_env.agents.learning.network import new_policy
from nexus_env.agents.policy import PolicyAgent
from nexus_env.agents.rating import levels
from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.contract.roster import LEVELS, TABLE
from nexus_env.contract.rules import potential
from nexus_env.contract.view import Cell, Point
from nexus_env.core.session import Session
from nexus_env.frontends.web.conversation import BY_CONSENTING, BY_HALL, BY_LEAVING, BY_SESSION
from nexus_env.frontends.web.hall.explaining import commands_of
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.frontends.web.hall.rulebook import rulebook_of
from nexus_env.frontends.web.protocol.limits import MOST_BYTES_OF_A_MESSAGE
from nexus_env.frontends.web.protocol.messages import ANSWERS, REQUESTS, type_of
from nexus_env.frontends.web.protocol.reading import read
from nexus_env.frontends.web.protocol.refusals import REMEDIES, Refusal
from nexus_env.frontends.web.protocol.schema import SCHEMA, schema_of
from nexus_env.frontends.web.stdio import converse
from nexus_env.games.nexus import NEXUS
from nexus_env.text import position
from nexus_env.tools import protocol_page


def test_each_request_is_carried_out_by_one_method():
    assert sorted(map(type_of, [*BY_HALL, *BY_LEAVING, *BY_CONSENTING, *BY_SESSION])) == sorted(map(type_of, REQUESTS))


def talk(folder: Path, *lines: Any) -> list[Json]:
    """What the service answers to these lines."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    out = io.StringIO()

    async def whole() -> None:
        with open_hall(folder) as hall:
            await converse(hall, io.BytesIO("\n".join([*texts, ""]).encode()), out)

    run(whole())
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    for answer in answers:
        VALID.validate(answer)
    return answers


# --- the schema and the page ------------------------------------------------------------------------------------------


def test_the_schema_is_up_to_date() -> None:
    """`make docs` writes it anew."""
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == schema_of(registry.own_games()), "run make docs"


@pytest.mark.parametrize(("title", "kind"), [("An event", "Event"), ("The state", "State"), ("The view", "View")])
def test_a_table_of_fields_names_those_of_the_schema(title: str, kind: str) -> None:
    """The tables of the manual say what the fields mean, and are written by hand."""
    section = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8").split(f"## {title}\n")[1]
    lines = section[section.index("| field | meaning |") :].split("\n\n")[0].splitlines()[2:]
    named = [name for line in lines for name in re.findall(r"`(\w+)`", line.split("|")[1])]
    schema = schema_of(registry.own_games())["$defs"][kind]["properties"]
    assert sorted(named) == sorted(schema.keys() - {game.name for game in registry.own_games()})


def test_the_page_with_its_recorded_sessions_is_up_to_date() -> None:
    """`make docs` records them anew."""
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert page == protocol_page.filled(page, NEXUS), "docs/protocol.md: run make docs"


def test_every_message_has_a_type_of_its_own() -> None:
    types = [type_of(kind) for kind in (*REQUESTS, *ANSWERS)]
    assert len(set(types)) == len(types)


def test_the_schema_knows_messages_from_others() -> None:
    assert VALID.is_valid({"type": "ping", "id": 3}) and not VALID.is_valid({"id": 3})
    assert not VALID.is_valid({"type": "ping", "more": 1}) and not VALID.is_valid({"type": "join"})


def test_answers_may_gain_fields_and_requests_may_not() -> None:
    """As docs/protocol.md promises; and each field of a view and of a happening is told."""
    assert VALID.is_valid({"type": "pong", "more": 1})
    found = schema_of()["$defs"]
    requests = {kind.__name__ for kind in REQUESTS}
    assert {name for name, kind in found.items() if kind.get("additionalProperties") is False} == requests
    assert found["State"]["properties"]["view"] == {"$ref": "#/$defs/View"}
    assert found["Event"]["properties"]["happened"]["items"] == {"$ref": "#/$defs/Happening"}
    fields = [field for kind in found.values() for field in kind.get("properties", {}).values()]
    assert not any("title" in field for field in fields), "a generator of types would make a type of each"
    assert not VALID.is_valid({**BEST, "line": "no list"}) and VALID.is_valid(BEST)


BEST = {
    "type": "best",
    "seat": "player_0",
    "command": "pass",
    "action": 0,
    "agent": "greedy",
    "line": [],
    "choices": [],
    "seconds": 1.0,
}


def strictly(game: Game, name: str) -> Draft202012Validator:
    """What holds a value against a part of the schema, where nothing may stand that is not told."""
    parts = schema_of([game])["$defs"]
    for part in parts.values():
        if "properties" in part:
            part["additionalProperties"] = False
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": parts})


def as_sent(value: Any) -> Any:
    """A value after its way over the wire."""
    return json.loads(json.dumps(value))


@every_table
def test_views_and_happenings_are_as_the_schema_says(game: Game, seats: int) -> None:
    """To the last field: here what is not told is forbidden."""
    words, check = game.words, {name: strictly(game, name) for name in ("Happening", "View", "Command")}
    chance, events, shown = random.Random(seats), set(), 0
    for seed in range(4 if game.name == "toy" else 2):
        rules = game.trial.eventful
        session = Session(
            game, game.read_options(seats=seats, **rules[seed % len(rules)]), seed=seed, dictated=seed in (1, 3)
        )
        while not session.is_over:
            session.act(chance.choice(list(session.legal().values())))
            shown += 1
            for row in words.happened(session.rows[0]):
                check["Happening"].validate(as_sent(row))
                events.add(row["event"])
            if shown % 20 == 0 or session.is_over:
                for seat in (None, 0):
                    check["View"].validate(as_sent(words.view(session.known_to(seat), seat)))
                check["View"].validate(as_sent(words.open_view(session.rows[0])))
                for command in commands_of(session) if not session.is_over else []:
                    check["Command"].validate(command.as_json())
    assert len(events) > 5 and shown > 100


def corners_that_meet(cells: list[Cell], outline: list[Point]) -> int:
    """How many corners cells of one outline share with others: where they leave gaps or overlap, hardly any."""
    places = [
        (round(x + right, 2), round(y + down, 2)) for x, y in (cell["at"] for cell in cells) for right, down in outline
    ]
    return len(places) - len(set(places))


@every_game
def test_cells_that_state_no_corners_are_unit_squares_side_by_side(game: Game) -> None:
    """A front end draws them without a gap and without an overlap; the others are around their centers."""
    session = Session(game, game.read_options(), seed=1)
    board = game.words.view(session.known_to(None), None)["board"]
    for cell in (cells := board["cells"]):
        if corners := cell.get("polygon"):
            middle = [sum(axis) / len(corners) for axis in zip(*corners, strict=True)]
            assert middle == pytest.approx(cell["at"])
    if outline := board.get("outline"):
        assert [sum(axis) / len(outline) for axis in zip(*outline, strict=True)] == pytest.approx([0, 0])
        assert corners_that_meet(cells, outline) > len(cells)
        return
    squares = [cell["at"] for cell in cells if "polygon" not in cell]
    columns, rows = (
        {round(place % 1, 6) for place in axis} for axis in (zip(*squares, strict=True) if squares else ([], []))
    )
    assert len(set(squares)) == len(squares) and len(columns) <= 1 and len(rows) <= 1


@every_game
def test_a_menu_says_what_is_in_the_rulebook(game: Game) -> None:
    """Each group of a command has a title or is one, and cells and pieces of an offer are on the board."""
    rules = rulebook_of(game)
    assert {rule.group for rule in rules.commands} <= set(rules.groups)
    session = Session(game, game.read_options(), seed=1)
    chance, acted = random.Random(1), 0
    while not session.is_over and acted < 400:
        if session.seat >= 0 and acted % 5 == 0:
            board = game.words.view(session.known_to(session.seat), session.seat)["board"]
            cells, pieces = {cell["id"] for cell in board["cells"]}, {piece["id"] for piece in board["pieces"]}
            for command in commands_of(session):
                assert set(command.cells) <= cells and {command.unit} <= {"", *pieces}, command
        session.act(chance.choice(list(session.legal().values())))
        acted += 1
    assert acted > 5


# --- mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "place", "remedy"),
    [
        ("nonsense", "no JSON", "message", ""),
        ("[]", "no JSON", "message", ""),
        ("[" * 100_000, "no JSON", "message", ""),
        ('{"type": 3}', "unknown type", "type", ""),
        ('{"type": ["x"]}', "unknown type", "type", ""),
        ('{"type": "wach"}', "unknown type", "type", "Did you mean 'watch'?"),
        ('{"type": "watch"}', "wrong value", "bout", ""),
        ('{"type": "watch", "bout": 7}', "wrong value", "bout", ""),
        ('{"type": "watch", "bout": "x", "tokken": "y"}', "unknown field", "tokken", "Did you mean 'token'?"),
        ('{"type": "play", "bout": "x", "token": "y", "at": -1}', "wrong value", "at", ""),
        ('{"type": "play", "bout": "x", "token": "y", "at": 1.5}', "wrong value", "at", ""),
        ('{"type": "look", "bout": "x", "wait": 1e999}', "wrong value", "wait", ""),
        ('{"type": "create", "seats": []}', "wrong value", "seats", ""),
        ('{"type": "ping", "id": "' + "x" * 65 + '"}', "wrong value", "id", ""),
        (" " * (MOST_BYTES_OF_A_MESSAGE + 1), "too much", "message", ""),
    ],
)
def test_a_mistake_in_a_message_is_told_with_its_place(text: str, code: str, place: str, remedy: str) -> None:
    with pytest.raises(Refusal) as caught:
        read(text)
    refusal = caught.value
    assert (refusal.code, refusal.remedy) == (code, remedy or REMEDIES[code])
    assert refusal.place.startswith(place.split(".")[0])
    assert "constrained" not in refusal.place  # a word of the validator
    message = refusal.message().as_json()
    VALID.validate(message)
    assert len(json.dumps(message)) < 600 and "Traceback" not in str(message)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "nonsense",
            "message: got text that is not JSON (Expecting value: line 1 column 1 (char 0)); expected one JSON",
        ),
        ("[" * 100_000, "message: got brackets nested too deeply; expected one JSON object."),
        ('{"type": "watch"}', "bout: got nothing; expected a value, since the field is required."),
        ('{"type": "watch", "bout": ""}', 'bout: got ""; expected a text that is not empty.'),
        ('{"type": "watch", "bout": 7}', "bout: got 7; expected a text."),
        ('{"type": "create", "seats": []}', "seats: got []; expected a list that is not empty."),
        ('{"type": "create", "seats": ["a"], "clock": 0.1}', "clock: got 0.1; expected at least 0.5."),
        ('{"type": "create", "seats": ["a"], "clock": 1e6}', "clock: got 1000000.0; expected at most 3600."),
        ('{"type": "create", "seats": ["a"], "undo": 3}', "undo: got 3; expected true or false."),
        ('{"type": "look", "bout": "x", "wait": 1e999}', "wait: got Infinity; expected a finite number."),
        ('{"type": "join", "bout": "x", "seat": "me"}', 'seat: got "me"; expected a text of the form ^player_[0-9]$.'),
    ],
)
def test_a_mistake_in_a_message_is_told_in_our_words(text: str, sentence: str) -> None:
    """And not in those of the validator."""
    with pytest.raises(Refusal) as caught:
        read(text)
    assert str(caught.value).startswith(sentence)


def test_the_answer_to_a_wrong_message_bears_its_id(tmp_path: Path) -> None:
    answers = talk(tmp_path, {"type": "wach", "id": "a"}, {"type": "ping", "id": [1]}, "{", {"type": "ping", "id": 3})
    assert [answer.get("to") for answer in answers] == ["a", None, None, 3]
    assert [answer["type"] for answer in answers] == ["error"] * 3 + ["pong"]


def test_a_line_without_end_is_refused_and_the_next_one_heard(tmp_path: Path) -> None:
    answers = talk(tmp_path, "x" * (2 * MOST_BYTES_OF_A_MESSAGE + 17), {"type": "ping", "id": 1})
    assert [answer["type"] for answer in answers] == ["error", "pong"] and answers[0]["code"] == "too much"


@pytest.mark.parametrize("end", ["", "\r"])
def test_a_line_may_be_as_long_as_is_said_and_no_longer(end: str, tmp_path: Path) -> None:
    """The end of a line does not count, and nothing of it is taken for a line of its own."""
    answers = talk(
        tmp_path, *(pinged(MOST_BYTES_OF_A_MESSAGE + more, id=more + 2) + end for more in (-1, 0, 1, 2, 3)), pinged(50)
    )
    assert [answer["type"] for answer in answers] == ["pong"] * 2 + ["error"] * 3 + ["pong"]
    assert {answer["code"] for answer in answers if answer["type"] == "error"} == {"too much"}


def test_a_message_is_measured_in_bytes() -> None:
    letters = '{"type": "ping", "id": "é"}'.ljust(MOST_BYTES_OF_A_MESSAGE - 1)
    assert read(letters).id == "é"
    with pytest.raises(Refusal) as caught:
        read(letters + " ")
    assert caught.value.code == "too much"


def pinged(size: int, **fields: Any) -> str:
    """A request of so many bytes."""
    return json.dumps({"type": "ping", **fields}).ljust(size)


# --- your rules -------------------------------------------------------------------------------------------------------


def test_position_and_options_hold_for_the_rest_of_the_conversation(tmp_path: Path) -> None:
    answers = talk(
        *(tmp_path, {"type": "go", "id": 0}, {"type": "options", "agent": "random", "time": 60.0, "seed": 3}),
        *({"type": "position", "position": DRAWING}, {"type": "go", "id": 1}, {"type": "go", "id": 2}),
        {"type": "go", "id": 3, "agent": "greedy", "seed": 4},
    )
    best = {answer["to"]: answer for answer in answers if "to" in answer}
    assert best[0]["code"] == "no bout"
    assert best[1]["command"] == best[2]["command"] and best[1]["agent"] == "random", "the same seed, the same choice"
    assert best[3]["agent"] == "greedy"


@every_game
def test_an_agent_that_is_too_slow_is_not_waited_for(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """And one that fails is replaced: the bout goes on, played by the fallback of the game, and the choice says so."""

    async def decide() -> None:
        opponents = ServedOpponents(
            game, {"slow": "agents_of_tests:slow", "broken": "agents_of_tests:broken"}, seed=SEED
        )
        session, stop = Session(game, game.read_options(), seed=SEED), asyncio.Event()
        monkeypatch.setattr(agents_of_tests, "LATE", threading.Event())
        late = await opponents.choose("slow", session, 0.2)
        failed = await opponents.choose("broken", session, LIMIT)
        asyncio.get_running_loop().call_later(0.1, stop.set)
        stopped = await opponents.choose("slow", session, LIMIT, stop=stop)
        agents_of_tests.LATE.set()
        opponents.close()
        for choice, name in ((late, "slow"), (failed, "broken"), (stopped, "slow")):
            assert (choice.agent, choice.instead_of) == (game.agents.fallback, name)
            assert session.mask[choice.action]

    run(decide())


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> float:
    """A time of which agents think for a moment; the rest of it, however busy the machine is, they have to answer."""
    monkeypatch.setattr("nexus_env.frontends.web.hall.opponents.RESERVE", 1 - 1 / LIMIT)
    for most in ("MOST_RESERVE", "STOPPING"):
        monkeypatch.setattr(f"nexus_env.frontends.web.hall.opponents.{most}", LIMIT)
    return LIMIT


def test_an_agent_that_thinks_tells_what_it_expects_when_it_is_stopped(soon: float) -> None:
    async def decide() -> None:
        opponents = ServedOpponents(
            NEXUS, {"thinker": "agents_of_tests:thinker", "judge": "agents_of_tests:judge"}, seed=SEED
        )
        session = Session.at(NEXUS, position.read(NEXUS, DRAWING))
        choice = await opponents.choose("thinker", session, soon)
        assert choice.agent == "thinker" and choice.expected == (0.25, -0.25)
        assert choice.line[0] == f"player_0: {session.spell(choice.action)}" and choice.line[1].startswith("player_1: ")
        judged = await opponents.choose("judge", session, LIMIT)
        assert judged.expected == (0.5, 0.5) and judged.line == (f"player_0: {session.spell(judged.action)}",)
        assert opponents.expects("thinker") and opponents.expects("judge") and not opponents.expects("greedy")
        opponents.close()

    run(decide())


def test_a_search_tells_its_line_and_what_it_expects(tmp_path: Path) -> None:
    """The line begins with the command itself, in the words of the position."""
    (best,) = talk(tmp_path, {"type": "go", "position": DRAWING, "agent": "search", "seed": 3, "time": 60.0})
    assert best["agent"] == "search" and len(best["expected"]) == 2
    assert all(-1 <= worth <= 1 for worth in best["expected"])
    assert best["line"][0] == f"player_0: {best['command']}" and len(best["line"]) > 1


def test_on_a_short_deadline_the_search_answers_with_the_best_it_has(soon: float) -> None:
    """One that would think for hours."""

    async def decide() -> None:
        opponents = ServedOpponents(NEXUS, {"deep": "search:100000000"}, seed=SEED)
        session = Session.at(NEXUS, position.read(NEXUS, DRAWING))
        choice = await opponents.choose("deep", session, soon)
        assert choice.agent == "deep" and choice.expected is not None and len(choice.line) > 1
        opponents.close()

    run(decide())


def test_a_network_tells_what_it_expects(tmp_path: Path) -> None:
    """What its value head says of each seat, as that one sees it, and what shaping has lent."""
    file = tmp_path / "untrained.onnx"
    batch = nexus_env.batch(4, seed=1)
    policy = new_policy(NEXUS, (16, 16), 1e-3, "cpu")
    export(policy, NEXUS, file, batch.observations, batch.masks.astype(bool))
    world = batch.imagine([0], [7])
    seen = Session.at(NEXUS, world).observations
    with torch.no_grad():
        said = policy.predict_values(torch.as_tensor(seen)).numpy()[:, 0]
    assert PolicyAgent(file, NEXUS).judge(world) == pytest.approx(said.clip(-1, 1), abs=1e-4)
    file.with_suffix(".json").write_text('{"config": {"reward": {"shaping": 2.0}}}', encoding="utf-8")
    lent = [2 * potential(world[0], seat) for seat in range(2)]
    assert PolicyAgent(file, NEXUS).judge(world) == pytest.approx((said + lent).clip(-1, 1), abs=1e-4)

    async def decide() -> None:
        opponents = ServedOpponents(NEXUS, {"untrained": str(file)}, seed=SEED)
        session = Session.at(NEXUS, position.read(NEXUS, DRAWING))
        choice = await opponents.choose("untrained", session, LIMIT)
        assert choice.agent == "untrained" and choice.expected is not None and len(choice.expected) == 2
        opponents.close()

    run(decide())


def test_levels_are_offered_as_soon_as_they_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By name, for the numbers of seats for which there are files, and as the opponent of those who name none."""
    source, batch = tmp_path / "untrained.onnx", nexus_env.batch(4, seed=1)
    export(new_policy(NEXUS, (16, 16), 1e-3, "cpu"), NEXUS, source, batch.observations, batch.masks.astype(bool))
    for seats in (2, 3):
        levels.write_levels(NEXUS, source, seats, dict.fromkeys(LEVELS, 0.5), tmp_path)
    monkeypatch.setattr("nexus_env.contract.roster.located", lambda place: tmp_path)
    seats = ["person", *["champion"] * 3]
    requests = (
        *({"type": "hello"}, {"type": "go", "position": DRAWING, "time": 60.0}),
        *({"type": "create", "seats": seats}, {"type": "create", "seats": seats[:3]}),
    )
    answers = talk(tmp_path, *({**request, "id": number} for number, request in enumerate(requests)))
    welcome, best, refused, created = sorted(answers, key=lambda answer: int(answer["to"]))
    offered = {one["name"]: one for one in welcome["games"][0]["agents"]}
    assert [name for name in offered if name in LEVELS] == list(LEVELS)
    assert (
        offered["legend"]["seats"] == [2, 3]
        and offered["legend"]["expects"]
        and offered["greedy"]["seats"] == [2, 3, 4]
    )
    assert best["agent"] == welcome["games"][0]["default"] == "contender" and len(best["expected"]) == 2
    assert (refused["code"], refused["place"]) == ("unknown agent", "seats[1]") and created["type"] == "joined"
    (tmp_path / TABLE).unlink()
    (without,) = talk(tmp_path, {"type": "hello"})
    (game,) = without["games"]
    assert game["default"] == "greedy" and not {one["name"] for one in game["agents"]} & set(LEVELS)


def test_thinking_has_a_limit(tmp_path: Path) -> None:
    ask = {"type": "go", "position": DRAWING, "agent": "greedy"}
    answers = talk(tmp_path, {**ask, "id": 1, "time": 60.0}, {**ask, "id": 2, "time": 60.1})
    long, longer = sorted(answers, key=lambda answer: int(answer["to"]))
    assert long["type"] == "best" and (longer["code"], longer["place"]) == ("wrong value", "time")


def test_names_of_agents_that_could_be_files_or_modules_are_not_looked_up(tmp_path: Path) -> None:
    (answer,) = talk(tmp_path, {"type": "go", "position": DRAWING, "agent": "agents_of_tests:slow"})
    assert answer["code"] == "unknown agent"
