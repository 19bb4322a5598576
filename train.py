"""Train an agent by self-play from one config file: `python train.py configs/nexus/duel.toml`.

The same as `python -m nexus_env train`; agents of your own are found in the current folder.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from nexus_env.cli.main import main as command


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    sys.path.append(str(Path.cwd()))
    return command(["train", *(sys.argv[1:] if words is None else words)])


if __name__ == "__main__":
    sys.exit(main())
