"""Influence cards: when they are played, answered, canceled and ignored, and who knows what (manual p.3, p.8, p.34)."""

from pathlib import Path

import numpy as np
import pytest
from deck import DUEL, at_turning_point, with_cards
from table import Bout, Table

from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.cards.targets import harms
from nexus_env.games.nexus.cards.verbs import Verb
from nexus_env.games.nexus.rules.bout import Trait
from nexus_env.games.nexus.rules.log import Event
from nexus_env.kit.bitsets import how_many

GAIN = 'do = "gain cred", amount = 4'
HIT = 'do = "damage overall", amount = 4, whom = "chosen opponent"'
OBJECTION = ("cancel", 'do = "cancel card"')
MINE = ("reroll", 'do = "reroll", whom = "self"')
YOURS = ("reroll", 'do = "reroll", whom = "chosen opponent"')
THREE = """
    .  .  .  .
    .  .  1v .
    .  2> 0^ .
"""


def is_used(table: Table, card: int) -> bool:
    """The card lies open and is in no hand."""
    hands = any(int(table.lanista(seat).hand) >> (card - 1) & 1 for seat in range(int(table.table.seats)))
    return bool(int(table.table.used_cards) >> (card - 1) & 1) and not hands


# --- timing -----------------------------------------------------------------------------------------------------------


def test_a_card_costs_no_points_is_shown_and_discarded(tmp_path: Path):
    """R-348, R-349: instantly, in the own round, and never twice."""
    table = with_cards(tmp_path, ("own round", GAIN))
    table.play("play card 1")
    assert table.points == (6, 6) and is_used(table, 1) and not table.may("play card 1")
    assert table.events(Event.PLAYED) == [(0, -1, 0, 0, 0)]


def test_any_number_of_cards_may_follow_each_other(tmp_path: Path):
    """R-349: also for a Prone helot, since cards are no commands (R-148)."""
    table = with_cards(tmp_path, ("own round", GAIN), ("any time", GAIN), ("own round", GAIN))
    table.helot(0).prone = 1
    for number in (2, 3, 1):
        table.play(f"play card {number}")
    assert table.lanista(0).cred == 12


def test_a_card_is_no_command(tmp_path: Path):
    """R-348, R-226, R-260: neither a run-up nor the moment to gloat ends with it."""
    table = with_cards(tmp_path, ("own round", GAIN))
    table.table.command_round.straight_moves = 2
    table.play("play card 1")
    assert table.table.command_round.straight_moves == 2
    table = with_cards(tmp_path, ("own round", GAIN))
    table.play("standard attack", dice=[5, 4, 4, 2, 4])
    table.play("play card 1")
    assert table.may("gloat")


def test_a_card_for_the_own_round_waits_for_it(tmp_path: Path):
    """R-348, R-349: one for any time opens the windows of the others."""
    table = with_cards(tmp_path, ("own round", GAIN), hands={1: 1})
    table.play("rotate left")
    assert table.asked == []
    table = with_cards(tmp_path, ("any time", GAIN), hands={1: 1})
    table.play("rotate left", answers=["play card 1"])
    assert table.asked == [("INTERRUPT", 1)] and table.lanista(1).cred == 4


def test_a_card_against_an_attack_is_for_the_one_attacked_before_the_dice(tmp_path: Path):
    """R-348, R-349: not between commands, and not for a bystander."""
    warning = ("when attacked", 'do = "slide defense", amount = 1, until = "roll"')
    table = with_cards(tmp_path, warning, hands={1: 1})
    table.play("rotate left")
    table.play("rotate right") if table.may("rotate right") else None
    assert table.asked == []
    table = with_cards(tmp_path, warning, hands={1: 1})
    table.play("standard attack", dice=[6, 6, 1, 6, 6], answers=["play card 1"])
    assert table.asked == [("INTERRUPT", 1)] and table.overall(1) == 50
    table = with_cards(tmp_path, warning, hands={2: 1}, seats=3, drawing=THREE)
    table.play("standard attack", dice=[1, 1, 6, 6])
    assert table.asked == []


def test_reactions_come_from_the_active_player_clockwise(tmp_path: Path):
    """R-131, R-349."""
    cards = [("any time", GAIN)] * 2
    table = with_cards(tmp_path, *cards, hands={1: 1, 2: 2}, seats=3, drawing=THREE)
    order = [int(table.lanista(0).next_clockwise)]
    order.append(int(table.lanista(order[0]).next_clockwise))
    table.play("rotate left")
    assert [seat for _, seat in table.asked] == order


def test_a_player_whose_helot_is_out_plays_no_cards(tmp_path: Path):
    """R-048: it keeps its Cred and decides no more."""
    table = with_cards(tmp_path, ("any time", GAIN), hands={2: 1}, seats=3, drawing=THREE)
    table.helot(2).standing, table.helot(2).present = 2, 0
    table.play("rotate left")
    assert table.asked == []


@pytest.mark.parametrize("effect", ['do = "set state", state = "prone"', 'do = "damage overall", amount = 30'])
@pytest.mark.parametrize(
    "command", ["standard attack", "wild attack forward", "combo chest 2", "aim standard first opponent"]
)
def test_an_attacker_that_a_card_fells_does_not_strike(tmp_path: Path, effect: str, command: str):
    """R-349, R-175, R-275: the command is paid and lost."""
    table = with_cards(tmp_path, ("any time", f'{effect}, whom = "chosen opponent"'), hands={1: 1})
    if command.startswith("aim"):
        table.helot(0).weapon, table.helot(0).armed, table.helot(0).uses = 6, 1, 3
    table.hurt(0, overall_condition=20)
    table.step(command)
    assert table.question.name == "INTERRUPT"
    table.step("play card 1")
    assert table.overall(1) == 50 and not any(what == "ATTACK" for what, _, _ in table.rolled)
    assert table.events(Event.LOST)


def test_a_drag_into_a_square_that_a_card_has_filled_is_lost(tmp_path: Path):
    """R-349, R-187: two helots never share a square."""
    step = ("any time", 'do = "move", direction = "forward", amount = 1')
    table = with_cards(tmp_path, step, hands={2: 1}, seats=3, drawing=".  1v .\n2> 0^ .\n.  .  .\n.  .  .")
    table.helot(2).x, table.helot(2).y, table.helot(2).facing = 1, 3, 1
    table.grapple(0, 1)
    table.play("drag back", answers=["play card 1"])
    assert table.place(2)[:2] == (2, 3) and table.place(0)[:2] == (2, 2) and table.events(Event.LOST)


# --- rerolls ----------------------------------------------------------------------------------------------------------


def test_a_card_rerolls_where_perseverance_does(tmp_path: Path):
    """R-312, R-313, R-348: one's own roll, or the other one's, as the card says; each roll once."""
    table = with_cards(tmp_path, MINE, YOURS, hands={0: 0b01, 1: 0b10})
    table.play("standard attack", dice=[1, 1, 3, 3, 6, 5, 2], answers=["play card 1"])
    assert table.asked == [("PERSEVERANCE_CONTEST", 0), ("PERSEVERANCE", 1)]  # the other one may have the location
    assert is_used(table, 1) and not is_used(table, 2)


def test_a_card_for_the_rolls_of_others_leaves_the_own_one(tmp_path: Path):
    """R-313, R-348: the attacker throws the defense anew, and a single die of its own it cannot."""
    table = with_cards(tmp_path, YOURS)
    table.play("standard attack", dice=[5, 5, 6, 6, 1, 1, 4], answers=["play card 1"])
    assert table.overall(1) == 42
    table = with_cards(tmp_path, YOURS, mp=3)
    table.helot(0).prone = 1
    table.play("stand up", dice=[2])
    assert table.asked == []
    table = with_cards(tmp_path, MINE, mp=3)
    table.helot(0).prone = 1
    table.play("stand up", dice=[2, 5], answers=["play card 1"])
    assert table.helot(0).prone == 0 and table.asked == [("PERSEVERANCE", 0)]


def test_a_reroll_that_is_canceled_leaves_the_dice(tmp_path: Path):
    """R-335, R-348: a reaction to a reaction."""
    table = with_cards(tmp_path, MINE, OBJECTION, hands={0: 1, 1: 2})
    table.play("standard attack", dice=[1, 1, 3, 3], answers=["play card 1", "play card 2"])
    assert is_used(table, 1) and is_used(table, 2)


# --- canceling and ignoring -------------------------------------------------------------------------------------------


def test_a_card_may_be_canceled(tmp_path: Path):
    """R-335, R-349: both are spent; the answer to the answer lets it stand again."""
    table = with_cards(tmp_path, ("own round", HIT), OBJECTION, OBJECTION, hands={0: 1, 1: 2})
    table.play("play card 1", answers=["play card 2"])
    assert table.overall(1) == 50 and is_used(table, 1) and is_used(table, 2)
    table = with_cards(tmp_path, ("own round", HIT), OBJECTION, OBJECTION, hands={0: 0b101, 1: 2})
    table.play("play card 1", answers=["play card 2", "play card 3"])
    assert table.asked == [("CANCEL", 1), ("CANCEL", 0)] and table.overall(1) == 46
    assert [row[:3] for row in table.events(Event.CANCELED)] == [(1, 0, 1), (0, 1, 2)]


def test_whoever_cannot_cancel_is_not_asked(tmp_path: Path):
    """R-349: and a card for canceling is good for nothing else."""
    table = with_cards(tmp_path, ("own round", HIT), OBJECTION)
    assert not table.may("play card 2")
    table.play("play card 1")
    assert table.asked == []


def test_cant_fool_me_ignores_one_influence_card(tmp_path: Path):
    """R-335, R-336: it does nothing to this helot and its player; the others are affected and the card is spent."""
    lines = [
        'do = "damage overall", amount = 4, whom = "each opponent"',
        'do = "gain cred", amount = 1, whom = "everyone"',
    ]
    table = with_cards(tmp_path, ("own round", *lines), seats=3, drawing=THREE)
    table.give(1, cunning=4)
    table.play("play card 1", answers=["cant fool me"])
    assert table.asked == [("CANCEL", 1)] and is_used(table, 1)
    assert [table.overall(seat) for seat in range(3)] == [50, 50, 46]
    assert [int(table.lanista(seat).cred) for seat in range(3)] == [1, 0, 1]
    assert table.helot(1).traits[Trait.CUNNING] == 0


ALWAYS_HARM = {"LOSE_CRED", "STEAL_CRED", "DAMAGE_OVERALL", "DAMAGE_LOCATION", "SET_STATE", "TURN", "MOVE"}
ALWAYS_HARM |= {"BREAK_WEAPON", "LOWER_TRAIT", "STEAL_CARD", "PEEK", "ROACGULS", "REROLL"}
HARM_BELOW_ZERO = {"MOVEMENT_POINTS", "ACTION_POINTS", "SLIDE_ATTACK", "SLIDE_DEFENSE", "SLIDE_AIM", "CHANGE_DAMAGE"}


@pytest.mark.parametrize("verb", [verb.name for verb in Verb if verb.name in ALWAYS_HARM | HARM_BELOW_ZERO])
def test_what_harms_may_be_ignored_and_its_price_paid(verb: str):
    """R-335, R-352: what takes, hurts, moves, looks into a hand or lowers; points and steps only when they go down."""
    assert harms(Verb[verb].value, -1)
    assert harms(Verb[verb].value, 1) == (verb in ALWAYS_HARM)


@pytest.mark.parametrize("verb", [verb.name for verb in Verb if verb.name not in ALWAYS_HARM | HARM_BELOW_ZERO])
def test_what_helps_or_concerns_nobody_harms_nobody(verb: str):
    """R-335, R-352: a gift is not ignored."""
    assert not harms(Verb[verb].value, 1)


def test_only_those_whom_a_card_harms_may_ignore_it(tmp_path: Path):
    """R-335: its chosen target, and nobody else; not a gift."""
    table = with_cards(tmp_path, ("own round", HIT), seats=3, drawing=THREE)
    table.give(2, cunning=4)
    table.play(
        "play card 1",
        answers=[f"choose opponent {'first' if table.lanista(0).next_clockwise == 1 else 'second'} opponent"],
    )
    assert ("CANCEL", 2) not in table.asked and table.overall(1) == 46
    table = with_cards(tmp_path, ("own round", 'do = "gain cred", amount = 4, whom = "chosen opponent"'))
    table.give(1, cunning=4)
    table.play("play card 1")
    assert ("CANCEL", 1) not in table.asked


def test_whoever_was_not_offered_to_ignore_a_card_is_when_it_stands_again(tmp_path: Path):
    """R-335, R-131: those who saw it only canceled, or canceled it in vain; not whoever has declined."""
    fire = ("any time", 'do = "damage overall", amount = 4, whom = "each opponent"')
    hands = {0: 0b00101, 1: 0b10000, 2: 0b01010}
    table = with_cards(
        tmp_path, fire, OBJECTION, OBJECTION, OBJECTION, OBJECTION, hands=hands, seats=3, drawing=THREE, active=2
    )
    assert (table.lanista(2).next_clockwise, table.lanista(1).next_clockwise) == (1, 0)
    for seat in (1, 2):
        table.give(seat, cunning=4)
    table.play("rotate left", until="INTERRUPT")
    while table.seat != 0:
        table.step("pass")
    table.asked = []
    for seat, answer in ((0, "play card 1"), (2, "play card 2"), (1, "pass"), (0, "play card 3"), (2, "pass")):
        assert table.seat == seat
        table.step(answer)
    assert table.seat == 1 and table.may("cant fool me")
    table.step("cant fool me")
    table.go_on()
    assert [table.overall(seat) for seat in range(3)] == [50, 50, 46]


def test_whoever_has_declined_to_ignore_a_card_is_not_offered_it_again(tmp_path: Path):
    """R-335: not even when the card was canceled and stands again."""
    fire = ("own round", 'do = "damage overall", amount = 4, whom = "each opponent"')
    hands = {0: 0b101, 1: 0b010}
    table = with_cards(tmp_path, fire, OBJECTION, OBJECTION, hands=hands, seats=3, drawing=THREE)
    assert (table.lanista(0).next_clockwise, table.lanista(2).next_clockwise) == (2, 1)
    table.give(2, cunning=4)
    table.step("play card 1")
    for seat, answer in ((2, "pass"), (1, "play card 2"), (0, "play card 3")):
        assert (table.question.name, table.seat) == ("CANCEL", seat)
        table.step(answer)
    assert table.question.name != "CANCEL"
    table.go_on()
    assert [table.overall(seat) for seat in range(3)] == [50, 46, 46]


def test_a_choice_after_a_declined_cant_fool_me_is_free(tmp_path: Path):
    """R-335, R-348: what the one who may ignore was offered does not narrow what the card lets its player choose."""
    table = with_cards(tmp_path, ("own round", f'{HIT.replace("damage overall", "move")}, direction = "chosen"'))
    table.give(1, cunning=4)
    table.play("play card 1", until="DIRECTION")
    assert len(table.legal()) == 8
    steel = ("own round", 'do = "draw weapon", weapon = "Shield", whom = "everyone"', HIT)
    table = with_cards(tmp_path, steel)
    table.give(1, cunning=4)
    table.play("play card 1", until="LOCATION")
    assert len(table.legal()) == 7


def test_can_not_fool_me_ignores_a_reroll(tmp_path: Path):
    """R-335, R-336: the roll that another one's card would throw anew stays."""
    table = with_cards(tmp_path, YOURS, hands={1: 1})
    table.give(0, cunning=4)
    table.play("standard attack", dice=[6, 5, 1, 1, 4], answers=["play card 1", "cant fool me"])
    assert table.overall(1) == 50 - 9


def test_a_turning_point_card_cannot_be_ignored(tmp_path: Path):
    """R-335: Can't Fool Me is for Deceptions and influence cards."""
    table = at_turning_point(tmp_path, 'do = "damage overall", amount = 2')
    table.give(1, cunning=4)
    table.play("end round", dice=[1], until="RATIO")
    assert table.asked == [] and table.overall(1) == 48


def test_a_card_ignores_a_deception(tmp_path: Path):
    """R-335, R-348: the deceiver's token is spent; it may try again with another one."""
    table = with_cards(tmp_path, ("deceived", 'do = "cancel deception"'), hands={1: 1}, mp=0, ap=0)
    table.lanista(0).deception_tokens = 1
    table.play("end round", answers=["deceive to action", "play card 1"], until="RATIO")
    assert table.asked == [("DECEPTION", 0), ("DECEIVED", 1)]
    assert table.lanista(0).deception_tokens == 0 and table.table.command_round.deception == 0
    assert table.seat == 1 and is_used(table, 1)


def test_a_card_against_a_deception_can_be_canceled(tmp_path: Path):
    """R-335, R-348: then the Deception stands."""
    cards = [("deceived", 'do = "cancel deception"'), OBJECTION]
    table = with_cards(tmp_path, *cards, hands={1: 1, 0: 2}, mp=0, ap=0)
    table.lanista(0).deception_tokens = 1
    table.play("end round", answers=["deceive to action", "play card 1", "play card 2"])
    assert table.points == (3, 3) and table.table.command_round.deception == 1


# --- who knows what ---------------------------------------------------------------------------------------------------


def test_a_stolen_card_changes_hands_and_only_the_two_know_which(tmp_path: Path):
    """R-029, R-350: nothing that is told names it."""
    steal = ("own round", 'do = "steal card", amount = 1, whom = "chosen opponent"')
    table = with_cards(tmp_path, steal, ("own round", GAIN), ("own round", GAIN), hands={0: 1, 1: 0b110})
    table.play("play card 1", dice=[3])
    assert (int(table.lanista(0).hand), int(table.lanista(1).hand)) == (0b100, 0b010)
    assert int(table.lanista(1).known) == 0b100 and int(table.lanista(0).known) == 0
    assert all(2 not in row for row in table.events(Event.EFFECT))
    table.play("play card 3")
    assert table.lanista(0).cred == 4 and int(table.lanista(1).known) == 0


def test_what_a_third_player_had_seen_it_cannot_be_sure_of_after_a_theft(tmp_path: Path):
    """R-029: whichever card was taken."""
    steal = ("own round", 'do = "steal card", amount = 1, whom = "chosen opponent"')
    cards = [steal, ("own round", GAIN), ("own round", GAIN)]
    table = with_cards(tmp_path, *cards, hands={0: 1, 1: 0b110}, seats=3, drawing=THREE)
    table.lanista(2).known = 0b010
    table.play("play card 1", dice=[3])
    assert int(table.lanista(2).known) == 0


def test_what_was_peeked_at_is_known_and_stays_where_it_is(tmp_path: Path):
    """R-029, R-350: in the own view, and when all that is hidden is dealt anew; the others see nothing of it."""
    peek = ("own round", 'do = "peek", amount = 1, whom = "chosen opponent"')
    table = with_cards(tmp_path, peek, ("own round", GAIN), influence_cards=24)
    table.lanista(0).hand, table.lanista(1).hand = 1, 0b1111 << 4
    for seat in (0, 1):
        table.lanista(seat).discarded = 0
    blind = table.seen_by(1)
    table.play("play card 1", dice=[6])
    assert int(table.lanista(0).known) == 1 << 5
    seen, after = table.seen_by(0), table.seen_by(1)
    for seed in range(6):
        table.deal_anew(0, seed)
        assert int(table.lanista(1).hand) >> 5 & 1 and how_many(int(table.lanista(1).hand)) == 4
        assert table.seen_by(0) == seen
    assert sum(a != b for a, b in zip(blind, after, strict=True)) == 2  # one card less over there, one card used


def test_cards_dealt_anew_never_move_what_a_seat_knows(tmp_path: Path):
    """R-028, R-029: its hand, what it put away, what was played; no card is made or lost."""
    bout = Bout(seats=3, deal="random", barge="open", influence_cards=24)
    bout.set_up_anyhow()
    bout.table.used_cards = 0
    mine = int(bout.lanista(1).hand), int(bout.lanista(1).discarded)
    others = set()
    for seed in range(8):
        bout.deal_anew(1, seed)
        assert (int(bout.lanista(1).hand), int(bout.lanista(1).discarded)) == mine
        piles = [int(bout.lanista(seat).hand) | int(bout.lanista(seat).discarded) for seat in range(3)]
        assert piles[0] | piles[1] | piles[2] == (1 << 24) - 1 and sum(map(how_many, piles)) == 24
        others.add(int(bout.lanista(0).hand))
    assert len(others) > 4


def test_a_card_in_play_is_seen_by_all(tmp_path: Path):
    """R-348: while it may be canceled, and its price while that may be paid."""
    table = with_cards(tmp_path, ("own round", HIT), OBJECTION, hands={0: 1, 1: 2})
    table.step("play card 1")
    assert (table.question.name, table.seat, int(table.table.card_play.card)) == ("CANCEL", 1, 0)
    table = at_turning_point(tmp_path, 'do = "damage overall", amount = 2', prices="cunning = 1", drawing=DUEL)
    table.give(1, cunning=1)
    table.step("end round")
    table.roll(1)
    assert (table.question.name, table.legal()) == ("PRICE", {"pass", "pay price"})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_cards_are_played_with_unless_agreed_otherwise(seats: int):
    """R-017, R-028: 24 and 25 by default."""
    options = Bout(seats=seats, influence_cards=24, turning_point_cards=25).bout.options
    row = NEXUS.read_options(seats=seats)
    assert (row["influence_cards"], row["turning_point_cards"]) == (24, 25)
    assert (options.influence_cards, options.turning_point_cards) == (24, 25)


def test_an_attack_that_was_lost_is_declared_no_more(tmp_path: Path):
    """R-348: a card for when this helot is attacked is not playable in the window after the command."""
    dodge = ("when attacked", 'do = "slide defense", amount = 1, until = "roll"')
    table = with_cards(tmp_path, dodge, hands={1: 1})
    table.give(1, cunning=5)
    table.step("standard attack")
    assert table.may("play card 1")
    table.step("made you look first opponent")
    assert table.question.name == "INTERRUPT" and table.may("play card 1")
    table.step("pass")
    assert table.events(Event.LOST) and table.question.name == "COMMAND"


def test_a_card_goes_on_where_another_one_has_answered_its_die(tmp_path: Path):
    """R-349: its further lines concern the opponent whom it was aimed at."""
    foe = 'whom = "chosen opponent"'
    two = (
        "own round",
        f'do = "damage overall", amount = 2, odds = 4, {foe}',
        f'do = "damage overall", amount = 3, {foe}',
    )
    table = with_cards(tmp_path, two, ("reroll", 'do = "reroll"'), influence_cards=24)
    table.play("play card 1", dice=[2, 5], answers=["play card 2"])
    assert table.overall(1) == 50 - 2 - 3 and table.table.card_play.card == -1


def test_action_points_that_a_card_takes_beforehand_never_fall_below_nothing(tmp_path: Path):
    """R-064: with 3 of the split and 5 taken none is left, and none is owed."""
    for kind, points in (("action", (3, 0)), ("movement", (0, 3))):
        line = f'do = "{kind} points", whom = "chosen opponent", amount = -5'
        table = with_cards(tmp_path, ("own round", line), mp=0, ap=0, cred=4)
        table.play("play card 1")
        table.play("end round", answers=["ratio to action"])
        assert table.points == points


def test_a_second_look_shows_other_cards(tmp_path: Path):
    """R-350, R-029: what is known already is not drawn again; when all are known, nothing is."""
    peek = ("own round", 'do = "peek", amount = 1, whom = "chosen opponent"')
    table = with_cards(tmp_path, peek, peek, peek, influence_cards=24, hands={0: 0b111, 1: 0b11 << 15})
    table.play("play card 1", dice=[16])
    table.step("play card 2")
    assert list(np.flatnonzero(table.mask())) == [16]
    table.roll(17)
    assert table.lanista(0).known == 0b11 << 15
    table.play("play card 3")
    assert table.rolled == [] and table.lanista(0).known == 0b11 << 15
