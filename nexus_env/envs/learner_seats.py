"""One learner's seat in each of many bouts, for libraries without turns or opponents.

`LearnerSeats` plays the other seats itself, so that each step leads from one decision of the learner to its next.
`envs.sb3` makes a Stable-Baselines3 `VecEnv` of it.

The reward of a step is the sum of everything that the learner's seat is paid from its decision until its next one, or
until the bout ends, no matter which seat makes the last move. So a loser's -1 reaches its last decision.
"""

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from nexus_env.core.policy_bank import PolicyBank
from nexus_env.envs.actions import warn_of_masks
from nexus_env.envs.batch import Batch, one_each
from nexus_env.envs.keywords import END, RAISE, REPLACE, expect_seat
from nexus_env.system.wording import InputError

Players = NDArray[np.int32]
Which = NDArray[np.int64]
FOUL = -1.0  # the reward of an illegal action that ends the bout


class Opponents(Protocol):
    """The players in seats that do not learn. A player is a number, whose meaning only this object knows."""

    def draw(self, count: int, rng: np.random.Generator) -> Players:
        """Draw players for `count` seats of new bouts, int32 [count]."""

    def choose(
        self, players: Players, observations: NDArray[np.float32], masks: NDArray[Any], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """The action of each of `players` [k] for `observations` [k, size] and `masks` [k, actions], int64 [k]."""


@runtime_checkable
class Networks(Protocol):
    """Opponents of which most are networks of one shape, which play without a return to Python for each decision."""

    bank: PolicyBank

    def draw(self, count: int, rng: np.random.Generator) -> Players:
        """As `Opponents`."""

    def rows(self, players: Players) -> NDArray[np.int32]:
        """The row of `bank` that holds each of `players` [n, seats] from now on, int32 [n, seats];
        `core.policy_bank.GUEST` for players that `choose` is asked for.
        """

    def choose(
        self, players: Players, observations: NDArray[np.float32], masks: NDArray[Any], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """As `Opponents`, for guests only."""


class LearnerSeats:
    """The bouts of a batch, each seen from one seat; a new seat and new opponents are drawn when a bout begins.

    A single legal action is carried out without asking a player, except for the learner's first one in each bout.

    All arrays are owned by this object and written in place:

    - `observations` float32 [n, size] and `masks` bool [n, actions] of the learner's next decision in each bout;
    - `learner` int32 [n], the seat that makes it;
    - `rewards` float32 [n] of the step just made; `ended` bool [n], whether that step ended its bout;
    - where `ended`: `outcomes` float32 [n] (the result itself, without shaping), `truncated` bool [n] (it was ended by
      a limit), `cut` bool [n] (by that of the learner's decisions), `illegal` bool [n] (by an illegal action of the
      learner), `final_observations` float32 [n, size], `returns`
      float32 [n] and `lengths` int64 [n] of the bout, and `opponents` int32 [n, seats], the player in each other seat
      of it, -1 in the learner's own.

    A bout ended by its own limit is scored by the game like any other, so its end is terminal: adding the value of its
    final observation would count it twice. A bout that was `cut` is not scored at all.
    """

    def __init__(
        self,
        batch: Batch,
        opponents: Opponents | Networks,
        seed: int | None,
        *,
        seat: int | None = None,
        illegal: str = RAISE,
        most_decisions: int | None = None,
    ) -> None:
        """Take over `batch`, which must not be compact; call `reset` before the first step.

        Args:
            batch: the bouts.
            opponents: who plays the seats that do not learn.
            seed: seeds the choice of opponents and seats; None draws one when it is needed.
            seat: the seat that learns; None draws one for each bout.
            illegal: how to handle an illegal action: see `keywords.Learner`.
            most_decisions: decisions of the learner after which its bout is cut; None for no limit.

        Raises:
            ValueError: the batch is compact, `opponents` is not an `Opponents`, or there is no such seat.
        """
        if batch.observations.dtype != np.float32:
            raise ValueError("batch: got a compact one; expected float32 observations.")
        self.batch, self._opponents = batch, _expect_opponents(opponents)

        # The learning seats and their rules.
        bouts, seats = batch.rewards.shape
        expect_seat(seat, seats)
        self._rng, self._begun = np.random.default_rng(seed or 0), False
        self._is_seeded = seed is not None
        self._seat, self._illegal, self._most_decisions = seat, illegal, most_decisions

        # The state of each bout.
        self._all = np.arange(bouts)
        self.learner = np.zeros(bouts, np.int32)
        self._players = np.zeros((bouts, seats), np.int32)
        self._over = np.zeros(bouts, np.bool_)
        self._owing = np.zeros(bouts, np.bool_)  # the learner has decided; rewards from now on are its own

        # Results of the last step, per bout.
        self.rewards = np.zeros(bouts, np.float32)
        self.ended = np.zeros(bouts, np.bool_)
        self.truncated = np.zeros(bouts, np.bool_)
        self.cut = np.zeros(bouts, np.bool_)
        self.illegal = np.zeros(bouts, np.bool_)
        self.outcomes = np.zeros(bouts, np.float32)
        self.final_observations = np.zeros_like(batch.observations)
        self.opponents = np.full((bouts, seats), -1, np.int32)
        self._so_far = np.zeros(bouts, np.float32)
        self._decisions = np.zeros(bouts, np.int64)
        self.returns = np.zeros(bouts, np.float32)
        self.lengths = np.zeros(bouts, np.int64)

    def set_opponents(self, opponents: Opponents | Networks) -> None:
        """Set the players of the other seats from the next decision on; running bouts draw new players, too.

        Raises:
            ValueError: `opponents` is not an `Opponents`.
        """
        self._opponents = _expect_opponents(opponents)
        self._players[:] = opponents.draw(self._players.size, self._rng).reshape(self._players.shape)

    @property
    def rng(self) -> np.random.Generator:
        """The random generator of seats and opponents; `save` includes it."""
        return self._rng

    @property
    def observations(self) -> NDArray[np.float32]:
        """The learner's observations, float32 [n, size]; overwritten by the next step."""
        return self.batch.observations

    @property
    def masks(self) -> NDArray[np.bool_]:
        """The learner's masks, bool [n, actions]; overwritten by the next step."""
        return self.batch.masks.view(np.bool_)

    def reset(self, seed: int | None = None) -> None:
        """Start a new bout in every slot and play to the learner's first decision in each.

        A seed restarts all randomness. Without one, the first reset uses the batch's own seed, and later resets
        continue.

        Raises:
            ValueError: the seed is not an integer of at least 0; nothing has changed.
        """
        if seed is None and not self._is_seeded:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 2)
        self.batch.reset(int(self._rng.integers(2**62)) if seed is None and self._begun else seed)
        self._rng = self._rng if seed is None else np.random.default_rng(seed)
        self._begun = self._is_seeded = True
        self._so_far[:] = 0
        self._decisions[:] = 0
        self._owing[:] = False
        self._cast(self._all)
        self._play_the_others(self._all)

    def step(self, actions: NDArray[np.int64], which: Which | None = None) -> None:
        """Carry out the learner's `actions` and play on to its next decision in each bout, or in those of `which`.

        Raises:
            ValueError: an action is illegal and `illegal` is "raise", or `actions` are not integers [k]; nothing has
                changed. Or an opponent's action is illegal.
            RuntimeError: `reset` was never called.
        """
        if not self._begun:
            raise RuntimeError("There are no bouts: call reset() first.")
        decided = self._all if which is None else which
        playing, actions, foul = self._judge(decided, actions)
        self.batch.step(actions, playing)
        self.rewards[:] = 0
        self.ended[:] = self.cut[:] = self.illegal[:] = False
        self._owing[decided] = True
        self._decisions[decided] += 1
        self._credit(playing)
        self._play_the_others(playing)
        if foul.size:
            self.rewards[foul] = FOUL
            self.illegal[foul] = True
            self._break_off(foul, FOUL, is_cut=False)
            warn_of_masks()
        if self._most_decisions is not None:
            late = playing[~self.ended[playing] & (self._decisions[playing] >= self._most_decisions)]
            self._break_off(late, 0, is_cut=True)
        self._so_far += self.rewards
        over = self.ended
        self.returns[over], self.lengths[over] = self._so_far[over], self._decisions[over]
        self._so_far[over], self._decisions[over] = 0, 0

    def _judge(self, which: Which, actions: NDArray[np.int64]) -> tuple[Which, NDArray[np.int64], Which]:
        """The bouts that play on, their actions, and the bouts that an illegal action ends."""
        if self._illegal == RAISE:
            return which, actions, which[:0]
        actions = one_each("actions", actions, which)
        masks = self.masks[which]
        numbers = np.clip(actions, 0, masks.shape[1] - 1)
        is_wrong = (numbers != actions) | ~masks[np.arange(which.size), numbers]
        if self._illegal == REPLACE:
            actions = actions.copy()
            for place in np.flatnonzero(is_wrong):
                legal = np.flatnonzero(masks[place])
                actions[place] = legal[np.argmin(abs(legal - actions[place]))]
        ends = is_wrong & (self._illegal == END)
        return which[~ends], actions[~ends], which[ends]

    def _break_off(self, which: Which, outcome: float, *, is_cut: bool) -> None:
        """End bouts early, after a decision of the learner, and begin the next ones."""
        if which.size:
            self.final_observations[which] = self.observations[which]
            self._note_end(which, outcome)
            self.truncated[which] = self.cut[which] = is_cut
            self._owing[which] = False
            self.batch.renew(which)
            self._cast(which)
            self._play_the_others(which)

    def save(self) -> dict[str, Any]:
        """Everything that the next steps depend on, except the opponents: arrays, bytes and one dict."""
        return {
            "batch": self.batch.save(),
            "learner": self.learner.copy(),
            "players": self._players.copy(),
            "so_far": self._so_far.copy(),
            "decisions": self._decisions.copy(),
            "rng": self._rng.bit_generator.state,
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Continue from the result of `save`."""
        self.batch.restore(saved["batch"])
        self.learner[:], self._players[:] = saved["learner"], saved["players"]
        self._so_far[:], self._decisions[:] = saved["so_far"], saved["decisions"]
        self._rng.bit_generator.state = saved["rng"]
        self._begun = self._is_seeded = True

    def _play_the_others(self, which: Which) -> None:
        """Let the opponents act until each of `which` waits for a choice of its learner."""
        opponents = self._opponents
        if isinstance(opponents, Networks):
            self._let_networks_play(opponents, which)
        else:
            self._ask(opponents, which)

    def _let_networks_play(self, opponents: Networks, which: Which) -> None:
        """Let the networks play each bout on its own, and again after a bout has ended or a guest has answered."""
        while which.size:
            rows = opponents.rows(self._players)
            next_seat = (self.learner[which] + 1) % rows.shape[1]
            # One network after another, so that each stays in the processor's cache; by player, not by row: new
            # opponents are drawn in this order, and in a resumed run the networks may have other rows.
            which = which[np.argsort(self._players[which, next_seat], kind="stable")]
            self.batch.play_on(which, self.learner, rows, self._owing, opponents.bank, self.rewards, self._over)
            over = self._over[which]
            asked = which[~over & (self.batch.seats[which] != self.learner[which])]
            self._end(which[over])
            self._let_choose(opponents, asked)
            which = np.concatenate([which[over], asked])

    def _let_choose(self, opponents: Opponents | Networks, which: Which) -> None:
        """Make one move in each of `which`, in all of which an opponent is to act."""
        if which.size:
            self._advance(which, self._chosen(opponents, which), blamed=opponents)

    def _ask(self, opponents: Opponents, which: Which) -> None:
        """Ask for all moves that are due, as often as necessary."""
        batch = self.batch
        while which.size:
            masks = batch.masks[which]
            others = batch.seats[which] != self.learner[which]
            forced = (others | self._owing[which]) & (np.count_nonzero(masks, axis=1) == 1)
            actions = masks.argmax(axis=1)
            due = which[others & ~forced]
            if due.size:
                actions[others & ~forced] = self._chosen(opponents, due)
            acting = others | forced
            which = which[acting]
            self._advance(which, actions[acting], blamed=opponents)

    def _chosen(self, opponents: Opponents | Networks, which: Which) -> NDArray[np.int64]:
        """The choices of the opponents that are to act in `which`, int64 [k]."""
        batch = self.batch
        players = self._players[which, batch.seats[which]]
        found = opponents.choose(players, batch.observations[which], batch.masks[which], self._rng)
        try:
            return one_each("actions", found, which)
        except ValueError as error:
            raise InputError(f"opponent {opponents!r}: {error}") from error

    def _advance(self, which: Which, actions: NDArray[np.int64], blamed: Opponents | Networks) -> None:
        """Make one move in each of `which`, of which only those of opponents can be illegal."""
        try:
            self.batch.step(actions, which)
        except ValueError as error:
            raise InputError(f"opponent {blamed!r}: {error}") from error
        self._credit(which)

    def _credit(self, which: Which) -> None:
        """Credit the learners of `which` with the rewards of the last move; begin the next bout where it has ended."""
        batch = self.batch
        self.rewards[which] += batch.rewards[which, self.learner[which]] * self._owing[which]
        self._end(which[batch.terminated[which] | batch.truncated[which]])

    def _end(self, over: Which) -> None:
        """Close these finished bouts and begin the next ones."""
        if over.size:
            self._close(over[self._owing[over]])
            self._owing[over] = False
            self._cast(over)

    def _close(self, over: Which) -> None:
        """Note the ends of bouts in which the learner has decided."""
        seat = self.learner[over]
        self._note_end(over, self.batch.outcomes[over, seat])
        self.truncated[over] = self.batch.truncated[over]
        self.final_observations[over] = self.batch.final_observations[over, seat]

    def _note_end(self, over: Which, outcomes: NDArray[np.float32] | float) -> None:
        """Note the outcomes of bouts, and who played."""
        self.ended[over] = True
        self.outcomes[over] = outcomes
        self.opponents[over] = self._players[over]
        self.opponents[over, self.learner[over]] = -1

    def _cast(self, which: Which) -> None:
        """Draw the learner's seat and the opponents of bouts that begin."""
        seats = self._players.shape[1]
        self.learner[which] = self._rng.integers(seats, size=which.size) if self._seat is None else self._seat
        self._players[which] = self._opponents.draw(which.size * seats, self._rng).reshape(-1, seats)


def _expect_opponents(opponents: Any) -> Any:
    """Refuse what is not an `Opponents`."""
    if not (hasattr(opponents, "draw") and hasattr(opponents, "choose")):
        raise InputError(f"opponents: got {opponents!r}; expected an object with draw and choose, see `Opponents`.")
    return opponents
