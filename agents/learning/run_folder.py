"""The folder of a run: its lock, and the card next to the agent.

`checkpoint.py` describes how a run resumes.
"""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from nexus_env.agents.learning.experiment import Experiment
from nexus_env.agents.model_files import (
    LOCK_FILES,
    PARTIAL,
    fingerprint_of,
    first_difference,
    locked,
    read_json,
    write_json,
    write_text,
    writing,
)
from nexus_env.agents.rate import RatedScore
from nexus_env.agents.report import card_text
from nexus_env.kit.options import OptionsError, build
from nexus_env.system.wording import InputError

CONFIG = "config.json"
HARMLESS = (
    "rating",
    "tune",
    "cluster",
    "checkpoint_every",
    "learner.minutes",
)  # may differ between two starts of one run


class RunError(InputError):
    """The folder of a run cannot be used; the message says why and what to do."""


@contextmanager
def hold_folder(folder: Path) -> Iterator[None]:
    """Within this context, keep other runs out of `folder`.

    Raises:
        RunError: it is not a folder, or holds something other than a run.
        BusyError: another process runs in it.
        WriteError: it cannot be made or written.
    """
    _refuse_foreign(folder)
    with locked(folder, "--folder"):
        yield


def open_folder(folder: Path, experiment: Experiment, fresh: bool = False) -> None:
    """Make `folder` the folder of a run of `experiment`, or check that it already is.

    Args:
        folder: the folder, which need not exist.
        experiment: the experiment to run.
        fresh: discard the run in the folder.

    Raises:
        RunError: the folder holds something else.
        WriteError: it cannot be made or written.
    """
    config = folder / CONFIG
    _refuse_foreign(folder)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if fresh and config.is_file():
            _forget(folder)
    if config.is_file():
        _refuse_another(folder, read_config(folder), experiment.as_table())
    with writing(folder):
        for partial in folder.rglob("*" + PARTIAL):  # incomplete files of a killed run
            partial.unlink()
    write_json(config, experiment.as_table())


def _refuse_foreign(folder: Path) -> None:
    """Raise a `RunError` unless `folder` is empty, a run's, or missing."""
    if folder.exists() and not folder.is_dir():
        raise RunError(f"{folder}: got a file; expected a folder.")
    if not folder.is_dir() or (folder / CONFIG).is_file():
        return
    if any(path.suffix != PARTIAL and path.name not in LOCK_FILES for path in folder.iterdir()):
        raise RunError(f"{folder}: got files but no config.json; expected an empty folder or one that train.py made.")


def _forget(folder: Path) -> None:
    """Delete a run, its config last, since it identifies the folder as a run's."""
    config = folder / CONFIG
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path != config and path.name not in LOCK_FILES:
            path.unlink()
    config.unlink()


def read_config(folder: Path) -> dict[str, Any]:
    """The experiment that a folder holds, as plain values.

    Raises:
        RunError: it is not the folder of a run.
    """
    config = folder / CONFIG
    try:
        kept = read_json(config)
    except (OSError, ValueError):
        kept = None
    if not isinstance(kept, dict):
        raise RunError(f"{config}: got no readable config; expected one that train.py wrote; use another folder.")
    return kept


def write_card(path: Path, experiment: Experiment, scores: Sequence[RatedScore], facts: dict[str, Any]) -> None:
    """Write `path`.json and `path`.md: what the agent next to them is, how it was made, and its checksum."""
    card = {
        **facts,
        **fingerprint_of(path),
        "scores": [asdict(score) for score in scores],
        "config": experiment.as_table(),
    }
    write_json(path.with_suffix(".json"), card)
    write_text(path.with_suffix(".md"), card_text(card))


def _refuse_another(folder: Path, kept: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raise a `RunError` unless both configs lead to the same result."""
    with suppress(OptionsError):  # keys newer than the run get their defaults
        kept = build(Experiment, kept, str(folder)).as_table()
    if difference := first_difference(kept, wanted, HARMLESS):
        key, there, here = difference
        raise RunError(
            f"{folder}: got a run with {key} = {there}; expected {here}; use another --folder, or --fresh to discard "
            "that run."
        )
