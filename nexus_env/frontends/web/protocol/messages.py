"""The messages of the protocol, version 2: one class each. See docs/protocol.md.

A front end sends requests; each gets one answer, which repeats the `id` of its request as `to`. Watchers of a bout also
receive updates without a request. This module lists and exports all messages. `base` has their base classes; `games`
has the messages about what is served, `commands` those about a decision, `bouts` those about the service's bouts,
`positions` those about a front end's bouts, and `refusals` the error.
"""

from typing import Annotated, get_args

from pydantic import Field, TypeAdapter

from nexus_env.frontends.web.protocol.base import (
    PERSON,
    VERSION,
    Answer,
    Id,
    Message,
    Part,
    Request,
    type_of,
)
from nexus_env.frontends.web.protocol.bouts import (
    Again,
    Agreed,
    AnswerDraw,
    AnswerUndo,
    AskUndo,
    Bouts,
    Chair,
    Claim,
    Create,
    Event,
    Join,
    Joined,
    Kept,
    Look,
    Mine,
    OfferDraw,
    Play,
    Record,
    Recorded,
    Resign,
    Skip,
    State,
    Undo,
    Unwatch,
    Update,
    Watch,
)
from nexus_env.frontends.web.protocol.commands import (
    Advice,
    Advise,
    Command,
    Evaluate,
    Evaluation,
    Reason,
    Reasons,
    Walk,
    WalkList,
    Walks,
    WalkStep,
    Weighed,
    Why,
)
from nexus_env.frontends.web.protocol.games import (
    Agent,
    CardRule,
    Chapter,
    CommandRule,
    Hello,
    Learn,
    Lesson,
    Ping,
    Pong,
    Puzzle,
    Puzzles,
    PuzzleSet,
    RuleBook,
    RuleLine,
    Rules,
    ServedGame,
    TermRule,
    Welcome,
)
from nexus_env.frontends.web.protocol.positions import (
    Best,
    Given,
    Go,
    Legal,
    Options,
    Position,
    Ready,
    Replay,
    Replayed,
    Situation,
    Step,
    Stop,
)
from nexus_env.frontends.web.protocol.refusals import Error

__all__ = [
    "ANSWERS",
    "PERSON",
    "READER",
    "REQUESTS",
    "VERSION",
    "Advice",
    "Advise",
    "Again",
    "Agent",
    "Agreed",
    "Answer",
    "AnswerDraw",
    "AnswerUndo",
    "AnyAnswer",
    "AnyRequest",
    "AskUndo",
    "Best",
    "Bouts",
    "CardRule",
    "Chair",
    "Chapter",
    "Claim",
    "Command",
    "CommandRule",
    "Create",
    "Error",
    "Evaluate",
    "Evaluation",
    "Event",
    "Given",
    "Go",
    "Hello",
    "Id",
    "Join",
    "Joined",
    "Kept",
    "Learn",
    "Legal",
    "Lesson",
    "Look",
    "Message",
    "Mine",
    "OfferDraw",
    "Options",
    "Part",
    "Ping",
    "Play",
    "Pong",
    "Position",
    "Puzzle",
    "PuzzleSet",
    "Puzzles",
    "Ready",
    "Reason",
    "Reasons",
    "Record",
    "Recorded",
    "Replay",
    "Replayed",
    "Request",
    "Resign",
    "RuleBook",
    "RuleLine",
    "Rules",
    "ServedGame",
    "Situation",
    "Skip",
    "State",
    "Step",
    "Stop",
    "TermRule",
    "Undo",
    "Unwatch",
    "Update",
    "Walk",
    "WalkList",
    "WalkStep",
    "Walks",
    "Watch",
    "Weighed",
    "Welcome",
    "Why",
    "type_of",
]

AnyRequest = Annotated[
    Hello
    | Ping
    | Create
    | Join
    | Look
    | Watch
    | Unwatch
    | Play
    | Undo
    | AskUndo
    | AnswerUndo
    | Resign
    | OfferDraw
    | AnswerDraw
    | Claim
    | Skip
    | Again
    | Bouts
    | Record
    | Why
    | Walks
    | Advise
    | Evaluate
    | Rules
    | Puzzles
    | Options
    | Position
    | Legal
    | Go
    | Stop
    | Replay
    | Learn,
    Field(discriminator="type"),
]
AnyAnswer = Annotated[
    Welcome
    | Pong
    | Joined
    | Update
    | Kept
    | Recorded
    | Reasons
    | WalkList
    | Advice
    | Evaluation
    | RuleBook
    | PuzzleSet
    | Ready
    | Situation
    | Best
    | Replayed
    | Lesson
    | Error,
    Field(discriminator="type"),
]
READER: TypeAdapter[Request] = TypeAdapter(AnyRequest)
REQUESTS: tuple[type[Request], ...] = get_args(get_args(AnyRequest)[0])
ANSWERS: tuple[type[Answer], ...] = get_args(get_args(AnyAnswer)[0])
