"""The recorded bouts are played as they were recorded."""

import pytest
from games import GAMES
from playthroughs import path_of, playthrough, transcripts
from recordings import RECORDED

from nexus_env.machine.compiled import PLAIN
from nexus_env.text import transcript

BOUTS = [
    pytest.param(game, name, id=f"{game}: {name}") for game, recorded in RECORDED.items() for name in recorded.BOUTS
]


@pytest.mark.skipif(PLAIN, reason="whole bouts take long in plain Python")
@pytest.mark.parametrize(("game", "name"), BOUTS)
def test_a_recorded_bout_is_played_as_it_was_recorded(game: str, name: str):
    """Where the rules have changed on purpose, `make record` writes it anew: the diff shows what that did."""
    recorded = path_of(game, name).read_text(encoding="utf-8").splitlines()
    assert playthrough(game, name).splitlines() == recorded


@pytest.mark.parametrize("game", RECORDED)
def test_a_transcript_is_replayed_die_by_die_as_it_was_recorded(game: str):
    """A-EX-01 to A-EX-38 among them: the hash of the table at its end is compared, and each die stands in its line."""
    for path, text in transcripts(game).items():
        recorded = path.read_text(encoding="utf-8")
        assert text.splitlines() == recorded.splitlines()
        known = transcript.read(recorded)
        assert transcript.state_of(transcript.replay(GAMES[game], known)) == known.state


@pytest.mark.parametrize("game", RECORDED)
def test_there_is_one_record_for_each_bout_and_none_is_long(game: str):
    names, others = RECORDED[game].BOUTS, RECORDED[game].TRANSCRIPTS
    assert {path.stem for path in path_of(game, "any").parent.glob("*.txt")} == {*names, *others}
    for name in names:
        assert len(path_of(game, name).read_text(encoding="utf-8").splitlines()) < 200
