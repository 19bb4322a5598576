"""Names of players on the screen: the only person is "you", an agent has its name, others are seats.

The sentences of games name seats and are written about others, so a verb after "you" loses its ending.
"""

import re
from collections.abc import Collection, Sequence

from nexus_env.system.visible import legible

YOU = "you"
LONGEST = 14  # characters of an agent's name
IRREGULAR = {"is": "are", "has": "have", "does": "do", "goes": "go", "lies": "lie", "dies": "die"}
LONG_ENDINGS = ("sses", "shes", "ches", "xes")  # after which a verb loses two letters


class Naming:
    """The names at one table."""

    def __init__(self, players: Sequence[str], agents: Collection[int]) -> None:
        """For the players in the order of their seats; people sit at those that are not in `agents`."""
        people = [seat for seat in range(len(players)) if seat not in agents]
        names = [legible(name[-LONGEST:]) for name in players]
        self.names: list[str] = []
        for seat, name in enumerate(names):
            alike = [other for other in agents if names[other] == name]
            if seat in agents:
                self.names.append(f"{name} {seat}" if len(alike) > 1 else name)
            else:
                self.names.append(YOU if len(people) == 1 else f"player_{seat}")
        self.own = re.compile(rf"^(\W*)player_{people[0]} (\w+)\b(.*)$") if len(people) == 1 else None

    def of(self, seat: int) -> str:
        """The name of a seat."""
        return self.names[seat]

    def told(self, sentence: str) -> str:
        """A sentence of a game with the names in it."""
        begins = re.match(r"\W*(?=player_\d)", sentence) if self.own else None
        own = self.own and self.own.match(sentence)
        if own:
            lead, verb, rest = own.groups()
            rest = re.sub(r"\bits\b", "your", rest)
            sentence = f"{lead}player_{self.names.index(YOU)} {about_you(verb)}{rest}"
        named = re.sub(r"player_(\d+)('s)?", self._named, sentence)
        place = begins.end() if begins else len(named)
        return named[:place] + named[place : place + 1].upper() + named[place + 1 :]

    def _named(self, found: re.Match[str]) -> str:
        seat, owns = int(found[1]), found[2] or ""
        if seat >= len(self.names):
            return found[0]
        name = self.names[seat]
        return "your" if owns and name == YOU else f"{name}{owns}"


def about_you(verb: str) -> str:
    """A verb about somebody as one about you: `loses` becomes `lose`; other words stay as they are."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith(LONG_ENDINGS):
        return verb[:-2]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
