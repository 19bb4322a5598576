"""The own part of a view of NEXUS, beside that of all games: JSON values in the rulebook's words.

Seats are `player_0` …, nobody is null; a card is its number, which commands use, and its name.
"""

from typing import Any, cast

from nexus_env.contract.view import WAITING
from nexus_env.games.nexus.cards.stock import Names, names_of
from nexus_env.games.nexus.cards.verbs import Delay, Until, Verb
from nexus_env.games.nexus.rules.bout import (
    BACK_GUARD,
    LOCATIONS,
    NOBODY,
    STARTING_HEALTH,
    Blow,
    Question,
    Square,
    Standing,
    Trait,
)
from nexus_env.games.nexus.words import view_types as types
from nexus_env.games.nexus.words.barge import shown_squares
from nexus_env.games.nexus.words.notation import PLACES
from nexus_env.games.nexus.words.sentences import FACINGS, lanista, question, result, states
from nexus_env.kit.bitsets import members_of
from nexus_env.kit.spelling import words_of
from nexus_env.kit.tape import CHANCE
from nexus_env.system.wording import InputError

PANEL = PLACES[: LOCATIONS + 1]  # the piles on a helot's panel
STATES = ("prone", "bleeding", "flaming", "elusive", "exposed", "rattled", "tunnel_vision")
TOTALS = ("attack", "defense", "damage", "hits", "check")
POINTS = ("movement_points", "action_points", "forfeited", "bonus_points", "free_liberates", "gloat_coins")


def own_view(world: Any, seat: int | None) -> types.Table:
    """The view of `seat`, or of a spectator with `None`.

    Args:
        world: the record of a bout as that seat imagines it (`Session.known_to`). Hidden sets of others are shown by
            their size only, so nothing leaks either way.
        seat: the seat whose hand is shown; None for nobody's.
    """
    table, names = world["table"], names_of(world["options"])
    seats, drawn = range(int(table["seats"])), int(table["turning_point_card"])
    return {
        "seat": seat_name(NOBODY if seat is None else seat),
        "seats": len(seats),
        "cycle": int(table["cycle"]),
        "cycle_limit": int(world["options"]["cycle_limit"]),
        "order": [lanista(other) for other in table["order"][: len(seats)].tolist() if other >= 0],
        "turn": int(table["turn"]),
        "question": _question(world, seat),
        "round": _round(table),
        "contest": _contest(table),
        "card_play": _card_play(table, names),
        "pieces": _pieces(shown_squares(world)),
        "floor_coins": _floor_coins(table),
        "helots": [_helot(table["helots"][other], other, names) for other in seats],
        "lanistas": [_lanista(table["lanistas"], other, seat, names) for other in seats],
        "lasting": [_lasting(row, names) for row in table["lasting"][: table["lasting_places"]] if row["verb"]],
        "full_health": dict(zip(PANEL, STARTING_HEALTH.tolist(), strict=True)),
        "crowd_pile": int(table["crowd_pile"]),
        "box": int(table["box"]),
        "turning_points": int(table["turning_points"]),
        "turning_point_card": _card(drawn, names.turning_point) if drawn >= 0 else None,
        "turning_point_discards": _cards(table["turning_point_discards"], names.turning_point),
        "used_cards": _cards(table["used_cards"], names.influence),
        "weapons": dict(zip(names.weapons, table["weapons"].tolist(), strict=False)),
        "over": bool(table["over"]),
        "truncated": bool(table["truncated"]),
        "winners": [lanista(other) for other in seats if table["winners"] >> other & 1],
        "result": result(world) if table["over"] else None,
    }


def own_open_view(bout: Any) -> types.Table:
    """The view with all hands open, for replays.

    Args:
        bout: its record.
    """
    table, names = bout["table"], names_of(bout["options"])
    open_hands = [_lanista(table["lanistas"], seat, seat, names) for seat in range(table["seats"])]
    return {**own_view(bout, None), "question": _question(bout, int(table["request"]["seat"])), "lanistas": open_hands}


def seat_name(seat: Any) -> str | None:
    """A seat's name, or null for nobody."""
    return lanista(int(seat)) if seat >= 0 else None


def member(kind: Any, number: Any) -> str | None:
    """The name of an enum member as words, or null for none."""
    return words_of(kind)[int(number)] if number >= 0 else None


def _card(number: int, names: tuple[str, ...]) -> types.Card:
    """A card as commands number it, from 1, and its name."""
    return {"card": number + 1, "name": names[number]}


def _cards(bits: Any, names: tuple[str, ...]) -> list[types.Card]:
    """The cards of a set."""
    return [_card(number, names) for number in members_of(bits)]


def _question(world: Any, seat: int | None) -> types.Question:
    """The open question, if `seat` may know it."""
    table, request = world["table"], world["table"]["request"]
    asked = int(request["seat"])
    if request["private"] and asked != seat:
        return {"seat": None, "name": None, "about": None, "text": WAITING}
    return {
        "seat": "dice" if asked == CHANCE else seat_name(asked),
        "name": None if table["over"] else words_of(Question)[int(request["question"])],
        "about": seat_name(request["about"]),
        "text": question(world),
    }


def _round(table: Any) -> types.Round | None:
    """The current command round."""
    turn = table["command_round"]
    if turn["seat"] < 0:
        return None
    points = {name: int(turn[name]) for name in POINTS}
    target = {"bonus_target": seat_name(turn["bonus_target"])}
    feinted = {"feinted": [lanista(seat) for seat in members_of(turn["feinted"])]}
    found = {"seat": lanista(int(turn["seat"])), "split": bool(turn["declared"]), **points, **target, **feinted}
    return cast("types.Round", found)


def _contest(table: Any) -> types.Contest | None:
    """The contested roll in progress, or the last one of the command."""
    contest = table["contest"]
    if contest["attacker"] < 0:
        return None
    found = {
        "blow": member(Blow, contest["blow"]),
        "attacker": seat_name(contest["attacker"]),
        "defender": seat_name(contest["defender"]),
        "location": _location(contest["location"]),
        "declared": bool(contest["declared"]),
        **{name: int(contest[name]) for name in TOTALS},
    }
    return cast("types.Contest", found)


def _card_play(table: Any, names: Names) -> types.CardPlay | None:
    """The card that is being played or carried out; its number is that in its own deck."""
    card_play = table["card_play"]
    if card_play["card"] < 0:
        return None
    deck, number, name = _deck(int(card_play["card"]), names)
    by, chosen = seat_name(card_play["seat"]), seat_name(card_play["chosen"])
    return {"deck": deck, "card": number, "name": name, "seat": by, "chosen": chosen}


def _deck(place: int, names: Names) -> tuple[str, int, str]:
    """The deck of a card among all cards, its number there, from 1, and its name."""
    decks = {
        "influence": names.influence,
        "turning point": names.turning_point,
        "unique ability": names.unique_abilities,
        "special skill": names.skills,
    }
    for deck, cards in decks.items():
        if place < len(cards):
            return deck, place + 1, cards[place]
        place -= len(cards)
    raise InputError(f"card: got {place} beyond the last deck; expected the number of a card.")


def _pieces(squares: Any) -> list[types.Piece]:
    """The pieces on the squares, from the north-west."""
    places = zip(*(part.tolist() for part in squares.nonzero()), strict=True)
    return [{"x": x + 1, "y": y + 1, "piece": words_of(Square)[int(squares[y, x])]} for y, x in places]


def _floor_coins(table: Any) -> list[types.FloorCoins]:
    """The coins on the floor."""
    coins = table["coins"]
    places = zip(*(part.tolist() for part in coins.nonzero()), strict=True)
    return [{"x": x + 1, "y": y + 1, "coins": int(coins[y, x])} for y, x in places]


def _location(number: Any) -> str | None:
    """The spelling of a body location in commands."""
    if number == BACK_GUARD:
        return "back"
    return PLACES[number] if 0 <= number < LOCATIONS else None


def _helot(helot: Any, seat: int, names: Names) -> types.Helot:
    """One helot and its panel."""
    kind = int(helot["weapon"])
    weapon = {"name": names.weapons[kind], "drawn": bool(helot["armed"]), "uses": int(helot["uses"])}
    found = {
        "seat": lanista(seat),
        "x": int(helot["x"]),
        "y": int(helot["y"]),
        "facing": FACINGS[helot["facing"]],
        "present": bool(helot["present"]),
        "standing": words_of(Standing)[int(helot["standing"])],
        "health": dict(zip(PANEL, helot["health"].tolist(), strict=True)),
        "lost": [_location(place) for place in members_of(helot["lost"])],
        **{state: bool(helot[state]) for state in STATES},
        "holds": seat_name(helot["holds"]),
        "held_by": seat_name(helot["held_by"]),
        "traits": dict(zip(words_of(Trait).values(), helot["traits"].tolist(), strict=True)),
        "weapon": weapon if kind >= 0 else None,
        "shield": _location(helot["shielded"]),
        "slowed": int(helot["slowed"]),
        "states": states(helot, names),
    }
    return cast("types.Helot", found)


def _lanista(lanistas: Any, other: int, seat: int | None, names: Names) -> types.Lanista:
    """A player's tableau; of its influence cards, their number and those that `seat` knows."""
    row = lanistas[other]
    own = other == seat
    seen = 0 if seat is None else int(row["hand"]) & int(lanistas[seat]["known"])
    return {
        "seat": lanista(other),
        "name": names.lanistas[row["card"]] if row["card"] >= 0 else None,
        "motivation": names.motivations[row["motivation"]] if row["motivation"] >= 0 else None,
        "cred": int(row["cred"]),
        "influence": int(row["influence"]),
        "deception_tokens": int(row["deception_tokens"]),
        "command_tokens": int(row["command_tokens"]),
        "cards": int(row["hand"]).bit_count(),
        "hand": _cards(int(row["hand"]) if own else seen, names.influence),
        "put_away": _cards(row["discarded"], names.influence) if own else [],
        "marked": [slot + 1 for slot in members_of(row["slots"])],
        "counter": int(row["counter"]),
        "turning_point_damage": bool(row["turning_point_damage"]),
        "trait": member(Trait, row["trait_face"]),
        "ratio": int(row["ratio"]) or None,
        "initiative": int(row["initiative"]) if row["initiative"] >= 0 else None,
        "side": FACINGS[row["side"]],
    }


def _lasting(row: Any, names: Names) -> types.Lasting:
    """A lasting or waiting effect of a card."""
    return {
        "effect": words_of(Verb)[int(row["verb"])],
        "seat": seat_name(row["seat"]),
        "owner": seat_name(row["owner"]),
        "amount": int(row["amount"]),
        "until": words_of(Until)[int(row["until"])],
        "waits_for": words_of(Delay)[int(row["delay"])] if row["delay"] else None,
        "card": _deck(int(row["card"]), names)[2] if row["card"] >= 0 else None,
    }
