"""The page plays Aristeia!: its own drawings on a desktop and on a phone, in a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="the page is tested with Playwright: pip install playwright")
pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
import pages
from pages import CAN_DECIDE, CHECKS, COACH, MARKED, Visitors
from playwright.sync_api import Page, expect
from service import Json, Service, serving

from nexus_env.machine.compiled import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="the page is the same whatever plays behind it")
browser, open_page = pages.browser, pages.open_page
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LONGEST_SWITCH = "B X: Impose Taunted on the other Character of the roll (only against an enemy)"
LAID = """async (view) => {
    const [{ tray }, { patch }] = await Promise.all([import("/games/aristeia/page.js"), import("/page/dom.js")]);
    const lying = document.querySelector(".tray.lying");
    patch(lying, tray(view));
    const box = (found) => found.getBoundingClientRect().toJSON();
    const parts = [...lying.querySelectorAll(".rolled-name, .dice, .rolled-spent p")].map(box);
    return { tray: box(lying), board: box(document.querySelector(".board")), parts };
}"""
LIKED = ("order ", "me", "act Vade Retro", "unit Maximus", "pass", "space ")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One that plays Aristeia!"""
    with serving(tmp_path_factory.mktemp("arena"), "--game", "aristeia") as running:
        yield running


def begun(service: Service, until: str) -> Json:
    """The keys of a bout against `random`, played until a command can be given whose spelling begins so."""
    joined = service.ask("create", game="aristeia", seats=["person", "random"], name="Ada", seed=9, time=pages.THINKING)
    key = {"bout": joined["bout"], "token": joined["token"]}
    update = service.ask("look", **key)
    for _ in range(120):
        while not update["state"]["legal"]:
            update = service.ask("look", **key, after=update["cursor"], wait=20.0)
        legal = [command["command"] for command in update["state"]["legal"]]
        if any(words.startswith(until) for words in legal):
            return joined
        words = next((one for liked in LIKED for one in legal if one.startswith(liked)), legal[0])
        update = service.ask("play", **key, at=update["cursor"], command=words)
    raise AssertionError(f"{until!r} did not come")


def sit_down(page: Page, service: Service, joined: Json) -> None:
    """Open a bout in this browser with the key to its seat."""
    keep = "({bout, seat, token}) => localStorage.setItem(`nexus seat ${bout}`, JSON.stringify({seat, token}))"
    page.evaluate(keep, joined)
    page.goto(f"{service.url}/{joined['link']}")
    page.wait_for_selector(CAN_DECIDE)


def test_teams_are_named_in_the_lobby(service: Service, open_page: Visitors) -> None:
    """Only where they are chosen there; the first game's are ticked, and a fifth Character is told."""
    open_page.forgiven.append("status of 400")  # the browser tells of each refusal
    page = open_page(service.url)
    green = page.get_by_role("group", name="Team of Green")
    page.wait_for_selector(".lobby")
    expect(green).to_have_count(0)
    page.locator("label.field", has_text="Teams").locator("select").select_option(label="choose here")
    expect(green.get_by_label("Maximus")).to_be_checked()
    green.get_by_label("Gata").check()
    page.get_by_role("button", name="Begin the bout").click()
    expect(page.get_by_role("alert").or_(page.locator(".notice.bad")).first).to_contain_text("got 5 Characters")
    green.get_by_label("Maximus").uncheck()
    page.get_by_role("group", name="Team of Orange").get_by_label("Gata").uncheck()
    page.get_by_role("group", name="Team of Orange").get_by_label("Maximus").check()
    page.get_by_role("button", name="Begin the bout").click()
    expect(page.get_by_role("region", name=", you")).to_contain_text("Gata")


def test_on_a_phone_the_dice_lie_below_the_board(service: Service, open_page: Visitors) -> None:
    """With their symbols, what is left of them, and the name of who rolls as it is written."""
    page = open_page(service.url, **PHONE)
    sit_down(page, service, begun(service, "space "))
    tray = page.locator(".tray.lying")
    expect(tray.locator(".rolled-name")).to_contain_text("hEXx3r")
    expect(tray.get_by_role("img", name=re.compile("special"))).not_to_have_count(0)
    board, dice = page.locator(".board").bounding_box(), tray.locator(".dice").bounding_box()
    panel = page.locator(".now").bounding_box()
    assert board and dice and panel
    assert board["y"] + board["height"] <= dice["y"] and dice["y"] + dice["height"] <= panel["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_was_paid_lies_beside_the_dice_and_is_not_cut(service: Service, open_page: Visitors) -> None:
    """On a desktop, where the board leaves little room: the longest Switch of each side, or two of one."""
    page = open_page(service.url, viewport={"width": 1440, "height": 900})
    sit_down(page, service, begun(service, "space "))
    long, short = LONGEST_SWITCH, "B B: Draw one Tactic"
    for paid in ([[long], [long]], [[short, long], []], [[short, short], [short]], [[], []]):
        sides = [
            {"unit": unit, "dice": 4 * [{"die": "red", "face": "S", "gone": False}], "left": "S S B B X"}
            | {"spent": spent, "cover": True}
            for unit, spent in zip(["Miyamoto Mushashi", "Major Lunah"], paid, strict=True)
        ]
        boxes = page.evaluate(LAID, {"aristeia": {"roll": {"sides": sides}, "characters": []}})
        tray, board, parts = boxes["tray"], boxes["board"], boxes["parts"]
        assert len(parts) == 2 + 2 + sum(map(len, paid))
        assert all(tray["top"] <= part["top"] and part["bottom"] <= tray["bottom"] for part in parts), (paid, boxes)
        assert board["bottom"] <= tray["top"] and tray["bottom"] <= 900


def test_a_running_order_is_seen_as_a_whole_before_it_is_played(service: Service, open_page: Visitors) -> None:
    """By fingers on a phone, and by keys: a slip is taken back, and nobody has heard of it."""
    page = open_page(service.url, **PHONE)
    sit_down(page, service, begun(service, "order "))
    steps, told = page.locator(".now .step .buttons .do"), page.locator(".log li").count()
    for _ in range(3):
        steps.first.tap()
    expect(page.locator(".now .whole li")).to_have_count(4)
    page.get_by_role("button", name="Back", exact=True).tap()
    expect(page.locator(".now .hint")).to_contain_text("Choose the third and the rest.")
    steps.last.focus()
    page.keyboard.press("Enter")
    order = page.locator(".now .whole li").all_inner_texts()
    assert page.locator(".log li").count() == told
    page.keyboard.press("Tab")
    play = page.get_by_role("button", name="Play this order")
    for _ in range(8):
        if play.evaluate("button => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text(f"sets the Running Order: {', '.join(order)}")


def test_a_finger_looks_before_it_goes(service: Service, open_page: Visitors) -> None:
    """The first tap on Move shows how far it leads, the second one moves; and a part of the board is shown large."""
    page = open_page(service.url, **PHONE)
    sit_down(page, service, begun(service, "move"))
    narrow = page.locator(".board").bounding_box()
    page.get_by_role("button", name="Zoom in").tap()
    wide = page.locator(".board").bounding_box()
    assert narrow and wide and wide["width"] > 2 * narrow["width"]
    page.get_by_role("button", name="Whole board").tap()
    page.locator('.now [data-command="move"]').tap()
    expect(page.get_by_role("region", name="Reach")).to_contain_text("within reach")
    expect(page.locator(".cell.sight-reach")).not_to_have_count(0)
    expect(page.locator(".log")).not_to_contain_text("gains")
    page.locator('.now .step [data-command="move"]').tap()
    expect(page.locator(".log")).to_contain_text(re.compile(r"gains \d MP"))


def test_a_replay_explains_names_too(service: Service, open_page: Visitors) -> None:
    """The example round of the booklet: a Character in its panel."""
    page = open_page(f"{service.url}/#replay")
    page.get_by_label("Choose a file").set_input_files(Path(__file__).parent / "playthroughs" / "example_round.txt")
    page.get_by_role("button", name="hEXx3r").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("Vade Retro")


def test_the_rule_of_a_name_is_one_tap_away(service: Service, open_page: Visitors) -> None:
    """Of a Character in its panel and of an Action in the log; all of it can be read."""
    page = open_page(service.url)
    sit_down(page, service, begun(service, "space "))
    page.get_by_role("region", name="Ada, you").get_by_role("button", name="Maximus").click()
    expect(page.get_by_role("dialog")).to_contain_text("Initiative 4")
    page.keyboard.press("Escape")
    page.locator(".log").get_by_text("Vade Retro", exact=True).last.click()
    expect(page.get_by_role("dialog")).to_contain_text("displace the target")
    page.keyboard.press("Escape")
    page.add_script_tag(type="module", content=f"{CHECKS}; window.checks = {{nameless, pale}}")
    page.wait_for_function("window.checks")
    assert page.evaluate("checks.nameless()") == [] and page.evaluate("checks.pale()") == []


def test_a_lesson_asks_again_after_back(service: Service, open_page: Visitors) -> None:
    """A step back asks for its own command, not for that of the later step."""
    page = open_page(f"{service.url}/#learn/aristeia")
    page.wait_for_selector(COACH)
    for title in ("Your team", "Planning", "Who goes first"):
        page.locator(".coach .onward").click()
        expect(page.locator(".coach h2")).to_contain_text(title)
        page.wait_for_selector(COACH)
    expect(page.locator('.now [data-command="me"]')).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".coach h2")).to_contain_text("Planning")
    page.wait_for_selector(COACH)
    assert page.locator(MARKED).count() > 0
    expect(page.locator('.now [data-command="me"]')).to_have_count(0)
