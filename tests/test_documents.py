"""The generated pages and the rulebook say what the code says."""

import inspect
import re
from dataclasses import fields
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
import screens
from games import every_game

import nexus_env
from nexus_env.cli.main import read_arguments
from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.contract.rulebook import FILE
from nexus_env.core.rewards import DEFAULTS
from nexus_env.core.session import Session
from nexus_env.envs.aec import Arena
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.rules.options import Agreement
from nexus_env.text import position
from nexus_env.tools import new_game, text_page
from nexus_env.tools.documents import ROOT, pages

own_game = pytest.mark.parametrize("game", registry.own_games(), ids=lambda game: game.name)


@own_game
def test_the_generated_pages_are_up_to_date(game: Game):
    """`make docs` writes them anew."""
    found = pages(game)
    if game.name == registry.DEFAULT:  # whose bouts the shared pages show
        page = (ROOT / "docs" / "text.md").read_text(encoding="utf-8")
        found["text.md"] = text_page.filled(page, game)
    for name, text in found.items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, f"docs/{name}: run make docs"


def test_the_version_is_one_that_the_changelog_describes():
    """Right at its top, or below what is not released yet."""
    headings = re.findall(r"^## \[(.*?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert next(heading for heading in headings if heading != "Unreleased") == nexus_env.__version__


def test_the_page_of_screens_shows_every_picture_that_there_is():
    """Also after those of one game alone were taken anew."""
    titles = {game.name: game.words.about().title for game in registry.own_games()}
    page = (ROOT / "docs" / "screens.md").read_text(encoding="utf-8")
    assert page == screens.page_of(titles, ROOT / "docs" / "screens")
    assert all(path.name in page for path in (ROOT / "docs" / "screens").glob("*.webp"))


@every_game
def test_each_game_has_pages_of_its_own(game: Game):
    found = pages(game)
    assert f"| {len(game.actions) - 1} | {game.actions[-1]} |" in found[f"{game.name}-actions.md"]
    assert game.manual.point_of_view in found[f"{game.name}-observation.md"]


@own_game
def test_each_rule_has_words_of_its_own(game: Game):
    entries = game.rulebook.read()
    assert len({entry.rule for entry in entries}) == len({entry.id for entry in entries}) == len(entries) > 0
    for entry in entries:
        assert 0 < len(entry.rule) < 100 and entry.rule.endswith("."), entry
        assert "|" not in entry.rule, entry


@every_game
def test_the_rulebook_lists_the_functions_that_cite_each_rule(game: Game):
    """`make docs` writes them anew."""
    text = (game.rulebook.folder / FILE).read_text(encoding="utf-8")
    assert text == game.rulebook.refreshed(), "rulebook.toml: run make docs"


@every_game
def test_every_rule_has_a_function_or_a_reason_and_every_cited_rule_exists(game: Game):
    assert game.rulebook.faults() == []


@own_game
def test_every_function_of_the_rulebook_exists_and_cites_its_rule(game: Game):
    folder = game.rulebook.folder
    modules = [path.relative_to(ROOT).with_suffix("").parts for path in folder.rglob("*.py")]
    for entry in game.rulebook.read():
        for name in entry.code:
            module, _, function = name.partition(".")
            holders = [import_module(".".join(parts)) for parts in modules if parts[-1] == module]
            named = [
                attrgetter(function)(holder) if function else holder for holder in holders if holds(holder, function)
            ]
            cited = [rule for one in named for rule in game.rulebook.rules_in(one.__doc__ or "")]
            assert entry.id in cited, f"{name} does not cite {entry.id}"


def holds(module: Any, function: str) -> bool:
    """Whether a module has this function, or method of a class."""
    return not function or hasattr(module, function.partition(".")[0])


def blocks(page: Path, language: str) -> list[str]:
    """What stands in the fences of a language."""
    fences = re.findall(r"^ *```(\w*)\n(.*?)^ *```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [text for found, text in fences if found == language]


def test_the_readme_has_one_command_to_run_it_and_one_to_test_it() -> None:
    """Each does all the set-up in the first block below its heading; CI runs the second one."""
    sections = (ROOT / "README.md").read_text(encoding="utf-8").split("\n## ")
    for heading, command in (("Run it", "make train"), ("Test it", "make check")):
        (section,) = (text for text in sections if text.startswith(heading))
        assert section.split("```")[1] == f"bash\n{command}\n", heading
    assert "\nmake check\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_ten_lines_run_and_say_the_true_sizes():
    (lines,) = blocks(ROOT / "README.md", "python")
    assert f'observation["observation"]: float32 [{NEXUS.observation_size}]' in lines
    assert f'observation["action_mask"]: int8 [{len(NEXUS.actions)}]' in lines
    left: dict[str, Any] = {}
    exec(lines, left)
    assert left["env"].agents == []


def test_the_size_of_a_bout_is_the_one_measured():
    page = (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
    assert re.search(rf"^a bout +{NEXUS.dtype.itemsize:,} bytes", page, re.MULTILINE)


def test_the_lines_on_text_run():
    """With the few names that they suppose."""
    page = ROOT / "docs" / "text.md"
    drawing = next(block for block in blocks(page, "") if block.startswith(".  .  ."))
    drawn = Session.at(NEXUS, position.read(NEXUS, drawing))
    env = nexus_env.env()
    env.reset(seed=1)
    action = drawn.read("standard attack player_1")
    names = {"bout": drawn.bout, "action": action, "drawing": drawing, "env": env, "batch": nexus_env.batch(2, seed=1)}
    names |= {"options": {}, "actions": [], "other": None}
    for lines in blocks(page, "python"):
        exec(lines.replace("difference(made, other)", "difference(made, made)"), names)


def test_the_lines_for_stable_baselines_run():
    (lines,) = blocks(ROOT / "docs" / "environment.md", "python")
    exec(lines, {})


def test_the_loop_of_ones_own_runs_and_pays_both_seats():
    (lines,) = blocks(ROOT / "docs" / "credit.md", "python")
    left: dict[str, Any] = {}
    exec(lines, left)
    assert len(left["finished"]) > 64
    assert all(paid.any() for paid in left["finished"])


def test_the_agent_of_ones_own_runs():
    (lines,) = blocks(ROOT / "docs" / "own-agent.md", "python")
    left: dict[str, Any] = {}
    exec(lines, left)
    env = nexus_env.single(opponent=left["first"](NEXUS))
    observation, info = env.reset(seed=1)
    chosen = left["first"](NEXUS).choose(observation[None], info["action_mask"][None], None)
    env.step(int(chosen[0]))


def test_the_lines_to_get_started_run():
    (lines,) = blocks(ROOT / "docs" / "get-started.md", "python")
    left: dict[str, Any] = {}
    exec(lines, left)
    assert left["observation"].shape == left["env"].observation_space.shape


def test_a_language_model_plays_the_bout_of_the_page():
    (lines,) = blocks(ROOT / "docs" / "language-models.md", "python")
    left: dict[str, Any] = {}
    exec(lines, left)
    assert left["info"]["illegal"] == 0


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_page_on_games_shows_the_game_that_is_written():
    """`make docs` writes its blocks anew."""
    page = (ROOT / "docs" / "own-game.md").read_text(encoding="utf-8")
    assert new_game.filled(page) == page and all(f'title="my_game/{file}"' in page for file in new_game.FILES)


def test_every_command_of_the_pages_can_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What its arguments are called, at least; `my_game` is the game of `new-game`."""
    new_game.write("my_game", tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    typed = 0
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for program, line in re.findall(r"python (-m nexus_env|train\.py) ([^`#\n]+)", text):
            words = line.partition("-->")[0].split()  # it may stand in a comment of the page
            assert read_arguments(words if program == "-m nexus_env" else ["train", *words]), f"{page.name}: {line}"
            typed += 1
    assert typed >= 20


def test_every_option_of_an_environment_is_described_once():
    options = {field.name for field in fields(Agreement)} | set(inspect.signature(Arena).parameters) | set(DEFAULTS)
    pages = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("environment.md", "nexus-options.md")]
    sections = [pages[0].partition("## Options")[2].partition("\n## ")[0], pages[1]]
    rows = [row for section in sections for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(options - {"game", "arguments"})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_the_pages_lead_somewhere(page: Path):
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"
