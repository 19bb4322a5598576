"""Prompts: what a seat sees and may do, as text for language models and scripts.

A prompt is written from the seat's own view, like every front end, so it contains nothing that the seat may not know.
If it is too long, old news is dropped first, then explanations.
"""

from collections import Counter as Tally
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from nexus_env.contract.command_text import row_of
from nexus_env.contract.game import Game
from nexus_env.contract.view import Counter, Meter, Piece, Seat, View
from nexus_env.contract.words import Offer, TerminalLook, Words
from nexus_env.system.wording import InputError
from nexus_env.text.grid import grid_of
from nexus_env.text.signs import meanings, signs_in

MOST, LEAST = 4000, 1000  # characters of a prompt: by default, and that anybody may ask for
COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
ANSWER = "Answer with one of these commands, word for word, and with nothing else:"
GAP, BETWEEN, CUT = "\n\n", " | ", "…"
LONGEST_ERROR = 400
FEW_CELLS = 24  # of a kind, which are listed even where most cells are of it


@dataclass(frozen=True)
class Decision:
    """A decision of a seat, and what it may know."""

    game: Game
    world: Any  # the record of the bout as the seat imagines it
    seat: int
    legal: Mapping[str, int]  # every legal action by its spelling; empty where the seat is not asked
    news: Sequence[str] = ()  # what has happened since its last decision, a sentence each

    @property
    def words(self) -> Words:
        """The words of the game."""
        return self.game.words

    @cached_property
    def offers(self) -> list[tuple[str, int, Offer]]:
        """Every legal command: its spelling, its number, and its menu entry."""
        found = self.words.offers(self.world, self.seat, self.legal.values())
        return [(spelled, action, offer) for (spelled, action), offer in zip(self.legal.items(), found, strict=True)]


def write(decision: Decision, most: int = MOST) -> str:
    """The prompt of a decision, at most `most` characters long."""
    view = decision.words.view(decision.world, decision.seat)
    news = decision.news
    # The whole prompt, part by part.
    parts = {
        "game": _game(decision, view, is_explained=True),
        "news": _news(news),
        "table": _table(decision.words.look(), view),
        "hand": _hand(decision, view, is_explained=True),
        "question": _question(view),
        "commands": _explained(decision),
    }
    # Parts to shorten, in this order, until the prompt fits.
    shorter: tuple[tuple[str, Callable[[], str]], ...] = (
        ("news", lambda: _news(news[-12:])),
        ("commands", lambda: _by_row(decision)),
        ("hand", lambda: _hand(decision, view, is_explained=False)),
        ("news", lambda: _news(news[-4:])),
        ("commands", lambda: _priced(decision)),
        ("game", lambda: _game(decision, view, is_explained=False)),
        ("commands", lambda: _bare(decision)),
    )
    text = GAP.join(filter(None, parts.values()))
    for name, write_shorter in shorter:
        if len(text) <= most:
            return text
        parts[name] = write_shorter()
        text = GAP.join(filter(None, parts.values()))
    if len(text) <= most:
        return text
    # Still too long: cut the text before the commands, and the commands if they take more than half.
    rest = text.removesuffix(parts["commands"]).rstrip()
    commands = _bare(decision, max(most // 2, most - len(rest) - len(GAP)))
    room = most - len(commands) - len(GAP)
    return f"{rest if len(rest) <= room else rest[: room - 1] + CUT}{GAP}{commands}"


def write_below(error: str, decision: Decision, most: int = MOST) -> str:
    """A prompt preceded by a sentence that says what was wrong with the last answer."""
    told = error if len(error) <= LONGEST_ERROR else f"{error[: LONGEST_ERROR - 1]}{CUT}"
    return f"{told}{GAP}{write(decision, most - len(told) - len(GAP))}"


def check_most(most: Any) -> None:
    """Raise a `ValueError` if `most` is too small for a useful prompt."""
    if not (type(most) is int and most >= LEAST):
        raise InputError(f"most: got {most!r}; expected a whole number of characters, {LEAST} or more")


# --- the game, and what has happened ----------------------------------------------------------------------------------


def _game(decision: Decision, view: View, *, is_explained: bool) -> str:
    """The players, and the rules in short."""
    about = decision.words.about()
    others = ", ".join(seat["seat"] for seat in view["seats"] if seat["seat"] != f"player_{decision.seat}")
    head = f"You are player_{decision.seat} in a bout of {about.title or decision.game.name} against {others}."
    text = (about.primer or about.invitation) if is_explained else ""
    return "\n".join(filter(None, (head, text)))


def _news(sentences: Sequence[str]) -> str:
    return "\n".join(["Since your last decision:", *(f"- {sentence}" for sentence in sentences)]) if sentences else ""


# --- the table --------------------------------------------------------------------------------------------------------


def _table(look: TerminalLook, view: View) -> str:
    """The progress of the bout, the board, and the area of each seat."""
    turn = view["round"]
    whose = f"turn of {turn['seat']}" if turn["seat"] else ""
    piles = [f"{pile['name']} {pile['size']}" for pile in view["piles"]]
    head = "; ".join(filter(None, (turn["text"], whose, _numbers(turn.get("counters", [])), *piles)))
    board = _drawn(look, view) or _listed(view)
    seats = [line for seat in view["seats"] for line in _seat(view, seat)]
    return "\n".join(filter(None, (f"The table: {head}", board, view.get("text", ""), *seats)))


def _drawn(look: TerminalLook, view: View) -> str:
    """A board as a picture, if the ids of its cells name columns and lines; else empty."""
    grid = grid_of(view["board"]["cells"])
    if not grid.columns:
        return ""
    signs = {
        cell["id"]: "".join(sign.text for sign in signs_in(view, look, cell, is_named=False))
        for cell in view["board"]["cells"]
    }
    width = 1 + max(map(len, (*signs.values(), *grid.columns)))
    margin = max(map(len, grid.lines))
    lines = [" " * margin + "".join(name.rjust(width) for name in grid.columns)]
    for name, row in zip(grid.lines, grid.rows, strict=True):
        cells = {round(place): signs[cell["id"]] for place, cell in row}
        drawn = "".join(cells.get(place, "").rjust(width) for place in range(len(grid.columns)))
        lines.append(f"{name.rjust(margin)}{drawn}")
    known = ", ".join(f"{symbol} {name}" for symbol, name in meanings(view, look).items())
    return "\n".join([*lines, f"({known})"] if known else lines)


def _listed(view: View) -> str:
    """Any other board: the cells by kind, and their contents."""
    cells = view["board"]["cells"]
    if not cells:
        return ""
    kinds = Tally(cell["kind"] for cell in cells)
    commonest, count = kinds.most_common(1)[0]
    lines = []
    for kind in sorted(kinds, key=lambda one: one == commonest):
        ids = [cell["id"] for cell in cells if cell["kind"] == kind]
        is_rest = kind == commonest and count > FEW_CELLS
        lines.append(f"{kind}: {f'the other {count} cells' if is_rest else ' '.join(ids)}")
    marks = sorted({mark for cell in cells for mark in cell.get("marks", [])})
    lines += [f"{mark}: {' '.join(cell['id'] for cell in cells if mark in cell.get('marks', []))}" for mark in marks]
    lines += [f"{piece['name']}: {piece['cell']}" for piece in view["board"]["pieces"] if not piece["owner"]]
    return "\n".join(lines)


def _seat(view: View, seat: Seat) -> list[str]:
    """A seat and its pieces, one line each."""
    own = seat["seat"] == view["seat"]
    called = ", ".join(filter(None, (seat["seat"], "you" if own else "", seat["name"] or "")))
    hands = [
        f"{hand['name']} {hand['size']}" + (f" ({', '.join(card['name'] for card in hand['cards'])})" * (not own))
        if hand["cards"]
        else f"{hand['name']} {hand['size']}"
        for hand in seat["hands"]
    ]
    out = "out of the bout" if seat.get("out") else ""
    parts = (out, _numbers(seat["counters"]), *hands, _meters(seat["meters"]), ", ".join(seat["marks"]))
    pieces = [f"  {_piece(piece)}" for piece in view["board"]["pieces"] if piece["owner"] == seat["seat"]]
    return [f"{called}: {'; '.join(filter(None, parts))}", *pieces]


def _piece(piece: Piece) -> str:
    place = f"at {piece['cell']}" if piece["cell"] else "beside the board"
    facing = "" if piece["facing"] is None else f"facing {COMPASS[round(piece['facing'] / 45) % len(COMPASS)]}"
    numbers = (_meters(piece.get("meters", [])), _numbers(piece.get("counters", [])))
    states = "; ".join(filter(None, (*numbers, ", ".join(piece["marks"]))))
    return " ".join(filter(None, (piece["name"], place, facing, f"({states})" if states else "")))


def _numbers(counters: Sequence[Counter]) -> str:
    return ", ".join(f"{counter['name']} {counter['value']}" for counter in counters)


def _meters(meters: Sequence[Meter]) -> str:
    known = [meter for meter in meters if meter["most"]]  # there is no most for somebody who is not chosen yet
    return ", ".join(f"{meter['name']} {meter['value']}/{meter['most']}" for meter in known)


def _hand(decision: Decision, view: View, *, is_explained: bool) -> str:
    """The seat's own cards, each with its effect."""
    decks = decision.words.decks(decision.world["options"]) if is_explained else {}
    lines = []
    for hand in view["seats"][decision.seat]["hands"]:
        texts = {str(card["card"]): str(card.get("text", "")) for card in decks.get(hand.get("deck", ""), [])}
        for card in hand["cards"]:
            named = card["id"] if card["id"] == card["name"] else f"{card['id']} ({card['name']})"
            text = texts.get(card["id"]) or texts.get(card["name"], "")
            lines.append(f"- {named}: {text}" if text else f"- {named}")
    return "\n".join(["Your hand:", *lines]) if lines else ""


# --- what is asked, and what may be answered --------------------------------------------------------------------------


def _question(view: View) -> str:
    asked = view["question"]
    return " ".join(["The question:", *asked.get("notes", []), asked.get("hint") or asked["text"]])


def _explained(decision: Decision) -> str:
    """Every legal command with its price, its effect and the place in the rules."""
    words, world, seat = decision.words, decision.world, decision.seat
    told = {}
    for spelled, action, offer in decision.offers:
        explained, name = words.explain(world, seat, action), words.gloss(world, action).removesuffix(".")
        meaning = f"{name}." if name and not explained.startswith(name) else ""
        costs = f"It costs {offer.cost}." if offer.cost not in explained else ""
        gives = f"It comes to {offer.gives}." if offer.gives else ""
        needs = f"It needs {offer.needs}." if offer.needs else ""
        warned = "This may end your own game." if offer.may_end else ""
        told[spelled] = " ".join(filter(None, (meaning, explained, costs, gives, needs, warned)))
    return _answers([f"- {BETWEEN.join(group)}{f': {text}' if text else ''}" for text, group in _alike(told)])


def _by_row(decision: Decision) -> str:
    """Every legal command with its price; the effect of each row of the action table is explained once."""
    lines, told = [], set()
    for (row, cost), group in _alike(_rows(decision)):
        guide = decision.words.guide(row)
        page = f"p.{guide.page}" if guide.page else ""
        where = ", ".join(filter(None, (page, *guide.rules)))
        text = "" if row in told else f"{guide.text} ({where})" if where else guide.text
        told.add(row)
        lines.append(f"- {BETWEEN.join(group)}{f' [{cost}]' if cost else ''}{f': {text}' if text else ''}")
    return _answers(lines)


def _priced(decision: Decision) -> str:
    """Every legal command with its price."""
    rows = _alike(_rows(decision))
    return _answers([f"- {BETWEEN.join(group)}{f' [{cost}]' if cost else ''}" for (_, cost), group in rows])


def _rows(decision: Decision) -> dict[str, tuple[int, str]]:
    """The row in the action table and the price of every legal command."""
    return {spelled: (row_of(decision.words, action), offer.cost) for spelled, action, offer in decision.offers}


def _alike(told: Mapping[str, Any]) -> list[tuple[Any, list[str]]]:
    """Commands with the same description, grouped."""
    return [(text, list(group)) for text, group in groupby(told, key=lambda spelled: told[spelled])]


def _bare(decision: Decision, most: int | None = None) -> str:
    """Every legal command, or as many as fit."""
    text = _answers([BETWEEN.join(decision.legal)] if decision.legal else [])
    if most is None or len(text) <= most:
        return text
    shown = list(decision.legal)
    while shown and len(text) > most:
        shown = shown[: len(shown) * most // len(text)]
        text = _answers([f"{BETWEEN.join(shown)}{BETWEEN}{CUT} and {len(decision.legal) - len(shown)} more"])
    return text


def _answers(lines: Sequence[str]) -> str:
    return "\n".join([ANSWER, *lines]) if lines else "It is not your decision: wait."
