"""The hall: the bouts of the service, their store, and the agents that play in them."""
