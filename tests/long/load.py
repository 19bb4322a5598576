"""Many bouts at once against one service: how long a person's command takes, and whether memory grows.

python tests/long/load.py                              200 bouts, people who think for 2 seconds, for a minute
python tests/long/load.py --hurry --minutes 5          nobody thinks: an hour's worth of bouts and more
"""

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from service import Json, Service

from nexus_env.frontends.client import Refused, Socket

THINKING = 2.0  # seconds, on average
NAP = 0.02
SETTLING = 8.0  # seconds in which the service begins its processes for bouts of front ends


@dataclass
class Tally:
    """What was seen."""

    seconds: list[float] = field(default_factory=list)  # of each command, from sending it to its answer
    bouts: int = 0
    memory: list[tuple[float, float]] = field(default_factory=list)  # minutes, megabytes
    working: float = 0.0  # seconds of a processor that the service has used
    late: list[float] = field(default_factory=list)  # seconds by which naps of this very process were too long
    disk: list[float] = field(default_factory=list)  # seconds that it took for a page of this very process

    def lines(self) -> list[str]:
        """As sentences."""
        taken = sorted(1000 * second for second in self.seconds)
        hundredths = statistics.quantiles(taken, n=100)
        late, disk = (statistics.quantiles((1000 * one for one in all_of), n=100) for all_of in (self.late, self.disk))
        quarters = [self.memory[max(1, len(self.memory) * part // 4) - 1][1] for part in (1, 2, 3, 4)]
        return [
            f"{len(taken)} commands, {self.bouts} bouts played to their end",
            f"a command: half within {hundredths[49]:.1f} ms, p99 {hundredths[98]:.1f} ms, at most {taken[-1]:.1f} ms",
            f"the machine itself: a nap of {1000 * NAP:.0f} ms is too long by {late[49]:.1f} ms, p99 {late[98]:.1f} ms",
            f"the disk itself: a page is on it within {disk[49]:.1f} ms, p99 {disk[98]:.1f} ms",
            f"the service: {1000 * self.working / len(taken):.1f} ms of a processor for each command and what follows",
            f"memory of the service after each quarter of the time: {', '.join(f'{one:.0f}' for one in quarters)} MB",
        ]


async def person(url: str, agent: str, until: float, hurry: bool, tally: Tally, seed: int) -> None:
    """Bout after bout until the time is up."""
    chance = random.Random(seed)
    if not hurry:
        await asyncio.sleep(chance.uniform(0, THINKING))
    async with Socket(url) as service:
        while time.monotonic() < until:
            joined = await service.ask("create", seats=["person", agent], options={"cycle_limit": 20})
            where = {"bout": joined["bout"], "token": joined["token"]}
            update = await service.ask("watch", **where, after=0)
            while update["state"]["phase"] == "playing" and time.monotonic() < until:
                update = await decide(service, where, update, chance, hurry, tally)
            tally.bouts += update["state"]["phase"] == "over"
            await service.ask("unwatch", **where)


async def decide(
    service: Socket, where: dict[str, str], update: Json, chance: random.Random, hurry: bool, tally: Tally
) -> Json:
    """One command when it is this person's turn; how the bout stands then."""
    while not service.updates.empty():
        update = newest(update, service.updates.get_nowait(), where["bout"])
    if update["state"]["phase"] != "playing":
        return update
    if not update["state"]["legal"]:
        return newest(update, await asyncio.wait_for(service.updates.get(), 30), where["bout"])
    if not hurry:
        await asyncio.sleep(chance.expovariate(1 / THINKING))
    command = chance.choice(update["state"]["legal"])["command"]
    began = time.perf_counter()
    try:
        answer = await service.ask("play", **where, at=update["cursor"], command=command)
    except Refused:  # something happened while the person thought
        return await service.ask("look", **where)
    tally.seconds.append(time.perf_counter() - began)
    return newest(update, answer, where["bout"])


def newest(one: Json, other: Json, bout: str) -> Json:
    """The later of two states of a bout."""
    return other if other["bout"] == bout and other["cursor"] >= one["cursor"] else one


async def watch_memory(process: int, until: float, tally: Tally) -> None:
    """Write down what the service takes, again and again."""
    began = time.monotonic()
    while time.monotonic() < until:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
        kilobytes = int(status.split("VmRSS:")[1].split()[0])
        tally.memory.append(((time.monotonic() - began) / 60, kilobytes / 1000))
        await asyncio.sleep(1)


async def nap(until: float, tally: Tally) -> None:
    """How long this process waits for a processor: what everybody waits who shares the machine."""
    while time.monotonic() < until:
        began = time.monotonic()
        await asyncio.to_thread(time.sleep, NAP)
        tally.late.append(time.monotonic() - began - NAP)


async def run(service: Service, folder: str, arguments: argparse.Namespace) -> Tally:
    """All of them at once."""
    tally, until = Tally(), time.monotonic() + 60 * arguments.minutes
    url = f"ws://127.0.0.1:{service.port}/v1/socket"
    people = [person(url, arguments.agent, until, arguments.hurry, tally, n) for n in range(arguments.bouts)]
    before = working(service.process.pid)
    own = [watch_memory(service.process.pid, until, tally), nap(until, tally), write_pages(folder, until, tally)]
    await asyncio.gather(*own, *people)
    tally.working = working(service.process.pid) - before
    return tally


async def write_pages(folder: str, until: float, tally: Tally) -> None:
    """How long the disk takes for a page: every command waits for that, too."""
    with Path(folder, "page").open("wb", buffering=0) as file:
        while time.monotonic() < until:
            tally.disk.append(await asyncio.to_thread(write_page, file.fileno()))
            await asyncio.sleep(NAP)


def write_page(file: int) -> float:
    """Put a page on the disk; how many seconds that took."""
    began = time.perf_counter()
    os.pwrite(file, bytes(4096), 0)
    os.fsync(file)
    return time.perf_counter() - began


def working(process: int) -> float:
    """Seconds of a processor that a process has used."""
    user, system = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def main(words: list[str] | None = None) -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bouts", type=int, default=200, help="at once (default 200)")
    parser.add_argument("--minutes", type=float, default=1.0, help="default 1")
    parser.add_argument("--agent", default="greedy", help="the opponent (default greedy)")
    parser.add_argument("--hurry", action="store_true", help="nobody thinks")
    parser.add_argument("--store", help="the URL of a store (default: SQLite in a temporary folder)")
    arguments = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        service = Service(arguments.store or f"sqlite:///{folder}/bouts.db", "--rate", "0")
        try:
            service.ask("hello")
            time.sleep(SETTLING)
            tally = asyncio.run(run(service, folder, arguments))
        finally:
            service.close()
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{arguments.bouts} bouts at once against {arguments.agent}; {os.cpu_count()} cores, load {load}")
    print("\n".join(tally.lines()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
