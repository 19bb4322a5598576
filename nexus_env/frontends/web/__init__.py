"""The service: bouts for people and agents, and opponents for other front ends, over several transports."""
