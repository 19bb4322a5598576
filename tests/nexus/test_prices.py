"""What a command is said to take is what playing it takes; and what can end one's own helot says so."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from nexus_env.core.session import Session
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.checks.variety import variety
from nexus_env.games.nexus.rules.actions import (
    ACTION,
    BONUS,
    COMMAND_TOKENS,
    CRED,
    DECEPTION_TOKENS,
    MOVEMENT,
    NAMES,
    OVERALL,
    ROWS,
    TABLE,
    Action,
)
from nexus_env.games.nexus.rules.bout import (
    UNARMED,
    WEAPONS,
    Pile,
    Question,
    Square,
    Standing,
    Trait,
)
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.geometry import FRONT
from nexus_env.games.nexus.rules.log import Event
from nexus_env.games.nexus.rules.operands import MOST_THROWN
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.price_preview import SPRINGS, Price, price_of
from nexus_env.games.nexus.words.risks import may_end_own_helot
from nexus_env.kit.spelling import plain
from nexus_env.kit.tape import CHANCE, NOBODY
from nexus_env.machine.compiled import PLAIN

BOUTS, LENGTH = 11 if PLAIN else 33, 80  # all barges with all seat counts, and so many decisions of each
TRIES, MOST_TRIES = (8, 40) if PLAIN else (25, 100)  # of each row of the action table; more where it takes health
ENRICHED = 0.3  # of the commands
CARDS = (Action.PLAY_CARD, Action.UNIQUE_ABILITY)
GIVING = (*CARDS, Action.TOKEN_TO_MOVEMENT, Action.TOKEN_TO_ACTION, Action.END_ROUND)  # whose points are not compared
BUTTONS = (Action.BUTTON_TO_MOVEMENT, Action.BUTTON_TO_ACTION)
TRAITS = [plain(trait) for trait in Trait]
# What a row of the action table names as its price: an amount and what it is of.
PRINTED = re.compile(r"(\d+) (AP|MP|Command token|Deception token|Overall Condition|\w+)s?( a square)?")
MEANT = {"AP": ACTION, "MP": MOVEMENT, "Command token": COMMAND_TOKENS, "Deception token": DECEPTION_TOKENS}
MEANT |= {"Overall Condition": OVERALL, **{trait.name.title(): plain(trait) for trait in Trait}}


def positions(number: int, played: Counter[Action]) -> Iterator[Session]:
    """The decisions of a bout as they lie; commands that were seldom `played` are preferred."""
    rng = np.random.default_rng(number)
    session = Session(NEXUS, NEXUS.read_options(**variety(number)), seed=number)
    for _ in range(LENGTH):
        if session.is_over:
            return
        if session.seat >= 0:
            if rng.random() < ENRICHED and session.rows["table"]["request"]["question"][0] == Question.COMMAND:
                session = enriched(session, rng)
            yield session
        legal = np.flatnonzero(session.mask)
        odds = np.array([1 / (1 + played[ROWS[action]]) for action in legal])
        action = int(rng.choice(legal, p=odds / odds.sum()))
        played[ROWS[action]] += 1
        session.act(action)


def enriched(session: Session, rng: np.random.Generator) -> Session:
    """The same decision with full reserves, few coins, a weapon, somebody in Front and perhaps in a grapple."""
    rows = session.rows
    table, seat = rows["table"][0], session.seat
    for other in range(table["seats"]):
        table["helots"][other]["traits"] = 5
        table["helots"][other]["health"][Pile.OVERALL_CONDITION] = rng.integers(1, 12)
        table["lanistas"][other]["cred"] = rng.integers(0, 12)
    table["command_round"]["action_points"] = rng.integers(0, 7)
    table["command_round"]["movement_points"] = rng.integers(0, 7)
    opponent = (seat + 1) % int(table["seats"])
    helot, other = table["helots"][seat], table["helots"][opponent]
    eye = Eye(rows[0], seat)
    x, y = eye.square(FRONT)
    is_apart = all(one[grip] == NOBODY for one in (helot, other) for grip in ("holds", "held_by"))
    is_open = eye.lies(x, y) < Square.FIRE and eye.stands(x, y) == NOBODY
    if is_apart and is_open and other["standing"] == Standing.FIT:
        other["x"], other["y"], other["flaming"] = x, y, rng.integers(2)
        other["facing"] = (helot["facing"] + 2) % 4
        helot["prone"] = other["prone"] = 0
        grip = rng.integers(3)
        if grip == 1:
            helot["holds"], other["held_by"] = opponent, seat
        elif grip == 2:
            helot["held_by"], other["holds"] = opponent, seat
    if helot["weapon"] == UNARMED:
        kind = int(rng.integers(WEAPONS))
        helot["weapon"], helot["armed"], helot["uses"] = kind, rng.integers(2), 3
    return Session.at(NEXUS, rows)


def purse(bout: np.void, seat: int) -> dict[str, int]:
    """What a seat has of each kind, but for the coins, whose way the happenings tell."""
    table = bout["table"]
    helot, lanista, turn = table["helots"][seat], table["lanistas"][seat], table["command_round"]
    return {
        MOVEMENT: int(turn["movement_points"]),
        ACTION: int(turn["action_points"]),
        BONUS: int(turn["bonus_points"]),
        COMMAND_TOKENS: int(lanista["command_tokens"]),
        DECEPTION_TOKENS: int(lanista["deception_tokens"]),
        **dict(zip(TRAITS, helot["traits"].tolist(), strict=True)),
    }


class Trial:
    """An action, carried out on a copy of a bout up to the first die; all others let it pass."""

    def __init__(self, session: Session, action: int) -> None:
        rows = session.rows
        rows["tape"]["dictated"] = 1
        self.seat, self.row = session.seat, ROWS[action]
        self.is_command = rows["table"]["request"]["question"][0] == Question.COMMAND
        self.copy = Session.at(NEXUS, rows)
        before = purse(rows[0], self.seat)
        self.coins = {CRED: 0, OVERALL: 0}
        self.paid_for_ability: Price = dict.fromkeys(TRAITS, 0)
        self._act(action)
        while self._goes_on():
            self._act(5 if self.copy.seat == CHANCE else Action.PASS)
        after = purse(self.copy.rows[0], self.seat)
        self.gone = {kind: before[kind] - after[kind] for kind in before}

    def _goes_on(self) -> bool:
        """Others are asked whether they interrupt; or a spring is rolled, that leads off its square in any case."""
        request = self.copy.rows["table"]["request"][0]
        if self.copy.seat == CHANCE:
            return self.row in SPRINGS and request["purpose"] == Purpose.CHECK
        is_theirs = self.copy.seat not in (NOBODY, self.seat) or request["question"] == Question.PERSEVERANCE
        return self.is_command and is_theirs and request["question"] >= Question.INTERRUPT and not self.is_past

    @property
    def is_past(self) -> bool:
        """The round of the command is over."""
        return self.copy.rows["table"]["command_round"]["seat"][0] != self.seat

    def _act(self, action: int) -> None:
        self.copy.act(int(action))
        world = self.copy.rows[0]
        for row in world["happenings"][world["heard"] : world["told"]]:
            if row["event"] in (Event.ROUND, Event.CYCLE):
                return
            mine = row["seat"] == self.seat
            if row["event"] == Event.COINS and mine and row["what"] in (Pile.CRED, Pile.OVERALL_CONDITION):
                self.coins[CRED if row["what"] == Pile.CRED else OVERALL] += int(row["amount"])
            if row["event"] == Event.TRAIT_DOWN and mine and not self._is_shown:
                self.paid_for_ability[TRAITS[row["what"]]] += int(row["amount"])
            self._is_shown = row["event"] == Event.UNIQUE or self._is_shown

    _is_shown = False

    def compared(self, price: Price) -> list[str]:
        """The kinds of which this action takes surely as much as its price says; of an answer those that it names."""
        if not self.is_command:
            return [kind for kind in price if kind not in self.coins or self.row in BUTTONS]
        kinds = [CRED, OVERALL, COMMAND_TOKENS, DECEPTION_TOKENS]
        kinds += [] if self.row == Action.PLAY_CARD else TRAITS
        if self.is_past:  # its points went with the round
            return kinds
        kinds += [] if self.row in GIVING else [MOVEMENT, ACTION]
        return kinds + ([BONUS] if Action.WILD_ATTACK <= self.row <= Action.COMBO else [])

    def taken(self, kind: str) -> int:
        if self.row == Action.UNIQUE_ABILITY and kind in TRAITS:
            return self.paid_for_ability[kind]
        return self.coins[kind] if kind in self.coins else max(0, self.gone[kind])


def test_what_is_told_is_what_is_paid() -> None:
    """R-060, R-061, R-074, R-153, R-160, R-183, R-280, R-372, R-397: over all agreements, seat counts and commands."""
    played, tried, ends = Counter[Action](), Counter[Action](), 0
    asked = defaultdict[Action, set[int]](set)
    for number in range(BOUTS):
        for session in positions(number, played):
            eye = Eye(session.rows[0], session.seat)
            for action in np.flatnonzero(session.mask).tolist():
                row, price = ROWS[action], price_of(eye, action)
                if (tried[row] >= TRIES and OVERALL not in price) or tried[row] >= MOST_TRIES:
                    continue
                if match := PRINTED.fullmatch(TABLE.cost_of(row)):
                    squares = (action - row) % MOST_THROWN + 1 if match[3] else 1
                    asked[row].add(price.get(MEANT[match[2]], 0) // squares)
                trial = Trial(session, action)
                told = {kind: price.get(kind, 0) for kind in trial.compared(price)}
                assert told == {kind: trial.taken(kind) for kind in told}, (number, NAMES[action])
                ended = trial.is_command and trial.coins[OVERALL] >= eye.helot["health"][Pile.OVERALL_CONDITION] > 0
                assert may_end_own_helot(eye, action) >= ended, (number, NAMES[action])
                tried[row] += 1
                ends += ended
    assert ends > 3 and len(tried) > 45, (ends, len(tried))
    if not PLAIN:  # which sees too few of each row
        printed = {row: int(TABLE.cost_of(row).split()[0]) for row in asked}
        assert not {row.name: told for row, told in asked.items() if printed[row] not in told}
        assert len(asked) > 35
