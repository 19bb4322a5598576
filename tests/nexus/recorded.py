"""What is recorded of NEXUS: how its positions are drawn, and a bout for each barge and seat count."""

from typing import Any

from table import Table

from nexus_env.games.nexus.rules.bout import BACK_GUARD, NOWHERE

BOUTS: dict[str, tuple[str, int, dict[str, Any]]] = {
    f"barge_{barge}_seats_{seats}": (
        f"Barge {barge}, {seats} seats",
        10 * barge + seats,
        {"barge": barge, "seats": seats, "influence_cards": 24, "turning_point_cards": 25},
    )
    for barge in range(1, 9)
    for seats in range(2, 5)
}
"""By the name of its file: what it is called, its seed, its options."""
TRANSCRIPTS: dict[str, Any] = {}
"""Whole transcripts, by the name of their file, and what makes them."""


def bout_of(position: dict[str, Any]) -> Any:
    """The bout as a position of `perft.toml` draws it, with dictated dice."""
    return lay(position).rows[0]


def lay(position: dict[str, Any]) -> Table:
    """The table as a position of the file draws it."""
    table = Table(
        position["drawing"],
        **{key: position[key] for key in ("seats", "active", "mp", "ap", "cred") if key in position},
        **position.get("options", {}),
    )
    for seat, points in position.get("traits", {}).items():
        table.give(int(seat), **points)
    for seat, coins in position.get("hurt", {}).items():
        table.hurt(int(seat), **coins)
    for key in ("weapons", "stored"):
        for seat, name in position.get(key, {}).items():
            table.arm(int(seat), name, drawn=key == "weapons", covers=BACK_GUARD if name == "Shield" else NOWHERE)
    for captor, victim in position.get("grapples", []):
        table.grapple(captor, victim)
    for seat, fields in position.get("helots", {}).items():
        for name, value in fields.items():
            setattr(table.helot(int(seat)), name, value)
    for seat, fields in position.get("lanistas", {}).items():
        for name, value in fields.items():
            setattr(table.lanista(int(seat)), name, value)
    table.settle_box()
    return table
