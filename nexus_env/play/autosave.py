"""A bout saved to disk after every turn, with undo."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from os.path import isfile
from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.play.choosing import choose
from nexus_env.system.files import check_folder, write_whole
from nexus_env.system.wording import InputError, mismatch, no_file
from nexus_env.text import transcript
from nexus_env.text.transcript import Transcript, Turn


class AutosavedBout:
    """One bout with all its turns; `file`, where one is named, is its transcript at any moment.

    The file is replaced in one step after each turn, so a crash leaves the bout as it was before the turn or after it.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        *,
        seed: int = 0,
        dictated: bool = False,
        players: Sequence[str] = (),
        comment: str = "",
        file: Path | None = None,
    ) -> None:
        """Begin a bout.

        Args:
            game: the game.
            options: its own options by name, as JSON can hold them.
            seed: the seed of this one bout, 0 to 2**62.
            dictated: whether every die is asked for.
            players: a name for each seat, or none.
            comment: on the whole bout, one line without braces.
            file: the file for the transcript; None for none.

        Raises:
            ValueError: an option is wrong.
            OSError: the file cannot be written.
        """
        begun = transcript.record(game, options, (), seed=seed, dictated=dictated, players=players)
        self._make(game, begun, comment, file)
        self.save()

    @classmethod
    def resume(cls, game: Game, file: Path) -> "AutosavedBout":
        """Resume the bout of a transcript, in the same file.

        Raises:
            ValueError: there is no such file, or it does not hold a whole transcript of this game.
        """
        if not isfile(file):
            raise InputError(mismatch(file, no_file(file), "the transcript of a bout"))
        try:
            read = transcript.read(file.read_text(encoding="utf-8", errors="replace"))
            transcript.replay(game, read)
        except transcript.TranscriptError as error:
            raise InputError(f"{file}: {error}") from error
        self = cls.__new__(cls)
        self._make(game, read, read.comment, file)
        for turn in read.turns:
            self._play(self.session.read(turn.words))
        self.turns = list(read.turns)  # with their comments
        return self

    def _make(self, game: Game, head: Transcript, comment: str, file: Path | None) -> None:
        self.game, self.head, self.comment, self.file = game, head.up_to(0), comment, file
        self._begin()

    def _begin(self) -> None:
        """The bout before its first turn."""
        self.session = self.begun_anew()
        self.actions: list[int] = []
        self.turns: list[Turn] = []

    def begun_anew(self) -> Session:
        """The bout before its first turn, in a new session."""
        options = self.game.read_options(**self.head.options)
        return Session(self.game, options, seed=self.head.seed, dictated=self.head.dictated)

    def _play(self, action: int) -> None:
        turn = Turn(self.session.seat, self.session.spell(action))
        self.session.act(action)
        self.actions.append(action)
        self.turns.append(turn)

    def act(self, *actions: int) -> None:
        """Carry out actions, each of the seat to act; they are on disk when this returns.

        Raises:
            ValueError: one is not legal; those before it have been carried out.
        """
        try:
            for action in actions:
                self._play(action)
        finally:
            self.save()

    def choose(self, agent: Any) -> int:
        """An agent's choice for the seat that is asked: always the same at the same point of the same bout.

        It is shown no more than its seat may know; the bouts that it imagines roll their own dice.

        Args:
            agent: has `choose` or `search`, see `asking`.

        Raises:
            ValueError: the agent gave something else than a whole number.
        """
        return choose(agent, self.session, np.random.default_rng((self.head.seed, len(self.actions))))

    def go_back(self, turns: int) -> None:
        """Keep only the first `turns` turns."""
        kept = self.turns[:turns]
        self.rewrite(self.actions[:turns])
        self.turns = kept  # with their comments

    def rewrite(self, actions: Iterable[int]) -> None:
        """Give the bout other turns, from the beginning."""
        actions = list(actions)
        self._begin()
        self.act(*actions)

    @property
    def transcript(self) -> Transcript:
        """The bout as far as it has been played."""
        return replace(
            self.head,
            comment=self.comment,
            turns=tuple(self.turns),
            result=tuple(self.session.outcome) if self.session.is_over else (),
            ended_by="",  # who goes on with a bout that people have ended leaves that end behind
            ending=str(self.game.words.question(self.session.bout)),
            state=transcript.state_of(self.session),
        )

    def save(self) -> None:
        """Write the transcript to its file, if it has one.

        Raises:
            OSError: it cannot be written.
        """
        if self.file is None:
            return
        write_whole(self.file, transcript.write(self.transcript))


def check_new(file: Path) -> None:
    """Check, before a bout begins, that it can be saved to this file.

    Raises:
        ValueError: the file exists, and is not overwritten, or its folder does not exist.
        OSError: its folder is not writable.
    """
    if file.exists():
        raise InputError(
            f"--record {file}: got a name that already exists; expected a new name; --resume {file} continues a bout."
        )
    if not file.parent.is_dir():
        raise InputError(f"--record {file}: got no folder {file.parent}; expected an existing folder.")
    check_folder(file.parent)
