"""How cards are written in stock files: tables of TOML become `Card` records, and mistakes become sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nexus_env.games.nexus.cards.verbs import (
    ANSWERING,
    ANY_BLOW,
    ANY_KIND,
    CHOSEN_TRAIT,
    STRIKES,
    Condition,
    Delay,
    State,
    Target,
    Timing,
    Turning,
    Until,
    Verb,
    Way,
    Where,
)
from nexus_env.games.nexus.rules.bout import CARD_EFFECTS, LOCATIONS, Card, Pile, Square, Trait
from nexus_env.kit import cards
from nexus_env.kit.cards import read_form
from nexus_env.kit.spelling import Words, plain, spelled
from nexus_env.kit.stock_files import Entry

# --- the grammar of effects -------------------------------------------------------------------------------------------

PLACES = spelled(list(Pile)[:LOCATIONS], between="-")
WHERE = {**spelled(Where), **PLACES}
TRAITS = {"random": ANY_KIND, "chosen": CHOSEN_TRAIT, **spelled(Trait)}
STATES = spelled(State)
HAZARDS = {"fire": int(Square.FIRE), "saw": int(Square.SAW), "spikes": int(Square.SPIKES)}
TILES = {"blood": int(Square.BLOOD), "guts": int(Square.GUTS)}
BLOWS = {"any attack": ANY_BLOW, "standard or focused": STRIKES}
DURATIONS = spelled(Until, [Until.ONCE])
OPPONENTS = (
    Target.CHOSEN_OPPONENT,
    Target.EACH_OPPONENT,
    Target.NEXT_CLOCKWISE,
    Target.RANDOM_OPPONENT,
    Target.LEADING_OPPONENT,
)


@dataclass(frozen=True, kw_only=True)
class Form(cards.Form):
    """What a line of a card with some verb may say."""

    lasts: bool = False
    coins: bool = False  # it may say who gets them
    targets: Sequence[Target] = tuple(Target)
    timing: Timing | None = None  # the only one of its card


FORMS: dict[Verb, Form] = {
    Verb.GAIN_CRED: Form("takes coins from the Crowd Pile", (1, 30)),
    Verb.LOSE_CRED: Form("loses Cred to the Crowd Pile", (1, 30)),
    Verb.STEAL_CRED: Form("loses Cred to the player of the card", (1, 30), targets=OPPONENTS),
    Verb.GIVE_CRED: Form("gets Cred from the player of the card", (1, 30), targets=OPPONENTS),
    Verb.DAMAGE_OVERALL: Form("loses Overall Condition", (1, 30), coins=True),
    Verb.DAMAGE_LOCATION: Form(
        "takes damage to a location and the Overall Condition", (1, 15), "where", WHERE, coins=True
    ),
    Verb.HEAL_OVERALL: Form("regains Overall Condition from the Crowd Pile", (1, 30)),
    Verb.HEAL_LOCATION: Form("regains coins on a location from the Crowd Pile", (1, 15), "where", WHERE),
    Verb.SET_STATE: Form(
        "becomes prone, bleeding or flaming",
        key="state",
        words={word: state for word, state in STATES.items() if state != State.GRAPPLED},
    ),
    Verb.CLEAR_STATE: Form("is no longer prone, bleeding, flaming or grappled", key="state", words=STATES),
    Verb.MOVEMENT_POINTS: Form("gains or loses this many movement points, now or at its next split", (-6, 6)),
    Verb.ACTION_POINTS: Form("gains or loses this many action points, now or at its next split", (-6, 6)),
    Verb.TURN: Form("turns; not in a grapple", key="direction", words=spelled(Turning)),
    Verb.MOVE: Form("moves up to this many squares, as far as they are free", (1, 7), "direction", spelled(Way)),
    Verb.SPAWN_HAZARD: Form("rolls to place a hazard", key="hazard", words=HAZARDS, targets=(Target.SELF,)),
    Verb.TRIGGER_HAZARD: Form(
        "makes the fires move, a new saw travel or the spikes move", key="hazard", words=HAZARDS, targets=(Target.SELF,)
    ),
    Verb.DRAW_WEAPON: Form("takes a weapon from the common pile, by its name or at random", key="weapon"),
    Verb.BREAK_WEAPON: Form("loses its weapon for good"),
    Verb.REFILL_WEAPON: Form("regains all ammo or durability of its weapon"),
    Verb.RAISE_TRAIT: Form("gains trait points", (1, 5), "trait", TRAITS),
    Verb.LOWER_TRAIT: Form("loses trait points", (1, 5), "trait", TRAITS),
    Verb.STEAL_CARD: Form("loses random influence cards to the player of the card", (1, 4), targets=OPPONENTS),
    Verb.PEEK: Form("shows random influence cards to the player of the card", (1, 4), targets=OPPONENTS),
    Verb.CLEAR_TILE: Form("removes a tile from an adjacent square", key="tile", words=TILES),
    Verb.OPEN_CRATE: Form("rolls on the crate contents table"),
    Verb.ROACGULS: Form("is attacked by roacguls, 2d6 against 2d6, for this much damage", (1, 15), targets=OPPONENTS),
    Verb.REROLL: Form(
        "rerolls: the card player's own roll, or the opposing one",
        targets=(Target.SELF, Target.CHOSEN_OPPONENT),
        timing=Timing.REROLL,
    ),
    Verb.CANCEL_CARD: Form("has its influence card canceled", targets=(Target.SELF,), timing=Timing.CANCEL),
    Verb.CANCEL_DECEPTION: Form("ignores a Deception", targets=(Target.SELF,), timing=Timing.DECEIVED),
    Verb.SLIDE_ATTACK: Form("rolls attacks this many steps up or down", (-3, 3), lasts=True),
    Verb.SLIDE_DEFENSE: Form("rolls defense this many steps up or down", (-3, 3), lasts=True),
    Verb.SLIDE_AIM: Form("rolls Aim commands this many steps up or down", (-3, 3), lasts=True),
    Verb.CHANGE_DAMAGE: Form(
        "does this much more or less damage with a hit", (-10, 10), "attack", BLOWS, "any attack", lasts=True
    ),
    Verb.FREE_GLOAT: Form("may gloat once without spending an action point", lasts=True),
    Verb.FREE_LIBERATE: Form("gets free Liberate attempts in each of its rounds", (1, 3), lasts=True),
    Verb.FEAST: Form("regains Overall Condition when it kills or incapacitates", (1, 15), lasts=True),
    Verb.GUARD_LOCATION: Form("once keeps the last coin of a location", lasts=True),
    Verb.GUARD_OVERALL: Form("once keeps the last coin of its Overall Condition", lasts=True),
}
DELAYS = spelled(Delay, [Delay.SPLIT])


def read_card(entry: Entry, weapons: Words, timing: int, fewest: int = 1) -> np.ndarray[Any, Any]:
    """The lines of a card as a `Card` record [1]; its prices where it has some."""
    row = np.zeros(1, Card.dtype)
    row["timing"] = timing
    lines = entry.inner("effects", fewest, CARD_EFFECTS)
    forms = [read_effect(line, weapons, timing, effect) for line, effect in zip(lines, row["effects"][0], strict=False)]
    reacting = [form for form in forms if form and form.timing is not None]
    if reacting and len(lines) > 1:
        entry.note("effects", f"{len(lines)} of them", "one alone, where it rerolls or cancels")
    return row


def read_effect(line: Entry, weapons: Words, timing: int, row: Any) -> Form | None:
    """Read one `[[card.effects]]` into a `CardEffect`; return the form of its verb, if it has one."""
    form = read_form(line, FORMS, {"weapon": {"random": ANY_KIND, **weapons}}, row)
    if not form:
        return None
    row["target"] = line.word("whom", spelled(Target), "self")
    row["condition"] = line.word("if", spelled(Condition), "always")
    row["odds"] = line.whole("odds", 2, 6, 0)
    row["delay"] = line.word("when", DELAYS, "now")
    if Target(int(row["target"])) not in form.targets:
        words = ", ".join(f'"{plain(target)}"' for target in form.targets)
        line.note("whom", f'"{line.table.get("whom", "self")}"', f'one of {words} with "{line.table["do"]}"')
    if (form.timing is not None and form.timing != timing) or (form.timing is None and timing in ANSWERING):
        fits = [name for name, number in spelled(Timing).items() if number == form.timing] or ["own round"]
        line.note("do", f'"{line.table.get("do")}"', f'a verb for the timing of its card, since it is for "{fits[0]}"')
    if form.lasts:
        row["until"] = line.word("until", DURATIONS)
    if form.coins:
        row["to_owner"] = line.word("coins", {"crowd": 0, "player": 1}, "crowd")
    line.finish()
    return form


def verb_table() -> str:
    """Every verb as a row of a table in Markdown: what it does, and its further keys."""

    def keys(form: Form) -> str:
        keys = [f"`amount` {form.amount[0]} to {form.amount[1]}"] if form.amount else []
        if form.key:
            words = ", ".join(form.words) or "the name of a weapon, or random"
            keys.append(f"`{form.key}`: {words}")
        return "; ".join([*keys, *["`until`"] * form.lasts, *["`coins`"] * form.coins])

    meaning = "the affected player or helot …"
    return cards.verb_table(FORMS, {meaning: lambda form: form.meaning, "further keys": keys})


def read_points(entry: Entry, key: str) -> list[int]:
    """Trait points, by trait: `prices = { cunning = 2 }`."""
    table = entry.below(key, "a table such as { cunning = 2 }")
    points = [table.whole(trait, 0, 5, 0) for trait in spelled(Trait)]
    table.finish()
    return points
