"""Tactics of rolls: when each may be played, what it does, and `No!`. Rulebook: A-114 to A-131, A-138.

The Characters stand side by side, so that nobody has Cover.
"""

import pytest

from aristeia.table import GREEN, ORANGE, Drawn, drawn
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.bout import DECK, Question
from nexus_env.games.aristeia.rules.log import Event
from nexus_env.kit.tape import PRIVATE

BESIDE = {"Maximus": (0, 0), "8-Ball": (1, 0)}
DUEL = {"Maximus": (0, 0), "Miyamoto Mushashi": (1, 0)}


def offered(table: Drawn) -> set[str]:
    """The Tactics that may be played now, by name."""
    seat = table.asked[0]
    return {table.card_name(seat, card) for card in range(DECK) if table.mask[Action.CARD + card]}


def fa_jing(green: list[str], orange: list[str], **more: object) -> Drawn:
    """8-Ball has declared Eat my Fa Jing on Maximus: Orange and Blue against Green, Blue and an automatic B."""
    return drawn(BESIDE, active="8-Ball", hands=(green, orange), **more).play("act 1")  # type: ignore[arg-type]


def dice_of(table: Drawn, faces: int) -> list[str]:
    """The colors of the next dice, all of them blank."""
    found = []
    for _ in range(faces):
        found.append(table.dice())
        table.roll("blank")
    return found


def tactic_asked(table: Drawn, seat: int) -> bool:
    return table.asked == (seat, Question.TACTIC)


# --- before a roll ----------------------------------------------------------------------------------------------------


def test_take_aim_adds_an_orange_die():
    """A-114, A-119, A-EX-15."""
    table = fa_jing([], ["Take Aim", "Dodge"])
    assert tactic_asked(table, ORANGE) and offered(table) == {"Take Aim"}
    table.act("card Take Aim")
    assert table.hand(ORANGE) == ["Dodge"] and table.discards(ORANGE) == ["Take Aim"]
    assert dice_of(table, 5) == ["orange", "orange", "blue", "green", "blue"]


def test_the_defender_may_take_aim_too():
    """A-119: before a roll of one of the own Characters."""
    table = fa_jing(["Take Aim"], [])
    assert tactic_asked(table, GREEN)
    table.act("card Take Aim")
    assert dice_of(table, 5) == ["orange", "blue", "green", "orange", "blue"]


def test_take_aim_helps_both_sides_of_a_disengage():
    """A-119: any roll; the mover's player is asked first (A-118)."""
    table = drawn(BESIDE, active="8-Ball", movement=2, hands=(["Take Aim"], ["Take Aim"])).play("disengage")
    assert tactic_asked(table, ORANGE)
    table.act("card Take Aim")
    assert tactic_asked(table, GREEN)
    table.act("card Take Aim")
    assert dice_of(table, 6) == ["orange", "orange", "orange", "green", "orange", "blue"]


def test_focus_adds_a_yellow_die():
    """A-121."""
    table = fa_jing([], ["Focus"]).play("card Focus")
    assert dice_of(table, 5) == ["orange", "blue", "yellow", "green", "blue"]


def test_focus_helps_a_simple_roll_where_the_other_player_is_not_asked():
    """A-121: it is no roll of the other player."""
    table = drawn({"hEXx3r": (0, 0), "Gata": (1, 0)}, active="hEXx3r", hands=(["Focus"], ["Focus", "Take Aim"]))
    table.play("act 2")
    assert tactic_asked(table, GREEN)
    table.play("card Focus")
    # The limit of A-049: Vade Retro has three Yellow dice already, so the fourth is wasted.
    assert dice_of(table, 3) == ["yellow", "yellow", "yellow"]
    assert table.asked == (GREEN, Question.COMMAND) and table.discards(GREEN) == ["Focus"]


def test_dodge_is_for_a_defender():
    """A-120: not for the attacker."""
    table = fa_jing(["Dodge"], ["Dodge"])
    assert tactic_asked(table, GREEN) and offered(table) == {"Dodge"}
    table.act("card Dodge")
    assert dice_of(table, 5) == ["orange", "blue", "green", "blue", "blue"]


def test_dodge_is_not_for_a_disengage():
    """A-120: only in a Combat Roll."""
    table = drawn(BESIDE, active="8-Ball", movement=2, hands=(["Dodge"], ["Dodge"])).play("disengage")
    assert table.dice() == "orange"


def test_tsuchi_do_adds_two_black_dice_to_the_defense_of_mushashi():
    """A-126."""
    table = drawn(DUEL, active="Maximus", hands=([], ["Tsuchi-Do"])).play("act 1")
    assert tactic_asked(table, ORANGE)
    table.act("card Tsuchi-Do")
    assert dice_of(table, 7) == ["red", "blue", "black", "green", "blue", "black", "black"]


def test_tsuchi_do_is_not_for_his_own_attack_nor_for_others():
    """A-116, A-126."""
    table = drawn(DUEL, active="Miyamoto Mushashi", hands=([], ["Tsuchi-Do"])).play("act 1")
    assert table.dice() == "red"
    spaces = {**BESIDE, "Miyamoto Mushashi": (0, 3)}
    table = drawn(spaces, active="Maximus", hands=([], ["Tsuchi-Do"])).play("act 1")
    assert table.dice() == "red"


@pytest.mark.parametrize(("contester", "mover", "seat"), [("8-Ball", "Maximus", ORANGE), ("Maximus", "8-Ball", GREEN)])
def test_block_adds_two_blocks_to_the_brawn_that_contests(contester: str, mover: str, seat: int):
    """A-128: of both who have it."""
    hands = (["Block"], []) if seat == GREEN else ([], ["Block"])
    table = drawn(BESIDE, active=mover, movement=2, hands=hands).play("disengage")
    assert tactic_asked(table, seat) and offered(table) == {"Block"}
    table.act("card Block")
    dice_of(table, 2 if mover == "Maximus" else 4)
    symbols = [int(row.what) for row in table.told(Event.AUTOMATIC) if row.unit == table.unit(contester)]
    assert symbols == [1, 1]


def test_block_stops_a_single_success():
    """A-083, A-128."""
    table = drawn(BESIDE, active="8-Ball", movement=2, hands=(["Block"], [])).play("disengage", "card Block")
    table.roll("S", "S", "blank", "blank")
    assert table.at("8-Ball") == (1, 0) and table.table.movement == 0


def test_block_is_not_for_an_attack_nor_for_the_mover():
    """A-128: before the Disengage roll that the Character contests."""
    assert fa_jing(["Block"], ["Block"]).dice() == "orange"
    table = drawn(BESIDE, active="8-Ball", movement=2, hands=([], ["Block"])).play("disengage")
    assert table.dice() == "orange"


def test_holographic_sight_adds_a_yellow_die_to_any_roll_of_lunah():
    """A-130: also where she defends."""
    spaces = {"Major Lunah": (0, 0), "8-Ball": (1, 0)}
    table = drawn(spaces, active="8-Ball", hands=(["Holographic Sight"], [])).play("act 1")
    assert tactic_asked(table, GREEN)
    table.act("card Holographic Sight")
    assert dice_of(table, 5) == ["orange", "blue", "green", "blue", "yellow"]


def test_holographic_sight_is_not_for_others():
    """A-116, A-130."""
    assert fa_jing(["Holographic Sight"], []).dice() == "orange"
    spaces = {**BESIDE, "Major Lunah": (-3, 1)}
    table = drawn(spaces, active="8-Ball", hands=(["Holographic Sight"], [])).play("act 1")
    assert table.dice() == "orange"


def test_several_tactics_may_be_played_on_one_roll_up_to_the_limit_of_each_color():
    """A-049, A-115, A-EX-R08: four Orange dice, of which three are rolled."""
    spaces = {"Parvati": (0, 0), "8-Ball": (2, 0)}
    hands: tuple[list[str], list[str]] = (["Take Aim", "Take Aim"], [])
    table = drawn(spaces, active="Parvati", hands=hands).play("act 1", "card Take Aim", "card Take Aim")
    faces = []
    while table.dice():
        faces.append(table.dice())
        table.roll("blank")
    assert faces[:4] == ["orange", "orange", "orange", "yellow"] and faces.count("orange") == 3
    assert table.discards(GREEN) == ["Take Aim", "Take Aim"]


def test_players_take_turns_until_both_pass_in_a_row():
    """A-118: the Active Character's player first; who has passed may play after the other has."""
    table = fa_jing(["Take Aim", "Dodge"], ["Take Aim", "Focus"])
    assert tactic_asked(table, ORANGE)
    table.act("pass")
    assert tactic_asked(table, GREEN)
    table.act("card Dodge")
    assert tactic_asked(table, ORANGE)
    table.act("card Focus")
    assert tactic_asked(table, GREEN)
    table.act("pass")
    assert tactic_asked(table, ORANGE)
    table.act("pass")
    assert dice_of(table, 6) == ["orange", "blue", "yellow", "green", "blue", "blue"]


# --- No! --------------------------------------------------------------------------------------------------------------


def test_no_cancels_a_tactic_which_is_discarded():
    """A-122."""
    table = fa_jing(["No!"], ["Take Aim"]).play("card Take Aim")
    assert tactic_asked(table, GREEN) and offered(table) == {"No!"}
    table.act("card No!")
    assert dice_of(table, 4) == ["orange", "blue", "green", "blue"]
    assert table.discards(ORANGE) == ["Take Aim"] and table.discards(GREEN) == ["No!"]


def test_no_is_answered_by_no():
    """A-122: then the first Tactic works."""
    table = fa_jing(["No!"], ["Take Aim", "No!"]).play("card Take Aim", "card No!")
    assert tactic_asked(table, ORANGE) and offered(table) == {"No!"}
    table.act("card No!")
    assert dice_of(table, 5) == ["orange", "orange", "blue", "green", "blue"]
    assert table.discards(ORANGE) == ["No!", "Take Aim"] and table.discards(GREEN) == ["No!"]


def test_an_answer_may_be_passed():
    """A-122."""
    table = fa_jing(["No!"], ["Take Aim"]).play("card Take Aim", "pass")
    assert dice_of(table, 5)[1] == "orange" and table.hand(GREEN) == ["No!"]


def test_no_is_nothing_without_a_tactic_to_answer():
    """A-114, A-122."""
    table = drawn(BESIDE, active="8-Ball", hands=(["No!"], ["No!"]))
    assert offered(table) == set()
    table.act("act 1")
    assert table.dice() == "orange"


def test_which_tactic_may_be_answered_stands_on_the_table():
    """A-122."""
    table = fa_jing(["No!"], ["Take Aim"]).play("card Take Aim")
    card = next(card for card in range(DECK) if (int(table.table.offered) >> card) & 1)
    assert table.card_name(ORANGE, card) == "Take Aim"


def test_a_canceled_tactic_is_told():
    table = fa_jing(["No!"], ["Take Aim"]).play("card Take Aim", "card No!")
    names = [table.stock.names.tactics[int(row.what)] for row in table.told(Event.PLAYED)]
    assert names == ["Take Aim", "No!"]
    assert [table.stock.names.tactics[int(row.what)] for row in table.told(Event.CANCELED)] == ["Take Aim"]


# --- after the dice ---------------------------------------------------------------------------------------------------


def test_fortune_rolls_any_of_the_own_dice_again():
    """A-051, A-123: they are named, then rolled together, once."""
    table = fa_jing([], ["Fortune favors the Badass"]).roll("blank", "blank", "blank", "blank")
    assert tactic_asked(table, ORANGE) and offered(table) == {"Fortune favors the Badass"}
    table.act("card Fortune favors the Badass")
    assert table.legal == ["pass", "die 1", "die 2"]
    table.act("die 1")
    assert table.legal == ["pass", "die 2"]
    table.act("die 2")
    table.roll("S S X", "S")
    # Three S against the automatic B of Maximus, and the X may buy a Switch.
    assert table.asked == (ORANGE, Question.SWITCH)
    table.act("pass")
    assert table.damage("Maximus") == 2


def test_fortune_may_leave_dice_and_leaves_automatic_symbols():
    """A-123: of Maximus' Defense the Green and the Blue die may be rolled again, and not the B."""
    table = fa_jing(["Fortune favors the Badass"], []).roll("S S X", "blank", "blank", "B")
    assert tactic_asked(table, GREEN)
    table.play("card Fortune favors the Badass")
    assert table.legal == ["pass", "die 1", "die 2"]
    table.play("die 1", "pass").roll("B")
    table.play("pass")  # 8-Ball's Switch
    assert table.damage("Maximus") == 0


def test_fortune_is_for_one_who_rolled():
    """A-123: the other player of a Simple Roll has no dice, nor has an Agility of one automatic symbol."""
    hands: tuple[list[str], list[str]] = (["Fortune favors the Badass"], ["Fortune favors the Badass"])
    spaces = {"hEXx3r": (0, 0), "Gata": (1, 0)}
    table = drawn(spaces, active="hEXx3r", hands=hands).play("act 2").roll("blank", "blank", "blank")
    assert tactic_asked(table, GREEN)
    table.act("pass")
    assert table.asked == (GREEN, Question.COMMAND)
    table = drawn(BESIDE, active="Maximus", movement=1, hands=hands).play("disengage").roll("blank", "blank")
    assert tactic_asked(table, ORANGE)


def test_fortune_can_be_canceled():
    """A-122, A-123."""
    table = fa_jing(["No!"], ["Fortune favors the Badass"]).roll("blank", "blank", "blank", "blank")
    table.play("card Fortune favors the Badass", "card No!")
    assert table.asked == (ORANGE, Question.COMMAND)


# --- after a roll -----------------------------------------------------------------------------------------------------


def test_mizu_do_displaces_mushashi_after_an_attack_on_him():
    """A-127: any roll of his."""
    table = drawn(DUEL, active="Maximus", hands=([], ["Mizu-Do"])).play("act 1")
    table.roll("blank", "blank", "blank", "blank", "blank")
    assert tactic_asked(table, ORANGE) and offered(table) == {"Mizu-Do"}
    table.act("card Mizu-Do")
    assert table.asked == (ORANGE, Question.SPACE) and "pass" not in table.legal
    table.act("space (2,0)")
    assert table.at("Miyamoto Mushashi") == (2, 0) and table.asked == (GREEN, Question.COMMAND)


def test_mizu_do_follows_the_step_of_a_won_disengage():
    """A-127: "resolved" includes the step."""
    table = drawn(DUEL, active="Miyamoto Mushashi", movement=1, hands=([], ["Mizu-Do"])).play("disengage")
    table.roll("S", "blank", "blank", "blank")
    table.play("space (2,0)")
    assert tactic_asked(table, ORANGE)
    table.play("card Mizu-Do", "space (2,1)")
    assert table.at("Miyamoto Mushashi") == (2, 1)


def test_mizu_do_needs_mushashi_on_the_board():
    """A-116, A-127."""
    table = drawn(DUEL, active="Maximus", damage={"Miyamoto Mushashi": 3}, hands=([], ["Mizu-Do"])).play("act 1")
    table.roll("S", "blank", "blank", "blank", "blank")
    assert table.at("Miyamoto Mushashi") is None
    table.draw_any()
    assert table.asked == (GREEN, Question.COMMAND)


def snake_bite(damage: int = 0, hands: tuple[list[str], list[str]] = (["Snake Bite"], [])) -> Drawn:
    """Lunah's Called Shot at 8-Ball, four spaces away."""
    spaces = {"Major Lunah": (-2, -4), "8-Ball": (2, -4)}
    return drawn(spaces, active="Major Lunah", damage={"8-Ball": damage}, hands=hands).play("act 1")


def test_snake_bite_poisons_the_target_of_an_attack_that_hurt_it():
    """A-131."""
    table = snake_bite()
    while table.dice():
        table.roll("S" if table.dice() == "red" else "blank")
    assert tactic_asked(table, GREEN) and offered(table) == {"Snake Bite"}
    table.act("card Snake Bite")
    assert table.states("8-Ball") == {"poisoned": (1, 0)} and table.damage("8-Ball") == 2


def test_snake_bite_needs_damage_and_a_target_that_is_still_there():
    """A-131."""
    table = snake_bite()
    while table.dice():
        table.roll("B B X" if table.dice() == "blue" else "blank")
    while table.asked[1] in (Question.SWITCH, Question.FIRST):
        table.act("pass" if table.asked[1] == Question.SWITCH else "me")
    assert table.asked == (GREEN, Question.COMMAND) and table.damage("8-Ball") == 0
    table = snake_bite(damage=4)
    while table.dice():
        table.roll("S" if table.dice() == "red" else "blank")
    table.draw_any()
    assert table.asked == (GREEN, Question.COMMAND) and table.at("8-Ball") is None


def test_snake_bite_can_be_canceled():
    """A-122, A-131."""
    table = snake_bite(hands=(["Snake Bite"], ["No!"]))
    while table.dice():
        table.roll("S" if table.dice() == "red" else "blank")
    table.play("card Snake Bite", "card No!")
    assert table.states("8-Ball") == {}


# --- Access Denied ----------------------------------------------------------------------------------------------------


def misdirection(hacker: tuple[int, int] = (2, -2), hands: tuple[list[str], list[str]] | None = None) -> Drawn:
    """Gata's Misdirection on Parvati beside her, hEXx3r near by."""
    spaces = {"Parvati": (0, 0), "Gata": (1, 0), "hEXx3r": hacker}
    return drawn(spaces, active="Gata", hands=hands or (["Access Denied"], ["Take Aim"])).play("act 1")


def test_access_denied_cancels_an_action_whose_costs_stay_paid():
    """A-090, A-138: before any Tactic of the roll."""
    table = misdirection()
    assert tactic_asked(table, GREEN) and offered(table) == {"Access Denied"}
    table.act("card Access Denied")
    assert table.asked == (ORANGE, Question.COMMAND) and table.table.energy == 4
    assert table.states("Parvati") == {} and table.hand(ORANGE) == ["Take Aim"]
    assert [int(row.what) for row in table.told(Event.CANCELED)] == [-1]


def test_access_denied_may_be_held_back():
    """A-138."""
    table = misdirection().play("pass")
    assert tactic_asked(table, ORANGE) and table.hand(GREEN) == ["Access Denied"]


def test_access_denied_reaches_four_spaces():
    """A-138: the enemy that declares is within distance 4 of hEXx3r."""
    assert tactic_asked(misdirection(hacker=(1, 4)), GREEN)
    assert tactic_asked(misdirection(hacker=(1, -5)), ORANGE)


def test_access_denied_needs_hexx3r_on_the_board():
    """A-116, A-138: otherwise it stays in the hand."""
    spaces = {"Parvati": (0, 0), "Gata": (1, 0)}
    table = drawn(spaces, active="Gata", hands=(["Access Denied"], [])).play("act 1")
    assert table.dice() == "orange" and table.hand(GREEN) == ["Access Denied"]


def test_access_denied_does_not_stop_attacks_or_moves():
    """A-138."""
    spaces = {**BESIDE, "hEXx3r": (0, 1)}
    table = drawn(spaces, active="8-Ball", hands=(["Access Denied"], [])).play("move")
    assert table.asked == (ORANGE, Question.COMMAND)
    table.play("act 1", "unit Maximus")
    assert table.dice() == "orange"


def test_access_denied_does_not_stop_allies():
    """A-138: an enemy declares."""
    spaces = {"Parvati": (0, 0), "hEXx3r": (1, 0)}
    table = drawn(spaces, active="Parvati", hands=(["Access Denied"], [])).play("act 3", "unit Parvati")
    assert table.dice() == "orange"


def test_freerun_that_is_denied_has_cost_its_movement_point():
    """A-138, A-149: the MP is a cost."""
    spaces = {"Gata": (1, 0), "hEXx3r": (2, 0)}
    table = drawn(spaces, active="Gata", movement=2, hands=(["Access Denied"], []))
    table.act("act 2")
    assert tactic_asked(table, GREEN)
    table.act("card Access Denied")
    assert table.table.movement == 1 and table.at("Gata") == (1, 0)


def test_access_denied_can_be_canceled():
    """A-122, A-138: the Action goes on."""
    table = misdirection(hands=(["Access Denied"], ["No!"])).play("card Access Denied", "card No!")
    assert table.dice() == "orange"


# --- what is hidden ---------------------------------------------------------------------------------------------------


def test_a_window_is_known_only_to_whom_it_is_asked():
    """A-117: hands are hidden, so the question is private."""
    table = fa_jing(["Dodge"], [])
    assert table.table.request.private == PRIVATE


def test_by_default_only_those_are_asked_who_can_play():
    assert fa_jing(["Catch your breath"], ["Swerve"]).dice() == "orange"


def test_held_windows_ask_whoever_might_hold_a_card_that_fits():
    """A-117: the question does not tell what is in the hand; an empty hand holds nothing, as all can see."""
    table = fa_jing(["Catch your breath"], ["Swerve"], windows="held")
    assert tactic_asked(table, ORANGE) and table.legal == ["pass"]
    table.act("pass")
    assert tactic_asked(table, GREEN) and table.legal == ["pass"]
    table.act("pass")
    assert table.dice() == "orange"
    assert fa_jing([], [], windows="held").dice() == "orange"


def test_held_windows_stay_shut_where_all_can_see_that_no_card_fits():
    """A-116, A-138: Access Denied is the only answer to a declaration, and hEXx3r is far away."""
    spaces = {"Parvati": (0, 0), "Gata": (1, 0), "hEXx3r": (1, -5)}
    table = drawn(spaces, active="Gata", hands=(["Take Aim"], []), windows="held").play("act 1")
    assert table.dice() == "orange"
    spaces["hEXx3r"] = (2, -2)
    table = drawn(spaces, active="Gata", hands=(["Take Aim"], []), windows="held").play("act 1")
    assert tactic_asked(table, GREEN) and table.legal == ["pass"]
