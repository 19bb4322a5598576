"""What a command is said to take is what playing it takes. NEXUS, whose prices are coins too, has a test of its own."""

import pytest
from games import GAMES

from nexus_env.testing import USUAL
from nexus_env.testing.spelling import check_prices


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.trial.purse])
def test_what_is_told_is_what_is_paid(name: str) -> None:
    """T-005, T-010, A-076, A-077, A-088. Of an answer only if it names a price: the command may be paid with it."""
    check_prices(GAMES[name], USUAL)
