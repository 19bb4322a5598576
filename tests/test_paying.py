"""What a command is said to take is what playing it takes. NEXUS, whose prices are coins too, has a test of its own."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from games import GAMES, HIDDEN, told_of

from nexus_env.core.session import Session
from nexus_env.kit.tape import COMMAND, PASS
from nexus_env.machine.compiled import PLAIN

SEEDS, LENGTH = (4, 60) if PLAIN else (8, 250)  # bouts, and decisions of each
TRIES = 3 if PLAIN else 12  # of each row of the action table
HERE = Path(__file__).parent
PRICED_HERE = [name for name in GAMES if not (HERE / name / "test_prices.py").exists()]


def paid(session: Session, action: int) -> Session:
    """The bout when a seat has paid for an action: another one is asked, a die, or the next command."""
    rows = session.rows
    rows["tape"]["dictated"] = 1
    copy = Session.at(session.game, rows)
    copy.act(action)
    while copy.seat == session.seat and copy.rows["table"]["request"]["question"][0] != COMMAND:
        copy.act(PASS if copy.mask[PASS] else int(np.flatnonzero(copy.mask)[0]))
    return copy


@pytest.mark.parametrize("name", PRICED_HERE)
def test_what_is_told_is_what_is_paid(name: str) -> None:
    """T-005, T-010, A-076, A-077, A-088. Of an answer only if it names a price: the command may be paid with it."""
    game, money = GAMES[name], told_of(name, "purse")
    tried, named = Counter[str](), set[str]()
    for seed in range(SEEDS):
        rng = np.random.default_rng(seed)
        session = Session(game, game.read_options(**HIDDEN[name]), seed=seed)
        for _ in range(LENGTH):
            if session.is_over:
                break
            before, seat, legal = session.rows[0], session.seat, np.flatnonzero(session.mask).tolist()
            rows = {action: game.words.guide(action).name for action in legal}
            fresh = [action for action in legal if tried[rows[action]] < TRIES]
            for action, offer in zip(fresh, game.words.offers(before, seat, fresh), strict=True):
                if offer.price or before["table"]["request"]["question"] == COMMAND:
                    after = paid(session, action).rows[0]
                    had, left = money.purse(before, seat), money.purse(after, seat)
                    taken = {kind: had[kind] - left[kind] for kind in had if had[kind] > left[kind]}
                    assert taken == offer.price or money.is_lost(before, after), (seed, session.spell(action))
                tried[rows[action]] += 1
                named |= offer.price.keys()
            session.act(int(rng.choice(legal)))
    assert named == money.purse(before, 0).keys()
