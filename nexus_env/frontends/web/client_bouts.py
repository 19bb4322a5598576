"""Bouts kept by a front end: their legal commands, and an agent's decision."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nexus_env.contract import command_text
from nexus_env.contract.game import Game
from nexus_env.core.privacy import Story
from nexus_env.core.session import Session, name_of
from nexus_env.frontends.web.hall.explaining import commands_of, told_expected, walks_as_told, weighed_as_told
from nexus_env.frontends.web.hall.opponents import ServedGames, ServedOpponents, Stop
from nexus_env.frontends.web.protocol.limits import MOST_TURNS_OF_A_TRANSCRIPT
from nexus_env.frontends.web.protocol.messages import Best, Given, Go, Legal, Replay, Replayed, Situation, Step
from nexus_env.frontends.web.protocol.refusals import Refusal, refusing
from nexus_env.kit.tape import CHANCE, PASS
from nexus_env.play import walking
from nexus_env.text import position, transcript
from nexus_env.text.transcript import Transcript, Turn


def sit_down(served: ServedGames, given: Given) -> tuple[Session, int | None]:
    """The bout in a request, and the seat whose view it is, or None if it is complete.

    Raises:
        Refusal: the request has no bout, or one that cannot be played on.
    """
    if given.position is None and given.transcript is None:
        raise Refusal("no bout", "position", "neither", "a position or a transcript", "Send `position` first.")
    if given.position is not None and (given.transcript is not None or given.turns is not None):
        other = "transcript" if given.transcript is not None else "turns"
        raise Refusal("wrong value", other, f"a position and {other}", "a position, or a transcript and `turns` of it")
    if given.position is not None:
        game, line = served.of(given.game).game, given.position
        named = line.partition(";")[0].split()[:1]
        if named and named[0] in {one.name for one in served.games}:
            served.agreeing(game.name, named[0], "position")
        with refusing("wrong position", "position", "a position that can be played on"):
            seed = 0 if given.seed is None else given.seed
            laid = Session.at(game, position.read(game, line, seed))
        if given.then is None:
            return laid, position.seat_of(line)
        return _tried(laid, given.then), None  # what its seat did not know has been dealt at random
    game, read = _read(served, str(given.transcript), given.game)
    if given.turns is not None and given.turns > len(read.turns):
        raise Refusal(
            "wrong value", "turns", str(given.turns), f"at most {len(read.turns)}, the turns of the transcript"
        )
    with refusing("wrong transcript", "transcript", "a transcript of this game"):
        replayed = transcript.replay(game, read, given.turns)
    return _tried(replayed, given.then or []), None


def _tried(session: Session, then: Sequence[int]) -> Session:
    """The bout after the actions of `then`."""
    for place, action in enumerate(then):
        if session.is_over:
            raise Refusal("illegal", f"then[{place}]", str(action), "no action, since the bout is over")
        with refusing("illegal", f"then[{place}]", "a legal action"):
            session.act(action)
    return session


def played_by(served: ServedGames, given: Given) -> ServedOpponents:
    """The agents of the game of the bout in a request."""
    if given.position is None and given.transcript is not None:
        return served.agents(_read(served, given.transcript, given.game)[0])
    return served.of(given.game)


def _read(served: ServedGames, text: str, said: str | None = None) -> tuple[Game, Transcript]:
    """Read a client's transcript; returns its game, which the request may also name, and the transcript."""
    with refusing("wrong transcript", "transcript", "a transcript of this game"):
        read = transcript.read(text)
    game = served.agreeing(said, read.game, "transcript").game
    with refusing("wrong options", "transcript", "options of the game"):
        game.words.about().refuse_strange(read.options, "transcript", lengths=False)
    if len(read.turns) > MOST_TURNS_OF_A_TRANSCRIPT:
        raise Refusal("too much", "transcript", f"{len(read.turns)} turns", f"at most {MOST_TURNS_OF_A_TRANSCRIPT}")
    return game, read


def replay(served: ServedGames, request: Replay) -> Replayed:
    """A part of a replay from one point of view; a limited view counts only the turns that it saw."""
    (game, read), steps = _read(served, request.transcript), []
    wanted = range(request.first, request.first + request.count)
    with refusing("wrong transcript", "transcript", "a transcript of this game"):
        for session, saw in _seen(game, read, request.eyes):
            steps += [saw(session)] if saw.number in wanted else []
            last = saw.number
    return Replayed(
        game=game.name,
        seats=len(session.outcome),
        players=list(read.players),
        turns=last,
        result=list(read.result) if read.ended_by else session.outcome if session.is_over else None,
        ended_by=read.ended_by or None,  # type: ignore[arg-type]
        steps=steps,
    )


@dataclass(frozen=True)
class _Saw:
    """A turn from one point of view; called with the bout after it, it makes a step."""

    number: int
    seat: int | None  # the point of view; None for a spectator
    everything: bool
    turn: Turn | None = None
    private: bool = False  # only the seat that made the turn may see it
    rows: slice | None = None  # its happenings

    def __call__(self, session: Session) -> Step:
        words = session.game.words
        world = session.rows[0] if self.everything else session.known_to(self.seat)
        seen = words.open_view(world) if self.everything else words.view(world, self.seat)
        if self.turn is None:
            return Step(turn=self.number, view={**seen})
        hidden = self.private and not self.everything and self.turn.seat != self.seat
        return Step(
            turn=self.number,
            seat=name_of(self.turn.seat),
            command=None if hidden else self.turn.words,
            comment=self.turn.comment,
            happened=[{**one} for one in words.happened(session.rows[0], self.rows)],
            view={**seen},
        )


def _seen(game: Game, read: Transcript, eyes: str) -> Iterator[tuple[Session, _Saw]]:
    """The turns that a point of view saw, each at the moment it became visible; first the table before any turn.

    Raises:
        Refusal: there is no such point of view.
    """
    seat = int(eyes.removeprefix("player_")) if eyes.startswith("player_") else None
    saw = _Saw(0, seat, eyes == "everybody")
    story: Story[_Saw] = Story(seat, lambda one, _, rows: replace(one, rows=rows))
    before: Any = None
    for turn, session in transcript.steps(game, read):
        if seat is not None and seat >= len(session.outcome):
            raise Refusal("wrong value", "eyes", eyes, f"player_0 to player_{len(session.outcome) - 1}")
        if turn is None:
            yield session, saw
        elif saw.everything:
            saw = replace(saw, number=saw.number + 1)
            yield session, replace(saw, turn=turn)
        else:
            passes = command_text.plain(turn.words) == command_text.plain(str(game.words.spell(before, PASS)))
            action = PASS if passes else PASS + 1
            story.hear_turn(before, turn.seat, action, replace(saw, turn=turn, private=game.words.is_private(before)))
            story.catch_up(session.rows[0])
        for one in story.entries:
            saw = replace(saw, number=saw.number + 1)
            yield session, replace(one, number=saw.number)
        story.entries.clear()
        before = session.rows[0]


def describe(served: ServedGames, given: Legal) -> Situation:
    """The open decision of a bout, and its legal commands."""
    session, _ = sit_down(served, given)
    game, sees_all = session.game, given.eyes == "everybody"
    seat = session.seat if session.seat >= 0 else None
    return Situation(
        game=game.name,
        seat=None if session.is_over else name_of(session.seat),
        question=game.words.question(session.rows[0]),
        legal=commands_of(session),
        view={**(game.words.open_view(session.rows[0]) if sees_all else game.words.view(session.known_to(seat), seat))},
        position=position.write(game, session.rows) if seat is None else position.seen_by(game, session.rows, seat),
        result=session.outcome if session.is_over else None,
        happened=[{**one} for one in game.words.happened(session.rows[0], None)] if given.then else [],
        walks=walks_as_told(walking.walks(session)) if given.walks else [],
    )


async def decide(served: ServedGames, given: Go, agent: str, seconds: float, stop: Stop) -> Best:
    """The decision of an agent for the seat to act, within `seconds`.

    Raises:
        Refusal: no seat is to act, or the view is not that of the seat to act.
    """
    began = time.monotonic()
    session, seen_by = sit_down(served, given)
    if session.is_over or session.seat == CHANCE:
        found = "a bout that is over" if session.is_over else "a bout that waits for a die"
        raise Refusal("not now", "position", found, "a position in which a seat decides", "Roll the die yourself.")
    if seen_by is not None and seen_by != session.seat:
        found = f"the view of {name_of(seen_by)}"
        raise Refusal("not your turn", "position", found, f"the view of {name_of(session.seat)}, the seat to act")
    opponents = served.agents(session.game)
    opponents.check(agent, "agent", len(session.outcome))
    left = seconds - (time.monotonic() - began)
    choice = await opponents.choose(agent, session, left, stop=stop, seed=given.seed, count=given.choices)
    return Best(
        seat=name_of(session.seat),
        command=session.spell(choice.action),
        action=choice.action,
        agent=choice.agent,
        instead_of=choice.instead_of,
        expected=told_expected(choice.expected),
        line=list(choice.line),
        choices=weighed_as_told(session, choice.weighed),
        seconds=time.monotonic() - began,
    )
