"""Helpers for the pictures of any game."""

LETTER = 0.52  # the greatest average width of a letter, in font sizes; sentences in Liberation Sans measure 0.47


def fitting(text: str, room: float, size: int = 14) -> float:
    """The font size at which a line of sans-serif text fits.

    Args:
        text: the line.
        room: its greatest width.
        size: the largest font size, in the units of `room`.
    """
    return round(min(size, room / (LETTER * max(1, len(text)))), 1)
