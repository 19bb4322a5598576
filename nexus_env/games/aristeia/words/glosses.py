"""Glosses for menus: cost and effect of a command, and the die or Switch behind a number."""

from typing import Any

from nexus_env.contract.plain_words import price
from nexus_env.games.aristeia.rules.actions import TABLE, Action
from nexus_env.games.aristeia.rules.bout import COLORS, NO_UNIT, Question
from nexus_env.games.aristeia.words import asked_rules as rules
from nexus_env.games.aristeia.words import cover_choice
from nexus_env.games.aristeia.words.card_texts import (
    action_words,
    character_words,
    switch_of,
    tactic_words,
    timing_words,
)
from nexus_env.games.aristeia.words.naming import Naming, die_name
from nexus_env.games.aristeia.words.own_view import as_rules_read
from nexus_env.games.aristeia.words.reasons import guide
from nexus_env.games.aristeia.words.spelling import row_of


def gloss(bout: Any, action: int) -> str:
    """See `Words`: the die, or the effect of a Switch or a Tactic."""
    naming, row = Naming(bout), row_of(action)
    place = action - row
    if cover_choice.is_asked(naming):
        return cover_choice.answer_words(naming, row)
    if row == Action.DIE:
        return die_words(naming, place)
    if row == Action.SWITCH:
        return switch_text(naming, place)
    if row == Action.CARD:
        kind = naming.kind(max(0, int(naming.table["request"]["seat"])), place)
        return tactic_words(naming.options["tactics"][kind]).rstrip(".") if kind >= 0 else ""
    return ""


def die_words(naming: Naming, place: int) -> str:
    """A die of the current roll, on the side that the question concerns."""
    side = _side_of(naming, int(naming.table["request"]["unit"]))
    if side is None or place >= int(side["count"]):
        return ""
    die = int(side["die"][place])
    face = naming.face(die, int(side["face"][place]))
    return die_name(die) if die >= COLORS else f"{die_name(die)}: {face}"


def _side_of(naming: Naming, unit: int) -> Any:
    """A Character's side of the roll, or None."""
    sides = naming.table["roll"]["side"]
    return next((side for side in sides if side["unit"] == unit and unit != NO_UNIT), None)


def switch_text(naming: Naming, place: int) -> str:
    """A Switch of the Character that the question concerns."""
    return switch_of(naming, int(naming.table["request"]["unit"]), place)


def explain(bout: Any, seat: int, action: int, *, is_legal: bool = True) -> str:
    """See `Words`."""
    naming, known = Naming(bout), guide(action)
    cost = cost_of(naming, action) if is_legal else known.cost
    text = text_of(naming, seat, action) or known.text
    is_of_cover = is_legal and cover_choice.is_asked(naming)
    ids = ", ".join(cover_choice.RULES if is_of_cover else known.rules)
    return f"{cost}. " * bool(cost) + f"{text.rstrip('.')} ({ids})."


def text_of(naming: Naming, seat: int, action: int) -> str:
    """The effect of an action, if the guide to its row does not say it."""
    row = row_of(action)
    place, active = action - row, int(naming.table["active"])
    if cover_choice.is_asked(naming):
        return cover_choice.answer_words(naming, row)
    if row == Action.ACT and active != NO_UNIT and naming.has_action(active, place):
        return f"{action_words(rules.card_of(as_rules_read(naming.world), active, place))}."
    if row == Action.CARD and seat >= 0 and (kind := naming.kind(seat, place)) >= 0:
        card = naming.options["tactics"][kind]
        return f"{tactic_words(card)} Played {timing_words(card)}."
    if row == Action.PICK and place < len(naming.names.characters):
        return character_words(naming.options["characters"][place], naming.names.actions[place])
    if row == Action.SWITCH:
        return switch_of(naming, int(naming.table["request"]["unit"]), place)
    return ""


def cost_of(naming: Naming, action: int) -> str:
    """The current price of a command, in words."""
    if row_of(action) == Action.DISENGAGE:
        return guide(action).cost
    return price(price_of(naming, action))


def price_of(naming: Naming, action: int) -> dict[str, int]:
    """The current price of a command, before any die. Rulebook: (A-076, A-077, A-088)."""
    row, active = row_of(action), int(naming.table["active"])
    if int(naming.table["request"]["question"]) != Question.COMMAND or active == NO_UNIT:
        return {}
    if row == Action.MOVE:
        return TABLE.price_of(action)
    if row == Action.SPACE:
        return {"MP": 1}
    if row == Action.ACT and naming.has_action(active, action - row):
        card = rules.card_of(as_rules_read(naming.world), active, action - row)
        costs = {"AP": int(card.energy), "MP": int(card.movement)}
        return {name: amount for name, amount in costs.items() if amount}
    return {}
