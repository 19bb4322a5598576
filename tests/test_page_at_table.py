"""The page in a real browser: every lit square, failures of drawing, prices, what people do besides playing, axe."""

import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="the page is tested with Playwright: pip install playwright")
pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
import pages
from pages import CAN_DECIDE, EVENTS, OVER, Visitors, decide, enter, finished_bout, until_question
from playwright.sync_api import Page, WebSocketRoute, expect
from service import Service

service, browser, open_page = pages.service, pages.browser, pages.open_page
LONG = {"cycle_limit": 20, "auto_pass": True}
COMMANDS = '.now [data-command="end round"]'
ANSWERED = f".now .step, dialog[open], {OVER}"
AXE = (
    Path(os.environ.get("AXE_CORE", "node_modules/axe-core/axe.min.js")),
    Path(__file__).parent.parent / "node_modules/axe-core/axe.min.js",
)
Json = dict[str, Any]
PANEL = 'export function panel(view, name, names, { art, rulebook }, isUnderWay = true, note = "") {'

# --- every lit square -------------------------------------------------------------------------------------------------


def press_square(page: Page, where: str, way: str) -> None:
    """Choose a square by mouse, touch or keys."""
    square = page.locator(f'[data-cell="{where}"]')
    if way == "mouse":
        square.click()
    elif way == "touch":
        square.tap()
    else:
        page.locator(".cell[tabindex='0']").focus()
        at = page.evaluate("document.activeElement.dataset.cell.split(',').map(Number)")
        x, y = map(int, where.split(","))
        for key, steps in (("ArrowRight", x - at[0]), ("ArrowDown", y - at[1])):
            opposite = {"ArrowRight": "ArrowLeft", "ArrowDown": "ArrowUp"}[key]
            for _ in range(abs(steps)):
                page.keyboard.press(key if steps > 0 else opposite)
        page.keyboard.press("Enter")


def answered(page: Page, events: int) -> str:
    """What came of it: a choice that is open, or a decision, which is taken back."""
    page.wait_for_function(
        f"([events, css]) => {EVENTS} !== events || document.querySelector(css)",
        arg=[events, ANSWERED],
    )
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
        return "warned"
    page.wait_for_selector(f"{CAN_DECIDE}, {OVER}")  # it is busy no more
    if page.locator(".now .step").count():
        page.get_by_role("button", name="Back", exact=True).click()
        return "open"
    page.get_by_role("button", name="Take back my last decision").click()
    page.wait_for_function(
        "css => document.querySelector('.log li:last-child.note') && document.querySelector(css)",
        arg=f"{COMMANDS}:enabled",
    )
    return "played"


def until_round(page: Page) -> bool:
    """Decide until a command is asked for; False if the bout is over before."""
    while True:
        page.wait_for_selector(f"{CAN_DECIDE}, {OVER}")
        if page.query_selector(OVER):
            return False
        if page.query_selector(COMMANDS):
            return True
        decide(page)


def test_every_lit_square_plays_or_asks(service: Service, open_page: Visitors) -> None:
    """By mouse, touch and keys in turn, over many positions; where one command fits it is played at once."""
    page = open_page(service.url, has_touch=True, viewport={"width": 1366, "height": 850})
    found, pressed, turn = Counter[str](), 0, 0
    for seed in (7, 8, 9, 10):
        enter(page, service, seed=seed, options={**LONG, "barge": "open"})
        while until_round(page) and pressed < 15 * (seed - 6):
            for where in page.eval_on_selector_all(".cell.may", "all => all.map(square => square.dataset.cell)"):
                events = page.evaluate(EVENTS)
                press_square(page, where, ("mouse", "touch", "keys")[pressed % 3])
                found[answered(page, events)] += 1
                pressed += 1
            turn += 1
            decide(page, *(("end round",) if turn % 4 == 0 else ("standard attack", "move")))
            if page.locator(".now .step").count():
                decide(page)
    assert pressed > 40 and found["open"] and found["played"] > 10, found


# --- failures of drawing ----------------------------------------------------------------------------------------------


COUNT_LOOKS = """
    Object.assign(window, { planned: 0, looked: 0 });
    const later = window.setTimeout;
    const look = (what, pause) => later(async () => { await what(); window.looked += 1; }, pause);
    window.setTimeout = (what, pause) => (pause === 400 ? (window.planned += 1, look) : later)(what, pause);
"""  # 400: LOOK_AGAIN of table.js
FAIL = "([failures, css]) => { window.failures = failures; document.querySelector(css).click(); }"


def breakable(page: Page, module: str, function: str) -> None:
    """Let a function of a module of the page fail as often as `window.failures` says."""

    def serve(route: Any) -> None:
        body = route.fetch().text()
        assert function in body
        trap = "if (window.failures-- > 0) throw new Error('a drawing has failed');"
        route.fulfill(body=body.replace(function, f"{function} {trap}"), content_type="text/javascript")

    page.route(f"**/page/{module}", serve)


@pytest.mark.parametrize(
    ("module", "function"),
    [
        ("panels.js", PANEL),
        ("words.js", "export function readChoice(legal, rulebook) {"),
        ("dom.js", "function update(node, part) {"),
    ],
)
def test_no_failure_of_drawing_leaves_the_page_busy(
    service: Service, open_page: Visitors, module: str, function: str
) -> None:
    """It says so, looks again, and the bout goes on."""
    page = open_page(service.url)
    breakable(page, module, function)
    enter(page, service, options=LONG)
    until_question(page, COMMANDS)
    page.evaluate(FAIL, [1, COMMANDS])
    expect(page.locator(".notice", has_text="a drawing has failed")).to_be_visible()
    page.wait_for_selector(CAN_DECIDE)
    assert decide(page)
    open_page.forgiven.append("a drawing has failed")


def test_a_page_that_cannot_be_drawn_at_all_waits_to_look_again(service: Service, open_page: Visitors) -> None:
    page = open_page(service.url)
    breakable(page, "panels.js", PANEL)
    enter(page, service, options=LONG)
    until_question(page, COMMANDS)
    page.evaluate(COUNT_LOOKS)
    page.evaluate(FAIL, [1e9, COMMANDS])
    page.wait_for_function("window.looked === 3")
    assert page.evaluate("window.planned") == 3, "it looks again for ever"
    page.evaluate("window.failures = 0")
    page.get_by_role("button", name="Retry").click()
    page.wait_for_selector(CAN_DECIDE)
    open_page.forgiven.append("a drawing has failed")


# --- what the service says, changed on its way ------------------------------------------------------------------------


def overheard(page: Page, change: Callable[[Json], None], own: tuple[str, ...] = ()) -> list[Json]:
    """Change the updates of the service on their way; what the page sends, of which `own` goes no farther."""
    sent: list[Json] = []

    def connect(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def to_page(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "update":
                change(message)
            line.send(json.dumps(message))

        def to_server(text: str | bytes) -> None:
            message = json.loads(text)
            sent.append(message)
            if message["type"] in own:
                line.send(json.dumps({"type": "pong", "to": message["id"]}))
            else:
                server.send(text)

        server.on_message(to_page)
        line.on_message(to_server)

    page.route_web_socket("**/v1/socket", connect)
    return sent


def test_prices_are_shown_and_what_may_end_the_own_helot_is_asked_first(service: Service, open_page: Visitors) -> None:
    """As the service tells them; a hasty Enter gives the harmless answer."""

    def change(update: Json) -> None:
        for legal in update["state"]["legal"]:
            if legal["command"] == "end round":
                legal |= {"cost": "5 Cred and 1 Overall Condition", "may_end": True}

    page = open_page(service.url)
    sent = overheard(page, change)
    enter(page, service, options=LONG)
    page.wait_for_selector(CAN_DECIDE)
    while not page.locator('[data-command="button to movement"]').count():
        assert decide(page)
    expect(page.locator('[data-command="button to movement"]')).to_contain_text("5 OC")
    expect(page.locator('[data-command="button to movement"]')).to_contain_text("6 MP, 0 AP")
    until_question(page, COMMANDS)
    expect(page.locator(COMMANDS)).to_contain_text("5 Cred and 1 OC")
    page.locator(COMMANDS).click()
    expect(page.get_by_role("dialog")).to_contain_text("5 Cred and 1 Overall Condition")
    plays = sum(message["type"] == "play" for message in sent)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(COMMANDS).click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert sum(message["type"] == "play" for message in sent) == plays
    page.locator(COMMANDS).click()
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".log")).to_contain_text("Ada: end round")


def test_what_was_agreed_is_shown_before_one_sits_down(service: Service, open_page: Visitors) -> None:
    """Dice, clock, options, and whether decisions may be taken back."""
    agreed = {"dice": "own", "clock": 90.0, "undo": False, "time": 1.0, "options": {"barge": "3", "cycle_limit": 20}}
    page = open_page(service.url)
    overheard(page, lambda update: update["state"].update(agreed=agreed))
    joined = service.ask("create", seats=["person", "person"], name="Ada")
    page.goto(f"{service.url}/{joined['link']}")
    for words in ("players roll their own", "90 seconds", "Barge 3", "The bout ends after", "20 cycles"):
        expect(page.locator(".waiting-room .agreed")).to_contain_text(words)
    expect(page.get_by_role("button", name="Take the seat")).to_be_visible()


def test_people_resign_offer_draws_and_claim(service: Service, open_page: Visitors) -> None:
    """Each by a message of its own; to lose or win a bout by it is asked first."""
    said: Json = {"present": ["player_0"], "may_resign": True, "may_offer_draw": True, "claimable": True}
    page = open_page(service.url)
    own = ("resign", "offer_draw", "answer_draw", "claim")
    sent = overheard(page, lambda update: update["state"].update(said), own)
    other = service.ask("create", seats=["person", "person"], name="Ada")
    mine = service.ask("join", bout=other["bout"], name="Bob")
    key = json.dumps({"seat": mine["seat"], "token": mine["token"]})
    page.evaluate("([bout, key]) => localStorage.setItem(`nexus seat ${bout}`, key)", [mine["bout"], key])
    said |= {"draw_offered_by": "player_0", "must_answer_draw": True}
    page.goto(f"{service.url}/{mine['link']}")
    expect(page.get_by_text("Ada offers a draw.")).to_be_in_viewport()
    expect(page.locator(".now button").first).to_have_text("Accept the draw")
    expect(page.get_by_role("region", name="Bob, you")).to_contain_text("away")
    page.get_by_role("button", name="Decline").click()
    page.get_by_role("button", name="Offer a draw").click()
    asked = (("Accept the draw", "Play on", "Accept"), ("Resign", "Play on", "Resign"))
    for question, no, yes in (*asked, ("Claim the bout", "Keep waiting", "Claim")):
        page.locator(".partings").get_by_role("button", name=question).click()
        page.get_by_role("button", name=no).click()
        page.locator(".partings").get_by_role("button", name=question).click()
        page.get_by_role("dialog").get_by_role("button", name=yes).click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_function("!document.querySelector('.partings button:disabled')")
    found = [(message["type"], message.get("accept")) for message in sent if message["type"] in own]
    assert found == [
        *(("answer_draw", False), ("offer_draw", None), ("answer_draw", True)),
        *(("resign", None), ("claim", None)),
    ]


def test_who_decided_is_told(service: Service, open_page: Visitors) -> None:
    """An agent in the place of a person, or of another agent; not where it goes without saying."""

    def change(update: Json) -> None:
        for event in update["events"]:
            if event["kind"] == "turn":
                event |= {"by": "greedy"} | ({"by_clock": True} if event["seat"] == "player_0" else {})

    page = open_page(service.url)
    overheard(page, change)
    enter(page, service, options=LONG)
    until_question(page, COMMANDS)
    assert "time ran out; greedy decided" in page.locator(".log li.turn.player_0").first.inner_text()
    assert "decided" not in page.locator(".log li.turn.player_1").first.inner_text()


# --- the log, the list of bouts, axe ----------------------------------------------------------------------------------


def test_dice_of_ones_own_stand_in_the_log_as_all_else_does(service: Service, open_page: Visitors) -> None:
    """What came of a die stands below it."""
    page = open_page(service.url)
    joined = enter(page, service, dice="own", undo=False)
    page.wait_for_selector(".table")
    entries = ".log li.turn:not([class*=player_]):has(.line)"
    for _ in range(200):
        state = service.ask("look", bout=joined["bout"], token=joined["dice_token"], after=0)
        legal = state["state"]["legal"]
        if legal:
            service.ask("play", bout=joined["bout"], token=joined["dice_token"], at=state["cursor"], face=1)
        elif page.query_selector(CAN_DECIDE):
            decide(page)
        if page.locator(entries).count():
            break
    boxes = page.evaluate(
        """css => [...document.querySelectorAll(css)].map(entry =>
            [".deed", ".line"].map(part => entry.querySelector(part).getBoundingClientRect().toJSON()))""",
        entries,
    )
    assert boxes and all(deed["bottom"] <= line["top"] + 1 for deed, line in boxes)


def test_the_bouts_of_this_browser_are_listed(service: Service, open_page: Visitors) -> None:
    page = open_page(service.url)
    enter(page, service)
    page.wait_for_selector(CAN_DECIDE)
    page.goto(service.url)
    row = page.locator(".mine li")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("your decision")
    row.get_by_role("link", name="Against Greedy").click()
    page.wait_for_selector(CAN_DECIDE)
    pages.play_to_the_end(page)
    page.goto(service.url)
    page.get_by_role("button", name="Forget").click()
    expect(page.locator(".mine")).to_have_count(0)


@pytest.mark.parametrize("size", [(1366, 850), (390, 844)])
def test_axe_finds_no_violation(service: Service, open_page: Visitors, size: tuple[int, int]) -> None:
    """On every screen, at the table with reasons open; axe-core comes from npm."""
    script = next((path for path in AXE if path.is_file()), None)
    if script is None:
        pytest.skip("axe-core is not at hand: npm ci, or AXE_CORE=path/to/axe.min.js")
    page = open_page(service.url, viewport={"width": size[0], "height": size[1]})

    def check(css: str) -> None:
        page.wait_for_selector(css)
        page.evaluate(script.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run(document)")["violations"]
        told = [(row["id"], [node["html"][:120] for node in row["nodes"][:3]]) for row in found]
        assert told == [], (css, told)

    check(".lobby")
    enter(page, service, seats=["person", "person"], undo=False)
    check(".waiting-room")
    enter(page, service, options=LONG)
    check(".question")
    until_question(page, COMMANDS)
    page.get_by_text("What you cannot do now, and why").click()
    check(".why dd")
    page.goto(service.url)
    check(".mine li")
    page.evaluate("text => sessionStorage.setItem('nexus replay', text)", finished_bout(service))
    page.goto(f"{service.url}/#replay")
    check(".replay")
    page.get_by_role("button", name="Try it out from here").click()
    check(".tryout .now button[data-command]")
    for screen, css in {"learn": ".coach", "puzzles": ".puzzle .now h2", "rules": ".rules"}.items():
        page.goto(f"{service.url}/#{screen}/nexus")
        check(css)


def test_who_does_not_want_to_react_passes_until_the_own_command(service: Service, open_page: Visitors) -> None:
    """With four seats: one click, and nothing more is asked until the next command, or the end."""
    page = open_page(service.url)
    enter(page, service, seats=["person", "random", "random", "random"], options={"cycle_limit": 2})
    until_question(page, ".passing button")
    page.get_by_role("button", name="Pass until my next command").click()
    page.wait_for_selector(f'.now [data-command="end round"]:enabled, .now [data-command="ratio to movement"], {OVER}')
    expect(page.get_by_role("button", name="Ask me again")).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("Ada passes")


REFUSAL = {"place": "at", "found": "0", "expected": "11", "advice": "The bout has gone on."}
PASSES = """async (question) => {
    const { passOn } = await import("/page/passing.js");
    const given = [];
    const table = {
        isPassing: true, isAsked: true, state: { phase: "playing", view: { question } },
        chooser: { choices: [{ command: "pass" }] },
        play: (choice) => given.push(choice.command),
    };
    passOn(table);
    return [given, table.isPassing, document.querySelector("#polite").textContent];
}"""


def test_passing_on_ends_where_more_than_a_reaction_is_asked(service: Service, open_page: Visitors) -> None:
    """A pass that means something else is left to the person, who hears it."""
    page = open_page(service.url)
    page.wait_for_selector(".lobby")
    assert page.evaluate(PASSES, {"name": "tactic", "decline": "pass"}) == [["pass"], True, ""]
    assert page.evaluate(PASSES, {"name": "switch"}) == [[], False, "You are asked again."]


def test_a_refused_pass_is_not_given_again(service: Service, open_page: Visitors) -> None:
    """The service refuses one: the person is asked."""
    page = open_page(service.url)
    enter(page, service, seats=["person", "random", "random", "random"], options={"cycle_limit": 2})
    until_question(page, ".passing button")
    refused: list[str] = []

    def connect(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def to_server(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] != "play":
                server.send(text)
                return
            refused.append(message["type"])
            line.send(json.dumps({"type": "error", "code": "stale", "to": message["id"], **REFUSAL}))

        line.on_message(to_server)

    page.route_web_socket("**/v1/socket", connect)
    page.reload()
    page.get_by_role("button", name="Pass until my next command").click()
    expect(page.get_by_role("button", name="Pass until my next command")).to_be_visible()
    expect(page.locator(".notice.bad")).to_be_visible()
    assert refused == ["play"]
