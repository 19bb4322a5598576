"""The table as text and as a picture: the board of 271 hexagons, both teams, the current roll.

A line of text has four letters for every second column, so the board is 78 letters wide: the spaces of a line are
between those of the lines above and below, as on the board. Rulebook: (A-020, A-022, A-026).
"""

from html import escape
from typing import Any

from nexus_env.games.aristeia.rules.bout import NO_ZONE, SEATS, SPACES, TEAM, UNITS
from nexus_env.games.aristeia.words.naming import SIDES, Naming, player, space, spelled_symbols, zone_name
from nexus_env.games.aristeia.words.own_view import tokens, zones
from nexus_env.games.aristeia.words.view import BLOCKED, OBSTACLE, kind_of
from nexus_env.kit import hexes
from nexus_env.kit.decks import DISCARDS, HAND, PILE
from nexus_env.kit.pictures import fitting

PLACE = 4  # letters for each column of spaces
RADIUS = hexes.RADIUS
WIDTH = PLACE * 2 * RADIUS + 6
SIZE, EDGE, LINE = 20, 30, 22  # of a picture: a hexagon's edge, the margin, a line of text
SIDE_COLORS = ("#3f9155", "#dd7a1f")
FILLS = {BLOCKED: "#2f3336", OBSTACLE: "#a0763f"}
ZONE_FILL, SCORING_FILL, BURNT_FILL, FLOOR_FILL = "#d7e3ee", "#f3e3a1", "#e6c3bb", "#f4f0e8"


def board(bout: Any) -> str:
    """See `Words`: the table as text, hidden things included."""
    naming = Naming(bout)
    return "\n".join([*rows_of_board(naming), "", *lines_of_table(naming, range(SEATS))])


def rows_of_board(naming: Naming) -> list[str]:
    """The board, a line for each half step down, with the columns named above and the rows at their left ends."""
    lines = [_columns()]
    for down in range(-2 * RADIUS, 2 * RADIUS + 1):
        line = [" "] * WIDTH
        for cell in range(SPACES):
            q, r = int(hexes.CELL_Q[cell]), int(hexes.CELL_R[cell])
            if 2 * r + q == down:
                _write(line, _middle(q), letters_of(naming, cell))
        lines.append("".join(line).rstrip())
    return lines


def _columns() -> str:
    """The coordinate q of each column."""
    line = [" "] * WIDTH
    for q in range(-RADIUS, RADIUS + 1):
        _write(line, _middle(q), str(q))
    return "".join(line).rstrip()


def _middle(q: int) -> int:
    """The position in a line of the middle of a column of spaces."""
    return 2 + PLACE * (q + RADIUS)


def _write(line: list[str], middle: int, text: str) -> None:
    """Write a text centered at a position of a line."""
    first = middle - len(text) // 2
    line[first : first + len(text)] = text


def letters_of(naming: Naming, cell: int) -> str:
    """The letters of a space: its Character, an obstacle, or its Zone."""
    for unit in range(UNITS):
        if int(naming.table["characters"]["cell"][unit]) == cell:
            symbol = naming.symbol(unit)
            return f"[{symbol}]" if unit >= TEAM else f"({symbol})"
    zone = zones()[cell]
    kind = kind_of(naming.options, cell, zone)
    if kind == BLOCKED:
        return "#"
    if kind == OBSTACLE:
        return "o"
    if zone == NO_ZONE:
        return "."
    if int(naming.table["scoring"]) == zone:
        return "*"
    return "x" if int(naming.table["burnt"]) >> zone & 1 else "C" if zone == 0 else str(zone)


# --- the panels -------------------------------------------------------------------------------------------------------


def lines_of_table(naming: Naming, seen: Any) -> list[str]:
    """The progress of the bout, both teams, and the current roll."""
    table = naming.table
    head = f"Round {int(table['round_number'])}, Turn {int(table['turn'])}."
    if int(table["scoring"]) != NO_ZONE:
        head += f" Scoring Zone: {zone_name(int(table['scoring']))}."
    if int(table["active"]) >= 0:
        points = f"{int(table['energy'])} AP, {int(table['movement'])} MP"
        head += f" Active: {naming.unit(int(table['active']))}, {points}."
    lines = [head]
    for seat in range(SEATS):
        lines += lines_of_player(naming, seat, is_open=seat in seen)
    return lines + lines_of_roll(naming)


def lines_of_player(naming: Naming, seat: int, *, is_open: bool) -> list[str]:
    """The lines of a player and the team."""
    mine = naming.table["players"][seat]
    cards = mine["cards"]
    held = [naming.card(seat, card) for card in range(len(cards)) if cards[card] == HAND + seat]
    hand = ", ".join(held) or "none" if is_open else f"{len(held)} Tactics"
    underdog = ", Underdog" if int(naming.table["underdog"]) == seat else ""
    counts = f"pile {int((cards == PILE).sum())}, discards {int((cards == DISCARDS).sum())}"
    marker = "[ ]" if seat else "( )"
    lines = [
        f"{player(seat)} {SIDES[seat]} {marker}: {int(mine['points'])} VP, {int(mine['frags'])} Frags{underdog}; "
        f"{counts}",
        f"  hand: {hand}",
    ]
    order = mine["order"].tolist()
    if is_open and max(order) >= 0:
        lines.append("  order: " + ", ".join(naming.unit(TEAM * seat + place) for place in order))
    return lines + [line_of_unit(naming, TEAM * seat + place) for place in range(TEAM)]


def line_of_unit(naming: Naming, unit: int) -> str:
    """The line of a Character: location, damage and States."""
    one, card = naming.table["characters"][unit], naming.card_of(unit)
    most = int(naming.options["characters"]["hit_points"][card]) if card >= 0 else 0
    where = space(int(one["cell"])) or naming.where(unit).name.capitalize()
    states = [
        f"{token['state']} {token['side']}" + (f" x{token['count']}" * (token["count"] > 1)) for token in tokens(one)
    ]
    damage = [f"damage {int(one['damage'])}/{most}"] if card >= 0 else []  # unknown while teams are chosen
    return "  " + ", ".join([f"{naming.symbol(unit)} {naming.unit(unit)} {where}", *damage, *states])


def lines_of_roll(naming: Naming) -> list[str]:
    """The dice of both sides."""
    roll = naming.table["roll"]
    if not roll["contest"]:
        return []
    lines = ["Roll:"]
    for side in roll["side"]:
        if side["unit"] >= 0:
            dice = [_die(naming, side, place) for place in range(int(side["count"]))]
            left = spelled_symbols(side["left"])
            shown = ", ".join(dice) or "not rolled"
            lines.append(f"  {naming.unit(int(side['unit']))}: {shown}" + (f"; left {left}" if left else ""))
    return lines


def _die(naming: Naming, side: Any, place: int) -> str:
    face = naming.face(int(side["die"][place]), int(side["face"][place]))
    return f"({face})" if int(side["gone"]) >> place & 1 else face


# --- the picture ------------------------------------------------------------------------------------------------------


def picture(bout: Any) -> str:
    """See `Words`: the board as SVG, with a line for each Character below."""
    naming = Naming(bout)
    across = SIZE * (1.5 * 2 * RADIUS + 2) + 2 * EDGE
    high = SIZE * 3**0.5 * (2 * RADIUS + 1) + 2 * EDGE
    texts = lines_of_table(naming, range(SEATS))
    height = high + LINE * (len(texts) + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:.0f} {height:.0f}" font-family="sans-serif">',
        f'<rect width="{across:.0f}" height="{height:.0f}" fill="#fbf9f4"/>',
        f'<g transform="translate({across / 2:.1f} {high / 2:.1f})">',
        *(_hexagon(naming, cell) for cell in range(SPACES)),
        *(_figure(naming, unit) for unit in range(UNITS) if naming.table["characters"]["cell"][unit] >= 0),
        "</g>",
    ]
    for number, line in enumerate(texts):
        style = f'font-size="{fitting(line, across - 2 * EDGE):g}" fill="#2b2924" xml:space="preserve"'
        parts.append(f'<text x="{EDGE}" y="{high + LINE * number:.0f}" {style}>{escape(line)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _hexagon(naming: Naming, cell: int) -> str:
    zone = zones()[cell]
    kind = kind_of(naming.options, cell, zone)
    fill = FILLS.get(kind, FLOOR_FILL if zone == NO_ZONE else _zone_fill(naming, zone))
    points = " ".join(f"{SIZE * x:.1f},{SIZE * y:.1f}" for x, y in hexes.polygon_of(cell))
    return f'<polygon points="{points}" fill="{fill}" stroke="#b9b1a1"/>'


def _zone_fill(naming: Naming, zone: int) -> str:
    if int(naming.table["scoring"]) == zone:
        return SCORING_FILL
    return BURNT_FILL if int(naming.table["burnt"]) >> zone & 1 else ZONE_FILL


def _figure(naming: Naming, unit: int) -> str:
    """A Character: a disc in the color of its player, with its letters."""
    letters = escape(naming.symbol(unit))
    x, y = (SIZE * number for number in hexes.center_of(int(naming.table["characters"]["cell"][unit])))
    is_active = int(naming.table["active"]) == unit
    edge = 'stroke="#2b2924" stroke-width="3"' if is_active else 'stroke="#ffffff" stroke-width="1"'
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><title>{escape(naming.unit(unit))}</title>'
        f'<circle r="14" fill="{SIDE_COLORS[unit // TEAM]}" {edge}/>'
        f'<text y="5" font-size="13" font-weight="bold" fill="#fff" text-anchor="middle">{letters}</text>'
        "</g>"
    )
