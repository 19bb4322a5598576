"""Agents by name."""

from pathlib import Path

from nexus_env.agents.agent import DRAWING, Player
from nexus_env.agents.makers import callable_at, make
from nexus_env.contract.game import Game
from nexus_env.contract.roster import LEVELS, SEARCH
from nexus_env.players.text_agent import TextAgent

TEXT = "text:"


def load(name: str, game: Game) -> Player:
    """Load an agent: one of the game's own (see `Roster`), `path/to/agent.onnx` or `package.module:callable`.

    `search` looks ahead; `search:300`, `search:50ms` and `search:300:path/to/agent.onnx` set its budget and network
    (see `nexus_env.agents.search.player`).

    `path/to/agent.onnx:drawing` samples its actions instead of taking the most probable one.
    The callable is given the game and returns an agent. `text:package.module:callable` is a function from a
    prompt to a command in words (see `nexus_env.players.text_agent`).

    Raises:
        AgentError: there is no such agent, or it was made for another game.
    """
    if name.partition(":")[0] == SEARCH:
        from nexus_env.agents.search.player import named

        return named(name, game)
    if name in LEVELS and game.agents.has_levels:
        from nexus_env.agents.level import Level

        return Level(name, game)
    if name.startswith(TEXT):
        return TextAgent(callable_at(name.removeprefix(TEXT), name, game.agents.meanings), game)
    path = name.removesuffix(DRAWING)
    if path.endswith(".onnx"):
        from nexus_env.agents.policy import PolicyAgent

        return PolicyAgent(Path(path), game, drawing=name.endswith(DRAWING))
    return make(name, game)
