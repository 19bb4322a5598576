"""The table as pixels, for `render_mode="rgb_array"`: the picture that the game draws, without a browser."""

import re
from io import BytesIO
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled
from numpy.typing import NDArray

from nexus_env.game.contract import Game

Pixels = NDArray[np.uint8]
FRAMES_A_SECOND = 4  # decisions, in a video
WHOLE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


class Camera:
    """Takes pictures of bouts of one game, all of the size of the first one, as a video wants them."""

    def __init__(self, game: Game) -> None:
        """Take pictures of this game."""
        self._game, self._size = game, (0, 0)

    def take(self, bout: Any) -> Pixels:
        """The table of a bout, one row of the game's record, with all that is open to everybody.

        A picture that is larger than the first one is made smaller, and one that is smaller gets a margin.

        Returns:
            uint8 [height, width, 3].

        Raises:
            DependencyNotInstalled: what draws it is missing.
        """
        try:
            from PIL import Image
            from resvg_py import svg_to_bytes
        except ImportError as error:
            raise DependencyNotInstalled(
                f"render: {error.name} is missing; pip install 'nexus-env[video]' brings all that pictures need."
            ) from error
        picture = self._game.words.picture(bout)
        found = WHOLE.search(picture)
        assert found is not None, "a picture states its size"
        width, height = (round(float(side)) for side in found.groups())
        if not any(self._size):
            self._size = width, height
        scale = min(1.0, self._size[0] / width, self._size[1] / height)
        drawn = Image.open(BytesIO(svg_to_bytes(svg_string=picture, zoom=scale, background="#ffffff")))
        frame = Image.new("RGB", self._size, drawn.convert("RGB").getpixel((0, 0)))
        frame.paste(drawn, (0, 0))
        return np.asarray(frame)
