"""A command's reach and effects in a sentence."""

from collections.abc import Sequence

from nexus_env.contract.words import ReachedCell


def outlook(sights: Sequence[ReachedCell]) -> str:
    """The visibility of each piece in reach, and the number of cells in reach; empty if there is nothing to show."""
    if not sights:
        return ""
    seen = [sight.text or f"{sight.cell}: {sight.kind}" for sight in sights if sight.kind != "reach"]
    reached = len({sight.cell for sight in sights})
    counted = f"{reached} space{'' if reached == 1 else 's'} within reach"
    return "; ".join([*seen, counted]) + "."
