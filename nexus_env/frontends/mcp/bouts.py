"""Bouts in words of one player against agents: the logic behind the server's tools."""

import logging
import secrets
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from nexus_env.contract.command_text import LONGEST, plain
from nexus_env.contract.game import Game
from nexus_env.core.copies import is_seed
from nexus_env.core.privacy import is_untold
from nexus_env.core.session import name_of
from nexus_env.frontends.mcp.keeping import PLAYER, FoundBout, Keeping
from nexus_env.frontends.web.hall.head import Head
from nexus_env.frontends.web.hall.past_bouts import Past
from nexus_env.frontends.web.hall.surroundings import REAL, Surroundings
from nexus_env.frontends.web.hall.tables import Body
from nexus_env.frontends.web.protocol.messages import PERSON
from nexus_env.play.choosing import choose
from nexus_env.players.agents_by_name import Loader, find_rival, refuse_seats
from nexus_env.system.wording import InputError, either, hinted, mismatch, nearest, shortened
from nexus_env.text import prompt, transcript
from nexus_env.text.chronicle import Chronicle

MOST_BOUTS = 64  # in memory per session; a new one displaces the least recently played
MOST_IN_ALL = 1024  # in all sessions; a new one displaces a bout of the session that has the most
LATE = 60.0  # seconds after which another agent decides instead of an opponent
MOST_ACTIONS = 100_000  # of opponents in a row: more than any game has
LOG = logging.getLogger(__name__)


@dataclass
class _Bout:
    """A bout and its players."""

    game: Game
    options: dict[str, Any]
    seat: int  # the player's
    opponent: Any
    opponent_name: str
    chronicle: Chronicle
    session: str
    head: Head | None = None  # its terms, if it is stored
    events: list[Body] = field(default_factory=list)  # that are stored
    new: list[Body] = field(default_factory=list)  # that are not stored yet
    asked: Future[int] | None = None  # the last question to its opponent, who may still think about it


class ServedBouts:
    """The bouts of one server, by name."""

    def __init__(
        self,
        games: Mapping[str, Game],
        load: Loader,
        keeping: Keeping | None = None,
        seed: int | None = None,
        surroundings: Surroundings = REAL,
    ) -> None:
        """Offer these games, the first by default.

        Args:
            games: the games.
            load: makes an agent from a name and a game.
            keeping: stores the bouts; without it they end with the process.
            seed: the seed of bouts that have none of their own; None draws one for each.
            surroundings: the threads of opponents.
        """
        self.games, self._load, self._keeping, self._seed = dict(games), load, keeping, seed
        self._threads = surroundings.loose_threads("opponent")
        self._bouts: dict[str, _Bout] = {}  # the most recently used last
        self._end: Future[None] = Future()  # done when the server stops

    def list_games(self) -> str:
        """Every game with its opponents and options."""
        return "\n\n".join(self._described(game) for game in self.games.values())

    def _described(self, game: Game) -> str:
        about = game.words.about()
        seats = either(map(str, game.seats))
        lines = [f"# {game.name}", about.title, about.invitation, f"Seats: {seats}", "Opponents:"]
        lines += [f"- {name}: {meaning}" for name, meaning in game.agents.meanings.items()]
        options = [f"- {one['name']}: {one.get('text') or one.get('title', '')}" for one in about.form]
        return "\n".join(filter(None, [*lines, *(["Options:", *options] if options else []), about.notice]))

    def begin(
        self,
        game: str | None = None,
        opponent: str | None = None,
        seat: int = 0,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        session: str = "",
    ) -> tuple[str, str]:
        """Begin a bout in a session of the server; returns its name, and the prompt of the first decision.

        Raises:
            ValueError: there is no such game, opponent, seat or option.
        """
        played = self._game(game)
        agreed = dict(options or {})
        played.words.about().refuse_strange(agreed, "options")
        if seed is not None and not is_seed(seed):
            raise InputError(f"seed: got {seed!r}; expected a whole number from 0 to 2**62.")
        seed = self._next_seed() if seed is None else seed
        begun = Chronicle(played, played.read_options(**agreed), seed=seed)
        seats = int(begun.session.bout["table"]["seats"])
        if not (type(seat) is int and 0 <= seat < seats):
            raise InputError(f"seat: got {seat!r}; expected 0 to {seats - 1}.")
        rival = find_rival(self._load, played, seats) if opponent is None else opponent
        bout = _Bout(played, agreed, seat, self._agent(played, rival, "opponent", seats), rival, begun, session)
        name = secrets.token_urlsafe(6)
        if self._keeping is not None:
            who = tuple(PERSON if place == seat else rival for place in range(seats))
            name, bout.head = self._keeping.begin(played, {**agreed, "seats": seats}, who, seat, seed)
            bout.events = self._keeping.later(name, 0)
        self._make_room(session)
        self._bouts[name] = bout
        self._go_on(bout)
        self._store(name, bout)
        return name, self.look(name)

    def _next_seed(self) -> int:
        return secrets.randbits(62) if self._seed is None else self._seed

    def _make_room(self, session: str) -> None:
        """Make room for one more bout of a session."""
        counts = Counter(bout.session for bout in self._bouts.values())
        if counts[session] < MOST_BOUTS:
            if len(self._bouts) < MOST_IN_ALL:
                return
            session = counts.most_common(1)[0][0]
        del self._bouts[next(name for name, bout in self._bouts.items() if bout.session == session)]

    def look(self, name: str, most: int = prompt.MOST) -> str:
        """The prompt of a bout's player; of a bout that can only be read, how it stood."""
        prompt.check_most(most)
        bout = self._find_any(name)
        if isinstance(bout, Past):
            seat = next((chair.seat for chair in bout.chairs if chair.person), "")
            seen = bout.memory.get("viewers", {}).get(seat, {}).get("text", "")
            return "\n\n".join(filter(None, (bout.note, str(seen))))[:most]
        return prompt.write(bout.chronicle.decision(bout.seat), most)

    def play(self, name: str, command: str) -> str:
        """Carry out a command of the player and the opponents' turns until its next decision; returns the next prompt.

        Raises:
            ValueError: the command is not legal: the nearest legal ones are named, and nothing has changed.
        """
        bout = self._find(name)
        self._go_on(bout)  # an opponent that failed before may still have to decide
        session = bout.chronicle.session
        if session.is_over:
            ending = bout.game.words.question(session.bout)
            raise InputError(f"{name}: got a command, but the bout is over; expected none; {ending}")
        self._act(bout, session.read(command), {})
        self._go_on(bout)
        self._store(name, bout)
        return self.look(name)

    def why_not(self, name: str, command: str) -> str:
        """Why a command is not legal now; what it does if it is."""
        bout = self._find(name)
        words, session = bout.game.words, bout.chronicle.session
        world = session.known_to(bout.seat)
        legal = {plain(spelled): action for spelled, action in session.legal().items()}
        wanted = plain(command[:LONGEST])
        if session.seat == bout.seat and wanted in legal:
            return f"It is legal. {words.explain(world, bout.seat, legal[wanted])}".strip()
        known = {plain(words.spell(world, action)): action for action in range(len(bout.game.actions))}
        known |= {
            plain(action): number for number, action in enumerate(bout.game.actions) if plain(action) not in known
        }
        if wanted not in known:
            raise InputError(
                f"command: got {shortened(command)!r}; expected one of the game{hinted(nearest(wanted, known))}"
            )
        return words.why_not(world, bout.seat, known[wanted])

    def advise(self, name: str, agent: str) -> str:
        """The action that an agent would choose in the player's place.

        Raises:
            ValueError: there is no such agent, or the bout is over.
        """
        bout = self._find(name)
        self._go_on(bout)
        session = bout.chronicle.session
        if session.is_over:
            raise InputError(f"{name}: got a bout that is over; expected one with a decision to make.")
        adviser = self._agent(bout.game, agent, "agent", len(session.outcome))
        action = choose(adviser, session, np.random.default_rng((bout.chronicle.seed, len(bout.chronicle.actions))))
        meaning = bout.game.words.explain(session.known_to(bout.seat), bout.seat, action)
        return f"{agent} would play: {session.spell(action)}{f' ({meaning})' if meaning else ''}"

    def transcript(self, name: str) -> str:
        """The bout so far, as the player knows it; after the end, the whole transcript."""
        bout = self._find_any(name)
        if isinstance(bout, Past):
            return bout.transcript or bout.note
        if not bout.chronicle.session.is_over:
            return "\n".join(bout.chronicle.told(bout.seat)) or "Nothing has happened yet."
        seats = len(bout.chronicle.session.outcome)
        players = [PLAYER if seat == bout.seat else bout.opponent_name for seat in range(seats)]
        actions, seed = bout.chronicle.actions, bout.chronicle.seed
        return transcript.write(transcript.record(bout.game, bout.options, actions, seed=seed, players=players))

    # --- helpers ------------------------------------------------------------------------------------------------------

    def _game(self, name: str | None) -> Game:
        if name is None:
            return next(iter(self.games.values()))
        if name not in self.games:
            expected = f"one of {', '.join(self.games)}"
            raise InputError(mismatch("game", repr(name), expected, nearest(name, self.games)))
        return self.games[name]

    def _agent(self, game: Game, name: str, place: str, seats: int) -> Any:
        """An agent of the game by its plain name: clients may not name paths or callables."""
        known = game.agents.meanings
        if name not in known:
            raise InputError(mismatch(place, repr(name), f"one of {', '.join(known)}", nearest(name, known)))
        agent = self._load(name, game)
        refuse_seats(name, agent, game, seats)
        return agent

    def _find(self, name: str) -> _Bout:
        """A bout that can be played on."""
        bout = self._find_any(name)
        if isinstance(bout, Past):
            raise InputError(f"{name}: {bout.note}")
        return bout

    def _find_any(self, name: str) -> _Bout | Past:
        """A bout, from memory or from the store, up to date with what other processes have played."""
        bout = self._bouts.pop(name, None)
        if bout is not None and self._keeping is not None and self._keeping.later(name, len(bout.events)):
            bout = None
        if bout is None:
            found = None if self._keeping is None else self._keeping.find(name)
            if found is None:
                raise InputError(f"bout: got {name!r}; expected the name of a bout that begin_bout has returned.")
            if isinstance(found, Past):
                return found
            bout = self._restored(found)
            self._make_room(bout.session)
        self._bouts[name] = bout
        return bout

    def _restored(self, found: FoundBout) -> _Bout:
        """A bout from the store, replayed."""
        game, head = found.game, found.head
        seat, rival = head.seats.index(PERSON), next(who for who in head.seats if who != PERSON)
        chronicle = Chronicle(game, game.read_options(**head.options), seed=head.seed)
        for event in found.events:
            if event.get("kind") == "turn" and chronicle.session.mask[event["action"]]:
                chronicle.act(event["action"])
        agent = self._agent(game, rival, "opponent", len(head.seats))
        return _Bout(game, dict(head.options), seat, agent, rival, chronicle, "", head, found.events)

    def _store(self, name: str, bout: _Bout) -> None:
        """Store what has happened; if that fails, it has not happened.

        Raises:
            ValueError: it cannot be stored.
        """
        if self._keeping is None or bout.head is None or not bout.new:
            return
        try:
            self._keeping.append(name, len(bout.events), bout.new)
        except ValueError:
            del self._bouts[name]  # it is read again
            raise
        bout.events, bout.new = [*bout.events, *bout.new], []
        if bout.chronicle.session.is_over:
            self._remember(name, bout)

    def _remember(self, name: str, bout: _Bout) -> None:
        if self._keeping is not None and bout.head is not None:
            try:
                self._keeping.remember(name, FoundBout(bout.game, bout.head, bout.events))
            except Exception as error:  # of the store, or of a game's words; nothing else depends on it
                LOG.error("How the bout %s stands could not be stored: %s", name, error)

    def close(self) -> None:
        """Store how all bouts stand that are under way."""
        for name, bout in self._bouts.items():
            if not bout.chronicle.session.is_over:
                self._remember(name, bout)
        if self._keeping is not None:
            self._keeping.close()

    def _act(self, bout: _Bout, action: int, told: Body) -> None:
        """Carry out an action."""
        words, session = bout.game.words, bout.chronicle.session
        rows = session.rows[0]
        private = {"private": True} if is_untold(rows, action) or words.is_private(rows) else {}
        event = {"kind": "turn", "seat": name_of(session.seat), "action": int(action), **told, **private}
        bout.chronicle.act(action)
        bout.new.append(event)

    def _go_on(self, bout: _Bout) -> None:
        """Let the opponents play until the player is to act, or the bout is over."""
        session = bout.chronicle.session
        for _ in range(MOST_ACTIONS):
            if session.is_over or session.seat == bout.seat:
                return
            self._act(bout, *self._choice(bout))
        found = f"{MOST_ACTIONS} decisions of {name_of(session.seat)} in a turn"
        raise InputError(mismatch("bout", found, "a turn that ends"))

    def _choice(self, bout: _Bout) -> tuple[int, Body]:
        """The decision of an opponent, and who made it: the fallback, if the opponent cannot decide."""
        chronicle, fallback = bout.chronicle, bout.game.agents.fallback
        for name in dict.fromkeys((bout.opponent_name, fallback)):
            agent = bout.opponent if name == bout.opponent_name else self._load(name, bout.game)
            action, error = self._asked(bout, agent)
            if action is not None and 0 <= action < len(bout.game.actions) and chronicle.session.mask[action]:
                return action, {"by": name} | ({} if name == bout.opponent_name else {"instead_of": bout.opponent_name})
            told = f"{type(error).__name__}: {error}" if error is not None else f"the illegal action {action}"
            LOG.error("The agent %s has failed: %s", name, told)
        found = f"no decision of {bout.opponent_name}, nor of {fallback}"
        raise InputError(f"bout: got {found}; expected one of them to decide; the log of the server says more.")

    def _asked(self, bout: _Bout, agent: Any) -> tuple[int | None, BaseException | None]:
        """An agent's choice, or the error that prevented it; an opponent that is still thinking is not asked again.

        Raises:
            ValueError: the server stops meanwhile.
        """
        if agent is bout.opponent and bout.asked is not None and not bout.asked.done():
            return None, TimeoutError("it has not answered an earlier question")
        rng = np.random.default_rng((bout.chronicle.seed, len(bout.chronicle.actions)))
        asked = self._threads.submit(choose, agent, bout.chronicle.session.clone(), rng)
        bout.asked = asked if agent is bout.opponent else bout.asked
        both: set[Future[Any]] = {asked, self._end}
        wait(both, LATE, FIRST_COMPLETED)
        if self._end.done():
            raise InputError("server: got a decision while it stops; expected one that runs: look at the bout there.")
        if not asked.done():
            return None, TimeoutError(f"no answer in {LATE:g} seconds")
        error = asked.exception()
        return (asked.result() if error is None else None), error

    def stop(self) -> None:
        """Wait for no opponent any longer; what was not stored has not happened."""
        if not self._end.done():
            self._end.set_result(None)
