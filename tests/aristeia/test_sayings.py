"""What the page says of a bout of Aristeia!, by its own functions that need no browser: Node runs them."""

from pathlib import Path
from typing import Any

from page_modules import computed, needs_node, step, told_by

from nexus_env.games import aristeia
from nexus_env.games.aristeia.rules.actions import NAMES

SAYINGS = Path(aristeia.__file__).parent / "page" / "sayings.js"

pytestmark = needs_node


def told(events: list[dict[str, Any]]) -> Any:
    """The paragraphs of each entry of the log."""
    return told_by(events, "one2", SAYINGS)


def test_the_end_of_an_activation_is_told_once() -> None:
    """Also where a State turns over before: what says best what was decided stands first, what came of it below."""
    ended = {"event": "ended", "role": "deed", "text": "Gata's Activation ends."}
    turned = {"event": "turned", "text": "Gata's Dazzled turns blue."}
    asked = {"event": "command", "role": "command", "text": "player_0: end."}
    events = [
        {"cursor": 1, "kind": "turn", "seat": "player_0", "command": "end", "happened": [asked, *rows]}
        for rows in ([turned, ended], [ended], [turned])
    ] + [{"cursor": 2, "kind": "turn", "seat": "player_0", "command": "pass", "happened": [turned, ended]}]
    assert told(events) == [
        ["Gata's Activation ends.", "Gata's Dazzled turns blue."],
        ["Gata's Activation ends."],
        ["Ada ends the Activation.", "Gata's Dazzled turns blue."],
        ["Ada passes.", "Gata's Dazzled turns blue.", "Gata's Activation ends."],
    ]


def test_every_command_is_told_as_a_player_says_it() -> None:
    """No word of the action table stands in the log for itself."""
    told = computed("given.map((command) => [one0.said(command), one0.does(command)])", SAYINGS, given=list(NAMES))
    for command, (said, does) in zip(NAMES, told, strict=True):
        assert said != command or command.isdigit(), command
        assert does != command and does.split()[0].endswith("s"), (command, does)
    commands = ["them", "space (-8,0)", "zone central", "card Dodge 2", "order Gata, Maximus"]
    told = computed("given.map(one0.does)", SAYINGS, given=commands)
    assert told == [
        "lets the other side go first",
        "chooses (-8,0)",
        "chooses the Central Zone",
        "chooses Dodge",
        "sets the Running Order: Gata, Maximus",
    ]


def test_a_walk_is_one_entry_of_the_log() -> None:
    deeds = [step(n, f"space (0,{n})", f"Gata moves to (0,{n}).", f"(0,{n})", role="deed") for n in (1, 2, 3)]
    assert told(deeds) == [["Gata moves to (0,1), (0,2), (0,3)."]]
