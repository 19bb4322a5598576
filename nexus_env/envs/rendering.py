"""The table as pixels for `render_mode="rgb_array"`, drawn by the game without a browser."""

import re
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled
from numpy.typing import NDArray

from nexus_env.contract.game import Game
from nexus_env.envs.keywords import ANSI, HUMAN, PIXELS
from nexus_env.system.package import install

Pixels = NDArray[np.uint8]
PAINTERS = "PIL", "resvg_py"
FRAMES_A_SECOND = 4  # decisions, in a video
FILM_SIDE, FILM_COLORS, FILM_END = 480, 64, 3000  # pixels at most; colors; milliseconds of the last picture
FILM_SAMPLES = 8  # pictures from which the colors are taken
# Fonts that lie in the package, so that a picture is the same on every machine. Unknown families are drawn as serif.
FONTS = Path(__file__).with_name("fonts")
SANS, MONO = "Liberation Sans", "Liberation Mono"
WHOLE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def render_modes() -> list[str]:
    """The modes that an environment can offer here: pixels only where the drawing libraries are installed."""
    return [HUMAN, ANSI, *([PIXELS] if all(map(find_spec, PAINTERS)) else [])]


def _bring_painters() -> None:
    """Raise a `DependencyNotInstalled` unless the drawing libraries are installed."""
    for name in PAINTERS:
        try:
            import_module(name)
        except ImportError as error:
            raise DependencyNotInstalled(f"render: got no {error.name}: {install('video')}.") from error


def as_png(picture: str, scale: float = 1.0) -> bytes:
    """Draw an SVG document on white, with the fonts of the package and no others.

    Args:
        picture: the document.
        scale: pixels for each of its units.
    """
    from resvg_py import svg_to_bytes

    return svg_to_bytes(
        svg_string=picture,
        zoom=scale,
        background="#ffffff",
        skip_system_fonts=True,
        font_dirs=[str(FONTS)],
        font_family=SANS,
        serif_family=SANS,
        sans_serif_family=SANS,
        monospace_family=MONO,
    )


class Camera:
    """Takes pictures of bouts of one game, all of the size of the first one, as videos need."""

    def __init__(self, game: Game) -> None:
        """Take pictures of this game."""
        self._game, self._size = game, (0, 0)

    def take(self, bout: Any) -> Pixels:
        """Draw the whole table of a bout, one row of the game's record, hidden cards too: this is no observation.

        A picture larger than the first one is scaled down, and a smaller one gets a margin.

        Returns:
            uint8 [height, width, 3].

        Raises:
            DependencyNotInstalled: a library for drawing is missing.
        """
        _bring_painters()
        from PIL import Image

        picture = self._game.words.picture(bout)
        found = WHOLE.search(picture)
        assert found is not None, "a picture states its size"
        width, height = (round(float(side)) for side in found.groups())
        if not any(self._size):
            self._size = width, height
        scale = min(1.0, self._size[0] / width, self._size[1] / height)
        drawn = Image.open(BytesIO(as_png(picture, scale)))
        frame = Image.new("RGB", self._size, drawn.convert("RGB").getpixel((0, 0)))
        frame.paste(drawn, (0, 0))
        return np.asarray(frame)


class Film:
    """Collects pictures of one bout for an animation."""

    def __init__(self, game: Game) -> None:
        """Start without pictures.

        Raises:
            DependencyNotInstalled: a library for drawing is missing.
        """
        _bring_painters()
        self._game = game
        self._last: Pixels | None = None
        self._frames: list[bytes] = []  # as PNG: a bout has hundreds of pictures, each with megabytes of pixels
        self._size = 0, 0  # the largest width and height

    def take(self, bout: Any) -> None:
        """Add the next picture, if anything has changed: see `Camera.take`."""
        from PIL import Image

        frame, last = Camera(self._game).take(bout), self._last
        if last is not None and frame.shape == last.shape and (frame == last).all():
            return
        self._last = frame
        height, width, _ = frame.shape
        self._size = max(self._size[0], width), max(self._size[1], height)
        written = BytesIO()
        Image.fromarray(frame).save(written, "PNG", compress_level=1)
        self._frames.append(written.getvalue())

    def as_gif(self) -> bytes:
        """All pictures as a looping GIF; the last one is shown longer."""
        from PIL import Image

        some = self._frames[:: max(1, len(self._frames) // FILM_SAMPLES)]
        strip = Image.fromarray(np.concatenate([np.asarray(self._small(frame)) for frame in some]))
        palette = strip.quantize(FILM_COLORS)  # one palette for all, so that colors do not change
        drawn = [self._small(frame).quantize(palette=palette, dither=Image.Dither.NONE) for frame in self._frames]
        shown = [1000 // FRAMES_A_SECOND] * (len(drawn) - 1) + [FILM_END]
        written = BytesIO()
        drawn[0].save(written, "GIF", save_all=True, append_images=drawn[1:], duration=shown, loop=0, optimize=True)
        return written.getvalue()

    def _small(self, frame: bytes) -> Any:
        """Scale a picture to at most `FILM_SIDE` wide and high, with a margin if others are larger."""
        from PIL import Image

        taken = Image.open(BytesIO(frame))
        picture = Image.new("RGB", self._size, taken.getpixel((0, 0)))
        picture.paste(taken, (0, 0))
        picture.thumbnail((FILM_SIDE, FILM_SIDE))
        return picture
