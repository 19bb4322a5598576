"""95 % intervals of a proportion that are valid for small counts, too."""

from math import sqrt

NORMAL_95 = 1.959964  # standard deviations on either side that contain 95 % of a normal distribution


def wilson(count: float, total: float, deviations: float = NORMAL_95) -> tuple[float, float]:
    """The Wilson interval for the share that `count` of `total` estimates.

    Args:
        count: the number of successes; fractions are allowed, and make the interval too wide, never too narrow.
        total: the number of trials, more than 0.
        deviations: the width, in standard deviations of a normal distribution.

    Returns:
        Both ends, 0 to 1.
    """
    share, squared = count / total, deviations**2
    middle = share + squared / (2 * total)
    spread = deviations * sqrt(max(0.0, share * (1 - share)) / total + squared / (4 * total**2))
    below, above = (middle - spread) / (1 + squared / total), (middle + spread) / (1 + squared / total)
    return max(0.0, below), min(1.0, above)


def newcombe(
    count: float, total: float, other_count: float, other_total: float, deviations: float = NORMAL_95
) -> tuple[float, float]:
    """The Newcombe interval for the difference of two independent shares, the first minus the other.

    Args:
        count: as for `wilson`.
        total: as for `wilson`.
        other_count: the same of the other share.
        other_total: the same of the other share.
        deviations: as for `wilson`.

    Returns:
        Both ends, -1 to 1.
    """
    share, other = count / total, other_count / other_total
    below, above = wilson(count, total, deviations)
    other_below, other_above = wilson(other_count, other_total, deviations)
    return (
        share - other - sqrt((share - below) ** 2 + (other_above - other) ** 2),
        share - other + sqrt((above - share) ** 2 + (other - other_below) ** 2),
    )
