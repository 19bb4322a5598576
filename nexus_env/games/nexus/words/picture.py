"""A picture of the table as SVG: the barge from above, and a line of each player's panel."""

from html import escape
from math import cos, pi, sin
from typing import Any

from nexus_env.games.nexus.rules.bout import SIDE, STARTING_HEALTH, Pile, Square, Standing
from nexus_env.games.nexus.words.barge import shown_squares
from nexus_env.games.nexus.words.sentences import lanista, states
from nexus_env.games.nexus.words.texts import TEXTS
from nexus_env.kit.pictures import fitting
from nexus_env.kit.texts import by_members

CELL, EDGE, LINE = 56, 34, 62
WIDTH = SIDE * CELL + 2 * EDGE
SEAT_COLORS = ("#c8443c", "#2f6db5", "#7b4fa3", "#3f9155")
FILLS: dict[Square, str] = by_members(TEXTS["fills"], Square)
OUTLINE = 'stroke="#3c3a36" stroke-width="2"'
TILES = (Square.BLOOD, Square.GUTS)


def svg(bout: Any) -> str:
    """The table of a bout (a structured NumPy row) as an SVG document."""
    table, squares = bout["table"], shown_squares(bout)
    seats = int(table["seats"])
    height = SIDE * CELL + 2 * EDGE + seats * LINE + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" fill="#f4f0e8"/>',
        *(_coordinates()),
    ]
    for y in range(1, SIDE + 1):
        for x in range(1, SIDE + 1):
            parts += _square(x, y, int(squares[y - 1, x - 1]))
            if table["coins"][y - 1, x - 1]:
                parts += _coins(x, y, int(table["coins"][y - 1, x - 1]))
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
    middle = f"translate({left + CELL // 2} {top + CELL // 2})"
    return [*parts, f'<g transform="{middle}">', *_piece(Square(what)), "</g>"] if what in FILLS else parts


def _piece(what: Square) -> list[str]:
    """The piece on a square, around the point (0, 0)."""
    color = FILLS[what]
    if what in TILES:
        return [f'<ellipse rx="21" ry="15" fill="{color}" opacity="0.75"/>']
    if what == Square.CRATE:
        cross = "M-19 -19 L19 19 M19 -19 L-19 19"
        return [
            f'<rect x="-19" y="-19" width="38" height="38" fill="{color}"/>',
            f'<path d="{cross}" stroke="#6f4f26" stroke-width="3"/>',
        ]
    if what == Square.FIRE:
        return [_flames(1.0)]
    if what == Square.SAW:
        return [f'<path d="{_blade(22, 16, 12)}" fill="{color}" {OUTLINE}/>', '<circle r="5" fill="#3c3a36"/>']
    if what == Square.SPIKES:
        feet = ((-13, 2), (0, 2), (13, 2), (-7, 20), (7, 20))
        return [f'<path d="M{x - 6} {y} l6 -20 l6 20 Z" fill="{color}" {OUTLINE}/>' for x, y in feet]
    if what == Square.TOPPLED:
        return [
            f'<rect x="-22" y="-11" width="44" height="22" rx="11" fill="{color}" {OUTLINE}/>',
            '<rect x="10" y="-9" width="10" height="18" rx="5" fill="#2b2722"/>',
        ]
    parts = [f'<circle r="20" fill="{color}" {OUTLINE}/>']
    return [*parts, _flames(0.6)] if what == Square.BRAZIER else parts


def _flames(size: float) -> str:
    outer = "M0 -24 C4 -14 18 -8 16 8 C15 18 7 22 0 22 C-7 22 -15 18 -16 8 C-16 2 -12 -2 -10 -8 C-7 -4 -5 -4 -4 -6 Z"
    inner = "M0 -6 C3 0 9 4 8 11 C7 17 3 19 0 19 C-3 19 -8 17 -8 11 C-8 6 -3 2 0 -6 Z"
    paths = f'<path d="{outer}" fill="{FILLS[Square.FIRE]}"/><path d="{inner}" fill="#f7c548"/>'
    return f'<g transform="scale({size})">{paths}</g>'


def _blade(outer: int, inner: int, teeth: int) -> str:
    """The outline of a saw."""
    points = []
    for step in range(2 * teeth):
        turn, far = pi * step / teeth, inner if step % 2 else outer
        points.append(f"{far * sin(turn):.1f} {-far * cos(turn):.1f}")
    return f"M{' L'.join(points)} Z"


def _coins(x: int, y: int, coins: int) -> list[str]:
    """The coins on the floor: a coin in the corner of the square, with their number."""
    left, top = _corner(x, y)
    return [
        f'<circle cx="{left + 44}" cy="{top + 44}" r="9" fill="#e2b93b" stroke="#7d6212"/>',
        f'<text x="{left + 44}" y="{top + 48}" font-size="10" fill="#3c3a36" text-anchor="middle">{coins}</text>',
    ]


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
    wide = SIDE * CELL - 18
    return [
        f'<rect x="{EDGE}" y="{top}" width="8" height="{LINE - 10}" fill="{SEAT_COLORS[seat]}"/>',
        f'<text x="{EDGE + 18}" y="{top + 14}" font-size="14" fill="#2b2924">',
        f'<tspan font-weight="bold">{lanista(seat)}</tspan>',
        f" · Cred {int(row['cred'])} · Overall Condition {health}",
        "</text>",
        f'<text x="{EDGE + 18}" y="{top + 31}" font-size="{fitting(how, wide):g}" fill="#2b2924">{escape(how)}</text>',
        f'<rect x="{EDGE + 18}" y="{top + 39}" width="{wide}" height="9" fill="#d2c8b5"/>',
        f'<rect x="{EDGE + 18}" y="{top + 39}" width="{wide * health // full}" height="9" fill="{SEAT_COLORS[seat]}"/>',
    ]
