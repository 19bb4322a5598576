"""Levels: a network in half precision, at a temperature, and the temperatures that stand equally far apart."""

import hashlib
import json
import shutil
import sys
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import torch

import nexus_env
from nexus_env.agents.agent import AgentError, sources_of
from nexus_env.agents.learning.export import export
from nexus_env.agents.learning.network import new_policy
from nexus_env.agents.level import Level, levels_of
from nexus_env.agents.loading import load
from nexus_env.agents.policy import PolicyAgent
from nexus_env.agents.rating import levels
from nexus_env.agents.search.player import GuidedSearch, named
from nexus_env.agents.search.policy_network import read_network
from nexus_env.agents.weights import read_weights
from nexus_env.cli.main import main
from nexus_env.contract.game import Game
from nexus_env.contract.roster import JUDGE, LEVELS, STUDENT
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import PLAIN
from nexus_env.players.agents_by_name import find_loader, find_rival, refuse_seats

HIDDEN = (64, 32)
HEAT = (5.0, 0.04, 0.03, 0.02, 0.0)  # an untrained network is sure of nothing
TEMPERATURES = dict(zip(LEVELS, HEAT, strict=True))


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An untrained network."""
    path = tmp_path_factory.mktemp("agent") / "agent.onnx"
    batch = nexus_env.batch(16, seed=1)
    torch.manual_seed(3)
    export(new_policy(NEXUS, HIDDEN, 1e-3, "cpu"), NEXUS, path, batch.observations, batch.masks.astype(bool))
    return path


@pytest.fixture
def shipped(agent: Path, tmp_path: Path) -> Path:
    """All levels, made of it, and the small networks of the search."""
    for seats in NEXUS.seats:
        levels.write_levels(NEXUS, agent, seats, TEMPERATURES, tmp_path)
    for name in (JUDGE, STUDENT):
        shutil.copy(levels_of(NEXUS).path / name, tmp_path)
    return tmp_path


def game_in(folder: Path) -> Game:
    """The game whose levels lie in this folder."""
    own = replace(levels_of(NEXUS), folder=str(folder))
    return replace(NEXUS, agents=replace(NEXUS.agents, levels=own))


def test_a_level_is_half_as_large_and_chooses_alike(agent: Path, shipped: Path) -> None:
    best, level = PolicyAgent(agent, NEXUS), PolicyAgent(shipped / "nexus-2.onnx", NEXUS)
    batch, rng = nexus_env.batch(256, seed=2), np.random.default_rng(0)
    alike = best.choose(batch.observations, batch.masks, rng) == level.choose(batch.observations, batch.masks, rng)
    assert alike.mean() > 0.95
    assert (shipped / "nexus-2.onnx").stat().st_size < 0.6 * agent.stat().st_size


def test_the_network_of_a_level_can_be_learned_on_with_and_searched_with(agent: Path, shipped: Path) -> None:
    whole, half = (read_weights(path, NEXUS, HIDDEN) for path in (agent, shipped / "nexus-2.onnx"))
    assert whole.keys() == half.keys()
    assert all(half[name].dtype == np.float32 and np.allclose(whole[name], half[name], atol=1e-3) for name in whole)
    network = read_network(shipped / "nexus-2.onnx", NEXUS)
    assert np.allclose(network.weights, read_network(agent, NEXUS).weights, atol=1e-3)


@pytest.mark.skipif(PLAIN, reason="compiled only")
def test_a_level_guides_the_search_with_its_file_for_the_seats_in_play(shipped: Path) -> None:
    """It says with how many it plays, and what it is made of."""
    game = game_in(shipped)
    guided = named("search:40:legend", game)
    assert isinstance(guided, GuidedSearch) and guided.seats == tuple(NEXUS.seats)
    made_of = sources_of(guided)
    assert made_of[-3:] == [shipped / f"nexus-{seats}.onnx" for seats in NEXUS.seats]
    assert {"tree.py", "survivor.py", "judge.npz"} <= {path.name for path in made_of}
    assert sources_of(named("search:40", game)) == made_of[:-3]
    for seats in NEXUS.seats:
        world = nexus_env.batch(1, seed=4, options={"seats": seats}).imagine([0], [7])
        own = named(f"search:40:{shipped}/nexus-{seats}.onnx", game)
        assert sources_of(own) == [*made_of[:-3], shipped / f"nexus-{seats}.onnx"]
        one, other = guided.think(world, 3), own.think(world, 3)
        assert one.simulations and one.line == other.line and np.array_equal(one.values, other.values, equal_nan=True)
        chosen = [agent.search(world, np.random.default_rng(5)).tolist() for agent in (guided, own)]
        assert chosen[0] == chosen[1]
    (shipped / "nexus-4.onnx").unlink()
    with pytest.raises(AgentError, match="'search:40:legend': got a bout of 4 seats; expected 2 or 3; try greedy"):
        named("search:40:legend", game).think(world, 3)


@pytest.mark.parametrize(
    ("name", "package"), [("legend", "onnxruntime"), ("nexus-2.onnx", "onnxruntime"), ("search:9:legend", "onnx")]
)
def test_a_package_that_is_missing_is_named_and_how_to_have_it(
    shipped: Path, monkeypatch: pytest.MonkeyPatch, name: str, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(AgentError, match=rf"got no package {package}; .*pip install -e '.\[train\]'"):
        load(f"{shipped}/{name}" if name.endswith(".onnx") else name, game_in(shipped))
    if package == "onnx":
        with pytest.raises(AgentError, match=r"nexus-2.onnx: got no package onnx; .*pip install"):
            read_weights(shipped / "nexus-2.onnx", NEXUS)


def test_a_hotter_level_strays_more_often(shipped: Path) -> None:
    batch = nexus_env.batch(512, seed=2)
    surest = PolicyAgent(shipped / "nexus-2.onnx", NEXUS).choose(
        batch.observations, batch.masks, np.random.default_rng(0)
    )
    strays = []
    for name in ("champion", "rookie"):
        level = load(name, game_in(shipped))
        chosen = level.choose(batch.observations, batch.masks, np.random.default_rng(0))
        assert batch.masks[np.arange(512), chosen].all()
        strays.append((chosen != surest).mean())
    assert 0 < strays[0] < strays[1]


@pytest.mark.parametrize("seats", NEXUS.seats)
def test_a_level_plays_as_a_file_of_its_own_at_its_temperature_would(
    agent: Path, shipped: Path, tmp_path: Path, seats: int
) -> None:
    """One network for each number of seats does, and the table says how hot each level is."""
    levels.write_levels(NEXUS, agent, seats, {**TEMPERATURES, "rookie": 5.0 + seats}, shipped)
    level, own = Level("rookie", game_in(shipped)), tmp_path / "own.onnx"
    levels.write_level(agent, own, 5.0 + seats)
    batch = nexus_env.batch(64, seed=3, options={"seats": seats})
    chosen, expected, surest = (
        one.choose(batch.observations, batch.masks, np.random.default_rng(1))
        for one in (level, load(str(own), NEXUS), Level("legend", game_in(shipped)))
    )
    assert np.array_equal(chosen, expected) and not np.array_equal(chosen, surest)
    assert len(list(shipped.glob("nexus-*.onnx"))) == 3 and not list(shipped.glob("rookie*"))


def test_terminal_and_table_play_a_level_where_nobody_says_who(shipped: Path) -> None:
    """If there is one for so many seats; one that is asked for by name and cannot play is refused."""
    (shipped / "nexus-4.onnx").unlink()
    load, game = find_loader(), game_in(shipped)
    assert find_rival(load, game, 2) == find_rival(load, game, 3) == "contender"
    assert find_rival(load, game, 4) == "greedy"
    with pytest.raises(ValueError, match="'contender': got a bout with 4 seats; expected one with 2 or 3"):
        refuse_seats("contender", load("contender", game), game, 4)


def test_without_a_table_nobody_knows_the_levels(tmp_path: Path) -> None:
    game = game_in(tmp_path)
    assert find_rival(find_loader(), game, 2) == "greedy" and not game.agents.has_levels
    with pytest.raises(AgentError, match="'legend': no such agent of nexus; expected random, novice, greedy, brawler"):
        load("legend", game)


def test_a_level_judges_as_its_network_does(agent: Path, shipped: Path) -> None:
    """Its file says what shaping has lent, since its card does not."""
    world = nexus_env.batch(1, seed=4, options={"seats": 3}).imagine([0], [7])
    agent.with_suffix(".json").write_text('{"config": {"reward": {"shaping": 0.5}}}', encoding="utf-8")
    levels.write_levels(NEXUS, agent, 3, TEMPERATURES, shipped)
    agent_says = PolicyAgent(agent, NEXUS).judge(world)
    agent.with_suffix(".json").unlink()
    legend = Level("legend", game_in(shipped))
    assert legend.judge(world) == pytest.approx(agent_says, abs=0.02)
    assert legend.judge(world) != pytest.approx(PolicyAgent(agent, NEXUS).judge(world), abs=0.001)


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    game = game_in(tmp_path)
    with pytest.raises(AgentError, match=r"levels\.json: got a file that cannot be read"):
        Level("rookie", game)
    (tmp_path / "levels.json").write_text('{"2": {"rookie": 9}}')
    with pytest.raises(AgentError, match=r"nexus-2\.onnx: no such file"):
        Level("rookie", game)
    with pytest.raises(AgentError, match=r"levels\.json: got no temperature for legend"):
        Level("legend", game)


@pytest.mark.parametrize(
    "table", ["", "[]", '{"2": 3}', '{"two": {}}', '{"2": {"rookie": "hot"}}', '{"2": {"rookie": -1}}', "[" * 9999]
)
def test_a_damaged_table_is_told_in_one_sentence(table: str, shipped: Path) -> None:
    (shipped / "levels.json").write_text(table)
    with pytest.raises(
        AgentError, match=r"^[^\n]*levels\.json: (got a file that cannot be read|2: rookie: got -1)[^\n]*$"
    ):
        load("rookie", game_in(shipped))


def test_a_damaged_network_is_refused(shipped: Path) -> None:
    """By its card, which has its checksum: one bit anywhere, or an end that is missing."""
    path, rng = shipped / "nexus-2.onnx", np.random.default_rng(0)
    whole = path.read_bytes()
    damaged = [bytearray(whole) for _ in range(20)]
    for data, place in zip(damaged, rng.integers(len(whole), size=20).tolist(), strict=True):
        data[place] ^= 1 << int(rng.integers(8))
    for data in [*damaged, whole[:-1], whole + b"x", b""]:
        path.write_bytes(data)
        for read in (
            lambda game: Level("rookie", game),
            lambda game: read_network(path, game),
            lambda game: read_weights(path, game),
        ):
            with pytest.raises(
                AgentError, match=r"^[^\n]*nexus-2\.onnx: got a file with the SHA-256 \w+; expected \w+:"
            ):
                read(game_in(shipped))
    path.write_bytes(whole)
    Level("rookie", game_in(shipped))


def test_a_card_that_has_lost_its_checksum_is_refused(shipped: Path) -> None:
    card = json.loads((shipped / "nexus-2.json").read_text())
    del card["sha256"]
    (shipped / "nexus-2.json").write_text(json.dumps(card))
    with pytest.raises(AgentError, match=r"^[^\n]*nexus-2\.json: got no sha256; expected that of nexus-2\.onnx"):
        Level("rookie", game_in(shipped))


def test_a_card_with_a_wrong_checksum_is_refused_in_words(shipped: Path) -> None:
    card = json.loads((shipped / "nexus-2.json").read_text())
    (shipped / "nexus-2.json").write_text(json.dumps({**card, "sha256": "zz"}))
    with pytest.raises(AgentError, match=r"nexus-2\.onnx: got 'zz' as its SHA-256; expected 64 hexadecimal digits;"):
        Level("rookie", game_in(shipped))


def test_the_name_of_a_file_that_is_gone_leads_to_the_nearest(shipped: Path) -> None:
    with pytest.raises(AgentError, match=r"legend-3\.onnx: no such file; .*; did you mean .*nexus-3\.onnx\?$"):
        load(f"{shipped}/legend-3.onnx", NEXUS)


def test_a_level_says_for_how_many_seats_it_is_made(shipped: Path) -> None:
    (shipped / "nexus-3.onnx").unlink()
    level, batch = Level("rookie", game_in(shipped)), nexus_env.batch(1, seed=3, options={"seats": 3})
    with pytest.raises(AgentError, match="'rookie': got a bout of 3 seats; expected 2 or 4; try greedy"):
        level.choose(batch.observations, batch.masks, np.random.default_rng(1))


def test_levels_stand_equally_far_apart() -> None:
    measured = levels.Measured((0.0, 1.0, 2.0, 4.0, 8.0), (30.0, 28.0, 24.0, 16.0, 12.0), chance=10.0)
    found = measured.chosen()  # 14, 18, 22, 26 and 30
    assert found == [6.0, 3.5, 2.5, 1.5, 0.0]


def test_noise_does_not_make_a_hotter_one_better() -> None:
    measured = levels.Measured((0.0, 1.0, 2.0), (30.0, 20.0, 21.0), chance=5.0)
    assert sorted(measured.chosen(), reverse=True) == measured.chosen()


def report_in(path: Path, barge: str, best: float) -> Path:
    """A tournament of all levels by one rule, in which each scores the same against the next one."""
    standings = [
        {
            "name": name,
            "rating": {"mu": best - 5 + place, "sigma": 0.5},
            "bouts": 400,
        }
        for place, name in enumerate(LEVELS)
    ]
    pairs = [{"one": one, "other": other, "score": 0.3, "low": 0.25, "high": 0.4} for one, other in pairwise(LEVELS)]
    report = {"seed": 5, "game": "nexus-v2", "rules": [{"barge": barge}], "standings": standings, "pairs": pairs}
    path.write_text(json.dumps(report), encoding="utf-8")
    times = {"agents": {name: {"median": 0.0004, "p99": 0.002, "decisions": 300} for name in LEVELS}}
    path.with_name("times.json").write_text(json.dumps(times), encoding="utf-8")
    return path


def test_a_card_tells_latency_and_hash_and_the_strength_by_each_rule(shipped: Path, tmp_path: Path) -> None:
    reports = [str(report_in(tmp_path / f"{barge}.json", barge, best)) for barge, best in (("roll", 25), ("1", 30))]
    words = ["--seats", "2", "--recipe", "make it", "--trained-on", "all barges", "--folder", str(shipped)]
    assert main(["levels", "card", *reports, *words]) == 0
    path = levels.card_file("champion", 2, shipped)
    assert path == shipped / "cards" / "champion-2.json"
    card = json.loads(path.read_text(encoding="utf-8"))
    assert card["sha256"] == hashlib.sha256((shipped / card["file"]).read_bytes()).hexdigest()
    assert card["temperature"] == HEAT[3] and [one["rules"]["barge"] for one in card["ratings"]] == ["roll", "1"]
    assert card["ratings"][0]["interval"] == [pytest.approx(22.02), pytest.approx(23.98)]
    scores = card["ratings"][0]["scores"]
    assert scores == {"veteran": pytest.approx([0.7, 0.6, 0.75]), "legend": [0.3, 0.25, 0.4]}
    text = path.with_suffix(".md").read_text(encoding="utf-8")
    assert "0.40 ms, 99 % within 2.00 ms" in text and "| trained on | all barges |" in text
    assert "| rating | 23.0 (22.0-24.0) | 28.0 (27.0-29.0) |" in text


def test_a_report_without_a_rival_of_the_first_is_told(
    shipped: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = (report_in(tmp_path / f"{barge}.json", barge, 25) for barge in ("roll", "1"))
    report = json.loads(other.read_text(encoding="utf-8"))
    report["pairs"].pop()
    other.write_text(json.dumps(report), encoding="utf-8")
    words = ["card", str(one), str(other), "--seats", "2", "--recipe", "make it", "--folder", str(shipped)]
    assert main(["levels", *words]) == 2
    assert "1.json: got no bouts of champion against legend; expected some, as in" in capsys.readouterr().err
    assert not levels.card_file("rookie", 2, shipped).exists(), "nothing has been written"


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        (b"{", "got no readable agent card"),
        (b"[]", "got no readable agent card"),
        (b"[" * 9999, "got no readable agent card"),
        (b'"\xff"', "got no readable agent card"),
        (b'{"config": {"reward": {"shaping": null}}}', "shaping: got None; expected a number of at least 0"),
        (b'{"config": {"reward": {"shaping": 1e999}}}', "shaping: got inf; expected a number of at least 0"),
        (b'{"config": []}', "shaping: got None; expected a number of at least 0"),
    ],
)
def test_a_damaged_card_is_named(card: bytes, sentence: str, agent: Path) -> None:
    path = agent.with_suffix(".json")
    path.write_bytes(card)
    with pytest.raises(AgentError, match=rf"^[^\n]*agent\.json: {sentence}[^\n]*$"):
        PolicyAgent(agent, NEXUS)
    path.unlink()


@pytest.mark.parametrize(
    ("key", "text", "sentence"),
    [
        ("temperature", "hot", "temperature: got hot; expected a number from 0 to 1e\\+06"),
        ("temperature", "nan", "temperature: got nan; expected"),
        ("temperature", "-1", "temperature: got -1; expected"),
        ("temperature", "9" * 5000, f"temperature: got {'9' * 200}…; expected"),
        ("shaping", "1e999", "shaping: got 1e999; expected a number of at least 0"),
        ("game", "x\ny\x1b" + "z" * 5000, "got the game stamp x y.u001bz*.; expected nexus-v4"),
    ],
)
def test_damaged_texts_of_a_file_are_told_in_one_sentence(
    key: str, text: str, sentence: str, agent: Path, tmp_path: Path
) -> None:
    path, model = tmp_path / "own.onnx", onnx.load(str(agent))
    onnx.helper.set_model_props(model, {**NEXUS.stamps, key: text})
    onnx.save_model(model, str(path))
    for read in (PolicyAgent, read_network) if key != "temperature" else (PolicyAgent,):
        with pytest.raises(AgentError, match=rf"^[^\n]*own\.onnx: {sentence}[^\n]*$"):
            read(path, NEXUS)


def test_texts_that_are_not_utf_8_are_told_in_one_sentence(agent: Path, tmp_path: Path) -> None:
    path, model = tmp_path / "own.onnx", onnx.load(str(agent))
    onnx.helper.set_model_props(model, {**NEXUS.stamps, "shaping": "spoiled!"})
    whole = model.SerializeToString()
    path.write_bytes(whole.replace(b"spoiled!", b"spoiled\xff"))
    for read in (PolicyAgent, read_network):
        with pytest.raises(AgentError, match=r"^[^\n]*own\.onnx: (shaping: )?got [^\n]*$"):
            read(path, NEXUS)
    path.write_bytes(whole.replace(b"spoiled!", b"00000001").replace(b"weight_0", b"weight_\xff"))
    with pytest.raises(AgentError, match=r"^[^\n]*own\.onnx: got no readable ONNX network[^\n]*$"):
        read_network(path, NEXUS)


def test_a_network_of_other_tensors_is_refused(agent: Path, tmp_path: Path) -> None:
    """It would fail at its first choice, in the middle of a bout."""
    path, model = tmp_path / "own.onnx", onnx.load(str(agent))
    model.graph.input[0].type.tensor_type.shape.dim[1].dim_value = 7
    model.graph.node[0].input[1] = "weight_x"
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.zeros((64, 7), np.float32), "weight_x"))
    onnx.save_model(model, str(path))
    with pytest.raises(AgentError, match=r"observations tensor\(float\) \['rows', 7\].*; expected one of observations"):
        PolicyAgent(path, NEXUS)


def other_shape(model: Any) -> None:
    bias = next(tensor for tensor in model.graph.initializer if tensor.name == "bias_1")
    bias.CopyFrom(onnx.numpy_helper.from_array(np.zeros(3, np.float32), bias.name))


def other_number(model: Any, name: str, number: float) -> None:
    tensor = next(tensor for tensor in model.graph.initializer if tensor.name == name)
    array = onnx.numpy_helper.to_array(tensor).copy()
    array.flat[len(array.flat) // 2] = number
    tensor.CopyFrom(onnx.numpy_helper.from_array(array, name))


@pytest.mark.parametrize(
    "damage",
    [
        lambda model: model.graph.initializer.pop(0),
        lambda model: model.graph.node.pop(0),
        lambda model: model.graph.ClearField("output"),
        lambda model: model.ClearField("metadata_props"),
        other_shape,
        *(
            partial(other_number, name=name, number=number)
            for name in ("weight_0", "bias_1", "weight_1", "weight_2", "weight_value")
            for number in (np.nan, np.inf, -np.inf)
            if (name, number) != ("bias_1", -np.inf)  # a unit that is silent: it plays as one that is not there
        ),
    ],
)
def test_a_damaged_network_without_a_card_is_refused_in_one_sentence(damage: Any, agent: Path, tmp_path: Path) -> None:
    """What shows without a checksum: by whoever plays it, searches with it, or learns on from it."""
    path, model = tmp_path / "own.onnx", onnx.load(str(agent))
    damage(model)
    path.write_bytes(model.SerializeToString())
    with pytest.raises(AgentError, match=r"^[^\n]*own\.onnx: [^\n]*$"):
        PolicyAgent(path, NEXUS)
    if len(model.graph.node) == len(onnx.load(str(agent)).graph.node) and model.graph.output:  # they take weights alone
        for read in (read_network, read_weights):
            with pytest.raises(AgentError, match=r"^[^\n]*own\.onnx: [^\n]*$"):
                read(path, NEXUS)


def test_an_end_that_is_missing_or_too_much_is_refused_without_a_card(agent: Path, tmp_path: Path) -> None:
    path, whole = tmp_path / "own.onnx", agent.read_bytes()
    for data in (
        b"",
        b"\0" * 1000,
        whole[1:],
        whole + b"x",
        *(whole[:-cut] for cut in (1, 2, 50, 1000, len(whole) // 2)),
    ):
        path.write_bytes(data)
        for read in (PolicyAgent, read_network, read_weights):
            with pytest.raises(AgentError, match=r"^[^\n]*own\.onnx: [^\n]*$"):
                read(path, NEXUS)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("calibrate {}/none.onnx", "none.onnx: no such file"),
        ("calibrate {}/text.onnx", "text.onnx: got no readable ONNX network"),
        ("card {}/none.json --recipe x", "none.json"),
        ("card {}/text.onnx --recipe x", "text.onnx: got a file that cannot be read"),
        ("card {}/rookie.json --recipe x", "got a tournament without contender, veteran, champion, legend"),
        ("calibrate {}/none.onnx --folder {}/text.onnx", "text.onnx"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(
    words: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.onnx").write_text("mine")
    (tmp_path / "rookie.json").write_text('{"standings": [{"name": "rookie"}]}')
    asked = ["--seats", "2", "--folder", str(tmp_path), *words.replace("{}", str(tmp_path)).split()]
    assert main(["levels", *asked[4:6], *asked[:4], *asked[6:]]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err and printed.err.count("\n") == 1


def test_impossible_numbers_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["levels", "calibrate", "agent.onnx", "--seats", "2", "--bouts", "0"])
    assert "--bouts: got '0'; expected a whole number from 1 to " in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "deeper"
    assert main(["levels", "calibrate", "agent.onnx", "--seats", "2", "--folder", str(folder)]) == 2
    assert capsys.readouterr().err.startswith(
        f"{folder}: got a path that cannot be written (Not a directory); expected "
    )
