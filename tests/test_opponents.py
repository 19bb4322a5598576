"""The levels that come with this package: small files, cards that tell the truth, ready at once and without torch."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from games import GAMES

from nexus_env.agents.agent import AgentError
from nexus_env.agents.level import levels_of, network_of, read_table
from nexus_env.agents.loading import load
from nexus_env.agents.model_files import read_onnx, read_zip
from nexus_env.agents.rate import rate
from nexus_env.agents.rating import levels
from nexus_env.contract.game import Game
from nexus_env.contract.roster import LEVELS, TABLE
from nexus_env.machine.compiled import PLAIN

ROOT = Path(__file__).parents[1]
LEVELED = [game for game in GAMES.values() if game.agents.levels]
SEATED = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in LEVELED for seats in game.seats]
PAGES = {"nexus": "opponents"}  # of docs/, where it does not bear the name of the game
MOST_BYTES = 6_000_000
every_table = pytest.mark.parametrize(("game", "seats"), SEATED)
every_level = pytest.mark.parametrize("name", LEVELS)


def folder_of(game: Game) -> Path:
    """Where its levels lie."""
    return levels_of(game).path


def card_of(game: Game, name: str, seats: int) -> dict[str, Any]:
    """What a level's card says."""
    card: dict[str, Any] = json.loads(levels.card_file(name, seats, folder_of(game)).read_text(encoding="utf-8"))
    return card


def pages_of(game: Game) -> Path:
    """The page of its opponents, without its ending; the reports beside it begin with the same name."""
    return ROOT / "docs" / PAGES.get(game.name, f"{game.name}-opponents")


def report_of(game: Game, seats: int) -> dict[str, Any]:
    """The tournament that the page tells of."""
    report: dict[str, Any] = json.loads(Path(f"{pages_of(game)}-{seats}.json").read_text(encoding="utf-8"))
    return report


@every_table
@every_level
def test_the_card_is_that_of_the_file(game: Game, seats: int, name: str) -> None:
    card, network = card_of(game, name, seats), network_of(game, seats)
    content = network.read_bytes()
    assert (card["name"], card["seats"], card["file"], card["bytes"]) == (name, seats, network.name, len(content))
    assert card["sha256"] == hashlib.sha256(content).hexdigest()
    assert card["temperature"] == read_table(folder_of(game) / TABLE)[seats][name]
    assert card["ratings"] and "train.py" in card["recipe"]
    for one in card["ratings"]:
        low, high = one["interval"]
        assert low < one["rating"] < high and set(LEVELS) - {name} < set(one["scores"])
    text = levels.card_file(name, seats, folder_of(game)).with_suffix(".md").read_text(encoding="utf-8")
    assert card["sha256"] in text and text == levels.card_text(card)


@pytest.mark.parametrize("game", LEVELED, ids=[game.name for game in LEVELED])
def test_every_model_that_comes_with_a_game_has_a_checksum_and_all_are_small(game: Game, tmp_path: Path) -> None:
    folder = folder_of(game)
    networks = sorted(folder.glob("*.onnx"))
    assert [path.name for path in networks] == [f"{game.name}-{seats}.onnx" for seats in game.seats]
    assert sum(path.stat().st_size for path in networks) <= MOST_BYTES
    for path in (*networks, *folder.glob("*.npz")):
        damaged = tmp_path / path.name
        damaged.write_bytes(path.read_bytes()[:-70] + b"?" + path.read_bytes()[-69:])
        if path.suffix == ".onnx":
            damaged.with_suffix(".json").write_bytes(path.with_suffix(".json").read_bytes())
        with pytest.raises(AgentError, match="got a file with the SHA-256"):
            (read_onnx if path.suffix == ".onnx" else read_zip)(damaged)


@every_table
def test_levels_stand_about_equally_far_apart(game: Game, seats: int) -> None:
    ratings = [card_of(game, name, seats)["ratings"][0]["rating"] for name in LEVELS]
    steps = np.diff(ratings)
    assert (steps > 0).all() and steps.max() < 3 * steps.min(), ratings


@every_table
def test_the_ratings_are_those_of_the_report(game: Game, seats: int) -> None:
    rated = {one["name"]: one["rating"]["mu"] for one in report_of(game, seats)["standings"]}
    assert all(rated[name] == card_of(game, name, seats)["ratings"][0]["rating"] for name in LEVELS)


@every_table
def test_the_page_of_opponents_tells_what_the_report_does(game: Game, seats: int) -> None:
    page = pages_of(game).with_suffix(".md").read_text(encoding="utf-8")
    for one in report_of(game, seats)["standings"]:
        rating, half = one["rating"]["mu"], 1.96 * one["rating"]["sigma"]
        won = f"{100 * one['won'] / one['bouts']:.1f}"
        dash = " to " if rating < half else "-"  # beside a minus a dash cannot be read
        assert f"| `{one['name']}` | {rating:.2f} ({rating - half:.2f}{dash}{rating + half:.2f}) | {won} |" in page


@pytest.mark.skipif(PLAIN, reason="takes minutes in plain Python")
@every_table
def test_the_best_level_wins_more_than_its_share_against_greedy(game: Game, seats: int) -> None:
    rules = {"seats": seats, **report_of(game, seats)["rules"][0]}
    score = rate(game, load("legend", game), load("greedy", game), "greedy", 60, 1, rules)
    assert score.wins > score.bouts / seats


def test_a_level_is_loaded_without_torch() -> None:
    code = (
        "import sys; from nexus_env.agents.loading import load; from nexus_env.games.nexus import NEXUS;"
        "load('legend', NEXUS); print('torch' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
