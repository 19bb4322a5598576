"""The check of sources before the compiler, over every compiled function of this repository: false alarms and time.

python tests/lab/source_check.py
"""

import gc
import importlib
import pkgutil
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import tiny
import toy
import toy_players

import nexus_env
from nexus_env.machine import source_check
from nexus_env.machine.linker import Rule


def main() -> int:
    """Print the alarms and how long the check takes; returns 1 if there are alarms."""
    left_out = []
    for module in pkgutil.walk_packages(nexus_env.__path__, "nexus_env."):
        try:
            importlib.import_module(module.name)
        except ImportError as error:
            left_out.append(f"{module.name}: {error}")
    rules = [found for found in gc.get_objects() if isinstance(found, Rule)]
    began, alarms = time.process_time(), 0
    for rule in rules:
        try:
            source_check.refuse_unsupported(rule.py_func)
        except ValueError as alarm:
            print(alarm)
            alarms += 1
    took = time.process_time() - began
    print(
        f"{len(rules)} functions of {toy.GAME.name}, {tiny.GAME.name}, {toy_players.__name__} and {nexus_env.__name__}"
    )
    print(f"{alarms} alarms, {took:.1f} s of processor time; {len(left_out)} modules could not be imported")
    return 1 if alarms else 0


if __name__ == "__main__":
    raise SystemExit(main())
