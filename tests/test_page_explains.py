"""What the page explains of a bout: replays by link, who is ahead, hints, what agents would do, positions tried out."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="the page is tested with Playwright: pip install playwright")
pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
import pages
from pages import BUSY, CAN_DECIDE, EVENTS, SHORT, THINKING, Visitors, enter, until_question
from playwright.sync_api import expect
from service import Service

service, browser, open_page = pages.service, pages.browser, pages.open_page


def play_out(service: Service, *seats: str) -> tuple[str, int]:
    """A short bout of agents: its name, and how many turns it had."""
    bout = service.ask("create", seats=list(seats), options=SHORT, time=THINKING)["bout"]
    update = service.ask("look", bout=bout, after=0)
    while update["state"]["phase"] != "over":
        update = service.ask("look", bout=bout, after=update["cursor"], wait=20.0)
    return str(bout), int(update["state"]["turns"])


def test_a_link_leads_to_a_step_of_a_replay(service: Service, open_page: Visitors) -> None:
    """The address follows the steps and the eyes; opened elsewhere it shows the same."""
    bout, turns = play_out(service, "random", "random")
    page = open_page(f"{service.url}/#replay/{bout}/3")
    expect(page.get_by_role("heading", name=f"Step 3 of {turns}")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{service.url}/#replay/{bout}/4")
    page.get_by_label("Point of view").select_option("player_1")
    expect(page).to_have_url(f"{service.url}/#replay/{bout}/4/player_1")
    link = page.get_by_role("textbox", name="The link to this step").input_value()
    assert link == page.url
    other = open_page(link)
    expect(other.get_by_role("heading", name="Step 4 of")).to_be_visible()
    expect(other.get_by_label("Point of view")).to_have_value("player_1")
    other.goto(f"{service.url}/#replay/{bout}/99999")
    expect(other.get_by_role("heading", name=f"Step {turns} of {turns}")).to_be_visible()


def test_a_bout_without_a_replay_is_told_in_one_sentence(service: Service, open_page: Visitors) -> None:
    bout = service.ask("create", seats=["person", "greedy"], name="Ada", options=SHORT)["bout"]
    page = open_page(f"{service.url}/#replay/{bout}/3")
    expect(page.locator(".notice")).to_have_text("This bout is not over yet; its replay opens when it is.")
    expect(page.get_by_role("link", name="To the bout", exact=True)).to_have_attribute("href", f"/bout/{bout}")
    page.goto(f"{service.url}/#replay/nowhere")
    expect(page.locator(".notice")).to_have_text("This service has no bout with this name.")
    expect(page.get_by_role("link", name="To the bout", exact=True)).to_have_count(0)
    open_page.forgiven += ["status of 404", "status of 409"]  # the browser tells of each refusal


def test_a_bout_that_is_over_leads_to_its_replay(service: Service, open_page: Visitors) -> None:
    open_page.forgiven.append(BUSY)
    bout, turns = play_out(service, "random", "greedy")
    page = open_page(f"{service.url}/bout/{bout}")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page).to_have_url(re.compile(f"#replay/{bout}/0$"))
    expect(page.get_by_role("heading", name=f"Step 0 of {turns}")).to_be_visible()


# --- hints ------------------------------------------------------------------------------------------------------------


def test_a_hint_is_marked_on_the_board_and_can_be_played(service: Service, open_page: Visitors) -> None:
    """One tap shows the best choice, in view; others ask other agents; the bar of who is ahead says who estimates."""
    page = open_page(service.url, viewport={"width": 1440, "height": 900})
    enter(page, service, options={"auto_pass": True}, seed=3)
    until_question(page, '.now [data-command="move"]')
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hinted")).to_contain_text("Legend would: ")
    hint, panel = (page.locator(css).bounding_box() for css in (".hinted", ".now"))
    assert hint and panel and panel["y"] < hint["y"] and hint["y"] + hint["height"] < panel["y"] + panel["height"] < 900
    page.get_by_text("What would … do?").click()
    expect(page.locator(".choices li")).to_have_count(3)
    expect(page.locator(".choices .likely b").first).to_have_text(re.compile(r"^\d+ %$"))
    page.locator(".counsel select").select_option("greedy")
    expect(page.get_by_text("Greedy reports only its decision.")).to_be_visible()
    expect(page.locator(".choices li")).to_have_count(1)
    page.get_by_label("Who is ahead").check()
    expect(page.get_by_role("img", name=re.compile("Who is ahead: Ada .+, Greedy .+ Legend estimates"))).to_be_visible()
    events = page.evaluate(EVENTS)
    page.route("**/v1/evaluate", lambda route: route.abort())
    page.get_by_role("button", name="Play it").click()
    page.wait_for_function(f"events => {EVENTS} > events", arg=events)
    expect(page.locator(".hinted")).to_have_count(0)
    expect(
        page.get_by_role("img", name="Who is ahead: Ada \u2013, Greedy \u2013")
    ).to_be_visible()  # not what it was before
    page.wait_for_selector(CAN_DECIDE)
    page.locator(".counsel").get_by_role("button", name="Ask Greedy").click()  # still open, about the new decision
    expect(page.locator(".choices li")).to_have_count(1)
    open_page.forgiven.append("ERR_FAILED")


def test_what_a_person_opens_survives_a_drawing_that_knows_nothing_of_it(service: Service, open_page: Visitors) -> None:
    """The event of a disclosure comes after the click; a drawing in between must not close it."""
    page = open_page(service.url)
    enter(page, service, options={"auto_pass": True}, seed=3)
    until_question(page, '.now [data-command="move"]')
    page.evaluate(
        """() => {
          document.querySelector(".counsel summary").click();
          const field = document.querySelector(".counsel select");
          field.value = "greedy";
          field.dispatchEvent(new Event("change"));
        }"""
    )
    expect(page.get_by_text("Greedy reports only its decision.")).to_be_visible()


def test_without_the_term_no_hint_is_offered(service: Service, open_page: Visitors) -> None:
    """The lobby offers the term, and whoever comes by a link sees it."""
    page = open_page(service.url)
    term = page.get_by_label("Hints, and who is ahead")
    expect(term).to_be_checked()
    page.get_by_label("Seat 2").select_option("person")
    expect(term).not_to_be_checked()
    page.get_by_role("button", name="Create the bout").click()
    expect(page.locator(".agreed")).to_contain_text("Hints, and who is ahead")
    enter(page, service, advice=False)
    page.wait_for_selector(CAN_DECIDE)
    expect(page.locator(".counsel")).to_have_count(0)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_a_replay_shows_who_is_ahead(service: Service, open_page: Visitors) -> None:
    """For each number of seats, by the strongest level; at the end it is the result. Who wants none is shown none."""
    open_page.forgiven.append(BUSY)
    bout, turns = play_out(service, "random", "random", "random")
    page = open_page(f"{service.url}/#replay/{bout}/{turns}")
    expect(page.locator(".standing-bar .worth")).to_have_count(3)
    expect(page.locator(".standing-bar small")).to_contain_text("Legend estimates")
    worth = page.locator(".standing-bar .worth b")
    expect(worth.first).to_have_text(re.compile(r"\d$"))
    assert sum(float(text.replace("\u2212", "-")) for text in worth.all_inner_texts()) == pytest.approx(0, abs=0.02)
    page.get_by_label("Point of view").select_option("player_1")
    expect(page.locator(".standing-bar")).to_have_count(0)
    judges, eyes = page.get_by_label("Expected result by"), page.get_by_label("Point of view")
    eyes.select_option("everybody")
    expect(judges).to_have_value("legend")
    judges.select_option("")
    for chosen in ("player_1", "everybody"):
        eyes.select_option(chosen)
        expect(page.locator("progress")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".controls h2")).to_contain_text("Step")
    expect(judges).to_be_enabled()
    expect(judges).to_have_value("")


# --- what agents think of a decision, and what else could have been done ----------------------------------------------


def test_a_replay_tells_why_and_what_would_be_done(service: Service, open_page: Visitors) -> None:
    """The agent that decided is asked, or another one; the command that was given is marked."""
    open_page.forgiven.append(BUSY)
    bout, _ = play_out(service, "greedy", "random")
    page = open_page(f"{service.url}/#replay/{bout}/1")
    page.get_by_role("button", name=re.compile("Why did .* do this")).click()
    expect(page.locator(".analysis h3")).to_contain_text("Decision 1")
    expect(page.locator(".choices li")).not_to_have_count(0)
    page.locator(".analysis select").select_option("legend")
    expect(page.locator(".choices .likely b").first).to_have_text(re.compile(r"%$"))
    page.get_by_role("button", name="What would … do?").click()
    expect(page.locator(".analysis h3")).to_contain_text("Decision 2")
    expect(page.locator(".choices .likely b").first).to_have_text(re.compile(r"%$"))
    other = service.ask("record", bout=play_out(service, "random", "random")[0])["transcript"]
    page.get_by_label("Choose a file").set_input_files(
        {"name": "other.txt", "mimeType": "text/plain", "buffer": other.encode()}
    )
    expect(page.locator(".analysis h3")).to_have_count(0)  # it was about another bout


def test_a_step_is_tried_out_and_taken_back(service: Service, open_page: Visitors) -> None:
    """By clicks against an agent, then back to the replay; its text opens the same position again."""
    open_page.forgiven.append(BUSY)
    bout, _ = play_out(service, "greedy", "random")
    page = open_page(f"{service.url}/#replay/{bout}/0", viewport={"width": 1440, "height": 900})
    page.get_by_role("button", name="Try it out from here").click()
    page.wait_for_selector(CAN_DECIDE)
    tools = page.locator(".tools .do").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert len(tools) == 3 and len(set(tools)) == 1, "they stand in one row"
    page.get_by_text("Who decides, and the position as text").click()
    position = page.get_by_role("textbox", name="The position as text").input_value()
    page.locator(CAN_DECIDE).first.click()
    expect(page.locator(".log li.turn")).not_to_have_count(0)
    page.wait_for_selector(CAN_DECIDE)
    page.get_by_role("button", name="Take back my last decision").click()
    expect(page.locator(".log li.turn")).to_have_count(0)
    page.get_by_role("link", name="To the replay").click()
    expect(page.get_by_role("heading", name="Step 0 of")).to_be_visible()
    other = open_page(f"{service.url}/#try")
    other.get_by_label("Position").fill(position)
    other.get_by_role("button", name="Open it").click()
    other.wait_for_selector(CAN_DECIDE)


def test_a_position_that_is_tried_out_survives_answers_that_fail(service: Service, open_page: Visitors) -> None:
    """No decision is lost by it, and an agent that has not answered is asked again by a click."""
    bout, _ = play_out(service, "greedy", "random")
    page = open_page(f"{service.url}/#replay/{bout}/0")
    page.get_by_role("button", name="Try it out from here").click()
    page.wait_for_selector(CAN_DECIDE)
    page.locator(CAN_DECIDE).first.click()
    turns = page.locator(".log li.turn")
    expect(turns).not_to_have_count(0)
    page.wait_for_selector(CAN_DECIDE)
    count, events = turns.count(), page.evaluate(EVENTS)
    open_page.forgiven += ["ERR_FAILED", BUSY]  # the browser tells of each request that fails
    page.route("**/v1/legal", lambda route: route.abort())
    for way in ("Take back my last decision", "Start again"):
        page.get_by_role("button", name=way).click()
        expect(page.locator(".notice.bad")).to_be_visible()
        expect(turns).to_have_count(count)
    page.unroute("**/v1/legal")
    page.route("**/v1/go", lambda route: route.abort())
    page.get_by_text("Who decides, and the position as text").click()
    for seat in page.locator(".fields select").all():
        seat.select_option("greedy")
    page.get_by_role("button", name="Retry").wait_for()
    expect(page.locator(".now h2")).to_have_text("Greedy has not decided")
    page.unroute("**/v1/go")
    page.get_by_role("button", name="Retry").click()
    page.wait_for_function(f"events => {EVENTS} > events", arg=events)


def test_a_rule_in_a_window_leads_to_other_rules(service: Service, open_page: Visitors) -> None:
    """Wherever a rule can be asked for: here in a replay."""
    bout, _ = play_out(service, "greedy", "random")
    page = open_page(f"{service.url}/#replay/{bout}/0")
    page.locator(".panels .term").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("h2")).to_have_text("Cred")
    dialog.locator(".term[data-term='lanista']").click()
    expect(dialog.locator("h2")).to_have_text("lanista")


def test_a_zone_of_a_body_is_asked_by_keys(service: Service, open_page: Visitors) -> None:
    """Arrow keys lead from the head to the others, and round again."""
    bout, _ = play_out(service, "greedy", "random")
    page = open_page(f"{service.url}/#replay/{bout}/0")
    page.get_by_role("button", name=re.compile(r"^head \d+ of \d+$")).first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name=re.compile(r"^left upper \d+ of")).first).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").locator("h2")).to_have_text("lower limbs")
