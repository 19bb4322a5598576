"""Each law is seen to be broken: by one change to a sound table, and by its own number."""

from collections.abc import Callable

import pytest

from aristeia.table import GREEN, ORANGE, Drawn, cell_at, drawn
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.checks.invariants import broken
from nexus_env.games.aristeia.checks.laws import FIELDS, LAWS, Law
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.bout import NO_UNIT, NO_ZONE, SPACE_WORDS, Question, Where
from nexus_env.kit import cells
from nexus_env.kit.decks import HAND

EVERYBODY = (1 << 12) - 1  # as a set of Characters


def test_every_law_has_a_sentence_and_a_field():
    assert len(LAWS) == len(FIELDS) == len(Law)


# --- sound tables -----------------------------------------------------------------------------------------------------


def at_a_command() -> Drawn:
    """Maximus is asked what it does."""
    return drawn({"Maximus": (0, -1), "8-Ball": (2, 0)}, active="Maximus", hands=(["No!"], ["Dodge"]))


def at_a_target() -> Drawn:
    """8-Ball is asked whom it attacks."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (2, 0), "Parvati": (-1, 0)}, active="8-Ball")
    table.act("act 1")
    assert table.asked[1] == Question.UNIT
    return table


def at_a_step() -> Drawn:
    """8-Ball is asked which space Maximus is Displaced to."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (2, 0)}, active="8-Ball", energy=3)
    table.play("act 1").roll("S B X", "B", "blank", "S").act("switch own 1")
    assert table.asked[1] == Question.SPACE
    return table


def at_a_roll() -> Drawn:
    """A die is asked for."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (2, 0)}, active="8-Ball", energy=3)
    table.act("act 1")
    table.roll("S B X")
    return table


def at_planning() -> Drawn:
    """Both players are asked for a Running Order."""
    table = Drawn(dictated=False)
    assert table.asked[1] == Question.ORDER
    return table


def in_a_draft() -> Drawn:
    """One has been picked."""
    table = Drawn(teams="draft", seed=1, dictated=False)
    table.act(table.legal[0])
    return table


def at_a_secret_choice() -> Drawn:
    """Nobody has been picked."""
    return Drawn(teams="choice", dictated=False)


# --- what breaks a law ------------------------------------------------------------------------------------------------


def on_one_space(table: Drawn) -> None:
    table.one("8-Ball").cell = table.one("Maximus").cell


def occupied_by_nobody(table: Drawn) -> None:
    cells.add(table.table.occupied, cell_at((0, 0)))


def on_the_board_without_a_space(table: Drawn) -> None:
    table.one("Gata").where = Where.BOARD.value


def on_an_obstacle(table: Drawn) -> None:
    cells.remove(table.table.occupied, cell_at((2, 0)))
    cells.add(table.table.occupied, cell_at((3, 0)))
    table.one("8-Ball").cell = cell_at((3, 0))


def more_damage_than_hit_points(table: Drawn) -> None:
    table.one("8-Ball").damage = 5


def a_token_in_the_infirmary(table: Drawn) -> None:
    table.one("Gata").where, table.one("Gata").red[State.DAZZLED] = Where.INFIRMARY.value, 1


def two_tokens_of_a_state(table: Drawn) -> None:
    table.one("Maximus").red[State.DAZZLED] = 2


def taunted_by_nobody(table: Drawn) -> None:
    table.one("8-Ball").red[State.TAUNTED] = 1


def a_card_in_the_other_hand(table: Drawn) -> None:
    table.table.players[GREEN].cards[3] = HAND + ORANGE


def a_look_at_a_draw_pile(table: Drawn) -> None:
    table.table.players[GREEN].looked = 1 << 3


def a_held_card_on_top_of_the_pile(table: Drawn) -> None:
    table.table.players[GREEN].top[0] = table.card_number(GREEN, "No!")


def more_frags_of_the_round_than_of_the_game(table: Drawn) -> None:
    table.table.players[GREEN].taken = 1


def an_order_with_one_of_them_twice(table: Drawn) -> None:
    order = table.table.players[GREEN].order
    order[1] = order[0]


def one_of_them_twice_in_a_team(table: Drawn) -> None:
    table.table.characters[0].card = table.table.characters[1].card


def a_marker_of_another_scenario(table: Drawn) -> None:
    table.table.holders[0] = GREEN


def no_scoring_zone(table: Drawn) -> None:
    table.table.scoring = NO_ZONE


def a_command_of_the_other_player(table: Drawn) -> None:
    table.table.request.seat = ORANGE


def an_activation_of_nobody(table: Drawn) -> None:
    table.table.active = NO_UNIT


def a_defender_without_a_roll(table: Drawn) -> None:
    table.table.roll.side[1].unit = 3


def a_card_to_draw(table: Drawn) -> None:
    table.table.players[GREEN].to_draw = 1


def planned_before_the_first_round(table: Drawn) -> None:
    table.bout.start.round_number = 0


def chosen_and_still_to_choose(table: Drawn) -> None:
    table.table.secrets.choices[GREEN] = 1


def a_pass_for_a_running_order(table: Drawn) -> None:
    table.table.secrets.to_choose = 1 << ORANGE
    table.table.secrets.choices[GREEN] = Action.PASS + 1


def leave_to_pass_without_a_question(table: Drawn) -> None:
    table.table.may_pass = 1


def leave_to_pass_before_a_secret_choice(table: Drawn) -> None:
    table.bout.start.may_pass = 1


def nobody_to_choose(table: Drawn) -> None:
    table.table.offered = 0


def no_space_to_choose(table: Drawn) -> None:
    table.table.spaces[:] = 0


def nobody_to_pick(table: Drawn) -> None:
    for seat in (GREEN, ORANGE):
        table.table.players[seat].picks = EVERYBODY


def a_space_beyond_the_board(table: Drawn) -> None:
    table.table.spaces[SPACE_WORDS - 1] = 1 << 62


def a_die_removed_that_is_not_there(table: Drawn) -> None:
    side = table.table.roll.side[0]
    side.gone = 1 << int(side.count)


def a_draft_that_has_lost_a_pick(table: Drawn) -> None:
    for seat in (GREEN, ORANGE):
        table.table.players[seat].picks = 0


def spaces_left_from_a_question(table: Drawn) -> None:
    cells.add(table.bout.start.spaces, cell_at((0, 0)))


def a_taunt_before_the_teams_are_known(table: Drawn) -> None:
    table.table.characters[6].taunter = 1


BREACHES: list[tuple[Law, Callable[[], Drawn], Callable[[Drawn], None]]] = [
    (Law.ALONE, at_a_command, on_one_space),
    (Law.OCCUPIED, at_a_command, occupied_by_nobody),
    (Law.WHERE, at_a_command, on_the_board_without_a_space),
    (Law.FREE, at_a_command, on_an_obstacle),
    (Law.DAMAGE, at_a_command, more_damage_than_hit_points),
    (Law.TOKENS, at_a_command, a_token_in_the_infirmary),
    (Law.STACKED, at_a_command, two_tokens_of_a_state),
    (Law.TAUNTED, at_a_command, taunted_by_nobody),
    (Law.CARDS, at_a_command, a_card_in_the_other_hand),
    (Law.LOOKED, at_a_command, a_look_at_a_draw_pile),
    (Law.TOP, at_a_command, a_held_card_on_top_of_the_pile),
    (Law.ACCOUNTS, at_a_command, more_frags_of_the_round_than_of_the_game),
    (Law.ORDER, at_a_command, an_order_with_one_of_them_twice),
    (Law.TEAMS, at_a_command, one_of_them_twice_in_a_team),
    (Law.SCENARIO, at_a_command, a_marker_of_another_scenario),
    (Law.SCORING, at_a_command, no_scoring_zone),
    (Law.ASKED, at_a_command, a_command_of_the_other_player),
    (Law.ACTIVE, at_a_command, an_activation_of_nobody),
    (Law.ROLL, at_a_command, a_defender_without_a_roll),
    (Law.QUIET, at_a_command, a_card_to_draw),
    (Law.QUIET, at_a_command, leave_to_pass_without_a_question),
    (Law.PHASE, at_planning, planned_before_the_first_round),
    (Law.SECRETS, at_planning, chosen_and_still_to_choose),
    (Law.SECRETS, at_planning, a_pass_for_a_running_order),
    (Law.OFFERED, at_a_target, nobody_to_choose),
    (Law.OFFERED, at_a_step, no_space_to_choose),
    (Law.OFFERED, at_a_secret_choice, nobody_to_pick),
    (Law.SPACES, at_a_command, a_space_beyond_the_board),
    (Law.DICE, at_a_roll, a_die_removed_that_is_not_there),
    (Law.DRAFT, in_a_draft, a_draft_that_has_lost_a_pick),
    (Law.START, at_a_target, spaces_left_from_a_question),
    (Law.START, at_planning, leave_to_pass_before_a_secret_choice),
    (Law.BEGUN, at_a_secret_choice, a_taunt_before_the_teams_are_known),
]


@pytest.mark.parametrize(("law", "sound", "change"), BREACHES, ids=[change.__name__ for _, _, change in BREACHES])
def test_each_law_is_seen_to_be_broken(law: Law, sound: Callable[[], Drawn], change: Callable[[Drawn], None]):
    """A-010, A-020, A-027, A-050, A-052, A-064, A-068, A-096, A-097, A-104, A-109, A-135, A-184, A-189, A-202, A-203,
    A-204.
    """
    table = sound()
    assert broken(table.bout) == 0
    change(table)
    assert broken(table.bout) == law, LAWS[broken(table.bout) - 1]


def test_no_law_is_left_out():
    assert {law for law, _, _ in BREACHES} == set(Law)
