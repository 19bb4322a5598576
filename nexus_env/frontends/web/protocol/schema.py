"""The JSON Schema of all messages, and of the views and happenings in them."""

import inspect
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from nexus_env.contract import view
from nexus_env.contract.game import Game
from nexus_env.frontends.web.protocol.messages import AnyAnswer, AnyRequest
from nexus_env.kit import options

Json = dict[str, Any]
SHARED = (view, options)  # the modules of the types that all games share
FIELD = re.compile(r"^ {4}(\w+): .*?  # (.+)$", re.MULTILINE)
SCHEMA = Path(__file__).with_name("protocol.schema.json")


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


def schema_of(games: Iterable[Game] = ()) -> dict[str, Any]:
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


def add_games(found: Json, games: Iterable[Game], generator: type[GenerateJsonSchema]) -> None:
    """Describe the fields of the shared types, and add the games' own types.

    Args:
        found: the definitions of a schema, by name; they are changed.
        games: the games whose views and happenings are described.
        generator: the schema generator.
    """
    for name, kind in found.items():
        for module in SHARED:
            _describe(kind, getattr(module, name, None))
    for game in games:
        about = game.words.about()
        for name, own in (("View", about.own_view), ("Happening", about.own_happening)):
            if own is not None:
                _add(found, game.name, name, own, generator)


def _add(found: Json, game: str, place: str, own: type, generator: type[GenerateJsonSchema]) -> None:
    """Add a game's type, and those that it uses, under names that begin with the game's name."""
    prefix = "".join(part.capitalize() for part in re.split(r"\W+", game))
    made = TypeAdapter(own).json_schema(
        mode="serialization", schema_generator=generator, ref_template=f"#/$defs/{prefix}{{model}}"
    )
    inner = {**made.pop("$defs", {}), own.__name__: made}
    for name, kind in inner.items():
        kind.pop("title", None)
        _describe(kind, getattr(sys.modules[own.__module__], name, None))
        found[prefix + name] = kind
    found[place]["properties"][game] = {"$ref": f"#/$defs/{prefix}{own.__name__}"}


def _describe(kind: Json, source: Any) -> None:
    """Take the descriptions of fields from the comments next to them."""
    if not hasattr(source, "__required_keys__") or "properties" not in kind:
        return
    with suppress(OSError):  # for a type that is not a class
        for name, meaning in FIELD.findall(inspect.getsource(source)):
            if name in kind["properties"]:
                kind["properties"][name]["description"] = meaning
