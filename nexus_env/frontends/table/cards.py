"""Hidden cards from the real deck: known for the AI seats, guessed for people.

A bout needs every card in its place, but the program does not know what people hold. So it deals them a guess, which
no AI seat can see. When a person plays a card that was guessed elsewhere, the two cards are exchanged from the deal on,
and the bout is replayed with the same dice and commands: nobody can tell the difference. Only windows in which a seat
can react just because of hidden cards depend on the guess; they are passed, or left out.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np

from nexus_env.contract.real_table import Cards, Chance, Hands
from nexus_env.core.session import Session
from nexus_env.kit.tape import CHANCE, NOBODY, PASS
from nexus_env.play.autosave import AutosavedBout


def hands_of(session: Session) -> Hands:
    """The places of the hidden cards of a bout; empty for a bout without any."""
    nothing = (Cards(),) * int(session.bout["table"]["seats"])
    return session.game.words.hands(session.bout) or Hands("", (), nothing, nothing, nothing, Cards(), {}, {})


def drawn(session: Session) -> Chance | None:
    """The hidden card that is to be drawn, if any."""
    if session.seat != CHANCE:
        return None
    chance: Chance = session.game.words.dice(session.bout)
    return chance if chance.hidden else None


def receivers(session: Session) -> list[int]:
    """The seats that receive the cards of a deal, in order."""
    found, ahead = [], Session.at(session.game, session.rows)
    while (card := drawn(ahead)) is not None and card.source == NOBODY:
        found.append(card.seat)
        ahead.act(next(iter(card.hidden)))
    return found


def pile_for(session: Session, seat: int) -> list[int]:
    """The cards from which a seat draws in the current deal: its own deck, or the common one."""
    ahead = Session.at(session.game, session.rows)
    while (card := drawn(ahead)) is not None and card.seat != seat:
        ahead.act(next(iter(card.hidden)))
    return [] if card is None else list(card.hidden.values())


def faces_of_deal(session: Session, told: dict[int, list[int]], rng: np.random.Generator) -> list[int]:
    """The actions that deal each seat its known cards, and the other seats any of the rest.

    Args:
        session: the bout before the first card.
        told: for some seats, the numbers of their cards from 0.
        rng: the random generator of the guess.
    """
    faces, ahead = list[int](), Session.at(session.game, session.rows)
    known = {card for hand in told.values() for card in hand}
    left = {seat: iter(hand) for seat, hand in told.items()}
    order: dict[int, float] = {}  # a random order of the cards of the decks: one common deck, or one per seat
    while (card := drawn(ahead)) is not None and card.source == NOBODY:
        rest = [one for one in card.hidden.values() if one not in known]
        for one in rest:
            order.setdefault(one, float(rng.random()))
        wanted = next(left[card.seat]) if card.seat in left else min(rest, key=order.__getitem__)
        faces.append(face_of(card, wanted))
        ahead.act(faces[-1])
    return faces


def face_of(card: Chance, wanted: int) -> int:
    """The action that draws a card."""
    return next(face for face, one in card.hidden.items() if one == wanted)


def facts(hands: Hands, told: Iterable[int]) -> set[int]:
    """The cards whose place is known: face up, or seen by a seat whose cards the program knows."""
    known = set(hands.open)
    for seat in told:
        known |= hands.held[seat] | hands.put_away[seat] | hands.seen[seat]
    return known


def guessed(hands: Hands, seat: int, told: Collection[int]) -> list[int]:
    """The cards in a seat's hand that are only a guess."""
    return sorted(hands.held[seat] - facts(hands, told))


# --- another guess ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardStep:
    """One recorded action and its place, which is the same in every bout that differs only in hidden cards."""

    place: tuple[int, ...]
    action: int
    card: int | None  # the hidden card that it deals, keeps or takes
    is_pass: bool


def _place(session: Session) -> tuple[int, ...]:
    """The open question and the length of the tape before it, which do not depend on anything hidden."""
    bout = session.bout
    request = bout["table"]["request"]
    return int(request["seat"]), int(request["question"]), int(request["about"]), int(bout["tape"]["length"])


def _step(session: Session, action: int) -> CardStep:
    card = drawn(session)
    of_hand = None if session.seat == CHANCE else hands_of(session).keeps.get(action)
    is_pass = session.seat >= 0 and action == PASS
    return CardStep(_place(session), action, of_hand if card is None else card.hidden[action], is_pass)


def _with_card(session: Session, wanted: int) -> int:
    """The action that deals, keeps or takes this card."""
    card = drawn(session)
    if card is not None:
        return face_of(card, wanted)
    return next(action for action, one in hands_of(session).keeps.items() if one == wanted)


def exchanged(kept: AutosavedBout, one: int, other: int) -> list[int]:
    """The actions of the same bout with two hidden cards exchanged from the deal on.

    Raises:
        ValueError: there is no such bout.
    """
    recorded: list[CardStep] = []
    session = kept.begun_anew()
    for action in kept.actions:
        recorded.append(_step(session, action))
        session.act(action)
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
            act(PASS)
            continue
        step = recorded[found]
        act(step.action if step.card is None else _with_card(fresh, swap.get(step.card, step.card)))
        nth = found + 1
    return actions


def _find(recorded: list[CardStep], nth: int, place: tuple[int, ...]) -> int | None:
    """The index of the recorded step at this place, if only passes come before it."""
    for number in range(nth, len(recorded)):
        if recorded[number].place == place:
            return number
        if not recorded[number].is_pass:
            return None
    return None
