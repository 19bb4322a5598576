"""Bouts on disk, in the form in which the service keeps them: they survive the process, and `serve` can show them."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

from nexus_env.contract.game import Game
from nexus_env.frontends.web.hall.bout import ServedBout, hash_of
from nexus_env.frontends.web.hall.database import Database
from nexus_env.frontends.web.hall.head import Head
from nexus_env.frontends.web.hall.past_bouts import Past, memory_of
from nexus_env.frontends.web.hall.surroundings import REAL, Surroundings
from nexus_env.frontends.web.hall.tables import BOUTS, EVENTS, MEMORIES, Body, StoreError, Taken, packed
from nexus_env.system.wording import InputError

PREFIX = "mcp."  # of names: a bout of the service is not played by whoever only knows its name
FILE = "mcp.db"
PLAYER = "mcp"


def usual_file() -> str:
    """The default file for bouts, in the user's data folder: an MCP client starts a server in any folder."""
    folder = Path(platformdirs.user_data_dir("nexus_env"))
    with suppress(OSError):  # told when the file is opened
        folder.mkdir(parents=True, exist_ok=True)
    return str(folder / FILE)


@dataclass(frozen=True)
class FoundBout:
    """A bout that was found on disk: its game, its terms, its events so far."""

    game: Game
    head: Head
    events: list[Body]


class Keeping:
    """The bouts of a database. Several processes may use it, since each reads a bout before it plays on."""

    def __init__(self, games: Mapping[str, Game], database: Database, surroundings: Surroundings = REAL) -> None:
        """Keep the bouts of these games.

        Raises:
            StoreError: the database cannot be opened.
        """
        self._games, self._database = {game.stamps["game"]: game for game in games.values()}, database
        self._secret = surroundings.secret
        database.make()

    def begin(
        self, game: Game, options: Mapping[str, Any], seats: tuple[str, ...], seat: int, seed: int
    ) -> tuple[str, Head]:
        """Store a new bout; returns its name and its terms. Its errors are those of `append`."""
        stock = "" if game.stamp is None else game.stamp(game.read_options(**options))
        head = Head(
            rules=game.stamps["game"],
            stock=stock,
            seats=seats,
            options=dict(options),
            seed=seed,
            own_dice=False,
            time=1.0,
            clock=None,
            undo=False,
        )
        name, key = PREFIX + self._secret(9), hash_of(self._secret(24))  # nobody has the key
        joined = {"kind": "joined", "seat": f"player_{seat}", "name": PLAYER, "token": key}
        self._database.write([[(BOUTS, {"bout": name, "head": _text(head.as_body())}), _row(name, 1, joined)]])
        return name, head

    def append(self, name: str, cursor: int, events: list[Body]) -> None:
        """Store events after the first `cursor` ones.

        Raises:
            ValueError: they cannot be stored, or another process has played on.
        """
        try:
            self._database.write([[_row(name, number, event) for number, event in enumerate(events, cursor + 1)]])
        except (StoreError, Taken) as error:
            found = "another process has played on" if isinstance(error, Taken) else str(error).rstrip(".")
            raise InputError(
                f"{name}: got {found}; expected to store the turn; look at the bout, and try again."
            ) from error

    def find(self, name: str) -> FoundBout | Past | None:
        """A bout by its name: one that can be played on, one that can only be read, or none.

        Raises:
            ValueError: it cannot be read now.
        """
        if not name.startswith(PREFIX):
            return None
        try:
            kept = self._database.read(name)
        except StoreError as error:
            raise InputError(f"{name}: {str(error).rstrip('.')}.") from error
        if kept is None:
            return None
        memory, rules = kept.memory or {}, str(kept.head.get("rules"))
        if (game := self._games.get(rules)) is None:
            why = f"This bout began under {rules}; this server plays {', '.join(self._games)}."
            return Past(name, kept.head, kept.events, "other rules", why, memory, kept.damage)
        if kept.damage:
            return Past(name, kept.head, kept.events, "damage", "", memory, kept.damage)
        return FoundBout(game, Head.of(kept.head), kept.events)

    def later(self, name: str, cursor: int) -> list[Body]:
        """The events that other processes have stored after the first `cursor` ones. Its errors are those of `find`."""
        try:
            return self._database.read_after(name, cursor)[0]
        except StoreError as error:
            raise InputError(f"{name}: {str(error).rstrip('.')}.") from error

    def remember(self, name: str, found: FoundBout) -> None:
        """Store how a bout stands, for versions whose rules cannot replay it."""
        bout = ServedBout(found.game, name, found.head)
        for event in found.events:
            bout.take(event)
        self._database.write([[(MEMORIES, {"bout": name, "body": packed(memory_of(bout))})]])

    def close(self) -> None:
        """Close the database."""
        self._database.close()


def _row(name: str, cursor: int, event: Body) -> Any:
    return EVENTS, {"bout": name, "cursor": cursor, "body": _text(event)}


def _text(body: Body) -> str:
    return json.dumps(body)
