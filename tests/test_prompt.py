"""A bout in words: a prompt names all that may be done, fits where it must, and a text is read or refused."""

import re
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import toy
from games import GAMES, every_game

import nexus_env
from nexus_env.agents.agent import AgentError
from nexus_env.agents.loading import load
from nexus_env.cli.main import main
from nexus_env.contract.command_text import row_of
from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.envs.aec import Arena
from nexus_env.players.text_agent import TextAgent
from nexus_env.text import prompt as prompts
from nexus_env.text.chronicle import Chronicle

DECISIONS = 25


def commands_in(prompt: str) -> list[str]:
    """The commands below the line that asks for one."""
    lines = prompt.partition(prompts.ANSWER)[2].strip().splitlines()
    listed = (line.removeprefix("- ").partition(": ")[0].partition(" [")[0] for line in lines)
    return [command for line in listed for command in line.split(prompts.BETWEEN)]


def first_of(prompt: str) -> str:
    """A language model that takes the first command."""
    return commands_in(prompt)[0]


def some_bout(game: Game, decisions: int = DECISIONS, seed: int = 1) -> Arena:
    """An environment in the middle of a bout of chance."""
    arena, rng = Arena(game), np.random.default_rng(seed)
    arena.reset(seed=seed)
    for _ in range(decisions):
        if arena.agents and not any(arena.terminations.values()):
            arena.step(int(rng.choice(np.flatnonzero(arena.observe(arena.agent_selection)["action_mask"]))))
    return arena


@every_game
@pytest.mark.parametrize("most", [1000, 1800, 4000, 100_000])
def test_a_prompt_fits_and_names_the_legal_commands(game: Game, most: int) -> None:
    for decisions in (0, 9, DECISIONS):
        arena = some_bout(game, decisions)
        if any(arena.terminations.values()):
            continue
        prompt = arena.prompt(most=most)
        assert len(prompt) <= most
        named, legal = commands_in(prompt), arena.legal_words()
        assert set(named) <= {*legal, next((one for one in named if one.startswith(prompts.CUT)), "")}
        assert most < 4000 or named == legal, "as long as there is room, all of them are named"
        if most == 100_000:
            assert game.words.about().primer in prompt
            assert all(arena.read(command.upper()) == game.words.read(arena.bout, command) for command in legal)


@every_game
def test_a_prompt_with_room_tells_what_each_command_takes_and_where_its_rule_is(game: Game) -> None:
    priced = ruled = 0
    for decisions in range(0, 40, 3):
        arena = some_bout(game, decisions)
        if any(arena.terminations.values()):
            continue
        words, seat = game.words, arena.possible_agents.index(arena.agent_selection)
        lines = arena.prompt(most=100_000).partition(prompts.ANSWER)[2].splitlines()
        for spelled in arena.legal_words():
            action = arena.read(spelled)
            (line,) = [
                one for one in lines if spelled in one.partition(": ")[0].removeprefix("- ").split(prompts.BETWEEN)
            ]
            (offer,) = words.offers(arena.bout, seat, [action])
            guide = words.guide(row_of(words, action))
            assert offer.cost in line and all(rule in line for rule in guide.rules), line
            priced, ruled = priced + bool(offer.cost), ruled + bool(guide.rules)
    assert priced and ruled


@every_game
def test_a_prompt_tells_what_has_happened_since_the_own_last_decision(game: Game) -> None:
    arena = some_bout(game, 0)
    chronicle = Chronicle(game, game.read_options(), seed=arena.bout_seed or 0)
    rng = np.random.default_rng(3)
    for _ in range(DECISIONS):
        if any(arena.terminations.values()):
            break
        seat = arena.possible_agents.index(arena.agent_selection)
        action = int(rng.choice(np.flatnonzero(arena.observe(arena.agent_selection)["action_mask"])))
        spelled, is_private = game.words.spell(arena.bout, action), game.words.is_private(arena.bout)
        chronicle.act(action)
        arena.step(action)
        own = chronicle.decision(seat)
        if chronicle.session.seat == seat:
            assert own.news[0] == f"player_{seat}: {spelled}", "it begins with the own decision"
        if not is_private and action:
            told = chronicle.decision(1 - seat).news
            assert f"player_{seat}: {spelled}" in told or chronicle.session.seat != 1 - seat
        for line in own.news:
            assert line in arena.prompt(f"player_{seat}", 100_000)


def test_who_is_not_asked_waits_and_sees_no_command() -> None:
    arena = some_bout(toy.GAME, 0)
    other = next(agent for agent in arena.possible_agents if agent != arena.agent_selection)
    prompt = arena.prompt(other)
    assert "wait" in prompt and prompts.ANSWER not in prompt
    for line in arena.prompt(other, 1000), arena.prompt():
        assert len(line) <= prompts.MOST


def test_an_imagined_bout_has_a_prompt_too() -> None:
    """It did not begin as its history says: what has happened is told of the last step alone."""
    arena = some_bout(toy.GAME, 5)
    imagined = some_bout(toy.GAME, 5)
    imagined._slots["bout"] = arena.imagine(seed=77)
    assert commands_in(imagined.prompt()) == imagined.legal_words()


def test_prompts_go_on_after_a_saved_state_comes_back() -> None:
    arena = some_bout(toy.GAME, 6)
    saved, before = arena.save_state(), arena.prompt()
    arena.step(arena.read(arena.legal_words()[0]))
    assert arena.prompt() != before
    arena.load_state(saved)
    assert arena.prompt() == before


@pytest.mark.parametrize(
    ("wrong", "told"),
    [({"most": 999}, "expected a whole number of characters, 1000 or more"), ({"agent": "me"}, "one of player_0")],
)
def test_what_makes_no_prompt_is_told(wrong: dict[str, Any], told: str) -> None:
    arena = Arena(toy.GAME)
    with pytest.raises(RuntimeError, match="reset"):
        arena.prompt()
    arena.reset(seed=1)
    with pytest.raises(ValueError, match=told):
        arena.prompt(**wrong)
    with pytest.raises(ValueError, match="legal commands; did you mean"):
        arena.read("nonsense")


# --- an environment of words ------------------------------------------------------------------------------------------


@every_game
def test_a_bout_is_played_in_words_alone(game: Game) -> None:
    env = nexus_env.text_env(game=game, seat=0, most=3000)
    assert isinstance(env, gymnasium.Env)
    prompt, info = env.reset(seed=4)
    for _ in range(8):
        assert prompt in env.observation_space and len(prompt) <= 3000
        assert info["legal"] and info["seat"] == 0
        prompt, reward, terminated, truncated, info = env.step(f"  {info['legal'][-1].upper()} ")
        assert isinstance(reward, float)
        if terminated or truncated:
            break
    assert info["illegal"] == 0


def test_wrong_answers_are_told_in_words_and_end_the_bout_in_the_end() -> None:
    env = nexus_env.text_env(game=toy.GAME, seat=0, tries=3)
    before, info = env.reset(seed=4)
    for wrong in (1, 2):
        prompt, reward, terminated, _, info = env.step("I resign!")
        assert prompt.startswith("command: got 'I resign!', which is not a command of this game; expected")
        assert prompt.endswith(before[-200:]) and (reward, terminated) == (0.0, False)
        assert info["illegal"] == wrong
    _, _, terminated, _, info = env.step(info["legal"][0])
    assert not terminated
    for wrong in ("x" * 5000, "\U0001f600 \u4e16", ""):
        prompt, reward, terminated, _, info = env.step(wrong)
        assert prompt in env.observation_space
    assert info["legal"] == []
    assert (reward, terminated, info["illegal"]) == (-1.0, True, 5)
    with pytest.raises(RuntimeError, match="reset"):
        env.step("rest")
    with pytest.raises(ValueError, match="tries: got 0"):
        nexus_env.text_env(game=toy.GAME, tries=0)


# --- agents of words --------------------------------------------------------------------------------------------------


def answers(prompt: str) -> str:
    return first_of(prompt)


def nonsense(prompt: str) -> str:
    return "nonsense"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_function_of_prompts_is_an_agent(game: Game) -> None:
    agent = load("text:test_prompt:answers", game)
    assert isinstance(agent, TextAgent)
    session = Session(game, game.read_options(), seed=2)
    for _ in range(6):
        action = int(agent.search(session.imagined(session.seat, 1), np.random.default_rng(0))[0])
        assert action == next(iter(session.legal().values()))
        session.act(action)
    assert agent.illegal == 0


def test_an_agent_that_answers_nonsense_is_asked_again_and_then_chance_decides() -> None:
    agent = TextAgent(nonsense, toy.GAME, tries=3)
    session = Session(toy.GAME, toy.read_options(), seed=2)
    action = int(agent.search(session.imagined(session.seat, 1), np.random.default_rng(0))[0])
    assert session.mask[action] and (agent.answers, agent.illegal) == (3, 3)
    with pytest.raises(AgentError, match="text:nowhere:answer"):
        load("text:nowhere:answer", toy.GAME)


def test_the_benchmark_says_how_many_answers_were_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["benchmark", "text:test_prompt:nonsense", "--game", "toy_players:GAME", "--bouts", "2"]
    assert main([*words, "--seed", "1", "--out", str(tmp_path)]) == 0
    told = re.search(r"(\d+) of (\d+) timed answers were not legal commands", capsys.readouterr().out)
    assert told is not None and int(told[1]) == int(told[2]) > 0


def test_a_bout_that_is_cut_asks_for_nothing_more() -> None:
    arena = Arena(toy.GAME, max_cycles=1)
    arena.reset(seed=1)
    arena.step(arena.read(arena.legal_words()[0]))
    assert arena.legal_words() == [] and prompts.ANSWER not in arena.prompt()
