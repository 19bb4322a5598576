"""The balance report: a planted unfair card is found, fair ones are not, the numbers add up, the page holds all."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from nexus_env.cli.main import main
from nexus_env.contract.balance_facts import Kind
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.checks.balance_facts import LEDGER, kinds
from nexus_env.reports.intervals import newcombe, wilson
from nexus_env.tools.balance import CensusPlan, play, report_on
from nexus_env.tools.balance.census import Census
from nexus_env.tools.balance.findings import Finding, of_the_seats, of_the_table
from nexus_env.tools.balance.page import points

SMALL = {"seats": 2, "barge": "roll", "deal": "random", "influence_cards": 8}
THINGS = Kind("thing", "Things", "It had it.", "By chance.", 1, ("fair", "unfair", "everybody's", "nobody's"))
BOARDS = Kind("board", "Boards", "It was there.", "By chance.", 1, ("first", "second", "third", "fourth"), shared=True)


def counted(bouts: int = 4000, seats: int = 2, edge: float = 0.2) -> Census:
    """Bouts by a formula: who has the thing in column 2 wins more often by `edge`; every tenth bout is drawn."""
    rng = np.random.default_rng(1)
    had = np.zeros((bouts, seats, 5), np.int8)
    had[:, :, 1] = rng.random((bouts, seats)) < 0.5
    had[np.arange(bouts), rng.integers(seats, size=bouts), 2] = 1
    had[:, :, 3] = 1
    chances = np.where(had[:, :, 2] == 1, 1 / seats + edge, (1 - 1 / seats - edge) / (seats - 1))
    winner = (rng.random((bouts, 1)) > chances.cumsum(axis=1)).sum(axis=1)
    wins = np.eye(seats)[np.minimum(winner, seats - 1)]
    wins[::10] = 0
    return Census(had, wins, np.zeros(bouts, np.bool_), 10 * bouts)


def by_name(findings: tuple[Finding, ...]) -> dict[str, Finding]:
    return {one.name: one for one in findings}


# --- intervals --------------------------------------------------------------------------------------------------------


def test_intervals_are_those_of_the_textbook() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.27753), abs=1e-4)
    assert wilson(50, 100) == pytest.approx((0.40383, 0.59617), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.72247, 1.0), abs=1e-4)


def test_the_difference_of_two_shares_is_that_of_the_paper() -> None:
    """Newcombe 1998, method 10: 56/70 and 48/80, 9/10 and 3/10, 10/10 and 0/10."""
    assert newcombe(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=1e-4)
    assert newcombe(9, 10, 3, 10) == pytest.approx((0.1705, 0.8090), abs=1e-4)
    assert newcombe(10, 10, 0, 10) == pytest.approx((0.6075, 1.0), abs=1e-4)


# --- findings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_unfair_stands_out_and_what_is_fair_does_not(seats: int) -> None:
    section = of_the_seats(counted(seats=seats), replace(THINGS, names=("fair", "unfair")))
    found = by_name(section.findings)
    assert section.findings[0].name == "unfair" and found["unfair"].stands_out
    assert found["unfair"].effect == pytest.approx(0.9 * 0.2, abs=0.03)
    assert found["unfair"].low < 0.9 * 0.2 < found["unfair"].high  # a tenth of the bouts is drawn
    assert found["fair"].low < 0 < found["fair"].high and found["fair"].drawn == pytest.approx(0.1, abs=0.02)


def test_what_all_had_or_nobody_had_is_told_but_not_compared() -> None:
    found = by_name(of_the_seats(counted(), THINGS).findings)
    assert (found["everybody's"].seen, found["everybody's"].compared, found["everybody's"].effect) == (8000, 0, None)
    assert (found["nobody's"].seen, found["nobody's"].effect, points(found["nobody's"])) == (0, None, "-")


def test_a_bout_counts_once_however_many_had_it() -> None:
    """Of three seats two had it, one of them won: their mean is a half, the even share a third."""
    had = np.zeros((1, 3, 2), np.int8)
    had[0, :2, 1] = 1
    census = Census(had, np.array([[1.0, 0.0, 0.0]]), np.zeros(1, np.bool_), 1)
    (only,) = of_the_seats(census, replace(THINGS, names=("it",))).findings
    assert (only.seen, only.compared, only.won) == (2, 1, 0.5) and only.effect == pytest.approx(1 / 2 - 1 / 3)


def test_a_shared_victory_is_won_in_part_and_a_draw_is_even() -> None:
    had = np.zeros((2, 3, 2), np.int8)
    had[:, 0, 1] = 1
    census = Census(had, np.array([[0.5, 0.5, 0.0], [0.0, 0.0, 0.0]]), np.zeros(2, np.bool_), 2)
    (only,) = of_the_seats(census, replace(THINGS, names=("it",))).findings
    assert (only.won, only.drawn) == (0.25, 0.5) and only.effect == pytest.approx((1 / 2 + 1 / 3) / 2 - 1 / 3)
    assert np.allclose(census.scores.sum(axis=1), 1)


def test_a_board_that_favors_the_first_seat_and_one_that_brings_no_decision_are_found() -> None:
    rng = np.random.default_rng(2)
    had, wins = np.zeros((3000, 2, 5), np.int8), np.zeros((3000, 2))
    board = np.arange(3000) % 3
    had[np.arange(3000), :, 1 + board] = 1
    first = rng.random(3000) < np.choose(board, [0.5, 0.65, 0.5])
    wins[:, 0], wins[:, 1] = first, ~first
    wins[(board == 2) & (rng.random(3000) < 0.3)] = 0
    favor, decided = of_the_table(Census(had, wins, np.zeros(3000, np.bool_), 1), BOARDS)
    assert [one.name for one in favor.findings if one.stands_out] == ["second"]
    assert by_name(favor.findings)["second"].effect == pytest.approx(0.15, abs=0.05)
    assert by_name(decided.findings)["third"].effect == pytest.approx(-0.3, abs=0.06)
    assert by_name(decided.findings)["third"].stands_out and by_name(decided.findings)["fourth"].effect is None


def test_of_more_than_two_seats_each_is_looked_at() -> None:
    sections = of_the_table(counted(seats=4), BOARDS)
    assert [section.key for section in sections] == [f"board_player_{seat}" for seat in range(4)] + ["board_decided"]


# --- the game ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def census() -> Census:
    return play(CensusPlan(NEXUS, "greedy", SMALL, 1), 150)


def column_of(census: Census, key: str) -> np.ndarray:
    """How many of each bout's seats had each thing of a kind: [bouts, seats, things]."""
    kind = next(kind for kind in kinds(SMALL) if kind.key == key)
    return census.had[:, :, kind.first : kind.first + len(kind.names)]


def test_the_numbers_add_up(census: Census) -> None:
    """One lanista and one motivation a seat, no two alike; one barge a bout; a card has one keeper and one player."""
    for key in ("lanista", "motivation"):
        assert (column_of(census, key).sum(axis=2) == 1).all() and column_of(census, key).sum(axis=1).max() == 1
    barges = column_of(census, "barge")
    assert (barges.sum(axis=2) == 1).all() and (barges[:, 0] == barges[:, 1]).all() and barges.any(axis=(0, 1)).all()
    assert column_of(census, "kept").sum(axis=1).max() == 1
    assert set(np.unique(census.wins.sum(axis=1))) == {0.0, 1.0} and census.decisions > 150


def test_a_seat_keeps_as_many_cards_as_its_lanista_has_influence(census: Census) -> None:
    influence = NEXUS.read_options(**SMALL)["lanistas"][0, :, 0]
    kept = column_of(census, "kept").sum(axis=2)
    assert (kept == np.minimum(influence[column_of(census, "lanista").argmax(axis=2)], 4)).all()


def test_what_is_played_was_kept_by_somebody(census: Census) -> None:
    kept, played = (column_of(census, key).any(axis=1) for key in ("kept", "played"))
    assert played.any() and not (played & ~kept).any()


def test_lanistas_weighed_by_their_bouts_cancel_out(census: Census) -> None:
    """What one wins another one loses."""
    section = report_on(CensusPlan(NEXUS, "greedy", SMALL, 1), census, 1.0).sections[0]
    assert section.key == "lanista" and section.mean == pytest.approx(0, abs=1e-12)
    assert sum((one.effect or 0) * one.compared for one in section.findings) == pytest.approx(0, abs=1e-9)
    assert sum(one.seen for one in section.findings) == 300


def test_the_same_bouts_are_played_again_and_by_any_number_of_processes(census: Census) -> None:
    again = play(CensusPlan(NEXUS, "greedy", SMALL, 1), 150, processes=2)
    assert (again.had == census.had).all() and (again.wins == census.wins).all()
    other = play(CensusPlan(NEXUS, "greedy", SMALL, 2), 10)
    assert (other.had != census.had[:10]).any()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the command writes of a stock in which one card is worth far too much."""
    folder = tmp_path_factory.mktemp("balance")
    (folder / "stock").mkdir()
    (folder / "stock" / "influence.toml").write_text(
        '[[card]]\nname = "Friends in the Stands"\ntiming = "any time"\n'
        'effects = [{ do = "damage overall", whom = "chosen opponent", amount = 25, coins = "player" }]\nhouse = true\n'
    )
    words = ["balance", "--agent", "greedy", "--bouts", "500", "--seed", "3"]
    assert main([*words, "--stock", str(folder / "stock"), "--out", str(folder / "out")]) == 0
    return folder / "out"


def test_a_planted_unfair_card_is_found(written: Path) -> None:
    """It is on top of the cards kept and of the cards played, and the only one that stands out."""
    sections = {section["key"]: section for section in json.loads((written / "balance.json").read_text())["sections"]}
    for key in ("kept", "played"):
        findings = sections[key]["findings"]
        assert findings[0]["name"] == "Friends in the Stands" and findings[0]["low"] > 0.1
        assert [one["name"] for one in findings if one["stands_out"]] == ["Friends in the Stands"]


def test_the_page_is_well_formed_and_holds_every_thing(written: Path) -> None:
    text = (written / "balance.html").read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>\n") and "://" not in text.replace("http://www.w3.org/", "")
    root = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    sections = {section.attrib["id"]: section for section in root.iter("section")}
    numbers = json.loads((written / "balance.json").read_text(encoding="utf-8"))
    assert list(sections) == [section["key"] for section in numbers["sections"]]
    for told in numbers["sections"]:
        cells = [cell.text for cell in sections[told["key"]].iter("td")]
        drawn = ["".join(text.itertext()) for text in sections[told["key"]].iter("{http://www.w3.org/2000/svg}text")]
        for finding in told["findings"]:
            assert finding["name"] in cells
            assert (finding["name"] in drawn) == (finding["effect"] is not None)


def test_the_kinds_are_those_of_the_stock() -> None:
    """All columns belong to one kind each, and more seats and a drawn barge have theirs too."""
    listed = kinds({"seats": 4, "barge": "open"})
    columns = [kind.first + place for kind in listed for place in range(len(kind.names))]
    assert len(columns) == len(set(columns)) and max(columns) < LEDGER.columns
    assert listed[-1].names[-1] == "Custom barge" and "Hoarder" in listed[1].names


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--agent greed", "did you mean greedy"),
        ("--seats 5", "seats"),
        ("--barge 9", "barge"),
        ("--deal drft", "did you mean"),
        ("--stock nowhere", "nowhere: no such folder"),
        ("--loader nowhere:load", "the loader of agents, nowhere:load"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(
    words: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["balance", "--bouts", "2", "--out", str(tmp_path / "out"), *words.split()]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err and printed.err.count("\n") == 1 and not (tmp_path / "out").exists()


def test_a_file_where_the_folder_should_be_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out").write_text("mine")
    assert main(["balance", "--bouts", "2", "--out", str(tmp_path / "out")]) == 2
    assert f"{tmp_path / 'out'}: got a file; expected a folder" in capsys.readouterr().err
    assert (tmp_path / "out").read_text() == "mine"


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out").write_text("mine")
    assert main(["balance", "--bouts", "2", "--out", str(tmp_path / "out" / "deeper")]) == 2
    assert (
        f"{tmp_path / 'out' / 'deeper'}: got a folder that cannot be written to (Not a directory);"
        in capsys.readouterr().err
    )


class Cheat:
    """Gives an action that does not exist."""

    def choose(self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return np.full(len(masks), 9999)


def test_an_agent_that_breaks_the_rules_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["balance", "--bouts", "2", "--out", str(tmp_path / "out"), "--agent", "test_balance:cheat"]
    assert main(words) == 2
    assert "Agent 'test_balance:cheat' as player_" in capsys.readouterr().err


def cheat(game: object) -> Cheat:
    return Cheat()
