"""Glosses for menus: the name behind a number, the cost and the effect."""

from typing import Any

from nexus_env.games.nexus.cards.stock import names_of
from nexus_env.games.nexus.cards.verbs import Delay, Verb
from nexus_env.games.nexus.rules.actions import ROWS, Action
from nexus_env.games.nexus.rules.bout import LANISTAS, MOTIVATIONS, UNIQUE_ABILITIES
from nexus_env.games.nexus.rules.operands import CARDS
from nexus_env.games.nexus.rules.rounds import COMMAND_POINTS
from nexus_env.games.nexus.words.card_words import decks
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.price_preview import price_of, spoken
from nexus_env.games.nexus.words.reasons import guide
from nexus_env.games.nexus.words.sentences import BUTTONS

TO_MOVEMENT = (Action.RATIO_TO_MOVEMENT, Action.BUTTON_TO_MOVEMENT, Action.DECEIVE_TO_MOVEMENT)
SPLITS = (*TO_MOVEMENT, Action.RATIO_TO_ACTION, Action.BUTTON_TO_ACTION, Action.DECEIVE_TO_ACTION)


def gloss(bout: Any, action: int) -> str:
    """The name of what an action chooses or uses; empty if its spelling says it.

    Args:
        bout: the record of a bout.
        action: its number.
    """
    names = names_of(bout["options"])
    if split := split_of(bout, action):
        return split
    if 0 <= (card := action - Action.CHOOSE_LANISTA) < LANISTAS:
        influence, deception, command = bout["options"]["lanistas"][card]
        return f"{names.lanistas[card]}: Influence {influence}, Deception {deception}, Command {command}"
    if 0 <= (card := action - Action.CHOOSE_MOTIVATION) < MOTIVATIONS:
        return names.motivations[card]
    if 0 <= (nth := action - Action.UNIQUE_ABILITY) < UNIQUE_ABILITIES:
        motivation = int(bout["table"]["lanistas"][int(bout["table"]["request"]["seat"])]["motivation"])
        return names.unique_abilities[UNIQUE_ABILITIES * motivation + nth] if motivation >= 0 else ""
    for first in (Action.KEEP_CARD, Action.PLAY_CARD):
        if 0 <= (card := action - first) < CARDS:
            return names.influence[card]
    return ""


def split_of(bout: Any, action: int) -> str:
    """The result of a split of the command points; empty for other actions.

    It includes points from cards and those that a Net takes. The owner of the round is the seat to act, or the deceived
    one.
    """
    if action not in SPLITS:
        return ""
    table = bout["table"]
    owner = int(table["request"]["about"])
    pushed = action in BUTTONS
    high = COMMAND_POINTS if pushed else int(table["lanistas"][owner]["ratio"])
    to_movement = action in TO_MOVEMENT
    points = {Verb.MOVEMENT_POINTS: high if to_movement else COMMAND_POINTS - high}
    points[Verb.ACTION_POINTS] = COMMAND_POINTS - points[Verb.MOVEMENT_POINTS]
    for row in table["lasting"][: table["lasting_places"]]:
        if row["verb"] in points and row["delay"] == Delay.SPLIT and row["seat"] == owner:
            points[row["verb"]] = max(0, points[row["verb"]] + int(row["amount"]))
    movement = max(0, points[Verb.MOVEMENT_POINTS] - int(table["helots"][owner]["slowed"]))
    return f"{movement} MP, {points[Verb.ACTION_POINTS]} AP"


def explain(bout: Any, seat: int, action: int, *, is_legal: bool = True) -> str:
    """The price and the effect of an action, with its place in the rulebook.

    Args:
        bout: the record of a bout.
        seat: the seat that would take it.
        action: its number.
        is_legal: whether it is legal now; the price is then the current one, else that of the rule.
    """
    known = guide(action)
    cost = spoken(price_of(Eye(bout, seat), action)) if is_legal else known.cost
    price = f"{cost}. " if cost else ""
    return f"{price}{_card_text(bout, seat, action) or known.text} (p.{known.page}, {', '.join(known.rules)})"


def _card_text(bout: Any, seat: int, action: int) -> str:
    """The effect of the card or the ability that an action keeps, plays or uses; empty for other actions."""
    row, place = ROWS[action], action - ROWS[action]
    if row in (Action.KEEP_CARD, Action.PLAY_CARD):
        return str(decks(bout["options"])["influence"][place]["text"])
    motivation = int(bout["table"]["lanistas"][seat]["motivation"])
    if row == Action.UNIQUE_ABILITY and motivation >= 0:
        return str(decks(bout["options"])["unique ability"][UNIQUE_ABILITIES * motivation + place]["text"])
    return ""
