"""What always holds, whatever fails: checked against a second reading of what lies on the disk."""

import hashlib
import json
import logging
from collections import Counter
from typing import Any

from nexus_env.frontends.web.hall.bout import hash_of
from nexus_env.frontends.web.hall.past_bouts import SPECTATOR
from nexus_env.frontends.web.hall.tables import BOUTS, EVENTS, MEMORIES, Rows, unpacked
from simulation.disk import ILLEGAL
from simulation.model import Model
from simulation.secrecy import Secrecy
from simulation.times import Times

Json = dict[str, Any]
KNOWN = {  # how a request may be refused
    *("stale", "not now", "not your turn", "full", "wrong token", "illegal", "not kept", "other rules", "damaged"),
    *("unknown bout", "busy", "too often", "wrong value", "wrong command", "unknown agent", "not here"),
}
FATAL = ("stands still", "A request of type", "could not be stored")
MOST_STEPS = 100_000  # of a world: ten times as many as any has needed
MOST_EVENTS = 200  # of a bout: as above
PATIENCE = 900.0  # seconds after which a decision that nobody has to make must have been made
OUT_OF_TIME = 120.0  # the same for one of a person whose time is up: a disk that is full may delay it
ROUND = 30.0  # seconds between two looks at all bouts


class Broken(Exception):
    """A law is broken."""


class Laws:
    """Hears everything that the service says."""

    def __init__(self, world: Any) -> None:
        self._world = world
        self._models: dict[str, Model] = {}
        self._stored: dict[str, Model] = {}  # the bouts as they lie on the disk, as they are written
        self._compared: dict[str, int] = {}  # up to which event bouts in memory are as on the disk
        self.secrecy, self.times = Secrecy(world.loop.time), Times(world.loop.time)
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

    def has_taken_back(self, bout: str) -> bool:
        """Whether turns of a bout were taken back: a late repetition of one of them finds another state."""
        return bout in self._stored and self._stored[bout].is_undone

    # --- after every step ---------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Whatever the service holds lies on the disk, and each bout goes on; called when nothing is due any more."""
        if self.failure:
            raise Broken(self.failure)
        self._steps += 1
        if self._steps > MOST_STEPS:
            self.refuse("everything comes to an end", self._steps)
        now = self._world.loop.time()
        is_round = now - self._looked >= ROUND
        self._looked = now if is_round else self._looked
        serving = [process.hall.shelf.bouts for process in self._world.processes if process.is_up]
        for bout in [bout for bouts in serving for bout in bouts.values()]:
            self.times.note(bout)
            stored = self._stored.get(bout.name)
            if stored is None or bout.name in self._world.disk.damaged:
                continue
            if bout.cursor > stored.count:
                self.refuse("what is told lies on the disk", bout.name, bout.cursor, stored.count)
            if bout.cursor == stored.count != self._compared.get(bout.name):
                self._compare(bout, stored)
            if is_round and bout.seconds_left == 0 and now - bout.since > bout.head.clock + OUT_OF_TIME:
                self.refuse("a bout can go on, or says why not", bout.name, "the clock does not decide")
            if is_round and now - bout.since > PATIENCE and self._waits_for_nobody(bout):
                self.refuse("a bout can go on, or says why not", bout.name, "nobody decides")

    def _compare(self, bout: Any, stored: Model) -> None:
        """A bout in memory is as the rules have it: nobody else has written into it."""
        self._compared[bout.name] = bout.cursor
        if stored.count > MOST_EVENTS:
            self.refuse("everything comes to an end", bout.name, f"{stored.count} events")
        mine, its = stored.session, bout.session
        arrays = [(session.mask, session.observation, session.rows) for session in (mine, its)]
        if any(one.tobytes() != other.tobytes() for one, other in zip(*arrays, strict=True)):
            self.refuse("nobody writes into a bout but the rules", bout.name, bout.cursor)

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
                if not stored.may_happen(event):
                    self.refuse("nothing is stored that nobody may do", row["bout"], event)
                if event["kind"] == "claimed" and (seat := self.times.was_there(row["bout"], stored, event)):
                    self.refuse("nobody loses a bout for an absence who was there", row["bout"], seat)
                stored.take(event)
            elif table is MEMORIES and row["bout"] not in self._world.disk.damaged:
                self._keeps_views_apart(row["bout"], unpacked(row["body"]) or {})

    def _keeps_views_apart(self, bout: str, memory: Json) -> None:
        """What is stored of how a bout stands holds for each viewer what that one may know."""
        stored = self._stored[bout]
        if memory.get("cursor") != stored.count or stored.phase != "playing":
            return
        for viewer, seen in memory["viewers"].items():
            if seen["view"] != stored.view(None if viewer == SPECTATOR else viewer):
                self.refuse(
                    "a seat sees what it may", bout, viewer or "a spectator", "in what is stored for later rules"
                )

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
            if "could not be stored" not in told or not (self._world.disk.forgets or self._world.disk.deaf):
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

    def answered(self, process: Any, path: str, request: Json, answer: tuple[int, Json, Any]) -> None:
        """An answer over HTTP."""
        status, headers, body = answer
        if path.startswith("/v1/"):
            if not isinstance(body, dict):
                self.refuse("every request is answered by a message", path, status, body)
            self.said(process, body, request)
        elif path != "/health" and headers.get("cache-control") != "no-cache":
            self.refuse("browsers ask for each file of the page whether it has changed", path, headers)
        elif isinstance(body, bytes) and (b'="/' in body or b'from "/' in body):
            self.refuse("the page works under any path", path)

    def arrive(self, request: Json) -> None:
        """A request has reached the service."""
        model, token = self._stored.get(request.get("bout", "")), request.get("token")
        seat = None if model is None or token is None else model.tokens.get(hash_of(token))
        heard = self._heard.get((request.get("bout", ""), seat), {})
        self.times.arrive(request, max(heard, default=0))

    def said(self, process: Any, message: Json, request: Json | None = None) -> None:
        """A message of the service, as it leaves it; `request` is what it answers."""
        if self.failure:
            raise Broken(self.failure)
        self._trace.update(f"{self._world.loop.time():.6f} {json.dumps(message, sort_keys=True)}".encode())
        if message["type"] == "error" and message["code"] not in KNOWN:
            self.refuse("a refusal says what to do", message)
        if (link := message.get("link")) and (link.startswith("/") or ":" in link):
            self.refuse("a link is relative to the service", link)
        if process.is_dead:
            return
        if message["type"] != "error":
            self.times.answer(request or {})
        if message["type"] == "update":
            self._is_for_who_asks(message, request or {})
            self._is_in_time(message, request or {})
            self._said_update(process, message)
        elif request is not None:
            self._told_no_secret(process, message, request)

    def _is_for_who_asks(self, update: Json, request: Json) -> None:
        """Whoever has no token is a spectator; others hear as the seats that their tokens open."""
        model, token = self._stored.get(update["bout"]), request.get("token")
        if model is None or not request:
            return
        mine = None if token is None else model.tokens.get(hash_of(token))
        if update["state"].get("you") is None and update["bout"] in self._world.disk.damaged:
            return  # the event that gave the seat may be lost
        if update["state"].get("you") != mine:
            self.refuse("a seat sees what it may", update["bout"], update["state"].get("you"), mine)

    def _is_in_time(self, update: Json, request: Json) -> None:
        """Whoever waits is told of news, and of all that was known when the request arrived."""
        bout, seat, disk = update["bout"], update["state"].get("you"), self._world.disk
        if update["state"].get("note") or bout in disk.damaged:
            return
        late = 0.0 if disk.slow or disk.deaf else self.times.overslept(request, bout, seat)
        if late:
            self.refuse("who waits is woken", bout, seat, f"{late:.1f} seconds too late")
        if update["cursor"] < (heard := self.times.heard(request)):
            self.refuse("what was acknowledged is there", bout, seat, update["cursor"], heard)

    def _told_no_secret(self, process: Any, message: Json, request: Json) -> None:
        """Refusals, lists and reasons say nothing of what only another seat may know."""
        of_list = [(one, request["tokens"][one["place"]]) for one in message.get("bouts", ())]
        for told, token in of_list or [(message, request.get("token"))]:
            bout = told.get("bout") or request.get("bout")
            if message["type"] == "recorded" and bout in self._stored and self._stored[bout].phase != "over":
                if bout not in self._world.disk.damaged:
                    self.refuse("a record tells what is hidden: not before the end", bout)
            model = self.model(bout, process) if bout else None
            if model is None or model.phase != "playing":
                continue
            viewer = process.hall.shelf.bouts[bout].tokens.get(hash_of(token)) if token else None
            if message["type"] == "error":
                asked = None if model.may_know(viewer) else model.asked
                found = asked if asked and asked in json.dumps(message) else ""
            elif message["type"] == "reasons":
                found = self.secrecy.reasons(told, model, viewer)
            else:
                found = self.secrecy.listed(told, model, viewer) if of_list else ""
            if found:
                self.refuse("a seat sees what it may", bout, viewer, message["type"], found)

    def _said_update(self, process: Any, update: Json) -> None:
        bout, state = update["bout"], update["state"]
        seat = state.get("you")
        self._events_stay(bout, seat, update, state)
        if bout in self._world.disk.damaged and "is lost" not in state.get("note", ""):
            self.refuse("damage is noticed", bout, self._world.disk.damaged[bout])
        if state.get("note"):
            self._can_only_be_read(bout, seat, state)
            self._keeps_secrets(update, bout, seat)
            return
        model, known = self.model(bout, process), process.hall.shelf.bouts.get(bout)
        if model is None or update["cursor"] > known.hearing.cursor(seat):
            return  # not in memory; or dropped and loaded again while it was in use, and one copy is ahead for a moment
        if state["phase"] != model.phase:
            self.refuse("what is told lies on the disk", bout, seat, state["phase"], model.phase)
        actions = sorted(one["action"] for one in state["legal"])
        if actions != model.legal(seat):
            self.refuse("a seat is offered what the rules allow", bout, seat, actions, model.legal(seat))
        for name in ("may_undo", "may_ask_undo", "must_answer_undo"):
            if state[name] != getattr(model, name)(seat):
                self.refuse("a seat is offered what the rules allow", bout, seat, name, state[name])
        if model.phase == "playing":
            if state["view"] != model.view(seat):
                self.refuse("a seat sees what it may", bout, seat)
            if "seconds_left" in state and not model.may_know(seat):
                self.refuse("a seat sees what it may", bout, seat, "that another one is asked")
            self._hears_what_it_may(update, model, seat if seat in model.seats else None)
        if model.phase == "over":
            result = model.session.outcome if model.result is None else model.result
            winners = [seat for seat, worth in zip(model.seats, model.result or [], strict=False) if worth > 0]
            if state["result"] != result or (model.result and state["view"]["winners"] != winners):
                self.refuse("a bout ends as the rules have it, or as people do", bout, state["result"], result)
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
        """What a viewer was told once it is told again."""
        if state.get("note") or bout in self._world.disk.damaged:
            return
        heard = self._heard.setdefault((bout, seat), {})
        is_shared = self._world.disk.is_shared  # one server may be behind the other, but see `_is_in_time`
        if not is_shared and heard and update["cursor"] < max(heard):
            self.refuse("what was acknowledged is there", bout, seat, update["cursor"], max(heard))
        for event in update["events"]:
            before = heard.setdefault(event["cursor"], event)
            both = {**event, **before}
            if both != event and not (is_shared and both == before):  # at the end, more may be told of the same event
                self.refuse("what was acknowledged is there", bout, seat, before, event)
            heard[event["cursor"]] = event
        self.acknowledged += len(update["events"])

    def _hears_what_it_may(self, update: Json, model: Model, seat: str | None) -> None:
        """What others decide in secret is in nothing that a viewer is told, nor that they were asked."""
        secret = model.secret[seat]
        for event in update["events"] if not model.is_undone else ():
            if secret[event["cursor"] - 1] and event.get("command"):
                self.refuse("a seat hears what it may", update["bout"], seat, event)
        if differs := self.secrecy.update(update, model, seat):
            self.refuse("what a seat may not know changes nothing for it", update["bout"], seat, differs)

    def _keeps_secrets(self, update: Json, bout: str, seat: str | None) -> None:
        """A bout that can only be read tells no secrets before its end, either."""
        model = self._stored.get(bout)
        if model is None or "result" in update["state"]:
            return
        turns = [one for one in update["events"] if one["kind"] == "turn" and one.get("action") != ILLEGAL]
        told = [(one["seat"], one.get("action")) for one in turns]
        heard = model.turns_heard[seat if seat in model.seats else None]
        if len(update["events"]) == update["cursor"] and told != heard[: len(told)]:
            self.refuse("a seat hears what it may", bout, seat, told, heard)

    def _can_only_be_read(self, bout: str, seat: str | None, state: Json) -> None:
        """A bout of other rules, or a damaged one, is over, and a finished one shows its result and its last table."""
        if state["phase"] != "over" or state["legal"]:
            self.refuse("a bout can go on, or says why not", bout, state)
        was = self.over.get(bout, {}).get(seat)
        if was is not None and bout not in self._world.disk.damaged.keys() | self._world.disk.forgotten:
            now = {name: state.get(name) for name in was}
            if now != was:
                self.refuse("a finished bout stays readable", bout, seat, was, now)

    # --- the end of a process -----------------------------------------------------------------------------------------

    def stopped(self, process: Any) -> None:
        """Nothing holds a process that was asked to end."""
        if any(pool.busy for pool in process.pools if pool.is_waited_for):
            self.refuse("the service ends in time, whatever an agent does")
