"""The check of a whole bout at a real table: people roll the dice, hold the cards and move the figures."""

import builtins
import contextlib
import io
from collections.abc import Iterator

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.frontends.table import cards, dice
from nexus_env.frontends.table.dealer import dealt_apart
from nexus_env.frontends.table.host import Host
from nexus_env.kit.tape import CHANCE
from nexus_env.play.autosave import AutosavedBout
from nexus_env.players.any_legal import AnyLegal
from nexus_env.testing.driven import fewest_seats
from nexus_env.testing.faults import expect
from nexus_env.text import transcript

MOST_ENTRIES = 20_000


class People:
    """The people at a table: they roll, choose any number of a list, and type the cards that the AI is dealt."""

    def __init__(self, kept: AutosavedBout, host: Host, seed: int) -> None:
        """Take the seats of a bout; `told` counts the cards that people type."""
        self.kept, self.host, self.rng = kept, host, np.random.default_rng(seed)
        self.left, self.told = MOST_ENTRIES, 0

    def __call__(self, prompt: str) -> str:
        """The next line that somebody types."""
        self.left -= 1
        if not self.left:
            raise EOFError
        if "numbers, " in prompt or "the card's number: " in prompt:  # a card that the AI is dealt, or that it draws
            self.told += 1
            known = cards.facts(self.host.dealer.hands, self.host.dealer.told)
            free = [card for card in range(len(self.host.dealer.hands.titles)) if card not in known]
            return str(1 + int(self.rng.choice(free)))
        if "in its row? " in prompt:
            return str(1 + int(self.rng.integers(int(prompt.split(" in its row")[0].split()[-1]))))
        if "[Enter]" in prompt:
            return ""
        if self.kept.session.seat == CHANCE:
            faces = [list(die.answers)[self.rng.integers(len(die.answers))] for die in dice.throw(self.kept.session)]
            return " ".join(faces)
        return str(1 + int(self.rng.integers(len(self.host.offered)))) if self.host.offered else "?"


def check_real_table(game: Game) -> int:
    """Play a whole bout at a real table, with a person and a random player, and replay its transcript.

    Returns the number of the random player's cards that people typed.
    """
    seats = fewest_seats(game)
    options = {"seats": seats, **game.trial.short}
    apart = dealt_apart(game, Session(game, game.read_options(**options), dictated=True).bout)
    players = ("person", *["random"] * (seats - 1))
    kept = AutosavedBout(game, options, seed=2, dictated=True, players=players, comment=apart)
    host = Host(kept, {seat: AnyLegal() for seat in range(1, seats)})
    people, said = People(kept, host, 2), io.StringIO()
    with contextlib.redirect_stdout(said), _typing(people):
        host.run()
    expect(kept.session.is_over, "real table", f"a bout of {MOST_ENTRIES} entries", "a shorter one from `trial.short`")
    read = transcript.read(transcript.write(kept.transcript))
    expect(transcript.replay(game, read).is_over, "transcript", "a replay that is not over", "the whole bout")
    expect(read.comment == apart, "transcript, comment", repr(read.comment), repr(apart))
    question = game.words.question(kept.session.bout)
    expect(question in said.getvalue(), "real table, the end", repr(said.getvalue()[-200:]), repr(question))
    if seats > 1:
        expect("player_1 (AI): " in said.getvalue(), "real table", "no decision of player_1", "each announced")
    return people.told


@contextlib.contextmanager
def _typing(people: People) -> Iterator[None]:
    """Make `input` read what people type."""
    usual = builtins.input
    builtins.input = people  # type: ignore[assignment]
    try:
        yield
    finally:
        builtins.input = usual
