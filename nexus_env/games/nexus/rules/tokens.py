"""Command tokens, spent in one's own Command Round (manual p.6, p.16)."""

from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.bout import Bout, Table
from nexus_env.games.nexus.rules.movement import forfeit, slow_down
from nexus_env.machine.compiled import compiled


@compiled
def has_token(table: Table, seat: int) -> bool:
    """A Command token is left. Rulebook: p.16 (R-065)."""
    return table.lanistas[seat].command_tokens > 0


@compiled
def movement_for_token(bout: Bout, seat: int) -> None:
    """A token becomes a movement point. Rulebook: p.6, p.16, p.31; site (R-024, R-065, R-066, R-067, R-306)."""
    bout.table.command_round.movement_points += 1
    slow_down(bout, seat)
    spend_token(bout, seat)


@compiled
def action_for_token(bout: Bout, seat: int) -> None:
    """A token becomes an action point. Rulebook: p.6, p.16; site (R-024, R-065, R-066, R-067)."""
    bout.table.command_round.action_points += 1
    spend_token(bout, seat)


@compiled
def spend_token(bout: Bout, seat: int) -> None:
    """It is good for one point, whatever the ratio, and never comes back. Rulebook: p.6, p.16 (R-024, R-065, R-066)."""
    bout.table.lanistas[seat].command_tokens -= 1
    log.spent_command_token(bout, seat=seat)
    forfeit(bout, seat)
