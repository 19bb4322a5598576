"""What the actions of a row count through. `commands.toml` names them."""

from nexus_env.kit.actions import Operand
from toy.bout import BIDS, CARD_NAMES, CELL_NAMES, SEATS, UNIT_NAMES, UNITS

OPERANDS = {
    "unit": Operand(UNIT_NAMES, "UNITS * seat + {place}", "units"),
    "cell": Operand(CELL_NAMES),
    "card": Operand(CARD_NAMES, of="cards"),
    "bid": Operand(tuple(map(str, range(BIDS)))),
    "target": Operand(
        tuple(f"opponent_{place} {unit}" for place in range(1, SEATS) for unit in UNIT_NAMES), of="units", first=UNITS
    ),
}
