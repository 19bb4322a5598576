"""Checks of commands in words: a spelling is unique in its position and read back to its action; the price is right."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from nexus_env.contract import command_text
from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.kit.tape import COMMAND, PASS
from nexus_env.testing.driven import any_action
from nexus_env.testing.extent import QUICK, Extent
from nexus_env.testing.faults import NotCheckedError, expect, fault

NONSENSE = "no such thing"
READ_EVERY = 10  # decisions


def _positions(game: Game, seats: int, dictated: bool, extent: Extent) -> Iterator[tuple[int, Session, str]]:
    """Yield the decisions of some randomly played bouts, each with its place for errors."""
    bouts, decisions = extent.spelled
    for seed in range(bouts):
        rng, options = np.random.default_rng(seed), {**game.trial.hidden, "seats": seats}
        session = Session(game, game.read_options(**options), seed=seed, dictated=dictated)
        for turn in range(decisions):
            if session.is_over:
                break
            yield turn, session, f"words.spell, {seats} seats, seed {seed}, decision {turn}"
            session.act(any_action(session, rng))


def check_nonsense(game: Game, seats: int, extent: Extent, *, dictated: bool) -> int:
    """Check that every question refuses nonsense in a sentence; return the number of kinds of questions asked."""
    asked, wanted = set(), f"'{NONSENSE}', which is not a command of this game"
    for _, session, place in _positions(game, seats, dictated, extent):
        request = session.rows["table"]["request"][0]
        kind = (int(request["question"]), int(request["purpose"]), session.seat)
        if kind not in asked:
            asked.add(kind)
            try:
                action = session.read(NONSENSE)
            except ValueError as error:
                expect(wanted in str(error), place, f"the error {error}", wanted)
            else:
                raise fault(place, f"{NONSENSE!r} read as {game.actions[action]!r}", "an error")
    return len(asked)


def check_spelling(game: Game, seats: int, extent: Extent, *, dictated: bool) -> None:
    """Check that every legal action has a unique spelling, which is read back to it."""
    for turn, session, place in _positions(game, seats, dictated, extent):
        actions = np.flatnonzero(session.mask).tolist()
        spelled = [session.spell(action) for action in actions]
        twice = [words for words, count in Counter(map(command_text.plain, spelled)).items() if count > 1]
        expect(not twice, place, f"several legal actions spelled {twice[:3]}", "a spelling for each")
        for action, words in zip(actions, spelled, strict=True):
            good = not set(words) & set("{}\n:") and words == words.strip()
            expect(good, place, repr(words), "no braces, colons, line breaks or blanks around it")
            if turn % READ_EVERY == 0:
                for text in (words, f"  {words.upper().replace(' ', '   ')} "):
                    read = session.read(text)
                    expect(read == action, place, f"{text!r} read as action {read}", f"action {action}")


def _paid(session: Session, action: int) -> Session:
    """The bout after a seat has paid for an action: another seat is asked, a die, or the next command."""
    rows = session.rows
    rows["tape"]["dictated"] = 1
    copy = Session.at(session.game, rows)
    copy.act(action)
    while copy.seat == session.seat and copy.rows["table"]["request"]["question"][0] != COMMAND:
        copy.act(PASS if copy.mask[PASS] else int(np.flatnonzero(copy.mask)[0]))
    return copy


def check_prices(game: Game, extent: Extent) -> None:
    """Check that playing a command takes exactly its stated price; an answer is checked only if it has one."""
    purse = game.trial.purse
    if purse is None:
        raise NotCheckedError("`trial.purse` is not given")
    (bouts, decisions, tries), tried, named, kinds = extent.priced, Counter[str](), set[str](), set[str]()
    for seed in range(bouts):
        rng = np.random.default_rng(seed)
        session = Session(game, game.read_options(**game.trial.hidden), seed=seed)
        for turn in range(decisions):
            if session.is_over:
                break
            before, seat, legal = session.rows[0], session.seat, np.flatnonzero(session.mask).tolist()
            rows = {action: game.words.guide(action).name for action in legal}
            fresh = [action for action in legal if tried[rows[action]] < tries]
            for action, offer in zip(fresh, game.words.offers(before, seat, fresh), strict=True):
                if offer.price or before["table"]["request"]["question"] == COMMAND:
                    after = _paid(session, action).rows[0]
                    had, left = purse(before, seat), purse(after, seat)
                    taken = {kind: had[kind] - left[kind] for kind in had if had[kind] > left[kind]}
                    place = f"words.offers, seed {seed}, decision {turn}, {session.spell(action)!r}"
                    good = taken == offer.price or game.trial.is_lost(before, after)
                    expect(good, place, f"the price {dict(offer.price)}", f"{taken}, which was taken")
                    kinds |= had.keys()
                tried[rows[action]] += 1
                named |= offer.price.keys()
            session.act(int(rng.choice(legal)))
    if extent == QUICK and named < kinds:
        raise NotCheckedError(f"quick play met no price in {', '.join(sorted(kinds - named))}")
    expect(named == kinds, "words.offers", f"prices in {sorted(named)}", f"in {sorted(kinds)}, as `trial.purse` has")
