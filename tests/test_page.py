"""The page in a real browser: bouts by clicks and by keys, reloads, two people, replays, and that all can read it."""

import re
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="the page is tested with Playwright: pip install playwright")
pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
import pages
from pages import (
    CAN_DECIDE,
    CHECKS,
    EVENTS,
    OVER,
    PATIENCE,
    Visitors,
    decide,
    enter,
    finished_bout,
    play_to_the_end,
    until_question,
)
from playwright.sync_api import Browser, Page, Route, expect
from service import Service

service, browser, open_page = pages.service, pages.browser, pages.open_page


# --- bouts ------------------------------------------------------------------------------------------------------------


def test_a_whole_bout_by_clicks(service: Service, open_page: Visitors) -> None:
    """From the lobby through the draft to the result, the transcript and the next bout."""
    page = open_page(service.url)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Seat 2").select_option("random")
    page.get_by_label("Barge 3").check(force=True)
    page.get_by_label("The bout ends after").select_option("5")
    page.get_by_role("button", name="Begin the bout").click()
    page.wait_for_url("**/bout/*")
    expect(page.get_by_role("heading", name="Choose your lanista")).to_be_visible()
    play_to_the_end(page)
    expect(page.locator(".over td")).to_have_count(3)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the transcript").click()
    assert Path(download.value.path()).read_text(encoding="utf-8").rstrip().endswith("end")
    first = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/bout/" in url and url != first)
    expect(page.locator(".panels")).to_contain_text("Ada")


def test_a_step_on_the_board(service: Service, open_page: Visitors) -> None:
    """A command with several ways is chosen on the panel, and its square on the board."""
    page = open_page(service.url)
    enter(page, service)
    until_question(page, '.now [data-command="move"]')
    page.locator('.now [data-command="move"]').click()
    lit = page.locator(".cell.chosen").first
    where = lit.get_attribute("data-cell")
    lit.click()
    x, y = str(where).split(",")
    expect(page.locator(".log")).to_contain_text(f"Ada is at ({x},{y})")
    page.get_by_role("button", name="Take back my last decision").click()
    expect(page.locator(".log")).to_contain_text("Ada takes back a decision")
    expect(page.locator(".log")).not_to_contain_text(f"Ada is at ({x},{y})")


def test_a_reaction(service: Service, open_page: Visitors) -> None:
    """In another one's round the page asks for a reaction, says what each answer does, and carries it out."""
    page = open_page(service.url)
    enter(page, service, options={"auto_pass": True})
    page.wait_for_selector(CAN_DECIDE)
    while decide(page, *(f"choose lanista {card}" for card in range(3, 9))).startswith("choose"):
        pass  # those lanistas have Deception tokens
    until_question(page, '[data-command="deceive to movement"]')
    asked = page.get_by_role("group", name="Use a Deception token?")
    expect(asked).to_contain_text("how Greedy's ratio die is used")
    expect(page.get_by_role("alert").filter(has_text="may decide Greedy's split")).to_have_count(1)
    expect(asked.locator('[data-command="pass"]')).to_be_visible()
    asked.locator('[data-command="deceive to movement"]').click()
    expect(page.locator(".log")).to_contain_text("Ada spends a Deception token on Greedy")


def test_what_is_not_possible_and_the_rules(service: Service, open_page: Visitors) -> None:
    page = open_page(service.url)
    enter(page, service)
    until_question(page, '.now [data-command="end round"]')
    page.get_by_text("What you cannot do now, and why").click()
    expect(page.locator(".why dd").first).to_have_attribute("title", re.compile(r"R-\d+"))
    page.get_by_role("button", name="Rule: End round").click()
    expect(page.get_by_role("dialog")).to_contain_text("page 10")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_reload_in_the_middle(service: Service, open_page: Visitors) -> None:
    page = open_page(service.url)
    enter(page, service)
    until_question(page, '.now [data-command="end round"]')
    before = page.locator(".log").inner_text()
    page.reload()
    expect(page.locator(".log")).to_have_text(before, use_inner_text=True)
    play_to_the_end(page)


def test_a_service_that_dies_in_the_middle(tmp_path: Path, open_page: Visitors) -> None:
    """The page says that the line is broken, mends it, and goes on where it was."""
    store = f"sqlite:///{tmp_path}/bouts.db"
    with closing(Service(store)) as service:
        page = open_page(service.url)
        enter(page, service)
        until_question(page, '.now [data-command="end round"]')
        service.kill()
        expect(page.locator(".notice", has_text="is lost")).to_be_visible()
    with closing(Service(store, port=service.port)):
        expect(page.locator(".notice", has_text="is lost")).to_have_count(0)
        play_to_the_end(page)
    open_page.forgiven.append("WebSocket connection to")


def test_two_browsers_against_each_other(service: Service, open_page: Visitors) -> None:
    """One opens the gates, the other one comes by the link, a third one watches and sees no hand."""
    ada, bob = open_page(service.url), open_page(service.url)
    joined = enter(ada, service, seats=["person", "person"], undo=False)
    link = ada.get_by_role("textbox", name="The link to the free seats").input_value()
    bob.goto(link)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Take the seat").click()
    expect(ada.locator(".panels")).to_contain_text("Bob")
    watching = open_page(f"{service.url}/{joined['link']}#watch")
    expect(watching.get_by_role("heading", name="You are watching")).to_be_visible()
    play_to_the_end(ada, bob)
    expect(watching.locator(OVER)).to_be_visible()
    expect(watching.locator(".hands h3", has_text="hand")).to_have_count(0)
    for page in (ada, bob):
        expect(page.locator(".over h2")).to_have_text("Draw")
    ada.get_by_role("button", name="Play again").click()
    bob.get_by_role("button", name="Next bout").click()
    expect(bob.get_by_role("region", name="Ada")).to_be_visible()


def test_a_count_down_is_shown_only_where_one_was_agreed(service: Service, open_page: Visitors) -> None:
    page = open_page(service.url)
    enter(page, service, clock=300)
    expect(page.get_by_role("timer")).to_contain_text(re.compile(r"[0-9]+ seconds left, then greedy decides"))
    enter(page, service)
    page.wait_for_selector(CAN_DECIDE)
    expect(page.get_by_role("timer")).to_have_count(0)


def test_a_page_of_another_address_asks_the_service(service: Service, browser: Browser) -> None:
    """The JavaScript client in a browser, as part of somebody else's front end."""
    page = browser.new_page()
    page.goto(service.url)
    best = page.evaluate(
        """async ({url, position}) => {
            const { Http, Socket } = await import(`${url}/client.js`);
            const socket = new Socket(`${url.replace("http", "ws")}/v1/socket`);
            await socket.ask("ping");
            socket.close();
            return await new Http(url).ask("go", { position, agent: "greedy", time: 10 });
        }""",
        {"url": service.url.replace("127.0.0.1", "localhost"), "position": ". . .\n. 1v .\n. 0^ ."},
    )
    assert best["seat"] == "player_0" and best["command"]
    page.close()


def test_names_are_shown_and_not_run(service: Service, open_page: Visitors) -> None:
    page = open_page(service.url)
    enter(page, service, name="<img src=x onerror=alert(1)>")
    expect(page.locator(".panel h2").first).to_contain_text("<img src=x onerror=alert(1)>")


# --- replays ----------------------------------------------------------------------------------------------------------


def test_a_replay_is_dropped_in(service: Service, open_page: Visitors) -> None:
    """Scrubbing by keys and slider, the eyes of each seat, curves."""
    transcript = finished_bout(service)
    page = open_page(f"{service.url}/#replay")
    expect(page.get_by_role("heading", name="Watch a replay")).to_be_visible()
    page.evaluate(
        """text => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "bout.txt"));
            document.dispatchEvent(new DragEvent("drop", {dataTransfer: carried, bubbles: true, cancelable: true}));
        }""",
        transcript,
    )
    lines = [line for line in transcript.splitlines() if line.startswith("player_")]
    turns, kept = len(lines), max(place for place, line in enumerate(lines, start=1) if "keep card" in line)
    expect(page.get_by_role("heading", name=f"Step 0 of {turns}")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name=f"Step 2 of {turns}")).to_be_visible()
    expect(page.locator(".log li.turn")).to_have_count(2)
    page.keyboard.press("End")
    expect(page.locator(".result")).to_contain_text("Random")
    page.get_by_label("Step", exact=True).fill(str(kept))
    expect(page.get_by_role("heading", name=f"Step {kept} of {turns}")).to_be_visible()
    expect(page.locator(".hands h3", has_text="hand")).to_have_count(2)
    page.get_by_label("Point of view").select_option("player_1")
    expect(page.locator(".hands h3", has_text="hand")).to_have_count(1)
    expect(page.locator(".hands")).to_contain_text("Random 2")
    expect(page.locator(".curve .stroke.player_1")).not_to_have_attribute("d", "")


def test_a_replay_shows_what_an_agent_expects(service: Service, open_page: Visitors) -> None:
    """After each decision, up to the result; only agents that tell are offered."""
    open_page.forgiven.append(pages.BUSY)  # the usual agent thinks when the other one is chosen
    page = open_page(f"{service.url}/#replay")
    page.route(
        "**/v1/go", lambda route: route.continue_(post_data={**route.request.post_data_json, "time": pages.THINKING})
    )
    content = {"name": "bout.txt", "mimeType": "text/plain", "buffer": finished_bout(service).encode()}
    page.get_by_label("Choose a file").set_input_files(content)
    judges = page.get_by_label("Expected result by")
    expect(judges.locator("option", has_text="Search")).to_have_count(1)
    expect(judges.locator("option", has_text="Greedy")).to_have_count(0)
    judges.select_option("search")
    expect(page.get_by_text("Judged by Search: 1 is a win")).to_be_visible(timeout=3 * PATIENCE)
    page.keyboard.press("End")
    told = page.locator("figure.curve", has_text="Expected result")
    expect(told.locator("figcaption .player_0 b")).to_have_text(re.compile("^(0|1|-1)$"))
    assert str(told.locator("path.player_1").get_attribute("d")).count("L") >= 10
    for step in range(0, 20, 4):  # what one seat wins the other one loses
        page.get_by_label("Step", exact=True).fill(str(step))
        worth = [float(text.replace("\u2212", "-")) for text in told.locator("figcaption span > b").all_inner_texts()]
        assert len(worth) == 2 and sum(worth) == 0, (step, worth)


def test_a_replay_lists_where_the_expected_result_changed_most(service: Service, open_page: Visitors) -> None:
    """The decisions that did it are marked on the curve and lead to their steps; one that judges is played here."""

    def judge(route: Route) -> None:
        turn = route.request.post_data_json["turns"]
        worth = -0.7 if turn >= 6 else 0.1
        answer = {"type": "best", "seat": "player_0", "command": "pass", "action": 0, "agent": "search", "seconds": 0}
        route.fulfill(json={**answer, "expected": [worth, -worth], "line": []})

    page = open_page(f"{service.url}/#replay")
    page.route("**/v1/go", judge)
    content = {"name": "bout.txt", "mimeType": "text/plain", "buffer": finished_bout(service).encode()}
    page.get_by_label("Choose a file").set_input_files(content)
    page.get_by_label("Expected result by").select_option("search")
    swings = page.get_by_role("region", name="Where the expected result changed most").get_by_role("button")
    expect(page.get_by_text("Judged by Search: 1 is a win")).to_be_visible()
    assert swings.first.locator(".step").inner_text() == "Step 6"
    assert "0.10 → \u22120.70" in swings.first.inner_text()
    expect(page.locator("figure.curve", has_text="Expected result").locator(".swing-mark")).to_have_count(
        swings.count()
    )
    swings.first.click()
    expect(page.get_by_role("heading", name="Step 6 of")).to_be_visible()
    expect(swings.first).to_have_attribute("aria-current", "step")


def test_a_file_that_is_no_transcript(service: Service, open_page: Visitors) -> None:
    page = open_page(f"{service.url}/#replay")
    page.get_by_label("Choose a file").set_input_files({"name": "cat.txt", "mimeType": "text/plain", "buffer": b"meow"})
    expect(page.locator(".notice", has_text="expected")).to_be_visible()
    open_page.forgiven.append("status of 400")  # the browser tells of each refusal


# --- for everybody ----------------------------------------------------------------------------------------------------


def press_until(page: Page, key: str, condition: str) -> None:
    """Press a key until a condition holds of the focused element, `it`."""
    for _ in range(150):
        if page.evaluate(f"(it => {condition})(document.activeElement)"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {condition}")


def test_keys_alone(service: Service, open_page: Visitors) -> None:
    """Begin a bout, draft, and make a step on the board without a pointer."""
    page = open_page(service.url)
    page.wait_for_selector(".lobby")
    press_until(page, "Tab", "it.textContent === 'Begin the bout'")
    page.keyboard.press("Enter")
    page.wait_for_url("**/bout/*")
    for _ in range(40):
        page.wait_for_selector(CAN_DECIDE)
        if page.query_selector('.now [data-command="move"]'):
            break
        press_until(page, "Tab", "it.matches('.now button[data-command]')")
        events = page.evaluate(EVENTS)
        page.keyboard.press("Enter")
        page.wait_for_function(f"events => {EVENTS} > events", arg=events)
        page.wait_for_function("document.activeElement.closest('.now')")  # who pressed a key goes on from there
    press_until(page, "Tab", "it.dataset?.command === 'move'")
    page.keyboard.press("Enter")
    x, y = map(int, str(page.locator(".cell.chosen").first.get_attribute("data-cell")).split(","))
    press_until(page, "Shift+Tab", "it.dataset?.cell !== undefined")
    press_until(page, "ArrowRight" if x > 1 else "ArrowLeft", f"it.dataset.cell.startsWith('{x},')")
    press_until(page, "ArrowDown", f"it.dataset.cell === '{x},{y}'")
    assert "Move" in str(page.evaluate("document.activeElement.getAttribute('aria-label')"))
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text(f"is at ({x},{y})")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everything_has_a_name_and_can_be_read(service: Service, open_page: Visitors, theme: str) -> None:
    """Names of controls, contrast of texts, landmarks, one main heading; in the lobby, at the table, in a replay."""
    page = open_page(service.url, color_scheme=theme)
    for place in ("lobby", "table", "replay"):
        if place == "table":
            enter(page, service)
            until_question(page, '.now [data-command="end round"]')
        if place == "replay":
            page.evaluate("text => sessionStorage.setItem('nexus replay', text)", finished_bout(service))
            page.goto(f"{service.url}/#replay")
        page.wait_for_selector(f".{place}")
        page.add_script_tag(type="module", content=f"{CHECKS}; window.checks = {{nameless, pale, covered}}")
        page.wait_for_function("window.checks")
        assert page.evaluate("checks.nameless()") == [], place
        assert page.evaluate("checks.pale()") == [], place
        assert page.locator("h1").count() == 1, place
        assert page.locator("main").count() == page.locator("#bar").count() == page.locator("footer").count() == 1


def test_a_phone_shows_it_all(service: Service, open_page: Visitors) -> None:
    """Nothing is wider than a phone, and what is pressed is large enough for a finger."""
    page = open_page(service.url, viewport={"width": 375, "height": 740}, has_touch=True, is_mobile=True)
    for place in ("lobby", "table"):
        if place == "table":
            enter(page, service)
            until_question(page, '.now [data-command="end round"]')
        page.wait_for_selector(f".{place}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 375, place
    heights = page.eval_on_selector_all(
        ".now button[data-command]", "found => found.map(button => button.clientHeight)"
    )
    assert min(heights) >= 40
    enter(page, service, seats=["person", "random", "random", "random"])
    page.wait_for_selector(".table")
    boxes = [mini.bounding_box() for mini in page.locator(".mini").all()]
    assert len(boxes) == 4 and all(box is not None and box["x"] + box["width"] <= 375 for box in boxes)


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1920, 1080)])
def test_who_sits_at_a_desk_sees_all_that_counts_without_scrolling(
    service: Service, open_page: Visitors, size: tuple[int, int]
) -> None:
    """Health, traits, the Turning Point Counter, Cred, the Crowd Pile and the dice; with the bar, too."""
    page = open_page(service.url, viewport={"width": size[0], "height": size[1]})
    enter(page, service)
    until_question(page, '.now [data-command="end round"]')
    for css in (".panel.player_0", ".panel.player_1", ".board", ".tray", "[data-pile='Crowd Pile']"):
        box = page.locator(css).first.bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= size[1], css
    page.get_by_label("Who is ahead").check()
    page.wait_for_selector(".standing-bar")
    box = page.locator(".tray").bounding_box()
    assert box is not None and box["y"] + box["height"] <= size[1]


def test_four_seats_fit_on_a_desk(service: Service, open_page: Visitors) -> None:
    """All panels, and the own hand below them; a card there shows its rule."""
    page = open_page(service.url, viewport={"width": 1440, "height": 900})
    enter(page, service, seats=["person", "random", "random", "random"])
    until_question(page, '.now [data-command="end round"]')
    whole, seen = page.locator(".panels").evaluate("panels => [panels.scrollHeight, panels.clientHeight]")
    assert whole <= seen
    whole, seen = page.locator(".hands").evaluate("hands => [hands.scrollHeight, hands.clientHeight]")
    assert whole <= seen
    page.locator(".hands .term").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("When: ")


def test_what_has_focus_is_not_below_what_sticks(service: Service, open_page: Visitors) -> None:
    page = open_page(service.url, viewport={"width": 375, "height": 667})
    page.wait_for_selector(".lobby")
    page.add_script_tag(type="module", content=f"{CHECKS}; window.checks = {{covered}}")
    page.wait_for_function("window.checks")
    for key in ("Tab", "Shift+Tab"):
        for _ in range(20):
            page.keyboard.press(key)
            assert page.evaluate("checks.covered()") is None


def test_a_link_is_copied_where_browsers_give_no_clipboard(service: Service, open_page: Visitors) -> None:
    """As from another computer without TLS."""
    page = open_page(service.url)
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    enter(page, service, seats=["person", "person"], undo=False)
    page.get_by_role("button", name="Copy the link to the free seats").click()
    expect(page.locator("#polite")).to_have_text("Copied.")
    page.set_content("<textarea></textarea>")
    page.locator("textarea").focus()
    page.keyboard.press("Control+v")
    assert "/bout/" in page.locator("textarea").input_value()


def test_between_people_who_could_have_reacted_is_hidden_unless_they_agree_otherwise(
    service: Service, open_page: Visitors
) -> None:
    for other, chosen, windows in (("greedy", None, "able"), ("person", None, "held"), ("person", False, "able")):
        page = open_page(service.url)
        page.get_by_label("Seat 2").select_option(other)
        hidden = page.get_by_label("Hide who could have reacted")
        expect(hidden).to_be_checked(checked=other == "person")
        if chosen is not None:
            hidden.set_checked(chosen)
        page.locator(".go button").click()
        page.wait_for_url("**/bout/*")
        bout = page.url.rpartition("/")[2]
        assert service.ask("look", bout=bout)["state"]["agreed"]["options"]["windows"] == windows


def test_settings_fold_by_key(service: Service, open_page: Visitors) -> None:
    page = open_page(service.url)
    page.locator(".settings summary").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Dark")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Dark")).not_to_be_visible()
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_dice_and_coins_are_seen_to_move(service: Service, open_page: Visitors) -> None:
    page = open_page(service.url, pace="calm")
    page.add_init_script(
        """const note = () => {
            for (const { effect } of document.getAnimations())
                for (const kind of ["die", "flying-token"]) if (effect.target?.closest?.(`.${kind}`)) seen.add(kind);
            requestAnimationFrame(note);
        };
        window.seen = new Set();
        note();"""
    )
    enter(page, service)
    until_question(page, '.now [data-command="end round"]')
    assert page.evaluate("seen.has('die')")
    page.locator('.now [data-command="end round"]').click()  # points that are left cost coins
    page.wait_for_function("seen.has('flying-token')")


def test_who_wants_no_motion_sees_none(service: Service, open_page: Visitors) -> None:
    page = open_page(service.url, pace="calm", reduced_motion="reduce")
    enter(page, service, seats=["person", "random"])
    until_question(page, '.now [data-command="end round"]')
    moving = page.evaluate("document.getAnimations().filter(found => found.playState === 'running').length")
    assert moving == 0
