"""Dice, decks and hands at a real table: each die with its color, each deck with its name."""

from typing import Any

from nexus_env.contract.real_table import Cards, Chance, Hands, faces_of
from nexus_env.games.nexus.cards.stock import names_of
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import NOBODY, WEAPONS, Question, Trait
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.operands import CARDS
from nexus_env.games.nexus.words.sentences import lanista
from nexus_env.games.nexus.words.texts import TEXTS
from nexus_env.kit.spelling import plain
from nexus_env.kit.squares import Compass
from nexus_env.kit.texts import by_members

COLORED: dict[Purpose, str] = by_members(TEXTS["colored"], Purpose)
DRAWN: dict[Purpose, str] = by_members(TEXTS["drawn"], Purpose)
FACES = {
    Purpose.TRAIT: tuple(trait.name.lower() for trait in Trait),
    Purpose.COMPASS: tuple(point.name.lower() for point in Compass),
}
JOINS = {
    **{purpose: purpose for purpose in (Purpose.ATTACK, Purpose.DEFENSE, Purpose.CONTENTS, Purpose.TIE)},  # added up
    Purpose.COLUMN: Purpose.ROW,
    Purpose.TRAIT: Purpose.RATIO,
}
"""The purpose of the next die, for dice that are thrown together."""
KEEPS = {Action.KEEP_CARD + card: card for card in range(CARDS)}
PLAYS = {Action.PLAY_CARD + card: card for card in range(CARDS)}


def dice(bout: Any) -> Chance:
    """See `Words`."""
    request = bout["table"]["request"]
    purpose, roller, sides = Purpose(request["purpose"]), int(request["roller"]), int(request["sides"])
    faces = faces_of(request)
    if purpose == Purpose.STEAL_CARD:
        stolen = {face: face for face in faces}
        return Chance("a card", plain(purpose), roller, {}, is_die=False, hidden=stolen, source=_victim(bout))
    if purpose == Purpose.DEAL_CARD and roller == NOBODY:
        return _dealt(bout, faces)
    if purpose in DRAWN:
        answers = {word: face for face, card in zip(faces, _pile(bout, purpose), strict=True) for word in card}
        return Chance(DRAWN[purpose], plain(purpose), roller, answers, is_die=False)
    if purpose == Purpose.ODDS and sides != 6:
        name = f"one of the {sides} helots that the card may affect, in seat order"
        return Chance(name, plain(purpose), roller, {str(face + 1): face for face in faces}, is_die=False)
    words = FACES.get(purpose, tuple(str(face) for face in range(1, sides + 1)))
    joins = (plain(JOINS[purpose]),) if purpose in JOINS else ()
    name = COLORED.get(purpose, f"d{sides}")
    return Chance(name, plain(purpose), roller, {words[face]: face for face in faces}, joins=joins)


def _dealt(bout: Any, faces: list[int]) -> Chance:
    """The next influence card of the deal; the seats take turns."""
    rows = bout["table"]["lanistas"][: int(bout["table"]["seats"])]
    dealt = [card for row in rows for card in _members(row["discarded"])]
    left = [card for card in range(int(bout["options"]["influence_cards"])) if card not in dealt]
    hidden = dict(zip(faces, left, strict=True))
    return Chance(
        "an influence card", plain(Purpose.DEAL_CARD), len(dealt) % len(rows), {}, is_die=False, hidden=hidden
    )


def _victim(bout: Any) -> int:
    """The seat from whose hand the requested card is drawn."""
    rows, members = bout["table"]["lanistas"], int(bout["table"]["request"]["members"])
    return next(seat for seat, row in enumerate(rows) if int(row["hand"]) & members)


def _pile(bout: Any, purpose: Purpose) -> list[tuple[str, str]]:
    """Number and lower-case name of each card that may be drawn, one for each face."""
    table, names = bout["table"], names_of(bout["options"])
    rows = table["lanistas"][: int(table["seats"])]
    if purpose == Purpose.ORDER:
        left = [seat for seat in range(len(rows)) if seat not in table["order"]]
        return [(str(seat), lanista(seat)) for seat in left]
    if purpose == Purpose.DRAW_WEAPON:
        kinds = [kind for kind in range(WEAPONS) for _ in range(int(table["weapons"][kind]))]
        return [(str(kind + 1), names.weapons[kind].lower()) for kind in kinds]
    if purpose == Purpose.DEAL_CARD:
        drawn, cards = _members(table["turning_point_discards"]), names.turning_point
        left = [card for card in range(int(bout["options"]["turning_point_cards"])) if card not in drawn]
    else:
        field = "card" if purpose == Purpose.DEAL_LANISTA else "motivation"
        cards = names.lanistas if purpose == Purpose.DEAL_LANISTA else names.motivations
        left = [card for card in range(len(cards)) if card not in rows[field]]
    return [(str(card + 1), cards[card].lower()) for card in left]


def hands(bout: Any) -> Hands | None:
    """See `Words`: the influence cards."""
    count = int(bout["options"]["influence_cards"])
    if not count:
        return None
    rows = bout["table"]["lanistas"][: int(bout["table"]["seats"])]
    held, put_away, seen = (tuple(_members(row[name]) for row in rows) for name in ("hand", "discarded", "known"))
    titles = names_of(bout["options"]).influence[:count]
    used = _members(bout["table"]["used_cards"])
    return Hands("influence card", titles, held, put_away, seen, used, KEEPS, PLAYS)


def goes_unasked(world: Any, actions: Any) -> bool:
    """See `Words`: abilities for any time, and windows with nothing but hidden cards and the weapon."""
    if world["table"]["request"]["question"] == Question.INTERRUPT:
        return True
    return all(action in PLAYS or action == Action.DROP_WEAPON for action in actions)


def _members(cards: Any) -> Cards:
    """The numbers in a set of cards, from 0."""
    return frozenset(card for card in range(int(cards).bit_length()) if int(cards) >> card & 1)
