"""Run a tournament: hand out jobs, and keep their matches in a file, until every meeting is decided.

The file is JSON Lines: a header, then a line for each match. It is append-only, and each addition is on disk before the
next one begins. If the program is killed, only the jobs in progress are lost; an incomplete line is dropped when the
file is opened again.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from hashlib import sha256
from pathlib import Path
from typing import Any

from nexus_env.agents.agent import sources_of
from nexus_env.agents.model_files import first_difference, parse_json, writing
from nexus_env.agents.rating.tournament.counting import Until
from nexus_env.agents.rating.tournament.matches import Job, Match, Meeting, Plan, play
from nexus_env.system.processes import is_done_here, pool
from nexus_env.system.wording import InputError
from nexus_env.text.transcript import stock_of

FORMAT = "nexus_env tournament 1"
Progress = Callable[[float, str], None]


class Course:
    """The progress of each meeting.

    A match counts only if all earlier ones of its meeting have been played, and if it is not after the match at which
    the meeting stopped. So the counted matches depend neither on the number of processes nor on interruptions.
    """

    def __init__(self, plan: Plan, until: Until) -> None:
        """Begin with no matches."""
        self.plan, self.until = plan, until
        self.meetings = plan.meetings()
        self._played: dict[Meeting, dict[int, Match]] = {meeting: {} for meeting in self.meetings}
        self._given: set[Job] = set()
        self._counted: dict[Meeting, int] = dict.fromkeys(self.meetings, 0)  # jobs
        self._over: set[Meeting] = set()

    def add(self, match: Match) -> None:
        """Add a match that has been played."""
        if match.meeting in self._played:
            self._played[match.meeting][match.number] = match

    def knows(self, match: Match) -> bool:
        """Whether a match has been played before."""
        return match.number in self._played[match.meeting]

    def next_job(self) -> Job | None:
        """The next job, from an open meeting with the fewest jobs handed out."""
        going = [meeting for meeting in self.meetings if not self._is_over(meeting)]
        wanted = [job for meeting in going if (job := self._first_free(meeting)) is not None]
        job = min(wanted, key=lambda one: one.number, default=None)
        if job is not None:
            self._given.add(job)
        return job

    def counted(self, meeting: Meeting) -> list[Match]:
        """The counted matches of a meeting."""
        self._is_over(meeting)
        together, played = self.plan.together(meeting), self._played[meeting]
        return [played[number] for number in range(self._counted[meeting] * together)]

    def all_counted(self) -> dict[Meeting, list[Match]]:
        """The counted matches of each meeting."""
        return {meeting: self.counted(meeting) for meeting in self.meetings}

    def part(self) -> float:
        """The finished share, 0 to 1, if no meeting stops early."""
        parts = [1.0 if self._is_over(one) else self._counted[one] / self._jobs(one) for one in self.meetings]
        return sum(parts) / len(parts)

    def words(self) -> str:
        """The progress in words."""
        bouts = sum(len(match.bouts) for played in self._played.values() for match in played.values())
        return f"{bouts:,} bouts, {len(self._over)} of {len(self.meetings)} meetings done"

    def _jobs(self, meeting: Meeting) -> int:
        """The greatest number of jobs of a meeting."""
        return -(-self.until.matches // self.plan.together(meeting))

    def _first_free(self, meeting: Meeting) -> Job | None:
        for number in range(self._counted[meeting], self._jobs(meeting)):
            job = Job(meeting, number)
            if job not in self._given and not self._is_played(job):
                return job
        return None

    def _is_played(self, job: Job) -> bool:
        return self._played[job.meeting].keys() >= set(job.matches(self.plan))

    def _is_over(self, meeting: Meeting) -> bool:
        """Whether a meeting is finished; first counts the matches played since the last call."""
        while meeting not in self._over:
            if self._counted[meeting] == self._jobs(meeting):
                self._over.add(meeting)
            elif not self._is_played(Job(meeting, self._counted[meeting])):
                return False
            else:
                self._counted[meeting] += 1
                counted = range(self._counted[meeting] * self.plan.together(meeting))
                if self.until.met([self._played[meeting][number] for number in counted], meeting):
                    self._over.add(meeting)
        return True


class Results:
    """The open file of results; `matches` are those that it contained when opened."""

    def __init__(self, path: Path, head: dict[str, Any]) -> None:
        """Open or create `path`.

        Raises:
            ValueError: it has other content, or the results of another tournament.
        """
        kept, first = path.read_bytes() if path.exists() else b"", _line(head)
        self.matches: list[Match] = []
        self._path = path
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        if first.startswith(kept):  # empty, or a header that was cut off by a kill
            self._file = path.open("wb")
            self._write([head])
        else:
            self.matches += _read(path, kept, json.loads(first))
            self._file = path.open("ab")

    def add(self, matches: Iterable[Match]) -> None:
        """Append matches; they are on disk when this returns."""
        self._write([match.as_table() for match in matches])

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, tables: list[dict[str, Any]]) -> None:
        with writing(self._path):
            self._file.write(b"".join(map(_line, tables)))
            self._file.flush()
            os.fsync(self._file.fileno())


def run(plan: Plan, until: Until, results: Results, processes: int, progress: Progress) -> Course:
    """Play all matches that `results` lacks, and record them there.

    Raises:
        ValueError: an agent fails or gives an illegal action, or a process died.
    """
    course = Course(plan, until)
    for match in results.matches:
        course.add(match)
    progress(course.part(), course.words())
    here = is_done_here(processes)
    for matches in _played_here(plan, course) if here else _played_by_processes(plan, course, processes):
        new = [match for match in matches if not course.knows(match)]
        results.add(new)
        for match in new:
            course.add(match)
        progress(course.part(), course.words())
    return course


def _played_here(plan: Plan, course: Course) -> Iterator[list[Match]]:
    while (job := course.next_job()) is not None:
        yield play(plan, job)


def _played_by_processes(plan: Plan, course: Course, processes: int) -> Iterator[list[Match]]:
    """Yield jobs as they end; each process works on one at a time."""
    running: set[Future[list[Match]]] = set()
    with pool(processes) as workers:
        while True:
            while len(running) < processes and (job := course.next_job()) is not None:
                running.add(workers.submit(play, plan, job))
            if not running:
                return
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            for one in ended:
                yield _result_of(one)


def _result_of(job: Future[list[Match]]) -> list[Match]:
    try:
        return job.result()
    except BrokenProcessPool as error:
        raise ValueError("A worker process was killed; the same command resumes from the last result.") from error


# --- the file ---------------------------------------------------------------------------------------------------------


def head_of(plan: Plan, agents: dict[str, Any]) -> dict[str, Any]:
    """The header, which must be equal for two runs to be parts of one tournament."""
    return {
        "format": FORMAT,
        **plan.game.stamps,
        "stock": stock_of(plan.game, plan.rules_of(0, plan.seats[0])),
        "seats": list(plan.seats),
        "rules": [dict(one) for one in plan.rules],
        "seed": plan.seed,
        "challenger": plan.challenger,
        "agents": {name: {"sha256": _digest(agent)} for name, agent in agents.items()},
    }


def _digest(agent: Any) -> str:
    """A hash of the files of an agent."""
    digest = sha256()
    for path in sources_of(agent):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _line(table: dict[str, Any]) -> bytes:
    return json.dumps(table).encode() + b"\n"


def _read(path: Path, kept: bytes, head: dict[str, Any]) -> Iterator[Match]:
    """The matches after the header in `kept`, the file's content; cuts the file after the last complete line."""
    whole, newline, cut = kept.rpartition(b"\n")
    lines = whole.split(b"\n")
    _refuse_another(path, _parsed(path, 1, lines[0]) if newline else None, head)
    if cut:
        os.truncate(path, len(whole) + 1)
    for number, line in enumerate(lines[1:], 2):
        table = _parsed(path, number, line)
        try:
            yield Match.from_table(table)
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(
                f"{path}, line {number}: got something that is not a match; expected a match of a tournament."
            ) from error


def _parsed(path: Path, number: int, line: bytes) -> Any:
    try:
        return parse_json(line)
    except ValueError as error:
        raise InputError(f"{path}, line {number}: got text that is not JSON; expected a line of results.") from error


def _refuse_another(path: Path, found: Any, expected: dict[str, Any]) -> None:
    """Raise a `ValueError` unless the file has the expected header."""
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise InputError(
            f"{path}: got a file that is not from a tournament; expected tournament results; use another --out."
        )
    if difference := first_difference(found, expected):
        key, there, here = difference
        raise InputError(
            f"{path}: got results with {key} = {there}; expected {here}: they belong to another tournament; "
            "use another --out, or --fresh to discard them."
        )
