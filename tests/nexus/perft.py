"""Counts of all sequences of decisions from drawn positions, with every face of every die as a decision of its own.

A rule that lets one action too many or too few through, or rolls one die too many, changes a count. The positions and
their counts stand in `perft.toml`; `python tests/nexus/record.py` counts anew.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
from table import Table

from nexus_env.core import slots
from nexus_env.game import contract
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.rules.bout import BACK_GUARD, NOWHERE
from nexus_env.machine.compiled import compiled

FILE = Path(__file__).parent / "perft.toml"


@compiled
def count_sequences(rows: Any, masks: Any, depth: int) -> int:
    """How many sequences of exactly `depth` decisions and dice lead on from the first row."""
    cursors = np.full(depth, -1, np.int64)
    contract.write_mask(rows[0], masks[0])
    level, total = 0, 0
    while level >= 0:
        if level == depth - 1:
            total += int(masks[level].sum())
            level -= 1
            continue
        action = cursors[level] + 1
        while action < masks.shape[1] and masks[level, action] == 0:
            action += 1
        cursors[level] = action
        if action == masks.shape[1]:
            level -= 1
            continue
        rows[level + 1] = rows[level]
        contract.play(rows[level + 1], action)
        level += 1
        cursors[level] = -1
        contract.write_mask(rows[level], masks[level])
    return total


def perft(bout: Any, depth: int) -> int:
    """See `count_sequences`; `bout` is one row of the game's record with dictated dice, and stays as it is."""
    rows = slots.rows_of(NEXUS.dtype, depth)
    rows[0] = bout
    return int(count_sequences(rows, np.zeros((depth, len(NEXUS.actions)), np.int8), depth))


def positions() -> list[dict[str, Any]]:
    """The positions of the file."""
    found: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]
    return found


def lay(position: dict[str, Any]) -> Table:
    """The table as a position of the file draws it."""
    table = Table(
        position["drawing"],
        **{key: position[key] for key in ("seats", "active", "mp", "ap", "cred") if key in position},
        **position.get("options", {}),
    )
    for seat, points in position.get("traits", {}).items():
        table.give(int(seat), **points)
    for seat, coins in position.get("hurt", {}).items():
        table.hurt(int(seat), **coins)
    for key in ("weapons", "stored"):
        for seat, name in position.get(key, {}).items():
            table.arm(int(seat), name, drawn=key == "weapons", covers=BACK_GUARD if name == "Shield" else NOWHERE)
    for captor, victim in position.get("grapples", []):
        table.grapple(captor, victim)
    for seat, fields in position.get("helots", {}).items():
        for name, value in fields.items():
            setattr(table.helot(int(seat)), name, value)
    for seat, fields in position.get("lanistas", {}).items():
        for name, value in fields.items():
            setattr(table.lanista(int(seat)), name, value)
    table.settle_box()
    return table


def counts(position: dict[str, Any], most: int) -> list[int]:
    """The counts for each depth, as far as they are recorded and at most `most` are to be counted."""
    bout = lay(position).rows[0]
    depths = range(1, 1 + sum(count <= most for count in position["counts"]))
    return [perft(bout, depth) for depth in depths]


def recorded_anew() -> str:
    """The text of the file with new counts; positions and remarks stay."""
    found = iter(
        [
            [perft(lay(position).rows[0], depth + 1) for depth in range(len(position["counts"]))]
            for position in positions()
        ]
    )
    return re.sub(r"^counts = .*$", lambda _: f"counts = {next(found)}", FILE.read_text(encoding="utf-8"), flags=re.M)
