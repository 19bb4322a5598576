"""The legality functions of the rules for use by words: those that write the mask, run as plain Python.

They take the record as `own_view.as_rules_read` returns it.
"""

from nexus_env.games.aristeia.rules import attacks, dice, geometry, movement, reach, sight, states
from nexus_env.kit import cells, hexes
from nexus_env.machine.plain_twin import plain_twin

beside_zone = plain_twin(geometry.beside_zone)
can_spend = plain_twin(movement.can_spend)
card_of = plain_twin(dice.card_of)
count_steps = plain_twin(reach.count_steps)
distance = plain_twin(hexes.distance)
enemies_beside = plain_twin(movement.enemies_beside)
has_cell = plain_twin(cells.has)
farthest_seen = plain_twin(states.farthest_seen)
has_cover = plain_twin(sight.has_cover)
has_free_neighbor = plain_twin(movement.has_free_neighbor)
has_skill = plain_twin(dice.has_skill)
has_state = plain_twin(states.has_state)
in_range = plain_twin(geometry.in_range)
is_for_nothing = plain_twin(attacks.is_for_nothing)
is_free = plain_twin(movement.is_free)
places_of = plain_twin(attacks.places_of)
may_target = plain_twin(attacks.may_target)
spent = plain_twin(attacks.spent)
speed_of = plain_twin(states.speed_of)
is_still = plain_twin(states.is_still)
stands = plain_twin(movement.stands)
view_of = plain_twin(sight.view_of)
zone_of = plain_twin(geometry.zone_of)
