"""What happens in a world: bouts begin, people play, and whatever can go wrong does."""

import asyncio
import random
from contextlib import suppress
from typing import Any

from simulation.actors import AGENTS, Flood, Model, OverHttp, OverSocket, Person, Spectator, Watcher
from simulation.laws import Broken
from simulation.world import GRACE, VERSIONS, LostError, World

AWAY = 60.0  # seconds after which a bout may be claimed
FLOOD = 120  # messages
QUIET = 900.0  # seconds after which everything must have come to an end
AGAIN = 25  # bouts of one world


class Story:
    """One world, from its beginning to its end."""

    def __init__(self, seed: int, bouts: int = AGAIN) -> None:
        self.world = World(seed, bouts, tuple(AGENTS))
        self.chance, self.people = self.world.chance, list[Person]()
        self.begun: list[tuple[str, str]] = []  # bouts, each with a token
        self.between_people: list[tuple[str, str]] = []  # those of them without agents

    def happen(self) -> World:
        """All of it.

        Raises:
            Broken: a law is broken.
        """
        self.world.run(self._happen())
        return self.world

    async def _happen(self) -> None:
        self.world.start()
        beginning = [asyncio.ensure_future(self._begin(number)) for number in range(self.world.bouts)]
        trouble = asyncio.ensure_future(self._trouble())
        done, _ = await asyncio.wait([*beginning, trouble], return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
        await trouble
        await asyncio.gather(*beginning)
        self.world.loss, self.world.disk.is_full, self.world.disk.forgets = 0.0, False, 0.0
        self.world.servers = 1
        for process in self.world.processes[1:]:
            await process.stop()
        await self._start()
        await self._look_at_all()
        await self._check_health(200)
        await self._break_rules()
        await self._look_around()
        await Flood(self.world).come(FLOOD)
        Model(self.world).play(3)
        await self._upgrade()

    # --- bouts --------------------------------------------------------------------------------------------------------

    async def _begin(self, number: int) -> None:
        """A bout of people and agents, and all that its people do."""
        await asyncio.sleep(self.chance.uniform(0, 300))
        address = self.chance.choice([f"10.0.{number % 256}.1", f"2001:db8:{number:x}::1"])
        rivals = self.chance.choices(list(AGENTS), k=self.chance.choice([0, 0, 1, 1, 2]))
        people = 2 if not rivals else 1
        seats = ["person"] * people + rivals
        terms = {
            "seats": seats,
            "name": "Ada",
            "token": f"the own token of bout {number:05d}",
            "options": {
                "rounds": self.chance.choice([1, 2, 3, 4]),
                "lucky": self.chance.random() < 0.7,
                "windows": self.chance.choice(["held", "able"]),
                "bare": self.chance.random() < 0.3,
            },
            "undo": self.chance.random() < 0.5,
            "away": AWAY,
            "time": self.chance.choice([0.1, 1.0]),
            "clock": self.chance.choice([None, None, 20.0]),
        }
        over = self.chance.choice([OverHttp, OverSocket])(self.world, address)
        first = Person(self.world, "", "", over)
        with suppress(LostError):
            joined = await first.ask("create", **terms)
            if joined["type"] == "error":
                return
            bout = joined["bout"]
            first.where = {"bout": bout, "token": joined["token"]}
            self.begun.append((bout, joined["token"]))
            if people == 2:
                self.between_people.append((bout, joined["token"]))
            self.world.laws.began.add(bout)
            self.people.append(first)
            playing = [first.play()]
            if people == 2:
                playing.append(self._join(bout, number, address))
            if self.chance.random() < 0.5:
                spectator = self.chance.choice([OverHttp, OverSocket])(self.world, f"10.2.{number % 256}.1")
                playing.append(Spectator(self.world, bout, spectator).look_on())
            await asyncio.gather(*playing)

    async def _join(self, bout: str, number: int, address: str) -> None:
        over = self.chance.choice([OverHttp, OverSocket])(self.world, f"10.1.{number % 256}.1")
        second = Person(self.world, bout, f"the token of another {number:05d}", over)
        joined = await second.join()
        if joined["type"] == "joined":
            self.people.append(second)
            await second.play()

    # --- trouble ------------------------------------------------------------------------------------------------------

    async def _trouble(self) -> None:
        """What happens to the service meanwhile."""
        stores = [self._fill_disk, self._lose_answers, self._lose_reads, self._slow_down]
        kinds = [self._kill, self._kill, self._stop, self._stop, self._look_around, *stores]
        for _ in range(self.chance.randrange(2, 5)):
            await asyncio.sleep(self.chance.uniform(20, 200))
            await self.chance.choice(kinds)()

    async def _start(self) -> None:
        self.world.start()
        if not self.world.disk.is_shared and self.world.start_another():
            self.world.laws.refuse("a file has one service")
        under_way = [pair for pair in self.between_people if pair[0] not in self.world.laws.over]
        for bout, token in self.chance.sample(under_way, min(4, len(under_way))):
            task = self.world.loop.create_task(Watcher(self.world, bout, token, AWAY).wait(self.world.laws))
            task.add_done_callback(self._end_with)

    def _end_with(self, task: "asyncio.Task[Any]") -> None:
        if not task.cancelled() and isinstance(task.exception(), Broken):
            self.world.laws.failure = str(task.exception())

    async def _kill(self) -> None:
        await self.chance.choice(self.world.processes).kill()
        await self._between()
        await self._start()

    async def _stop(self) -> None:
        before = self.world.loop.time()
        await self.chance.choice(self.world.processes).stop()
        if self.world.loop.time() - before > GRACE + 10:
            self.world.laws.refuse("the service ends in time, whatever an agent does")
        await self._between()
        if self.chance.random() < 0.4 and not self.world.disk.is_shared:  # another version is tried, and given up again
            self.world.version = 1
            await self._start()
            await self._look_at_all(5)
            await self.world.process.stop()
            self.world.version = 0
        await self._start()

    async def _between(self) -> None:
        """While nobody serves."""
        disk = self.world.disk
        await asyncio.sleep(self.chance.uniform(0, 10))
        if disk.is_shared:  # the other process serves, and may not notice
            return
        for spoil in (disk.write_illegal, disk.damage, disk.damage, disk.spoil_memory):
            names = [name for name in disk.begun() if name not in disk.damaged]
            if names and self.chance.random() < 0.6:
                spoil(self.chance.choice(names))

    async def _fill_disk(self) -> None:
        self.world.disk.is_full = True
        await asyncio.sleep(self.chance.uniform(2, 20))
        await self._check_health(503)
        self.world.disk.is_full = False
        await asyncio.sleep(2)
        await self._check_health(200)

    async def _lose_answers(self) -> None:
        self.world.disk.forgets = 0.3
        await asyncio.sleep(self.chance.uniform(2, 20))
        self.world.disk.forgets = 0.0

    async def _lose_reads(self) -> None:
        self.world.disk.deaf = self.chance.choice([0.3, 1.0])
        await asyncio.sleep(self.chance.uniform(2, 20))
        if self.world.disk.deaf == 1:
            await self._check_health(503)
        self.world.disk.deaf = 0.0

    async def _break_rules(self) -> None:
        """As a damaged file of the package does, or of machine code."""
        World.are_rules_broken = True
        try:
            await asyncio.sleep(2)
            await self._check_health(503)
        finally:
            World.are_rules_broken = False

    async def _slow_down(self) -> None:
        self.world.disk.slow = self.chance.choice([0.1, 3.0])
        await asyncio.sleep(self.chance.uniform(2, 20))
        self.world.disk.slow = 0.0

    async def _check_health(self, expected: int) -> None:
        with suppress(LostError):
            status, _, body = await self.world.over_http("GET", "/health", None, "10.0.0.9")
            if status != expected:
                self.world.laws.refuse("the health address tells how it is", status, body)

    async def _look_around(self) -> None:
        """Somebody opens the page."""
        for path in ("/", "/page/main.js", "/client.js", "/bout/x"):
            with suppress(LostError):
                await self.world.over_http("GET", path, None, "10.0.0.8")

    # --- the end ------------------------------------------------------------------------------------------------------

    async def _look_at_all(self, most: int = 10_000) -> None:
        """Every bout can go on, or says why not; what was acknowledged is there."""
        for bout, token in self.begun[:most]:
            person = Person(self.world, bout, token, OverHttp(self.world, "10.0.0.7"))
            try:
                update = await person.ask("look", bout=bout, token=token, after=0)
            except LostError:
                self.world.laws.refuse("every request is answered by a message", "look", bout)
            if update["type"] == "error":
                person._accept_refusal(update)
            elif bout in self.world.disk.damaged:
                self._compare_decisions(bout, update)
                await person.ask("look", bout=bout, token=token, after=0)  # and the log says it once
            elif update["state"]["phase"] == "playing" and most > 100:
                await self._must_go_on(person, update)

    def _compare_decisions(self, bout: str, update: Any) -> None:
        """What lies before the damage is told: here, the decisions of the one who looks."""
        seat, number = update["state"]["you"], self.world.disk.damaged[bout]
        stored = [one for one in self.world.disk.before_damage(bout) if one.get("seat") == seat]
        kept = [one["action"] for one in stored if one["kind"] == "turn"]
        told = [one.get("action") for one in update["events"] if one["kind"] == "turn" and one["seat"] == seat]
        if not update["state"].get("note") or told != kept:
            self.world.laws.refuse("what lies before damage stays readable", bout, number, kept, told)

    async def _must_go_on(self, person: Person, update: Any) -> None:
        """Whoever is to decide does, and it counts."""
        due = self.world.loop.time() + QUIET
        legal = update["state"]["legal"]
        if legal:
            await self._decide(person, update)
            return
        model = self.world.laws.model(person.where["bout"], self.world.process)
        asked = None if model is None else model.asked
        is_person = any(
            one["seat"] == asked and one["person"] and not one.get("agent") for one in update["state"]["seats"]
        )
        while not is_person and self.world.loop.time() < due:
            later = await person.ask("look", **person.where, after=update["cursor"], wait=30.0)
            if later["cursor"] > update["cursor"] or later["state"]["phase"] != "playing" or later["state"]["legal"]:
                return
        if not is_person:
            self.world.laws.refuse("a bout can go on, or says why not", person.where["bout"], asked)

    async def _decide(self, person: Person, update: Any) -> None:
        """A decision counts; one that came too late is made again."""
        answer: Any = {}
        for _ in range(3):
            if not (legal := update["state"]["legal"]):
                return
            play = {**person.where, "at": update["cursor"], "action": legal[0]["action"]}
            answer = await person.ask("play", **play)
            if answer["type"] == "update":
                return
            update = await person.ask("look", **person.where, after=0)
        self.world.laws.refuse("a bout can go on, or says why not", answer)

    async def _upgrade(self) -> None:
        """The next version: what was over is over, and all the rest says what happened to it."""
        await self.world.process.stop()
        self.world.version = len(VERSIONS) - 1
        await self._start()
        for bout, token in self.begun:
            person = Person(self.world, bout, token, OverHttp(self.world, "10.0.0.6"))
            update = await person.ask("look", bout=bout, token=token, after=0)
            if update["type"] == "error":
                if bout not in self.world.disk.damaged:
                    self.world.laws.refuse("a bout stays readable", bout, update)
                continue
            if self.world.disk.head(bout)["rules"] == self.world.game.stamps["game"]:
                continue  # it began while this version was tried
            note = update["state"].get("note", "")
            disk = self.world.disk
            if not note or ("not stored" in note and bout not in disk.damaged.keys() | disk.forgotten):
                self.world.laws.refuse("a bout of other rules says so, and how it stood", bout, note)
            listed = await person.ask("bouts", tokens=[token])
            if bout not in [one["bout"] for one in listed["bouts"]]:
                self.world.laws.refuse("a bout of other rules is listed", bout)
            if self.world.laws.over.get(bout) and bout not in disk.damaged.keys() | disk.forgotten:
                record = await person.ask("record", bout=bout)
                if record["type"] != "recorded":
                    self.world.laws.refuse("a finished bout stays readable", bout, record)
        await self.world.process.stop()
        if self.world.laws.failure:
            self.world.laws.refuse(self.world.laws.failure)


def simulate(seed: int, bouts: int = AGAIN) -> World:
    """One world, from a seed.

    Raises:
        Broken: a law is broken, with the seed and how to see it again.
    """
    random.seed(seed)
    story = Story(seed, bouts)
    try:
        return story.happen()
    except BaseException as error:
        told = story.world.laws.failure or f"{type(error).__name__}: {error}"
        again = f"PYTHONPATH=.:tests python tests/long/simulate_service.py --first {seed} --bouts {bouts}"
        raise Broken(f"{told}\nIt happens again with: {again}") from error
