"""What viewers see, why commands are not legal, where they act, and what cards do."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from table import NUMBERS, Table

from nexus_env.core.privacy import may_know
from nexus_env.core.session import Session
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.cards.grammar import FORMS
from nexus_env.games.nexus.checks.variety import variety
from nexus_env.games.nexus.rules.actions import ROWS, Action
from nexus_env.games.nexus.rules.bout import Standing
from nexus_env.games.nexus.rules.log import Event
from nexus_env.games.nexus.words import reasons
from nexus_env.games.nexus.words.card_words import decks
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.happened import happened, is_private
from nexus_env.games.nexus.words.hindrances import CHECKS
from nexus_env.games.nexus.words.offers import offers
from nexus_env.games.nexus.words.picture import svg
from nexus_env.games.nexus.words.reasons import guides, why_not
from nexus_env.games.nexus.words.sentences import board, sentence
from nexus_env.games.nexus.words.target_squares import reach, target
from nexus_env.games.nexus.words.view import open_view, view
from nexus_env.kit.tape import CHANCE
from nexus_env.machine.compiled import PLAIN
from nexus_env.text import position

CASES = 2 if PLAIN else 8
DECISIONS = 40 if PLAIN else 100
HERE = """
    .  .  .  .  .
    .  .  #  .  .
    .  .  1v .  .
    .  c  0^ .  .
    .  .  .  .  .
"""


def bouts(**options: Any) -> Iterator[Session]:
    """Many moments of bouts of all kinds, played at random."""
    for case in range(CASES):
        rng = np.random.default_rng(case)
        session = Session(NEXUS, NEXUS.read_options(**{**variety(case), **options}), seed=case)
        for number in range(DECISIONS):
            if session.is_over:
                break
            if number % 8 == 0:
                yield session
            session.act(int(rng.choice(np.flatnonzero(session.mask))))


def at(drawing: str, more: str = "") -> Session:
    """A bout as it is drawn."""
    return Session.at(NEXUS, position.read(NEXUS, f"{drawing}\n{more}" if more else drawing))


def reason(session: Session, name: str, seat: int = 0) -> str:
    return why_not(session.known_to(seat), seat, NUMBERS[name])


# --- the view ---------------------------------------------------------------------------------------------------------


def test_a_view_is_json_and_does_not_depend_on_what_is_hidden() -> None:
    """All that a viewer cannot know is dealt anew in many ways; spectators know least of all (R-029)."""
    hidden = 0
    for session in bouts(influence_cards=24):
        seats = range(int(session.bout["table"]["seats"]))
        for seat in seats:
            if not may_know(session.rows[0], seat):  # it sees the table as it lay when it could see it last
                continue
            seen = json.dumps(view(session.known_to(seat), seat))
            others = session.imagine(seat, np.array([77, 2**40]))
            assert {json.dumps(view(np.asarray(others)[row], seat)) for row in range(2)} == {seen}
            hidden += seen != json.dumps(view(session.known_to(None), None))
        if not may_know(session.rows[0], None):
            continue
        first = np.asarray(session.imagine(0, np.array([5])))
        assert view(first[0], None) == view(session.known_to(None), None)
    assert hidden > 0, "nobody ever had a card: the test sees no leak"


def test_hands_are_seen_by_their_owners_alone() -> None:
    """Others see how many cards there are (R-029)."""
    session = Session(NEXUS, NEXUS.read_options(deal="random"), seed=3)
    assert is_private(session.rows[0]), "which card is kept is nobody's business"
    while session.bout["table"]["cycle"] == 0:
        session.act(int(np.flatnonzero(session.mask)[0]))
    hands = [view(session.known_to(seat), seat)["nexus"]["lanistas"] for seat in (0, 1)]
    assert len(hands[0][0]["hand"]) == hands[1][0]["cards"] > 0
    assert hands[1][0]["hand"] == hands[1][0]["put_away"] == []
    assert view(session.known_to(None), None)["nexus"]["lanistas"][0]["hand"] == []
    assert open_view(session.rows[0])["nexus"]["lanistas"] == [hands[0][0], hands[1][1]]
    assert not is_private(session.rows[0])


def test_a_view_says_what_lies_on_the_table() -> None:
    seen = view(at(HERE, "helots.1 prone=1 lost={head}; lanistas.0 cred=3").known_to(0), 0)["nexus"]
    assert seen["pieces"] == [{"x": 3, "y": 2, "piece": "pillar"}, {"x": 2, "y": 4, "piece": "crate"}]
    me, other = seen["helots"]
    assert (me["x"], me["y"], me["facing"], me["health"]["head"]) == (3, 4, "north", 10)
    assert other["states"] == ["prone"] and other["prone"] and other["lost"] == ["head"]
    assert seen["lanistas"][0]["cred"] == 3
    assert seen["round"]["action_points"] == 6 and seen["question"]["seat"] == "player_0"
    assert seen["result"] is None and seen["winners"] == []


def test_what_all_games_show_is_drawn_from_what_nexus_shows() -> None:
    """Cells, pieces, meters, counters, scores, and a question for whoever is asked."""
    seen = view(at(HERE, "helots.1 prone=1; lanistas.0 cred=3").known_to(0), 0)
    assert [cell["id"] for cell in seen["board"]["cells"]][:9] == [*(f"{x},1" for x in range(1, 9)), "1,2"]
    pieces = {piece["id"]: piece for piece in seen["board"]["pieces"]}
    assert pieces["pillar 3,2"]["cell"] == "3,2" and pieces["pillar 3,2"]["owner"] is None
    helot = pieces["helot of player_1"]
    assert (helot["cell"], helot["owner"], helot["facing"], helot["marks"]) == ("3,3", "player_1", 180.0, ["prone"])
    me = seen["seats"][0]
    assert me["meters"][0] == {"name": "Overall Condition", "value": 50, "most": 50} and not me["out"]
    assert me["counters"][0] == {"name": "Cred", "value": 3}
    assert seen["scores"][0]["value"] == 3 and seen["scores"][-1]["seat"] is None
    assert seen["question"]["name"] == "command" and seen["question"]["title"] == "Your Command Round"
    assert seen["round"]["seat"] == "player_0" and {"name": "AP", "value": 6} in seen["round"]["counters"]


def test_what_happened_is_told_with_dice_and_coins() -> None:
    """The page moves them."""
    table = Table(HERE, ap=2)
    table.play("standard attack", dice=[6, 5, 3, 2, 4])
    names = ("event", "seat", "other", "what", "amount", "detail")
    rows = [dict(zip(names, row, strict=True)) for row in table.told]
    told = happened({"options": table.bout["options"], "happenings": rows, "heard": 0, "told": len(rows)})
    dice = [one["roll"] for one in told if one["event"] == "dice"]
    assert [one["faces"] for one in dice] == [["6", "5"], ["3", "2"]] and dice[0]["total"] == 11
    coins = [one for one in told if one["event"] == "coins" and one["nexus"]["from"] == "left-lower"]
    assert coins and coins[0]["transfer"]["target"] == "player_0:Cred" and coins[0]["other"] == "player_0"
    assert all(one["text"].strip() or one["event"] for one in told)


def test_a_die_of_ones_own_is_asked_for_by_its_name() -> None:
    session = Session(NEXUS, NEXUS.read_options(deal="random"), seed=1, dictated=True)
    assert session.seat == CHANCE
    asked = view(session.known_to(None), None)["question"]
    sides = int(session.rows["table"]["request"]["sides"][0])
    chance = NEXUS.words.dice(session.bout)
    assert asked["die"]["name"] == chance.name and asked["die"]["purpose"] == chance.purpose, "as at a real table"
    assert asked["seat"] == "dice" and asked["die"]["faces"] == [str(face) for face in range(1, sides + 1)]
    while "deal card" not in str(view(session.known_to(None), None)["question"]["die"]):
        session.act(int(np.flatnonzero(session.mask)[0]))
    assert is_private(session.rows[0]), "who deals knows where the cards are"


# --- why not ----------------------------------------------------------------------------------------------------------


def test_every_illegal_action_has_a_reason_and_no_reason_stands_in_the_way_of_a_legal_one() -> None:
    """The explanations look at the same table as the rules and must come to the same judgment."""
    for session in bouts():
        if session.seat == CHANCE:
            continue
        world, legal = session.known_to(session.seat), session.mask
        eye = Eye(world, session.seat)
        for action in range(len(legal)):
            if not legal[action]:
                text = why_not(world, session.seat, action)
                assert text.endswith((".", "?")) and "The rules do not allow it" not in text, (action, text)
                continue
            row = ROWS[action]
            for check in (reasons._answers_something_else, reasons._no_such_opponent, *CHECKS.get(row, ())):
                assert check(eye, action - row, action) == "", (NEXUS.actions[action], check)


@pytest.mark.parametrize(
    ("name", "more", "expected"),
    [
        ("move forward", "", "player_1's helot stands on (3,3) (R-145)"),
        ("move left", "", "A crate stands on (2,4) (R-007)"),
        ("move right", "command_round movement_points=1", "costs 2 MP; you have 1 (R-138)"),
        ("move back", "helots.0 prone=1", "is Prone and must stand up first (R-147)"),
        ("stand up", "", "not Prone"),
        ("liberate", "", "Nobody holds your helot"),
        ("mend", "", "is not bleeding (R-223)"),
        ("gloat", "", "It must follow directly on a successful attack"),
        ("standard attack", "command_round action_points=1", "costs 2 AP; you have 1 (R-162)"),
        ("wild attack forward-left", "", "No helot stands there"),
        ("wild attack forward", "helots.0 health=10,12,15,12,12,15,12,1", "must leave at least 1 Overall Condition"),
        ("combo head 9", "", "costs 12 AP"),
        ("grapple", "helots.0 health=10,0,15,12,12,15,12,50", "both upper limbs"),
        ("push", "", "costs 4 Physicality; you have 0 (R-321)"),
        ("push", "helots.0 traits=0,0,5", "The square behind that helot is taken (R-321)"),
        ("destroy crate", "", "No crate stands in Front"),
        ("knock over forward", "", "No upright brazier"),
        ("draw weapon", "", "carries no weapon"),
        ("aim wild second opponent", "", "A bout of 2 seats has no second opponent"),
        ("token to action", "", "no Command token left"),
        ("play card 3", "", "You do not hold this card"),
        ("pass", "", "There is nothing to pass on"),
        ("ratio to action", "", "answers a question that is not asked"),
        ("haymaker", "", "used at another moment"),
        ("takedown", "", "Your helot holds nobody"),
        ("clinch", "", "not in a grapple"),
        ("drop weapon", "", "carries no weapon"),
    ],
)
def test_the_reason_is_the_one_that_a_player_would_give(name: str, more: str, expected: str) -> None:
    assert expected in reason(at(HERE, more), name)


def test_whoever_is_not_asked_is_told_so() -> None:
    assert reason(at(HERE), "move forward", seat=1).startswith("It is not your decision: player_0 gives")


def test_a_bout_that_is_over_allows_nothing() -> None:
    rows = position.read(NEXUS, HERE)
    rows["table"]["request"]["seat"] = -1
    rows["table"]["over"] = 1
    rows["table"]["helots"]["standing"][0, 1] = Standing.KILLED
    assert reason(Session.at(NEXUS, rows), "move forward") == "The bout is over."


def test_every_row_of_the_action_table_has_a_guide() -> None:
    assert set(guides()) == set(Action)
    for guide in guides().values():
        assert guide.text.endswith(".") and guide.page and all(rule.startswith("R-") for rule in guide.rules)


# --- where, and what cards do -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "squares", "aimed_at"),
    [
        ("move right", [(4, 4)], -1),
        ("backflip", [(3, 5)], -1),
        ("standard attack", [(3, 3)], 1),
        ("wild attack forward", [(3, 3)], 1),
        ("hurdle", [(3, 2)], -1),
        ("turn crowd first opponent", [(3, 3)], 1),
        ("aim focused first opponent head", [(3, 3)], 1),
        ("end round", [], -1),
    ],
)
def test_the_board_shows_where_a_command_acts(name: str, squares: list[tuple[int, int]], aimed_at: int) -> None:
    eye = Eye(at(HERE).known_to(0), 0)
    assert reach(eye, NUMBERS[name]) == squares
    assert target(eye, NUMBERS[name]) == aimed_at


@pytest.mark.parametrize(
    ("name", "squares"),
    [
        ("drag right", [(4, 5)]),
        ("drag rotate-left", [(2, 5)]),
        ("throw forward 3", [(3, 3), (3, 2), (3, 1)]),
        ("throw forward-left 1", []),
        ("throw forward-right 2", [(4, 3), (5, 2)]),
        ("crush", [(3, 4)]),
    ],
)
def test_a_captor_sees_where_its_victim_would_go(name: str, squares: list[tuple[int, int]]) -> None:
    """A throw is stopped by what stands in its way (R-196)."""
    drawing = """
        .  .  .  .  .
        .  .  .  .  .
        .  #  .  .  .
        .  .  1v .  .
        .  .  0^ .  .
    """
    eye = Eye(at(drawing, "helots.0 holds=1; helots.1 held_by=0").known_to(0), 0)
    assert reach(eye, NUMBERS[name]) == squares and target(eye, NUMBERS[name]) == 1


def test_every_card_says_what_it_does() -> None:
    assert all(form.text for form in FORMS.values())
    cards = decks(NEXUS.read_options()[0])
    sizes = {"influence": 24, "turning point": 25, "unique ability": 8, "special skill": 4}
    assert {deck: len(cards[deck]) for deck in sizes} == sizes
    by_name = {card["name"]: card for deck in cards.values() for card in deck}
    assert by_name["Light Fingers"]["text"] == "An opponent of your choice: -4 Cred, to you."
    assert by_name["Heavy Crown"]["price"] == {"swagger": 2}
    assert all(card["text"].endswith(".") and "{" not in card["text"] for card in by_name.values())


def test_an_attempt_tells_what_it_needs() -> None:
    """R-146: a check succeeds on 4 or more; what needs no check tells nothing."""
    names = ["sidestep left", "backflip", "stand up", "liberate", "move forward", "end round"]
    told = [offer.needs for offer in offers(at(HERE).known_to(0), 0, [NUMBERS[name] for name in names])]
    assert told == ["4 or more"] * 4 + ["", ""]


def test_setup_shows_the_barge_that_is_agreed_on() -> None:
    """Before it is laid out, in the view, in words and in the picture; one that is rolled is not known yet (R-039)."""
    agreed, rolled = (Session(NEXUS, NEXUS.read_options(barge=barge), seed=3) for barge in (4, "roll"))
    for session in (agreed, rolled):
        assert not session.bout["table"]["squares"].any() and not session.bout["table"]["cycle"]
    pieces = view(agreed.bout, 0)["nexus"]["pieces"]
    assert pieces and not view(rolled.bout, 0)["nexus"]["pieces"]
    assert not {(row["x"], row["y"]) for row in pieces} & {(1, 1), (1, 8), (8, 1), (8, 8)}
    rows, picture = board(agreed.bout).splitlines()[:9], svg(agreed.bout)
    assert picture.count("<") > svg(rolled.bout).count("<")
    while not agreed.bout["table"]["cycle"]:
        agreed.act(int(np.flatnonzero(agreed.mask)[0]))
    assert view(agreed.bout, 0)["nexus"]["pieces"] == pieces and board(agreed.bout).splitlines()[:9] == rows


def test_the_log_tells_each_change_of_a_reserve_and_each_token() -> None:
    """What a reserve gains and pays, by its name (R-126), and a Command token (R-065)."""
    told = {
        sentence(row).strip()
        for session in bouts()
        for row in session.bout["happenings"][: session.bout["told"]]
        if row["event"] in (Event.TRAIT_UP, Event.TRAIT_DOWN, Event.TOKEN)
    }
    for words in ("Instinct rises by 1.", "falls by", "spends a Command token."):
        assert any(words in one for one in told), (words, told)
