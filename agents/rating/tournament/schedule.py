"""Run a tournament: hand out jobs and record results until every meeting is decided."""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool

from nexus_env.agents.rating.tournament.bouts import Match, play
from nexus_env.agents.rating.tournament.plan import Job, Meeting, Plan
from nexus_env.agents.rating.tournament.results import Results
from nexus_env.agents.rating.tournament.scores import Until
from nexus_env.system.processes import is_done_here, pool

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
