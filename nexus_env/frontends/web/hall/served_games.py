"""The games of a service, each with its agents."""

from collections.abc import Iterator, Sequence

from nexus_env.contract.game import Game
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.system.wording import advised


class ServedGames:
    """The games by name; the first one is the default."""

    def __init__(self, opponents: Sequence[ServedOpponents]) -> None:
        """Serve these games, each with its agents."""
        self._all = {one.game.name: one for one in opponents}

    def __iter__(self) -> Iterator[ServedOpponents]:
        return iter(self._all.values())

    @property
    def games(self) -> list[Game]:
        """The games in order."""
        return [one.game for one in self]

    def agents(self, game: Game) -> ServedOpponents:
        """The agents of a game that is served."""
        return self._all[game.name]

    def of(self, name: str | None, place: str = "game") -> ServedOpponents:
        """A game with its agents.

        Raises:
            Refusal: it is not served here.
        """
        if name is None:
            return next(iter(self))
        if name not in self._all:
            raise Refusal("unknown game", place, repr(name), f"one of {', '.join(self._all)}", advised(name, self._all))
        return self._all[name]

    def agreeing(self, name: str | None, game: str, place: str) -> ServedOpponents:
        """The game of a bout, if the request names none or the same.

        Args:
            name: the game in the request.
            game: the game of the bout.
            place: where the bout names it, such as `transcript`.

        Raises:
            Refusal: they differ, or the game is not served here.
        """
        if name is not None and name != game:
            raise Refusal("wrong value", "game", repr(name), f"{game!r}, the game of the {place}, or no value")
        return self.of(game, place)

    def with_rules(self, rules: str) -> Game | None:
        """The game of this name and version, as in `Game.stamps`, if it is served."""
        return next((game for game in self.games if game.stamps["game"] == rules), None)

    def close(self) -> None:
        """Stop asking agents."""
        for one in self:
            one.close()
