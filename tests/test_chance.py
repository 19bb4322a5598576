"""No test plays with chance that it has not seeded: the guard of `chance` refuses it, here and in processes."""

import copy
import os
import pickle
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
import toy
import unseeded
from processes import ROOT, environment
from service import SEED, Json, run
from unseeded import UnseededError

import nexus_env
from nexus_env.cli.main import main
from nexus_env.core.session import Session
from nexus_env.envs.aec import Arena, make_env
from nexus_env.envs.batch import Batch
from nexus_env.envs.single import SingleSeat
from nexus_env.envs.vector import VectorSeats
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import Store
from nexus_env.frontends.web.protocol import messages
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="the outer layers are tested compiled")


def test_an_unseeded_environment_is_refused() -> None:
    for env in (Arena(toy.GAME), make_env(toy.GAME), SingleSeat(toy.GAME), VectorSeats(toy.GAME, 3)):
        with pytest.raises(UnseededError, match="give the environment, the batch, the service or the generator a seed"):
            env.reset()
        env.reset(seed=1)
        env.reset()  # goes on with its seed


@pytest.fixture(autouse=True)
def refusals_are_meant() -> Iterator[None]:
    """Each of these tests has one refused."""
    yield
    unseeded.refused.clear()


def test_a_batch_has_a_seed_unless_it_is_given_chance() -> None:
    """Nobody can forget it: without one it has 0."""
    assert (Batch(toy.GAME, 8).observations == Batch(toy.GAME, 8, 0).observations).all()
    with pytest.raises(UnseededError):
        Batch(toy.GAME, 8, np.random.SeedSequence().entropy)  # type: ignore[arg-type]


@pytest.mark.parametrize("seeds", [{}, {"seed": SEED}], ids=["bout", "agent"])
def test_an_unseeded_service_is_refused(tmp_path: Path, seeds: dict[str, int]) -> None:
    """Where a bout gets its seed, and where an agent does that is asked about a bout of a front end."""

    async def play() -> None:
        hall = Hall(Store(str(tmp_path / "bouts.db")), [ServedOpponents(NEXUS)], **seeds)
        try:
            if not seeds:
                await hall.create(messages.Create(seats=["person", "greedy"]))
            session = Session(NEXUS, NEXUS.read_options(), seed=1)
            await hall.served.agents(NEXUS).choose("greedy", session, 60.0)
        finally:
            await hall.close()

    with pytest.raises(UnseededError):
        run(play())


@pytest.mark.parametrize(
    "draw",
    [
        np.random.default_rng,
        np.random.SeedSequence,
        np.random.RandomState,
        random.Random,
        random.seed,
        np.random.seed,
        lambda: gymnasium.utils.seeding.np_random(),
        lambda: main(["watch", "random", "random", "--delay", "0", "--steps", "1"]),
    ],
)
def test_every_way_to_an_unseeded_generator_is_refused(draw: Callable[[], Any]) -> None:
    with pytest.raises(UnseededError):
        draw()


def test_what_decides_nothing_may_be_of_chance() -> None:
    """Names of files, copies of generators, and spaces, which are the same each time."""
    with tempfile.TemporaryDirectory():
        generator = np.random.default_rng(1)
    for again in (copy.deepcopy(generator), pickle.loads(pickle.dumps(generator))):
        assert again.random() == copy.deepcopy(generator).random()
    drawn = [[gymnasium.spaces.Discrete(1000).sample() for _ in range(5)] for _ in range(2)]
    assert drawn[0] == drawn[1]


DRAWN: list[Any] = []


@pytest.mark.parametrize("place", [0, 1])
def test_what_a_test_draws_does_not_depend_on_those_before_it(place: int) -> None:
    """Not even from the generators that all share."""
    DRAWN.append((random.random(), np.random.random(), float(torch.rand(1))))
    assert [DRAWN[0]] * len(DRAWN) == DRAWN


@pytest.mark.parametrize("draw", ["nexus_env.raw_env().reset()", "import numpy; numpy.random.default_rng()"])
def test_a_process_that_a_test_starts_keeps_the_guard(draw: str) -> None:
    """It ends at once, whatever is caught on the way: whoever waits for its answer must not wait for long."""
    code = f"import nexus_env\ntry:\n    {draw}\nexcept BaseException:\n    print('caught')"
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True)
    assert done.returncode == 1 and not done.stdout
    assert done.stderr.endswith(f"{unseeded.ADVICE}\n") and "in <module>" in done.stderr


def test_nobody_starts_a_process_without_the_guard() -> None:
    """Whoever replaces the variable that brings it along lets it go."""
    named = {path.name for path in (ROOT / "tests").rglob("*.py") if re.search(r'"PYTHONPATH"', path.read_text())}
    without = {
        "everything.py",
        "smoke.py",
        "test_code_cache.py",
        "test_plugin.py",
        "test_ray.py",
    }  # where nothing is drawn, or nothing begins
    assert named == {"conftest.py", "processes.py", Path(__file__).name} | without
    assert str(ROOT / "tests" / "chance") in os.environ["PYTHONPATH"]


# --- what the seed of a service does ----------------------------------------------------------------------------------


def bouts_of(folder: Path, seed: int, before: int = 0) -> list[Any]:
    """The events of a bout with all kinds of seats, and the table of one among people, in a new service."""

    async def play() -> list[Any]:
        hall = Hall(Store(str(folder / "bouts.db")), [ServedOpponents(NEXUS, seed=seed)], seed)
        try:
            for _ in range(before):
                await hall.create(messages.Create(seats=["random", "random"]))
            joined = await hall.create(messages.Create(seats=["person", "random", "greedy"], time=60.0))
            events = await decide(hall, joined)
            people = await hall.create(messages.Create(seats=["person", "person"], options={"barge": "roll"}))
            await hall.join(messages.Join(bout=people.bout))
            return [events, (await hall.look(messages.Look(bout=people.bout))).state.view]
        finally:
            await hall.close()

    return run(play())


async def decide(hall: Hall, joined: messages.Joined) -> list[Json]:
    """Take the first of everything for a person, a few times; all that has happened."""
    where: Json = {"bout": joined.bout, "token": joined.token}
    update = await hall.look(messages.Look(**where, after=0))
    for _ in range(6):
        while not update.state.legal:
            update = await hall.look(messages.Look(**where, after=update.cursor, wait=20.0))
        play = messages.Play(**where, at=update.cursor, action=update.state.legal[0].action)
        update = await hall.play(play)
    while not update.state.legal:
        update = await hall.look(messages.Look(**where, after=update.cursor, wait=20.0))
    return [event.as_json() for event in (await hall.look(messages.Look(**where, after=0))).events]


def test_the_bouts_of_a_service_with_a_seed_are_repeatable(tmp_path: Path) -> None:
    """Its agents included, and whatever else is played there."""
    for name in ("one", "other", "third"):
        (tmp_path / name).mkdir()
    one = bouts_of(tmp_path / "one", seed=7)
    assert one == bouts_of(tmp_path / "other", seed=7, before=3)
    assert one[0] != bouts_of(tmp_path / "third", seed=8)[0]


def test_a_seed_that_no_message_could_hold_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--port", "0", "--seed", str(2**53 + 1)])
    assert "got '9007199254740993'; expected a whole number from 0 to 9007199254740992" in capsys.readouterr().err


def test_the_package_plays_by_the_seeds_that_it_is_given() -> None:
    """Two environments alike, as the guard supposes."""
    tables = []
    for _ in range(2):
        env = nexus_env.raw_env(barge="roll")
        env.reset(seed=3)
        tables.append(env.bout.tobytes())
    assert tables[0] == tables[1]
