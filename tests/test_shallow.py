"""The small networks of the search: what they say is what their weights say, whatever they have seen before."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import toy

from nexus_env.agents.agent import AgentError
from nexus_env.agents.search.small_networks import (
    Shallow,
    likeliest,
    look,
    read_shallow,
    said,
    shallow,
    weigh,
    with_own_memory,
)
from nexus_env.agents.search.small_training import write

SIZE, HIDDEN, OUTPUTS, SEATS = 43, 24, 21, 3


def weights_of(seed: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(HIDDEN, SIZE)) / 40, rng.normal(size=HIDDEN), rng.normal(size=(OUTPUTS, HIDDEN + 1)) / 4


def sights(count: int, seed: int = 2) -> Any:
    """What is seen in turn, int8 [count, whole words]; each differs from the one before in a few places."""
    rng, seen = np.random.default_rng(seed), np.zeros((count, -(-SIZE // 8) * 8), np.int8)
    for row in range(count):
        seen[row] = seen[row - 1]
        places = rng.integers(SIZE, size=rng.integers(9))
        seen[row, places] = rng.integers(-128, 128, len(places)) * rng.integers(2, size=len(places))
    return seen


def outputs(network: Shallow) -> Any:
    return np.array([said(network, output) * network.unit for output in range(OUTPUTS)])


def test_it_says_what_its_weights_say() -> None:
    inner, biases, heads = weights_of(1)
    network = shallow(inner, biases, heads, SEATS)
    for row, sight in enumerate(sights(200)):
        look(network, row % SEATS, sight.view(np.int64))
        units = np.maximum(0, inner @ sight[:SIZE] + biases)
        assert np.allclose(outputs(network), heads[:, :-1] @ units + heads[:, -1], atol=0.03)


def test_what_it_says_depends_on_nothing_that_was_seen_before() -> None:
    network = shallow(*weights_of(3), SEATS)
    fresh = with_own_memory(network)
    *before, last = sights(100)
    for row, sight in enumerate(before):
        look(network, row % SEATS, sight.view(np.int64))
    told = []
    for one, seat in ((network, 0), (network, 2), (fresh, 1)):
        look(one, seat, last.view(np.int64))
        told.append(outputs(one))
    assert (told[0] == told[1]).all() and (told[0] == told[2]).all() and told[0].std() > 0


def test_a_copy_has_a_memory_of_its_own() -> None:
    network = shallow(*weights_of(3), SEATS)
    other, sight = with_own_memory(network), sights(50)[-1].view(np.int64)
    look(network, 1, sight)
    assert network.words[1].any() and not other.words.any() and network.rows is other.rows


def test_the_likeliest_action_is_a_legal_one_and_the_likelihoods_add_up_to_one() -> None:
    network, rng = shallow(*weights_of(4), SEATS), np.random.default_rng(5)
    words = np.zeros(-(-OUTPUTS // 8), np.int64)
    mask, likely = words.view(np.int8)[:OUTPUTS], np.zeros(OUTPUTS, np.float32)
    for sight in sights(30):
        look(network, 0, sight.view(np.int64))
        mask[:] = rng.random(OUTPUTS) < 0.4
        mask[rng.integers(OUTPUTS)] = 1
        told = np.where(mask, outputs(network), -np.inf)
        weigh(network, words, mask, likely)
        assert likeliest(network, words, mask) == told.argmax() == likely.argmax()
        assert np.allclose(likely, np.exp(told - told.max()) / np.exp(told - told.max()).sum(), atol=1e-5)


def test_weights_that_are_too_large_for_whole_numbers_are_refused() -> None:
    inner, biases, heads = weights_of(1)
    with pytest.raises(ValueError, match="too large for 32-bit integers"):
        shallow(inner * 10_000, biases, heads, SEATS)


def file_of(folder: Path, loud: float = 0.1, inputs: int = toy.GAME.observation_size, units: int = 4) -> Path:
    """A network for the toy game, with four hidden units."""
    path = folder / "small"
    heads = np.ones((2, units + 1), np.float32)
    write(path, {"weight_0": np.full((4, inputs), loud), "bias_0": np.zeros(4), "heads": heads}, toy.GAME)
    return path


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    network = read_shallow(file_of(tmp_path), toy.GAME)
    sight = np.zeros(network.words.shape[1] * 8, np.int8)
    sight[: toy.GAME.observation_size] = 1
    look(network, 0, sight.view(np.int64))
    expected = 1 + 4 * 0.1 * float(toy.GAME.observation_scales.sum())
    assert abs(said(network, 1) * network.unit - expected) < 0.05
    assert [path.name for path in tmp_path.iterdir()] == ["small"], "no half of a file, under the name that was given"


def test_a_file_that_the_search_could_not_read_takes_no_other_ones_place(tmp_path: Path) -> None:
    before = file_of(tmp_path).read_bytes()
    with pytest.raises(AgentError, match="too large for 32-bit integers"):
        file_of(tmp_path, loud=1e9)
    assert (tmp_path / "small").read_bytes() == before


@pytest.mark.parametrize(("inputs", "units"), [(3, 4), (toy.GAME.observation_size, 3)])
def test_layers_that_do_not_fit_are_told(tmp_path: Path, inputs: int, units: int) -> None:
    with pytest.raises(AgentError, match=rf"got layers of \(4, {inputs}\), \(4,\) and \(2, {units + 1}\); expected"):
        file_of(tmp_path, inputs=inputs, units=units)


@pytest.mark.parametrize("shape", [(), (5,), (3, 5), (2, 1, 5), (0, 5), (2, 6)])
def test_heads_of_another_shape_are_told(tmp_path: Path, shape: tuple[int, ...]) -> None:
    """Compiled code asks for each output unseen, so a judge in the place of the student would be read past its end."""
    path, weights = tmp_path / "small", {"weight_0": np.zeros((4, toy.GAME.observation_size)), "bias_0": np.zeros(4)}
    stamps = {name: np.array(stamp) for name, stamp in toy.GAME.stamps.items()}
    with path.open("wb") as file:
        np.savez(file, **weights, heads=np.zeros(shape), **stamps)
    inputs = toy.GAME.observation_size
    with pytest.raises(
        AgentError, match=rf"^[^\n]*small: got layers of .*; expected \(n, {inputs}\), \(n,\) and \(2, n \+ 1\)\.$"
    ):
        read_shallow(path, toy.GAME, outputs=2)


def test_a_single_bit_or_a_missing_end_is_told(tmp_path: Path) -> None:
    path = file_of(tmp_path)
    whole = path.read_bytes()
    for place in range(0, len(whole), 3):
        data = bytearray(whole)
        data[place] ^= 1 << place % 8
        path.write_bytes(data)
        with pytest.raises(AgentError, match=r"^[^\n]*small: got [^\n]*$"):
            read_shallow(path, toy.GAME)
    for cut in range(1, len(whole), 3):
        path.write_bytes(whole[:-cut])
        with pytest.raises(AgentError, match=r"^[^\n]*small: got [^\n]*$"):
            read_shallow(path, toy.GAME)


@pytest.mark.parametrize("damage", ["missing", "cut", "text", "nameless"])
def test_a_damaged_file_is_told_in_one_sentence(tmp_path: Path, damage: str) -> None:
    path = file_of(tmp_path)
    if damage == "missing":
        path.unlink()
    elif damage == "nameless":
        with path.open("wb") as file:
            np.savez(file, weight_0=np.zeros((1, 1)))
    else:
        path.write_bytes(path.read_bytes()[:100] if damage == "cut" else b"no network")
    with pytest.raises(AgentError, match="small: got no readable network of the search"):
        read_shallow(path, toy.GAME)
