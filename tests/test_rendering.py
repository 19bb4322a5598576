"""The table as pixels: what RecordVideo and the libraries' own pictures want."""

import re
import sys
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from fontTools.ttLib import TTFont
from games import every_game
from gymnasium.error import DependencyNotInstalled
from PIL import Image

import nexus_env
from nexus_env.cli.main import main
from nexus_env.contract.game import Game
from nexus_env.envs.aec import Arena
from nexus_env.envs.rendering import FILM_SIDE, FONTS, Camera, Film, as_png
from nexus_env.kit.pictures import fitting
from nexus_env.machine.compiled import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="the outer layers are tested compiled")
WHITE = 255
INK = 165  # what is darker belongs to a letter: no gray value of the letters below is within 5 of it
LETTERS = """\
..................................
.....................#............
..######.............#....######..
..#....##...#.................#...
..#....##..#####....##.......##...
..#...##..##..##.....#.......#....
..#####...#...##.....#......##....
..#...##..#...##.....#......#.....
..#....#..##..##.....#......#.....
..#....##..#####...######...#.....
..............##..................
...........#.##...................
............##....................
.................................."""


def is_picture(frame: Any) -> bool:
    """uint8 [height, width, 3] with something on it."""
    return frame.dtype == np.uint8 and frame.shape[2:] == (3,) and min(frame.shape[:2]) > 50 and np.ptp(frame) > 100


@every_game
def test_frames_have_one_size_and_follow_the_bout(game: Game) -> None:
    env = nexus_env.single(game=game, render_mode="rgb_array", seed=1, opponent="random")
    assert "rgb_array" in env.metadata["render_modes"] and env.metadata["render_fps"] > 0
    env.reset()
    frames = [env.render()]
    for _ in range(6):
        _, _, terminated, truncated, _ = env.step(int(env.action_masks().argmax()))
        frames.append(env.render())
        if terminated or truncated:
            env.reset()
    assert all(is_picture(frame) and frame.shape == frames[0].shape for frame in frames)
    assert any((frame != frames[0]).any() for frame in frames[1:])


def drawn(texts: str, width: int = 34, height: int = 14) -> Any:
    """The gray values of SVG text, uint8 [height, width]."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-size="12">'
    with Image.open(BytesIO(as_png(f"{head}{texts}</svg>"))) as picture:
        return np.asarray(picture.convert("L"))


def test_letters_are_the_same_on_every_machine() -> None:
    """They come from the fonts of the package, not from those that the system may have."""
    sans = '<text x="1" y="10" font-family="sans-serif">Rg</text>'
    gray = drawn(f'{sans}<text x="18" y="10" font-family="monospace">i7</text>')
    assert "\n".join("".join(".#"[int(dot < INK)] for dot in row) for row in gray) == LETTERS
    for family in ("Georgia, serif", "fantasy", "DejaVu Sans", ""):  # a game may name any
        assert (drawn(f'<text x="1" y="10" font-family="{family}">Rg</text>') == drawn(sans)).all()


def test_the_fonts_of_the_system_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr("resvg_py.svg_to_bytes", lambda **words: asked.update(words) or b"")
    as_png("<svg/>")
    assert asked["skip_system_fonts"] is True and asked["font_dirs"] == [str(FONTS)]


def test_a_long_line_becomes_smaller() -> None:
    assert fitting("prone, bleeding", 300) == 14
    for line in ("Two-Handed Weapon stored, " * 6, "hand: " + "Holographic Sight, " * 9):
        size, whole = (
            fitting(line, 300),
            drawn(f'<text y="15" font-size="{fitting(line, 300):g}">{line}</text>', 320, 20),
        )
        assert size < 14 and (whole[:, :300] < INK).any() and (whole[:, 300:] == WHITE).all()


@every_game
def test_a_picture_shows_all_of_its_text(game: Game) -> None:
    """The fonts have each character, and no line is cut off at the right edge."""
    arena = nexus_env.raw_env(game=game)
    arena.reset(seed=1)
    texts = "".join(re.findall(r"<text.*?</text>", game.words.picture(arena.bout), re.DOTALL))
    known = set.intersection(*(set(TTFont(font).getBestCmap()) for font in FONTS.glob("*.ttf")))
    assert texts and set(map(ord, texts.replace("\n", ""))) <= known
    edge = Camera(game).take(arena.bout)[:, -4:]
    assert (edge == edge[0]).all()


def test_a_picture_that_grows_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    arena = nexus_env.raw_env(game="toy:GAME")
    arena.reset(seed=1)
    camera = Camera(arena.game)
    picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {0}"><rect width="{0}" height="{0}"/></svg>'
    for side, black in ((100, 100), (200, 100), (50, 50)):
        monkeypatch.setattr("toy.words.picture", lambda bout, side=side: picture.format(side))
        frame = camera.take(arena.bout)
        assert frame.shape == (100, 100, 3)
        assert not frame[:black, :black].any()


def test_every_environment_draws() -> None:
    arguments: dict[str, Any] = {"game": "toy:GAME", "render_mode": "rgb_array"}
    arena = nexus_env.env(**arguments)
    arena.reset(seed=1)
    assert is_picture(arena.render())
    for make in (partial(nexus_env.vector_env, 3), partial(gymnasium.make_vec, "nexus/Duel-v1", num_envs=3)):
        many = make(**arguments)
        many.reset(seed=1)
        assert len(many.render()) == 3 and all(map(is_picture, many.render()))
    library = nexus_env.sb3_env(4, seed=1, **arguments)
    library.reset()
    tiles = library.render()
    assert tiles.shape[:2] == (2 * library.get_images()[0].shape[0], 2 * library.get_images()[0].shape[1])


def test_many_bouts_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    def board(env: Any, slot: int) -> str:
        batch = env._learners.batch
        return str(batch.game.words.board(batch.bout(slot)[0]))

    env = nexus_env.vector_env(2, game="toy:GAME", render_mode="ansi", seed=1)
    env.reset()
    assert list(env.render()) == [board(env, 0), board(env, 1)]
    env = nexus_env.vector_env(2, game="toy:GAME", render_mode="human", seed=1)
    env.reset()
    env.step(env.action_masks().argmax(axis=1))
    assert board(env, 1) in capsys.readouterr().out


def test_without_what_draws_only_rendering_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries ask for this mode and never render."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    arena = Arena(nexus_env.raw_env(game="toy:GAME").game, render_mode="rgb_array")
    arena.reset(seed=1)
    with pytest.raises(DependencyNotInstalled, match=r"got no resvg_py: pip install -e '.\[video\]'"):
        arena.render()


def test_a_video_is_recorded(tmp_path: Any) -> None:
    pytest.importorskip("moviepy")
    env = gymnasium.make("nexus/Duel-v1", game="toy:GAME", render_mode="rgb_array", seed=1)
    env = gymnasium.wrappers.RecordVideo(env, str(tmp_path), disable_logger=True)
    env.reset()
    env.step(int(env.unwrapped.action_masks().argmax()))  # type: ignore[attr-defined]
    env.close()
    assert [path.suffix for path in tmp_path.iterdir()] == [".mp4"]


def test_a_bout_is_watched_as_a_moving_picture(tmp_path: Path) -> None:
    file = tmp_path / "bout.gif"
    words = ["watch", "random", "random", "--game", "toy:GAME", "--seed", "1", "--delay", "0", "--steps", "8"]
    assert main([*words, "--picture", str(file)]) == 0
    with Image.open(file) as picture:
        assert picture.format == "GIF" and picture.n_frames > 3 and max(picture.size) <= FILM_SIDE


def test_a_film_keeps_small_pictures_of_whatever_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bout has hundreds, of megabytes each; the largest gives the size, and what stays the same is taken once."""
    shown = np.full((900, 1200, 3), 255, np.uint8)
    shown[100:200] = 7
    frames = [shown, shown.copy(), 255 - shown[:700], shown]
    monkeypatch.setattr(Camera, "take", lambda self, bout: frames.pop(0))
    film = Film(nexus_env.raw_env(game="toy:GAME").game)
    for _ in range(4):
        film.take(None)
    assert len(film._frames) == 3 and sum(map(len, film._frames)) < shown.nbytes / 10
    with Image.open(BytesIO(film.as_gif())) as picture:
        assert picture.n_frames == 3 and picture.size == (FILM_SIDE, FILM_SIDE * 3 // 4)


@pytest.mark.parametrize(("name", "found"), [("bout.xyz", "got '.xyz'"), ("bout", "no extension")])
def test_a_picture_with_an_unknown_ending_is_refused(
    name: str, found: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    assert main(["watch", "random", "random", "--game", "toy:GAME", "--picture", str(file)]) == 2
    assert capsys.readouterr().err == f"--picture {file}: {found}; expected a name that ends in .svg or .gif.\n"


def test_a_moving_picture_without_what_draws_it_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main(["watch", "random", "random", "--game", "toy:GAME", "--picture", str(tmp_path / "bout.gif")]) == 2
    assert "pip install -e '.[video]'" in capsys.readouterr().err
