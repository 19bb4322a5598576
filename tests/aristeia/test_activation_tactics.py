"""Tactics of Activations, of a Turn's beginning, and decks. Rulebook: A-010 to A-016, A-102, A-114 to A-117, A-124,
A-125, A-129, A-132 to A-137, A-139, A-140.
"""

import pytest

from aristeia.table import GREEN, ORANGE, Drawn, cell_at, drawn
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.rules import states
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.bout import DECK, NO_CARD, NO_UNIT, Question, Where
from nexus_env.games.aristeia.rules.log import Event
from nexus_env.kit.decks import DISCARDS, HAND, PILE
from nexus_env.kit.tape import CHANCE, SECRET

Hands = tuple[list[str], list[str]]
TEAMS = {
    "green": ("hEXx3r", "Maximus", "Major Lunah", "Gata"),
    "orange": ("Wild Bill", "Parvati", "8-Ball", "Miyamoto Mushashi"),
}


def offered(table: Drawn) -> set[str]:
    """The Tactics that may be played now, by name."""
    seat = table.asked[0]
    return {table.card_name(seat, card) for card in range(DECK) if table.mask[Action.CARD + card]}


def on_its_own(name: str, cards: list[str], seat: int, **more: object) -> Drawn:
    """A Character alone in the middle of the board."""
    hands: Hands = (cards, []) if seat == GREEN else ([], cards)
    return drawn({name: (0, 0)}, active=name, hands=hands, **more)  # type: ignore[arg-type]


def pile(table: Drawn, seat: int) -> list[str]:
    return table.cards(seat, PILE)


# --- healing ----------------------------------------------------------------------------------------------------------


def test_catch_your_breath_removes_one_damage_of_the_active_character():
    """A-100, A-114, A-124."""
    table = on_its_own("Parvati", ["Catch your breath"], GREEN, damage={"Parvati": 2})
    table.act("card Catch your breath")
    assert table.damage("Parvati") == 1 and table.asked == (GREEN, Question.COMMAND)
    assert table.discards(GREEN) == ["Catch your breath"] and table.table.energy == 5


def test_a_heal_without_damage_is_legal_and_does_nothing():
    """A-100, A-124."""
    table = on_its_own("Parvati", ["Catch your breath"], GREEN).play("card Catch your breath")
    assert table.damage("Parvati") == 0 and table.hand(GREEN) == []


def test_catch_your_breath_can_be_canceled():
    """A-122, A-124."""
    table = drawn(
        {"Parvati": (0, 0)}, active="Parvati", damage={"Parvati": 2}, hands=(["Catch your breath"], ["No!"])
    ).play("card Catch your breath", "card No!")
    assert table.damage("Parvati") == 2 and table.discards(GREEN) == ["Catch your breath"]


def test_ace_of_hearts_removes_two_damage_of_wild_bill():
    """A-136."""
    table = on_its_own("Wild Bill", ["Ace of Hearts"], ORANGE, damage={"Wild Bill": 3}).play("card Ace of Hearts")
    assert table.damage("Wild Bill") == 1


def test_nanoids_cloud_heals_allies_within_two_spaces_and_parvati():
    """A-134."""
    spaces = {"Parvati": (0, 0), "Maximus": (2, -1), "Major Lunah": (-2, 3), "Gata": (1, 0)}
    hurt = {"Parvati": 1, "Maximus": 2, "Major Lunah": 2, "Gata": 1}
    table = drawn(spaces, active="Parvati", damage=hurt, hands=(["Nanoids Cloud"], [])).play("card Nanoids Cloud")
    assert {name: table.damage(name) for name in hurt} == {"Parvati": 0, "Maximus": 1, "Major Lunah": 2, "Gata": 1}


# --- whose it is, and when --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owner", "other", "seat", "card"),
    [
        ("8-Ball", "Gata", ORANGE, "Barrel through"),
        ("Gata", "8-Ball", ORANGE, "Swerve"),
        ("Gata", "8-Ball", ORANGE, "Go All-Out"),
        ("Parvati", "Maximus", GREEN, "Nanoids Cloud"),
        ("Parvati", "Maximus", GREEN, "Field Analysis"),
        ("Wild Bill", "Gata", ORANGE, "Ace of Hearts"),
        ("Wild Bill", "Gata", ORANGE, "Ace of Diamonds"),
        ("Maximus", "Parvati", GREEN, "Scram!"),
    ],
)
def test_a_character_tactic_is_for_the_activation_of_its_own_character(owner: str, other: str, seat: int, card: str):
    """A-114, A-116, A-129, A-132 to A-137, A-140: nor in that of an ally, nor of an enemy."""
    hands: Hands = ([card], []) if seat == GREEN else ([], [card])
    spaces = {owner: (0, 0), other: (0, 3), "hEXx3r": (5, 1), "Miyamoto Mushashi": (-5, 1)}
    assert offered(drawn(spaces, active=owner, hands=hands)) == {card}
    assert offered(drawn(spaces, active=other, hands=hands)) == set()
    enemy = "Miyamoto Mushashi" if seat == GREEN else "hEXx3r"
    assert offered(drawn(spaces, active=enemy, hands=hands)) == set()


@pytest.mark.parametrize("card", ["Dodge", "Take Aim", "Focus", "No!", "Fortune favors the Badass"])
def test_tactics_of_other_moments_are_not_for_an_activation(card: str):
    """A-114, A-119 to A-123."""
    assert offered(on_its_own("Gata", [card], ORANGE)) == set()


# --- moving -----------------------------------------------------------------------------------------------------------


def test_swerve_displaces_gata_without_a_roll():
    """A-085, A-132, A-EX-34: also beside an enemy, and in the middle of spending MP."""
    spaces = {"Gata": (0, 0), "Maximus": (1, 0)}
    table = drawn(spaces, active="Gata", movement=4, hands=([], ["Swerve"])).play("card Swerve")
    assert table.asked == (ORANGE, Question.SPACE) and "pass" not in table.legal
    table.act("space (0,-1)")
    assert table.at("Gata") == (0, -1) and table.table.movement == 4


def test_go_all_out_gains_three_movement_points():
    """A-133."""
    table = on_its_own("Gata", ["Go All-Out"], ORANGE, energy=0).play("card Go All-Out")
    assert table.table.movement == 3
    table.play("space (1,0)", "space (2,0)", "space (2,1)")
    assert table.at("Gata") == (2, 1) and table.legal == ["end"]


def test_barrel_through_lets_the_next_disengage_succeed():
    """A-129: once, and in this Activation."""
    spaces = {"8-Ball": (0, 0), "Maximus": (1, 0)}
    table = drawn(spaces, active="8-Ball", movement=3, hands=([], ["Barrel through"])).play("card Barrel through")
    table.play("disengage", "space (0,1)")
    assert table.at("8-Ball") == (0, 1) and table.table.movement == 2
    table.act("disengage")
    assert table.dice() == "orange"


def test_barrel_through_ends_with_the_activation():
    """A-129."""
    table = on_its_own("8-Ball", ["Barrel through"], ORANGE).play("card Barrel through")
    assert table.table.slippery == 1
    table.act("end")
    assert table.table.slippery == 0


def test_barrel_through_can_be_canceled():
    """A-122, A-129."""
    spaces = {"8-Ball": (0, 0), "Maximus": (1, 0)}
    table = drawn(spaces, active="8-Ball", movement=3, hands=(["No!"], ["Barrel through"]))
    table.play("card Barrel through", "card No!", "disengage")
    assert table.dice() == "orange"


def test_scram_displaces_each_adjacent_enemy_in_any_order():
    """A-140."""
    spaces = {"Maximus": (0, 0), "Gata": (1, 0), "8-Ball": (-1, 0), "Wild Bill": (3, -2), "Parvati": (0, -1)}
    table = drawn(spaces, active="Maximus", hands=(["Scram!"], [])).play("card Scram!")
    assert table.asked == (GREEN, Question.UNIT) and "pass" not in table.legal
    table.act("unit Gata")
    assert table.asked == (GREEN, Question.SPACE) and "pass" not in table.legal
    table.play("space (2,0)", "space (-2,1)")
    assert table.at("Gata") == (2, 0) and table.at("8-Ball") == (-2, 1)
    assert table.at("Wild Bill") == (3, -2) and table.at("Parvati") == (0, -1)


def test_r_gd011_displaces_one_enemy_up_to_two_spaces():
    """A-139: each step is optional."""
    spaces = {"hEXx3r": (0, 0), "Gata": (2, 0), "8-Ball": (-5, 1), "Maximus": (1, 1)}
    table = drawn(spaces, active="hEXx3r", hands=(["R@gd011"], [])).play("card R@gd011")
    assert table.asked == (GREEN, Question.SPACE) and table.may("pass")  # 8-Ball is five spaces away
    table.act("space (2,-1)")
    assert table.asked == (GREEN, Question.SPACE) and table.may("pass")
    table.act("space (1,-1)")
    assert table.at("Gata") == (1, -1) and table.asked == (GREEN, Question.COMMAND)


def test_r_gd011_chooses_among_enemies_in_range_and_may_stop_after_a_step():
    """A-085, A-139."""
    spaces = {"hEXx3r": (0, 0), "Gata": (2, 0), "8-Ball": (-4, 1)}
    table = drawn(spaces, active="hEXx3r", hands=(["R@gd011"], [])).play("card R@gd011", "unit 8-Ball")
    table.play("space (-4,0)", "pass")
    assert table.at("8-Ball") == (-4, 0)


def test_r_gd011_needs_an_enemy_within_four_spaces():
    """A-114, A-139."""
    spaces = {"hEXx3r": (0, 0), "Gata": (5, 1), "Maximus": (1, 0)}
    assert offered(drawn(spaces, active="hEXx3r", hands=(["R@gd011"], []))) == set()


# --- cards ------------------------------------------------------------------------------------------------------------


def test_ace_of_diamonds_draws_two_tactics():
    """A-137."""
    table = on_its_own("Wild Bill", ["Ace of Diamonds"], ORANGE).play("card Ace of Diamonds")
    table.draw("Swerve", "Dodge")
    assert table.hand(ORANGE) == ["Dodge", "Swerve"] and table.discards(ORANGE) == ["Ace of Diamonds"]
    assert table.asked == (ORANGE, Question.COMMAND)


def test_ace_of_diamonds_is_not_shuffled_with_what_it_draws():
    """A-102, A-114: its effect comes first, then it is discarded."""
    table = on_its_own("Wild Bill", ["Ace of Diamonds"], ORANGE)
    cards = table.table.players[ORANGE].cards
    for card in range(DECK):
        if cards[card] == PILE:
            cards[card] = DISCARDS if table.card_name(ORANGE, card) in ("Swerve", "No!") else HAND + ORANGE
    table.bout.start = table.table
    table.play("card Ace of Diamonds").draw("No!").draw_any()
    assert {"Swerve", "No!"} <= set(table.hand(ORANGE)) and table.discards(ORANGE) == ["Ace of Diamonds"]


def test_ace_of_diamonds_can_be_canceled():
    """A-122, A-137."""
    table = drawn({"Wild Bill": (0, 0)}, active="Wild Bill", hands=(["No!"], ["Ace of Diamonds"]))
    table.play("card Ace of Diamonds", "card No!")
    assert table.asked == (ORANGE, Question.COMMAND) and table.hand(ORANGE) == []


def analysis(*top: str) -> Drawn:
    """Parvati's player looks at these cards."""
    return on_its_own("Parvati", ["Field Analysis"], GREEN).play("card Field Analysis").draw(*top)


def test_field_analysis_takes_one_of_three_and_puts_the_others_back():
    """A-135: in any order; in secret."""
    table = analysis("Dodge", "No!", "Scram!")
    assert table.asked == (GREEN, Question.TAKE) and table.table.request.private == SECRET
    assert offered(table) == {"Dodge", "No!", "Scram!"}
    table.act("card No!")
    assert table.asked == (GREEN, Question.TAKE) and offered(table) == {"Dodge", "Scram!"}
    table.act("card Scram!")
    assert table.hand(GREEN) == ["No!"] and table.discards(GREEN) == ["Field Analysis"]
    player = table.table.players[GREEN]
    assert [table.card_name(GREEN, int(card)) for card in player.top[:2]] == ["Scram!", "Dodge"]
    assert player.top[2] == NO_CARD and player.looked == 0 and table.asked == (GREEN, Question.COMMAND)


def test_what_field_analysis_put_on_top_is_drawn_first():
    """A-135."""
    table = analysis("Dodge", "No!", "Scram!").play("card No!", "card Scram!")
    table.table.players[GREEN].to_draw = 2
    table.bout.start = table.table
    table.play("move")
    assert table.hand(GREEN) == ["Dodge", "No!", "Scram!"] and table.asked == (GREEN, Question.COMMAND)


@pytest.mark.parametrize("left", [[], ["No!"], ["Dodge", "No!"]])
def test_field_analysis_looks_at_what_is_there_without_a_reshuffle(left: list[str]):
    """A-135."""
    table = on_its_own("Parvati", ["Field Analysis"], GREEN)
    cards = table.table.players[GREEN].cards
    names = list(left)
    for card in range(DECK):
        if cards[card] == PILE:
            name = table.card_name(GREEN, card)
            cards[card] = PILE if name in names else DISCARDS
            names = [other for other in names if other != name]
    table.bout.start = table.table
    table.play("card Field Analysis").draw_any()
    if len(left) > 1:
        assert offered(table) == set(left)
        table.act("card No!")
    assert table.hand(GREEN) == (["No!"] if left else [])
    assert table.asked == (GREEN, Question.COMMAND) and len(pile(table, GREEN)) == max(0, len(left) - 1)
    assert "Field Analysis" in table.discards(GREEN)


def test_field_analysis_leaves_no_trace_of_the_choice():
    """A-117: neither on the tape nor in what happened."""
    table = analysis("Dodge", "No!", "Scram!").play("card No!")
    assert table.bout.tape.length == 0
    kinds = {table.stock.names.tactics.index(name) for name in ("Dodge", "No!", "Scram!")}
    told = [row for row in table.bout.happenings[: int(table.bout.told)] if row.event != Event.COMMAND]
    assert not any(int(row.what) in kinds for row in told if row.event in (Event.PLAYED, Event.DISCARDED))


def test_field_analysis_can_be_canceled():
    """A-122, A-135."""
    table = drawn({"Parvati": (0, 0)}, active="Parvati", hands=(["Field Analysis"], ["No!"]))
    table.play("card Field Analysis", "card No!")
    assert table.asked == (GREEN, Question.COMMAND) and table.hand(GREEN) == []


def test_an_empty_draw_pile_is_the_shuffled_discard_pile_and_without_either_nothing_is_drawn():
    """A-102."""
    table = on_its_own("Wild Bill", [], ORANGE)
    player = table.table.players[ORANGE]
    for card in range(DECK):
        player.cards[card] = DISCARDS if table.card_name(ORANGE, card) == "No!" else HAND + ORANGE
    player.to_draw = 3
    table.bout.start = table.table
    table.play("move").draw("No!")
    assert len(table.hand(ORANGE)) == DECK and len(table.told(Event.RESHUFFLED)) == 1
    assert table.asked == (ORANGE, Question.COMMAND)


# --- Stick to the plan ------------------------------------------------------------------------------------------------


def planned(green: list[str], orange: list[str], *, infirmary: str = "", underdog: int = GREEN) -> Drawn:
    """The preset game, Round 1: Maximus (4) and Wild Bill (6) are about to be revealed, so Orange would decide."""
    table = Drawn()
    table.table.underdog = underdog
    for seat, hand in ((GREEN, green), (ORANGE, orange)):
        cards = table.table.players[seat].cards
        cards[:] = PILE
        for name in hand:
            cards[table.card_number(seat, name)] = HAND + seat
    if infirmary:
        one = table.one(infirmary)
        one.where, one.cell = Where.INFIRMARY.value, -1
        table.table.occupied[cell_at((-6, -1)) >> 6] &= ~(1 << (cell_at((-6, -1)) & 63))
    table.bout.start = table.table
    return table.play("order 2134", "order 1234")


def test_stick_to_the_plan_decides_who_activates_first():
    """A-066, A-125: whatever the Initiative."""
    table = planned(["Stick to the plan"], [])
    assert table.asked == (GREEN, Question.TACTIC) and offered(table) == {"Stick to the plan"}
    table.act("card Stick to the plan")
    assert table.asked == (GREEN, Question.FIRST)
    table.act("me")
    assert table.table.active == table.unit("Maximus")


def test_without_stick_to_the_plan_the_higher_initiative_decides():
    """A-066, A-125."""
    table = planned(["Stick to the plan"], []).play("pass")
    assert table.asked == (ORANGE, Question.FIRST)


def test_stick_to_the_plan_can_be_canceled():
    """A-122, A-125."""
    table = planned(["Stick to the plan"], ["No!"]).play("card Stick to the plan", "card No!")
    assert table.asked == (ORANGE, Question.FIRST) and table.discards(GREEN) == ["Stick to the plan"]


def test_of_two_that_stick_to_the_plan_the_underdog_decides():
    """A-005, A-006, A-125: it is also the first to be asked."""
    for underdog, other in ((GREEN, ORANGE), (ORANGE, GREEN)):
        table = planned(["Stick to the plan"], ["Stick to the plan"], underdog=underdog)
        assert table.asked == (underdog, Question.TACTIC)
        table.act("card Stick to the plan")
        assert table.asked == (other, Question.TACTIC)
        table.act("card Stick to the plan")
        assert table.asked == (underdog, Question.FIRST)


def test_there_is_no_plan_to_stick_to_where_one_lies_in_the_infirmary():
    """A-067, A-125."""
    table = planned(["Stick to the plan"], ["Stick to the plan"], infirmary="Maximus")
    assert table.asked == (ORANGE, Question.COMMAND) and table.table.active == table.unit("Wild Bill")


# --- starting hands ---------------------------------------------------------------------------------------------------


def test_other_games_begin_with_four_drawn_tactics():
    """A-010, A-015."""
    table = Drawn(scenario="assault", teams="named", dictated=False, **TEAMS)
    for seat in range(2):
        assert len(table.hand(seat)) == 4 and len(pile(table, seat)) == 14


def test_each_player_may_once_draw_a_new_starting_hand_before_the_deployment():
    """A-016: all four are shuffled back."""
    table = Drawn(teams="named", **TEAMS)
    table.draw("No!", "Dodge", "Dodge", "Focus", "No!", "Take Aim", "Dodge", "Focus")
    assert table.asked == (GREEN, Question.REDRAW) and table.legal == ["pass", "yes"]
    table.act("yes")
    assert table.asked[0] == CHANCE
    table.draw("Take Aim", "Focus", "No!", "Swerve")
    assert table.hand(GREEN) == ["Focus", "No!", "Swerve", "Take Aim"]
    assert table.asked == (ORANGE, Question.REDRAW)
    table.act("pass")
    assert table.hand(ORANGE) == ["Dodge", "Focus", "No!", "Take Aim"]
    assert table.asked[1] == Question.ZONE


def test_the_preset_game_has_its_hands_and_no_redraw():
    """A-014, A-016."""
    table = Drawn()
    assert table.asked[1] == Question.ORDER
    assert table.hand(GREEN) == ["Catch your breath", "Field Analysis", "No!", "Take Aim"]
    assert table.hand(ORANGE) == ["Catch your breath", "No!", "Swerve", "Take Aim"]
    assert len(pile(table, GREEN)) == len(pile(table, ORANGE)) == 14


def test_a_poisoned_character_that_dies_takes_its_tactics_out_of_reach():
    """A-112, A-116: a card of a Character off the board stays in the hand."""
    spaces = {"Gata": (0, 0), "8-Ball": (3, 1), "Maximus": (-6, 1)}
    table = drawn(spaces, active="Gata", damage={"Gata": 1}, hands=([], ["Swerve"]))
    states.impose(table.bout, table.unit("Gata"), State.POISONED.value, NO_UNIT)
    table.bout.start = table.table
    table.play("end").draw_any()
    assert table.where("Gata") == Where.INFIRMARY and table.hand(ORANGE) == ["Swerve"]
    assert "Swerve" not in offered(table)
