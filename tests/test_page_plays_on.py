"""The page in a real browser: what it plays on by itself, once the person has said so."""

from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="the page is tested with Playwright: pip install playwright")
pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
import pages
from pages import CAN_DECIDE, EVENTS, OVER, Visitors, decide, enter
from playwright.sync_api import Page, expect
from service import Service

browser, open_page, service = pages.browser, pages.open_page, pages.service
Json = dict[str, Any]
FEW_THINGS = {"cycle_limit": 5, "auto_pass": True, "barge": "open", "influence_cards": 0}
COMMANDS = '.now [data-command="end round"]'


def until_walk(page: Page, service: Service, joined: Json) -> Json:
    """Decide until a walk of several steps is possible; the last one that the service tells."""
    where = {"bout": joined["bout"], "token": joined["token"]}
    for _ in range(60):
        page.wait_for_selector(f"{CAN_DECIDE}, {OVER}")
        if page.query_selector(COMMANDS) and (
            far := [walk for walk in service.ask("walks", **where)["walks"] if len(walk["steps"]) > 2]
        ):
            return dict(far[-1])
        decide(page, "ratio to movement", "end round")
    raise AssertionError("nobody can walk")


def test_a_walk_is_shown_with_its_price_and_walked_by_one_click(service: Service, open_page: Visitors) -> None:
    """All of its steps are played and paid; a finger sees the way first."""
    page = open_page(service.url, has_touch=True)
    joined = enter(page, service, seed=7, options={"cycle_limit": 3, "barge": "open"})
    way = until_walk(page, service, joined)
    end = page.locator(f'[data-cell="{way["cell"]}"]')
    end.hover()
    expect(page.locator(".cell-note")).to_have_text(way["cost"])
    expect(page.locator(".cell.on-way")).to_have_count(len(way["steps"]))
    page.mouse.move(0, 0)
    expect(page.locator(".cell-note")).to_have_count(0)
    end.tap()
    expect(page.locator(".cell-note")).to_have_text(way["cost"])
    expect(page.locator(".way-told")).to_contain_text("again to walk")
    events, entries = page.evaluate(EVENTS), page.locator(".log li.turn").count()
    end.click()
    page.wait_for_function(f"events => {EVENTS} === events", arg=events + len(way["steps"]))
    assert page.locator(".log li.turn").count() <= entries + 1, "a walk is one entry"
    page.wait_for_selector(CAN_DECIDE)
    state = service.ask("look", bout=joined["bout"], token=joined["token"])["state"]
    assert (
        next(piece["cell"] for piece in state["view"]["board"]["pieces"] if piece["id"] == way["unit"]) == way["cell"]
    )
    expect(page.locator(".walking")).to_have_count(0)
    service.ask("resign", bout=joined["bout"], token=joined["token"])
    transcript = service.ask("record", bout=joined["bout"])["transcript"]
    turns = sum(line.startswith("player_") for line in transcript.splitlines())
    before = next(
        turn
        for turn in range(turns, 0, -1)
        if way in service.ask("legal", transcript=transcript, turns=turn, walks=True)["walks"]
    )
    assert not service.ask("legal", transcript=transcript, turns=before)["walks"], "only who asks for them is told"
    page.goto(f"{service.url}/#replay/{joined['bout']}/{before}")
    page.get_by_role("button", name="Try it out from here").click()
    page.wait_for_selector(CAN_DECIDE)
    end.hover()
    expect(page.locator(".way-told")).to_contain_text(f"{len(way['steps'])} steps, {way['cost']}")
    end.click()
    expect(page.locator(".log")).to_have_attribute("data-events", str(len(way["steps"])))
    page.wait_for_selector(CAN_DECIDE)
    page.get_by_role("button", name="Take back my last decision").click()
    expect(page.locator(".log")).to_have_attribute("data-events", str(len(way["steps"]) - 1))


WALKS = """async (change) => {
    const { Walker } = await import("/page/walking.js");
    const step = (action, cell) => ({ action, cell, command: "step", price: { MP: 1 }, cost: "1 MP" });
    const given = [];
    const choices = [1, 2].map((action) => ({ action, cells: [], cost: "1 MP", unit: "" }));
    const table = {
        known: {}, mayWalk: true, isBusy: false, isAsked: true, cursor: 5, events: [], names: {}, draw() {},
        state: { you: "player_0", view: { question: { name: "command", text: "What now?" } } },
        chooser: { choices, selection: null, preview: null, acts: () => false },
        play({ action }) {
            given.push(action);
            this.cursor += 1;
            this.events.push({ cursor: this.cursor, kind: "turn", seat: "player_0", action, happened: [] });
        },
    };
    const walker = new Walker(table);
    const steps = [step(1, "b"), step(2, "c")];
    Object.assign(walker, { at: 5, walks: [{ cell: "c", unit: "u", steps, price: { MP: 2 }, cost: "2 MP" }] });
    walker.choose("c", false);
    const [turn] = table.events;
    if (change === "price") choices[1].cost = "2 MP";
    if (change === "danger") choices[1].may_end = true;
    if (change === "gone") choices.pop();
    if (change === "question") Object.assign(table.state.view.question, { name: "trip", text: "Do you fall?" });
    if (change === "turn") table.events.push({ ...turn, cursor: 7, seat: "player_1", action: 0 });
    const roll = { purpose: "check", sides: 6, faces: ["3"] };
    if (change === "die") turn.happened = [{ seat: "player_0", text: "", roll }];
    if (change === "refusal") walker.stop("The walk stopped.");
    while (walker.goOn()) ;
    return [given, walker.note];
}"""


def test_a_walk_stops_at_once_where_anything_is_not_as_it_was_shown(service: Service, open_page: Visitors) -> None:
    """The price or the danger of the next step, another question, somebody else's decision, a die, a refusal."""
    page = open_page(service.url)
    page.wait_for_selector(".lobby")
    assert page.evaluate(WALKS, "nothing") == [[1, 2], ""]
    for change, note in {
        "price": "the next step costs 2 MP, not 1 MP.",
        "danger": "the next step may end your bout.",
        "gone": "the next step is no longer possible.",
        "question": "Do you fall?",
        "turn": "something happened on the way.",
        "die": "something happened on the way.",
        "refusal": "",
    }.items():
        given, told = page.evaluate(WALKS, change)
        assert given == [1] and told.startswith("The walk stopped") and note in told, change


PRICES = """async (choices) => (await import("/page/words.js")).costsOf(choices)"""


def test_the_price_of_a_group_is_in_the_words_of_the_game(service: Service, open_page: Visitors) -> None:
    """Only counts are compared, kind by kind: a game may spell its prices in any way."""
    page = open_page(service.url)
    page.wait_for_selector(".lobby")
    free, one = {"price": {}, "cost": ""}, {"price": {"parries": 1}, "cost": "a parry"}
    two = {"price": {"parries": 2}, "cost": "two parries"}
    card, both = {"price": {"cards": 3}, "cost": "3: cards"}, {"price": {"cards": 3, "parries": 1}, "cost": "all"}
    for choices, told in (
        ([one, one], "a parry"),
        ([free, free], ""),
        ([two, one], "from a parry"),
        ([one, both], "from a parry"),
        ([two, free, one], "up to two parries"),
        ([card, one], "price varies"),
        ([card, free, one], "price varies"),
    ):
        assert page.evaluate(PRICES, choices) == told, choices


TERMS = """async (text) => {
    const { withTerms } = await import("/page/terms.js");
    const { h, patch } = await import("/page/dom.js");
    const room = document.createElement("p");
    patch(room, withTerms(text, { split: (text) => text.split(/(AP|Round)/) }));
    const whole = [...room.children].map((child) => child.textContent);
    return [room.textContent, whole, room.querySelectorAll(".term").length];
}"""


def test_a_line_does_not_end_between_a_term_and_its_punctuation(service: Service, open_page: Visitors) -> None:
    page = open_page(service.url)
    page.wait_for_selector(".lobby")
    text = "This Round's points (AP): a Round, two AP."
    assert page.evaluate(TERMS, text) == [text, ["Round's", "(AP):"], 2]
    assert page.evaluate(TERMS, "Round") == ["Round", ["Round"], 1]
    assert page.evaluate(TERMS, "no term") == ["no term", [], 0]


LOG = """async () => {
    const { followLog, log } = await import("/page/log.js");
    const { patch } = await import("/page/dom.js");
    const room = document.body.appendChild(document.createElement("div"));
    const game = { art: {}, rulebook: { split: (text) => [text] } };
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const list = () => room.querySelector(".log");
    const rest = () => list().scrollHeight - list().clientHeight - list().scrollTop;
    const turn = { kind: "turn", seat: "player_0", command: "go", happened: [] };
    const draw = (count) => {
        const events = Array.from({ length: count }, (_, cursor) => ({ ...turn, cursor }));
        patch(room, log(events, { player_0: "Ada" }, game));
        Object.assign(list().style, { height: "200px", minHeight: "0" });
        followLog(room);
    };
    draw(50);
    await frame();
    const found = [rest()];
    list().style.height = "100px";
    await frame();
    found.push(rest());
    list().scrollTop = 0;
    await frame();
    draw(51);
    await frame();
    found.push(list().scrollTop);
    return found;
}"""


def test_the_log_stays_at_its_end_unless_somebody_reads_further_up(service: Service, open_page: Visitors) -> None:
    """As it grows, and as there is less room for it."""
    page = open_page(service.url)
    page.wait_for_selector(".lobby")
    grown, shrunk, above = page.evaluate(LOG)
    assert grown < 2 and shrunk < 2 and above == 0


# --- a single legal command -------------------------------------------------------------------------------------------

FORCED = """async ({ table, end }) => {
    const { Forced } = await import("/page/forced.js");
    localStorage.setItem("nexus forced", "play");
    const choices = [{ action: 1, command: "end round", cost: "2 Cred", group: "round" }];
    const known = {
        key: {}, mayAct: true, isBusy: false, isAsked: true, names: {}, game: { art: {} }, draw() {},
        state: { seats: [{ person: true }, { person: false }] }, chooser: { choices }, ...table,
    };
    const forced = new Forced(known);
    const played = new Promise((resolve) => { known.play = ({ command }) => resolve(command); });
    if (end) Object.assign(choices[0], end);
    forced.follow();
    const told = document.querySelector("#polite").textContent;
    document.querySelector("#polite").textContent = "";
    return forced.due ? [told, await played, forced.note] : [told, null, forced.note];
}"""


def test_a_single_legal_command_is_told_and_played(service: Service, open_page: Visitors) -> None:
    """With its price before, and once more after; whoever could be hurt or seen through by that is asked."""
    page = open_page(service.url)
    page.wait_for_selector(".lobby")
    told = "There is only one choice: End round, for 2 Cred."
    note = "Played for you, as the only choice: End round, for 2 Cred."
    assert page.evaluate(FORCED, {}) == [told, "end round", note]
    for table, end in (
        ({}, {"may_end": True}),
        ({}, {"group": "dice"}),
        ({"key": None}, {}),
        ({"isAsked": False}, {}),
        ({"state": {"seats": [{"person": True}, {"person": True}]}}, {}),
    ):
        assert page.evaluate(FORCED, {"table": table, "end": end}) == ["", None, ""], (table, end)


def test_the_only_command_of_a_bout_is_played(service: Service, open_page: Visitors) -> None:
    """The page tells it before and after; *Wait* leaves it to the person."""
    page = open_page(service.url)
    page.add_init_script("localStorage.setItem('nexus forced', 'play')")
    joined = service.ask("create", seats=["person", "greedy"], name="Ada", seed=3, options=FEW_THINGS, undo=True)
    where = {"bout": joined["bout"], "token": joined["token"]}
    update = service.ask("look", **where)
    while [one["command"] for one in update["state"]["legal"]] != ["end round"]:
        assert update["state"]["phase"] == "playing"
        if update["state"]["legal"]:
            legal = [one for one in update["state"]["legal"] if one["command"] != "end round"]
            update = service.ask("play", **where, at=update["cursor"], action=legal[0]["action"])
        else:
            update = service.ask("look", **where, after=update["cursor"], wait=20.0)
    page.evaluate(
        "({bout, seat, token}) => localStorage.setItem(`nexus seat ${bout}`, JSON.stringify({seat, token}))", joined
    )
    page.goto(f"{service.url}/{joined['link']}")
    page.locator(".forced").get_by_role("button", name="Wait").click()
    expect(page.locator(COMMANDS)).to_be_enabled()
    page.reload()
    expect(page.locator(".forced")).to_contain_text("There is only one choice, played in a moment: End round")
    expect(page.locator(".log")).to_contain_text("Ada: end round")
