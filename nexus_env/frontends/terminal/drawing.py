"""The table as styled text, drawn from what a viewer may see (`games.nexus.view`) and from nothing else.

Nothing is told by color alone: a helot is a number and an arrow, a state is a letter, a lit square has brackets.
"""

from collections.abc import Collection
from typing import Any

from rich.text import Text

from nexus_env.games.nexus.rules.bout import SIDE, Square, Trait
from nexus_env.games.nexus.words.sentences import SYMBOL, plain

View = dict[str, Any]
Place = tuple[int, int]

SEAT_STYLES = ("bold #ff6b5f", "bold #5fd7ff", "bold #b99aff", "bold #8fd75f")
ARROWS = {"north": "^", "east": ">", "south": "v", "west": "<"}
PIECES = {plain(square): symbol for square, symbol in SYMBOL.items()}
PIECE_STYLES = {
    "blood": "red",
    "guts": "magenta",
    "fire": "bold yellow",
    "saw": "bold white",
    "spikes": "bold white",
    "crate": "yellow",
    "toppled": "bright_black",
    "brazier": "yellow",
    "pillar": "white",
}
STATE_LETTERS = {"prone": "p", "flaming": "f", "bleeding": "b"}
LOCATIONS = ("head", "left-upper", "chest", "right-upper", "left-lower", "midsection", "right-lower")
SHORT_LOCATIONS = ("H", "LU", "C", "RU", "LL", "M", "RL")


def seat_number(seat: str) -> int:
    """The number in the name of a seat."""
    return int(seat.removeprefix("player_"))


# --- the board --------------------------------------------------------------------------------------------------------


def board(view: View, lit: Collection[Place] = (), *, tall: bool = False) -> Text:
    """The barge from above, north up: each square 4 characters wide, or 7 wide and two lines high if `tall`."""
    width = 7 if tall else 4
    text = Text("   " + "".join(str(x).center(width) for x in range(1, SIDE + 1)), style="dim", no_wrap=True)
    for y in range(1, SIDE + 1):
        text.append(f"\n {y} ", "dim")
        for x in range(1, SIDE + 1):
            text.append_text(_framed(_square(view, x, y), width, (x, y) in lit))
        if tall:
            text.append("\n   ")
            for x in range(1, SIDE + 1):
                text.append_text(_framed(_below(view, x, y), width, (x, y) in lit))
    return text


def _framed(inside: Text, width: int, lit: bool) -> Text:
    """A square's text in the middle of its width, between brackets if it is lit."""
    inside.truncate(width - 2)
    left = (width - 2 - len(inside) + 1) // 2
    cell = Text("[" if lit else " ", "bold reverse" if lit else "")
    cell.append(" " * left).append_text(inside).append(" " * (width - 2 - len(inside) - left))
    return cell.append("]" if lit else " ", "bold reverse" if lit else "")


def _square(view: View, x: int, y: int) -> Text:
    """The helot on a square, or what lies there."""
    for helot in view["helots"]:
        if helot["present"] and (helot["x"], helot["y"]) == (x, y):
            seat = seat_number(helot["seat"])
            return Text(f"{seat}{ARROWS[helot['facing']]}", f"{SEAT_STYLES[seat]} reverse")
    for piece in view["pieces"]:
        if (piece["x"], piece["y"]) == (x, y):
            return Text(PIECES[piece["piece"]], PIECE_STYLES[piece["piece"]])
    if any((coins["x"], coins["y"]) == (x, y) for coins in view["floor_coins"]):
        return Text("$", "bold yellow")
    return Text(PIECES[plain(Square.EMPTY)], "dim")


def _below(view: View, x: int, y: int) -> Text:
    """The second line of a square: the states of its helot."""
    for helot in view["helots"]:
        if helot["present"] and (helot["x"], helot["y"]) == (x, y):
            return Text(marks(helot), "bold")
    return Text()


def marks(helot: View) -> str:
    """The states of a helot as letters: prone, flaming, bleeding, grappled, ! for one that has fallen."""
    if helot["standing"] != "fit":
        return "!"
    letters = "".join(letter for state, letter in STATE_LETTERS.items() if helot[state])
    return letters + ("g" if helot["holds"] or helot["held_by"] else "")


def legend(view: View) -> Text:
    """What the symbols on this board mean."""
    found = {piece["piece"] for piece in view["pieces"]}
    known = [f"{PIECES[name]}\u00a0{name}" for name in PIECE_STYLES if name in found]
    return Text("  ".join([*known, *(["$\u00a0coins"] if view["floor_coins"] else [])]), "dim")


# --- the panels -------------------------------------------------------------------------------------------------------


def panels(view: View, called: list[str], lines: int) -> Text:
    """A panel for each player, of three lines, or of four where there is room for `lines`."""
    parts = []
    for seat, helot in enumerate(view["helots"]):
        parts += _panel(view, seat, helot, called[seat], roomy=4 * len(called) <= lines)
    return Text("\n", no_wrap=True, overflow="ellipsis").join(parts)


def _panel(view: View, seat: int, helot: View, called: str, *, roomy: bool) -> list[Text]:
    row, health = view["lanistas"][seat], helot["health"]
    active = view["round"] and view["round"]["seat"] == row["seat"]
    head = Text("▶" if active else " ", "bold")
    head.append(f"{seat} {called}", SEAT_STYLES[seat]).append(f" Cred {row['cred']}", "bold")
    head.append(f" OC {health['overall-condition']} cards {row['cards']}")
    head.append(f" D{row['deception_tokens']} C{row['command_tokens']}", "dim")
    wounds = Text("  ")
    for place, short in zip(LOCATIONS, SHORT_LOCATIONS, strict=True):
        style = "bold red" if health[place] == 0 else "" if health[place] == view["full_health"][place] else "yellow"
        wounds.append(f"{short}{health[place]} ", style)
    wounds.append_text(_counter(row))
    traits = Text("  ")
    for trait in Trait:
        points = helot["traits"][plain(trait)]
        traits.append(f"{plain(trait)[:4].capitalize()}{points} ", "" if points else "dim")
    states = Text(", ".join(helot["states"]), "bold")
    return [head, wounds, traits, Text("  ") + states] if roomy else [head, wounds, traits + states]


def _counter(row: View) -> Text:
    """The Turning Point Counter: the values that are marked, and a plus while its damage waits for a hit."""
    marked = "".join(str(value) if value in row["marked"] else "·" for value in range(1, 7))
    return Text(f"TP+{marked}", "bold") if row["turning_point_damage"] else Text(f"TP {marked}")


def headline(view: View) -> Text:
    """The cycle, the round under way with its points, and the Crowd Pile."""
    turn = view["round"]
    parts = [f"Cycle {view['cycle']}" if view["cycle"] else "Before the first cycle"]
    if turn:
        parts.append(f"round of {turn['seat']}, ratio {view['lanistas'][seat_number(turn['seat'])]['ratio']}")
        parts += [f"{turn['movement_points']} MP {turn['action_points']} AP"] if turn["split"] else []
        parts += [f"{turn['bonus_points']} AP against {turn['bonus_target']}"] if turn["bonus_points"] else []
    parts.append(f"Crowd Pile {view['crowd_pile']}")
    return Text(" · ".join(parts), "bold", no_wrap=True)


def hand(view: View) -> Text:
    """The viewer's own influence cards."""
    if view["seat"] is None:
        return Text()
    cards = view["lanistas"][seat_number(view["seat"])]["hand"]
    held = ", ".join(f"{card['card']} {card['name']}" for card in cards)
    return Text(f"Your cards: {held}" if held else "", no_wrap=True)
