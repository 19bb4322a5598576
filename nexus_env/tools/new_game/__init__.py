"""A small game to begin with: `python -m nexus_env new-game NAME` writes it, and `docs/own-game.md` shows it.

The files are in `template`, called `my_game` there.
"""

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

from nexus_env.contract import registry
from nexus_env.system.wording import InputError, shortened

NAME = "my_game"  # of the game in the template
TEMPLATE = Path(__file__).with_name("template")
SUFFIX = ".txt"  # so that no tool takes the files for modules of this package
FILES = ("bout.py", "rules.py", "learning.py", "words.py", "options.py", "__init__.py")  # in the order of the page
WORD = re.compile(r"[a-z][a-z0-9_]*")
BLOCK = re.compile(rf'(```python title="{NAME}/([\w.]+)"\n).*?```', re.DOTALL)


def files(name: str = NAME) -> dict[str, str]:
    """The text of each file of the game, by its name."""
    return {file: (TEMPLATE / f"{file}{SUFFIX}").read_text(encoding="utf-8").replace(NAME, name) for file in FILES}


def write(name: str, folder: Path) -> Path:
    """Write the game into a new folder `name`, which is its package.

    Args:
        name: of the game and its package: a module's name in lower case.
        folder: where the package will be.

    Returns:
        The new folder.

    Raises:
        ValueError: the name is none, or something of this name is there already.
        OSError: the folder cannot be written.
    """
    if not WORD.fullmatch(name) or keyword.iskeyword(name):
        raise InputError(f"new-game: got {shortened(name)!r}; expected a name such as {NAME}: a-z, 0-9 and _.")
    package = folder / name
    if package.exists():
        raise InputError(f"new-game: got {package}, which is there already; expected a new name.")
    if name in registry.names() or find_spec(name) is not None:
        raise InputError(f"new-game: got {name!r}, which is a module or a game already; expected a new name.")
    package.mkdir()
    for file, text in files(name).items():
        (package / file).write_text(text, encoding="utf-8")
    return package


def filled(page: str) -> str:
    """A page whose blocks with the title of a file have its text."""
    found = files()
    return BLOCK.sub(lambda block: f"{block[1]}{found[block[2]]}```", page)
