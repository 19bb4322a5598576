"""`python -m nexus_env table`: whole bouts with people who type, roll and hold cards that nobody else knows."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nexus_env import transcript
from nexus_env.at_table import cards, dice
from nexus_env.at_table.command import PERSON
from nexus_env.at_table.dealer import DEALT_APART
from nexus_env.at_table.host import Host
from nexus_env.games.nexus import NEXUS
from nexus_env.keeping import KeptBout
from nexus_env.loading import find_loader
from nexus_env.tabletop.tape import CHANCE

Capture = pytest.CaptureFixture[str]
GREEDY = find_loader()("greedy", NEXUS)


class People:
    """All who sit at the table: they answer what they are asked, and hold cards that the program has not been told."""

    def __init__(self, kept: KeptBout, host: Host, seed: int, most: int = 10_000) -> None:
        self.kept, self.host, self.most = kept, host, most
        self.rng = np.random.default_rng(seed)
        deck = self.rng.permutation(24).tolist()
        seats = len(kept.head.players)
        self.dealt = [sorted(deck[seat::seats]) for seat in range(seats)]
        self.hands: dict[int, list[int]] = {}
        self.played: list[tuple[int, int]] = []
        self.trying: tuple[int, int] | None = None

    def __call__(self, prompt: str) -> str:
        """What somebody types."""
        self.most -= 1
        if self.most < 0:
            raise EOFError
        bout = self.kept.sitting.bout
        self._look(bout)
        if "numbers, 0 of" in prompt:
            return " ".join(str(card + 1) for card in self.dealt[1 if 1 not in self.hands else 2])
        if "; its number:" in prompt:  # the AI draws one of the true cards
            unseen = set(self.hands[cards.victim_of(bout)]) - set(cards.members(bout["table"]["lanistas"][1]["known"]))
            return str(1 + min(unseen))
        if "in its row?" in prompt:
            return str(1 + int(self.rng.integers(int(bout["table"]["lanistas"][1]["hand"]).bit_count())))
        if "[Enter]" in prompt:
            return self._card_or("")
        if self.kept.sitting.seat == CHANCE:
            faces = [list(die.answers)[self.rng.integers(len(die.answers))] for die in dice.throw(self.kept.sitting)]
            return self._card_or(" ".join(faces) if len(faces) > 1 else faces[0])
        return self._card_or(str(1 + int(self.rng.integers(len(self.host.offered)))))

    def _card_or(self, otherwise: str) -> str:
        """A person plays one of its cards if it can, now and then."""
        holding = [seat for seat, hand in self.hands.items() if hand]
        if not holding or self.rng.random() > 0.3:
            return otherwise
        seat = int(self.rng.choice(holding))
        card = int(self.rng.choice(self.hands[seat]))
        self.trying = seat, card
        return f"{seat}: play card {card + 1}"

    def _look(self, bout: Any) -> None:
        """Keep as many true cards as the rules say, and note which one has just been played."""
        if self.trying and int(bout["table"]["used_cards"]) >> self.trying[1] & 1:
            self.hands[self.trying[0]].remove(self.trying[1])
            self.played.append(self.trying)
        self.trying = None
        for seat in self.hands:
            self._follow(bout["table"]["lanistas"], seat)
        if not self.hands and bout["table"]["cycle"]:
            for seat, name in enumerate(self.kept.head.players):
                if name == PERSON:
                    count = int(bout["table"]["lanistas"][seat]["influence"])
                    self.hands[seat] = self.rng.permutation(self.dealt[seat]).tolist()[:count]


    def _follow(self, rows: Any, seat: int) -> None:
        """What an agent has taken from a person, or a person from somebody."""
        hand, of_agent, known = self.hands[seat], cards.members(rows[1]["hand"]), cards.members(rows[1]["known"])
        hand[:] = [card for card in hand if card not in of_agent]
        hand += [card for card in cards.members(rows[seat]["hand"]) if card in known and card not in hand]
        for other in self.hands:  # people take cards from each other without a word
            while other != seat and len(hand) < int(rows[seat]["hand"]).bit_count() and self.hands[other]:
                hand.append(self.hands[other].pop())


def seated(seats: int, seed: int, tmp_path: Path, **options: Any) -> tuple[KeptBout, Host]:
    """A table with greedy at seat 1."""
    players = [PERSON, "greedy", PERSON, PERSON][:seats]
    kept = KeptBout(
        *(NEXUS, {"seats": seats, **options}),
        seed=seed,
        dictated=True,
        players=players,
        comment=DEALT_APART,
        file=tmp_path / "bout.txt",
    )
    return kept, Host(kept, {1: GREEDY})


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3), (2, 4)])
def test_a_whole_bout_with_cards_that_only_people_know(
    seats: int, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """People play cards that the program had guessed elsewhere, and the transcript is a bout like any other."""
    kept, host = seated(seats, seed, tmp_path, cycle_limit=6)
    people = People(kept, host, seed)
    monkeypatch.setattr("builtins.input", people)
    host.run()
    assert kept.sitting.is_over
    print(people.played, len(kept.turns), 10_000 - people.most)
    read = transcript.read(kept.file.read_text(encoding="utf-8"))
    assert transcript.replay(NEXUS, read).is_over
    for seat, card in people.played:
        assert any(turn.seat == seat and turn.words == f"play card {card + 1}" for turn in read.turns)
