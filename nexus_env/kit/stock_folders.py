"""The stock of a game: the files of its own folder, each overridden by the file of that name in a user's folder."""

import os
from collections.abc import Callable, Iterable
from os.path import exists, isdir
from pathlib import Path
from typing import TypeVar

from nexus_env.kit.options import OptionsError
from nexus_env.kit.stock_files import Document
from nexus_env.system.wording import mismatch, nearest, nearest_path

Stock = TypeVar("Stock")
Read = tuple[Stock, list[str]]  # a stock, and the mistakes found in it; with any mistake it must not be used


def read_over(folder: str, own: Callable[[], Stock], read: Callable[[Path], Read[Stock]]) -> Read[Stock]:
    """The stock that `read` finds in a user's folder; the game's own stock without such a folder."""
    if not folder:
        return own(), []
    path = Path(os.path.expanduser(folder))  # it leaves an unknown home as it is, where `Path.expanduser` fails
    if not isdir(path):
        found = "a file" if exists(path) else "no such folder"
        hint = nearest_path(path, "*", is_folder=True)
        return own(), [mismatch(folder, found, "a folder of stock files", hint)]
    return read(path)


def without_mistakes(read: Read[Stock], folder: str = "") -> Stock:
    """The stock that was read, if it has no mistakes.

    Raises:
        OptionsError: it has mistakes; the message gives the first one and the number of others.
    """
    stock, mistakes = read
    if mistakes:
        more = f" {len(mistakes) - 1} more: python -m nexus_env validate {folder} lists all." if mistakes[1:] else ""
        raise OptionsError(mistakes[0] + more)
    return stock


def read_documents(
    own: Path, names: Iterable[str], folder: Path | None, mistakes: list[str], *, has_house: bool = False
) -> dict[str, list[Document]]:
    """Read the files of a game, by their names without `.toml`: first the game's own, then that of the folder, if any.

    Args:
        own: the folder of the game's own files.
        names: the names of all files.
        folder: a folder of files with some of these names, or None.
        mistakes: the list to which mistakes are added.
        has_house: whether a table may have the key `env_config`.
    """
    documents = {name: [Document.read(own / f"{name}.toml", mistakes, has_house=has_house)] for name in names}
    if folder is None:
        return documents
    known = [f"{name}.toml" for name in documents]
    for path in sorted(folder.glob("*.toml")):
        if path.name in known:
            documents[path.stem].append(Document.read(path, mistakes, has_house=has_house))
        else:
            expected = f"one of {', '.join(known)}"
            mistakes.append(mismatch(path, "a file of this name", expected, nearest(path.name, known)))
    if not any(several[1:] for several in documents.values()) and not mistakes:
        mistakes.append(f"{folder}: got no stock file; expected at least one of {', '.join(known)}.")
    return documents
