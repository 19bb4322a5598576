"""Stored bouts with bits and values that nobody has written: whoever asks is answered, and learns no secret."""

import json
import random
import sqlite3
from collections import Counter
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import toy

pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
from service import run
from stored_bouts import leave, token_of
from test_versions import PHASES, hall_over

from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.refusals import Refusal

COPIES = 30
ODD: list[Any] = [None, -1, 10**30, 0.5, float("inf"), True, "", "player_9", "dice", [], ["x"], {}, {"a": 1}]


def flipped(text: str, chance: random.Random) -> bytes:
    """A text with bits that have changed, or an end that is missing."""
    raw = bytearray(text.encode())
    for _ in range(chance.choice([1, 1, 20])):
        raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    return bytes(raw[: chance.choice([len(raw), len(raw), chance.randrange(len(raw))])])


def changed(text: str, chance: random.Random) -> bytes:
    """A body in which a field has another value, or is missing."""
    body = place = json.loads(text)
    while True:
        key = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if not (isinstance(place[key], dict | list) and place[key]) or chance.random() < 0.4:
            break
        place = place[key]
    if isinstance(place, dict) and chance.random() < 0.2:
        del place[key]
    else:
        place[key] = chance.choice(ODD)
    return json.dumps(body).encode()


def spoil(file: Path, bout: str, chance: random.Random) -> None:
    """Change the terms or an event of a bout."""
    kinds = [("select head from bouts where bout = ?", "update bouts set head = cast(? as text) where bout = ?")]
    with closing(sqlite3.connect(file)) as connection, connection:
        (count,) = connection.execute("select count(*) from events where bout = ?", (bout,)).fetchone()
        which = f"bout = ? and cursor = {chance.randint(1, count)}"
        kinds.append(
            (f"select body from events where {which}", f"update events set body = cast(? as text) where {which}")
        )
        read, write = chance.choice(kinds)
        (text,) = connection.execute(read, (bout,)).fetchone()
        connection.execute(write, (chance.choice([flipped, changed])(text, chance), bout))


def test_whatever_a_stored_bout_has_become_it_is_answered(tmp_path: Path) -> None:
    """With the table, or a refusal that says what is damaged; never with an error, nor with the seed of the dice."""
    file, tokens, chance = tmp_path / "bouts.db", [token_of("toy", phase) for phase in PHASES], random.Random(1)
    run(leave(file, toy.GAME))
    answers: Counter[str] = Counter()

    async def look(number: int) -> None:
        with closing(sqlite3.connect(file)) as whole, closing(sqlite3.connect(tmp_path / f"{number}.db")) as copy:
            whole.backup(copy)
        copied = tmp_path / f"{number}.db"
        with closing(sqlite3.connect(copied)) as connection:
            bouts = [bout for (bout,) in connection.execute("select bout from bouts")]
        for bout in bouts:
            spoil(copied, bout, chance)
        with hall_over(copied, toy.GAME) as hall:
            for bout, token in product(bouts, tokens):
                for ask in (
                    hall.look(messages.Look(bout=bout, token=token, after=0)),
                    hall.look(messages.Look(bout=bout, after=0)),
                    hall.record(messages.Record(bout=bout)),
                    hall.bouts(messages.Bouts(tokens=[token])),
                ):
                    try:
                        answer = await ask
                        answers[answer.as_json()["type"]] += 1
                    except Refusal as refusal:
                        assert refusal.code in ("damaged", "other rules", "wrong token", "not now"), refusal
                        assert "seed" not in str(refusal) and token not in str(refusal)
                        answers[refusal.code] += 1

    for number in range(COPIES):
        run(look(number))
    assert min(answers[kind] for kind in ("update", "kept", "damaged")) > COPIES // 2, answers
