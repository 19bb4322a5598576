"""The grammar of cards in stock files: TOML tables become `Card` records, and mistakes become sentences."""

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
    VERBS,
    Condition,
    Delay,
    State,
    Target,
    Timing,
    Turning,
    Until,
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
    """The allowed keys and values of a line with some verb."""

    lasts: bool = False
    coins: bool = False  # it may name who gets them
    targets: Sequence[Target] = tuple(Target)
    timing: Timing | None = None  # it must be the only line of its card
    text: str  # of the cards, for players
    shown: str = ""  # the log entry when it happens, if no other one is written


WORDS: dict[str, Words] = {
    "where": WHERE,
    "state": STATES,
    "new state": {word: state for word, state in STATES.items() if state != State.GRAPPLED},
    "turning": spelled(Turning),
    "way": spelled(Way),
    "hazard": HAZARDS,
    "tile": TILES,
    "trait": TRAITS,
    "attack": BLOWS,
}


def _form(
    key: str = "", words: str = "", targets: str | Sequence[str] = (), timing: str = "", sort: str = "", **told: Any
) -> Form:
    """The form of a row of `verbs.toml`."""
    if targets:
        told["targets"] = OPPONENTS if targets == "opponents" else tuple(Target[name.upper()] for name in targets)
    if timing:
        told["timing"] = Timing[timing.upper()]
    return Form(key=key, words=WORDS.get(words or key, {}), **told)


FORMS = {verb: _form(**row) for verb, row in VERBS.items() if "meaning" in row}
DELAYS = spelled(Delay, [Delay.SPLIT])


def read_card(entry: Entry, weapons: Words, timing: int, fewest: int = 1) -> np.ndarray[Any, Any]:
    """The lines of a card as a `Card` record [1], with its prices if it has some."""
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
    """Every verb as a row of a table in Markdown: its meaning and its further keys."""

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
