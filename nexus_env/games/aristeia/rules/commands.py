"""Carrying out a command, and what follows by itself. Rulebook: (A-004, A-068, A-072, A-090)."""

from nexus_env.games.aristeia.cards import tactics
from nexus_env.games.aristeia.rules import decks, log, planning, rolls, scoring, setup, turns
from nexus_env.games.aristeia.rules.bout import TEAM, Bout, Step
from nexus_env.games.aristeia.rules.dispatch import obey
from nexus_env.kit.tape import UnknownCommand
from nexus_env.machine.compiled import compiled


@compiled
def carry_out(bout: Bout, command: int) -> None:
    """A command of the Active Character's player, or a step of the game."""
    if command >= 0:
        give(bout, command)
    elif -command < Step.TURN:
        set_up(bout, -command)
    elif -command < Step.REACTIONS:
        go_on(bout, -command)
    else:
        go_on_with_roll(bout, -command)


@compiled
def give(bout: Bout, command: int) -> None:
    """What the Active Character does. Rulebook: (A-072, A-088)."""
    unit = int(bout.table.active)
    log.commanded(bout, unit=unit, command=command)
    obey(bout, unit // TEAM, unit, command)


@compiled
def set_up(bout: Bout, following: int) -> None:
    """The steps before the first Turn of a Round. Rulebook: (A-008, A-064)."""
    if following == Step.OPENING:
        setup.open_bout(bout)
    elif following == Step.PICKING:
        setup.pick(bout)
    elif following == Step.TEAMS:
        setup.settle_teams(bout)
    elif following == Step.DRAFTING:
        setup.draft(bout)
    elif following == Step.HANDS:
        setup.deal_hands(bout)
    elif following == Step.REDRAWING:
        setup.redraw(bout)
    elif following == Step.UNDERDOG:
        setup.first_underdog(bout)
    elif following == Step.ZONES:
        setup.choose_zones(bout)
    elif following == Step.DEPLOYING:
        setup.deploy(bout)
    elif following == Step.ROUND:
        planning.begin_round(bout)
    elif following == Step.PLANNING:
        planning.plan(bout)
    elif following == Step.ORDERS:
        planning.set_orders(bout)
    else:
        raise UnknownCommand


@compiled
def go_on(bout: Bout, following: int) -> None:
    """The steps of Turns, Objectives and Recovery. Rulebook: (A-004, A-065, A-068, A-101, A-181)."""
    if following == Step.TURN:
        turns.begin_turn(bout)
    elif following == Step.ACTIVATION:
        turns.begin_activation(bout)
    elif following == Step.ACTING:
        turns.act_on(bout)
    elif following == Step.STATES:
        turns.states_step(bout)
    elif following == Step.OBJECTIVES:
        scoring.objectives(bout)
    elif following == Step.NEW_ZONE:
        scoring.new_zone(bout)
    elif following == Step.RECOVERY:
        scoring.recovery(bout)
    elif following == Step.DRAWING:
        decks.drawing(bout)
    elif following == Step.ANALYZING:
        tactics.analyze(bout)
    else:
        raise UnknownCommand


@compiled
def go_on_with_roll(bout: Bout, following: int) -> None:
    """The steps of an Action. Rulebook: (A-051, A-090)."""
    if following == Step.REACTIONS:
        rolls.react(bout)
    elif following == Step.BEFORE_ROLL:
        tactics.before_roll(bout)
    elif following == Step.ROLLING:
        rolls.roll_dice(bout)
    elif following == Step.REROLLS:
        tactics.rerolls(bout)
    elif following == Step.BLOCKS:
        rolls.block_dice(bout)
    elif following == Step.SWITCHES:
        rolls.use_switches(bout)
    elif following == Step.RESOLUTION:
        rolls.resolve(bout)
    elif following == Step.AFTERWARDS:
        rolls.go_on_after(bout)
    else:
        raise UnknownCommand
