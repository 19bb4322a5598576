"""Resuming a bout: its options are fixed, so flags that contradict them are refused."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from nexus_env.kit.options import set_all
from nexus_env.play.autosave import AutosavedBout
from nexus_env.system.wording import InputError


def refuse_others(kept: AutosavedBout, arguments: argparse.Namespace, asked: Mapping[str, tuple[Any, Any]]) -> None:
    """Raise a `ValueError` if the command line contradicts the bout that it resumes.

    Args:
        kept: that bout.
        arguments: the command line, with `set` and `seed`.
        asked: for each other flag, the value on the command line, or None, and that of the bout.
    """
    seed = arguments.seed, kept.head.seed
    for name, (found, held) in [("--seed", seed), *asked.items(), *_options(kept, arguments)]:
        if found is not None and found != held:
            expected = f"{_told(held)}, as at the start of the bout, or no value"
            raise InputError(f"{kept.file}: {name}: got {_told(found)}; expected {expected}.")


def _options(kept: AutosavedBout, arguments: argparse.Namespace) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """The options on the command line that differ from those of the bout."""
    agreed = dict(kept.head.options)
    row = kept.game.read_options(**agreed)
    for name, value in set_all({}, arguments.set).items():
        if kept.game.read_options(**{**agreed, name: value}).tobytes() != row.tobytes():
            yield f"--set {name}", (value, agreed.get(name, "the default"))


def _told(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
