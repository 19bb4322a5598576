"""The Lanista Benchmark: the same every time, fair to agents of one's own, and a page that needs nothing else."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from processes import environment

from nexus_env.agents.learning.learned import curves_of
from nexus_env.agents.rating.benchmark import command
from nexus_env.agents.rating.benchmark.standard import Standard, read_standard, standard_of
from nexus_env.agents.rating.tournament.counting import Endings, Rating, Report, Standing
from nexus_env.agents.rating.tournament.showing import Frame, page, with_short_names
from nexus_env.cli.main import main
from nexus_env.contract.roster import located
from nexus_env.games.nexus import NEXUS
from nexus_env.kit.options import OptionsError

ROOT = Path(__file__).parent.parent
FILE = located(NEXUS.agents.benchmark)
STANDARD = standard_of(NEXUS)


@pytest.fixture(scope="module", autouse=True)
def _small() -> "pytest.Iterator[None]":
    """The panel of this test never grows."""
    patch = pytest.MonkeyPatch()
    patch.setattr(command, "standard_of", lambda game: replace(STANDARD, panel=("random", "greedy"), ratings={}))
    yield
    patch.undo()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the smallest benchmark of greedy leaves."""
    out = tmp_path_factory.mktemp("benchmark") / "out"
    assert main(["benchmark", "greedy", "--bouts", "1", "--out", str(out)]) == 0
    return out


def numbers_of(folder: Path) -> dict:
    """The report, in which nothing was measured."""
    return json.loads((folder / "report.json").read_text(encoding="utf-8"))


def test_every_barge_and_number_of_seats_comes_equally_often(folder: Path) -> None:
    head, *lines = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    assert [one["barge"] for one in head["rules"]] == list("12345678") and head["seats"] == [2, 3, 4]
    assert STANDARD.matches % 8 == STANDARD.quick % 8 == 0
    meetings = {(*line["meeting"],) for line in lines}
    assert meetings == {("greedy", *["random"] * others) for others in (1, 2, 3)}
    assert len(lines) == 3 * 16 and all(len(line["bouts"]) == len(line["meeting"]) for line in lines)
    assert all(2**62 <= line["seed"] < 2**63 for line in lines)
    assert len({line["seed"] for line in lines}) == 16


def test_the_same_command_ends_with_the_same_numbers(folder: Path, tmp_path: Path) -> None:
    assert main(["benchmark", "greedy", "--bouts", "1", "--processes", "2", "--out", str(tmp_path)]) == 0
    assert numbers_of(tmp_path) == numbers_of(folder)


def test_another_seed_agrees_within_the_intervals(folder: Path, tmp_path: Path) -> None:
    assert main(["benchmark", "greedy", "--bouts", "1", "--seed", "1", "--out", str(tmp_path)]) == 0
    one, other = numbers_of(folder)["overall"], numbers_of(tmp_path)["overall"]
    assert one != other and one["low"] <= other["high"] and other["low"] <= one["high"]


def test_the_score_is_told_with_its_interval(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Asked again, it plays nothing and says the same."""
    before = (folder / "results.jsonl").read_bytes()
    assert main(["benchmark", "greedy", "--bouts", "1", "--out", str(folder)]) == 0
    assert (folder / "results.jsonl").read_bytes() == before
    overall, printed = numbers_of(folder)["overall"], capsys.readouterr().out
    assert f"greedy has {100 * overall['mean']:.1f} of 100 points" in printed
    assert overall["low"] < overall["mean"] < overall["high"] and overall["mean"] > 0.5
    assert "(--bouts 1)" in printed


def test_the_page_is_well_formed_and_needs_nothing_else(folder: Path) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>\n") and "prefers-color-scheme: dark" in text
    assert not re.search(r"https?:(?!//www\.w3\.org/)|<script|<link|@import|url\((?!#)", text)
    root = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    told = ["".join(section.itertext()) for section in root.iter("section")]
    sections = ["ratings", "scores", "endings", "courses", "commands"]
    assert [section.attrib["id"] for section in root.iter("section")] == sections
    assert all("greedy" in text and "random" in text for text in told[2:])
    assert "Crowd Pile" in told[3] and "to the crowd" in told[2] and "standard attack" in told[4]
    links = [link.attrib["href"] for link in root.iter("a")]
    assert links == [*(f"#{key}" for key in sections), "times.html"]


def test_the_page_says_whose_scores_it_shows(folder: Path) -> None:
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "The score of greedy, in hundredths" in page and "against the column" not in page


def test_a_plot_has_no_color_that_vanishes_in_the_dark(folder: Path) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    drawn = "".join(re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL))
    assert "var(--ink)" in drawn and not re.search(r"#000000|#ffffff|#1d2429", drawn)
    ElementTree.parse(folder / "report.svg")


def test_an_agent_of_ten_lines_is_benchmarked_from_any_folder(tmp_path: Path) -> None:
    """As docs/benchmark.md says it: a file in an empty folder, and one command."""
    page = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    example, words = re.search(r"```python\n(.*?)```.*?python -m nexus_env (.*?)\n", page, flags=re.DOTALL).groups()
    assert len([line for line in example.splitlines() if line.strip()]) <= 10
    (tmp_path / "mine.py").write_text(example)
    done = subprocess.run(
        [sys.executable, "-m", "nexus_env", *words.split(), "--bouts", "1"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "mine:agent has" in done.stdout
    assert (tmp_path / "runs/benchmark/mine-agent/report.html").is_file()


# --- the standard -----------------------------------------------------------------------------------------------------


def test_the_panel_can_be_read_and_grows_by_a_line(tmp_path: Path) -> None:
    changed = FILE.read_text(encoding="utf-8").replace('    "greedy",\n', '    "greedy",\n    "mine:agent",\n')
    (tmp_path / "benchmark.toml").write_text(changed)
    assert read_standard(tmp_path / "benchmark.toml").panel == (*STANDARD.panel[:2], "mine:agent", *STANDARD.panel[2:])


@pytest.mark.parametrize(
    ("ratings", "sentence"),
    [
        ("nobody = [20, 1]", "ratings.nobody: got"),
        ("greedy = [20]", "ratings.greedy: got"),
        ('greedy = "good"', "ratings.greedy: got 'good'"),
    ],
)
def test_a_rating_of_nobody_is_told(tmp_path: Path, ratings: str, sentence: str) -> None:
    before = FILE.read_text(encoding="utf-8").partition("[ratings]")[0]
    text = f"{before}[ratings]\n{ratings}\n"
    (tmp_path / "benchmark.toml").write_text(text)
    with pytest.raises(OptionsError, match=re.escape(sentence)):
        read_standard(tmp_path / "benchmark.toml")


def test_a_game_without_a_panel_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "standard_of", standard_of)
        assert main(["benchmark", "random", "--game", "toy:GAME"]) == 2
    assert "got toy, which has no panel of opponents" in capsys.readouterr().err


def test_values_that_vary_are_taken_in_turn(tmp_path: Path) -> None:
    rules, vary = {"rounds": 3}, {"one": [1, 2], "other": ["x", "y"]}
    found = replace(STANDARD, rules=rules, vary=vary).variants
    assert found[:2] == ({"rounds": 3, "one": 1, "other": "x"}, {"rounds": 3, "one": 1, "other": "y"})
    assert len(found) == 4 and replace(STANDARD, rules=rules, vary={}).variants == (rules,)
    (tmp_path / "benchmark.toml").write_text(FILE.read_text().partition("[vary]")[0] + '[vary]\nbarge = "1"\n')
    with pytest.raises(OptionsError, match=r"vary\.barge: got '1'; expected a list of values"):
        read_standard(tmp_path / "benchmark.toml")


def test_known_ratings_are_those_of_the_file() -> None:
    standard = replace(STANDARD, ratings={"greedy": [30, 0.5]})
    assert isinstance(standard, Standard) and standard.known == {"greedy": Rating(30.0, 0.5)}


# --- learning curves --------------------------------------------------------------------------------------------------

CURVE = [
    {"name": "a run", "points": [{"processor_seconds": 60.0, "bouts": 10, "wins": {"random": 5, "greedy": 1}}] * 2}
]


@pytest.mark.parametrize("file", ["curve.json", "agent.json"])
def test_a_learning_curve_that_lies_beside_an_agent_is_drawn(tmp_path: Path, file: str) -> None:
    assert curves_of([str(tmp_path / "agent.onnx"), "greedy"]) == []
    (tmp_path / file).write_text(json.dumps(CURVE if file == "curve.json" else {"curve": CURVE, "seed": 1}))
    ((name, draw),) = curves_of([str(tmp_path / "agent.onnx:drawing"), "greedy"])
    assert name == str(tmp_path / "agent.onnx:drawing")
    assert [axes.get_title() for axes in draw().axes] == ["against random", "against greedy"]


def test_what_is_no_learning_curve_is_told(tmp_path: Path) -> None:
    (tmp_path / "curve.json").write_text("{}")
    with pytest.raises(ValueError, match=r"curve\.json: got a file that is not a learning curve"):
        curves_of([str(tmp_path / "agent.onnx")])
    (tmp_path / "curve.json").write_text("{")
    with pytest.raises(ValueError, match=r"curve\.json: got text that is not JSON"):
        curves_of([str(tmp_path / "agent.onnx")])


def test_names_are_short_but_told_apart() -> None:
    """Of a path the last two parts, or more if another agent ends with the same ones."""
    names = ("/long/way/one/agent.onnx", "/long/way/two/agent.onnx", "a/two/agent.onnx", "greedy")
    report = empty_report(names)
    short = [one.name for one in with_short_names(report).standings]
    assert short == ["one/agent.onnx", "way/two/agent.onnx", "a/two/agent.onnx", "greedy"]


def test_a_game_without_a_chronicle_has_a_shorter_page() -> None:
    text = page(empty_report(("one", "other")), None, Frame("A title <of> mine", "times.html", [("seed", "0")]))
    root = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    assert [section.attrib["id"] for section in root.iter("section")] == ["ratings", "scores"]
    assert [title.text for title in root.iter("h1")] == ["A title <of> mine"]


def empty_report(names: tuple[str, ...]) -> Report:
    """A report in which nothing has happened between agents of these names."""
    standings = tuple(Standing(name, Rating(), 1, 0, 1, 0, 0, 1, (), {}) for name in names)
    return Report("nexus-v2", (2,), ({},), 0, 0, "", standings, (), Endings((), (), ()), {})
