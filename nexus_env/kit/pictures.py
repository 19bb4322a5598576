"""What pictures of several games need."""

LETTER = 0.52  # of its font size is an average letter wide at most; in Liberation Sans, sentences measure 0.47


def fitting(text: str, room: float, size: int = 14) -> float:
    """The font size in which a line of sans-serif text fits.

    Args:
        text: the line.
        room: how wide it may be.
        size: the largest font size, in the units of `room`.
    """
    return round(min(size, room / (LETTER * max(1, len(text)))), 1)
