"""The service: bouts for people and agents, and an opponent for other front ends, over several transports."""
