"""The base classes of messages and the types of their values."""

import unicodedata
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetJsonSchemaHandler, TypeAdapter
from pydantic_core import PydanticCustomError, core_schema

from nexus_env.frontends.web.protocol.limits import (
    LEAST_CHARACTERS_OF_AN_OWN_TOKEN,
    LEAST_SECONDS_AWAY,
    LEAST_SECONDS_OF_A_CLOCK,
    LEAST_SECONDS_OF_THINKING,
    MOST_ACTION_NUMBER,
    MOST_CHARACTERS_OF_A_BOUT_ID,
    MOST_CHARACTERS_OF_A_COMMAND,
    MOST_CHARACTERS_OF_A_NAME,
    MOST_CHARACTERS_OF_A_TOKEN,
    MOST_CHARACTERS_OF_AN_ID,
    MOST_CURSOR,
    MOST_NUMBER_OF_AN_ID,
    MOST_SECONDS_AWAY,
    MOST_SECONDS_OF_A_CLOCK,
    MOST_SECONDS_OF_THINKING,
    MOST_SEED_OF_A_BOUT,
    MOST_TURN_ASKED_FOR,
)
from nexus_env.system.visible import JOINERS, visible

VERSION = 2
PERSON = "person"  # in `seats`, in place of the name of an agent


def cleaned(name: str) -> str:
    """The name without line breaks, invisible characters and bidirectional controls; empty if nothing visible is left.

    Bouts from older versions may have such names.
    """
    kept = visible(name)
    is_blank = all(character in JOINERS or unicodedata.category(character)[0] in "MZ" for character in kept)
    return "" if is_blank else kept[:MOST_CHARACTERS_OF_A_NAME]


def on_one_line(name: str) -> str:
    """Return the name.

    Raises:
        PydanticCustomError: it contains an invisible character, or one that moves the text next to it.
    """
    if cleaned(name) != name:
        raise PydanticCustomError("name", "one line without control, bidirectional or hidden characters")
    return name


Id = Annotated[int, Field(ge=0, le=MOST_NUMBER_OF_AN_ID)] | Annotated[str, Field(max_length=MOST_CHARACTERS_OF_AN_ID)]
Name = Annotated[str, Field(max_length=MOST_CHARACTERS_OF_A_NAME), AfterValidator(on_one_line)]
BoutId = Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS_OF_A_BOUT_ID)]
Token = Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS_OF_A_TOKEN)]
OwnToken = Annotated[str, Field(min_length=LEAST_CHARACTERS_OF_AN_OWN_TOKEN, max_length=MOST_CHARACTERS_OF_A_TOKEN)]
Words = Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS_OF_A_COMMAND)]
Cursor = Annotated[int, Field(ge=0, le=MOST_CURSOR)]
Thinking = Annotated[float, Field(ge=LEAST_SECONDS_OF_THINKING, le=MOST_SECONDS_OF_THINKING, allow_inf_nan=False)]
Clock = Annotated[float, Field(ge=LEAST_SECONDS_OF_A_CLOCK, le=MOST_SECONDS_OF_A_CLOCK, allow_inf_nan=False)]
Away = Annotated[float, Field(ge=LEAST_SECONDS_AWAY, le=MOST_SECONDS_AWAY, allow_inf_nan=False)]
TurnNumber = Annotated[int, Field(ge=0, le=MOST_TURN_ASKED_FOR)]
ActionNumber = Annotated[int, Field(ge=0, le=MOST_ACTION_NUMBER)]
Seed = Annotated[int, Field(ge=0, le=MOST_SEED_OF_A_BOUT)]
Seat = Annotated[str, Field(pattern=r"^player_[0-9]$")]


class Message(BaseModel):
    """The base of all messages: unknown fields are refused, and no value is converted to another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    def as_json(self) -> dict[str, Any]:
        """The message as a JSON value; fields that are not set are left out."""
        return self.model_dump(mode="json", exclude_none=True)

    def as_text(self) -> str:
        """The message as text, on one line."""
        return self.model_dump_json(exclude_none=True)


class Request(Message):
    """A message to the service."""

    type: str = ""
    id: Id | None = Field(default=None, description="any number or short text; the answer repeats it as `to`")


def _as_sent(schema: dict[str, Any]) -> None:
    """Adapt the schema: an unknown value is left out, never null; all else is always present; fields may be added."""
    schema.pop("additionalProperties", None)
    always = set(schema.get("required", ()))
    for name, field in schema["properties"].items():
        if "default" in field and field.pop("default") is not None:
            always.add(name)
        elif len(kinds := [kind for kind in field.get("anyOf", ()) if kind.get("type") != "null"]) == 1:
            if name not in always:
                del field["anyOf"]
                field |= {**kinds[0], **field}
    schema["required"] = [name for name in schema["properties"] if name in always]


class Part(Message):
    """A part of an answer. Readers ignore fields that they do not know."""

    model_config = ConfigDict(json_schema_extra=_as_sent)


class Answer(Part):
    """A message from the service."""

    type: str = ""
    to: Id | None = Field(default=None, description="the `id` of the request that this answers")


class Shaped:
    """Describes in the schema a value made by the game, which is not validated for each message.

    Its form is a `TypedDict`, which is in the schema under its name.
    """

    __slots__: ClassVar[tuple[str, ...]] = ("_kind",)

    def __init__(self, kind: type) -> None:
        self._kind = kind

    def __get_pydantic_json_schema__(self, _: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        whole: Any = TypeAdapter(self._kind).core_schema
        inner, parts = (whole["schema"], whole["definitions"]) if whole["type"] == "definitions" else (whole, [])
        if inner["type"] != "definition-ref":
            parts = [*parts, inner]
            inner = core_schema.definition_reference_schema(inner["ref"])
        return handler(core_schema.definitions_schema(inner, parts))


def type_of(message: type[Message]) -> str:
    """The `type` of messages of this class."""
    return str(message.model_fields["type"].default)
