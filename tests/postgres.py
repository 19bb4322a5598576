"""A real PostgreSQL for tests, started from Debian's package where that is installed."""

import atexit
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

import pytest

NUMBERS = count()
HOME = Path("/usr/lib/postgresql")
NEEDED = "NEXUS_POSTGRES"  # in the environment: the tests run on it, the service's too, and none is skipped
OWNER = "postgres"  # the server refuses to run as root
GUARD = """
import shutil, subprocess, sys
sys.stdin.read()  # until whoever started this has ended, in whatever way
subprocess.run(sys.argv[2:], cwd=sys.argv[1], capture_output=True)
shutil.rmtree(sys.argv[1], ignore_errors=True)
"""


def find_programs() -> Path:
    """The folder of the newest server's programs; without one, or without a user to run it, the test is skipped.

    Where NEEDED is set it fails.
    """
    found = sorted(HOME.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    leave = pytest.fail if os.environ.get(NEEDED) else pytest.skip
    if not found:
        leave(f"there is no PostgreSQL in {HOME}: apt-get install postgresql")
    if os.geteuid() == 0 and not shutil.which("runuser"):
        leave("PostgreSQL does not run as root, and there is no runuser")
    return found[-1].parent


def free_port() -> int:
    """One that nobody listens at."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


class Postgres:
    """A server with one database, in a folder of its own; both end with the process that made it, killed or not."""

    def __init__(self) -> None:
        self.programs, self.port = find_programs(), free_port()
        self.become = ["runuser", "-u", OWNER, "--"] if os.geteuid() == 0 else []
        self.folder = Path(tempfile.mkdtemp(prefix="postgres-"))
        self.url = f"postgresql+psycopg://nexus@127.0.0.1:{self.port}/bouts"
        if self.become:
            shutil.chown(self.folder, OWNER)
        guard = [sys.executable, "-c", GUARD, str(self.folder), *self._ending()]
        self._guard = subprocess.Popen(guard, stdin=subprocess.PIPE, start_new_session=True)  # Ctrl-C spares it
        encoding = "--locale=C", "--encoding=SQL_ASCII"  # what is made where there is no locale
        self._call("initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "nexus", "--no-sync", *encoding)

    def start(self) -> None:
        """Let it serve."""
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self._call("pg_ctl", "-D", f"{self.folder}/data", "-o", options, "-l", f"{self.folder}/log", "-w", "start")

    def stop(self) -> None:
        """End it at once."""
        subprocess.run(self._ending(), check=True, capture_output=True, cwd=self.folder)

    def throw_away(self) -> None:
        """End it, whether it serves or not, and remove its folder."""
        self._guard.communicate()

    def _ending(self) -> list[str]:
        stop = ["-D", f"{self.folder}/data", "-m", "immediate", "-w", "stop"]
        return [*self.become, str(self.programs / "pg_ctl"), *stop]

    def make_database(self, name: str = "bouts") -> str:
        """An empty one; its URL."""
        self._call("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "nexus", name)
        return f"{self.url.rpartition('/')[0]}/{name}"

    def _call(self, program: str, *words: str) -> None:
        command = [*self.become, self.programs / program, *words]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder)
        assert done.returncode == 0, done.stdout + done.stderr


@cache
def shared() -> Postgres:
    """One server for all tests of this process, thrown away at its end."""
    held = postgres()
    atexit.register(held.__exit__, None, None, None)
    return held.__enter__()


def new_database() -> str:
    """The URL of an empty database of its own, in that server."""
    return shared().make_database(f"bouts{next(NUMBERS)}")


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server with an empty database, which is thrown away afterwards."""
    server = Postgres()
    try:
        server.start()
        server.make_database()
        yield server
    finally:
        server.throw_away()
