"""The bench measures what it says: random choices are even, figures come as text and JSON, the plot is a picture."""

import json
import shutil
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import toy

from nexus_env.cli.bench import BenchWish, measure
from nexus_env.contract.game import Game
from nexus_env.envs.batch import Batch
from nexus_env.machine.compiled import PLAIN
from nexus_env.tools.bench import A_CALL, AT_A_TIME, Alone, Looped, Stepped, bench, commits, loops, pairs, peers
from nexus_env.tools.bench.figures import Figure, Line, race, spelled, table
from nexus_env.tools.bench.scale import scale, svg

pytestmark = pytest.mark.skipif(PLAIN, reason="plain Python is not measured")


def test_the_random_choice_is_legal_and_even() -> None:
    """Wherever the legal actions lie: at both ends of a mask and of a word, beside each other, in the last word."""
    legal = [0, 7, 8, 63, 64, 191, 304, 308]
    masks, actions = np.zeros((80_000, 309), np.int8), np.zeros(80_000, np.int64)
    masks[:, legal] = 1
    loops.choose(masks, np.zeros(5, np.int64), loops.chance(5), actions)
    found, counts = np.unique(actions, return_counts=True)
    assert found.tolist() == legal
    assert abs(counts - 10_000).max() < 500  # five standard deviations


@pytest.mark.long
def test_the_compiled_loop_plays_the_bouts_of_the_batch() -> None:
    """The same choices through `Batch.step` lead to the same bouts."""
    words, alone, batch = loops.words_for(toy.GAME), Batch(toy.GAME, 1, 3), Batch(toy.GAME, 1, 3)
    draws, chosen = loops.chance(9), np.zeros(1, np.int64)
    shown = batch.observations, batch.masks
    loops.play(batch._slots, batch._env_config, loops.chance(9), words, 200, *shown, observing=True)
    for _ in range(200):
        loops.choose(alone.masks, words, draws, chosen)
        alone.step(chosen)
    assert alone.bout(0).tobytes() == batch.bout(0).tobytes()
    assert (alone.observations == batch.observations).all() and (alone.masks == batch.masks).all()


def test_the_bouts_that_are_measured_stand_at_all_stages() -> None:
    loop = Looped(toy.GAME, 3000, {})
    assert len({bout.tobytes() for bout in loop.batch._slots["bout"]}) > 100
    assert loop.work() == A_CALL // 3000 * 3000 and loop.clone() == 3000
    assert Looped(toy.GAME, 5, {}).at_a_time == AT_A_TIME
    assert Stepped(toy.GAME, 7, {}).work() == 7


def test_lines_are_measured_in_turns_and_by_the_work_that_they_report() -> None:
    called: list[str] = []

    def work(name: str, amount: int) -> int:
        called.append(name)
        return amount

    few, many = race([Line("few", lambda: work("few", 1)), Line("many", lambda: work("many", 100))], 0.01)
    assert few.value and many.value and few.value < many.value  # by a factor of 100, more or less
    assert called.index("many") < len(called) - called[::-1].index("few")


def test_two_games_are_measured_in_turns_and_told_with_their_ratio(monkeypatch: pytest.MonkeyPatch) -> None:
    """Line by line, the one game and then the other; the toy has a twin that does a hundred times as much."""
    twin, called = replace(toy.GAME, name="twin"), []

    def lines_of(game: Game, bouts: int, options: dict[str, Any]) -> Alone:
        def work(what: str) -> int:
            called.append((what, game.name))
            return bouts if game is toy.GAME else 100 * bouts

        return Alone([Line(what, partial(work, what), "alike") for what in ("a", "b")], None, None)

    monkeypatch.setattr(pairs, "lines_of", lines_of)
    found = pairs.beside(toy.GAME, twin, 0.001, 3, seats=2)
    assert called[:4] == [("a", "toy"), ("a", "twin"), ("b", "toy"), ("b", "twin")]
    assert [figure.what for figure in found["toy"]] == [figure.what for figure in found["twin"]] == ["a", "b"]
    found = {"toy": [Figure("a", 30.0, "", "alike", 1, 50.0)], "twin": [Figure("a", 60.0, "", "alike", 1, 200.0)]}
    head, row = pairs.table_of_two(found).split("\n")
    assert head.split()[3:] == ["toy", "twin", "ratio", "of", "the", "best"]
    assert row.split() == ["a", "30.00", "60.00", "0.50", "0.25", "alike"]


def test_a_table_is_lined_up_and_says_what_could_not_be_had() -> None:
    lines = table(
        "title", [Figure("a", 1234.5, "steps", "good", 0.98, 2000), Figure("longer", None, "steps", "missing")]
    ).split("\n")
    assert lines[0].split() == ["title", "best", "cores"]
    assert lines[1].split() == ["a", "1,234", "steps", "2,000", "0.98", "good"]
    assert lines[1].index("steps") == lines[2].index("steps") and "-" in lines[2]


def test_the_figures_of_a_game_come_in_order() -> None:
    figures = {figure.what: figure.value or 0.0 for figure in bench(toy.GAME, 0.03, 512)}
    assert all(value > 0 for value in figures.values())
    assert figures["compiled loop takes"] > 1 and figures["Batch.step from Python takes"] > 1, "nothing beats the floor"
    assert figures["a bout"] < figures["a bout in a batch, compact"] < figures["a bout in a batch"]
    assert {"compiled loop, 2 threads", "Batch.step, 2 threads", "Batch.step, one thread"} <= figures.keys()
    assert figures["a bout"] == toy.GAME.dtype.itemsize
    assert figures["observation and mask"] == 4 * toy.GAME.observation_size + len(toy.ACTIONS)
    with pytest.raises(ValueError, match="seconds: got 0"):
        bench(toy.GAME, 0)


def test_a_line_tells_of_the_threads_that_it_uses() -> None:
    """Few bouts wake none, however many were asked for."""
    assert Stepped(toy.GAME, 64, {}, 100).threads == Looped(toy.GAME, 64, {}, 100).threads == 1
    assert not [figure for figure in bench(toy.GAME, 0.01, 64, threads=1) if "threads" in figure.what]
    loop = Looped(toy.GAME, 1024, {}, 3)
    parts: list[int] = []
    loop._parts.each(lambda rows, generator, words: parts.append(rows.stop - rows.start))
    assert loop.threads == 3 and sorted(parts) == [341, 341, 342]


def test_the_loop_in_turn_makes_one_decision_in_each_bout() -> None:
    loop = Looped(toy.GAME, 5, {})
    before = [loop.batch.bout(slot).tobytes() for slot in range(5)]
    assert loop.work(at_a_time=1) == 5
    assert all(loop.batch.bout(slot).tobytes() != before[slot] for slot in range(5))


def test_what_the_floor_copies_is_what_was_shown() -> None:
    source, copies = np.arange(12).reshape(3, 4), np.zeros((3, 4), np.int64)
    loops.copy(source, copies, 2)
    assert copies.tolist() == [*source[:2].tolist(), [0] * 4]
    loops.copy(source, copies, 7)
    assert copies.tolist() == source.tolist()


def test_the_command_prints_and_writes_the_same_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wish = BenchWish(seconds=0.01, bouts=16, json=tmp_path / "bench.json")
    measure(toy.GAME, wish)
    printed = capsys.readouterr().out
    written = json.loads((tmp_path / "bench.json").read_text())
    assert (
        written["command"]
        == "python -m nexus_env bench --seconds 0.01 --bouts 16 --threads 2 --seats 2 --game toy:GAME"
    )
    assert {"python", "numpy", "numba"} <= written["versions"].keys() and written["machine"]["processor"] in printed
    (figures,) = written["figures"].values()
    for figure in figures:
        assert figure["what"] in printed and spelled(figure["value"]) in printed


def test_the_plot_has_a_point_for_each_number_of_bouts() -> None:
    sizes = (1, 4, 16)
    found = scale(toy.GAME, 0.01, sizes=sizes)
    assert all([figure.what for figure in figures] == ["1 bouts", "4 bouts", "16 bouts"] for figures in found.values())
    drawn = ElementTree.fromstring(svg(found, sizes))
    words = {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert {*found, "bouts side by side", "decisions a second, best of nine turns", "16"} <= words


def test_peers_that_are_missing_are_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Any:
        raise ModuleNotFoundError("No module named 'rlcard'", name="rlcard")
        yield

    for name in ("_pettingzoo", "_rlcard", "_open_spiel"):
        monkeypatch.setattr(peers, name, missing)
    monkeypatch.setattr(peers, "_pgx", lambda bouts: missing())
    alone, together = peers.compare(toy.GAME, 0.01, 16).values()
    assert [figure.value is None for figure in alone] == [False, True, True, True]
    assert "rlcard" in peers.table("title", alone) and "is not installed" in peers.table("title", alone)
    assert len(together) == 3


def test_pettingzoos_games_are_measured_where_they_are_installed() -> None:
    pytest.importorskip("pygame")
    lines = list(peers._pettingzoo())
    assert [line.what for line in lines] == ["PettingZoo tic-tac-toe", "PettingZoo connect four"]
    assert all(5 <= line.work() <= 42 for line in lines)


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        (BenchWish(seconds=0), "seconds: got 0"),
        (BenchWish(json=Path("nowhere/bench.json")), "got nowhere/bench.json; expected a file in an existing folder"),
        (BenchWish(json=Path()), "expected a file in an existing folder"),
        (BenchWish(seats=7), "seats: got 7; expected a whole number from 2 to 4"),
        (BenchWish(beside="toy:GAME"), "--beside: got 'toy', the same game; expected another one"),
        (BenchWish(beside="nowhere"), "--beside: "),
        (BenchWish(bouts=10**11), "got too many bouts for the memory of this machine"),
        (BenchWish(scale=Path("nowhere/speed.svg")), "got nowhere/speed.svg; expected an .svg file"),
        (BenchWish(scale=Path("speed.png")), "got speed.png; expected an .svg file"),
    ],
)
def test_what_cannot_be_measured_is_told_before(wish: BenchWish, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        measure(toy.GAME, wish)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed: apt install git")
def test_the_commit_to_compare_with_is_main_or_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commits, "ROOT", tmp_path)

    def git(words: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words.split()], cwd=tmp_path, check=True)

    assert commits.usual_base() == ""
    git("init -q -b main .")
    git("commit -q --allow-empty -m first")
    assert commits.usual_base() == ""
    git("commit -q --allow-empty -m second")
    assert commits.usual_base() == "HEAD~1"
    git("checkout -q -b other")
    assert commits.usual_base() == "HEAD~1"
    git("commit -q --allow-empty -m third")
    assert commits.usual_base() == "main"
    with pytest.raises(ValueError, match="'nowhere': no such commit"):
        commits.compare("nowhere", 1)
