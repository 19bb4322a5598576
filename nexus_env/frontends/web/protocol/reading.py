"""Reading messages from the wire: one JSON object each; the first error is reported in a sentence."""

import json
from codecs import BOM_UTF8
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from nexus_env.frontends.web.protocol.limits import MOST_BYTES_OF_A_MESSAGE
from nexus_env.frontends.web.protocol.messages import READER, REQUESTS, Id, Request, type_of
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.system.wording import as_json, did_you_mean, spoken

SHOWN = 80  # characters of a value in an error
EXPECTED = {
    "missing": "a value, since the field is required",
    "string_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "an object",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "string_too_short": "at least {min_length} characters",
    "string_too_long": "at most {max_length} characters",
    "string_pattern_mismatch": "a text of the form {pattern}",
    "too_short": "at least {min_length} of them",
    "too_long": "at most {max_length} of them",
}
"""The expected value of a field, by the validator's name for the error."""
NOT_EMPTY = {"string_too_short": "a text that is not empty", "too_short": "a list that is not empty"}
TYPES = {type_of(kind): kind for kind in REQUESTS}


def read(text: str | bytes) -> Request:
    """Read a request from the wire.

    Raises:
        Refusal: it is not a request; the first mistake is reported.
    """
    text = without_mark(text)
    size = len(text) if isinstance(text, bytes) else len(text.encode(errors="surrogatepass"))
    if size > MOST_BYTES_OF_A_MESSAGE:
        raise Refusal("too much", "message", f"{size} bytes", f"at most {MOST_BYTES_OF_A_MESSAGE}")
    try:
        table = json.loads(str(text, "utf-8") if isinstance(text, bytes) else text)
    except RecursionError:
        raise Refusal("no JSON", "message", "brackets nested too deeply", "one JSON object") from None
    except ValueError as error:
        raise Refusal("no JSON", "message", _not_json(error), "one JSON object") from None
    if not isinstance(table, dict):
        raise Refusal("no JSON", "message", _short(table), "one JSON object")
    found = table.get("type")
    if not isinstance(found, str) or found not in TYPES:
        remedy = did_you_mean(found, TYPES) if isinstance(found, str) else ""
        raise Refusal("unknown type", "type", _short(found), f"one of {', '.join(TYPES)}", remedy)
    try:
        return READER.validate_json(text)
    except ValidationError as error:
        raise refusal_of(error.errors(include_url=False), TYPES[found]) from None


def without_mark(text: str | bytes) -> str | bytes:
    """The text without a byte-order mark, with which some programs begin whatever they write."""
    return text.removeprefix(BOM_UTF8) if isinstance(text, bytes) else text.removeprefix("\ufeff")


def refusal_of(mistakes: Sequence[Any], kind: type[Request]) -> Refusal:
    """The refusal for the first validation error of a message of some class."""
    mistake = mistakes[0]
    if mistake["type"] == "json_invalid":
        return Refusal("no JSON", "message", _not_json(mistake["ctx"]["error"]), "one JSON object")
    way = _way_to(mistake)
    if not way:
        return Refusal("no JSON", "message", _found(mistake), "one JSON object")
    place = way[0] + "".join(f"[{part}]" for part in way[1:])
    if mistake["type"] == "extra_forbidden":
        fields = [name for name in kind.model_fields if name != "type"]
        expected = f"one of {', '.join(fields)}"
        return Refusal("unknown field", place[:SHOWN], "an unknown field", expected, did_you_mean(way[-1], fields))
    kinds = [_expected(other) for other in mistakes if _way_to(other) == way]  # one for each possible type
    return Refusal("wrong value", place[:SHOWN], _found(mistake), " or ".join(dict.fromkeys(kinds)))


def _way_to(mistake: Any) -> list[str]:
    """The path of fields and list indices to the error, without the choice among types."""
    _, *way = mistake["loc"]  # the first item is the body, or the type of the message
    return [str(part) for part in way[:1]] + [str(part) for part in way[1:] if isinstance(part, int)]


def _expected(mistake: Any) -> str:
    """The expected value of a field, in our own words instead of the validator's."""
    context = {name: _plain(value) for name, value in mistake.get("ctx", {}).items()}
    if context.get("min_length") == 1:
        return NOT_EMPTY[mistake["type"]]
    if template := EXPECTED.get(mistake["type"]):
        return template.format(**context)
    told: str = mistake["msg"].removeprefix("Input should be ")
    return told[0].lower() + told[1:]


def _plain(limit: Any) -> Any:
    """A limit as people write it: 3600, not 3600.0."""
    return int(limit) if isinstance(limit, float) and limit.is_integer() else limit


def _not_json(reason: object) -> str:
    if "set_int_max_str_digits" in str(reason):  # Python's hint for programmers
        return "a number with too many digits"
    return f"text that is not JSON ({spoken(reason)})"


def _found(mistake: Any) -> str:
    return "nothing" if mistake["type"] == "missing" else _short(mistake.get("input"))


def id_in(text: str | bytes) -> Id | None:
    """The id of an invalid message, if it has one."""
    try:
        found = json.loads(without_mark(text)).get("id")
    except (ValueError, RecursionError, AttributeError):
        return None
    if isinstance(found, str) and len(found) <= 64 and found.isprintable():
        return found
    return found if type(found) is int and 0 <= found <= 2**53 else None


def _short(found: Any) -> str:
    return as_json(found, SHOWN)
