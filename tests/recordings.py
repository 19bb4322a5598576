"""What is recorded of each game, and how its positions are drawn: see the `recorded.py` beside its tests."""

import runpy
from pathlib import Path
from types import SimpleNamespace

from games import GAMES

RECORDED = {
    name: SimpleNamespace(**runpy.run_path(str(Path(__file__).parent / name / "recorded.py"))) for name in GAMES
}
