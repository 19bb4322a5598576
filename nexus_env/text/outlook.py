"""What a command would reach and see, in a sentence."""

from collections.abc import Sequence

from nexus_env.game.words import Sight


def outlook(sights: Sequence[Sight]) -> str:
    """How each who stands in reach is seen, and how many cells that is; empty where a command has nothing to show."""
    if not sights:
        return ""
    seen = [sight.text or f"{sight.cell}: {sight.kind}" for sight in sights if sight.kind != "reach"]
    reached = len({sight.cell for sight in sights})
    counted = f"{reached} space{'' if reached == 1 else 's'} within reach"
    return "; ".join([*seen, counted]) + "."
