"""The recorded bouts are played as they were recorded."""

import pytest
from playthroughs import BARGES, FOLDER, SEATS, path_of, playthrough

from nexus_env.machine.compiled import PLAIN

TABLES = [(barge, seats) for barge in BARGES for seats in SEATS]


@pytest.mark.skipif(PLAIN, reason="whole bouts take long in plain Python")
@pytest.mark.parametrize(("barge", "seats"), TABLES)
def test_a_recorded_bout_is_played_as_it_was_recorded(barge: int, seats: int):
    """Where the rules have changed on purpose, `make record` writes it anew: the diff shows what that did."""
    recorded = path_of(barge, seats).read_text(encoding="utf-8").splitlines()
    assert playthrough(barge, seats).splitlines() == recorded


def test_there_is_one_record_for_each_barge_and_seat_count_and_none_is_long():
    assert {path.name for path in FOLDER.iterdir()} == {path_of(*table).name for table in TABLES}
    for table in TABLES:
        assert 60 < len(path_of(*table).read_text(encoding="utf-8").splitlines()) < 200
