"""The JSON Schema of views and happenings: the shared part, and each game's additions under its name."""

import inspect
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from nexus_env.contract import view
from nexus_env.contract.game import Game
from nexus_env.kit import options

Json = dict[str, Any]
SHARED = (view, options)  # the modules of the types that all games share
FIELD = re.compile(r"^ {4}(\w+): .*?  # (.+)$", re.MULTILINE)


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
