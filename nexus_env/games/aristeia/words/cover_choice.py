"""The words for one choice: whether a sniper rolls its own die for Cover.

It is a question like any optional effect: the player chooses the sniper, or passes. Rulebook: (A-007, A-040, A-167).
"""

from nexus_env.games.aristeia.cards.verbs import Skill
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.bout import NO_UNIT, Step
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.games.aristeia.words.naming import Naming, color_name

RULES = ("A-040", "A-167")


def is_asked(naming: Naming) -> bool:
    """Whether this question is open: no other effect is optional while dice are collected."""
    is_optional = int(naming.table["reason"]) == Reason.EFFECT
    return is_optional and int(naming.world["command"]) == -Step.ROLLING and _sniper(naming) != NO_UNIT


def _sniper(naming: Naming) -> int:
    return int(naming.table["request"]["unit"])


def _die(color: int) -> str:
    name = color_name(color)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name} die"


def dice(naming: Naming) -> tuple[str, str]:
    """The sniper's own die and the common one: `an orange die`, `a black die`."""
    card, options = naming.card_of(_sniper(naming)), naming.options
    return _die(options["characters"]["cover_die"][card]), _die(options["cover_die"])


def skill(naming: Naming) -> str:
    """The name of the skill in question; empty if another question is open."""
    return naming.names.skills[naming.card_of(_sniper(naming))][Skill.SNIPER] if is_asked(naming) else ""


def wanted(naming: Naming) -> str:
    """The question, without the seat."""
    own, common = dice(naming)
    return f"does {naming.unit(_sniper(naming))} roll {own} for Cover instead of {common}?"


def answer_words(naming: Naming, row: Action) -> str:
    """The effect of an answer; empty for other actions."""
    own, common = dice(naming)
    return {Action.UNIT: f"Roll {own} for Cover", Action.PASS: f"Roll {common} for Cover"}.get(row, "")
