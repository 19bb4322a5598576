"""Components and setting up the bout (manual p.2-9)."""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from table import Bout, Table

from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.cards.barges import PIECES, SYMBOLS
from nexus_env.games.nexus.cards.stock import STOCK
from nexus_env.games.nexus.rules.bout import (
    COINS,
    SEATS,
    STARTING_HEALTH,
    Pile,
    Square,
    Trait,
)
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.kit.bitsets import how_many
from nexus_env.kit.options import OptionsError

OPEN_BARGE = "\n".join(["........"] * 8)


def set_up(**options: Any) -> Bout:
    """A bout at its first Initiative Round."""
    bout = Bout(**{"deal": "random", "barge": "open", **options})
    bout.set_up_anyhow()
    return bout


def squares(bout: Bout) -> dict[tuple[int, int], Square]:
    """What lies on the barge, by (x, y)."""
    return {(int(x) + 1, int(y) + 1): Square(int(bout.table.squares[y, x])) for y, x in np.argwhere(bout.table.squares)}


# --- players ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_players_and_no_other_number(seats: int):
    """R-013, R-446: nobody plays alone, and there is no fifth seat."""
    with pytest.raises(OptionsError, match="seats"):
        NEXUS.read_options(seats=seats)


@pytest.mark.parametrize("seats", [2, 3])
def test_only_seats_that_are_taken_can_pass(seats: int):
    """R-013: a seat that nobody sits on is a mistake; `true` means all who play."""
    assert NEXUS.read_options(seats=seats, auto_pass=[seats - 1])["auto_pass"] == 1 << (seats - 1)
    assert NEXUS.read_options(seats=seats, auto_pass=True)["auto_pass"] == (1 << seats) - 1
    assert NEXUS.read_options(seats=seats, auto_pass=False)["auto_pass"] == 0
    with pytest.raises(OptionsError, match=f"auto_pass: got {seats}; expected seats from 0 to {seats - 1}"):
        NEXUS.read_options(seats=seats, auto_pass=[0, seats])


def test_everybody_fights_everybody():
    """R-013, R-446: there are no teams; each of the three others is an opponent."""
    table = Table("2v 1v 3v\n .  0^ .", seats=4, cred=1)
    table.give(0, swagger=5)
    assert {"turn crowd first opponent", "turn crowd second opponent", "turn crowd third opponent"} <= table.legal()
    assert {"wild attack forward", "wild attack forward-left", "wild attack forward-right"} <= table.legal()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_but_the_players_is_ever_asked(seats: int):
    """R-020: a referee decides nothing."""
    bout = Bout(seats=seats, influence_cards=24, third_side="ask")
    bout.set_up_anyhow()
    bout.go_on(dice=[face for seat in range(seats) for face in (1, 1 + seat)], until="RATIO")
    bout.step("ratio to movement")
    assert {seat for _, seat in bout.asked} == set(range(seats))


# --- lanistas and motivations -----------------------------------------------------------------------------------------


def test_each_player_takes_a_different_lanista_in_random_order():
    """R-021, R-017: dice say who chooses first; of the eight cards a taken one is gone."""
    bout = Bout(seats=3)
    bout.go_on(dice=[2, 2], until="LANISTA")
    assert (bout.rolled, bout.seat) == ([("ORDER", -1, 2), ("ORDER", -1, 2)], 1)
    eight = {f"choose lanista {card}" for card in range(1, 9)}
    assert bout.legal() == eight
    bout.step("choose lanista 4")
    assert (bout.seat, bout.legal()) == (2, eight - {"choose lanista 4"})
    bout.step("choose lanista 1")
    assert (bout.seat, bout.legal()) == (0, eight - {"choose lanista 4", "choose lanista 1"})


def test_cards_may_be_dealt_instead():
    """R-021, R-025: by option all cards come from dice, and no card twice."""
    bout = Bout(seats=4, deal="random")
    bout.set_up_anyhow()
    assert not bout.asked
    assert [int(bout.lanista(seat).card) for seat in range(4)] == [0, 1, 2, 3]
    assert [int(bout.lanista(seat).motivation) for seat in range(4)] == [0, 1, 2, 3]


def test_the_printed_lanista():
    """R-022, R-023, R-024: Influence 2 keeps two cards, Deception 0 is no token, Command 4 is four."""
    bout = Bout(influence_cards=24)
    bout.go_on(dice=[1], until="LANISTA")
    bout.step("choose lanista 1")
    bout.set_up_anyhow()
    lanista = bout.lanista(0)
    assert (lanista.influence, lanista.deception_tokens, lanista.command_tokens) == (2, 0, 4)
    assert how_many(int(lanista.hand)) == 2


def test_four_lanistas_never_need_more_tokens_than_the_box_holds(tmp_path: Path):
    """R-016: 20 Command and 10 Deception tokens."""
    _, deception, command = np.sort(NEXUS.read_options()["lanistas"][0], axis=0)[-SEATS:].sum(axis=0)
    assert deception <= 10 and command <= 20
    card = '[[lanista]]\nname = "{}"\ninfluence = 0\ndeception = 0\ncommand = 6\n'
    (tmp_path / "lanistas.toml").write_text("".join(card.format(number) for number in range(8)))
    with pytest.raises(OptionsError, match=r"24 command tokens on four cards; expected at most 20\."):
        NEXUS.read_options(stock=str(tmp_path))


def test_each_player_takes_a_different_motivation_which_raises_reserves_from_0():
    """R-025, R-027, R-017: one card of each of the four; the Hoarder's bonuses are all that its helot has."""
    bout = Bout()
    bout.go_on(dice=[2], until="LANISTA")
    bout.step("choose lanista 1")
    bout.step("choose lanista 2")
    four = {f"choose motivation {card}" for card in range(1, 5)}
    assert (bout.question.name, bout.seat, bout.legal()) == ("MOTIVATION", 1, four)
    assert not bout.helot(1).traits.any()
    bout.step("choose motivation 1")
    assert bout.legal() == four - {"choose motivation 1"}
    raised = {Trait(trait).name for trait in np.flatnonzero(bout.helot(1).traits)}
    assert raised == {"INSTINCT", "DEFTNESS", "CUNNING"}
    assert bout.helot(1).traits.sum() == 3


# --- panels and piles -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_health_cred_and_crowd_pile_at_the_start(seats: int):
    """R-026, R-034, R-444, R-017: full panels, no Cred, and 5 coins a player from the 700 of the box for the crowd."""
    bout = set_up(seats=seats)
    full = {"HEAD": 10, "CHEST": 15, "MIDSECTION": 15, "LEFT_UPPER": 12, "RIGHT_UPPER": 12, "LEFT_LOWER": 12}
    full |= {"RIGHT_LOWER": 12, "OVERALL_CONDITION": 50}
    for seat in range(seats):
        assert {Pile(pile).name: int(coins) for pile, coins in enumerate(bout.helot(seat).health)} == full
        assert bout.lanista(seat).cred == 0
        assert bout.lanista(seat).counter == 0
    assert bout.table.crowd_pile == 5 * seats
    assert bout.table.box == 700 - seats * (5 + sum(full.values()))
    assert sum(full.values()) == STARTING_HEALTH.sum() and COINS == 700


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_influence_cards_are_dealt_and_as_many_kept_as_the_lanista_has_influence(seats: int):
    """R-017, R-023, R-028, R-444: 24 cards, 12, 8 or 6 each; the rest is put away."""
    bout = Bout(seats=seats, deal="random", barge="open", influence_cards=24)
    while bout.question.name != "KEEP_CARD":
        bout.roll(1)
    hands = [int(bout.lanista(seat).discarded) for seat in range(seats)]
    assert [how_many(hand) for hand in hands] == [24 // seats] * seats
    assert sum(hands) == (1 << 24) - 1
    assert bout.legal() == {f"keep card {card + 1}" for card in range(24) if hands[0] >> card & 1}
    bout.set_up_anyhow()
    for seat in range(seats):
        lanista = bout.lanista(seat)
        assert how_many(int(lanista.hand)) == lanista.influence < 24 // seats
        assert int(lanista.hand) | int(lanista.discarded) == hands[seat]
        assert int(lanista.hand) & int(lanista.discarded) == 0


def test_an_influence_hand_is_seen_by_its_player_only():
    """R-029: other cards in the hand of seat 0 change what seat 0 sees, and nothing for seat 1."""
    bout = set_up(influence_cards=24)
    mine, theirs = bout.seen_by(0), bout.seen_by(1)
    lanista = bout.lanista(0)
    kept, other = int(lanista.hand), int(lanista.discarded)
    lanista.hand = (kept & (kept - 1)) | (other & -other)  # one card changed for another
    lanista.discarded = (kept | other) & ~int(lanista.hand)
    assert bout.seen_by(1) == theirs
    assert bout.seen_by(0) != mine


# --- the barge --------------------------------------------------------------------------------------------------------


def test_a_barge_is_chosen_or_rolled():
    """R-030, R-355: one of eight layouts by its number, or by a d8."""
    chosen = set_up(barge=7)
    assert squares(chosen)[(2, 2)] == Square.PILLAR and "BARGE" not in [purpose for purpose, _, _ in chosen.rolled]
    rolled = Bout(barge="roll")
    rolled.set_up_anyhow(until=Purpose.BARGE)
    rolled.roll(7)
    assert rolled.rolled[-1] == ("BARGE", -1, 7)
    assert squares(rolled) == squares(chosen)


def test_a_custom_layout():
    """R-030, R-355, R-358, R-445, R-001: eight drawn rows, by agreement; x counts from the west, y from the north."""
    rows = OPEN_BARGE.splitlines()
    rows[1] = "..c....."
    rows[6] = "......u#"
    bout = set_up(barge="\n".join(rows))
    assert squares(bout) == {(3, 2): Square.CRATE, (7, 7): Square.BRAZIER, (8, 7): Square.PILLAR}


# Appendix A of the rules in the project's own words: which squares hold what. Blood and guts are proposals.
LAYOUTS = {
    1: "u42 u24 u75 u57 c33 c66 #23 #43 #56 #76",
    2: "u42 u14 u85 u57 c23 c76 #32 #53 #46 #67",
    3: "c13 c83 c16 c86 #23 #73 #26 #76 u44 u55",
    4: "u33 u63 u36 u66 #43 #53 #46 #56 c44 c54 c45 c55",
    5: "u23 u73 u26 u76 #34 #64 #35 #65 c54 c45",
    6: "b33 b63 b36 b66 b44 b55 g54 g45 g25 g74",
    7: "#22 #72 #27 #77 c23 c73 c26 c76 u34 u64 u35 u65",
    8: "g42 g52 g47 g57 g24 g75 b44 b54 b45 b55 b22 b77",
}


@pytest.mark.parametrize("number", LAYOUTS)
def test_the_eight_layouts(number: int):
    """R-355, R-357: the reconstructed layouts, square by square, within the limits of the box."""
    pieces = LAYOUTS[number].split()
    wanted = {(int(piece[1]), int(piece[2])): SYMBOLS[piece[0]] for piece in pieces}
    assert len(wanted) == len(pieces) and squares(set_up(barge=number)) == wanted
    assert all(sum(what == square for what in wanted.values()) <= most for square, most in PIECES.items())


def test_reconstructed_layouts_are_marked():
    """R-357: every barge of the stock says that it is the project's own."""
    barges = tomllib.loads((STOCK / "barges.toml").read_text(encoding="utf-8"))["barge"]
    assert [barge["number"] for barge in barges] == list(LAYOUTS) and all(barge["house"] for barge in barges)


@pytest.mark.parametrize("hazards", [(), ("saw",), ("spikes", "saw")])
def test_saws_and_spikes_join_any_layout_but_not_at_setup(hazards: tuple[str, ...]):
    """R-356: they may be added to any layout; at the start none is on the board."""
    bout = set_up(barge=3, hazards=hazards)
    assert not {Square.SAW, Square.SPIKES} & set(squares(bout).values())
    agreed = {"saw": Square.SAW, "spikes": Square.SPIKES}
    assert [what for what in bout.bout.options.hazards if what] == [agreed[name] for name in hazards]


@pytest.mark.parametrize("hazards", [["saw", "saw"], ["brazier", "saw", "spikes", "brazier"]])
def test_a_hazard_has_one_place_in_the_order(hazards: list[str]):
    """R-033: the agreed order names each hazard once."""
    with pytest.raises(OptionsError, match=r"hazards: got .* twice; expected each hazard once"):
        NEXUS.read_options(hazards=hazards)


@pytest.mark.parametrize("rows", [["........"] * 7, ["........"] * 9, ["........."] * 8])
def test_the_board_has_eight_rows_of_eight(rows: list[str]):
    """R-001: nothing else is a barge."""
    with pytest.raises(OptionsError, match="expected 8"):
        NEXUS.read_options(barge="\n".join(rows))


@pytest.mark.parametrize(("symbol", "most"), [("#", 4), ("c", 4), ("u", 4), ("b", 10), ("g", 10)])
def test_no_more_pieces_than_the_box_holds(symbol: str, most: int):
    """R-014: 4 pillars, braziers and crates, 10 Blood and Guts tiles."""

    def drawn(count: int) -> str:
        cells = "." * 8 + (symbol * count).ljust(56, ".")
        return "\n".join(cells[8 * y : 8 * y + 8] for y in range(8))

    assert np.count_nonzero(NEXUS.read_options(barge=drawn(most))["barges"][0, 8]) == most
    with pytest.raises(OptionsError, match=f"got {most + 1} of .*; expected at most {most}"):
        NEXUS.read_options(barge=drawn(most + 1))


@pytest.mark.parametrize(
    ("barge", "scattered"), [("open", {"crate": 5}), (1, {"brazier": 1}), ("roll", {"pillar": 1}), (6, {"blood": 5})]
)
def test_pieces_placed_at_random_come_from_the_same_box(barge: Any, scattered: dict[str, int]):
    """R-014: what the layout holds already, or may hold when it is rolled, counts."""
    with pytest.raises(OptionsError, match=f"scattered.{next(iter(scattered))}"):
        NEXUS.read_options(barge=barge, scattered=scattered)
    assert set(PIECES) == {Square.PILLAR, Square.CRATE, Square.BRAZIER, Square.BLOOD, Square.GUTS}


def test_a_piece_is_placed_by_an_orange_and_a_green_d8():
    """R-001, R-002, R-018, R-031, R-358: the orange die gives x, the green one y."""
    bout = Bout(barge="open", scattered={"crate": 1})
    bout.set_up_anyhow(until=Purpose.COLUMN)
    bout.roll(3)
    bout.roll(8)
    assert bout.rolled[-2:] == [("COLUMN", -1, 3), ("ROW", -1, 8)]
    assert squares(bout) == {(3, 8): Square.CRATE}


def test_during_setup_a_taken_square_and_a_start_square_are_rolled_again():
    """R-030, R-032, R-039: the pillar stands on (2,2); the crate may not stand there, nor on a corner."""
    bout = Bout(barge="open", scattered={"pillar": 1, "crate": 1})
    bout.set_up_anyhow(until=Purpose.COLUMN)
    for face in (2, 2, 2, 2, 8, 1, 5, 4):
        bout.roll(face)
    assert [face for purpose, _, face in bout.rolled if purpose == "COLUMN"] == [2, 2, 8, 5]
    assert squares(bout) == {(2, 2): Square.PILLAR, (5, 4): Square.CRATE}


def test_start_squares_are_kept_clear():
    """R-039: what a layout shows on the corners is left out."""
    rows = OPEN_BARGE.splitlines()
    rows[0], rows[7] = "#......c", "bb.....g"
    assert squares(set_up(barge="\n".join(rows))) == {(2, 8): Square.BLOOD}


# --- seats ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "places"),
    [
        ({"seats": 2}, [(1, 8, "^"), (8, 1, "v")]),
        ({"seats": 3}, [(1, 8, "^"), (8, 1, "v"), (1, 1, ">")]),
        ({"seats": 3, "third_side": "east"}, [(1, 8, "^"), (8, 1, "v"), (8, 8, "<")]),
        ({"seats": 4}, [(1, 8, "^"), (8, 1, "v"), (1, 1, ">"), (8, 8, "<")]),
    ],
)
def test_where_each_player_sits_and_starts(options: dict[str, Any], places: list[tuple[int, int, str]]):
    """R-036, R-037, R-038, R-444: South and North, then West or East; the leftmost square of the closest row."""
    bout = set_up(**options)
    for seat, (x, y, arrow) in enumerate(places):
        helot = bout.helot(seat)
        assert (int(helot.x), int(helot.y), "^>v<"[int(helot.facing)]) == (x, y, arrow)


@pytest.mark.parametrize(("answer", "x"), [("sit west", 1), ("sit east", 8)])
def test_the_third_player_chooses_its_side(answer: str, x: int):
    """R-038: it is asked where the table agreed on no side."""
    bout = Bout(seats=3, third_side="ask")
    assert (bout.question.name, bout.seat, bout.legal()) == ("SIDE", 2, {"sit west", "sit east"})
    bout.step(answer)
    assert bout.helot(2).x == x


@pytest.mark.parametrize(("third", "sides"), [("west", [2, 0, 3, 1]), ("east", [2, 0, 1, 3])])
def test_the_fourth_player_sits_opposite_the_third(third: str, sides: list[int]):
    """R-036, R-038, R-037: sides are counted clockwise from the north; each has a corner of its own."""
    bout = Bout(seats=4, third_side=third)
    assert [int(bout.lanista(seat).side) for seat in range(4)] == sides
    assert len({(int(bout.helot(seat).x), int(bout.helot(seat).y)) for seat in range(4)}) == 4
