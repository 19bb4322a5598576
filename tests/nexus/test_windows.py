"""Who is asked, and what may be answered in any window: dropping a weapon (manual p.3, p.8, p.42)."""

from pathlib import Path

import numpy as np
import pytest
from deck import DUEL, with_cards
from table import Table

from nexus_env.core.privacy import is_untold, may_know
from nexus_env.core.session import Session
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.rules.bout import Pile, Question, Trait
from nexus_env.games.nexus.words.view import view
from nexus_env.kit.tape import CHANCE
from nexus_env.text import position

MISS = [4, 3, 6, 5]  # defended, with 4 to spare
HIT = [6, 4, 1, 2]  # 7 damage
GAIN = 'do = "gain cred", amount = 4'
HURT = 'do = "damage overall", amount = 4, whom = "chosen opponent"'
OBJECTION = ("cancel", 'do = "cancel card"')
AGAIN = ("reroll", 'do = "reroll", whom = "self"')


# --- dropping a weapon ------------------------------------------------------------------------------------------------


def test_a_weapon_may_be_dropped_in_a_window_that_is_open_anyway():
    """R-413: for nothing, and the window stays open."""
    table = Table(DUEL)
    table.arm(1, "Shiv")
    table.give(1, instinct=3)
    table.play("standard attack", dice=[*MISS, 2], answers=["drop weapon", "counterattack"])
    assert table.asked == [("COUNTERATTACK", 1), ("COUNTERATTACK", 1)]
    assert table.weapon(1) == ("", False, 0)
    assert int(table.helot(0).health[Pile.OVERALL_CONDITION]) == 50 - 4, "the Shiv that was dropped adds nothing"


def test_a_weapon_alone_opens_no_window():
    """R-413: who can do nothing else is not asked."""
    table = Table(DUEL)
    table.arm(1, "Shiv")
    table.play("rotate left")
    assert table.asked == []


def test_a_weapon_may_be_dropped_in_the_open_window_and_the_seat_is_asked_on():
    """R-413, R-130: the interruption goes on while there is something else to do."""
    table = Table(DUEL)
    table.arm(1, "Shield")
    table.give(1, swagger=4)
    table.table.crowd_pile = 20
    table.settle_box()
    table.play("rotate left", answers=["drop weapon", "win them over"])
    assert table.asked[:2] == [("INTERRUPT", 1), ("INTERRUPT", 1)]
    assert table.weapon(1) == ("", False, 0) and table.lanista(1).cred == 5


def test_a_shield_that_is_dropped_before_the_blow_lands_saves_nothing_and_is_not_worn():
    """R-413, R-299, R-302: Merely a Flesh Wound is offered when the blow has found its place."""
    table = Table(DUEL)
    table.arm(1, "Shield")
    table.helot(1).shielded = Pile.CHEST
    table.give(1, willpower=4)
    table.play("standard attack", dice=[*HIT, 2], answers=["drop weapon"])
    assert ("MERELY_A_FLESH_WOUND", 1) in table.asked
    assert table.helot(1).health[Pile.CHEST] == 15 - 7 and table.weapon(1) == ("", False, 0)


def test_questions_that_must_be_answered_are_no_windows():
    """R-413: the split of the points waits for its answer."""
    table = Table(DUEL, mp=0, ap=0)
    table.arm(1, "Shiv")
    table.play("end round", until="RATIO")
    assert table.seat == 1 and not table.may("drop weapon")


def test_where_windows_are_held_a_weapon_is_no_answer_by_itself(tmp_path: Path):
    """R-413: whoever can do nothing else may only pass."""
    table = with_cards(tmp_path, AGAIN, ("own round", GAIN), hands={0: 0, 1: 0b10}, windows="held", influence_cards=2)
    table.arm(1, "Shiv")
    table.play("standard attack", dice=HIT, until="PERSEVERANCE_CONTEST")
    assert table.seat == 1 and table.legal() == {"pass"}


@pytest.mark.parametrize("question", ["HAYMAKER", "PERSEVERANCE_CONTEST"])
def test_an_attacker_may_drop_the_weapon_that_it_strikes_with(question: str):
    """R-413, R-297, R-323: what is no longer held adds nothing."""
    table = Table(DUEL)
    table.arm(0, "Two-Handed Weapon")
    table.give(0, **({"physicality": 5} if question == "HAYMAKER" else {"willpower": 5}))
    table.play("standard attack", dice=[*HIT, 2], answers=["drop weapon"])
    assert (question, 0) in table.asked and table.weapon(0) == ("", False, 0)
    assert int(table.helot(1).health[Pile.OVERALL_CONDITION]) == 50 - 7


# --- who is asked -----------------------------------------------------------------------------------------------------


def asked_by_a_roll(folder: Path, windows: str, hand: int) -> list[tuple[str, int]]:
    """Seat 1 holds some of three cards: one rerolls, one cancels, one only gains Cred; seat 0 attacks."""
    cards = (AGAIN, OBJECTION, ("own round", GAIN))
    table = with_cards(folder, *cards, hands={0: 0, 1: hand}, windows=windows, influence_cards=3)
    table.play("standard attack", dice=[*HIT, 2])
    return table.asked


@pytest.mark.parametrize("hand", [0b001, 0b010, 0b100])
def test_where_windows_are_held_who_is_asked_does_not_depend_on_which_card_is_held(tmp_path: Path, hand: int):
    """R-029, R-348: whoever holds a card might hold the one that rerolls, as far as all can see."""
    asked = asked_by_a_roll(tmp_path, "held", hand)
    assert ("PERSEVERANCE_CONTEST", 1) in asked
    assert asked == asked_by_a_roll(tmp_path, "held", 0b001)


def test_where_windows_are_not_held_only_those_are_asked_who_are_able(tmp_path: Path):
    """R-029, R-348: and nobody without a card in any way of playing."""
    assert ("PERSEVERANCE_CONTEST", 1) in asked_by_a_roll(tmp_path, "able", 0b001)
    assert asked_by_a_roll(tmp_path, "able", 0b100) == []
    assert asked_by_a_roll(tmp_path, "held", 0) == []


def test_where_windows_are_held_a_card_that_all_have_seen_played_opens_none(tmp_path: Path):
    """R-029: nobody can hold it any more."""
    table = with_cards(tmp_path, AGAIN, ("own round", GAIN), hands={0: 0, 1: 0b10}, windows="held", influence_cards=2)
    table.table.used_cards = 0b01
    table.play("standard attack", dice=[*HIT, 2])
    assert table.asked == []


def test_a_window_that_only_a_hidden_card_opens_is_private(tmp_path: Path):
    """R-029, R-348: what others see says nothing of it; a window that a reserve opens is open to all eyes."""
    table = with_cards(tmp_path, ("own round", HURT), OBJECTION, hands={0: 0b01, 1: 0b10})
    table.play("play card 1", until="CANCEL")
    assert table.table.request.private == 1
    question = table.seen_by(1)[: len(Question) + 1]
    assert question[Question.CANCEL] == 1 and question[-1] == 1
    assert table.seen_by(0)[: len(Question) + 5] == [0.0] * (len(Question) + 5)
    table = with_cards(tmp_path, ("own round", HURT), OBJECTION, hands={0: 0b01, 1: 0b10})
    table.helot(1).traits[Trait.CUNNING] = 4
    table.play("play card 1", until="CANCEL")
    assert table.table.request.private == 0 and table.may("cant fool me")
    assert table.seen_by(0)[Question.CANCEL] == 1


def test_a_position_goes_on_where_other_cards_are_imagined_for_who_dropped_a_weapon(tmp_path: Path):
    """R-413, R-029: the cards that it is thought to hold need not be those with which it had an answer."""
    cards = (AGAIN, ("own round", GAIN), ("own round", HURT), ("own round", GAIN))
    table = with_cards(tmp_path, *cards, hands={0: 0, 1: 0b0001}, windows="held", influence_cards=4)
    table.lanista(0).discarded, table.lanista(1).discarded = 0, 0b1110
    table.arm(1, "Shiv")
    table.play("standard attack", dice=HIT, until="PERSEVERANCE_CONTEST")
    assert table.seat == 1
    table.step("drop weapon")
    bouts = np.asarray(Session.at(NEXUS, table.rows).imagined(0, 20))
    hands = {int(bout["table"]["lanistas"]["hand"][1]): position.write(NEXUS, bout) for bout in bouts}
    assert hands.keys() == {0b0001, 0b0010, 0b0100, 0b1000}
    for line in hands.values():
        assert position.write(NEXUS, position.read(NEXUS, line)) == line
    line = position.write(NEXUS, table.rows)
    assert line.count(",252 ") + line.count(",252;") == 1
    with pytest.raises(ValueError, match=r"tape entries.5: got 251; expected an answer"):
        position.read(NEXUS, line.replace(",252", ",251"))


def test_what_is_drawn_from_a_hand_is_nobodys_business(tmp_path: Path):
    """R-029, R-350: where dice are dictated, the faces that can come would be the hand."""
    steal = ("own round", 'do = "steal card", amount = 1, whom = "chosen opponent"')
    gain = ("own round", GAIN)
    table = with_cards(tmp_path, steal, gain, gain, gain, hands={0: 0b0001, 1: 0b0110}, influence_cards=4)
    table.lanista(0).discarded, table.lanista(1).discarded = 0, 0b1000
    table.play("play card 1", until="ROLL")
    assert table.seat == CHANCE and table.table.request.members == 0b0110
    session = Session.at(NEXUS, table.rows)
    for viewer in (0, 1, None):
        assert not may_know(session.rows[0], viewer)
        question = view(session.known_to(viewer), viewer)["question"]
        assert question["die"] is None and question["text"] == "Waiting."
    imagined = np.asarray(session.imagined(0, 30))["table"]
    assert (imagined["request"]["members"] == imagined["lanistas"]["hand"][:, 1]).all()
    assert len(set(imagined["request"]["members"].tolist())) == 3
    assert is_untold(session.rows[0], 1), "and what is drawn is in no turn that anybody is told"
