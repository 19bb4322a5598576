"""What always holds, whatever fails: checked against a second reading of what lies on the disk."""

import hashlib
import json
import logging
from collections import Counter
from typing import Any

from nexus_env.core.session import Session, name_of
from nexus_env.frontends.web.store_tables import BOUTS, EVENTS, Rows
from nexus_env.kit.tape import NOBODY

Json = dict[str, Any]
KNOWN = {  # how a request may be refused
    *("stale", "not now", "not your turn", "full", "wrong token", "illegal", "not kept", "other rules", "damaged"),
    *("unknown bout", "busy", "too often", "wrong value", "wrong command", "unknown agent", "not here"),
}
FATAL = ("stands still", "A request of type", "could not be stored")
MOST_STEPS = 3_000_000  # of a world
PATIENCE = 900.0  # seconds after which a decision that nobody has to make must have been made
ROUND = 30.0  # seconds between two looks at all bouts


class Broken(Exception):
    """A law is broken."""


class Model:
    """A bout as it lies on the disk, read once more, without the service's code."""

    def __init__(self, game: Any, head: Json) -> None:
        self.game, self.head, self.count = game, head, 0
        self.seats = [f"player_{seat}" for seat in range(len(head["seats"]))]
        self.taken = {seat for seat, who in zip(self.seats, head["seats"], strict=True) if who != "person"}
        self.turns: list[int] = []
        self.left: set[str] = set()
        self.is_ended = False
        self._begin()

    def _begin(self) -> None:
        options = self.game.read_options(**self.head["options"])
        self.session = Session(self.game, options, seed=self.head["seed"])

    def may_be(self, event: Json) -> bool:
        """Whether an event can be taken."""
        action = event.get("action", 0)
        return event["kind"] != "turn" or bool(action < len(self.session.mask) and self.session.mask[action])

    def take(self, event: Json) -> None:
        """Take the next event; one that cannot be is left out."""
        self.count += 1
        if not self.may_be(event):
            return
        match event.get("kind"):
            case "joined":
                self.taken.add(event["seat"])
            case "turn":
                self.session.act(event["action"])
                self.turns.append(event["action"])
            case "undone":
                del self.turns[event["turns"] :]
                self._begin()
                for action in self.turns:
                    self.session.act(action)
            case "resigned" | "claimed":
                gone = event.get("left", [event["seat"]])
                self.is_ended |= "by" not in event
                self.left |= set(gone)
            case "skipped":
                self.left.add(event["seat"])
            case "draw_answered":
                self.is_ended |= self._is_drawn(event)

    def _is_drawn(self, event: Json) -> bool:
        """Two people: the second one agrees."""
        return bool(event["accepted"]) and len(self.seats) == 2

    @property
    def phase(self) -> str:
        """Open, playing or over."""
        if self.session.is_over or self.is_ended:
            return "over"
        return "playing" if len(self.taken) == len(self.seats) else "open"

    @property
    def asked(self) -> str | None:
        """The seat that is to decide, or the dice."""
        return name_of(self.session.seat) if self.session.seat != NOBODY else None

    def legal(self, seat: str | None) -> list[int]:
        """What a seat may do now."""
        if seat is None or self.phase != "playing" or self.asked != seat or seat in self.left:
            return []
        return [action for action, legal in enumerate(self.session.mask) if legal]


class Laws:
    """Hears everything that the service says."""

    def __init__(self, world: Any) -> None:
        self._world = world
        self._models: dict[str, Model] = {}
        self._stored: dict[str, Model] = {}  # the bouts as they lie on the disk, as they are written
        self._secret: dict[str, set[tuple[str, int]]] = {}  # seats and their actions that others may not know
        self._heard: dict[tuple[str, str | None], dict[int, Json]] = {}
        self.over: dict[str, dict[str | None, Json]] = {}  # how bouts have ended, by those who have seen it
        self._complaints: Counter[str] = Counter()  # of the process that runs
        self._steps = 0
        self._looked = 0.0  # when all bouts were looked at
        self._trace = hashlib.sha256()
        self.acknowledged = 0
        self.began: set[str] = set()
        self.failure = ""  # the first law that was broken

    def refuse(self, law: str, *found: object) -> None:
        """A law is broken: the story ends, wherever in the service that was noticed."""
        self.failure = self.failure or ": ".join([law, *filter(None, [", ".join(map(str, found))])])
        raise Broken(self.failure)

    @property
    def trace(self) -> str:
        """A digest of all that was said, and when."""
        return self._trace.hexdigest()

    # --- after every step ---------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Whatever the service holds lies on the disk, and each bout goes on; called when nothing is due any more."""
        if self.failure:
            raise Broken(self.failure)
        self._steps += 1
        if self._steps > MOST_STEPS:
            self.refuse("everything comes to an end", self._steps)
        process, now = self._world.process, self._world.loop.time()
        if process is None or not process.is_up:
            return
        is_round = now - self._looked >= ROUND
        self._looked = now if is_round else self._looked
        for bout in list(process.hall.shelf.bouts.values()):
            stored = self._stored.get(bout.name)
            if stored is None or bout.name in self._world.disk.damaged:
                continue
            if bout.cursor > stored.count:
                self.refuse("what is told lies on the disk", bout.name, bout.cursor, stored.count)
            if is_round and now - bout.since > PATIENCE and self._waits_for_nobody(bout):
                self.refuse("a bout can go on, or says why not", bout.name, "nobody decides")

    @staticmethod
    def _waits_for_nobody(bout: Any) -> bool:
        return bout.phase == "playing" and bout.decider not in bout.people

    def written(self, rows: Rows) -> None:
        """Rows have come to lie on the disk."""
        for table, row in rows:
            if table is BOUTS:
                self._stored[row["bout"]] = Model(self._world.game, json.loads(row["head"]))
            elif table is EVENTS and row["bout"] not in self._world.disk.damaged:
                stored, event = self._stored[row["bout"]], json.loads(row["body"])
                if not stored.may_be(event):
                    self.refuse("nothing is stored that cannot be played", row["bout"], event)
                stored.take(event)
                if event.get("private"):
                    self._secret.setdefault(row["bout"], set()).add((event["seat"], event["action"]))

    def spoiled(self, bout: str, event: Json) -> None:
        """An event has come to lie on the disk that the service has not written."""
        self._stored[bout].take(event)

    # --- what is said -------------------------------------------------------------------------------------------------

    def logged(self, record: logging.LogRecord) -> None:
        """The service complains; of the same damage once."""
        told = record.getMessage()
        if record.levelno >= logging.ERROR and ("event " in told or "damaged" in told):
            self._complaints[told] += 1
            if self._complaints[told] > 1:
                self.failure = f"the same damage is logged once: {told}"
        if any(words in told for words in FATAL) and not self._world.disk.is_full:
            if "could not be stored" not in told or not self._world.disk.forgets:
                why = record.exc_info[1] if record.exc_info else ""
                self.failure = f"the service never stands still: {told} {why!r}"

    def raised(self, context: Json) -> None:
        """Something has failed where nobody waits for it."""
        error = context.get("exception")
        if not self.failure and not isinstance(error, Broken):
            self.failure = f"nothing fails unseen: {context['message']} {error!r}"

    def began_again(self) -> None:
        """Another process serves."""
        self._complaints.clear()

    def answered(self, process: Any, path: str, answer: tuple[int, Json, Any], address: str) -> None:
        """An answer over HTTP."""
        status, headers, body = answer
        if path.startswith("/v1/"):
            if not isinstance(body, dict):
                self.refuse("every request is answered by a message", path, status, body)
            self.said(process, body, None if status == 200 else status)
        elif path != "/health" and headers.get("cache-control") != "no-cache":
            self.refuse("browsers ask for each file of the page whether it has changed", path, headers)
        elif isinstance(body, bytes) and (b'="/' in body or b'from "/' in body):
            self.refuse("the page works under any path", path)

    def said(self, process: Any, message: Json, status: int | None = None, token: str | None = None) -> None:
        """A message of the service, as it leaves it."""
        if self.failure:
            raise Broken(self.failure)
        self._trace.update(f"{self._world.loop.time():.6f} {json.dumps(message, sort_keys=True)}".encode())
        if message["type"] == "error" and message["code"] not in KNOWN:
            self.refuse("a refusal says what to do", message)
        if (link := message.get("link")) and (link.startswith("/") or ":" in link):
            self.refuse("a link is relative to the service", link)
        if message["type"] == "update" and not process.is_dead:
            self._said_update(process, message)

    def _said_update(self, process: Any, update: Json) -> None:
        bout, state = update["bout"], update["state"]
        seat = state.get("you")
        self._events_stay(bout, seat, update, state)
        if state.get("note"):
            self._can_only_be_read(bout, seat, state)
            return
        model = self.model(bout, process)
        if model is None:
            return
        if state["phase"] != model.phase:
            self.refuse("what is told lies on the disk", bout, seat, state["phase"], model.phase)
        actions = sorted(one["action"] for one in state["legal"])
        if actions != model.legal(seat):
            self.refuse("a seat is offered what the rules allow", bout, seat, actions, model.legal(seat))
        if model.phase == "playing":
            number = model.seats.index(seat) if seat in model.seats else None
            seen = model.game.words.view(model.session.known_to(number), number)
            if state["view"] != json.loads(json.dumps(seen)):
                self.refuse("a seat sees what it may", bout, seat)
        if model.phase == "over":
            self.over.setdefault(bout, {})[seat] = {name: state.get(name) for name in ("result", "view", "ended_by")}
        else:
            self.over.pop(bout, None)

    def model(self, bout: str, process: Any) -> Model | None:
        """The bout as the service knows it, read from the disk; None if it does not hold it in memory."""
        known = process.hall.shelf.bouts.get(bout)
        if known is None or bout in self._world.disk.damaged:
            return None
        model = self._models.get(bout)
        if model is None or model.count > known.cursor:
            model = self._models[bout] = Model(known.game, self._world.disk.head(bout))
        if model.count < known.cursor:
            for event in self._world.disk.events(bout, model.count)[: known.cursor - model.count]:
                model.take(event)
        if model.count != known.cursor:
            self.refuse("what is told lies on the disk", bout, known.cursor, model.count)
        return model

    def _events_stay(self, bout: str, seat: str | None, update: Json, state: Json) -> None:
        """What a viewer was told once it is told again, and what others do in secret it is not told."""
        if state.get("note") or bout in self._world.disk.damaged:
            return
        heard = self._heard.setdefault((bout, seat), {})
        if heard and update["cursor"] < max(heard):
            self.refuse("what was acknowledged is there", bout, seat, update["cursor"], max(heard))
        for event in update["events"]:
            before = heard.setdefault(event["cursor"], event)
            if {**event, **before} != event:  # at the end, more may be told of the same event
                self.refuse("what was acknowledged is there", bout, seat, before, event)
            heard[event["cursor"]] = event
        self.acknowledged += len(update["events"])
        if state["phase"] != "over":
            secret = [one for one in update["events"] if one.get("command") and self._is_secret(bout, one, seat)]
            if secret:
                self.refuse("a seat sees what it may", bout, seat, secret)

    def _is_secret(self, bout: str, event: Json, seat: str | None) -> bool:
        return event["seat"] != seat and (event["seat"], event["action"]) in self._secret.get(bout, ())

    def _can_only_be_read(self, bout: str, seat: str | None, state: Json) -> None:
        """A bout of other rules, or a damaged one, is over, and a finished one shows its result and its last table."""
        if state["phase"] != "over" or state["legal"]:
            self.refuse("a bout can go on, or says why not", bout, state)
        was = self.over.get(bout, {}).get(seat)
        if was is not None and bout not in self._world.disk.damaged:
            now = {name: state.get(name) for name in was}
            if now != was:
                self.refuse("a finished bout stays readable", bout, seat, was, now)

    # --- the end of a process -----------------------------------------------------------------------------------------

    def stopped(self, process: Any) -> None:
        """Nothing holds a process that was asked to end."""
        if any(pool.busy for pool in process.pools if pool.is_waited_for):
            self.refuse("the service ends in time, whatever an agent does")
