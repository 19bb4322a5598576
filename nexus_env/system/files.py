"""Atomic file writes: a file has either its old content or its new one, never a part of it."""

import os
import shutil
import tempfile
from pathlib import Path

from nexus_env.system.wording import one_line


def write_whole(path: Path, content: str | bytes) -> None:
    """Write bytes, or a text in UTF-8, to a file beside it, flush them to disk, and rename that file in one step.

    A terminal, a pipe and other things that are not files are written to directly.

    Raises:
        OSError: it cannot be written, with the place and the reason in a sentence; the old content is unchanged.
    """
    data = content if isinstance(content, bytes) else content.encode()
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(path.resolve(), data)  # a link goes on leading to the file
    except OSError as error:
        raise OSError(
            one_line(f"{path}: got a file that cannot be written ({_reason(error)}); expected a writable one.")
        ) from error


def check_folder(folder: Path, *, make: bool = False) -> None:
    """Check, before something that takes long, that a file can be written into the folder.

    Args:
        folder: the folder.
        make: whether to create a folder that does not exist.

    Raises:
        OSError: none can, with the place and the reason in a sentence.
    """
    try:
        if make:
            folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".", suffix=".new"):
            pass
    except OSError as error:
        raise OSError(
            one_line(f"{folder}: got a folder that cannot be written to ({_reason(error)}); expected a writable one.")
        ) from error


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).rstrip(".")


def _replace(path: Path, data: bytes) -> None:
    fresh = path.with_name(f".{path.name}.new")
    try:
        with fresh.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            shutil.copymode(path, fresh)
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
