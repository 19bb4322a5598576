"""What games of other authors need from shared code: small games, in plain Python, in folders of their own."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import toy
from copies import write_module
from processes import ROOT, environment

from nexus_env.contract.real_table import Chance, Hands
from nexus_env.contract.rulebook import FILE, Rulebook
from nexus_env.core.privacy import may_know
from nexus_env.core.slots import rows_of
from nexus_env.frontends.table import dice
from nexus_env.frontends.table.host import Host
from nexus_env.kit import decks
from nexus_env.kit.decks import DISCARDS, PILE
from nexus_env.kit.seats import NOBODY
from nexus_env.kit.tape import OPEN, PRIVATE, SUSPENDED, draw_member, draw_member_openly
from nexus_env.kit.units import NO_CELL, NO_UNIT, ask_unit_privately
from nexus_env.machine.compiled import compiled
from nexus_env.play.autosave import AutosavedBout
from nexus_env.tools import documents, new_game

HERE = Path(__file__).parent


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A program in a folder, without compiling anything."""
    variables = environment(folder, ROOT, HERE, NUMBA_DISABLE_JIT="1")
    return subprocess.run([sys.executable, *words], cwd=folder, env=variables, capture_output=True, text=True)


# --- positions --------------------------------------------------------------------------------------------------------

STUCK = """
from nexus_env.text import position
import stuck
position.read(stuck.GAME, "stuck 1; table seats=2 places=6")
try:
    position.read(stuck.GAME, "stuck 1; table seats=2 places=7")
except ValueError as error:
    print(error)
"""


def test_a_position_whose_question_nobody_can_answer_is_refused(tmp_path: Path) -> None:
    """Whatever the game itself checks: this one has no laws."""
    write_module(tmp_path, "stuck", 1)
    path = tmp_path / "stuck.py"
    source = path.read_text(encoding="utf-8")
    asked = "if request.seat != NOBODY:"
    assert asked in source
    path.write_text(source.replace(asked, "if request.seat != NOBODY and bout.table.places[0] != 7:"), encoding="utf-8")
    done = run(tmp_path, "-c", STUCK)
    told = "position, request question: got 0, to which player_0 has no answer; expected a question that has one.\n"
    assert done.stdout == told, done.stderr


# --- questions and draws ----------------------------------------------------------------------------------------------


@compiled
def ask_at(rows: Any, openly: bool, hidden: bool) -> int:
    """Ask about unit 3 on cell 5 as the only thing of a command; -2 if somebody is asked."""
    answer = -2
    try:
        answer = ask_unit_privately(rows[0], 4, 1, 0, 3, 5, openly, hidden)
    except SUSPENDED:
        answer = -2
    return answer


@pytest.mark.parametrize(("openly", "hidden"), [(False, False), (False, True), (True, False)])
def test_a_private_question_about_a_unit_leaves_nothing_where_nobody_is_asked(openly: bool, hidden: bool) -> None:
    rows = rows_of(toy.GAME.dtype, 1)
    request = rows["table"]["request"]
    request["unit"], request["cell"] = NO_UNIT, NO_CELL
    before = rows["table"].tobytes()
    answer = ask_at(rows, openly, hidden)
    if openly or hidden:
        assert answer == -2 and (request["unit"], request["cell"], request["seat"]) == (3, 5, 1)
        assert request["private"] == (OPEN if openly else PRIVATE)
    else:
        assert answer == 0 and rows["table"].tobytes() == before and rows["tape"]["length"] == 1


@compiled
def draw_at(rows: Any, is_open: bool, of_deck: bool) -> int:
    """Draw a card of nobody as the only thing of a command; -2 if chance is asked."""
    bout, card = rows[0], -2
    try:
        if of_deck and is_open:
            card = decks.draw_openly(bout, bout.table.cards, PILE, DISCARDS, 6, NOBODY)
        elif of_deck:
            card = decks.draw(bout, bout.table.cards, PILE, DISCARDS, 6, NOBODY)
        elif is_open:
            card = draw_member_openly(bout, 0b1010, 4, 6, NOBODY)
        else:
            card = draw_member(bout, 0b1010, 4, 6, NOBODY)
    except SUSPENDED:
        card = -2
    return card


@pytest.mark.parametrize("of_deck", [False, True])
def test_an_open_draw_is_asked_in_front_of_everybody_and_draws_as_a_hidden_one(of_deck: bool) -> None:
    drawn = []
    for is_open in (False, True):
        rows = rows_of(toy.GAME.dtype, 1)
        drawn.append(draw_at(rows, is_open, of_deck))
        rows = rows_of(toy.GAME.dtype, 1)
        rows["tape"]["dictated"] = 1
        assert draw_at(rows, is_open, of_deck) == -2 and may_know(rows[0], None) == is_open
    assert drawn[0] == drawn[1] >= 0


BEAST = Chance("a beast card", "beast", NOBODY, {"wolf": 0, "old bear": 1}, is_die=False)


def test_people_draw_an_open_card_of_nobody_and_type_its_name() -> None:
    assert dice.describe([BEAST]) == "Somebody draws a beast card; type wolf or old bear:"
    assert dice.read_faces([BEAST], "Old  Bear") == [1] and dice.read_faces([BEAST], "wo") == [0]


def test_the_program_draws_a_hidden_card_of_nobody_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    host = Host(AutosavedBout(toy.GAME, {}, dictated=True), {})
    monkeypatch.setattr(dice, "asked", lambda session: BEAST)
    monkeypatch.setattr(host, "_act", lambda *actions: None)
    host._roll_in_secret()
    assert capsys.readouterr().out == "The program draws a beast card.\n"


# --- the real table ---------------------------------------------------------------------------------------------------

WHITE = Chance("white die", "defense", 0, {"blank": 0, "shield": 1, "shield + shield": 2, "hit": 3})


@pytest.mark.parametrize(
    ("typed", "faces"),
    [
        ("shield + shield", [2]),
        ("Shield +  shield", [2]),
        ("shield", [1]),
        ("shield + shield hit", [2, 3]),
        ("hit, shield + shield", [3, 2]),
        ("shield shield", [1, 1]),
        ("h b", [3, 0]),
        ("shield + shield shield + shield shield", [2, 2, 1]),
    ],
)
def test_a_face_of_several_words_is_typed(typed: str, faces: list[int]) -> None:
    assert dice.read_faces([WHITE] * len(faces), typed) == faces


@pytest.mark.parametrize("typed", ["shield +", "sword", "shield shield shield", ""])
def test_what_is_no_face_is_told(typed: str) -> None:
    with pytest.raises(ValueError, match=r"got .*; expected "):
        dice.read_faces([WHITE, WHITE], typed)


def test_commands_that_play_cards_may_begin_with_different_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """And one of them may be the name of the card alone."""
    names = {10: "summon wolf", 11: "summon bear", 12: "cast the rain", 13: "fireball"}
    nothing = (frozenset[int](),) * 2
    plays = {10: 0, 11: 1, 12: 2, 13: 3}
    hands = Hands("card", ("wolf", "bear", "rain", "fireball"), nothing, nothing, nothing, frozenset(), {}, plays)
    host = Host(AutosavedBout(toy.GAME, {}, dictated=True), {})
    monkeypatch.setattr(host, "words", SimpleNamespace(action=lambda number: names[number]))
    monkeypatch.setattr(type(host.dealer), "hands", property(lambda dealer: hands))
    monkeypatch.setattr(host.dealer, "hold", lambda seat, card: None)
    for action, text in names.items():
        assert host._card_meant(text) and host._card_in_hand(0, text) == action
    assert host._card_in_hand(0, "summon 2") == 11
    for text in ("rest", "summon", ""):
        assert not host._card_meant(text)
    with pytest.raises(ValueError, match="card: got 'sheep'; expected its number or its name"):
        host._card_in_hand(0, "summon sheep")


# --- documents --------------------------------------------------------------------------------------------------------

RULES = """
["Course"]
L-001 = { rule = "A 1 loses the pile." }
L-002 = { rule = "Most points win.", reason = "term: see rewards" }
"""


def test_the_pages_of_any_game_are_written_into_a_folder(tmp_path: Path) -> None:
    """Its rules, too, which are cited in a folder outside this repository; and only there."""
    new_game.write("luck", tmp_path)
    (tmp_path / "luck" / FILE).write_text(RULES, encoding="utf-8")
    init = tmp_path / "luck" / "__init__.py"
    text = init.read_text(encoding="utf-8")
    book = 'rulebook=Rulebook("luck", Path(__file__).parent, "L"),\n        trial='
    head = "from pathlib import Path\nfrom nexus_env.contract.rulebook import Rulebook\n"
    init.write_text(head + text.replace("trial=", book), encoding="utf-8")
    rules = tmp_path / "luck" / "rules.py"
    rules.write_text(rules.read_text(encoding="utf-8").replace("onto the pile.", "onto the pile. Rulebook: L-001."))
    before = {path: path.stat().st_mtime_ns for path in (ROOT / "docs").glob("*.md")}
    done = run(tmp_path, "-m", "nexus_env.tools.documents", "--game", "luck:GAME", "--folder", "pages")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tmp_path / "pages").iterdir()}
    assert names == {f"luck-{page}.md" for page in ("actions", "observation", "options", "rules")}
    page = (tmp_path / "pages" / "luck-rules.md").read_text(encoding="utf-8")
    assert "| L-001 | A 1 loses the pile. | rules.roll_on |" in page and "below `luck/`" in page
    assert before == {path: path.stat().st_mtime_ns for path in (ROOT / "docs").glob("*.md")}


def test_help_on_documents_helps_and_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(documents, "write_all", lambda: pytest.fail("it writes"))
    with pytest.raises(SystemExit) as stop:
        documents.main(["--help"])
    assert stop.value.code == 0 and "--game MODULE:GAME" in capsys.readouterr().out
    assert documents.main(["--folder", "x"]) == 2 and "--folder: got it without --game" in capsys.readouterr().err
    assert documents.main(["--game", "nowhere:GAME"]) == 2 and "No module named 'nowhere'" in capsys.readouterr().err


def test_a_rulebook_of_this_repository_names_its_place() -> None:
    assert toy.GAME.rulebook == Rulebook("toy", HERE / "toy", "T") and toy.GAME.rulebook.place == "tests/toy"
