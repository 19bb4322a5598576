"""Functions that few decisions reach: weapons, hazards, effects of single cards.

Their machine code is kept out of line: see `keep_apart`. The list has no other effect.
"""

RARE = {
    "cards.effects": "use_ability carry_out_turning_point_card wait pay_price carry_out_waiting",
    "cards.helot_effects": (
        "act_on_cred act_on_health which_location set_state clear_state change_points turn push_about which_way toward"
    ),
    "cards.table_effects": (
        "act_on_hazard act_on_weapon change_trait look_into_hand clear_tile open_crate loose_roacguls"
    ),
    "rules.activation": "activate_at_turning_point",
    "rules.aim": "is_open aim_wild aim_standard aim_focused aim shoot",
    "rules.crates": "destroy_crate roll_contents receive bomb roacguls flashbang helot_aid",
    "rules.fire": "knock_over topple lay_fire lay_fire_at_random roll_on set_alight",
    "rules.grapple": "clinch drag drag_along drag_round suffer_drag pull_in throw fly takedown crush",
    "rules.hazards": "slide move_by_compass thrown_out throw_out",
    "rules.log": "handled_weapon",
    "rules.mask": "allow_weapon allow_grapple_commands allow_answers_to_card allow_rerolls",
    "rules.rounds": "turning_point end_bout",
    "rules.saws": "come_to_rest collide",
    "rules.setup": "deal_cards build_barge scatter",
    "rules.side_events": "roll_edge drop_coins cred_bath let_in hunt find_prey crawl sign flip_switch push_about",
    "rules.spikes": "move_spikes impale",
    "rules.states": "seize catch_fire weaker_leg kill incapacitate remove lay_tile still_stand unshackle feast",
    "rules.traits": (
        "push hurdle tunnel_vision elusive turn_crowd win_them_over talk_shit jack_of_all_traits made_you_look"
    ),
    "rules.weapons": (
        "handle draw_weapon draw_shield store_weapon store_on_back move_shield drop_weapon take_weapon "
        "lose_weapon wear refill"
    ),
}
