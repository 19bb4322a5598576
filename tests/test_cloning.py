"""Cloning: a network plays as its model does, whether that was watched or stands in transcripts."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import toy
from learners import SMALL, TOML, experiment
from rich.console import Console

from nexus_env.agents.agent import AgentError, best
from nexus_env.agents.learning import cloning
from nexus_env.agents.learning.experiment import Clone, Reward
from nexus_env.agents.learning.export import export
from nexus_env.agents.learning.network import weights_of
from nexus_env.agents.loading import load
from nexus_env.agents.rate import rate
from nexus_env.agents.report import RunProgress
from nexus_env.agents.weights import Snapshot, load_snapshot
from nexus_env.contract.game import Game
from nexus_env.envs.batch import Batch
from nexus_env.envs.recorder import Recorder
from nexus_env.players.any_legal import AnyLegal
from nexus_env.text.transcript import read as read_transcript
from nexus_env.text.transcript import write as write_transcript


class Striker:
    """With a high number it strikes, with a low one it swaps it, or parries: a rule that can be learned."""

    def choose(self, observations: Any, masks: Any, rng: np.random.Generator) -> Any:
        low = observations[:, 0] < 0.6
        wishes = np.zeros(masks.shape)
        wishes[:, toy.STRIKE] = wishes[:, toy.NO] = ~low
        wishes[:, toy.SWAP] = wishes[:, toy.YES] = low
        return best(wishes, masks)


def striker(game: Game) -> Striker:
    return Striker()


STRIKER = f"{__name__}:striker"
COPY = Clone(bouts=600, epochs=6, stray=0.2)


def copied(source: str, **changes: Any) -> cloning.Cloned:
    with RunProgress(Console(quiet=True)) as watch:
        chosen = experiment(clone=COPY, learner=replace(SMALL, batch_size=128), rules={"rounds": 4})
        return cloning.clone(replace(chosen, **changes), toy.GAME, source, watch)


def test_a_clone_plays_as_its_model(tmp_path: Path) -> None:
    clone = copied(STRIKER)
    assert clone.agreement > 0.98 and clone.bouts == 600 and clone.explained > 0.1
    path = tmp_path / "clone.onnx"
    assert export(clone.policy, toy.GAME, path, *clone.rows) < 1e-5
    score = rate(toy.GAME, load(str(path), toy.GAME), AnyLegal(), "random", 400, 9, {"rounds": 4, **toy.BARE})
    model = rate(toy.GAME, Striker(), AnyLegal(), "random", 400, 9, {"rounds": 4, **toy.BARE})
    assert abs(score.wins - model.wins) < 40 and model.wins > 200


def test_nothing_is_learned_from_decisions_that_are_shuffled(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the test above cannot pass by itself."""

    def shuffled(*arguments: Any) -> cloning.Examples:
        examples = watch_agent(*arguments)
        return replace(examples, actions=np.random.default_rng(0).permutation(examples.actions))

    watch_agent = cloning.watch_agent
    monkeypatch.setattr(cloning, "watch_agent", shuffled)
    assert copied(STRIKER).agreement < 0.8


def test_a_clone_of_one_seed_is_always_the_same_and_leaves_chance_alone() -> None:
    states = torch.get_rng_state(), np.random.get_state()[1]
    one, again, other = copied(STRIKER), copied(STRIKER), copied(STRIKER, seed=3)
    first, second, third = (weights_of(clone.policy)["weight_0"] for clone in (one, again, other))
    assert np.array_equal(first, second) and not np.array_equal(first, third)
    assert torch.equal(states[0], torch.get_rng_state()) and np.array_equal(states[1], np.random.get_state()[1])


def test_a_clone_learns_on_with_the_network_that_it_is_given(tmp_path: Path) -> None:
    """Where there is next to nothing to see, it plays as before; a wider network too."""
    first = copied(STRIKER)
    export(first.policy, toy.GAME, tmp_path / "first.onnx", *first.rows)
    little, hidden = Clone(bouts=20, epochs=1, stray=0.2), [2 * width for width in SMALL.hidden]
    chosen = replace(SMALL, batch_size=128, start=str(tmp_path / "first.onnx"))
    for learner in (chosen, replace(chosen, hidden=hidden)):
        assert copied(STRIKER, learner=learner, clone=little).agreement > 0.95
    assert copied(STRIKER, learner=replace(chosen, start=""), clone=little).agreement < 0.9


def test_a_learner_begins_with_a_clone_that_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = replace(COPY, begin=STRIKER)
    chosen = experiment(clone=plan, learner=replace(SMALL, batch_size=128), rules={"rounds": 4})
    with RunProgress(Console(quiet=True)) as watch:
        first = cloning.begun(chosen, toy.GAME, tmp_path, watch)
        batch, rng = Batch(toy.GAME, 200, 2, chosen.rules), np.random.default_rng(0)
        clone = Snapshot(load_snapshot(Path(first.learner.start)))
        observations, masks = batch.observations, batch.masks
        agreed = clone.choose(observations, masks, rng) == Striker().choose(observations, masks, rng)
        assert agreed.mean() > 0.95
        monkeypatch.setattr(cloning, "clone", None)
        assert cloning.begun(chosen, toy.GAME, tmp_path, watch) == first
        elsewhere = tmp_path / "elsewhere"
        assert cloning.begun(first, toy.GAME, elsewhere, watch) is first  # it has a start
        learner = experiment()
        assert cloning.begun(learner, toy.GAME, elsewhere, watch) is learner  # it asks for none


def test_a_model_is_asked_where_the_network_goes(tmp_path: Path) -> None:
    """Its moves are made, and what the model would have done is noted."""
    untrained = copied(STRIKER, clone=Clone(bouts=20, epochs=1), learner=replace(SMALL, batch_size=16, learning_rate=0))
    export(untrained.policy, toy.GAME, tmp_path / "start.onnx", *untrained.rows)
    learner = replace(SMALL, start=str(tmp_path / "start.onnx"))
    seen = {}
    for led in (0.0, 1.0):
        chosen = experiment(clone=Clone(bouts=40, stray=0, led=led), learner=learner, rules={"rounds": 4})
        with RunProgress(Console(quiet=True)) as watch:
            seen[led] = cloning.watch_agent(chosen, toy.GAME, Striker(), watch)
        observations = seen[led].observations * toy.GAME.observation_scales
        expected = Striker().choose(observations, seen[led].masks, np.random.default_rng(0))
        assert (expected == seen[led].actions).all()
    assert not np.array_equal(seen[0.0].observations, seen[1.0].observations)


def recorded(folder: Path, bouts: int, players: tuple[str, ...] = ("striker", "random")) -> None:
    """Transcripts of bouts in which `Striker` plays `player_0` and chance the others."""
    folder.mkdir()
    batch = Batch(toy.GAME, bouts, 5, {"rounds": 4, "seats": len(players), **toy.BARE})
    recorder, rng, written = Recorder(batch), np.random.default_rng(1), 0
    while written < bouts:
        actions = [agent.choose(batch.observations, batch.masks, rng) for agent in (Striker(), AnyLegal())]
        for _, transcript in recorder.step(np.where(batch.seats == 0, *actions)):
            text = write_transcript(replace(transcript, players=players))
            (folder / f"{written:04d}.txt").write_text(text)
            written += 1


def test_a_clone_learns_from_transcripts(tmp_path: Path) -> None:
    recorded(tmp_path / "bouts", 400)
    clone = copied(str(tmp_path / "bouts"), clone=replace(COPY, epochs=30, players=("striker",)))
    assert clone.agreement > 0.95 and clone.bouts >= 400
    everybody = copied(str(tmp_path / "bouts"), clone=replace(COPY, epochs=30))
    assert everybody.examples > 1.5 * clone.examples and everybody.agreement < clone.agreement - 0.1


def test_a_transcript_is_worth_what_the_learner_would_be_paid(tmp_path: Path) -> None:
    """The first decision returns the discounted end, less what the standing was worth then: nothing yet."""
    recorded(tmp_path / "bouts", 20)
    chosen = experiment(rules={"rounds": 4}, reward=Reward("outcome", shaping=0.5), learner=replace(SMALL, gamma=0.9))
    with RunProgress(Console(quiet=True)) as watch:
        examples = cloning.see(chosen, toy.GAME, str(tmp_path / "bouts"), watch)
    read = [read_transcript(path.read_text()) for path in sorted((tmp_path / "bouts").iterdir())]
    for bout, transcript in enumerate(read):
        seats = [turn.seat for turn in transcript.turns]
        worth = examples.returns[examples.bouts == bout]
        assert len(worth) == len(seats)
        assert np.isclose(worth[0], 0.9 ** (seats.count(0) - 1) * transcript.result[0], atol=1e-5)


def test_transcripts_that_teach_nothing_are_refused(tmp_path: Path) -> None:
    recorded(tmp_path / "bouts", 3)
    with pytest.raises(AgentError, match=r"bouts: got 0 of \d transcripts with decisions by nobody and a result"):
        copied(str(tmp_path / "bouts"), clone=replace(COPY, players=("nobody",)))
    first = tmp_path / "bouts" / "0000.txt"
    first.write_text(first.read_text().replace("player_0: ", "player_0: dance and ", 1))
    with pytest.raises(AgentError, match=r"0000\.txt: .*dance"):
        copied(str(tmp_path / "bouts"))


def test_the_command_clones_and_a_run_starts_with_the_clone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import train as command

    config = tmp_path / "toy.toml"
    config.write_text(TOML + "clone = { bouts = 300, epochs = 6 }\n")
    assert command.main([str(config), "--folder", str(tmp_path / "clone"), "--clone", STRIKER]) == 0
    assert "of the choices agree" in capsys.readouterr().out.replace("\n", " ")
    card = json.loads((tmp_path / "clone" / "agent.json").read_text())
    assert card["how"] == f"cloned from {STRIKER}" and card["agreement"] > 0.8
    start = f"learner.start={tmp_path / 'clone' / 'agent.onnx'}"
    assert command.main([str(config), "--folder", str(tmp_path / "run"), "--set", start, "--minutes", "0.01"]) == 0
    begin = ["--folder", str(tmp_path / "begun"), "--set", f"clone.begin={STRIKER}", "--set", "learner.steps=2_048"]
    assert command.main([str(config), *begin]) == 0
    card = json.loads((tmp_path / "begun" / "agent.json").read_text())
    assert card["how"] == f"trained by self-play, beginning as a clone of {STRIKER}"
    assert command.main([str(config), "--set", "clone.begin=nobody"]) == 2
    assert "--set clone.begin: Agent 'nobody': no such agent" in capsys.readouterr().err
    assert command.main([str(config), "--clone", "nobody"]) == 2
    assert "--set clone.source: Agent 'nobody': no such agent" in capsys.readouterr().err
