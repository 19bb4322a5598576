"""The legality functions of the rules for use by words: those that write the mask, run as plain Python.

They take the record as in `Eye.bout` and `Eye.laid`.
"""

from nexus_env.games.nexus.cards import cards, effects, lasting, targets
from nexus_env.games.nexus.rules import (
    aim,
    crates,
    crowd,
    fire,
    geometry,
    grapple,
    melee,
    movement,
    reserves,
    rounds,
    setup,
    tokens,
    traits,
    weapons,
)
from nexus_env.machine.plain_twin import plain_twin

ability_place = plain_twin(cards.ability_place)
action_points_against = plain_twin(melee.action_points_against)
at = plain_twin(geometry.at)
braziers_ahead = plain_twin(fire.braziers_ahead)
can_be_hurdled = plain_twin(traits.can_be_hurdled)
can_land = plain_twin(traits.can_land)
can_pay = plain_twin(effects.can_pay)
can_pay_movement = plain_twin(movement.can_pay_movement)
can_spare = plain_twin(crowd.can_spare)
can_use = plain_twin(reserves.can_use)
clockwise = plain_twin(geometry.clockwise)
distance_slide = plain_twin(aim.distance_slide)
gives_cover = plain_twin(aim.gives_cover)
has_both_arms = plain_twin(melee.has_both_arms)
has_crate_in_front = plain_twin(crates.has_crate_in_front)
has_lasting = plain_twin(lasting.has_lasting)
has_room = plain_twin(crowd.has_room)
has_room_behind = plain_twin(traits.has_room_behind)
has_room_to_drag = plain_twin(grapple.has_room_to_drag)
has_room_to_swing = plain_twin(grapple.has_room_to_swing)
has_token = plain_twin(tokens.has_token)
helot_at = plain_twin(geometry.helot_at)
holds = plain_twin(cards.holds)
in_grapple = plain_twin(geometry.in_grapple)
is_armed_with = plain_twin(weapons.is_armed_with)
is_at_work = plain_twin(lasting.is_at_work)
is_fit = plain_twin(geometry.is_fit)
is_forbidden = plain_twin(weapons.is_forbidden)
is_lanista_free = plain_twin(setup.is_lanista_free)
is_motivation_free = plain_twin(setup.is_motivation_free)
is_near_fire = plain_twin(geometry.is_near_fire)
is_of_use = plain_twin(targets.is_of_use)
is_open = plain_twin(aim.is_open)
is_ready_to_aim = plain_twin(aim.is_ready_to_aim)
is_turn_left = plain_twin(movement.is_turn_left)
is_upright = plain_twin(geometry.is_upright)
may_block = plain_twin(rounds.may_block)
may_drop = plain_twin(weapons.may_drop)
may_elusive = plain_twin(traits.may_elusive)
may_jack_of_all_traits = plain_twin(traits.may_jack_of_all_traits)
may_made_you_look = plain_twin(traits.may_made_you_look)
may_move_shield = plain_twin(weapons.may_move_shield)
may_push_button = plain_twin(rounds.may_push_button)
may_step_on = plain_twin(geometry.may_step_on)
may_talk_shit = plain_twin(traits.may_talk_shit)
may_tunnel_vision = plain_twin(traits.may_tunnel_vision)
may_turn_crowd = plain_twin(traits.may_turn_crowd)
may_win_them_over = plain_twin(traits.may_win_them_over)
movement_cost = plain_twin(movement.movement_cost)
price_of = plain_twin(reserves.price_of)
sees = plain_twin(aim.sees)
squares_ahead = plain_twin(aim.squares_ahead)
timely = plain_twin(cards.timely)
was_handled_freely = plain_twin(weapons.was_handled_freely)
weapon_of = plain_twin(weapons.weapon_of)
