"""The toy's own rules, in a player's words; and each of its laws can be broken."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import toy
from toy.bout import BELL, BIDS, CARDS, CELL_NAMES, COPIES, SHIELD
from toy.checks import LAWS
from toy.commands import obey

from nexus_env.agents.loading import load
from nexus_env.agents.rate import rate
from nexus_env.contract import rules
from nexus_env.core.session import Session
from nexus_env.core.slots import copy_of
from nexus_env.kit.decks import DISCARDS, HAND, PILE
from nexus_env.kit.tape import CHANCE, UnknownCommand
from nexus_env.kit.units import NO_CELL
from nexus_env.machine.compiled import PLAIN, compiled


@compiled
def broken_at(rows: Any) -> int:
    return rules.broken(rows[0])


def drawn(units: str = "", **options: Any) -> Session:
    """A bout with these units on the board, as `0a mid, 1b ne`, every hand empty, and the dice dictated."""
    session = Session(toy.GAME, toy.read_options(**options), seed=1)
    rows = session.rows
    table = rows["table"]
    table["units"], table["taken"], table["cards"] = NO_CELL, 0, PILE
    for word in filter(None, units.split(", ")):
        who, where = word.split()
        table["units"][0, 2 * int(who[0]) + "ab".index(who[1])] = CELL_NAMES.index(where)
        table["taken"][0, 0] |= 1 << CELL_NAMES.index(where)
    rows["tape"]["dictated"] = 1
    assert broken_at(rows) == 0
    return Session.at(toy.GAME, rows)


def play(session: Session, *words: str) -> Any:
    """Give commands, answers and dice by their words; returns the table."""
    for said in words:
        session.act(session.read(said))
    return session.rows["table"][0]


def moves(session: Session) -> list[str]:
    return [words for words in session.legal() if words.startswith(("move", "fight"))]


def test_a_unit_steps_to_free_cells_beside_it_and_enters_on_the_ring() -> None:
    """T-006."""
    session = drawn("0a n, 1a mid, 1b nw")
    assert moves(session) == ["move a ne", *(f"move b {cell}" for cell in ("ne", "se", "s", "sw")), "fight a"]
    table = play(session, "move a ne")
    assert table["units"].tolist()[:4] == [2, NO_CELL, 0, 6] and table["players"]["points"].tolist() == [0] * 4
    assert "player_0 a moves to ne." in toy.sentences(session.rows[0])


def test_the_middle_is_a_point() -> None:
    """T-006."""
    assert play(drawn("0a n"), "move a mid")["players"]["points"][0] == 1


@pytest.mark.parametrize(
    ("red", "white", "sent_off"),
    [("hit", "blank", True), ("hit + hit", "shield", True), ("hit", "shield", False), ("blank", "blank", False)],
)
def test_more_hits_than_shields_send_the_other_unit_off(red: str, white: str, sent_off: bool) -> None:
    """T-007, T-008: with one unit in reach nobody is asked which."""
    session = drawn("0a n, 1a mid, 1b s")
    table = play(session, "fight a", f"{red} for red of player_0", f"{white} for white of player_1")
    assert (table["units"][2] == NO_CELL) == sent_off == bool(table["players"]["points"][0])
    assert ("player_1 a leaves the board." in toy.sentences(session.rows[0])) == sent_off


def test_of_several_units_in_reach_one_is_chosen_and_the_question_names_unit_and_cell() -> None:
    """T-008."""
    session = drawn("0b mid, 1a n, 1b s")
    play(session, "fight b")
    request = session.rows["table"]["request"][0]
    assert (request["unit"], CELL_NAMES[request["cell"]]) == (1, "mid")
    assert list(session.legal()) == ["hit player_1 a", "hit player_1 b"]
    table = play(session, "hit player_1 b", "hit for red of player_0", "blank for white of player_1")
    assert table["units"].tolist()[:4] == [NO_CELL, 0, 1, NO_CELL]


def test_cards_are_drawn_held_played_and_reshuffled() -> None:
    """T-009, T-010."""
    session = drawn("1a mid")
    rows = session.rows
    rows["table"]["cards"] = DISCARDS
    rows["table"]["cards"][0, [BELL * COPIES, SHIELD * COPIES]] = HAND
    rows["table"]["players"]["parries"] = 0
    session = Session.at(toy.GAME, rows)
    play(session, "draw")
    assert session.seat == CHANCE and session.mask.sum() == CARDS - 2, "the discards are the pile now"
    table = play(session, "coin 3 for card of player_0")
    assert table["cards"][2] == HAND and (table["cards"] == PILE).sum() == CARDS - 3
    table = play(session, "rest", "play bell 1")
    assert table["units"][2] == NO_CELL and table["cards"][BELL * COPIES] == DISCARDS
    table = play(session, "rest", "play shield 1")
    assert table["players"]["parries"][0] == 1 and table["players"]["points"][0] == 0


@pytest.mark.parametrize(("bids", "points"), [((1, 2, 2), (0, 0, 0)), ((0, 0, 0), (0, 0, 0)), ((0, 1, 2), (0, 0, 2))])
def test_the_highest_bid_scores_itself_if_it_is_the_only_one(bids: tuple[int, ...], points: tuple[int, ...]) -> None:
    """T-011."""
    session = drawn(seats=3)
    table = play(session, "auction", *(f"bid {bid}" for bid in bids))
    assert tuple(table["players"]["points"][:3]) == points and session.seat == 1
    assert not table["secrets"]["choices"].any() and not table["secrets"]["to_choose"]


def numbered(*numbers: int, **options: Any) -> Session:
    """A bout whose seats hold these numbers."""
    rows = drawn(seats=len(numbers), rounds=9, **options).rows
    rows["table"]["players"]["number"][0, : len(numbers)] = numbers
    return Session.at(toy.GAME, rows)


def struck(attack: int, defense: int, seats: tuple[int, int], *answer: str) -> tuple[str, ...]:
    """A strike with these dice, and what the one who is struck answers, where it is asked."""
    return "strike", f"{attack} for attack of player_{seats[0]}", *answer, f"{defense} for defense of player_{seats[1]}"


def test_a_strike_is_for_the_next_seat_and_must_be_more() -> None:
    """T-004: die and number against die and number; a tie does nothing."""
    table = play(numbered(3, 4, 1), *struck(4, 3, (0, 1), "no"))
    assert table["players"]["points"].tolist() == [0] * 4
    assert play(numbered(3, 4, 1), *struck(5, 3, (0, 1), "no"))["players"]["points"].tolist() == [2, 0, 0, 0]


def test_a_parry_adds_three_and_is_there_once() -> None:
    """T-005: without it the one who is struck is not asked any more."""
    session = numbered(3, 3)
    table = play(session, *struck(6, 3, (0, 1), "yes"))
    assert (table["players"]["parries"].tolist()[:2], table["players"]["points"][0]) == ([1, 0], 0)
    table = play(session, "rest", *struck(6, 3, (0, 1)))
    assert table["players"]["points"].tolist()[:2] == [2, 1]


@pytest.mark.parametrize(("cards", "may"), [(2, True), (3, False)])
def test_a_hand_holds_three_cards(cards: int, may: bool) -> None:
    """T-009."""
    rows = drawn().rows
    rows["table"]["cards"][0, :cards] = HAND
    assert ("draw" in Session.at(toy.GAME, rows).legal()) == may


def test_a_unit_does_not_enter_the_middle() -> None:
    """T-006."""
    assert "move a mid" not in moves(drawn("1a n")) and "move a s" in moves(drawn("1a n"))


def test_a_bell_sends_the_own_unit_off_too() -> None:
    """T-010."""
    rows = drawn("0b mid").rows
    rows["table"]["cards"][0, BELL * COPIES] = HAND
    table = play(Session.at(toy.GAME, rows), "play bell 1")
    assert table["units"][1] == NO_CELL and not table["taken"].any()


def test_a_bout_ends_after_its_rounds_or_is_cut_off() -> None:
    """T-002."""
    for options, truncated in (({"rounds": 2}, 0), ({"rounds": 9, "limit": 4}, 1)):
        session = drawn(**options)
        assert not play(session, "rest", "rest", "rest")["truncated"] and not session.is_over
        assert play(session, "rest")["truncated"] == truncated and session.is_over


def test_the_lucky_number_is_shown_by_its_holder_and_takes_the_point() -> None:
    """T-003: where all might be asked, who holds another number can only decline."""
    assert play(numbered(1, 6, lucky=True), "rest", "yes")["players"]["points"][0] == 0
    assert play(numbered(1, 6, lucky=True), "rest", "no")["players"]["points"][0] == 1
    assert play(numbered(1, 5, lucky=True), "rest")["players"]["points"][0] == 1
    session = numbered(1, 5, lucky=True, windows="held")
    play(session, "rest")
    assert (session.seat, list(session.legal())) == (1, ["no"])


def test_only_who_is_behind_may_yield_and_an_auction_is_called_once() -> None:
    """T-002, T-011."""
    session = drawn(rounds=9)
    assert "yield" not in session.legal() and "auction" in session.legal()
    play(session, "auction", "bid 1", "bid 2")
    assert "auction" in session.legal() and "yield" not in session.legal()
    play(session, "rest")
    assert "yield" in session.legal() and "auction" not in session.legal()
    play(session, "yield")
    assert session.is_over


def crowd(table: Any) -> None:
    table["units"][0, [0, 2]] = 3


def off_the_map(table: Any) -> None:
    table["taken"] = 1 << 6


def uninvited(table: Any) -> None:
    table["units"][0, 7], table["taken"] = 3, table["taken"] | 1 << 3


def stuffed(table: Any) -> None:
    table["cards"][0, :4] = HAND


def early(table: Any) -> None:
    table["secrets"]["choices"][0, 1] = toy.BID + 1


def late(table: Any) -> None:
    table["turn"] = 1


def stray(table: Any) -> None:
    table["request"]["question"], table["request"]["unit"] = toy.Question.TARGET, 3


def rich(table: Any) -> None:
    table["players"]["points"][0, 0] = 9


@pytest.mark.parametrize(
    ("law", "change"),
    [*enumerate((crowd, off_the_map, uninvited, stuffed, early, late, stray, rich), start=1)],
)
def test_each_law_is_seen_to_be_broken(law: int, change: Callable[[Any], None]) -> None:
    rows = copy_of(drawn("0a n, 1a s").rows)
    change(rows["table"])
    assert broken_at(rows) == law, LAWS[broken_at(rows) - 1]


def test_every_command_that_is_not_legal_has_a_reason_and_every_row_a_guide() -> None:
    session = drawn("0a n, 1a mid")
    world = session.known_to(0)
    for action in range(len(toy.ACTIONS)):
        assert toy.GAME.words.guide(action).text
        if not session.mask[action]:
            assert toy.GAME.words.why_not(world, 0, action).endswith((".", "?"))
    assert np.all([offer.title for offer in toy.GAME.words.offers(world, 0, np.flatnonzero(session.mask))])


@pytest.mark.skipif(PLAIN, reason="hundreds of bouts")
@pytest.mark.parametrize("agent", ["greedy", "sensible"])
def test_its_scripted_agents_beat_chance(agent: str) -> None:
    score = rate(toy.GAME, load(agent, toy.GAME), load("random", toy.GAME), "random", 300, 3, {})
    assert score.wins > 1.5 * score.losses


@pytest.mark.skipif(not PLAIN, reason="another way into the rules, compiled for this test alone")
def test_a_number_that_no_command_covers_is_an_error() -> None:
    """Answers are no commands."""
    bout = Session(toy.GAME, toy.read_options(), seed=1).bout
    for answer in (toy.NO, toy.YES, toy.BID, toy.TARGET):
        with pytest.raises(UnknownCommand):
            obey(bout, 0, answer)


def test_a_choice_that_is_no_bid_breaks_the_law_of_secrets() -> None:
    session = drawn(seats=3)
    play(session, "auction", "bid 1")
    rows = copy_of(session.rows)
    assert broken_at(rows) == 0
    rows["table"]["secrets"]["choices"][0, 0] = toy.BID + BIDS + 1
    assert "is a bid" in LAWS[broken_at(rows) - 1]
