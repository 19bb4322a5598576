"""Talks nonsense to a service over a WebSocket and over standard input, and looks whether all of it is answered.

python tests/long/nonsense.py --messages 100000
"""

import argparse
import asyncio
import collections
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import websockets

sys.path.insert(0, str(Path(__file__).parent.parent))

from processes import environment
from service import ROOT, SEED, VALID, Json, Service, begin, serving

from nexus_env.contract import registry
from nexus_env.frontends.web.protocol.messages import REQUESTS, type_of

Codes = collections.Counter[str]
LINES = 500  # of one process that reads standard input
POSITION = ". . .\n. 1v .\n. 0^ ."
ODD_VALUES: list[Any] = [
    *(None, True, -1, 0, 1.5, 2**70, "", "x", "\u0000", "\ud800", "player_0", "9" * 5000, [], {}, [[]], {"a": {}}),
    *(
        "../../etc/passwd",
        "random",
        "<script>",
        {"stock": "/etc"},
        {"seats": 99},
        ["person"] * 4,
        "dice",
        "nexus 3",
        "toy",
    ),
    *(POSITION, POSITION.replace("1v", "7x"), "end round", "[game nexus]", 0.1),
]


def odd_message(chance: random.Random, joined: Json) -> str:
    """Something like a message about a bout, with this or that wrong with it."""
    kind = chance.choice(REQUESTS)
    message: Json = {"type": type_of(kind)}
    for name in kind.model_fields:
        if name != "type" and chance.random() < 0.7:
            message[name] = chance.choice(ODD_VALUES)
    if chance.random() < 0.5:
        message |= {"bout": joined["bout"]}
    if chance.random() < 0.2:
        message[chance.choice(["tokken", "", "type", "__class__"])] = chance.choice(ODD_VALUES)
    text = json.dumps(message)
    if chance.random() < 0.2:
        place = chance.randrange(len(text))
        text = text[:place] + chance.choice(["", '"', "{", "\\", "\u0000", "9" * 400]) + text[place + 1 :]
    return text


async def over_a_socket(service: Service, joined: Json, chance: random.Random, count: int) -> Codes:
    """So many messages, each answered before the next; how often each type of answer or code of error came."""
    codes: Codes = collections.Counter()
    url = f"ws://127.0.0.1:{service.port}/v1/socket"
    async with websockets.connect(url, max_size=None, ping_timeout=None) as connection:
        for _ in range(count):
            said = odd_message(chance, joined)
            await connection.send(said)
            while True:
                answer = _checked(await asyncio.wait_for(connection.recv(), 90), said)
                if answer["type"] != "update" or "to" in answer or not answer["events"]:
                    break
            codes[answer.get("code", answer["type"])] += 1
        await connection.send(b'{"type": "ping", "id": 77}')
        while _checked(await asyncio.wait_for(connection.recv(), 90), "ping").get("to") != 77:
            pass
    return codes


def over_standard_input(folder: Path, chance: random.Random, count: int) -> Codes:
    """So many lines to a service of its own, all at once; every one is answered before it ends."""
    lines = [odd_message(chance, {"bout": "x"}) for _ in range(count)]
    store = f"sqlite:///{folder / 'stdio.db'}"
    done = subprocess.run(
        [sys.executable, "-m", "nexus_env", "serve", "--stdio", "--store", store, "--seed", str(SEED)],
        input="\n".join([*lines, ""]).encode("utf-8", "surrogatepass"),
        capture_output=True,
        cwd=ROOT,
        env=environment(),
        timeout=580,
    )
    assert done.returncode == 0, done.stderr.decode()
    answers = [_checked(line, "one of the lines") for line in done.stdout.splitlines()]
    assert len(answers) >= len(lines), f"{len(lines)} lines, {len(answers)} answers"
    return collections.Counter(answer.get("code", answer["type"]) for answer in answers)


def _checked(text: str | bytes, said: str) -> Json:
    """An answer that the schema knows, and that admits no mistake of the service."""
    answer: Json = json.loads(text)
    VALID.validate(answer)
    assert answer.get("code") != "broken", (said, answer)
    return answer


def main(words: list[str] | None = None) -> int:
    """Half over a WebSocket, half over standard input; what was answered is counted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args(words)
    chance, half = random.Random(arguments.seed), arguments.messages // 2
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "--rate", "0", "--game", ",".join(registry.own_names())) as service,
    ):
        joined, before = begin(service, "person", "person")
        codes = asyncio.run(over_a_socket(service, joined, chance, half))
        after = service.ask("look", bout=joined["bout"], token=joined["token"], after=0)
        assert after["events"][0] == before["events"][0] and after["cursor"] <= before["cursor"] + 1
        for _ in range(-(-half // LINES)):
            codes += over_standard_input(Path(folder), chance, min(LINES, half))
    print(", ".join(f"{code} {count}" for code, count in codes.most_common()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
