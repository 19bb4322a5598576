"""Fill unknown cards of a view with any deal that fits the known ones; `imagine` shuffles them afterwards."""

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any

import numpy as np

from nexus_env.contract.notation import Hole, Way
from nexus_env.kit.bitsets import members_of, set_of
from nexus_env.system.wording import InputError

HIDDEN = HAND, PUT_AWAY, SEEN = "hand", "discarded", "known"
Sets = dict[Way, int]  # sets of cards, one bit each, by their path in the record


def deal_hidden(bout: Any, seat: int, found: Mapping[Way, Hole], rng: np.random.Generator) -> None:
    """Fill hands, put-away cards and cards seen by others, first on the table, then on the table before the command.

    Args:
        bout: the record of a bout, without what `seat` does not know.
        seat: the viewer.
        found: the holes, by field; see `Notation.deal`.
        rng: chooses among the possible cards.

    Raises:
        ValueError: something other than cards is hidden, or there are too few cards for the holes.
    """
    for way, hole in found.items():
        if hole.missing and not _holds_cards(way):
            raise InputError(f"position: got ? in {way[-1]}; expected it only in {HAND}, {PUT_AWAY} and {SEEN}.")
    holes = {way: hole.missing for way, hole in found.items() if _holds_cards(way)}
    sets = _sets_of(bout)
    free = _free_cards(bout, sets)
    rng.shuffle(free)
    _fill(sets, "table", holes, dict.fromkeys(_places(holes, "table"), free))
    _copy_untold(sets, holes)
    _fill(sets, "start", holes, _lain_before(sets, holes, range(int(bout["table"]["seats"]))))
    _fill_seen(sets, seat, holes, rng)
    _copy_untold(sets, holes)
    _lay(bout, sets)


def _holds_cards(way: Way) -> bool:
    return way[1] == "lanistas" and way[-1] in HIDDEN


# --- the sets as plain numbers, ten times as fast as reading the record -----------------------------------------------


def _sets_of(bout: Any) -> Sets:
    """All sets of hidden cards."""
    return {
        (which, "lanistas", seat, name): cards
        for which in ("table", "start")
        for name in HIDDEN
        for seat, cards in enumerate(bout[which]["lanistas"][name].tolist())
    }


def _lay(bout: Any, sets: Sets) -> None:
    """Write the sets into the bout."""
    for which in ("table", "start"):
        lanistas = bout[which]["lanistas"]
        for name in HIDDEN:
            lanistas[name] = [sets[which, "lanistas", seat, name] for seat in range(len(lanistas))]


def _copy_untold(sets: Sets, holes: Mapping[Way, int]) -> None:
    """Fill unmentioned holes of the table before the command with the current values."""
    for way in holes:
        if way[0] == "table" and ("start", *way[1:]) not in holes:
            sets["start", *way[1:]] |= sets[way]


def _lain_before(sets: Sets, holes: Mapping[Way, int], seats: Iterable[int]) -> dict[Way, list[int]]:
    """Candidates for a hole on the table before the command.

    They are the current cards of the same place, then cards that are somewhere now and were nowhere then.
    """
    everywhere = [("lanistas", seat, name) for seat in seats for name in (HAND, PUT_AWAY)]
    lay = reduce(or_, (sets["start", *place] for place in everywhere))
    moved = [card for place in everywhere for card in members_of(sets["table", *place] & ~lay)]
    return {place: [*members_of(sets["table", *place]), *moved] for place in _places(holes, "start")}


def _free_cards(bout: Any, sets: Sets) -> list[int]:
    """The cards of the deck with unknown places."""
    seats, taken = int(bout["table"]["seats"]), int(bout["table"]["used_cards"])
    for seat in range(seats):
        taken |= sets["table", "lanistas", seat, HAND] | sets["table", "lanistas", seat, PUT_AWAY]
    return [card for card in range(int(bout["options"]["influence_cards"])) if not taken >> card & 1]


def _places(holes: Mapping[Way, int], which: str) -> Iterable[Way]:
    """The places with missing cards on one of the two tables; seen cards are in hands."""
    return [way[1:] for way in holes if way[0] == which and way[-1] != SEEN]


def _fill(sets: Sets, which: str, holes: Mapping[Way, int], choices: Mapping[Way, list[int]]) -> None:
    """Fill each place from its candidates; no card is used twice."""
    given = 0
    for place, cards in choices.items():
        way = (which, *place)
        fresh = [card for card in cards if not (given | sets[way]) >> card & 1]
        chosen = list(dict.fromkeys(fresh))[: holes[way]]
        if len(chosen) < holes[way]:
            found = f"got {holes[way]} unknown cards in {_words(way)}"
            raise InputError(f"position: {found}; expected at most {len(chosen)}, which are left.")
        given |= set_of(chosen)
        sets[way] |= set_of(chosen)


def _fill_seen(sets: Sets, seat: int, holes: Mapping[Way, int], rng: np.random.Generator) -> None:
    """Fill what others have seen of hands unknown to `seat`: any cards of these hands."""
    for way, missing in holes.items():
        if way[-1] != SEEN or not missing:
            continue
        hands = {who[2]: cards for who, cards in sets.items() if who[0] == way[0] and who[-1] == HAND}
        mine = hands[seat] | sets[way[0], "lanistas", seat, SEEN] | sets[way]
        cards = [card for who, hand in hands.items() if who not in (seat, way[2]) for card in members_of(hand & ~mine)]
        if len(cards) < missing:
            found = f"got {missing} unknown cards in {_words(way)}"
            raise InputError(f"position: {found}; expected at most {len(cards)}, which are held.")
        sets[way] |= set_of(rng.permutation(cards)[:missing].tolist())


def _words(way: Way) -> str:
    """A field's name in positions."""
    group = ".".join(str(part) for part in way[:-1]).removeprefix("table.")
    return f"{group} {way[-1]}"
