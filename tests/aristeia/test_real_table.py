"""A real table: each player has a deck of its own, and people roll the dice."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nexus_env.contract.notation import WideSets
from nexus_env.core.session import Session
from nexus_env.frontends.table import cards, dice
from nexus_env.frontends.table.dealer import dealt_apart
from nexus_env.frontends.table.host import Host
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.kit.tape import CHANCE
from nexus_env.play.autosave import AutosavedBout
from nexus_env.players.any_legal import AnyLegal
from nexus_env.text import transcript

OPTIONS: dict[str, Any] = {
    "round_limit": 1,
    "scenario": "king of the hill",
    "teams": "named",
    "green": ["Maximus", "Gata", "8-Ball", "Parvati"],
    "orange": ["hEXx3r", "Wild Bill", "Major Lunah", "Miyamoto Mushashi"],
}
GREEN_DECK, ORANGE_DECK = range(18), range(18, 36)


class Table:
    """Who answers what the host asks: any number of a list, any faces, any cards that the AI can have been dealt."""

    def __init__(self, kept: AutosavedBout, host: Host) -> None:
        self.kept, self.host, self.rng = kept, host, np.random.default_rng(5)
        self.dealt: list[int] = []

    def __call__(self, prompt: str) -> str:
        """What somebody types."""
        if "numbers, " in prompt:
            known = cards.facts(self.host.dealer.hands, self.host.dealer.told)
            left = [card for card in self.host.dealer.hands.deck_of(1) if card not in known]
            self.dealt.append(int(self.rng.choice(left)))
            return str(1 + self.dealt[-1])
        if "[Enter]" in prompt:
            return ""
        if self.kept.session.seat == CHANCE:
            return " ".join(list(die.answers)[self.rng.integers(6)] for die in dice.throw(self.kept.session))
        return str(1 + int(self.rng.integers(len(self.host.offered)))) if self.host.offered else "?"


def seated(tmp_path: Path, seed: int = 2) -> tuple[AutosavedBout, Host]:
    """A person with Green, an AI with Orange, and the real decks between them."""
    apart = dealt_apart(ARISTEIA, Session(ARISTEIA, ARISTEIA.read_options(**OPTIONS), dictated=True).bout)
    file, players = tmp_path / "bout.txt", ("person", "random")
    kept = AutosavedBout(ARISTEIA, OPTIONS, seed=seed, dictated=True, players=players, comment=apart, file=file)
    return kept, Host(kept, {1: AnyLegal()}, pause=False)


def test_the_ai_is_told_cards_of_its_own_deck_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A-010, A-015, A-117: a bout to its end; its transcript is one like any other."""
    kept, host = seated(tmp_path)
    table = Table(kept, host)
    monkeypatch.setattr("builtins.input", table)
    host.run()
    assert kept.session.is_over and table.dealt and set(table.dealt) <= set(ORANGE_DECK)
    read = transcript.read((tmp_path / "bout.txt").read_text(encoding="utf-8"))
    assert transcript.replay(ARISTEIA, read).is_over


def test_a_card_is_called_by_its_number_or_by_its_name_in_the_own_deck(tmp_path: Path):
    """A-011: both players have a No! of their own."""
    _, host = seated(tmp_path)
    call = host.dealer.card_called
    assert call("no!", 0) in GREEN_DECK and call("NO!", 1) in ORANGE_DECK
    assert call("7", 0) == 6 and call("7", 1) is None and call("25", 1) == 24
    assert call("Scram!", 0) is not None and call("Scram!", 1) is None


def test_a_person_shows_a_card_that_was_guessed_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A-114: the two cards change places from the deal on, within the deck of the player."""
    kept, host = seated(tmp_path)
    monkeypatch.setattr("builtins.input", Table(kept, host))
    host._act(*host.dealer.deal())
    hands = host.dealer.hands
    elsewhere = next(card for card in GREEN_DECK if card not in hands.held[0])
    host.dealer.hold(0, elsewhere)
    assert elsewhere in host.dealer.hands.held[0] and host.dealer.hands.held[1] == hands.held[1]
    with pytest.raises(ValueError, match="got a card that player_0 cannot hold"):
        host.dealer.hold(0, next(iter(hands.held[1])))


def test_a_wide_set_is_written_as_one():
    """A-020: of spaces, more than fit into one word; it is read as it was written."""
    wide = WideSets(tuple(f"s{number}" for number in range(100)))
    words = np.array([[-(1 << 63) | 1, 4]], np.int64)
    text = wide.write(words, np.zeros(2, bool))
    assert text == "{s0+s63+s66}" and wide.read(text, (2,)) == words[0].tolist()
    assert wide.write(words, np.array([False, True])) == "?"
    assert wide.write(np.array([[0, 1 << 40]]), np.zeros(2, bool)) is None
    with pytest.raises(ValueError, match="a set of 100 names, such as s6"):
        wide.read("{s660}", (2,))
