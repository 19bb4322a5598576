"""The table as styled text, drawn only from a viewer's view (`nexus_env.contract.view`).

Nothing is shown by color alone: a seat's pieces have its symbol and an arrow, a state is a letter, a highlighted cell
has brackets. A game defines its abbreviations and colors in its `TerminalLook`.
"""

import re
from collections.abc import Callable, Collection, Sequence

from rich.text import Text

from nexus_env.contract.view import Cell, Hand, Meter, Piece, Seat, View
from nexus_env.contract.words import TerminalLook
from nexus_env.frontends.terminal.naming import YOU
from nexus_env.text.grid import grid_of
from nexus_env.text.signs import Sign, meanings, signs_in, words_of

SEAT_STYLES = ("bold #ff6b5f", "bold #5fd7ff", "bold #b99aff", "bold #8fd75f", "bold #ffd75f", "bold #ff87d7")
WIDTH, WIDE, STAGGERED = 4, 7, 8  # characters per cell: on a small screen, on a tall one, and for hexagons there
LINE = 44  # characters per panel
LEAST_PANEL = 36  # columns that panels need beside a board
TALL_LINES = 24  # the most rows of cells that are drawn with two lines each


def seat_number(seat: str) -> int:
    """The number in the name of a seat."""
    return int(seat.removeprefix("player_"))


def style_of(seat: str) -> str:
    """The color of a seat."""
    return SEAT_STYLES[seat_number(seat) % len(SEAT_STYLES)]


# --- the board --------------------------------------------------------------------------------------------------------


def board(
    view: View, look: TerminalLook, lit: Collection[str] = (), *, tall: bool = False, is_narrow: bool = False
) -> Text:
    """The cells of the board, those with ids in `lit` in brackets; with two lines each if `tall`. If there are too many
    lines for that, states are beside the symbols. If `is_narrow`, free cells have no names. Empty without a board.
    """
    cells = view["board"]["cells"]
    grid = grid_of(cells)
    is_named = not grid.columns and not is_narrow
    tall = tall and not is_narrow
    is_long = len(grid.rows) > TALL_LINES
    tall = tall and not is_long
    width = _width(cells, look, is_named=is_named, tall=tall)
    names = [f" {name} " for name in grid.lines]
    margin = max(map(len, names), default=0)

    # A line with the names of the columns.
    text = Text(no_wrap=True)
    if grid.columns:
        text.append(" " * margin + "".join(name.center(width) for name in grid.columns), "dim")

    # The rows, each cell at its place.
    for number, row in enumerate(grid.rows):
        text.append("\n" if text.plain else "")
        text.append(names[number].rjust(margin) if names else "", "dim")
        for below in (False, True) if tall else (False,):
            if below:
                text.append("\n" + " " * margin)
            written = 0
            for place, cell in row:
                begin = round(place * width)
                text.append(" " * (begin - written))
                inside = _below(view, look, cell) if below else _inside(view, look, cell, is_named=is_named)
                if is_long and not is_narrow:
                    inside.append_text(_below(view, look, cell))
                text.append_text(_framed(inside, width, cell["id"] in lit))
                written = begin + width
            text.append(" " * (round(_widths(grid.rows) * width) - written))
    return text


def width_of(drawn: Text) -> int:
    """The columns of a drawing."""
    return max(map(len, drawn.plain.splitlines()), default=0)


def line_of_lit(drawn: Text) -> int | None:
    """The line in the middle of the highlighted cells, from 0; None if there are none."""
    lines = drawn.plain.splitlines()
    lit = [number for number, line in enumerate(lines) if "[" in line]
    return lit[len(lit) // 2] if lit else None


def _width(cells: Sequence[Cell], look: TerminalLook, *, is_named: bool, tall: bool) -> int:
    """The characters per cell: an even number if cells may be staggered, and enough for names if they are shown."""
    names = [_room(cell, look) for cell in cells] if is_named else []
    needed = max(names, default=0) + 2
    least = WIDTH if not tall else STAGGERED if is_named else WIDE
    return max(least, needed + needed % 2)


def _room(cell: Cell, look: TerminalLook) -> int:
    """The characters of a cell that shows its name; see `signs_in`."""
    label, letter = cell.get("label", ""), look.letters.get(cell["kind"], "")
    if label:
        return len(label) + 2 * bool(letter)
    return len(letter or cell["id"])


def _widths(rows: Sequence[Sequence[tuple[float, Cell]]]) -> float:
    """The width of the board in cells."""
    return max(row[-1][0] for row in rows) + 1


def _framed(inside: Text, width: int, lit: bool) -> Text:
    """A cell's text, centered, and in brackets if the cell is highlighted."""
    inside.truncate(width - 2)
    left = (width - 2 - len(inside) + 1) // 2
    cell = Text("[" if lit else " ", "bold reverse" if lit else "")
    cell.append(" " * left).append_text(inside).append(" " * (width - 2 - len(inside) - left))
    return cell.append("]" if lit else " ", "bold reverse" if lit else "")


def _inside(view: View, look: TerminalLook, cell: Cell, *, is_named: bool) -> Text:
    """The signs of a cell: its pieces, else what lies on it, else its kind; else its own name."""
    return Text().join(_styled(sign, look) for sign in signs_in(view, look, cell, is_named=is_named))


def _styled(sign: Sign, look: TerminalLook) -> Text:
    """Letters in the color of their owner or of their meaning."""
    if sign.owner:
        return Text(sign.text, f"{style_of(sign.owner)} reverse")
    if not sign.what:
        return Text(sign.text, "dim")
    return Text(sign.text, look.styles.get(sign.what, "bold" if sign.is_mark else ""))


def _below(view: View, look: TerminalLook, cell: Cell) -> Text:
    """The second line of a cell: the states of the piece there."""
    letters = "".join(marks(piece, look) for piece in view["board"]["pieces"] if piece["cell"] == cell["id"])
    return Text(letters, "bold")


def marks(piece: Piece, look: TerminalLook) -> str:
    """The states of a piece as letters: those defined by the game, or first letters."""
    if not look.letters:
        return "".join(mark[:1] for mark in piece["marks"])
    return "".join(dict.fromkeys(look.letters[word] for word in words_of(piece["marks"]) if word in look.letters))


def legend(view: View, look: TerminalLook) -> Text:
    """The meanings of the symbols on this board."""
    return Text("  ".join(f"{symbol}\u00a0{name}" for symbol, name in meanings(view, look).items()), "dim")


# --- the panels -------------------------------------------------------------------------------------------------------


def panels(view: View, look: TerminalLook, called: Sequence[str], lines: int) -> Text:
    """A panel for each player; states have their own line if there is room for `lines`."""
    found = [_panel(view, look, seat, called) for seat in view["seats"]]
    found += [things] if (things := _pieces(view, look, None)) else []
    parts: list[Text] = []
    for panel in found:
        roomy = sum(map(len, found)) <= lines or len(panel) < 2
        parts += panel if roomy else [*panel[:-2], panel[-2].append("  ").append_text(panel[-1])]
    return Text("\n", no_wrap=True, overflow="ellipsis").join(parts)


def _panel(view: View, look: TerminalLook, seat: Seat, names: Sequence[str]) -> list[Text]:
    called = names[seat_number(seat["seat"])]

    def told(mark: str) -> str:
        return re.sub(r"player_(\d+)", lambda found: names[int(found[1])], mark)

    head = Text("▶" if view["round"]["seat"] == seat["seat"] else " ", "bold")
    head.append(f"{seat_number(seat['seat'])} {called}", style_of(seat["seat"]))
    for nth, counter in enumerate(seat["counters"]):
        head.append(f" {look.short.get(counter['name'], counter['name'])} {counter['value']}", "" if nth else "bold")
    for hand in seat["hands"]:
        head.append(f" {look.short.get(hand['name'], hand['name'])} {hand['size']}")
    vital = [meter for meter in seat["meters"] if meter["name"] in look.vital]
    others = [meter for meter in seat["meters"] if meter["name"] not in look.vital]
    states = Text("  " + ", ".join(map(told, seat["marks"])), "bold")
    if seat["name"]:
        states.append(f"{'  ' * bool(seat['marks'])}{seat['name']}", "dim not bold")
    pieces = _pieces(view, look, seat)
    return [head, *_meters(vital, look), *_meters(others, look), *pieces, *([states] if states.plain.strip() else [])]


def _pieces(view: View, look: TerminalLook, seat: Seat | None) -> list[Text]:
    """The meters of the pieces of a seat, or of nobody, except those that the seat itself has, in lines."""
    known = {meter["name"] for meter in seat["meters"]} if seat else set()
    lines: list[Text] = []
    for piece in view["board"]["pieces"]:
        shown = [meter for meter in piece.get("meters", []) if meter["name"] not in known]
        if piece["owner"] != (seat["seat"] if seat else None) or not shown:
            continue
        levels = " ".join(f"{meter['value']}/{meter['most']}" for meter in shown)
        words = f"{piece['name']} {levels}  "
        if not lines or len(lines[-1]) + len(words) > LINE:
            lines.append(Text("  "))
        lines[-1].append(words, _style(shown[0], is_vital=True))
    return lines


def _meters(meters: Sequence[Meter], look: TerminalLook) -> list[Text]:
    """The meters, as many per line as fit."""
    lines: list[Text] = []
    for meter in meters:
        word = f"{look.short.get(meter['name'], meter['name'] + ' ')}{meter['value']} "
        if not lines or len(lines[-1]) + len(word) > LINE:
            lines.append(Text("  "))
        lines[-1].append(word, _style(meter, is_vital=meter["name"] in look.vital))
    return lines


def _style(meter: Meter, *, is_vital: bool) -> str:
    """The style of a meter: a vital one is dangerous near 0; for any other, more is better."""
    if meter["value"] == 0:
        return "bold red" if is_vital else "dim"
    return "yellow" if is_vital and meter["value"] < meter["most"] else ""


def headline(view: View, called: Callable[[int], str]) -> Text:
    """The progress of the bout, the current turn with the points left in it, and the piles; `called` names a seat."""
    turn = view["round"]
    parts = [turn["text"]] if turn["text"] else []
    if turn["seat"]:
        left = " ".join(f"{counter['value']} {counter['name']}" for counter in turn.get("counters", []))
        who = called(seat_number(turn["seat"]))
        parts += ["your turn" if who == YOU else f"turn of {who}", *([left] if left else [])]
    parts += [f"{pile['name']} {pile['size']}" for pile in view["piles"]]
    return Text(" · ".join(parts), "bold", no_wrap=True)


def hand(view: View) -> Text:
    """The viewer's own cards."""
    own = [seat for seat in view["seats"] if seat["seat"] == view["seat"]]
    held = [_cards(hand) for seat in own for hand in seat["hands"] if hand["cards"]]
    return Text("  ".join(held), no_wrap=True)


def _cards(hand: Hand) -> str:
    words = (card["name"] if card["id"] == card["name"] else f"{card['id']} {card['name']}" for card in hand["cards"])
    return f"Your {hand['name']}: {', '.join(words)}"
