"""Decks of random cards with every word of the stock, to test the rules with cards that nobody wrote."""

import os
import random
import tempfile
from pathlib import Path

from nexus_env.games.nexus.cards.grammar import DURATIONS, FORMS
from nexus_env.games.nexus.cards.verbs import Condition, Delay, Timing, Verb
from nexus_env.games.nexus.rules.bout import INFLUENCE_CARDS, TURNING_POINT_CARDS
from nexus_env.kit.spelling import plain

PRICES = ("", "prices = { cunning = 1 }", "prices = { willpower = 1, swagger = 1 }")
SELDOM = 0.2


def write_decks(folder: Path, seed: int) -> None:
    """Write two whole decks to `folder`, which is created if needed; the same seed gives the same decks."""
    rng = random.Random(seed)
    free = [verb for verb, form in FORMS.items() if form.timing is None]
    alone = {form.timing: verb for verb, form in FORMS.items() if form.timing}
    influence, turning_points = [], []
    for number in range(1, INFLUENCE_CARDS + 1):
        timing = rng.choice([timing for timing in Timing if timing])
        verbs = [alone[timing]] if timing in alone else rng.choices(free, k=rng.randint(1, 3))
        influence.append(_card(number, [_effect(rng, verb) for verb in verbs], f'timing = "{plain(timing)}"'))
    for number in range(1, TURNING_POINT_CARDS + 1):
        verbs = rng.choices(free, k=rng.randint(1, 3))
        turning_points.append(_card(number, [_effect(rng, verb) for verb in verbs], rng.choice(PRICES)))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "influence.toml").write_text("\n".join(influence), encoding="utf-8")
    (folder / "turning_points.toml").write_text("\n".join(turning_points), encoding="utf-8")


def decks_of(number: int) -> str:
    """The folder of the decks with this number, rewritten at each call; each user has another."""
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    folder = Path(tempfile.gettempdir(), f"nexus_env-decks{user}", str(number))
    write_decks(folder, number)
    return str(folder)


def _card(number: int, effects: list[str], more: str) -> str:
    lines = ["[[card]]", f"number = {number}", f'name = "Card {number}"', more]
    return "\n".join([*lines, "effects = [" + ", ".join(f"{{ {effect} }}" for effect in effects) + "]", ""])


def _effect(rng: random.Random, verb: Verb) -> str:
    """One line with this verb, and random values for its other keys."""
    form = FORMS[verb]
    parts = [f'do = "{plain(verb)}"', f'whom = "{plain(rng.choice(form.targets))}"']
    if form.amount:
        parts.append(f"amount = {rng.choice([n for n in range(form.amount[0], form.amount[1] + 1) if n])}")
    if form.key:
        parts.append(f'{form.key} = "{rng.choice([*(form.words or ("random", "Net", "Shield"))])}"')
    parts += [f'until = "{rng.choice(list(DURATIONS))}"'] if form.lasts else []
    parts += [f'coins = "{rng.choice(("crowd", "player"))}"'] if form.coins else []
    if form.timing is None:
        parts += [f'if = "{plain(rng.choice(list(Condition)))}"'] if rng.random() < SELDOM else []
        parts += [f"odds = {rng.randint(2, 6)}"] if rng.random() < SELDOM else []
        parts += [f'when = "{plain(rng.choice(list(Delay)[:3]))}"'] if rng.random() < SELDOM else []
    return ", ".join(parts)
