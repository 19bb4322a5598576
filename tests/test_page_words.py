"""What the page says, by its own functions that need no browser: Node runs them."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import nexus_env
from nexus_env.games import aristeia
from nexus_env.games.aristeia.rules.actions import NAMES

LIMIT = 120.0
NODE = shutil.which("node")
PAGE = Path(nexus_env.__file__).parent / "frontends" / "web" / "page"
SAYINGS = Path(aristeia.__file__).parent / "page" / "sayings.js"

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed: apt install nodejs")


def computed(script: str, *modules: Path, given: Any = None) -> Any:
    """The value of an expression with the exports of some modules, as JSON; `given` is in it what is handed over."""
    names = [f"one{place}" for place, _ in enumerate(modules)]
    imports = "".join(
        f"import * as {name} from {json.dumps(path.as_uri())};" for name, path in zip(names, modules, strict=True)
    )
    code = f"{imports} const given = {json.dumps(given)}; console.log(JSON.stringify({script}));"
    assert NODE
    told = subprocess.run(
        [NODE, "--input-type=module", "--eval", code], capture_output=True, text=True, check=True, timeout=LIMIT
    )
    return json.loads(told.stdout)


def choice(action: int, entry: str, *ways: str, **fields: Any) -> dict[str, Any]:
    """A choice of a menu."""
    return {"action": action, "command": f"command {action}", "entry": entry, "ways": list(ways), **fields}


def test_a_puzzle_with_several_right_answers_says_so() -> None:
    asked = computed("[1, 2, 9].map(one0.puzzleQuestion)", PAGE / "words.js")
    assert asked == [
        "One choice is clearly best. Which?",
        "Two choices are clearly better than the rest. Find one of them.",
        "9 choices are clearly better than the rest. Find one of them.",
    ]


def test_what_says_the_same_is_one_choice() -> None:
    """Two copies of a card; but not two cards of one name that do different things."""
    copies = [choice(1, "Dodge", text="a"), choice(2, "Dodge", text="a"), choice(3, "Dodge", text="b")]
    shown = computed("[...one0.standIns(given).values()].map((one) => one.action)", PAGE / "entries.js", given=copies)
    assert shown == [1, 1, 3]


def test_many_ways_are_chosen_step_by_step() -> None:
    """Four things in an order take three clicks; the last one is named together with what is left."""
    orders = [
        choice(n, "Order", *way) for n, way in enumerate(["abcd", "abdc", "acbd", "bacd", "bcad", "cabd", "dabc"])
    ]
    steps = "one0.nextSteps(given).map(([name, some]) => [name, some.map((one) => one.action)])"
    entries = PAGE / "entries.js"
    assert computed("one0.isInSteps(given)", entries, given=orders)
    assert not computed("one0.isInSteps(given)", entries, given=orders[:3])
    assert not computed("one0.isInSteps(given)", entries, given=[*orders, choice(9, "Pass")])
    assert computed(steps, entries, given=orders)[:2] == [["a", [0, 1, 2]], ["b", [3, 4]]]
    assert computed("one0.sharedSteps(given)", entries, given=orders[:2]) == ["a", "b"]
    assert computed(steps, entries, given=orders[:2]) == [["c, d", [0]], ["d, c", [1]]]


def test_every_command_of_aristeia_is_told_as_a_player_says_it() -> None:
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
