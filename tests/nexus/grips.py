"""A helot that holds another, and who holds whom."""

from table import Table

HELD = """
    .  .  .  .  .
    .  .  1v .  .
    .  .  0^ .  .
    .  .  .  .  .
"""
DRAGS = {f"drag {move}" for move in ("forward", "forward-left", "forward-right", "back", "left", "right")}
DRAG_ROUND = {"drag rotate-left", "drag rotate-right"}
WIN, LOSS = [5, 6, 1, 2], [1, 2, 5, 6]


def held(drawing: str = HELD, **more) -> Table:
    """Helot 0 has helot 1 in its grip."""
    table = Table(drawing, **more)
    table.grapple(0, 1)
    return table


def grips(table: Table) -> list[tuple[int, int]]:
    """Captors and their victims."""
    return [(seat, int(table.helot(seat).holds)) for seat in range(table.table.seats) if table.helot(seat).holds >= 0]
