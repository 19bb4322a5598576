"""States as bytes: a line of JSON that says what they are, then the records themselves. No pickle.

The bytes are checked against accidents (another game, another version, a cut or changed file), not against malice: load
only what you saved.
"""

import json
from hashlib import sha256
from typing import Any

import numpy as np

from nexus_env.contract import Game

FORMAT = 1


def pack(kind: str, game: Game, fields: dict[str, Any], rows: np.ndarray[Any, Any]) -> bytes:
    """`fields` (plain JSON) and `rows` (any record) as bytes; `kind` says whose state it is."""
    payload = rows.tobytes()
    head = {"kind": kind, "format": FORMAT, **game.stamps, "record": _layout(rows.dtype), "fields": fields}
    head["rows"], head["sum"] = len(rows), _sum(fields, payload)
    return json.dumps(head).encode() + b"\n" + payload


def unpack(kind: str, game: Game, data: bytes, dtype: np.dtype[Any]) -> tuple[dict[str, Any], np.ndarray[Any, Any]]:
    """What was packed.

    Raises:
        ValueError: the bytes are not such a state, belong to another game or version, or are damaged.
    """
    line, _, payload = bytes(data).partition(b"\n")
    head = _head(line, kind)
    expected = {"kind": kind, "format": FORMAT, **game.stamps, "record": _layout(dtype)}
    for key, value in expected.items():
        if head.get(key) != value:
            raise ValueError(f"saved {kind}: its {key} is {head.get(key)!r}, expected {value!r}.")
    if len(payload) != head["rows"] * dtype.itemsize or _sum(head["fields"], payload) != head["sum"]:
        raise ValueError(f"saved {kind}: the bytes are cut or changed.")
    return head["fields"], np.frombuffer(payload, dtype)


def _head(line: bytes, kind: str) -> dict[str, Any]:
    try:
        head = json.loads(line)
    except ValueError:
        head = None
    if not isinstance(head, dict) or not {"rows", "sum", "fields"} <= head.keys():
        raise ValueError(f"saved {kind}: these bytes are not a saved state.")
    return head


def _layout(dtype: np.dtype[Any]) -> str:
    """A short hash of a record's layout."""
    return sha256(repr(np.lib.format.dtype_to_descr(np.dtype(dtype.descr))).encode()).hexdigest()[:12]


def _sum(fields: dict[str, Any], payload: bytes) -> str:
    return sha256(json.dumps(fields, sort_keys=True).encode() + payload).hexdigest()[:16]
