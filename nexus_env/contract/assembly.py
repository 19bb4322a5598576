"""Assemble a game of this package from its modules, which have the same names in every game."""

from importlib import import_module
from pathlib import Path
from typing import Any

from nexus_env.contract.game import Game, Invariants, register
from nexus_env.contract.rulebook import Rulebook
from nexus_env.kit.options import flags_of

PARTS = {
    "rules.bout": {"record": "Bout"},
    "rules.actions": {"actions": "NAMES"},
    "rules.options": {"read_options": "read_options", "most_decisions": "most_decisions"},
    "rules.imagination": {"setup": "setup", "imagine": "imagine"},
    "rules.commands": {"carry_out": "carry_out"},
    "rules.mask": {"write_mask": "write_mask"},
    "cards.stock": {"stamp": "stamp", "validate": "validate"},
    "learning.layout": {"layout": "LAYOUT"},
    "learning.observation": {"observe": "observe"},
    "learning.reward": {"rewards": "rewards", "potential": "potential", "margin": "margin"},
    "checks.trial": {"trial": "TRIAL"},
    "checks.report_facts": {"chronicle": "CHRONICLE"},
    "checks.balance_facts": {"ledger": "LEDGER"},
    "words.manual": {"manual": "MANUAL"},
    "words.notation": {"notation": "NOTATION"},
    "roster": {"agents": "ROSTER"},
}
"""By module: the fields of `Game`, and their names in the module."""


def assembled(package: str, *, letter: str = "R", **particulars: Any) -> Game:
    """The `Game` of a package.

    Args:
        package: such as `nexus_env.games.nexus`; the part after the last dot is the name of the game.
        letter: the first letter of its rule ids.
        particulars: the fields of `Game` that no module has.
    """

    def module(name: str) -> Any:
        return import_module(f"{package}.{name}")

    name, invariants = package.rpartition(".")[2], module("checks.invariants")
    laws, variety = module("checks.laws"), module("checks.variety").variety
    parts = {field: getattr(module(home), part) for home, found in PARTS.items() for field, part in found.items()}
    return register(
        Game(
            name=name,
            options_dtype=module("rules.bout").Options.dtype,
            means=module("rules.actions").TABLE.means,
            words=module("words.words"),
            flags=flags_of(module("rules.options").Agreement),
            invariants=Invariants(invariants.broken, invariants.unplayable, laws.LAWS, laws.FIELDS, variety),
            rulebook=Rulebook(name, Path(module("roster").__file__).parent, letter),
            **parts,
            **particulars,
        )
    )
