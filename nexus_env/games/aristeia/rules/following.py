"""The dispatch of actions. Generated from `commands.toml` by `python -m nexus_env.kit.write_dispatch`; do not edit."""

from nexus_env.games.aristeia.cards.tactics import analyze, before_roll, rerolls
from nexus_env.games.aristeia.rules.bout import Bout, Step
from nexus_env.games.aristeia.rules.decks import drawing
from nexus_env.games.aristeia.rules.planning import begin_round, plan, set_orders
from nexus_env.games.aristeia.rules.rolls import block_dice, go_on_after, react, resolve, roll_dice, use_switches
from nexus_env.games.aristeia.rules.scoring import new_zone, objectives, recovery
from nexus_env.games.aristeia.rules.setup import (
    choose_zones,
    deal_hands,
    deploy,
    draft,
    first_underdog,
    open_bout,
    pick,
    redraw,
    settle_teams,
)
from nexus_env.games.aristeia.rules.turns import act_on, begin_activation, begin_turn, states_step
from nexus_env.kit.tape import UnknownCommand
from nexus_env.machine.compiled import compiled


@compiled
def go_on(bout: Bout, step: int) -> None:
    """Carry out what follows by itself."""
    if step == Step.OPENING:
        open_bout(bout)
    elif step == Step.PICKING:
        pick(bout)
    elif step == Step.TEAMS:
        settle_teams(bout)
    elif step == Step.DRAFTING:
        draft(bout)
    elif step == Step.HANDS:
        deal_hands(bout)
    elif step == Step.REDRAWING:
        redraw(bout)
    elif step == Step.UNDERDOG:
        first_underdog(bout)
    elif step == Step.ZONES:
        choose_zones(bout)
    elif step == Step.DEPLOYING:
        deploy(bout)
    elif step == Step.ROUND:
        begin_round(bout)
    elif step == Step.PLANNING:
        plan(bout)
    elif step == Step.ORDERS:
        set_orders(bout)
    elif step == Step.TURN:
        begin_turn(bout)
    elif step == Step.ACTIVATION:
        begin_activation(bout)
    elif step == Step.ACTING:
        act_on(bout)
    elif step == Step.STATES:
        states_step(bout)
    elif step == Step.OBJECTIVES:
        objectives(bout)
    elif step == Step.NEW_ZONE:
        new_zone(bout)
    elif step == Step.RECOVERY:
        recovery(bout)
    elif step == Step.DRAWING:
        drawing(bout)
    elif step == Step.ANALYZING:
        analyze(bout)
    elif step == Step.REACTIONS:
        react(bout)
    elif step == Step.BEFORE_ROLL:
        before_roll(bout)
    elif step == Step.ROLLING:
        roll_dice(bout)
    elif step == Step.REROLLS:
        rerolls(bout)
    elif step == Step.BLOCKS:
        block_dice(bout)
    elif step == Step.SWITCHES:
        use_switches(bout)
    elif step == Step.RESOLUTION:
        resolve(bout)
    elif step == Step.AFTERWARDS:
        go_on_after(bout)
    else:
        raise UnknownCommand
