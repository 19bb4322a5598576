"""The view of a bout: in the format of all games, with the own fields of NEXUS under `nexus`."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from nexus_env.contract.real_table import die_of
from nexus_env.contract.view import (
    COMMAND,
    Board,
    Cell,
    Counter,
    Hand,
    Meter,
    Pile,
    Question,
    Round,
    Score,
    Seat,
    told,
)
from nexus_env.contract.view import Card as AnyCard
from nexus_env.contract.view import Piece as AnyPiece
from nexus_env.contract.words import About
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import LOCATIONS, MOST_TRAIT, SIDE, Square
from nexus_env.games.nexus.rules.bout import Question as Kind
from nexus_env.games.nexus.rules.options import HOST_OPTIONS, MOST_AMONG_STRANGERS, Agreement, read_options
from nexus_env.games.nexus.rules.questions import IS_WINDOW
from nexus_env.games.nexus.words import view_types as types
from nexus_env.games.nexus.words.card_words import decks
from nexus_env.games.nexus.words.own_view import PANEL, own_open_view, own_view
from nexus_env.games.nexus.words.real_table import dice
from nexus_env.games.nexus.words.sentences import FACINGS, SYMBOL, blow_name
from nexus_env.games.nexus.words.texts import TEXTS
from nexus_env.kit.options import form_of
from nexus_env.kit.spelling import plain, words_of
from nexus_env.kit.texts import check_placeholders

OVERALL = PANEL[LOCATIONS]
SIGN = {words_of(Square)[square]: sign for square, sign in SYMBOL.items()}
NUMBER = {name: number for number, name in words_of(Kind).items()}


@cache
def about() -> About:
    """See `Words`."""
    form = form_of(Agreement)
    barge = next(one for one in form if one["name"] == "barge")
    for way, rows in zip(barge["ways"], _barges(), strict=False):
        way["picture"] = rows
    return About(
        **TEXTS["about"],
        groups=TEXTS["groups"],
        form=form,
        host_options=HOST_OPTIONS,
        most=MOST_AMONG_STRANGERS,
        page=Path(__file__).parent.parent / "page",
        lesson=Path(__file__).with_name("lesson.toml"),
        glossary=Path(__file__).with_name("glossary.toml"),
        own_view=types.Table,
        own_happening=types.Detail,
    )


def _barges() -> list[list[str]]:
    """The barges of the stock as drawn rows, from the north."""
    barges = read_options()[0]["barges"][:-1].tolist()  # the last one is drawn by the creator of a bout
    return [["".join(SYMBOL[Square(what)] for what in row) for row in barge] for barge in barges]


def view(world: Any, seat: int | None) -> types.View:
    """The bout as `seat` may see it, or as a spectator does, `None`.

    Args:
        world: the record of a bout as that seat imagines it (`Session.known_to`).
        seat: the seat whose hand is shown; None for nobody's.
    """
    return _shown(world, own_view(world, seat))


def open_view(bout: Any) -> types.View:
    """The bout with all hands open, for replays of finished bouts.

    Args:
        bout: its record.
    """
    return _shown(bout, own_open_view(bout))


def _shown(world: Any, own: types.Table) -> types.View:
    """The view in the format of all games, made from that of NEXUS."""
    return {
        "seat": own["seat"],
        "seats": [_seat(own, *both) for both in zip(own["lanistas"], own["helots"], strict=True)],
        "board": _board(own),
        "piles": list(_piles(own)),
        "question": _question(world, own),
        "round": _round(own),
        "scores": [
            *(Score(seat=row["seat"], name="Cred", value=row["cred"]) for row in own["lanistas"]),
            Score(seat=None, name="Crowd Pile", value=own["crowd_pile"]),
        ],
        "over": own["over"],
        "truncated": own["truncated"],
        "winners": own["winners"],
        "result": own["result"],
        "nexus": own,
    }


# --- seats ------------------------------------------------------------------------------------------------------------


def _seat(own: types.Table, lanista: types.Lanista, helot: types.Helot) -> Seat:
    names = [name for name in (lanista["name"], lanista["motivation"]) if name]
    counters = {
        "Cred": lanista["cred"],
        "Turning Point Counter": lanista["counter"],
        "Command tokens": lanista["command_tokens"],
        "Deception tokens": lanista["deception_tokens"],
    }
    return {
        "seat": lanista["seat"],
        "name": " · ".join(names) or None,
        "meters": [*_health(own, helot), *_traits(helot)],
        "counters": [Counter(name=name, value=value) for name, value in counters.items()],
        "hands": [_hand(lanista)],
        "marks": [*helot["states"], *_turning_points(lanista)],
        "out": helot["standing"] != "fit",
    }


def _turning_points(lanista: types.Lanista) -> Iterator[str]:
    """The marks on the counter, and whether its damage waits for a hit."""
    if lanista["marked"]:
        yield f"marked {' '.join(map(str, lanista['marked']))}"
    if lanista["turning_point_damage"]:
        yield "Turning Point damage"


def _health(own: types.Table, helot: types.Helot) -> Iterator[Meter]:
    """The coins on the panel, most important first."""
    for name in (OVERALL, *PANEL[:LOCATIONS]):
        title = "Overall Condition" if name == OVERALL else name
        yield {"name": title, "value": helot["health"][name], "most": own["full_health"][name]}


def _traits(helot: types.Helot) -> Iterator[Meter]:
    for name, value in helot["traits"].items():
        yield {"name": name, "value": value, "most": MOST_TRAIT}


def _hand(lanista: types.Lanista) -> Hand:
    cards = list(map(_card, lanista["hand"]))
    return {"name": "influence cards", "size": lanista["cards"], "cards": cards, "deck": "influence"}


def _card(card: types.Card) -> AnyCard:
    return {"id": str(card["card"]), "name": card["name"]}


# --- the board --------------------------------------------------------------------------------------------------------


def cell_of(x: int, y: int) -> str:
    """The id of a square, counted from 1 in the north-west."""
    return f"{x},{y}"


def unit_of(seat: str) -> str:
    """The id of the helot of a seat."""
    return f"helot of {seat}"


def _board(own: types.Table) -> Board:
    coins = {(row["x"], row["y"]): row["coins"] for row in own["floor_coins"]}
    cells = [_cell(x, y, coins.get((x, y), 0)) for y in range(1, SIDE + 1) for x in range(1, SIDE + 1)]
    lying = [_lying(row) for row in own["pieces"]]
    return {"cells": cells, "pieces": [*lying, *(_standing(own, row) for row in own["helots"])]}


def _cell(x: int, y: int, coins: int) -> Cell:
    found: Cell = {"id": cell_of(x, y), "at": (x - 0.5, y - 0.5), "kind": "floor"}
    return {**found, "marks": [f"{coins} coins"]} if coins else found


def _lying(row: types.Piece) -> AnyPiece:
    name, where = row["piece"], cell_of(row["x"], row["y"])
    return {
        "id": f"{name} {where}",
        "cell": where,
        "kind": name,
        "name": name,
        "symbol": SIGN[name],
        "owner": None,
        "facing": None,
        "marks": [],
    }


def _standing(own: types.Table, helot: types.Helot) -> AnyPiece:
    seat = helot["seat"]
    return {
        "id": unit_of(seat),
        "cell": cell_of(helot["x"], helot["y"]) if helot["present"] else None,
        "kind": "helot",
        "name": f"helot of {seat}",
        "symbol": seat.removeprefix("player_"),
        "owner": seat,
        "facing": 90.0 * FACINGS.index(helot["facing"]),
        "marks": helot["states"],
        "meters": list(_health(own, helot))[:1],
    }


def _piles(own: types.Table) -> Iterator[Pile]:
    yield {"name": "Crowd Pile", "size": own["crowd_pile"], "cards": []}
    drawn = [own["turning_point_card"]] if own["turning_point_card"] else []
    yield {
        "name": "Turning Points",
        "size": own["turning_points"],
        "cards": list(map(_card, drawn)),
        "deck": "turning point",
    }


# --- what is asked ----------------------------------------------------------------------------------------------------


def _question(world: Any, own: types.Table) -> Question:
    asked = own["question"]
    name = asked["name"]
    if name is None:
        return told(asked["text"])
    may_pass = bool(IS_WINDOW[NUMBER[name]])
    found: Question = {
        "seat": asked["seat"],
        "name": name,
        "about": asked["about"],
        "text": asked["text"],
        "die": die_of(world, dice(world)) if asked["seat"] == "dice" else None,
        "title": TEXTS["titles"].get(name, "React?" if may_pass else "Your decision"),
        "notes": list(_notes(world, own)) if name != COMMAND else [],
    }
    if may_pass:
        found["decline"] = plain(Action.PASS)
    if hint := _hint(own, name, asked["about"] or ""):
        found["hint"] = hint
    return found


check_placeholders("texts.toml: hints", TEXTS["hints"], ("about", "left", "cards", "ratio"))


def _hint(own: types.Table, name: str, about: str) -> str:
    """The question for the seat to act; empty if the public sentence suffices."""
    mine = next((row for row in own["lanistas"] if row["seat"] == own["seat"]), None)
    if mine is None:
        return str(TEXTS["hints"][name]).format(about=about) if name in ("lanista", "motivation", "deception") else ""
    left = mine["influence"] - len(mine["hand"])
    hint: str = TEXTS["hints"].get(name, "")
    return hint.format(about=about, left=left, cards="card" if left == 1 else "cards", ratio=mine["ratio"])


def _notes(world: Any, own: types.Table) -> Iterator[str]:
    """Notes on the current attack and card."""
    if (contest := own["contest"]) and contest["declared"]:
        where = f" on the {contest['location'].replace('-', ' ')}" if contest["location"] else ""
        yield f"{contest['attacker']}: {blow_name(contest['blow'] or '')}{where} against {contest['defender']}."
    if card := own["card_play"]:
        text = decks(world["options"]).get(card["deck"], [])
        does = next((one["text"] for one in text if one["card"] == card["card"]), "")
        yield f"{card['name']}: {does}"


def _round(own: types.Table) -> Round:
    turn = own["round"]
    found: Round = {
        "number": own["cycle"],
        "limit": own["cycle_limit"],
        "text": f"Cycle {own['cycle']}" if own["cycle"] else "Setup",
        "seat": turn["seat"] if turn else None,
    }
    if turn:
        counters = {"MP": turn["movement_points"], "AP": turn["action_points"]}
        more = {"bonus AP": turn["bonus_points"], "forfeited AP": turn["forfeited"]}
        counters |= {name: value for name, value in more.items() if value}
        found["counters"] = [Counter(name=name, value=value) for name, value in counters.items()]
    return found
