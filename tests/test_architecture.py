"""The order of the architecture: imports point one way, shared code knows no game, and numbers have names."""

import ast
import re
from enum import IntEnum
from importlib import import_module
from itertools import combinations, permutations, product
from pathlib import Path

import pytest
from sources import name_of, sources

from nexus_env.contract import registry

ROOT = Path(__file__).parent.parent
GAMES = sorted(path.parent.name for path in ROOT.glob("nexus_env/games/*/__init__.py"))
# Who may be imported by whom: a package may import those above it in this list, and what is in itself. The package of a
# module is the longest name here that it begins with; games, and the agents of games, do not know each other.
ORDER = (
    "nexus_env.system",
    "nexus_env.machine",
    "nexus_env.kit",
    "nexus_env.contract",
    "nexus_env.games",  # each in the order of `ROOMS`
    "nexus_env.core",
    "nexus_env.reports",
    "nexus_env.text",
    "nexus_env.players",
    "nexus_env.envs",
    "nexus_env.play",
    "nexus_env",  # the front door
    "nexus_env.frontends.web.protocol",
    "nexus_env.frontends.web.hall",
    "nexus_env.frontends.web",
    "nexus_env.frontends.mcp",
    "nexus_env.frontends.terminal",
    "nexus_env.frontends.table",
    "nexus_env.frontends.client",
    "nexus_env.frontends",
    "nexus_env.tools.balance",
    "nexus_env.tools.bench",
    "nexus_env.tools.new_game",
    "nexus_env.tools",
    "nexus_env.testing",
    "nexus_env.agents",  # what an agent is, and its files
    "nexus_env.agents.search",
    "nexus_env.agents.loading",
    "nexus_env.agents.learning",
    "nexus_env.agents.learning.cluster",
    "nexus_env.agents.learning.running",
    "nexus_env.agents.rating.tournament",
    "nexus_env.agents.rating.benchmark",
    "nexus_env.agents.rating",
    "nexus_env.agents.puzzles",
    *(f"nexus_env.agents.{game}" for game in GAMES),
    "nexus_env.cli",
    "nexus_env.__main__",
    "train",
)
ROOMS = ("rules", "learning", "checks", "words", "")  # of a game; the last one is its roster and its front door
WITHIN = {  # a folder that is part of the package it lies in
    "nexus_env.frontends.client.examples",
    *(f"nexus_env.games.{game}.cards" for game in GAMES),  # what cards do is rules, and what they are is data of these
}


def package_of(module: str) -> str:
    """The longest name of `ORDER` that a module begins with; of a game, also the game and its room."""
    package = max((name for name in ORDER if f"{module}.".startswith(f"{name}.")), key=len)
    if package != "nexus_env.games":
        return package
    game, room = (*module.split(".")[2:4], "", "")[:2]
    room = "rules" if room == "cards" else room
    return f"{package}.{game}.{room}" if room in ROOMS[:-1] else f"{package}.{game}"


def place_of(package: str) -> tuple[int, int]:
    """Where a package is in `ORDER`, and a room in its game."""
    if not package.startswith("nexus_env.games."):
        return ORDER.index(package), 0
    return ORDER.index("nexus_env.games"), ROOMS.index((*package.split(".")[3:], "")[0])


def game_of(module: str) -> str:
    """The game whose rules or agents a module belongs to; "" for shared code."""
    package, folder, name, *_ = [*module.split("."), "", ""]
    return name if package == "nexus_env" and folder in ("games", "agents") and name in GAMES else ""


def is_above(imported: str, module: str) -> bool:
    """Whether a module may import another one."""
    theirs, own = package_of(imported), package_of(module)
    if game_of(imported) and game_of(module) and game_of(imported) != game_of(module):
        return False
    return theirs == own or place_of(theirs) < place_of(own)


def imports_of(path: Path) -> set[str]:
    """The modules of this project that a file names in its import statements, and in calls of `import_module`."""
    return named_in(path.read_text(encoding="utf-8"), name_of(path), is_package=path.name == "__init__.py")


def named_in(text: str, module: str, *, is_package: bool = False) -> set[str]:
    """The same of the text of a module."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            around = module.split(".")[: len(module.split(".")) - node.level + is_package] if node.level else []
            source = ".".join([*around, *filter(None, [node.module])])
            named = {f"{source}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else source for name in named}
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            found |= {str(one.value) for one in node.args[:1] if isinstance(one, ast.Constant)}
    return {name for name in found if name.split(".")[0] in ("nexus_env", "train")}


SOURCES = sources(ROOT)
MODULES = {name_of(path): path for path in SOURCES}


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module: str):
    """No package imports one below it."""
    assert not [imported for imported in imports_of(MODULES[module]) if not is_above(imported, module)]


@pytest.mark.parametrize(
    "text",
    [
        "import nexus_env.frontends.terminal",
        "from nexus_env.frontends import terminal",
        "from nexus_env.frontends.terminal import app",
        "def later():\n    from ..frontends import terminal",
        "from .. import frontends",
        "from importlib import import_module\nimport_module('nexus_env.frontends.terminal')",
    ],
)
def test_an_import_back_is_seen_however_it_is_written(text: str):
    seen = [name for name in named_in(text, "nexus_env.kit.hexes") if not is_above(name, "nexus_env.kit.hexes")]
    assert seen and all(name.startswith("nexus_env.frontends") for name in seen)


def test_an_import_back_is_seen_between_any_two_packages():
    """Of any two packages, one may not import the other, if the import is planted; and no game imports another."""
    rooms = [f"nexus_env.games.{game}.{room}".removesuffix(".") for game in GAMES for room in ROOMS]
    packages = [*(name for name in ORDER if name != "nexus_env.games"), *rooms]
    for one, other in combinations(packages, 2):
        seen = [
            not is_above(name, module)
            for imported, module in ((f"{one}.planted", f"{other}.x"), (f"{other}.planted", f"{one}.x"))
            for name in named_in(f"from {imported} import anything", module)
        ]
        assert len(seen) == 2 and any(seen), (one, other)
    for folder, beside in product(("games", "agents"), repeat=2):
        for one, other in permutations(GAMES, 2):
            assert not is_above(f"nexus_env.{folder}.{one}.x", f"nexus_env.{beside}.{other}.y")


def test_every_folder_is_a_package_of_its_own():
    """A new one takes a place in the order, or is said to be part of the package around it."""
    found = [name for name in MODULES if MODULES[name].name == "__init__.py" and name != "nexus_env.games"]
    agents = {f"nexus_env.agents.{game}" for game in GAMES}
    assert {name for name in found if package_of(name) not in {name, *agents}} == WITHIN


def test_nobody_imports_the_agents_under_another_name():
    """`agents` at the top is the same folder as `nexus_env.agents`: imported twice, it would be two packages."""
    files = [*SOURCES, *ROOT.glob("tests/**/*.py")]
    twice = re.compile(r"^\s*(from|import) agents\b", re.MULTILINE)
    assert not [path for path in files if twice.search(path.read_text(encoding="utf-8"))]
    assert (ROOT / "nexus_env" / "agents").resolve() == ROOT / "agents"
    assert (ROOT / "nexus_env" / "configs").resolve() == ROOT / "configs"


def test_only_the_machine_knows_numba():
    """The compiler could be exchanged in one place."""
    knowing = {
        str(path.relative_to(ROOT))
        for path in SOURCES
        if "import numba" in (text := path.read_text(encoding="utf-8")) or "from numba" in text
    }
    assert all(path.startswith("nexus_env/machine/") for path in knowing)


SHARED = [
    path
    for path in SOURCES
    if path.relative_to(ROOT).parts[:2] not in {("agents", game) for game in GAMES}
    and path.relative_to(ROOT).parts[:3] not in {("nexus_env", "games", game) for game in GAMES}
]
WORDS = {game: (ROOT / "tests" / game / "own_words.txt").read_text(encoding="utf-8").splitlines() for game in GAMES}
"""What a game calls its things: nobody else says it, neither in a name nor in a text."""


def words_in(path: Path) -> set[str]:
    """The names and texts of a module, in small letters; what its comments say does not count."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)) | ast.Constant(value=str(name)):
                found.add(name)
    return {name.lower() for name in found}


def agents_of(game: str) -> set[str]:
    """Who was made for a game."""
    return set(registry.find(game).agents.scripted)


def knows(path: Path, game: str) -> list[str]:
    """What a module imports of a game or of the agents for it, and which of its words and agents it names."""
    folders = (f"nexus_env.games.{game}", f"nexus_env.agents.{game}")
    imported = [name for name in imports_of(path) for folder in folders if (name + ".").startswith(folder + ".")]
    texts = words_in(path)
    agents = agents_of(game) & set(re.findall(r"[a-z]+", " ".join(texts)))
    return imported + [word for word in WORDS[game] if any(word in text for text in texts)] + sorted(agents)


@pytest.mark.parametrize("game", GAMES)
def test_shared_code_knows_no_game(game: str):
    """Whoever needs to know something of a game asks the `Game`."""
    assert WORDS[game]
    found = {str(path.relative_to(ROOT)): knows(path, game) for path in SHARED}
    assert not {name: known for name, known in found.items() if known}


PAGE_KINDS = {".js", ".mjs", ".css", ".tcss", ".html"}
PAGES = sorted(path for path in ROOT.glob("nexus_env/frontends/**/*") if path.suffix in PAGE_KINDS)


@pytest.mark.parametrize("game", GAMES)
def test_shared_pages_know_no_game(game: str):
    """Neither their scripts nor their styles, not even in a comment."""
    assert {path.suffix for path in PAGES} == PAGE_KINDS
    for path in PAGES:
        text = path.read_text(encoding="utf-8").lower()
        named = agents_of(game) & set(re.findall(r"[a-z]+", text))
        assert not named and not [word for word in WORDS[game] if word in text], path


AMOUNT = re.compile(r"[0-9]\s*(?:AP|MP|VP|Cred|coins?)\b|(?:price|cost|legal)\w*\s*[<>=]=*\s*[0-9]")


def test_prices_stand_in_no_script():
    """The page asks the game for them; numbers of the rules would go on standing there when the rules change."""
    scripts = sorted(ROOT.glob("nexus_env/**/*.js"))
    assert {path.parent.parent.name for path in scripts} > {"web"}
    assert not {path.name: found for path in scripts if (found := AMOUNT.findall(path.read_text(encoding="utf-8")))}
    assert AMOUNT.search("`${who} pays 2 AP`") and AMOUNT.search("offer.price > 3")


SHARED_BY_AGENTS = [path for path in SHARED if path.relative_to(ROOT).parts[0] in ("agents", "train.py")]


@pytest.mark.parametrize("path", SHARED_BY_AGENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_agents_share_names_no_game_and_none_of_its_agents(path: Path):
    """Not even in a comment; but an example may name a config."""
    words = {*GAMES, *(name for game in GAMES for name in agents_of(game))}
    text = re.sub(r"configs/\w+/|nexus_env|nexus-env", "", path.read_text(encoding="utf-8").lower())
    assert not words & set(re.findall(r"[a-z]+", text))


def enums_of(path: Path) -> list[type[IntEnum]]:
    """The enums that a module of a game defines."""
    module = import_module(name_of(path) if path.is_relative_to(ROOT / "nexus_env") else f"toy.{path.stem}")
    members = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, IntEnum)]
    return [one for one in members if one.__module__ == module.__name__]


OF_RULES = sorted([*ROOT.glob("nexus_env/games/*/rules/*.py"), *ROOT.glob("tests/toy/[a-z]*.py")])


@pytest.mark.parametrize("game", ["toy", *GAMES])
def test_no_enum_has_two_names_for_one_value(game: str):
    """An alias would hide a mistake."""
    enums = [one for path in OF_RULES if game in path.parts[-3:-1] for one in enums_of(path)]
    assert len(enums) > 2
    for enum in enums:
        assert len(enum.__members__) == len(list(enum)), enum


RULES = sorted([*ROOT.glob("nexus_env/games/*/*/*.py"), *ROOT.glob("tests/toy/*.py")])
SIZES = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
SORTS = {"Question", "Verb", "Blow", "Reason", "Event", "Action", "Step", "Timing", "Square", "Pile"}
IN_ORDER = {  # a command that nobody gives is below the first action; the cards of a deck are a row of actions
    ("nexus_env/games/nexus/rules/commands.py", "command < Action.PASS"),
    ("nexus_env/games/aristeia/words/real_table.py", "Action.CARD <= action < Action.CARD + DECK"),
}


def compared_by_size(path: Path) -> set[str]:
    """Comparisons by size with a member of one of these enums, such as `Question.COMMAND`, or with more than it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Compare) or not any(isinstance(op, SIZES) for op in node.ops):
            continue
        for side in (node.left, *node.comparators):
            side = side.left if isinstance(side, ast.BinOp) else side
            if isinstance(side, ast.Attribute) and side.attr == "value":
                side = side.value
            if isinstance(side, ast.Attribute) and isinstance(side.value, ast.Name):
                if side.value.id in SORTS:
                    found.add(ast.unparse(node))
    return found


def test_sorts_of_numbers_are_named_and_not_told_apart_by_their_size():
    """A new question, verb or blow would belong to whatever happens to lie beside it."""
    found = {(str(path.relative_to(ROOT)), text) for path in RULES for text in compared_by_size(path)}
    assert found == IN_ORDER


LOGS = {"toy": import_module("toy.log")}
LOGS |= {name: import_module(f"nexus_env.games.{name}.rules.log") for name in GAMES}
WRITERS = {"tell", "tell_unit"}


def test_only_the_log_of_a_game_writes_happenings():
    """Everybody else says by a named function what has happened."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in RULES}
    imported = {
        path: {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
        for path, tree in trees.items()
    }
    assert [path for path, names in imported.items() if names & WRITERS] == []


@pytest.mark.parametrize("name", LOGS)
def test_the_log_has_a_function_for_every_event(name: str):
    """And no function twice."""
    events = LOGS[name].EVENTS
    assert {one.event for one in events.tellers.values()} == set(LOGS[name].Event) == set(range(len(events.kinds)))
    assert all(callable(getattr(LOGS[name], teller)) and told.tells for teller, told in events.tellers.items())


def test_a_class_has_a_name_of_its_own():
    """Outside the games, whose words are their own, and except names that are part of a file or a message format."""
    places: dict[str, list[str]] = {}
    for path in SOURCES:
        of_game = game_of(name_of(path))
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not of_game:
                places.setdefault(node.name, []).append(path.relative_to(ROOT).as_posix())
    twice = {name: found for name, found in places.items() if len(found) > 1}
    # Messages are named in the schema, and authors of games and agents use the others.
    assert set(twice) <= {"Agent", "Record", "Request"}, twice
