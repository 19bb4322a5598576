"""The messages of the protocol, version 2: one class each; their JSON Schema is generated. See docs/protocol.md.

A front end sends requests; each gets one answer, which repeats the `id` of its request as `to`. Watchers of a bout also
receive updates without a request. This module exports all messages; `message_base` has their base classes,
`bout_messages` and `table_messages` those about the service's bouts, `rule_messages` those about rules, and
`client_bout_messages` those about a front end's bouts.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, get_args

from pydantic import Field, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from nexus_env.contract.game import Game
from nexus_env.frontends.web.protocol.advice import Advice, Advise, Evaluate, Evaluation, Weighed
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
    Agent,
    Agreed,
    AnswerDraw,
    Bouts,
    Chair,
    Claim,
    Create,
    Event,
    Hello,
    Join,
    Joined,
    Kept,
    Look,
    Mine,
    OfferDraw,
    Ping,
    Play,
    Pong,
    Reason,
    Reasons,
    Record,
    Recorded,
    Resign,
    ServedGame,
    Skip,
    State,
    Undo,
    Unwatch,
    Update,
    Watch,
    Welcome,
    Why,
)
from nexus_env.frontends.web.protocol.commands import Command
from nexus_env.frontends.web.protocol.games import CardRule, Chapter, CommandRule, RuleBook, RuleLine, Rules, TermRule
from nexus_env.frontends.web.protocol.lessons import Learn, Lesson
from nexus_env.frontends.web.protocol.positions import (
    Best,
    Error,
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
from nexus_env.frontends.web.protocol.puzzles import Puzzle, Puzzles, PuzzleSet
from nexus_env.frontends.web.protocol.schema import add_games
from nexus_env.frontends.web.protocol.walks import Walk, WalkList, Walks, WalkStep

__all__ = [
    "ANSWERS",
    "PERSON",
    "READER",
    "REQUESTS",
    "SCHEMA",
    "VERSION",
    "Advice",
    "Advise",
    "Again",
    "Agent",
    "Agreed",
    "Answer",
    "AnswerDraw",
    "AnyAnswer",
    "AnyRequest",
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
    "schema",
    "type_of",
]

SCHEMA = Path(__file__).with_name("protocol.schema.json")

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


class Untitled(GenerateJsonSchema):
    """Gives fields no title, since type generators would make a type of each."""

    def field_title_should_be_set(self, _: Any) -> bool:
        """Never."""
        return False

    def tuple_schema(self, schema: Any) -> dict[str, Any]:
        """Write a tuple of equal members as a list, which all readers support."""
        found = super().tuple_schema(schema)
        members = found.pop("prefixItems", [])
        return {**found, "items": members[0]} if members else found


def schema(games: Iterable[Game] = ()) -> dict[str, Any]:
    """The JSON Schema of every message, and of what views of some games hold; `SCHEMA` has all games of the package.

    A request may have no other fields; an answer may, since messages gain fields within a version.
    """
    requests, answers = TypeAdapter(AnyRequest), TypeAdapter(AnyAnswer)
    either, found = TypeAdapter.json_schemas(
        [("request", "validation", requests), ("answer", "serialization", answers)],
        title="Message",
        description="The protocol of nexus_env, version 2: every message is a request or an answer.",
        schema_generator=Untitled,
    )
    for kind in found["$defs"].values():
        if "const" in kind["properties"].get("type", {}):  # implied in Python, but required on the wire
            kind["required"] = ["type", *kind.get("required", [])]
    sides = {
        "Request": {"description": "A message from a front end.", **either["request", "validation"]},
        "Answer": {"description": "A message from the service.", **either["answer", "serialization"]},
    }
    found["$defs"] |= sides
    add_games(found["$defs"], games, Untitled)
    refs = [{"$ref": f"#/$defs/{side}"} for side in sides]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found, "oneOf": refs}
