"""Checks of the contract by random play: masks, observations, imagined bouts, rewards, dictated dice."""

from typing import Any

import numpy as np

from nexus_env.contract import rules
from nexus_env.contract.game import Game
from nexus_env.contract.outcomes import Outcomes, Shared
from nexus_env.core import slots
from nexus_env.kit.dice import draw_below
from nexus_env.kit.tape import CHANCE, MOST_ENTRY, NOBODY
from nexus_env.machine.compiled import compiled
from nexus_env.testing.driven import Array, DrivenBout
from nexus_env.testing.extent import LONGEST, Extent
from nexus_env.testing.faults import NotCheckedError, expect, fault

REMAINS = (55, -77)  # what an observation is written over, which should make no difference


@compiled
def roll(rows: Any, sides: int) -> int:
    """A face rolled by the bout's own dice, as an action."""
    return draw_below(rows[0].bout.tape.generator, sides)


@compiled
def pay(rows: Any, out: Any) -> None:
    """Write the outcome of the bout in the first slot to `out`."""
    rules.rewards(rows[0].bout, out)


def check_parts(game: Game) -> None:
    """Check that actions and parts of the observation have unique names and consistent lengths."""
    place = f"game {game.name!r}"
    expect(len(set(game.actions)) == len(game.actions), f"{place}, actions", "one name twice", "each name once")
    expect(len(game.actions) <= MOST_ENTRY + 1, f"{place}, actions", len(game.actions), f"at most {MOST_ENTRY + 1}")
    for ranged in game.ranges:
        if ranged.way == ("table", "request", "sides"):
            sides, wanted = ranged.within.most, "at least as many as the largest die has faces, which are answers, too"
            expect(sides <= len(game.actions), f"{place}, actions", f"{len(game.actions)} for {sides} faces", wanted)
    for piece in game.layout:
        found = f"length {piece.length} and meaning {piece.meaning!r}"
        expect(piece.length > 0 and piece.meaning, f"{place}, layout, {piece.name}", found, "a length and a meaning")
    names = [piece.name for piece in game.layout]
    expect(len(set(names)) == len(names), f"{place}, layout", "one name twice", "each name once")
    expect(slots.slot_dtype(game) is slots.slot_dtype(game), f"{place}, record", "two layouts", "one")


def check_mask(game: Game, seats: int, extent: Extent, seed: int = 0) -> None:
    """Check that there is always a legal action before the end, and none after it."""
    session = DrivenBout(game, seed, seats=seats)
    for turn in range(extent.decisions):
        place = _place("write_mask", seats, seed, turn)
        values = set(np.unique(session.mask).tolist())
        expect(values <= {0, 1}, place, sorted(values), "0 and 1 alone")
        expect(session.mask.any(), place, "no legal action before the end of the bout", "at least one")
        session.act(session.any_action())
        if session.over:
            expect(not session.mask.any(), place, "a legal action after the end of the bout", "none")
            break


def check_refusals(game: Game, seats: int, extent: Extent, seed: int = 11) -> None:
    """Check that every legal action is carried out, and that every illegal one is refused and changes nothing."""
    session = DrivenBout(game, seed, seats=seats)
    for turn in session.turns(extent.decisions):
        if turn % 10 == 0:
            before = session.slots.tobytes()
            for action in range(-1, len(game.actions) + 1):
                legal = 0 <= action < len(game.actions) and bool(session.slots["mask"][0, action])
                trial, name = session.copy(), game.actions[action] if 0 <= action < len(game.actions) else action
                place = f"{_place('carry_out', seats, seed, turn)}, action {name!r}"
                expect(trial.act(action) == legal, place, "the opposite of what the mask says", "what it says")
                found, wanted = ("nothing changed", "a change") if legal else ("a change", "nothing changed")
                expect((trial.slots.tobytes() == before) == (not legal), place, found, wanted)


def check_observations(game: Game, seats: int, extent: Extent, seed: int = 0) -> None:
    """Check that every number of every observation is written and within its declared span."""
    session, (low, high) = DrivenBout(game, seed, seats=seats), game.observation_bounds
    for turn in range(extent.decisions):
        for seat in range(seats):
            seen, again = (session.seen_over(seat, before) for before in REMAINS)
            place = f"{_place('observe', seats, seed, turn)}, player_{seat}"
            for wrong in np.flatnonzero(seen != again)[:1]:
                name = name_of_place(game, int(wrong))
                raise fault(f"{place}, {name}", "a number that was not written", "every number written")
            for wrong in np.flatnonzero((seen < low) | (seen > high))[:1]:
                name, (least, most) = name_of_place(game, int(wrong)), (low[wrong], high[wrong])
                raise fault(f"{place}, {name}", f"{seen[wrong]:g}", f"{least:g} to {most:g}")
        if session.over:
            break
        session.act(session.any_action())


def name_of_place(game: Game, place: int) -> str:
    """The part of the observation that a number belongs to, and its index in that part."""
    for piece in game.layout:
        if place < piece.length:
            return f"{piece.name}, number {place}"
        place -= piece.length
    return f"number {place} after the last"


def check_sight(game: Game, seats: int, extent: Extent, seed: int = 0) -> None:
    """Check that a seat's observation does not depend on what is hidden from it."""
    session, dealt_anew = DrivenBout(game, seed, seats=seats, **game.trial.hidden), 0
    for turn in session.turns(extent.decisions):
        for seat in range(NOBODY, seats):
            place = f"{_place('imagine', seats, seed, turn)}, {_viewer(seat)}"
            other = session.copy()
            other.deal_anew(seat, 1 + turn)
            mask = other.shown_mask()
            if seat != NOBODY:
                _expect_same(game, session.seen_by(seat), other.seen_by(seat), place)
            if seat != NOBODY and seat == session.seat:
                same = session.slots["mask"][0].tobytes() == mask.tobytes()
                expect(same, place, "other legal actions where what is hidden differs", "the same")
            for field in ("happenings", "told", "shown"):
                same = session.bout[field].tobytes() == other.bout[field].tobytes()
                expect(same, f"{place}, {field}", "a change", "what has been told, unchanged")
            dealt_anew += session.bout["table"].tobytes() != other.bout["table"].tobytes()
    expect_hidden(game, dealt_anew, _place("imagine", seats, seed))


def expect_hidden(game: Game, dealt_anew: int, place: str) -> None:
    """Check that something is hidden if and only if the game says so."""
    if game.trial.hides:
        wanted = "something hidden that is dealt anew; say `trial=Trial(hides=False)` if the game hides nothing"
        expect(dealt_anew, place, "the same table in every imagined bout", wanted)
    else:
        wanted = "the table unchanged, as `trial=Trial(hides=False)` says"
        expect(not dealt_anew, place, "another table in an imagined bout", wanted)


def _expect_same(game: Game, seen: Array, again: Array, place: str) -> None:
    """Check that two rows of numbers are equal; the error names the first difference."""
    for wrong in np.flatnonzero(seen != again)[:1]:
        found = f"{seen[wrong]:g} and {again[wrong]:g} where only what is hidden differs"
        raise fault(f"{place}, {name_of_place(game, int(wrong))}", found, "the same")


def check_imagination(game: Game, seats: int, extent: Extent, seed: int = 0) -> None:
    """Check that bouts which look the same to a seat or a spectator are imagined alike, byte for byte."""
    session, differed = DrivenBout(game, seed, seats=seats, **game.trial.hidden), 0
    for turn in session.turns(extent.decisions):
        for seat in range(NOBODY, seats):
            one, other = session.copy(), session.copy()
            one.deal_anew(seat, 1 + turn)
            other.deal_anew(seat, 1001 + turn)
            differed += one.bout["table"].tobytes() != other.bout["table"].tobytes()
            for imagined in (one, other):
                imagined.deal_anew(seat, 7)
            place = f"{_place('imagine', seats, seed, turn)}, {_viewer(seat)}"
            same = one.bout.tobytes() == other.bout.tobytes()
            expect(same, place, "bouts that still differ in what was hidden", "the same bout from the same seed")
    expect_hidden(game, differed, _place("imagine", seats, seed))


def check_imagined_bouts(game: Game, seats: int, extent: Extent, seed: int = 5) -> None:
    """Check that an imagined bout can be played to its end."""
    session = DrivenBout(game, seed, seats=seats, **game.trial.hidden)
    for turn in range(extent.imagined):
        if session.over:
            break
        other = session.copy()
        other.deal_anew(session.seat, turn)
        place = _place("imagine", seats, seed, turn)
        for _ in range(LONGEST):
            if other.over:
                break
            expect(other.slots["mask"][0].any(), place, "an imagined bout without a legal action", "at least one")
            other.act(other.any_action())
        expect(other.over, place, f"an imagined bout of {LONGEST:,} decisions", "one that ends")
        session.act(session.any_action())


def check_seeds(game: Game, seats: int, extent: Extent) -> None:
    """Check that the same seed gives the same bytes, and another seed different ones."""

    def bytes_of(seed: int) -> bytes:
        session, path = DrivenBout(game, seed, seats=seats), b""
        session.rng = np.random.default_rng(0)
        for _ in session.turns(extent.decisions // 5):
            path += session.bout.tobytes()  # without the slot, which holds the seed
        return path

    expect(bytes_of(1) == bytes_of(1), f"{seats} seats, seed 1", "two different bouts", "the same bout each time")
    expect(bytes_of(1) != bytes_of(2), f"{seats} seats, seeds 1 and 2", "the same dice", "other dice")


def check_ends(game: Game, seats: int, extent: Extent) -> None:
    """Check that each bout ends, and pays every seat between -1 and 1, as `outcomes` says."""
    for seed in range(extent.whole):
        session = DrivenBout(game, seed, seats=seats)
        for _ in session.turns(LONGEST):
            pass
        expect(session.over, _place("carry_out", seats, seed), f"a bout of {LONGEST:,} decisions", "one that ends")
        paid = np.full(seats, np.nan, np.float32)
        pay(session.slots, paid)
        good = np.isfinite(paid).all() and np.abs(paid).max() <= 1
        expect(good, _place("rewards", seats, seed), paid.tolist(), "a number from -1 to 1 for each seat")
        check_outcomes(game.outcomes, paid, _place("rewards", seats, seed))


def check_outcomes(outcomes: Outcomes, paid: Array, place: str = "rewards") -> None:
    """Check that the payments of one bout, float32 [seats], are as the game's `outcomes` says."""
    winners, losers, found = paid[paid > 0], paid[paid < 0], paid.tolist()
    expect(not outcomes.zero_sum or abs(paid.sum()) < 1e-6, place, found, "a sum of 0, as `outcomes` says")
    if outcomes.shared is Shared.SPLIT:
        expect(len(set(winners)) <= 1, place, found, "the same for all who win together, as `outcomes` says")
        expect(len(set(losers)) <= 1, place, found, "the same for all who lose, as `outcomes` says")
    else:
        expect(len(winners) <= 1, place, found, "at most one winner, as `outcomes` says")
    if outcomes.shared is Shared.NEVER and len(losers):
        expect(len(winners) == 1, place, found, "one winner, as `outcomes` says")


def check_dictated_dice(game: Game, seats: int, extent: Extent, seed: int = 0) -> None:
    """Check that the same dice, if dictated, lead to the same table."""
    options = {"seats": seats, **game.trial.hidden}
    free, told = DrivenBout(game, seed, **options), DrivenBout(game, seed, dictated=True, **options)
    dice = 0
    for turn in range(extent.decisions):
        place = f"{_place('write_mask', seats, seed, turn)}, a dictated die"
        while told.seat == CHANCE:
            request, faces = told.bout["table"]["request"], np.flatnonzero(told.mask)
            all_of_them = faces.tolist() == list(range(request["sides"]))
            if not (all_of_them or request["private"]) and game.words.dice(told.bout).is_die:
                wanted = f"0 to {request['sides'] - 1}, or a card: a `Chance` with `is_die=False` in words.dice"
                raise fault(place, faces.tolist(), wanted)
            face = int(faces[roll(told.slots, len(faces))])
            expect(_act(told, face, place), place, "a face that is refused", "a legal one")
            dice += 1
        same = told.bout["table"].tobytes() == free.bout["table"].tobytes()
        place = _place("carry_out", seats, seed, turn)
        expect(same, place, "other tables from the same dice", "the same; every die comes from `roll` and its kin")
        if free.over:
            break
        action = free.any_action()
        good = free.act(action) and _act(told, action, place)
        expect(good, place, f"{game.actions[action]!r} refused", "it carried out")
    if not dice:
        raise NotCheckedError("no die was rolled")


def _act(told: DrivenBout, action: int, place: str) -> bool:
    """Carry out an action in a bout with dictated dice, in which no rule may roll a die by itself."""
    before = told.bout["tape"]["generator"].tobytes()
    carried_out = told.act(action)
    same = told.bout["tape"]["generator"].tobytes() == before
    expect(
        same, place, "a die that the rules draw by themselves", "dice from `roll` and its kin, which people can roll"
    )
    return carried_out


def _place(part: str, seats: int, seed: int, turn: int | None = None) -> str:
    """The place of a decision of a bout, for errors."""
    return f"{part}, {seats} seats, seed {seed}" + ("" if turn is None else f", decision {turn}")


def _viewer(seat: int) -> str:
    return "a spectator" if seat == NOBODY else f"player_{seat}"
