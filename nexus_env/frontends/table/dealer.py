"""The influence cards at a real table: dealt by people or by the program, told, taken, and found in a hand."""

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from nexus_env.frontends.table import cards
from nexus_env.games.nexus.cards.stock import names_of
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import INFLUENCE_CARDS
from nexus_env.games.nexus.words.glosses import gloss
from nexus_env.games.nexus.words.sentences import lanista
from nexus_env.play.autosave import KeptBout

DEALT_APART = "The influence cards are dealt from the real deck: what people hold and have not shown is a guess."
PLACES = ("1st", "2nd", "3rd")


class Dealer:
    """Who deals, and what the program is told of it.

    `is_apart`: the cards are dealt from the real deck. The transcript says so in its comment, so that the bout goes on
    in the same way.
    """

    def __init__(self, kept: KeptBout, agents: Mapping[int, Any], ask: Callable[[str], str]) -> None:
        """Deal for a bout.

        Args:
            kept: the bout.
            agents: who plays which seat; people play the others.
            ask: what somebody types after a prompt.
        """
        self.kept, self.agents, self._entry = kept, agents, ask
        self.is_apart = kept.comment == DEALT_APART
        self.told = list(agents) if self.is_apart else list(range(len(kept.head.players)))
        self.rng = np.random.default_rng(kept.head.seed)

    def guess(self, actions: Iterable[int]) -> int:
        """Any of some actions."""
        return int(self.rng.choice(list(actions)))

    def deal(self) -> list[int]:
        """The influence cards: those of the agents are told, those of people guessed, or the program deals them all."""
        bout = self.kept.sitting.bout
        told: dict[int, list[int]] = {}
        if self.is_apart:
            for seat in self.agents:
                told[seat] = self._ask_dealt(seat, cards.share(bout), [card for hand in told.values() for card in hand])
        return cards.faces_of_deal(bout, told, self.rng)

    def _ask_dealt(self, seat: int, count: int, taken: list[int]) -> list[int]:
        """The cards that an agent was dealt."""
        print(
            f"Deal {count} influence cards to {lanista(seat)}, the AI. Its helper, best one who does not play, lays\n"
            "them face down in a row, ordered by their numbers, and types the numbers while the others look away."
        )
        hand: list[int] = []
        while len(hand) < count:
            words = self._entry(f"  numbers, {len(hand)} of {count} so far: ").replace(",", " ").split()
            found = [self.card_called(word) for word in words]
            wrong = [word for word, card in zip(words, found, strict=True) if card is None or card in (*taken, *hand)]
            if wrong or len(set(found)) < len(found) or len(hand) + len(found) > count:
                what = f"{wrong[0]!r} is no card that is left" if wrong else "found too many cards, or one twice"
                print(f"  {what}: expected {count - len(hand)} numbers from 1 to {INFLUENCE_CARDS}, each once.")
                continue
            hand += [card for card in found if card is not None]
        cover()
        return sorted(hand)

    def drawn(self) -> int:
        """A card that is drawn from somebody's hand: by its place in the row of an agent, or told, or guessed."""
        bout = self.kept.sitting.bout
        thief, victim = int(bout["table"]["request"]["roller"]), cards.victim_of(bout)
        hand = [int(card) for card in np.flatnonzero(self.kept.sitting.mask)]
        if not self.is_apart:
            print(f"  The program draws for {lanista(thief)}; `hand {thief}` shows what it holds then.")
        elif victim in self.agents:
            row = cards.members(bout["table"]["lanistas"][victim]["hand"])
            return row[self._ask_place(f"{lanista(thief)} draws a card of {lanista(victim)}, the AI", row, hand)]
        elif thief in self.agents:
            return self._ask_drawn(thief, victim)
        return self.guess(hand)

    def _ask_drawn(self, thief: int, victim: int) -> int:
        """A card that an agent draws from the hand of a person."""
        while True:
            card = self._ask_card(f"{lanista(thief)}, the AI, draws a card of {lanista(victim)}; its number: ")
            cover()
            try:
                self.hold(victim, card)
            except ValueError as error:
                print(f"  {error}")
                continue
            return card

    def _ask_place(self, what: str, row: list[int], open_to: list[int]) -> int:
        """The place of a card in a row, from 0."""
        while True:
            text = self._entry(f"{what}: which one of the {len(row)} in its row? ")
            if text.isdigit() and 0 < int(text) <= len(row) and row[int(text) - 1] in open_to:
                return int(text) - 1
            print(f"  {text!r} is not a card that can be drawn: expected 1 to {len(row)}, counted from the left.")

    def _ask_card(self, prompt: str) -> int:
        """The number of an influence card, from 0."""
        while True:
            text = self._entry(prompt)
            if (card := self.card_called(text)) is not None:
                return card
            print(f"  {text!r} is no influence card: expected a number from 1 to {INFLUENCE_CARDS}, or a name.")

    def card_called(self, text: str) -> int | None:
        """The influence card of a number or a name."""
        names = [name.lower() for name in names_of(self.kept.sitting.bout["options"]).influence]
        wanted = " ".join(text.lower().split())
        if wanted.isdigit() and 0 < int(wanted) <= int(self.kept.sitting.bout["options"]["influence_cards"]):
            return int(wanted) - 1
        return names.index(wanted) if wanted in names else None

    def hold(self, seat: int, card: int) -> None:
        """Let a card be in the hand of a person who shows that it is there, if it can be.

        Raises:
            ValueError: it lies elsewhere.
        """
        bout = self.kept.sitting.bout
        if int(bout["table"]["lanistas"][seat]["hand"]) >> card & 1:
            return
        instead = cards.guessed(bout, seat, self.told)
        if not self.is_apart or not instead or card in cards.facts(bout, self.told):
            raise ValueError(f"card {card + 1} cannot be in the hand of {lanista(seat)}, by all that has been told.")
        self.kept.rewrite(cards.exchanged(self.kept, card, instead[0]))

    def show_hand(self, rest: str) -> None:
        """The influence cards of a seat, as far as the program was told."""
        seat = rest.removeprefix("player_")
        if not seat.isdigit() or int(seat) not in self.told:
            print(f"  hand {rest}: expected one of {', '.join(str(seat) for seat in self.told)}.")
            return
        bout = self.kept.sitting.bout
        self._entry(f"  [Enter] when nobody but {lanista(int(seat))} looks: ")
        for card in cards.members(bout["table"]["lanistas"][int(seat)]["hand"]):
            print(f"  {card + 1}  {gloss(bout, Action.PLAY_CARD + card)}")
        self._entry("  [Enter] to cover them: ")
        cover()


def is_card(action: int) -> bool:
    """An influence card is played."""
    return 0 <= action - Action.PLAY_CARD < INFLUENCE_CARDS


def place_of(row: list[int], card: int) -> str:
    """Where a card lies in a row, in words."""
    nth = row.index(card)
    return PLACES[nth] if nth < len(PLACES) else f"{nth + 1}th"


def cover() -> None:
    """Take what was typed or shown from the screen, the lines above it included."""
    if sys.stdout.isatty():
        print("\033[2J\033[3J\033[H", end="")
