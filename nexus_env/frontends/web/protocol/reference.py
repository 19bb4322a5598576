"""The fields of every message, generated from its class: for docs/protocol.md and the page at /docs."""

import json
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from nexus_env.contract.game import Game
from nexus_env.frontends.web.protocol.messages import ANSWERS, REQUESTS, Answer, Message, Request, type_of
from nexus_env.frontends.web.protocol.schema import schema_of
from nexus_env.reports import html

Json = dict[str, Any]
Row = tuple[str, str, str]  # the name of a field, its type and default, its meaning
BOTH = {"Request", "Answer"}  # unions of messages, not messages
COMMON = ("type", "id", "to")
STYLE = "td, td:last-child { text-align: left; white-space: normal; } code { font-size: 0.9em; }"


def fields_page() -> str:
    """A table for each message, as Markdown."""
    lines: list[str] = []
    found = _found()
    for title, kinds in (("Requests", REQUESTS), ("Answers", ANSWERS)):
        lines += [f"### {title}", ""]
        for kind in kinds:
            lines += [f"#### `{type_of(kind)}`", "", _one_line(kind.__doc__), ""]
            rows = [f"| `{name}` | {what} | {meaning} |" for name, what, meaning in _rows(found[kind.__name__])]
            lines += ["| field | | |", "| --- | --- | --- |", *rows, ""] if rows else []
    return "\n".join(lines)


def reference_page(routes: Mapping[type[Request], type[Answer]], games: Iterable[Game] = ()) -> str:
    """Routes, messages and their parts as one page of HTML that needs nothing else.

    Args:
        routes: the type of answer to each type of request over HTTP.
        games: the games whose additions to views are listed, too.
    """
    found = _found(tuple(games))
    parts = [name for name in found if name not in {kind.__name__ for kind in (*REQUESTS, *ANSWERS)} | BOTH]
    body = [
        "<p>A message is one JSON object with a <code>type</code>. Over HTTP each has a route of its own, whose body "
        "is the message without its type, sent as <code>application/json</code>; over the WebSocket at "
        "<code>/v1/socket</code>, each message is a frame. A request may have an <code>id</code>, which its answer "
        "repeats as <code>to</code>.</p>",
        '<p><a href="protocol.schema.json">The JSON Schema of all messages</a>, '
        '<a href="openapi.json">the routes as OpenAPI</a>, <a href="client.js">a client in JavaScript</a>.</p>',
        "<h2>Requests</h2>",
        *(_section(found, kind, _route(kind, routes.get(kind))) for kind in REQUESTS),
        "<h2>Answers</h2>",
        *(_section(found, kind) for kind in ANSWERS),
        "<h2>Parts of answers</h2>",
        *(_table_of(found, name, name, found[name].get("description", "")) for name in parts),
    ]
    return html.page("The protocol of nexus_env", "\n".join(body), STYLE)


def _found(games: Iterable[Game] = ()) -> Json:
    """The schema of each message and part, by name."""
    found: Json = schema_of(games)["$defs"]
    return found


def _route(kind: type[Request], answered: type[Answer] | None) -> str:
    if answered is None:
        return "<p>Over the WebSocket and standard input only.</p>"
    link = f'<a href="#{answered.__name__}"><code>{type_of(answered)}</code></a>'
    return f"<p><code>POST /v1/{type_of(kind)}</code>, answered by {link}</p>"


def _section(found: Json, kind: type[Message], more: str = "") -> str:
    return _table_of(found, kind.__name__, type_of(kind), kind.__doc__, more)


def _table_of(found: Json, name: str, title: str, text: str | None, more: str = "") -> str:
    """The table of a message or a part."""
    rows = "".join(
        f"<tr><td><code>{escape(field)}</code></td><td>{_linked(found, what)}</td><td>{escape(meaning)}</td></tr>"
        for field, what, meaning in _rows(found[name])
    )
    head = f'<h3 id="{name}"><code>{title}</code></h3><p>{escape(_one_line(text))}</p>{more}'
    return head + (f"<table>{rows}</table>" if rows else "")


def _linked(found: Json, what: str) -> str:
    """A type in words, with links to the parts of answers."""
    pieces = escape(what, quote=False).split("`")
    for place in range(1, len(pieces), 2):
        code = f"<code>{pieces[place]}</code>"
        pieces[place] = f'<a href="#{pieces[place]}">{code}</a>' if pieces[place] in found else code
    return "".join(pieces)


def _rows(found: Json) -> Iterator[Row]:
    needed = found.get("required", ())
    for name, field in found["properties"].items():
        if name not in COMMON:
            default = "required" if name in needed and "to" not in found["properties"] else _default(field)
            yield name, f"{_kind(field)}{', ' if default else ''}{default}", field.get("description", "")


def _default(field: Json) -> str:
    default = field.get("default")
    return "" if default in (None, "", [], {}) else f"default {json.dumps(default)}"


def _kind(field: Json) -> str:
    """The type of a field, in words."""
    if "anyOf" in field:
        return " or ".join(_kind(one) for one in field["anyOf"] if one.get("type") != "null")
    if "$ref" in field:
        return f"`{field['$ref'].rpartition('/')[2]}`"
    if "enum" in field:
        return " or ".join(f"`{json.dumps(one)}`" for one in field["enum"])
    if field.get("type") == "array" and "items" in field:
        return f"list of {_kind(field['items'])}"
    return str(field.get("type", "object"))


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())
