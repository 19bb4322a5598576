"""A real PostgreSQL for tests, started from Debian's package where that is installed."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from service import free_port

HOME = Path("/usr/lib/postgresql")
OWNER = "postgres"  # the server refuses to run as root


def find_programs() -> Path:
    """The folder of the newest server's programs; without one, or without a user to run it, the test is skipped."""
    found = sorted(HOME.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found:
        pytest.skip(f"there is no PostgreSQL in {HOME}: apt-get install postgresql")
    if os.geteuid() == 0 and not shutil.which("runuser"):
        pytest.skip("PostgreSQL does not run as root, and there is no runuser")
    return found[-1].parent


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of a database in a server that is started for it and thrown away."""
    programs, port = find_programs(), free_port()
    become = ["runuser", "-u", OWNER, "--"] if os.geteuid() == 0 else []
    folder = Path(tempfile.mkdtemp(prefix="postgres-"))
    if become:
        shutil.chown(folder, OWNER)

    def call(program: str, *words: str) -> None:
        done = subprocess.run([*become, programs / program, *words], capture_output=True, text=True, cwd=folder)
        assert done.returncode == 0, done.stdout + done.stderr

    try:
        call("initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "nexus", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
        call("pg_ctl", "-D", f"{folder}/data", "-o", options, "-l", f"{folder}/log", "-w", "start")
        try:
            call("createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "nexus", "bouts")
            yield f"postgresql+psycopg://nexus@127.0.0.1:{port}/bouts"
        finally:
            call("pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
