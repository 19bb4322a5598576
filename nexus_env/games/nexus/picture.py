"""A picture of the table as SVG: the barge from above, and a line of each player's panel."""

from typing import Any

from nexus_env.games.nexus.bout import SIDE, STARTING_HEALTH, Pile, Square, Standing
from nexus_env.games.nexus.words import lanista, states

CELL, EDGE, LINE = 56, 34, 46
WIDTH = SIDE * CELL + 2 * EDGE
SEAT_COLORS = ("#c8443c", "#2f6db5", "#7b4fa3", "#3f9155")
FILLS = {
    Square.BLOOD: "#8e1b1b",
    Square.GUTS: "#6d4a5e",
    Square.FIRE: "#e8742a",
    Square.SAW: "#9aa3ab",
    Square.SPIKES: "#747d86",
    Square.CRATE: "#a0763f",
    Square.TOPPLED: "#5a5048",
    Square.BRAZIER: "#4a443d",
    Square.PILLAR: "#5c6670",
}
TILES = (Square.BLOOD, Square.GUTS)


def svg(bout: Any) -> str:
    """The table of a bout (a structured NumPy row) as an SVG document."""
    table = bout["table"]
    seats = int(table["seats"])
    height = SIDE * CELL + 2 * EDGE + seats * LINE + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" fill="#f4f0e8"/>',
        *(_coordinates()),
    ]
    for y in range(1, SIDE + 1):
        for x in range(1, SIDE + 1):
            parts += _square(x, y, int(table["squares"][y - 1, x - 1]))
    for seat in range(seats):
        if table["helots"][seat]["present"]:
            parts += _helot(seat, table["helots"][seat])
        parts += _panel(seat, table, SIDE * CELL + 2 * EDGE + seat * LINE)
    return "\n".join([*parts, "</svg>", ""])


def _corner(x: int, y: int) -> tuple[int, int]:
    return EDGE + (x - 1) * CELL, EDGE + (y - 1) * CELL


def _coordinates() -> list[str]:
    parts = []
    for place in range(1, SIDE + 1):
        middle = EDGE + (place - 1) * CELL + CELL // 2
        style = 'font-size="13" fill="#6b6255" text-anchor="middle"'
        parts.append(f'<text x="{middle}" y="{EDGE - 11}" {style}>{place}</text>')
        parts.append(f'<text x="{EDGE - 15}" y="{middle + 5}" {style}>{place}</text>')
    return parts


def _square(x: int, y: int, what: int) -> list[str]:
    left, top = _corner(x, y)
    floor = "#e4ddcf" if (x + y) % 2 else "#ded5c4"
    parts = [f'<rect x="{left}" y="{top}" width="{CELL}" height="{CELL}" fill="{floor}" stroke="#c9bfab"/>']
    if what in FILLS:
        color = FILLS[Square(what)]
        middle_x, middle_y = left + CELL / 2, top + CELL / 2
        if what in TILES:
            parts.append(f'<ellipse cx="{middle_x}" cy="{middle_y}" rx="21" ry="15" fill="{color}" opacity="0.75"/>')
        elif what == Square.CRATE:
            parts.append(
                f'<rect x="{left + 9}" y="{top + 9}" width="{CELL - 18}" height="{CELL - 18}" fill="{color}"/>'
            )
            near_x, far_x, near_y, far_y = left + 9, left + CELL - 9, top + 9, top + CELL - 9
            cross = f"M{near_x} {near_y} L{far_x} {far_y} M{far_x} {near_y} L{near_x} {far_y}"
            parts.append(f'<path d="{cross}" stroke="#6f4f26" stroke-width="3"/>')
        else:
            outline = 'stroke="#3c3a36" stroke-width="2"'
            parts.append(f'<circle cx="{middle_x}" cy="{middle_y}" r="20" fill="{color}" {outline}/>')
            if what == Square.BRAZIER:
                parts.append(f'<circle cx="{middle_x}" cy="{middle_y}" r="12" fill="{FILLS[Square.FIRE]}"/>')
    return parts


def _helot(seat: int, helot: Any) -> list[str]:
    left, top = _corner(int(helot["x"]), int(helot["y"]))
    x, y = left + CELL // 2, top + CELL // 2
    fallen = 0.5 if helot["prone"] or helot["standing"] != Standing.FIT else 1.0
    turn = 90 * int(helot["facing"])
    return [
        f'<g transform="rotate({turn} {x} {y})" opacity="{fallen}">',
        f'<path d="M{x} {y - 25} L{x + 9} {y - 13} L{x - 9} {y - 13} Z" fill="{SEAT_COLORS[seat]}"/>',
        f'<circle cx="{x}" cy="{y + 2}" r="17" fill="{SEAT_COLORS[seat]}" stroke="#2b2924" stroke-width="2"/>',
        "</g>",
        f'<text x="{x}" y="{y + 8}" font-size="17" font-weight="bold" fill="#fff" text-anchor="middle">{seat}</text>',
    ]


def _panel(seat: int, table: Any, top: int) -> list[str]:
    helot, row = table["helots"][seat], table["lanistas"][seat]
    health = int(helot["health"][Pile.OVERALL_CONDITION])
    full = int(STARTING_HEALTH[Pile.OVERALL_CONDITION])
    how = ", ".join(states(helot)) or "standing"
    return [
        f'<rect x="{EDGE}" y="{top}" width="8" height="{LINE - 10}" fill="{SEAT_COLORS[seat]}"/>',
        f'<text x="{EDGE + 18}" y="{top + 14}" font-size="14" fill="#2b2924">',
        f'<tspan font-weight="bold">{lanista(seat)}</tspan>',
        f" · Cred {int(row['cred'])} · Overall Condition {health} · {how}",
        "</text>",
        f'<rect x="{EDGE + 18}" y="{top + 22}" width="{SIDE * CELL - 18}" height="9" fill="#d2c8b5"/>',
        f'<rect x="{EDGE + 18}" y="{top + 22}" width="{(SIDE * CELL - 18) * health // full}" height="9" '
        f'fill="{SEAT_COLORS[seat]}"/>',
    ]
