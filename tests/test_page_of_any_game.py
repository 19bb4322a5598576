"""The page draws a game that has no JavaScript of its own: lobby, board of hexagons, hand, dice, log, replay."""

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="the page is tested with Playwright: pip install playwright")
pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
import pages
from pages import BUSY, CAN_DECIDE, CHECKS, COACH, MARKED, OVER, Visitors, decide, until_question
from playwright.sync_api import Page, expect
from service import Service, serving
from toy.bout import CARD_NAMES

from nexus_env.contract import registry

browser, open_page = pages.browser, pages.open_page
TOY = {"game": "toy", "seats": ["person", "greedy"], "name": "Ada", "undo": True, "time": pages.THINKING, "seed": 5}

OWN = registry.own_names()
NO_CHESS = f"This service has no game “chess”; it has toy, {', '.join(OWN)}."


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One that plays the toy, and the games of the package besides."""
    with serving(tmp_path_factory.mktemp("games"), "--game", f"toy:GAME,{','.join(OWN)}") as running:
        yield running


def sit_down(page: Page, service: Service, **more: object) -> None:
    """Begin a bout of the toy and sit down at it in this browser."""
    joined = service.ask("create", **{**TOY, **more})
    page.evaluate(
        "({bout, seat, token}) => localStorage.setItem(`nexus seat ${bout}`, JSON.stringify({seat, token}))", joined
    )
    page.goto(f"{service.url}/{joined['link']}")
    page.wait_for_selector(CAN_DECIDE)


def test_a_game_is_chosen_and_played_by_clicks(service: Service, open_page: Visitors) -> None:
    """From the lobby with its options to the result, the replay and the next bout; nothing of its own is drawn."""
    page = open_page(service.url)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("group", name="Game").get_by_role("button", name="NEXUS").click()
    expect(page.get_by_role("radiogroup", name="Barge")).to_be_visible()
    page.get_by_role("group", name="Game").get_by_role("button", name="Toy").click()
    expect(page.get_by_role("radiogroup", name="Barge")).to_have_count(0)
    asked.clear()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Seat 2").select_option("greedy")
    page.get_by_label("The bout ends after").select_option("3")
    page.get_by_label("The lucky number may be shown").check()
    page.get_by_role("button", name="Begin the bout").click()
    page.wait_for_url("**/bout/*")
    for _ in range(60):
        if not decide(page, "auction", "bid 2", "draw", "move", "rest"):
            break
    expect(page.locator(".over th")).to_have_count(2)
    expect(page.locator(".log")).to_contain_text("Ada has bid")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_role("heading", name="Step 0 of")).to_be_visible()
    expect(page.locator(".replay .cell")).to_have_count(7)
    assert not [url for url in asked if "/games/toy" in url]
    bout = service.ask("bouts", tokens=["x"])
    assert bout["bouts"] == []


def test_units_are_moved_on_a_board_of_hexagons(service: Service, open_page: Visitors) -> None:
    """The command is chosen on the panel and its cell on the board, by mouse and by keys; then a unit by its cell."""
    page = open_page(service.url)
    sit_down(page, service, options={"rounds": 10})
    page.locator('.now [data-command="move"]').click()
    lit = page.locator(".cell.chosen")
    assert lit.count() >= 5
    lit.first.click()
    either = ".now .step button[data-command]:enabled"  # where either unit could go there
    page.wait_for_function(
        "([css, words]) => document.querySelector('.log').innerText.includes(words) "
        "|| document.querySelectorAll(css).length === 2",
        arg=[either, " moves to "],
    )
    if "moves to" not in page.locator(".log").inner_text():
        page.locator(either).first.click()
    expect(page.locator(".log")).to_contain_text(re.compile("Ada [ab] moves to"))
    expect(page.locator(".log")).to_contain_text("Greedy: ")  # what is taken back while it moves is refused
    page.wait_for_selector(CAN_DECIDE)
    page.locator(".cell[tabindex='0']").focus()
    before = page.evaluate("document.activeElement.dataset.cell")
    for key in ("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.cell") != before
    page.get_by_role("button", name="Take back my last decision").click()
    expect(page.locator(".log")).not_to_contain_text(re.compile("Ada [ab] moves to"))


def test_the_board_is_turned_for_who_sits_opposite_or_left_as_it_is_printed(
    service: Service, open_page: Visitors
) -> None:
    """By half, so that the own side is where it is for the first seat; keys move as it is seen."""
    page = open_page(service.url)
    sit_down(page, service, seats=["random", "person"], options={"rounds": 10})
    board = page.locator(".board")
    assert "rotated" in str(board.get_attribute("aria-label"))
    cell = page.locator("[data-cell]").nth(1)
    name = cell.get_attribute("data-cell")
    own = page.locator(f"[data-cell='{name}']").bounding_box()
    page.get_by_text("Settings").click()
    page.get_by_label("As printed").check()
    expect(board).not_to_have_attribute("aria-label", re.compile("rotated"))
    printed = page.locator(f"[data-cell='{name}']").bounding_box()
    around = board.bounding_box()
    assert own and printed and around
    middle = around["y"] + around["height"] / 2
    assert abs((own["y"] + own["height"] / 2 - middle) + (printed["y"] + printed["height"] / 2 - middle)) < 3


def test_what_a_command_would_reach_is_seen_before_it_is_given(service: Service, open_page: Visitors) -> None:
    """By pointing at it, or with the focus on it; nothing is moved by that."""
    page = open_page(service.url)
    sit_down(page, service, options={"rounds": 10})
    outlook = page.get_by_role("region", name="Reach")
    page.locator('.now [data-command="move"]').hover()
    expect(outlook).to_contain_text("within reach")
    expect(page.locator(".cell.sight-reach")).not_to_have_count(0)
    page.locator(".now h2").hover()
    expect(outlook).to_have_count(0)
    place = page.locator(".board").bounding_box()
    page.keyboard.press("Tab")
    page.locator('.now [data-command="move"]').focus()
    expect(outlook).to_contain_text("within reach")
    assert page.locator(".board").bounding_box() == place


def test_a_piece_hides_no_label_of_its_cell(service: Service, open_page: Visitors) -> None:
    """Label and piece stand one below the other, both within the cell."""
    page = open_page(service.url)
    sit_down(page, service, options={"rounds": 10})
    boxes = page.locator(".unit").evaluate_all(
        """units => units.map(unit => {
            const piece = unit.getBoundingClientRect();
            const [x, y] = [piece.x + piece.width / 2, piece.y + piece.height / 2];
            const cells = [...document.querySelectorAll(".cell")];
            const cell = cells.find(one => {
                const {left, right, top, bottom} = one.querySelector(".floor").getBoundingClientRect();
                return left < x && x < right && top < y && y < bottom;
            });
            const label = cell.querySelector(".cell-label").getBoundingClientRect();
            const floor = cell.querySelector(".floor").getBoundingClientRect();
            return [floor.top, label.top, label.bottom, piece.top, piece.bottom, floor.bottom];
        })"""
    )
    assert boxes and all(box == sorted(box) for box in boxes)


def test_what_lies_in_front_of_a_seat_is_drawn_from_the_view(service: Service, open_page: Visitors) -> None:
    """Meters, counters, the hand with what its cards do, reasons, the rule of a command; all of it can be read."""
    page = open_page(service.url)
    sit_down(page, service, options={"rounds": 10})
    mine = page.get_by_role("region", name="Ada, you")
    expect(mine).to_contain_text("Parry")
    expect(mine).to_contain_text("Number")
    expect(page.get_by_role("region", name="Greedy")).not_to_contain_text("Number")
    decide(page, "draw")
    expect(page.locator(".hands h3")).to_contain_text(re.compile("Ada.s hand"))
    expect(page.locator(".hands .text").first).not_to_be_empty()
    cards = ", ".join(f".log [data-term='{name}']" for name in CARD_NAMES)
    while not page.query_selector(cards):
        assert decide(page, "play", *(f"play {name}" for name in CARD_NAMES), "draw")
    page.locator(cards).first.click()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("A point|parry again|leaves the board"))
    page.keyboard.press("Escape")
    until_question(page, '.now [data-command="strike"]')
    page.get_by_text("What you cannot do now, and why").click()
    expect(page.locator(".why dd").first).to_have_attribute("title", re.compile("T-"))
    page.get_by_role("button", name="Rule: Strike").click()
    expect(page.get_by_role("dialog")).to_contain_text("T-004")
    page.keyboard.press("Escape")
    page.add_script_tag(type="module", content=f"{CHECKS}; window.checks = {{nameless, pale}}")
    page.wait_for_function("window.checks")
    assert page.evaluate("checks.nameless()") == [] and page.evaluate("checks.pale()") == []


def test_a_bout_without_a_board_is_drawn_as_text(service: Service, open_page: Visitors) -> None:
    page = open_page(service.url)
    sit_down(page, service, options={"bare": True, "rounds": 1})
    expect(page.locator(".board-text")).to_contain_text("points")
    expect(page.locator(".cell")).to_have_count(0)
    while decide(page, "strike"):
        page.wait_for_selector(f"{CAN_DECIDE}, {OVER}")
    expect(page.locator(".over h2")).to_be_visible()


def choose(page: Page, action: int) -> None:
    """Answer a puzzle by clicks: the button of the command, or that of its entry first."""
    page.wait_for_selector(CAN_DECIDE)
    while not page.locator(".verdict").count():
        page.locator(f'{CAN_DECIDE}[data-actions~="{action}"]').first.click()


@pytest.mark.parametrize("game", ["toy", *OWN])
def test_a_puzzle_is_solved_by_clicks(service: Service, open_page: Visitors, game: str) -> None:
    """A wrong choice is told with its value, the right one with all values; then comes the next puzzle."""
    open_page.forgiven.append(BUSY)  # while the service gets ready the page asks again
    page = open_page(service.url)
    page.get_by_role("group", name="Game").get_by_role("button", name=re.compile(game, re.IGNORECASE)).click()
    page.get_by_role("link", name="or solve a puzzle").click()
    first, second = service.ask("puzzles", game=game)["puzzles"][:2]
    legal = service.ask("legal", game=game, position=first["position"])["legal"]
    actions = {one["command"]: one["action"] for one in legal}
    wrong = next(command for command in first["values"] if command not in first["solution"])
    choose(page, actions[wrong])
    verdict = page.locator(".verdict")
    expect(verdict.get_by_role("heading")).to_have_text("There is a better choice")
    shown = [f"{first['values'][one]:.2f}".replace("-", "\u2212") for one in (wrong, first["solution"][0])]
    expect(verdict.locator("dd")).to_contain_text(shown)
    expect(verdict.locator("dd").last.locator("b")).to_have_count(0)  # the solution is not told
    page.get_by_role("button", name="Try again").click()
    choose(page, actions[first["solution"][0]])
    expect(verdict.get_by_role("heading")).to_have_text("Right")
    verdict.get_by_text("What every choice is worth").click()
    expect(verdict.locator("tbody tr")).to_have_count(len(first["values"]))
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.get_by_role("heading", name="Puzzle 2 of")).to_be_visible()
    expect(page.get_by_role("link", name="Puzzle 1, solved")).to_be_visible()
    page.get_by_role("button", name="Show the solution").click()
    expect(verdict.locator("dd")).to_have_count(len(second["solution"]))
    page.add_script_tag(type="module", content=f"{CHECKS}; window.checks = {{nameless, pale}}")
    page.wait_for_function("window.checks")
    assert page.evaluate("checks.nameless()") == [] and page.evaluate("checks.pale()") == []


def test_a_walk_in_a_puzzle_is_answered_with_its_first_step(service: Service, open_page: Visitors) -> None:
    """The way is shown with its price before."""
    page = open_page(f"{service.url}/#puzzles/toy/2")
    page.wait_for_selector(CAN_DECIDE)
    legal = service.ask("legal", game="toy", position=service.ask("puzzles", game="toy")["puzzles"][1]["position"])[
        "legal"
    ]
    first = next(one for one in legal if not one["cells"])  # whatever it is, here it leads to a cell far away
    far = page.locator(".cell:not(.may)").first
    steps = [{**first, "cell": "on the way"}, {**first, "cell": far.get_attribute("data-cell")}]
    way = {"unit": "a", "cell": steps[1]["cell"], "steps": steps, "price": {}, "cost": "2 coins"}
    page.route("**/v1/legal", lambda route: route.fulfill(json={"type": "situation", "walks": [way]}))
    far.hover()
    expect(page.locator(".way-told")).to_contain_text("2 steps, 2 coins")
    expect(page.locator(".way-told")).to_contain_text("to answer with its first step")
    far.click()
    expect(page.locator(".verdict")).to_be_visible()


@pytest.mark.parametrize(
    ("address", "reason", "way", "href"),
    [
        ("#puzzles/toy/99", "There is no puzzle “99”;", "To the first puzzle", "#puzzles/toy/1"),
        ("#puzzles/toy/next", "There is no puzzle “next”;", "To the first puzzle", "#puzzles/toy/1"),
        ("#puzzles/chess/1", NO_CHESS, "Home", "/"),
        ("#rules/chess", NO_CHESS, "Home", "/"),
        ("#learn/chess", NO_CHESS, "Home", "/"),
        ("#puzzle/toy/1", "The page has nothing at #puzzle/toy/1.", "Home", "/"),
        ("#position/%E0", "The page has nothing at #position/%E0.", "Home", "/"),
        ("bout/nowhere", "This service has no bout with this name.", "Home", "/"),
    ],
)
def test_a_broken_link_says_what_is_wrong_and_one_way_on(
    service: Service, open_page: Visitors, address: str, reason: str, way: str, href: str
) -> None:
    open_page.forgiven.append("status of 404")  # the browser tells of each refusal
    page = open_page(f"{service.url}/{address}")
    expect(page.locator(".dead-end")).to_contain_text(reason)
    expect(page.locator(".dead-end a")).to_have_count(1)
    expect(page.get_by_role("link", name=way, exact=True).last).to_have_attribute("href", href)


def test_rules_say_which_entry_they_do_not_have(service: Service, open_page: Visitors) -> None:
    page = open_page(f"{service.url}/#rules/toy/Zugzwang")
    expect(page.get_by_role("alert").filter(has_text="no entry “Zugzwang”")).to_be_visible()
    page.evaluate("location.hash = '#rules/toy'")
    expect(page.locator(".rules .notice")).to_have_count(0)


# --- lessons ----------------------------------------------------------------------------------------------------------

GONE_ON = """([step, asked]) => !document.querySelector('.coach [aria-disabled=true]')
    && (document.querySelector('.coach progress').getAttribute('value') !== step
        || document.querySelector('.now').textContent !== asked)"""


def follow(page: Page) -> None:
    """Do what a step of a lesson asks for, until the next one is shown: a command may take several clicks."""
    bar = page.get_by_role("progressbar")
    step = bar.get_attribute("value")
    page.wait_for_selector(COACH)
    onward = page.locator(".coach").get_by_role("button", name="Next")
    while bar.get_attribute("value") == step:
        asked = page.locator(".now").text_content()
        (onward if onward.count() else page.locator(MARKED).first).click()
        page.wait_for_function(GONE_ON, arg=[step, asked])


@pytest.mark.parametrize("game", ["toy", *OWN])
def test_a_lesson_is_played_by_clicks(service: Service, open_page: Visitors, game: str) -> None:
    """From the start to its end: each step points at something, and what is to be clicked is marked."""
    page = open_page(service.url)
    page.get_by_role("group", name="Game").get_by_role("button", name=re.compile(game, re.IGNORECASE)).click()
    page.get_by_role("link", name="Learn to play").click()
    page.wait_for_selector(COACH)
    assert page.url.endswith(f"#learn/{game}")
    steps = int(str(page.get_by_role("progressbar").get_attribute("max")))
    for step in range(steps - 1):
        expect(page.get_by_role("progressbar")).to_have_attribute("value", str(step + 1))
        assert page.locator("[data-lesson]").count() > 0
        follow(page)
    expect(page.get_by_role("progressbar")).to_have_attribute("value", str(steps))
    page.get_by_role("link", name="Play a bout").click()
    expect(page.get_by_role("button", name="Begin the bout")).to_be_visible()


def test_a_lesson_answers_other_clicks_goes_back_and_can_be_skipped(service: Service, open_page: Visitors) -> None:
    page = open_page(f"{service.url}/#learn/toy")
    page.wait_for_selector(COACH)
    page.locator('.now [data-command="rest"]').click()
    expect(page.locator(".coach .correction")).to_contain_text("Next")
    page.reload()
    for step in "123":
        expect(page.get_by_role("progressbar")).to_have_attribute("value", step)
        page.wait_for_selector(COACH)
        expect(page.locator(".coach .onward")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "4")
    page.wait_for_selector(COACH)
    page.locator('.now [data-command="strike"]').click()
    expect(page.locator(".coach .correction")).to_contain_text("The middle is worth a point")
    expect(page.locator(".log li")).to_have_count(0)
    page.get_by_role("button", name="Do it for me").click()
    expect(page.get_by_role("heading", name="A reaction")).to_be_visible()
    expect(page.locator(".log")).to_contain_text("Novice a moves to mid")
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("heading", name="A move")).to_be_visible()
    expect(page.locator(".log li")).to_have_count(0)
    page.add_script_tag(type="module", content=f"{CHECKS}; window.checks = {{nameless, pale}}")
    page.wait_for_function("window.checks")
    assert page.evaluate("checks.nameless()") == [] and page.evaluate("checks.pale()") == []
    page.get_by_role("link", name="Skip the lesson").click()
    expect(page.get_by_role("button", name="Begin the bout")).to_be_visible()


def test_hints_are_agreed_anew_with_a_second_person(service: Service, open_page: Visitors) -> None:
    """What one person sets for a bout among agents does not hold between people."""
    page = open_page(service.url)
    hints = page.get_by_label("Hints, and who is ahead")
    hints.uncheck()
    hints.check()
    page.get_by_label("Seat 2").select_option("person")
    expect(hints).not_to_be_checked()
    hints.check()
    page.get_by_role("group", name="Number of players").get_by_role("button").first.click()
    expect(hints).to_be_checked()


# --- rules ------------------------------------------------------------------------------------------------------------


def test_the_rules_are_searched_and_linked(service: Service, open_page: Visitors) -> None:
    """From the start to an entry by its address; a name in a text opens its rule, which leads back here."""
    page = open_page(service.url)
    page.get_by_role("group", name="Game").get_by_role("button", name="Toy").click()
    page.get_by_role("link", name="The rules", exact=True).click()
    expect(page.get_by_role("heading", name="The rules of Toy")).to_be_visible()
    for title in ("Play", "Points", "Cards", "The board"):
        assert page.get_by_role("heading", name=title, exact=True).count() > 0
    page.get_by_role("searchbox").fill("parry")
    expect(page.locator("#entry-parry")).to_be_visible()
    expect(page.locator(".chapter.of-rules .entry")).to_have_count(2)
    page.get_by_role("searchbox").fill("no such word")
    expect(page.locator(".rules")).to_contain_text("Nothing in the rules matches these words.")
    page.get_by_role("searchbox").fill("")
    page.get_by_role("link", name="Link to Strike").click()
    expect(page.locator(".entry.sought h3")).to_contain_text("Strike")
    page.goto(f"{service.url}/#rules/toy/T-008")
    expect(page.locator(".entry.sought")).to_contain_text("With more hits than shields")
    page.locator(".term[data-term='unit']").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Each seat has two.")
    assert dialog.get_by_role("link", name="In all the rules").get_attribute("href") == "/#rules/toy/unit"
    page.keyboard.press("Escape")
    page.add_script_tag(type="module", content=f"{CHECKS}; window.checks = {{nameless, pale}}")
    page.wait_for_function("window.checks")
    assert page.evaluate("checks.nameless()") == [] and page.evaluate("checks.pale()") == []


def test_a_name_in_a_panel_is_asked_by_keys(service: Service, open_page: Visitors) -> None:
    page = open_page(service.url)
    sit_down(page, service, options={"rounds": 10})
    page.locator(".panel [data-term='parry']").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("it adds three to the number")
