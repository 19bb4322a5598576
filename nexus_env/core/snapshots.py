"""States as bytes: one line of JSON as a header, then the records. No pickle.

All bytes are checked before they are used, whatever their origin: a truncated or changed file is refused, and so is a
state that was forged to mislead the compiled rules (see `core.trust_check`).
"""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core.trust_check import unsound
from nexus_env.kit.dice import WORD
from nexus_env.machine.record import anonymous
from nexus_env.system.wording import InputError, mismatch

FORMAT = 1
SHOWN = 20  # bytes of what is no saved state, in the error
MOST_HEAD = 10_000_000  # characters of the first line: it holds every action of a bout
Fits = Callable[[Any], bool]


def pack(kind: str, game: Game, fields: dict[str, Any], rows: np.ndarray[Any, Any]) -> bytes:
    """Pack `fields` (plain JSON) and `rows` (any record) as bytes; `kind` names the object whose state it is."""
    payload = rows.tobytes()
    head = {"kind": kind, "format": FORMAT, **game.stamps, "record": _layout(rows.dtype), "fields": fields}
    head["rows"], head["sum"] = len(rows), _sum(fields, payload)
    return json.dumps(head).encode() + b"\n" + payload


def unpack(
    kind: str, game: Game, data: bytes, dtype: np.dtype[Any], fields: Mapping[str, Fits]
) -> tuple[dict[str, Any], np.ndarray[Any, Any]]:
    """Unpack the fields and rows that `pack` packed.

    Args:
        kind: the kind that it must be.
        game: the game that it must be for.
        data: the bytes.
        dtype: the dtype of its rows.
        fields: for each field that it must have, by name, a test of its value.

    Raises:
        ValueError: the bytes are not such a state, belong to another game or version, or are damaged.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise InputError(f"saved {kind}: got {type(data).__name__}; expected bytes.")
    line, _, payload = bytes(data).partition(b"\n")
    head = _head(line, kind)
    expected = {"kind": kind, "format": FORMAT, **game.stamps, "record": _layout(dtype)}
    for key, value in expected.items():
        if head.get(key) != value:
            raise InputError(f"saved {kind}: got the {key} {_short(head.get(key))}; expected {value!r}.")
    rows = head["rows"]
    if type(rows) is not int or len(payload) != rows * dtype.itemsize or _sum(head["fields"], payload) != head["sum"]:
        raise InputError(f"saved {kind}: got bytes that are cut or changed; expected them whole and unchanged.")
    for name, fits in fields.items():
        if name not in head["fields"] or not fits(head["fields"][name]):
            found = _short(head["fields"].get(name))
            raise InputError(f"saved {kind}: got the {name} {found}; expected a value that could have been saved.")
    return head["fields"], np.frombuffer(payload, dtype)


def is_truth(value: Any) -> bool:
    """Whether a value is True or False."""
    return type(value) is bool


def refuse_unsound(kind: str, game: Game, slots: np.ndarray[Any, Any], env_config: np.ndarray[Any, Any]) -> None:
    """Raise a `ValueError` if the rules cannot continue from these slots, or they do not match `env_config`."""
    plain, agreed = np.asarray(slots), np.asarray(env_config)
    if any(options.tobytes() != agreed["options"][0].tobytes() for options in plain["bout"]["options"]):
        raise InputError(f"saved {kind}: got a bout with other options; expected those of this {kind}.")
    if (plain["bout"]["tape"]["dictated"] != agreed["dictated"][0]).any():
        raise InputError(f"saved {kind}: got a bout with another source of dice; expected that of this {kind}.")
    for name in ("generator", "players"):
        if any((plain[name][word] & ~WORD).any() for word in plain[name].dtype.names or ()):
            raise InputError(f"saved {kind}, {name}: got a number that does not fit 32 bits; expected 0 to {WORD}.")
    if (plain["seed"] < 0).any():
        raise InputError(f"saved {kind}, seed: got {plain['seed'].min()}; expected 0 or more.")
    for name, most in (("decisions", int(agreed["most"][0])), ("recent", len(game.actions) - 1)):
        if outside := plain[name][(plain[name] < 0) | (plain[name] > most)].tolist():
            raise InputError(f"saved {kind}, {name}: got {outside[0]}; expected 0 to {most}.")
    if wrong := unsound(game, slots["bout"]):
        raise InputError(f"saved {kind}, {wrong}")


def _head(line: bytes, kind: str) -> dict[str, Any]:
    try:
        head = json.loads(line[:MOST_HEAD])
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or not {"rows", "sum", "fields"} <= head.keys() or type(head["fields"]) is not dict:
        found = f"bytes that begin with {line[:SHOWN]!r}" if line else "no bytes"
        raise InputError(mismatch(f"saved {kind}", found, "those of a saved state"))
    return head


def _short(value: Any) -> str:
    """A value that was found, shortened for an error."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _layout(dtype: np.dtype[Any]) -> str:
    """A short hash of a record's layout."""
    plain = np.dtype(anonymous(dtype).descr)
    return sha256(repr(np.lib.format.dtype_to_descr(plain)).encode()).hexdigest()[:12]


def _sum(fields: dict[str, Any], payload: bytes) -> str:
    return sha256(json.dumps(fields, sort_keys=True).encode() + payload).hexdigest()[:16]
