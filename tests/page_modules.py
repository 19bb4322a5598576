"""The page's own modules without a browser: Node runs them, and says what they say and describe."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import nexus_env

LIMIT = 120.0
NODE = shutil.which("node")
PAGE = Path(nexus_env.__file__).parent / "frontends" / "web" / "page"

EMPTY = {"game": "toy", "commands": [], "cards": {}, "groups": {}, "terms": []}  # a rulebook

needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed: apt install nodejs")

HOOK = f"""export const resolve = (name, context, next) =>
    next(name.startsWith("/page/") ? {json.dumps(PAGE.as_uri())} + name.slice(5) : name, context);"""
PRELUDE = f"""
import {{ register }} from "node:module";
register("data:text/javascript,{quote(HOOK)}");  // a game's drawings import the page by its address
for (const kind of ["ResizeObserver", "PointerEvent"]) globalThis[kind] ??= class {{}};
const partsOf = (tree) =>
    Array.isArray(tree) ? tree.flatMap(partsOf) : tree?.tag ? [tree, ...partsOf(tree.children)] : [];
const textOf = (tree) => {{
    if (Array.isArray(tree)) return tree.map(textOf).join("");
    return tree?.tag ? textOf(tree.children) : ["string", "number"].includes(typeof tree) ? String(tree) : "";
}};
"""


def computed(script: str, *modules: Path, given: Any = None) -> Any:
    """The value of an expression with the exports of some modules, as JSON.

    Args:
        script: may use `one0`, `one1`, … for the modules, `given`, `partsOf` (all elements of what a module describes
            with `h`) and `textOf` (what is read there).
        modules: files of the page.
        given: what the script gets, as JSON.
    """
    imports = "".join(
        f"const one{place} = await import({json.dumps(path.as_uri())});" for place, path in enumerate(modules)
    )
    code = f"{PRELUDE}{imports} const given = {json.dumps(given)}; console.log(JSON.stringify({script}));"
    assert NODE
    told = subprocess.run(
        [NODE, "--input-type=module", "--eval", code], capture_output=True, text=True, check=True, timeout=LIMIT
    )
    return json.loads(told.stdout)


def rules_in(style: Path) -> list[tuple[str, str]]:
    """Each selector of a style sheet, with its declarations."""
    text = re.sub(r"/\*.*?\*/", "", style.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [
        (selector.strip(), body)
        for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text)
        for selector in selectors.split(",")
    ]


def contrast(one: str, other: str) -> float:
    """The contrast of two colors as `#rrggbb`, by WCAG 2."""
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def told_by(events: list[dict[str, Any]], art: str, *modules: Path) -> Any:
    """The paragraphs of each entry of the log.

    Args:
        events: those of a bout of Ada, player_0, and Bob, player_1.
        art: a script for what a game draws and says its own way; `one2`, … are the modules.
        modules: files of the game's page.
    """
    script = f"""partsOf(one0.log(given.events, given.names,
            {{ art: {art}, rulebook: new one1.Rulebook(given.rulebook) }}))
        .filter(({{ tag }}) => tag === "li")
        .map((entry) => partsOf(entry).filter(({{ tag }}) => tag === "p").map(textOf))"""
    given = {"events": events, "names": {"player_0": "Ada", "player_1": "Bob"}, "rulebook": EMPTY}
    return computed(script, PAGE / "log.js", PAGE / "words.js", *modules, given=given)


def step(cursor: int, command: str, text: str, cell: str, unit: str = "u", **fields: Any) -> dict[str, Any]:
    """A decision that only moves a piece."""
    moved = {"event": "move", "text": text, "cells": [cell], "units": [unit], "role": fields.pop("role", None)}
    turn = {"cursor": cursor, "kind": "turn", "seat": "player_0", "command": command, "by_clock": False}
    return {**turn, "happened": [moved], **fields}
