"""Influence cards that are dealt from the real deck: the program knows those of the AI seats and guesses the others.

A bout needs every card in its place, but nobody tells the program what the people hold. So it deals them a guess, which
no AI seat can see. When a person plays a card that was guessed elsewhere, the two cards change places from the deal on,
and the bout is played again with all that was rolled and said: nobody could tell the difference. Only windows in which
hidden cards alone let somebody react come and go with the guess; they are passed, or left out.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from nexus_env.games.nexus.rules.actions import CARDS, Action
from nexus_env.games.nexus.rules.bout import NOBODY, Question
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.play.autosave import KeptBout
from nexus_env.play.session import Sitting
from nexus_env.tabletop.tape import CHANCE


def members(cards: Any) -> list[int]:
    """The numbers in a set of cards, from 0."""
    return [card for card in range(CARDS) if int(cards) >> card & 1]


def is_deal(bout: Any) -> bool:
    """The next influence card of the deal is asked for."""
    request = bout["table"]["request"]
    dealt = request["purpose"] == Purpose.DEAL_CARD and request["roller"] == NOBODY
    return bool(request["seat"] == CHANCE and dealt)


def is_theft(bout: Any) -> bool:
    """A random card of somebody's hand is asked for, to be taken or looked at."""
    request = bout["table"]["request"]
    return bool(request["seat"] == CHANCE and request["purpose"] == Purpose.STEAL_CARD)


def victim_of(bout: Any) -> int:
    """The seat in whose hand the card is drawn that is asked for."""
    table = bout["table"]
    hands = [int(row["hand"]) for row in table["lanistas"]]
    return next(seat for seat, hand in enumerate(hands) if hand & int(table["request"]["members"]))


def share(bout: Any) -> int:
    """How many cards each seat is dealt."""
    return int(bout["options"]["influence_cards"]) // int(bout["table"]["seats"])


def faces_of_deal(bout: Any, told: dict[int, list[int]], rng: np.random.Generator) -> list[int]:
    """The actions that deal each seat what was told of it, and the others any of the rest.

    Args:
        bout: the record of the bout before the first card.
        told: for some seats, the numbers of their cards from 0.
        rng: for the guess.
    """
    seats, cards = int(bout["table"]["seats"]), int(bout["options"]["influence_cards"])
    known = {card for hand in told.values() for card in hand}
    rest = iter(rng.permutation([card for card in range(cards) if card not in known]).tolist())
    left, faces = list(range(cards)), []
    for place in range(share(bout) * seats):
        hand, nth = told.get(place % seats), place // seats
        card = hand[nth] if hand else next(rest)
        faces.append(left.index(card))
        left.remove(card)
    return faces


def facts(bout: Any, told: Iterable[int]) -> set[int]:
    """The cards of which it is known where they are: played, or seen by a seat whose cards the program was told."""
    table = bout["table"]
    rows = [table["lanistas"][seat] for seat in told]
    seen = [row[field] for row in rows for field in ("hand", "discarded", "known")]
    return {card for cards in (*seen, table["used_cards"]) for card in members(cards)}


# --- another guess ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One recorded action and where it stands: the same in every bout that differs in hidden cards only."""

    place: tuple[int, ...]
    action: int
    card: int | None  # the hidden card that it deals, keeps or takes
    is_pass: bool


def _place(sitting: Sitting) -> tuple[int, ...]:
    """Who is asked what, and how much of the tape lies before the question, which depends on nothing that is hidden."""
    bout = sitting.bout
    request = bout["table"]["request"]
    return int(request["seat"]), int(request["question"]), int(request["about"]), int(bout["tape"]["length"])


def _undealt(bout: Any) -> list[int]:
    """The cards that have not been dealt yet."""
    dealt = 0
    for row in bout["table"]["lanistas"]:
        dealt |= int(row["discarded"])
    return [card for card in range(int(bout["options"]["influence_cards"])) if not dealt >> card & 1]


def _step(sitting: Sitting, action: int) -> Step:
    bout, card = sitting.bout, None
    if is_deal(bout):
        card = _undealt(bout)[action]
    elif is_theft(bout):
        card = action
    elif bout["table"]["request"]["question"] == Question.KEEP_CARD:
        card = action - Action.KEEP_CARD
    return Step(_place(sitting), action, card, sitting.seat >= 0 and action == Action.PASS)


def _with_card(sitting: Sitting, card: int) -> int:
    """The action that deals, keeps or takes this card."""
    if is_deal(sitting.bout):
        return _undealt(sitting.bout).index(card)
    return card if is_theft(sitting.bout) else card + Action.KEEP_CARD


def exchanged(kept: KeptBout, one: int, other: int) -> list[int]:
    """The actions of the same bout in which two hidden cards have changed places since the deal.

    Raises:
        ValueError: there is no such bout.
    """
    recorded: list[Step] = []
    sitting = kept.begun_anew()
    for action in kept.actions:
        recorded.append(_step(sitting, action))
        sitting.act(action)
    swap, fresh = {one: other, other: one}, kept.begun_anew()
    actions: list[int] = []

    def act(action: int) -> None:
        fresh.act(action)
        actions.append(action)

    nth = 0
    while nth < len(recorded):
        found = _find(recorded, nth, _place(fresh))
        if found is None and all(step.is_pass for step in recorded[nth:]):
            break
        if found is None:
            act(Action.PASS)
            continue
        step = recorded[found]
        act(step.action if step.card is None else _with_card(fresh, swap.get(step.card, step.card)))
        nth = found + 1
    return actions


def _find(recorded: list[Step], nth: int, place: tuple[int, ...]) -> int | None:
    """Which of the recorded steps stands at this place, if none but passes come before it."""
    for number in range(nth, len(recorded)):
        if recorded[number].place == place:
            return number
        if not recorded[number].is_pass:
            return None
    return None


def guessed(bout: Any, seat: int, told: Collection[int]) -> list[int]:
    """The cards in the hand of a seat that are no more than a guess."""
    known = facts(bout, told)
    return [card for card in members(bout["table"]["lanistas"][seat]["hand"]) if card not in known]
