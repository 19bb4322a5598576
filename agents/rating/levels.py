"""The five calibrated opponents of a game: `rookie`, `contender`, `veteran`, `champion` and `legend`.

A level is a trained network and the temperature at which it samples its actions: the hotter, the more mistakes. The
champion of a run is measured at many temperatures; the chosen five are about equally far apart in strength, and the
lowest is as far from `random`. The folder that the game names (see `Levels`) holds one network per number of seats
(`<game>-2.onnx`, …), each with a card that has its checksum, `levels.json` with the temperatures, and a card per level
in `cards/`. Levels can be loaded by name as soon as the folder has networks and temperatures.
"""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.level import network_of, read_table
from nexus_env.agents.model_files import (
    fingerprint_of,
    forget_card,
    read_json,
    write_card,
    write_json,
    write_text,
    write_whole,
)
from nexus_env.agents.policy import SHAPING, TEMPERATURE, PolicyAgent, shaping_of
from nexus_env.agents.weights import HALF, metadata_of
from nexus_env.contract.game import Game
from nexus_env.contract.roster import LEVELS, RANDOM, TABLE
from nexus_env.players.agents_by_name import LOADER
from nexus_env.system.wording import InputError

TRIED = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.5, 10.0, 12.0)  # temperatures; 0: the surest action
CARDS = "cards"  # the folder of the levels' cards, in that of the levels
FEWER = (0.0, 2.0, 3.0, 4.5, 6.0, 9.0)  # with more than two seats: there are many more groups
LARGE = 1000  # numbers; tensors from this size on are kept in half precision


def card_file(name: str, seats: int, folder: Path) -> Path:
    """The file of the card of a level."""
    return folder / CARDS / f"{name}-{seats}.json"


def write_level(source: Path, target: Path, temperature: float) -> None:
    """Write the network of `source`, an agent's file, as that of a level: large tensors in half precision."""
    import onnx
    from onnx.numpy_helper import from_array, to_array

    model = onnx.load(str(source))
    casts = []
    for tensor in model.graph.initializer:
        values = to_array(tensor)
        if values.dtype == np.float32 and values.size >= LARGE:
            half = tensor.name + HALF
            casts.append(onnx.helper.make_node("Cast", [half], [tensor.name], to=onnx.TensorProto.FLOAT))
            tensor.CopyFrom(from_array(values.astype(np.float16), half))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    known = metadata_of(model)
    known |= {TEMPERATURE: repr(temperature), SHAPING: repr(shaping_of(source, known))}
    onnx.helper.set_model_props(model, known)
    onnx.checker.check_model(model, full_check=True)
    write_whole(target, lambda partial: onnx.save_model(model, str(partial)))


@dataclass(frozen=True)
class Measured:
    """Temperatures, coldest first, and the strength of the network at each."""

    temperatures: tuple[float, ...]
    ratings: tuple[float, ...]
    chance: float  # the rating of `random`

    def chosen(self) -> list[float]:
        """One temperature per level, lowest level first: equal steps of strength from `random` to the best."""
        ratings = np.minimum.accumulate(self.ratings)  # a hotter network is never better, except by noise
        best = float(ratings[0])
        wanted = self.chance + (best - self.chance) * np.arange(1, len(LEVELS) + 1) / len(LEVELS)
        found: NDArray[np.float64] = np.interp(wanted, ratings[::-1], self.temperatures[::-1])
        return [round(float(one), 2) for one in found]


@dataclass(frozen=True)
class Trials:
    """The way to measure temperatures: `bouts` per pairing, by these `rules`, in this many `processes`."""

    bouts: int
    rules: Mapping[str, Any]
    processes: int = 1


def calibrate(game: Game, source: Path, seats: int, trials: Trials, folder: Path) -> list[float]:
    """Measure the network of `source` at many temperatures, and write the levels for `seats` into `folder`.

    Raises:
        AgentError: `source` is not a network, or is for another game.
    """
    from nexus_env.agents.rating.tournament.counting import Until
    from nexus_env.agents.rating.tournament.holding import TournamentWish, hold, load_all, make_plan

    PolicyAgent(source, game)  # report what does not fit by the name that people know

    # Let a network for each temperature play a tournament.
    with tempfile.TemporaryDirectory() as room:
        tried = TRIED if seats == 2 else FEWER
        files = [Path(room, f"{temperature}.onnx") for temperature in tried]
        for temperature, file in zip(tried, files, strict=True):
            write_level(source, file, temperature)
        agents = load_all([RANDOM, *map(str, files)], game, LOADER)
        plan = make_plan(agents, game=game, seats=(seats,), rules=(trials.rules,), seed=1)
        wish = TournamentWish(
            Until(-(-trials.bouts // seats), width=0.0, decided=False), Path(room, "tournament"), trials.processes
        )
        ratings = {one.name: one.rating.mu for one in hold(plan, agents, wish).standings}

    # Choose the temperatures at which the levels are as strong as they should be.
    by_file = tuple(next(mu for name, mu in ratings.items() if str(file).endswith(name)) for file in files)
    found = Measured(tried, by_file, ratings[RANDOM]).chosen()
    write_levels(game, source, seats, dict(zip(LEVELS, found, strict=True)), folder)
    for name, temperature in zip(LEVELS, found, strict=True):
        print(f"{name}-{seats}: temperature {temperature}")
    return found


def write_levels(game: Game, source: Path, seats: int, temperatures: Mapping[str, float], folder: Path) -> None:
    """Store the network of `source` for all levels with `seats` seats, with these temperatures."""
    network, table = folder / network_of(game, seats).name, folder / TABLE
    others = {str(one): row for one, row in read_table(table).items()} if table.exists() else {}
    forget_card(network)
    write_level(source, network, 0.0)
    write_card(network, {"name": network.stem, "seats": seats})
    write_json(table, dict(sorted({**others, str(seats): dict(temperatures)}.items())))


def write_cards(game: Game, reports: Sequence[Path], seats: int, made: Mapping[str, str], folder: Path) -> None:
    """Write a card per level from tournament results: `reports` are their report.json files, each by other rules.

    `made` adds further entries, such as how the network was trained.

    Raises:
        ValueError: a file is not a report, a level has not played, or a rival of the first report is missing.
    """
    measured, times = [_read_report(path) for path in reports], _read_times(reports[0])
    ratings = {name: [_rating_of(name, report) for report in measured] for name in LEVELS}
    for path, place in zip(reports, range(len(reports)), strict=True):
        for name, found in ratings.items():
            if lacking := sorted(found[0]["scores"].keys() - found[place]["scores"].keys()):
                raise InputError(
                    f"{path}: got no bouts of {name} against {', '.join(lacking)}; expected some, as in {reports[0]}."
                )
    network, table = folder / network_of(game, seats).name, read_table(folder / TABLE)
    (folder / CARDS).mkdir(exist_ok=True)
    for name in LEVELS:
        path = card_file(name, seats, folder)
        card: dict[str, Any] = {
            "name": name,
            "seats": seats,
            "file": network.name,
            **fingerprint_of(network),
            "temperature": table[seats][name],
            "ratings": ratings[name],
            "decision_ms": times[name],
            **made,
        }
        write_json(path, card)
        write_text(path.with_suffix(".md"), card_text(card))


def _read_report(path: Path) -> dict[str, Any]:
    try:
        report: dict[str, Any] = read_json(path)
        missing = [name for name in LEVELS if name not in _standings(report)]
    except (ValueError, LookupError, TypeError) as error:
        raise InputError(f"{path}: got a file that cannot be read; expected the report of a tournament.") from error
    if missing:
        raise InputError(f"{path}: got a tournament without {', '.join(missing)}; expected one with all levels.")
    return report


def _read_times(report: Path) -> dict[str, Any]:
    """The times that a tournament has measured, by agent; the file is beside the report."""
    from nexus_env.agents.rating.tournament.holding import TIMES

    path = report.with_name(TIMES)
    try:
        times: dict[str, Any] = read_json(path)["agents"]
        missing = [name for name in LEVELS if name not in times]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise InputError(f"{path}: got no readable times; expected those of the tournament of {report}.") from error
    if missing:
        raise InputError(f"{path}: got no times of {', '.join(missing)}; expected those of all levels.")
    return times


def _standings(report: Mapping[str, Any]) -> dict[str, Any]:
    return {one["name"]: one for one in report["standings"]}


def _rating_of(name: str, report: Mapping[str, Any]) -> dict[str, Any]:
    """A level's results in a tournament: its rating and its score against each other agent, with intervals."""
    standing, scores = _standings(report)[name], {}
    mu, sigma = standing["rating"]["mu"], standing["rating"]["sigma"]
    for pair in report["pairs"]:
        if pair["one"] == name:
            scores[pair["other"]] = [pair["score"], pair["low"], pair["high"]]
        elif pair["other"] == name:
            scores[pair["one"]] = [1 - pair["score"], 1 - pair["high"], 1 - pair["low"]]
    return {
        "rules": report["rules"][0],
        "game": report["game"],
        "seed": report["seed"],
        "bouts": standing["bouts"],
        "rating": mu,
        "interval": [mu - 1.96 * sigma, mu + 1.96 * sigma],
        "scores": scores,
    }


def card_text(card: Mapping[str, Any]) -> str:
    """The card of a level as Markdown."""
    ratings = card["ratings"]
    facts = {
        "temperature": f"{card['temperature']:g} (0: always the most probable action)",
        "one decision": f"{1000 * card['decision_ms']['median']:.2f} ms, 99 % within "
        f"{1000 * card['decision_ms']['p99']:.2f} ms, on one core",
        "file": f"`{card['file']}`, shared by all levels: {card['bytes']:,} bytes, SHA-256 `{card['sha256']}`",
    }
    if "trained_on" in card:
        facts["trained on"] = card["trained_on"]
    rows = {
        "rating": [_with_interval(one["rating"], *one["interval"]) for one in ratings],
        "bouts, with seeds not used in training": [f"{one['bouts']:,}" for one in ratings],
        **{
            f"score against `{rival}`": [
                _with_interval(*(100 * part for part in one["scores"][rival])) for one in ratings
            ]
            for rival in ratings[0]["scores"]
        },
    }
    lines = [f"# {card['name']}, {card['seats']} seats", "", "| | |", "| --- | --- |"]
    lines += [f"| {name} | {value} |" for name, value in facts.items()]
    lines += ["", f"| with 95 % intervals | {' | '.join(_rules_told(one['rules']) for one in ratings)} |"]
    lines += [f"| --- |{' ---: |' * len(ratings)}", *(f"| {name} | {' | '.join(row)} |" for name, row in rows.items())]
    lines += ["", "A score of 50 is even.", "", "Made by:", "", "```bash", card["recipe"], "```", ""]
    return "\n".join(lines)


def _with_interval(value: float, low: float, high: float) -> str:
    return f"{value:.1f} ({low:.1f}-{high:.1f})"


def _rules_told(rules: Mapping[str, Any]) -> str:
    return ", ".join(f"`{name}={value}`" for name, value in rules.items()) or "the default options"
