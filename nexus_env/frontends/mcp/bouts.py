"""Bouts in words of one player against agents: the logic behind the server's tools."""

import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from nexus_env.core.copies import is_seed
from nexus_env.game.command_text import LONGEST, plain
from nexus_env.game.contract import Game
from nexus_env.play.choosing import choose
from nexus_env.play.chronicle import Chronicle
from nexus_env.play.session import name_of
from nexus_env.players.agents_by_name import Loader, find_rival, refuse_seats
from nexus_env.system.wording import InputError, either, hinted, mismatch, nearest, shortened
from nexus_env.text import prompt, transcript

MOST_BOUTS = 64  # kept per session; a new one displaces the least recently played
MOST_IN_ALL = 1024  # in all sessions; a new one displaces a bout of the session that has the most
MOST_ACTIONS = 100_000  # of opponents in a row: more than any game has


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


class Bouts:
    """The bouts of one server, by name."""

    def __init__(self, games: Mapping[str, Game], load: Loader) -> None:
        """Offer these games, the first by default; `load` makes an agent from a name and a game."""
        self.games, self._load = dict(games), load
        self._bouts: dict[str, _Bout] = {}  # the most recently used last

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
        begun = Chronicle(played, played.read_options(**agreed), seed=secrets.randbits(62) if seed is None else seed)
        seats = int(begun.sitting.bout["table"]["seats"])
        if not (type(seat) is int and 0 <= seat < seats):
            raise InputError(f"seat: got {seat!r}; expected 0 to {seats - 1}.")
        rival = find_rival(self._load, played, seats) if opponent is None else opponent
        bout = _Bout(played, agreed, seat, self._agent(played, rival, "opponent", seats), rival, begun, session)
        self._go_on(bout)
        name = secrets.token_urlsafe(6)
        self._make_room(session)
        self._bouts[name] = bout
        return name, self.look(name)

    def _make_room(self, session: str) -> None:
        """Make room for one more bout of a session."""
        counts = Counter(bout.session for bout in self._bouts.values())
        if counts[session] < MOST_BOUTS:
            if len(self._bouts) < MOST_IN_ALL:
                return
            session = counts.most_common(1)[0][0]
        del self._bouts[next(name for name, bout in self._bouts.items() if bout.session == session)]

    def look(self, name: str, most: int = prompt.MOST) -> str:
        """The prompt of a bout's player."""
        bout = self._find(name)
        prompt.check_most(most)
        return prompt.write(bout.chronicle.decision(bout.seat), most)

    def play(self, name: str, command: str) -> str:
        """Carry out a command of the player and the opponents' turns until its next decision; returns the next prompt.

        Raises:
            ValueError: the command is not legal: the nearest legal ones are named, and nothing has changed.
        """
        bout = self._find(name)
        self._go_on(bout)  # an opponent that failed before may still have to decide
        sitting = bout.chronicle.sitting
        if sitting.is_over:
            ending = bout.game.words.question(sitting.bout)
            raise InputError(f"{name}: got a command, but the bout is over; expected none; {ending}")
        bout.chronicle.act(sitting.read(command))
        self._go_on(bout)
        return self.look(name)

    def why_not(self, name: str, command: str) -> str:
        """Why a command is not legal now; what it does if it is."""
        bout = self._find(name)
        words, sitting = bout.game.words, bout.chronicle.sitting
        world = sitting.known_to(bout.seat)
        legal = {plain(spelled): action for spelled, action in sitting.legal().items()}
        wanted = plain(command[:LONGEST])
        if sitting.seat == bout.seat and wanted in legal:
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
        """What an agent would do in the player's place.

        Raises:
            ValueError: there is no such agent, or the bout is over.
        """
        bout = self._find(name)
        self._go_on(bout)
        sitting = bout.chronicle.sitting
        if sitting.is_over:
            raise InputError(f"{name}: got a bout that is over; expected one with a decision to make.")
        adviser = self._agent(bout.game, agent, "agent", len(sitting.outcome))
        action = choose(adviser, sitting, np.random.default_rng((bout.chronicle.seed, len(bout.chronicle.actions))))
        meaning = bout.game.words.explain(sitting.known_to(bout.seat), bout.seat, action)
        return f"{agent} would play: {sitting.spell(action)}{f' ({meaning})' if meaning else ''}"

    def transcript(self, name: str) -> str:
        """What has happened, as far as the player knows; after the end, the whole transcript."""
        bout = self._find(name)
        if not bout.chronicle.sitting.is_over:
            return "\n".join(bout.chronicle.told(bout.seat)) or "Nothing has happened yet."
        seats = len(bout.chronicle.sitting.outcome)
        players = ["mcp" if seat == bout.seat else bout.opponent_name for seat in range(seats)]
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
        if name not in self._bouts:
            raise InputError(f"bout: got {name!r}; expected the name of a bout that begin_bout has returned.")
        bout = self._bouts.pop(name)
        self._bouts[name] = bout
        return bout

    def _go_on(self, bout: _Bout) -> None:
        """Let the opponents play until the player is to act, or the bout is over."""
        chronicle = bout.chronicle
        for _ in range(MOST_ACTIONS):
            if chronicle.sitting.is_over or chronicle.sitting.seat == bout.seat:
                return
            rng = np.random.default_rng((chronicle.seed, len(chronicle.actions)))
            chronicle.act(choose(bout.opponent, chronicle.sitting, rng))
        found = f"{MOST_ACTIONS} decisions of {name_of(chronicle.sitting.seat)} in a turn"
        raise InputError(mismatch("bout", found, "a turn that ends"))
