"""Hidden cards at a real table: dealing them, entering them, drawing them and showing a hand."""

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.contract.real_table import Chance, Hands
from nexus_env.core.session import name_of
from nexus_env.frontends.table import cards
from nexus_env.kit.options import number_of
from nexus_env.play.autosave import AutosavedBout
from nexus_env.system.wording import InputError, spoken

PLACES = ("1st", "2nd", "3rd")


def dealt_apart(game: Game, bout: Any) -> str:
    """The comment on a bout whose hidden cards are dealt from the real deck; empty for a bout without any."""
    hands = game.words.hands(bout)
    return f"The {hands.name}s are dealt from the real deck: {GUESSED}" if hands else ""


GUESSED = "cards that people hold and have not shown are a guess."


class Dealer:
    """Deals the hidden cards, and keeps what the program knows of them.

    `is_apart`: the cards are dealt from the real deck. The transcript says so in its comment, so that a resumed bout
    does the same.
    """

    def __init__(self, kept: AutosavedBout, agents: Mapping[int, Any], ask: Callable[[str], str]) -> None:
        """Deal for a bout.

        Args:
            kept: the bout.
            agents: who plays which seat; people play the others.
            ask: returns what a person types after a prompt.
        """
        self.kept, self.agents, self._entry = kept, agents, ask
        self.is_apart = kept.comment.endswith(GUESSED)
        self.told = list(agents) if self.is_apart else list(range(len(kept.head.players)))
        self.rng = np.random.default_rng(kept.head.seed)

    @property
    def hands(self) -> Hands:
        """The present places of the hidden cards, as far as the program knows or guesses."""
        return cards.hands_of(self.kept.session)

    def guess(self, actions: Iterable[int]) -> int:
        """One of the actions, at random."""
        return int(self.rng.choice(list(actions)))

    def deal(self) -> list[int]:
        """The cards of a deal: entered for agents and guessed for people, or all dealt by the program."""
        told: dict[int, list[int]] = {}
        if self.is_apart:
            receivers = cards.receivers(self.kept.session)
            for seat in self.agents:
                if seat in receivers:
                    taken = [card for hand in told.values() for card in hand]
                    told[seat] = self._ask_dealt(seat, receivers.count(seat), taken)
            for seat, hand in told.items():
                self._free(seat, hand, told)
        return cards.faces_of_deal(self.kept.session, told, self.rng)

    def _free(self, seat: int, hand: list[int], told: Mapping[int, list[int]]) -> None:
        """Return the cards dealt to a seat from where they were guessed to the deck."""
        for card in hand:
            deck = cards.pile_for(self.kept.session, seat)
            if card not in deck:
                instead = self.guess(one for one in deck if not any(one in told_of for told_of in told.values()))
                self.kept.rewrite(cards.exchanged(self.kept, card, instead))

    def _ask_dealt(self, seat: int, count: int, taken: list[int]) -> list[int]:
        """Ask for the cards that an agent was dealt."""
        name, deck = self.hands.name, self.hands.deck_of(seat)
        print(
            f"Deal {count} {name}{'s' * (count > 1)} to {name_of(seat)}, the AI. Its helper, ideally somebody who is\n"
            "not playing, lays them face down in a row in numerical order and types the numbers while the\n"
            "others look away."
        )
        hand: list[int] = []
        gone = {*taken, *cards.facts(self.hands, self.told)} - self._in_pile_again(seat)
        while len(hand) < count:
            words = self._entry(f"  numbers, {len(hand)} of {count} so far: ").replace(",", " ").split()
            found = [self.card_called(word, seat) for word in words]
            wrong = [word for word, card in zip(words, found, strict=True) if card is None or card in (*gone, *hand)]
            if wrong or len(set(found)) < len(found) or len(hand) + len(found) > count:
                what = f"got {wrong[0]!r}, which is not in the deck" if wrong else "got too many cards, or one twice"
                wanted = f"{count - len(hand)} numbers from {min(deck) + 1} to {max(deck) + 1}"
                print(f"  {what}; expected {wanted}, each once.")
                continue
            hand += [card for card in found if card is not None]
        cover()
        return sorted(hand)

    def _in_pile_again(self, seat: int) -> set[int]:
        """Face-up cards that can be drawn, since they have been shuffled into the deck again."""
        return set(self.hands.open) & set(cards.pile_for(self.kept.session, seat))

    def drawn(self, card: Chance) -> int:
        """A card drawn from a hand: by its place in an agent's row, entered, or guessed."""
        thief, victim = card.seat, card.source
        if not self.is_apart:
            print(f"  The program draws for {name_of(thief)}; `hand {thief}` then shows its cards.")
        elif victim in self.agents:
            row = sorted(self.hands.held[victim])
            place = self._ask_place(f"{name_of(thief)} draws a card from {name_of(victim)}, the AI", row, card)
            return cards.face_of(card, row[place])
        elif thief in self.agents:
            return self._ask_drawn(thief, victim)
        return self.guess(card.hidden)

    def _ask_drawn(self, thief: int, victim: int) -> int:
        """Ask for the card that an agent draws from a person's hand."""
        while True:
            card = self._ask_card(
                f"{name_of(thief)}, the AI, draws from {name_of(victim)}; the card's number: ", victim
            )
            cover()
            try:
                self.hold(victim, card)
            except ValueError as error:
                print(f"  {error}")
                continue
            asked = cards.drawn(self.kept.session)
            assert asked is not None  # the bout is where it was
            return cards.face_of(asked, card)

    def _ask_place(self, what: str, row: list[int], card: Chance) -> int:
        """Ask for the place of a card in a row, from 0."""
        while True:
            text = self._entry(f"{what}: which of the {len(row)} in its row? ")
            place = number_of(text) or 0
            if 0 < place <= len(row) and row[place - 1] in card.hidden.values():
                return place - 1
            print(f"  got {text!r}; expected a card from 1 to {len(row)}, counted from the left.")

    def _ask_card(self, prompt: str, seat: int) -> int:
        """Ask for the number of a seat's hidden card, from 0."""
        while True:
            text = self._entry(prompt)
            if (card := self.card_called(text, seat)) is not None:
                return card
            deck = self.hands.deck_of(seat)
            expected = f"a number from {min(deck) + 1} to {max(deck) + 1}, or a name"
            print(f"  {self.hands.name}: got {text!r}; expected {expected}.")

    def card_called(self, text: str, seat: int) -> int | None:
        """The hidden card with a number or a name, among those that a seat can hold."""
        deck = sorted(self.hands.deck_of(seat))
        wanted = " ".join(text.lower().split())
        if (number := number_of(wanted)) is not None:
            return number - 1 if number - 1 in deck else None
        return next((card for card in deck if self.hands.titles[card].lower() == wanted), None)

    def hold(self, seat: int, card: int) -> None:
        """Move a card to the hand of the person who shows it, if it can be there.

        Raises:
            ValueError: it is elsewhere.
        """
        hands = self.hands
        if card in hands.held[seat]:
            return
        instead = cards.guessed(hands, seat, self.told)
        if not self.is_apart or not instead or card in cards.facts(hands, self.told):
            found = f"got a card that {name_of(seat)} cannot hold, given what was entered"
            raise InputError(f"card {card + 1}: {found}; expected another one.")
        self.kept.rewrite(cards.exchanged(self.kept, card, instead[0]))

    def show_hand(self, rest: str) -> None:
        """Show what only a seat may see: its hidden numbers, and its cards, or their number if they are not known."""
        seat, seats = number_of(rest.removeprefix("player_")), range(len(self.kept.head.players))
        if seat is None or seat not in seats:
            print(f"  hand: got {spoken(rest)}; expected one of {', '.join(map(str, seats))}.")
            return
        self._entry(f"  [Enter] when only {name_of(seat)} is looking: ")
        session, held = self.kept.session, self.hands.held[seat]
        if seat in self.told:
            for card in sorted(held):
                print(f"  {card + 1}  {self.hands.titles[card]}")
        elif self.hands.titles:
            print(f"  {len(held)} {self.hands.name}{'s' * (len(held) != 1)}, whose numbers the program does not know")
        for counter in session.game.words.view(session.known_to(seat), seat)["seats"][seat]["counters"]:
            print(f"  {counter['name']}: {counter['value']}")
        self._entry("  [Enter] to cover them: ")
        cover()


def place_of(row: Iterable[int], card: int) -> str:
    """The place of a card in a row in numerical order, in words."""
    nth = sorted(row).index(card)
    return PLACES[nth] if nth < len(PLACES) else f"{nth + 1}th"


def cover() -> None:
    """Clear the screen and the lines scrolled off it."""
    if sys.stdout.isatty():
        print("\033[2J\033[3J\033[H", end="")
