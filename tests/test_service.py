"""The service as people and programs meet it over HTTP, with every message held against the schema."""

import re
from pathlib import Path
from typing import Any

import pytest
from service import Service, begin, open_hall, play_on, run, unlimited

from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.schema import schema_of
from nexus_env.games.nexus import NEXUS
from nexus_env.text import transcript

service = unlimited

# --- HTTP -------------------------------------------------------------------------------------------------------------


def test_hello_says_who_plays_and_what_can_be_done(service: Service) -> None:
    welcome = service.ask("hello", version=2, client="test")
    game = welcome["games"][0]
    assert game["name"] == "nexus" and game["actions"] == NEXUS.action_stamp
    assert {"random", "greedy"} <= {agent["name"] for agent in game["agents"]}
    asked = {field["name"]: field for field in game["form"]}
    assert len(asked["barge"]["ways"][0]["picture"]) == 8 and asked["windows"]["among_people"] == "held"
    assert service.ask("create", game="chess", seats=["person"] * 2)["code"] == "unknown game"
    assert service.ask("create", game="nexus", seats=["person"])["code"] == "wrong value"
    assert "your rules" in welcome["can"]
    assert service.ask("hello", version=1)["code"] == "other version"


def test_a_whole_bout_against_an_agent(service: Service) -> None:
    """Played to its end by HTTP alone; its transcript replays, and the next bout has the same seats."""
    joined, update = begin(service, "person", "greedy", options={"cycle_limit": 2}, undo=True)
    assert joined["seat"] == "player_0" and update["state"]["phase"] == "playing"
    assert service.ask("record", bout=joined["bout"])["code"] == "not now"
    update = play_on(service, joined, update, 500)
    assert update["state"]["phase"] == "over" and update["state"]["view"]["result"]
    read = transcript.read(service.ask("record", bout=joined["bout"])["transcript"])
    assert read.players == ("Ada", "greedy")
    assert transcript.replay(NEXUS, read).outcome == update["state"]["result"]
    following = service.ask("again", bout=joined["bout"], token=joined["token"])
    assert following["bout"] != joined["bout"] and following["seat"] == "player_0"
    assert service.ask("again", bout=joined["bout"], token=joined["token"])["bout"] == following["bout"]
    state = service.ask("look", bout=joined["bout"])["state"]
    assert state["next"] == following["bout"]
    undone = service.ask("undo", bout=joined["bout"], token=joined["token"], at=update["cursor"] + 1)
    assert (undone["code"], undone["found"]) == ("not now", "a bout that has a successor")
    assert service.ask("join", bout=following["bout"])["code"] == "full", "its seats are kept"


def test_events_come_by_cursor_and_each_only_once(service: Service) -> None:
    joined, update = begin(service)
    first = play_on(service, joined, update, 5)
    all_of_them = service.ask("look", bout=joined["bout"], token=joined["token"], after=0)["events"]
    assert [event["cursor"] for event in all_of_them] == list(range(1, all_of_them[-1]["cursor"] + 1))
    behind = service.ask("look", bout=joined["bout"], token=joined["token"], after=3)["events"]
    known = len(all_of_them)  # greedy may have gone on meanwhile
    assert behind[: known - 3] == all_of_them[3:] and first["cursor"] <= known


def test_a_seat_whose_key_was_lost_on_the_way_is_opened_again_by_the_same_message(service: Service) -> None:
    bout = service.ask("create", seats=["person", "person", "person"])["bout"]
    key = "a key of one's own, which nobody guesses"
    joined = service.ask("join", bout=bout, name="Bob", token=key)
    assert joined["seat"] == "player_1" and joined["token"] == key
    assert service.ask("join", bout=bout, name="Bob", token=key) == joined
    assert service.ask("join", bout=bout, seat="player_1", token=key) == joined
    assert service.ask("join", bout=bout, seat="player_2", token=key)["place"] == "token", "one key, one seat"
    assert service.ask("look", bout=bout, token=key)["cursor"] == 2, "he sat down once"
    assert service.say("join", bout=bout, token="short")["code"] == "wrong value"
    assert service.ask("join", bout=bout, token=key[::-1])["seat"] == "player_2"
    assert service.ask("join", bout=bout, token=key) == joined, "although the bout is full"


def test_a_late_or_repeated_message_changes_nothing(service: Service) -> None:
    """The very same message is acknowledged again, another one to the same moment is told that it comes too late."""
    joined, update = begin(service)
    where = {"bout": joined["bout"], "token": joined["token"]}
    update = play_on(service, joined, update, 0)
    while not update["state"]["legal"]:
        update = service.ask("look", **where, after=update["cursor"], wait=5.0)
    command = update["state"]["legal"][1]["command"]
    answer = service.ask("play", **where, at=update["cursor"], command=command)
    again = service.ask("play", **where, at=update["cursor"], command=f" {command.upper()} ")
    assert again["events"][0] == answer["events"][0] and again["type"] == "update"
    other = service.ask("play", **where, at=update["cursor"], command=update["state"]["legal"][0]["command"])
    assert (other["code"], other["place"]) == ("stale", "at")
    turns = [
        e for e in service.ask("look", **where, after=0)["events"] if e["kind"] == "turn" and e["seat"] == "player_0"
    ]
    assert len(turns) == 1


def test_nobody_plays_for_another(service: Service) -> None:
    joined, update = begin(service, "person", "person")
    bout = joined["bout"]
    assert update["state"]["phase"] == "open"
    assert service.ask("play", bout=bout, token=joined["token"], at=1, action=1)["code"] == "not now"
    other = service.ask("join", bout=bout, name="Bob")
    assert other["seat"] == "player_1" and other["token"] != joined["token"]
    assert service.ask("join", bout=bout, name="Eve")["code"] == "full"
    state = service.ask("look", bout=bout)["state"]
    asked, at = state["view"]["question"]["seat"], service.ask("look", bout=bout)["cursor"]
    wrong = other if asked == "player_0" else joined
    assert service.ask("play", bout=bout, token=wrong["token"], at=at, command="pass")["code"] == "not your turn"
    assert service.ask("play", bout=bout, token="guessed", at=at, command="pass")["code"] == "wrong token"
    assert service.ask("look", bout=bout, token="guessed")["code"] == "wrong token"
    assert service.ask("look", bout="no-such-bout")["code"] == "unknown bout"
    assert service.ask("undo", bout=bout, token=joined["token"], at=at)["code"] == "not now"
    assert state["legal"] == [], "a spectator may do nothing"


def test_what_a_seat_keeps_is_hidden_from_all_others(service: Service) -> None:
    """In events too, until the bout is over (R-029)."""
    joined, _ = begin(service, "person", "person", options={"deal": "random"})
    other = service.ask("join", bout=joined["bout"], name="Bob")
    kept: dict[str, set[int]] = {seat["seat"]: set() for seat in (joined, other)}
    while not all(kept.values()):  # everybody keeps cards before anybody commands
        seat, update = next(
            (seat, update)
            for seat in (joined, other)
            if (update := service.ask("look", bout=joined["bout"], token=seat["token"], after=0))["state"]["legal"]
        )
        where = {"bout": joined["bout"], "token": seat["token"], "at": update["cursor"]}
        command = update["state"]["legal"][0]["command"]
        assert command.startswith("keep card")
        kept[seat["seat"]].add(service.ask("play", **where, command=command)["cursor"])

    def hidden(**token: str) -> set[int]:
        """The turns whose command somebody is not told."""
        events = service.ask("look", bout=joined["bout"], after=0, **token)["events"]
        told = [event for event in events if event["kind"] == "turn" and "command" not in event]
        assert all("action" not in event for event in told)
        return {event["cursor"] for event in told}

    assert hidden() == kept["player_0"] | kept["player_1"], "neither one's are for spectators"
    assert hidden(token=joined["token"]) == kept["player_1"]
    assert hidden(token=other["token"]) == kept["player_0"]


def test_undo_is_agreed_and_only_against_agents(service: Service) -> None:
    joined, update = begin(service, "person", "greedy", undo=True)
    where = {"bout": joined["bout"], "token": joined["token"]}
    assert not update["state"]["may_undo"]
    update = play_on(service, joined, update, 4)
    while not update["state"]["legal"]:
        update = service.ask("look", **where, after=update["cursor"], wait=5.0)
    back = service.ask("undo", **where, at=update["cursor"])
    assert back["events"][0]["kind"] == "undone" and back["state"]["turns"] < update["state"]["turns"]
    assert back["state"]["view"]["question"]["seat"] == "player_0" and back["state"]["legal"]
    assert play_on(service, joined, back, 2)["state"]["turns"] > back["state"]["turns"]
    without, update = begin(service, "person", "greedy")
    play_on(service, without, update, 1)
    at = service.ask("look", bout=without["bout"])["cursor"]
    refused = service.ask("undo", bout=without["bout"], token=without["token"], at=at)
    assert (refused["code"], refused["found"]) == ("not now", "a bout whose terms do not allow it") or (
        refused["code"] == "stale"
    )


def test_people_take_back_by_consent_over_http(service: Service) -> None:
    """What is wrong with a message is told with its place, and changes nothing."""
    joined, _ = begin(service, "person", "person", undo=True)
    other = service.ask("join", bout=joined["bout"], name="Bob")
    keys = {seat["seat"]: {"bout": joined["bout"], "token": seat["token"]} for seat in (joined, other)}
    state = service.ask("look", bout=joined["bout"])["state"]
    asker = state["view"]["question"]["seat"]
    one, two = keys.pop(asker), *keys.values()
    update = play_on(service, {**joined, **one}, service.ask("look", **one), 1)
    assert update["state"]["may_ask_undo"] and not update["state"]["may_undo"]
    at = update["cursor"]

    def code(kind: str, **body: Any) -> tuple[str, str]:
        answer = service.say(kind, **body)
        return answer["code"], answer["place"]

    assert code("answer_undo", **two, at=at, accept=True) == ("not now", "answer_undo")
    assert code("ask_undo", **one) == ("wrong value", "at")
    assert code("ask_undo", **{**one, "token": "guessed"}, at=at) == ("wrong token", "token")
    assert code("ask_undo", **one, at=at + 1) == ("stale", "at")
    asked = service.ask("ask_undo", **one, at=at)
    assert asked["state"]["undo_asked_by"] == asker
    at = asked["cursor"]
    assert code("answer_undo", **two, at=at) == ("wrong value", "accept")
    assert code("answer_undo", **two, at=at - 1, accept=True) == ("stale", "at")
    assert code("answer_undo", **one, at=at, accept=True) == ("not now", "answer_undo")
    assert code("answer_undo", **{**two, "token": "guessed"}, at=at, accept=True) == ("wrong token", "token")
    back = service.ask("answer_undo", **two, at=at, accept=True)
    assert back["events"][-1]["kind"] == "undone" and back["state"]["turns"] == state["turns"]


def test_dice_of_ones_own_are_sent_by_whoever_holds_their_key(service: Service) -> None:
    joined, update = begin(service, "person", "greedy", dice="own", options={"deal": "random"})
    dice = {"bout": joined["bout"], "token": joined["dice_token"]}
    state = service.ask("look", **dice)
    assert state["state"]["you"] == "dice" and state["state"]["view"]["question"]["seat"] == "dice"
    assert update["state"]["legal"] == [], "it is not for a seat to roll"
    assert service.ask("play", **dice, at=state["cursor"], face=99)["code"] == "illegal"
    for _ in range(3):
        state = service.ask("play", **dice, at=state["cursor"], face=1)
    assert state["state"]["turns"] == 3 and state["events"][0]["seat"] == "dice"
    again = service.ask("play", **dice, at=state["cursor"] - 1, face=1)
    assert (again["events"], again["cursor"]) == (state["events"], state["cursor"]), "its answer was lost on the way"
    assert service.ask("play", **dice, at=state["cursor"] - 1, face=2)["code"] == "stale"
    assert service.ask("look", **dice)["state"]["turns"] == 3


def test_the_clock_decides_for_whoever_is_too_slow(service: Service) -> None:
    """And whoever is asked hears how long there is; an agent may be asked first."""
    joined, update = begin(service, clock=3600.0)
    while not update["state"]["legal"]:
        update = service.ask("look", bout=joined["bout"], token=joined["token"], after=update["cursor"], wait=2.0)
    assert 0 < update["state"]["seconds_left"] <= 3600
    joined, update = begin(service, clock=0.5, options={"cycle_limit": 1})
    while not any(event["by_clock"] for event in update["events"]):
        assert update["state"]["phase"] == "playing"
        update = service.ask("look", bout=joined["bout"], after=update["cursor"], wait=2.0)
    assert {event["seat"] for event in update["events"] if event["by_clock"]} == {"player_0"}


def test_why_and_rules_are_told(service: Service) -> None:
    joined, _ = begin(service)
    reasons = service.ask("why", bout=joined["bout"], token=joined["token"], action=4)["reasons"]
    assert reasons[0]["name"] == "move forward" and reasons[0]["text"]
    assert len(service.ask("why", bout=joined["bout"], token=joined["token"])["reasons"]) > 50
    book = service.ask("rules")
    assert len(book["commands"]) > 70 and len(book["cards"]["influence"]) == 24


def test_each_of_several_people_rolls_its_own_dice(service: Service) -> None:
    """Nobody rolls those of another one; the service rolls what is nobody's. What was agreed is seen beforehand."""
    agreed = {"options": {"barge": "roll", "deal": "random"}, "clock": 60.0, "away": 600.0}
    joined, update = begin(service, "person", "person", dice="own", **agreed)
    assert "dice_token" not in joined and update["state"]["agreed"]["dice"] == "own"
    lobby = service.ask("look", bout=joined["bout"])["state"]
    assert lobby["phase"] == "open" and lobby["agreed"] == {
        "dice": "own",
        "clock": 60.0,
        "undo": False,
        "advice": False,
        "time": 60.0,
        "away": 600.0,
        "options": {**agreed["options"], "seats": 2},
    }
    other = service.ask("join", bout=joined["bout"], name="Bob")
    rolled: dict[str, int] = {"player_0": 0, "player_1": 0}
    tokens = {"player_0": joined["token"], "player_1": other["token"]}
    while not all(rolled.values()):
        looks = {seat: service.ask("look", bout=joined["bout"], token=token, after=0) for seat, token in tokens.items()}
        asked = next((seat for seat, look in looks.items() if look["state"]["legal"]), None)
        if asked is None:
            service.ask("look", bout=joined["bout"], after=looks["player_0"]["cursor"], wait=5.0)
            continue
        state, where = looks[asked]["state"], {"bout": joined["bout"], "at": looks[asked]["cursor"]}
        if state["view"]["question"]["seat"] != "dice":
            service.ask("play", **where, token=tokens[asked], command=state["legal"][0]["command"])
            continue
        assert state["view"]["question"]["die"]["seat"] == asked
        another = next(seat for seat in tokens if seat != asked)
        assert service.ask("play", **where, token=tokens[another], face=1)["code"] == "not your turn"
        face = int(state["view"]["question"]["die"]["faces"][0])
        first = service.ask("play", **where, token=tokens[asked], face=face)
        again = service.ask("play", **where, token=tokens[asked], face=face)
        assert again["events"][0] == first["events"][0] and first["events"][0]["seat"] == "dice"
        rolled[asked] += 1
    events = service.ask("look", bout=joined["bout"], after=0)["events"]
    assert sum(event.get("seat") == "dice" for event in events) > sum(rolled.values()), "the barge was rolled for"


@pytest.mark.parametrize(
    ("field", "value"),
    [("clock", 1e-9), ("clock", 0.4), ("clock", 0), ("time", 1e-9), ("away", 1.0), ("away", 1e9), ("token", "short")],
)
def test_nobody_agrees_on_what_is_no_time(service: Service, field: str, value: Any) -> None:
    refused = service.say("create", seats=["person", "person"], **{field: value})
    assert (refused["code"], refused["place"]) == ("wrong value", field)


@pytest.mark.parametrize(
    "name",
    [
        "two\nlines",
        "a\ttab",
        "\u202egnp.exe",
        "\u2066in\u2069",
        "\u200fright",
        "\u2028",
        "\x1b[2J",
        "\x00",
        "zero\u200bwidth",
        "B\u200dob",  # as another one's name looks
        "\u200d",
        "\u00a0 \u3000",
        "\u3164",
        "a\u115f",
        "b\u034f",
        "\u2800",
        "z" + "\u0301" * 4,
    ],
)
def test_a_name_is_one_line_of_what_can_be_seen(service: Service, name: str) -> None:
    bout = begin(service, "person", "person")[0]["bout"]
    for refused in (
        service.say("create", seats=["person", "greedy"], name=name),
        service.say("join", bout=bout, name=name),
        service.say("hello", client=name),
    ):
        assert refused["code"] == "wrong value" and refused["place"] in ("name", "client")
        assert refused["expected"] == "one line without control, bidirectional or hidden characters"
        assert refused["found"].isprintable()
    for fine in (
        "\u0410\u0434\u0430",
        "\u0639\u0645\u0631",
        "\u0645\u06cc\u200c\u062e",
        "👩\u200d🚀",
        "O'Neill {x}",
        "❤\ufe0f\u200d🔥 2",
        "",
    ):
        joined = service.ask("create", seats=["person", "greedy"], name=fine, seed=1)
        assert service.ask("look", bout=joined["bout"])["state"]["seats"][0]["name"] == fine


def test_names_of_older_bouts_are_shown_without_what_nobody_sees(tmp_path: Path) -> None:
    async def look() -> str:
        with open_hall(tmp_path) as hall:
            joined = await hall.create(messages.Create(seats=["person", "person"]))
            bout = await hall.find(joined.bout)
            bout.take({"kind": "joined", "seat": "player_1", "name": "\u202eB\nob", "token": "x"})
            return bout.names["player_1"]

    assert run(look()) == "Bob"


# --- your rules -------------------------------------------------------------------------------------------------------


def test_a_front_end_that_keeps_the_bout_asks_for_a_command(service: Service) -> None:
    """By transcript or by what a seat sees; the answer is legal there."""
    joined, update = begin(service, options={"cycle_limit": 1}, seed=4)
    play_on(service, joined, update, 300)
    record = service.ask("record", bout=joined["bout"])["transcript"]
    situation = service.ask("legal", transcript=record, turns=12)
    assert situation["legal"] and situation["position"].startswith(f"nexus {NEXUS.version}")
    best = service.ask("go", transcript=record, turns=12, agent="greedy", time=2.0, seed=1)
    assert best["command"] in {one["command"] for one in situation["legal"]} and best["seat"] == situation["seat"]
    assert best["agent"] == "greedy" and "expected" not in best
    seen = service.ask("go", position=situation["position"], agent="greedy", time=2.0, seed=1)
    assert seen["command"] in {one["command"] for one in situation["legal"]}
    over = service.ask("legal", transcript=record)
    assert over["legal"] == [] and "seat" not in over and over["result"]
    assert service.ask("go", transcript=record)["code"] == "not now"
    assert service.ask("go")["code"] == "no bout"


def test_a_transcript_is_shown_again_as_somebody_saw_it(service: Service) -> None:
    joined, update = begin(service, options={"cycle_limit": 1}, seed=4)
    play_on(service, joined, update, 300)
    record = service.ask("record", bout=joined["bout"])["transcript"]
    whole = service.ask("replay", transcript=record, count=12)
    mine = service.ask("replay", transcript=record, count=12, eyes="player_0")
    nobody = service.ask("replay", transcript=record, count=12, eyes="nobody")
    assert whole["players"] == ["Ada", "greedy"] and whole["turns"] > 12
    keeping = [n for n, step in enumerate(whole["steps"]) if (step.get("command") or "").startswith("keep card")]
    assert keeping and all("command" not in nobody["steps"][n] for n in keeping)
    assert any("command" in mine["steps"][n] for n in keeping) and any(
        "command" not in mine["steps"][n] for n in keeping
    )
    assert whole["steps"][-1]["view"]["nexus"]["lanistas"][1]["put_away"]
    assert service.ask("replay", transcript="nonsense")["code"] == "wrong transcript"
    stock = record.replace("[options {", '[options {"stock": "/etc", ')
    assert service.ask("replay", transcript=stock)["place"] == "transcript.stock"


# --- addresses and pages ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", ["", "text/plain", "application/x-www-form-urlencoded"])
def test_a_body_that_is_not_sent_as_json_is_told_what_is_missing(service: Service, sent: str) -> None:
    answer = service.http.post("/v1/ping", content=b"{}", headers={"content-type": sent})
    assert answer.status_code == 400 and answer.json()["code"] == "no JSON"
    assert "Content-Type: application/json" in answer.json()["advice"]


def test_front_ends_at_other_addresses_may_ask(service: Service) -> None:
    """A browser asks first whether it may."""
    asked = {"origin": "http://table.example", "access-control-request-method": "POST"}
    allowed = service.http.options("/v1/go", headers=asked | {"access-control-request-headers": "content-type"})
    assert allowed.status_code == 200 and allowed.headers["access-control-allow-origin"] == "*"
    answer = service.http.post("/v1/ping", json={}, headers={"origin": "http://table.example"})
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answer.headers


def test_the_page_and_the_description_are_served(service: Service) -> None:
    for path in ("/", f"/bout/{begin(service)[0]['bout']}", "/page/index.html", "/docs"):
        answer = service.http.get(path)
        assert answer.status_code == 200 and answer.headers["x-content-type-options"] == "nosniff"
    described = service.http.get("/openapi.json").json()
    assert "/v1/play" in described["paths"]
    schema = service.http.get("/protocol.schema.json").json()
    assert schema == schema_of([NEXUS]), "it has the views of the games that are served"


def test_the_reference_needs_no_other_host(service: Service) -> None:
    """All messages stand in it, each link of it leads somewhere, and nothing is loaded."""
    page = service.http.get("/docs").text
    for kind in (*messages.REQUESTS, *messages.ANSWERS):
        assert f'<h3 id="{kind.__name__}"><code>{messages.type_of(kind)}</code></h3>' in page
    links = set(re.findall(r'href="([^"]*)"', page))
    assert all(f'id="{link[1:]}"' in page for link in links if link.startswith("#"))
    paths = {link for link in links if not link.startswith("#")}
    assert paths and all(service.http.get(path).status_code == 200 for path in paths)
    assert not re.search(r"<(script|link|img|iframe)|src=|https?://|@import|url\(", page)


def test_a_second_service_says_that_the_port_is_taken(service: Service, tmp_path: Path) -> None:
    from nexus_env.cli.main import main

    assert main(["serve", "--port", str(service.port), "--store", f"sqlite:///{tmp_path}/x.db"]) == 2
    assert main(["serve", "--port", "0", "--store", "nonsense"]) == 2
    assert main(["serve", "--port", "0", "--agent", "nonsense"]) == 2
