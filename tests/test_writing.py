"""Files are whole or not there: on a full disk, in a folder that cannot be written, through a link, into a pipe."""

import os
import re
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import toy

from nexus_env.cli.main import main
from nexus_env.play.autosave import AutosavedBout
from nexus_env.system.files import check_folder, write_whole

Capture = pytest.CaptureFixture[str]
NOWHERE = Path("/proc/nothing")  # where not even root can make a file


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """No file may become longer than so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_on_a_full_disk_the_old_text_stays_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "bout.txt"
    write_whole(file, "the old one\n")
    with (
        full_disk(1000),
        pytest.raises(OSError, match=r"bout\.txt: got a file that cannot be written \(.*\); .*\.$"),
    ):
        write_whole(file, "x" * 5000)
    assert file.read_text() == "the old one\n" and os.listdir(tmp_path) == ["bout.txt"]


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    for place in (NOWHERE, tmp_path / "missing" / "bout.txt"):
        with pytest.raises(OSError, match=rf"^{place}: got a file that cannot be written \(No such file"):
            write_whole(place, "text")
        with pytest.raises(OSError, match=rf"^{place.parent}: got a folder that cannot be written to \("):
            check_folder(place.parent)
    check_folder(tmp_path)
    assert os.listdir(tmp_path) == []


def test_a_link_goes_on_leading_to_its_file_which_keeps_its_rights(tmp_path: Path) -> None:
    file, link = tmp_path / "bout.txt", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    write_whole(link, "new")
    assert link.is_symlink() and file.read_text() == "new" and file.stat().st_mode & 0o777 == 0o640


def test_what_is_no_file_is_written_to_and_not_replaced() -> None:
    write_whole(Path("/dev/null"), "text")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(OSError, match=r"^/dev/full: got a file that cannot be written \(No space left on device\)"):
        write_whole(Path("/dev/full"), "text")
    assert Path("/dev/full").is_char_device()


def test_a_kept_bout_is_as_before_when_a_turn_finds_no_room(tmp_path: Path) -> None:
    """The turn counts, and the next one that finds room brings it to the disk."""
    kept = AutosavedBout(toy.GAME, {}, seed=1, file=tmp_path / "bout.txt")
    before = (tmp_path / "bout.txt").read_text()
    with full_disk(10), pytest.raises(OSError, match=r"bout\.txt: got a file that cannot be written"):
        kept.act(toy.REST)
    assert (tmp_path / "bout.txt").read_text() == before and os.listdir(tmp_path) == ["bout.txt"]
    kept.save()
    assert "player_0: rest" in (tmp_path / "bout.txt").read_text()


@pytest.mark.parametrize("option", ["--record", "--picture"])
def test_where_nothing_can_be_written_nothing_is_played(option: str, capsys: Capture) -> None:
    assert main(["watch", "random", "random", "--delay", "0", "--steps", "3", option, str(NOWHERE)]) == 2
    told = capsys.readouterr()
    reason = "(No such file or directory|Permission denied)"  # to root, and to everybody else
    expected = rf"/proc: got a folder that cannot be written to \({reason}\); expected a writable one\.\n"
    assert told.out == "" and re.fullmatch(expected, told.err)


def test_a_full_disk_is_told_by_the_command_in_a_sentence(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "bout.txt"
    words = ["watch", "random", "random", "--game", "toy:GAME", "--seed", "1", "--delay", "0", "--steps", "3"]
    assert main(words) == 0  # what is not compiled yet is compiled and kept now, while there is room
    capsys.readouterr()
    with full_disk(100):
        assert main([*words, "--record", str(file)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"{file}: got a file that cannot be written (") and os.listdir(tmp_path) == []
