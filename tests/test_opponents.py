"""The levels that come with this package: small files, cards that tell the truth, ready at once and without torch."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents import levels
from agents.agent import AgentError, load
from agents.checksum import read_onnx, read_zip
from agents.rating.rate import rate
from nexus_env.game.roster import LEVELS, TABLE
from nexus_env.games.nexus import NEXUS

ROOT = Path(__file__).parents[1]
SEATS = tuple(NEXUS.seats)
TRAINED = levels.levels_of(NEXUS).path
MOST_BYTES = 6_000_000
every_file = pytest.mark.parametrize(("name", "seats"), [(name, seats) for seats in SEATS for name in LEVELS])


def card_of(name: str, seats: int) -> dict[str, Any]:
    """What a level's card says."""
    card: dict[str, Any] = json.loads(levels.card_of(name, seats, TRAINED).read_text(encoding="utf-8"))
    return card


@every_file
def test_the_card_is_that_of_the_file(name: str, seats: int) -> None:
    card, network = card_of(name, seats), levels.network_of(NEXUS, seats)
    content = network.read_bytes()
    assert (card["name"], card["seats"], card["file"], card["bytes"]) == (name, seats, network.name, len(content))
    assert card["sha256"] == hashlib.sha256(content).hexdigest()
    assert card["temperature"] == levels.read_table(TRAINED / TABLE)[seats][name]
    assert card["ratings"] and "train.py" in card["recipe"]
    for one in card["ratings"]:
        low, high = one["interval"]
        assert low < one["rating"] < high and set(LEVELS) - {name} < set(one["scores"])
    text = levels.card_of(name, seats, TRAINED).with_suffix(".md").read_text(encoding="utf-8")
    assert card["sha256"] in text and text == levels.card_text(card)


def test_every_model_that_comes_with_the_package_has_a_checksum_and_all_are_small(tmp_path: Path) -> None:
    networks = sorted(TRAINED.glob("*.onnx"))
    assert [path.name for path in networks] == [f"nexus-{seats}.onnx" for seats in SEATS]
    assert sum(path.stat().st_size for path in networks) <= MOST_BYTES
    for path in (*networks, *TRAINED.glob("*.npz")):
        damaged = tmp_path / path.name
        damaged.write_bytes(path.read_bytes()[:-70] + b"?" + path.read_bytes()[-69:])
        if path.suffix == ".onnx":
            damaged.with_suffix(".json").write_bytes(path.with_suffix(".json").read_bytes())
        with pytest.raises(AgentError, match="found a file with the SHA-256"):
            (read_onnx if path.suffix == ".onnx" else read_zip)(damaged)


@pytest.mark.parametrize("seats", SEATS)
def test_levels_stand_about_equally_far_apart(seats: int) -> None:
    ratings = [card_of(name, seats)["ratings"][0]["rating"] for name in LEVELS]
    steps = np.diff(ratings)
    assert (steps > 0).all() and steps.max() < 3 * steps.min(), ratings


@pytest.mark.parametrize("seats", SEATS)
def test_the_ratings_are_those_of_the_report(seats: int) -> None:
    report = json.loads((ROOT / "docs" / f"opponents-{seats}.json").read_text(encoding="utf-8"))
    rated = {one["name"]: one["rating"]["mu"] for one in report["standings"]}
    assert all(rated[name] == card_of(name, seats)["ratings"][0]["rating"] for name in LEVELS)


@pytest.mark.parametrize("seats", SEATS)
def test_the_page_of_opponents_tells_what_the_report_does(seats: int) -> None:
    page = (ROOT / "docs" / "opponents.md").read_text(encoding="utf-8")
    report = json.loads((ROOT / "docs" / f"opponents-{seats}.json").read_text(encoding="utf-8"))
    for one in report["standings"]:
        rating, half = one["rating"]["mu"], 1.96 * one["rating"]["sigma"]
        won = f"{100 * one['won'] / one['bouts']:.1f}"
        assert f"| `{one['name']}` | {rating:.2f} ({rating - half:.2f}-{rating + half:.2f}) | {won} |" in page


@pytest.mark.parametrize("seats", SEATS)
def test_the_best_level_wins_more_than_its_share_against_greedy(seats: int) -> None:
    rules = {"seats": seats, "barge": "roll"}
    score = rate(NEXUS, load("legend", NEXUS), load("greedy", NEXUS), "greedy", 60, 1, rules)
    assert score.wins > score.bouts / seats


def test_a_level_is_loaded_without_torch() -> None:
    code = (
        "import sys; from agents.agent import load; from nexus_env.games.nexus import NEXUS;"
        "load('legend', NEXUS); print('torch' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
