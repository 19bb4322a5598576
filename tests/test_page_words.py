"""What the page says, by its own functions that need no browser: Node runs them."""

from itertools import permutations
from typing import Any

from page_modules import EMPTY, PAGE, computed, needs_node, step, told_by

pytestmark = needs_node


def choice(action: int, entry: str, *ways: str, **fields: Any) -> dict[str, Any]:
    """A choice of a menu."""
    return {"action": action, "command": f"command {action}", "entry": entry, "ways": list(ways), **fields}


def test_a_puzzle_with_several_right_answers_says_so() -> None:
    asked = computed("[1, 2, 9].map(one0.puzzleQuestion)", PAGE / "words.js")
    assert asked == [
        "One choice is clearly best. Which?",
        "Two choices are clearly better than the rest. Find one of them.",
        "9 choices are clearly better than the rest. Find one of them.",
    ]


def test_what_says_the_same_is_one_choice() -> None:
    """Two copies of a card; but not two cards of one name that do different things."""
    copies = [choice(1, "Dodge", text="a"), choice(2, "Dodge", text="a"), choice(3, "Dodge", text="b")]
    shown = computed("[...one0.standIns(given).values()].map((one) => one.action)", PAGE / "entries.js", given=copies)
    assert shown == [1, 1, 3]


def test_many_ways_are_chosen_step_by_step() -> None:
    """Four things in an order take three clicks; the last one is named together with what is left."""
    orders = [
        choice(n, "Order", *way) for n, way in enumerate(["abcd", "abdc", "acbd", "bacd", "bcad", "cabd", "dabc"])
    ]
    steps = "one0.nextSteps(given).map(([name, some]) => [name, some.map((one) => one.action)])"
    entries = PAGE / "entries.js"
    assert computed("one0.isInSteps(given)", entries, given=orders)
    assert not computed("one0.isInSteps(given)", entries, given=orders[:3])
    assert not computed("one0.isInSteps(given)", entries, given=[*orders, choice(9, "Pass")])
    assert computed(steps, entries, given=orders)[:2] == [["a", [0, 1, 2]], ["b", [3, 4]]]
    assert computed("one0.sharedSteps(given)", entries, given=orders[:2]) == ["a", "b"]
    assert computed(steps, entries, given=orders[:2]) == [["c, d", [0]], ["d, c", [1]]]


def test_what_many_steps_lead_to_is_seen_as_a_whole_and_can_be_taken_back() -> None:
    """The last of three clicks plays nothing; one back leaves the first two as they are, and Escape does the same."""
    orders = [" ".join(order) for order in permutations("abcd")]
    legal = [
        {"action": n, "command": f"order {order}", "title": "Order", "ways": order.split(), "cells": [], "sights": []}
        | {"group": "answer", "price": {}, "cost": ""}
        for n, order in enumerate(orders)
    ]
    question = {"name": "order", "seat": "player_0", "text": "Which order?"}
    script = """(() => {
        const played = [], told = [];
        const chooser = new one0.Chooser(() => {}, (choice) => played.push(choice.command));
        const game = { rulebook: new one1.Rulebook(given.rulebook), art: {} };
        chooser.take({ view: { question: given.question, board: { pieces: [] } }, legal: given.legal }, {}, game);
        const buttons = () => partsOf(chooser.draw(false)).filter(({ tag }) => tag === "button");
        for (const name of given.clicks) {
            if (name === "Escape") chooser.onKey({ key: name });
            else buttons().find((one) => textOf(one) === name).attributes.onclick({});
            told.push([buttons().map(textOf).filter((text) => text !== "?"), [...played]]);
        }
        const order = partsOf(chooser.draw(false)).filter(({ tag }) => tag === "li").map(textOf);
        return { told, order };
    })()"""
    given = {"rulebook": EMPTY, "question": question, "legal": legal}
    clicks = ["c…", "a…", "b, d", "Back", "d, b", "Escape", "b, d", "Play this order"]
    found = computed(script, PAGE / "commands.js", PAGE / "words.js", given={**given, "clicks": clicks})
    second, third, whole = ["Back", "a…", "b…", "d…"], ["Back", "b, d", "d, b"], ["Play this order", "Back"]
    shown = [second, third, whole, third, whole, third, whole, whole]
    assert found["told"][:-1] == [[buttons, []] for buttons in shown[:-1]]
    assert found["told"][-1] == [whole, ["order c a b d"]] and found["order"] == ["c", "a", "b", "d"]


def test_two_steps_and_few_answers_are_played_at_once() -> None:
    """A slip of the second of two clicks is as easily made as seen; and what is no order is not called so."""
    pairs = [choice(n, "Pair", *way) for n, way in enumerate(["ab", "ac", "ba", "bc", "ca", "cb", "cc"])]
    threes = [choice(n, "Three", *way) for n, way in enumerate(["aab", "aac", "aba", "abc", "aca", "acb", "bcc"])]
    entries = PAGE / "entries.js"
    confirmed = "given.map((all) => one0.isToBeConfirmed(all, [all[0]]))"
    assert computed(confirmed, entries, given=[pairs, threes, threes[:6]]) == [False, True, False]
    assert computed("one0.kindOf(given)", entries, given=threes) == "choice"


def test_a_step_back_leads_to_the_last_one_that_left_a_choice() -> None:
    """Steps that had only one way are passed over."""
    threes = [choice(n, "Three", *way) for n, way in enumerate(["axb", "axc", "bya", "byb", "byc", "cza", "czb"])]
    actions = "one0.stepBefore(given, given.slice(0, 1)).map((one) => one.action)"
    assert computed(actions, PAGE / "entries.js", given=threes) == [0, 1]
    assert computed(actions.replace("0, 1)", "0, 2)"), PAGE / "entries.js", given=threes) == list(range(7))


def test_a_number_of_somebody_who_is_not_chosen_yet_is_told_as_unknown() -> None:
    """By the panel of every game: a meter without a most."""
    meters = [{"name": "health", "value": 0, "most": 0}, {"name": "clock", "value": 0, "most": 3}]
    seat = {"seat": "player_0", "name": "", "meters": meters, "counters": [], "hands": [], "marks": []}
    view = {"seats": [seat], "question": {}, "seat": None}
    script = """partsOf(
            one0.panel(given.view, "player_0", {}, { art: {}, rulebook: new one1.Rulebook(given.rulebook) }))
        .filter(({ attributes }) => attributes.class === "condition").map(textOf)"""
    told = computed(script, PAGE / "panels.js", PAGE / "words.js", given={"view": view, "rulebook": EMPTY})
    assert told == ["Health\u2013not known yet", "Clock0/3"]


def test_a_face_with_two_symbols_is_drawn_with_both() -> None:
    """One below the other; a face of one symbol as before."""
    script = "given.map((face) => partsOf(one0.die(face, {kind: 'bone', isCounted: true, sides: 5, key: 0})))"
    texts = f"{script}.map((parts) => parts.filter(({{tag}}) => tag === 'text').map((text) => textOf(text)))"
    assert computed(texts, PAGE / "emblems.js", given=["shield + shield", "hit", "hit + shield + hit"]) == [
        ["shield", "shield"],
        ["hit"],
        ["hit", "shield", "hit"],
    ]


def test_a_piece_without_an_owner_has_its_health_and_its_title() -> None:
    beast = {"name": "Beast", "symbol": "B", "marks": ["angry"], "meters": [{"name": "Health", "value": 2, "most": 4}]}
    assert computed("one0.told(given)", PAGE / "pieces.js", given=beast) == "Beast, Health 2/4, angry"
    drawn = computed("partsOf(one0.sign(given))", PAGE / "pieces.js", given=beast)
    assert "health-arc" in str(drawn) and "token-sign" in str(drawn) and "token-marks" in str(drawn)
    plain = computed(
        "partsOf(one0.sign(given))", PAGE / "pieces.js", given={"name": "Crate", "symbol": "C", "marks": []}
    )
    assert "health-arc" not in str(plain) and "token-sign" in str(plain)


def test_all_marks_of_a_cell_are_drawn_in_one_line_and_told_whole() -> None:
    """Not one over the other."""
    script = (
        "given.map((marks) => partsOf(one0.marked({marks})).filter(({tag}) => tag !== 'g').map((part) => textOf(part)))"
    )
    found = computed(script, PAGE / "pieces.js", given=[["fire"], ["fire", "goal"], ["burning oil", "goal"], []])
    assert found == [
        ["fire", "fire"],
        ["fire, goal", "fire, goal"],
        ["burning oil, goal", "burning oil…"],
        [],
    ]


def told(events: list[dict[str, Any]]) -> Any:
    """The paragraphs of each entry of the log, as the page itself tells them."""
    return told_by(events, "{}")


def test_a_walk_is_one_entry_of_the_log() -> None:
    """Of one piece, decided by one player, without anything else between or in it."""
    walk = [
        step(1, "move forward", "  player_0 is at (2,6).", "2,6"),
        step(2, "move forward", "  player_0 is at (2,5).", "2,5"),
        step(3, "move left", "  player_0 is at (1,5).", "1,5"),
    ]
    assert told(walk) == [["Ada: 2 \u00d7 move forward, move left.", "Ada is at (1,5)."]]
    other = step(2, "move forward", "  player_0 is at (2,5).", "2,5", unit="v")
    late = {**walk[1], "by_clock": True}
    more = {**walk[1], "happened": [*walk[1]["happened"], {"event": "prone", "text": "  player_0 is prone."}]}
    rolled = {
        **walk[1],
        "happened": [{**walk[1]["happened"][0], "roll": {"faces": ["3"], "sides": 6, "purpose": "check"}}],
    }
    for between in (other, late, more, rolled, {**walk[1], "seat": "player_1"}):
        assert len(told([walk[0], between])) == 2, between
    assert (
        len(told([walk[0], {"cursor": 2, "kind": "undone", "seat": "player_0", "turns": 1, "happened": []}, walk[2]]))
        == 3
    )


def test_a_take_back_leaves_in_the_log_what_people_did_besides() -> None:
    """The turns after it go, with the requests for it; who resigned or offered a draw meanwhile still did."""
    done: list[tuple[str, str, dict[str, Any]]] = [
        ("turn", "player_0", {"command": "rest"}),
        ("turn", "player_1", {"command": "swap"}),
        ("draw_offered", "player_0", {}),
        ("undo_asked", "player_1", {}),
        ("undo_answered", "player_0", {"accepted": True}),
        ("resigned", "player_2", {"by": "greedy"}),
        ("turn", "player_0", {"command": "draw"}),
        ("undone", "player_1", {"turns": 1, "consented": ["player_0"]}),
    ]
    events = [
        {"cursor": n, "kind": kind, "seat": seat, "by_clock": False, "happened": [], **fields}
        for n, (kind, seat, fields) in enumerate(done, 1)
    ]
    found = computed("one0.standing(given)", PAGE / "log.js", given=events)
    assert [event["cursor"] for event in found] == [1, 3, 6, 8]
    script = """partsOf(one0.log(given, { player_0: "Ada", player_1: "Bob" }, { art: {} }))
        .filter(({ tag }) => tag === "li").map(textOf)"""
    shown = [events[3], events[4], {**events[4], "accepted": False}, events[7]]
    assert computed(script, PAGE / "log.js", given=shown) == [
        "Bob asks to take back a decision.",
        "Ada agrees to the take-back.",
        "Ada refuses the take-back.",
        "Bob takes back a decision. Ada agreed.",
    ]


def test_ids_of_rules_do_not_stand_in_sentences() -> None:
    """Of reasons; the title of a reason has them."""
    texts = ["You hold nobody (R-180).", "You do not react (A-114, A-118). It costs (2 AP)."]
    found = computed("given.map(one0.withoutIds)", PAGE / "words.js", given=texts)
    assert found == [
        {"text": "You hold nobody.", "ids": "R-180"},
        {"text": "You do not react. It costs (2 AP).", "ids": "A-114, A-118"},
    ]
