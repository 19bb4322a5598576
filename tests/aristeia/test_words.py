"""What is said of commands, happenings and questions: in a player's words."""

import random
from typing import Any

import numpy as np
import pytest

from aristeia.table import GREEN, ORANGE, Drawn, drawn
from nexus_env.contract.command_text import legal as spelled
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.checks.variety import variety
from nexus_env.games.aristeia.rules.actions import NAMES, ROWS, Action
from nexus_env.games.aristeia.rules.bout import DECK, NOBODY, Question
from nexus_env.games.aristeia.rules.events import EVENTS
from nexus_env.games.aristeia.rules.log import Event
from nexus_env.games.aristeia.words import words
from nexus_env.games.aristeia.words.sentences import WAYS
from nexus_env.kit.tape import CHANCE


def record(table: Drawn) -> Any:
    """The record as words take it."""
    return np.asarray(table.bout).reshape(1)[0]


def told(table: Drawn) -> list[str]:
    """What was said of the last step."""
    return words.sentences(record(table))


def why_not(table: Drawn, name: str, seat: int | None = None) -> str:
    """Why an action is not legal for the seat that is asked, or another."""
    asked = int(table.table.request.seat) if seat is None else seat
    action = table.number(name)
    assert not table.mask[action]
    return words.why_not(record(table), asked, action)


def offer(table: Drawn, name: str) -> Any:
    """What a menu says of a legal action."""
    action = table.number(name)
    assert table.mask[action]
    return words.offers(record(table), int(table.table.request.seat), [action])[0]


# --- commands ---------------------------------------------------------------------------------------------------------


def test_commands_are_spelled_by_the_names_on_the_cards():
    """A-088, A-114: as they are read again."""
    table = drawn({"Gata": (0, 0), "Maximus": (1, 0)}, active="Gata", hands=([], ["Swerve"]))
    commands = {words.spell(record(table), action): int(action) for action in np.flatnonzero(table.mask)}
    assert {"end", "move", "act Misdirection", "card Swerve"} <= commands.keys()
    assert commands["act Misdirection"] == Action.ACT
    table.act("act 1")
    assert table.told(Event.DECLARED) and "Gata declares Misdirection at Maximus." in told(table)


def test_an_answer_names_the_character_that_is_meant():
    """A-088: whoever is asked."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (2, 0), "Parvati": (-2, 0)}, active="8-Ball")
    table.act("act 1")
    texts = [words.spell(record(table), action) for action in np.flatnonzero(table.mask)]
    assert sorted(texts) == ["unit Maximus", "unit Parvati"]
    assert words.question(record(table)) == "player_1: who is the target of 8-Ball?"
    assert offer(table, "unit Maximus").cells == ["(2,0)"]


def test_copies_of_a_card_have_one_name_in_menus_and_reasons():
    """A-011: only commands tell them apart."""
    table = drawn({"Maximus": (0, 0)}, active="Maximus", hands=(["Dodge", "Dodge"], []))
    copies = [Action.CARD + card for card in range(DECK) if table.card_name(GREEN, card) == "Dodge"]
    one, other = words.offers(record(table), GREEN, copies)
    assert one == other and one.title == "Dodge"
    assert [card["name"] for card in words.view(record(table), GREEN)["seats"][GREEN]["hands"][0]["cards"]] == [
        "Dodge"
    ] * 2
    single = drawn({"Maximus": (0, 0)}, active="Maximus", hands=(["Dodge"], []))
    assert words.why_not(record(single), GREEN, copies[1]) == "You do not hold a second Dodge (A-114)."


def test_a_running_order_is_chosen_step_by_step():
    """A-064: one entry, and a way for each Turn."""
    table = Drawn()
    number = NAMES.index("order 4132")
    offered = words.offers(record(table), GREEN, [number])[0]
    assert offered.title == "Running Order"
    assert [NAMES[number], *offered.ways] == [
        "order 4132",
        *(words.spell(record(table), number).removeprefix("order ").split(", ")),
    ]


def test_a_menu_says_what_a_command_costs_gives_and_reaches():
    """A-076, A-088, A-029: by the rules' own functions."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (2, 0), "Parvati": (-4, 0)}, active="8-Ball", movement=1)
    attack = offer(table, "act 1")
    assert (attack.title, attack.cost, attack.cells) == ("Eat my Fa Jing", "2 AP", ["(2,0)"])
    assert attack.price == {"AP": 2} and attack.unit == "8-Ball"
    assert "Range 1-3" in attack.text and "X: Displace the target one space" in attack.text
    assert offer(table, "move").gives == "4 MP" and offer(table, "move").cost == "2 AP"
    assert offer(table, "space (1,0)").price == {"MP": 1}


def test_a_switch_is_told_with_its_cost():
    """A-055, A-143, A-144: the general one and that of the attack."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (2, 0)}, active="8-Ball", energy=3)
    table.play("act 1").roll("S B X", "B", "blank", "S")
    bout = record(table)
    glosses = {NAMES[action]: words.gloss(bout, int(action)) for action in np.flatnonzero(table.mask)}
    assert glosses["switch general 1"] == "B X: Displace itself one space"
    assert glosses["switch own 1"] == "X: Displace the target one space"


def test_a_die_is_told_by_its_color_and_face():
    """A-052, A-053: which one the critical block may remove."""
    table = drawn({"Miyamoto Mushashi": (0, 0), "Major Lunah": (3, -1)}, active="Major Lunah", energy=3)
    table.play("act 1")
    while table.dice():
        table.roll({"red": "S X", "orange": "S S X", "green": "CB"}.get(table.dice(), "blank"))
    bout = record(table)
    glosses = [words.gloss(bout, int(action)) for action in np.flatnonzero(table.mask)]
    assert "red: S X" in glosses and "automatic S" in glosses
    assert words.question(bout) == "player_1: which die of Major Lunah does the critical block remove?"


def test_the_choice_of_a_die_for_cover_is_put_into_words():
    """A-007, A-040, A-167: the question, its title, and what each answer does; afterwards nothing is left of them."""
    places = {"Major Lunah": (-8, 2), "Miyamoto Mushashi": (-1, 0), "Maximus": (1, 0), "Parvati": (-1, -1)}
    table = drawn({**places, "8-Ball": (2, 0)}, active="Major Lunah").play("act 1")
    bout, actions = record(table), np.flatnonzero(table.mask).tolist()
    wanted = "does Major Lunah roll an orange die for Cover instead of a black die?"
    assert words.question(bout) == f"player_0: {wanted}"
    asked = words.view(bout, GREEN)["question"]
    assert (asked["title"], asked["hint"]) == ("Veteran Sniper", f"D{wanted[1:]}")
    assert [words.spell(bout, action) for action in actions] == ["pass", "unit Major Lunah"]
    assert [words.gloss(bout, action) for action in actions] == [
        "Roll a black die for Cover",
        "Roll an orange die for Cover",
    ]
    assert [one.text for one in words.offers(bout, GREEN, actions)] == [
        f"{words.gloss(bout, action)}." for action in actions
    ]
    assert words.explain(bout, GREEN, actions[0]) == "Roll a black die for Cover (A-040, A-167)."
    assert not words.goes_unasked(bout, actions)  # at a real table people decide it
    table.act("pass")
    assert words.question(record(table)) == "Major Lunah rolls a red die."


# --- reasons ----------------------------------------------------------------------------------------------------------


def test_why_a_command_is_not_legal():
    """A-027, A-076, A-077, A-079, A-088: the first thing that stands in the way."""
    table = drawn({"Maximus": (0, 0), "Gata": (1, 0), "8-Ball": (5, 0)}, active="Maximus", energy=1, movement=2)
    assert why_not(table, "move") == "Move costs 2 AP; Maximus has 1 (A-076)."
    assert why_not(table, "act 1") == "Jotum's Shield costs 3 AP; Maximus has 1 (A-088)."
    assert why_not(table, "act 2") == "Maximus has no such Action (A-088)."
    assert why_not(table, "space (-1,0)") == "An enemy is adjacent to Maximus: Disengage first (A-079)."
    assert why_not(table, "space (1,0)") == "Gata stands on (1,0) (A-027)."
    assert why_not(table, "space (0,-2)") == "(0,-2) is not adjacent to Maximus (A-077)."
    assert why_not(table, "card Dodge") == "You do not hold Dodge (A-114)."
    assert why_not(table, "yes").startswith("It answers a question that is not asked now")
    assert why_not(table, "move", ORANGE).startswith("It is not your decision: player_0")


def test_why_an_action_has_no_target():
    """A-029, A-109, A-110: out of Range, Taunted, Dazzled."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (5, -1)}, active="8-Ball")
    assert why_not(table, "act 1") == "No enemy is in Range 1-3 (A-029)."
    table = drawn({"8-Ball": (0, 0), "Maximus": (2, -1)}, active="8-Ball")
    table.one("8-Ball").red[State.DAZZLED] = 1
    assert why_not(table, "act 1") == "8-Ball is Dazzled and sees nobody in Range (A-110)."
    table.one("8-Ball").red[State.DAZZLED], table.one("8-Ball").red[State.TAUNTED] = 0, 1
    table.one("8-Ball").taunter = table.unit("Parvati")
    assert "may attack only Parvati" in why_not(table, "act 1")


def test_why_nobody_moves():
    """A-077, A-079, A-111: no MP, nobody to leave, Immobilized."""
    table = drawn({"Maximus": (0, 0)}, active="Maximus", movement=0)
    assert why_not(table, "space (0,-1)") == "Maximus has no MP: Move first (A-077)."
    table.table.movement = 2
    assert why_not(table, "disengage") == "No enemy is adjacent to Maximus: step without a Disengage (A-079)."
    table.one("Maximus").blue[State.IMMOBILIZED] = 1
    assert why_not(table, "move") == why_not(table, "space (0,-1)") == "Maximus is Immobilized (A-111)."


def test_why_a_tactic_has_to_wait():
    """A-114, A-116: it has a time of its own, or belongs to somebody else."""
    hand = ["Take Aim", "Scram!"]
    table = drawn({"Parvati": (0, 0), "Maximus": (3, -1)}, active="Parvati", hands=(hand, []))
    assert why_not(table, "card Take Aim") == ("Take Aim is played before a roll of one of your Characters (A-114).")
    assert why_not(table, "card Scram!") == "Scram! is for the Activation of Maximus (A-116)."


def test_why_a_character_is_not_deployed():
    """A-178: it stands already, or is of the other team."""
    teams = {"green": ["hEXx3r", "Maximus", "Major Lunah", "Parvati"]}
    teams["orange"] = ["Wild Bill", "Gata", "8-Ball", "Miyamoto Mushashi"]
    table = Drawn(teams="named", redraw=False, **teams).draw_any()
    table.play("zone 1", "me", "unit own 1", "space (0,7)", "unit own 1")
    table.act(table.legal[0])
    assert table.asked == (GREEN, Question.UNIT)
    assert why_not(table, "unit hEXx3r") == "hEXx3r is on the board already (A-178)."
    assert why_not(table, "unit Gata") == "Gata is of the other team (A-178)."


def test_why_a_card_is_not_among_those_looked_at():
    """A-135: a Tactic that has been in the hand before."""
    table = drawn({"Parvati": (0, 0)}, active="Parvati", hands=(["Field Analysis", "Focus"], []))
    table.play("card Field Analysis").draw("Dodge", "No!", "Scram!")
    assert table.asked == (GREEN, Question.TAKE)
    assert why_not(table, "card Focus") == "Focus is not among the cards that you look at (A-135)."


# --- happenings -------------------------------------------------------------------------------------------------------


def test_every_kind_of_happening_has_a_sentence():
    assert sorted([*WAYS, *EVENTS.says]) == sorted(Event)


def test_a_fight_is_told_as_it_goes():
    """A-EX-06, A-EX-07, A-EX-08: 8-Ball against Maximus."""
    table = drawn({"Maximus": (0, -1), "8-Ball": (2, 0)}, active="8-Ball", energy=3)
    table.act("act 1")
    assert "8-Ball declares Eat my Fa Jing at Maximus." in told(table)
    table.roll("S S X", "blank", "blank", "S").play("switch own 1", "space (-1,-1)")
    rows = words.sentences(record(table), slice(0, int(table.bout.told)))
    assert "8-Ball rolls orange: S S X." in rows
    assert "Maximus is Displaced to (-1,-1) by 8-Ball." in rows
    assert "Maximus suffers 1 damage from 8-Ball." in rows
    event = next(one for one in words.happened(record(table), slice(0, int(table.bout.told))) if "roll" in one)
    assert event["roll"] == {"purpose": "8-Ball", "die": "orange", "faces": ["S S X"], "sides": 6}


# --- the real table ---------------------------------------------------------------------------------------------------


def test_each_player_has_a_deck_of_its_own():
    """A-010, A-117: a card is called by its name in the deck of its player."""
    table = drawn({"Maximus": (0, 0)}, active="Maximus", hands=(["No!"], ["No!", "Swerve"]))
    hands = words.hands(record(table))
    assert hands is not None and [len(deck) for deck in hands.decks] == [18, 18]
    green, orange = ({hands.titles[card] for card in hands.held[seat]} for seat in (GREEN, ORANGE))
    assert (green, orange) == ({"No!"}, {"No!", "Swerve"})
    assert not hands.held[GREEN] & hands.held[ORANGE]
    assert hands.plays_of(ORANGE)[Action.CARD] == 18 and hands.plays_of(GREEN)[Action.CARD] == 0


def test_the_dice_of_a_side_are_thrown_together():
    """A-042 to A-047: each by its color, each face by its symbols."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (2, 0)}, active="8-Ball", energy=3)
    table.act("act 1")
    die = words.dice(record(table))
    assert (die.name, die.throw, die.is_die) == ("orange die", "symbols of 8-Ball", True)
    assert list(die.answers) == ["ssx", "s", "sb", "sbx", "b", "blank"]


# --- anything ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 6, 11])
def test_whatever_is_asked_is_said(number: int):
    """Spellings and offers differ, and whatever is not legal has a reason."""
    rng = random.Random(number)
    table = Drawn(seed=number, dictated=bool(number % 2), **{**variety(number), "round_limit": 1})
    for _ in range(70):
        bout, seat = record(table), int(table.table.request.seat)
        if seat == NOBODY:
            break
        legal = np.flatnonzero(table.mask).tolist()
        texts = [words.spell(bout, action) for action in legal]
        assert len(set(texts)) == len(texts) and words.question(bout)
        if seat == CHANCE:
            assert words.dice(bout).answers or words.dice(bout).hidden
        else:
            menu = [(one.group, one.title, tuple(one.ways)) for one in words.offers(bout, seat, legal)]
            of_copies = [text.removesuffix(" 2") for text in texts if text.endswith(" 2") and text.startswith("card ")]
            assert len(set(menu)) == len(menu) - len(set(of_copies) & set(texts))
            for action in [*rng.sample(range(len(NAMES)), 3), *rng.sample(list(ROWS), 3)]:
                assert table.mask[action] or words.why_not(bout, seat, int(action))
                assert words.explain(bout, seat, int(action), is_legal=bool(table.mask[action]))
        table.take(rng.choice(legal))


def test_a_command_is_read_as_it_is_spelled():
    """Case does not matter; what is not legal is refused with the nearest."""
    table = drawn({"Gata": (0, 0), "Maximus": (1, 0)}, active="Gata", movement=1)
    bout = record(table)
    assert spelled(ARISTEIA, bout, table.mask)["act Freerun"] == Action.ACT + 1
    assert words.read(bout, "ACT  misdirection") == Action.ACT
    with pytest.raises(ValueError, match="is not legal now; expected"):
        words.read(bout, "pass")
