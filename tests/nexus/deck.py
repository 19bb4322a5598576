"""Tables with cards of one's own: a stock folder is written for a test, and its cards lie in the hands.

table = with_cards(tmp_path, {"effects": ['do = "gain cred", amount = 4']})
table.play("play card 1")
"""

from pathlib import Path
from typing import Any

from table import Table

DUEL = """
    .  .  .  .
    .  .  .  .
    .  .  1v .
    .  .  0^ .
"""


def card(number: int, *effects: str, timing: str = "", prices: str = "", name: str = "") -> str:
    """One `[[card]]` of a stock file; each effect is a line such as `do = "peek", amount = 2`."""
    lines = ["[[card]]", f"number = {number}", f'name = "{name or f"Card {number}"}"']
    lines += [f'timing = "{timing}"'] if timing else []
    lines += [f"prices = {{ {prices} }}"] if prices else []
    return "\n".join([*lines, "effects = [" + ", ".join(f"{{ {effect} }}" for effect in effects) + "]", ""])


def with_cards(
    folder: Path, *cards: tuple[str, ...], drawing: str = DUEL, hands: dict[int, int] | None = None, **options: Any
) -> Table:
    """A table with influence cards 1, 2, …: each is its timing and its effects.

    All are in the hand of seat 0 unless `hands` gives each seat a set of card numbers less one, a bit each.
    """
    text = "\n".join(card(place, *effects, timing=timing) for place, (timing, *effects) in enumerate(cards, start=1))
    (folder / "influence.toml").write_text(text, encoding="utf-8")
    table = Table(drawing, stock=str(folder), **options)
    for seat, hand in (hands or {0: (1 << len(cards)) - 1}).items():
        table.lanista(seat).hand = hand
    table.table.crowd_pile = 30
    table.settle_box()
    return table


def at_turning_point(folder: Path, *effects: str, prices: str = "", drawing: str = DUEL, **options: Any) -> Table:
    """Seat 1 is about to have its first Turning Point, and the deck is this one card: end the round of seat 0."""
    (folder / "turning_points.toml").write_text(card(1, *effects, prices=prices), encoding="utf-8")
    options = {"mp": 0, "ap": 0, "turning_point_cards": 1, **options}
    table = Table(drawing, stock=str(folder), **options)
    lanista = table.lanista(1)
    lanista.ratio, lanista.slots, lanista.counter = 3, 0b111011, 5
    table.table.crowd_pile = 30
    table.settle_box()
    return table
